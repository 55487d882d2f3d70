"""Exact values of every position on small boards, by retrograde analysis (chapter 19).

All positions that can be reached from the start are numbered, breadth first, so that 0 is the
start. Whoever can't move has lost. A position with a move to a lost one is won, and one whose moves
all lead to won ones is lost. What is neither is a draw: both can go on for ever. See Thompson,
"Retrograde analysis of certain endgames" (1986).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import comb
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from fogel.checkers.bitboards import MOST_MOVES, BitShape, Board, make_shape, put_moves, to_bits
from fogel.checkers.rules import Checkers, Move, Position, after, moves
from fogel.core.types import Bools, Bytes, Floats, Ints
from fogel.engine.compiling import compiled, kernel
from fogel.engine.graph import best_moves, over_moves

MOST_SQUARES = 18  # a position is one number: three boards of up to 20 bits, and who is to move
# A fifth or so of the arrangements can be reached; 14 million positions take 1.9 GB.
MOST_ARRANGEMENTS = 100_000_000
KING_VALUE = 1.5  # in men
LOST = -np.inf  # less than any value of an evaluator
ROOM = 1000  # positions, at first; where there is no more, it is doubled


class Solution(NamedTuple):
    """All positions of a `game`, and what each is worth to whoever is to move there.

    `keys` hold the positions as numbers. Position i's moves, in the order of the rules, are
    `first[i]` to `first[i + 1]` of `child`, the positions after them. `value` is 1, -1, or 0 for a
    draw; `plies` in how many moves it is over if the winner hurries and the loser delays, -1 in a
    draw.
    """

    game: Checkers
    keys: Ints
    first: Ints
    child: Ints
    value: Bytes
    plies: Ints


Scores: TypeAlias = Floats  # one of each move of a Solution
# A player makes one of the moves with the highest score, each as likely.
ScoringPlayer: TypeAlias = Callable[[Solution], Scores]


def solve(game: Checkers) -> Solution:
    """The Solution of a game; raises ValueError if it is too large."""
    check_size(game)
    count, keys, first, child = compiled(explore)(to_bits(game, game.start), make_shape(game))
    first, child = first[: count + 1], child[: first[count]]
    value, plies = compiled(work_backwards)(first, *find_parents(first, child))
    return Solution(game, keys[:count], first, child, value, plies)


def check_size(game: Checkers) -> None:
    """Raises ValueError if a game is too large to be solved, in memory or as numbers."""
    words, ways = "", arrangements(game)
    if game.squares > MOST_SQUARES:
        words = f"it has {game.squares} dark squares, at most {MOST_SQUARES} can be"
    elif ways > MOST_ARRANGEMENTS:
        words = f"{ways:,} arrangements of pieces, at most {MOST_ARRANGEMENTS:,} can be"
    if words:
        name = f"{game.rows}x{game.columns} with {game.men} men each"
        raise ValueError(f"{name} can't be solved: {words}")


def arrangements(game: Checkers) -> int:
    """In how many ways the pieces, or some of them, can stand on the board as men or kings, either
    player to move.
    """
    some = range(game.men + 1)
    return sum(
        2 ** (1 + a + b) * comb(game.squares, a) * comb(game.squares - a, b)
        for a in some
        for b in some
    )


@kernel(inline=True)
def pack(mine: int, theirs: int, kings: int, player: int, bits: int) -> int:
    """A position as one number."""
    return ((mine << bits | theirs) << bits | kings) << 1 | (player == 1)


def find_position(solution: Solution, position: Position) -> int:
    """Return the number of a position; raise ValueError if the start doesn't lead to it."""
    bits = make_shape(solution.game).last + 1
    key = pack(*to_bits(solution.game, position), position.player, bits)
    found = np.flatnonzero(solution.keys == key)
    if not len(found):
        raise ValueError(f"the start doesn't lead to the position {position}")
    return int(found[0])


def unpack(solution: Solution) -> tuple[Ints, Ints, Ints, Ints]:
    """All positions: (the pieces of the player to move, the other's, all kings, that player)."""
    bits, keys = make_shape(solution.game).last + 1, solution.keys
    squares = (1 << bits) - 1
    return keys >> 2 * bits + 1, keys >> bits + 1 & squares, keys >> 1 & squares, 2 * (keys & 1) - 1


@kernel
def longer(array: Any, length: int) -> Any:
    """A copy with room for more."""
    copy = np.empty(length, array.dtype)
    copy[: len(array)] = array
    return copy


