"""Fixtures of this folder."""

import json

import pytest

pytest.importorskip(
    "nbgrader", reason="the classroom is not installed: pip install -e .[classroom]"
)
from written import ONE, STUDENTS, TWO, write_answers

from fogel.checks.variant import variant
from grader.course import Course


@pytest.fixture
def course(tmp_path):
    """Five students have answered; nobody has read it."""
    made = Course(tmp_path, variant(7), (ONE, TWO))
    (tmp_path / "course.json").write_text(json.dumps({"variant": 7, "sets": [ONE.name, TWO.name]}))
    write_answers(made, STUDENTS)
    return made
