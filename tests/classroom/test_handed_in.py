"""What was handed in, as it was before the first submission ran; and what nobody can judge: a
blank, never a 0.
"""

import json
import os
import subprocess
import sys

import nbformat
import pytest

pytest.importorskip(
    "nbgrader", reason="the classroom is not installed: pip install -e .[classroom]"
)
from classroom import ROOT, answered, hand_in, submission
from fogel.checks.variant import variant
from grader import book, cli, feedback, grade, intake, platforms
from grader.course import Course
from grader.roster import Roster, roll_call
from grader.sets import find

ONE, TWO = find("02"), find("06")
NUMBER = 7


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A course of two sets, without nbgrader's part of it."""
    (tmp_path / "course.json").write_text(
        json.dumps({"variant": NUMBER, "sets": [ONE.name, TWO.name]})
    )
    made = Course(tmp_path, variant(NUMBER), (ONE, TWO))
    monkeypatch.setattr(book, "enter", lambda *rest: [])
    monkeypatch.setattr(feedback, "written_points", lambda course, rows: {})
    return made


def test_everything_is_read_before_the_first_submission_runs(course, monkeypatch, capsys):
    """The first to run makes another one unreadable and later, in this set and in the next."""
    paths = {
        (one.name, student): hand_in(
            course.path("submitted"), submission(one, NUMBER, student=student), student, one.name
        )
        for one in (ONE, TWO)
        for student in ("ada", "bob")
    }
    seen = {}

    def graded(jobs, workers):
        for key, (name, _, student, handed, _) in jobs.items():
            seen[name, student] = handed.content
            for path in paths.values():
                path.write_bytes(b"gone")
                os.utime(path, (2e9, 2e9))
            yield key, grade.blank(name, NUMBER, student, "judged by nobody")

    before = {key: path.read_bytes() for key, path in paths.items()}
    monkeypatch.setattr(grade, "_graded", graded)
    assert cli.main(["grade", "--as-root", "--course", str(course.root)]) == 0
    assert seen == before
    results = [
        result for one in (ONE, TWO) for result in grade.read_results(course, one.name).values()
    ]
    assert len(results) == 4 and not [
        result["handed_in"] for result in results if result["handed_in"] > "2033"
    ]


def test_what_nobody_can_judge_is_a_blank_and_in_no_mean(course, capsys):
    results = {student: answered(ONE, student, "") for student in ("ada", "bob")}
    results["ada"]["points"] = 10
    results["ada"]["tasks"]["sums"]["marks"][0]["points"] = 3
    results["bob"] = grade.blank(
        ONE.name, NUMBER, "bob", "This file can't be read: Permission denied."
    ) | {"handed_in": ""}
    for result in results.values():
        grade.write_result(course, result)
    cli._say(ONE.name, results)
    assert "1 graded, 10.0 of 23" in capsys.readouterr().out
    assert "could not be judged, so without points: bob" in roll_call(Roster(()), results)
    rows = {row["student"]: row for row in book.rows_of(course, ONE.name, results, {})}
    assert rows["bob"]["total"] == rows["bob"]["P2.1 sums"] == "" and rows["ada"]["total"] == 3
    set_by_hand = {(ONE.name, "bob", "sums"): (2.0, "read on paper")}
    assert book.rows_of(course, ONE.name, results, {}, None, set_by_hand)[1]["total"] == 2.0
    totals = {row["student"]: row for row in book.totals({ONE.name: [*rows.values()]})}
    assert totals["bob"][ONE.name] == "" and totals["ada"]["total"] == 3
    folder = feedback.write_feedback(course)
    page = (folder / "bob" / f"{ONE.name}.html").read_text()
    assert "No points yet" in page and "0</b>" not in page and "0 of 5" not in page
    assert "Permission denied" in page and "No answer was written" not in page
    view = feedback._class_view(ONE.name, [*rows.values()], results, course)
    assert (
        view["mean"] == 3
        and view["blank"] == ["bob"]
        and sum(count for _, count, _ in view["bins"]) == 1
    )
    assert "2 handed in, mean 3.0" in (folder / "class.html").read_text()


def test_points_that_were_read_survive_a_blank(course):
    """A fault of the grader's own, or a file that can't be read for a while, takes nothing from the
    table.
    """
    result = answered(ONE, "ada", "It drifts.")
    for blank in (False, True, False):
        grade.write_result(course, grade.blank(ONE.name, NUMBER, "ada", "?") if blank else result)
        assert (
            book.write_written(
                course, ONE.name, {"ada": grade.read_result(course, ONE.name, "ada")}
            )
            == []
        )
        text = course.path("written.csv").read_text()
        course.path("written.csv").write_text(text.replace('"3","",', '"3","2.5",'))
        assert '"It drifts.","3","2.5"' in course.path("written.csv").read_text()


def test_a_blank_gets_no_grade_on_the_platform(course):
    course.path(f"platform_{ONE.name}.csv").write_text(
        "student,platform,number,name,prefix\nada,Moodle,5,Ada,Ada_5_\n"
    )
    course.path("theirs.csv").write_text("Identifier,Grade,Maximum Grade\nParticipant 5,,100\n")
    said = platforms.fill(
        course, ONE.name, course.path("theirs.csv"), [{"student": "ada", "total": "", "of": 23}]
    )
    assert said == ["02_network: could not be judged, so without a grade: ada"]
    assert '"Participant 5","","100"' in course.path(f"upload_{ONE.name}.csv").read_text()


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ([], "an empty notebook was handed in by ada"),
        (["x = 1"], "STUDENT is missing from the notebooks of ada"),
        (['STUDENT = "your-id"'], "STUDENT was left as it was by ada"),
    ],
)
def test_an_empty_notebook_is_called_one(source, words, tmp_path):
    path = tmp_path / "x.ipynb"
    path.write_text(
        json.dumps({"cells": [{"cell_type": "code", "source": text} for text in source]})
    )
    result = grade.grade_one(ONE.name, NUMBER, "ada", intake.read_submission(path))
    assert roll_call(Roster(()), {"ada": result}) == [words]
    assert (result["notes"] == ["This notebook is empty."]) == (source == []) and result[
        "points"
    ] == 0


