"""A network of nodes and links as objects, and back-propagation (chapter 15).

The names and the formulas are the report's (1.9 to 1.13). There is no bias. An *activation* is what
a node hands on, from 0 to 1; a *goal* is what an output's activation should have been. Half the sum
of the squared distances between the two is the error that the links' weights are changed against.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from math import exp, log
from sys import float_info
from typing import Any

from fogel.core.settings import Choices, checked, real
from fogel.core.types import Rng
from fogel.engine.compiling import kernel

MOST_LAYERS, MOST_NODES = 10, 1000  # hidden layers, and the nodes in one of them
LARGEST_WEIGHT = 1000.0
LARGEST = log(float_info.max)  # the exponential of anything more is too large for a float
AS_REPORTED, TEXTBOOK = "as-reported", "textbook"
# The error goes back through a weight after it was changed, or before.
ORDERS = (AS_REPORTED, TEXTBOOK)


@dataclass(frozen=True, kw_only=True)
class Arch(Choices):
    """An architecture: the nodes of each hidden layer, how weights are changed, and the activation
    function.

    The defaults are the report's `default.cfg`. Raises ValueError that names the field and what it
    accepts.
    """

    hidden: tuple = (20,)
    learning_rate: float = real(0.3, 0.0, 100.0, "how far a weight goes down its slope at a time")
    momentum: float = real(0.9, 0.0, 1.0, "the share of its last adjustment that a weight keeps")
    encouragement: float = real(0.1, 0.0, 1.0, "the goal of the outputs that were not chosen")
    min_weight: float = real(-1.0, -LARGEST_WEIGHT, LARGEST_WEIGHT, "no weight gets below it")
    max_weight: float = real(1.0, -LARGEST_WEIGHT, LARGEST_WEIGHT, "no weight gets above it")
    act_numerator: float = real(1.0, 0.001, 1.0, "the height of the activation function")
    act_add: float = real(0.0, 0.0, 0.999, "its lowest activation")

    def __post_init__(self):
        object.__setattr__(self, "hidden", _checked_hidden(self.hidden))
        for item in fields(self):
            if item.metadata:
                object.__setattr__(
                    self, item.name, checked(item.name, getattr(self, item.name), Arch)
                )
        if self.min_weight > self.max_weight:
            raise ValueError(
                f"max_weight must be {self.min_weight} (min_weight) or more, not {self.max_weight}"
            )
        # An activation above 1 would turn the sign of what is learned.
        if self.act_numerator + self.act_add > 1.0:
            raise ValueError(
                f"act_add must be 0 to {1.0 - self.act_numerator:g} with act_numerator"
                f" {self.act_numerator:g}, so that no activation exceeds 1, not {self.act_add}"
            )


def _checked_hidden(sizes):
    """The sizes of the hidden layers as a tuple."""
    fits = isinstance(sizes, Sequence) and not isinstance(sizes, str) and len(sizes) <= MOST_LAYERS
    if not fits or not all(type(size) is int and 1 <= size <= MOST_NODES for size in sizes):
        raise ValueError(
            f"hidden must be at most {MOST_LAYERS} whole numbers from 1 to {MOST_NODES}, one a"
            f" hidden layer, not {sizes!r}"
        )
    return tuple(sizes)


class Node:
    """A neuron: its activation, its error, and its delta, the error seen before the activation
    function.

    `inputs` and `outputs` are its Links.
    """

    def __init__(self, arch):
        self.arch, self.inputs, self.outputs = arch, [], []
        self.activation = self.error = self.delta = 0.0

    def compute_activation(self) -> None:
        """Adds up what the input links contribute, first to last, and puts it through the
        activation function.
        """
        total = 0.0
        for link in self.inputs:
            total += link.contribution
        self.activation = activate(self.arch, total)

    def add_error(self, error: float) -> None:
        """Takes a share of what a node further on did wrong."""
        self.error += error

    def compute_delta(self) -> None:
        """The error times the slope of the activation function at this activation."""
        self.delta = self.error * slope(self.arch, self.activation)


@kernel
def activate(arch: Any, total: float) -> float:
    """The activation of a node whose input links contribute `total`: numerator / (1 +
    e^-total) + add.
    """
    return (
        arch.act_add if -total > LARGEST else arch.act_numerator / (1 + exp(-total)) + arch.act_add
    )


@kernel
def clamped(arch: Any, weight: float) -> float:
    """A weight, or the limit that it has passed."""
    if weight < arch.min_weight:
        return arch.min_weight
    return arch.max_weight if weight > arch.max_weight else weight


@kernel
def slope(arch: Any, activation: float) -> float:
    """The slope of the activation function where it has this activation."""
    share = activation - arch.act_add
    return share * (1 - share / arch.act_numerator)


class Link:
    """A weight between two nodes, and `adjust`, its last adjustment."""

    def __init__(self, source, dest):
        self.source, self.dest, self.weight, self.adjust = source, dest, 0.0, 0.0
        source.outputs.append(self)
        dest.inputs.append(self)

    @property
    def contribution(self) -> float:
        """What it adds to the total of its destination."""
        return self.weight * self.source.activation

    @property
    def gradient(self) -> float:
        """How fast the network's error grows with this weight, once the deltas are known."""
        return -self.dest.delta * self.source.activation

    def train(self, learning_rate: float) -> None:
        """Changes the weight by back-propagation with momentum, and keeps it between the two
        limits.
        """
        arch = self.dest.arch
        self.adjust = (
            learning_rate * self.dest.delta * self.source.activation + arch.momentum * self.adjust
        )
        self.weight = clamped(arch, self.weight + self.adjust)


