"""Every problem set, graded as a teacher would: the solution, the untouched release, right answers
written otherwise, and plausible wrong ones, each of which loses just the points that it should and
is told why.

A wrong answer with words of its own is a Mistake of its set; the other answers are in
tests/classroom/problem_sets/. One notebook holds one answer to each task, so that few are run.
"""

import re
from importlib import import_module
from itertools import zip_longest

import pytest

pytest.importorskip(
    "nbgrader", reason="the classroom is not installed: pip install -e .[classroom]"
)
from chapter_cells import COLUMNS, folded

from classroom import complaints, full, graded, judged, points, solution_notebook
from fogel.checks.variant import variant
from grader import mistakes, render
from grader.grade import mark_of
from grader.sets import all_sets

SETS = all_sets()
every_set = pytest.mark.parametrize("one", SETS, ids=lambda one: one.name)


def answers_of(one):
    return import_module(f"problem_sets.{one.name[3:]}")


def rounds(answers):
    """The k-th answer to each task, for all k: {task: (what, code, ...)}."""
    for some in zip_longest(*answers.values()):
        yield {task: entry for task, entry in zip(answers, some, strict=True) if entry}


def wrong_answers(one):
    """{task: [(what is wrong, code, points by part, words of the message, variant)]}: the mistakes
    that the set names, and those for which it has no words of its own.
    """
    found = {}
    for task in one.tasks:
        entries = [*getattr(task, "wrong", {}).items(), *answers_of(one).WRONG.get(task.name, ())]
        found[task.name] = [told_of(task, *entry) for entry in entries if not callable(entry[1])]
    return found


def told_of(task, what, code, *told):
    """Such an entry, from (words of the message, Mistake) or (what is wrong, code, ...)."""
    if not isinstance(code, mistakes.Mistake):
        return what, code, *told, 7
    lost = dict.fromkeys(code.costs or [part.name for part in task.parts], 0)
    return what, mistakes.standalone_text(task, code.edits), lost, what, code.variant


@every_set
@pytest.mark.parametrize("number", [0, 23])
def test_the_solution_earns_all_points(one, number, tmp_path):
    """In the book's variant and in another one; what the other tests change is a solution in a
    third, 7.
    """
    result = graded(tmp_path, one, number)
    for task in one.tasks:
        if task.kind != "written":
            assert points(result)[task.name] == full(one, task.name), complaints(result, task.name)
            assert result["tasks"][task.name]["notes"] == [], task.name
    written = sum(task.points for task in one.tasks if task.kind == "written")
    assert result["points"] == one.points - written and result["notes"] == []


@every_set
def test_the_untouched_release_earns_nothing(one, tmp_path):
    result = graded(tmp_path, one, 7, solved=False)
    assert result["points"] == 0, points(result)
    assert not any(result["written"].values())


@every_set
@pytest.mark.parametrize("number", [0, 7])
def test_right_answers_written_otherwise_are_right(one, number):
    for some in rounds(answers_of(one).RIGHT):
        found = judged(one, number, {task: code for task, (_, code) in some.items()})
        for task, (how, _) in some.items():
            earned, told = found[task]
            assert earned == full(one, task), (task, how, told)


@every_set
def test_wrong_answers_lose_what_they_should_and_are_told_why(one):
    answers = wrong_answers(one)
    for number in sorted({entry[-1] for entries in answers.values() for entry in entries}):
        shown = {
            task: [entry for entry in answers[task] if entry[-1] == number] for task in answers
        }
        for some in rounds(shown):
            found = judged(one, number, {task: entry[1] for task, entry in some.items()})
            for task, (what, _, lost, words, _) in some.items():
                earned, told = found[task]
                assert earned == {**full(one, task), **lost}, (task, what, told)
                assert words in told, (task, what, told)


WAYS = [(one, *tasks) for one in SETS for tasks in getattr(answers_of(one), "OVERLOOKED", {})]


