"""Zips and tables of Moodle and Canvas, in the forms in which they come: whose is what, and the way
back.
"""

import csv
import io
import json
import pickle
import stat
import tracemalloc
import zipfile

import pytest

pytest.importorskip(
    "nbgrader", reason="the classroom is not installed: pip install -e .[classroom]"
)
import classroom  # noqa: F401 - puts the grader on the path
from fogel.checks.variant import variant
from grader import attempts, cli, platform_zips, platforms, roster, tables
from grader.course import Course, CourseError
from grader.sets import find
from grader.untrusted import LARGEST_NOTEBOOK

ONE = find("02")
FILE = f"{ONE.name}.ipynb"


def by(student, more=0):
    cell = {"cell_type": "code", "source": f'STUDENT = "{student}"' + "#" * more}
    return json.dumps({"cells": [cell]}).encode()


MOODLE = {
    f"Ada Lovelace_1234567_assignsubmission_file_/{FILE}": by("ada"),
    "Ada Lovelace_1234567_assignsubmission_file_/scratch.ipynb": by("nobody"),
    "Ada Lovelace_1234567_assignsubmission_onlinetext_/onlinetext.html": b"<p>done</p>",
    f"Bob de la Cruz_1234568_assignsubmission_file/{FILE}": by("bob"),
    f"Eve_Dot_77_assignsubmission_file_{FILE}": by("your-id"),
    f"__MACOSX/Ada Lovelace_1234567_assignsubmission_file_/._{FILE}": b"\0\5",
    "Mallory_99_assignsubmission_file_/x.ipynb": b"no notebook",
    f"../../Zoe_98_assignsubmission_file_/{FILE}": by("zoe"),
    f"Yan_97_assignsubmission_file_/{FILE}": by("../../yan"),
}
CANVAS = {
    f"lovelaceada_501_9001_{ONE.name}-1.ipynb": by("ada"),
    f"cruzbob_LATE_502_9002_{FILE}": by("bob"),
    f"doteve_503_9003_{FILE}": by("your-id"),
    "cruzbob_LATE_502_9004_notes.pdf": b"%PDF",
}
WORKSHEET = """Identifier,"Full name","Email address",Status,Grade,"Maximum Grade","Grade can be changed",Comments
"Participant 1234567","Ada Lovelace",a@b,Submitted,,100.00,Yes,
"Participant 1234568","=Bob",b@b,Submitted,,100.00,Yes,
"Participant 5","Nobody Here",n@b,"No submission",-,100.00,Yes,
"""
GRADEBOOK = """Student,ID,SIS User ID,SIS Login ID,Section,01 Encoding (11),02 Network (22)
    Points Possible,,,,,10.00,46.00
"Lovelace, Ada",501,x1,ada,S1,3,
"Cruz, Bob",502,x2,bob,S1,4,
"Student, Test",,,,S1,,
"""


@pytest.fixture
def course(tmp_path):
    (tmp_path / "roster.csv").write_text("student,platform\nada,\nbob,\neve,77\ned,503\n")
    return Course(tmp_path, variant(7), (ONE,))


def zipped(folder, members):
    path = folder / "download.zip"
    with zipfile.ZipFile(path, "w") as file:
        for name, content in members.items():
            file.writestr(zipfile.ZipInfo(name, (2027, 1, 31, 18, 0, 2)), content)
    return path


def unpacked(course, members):
    return platforms.unpacked(
        course, ONE.name, zipped(course.root, members), roster.read_roster(course)
    )


def test_moodles_zip_as_it_comes(course):
    found, left_out = unpacked(course, MOODLE)
    assert {student: one.path.name for student, one in found.items()} == {
        "ada": "1234567.ipynb", "bob": "1234568.ipynb", "eve": "77.ipynb"
    }  # fmt: skip
    assert found["ada"].content == by("ada")  # and not the other notebook in her folder
    said = "\n".join(left_out)
    assert (
        len(left_out) == 3
        and "Mallory_99" in said
        and "is not a notebook" in said
        and "'../../yan'" in said
    )
    assert (
        "../../Zoe_98_assignsubmission_file_/02_network.ipynb: its name doesn't say whose it is"
        in said
    )
    assert {path.parent for path in course.path("unpacked").rglob("*.ipynb")} == {
        course.path("unpacked", ONE.name)
    }


