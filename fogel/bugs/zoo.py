"""Learning curves and alarms of the wrong programs, in two stored tables (chapter 11).

Nineteen programs with twenty trials each take some minutes, so a chapter reads what `write` has
written.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from fogel.bugs.detectors import CHECKS
from fogel.bugs.programs import BUGS, Program
from fogel.core.csv_files import csv_rows, csv_text
from fogel.core.files import read_text, write_files
from fogel.core.types import Bools

MARKS = (1, *range(10, 801, 10))  # the generations of a curve that are kept
CURVES, ALARMS = "bugs_curves.csv", "bugs_alarms.csv"
LARGEST_FILE = 10_000_000  # bytes


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


def curve_rows(program: str, run: Any) -> list[list[Any]]:
    """The rows of a program's curves, (program, trial, its highest payoff at each of MARKS), from a
    curve.Run.
    """
    at = np.array(MARKS) - 1
    return [[program, trial.number, *trial.best_payoff[at].tolist()] for trial in run.trials]


def write(folder: Path, progress: Callable = iter) -> None:
    """Runs all programs and all checks, and writes the two tables into a folder."""
    curves, alarms = [["program", "trial", *MARKS]], [["program", *CHECKS]]
    for name in progress(BUGS):
        program = Program(name)
        curves += curve_rows(name, program.run)
        alarms.append([name, *(check(program) for check in CHECKS.values())])
    write_files({Path(folder) / CURVES: csv_text(curves), Path(folder) / ALARMS: csv_text(alarms)})


def read(folder: Path) -> Zoo:
    """The Zoo of which the tables stand in a folder; raises ValueError that names a file which does
    not fit.
    """
    curves, alarms = (_rows(Path(folder) / name) for name in (CURVES, ALARMS))
    if {row[0] for row in curves[1:]} != {*BUGS} or curves[0][2:] != [*map(str, MARKS)]:
        raise ValueError(f"{Path(folder) / CURVES}: must have the curves of {', '.join(BUGS)}")
    if [row[0] for row in alarms[1:]] != [*BUGS] or alarms[0][1:] != [*CHECKS]:
        raise ValueError(
            f"{Path(folder) / ALARMS}: must have a line for each of {', '.join(BUGS)}, and all"
            " checks"
        )
    try:
        numbers = {
            name: np.array([row[1:] for row in curves[1:] if row[0] == name], dtype=int)
            for name in BUGS
        }
    except (ValueError, OverflowError):
        raise ValueError(f"{Path(folder) / CURVES}: must hold whole numbers") from None
    return Zoo(
        trials={name: values[:, 0].tolist() for name, values in numbers.items()},
        curves={name: values[:, 1:] for name, values in numbers.items()},
        alarms={row[0]: dict(zip(CHECKS, row[1:], strict=True)) for row in alarms[1:]},
    )


def _rows(path):
    try:
        rows = csv_rows(read_text(path, LARGEST_FILE))
    except ValueError as problem:
        raise ValueError(f"{path}: {problem}") from None
    if not rows or {len(row) for row in rows} != {len(rows[0])} or not rows[0]:
        raise ValueError(f"{path}: must have lines of one length")
    return rows
