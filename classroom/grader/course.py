"""A course: the folder in which a class's sets, submissions, results and feedback stand, laid out
as nbgrader has it.

course.json              the variant, and which sets were released
source/ release/         the sets with and without solutions: release/ is what students get
submitted/STUDENT/SET/   what they hand in
graded/                  what the grader found, a JSON file each; a killed batch goes on from it
gradebook.db             nbgrader's grade book; autograded/ has the notebooks its form grader shows
written.csv backups/     the written answers, with room for points and comments, and this table as
                         it was before
attempts/SET/STUDENT/     all that was handed in so far, each with its time and its result
due.json late.json       when sets are due and what lateness costs, as `feedback` was told last
attempts.json            whether the last attempt counts or the best, as `grade` was told last
roster.csv overrides.csv the teacher's own: the class, and points set by hand; never written
unpacked/ platform_*.csv what came in a learning platform's zip, and by which names
feedback/ grades*.csv    what students and teachers read
upload_*.csv feedback_*.zip  what goes back to the platform
gradescope_*.zip         autograders to upload
"""

import errno
import json
import logging
import os
import re
import sys
import warnings
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from fogel.checks.variant import variant
from fogel.core.files import lock, make_writable, read_bytes, tidy_within, write_file
from grader import render
from grader.sets import all_sets, find
from grader.untrusted import parsed

HERE = Path(__file__).parents[1]
CONFIG = '''"""nbgrader's settings for this course; written by `release`."""

import os
import sys

sys.path.insert(0, {grader!r})  # for the problem sets' own judge
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, ({grader!r}, os.environ.get("PYTHONPATH"))))

from grader.course import configure

configure(get_config(), os.path.dirname(os.path.abspath(__file__)))  # noqa: F821
'''


LARGEST_SETTINGS = 1024**2  # bytes of a file of ours that says what counts
NEVER = "never"  # what a set is due that is due no more
LOCKS = []  # that this process holds
# Folders that nobody else writes into.
OURS = ("attempts", "autograded", "backups", "feedback", "graded", "unpacked")


# What stops every file from being written, and is the fault of none.
EVERYBODYS = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EMFILE, errno.ENFILE, errno.ENOMEM)


class CourseError(ValueError):
    """Something about a course's folder or its files that its teacher can mend."""


@dataclass(frozen=True)
class Course:
    """A course's folder and its rules."""

    root: Path
    variant: object
    sets: tuple

    def path(self, *parts):
        """A path in the course."""
        return self.root.joinpath(*parts)

    @contextmanager
    def locked(self):
        """The course for oneself; raises CourseError if another command is at work in it."""
        try:
            LOCKS.append(lock(self.path(".lock")))
        except BlockingIOError:
            words = (
                f"--course: another command is at work in {str(self.root)!r}; wait until it has"
                " ended"
            )
            raise CourseError(words) from None
        try:
            yield self
        finally:
            LOCKS.pop().close()

    def tidy(self):
        """Removes what a command that was killed has left half-written; raises OSError if nothing
        can be written.
        """
        make_writable(self.root)
        for name in OURS:
            tidy_within(self.path(name))

    @contextmanager
    def sparing(self):
        """For what is written of one student: raises ValueError that names the path in place of
        OSError, so that the others go on. A full disk stays an OSError.
        """
        try:
            yield
        except OSError as problem:
            if problem.errno in EVERYBODYS:
                raise
            path = Path(problem.filename or "a file")
            shown = path.relative_to(self.root) if path.is_relative_to(self.root) else path
            words = f"{shown} can't be written ({problem.strerror or problem})"
            raise ValueError(f"{words}; remove what is there") from None

    def known(self, file, read):
        """{set: what `read` makes of its text} of a file in which `keep` has noted it; {} if there
        is none.
        """
        path = self.path(file)
        try:
            texts = parsed(read_bytes(path, LARGEST_SETTINGS)) if path.exists() else {}
            return {name: read(text) for name, text in texts.items()}
        except (OSError, ValueError, TypeError, AttributeError) as problem:
            raise CourseError(f"{file} can't be read ({problem})") from None

    def keep(self, file, texts):
        """Notes {set: text} for the next time."""
        write_file(self.path(file), json.dumps(dict(sorted(texts.items()))) + "\n")

    @contextmanager
    def gradebook(self):
        """Nbgrader's grade book; raises CourseError where it can't be read or written, as on a full
        disk, or lacks a set of the course, as one that was deleted.
        """
        from nbgrader.api import Gradebook
        from sqlalchemy.exc import DatabaseError, SAWarning

        _put_on_path()
        # These are of nbgrader's own making.
        warnings.filterwarnings("ignore", category=SAWarning, module="nbgrader")
        try:
            with Gradebook(f"sqlite:///{self.path('gradebook.db')}") as opened:
                for one in self.sets:
                    _check_entered(opened, one)
                yield opened
        except DatabaseError as problem:
            raise CourseError(f"gradebook.db can't be used ({problem.orig})") from None