def is_right(task, program, rules):
    """Whether a program earns all points, without the hints that take the judge most of its time."""
    reply = mistakes.reply_to(task, program, rules, "ada")
    if task.verdict:
        return all(mark.points == mark.of for mark in task.judge(rules, "ada", reply))
    cases, right = task.cases_of(rules, "ada")
    answers = task.settled(rules, "ada", reply["answers"])
    return not any(
        task.complaint(rules, inputs, answer, value)
        for (_, inputs), answer, value in zip(cases, answers, right, strict=True)
    )


@pytest.mark.parametrize("number", [0, 7, 23])
@pytest.mark.parametrize(
    "one, edited, asked", WAYS, ids=lambda about: getattr(about, "name", about)
)
def test_no_program_that_overlooks_one_way_of_a_rule_is_right(one, edited, asked, number):
    """Each way in which a rule can apply decides a case of every class."""
    rules, task = variant(number), one.task(asked)
    unnoticed = []
    for way, program in answers_of(one).OVERLOOKED[edited, asked].items():
        if edited != asked:
            head = f"def {task.function}("
            text = mistakes.answer_text(one.task(edited), program.edits)
            program = mistakes.mistake((head, f"{text}\n\n\n{head}"))
        if is_right(task, program, rules):
            unnoticed.append(way)
    assert unnoticed == []


@every_set
def test_each_task_to_build_has_six_wrong_answers_and_a_right_one(one):
    wrong, right = wrong_answers(one), answers_of(one).RIGHT
    for task in one.tasks:
        if task.kind == "build":
            assert len(wrong[task.name]) >= 6 and len(right[task.name]) >= 1, task.name


@every_set
def test_the_packages_functions_and_last_years_solutions_do_not_pass(one):
    """They were written for the book's variant, or for that of the year before, and are handed in
    in another one.
    """
    build = {task.name for task in one.tasks if task.kind == "build"}
    for old, new in ((0, 7), (23, 24)):
        made = solution_notebook(one, variant(old))
        last_year = {
            mark_of(cell).removeprefix("answer-"): _raw(cell.source)
            for cell in made.cells
            if mark_of(cell).startswith("answer-")
        }
        for task, (earned, _) in judged(one, new, last_year, about=build).items():
            assert earned != full(one, task), (task, old, new)
    texts = {task.name: task.package for task in one.tasks if getattr(task, "package", "")}
    for line in re.findall(r"^(?:from|import) .*$", "\n".join(texts.values()), re.M):
        exec(line, {})  # a name that the package doesn't have would earn nothing either
    packaged = {name: _raw(text) for name, text in texts.items()}
    for task, (earned, _) in judged(one, 7, packaged).items():
        assert earned != full(one, task), task


def _raw(code):
    return f"<% raw %>{code}<% endraw %>"


@every_set
def test_points_minutes_and_kinds(one):
    assert 45 <= one.minutes <= 90 and 15 <= one.points <= 40
    kinds = {task.kind for task in one.tasks}
    assert {"build", "written"} <= kinds and kinds <= {
        "build",
        "bug",
        "predict",
        "personal",
        "written",
    }
    assert len({task.name for task in one.tasks}) == len(one.tasks)
    assert [task.number for task in one.tasks] == [
        f"P{int(one.name[:2])}.{k + 1}" for k in range(len(one.tasks))
    ]


def shown(cell):
    """The lines of code that a reader sees of a cell; of a text those of its blocks of code."""
    if cell.cell_type == "code":
        return [] if folded(cell) else cell.source.splitlines()
    return [
        line
        for block in re.findall(r"^```.*?^```", cell.source, re.M | re.S)
        for line in block.splitlines()
    ]


@every_set
def test_no_visible_line_of_code_is_cut_off(one):
    for number in (0, 7, 23, 98):
        rules = variant(number)
        for made in (
            render.release_notebook(one, rules, figures=False),
            solution_notebook(one, rules),
        ):
            assert not [
                line for cell in made.cells for line in shown(cell) if len(line) > COLUMNS
            ], number
