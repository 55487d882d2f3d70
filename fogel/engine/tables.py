"""The game and an opponent as arrays, derived once from the readable rules."""

from __future__ import annotations

from functools import cache, singledispatch
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fogel import encoding
from fogel.core.settings import Settings
from fogel.core.types import Bytes, Floats, OddsOf, Rows
from fogel.encoding import IN_PROGRESS, X_TO_MOVE
from fogel.opponent import cumulative, near_perfect_odds, probabilities, random_odds

NONE = np.uint16(65535)  # no position: for a taken square, or an answer that is not known yet
SQUARES, FIRST_REPLIES = 9, 8  # of the standard game: where these are, the loops are unrolled


class Tables(NamedTuple):
    """A game and one opponent as arrays, seen by the network: its own marks are 1.

    Positions are numbers: first those where the network is asked, each after all that lead to it;
    from `asked` on those where the opponent replies; from `over` on those where the game has ended.
    In the standard game they are the rows of `encoding.positions()`. The largest number that fits,
    NONE in 16 bits, means no position.
    """

    boards: Bytes  # (positions, squares) int8: what the network sees
    after: NDArray[np.unsignedinteger]  # (positions, squares): the position after a move, or NONE
    winners: Bytes  # (positions,) int8: 1 where the network has won, -1 the opponent, 0 nobody
    reply_sums: Floats  # (positions, replies): cumulative probabilities of the opponent's replies
    reply_next: NDArray[np.unsignedinteger]  # (positions, replies): the position after each
    starts: NDArray[np.unsignedinteger]  # (2,): where games begin, in turn
    asked: int
    over: int
    first_replies: int  # that the opponent has at its first move


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
def opponent_tables(odds_of: OddsOf, slip: float, *choices: str) -> Tables:
    """Return the tables of an opponent that plays second by a rule; `choices` make a Rule."""
    boards, after, winners = game_tables()
    rule = Rule(*choices)
    odds = [odds_of(marks, rule, encoding.O) for marks in boards[X_TO_MOVE:IN_PROGRESS].tolist()]
    replies = reply_tables(boards, after, X_TO_MOVE, odds, slip, FIRST_REPLIES)
    starts = np.zeros(2, dtype=np.uint16)
    return Tables(boards, after, winners, *replies, starts, X_TO_MOVE, IN_PROGRESS, FIRST_REPLIES)


def reply_tables(
    boards: Bytes,
    after: NDArray[np.unsignedinteger],
    asked: int,
    odds: Rows,
    slip: float,
    most: int,
) -> tuple[Floats, NDArray[np.unsignedinteger]]:
    """Return (reply_sums, reply_next) of Tables for an opponent with these odds, a row a position.

    There are `most` replies at most. A move into the last open square is made at once, so that what
    follows a reply is then the position after that move.
    """
    reply_sums = np.ones((len(boards), most))
    reply_next = np.full((len(boards), most), ~after.dtype.type(0))
    following = np.arange(len(boards), dtype=after.dtype)
    last = np.flatnonzero((boards[:asked] == 0).sum(axis=1) == 1)
    following[last] = after[last].min(axis=1)
    marks = boards[asked : asked + len(odds)].tolist()
    for row, (board, nine) in enumerate(zip(marks, odds, strict=True), asked):
        sums = cumulative(probabilities(board, nine, slip))
        squares = encoding.open_squares(board)
        reply_sums[row, : len(squares)] = [sums[square] for square in squares]
        reply_next[row, : len(squares)] = following[after[row, squares]]
    return reply_sums, reply_next


class Rule(NamedTuple):
    """The settings that an opponent's rule reads."""

    marker: str = "network"
    line_choice: str = "squares"
    perfect_ties: str = "uniform"


def make_rule(settings: Settings) -> Rule:
    """The part of the settings that an opponent's rule reads."""
    return Rule(*(getattr(settings, name) for name in Rule._fields))


def near_perfect_tables(settings: Settings) -> Tables:
    """The tables of the paper's opponent under these settings."""
    return opponent_tables(near_perfect_odds, settings.slip, *make_rule(settings))


def random_tables() -> Tables:
    """The tables of an opponent that moves at random."""
    return opponent_tables(random_odds, 0.0)


@singledispatch
def make_tables(settings: Settings, random: bool = False) -> Tables:
    """Return the tables of the settings' game and its opponent, or one that moves at random.

    Settings for other games register theirs.
    """
    return random_tables() if random else near_perfect_tables(settings)
