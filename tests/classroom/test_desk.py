"""Reading written answers: what is given stands in the table at once, whoever else writes it;
strangers get nothing.
"""

import csv
import http.client
import io
import json
import os
import re
import signal
import subprocess
import sys
import threading

import pytest
from markupsafe import escape

pytest.importorskip(
    "nbgrader", reason="the classroom is not installed: pip install -e .[classroom]"
)
from written import HOSTILE, ONE, STUDENTS, TWO, give, key_of, served, table, write_answers

from classroom import ROOT, answered
from fogel.checks.variant import variant
from grader import book, desk, feedback, grade, reading, rubric, tables
from grader.cli import main
from grader.course import CourseError
from grader.reading import MeanwhileError, Reader, place_of, state_of
from grader.sets import all_sets

QUESTION = (ONE.name, "why")


def save_in_a_spreadsheet(course, change):
    """Another program writes the table: `change(rows)` in place."""
    path = course.path("written.csv")
    rows = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))))
    change({row["student"]: row for row in rows}, rows)
    path.write_text(tables.csv_text(rows), encoding="utf-8")


# What is asked.


@pytest.mark.parametrize("one", all_sets(), ids=lambda one: one.name)
def test_the_rubric_of_every_set_is_the_tasks_points(one):
    for task in filter(lambda task: task.by_hand, one.tasks):
        asked = rubric.asked(one, task, variant(7))
        assert sum(points for points, _ in asked.rubric) == task.points and len(asked.rubric) >= 2
        assert all(words and "point" not in words and "*" not in words for _, words in asked.rubric)
        for text in (asked.question, asked.ours):
            assert len(text) > 200 and not re.search(r"Rubric|SOLUTION|\$|^#", text)


def test_what_a_rubric_gave_survives_as_words():
    for numbers in (set(), {1}, {1, 3}, {1, 2, 3, 4}):
        assert rubric.numbers_in(rubric.cell_of(numbers)) == numbers
        # No spreadsheet takes it for a number, but for a single one.
        with pytest.raises(ValueError):
            float(rubric.cell_of(numbers).replace(" ", "")) if len(numbers) != 1 else float("x")
    assert rubric.numbers_in("") is None and rubric.numbers_in("2.0") == rubric.numbers_in(
        "2,0"
    ) == {2}


# The order, and whose they are.


def test_the_order_tells_nothing_and_stays(course):
    (keys,) = Reader(course).questions().values()
    assert sorted(student for _, student, _ in keys) == sorted(STUDENTS) and keys != sorted(keys)
    assert Reader(course).questions()[QUESTION] == keys
    write_answers(course, ["one-more"])
    more = Reader(course).questions()[QUESTION]
    # It takes a place among them, and moves nobody.
    assert [key for key in more if key[1] != "one-more"] == keys
    other = reading.order_of(
        course, TWO.name, "why", [(TWO.name, student, "why") for student in STUDENTS]
    )
    assert [student for _, student, _ in other] != [student for _, student, _ in keys]


def test_the_answer_is_the_one_that_was_handed_in(course):
    result = answered(ONE, "ada", "One.\n\nTwo.")
    grade.write_result(course, result)
    book.write_written(course, ONE.name, {"ada": result})
    save_in_a_spreadsheet(course, lambda by, rows: by["ada"].update(answer="One. Two."))
    reader = Reader(course)
    # Though a spreadsheet has joined its lines.
    assert reader.answer(key_of("ada")) == "One.\n\nTwo."
    # `grade` was killed before it wrote the table.
    grade.write_result(course, answered(ONE, "ada", "Another."))
    assert reader.answer(key_of("ada")) == "One. Two."


# Nothing is lost.


