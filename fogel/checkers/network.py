"""The two evaluation networks of Chellapilla and Fogel, for boards of any size (chapter 19).

It does not choose a move, it *evaluates*: one number says how good a position is for whoever is to
move. Its inputs are the dark squares, 1 for an own man, K for an own king, the same with a minus
for the other's, and 0 where nobody stands. The sum of them, the *material difference*, goes
straight to the output too.

That of 1999 has two hidden layers, 32-40-10-1. That of 2001 sees windows first: on 8x8 the 91
squares of 3x3 to 8x8 fields, each a node of its own. Nodes are squashed by tanh, but the output is
not: that would keep the order of positions, and make large ones equal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from fogel.checkers.bitboards import Board, list_bits
from fogel.checkers.rules import KING, Checkers, Position
from fogel.core.twins import twin_of
from fogel.core.types import Floats, Ints
from fogel.engine.compiling import kernel
from fogel.network import LARGEST_WEIGHT, exponential_fraction

LEAST_WINDOW = 3  # squares, light ones too, of a side
LAYERS = 4  # of the arrays that hold a network; the one of 1999 leaves the second empty
REGISTER = 4  # nodes are filled up to a whole number of them
DIVISOR = 67  # the powers of 2 below 2^66 all leave different rests


@dataclass(frozen=True)
class NetworkShape:
    """What networks of one kind have in common: the game, the nodes of the `hidden` layers, and
    whether `windows` come first. With `evolves_link` the weight of the material difference is the
    last one; otherwise it is no weight.
    """

    game: Checkers
    hidden: tuple[int, ...] = (40, 10)
    windows: bool = False
    evolves_link: bool = False

    @cached_property
    def views(self) -> list[list[int]]:
        """The squares, from 0, of each window, row by row and the smallest first; none without
        windows.
        """
        return list(find_windows(self.game)) if self.windows else []

    @cached_property
    def inputs(self) -> list[list[list[int]]]:
        """For each layer, for each of its nodes, the nodes before it that it sees."""
        before, layers = self.game.squares, []
        if self.windows:
            layers.append(self.views)
            before = len(self.views)
        for nodes in (*self.hidden, 1):
            layers.append([list(range(before))] * nodes)
            before = nodes
        return layers

    @cached_property
    def weights(self) -> int:
        """How many weights there are: each node's from the nodes that it sees, and its bias."""
        return sum(len(seen) + 1 for layer in self.inputs for seen in layer) + self.evolves_link

    @cached_property
    def places(self) -> tuple[Ints, ...]:
        """For each of the LAYERS arrays, which weight stands where; -1 where none does.

        Row i leads from node i, or from the square of bit i, to each node of the layer; the last
        row is the bias.
        """
        found, count, rows = [], 0, [*list_bits(self.game)]
        for nodes in self.inputs:
            width = len(nodes) if len(nodes) == 1 else -(-len(nodes) // REGISTER) * REGISTER
            places = np.full((max(rows) + 2, width), -1)
            for node, seen in enumerate(nodes):
                places[[rows[one] for one in seen], node] = range(count, count + len(seen))
                places[-1, node] = count + len(seen)
                count += len(seen) + 1
            found.append(places)
            rows = list(range(width))
        empty = [np.zeros((0, 0), np.int64)] * (LAYERS - len(found))
        return (found[0], *empty, *found[1:])


def find_windows(game: Checkers) -> Iterator[list[int]]:
    """The dark squares of all square windows of 3x3 and more, and of the whole board."""
    places = game_places(game)
    sides = [(side, side) for side in range(LEAST_WINDOW, min(game.rows, game.columns) + 1)]
    if game.rows != game.columns:
        sides.append((game.rows, game.columns))
    for height, width in sides:
        for top, left in product(range(game.rows - height + 1), range(game.columns - width + 1)):
            rows, columns = range(top, top + height), range(left, left + width)
            inside = [row in rows and column in columns for row, column in places]
            yield [square for square, is_inside in enumerate(inside) if is_inside]


def game_places(game: Checkers) -> list[tuple[int, int]]:
    """The (row, column) of each dark square, in their order."""
    return [
        (row, column) for row in range(game.rows) for column in range(1 - row % 2, game.columns, 2)
    ]


class Evaluator(NamedTuple):
    """An evaluation function as arrays: a `king` is worth so many men, the material difference
    counts `link` times.

    `layers`: the links of a network, see NetworkShape.places; of one that counts pieces alone they
    are empty. `turned`: who plays up the page sees the board from there.
    """

    king: float
    link: float
    turned: bool
    layers: tuple


def make_evaluator(
    shape: NetworkShape,
    weights: Sequence[float] | Floats,
    king: float,
    link: float = 1.0,
    turned: bool = True,
) -> Evaluator:
    """The Evaluator with such weights; raises ValueError if they are not as many as the shape has,
    or not finite.
    """
    values = np.asarray(weights, dtype=np.float64)
    if values.shape != (shape.weights,):
        raise ValueError(f"weights must be {shape.weights:,} numbers, not {values.shape}")
    if not (np.abs(values) <= LARGEST_WEIGHT).all():
        raise ValueError(
            f"weights must hold finite numbers alone, from -{LARGEST_WEIGHT} to {LARGEST_WEIGHT}"
        )
    with_none = np.append(values, 0.0)
    layers = tuple(np.ascontiguousarray(with_none[places]) for places in shape.places)
    counted = values[-1] if shape.evolves_link else link
    return Evaluator(float(king), float(counted), bool(turned), layers)


def material_evaluator(king: float = 1.5) -> Evaluator:
    """The Evaluator that counts material, and nothing else."""
    return Evaluator(float(king), 1.0, True, (np.zeros((0, 0)),) * LAYERS)


class Scratch(NamedTuple):
    """Work arrays for evaluations: the squares that are `seen` and their `values`, the numbers of
    all nodes of a layer (`every`), and the results of two layers (`activations`, `sums`).
    """

    seen: Ints
    values: Floats
    every: Ints
    activations: Floats
    sums: Floats


@kernel
def new_scratch(layers: Any) -> Scratch:
    """Arrays that are large enough for these layers."""
    most = 1
    for links in layers:
        most = max(most, links.shape[1])
    seen, every = np.zeros(64, np.int64), np.arange(most)
    return Scratch(seen, np.zeros(64), every, np.zeros(most), np.zeros(most))


@kernel(inline=True)
def tanh(x: float) -> float:
    """(e^2x - 1) / (e^2x + 1), with the package's own exponential: the same bits on
    every machine.
    """
    numerator, denominator = exponential_fraction(2.0 * x)
    return (numerator - denominator) / (numerator + denominator)


BIT = np.zeros(DIVISOR, np.int64)  # the exponent of a power of 2, by its remainder
BIT[[2**bit % DIVISOR for bit in range(62)]] = range(62)


@kernel(inline=True)
def see(
    board: Board, player: int, last: int, evaluator: Evaluator, scratch: Scratch
) -> tuple[int, float]:
    """Fills `seen` and `values`, in the order of the squares as the player sees them: (how many,
    their sum).

    `last` is the last square's bit: turned by half, a board's bits are in the opposite order.
    """
    mine, theirs, kings = board
    pieces, turned = mine | theirs, evaluator.turned and player == -1
    seen, values, count, total = scratch.seen, scratch.values, 0, 0.0
    while pieces != 0:
        piece = pieces & -pieces
        pieces ^= piece
        value = evaluator.king if kings & piece != 0 else 1.0
        seen[count] = last - BIT[piece % DIVISOR] if turned else BIT[piece % DIVISOR]
        values[count] = value if mine & piece != 0 else -value
        count += 1
    if turned:
        for place in range(count // 2):
            other = count - 1 - place
            seen[place], seen[other] = seen[other], seen[place]
            values[place], values[other] = values[other], values[place]
    for place in range(count):
        total += values[place]
    return count, total


@twin_of("fogel.network.layer")
@kernel(inline=True)
def fire(links: Floats, seen: Ints, values: Floats, count: int, sums: Floats) -> None:
    """Fills `sums` with the activations of a layer: of each node tanh of values[0] links[seen[0]] +
    ..., and the bias last.

    Node by node inside of value by value: the sums are the same bits, and the processor adds
    several at once.
    """
    width = links.shape[1]
    for node in range(width):
        sums[node] = 0.0
    for place in range(count):
        value, row = values[place], seen[place]
        for node in range(width):
            sums[node] += value * links[row, node]
    for node in range(width):
        sums[node] = tanh(sums[node] + links[-1, node])


@twin_of("fogel.checkers.network.value_by_nodes")
@kernel(inline=True)
def evaluate(board: Board, player: int, last: int, evaluator: Evaluator, scratch: Scratch) -> float:
    """What a board is worth to the player, who is to move: the network's output and the piece
    difference.
    """
    count, total = see(board, player, last, evaluator, scratch)
    first, second, third, output = evaluator.layers
    if first.shape[1] == 0:
        return evaluator.link * total
    fire(first, scratch.seen, scratch.values, count, scratch.activations)
    activations, sums = scratch.activations, scratch.sums
    if second.shape[1] != 0:
        fire(second, scratch.every, activations, len(second) - 1, sums)
        activations, sums = sums, activations
    fire(third, scratch.every, activations, len(third) - 1, sums)
    result = 0.0
    for node in range(len(output) - 1):
        result += sums[node] * output[node, 0]
    return result + output[-1, 0] + evaluator.link * total


# The same, readable.


def value_by_nodes(
    shape: NetworkShape,
    weights: Sequence[float],
    king: float,
    position: Position,
    link: float = 1.0,
    turned: bool = True,
) -> float:
    """What a position is worth to whoever is to move there, by the network with these weights: node
    by node.
    """
    values = compute_inputs(position, king, turned)
    difference = sum(value for value in values if value)  # from the left
    numbers = iter([float(weight) for weight in weights])
    for layer in shape.inputs:
        activations = []
        for seen in layer:
            total = 0.0
            for node in seen:
                total += values[node] * next(numbers)
            activations.append(total + next(numbers))
        output, values = activations[0], [tanh(activation) for activation in activations]
    return output + (next(numbers) if shape.evolves_link else link) * difference


def compute_inputs(position: Position, king: float, turned: bool = True) -> list[float]:
    """The dark squares as whoever is to move sees them; `turned`: who plays up the page sees the
    board from there.
    """
    board, player = position
    seen = reversed(board) if turned and player == -1 else board
    return [
        player * ((1 if piece > 0 else -1) * king if abs(piece) == KING else float(piece))
        for piece in seen
    ]
