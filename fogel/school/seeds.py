"""The report's script as a job, and its stored tables (chapter 15).

The script changes the seed with every setting, so the effects of the two can't be separated. With
`seeds`, all set-ups have the same seeds. `seeds.csv` beside this file, which `stored` reads, has
thirty. It holds the usual set-up with 1, 10, 50, 100 and 200 sessions and with every goal, and, of
50 sessions, 50, 200, 500 and 1000 games a match and 1, 3 and 10 matches a session. It does not hold
the script's other numbers of games and of matches, its 500 sessions, nor 200 sessions with other
games or matches than the usual. `script.csv`, which `of_script` reads, are the script's own forty
runs, each with its own seed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from fogel.core.intervals import mean_and_half_width
from fogel.core.jobs import Key, Tick
from fogel.core.saving import Checkpoint
from fogel.core.settings import text, whole
from fogel.core.table_jobs import JobTable, TableJob, plain
from fogel.core.types import Figure, FilePath, Json
from fogel.plots import drawing, style
from fogel.rules.rule_files import find_rules
from fogel.school.school import SchoolSettings, TeachingSettings, session_scores, sessions
from fogel.school.script import PARTS, SCRIPT, outcome

STORED = Path(__file__).with_name("seeds.csv")
FORTY = Path(__file__).with_name("script.csv")
SET_UP = ("games", "matches", "sessions", "target_loss")
USUAL = {name: getattr(SCRIPT[0], name) for name in SET_UP}
ARCH = ("learning_rate", "momentum", "encouragement", "min_weight", "max_weight")
REPORTED = {line.name: line.reported for line in SCRIPT}
RATES = ("loss_rate", "first", "best", "replayed")
WORD = "([0-2][0-9]?|[34][0-4]?)(:[1-9][0-9]{0,4})?"  # of the setting `lines`


@dataclass(frozen=True, kw_only=True)
class ScriptSettings(TeachingSettings):
    """The settings of some runs of the script: which lines, and all that it leaves open."""

    lines: str = text(
        " ".join(map(str, range(len(PARTS)))),
        help="lines (29) or parts (2) of the script; 2:50 limits each run to 50 sessions",
    )
    seeds: int = whole(0, 0, 1_000_000, "each line with the seeds 0 to N - 1 (0: with its own)")
    seed: int = whole(0, 0, 1_000_000_000, "a number to add to every seed")

    def __post_init__(self):
        super().__post_init__()
        for word in self.lines.split() or [""]:
            if not re.fullmatch(WORD, word):
                words = "of the script, 00 to 44, such as 29, 2 or 29:50"
                raise ValueError(f"lines must be {words}, not {word[:60]!r}")


class ScriptRun(NamedTuple):
    """A run: its set-up, its seed, and what it came to.

    Rates are in %. `loss_rate` is that of the best match of the final session; `first`, `best` and
    `replayed` are those of all games of the first session, of the one whose architecture was kept
    as the best, and of the final one, which plays that architecture again. `searched` counts the
    sessions before the final one, `played` the games of all; `reached` says whether the goal was.
    Then the kept architecture: nodes of the hidden layers, such as `20`, and its numbers.
    """

    games: int
    matches: int
    sessions: int
    target_loss: int
    seed: int
    loss_rate: float
    first: float
    best: float | None
    replayed: float
    searched: int
    reached: bool
    played: int
    hidden: str
    learning_rate: float
    momentum: float
    encouragement: float
    min_weight: float
    max_weight: float


class ScriptJob(TableJob):
    """Runs the forty lines of the report's learning script, and puts its loss rates beside ours.

    DIR receives script.csv, a row for each run, and a picture of the loss rates, script.png and
    script.svg. Runs that differ only in their goal or in the number of sessions share these
    sessions, so each session is played once. If you interrupt the command, run it again, and it
    continues where it stopped.
    """

    name, choices, row = "script", ScriptSettings, ScriptRun
    words = "run the report's learning script of forty lines"
    unit, step = "group", "sessions"

    @property
    def command(self) -> str:
        """The command that runs it."""
        return f"fogel ttt script {self.settings.as_options()}".strip()

    @cached_property
    def lines(self) -> dict[str, list[Key]]:
        """{name of a line, such as `29` or `29:50`: the set-ups and seeds of its runs}."""
        found, seeds, plus = {}, range(self.settings.seeds), self.settings.seed
        for word in self.settings.lines.split():
            begin, colon, most = word.partition(":")
            for line in SCRIPT:
                if line.name.startswith(begin):
                    count = min(line.sessions, int(most or line.sessions))
                    set_up = (line.games, line.matches, count, line.target_loss)
                    runs = [(*set_up, seed + plus) for seed in seeds or [line.seed]]
                    found[f"{line.name}{colon}{most}"] = runs
        return found

    @cached_property
    def groups(self) -> dict[Key, list[Key]]:
        """{the longest run: all runs} of those that share their sessions."""
        found: dict[Key, list[Key]] = {}
        for run in sorted(self.keys_in(), key=lambda run: (-run[2], run)):
            games, matches, *_, seed = run
            found.setdefault((games, matches, seed), []).append(run)
        return {runs[0]: sorted(runs) for runs in found.values()}

    def keys(self) -> list[Key]:
        """The longest run of each group."""
        return [*self.groups]

    def keys_in(self, rows: Sequence[Any] = ()) -> list[Key]:
        """All runs, in the order of the rows."""
        return sorted({run for runs in self.lines.values() for run in runs})

    def split(self, rows: Sequence[Any]) -> Iterator[tuple[Key, Sequence[int]]]:
        """Yield (key, numbers of its rows) of all groups, which are not next to each other."""
        places = {run: place for run, (place,) in super().split(rows)}
        for key, runs in self.groups.items():
            yield key, [places[run] for run in runs]

    @property
    def steps(self) -> int:
        """The most sessions of a run, with the final one."""
        return 1 + max(sessions for _, _, sessions, *_ in self.keys())

    def small(self) -> ScriptSettings:
        """A run of a session."""
        return self.settings.change(lines="30:1", seeds=0)

    def long_rows(
        self, key: Key, tick: Tick = None, checkpoint: Checkpoint | None = None
    ) -> Iterator[ScriptRun]:
        """Yield the rows of the runs of a group."""
        longest = self._school(key)

        @cache
        def scores_of(session, arch):
            scores = session_scores(longest, find_rules("standard"), session, arch)
            return tuple(score._replace(weights=None) for score in scores)

        for _ in sessions(longest, scores_of=scores_of):
            if tick:
                tick(1)
        for run in self.groups[key]:
            school = self._school(run)
            found = outcome(school, [*sessions(school, scores_of=scores_of)])
            arch = found["arch"]
            rates = [found[name] for name in RATES]
            counts = [found[name] for name in ("sessions", "reached", "games")]
            hidden = " ".join(map(str, arch["hidden"]))
            numbers = [arch[name] for name in ARCH]
            yield ScriptRun._make([*run, *rates, *counts, hidden, *numbers])

    def _school(self, run):
        """The SchoolSettings of a run."""
        values = dict(zip((*SET_UP, "seed"), run, strict=True))
        values |= {
            item.name: getattr(self.settings, item.name) for item in fields(TeachingSettings)
        }
        return SchoolSettings(**values)

    def cell(self, value: Any) -> str:
        """Numbers have six digits."""
        if isinstance(value, bool):
            return str(value)
        return f"{value:.6g}" if isinstance(value, float) else plain(value)

    def outcome(self, parts: Sequence[Any]) -> JobTable:
        """The JobTable of all runs, by set-up and seed."""
        rows = [row for part in parts for row in part]
        return super().outcome([sorted(rows, key=lambda row: [*map(int, row[: len(SET_UP) + 1])])])

    def find_runs(self, table: JobTable) -> dict[str, list[ScriptRun]]:
        """{name of a line: its ScriptRuns, by seed}."""
        runs = dict(zip(self.keys_in(), table.rows, strict=True))
        return {name: [runs[run] for run in some] for name, some in self.lines.items()}

    def summary(self, outcome: JobTable) -> Json:
        """The means of each line, and its loss rate in the report."""
        found = {}
        for name, runs in self.find_runs(outcome).items():
            means = {"runs": len(runs), "reported": REPORTED[name[:2]]}
            for rate in (*RATES, "searched"):
                values = [value for run in runs if (value := getattr(run, rate)) is not None]
                means[rate] = float(np.mean(values)) if values else None
            found[name] = means
        return {"lines": found}

    def describe(self, summary: Json) -> str:
        """The same in words."""
        lines = ["line     reported    ours   first session  best session  replayed  sessions"]
        for name, one in summary["lines"].items():
            best = "-" if one["best"] is None else f"{one['best']:.1f}%"
            lines.append(
                f"{name:<8} {one['reported']:>7}% {int(one['loss_rate']):>6}%"
                f" {one['first']:>14.1f}% {best:>13} {one['replayed']:>8.1f}% {one['searched']:>9g}"
            )
        return "\n".join([*lines, f"Table and picture: {summary['out']}"])

    @style.styled
    def draw(self, outcome: JobTable) -> Figure:
        """The loss rates of the lines, the report's and ours, in a column for each line."""
        from matplotlib.figure import Figure

        found = self.find_runs(outcome)
        parts = np.array([int(name[0]) for name in found])
        places = np.cumsum(1 + (np.diff(parts, prepend=parts[0]) != 0))
        figure = Figure(figsize=(style.PAGE, 3.4), layout="constrained")
        axes = figure.subplots()
        for place, (name, runs) in zip(places, found.items(), strict=True):
            rates = [REPORTED[name[:2]], *(run.loss_rate for run in runs)]
            column = [place] * len(rates)
            axes.plot(column, rates, color=drawing.GRID, linewidth=1, zorder=1)
            (report,) = axes.plot(place, rates[0], "o", color=drawing.INK, markersize=4.5)
            (ours,) = axes.plot(column[1:], rates[1:], "D", color=drawing.GREEN, markersize=4.5)
        for part in {*parts}:
            middle = places[parts == part].mean()
            axes.text(middle, 102, PARTS[part], ha="center", color=drawing.GREY)
        axes.set(ylabel="loss rate of the best weights, in %", ylim=(0, 100))
        axes.set(xlabel="line of the script", xticks=places)
        axes.set_xticklabels([*found], rotation=90, fontsize=7)
        figure.legend([report, ours], ["report", "here"], loc="outside upper right", ncols=2)
        return figure