def test_what_is_given_stands_in_the_table_and_counts(course):
    reader = Reader(course)
    give(reader, "ada", "2", "Say why.", frozenset({1, 3}))
    give(reader, "bob", "2,5", "=1+1")
    give(reader, "eve", "0", "", frozenset())
    assert reader.left(QUESTION) == 2 and reader.tell() == []
    found = book.read_written(course)[0]
    assert [found[key_of(student)]["points"] for student in STUDENTS] == [2.0, 2.5, 0.0, None, None]
    assert found[key_of("ada")]["rubric"] == "1 and 3" and found[key_of("bob")]["comment"] == "=1+1"
    assert table(course)["bob"][1] == "'=1+1"  # no formula in a spreadsheet
    # `grade` keeps it.
    assert write_answers(course, STUDENTS) == [] and table(course)["ada"] == ("2", "Say why.")
    assert rubric.ticked(Reader(course).row(key_of("ada")), reader.asked(QUESTION).rubric) == {1, 3}
    save_in_a_spreadsheet(course, lambda by, rows: by["ada"].update(points="1"))
    # The points count.
    assert rubric.ticked(reader.row(key_of("ada")), reader.asked(QUESTION).rubric) is None


@pytest.mark.parametrize("points", ["4", "-1", "many", "nan"])
def test_points_out_of_range_are_one_sentence(points, course):
    with pytest.raises(CourseError, match=r"^P2\.6: points must be a number from 0 to 3, not"):
        give(Reader(course), "ada", points)
    assert table(course)["ada"] == ("", "")


def test_two_readers_share_a_table(course):
    one, two = Reader(course), Reader(course)
    give(one, "ada", "1")
    give(two, "bob", "2")
    seen = state_of(two.row(key_of("eve")))
    give(one, "eve", "3", "Fine.")
    with pytest.raises(
        MeanwhileError,
        match=r"^meanwhile the table has 3 points and the note 'Fine.' here; nothing was",
    ):
        two.give(key_of("eve"), "1", "", None, seen)
    two.give(key_of("eve"), "3", "Fine.", None, seen)  # the same once more is no quarrel
    assert [table(course)[student][0] for student in ("ada", "bob", "eve")] == ["1", "2", "3"]


def test_an_old_table_that_is_saved_over_a_new_one_takes_nothing(course):
    old = course.path("written.csv").read_bytes()
    reader = Reader(course)
    give(reader, "ada", "2", "Good.")
    course.path("written.csv").write_bytes(old)  # a spreadsheet that was opened before
    reader.questions()
    said = reader.tell()
    assert len(said) == 1 and re.fullmatch(
        r"P2\.6, answer \d: another program saved an older table; 2 points and the note 'Good.'"
        r" stand there again\.",
        said[0],
    )
    assert table(course)["ada"] == ("2", "Good.")
    course.path("written.csv").write_bytes(old)
    give(reader, "bob", "1")  # in the same breath
    assert table(course)["ada"] == ("2", "Good.") and table(course)["bob"] == ("1", "")


def test_what_another_program_gave_counts_and_is_said(course):
    reader = Reader(course)
    give(reader, "ada", "2")
    save_in_a_spreadsheet(
        course, lambda by, rows: (by["ada"].update(points="1"), by["bob"].update(points="3"))
    )
    give(reader, "eve", "1")
    assert {student: table(course)[student][0] for student in STUDENTS[:3]} == {
        "ada": "1",
        "bob": "3",
        "eve": "1",
    }
    assert re.search(
        r"answer \d: the table now has 1 point, and no longer 2 points\.$", *reader.tell()
    )
    assert reader.tell() == []


def test_rows_that_a_half_written_table_lacks_come_back(course):
    reader = Reader(course)
    give(reader, "ada", "2")
    save_in_a_spreadsheet(course, lambda by, rows: rows.__delitem__(slice(0, 4)))
    give(reader, next(iter(table(course))), "1")
    assert sorted(table(course)) == sorted(STUDENTS) and table(course)["ada"][0] == "2"
    assert (
        len(
            [
                words
                for words in reader.tell()
                if "its row was gone from written.csv; it is back" in words
            ]
        )
        == 4
    )


def test_another_answer_is_to_be_read_again(course):
    reader = Reader(course)
    give(reader, "ada", "2")
    write_answers(course, ["ada"], "Something else.")
    assert reader.row(key_of("ada"))["points"] is None
    assert re.search(
        "another text was handed in, to be read again; it had 2 points", *reader.tell()
    )
    write_answers(course, ["ada"], "")  # and now it is gone
    assert reader.row(key_of("ada")) is None and "ada" not in table(course)
    with pytest.raises(CourseError, match="this answer is no longer in the table"):
        reader.give(key_of("ada"), "1", "", None, "")


