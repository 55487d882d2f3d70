"""Networks that evaluate: the compiled arrays beside the readable nodes, bit for bit."""

import numpy as np
import pytest
from checkers_positions import random_position, reachable

from fogel.checkers.bitboards import make_shape, to_bits
from fogel.checkers.network import (
    NetworkShape,
    compute_inputs,
    evaluate,
    find_windows,
    make_evaluator,
    material_evaluator,
    new_scratch,
    tanh,
    value_by_nodes,
)
from fogel.checkers.rules import Checkers, Position
from fogel.engine.compiling import compiled, kernel

SHAPES = [
    NetworkShape(Checkers(4, 4, 2), (5, 3)),
    NetworkShape(Checkers(6, 4, 2), (7, 4), windows=True, evolves_link=True),
    NetworkShape(Checkers(), (40, 10)),
    NetworkShape(Checkers(), (40, 10), windows=True),
    NetworkShape(Checkers(10, 10, 20), (9, 1)),
]


@kernel
def evaluate_once(board, player, last, evaluator):
    return evaluate(board, player, last, evaluator, new_scratch(evaluator.layers))


def estimate(game, position, evaluator):
    board, last = to_bits(game, position), make_shape(game).last
    return compiled(evaluate_once)(board, position.player, last, evaluator)


def test_as_many_weights_as_in_1999_and_2001():
    assert NetworkShape(Checkers()).weights + 1 == 1742  # and what a king is worth
    assert NetworkShape(Checkers(), windows=True).weights == 5046
    sizes = [len(window) for window in find_windows(Checkers())]
    assert len(sizes) == 91 and sizes[-1] == 32 and sizes[:2] == [4, 5]
    assert [sizes.count(size) for size in (8, 18, 32)] == [25, 9, 1]  # of 4x4, 6x6 and 8x8


def test_windows_of_a_board_that_is_no_square_end_with_all_of_it():
    found = list(find_windows(Checkers(6, 4, 2)))
    assert len(found) == 8 + 3 + 1 and found[-1] == list(range(12))
    assert found[0] == [0, 2, 3, 4]  # of the upper left 3x3: 1, 3, 4 and 5 in the game's numbers


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("turned", [True, False])
def test_what_is_compiled_evaluates_as_the_nodes_do(shape, turned):
    game, rng = shape.game, np.random.default_rng(19)
    drawn = (random_position(game, rng, 9) for _ in range(40))
    positions = reachable(game) if game.squares == 8 else drawn
    weights = rng.normal(0.0, 0.5, shape.weights)
    evaluator = make_evaluator(shape, weights, 1.7, 0.5, turned)
    for position in positions:
        expected = value_by_nodes(shape, weights, 1.7, position, 0.5, turned)
        assert estimate(game, position, evaluator) == expected


def test_who_plays_up_the_page_sees_the_board_from_there():
    game = Checkers(4, 4, 2)
    position = Position((2, 0, 1, 0, 0, 0, -1, -1), 1)
    turned = Position(tuple(-piece for piece in reversed(position.board)), -1)
    seen = [1.5, 0, 1, 0, 0, 0, -1, -1]
    assert compute_inputs(position, 1.5) == compute_inputs(turned, 1.5) == seen
    assert compute_inputs(turned, 1.5, turned=False) == [-1, -1, 0, 0, 0, 1, 0, 1.5]
    weights = np.random.default_rng(1).normal(size=SHAPES[0].weights)
    evaluator = make_evaluator(SHAPES[0], weights, 1.5)
    assert estimate(game, position, evaluator) == estimate(game, turned, evaluator)


@pytest.mark.parametrize("player, king, worth", [(1, 1.5, 0.5), (-1, 3.0, -2.0)])
def test_material_is_counted(player, king, worth):
    position = Position((2, 0, 1, 0, 0, 0, -1, -1), player)
    assert estimate(Checkers(4, 4, 2), position, material_evaluator(king)) == worth


def test_tanh_is_numpys_to_a_few_units():
    values = np.linspace(-30, 30, 2001)
    assert np.allclose([tanh(value) for value in values], np.tanh(values), rtol=0, atol=4e-16)


@pytest.mark.parametrize(
    "weights, words", [(np.zeros(66), "weights must be 67 numbers"), ([np.nan] * 67, "finite")]
)
def test_weights_that_do_not_fit_are_refused(weights, words):
    with pytest.raises(ValueError, match=words):
        make_evaluator(SHAPES[0], weights, 2.0)
