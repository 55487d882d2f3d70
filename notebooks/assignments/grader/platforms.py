"""Learning platforms: their zips of submissions as they come, their tables of grades filled in, and zips of feedback.

Moodle names a submission `Ada Lovelace_1234567_assignsubmission_file_/x.ipynb` (or without the folder), and the number
stands in its grading worksheet as "Participant 1234567". Canvas names it `lovelaceada_LATE_123_4567_x.ipynb`, and the
first number is the column ID of its gradebook. Whose a submission is, is said by the roster's column `platform`, with
that number or the name, or else by the notebook itself.
"""

import io
import os
import re
import time
import zipfile
import zlib
from pathlib import Path

from fogel.files import write_file
from grader.border import LARGEST_NOTEBOOK, clean
from grader.course import CourseError
from grader.intake import HandedIn, cells_of, named_student, settled, student_id
from grader.tables import csv_text, number_of, read_cells, read_table, write_table

NAMES = {  # what stands before a file's own name
    "Moodle": re.compile(
        r"(?:.*/)?(?P<prefix>(?P<name>[^/]+)_(?P<number>\d+)_assignsubmission_file(?:_?/|_))(?P<file>.+)"
    ),
    "Canvas": re.compile(r"(?:.*/)?(?P<prefix>(?P<name>[^_/]+)_(?:LATE_)?(?P<number>\d+)_\d+_)(?P<file>[^/]+)"),
}
RECORD = ("student", "platform", "number", "name", "prefix")
MOST_FILES, MOST_BYTES = 10_000, 2 * 1024**3


# Zips of submissions.


def unpacked(course, name, archive, roster):
    """The HandedIn of a set in a platform's zip; notebooks are kept in COURSE/unpacked, and whose they are beside them.

    Raises CourseError if it is no such zip.
    """
    claims, left_out, records = [], [], []
    for platform, found, info, content in _notebooks(archive, name):
        try:
            said = named_student(cells_of(content))
        except ValueError as problem:
            left_out.append(f"{clean(info.filename, 200)}: {problem}")
            continue
        student = roster.on_platform(found["number"], found["name"]) or said
        path = course.path("unpacked", name, f"{found['number']}.ipynb")
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, content)
        _date(path, info)
        claims.append((student, path))
        records.append(dict(zip(RECORD, (roster.spelled(student_id(student)), platform, found["number"],
                                         clean(found["name"], 100), found["prefix"]), strict=True)))  # fmt: skip
    found, more = settled(claims, left_out, roster, course.path("unpacked"))
    records = [row for row in records if row["student"] in found]
    if records:
        write_table(_record_of(course, name), records, RECORD)
    return HandedIn(found, more)


def _notebooks(archive, name):
    """(platform, match, ZipInfo, bytes) of each student's notebook in a zip: that named as the set, or the last."""
    try:
        with zipfile.ZipFile(archive) as file:
            members = file.infolist()
            if len(members) > MOST_FILES or sum(min(one.file_size, LARGEST_NOTEBOOK) for one in members) > MOST_BYTES:
                raise CourseError(f"--submissions: {Path(archive).name} holds more than a class hands in")
            by_student = {}
            for info in members:
                platform, found = _named(info.filename)
                if found and info.filename.endswith(".ipynb"):
                    by_student.setdefault((platform, found["number"]), []).append((platform, found, info))
            if not by_student:
                raise CourseError(
                    f"--submissions: no file in {Path(archive).name} is named as Moodle or Canvas names them"
                )
            for some in by_student.values():
                named = [one for one in some if one[1]["file"].rpartition("/")[2].startswith(name)]
                platform, found, info = (named or some)[-1]
                yield platform, found, info, _content(file, info)
    except (OSError, zipfile.BadZipFile) as problem:
        raise CourseError(f"--submissions: {Path(archive).name} can't be read as a zip ({problem})") from None


def _named(path):
    for platform, pattern in NAMES.items():
        found = pattern.fullmatch(path)
        if found and "__MACOSX" not in path:
            return platform, found
    return "", None