def _check_entered(book, one):
    """Raises CourseError if a set, or a task of it, is not in the grade book."""
    from nbgrader.api import MissingEntry

    try:
        cells = {cell.name for cell in book.find_notebook(one.name, one.name).grade_cells}
    except MissingEntry:
        cells = set()
    if not {task.name for task in one.tasks} <= cells:
        raise CourseError(
            f"gradebook.db lacks {one.name}: put a copy of it back; without one, `release` and"
            " `grade` enter the set again, and what was entered in the form grader is gone"
        )


def release_locks():
    """In a process that was forked: closes what it has inherited, so that a lock ends with the one
    who took it.
    """
    while LOCKS:
        LOCKS.pop().close()


def open_course(root, option="--course"):
    """The Course in a folder, which an option has named; raises CourseError if none was released
    there.
    """
    root = Path(root).resolve()
    try:
        about = parsed(read_bytes(root / "course.json", LARGEST_SETTINGS))
        return Course(root, variant(about["variant"]), tuple(find(name) for name in about["sets"]))
    except OSError:
        raise CourseError(
            f"{option}: there is no course in {str(root)!r}; `release` makes one"
        ) from None
    except (ValueError, KeyError, TypeError) as problem:
        raise CourseError(f"{root / 'course.json'} can't be read ({problem})") from None


def release(root, number, names=(), progress=iter):
    """Builds the student release of these sets (all of them) for a variant; returns the Course.

    Raises CourseError if the course has another variant already: last year's is another folder; or
    if another command is at work in it.
    """
    rules = variant(number)
    chosen = tuple(find(name) for name in names) or all_sets()
    root = Path(root).resolve()
    root.mkdir(parents=True, exist_ok=True)
    with Course(root, rules, chosen).locked() as course:
        return _released(course, progress)


def _released(course, progress):
    """The Course with these sets built, and those that were released before; nobody else is at work
    in it.
    """
    root, rules, released = course.root, course.variant, ()
    if (root / "course.json").exists():
        known = open_course(root)
        if known.variant != rules:
            raise CourseError(
                f"--variant: the course in {str(root)!r} has variant {known.variant.number};"
                " for another class, name another folder with --course"
            )
        released = known.sets
    api = _nbgrader(root)
    for one in progress(course.sets):
        _build(api, root, one, rules)
    every = sorted({*released, *course.sets}, key=lambda one: one.name)
    about = {"variant": rules.number, "sets": [one.name for one in every]}
    write_file(root / "course.json", json.dumps(about) + "\n")
    (root / "submitted").mkdir(exist_ok=True)
    return Course(root, rules, tuple(every))


def _put_on_path():
    """Puts Python's own folder on the PATH, which it is not if the environment is not activated:
    nbgrader needs it.
    """
    folder = str(Path(sys.executable).parent)
    if folder not in os.environ.get("PATH", "").split(os.pathsep):
        os.environ["PATH"] = os.pathsep.join(filter(None, (folder, os.environ.get("PATH"))))


def _nbgrader(root):
    from nbgrader.apps import NbGraderAPI
    from traitlets.config import Config

    _put_on_path()
    write_file(root / "nbgrader_config.py", CONFIG.format(grader=str(HERE)))
    return NbGraderAPI(config=configure(Config(), str(root)))


def configure(config, root):
    """Nbgrader's settings; the ones that matter are that solutions leave the starters that a text
    has for them, and that no answer is a program on the form grader's page.
    """
    from nbgrader.converters import GenerateAssignment
    from nbgrader.preprocessors import ClearSolutions

    class ClearToStarters(ClearSolutions):
        """nbgrader's own, but that a text may say what is to stand in a solution's place."""

        def _replace_solution_region(self, cell, language):
            if cell.cell_type != "code":
                return super()._replace_solution_region(cell, language)
            before, cell.source = cell.source, render.released(cell.source)
            return cell.source != before

    steps = GenerateAssignment.preprocessors.default()
    config.GenerateAssignment.preprocessors = [
        ClearToStarters if step is ClearSolutions else step for step in steps
    ]
    config.ClearSolutions.text_stub = config.ClearToStarters.text_stub = render.TEXT_STUB
    config.HTMLExporter.preprocessors = ["nbconvert.preprocessors.sanitize.SanitizeHTML"]
    config.CourseDirectory.root = root
    config.CourseDirectory.course_id = "fogel"
    return config


def _build(api, root, one, rules):
    """Writes a set's source, and lets nbgrader make the release and enter the set into the grade
    book.
    """
    import nbformat

    folder = root / "source" / one.name
    folder.mkdir(parents=True, exist_ok=True)
    nbformat.write(render.notebook(one, rules), folder / f"{one.name}.ipynb")
    write_file(folder / "examples.json", render.examples_text([one], rules))
    logging.getLogger("nbgrader").setLevel(logging.ERROR)
    done = api.generate_assignment(one.name, force=True)
    if not done["success"]:
        raise CourseError(f"nbgrader could not release {one.name}: {_last_line(done)}")


def _last_line(done):
    lines = [
        line
        for line in re.split(r"\n+", f"{done.get('error') or ''}\n{done.get('log') or ''}")
        if line.strip()
    ]
    return lines[-1] if lines else "it says no more"
