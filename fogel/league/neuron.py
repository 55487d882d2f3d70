"""A network made of neurons, layers and links as objects (chapter 12).

The names are those of the post that this part of the book rebuilds. An output is worked out in one
fixed order, by plain additions: `sum()` rounds differently from Python 3.12 on.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import exp, isfinite
from operator import index

from fogel.core.types import Rng, Self


class SigmoidNeuron:
    """A neuron with `input_size` weights (a tuple) and a bias, all 0.0 at first."""

    def __init__(self, input_size):
        self.weights = (0.0,) * _size("input_size", input_size)
        self.bias = 0.0

    def __repr__(self):
        return f"{type(self).__name__}(weights={self.weights}, bias={self.bias})"

    def weighted_sum(self, inputs: Sequence[float]) -> float:
        """Weight times input, added up from the first to the last."""
        total = 0.0
        for weight, value in zip(self.weights, inputs, strict=True):
            total += weight * value
        return total

    def calculate_output(self, inputs: Sequence[float]) -> float:
        """The sigmoid of the weighted sum and the bias, from 0 to 1; raises ValueError for another
        number of inputs.
        """
        if len(inputs) != len(self.weights):
            raise ValueError(
                f"inputs must be {len(self.weights)} numbers, one a weight, not {len(inputs)}"
            )
        try:
            return 1 / (1 + exp(-self.weighted_sum(inputs) - self.bias))
        except OverflowError:  # beyond e^709, which is too large for a float
            return 0.0

    def mutate(self, max_magnitude: float, rng: Rng) -> None:
        """Adds a uniform number between -`max_magnitude` and `max_magnitude` to the bias and to
        every weight.

        Draws `rng.random()` once for the bias and then once for each weight, in order. Raises
        ValueError if the magnitude is negative or not finite.
        """
        check_magnitude(max_magnitude)
        self._change(lambda: (rng.random() - 0.5) * 2 * max_magnitude)

    def mutate_normally(self, deviation: float, rng: Rng) -> None:
        """As `mutate`, with normal numbers of this standard deviation, as Fogel's networks are
        mutated.
        """
        check_magnitude(deviation)
        self._change(lambda: rng.normal(0.0, deviation))

    def _change(self, change):
        self.bias = change() + self.bias
        self.weights = tuple(change() + weight for weight in self.weights)

    def copy(self) -> Self:
        """A neuron of its own with the same weights and bias."""
        twin = type(self)(len(self.weights))
        twin.weights, twin.bias = tuple(self.weights), self.bias
        return twin


class AddingNeuron(SigmoidNeuron):
    """The post's own bug, for a hunt: weight *plus* input, where it should be weight times input.

    The sum of all weights and the sum of all inputs are then added up, whichever input has which
    weight. Of the 27 inputs that a board becomes exactly nine are 1, so the sum is the same on
    every board: an agent of such neurons always chooses the same square. Its second move goes where
    its first mark stands.
    """

    def weighted_sum(self, inputs: Sequence[float]) -> float:
        """Weight plus input, added up."""
        total = 0.0
        for weight, value in zip(self.weights, inputs, strict=True):
            total += weight + value
        return total


class Layer:
    """`neuron_count` neurons (a tuple), each with `input_size` inputs, of the class `neuron`."""

    def __init__(self, neuron_count, input_size, neuron=SigmoidNeuron):
        self.neurons = tuple(neuron(input_size) for _ in range(_size("neuron_count", neuron_count)))
        self._input_size = _size("input_size", input_size)

    def calculate_neuron_outputs(self, inputs: Sequence[float]) -> list[float]:
        """The list of the neurons' outputs."""
        return [neuron.calculate_output(inputs) for neuron in self.neurons]

    def mutate(self, max_magnitude: float, rng: Rng) -> None:
        """Mutates one neuron after another."""
        for neuron in self.neurons:
            neuron.mutate(max_magnitude, rng)

    def copy(self) -> Layer:
        """A layer of copied neurons."""
        twin = Layer(0, self._input_size)
        twin.neurons = tuple(neuron.copy() for neuron in self.neurons)
        return twin

    mutate_layer = mutate  # the post's name


class NeuralNetwork:
    """Layers (a tuple) of `layer_sizes` neurons, the last one the output; the first one has
    `input_size` inputs.

    Raises ValueError if there is no layer or a size is not a whole number from 0.
    """

    def __init__(self, layer_sizes, input_size, neuron=SigmoidNeuron):
        if len(layer_sizes) == 0:
            raise ValueError("layer_sizes must hold one size or more, not none")
        self._input_size = _size("input_size", input_size)
        sizes = [self._input_size, *(_size("layer_sizes", size) for size in layer_sizes)]
        self.layers = tuple(Layer(size, before, neuron) for before, size in pairwise(sizes))

    def calculate_output(self, inputs: Sequence[float]) -> Sequence[float]:
        """The list of the last layer's outputs; raises ValueError for another number of inputs."""
        if len(inputs) != self._input_size:
            raise ValueError(f"inputs must be {self._input_size} numbers, not {len(inputs)}")
        for layer in self.layers:
            inputs = layer.calculate_neuron_outputs(inputs)
        return inputs

    @property
    def neurons(self) -> list[SigmoidNeuron]:
        """All neurons in a list, layer by layer."""
        return [neuron for layer in self.layers for neuron in layer.neurons]

    def mutate(self, max_magnitude: float, rng: Rng) -> None:
        """Mutates one layer after another."""
        for layer in self.layers:
            layer.mutate(max_magnitude, rng)

    def copy(self) -> NeuralNetwork:
        """A network of copied layers."""
        twin = NeuralNetwork([0], self._input_size)
        twin.layers = tuple(layer.copy() for layer in self.layers)
        return twin

    mutate_network = mutate  # the post's name


def _size(name, value):
    """A size as an int; raises ValueError that names the argument."""
    try:
        size = index(value)
    except TypeError:
        size = -1
    if size < 0 or isinstance(value, bool):
        raise ValueError(f"{name} must be a whole number from 0, not {value!r}")
    return size


def check_magnitude(value: float) -> None:
    """Raises ValueError unless a mutation of this size makes sense."""
    if not (isfinite(value) and value >= 0.0):
        raise ValueError(f"max_magnitude must be a finite number from 0, not {value!r}")