def _content(file, info):
    """The bytes of a member, b"" where they can't be had: no more than a notebook may have, whatever is said of it."""
    try:
        with file.open(info) as member:
            content = member.read(LARGEST_NOTEBOOK + 1)
    except (RuntimeError, NotImplementedError, zipfile.BadZipFile, zlib.error, EOFError):  # encrypted, say, or damaged
        return b""
    return content if len(content) <= LARGEST_NOTEBOOK else b""


def _date(path, info):
    """Gives a file the time that its zip says, which names no zone."""
    try:
        moment = time.mktime((*info.date_time, 0, 0, -1))
        os.utime(path, (moment, moment))
    except (ValueError, OverflowError, OSError):
        return


def _record_of(course, name):
    return course.path(f"platform_{name}.csv")


def read_record(course, name):
    """{number on the platform: row} of who handed in a set by which name; {} if it came in no platform's zip."""
    path = _record_of(course, name)
    return {row["number"]: row for _, row in read_table(path, RECORD)} if path.exists() else {}


# Grades and feedback, the way back.


def fill(course, name, table, rows):
    """Writes COURSE/upload_SET.csv, a platform's own table with the grades of a set; returns sentences on the rest.

    Moodle's grading worksheet and Canvas's gradebook are known by their heads. Points are scaled to the most that the
    platform gives. Raises CourseError where the table is neither.
    """
    head, *cells = read_cells(table)
    columns = [cell.strip() for cell in head]
    record = {row["student"]: number for number, row in read_record(course, name).items()}
    totals = {record[row["student"]]: row for row in rows if row["student"] in record}
    if {"Identifier", "Grade", "Maximum Grade"} <= {*columns}:
        place, grade, most = columns.index("Identifier"), columns.index("Grade"), columns.index("Maximum Grade")
        most_of = lambda line: number_of(line[most])  # noqa: E731
    elif {"Student", "ID"} <= {*columns}:
        place, grade = columns.index("ID"), _assignment(columns, name, Path(table).name)
        possible = next((line[grade] for line in cells if line[0].strip() == "Points Possible"), "")
        most_of = lambda line: number_of(possible)  # noqa: E731
    else:
        raise CourseError(f"--table: {Path(table).name} is no grading worksheet of Moodle and no gradebook of Canvas")
    for line in cells:
        line += [""] * (len(head) - len(line))
        found = re.search(r"\d+$", line[place].strip())
        row = totals.pop(found[0], None) if found else None
        if row:
            line[grade] = f"{row['total'] / row['of'] * (most_of(line) or row['of']):.2f}"
    write_file(
        course.path(f"upload_{name}.csv"), csv_text([dict(zip(head, line, strict=False)) for line in cells], head)
    )
    left = sorted(row["student"] for row in totals.values()) + sorted({row["student"] for row in rows} - {*record})
    return [f"{name}: not in {Path(table).name}, so without a grade there: {', '.join(left)}"] if left else []


def _assignment(columns, name, file):
    """The place of a set's column in Canvas's gradebook: one that begins with its name or its number."""
    wanted = (name.lower(), name.replace("_", " ").lower(), name[:2])
    places = [k for k, column in enumerate(columns) if column.lower().startswith(wanted)]
    if len(places) != 1:
        raise CourseError(
            f"--table: {file} must have one column that begins with {name} or {name[:2]}; {len(places)} do"
        )
    return places[0]


def feedback_zip(course, name):
    """Writes COURSE/feedback_SET.zip, the pages named as the platform wants them; returns it, None without a record."""
    record, made = read_record(course, name), io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        for row in record.values():
            page = course.path("feedback", row["student"], f"{name}.html")
            if page.exists():
                file.writestr(zipfile.ZipInfo(f"{row['prefix']}{name}.html"), page.read_bytes(), zipfile.ZIP_DEFLATED)
    if not record:
        return None
    path = course.path(f"feedback_{name}.zip")
    write_file(path, made.getvalue())
    return path
