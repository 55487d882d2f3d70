"""The game and an opponent as arrays, derived once from the readable rules: so there is one statement of the rules."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fogel import encoding
from fogel.encoding import IN_PROGRESS, X_TO_MOVE
from fogel.kinds import Bytes, Floats, WeightsOf
from fogel.opponent import cumulative, near_perfect_weights, probabilities, random_weights
from fogel.settings import Settings

ONE_OPEN = 2201  # X is to move in encoding.positions() from this row to X_TO_MOVE, and has one open square, no choice
NONE = np.uint16(65535)  # no position: a square that is taken, an answer that nobody has asked for yet


class Tables(NamedTuple):
    """The game and one opponent as arrays; a position is a row of `encoding.positions()`."""

    boards: Bytes  # (5478, 9) int8: what a network that begins sees
    after: NDArray[np.uint16]  # (5478, 9) uint16: the position after a move into a square, NONE if it is not open
    winners: Bytes  # (5478,) int8: 1, 0 or -1
    reply_sums: Floats  # (5478, 8) float: cumulative probabilities of the open squares, where O is to move
    reply_next: NDArray[np.uint16]  # (5478, 8): the position after each, and after X's last move if that is no choice


@cache
def game_tables() -> tuple[Bytes, NDArray[np.uint16], Bytes]:
    """(boards, after, winners): the part of the tables that no opponent changes."""
    boards = encoding.positions()
    after = np.full((len(boards), 9), NONE)
    marks = boards.tolist()
    for row in range(IN_PROGRESS):
        mark = encoding.to_move(marks[row])
        for square in encoding.open_squares(marks[row]):
            after[row, square] = encoding.position(encoding.put(marks[row], square, mark))
    winners = np.array([encoding.winner(board) for board in marks], dtype=np.int8)
    return boards, after, winners


@cache
def opponent_tables(weights_of: WeightsOf, slip: float, *choices: str) -> Tables:
    """The tables of an opponent that plays second: its rule, as in opponent.py, and what the rule reads (a Rule)."""
    boards, after, winners = game_tables()
    rule = Rule(*choices)
    reply_sums = np.ones((len(boards), 8))
    reply_next = np.full((len(boards), 8), NONE)
    following = np.arange(len(boards), dtype=np.uint16)  # nobody has to think about a move into the last open square
    following[ONE_OPEN:X_TO_MOVE] = after[ONE_OPEN:X_TO_MOVE].min(axis=1)
    marks = encoding.positions().tolist()
    for row in range(X_TO_MOVE, IN_PROGRESS):
        sums = cumulative(probabilities(marks[row], weights_of(marks[row], rule, encoding.O), slip))
        squares = encoding.open_squares(marks[row])
        reply_sums[row, : len(squares)] = [sums[square] for square in squares]
        reply_next[row, : len(squares)] = following[after[row, squares]]
    return Tables(boards, after, winners, reply_sums, reply_next)


class Rule(NamedTuple):
    """The settings that an opponent's rule reads."""

    marker: str = "network"
    line_choice: str = "squares"
    perfect_ties: str = "uniform"


def rule_of(settings: Settings) -> Rule:
    """The part of the settings that an opponent's rule reads."""
    return Rule(*(getattr(settings, name) for name in Rule._fields))


def near_perfect_tables(settings: Settings) -> Tables:
    """The tables of the paper's opponent under these settings."""
    return opponent_tables(near_perfect_weights, settings.slip, *rule_of(settings))


def random_tables() -> Tables:
    """The tables of an opponent that moves at random."""
    return opponent_tables(random_weights, 0.0)
