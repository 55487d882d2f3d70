"""The network of four nodes at misere, exactly; and what evolution has of it."""

import numpy as np
import pytest

from fogel.anygame import exact
from fogel.anygame.curve import evaluate, evolve_player
from fogel.anygame.settings import GameSettings
from fogel.anygame.symmetric import CENTRE, PAIRS, mirror_network
from fogel.network import Network

MISERE = GameSettings(game="misere", opponent="perfect")
OPPOSITE = dict(PAIRS) | {other: one for one, other in PAIRS} | {CENTRE: CENTRE}


def test_it_never_loses_and_stands_near_the_ceiling():
    network = mirror_network()
    found = exact.exact_evaluation(network, MISERE)
    assert network.hidden_nodes == 4 and exact.lines(network, MISERE) == (360, 0)
    assert found.loss == 0.0 and found.share == pytest.approx(0.998, abs=5e-4)
    assert found.measures.ceiling == pytest.approx(2.5133, abs=1e-4)


def test_it_takes_the_centre_and_then_the_opposite_square():
    network, tables = mirror_network(), MISERE.game_tables()
    assert network.choose([0] * 9) == CENTRE
    board = [0] * 9
    board[CENTRE] = 1
    for square in (0, 5, 7):
        board[square] = -1
        answer = network.choose(board)
        assert answer == OPPOSITE[square]
        board[answer] = 1
    assert tables.asked == 2423


def test_each_node_is_needed():
    network = mirror_network()
    for node in range(4):
        hidden, output = network.hidden_weights.copy(), network.output_weights.copy()
        hidden[node] = 0.0
        assert exact.lines(Network(hidden, output), MISERE)[1] > 0


def test_large_weights_stand_noise_that_small_ones_do_not():
    """It is the noise of a child of the experiment; the weights into and out of the nodes grow
    alike.
    """
    shares = {}
    for factor in (1.0, 6.0):
        rng, found = np.random.default_rng(2), []
        for _ in range(12):
            network = mirror_network()
            weights = (factor * network.hidden_weights, factor * network.output_weights)
            child = Network(*(part + rng.normal(0, 0.05, part.shape) for part in weights))
            found.append(exact.exact_evaluation(child, MISERE).share)
        shares[factor] = np.mean(found)
    assert shares[6.0] > 0.99 > shares[1.0]


def test_evolution_does_not_find_it():
    """Short trials; the blind order is what they come to."""
    champions = [
        evolve_player("misere", trial, opponent="perfect", generations=60) for trial in range(3)
    ]
    assert all(evaluate(champion).share < 0.3 for champion in champions)
