"""Checkers players in files: plain JSON that says where each came from."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

import numpy as np

from fogel.checkers.matches import make_player
from fogel.checkers.network import Evaluator, make_evaluator
from fogel.checkers.rules import CheckersPlayer
from fogel.checkers.settings import LEAST_KING, MOST_KING, CheckersSettings
from fogel.core.network_files import (
    SavableNetwork,
    check_rows,
    find_format,
    find_kind,
    origin_fields,
)
from fogel.core.results import load_file
from fogel.core.types import FilePath, Json

SHIPPED = Path(__file__).with_name("champions")


def shipped(name: str) -> Path:
    """The path of a champion file that comes with the package: 6x6, 1999-0, ..."""
    return SHIPPED / f"{name}.json"


class CheckersChampion(SavableNetwork):
    """A network that evaluates, and where it comes from: its `weights`, what a `king` is worth to
    it, and `settings`; further its `score` in its generation.

    Raises ValueError that names the field if the weights are not those of the shape, or the king's
    value is out of range.
    """

    choices = CheckersSettings
    origin = origin_fields(measure="score")
    own = ("weights", "king", "settings")
    settings: CheckersSettings
    trial: int | None
    generation: int | None
    score: float | None

    def __init__(self, weights, king, settings, **origin):
        self.weights, self.king = np.asarray(weights, dtype=float), float(king)
        self.remember({"settings": settings, **origin})
        if not LEAST_KING <= king <= MOST_KING:
            numbers = f"a number from {LEAST_KING} to {MOST_KING}"
            raise ValueError(f"king must be {numbers}, not {king!r}")
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

    def own_fields(self) -> Json:
        """The king's value, and the weights node by node, as `network.NetworkShape` says."""
        return {"weights": self.weights.tolist(), "king": self.king}

    @classmethod
    def build(cls, data: Json, origin: Json) -> CheckersChampion:
        """The CheckersChampion with these weights."""
        check_rows("weights", [data["weights"]])
        check_rows("king", [[data["king"]]])
        return cls(data["weights"], data["king"], **origin)


def load_champion(path: FilePath) -> CheckersChampion:
    """Return the champion in a file; raise ValueError with the file and the field, or OSError."""
    return CheckersChampion.load(path)


def is_champion(path: FilePath) -> bool:
    """Whether a file says that it holds a champion of checkers, if only a damaged one."""
    try:
        return load_file(path, find_format) == find_kind(CheckersSettings).format
    except (OSError, ValueError):
        return False
