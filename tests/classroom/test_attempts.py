"""Every attempt is kept, and the last or the best of them counts."""

import json
import os
import shutil
from datetime import datetime

import pytest

pytest.importorskip(
    "nbgrader", reason="the classroom is not installed: pip install -e .[classroom]"
)
from hypothesis import given
from hypothesis import strategies as st
from killed import KILLED, ended, moments
from same import tree
from systems import needs

from classroom import hand_in, submission
from fogel.checks.variant import variant
from grader import attempts, book, cli, feedback, grade, lateness, tables
from grader.attempts import Count
from grader.course import Course, CourseError
from grader.intake import Submission
from grader.sets import find

ONE = find("02")
NUMBER = 7
DUE = "2027-01-31T18:00"
MONDAY, SUNDAY, TUESDAY = (f"2027-{day}T12:00+00:00" for day in ("01-25", "01-31", "02-02"))


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A course of one set, without nbgrader's part of it; `points` says what a notebook earns, by
    its first cell.
    """
    (tmp_path / "course.json").write_text(json.dumps({"variant": NUMBER, "sets": [ONE.name]}))
    monkeypatch.setattr(
        book, "enter", lambda course, results, found, progress: entered.update(found) or []
    )
    monkeypatch.setattr(feedback, "written_points", lambda course, rows: {})
    monkeypatch.setattr(grade, "_graded", graded)
    entered.clear(), ran.clear()
    return Course(tmp_path, variant(NUMBER), (ONE,))


entered, ran = {}, []  # the Submissions that went into the grade book; what was graded, in order


def graded(jobs, workers):
    """In place of the sandbox: a notebook earns the number that stands in its added cell."""
    for key, (name, number, student, handed, _) in jobs.items():
        result = grade.blank(name, number, student, "")
        words = "" if handed.problem else handed.cells()[-1].source
        if words.isdecimal():
            result |= {"points": int(words), "notes": [], "named": student, "empty": False}
            result["tasks"]["sums"]["marks"][0]["points"] = int(words)
        ran.append((student, words))
        yield key, result


def turn_in(course, student, points, at=SUNDAY):
    """Puts in place of what the student has handed in one that earns so many points."""
    path = course.path("submitted", student, ONE.name, f"{ONE.name}.ipynb")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        json.dumps({"cells": [{"cell_type": "code", "source": str(points), "metadata": {}}]})
    )
    os.utime(path, (datetime.fromisoformat(at).timestamp(),) * 2)
    return path


def grades(course, *options, command="grade"):
    """Runs a command of the classroom; returns {student: (points, which attempt)} of what is graded
    now.
    """
    as_root = ["--as-root"] if command == "grade" else []
    assert cli.main([command, "02", "--course", str(course.root), *as_root, *options]) == 0
    results = grade.read_results(course, ONE.name)
    return {
        student: (result["points"], attempts.told(result)) for student, result in results.items()
    }


def test_the_last_counts_unless_the_best_is_to(course):
    for points, at in ((12, MONDAY), (17, SUNDAY), (9, TUESDAY)):
        turn_in(course, "ada", points, at)
        assert grades(course)["ada"][0] == points
    assert grades(course)["ada"] == (9, "3 of 3")
    assert grades(course, "--attempts", "best")["ada"] == (17, "2 of 3")
    assert grades(course)["ada"] == (17, "2 of 3"), "it is remembered"
    assert grade.read_result(course, ONE.name, "ada")["handed_in"] == SUNDAY.replace(
        "T12:00", "T12:00:00"
    )
    assert entered["ada"].cells()[-1].source == "17", "the form grader shows the one that counts"
    assert ran == [("ada", "12"), ("ada", "17"), ("ada", "9")], "each was graded once"
    assert grades(course, "--attempts", "last")["ada"] == (9, "3 of 3")


def test_a_notebook_that_comes_back_is_no_new_attempt_and_the_last_one(course):
    for points, at in ((12, MONDAY), (17, SUNDAY), (12, TUESDAY)):
        turn_in(course, "ada", points, at)
        found = grades(course)
    assert found["ada"] == (12, "2 of 2")
    assert grade.read_result(course, ONE.name, "ada")["handed_in"].startswith("2027-01-25"), (
        "it was there on Monday"
    )


def test_the_best_is_what_lateness_leaves(course):
    """Late by two days begun: of 20 are 10 left under a half for every two days, and 12 in time are
    more.
    """
    assert grades_of_two(course)["ada"] == (20, "2 of 2")
    assert (
        cli.main(
            ["feedback", "02", "--course", str(course.root), "--due", DUE, "--late", "25%/day"]
        )
        == 0
    )
    assert grades(course)["ada"] == (12, "1 of 2")
    assert grades(course, "--due", "never", command="feedback")["ada"] == (12, "1 of 2")
    assert grades(course)["ada"] == (20, "2 of 2")


def grades_of_two(course):
    for points, at in ((12, SUNDAY), (20, TUESDAY)):
        turn_in(course, "ada", points, at)
        found = grades(course, "--attempts", "best")
    return found


def test_feedback_tells_of_whom_another_attempt_is_the_best_now(course, capsys):
    grades_of_two(course)
    told = "another attempt is the best now of ada; `grade` counts it"
    assert (
        cli.main(
            ["feedback", "02", "--course", str(course.root), "--due", DUE, "--late", "25%/day"]
        )
        == 0
    )
    assert told in capsys.readouterr().out
    grades(course)
    capsys.readouterr()
    assert cli.main(["feedback", "02", "--course", str(course.root)]) == 0
    assert told not in capsys.readouterr().out
    page = course.path("feedback", "ada", f"{ONE.name}.html").read_text()
    assert "this is attempt 1 of 2, which counts" in page
    rows = tables.read_table(course.path(f"grades_{ONE.name}.csv"), ("student", "attempt"))
    assert [row["attempt"] for _, row in rows] == ["1 of 2"]


def test_what_nobody_can_read_is_never_the_best_and_still_the_last(course):
    turn_in(course, "ada", 12)
    grades(course)
    path = turn_in(course, "ada", "no number")  # which nobody could judge
    assert grades(course)["ada"] == (None, "2 of 2")
    assert grades(course, "--attempts", "best")["ada"] == (12, "1 of 2")
    path.unlink()
    path.mkdir()  # no file at all
    assert grades(course)["ada"][0] == 12
    assert grades(course, "--attempts", "last")["ada"] == (None, "3 of 3")


def test_other_judges_grade_all_attempts_again(course, monkeypatch):
    for points in (12, 17, 9):
        turn_in(course, "ada", points)
        grades(course, "--attempts", "best")
    ran.clear()
    monkeypatch.setattr(grade, "digest_of_judges", lambda: "others")
    assert grades(course)["ada"][0] == 17 and sorted(ran) == [
        ("ada", "12"),
        ("ada", "17"),
        ("ada", "9"),
    ]
    ran.clear()
    assert grades(course, "--again")["ada"][0] == 17 and len(ran) == 3


def test_a_class_without_second_attempts_has_no_column_for_them(course):
    turn_in(course, "ada", 12)
    grades(course)
    grades(course, command="feedback")
    head = tables.read_cells(course.path(f"grades_{ONE.name}.csv"))[0]
    assert "attempt" not in head
    assert "attempt" not in course.path("feedback", "ada", f"{ONE.name}.html").read_text()


def test_a_rule_that_cannot_be_read_is_refused_in_a_line(course):
    course.path(attempts.FILE).write_text(json.dumps({ONE.name: "first"}))
    with pytest.raises(
        CourseError, match=r"attempts\.json can't be read \('first' is neither last nor best"
    ):
        attempts.rules_of(course, [ONE.name])


def test_an_attempt_that_was_half_kept_is_none(course):
    """The notebook is written last, so a kill in between leaves a time and no attempt."""
    handed = Submission(turn_in(course, "ada", 12), b"{}", "", SUNDAY)
    attempts.keep(course, ONE.name, "ada", handed)
    half = course.path("attempts", ONE.name, "ada", "0002")
    half.mkdir()
    (half / "timestamp.txt").write_text(MONDAY)
    assert [one.folder.name for one in attempts.kept(course, ONE.name, "ada")] == ["0001"]
    second = attempts.keep(course, ONE.name, "ada", Submission(handed.path, b"[]", "", TUESDAY))[-1]
    assert (
        second.folder == half
        and attempts.kept(course, ONE.name, "ada")[-1].handed.handed_in == TUESDAY
    )


def test_of_equals_the_one_that_was_in_time_counts():
    """Even where lateness costs nothing, and the late one came last."""
    results = [{"points": 3, "handed_in": f"2027-01-{day} 12:00"} for day in (26, 27, 30)]
    terms = lateness.Terms(lateness.moment("2027-01-28T18:00"))
    assert Count("best", terms).counted("ada", results) == 1


@given(
    st.lists(st.tuples(st.none() | st.integers(0, 4), st.integers(24, 40)), min_size=1, max_size=6)
)
def test_the_count_by_brute_force(some):
    """Nobody has more left; of those that have as much nobody was in time who came later."""
    results = [
        {"points": points, "handed_in": f"2027-01-{min(day, 31)} 12:00"} for points, day in some
    ]
    terms = lateness.Terms(lateness.moment("2027-01-28T18:00"), {}, lateness.rule("25%/day"))
    assert Count("last", terms).counted("ada", results) == len(some) - 1
    place = Count("best", terms).counted("ada", results)
    exact_payoff = [left(points, max(0, min(day, 31) - 28)) for points, day in some]
    assert (
        exact_payoff[place] == max(exact_payoff)
        and exact_payoff[place] not in exact_payoff[place + 1 :]
    )


def left(points, days):
    return (-1, False) if points is None else (points * max(0, 4 - days) / 4, days == 0)


def test_a_real_class_goes_back_to_its_best(tmp_path):
    """Through release, the sandbox and nbgrader's grade book."""
    root = tmp_path / "course"
    assert cli.main(["release", "02", "--variant", str(NUMBER), "--course", str(root)]) == 0
    for solved in (True, False):
        hand_in(root / "submitted", submission(ONE, NUMBER, solved=solved), "ada", ONE.name)
        assert cli.main(["grade", "--as-root", "--course", str(root)]) == 0
    assert cli.main(["grade", "--as-root", "--course", str(root), "--attempts", "best"]) == 0
    assert json.loads((root / "graded" / ONE.name / "ada.json").read_text())["points"] == 20
    shown = (root / "autograded" / "ada" / ONE.name / f"{ONE.name}.ipynb").read_text()
    assert "BEGIN SOLUTION" not in shown and "raise NotImplementedError" not in shown


# Killed.


def graded_until(root, moment=None):
    """(the exit code, the number of renames) of `grade` in a copy of this process."""
    return ended(lambda: cli.main(["grade", "02", "--as-root", "--course", str(root)]), moment)


@needs("forks")
def test_killed_at_any_rename_it_ends_in_the_same_bytes(course, tmp_path_factory):
    """The second attempt of one student, the first of another; an answer that was read has changed
    meanwhile.
    """
    turn_in(course, "ada", 12, MONDAY)
    assert graded_until(course.root)[0] == 0
    answer, said = (
        {"student": "ada", "set": ONE.name, "task": "why", "answer": "An answer."},
        "written.csv",
    )
    tables.write_table(course.path(said), [answer | {"of": 3, "points": 2}], book.WRITTEN)
    turn_in(course, "ada", 17), turn_in(course, "bob", 9)

    def copy(name):
        return shutil.copytree(course.root, tmp_path_factory.mktemp("killed") / name)

    whole = copy("whole")
    code, count = graded_until(whole)
    assert code == 0 and count > 8
    for moment in moments(count):
        root = copy("course")
        assert graded_until(root, moment)[0] == KILLED
        assert graded_until(root)[0] == 0
        assert tree(root) == tree(whole), moment
