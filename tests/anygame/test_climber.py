"""A climber at any game: it never steps down, and turned links turn answers with the board."""

import numpy as np
import pytest

from fogel import anygame
from fogel.anygame import climber, exact
from fogel.network import Network

MISERE = anygame.GameSettings(game="misere", opponent="perfect")


@pytest.mark.parametrize("nodes", [1, 4])
def test_turned_links_turn_the_answers_with_the_board(nodes):
    network = anygame.climb(MISERE.change(seed=3), nodes, turned=True, most=300).network
    rng = np.random.default_rng(4)
    assert network.hidden_nodes == nodes
    for _ in range(30):
        board = rng.integers(-1, 2, 9).tolist()
        assert network.outputs(board) == pytest.approx(
            network.outputs(board[::-1])[::-1], abs=1e-12
        )


def test_turned_links_on_a_board_without_a_middle():
    rng = np.random.default_rng(5)
    hidden, output = rng.normal(size=(3, 13)), rng.normal(size=(12, 4))
    before = hidden[:, :6].copy(), output[:6].copy()
    climber.turn_weights(hidden, output)
    network = Network(hidden, output, 12)
    board = rng.integers(-1, 2, 12).tolist()
    assert network.outputs(board) == pytest.approx(network.outputs(board[::-1])[::-1], abs=1e-12)
    assert np.array_equal(hidden[:, :6], before[0]) and np.array_equal(output[:6], before[1])


def test_the_mirror_has_turned_links():
    mirror = anygame.mirror_network()
    hidden, output = mirror.hidden_weights.copy(), mirror.output_weights.copy()
    climber.turn_weights(hidden, output)
    assert np.array_equal(hidden, mirror.hidden_weights) and np.array_equal(
        output, mirror.output_weights
    )


def test_more_steps_are_never_worse_and_the_exact_payoff_is_the_networks():
    some = [anygame.climb(MISERE.change(seed=6), 4, most=most) for most in (1, 200, 400)]
    exact_payoffs = [one.exact_payoff for one in some]
    assert exact_payoffs == sorted(exact_payoffs) and exact_payoffs[0] < exact_payoffs[-1]
    for one in some:
        assert exact.exact_evaluation(one.network, MISERE).expected_payoff == pytest.approx(
            one.exact_payoff, abs=1e-9
        )


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ({"nodes": 11}, "nodes must be a whole number from 1 to 10, not 11"),
        ({"nodes": 3.0}, "nodes must be"),
        ({"nodes": 2, "children": 0}, "children must be a whole number from 1"),
        ({"nodes": 2, "most": "x"}, "most must be a whole number from 1"),
    ],
)
def test_a_wrong_number_is_refused_by_its_name(numbers, words):
    with pytest.raises(ValueError, match=f"^{words}"):
        anygame.climb(MISERE, **numbers)
