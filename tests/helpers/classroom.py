"""Submissions for the tests of the classroom: notebooks with other answers than the solution's."""

import io
import json
import sys
from contextlib import redirect_stdout, suppress
from copy import deepcopy
from functools import cache
from pathlib import Path

import nbformat
import numpy as np

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "classroom"))

from fogel.checks.variant import variant  # noqa: E402
from grader import render, runner  # noqa: E402
from grader.grade import blank, grade_one, mark_of, steps_of  # noqa: E402
from grader.intake import cells_of, read_submission  # noqa: E402


def solution_notebook(one, rules):
    """The set with its solutions written in, as a student might hand it in."""
    made = render.notebook(one, rules, figures=False)
    for cell in made.cells:
        cell.source = render.solved(cell.source)
    return made


@cache
def whole(one, number, solved):
    """A set's notebook, solved or as it was released; not to be changed."""
    return (solution_notebook if solved else render.release_notebook)(one, variant(number))


def submission(one, number, answers=None, student="ada", solved=True):
    """A student's notebook with these answers, {task: code}; others are solved, or blank."""
    rules, made = variant(number), deepcopy(whole(one, number, solved))
    for cell in made.cells:
        task = mark_of(cell).removeprefix("answer-")
        if mark_of(cell) == "student":
            cell.source = f'STUDENT = "{student}"'
        elif mark_of(cell).startswith("answer-") and task in (answers or {}):
            cell.source = render.filled(answers[task], one, rules)
    return made


def hand_in(folder, notebook, student, name):
    """Puts a notebook where a student hands it in; returns its path."""
    path = Path(folder) / student / name / f"{name}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, path)
    return path


def graded(folder, one, number, answers=None, student="ada", solved=True, limits=None):
    """What such a notebook earns: the result, as plain values."""
    path = hand_in(folder, submission(one, number, answers, student, solved), student, one.name)
    return grade_one(one.name, number, student, read_submission(path), limits)


def answered(one, student, answer, handed_in="", named=None):
    """The result of somebody who has written this answer, and nothing else."""
    result, task = blank(one.name, 7, student, ""), next(task for task in one.tasks if task.by_hand)
    named = student if named is None else named
    about = {"points": 0, "notes": [], "handed_in": handed_in, "named": named}
    return result | about | {"written": {task.name: answer}}


def judged(one, number, answers, student="ada", about=None):
    """{task: (points by part, complaints)} of a notebook with these answers, otherwise solved.

    The cells run in this process, which saves most of the time: a wrong answer of ours needs no
    fence. Only the tasks in `about` are asked, and only their cells run.
    """
    about = answers if about is None else about
    rules, made = variant(number), submission(one, number, answers, student)
    steps, found = steps_of(cells_of(nbformat.writes(made).encode()), one, rules, student), {}
    names = {"np": np, "__name__": "__main__"}
    for step in steps:
        if step.task and step.task not in about:
            continue
        if not step.asks:
            run_cell(step.order["cell"], names)
        else:
            reply = json.loads(json.dumps(runner.run_task(names, step.order["task"])))
            marks = one.task(step.task).judge(rules, student, reply)
            earned = {mark.part: mark.points for mark in marks}
            found[step.task] = earned, "\n".join(mark.complaint for mark in marks)
    return found


def run_cell(source, names):
    """Run a cell as a notebook does: what comes after an error in it is lost, and nothing else."""
    with suppress(Exception), redirect_stdout(io.StringIO()):
        exec(compile(source, "<cell>", "exec"), names)


def points(result):
    """{task: {part: points}}."""
    return {
        name: {mark["part"]: mark["points"] for mark in task["marks"]}
        for name, task in result["tasks"].items()
    }


def full(one, task):
    """All points of a task, by part."""
    return {part.name: part.points for part in one.task(task).parts}


def complaints(result, task):
    """All that the judge says of a task."""
    return "\n".join(mark["complaint"] for mark in result["tasks"][task]["marks"])
