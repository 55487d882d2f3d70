"""The tables beside the book: they are what the commands of the book write."""

import re
import sys
from pathlib import Path

import pytest
from commands import asked_of
from tables import stored

from fogel import Settings, sweep

BOOK = Path(__file__).parents[2] / "notebooks"


COMMANDS = {"ingredients": "10_sweep", "noise": "10_sweep", "second-look": "10_sweep"}


@pytest.mark.parametrize(("name", "chapter"), [*COMMANDS.items(), ("alone", "18_anygame")])
def test_the_book_names_the_command(name, chapter):
    """The command in the chapter asks for just this sweep."""
    text = (BOOK / "source" / f"{chapter}.md").read_text(encoding="utf-8")
    options = re.search(rf"^fogel sweep ({name} --.*)$", text, re.M)[1]
    assert asked_of(options) == stored.JOBS["misere" if name == "alone" else name].to_dict()


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
