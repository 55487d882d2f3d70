"""What students hand in: their notebooks as cells, and whose they are."""

import os
import re
import unicodedata
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path
from typing import NamedTuple

from fogel.checks.variant import MOST_VARIANTS
from fogel.core.texts import printable
from grader.course import CourseError
from grader.held import Held, Shelf, digest_of
from grader.sets import all_sets
from grader.untrusted import LARGEST_NOTEBOOK, clean, parsed, taken

# The endings of files that may be work.
SUFFIXES = (".ipynb", ".py", ".txt", ".md", ".html", ".pdf", ".zip", ".docx", ".rtf", ".json")
STAMP = "timestamp.txt"  # beside a submission, as nbgrader writes it: when it was handed in
# The beginnings of files and folders that editors and systems make for themselves.
HIDDEN = re.compile(r"\.[^.]|__MACOSX")
GIVEN = (STAMP, "examples.json")  # files beside a notebook that are nobody's work
MOST_NAMED = 5  # files of a folder that a sentence names
# Of cells, and of lists and dictionaries, a file could hold millions, which take a second or more
# and half a gigabyte to parse.
MOST_CELLS, MOST_PARTS = 5_000, 500_000
LARGEST_STAMP = 200  # bytes of that
# A file of that name, and .json behind it, is possible everywhere.
LONGEST_ID, MOST_BYTES_OF_ID = 100, 200
NO_NAME = re.compile(r'[<>:"/\\|?*\n\t]' if os.name == "nt" else r"[/\\\n\t]")
NAMED = re.compile(
    r"""^STUDENT[ \t]*=[ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|(\d+))[ \t]*(?:\#.*)?$""", re.M
)


# A notebook.


@dataclass(frozen=True)
class Cell:
    """What counts of a cell: whether it is code, its text, and nbgrader's name of it ("" if it has
    none).
    """

    is_code: bool
    source: str
    mark: str = ""


def cells_of(content):
    """The Cells of a notebook's bytes; raises ValueError where they are none. What a cell lacks is
    taken as empty.
    """
    if content.count(b"{") + content.count(b"[") > MOST_PARTS:
        raise ValueError(f"it is not a notebook: one has at most {MOST_PARTS:,} parts")
    try:
        notebook = parsed(content)
    except ValueError as problem:
        raise ValueError(f"it is not a notebook: {problem}") from None
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(cells, list) or not all(isinstance(cell, dict) for cell in cells):
        raise ValueError("it is not a notebook: it has no list of cells")
    if len(cells) > MOST_CELLS:
        raise ValueError(f"it has {len(cells):,} cells, and a notebook has at most {MOST_CELLS:,}")
    return [Cell(cell.get("cell_type") == "code", _source(cell), _mark(cell)) for cell in cells]


def _source(cell):
    source = cell.get("source", "")
    lines = source if isinstance(source, list) else [source]
    return clean("".join(line for line in lines if isinstance(line, str)), LARGEST_NOTEBOOK)


def _mark(cell):
    metadata = cell.get("metadata")
    about = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    mark = about.get("grade_id") if isinstance(about, dict) else None
    return mark if isinstance(mark, str) else ""


def named_student(cells):
    """The id that a notebook gives as STUDENT, "" if it gives none."""
    for cell in cells:
        found = NAMED.search(cell.source) if cell.is_code and cell.mark in ("student", "") else None
        if found:
            return student_id(next(filter(None, found.groups()), ""))
    return ""


def set_of(handed):
    """(the set's name, the variant) that a Submission says it is of; "" and None where it does not.

    Raises ValueError where it can't be read.
    """
    handed.cells()
    about = parsed(handed.content).get("metadata")
    about = about.get("fogel") if isinstance(about, dict) else None
    name, number = (
        (about.get("set"), about.get("variant")) if isinstance(about, dict) else ("", None)
    )
    return name if name in _names() else "", (
        number if type(number) is int and 0 <= number <= MOST_VARIANTS else None
    )


# Who has handed in.


