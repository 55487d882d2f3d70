"""Elo against material, and the blunder rate.

The material player looks as far ahead, unless it is said otherwise. Elo is sampled, and has an
interval; blunder rates are exact, and known on solved boards only. A *null model* is what a player
must be compared with before anything is said to be learnt: a network with random weights, whose
material difference still goes to the output, and one without that link.
"""

from __future__ import annotations

from copy import deepcopy
from functools import partial
from typing import NamedTuple

import numpy as np

from fogel.checkers.bitboards import make_shape
from fogel.checkers.evolution import evaluator_at, founders
from fogel.checkers.lookahead import Ahead
from fogel.checkers.matches import CheckersMatch, match
from fogel.checkers.network import Evaluator, evaluate, material_evaluator, new_scratch
from fogel.checkers.rules import Checkers
from fogel.checkers.settings import CheckersSettings
from fogel.checkers.solved import (
    MOST_SQUARES,
    Blunders,
    ScoringPlayer,
    Solution,
    arrangements,
    blunder_rate,
    find_solution,
    look_ahead,
    unpack,
)
from fogel.core.types import Floats, Ints, Json, Rng
from fogel.engine.compiling import compiled, kernel, lent

OPENINGS = 100  # of a match, each played from either side
NULLS = 5  # random networks of each kind in a trial; they share the openings
# Arrangements of a game that is solved on the way: 6x4 with four men, 3 s of CPU.
MOST_SOLVED = 40_000_000


class Rating(NamedTuple):
    """What a player is worth: `points` a game against the material player with the ends of their 95
    % interval, the same as `elo`, None where it has no bound; `blunders` as in
    `solved.blunder_rate`, None where that is not known.
    """

    points: float
    points_low: float
    points_high: float
    elo: float | None
    elo_low: float | None
    elo_high: float | None
    blunders: float | None
    blunders_met: float | None

    def to_dict(self) -> Json:
        """The Rating as plain values."""
        return self._asdict()


def rate(
    settings: CheckersSettings,
    evaluator: Evaluator,
    rng: Rng,
    openings: int = OPENINGS,
    rival_plies: int | None = None,
) -> Rating:
    """The Rating of an evaluator that looks as far as the settings say; the material player looks
    as far, or `rival_plies`.
    """
    rival, ahead = material_evaluator(settings.material_king), settings.ahead
    aheads = ahead, ahead if rival_plies is None else ahead._replace(plies=rival_plies)
    both, game = (evaluator, rival), settings.game
    found = match(game, both, aheads, openings, rng, limit=settings.max_moves)
    return make_rating(found, game, partial(score_solution, evaluator=evaluator, ahead=ahead))


def make_rating(found: CheckersMatch, game: Checkers, player: ScoringPlayer) -> Rating:
    """The Rating of a player by its match, and by its blunders in a game that is small enough to
    be solved on the way.
    """
    is_small = game.squares <= MOST_SQUARES and arrangements(game) <= MOST_SOLVED
    blunders = blunder_rate(player, find_solution(game)[0])[:2] if is_small else (None, None)
    return Rating(*found.points, *found.elo, *blunders)


def measure_blunders(solution: Solution, evaluator: Evaluator, ahead: Ahead) -> Blunders:
    """The Blunders of an evaluator that looks so far ahead."""
    return blunder_rate(partial(score_solution, evaluator=evaluator, ahead=ahead), solution)


def score_solution(solution: Solution, evaluator: Evaluator, ahead: Ahead) -> Floats:
    """Return the scores of a Solution's moves by an evaluator that looks this far ahead."""
    return look_ahead(solution, evaluate_each(solution, evaluator), *ahead)


def evaluate_each(solution: Solution, evaluator: Evaluator) -> Floats:
    """What an evaluator takes each position of a Solution to be worth."""
    last = make_shape(solution.game).last
    return compiled(evaluate_positions)(unpack(solution), last, evaluator)


@kernel
def evaluate_positions(
    positions: tuple[Ints, Ints, Ints, Ints], last: int, evaluator: Evaluator
) -> Floats:
    """The same of positions as (own pieces, the other's, kings, 1 or -1 who is to move)."""
    mine, theirs, kings, players = positions
    evaluator, scratch, found = lent(evaluator), new_scratch(evaluator.layers), np.zeros(len(mine))
    for number in range(len(mine)):
        board = mine[number], theirs[number], kings[number]
        found[number] = evaluate(board, players[number], last, evaluator, scratch)
    return found


def null_models(settings: CheckersSettings, rng: Rng) -> dict[str, list[Evaluator]]:
    """The first founders of a generator as Evaluators: with the material difference at their
    output, and without.
    """
    evaluators = {}
    for name, link in (("linked", "fixed"), ("unlinked", "none")):
        changed = settings.change(material_weight=link, parents=NULLS)
        found = founders(changed, deepcopy(rng))
        evaluators[name] = [evaluator_at(changed, found, row) for row in range(NULLS)]
    return evaluators
