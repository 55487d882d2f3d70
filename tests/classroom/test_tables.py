"""The teacher's tables, as spreadsheets leave them: no point is lost without a word, and no cell is
a formula.
"""

import csv
import io
import unicodedata
from datetime import datetime, timezone
from pathlib import Path

import pytest

pytest.importorskip(
    "nbgrader", reason="the classroom is not installed: pip install -e .[classroom]"
)
from classroom import answered
from fogel.checks.variant import variant
from grader import book, feedback, grade, intake, roster, tables
from grader.course import Course, CourseError
from grader.lateness import Terms
from grader.sets import find

ONE = find("02")
TASK = next(task for task in ONE.tasks if task.by_hand)
ANSWER = "First line: é, β.\nSecond line; with a sign."


@pytest.fixture
def course(tmp_path):
    """A course in which ada, 00123 and Zoë have answered, and ada has 2.5 points for it."""
    made = Course(tmp_path, variant(7), (ONE,))
    results = {student: result_of(student) for student in ("ada", "00123", "Zoë")}
    for result in results.values():
        grade.write_result(made, result)
    assert book.write_written(made, ONE.name, results) == []
    mark(made, "ada", "2.5")
    return made


def result_of(student, answer=ANSWER, **about):
    return answered(ONE, student, answer, **about)


def mark(course, student, points):
    path = course.path("written.csv")
    rows = list(csv.DictReader(io.StringIO(path.read_text())))
    for row in rows:
        row["points"] = points if row["student"] == student else row["points"]
    path.write_text(tables.csv_text(rows))


def points_of(course):
    found, _, said = book.read_written(course)
    return {student: row["points"] for (_, student, _), row in found.items()}, said


# What a spreadsheet may do to a table.


def with_semicolons(text):
    rows = list(csv.reader(io.StringIO(text)))
    made = io.StringIO()
    csv.writer(made, delimiter=";", lineterminator="\r\n").writerows(rows)
    return made.getvalue()


def without_zeros(text):
    return text.replace('"00123"', "123")


SPREADSHEETS = {
    "as it was": lambda text: text.encode(),
    "cp1252": lambda text: with_semicolons(text.replace("β", "?")).encode("cp1252"),
    "UTF-16": lambda text: with_semicolons(text).replace(";", "\t").encode("utf-16"),
    "UTF-16 without a mark": lambda text: text.encode("utf-16-le"),
    "a mark": lambda text: text.encode("utf-8-sig"),
    "sep=": lambda text: ("sep=;\r\n" + with_semicolons(text)).encode(),
    "no leading zeros": lambda text: without_zeros(text).encode(),
    "other line ends": lambda text: text.replace("\n", "\r\n").encode(),
    "old line ends": lambda text: text.replace("\n", "\r").encode(),
    "lines joined": lambda text: text.replace("é, β.\n", "é, β.   ").encode(),
    "letters apart": lambda text: unicodedata.normalize("NFD", text).encode(),
    "another case": (
        lambda text: text.replace('"ada"', '"ADA"').replace('"points"', '"Points"').encode()
    ),
    "a set as a number": lambda text: text.replace(f'"{ONE.name}"', "2").encode(),
    "empty lines": lambda text: (text + ";;;\r\n\r\n,,,\n").replace(";;;", "").encode(),
}


@pytest.mark.parametrize("what", SPREADSHEETS)
def test_no_point_is_lost_in_a_spreadsheet(what, course):
    path = course.path("written.csv")
    mark(course, "00123", "3")
    path.write_bytes(SPREADSHEETS[what](path.read_text()))
    known = {"ada": 2.5, "00123": 3.0, "Zoë": None}
    assert points_of(course) == (known, [])
    assert (
        book.write_written(course, ONE.name, {student: result_of(student) for student in known})
        == []
    )
    assert points_of(course) == (known, [])  # after it was written once more


