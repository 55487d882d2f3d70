"""Written answers: a teacher marks them in a spreadsheet or in nbgrader's form grader, and the
marks reach the grades and the students' pages.
"""

import csv
import re
import shutil
from pathlib import Path

import pytest
from nbconvert import HTMLExporter
from traitlets.config import Config

pytest.importorskip(
    "nbgrader", reason="the classroom is not installed: pip install -e .[classroom]"
)
from classroom import hand_in, submission
from grader.cli import main
from grader.course import configure, open_course
from grader.grade import mark_of
from grader.sets import all_sets, find

ONE = find("02")
ANSWERS = {
    "00123": "The mask discards it.",
    "ada": "It drifts,\nand nobody sees it.",
    "bob": "",
    "eve": "<script>alert(1)</script><i onclick='alert(2)'>Nothing</i> [x](javascript:alert(3))",
    "Zoë": "Selection; is blind: ![own](attachment:own.png)",
}


def run(*arguments):
    return main([str(argument) for argument in arguments])


def hand_in_answer(course, student, answer):
    made = submission(ONE, 7, student=student, solved=student == "ada")
    next(cell for cell in made.cells if mark_of(cell) == "why").source = answer
    hand_in(course / "submitted", made, student, ONE.name)


@pytest.fixture(scope="module")
def graded_course(tmp_path_factory):
    """A course of one set that is graded; not to be changed."""
    root = tmp_path_factory.mktemp("class") / "course"
    assert run("release", "02", "--variant", 7, "--course", root) == 0
    for student, answer in ANSWERS.items():
        hand_in_answer(root, student, answer)
    assert run("grade", "--as-root", "--course", root) == 0
    return root


@pytest.fixture
def course(graded_course, tmp_path):
    return Path(shutil.copytree(graded_course, tmp_path / "course"))


def rows_in(path):
    with path.open(newline="", encoding="utf-8") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


def fill_in(course, marks):
    """Enter {student: (points, comment)} as a German spreadsheet would: with semicolons and without
    leading zeros. A student whose marks are None loses the row.
    """
    rows = rows_in(course / "written.csv")
    columns = list(rows["eve"])
    for student, given in marks.items():
        row = rows.pop(student)
        if given is not None:
            rows[student] = row | {"points": given[0], "comment": given[1]}
    with (course / "written.csv").open("w", newline="", encoding="utf-8-sig") as file:
        writer = csv.DictWriter(file, columns, delimiter=";")
        writer.writeheader()
        writer.writerows(row | {"student": row["student"].lstrip("0")} for row in rows.values())


def fill_in_form_grader(course, student, points, comment):
    """Enter points and a comment as nbgrader's form grader does."""
    with open_course(course).gradebook() as book:
        grade = book.find_grade("why", ONE.name, ONE.name, student)
        assert grade.needs_manual_grade
        grade.manual_score, grade.needs_manual_grade = points, False
        book.find_comment("why", ONE.name, ONE.name, student).manual_comment = comment
        book.db.commit()


def results(course):
    """{student: (points of the written answer, total, answers to read)} after `feedback`."""
    assert run("feedback", "--course", course) == 0
    rows = rows_in(course / f"grades_{ONE.name}.csv")
    totals = {student: row["total"] for student, row in rows_in(course / "grades.csv").items()}
    assert totals == {student: row["total"] for student, row in rows.items()}
    return {
        student: (row["P2.6 why"], row["total"], row["to read"]) for student, row in rows.items()
    }


def page_of(course, student):
    return (course / "feedback" / student / f"{ONE.name}.html").read_text(encoding="utf-8")


def test_marks_in_the_table_reach_grades_and_pages(course):
    table = rows_in(course / "written.csv")
    assert {student: row["answer"] for student, row in table.items()} == {
        student: answer for student, answer in ANSWERS.items() if answer
    }
    assert {(row["of"], row["points"], row["comment"]) for row in table.values()} == {("3", "", "")}
    marks = {"ada": ("2,5", "Say *why*: <i>blind</i>."), "00123": ("3", ""), "eve": ("0", "No.")}
    fill_in(course, marks)
    assert results(course) == {
        "00123": ("3", "3", "0"),
        "ada": ("2.5", "22.5", "0"),
        "bob": ("0", "0", "0"),
        "eve": ("0", "0", "0"),
        "Zoë": ("0", "0", "1"),
    }
    ada = page_of(course, "ada")
    assert "2.5 of 3" in ada and "Say *why*: &lt;i&gt;blind&lt;/i&gt;." in ada
    assert "It drifts,\nand nobody sees it." in ada and "No answer was written." not in ada
    assert "0 of 3" in page_of(course, "eve") and "<script" not in page_of(course, "eve")
    assert "to be read" in page_of(course, "Zoë")
    assert "No answer was written." in page_of(course, "bob")
    with open_course(course).gradebook() as book:  # nbgrader knows them too
        assert book.find_submission(ONE.name, "ada").score == 22.5
        assert not book.find_grade("why", ONE.name, ONE.name, "eve").needs_manual_grade
        assert book.find_grade("why", ONE.name, ONE.name, "Zoë").needs_manual_grade


