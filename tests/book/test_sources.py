"""The page "The sources, section by section" misses no section, and its places exist."""

import argparse
import re

import pytest
from places import ROOT, has, is_command, spans

from fogel.cli import make_parser

PAGE = (ROOT / "notebooks/sources.md").read_text()
TABLES = [
    re.findall(r"^\| (?!section)(\S.*?) \| ?(.*?) ?\| (.+?) \| (.+?) \| ?(.*?) ?\|$", part, re.M)
    for part in PAGE.split("\n## ")[1:]
]
ROWS = [row for table in TABLES for row in table]

# The headings of the three texts, in their order.
CHAPTER = (
    "Reimplementing Fogel's Tic-Tac-Toe Paper",
    "Neural Network Architecture",
    "Converting Board to Input",
    "Converting Output to Action",
    "Evolution Procedure",
    "Replication",
    "Evaluation",
    "Performance Curve",
    "Debugging",
)
POST = (
    "Introduction",
    "My neural network",
    "The neuron",
    "Neuron tests",
    "A neuron layer",
    "The neural network",
    "Testing the neural network",
    "Adapting the network for a tic-tac-toe agent",
    "Neural network modeling",
    "Training the network",
)
REPORT = """
    0.1 0.2 1 1.1 1.2 1.3 1.4 1.5 1.6 1.7 1.7.1 1.7.1.1 1.7.1.2 1.7.2 1.7.2.1 1.7.2.2 1.7.3
    1.7.3.1 1.7.3.2 1.8 1.9 1.10 1.11 1.12 1.13 1.14 1.14.1 1.14.2 1.14.2.1 1.14.2.2 1.15 2 2.1
    2.2 2.3 2.4 3 3.1 3.2 3.3 4 4.1 4.2 4.3 4.4
"""


def all_options(parser):
    """Every option of a parser and of its commands."""
    for action in parser._actions:
        yield from action.option_strings
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from all_options(command)


OPTIONS = set(all_options(make_parser()))


def test_no_section_is_missing():
    chapter, post, report = ([row[0] for row in table] for table in TABLES)
    assert tuple(chapter) == CHAPTER and tuple(post) == POST
    assert tuple(name.split(" ")[0] for name in report) == tuple(REPORT.split())
    # Without their heads.
    assert len(ROWS) == sum(line.startswith("| ") for line in PAGE.splitlines()) - len(TABLES)


def missing(row):
    """What a row names and nobody has."""
    file = None
    for place in spans(" ".join(row[2:])):
        if place.startswith("-"):
            found = place in OPTIONS
        elif place.startswith("fogel "):
            found = is_command(place.split())
        elif "/" in place:
            file = ROOT / place
            found = file.is_file()
        else:  # a name of the file before it, or of one in the last column
            found = any(
                has(one, place)
                for one in (file, *(ROOT / other for other in spans(row[4]) if "/" in other))
            )
        if not found:
            yield place


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_every_place_is_there(row, capsys):
    assert not list(missing(row)), "mend notebooks/sources.md"
    assert "fogel/" in row[2] or row[2] == "this page"
    assert re.match(r"`tests/(?:[\w/]+/)?test_\w+\.py`: `test_\w+`", row[3])


@pytest.mark.parametrize("chapters", sorted({row[1] for row in ROWS if row[1]}))
def test_chapters_are_numbers(chapters):
    assert all(1 <= int(number) <= 19 for number in re.split(", | to ", chapters))


@pytest.mark.parametrize(
    "change",
    [
        (2, "`fogel/gone.py`"),
        (2, "`fogel/curve.py`: `run_trial_s`"),
        (3, "`tests/test_curve.py`: `test_gone`"),
        (4, "`--gone`"),
    ],
)
def test_a_place_that_is_gone_is_noticed(change, capsys):
    row = [
        "x",
        "1",
        "`fogel/curve.py`: `run_trials`",
        "`tests/test_curve.py`: `test_the_curve_rises`",
        "",
    ]
    assert not list(missing(row))
    column, text = change
    row[column] = text
    assert list(missing(row))


def test_the_readme_and_the_book_point_to_it():
    assert "notebooks/sources.md" in (ROOT / "README.md").read_text()
    assert re.search(r"^sources$", (ROOT / "notebooks/index.md").read_text(), re.M)
