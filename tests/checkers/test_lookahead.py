"""The compiled search beside the readable one, and beside the one that works on solved boards."""

from functools import cache

import numpy as np
import pytest
from checkers_positions import random_position, reachable

from fogel.checkers.lookahead import Ahead, compute_scores, foreseen
from fogel.checkers.network import (
    NetworkShape,
    compute_inputs,
    make_evaluator,
    material_evaluator,
    value_by_nodes,
)
from fogel.checkers.rating import measure_blunders
from fogel.checkers.rules import Checkers, after, moves
from fogel.checkers.solved import blunder_rate, material_player, solve


@cache
def player(sizes, hidden=(4, 3), windows=False, scale=0.3):
    """(game, evaluator, what the same network takes a position to be worth)."""
    shape = NetworkShape(Checkers(*sizes), hidden, windows)
    weights = np.random.default_rng(7).normal(0.0, scale, shape.weights)
    estimate = cache(lambda position: value_by_nodes(shape, weights, 1.3, position))
    return shape.game, make_evaluator(shape, weights, 1.3), estimate


@cache
def counter(sizes):
    """The same of the material player, which finds many moves equal."""
    estimate = cache(lambda position: sum(compute_inputs(position, 1.5)))
    return Checkers(*sizes), material_evaluator(1.5), estimate


def same(game, position, evaluator, estimate, plies, extension):
    """Asserts that the best moves have the readable scores, and all others have less."""
    found = compute_scores(game, position, evaluator, plies, extension)
    below = [after(game, position, move) for move in moves(game, position)]
    scores = [-foreseen(game, one, plies - 1, extension, estimate) for one in below]
    best = max(scores)
    assert len(found) == len(scores)
    for one, score in zip(found.tolist(), scores, strict=True):
        assert one == score if score == best else one < best


@pytest.mark.parametrize(
    "of, plies, extension", [(player, 1, 0), (player, 1, 4), (player, 4, 4), (counter, 3, 2)]
)
def test_all_positions_of_the_smallest_board(of, plies, extension):
    game, evaluator, estimate = of((4, 4, 2))
    for position in reachable(game):
        if moves(game, position):
            same(game, position, evaluator, estimate, plies, extension)


def test_positions_of_six_by_four():
    game, evaluator, estimate = player((6, 4, 2), windows=True)
    found = sorted(reachable(game))
    for position in found[:: len(found) // 400]:
        if moves(game, position):
            same(game, position, evaluator, estimate, 3, 4)


@pytest.mark.parametrize("plies, extension, positions", [(2, 2, 200), (3, 24, 40)])
@pytest.mark.parametrize("of", [player, counter])
def test_random_positions_of_eight_by_eight(of, plies, extension, positions):
    (game, evaluator, estimate), rng = of((8, 8, 12)), np.random.default_rng(19)
    for _ in range(positions):
        position = random_position(game, rng, int(rng.integers(4, 15)))
        if moves(game, position):
            same(game, position, evaluator, estimate, plies, extension)


@pytest.mark.parametrize("scale", [1e9, 1e15])
def test_networks_whose_numbers_are_huge(scale):
    """The values are more than a million pieces, so that nothing small may be added or taken
    away.
    """
    (game, evaluator, estimate), rng = player((6, 4, 2), scale=scale), np.random.default_rng(5)
    for _ in range(100):
        position = random_position(game, rng, 4)
        if moves(game, position):
            same(game, position, evaluator, estimate, 3, 2)


@pytest.mark.parametrize("plies", [1, 2, 4])
def test_material_player_blunders_as_on_the_solved_board(plies):
    solution = solve(Checkers(6, 4, 2))
    found = measure_blunders(solution, material_evaluator(1.5), Ahead(plies, 4))
    assert found == blunder_rate(material_player(plies), solution)