def test_rows_that_match_nobody_are_named_and_kept(course):
    path = course.path("written.csv")
    path.write_text(path.read_text().replace('"ada"', '"adda"'))
    said = (
        "written.csv, row 4: nobody of the id 'adda' has answered why of 02_network; its 2.5 points"
        " are not counted"
    )
    assert points_of(course)[1] == [said]
    assert book.write_written(course, ONE.name, {"ada": result_of("ada")}) == [said]
    assert '"adda"' in path.read_text() and points_of(course)[0]["ada"] is None


def test_a_row_is_known_by_its_answer_where_its_id_is_gone(course):
    path = course.path("written.csv")
    grade.write_result(course, result_of("12e3", "My own words."))
    assert book.write_written(course, ONE.name, {"12e3": result_of("12e3", "My own words.")}) == []
    mark(course, "12e3", "3")
    path.write_text(path.read_text().replace('"12e3"', '"12000"'))
    words = "written.csv, row 3: '12000' is taken for '12e3', whose answer it is"
    assert (points_of(course)[0]["12e3"], points_of(course)[1]) == (3.0, [words])
    assert book.write_written(course, ONE.name, {}) == [words] and points_of(course)[1] == []
    path.write_text(path.read_text().replace('"12e3"', '"12000"'))
    grade.write_result(course, result_of("eve", "My own words."))  # now two have written it
    assert (
        points_of(course)[0].get("12e3") is None
        and "nobody of the id '12000'" in points_of(course)[1][0]
    )


# A class of twelve whose table LibreOffice 7.4 has opened and saved: as .xlsx and back to CSV, in
# these languages.

CLASS = {
    "ada": ('The mask discards it; "so" nothing.\n\nSecond; line, with β and 1,5.', "1"),
    "00123": ("- a list\n- of two\n\n=1+1", "2.5"),
    "Zoë": ("+1 for me", "3"),
    "O'Neill": ("1/2", "0"),
    "Straße": ("'quoted", "1.5"),
    "李雷": ("It drifts.\ttab", "2"),
    "12e3": ('x;=HYPERLINK("a")', "0.5"),
    "2027-01-31": ("٣ ünï", "3"),
    "=cmd": ("a\n\n\nb", "1"),
    "bob": ("TRUE", "2"),
    "TRUE": ("-", ""),
    "eve, jr": ("@all", "2.5"),
}
LIBREOFFICE = Path(__file__).parent / "spreadsheets"
SAVED = ("english", "german_semicolons", "numbers_and_dates", "utf16_tabs", "western_europe")


@pytest.mark.parametrize("saved", SAVED)
def test_what_libreoffice_has_saved_keeps_points_and_names(saved, tmp_path):
    made = Course(tmp_path, variant(7), (ONE,))
    results = {student: result_of(student, answer) for student, (answer, _) in CLASS.items()}
    for result in results.values():
        grade.write_result(made, result)
    made.path("written.csv").write_bytes((LIBREOFFICE / f"{saved}.csv").read_bytes())
    known = {student: float(points) if points else None for student, (_, points) in CLASS.items()}
    found, said = points_of(made)
    assert found == known and all("is taken for" in words for words in said)
    book.write_written(made, ONE.name, results)
    assert points_of(made) == (known, [])
    assert {key[1]: row["answer"] for key, row in book.read_written(made)[0].items()} == {
        student: answer for student, (answer, _) in CLASS.items()
    }
    assert {row["comment"] for row in book.read_written(made)[0].values()} == {
        "Good: ünï, yes.",
        "two\nlines",
        "",
    }


@pytest.mark.parametrize(
    ("answer", "words"), [("Another.", "has changed, and is to be read again"), ("", "is gone")]
)
def test_points_that_go_are_said_and_backed_up(answer, words, course):
    before = course.path("written.csv").read_bytes()
    said = book.write_written(course, ONE.name, {"ada": result_of("ada", answer)})
    assert said == [
        f"written.csv: the answer of 'ada' to why {words}; its 2.5 points are in backups/"
    ]
    assert before in [path.read_bytes() for path in course.path("backups").iterdir()]
    assert points_of(course)[0].get("ada") is None


