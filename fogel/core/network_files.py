"""One base for networks in files: plain JSON that says where each network came from."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from math import isfinite
from typing import Any, ClassVar, NamedTuple

from fogel.core.files import write_file
from fogel.core.results import load_file, read_json, versions
from fogel.core.settings import MOST_SEED, MOST_TRIAL, Choices, Settings
from fogel.core.types import FilePath, Json, Self

VERSION = 1
COUNTS = {"seed": MOST_SEED, "trial": MOST_TRIAL, "generation": 2**53}  # from 0 to these


class FileKind(NamedTuple):
    """A kind of file: its `format`, the file in words, and the function that loads it."""

    format: str
    words: str
    loader: str


# By the class of the settings of its networks.
KINDS = {
    "Settings": FileKind("fogel-champion", "a champion file", "fogel.load_champion"),
    "GameSettings": FileKind(
        "fogel-game-champion", "a champion file of any game", "fogel.load_champion"
    ),
    "LeagueSettings": FileKind(
        "fogel-league-agent", "a league agent file", "fogel.league.load_agent"
    ),
    "CheckersSettings": FileKind(
        "fogel-checkers-champion", "a checkers champion file", "fogel.checkers.load_champion"
    ),
}


class OriginField(NamedTuple):
    """A field of a network's origin: the JSON values that fit, also in words, and their meaning.

    An `optional` field is left out of a file where it is None.
    """

    fits: Callable[[Any], bool]
    words: str
    convert: Callable[[Any], Any] = lambda value: value
    optional: bool = False

    def read(self, name: str, value: Any) -> Any:
        """Return the field's value in a file; raise ValueError that names it if it doesn't fit."""
        if value is None:
            return None
        if not self.fits(value):
            raise ValueError(f"{name} must be {self.words}, or null, not {value!r}")
        return self.convert(value)


def origin_fields(
    number: str = "trial", place: str = "generation", measure: str = "payoff", **more: OriginField
) -> dict[str, OriginField]:
    """The fields of an origin in the order of a file: those of every kind, and `more` of one kind.

    A field that is added here is added to all kinds of files.
    """
    counts = {
        name: OriginField(partial(is_whole, most=most), f"a whole number from 0 to {most}", int)
        for name, most in zip(("seed", number, place), COUNTS.values(), strict=True)
    }
    values = OriginField(lambda value: isinstance(value, dict), "an object")
    finite = OriginField(_is_finite, "a finite number")
    return {"settings": values, **counts, measure: finite, "versions": values, **more}


def run_origin(settings: Any, **more: Any) -> Json:
    """Return the origin of a network that is made here by a run with these settings."""
    return {"settings": settings, "seed": settings.seed, "versions": versions(), **more}


class SavableNetwork:
    """A network that remembers where it came from, and can be kept in a file.

    Each field of its `origin` is an attribute: its `settings`, the `seed`, the number of its trial,
    the generation, its payoff there and the `versions` that made it; None where it is not known.
    A subclass whose `own` fields aren't weight matrices overrides `own_fields` and `build`.
    """

    choices: ClassVar[type[Choices]] = Settings  # unless a file of another game is read
    origin: ClassVar[dict[str, OriginField]]
    own: ClassVar[tuple[str, ...]] = ()  # the names of the fields that a file can't do without
    settings: Any
    seed: int | None
    versions: dict[str, str] | None

    def remember(self, origin: Json) -> None:
        """Set the fields of the origin; raise TypeError for any other."""
        if unknown := sorted({*origin} - {*self.origin}):
            raise TypeError(f"a {type(self).__name__} has no {unknown[0]}")
        vars(self).update(dict.fromkeys(self.origin) | origin)

    def own_fields(self) -> Json:
        """The network itself as plain JSON values."""
        return {name: getattr(self, name).tolist() for name in self.own}

    @classmethod
    def build(cls, data: Json, origin: Json) -> Self:
        """Return the network of a file's values and of the origin that was read from them."""
        for name in cls.own:
            check_rows(name, data[name])
        return cls(*(data[name] for name in cls.own), **origin)  # type: ignore[call-arg]

    def to_dict(self) -> Json:
        """The network and its origin as plain JSON values."""
        settings = self.settings
        origin = {
            name: getattr(self, name)
            for name, field in self.origin.items()
            if not field.optional or getattr(self, name) is not None
        }
        origin["settings"] = settings and settings.to_dict()
        form = find_kind(type(settings) if settings else self.choices).format
        return {"format": form, "version": VERSION, **self.own_fields(), **origin}

    def to_text(self) -> str:
        """The text of its file; raises ValueError that names a field that couldn't be read."""
        data = self.to_dict()
        self.from_dict(data, type(self.settings) if self.settings else None)
        return json.dumps(data, indent=1, allow_nan=False) + "\n"

    def save(self, path: FilePath) -> None:
        """Write the network as JSON, first to a temporary file; raise as `to_text` does."""
        write_file(path, self.to_text())

    @classmethod
    def load(cls, path: FilePath) -> Self:
        """Return the network in a file; raise ValueError with file and field, or OSError."""
        return load_file(path, cls.read)

    @classmethod
    def read(cls, text: str, choices: type[Choices] | None = None) -> Self:
        """Return the network in a JSON text; raise ValueError that names the field."""
        return cls.from_dict(read_json(text, "a network's file"), choices)

    @classmethod
    def from_dict(cls, data: Any, choices: type[Choices] | None = None) -> Self:
        """Return the network that JSON values describe; raise ValueError that names the field.

        A page reads every number as a double, so a number is checked here as the double that it is
        there: both accept the same files, and a whole number may be written as 3.0.
        """
        choices = choices or cls.choices
        kind = find_kind(choices)
        check_format(data, kind.format, VERSION, kind.words)
        for name in cls.own:
            if data.get(name) is None:
                raise ValueError(f"{name} is missing")
        origin = {name: field.read(name, data.get(name)) for name, field in cls.origin.items()}
        if origin["settings"] is not None:
            try:
                origin["settings"] = choices.from_dict(origin["settings"])
            except ValueError as problem:
                raise ValueError(f"settings: {problem}") from None
        elif choices is not cls.choices:
            raise ValueError("settings must be there: they say which game it is")
        check_finite(data)
        return cls.build(data, origin)


