"""Simulated annealing for the smallest networks that make no wrong move (chapter 9)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from fogel import audit, engine
from fogel.core.champion import Champion, save_champion
from fogel.core.players import SHIPPED
from fogel.core.results import versions
from fogel.core.settings import MOST_HIDDEN_NODES, Settings
from fogel.core.types import Rng, Square
from fogel.encoding import IN_PROGRESS, X_TO_MOVE, O, positions
from fogel.engine.compiling import kernel, lent
from fogel.engine.population import World
from fogel.engine.trial import network_at
from fogel.opponent import forced_result
from fogel.perfect.climber import check_range, climb

STEEP = 20.0  # the unit of whole weights to a steep node, half of which is added to its bias
MOST_WEIGHT, MOST_STEPS = 1000, 10**9  # of what can be asked for
HOTTEST, COLDEST = 8.0, 0.3  # the temperature, in wrong moves at the end of a game


class Goal(NamedTuple):
    """Which moves are right: those to a position with `values[position] >= needed[asked]`, in whole
    numbers.
    """

    values: np.ndarray
    needed: np.ndarray


def never_to_lose() -> Goal:
    """The Goal of never losing: after the move the other player can't force a win."""
    boards = [tuple(board) for board in positions().tolist()]
    values = np.array([-forced_result(board, O) if sum(board) == 1 else 0 for board in boards])
    return Goal(values, np.zeros(X_TO_MOVE, dtype=np.int64))


def to_reach_the_ceiling(settings: Settings | None = None) -> Goal:
    """The Goal of making only moves that reach the ceiling's payoff; fractions become
    their ranks.
    """
    values = audit.ceiling(settings).values
    rank = {value: number for number, value in enumerate(sorted(set(values.values())))}
    ranks = np.array([rank[values[tuple(board)]] for board in positions().tolist()])
    return Goal(ranks, ranks[:X_TO_MOVE])


class Annealed(NamedTuple):
    """What an annealer found, and its effort.

    `champion`: the network; `wrong`: what its wrong moves count, 0.0 if it makes none; `tried`: how
    many networks were tried; `starts`: how many there were.
    """

    champion: Champion
    wrong: float
    tried: int
    starts: int


# Many parameters: each is a property of the networks or of the search, which the chapter varies one
# at a time.
def anneal(
    goal: Goal,
    hidden_nodes: int,
    inputs: int,
    outputs: int,
    squares: Iterable[Square] = range(9),
    steep: bool = False,
    seed: int = 1993,
    steps: int = 1_000_000,
    starts: int = 20,
) -> Annealed:
    """Return an Annealed: a network with whole weights that makes as few wrong moves as possible.

    Its weights are from -`inputs` to `inputs` before the hidden nodes and from -`outputs` to
    `outputs` behind them, and it looks at no other `squares`. If the hidden nodes are `steep`,
    their weights are so many times STEEP, and half of that is added to the bias's: their
    activations are as good as 0 and 1. Each start is a random network and takes `steps`. Raises
    ValueError that names an argument which is out of its range.
    """
    check_range(hidden_nodes=(hidden_nodes, MOST_HIDDEN_NODES))
    check_range(inputs=(inputs, MOST_WEIGHT), outputs=(outputs, MOST_WEIGHT))
    check_range(steps=(steps, MOST_STEPS), starts=(starts, MOST_STEPS))
    limits = _limits(inputs, outputs, squares, steep)
    run, rng = engine.compiled(make_anneal, (step_whole, wrong_moves)), np.random.default_rng(seed)
    population = engine.new_population(2)
    world = engine.new_world(population, engine.random_tables(), Settings().numbers)
    best: Any = (np.inf, None)
    tried = 0
    for start in range(1, starts + 1):
        engine.write_network(population, 0, start, *_draw_weights(hidden_nodes, limits, rng))
        wrong, taken = run(world, goal, rng, limits, steps)
        tried += taken
        if wrong < best[0]:
            best = wrong, network_at(population, 0)
        if wrong == 0.0:
            break
    wrong, network = best
    weights = network.hidden_weights, network.output_weights
    champion = Champion(*weights, seed=seed, versions=versions())
    return Annealed(champion, wrong, tried, start)


def _limits(inputs, outputs, squares, steep):
    """(the largest whole weight from each input, the largest to an output, the unit of the first);
    raises ValueError for a square that is not on the board.
    """
    if not {*squares} <= {*range(9)}:
        raise ValueError(f"squares must be numbers from 0 to 8, not {squares!r}")
    most_in = np.array([inputs if i in (*squares, 9) else 0 for i in range(10)])
    return most_in, outputs, STEEP if steep else 1.0


def _draw_weights(hidden_nodes, limits, rng):
    """(hidden, output): random weights within the limits, any whole number being as likely.

    Steep nodes are never quite 0 or 1. So that what is left of them decides nothing, square k has
    k / 64 less than a whole number from the bias.
    """
    most_in, most_out, unit = limits
    steep = unit > 1.0
    hidden = unit * rng.integers(-most_in, most_in + 1, (hidden_nodes, 10))
    hidden[:, 9] += unit / 2 if steep else 0.0
    output = rng.integers(-most_out, most_out + 1, (9, hidden_nodes + 1)).astype(np.float64)
    output[:, -1] -= np.arange(9) / 64 if steep else 0.0
    return hidden, output


