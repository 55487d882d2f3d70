"""Answers of any type, judged by one function in a student's notebook and at the grader's; and what
is said of them.
"""

from array import array
from collections import OrderedDict, deque
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

pytest.importorskip(
    "nbgrader", reason="the classroom is not installed: pip install -e .[classroom]"
)
from classroom import solution_notebook
from fogel.checks import apart, problems, what_is_wrong
from fogel.checks.shapes import Flag, Mapping, Number, Numbers, Square, Squares, Text, Weights
from fogel.checks.variant import variant
from grader import render, runner
from grader.answers import trouble
from grader.grade import mark_of
from grader.sets import find, school

V = variant(7)
DICT = {0: 1, 1: 5}
RIGHT = [
    (deque([1, 2, 3]), [1, 2, 3], Numbers()),
    (array("d", [1, 2, 3]), [1, 2, 3], Numbers(count=3)),
    (np.array([1, 2], dtype=np.longdouble), [1, 2], Numbers()),
    (np.longdouble(1.5), 1.5, Number()),
    (np.float32(0.5), 0.5, Number()),
    (Fraction(1, 4), 0.25, Number()),
    (Decimal("0.25"), 0.25, Number()),
    (DICT.values(), [1, 5], Numbers()),
    (DICT.keys(), [1, 0], Squares()),
    (OrderedDict.fromkeys([0, 1]), {"dict": [[0, None], [1, None]]}, Mapping()),
    ((k for k in (1, 5)), [5, 1], Squares()),
    (map(int, "15"), [1, 5], Numbers()),
    (frozenset({4, 2}), [2, 4], Squares()),
    (np.array(3), 3, Square()),
    (np.bool_(True), True, Flag()),
    (np.str_("X"), "X", Text()),
    (
        deque([np.zeros((2, 10)), np.zeros((9, 3))]),
        [np.zeros((2, 10)).tolist(), np.zeros((9, 3)).tolist()],
        Weights(),
    ),
]


@pytest.mark.parametrize(
    ("answer", "right", "shape"), RIGHT, ids=lambda value: type(value).__name__
)
def test_right_answers_of_any_type_are_right_in_both_checks(answer, right, shape):
    if not hasattr(answer, "__next__"):
        assert problems._judged(answer, right, shape) == ""
    given = runner.answer_of(lambda: answer)
    assert trouble(given) == "" and what_is_wrong(given["value"], right, shape) == ""


def test_both_ends_of_a_range_are_in_it():
    for answer, fits in ((-0.5, True), (0.5, True), (-0.51, False), (0.51, False)):
        assert (what_is_wrong(answer, None, Number(least=-0.5, most=0.5)) == "") == fits
    for square in (-1, 0, 8, 9):
        fits = 0 <= square <= 8
        assert (
            (what_is_wrong(square, None, Square()) == "")
            == (what_is_wrong([square], None, Squares()) == "")
            == fits
        )


class Odd:
    """Fails whenever it is looked at."""

    def __getattr__(self, name):
        raise ValueError


def endless():
    while True:
        yield 1


@pytest.mark.parametrize(
    "make", [Odd, endless, object, lambda: 1j, lambda: [1, Odd()], lambda: "x" * 60_000]
)
def test_what_is_no_answer_is_none_in_both_checks(make):
    assert "which can't be read as an answer" in problems._judged(make(), None, Numbers())
    assert trouble(runner.answer_of(make)) != ""


def test_a_list_in_itself_is_no_answer():
    some = []
    some.append(some)
    assert "can't be read" in problems._judged(some, None, Numbers())
    assert "can't be read" in trouble(runner.answer_of(lambda: some))


@pytest.mark.parametrize(
    ("answer", "right", "shape", "words"),
    [
        (6.5000001, 6.5, Number(), "you returned 6.5000001; it should be 6.5"),
        (6.5, 7.25, Number(), "you returned 6.5; it should be 7.25"),
        (
            [1.0, 2.00000001],
            [1.0, 2.0],
            Numbers(),
            "entry [1] of what you returned is 2.00000001; it should be 2",
        ),
        (
            {"dict": [[1, 0.1 + 0.2]]},
            {"dict": [[1, 0.3]]},
            Mapping(),
            "0.30000000000000004; it should be 0.3",
        ),
        ("False", False, Flag(), "you returned 'False'"),
        ("3", 3, Number(), "you returned '3'"),
        ("4", 4, Square(), "you returned '4'"),
    ],
)
def test_what_looks_alike_is_told_apart(answer, right, shape, words):
    assert words in what_is_wrong(answer, right, shape)


def test_equal_numbers_are_not_told_apart():
    assert apart(2, 2) == ("2", "2") and apart(1e-9, 2e-9) == ("1e-09", "2e-09")


def judged(task, function, student="ada"):
    """The marks of a function, as a batch gives them."""
    reply = runner.run_task({task.function: function, "np": np}, task.question(V, student))
    return {mark.part: mark for mark in task.judge(V, student, reply)}


def test_numbers_of_few_digits_are_not_enough_to_compare():
    task = find("02").task("bug")
    assert judged(task, lambda sums: np.asarray(sums).astype(np.float64))["steep"].points == 2
    mark = judged(task, lambda sums: np.asarray(sums).astype(np.float16))["steep"]
    assert mark.points == 0 and "For the sums " in mark.complaint
    first, second = (
        mark.complaint.partition("For the sums ")[2].partition(" your values")[0].split(" and ")
    )
    assert first != second


