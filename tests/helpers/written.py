"""A course in which everybody has written an answer."""

import csv
import io
import threading
from contextlib import contextmanager

import pytest

pytest.importorskip(
    "nbgrader", reason="the classroom is not installed: pip install -e .[classroom]"
)
from classroom import answered
from grader import book, desk, grade
from grader.reading import state_of
from grader.sets import find

ONE, TWO = find("02"), find("06")


STUDENTS = ("ada", "bob", "eve", "Zoë", "00123")


ANSWER = "It drifts, say {} letters."


HOSTILE = (
    "<script>alert(1)</script>\n\n![x](https://example.org/x.png) [x](javascript:alert(1)) =1+1"
    " \x1b[31m"
)


def write_answers(course, students, answer=ANSWER):
    results = {student: answered(ONE, student, answer.format(len(student))) for student in students}
    for result in results.values():
        grade.write_result(course, result)
    return book.write_written(course, ONE.name, results)


def key_of(student):
    return (ONE.name, student, "why")


def give(reader, student, points="2", comment="", numbers=None):
    row = reader.row(key_of(student))
    return reader.give(key_of(student), points, comment, numbers, state_of(row))


def table(course):
    """{student: (points, comment)} as it stands on the disk."""
    rows = csv.DictReader(io.StringIO(course.path("written.csv").read_text(encoding="utf-8")))
    return {row["student"]: (row["points"], row["comment"]) for row in rows}


@contextmanager
def served(course):
    with desk.open_desk(course) as made:
        thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield made
        finally:
            made.shutdown()
            thread.join()
