"""NumPy's random numbers, draw by draw, for those draws that the exercises make.

It says in Python what `fogel/web/package/random.js` says in JavaScript, and reads the same tables;
see there for the sources, and for the few normal numbers whose last bit is the C library's.
"""

import json
import math
from functools import cache
from pathlib import Path

from numpy import MISSING, array, asarray

HALF, WORD, STATE = (1 << 32) - 1, (1 << 64) - 1, (1 << 128) - 1
MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645
# The place where the normal curve's tail begins.
TAIL, INVERSE_TAIL = 3.6541528853610087963519472518, 0.27366123732975827203338247596


@cache
def _ziggurat():
    """The strips under the normal curve: widths `wi`, heights `fi`, and sure places `ki`."""
    return json.loads(Path(__file__).with_name("ziggurat.json").read_text())


def _halves(value):
    """A whole number as 32-bit words, the lowest first."""
    words = [value & HALF]
    while value := value >> 32:
        words.append(value & HALF)
    return words


def _folded(value):
    value &= HALF
    return value ^ (value >> 16)


def _seed_words(seed, spawn_key):
    """Four words of 64 bits, as SeedSequence makes them."""
    entropy = _halves(seed)
    if spawn_key:
        entropy += [0] * (4 - len(entropy))
    for key in spawn_key:
        entropy += _halves(key)
    entropy += [0] * (4 - len(entropy))
    constant = 0x43B0D7E5

    def hashed(value, factor=0x931E8875):
        nonlocal constant
        value ^= constant
        constant = constant * factor & HALF
        return _folded(value * constant)

    pool = [hashed(value) for value in entropy[:4]]
    for source in range(len(entropy)):
        for place in range(4):
            if source != place:
                other = hashed(pool[source] if source < 4 else entropy[source])
                pool[place] = _folded(0xCA01F9DD * pool[place] - 0x4973F715 * other)
    constant = 0x8B51F9DD
    words = [hashed(pool[place % 4], 0x58F38DED) for place in range(8)]
    return [words[2 * place] | words[2 * place + 1] << 32 for place in range(4)]


class SeedSequence:
    """What a generator begins with."""

    def __init__(self, entropy, spawn_key=()):
        self.entropy, self.spawn_key = entropy, spawn_key


class BitGenerator:
    """What a generator draws its bits from."""


class PCG64(BitGenerator):
    """128-bit numbers, step by step, of each of which 64 mixed bits are shown."""

    def __init__(self, seed_seq):
        high, low, step_high, step_low = _seed_words(seed_seq.entropy, seed_seq.spawn_key)
        self.seed_seq, self.waiting = seed_seq, None
        self.increment = ((step_high << 64 | step_low) << 1 | 1) & STATE
        self.number = (self.increment + (high << 64 | low)) & STATE
        self.next()

    @property
    def state(self):
        """All that the next draws depend on."""
        return {"state": {"state": self.number, "inc": self.increment}, "waiting": self.waiting}

    def next(self):
        """The next word."""
        self.number = (self.number * MULTIPLIER + self.increment) & STATE
        mixed, turn = (self.number >> 64) ^ (self.number & WORD), self.number >> 122
        return (mixed >> turn | mixed << (64 - turn)) & WORD

    def next_half(self):
        """Half of a word; the other half waits."""
        if self.waiting is not None:
            half, self.waiting = self.waiting, None
            return half
        word = self.next()
        self.waiting = word >> 32
        return word & HALF

    def fraction(self):
        """From 0 up to 1."""
        return (self.next() >> 11) * 2.0**-53

    def below(self, count):
        """A whole number from 0 up to `count`, by Lemire's method."""
        if count == 1:
            return 0
        while True:
            product = self.next_half() * count
            if product & HALF >= (2**32 - count) % count:
                return product >> 32

    def up_to(self, most):
        """A whole number from 0 to `most`, as orders are drawn: from the low bits of halves."""
        mask = (1 << most.bit_length()) - 1
        while (drawn := self.next_half() & mask) > most:
            pass
        return drawn

    def normal(self):
        """From the standard normal curve, by the ziggurat."""
        ki, wi, fi = (_ziggurat()[name] for name in ("ki", "wi", "fi"))
        while True:
            word = self.next()
            strip, size = word & 255, word >> 9 & 0xFFFFFFFFFFFFF
            x = (-size if word & 256 else size) * wi[strip]
            if size < ki[strip]:
                return x
            if strip == 0:
                return self.beyond(bool(size >> 8 & 1))
            if (fi[strip - 1] - fi[strip]) * self.fraction() + fi[strip] < math.exp(-0.5 * x * x):
                return x

    def beyond(self, is_negative):
        """From the tail of the curve."""
        while True:
            further = -INVERSE_TAIL * math.log1p(-self.fraction())
            other = -math.log1p(-self.fraction())
            if other + other > further * further:
                return -(TAIL + further) if is_negative else TAIL + further


class Generator:
    """Draws as NumPy's, one number or an array of a `size`."""

    def __init__(self, bit_generator):
        self.bit_generator = bit_generator

    def __getattr__(self, name):
        raise AttributeError(f"a generator's `{name}` {MISSING}")

    def random(self, size=None):
        """From 0 up to 1."""
        return _several(self.bit_generator.fraction, size)

    def uniform(self, low=0.0, high=1.0, size=None):
        """From `low` up to `high`."""
        return _several(lambda: low + (high - low) * self.bit_generator.fraction(), size)

    def normal(self, loc=0.0, scale=1.0, size=None):
        """Around `loc`, with the standard deviation `scale`."""
        return _several(lambda: loc + scale * self.bit_generator.normal(), size)

    def standard_normal(self, size=None):
        """Around 0, with the standard deviation 1."""
        return _several(self.bit_generator.normal, size)

    def integers(self, low, high=None, size=None):
        """Whole numbers from `low` up to `high`, or from 0 up to `low`."""
        low, high = (0, low) if high is None else (low, high)
        if high <= low:
            raise ValueError("low >= high")
        return _several(lambda: low + self.bit_generator.below(high - low), size)

    def choice(self, values, size=None):
        """Any of the numbers, or of those below one; the same may be drawn again."""
        values = range(values) if isinstance(values, int) else values
        return _several(lambda: values[self.bit_generator.below(len(values))], size)

    def permuted(self, values):
        """The numbers in another order."""
        values = asarray(values).tolist()
        self.shuffle(values)
        return array(values)

    def permutation(self, values):
        """The numbers, or those below one, in another order."""
        return self.permuted(range(values) if isinstance(values, int) else values)

    def shuffle(self, values):
        """Brings a list, or an array's numbers, into another order."""
        for last in range(len(values) - 1, 0, -1):
            other = self.bit_generator.up_to(last)
            values[last], values[other] = values[other], values[last]


def _several(draw, size):
    if size is None:
        return draw()
    count = math.prod(size) if isinstance(size, tuple) else size
    return array([draw() for _ in range(count)]).reshape(
        size if isinstance(size, tuple) else (size,)
    )


def default_rng(seed=None):
    """The generator that a seed, a SeedSequence or a generator stands for."""
    if isinstance(seed, Generator):
        return seed
    if seed is None:
        raise ValueError(f"a generator without a seed {MISSING}")
    return Generator(PCG64(seed if isinstance(seed, SeedSequence) else SeedSequence(int(seed))))
