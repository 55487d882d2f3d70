"""Notebooks whose cells have lost the marks by which the grader knows them, as another editor
leaves them.
"""

from copy import deepcopy

import nbformat
import pytest

pytest.importorskip(
    "nbgrader", reason="the classroom is not installed: pip install -e .[classroom]"
)
from classroom import submission
from fogel.checks.variant import variant
from grader import grade
from grader.intake import cells_of
from grader.sets import all_sets, find

ONE, V = find("02"), variant(7)
MINE = "def choose_square(sums, board):\n    return 3"
ANSWER = "Masking comes first.\n\nEvolution is *blind*."
every_set = pytest.mark.parametrize("one", all_sets(), ids=lambda one: one.name)


def notebook(one=ONE, text=ANSWER, **answers):
    """A notebook with these answers and this text in words."""
    made = submission(one, 7, answers)
    for cell in made.cells:
        if any(task.by_hand and task.name == grade.mark_of(cell) for task in one.tasks):
            cell.source = text
    return made


def stripped(made, keep=lambda cell: False):
    """The same without marks, but for some cells."""
    made = deepcopy(made)
    for cell in made.cells:
        cell.metadata = cell.metadata if keep(cell) else {}
    return made


def cells(made):
    return cells_of(nbformat.writes(made).encode())


@every_set
@pytest.mark.parametrize("solved", [True, False])
def test_marks_that_all_are_gone_are_found_again(one, solved):
    made = notebook(one) if solved else submission(one, 7, solved=False)
    assert grade.recovered(cells(stripped(made)), one, V) == cells(made)


def test_an_answer_is_kept_shown_and_compared():
    made = stripped(notebook(choose=MINE))
    found = grade.recovered(cells(made), ONE, V)
    assert grade.written_answers(found, ONE) == {"why": ANSWER}
    assert grade._code_of(ONE.task("choose"), found) == MINE


def test_a_task_is_asked_once_after_the_last_of_its_cells():
    """Also where cells were copied, or are gone."""
    whole = cells(notebook())
    names = [task.name for task in ONE.tasks if not task.by_hand]
    copies = [cell for cell in whole if cell.mark in (names[0], f"answer-{names[0]}")]
    for some, order in (
        (whole, names),
        ([*whole, *copies], [*names[1:], names[0]]),
        ([cell for cell in whole if cell.mark != names[0]], [*names[1:], names[0]]),
    ):
        steps = grade.steps_of(some, ONE, V, "ada")
        assert [step.task for step in steps if step.asks] == order


def test_marks_that_are_there_stay():
    made = notebook()
    assert grade.recovered(cells(made), ONE, V) == cells(made)
    some = stripped(made, lambda cell: grade.mark_of(cell) != "why")
    assert grade.recovered(cells(some), ONE, V) == cells(made)


def test_an_answer_over_several_new_cells_is_kept():
    """The answer's cell was deleted, and two new ones stand there, of code and of text."""
    made, places = notebook(), {}
    for number, cell in enumerate(made.cells):
        places[grade.mark_of(cell)] = number
    texts = [nbformat.v4.new_markdown_cell(text) for text in ("One.", "Two.")]
    codes = [nbformat.v4.new_code_cell(text) for text in ("half = 1", MINE)]
    made.cells[places["why"] : places["why"] + 1] = texts
    made.cells[places["answer-choose"] : places["answer-choose"] + 1] = codes
    for some in (made, stripped(made)):
        found = grade.recovered(cells(some), ONE, V)
        assert grade.written_answers(found, ONE) == {"why": "One.\n\nTwo."}
        assert grade._code_of(ONE.task("choose"), found) == f"half = 1\n\n{MINE}"


def test_two_cells_of_one_name_are_both_read():
    made = notebook()
    copies = [deepcopy(cell) for cell in made.cells if grade.mark_of(cell) == "why"]
    for text, kept in (
        (ANSWER, ANSWER),
        ("*Your answer here.*", ANSWER),
        ("More.", f"{ANSWER}\n\nMore."),
    ):
        copies[0].source = text
        some = deepcopy(made)
        some.cells += copies
        assert grade.written_answers(cells(some), ONE) == {"why": kept}


def test_a_notebook_of_something_else_has_no_marks():
    made = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell("x = 1"), nbformat.v4.new_markdown_cell("Hello.")]
    )
    found = grade.recovered(cells(made), ONE, V)
    assert [cell.source for cell in found] == ["x = 1", "Hello."] and not any(
        cell.mark == "why" for cell in found
    )


def test_a_cell_of_ones_own_is_none_of_ours():
    """It stands where a check was, or beside an answer; so it is run, and is not taken for a locked
    cell.
    """
    made = notebook()
    place = next(k for k, cell in enumerate(made.cells) if grade.mark_of(cell) == "choose")
    made.cells[place] = nbformat.v4.new_code_cell("helper = 1")
    for some in (made, stripped(made)):
        found = grade.recovered(cells(some), ONE, V)
        assert [cell.mark for cell in found if cell.source == "helper = 1"] == [""]
