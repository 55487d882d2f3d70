"""A failing case comes with code that repeats it, inputs and all; and what is said of
it is true.
"""

import json

import numpy as np
import pytest

pytest.importorskip(
    "nbgrader", reason="the classroom is not installed: pip install -e .[classroom]"
)
import classroom  # noqa: F401 - puts the grader on the path
from fogel.checks.questions import as_json
from fogel.checks.variant import variant
from grader import feedback
from grader.runner import LARGEST_ANSWER, digest, is_short, revive, run_task
from grader.sets import all_sets, find
from grader.tasks import LONGEST_AGAIN, FunctionTask, slip_of

V = variant(7)
FUNCTIONS = [task for one in all_sets() for task in one.tasks if isinstance(task, FunctionTask)]


def task_of(number):
    return next(task for one in all_sets() for task in one.tasks if task.number == number)


def marks_of(number, code, student="ada"):
    """{part: Mark} of a task whose answer is this code."""
    task, names = task_of(number), {"np": np}
    exec(code, names)
    return {
        mark.part: mark
        for mark in task.judge(V, student, run_task(names, task.question(V, student)))
    }


@pytest.mark.parametrize("task", FUNCTIONS, ids=lambda task: task.number)
def test_the_line_to_paste_hands_in_what_the_grader_did(task):
    """For the first case of every part: the same values, of the same types."""
    first = {}
    for part, inputs in task.cases(V):
        first.setdefault(part, inputs)
    for inputs in first.values():
        line, given = task.again(inputs, {}, None), []
        assert len(line) <= LONGEST_AGAIN
        eval(line, {"np": np, task.function: lambda *values, into=given: into.extend(values)})
        asked = [revive(as_json(value)) for value in inputs]
        assert [type(value) for value in given] == [type(value) for value in asked]
        assert digest(asked) == digest(given)


def test_the_line_of_a_failing_case_fails():
    """P2.2 with the largest sum of all: sums and board stand in the line, and it returns a taken
    square.
    """
    code = "def choose_square(sums, board):\n    return int(np.argmax(sums))"
    marks = marks_of("P2.2", code)
    again = marks["every board"].again
    names = {"np": np}
    exec(code, names)
    square = eval(again, names)
    board = eval(again, {"np": np, "choose_square": lambda sums, board: board})
    assert board[square] != V.empty and again not in marks["every board"].complaint
    assert marks["below zero"].again.startswith("choose_square(np.array([-")
    right = marks_of("P2.1", "def output_sums(*a): return np.zeros(9)")["all sizes"]
    assert right.again.count("np.array(") == 3 and right.told.endswith(right.again)


def test_a_verdict_comes_with_its_case_too():
    """P2.3: the case on which equal values come out of unequal sums; P4.1, which takes many: the
    first.
    """
    with np.errstate(over="ignore"):
        mark = marks_of("P2.3", "def values_to_compare(sums): return 1 / (1 + np.exp(-sums))")[
            "steep"
        ]
        sums = eval(mark.again, {"np": np, "values_to_compare": lambda sums: sums})
        values = 1 / (1 + np.exp(-sums))
    assert len(np.unique(values)) < len(np.unique(sums))
    noise = task_of("P4.2")
    for mark in marks_of(noise.number, f"def {noise.function}(a, b, rng): return a, b").values():
        assert mark.points == 0 and mark.again.startswith(f"{noise.function}(np.array([[")


def test_the_lines_of_a_script_repeat_it_however_long_they_are():
    code = (
        "class SigmoidNeuron:\n    def __init__(self, n): self.weights, self.bias = [0.0] * n,"
        " 0.0\n"
    )
    code += (
        "    def calculate_output(self, inputs): return 2.0\n    def mutate(self, m, rng):"
        " self.bias += 1\n"
    )
    code += "    def copy(self): return self\n"
    marks, names = marks_of("P12.1", code), {"np": np}
    for part in ("output", "copy"):
        exec(code + marks[part].again, names)
        assert marks[part].again.splitlines()[-1] in marks[part].complaint
        shown = feedback._split({"complaint": marks[part].complaint, "again": marks[part].again})
        assert shown["board"] == ""  # the lines stand on the page once


def test_right_numbers_in_order_are_not_called_another_order():
    """What is wrong there is that the input was changed."""
    shape = task_of("P2.1").shape_in(V)
    right = np.arange(9.0) / 4
    given = {"value": right.tolist(), "changed_inputs": True}
    assert slip_of(shape, [(given, right)] * 3) == ""
    assert "in another order" in slip_of(shape, [({"value": right[::-1].tolist()}, right)])
    code = "def outputs(layers, inputs):\n    inputs.append(0)\n    return [0.5]"
    assert "another order" not in str(marks_of("P15.1", code))


def test_a_task_without_a_failing_case_has_no_line():
    assert all(
        mark.again == ""
        for mark in marks_of("P2.2", "def choose_square(sums, board): ...").values()
    )
    assert find("02").task("own").marked({})[0].again == ""


def test_a_dictionary_that_was_changed_is_no_input_as_it_was():
    """P16.1 is handed its results in one."""
    code = (
        "def shares(results):\n    results['00' if '00' in results else '0' * 3] = [0, 0, 0]\n   "
        " return [0.0]"
    )
    assert "it changed what it was given" in marks_of("P16.1", code)["two"].complaint


EQUAL = [  # values of which each differs from all others
    [], {}, [1, 2], [2, 1], [[1], 2], {"a": [1, 2]}, {"a": [1, 3]}, {"a": 1}, {"b": 1}, "1", 1, 1.5,
    2**60, 2**60 + 1, np.array([1, 2]), np.array([[1, 2]]), np.array([1, 2.5]), "[1,2]", [np.array([1])],
]  # fmt: skip


def test_a_digest_tells_values_apart_and_nothing_else():
    found = [digest(value) for value in EQUAL]
    assert len({*found}) == len(EQUAL)
    pairs = [(1, 1.0), (True, 1), ([1, 2.0], (1.0, 2)), (np.float32(0.5), 0.5), (0.0, -0.0)]
    pairs += [(np.array([1, 0]), np.array([1.0, -0.0])), ({"a": 1, "b": 2}, {"b": 2, "a": 1})]
    assert all(digest(one) == digest(other) for one, other in pairs)
    endless = []
    endless.append(endless)
    assert digest(endless) != digest([[]])


@pytest.mark.parametrize("count", [1, 7_692, 7_693, 50_000])
@pytest.mark.parametrize(
    "entry", [-2.2250738585072014e-308, -(2**64) + 1, 10**4000, float("nan"), True, "a", [1.0]]
)
def test_what_is_said_to_be_short_is_short_when_written(entry, count):
    """And numbers and lists of them, which most answers are, need not be written to know it."""
    for data in ([entry] * count, [float("nan"), *[entry] * count], [1, *[entry] * count]):
        assert not is_short(data) or len(json.dumps(data)) <= LARGEST_ANSWER
    assert is_short([0.1] * 9) and is_short(7) and is_short([]) and is_short([[1, [0.5]], True])
    assert (
        not is_short("a")
        and not is_short(10**4000)
        and not is_short([[], [[10**4000]]])
        and not is_short([{}])
    )
