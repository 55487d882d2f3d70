"""A small stand-in for NumPy, in plain Python: the arrays that the exercises of a web page need,
and no more.

The Python of a web page (Pyodide's core) comes without NumPy. An array here is a flat list with a
shape; a number of an array is Python's own. What there is answers as NumPy does, which a test
compares, but for the last bits of a product of matrices or of sums along columns. What there is not
says so.
"""

# Long: it stands for one module of NumPy, and its arrays and functions need each other.

import math
import operator
from builtins import abs as _abs
from builtins import all as _all
from builtins import any as _any
from builtins import max as _max
from builtins import min as _min
from builtins import round as _round
from builtins import sum as _sum
from contextlib import contextmanager
from itertools import chain, product, repeat

MISSING = (
    "is not there on this page, whose NumPy is a small stand-in; `make lab` opens the chapter with"
    " all of NumPy"
)
inf, nan, pi, e, newaxis = math.inf, math.nan, math.pi, math.e, None


def __getattr__(name):
    raise AttributeError(f"np.{name} {MISSING}")


# Kinds of numbers: names of what an array holds, and what a number may be asked for; `np.int8(3)`
# is Python's 3.


class generic:
    """What all numbers of arrays are in NumPy; none is here."""

    _python = None

    def __new__(cls, value=0):
        """Python's own number."""
        return cls._python(value)


number = type("number", (generic,), {})
integer = type("integer", (number,), {"_python": int})
floating = type("floating", (number,), {"_python": float})
bool_ = type("bool_", (generic,), {"_python": bool})
int8, int64, uint64 = (type(name, (integer,), {}) for name in ("int8", "int64", "uint64"))
float64 = type("float64", (floating,), {})
# What an array's numbers are, by what a number is in Python.
_KINDS = {bool: bool_, int: int64, float: float64}


def _python_kind(dtype):
    """bool, int or float, by a dtype in any of its spellings."""
    for kind, base in ((bool, bool_), (int, integer), (float, floating)):
        if dtype is kind or (isinstance(dtype, type) and issubclass(dtype, base)):
            return kind
    raise TypeError(f"an array of {dtype!r} {MISSING}")


# Arrays.


class _Flags:
    writeable = True


