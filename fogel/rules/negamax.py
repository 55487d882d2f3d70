"""Negamax with alpha-beta cuts and a transposition table, compiled, for any board.

One loop for two searches, compiled: to the end of a game (`search.py`), and some moves ahead
(`lookahead/horizon.py`). What they do differently is how a board is kept; that is handed in as four
steps. See Knuth and Moore, "An analysis of alpha-beta pruning" (1975).

A *score* is what the player to move gets if both play perfectly: 0 for a draw, otherwise squares +
1 - (marks on the last board), so that a win is worth more the sooner it comes, and the negative of
that for a loss. Depth is counted in moves from the board that is asked about; the player to move
there is 0 or 1, and the other one follows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from fogel.core.twins import twin_of
from fogel.engine.compiling import kernel, lent

UNFINISHED = 10_000  # in place of a score: the search has met as many boards as it may
OPEN = 9_999  # in place of a score: it is not known yet
INFINITY = 9_998  # more than any score
SEVERAL = -2  # in place of the replies to a threat: no one move stops them all


class SearchSteps(NamedTuple):
    """What a search has to know of its boards, which stand in `state`, one a depth.

    `soonest(state, depth, me, game)`: in how many moves from now either player, first `me`, may
    have won if nobody stands in the way, and the replies that need to be looked at. `key_of(state,
    depth, game)`: one number for a board and its images. `may_reply(state, depth, replies,
    square)`: whether a square is among those replies and open. `play(state, depth, square, me,
    game)`: makes a move, which gives the board at the next depth; what it decides for who made it,
    1 or -1, or 0 for nothing.
    """

    soonest: object
    key_of: object
    may_reply: object
    play: object


class TranspositionTable(NamedTuple):
    """What is known of boards: their `keys` and, at the same place, the lowest and the highest
    score that can be.

    A key stands there plus 1, and 0 where there is none: memory that nobody has written to costs
    nothing. `ages` tells which search found it out, and is empty if that holds in every search.
    """

    keys: np.ndarray
    ages: np.ndarray
    bounds: np.ndarray


def new_table(places: int, aging: bool = False) -> TranspositionTable:
    """An empty TranspositionTable; a prime number of places spreads the boards best."""
    ages = np.zeros(places if aging else 0, np.int64)
    return TranspositionTable(np.zeros(places, np.int64), ages, np.zeros((places, 2), np.int16))


class Stack(NamedTuple):
    """The boards on the way down, by depth: the window `alpha` to `beta` of scores that matter, and
    what it began from.

    `best` is the best score so far, `replies` the moves to be looked at, `tried` how many squares
    were.
    """

    alpha: np.ndarray
    beta: np.ndarray
    floor: np.ndarray
    best: np.ndarray
    replies: np.ndarray
    tried: np.ndarray
    keys: np.ndarray


@kernel
def new_stack(boards: int) -> Stack:
    """A Stack of so many boards, the first with an open window."""
    alpha, beta = np.full(boards, -INFINITY), np.full(boards, INFINITY)
    floor, best, replies = (
        np.zeros(boards, np.int64),
        np.zeros(boards, np.int64),
        np.zeros(boards, np.int64),
    )
    return Stack(
        alpha, beta, floor, best, replies, np.zeros(boards, np.int64), np.zeros(boards, np.int64)
    )


@twin_of("fogel.rules.rules.outcome")
@kernel(inline=True)
def verdict(i_win: bool, they_win: bool, i_lose: bool, they_lose: bool) -> int:
    """What a move decides for who made it: 1, -1, or 0 nothing, by who matches lines that win and
    lines that lose.
    """
    if i_win:
        return 1
    if they_win or i_lose:
        return -1
    return 1 if they_lose else 0


# Many parameters: compiled code passes the window, the depths and the tables of a search on in
# plain numbers and arrays, because an object for each call would slow the search down.
@kernel(inline=True)
def glance(
    seen: tuple[int, int, Any], depth: int, alpha: int, beta: int, left: int, top: int, plain: bool
) -> tuple[int, int, int]:
    """(alpha, beta, score) of a board: its window, narrowed, and its score if it is `seen` by
    `soonest`, else OPEN.

    A win n moves from the first board is worth top - n, and `left` moves are looked at; `plain`:
    all lines win, and hold nothing of the other's.
    """
    mine, theirs = depth + seen[0], depth + seen[1]
    most = top - mine if mine <= left else 0
    least = theirs - top if theirs <= left else 0
    if plain and seen[0] == 1:
        least = most
    elif plain and seen[2] == SEVERAL:
        most = least
    alpha, beta = max(alpha, least), min(beta, most)
    if alpha < beta:
        return alpha, beta, OPEN
    return alpha, beta, least if alpha == least else most


@kernel(inline=True)
def probe(
    table: TranspositionTable, key: int, age: int, alpha: Any, beta: Any
) -> tuple[Any, Any, Any]:
    """The same by what the table knows of the board with this key."""
    place = key % len(table.keys)
    if table.keys[place] == key + 1 and (len(table.ages) == 0 or table.ages[place] == age):
        lower, upper = np.int64(table.bounds[place, 0]), np.int64(table.bounds[place, 1])
        alpha, beta = max(alpha, lower), min(beta, upper)
        if alpha >= beta:
            return alpha, beta, upper if alpha > lower else lower
    return alpha, beta, OPEN


@kernel(inline=True)
def store(table: TranspositionTable, key: int, age: int, score: int, floor: int, beta: int) -> None:
    """Writes a score into the table: exact between floor and beta, else an upper or a
    lower bound.
    """
    place = key % len(table.keys)
    if table.keys[place] != key + 1 or (len(table.ages) > 0 and table.ages[place] != age):
        table.keys[place] = key + 1
        if len(table.ages) > 0:
            table.ages[place] = age
        table.bounds[place, 0], table.bounds[place, 1] = -INFINITY, INFINITY
    if score > floor:
        table.bounds[place, 0] = max(table.bounds[place, 0], score)
    if score < beta:
        table.bounds[place, 1] = min(table.bounds[place, 1], score)


# Long: the search is one loop with its own stack, since compiled code that called itself would be
# slower, and pieces of the loop would need a dozen arguments.
@twin_of("fogel.rules.solve.forced", "fogel.lookahead.foresight.foreseen")
def make_negamax(steps: SearchSteps) -> Callable[..., tuple[int, int]]:
    """The search that takes these steps; see `negamax` in it."""
    soonest, key_of, may_reply, play = steps

    # Many parameters: compiled code passes the window, the depths and the tables of a search on in
    # plain numbers and arrays, because an object for each call would slow the search down.
    def negamax(state, mover, left, top, game, table, age, most):
        """(score of the board at depth 0, on which the game goes on, within `left` moves, boards
        met).

        `mover` is to move; a win n moves from now is worth top - n. UNFINISHED in place of the
        score after `most` boards.
        """
        state, game, table = lent((state, game, table))
        stack, squares = new_stack(left + 1), len(game.order)
        depth, met, entering, score = 0, 0, True, np.int64(0)
        while True:
            me = (mover + depth) & 1
            known = False
            # A board that was not looked at: perhaps it can be seen at a glance, or is in the
            # table.
            if entering:
                met += 1
                if met > most:
                    return np.int64(UNFINISHED), met
                seen, alpha, beta = (
                    soonest(state, depth, me, game),
                    stack.alpha[depth],
                    stack.beta[depth],
                )
                alpha, beta, score = glance(seen, depth, alpha, beta, left, top, game.plain)
                if score == OPEN:
                    key = key_of(state, depth, game)
                    alpha, beta, score = probe(table, key, age, alpha, beta)
                    stack.keys[depth], stack.replies[depth], stack.tried[depth] = key, seen[2], 0
                    stack.alpha[depth], stack.beta[depth], stack.floor[depth] = alpha, beta, alpha
                    stack.best[depth] = -INFINITY
                known = score != OPEN
            else:  # `score` is that of the move that was tried last
                stack.best[depth] = max(stack.best[depth], score)
                stack.alpha[depth] = max(stack.alpha[depth], score)
            if not known:
                square = -1
                while (
                    stack.alpha[depth] < stack.beta[depth]
                    and stack.tried[depth] < squares
                    and square < 0
                ):
                    candidate = game.order[stack.tried[depth]]
                    stack.tried[depth] += 1
                    if may_reply(state, depth, stack.replies[depth], candidate):
                        square = candidate
                if square >= 0:
                    result = play(state, depth, square, me, game)
                    entering = result == 0 and depth + 1 < left
                    if entering:
                        stack.alpha[depth + 1], stack.beta[depth + 1] = (
                            -stack.beta[depth],
                            -stack.alpha[depth],
                        )
                        depth += 1
                    else:
                        score = np.int64(result * (top - depth - 1))
                    continue
                score = stack.best[depth]  # all moves were tried, or one was good enough
                store(table, stack.keys[depth], age, score, stack.floor[depth], stack.beta[depth])
            if depth == 0:
                return score, met
            depth, score, entering = depth - 1, -score, False

    return negamax
