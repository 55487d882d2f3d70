"""Networks in files: plain JSON that says where each network came from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from fogel.core.files import shortened, write_file
from fogel.core.results import (
    COUNTS,
    check_finite,
    check_format,
    check_rows,
    checked_origin,
    is_whole,
    load_file,
    read_json,
)
from fogel.core.settings import DEFAULT_SETTINGS, Settings, count_squares
from fogel.core.types import FilePath, Json
from fogel.network import Network

FORMATS: dict[type[Settings], str] = {Settings: "fogel-champion"}  # other games add theirs
VERSION = 1
ORIGIN = ("settings", *COUNTS, "payoff", "versions", "sampled")
SAMPLED = ("win", "tie", "loss")  # how many games of each


def file_format(choices: type[Settings]) -> str:
    """Return the name of the format in which champions of these settings are written."""
    return next(FORMATS[one] for one in choices.__mro__ if one in FORMATS)


class Champion(Network):
    """A network that remembers where it came from.

    `settings`, `seed`, `trial` and `generation` of the run, its total `payoff` in that generation
    and the `versions` that made it; any of them None where it is not known. `sampled` counts games
    against an opponent that could not be evaluated exactly: {"win": ..., "tie": ..., "loss": ...}.
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
            "format": file_format(type(self.settings or DEFAULT_SETTINGS)),
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


def save_champion(path: Path, champion: Network, **origin: Any) -> None:
    """Write a Champion, or a Network with its `origin` (settings, seed, ...), as JSON.

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
    """Return a network as a Champion with this origin, and otherwise with its own."""
    known = {name: value for name, value in vars(network).items() if name in ORIGIN}
    return Champion(network.hidden_weights, network.output_weights, **{**known, **origin})


def load_champion(path: FilePath) -> Champion:
    """Return the Champion in a file; raise ValueError with file and field, or OSError."""
    return load_file(path, read_champion)


def read_champion(text: str, choices: type[Settings] = Settings) -> Champion:
    """Return the Champion in a JSON text; raise ValueError that names the field."""
    return _checked(read_json(text, "a champion file"), choices)


def _checked(data, choices):
    """The Champion that JSON values describe; raises ValueError that names the field.

    A page reads every number as a double, so a number is judged here as the double that it is
    there: both accept the same files, and a whole number may be written as 3.0.
    """
    check_format(data, file_format(choices), VERSION, "a champion file")
    for name in ("hidden_weights", "output_weights"):
        if name not in data:
            raise ValueError(f"{name} is missing")
        check_rows(name, data[name])
    origin = checked_origin(data, COUNTS, "payoff", choices.from_dict)
    if choices is not Settings and origin["settings"] is None:
        raise ValueError("settings must be there: they say which game it is")
    origin["sampled"] = _sampled(data)
    champion = Champion(data["hidden_weights"], data["output_weights"], **origin)
    check_finite(data)
    return champion


def _sampled(data):
    """The counted games in a file, None if it has none; raises ValueError for anything else."""
    found = data.get("sampled")
    if found is None:
        return None
    has_names = isinstance(found, dict) and {*found} == {*SAMPLED}
    if not has_names or not all(is_whole(count, 2**53) for count in found.values()):
        names = ", ".join(SAMPLED)
        raise ValueError(f"sampled must be an object with whole numbers of games, {names}")
    if not any(found.values()):
        raise ValueError("sampled must hold at least one game")
    return {name: int(found[name]) for name in SAMPLED}
