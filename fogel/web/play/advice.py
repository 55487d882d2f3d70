"""Sentences beside a game: its state, what can be forced, and how the champion's ancestors move."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from fogel.core.game import Value
from fogel.core.match import GameMatch
from fogel.core.players import adversary, lineage
from fogel.core.settings import DEFAULT_SETTINGS
from fogel.core.texts import WORDS, listed
from fogel.core.types import Board, Square
from fogel.encoding import X
from fogel.opponent import deciding_rule
from fogel.rules.texts import ANY_GAME

VALUES = {1: "win", 0: "draw", -1: "loss"}


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


def hint_words(
    hint: Mapping[Any, Value], name: Callable[[Any], str] = str, draw: str = "tie"
) -> str:
    """What the person can still force with each move, in sentences with the moves' names."""
    texts = []
    for word, value in (("hint_win", 1), ("hint_tie", 0), ("hint_loss", -1)):
        if squares := [name(move) for move, forced in hint.items() if forced.result == value]:
            texts.append(WORDS[word].replace("tie", draw).format(squares=listed(squares)))
    return " ".join(texts)


def short_value(value: Value, draw: str) -> str:
    """Return a Value in a word or two, for a square; `draw` is a game that nobody wins."""
    words = ANY_GAME[f"short_{VALUES[value.result]}"].format(moves=value.moves)
    return words if value.result else draw


def newest(match: GameMatch) -> list[Square]:
    """Return the squares on which the last move put something."""
    if not match.moves:
        return []
    before, now = map(match.game.marks, match.positions[-2:])
    return [square for square, mark in enumerate(now) if mark and mark != before[square]]


def status_words(match: GameMatch, lines: str, draw: str = "tie") -> str:
    """Return the state of a match in words; `lines` are the squares that decided it."""
    game, alone = match.game, match.players.count(None) == 1
    mark, last = game.name_player(match.person_number), ""
    if alone and match.moves and game.to_move(match.positions[-2]) != match.person_number:
        last = WORDS["it_played"].format(square=game.name_move(match.moves[-1])) + " "
    if not match.over:
        return last + WORDS["your_move" if alone else "to_move"].format(mark=mark)
    words = match.verdict(lines, WORDS).replace("A tie", f"A {draw}")
    return words if lines or match.disqualified is not None else last + words
