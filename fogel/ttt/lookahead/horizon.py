"""How is a search that ends after some moves made fast? The compiled part of `foresight.py` (chapter 14).

A board is an array of marks, and beside it stands what each line still lacks, for either player; so it may be of any
size. The boards on the way down are kept one by one, and none is ever changed back.
"""

from typing import NamedTuple

import numpy as np

from fogel.compiling import kernel

UNFINISHED = 10_000  # in place of a score: the search has met as many boards as it may


class Lines(NamedTuple):
    """The rules as arrays. Line i holds `own[i]` marks of the player who matches it and `other[i]` of the other one.

    `wins` tells lines that win from those that lose; `plain`: all win, and hold nothing of the other's. `on` gives the
    squares of each line, `through` the (line, mark) pairs through each square, both filled up with -1; `order` the
    squares, those with most lines first; `numbers` what a mark on a square adds to a board's number, (symmetries,
    squares, 2).
    """

    own: np.ndarray
    other: np.ndarray
    wins: np.ndarray
    plain: bool
    on: np.ndarray
    through: np.ndarray
    order: np.ndarray
    numbers: np.ndarray


class Memory(NamedTuple):
    """What is known of boards: their numbers, in which search, and the lowest and the highest score that can be."""

    keys: np.ndarray
    stamps: np.ndarray
    bounds: np.ndarray


def new_memory(places):
    """An empty memory."""
    return Memory(np.zeros(places, np.int64), np.zeros(places, np.int64), np.zeros((places, 2), np.int16))


OWN, OTHER, BROKEN = 0, 1, 2  # what a line lacks: own marks, the other's, and how many of its squares are held wrongly


@kernel
def copy(state, source, target):
    """Copies a board to another place."""
    board, lacks, keys = state
    for square in range(board.shape[1]):
        board[target, square] = board[source, square]
    for place in range(lacks.shape[1]):
        for kind in range(3):
            lacks[target, place, kind] = lacks[source, place, kind]
    for symmetry in range(keys.shape[1]):
        keys[target, symmetry] = keys[source, symmetry]


@kernel
def put(state, at, square, player, lines):
    """Puts a mark on a board."""
    board, lacks, keys = state
    board[at, square] = player + 1
    for symmetry in range(keys.shape[1]):
        keys[at, symmetry] ^= lines.numbers[symmetry, square, player]
    for place in range(lines.through.shape[1]):
        line, mark = lines.through[square, place, 0], lines.through[square, place, 1]
        if line < 0:
            break
        matcher = player if mark == 1 else 1 - player  # for whom the mark is the right one
        lacks[at, 2 * line + matcher, OWN if mark == 1 else OTHER] -= 1
        lacks[at, 2 * line + 1 - matcher, BROKEN] += 1


@kernel
def decided(state, at, square, player, lines):
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
    if i_win:
        return 1
    if they_win or i_lose:
        return -1
    return 1 if they_lose else 0


@kernel
def glance(state, at, me, lines, soonest):
    """Counts what each line lacks: `soonest[p]` moves from now player p may have won, if nobody stands in the way.

    Gives the one square where the other threatens to win, -1 if there is none, -2 if there are several; the rules are
    to be plain for that.
    """
    board, lacks, _ = state
    forced = -1
    soonest[0] = soonest[1] = 2 * board.shape[1] + 2
    for line in range(len(lines.own)):
        for player in range(2):
            lack = lacks[at, 2 * line + player]
            if lack[BROKEN] == 0:
                lacking, waiting = np.int64(lack[OWN]), np.int64(lack[OTHER])
                moves = max(2 * lacking - 1, 2 * waiting) if player == me else max(2 * lacking, 2 * waiting - 1)
                winner = player if lines.wins[line] else 1 - player
                soonest[winner] = min(soonest[winner], moves)
                if lines.plain and player != me and lacking == 1 and forced != -2:
                    place = 0
                    while board[at, lines.on[line, place]]:
                        place += 1
                    square = lines.on[line, place]
                    forced = square if forced == -1 or forced == square else -2
    return forced


@kernel
def set_up(squares, boards, lines):
    """Room for so many boards and one more, each with what its lines lack; the first is that of `squares`."""
    count = len(lines.own)
    state = (
        np.zeros((boards + 1, len(squares)), np.int8),
        np.zeros((boards + 1, 2 * count, 3), np.int8),
        np.zeros((boards + 1, lines.numbers.shape[0]), np.int64),
    )
    for line in range(count):
        for player in range(2):
            state[1][0, 2 * line + player, OWN] = lines.own[line]
            state[1][0, 2 * line + player, OTHER] = lines.other[line]
    for square in range(len(squares)):
        if squares[square]:
            put(state, 0, square, squares[square] - 1, lines)
    return state


