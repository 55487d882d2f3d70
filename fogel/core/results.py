"""Files of results in JSON: read safely, checked by field, never replaced by another run's."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from math import isfinite
from pathlib import Path
from platform import machine, python_version, system
from typing import Any

from fogel.core.files import read_text, shortened
from fogel.core.settings import MOST_SEED, MOST_TRIAL
from fogel.core.types import FilePath, Json

LARGEST_FILE = 1_000_000  # bytes; a champion of 10 hidden nodes takes about 6,000
COUNTS = {"seed": MOST_SEED, "trial": MOST_TRIAL, "generation": 2**53}  # from 0 to these
LONG = 40  # characters of a value that is worth showing
OTHERWISE = "(choose another place, or start from scratch with --restart)"


def versions() -> dict[str, str]:
    """What makes a result: the versions, and the platform, such as `Linux x86_64`."""
    packages = {name: _version(name) for name in ("fogel", "numpy", "numba")}
    return {"python": python_version(), "platform": f"{system()} {machine()}", **packages}


@cache  # every champion asks, and each answer takes a file to read
def _version(name):
    try:
        return version(name)
    except PackageNotFoundError:  # run from a folder that was never installed
        return "unknown"


# Reading.


def load_file(path: FilePath, read: Callable[[str], Any]) -> Any:
    """What `read` makes of the text of a file; a ValueError that it raises names the file too."""
    try:
        return read(read_text(path, LARGEST_FILE))
    except ValueError as problem:
        raise ValueError(f"{path}: {shortened(str(problem))}") from None


def read_json(text: str, kind: str) -> Any:
    """Return the values in a JSON text of at most a million bytes, or raise ValueError."""
    if len(text.encode("utf-8", "surrogatepass")) > LARGEST_FILE:
        raise ValueError(f"{kind} has at most {LARGEST_FILE:,} bytes")
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise ValueError(f"not JSON ({problem})") from None


def check_format(data: Any, form: str, version: int, kind: str) -> None:
    """Raises ValueError unless JSON values are an object of that format and version."""
    if not isinstance(data, dict) or data.get("format") != form:
        raise ValueError(f"format must be {form!r}, so this is not {kind}")
    if data.get("version") != version or data["version"] is True:  # true == 1 in Python
        raise ValueError(f"version must be {version}, not {data.get('version')!r}")


def checked_origin(
    data: Json, counts: Mapping[str, int], payoff: str, settings_from: Callable[[Any], Any]
) -> Json:
    """Return where a network comes from: counts, a payoff, settings, versions; None is allowed.

    `counts`: {name: most}. `settings_from` makes settings of a dict. Raises ValueError that names
    the field.
    """
    origin: Json = {name: data.get(name) for name in ("settings", *counts, payoff, "versions")}
    for name, most in counts.items():
        if (count := origin[name]) is not None:
            if not is_whole(count, most):
                range_ = f"a whole number from 0 to {most}, or null"
                raise ValueError(f"{name} must be {range_}, not {count!r}")
            origin[name] = int(count)
    if origin[payoff] is not None and not _is_finite(origin[payoff]):
        raise ValueError(f"{payoff} must be a finite number, or null, not {origin[payoff]!r}")
    for name in ("settings", "versions"):
        if origin[name] is not None and not isinstance(origin[name], dict):
            raise ValueError(f"{name} must be an object, or null, not {origin[name]!r}")
    if origin["settings"] is not None:
        try:
            origin["settings"] = settings_from(origin["settings"])
        except ValueError as problem:
            raise ValueError(f"settings: {problem}") from None
    return origin


def check_finite(data: Json) -> None:
    """Raise ValueError that names a field with a number that no double can hold."""
    for name, value in data.items():
        if not all(map(_is_finite, _numbers_in(value))):
            raise ValueError(f"{name} must hold finite numbers alone")


def check_rows(name: str, rows: Any) -> None:
    """JSON's own traps: strings that look like numbers, true for 1."""
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


# Writing where another result may be.


class SavedError(ValueError):
    """An error, of one line, about a place that holds another job's work or a job at work."""


def check_result(path: Path, read: Callable[[Path], Json], made: Json) -> None:
    """Raise SavedError if a file holds the result of other or of unknown settings.

    `made`: the settings of the result that will take its place, as plain values; `read(path)`
    returns those of the result that is there. Where there is no file, nothing can be lost.
    """
    try:
        there, made = (json.loads(json.dumps(values)) for values in (read(path), made))
    except FileNotFoundError:
        return
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise SavedError(f"{path} exists, but does not say which run made it {OTHERWISE}") from None
    if there != made:
        raise SavedError(f"{path} belongs to another run: {difference(there, made)} {OTHERWISE}")


def difference(there: Json, here: Json) -> str:
    """In words, the first thing in which two jobs differ."""
    one, other = flat(there), flat(here)
    for name in {**other, **one}:
        if one.get(name) != other.get(name):
            leaf = name.rpartition(".")[2]
            values = [json.dumps(found.get(name)) for found in (one, other)]
            if name == "program.files":
                return "computed by another version of the program"
            if max(map(len, values)) > LONG:
                return f"{leaf} has another value there"
            return f"{leaf} is {values[0]} there, not {values[1]}"
    return "the same"


def flat(values: Json, before: str = "") -> Json:
    """Return nested dicts as one, with dotted names."""
    found = {}
    for name, value in values.items():
        key = before + name
        found |= flat(value, f"{key}.") if isinstance(value, dict) else {key: value}
    return found
