"""Stored tables of leagues that take too long for a chapter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from fogel.core.csv_files import csv_rows, csv_text
from fogel.core.files import read_text, write_file
from fogel.core.settings import parse_number
from fogel.core.types import Floats, Ints
from fogel.core.workers import share_out
from fogel.league.run import LeagueRun, run_league
from fogel.league.settings import LeagueSettings
from fogel.league.study import Relapse, find_relapses
from fogel.league.twin import OPPONENTS

LARGEST_FILE = 20_000_000  # bytes
COLUMNS = (
    "version",
    "league",
    "epoch",
    "valid",
    *(f"points_{name.replace('-', '_')}" for name in OPPONENTS),
)
BY_SEAT = (*COLUMNS[:4], *(f"{name}_as_{seat}" for name in COLUMNS[4:] for seat in "xo"))


class StoredTable(NamedTuple):
    """What a table holds: leagues of these settings, once with each version's changes, in the
    epochs that it keeps.

    `by_seat`: the points as X and as O, and not their mean.
    """

    settings: LeagueSettings
    versions: dict[str, dict[str, Any]]
    epochs: range
    by_seat: bool = False

    @property
    def columns(self) -> tuple[str, ...]:
        """The first line of the table."""
        return BY_SEAT if self.by_seat else COLUMNS


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
        by_seat=True,
    ),
    "league-rules": StoredTable(
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

    `valid` counts games without a disqualification, of `games` in an epoch; `points`, by opponent,
    are those of the best agent, as in `LeagueRun.points`. `points_by_seat`, (leagues, epochs, 2),
    is empty if the table has none.
    """

    games: int
    valid: Ints
    points: dict[str, Floats]
    points_by_seat: dict[str, Floats]

    @property
    def share_valid(self) -> Floats:
        """(leagues, epochs): the share of games that ended without a disqualification."""
        return self.valid / self.games


def make_rows(
    name: str, version: str, league: int, tick: Callable[[int], None] | None = None
) -> list[list[str]]:
    """The rows of one league in the table of that name, as the texts that stand there; runs the
    league.
    """
    table = TABLES[name]
    settings = table.settings.change(**table.versions[version])
    run = LeagueRun(settings, (run_league(settings, league, tick=tick),))
    points = [
        run.points_by_seat(name)[0] if table.by_seat else run.points(name)[0, :, None]
        for name in OPPONENTS
    ]
    measures = [run.valid[0].tolist(), *np.concatenate(points, axis=1).T.tolist()]
    return [
        [version, *map(str, (league, epoch, *(values[epoch - 1] for values in measures)))]
        for epoch in table.epochs
    ]


def write(folder: Path, name: str, progress: Callable | None = None) -> None:
    """Runs all leagues of the table of that name, some minutes, and writes NAME.csv
    into a folder.
    """
    table = TABLES[name]
    jobs = [
        (version, league) for version in table.versions for league in range(table.settings.leagues)
    ]

    def work(number, tick):
        return make_rows(name, *jobs[number], tick)

    # Compiled once, before several workers do it.
    run_league(table.settings.change(leagues=1, epochs=1))
    found = share_out(work, len(jobs), table.settings.epochs, progress=progress)
    _write_rows(
        Path(folder) / f"{name}.csv", [table.columns, *(row for rows in found for row in rows)]
    )


def _write_rows(path: Path, rows: Sequence[Sequence[Any]]) -> None:
    write_file(path, csv_text(rows))


def _read_rows(path: Path) -> list[list[str]]:
    """The rows of a table's text, the head first; raises ValueError that names the file if it is
    none, or was cut.
    """
    try:
        return csv_rows(read_text(path, LARGEST_FILE)) or [[]]
    except ValueError as problem:
        raise ValueError(f"{path}: {problem}") from None


def find_name(rows: Sequence[Sequence[str]]) -> str | None:
    """Return the name of the table of TABLES that begins with these rows, None if there is none.

    The columns and the first version tell, so that a file may have any name.
    """
    head, first = [*rows, [], []][:2]
    names = (name for name, table in TABLES.items() if tuple(head) == table.columns)
    return next((name for name in names if first[:1] == [*TABLES[name].versions][:1]), None)


def read(path: Path) -> dict[str, StoredLeagues]:
    """{version: StoredLeagues} of such a table; raises ValueError if it is not the whole of one."""
    path = Path(path)
    head, *rows = _read_rows(path)
    name = find_name([head, *rows])
    if name is None:
        raise ValueError(
            f"{path}: must be one of the tables {', '.join(TABLES)}, with its columns and versions"
        )
    table = TABLES[name]
    shape = len(table.versions), table.settings.leagues, len(table.epochs)
    keys = [
        [v, str(k), str(n)] for v in table.versions for k in range(shape[1]) for n in table.epochs
    ]
    if tuple(head) != table.columns or [row[:3] for row in rows] != keys:
        raise ValueError(
            f"{path}: this is not the whole table; `python notebooks/stored.py {name}` makes it"
        )
    try:
        numbers = np.array([row[3:] for row in rows], dtype=float).reshape(*shape, len(head) - 3)
    except ValueError:
        raise ValueError(
            f"{path}: each line must hold {len(head) - 3} numbers behind the first three values"
        ) from None
    if not np.isfinite(numbers).all():
        raise ValueError(f"{path}: not all of its numbers are finite")
    games = [table.settings.change(**changes).games for changes in table.versions.values()]
    valid = numbers[..., 0]
    if (valid < 0).any() or (valid > np.reshape(games, (-1, 1, 1))).any():
        raise ValueError(f"{path}: valid must be 0 to {max(games):,}, the games of an epoch")
    return {
        version: _read_leagues(*about)
        for version, *about in zip(table.versions, games, numbers, strict=True)
    }


def _read_leagues(games, numbers):
    """StoredLeagues of (leagues, epochs, columns) numbers: valid games, then points, a column or
    two an opponent.
    """
    points = np.split(numbers[..., 1:], len(OPPONENTS), axis=-1)
    seats = dict(zip(OPPONENTS, points, strict=True))
    means = {name: both.mean(axis=-1) for name, both in seats.items()}
    is_by_seat = points[0].shape[-1] == len("xo")
    return StoredLeagues(games, numbers[..., 0].astype(int), means, seats if is_by_seat else {})


# Relapses, in a table of their own.


def write_relapses(
    path: Path, settings: LeagueSettings = RELAPSES, progress: Callable | None = None
) -> None:
    """Runs the leagues of the settings, two minutes for RELAPSES, and writes the table of
    their Relapses.
    """
    # Compiled once, before several workers do it.
    next(find_relapses(settings.change(leagues=1, epochs=1), 0), None)

    def work(number, tick):
        found = [*find_relapses(settings, number)]
        tick(1)
        return found

    found = share_out(work, settings.leagues, 1, progress=progress)
    _write_rows(Path(path), [Relapse._fields, *(relapse for some in found for relapse in some)])


def read_relapses(path: Path) -> list[Relapse]:
    """The Relapses of such a table; raises ValueError if it is none."""
    head, *rows = _read_rows(path)
    if tuple(head) != Relapse._fields:
        raise ValueError(f"{path}: line 1 must name the columns {', '.join(Relapse._fields)}")
    try:
        found = [Relapse._make(parse_number(value, int) for value in row) for row in rows]
        if any(number < 0 for relapse in found for number in relapse) or found != sorted({*found}):
            raise ValueError
        return found
    except (TypeError, ValueError) as trouble:
        count = len(Relapse._fields)
        raise ValueError(
            f"{path}: each line must hold {count} whole numbers, and go on in order"
        ) from trouble