@kernel
def look_at_moves(squares, moves, lines, memory, stamp, most):
    """(scores of all squares for player 1, to move, within so many moves; boards met); `squares` holds 0, 1 and 2.

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
                score, more = look(state[0][1], 1, min(moves, empty) - 1, lines, memory, stamp, most - met)
                scores[square], met = -score, met + more
    return scores, met


@kernel
def look(squares, mover, left, lines, memory, stamp, most):
    """(score of a board within `left` moves, from 1, boards met) for the player to move, 0 or 1; the game goes on.

    UNFINISHED in place of the score after `most` boards.
    """
    size, places, group = len(squares), len(memory.keys), lines.numbers.shape[0]
    state = set_up(squares, left + 1, lines)
    board, keys = state[0], state[2]
    marks = 0
    for mark in squares:
        marks += mark != 0
    top = size + 1 - marks  # a win that comes n moves from now is worth top - n
    soonest = np.zeros(2, np.int64)
    low, high = np.full(left + 1, -top), np.full(left + 1, top)
    floor, best = np.zeros(left + 1, np.int64), np.zeros(left + 1, np.int64)
    only, tried = np.zeros(left + 1, np.int64), np.zeros(left + 1, np.int64)
    numbers = np.zeros(left + 1, np.int64)
    depth, met, entering, score = 0, 0, True, 0
    while True:
        me = (mover + depth) & 1
        if entering:  # a board that was not looked at: perhaps it is known, or can be seen at a glance
            entering, met = False, met + 1
            if met > most:
                return UNFINISHED, met
            forced = glance(state, depth, me, lines, soonest)
            my, their = depth + soonest[me], depth + soonest[1 - me]
            most_score = top - my if my <= left else 0
            least_score = their - top if their <= left else 0
            known = most_score == least_score
            if known:
                score = most_score
            elif lines.plain and soonest[me] == 1:
                known, score = True, most_score
            elif lines.plain and forced == -2:  # he can't stop both
                known, score = True, least_score
            if not known:
                low[depth], high[depth] = max(low[depth], least_score), min(high[depth], most_score)
                if low[depth] >= high[depth]:
                    known, score = True, least_score if low[depth] == least_score else most_score
            if not known:
                key = keys[depth, 0]
                for symmetry in range(1, group):
                    key = min(key, keys[depth, symmetry])
                numbers[depth] = key
                place = key % places
                if memory.keys[place] == key and memory.stamps[place] == stamp:
                    low[depth] = max(low[depth], memory.bounds[place, 0])
                    high[depth] = min(high[depth], memory.bounds[place, 1])
                    if low[depth] >= high[depth]:
                        known, score = True, np.int64(memory.bounds[place, 0])
                        if low[depth] > score:
                            score = np.int64(memory.bounds[place, 1])
            if known:
                if depth == 0:
                    return score, met
                depth -= 1
                me, score = 1 - me, -score
            else:
                floor[depth], best[depth], tried[depth] = low[depth], -top, 0
                only[depth] = forced
                score = -top - 1  # no move was tried yet
        # Here `score` is that of the move that was tried last on the board at `depth`.
        best[depth] = max(best[depth], score)
        low[depth] = max(low[depth], best[depth])
        if low[depth] < high[depth]:
            square = -1
            while tried[depth] < size and square < 0:
                candidate = lines.order[tried[depth]]
                tried[depth] += 1
                if board[depth, candidate] == 0 and (only[depth] < 0 or only[depth] == candidate):
                    square = candidate
            if square >= 0:
                copy(state, depth, depth + 1)
                put(state, depth + 1, square, me, lines)
                result = decided(state, depth + 1, square, me, lines)
                if result or depth + 1 == left:
                    score = result * (top - depth - 1)
                else:
                    depth, entering = depth + 1, True
                    low[depth], high[depth] = -high[depth - 1], -low[depth - 1]
                continue
        # All moves were tried, or one was good enough.
        key, score = numbers[depth], best[depth]
        place = key % places
        if memory.keys[place] != key or memory.stamps[place] != stamp:
            memory.keys[place], memory.stamps[place] = key, stamp
            memory.bounds[place, 0], memory.bounds[place, 1] = -top, top
        if score > floor[depth]:
            memory.bounds[place, 0] = max(memory.bounds[place, 0], score)
        if score < high[depth]:
            memory.bounds[place, 1] = min(memory.bounds[place, 1], score)
        if depth == 0:
            return score, met
        depth -= 1
        score = -score