def test_canvass_zip_as_it_comes(course):
    found, left_out = unpacked(course, CANVAS)
    assert {student: one.path.name for student, one in found.items()} == {
        "ada": "501.ipynb", "bob": "502.ipynb", "ed": "503.ipynb"
    }  # fmt: skip
    assert left_out == []


@pytest.mark.parametrize(
    "path",
    [
        "Mallory_99_assignsubmission_file_/Bob de la Cruz_1234568_assignsubmission_file_/{}",
        "Mallory_99_assignsubmission_file_/x/Bob de la Cruz_1234568_assignsubmission_file_{}",
        "Mallory_99_assignsubmission_file_/cruzbob_1234568_9002_{}",
        "x/Bob de la Cruz_1234568_assignsubmission_file_/{}",
        "Mallory_99_assignsubmission_file_Bob de la Cruz_1234568_assignsubmission_file_{}",
        "mallory_99_77_{}",
    ],
)
def test_in_moodles_zip_nobody_hands_in_as_another(path, course):
    """Bob's work stays Bob's, whatever Mallory calls his folders and files, before and after it in
    the zip.
    """
    forged = {path.format(FILE): by("mallory")}
    for members in (forged | MOODLE, MOODLE | forged):
        found, _ = unpacked(course, members)
        assert found["bob"].content == by("bob") and found["ada"].content == by("ada")


@pytest.mark.parametrize(
    "own",
    [
        "cruzbob_502_9002_{}",
        "Bob_502_assignsubmission_file_{}",
        "assignsubmission_file_{}",
        "LATE_502_9_{}",
    ],
)
def test_in_canvass_zip_nobody_hands_in_as_another(own, course):
    forged = {"mallory_509_9009_" + own.format(FILE): by("mallory")}
    for members in (forged | CANVAS, CANVAS | forged):
        found, left_out = unpacked(course, members)
        assert {who: one.path.name for who, one in found.items()} == {
            "ada": "501.ipynb", "bob": "502.ipynb", "ed": "503.ipynb", "mallory": "509.ipynb",
        }  # fmt: skip
        assert found["bob"].content == by("bob") and left_out == []


def test_two_files_of_one_student_are_told_and_both_kept(course):
    again = f"cruzbob_502_9005_{ONE.name}-2.ipynb"
    found, left_out = unpacked(course, CANVAS | {again: by("bob", 5)})
    assert found["bob"].content == by("bob", 5)  # the last
    assert (
        len(left_out) == 1
        and again in left_out[0]
        and "cruzbob_LATE_502_9002_02_network.ipynb" in left_out[0]
    )
    assert course.path("unpacked", ONE.name, "502-2.ipynb").read_bytes() == by("bob")
    assert "the first is graded" in left_out[0] and "502-2.ipynb" in left_out[0]


@pytest.mark.parametrize("word", ["mallory", "bob"])
@pytest.mark.parametrize("known", ["", "1234568", "Bob de la Cruz"])
def test_whoever_takes_anothers_name_on_the_platform_does_not_push_him_out(known, word, course):
    """By his number bob is known for sure; by a name that two have, each is whom the
    notebook says.
    """
    course.path("roster.csv").write_text(f"student,platform\nada,\nbob,{known}\nmallory,\n")
    forged = {f"Bob de la Cruz_55_assignsubmission_file_/{FILE}": by(word, 3)}
    for members in (forged | MOODLE, MOODLE | forged):
        found, left_out = unpacked(course, members)
        assert found["ada"].content == by("ada")
        if word == "mallory":
            assert found["bob"].content == by("bob") and found["mallory"].content == by(
                "mallory", 3
            )
        elif known == "1234568":
            assert found["bob"].content == by("bob")
            assert [
                line
                for line in left_out
                if "55.ipynb says that it is by 'bob', and by the roster another" in line
            ]
        else:  # nothing tells them apart, and their teacher is asked
            assert "bob" not in found and [
                line for line in left_out if "are all by 'bob': which counts?" in line
            ]


def test_a_name_of_two_is_nobodys_even_if_one_of_them_has_no_notebook(course):
    course.path("roster.csv").write_text("student,platform\nada,Ada\nbob,Bob\n")
    members = {
        f"Ada_1_assignsubmission_file_/{FILE}": by("x"),
        "Bob_2_assignsubmission_file_/work.pdf": b"%PDF",
        f"Bob_3_assignsubmission_file_/{FILE}": by("mallory"),
    }
    assert {*unpacked(course, members).found} == {"ada", "mallory"}


