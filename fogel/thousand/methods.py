"""Other methods of search on the same budget of games.

Whatever a method proposes plays the settings' games and is scored by their payoffs, luck included;
that is all that a method learns of the game. Each may ask for as many scores as the paper's
evolution does in the settings' generations. What a method returns at its end is judged exactly,
which it never sees.

`evolution`: the paper's. `climber`: the same with one parent and one child; the parent keeps its
payoff, luck included, which came to more than playing again. `random`: founders, and the first of
those with the highest payoff. `cma`: CMA-ES (the library `cma`) on the weights of a network of
NODES hidden nodes; it returns the mean of its distribution, its own favourite. `neat`: NEAT
(`neat-python`), with the settings of that library's examples, whose networks begin without hidden
nodes and grow them; the best of its last generation.
"""

from __future__ import annotations

import random as global_random
import tempfile
import threading
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from fogel import curve, engine
from fogel.anygame.settings import GameSettings
from fogel.core.settings import SEARCHING, trial_rng
from fogel.core.twins import twin_of
from fogel.core.types import Floats, Ints, Rng
from fogel.engine.compiling import compiled, lent
from fogel.engine.games import play_games
from fogel.engine.tables import Tables
from fogel.network import Network, random_network
from fogel.selection import total_payoff

NODES = 5  # hidden ones, of a network that CMA-ES works on
# Networks in a generation of CMA-ES; its own default, 17 or so, has more to suffer from luck.
POPSIZE = 50
BATCH = 100  # networks that random search scores at a time
NEAT: dict[str, dict[str, Any]] = {
    "NEAT": {
        "fitness_criterion": "max",
        "fitness_threshold": 0,
        "no_fitness_termination": True,
        "reset_on_extinction": True,
    },
    "DefaultGenome": {
        "feed_forward": True,
        "initial_connection": "full_direct",
        "num_hidden": 0,
        "activation_default": "sigmoid",
        "activation_mutate_rate": 0.0,
        "activation_options": "sigmoid",
        "aggregation_default": "sum",
        "aggregation_mutate_rate": 0.0,
        "aggregation_options": "sum",
        **{
            f"{gene}_{name}": value
            for gene in ("bias", "weight")
            for name, value in {
                "init_mean": 0.0,
                "init_stdev": 1.0,
                "init_type": "gaussian",
                "max_value": 30.0,
                "min_value": -30.0,
                "mutate_power": 0.5,
                "mutate_rate": {"bias": 0.7, "weight": 0.8}[gene],
                "replace_rate": 0.1,
            }.items()
        },
        **{
            f"{gene}_{name}": value
            for gene in ("response", "time_constant")
            for name, value in {
                "init_mean": 1.0,
                "init_stdev": 0.0,
                "init_type": "gaussian",
                "max_value": 30.0,
                "min_value": 0.01,
                "mutate_power": 0.0,
                "mutate_rate": 0.0,
                "replace_rate": 0.0,
            }.items()
        },
        "compatibility_disjoint_coefficient": 1.0,
        "compatibility_weight_coefficient": 0.5,
        "conn_add_prob": 0.5,
        "conn_delete_prob": 0.5,
        "node_add_prob": 0.2,
        "node_delete_prob": 0.2,
        "single_structural_mutation": False,
        "structural_mutation_surer": "default",
        "enabled_default": True,
        "enabled_mutate_rate": 0.01,
        "enabled_rate_to_true_add": 0.0,
        "enabled_rate_to_false_add": 0.0,
    },
    "DefaultSpeciesSet": {"compatibility_threshold": 3.0},
    "DefaultStagnation": {
        "species_fitness_func": "max",
        "max_stagnation": 20,
        "species_elitism": 2,
    },
    "DefaultReproduction": {"elitism": 2, "survival_threshold": 0.2, "min_species_size": 2},
}
_drawing = threading.Lock()  # held while NEAT draws from Python's one generator


# What plays.


