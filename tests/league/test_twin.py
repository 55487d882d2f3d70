"""The compiled twin against the objects: boards, moves, scores, survivors, weights and draws, to
the last bit.
"""

import math
from itertools import islice

import numpy as np
import pytest
from processes import with_and_without_compiler

from fogel import engine
from fogel.core.settings import Settings, trial_rng
from fogel.encoding import IN_PROGRESS, positions
from fogel.league import Agent, LeagueSettings, NeuralNetwork, run_league, run_leagues
from fogel.league.league import epochs
from fogel.league.twin import FastLeague, compute_answers, fire, fits, tables

SMALL = LeagueSettings(agents=12, survivors=5, hidden=6, leagues=3, epochs=30)
OPTIONS = [
    {},
    {"opponent_of_disqualified": "nothing", "ties": "first", "birth": "mutated"},
    {"keep_survivors": False, "survivors": 7},
    {"birth": "mutated", "magnitude": 40.0},  # outputs saturate: many are exactly 0.0 or 1.0
    {"birth": "uniform", "replication": "normal", "magnitude": 0.05, "birth_range": 0.5},
    {"selection": "random", "hidden": 1},
    {"masking": True, "birth": "mutated"},
    {"masking": True, "magnitude": 900.0, "keep_survivors": False},  # the exponential overflows
    {"experts": 3, "survivors": 4},
    {"scoring": "fogel", "masking": True},
    {"scoring": "fogel", "survivors": 1},
    {"adding": True},
    {"magnitude": 0.0},
]


def odds_of(agent):
    return [(neuron.bias, *neuron.weights) for neuron in agent.network.neurons]


def same(settings, league, count):
    """Plays both from equal generators and compares everything after each epoch; returns the games
    compared.
    """
    rng, twin, games = trial_rng(settings, league), FastLeague(settings, league), 0
    for epoch in islice(epochs(settings, rng), count):
        history = twin.advance(1)
        assert rng.bit_generator.state == twin.rng.bit_generator.state
        assert list(map(odds_of, epoch.agents)) == list(map(odds_of, twin.agents()))
        for (x, o), match in epoch.matches.items():
            squares, moves, winner, disqualified = (values[x, o] for values in twin.games)
            assert (
                tuple(squares[:moves].tolist()) == match.squares and (squares[moves:] == -1).all()
            )
            assert (winner, disqualified) == (match.winner, match.disqualified)
        assert twin.scores[: len(epoch.agents)].tolist() == list(epoch.scores)
        assert twin.ranking.tolist() == list(epoch.ranking)
        counts = (values.tolist() for values in (history.valid, history.longest, history.moves))
        assert [*counts] == [[epoch.valid], [epoch.longest], [sum(epoch.lengths)]]
        assert history.best_score.tolist() == [max(epoch.scores)] or settings.selection == "random"
        games += len(epoch.matches)
    return games


@pytest.mark.parametrize("changes", OPTIONS)
def test_the_same_league_as_the_objects(changes):
    settings = SMALL.change(**changes)
    for league in range(2):
        assert same(settings, league, 3) == 3 * settings.games


def test_the_same_league_after_many_epochs():
    assert same(SMALL.change(agents=8, survivors=3), 1, 25) == 25 * 56


def test_the_same_epoch_of_a_hundred():
    assert same(LeagueSettings(hidden=2), 5, 1) == 9_900


def fire_all(sums, biases):
    """Compiled by the next test: the twin's own sigmoid."""
    fire(sums, biases)


def test_a_million_outputs_have_the_same_bits():
    """The C library's exponential, compiled and as Python calls it."""
    rng = np.random.default_rng(1)
    sums = np.concatenate(
        [rng.normal(0, 8, 500_000), rng.uniform(-720, 720, 500_000), [0.0, -709.79, -1e300, 1e300]]
    )
    biases = np.concatenate([rng.normal(0, 2, 1_000_000), np.zeros(4)])
    found = sums.copy()
    engine.compiled(fire)(found, biases)

    def output(total, bias):
        try:
            return 1 / (1 + math.exp(-total - bias))
        except OverflowError:
            return 0.0

    assert found.tobytes() == np.array(list(map(output, sums.tolist(), biases.tolist()))).tobytes()


def test_an_agents_answers_everywhere():
    rng = np.random.default_rng(3)
    for masking in (False, True):
        agent = Agent(NeuralNetwork([5, 9], 27), masking)
        agent.network.mutate(3.0, rng)
        answers = compute_answers(agent)
        assert answers.shape == (IN_PROGRESS,)
        rows = range(0, IN_PROGRESS, 9)
        assert [agent(positions()[row]) for row in rows] == answers[rows].tolist()
    assert fits(agent)
    assert not any(fits(Agent(NeuralNetwork(sizes, 27))) for sizes in ([9], [101, 9]))


def test_the_null_model_learns_nothing():
    """Survivors drawn at random, in leagues that learn the rules otherwise."""
    settings = LeagueSettings(leagues=2, epochs=100)
    learned, chance = (
        run_leagues(one, with_chances=False, workers=2).share_valid
        for one in (settings, settings.change(selection="random"))
    )
    assert chance[:, -20:].mean() < 0.01 and (chance < 0.1).all()
    assert (learned[:, -20:].mean(axis=1) > 0.04).all()


def test_what_is_measured_changes_nothing():
    with_chances = run_league(SMALL, 2)
    without = run_league(SMALL, 2, with_chances=False, keep=(1, 7, 30))
    assert odds_of(with_chances.best) == odds_of(without.best)
    assert with_chances.history.valid.tolist() == without.history.valid.tolist()
    assert sorted(without.kept) == [1, 7, 30] and len(without.kept[7]) == 12
    assert odds_of(without.best) in list(map(odds_of, without.kept[30]))
    with pytest.raises(ValueError, match="keep must hold numbers of epochs, from 1 to 30, not 31"):
        run_leagues(SMALL, keep=(31,))


PLAIN = """
from fogel.league import LeagueSettings, run_leagues
size = {"agents": 6, "survivors": 3, "hidden": 3, "leagues": 2, "epochs": 3}
run = run_leagues(LeagueSettings(**size, experts=1, magnitude=900.0), workers=1)
print(run.valid.tolist(), run.chances.tolist(), run.best.network.neurons)
"""


def test_it_runs_without_compiler():
    assert "SigmoidNeuron" in with_and_without_compiler(PLAIN)


def test_the_tables_hold_what_the_rules_say():
    found = tables()
    assert (np.diff(np.abs(positions()[found.by_marks]).sum(axis=1)) >= 0).all()
    open_squares = positions()[:IN_PROGRESS] == 0
    for sums in (found.perfect_sums, found.near_perfect_sums, found.random_sums):
        assert (np.diff(sums, axis=1, prepend=0.0)[~open_squares] == 0).all()
        assert (sums[:, -1] == 1).all()
    assert engine.game_tables()[1] is found.after


def test_other_payoffs_and_games_of_fogels_are_other_scores_in_both(monkeypatch):
    settings = SMALL.change(scoring="fogel", masking=True)
    usual = FastLeague(settings)
    usual.advance(1)
    other = Settings(games=20, win_payoff=3, tie_payoff=1, loss_payoff=-9)
    for module in ("league", "twin"):
        monkeypatch.setattr(f"fogel.league.{module}.FOGEL", other)
    tables.cache_clear()
    try:
        same(settings, 0, 3)
        changed = FastLeague(settings)
        changed.advance(1)
    finally:
        tables.cache_clear()
    assert changed.scores.tolist() != usual.scores.tolist()