@kernel(inline=True)
def find(key: int, keys: Ints, table: Any) -> int:
    """The place of a key in a hash table of the numbers of keys, or the free place where it
    belongs.
    """
    place = key % len(table)
    while table[place] >= 0 and keys[table[place]] != key:
        place = place + 1 if place + 1 < len(table) else 0
    return place


@kernel
def explore(start: Board, shape: BitShape) -> tuple[int, Ints, Ints, Any]:
    """(how many positions there are, a Solution's `keys`, `first` and `child`), with
    room to spare.
    """
    keys, first = np.empty(ROOM, np.int64), np.zeros(ROOM + 1, np.int64)
    child = np.empty(4 * ROOM, np.int32)
    table = np.full(3 * ROOM + 1, -1, np.int32)
    boards = np.empty((MOST_MOVES, 3), np.int64)
    bits = shape.last + 1
    squares = (np.int64(1) << bits) - 1
    keys[0], count, edge, at = pack(start[0], start[1], start[2], 1, bits), 1, 0, 0
    table[find(keys[0], keys, table)] = 0
    while at < count:
        key, player = keys[at], 2 * (keys[at] & 1) - 1
        board = key >> (2 * bits + 1), (key >> (bits + 1)) & squares, (key >> 1) & squares
        made = put_moves(boards, board, player, shape)
        if count + made > len(keys):
            keys, first = longer(keys, 2 * len(keys)), longer(first, 2 * len(keys) + 1)
            table = np.full(2 * len(table) + 1, -1, np.int32)
            for number in range(count):
                table[find(keys[number], keys, table)] = number
        if edge + made > len(child):
            child = longer(child, 2 * len(child))
        for move in range(made):
            key = pack(boards[move, 0], boards[move, 1], boards[move, 2], -player, bits)
            place = find(key, keys, table)
            if table[place] < 0:
                table[place], keys[count] = count, key
                count += 1
            child[edge] = table[place]
            edge += 1
        at += 1
        first[at] = edge
    return count, keys, first, child


def find_parents(first: Ints, child: Any) -> tuple[Any, Any]:
    """The same moves from their ends: position i's parents are `begin[i]` to `begin[i + 1]` of
    `parent`.
    """
    from scipy.sparse import csr_array

    size = len(first) - 1
    ends = csr_array((np.ones(len(child), np.bool_), child, first), (size, size)).tocsc()
    return ends.indptr, ends.indices


@kernel
def work_backwards(first: Ints, begin: Any, parent: Any) -> tuple[Bytes, Any]:
    """A Solution's (`value`, `plies`). Each move is looked at once, from its end, those that end
    soonest first.
    """
    positions = len(first) - 1
    untried = first[1:] - first[:-1]  # moves that may yet turn out to be better than a loss
    value, plies = np.zeros(positions, np.int8), np.full(positions, -1, np.int16)
    queue, known = np.empty(positions, np.int32), 0
    for position in range(positions):
        if untried[position] == 0:
            value[position], plies[position], queue[known] = -1, 0, position
            known += 1
    done = 0
    while done < known:
        position = queue[done]
        done += 1
        for edge in range(begin[position], begin[position + 1]):
            before = parent[edge]
            if value[before] != 0:
                continue
            untried[before] -= 1
            if value[position] == -1:
                value[before] = 1
            elif untried[before] == 0:
                value[before] = -1
            else:
                continue
            plies[before], queue[known] = plies[position] + 1, before
            known += 1
    return value, plies


def best_line(solution: Solution) -> list[Move]:
    """The moves of a perfect game: whoever wins hurries, whoever loses delays.

    Of equal moves the first one of the rules is made. A draw goes on until a position comes again.
    """
    position, number, line, met = solution.game.start, 0, [], set()
    while number not in met and (allowed := moves(solution.game, position)):
        met.add(number)
        value = solution.value[number]
        ways = solution.child[solution.first[number] : solution.first[number + 1]]
        keeps = np.flatnonzero(solution.value[ways] == -value)
        best = keeps[np.argmin(value * solution.plies[ways[keeps]])]
        line.append(allowed[best])
        position, number = after(solution.game, position, allowed[best]), int(ways[best])
    return line


# Players, and how often they throw away what a position is worth.


def random_mover(solution: Solution) -> Scores:
    """The scores of a player who finds all moves equal."""
    return np.zeros(len(solution.child))


def material_player(
    plies: int, king: float = KING_VALUE, extension: int | None = None
) -> ScoringPlayer:
    """A player who looks ahead, as `look_ahead` does, and counts material there."""

    def player(solution):
        return look_ahead(solution, count_material(solution, king), plies, extension)

    return player


