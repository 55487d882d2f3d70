"""Networks in arrays, and the world in which the engine's loops work on them.

The compiled functions of the engine can run in Python too, and are sparing of NumPy, because each
array function that is used adds a second to the compilation. They all go inline: a world is a large
tuple, and handing it over costs a tenth of the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from fogel.core.types import Floats, Rules
from fogel.engine.compiling import kernel
from fogel.engine.tables import FIRST_REPLIES, SQUARES, Tables, random_tables
from fogel.network import Network

PADDED = 12  # nodes of a padded layer: a whole number of vector registers
REGISTER = 4  # nodes of the largest one


class Population(NamedTuple):
    """The networks of a trial in arrays: a network keeps its slot as long as it lives.

    By slot: `nodes`, `hidden_links` and `output_links` (as in network.layer, with zero links up to
    12 nodes or more), `answers` (the position after its move, once it is known), `results` (wins,
    losses, ties), `chances` (of each in one game, nan until they are worked out) and `numbers`.
    `slots` gives the slot of each row of the generation, parents first, then children.
    """

    nodes: np.ndarray
    hidden_links: np.ndarray
    output_links: np.ndarray
    answers: np.ndarray
    results: np.ndarray
    chances: np.ndarray
    numbers: np.ndarray
    slots: np.ndarray


def new_population(size: int, tables: Tables | None = None) -> Population:
    """Return an empty Population for `size` networks in these tables' game (the standard one)."""
    tables = random_tables() if tables is None else tables
    squares = tables.boards.shape[1]
    return Population(
        nodes=np.zeros(size, dtype=np.int64),
        hidden_links=np.zeros((size, squares + 1, PADDED)),
        output_links=np.zeros((size, PADDED + 1, _padded(squares))),
        answers=np.full((size, tables.asked), none_in(tables.after)),
        results=np.zeros((size, 3), dtype=np.int64),
        chances=np.full((size, 3), np.nan),
        numbers=np.zeros(size, dtype=np.int64),
        slots=np.arange(size),
    )


def _padded(squares):
    """The nodes of the padded output layer."""
    return max(PADDED, -(-squares // REGISTER) * REGISTER)


@kernel(inline=True)
def none_in(positions: Any) -> Any:
    """Return the largest number of an array of positions, which means no position."""
    return positions.dtype.type(~positions.dtype.type(0))


class Room(NamedTuple):
    """Working arrays: a network's activations and sums, and chances to reach boards,
    which are zero between uses.

    `squares`, `nodes` and `replies` count by their lengths alone. On nine squares they are tuples,
    by which loops are unrolled; on other boards arrays, so that one machine code plays on all.
    """

    activations: np.ndarray
    sums: np.ndarray
    reached: np.ndarray
    squares: Any
    nodes: Any
    replies: Any


class World(NamedTuple):
    """The networks, the opponent, the settings in numbers, and working arrays."""

    population: Population
    tables: Tables
    rules: Rules
    room: Room


def new_world(population: Population, tables: Tables, rules: Rules) -> World:
    """The World of these networks, this opponent and these rules (the `numbers` of Settings)."""
    squares, replies = tables.boards.shape[1], tables.reply_sums.shape[1]
    if squares == SQUARES and tables.after.dtype == np.uint16:
        # A ninth reply is what is left when eight are not drawn.
        lengths: Any = ((0,) * length for length in (squares, PADDED, FIRST_REPLIES))
    else:
        lengths = (np.zeros(length) for length in (squares, PADDED, replies))
    room = Room(np.zeros(PADDED), np.zeros(_padded(squares)), np.zeros(tables.asked), *lengths)
    return World(population, tables, rules, room)


def make_world(networks: Sequence[Network], tables: Tables, rules: Rules) -> World:
    """Return a World of just these networks, in its slots in their order."""
    population = new_population(len(networks), tables)
    for slot, one in enumerate(networks):
        write_network(population, slot, slot + 1, one.hidden_weights, one.output_weights)
    return new_world(population, tables, rules)


@kernel(inline=True)
def view_links(population: Population, slot: int) -> tuple[Floats, Floats]:
    """Return views of (hidden links, output links) of a slot; taking them in a loop is slow."""
    return population.hidden_links[slot], population.output_links[slot]


@kernel(inline=True)
def read_weights(population: Population, slot: int) -> tuple[Floats, Floats]:
    """New (hidden weights, output weights) of the network in a slot."""
    (hidden_links, output_links), nodes = view_links(population, slot), population.nodes[slot]
    inputs = len(hidden_links)
    hidden, output = np.empty((nodes, inputs)), np.empty((inputs - 1, nodes + 1))
    for i in range(inputs):
        for node in range(nodes):
            hidden[node, i] = hidden_links[i, node]
    for square in range(inputs - 1):
        for node in range(nodes):
            output[square, node] = output_links[node, square]
        output[square, nodes] = output_links[PADDED, square]
    return hidden, output


@kernel(inline=True)
def write_network(
    population: Population, slot: int, number: int, hidden: Floats, output: Floats
) -> None:
    """Puts a network that has not played yet into a slot."""
    nodes, inputs = hidden.shape
    population.numbers[slot] = number
    population.nodes[slot] = nodes
    hidden_links, output_links = view_links(population, slot)
    hidden_links[:] = 0.0
    output_links[:] = 0.0
    for i in range(inputs):
        for node in range(nodes):
            hidden_links[i, node] = hidden[node, i]
    for square in range(inputs - 1):
        for node in range(nodes):
            output_links[node, square] = output[square, node]
        output_links[PADDED, square] = output[square, nodes]
    population.answers[slot] = none_in(population.answers)
    population.chances[slot] = np.nan


@kernel(inline=True)
def write_child(
    world: World, parent: int, child: int, number: int, hidden: Floats, output: Floats
) -> None:
    """Write the child of the network in slot `parent`, which stays, into slot `child`."""
    write_network(world.population, child, number, hidden, output)


@kernel(inline=True)
def copy_network(population: Population, source: int, target: int) -> None:
    """Puts the network of one slot into another, with all that is known of it, but its results."""
    population.nodes[target] = population.nodes[source]
    population.numbers[target] = population.numbers[source]
    population.hidden_links[target] = population.hidden_links[source]
    population.output_links[target] = population.output_links[source]
    population.answers[target] = population.answers[source]
    population.chances[target] = population.chances[source]