def find_kind(choices: type[Choices]) -> FileKind:
    """Return the kind of the files of networks that have such settings."""
    return next(KINDS[one.__name__] for one in choices.__mro__ if one.__name__ in KINDS)


def find_format(text: str) -> str | None:
    """Return the format that a JSON text names, None if it names none; raise ValueError."""
    data = read_json(text, "a network's file")
    return data.get("format") if isinstance(data, dict) else None


def check_format(data: Any, form: str, version: int, words: str) -> None:
    """Raise ValueError unless JSON values are an object of that format and version."""
    found = data.get("format") if isinstance(data, dict) else None
    if found != form:
        for kind in KINDS.values():
            if found == kind.format:
                raise ValueError(f"this is {kind.words} ({found}); load it with {kind.loader}")
        raise ValueError(f"format must be {form!r}, not {found!r}, so this is not {words}")
    if data.get("version") != version or data["version"] is True:  # true == 1 in Python
        raise ValueError(f"version must be {version}, not {data.get('version')!r}")


def check_finite(data: Json) -> None:
    """Raise ValueError that names a field with a number that no double can hold."""
    for name, value in data.items():
        if not all(map(_is_finite, _numbers_in(value))):
            raise ValueError(f"{name} must hold finite numbers alone")


def check_rows(name: str, rows: Any) -> None:
    """Raise ValueError unless `rows` are rows of numbers; neither "1" nor true is a number."""
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise ValueError(f"{name} must be rows of numbers")
    for row in rows:
        for value in row:
            if not _is_number(value):
                raise ValueError(f"{name} must be rows of numbers, and {value!r} is none")


def _is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_finite(value):
    """Return whether a value is a number that a double can hold, neither NaN nor too large."""
    try:
        return _is_number(value) and isfinite(value)
    except OverflowError:
        return False


def is_whole(value: Any, most: int) -> bool:
    """Return whether a JSON value is a whole number from 0 to `most`."""
    return _is_finite(value) and float(value).is_integer() and 0 <= float(value) <= most


def _numbers_in(value):
    """All numbers in JSON values, however deep."""
    left = [value]
    while left:
        value = left.pop()
        if isinstance(value, (dict, list)):
            left += value.values() if isinstance(value, dict) else value
        elif _is_number(value):
            yield value