def test_a_table_that_says_the_same_is_not_written_again(course):
    for _ in range(2):
        book.write_written(course, ONE.name, {"ada": result_of("ada")})
    assert not course.path("backups").exists()
    before = course.path("written.csv").read_bytes()
    for answer in ("Another.", "A third."):
        book.write_written(course, ONE.name, {"ada": result_of("ada", answer)})
    kept = sorted(course.path("backups").iterdir())
    assert [path.name for path in kept] == ["written-0001.csv", "written-0002.csv"] and kept[
        0
    ].read_bytes() == before
    kept[0].unlink()  # a teacher may tidy up
    book.write_written(course, ONE.name, {"ada": result_of("ada", "A fourth.")})
    assert sorted(path.name for path in course.path("backups").iterdir()) == [
        "written-0002.csv",
        "written-0003.csv",
    ]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "must have the columns set, student, task"),
        (b"set,student,task,points\n", "answer is missing"),
        (
            b"set,student,task,answer,points\n99,ada,why,x,1\n",
            "written.csv, row 2: SET must be one of",
        ),
        (
            b"set,student,task,answer,points\n02,ada,why,x,9\n",
            "row 2: points must be a number from 0 to 3, not '9'",
        ),
        (b"set,student,task,answer,points\n02,ada,why,x,nan\n", "row 2: points must be a number"),
        (
            b"set,student,task,answer,points\n02,ada,why,x,1\n02,ADA,why,x,2\n",
            "row 3: there is another row",
        ),
        (
            b'set,student,task,answer,points\n"' + b"x" * 2_000_000,
            "written.csv can't be read as a table",
        ),
    ],
)
def test_a_table_that_is_wrong_is_one_sentence(content, words, course):
    course.path("written.csv").write_bytes(content)
    with pytest.raises(CourseError) as error:
        book.read_written(course)
    assert words in str(error.value)


def test_a_table_that_is_a_pipe_or_a_folder_is_one_sentence(course):
    import os

    for make in (os.mkfifo, os.mkdir):
        course.path("roster.csv").unlink() if course.path("roster.csv").exists() else None
        make(course.path("roster.csv"))
        with pytest.raises(CourseError, match=r"roster\.csv can't be read \(not a regular file"):
            roster.read_roster(course)


# Formulas.

FORMULAS = [
    "=1+1",
    "+1",
    "-1",
    "@x",
    "\t=1",
    "  =1",
    "\uff1dHYPERLINK(1)",
    "x;=HYPERLINK(1)",
    "x\t@y",
    "a,=b",
    "\n=c",
]


@pytest.mark.parametrize("text", FORMULAS)
def test_a_spreadsheet_takes_nothing_for_a_formula(text, course):
    made = tables.csv_text([{"student": text, "total": -3.5}])
    for separator in ",;\t":  # whichever it takes for the end of a cell
        for row in csv.reader(io.StringIO(made), delimiter=separator):
            for cell in row:
                assert not tables.FORMULA.match(cell) or cell == "-3.5", (separator, cell)
    assert tables.untamed(next(csv.DictReader(io.StringIO(made)))["student"]) == text
    book.write_written(course, ONE.name, {"ada": result_of("ada", text)})
    assert f'"{tables.tame(text)}"' in course.path("written.csv").read_text()
    assert book.read_written(course)[0][ONE.name, "ada", TASK.name]["answer"] == text


def test_a_formula_behind_a_separator_is_tame_without_quotation_marks_too():
    assert tables.tame("x;=HYPERLINK(1)") == "x;'=HYPERLINK(1)" and tables.tame("a, @b") == "a, '@b"
    assert tables.tame("2 - 1; -3") == "2 - 1; -3" and tables.tame("-") == "-"


