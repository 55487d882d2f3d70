"""A 9-H-9 network, and how it chooses a square (chapter 2).

Nine inputs and a bias node, H hidden nodes with a sigmoid and a bias node, nine output nodes, one a
square. The forward pass stands here once, in plain loops with a fixed order of summation: Python
runs it as it is and the engine compiles the same lines, so both have the same bits.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from fogel.core.settings import DEFAULT_SETTINGS, MOST_HIDDEN_NODES, Settings, count_squares
from fogel.core.types import Board, Floats, Rng, Square, Vector
from fogel.encoding import X, to_move
from fogel.engine.compiling import kernel

# e^x = 2^k e^r with |r| <= ln(2) / 2, and e^r = (q + p) / (q - p), the rational approximation of
# Moshier's Cephes library. Plain arithmetic has the same bits on every IEEE machine and in
# JavaScript; library exponentials have not.
LOG2_E = 1.4426950408889634
LN2_HIGH, LN2_LOW = 6.93145751953125e-1, 1.42860682030941723212e-6  # so x - k ln(2) is exact
P0, P1, P2 = 9.99999999999999999910e-1, 3.02994407707441961300e-2, 1.26177193074810590878e-4
Q0, Q1 = 2.0, 2.27265548208155028766e-1
Q2, Q3 = 2.52448340349684104192e-3, 3.00198505138664455042e-6
ROUNDER = 1.5 * 2.0**52  # adding and subtracting it rounds to a whole number, without a branch
LARGEST_WEIGHT = 1e100  # sums of such weights are still finite
LARGEST = 708.0  # e^708 is still an ordinary number, and a sigmoid has long been 0 or 1 there


def set_exponent(k: float) -> float:
    """2^k, compiled: a double's exponent stands in its bits 52 to 62, 1023 too large."""
    return np.int64((np.int64(k) + 1023) << 52).view(np.float64)


@kernel(compiled_as=set_exponent)
def power_of_2(k: float) -> float:
    """Return 2^k, exactly, for a whole number k in -1022..1023; the engine sets bits instead."""
    return 2.0**k


@kernel
def exponential_fraction(x: float) -> tuple[float, float]:
    """Return e^x as (numerator, denominator), x clipped to +-708; a sigmoid divides only once."""
    x = max(x, -LARGEST)
    x = min(x, LARGEST)
    k = (x * LOG2_E + ROUNDER) - ROUNDER
    r = (x - k * LN2_HIGH) - k * LN2_LOW
    rr = r * r
    p = r * (P0 + rr * (P1 + rr * P2))
    q = Q0 + rr * (Q1 + rr * (Q2 + rr * Q3))
    return (q + p) * power_of_2(k), q - p


def exponential(x: float) -> float:
    """e^x to 2 units in the last place."""
    numerator, denominator = exponential_fraction(x)
    return numerator / denominator


@kernel
def sigmoid(x: float) -> float:
    """1 / (1 + e^-x), from 0 to 1."""
    numerator, denominator = exponential_fraction(-x)
    return denominator / (denominator + numerator)


@kernel(inline=True)
def layer(links: Any, values: Vector, sums: Vector) -> None:
    """Fill `sums[k]` with values[0] links[0][k] + values[1] links[1][k] + ..., the bias last.

    `links[i][k]` leads from node i to node k; the last row holds the links from the bias node.
    """
    for k in range(len(sums)):
        total = 0.0
        for i in range(len(values)):
            total += values[i] * links[i][k]
        sums[k] = total + links[-1][k]


@kernel(inline=True)
def squash(sums: Vector) -> None:
    """Puts every sum through the sigmoid, in place."""
    for k in range(len(sums)):
        sums[k] = sigmoid(sums[k])


@kernel
def choose_square(values: Vector, board: Board) -> Square:
    """The open square with the largest value, the lowest of several; -1 if no square is open."""
    best, largest = -1, -np.inf
    for square in range(len(board)):
        better = (board[square] == 0) & (values[square] > largest)
        best = square if better else best
        largest = values[square] if better else largest
    return best


