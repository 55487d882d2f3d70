"""Matchboxes that learn, as in Michie's MENACE of 1961 (chapter 16).

There is a box for each board, with the same number of beads for each square. A move is a bead drawn
from the box of the board. As the NeuralPlayer's, its last choice is punished when it was illegal or
when the game was lost: the bead is taken away. A box never loses its last bead. Nothing that is
learned on one board is known on another: what a network learns beyond that, it owes to the boards
being alike.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from fogel.core.types import Marks, Rng, Square
from fogel.lookahead.players import make_player
from fogel.opponent import cumulative, pick
from fogel.rules.referee import INVALID, LOSS, play_rounds, seat
from fogel.rules.rules import Rules
from fogel.school.twin import TrainingMatch


@dataclass(frozen=True)
class Matchboxes:
    """A maker of players with matchboxes: `beads` a square at first, and whether all moves of a
    lost game are punished.

    `legal`: there are beads for open squares alone, as in MENACE, so that nobody has to learn which
    those are.
    """

    beads: int = 1
    every_move: bool = False
    legal: bool = False

    def __call__(self, rules, number):
        """The player that sits in that seat."""
        return MatchboxPlayer(self)


class MatchboxPlayer:
    """A player that draws beads; each move uses one uniform draw."""

    name = "Matchboxes"

    def __init__(self, boxes):
        self.boxes, self.contents, self.drawn = boxes, {}, []

    def new_match(self, rng: Rng) -> None:
        """Forget what the boxes have learned; each is filled again when its board is first met."""
        self.contents = {}

    def new_game(self) -> None:
        """Forget which beads the last game drew."""
        self.drawn = []

    def __call__(self, board, rng):
        """A square drawn from the box of this board."""
        if board not in self.contents:
            self.contents[board] = [
                self.boxes.beads * (not (self.boxes.legal and mark)) for mark in board
            ]
        beads = self.contents[board]
        square = pick(cumulative([bead / sum(beads) for bead in beads]), rng.random())
        self.drawn.append((board, square))
        return square

    def feedback(self, event: str, board: Marks, square: Square) -> None:
        """Takes away the bead of its last choice if that was illegal or the game is lost; or those
        of all its moves.
        """
        if event in (INVALID, LOSS) and self.drawn:
            self._take(*self.drawn[-1])
        if event == INVALID:
            self.drawn.pop()
        elif event == LOSS and self.boxes.every_move:
            for board, square in self.drawn[:-1]:
                self._take(board, square)

    def _take(self, board, square):
        beads = self.contents[board]
        if beads[square] and sum(beads) > 1:
            beads[square] -= 1


# Many parameters: these are the conditions of a match, as in the referee's.
def box_match(
    rules: Rules,
    boxes: Matchboxes,
    policy: Callable,
    games: int,
    rng: Rng,
    number: int = 2,
    first_player: str = "turn",
) -> TrainingMatch:
    """The TrainingMatch of a player with Matchboxes, in seat `number`, against a policy."""
    makers: list[Callable[..., Callable]] = [boxes, make_player(policy, "Policy")]
    players = seat(rules, makers if number == 1 else makers[::-1])
    played = list(play_rounds(rules, players, games, rng, first_player))
    winners = np.array(
        [game.outcome.index(1) + 1 if 1 in game.outcome else 0 for game in played], np.int8
    )
    return TrainingMatch(winners, np.array([game.invalid for game in played]), (None, None))