class Arena:
    """The games of some settings, where methods have networks scored; `scored` counts how many they
    had.

    `most`: how many may be scored, as many as play in the settings' generations.
    """

    def __init__(self, settings: GameSettings, rng: Rng):
        self.settings, self.rng, self.tables = settings, rng, settings.game_tables()
        self.most, self.scored = 2 * settings.parents * settings.generations, 0

    def payoffs(self, world: Any) -> Ints:
        """(networks,): the total payoff of the games that each network of a world now plays."""
        self.scored += len(world.population.slots)
        compiled(play_each)(world, self.rng)
        return total_payoff(*world.population.results.T, self.settings.numbers)

    def exact_payoffs(self, world: Any) -> Floats:
        """(networks,): the expected total payoff of each network of a world, exact."""
        compiled(engine.expect_networks)(world)
        return self.settings.games * total_payoff(
            *world.population.chances.T, self.settings.numbers
        )

    def of_networks(self, networks: Sequence[Network]) -> Any:
        """The engine's World of networks of the paper's form."""
        return engine.make_world(networks, self.tables, self.settings.numbers)

    def of_weights(self, weights: Floats) -> Any:
        """The same of networks of NODES hidden nodes: (networks, hidden weights and then output
        weights).
        """
        population = engine.new_population(len(weights), self.tables)
        write_weights(population, weights, self.settings.squares)
        return engine.new_world(population, self.tables, self.settings.numbers)

    def of_answers(self, answers: Sequence[Ints]) -> Any:
        """The engine's World of players of any kind, each given by the position after its move on
        every board.
        """
        world = engine.new_world(
            engine.new_population(len(answers), self.tables), self.tables, self.settings.numbers
        )
        world.population.answers[:] = answers
        return world


@twin_of("fogel.engine.population.write_network")
def write_weights(population: Any, weights: Floats, squares: int) -> None:
    """Puts networks of NODES hidden nodes into all slots of a population: one in each row of
    weights.
    """
    hidden, output = np.split(weights, [NODES * (squares + 1)], axis=1)
    output = output.reshape(-1, squares, NODES + 1)
    population.nodes[:] = NODES
    population.hidden_links[:, :, :NODES] = hidden.reshape(-1, NODES, squares + 1).transpose(
        0, 2, 1
    )
    population.output_links[:, :NODES, :squares] = output[:, :, :NODES].transpose(0, 2, 1)
    population.output_links[:, -1, :squares] = output[:, :, NODES]


def play_each(world: Any, rng: Rng) -> None:
    """Every network of a world plays its games."""
    world = lent(world)
    for slot in range(len(world.population.slots)):
        play_games(world, slot, rng)


# Methods: each returns the exact payoff of what it has found.


def evolution(settings: GameSettings, trial: int) -> float:
    """The paper's evolution: what `fogel curve` does."""
    return curve.exact_payoffs([curve.run_trial(settings, trial).champion], settings)[0]


def climber(settings: GameSettings, trial: int) -> float:
    """A hill climber: one parent, which keeps its payoff, one child of the paper's kind, and the
    better one survives.
    """
    generations = 2 * settings.generations * settings.parents - 1  # in the first one both play
    alone = settings.change(parents=1, rivals=1, replay_parents=False, generations=generations)
    return evolution(alone, trial)


def random(settings: GameSettings, trial: int) -> float:
    """Random search: founders of the paper's kind; of those with the highest payoff the first."""
    arena = make_arena(settings, trial)
    best, found = -np.inf, 0.0
    while arena.scored < arena.most:
        count = min(BATCH, arena.most - arena.scored)
        world = arena.of_networks([random_network(arena.rng, settings) for _ in range(count)])
        payoffs = arena.payoffs(world)
        if payoffs.max() > best:
            best, found = payoffs.max(), float(arena.exact_payoffs(world)[int(payoffs.argmax())])
    return found