class Layer:
    """Some nodes, a tuple."""

    def __init__(self, arch, size):
        self.nodes = tuple(Node(arch) for _ in range(size))

    def link_to(self, following: Layer) -> list[Link]:
        """A Link from each node to each of the following layer; the list of them,
        source by source.
        """
        return [Link(source, dest) for source in self.nodes for dest in following.nodes]


class NeuNet:
    """A network: layers of nodes, the first of them the inputs, and all `links`, source by source;
    weights are 0.0.
    """

    def __init__(self, arch, inputs, outputs):
        self.arch = arch
        self.layers = tuple(Layer(arch, size) for size in (inputs, *arch.hidden, outputs))
        self.links = [
            link for layer, following in pairwise(self.layers) for link in layer.link_to(following)
        ]

    def __repr__(self):
        return f"<NeuNet of {'-'.join(str(len(layer.nodes)) for layer in self.layers)} nodes>"

    @property
    def outputs(self) -> list[float]:
        """The activations of the last layer."""
        return [node.activation for node in self.layers[-1].nodes]

    def randomize_weights(self, rng: Rng) -> None:
        """Weights drawn uniformly between the limits, one `rng.random()` a link, and no adjustments
        yet.
        """
        for link in self.links:
            link.weight = (
                self.arch.min_weight + (self.arch.max_weight - self.arch.min_weight) * rng.random()
            )
            link.adjust = 0.0

    def set_weights(self, pairs: Iterable[Sequence[float]]) -> None:
        """Weights and adjustments from (weight, adjust) pairs, one a link."""
        for link, (weight, adjust) in zip(self.links, pairs, strict=True):
            link.weight, link.adjust = float(weight), float(adjust)

    def weights(self) -> list[tuple[float, float]]:
        """The (weight, adjust) pairs of all links."""
        return [(link.weight, link.adjust) for link in self.links]

    def run(self, activations: Sequence[float]) -> list[float]:
        """Hands the inputs' activations through the layers; the outputs' activations."""
        for node, activation in zip(self.layers[0].nodes, activations, strict=True):
            node.activation = activation
        for layer in self.layers[1:]:
            for node in layer.nodes:
                node.compute_activation()
        return self.outputs

    def reinforce(
        self, goals: Sequence[float], order: str = AS_REPORTED, learning_rate: float | None = None
    ) -> None:
        """Changes all weights once, so that the activations of the last run come closer to the
        goals.

        With the report's order a link is trained before the error goes back through it; the
        textbook lets all errors go back through the old weights first. `learning_rate` replaces the
        architecture's.
        """
        rate = self.arch.learning_rate if learning_rate is None else learning_rate
        if order == AS_REPORTED:
            self._go_back(goals, lambda link: link.train(rate))
        else:
            self.backward(goals)
            for link in self.links:
                link.train(rate)

    def backward(self, goals: Sequence[float]) -> None:
        """Works out the error and the delta of every node, and changes no weight."""
        self._go_back(goals, lambda link: None)

    def _go_back(self, goals, visit):
        """From the last layer to the first: deltas, then errors through each input link, which is
        visited before.
        """
        for layer in self.layers:
            for node in layer.nodes:
                node.error = 0.0
        for node, goal in zip(self.layers[-1].nodes, goals, strict=True):
            node.error = goal - node.activation
        for layer in reversed(self.layers[1:]):
            for node in layer.nodes:
                node.compute_delta()
                for link in node.inputs:
                    visit(link)
                    link.source.add_error(link.weight * node.delta)

    def error(self, goals: Sequence[float]) -> float:
        """Half the sum of the squared distances of the outputs' activations from the goals."""
        return (
            sum(
                (goal - activation) ** 2
                for goal, activation in zip(goals, self.outputs, strict=True)
            )
            / 2
        )

    def gradients(self, goals: Sequence[float]) -> list[float]:
        """How fast the error grows with each weight, link by link, by back-propagation; changes no
        weight.
        """
        self.backward(goals)
        return [link.gradient for link in self.links]


def finite_differences(
    net: NeuNet, activations: Sequence[float], goals: Sequence[float], step: float = 1e-6
) -> list[float]:
    """The same slopes measured: each weight a step up and a step down, and the error both times.

    The network is left as it was after a run with these inputs.
    """
    slopes = []
    for link in net.links:
        kept, errors = link.weight, []
        for link.weight in (kept - step, kept + step):
            net.run(activations)
            errors.append(net.error(goals))
        link.weight = kept
        slopes.append((errors[1] - errors[0]) / (2 * step))
    net.run(activations)
    return slopes
