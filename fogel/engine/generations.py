"""Whole generations in one compiled loop: replication, games, second round, selection.

What chapters 4 and 5 say is compiled as it stands in their modules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from fogel import replication, selection
from fogel.core.settings import Settings
from fogel.core.types import Floats, Ints, Rng, Rules
from fogel.engine.compiling import compiled, kernel, lent
from fogel.engine.games import expected_payoff, play_games
from fogel.engine.population import World, read_weights, write_child
from fogel.engine.tables import Tables, make_tables


@kernel(inline=True)
def play_for_payoff(world: World, slot: int, rng: Rng, anew: bool) -> int:
    """The total payoff of a network's games; it plays them `anew`, or keeps its results."""
    if anew:
        play_games(world, slot, rng)
    results = world.population.results
    wins, losses, ties = results[slot, 0], results[slot, 1], results[slot, 2]
    return selection.total_payoff(wins, losses, ties, world.rules)


@kernel(inline=True)
def expect_payoff(world: World, slot: int, rng: Rng, anew: bool) -> float:
    """The expected total payoff of a network's games, none of which is played; it uses no random
    numbers.
    """
    return expected_payoff(world, slot)


@kernel(inline=True)
def parents_first(slots: Ints, parents: Ints) -> None:
    """Reorder `slots` in place: those of the rows `parents` to the front, then the others."""
    old = slots.copy()
    front, back = 0, len(parents)
    for row in range(len(slots)):
        if front < len(parents) and parents[front] == row:
            slots[front] = old[row]
            front += 1
        else:
            slots[back] = old[row]
            back += 1


@kernel(inline=True)
def reported(payoffs: Any, best: int, scores: Ints, rules: Rules) -> Any:
    """Return a generation's payoff in the curve: that of the best player, in row `best`."""
    return payoffs[best]


@kernel(inline=True)
def note_exact(world: World, networks: int, best: int, exact: Floats) -> None:
    """Fill `exact` with the expected payoffs of the best player and of the truly best network."""
    highest = -np.inf
    for row in range(networks):
        value = expected_payoff(world, world.population.slots[row])
        highest = max(highest, value)
        if row == best:
            exact[0] = value
    exact[1] = highest


class Steps(NamedTuple):
    """The functions that make up a generation, most of them from chapters; each can be replaced."""

    replicate_weights: Callable = replication.replicate_weights
    write_child: Callable = write_child
    evaluate: Callable = play_for_payoff
    draw_rivals: Callable = selection.draw_rivals
    second_round: Callable = selection.second_round
    rank: Callable = selection.rank
    survivors: Callable = selection.survivors
    best_player: Callable = selection.best_player
    reported: Callable = reported


class Procedure(NamedTuple):
    """The opponent, the settings in numbers, and the steps of a generation."""

    tables: Tables
    rules: Rules
    steps: Steps


def procedure(settings: Settings) -> Procedure:
    """The Procedure of these settings."""
    evaluate = expect_payoff if settings.evaluation == "exact" else play_for_payoff
    return Procedure(make_tables(settings), settings.numbers, Steps(evaluate=evaluate))


class History(NamedTuple):
    """The arrays that a run fills: one number a generation, and each network's parent by number.

    `exact`, unless it is empty, has the expected payoffs of the best player and of the truly best
    network.
    """

    best_payoff: np.ndarray
    mean_hidden_nodes: np.ndarray
    exact: np.ndarray
    parent_of: np.ndarray


class Outcome(NamedTuple):
    """A generation after selection, by row, with the rows of survivors and of the best player."""

    payoffs: np.ndarray
    rivals: np.ndarray
    scores: np.ndarray
    standing: np.ndarray
    survivors: np.ndarray
    best: int


# Long: it has a generation inside, told step by step in the order of the chapters.
def make_evolve(steps: Steps) -> Callable:
    """The function that runs generations with these steps; see `evolve` in it."""
    replicate_weights, write_child, evaluate, draw_rivals, second_round = steps[:5]
    rank, survivors, best_player, reported = steps[5:]

    def evolve(world, rng, parents, first_number, history):
        """Run generations of replication, games, second round and selection; return an Outcome.

        `parents` are the rows of the last generation that survive and `first_number` is the next
        child's. There are as many generations as the history has places for, and it is filled.
        """
        world = lent(world)
        population, rules = world.population, world.rules
        slots = population.slots
        for generation in range(len(history.best_payoff)):
            count = len(parents)
            parents_first(slots, parents)
            for row in range(count):
                parent, child, number = slots[row], slots[count + row], first_number + row
                hidden, output = read_weights(population, parent)
                hidden, output = replicate_weights(hidden, output, rng, rules)
                write_child(world, parent, child, number, hidden, output)
                history.parent_of[number - 1] = population.numbers[parent]

            payoffs = np.empty(2 * count, dtype=history.best_payoff.dtype)
            nodes = 0
            in_first_generation = first_number == rules.parents + 1
            for row in range(2 * count):
                anew = rules.replay_parents or row >= count or in_first_generation
                payoffs[row] = evaluate(world, slots[row], rng, anew)
                nodes += population.nodes[slots[row]]

            rivals = draw_rivals(2 * count, rng, rules)
            scores = second_round(payoffs, rivals, rules)
            standing = rank(scores, rng, rules)
            parents = survivors(scores, standing, rules)
            best = best_player(payoffs, standing)
            history.best_payoff[generation] = reported(payoffs, best, scores, rules)
            history.mean_hidden_nodes[generation] = nodes / (2 * count)
            if len(history.exact) > 0:
                note_exact(world, 2 * count, best, history.exact[generation])
            first_number += count
        return Outcome(payoffs, rivals, scores, standing, parents, best)

    return evolve


def evolve_function(steps: Steps) -> Callable:
    """The compiled `evolve` with these steps."""
    return compiled(make_evolve, steps)
