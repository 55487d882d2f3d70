"""A two-player game solved on boards as bits, compiled.

A board is two numbers, the squares of whoever is to move and the other's, a bit a square.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fogel.core.twins import twin_of
from fogel.core.types import Ints, Square
from fogel.engine.compiling import kernel
from fogel.rules.negamax import SEVERAL, SearchSteps, make_negamax, verdict

MOST_SQUARES = 31  # two boards of so many bits make one number of 62


class Bitboards(NamedTuple):
    """The rules as numbers. A line is matched by a player who holds all of `own` while the other
    holds all of `other`.

    `wins` tells lines that win from those that lose; `plain`: all win, and need nothing of the
    other's. `through` gives the lines through each square, -1 where there are no more; `order` the
    squares, those with most lines first; `images` where each of the symmetries takes eight squares
    at a time, (symmetries, bytes, 256).
    """

    squares: int
    own: np.ndarray
    other: np.ndarray
    wins: np.ndarray
    plain: bool
    through: np.ndarray
    order: np.ndarray
    images: np.ndarray


@kernel(inline=True)
def count(mask: int) -> int:
    """How many of 31 bits are set."""
    mask = mask - ((mask >> 1) & 0x55555555)
    mask = (mask & 0x33333333) + ((mask >> 2) & 0x33333333)
    return (((mask + (mask >> 4)) & 0x0F0F0F0F) * 0x01010101 & 0xFFFFFFFF) >> 24


@twin_of("fogel.rules.rules.matching")
@kernel(inline=True)
def result(mine: int, theirs: int, square: Square, game: Bitboards) -> int:
    """What the move into `square` by the owner of `mine`, already made, has decided for him: 1, -1,
    or 0 nothing.
    """
    i_win = they_win = i_lose = they_lose = False
    for line in game.through[square]:
        if line < 0:
            break
        own, other = game.own[line], game.other[line]
        if mine & own == own and theirs & other == other:
            i_win |= game.wins[line]
            i_lose |= not game.wins[line]
        if theirs & own == own and mine & other == other:
            they_win |= game.wins[line]
            they_lose |= not game.wins[line]
    return verdict(i_win, they_win, i_lose, they_lose)


# The steps of the search; the state is (the squares of whoever is to move, the other's), arrays by
# depth.


def new_state(mine: int, theirs: int, left: int) -> tuple[Ints, Ints]:
    """A state with room for so many moves, which begins with this board."""
    state = np.zeros(left + 1, np.int64), np.zeros(left + 1, np.int64)
    state[0][0], state[1][0] = mine, theirs
    return state


@kernel(inline=True)
def soonest(state: Any, depth: int, me: int, game: Bitboards) -> tuple[int, int, int]:
    """How soon can either win? Counts what each line lacks, unless somebody stands in its way;
    replies are a mask.

    In a `plain` game a mark on a square that no line can come through any more is never better than
    one elsewhere: whoever answers the one as he would the other loses nothing. So such squares are
    not among the replies.
    """
    mine, theirs = state[0][depth], state[1][depth]
    my_soonest, their_soonest, threats, alive = (
        game.squares + 1,
        game.squares + 1,
        np.int64(0),
        np.int64(0),
    )
    for line in range(len(game.own)):
        own, other = game.own[line], game.other[line]
        if not game.wins[line]:  # matched by the other, it wins for me
            own, other = other, own
        if theirs & own == 0 and mine & other == 0:
            lacking, waiting = count(own & ~mine), count(other & ~theirs)
            my_soonest = min(my_soonest, max(2 * lacking - 1, 2 * waiting))
            alive |= own
        if mine & own == 0 and theirs & other == 0:
            lacking, waiting = count(own & ~theirs), count(other & ~mine)
            their_soonest = min(their_soonest, max(2 * lacking, 2 * waiting - 1))
            alive |= own
            if lacking == 1:
                threats |= own & ~theirs
    if not game.plain or threats == 0:
        open_squares = (np.int64(1) << game.squares) - 1
        replies = (alive if game.plain else open_squares) & ~(mine | theirs)
    else:
        replies = np.int64(SEVERAL) if threats & (threats - 1) else threats
    return my_soonest, their_soonest, replies


@kernel(inline=True)
def compute_key(state: Any, depth: int, game: Bitboards) -> np.int64:
    """The least number among those of a board's images under the symmetries."""
    mine, theirs = state[0][depth], state[1][depth]
    least = np.int64(2**62)
    for symmetry in range(game.images.shape[0]):
        key = np.int64(0)
        for byte in range(game.images.shape[1]):
            image = game.images[symmetry, byte]
            key |= (
                image[(mine >> (8 * byte)) & 255] << MOST_SQUARES
                | image[(theirs >> (8 * byte)) & 255]
            )
        least = min(least, key)
    return least


@kernel(inline=True)
def may_reply(state: Any, depth: int, replies: int, square: Square) -> int:
    """Whether a square is in the mask of replies."""
    return (replies >> square) & 1


@kernel(inline=True)
def play(state: Any, depth: int, square: Square, me: int, game: Bitboards) -> int:
    """Makes a move, which gives the next board, seen by the other player: what it decides."""
    mine, theirs = state[0][depth] | (np.int64(1) << square), state[1][depth]
    state[0][depth + 1], state[1][depth + 1] = theirs, mine
    return result(mine, theirs, square, game)


solve = make_negamax(SearchSteps(soonest, compute_key, may_reply, play))