class ndarray:
    """Numbers in a flat list `data`, all bool, int or float, and a `shape`."""

    def __init__(self, data, shape, kind):
        self.data, self.shape, self.kind, self.flags = data, shape, kind, _Flags()

    def __getattr__(self, name):
        raise AttributeError(f"an array's `{name}` {MISSING}")

    dtype = property(lambda self: _KINDS[self.kind])
    ndim = property(lambda self: len(self.shape))
    size = property(lambda self: len(self.data))

    def __len__(self):
        if not self.shape:
            raise TypeError("len() of unsized object")
        return self.shape[0]

    def __iter__(self):
        if not self.shape:
            raise TypeError("iteration over a 0-d array")
        return iter(self.data) if self.ndim == 1 else (self[row] for row in range(len(self)))

    def __bool__(self):
        return bool(self._only("truth value"))

    def __float__(self):
        return float(self._only("number"))

    def __int__(self):
        return int(self._only("number"))

    def __index__(self):
        return operator.index(self._only("number"))

    def _only(self, what):
        if self.size != 1:
            raise ValueError(
                f"The {what} of an array with more than one element is ambiguous. Use a.any() or"
                " a.all()"
            )
        return self.data[0]

    def item(self):
        """The one number that is in it."""
        return self._only("number")

    def tolist(self):
        """Its numbers in lists of lists."""
        return _nested(self.data, self.shape)

    def copy(self):
        """An array of the same numbers."""
        return ndarray([*self.data], self.shape, self.kind)

    __copy__ = copy

    def __deepcopy__(self, memo):
        return self.copy()

    def astype(self, dtype):
        """Its numbers as others."""
        kind = _python_kind(dtype)
        return ndarray([*map(kind, self.data)], self.shape, kind)

    def reshape(self, *shape):
        """Its numbers in another shape, in which one length may be -1."""
        shape = shape[0] if isinstance(shape[0], tuple) else shape
        known = math.prod(length for length in shape if length != -1)
        shape = tuple(self.size // known if length == -1 else length for length in shape)
        if math.prod(shape) != self.size:
            raise ValueError(f"cannot reshape array of size {self.size} into shape {shape}")
        return ndarray(self.data, shape, self.kind)

    def ravel(self):
        """Its numbers in one row."""
        return self.reshape(-1)

    flatten = ravel
    flat = property(ravel)

    @property
    def T(self):
        """Rows and columns exchanged."""
        if self.ndim < 2:
            return self
        rows, columns = self.shape
        return ndarray(
            [self.data[i * columns + k] for k in range(columns) for i in range(rows)],
            (columns, rows),
            self.kind,
        )

    # Places.

    def _places(self, key):
        """(flat places that a key names, their shape)."""
        if type(key) is int:  # a row
            key = (key,)
        if type(key) is tuple and {*map(type, key)} == {int} and len(key) <= self.ndim:
            first, length = 0, self.size
            for place, of in zip(key, self.shape, strict=False):
                length //= of
                first += length * _checked(place, of)
            return range(first, first + length), self.shape[len(key) :]
        if isinstance(key, (list, ndarray)) and (mask := asarray(key)).kind is bool:
            if mask.shape != self.shape[: mask.ndim]:
                raise IndexError(
                    f"boolean index of shape {mask.shape} for an array of shape {self.shape}"
                )
            below = math.prod(self.shape[mask.ndim :])
            chosen = [place for place, is_chosen in enumerate(mask.data) if is_chosen]
            places = [place * below + offset for place in chosen for offset in range(below)]
            return places, (len(chosen), *self.shape[mask.ndim :])
        keys = key if isinstance(key, tuple) else (key,)
        if Ellipsis in [one for one in keys if not isinstance(one, ndarray)]:
            place = [one is Ellipsis for one in keys].index(True)
            real = _sum(one is not None for one in keys) - 1
            keys = (*keys[:place], *[slice(None)] * (self.ndim - real), *keys[place + 1 :])
        keys = (*keys, *[slice(None)] * (self.ndim - _sum(one is not None for one in keys)))
        if len([one for one in keys if one is not None]) > self.ndim:
            raise IndexError(
                f"too many indices: array is {self.ndim}-dimensional, but {len(keys)} were indexed"
            )
        return self._crossed(keys)

    def _crossed(self, keys):
        """(flat places that one key for each axis, or None, names together, their shape)."""
        chosen = [asarray(one) for one in keys if isinstance(one, (list, ndarray))]
        chosen = [flatnonzero(one) if one.kind is bool else one for one in chosen]
        together = _broadcast([one.shape for one in chosen]) if chosen else ()
        picked = iter([_spread(one, together) for one in chosen])
        axes, lengths, axis = [], [], 0  # of each axis of the result: what it adds to a place
        points = None
        for one in keys:
            if one is None:
                axes.append([0])
                lengths.append((1,))
                continue
            length, stride = self.shape[axis], math.prod(self.shape[axis + 1 :])
            axis += 1
            if isinstance(one, slice):
                axes.append([stride * place for place in range(*one.indices(length))])
                lengths.append((len(axes[-1]),))
            elif isinstance(one, (list, ndarray)):
                steps = [stride * _checked(place, length) for place in next(picked)]
                if points is None:
                    points = len(axes)
                    axes.append(steps)
                    lengths.append(together)
                else:
                    axes[points] = [*map(operator.add, axes[points], steps)]
            else:
                axes.append([stride * _checked(operator.index(one), length)])
                lengths.append(())
        places = [0]
        for steps in axes:
            places = [place + step for place in places for step in steps]
        return places, tuple(length for part in lengths for length in part)

    def __getitem__(self, key):
        shape = self.shape
        if type(key) is int and len(shape) == 1:  # most keys are this, or a row and a column
            return self.data[_checked(key, shape[0])]
        if (
            type(key) is tuple
            and len(key) == len(shape) == 2
            and type(key[0]) is type(key[1]) is int
        ):
            return self.data[_checked(key[0], shape[0]) * shape[1] + _checked(key[1], shape[1])]
        places, shape = self._places(key)
        found = [self.data[place] for place in places]
        return (
            ndarray(found, shape, self.kind)
            if shape or isinstance(key, (list, ndarray))
            else found[0]
        )

    def __setitem__(self, key, value):
        if not self.flags.writeable:
            raise ValueError("assignment destination is read-only")
        places, shape = self._places(key)
        for place, one in zip(places, _spread(asarray(value), shape), strict=True):
            self.data[place] = self.kind(one)

    # Sums and other reductions, over all or along an axis.

    def _along(self, axis, reduce, keepdims=False):
        if axis is None:
            return reduce(self.data)
        axis = _checked(axis, self.ndim)
        before, length = math.prod(self.shape[:axis]), self.shape[axis]
        after = math.prod(self.shape[axis + 1 :])
        data = [
            reduce([self.data[(i * length + k) * after + j] for k in range(length)])
            for i, j in product(range(before), range(after))
        ]
        shape = (*self.shape[:axis], *[1] * keepdims, *self.shape[axis + 1 :])
        return asarray(data).reshape(shape) if shape else data[0]

    def sort(self):
        """Brings its numbers into ascending order, in place."""
        self[...] = sort(self)

    def argsort(self, kind=None):
        """Places in ascending order; equal ones keep theirs."""
        return asarray(sorted(range(self.size), key=self.data.__getitem__))

    def __matmul__(self, other):
        other = asarray(other)
        rows = self if self.ndim == 2 else self.reshape(1, -1)
        columns = other.T if other.ndim == 2 else other.reshape(1, -1)
        if rows.shape[1] != columns.shape[1]:
            raise ValueError(f"matmul: shapes {self.shape} and {other.shape} don't fit")
        right = columns.tolist()
        data = [total for row in rows.tolist() for total in map(_product, repeat(row), right)]
        shape = self.shape[:-1] + other.shape[1:]
        return asarray(data).reshape(shape) if shape else data[0]

    def __rmatmul__(self, other):
        return asarray(other) @ self

    def __contains__(self, value):
        return value in self.data

    def __repr__(self):
        return f"array({_text(self, ', ')})"

    def __str__(self):
        return _text(self, " ")

    __hash__ = None


def _product(row, column):
    return _sum(map(operator.mul, row, column))


if hasattr(math, "sumprod"):  # from Python 3.12 on, and quicker
    _product = math.sumprod


def _checked(place, length):
    if not -length <= place < length:
        raise IndexError(f"index {place} is out of bounds for axis 0 with size {length}")
    return place % length


def _nested(data, shape):
    if not shape:
        return data[0]
    if len(shape) == 1:
        return [*data]
    below = math.prod(shape[1:])
    return [_nested(data[row * below : (row + 1) * below], shape[1:]) for row in range(shape[0])]


def _added(values):
    """Add a row as NumPy does: 8 numbers or more in eight partial sums, over 128 in two halves."""
    if not values or not isinstance(values[0], float):
        return _sum(values)
    if len(values) < 8:
        return _in_turn(values)
    if len(values) > 128:
        half = len(values) // 2
        half -= half % 8
        return _added(values[:half]) + _added(values[half:])
    whole = len(values) - len(values) % 8
    r = [_in_turn(values[first:whole:8]) for first in range(8)]
    total = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]))
    for value in values[whole:]:
        total += value
    return total