class Network:
    """A read-only 9-H-9 network; it is also a player.

    `hidden_weights`: H rows of 10, to each hidden node from the nine inputs and the bias.
    `output_weights`: 9 rows of H + 1, to each output from the hidden nodes and the bias. On a board
    of another game it has other `squares` than nine. Raises ValueError that names the array if a
    shape is wrong, H is not 1 to 10 or a weight is not finite.
    """

    hidden_weights: Floats
    output_weights: Floats
    squares: int

    def __init__(self, hidden_weights, output_weights, squares=9):
        hidden = _matrix(hidden_weights, "hidden_weights")
        output = _matrix(output_weights, "output_weights")
        nodes, inputs = len(hidden), squares + 1
        if not 1 <= nodes <= MOST_HIDDEN_NODES or hidden.shape[1] != inputs:
            rows = f"1 to {MOST_HIDDEN_NODES} rows of {inputs}"
            raise ValueError(f"hidden_weights must be {rows}, not {hidden.shape}")
        if output.shape != (squares, nodes + 1):
            rows = f"{squares} rows of {nodes + 1} (hidden nodes + 1)"
            raise ValueError(f"output_weights must be {rows}, not {output.shape}")
        vars(self).update(hidden_weights=hidden, output_weights=output, squares=squares)

    def __setattr__(self, name, value):
        raise AttributeError(f"a {type(self).__name__} is read-only")

    def __setstate__(self, state):
        vars(self).update(state)  # pickling forgets that arrays are read-only
        self.hidden_weights.flags.writeable = self.output_weights.flags.writeable = False

    def __repr__(self):
        return f"{type(self).__name__}(H={self.hidden_nodes})"

    @property
    def hidden_nodes(self) -> int:
        """H, the number of hidden nodes."""
        return len(self.hidden_weights)

    @cached_property
    def links(self) -> tuple[list[list[float]], list[list[float]]]:
        """(hidden links, output links) as `layer` takes them; Python reads lists faster."""
        return self.hidden_weights.T.tolist(), self.output_weights.T.tolist()

    @property
    def weights(self) -> Floats:
        """All 19 H + 9 weights in one flat array, hidden first."""
        return np.concatenate([self.hidden_weights.ravel(), self.output_weights.ravel()])

    def run(self, board: Board) -> tuple[list[float], list[float]]:
        """Return (activations of the H hidden nodes, nine output sums); its own marks are 1."""
        inputs = [float(mark) for mark in board]
        if len(inputs) != self.squares or not set(inputs) <= {-1.0, 0.0, 1.0}:
            count = "nine" if self.squares == 9 else self.squares
            raise ValueError(f"a board is {count} numbers 1, 0 or -1, not {board!r}")
        activations, sums = [0.0] * self.hidden_nodes, [0.0] * self.squares
        hidden_links, output_links = self.links
        layer(hidden_links, inputs, activations)
        squash(activations)
        layer(output_links, activations, sums)
        return activations, sums

    def sums(self, board: Board) -> Floats:
        """The nine output sums before the last sigmoid; its own marks are 1."""
        return np.array(self.run(board)[1])

    def outputs(self, board: Board) -> Floats:
        """The nine outputs, each between 0 and 1; its own marks are 1."""
        return np.array([sigmoid(total) for total in self.run(board)[1]])

    def choose(self, board: Board) -> Square:
        """The square it moves into, its own marks being 1; raises ValueError if none is open.

        Sums are compared, not outputs: the sigmoid keeps their order, and can't make two large ones
        equal.
        """
        square = choose_square(self.run(board)[1], board)
        if square < 0:
            raise ValueError("no square is open on this board")
        return square

    def __call__(self, board, rng=None):
        """Return its move as a player; as O it sees the board with the marks exchanged."""
        marks = [int(mark) for mark in board]
        return self.choose(marks if to_move(marks) == X else [-mark for mark in marks])


def _matrix(values, name):
    try:
        matrix = np.array(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name} must be rows of numbers, all of one length") from None
    if matrix.ndim != 2:
        raise ValueError(f"{name} must have two dimensions, not {matrix.ndim}")
    if not (np.abs(matrix) <= LARGEST_WEIGHT).all():  # false for nan too
        most = LARGEST_WEIGHT
        raise ValueError(f"{name} must hold finite numbers alone, from -{most} to {most}")
    matrix.flags.writeable = False
    return matrix


def random_network(rng: Rng, settings: Settings | None = None) -> Network:
    """Return a founder: H uniform in min_hidden..max_hidden, weights in +-weight_range."""
    settings = settings or DEFAULT_SETTINGS
    span, squares = settings.weight_range, count_squares(settings)
    nodes = rng.integers(settings.min_hidden, settings.max_hidden + 1)
    hidden = rng.uniform(-span, span, (nodes, squares + 1))
    output = rng.uniform(-span, span, (squares, nodes + 1))
    if not settings.bias:
        hidden[:, -1] = output[:, -1] = 0.0
    return Network(hidden, output, squares)
