"""A reader of written answers: whose they are is hidden, and what is given stands in written.csv at
once.

Others may write that table meanwhile: a second reader, `grade`, a spreadsheet that opened it an
hour ago. So each time what stands there is met with what this reader knew of it, and nothing that
was given goes without a sentence.
"""

import hashlib
import threading
import time
from contextlib import ExitStack, contextmanager

from grader.book import read_written, store_written, version_in, version_of, words_of
from grader.course import CourseError
from grader.grade import read_result
from grader.roster import points_in
from grader.rubric import asked, cell_of, numbers_in, ticked
from grader.sets import find
from grader.tables import tame, untamed
from grader.untrusted import clean

LONGEST_NOTE = 5_000  # letters
LONGEST_WAIT = 3.0  # seconds for another command that is at work in the course
ATTEMPTS = 5  # at reading and writing the table while nobody else changes it
FILLED_IN = ("points", "comment", "rubric")  # the columns that a reader fills in


class MeanwhileError(CourseError):
    """Somebody else has filled in the same row since it was shown."""


class Reader:
    """Goes through the written answers of some sets of a course (all that have any), and gives them
    points.

    Raises CourseError where there are none. Threads may share one.
    """

    def __init__(self, course, names=()):
        self.course = course
        self.sets = [find(name).name for name in names] or [one.name for one in course.sets]
        self.known = {}  # the table's rows, as this reader knew them last
        self.before = {}  # of the rows that it has filled in: what stood there before it did
        self.written = None  # the table's bytes, if this reader was the last to write them
        self.said = []  # sentences for whoever looks next
        self._turn = threading.Lock()
        if not self.questions():
            raise CourseError(
                f"SET: there are no written answers of {', '.join(self.sets)}; `grade` comes first"
            )

    def questions(self):
        """{(set, task): the keys of its answers, in the order in which they are read}."""
        rows = self._met()
        tasks = [
            (one, task)
            for one in self.course.sets
            if one.name in self.sets
            for task in one.tasks
            if task.by_hand
        ]
        found = {
            (one.name, task.name): order_of(self.course, one.name, task.name, rows)
            for one, task in tasks
        }
        return {question: keys for question, keys in found.items() if keys}

    def row(self, key):
        """The row of an answer, a copy; None if it is no longer there."""
        row = self._met().get(key)
        return row and dict(row)

    def left(self, question):
        """How many answers to a question have no points yet, by what was read last."""
        return sum(
            row["points"] is None for key, row in self.known.items() if (key[0], key[2]) == question
        )

    def answer(self, key):
        """The text of an answer as it was handed in; as the table has it, if another was handed in
        meanwhile.
        """
        row = self.known[key]
        result = read_result(self.course, *key[:2]) or {"written": {}}
        text = result["written"].get(key[2], "")
        return clean(text if version_of(text) == version_in(row) else row["answer"])

    def asked(self, question):
        """What the question asks, in the rules of the class."""
        one = find(question[0])
        return asked(one, one.task(question[1]), self.course.variant)

    def give(self, key, points, comment, numbers, seen):
        """Fills in a row: points as text, a note, and which points of the rubric (None where it was
        not used).

        `seen` is the state_of the row that the reader saw. Returns the row. Raises MeanwhileError
        if somebody else has filled it in since, CourseError for points out of range or an answer
        that is gone, OSError on a full disk.
        """
        task = find(key[0]).task(key[2])
        given = {
            "points": points_in(points, task.points, task.number),
            # As the table will say it.
            "comment": untamed(tame(clean(comment, LONGEST_NOTE).strip())),
            "rubric": "" if numbers is None else cell_of(numbers),
        }
        if numbers is not None and ticked(given, self.asked((key[0], key[2])).rubric) is None:
            given["rubric"] = ""

        def fill(rows, before):
            row = rows.get(key)
            if row is None:
                raise CourseError("this answer is no longer in the table")
            if _state(row) == _state(given):
                return
            if state_of(row) != seen:
                raise MeanwhileError(
                    f"meanwhile the table has {in_words(row)} here; nothing was overwritten"
                )
            before.setdefault(key, _state(row))
            rows[key] = row | given

        return dict(self._met(fill)[key])

    def tell(self):
        """The sentences that nobody has seen yet."""
        said, self.said = self.said, []
        return said

    # The table.

    def _met(self, fill=None):
        """The table's rows, {(set, student, task): row}, after what was lost is put back and `fill`
        has run.
        """
        path = self.course.path("written.csv")
        with self._turn, _alone(self.course):
            for _ in range(ATTEMPTS):
                stamp = _stamp(path)
                rows, lost, _ = read_written(self.course)
                table, before = dict(rows), dict(self.before)
                said = self._put_back(table, before)
                if fill:
                    fill(table, before)
                if table != rows:
                    if _stamp(path) != stamp:
                        continue  # somebody has saved it since it was read
                    self.written = store_written(self.course, table, lost, self.written)
                self.known, self.before = table, before
                self.said += said
                return table
        raise CourseError("another program keeps writing written.csv; nothing was saved")

    def _put_back(self, table, before):
        """Gives a table that was read again what another program has taken from it; returns
        sentences on that.
        """
        said = []
        for key, mine in self.known.items():
            row, where = (
                table.get(key),
                f"{find(key[0]).task(key[2]).number}, answer {self._number(key)}",
            )
            if row is None:
                if self._is_current(key, mine):
                    table[key] = mine
                    said.append(
                        f"{where}: its row was gone from written.csv; it is back, with"
                        f" {in_words(mine)}."
                    )
            elif version_in(row) != version_in(mine):
                if before.pop(key, None):
                    said.append(
                        f"{where}: another text was handed in, to be read again; it had"
                        f" {in_words(mine)}."
                    )
            elif key in before and _state(row) != _state(mine):
                if _state(row) == before[key]:
                    table[key] = row | {column: mine[column] for column in FILLED_IN}
                    said.append(
                        f"{where}: another program saved an older table; {in_words(mine)} stand"
                        " there again."
                    )
                else:
                    del before[key]
                    said.append(
                        f"{where}: the table now has {in_words(row)}, and no longer"
                        f" {in_words(mine)}."
                    )
        return said

    def _is_current(self, key, row):
        result = read_result(self.course, *key[:2])
        return bool(result) and version_of(result["written"].get(key[2], "")) == version_in(row)

    def _number(self, key):
        return order_of(self.course, key[0], key[2], self.known).index(key) + 1


