"""Questions to a student's function or object, as data.

A script is what somebody would type who tries an object out: make one, set an attribute, call a
method, read what is there now. Steps are data and no code, so they can stand in examples.json and
go into a student's process.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import numpy as np

from fogel.checks.shapes import Refusal, Shape, make_shape
from fogel.core.types import Json

# Where a step leads: a name, and the way on from there.
PLACE = re.compile(r"[A-Za-z]\w*(\.[A-Za-z]\w*|\[\d+\])*")
DEEDS = ("make", "let", "put", "call", "read", "refuse")  # what a step may do
DONE = True  # the answer of a step that has none


# Inputs.


def as_json(value: Any) -> Any:
    """An input as JSON: arrays are lists, other lists are {"list": ...}, dictionaries stay."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, (list, tuple)):
        return {"list": [as_json(item) for item in value]}
    return value


def revive(value: Any) -> Any:
    """An input as a function gets it: a list is an array, {"rng": seed} a generator."""
    if isinstance(value, dict) and "rng" in value:
        return np.random.default_rng(value["rng"])
    if isinstance(value, dict) and "list" in value:
        return [revive(item) for item in value["list"]]
    return np.array(value) if isinstance(value, list) else value


# Answers.

LONGEST = 50_000  # entries of a list or an array, letters of a text
NUMBERS = {bool, int, float}  # most of what is asked for


def plain(value: Any) -> Any:
    """An answer as JSON, as both checks judge it: whatever has entries is a list, whatever is a
    number a number.

    Raises OverflowError if it is huge, TypeError or ValueError if it is nothing of the kind.
    """
    if type(value) in NUMBERS:
        return value
    if isinstance(value, np.ndarray):
        return (
            _short(value, value.size).tolist()
            if value.dtype.kind in "bif" and value.itemsize <= 8
            else _listed(value)
        )
    if isinstance(value, (np.bool_, np.integer)):
        return value.item()
    if isinstance(value, str):
        return str(_short(value, len(value)))
    if value is None or isinstance(value, int):
        return value
    if isinstance(value, Mapping):
        return {
            "dict": [[plain(key), plain(item)] for key, item in _short(value, len(value)).items()]
        }
    if isinstance(value, (set, frozenset)):
        return sorted(map(plain, _short(value, len(value))))
    return _listed(value) if hasattr(value, "__iter__") else float(value)  # a fraction, say


def _listed(values):
    if isinstance(values, np.ndarray) and values.ndim == 0:
        return plain(values[()])
    some = list(islice(values, LONGEST + 1))
    _short(some, len(some))
    return some if NUMBERS.issuperset(map(type, some)) else [plain(item) for item in some]


def _short(value, length):
    if length > LONGEST:
        raise OverflowError(length)
    return value


# Scripts.


@dataclass(frozen=True, kw_only=True)
class Step:
    """One line of a script; `make`, `let`, `put`, `call`, `read` and `refuse` write them. Inputs
    are kept as JSON.

    An answer is compared where there is a `shape` for it. Raises ValueError for a place that is
    none.
    """

    do: str
    place: str
    inputs: tuple = ()
    named: dict = field(default_factory=dict)
    keep: str = ""
    shape: Shape | None = None

    def __post_init__(self):
        if self.do not in DEEDS:
            raise ValueError(f"a step is one of {', '.join(DEEDS)}, not {self.do!r}")
        names = [self.place] if self.do in ("make", "let") else []
        for name in names + [self.keep] * bool(self.keep):
            if not name.isidentifier():
                raise ValueError(
                    f"a step gives a plain name to what it makes, such as neuron; not {name!r}"
                )
        if not PLACE.fullmatch(self.place):
            raise ValueError(
                f"a place is a name and what follows, as in neuron.weights[0], not {self.place!r}"
            )
        if self.do == "put" and self.place.isidentifier():
            raise ValueError(
                f"put sets an attribute or an entry, as in neuron.weights; {self.place!r} is"
                " neither"
            )

    @property
    def given(self) -> str:
        """The name that the step gives, "" if none."""
        return self.place if self.do in ("make", "let") else self.keep

    @property
    def used(self) -> list[str]:
        """The names that must have been given before."""
        root = [] if self.do in ("make", "let") else re.findall(r"^\w+", self.place)
        return root + [
            name for value in (*self.inputs, *self.named.values()) for name in _names_in(value)
        ]

    def order(self) -> Json:
        """The step as JSON for a process that mustn't know what a right answer looks like.

        A call that has to fail looks like any other, and no shape says which answers count.
        """
        about = self.as_dict()
        about.pop("shape", None)
        return about | {"do": "call" if self.do == "refuse" else self.do}

    def as_dict(self) -> Json:
        """The step as JSON; make_step reads it."""
        about: Json = {"do": self.do, "place": self.place}
        about |= {"inputs": list(self.inputs)} if self.inputs else {}
        about |= {key: getattr(self, key) for key in ("named", "keep") if getattr(self, key)}
        return about | ({"shape": self.shape.as_dict()} if self.shape else {})

    def line(self, thing: str) -> str:
        """The step as a line of Python; `thing` is the name of what the student has written."""
        values = [
            *map(format_code, self.inputs),
            *(f"{key}={format_code(value)}" for key, value in self.named.items()),
        ]
        if self.do in ("let", "put"):
            return f"{self.place} = {values[0]}"
        if self.do == "read":
            return self.place
        called = f"{thing if self.do == 'make' else self.place}({', '.join(values)})"
        return f"{self.given} = {called}" if self.given else called


