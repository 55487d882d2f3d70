"""Learning platforms: their zips of submissions as they come, their tables of grades filled in, and
zips of feedback.

Moodle names a submission `Ada Lovelace_1234567_assignsubmission_file_/x.ipynb` (or without the
folder), and the number stands in its grading worksheet as "Participant 1234567". Canvas names it
`lovelaceada_LATE_123_4567_x.ipynb`, and the first number is the column ID of its gradebook. Whose a
submission is, is said by the roster's column `platform`, with that number or the name, or else by
the notebook itself.
"""

import io
import lzma
import os
import re
import time
import zipfile
import zlib
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from fogel.core.files import write_file
from grader.course import CourseError
from grader.intake import HandedIn, cells_of, is_hidden, named_student, settled, student_id
from grader.tables import cells_text, loose, number_of, read_cells, read_table, tame, write_table
from grader.untrusted import LARGEST_NOTEBOOK, clean

# The first part of a path says who handed it in, and nothing behind that does: students name their
# files.
NAMES = {
    "Canvas": re.compile(
        r"(?P<prefix>(?P<name>[^_/]+)_(?:LATE_)?(?P<number>[0-9]{1,20})_[0-9]+_)(?P<file>[^/]+)"
    ),
    "Moodle": re.compile(
        r"(?P<prefix>(?P<name>[^/]+)_(?P<number>[0-9]{1,20})_assignsubmission_file_?/)(?P<file>.+)"
        r"|(?P<prefix_>(?P<name_>[^/]+?)_(?P<number_>[0-9]{1,20})_assignsubmission_file_)(?P<file_>[^/]+)"
    ),
}
RECORD = ("student", "platform", "number", "name", "prefix")
MOST_FILES, MOST_BYTES = 10_000, 2 * 1024**3
UNPACKING = (  # what a member of a zip may fail with, by the way in which it is packed
    RuntimeError, NotImplementedError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError,
    OSError, ValueError, MemoryError,
)  # fmt: skip


# Zips of submissions.


def unpacked(course, name, archive, roster):
    """The HandedIn of a set in a platform's zip; notebooks are kept in COURSE/unpacked, and whose
    they are beside them.

    Raises CourseError if it is no such zip.
    """
    sent, names, left_out, claims, records = [], Counter(), [], [], []
    for one in _notebooks(archive, name, left_out):
        names[loose(one.name)] += 1
        path = _keep_all(course, name, one, left_out)
        try:
            said = named_student(cells_of(one.notebooks[0][1]))
        except ValueError as problem:
            left_out.append(f"{clean(one.notebooks[0][0].filename, 200)}: {problem}")
            continue
        sent.append((one._replace(notebooks=[]), said, path))
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


class Sender(NamedTuple):
    """Who has handed in, as a platform says it, and their notebooks as (ZipInfo, bytes), the one to
    grade first.
    """

    platform: str
    prefix: str
    name: str
    number: str
    notebooks: list


def _members(file, called):
    """What a zip holds, without what macOS adds; raises CourseError if that is too much."""
    members = file.infolist()
    size = sum(min(one.file_size, LARGEST_NOTEBOOK) for one in members)
    if len(members) > MOST_FILES or size > MOST_BYTES:
        raise CourseError(f"--submissions: {called} holds more than a class hands in")
    return [info for info in members if info.filename and not info.filename.startswith("__MACOSX")]


def _notebooks(archive, name, left_out):
    """The Senders of a set in a zip; `left_out` is told of notebooks whose path says nobody or
    several.
    """
    try:
        with zipfile.ZipFile(archive) as file:
            members = _members(file, Path(archive).name)
            notebooks = [info for info in members if _is_notebook(info.filename)]
            platform, senders = _senders(notebooks, left_out)
            if not senders:
                raise CourseError(
                    f"--submissions: no file in {Path(archive).name} is named as Moodle or Canvas"
                    " names them"
                )
            left_out += _without_notebook(members, platform, {number for number, _, _ in senders})
            for (number, prefix, who), some in senders.items():
                named = [info for own, info in some if own.rpartition("/")[2].startswith(name)]
                chosen = (named or [info for _, info in some])[::-1]
                yield Sender(
                    platform, prefix, who, number, [(info, _content(file, info)) for info in chosen]
                )
    except CourseError:
        raise
    except (
        OSError,
        ValueError,
        NotImplementedError,
        zipfile.BadZipFile,
    ) as problem:  # names that are no UTF-8, say
        raise CourseError(
            f"--submissions: {Path(archive).name} can't be read as a zip ({problem})"
        ) from None