ROWS = [{"student": "ada", "total": 23.0, "of": 23}, {"student": "bob", "total": 11.5, "of": 23}]


@pytest.mark.parametrize(
    ("members", "table", "column", "grades"),
    [
        (MOODLE, WORKSHEET, "Grade", ["100.00", "50.00", "-"]),
        (CANVAS, GRADEBOOK, "02 Network (22)", ["46.00", "46.00", "23.00", ""]),
    ],
)
def test_their_tables_are_filled_in(members, table, column, grades, course):
    unpacked(course, members)
    path = course.path("theirs.csv")
    path.write_text(table, encoding="utf-8-sig")
    eve = {"student": "eve2", "total": 1.0, "of": 23}
    said = platforms.fill(course, ONE.name, path, [*ROWS, eve])
    assert said == [f"{ONE.name}: not in theirs.csv, so without a grade there: eve2"]
    before, after = (list(csv.DictReader(io.StringIO(text))) for text in (table, upload(course)))
    assert [row[column] for row in after] == grades and list(after[0]) == list(before[0])
    # Nothing else is changed, and no name is a formula.
    for old, new in zip(before, after, strict=True):
        assert {key: value.lstrip("'") for key, value in new.items() if key != column} == {
            key: value for key, value in old.items() if key != column
        }
    assert '"=' not in upload(course)


def test_columns_of_one_name_keep_what_each_holds(course):
    unpacked(course, CANVAS)
    course.path("theirs.csv").write_text(
        'Student,ID,Notes,02 Network (22),Notes\n    Points Possible,,,46,\n"Lovelace,'
        ' Ada",501,first,,second\n'
    )
    platforms.fill(course, ONE.name, course.path("theirs.csv"), ROWS)
    assert [*csv.reader(io.StringIO(upload(course)))][-1] == [
        "Lovelace, Ada",
        "501",
        "first",
        "46.00",
        "second",
    ]


def upload(course):
    return course.path(f"upload_{ONE.name}.csv").read_text()


def test_feedback_goes_back_under_the_names_under_which_it_came(course):
    for members, prefixes in (
        (
            MOODLE,
            ["Ada Lovelace_1234567_assignsubmission_file_/", "Eve_Dot_77_assignsubmission_file_"],
        ),
        (CANVAS, ["lovelaceada_501_9001_"]),
    ):
        unpacked(course, members)
        for student in ("ada", "eve"):
            course.path("feedback", student).mkdir(parents=True, exist_ok=True)
            course.path("feedback", student, f"{ONE.name}.html").write_text(student)
        with zipfile.ZipFile(platforms.feedback_zip(course, ONE.name)) as file:
            assert sorted(file.namelist()) == [f"{prefix}{ONE.name}.html" for prefix in prefixes]
            assert file.read(f"{prefixes[0]}{ONE.name}.html") == b"ada"


def test_without_a_zip_nothing_goes_back(course):
    assert (
        platforms.feedback_zip(course, ONE.name) is None
        and not course.path(f"feedback_{ONE.name}.zip").exists()
    )


@pytest.mark.parametrize(
    ("members", "words"),
    [
        ({"ada/02_network.ipynb": b"{}"}, "no file in download.zip is named as Moodle or Canvas"),
        (
            {f"a_{k}_assignsubmission_file_/x.txt": b"" for k in range(10_001)},
            "more than a class hands in",
        ),
    ],
)
def test_another_zip_is_one_sentence(members, words, course):
    with pytest.raises(CourseError, match=words):
        unpacked(course, members)


MALLORY = "Mallory_95_assignsubmission_file_/"
LARGEST = 1000


@pytest.mark.parametrize(
    ("count", "size", "is_graded"),
    [(999, 0, True), (1_000, 0, False), (4, LARGEST, True), (5, LARGEST, False)],
)
def test_a_sender_beyond_the_limits_is_named_and_the_others_are_graded(
    count, size, is_graded, course, monkeypatch
):
    """The notebook that is graded is one file more, and nearly as large as any may be."""
    monkeypatch.setattr(platform_zips, "LARGEST_NOTEBOOK", LARGEST)
    monkeypatch.setattr(platform_zips, "MOST_BYTES", 5 * LARGEST)
    ending = ".ipynb" if size else ".txt"
    more = {f"{MALLORY}{ONE.name}{k}{ending}": b" " * size for k in range(count)}
    own = {f"{MALLORY}{FILE}": by("mallory").ljust(LARGEST)}
    for members in (MOODLE | more | own, more | own | MOODLE):
        found, left_out = unpacked(course, members)
        assert found["ada"].content == by("ada") and found["bob"].content == by("bob")
        assert ("mallory" in found) == is_graded
        told = [line for line in left_out if line.startswith(f"{MALLORY}: {count + 1:,} files")]
        assert len(told) == (not is_graded)


