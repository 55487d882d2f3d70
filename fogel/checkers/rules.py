"""The rules of American checkers on a board of any even size (chapter 19).

Only the dark squares are played on. They have numbers from 1, row by row, as in the game's own
notation; these are four rows of four columns, two men each:

        .  1  .  2      player 1's men step down the page, and he opens
        3  .  4  .
        .  5  .  6
        7  .  8  .      player -1's step up

A *board* is a tuple with the piece on each dark square: 1 is a man and 2 a king of player 1, -1 and
-2 those of player -1, and 0 an empty square. A *move* is the tuple of all squares that a piece
stands on, from first to last.
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from numbers import Integral
from typing import NamedTuple, TypeAlias

from fogel.core.asking import PlayerError, call_player, player_name
from fogel.core.types import Mark, Marks, Rng, Square

MAN, KING = 1, 2
LEAST_SIDE, MOST_SIDE = 4, 10  # squares
LIMIT = 200  # moves of both players after which a game is a draw

Move: TypeAlias = tuple[Square, ...]
CheckersPlayer: TypeAlias = Callable[["Checkers", "Position", Rng], Move]


@dataclass(frozen=True)
class Checkers:
    """The game on a board of so many `rows` and `columns`, with so many `men` of each player in
    full rows.

    Raises ValueError that names the field and what it accepts.
    """

    rows: int = 8
    columns: int = 8
    men: int = 12

    def __post_init__(self):
        for side in ("rows", "columns"):
            value = getattr(self, side)
            if not _is_whole(value) or value % 2 or not LEAST_SIDE <= value <= MOST_SIDE:
                raise ValueError(
                    f"{side} must be an even number from {LEAST_SIDE} to {MOST_SIDE}, not {value!r}"
                )
        full = [rows * self.columns // 2 for rows in range(1, self.rows // 2)]
        if not _is_whole(self.men) or self.men not in full:
            board, accepted = f"{self.rows}x{self.columns}", " or ".join(map(str, full))
            raise ValueError(
                f"men must fill whole rows, which is {accepted} on {board}, not {self.men!r}"
            )

    @property
    def squares(self) -> int:
        """How many dark squares there are."""
        return self.rows * self.columns // 2

    @property
    def start(self) -> Position:
        """The men on either side, and player 1 to move."""
        empty = (0,) * (self.squares - 2 * self.men)
        return Position((MAN,) * self.men + empty + (-MAN,) * self.men, 1)


def _is_whole(value):
    return isinstance(value, int) and not isinstance(value, bool)


class Position(NamedTuple):
    """A `board`, and the `player` who is to move: 1 or -1."""

    board: Marks
    player: int


def neighbour(game: Checkers, square: Square, down: int, right: int) -> Square | None:
    """The next dark square one row down (-1: up) and one column to the right (-1: left), None
    beyond the edge.
    """
    row, place = divmod(square - 1, game.columns // 2)
    row, column = row + down, 2 * place + 1 - row % 2 + right
    if not (0 <= row < game.rows and 0 <= column < game.columns):
        return None
    return row * (game.columns // 2) + column // 2 + 1


def neighbours(game: Checkers, square: Square) -> set[Square]:
    """The dark squares beside one."""
    return {neighbour(game, square, *way) for way in directions(KING)} - {None}  # type: ignore[return-value]


def directions(piece: Mark) -> list[tuple[int, int]]:
    """The ways that a piece may go, as (down, right): a man forward alone, a king backward too."""
    forward = 1 if piece > 0 else -1
    return [
        (down, right)
        for down in ((forward,) if abs(piece) == MAN else (forward, -forward))
        for right in (-1, 1)
    ]


def is_crowned(game: Checkers, piece: Mark, square: Square) -> bool:
    """Whether a man on this square becomes a king: it is in the last row, seen by him."""
    row = (square - 1) // (game.columns // 2)
    return abs(piece) == MAN and row == (game.rows - 1 if piece > 0 else 0)


def moves(game: Checkers, position: Position) -> list[Move]:
    """All moves that are allowed, by the square that they begin on: jumps alone if there is one.

    Whoever has none has lost.
    """
    board, player = position
    own = [square for square in range(1, game.squares + 1) if board[square - 1] * player > 0]
    return [move for square in own for move in jumps(game, board, square)] or [
        move for square in own for move in steps(game, board, square)
    ]


def steps(game: Checkers, board: Marks, square: Square) -> Iterator[Move]:
    """The moves of a piece to an empty square beside it."""
    for down, right in directions(board[square - 1]):
        to = neighbour(game, square, down, right)
        if to is not None and board[to - 1] == 0:
            yield square, to


def jumps(game: Checkers, board: Marks, square: Square) -> list[Move]:
    """The jumps of a piece, each until it can't go on; it leaves its square, and what it takes lies
    until the end.

    To take it away at once would come to the same: a piece lands on every second row, and takes on
    those between.
    """
    piece = board[square - 1]
    without = (*board[: square - 1], 0, *board[square:])

    def ways_on(path, taken):
        found = []
        for down, right in directions(piece):
            over = neighbour(game, path[-1], down, right)
            to = over and neighbour(game, over, down, right)
            if to and over not in taken and without[over - 1] * piece < 0 and without[to - 1] == 0:
                crowned = is_crowned(game, piece, to)
                further = [] if crowned else ways_on((*path, to), (*taken, over))
                found += further or [(*path, to)]
        return found

    return ways_on((square,), ())


def after(game: Checkers, position: Position, move: Move) -> Position:
    """The position after a move, which is one of `moves`."""
    board, player = list(position.board), position.player
    piece, first, last = board[move[0] - 1], move[0], move[-1]
    for square in jumped(game, move):
        board[square - 1] = 0
    board[first - 1] = 0
    board[last - 1] = KING * player if is_crowned(game, piece, last) else piece
    return Position(tuple(board), -player)


def jumped(game: Checkers, move: Move) -> list[Square]:
    """The squares that a move jumps over; none if it is a step, whose ends have no neighbour in
    common.
    """
    return [
        over
        for one, other in pairwise(move)
        for over in neighbours(game, one) & neighbours(game, other)
    ]


def notation(game: Checkers, move: Move) -> str:
    """A move as it is written: 11-15, or 15x22x29 if it takes something."""
    return ("x" if jumped(game, move) else "-").join(map(str, move))


def play_game(
    game: Checkers, first: CheckersPlayer, second: CheckersPlayer, rng: Rng, limit: int = LIMIT
) -> tuple[int, list[Move]]:
    """(who has won, 1 or -1, or 0 for a draw by the limit on moves, the moves).

    A player is a function `player(game, position, rng) -> move`, a tuple of squares. Raises
    ValueError if its move is not allowed, and PlayerError if it fails or answers with something
    else.
    """
    position, made = game.start, []
    while allowed := moves(game, position):
        if len(made) == limit:
            return 0, made
        move = ask_move(first if position.player == 1 else second, game, position, rng)
        if move not in allowed:
            words = f"player {position.player} must make a move that is allowed, not {move!r}"
            raise ValueError(words)
        position = after(game, position, move)
        made.append(move)
    return -position.player, made


def ask_move(player: CheckersPlayer, game: Checkers, position: Position, rng: Rng) -> Move:
    """Return the squares that a player answers, which may be no legal move; raise PlayerError if it
    fails or answers with something else.
    """
    move = call_player(player, game, position, rng)
    if isinstance(move, tuple) and all(isinstance(square, Integral) for square in move):
        return tuple(map(int, move))
    shown = " ".join(reprlib.repr(move).split())
    raise PlayerError(
        f"the player {player_name(player)} answered {shown}; a move is a tuple of squares", player
    )


def perft(game: Checkers, plies: int, position: Position | None = None) -> int:
    """How many sequences of so many moves there are, from the start or a position: what all
    programs must agree on.
    """
    position = position or game.start
    if plies == 0:
        return 1
    return sum(
        perft(game, plies - 1, after(game, position, move)) for move in moves(game, position)
    )
