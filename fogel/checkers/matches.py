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

from fogel.checkers.bitboards import MOST_MOVES, put_moves, to_bits
from fogel.checkers.lookahead import (
    Ahead,
    Field,
    SearchStack,
    compute_scores,
    make_field,
    new_stack,
    score_moves,
)
from fogel.checkers.network import Evaluator, Scratch, new_scratch
from fogel.checkers.rules import LIMIT, Checkers, CheckersPlayer, moves
from fogel.core.intervals import mean_and_half_width
from fogel.core.twins import twin_of
from fogel.core.types import Bytes, Floats, Ints, Rng
from fogel.engine.compiling import compiled, kernel

OPENING = 4  # moves at random before a game of a match


class Players(NamedTuple):
    """Many Evaluators in arrays, a place each: their `kings` and `links`, and their layers one
    above the other.
    """

    kings: Floats
    links: Floats
    turned: bool
    layers: tuple


class Venue(NamedTuple):
    """Where games are played: the `start` as bits, its Field, how many moves at random begin a
    game, and the `limit` of moves after which it is a draw.
    """

    start: Ints
    field: Field
    opening: int
    limit: int


def make_venue(game: Checkers, opening: int = 0, limit: int = LIMIT) -> Venue:
    """The Venue of a game."""
    return Venue(to_bits(game, game.start), make_field(game), opening, limit)


def make_players(evaluators: Sequence[Evaluator]) -> Players:
    """The Players that these Evaluators of one shape are."""
    kings, links = (
        np.array([getattr(one, name) for one in evaluators]) for name in ("king", "link")
    )
    layers = tuple(
        np.stack(layer) for layer in zip(*(one.layers for one in evaluators), strict=True)
    )
    return Players(kings, links, evaluators[0].turned, layers)


@kernel(inline=True)
def player_at(players: Players, place: int) -> Evaluator:
    """The Evaluator at a place."""
    first, second, third, output = players.layers
    layers = first[place], second[place], third[place], output[place]
    return Evaluator(players.kings[place], players.links[place], players.turned, layers)


# Many parameters: compiled code allocates nothing during a search, so each array that it fills is
# handed over.
@kernel
def choose(
    board: Any,
    player: int,
    ahead: Ahead,
    evaluator: Evaluator,
    field: Field,
    stack: SearchStack,
    scratch: Scratch,
    rng: Rng,
) -> int:
    """The number of an evaluator's move, -1 if there is none; the board after it is in that row of
    boards[0].
    """
    count = put_moves(stack.boards[0], board[0], board[1], board[2], player, field.shape)
    if count < 2:
        return count - 1
    count, best = score_moves(board, player, ahead, evaluator, field, stack, scratch)
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
def open_game(venue: Venue, stack: SearchStack, rng: Rng) -> tuple[Any, int]:
    """(the board after the venue's opening, the player to move); an opening that ends the game is
    drawn again.
    """
    while True:
        board, player = (venue.start[0], venue.start[1], venue.start[2]), 1
        done = 0
        while True:
            count = put_moves(
                stack.boards[0], board[0], board[1], board[2], player, venue.field.shape
            )
            if count == 0 or done == venue.opening:
                break
            move = int(rng.random() * count)
            one = stack.boards[0, move]
            board, player, done = (one[0], one[1], one[2]), -player, done + 1
        if count > 0:
            return board, player


# Many parameters: compiled code allocates nothing during a search, so each array that it fills is
# handed over.
@twin_of("fogel.checkers.rules.play_game")
@kernel
def play(
    board: Any,
    player: int,
    evaluators: Any,
    aheads: Any,
    venue: Venue,
    stack: SearchStack,
    scratch: Scratch,
    rng: Rng,
) -> int:
    """Who wins from this board, where `player` is to move: 1, -1, or 0 for a draw; the first of the
    evaluators is 1.
    """
    for _ in range(venue.opening, venue.limit):
        if player == 1:
            move = choose(board, player, aheads[0], evaluators[0], venue.field, stack, scratch, rng)
        else:
            move = choose(board, player, aheads[1], evaluators[1], venue.field, stack, scratch, rng)
        if move < 0:
            return -player
        one = stack.boards[0, move]
        board, player = (one[0], one[1], one[2]), -player
    count = put_moves(stack.boards[0], board[0], board[1], board[2], player, venue.field.shape)
    return -player if count == 0 else 0


@kernel(inline=True)
def new_workplace(aheads: Any, layers: Any, most: int) -> tuple[SearchStack, Scratch]:
    """Arrays in which two players can look ahead."""
    deepest = Ahead(
        max(aheads[0].plies, aheads[1].plies), max(aheads[0].extension, aheads[1].extension)
    )
    return new_stack(deepest, most), new_scratch(layers)


@kernel
def play_openings(
    evaluators: Any, aheads: Any, venue: Venue, openings: int, most: int, rng: Rng
) -> tuple[Bytes, Ints]:
    """((openings, 2) what became of the first of two evaluators, who plays each as player 1 and as
    -1, positions met).
    """
    results = np.zeros((openings, 2), np.int8)
    stack, scratch = new_workplace(aheads, evaluators[0].layers, most)
    _, other = new_workplace(aheads, evaluators[1].layers, most)
    if len(other.activations) > len(scratch.activations):
        scratch = other
    for number in range(openings):
        board, player = open_game(venue, stack, rng)
        results[number, 0] = play(board, player, evaluators, aheads, venue, stack, scratch, rng)
        swapped, back = (evaluators[1], evaluators[0]), (aheads[1], aheads[0])
        results[number, 1] = -play(board, player, swapped, back, venue, stack, scratch, rng)
    return results, stack.met


# Many parameters: compiled code allocates nothing during a search, so each array that it fills is
# handed over.
@kernel
def play_pairs(
    pairs: Ints, players: Players, rival: Evaluator, aheads: Any, venue: Venue, most: int, rng: Rng
) -> Bytes:
    """What became of each game: 1 if the first of the pair has won, -1 if the second, 0 for a draw.

    A pair has the places of two players, of whom the first moves first; -1 stands for the rival.
    The first of the `aheads` is the players', the second the rival's.
    """
    results = np.zeros(len(pairs), np.int8)
    stack, scratch = new_workplace(aheads, player_at(players, 0).layers, most)
    for number in range(len(pairs)):
        one, other = pairs[number]
        first = rival if one < 0 else player_at(players, one)
        second = rival if other < 0 else player_at(players, other)
        both = aheads[1] if one < 0 else aheads[0], aheads[1] if other < 0 else aheads[0]
        board, player = open_game(venue, stack, rng)
        results[number] = play(board, player, (first, second), both, venue, stack, scratch, rng)
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
    results, _ = compiled(play_openings)(evaluators, aheads, venue, openings, MOST_MOVES, rng)
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