def _in_turn(values):
    total = 0.0  # `sum` would mend what is lost of floats, which NumPy does not
    for value in values:
        total += value
    return total


def _deviation(values):
    mean = _added(values) / len(values)
    return math.sqrt(_added([(value - mean) ** 2 for value in values]) / len(values))


# Operators.


def _broadcast(shapes):
    """The shape that several have in common, as NumPy finds it."""
    ndim = _max(map(len, shapes))
    padded = [(1,) * (ndim - len(shape)) + shape for shape in shapes]
    found = tuple(_max(lengths) if 0 not in lengths else 0 for lengths in zip(*padded, strict=True))
    if _any(
        length not in (1, wanted)
        for shape in padded
        for length, wanted in zip(shape, found, strict=True)
    ):
        raise ValueError(
            f"operands could not be broadcast together with shapes {' '.join(map(str, shapes))}"
        )
    return found


def _spread(array, shape):
    """The flat list of an array's numbers in a shape that is broadcast."""
    if array.shape == shape:
        return array.data
    if _broadcast([array.shape, shape]) != shape:
        raise ValueError(
            f"could not broadcast input array from shape {array.shape} into shape {shape}"
        )
    data, below = array.data, 1
    own = (1,) * (len(shape) - array.ndim) + array.shape
    for axis in range(len(shape) - 1, -1, -1):
        if own[axis] != shape[axis]:  # 1: each block below is there as often as this axis is long
            blocks = (data[first : first + below] for first in range(0, len(data), below))
            data = [*chain.from_iterable(block * shape[axis] for block in blocks)]
        below *= shape[axis]
    return data


