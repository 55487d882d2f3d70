"""Compiled loops draw NumPy's random numbers and leave the Generator in NumPy's state."""

from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fogel.engine.compiling import compiled, lent, make_type_key


def normals(rng, count):
    found = np.empty(count)
    for place in range(count):
        found[place] = rng.standard_normal()
    return found


def all_methods(rng, count, low, high, deviation):
    """What is drawn with each method, with and without a size, several times over."""
    found = np.empty((count, 4))
    for row in range(count):
        found[row, 0] = rng.random()
        found[row, 1] = rng.normal(low, deviation)
        found[row, 2] = rng.uniform(low, high)
        found[row, 3] = rng.standard_normal()
    return (
        found,
        rng.random((count, 2)),
        rng.normal(low, deviation, (2, count)),
        rng.uniform(low, high, count),
        rng.standard_normal(count),
    )


def twice(one, other):
    return one.random(), other.random(), one.normal(scale=2.0), one.uniform(high=3.0)


def with_integers(rng):
    return rng.integers(0, 1000), rng.random()


def fails_after(rng, count):
    for _ in range(count):
        rng.random()
    if count > 0:
        raise ValueError("enough")


def generators(seed, kind=np.random.PCG64):
    return [np.random.Generator(kind(seed)) for _ in range(2)]


def same_state(one, other):
    return one.bit_generator.state == other.bit_generator.state


def test_millions_of_normals():
    """Enough for each strip of the ziggurat, below the curve and above it, and some eight hundred
    from the tail.
    """
    ours, numpys = generators(1)
    found, expected = compiled(normals)(ours, 3_000_000), numpys.standard_normal(3_000_000)
    assert (found == expected).all() and same_state(ours, numpys)
    assert (np.abs(expected) > 3.6541528853610088).sum() > 700


@given(
    seed=st.integers(0, 2**64),
    count=st.integers(0, 60),
    low=st.floats(-10, 10),
    high=st.floats(-10, 10),
    deviation=st.floats(0, 10),
)
@example(seed=0, count=1, low=0.0, high=-0.0, deviation=0.0)
def test_every_method(seed, count, low, high, deviation):
    ours, numpys = generators(seed)
    # None is -0.0: from 0.0 to -0.0 NumPy uses no random numbers.
    low, high = sorted((low + 0.0, high + 0.0))
    # Half a number is left over.
    ours.integers(9, dtype=np.int32), numpys.integers(9, dtype=np.int32)
    found = compiled(all_methods)(ours, count, low, high, deviation)
    expected = all_methods(numpys, count, low, high, deviation)
    assert all((one == other).all() for one, other in zip(found, expected, strict=True))
    assert same_state(ours, numpys)
    assert ours.integers(9, dtype=np.int32) == numpys.integers(9, dtype=np.int32)


def test_one_generator_in_two_places():
    ours, numpys = generators(2)
    assert compiled(twice)(ours, ours) == twice(numpys, numpys) and same_state(ours, numpys)
    others = np.random.default_rng(3), np.random.default_rng(3)
    assert compiled(twice)(ours, others[0]) == twice(numpys, others[1])
    assert same_state(ours, numpys) and same_state(*others)


def test_whole_numbers_and_another_generator():
    ours, numpys = generators(4)
    assert compiled(with_integers)(ours) == with_integers(numpys) and same_state(ours, numpys)
    ours, numpys = generators(4, np.random.Philox)
    assert (compiled(normals)(ours, 1000) == numpys.standard_normal(1000)).all()
    assert ours.random() == numpys.random()


def test_an_error_loses_no_draw():
    ours, numpys = generators(5)
    with pytest.raises(ValueError, match="enough"):
        compiled(fails_after)(ours, 10)
    numpys.random(10)
    assert same_state(ours, numpys)


class Pair(NamedTuple):
    numbers: np.ndarray
    more: tuple


def test_what_is_lent_is_the_same():
    """Arrays of each order and type, and named tuples with their fields; a view may not be lost."""

    def total(values):
        values = lent(values)
        values.numbers[0] += 1.0
        factor, flags, columns, strided = values.more
        return (values.numbers.sum() + columns[1, 0] + strided[1]) * factor + flags[1]

    columns = np.asfortranarray(np.arange(4.0).reshape(2, 2))
    values = Pair(np.arange(3.0), (2, np.array([False, True]), columns, np.arange(5.0)[::2]))
    assert lent(values) is values
    assert compiled(total)(values) == 17.0 and values.numbers.tolist() == [1.0, 1.0, 2.0]


def test_a_kind_is_numbas_type():
    """Otherwise machine code could be handed what it was not compiled for."""
    numba = pytest.importorskip("numba")
    values = [1, 5, 2**63, True, 1.0, None, np.float32(1), np.uint8(1)]
    values += [(1, 2.0), Pair(1, (2,)), Pair(1.0, ())]
    grid, frozen = np.ones((2, 2)), np.ones(3)
    frozen.flags.writeable = False
    values += [grid, grid.T, grid[:, 0], frozen, np.ones(3, np.int8), np.ones(3, np.float32)]
    values.append("text")
    kinds = {}
    for value in values:
        kinds.setdefault(make_type_key(value), set()).add(numba.typeof(value))
    assert len(kinds) == len(values) - 1 and all(len(types) == 1 for types in kinds.values())
