"""Payoffs, the second round, and the best half that survives (chapter 5).

The functions on arrays are flat and plain: Python runs them as they are and the engine compiles the
same lines. `rules` is the settings as Numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from fogel.core.types import Floats, Ints, Rng, Rules
from fogel.engine.compiling import kernel
from fogel.network import Network


@dataclass(frozen=True)
class Generation:
    """One generation of a trial for an observer; rows are networks, parents first, then children.

    `number` counts from 1. A network's own number (`numbers`) stays with it for life: founders have
    1 to 50, each child is numbered onwards; `parents` holds the number of each child's parent, 0
    for those who are parents here. `results` are (wins, losses, ties), or their expected numbers
    where no game is played, `rivals` rows, `survivors` the rows that survive, `best` the row with
    the highest payoff. `answers[row, p]` is the position after the network's move at position p, -1
    if it never came to that.
    """

    trial: int
    number: int
    numbers: Ints
    parents: Ints
    networks: Sequence[Network]
    results: Ints | Floats
    payoffs: Ints | Floats
    rivals: Ints
    scores: Ints
    survivors: Ints
    best: int
    answers: np.ndarray

    @property
    def children(self) -> Ints:
        """The rows of the children."""
        return np.flatnonzero(self.parents)


@kernel
def total_payoff(wins: Any, losses: Any, ties: Any, rules: Rules) -> Any:
    """Return the total payoff of games: +1 a win, 0 a tie, -10 a loss unless set otherwise."""
    return wins * rules.win_payoff + ties * rules.tie_payoff + losses * rules.loss_payoff


@kernel
def draw_rivals(networks: int, rng: Rng, rules: Rules) -> Ints:
    """A (networks, rivals) array of rows: whom each network is compared with, never itself.

    One uniform draw for each rival, network after network. All different: each draw moves one of
    the others that are left to the front. There are fewer than `rules.rivals` only if the
    generation is that small.
    """
    others = networks - 1
    count = rules.rivals if rules.repeat_rivals and others > 0 else min(rules.rivals, others)
    rivals = np.empty((networks, count), dtype=np.int64)
    pool = np.empty(others, dtype=np.int64)
    for network in range(networks):
        for other in range(others):
            pool[other] = other if other < network else other + 1  # everybody but itself
        for place in range(count):
            if rules.repeat_rivals:
                rivals[network, place] = pool[int(rng.random() * others)]
            else:
                drawn = place + int(rng.random() * (others - place))
                pool[place], pool[drawn] = pool[drawn], pool[place]
                rivals[network, place] = pool[place]
    return rivals


@kernel
def second_round(payoffs: Ints | Floats, rivals: Ints, rules: Rules) -> Ints:
    """Return scores: the number of rivals with a lower payoff (or an equal one, if that counts)."""
    networks, count = rivals.shape
    scores = np.zeros(networks, dtype=np.int64)
    for network in range(networks):
        for place in range(count):
            gap = payoffs[network] - payoffs[rivals[network, place]]
            if gap > 0 or (gap == 0 and rules.equal_is_beaten):
                scores[network] += 1
    return scores


@kernel
def rank(scores: Ints, rng: Rng, rules: Rules) -> Floats:
    """The rank of each network as a sum: its score, and below one point what breaks ties.

    One uniform draw for each network. Ties go to parents (the first half), to children, or to
    whoever drew more.
    """
    networks = len(scores)
    standing = np.empty(networks)
    for network in range(networks):
        luck = rng.random()
        if rules.rank_ties > 0:
            is_parent = 2 * network < networks
            luck = 0.5 * luck + (0.5 if is_parent == (rules.rank_ties == 1) else 0.0)
        standing[network] = scores[network] + luck
    return standing


@kernel
def survivors(scores: Ints, standing: Floats, rules: Rules) -> Ints:
    """Return the rows that survive, ascending: the `parents` best, or only the top score."""
    best_first = np.argsort(-standing, kind="mergesort")
    top = scores[best_first[0]]
    survives = np.zeros(len(scores), dtype=np.bool_)
    for row in best_first[: rules.parents]:
        survives[row] = scores[row] == top or not rules.only_highest_score
    return np.flatnonzero(survives)


@kernel
def best_player(payoffs: Ints | Floats, standing: Floats) -> int:
    """Return the row of the highest payoff; the second round's standing breaks ties."""
    best = 0
    for network in range(len(payoffs)):
        ahead = payoffs[network] - payoffs[best]
        if ahead > 0 or (ahead == 0 and standing[network] > standing[best]):
            best = network
    return best