def _elementwise(function, *values):
    """A function of numbers for arrays, which are broadcast; a number if all are."""
    if {*map(type, values)} <= _KINDS.keys():
        return function(*values)
    # A number is everywhere.
    parts = [repeat(value) if type(value) in _KINDS else asarray(value) for value in values]
    shape = _broadcast([part.shape for part in parts if isinstance(part, ndarray)])
    data = [
        *map(
            function,
            *(_spread(part, shape) if isinstance(part, ndarray) else part for part in parts),
        )
    ]
    return ndarray(data, shape, _kind_of(data)) if shape else data[0]


def _kind_of(data):
    kinds = {*map(type, data)}
    for kind in reversed(_KINDS):
        if kind in kinds:
            if kinds != {kind}:
                data[:] = map(kind, data)
            return kind
    if not kinds:
        return float
    raise TypeError(f"an array of {', '.join(kind.__name__ for kind in kinds)} {MISSING}")


def _divide(a, b):
    if b:
        return a / b
    return nan if a == 0 or a != a else math.copysign(inf, a) * math.copysign(1.0, b)


_ARITHMETIC = ("add", "sub", "mul", "floordiv", "mod", "pow", "and", "or", "xor")
_BOTH = {name: getattr(operator, f"__{name}__") for name in _ARITHMETIC} | {"truediv": _divide}
_COMPARED = {name: getattr(operator, name) for name in ("eq", "ne", "lt", "le", "gt", "ge")}


def _give(name, function):
    setattr(ndarray, f"__{name}__", lambda self, other: _elementwise(function, self, other))
    if name in _BOTH:
        setattr(ndarray, f"__r{name}__", lambda self, other: _elementwise(function, other, self))
        setattr(
            ndarray,
            f"__i{name}__",
            lambda self, other: _in_place(self, _elementwise(function, self, other)),
        )


def _in_place(array, result):
    array[...] = result
    return array


for _name, _function in (_BOTH | _COMPARED).items():
    _give(_name, _function)
ndarray.__neg__ = lambda self: _elementwise(operator.neg, self)
ndarray.__abs__ = lambda self: _elementwise(_abs, self)
ndarray.__invert__ = lambda self: _elementwise(
    operator.not_ if self.kind is bool else operator.invert, self
)


# Functions.


def array(values, dtype=None, copy=True):
    """An array of a number, of numbers in lists of lists, or of another array."""
    if isinstance(values, ndarray):
        found = values.copy()
    else:
        data, shape = _flat(values)
        found = ndarray(data, shape, _kind_of(data))
    return found if dtype is None else found.astype(dtype)


def _flat(values):
    """(numbers of lists of lists in one list, their shape)."""
    if isinstance(values, ndarray):
        return [*values.data], values.shape
    if not isinstance(values, (list, tuple, range)):
        return [values], ()
    if {*map(type, values)} <= _KINDS.keys():
        return [*values], (len(values),)
    parts = [*map(_flat, values)]
    if len({shape for _, shape in parts}) > 1:
        raise ValueError("setting an array element with a sequence: the lists have several lengths")
    return [one for data, _ in parts for one in data], (len(parts), *parts[0][1])


def asarray(values, dtype=None):
    """The array that it is, or `array` of it."""
    is_ready = isinstance(values, ndarray) and (dtype is None or values.kind is _python_kind(dtype))
    return values if is_ready else array(values, dtype)