def test_the_same_draws_for_two_layers_are_related_noise():
    def child(hidden, output, rng, shared):
        draws = rng.normal(0, V.noise, 200)
        a = draws[: hidden.size].reshape(hidden.shape)
        b = (draws if shared else draws[hidden.size :])[: output.size].reshape(output.shape)
        hidden, output, nodes = hidden + a, output + b, len(hidden)
        if rng.random() < V.change:
            if rng.random() < 0.5:
                if nodes < 10:
                    return np.insert(hidden, 0, 0, axis=0), np.insert(output, 0, 0, axis=1)
            elif nodes > 1:
                node = rng.integers(nodes)
                return np.delete(hidden, node, axis=0), np.delete(output, node, axis=1)
        return hidden, output

    task = find("04").task("child")
    for shared in (False, True):
        marks = judged(task, lambda *inputs: child(*inputs, shared))  # noqa: B023 - called at once
        assert (marks["noise"].complaint.startswith("Some weights get the same noise")) is shared, (
            marks["noise"]
        )
        assert marks["how often"].points and (marks["noise"].points > 0) is not shared


def test_a_function_that_calls_itself_for_ever_is_told_so_and_not_as_a_loop():
    calls = []

    def forever(*inputs):
        calls.append(1)
        raise RecursionError("maximum recursion depth exceeded")

    marks = judged(find("02").task("choose"), forever)
    assert len(calls) <= runner.MOST_RECURSIONS + 1
    assert all("RecursionError: maximum" in mark.complaint for mark in marks.values())


def test_common_slips_are_recognised_in_any_task():
    choose, encode = find("02").task("choose"), find("01").task("encode")
    marks = judged(choose, lambda sums, board: choose.right(V, sums, board) + 1)
    assert all("squares are counted from 0. The first: " in m.complaint for m in marks.values())
    mixed = judged(encode, lambda text: np.sort(encode.right(V, text)))
    assert "the right entries in another order" in mixed["every board"].complaint
    twos = judged(
        encode, lambda text: np.where(encode.right(V, text) == V.o, 2, encode.right(V, text))
    )
    assert "Here O is 2" in twos["every board"].complaint
    signs = judged(
        find("15").task("backward"), lambda *inputs: right_of("15", "backward", *inputs)[::-1]
    )
    # These are no squares.
    assert all("in another order. The first" in mark.complaint for mark in signs.values())
    other = judged(choose, lambda sums, board: 9)
    assert not any(
        "are counted from" in mark.complaint or "another order" in mark.complaint
        for mark in other.values()
    )


def right_of(one, task, *inputs):
    """The right answer of a set's task to a case."""
    return find(one).task(task).right(V, *inputs)


@pytest.mark.parametrize(("one", "task"), [("15", "forward"), ("08", "payoff")])
def test_numbers_that_came_out_in_float32_are_recognised(one, task):
    marks = judged(find(one).task(task), lambda *inputs: np.float32(right_of(one, task, *inputs)))
    told = [mark.complaint for mark in marks.values() if mark.complaint]
    assert told and all("These numbers came out in float32" in words for words in told)
    rounded = judged(
        find(one).task(task), lambda *inputs: np.round(right_of(one, task, *inputs), 3)
    )
    assert not any("float32" in mark.complaint for mark in rounded.values())


def test_a_seed_of_ones_own_is_recognised_where_a_generator_is_handed_in():
    def drawn(networks, rng):
        return np.array(
            [
                rng.permutation(np.delete(np.arange(networks), k))[: V.rivals]
                for k in range(networks)
            ]
        )

    draw, seeded = find("05").task("draw"), np.random.default_rng(1)
    fixed = judged(draw, lambda networks, rng: drawn(networks, np.random.default_rng(1)))
    shared = judged(draw, lambda networks, rng: drawn(networks, seeded))
    for marks in (fixed, shared):
        told = [mark.complaint for mark in marks.values() if mark.complaint]
        assert told[0].startswith("Nothing was drawn from the generator that was handed in.")
        assert not any("Nothing was drawn" in words for words in told[1:])
    assert all(mark.points == mark.of for mark in judged(draw, drawn).values())
    both = judged(draw, lambda networks, rng: drawn(networks, rng) + 1)
    assert not any("Nothing was drawn" in mark.complaint for mark in both.values())


def test_a_weight_that_has_passed_its_limit_is_recognised():
    """Eve's punishment reaches a limit, which not everybody's does."""
    task = find("15").task("punished")
    goals, weights = school.punished(V, "eve", limit=False)
    reply = runner.run_task({"my_goals": goals, "my_weights": weights}, task.question(V, "eve"))
    marks = {mark.part: mark for mark in task.judge(V, "eve", reply)}
    assert marks["goals"].points and not marks["weights"].points
    assert marks["weights"].complaint.endswith("A weight has passed its limit.")


def test_the_bug_of_set_15_is_as_its_text_says_and_shows_in_what_students_see():
    """The first slope is right, and not all of the others are."""
    one, names = find("15"), {}
    for made, mark in (
        (solution_notebook, "answer-forward"),
        (render.release_notebook, "answer-differences"),
    ):
        cells = made(one, V).cells
        exec("import math\n" + next(cell.source for cell in cells if mark_of(cell) == mark), names)
    task = one.task("differences")
    for inputs in [*task.examples(V), *(case for part, case in task.cases(V) if len(case[0]) > 1)]:
        right, found = np.array(task.right(V, *inputs)), np.array(names["differences"](*inputs))
        wrong = np.abs(right - found) > 1e-8
        assert not wrong[0] and wrong.any(), inputs
