"""Learning curves and alarms of the wrong programs, in two stored tables (chapter 11).

Nineteen programs with twenty trials each take some minutes, so a chapter reads what the jobs have
made.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from fogel.bugs.detectors import CHECKS
from fogel.bugs.programs import BUGS, Program, run_trials
from fogel.core.jobs import Key
from fogel.core.settings import Settings
from fogel.core.table_jobs import JobTable, TableJob
from fogel.core.types import Bools, Ints

MARKS = (1, *range(10, 801, 10))  # the generations of a curve that are kept


class ProgramTable(TableJob):
    """A table whose parts are the wrong programs, and the right one."""

    choices, unit, step = Settings, "program", "programs"

    def keys(self) -> list[Key]:
        """(name,) of each program."""
        return [(name,) for name in BUGS]


class CurvesTable(JobTable):
    """The curves of each program's trials."""

    def curves(self, program: str) -> Ints:
        """(trials, len(MARKS)): the highest payoffs of the trials that a program shows."""
        return np.array([row[2:] for row in self.where(program=program).rows])


class CurvesJob(ProgramTable):
    """The highest payoffs of each program's trials at MARKS."""

    name, table = "bugs_curves", CurvesTable

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


class AlarmsTable(JobTable):
    """What the checks say of the programs."""

    def caught(self) -> Bools:
        """(checks, programs): whether a check raises an alarm, in the order of CHECKS and BUGS."""
        return np.array([self[name] != "" for name in CHECKS])


class AlarmsJob(ProgramTable):
    """What each of CHECKS says of each program, an empty text for nothing."""

    name, table = "bugs_alarms", AlarmsTable

    @property
    def columns(self) -> dict[str, Any]:
        """The program, and the checks."""
        return {"program": str, **dict.fromkeys(CHECKS, str)}

    def rows(self, program: str) -> Iterable[list[str]]:
        """Yield the row of a program."""
        wrong = Program(program, self.settings)
        yield [program, *(check(wrong) for check in CHECKS.values())]
