"""What the board says beside a game: what can be forced, and how the champion's ancestors would
move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from fogel.core.game import Value
from fogel.core.players import adversary, lineage
from fogel.core.settings import DEFAULT_SETTINGS
from fogel.core.texts import WORDS, listed
from fogel.core.types import Board, Square
from fogel.encoding import X
from fogel.opponent import deciding_rule


class Age(NamedTuple):
    """What one generation of the champion's line does on a board: where it moves, and which of two
    duties it misses.
    """

    generation: int
    square: Square
    missed: str | None  # "win", "block" or None


def ages_on(board: Board) -> list[Age]:
    """What the network of each stored generation does on a board on which its own marks are 1, the
    oldest first.
    """
    rule, lines = deciding_rule(board, DEFAULT_SETTINGS, X)
    needed = {square for line in lines for square in line}
    found = []
    for generation, name in lineage().items():
        square = adversary(name).choose(board)  # type: ignore[union-attr]
        duty = {1: "win", 2: "block"}.get(rule)
        found.append(Age(generation, square, None if square in needed else duty))
    return found


def ages_words(ages: Sequence[Age]) -> str:
    """Where the generations move and what they miss, in sentences."""
    texts = []
    for square in sorted({age.square for age in ages}):
        there = [age for age in ages if age.square == square]
        texts.append(WORDS["ages_into"].format(square=square, ages=_numbers(there)))
    for duty, name in (("win", "missed_win"), ("block", "missed_block")):
        if missing := [age for age in ages if age.missed == duty]:
            texts.append(WORDS[name].format(ages=_numbers(missing)))
    return " ".join(texts)


def _numbers(ages):
    return f"generation{'s'[: len(ages) - 1]} {listed([age.generation for age in ages])}"


def hint_words(hint: Mapping[Square, Value]) -> str:
    """What the person can still force, in sentences."""
    texts = []
    for word, value in (("hint_win", 1), ("hint_tie", 0), ("hint_loss", -1)):
        if squares := [square for square, forced in hint.items() if forced.result == value]:
            texts.append(WORDS[word].format(squares=listed(squares)))
    return " ".join(texts)
