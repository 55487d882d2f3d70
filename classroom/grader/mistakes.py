"""Common mistakes: each is an edit of a task's solution, and what a student who makes it is told.

A mistake is written once, beside its task. The grader runs the edited solution and recognizes a
student whose answers are the same, and the tests hand it in. Only the set's own text runs here, in
the grader's process; a student's code never does.
"""

from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import takewhile

import numpy as np

from fogel.checks.questions import as_json
from grader import render
from grader.functions_as_text import known
from grader.runner import revive, run_task


@dataclass(frozen=True)
class Mistake:
    """A common wrong answer, as the text of the solution with some edits.

    `edits` are pairs (old, new), made one after the other. Each `old` must occur exactly once, and
    both may hold the placeholders of the set's text. `costs` names the parts that earn nothing; all
    of them if it is empty. `variant` is the number of a class in which the mistake shows.
    """

    edits: tuple
    costs: tuple = ()
    variant: int = 7


def mistake(*edits, **more):
    """The Mistake with these edits."""
    return Mistake(edits, **more)


def model(task, one):
    """A common wrong answer as a function like the task's `right`, which it may already be."""
    if not isinstance(one, Mistake):
        return one

    def answer(variant, *inputs):
        with np.errstate(all="ignore"):
            return task.answer_from(partial(_names, task, one.edits, variant), inputs)

    return answer


def reply_to(task, one, variant, student):
    """Return what a student's process would say if it ran a common wrong answer, for the judge."""
    with np.errstate(all="ignore"):
        names = {**_names(task, one.edits, variant, student)}
        return run_task(names, task.question(variant, student))


def as_handed_in(value, stateful=False):
    """An input as a student's function gets it; it may be changed in place.

    To make a function may take long, so it is made only once unless functions are `stateful`.
    """
    is_code = isinstance(value, dict) and "python" in value and not stateful
    return known(value["python"]) if is_code else revive(as_json(value))


def answer_text(task, edits=()):
    """What a student writes into the cell of a task, with the edits and before its placeholders are
    filled in.

    Raises ValueError if the text to replace does not occur exactly once.
    """
    text = next(text for name, text in _cells(_set_of(task)) if name == task.name)
    for old, new in edits:
        if text.count(old) != 1:
            raise ValueError(f"task {task.name!r}: {old!r} occurs {text.count(old)} times")
        text = text.replace(old, new)
    return text


def standalone_text(task, edits=()):
    """The same after the solutions on which it may depend, whatever the notebook holds there."""
    before = takewhile(lambda one: one is not task, _set_of(task).tasks)
    texts = [answer_text(one) for one in before if _is_definition(one)]
    return "\n\n".join([*texts, answer_text(task, edits)])


def _set_of(task):
    from grader.sets import all_sets  # the sets import this module

    return next(one for one in all_sets() if task in one.tasks)


@cache
def _cells(one):
    """(the task's name, or "" for a locked cell; source) of a set's cells of code, solved and
    before the placeholders are filled in.
    """
    found = []
    for cell in render.parsed(one.source.read_text(encoding="utf-8")).cells:
        role, *name = cell.metadata.get("tags", ["", ""])
        if role in ("setup", "answer"):
            found.append((*name, render.solved(cell.source)) if name else ("", cell.source))
    return tuple(found)


def _is_definition(task):
    """Whether the answer to a task defines what later ones call."""
    return hasattr(task, "function") or hasattr(task, "object")


def _run(text, task, variant, names):
    """Run a text of the set, and add the names that it defines to `names`."""
    filled = render.filled(text, _set_of(task), variant)
    exec(compile(filled, f"<solution of {task.name}>", "exec"), names)


@lru_cache(maxsize=16)
def _names_before(task, variant, student):
    """The names that a notebook knows where it comes to a task, from locked cells and solutions."""
    one, names = _set_of(task), {"__name__": "__main__", "STUDENT": student, "print": _silent}
    for name, text in takewhile(lambda cell: cell[0] != task.name, _cells(one)):
        if not name or _is_definition(one.task(name)):
            _run(text, task, variant, names)
    return names


def _silent(*values, **options):
    """Stands for print: locked cells show things to students."""


@lru_cache(maxsize=256)
def _names(task, edits, variant, student="your-id"):
    """The names after the edited solution has run; all notebooks of a class ask for them."""
    names = {**_names_before(task, variant, student)}
    _run(answer_text(task, edits), task, variant, names)
    return names
