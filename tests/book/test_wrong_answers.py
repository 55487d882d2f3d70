"""What the exercises of the chapters say to wrong answers, and to right ones.

`wrong_answers/NN_word.yml` lists, by exercise, what students write: `answer` is wrong, and the
check is to say "Not yet" with the words of `says`, the kind of mistake, and nothing of the right
answer; `right` is a right one, which no check may refuse.

An answer is put in the place of the statements of the exercise's cells that bind its names; what
else runs, the pages' `steps` find.
"""

import ast
import contextlib
import io
import os
import re
from functools import cache

import nbformat
import numpy as np
import pytest
import right_answers
import yaml
from _in_page.steps import (
    IMPORTS,
    NAMES,
    NUMBER,
    bound,
    code_of,
    is_checked,
    is_folded,
    names_in,
    needed,
    run,
)
from listed_answers import LISTS, exercises_in, with_answer
from places import BOOK

from fogel.checks import exercises

# What takes seconds, and several exercises of a chapter need.
EXPERIMENT = re.compile(r"\brun_(trials?|league)\(")
found_before = {}
FEWEST = 5  # wrong answers to each exercise that has a check
SEEDS = int(os.environ.get("SEEDS", "5"))  # with which a check that draws numbers is tried


@pytest.fixture(scope="module", autouse=True)
def experiments():
    """What experiments have found takes hundreds of megabytes, and no other file needs it."""
    yield
    found_before.clear()


# An answer and what the check says.


@cache
def chapter_after(statements):
    """The names of a chapter after this tuple of its statements, whose output is not kept."""
    names = {"__name__": "chapter"}
    with contextlib.redirect_stdout(io.StringIO()):
        for place, statement in enumerate(statements):
            if EXPERIMENT.search(ast.unparse(statement)) and isinstance(statement, ast.Assign):
                names |= found_by(statement, needed(statements[:place], [statement]), names)
            else:
                run([statement], names)
    return names


def found_by(statement, before, names):
    """{name: value} that an experiment binds, shared by the exercises that need it."""
    # Chapters import in lines of their own.
    own = [one for one in before if not isinstance(one, IMPORTS)]
    key = "\n".join(map(ast.unparse, [*own, statement]))
    if key not in found_before:
        run([statement], names)
        found_before[key] = {name: names[name] for name in bound(statement)}
    return found_before[key]


def said_to(word, number, answer):
    """What is printed when that answer, a text, is given to an exercise."""
    before, statements = exercises_in(word)[number].before, exercises_in(word)[number].statements
    statements = with_answer(statements, ast.parse(answer).body)
    names = {**chapter_after(tuple(needed(before, statements)))}
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        run(statements, names)
    return printed.getvalue()


@pytest.fixture(autouse=True)
def first_try(monkeypatch):
    """No earlier targets, no drawn boards, and stored tables where a chapter reads them."""
    monkeypatch.chdir(BOOK)
    monkeypatch.setattr(exercises, "_wrong_answers", {})
    monkeypatch.setattr(exercises, "_draw", lambda *given: None)


def read(path):
    """{exercise: entries} of a list."""
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def listed(key):
    """(chapter, exercise, entry) of all lists that have that key."""
    return [
        pytest.param(path.stem, number, entry, id=f"{number}-{place}")
        for path in LISTS
        for number, entries in read(path).items()
        for place, entry in enumerate(entries)
        if key in entry
    ]


@pytest.mark.parametrize(("word", "number", "entry"), listed("answer"))
def test_a_wrong_answer_is_refused_with_a_sentence_that_helps(word, number, entry):
    said = said_to(word, number, entry["answer"])
    assert "Not yet" in said, said or "nothing is said"
    assert entry["says"].lower() in " ".join(said.lower().split()), said
    assert "The target is" not in said and "fogel: " not in said, (
        "a first wrong answer gives the right one away"
    )


@pytest.mark.parametrize(("word", "number", "entry"), listed("right"))
def test_a_right_answer_is_accepted(word, number, entry):
    said = said_to(word, number, entry["right"])
    assert said and exercises.NOT_YET not in said and "Not yet" not in said, said


def test_every_chapter_has_a_list():
    chapters = {path.stem for path in BOOK.glob("[0-9]*.ipynb")}
    checked = {
        word
        for word in chapters
        if any(is_checked(one.statements) for one in exercises_in(word).values())
    }
    assert {path.stem for path in LISTS} == checked


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_every_exercise_with_a_check_has_wrong_answers_and_a_right_one(path):
    entries = read(path)
    checked = [
        number for number, one in exercises_in(path.stem).items() if is_checked(one.statements)
    ]
    for number in checked:
        wrong, right = (
            sum(key in one for one in entries.get(number, [])) for key in ("answer", "right")
        )
        assert wrong >= FEWEST and right, (
            f"{number}: {FEWEST} wrong answers and a right one are to be listed"
        )
    assert {*entries} <= {*checked}, "answers to an exercise that is gone, or has no check"


