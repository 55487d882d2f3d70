"""How well a task tells students apart: its points against those of all other tasks."""

import numpy as np
import pytest

pytest.importorskip(
    "nbgrader", reason="the classroom is not installed: pip install -e .[classroom]"
)
import classroom  # noqa: F401 - puts the grader on the path
from grader.feedback import FEWEST, discrimination
from grader.sets import find

ONE = find("02")
COLUMNS = [f"{task.number} {task.name}" for task in ONE.tasks]


def rows(points, to_read=0):
    return [
        dict(zip(COLUMNS, map(float, some), strict=True)) | {"to read": to_read} for some in points
    ]


def test_it_is_the_correlation_with_the_rest_and_not_with_the_total():
    """Half of the class has all points but one: the last task gives them the other way round."""
    strong = [[task.points for task in ONE.tasks]] * (FEWEST // 2)
    points = np.array(strong + [[0] * len(COLUMNS)] * (FEWEST // 2))
    points[:, -1] = points[::-1, -1]
    assert discrimination(ONE, ONE.tasks[-1], rows(points)) == pytest.approx(-1)
    assert discrimination(ONE, ONE.tasks[0], rows(points)) == pytest.approx(1)
    drawn = np.random.default_rng(1).integers(0, 4, (50, len(COLUMNS)))
    for place, task in enumerate(ONE.tasks):
        rest = drawn.sum(axis=1) - drawn[:, place]
        assert discrimination(ONE, task, rows(drawn)) == pytest.approx(
            np.corrcoef(drawn[:, place], rest)[0, 1]
        )


def test_of_few_or_equal_or_unread_students_it_is_not_told():
    drawn = np.random.default_rng(1).integers(0, 4, (FEWEST, len(COLUMNS)))
    task, drawn[:, 1] = ONE.tasks[0], 3
    assert discrimination(ONE, task, rows(drawn)) is not None
    assert discrimination(ONE, task, rows(drawn[1:])) is None
    assert discrimination(ONE, task, rows(drawn[1:]) + rows(drawn[:1], to_read=1)) is None
    # A blank.
    assert discrimination(ONE, task, [*rows(drawn[1:]), rows(drawn)[0] | {COLUMNS[2]: ""}]) is None
    assert discrimination(ONE, ONE.tasks[1], rows(drawn)) is None  # all have the same
