"""When a set is due, for each student, and what lateness costs: exact times, exact points, one line
for a bad rule.
"""

import json
from datetime import datetime, timedelta, timezone
from fractions import Fraction

import pytest

pytest.importorskip(
    "nbgrader", reason="the classroom is not installed: pip install -e .[classroom]"
)
from classroom import answered
from fogel.checks.variant import variant
from grader import cli, feedback, grade, lateness, roster, tables
from grader.course import Course, CourseError
from grader.sets import find

ONE, TWO = find("02"), find("06")
DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)
NO_TIME = timedelta(0)


@pytest.fixture
def course(tmp_path, monkeypatch):
    (tmp_path / "course.json").write_text(json.dumps({"variant": 7, "sets": [ONE.name, TWO.name]}))
    monkeypatch.setattr(feedback, "written_points", lambda course, rows: {})
    return Course(tmp_path, variant(7), (ONE, TWO))


def hand_in(course, student, at, points=3):
    result = answered(ONE, student, "", at)
    result["tasks"]["sums"]["marks"][0]["points"] = points
    grade.write_result(course, result)


def pages(course, *options):
    """Runs `feedback`; returns {student: row of grades}."""
    assert cli.main(["feedback", "02", "--course", str(course.root), *options]) == 0
    rows = tables.read_table(course.path(f"grades_{ONE.name}.csv"), ("student",))
    return {row["student"]: row for _, row in rows}


def refused(course, capsys, *options):
    """The one line with which `feedback` refuses options, and that it has written nothing."""
    before = sorted(course.root.rglob("*"))
    with pytest.raises(SystemExit):
        cli.main(["feedback", "02", "--course", str(course.root), *options])
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and {*course.root.rglob("*")} - {*before} <= {
        course.path(".lock")
    }
    return error


# Times.


@pytest.mark.parametrize(
    ("text", "utc"),
    [
        ("2027-01-31T18:00", "2027-01-31T18:00"),
        ("2027-01-31 18:00:30Z", "2027-01-31T18:00:30"),
        ("2027-01-31T18:00+05:30", "2027-01-31T12:30"),
        ("2027-01-31T18:00 Europe/Berlin", "2027-01-31T17:00"),
        ("2027-07-31T18:00 Europe/Berlin", "2027-07-31T16:00"),  # summer time
        ("2027-03-14T03:00 America/New_York", "2027-03-14T07:00"),  # the first minute of it
    ],
)
def test_a_time_is_said_with_its_zone_or_without(text, utc):
    due = lateness.moment(text)
    assert due.astimezone(timezone.utc) == datetime.fromisoformat(utc).replace(tzinfo=timezone.utc)
    again = lateness.moment(lateness.spelled(due))
    assert again == due and lateness.spelled(again) == lateness.spelled(due)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("2027-03-28T02:30 Europe/Berlin", "the clock is changed"),  # there is no such time
        ("2027-10-31T02:30 Europe/Berlin", "the clock is changed"),  # there are two
        ("2027-01-31T18:00 Europe/Nowhere", "must be a time such as"),
        ("2027-01-31", "must be a time such as"),  # at which end of the day?
        ("2027-02-31T18:00", "must be a time such as"),
        ("2027-01-31T18:00 CST", "must be a time such as"),  # of America, China or Cuba
        ("31/01/2027 18:00", "must be a time such as"),
    ],
)
def test_a_time_that_means_none_or_two_is_refused(text, words):
    with pytest.raises(ValueError, match=words):
        lateness.moment(text)


def test_a_day_in_which_the_clock_is_changed_has_23_hours():
    """Due on Saturday at six, handed in on Sunday at six, by the clocks of Berlin."""
    due, handed_in = (lateness.moment(f"2027-03-{day}T18:00 Europe/Berlin") for day in (27, 28))
    delay = lateness.Terms(due).delay("ada", handed_in)
    assert delay == timedelta(hours=23) and lateness.rule("10%/hour").begun(delay) == 23


# Rules.


@pytest.mark.parametrize(
    ("text", "points", "delay", "left"),
    [
        ("10%/day", 20, NO_TIME, 20),
        ("10%/day", 20, timedelta(seconds=1), 18),
        ("10%/day", 20, DAY, 18),
        ("10%/day", 20, DAY + timedelta(microseconds=1), 16),
        ("10%/day", 20, 10 * DAY, 0),
        ("30%/day", 20, 99 * DAY, 0),  # and never less
        ("10%/day after 15 minutes", 20, 15 * MINUTE, 20),
        ("10 % / day after 15 minutes", 20, 16 * MINUTE, 18),
        ("10%/day after 1 hour", 20, DAY + MINUTE, 16),  # the grace delays, and does not shift
        ("2.5%/hour", 7.5, timedelta(hours=3), Fraction("6.94")),  # of 6.9375
        ("0.5%/day", 23, DAY, Fraction("22.89")),  # of 22.885, a tie
        ("10%/day", 0.1 + 0.2, DAY, Fraction("0.27")),
        ("100%/day", 20, MINUTE, 0),
    ],
)
def test_what_is_left_is_exact(text, points, delay, left):
    assert lateness.rule(text).left(points, delay) == left