def test_where_all_have_too_much_the_largest_are_named_and_the_smaller_graded(course, monkeypatch):
    monkeypatch.setattr(platform_zips, "MOST_OF_ALL", 3_000)
    sizes = {"ada": 1_000, "bob": 2_500, "carl": 2_000, "dora": 2_600}
    members = {
        f"X_{number}_assignsubmission_file_/{FILE}": by(student).ljust(size)
        for number, (student, size) in enumerate(sizes.items())
    }
    found, left_out = unpacked(course, members)
    assert [*found] == ["ada", "carl"]
    assert [line.partition(":")[0] for line in left_out] == [
        f"X_{number}_assignsubmission_file_/" for number in (1, 3)
    ]


def test_a_list_that_would_fill_the_memory_is_one_sentence(course, monkeypatch):
    monkeypatch.setattr(platform_zips, "LONGEST_LIST", 80_000)  # more than a comment may have
    unpacked(course, MOODLE)
    with pytest.raises(CourseError, match=r"download\.zip can't be read as a zip \(it lists more"):
        unpacked(course, {f"{MALLORY}{k}.txt": b"" for k in range(1_000)})


def test_the_memory_does_not_grow_with_the_notebooks(course, monkeypatch):
    """Twelve notebooks of 4 MB. Room for one of the largest is taken while any is read."""
    monkeypatch.setattr(tables, "LARGEST", 10_000)  # of which the same is true
    size = 4 * 1024**2
    members = {
        f"X_{k}_assignsubmission_file_/{FILE}": by(f"s{k}").ljust(size) for k in range(1, 13)
    }
    path = zipped(course.root, members)
    del members
    tracemalloc.start()
    found, _ = platforms.unpacked(course, ONE.name, path, roster.read_roster(course))
    every = {who: attempts.keep(course, ONE.name, who, handed) for who, handed in found.items()}
    every = {who: attempts.keep(course, ONE.name, who, handed) for who, handed in found.items()}
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(every) == 12 and peak < LARGEST_NOTEBOOK + 2 * size, peak
    handed = every["s7"][-1].handed
    assert handed.content == found["s7"].content == by("s7").ljust(size)
    assert pickle.loads(pickle.dumps(handed)).held == by("s7").ljust(size)


def test_what_has_changed_since_it_was_handed_in_is_not_graded(course):
    """As by a submission that has found the way to another's attempts."""
    found, _ = unpacked(course, MOODLE)
    attempts.keep(course, ONE.name, "ada", found["ada"])
    (first,) = attempts.kept(course, ONE.name, "ada")
    first.handed.path.write_bytes(by("ada", 1))
    with pytest.raises(ValueError, match="it has changed since `grade` began"):
        first.handed.cells()


