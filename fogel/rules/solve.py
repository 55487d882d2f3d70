"""The value of a game under perfect play, and the best moves (chapter 13).

For two players the value is the result that the player to move can force. With more players, what
somebody gets depends on whom the others help; the one number that needs no guess about that is what
a player can force *alone*, even if all the others play together against him. With two players both
are the same.

The readable `forced` says it in a dozen lines; the compiled search of `search.py` knows the same
rules as numbers, and tests hold both to each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from fogel.core.game import Value, rank
from fogel.core.types import Board, Ints, Marks, Square
from fogel.engine.compiling import compiled
from fogel.rules.negamax import UNFINISHED, new_table
from fogel.rules.rules import Rules, after, in_a_row, open_squares, outcome, place, to_move, whose
from fogel.rules.search import MOST_SQUARES, Bitboards, new_state, solve

PLACES = 2**22 - 3  # boards that are remembered, a prime number; ten bytes each
FEW_PLACES = 2**16 - 15  # enough for nine squares
PATIENCE = 2_000_000_000  # boards that the fast search may meet before it gives up
READABLE = 200_000  # the readable one is not begun if there may be more boards


# The readable solver.


def forced(
    rules: Rules,
    board: Marks,
    turn: int,
    player: int,
    known: dict[tuple[Marks, int], int] | None = None,
) -> int:
    """The score that `player` can force alone with `turn` to move: 0 for a draw, squares + 1 -
    marks for a win.

    So a win is worth more the sooner it comes; a loss is the negative of that. `known` remembers
    boards.
    """
    known = {} if known is None else known
    if (board, turn) not in known:
        scores = []
        for square in open_squares(board):
            then = place(rules, board, square, turn)
            decided = outcome(rules, then, last=turn)
            if decided is None:
                scores.append(forced(rules, then, after(rules, turn), player, known))
            else:
                scores.append(decided[player - 1] * (then.count(0) + 1))
        known[board, turn] = max(scores) if turn == player else min(scores)
    return known[board, turn]


# The fast one, for two players.


def symmetries(rules: Rules) -> tuple[tuple[Square, ...], ...]:
    """The turns and mirrorings of the board that map the lines of the rules on themselves, each as
    the squares' images.

    The first is the identity.
    """
    images = find_images(rules.start.width, rules.start.height)
    return tuple(image for image in images if _maps(rules, image))


def find_images(width: int, height: int) -> tuple[tuple[Square, ...], ...]:
    """All turns and mirrorings of a board, each as the squares' images: four, or eight of a square
    one, or fewer.
    """
    squares = np.arange(width * height).reshape(height, width)
    turned = [squares, squares[::-1], squares[:, ::-1], squares[::-1, ::-1]]
    if width == height:
        turned += [candidate.T for candidate in turned]
    return tuple(dict.fromkeys(tuple(candidate.ravel().tolist()) for candidate in turned))


def _maps(rules, image):
    """Whether an image of the board maps the lines that win, and those that lose, on themselves."""
    for lines in (rules.win_lines, rules.loss_lines):
        known = {frozenset(line) for line in lines}
        if {frozenset((image[square], mark) for square, mark in line) for line in known} != known:
            return False
    return True


def canonical(rules: Rules, board: Board, me: int) -> tuple[Marks, Sequence[Square]]:
    """(one board for all that are images of this one, with `me` as player 1; where each square of
    this one is there).

    Players keep their order, so `me`, who is to move, is 1, the next 2, and so on.
    """
    own = [mark and (mark - me) % rules.players + 1 for mark in board]
    best: list[int] = []
    where: Sequence[int] = ()
    for image in _symmetries(rules):
        moved = [0] * len(own)
        for square, there in enumerate(image):
            moved[there] = own[square]
        if not best or moved < best:
            best, where = moved, image
    return tuple(best), where


_symmetries = lru_cache(maxsize=64)(symmetries)


def as_bitboards(rules: Rules) -> Bitboards:
    """The rules as numbers for the compiled search, `search.Bitboards`, derived from their lines.

    Raises ValueError if they are not for two players, or have more squares than the search takes.
    """
    squares = len(rules.start.squares)
    if rules.players != 2 or squares > MOST_SQUARES:
        raise ValueError(
            f"{rules.name!r} must be for 2 players on at most {MOST_SQUARES} squares to be solved"
            " fast"
        )
    lines = [*rules.win_lines, *rules.loss_lines]
    through = [
        [number for number, line in enumerate(lines) if square in dict(line)]
        for square in range(squares)
    ]
    own, other = (np.array([bits(line, mark) for line in lines], dtype=np.int64) for mark in (1, 2))
    return Bitboards(
        squares=squares,
        own=own,
        other=other,
        wins=np.arange(len(lines)) < len(rules.win_lines),
        plain=not rules.loss_lines and not other.any(),
        through=filled(through, -1),
        order=np.array(_in_order(through, rules.start.width, rules.start.height), dtype=np.int64),
        images=_images(symmetries(rules), squares),
    )


def _in_order(through, width, height):
    """The squares as they are tried: those with most lines first, of equal ones those in the middle
    of the board.
    """

    def place(square):
        row, column = divmod(square, width)
        return -len(through[square]), (2 * column + 1 - width) ** 2 + (2 * row + 1 - height) ** 2

    return sorted(range(len(through)), key=place)


def bits(held: Iterable[tuple[Square, int]], mark: int) -> int:
    """Return the squares that hold a mark, one bit each; `held` has (square, mark) pairs, such as a
    line or `enumerate(board)`.
    """
    return sum(1 << square for square, one in held if one == mark)


def filled(rows: Sequence[Sequence[Any]], filling: Any) -> Ints:
    """Rows as an array, the short ones filled up; each row ends with a filling."""
    longest = max(map(len, rows), default=0) + 1
    full = [[*row, *[filling] * (longest - len(row))] for row in rows]
    return np.array(full, np.int64).reshape(len(rows), longest, *np.shape(filling))


def _images(group, squares):
    """(symmetries, bytes, 256): where each symmetry takes the bits of a byte."""
    table = np.zeros((len(group), (squares + 7) // 8, 256), dtype=np.int64)
    for row, image in enumerate(group):
        for square in range(squares):
            byte, bit = divmod(square, 8)
            table[row, byte, (np.arange(256) >> bit) & 1 == 1] |= 1 << image[square]
    return table


class Solver:
    """A game of two in numbers, with all that was found out about its boards so far; `met` counts
    the boards it met.
    """

    def __init__(self, rules, places=None):
        self.rules, self.game, self.met = rules, as_bitboards(rules), 0
        self.table = new_table(places or (FEW_PLACES if self.game.squares <= 9 else PLACES))

    def score(self, board: Marks, me: int, patience: int = PATIENCE) -> int:
        """The score that `me`, to move, can force on a board on which the game goes on, as `forced`
        gives it.

        Raises ValueError if that needs more than `patience` boards.
        """
        mine, theirs = (bits(enumerate(board), who) for who in (me, 3 - me))
        left = board.count(0)
        state = new_state(mine, theirs, left)
        score, met = compiled(solve)(state, 0, left, left + 1, self.game, self.table, 0, patience)
        self.met += met
        if score == UNFINISHED:
            raise ValueError(
                f"{self.rules.name!r} is too large to be solved: {patience:,} boards were not"
                " enough"
            )
        return int(score)


@lru_cache(maxsize=4)
def find_solver(rules: Rules) -> Solver:
    """The Solver of some rules, which keeps what it finds."""
    return Solver(rules)


# What one asks.


def value(
    rules: Rules, board: Marks | None = None, me: int | None = None, patience: int = PATIENCE
) -> Value:
    """The Value of a board for `me`, who is to move; by default of the start, and for whoever's
    turn it is.

    Raises ValueError if the game is over, or too large.
    """
    board, me = _asked(rules, board, me)
    return _value(_score(rules, board, me, patience), board)


def values_of_moves(
    rules: Rules, board: Marks | None = None, me: int | None = None, patience: int = PATIENCE
) -> dict[Square, Value]:
    """{square: Value for `me`, who is to move there}, for each open square."""
    board, me = _asked(rules, board, me)
    found = {}
    for square in open_squares(board):
        then = place(rules, board, square, me)
        decided = outcome(rules, then, last=me)
        if decided is None:
            score = _score(rules, then, after(rules, me), patience, me)
        else:
            score = decided[me - 1] * (then.count(0) + 1)
        found[square] = _value(score, board)
    return found


def best_moves(
    rules: Rules,
    board: Marks | None = None,
    me: int | None = None,
    quick: bool = False,
    patience: int = PATIENCE,
) -> list[Square]:
    """The open squares that keep the best result; with `quick`, those of them that also win soonest
    or lose latest.
    """
    values = values_of_moves(rules, board, me, patience)
    ranks = {square: rank(found) if quick else found.result for square, found in values.items()}
    return [square for square, one in ranks.items() if one == max(ranks.values())]


def _asked(rules, board, me):
    board = rules.start.squares if board is None else tuple(board)
    me = me or to_move(rules, board)
    if outcome(rules, board, last=whose(rules, me, rules.players)) is not None:
        raise ValueError(f"the game {rules.name!r} is over on this board")
    return board, me


def _score(rules, board, turn, patience, player=None):
    """The score that `player` (by default whoever is to move) can force alone."""
    player = player or turn
    if rules.players == 2 and len(board) <= MOST_SQUARES:
        score = find_solver(rules).score(board, turn, patience)
        return score if player == turn else -score
    most = boards_ahead(board.count(0), rules.players)
    if most > READABLE:
        raise ValueError(
            f"{rules.name!r} is too large to be solved: up to {most:,} boards, more than"
            f" {READABLE:,}"
        )
    return forced(rules, board, turn, player)


def boards_ahead(empty: int, players: int) -> int:
    """How many boards at most can follow one with so many empty squares, itself included."""
    total = ways = 1
    for moves in range(empty):  # who moves next has moved `moves // players` times
        ways = ways * (empty - moves) // (moves // players + 1)
        total += ways
    return total


def _value(score, board):
    """A score as a Value, seen from this board."""
    return Value(int(np.sign(score)), board.count(0) + 1 - abs(score) if score else None)


def table(sides: Iterable[tuple[int, int, int]]) -> dict[tuple[int, int, int], Value]:
    """{(width, height, k): Value} of k in a row on width x height squares, for some
    such triples.
    """
    return {numbers: value(in_a_row(*numbers)) for numbers in sides}