def atleast_1d(values):
    """An array with one dimension or more."""
    values = asarray(values)
    return values if values.ndim else values.reshape(1)


def full(shape, value, dtype=None):
    """An array of one number."""
    shape = shape if isinstance(shape, tuple) else (shape,)
    return array([value] * math.prod(shape), dtype).reshape(shape)


def zeros(shape, dtype=float):
    """An array of zeros."""
    return full(shape, 0, dtype)


def ones(shape, dtype=float):
    """An array of ones."""
    return full(shape, 1, dtype)


empty = zeros


def eye(size):
    """Ones where row and column are the same, and zeros elsewhere."""
    return array([[float(row == column) for column in range(size)] for row in range(size)])


def arange(*limits):
    """Numbers as `range` has them, also by steps of a fraction."""
    start, stop, step = (0, limits[0], 1) if len(limits) == 1 else (*limits, 1)[:3]
    return array(
        [start + place * step for place in range(_max(0, math.ceil((stop - start) / step)))]
    )


def linspace(start, stop, num=50):
    """Numbers at equal distances, both ends included."""
    step = (stop - start) / (num - 1)
    return array([*(place * step + start for place in range(num - 1)), float(stop)])


def concatenate(arrays, axis=0):
    """Arrays one after another, along an axis."""
    arrays = [*map(asarray, arrays)]
    if axis:
        return concatenate([one.T for one in arrays]).T
    return array([row for one in arrays for row in one.tolist()])


def stack(arrays):
    """Arrays as the rows of one."""
    return array([asarray(one) for one in arrays])


vstack = stack


def hstack(arrays):
    """Arrays beside each other."""
    arrays = [*map(asarray, arrays)]
    return concatenate(arrays, axis=0 if arrays[0].ndim == 1 else 1)


def trace(values):
    """The sum of the diagonal from the top left."""
    return sum([row[place] for place, row in enumerate(asarray(values).tolist())])


def delete(values, places, axis=None):
    """An array without some of its numbers, rows or columns."""
    values = asarray(values)
    values = values.ravel() if axis is None else values
    length = values.shape[axis or 0]
    gone = {_checked(int(place), length) for place in atleast_1d(places).data}
    kept = [place for place in range(length) if place not in gone]
    return values[:, kept] if axis == 1 else values[kept]


def where(condition, yes, no):
    """For each place one of two numbers."""
    return _elementwise(lambda a, b, c: b if a else c, condition, yes, no)


def flatnonzero(values):
    """The places at which something is."""
    return array([place for place, one in enumerate(asarray(values).data) if one], int)


def transpose(values):
    """Rows and columns exchanged."""
    return asarray(values).T


def rot90(values, turns=1):
    """Rows and columns by quarter turns, against the clock."""
    for _ in range(turns % 4):
        values = values.T[::-1]
    return values


def sort(values):
    """The numbers in ascending order."""
    values = asarray(values)
    return array(sorted(values.data)).reshape(values.shape)


def cumsum(values):
    """The running sums."""
    values, total, sums = asarray(values), 0, []
    for value in values.data:
        total += value
        sums.append(total)
    return array(sums)


