"""The tables beside the book: they are what the commands of the book write."""

import re
import sys
from pathlib import Path

import pytest
from commands import asked_of
from tables import stored

from fogel import Settings, sweep

BOOK = Path(__file__).parents[2] / "notebooks"


@pytest.mark.parametrize("file", ["ingredients", "noise", "second-look"])
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