@dataclass(frozen=True)
class Submission:
    """What was handed in, as it was before any submission ran: the file's bytes and its time, as
    ISO text. The bytes may be Held, so that a class does not fill the memory.

    A file that can't be read has `problem`, which says why, in place of bytes.
    """

    path: Path
    held: bytes | Held = field(default=b"", repr=False)  # megabytes, which no message should show
    problem: str = ""
    handed_in: str = ""

    @property
    def content(self):
        """The bytes; raises ValueError if they are held in a file that has changed."""
        return self.held if isinstance(self.held, bytes) else self.held.content

    @property
    def digest(self):
        """A text that tells these bytes from others, "" if they can't be read."""
        if self.problem:
            return ""
        return digest_of(self.held) if isinstance(self.held, bytes) else self.held.digest

    def __reduce__(self):
        """For another process: the bytes go with it."""
        return Submission, (self.path, self.content, self.problem, self.handed_in)

    def cells(self):
        """The Cells of the notebook; raises ValueError that says why it can't be read."""
        if self.problem:
            raise ValueError(self.problem)
        return cells_of(self.content)


def read_submission(path, stamped=None, hold=bytes):
    """The Submission that a file is now; `stamped`: whether a STAMP beside it is ours or nbgrader's
    (see `time_of`). `hold` turns the bytes into Held; without it they are in memory.
    """
    path = Path(path)
    handed_in = time_of(path, stamped)
    try:
        return Submission(path, hold(taken(path)), "", handed_in)
    except ValueError as problem:
        return Submission(path, b"", str(problem), handed_in)


class HandedIn(NamedTuple):
    """What there is to grade, {student: Submission}, and sentences about what there is besides."""

    found: dict
    left_out: list


def student_id(name):
    """A name of a folder, or from a notebook, as an id: the same however a system writes its
    letters.
    """
    return clean(unicodedata.normalize("NFC", printable(name)).strip(), LONGEST_ID + 1)


def trouble_with(student):
    """Why an id can't be the name of a folder, in words; "" if it can."""
    if not student:
        return "it does not say who STUDENT is"
    fits = len(student) <= LONGEST_ID and len(student.encode()) <= MOST_BYTES_OF_ID
    if (
        not fits
        or student.startswith(".")
        or student.lower().endswith(".html")
        or NO_NAME.search(student)
    ):
        return f"{student[:40]!r} can't be the name of a folder, so it is nobody's id"
    return ""