def test_files_that_are_not_looked_at_are_told(tmp_path):
    """A second download, a script, a text, whatever way the folder is laid out; other sets and
    hidden files are not.
    """
    for path in (
        f"ada/{ONE.name} (1).ipynb", "ada/03_opponent.ipynb", "ada/.DS_Store", f"ada/{ONE.name}.py",
        f"bob/{ONE.name}.ipynb", f"bob/{ONE.name}-2.ipynb", "bob/notes.txt",
        "carl/solution.py", "dora/06_curve.ipynb", "dora/notes.txt",
        f"eve/{ONE.name}/{ONE.name}.ipynb", f"eve/{ONE.name}/answer.txt", f"eve/{ONE.name}/timestamp.txt",
        f"{ONE.name}/fred.ipynb", f"{ONE.name}/greta.py", *(f"hal/{k}.py" for k in range(9)),
        f".ian/{ONE.name}.ipynb", f"jim/.{ONE.name}.ipynb",
    ):  # fmt: skip
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("{}")
    found, left_out = intake.submissions(tmp_path, ONE.name)
    assert set(found) == {"bob", "eve", "fred"}
    only = f": not looked at; only {ONE.name}.ipynb is"
    assert left_out == [
        f".ian/{ONE.name}.ipynb: it is hidden",
        f"{ONE.name}/greta.py: not looked at; only STUDENT.ipynb is",
        f"ada/{ONE.name} (1).ipynb, ada/{ONE.name}.py{only}",
        f"bob/{ONE.name}-2.ipynb{only}",
        f"carl/solution.py{only}",
        f"eve/{ONE.name}/answer.txt{only}",
        f"hal/0.py, hal/1.py, hal/2.py, hal/3.py, hal/4.py and more{only}",
    ]


def test_notebooks_that_lie_in_no_folder_are_told(tmp_path):
    """Those of the set, and of nobody knows which; another set's are told of when that
    is graded.
    """
    for name, of in (("ada", ONE.name), ("bob", TWO.name), ("eve", "?")):
        (tmp_path / f"{name}.ipynb").write_text(
            json.dumps({"cells": [], "metadata": {"fogel": {"set": of}}})
        )
    (tmp_path / "table.csv").write_text("student\n")
    (tmp_path / "a.link.ipynb").symlink_to("ada.ipynb")
    words = f"not looked at; it must lie in a folder named after a student or {ONE.name}"
    assert intake.submissions(tmp_path, ONE.name) == ({}, [f"ada.ipynb, eve.ipynb: {words}"])


def test_a_folder_that_is_closed_is_told_and_stops_nobody(tmp_path, monkeypatch):
    """As one that another submission has closed before; the others are graded."""
    for student in ("ada", "bob"):
        hand_in(tmp_path, submission(ONE, NUMBER, student=student), student, ONE.name)
    look = intake._files_in

    def closed(folder, suffixes):
        if "ada" in folder.parts:
            raise PermissionError(13, "Permission denied", str(folder))
        return look(folder, suffixes)

    monkeypatch.setattr(intake, "_files_in", closed)
    found, left_out = intake.submissions(tmp_path, ONE.name)
    assert "bob" in found and left_out == ["ada: it can't be looked into (Permission denied)"]


# One notebook, without a course.


def one_alone(tmp_path, answers=None, *more, keep=True):
    """(exit code, what is printed) of `grade --one`, as a student types it."""
    made = submission(ONE, NUMBER, answers, student="ada")
    if not keep:
        made.metadata.pop("fogel")
    path = tmp_path / "mine.ipynb"
    nbformat.write(made, path)
    command = [sys.executable, ROOT / "classroom", "grade", "--as-root", "--one", path, *more]
    done = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert [file.name for file in tmp_path.iterdir()] == ["mine.ipynb"]
    return done.returncode, done.stdout + done.stderr


def test_one_notebook_is_graded_alone(tmp_path):
    code, said = one_alone(tmp_path)
    assert (
        code == 0
        and "02_network, variant 7, STUDENT = 'ada': 20 of 20 points, without written answers"
        in said
    )
    wrong = {"choose": "def choose_square(sums, board):\n    return int(np.argmax(sums))"}
    code, said = one_alone(tmp_path, wrong)
    assert (
        code == 1
        and "every board: 0 of 3. Wrong on" in said
        and "\n  choose_square(np.array([" in said
    )


def test_one_notebook_that_says_too_little_is_one_sentence(tmp_path):
    code, said = one_alone(tmp_path, keep=False)
    assert (
        code == 2
        and said.count("\n") == 1
        and "doesn't say which set it is of, as in `grade 02 --one`" in said
    )
    path = tmp_path / "mine.ipynb"
    for content, options, words in (
        (path.read_bytes(), ["02"], "doesn't say which variant it is of"),
        (b"{", [], "can't be read: it is not a notebook"),
        (b'{"cells": [], "metadata": 3}', [], "doesn't say which set"),
    ):
        path.write_bytes(content)
        with pytest.raises(SystemExit), pytest.MonkeyPatch.context() as patch:
            told = []
            patch.setattr(
                "fogel.cli.parser.Parser.error",
                lambda self, said, told=told: told.append(said) or sys.exit(2),
            )
            cli.main(["grade", "--as-root", *options, "--one", str(path)])
        assert words in told[0]
