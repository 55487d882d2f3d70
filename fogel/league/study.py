"""What did the post's league do? Its two numbers beside many leagues, under each reading of what it leaves open."""

from __future__ import annotations

from itertools import product
from typing import Any, NamedTuple

import numpy as np

from fogel.kinds import Bools, Floats, Ints
from fogel.league.run import POSTS_EPOCH, POSTS_LONGEST, POSTS_VALID, run_leagues
from fogel.league.settings import LeagueSettings

READINGS = {  # what the post leaves open and what may matter for its two numbers
    "survivors": (10, 20, 50),
    "magnitude": (0.1, 0.5, 1.0),
    "opponent_of_disqualified": ("nothing", "keeps"),
    "birth": ("mutated", "zeros", "uniform"),
}
COLLAPSE = 20  # epochs at the end without a single valid game


class LeagueReading(NamedTuple):
    """Some leagues under one reading, in the post's epoch: (leagues,) valid games and the longest game in moves.

    `changes` are the fields that the reading sets.
    """

    changes: dict
    valid: np.ndarray
    longest: np.ndarray

    @property
    def likely(self) -> float:
        """The two-sided chance of a count of valid games as far out as the post's, by these leagues.

        Twice the smaller of the shares of leagues with so many or more, and so many or fewer; the post's own league
        counts as one of them, so that it is never 0.
        """
        more, fewer = (self.valid >= POSTS_VALID).sum(), (self.valid <= POSTS_VALID).sum()
        return min(1.0, 2 * (min(more, fewer) + 1) / (len(self.valid) + 1))

    @property
    def as_long(self) -> float:
        """The share of leagues whose longest game has as many moves as the post's."""
        return float((self.longest == POSTS_LONGEST).mean())


def read(
    settings: LeagueSettings, epoch: int = POSTS_EPOCH, workers: int | None = None, **changes: Any
) -> LeagueReading:
    """The Reading with these changes of the settings: as many leagues as they say, up to that epoch."""
    run = run_leagues(settings.change(epochs=epoch, **changes), workers=workers, with_chances=False)
    return LeagueReading(changes, run.valid[:, -1], run.longest[:, -1])


def read_all(
    settings: LeagueSettings | None = None, readings: dict[str, Any] | None = None, workers: int | None = None
) -> list[LeagueReading]:
    """The Readings of all combinations of `readings`, 100 leagues each unless the settings say otherwise."""
    readings, settings = readings or READINGS, settings or LeagueSettings(leagues=100)
    return [
        read(settings, workers=workers, **dict(zip(readings, values, strict=True)))
        for values in product(*readings.values())
    ]


def collapsed(valid: Ints) -> Bools:
    """(leagues,) whether a league, a row of valid games by epoch, ends in nothing but disqualifications."""
    valid = np.asarray(valid)
    if valid.shape[1] < COLLAPSE:
        raise ValueError(f"valid must hold {COLLAPSE} epochs or more, not {valid.shape[1]}")
    return (valid[:, -COLLAPSE:] == 0).all(axis=1)


def relapses(share: Floats, high: float = 0.1, low: float = 0.01) -> Ints:
    """(leagues,) how often the share of valid games, (leagues, epochs), fell below `low` after it had been `high`."""
    counts = []
    for row in np.asarray(share):
        count, learned = 0, False
        for value in row:
            if learned and value < low:
                count, learned = count + 1, False
            learned = learned or value >= high
        counts.append(count)
    return np.array(counts)


def first_epoch(values: Any, threshold: float) -> Floats:
    """(leagues,) the number of the first epoch in which a value is above the threshold; nan if there is none."""
    above = np.asarray(values) > threshold
    return np.where(above.any(axis=1), above.argmax(axis=1) + 1.0, np.nan)
