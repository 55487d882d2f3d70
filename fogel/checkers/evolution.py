"""Evolution of checkers players: parents, children, step sizes, survivors (chapter 19).

After Chellapilla and Fogel (1999, 2001): each parent has one child, parents and children play, and
the better half stays. What they are selected by is a choice: games among themselves, games against
the material player, or, where a board is solved, how often they throw away what a position is
worth.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from fogel.checkers.bitboards import MOST_MOVES, BitShape, board_at, make_shape
from fogel.checkers.lookahead import Ahead, new_stack, score_moves
from fogel.checkers.matches import Players, make_players, make_venue, play_pairs, player_at
from fogel.checkers.network import Evaluator, make_evaluator, material_evaluator
from fogel.checkers.settings import LEAST_KING, MOST_KING, CheckersSettings
from fogel.checkers.solved import find_solution, find_throws, unpack
from fogel.core.settings import trial_rng
from fogel.core.types import Bytes, Floats, Ints, Json, Rng
from fogel.engine.compiling import compiled, kernel
from fogel.network import exponential_fraction

KING_STEP = 0.1
RIVAL = -1  # among pairs of players: the material player


class Networks(NamedTuple):
    """Networks, a row each: their `weights`, the `steps` by which these change, and
    their `kings`.
    """

    weights: Floats
    steps: Floats
    kings: Floats

    def rows(self, which: Any) -> Networks:
        """Copies of some rows."""
        return Networks(*(values[which] for values in self))


class GenerationRecord(NamedTuple):
    """What is kept of a generation: the best score and the mean one, the best network's K and its
    mean step size.
    """

    best_score: float
    mean_score: float
    king: float
    step: float


def founders(settings: CheckersSettings, rng: Rng) -> Networks:
    """The first parents: their weights are drawn network by network, in the order of the shape."""
    sizes, span = (settings.parents, settings.shape.weights), settings.weight_range
    if settings.first_weights == "uniform":
        weights = rng.uniform(-span, span, sizes)
    else:
        weights = rng.normal(0.0, span, sizes)
    steps, kings = np.full(sizes, settings.step), np.full(settings.parents, settings.king)
    return Networks(weights, steps, kings)


def with_children(parents: Networks, settings: CheckersSettings, rng: Rng) -> Networks:
    """The parents, and after them a child of each in their order; see `vary`."""
    everybody = Networks(*(np.concatenate([values, values]) for values in parents))
    tau = 1 / sqrt(2 * sqrt(settings.shape.weights)) if settings.adapt else 0.0
    compiled(vary)(everybody, settings.parents, tau, settings.king_change == "factor", rng)
    return everybody


@kernel
def vary(everybody: Networks, parents: int, tau: float, by_factor: bool, rng: Rng) -> None:
    """Makes children of copies, in place: all rows after the parents.

    Each step size is multiplied by exp(tau N), all of them first, then each weight changes by its
    step size times N; N is a normal number, a new one each time. K changes last. With tau 0 the
    steps stay, and use no random numbers.
    """
    weights, steps, kings = everybody
    for child in range(parents, len(weights)):
        for place in range(weights.shape[1]):
            if tau > 0:
                numerator, denominator = exponential_fraction(tau * rng.standard_normal())
                steps[child, place] *= numerator / denominator
        for place in range(weights.shape[1]):
            weights[child, place] += steps[child, place] * rng.standard_normal()
        if by_factor:
            numerator, denominator = exponential_fraction(rng.standard_normal() / np.sqrt(2.0))
            king = kings[child] * (numerator / denominator)
        else:
            king = kings[child] + (KING_STEP if rng.random() < 0.5 else -KING_STEP)
        kings[child] = min(max(king, LEAST_KING), MOST_KING)


def evaluator_at(settings: CheckersSettings, population: Networks, row: int) -> Evaluator:
    """The network of a row as an Evaluator."""
    weights, king = population.weights[row], population.kings[row]
    return make_evaluator(settings.shape, weights, king, settings.fixed_link, settings.rotate_board)


# Scores.


def scores(settings: CheckersSettings, population: Networks, rng: Rng) -> Floats:
    """What each network is worth in a generation, by what the settings say."""
    rows = range(len(population.kings))
    players = make_players([evaluator_at(settings, population, row) for row in rows])
    if settings.evaluated_by == "values":
        return scores_by_values(settings, players, rng)
    draw = pairs_among_themselves if settings.evaluated_by == "games" else pairs_with_rival
    pairs = draw(settings, len(players.kings), rng)
    venue = make_venue(settings.game, settings.random_opening_moves, settings.max_moves)
    aheads, rival = (settings.ahead, settings.ahead), material_evaluator(settings.material_king)
    results = compiled(play_pairs)(pairs, players, rival, aheads, venue, MOST_MOVES, rng)
    return total_payoffs(settings, pairs, results, len(players.kings))


def pairs_among_themselves(settings: CheckersSettings, networks: int, rng: Rng) -> Ints:
    """(networks * games, 2): each begins so many games, every time against any of the others."""
    first = np.repeat(np.arange(networks), settings.games)
    other = rng.integers(networks - 1, size=len(first))
    return np.column_stack([first, other + (other >= first)])


def pairs_with_rival(settings: CheckersSettings, networks: int, rng: Rng) -> Ints:
    """(networks * games, 2): each begins every second game against the material player; nothing
    is drawn.
    """
    pairs = np.full((networks, settings.games, 2), RIVAL)
    pairs[:, 0::2, 0] = pairs[:, 1::2, 1] = np.arange(networks)[:, None]
    return pairs.reshape(-1, 2)


def total_payoffs(settings: CheckersSettings, pairs: Ints, results: Bytes, networks: int) -> Floats:
    """The payoffs of each network's games, added up; results are those of who began."""
    payoff = {1: settings.win_payoff, 0: settings.draw_payoff, -1: settings.loss_payoff}
    totals = np.zeros(networks)
    for (first, other), result in zip(pairs.tolist(), results.tolist(), strict=True):
        if first != RIVAL:
            totals[first] += payoff[result]
        if other != RIVAL and (settings.counts_for == "both" or first == RIVAL):
            totals[other] += payoff[-result]
    return totals


