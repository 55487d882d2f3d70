"""A (1+1) hill climber on exact payoffs, which finds a perfect champion (chapter 9).

No game is played. Luck decides the steps alone, and their sizes are log-uniform: from a hundredth
to ten, all scales alike, since nobody knows which one helps. Where a climber is stuck, it starts
anew.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from fogel import audit, engine
from fogel.core.champion import Champion, with_changes
from fogel.core.network_files import run_origin
from fogel.core.settings import MOST_HIDDEN_NODES, Settings, check_whole, trial_rng
from fogel.core.types import Floats, Rng
from fogel.engine.compiling import kernel, lent
from fogel.engine.trial import network_at
from fogel.network import Network, random_network

SMALLEST_STEP, LARGEST_STEP = 0.01, 10.0
CHUNK = 5_000  # networks that are audited in one call of the engine
PATIENCE = 20  # chunks without a gain, before a new start
NEAR = 1e-6  # a float payoff that near the ceiling is looked at in fractions


class Climb(NamedTuple):
    """What a climber found, and its effort.

    `champion`: the best network of all starts, `payoff` its expected total payoff, and `perfect`
    whether that is the ceiling, in fractions. `audited`: how many networks were audited; `history`:
    after each 5,000 of them, the best payoff of that start; `starts`: how many there were.
    """

    champion: Champion
    payoff: float
    perfect: bool
    audited: int
    history: np.ndarray
    starts: int


@kernel
def step_weights(hidden: Floats, output: Floats, rng: Rng) -> tuple[Floats, Floats]:
    """The weights of a child, new arrays: any number of them, from one to all, have made a step of
    one random size.
    """
    size = SMALLEST_STEP * (LARGEST_STEP / SMALLEST_STEP) ** rng.random()
    share = (1.0 / (hidden.size + output.size)) ** rng.random()
    hidden, output = hidden.copy(), output.copy()
    for weights in (hidden, output):
        for row in range(weights.shape[0]):
            for column in range(weights.shape[1]):
                if rng.random() < share:
                    weights[row, column] += rng.normal(0.0, size)
    return hidden, output


def make_climb(steps: Any) -> Callable:
    """The function that climbs with this way to make a step, which stands alone in `steps`."""
    (step_weights,) = steps

    def climb(world, rng, rounds, children):
        """In each of the `rounds`, replace the parent in slot 0 by the best of its `children` if
        that is at least as good; return the payoff of the last parent.
        """
        world = lent(world)
        population = world.population
        best = engine.expected_payoff(world, 0)
        for _ in range(rounds):
            hidden, output = engine.read_weights(population, 0)
            highest = -np.inf
            for _ in range(children):
                child_hidden, child_output = step_weights(hidden, output, rng)
                engine.write_network(population, 1, 0, child_hidden, child_output)
                payoff = engine.expected_payoff(world, 1)
                if payoff > highest:
                    highest = payoff
                    engine.copy_network(population, 1, 2)
            if highest >= best:
                best = highest
                engine.copy_network(population, 2, 0)
        return best

    return climb


def climb(
    settings: Settings | None = None,
    hidden_nodes: int = 10,
    most: int = 20_000_000,
    progress: Callable = iter,
    checkpoint: Any = None,
) -> Climb:
    """Climbs to the ceiling of these settings with a network of `hidden_nodes`, or until `most` are
    audited: a Climb.

    The seed is the settings'. `progress` wraps an iterable of chunks, such as tqdm. It resumes from
    a `saving.Checkpoint`, and writes it now and then. Raises ValueError if `hidden_nodes` is out of
    range.
    """
    check_range(hidden_nodes=(hidden_nodes, MOST_HIDDEN_NODES))
    rules = settings_of_climb(settings or Settings(), hidden_nodes)
    step, goal = engine.compiled(make_climb, (step_weights,)), float(audit.ceiling(rules).payoff)
    one = _Climber(rules)
    if (state := checkpoint and checkpoint.load()) is not None:
        one.go_on(state)
    for _ in progress(range(len(one.history), max(1, most // CHUNK))):
        one.climb(step)
        if one.best > goal - NEAR and not audit.mistakes(one.network, rules):
            break
        if checkpoint:
            checkpoint.offer(one.state)
    network, payoff = one.network, one.best
    champion = with_changes(network, **run_origin(rules, payoff=payoff))
    perfect = payoff > goal - NEAR and not audit.mistakes(network, rules)
    audited = CHUNK * len(one.history)
    return Climb(champion, payoff, perfect, audited, np.array(one.history), one.starts)


class _Climber:
    """Everything that changes during a climb; `best` is the payoff of `network`, of all starts."""

    def __init__(self, rules):
        self.rules, self.rng = rules, trial_rng(rules, 0)
        self.population = engine.new_population(3)
        tables = engine.near_perfect_tables(rules)
        self.world = engine.new_world(self.population, tables, rules.numbers)
        self.history, self.starts, self.since_gain = [], 0, PATIENCE
        self.payoff, self.best, self.network = -np.inf, None, None

    def climb(self, step):
        """Audits one chunk of networks, after a new start if the climber is stuck."""
        if self.since_gain == PATIENCE:
            network, self.starts = random_network(self.rng, self.rules), self.starts + 1
            self.since_gain, self.payoff = 0, -np.inf
            weights = network.hidden_weights, network.output_weights
            engine.write_network(self.population, 0, self.starts, *weights)
        before, self.payoff = self.payoff, step(self.world, self.rng, CHUNK, 1)
        self.history.append(self.payoff)
        self.since_gain = 0 if self.payoff > before else self.since_gain + 1
        if self.best is None or self.payoff > self.best:
            self.best, self.network = self.payoff, network_at(self.population, 0)

    def state(self):
        """The dict that a checkpoint keeps."""
        return {
            "rng": self.rng.bit_generator.state,
            "best": self.best,
            "hidden_weights": self.network.hidden_weights,
            "output_weights": self.network.output_weights,
            "starts": self.starts,
            "since_gain": self.since_gain,
            "payoff": self.payoff,
            "history": np.array(self.history),
            **self.population._asdict(),
        }

    def go_on(self, state):
        """Takes everything from a checkpoint's dict."""
        self.rng.bit_generator.state = state["rng"]
        self.best, self.payoff = state["best"], state["payoff"]
        self.network = Network(state["hidden_weights"], state["output_weights"])
        self.starts, self.since_gain = state["starts"], state["since_gain"]
        self.history = state["history"].tolist()
        for name, values in self.population._asdict().items():
            values[...] = state[name]


def settings_of_climb(settings: Settings, hidden_nodes: int) -> Settings:
    """Return the settings that a climber's network names: all its networks have that many hidden
    nodes.
    """
    return settings.change(min_hidden=1, max_hidden=hidden_nodes).change(min_hidden=hidden_nodes)


def check_range(**values: tuple[Any, int]) -> None:
    """Raises ValueError that names the first argument, (value, most), which is no whole number from
    1 to its most.
    """
    for name, (value, most) in values.items():
        check_whole(name, value, 1, most)
