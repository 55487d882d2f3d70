"""The page "Add an experiment of your own": its example in a copy of the package, as it says."""

import json
import re
import shutil
import subprocess
import sys
import time

import pytest
from places import ROOT

PAGE = (ROOT / "notebooks" / "own_experiment.md").read_text(encoding="utf-8")
MODULE, ENTRY, PYTHON = re.findall(r"```python\n(.*?)```", PAGE, re.S)


def added(path, before, text):
    """Add a text to a file, behind another one."""
    content = path.read_text(encoding="utf-8")
    assert content.count(before) == 1
    path.write_text(content.replace(before, before + text), encoding="utf-8")


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A folder with a copy of the package to which the page's three texts were added."""
    folder = tmp_path_factory.mktemp("own")
    ignored = shutil.ignore_patterns("__pycache__", "*.gz", "web")
    shutil.copytree(ROOT / "fogel", folder / "fogel", ignore=ignored)
    shutil.copytree(ROOT / "fogel" / "web", folder / "fogel" / "web")
    (folder / "fogel" / "dice.py").write_text(MODULE, encoding="utf-8")
    added(folder / "fogel" / "core" / "contents.py", "tools.book_tables", " dice")
    added(folder / "fogel" / "tools" / "all_jobs.py", "\nCOMMANDS = {\n", ENTRY)
    return folder


def called(place, *words):
    """What the package's program prints: (exit code, output, errors)."""
    done = subprocess.run(
        [sys.executable, "-m", "fogel", *words],
        cwd=place, capture_output=True, text=True,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def test_it_is_thirty_lines():
    assert sum(bool(line.strip()) for line in MODULE.splitlines()) <= 40


def test_the_command_is_there(place):
    assert re.search(
        r"\n +dice +throw dice until every side has come up\n", called(place, "--help")[1]
    )
    words = called(place, "dice", "--help")[1]
    assert "Throws dice with 4, 6 and 20 sides" in words
    for option in ("trials", "seed", "out", "workers", "scheduler", "restart", "json", "quiet"):
        assert f"--{option}" in words


def test_it_says_what_it_made_and_can_be_run_again(place):
    for command in re.findall(r"^fogel (dice .*?|reproduce .*?)  +#", PAGE, re.M):
        code, out, err = called(place, *command.split())
        assert (code, err) == (0, "")
    assert (
        "dice.csv: the same to the last bit, 3000 of 3,000 trials of `fogel dice --trials=1000`"
        in out
    )
    (place / "dice" / "dice.csv").rename(place / "x")
    assert "x: the same to the last bit" in called(place, "reproduce", "x")[1]
    text = (place / "x").read_text(encoding="utf-8")
    (place / "x").write_text(text.replace("\n4,0,", "\n4,0,x", 1), encoding="utf-8", newline="\n")
    code, out, err = called(place, "reproduce", "x")
    assert (code, out) == (2, "") and "x: line 3: throws must be a whole number, not 'x" in err


def test_it_goes_on_after_a_kill(place):
    whole = ["dice", "--trials", "600", "--workers", "1", "--out"]
    assert called(place, *whole, "whole")[1].strip() == "1,800 rows: whole/dice.csv"
    process = subprocess.Popen([sys.executable, "-m", "fogel", *whole, "killed"], cwd=place)
    while not (place / "killed" / "saved" / "trial_0000040.part").exists():
        assert process.poll() is None
        time.sleep(0.01)
    process.kill()
    process.wait()
    code, out, err = called(place, *whole, "killed", "--json")
    assert code == 0 and "going on from " in err and "of 1,800 trials saved in killed" in err
    assert json.loads(out)["settings"] == {"trials": 600, "seed": 1}
    one, other = ((place / name / "dice.csv").read_bytes() for name in ("whole", "killed"))
    assert one == other and not (place / "killed" / "saved").exists()


def test_it_is_the_same_from_python(place):
    program = f"{PYTHON}\nprint(len(table), table['throws'].min())"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=place, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["3000", "4"]