def _is_notebook(path):
    """Whether a path is a notebook's, and not that of a copy which JupyterLab or macOS has made
    beside it.
    """
    return path.lower().endswith(".ipynb") and not is_hidden(path.split("/")[1:])


def _without_notebook(members, platform, numbers):
    """Sentences on the files of those who have handed in, but no notebook."""
    named = [
        (info.filename, _named(platform, info.filename)) for info in members if not info.is_dir()
    ]
    some = [path for path, found in named if found and found[2] not in numbers]
    return [
        f"{clean(path, 200)}: not looked at; only notebooks are, files that end with .ipynb and are"
        " not hidden"
        for path in some
    ]


def _senders(members, left_out):
    """(the platform, {(number, prefix, name): [(the file's own name, ZipInfo)]}) of the members of
    a zip.

    A zip comes from one platform, so the one that explains most of its names explains all.
    """
    fitting = {
        platform: [info for info in members if _named(platform, info.filename)]
        for platform in NAMES
    }
    platform = max(fitting, key=lambda one: len(fitting[one]))
    senders, first = {}, {}
    for info in members:
        found = _named(platform, info.filename)
        if found is None:
            left_out.append(
                f"{clean(info.filename, 200)}: its name doesn't say whose it is, as {platform}'s"
                " names do"
            )
            continue
        prefix, name, number, own = found
        senders.setdefault(first.setdefault(number, (number, prefix, name)), []).append((own, info))
    return platform, senders


def _named(platform, path):
    """(prefix, name, number, the file's own name) by a platform's names; None where a path fits in
    no way, or two.
    """
    found = NAMES[platform].fullmatch(path)
    if not found:
        return None
    parts = found.groupdict()
    prefix, name, number, own = (
        parts[key] or parts.get(f"{key}_") for key in ("prefix", "name", "number", "file")
    )
    flat = platform == "Moodle" and "/" not in path
    return None if flat and "_assignsubmission_file" in own else (prefix, name, number, own)


def _keep_all(course, name, one, left_out):
    """Keeps all notebooks of a Sender; returns the path of the one that is graded."""
    *others, path = [_kept(course, name, one.number, part) for part in enumerate(one.notebooks)][
        ::-1
    ]
    if others:
        called = ", ".join(clean(info.filename, 200) for info, _ in one.notebooks)
        kept = ", ".join(other.name for other in others)
        left_out.append(
            f"of {called} the first is graded; the others are kept in {path.parent} as {kept}"
        )
    return path


def _kept(course, name, number, part):
    """Where the k-th notebook of a sender is kept; `part` is (k, (ZipInfo, bytes))."""
    k, (info, content) = part
    path = course.path("unpacked", name, f"{number}-{k + 1}.ipynb" if k else f"{number}.ipynb")
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, content)
    _date(path, info)
    return path


def _content(file, info):
    """The bytes of a member, b"" where they can't be had: no more than a notebook may have,
    whatever is said of it.
    """
    try:
        with file.open(info) as member:
            content = member.read(LARGEST_NOTEBOOK + 1)
    except UNPACKING:  # encrypted, say, or damaged
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
            if page.exists():
                file.writestr(
                    zipfile.ZipInfo(f"{row['prefix']}{name}.html"),
                    page.read_bytes(),
                    zipfile.ZIP_DEFLATED,
                )
    if not record:
        return None
    path = course.path(f"feedback_{name}.zip")
    write_file(path, made.getvalue())
    return path
