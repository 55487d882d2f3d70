"""The tables beside the book: they are what the commands of the book write, and some of their rows
are run again.
"""

import re
import sys
from pathlib import Path

import pytest
from commands import asked_of
from tables import draws_of, stored

from fogel import Settings, sweep

BOOK = Path(__file__).parents[2] / "notebooks"

TRIALS = {"ingredients": 3, "noise": 1, "second-look": 2}  # by table: how many are run again
every_sweep = pytest.mark.parametrize("file", TRIALS)


@every_sweep
def test_trials_are_run_again_to_the_last_bit(file):
    """Which ones depends on the table, so that another table has others."""
    path = stored.STORED / f"{file}.csv"
    table, rng = sweep.read(path), draws_of(path)
    assert table.job.to_dict() == stored.JOBS[file].to_dict()
    keys = [*table.parts]
    for index in rng.choice(len(keys), TRIALS[file], replace=False).tolist():
        again = table.job.make(keys[index])
        assert again == table.cells(keys[index]), keys[index]


@every_sweep
def test_the_book_names_the_command(file):
    """The command in the chapter asks for just this sweep."""
    text = (BOOK / "source" / "10_sweep.md").read_text(encoding="utf-8")
    commands = dict(re.findall(r"^fogel sweep (\S+) (--.*)$", text, re.M))
    assert asked_of(f"{file} {commands[file]}") == stored.JOBS[file].to_dict()


def test_the_script_names_its_tables(capsys, monkeypatch):
    made = []
    monkeypatch.setattr(
        stored, "TABLES", {"a": lambda: made.append("a"), "b": lambda: made.append("b")}
    )
    monkeypatch.setattr(sys, "argv", ["stored.py", "b"])
    stored.main()
    assert made == ["b"]
    monkeypatch.setattr(sys, "argv", ["stored.py", "b", "c"])
    with pytest.raises(SystemExit):
        stored.main()
    assert "NAME must be one of a, b, not c" in capsys.readouterr().err and made == ["b"]


def test_a_table_is_stored_as_its_job_makes_it(tmp_path, monkeypatch):
    small = Settings(trials=2, generations=3, parents=6, rivals=5)
    job = sweep.SweepJob(sweep.plan(small, {"bias": [True, False]}, at=(1, 3)))
    monkeypatch.setattr(stored, "STORED", tmp_path)
    monkeypatch.setattr(stored, "RUNS", tmp_path / "runs")
    monkeypatch.setitem(stored.JOBS, "two", job)
    stored.made("two")
    job.run(tmp_path / "again")
    assert (tmp_path / "two.csv").read_bytes() == (tmp_path / "again" / "sweep.csv").read_bytes()