# What was found.

FEWER = "00 1 40 41 42 43 20:50 23:50 29:50 30:50 31:50"
TABLES = {FORTY: ScriptJob(), STORED: ScriptJob(ScriptSettings(lines=FEWER, seeds=30))}


@cache
def stored(path: FilePath = STORED) -> tuple[ScriptRun, ...]:
    """Return the ScriptRuns of a table, by set-up and seed; ValueError as from TableJob.read."""
    return tuple(ScriptJob.read(path).rows)


def of_script() -> dict[str, ScriptRun]:
    """Return {name of a line of the script: the ScriptRun with its own seed}."""
    found = ScriptJob.read(FORTY)
    return {name: run for name, (run,) in found.job.find_runs(found).items()}


def part(runs: Iterable[ScriptRun], option: str, **others: int) -> dict[int, list[ScriptRun]]:
    """Return {value of an option: the ScriptRuns with it}, in rising order.

    All else is as USUAL unless `others` say otherwise.
    `option` and those are names of SET_UP; another one raises ValueError.
    """
    for name in (option, *others):
        if name not in SET_UP:
            raise ValueError(f"option must be one of {', '.join(SET_UP)}, not {name!r}")
    fixed = {name: value for name, value in (USUAL | others).items() if name != option}
    chosen = [
        one for one in runs if all(getattr(one, name) == value for name, value in fixed.items())
    ]
    values = sorted({getattr(one, option) for one in chosen})
    return {value: [one for one in chosen if getattr(one, option) == value] for value in values}


def effect(
    runs: Iterable[ScriptRun], option: str, column: str = "loss_rate", **others: int
) -> dict[int, tuple[float, float | None]]:
    """{value of an option: (mean of a column, half width of its 95 % interval)}; see `part`."""
    parts = part(runs, option, **others)
    return {
        value: mean_and_half_width([getattr(one, column) for one in some])
        for value, some in parts.items()
    }
