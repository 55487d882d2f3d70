"""The zip in which a learning platform delivers what a class has handed in: whose is what, within
limits for each sender and for all.

A student decides what is in one submission, so its limits leave out that submission, and the others
are graded. Nothing is unpacked to count it: a member never has more bytes than the zip's list says.
"""

import io
import lzma
import os
import re
import zipfile
import zlib
from collections import Counter
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from grader.course import CourseError
from grader.intake import is_hidden, shown, some_of
from grader.tables import loose
from grader.untrusted import LARGEST_NOTEBOOK

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
MOST_FILES, MOST_BYTES = 1_000, 100 * 1024**2  # files of one sender, and bytes of their notebooks
MOST_OF_ALL, MOST_SENDERS = 2 * 1024**3, 10_000  # bytes of all notebooks, and senders
LONGEST_LIST = 32 * 1024**2  # bytes of the zip's own list, some 300,000 files
MOST_NOBODYS = 20  # files of nobody that a sentence names
UNPACKING = (  # what a member of a zip may fail with, by the way in which it is packed
    RuntimeError, NotImplementedError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError,
    OSError, ValueError, MemoryError,
)  # fmt: skip


class Sender(NamedTuple):
    """Who has handed in, as a platform says it, and their notebooks as entries, the one to grade
    first.
    """

    platform: str
    prefix: str
    name: str
    number: str
    notebooks: list

    @property
    def size(self):
        """How many bytes the notebooks have at most when they are unpacked."""
        return sum(min(info.file_size, LARGEST_NOTEBOOK) for info in self.notebooks)


class _Archive(io.BufferedReader):
    """A file of which no single read fills the memory, whatever it says of its own list."""

    def read(self, size=-1):
        left = os.fstat(self.fileno()).st_size - self.tell()
        size = left if size is None or size < 0 else min(size, left)
        if size > LONGEST_LIST:
            raise zipfile.BadZipFile("it lists more files than a class hands in")
        return super().read(size)


@contextmanager
def opened(path):
    """The ZipFile at a path; raises CourseError that names it if it is none."""
    with ExitStack() as stack:
        try:
            raw = stack.enter_context(_Archive(io.FileIO(path)))
            file = stack.enter_context(zipfile.ZipFile(raw))
        except UNPACKING as problem:  # such as names that are not UTF-8
            raise CourseError(
                f"--submissions: {Path(path).name} can't be read as a zip ({problem})"
            ) from None
        yield file


def senders_in(file, name, called, left_out):
    """([Sender] of a set in a ZipFile that is `called` so, how many senders have each name).

    `left_out` is told of senders that are beyond the limits or have no notebook, and of notebooks
    whose path names nobody. Raises CourseError if no path is as a platform's paths are, or if there
    are more senders than in any class.
    """
    members = [
        info
        for info in file.infolist()
        if info.filename and not info.filename.startswith("__MACOSX") and not info.is_dir()
    ]
    # A zip comes from one platform, so the one that explains most of its names explains all.
    fitting = {one: sum(bool(_named(one, info.filename)) for info in members) for one in NAMES}
    platform = max(fitting, key=fitting.get)
    by_number, nobodys = {}, []
    for info in members:
        found = _named(platform, info.filename)
        if found:
            by_number.setdefault(found[2], []).append((*found, info))
        elif _is_notebook(info.filename):
            nobodys.append(info.filename)
    if not by_number:
        raise CourseError(
            f"--submissions: no file in {called} is named as Moodle or Canvas names them"
        )
    if len(by_number) > MOST_SENDERS:
        raise CourseError(f"--submissions: {called} holds more than a class hands in")
    _tell_of_nobodys(nobodys, platform, left_out)
    found = [_sender(platform, files, name, left_out) for files in by_number.values()]
    names = Counter(loose(files[0][1]) for files in by_number.values())
    return _within_all(list(filter(None, found)), left_out), names


def _is_notebook(path):
    """Whether a path is a notebook's, and not that of a copy which JupyterLab or macOS has made
    beside it.
    """
    return path.lower().endswith(".ipynb") and not is_hidden(path.split("/")[1:])


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


def _tell_of_nobodys(paths, platform, left_out):
    if paths:
        its = "its name doesn't" if len(paths) == 1 else "their names don't"
        left_out.append(
            f"{some_of(paths, MOST_NOBODYS)}: {its} say whose it is, as {platform}'s names do"
        )


def _sender(platform, files, name, left_out):
    """The Sender of [(prefix, name, number, the file's own name, its entry)].

    None if there is none; then `left_out` says why.
    """
    notebooks = [file for file in files if _is_notebook(file[4].filename)]
    if not notebooks:
        left_out.append(
            f"{some_of([file[4].filename for file in files])}: not looked at; only notebooks are,"
            " files that end with .ipynb and are not hidden"
        )
        return None
    prefix, who, number, _, _ = notebooks[0]
    named = [info for *_, own, info in notebooks if own.rpartition("/")[2].startswith(name)]
    chosen = (named or [info for *_, info in notebooks])[::-1]
    found = Sender(platform, prefix, who, number, chosen)
    if len(files) <= MOST_FILES and found.size <= MOST_BYTES:
        return found
    left_out.append(
        f"{shown(prefix)}: {len(files):,} files with {_megabytes(found.size)} of notebooks,"
        f" and one submission has at most {MOST_FILES:,} files with {_megabytes(MOST_BYTES)}"
    )
    return None


def _within_all(senders, left_out):
    """The Senders whose notebooks can all be unpacked, counted from the smallest."""
    left, kept = MOST_OF_ALL, set()
    for one in sorted(senders, key=lambda one: one.size):
        left -= one.size
        if left >= 0:
            kept.add(one.number)
        else:
            left_out.append(
                f"{shown(one.prefix)}: the notebooks of all the smaller submissions and these"
                f" have more than {_megabytes(MOST_OF_ALL)}; grade this one from a folder"
            )
    return [one for one in senders if one.number in kept]


def _megabytes(size):
    return f"{size / 1024**2:,.0f} MB"


def content_of(file, info):
    """The bytes of a member; raises ValueError that says why they can't be had. No more is unpacked
    than a notebook may have, whatever is said of it.
    """
    try:
        with file.open(info) as member:
            content = member.read(LARGEST_NOTEBOOK + 1)
    except UNPACKING as problem:  # encrypted, say, or damaged
        words = shown(str(problem) or type(problem).__name__)
        raise ValueError(f"it can't be unpacked ({words})") from None
    if len(content) > LARGEST_NOTEBOOK:
        raise ValueError(f"it is not a notebook: one has at most {LARGEST_NOTEBOOK:,} bytes")
    return content
