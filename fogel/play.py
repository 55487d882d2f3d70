"""A game against a person (chapter 7).

A `Match` is one person's games at the standard game; the boards in a notebook and in a terminal
both show one.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from fogel.core import players
from fogel.core.champion import load_champion as load_champion  # chapters call it from here
from fogel.core.game import StandardGame
from fogel.core.match import GameMatch
from fogel.core.match import play_in_terminal as play_in_terminal  # chapters call it from here
from fogel.core.players import adversary as adversary  # chapters call it from here
from fogel.core.players import describe_player, load_player, read_player
from fogel.core.players import shipped as shipped  # chapters call it from here
from fogel.core.types import Bytes, FilePath, Floats, Mark, Player, Square
from fogel.encoding import O, X
from fogel.network import Network, sigmoid


class Match(GameMatch):
    """Games of a person against an adversary, one after another; their moves are squares.

    `adversary` is one of players.ADVERSARIES, or what `load` was told; `player` is the player of
    that name, None for a second human.
    """

    def __init__(self, adversary="champion", person_begins=False, rng=None):
        self.person_begins = bool(person_begins)
        self.adversary, self.player = adversary, players.adversary(adversary)
        super().__init__(StandardGame(), self._in_seats(), adversary, rng)

    def _in_seats(self):
        return (None, self.player) if self.person_begins else (self.player, None)

    @property
    def about(self) -> str:
        """The adversary in a sentence."""
        return f"You play {describe_player(self.adversary)}."

    def choose(self, name: str) -> None:
        """Begin a game against another adversary; an unknown name raises ValueError first."""
        self.meet(name, players.adversary(name))

    def load(self, path: FilePath) -> None:
        """Begin a new game against the champion or the league agent in a file.

        Raises ValueError or OSError that says what is wrong, and leaves all as it was.
        """
        self.meet(Path(path).name, load_player(path))

    def load_text(self, text: str, name: str) -> None:
        """`load` for the text of a file of that name."""
        try:
            self.meet(name, read_player(text))
        except ValueError as problem:
            raise ValueError(f"{name}: {problem}") from None

    def meet(self, name: str, player: Player | None) -> None:
        """Begin a game against a player under any name, None for a second human."""
        self._replace(name, player)
        self.new_game()

    def _replace(self, name, player):
        self.adversary, self.player = name, player
        self.seat(self._in_seats(), name)

    def swap(self, name: str) -> None:
        """Let another adversary choose again on the board on which this one chose last.

        Raises ValueError for an unknown name and leaves all as it was.
        """
        self._replace(name, players.adversary(name))
        self.disqualified = None
        chose = self._choices()
        self.new_game(chose[-1] if chose else len(self.moves))

    def begin(self, person_begins: bool) -> None:
        """Begin a game, and let the person begin this and later ones, or the adversary."""
        self.person_begins = bool(person_begins)
        self.meet(self.adversary, self.player)

    @property
    def boards(self) -> list[Bytes]:
        """The boards of the game so far, the empty one first."""
        return [np.array(position, dtype=np.int8) for position in self.positions]

    @property
    def board(self) -> Bytes:
        """The board that the game has come to."""
        return self.boards[-1]

    @property
    def squares(self) -> list[Square]:
        """The squares of the game so far, in order."""
        return self.moves

    @property
    def person(self) -> Mark:
        """The person's mark; against a second human that of the player to move, X at the end."""
        return X if self.person_number == 1 else O

    def peek(self) -> Thought | None:
        """Return a Thought, the network on the board where it last chose; else None."""
        if not isinstance(self.player, Network):
            return None
        chose = self._choices()
        return Thought(self.player, self.boards[chose[-1]] * -self.person) if chose else None

    def _choices(self):
        """After how many moves the adversary had to choose."""
        return [
            after
            for after, position in enumerate(self.positions)
            if self.game.moves(position) and self.game.to_move(position) != self.person_number
        ]

    def thoughts(self) -> str:
        """Return what `peek` shows in words."""
        thought = self.peek()
        if thought is None:
            return "There is no network to look into here."
        rows = [thought.outputs[row : row + 3] for row in (0, 3, 6)]
        outputs = "\n".join("  " + "  ".join(f"{value:.3f}" for value in row) for row in rows)
        activations = " ".join(f"{activation:.2f}" for activation in thought.activations)
        first = f"Its outputs, square by square; it chose {thought.square}:"
        return f"{first}\n{outputs}\nIts hidden nodes' activations: {activations}"


class Thought:
    """What a network computes on a board on which its own marks are 1.

    `activations`: of its hidden nodes. `sums` and `outputs`: nine each. `square`: where it moves.
    `links_in(node)` and `links_out(node)`: ten and nine rows (value, weight, contribution) of one
    hidden node.
    """

    def __init__(self, network, board):
        self.network, self.board = network, np.asarray(board)
        activations, sums = network.run(self.board)
        self.activations, self.sums = np.array(activations), np.array(sums)
        self.outputs = np.array([sigmoid(total) for total in sums])
        self.square = network.choose(self.board)

    def links_in(self, node: int) -> Floats:
        """Return (input, weight, contribution) of nine squares and the bias to `node`."""
        inputs = np.append(self.board, 1).astype(float)
        weights = self.network.hidden_weights[node]
        return np.column_stack([inputs, weights, inputs * weights])

    def links_out(self, node: int) -> Floats:
        """What node `node` says: (its activation, weight, contribution) to each of the nine
        outputs.
        """
        weights, activation = self.network.output_weights[:, node], self.activations[node]
        return np.column_stack([np.full(9, activation), weights, activation * weights])
