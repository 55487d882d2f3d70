"""What the grader reads, damaged some fifty ways each, and attacks on it by files that were made by
hand.
"""

import json
import os
import struct
import zipfile
from datetime import datetime, timezone
from pathlib import Path

import pytest
from damage import DEEP, faults

pytest.importorskip(
    "nbgrader", reason="the classroom is not installed: pip install -e .[classroom]"
)
import classroom  # noqa: F401 - puts the grader on the path
from fogel.checks.variant import variant
from grader import (
    attempts,
    course,
    grade,
    intake,
    lateness,
    platform_zips,
    platforms,
    roster,
    tables,
)
from grader.course import Course, CourseError
from grader.sets import find

ONE = find("02")
FILE = f"{ONE.name}.ipynb"
NOT_LOOKED_AT = "not looked at; only notebooks are, files that end with .ipynb and are not hidden"
MONDAY = datetime(2027, 1, 4, tzinfo=timezone.utc).timestamp()


def by(student, **more):
    return json.dumps(
        {"cells": [{"cell_type": "code", "source": f'STUDENT = "{student}"'}], **more}
    ).encode()


@pytest.fixture
def made(tmp_path):
    (tmp_path / "course.json").write_text(json.dumps({"variant": 7, "sets": [ONE.name]}))
    return Course(tmp_path, variant(7), (ONE,))


def of_course(file, load):
    """How a file of a course is read from bytes."""

    def reading(made):
        def read(content):
            made.path(file).write_bytes(content)
            return load(made)

        return read

    return reading


RESULT = json.dumps(
    grade.blank(ONE.name, 7, "ada", "nothing")
    | {"points": 3, "handed_in": "", "digest": "x", "named": "ada"}
)
READERS = {  # by name: a file's text, how it is read in a course, and what may be taken for it
    "a notebook": (by("ada").decode(), lambda made: intake.cells_of, lambda value, _: len(value) <= intake.MOST_CELLS),
    "course.json": ('{"variant": 7, "sets": ["02_network"]}', of_course("course.json", lambda made: course.open_course(
        made.root)), lambda value, _: value.sets == (ONE,)),
    "due.json": ('{"02_network": "2027-01-31T18:00:00+00:00"}', of_course("due.json", lambda made: made.known(
        "due.json", lateness.moment)), lambda value, _: isinstance(value, dict)),
    "late.json": ('{"02_network": "10%/day after 15 minutes"}', of_course("late.json", lambda made: made.known(
        "late.json", lateness.rule)), lambda value, _: isinstance(value, dict)),
    "roster.csv": ("student,platform,due 02\nada,ada@example.org,never\nbob,Bob B,2027-01-31T18:00\n", of_course(
        "roster.csv", roster.read_roster), lambda value, _: value.exact is not None),
    "overrides.csv": ("set,student,task,points,reason\n02,ada,P2.1,2.5,asked\n", of_course(
        "overrides.csv", lambda made: roster.read_overrides(made, {ONE.name: ["ada"]})),
        lambda value, _: all(0 <= points <= 10 for points, _ in value[0].values())),
    "an upload": ("Identifier,Grade,Maximum Grade\nParticipant 12,,100.00\n", of_course(
        "table.csv", lambda made: tables.read_cells(made.path("table.csv"))), lambda value, _: isinstance(value, list)),
}  # fmt: skip


@pytest.mark.parametrize("name", READERS)
def test_what_is_damaged_is_refused_in_a_line_or_means_something(name, made):
    text, reading, accepted = READERS[name]
    assert not (found := faults(text.encode(), reading(made), accepted, len(text))), found


def test_a_damaged_result_is_graded_again(made):
    """It is what nobody has graded yet: no fault, and nothing that is half of one or has other
    points.
    """
    folder = made.path("graded", ONE.name)
    folder.mkdir(parents=True)
    result = json.loads(RESULT)
    content = attempts.text_of(result).encode()

    def read(content):
        (folder / "ada.json").write_bytes(content)
        found = grade.read_result(made, ONE.name, "ada")
        assert grade.read_results(made, ONE.name) == ({found["student"]: found} if found else {})
        return found

    assert not (found := faults(content, read, lambda value, _: value in (None, result), 5)), found
    assert read(content.replace(b'"points": 3', b'"points": 23')) is None
    assert read(RESULT.encode()) is None, "what has no digest may be changed in any way"
    for other in (result | {"version": 2}, result | {"tasks": {}}):
        assert read(attempts.text_of(other).encode()) is None, "another edition's, graded again"
    assert read(content) == result
    # As programs that synchronise folders, and persons, make them.
    for copied in ("ada_1.json", "bob.json"):
        (folder / copied).write_text(attempts.text_of(result | {"points": 23}))
    assert grade.read_results(made, ONE.name) == {"ada": result}
    assert grade.read_result(made, ONE.name, "bob") is None, "it is ada's"


