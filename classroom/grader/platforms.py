"""Learning platforms: their zips of submissions as they come, their tables of grades filled in, and
zips of feedback.

Moodle names a submission `Ada Lovelace_1234567_assignsubmission_file_/x.ipynb` (or without the
folder), and the number stands in its grading worksheet as "Participant 1234567". Canvas names it
`lovelaceada_LATE_123_4567_x.ipynb`, and the first number is the column ID of its gradebook. Whose a
submission is, is said by the roster's column `platform`, with that number or the name, or else by
the notebook itself.
"""

import io
import os
import re
import time
import zipfile
from contextlib import suppress
from pathlib import Path

from fogel.core.files import write_file
from grader.course import CourseError
from grader.intake import HandedIn, cells_of, named_student, settled, shown, some_of, student_id
from grader.platform_zips import content_of, opened, senders_in
from grader.tables import cells_text, loose, number_of, read_cells, read_table, tame, write_table
from grader.untrusted import clean, taken

RECORD = ("student", "platform", "number", "name", "prefix")


# Zips of submissions.


def unpacked(course, name, archive, roster):
    """The HandedIn of a set in a platform's zip; notebooks are kept in COURSE/unpacked, and whose
    they are beside them.

    Raises CourseError if it is no such zip.
    """
    sent, left_out, claims, records = [], [], [], []
    course.path("unpacked", name).mkdir(parents=True, exist_ok=True)
    with opened(archive) as file:
        senders, names = senders_in(file, name, Path(archive).name, left_out)
        for one in senders:
            try:
                with course.sparing():
                    sent.append((one, *_unpack(course, name, file, one, left_out)))
            except ValueError as problem:
                left_out.append(f"{shown(one.notebooks[0].filename)}: {problem}")
    for one, said, path in sent:
        # Whoever gives himself another's name on the platform does not become another: then numbers
        # tell them apart.
        known = roster.on_platform(one.number, *([one.name] if names[loose(one.name)] == 1 else []))
        student = known or said
        claims.append((student, path, known is not None))
        values = (
            roster.spelled(student_id(student)),
            one.platform,
            one.number,
            clean(one.name, 100),
            one.prefix,
        )
        records.append(dict(zip(RECORD, values, strict=True)))
    found, more = settled(
        _surest(claims, left_out, roster, course), left_out, roster, course.path("unpacked")
    )
    records = [row for row in records if row["student"] in found]
    if records:
        write_table(_record_of(course, name), records, RECORD)
    return HandedIn(found, more)


def _unpack(course, name, file, one, left_out):
    """(the STUDENT that a Sender's first notebook names, where it is); keeps the others beside it.

    Raises ValueError that says why the first one can't be graded.
    """
    first, *others = one.notebooks
    path = course.path("unpacked", name, f"{one.number}.ipynb")
    kept = []
    for k, info in enumerate(others, start=2):
        with suppress(ValueError):  # of those that nobody grades
            _keep(path.with_stem(f"{one.number}-{k}"), file, info)
            kept.append(f"{one.number}-{k}.ipynb")
    if others:
        called = some_of([info.filename for info in one.notebooks])
        left_out.append(
            f"of {called} the first is graded; the others are kept in {path.parent} as"
            f" {some_of(kept)}"
        )
    return named_student(cells_of(_keep(path, file, first))), path


def _keep(path, file, info):
    """Writes a member of a zip; returns its bytes. Raises ValueError if it can't be unpacked."""
    content = content_of(file, info)
    write_file(path, content)
    _date(path, info)
    return content


def _surest(claims, left_out, roster, course):
    """(id, path) of (id, path, whether the roster says so): a notebook's own word can't stand
    against the roster.
    """
    sure = {roster.spelled(student) for student, _, is_known in claims if is_known}
    kept = []
    for student, path, is_known in claims:
        if is_known or roster.spelled(student_id(student)) not in sure:
            kept.append((student, path))
        else:
            shown = clean(str(path.relative_to(course.path("unpacked"))), 200)
            left_out.append(
                f"{shown} says that it is by {clean(student, 100)!r}, and by the roster another"
                " one is"
            )
    return kept


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
    """{number on the platform: row} of who handed in a set by which name; {} if it came in no
    platform's zip.
    """
    path = _record_of(course, name)
    return {row["number"]: row for _, row in read_table(path, RECORD)} if path.exists() else {}