def count_material(solution: Solution, king: float = KING_VALUE) -> Floats:
    """Each position's men and kings of whoever is to move, a king worth so many men, less those of
    the other.
    """
    mine, theirs, kings, _ = unpack(solution)

    def count(pieces):
        return np.bitwise_count(pieces) + (king - 1) * np.bitwise_count(pieces & kings)

    return count(mine) - count(theirs)


def look_ahead(
    solution: Solution, evaluations: Floats, plies: int, extension: int | None = None
) -> Scores:
    """Each move's score by looking so many moves ahead, 1 or more; `evaluations` say what a
    position there is worth to whoever is to move.

    Where a jump is pending at the end, it looks further, by at most `extension` moves; None: until
    there is none.
    """
    ends = np.where(np.diff(solution.first) == 0, LOST, evaluations)
    pending, values = must_jump(solution), ends
    for _ in range(2 * solution.game.men if extension is None else extension):
        values = np.where(pending, look_one_further(solution, values), ends)
    for _ in range(plies - 1):
        values = look_one_further(solution, values)
    return -values[solution.child]


def must_jump(solution: Solution) -> Bools:
    """At which positions a jump is pending: after the first of the moves, there are
    fewer pieces.
    """
    mine, theirs, _, _ = unpack(solution)
    pieces, begin = np.bitwise_count(mine | theirs), solution.first[:-1]
    can_move = np.flatnonzero(np.diff(solution.first))
    found = np.zeros(len(pieces), np.bool_)
    found[can_move] = pieces[solution.child[begin[can_move]]] < pieces[can_move]
    return found


def look_one_further(solution: Solution, values: Floats) -> Floats:
    """What a position is worth by the best of its moves, by what those after them are."""
    return over_moves(np.maximum, solution, -values[solution.child], LOST)


class Blunders(NamedTuple):
    """How often a player blunders: throws away what a position is worth, where the move matters, as
    not all moves are worth the same.

    `share` is over all such positions, each counted once, and `share_met` over those that the
    player can meet, in either seat, whatever the other one does; `positions` and `positions_met`
    are how many there are.
    """

    share: float
    share_met: float
    positions: int
    positions_met: int


def blunder_rate(player: ScoringPlayer, solution: Solution) -> Blunders:
    """Return the Blunders of a player: of several moves with the highest score, each is
    as likely.
    """
    chosen = best_moves(solution, player(solution))
    matters, chance = throw_away(solution, chosen)
    met = compiled(meet)(solution.first, solution.child, solution.keys & 1, chosen) & matters
    share, share_met = (float(chance[which].mean()) for which in (matters, met))
    return Blunders(share, share_met, int(matters.sum()), int(met.sum()))


def matters(solution: Solution) -> Bools:
    """At which positions the move matters: not all moves are worth the same."""
    return throw_away(solution, np.zeros(len(solution.child), np.bool_))[0]


@lru_cache(maxsize=2)
def find_solution(game: Checkers) -> tuple[Solution, Ints]:
    """(the Solution of a game, the numbers of the positions where the move matters)."""
    solution = solve(game)
    return solution, np.flatnonzero(matters(solution))


def find_throws(solution: Solution) -> Bools:
    """(moves,): which ones throw away what their positions are worth."""
    return -solution.value[solution.child] != np.repeat(solution.value, np.diff(solution.first))


def throw_away(solution: Solution, chosen: Bools) -> tuple[Bools, Floats]:
    """(whether the move matters, the chance that the one that is made throws the value away) of
    each position.
    """
    throws = find_throws(solution)
    counts = (moves.astype(np.int32) for moves in (throws, chosen, chosen & throws))
    thrown, made, bad = (over_moves(np.add, solution, count, 0) for count in counts)
    return thrown > 0, bad / np.maximum(made, 1)


@kernel
def meet(first: Ints, child: Any, opens: Ints, chosen: Bools) -> Bools:
    """Which positions a player who makes the chosen moves can have to move at; `opens`: player 1 is
    to move there.
    """
    met = np.zeros(len(opens), np.bool_)
    queue = np.empty(len(opens), np.int32)
    for seat in range(2):
        seen = np.zeros(len(opens), np.bool_)
        seen[0], queue[0], done, known = True, 0, 0, 1
        while done < known:
            position = queue[done]
            done += 1
            own = opens[position] == seat
            met[position] |= own
            for edge in range(first[position], first[position + 1]):
                if not seen[child[edge]] and (chosen[edge] or not own):
                    seen[child[edge]], queue[known] = True, child[edge]
                    known += 1
    return met
