"""Networks on disk: plain JSON with all that is needed to tell where a network came from."""

import json
import os
from importlib.metadata import PackageNotFoundError, version
from math import isfinite
from pathlib import Path
from platform import python_version

from fogel.network import Network
from fogel.settings import Settings

FORMAT, VERSION = "fogel-champion", 1
LARGEST_FILE = 1_000_000  # bytes; a champion of 10 hidden nodes takes about 6,000
COUNTS = ("seed", "trial", "generation")
ORIGIN = ("settings", *COUNTS, "payoff", "versions")


class Champion(Network):
    """A network that remembers where it came from.

    `settings`, `seed`, `trial` and `generation` of the run, its total `payoff` in that generation and the `versions`
    that made it; any of them None where it is not known.
    """

    def __init__(self, hidden_weights, output_weights, **origin):
        super().__init__(hidden_weights, output_weights)
        unknown = set(origin) - set(ORIGIN)
        if unknown:
            raise TypeError(f"a champion has no {sorted(unknown)[0]}")
        for name in ORIGIN:
            vars(self)[name] = origin.get(name)

    def to_dict(self):
        """The champion as plain JSON values."""
        return {
            "format": FORMAT,
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


def versions():
    """The versions of what makes a result."""
    found = {"python": python_version()}
    for name in ("fogel", "numpy", "numba"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:  # run from a folder that was never installed
            found[name] = "unknown"
    return found


def save_champion(path, champion, **origin):
    """Writes a Champion, or any Network with its `origin` (settings, seed, generation, payoff, ...), as JSON.

    The file is written beside and renamed, so that nobody ever finds half of one.
    """
    if not isinstance(champion, Champion) or origin:
        known = {name: value for name, value in vars(champion).items() if name in ORIGIN}
        champion = Champion(champion.hidden_weights, champion.output_weights, **{**known, **origin})
    write_file(path, json.dumps(champion.to_dict(), indent=1) + "\n")


def load_champion(path):
    """The Champion in a file; raises ValueError that names the file and the field, OSError if it can't be read."""
    try:
        _check_size(Path(path).stat().st_size)
        return read_champion(Path(path).read_text(encoding="utf-8"))
    except ValueError as problem:
        raise ValueError(f"{path}: {problem}") from None


def read_champion(text):
    """The Champion in a JSON text; raises ValueError that names the field."""
    _check_size(len(text))
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise ValueError(f"not JSON ({problem})") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(f"format must be {FORMAT!r}, so this is not a champion file")
    if data.get("version") != VERSION or data["version"] is True:  # true == 1 in Python
        raise ValueError(f"version must be {VERSION}, not {data.get('version')!r}")
    for name in ("hidden_weights", "output_weights"):
        if name not in data:
            raise ValueError(f"{name} is missing")
        _check_rows(name, data[name])
    for name in COUNTS:
        if not _is_whole(data.get(name)):
            raise ValueError(f"{name} must be a whole number from 0, or null, not {data[name]!r}")
    for name, kind, words in (
        ("payoff", (int, float), "a finite number"),
        ("settings", dict, "an object"),
        ("versions", dict, "an object"),
    ):
        value = data.get(name)
        unreal = isinstance(value, float) and not isfinite(value)  # JSON's NaN and Infinity
        if value is not None and (not isinstance(value, kind) or isinstance(value, bool) or unreal):
            raise ValueError(f"{name} must be {words}, or null, not {value!r}")
    origin = {name: data.get(name) for name in ORIGIN}
    if data.get("settings") is not None:
        try:
            origin["settings"] = Settings.from_dict(data["settings"])
        except ValueError as problem:
            raise ValueError(f"settings: {problem}") from None
    return Champion(data["hidden_weights"], data["output_weights"], **origin)


def _check_size(size):
    if size > LARGEST_FILE:
        raise ValueError(f"a champion file has at most {LARGEST_FILE:,} bytes")


def _check_rows(name, rows):
    """JSON's own traps: strings that look like numbers, true for 1."""
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise ValueError(f"{name} must be rows of numbers")
    for row in rows:
        for value in row:
            if isinstance(value, bool) or not isinstance(value, (int, float)):
                raise ValueError(f"{name} must be rows of numbers, and {value!r} is none")


def _is_whole(value):
    return value is None or (isinstance(value, int) and not isinstance(value, bool) and value >= 0)


def make_writable(folder):
    """Makes a folder if it is not there; raises OSError if files can't be written into it."""
    folder.mkdir(parents=True, exist_ok=True)
    probe = folder / f".probe.{os.getpid()}"
    probe.touch()
    probe.unlink()


def write_file(path, text):
    """Writes a text file beside its place and renames it."""
    path = Path(path)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