def test_another_answer_is_to_be_read_again_and_the_others_keep_their_marks(course, capsys):
    fill_in(course, {"ada": ("2.5", "Good."), "eve": ("1", "Say more.")})
    fill_in_form_grader(course, "Zoë", 2, "Fine.")
    results(course)  # which enters the table's points into the grade book
    before = (course / "written.csv").read_bytes()
    for student in ("eve", "Zoë"):
        hand_in_answer(course, student, "More.")
    run("grade", "--as-root", "--course", course, "--again")
    assert "the answer of 'eve' to why has changed" in capsys.readouterr().out
    table = rows_in(course / "written.csv")
    assert [(table[name]["points"], table[name]["comment"]) for name in ("ada", "eve")] == [
        ("2.5", "Good."),
        ("", ""),
    ]
    assert before in [path.read_bytes() for path in (course / "backups").iterdir()]
    assert {student: to_read for student, (*_, to_read) in results(course).items()} == {
        "00123": "1",
        "ada": "0",
        "bob": "0",
        "eve": "1",
        "Zoë": "1",
    }
    assert "Say more." not in page_of(course, "eve") and "Fine." not in page_of(course, "Zoë")


def test_marks_in_the_form_grader_count_where_the_table_has_none(course):
    fill_in_form_grader(course, "ada", 3, "As in the form.")
    fill_in_form_grader(course, "eve", 3, "As in the form.")
    fill_in(course, {"eve": ("1", "As in the table.")})
    found = results(course)
    assert (found["ada"], found["eve"]) == (("3", "23", "0"), ("1", "1", "0"))
    assert "As in the form." in page_of(course, "ada")
    assert "As in the table." in page_of(course, "eve")


@pytest.mark.parametrize(
    ("student", "words"),
    [("ada", "nobody sees it."), ("eve", "Nothing"), ("Zoë", "own]\u200b(attachment:own.png)")],
)
def test_the_form_grader_can_show_every_notebook(student, words, graded_course):
    """It uses nbconvert, which refuses a notebook that lacks one of its pictures, and leaves a
    student's HTML as it is unless told otherwise.
    """
    path = graded_course / "autograded" / student / ONE.name / f"{ONE.name}.ipynb"
    exporter = HTMLExporter(config=configure(Config(), str(graded_course)))
    shown, _ = exporter.from_filename(str(path))
    assert "Rubric: " in shown and words in shown
    assert "<script>alert" not in shown and not re.search("onclick=.alert|href=.javascript", shown)


@pytest.mark.parametrize("points", ["4", "-1", "many", "nan", "1;2"])
def test_wrong_points_are_one_line_that_names_row_and_column(points, course, capsys):
    fill_in(course, {"ada": ("2", ""), "eve": (points, "")})  # they are the last rows now
    before = (course / "written.csv").read_bytes()
    with pytest.raises(SystemExit) as stop:
        run("feedback", "--course", course)
    error = capsys.readouterr().err
    words = f"written.csv, row 5: points must be a number from 0 to 3, not {points!r}\n"
    assert stop.value.code == 2 and error.endswith(words) and error.count("\n") == 1
    assert (course / "written.csv").read_bytes() == before
    assert not (course / "grades.csv").exists() and not (course / "feedback").exists()


def test_an_answer_whose_row_is_gone_is_still_to_be_read(course):
    """A spreadsheet that was opened before the last `grade` may save a table without it."""
    fill_in(course, {"ada": ("2", ""), "eve": None})
    assert results(course)["eve"] == ("0", "0", "1") and "to be read" in page_of(course, "eve")
    run("grade", "--as-root", "--course", course)
    assert {name: row["points"] for name, row in rows_in(course / "written.csv").items()} == {
        "00123": "",
        "Zoë": "",
        "ada": "2",
        "eve": "",
    }


@pytest.mark.parametrize("one", all_sets(), ids=lambda one: one.name)
def test_the_rubric_of_every_set_adds_up_to_the_tasks_points(one):
    (task,) = (task for task in one.tasks if task.by_hand)
    (rubric,) = re.findall(r"\*Rubric: ([^*]+)\*\n", one.source.read_text(encoding="utf-8"))
    points = [int(number) for number in re.findall(r"(\d+)\s+points?\s+for\s", rubric)]
    assert sum(points) == task.points and len(points) >= 2
