"""A file of a course that is deleted or damaged: the others get their pages and grades, and a line
names it.
"""

import csv
import json
import os
import shutil
import zipfile
from datetime import datetime

import pytest

pytest.importorskip(
    "nbgrader", reason="the classroom is not installed: pip install -e .[classroom]"
)
from systems import needs

import classroom  # noqa: F401 - puts the grader on the path
from grader import cli, grade
from grader.sets import find

pytestmark = needs("forks")
ONE = find("02")
WRITTEN = next(task.name for task in ONE.tasks if task.by_hand)
CLASS = {"ada": (12, "2027-02-02"), "bob": (9, "2027-01-30"), "eve": (17, "2027-01-29")}
NUMBERS = dict(zip(CLASS, "123", strict=True))
HUGE = 8 * 1024**3  # bytes, which are a hole


def notebook(student, points):
    """A notebook that earns these points, with a written answer."""
    cells = [
        ("student", "code", f'STUDENT = "{student}"'),
        (WRITTEN, "markdown", f"The answer of {student}."),
        ("", "code", str(points)),
    ]
    made = [
        {"cell_type": kind, "source": text, "metadata": {"nbgrader": {"grade_id": mark}}}
        for mark, kind, text in cells
    ]
    return json.dumps({"cells": made}).encode()


def graded(jobs, workers):
    """In place of the sandbox: a notebook earns the number that stands in its last cell."""
    for key, (name, number, student, handed, _) in jobs.items():
        result = grade.blank(name, number, student, "")
        if not handed.problem:
            cells = handed.cells()
            points = int(cells[-1].source)
            result |= {"points": points, "notes": [], "named": student, "empty": False}
            result["tasks"]["sums"]["marks"][0]["points"] = points
            result["written"] = grade.written_answers(cells, ONE)
        yield key, result


def classroom_says(capsys, *arguments):
    """What a command of the classroom says; it ends with 0, or with a line that says why not."""
    code = 0
    try:
        code = cli.main([*map(str, arguments)])
    except SystemExit as end:
        code = end.code
    said = capsys.readouterr()
    assert code in (0, 2) and said.err.count("\n") == (code == 2), said.err
    assert "Traceback" not in said.err
    return said.out + said.err


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A course in which everything was done once: graded, from a folder and a zip, and read."""
    root = tmp_path_factory.mktemp("whole") / "course"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(grade, "_graded", graded)
        assert cli.main(["release", "02", "--variant", "7", "--course", str(root)]) == 0
        (root / "roster.csv").write_text(
            "student,platform,due\nada,1,\nbob,2,\neve,3,2027-02-03T12:00\n"
        )
        (root / "overrides.csv").write_text("set,student,task,points\n02,ada,P2.1,1\n")
        with zipfile.ZipFile(root / "class.zip", "w") as file:
            for student, (points, day) in CLASS.items():
                path = root / "submitted" / student / ONE.name / f"{ONE.name}.ipynb"
                path.parent.mkdir(parents=True)
                path.write_bytes(notebook(student, points))
                os.utime(path, (datetime.fromisoformat(f"{day}T12:00+00:00").timestamp(),) * 2)
                file.write(path, f"X_{NUMBERS[student]}_assignsubmission_file_/{ONE.name}.ipynb")
        told = ["--course", str(root)]
        assert cli.main(["grade", "--as-root", *told, "--attempts", "best"]) == 0
        assert (
            cli.main(["grade", "02", "--as-root", *told, "--submissions", str(root / "class.zip")])
            == 0
        )
        text = (root / "written.csv").read_text()
        (root / "written.csv").write_text(text.replace('"3",""', '"3","2"'))
        due = ["--due", "2027-01-31T18:00", "--late", "10%/day"]
        assert cli.main(["feedback", "02", *told, *due]) == 0
    return root


def empty(path):
    path.write_bytes(b"")


def cut(path):
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def in_utf_16(path):
    path.write_bytes(path.read_bytes().decode("latin-1").encode("utf-16"))


def huge(path):
    os.truncate(path, HUGE)


def replaced(make):
    """A damage that puts something else in a path's place."""

    def damage(path):
        deleted(path)
        make(path)

    return damage


def deleted(path):
    shutil.rmtree(path) if path.is_dir() else path.unlink()


def anothers(path):
    """In place of ada's file that of bob."""
    path.write_bytes(type(path)(str(path).replace("ada", "bob")).read_bytes())


def text(words):
    return lambda path: path.write_text(words)


