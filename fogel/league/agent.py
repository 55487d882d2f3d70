"""A network of neurons as a player.

An agent sees a board as 27 numbers, three a square, and names the square of its largest output,
open or not: that it may not move into a taken one is for it to learn. It sees X and O, not "mine"
and "yours", so what it learns as first player does not help it as second.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fogel.core.network_files import SavableNetwork, check_rows, origin_fields
from fogel.core.players import by_table, checked_squares
from fogel.core.types import Board, Json, Rng, Square
from fogel.encoding import EMPTY, IN_PROGRESS, O, X, open_squares, positions
from fogel.league.neuron import AddingNeuron, NeuralNetwork, SigmoidNeuron
from fogel.league.settings import MOST_HIDDEN, LeagueSettings
from fogel.network import LARGEST_WEIGHT

INPUTS, OUTPUTS = 27, 9
MOST_LAYERS = 10
CODES = {EMPTY: (1.0, 0.0, 0.0), X: (0.0, 1.0, 0.0), O: (0.0, 0.0, 1.0)}


def encode_board(board: Board) -> list[float]:
    """A board as 27 inputs: for each square three, of which one is 1.0, as it is empty, an X or an
    O.
    """
    return [value for mark in board for value in CODES[int(mark)]]


def decode_output(outputs: Sequence[float], squares: Sequence[Square] = range(OUTPUTS)) -> Square:
    """The one of `squares` with the largest output, the first of several; the first of all if no
    output is above 0.
    """
    chosen, largest = squares[0], 0.0
    for square in squares:
        if outputs[square] > largest:
            chosen, largest = square, outputs[square]
    return chosen


class Agent(SavableNetwork):
    """A player made of a NeuralNetwork with 27 inputs and 9 outputs; with `masking` it chooses
    among open squares.

    As its file says of where it comes from, it remembers its `league`, `epoch` and `score` there.
    """

    choices = LeagueSettings
    origin = origin_fields("league", "epoch", "score")
    own = ("layers", "masking")
    league: Any  # int, or None
    epoch: int | None
    score: float | None

    def __init__(self, network, masking=False, **origin):
        self.network, self.masking = network, masking
        self.remember(origin)

    def __call__(self, board, rng=None):
        """Its move on a board, which may be a taken square. It uses no random numbers."""
        outputs = self.network.calculate_output(encode_board(board))
        return decode_output(outputs, open_squares(board) if self.masking else range(OUTPUTS))

    def copy(self) -> Agent:
        """An agent with a copied network, that comes from nowhere."""
        return Agent(self.network.copy(), self.masking)

    def mutate(self, settings: LeagueSettings, rng: Rng) -> None:
        """Mutates every neuron's bias and weights, neuron by neuron and layer by layer, as the
        settings say.
        """
        for neuron in self.network.neurons:
            change = neuron.mutate_normally if settings.replication == "normal" else neuron.mutate
            change(settings.magnitude, rng)

    def own_fields(self) -> Json:
        """The network, where each layer has a row of weights and a bias for each of its neurons.

        `squares` follows from the rest: a text with the square that it names on each board in
        progress, in the order of `positions()`, for those who play it and know nothing of neurons.
        """
        layers = [
            {
                "weights": [list(neuron.weights) for neuron in layer.neurons],
                "biases": [neuron.bias for neuron in layer.neurons],
            }
            for layer in self.network.layers
        ]
        squares = "".join(str(self(board)) for board in positions()[:IN_PROGRESS].tolist())
        return {"layers": layers, "masking": self.masking, "squares": squares}

    @classmethod
    def build(cls, data: Json, origin: Json) -> Agent:
        """The Agent of these layers."""
        if not isinstance(data["masking"], bool):
            raise ValueError(f"masking must be true or false, not {data['masking']!r}")
        neuron = AddingNeuron if origin["settings"] and origin["settings"].adding else SigmoidNeuron
        agent = cls(_read_network(data["layers"], neuron), data["masking"], **origin)
        # Not compared: where the last bits of an exponential differ, so may a square.
        if "squares" in data:
            by_table(checked_squares(data), taken=True)
        return agent


load_agent = Agent.load


def new_agent(settings: LeagueSettings) -> Agent:
    """An agent all of whose weights are 0.0."""
    neuron = AddingNeuron if settings.adding else SigmoidNeuron
    return Agent(NeuralNetwork([settings.hidden, OUTPUTS], INPUTS, neuron), settings.masking)


def _read_network(layers, neuron):
    """The network of a file's layers."""
    if not isinstance(layers, list) or not 1 <= len(layers) <= MOST_LAYERS:
        raise ValueError(f"layers must be a list of 1 to {MOST_LAYERS} layers")
    sizes, before = [], INPUTS
    for number, layer in enumerate(layers):
        before = _check_layer(
            f"layers[{number}]", layer, before, OUTPUTS if number == len(layers) - 1 else None
        )
        sizes.append(before)
    network = NeuralNetwork(sizes, INPUTS, neuron)
    for layer, stored in zip(network.layers, layers, strict=True):
        for one, weights, bias in zip(
            layer.neurons, stored["weights"], stored["biases"], strict=True
        ):
            one.weights, one.bias = tuple(map(float, weights)), float(bias)
    return network


def _check_layer(name, layer, inputs, neurons):
    """How many neurons a layer has; raises ValueError that names what is wrong in it."""
    if not isinstance(layer, dict):
        raise ValueError(f"{name} must be an object with weights and biases")
    weights, biases = layer.get("weights"), layer.get("biases")
    check_rows(f"{name}.weights", weights)
    check_rows(f"{name}.biases", [biases])
    least, most = (neurons, neurons) if neurons else (1, MOST_HIDDEN)
    if not least <= len(weights) <= most:
        count = f"{neurons}" if neurons else f"{least} to {most}"
        raise ValueError(f"{name}.weights must be {count} rows, one a neuron, not {len(weights)}")
    if any(len(row) != inputs for row in weights):
        raise ValueError(f"{name}.weights must be rows of {inputs}, one an input")
    if len(biases) != len(weights):
        raise ValueError(
            f"{name}.biases must be {len(weights)} numbers, one a neuron, not {len(biases)}"
        )
    for row in weights:
        _check_values(f"{name}.weights", row)
    _check_values(f"{name}.biases", biases)
    return len(weights)


def _check_values(name, values):
    if not all(abs(value) <= LARGEST_WEIGHT for value in values):  # false for nan too
        raise ValueError(
            f"{name} must hold finite numbers alone, from -{LARGEST_WEIGHT} to {LARGEST_WEIGHT}"
        )