def median(values):
    """The number in the middle, or the mean of the two that are."""
    ordered = sorted(asarray(values).data)
    return float(ordered[len(ordered) // 2] + ordered[(len(ordered) - 1) // 2]) / 2


def unique(values):
    """Each number once, in ascending order."""
    return array(sorted({*asarray(values).data}))


def shape(values):
    """The lengths along the dimensions."""
    return asarray(values).shape


def ndim(values):
    """How many dimensions there are."""
    return len(shape(values))


def ptp(values, axis=None):
    """The largest less the smallest."""
    return max(values, axis) - min(values, axis)


def array_equal(a, b):
    """Whether two arrays have one shape and the same numbers."""
    a, b = asarray(a), asarray(b)
    return a.shape == b.shape and a.data == b.data


def isclose(a, b, rtol=1e-5, atol=1e-8):
    """Whether numbers are near those of `b`."""
    return _elementwise(
        lambda one, other: one == other or _abs(one - other) <= atol + rtol * _abs(other), a, b
    )


def allclose(a, b, rtol=1e-5, atol=1e-8):
    """Whether all numbers are near those of `b`."""
    return all(isclose(a, b, rtol, atol))


def _reduction(name, reduce, words):
    """Make a method of arrays, and return the function that is the same."""

    def method(self, axis=None, keepdims=False):
        return self._along(axis, reduce, keepdims)

    def function(values, axis=None, keepdims=False):
        return method(asarray(values), axis, keepdims)

    for one in (method, function):
        one.__name__, one.__doc__ = name, words
    setattr(ndarray, name, method)
    return function


sum = _reduction("sum", _added, "The sum.")
mean = _reduction("mean", lambda values: _added(values) / len(values), "The mean.")
max = _reduction("max", _max, "The largest.")
min = _reduction("min", _min, "The smallest.")
all = _reduction("all", _all, "Whether all are true.")
any = _reduction("any", _any, "Whether any is true.")
prod = _reduction("prod", math.prod, "The product.")
std = _reduction("std", _deviation, "The standard deviation.")
argmax = _reduction("argmax", lambda values: values.index(_max(values)), "The first largest.")
argmin = _reduction("argmin", lambda values: values.index(_min(values)), "The first smallest.")


def argsort(values, axis=None, kind=None):
    """Places in ascending order; equal ones keep theirs."""
    return asarray(values).argsort()


def _of_each(name, function):
    def each(*values):
        return _elementwise(function, *values)

    each.__name__, each.__doc__ = name, f"`{name}` of each number."
    return each


def _sign(value):
    return type(value)((value > 0) - (value < 0))


def _exp(value):
    return math.exp(value) if value < 709.78 else inf


equal = _of_each("equal", operator.eq)
not_equal = _of_each("not_equal", operator.ne)
subtract = _of_each("subtract", operator.sub)
abs = absolute = _of_each("abs", _abs)
sign = _of_each("sign", _sign)
exp = _of_each("exp", _exp)
log = _of_each("log", math.log)
sqrt = _of_each("sqrt", math.sqrt)
tanh = _of_each("tanh", math.tanh)
floor = _of_each("floor", lambda value: float(math.floor(value)))
ceil = _of_each("ceil", lambda value: float(math.ceil(value)))
isnan = _of_each("isnan", math.isnan)
isfinite = _of_each("isfinite", math.isfinite)
maximum = _of_each("maximum", _max)
minimum = _of_each("minimum", _min)


def round(values, decimals=0):
    """Numbers with so many decimals."""
    return _elementwise(lambda value: type(value)(_round(value, decimals)), values)


def clip(values, least, most):
    """Numbers no smaller than the least, and no larger than the most."""
    return minimum(maximum(values, least), most)


# As text.

_printing = {"precision": 8}


@contextmanager
def printoptions(precision=8, **others):
    """How many digits are shown for a time."""
    before = dict(_printing)
    _printing.update(precision=precision)
    try:
        yield
    finally:
        _printing.update(before)


def _text(array, between):
    texts = [*map(str, array.data)]
    if array.kind is float:
        texts = _aligned(
            [f"{value:.{_printing['precision']}f}".rstrip("0") for value in array.data]
        )
    width = _max(map(len, texts), default=0)
    return _in_brackets(_nested([text.rjust(width) for text in texts], array.shape), between)


def _aligned(texts):
    """Numbers with as many digits behind the point as the longest has."""
    behind = _max((len(text) - text.index(".") - 1 for text in texts if "." in text), default=0)
    return [
        text + " " * (behind - (len(text) - text.index(".") - 1)) if "." in text else text
        for text in texts
    ]


def _in_brackets(texts, between, depth=0):
    if isinstance(texts, str):
        return texts
    inner = [_in_brackets(one, between, depth + 1) for one in texts]
    apart = (
        between
        if not texts or isinstance(texts[0], str)
        else f"{between.rstrip()}\n{' ' * (depth + 1)}"
    )
    return f"[{apart.join(inner)}]"


from numpy import random as random  # noqa: E402 - it needs what stands above
