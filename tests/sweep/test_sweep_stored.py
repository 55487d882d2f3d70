"""The tables beside the book: they are what the commands of the book write, and some of their rows
are run again.
"""

import re
import sys
from pathlib import Path

import numpy as np
import pytest
from tables import draws_of, stored

from fogel import Settings, sweep
from fogel.cli import main

BOOK = Path(__file__).parents[2] / "notebooks"

# By name: (the seed, the generations looked at, how many trials are run again).
SWEEPS = {
    "ingredients": (1993, stored.MARKS, 3),
    "noise": (1993, stored.MARKS, 1),
    "second-look": (stored.FRESH, (800,), 2),
}

every_sweep = pytest.mark.parametrize("file", SWEEPS)


def plan_and_lines(file):
    seed, at, _ = SWEEPS[file]
    todo = sweep.plan(Settings(trials=100, seed=seed), file, at)
    head, *lines = (
        (stored.STORED / f"{file}.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    )
    assert head == sweep.format_table([todo.columns])
    return todo, lines


@every_sweep
def test_every_row_is_of_its_case_trial_and_generation(file):
    todo, lines = plan_and_lines(file)
    assert len(lines) == todo.trials * len(todo.at)
    keys = [
        sweep.format_table([key])[:-1] for index in range(todo.trials) for key in todo.keys(index)
    ]
    assert all(line.startswith(f"{key},") for line, key in zip(lines, keys, strict=True))
    table = sweep.read(stored.STORED / f"{file}.csv")
    assert all(np.isfinite(table.columns[measure]).all() for measure in sweep.MEASURES)


@every_sweep
def test_rows_are_run_again_to_the_last_bit(file):
    """Which rows depends on the table, so that another table has others."""
    todo, lines = plan_and_lines(file)
    rng = draws_of(stored.STORED / f"{file}.csv")
    marks = len(todo.at)
    for index in rng.choice(todo.trials, SWEEPS[file][2], replace=False).tolist():
        again = sweep.make_rows(todo, None, index, None)
        assert again == "".join(lines[marks * index : marks * (index + 1)]), todo.case_of(index)


@every_sweep
def test_the_book_names_the_command(file, monkeypatch, tmp_path):
    """The command in the chapter asks for just this sweep."""
    seed, at, _ = SWEEPS[file]
    text = (BOOK / "source" / "10_sweep.md").read_text(encoding="utf-8")
    commands = {
        one: command for command, one in re.findall(r"^(fogel sweep (\S+) --.*)$", text, re.M)
    }
    asked = {}

    def run(settings, over, generations, *rest):
        asked.update(settings=settings, over=over, at=generations)
        sys.exit(0)

    monkeypatch.setattr(sweep, "run", run)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        main(commands[file].split()[1:])
    assert asked == {"settings": Settings(trials=100, seed=seed), "over": file, "at": list(at)}


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


def test_a_table_is_stored_as_the_sweep_writes_it(tmp_path, monkeypatch):
    small = Settings(trials=2, generations=3, parents=6, rivals=5)
    monkeypatch.setattr(stored, "Settings", lambda trials, **changes: small.change(**changes))
    monkeypatch.setattr(stored, "STORED", tmp_path)
    monkeypatch.setitem(sweep.NAMED, "two", {"as it is": {}, "no bias": {"bias": False}})
    stored.swept("two", at=(1, 3), seed=5)
    sweep.run(small.change(seed=5), "two", (1, 3), tmp_path / "again")
    assert (tmp_path / "two.csv").read_bytes() == (tmp_path / "again" / "sweep.csv").read_bytes()
