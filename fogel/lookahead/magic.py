"""The report's Magic Formula, which never loses the standard game (chapter 14).

The report gives its easy move (win, else block) and says of its hard move that it takes the centre
if it can, and never loses. The rest is ours, after Crowley and Siegler's model of how children play
(Cognitive Science 17, 1993): fork, block a fork, the corner opposite to the other's, a corner, a
side.
"""

from __future__ import annotations

from fogel.core.settings import Settings
from fogel.core.types import Board, Mark, Square
from fogel.encoding import EMPTY, open_squares, put, to_move
from fogel.opponent import open_in_lines

CENTRE = 4
CORNERS = (0, 2, 6, 8)
SIDES = (1, 3, 5, 7)


def magic_move(board: Board, me: Mark) -> tuple[str, list[Square]]:
    """(the name of the first rule that applies, its squares) on a board of part one with `me` to
    move.
    """
    for name, rule in RULES.items():
        squares = sorted(set(rule(board, me)))
        if squares:
            return name, squares
    raise ValueError("the game is over on this board")


def magic_odds(board: Board, settings: Settings | None = None, me: Mark | None = None) -> list[int]:
    """The formula as a rule of `opponent.py`: nine odds, its squares alike."""
    board = tuple(int(mark) for mark in board)
    chosen = magic_move(board, me or to_move(board))[1]
    return [int(square in chosen) for square in range(9)]


def win(board: Board, me: Mark) -> list[Square]:
    """A third in a row."""
    return [square for squares in open_in_lines(board, me, 2) for square in squares]


def block(board: Board, me: Mark) -> list[Square]:
    """Where the other would win."""
    return win(board, -me)


def centre(board: Board, me: Mark) -> list[Square]:
    """The centre."""
    return _open(board, [CENTRE])


def fork(board: Board, me: Mark) -> list[Square]:
    """A mark that threatens twice."""
    return [
        square for square in open_squares(board) if len(set(win(put(board, square, me), me))) > 1
    ]


def block_fork(board: Board, me: Mark) -> list[Square]:
    """Where the other would fork: a mark there, or one that threatens, so that he must block and
    can't fork with that.

    Only such squares as leave him no fork.
    """
    return [
        square
        for square in open_squares(board)
        if fork(board, -me) and _is_safe(put(board, square, me), me)
    ]


def _is_safe(board, me):
    """Whether the other, to move, has no fork: he must block if he is threatened."""
    forced, forks = set(win(board, me)), set(fork(board, -me))
    return len(forced) > 1 or not (forks & forced if forced else forks)


def opposite_corner(board: Board, me: Mark) -> list[Square]:
    """A corner whose opposite is the other's."""
    return _open(board, [corner for corner in CORNERS if board[8 - corner] == -me])


def corner(board: Board, me: Mark) -> list[Square]:
    """A corner."""
    return _open(board, CORNERS)


def side(board: Board, me: Mark) -> list[Square]:
    """A side."""
    return _open(board, SIDES)


def _open(board, squares):
    return [square for square in squares if board[square] == EMPTY]


RULES = {
    "win": win,
    "block": block,
    "centre": centre,
    "fork": fork,
    "block fork": block_fork,
    "opposite corner": opposite_corner,
    "corner": corner,
    "side": side,
}
