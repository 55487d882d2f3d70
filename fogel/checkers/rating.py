"""Elo against material, and the blunder rate.

Piece count looks as far ahead, unless it is said otherwise. Elo is sampled, and has an interval;
spoils are exact, and known on solved boards only. A *null model* is what a player must be compared
with before anything is said to be learnt: a network with random weights, whose piece difference
still goes to the output, and one without that link.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fogel.checkers.bitboards import bits_of
from fogel.checkers.evolution import founders, judge_at, solution_of
from fogel.checkers.lookahead import Ahead
from fogel.checkers.matches import match
from fogel.checkers.network import Evaluator, evaluate, new_scratch, piece_count
from fogel.checkers.rules import Checkers
from fogel.checkers.settings import CheckersSettings
from fogel.checkers.solved import (
    MOST_SQUARES,
    Solution,
    Spoils,
    arrangements,
    look_ahead,
    spoils,
    unpack,
)
from fogel.core.types import Floats, Ints, Json, Rng
from fogel.engine.compiling import compiled, kernel, lent

OPENINGS = 100  # of a match, each played from either side
NULLS = 5  # random networks of each kind in a trial; they share the openings
# Arrangements of a game that is solved on the way: 6x4 with four men, 3 s of CPU.
MOST_SOLVED = 40_000_000


class Rating(NamedTuple):
    """What a player is worth: `points` a game against piece count with the ends of their 95 %
    interval, the same as `elo`, None where it has no bound; `spoils` as in `solved.spoils`, None
    where that is not known.
    """

    points: float
    points_low: float
    points_high: float
    elo: float | None
    elo_low: float | None
    elo_high: float | None
    spoils: float | None
    spoils_met: float | None

    def to_dict(self) -> Json:
        """The Rating as plain values."""
        return self._asdict()


def standing_of(
    settings: CheckersSettings,
    judge: Evaluator,
    rng: Rng,
    openings: int = OPENINGS,
    rival_plies: int | None = None,
) -> Rating:
    """The Rating of a judge that looks as far as the settings say; piece count looks as far, or
    `rival_plies`.
    """
    rival, ahead = piece_count(settings.piece_king), settings.ahead
    aheads = ahead, ahead if rival_plies is None else ahead._replace(plies=rival_plies)
    found = match(settings.game, (judge, rival), aheads, openings, rng, limit=settings.limit)
    spoilt = (
        spoils_of(solution_of(settings.game)[0], judge, ahead) if is_solved(settings.game) else None
    )
    return Rating(
        *found.points, *found.elo, *((spoilt.share, spoilt.share_met) if spoilt else (None, None))
    )


def is_solved(game: Checkers) -> bool:
    """Whether a game is small enough to be solved on the way."""
    return game.squares <= MOST_SQUARES and arrangements(game) <= MOST_SOLVED


def spoils_of(solution: Solution, judge: Evaluator, ahead: Ahead) -> Spoils:
    """The Spoils of a judge that looks so far ahead."""

    def player(solution):
        return look_ahead(solution, worth_to(solution, judge), ahead.plies, ahead.extension)

    return spoils(player, solution)


def worth_to(solution: Solution, judge: Evaluator) -> Floats:
    """What a judge takes each position of a Solution to be worth."""
    return compiled(evaluate_all)(unpack(solution), bits_of(solution.game)[-1], judge)


@kernel
def evaluate_all(positions: tuple[Ints, Ints, Ints, Ints], last: int, judge: Evaluator) -> Floats:
    """The same of positions as (own pieces, the other's, kings, 1 or -1 who is to move)."""
    mine, theirs, kings, players = positions
    judge, scratch, found = lent(judge), new_scratch(judge.layers), np.zeros(len(mine))
    for number in range(len(mine)):
        found[number] = evaluate(
            mine[number], theirs[number], kings[number], players[number], last, judge, scratch
        )
    return found


def null_models(settings: CheckersSettings, rng: Rng) -> dict[str, list[Evaluator]]:
    """The first founders of a generator as Evaluators: with the piece difference at their output,
    and without.
    """
    judges = {}
    for name, link in (("linked", "fixed"), ("unlinked", "none")):
        changed = settings.change(link=link, parents=NULLS)
        found = founders(changed, _copy(rng))
        judges[name] = [judge_at(changed, found, row) for row in range(NULLS)]
    return judges


def _copy(rng: Any) -> Rng:
    """A generator that draws the same numbers."""
    copied = np.random.default_rng()
    copied.bit_generator.state = rng.bit_generator.state
    return copied
