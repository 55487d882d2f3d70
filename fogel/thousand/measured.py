"""A drawn game in numbers, before anything has evolved.

Of a game: chapter 17's measures, and what its tree of boards says. Of a seat in it: how often a
choice matters there, and what is to gain against the perfect opponent. Nothing is sampled.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from fogel.anygame import exact, opponents, tables
from fogel.anygame.settings import GameSettings
from fogel.core.types import Ints
from fogel.lookahead.tree import depths
from fogel.rules.rules import Rules
from fogel.taste.measures import MEASURES, SCHOOL, GameMeasures

# Without `players`: there are always two.
OF_GAME = tuple(name for name, one in MEASURES.items() if one.kind != SCHOOL and name != "players")
OF_TREE = {
    "boards": "number of boards on which the game is not over",
    "branching": "mean number of open squares on these boards",
}
OF_SEAT = {
    "result": "best result that can be forced in this seat: 1 (win), 0 (draw) or −1 (loss)",
    "asked": "number of boards on which the network may have to move",
    "deciding": (
        "share of these boards on which some squares keep the best result that can be forced, and"
        " others lose it"
    ),
    "only_move": (
        "share of these boards on which only one of several squares keeps the best result"
    ),
}
TO_GAIN = {
    "random": "expected payoff of a player that moves at random",
    "blind": "expected payoff of the best fixed order of squares, which never looks at a mark",
    "baseline": "expected payoff of the paper's four rules in the network's seat",
    "ceiling": "highest expected payoff that any player can have",
}


def of_game(rules: Rules) -> dict[str, Any]:
    """{name: value}, the names those of OF_GAME and OF_TREE."""
    tree, measures = tables.grown(rules), GameMeasures(rules)
    measured = {name: float(measures[name].value) for name in OF_GAME}
    return measured | {"boards": len(tree.one), "branching": len(tree.square) / len(tree.one)}


def of_seat(settings: GameSettings) -> dict[str, Any]:
    """{name: value}, the names those of OF_SEAT and TO_GAIN; the seat is first or second."""
    found = exact.compute_measures(settings)
    player = tables.PLAYERS[settings.seat][0]
    kept, squares, mover = choices(settings.rules)
    ours = mover == player
    kept, squares = kept[ours], squares[ours]
    return {
        "result": found.results[0],
        "asked": len(kept),
        "deciding": float((kept < squares).mean()),
        "only_move": float(((kept == 1) & (squares > 1)).mean()),
        "random": found.random,
        "blind": found.blind.exact_payoff,
        "baseline": found.baseline,
        "ceiling": found.ceiling,
    }


@lru_cache(maxsize=4)
def choices(rules: Rules) -> tuple[Ints, Ints, Ints]:
    """(boards,) each, of all boards on which the game goes on.

    The squares that keep the best result that can be forced, the open squares, and who is to move,
    1 or 2.
    """
    tree = tables.grown(rules)
    kept = np.add.reduceat(opponents.perfect(tree, quick=False, first=False), tree.first[:-1])
    return kept, np.diff(tree.first), 1 + depths(tree) % 2
