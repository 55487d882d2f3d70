"""Leagues that take too long for a chapter: what a table keeps of them, and how it is read again (chapter 12)."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from fogel.files import write_file
from fogel.kinds import Floats, Ints
from fogel.league.run import LeagueRun, run_league
from fogel.league.settings import LeagueSettings
from fogel.league.twin import OPPONENTS
from fogel.workers import share_out

COLUMNS = ("version", "league", "epoch", "valid", *(f"points_{name.replace('-', '_')}" for name in OPPONENTS))


class StoredTable(NamedTuple):
    """What a table holds: leagues of these settings, once with each version's changes, in the epochs that it keeps."""

    settings: LeagueSettings
    versions: dict[str, dict[str, Any]]
    epochs: range


TABLES = {
    "league-long": StoredTable(
        LeagueSettings(leagues=8, epochs=3000, seed=3000),
        {"keeps its moves": {}, "gets nothing": {"opponent_of_disqualified": "nothing"}},
        range(1, 3001),
    ),
    "league-versions": StoredTable(
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
        range(300, 301),
    ),
}


class StoredLeagues(NamedTuple):
    """The leagues of one version in the epochs that are kept: (leagues, epochs) each.

    `valid` counts games without a disqualification, of `games` in an epoch; `points`, by opponent, are those of the
    best agent, as in `LeagueRun.points`.
    """

    games: int
    valid: Ints
    points: dict[str, Floats]

    @property
    def share_valid(self) -> Floats:
        """(leagues, epochs): the share of games that ended without a disqualification."""
        return self.valid / self.games


def rows_of(name: str, version: str, league: int, tick: Callable[[int], None] | None = None) -> list[list[str]]:
    """The rows of one league in the table of that name, as the texts that stand there; runs the league."""
    table = TABLES[name]
    settings = table.settings.change(**table.versions[version])
    run = LeagueRun(settings, (run_league(settings, league, tick=tick),))
    measures = [values[0].tolist() for values in (run.valid, *map(run.points, OPPONENTS))]
    return [
        [version, *map(str, (league, epoch, *(values[epoch - 1] for values in measures)))] for epoch in table.epochs
    ]


def write(folder: Path, name: str, progress: Callable | None = None) -> None:
    """Runs all leagues of the table of that name, some minutes, and writes NAME.csv into a folder."""
    table = TABLES[name]
    jobs = [(version, league) for version in table.versions for league in range(table.settings.leagues)]

    def work(number, tick):
        return rows_of(name, *jobs[number], tick)

    run_league(table.settings.change(leagues=1, epochs=1))  # compiled once, before several workers do it
    found = share_out(work, len(jobs), table.settings.epochs, progress=progress)
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([COLUMNS, *(row for rows in found for row in rows)])
    write_file(Path(folder) / f"{name}.csv", text.getvalue())


def read(path: Path) -> dict[str, StoredLeagues]:
    """{version: StoredLeagues} of such a table; raises ValueError if it is not the whole of it."""
    path = Path(path)
    if path.stem not in TABLES:
        raise ValueError(f"{path}: the name must be one of {', '.join(TABLES)}, and .csv")
    table = TABLES[path.stem]
    with open(path, newline="", encoding="utf-8") as file:
        head, *rows = csv.reader(file)
    shape = len(table.versions), table.settings.leagues, len(table.epochs)
    keys = [[v, str(k), str(n)] for v in table.versions for k in range(shape[1]) for n in table.epochs]
    if tuple(head) != COLUMNS or [row[:3] for row in rows] != keys:
        raise ValueError(f"{path}: this is not the whole table; `python notebooks/stored.py {path.stem}` makes it")
    numbers = np.array([row[3:] for row in rows], dtype=float).reshape(*shape, -1)
    if not np.isfinite(numbers).all():
        raise ValueError(f"{path}: not all of its numbers are finite")
    return {
        version: StoredLeagues(
            table.settings.change(**changes).games,
            some[..., 0].astype(int),
            {name: some[..., 1 + place] for place, name in enumerate(OPPONENTS)},
        )
        for (version, changes), some in zip(table.versions.items(), numbers, strict=True)
    }
