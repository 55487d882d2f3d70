"""What students have handed in so far: every attempt is kept, and the last or the best of them
counts.

attempts/SET/STUDENT/0001/ holds the notebook, the time at which it was handed in, and its result.
"""

import hashlib
import json
import re
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from fogel.core.files import read_bytes, write_file
from grader.held import in_place
from grader.intake import STAMP, Submission, read_submission, stamp_of
from grader.lateness import Terms, moment_of
from grader.untrusted import parsed

RULES = ("last", "best")
FILE, RESULT = "attempts.json", "result.json"
WHOLE = "whole"  # the key of the digest of the rest in the file of a result
LARGEST_RESULT = 50 * 1024**2  # bytes of such a file


@dataclass(frozen=True)
class Attempt:
    """A Submission, and the folder in which it is kept; one that can't be read has none."""

    handed: Submission
    folder: Path | None = None

    @property
    def result(self):
        """What it has earned, None if it was not graded or its result can't be read."""
        if not self.folder:
            return None
        *_, name, student, _ = self.folder.parts
        return read_result_file(self.folder / RESULT, name, student)

    def store(self, result):
        """Keeps its result."""
        if self.folder:
            write_file(self.folder / RESULT, text_of(result))


def text_of(result):
    """A result as the text of its file, which says by a digest that it is whole."""
    return json.dumps({**result, WHOLE: _digest(result)}) + "\n"


def read_result_file(path, name, student):
    """A result from its file; None if there is none, or it is changed, or another set's or
    student's.
    """
    with suppress(OSError, ValueError):
        result = parsed(read_bytes(path, LARGEST_RESULT))
        whole = result.pop(WHOLE, None) if isinstance(result, dict) else None
        whose = (name, student)
        if whole and whole == _digest(result) and (result["set"], result["student"]) == whose:
            return result
    return None


def _digest(result):
    return hashlib.sha256(json.dumps(result).encode()).hexdigest()


def kept(course, name, student):
    """The Attempts of a student that are kept, the first one first."""
    paths = sorted(course.path("attempts", name, student).glob(f"[0-9]*/{name}.ipynb"))
    # A copy of a folder doesn't count.
    own = [path for path in paths if re.fullmatch("[0-9]{4,9}", path.parent.name)]
    return [_known(path) for path in own]


def _known(path):
    """The Attempt whose notebook is at this path. If its STAMP is gone, its result has the time."""
    attempt = Attempt(read_submission(path, True, partial(in_place, path)), path.parent)
    result = None if stamp_of(path) else attempt.result
    if not result:
        return attempt
    return replace(attempt, handed=replace(attempt.handed, handed_in=result.get("handed_in", "")))


def keep(course, name, student, handed):
    """All Attempts of a student, what is handed in now last. A notebook that was there before keeps
    its first time. What can't be kept, since something is in the way, is an Attempt without folder.
    """
    known = kept(course, name, student)
    if handed.problem:
        return [*known, Attempt(handed)]
    same = next((attempt for attempt in known if attempt.handed.digest == handed.digest), None)
    if same:
        return [*(attempt for attempt in known if attempt is not same), same]
    number = 1 + max((int(attempt.folder.name) for attempt in known), default=0)
    folder = course.path("attempts", name, student, f"{number:04d}")
    try:
        with course.sparing():
            folder.mkdir(parents=True, exist_ok=True)
            write_file(folder / STAMP, handed.handed_in + "\n")
            write_file(folder / f"{name}.ipynb", handed.content)  # with which the attempt is there
    except ValueError:  # it is graded all the same, and `lost` tells of it
        return [*known, Attempt(handed)]
    return [*known, Attempt(handed, folder)]


@dataclass(frozen=True)
class Count:
    """Which attempt of a student counts: the last one, or the best by the points that lateness
    leaves.
    """

    rule: str = "last"
    terms: Terms = field(default_factory=Terms)

    def wanted(self, attempts):
        """The Attempts that have to be graded."""
        return attempts if self.rule == "best" else attempts[-1:]

    def counted(self, student, results):
        """The place of the result that counts; of equally good ones the last that was in time."""
        places = range(len(results))
        return (
            max(places, key=lambda k: (*self._points_left(student, results[k]), k))
            if self.rule == "best"
            else places[-1]
        )

    def _points_left(self, student, result):
        """What is left of a result's points, -1 if nobody could judge it, and whether it came in
        time.
        """
        delay = self.terms.delay(student, moment_of(result["handed_in"]))
        if result["points"] is None:
            return -1, False
        left = (
            self.terms.rule.left(result["points"], delay)
            if self.terms.rule and delay
            else result["points"]
        )
        return left, not delay


def rules_of(course, names, rule=None):
    """{set: `last` or `best`} of a course. What is said of these sets now is kept, and counts from
    now on.
    """
    known = course.known(FILE, _rule) | ({} if rule is None else dict.fromkeys(names, rule))
    if rule is not None:
        course.keep(FILE, known)
    return {one.name: known.get(one.name, RULES[0]) for one in course.sets}


def _rule(text):
    if text not in RULES:
        raise ValueError(f"{text!r} is neither {' nor '.join(RULES)}")
    return text


def marked(course, result, attempts, place):
    """The result of the attempt at this place, with what tells it from a student's
    other attempts.
    """
    folder = attempts[place].folder
    within = folder.relative_to(course.root).as_posix() if folder else ""
    return result | {"attempt": {"number": place + 1, "count": len(attempts), "folder": within}}


def counted_submission(course, result, present):
    """The Submission that a result is of: one that is kept, or that which is handed in now."""
    folder = result["attempt"]["folder"]
    return (
        read_submission(course.path(folder, f"{result['set']}.ipynb"), stamped=True)
        if folder
        else present
    )


def told(result):
    """Which attempt of how many a result is, in words; "" of the only one."""
    about = result.get("attempt", {"count": 1})
    return f"{about['number']} of {about['count']}" if about["count"] > 1 else ""


def others_now(course, name, results, count):
    """Those of whom another attempt counts than the one in these results, as when a set is due at
    another time now.
    """
    found = []
    for student, result in results.items():
        some, folder = kept(course, name, student), result.get("attempt", {}).get("folder")
        earned = [attempt.result for attempt in some]
        if not folder or not earned or not all(earned):
            continue  # `lost` tells of those
        if some[count.counted(student, earned)].folder != course.path(folder):
            found.append(student)
    return found