# Right answers in other forms, and checks that hand out copies.

# Take seconds.
LONG = "6.2 6.7 6.8 7.4 7.6 8.5 8.6 9.4 9.5 9.6 11.6 14.4 14.5"
KEYS = {"2.6"}  # its answers are keys of a dictionary, which a list can't be


def first_right_answers():
    """(chapter, exercise, a right answer) of each exercise that doesn't take long."""
    for path in LISTS:
        for number, entries in read(path).items():
            if number not in LONG.split():
                yield (
                    path.stem,
                    number,
                    next(entry["right"] for entry in entries if "right" in entry),
                )


@pytest.mark.parametrize(
    ("word", "number", "answer"),
    [
        pytest.param(word, number, text, id=f"{number}-{form}")
        for word, number, right in first_right_answers()
        for form in right_answers.FORMS
        if number not in KEYS
        and (text := right_answers.in_form(right, exercises_in(word)[number], form))
    ],
)
def test_a_right_answer_is_accepted_in_any_container(word, number, answer):
    test_a_right_answer_is_accepted(word, number, {"right": answer})


@pytest.mark.parametrize(
    "number",
    ["2.5", "4.6", "5.4", "5.5", "5.7", "6.6", "11.5", "11.7", "15.4", "16.4", "17.4", "19.4"],
)
def test_an_answer_that_changes_what_it_is_given_is_told_so(number):
    """These are all exercises whose functions are given a list, an array or a dictionary."""
    word, right = next((word, right) for word, one, right in first_right_answers() if one == number)
    said = said_to(word, number, right_answers.with_harm(right, exercises_in(word)[number]))
    assert "it changes the " in said and "that it is given; let it work on a copy" in " ".join(
        said.split()
    ), said


# Luck.

# Whose checks draw numbers in an order that is the reader's own.
LUCKY = ["2.7", "4.5", "4.6", "5.6", "10.4"]


@pytest.mark.parametrize("number", LUCKY)
def test_luck_refuses_no_right_answer(number, monkeypatch):
    """The checks say how seldom it does; here it is tried with some seeds."""
    word, right = next((word, right) for word, one, right in first_right_answers() if one == number)
    plain = np.random.default_rng
    for shift in range(SEEDS):

        def moved(seed=None, shift=shift):
            return plain(seed + 1000 * shift if isinstance(seed, int) else seed)

        with monkeypatch.context() as patch:
            patch.setattr(np.random, "default_rng", moved)
            test_a_right_answer_is_accepted(word, number, {"right": right})


# Cells that need another exercise's.


def parts_of(word):
    """(statements of the chapter before its exercises, {exercise: its text and its cells})."""
    before, parts, number = [], {}, None
    for cell in nbformat.read(BOOK / f"{word}.ipynb", 4).cells:
        if cell.cell_type == "markdown" and (found := NUMBER.findall(cell.source)):
            number = found[-1]
        if cell.cell_type == "markdown" and cell.source.startswith("## ") and number:
            break
        if number:
            parts.setdefault(number, []).append(cell)
        elif cell.cell_type == "code":
            before += code_of(cell)
    return before, parts


def names_bound(cells, folded):
    """The names that cells bind which are folded, or which are not."""
    code = (cell for cell in cells if cell.cell_type == "code" and is_folded(cell) == folded)
    return set().union(*(bound(one) for cell in code for one in code_of(cell)))


def names_needed(cells):
    """The names that an exercise uses and has not bound itself."""
    statements = [one for cell in cells if cell.cell_type == "code" for one in code_of(cell)]
    own, needed_names = set().union(*map(bound, statements)), set()
    for one in reversed(statements):
        used = names_in(one)[1]
        needed_names = needed_names - bound(one) | (used - own if isinstance(one, NAMES) else used)
    return needed_names


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_no_exercise_needs_the_check_of_another_one(path):
    """A reader may skip any of them; the text has to name another exercise's visible cell."""
    before, parts = parts_of(path.stem)
    known = set().union(*map(bound, before))
    for number, cells in parts.items():
        text = " ".join(cell.source for cell in cells if cell.cell_type == "markdown")
        missing = names_needed(cells) - known
        for other, its in parts.items():
            if other == number:
                continue
            assert not missing & names_bound(its, folded=True) - names_bound(its, folded=False), (
                number,
                other,
            )
            assert f"exercise {other}" in text or not missing & names_bound(its, folded=False), (
                number,
                other,
            )
