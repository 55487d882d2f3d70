"""The two numbers that the post reported, beside many leagues under each interpretation."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from fogel.core.types import Bools, Floats, Ints
from fogel.encoding import O, X
from fogel.league.job import run_leagues
from fogel.league.run import POSTS_EPOCH, POSTS_LONGEST, POSTS_VALID
from fogel.league.settings import LeagueSettings
from fogel.league.twin import FastLeague, Games

READINGS = {  # what the post leaves open and what may matter for its two numbers
    "survivors": (10, 20, 50),
    "magnitude": (0.1, 0.5, 1.0),
    "opponent_of_disqualified": ("nothing", "keeps"),
    "birth": ("mutated", "zeros", "uniform"),
}
# A league relapses when its share of valid games falls below LOW after it had been HIGH.
HIGH, LOW = 0.1, 0.01
AFTERWARDS = 300  # epochs for which a league is watched after a relapse
COLLAPSE = 20  # epochs at the end without a single valid game


class LeagueReading(NamedTuple):
    """Some leagues under one reading, in the post's epoch: (leagues,) valid games and the longest
    game in moves.

    `changes` are the fields that the reading sets.
    """

    changes: dict
    valid: np.ndarray
    longest: np.ndarray

    @property
    def likely(self) -> float:
        """The two-sided chance of a count of valid games as far out as the post's, by these
        leagues.

        Twice the smaller of the shares of leagues with so many or more, and so many or fewer; the
        post's own league counts as one of them, so that it is never 0.
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
    """Return the LeagueReading of changed settings: all their leagues, up to that epoch."""
    run = run_leagues(settings.change(epochs=epoch, **changes), workers=workers, with_chances=False)
    return LeagueReading(changes, run.valid[:, -1], run.longest[:, -1])


def read_all(
    settings: LeagueSettings | None = None,
    readings: dict[str, Any] | None = None,
    workers: int | None = None,
) -> list[LeagueReading]:
    """Return the LeagueReading of each combination of `readings`, by default 100 leagues each."""
    readings, settings = readings or READINGS, settings or LeagueSettings(leagues=100)
    return [
        read(settings, workers=workers, **dict(zip(readings, values, strict=True)))
        for values in product(*readings.values())
    ]


def collapsed(valid: Ints) -> Bools:
    """(leagues,) whether a league, a row of valid games by epoch, ends in nothing but
    disqualifications.
    """
    valid = np.asarray(valid)
    if valid.shape[1] < COLLAPSE:
        raise ValueError(f"valid must hold {COLLAPSE} epochs or more, not {valid.shape[1]}")
    return (valid[:, -COLLAPSE:] == 0).all(axis=1)


def count_relapses(share: Floats, high: float = HIGH, low: float = LOW) -> Ints:
    """(leagues,) how often the share of valid games, (leagues, epochs), fell below `low` after it
    had been `high`.
    """
    counts = []
    for row in np.asarray(share):
        count, learned = 0, False
        for value in row:
            if learned and value < low:
                count, learned = count + 1, False
            learned = learned or value >= high
        counts.append(count)
    return np.array(counts)


# A relapse under the microscope.


class Ends(NamedTuple):
    """How many games of an epoch ended in order, and how many X and O broke off with a taken
    square.
    """

    valid: int
    x_broke: int
    o_broke: int


def ends(games: Games) -> Ends:
    """The Ends of an epoch's games."""
    others = ~np.eye(len(games.moves), dtype=bool)
    return Ends(*(int((games.disqualified[others] == who).sum()) for who in (0, X, O)))


def valid_among(games: Games, rows: Any) -> int:
    """How many of the games that the agents in these rows play with each other end in order."""
    pairs = np.ix_(rows, rows)
    others = ~np.eye(len(rows), dtype=bool)
    return int((games.disqualified[pairs][others] == 0).sum())


class Relapse(NamedTuple):
    """A relapse of a league whose innocent players get nothing: what came before, what might have
    come, what came then.

    `epoch` is the first one below LOW, and its games are `valid`, `x_broke` and `o_broke`; those
    with `before` are the epoch's before it. `among` counts valid games, there, of those who
    survived with each other; the other two say the same of those who would have survived if the
    innocent player kept its moves, or if chance had chosen. `next_keeps` and `next_random` are the
    valid games of the epoch that would have followed. From the relapse on the league is watched for
    AFTERWARDS epochs, as it is and with the rule turned: `climb`, how many epochs until HIGH
    (AFTERWARDS if it is not reached), and how often it relapsed `again`.
    """

    league: int
    epoch: int
    valid_before: int
    x_before: int
    o_before: int
    valid: int
    x_broke: int
    o_broke: int
    among: int
    among_keeps: int
    among_random: int
    next_keeps: int
    next_random: int
    climb_nothing: int
    climb_keeps: int
    again_nothing: int
    again_keeps: int


def find_relapses(settings: LeagueSettings, league: int) -> Iterator[Relapse]:
    """The Relapses of a league within `settings.epochs` epochs, in order. All forks draw the same
    random numbers.
    """
    twin, learned, behind = FastLeague(settings, league), False, []
    while twin.done < settings.epochs:
        behind = [*behind[-1:], twin.turned()]
        twin.advance(1)
        share = ends(twin.games).valid / settings.games
        if learned and share < LOW:
            yield _relapse(behind[0], twin)
        learned = share >= HIGH or (learned and share >= LOW)


def _relapse(two_before, twin):
    """The Relapse of a league that has just relapsed, from its state two epochs ago and its
    state now.
    """
    forks = {
        "nothing": two_before.turned(),
        "keeps": two_before.turned(opponent_of_disqualified="keeps"),
        "random": two_before.turned(selection="random"),
    }
    among, following = {}, {}
    for name, fork in forks.items():
        fork.advance(1)  # the games are the same in all three, and who survives is not
        before = ends(fork.games)
        among[name] = valid_among(fork.games, fork.ranking[: fork.settings.survivors])
        fork.advance(1)
        following[name] = ends(fork.games).valid
    rules = "nothing", "keeps"
    climbs, again = zip(
        *(_afterwards(twin.turned(opponent_of_disqualified=words)) for words in rules), strict=True
    )
    return Relapse(
        twin.league,
        twin.done,
        *before,
        *ends(twin.games),
        among["nothing"],
        among["keeps"],
        among["random"],
        following["keeps"],
        following["random"],
        *climbs,
        *again,
    )


def _afterwards(twin):
    """(epochs until HIGH, relapses) in the next AFTERWARDS epochs."""
    share = twin.advance(AFTERWARDS).valid[None, :] / twin.settings.games
    high = share[0] >= HIGH
    return int(high.argmax()) + 1 if high.any() else AFTERWARDS, int(count_relapses(share)[0])


def first_epoch(values: Any, threshold: float) -> Floats:
    """(leagues,) the number of the first epoch in which a value is above the threshold; nan if
    there is none.
    """
    above = np.asarray(values) > threshold
    return np.where(above.any(axis=1), above.argmax(axis=1) + 1.0, np.nan)
