"""A common mistake is an edit of the solution, which the grader runs as a student would."""

import re

import numpy as np
import pytest

pytest.importorskip(
    "nbgrader", reason="the classroom is not installed: pip install -e .[classroom]"
)
import classroom  # noqa: F401 - puts the grader on the path
from fogel.checks.variant import variant
from grader.mistakes import answer_text, mistake, model, standalone_text
from grader.sets import find
from grader.tasks import shared_cases

V = variant(7)
SUCCESSORS, OWN = find("01").task("successors"), find("01").task("own")


@pytest.mark.parametrize("old", ["board", "nowhere"])
def test_the_text_to_replace_occurs_once(old):
    times = answer_text(SUCCESSORS).count(old)
    with pytest.raises(ValueError, match=re.escape(f"task 'successors': {old!r} occurs {times}")):
        answer_text(SUCCESSORS, [(old, "")])


def test_edits_are_made_one_after_the_other():
    edits = [("marks = list(board)", "marks = board"), ("marks = board", "marks = [*board]")]
    assert "marks = [*board]" in answer_text(SUCCESSORS, edits)


def test_without_edits_it_is_right():
    right = model(SUCCESSORS, mistake())
    for _, inputs in SUCCESSORS.cases(V)[::500]:
        assert np.array_equal(right(V, *inputs), SUCCESSORS.right(V, *inputs))
    for student in ("ada", "bob"):
        for mine, its in zip(model(OWN, mistake())(V, student), OWN.right(V, student), strict=True):
            assert mine == pytest.approx(its, abs=0.06)


def test_a_model_that_changes_its_inputs_changes_no_case():
    in_place = model(SUCCESSORS, mistake(("marks = list(board)", "board[:] = 0\n    return []")))
    cases, _ = shared_cases(SUCCESSORS, V)
    before = [inputs[0].copy() for _, inputs in cases[:50]]
    for _, inputs in cases[:50]:
        assert in_place(V, *inputs) == []
    assert all(np.array_equal(a, inputs[0]) for a, (_, inputs) in zip(before, cases, strict=False))


def test_a_model_prints_nothing(capsys):
    model(OWN, mistake())(V, "somebody else")
    assert capsys.readouterr() == ("", "")


def test_an_answer_comes_with_the_solutions_that_it_calls():
    """One notebook holds wrong answers to all tasks."""
    text = standalone_text(OWN)
    assert text.count("def successors") == text.count("def holder") == 1
    assert "witness" not in text and text.endswith(answer_text(OWN))
    neuron, pupils, *_ = find("12").tasks
    assert f"class {neuron.object}" in standalone_text(pupils)


def test_neither_the_starter_nor_a_mark_is_in_an_answer():
    text = answer_text(find("01").task("bug"))
    assert text.count("def can_win") == 1 and "###" not in text


def test_an_edited_class_is_a_model_of_a_task_about_objects():
    neuron = find("12").tasks[0]
    made = model(neuron, mistake())(V)
    assert type(made).__name__ == "type" and made.__name__ == neuron.object