def test_there_is_a_backup_of_every_table_that_was_somebody_elses(course):
    tables_of_others = [course.path("written.csv").read_bytes()]
    reader = Reader(course)
    for points in "123":
        give(reader, "ada", points)
    save_in_a_spreadsheet(course, lambda by, rows: by["bob"].update(points="3"))
    tables_of_others.append(course.path("written.csv").read_bytes())
    give(reader, "eve", "1")
    kept = [path.read_bytes() for path in sorted(course.path("backups").iterdir())]
    assert kept == tables_of_others


def test_a_full_disk_is_one_sentence_and_changes_nothing(course):
    resource = pytest.importorskip("resource")
    reader = Reader(course)
    give(reader, "ada", "1")
    before, limits = (
        course.path("written.csv").read_bytes(),
        resource.getrlimit(resource.RLIMIT_FSIZE),
    )
    resource.setrlimit(resource.RLIMIT_FSIZE, (64, limits[1]))
    try:
        with pytest.raises(OSError) as error:
            give(reader, "bob", "2")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    words = "written.csv can't be read or written (File too large); nothing in it was changed."
    assert desk.words_for(error.value) == words
    assert course.path("written.csv").read_bytes() == before and not list(
        course.root.glob(".written*")
    )
    give(reader, "bob", "2")  # there is room again
    assert table(course)["bob"][0] == "2"


def test_a_course_at_work_is_waited_for_and_then_said(course, monkeypatch):
    monkeypatch.setattr(reading, "LONGEST_WAIT", 0.1)
    reader = Reader(course)
    with course.locked(), pytest.raises(CourseError, match="another command is at work"):
        give(reader, "ada", "1")
    monkeypatch.setattr(reading, "LONGEST_WAIT", 600)
    lock = course.locked()
    lock.__enter__()
    threading.Timer(0.2, lock.__exit__, (None, None, None)).start()
    give(reader, "ada", "1")
    assert table(course)["ada"][0] == "1"


def test_a_table_that_is_wrong_is_left_as_it_is(course):
    reader = Reader(course)
    save_in_a_spreadsheet(course, lambda by, rows: by["bob"].update(points="9"))
    before = course.path("written.csv").read_bytes()
    with pytest.raises(
        CourseError, match=r"written\.csv, row \d: points must be a number from 0 to 3, not '9'"
    ):
        reader.give(key_of("ada"), "1", "", None, "")
    assert course.path("written.csv").read_bytes() == before


def test_a_note_can_be_anything(course):
    reader = Reader(course)
    for note in ("\ud800\x00\x1b", "a\r\nb", "x" * 10_000, "'=1", "\u202eevil", ";=1"):
        row = give(reader, "ada", "1", note)
        assert state_of(reader.row(key_of("ada"))) == state_of(row) and reader.tell() == []
    assert len(give(reader, "ada", "1", "x" * 10_000)["comment"]) == reading.LONGEST_NOTE


# The server.


def ask(made, path="", method="GET", body=None, **headers):
    """(status, headers, text) of a request behind the token."""
    connection = http.client.HTTPConnection(desk.HOST, made.server_address[1], timeout=60)
    path = path if path.startswith("/") else f"/{made.token}/{path}"
    connection.putrequest(method, path, skip_host=True)
    given = {"Host": made.host} | {name.replace("_", "-"): value for name, value in headers.items()}
    for name, value in given.items():
        if value is not None:
            connection.putheader(name, value)
    connection.endheaders(body)
    response = connection.getresponse()
    return response.status, response.headers, response.read().decode()


def post(made, path, about, **headers):
    body = about if isinstance(about, bytes) else json.dumps(about).encode()
    given = {
        "Origin": f"http://{made.host}",
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
    }
    return ask(made, path, "POST", body, **{**given, **headers})


