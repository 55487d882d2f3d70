"""The page "Where do I change ...?": every file, name and command on it is there."""

import re
import shlex

import pytest
from package_lists import twin_table
from places import BOOK, ROOT, has, is_command, spans

from fogel.cli import make_parser

PAGE = (BOOK / "changes.md").read_text().replace(twin_table(), "")  # whose test is test_twins
ROWS = [
    row
    for row in re.findall(r"^\| (.+) \| (.+) \| ?(.*) ?\|$", PAGE, re.M)
    if row[0] != "to change"
]


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
    assert len(ROWS) == sum(line.startswith("| ") for line in PAGE.splitlines()) - PAGE.count(
        "| to change |"
    )


@pytest.mark.parametrize("row", ROWS, ids=[change for change, _, _ in ROWS])
def test_what_a_row_names_is_there(row, capsys):
    assert spans(row[1])[0].count("/") or (ROOT / spans(row[1])[0]).is_file(), (
        "a row begins with a file"
    )
    assert not list(missing(row)), "mend notebooks/changes.md"


def test_what_stands_above_the_tables_is_there(capsys):
    assert not list(missing([PAGE.split("\n## ")[0]]))


@pytest.mark.parametrize(
    "row",
    [
        ("x", "`fogel/gone.py`", ""),
        ("x", "`fogel/core/players.py`: `ADVERSARY`", ""),
        ("x", "`fogel/core/settings.py`: `Settings.noises`", ""),
        ("x", "`fogel/web/package/network.js`: `chooseSquares`", ""),
        ("x", "`pyproject.toml`: `dependency`", ""),
        ("x", "`fogel/core/players.py`", "`make champion`"),
        ("x", "`fogel/core/players.py`", "`python notebooks/build.py 77`"),
        ("x", "`fogel/core/players.py`", "`fogel cruve`"),
        ("x", "`fogel/core/players.py`", "`--win-pay`"),
    ],
)
def test_a_place_that_is_gone_is_noticed(row, capsys):
    assert len(list(missing(row))) == 1