@kernel
def another_whole(value: int, most: int, rng: Rng) -> int:
    """A whole number up to +-`most`: one more, one less or, as often as these, any."""
    if rng.random() < 0.5:
        return int((2 * most + 1) * rng.random()) - most
    return max(-most, min(most, value + 2 * int(2 * rng.random()) - 1))


@kernel
def step_whole(hidden: Any, output: Any, limits: Any, rng: Rng) -> tuple[Any, Any]:
    """The weights of a child, new arrays: one or more whole weights within the limits go up or
    down, or are redrawn.
    """
    most_in, most_out, unit = limits
    hidden, output = hidden.copy(), output.copy()
    again = True
    while again:
        place = int(rng.random() * (hidden.size + output.size))
        if place < hidden.size:
            row, column = place // 10, place % 10
            half = unit / 2 if column == 9 and unit > 1.0 else 0.0
            whole = another_whole((hidden[row, column] - half) / unit, most_in[column], rng)
            hidden[row, column] = unit * whole + half
        else:
            row, column = (
                (place - hidden.size) // output.shape[1],
                (place - hidden.size) % output.shape[1],
            )
            less = row / 64 if column == output.shape[1] - 1 and unit > 1.0 else 0.0
            output[row, column] = another_whole(output[row, column] + less, most_out, rng) - less
        again = rng.random() < 1 / 3
    return hidden, output


def make_anneal(parts: Any) -> Callable:
    """The function that anneals with this way to make a step, and this count of wrong moves."""
    step_whole, wrong_moves = parts

    def anneal(world, goal, rng, limits, steps):
        """Lets the network in slot 0 wander, ever less willing to move wrongly: (what is left of
        that, steps taken).
        """
        world, goal, limits = lent((world, goal, limits))
        population = world.population
        wrong = wrong_moves(world, 0, goal, np.inf)
        for step in range(steps):
            if wrong == 0.0:
                return wrong, step
            heat = HOTTEST * (COLDEST / HOTTEST) ** (step / steps)
            limit = wrong - heat * np.log(1.0 - rng.random())
            hidden, output = engine.read_weights(population, 0)
            hidden, output = step_whole(hidden, output, limits, rng)
            engine.write_network(population, 1, 0, hidden, output)
            changed = wrong_moves(world, 1, goal, limit)
            if changed <= limit:
                wrong = changed
                engine.copy_network(population, 1, 0)
        return wrong, steps

    return anneal


@kernel
def wrong_moves(world: World, slot: int, goal: Goal, limit: float) -> float:
    """The boards on which a network makes a wrong move, an early one counting more; it stops
    counting at `limit`.

    All legal replies are followed, but none after a wrong move.
    """
    tables, room, links = world.tables, world.room, engine.view_links(world.population, slot)
    reached = room.reached
    reached[0], wrong = 1.0, 0.0
    for asked in range(X_TO_MOVE):
        if reached[asked] == 0.0:
            continue
        reached[asked] = 0.0
        if wrong > limit:
            continue
        position = engine.answer(links, asked, tables, room)
        if goal.values[position] < goal.needed[asked]:
            weight = 64.0  # on the empty board; 16, 4 and 1 later in the game
            for square in range(9):
                weight /= 1.0 if tables.boards[asked, square] == 0 else 2.0
            wrong += weight
        elif position < IN_PROGRESS:
            for place in range(8):
                following = tables.reply_next[position, place]
                if following < X_TO_MOVE:
                    reached[following] = 1.0
    return wrong


# The networks that come with the package.


def ship(folder: Path = SHIPPED) -> None:
    """Writes the networks of chapter 9 that come with the package: one that climbed, and the
    smallest.
    """
    save_champion(folder / "ceiling.json", climb(Settings(seed=7)).champion)
    save_champion(folder / "two-nodes.json", smallest_at_the_ceiling().champion)
    save_champion(folder / "two-nodes-lines.json", smallest_line_by_line().champion)
    save_champion(folder / "one-node.json", smallest_that_never_loses().champion)


def smallest_at_the_ceiling() -> Annealed:
    """A network that stands at the ceiling with two steep hidden nodes: two questions, each
    answered by yes or no.
    """
    return anneal(to_reach_the_ceiling(), 2, 3, 6, steep=True, seed=3)


def smallest_line_by_line() -> Annealed:
    """A network of two hidden nodes at the ceiling of the reading that differs: a line at random,
    then a square.
    """
    return anneal(to_reach_the_ceiling(Settings(line_choice="lines")), 2, 3, 9, seed=1)


def smallest_that_never_loses() -> Annealed:
    """A network that never loses with one steep hidden node, which looks at two squares: one
    question, yes or no.
    """
    return anneal(never_to_lose(), 1, 1, 2, squares=(0, 4), steep=True, seed=1, steps=300_000)
