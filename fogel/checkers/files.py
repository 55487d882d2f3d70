"""Checkers players in files: plain JSON that says where each came from."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from fogel.checkers.matches import make_player
from fogel.checkers.network import Evaluator, make_evaluator
from fogel.checkers.rules import CheckersPlayer
from fogel.checkers.settings import LEAST_KING, MOST_KING, CheckersSettings
from fogel.core.files import write_file
from fogel.core.results import (
    COUNTS,
    check_finite,
    check_format,
    check_rows,
    checked_origin,
    load_file,
    read_json,
)
from fogel.core.types import FilePath, Floats, Json

FORMAT, VERSION, KIND = "fogel-checkers-champion", 1, "a checkers champion file"
SHIPPED = Path(__file__).with_name("champions")


def shipped(name: str) -> Path:
    """The path of a champion file that comes with the package: 6x6, 1999-0, ..."""
    return SHIPPED / f"{name}.json"


@dataclass(frozen=True, eq=False)
class CheckersChampion:
    """A network that evaluates, and where it comes from: its `weights`, what a `king` is worth to
    it, and `settings`.

    `seed`, `trial`, `generation`, its `score` there and the `versions` that made it: None where
    that is not known. Raises ValueError that names the field if the weights are not those of the
    shape, or the king's value is out of range.
    """

    weights: Floats
    king: float
    settings: CheckersSettings
    seed: int | None = None
    trial: int | None = None
    generation: int | None = None
    score: float | None = None
    versions: dict[str, str] | None = None

    def __post_init__(self):
        if not LEAST_KING <= self.king <= MOST_KING:
            raise ValueError(
                f"king must be a number from {LEAST_KING} to {MOST_KING}, not {self.king!r}"
            )
        self.evaluator  # noqa: B018 - which checks the weights

    @cached_property
    def evaluator(self) -> Evaluator:
        """The network as an Evaluator."""
        settings = self.settings
        return make_evaluator(
            settings.shape, self.weights, self.king, settings.fixed_link, settings.rotate_board
        )

    @cached_property
    def player(self) -> CheckersPlayer:
        """It as a player, who looks as far as the settings say."""
        return make_player(self.evaluator, self.settings.ahead)

    def to_dict(self) -> Json:
        """The champion as plain JSON values; the weights node by node, as `network.NetworkShape`
        says.
        """
        return {
            "format": FORMAT,
            "version": VERSION,
            "weights": np.asarray(self.weights, dtype=float).tolist(),
            "king": float(self.king),
            "settings": self.settings.to_dict(),
            "seed": self.seed,
            "trial": self.trial,
            "generation": self.generation,
            "score": self.score,
            "versions": self.versions,
        }


def champion_text(champion: CheckersChampion) -> str:
    """A champion as the JSON text of its file."""
    return json.dumps(champion.to_dict(), indent=1, allow_nan=False) + "\n"


def save_champion(path: FilePath, champion: CheckersChampion) -> None:
    """Writes a champion as JSON, beside its place and renamed."""
    write_file(path, champion_text(champion))


def load_champion(path: FilePath) -> CheckersChampion:
    """The champion in a file; raises ValueError that names the file and the field, OSError if it
    can't be read.
    """
    return load_file(path, read_champion)


def is_champion(path: FilePath) -> bool:
    """Whether a file says that it holds a champion of checkers, if only a damaged one."""
    try:
        data: Any = load_file(path, lambda text: read_json(text, KIND))
    except (OSError, ValueError):
        return False
    return isinstance(data, dict) and data.get("format") == FORMAT


def read_champion(text: str) -> CheckersChampion:
    """The champion in a JSON text; raises ValueError that names the field."""
    data: Any = read_json(text, KIND)
    check_format(data, FORMAT, VERSION, KIND)
    for name in ("weights", "king", "settings"):
        if data.get(name) is None:
            raise ValueError(f"{name} is missing")
    check_rows("weights", [data["weights"]])
    check_rows("king", [[data["king"]]])
    check_finite({name: data.get(name) for name in ("weights", "king", "versions")})
    origin = checked_origin(data, COUNTS, "score", CheckersSettings.from_dict)
    return CheckersChampion(np.array(data["weights"], dtype=float), float(data["king"]), **origin)
