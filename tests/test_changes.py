"""The page "Where do I change ...?": every file, name and command on it is there."""

import ast
import re
import shlex
import sys
from pathlib import Path

import pytest

from fogel.cli import main, make_parser

ROOT = Path(__file__).parents[1]
BOOK = ROOT / "notebooks"
sys.path.insert(0, str(BOOK))

import build  # noqa: E402

PAGE = (BOOK / "changes.md").read_text()
ROWS = [row for row in re.findall(r"^\| (.+) \| (.+) \| ?(.*) ?\|$", PAGE, re.M) if row[0] != "to change"]
TARGETS = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.M))


def spans(text):
    """What stands between backticks."""
    return re.findall(r"`([^`]+)`", text)


def defined(path):
    """The names that a module defines, and those in its classes as Class.name."""
    return set(_names(ast.parse(path.read_text()).body))


def _names(body):
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name
        if isinstance(node, ast.ClassDef):
            yield from (f"{node.name}.{name}" for name in _names(node.body))
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        for target in targets:
            yield from (name.id for name in ast.walk(target) if isinstance(name, ast.Name)) if target else ()


def has(path, name):
    """Whether a file defines a name: Python, JavaScript, or a setting in another file."""
    if path.suffix == ".py":
        return name in defined(path)
    text = path.read_text()
    if path.suffix == ".js":
        return bool(re.search(rf"^(async )?(function|const|class) {name}\b", text, re.M))
    return bool(re.search(rf"^(\[[\w.]*)?{re.escape(name)}\b.*[]:=]", text, re.M))


def is_command(words):
    """Whether a command is one: of make, of the book, of the problem sets, of fogel."""
    if words[0] == "make":
        return set(words[1:]) <= TARGETS
    if words[:2] == ["python", "notebooks/build.py"]:
        return all(build.sources([name]) or build.problem_sets([name]) for name in words[2:])
    if words[0] == "python":
        words, run = words[2:], __import__("grader.cli", fromlist=["main"]).main
    else:
        words, run = words[1:], main
    with pytest.raises(SystemExit) as stop:
        run([*words, "--help"])
    return stop.value.code == 0


def is_option(word):
    """Whether the experiment has such an option."""
    curve = make_parser()._subparsers._group_actions[0].choices["curve"]
    return word in curve._option_string_actions


def missing(row):
    """What a row names and nobody has."""
    file = None
    for place in spans(" ".join(row)):
        if place == "make" or re.match(r"(make|python|fogel) ", place):
            found = is_command(shlex.split(place))
        elif place.startswith("--"):
            found = is_option(place)
        elif "/" in place or place in ("Makefile", "README.md", "pyproject.toml"):
            file = ROOT / place
            found = file.is_file()
        elif place.startswith("FOGEL_"):
            found = place in (ROOT / spans(row[1])[0]).read_text()
        elif re.fullmatch(r"rule=True", place):
            found = "rule=True" in file.read_text()
        else:
            found = has(file, re.sub(r"^@|\(.*", "", place))
        if not found:
            yield place


def test_there_are_some_thirty_changes():
    assert len(ROWS) >= 30 and len({change for change, _, _ in ROWS}) == len(ROWS)
    assert len(ROWS) == sum(line.startswith("| ") for line in PAGE.splitlines()) - PAGE.count("| to change |")


@pytest.mark.parametrize("row", ROWS, ids=[change for change, _, _ in ROWS])
def test_what_a_row_names_is_there(row, capsys):
    assert spans(row[1])[0].count("/") or (ROOT / spans(row[1])[0]).is_file(), "a row begins with a file"
    assert not list(missing(row)), "mend notebooks/changes.md"


def test_what_stands_above_the_tables_is_there(capsys):
    assert not list(missing([PAGE.split("\n## ")[0]]))


@pytest.mark.parametrize(
    "row",
    [
        ("x", "`fogel/gone.py`", ""),
        ("x", "`fogel/players.py`: `ADVERSARY`", ""),
        ("x", "`fogel/settings.py`: `Settings.noises`", ""),
        ("x", "`fogel/page/page.js`: `chooseSquares`", ""),
        ("x", "`pyproject.toml`: `dependency`", ""),
        ("x", "`fogel/players.py`", "`make champion`"),
        ("x", "`fogel/players.py`", "`python notebooks/build.py 77`"),
        ("x", "`fogel/players.py`", "`fogel cruve`"),
        ("x", "`fogel/players.py`", "`--win-pay`"),
    ],
)
def test_a_place_that_is_gone_is_noticed(row, capsys):
    assert len(list(missing(row))) == 1
