"""Other methods of search: the same budget for all, and nobody else's random numbers."""

import random

import numpy as np
import pytest

from fogel import engine
from fogel.anygame import exact
from fogel.anygame.settings import GameSettings
from fogel.engine.compiling import compiled
from fogel.engine.trial import Evolution
from fogel.network import Network
from fogel.thousand import comparison, methods

SETTINGS = GameSettings(
    game="000 000; win 111; win 1 1", seat="second", opponent="perfect", generations=3
)
SMALL = comparison.ComparisonSettings(trials=2, slow_trials=1, generations=1)

for library in comparison.LIBRARIES.values():
    pytest.importorskip(library, reason=f"{library} is not installed: pip install 'fogel[methods]'")


@pytest.mark.parametrize("name", ["random", "cma", "neat"])
def test_no_method_is_scored_more_often_than_the_paper_s_evolution(name, monkeypatch):
    arenas = []
    monkeypatch.setattr(
        methods, "make_arena", lambda *about: arenas.append(arena(*about)) or arenas[-1]
    )
    exact_payoff = methods.METHODS[name](SETTINGS, 0)
    assert arenas[0].scored == arenas[0].most == 2 * SETTINGS.parents * SETTINGS.generations
    assert exact_payoff <= exact.ceiling(SETTINGS) + 1e-9


arena = methods.make_arena


def test_the_climber_plays_as_often(monkeypatch):
    """One parent that plays once, and a child in each generation."""
    seen = []
    monkeypatch.setattr(methods, "evolution", lambda settings, trial: seen.append(settings) or 0.0)
    methods.climber(SETTINGS, 0)
    (alone,) = seen
    assert alone.parents == 1 and not alone.replay_parents
    assert 1 + alone.generations == 2 * SETTINGS.parents * SETTINGS.generations
    run = Evolution(alone.change(generations=5), 0)
    run.advance(5)
    assert run.population.results.sum(axis=1).tolist() == [alone.games] * 2


@pytest.mark.parametrize("name", methods.METHODS)
def test_a_method_depends_on_its_trial_alone(name):
    random.seed(1)
    np.random.seed(1)
    before = random.getstate(), np.random.get_state()[1].tolist()
    exact_payoff = methods.METHODS[name](SETTINGS, 1)
    assert (random.getstate(), np.random.get_state()[1].tolist()) == before
    random.seed(2)
    np.random.seed(2)
    assert methods.METHODS[name](SETTINGS, 1) == exact_payoff


def test_networks_given_by_their_weights_are_networks_written_one_by_one():
    """By methods.write_weights, and by fogel.engine.population.write_network."""
    here, nodes, squares = methods.make_arena(SETTINGS, 0), methods.NODES, SETTINGS.squares
    first = nodes * (squares + 1)
    weights = np.random.default_rng(3).normal(size=(4, first + squares * (nodes + 1)))
    networks = [
        Network(one[:first].reshape(nodes, -1), one[first:].reshape(squares, -1), squares)
        for one in weights
    ]
    one, other = here.of_weights(weights), here.of_networks(networks)
    for name in ("nodes", "hidden_links", "output_links"):
        assert np.array_equal(getattr(one.population, name), getattr(other.population, name)), name
    for slot, network in enumerate(networks):
        hidden, output = compiled(engine.read_weights)(one.population, slot)
        assert np.array_equal(hidden, network.hidden_weights)
        assert np.array_equal(output, network.output_weights)
    assert here.exact_payoffs(one).tolist() == here.exact_payoffs(other).tolist()


def test_neat_s_networks_on_all_boards_at_once():
    """As the library itself evaluates them, one board after another, after some generations of
    growing.
    """
    from neat import Population
    from neat.nn import FeedForwardNetwork

    tables = SETTINGS.game_tables()
    population = Population(methods.neat_config(SETTINGS), seed=4)

    def score(genomes, config):
        for _, genome in genomes:
            genome.fitness = float(len(genome.nodes))  # more nodes: so that there are hidden ones

    state = random.getstate()
    population.run(score, 6)
    random.setstate(state)
    boards = tables.boards[: tables.asked]
    grown = 0
    for genome in [*population.population.values()][:12]:
        network = FeedForwardNetwork.create(genome, population.config)
        grown += len(network.node_evals) > SETTINGS.squares
        found = methods.compute_answers(network, tables)
        for row, board in enumerate(boards[:60]):
            levels = network.activate(board.tolist())
            square = max(np.flatnonzero(board == 0).tolist(), key=lambda square: levels[square])
            assert found[row] == tables.after[row, square]
    assert grown


def test_the_ten_games_leave_something_to_see():
    games = comparison.tasks(SMALL)
    assert len(games) == 10 and len({task.settings.game for task in games}) == 10
    assert all(comparison.leaves_room(task.measures) for task in games)
    results = [task.measures.results[0] for task in games[2:]]
    assert {result: results.count(result) for result in results} == comparison.WANTED


def test_the_command_in_words(tmp_path, command):
    said = command("methods --trials 2 --slow-trials 1 --generations 1 --out", tmp_path)
    assert said.count("Table: ") == 1 and all(f"{name}" in said for name in methods.METHODS)
    assert len((tmp_path / "methods.csv").read_text().splitlines()) == 2 + 10 * (4 * 2 + 1)


def test_without_a_library_nothing_is_begun(monkeypatch, command, tmp_path):
    monkeypatch.setattr(comparison, "LIBRARIES", {"cma": "no_such_library"})
    said = command.refused("methods --out", tmp_path / "new")
    assert said == "fogel methods: needs no_such_library: pip install 'fogel[methods]'\n"
    assert not (tmp_path / "new").exists()