HOSTILE = {  # by what they are: members beside a good class's, which name nobody or are no notebook
    "up": {f"../../../{FILE}": by("ada", 3), f"{MALLORY}../../1234567/{FILE}": by("mallory")},
    "absolute": {f"/{FILE}": by("ada", 3), f"/etc/{MALLORY}{FILE}": by("ada", 3)},
    "a drive": {f"C:\\{FILE}": by("ada", 3), f"C:/{MALLORY}{FILE}": by("ada", 3)},
    "backslashes": {f"..\\..\\{MALLORY}..\\{FILE}": by("mallory")},
    "other case": {MALLORY.upper() + FILE: by("ada", 3), f"{MALLORY}{FILE.upper()}": by("mallory")},
    "one name in two forms": {
        f"Zoe\u0308_98_assignsubmission_file_/{FILE}": by("zo\u00eb"),
        f"Zo\u00eb_97_assignsubmission_file_/{FILE}": by("zoe\u0308"),
    },
    "one number, two names": {
        f"Mallory_95_assignsubmission_file_/{FILE}": by("mallory"),
        f"Malory_95_assignsubmission_file_/{FILE}": by("mallory", 3),
    },
    "a number with a zero": {f"Mallory_01234567_assignsubmission_file_/{FILE}": by("mallory")},
    "a zip": {f"{MALLORY}{FILE}": b"PK\3\4" + bytes(99), f"{MALLORY}x.zip": b"PK\3\4"},
    "nothing": {f"{MALLORY}{FILE}": b""},
    "a folder": {f"{MALLORY}{FILE}/": b""},
    "a folder and a file": {f"{MALLORY}{FILE}/": b"", f"{MALLORY}{FILE}/{FILE}": by("mallory")},
    "control signs": {f"Mal\x1b[2Jlory\n_95_assignsubmission_file_/{FILE}": b""},
    "a long name": {f"{'M' * 30_000}_95_assignsubmission_file_/{FILE}": by("mallory")},
}


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_members_change_nothing_of_the_others(what, course):
    for members in (MOODLE | HOSTILE[what], HOSTILE[what] | MOODLE):
        before = {*course.root.parent.rglob("*")}
        found, left_out = unpacked(course, members)
        assert found["ada"].content == by("ada") and found["bob"].content == by("bob")
        assert not [line for line in left_out if len(line) > 2_000 or not line.isprintable()]
        made = {*course.root.parent.rglob("*")} - before
        of_zip = course.path("unpacked", ONE.name)
        assert not [path for path in made if path.parent != of_zip and path.suffix == ".ipynb"]


def test_a_link_and_an_encrypted_member_are_told_and_the_others_graded(course):
    path = zipped(course.root, MOODLE)
    with zipfile.ZipFile(path, "a") as file:
        link = zipfile.ZipInfo(f"Mallory_94_assignsubmission_file_/{FILE}")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        file.writestr(link, "1234567.ipynb")
        secret = zipfile.ZipInfo(f"Mallory_96_assignsubmission_file_/{FILE}")
        file.writestr(secret, by("mallory"))
    content = bytearray(path.read_bytes())
    at = content.rindex(b"PK\1\2")
    content[at + 8] |= 1  # its list says that the last one is encrypted
    path.write_bytes(content)
    found, left_out = platforms.unpacked(course, ONE.name, path, roster.read_roster(course))
    assert {*found} == {"ada", "bob", "eve"}
    said = {line.partition("_assign")[0]: line for line in left_out}
    assert "is not a notebook" in said["Mallory_94"]
    assert "can't be unpacked" in said["Mallory_96"] and "encrypted" in said["Mallory_96"]
    assert not course.path("unpacked", ONE.name, "94.ipynb").is_symlink()


def test_what_is_no_zip_is_one_sentence(course):
    course.path("x.zip").write_bytes(b"PK\3\4 and no more")
    with pytest.raises(CourseError, match=r"x\.zip can't be read as a zip"):
        platforms.unpacked(course, ONE.name, course.path("x.zip"), roster.read_roster(course))


def test_a_member_that_swells_is_left_out(course, monkeypatch):
    monkeypatch.setattr(platform_zips, "LARGEST_NOTEBOOK", 1000)
    found, left_out = unpacked(
        course, MOODLE | {f"Ada Lovelace_1234567_assignsubmission_file_/{FILE}": by("ada", 1000)}
    )
    assert "ada" not in found and "is not a notebook" in " ".join(left_out)


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("a,b\n1,2\n", "is no grading worksheet of Moodle and no gradebook of Canvas"),
        ("Student,ID,Essay\n", "must have one column that begins with 02_network or 02; 0 do"),
        ("Student,ID,02 a,02 b\n", "; 2 do"),
    ],
)
def test_another_table_is_one_sentence(table, words, course):
    course.path("theirs.csv").write_text(table)
    with pytest.raises(CourseError, match=words):
        platforms.fill(course, ONE.name, course.path("theirs.csv"), ROWS)


@pytest.mark.parametrize(
    "arguments", [["grade", "--as-root", "--submissions", "ZIP"], ["feedback", "--table", "ZIP"]]
)
def test_a_zip_and_a_table_are_of_one_set(arguments, course, monkeypatch, capsys):
    path = zipped(course.root, CANVAS)
    two = Course(course.root, variant(7), (ONE, find("01")))
    monkeypatch.setattr("grader.course.open_course", lambda root: two)
    with pytest.raises(SystemExit):
        cli.main([str(path) if word == "ZIP" else word for word in arguments])
    assert "say which, as in `" in capsys.readouterr().err
