"""Boards as nine numbers, and the rules of the game (chapter 1).

A *square* is a number from 0 to 8, row by row. A *board* is a length-9 int8 array: 1 for X, 0 for
an empty square, -1 for O. A *player* is a function `player(board, rng) -> square`. X begins, so the
entries of a board sum to 0 when X is to move and to 1 when O is. A board is never changed in place.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from fogel.core.asking import ask
from fogel.core.types import Board, Bytes, Mark, Marks, Player, Rng, Square

X, EMPTY, O = 1, 0, -1  # noqa: E741 - the mark is called O
MARKS = {"X": X, "O": O, ".": EMPTY}
X_TO_MOVE = 2423  # in `positions()`, X is to move before this row,
IN_PROGRESS = 4520  # and the game goes on before this one
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def encode(text: str) -> Bytes:
    """Return the board in nine letters X, O or '.' (spaces are ignored), or raise ValueError."""
    letters = "".join(text.split())
    if len(letters) != 9 or set(letters) - set(MARKS):
        raise ValueError(f"a board is nine letters X, O or '.', not {text!r}")
    return np.array([MARKS[letter] for letter in letters], dtype=np.int8)


def decode(board: Board) -> str:
    """The board as three lines of text, the inverse of `encode`."""
    letters = "".join({mark: letter for letter, mark in MARKS.items()}[int(mark)] for mark in board)
    return "\n".join(letters[row : row + 3] for row in (0, 3, 6))


def winner(board: Board) -> Mark:
    """1 if X holds a whole line, -1 if O does, 0 if nobody."""
    for a, b, c in LINES:
        if board[a] != EMPTY and board[a] == board[b] == board[c]:
            return int(board[a])
    return 0


def open_squares(board: Board) -> list[Square]:
    """The empty squares, lowest first."""
    return [square for square, mark in enumerate(board) if mark == EMPTY]


def to_move(board: Board) -> Mark:
    """Return 1 if the marks are even (X moves), -1 if X is one ahead, or raise ValueError."""
    marks = int(sum(board))
    if marks not in (0, 1):
        raise ValueError(f"X begins, so the entries of a board sum to 0 or 1, not {marks}")
    return X if marks == 0 else O


def put(board: Board, square: Square, mark: Mark) -> Marks:
    """A new board, as a tuple, with a mark on a square; no question asked."""
    return (*board[:square], mark, *board[square + 1 :])


def place(board: Board, square: Square) -> Bytes:
    """Return a new board after the move into a square; raise ValueError if it is not open."""
    if not 0 <= square <= 8 or board[square] != EMPTY:
        raise ValueError(f"square {square} is not open on this board:\n{decode(board)}")
    after = np.array(board, dtype=np.int8)
    after[square] = to_move(board)
    return after


def is_final(board: Board) -> bool:
    """True when somebody has won or no square is open."""
    return winner(board) != 0 or not open_squares(board)


def play_game(
    x: Player, o: Player, rng: Rng | None, forced_reply: int | None = None
) -> tuple[Mark, list[Square]]:
    """One game between players `x` (who begins) and `o`: (winner, squares played in order).

    With `forced_reply` k, the second move is not asked of `o`: it is the k-th open square, and uses
    no draw. Players see a read-only copy of the board. Raises PlayerError if one fails or answers
    with no square, and ValueError if it chooses a square that is not open.
    """
    board = np.zeros(9, dtype=np.int8)
    squares = []
    while not is_final(board.tolist()):
        if len(squares) == 1 and forced_reply is not None:
            square = open_squares(board)[forced_reply]
        else:
            player = x if len(squares) % 2 == 0 else o
            square = ask(player, board, rng)
        board = place(board, square)
        squares.append(square)
    return winner(board), squares


@cache
def positions() -> Bytes:
    """Return all 5,478 reachable boards, a read-only (5478, 9) array in three parts.

    First come the 2,423 with X to move, where a network that begins answers, then the 2,097 with O
    to move, then the 958 final ones; each part is in the order of the number of marks.
    """
    found: dict[Marks, int] = {(EMPTY,) * 9: 0}  # board: 0 X to move, 1 O to move, 2 final
    queue = list(found)
    for board in queue:  # the list grows while it is read: breadth first
        if found[board] == 2:
            continue
        for square in open_squares(board):
            after = put(board, square, to_move(board))
            if after not in found:
                found[after] = 2 if is_final(after) else sum(after)
                queue.append(after)
    table = np.array(sorted(found, key=found.__getitem__), dtype=np.int8)
    table.flags.writeable = False
    return table


@cache
def _numbering():
    return {tuple(board): number for number, board in enumerate(positions().tolist())}


def position(board: Board) -> int:
    """Return the row of a board in `positions()`; raise ValueError if it can't be reached."""
    try:
        return _numbering()[tuple(board)]
    except KeyError:
        raise ValueError(f"no game that X begins reaches this board:\n{decode(board)}") from None


# The eight symmetries of the square: where each of the nine squares goes.
_GRID = np.arange(9).reshape(3, 3)
_IMAGES = (np.rot90(grid, turns) for grid in (_GRID, _GRID.T) for turns in range(4))
SYMMETRIES = tuple(tuple(image.ravel().tolist()) for image in _IMAGES)


def canonical(board: Board) -> Bytes:
    """The one of a board's eight rotations and reflections that stands for all of them."""
    board = np.asarray(board, dtype=np.int8)
    images = (tuple(board[list(symmetry)].tolist()) for symmetry in SYMMETRIES)
    return np.array(max(images), dtype=np.int8)
