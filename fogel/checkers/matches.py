"""Whole games between evaluators, compiled, and matches with intervals (chapter 19).

A player looks ahead and makes the best move, one of the best at random if there are several, which
takes a draw of its own. Nobody thinks where there is one move only. An *opening* is some moves at
random, so that players who use no random numbers play more than one game; in a match each is played
twice, once from either side.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log10
from typing import Any, NamedTuple

import numpy as np

from fogel.checkers.bitboards import (
    MOST_MOVES,
    BitShape,
    Board,
    board_at,
    make_shape,
    put_moves,
    to_bits,
)
from fogel.checkers.lookahead import Ahead, SearchStack, compute_scores, new_stack, score_moves
from fogel.checkers.network import Evaluator
from fogel.checkers.rules import LIMIT, Checkers, CheckersPlayer, moves
from fogel.core.intervals import mean_and_half_width
from fogel.core.twins import twin_of
from fogel.core.types import Bytes, Floats, Ints, Rng
from fogel.engine.compiling import compiled, kernel

OPENING = 4  # moves at random before a game of a match


class Side(NamedTuple):
    """One of the two sides in a game: its `evaluator`, and how far it looks `ahead`."""

    evaluator: Evaluator
    ahead: Ahead


class Players(NamedTuple):
    """Many Evaluators in arrays, a place each: their `kings` and `links`, and their layers one
    above the other.
    """

    kings: Floats
    links: Floats
    turned: bool
    layers: tuple


class Venue(NamedTuple):
    """The conditions of a game: the `start` as bits, the board's shape, the number of random moves
    in the `opening`, and the `limit` of moves after which the game is a draw.
    """

    start: Board
    shape: BitShape
    opening: int
    limit: int


def make_venue(game: Checkers, opening: int = 0, limit: int = LIMIT) -> Venue:
    """The Venue of a game."""
    return Venue(to_bits(game, game.start), make_shape(game), opening, limit)


def make_players(evaluators: Sequence[Evaluator]) -> Players:
    """The Players that these Evaluators of one shape are."""
    kings, links, _, layers = zip(*evaluators, strict=True)
    stacked = tuple(map(np.stack, zip(*layers, strict=True)))
    return Players(np.array(kings), np.array(links), evaluators[0].turned, stacked)


@kernel(inline=True)
def player_at(players: Players, place: int) -> Evaluator:
    """The Evaluator at a place."""
    first, second, third, output = players.layers
    layers = first[place], second[place], third[place], output[place]
    return Evaluator(players.kings[place], players.links[place], players.turned, layers)


@kernel
def choose(board: Board, player: int, side: Side, stack: SearchStack, rng: Rng) -> int:
    """Return the number of the move that a side makes, or -1 if it has none. The row of boards[0]
    with this number holds the board after the move.
    """
    count = put_moves(stack.boards[0], board, player, stack.shape)
    if count < 2:
        return count - 1
    count, best = score_moves(board, player, side.ahead, side.evaluator, stack)
    equal = 0
    for move in range(count):
        equal += stack.scores[move] == best
    left = int(rng.random() * equal) if equal > 1 else 0
    for move in range(count):
        if stack.scores[move] == best:
            if left == 0:
                return move
            left -= 1
    return 0


@kernel
def open_game(venue: Venue, stack: SearchStack, rng: Rng) -> tuple[Board, int]:
    """(the board after the venue's opening, the player to move); an opening that ends the game is
    drawn again.
    """
    while True:
        board, player, done = venue.start, 1, 0
        while True:
            count = put_moves(stack.boards[0], board, player, venue.shape)
            if count == 0 or done == venue.opening:
                break
            move = int(rng.random() * count)
            board, player, done = board_at(stack.boards[0], move), -player, done + 1
        if count > 0:
            return board, player


@twin_of("fogel.checkers.rules.play_game")
@kernel
def play(
    board: Board, player: int, sides: tuple[Side, Side], left: int, stack: SearchStack, rng: Rng
) -> int:
    """Return who wins from this board when `player` is to move: 1 for the first side, -1 for the
    second, or 0 if the game is still open after `left` moves, which is a draw.
    """
    for _ in range(left):
        side = sides[0] if player == 1 else sides[1]
        move = choose(board, player, side, stack, rng)
        if move < 0:
            return -player
        board, player = board_at(stack.boards[0], move), -player
    count = put_moves(stack.boards[0], board, player, stack.shape)
    return -player if count == 0 else 0


@kernel(inline=True)
def new_place(venue: Venue, aheads: Any, layers: Any, most: int) -> SearchStack:
    """Arrays in which two sides can look ahead."""
    plies = max(aheads[0].plies, aheads[1].plies)
    extension = max(aheads[0].extension, aheads[1].extension)
    return new_stack(venue.shape, Ahead(plies, extension), layers, most)


@kernel
def play_openings(
    sides: tuple[Side, Side], venue: Venue, openings: int, most: int, rng: Rng
) -> tuple[Bytes, Ints]:
    """Return (results, met): the first side's results with the shape (openings, 2), because it
    plays each opening as player 1 and as -1, and how many positions were met.
    """
    results, left = np.zeros((openings, 2), np.int8), venue.limit - venue.opening
    one, other = sides
    layers = one.evaluator.layers + other.evaluator.layers
    stack = new_place(venue, (one.ahead, other.ahead), layers, most)
    for number in range(openings):
        board, player = open_game(venue, stack, rng)
        results[number, 0] = play(board, player, (one, other), left, stack, rng)
        results[number, 1] = -play(board, player, (other, one), left, stack, rng)
    return results, stack.met


# Many parameters: these are the conditions of some games.
@kernel
def play_pairs(
    pairs: Ints, players: Players, rival: Evaluator, aheads: Any, venue: Venue, most: int, rng: Rng
) -> Bytes:
    """What became of each game: 1 if the first of the pair has won, -1 if the second, 0 for a draw.

    A pair has the places of two players, of whom the first moves first; -1 stands for the rival.
    The first of the `aheads` is the players', the second the rival's.
    """
    results, left = np.zeros(len(pairs), np.int8), venue.limit - venue.opening
    stack = new_place(venue, aheads, player_at(players, 0).layers, most)
    for number in range(len(pairs)):
        one, other = pairs[number]
        first = Side(rival, aheads[1]) if one < 0 else Side(player_at(players, one), aheads[0])
        second = Side(rival, aheads[1]) if other < 0 else Side(player_at(players, other), aheads[0])
        board, player = open_game(venue, stack, rng)
        results[number] = play(board, player, (first, second), left, stack, rng)
    return results


# Many parameters: these are the conditions of a match, and each of the last three has a default
# that most callers keep.
def match(
    game: Checkers,
    evaluators: tuple[Evaluator, Evaluator],
    aheads: tuple[Ahead, Ahead],
    openings: int,
    rng: Rng,
    opening: int = OPENING,
    limit: int = LIMIT,
) -> CheckersMatch:
    """A CheckersMatch of two evaluators over so many openings, each of them played from either
    side.
    """
    venue = make_venue(game, opening, limit)
    sides = Side(evaluators[0], aheads[0]), Side(evaluators[1], aheads[1])
    results, _ = compiled(play_openings)(sides, venue, openings, MOST_MOVES, rng)
    return CheckersMatch(results)


class CheckersMatch(NamedTuple):
    """What became of the first player of a match: (openings, 2) of 1, 0 and -1."""

    results: Bytes

    @property
    def points(self) -> tuple[float, float, float]:
        """(points a game, the ends of their 95 % interval): 1 for a win, a half for a draw; by
        opening.
        """
        return points_and_ends((1 + self.results.mean(axis=1)) / 2)

    @property
    def elo(self) -> tuple[float | None, float | None, float | None]:
        """The same as Elo; None where it has no bound."""
        points, low, high = self.points
        return elo(points), elo(low), elo(high)


def points_and_ends(points: Sequence[float] | Floats) -> tuple[float, float, float]:
    """(the mean of independent points from 0 to 1, the ends of its 95 % interval), by Student's t.

    Where all are equal, as when every game is lost, they don't show how much they vary: so many
    miss whatever has a chance of `unseen` in 2.5 % of all cases.
    """
    mean, half = mean_and_half_width(points)
    if not half:
        unseen = 1 - 0.025 ** (1 / len(points))
        return mean, mean * (1 - unseen), mean * (1 - unseen) + unseen
    return mean, max(mean - half, 0.0), min(mean + half, 1.0)


def elo(points: float) -> float | None:
    """The difference of ratings at which so many points a game are to be expected; None for 0 and
    for 1.
    """
    return 400 * log10(points / (1 - points)) if 0 < points < 1 else None


def make_player(evaluator: Evaluator, ahead: Ahead) -> CheckersPlayer:
    """An evaluator as a player of `rules.play_game`, which makes the same draws as in compiled
    games.
    """

    def player(game, position, rng):
        allowed = moves(game, position)
        if len(allowed) == 1:
            return allowed[0]
        scores = compute_scores(game, position, evaluator, *ahead)
        best = np.flatnonzero(scores == scores.max())
        return allowed[best[int(rng.random() * len(best)) if len(best) > 1 else 0]]

    return player
