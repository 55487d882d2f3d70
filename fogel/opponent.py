"""The players that a network plays against (chapter 3).

The near-perfect rule stands here once, in words that can be read; the engine's tables are derived
from it. So are a random player and a perfect one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import accumulate
from math import isclose
from typing import Any

import numpy as np

from fogel.core.settings import DEFAULT_SETTINGS, Settings
from fogel.core.types import Board, Floats, Mark, Marks, Odds, OddsOf, Player, Square
from fogel.encoding import EMPTY, LINES, O, open_squares, put, to_move, winner
from fogel.engine.compiling import kernel


def near_perfect_odds(board: Board, settings: Any, me: Mark = O) -> list[int]:
    """The rule without its slips: nine odds, in proportion to the probability of each square."""
    _, lines = deciding_rule(board, settings, me)
    return _spread(lines, settings.line_choice)


def deciding_rule(board: Board, settings: Any, me: Mark = O) -> tuple[int, list[list[Square]]]:
    """Return which of the four rules applies first, 1 to 4, and its open squares, line by line."""
    other = -me
    marker = me if settings.marker == "own" else other
    rules = (
        (1, me, 2),  # if the next move can win, do so;
        (2, other, 2),  # otherwise, if it can block, do so;
        (3, marker, 1),  # otherwise, if a line has the marker and two open squares, one of them;
    )
    for rule, mark, marks in rules:
        if lines := open_in_lines(board, mark, marks):
            return rule, lines
    return 4, [open_squares(board)]  # otherwise, any open square


def open_in_lines(board: Board, mark: Mark, marks: int) -> list[list[Square]]:
    """Return the open squares of each line with `marks` such marks and no other, line by line."""
    found = []
    for line in LINES:
        held = [board[square] for square in line]
        if sum(held) == marks * mark and held.count(EMPTY) == 3 - marks:
            found.append([square for square in line if board[square] == EMPTY])
    return found


def _spread(lines, line_choice="squares"):
    """Return the odds of squares that come line by line, as `line_choice` says."""
    odds = [0] * 9
    for line in lines[:1] if line_choice == "first" else lines:
        for square in line:
            odds[square] = odds[square] + 1 if line_choice == "lines" else 1
    return odds


def random_odds(board: Board, settings: Any = None, me: Mark = O) -> list[int]:
    """Every open square alike."""
    return _spread([open_squares(board)])


def perfect_odds(board: Board, settings: Any, me: Mark = O) -> list[int]:
    """Return the odds of squares that keep the best result, or of the first (perfect_ties)."""
    return best_odds(board, settings, me, forced_result)


def best_odds(board: Board, settings: Any, me: Mark, result: Callable) -> list[int]:
    """Return the odds of squares that leave the other player the least `result(board, other)`."""
    key = tuple(int(mark) for mark in board)
    values = {square: -result(put(key, square, me), -me) for square in open_squares(key)}
    best = [square for square, value in values.items() if value == max(values.values())]
    return _spread([best[:1] if settings.perfect_ties == "first" else best])


@cache
def forced_result(board: Marks, me: Mark) -> int:
    """Return the result that the player to move, `me`, can force: 1 a win, 0 a tie, -1 a loss."""
    if winner(board):
        return winner(board) * me
    squares = open_squares(board)
    return max((-forced_result(put(board, square, me), -me) for square in squares), default=0)


def probabilities(board: Board, odds: Odds, slip: Any = 0.0) -> list[Any]:
    """Return nine probabilities from odds, with a uniform random move with probability `slip`.

    If `slip` is a Fraction, so are they.
    """
    rule, any_square = (1 - slip) / sum(odds), slip / len(open_squares(board))
    pairs = zip(odds, board, strict=True)
    return [rule * one + any_square if mark == EMPTY else 0 * slip for one, mark in pairs]


def checked_probabilities(found: Any, board: Board) -> Any:
    """Return a policy's answer; raise ValueError unless it is a probability for each square."""
    are_chances = len(found) == len(board) and all(chance >= 0 for chance in found)
    if not are_chances or not isclose(sum(found), 1):
        wanted = f"{len(board)} probabilities with the sum 1"
        raise ValueError(f"a policy must give {wanted}, not {[*found]} on {[*board]}")
    return found


def reply_probabilities(board: Board, settings: Settings | None = None) -> Floats:
    """Return the near-perfect opponent's nine probabilities, slips included, with O to move.

    Raises ValueError if it is not O's turn or the game is over.
    """
    settings = settings or DEFAULT_SETTINGS
    if to_move(board) != O or winner(board) or not open_squares(board):
        raise ValueError("reply_probabilities takes a board of a game in progress, with O to move")
    marks = [int(mark) for mark in board]
    return np.array(probabilities(marks, near_perfect_odds(marks, settings), settings.slip))


def cumulative(probabilities: Sequence[float]) -> list[float]:
    """Return running sums of probabilities, set to 1 from the last possible square on."""
    sums = list(accumulate(probabilities))
    last = max(square for square, chance in enumerate(probabilities) if chance > 0)
    return sums[:last] + [1.0] * (len(sums) - last)


@kernel
def pick(sums: Sequence[float], u: float) -> Square:
    """Return the first square whose cumulative probability exceeds a uniform draw u."""
    square = 0
    while sums[square] <= u:
        square += 1
    return square


def stochastic_player(odds_of: OddsOf, settings: Settings | None, slip: float = 0.0) -> Player:
    """A player that draws from `odds_of(board, settings, me)`; each move uses one uniform draw.

    What it would do on a board is worked out when it first meets the board, and remembered.
    """

    @cache
    def sums_on(marks):
        return cumulative(probabilities(marks, odds_of(marks, settings, to_move(marks)), slip))

    def player(board, rng):
        return pick(sums_on(tuple(int(mark) for mark in board)), rng.random())

    return player


def near_perfect_player(settings: Settings | None = None) -> Player:
    """The paper's opponent: a player that wins, blocks or hinders, and slips once in ten moves."""
    settings = settings or DEFAULT_SETTINGS
    return stochastic_player(near_perfect_odds, settings, settings.slip)


def random_player(settings: Settings | None = None) -> Player:
    """A player that moves into any open square alike."""
    return stochastic_player(random_odds, settings)


def perfect_player(settings: Settings | None = None) -> Player:
    """A player that never lets a forced result slip, by minimax."""
    return stochastic_player(perfect_odds, settings or DEFAULT_SETTINGS)
