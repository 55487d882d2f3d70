"""The lists of wrong and right answers, and how an answer gets into its exercise."""

import ast
from functools import cache

import nbformat
from _in_page.steps import bound, code_of, exercises_of, is_checked
from places import BOOK, ROOT

LISTS = sorted((ROOT / "tests" / "book" / "wrong_answers").glob("*.yml"))


@cache
def exercises_in(word):
    """The exercises of a chapter."""
    return exercises_of(nbformat.read(BOOK / f"{word}.ipynb", 4).cells)


def with_answer(statements, written):
    """The exercise's statements with an answer's in the place of those that bind its names."""
    names = set().union(*map(bound, written))
    places = [
        place
        for place, one in enumerate(statements)
        if bound(one) & names and not is_checked([one])
    ]
    if not places:
        raise ValueError(f"nothing of the exercise is called {' or '.join(sorted(names))}")
    rest = [one for place, one in enumerate(statements) if place not in places]
    return rest[: places[0]] + written + rest[places[0] :]


def text_of(number, exercise, answer):
    """(number, place, text) of what a reader's cell holds that has an answer."""
    written = ast.parse(answer).body
    names = set().union(*map(bound, written))
    for place in exercise.steps():
        if any(
            bound(one) & names and not is_checked([one]) for one in code_of(exercise.cells[place])
        ):
            return (
                number,
                place,
                "\n".join(map(ast.unparse, with_answer(code_of(exercise.cells[place]), written))),
            )
    raise ValueError(f"no cell of exercise {number} has {' or '.join(sorted(names))}")