# Attacks.


def zipped(folder, members, method=zipfile.ZIP_DEFLATED):
    path = Path(folder, "all.zip")
    with zipfile.ZipFile(path, "w", method) as file:
        for name, content in members.items():
            file.writestr(name, content)
    return path


def moodle(name, number, file=FILE):
    return f"{name}_{number}_assignsubmission_file_/{file}"


def taken(made, path):
    return platforms.unpacked(made, ONE.name, path, roster.read_roster(made))


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_one_damaged_member_of_a_zip_is_told_and_the_others_are_graded(method, made, tmp_path):
    path = zipped(
        tmp_path,
        {moodle("Ada", 1): by("ada"), moodle("Bob", 2): by("bob", more="x" * 5000)},
        method,
    )
    content = bytearray(path.read_bytes())
    at = content.rindex(moodle("Bob", 2).encode(), 0, content.index(b"PK\1\2")) + len(
        moodle("Bob", 2)
    )
    content[at : at + 30] = bytes(255 for _ in range(30))
    path.write_bytes(content)
    found, left_out = taken(made, path)
    assert [*found] == ["ada"] and len(left_out) == 1 and moodle("Bob", 2) in left_out[0]


def test_a_zip_whose_names_are_no_text_is_one_line(made, tmp_path):
    path = zipped(tmp_path, {moodle("Adä", 1): by("ada")})
    path.write_bytes(path.read_bytes().replace("ä".encode(), b"\xff\xff"))
    with pytest.raises(CourseError, match=r"^--submissions: all\.zip can't be read as a zip"):
        taken(made, path)


def test_a_number_without_end_is_nobodys_and_stops_nobody(made, tmp_path):
    path = zipped(tmp_path, {moodle("Ada", 1): by("ada"), moodle("Bob", "9" * 300): by("bob")})
    found, left_out = taken(made, path)
    assert [*found] == ["ada"] and "doesn't say whose it is" in left_out[0]


def test_whoever_hands_in_no_notebook_is_told_of(made, tmp_path):
    names = {
        moodle("Ada", 1): by("ada"),
        moodle("Ada", 1, "notes.txt"): b"",
        moodle("Bob", 2, "work.py"): b"print()",
    }
    found, left_out = taken(
        made, zipped(tmp_path, names | {moodle("Eve", 3, "WORK.IPYNB"): by("eve")})
    )
    assert {*found} == {"ada", "eve"}
    assert left_out == [f"{moodle('Bob', 2, 'work.py')}: {NOT_LOOKED_AT}"]


@pytest.mark.parametrize(
    "copy",
    [".ipynb_checkpoints/02_network-checkpoint.ipynb", "__MACOSX/._work.ipynb", "._work.ipynb"],
)
@pytest.mark.parametrize("own", [FILE, "work.ipynb"])
def test_a_copy_that_jupyterlab_or_macos_made_is_not_graded_in_place_of_the_work(
    own, copy, made, tmp_path
):
    members = {
        moodle("Ada", 1, own): by("ada"),
        moodle("Ada", 1, copy): by("ada", old=1),
        moodle("Bob", 2, copy): b"",
    }
    found, left_out = taken(made, zipped(tmp_path, members))
    assert {student: handed.content for student, handed in found.items()} == {"ada": by("ada")}
    assert left_out == [f"{moodle('Bob', 2, copy)}: {NOT_LOOKED_AT}"]


def test_a_member_without_a_name_stops_nobody(made, tmp_path):
    path = zipped(tmp_path, {moodle("Ada", 1): by("ada"), "x": b""})
    content = path.read_bytes()
    path.write_bytes(content[: content.rindex(b"x")] + b"\0" + content[content.rindex(b"x") + 1 :])
    assert [*taken(made, path).found] == ["ada"]


def test_a_zip_that_lies_about_a_members_size_gives_no_more_than_a_notebook(
    made, tmp_path, monkeypatch
):
    monkeypatch.setattr(platform_zips, "LARGEST_NOTEBOOK", 2000)
    path = zipped(
        tmp_path, {moodle("Ada", 1): by("ada"), moodle("Bob", 2): by("bob", more="x" * 9000)}
    )
    content, asked, usual = path.read_bytes(), [], zipfile.ZipExtFile.read
    size = struct.pack("<L", len(by("bob", more="x" * 9000)))
    path.write_bytes(content.replace(size, struct.pack("<L", 100)))
    monkeypatch.setattr(
        zipfile.ZipExtFile, "read", lambda member, n=-1: asked.append(n) or usual(member, n)
    )
    found, left_out = taken(made, path)
    assert [*found] == ["ada"] and moodle("Bob", 2) in left_out[0]
    assert asked == [2001, 2001], "no more is unpacked than that"


