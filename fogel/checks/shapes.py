"""The type that an answer must have, and what is wrong with one that doesn't.

Problem sets give their tasks shapes, and examples.json holds them as {"kind": "numbers", "count":
9}. The grader in classroom compares answers with these too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from numbers import Real
from typing import Any

import numpy as np

from fogel.checks.exercises import NOT_YET
from fogel.checks.mistakes import apart, same, shortened
from fogel.core.types import Json

SHAPES = {}  # by kind, as in examples.json


class Shape:
    """The form of an answer; each subclass is a kind. An unknown key raises ValueError, in Python
    and in JSON.

    `within` is how far numbers may be off, `count` how many there are, `least` and `most` their
    range, `board` which of the inputs is the board, and `empty` the mark of its open squares (0).
    """

    kind, within = "", 0.0
    board: int | None = None

    def __new__(cls, **given):
        """A shape, once its keys are known to be some that it has."""
        known = [field.name for field in fields(cls)]
        for key in given:
            if key not in known:
                has = f"has the keys {', '.join(known)}" if known else "has no keys"
                raise ValueError(f"a shape of the kind {cls.kind!r} {has}, not {key!r}")
        return super().__new__(cls)

    def __init_subclass__(cls):
        cls.kind = cls.__name__.lower()
        SHAPES[cls.kind] = cls

    def as_dict(self) -> Json:
        """The shape as it stands in examples.json: its kind, and what it says of itself."""
        said = {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]
        return {
            "kind": self.kind,
            **{key: value for key, value in said.items() if value != getattr(type(self), key)},
        }

    def in_class(self, variant: Any) -> Shape:
        """The same, with the mark of an open square in a class, where there is a board."""
        return self if self.board is None else replace(self, empty=variant.empty)  # type: ignore[type-var]

    def unbound(self, within: float) -> Shape:
        """The same without bounds and taken squares, to compare with an impossible answer."""
        free = {"board": None, "least": -np.inf, "most": np.inf, "within": within}
        freed = {field.name: free[field.name] for field in fields(self) if field.name in free}  # type: ignore[arg-type]
        return replace(self, **freed)  # type: ignore[type-var]

    def _complaint(self, answer, right, inputs):
        """What is wrong with an answer that is one, in words; None if nothing is."""
        raise NotImplementedError


def make_shape(about: Json) -> Any:
    """The Shape that {"kind": ..., ...} describes; ValueError for an unknown kind or key."""
    about = dict(about)
    kind = about.pop("kind", None)
    if kind not in SHAPES:
        raise ValueError(f"the kind of a shape must be one of {', '.join(SHAPES)}, not {kind!r}")
    return SHAPES[kind](**about)


def what_is_wrong(answer: Any, right: Any, shape: Any, inputs: Sequence[Any] = ()) -> str:
    """Say what is wrong with an answer, or ""; only its form is judged if `right` is None."""
    if answer is None or answer is ...:
        return NOT_YET
    return shape._complaint(answer, right, inputs) or ""


@dataclass(frozen=True, kw_only=True)
class Square(Shape):
    """A square, from 0 to 8; an open one if there is a board."""

    board: int | None = None
    empty: int | None = None

    def _complaint(self, answer, right, inputs):
        if not _is_whole(answer) or not 0 <= answer <= 8:
            return f"a square is a whole number from 0 to 8; you returned {said(answer)}"
        if self.board is not None and inputs[self.board][int(answer)] != (self.empty or 0):
            return f"square {int(answer)} is taken in this position; you returned {int(answer)}"
        return (
            None
            if right is None or answer == right
            else f"you returned {int(answer)}; it should be {right}"
        )


@dataclass(frozen=True, kw_only=True)
class Squares(Shape):
    """Squares in any order, each once."""

    board: int | None = None
    empty: int | None = None

    def _complaint(self, answer, right, inputs):
        values = _as_list(answer)
        if values is None or not all(_is_whole(value) and 0 <= value <= 8 for value in values):
            return (
                "a list of squares, whole numbers from 0 to 8, is asked for; you returned"
                f" {said(answer)}"
            )
        if len(set(map(int, values))) != len(values):
            return f"a square stands twice in {shortened(values)}"
        if right is None or {*map(int, values)} == {*right}:
            return None
        return (
            f"you returned {shortened(sorted(map(int, values)))}; it should be"
            f" {shortened(sorted(right))}"
        )


@dataclass(frozen=True, kw_only=True)
class Number(Shape):
    """A number."""

    within: float = 0.0
    least: float = -np.inf
    most: float = np.inf
    board: int | None = None
    empty: int | None = None

    def _complaint(self, answer, right, inputs):
        if not _is_number(answer):
            return f"a number is asked for; you returned {said(answer)}"
        if not self.least <= answer <= self.most:
            return (
                f"a number from {self.least} to {self.most} is asked for; you returned"
                f" {said(answer)}"
            )
        if right is None or same(answer, right, self.within):
            return None
        return "you returned {}; it should be {}".format(*apart(answer, right))


@dataclass(frozen=True, kw_only=True)
class Numbers(Shape):
    """An array of numbers: `count` of them, or as many as there should be."""

    count: object = None
    within: float = 0.0
    board: int | None = None
    empty: int | None = None

    def _complaint(self, answer, right, inputs):
        return _wrong_numbers(answer, right, self.count, self.within)


@dataclass(frozen=True, kw_only=True)
class Weights(Shape):
    """Two arrays, the hidden weights and the output weights."""

    within: float = 0.0

    def _complaint(self, answer, right, inputs):
        if not isinstance(answer, (tuple, list)) or len(answer) != 2:
            return "two arrays are asked for, the hidden weights and the output weights"
        rights = (None, None) if right is None else right
        for name, mine, its in zip(("hidden", "output"), answer, rights, strict=True):
            words = _wrong_numbers(mine, its, None, self.within)
            if words or np.ndim(mine) != 2:
                return f"{name} weights: {words or 'they must be rows of numbers'}"
        return None


@dataclass(frozen=True, kw_only=True)
class Mapping(Shape):
    """A dictionary."""

    board: int | None = None
    within: float = 0.0
    empty: int | None = None

    def _complaint(self, answer, right, inputs):
        if isinstance(answer, dict) and [*answer] == ["dict"] and isinstance(answer["dict"], list):
            answer = {
                key: value for key, value in answer["dict"] if not isinstance(key, list)
            }  # as it left its process
        if not isinstance(answer, dict):
            return f"a dictionary is asked for; you returned {said(answer)}"
        if right is None:
            return None
        right = {
            str(key): value for key, value in (right["dict"] if "dict" in right else right.items())
        }
        mine = {
            str(int(key)) if _is_whole(key) else str(key): value for key, value in answer.items()
        }
        if {*mine} != {*right}:
            return (
                f"the keys are {', '.join(sorted(mine)) or 'none'}; they should be"
                f" {', '.join(sorted(right))}"
            )
        for key in right:
            if not same(mine[key], right[key], self.within):
                numbers = _is_number(mine[key]) and _is_number(right[key])
                texts = (
                    apart(mine[key], right[key]) if numbers else (said(mine[key]), said(right[key]))
                )
                return "at {} stands {}; it should be {}".format(key, *texts)
        return None


@dataclass(frozen=True, kw_only=True)
class Text(Shape):
    """A text."""

    def _complaint(self, answer, right, inputs):
        if not isinstance(answer, str):
            return f"a text is asked for; you returned {said(answer)}"
        if right is None or answer.strip() == right:
            return None
        return f"you returned {answer.strip()[:80]!r}, not {right!r}"


@dataclass(frozen=True, kw_only=True)
class Flag(Shape):
    """True or False."""

    board: int | None = None
    empty: int | None = None

    def _complaint(self, answer, right, inputs):
        if not isinstance(answer, (bool, np.bool_)):
            return f"True or False is asked for; you returned {said(answer)}"
        return (
            None
            if right is None or answer == right
            else f"you returned {bool(answer)}; it should be {bool(right)}"
        )


@dataclass(frozen=True, kw_only=True)
class Refusal(Shape):
    """The name of the error that something raises, "" if it raises none."""

    def _complaint(self, answer, right, inputs):
        if right is None or answer == right:
            return None
        return (
            f"{right} should be raised, and"
            f" {answer if isinstance(answer, str) and answer else 'no error'} is"
        )


def _wrong_numbers(answer, right, count, within):
    if _are_equal_lists(answer, right):  # as nearly all are, and this is quickly said
        return None
    try:
        values = np.array(answer, dtype=float)
    except (TypeError, ValueError, OverflowError):
        return f"numbers are asked for; you returned {said(answer)[:200]}"
    expected = np.shape(right) if right is not None else count
    if expected is not None and values.shape != tuple(np.atleast_1d(expected)):
        words = " by ".join(map(str, np.atleast_1d(expected).tolist()))
        words = {"0": "an empty list is", "1": "a list of one number is"}.get(
            words, f"{words} numbers are"
        )
        mine = (
            "an empty list"
            if values.shape == (0,)
            else " by ".join(map(str, values.shape)) or "a single one"
        )
        return f"{words} asked for; you returned {mine}"
    if not np.isfinite(values).all():
        return "not all of the numbers are finite"
    if right is None:
        return None
    gaps = np.abs(values - np.array(right, dtype=float))
    if (gaps <= within).all():
        return None
    place = tuple(int(k) for k in np.argwhere(gaps > within)[0])
    where = ", ".join(map(str, place))
    texts = apart(values[place], np.array(right, dtype=float)[place])
    return "entry [{}] of what you returned is {}; it should be {}".format(where, *texts)


def _are_equal_lists(answer, right):
    try:
        return isinstance(answer, list) and isinstance(right, list) and answer == right
    except ValueError:  # there are arrays in them, which are compared number by number
        return False


def said(answer: Any) -> str:
    """An answer as a short text; one that is a text itself stands between quotation marks."""
    return repr(answer[:80]) if isinstance(answer, str) else shortened(answer)


def _is_number(value):
    """Whether it is a finite number of a size that a computation may have."""
    is_real = isinstance(value, (Real, np.number)) and not isinstance(value, (bool, np.bool_))
    return is_real and -1e300 < value < 1e300


def _is_whole(value):
    return _is_number(value) and value == int(value)


def _as_list(answer):
    if isinstance(answer, (list, tuple, set, frozenset, range)):
        return list(answer)
    return answer.tolist() if isinstance(answer, np.ndarray) and answer.ndim == 1 else None