# Who is in the class.


def test_the_roster_spells_and_calls(course, tmp_path):
    course.path("roster.csv").write_bytes(
        "Name;Student\nA;ada\nB;00123\nC;eve\nD;Zoë\n".encode("cp1252")
    )
    known = roster.read_roster(course)
    assert [known.spelled(name) for name in ("ADA", "123", "Zoe\u0308", "bob")] == [
        "ada",
        "00123",
        "Zoë",
        "bob",
    ]
    handed = tmp_path / "in"
    for student in ("ADA", "123", "bob"):
        (handed / student).mkdir(parents=True)
        (handed / student / f"{ONE.name}.ipynb").write_text("{}")
    assert set(intake.submissions(handed, ONE.name, roster=known).found) == {"ada", "00123", "bob"}
    results = {
        "ada": result_of("ada", named="your-id"),
        "00123": result_of("00123"),
        "bob": result_of("bob", named=""),
    }
    assert roster.roll_call(known, results) == [
        "nothing was handed in by Zoë, eve",
        "not in roster.csv: bob",
        "STUDENT was left as it was by ada",
        "STUDENT is missing from the notebooks of bob",
    ]
    rows = book.totals({ONE.name: book.rows_of(course, ONE.name, results, {})}, known.exact)
    assert [(row["student"], row[ONE.name]) for row in rows] == [
        ("00123", 0), ("Zoë", ""), ("ada", 0), ("bob", 0), ("eve", "")
    ]  # fmt: skip


def test_without_a_roster_nobody_is_missing_or_unknown(course):
    assert roster.roll_call(roster.read_roster(course), {"ada": result_of("ada")}) == []


def test_two_ids_that_differ_in_zeros_only_are_two():
    spelling = tables.Spelling(["123", "0123", "ada"])
    assert [spelling.meant(text) for text in ("123", "0123", "00123", "ADA")] == [
        "123",
        "0123",
        None,
        "ada",
    ]


def test_who_is_in_two_sections_is_one_student_and_is_said(course):
    course.path("roster.csv").write_text("student,section,platform\nada,1,17\nbob,1,\nada,2,17\n")
    known = roster.read_roster(course)
    assert known.exact == {"ada", "bob"} and known.on_platform("17") == "ada"
    said = roster.roll_call(known, {"ada": {"points": 1, "named": "ada"}})
    assert said == [
        "more than once in roster.csv, as one student: ada",
        "nothing was handed in by bob",
    ]


def test_two_who_are_one_on_the_platform_are_named(course):
    for one, other in (("17", "17"), ("Bo B", "bo b")):  # a platform's names are known loosely
        course.path("roster.csv").write_text(f"student,platform\nada,{one}\nbob,{other}\n")
        with pytest.raises(
            CourseError, match=rf"roster\.csv, row 3: '{other}' is 'ada' on the platform already"
        ):
            roster.read_roster(course)


def test_a_due_time_is_remembered_until_it_is_never(course, monkeypatch):
    result = result_of("ada", handed_in="2027-01-31 18:30:00 UTC")
    grade.write_result(course, result)
    monkeypatch.setattr(feedback, "written_points", lambda course, rows: {})
    told = []

    def late(due=None):
        told.clear()
        feedback.write_feedback(course, [ONE.name], due, say=told.append)
        rows = tables.read_table(course.path(f"grades_{ONE.name}.csv"), ("student",))
        return next(row for _, row in rows if row["student"] == "ada").get("late")

    unread = f"{ONE.name}: 3 written answers still to be read, counted as 0 until then"
    assert late() is None and told == [unread]
    for due in (DUE, None, None):
        assert late(due) == "yes" and told[:1] == [
            f"{ONE.name}: due 31 January 2027, 18:00 UTC; late: ada"
        ]
    assert "late" in course.path("feedback", "ada", f"{ONE.name}.html").read_text()
    assert late("never") is None and late() is None and told == [unread]
    course.path("due.json").write_text("[")
    with pytest.raises(CourseError, match=r"due\.json can't be read"):
        late()