@contextmanager
def _alone(course):
    """The course for oneself, after a short wait for another reader; raises CourseError where a
    command takes long.
    """
    deadline = time.monotonic() + LONGEST_WAIT
    with ExitStack() as stack:
        while True:
            try:
                stack.enter_context(course.locked())
                break
            except CourseError:
                if time.monotonic() > deadline:
                    raise
            time.sleep(0.02)
        yield


def _stamp(path):
    """Changes when a file does."""
    about = path.stat() if path.exists() else None
    return about and (about.st_mtime_ns, about.st_size, about.st_ino)


# The order, and what stands in a row.


def order_of(course, name, task, keys):
    """The keys of a question's answers in an order that tells nothing of their authors.

    It is the same every time, and one more answer does not change it: each has a place of its own.
    """
    some = [key for key in keys if (key[0], key[2]) == (name, task)]
    return sorted(some, key=lambda key: place_of(course, key))


def place_of(course, key):
    """What an answer is called in an address, and sorted by."""
    text = "\0".join((str(course.variant.number), *key))
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]


def _state(row):
    """What a reader has filled in, as far as a spreadsheet keeps it."""
    return (row["points"], words_of(row["comment"]), sorted(numbers_in(row["rubric"]) or ()))


def state_of(row):
    """The same, and which answer it is about, as a name of it."""
    return hashlib.sha256(
        repr((_state(row), version_in(row))).encode("utf-8", "replace")
    ).hexdigest()[:16]


def in_words(row):
    """What a row was given, as a part of a sentence."""
    points = (
        "no points yet"
        if row["points"] is None
        else f"{row['points']:g} point{'s' * (row['points'] != 1)}"
    )
    note = words_of(row["comment"])
    return f"{points} and the note {note!r}" if note else points