def test_what_nobody_is_late_with_stays_to_the_last_bit():
    assert float(lateness.rule("10%/day").left(1 / 3, NO_TIME)) == 1 / 3


@pytest.mark.parametrize(
    "text",
    ["", "10", "10%", "0%/day", "101%/day", "-1%/day", "10%/week", "1e1%/day", "10%/day after"],
)
def test_a_bad_rule_is_one_line_before_any_work(text, course, capsys):
    hand_in(course, "ada", "2027-01-31 18:30:00 UTC")
    error = refused(course, capsys, "--due", "2027-01-31T18:00", f"--late={text}")
    assert "--late: must be a rule such as `10%/day`" in error


def test_a_rule_without_a_due_time_is_refused(course, capsys):
    hand_in(course, "ada", "2027-01-31 18:30:00 UTC")
    assert f"--late: nobody has said when {ONE.name} is due" in refused(
        course, capsys, "--late", "10%/day"
    )


def test_the_rule_is_remembered_and_shown_before_and_after(course):
    hand_in(course, "ada", "2027-02-01 18:00:01 UTC")
    hand_in(course, "bob", "2027-01-31 18:00:00 UTC")
    hand_in(course, "eve", "yesterday")
    for options in (("--due", "2027-01-31T18:00", "--late", "10%/day"), ()):
        rows = pages(course, *options)
        assert [(rows[name]["before lateness"], rows[name]["total"]) for name in ("ada", "bob", "eve")] == [
            ("3", "2.4"), ("3", "3"), ("3", "3"),
        ]  # fmt: skip
        assert [rows[name]["late"] for name in ("ada", "bob", "eve")] == ["yes", "", "?"]
    words = "3 points before lateness (10%/day), 2.4 after it."
    said = {
        name: course.path("feedback", name, f"{ONE.name}.html").read_text()
        for name in ("ada", "bob")
    }
    assert words in said["ada"] and "before lateness" not in said["bob"]
    totals = {
        row["student"]: row["total"]
        for _, row in tables.read_table(course.path("grades.csv"), ("student",))
    }
    assert totals == {"ada": "2.4", "bob": "3", "eve": "3"}
    assert "before lateness" not in pages(course, "--late", "never")["ada"]
    assert pages(course)["ada"]["total"] == "3"
    course.path("late.json").write_text('{"02_network": "1%"}')
    with pytest.raises(CourseError, match=r"late\.json can't be read"):
        feedback.write_feedback(course, [ONE.name])


def test_a_blank_stays_one_however_late(course):
    result = grade.blank(ONE.name, 7, "ada", "It can't be read.") | {
        "handed_in": "2028-01-01 00:00:00 UTC"
    }
    grade.write_result(course, result)
    row = pages(course, "--due", "2027-01-31T18:00", "--late", "10%/day")["ada"]
    assert row["total"] == row["before lateness"] == "" and row["late"] == "yes"


# A time of one's own.


def test_a_student_has_a_due_time_of_their_own(course):
    """Ada's is for this set, Bob's for all, Eve's is never; Zoe's is the class's, whose zone Ada's
    is in.
    """
    text = (
        "student,Due"
        " 02,due\nada,2027-02-01T18:00,2020-01-01T00:00\nbob,,2027-01-30T18:00Z\neve,,never\nzoe,,\n"
    )
    course.path("roster.csv").write_text(text)
    for student in ("ada", "bob", "eve", "zoe"):
        hand_in(course, student, "2027-01-31 17:30:00 UTC")
    hand_in(course, "ada", "2027-02-01 17:00:01 UTC")
    rows = pages(course, "--due", "2027-01-31T18:00 Europe/Berlin", "--late", "10%/day")
    assert {name: (row["late"], row["total"]) for name, row in rows.items()} == {
        "ada": ("yes", "2.7"), "bob": ("yes", "2.7"), "eve": ("", "3"), "zoe": ("yes", "2.7"),
    }  # fmt: skip
    assert (
        pages(course, "--due", "never")["bob"]["late"] == "yes"
        and pages(course)["zoe"]["late"] == ""
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("student,due\nada,tomorrow\n", "roster.csv, row 2: must be a time such as"),
        ("student,due 99\nada,2027-01-31T18:00\n", "roster.csv, row 2: SET must be one of"),
        (
            "student,due\nada,2027-01-31T18:00\nada,2027-02-01T18:00\n",
            "row 3: 'ada' has another due time in a row above",
        ),
    ],
)
def test_a_bad_time_in_the_roster_is_one_line(text, words, course, capsys):
    course.path("roster.csv").write_text(text)
    hand_in(course, "ada", "2027-01-31 18:30:00 UTC")
    assert words in refused(course, capsys)
    with pytest.raises(CourseError):
        roster.read_roster(course)  # as `grade` does, before it runs anything
