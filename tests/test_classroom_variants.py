"""What a variant does not keep from anybody: the package's own functions, behind one conversion of boards."""

import re

import numpy as np
import pytest

pytest.importorskip("nbgrader", reason="the classroom is not installed: pip install -e .[classroom]")
from classroom import ROOT

from fogel import encoding, opponent
from fogel.classroom.variant import variant
from grader import runner
from grader.sets import find

V = variant(7)
MARKS = {encoding.X: V.x, encoding.O: V.o, 0: V.empty}


def successors(board):
    book = V.book(board)
    if encoding.is_final(book):
        return []
    return [V.board(encoding.place(book, V.order[k])) for k in range(9) if board[k] == V.empty]


# What one conversion makes of the package's functions; those that are named on the teachers' page.
CONVERTED = {
    "P1.1": lambda text: V.board(encoding.encode("".join(text.split()).upper())),
    "P1.2": lambda board: MARKS[encoding.winner(V.book(board))],
    "P1.3": successors,
    "P3.3": lambda board, *rest: opponent.reply_probabilities(np.array(V.book(board)), V.settings)[list(V.order)],
    "P7.2": lambda board: opponent.forced_result(
        V.book(board), encoding.X if V.book(board).count(0) % 2 else encoding.O
    ),
}


@pytest.mark.parametrize("number", CONVERTED)
def test_the_page_names_what_one_conversion_solves(number):
    one = find(f"{int(number[1]):02}")
    task = next(task for task in one.tasks if task.number == number)
    reply = runner.run_task({task.function: CONVERTED[number]}, task.question(V, "ada"))
    earned = sum(mark.points for mark in task.judge(V, "ada", reply))
    assert earned == task.points, task.judge(V, "ada", reply)
    page = (ROOT / "notebooks" / "teachers.md").read_text(encoding="utf-8")
    named = re.search(r"In ([P0-9., and\n]+) one line of conversion", page)
    assert number in named[1]


def test_a_variant_keeps_the_rest_from_everybody():
    """Numbers that stand in the text alone: a conversion of boards does not change them."""
    task = find("02").task("sums")
    from fogel import Network

    reply = runner.run_task(
        {"output_sums": lambda hidden, output, board: Network(hidden, output).sums(V.book(board))},
        task.question(V, "ada"),
    )
    assert sum(mark.points for mark in task.judge(V, "ada", reply)) == 0