# Grades and feedback, the way back.


def _layout(columns, cells, name, called):
    """(the column of who, the column of the grade, a function from a line to its most points) of a
    platform's table, which is `called` so; raises CourseError for another table.
    """
    if {"Identifier", "Grade", "Maximum Grade"} <= {*columns}:
        place, grade, most = map(columns.index, ("Identifier", "Grade", "Maximum Grade"))
        return place, grade, lambda line: number_of(line[most])
    if {"Student", "ID"} <= {*columns}:
        place, grade = columns.index("ID"), _assignment(columns, name, called)
        possible = next((line[grade] for line in cells if line[0].strip() == "Points Possible"), "")
        return place, grade, lambda line: number_of(possible)
    raise CourseError(
        f"--table: {called} is no grading worksheet of Moodle and no gradebook of Canvas"
    )


def fill(course, name, table, rows):
    """Writes COURSE/upload_SET.csv, a platform's own table with the grades of a set; returns
    sentences on the rest.

    Moodle's grading worksheet and Canvas's gradebook are known by their heads. Points are scaled to
    the most that the platform gives. Raises CourseError where the table is neither.
    """
    head, *cells = read_cells(table)
    columns = [cell.strip() for cell in head]
    record = {row["student"]: number for number, row in read_record(course, name).items()}
    totals = {
        record[row["student"]]: row
        for row in rows
        if row["student"] in record and row["total"] != ""
    }
    place, grade, most_of = _layout(columns, cells, name, Path(table).name)
    for line in cells:
        line += [""] * (len(head) - len(line))
        found = re.search(r"\d+$", line[place].strip())
        row = totals.pop(found[0], None) if found else None
        if row:
            line[grade] = f"{row['total'] / row['of'] * (most_of(line) or row['of']):.2f}"
    # Columns are found by their place: several may have one name.
    tamed = [list(map(tame, line[: len(head)])) for line in cells]
    write_file(course.path(f"upload_{name}.csv"), cells_text([head, *tamed]))
    left = sorted(row["student"] for row in totals.values()) + sorted(
        {row["student"] for row in rows} - {*record}
    )
    empty = sorted(
        row["student"] for row in rows if row["total"] == "" and row["student"] in record
    )
    said = {
        f"not in {Path(table).name}, so without a grade there:": left,
        "could not be judged, so without a grade:": empty,
    }
    return [f"{name}: {words} {', '.join(some)}" for words, some in said.items() if some]


def _assignment(columns, name, file):
    """The place of a set's column in Canvas's gradebook: one that begins with its name or its
    number.
    """
    wanted = (name.lower(), name.replace("_", " ").lower(), name[:2])
    places = [k for k, column in enumerate(columns) if column.lower().startswith(wanted)]
    if len(places) != 1:
        raise CourseError(
            f"--table: {file} must have one column that begins with {name} or {name[:2]};"
            f" {len(places)} do"
        )
    return places[0]


def feedback_zip(course, name):
    """Writes COURSE/feedback_SET.zip, the pages named as the platform wants them; returns it, None
    without a record.
    """
    record, made = read_record(course, name), io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        for row in record.values():
            page = course.path("feedback", row["student"], f"{name}.html")
            with suppress(ValueError):  # there is no page, which has been said
                file.writestr(
                    zipfile.ZipInfo(f"{row['prefix']}{name}.html"),
                    taken(page),
                    zipfile.ZIP_DEFLATED,
                )
    if not record:
        return None
    path = course.path(f"feedback_{name}.zip")
    write_file(path, made.getvalue())
    return path
