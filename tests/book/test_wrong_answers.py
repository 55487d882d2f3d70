"""What the exercises of the chapters say to wrong answers, and to right ones.

`wrong_answers/NN_word.yml` lists, by exercise, what students write: `answer` is wrong, and the check is to say "Not
yet" with the words of `says`, the kind of mistake, and nothing of the right answer; `right` is a right one, which no
check may refuse.

An answer is put in the place of the statements of the exercise's cells that bind its names; what else runs, the
pages' `steps` find.
"""

import ast
import contextlib
import io
import re
from functools import cache

import pytest
import yaml
from _in_page.steps import IMPORTS, bound, is_checked, needed, run
from listed_answers import LISTS, exercises_in, with_answer
from places import BOOK

from fogel.classroom import exercises

EXPERIMENT = re.compile(r"\brun_(trials?|league)\(")  # what takes seconds, and several exercises of a chapter need
found_before = {}
FEWEST = 5  # wrong answers to each exercise that has a check


@pytest.fixture(scope="module", autouse=True)
def experiments():
    """What experiments have found takes hundreds of megabytes, and no other file needs it."""
    yield
    found_before.clear()


# An answer and what the check says.


@cache
def chapter_after(statements):
    """The names of a chapter after these of its statements, a tuple; what they print is not kept."""
    names = {"__name__": "chapter"}
    with contextlib.redirect_stdout(io.StringIO()):
        for place, statement in enumerate(statements):
            if EXPERIMENT.search(ast.unparse(statement)) and isinstance(statement, ast.Assign):
                names |= found_by(statement, needed(statements[:place], [statement]), names)
            else:
                run([statement], names)
    return names


def found_by(statement, before, names):
    """{name: value} that an experiment binds; exercises that need the same one share it, of another chapter too."""
    own = [one for one in before if not isinstance(one, IMPORTS)]  # chapters import in lines of their own
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
    """No target was asked for before, no board is drawn, and stored tables are where a chapter reads them."""
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
    assert "The target is" not in said and "fogel: " not in said, "a first wrong answer gives the right one away"


@pytest.mark.parametrize(("word", "number", "entry"), listed("right"))
def test_a_right_answer_is_accepted(word, number, entry):
    said = said_to(word, number, entry["right"])
    assert said and exercises.NOT_YET not in said and "Not yet" not in said, said


def test_every_chapter_has_a_list():
    chapters = {path.stem for path in BOOK.glob("[0-9]*.ipynb")}
    checked = {word for word in chapters if any(is_checked(one.statements) for one in exercises_in(word).values())}
    assert {path.stem for path in LISTS} == checked


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_every_exercise_with_a_check_has_wrong_answers_and_a_right_one(path):
    entries = read(path)
    checked = [number for number, one in exercises_in(path.stem).items() if is_checked(one.statements)]
    for number in checked:
        wrong, right = (sum(key in one for one in entries.get(number, [])) for key in ("answer", "right"))
        assert wrong >= FEWEST and right, f"{number}: {FEWEST} wrong answers and a right one are to be listed"
    assert {*entries} <= {*checked}, "answers to an exercise that is gone, or has no check"
