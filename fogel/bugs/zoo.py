"""Learning curves and alarms of the wrong programs, in two stored tables (chapter 11).

Nineteen programs with twenty trials each take some minutes, so a chapter reads what the jobs have
made.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from fogel.bugs.detectors import CHECKS
from fogel.bugs.programs import BUGS, Program, run_trials
from fogel.core.jobs import Key
from fogel.core.settings import Settings
from fogel.core.table_jobs import TableJob
from fogel.core.types import Bools, FilePath

MARKS = (1, *range(10, 801, 10))  # the generations of a curve that are kept


class ProgramTable(TableJob):
    """A table whose parts are the wrong programs, and the right one."""

    module, choices, unit, step = "bugs.zoo", Settings, "program", "programs"

    def keys(self) -> list[Key]:
        """(name,) of each program."""
        return [(name,) for name in BUGS]


class CurvesJob(ProgramTable):
    """The highest payoffs of each program's trials at MARKS."""

    name = "bugs_curves"

    @property
    def marks(self) -> list[int]:
        """The generations that are kept."""
        return [mark for mark in MARKS if mark <= self.settings.generations]

    @property
    def columns(self) -> dict[str, Any]:
        """The program, the trial, and its payoffs."""
        return {"program": str, "trial": int, **{str(mark): int for mark in self.marks}}

    def small(self) -> Settings:
        """One generation of one trial of each program."""
        return self.settings.change(trials=1, generations=1)

    def leads(self, key: Key) -> list[Key]:
        """The name, once for each trial: some programs choose which trials they show."""
        return [key] * self.settings.trials

    def rows(self, program: str) -> Iterable[list[Any]]:
        """Yield a row for each trial that a program shows."""
        at = np.array(self.marks) - 1
        for trial in run_trials(program, self.settings).trials:
            yield [program, trial.number, *trial.best_payoff[at].tolist()]


class AlarmsJob(ProgramTable):
    """What each of CHECKS says of each program, an empty text for nothing."""

    name = "bugs_alarms"

    @property
    def columns(self) -> dict[str, Any]:
        """The program, and the checks."""
        return {"program": str, **dict.fromkeys(CHECKS, str)}

    def rows(self, program: str) -> Iterable[list[str]]:
        """Yield the row of a program."""
        wrong = Program(program, self.settings)
        yield [program, *(check(wrong) for check in CHECKS.values())]


@dataclass(frozen=True)
class Zoo:
    """What the two tables hold.

    `trials[program]`: the numbers of the trials that it shows. `curves[program]`: (trials,
    len(MARKS)), their highest payoffs. `alarms[program][check]`: what the check says of it, an
    empty text for nothing.
    """

    trials: dict
    curves: dict
    alarms: dict

    def caught(self) -> Bools:
        """(checks, programs): which check raises an alarm on which program, in the order of CHECKS
        and BUGS.
        """
        return np.array([[bool(self.alarms[program][name]) for program in BUGS] for name in CHECKS])


def read(folder: FilePath) -> Zoo:
    """The Zoo of the two tables in a folder; raises ValueError as TableJob.read does."""
    curves, alarms = (
        job.read(Path(folder) / job.file_names()[0]) for job in (CurvesJob, AlarmsJob)
    )
    shown = {key[0]: np.array(curves.cells(key))[:, 1:].astype(int) for key in curves.parts}
    return Zoo(
        trials={name: rows[:, 0].tolist() for name, rows in shown.items()},
        curves={name: rows[:, 1:] for name, rows in shown.items()},
        alarms={name: dict(zip(CHECKS, found, strict=True)) for name, *found in alarms.rows},
    )
