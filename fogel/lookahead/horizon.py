"""A search that ends after a few moves, compiled (chapter 14).

A board is an array of marks, and beside it stands what each line still lacks, for either player; so
it may be of any size. The boards on the way down are kept one by one, and none is ever changed
back. The loop is that of `negamax.py`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fogel.core.twins import twin_of
from fogel.engine.compiling import kernel
from fogel.rules.negamax import SEVERAL, SearchSteps, TranspositionTable, make_negamax, verdict


class Lines(NamedTuple):
    """The rules as arrays. Line i holds `own[i]` marks of the player who matches it and `other[i]`
    of the other one.

    `wins` tells lines that win from those that lose; `plain`: all win, and hold nothing of the
    other's. `on` gives the squares of each line, `through` the (line, mark) pairs through each
    square, both filled up with -1; `order` the squares, those with most lines first; `zobrist` what
    a mark on a square adds to a board's key, (symmetries, squares, 2).
    """

    own: np.ndarray
    other: np.ndarray
    wins: np.ndarray
    plain: bool
    on: np.ndarray
    through: np.ndarray
    order: np.ndarray
    zobrist: np.ndarray


# What a line lacks: own marks, the other's, and how many of its squares are held wrongly.
OWN, OTHER, BROKEN = 0, 1, 2


@kernel(inline=True)
def copy(state: Any, source: int, target: int) -> None:
    """Copies a board to another place."""
    board, lacks, keys = state
    for square in range(board.shape[1]):
        board[target, square] = board[source, square]
    for place in range(lacks.shape[1]):
        for kind in range(3):
            lacks[target, place, kind] = lacks[source, place, kind]
    for symmetry in range(keys.shape[1]):
        keys[target, symmetry] = keys[source, symmetry]


@kernel(inline=True)
def put(state: Any, at: int, square: int, player: int, lines: Lines) -> None:
    """Puts a mark on a board."""
    board, lacks, keys = state
    board[at, square] = player + 1
    for symmetry in range(keys.shape[1]):
        keys[at, symmetry] ^= lines.zobrist[symmetry, square, player]
    for place in range(lines.through.shape[1]):
        line, mark = lines.through[square, place, 0], lines.through[square, place, 1]
        if line < 0:
            break
        matcher = player if mark == 1 else 1 - player  # for whom the mark is the right one
        lacks[at, 2 * line + matcher, OWN if mark == 1 else OTHER] -= 1
        lacks[at, 2 * line + 1 - matcher, BROKEN] += 1


@twin_of("fogel.rules.rules.matching")
@kernel(inline=True)
def decided(state: Any, at: int, square: int, player: int, lines: Lines) -> int:
    """What the mark of `player` on this square has decided for him: 1, -1, or 0 nothing."""
    lacks = state[1]
    i_win = they_win = i_lose = they_lose = False
    for place in range(lines.through.shape[1]):
        line = lines.through[square, place, 0]
        if line < 0:
            break
        mine, theirs = lacks[at, 2 * line + player], lacks[at, 2 * line + 1 - player]
        if mine[OWN] + mine[OTHER] + mine[BROKEN] == 0:
            i_win |= lines.wins[line]
            i_lose |= not lines.wins[line]
        if theirs[OWN] + theirs[OTHER] + theirs[BROKEN] == 0:
            they_win |= lines.wins[line]
            they_lose |= not lines.wins[line]
    return verdict(i_win, they_win, i_lose, they_lose)


# The steps of the search; the state is (boards, what their lines lack, keys under each symmetry),
# all by depth.


@kernel(inline=True)
def soonest(state: Any, depth: int, me: int, lines: Lines) -> Any:
    """How soon can either win? Counts what each line lacks, unless somebody stands in its way.

    The one reply is a square, -1 for any; it is looked for if the rules are plain.
    """
    board, lacks, _ = state
    reply = -1
    mine = theirs = 2 * board.shape[1] + 2
    for line in range(len(lines.own)):
        for player in range(2):
            lack = lacks[depth, 2 * line + player]
            if lack[BROKEN] == 0:
                lacking, waiting = np.int64(lack[OWN]), np.int64(lack[OTHER])
                moves = (
                    max(2 * lacking - 1, 2 * waiting)
                    if player == me
                    else max(2 * lacking, 2 * waiting - 1)
                )
                if (player == me) == lines.wins[line]:
                    mine = min(mine, moves)
                else:
                    theirs = min(theirs, moves)
                if lines.plain and player != me and lacking == 1 and reply != SEVERAL:
                    place = 0
                    while board[depth, lines.on[line, place]]:
                        place += 1
                    square = lines.on[line, place]
                    reply = square if reply == -1 or reply == square else SEVERAL
    return mine, theirs, reply


@kernel(inline=True)
def compute_key(state: Any, depth: int, lines: Lines) -> Any:
    """The least of a board's keys under the symmetries."""
    keys = state[2]
    least = keys[depth, 0]
    for symmetry in range(1, keys.shape[1]):
        least = min(least, keys[depth, symmetry])
    return least


@kernel(inline=True)
def may_reply(state: Any, depth: int, reply: int, square: int) -> bool:
    """Whether a square is open, and the one reply if there is one."""
    return state[0][depth, square] == 0 and (reply < 0 or reply == square)


@kernel(inline=True)
def play(state: Any, depth: int, square: int, me: int, lines: Lines) -> int:
    """Makes a move, which gives the next board: what it decides."""
    copy(state, depth, depth + 1)
    put(state, depth + 1, square, me, lines)
    return decided(state, depth + 1, square, me, lines)


look = kernel(make_negamax(SearchSteps(soonest, compute_key, may_reply, play)))


@kernel
def set_up(squares: Any, boards: int, lines: Lines) -> Any:
    """Return work arrays for so many boards and one more, each with what its lines lack.

    The first board is that of `squares`.
    """
    count = len(lines.own)
    state = (
        np.zeros((boards + 1, len(squares)), np.int8),
        np.zeros((boards + 1, 2 * count, 3), np.int8),
        np.zeros((boards + 1, lines.zobrist.shape[0]), np.int64),
    )
    for line in range(count):
        for player in range(2):
            state[1][0, 2 * line + player, OWN] = lines.own[line]
            state[1][0, 2 * line + player, OTHER] = lines.other[line]
    for square in range(len(squares)):
        if squares[square]:
            put(state, 0, square, squares[square] - 1, lines)
    return state


@twin_of("fogel.lookahead.foresight.score_of_move")
@kernel
def look_at_moves(
    squares: Any, moves: int, lines: Lines, table: TranspositionTable, age: int, most: int
) -> tuple[np.ndarray, int]:
    """(scores of all squares for player 1, to move, within so many moves; boards met); `squares`
    holds 0, 1 and 2.

    A taken square has the score 0. If more than `most` boards were met, the scores are of no use.
    """
    scores, met = np.zeros(len(squares), np.int64), 0
    state = set_up(squares, 1, lines)
    empty = 0
    for mark in squares:
        empty += mark == 0
    for square in range(len(squares)):
        if squares[square] == 0 and met <= most:
            copy(state, 0, 1)
            put(state, 1, square, 0, lines)
            result = decided(state, 1, square, 0, lines)
            if result:
                scores[square] = result * empty
            elif moves > 1 and empty > 1:
                left = min(moves, empty) - 1
                below = set_up(state[0][1], left, lines)
                score, more = look(below, 1, left, empty, lines, table, age, most - met)
                scores[square], met = -score, met + more
    return scores, met
