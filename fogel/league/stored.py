"""Stored tables of leagues that take too long for a chapter."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from fogel.core.jobs import Key, Tick
from fogel.core.saving import Checkpoint
from fogel.core.settings import check_whole
from fogel.core.table_jobs import TableJob
from fogel.core.types import FilePath, Floats, Ints, Json
from fogel.league.run import LeagueRun, run_league
from fogel.league.settings import LeagueSettings
from fogel.league.study import Relapse, find_relapses
from fogel.league.twin import OPPONENTS


class LeagueVersionsJob(TableJob):
    """Leagues of these settings, once with each version's changes, in the epochs that are kept.

    `by_seat`: the best agent's points as X and as O, and not their mean.
    """

    name, choices = "league-versions", LeagueSettings
    unit, step, parts_setting, steps_setting = "league", "epochs", "leagues", "epochs"

    def __init__(
        self,
        settings: LeagueSettings | None = None,
        versions: dict[str, dict[str, Any]] | None = None,
        epochs: range | None = None,
        by_seat: bool = False,
    ):
        super().__init__(settings)
        last = self.settings.epochs
        self.versions, self.by_seat = versions or {"the league": {}}, by_seat
        self.epochs = epochs or range(last, last + 1)

    def to_dict(self) -> Json:
        """The job as plain JSON values; the first epoch that is kept, and the last one."""
        epochs = [self.epochs[0], self.epochs[-1]]
        more = {"versions": self.versions, "epochs": epochs, "by_seat": self.by_seat}
        return {**super().to_dict(), **more}

    @classmethod
    def from_dict(cls, values: Json) -> LeagueVersionsJob:
        """Return the job that `to_dict` describes."""
        settings = LeagueSettings.from_dict(values["settings"])
        if len(values["epochs"]) != 2:
            raise ValueError("epochs must be two, the first and the last")
        first, last = values["epochs"]
        last = check_whole("epochs", last, 1, settings.epochs)
        epochs = range(check_whole("epochs", first, 1, last), last + 1)
        job = cls(settings, dict(values["versions"]), epochs, bool(values["by_seat"]))
        _ = job.games  # the settings of all versions
        return job

    @cached_property
    def games(self) -> dict[str, int]:
        """{version: games in an epoch}."""
        return {name: self.settings.change(**one).games for name, one in self.versions.items()}

    @property
    def columns(self) -> dict[str, Any]:
        """The key, how many games were valid, and the best agent's points by opponent."""
        points = [f"points_{name.replace('-', '_')}" for name in OPPONENTS]
        if self.by_seat:
            points = [f"{name}_as_{seat}" for name in points for seat in "xo"]
        key = {"version": str, "league": int, "epoch": int}
        return {**key, "valid": int, **dict.fromkeys(points, float)}

    def keys(self) -> list[Key]:
        """(version, number) of each league."""
        return [(name, league) for name in self.versions for league in range(self.settings.leagues)]

    def leads(self, key: Key) -> list[Key]:
        """The key and each epoch that is kept."""
        return [(*key, epoch) for epoch in self.epochs]

    def long_rows(
        self, key: Key, tick: Tick = None, checkpoint: Checkpoint | None = None
    ) -> Iterable[list[Any]]:
        """Yield a row for each epoch that is kept; runs the league."""
        version, league = key
        settings = self.settings.change(**self.versions[version])
        found = run_league(settings, league, tick=tick, checkpoint=checkpoint)
        run = LeagueRun(settings, (found,))
        points = [
            run.points_by_seat(name)[0] if self.by_seat else run.points(name)[0, :, None]
            for name in OPPONENTS
        ]
        measures = [run.valid[0].tolist(), *np.concatenate(points, axis=1).T.tolist()]
        for epoch in self.epochs:
            yield [version, league, epoch, *(values[epoch - 1] for values in measures)]

    def check(self, row: Any) -> None:
        """Raise ValueError for more valid games than there are."""
        games = self.games.get(row[0], 0)
        if not 0 <= row[3] <= games:
            raise ValueError(f"valid must be 0 to {games:,}, the games of an epoch")


class RelapsesJob(TableJob):
    """The relapses of all leagues of the settings, two minutes for RELAPSES."""

    name, choices, row = "relapses", LeagueSettings, Relapse
    unit, step, parts_setting = "league", "leagues", "leagues"

    def leads(self, key: Key) -> None:
        """A league may have any number of relapses."""

    def small(self) -> LeagueSettings:
        """One epoch of a league."""
        return self.settings.change(leagues=1, epochs=1)

    def rows(self, league: int) -> Iterable[Relapse]:
        """Yield the Relapses of a league."""
        return find_relapses(self.settings, league)

    def check(self, row: Any) -> None:
        """Raise ValueError for a negative count."""
        if name := next((name for name, count in row._asdict().items() if count < 0), ""):
            raise ValueError(f"{name} must be a whole number from 0")


TABLES = {
    "league-long": LeagueVersionsJob(
        LeagueSettings(leagues=8, epochs=3000, seed=3000),
        {"keeps its moves": {}, "gets nothing": {"opponent_of_disqualified": "nothing"}},
        range(1, 3001),
    ),
    "league-versions": LeagueVersionsJob(
        LeagueSettings(leagues=12, epochs=300),
        {
            "the league": {},
            "only open squares": {"masking": True},
            "Fogel's opponent and payoff": {"scoring": "fogel"},
            "Fogel's mutation": {"replication": "normal", "magnitude": 0.05, "birth": "uniform"},
            "80 survivors": {"survivors": 80},
            "20 perfect players": {"experts": 20},
            "open squares and Fogel's opponent": {"masking": True, "scoring": "fogel"},
        },
        by_seat=True,
    ),
    "league-rules": LeagueVersionsJob(
        LeagueSettings(leagues=20, epochs=600),
        {
            "gets nothing": {"opponent_of_disqualified": "nothing"},
            "survivors at random": {"selection": "random"},
        },
        range(1, 601),
    ),
}
# The settings of "league-relapses".
RELAPSES = LeagueSettings(leagues=20, epochs=600, opponent_of_disqualified="nothing", seed=12)


class StoredLeagues(NamedTuple):
    """The leagues of one version in the epochs that are kept: (leagues, epochs) each.

    `valid` counts games without a disqualification, `share_valid` is their share; `points`, by
    opponent, are those of the best agent, as in `LeagueRun.points`. `points_by_seat`, (leagues,
    epochs, 2), has one column if the table has no seats.
    """

    valid: Ints
    share_valid: Floats
    points: dict[str, Floats]
    points_by_seat: dict[str, Floats]


def read(path: FilePath) -> dict[str, StoredLeagues]:
    """{version: StoredLeagues} of such a table; raises ValueError as TableJob.read does."""
    table, found = LeagueVersionsJob.read(path), {}
    for version, games in table.job.games.items():
        rows = np.array([row[3:] for row in table.where(version=version).rows], dtype=float)
        numbers = rows.reshape(table.settings.leagues, len(table.job.epochs), -1)
        seats = dict(zip(OPPONENTS, np.split(numbers[..., 1:], len(OPPONENTS), -1), strict=True))
        means = {name: both.mean(axis=-1) for name, both in seats.items()}
        valid = numbers[..., 0].astype(int)
        found[version] = StoredLeagues(valid, valid / games, means, seats)
    return found
