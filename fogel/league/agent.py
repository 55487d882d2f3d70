"""A network of neurons as a player.

An agent sees a board as 27 numbers, three a square, and names the square of its largest output,
open or not: that it may not move into a taken one is for it to learn. It sees X and O, not "mine"
and "yours", so what it learns as first player does not help it as second.
"""

from __future__ import annotations

from collections.abc import Sequence

from fogel.core.types import Board, Rng, Square
from fogel.encoding import EMPTY, O, X, open_squares
from fogel.league.neuron import AddingNeuron, NeuralNetwork, SigmoidNeuron
from fogel.league.settings import LeagueSettings

INPUTS, OUTPUTS = 27, 9
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


class Agent:
    """A player made of a NeuralNetwork with 27 inputs and 9 outputs; with `masking` it chooses
    among open squares.

    What it remembers of where it comes from, None where that is not known: `settings`, `seed`,
    `league`, `epoch`, its `score` there, and the `versions` that made it.
    """

    # Many parameters: an agent's file has these fields, and each is one argument here.
    def __init__(
        self,
        network,
        masking=False,
        *,
        settings=None,
        seed=None,
        league=None,
        epoch=None,
        score=None,
        versions=None,
    ):
        self.network, self.masking = network, masking
        self.settings, self.seed, self.league, self.epoch = settings, seed, league, epoch
        self.score, self.versions = score, versions

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


def new_agent(settings: LeagueSettings) -> Agent:
    """An agent all of whose weights are 0.0."""
    neuron = AddingNeuron if settings.adding else SigmoidNeuron
    return Agent(NeuralNetwork([settings.hidden, OUTPUTS], INPUTS, neuron), settings.masking)
