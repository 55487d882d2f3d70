"""The numbers in chapter 18's figures, each worked out once more in another way."""

import csv
import gzip
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from helpers import any_game_by_hand as by_hand
from tables import stored_rows

from figures import read
from fogel import anygame
from fogel.curve import run_trial
from fogel.network import Network
from fogel.thousand import table

MISERE = anygame.GameSettings(game="misere", opponent="perfect")
PAYOFFS = {1: 1, 0: 0, -1: -10}


@cache
def opponent(board, me):
    return by_hand.perfect(MISERE.rules, board, me)


def exact_payoff(choose):
    """Return what 32 games of misere are worth to the opener, in fractions, by the rules."""
    return float(32 * by_hand.values(MISERE.rules, 1, opponent, Fraction(1, 10), PAYOFFS, choose))


def of_network(network):
    def choose(board, exact_payoffs):
        return exact_payoffs[
            network.choose([0 if mark == 0 else 1 if mark == 1 else -1 for mark in board])
        ]

    return exact_payoff(choose)


@pytest.fixture(scope="module")
def share():
    """How far an expected payoff is on the way from a random player to the ceiling."""
    random, ceiling = exact_payoff(by_hand.mean), exact_payoff(by_hand.best)
    return lambda value: (value - random) / (ceiling - random)


def test_riddle(share):
    rows = read("18_anygame_riddle")
    assert {row["by hand"] for row in rows} == {
        f"{share(of_network(anygame.mirror_network())):.4f}"
    }
    settings = MISERE.change(generations=int(rows[-1]["generation"]))
    assert settings.generations == 400
    champion = run_trial(settings, 3).champion
    assert float(rows[-1]["trial 3"]) == pytest.approx(share(of_network(champion)), abs=6e-5)
    assert all(float(rows[-1][f"trial {trial}"]) < 0.2 for trial in range(8))


def test_seats():
    head, rows, _ = stored_rows("seats")
    for shown in read("18_anygame_seats"):
        some = [
            dict(zip(head, row, strict=True))
            for row in rows
            if row[:2] == [shown["game"], shown["seat"]]
        ]
        least, most = (float(some[0][name]) for name in ("random", "ceiling"))
        for name, values in (
            ("blind", [some[0]["blind"]]),
            ("baseline", [some[0]["baseline"]]),
            ("evolved", [row["exact_payoff"] for row in some]),
        ):
            found = np.mean([(float(value) - least) / (most - least) for value in values])
            assert float(shown[name]) == pytest.approx(found, abs=6e-5)
    assert len(rows) == 5 * len(read("18_anygame_seats"))


def test_way(share):
    rows, mirror = read("18_anygame_way"), anygame.mirror_network()
    evolved = run_trial(MISERE.change(generations=400), 0).champion
    assert [float(row["at"]) for row in rows] == pytest.approx(np.linspace(0, 1, 101))
    nodes = max(evolved.hidden_nodes, mirror.hidden_nodes)
    for row in (rows[0], rows[60], rows[97], rows[100]):
        at, hidden, output = float(row["at"]), np.zeros((nodes, 10)), np.zeros((9, nodes + 1))
        for network, part in ((evolved, 1 - at), (mirror, at)):
            hidden[: network.hidden_nodes] += part * network.hidden_weights
            output[:, : network.hidden_nodes] += part * network.output_weights[:, :-1]
            output[:, -1] += part * network.output_weights[:, -1]
        assert float(row["share"]) == pytest.approx(
            share(of_network(Network(hidden, output))), abs=6e-5
        )
    falls = {
        factor: [float(row[f"times {factor}"]) for row in rows if row["step"]]
        for factor in (1, 3, 10)
    }
    assert [len(values) for values in falls.values()] == [7, 7, 7]
    rng = np.random.default_rng(77)  # other children than the figure's
    for factor, at, step in ((1, 2, 0.05), (3, 3, 0.1), (10, 6, 1.0)):
        shares = []
        for _ in range(12):
            parts = (factor * mirror.hidden_weights, factor * mirror.output_weights)
            child = Network(*(part + rng.normal(0, step, part.shape) for part in parts))
            shares.append(share(of_network(child)))
        assert falls[factor][at] == pytest.approx(np.mean(shares), abs=0.25)


def test_thousand():
    """From the stored table: means of three trials on the way from random to the ceiling."""
    lines = gzip.decompress(table.STORED.read_bytes()).decode().splitlines()
    found = []
    for row in csv.DictReader(line for line in lines if not line.startswith("#")):
        random, ceiling, blind = (float(row[name]) for name in ("random", "ceiling", "blind"))
        if ceiling > random:
            exact_payoffs = [float(row[f"exact_payoff_{trial}"]) for trial in range(3)]
            shares = [
                (value - random) / (ceiling - random) for value in (blind, sum(exact_payoffs) / 3)
            ]
            found.append((*shares, float(row["result"])))
    shown = [tuple(map(float, row.values())) for row in read("18_anygame_thousand")]
    assert len(found) == len(shown) > 1_900
    assert np.abs(np.array(found) - shown).max() < 6e-5
