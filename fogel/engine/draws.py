"""NumPy's random numbers inside compiled loops: the same draws, without a call for each.

Compiled code that is handed a Generator reaches it through a pointer to a function, once for every number. So
`compiling` hands over a Generator's state instead (`drawing`), and what is drawn from that stands here: the
generator PCG64 (O'Neill 2014) and the ziggurat (Marsaglia and Tsang 2000), as NumPy has them. Afterwards the Generator
gets its state back, and goes on where the loops have stopped.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np

MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645
WORD = (1 << 64) - 1
METHODS = frozenset({"random", "normal", "standard_normal", "uniform"})  # what can be drawn here
OTHERS = frozenset(name for name in dir(np.random.Generator) if name[0] != "_") - METHODS


class Draws(NamedTuple):
    """A generator in compiled code: the address of four `words`, of its state and its increment, the low ones first.

    It is an address since compiled code counts who refers to an array, and that takes longer than to draw.
    """

    words: int


@contextmanager
def drawing(arguments: Sequence[Any]) -> Iterator[list[Any]]:
    """The arguments with Draws in the place of each Generator, which has drawn what they drew when this ends."""
    drawn, handed = {}, list(arguments)
    for place, one in enumerate(arguments):
        if isinstance(one, np.random.Generator) and isinstance(one.bit_generator, np.random.PCG64):
            if id(one) not in drawn:
                drawn[id(one)] = one, _words(one)
            handed[place] = Draws(drawn[id(one)][1].ctypes.data)
    try:
        yield handed
    finally:
        for generator, words in drawn.values():
            _put_back(generator, words)


def _words(generator):
    state = generator.bit_generator.state["state"]
    return np.array([part >> shift & WORD for part in (state["state"], state["inc"]) for shift in (0, 64)], np.uint64)


def _put_back(generator, words):
    state = generator.bit_generator.state  # with the half of a number that `integers` may have left over
    state["state"]["state"] = int(words[1]) << 64 | int(words[0])
    generator.bit_generator.state = state


def teach(numba: Any) -> None:
    """Lets functions that Numba compiles draw from Draws, by the names that a Generator's methods have."""
    from llvmlite import ir
    from numba.core import types
    from numba.np.random import _constants

    widths, limits, heights = _constants.wi_double, _constants.ki_double.astype(np.int64), _constants.fi_double
    tail, inverse_tail = _constants.ziggurat_nor_r, _constants.ziggurat_nor_inv_r

    @numba.extending.intrinsic
    def next_word(context, words):
        """The next 64 bits: a step of the generator, and a mix of the halves of its new state."""

        def build(context, builder, signature, arguments):
            wide, word = ir.IntType(128), ir.IntType(64)
            place = builder.inttoptr(arguments[0], wide.as_pointer())
            step = builder.load(builder.gep(place, [ir.Constant(ir.IntType(32), 1)]), align=8)
            state = builder.add(builder.mul(builder.load(place, align=8), ir.Constant(wide, MULTIPLIER)), step)
            builder.store(state, place, align=8)
            high = builder.trunc(builder.lshr(state, ir.Constant(wide, 64)), word)
            mixed = builder.xor(high, builder.trunc(state, word))
            rotate = builder.module.declare_intrinsic("llvm.fshr", [word], ir.FunctionType(word, [word] * 3))
            return builder.call(rotate, [mixed, mixed, builder.lshr(high, ir.Constant(word, 58))])

        return types.uint64(words), build

    @numba.njit(error_model="numpy")
    def uniform(words):
        return (next_word(words) >> np.uint64(11)) * 2.0**-53

    @numba.njit(error_model="numpy")
    def beyond(words, size):
        while True:
            further = -inverse_tail * np.log1p(-uniform(words))
            other = -np.log1p(-uniform(words))
            if other + other > further * further:
                return -(tail + further) if size >> 8 & 1 else tail + further

    @numba.njit(error_model="numpy")
    def below(words, strip, x):
        lower, upper = heights[strip], heights[strip - 1]
        return (upper - lower) * uniform(words) + lower < np.exp(-0.5 * x * x)

    @numba.njit(error_model="numpy")
    def normal(words):
        while True:
            drawn = next_word(words)
            strip = np.int64(drawn & np.uint64(255))
            size = np.int64(drawn >> np.uint64(9) & np.uint64(0xFFFFFFFFFFFFF))
            sign = 1.0 - 2.0 * np.int64(drawn >> np.uint64(8) & np.uint64(1))  # a branch would be guessed wrong
            x = sign * (size * widths[strip])
            if size < limits[strip]:
                return x
            if strip == 0:
                return beyond(words, size)
            if below(words, strip, x):
                return x

    @numba.njit(error_model="numpy")
    def between(words, low, high):
        return low + (high - low) * uniform(words)

    @numba.njit(error_model="numpy")
    def around(words, mean, deviation):
        return mean + deviation * normal(words)

    def several(draw):
        @numba.njit(error_model="numpy")
        def fill(words, first, second, size):
            drawn = np.empty(size)
            for place in range(drawn.size):
                drawn.flat[place] = draw(words, first, second)
            return drawn

        return fill

    many_between, many_around = several(between), several(around)

    def taught(name, one, many):
        """Teaches one method by its bodies: for one number, and for a size."""
        signature = inspect.signature(one)

        def body(draws, *arguments, **named):
            if draws.instance_class is Draws:
                size = signature.bind(draws, *arguments, **named).arguments.get("size")
                return one if size is None or isinstance(size, types.NoneType | types.Omitted) else many
            return None

        body.__signature__ = signature
        numba.extending.overload_method(types.NamedUniTuple, name)(body)

    taught(
        "random",
        lambda draws, size=None: uniform(draws.words),
        lambda draws, size=None: many_between(draws.words, 0.0, 1.0, size),
    )
    taught(
        "uniform",
        lambda draws, low=0.0, high=1.0, size=None: between(draws.words, low, high),
        lambda draws, low=0.0, high=1.0, size=None: many_between(draws.words, low, high, size),
    )
    taught(
        "normal",
        lambda draws, loc=0.0, scale=1.0, size=None: around(draws.words, loc, scale),
        lambda draws, loc=0.0, scale=1.0, size=None: many_around(draws.words, loc, scale, size),
    )
    taught(
        "standard_normal",
        lambda draws, size=None: normal(draws.words),
        lambda draws, size=None: many_around(draws.words, 0.0, 1.0, size),
    )
