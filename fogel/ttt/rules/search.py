"""How is a game of two solved fast? The compiled search behind `solve.py`.

A board is two numbers, the squares of whoever is to move (`mine`) and the other's (`theirs`), a bit a square. A score
is what the player to move gets if both play perfectly: 0 for a draw, otherwise squares + 1 - (marks on the last board),
so that a win is worth more the sooner it comes, and the negative of that for a loss.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from fogel.compiling import compiled, kernel

MOST_SQUARES = 31  # two boards of so many bits make one number of 62
UNFINISHED = 127  # in place of a score: the search has met as many boards as it may


class Game(NamedTuple):
    """The rules as numbers. A line is matched by a player who holds all of `own` while the other holds all of `other`.

    `wins` tells lines that win from those that lose; `plain`: all win, and need nothing of the other's. `through` gives
    the lines through each square, -1 where there are no more; `order` the squares, those with most lines first;
    `images` where each of the symmetries takes eight squares at a time, (symmetries, bytes, 256).
    """

    squares: int
    own: np.ndarray
    other: np.ndarray
    wins: np.ndarray
    plain: bool
    through: np.ndarray
    order: np.ndarray
    images: np.ndarray


class Memory(NamedTuple):
    """What is known of boards: `keys` and, by the same place, the lowest and the highest score that can be."""

    keys: np.ndarray
    bounds: np.ndarray


def new_memory(places):
    """An empty memory; a prime number of places spreads the boards best."""
    return Memory(np.full(places, -1, dtype=np.int64), np.zeros((places, 2), dtype=np.int8))


def count(mask):
    """How many of 31 bits are set."""
    mask = mask - ((mask >> 1) & 0x55555555)
    mask = (mask & 0x33333333) + ((mask >> 2) & 0x33333333)
    return (((mask + (mask >> 4)) & 0x0F0F0F0F) * 0x01010101 & 0xFFFFFFFF) >> 24


def key_of(mine, theirs, game):
    """One number for a board and all its images under the symmetries: the least of theirs."""
    least = np.int64(2**62)
    for symmetry in range(game.images.shape[0]):
        key = np.int64(0)
        for byte in range(game.images.shape[1]):
            image = game.images[symmetry, byte]
            key |= image[(mine >> (8 * byte)) & 255] << MOST_SQUARES | image[(theirs >> (8 * byte)) & 255]
        least = min(least, key)
    return least


@kernel
def result(mine, theirs, square, game):
    """What the move into `square` by the owner of `mine`, already made, has decided for him: 1, -1, or 0 nothing."""
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
    if i_win:
        return 1
    if they_win or i_lose:
        return -1
    return 1 if they_lose else 0


def make_solve(steps):
    """The search as a function of its steps."""
    count, key_of, result = steps

    def solve(mine, theirs, alpha, beta, game, memory, most):
        """(score of a board on which the game goes on, boards met). Exact between alpha and beta, else a bound.

        UNFINISHED in place of the score after `most` boards.
        """
        squares, places = game.squares, len(memory.keys)
        everything = (np.int64(1) << squares) - 1
        depth, met, entering, score = 0, 0, True, 0
        my, their = np.zeros(squares + 1, np.int64), np.zeros(squares + 1, np.int64)
        low, high = np.zeros(squares + 1, np.int64), np.zeros(squares + 1, np.int64)
        floor, best = np.zeros(squares + 1, np.int64), np.zeros(squares + 1, np.int64)
        moves, tried = np.zeros(squares + 1, np.int64), np.zeros(squares + 1, np.int64)
        keys = np.zeros(squares + 1, np.int64)
        my[0], their[0], low[0], high[0] = mine, theirs, alpha, beta
        while True:
            if entering:  # a board that was not looked at: perhaps it is known, or can be seen at a glance
                met += 1
                if met > most:
                    return UNFINISHED, met
                mine, theirs = my[depth], their[depth]
                taken = mine | theirs
                marks = count(taken)
                # How soon can either win? Count what each line lacks, unless somebody stands in its way.
                my_soonest, their_soonest, threats = squares + 1, squares + 1, np.int64(0)
                for line in range(len(game.own)):
                    own, other = game.own[line], game.other[line]
                    if not game.wins[line]:  # matched by the other, it wins for me
                        own, other = other, own
                    if theirs & own == 0 and mine & other == 0:
                        lacking, waiting = count(own & ~mine), count(other & ~theirs)
                        my_soonest = min(my_soonest, max(2 * lacking - 1, 2 * waiting))
                    if mine & own == 0 and theirs & other == 0:
                        lacking, waiting = count(own & ~theirs), count(other & ~mine)
                        their_soonest = min(their_soonest, max(2 * lacking, 2 * waiting - 1))
                        if lacking == 1:
                            threats |= own & ~theirs
                most_score = squares + 1 - marks - my_soonest if marks + my_soonest <= squares else 0
                least_score = marks + their_soonest - squares - 1 if marks + their_soonest <= squares else 0
                known = most_score == least_score
                if game.plain:
                    if my_soonest == 1:
                        known, score = True, squares - marks
                    elif threats & (threats - 1):  # he can't stop both
                        known, score = True, marks + 1 - squares
                    elif known:
                        score = most_score
                elif known:
                    score = most_score
                if not known:
                    low[depth], high[depth] = max(low[depth], least_score), min(high[depth], most_score)
                    if low[depth] >= high[depth]:
                        known, score = True, least_score if low[depth] == least_score else most_score
                if not known:
                    key = key_of(mine, theirs, game)
                    place = key % places
                    if memory.keys[place] == key:
                        low[depth] = max(low[depth], memory.bounds[place, 0])
                        high[depth] = min(high[depth], memory.bounds[place, 1])
                        if low[depth] >= high[depth]:
                            known = True
                            score = memory.bounds[place, 0]
                            if low[depth] > score:
                                score = memory.bounds[place, 1]
                    keys[depth] = key
                entering = False
                if known:
                    if depth == 0:
                        return score, met
                    depth -= 1
                    score = -score
                else:
                    floor[depth], best[depth], tried[depth] = low[depth], -squares - 1, 0
                    moves[depth] = threats if game.plain and threats else everything & ~taken
                    score = -squares - 2  # no move was tried yet
            # Here `score` is that of the move that was tried last on the board at `depth`.
            best[depth] = max(best[depth], score)
            low[depth] = max(low[depth], best[depth])
            if low[depth] < high[depth]:
                square = -1
                while tried[depth] < squares:
                    candidate = game.order[tried[depth]]
                    tried[depth] += 1
                    if (moves[depth] >> candidate) & 1:
                        square = candidate
                        break
                if square >= 0:
                    mine, theirs = my[depth] | (np.int64(1) << square), their[depth]
                    decided = result(mine, theirs, square, game)
                    if decided or mine | theirs == everything:
                        score = decided * (squares + 1 - count(mine | theirs))
                    else:
                        depth += 1
                        my[depth], their[depth] = theirs, mine
                        low[depth], high[depth] = -high[depth - 1], -low[depth - 1]
                        entering = True
                    continue
            # All moves were tried, or one was good enough.
            key, score = keys[depth], best[depth]
            place = key % places
            if memory.keys[place] != key:
                memory.keys[place] = key
                memory.bounds[place, 0], memory.bounds[place, 1] = -squares - 1, squares + 1
            if score > floor[depth]:
                memory.bounds[place, 0] = max(memory.bounds[place, 0], score)
            if score < high[depth]:
                memory.bounds[place, 1] = min(memory.bounds[place, 1], score)
            if depth == 0:
                return score, met
            depth -= 1
            score = -score

    return solve


@cache
def solver():
    """The compiled search."""
    return compiled(make_solve, (count, key_of, result))
