"""The boards of a small game as one graph, up to symmetry.

`rules.chances.chances` says what happens between two policies, board by board, for any rules. Where
many players meet, or one player under many readings, the boards and what follows from them are the
same each time; here they are found once. Boards that are images of each other are one
(`solve.canonical`), so policies must treat them alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm
from typing import Any, NamedTuple

import numpy as np

from fogel.core.twins import twin_of
from fogel.core.types import Mark, Marks, Square
from fogel.opponent import checked_probabilities
from fogel.rules.chances import Chances
from fogel.rules.rules import Rules, open_squares, outcome, place
from fogel.rules.solve import canonical

MOST_BOARDS = 150_000  # boards on which the game goes on, up to symmetry
WORST = 1_000  # more than any score
OVER = -1  # in place of the row of a board that follows


class BoardLayer(NamedTuple):
    """The boards after so many moves, with player 1 to move on each, and the moves there.

    Each move, from the board in row `parent`, leads to the board in row `child` of the next layer;
    that is OVER where it ends the game with `result` for whoever made it (1, 0, -1). `squares` are
    the moves' squares.
    """

    boards: list
    parent: np.ndarray
    square: np.ndarray
    child: np.ndarray
    result: np.ndarray


class MoveOdds(NamedTuple):
    """A player's probabilities of the moves of a layer: each is its `shares` divided by `whole`.

    In floats `whole` is 1. Exact ones are integers, which add up ten times as fast as fractions.
    """

    shares: np.ndarray
    whole: int


class Graph:
    """All boards of a game of two, as `layers`; raises ValueError if they are too many, or players
    not two.
    """

    def __init__(self, rules, most=MOST_BOARDS):
        if rules.players != 2:
            raise ValueError(f"{rules.name!r} must be for 2 players, not {rules.players}")
        self.rules, self.layers, count = rules, [], 0
        boards = [canonical(rules, rules.start.squares, 1)[0]]
        if outcome(rules, boards[0], last=2) is not None:
            raise ValueError(f"{rules.name!r} is over before it begins")
        while boards:
            count += len(boards)
            if count > most:
                raise ValueError(
                    f"{rules.name!r} is too large for exact chances: more than {most:,} boards"
                )
            rows, moves = {}, []
            for parent, board in enumerate(boards):
                for square in open_squares(board):
                    then = place(rules, board, square, 1)
                    decided = outcome(rules, then, last=1)
                    if decided is None:
                        child = rows.setdefault(canonical(rules, then, 2)[0], len(rows))
                        moves.append((parent, square, child, 0))
                    else:
                        moves.append((parent, square, OVER, decided[0]))
            self.layers.append(BoardLayer(boards, *np.array(moves, dtype=np.int64).T))
            boards = list(rows)

    def __contains__(self, board):
        """Whether the game goes on there, with player 1 to move."""
        return board in self._places

    def __len__(self):
        """How many boards there are on which the game goes on."""
        return sum(len(layer.boards) for layer in self.layers)

    def scores(
        self, board: Marks, me: Mark, moves: int, patience: int | None = None
    ) -> dict[Square, int]:
        """{open square: score for player 1, to move there, within so many moves}, as
        `Foresight.scores` has them.

        `board` is one of the layers', where `me` is 1; no `patience` is needed.
        """
        number, row = self._places[board]
        moves_here = self.layers[number].parent == row
        found = self._scores[min(moves, len(self.layers)) - 1][number][moves_here]
        return dict(
            zip(self.layers[number].square[moves_here].tolist(), found.tolist(), strict=True)
        )

    @cached_property
    def _places(self):
        """{board: (its layer, its row)}."""
        return {
            board: (number, row)
            for number, layer in enumerate(self.layers)
            for row, board in enumerate(layer.boards)
        }

    @cached_property
    def _scores(self):
        return scores_within(self.layers)

    def move_odds(self, policy: Callable[..., Any], exact: bool = False) -> list[MoveOdds]:
        """A policy's MoveOdds, layer by layer: in floats, or if `exact` as the policy has them,
        in fractions.

        Raises ValueError if the policy gives anything but a probability for each square.
        """
        found = []
        for layer in self.layers:
            rows = [
                checked_probabilities(policy(self.rules, board, 1), board) for board in layer.boards
            ]
            chosen = [
                rows[parent][square]
                for parent, square in zip(layer.parent, layer.square, strict=True)
            ]
            found.append(_whole(chosen) if exact else MoveOdds(np.array(chosen, dtype=float), 1))
        return found

    def chances(self, first: list[MoveOdds], second: list[MoveOdds]) -> Chances:
        """The Chances of a game that `first` opens against `second`, both by `move_odds`; of the
        opener, then the other.

        Probability flows from the start, layer by layer.
        """
        totals: dict[int, list] = {1: [0, 0], 0: [0, 0], -1: [0, 0]}
        flow, whole = np.array([1], dtype=first[0].shares.dtype), 1
        for number, layer in enumerate(self.layers):
            mover = number % 2
            odds = (second if mover else first)[number]
            along, whole = flow[layer.parent] * odds.shares, whole * odds.whole
            for result, sums in totals.items():
                ended = along[(layer.child == OVER) & (layer.result == result)].sum()
                sums[mover] += Fraction(ended, whole) if along.dtype == object else ended
            onward = layer.child != OVER
            following = len(self.layers[number + 1].boards) if number + 1 < len(self.layers) else 0
            flow = np.array([0] * following, dtype=along.dtype)
            np.add.at(flow, layer.child[onward], along[onward])
        wins = (totals[1][0] + totals[-1][1], totals[1][1] + totals[-1][0])
        return Chances(sum(totals[0]), wins, wins[::-1])


@twin_of("fogel.lookahead.foresight.foreseen", "fogel.lookahead.foresight.score_of_move")
def scores_within(layers: Sequence[BoardLayer]) -> list[list[np.ndarray]]:
    """The scores of all moves, for whoever makes them, within 1, 2, 3 ... moves: layer by layer, as
    the moves stand.
    """
    beyond, found = [np.zeros(len(layer.boards), dtype=int) for layer in layers], []
    for _ in layers:
        scores = []
        for number, layer in enumerate(layers):
            on, score = layer.child != OVER, layer.result * layer.boards[0].count(0)
            if on.any():
                score[on] = -beyond[number + 1][layer.child[on]]
            scores.append(score)
        beyond = [np.full(len(layer.boards), -WORST) for layer in layers]
        for layer, score, best in zip(layers, scores, beyond, strict=True):
            np.maximum.at(best, layer.parent, score)
        found.append(scores)
    return found


def _whole(fractions):
    """Probabilities as MoveOdds over their common denominator."""
    fractions = [Fraction(one) for one in fractions]
    whole = lcm(*(one.denominator for one in fractions))
    return MoveOdds(
        np.array([one.numerator * (whole // one.denominator) for one in fractions], dtype=object),
        whole,
    )


@lru_cache(maxsize=8)
def make_graph(rules: Rules) -> Graph:
    """The Graph of some rules."""
    return Graph(rules)