def submissions(folder, name, ids="folder", roster=None):
    """The HandedIn of a set in a folder, in nbgrader's layout or as a plain folder of files.

    Whose they are is said by the folders' names, or by the notebooks ("notebook"), and spelled as
    the `roster` has it.

    Accepted are STUDENT/SET/SET.ipynb, STUDENT/SET.ipynb and SET/STUDENT.ipynb. Links and hidden
    folders are not looked into. Raises CourseError if the folder is not there.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise CourseError(f"--submissions: {str(folder)!r} is not a folder")
    claims, left_out = [], _loose(folder, name)
    for place in sorted(folder.iterdir()):
        if place.is_dir():
            some = _claims(place, name)
            words = _closed(place) or (_closed(place / name) if place.name != name else "")
            try:
                left_out += [] if words else _besides(place, name, folder)
            except OSError as problem:
                left_out.append(
                    f"{_shown(place, folder)}: it can't be looked into"
                    f" ({problem.strerror or problem})"
                )
            left_out += [f"{_shown(path, folder)}: {words}" for _, path in some if words]
            claims += [] if words else some
    if ids == "notebook":
        found, more = ids_from_notebooks([path for _, path in claims], roster)
        return HandedIn(found, left_out + more)
    return settled(claims, left_out, roster, folder)


def _loose(folder, name):
    """[a sentence on notebooks of a set, or of nobody knows which, that lie in no folder, if there
    are some].
    """
    other = [
        path
        for path in sorted(folder.glob("*.ipynb"))
        if _is_work(path) and _set_named(path) in (name, "")
    ]
    some = some_of([_shown(path, folder) for path in other])
    return (
        [f"{some}: not looked at; it must lie in a folder named after a student or {name}"]
        if other
        else []
    )


def _set_named(path):
    """The set that a notebook says it is of, "" if it says none."""
    try:
        return set_of(read_submission(path))[0]
    except ValueError:
        return ""


def _claims(place, name):
    """(student, path) of what a folder holds of a set."""
    if place.name == name:
        return [
            (path.stem, path)
            for path in sorted(place.glob("*.ipynb"))
            if not path.name.startswith(".")
        ]
    paths = [place / name / f"{name}.ipynb", place / f"{name}.ipynb"]
    return [(place.name, path) for path in paths if os.path.lexists(path)]


def _besides(place, name, folder):
    """A sentence on a folder's files that look like somebody's work on a set, and are not looked
    at.
    """
    if place.name == name:
        taken_for_it, other = {}, [path for path in place.iterdir() if path.suffix != ".ipynb"]
    else:
        taken_for_it = {path for _, path in _claims(place, name)}
        within = place / name
        other = [
            *_files_in(within, SUFFIXES),
            *_files_in(place, (".ipynb",) if taken_for_it else SUFFIXES),
        ]
        of_none = not taken_for_it and not any(
            path.name.startswith(_names()) for path in place.iterdir()
        )
        other = [
            path for path in other if path.parent == within or of_none or path.name.startswith(name)
        ]
    other = sorted(path for path in other if path not in taken_for_it and _is_work(path))
    some = some_of([_shown(path, folder) for path in other])
    wanted = "STUDENT.ipynb" if place.name == name else f"{name}.ipynb"
    return [f"{some}: not looked at; only {wanted} is"] if other else []


def _files_in(folder, suffixes):
    """The files in a folder that is none of ours to follow elsewhere, with these endings."""
    if folder.is_symlink() or not folder.is_dir():
        return []
    return [path for path in folder.iterdir() if path.suffix.lower() in suffixes]


def _names():
    return tuple(one.name for one in all_sets())


def _is_work(path):
    return not (
        path.name.startswith(".") or path.is_symlink() or path.is_dir() or path.name in GIVEN
    )


def is_hidden(parts):
    """Whether a path, by its parts, is or lies in what an editor or a system has made, such as
    .ipynb_checkpoints.
    """
    return any(HIDDEN.match(part) for part in parts)


def _closed(place):
    return (
        "links are not followed"
        if place.is_symlink()
        else "it is hidden"
        if place.name.startswith(".")
        else ""
    )


def ids_from_notebooks(paths, roster=None):
    """The HandedIn of notebooks that say themselves whose they are."""
    claims, left_out = [], []
    for path in paths:
        try:
            claims.append((named_student(cells_of(taken(path))), path))
        except ValueError as problem:
            left_out.append(f"{_shown(path)}: {problem}")
    return settled(claims, left_out, roster)


def settled(claims, left_out, roster=None, folder=None):
    """The HandedIn of (id, path): an id that is none, or that two files claim, is left out and
    said.

    All that is to be graded is read here and put on a Shelf, so that no submission that runs can
    change another.
    """
    by_id = {}
    for name, path in claims:
        student = roster.spelled(student_id(name)) if roster else student_id(name)
        words = trouble_with(student)
        if words:
            left_out.append(f"{_shown(path, folder)}: {words}")
        else:
            by_id.setdefault(student.casefold(), []).append((student, path))
    for some in by_id.values():
        if len(some) > 1:
            names = " and ".join(_shown(path, folder) for _, path in some)
            left_out.append(f"{names} are all by {some[0][0]!r}: which counts?")
    hold = Shelf().put
    found = {
        student: read_submission(path, hold=hold)
        for (student, path), *more in by_id.values()
        if not more
    }
    return HandedIn(found, left_out)


def some_of(paths, most=MOST_NAMED):
    """The first of these paths in words, and whether there are more."""
    return ", ".join(map(shown, paths[:most])) + " and more" * (len(paths) > most)


def shown(name):
    """A name that a student gave, on one line and not too long."""
    return clean(printable(name), 200)


def _shown(path, folder=None):
    return shown(str(path.relative_to(folder) if folder else path))


def time_of(path, stamped=None):
    """When a file was handed in, as ISO text: from nbgrader's timestamp.txt, or the file's own
    time.

    Nbgrader writes it into STUDENT/SET, beside SET.ipynb; elsewhere it may be what a student
    wishes.
    """
    stamped = path.parent.name == path.stem if stamped is None else stamped
    try:
        own = datetime.fromtimestamp(path.lstat().st_mtime, timezone.utc).isoformat(
            timespec="seconds"
        )
    except (OSError, ValueError, OverflowError):  # a year that there is not
        own = ""
    return (stamp_of(path) if stamped else "") or own


def stamp_of(path):
    """What stands in the timestamp.txt beside a submission, "" if nothing does."""
    try:
        return clean(
            taken(path.with_name(STAMP), LARGEST_STAMP).decode("utf-8", "replace")
        ).strip()[:40]
    except ValueError:
        return ""
