"""The moves of checkers on a board as three numbers, compiled.

Bits are numbered along the rows like squares, but after every second row one bit is left out, and
stays empty:

        .  0  .  1
        2  .  3  .
        .  5  .  6      there is no 4
        7  .  8  .

So from whichever row, the square below to the left is as many bits on as a row has squares, that to
the right one more, and those above as many back; whoever leaves the board comes to a bit that is no
square. One shift moves all pieces.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np

from fogel.checkers.rules import KING, MAN, Checkers, Position
from fogel.core.twins import twin_of
from fogel.core.types import Ints
from fogel.engine.compiling import compiled, kernel

# The most at one position; 8x8 has at most some hundreds, in positions that nobody reaches.
MOST_MOVES = 1000

Board: TypeAlias = tuple[int, int, int]  # the mover's pieces, the other player's, and all kings


class BitShape(NamedTuple):
    """A board's shape: how many `bits` a row has, the mask of all `squares`, and those of either
    last row.

    `top` is where player -1's men are crowned, `bottom` where player 1's are. `last` is the bit of
    the last square.
    """

    bits: int
    squares: int
    top: int
    bottom: int
    last: int


def make_shape(game: Checkers) -> BitShape:
    """The BitShape of a game."""
    places = list_bits(game)
    half = game.columns // 2
    rows = places, places[:half], places[-half:]
    squares, top, bottom = (sum(1 << bit for bit in row) for row in rows)
    return BitShape(half, squares, top, bottom, places[-1])


def list_bits(game: Checkers) -> list[int]:
    """The bit of each square."""
    return [square + square // game.columns for square in range(game.squares)]


def to_bits(game: Checkers, position: Position) -> Board:
    """The board of a position, whose player is the mover."""
    mine = theirs = kings = 0
    for bit, piece in zip(list_bits(game), position.board, strict=True):
        mine |= (piece * position.player > 0) << bit
        theirs |= (piece * position.player < 0) << bit
        kings |= (abs(piece) == KING) << bit
    return mine, theirs, kings


def from_bits(game: Checkers, bits: Board | Ints, player: int) -> Position:
    """The Position whose board stands in bits, `player` to move."""
    mine, theirs, kings = (int(mask) for mask in bits)
    return Position(
        tuple(
            player * ((mine >> bit & 1) - (theirs >> bit & 1)) * (KING if kings >> bit & 1 else MAN)
            for bit in list_bits(game)
        ),
        player,
    )


@kernel(inline=True)
def shift(way: int, player: int, shape: BitShape) -> int:
    """How many bits on the neighbour is that way: 0 and 1 are forward, seen by the player, 2 and 3
    backward.
    """
    left = way & 1 == 0
    if (way < 2) == (player == 1):
        return shape.bits if left else shape.bits + 1
    return -shape.bits - 1 if left else -shape.bits


@kernel(inline=True)
def shifted(mask: int, by: int) -> int:
    """A mask so many bits on, or back."""
    return mask << by if by >= 0 else mask >> -by


@kernel(inline=True)
def board_at(boards: Ints, row: int) -> Board:
    """The board in a row of an array."""
    return boards[row, 0], boards[row, 1], boards[row, 2]


@kernel(inline=True)
def may_jump(board: Board, player: int, shape: BitShape) -> int:
    """The mask of all pieces that can jump."""
    mine, theirs, kings = board
    free, found = shape.squares & ~(mine | theirs), 0
    for way in range(4):
        back = -shift(way, player, shape)
        found |= shifted(shifted(free, back) & theirs, back) & (mine if way < 2 else mine & kings)
    return found


@kernel(inline=True)
def may_step(board: Board, player: int, shape: BitShape) -> int:
    """The mask of all pieces that can step."""
    mine, theirs, kings = board
    free, found = shape.squares & ~(mine | theirs), 0
    for way in range(4):
        found |= shifted(free, -shift(way, player, shape)) & (mine if way < 2 else mine & kings)
    return found


@twin_of("fogel.checkers.rules.after")
@kernel(inline=True)
def put(out: Ints, count: int, board: Board, move: tuple[int, int, int], last_row: int) -> int:
    """Write the board after a move, seen by the other player, into row `count` of `out`, if there
    is such a row; return `count` + 1 in any case.

    A `move` is (the bit of the piece, the bit where it ends, the mask of what it takes).
    """
    (mine, theirs, kings), (piece, to, taken) = board, move
    if count < len(out):
        is_king = kings & piece != 0 or to & last_row != 0
        out[count, 0] = theirs & ~taken
        out[count, 1] = (mine & ~piece) | to
        out[count, 2] = (kings & ~piece & ~taken) | (to if is_king else 0)
    return count + 1


@twin_of("fogel.checkers.rules.jumps")
@kernel
def put_jumps(out: Ints, count: int, board: Board, piece: int, player: int, shape: BitShape) -> int:
    """Writes the boards after all jumps of a piece; returns how many there are now.

    The stack is `path`, with two bits for each turn, so that a jump can be taken back.
    """
    mine, theirs, kings = board
    free = shape.squares & ~((mine ^ piece) | theirs)
    is_king = kings & piece != 0
    last_row = shape.bottom if player == 1 else shape.top
    at, taken, path, depth, way, at_end = piece, theirs & 0, theirs & 0, 0, 0, False
    while True:
        to = over = theirs & 0
        while way < (4 if is_king else 2):
            by = shift(way, player, shape)
            over = shifted(at, by) & theirs & ~taken
            to = shifted(over, by) & free
            if to != 0:
                break
            way += 1
        if to != 0:
            at, taken, path, depth, at_end = to, taken | over, path << 2 | way, depth + 1, True
            way = 4 if not is_king and to & last_row else 0  # a man that is crowned stops there
            continue
        if at_end:
            count = put(out, count, board, (piece, at, taken), last_row)
        if depth == 0:
            return count
        by = -shift(path & 3, player, shape)
        over = shifted(at, by)
        at, taken, way = shifted(over, by), taken & ~over, (path & 3) + 1
        path, depth, at_end = path >> 2, depth - 1, False


@twin_of("fogel.checkers.rules.moves", "fogel.checkers.rules.steps")
@kernel
def put_moves(out: Ints, board: Board, player: int, shape: BitShape) -> int:
    """Writes the boards after all moves, in the order of the rules, into the rows of `out`; returns
    how many.
    """
    mine, theirs, kings = board
    count, movers = 0, may_jump(board, player, shape)
    jumping = movers != 0
    if not jumping:
        movers = may_step(board, player, shape)
    free, last_row = shape.squares & ~(mine | theirs), shape.bottom if player == 1 else shape.top
    while movers != 0:
        piece = movers & -movers
        movers ^= piece
        if jumping:
            count = put_jumps(out, count, board, piece, player, shape)
            continue
        for way in range(4 if kings & piece else 2):
            to = shifted(piece, shift(way, player, shape)) & free
            if to != 0:
                count = put(out, count, board, (piece, to, 0), last_row)
    return count


@twin_of("fogel.checkers.rules.perft")
@kernel
def count_sequences(board: Board, player: int, plies: int, most: int, shape: BitShape) -> int:
    """How many sequences of so many moves there are from a board; -1 if a position has more than
    `most` moves.
    """
    boards = np.zeros((plies + 1, most, 3), np.int64)
    counts, tried = np.zeros(plies + 1, np.int64), np.zeros(plies + 1, np.int64)
    boards[0, 0], counts[0] = np.array(board), 1
    depth, found = 0, 0
    while depth >= 0:
        if tried[depth] == counts[depth]:
            depth -= 1
            continue
        if depth == plies:
            found += counts[depth]
            depth -= 1
            continue
        now = board_at(boards[depth], tried[depth])
        tried[depth] += 1
        depth += 1
        turn = player if depth & 1 else -player
        counts[depth], tried[depth] = put_moves(boards[depth], now, turn, shape), 0
        if counts[depth] > most:
            return -1
    return found


def perft(game: Checkers, plies: int, position: Position | None = None) -> int:
    """As `rules.perft`, compiled; raises ValueError where a position has more than MOST_MOVES
    moves.
    """
    position = position or game.start
    board, shape = to_bits(game, position), make_shape(game)
    found = compiled(count_sequences)(board, position.player, plies, MOST_MOVES, shape)
    if found < 0:
        raise ValueError(f"a position must have at most {MOST_MOVES:,} moves")
    return int(found)


def positions_after(game: Checkers, position: Position) -> list[Position]:
    """The positions after all moves, in the order of `rules.moves`; raises ValueError for more than
    MOST_MOVES.
    """
    out = np.empty((MOST_MOVES, 3), np.int64)
    count = compiled(put_moves)(out, to_bits(game, position), position.player, make_shape(game))
    if count > MOST_MOVES:
        raise ValueError(f"a position must have at most {MOST_MOVES:,} moves, not {count:,}")
    return [from_bits(game, board, -position.player) for board in out[:count]]
