"""The autograder for Gradescope, on a stand-in of its machine: the folders, the metadata and
results.json.
"""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import nbformat
import pytest

pytest.importorskip(
    "nbgrader", reason="the classroom is not installed: pip install -e .[classroom]"
)
from classroom import submission
from fogel.checks.variant import variant
from grader import cli, gradescope
from grader.course import Course
from grader.roster import read_roster
from grader.sets import find

ONE, NUMBER = find("02"), 7
GREEDY = {"choose": "def choose_square(sums, board):\n    return int(np.argmax(sums))"}
pytestmark = pytest.mark.skipif(os.name != "posix", reason="Gradescope's machines run Linux")


def course_in(folder):
    folder.mkdir(exist_ok=True)
    (folder / "course.json").write_text(json.dumps({"variant": NUMBER, "sets": [ONE.name]}))
    (folder / "roster.csv").write_text("student,platform\nada,ada@example.org\nbob,Bob B\n")
    return Course(folder, variant(NUMBER), (ONE,))


@pytest.fixture(scope="module")
def machine(tmp_path_factory):
    """The folder /autograder as it is once setup.sh has run: source/, run_autograder, and an
    environment.
    """
    root = tmp_path_factory.mktemp("gradescope") / "autograder"
    course = course_in(root.with_name("course"))
    assert cli.main(["gradescope", "02", "--course", str(course.root)]) == 0
    with zipfile.ZipFile(course.path(f"gradescope_{ONE.name}.zip")) as packed:
        packed.extractall(root / "source")
        rights = {about.filename: about.external_attr >> 16 for about in packed.infolist()}
    assert rights["setup.sh"] & rights["run_autograder"] & 0o111 == 0o111
    shutil.copy(root / "source" / "run_autograder", root)
    (root / "run_autograder").chmod(rights["run_autograder"] & 0o777)
    (root / "venv").symlink_to(sys.prefix)
    return root


def upload(root, content, user="Ada A", email="ada@example.org", name=f"{ONE.name}.ipynb"):
    """Runs the autograder on a submission as Gradescope does; returns (exit code, results.json, its
    stdout).
    """
    for folder in ("submission", "results"):
        shutil.rmtree(root / folder, ignore_errors=True)
        (root / folder).mkdir()
    (root / "submission" / name).write_bytes(content)
    users = [{"id": 1, "email": email, "name": user}]
    (root / "submission_metadata.json").write_text(json.dumps({"id": 1, "users": users}))
    environment = os.environ | {
        "PYTHONPATH": str(root / "source"),
        "PYTHONDONTWRITEBYTECODE": "",
    }  # where setup.sh would have installed it
    done = subprocess.run(
        [root / "run_autograder"], cwd=root, env=environment, capture_output=True, text=True
    )
    return (
        done.returncode,
        json.loads((root / "results" / "results.json").read_text()),
        done.stdout + done.stderr,
    )


def notebook(answers=None, student="ada", solved=True):
    return nbformat.writes(submission(ONE, NUMBER, answers, student, solved)).encode()


def total(found):
    return sum(test["score"] for test in found["tests"])


@pytest.mark.parametrize(
    ("answers", "solved", "points"),
    [(None, True, 20), (GREEDY, True, None), (None, False, 0)],
    ids=["right", "half", "stubs"],
)
def test_what_is_handed_in_earns_what_grade_gives(machine, answers, solved, points):
    code, found, said = upload(machine, notebook(answers, solved=solved))
    assert code == 0, said
    assert {key for test in found["tests"] for key in test} == {
        "name",
        "score",
        "max_score",
        "output",
        "visibility",
    }
    assert sum(test["max_score"] for test in found["tests"]) == gradescope.points_of(ONE) == 20
    assert [test["name"] for test in found["tests"]] == [
        f"{task.number} {task.title}" for task in ONE.tasks if not task.by_hand
    ]
    assert {test["visibility"] for test in found["tests"]} == {"visible"} and "score" not in found
    assert "STUDENT = 'ada'" in found["output"] and "your teacher reads them" in found["output"]
    if points is None:
        lost = [test for test in found["tests"] if test["score"] < test["max_score"]]
        assert [test["name"][:4] for test in lost] == [
            "P2.2",
            "P2.5",
        ] and "choose_square(np.array([" in lost[0]["output"]
        assert 0 < total(found) < 20
    else:
        assert total(found) == points


