"""Networks in files: plain JSON that says where each network came from."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from math import isfinite
from pathlib import Path
from platform import machine, python_version, system
from typing import Any

from fogel.core.files import read_text, shortened, write_file
from fogel.core.settings import DEFAULT_FIELDS, DEFAULT_SETTINGS, MOST_TRIAL, Settings, count_squares
from fogel.core.types import FilePath, Json
from fogel.network import Network

FORMATS: dict[type[Settings], str] = {Settings: "fogel-champion"}  # by the settings; other games add theirs
VERSION = 1
LARGEST_FILE = 1_000_000  # bytes; a champion of 10 hidden nodes takes about 6,000
COUNTS = {"seed": DEFAULT_FIELDS["seed"].metadata["most"], "trial": MOST_TRIAL, "generation": 2**53}  # from 0 to these
ORIGIN = ("settings", *COUNTS, "payoff", "versions", "sampled")
SAMPLED = ("win", "tie", "loss")  # how many games of each


class Champion(Network):
    """A network that remembers where it came from.

    `settings`, `seed`, `trial` and `generation` of the run, its total `payoff` in that generation and the `versions`
    that made it; any of them None where it is not known. `sampled` counts games against an opponent that could not be
    evaluated exactly: {"win": ..., "tie": ..., "loss": ...}.
    """

    settings: Settings | None
    seed: int | None
    trial: Any  # int, or None
    generation: int | None
    payoff: float | None
    versions: dict[str, str] | None
    sampled: dict[str, int] | None

    def __init__(self, hidden_weights, output_weights, **origin):
        super().__init__(hidden_weights, output_weights, count_squares(origin.get("settings")))
        unknown = set(origin) - set(ORIGIN)
        if unknown:
            raise TypeError(f"a champion has no {sorted(unknown)[0]}")
        for name in ORIGIN:
            vars(self)[name] = origin.get(name)

    def to_dict(self) -> Json:
        """The champion as plain JSON values."""
        found = {
            "format": FORMATS[type(self.settings or DEFAULT_SETTINGS)],
            "version": VERSION,
            "hidden_weights": self.hidden_weights.tolist(),
            "output_weights": self.output_weights.tolist(),
            "settings": self.settings.to_dict() if self.settings else None,
            "seed": self.seed,
            "trial": self.trial,
            "generation": self.generation,
            "payoff": self.payoff,
            "versions": self.versions,
        }
        return found if self.sampled is None else {**found, "sampled": self.sampled}


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


def save_champion(path: Path, champion: Network, **origin: Any) -> None:
    """Writes a Champion, or any Network with its `origin` (settings, seed, generation, payoff, ...), as JSON.

    Raises ValueError that names the field if it would be no file that can be read again.
    """
    write_file(path, champion_text(champion, **origin))


def champion_text(champion: Network, **origin: Any) -> str:
    """What `save_champion` writes."""
    if not isinstance(champion, Network):
        raise ValueError(f"champion must be a Network, not {shortened(repr(champion), 80)}")
    if not isinstance(champion, Champion) or origin:
        champion = with_changes(champion, **origin)
    data = champion.to_dict()
    _checked(data, type(champion.settings or DEFAULT_SETTINGS))
    return json.dumps(data, indent=1, allow_nan=False) + "\n"


def with_changes(network: Network, **origin: Any) -> Champion:
    """Return a network as a Champion that has these values where it came from, and otherwise its own."""
    known = {name: value for name, value in vars(network).items() if name in ORIGIN}
    return Champion(network.hidden_weights, network.output_weights, **{**known, **origin})


def load_champion(path: FilePath) -> Champion:
    """The Champion in a file; raises ValueError that names the file and the field, OSError if it can't be read."""
    return load_file(path, read_champion)


def load_file(path: FilePath, read: Callable[[str], Any]) -> Any:
    """What `read` makes of the text of a file; a ValueError that it raises names the file too."""
    try:
        return read(read_text(path, LARGEST_FILE))
    except ValueError as problem:
        raise ValueError(f"{path}: {shortened(str(problem))}") from None


def read_champion(text: str, choices: type[Settings] = Settings) -> Champion:
    """The Champion in a JSON text, with settings of a class; raises ValueError that names the field."""
    return _checked(read_json(text, "a champion file"), choices)


def read_json(text: str, kind: str) -> Any:
    """The values in a JSON text of at most a million bytes; raises ValueError that says what is wrong."""
    if len(text.encode("utf-8", "surrogatepass")) > LARGEST_FILE:
        raise ValueError(f"{kind} has at most {LARGEST_FILE:,} bytes")
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise ValueError(f"not JSON ({problem})") from None


def _checked(data, choices):
    """The Champion that JSON values describe; raises ValueError that names the field.

    A page reads every number as a double, so a number is judged here as the double that it is there: both
    accept the same files, and a whole number may be written as 3.0.
    """
    check_format(data, FORMATS[choices], VERSION, "a champion file")
    for name in ("hidden_weights", "output_weights"):
        if name not in data:
            raise ValueError(f"{name} is missing")
        check_rows(name, data[name])
    origin = checked_origin(data, COUNTS, "payoff", choices.from_dict)
    if choices is not Settings and origin["settings"] is None:
        raise ValueError("settings must be there: they say which game it is")
    champion = Champion(data["hidden_weights"], data["output_weights"], sampled=_sampled(data), **origin)
    check_finite(data)
    return champion


def _sampled(data):
    """The counted games in a file, None if it has none; raises ValueError for anything else."""
    found = data.get("sampled")
    if found is None:
        return None
    if (
        not isinstance(found, dict)
        or {*found} != {*SAMPLED}
        or not all(_is_whole(found[name], 2**53) for name in found)
    ):
        raise ValueError(f"sampled must be an object with whole numbers of games, {', '.join(SAMPLED)}")
    if not any(found.values()):
        raise ValueError("sampled must hold at least one game")
    return {name: int(found[name]) for name in SAMPLED}


def check_format(data: Any, form: str, version: int, kind: str) -> None:
    """Raises ValueError unless JSON values are an object of that format and version."""
    if not isinstance(data, dict) or data.get("format") != form:
        raise ValueError(f"format must be {form!r}, so this is not {kind}")
    if data.get("version") != version or data["version"] is True:  # true == 1 in Python
        raise ValueError(f"version must be {version}, not {data.get('version')!r}")


def checked_origin(data: Json, counts: Mapping[str, int], payoff: str, settings_from: Callable[[Any], Any]) -> Json:
    """Where the network in a file comes from, as a dict: counts, a payoff, settings and versions; each may be None.

    `counts`: {name: most}. `settings_from` makes settings of a dict. Raises ValueError that names the field.
    """
    origin: Json = {name: data.get(name) for name in ("settings", *counts, payoff, "versions")}
    for name, most in counts.items():
        if origin[name] is not None:
            if not _is_whole(origin[name], most):
                raise ValueError(f"{name} must be a whole number from 0 to {most}, or null, not {origin[name]!r}")
            origin[name] = int(origin[name])
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
    """Raises ValueError that names a field of an object in which a number is none that a double can hold."""
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
    """Whether it is a number that a double can hold, as near as doubles are: neither NaN nor one of 400 digits."""
    try:
        return _is_number(value) and isfinite(value)
    except OverflowError:
        return False


def _is_whole(value, most):
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