def scores_by_values(settings: CheckersSettings, players: Players, rng: Rng) -> Floats:
    """How many positions each network keeps the value of, of those drawn; see
    `settings.positions`.
    """
    solution, which = find_solution(settings.game)
    drawn = which[rng.integers(len(which), size=settings.positions)]
    mine, theirs, kings, turns = (part[drawn] for part in unpack(solution))
    boards, first = np.column_stack([mine, theirs, kings]), solution.first[drawn]
    exam = Exam(boards, turns, first, find_throws(solution))
    shape = make_shape(settings.game)
    blundered = compiled(count_blunders)(exam, players, settings.ahead, shape, MOST_MOVES)
    return settings.positions - blundered


class Exam(NamedTuple):
    """Positions as bits, the `turns` that say who is to move, and for each move of a Solution
    whether it throws its position's value away. Position i's moves begin at `throws[first[i]]`.
    """

    boards: Ints
    turns: Ints
    first: Ints
    throws: Any


@kernel
def count_blunders(
    exam: Exam, players: Players, ahead: Ahead, shape: BitShape, most: int
) -> Floats:
    """In how many positions each player blunders; of several best moves, each is as likely."""
    blundered = np.zeros(len(players.kings))
    stack = new_stack(shape, ahead, player_at(players, 0).layers, most)
    for player in range(len(blundered)):
        evaluator = player_at(players, player)
        for number in range(len(exam.boards)):
            board = board_at(exam.boards, number)
            count, best = score_moves(board, exam.turns[number], ahead, evaluator, stack)
            made = bad = 0
            for move in range(count):
                if stack.scores[move] == best:
                    made += 1
                    bad += exam.throws[exam.first[number] + move]
            blundered[player] += bad / made
    return blundered


class CheckersEvolution:
    """A trial while it runs: the `parents`, best first, the generator, and the `history` so far.

    That has a GenerationRecord for each generation.

    `kept`: {generation: (weights, K) of its best network}, of those that were asked for.
    """

    def __init__(self, settings: CheckersSettings, trial: int = 0, keep: Any = ()):
        self.settings, self.keep, self.history, self.kept = settings, frozenset(keep), [], {}
        self.rng = trial_rng(settings, trial)
        self.parents = founders(settings, self.rng)

    @property
    def done(self) -> int:
        """How many generations there were."""
        return len(self.history)

    def step(self) -> None:
        """One generation more: children, scores, and the better half; of equal scores, whoever
        draws the lower number.
        """
        everybody = with_children(self.parents, self.settings, self.rng)
        found = scores(self.settings, everybody, self.rng)
        order = np.lexsort([self.rng.random(len(found)), -found])[: self.settings.parents]
        self.parents = everybody.rows(order)
        king, step = float(self.parents.kings[0]), float(self.parents.steps[0].mean())
        best, mean = float(found[order[0]]), float(found.mean())
        self.history.append(GenerationRecord(best, mean, king, step))
        if self.done in self.keep:
            self.kept[self.done] = self.parents.weights[0].copy(), king

    def state(self) -> Json:
        """All that is needed to go on, as arrays and plain values."""
        history, numbers = np.array(self.history, dtype=float), sorted(self.kept)
        return {
            "rng": self.rng.bit_generator.state,
            "history": history.reshape(-1, len(GenerationRecord._fields)),
            **self.parents._asdict(),
            "kept": numbers,
            "kept_weights": np.array([self.kept[number][0] for number in numbers]),
            "kept_kings": [self.kept[number][1] for number in numbers],
        }

    def restore(self, state: Json) -> None:
        """Go back to a saved `state`."""
        self.rng.bit_generator.state = state["rng"]
        self.history = [GenerationRecord(*row) for row in state["history"].tolist()]
        self.parents = Networks(*(state[name] for name in Networks._fields))
        kept = zip(state["kept"], state["kept_weights"], state["kept_kings"], strict=True)
        self.kept = {number: (weights, king) for number, weights, king in kept}
