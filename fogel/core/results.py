"""Files of results in JSON: read safely, checked by field, never replaced by another run's."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from platform import machine, python_version, system
from typing import Any

from fogel.core.files import read_text, shortened
from fogel.core.types import FilePath, Json

LARGEST_FILE = 1_000_000  # bytes; a champion of 10 hidden nodes takes about 6,000
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


def load_file(
    path: FilePath, read: Callable[..., Any], *more: Any, most: int = LARGEST_FILE
) -> Any:
    """What `read` makes of the text of a file; a ValueError that it raises names the file too."""
    try:
        return read(read_text(path, most), *more)
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