def test_a_zip_that_was_packed_anew_on_a_mac_says_nothing_of_its_extras(made, tmp_path):
    members = {
        moodle("Ada", 1): by("ada"),
        f"__MACOSX/{moodle('Ada', 1, '._02_network.ipynb')}": bytes(9),
    }
    members[f"__MACOSX/{moodle('Bob', 2)}"] = b"x"
    found, left_out = taken(made, zipped(tmp_path, members))
    assert ([*found], left_out) == (["ada"], [])


def test_a_student_can_not_set_the_time_at_which_work_was_handed_in(tmp_path):
    """Nbgrader writes timestamp.txt; where a teacher has unpacked somebody's own folder, that file
    is the student's.
    """
    for place in (
        tmp_path / "ada" / FILE,
        tmp_path / ONE.name / "bob.ipynb",
        tmp_path / "eve" / ONE.name / FILE,
    ):
        place.parent.mkdir(parents=True)
        place.write_bytes(by("ada"))
        os.utime(place, (MONDAY, MONDAY))
        (place.parent / "timestamp.txt").write_text("2020-01-01 00:00:00 UTC")
    found = intake.submissions(tmp_path, ONE.name).found
    assert {name: handed.handed_in[:4] for name, handed in found.items()} == {
        "ada": "2027",
        "bob": "2027",
        "eve": "2020",
    }


def test_a_copy_of_an_attempt_is_none(made):
    first = attempts.keep(
        made,
        ONE.name,
        "ada",
        intake.Submission(Path(FILE), by("ada"), "", "2027-01-01T00:00:00+00:00"),
    )
    folder = first[0].folder
    for copy in ("0001 (1)", "1x", "٠٠٠٢", "9" * 30):
        folder.with_name(copy).mkdir()
        (folder.with_name(copy) / FILE).write_bytes(by("ada", more=1))
    more = attempts.keep(
        made, ONE.name, "ada", intake.Submission(Path(FILE), by("ada", more=2), "", "")
    )
    assert [attempt.folder.name for attempt in more] == ["0001", "0002"]


@pytest.mark.parametrize("text", ["[1]", "null", "[" * DEEP, '{"points": 3}', "{"])
def test_an_attempts_result_that_is_none_is_found_anew(text, made):
    (attempt,) = attempts.keep(
        made, ONE.name, "ada", intake.Submission(Path(FILE), by("ada"), "", "")
    )
    (attempt.folder / attempts.RESULT).write_text(text)
    assert attempt.result is None
    attempt.store(json.loads(RESULT))
    assert attempt.result["points"] == 3


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (5_001, "5,001 cells, and a notebook has at most 5,000"),
        (500_000, "one has at most 500,000 parts"),
    ],
)
def test_more_cells_or_parts_than_a_notebook_has_are_refused(count, words):
    with pytest.raises(ValueError, match=words):
        intake.cells_of(b'{"cells": [' + b"{}," * (count - 1) + b"{}]}")


def test_a_notebook_may_have_as_many_cells_and_parts_as_the_limits_say():
    """Besides the cells there is one dictionary, and there are two lists."""
    parts = b"[]," * (intake.MOST_PARTS - 5_000 - 4) + b"[]"
    content = b'{"cells": [' + b"{}," * 4_999 + b'{}], "more": [' + parts + b"]}"
    assert content.count(b"{") + content.count(b"[") == intake.MOST_PARTS
    assert len(intake.cells_of(content)) == 5_000


@pytest.mark.parametrize("text", ["1_0", "٣", "nan", "inf", "0x1", "1e400", "-1", "2,5.1"])
def test_only_plain_numbers_are_points(text, made):
    made.path("overrides.csv").write_text(
        f'set,student,task,points\n02,ada,P2.1,"{text}"\n', encoding="utf-8"
    )
    with pytest.raises(CourseError, match=r"overrides\.csv, row 2: points must be a number from 0"):
        roster.read_overrides(made, {ONE.name: ["ada"]})


@pytest.mark.parametrize("text", ["0001-01-01 00:00:00 +0100", "9999-12-31 23:59:59 -0100"])
def test_a_time_before_or_after_all_years_is_none(text):
    assert lateness.moment_of(text) is None
    with pytest.raises(ValueError, match="must be a time such as"):
        lateness.moment(f"{text[:10]}T{text[11:19]}{text[-5:-2]}:00")


def test_a_grace_without_end_is_refused():
    with pytest.raises(ValueError, match="must be a rule such as"):
        lateness.rule("10%/day after 99999999999999999999 minutes")