def test_an_empty_notebook_earns_nothing_and_a_broken_one_is_no_0(machine):
    empty = nbformat.writes(nbformat.v4.new_notebook()).encode()
    code, found, _ = upload(machine, empty)
    assert code == 0 and total(found) == 0 and "This notebook is empty." in found["output"]
    for content, name, words in (
        (b"{", f"{ONE.name}.ipynb", "This file can't be read"),
        (b"print(1)", "mine.py", f"Hand in one notebook, {ONE.name}.ipynb. Here: none."),
    ):
        code, found, _ = upload(machine, content, name=name)
        assert code == 1 and words in found["output"] and "no 0" in found["output"]
        assert not {"tests", "score"} & {*found}


def test_what_the_grader_itself_fails_at_is_told_and_no_0(tmp_path, monkeypatch, capsys):
    root, course = tmp_path / "autograder", course_in(tmp_path / "course")
    path, _ = gradescope.pack(course, ONE.name, read_roster(course), "hidden")
    with zipfile.ZipFile(path) as packed:
        packed.extract(gradescope.SETTINGS, root / "source")
    (root / "submission").mkdir()
    (root / "submission" / "mine.ipynb").write_bytes(notebook())
    monkeypatch.setattr(gradescope, "grade_one", lambda *rest: 1 / 0)
    assert gradescope.run(root) == 1
    printed = capsys.readouterr()
    assert (
        list(json.loads(printed.out)) == ["output", "visibility"]
        and "The grader itself failed" in printed.out
    )
    assert "ZeroDivisionError" in printed.err and "ZeroDivision" not in printed.out


def test_whose_it_is_says_the_roster_and_then_the_notebook(tmp_path, monkeypatch):
    monkeypatch.setattr(
        gradescope, "grade_one", lambda name, number, student, handed: blank_of(student)
    )
    blank_of = lambda student: {"points": None, "notes": [student]}  # noqa: E731
    root, ids = tmp_path, read_roster(course_in(tmp_path / "course")).platform
    (root / "source").mkdir()
    settings = {"set": ONE.name, "variant": NUMBER, "visibility": "visible", "ids": ids}
    (root / "source" / gradescope.SETTINGS).write_text(json.dumps(settings))
    (root / "submission").mkdir()
    (root / "submission" / "mine.ipynb").write_bytes(notebook(student="ada"))
    for users, student in (
        ([{"email": "ADA@example.org", "name": "A"}], "ada"),
        ([{"email": "b@example.org", "name": "bob b"}], "bob"),  # who has handed in Ada's
        # A group.
        ([{"email": "b@example.org", "name": "Bob B"}, {"email": "ada@example.org"}], "ada"),
        ([{"email": "eve@example.org", "name": "Eve"}], "ada"),  # whom the roster doesn't know
    ):
        (root / "submission_metadata.json").write_text(json.dumps({"users": users}))
        assert gradescope.results(root)["output"] == student


def test_one_notebook_of_several_is_the_one_of_the_sets_name(tmp_path):
    for name in ("notes.ipynb", f"deep/{ONE.name}.ipynb", ".ipynb_checkpoints/x.ipynb"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("{}")
    assert gradescope.notebook_in(tmp_path, ONE.name) == tmp_path / "deep" / f"{ONE.name}.ipynb"
    (tmp_path / f"{ONE.name}.ipynb").symlink_to("notes.ipynb")
    assert gradescope.notebook_in(tmp_path, ONE.name).parent.name == "deep"
    with pytest.raises(gradescope.CourseError, match=f"Here: deep/{ONE.name}.ipynb, notes.ipynb"):
        gradescope.notebook_in(tmp_path, "06_curve")


def test_the_same_class_gives_the_same_bytes_and_all_that_is_needed(tmp_path):
    course = course_in(tmp_path)
    first, second = (
        gradescope.pack(course, "02", read_roster(course), "visible")[0].read_bytes()
        for _ in range(2)
    )
    assert first == second
    with zipfile.ZipFile(tmp_path / f"gradescope_{ONE.name}.zip") as packed:
        names = packed.namelist()
    assert {"setup.sh", "run_autograder", "pyproject.toml", "fogel/__init__.py"} <= {*names}
    assert not [name for name in names if "__pycache__" in name or Path(name).is_absolute()]