def filled(made, student, points="2", **about):
    row = made.reader.row(key_of(student))
    given = {"points": points, "comment": "", "numbers": None, "seen": state_of(row)}
    return "/".join((*QUESTION, place_of(made.reader.course, key_of(student)))), given | about


def test_pages_name_nobody_and_run_nothing(course):
    write_answers(course, ["eve"], HOSTILE)
    with served(course) as made:
        pages = [ask(made), ask(made, "desk.css"), ask(made, "desk.js")]
        pages += [ask(made, filled(made, student)[0]) for student in STUDENTS]
        for status, headers, text in pages:
            assert status == 200 and [headers[name] for name in desk.HEADERS] == list(
                desk.HEADERS.values()
            )
            policy = headers["Content-Security-Policy"]
            assert (
                "default-src 'none'" in policy
                and "unsafe" not in policy
                and "frame-ancestors 'none'" in policy
            )
            assert not any(f"{student}<" in text or f"{student}/" in text for student in STUDENTS)
        hostile = pages[3 + STUDENTS.index("eve")][2]
        assert (
            "&lt;script&gt;alert(1)" in hostile and "<img" not in hostile and "\x1b" not in hostile
        )
        assert re.findall(r'href="([^"]*)"', hostile) and not re.search(
            r'href="(?!/|data:,")', hostile
        )
        assert hostile.count("<script") == 1
        status, headers, _ = ask(made, "02_network/why/")
        assert status == 303 and headers["Location"].startswith(f"/{made.token}/02_network/why/")
        assert (
            ask(made, "02_network/why/0000")[0] == 303 and ask(made, "02_network/sums/")[0] == 404
        )