def cma(settings: GameSettings, trial: int) -> float:
    """CMA-ES; raises ImportError without the extra `methods`."""
    from cma import CMAEvolutionStrategy

    arena = make_arena(settings, trial)
    squares = settings.squares
    options = {
        "popsize": POPSIZE,
        "randn": lambda *shape: arena.rng.standard_normal(shape),
        "seed": np.nan,  # none: the generator above is the only one
        "verbose": -9,
    }
    weights = NODES * (squares + 1) + squares * (NODES + 1)
    search = CMAEvolutionStrategy(np.zeros(weights), settings.weight_range, options)
    while arena.scored + POPSIZE <= arena.most:
        asked = search.ask()
        search.tell(asked, (-arena.payoffs(arena.of_weights(np.array(asked)))).tolist())
    return float(arena.exact_payoffs(arena.of_weights(search.result.xfavorite[None]))[0])


def neat(settings: GameSettings, trial: int) -> float:
    """NEAT; raises ImportError without the extra `methods`."""
    from neat import Population
    from neat.nn import FeedForwardNetwork

    arena = make_arena(settings, trial)
    found = 0.0

    def score(genomes, config):
        nonlocal found
        networks = [FeedForwardNetwork.create(genome, config) for _, genome in genomes]
        world = arena.of_answers([compute_answers(network, arena.tables) for network in networks])
        payoffs = arena.payoffs(world)
        for (_, genome), payoff in zip(genomes, payoffs.tolist(), strict=True):
            genome.fitness = float(payoff)
        found = float(arena.exact_payoffs(world)[int(payoffs.argmax())])

    with _drawing:  # the library draws from Python's one generator, which is left as it was found
        before = global_random.getstate()
        try:
            global_random.seed(int(arena.rng.integers(2**63)))
            Population(neat_config(settings)).run(score, settings.generations)
        finally:
            global_random.setstate(before)
    return found


def neat_config(settings: GameSettings) -> Any:
    """The Config of NEAT for a game, which the library reads from a file."""
    from neat import (
        Config,
        DefaultGenome,
        DefaultReproduction,
        DefaultSpeciesSet,
        DefaultStagnation,
    )

    sections: dict[str, dict[str, Any]] = {name: {**values} for name, values in NEAT.items()}
    sections["NEAT"]["pop_size"] = 2 * settings.parents
    sections["DefaultGenome"] |= {"num_inputs": settings.squares, "num_outputs": settings.squares}
    lines = [
        line
        for name, values in sections.items()
        for line in (f"[{name}]", *(f"{key} = {value}" for key, value in values.items()))
    ]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "neat.ini"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return Config(
            DefaultGenome, DefaultReproduction, DefaultSpeciesSet, DefaultStagnation, str(path)
        )


@twin_of("fogel.engine.games.answer")
def compute_answers(network: Any, tables: Tables) -> Ints:
    """(boards asked,): the position after the move of a network of NEAT's on each board, on all of
    them at once.
    """
    boards = tables.boards[: tables.asked]
    values = dict(zip(network.input_nodes, boards.T.astype(float), strict=True))
    for node, _, _, bias, response, links in network.node_evals:
        sums = _weighted(values, links, len(boards))
        # The library's sigmoid.
        values[node] = 1 / (1 + np.exp(-np.clip(5 * (bias + response * sums), -60, 60)))
    outputs = np.stack(
        [values.get(node, np.zeros(len(boards))) for node in network.output_nodes], axis=1
    )
    squares = np.where(boards == 0, outputs, -np.inf).argmax(axis=1)
    return tables.after[np.arange(len(boards)), squares]


def _weighted(values: dict[int, Floats], links: Iterable[tuple[int, float]], boards: int) -> Floats:
    """(boards,): the sum of what comes in over the links."""
    total = np.zeros(boards)
    for node, weight in links:
        if node in values:
            total += values[node] * weight
    return total


def make_arena(settings: GameSettings, trial: int) -> Arena:
    """The Arena of a trial of a method, with a generator that no trial of evolution has."""
    return Arena(settings, trial_rng(settings, trial, SEARCHING))


METHODS: dict[str, Callable[[GameSettings, int], float]] = {
    "evolution": evolution,
    "climber": climber,
    "random": random,
    "cma": cma,
    "neat": neat,
}
