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
    """The board written as nine letters X, O or '.' (white space is ignored); raises ValueError
    otherwise.
    """
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
    """Whose turn it is: 1 (X) when the marks are even, -1 (O) when X is one ahead; raises
    ValueError otherwise.
    """
    marks = int(sum(board))
    if marks not in (0, 1):
        raise ValueError(f"X begins, so the entries of a board sum to 0 or 1, not {marks}")
    return X if marks == 0 else O


def put(board: Board, square: Square, mark: Mark) -> Marks:
    """A new board, as a tuple, with a mark on a square; no question asked."""
    return (*board[:square], mark, *board[square + 1 :])


def place(board: Board, square: Square) -> Bytes:
    """A new board after the mark whose turn it is has moved; raises ValueError if the square is not
    open.
    """
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
    """All 5,478 reachable boards, a read-only (5478, 9) array in three parts, each by the number of
    marks.

    First the 2,423 on which X is to move (where a network that begins answers), then the 2,097 on
    which O is, then the 958 final ones.
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
    """The row of a board in `positions()`; raises ValueError if it can't be reached in a game that
    X begins.
    """
    try:
        return _numbering()[tuple(board)]
    except KeyError:
        raise ValueError(f"no game that X begins reaches this board:\n{decode(board)}") from None


# The eight symmetries of the square: where each of the nine squares goes.
_GRID = np.arange(9).reshape(3, 3)
SYMMETRIES = tuple(
    tuple(int(square) for square in np.rot90(grid, turns).ravel())
    for grid in (_GRID, _GRID.T)
    for turns in range(4)
)


def canonical(board: Board) -> Bytes:
    """The one of a board's eight rotations and reflections that stands for all of them."""
    board = np.asarray(board, dtype=np.int8)
    return np.array(
        max(tuple(board[list(symmetry)].tolist()) for symmetry in SYMMETRIES), dtype=np.int8
    )