STRANGERS = {
    "no token": ({"path": "/"}, 404),
    "another token": ({"path": "/x" * 20 + "/"}, 404),
    "no host": ({"Host": None}, 403),
    "another host": ({"Host": "example.org"}, 403),  # whose name leads to this machine
    "localhost": ({"Host": "localhost:1"}, 403),
    "another origin": ({"Origin": "https://example.org"}, 403),
    "no page's origin": ({"Origin": "null"}, 403),
    "a script of another site": ({"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "no-cors"}, 403),
    "a frame of another site": (
        {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "iframe"}, 403
    ),
    "a link that is followed": (
        {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "document"}, 200
    ),
    "another method": ({"method": "DELETE"}, 501),
    "a path upwards": ({"path": "../../etc/passwd"}, 404),
}  # fmt: skip


def test_strangers_get_nothing(course):
    with served(course) as made:
        for what, (about, status) in STRANGERS.items():
            found, headers, text = ask(made, **about)
            assert found == status, what
            assert status == 200 or (len(text) < 100 and made.token not in text), what
            assert headers["Content-Security-Policy"], what


BODIES = {
    "no origin": ({}, {"Origin": None}, 403),
    "another origin": ({}, {"Origin": "http://127.0.0.1:1"}, 403),
    "a form": ({}, {"Content-Type": "text/plain"}, 415),
    "no length": ({}, {"Content-Length": None}, 415),
    "too long": ({}, {"Content-Length": "100000"}, 413),
    "no JSON": (b"{", {}, 400),
    "a list": (b"[1]", {}, 400),
    "points as a number": ({"points": 2}, {}, 400),
    "numbers that are none": ({"numbers": ["1"]}, {}, 400),
    "points out of range": ({"points": "9"}, {}, 503),
    "another answer": ({}, {"path": "02_network/why/0123456789abcdef"}, 503),
    "seen by nobody": ({"seen": ""}, {}, 409),
}


def test_nothing_but_what_the_page_sends_is_taken(course):
    with served(course) as made:
        before = course.path("written.csv").read_bytes()
        for what, (about, headers, status) in BODIES.items():
            path, given = filled(made, "ada")
            path, headers = (
                headers.get("path", path),
                {k: v for k, v in headers.items() if k != "path"},
            )
            found = post(
                made, path, about if isinstance(about, bytes) else given | about, **headers
            )
            assert found[0] == status, (what, found)
            assert course.path("written.csv").read_bytes() == before, what


def test_the_server_saves_and_says(course):
    with served(course) as made:
        path, given = filled(made, "ada", "2", numbers=[1, 2], comment="Good.")
        status, _, text = post(made, path, given)
        answer = json.loads(text)
        assert (status, answer["left"], answer["points"], answer["said"]) == (200, 4, 2.0, [])
        assert table(course)["ada"] == ("2", "Good.")
        page = ask(made, path)[2]
        assert (
            page.count(" checked>") == 3 and 'value="2"' in page and "4 of 5 to read" in page
        )  # with the box of the keys
        # A page that saw the row without points.
        status, _, text = post(made, path, {**given, "points": "1"})
        assert (
            status == 409 and "meanwhile the table has 2 points and the note 'Good.' here" in text
        )
        status, _, text = post(
            made, path, {**given, "points": "1", "seen": json.loads(text)["seen"]}
        )
        assert status == 200 and table(course)["ada"] == ("1", "Good.")
        for student in STUDENTS:
            path, given = filled(made, student, "1")
            post(made, path, given)
        assert "All are read." in ask(made)[2] and "all 5 read" in ask(made)[2]
        course.path("written.csv").write_text("nothing")
        status, _, text = ask(made)
        assert status == 503 and "written.csv: it must have the columns" in text


# The command.


def command(course, *more):
    return [sys.executable, str(ROOT / "classroom"), "read", "--course", str(course.root), *more]


def test_points_survive_a_kill(course):
    process = subprocess.Popen(command(course), stdout=subprocess.PIPE, text=True)
    try:
        address = next(line for line in process.stdout if line.startswith("http")).strip()
        host, token = address.removeprefix("http://").rstrip("/").split("/")
        made = type(
            "Made",
            (),
            {"host": host, "token": token, "server_address": ("", int(host.split(":")[1]))},
        )
        made.reader = Reader(course)
        path, given = filled(made, "ada", "3", comment="Well said.")
        status, _, _ = post(made, path, given)
    finally:
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
    assert status == 200 and table(course)["ada"] == ("3", "Well said.")


def test_wrong_use_is_one_line(course, tmp_path, capsys):
    with desk.open_desk(course) as made:
        port = made.server_address[1]
        cases = {
            ("read", "--course", tmp_path / "nowhere"): "there is no course in",
            (
                "read",
                "--course",
                tmp_path,
                "06",
            ): "there are no written answers of 06_curve; `grade` comes first",
            (
                "read",
                "--course",
                tmp_path,
                "--port",
                "x",
            ): "--port: must be a whole number from 0 to 65535, not 'x'",
            (
                "read",
                "--course",
                tmp_path,
                "--port",
                port,
            ): f"--port: {port} can't be used (Address already in use)",
        }
        for arguments, words in cases.items():
            with pytest.raises(SystemExit) as stop:
                main([str(argument) for argument in arguments])
            error = capsys.readouterr().err
            assert stop.value.code == 2 and words in error and error.count("\n") == 1


def test_a_student_sees_which_boxes_were_earned(course, monkeypatch):
    """Each box of the rubric with its points; none where points were typed without it."""
    monkeypatch.setattr(
        feedback, "written_points", lambda course, rows: dict.fromkeys(rows, (2.0, ""))
    )
    reader = Reader(course)
    boxes = reader.asked(QUESTION).rubric
    give(reader, "ada", str(boxes[0][0]), "", frozenset({1}))
    give(reader, "bob", "0.5")
    folder = feedback.write_feedback(course, [ONE.name])
    pages = {
        student: (folder / student / f"{ONE.name}.html").read_text() for student in ("ada", "bob")
    }
    words = [words[:1].upper() + words[1:] for _, words in boxes]
    shown = [str(escape(text)) in pages["ada"] for text in words]
    assert shown == [True] * len(boxes) and len(boxes) > 1
    box = pages["ada"].partition(str(escape(words[0])))
    assert box[0].endswith('<li class="right"><div class="head part"><span>')
    assert (
        pages["ada"]
        .partition(str(escape(words[1])))[0]
        .endswith('<li class="wrong"><div class="head part"><span>')
    )
    assert not any(str(escape(text)) in pages["bob"] for text in words)