a_folder, a_file = replaced(lambda path: (path / "x").mkdir(parents=True)), replaced(empty)
a_pipe = replaced(os.mkfifo)
OTHER = {"a list": text("[1]"), "a text": text('"x"'), "a number": text("3"), "null": text("null")}
JSON = {"cut": cut, "empty": empty, "UTF-16": in_utf_16, "huge": huge, **OTHER}
PLACE = {"deleted": deleted, "a folder": a_folder, "a pipe": a_pipe}
SOME = {"cut": cut, "deleted": deleted, "a folder": a_folder, "a pipe": a_pipe}
NB, FIRST = f"{ONE.name}.ipynb", f"attempts/{ONE.name}/ada/0001"
ADAS = {  # by path: what is done to it; a line says the path's beginning of so many parts
    f"graded/{ONE.name}/ada.json": (JSON | PLACE | {"bob's": anothers}, 3),
    f"{FIRST}/{NB}": (SOME | {"empty": empty}, 3),
    f"{FIRST}/result.json": (JSON | PLACE | {"bob's": anothers}, 3),
    f"{FIRST}/timestamp.txt": (SOME | {"UTF-16": in_utf_16}, 0),
    FIRST: ({"deleted": deleted, "a file": a_file, "a pipe": a_pipe}, 3),
    f"attempts/{ONE.name}/ada": ({"deleted": deleted, "a file": a_file, "a pipe": a_pipe}, 3),
    f"submitted/ada/{ONE.name}/{NB}": (SOME | {"a list": OTHER["a list"], "huge": huge}, 0),
    "feedback/ada": ({"deleted": deleted, "a file": a_file}, 0),
    f"feedback/ada/{ONE.name}.html": ({"a folder": a_folder, "a pipe": a_pipe}, 3),
    "autograded/ada": ({"deleted": deleted, "a file": a_file}, 0),
    f"autograded/ada/{ONE.name}/{NB}": ({"a folder": a_folder, "a pipe": a_pipe}, 4),
    f"unpacked/{ONE.name}/1.ipynb": ({"a folder": a_folder, "a pipe": a_pipe, "cut": cut}, 0),
}
CASES = [
    (path, how, damage, parts)
    for path, (some, parts) in ADAS.items()
    for how, damage in some.items()
]


def pages(root):
    """{student: (page, row of grades)} of all but ada, of whom there may be another attempt."""
    rows = csv.DictReader((root / f"grades_{ONE.name}.csv").read_text().splitlines())
    found = {}
    for row in rows:
        row.pop("attempt", None)
        page = root / "feedback" / row["student"] / f"{ONE.name}.html"
        if row["student"] != "ada":
            found[row["student"]] = page.read_text(), row
    return found


@pytest.mark.parametrize(
    ("path", "how", "damage", "parts"), CASES, ids=lambda one: one if isinstance(one, str) else ""
)
def test_what_is_damaged_of_one_student_stops_no_other(
    path, how, damage, parts, whole, tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr(grade, "_graded", graded)
    root = shutil.copytree(whole, tmp_path / "course", symlinks=True)
    before = pages(root)
    damage(root / path)
    zipped = ["--submissions", root / "class.zip"] if path.startswith("unpacked") else []
    said = ""
    for command in (["feedback"], ["grade", "--as-root", *zipped], ["feedback"]):
        for student in before:
            (root / "feedback" / student / f"{ONE.name}.html").unlink(missing_ok=True)
        said += classroom_says(capsys, command[0], "02", "--course", root, *command[1:])
        if command[0] == "feedback":
            assert pages(root) == before
    assert not parts or "/".join(path.split("/")[:parts]) in said


DUMP = {"a list": OTHER["a list"], "a text": OTHER["a text"], "cut": cut, "UTF-16": in_utf_16}
WIDE = {  # by path: what is done to it
    "course.json": JSON | {"a folder": a_folder, "a pipe": a_pipe},
    "due.json": DUMP | {"a folder": a_folder, "a pipe": a_pipe, "huge": huge},
    "late.json": DUMP | {"a pipe": a_pipe},
    "attempts.json": DUMP | {"a pipe": a_pipe},
    "roster.csv": {"empty": empty, "a folder": a_folder, "a pipe": a_pipe, "huge": huge},
    "overrides.csv": {"empty": empty, "a folder": a_folder, "a pipe": a_pipe, "huge": huge},
    "written.csv": PLACE | {"empty": empty, "huge": huge},
    "gradebook.db": PLACE | {"empty": empty, "cut": cut, "a text": OTHER["a text"]},
    f"platform_{ONE.name}.csv": {"empty": empty, "a folder": a_folder, "a pipe": a_pipe},
    f"grades_{ONE.name}.csv": {"a folder": a_folder, "a pipe": a_pipe},
    "grades.csv": {"a folder": a_folder, "a pipe": a_pipe},
    f"feedback_{ONE.name}.zip": {"a folder": a_folder, "a pipe": a_pipe},
    "feedback/class.html": {"a folder": a_folder, "a pipe": a_pipe},
    "feedback": {"a file": a_file},
    "graded": {"a file": a_file},
    "attempts": {"a file": a_file},
    "autograded": {"a file": a_file},
    "unpacked": {"a file": a_file},
}


@pytest.mark.parametrize(
    ("path", "how", "damage"),
    [(path, how, damage) for path, some in WIDE.items() for how, damage in some.items()],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_what_is_damaged_of_a_course_is_named_and_changes_no_page(
    path, how, damage, whole, tmp_path, monkeypatch, capsys
):
    """Where it says what counts, nothing is written before it is mended; the rest is worked around."""
    monkeypatch.setattr(grade, "_graded", graded)
    root = shutil.copytree(whole, tmp_path / "course")
    damage(root / path)
    said = ""
    zipped = ["--submissions", root / "class.zip"] * path.startswith(("unpacked", "platform"))
    for command in (["feedback"], ["grade", "--as-root", *zipped], ["feedback"]):
        said += classroom_says(capsys, command[0], "02", "--course", root, *command[1:])
    assert path in said
    if not path.startswith(("feedback/", "grades")) and (root / "feedback").is_dir():
        assert pages(root) == pages(whole)
