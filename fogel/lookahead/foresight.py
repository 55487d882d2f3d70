"""What a player sees that looks a few moves ahead (chapter 14).

A *score* is what a player can force, seen no further than so many moves: 0 if nothing is decided by
then, otherwise squares + 1 - (marks on the last board) for a win, so that it is worth more the
sooner it comes, and the negative of that for a loss.

The search cuts what can't matter: a line that needs more marks than there are moves left to be
looked at decides nothing, so an empty board of any size is seen through at a glance. What was found
out about a board holds for its images under the symmetries too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from time import perf_counter
from typing import Any

import numpy as np

from fogel.core.types import Mark, Marks, Square
from fogel.engine.compiling import compiled
from fogel.lookahead.horizon import Lines, look_at_moves
from fogel.rules.negamax import new_table
from fogel.rules.rules import Rules, after, open_squares, outcome, place
from fogel.rules.solve import filled, symmetries

WORD = 62  # bits of a board's number
PLACES = 2**18 - 5  # boards that are remembered, a prime number
FEW_PLACES = 2**12 - 3  # enough where few boards can follow,
FEW_SQUARES = 8  # with so many empty squares
PATIENCE = 500_000  # boards that may be met for one move
PATIENCE_OF_PYTHON = 3_000  # the same where the plain recursion must do


# The plain recursion.


def foreseen(
    rules: Rules,
    board: Marks,
    turn: int,
    player: int,
    moves: int,
    count: Callable[[], Any] = lambda: None,
) -> int:
    """The score that `player` can force within so many moves of all, with `turn` to move and
    everybody else against it.

    `count` is called for each board on which moves are tried.
    """
    if not moves:
        return 0
    count()
    scores = [
        score_of_move(rules, board, square, turn, moves, count, player)
        for square in open_squares(board)
    ]
    return max(scores) if turn == player else min(scores)


# Many parameters: the first four are a position with a move, and the others say how to search.
def score_of_move(
    rules: Rules,
    board: Marks,
    square: Square,
    turn: int,
    moves: int,
    count: Callable[[], Any] = lambda: None,
    player: int | None = None,
) -> int:
    """The score that `player`, by default `turn`, can force within so many moves of which this is
    the first.
    """
    player, then = player or turn, place(rules, board, square, turn)
    decided = outcome(rules, then, last=turn)
    if decided is None:
        return foreseen(rules, then, after(rules, turn), player, moves - 1, count)
    return decided[player - 1] * (then.count(0) + 1)


class _Counter:
    """Counts boards, and raises OverflowError after the last that may be met."""

    def __init__(self, most):
        self.met, self.most = 0, most

    def __call__(self):
        self.met += 1
        if self.met > self.most:
            raise OverflowError


# The rules as numbers, for two players.


def find_lines(rules: Rules) -> Lines:
    """The rules as `Lines`; raises ValueError if they are not for two players."""
    if rules.players != 2:
        raise ValueError(
            f"{rules.name!r} must be for 2 players to be looked at fast, not {rules.players}"
        )
    squares, lines = len(rules.start.squares), [*rules.win_lines, *rules.loss_lines]
    through = [
        [(number, mark) for number, line in enumerate(lines) for at, mark in line if at == square]
        for square in range(squares)
    ]
    own, other = (
        np.array([sum(held == mark for _, held in line) for line in lines], np.int64)
        for mark in (1, 2)
    )
    return Lines(
        own=own,
        other=other,
        wins=np.arange(len(lines)) < len(rules.win_lines),
        plain=not rules.loss_lines and not other.any(),
        on=filled([[square for square, _ in line] for line in lines], -1),
        through=filled(through, (-1, -1)),
        order=np.array(sorted(range(squares), key=lambda square: -len(through[square])), np.int64),
        zobrist=_zobrist_keys(symmetries(rules), squares),
    )


def _zobrist_keys(group, squares):
    """What each mark adds, by exclusive or, to a board's number: a bit of its own where the bits
    suffice.

    On larger boards it is 62 bits at random, always the same; that two boards of a search share a
    number is then as good as impossible, not impossible.
    """
    if 2 * squares <= WORD:
        numbers = np.int64(1) << np.arange(2 * squares, dtype=np.int64).reshape(2, squares).T
    else:
        numbers = np.random.default_rng(WORD).integers(0, 2**WORD, (squares, 2))
    return np.stack([numbers[list(image)] for image in group])


# What one asks.


class Foresight:
    """Some rules, made ready to be looked ahead in; `met` counts the boards it met."""

    def __init__(self, rules):
        self.rules, self.met, self._age = rules, 0, 0
        self.fast = rules.players == 2
        if self.fast:
            self.lines, self._tables = find_lines(rules), {}

    def scores(self, board: Marks, me: Mark, moves: int, patience: int | None = None) -> Any:
        """{open square: score for `me`, to move there, within so many moves in all}; None if
        patience runs out.

        `patience` is in boards, by default PATIENCE, or PATIENCE_OF_PYTHON where there are more
        than two players.
        """
        if self.fast:
            return self._scores(board, me, moves, patience or PATIENCE)
        counter, found = _Counter(patience or PATIENCE_OF_PYTHON), dict[Square, Any]()
        try:
            for square in open_squares(board):
                found[square] = score_of_move(self.rules, board, square, me, moves, counter)
        except OverflowError:
            return None
        finally:
            self.met += counter.met
        return found

    def _scores(self, board, me, moves, patience):
        self._age += 1
        few = board.count(0) <= FEW_SQUARES
        if few not in self._tables:
            self._tables[few] = new_table(FEW_PLACES if few else PLACES, aging=True)
        relative = np.array([mark and 1 + (mark != me) for mark in board], np.int8)
        search = compiled(look_at_moves)
        scores, met = search(relative, moves, self.lines, self._tables[few], self._age, patience)
        self.met += int(met)
        return (
            None
            if met > patience
            else {square: int(scores[square]) for square in open_squares(board)}
        )


@lru_cache(maxsize=8)
def make_foresight(rules: Rules) -> Foresight:
    """The Foresight of some rules."""
    return Foresight(rules)


def speed(rules: Rules, board: Marks, me: int, moves: int, repeats: int = 3) -> Any:
    """How fast the two are: seconds of the plain recursion and of the compiled search for the same
    scores.

    Of each the fastest of `repeats`, as {"plain": seconds, "fast": seconds, "ratio": plain / fast}.
    """
    foresight, times = Foresight(rules), {"plain": [], "fast": []}
    foresight.scores(board, me, moves)  # compiled by now
    for _ in range(repeats):
        start = perf_counter()
        fast = foresight.scores(board, me, moves)
        middle = perf_counter()
        plain = {
            square: score_of_move(rules, board, square, me, moves) for square in open_squares(board)
        }
        times["fast"].append(middle - start)
        times["plain"].append(perf_counter() - middle)
        if plain != fast:
            raise AssertionError(f"the compiled search and the plain recursion differ on {board}")
    found = {name: min(seconds) for name, seconds in times.items()}
    return found | {"ratio": found["plain"] / found["fast"]}