# Points that a teacher has set.


def test_overrides_count_before_all_else(course):
    path, number = course.path("overrides.csv"), ONE.tasks[0].number
    path.write_text(
        f"set;student;task;points;reason\n2;ADA;{number};4,5;My mistake.\n02;nobody;why;1;\n"
    )
    before = path.read_bytes()
    found, lost = roster.read_overrides(course, {ONE.name: ["ada", "00123"]})
    assert found == {(ONE.name, "ada", ONE.tasks[0].name): (4.5, "My mistake.")}
    words = f"nobody of the id 'nobody' has handed in {ONE.name}; its points are not counted"
    assert lost == [(ONE.name, f"overrides.csv, row 3: {words}")]
    row = book.rows_of(course, ONE.name, {"ada": result_of("ada")}, {}, overrides=found)[0]
    assert (
        row[f"{number} {ONE.tasks[0].name}"] == row["total"] == 4.5
        and f"{number} was set by hand." in row["notes"]
    )
    assert path.read_bytes() == before


def test_an_override_counts_in_its_own_set_alone(course):
    """Who has handed in another set has not handed in this one; and ids are spelled as the set has
    them.
    """
    course.path("overrides.csv").write_text(
        "set;student;task;points\n02;bob;P2.1;1\n05;bob;P5.1;1\n05;7;P5.1;2\n"
    )
    found, lost = roster.read_overrides(course, {ONE.name: ["bob", "7"], "05_selection": ["007"]})
    assert found == {
        (ONE.name, "bob", "sums"): (1, ""),
        ("05_selection", "007", "payoffs"): (2, ""),
    }
    assert [name for name, _ in lost] == [
        "05_selection"
    ] and "row 3: nobody of the id 'bob'" in lost[0][1]


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("02;ada;P2.1;99;", "row 2: points must be a number from 0 to"),
        ("02;ada;P9.9;1;", "row 2: the task of 02_network must be one of P2.1, P2.2"),
        ("77;ada;P2.1;1;", "row 2: SET must be one of"),
        ("02;ada;why;1;\n02;Ada;P2.6;2;", "row 3: there is another row for this task of 'ada'"),
    ],
)
def test_an_override_that_is_wrong_is_named(row, words, course):
    course.path("overrides.csv").write_text(f"set;student;task;points;reason\n{row}\n")
    with pytest.raises(CourseError) as error:
        roster.read_overrides(course, {ONE.name: ["ada"]})
    assert words in str(error.value)


# Times.

DUE = datetime(2027, 1, 31, 18, tzinfo=timezone.utc)


@pytest.mark.parametrize(
    ("text", "late"),
    [
        ("2027-01-31 18:00:01.948203 UTC", True),
        ("2027-01-31T18:00:00+00:00", False),
        ("2027-01-31T18:00:01Z", True),
        ("2027-01-31 18:59:59.9 CET", False),
        ("2027-01-31 19:00:01 CET", True),
        ("2027-01-31 13:00:01 EST", True),
        ("2027-01-31 18:00:01 +0000", True),
        ("2027-01-31 20:00:01 +02:00", True),
        ("2027-01-31 18:30", True),
        ("2027-01-31 18:30:00 CST", None),  # of America, China or Cuba
        ("yesterday", None),
        ("2027-02-31 18:30:00 UTC", None),
        ("", None),
    ],
)
def test_a_time_in_any_zone_is_late_or_not_or_said(text, late, course):
    delay = Terms(DUE).delay("ada", book.moment_of(text))
    assert (None if delay is None else bool(delay)) is late
    row = book.rows_of(course, ONE.name, {"ada": result_of("ada", handed_in=text)}, {}, Terms(DUE))[
        0
    ]
    assert row["late"] == {True: "yes", False: "", None: "?"}[late]
