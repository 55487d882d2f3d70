"""Chapter 18's tables: rows of them made again, and the command that the chapter names."""

import re

import pytest
from commands import asked_of
from tables import draws_of, stored

from fogel import sweep


@pytest.mark.parametrize("name", ["misere", "misere-whole", "misere-centre"])
def test_trials_of_the_sweeps_are_run_again_to_the_last_bit(name):
    """Which ones depends on the table; a trial that takes long is left out."""
    path = stored.STORED / f"{name}.csv"
    table, rng = sweep.read(path), draws_of(path)
    assert table.job.to_dict() == stored.JOBS[name].to_dict()
    cases = table.job.plan.cases
    quick = [
        (case, trial)
        for case, trial in table.parts
        if cases[case].evaluation == "games" and cases[case].games == 32
    ]
    key = quick[int(rng.integers(len(quick)))]
    assert table.job.make(key) == table.cells(key)


def test_the_chapter_names_the_command():
    text = (stored.STORED.parent / "source" / "18_anygame.md").read_text(encoding="utf-8")
    command = re.search(r"^fogel sweep (alone .*)$", text, re.M)[1]
    assert asked_of(command) == stored.JOBS["misere"].to_dict()