def make(name: str, *inputs: Any, **named: Any) -> Step:
    """`name = Thing(...)`: an object of the student's class."""
    return _step("make", name, inputs, named)


def let(name: str, value: Any) -> Step:
    """`name = value`, such as {"rng": 3} for a generator; later inputs call it {"name": name}."""
    return _step("let", name, (value,))


def put(place: str, value: Any) -> Step:
    """`place = value`: an attribute of an object, or an entry of one, as PLACE allows."""
    return _step("put", place, (value,))


def call(
    place: str, *inputs: Any, keep: str = "", shape: Shape | None = None, **named: Any
) -> Step:
    """`place(...)`, a method: its answer has a shape, is kept under a name, or is ignored."""
    return _step("call", place, inputs, named, keep=keep, shape=shape)


def read(place: str, shape: Shape) -> Step:
    """`place`: what an attribute is now."""
    return Step(do="read", place=place, shape=shape)


def refuse(place: str, *inputs: Any, **named: Any) -> Step:
    """`place(...)`, a method or the class: its answer is the name of the error it must raise."""
    return _step("refuse", place, inputs, named, shape=Refusal())


def _step(do, place, inputs, named=None, **rest):
    named = {key: as_json(value) for key, value in (named or {}).items()}
    return Step(do=do, place=place, inputs=tuple(map(as_json, inputs)), named=named, **rest)


def make_step(about: Json) -> Step:
    """The Step that JSON stands for."""
    return Step(**about | {"shape": make_shape(about["shape"]) if "shape" in about else None})


def checked(script: Sequence[Step], thing: str) -> tuple[Step, ...]:
    """The script as a tuple; ValueError if a step uses a name that no earlier one has given."""
    known = {thing}
    for number, step in enumerate(script, start=1):
        for name in step.used:
            if name not in known:
                raise ValueError(
                    f"step {number} of a script, {step.line(thing)!r}, uses {name!r}, which is not"
                    " there"
                )
        known |= {step.given}
    return tuple(script)


class Stage:
    """The place where one script is played: it knows the things that the script's names stand for.

    `thing` is the student's class, or an object. An object is copied first, so that no script
    changes what the next one finds.
    """

    def __init__(self, name, thing, revive=revive):
        self.name, self.thing, self.revive, self.names = name, thing, revive, {}

    def play(self, step: Step) -> Any:
        """Take a step; return what a call or an attribute gave, and DONE for any other step.

        Errors of the student's code pass through; `refusal` says what they mean if a call has to
        fail.
        """
        if self.name not in self.names:
            self.names[self.name] = copy.deepcopy(self.thing)
        values = [self._value(value) for value in step.inputs]
        named = {key: self._value(value) for key, value in step.named.items()}
        if step.do == "make":
            self.names[step.place] = self.names[self.name](*values, **named)
        elif step.do == "let":
            self.names[step.place] = values[0]
        elif step.do == "put":
            self._put(step.place, values[0])
        elif step.do == "read":
            return self._at(step.place)
        else:
            returned = self._at(step.place)(*values, **named)
            if step.keep and returned is not None:
                self.names[step.keep] = returned
            return returned
        return DONE

    def _put(self, place, value):
        before, attribute, entry = re.fullmatch(r"(.*?)(?:\.(\w+)|\[(\d+)\])", place).groups()
        if attribute:
            setattr(self._at(before), attribute, value)
        else:
            self._at(before)[int(entry)] = value

    def _at(self, place):
        name, *way = re.findall(r"\w+|\[\d+\]", place)
        if name not in self.names:
            raise NameError(f"there is no {name}: the line that makes it has failed")
        thing = self.names[name]
        for piece in way:
            thing = thing[int(piece[1:-1])] if piece[0] == "[" else getattr(thing, piece)
        return thing

    def _value(self, value):
        if isinstance(value, dict) and "name" in value:
            return self._at(value["name"])
        if isinstance(value, dict) and "list" in value:
            return [self._value(item) for item in value["list"]]
        return self.revive(value)


def names_of_error(error: BaseException) -> list[str]:
    """The names of an error's class and of the classes that it inherits from."""
    return [one.__name__ for one in type(error).__mro__]


def refusal(names: Sequence[str]) -> str:
    """The answer of a call that has to fail: the name of its error, "" if there was none.

    `names` are those that `names_of_error` gives; a class that inherits from ValueError counts as
    ValueError.
    """
    return "ValueError" if "ValueError" in names else names[0] if names else ""


def _names_in(value):
    """The names that an input calls."""
    if isinstance(value, dict) and "list" in value:
        return [name for item in value["list"] for name in _names_in(item)]
    return [value["name"]] if isinstance(value, dict) and "name" in value else []


def format_code(value: Any) -> str:
    """An input, as JSON, as a reader would write it."""
    if isinstance(value, dict) and "list" in value:
        return f"[{', '.join(map(format_code, value['list']))}]"
    if isinstance(value, dict) and "rng" in value:
        return f"np.random.default_rng({value['rng']})"
    if isinstance(value, dict) and len(value) == 1 and {*value} <= {"name", "python"}:
        return next(iter(value.values()))
    text = f"np.array({value})" if isinstance(value, list) else repr(value)
    return text if isinstance(value, str) else re.sub(r"\b(nan|inf)\b", r"np.\1", text)
