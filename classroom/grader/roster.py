"""The class's own lists: who is in it (roster.csv), and points that a teacher has set
(overrides.csv).

Both are the teacher's files. The grader reads them and never writes them.
"""

from collections import Counter

from grader.course import CourseError
from grader.grade import is_blank
from grader.lateness import own_time
from grader.sets import find
from grader.tables import Spelling, loose, plain_number, read_table

STUB = "your-id"  # what STUDENT is before somebody fills it in


class Roster(Spelling):
    """The students of a class, by their ids; there may be none. `platform` says what a learning
    platform calls them.
    """

    def __init__(self, students, platform=None, repeated=(), due=None):
        super().__init__(students)
        # {(student, set, "" for all): (a student's own time, where it stands)}.
        self.due = due or {}
        self.repeated = repeated  # ids that stand in several rows, as of who is in two sections
        self.platform = platform or {}

    def on_platform(self, *names):
        """The id of whom a learning platform knows by one of these names; None where the roster
        does not say.
        """
        return next(
            (self.platform[loose(name)] for name in names if loose(name) in self.platform), None
        )

    def spelled(self, student):
        """An id as the class has it; one that nobody has stays as it is."""
        return self.meant(student) or student


def read_roster(course):
    """The Roster of a course, from the column `student` of roster.csv; who stands there twice is
    one student.

    A column `due` has the times of those for whom a set is due at another time, a column `due 02`
    those of one set. Raises CourseError where one name on the platform is given to two, or a time
    can't be read or differs.
    """
    path = course.path("roster.csv")
    if not path.exists():
        return Roster(())
    lines, platform, due = Counter(), {}, {}
    for number, row in read_table(path, ("student",)):
        student, name = row["student"].strip(), row.get("platform", "").strip()
        lines.update([student] * bool(student))
        if student and name and platform.setdefault(loose(name), student) != student:
            words = (
                f"{name!r} is {platform[loose(name)]!r} on the platform already, and can't be"
                f" {student!r}"
            )
            words += "; of two with one name, write the numbers or addresses that they have there"
            raise CourseError(f"roster.csv, row {number}: {words}")
        for of, text in _own_times(row, f"roster.csv, row {number}") if student else ():
            if due.setdefault((student, of), (text, f"roster.csv, row {number}"))[0] != text:
                raise CourseError(
                    f"roster.csv, row {number}: {student!r} has another due time in a row above"
                )
    return Roster(
        list(lines), platform, tuple(student for student, count in lines.items() if count > 1), due
    )


def _own_times(row, where):
    """[(set, "" for all sets; time as text)] of a row of the roster."""
    found = []
    for column, text in row.items():
        is_due, _, of = column.partition(" ")
        if is_due == "due" and text.strip():
            own_time(text.strip(), where)
            found.append((set_named(of, where).name if of else "", text.strip()))
    return found


def roll_call(roster, results):
    """Sentences on who has handed in nothing, who is unknown, and who forgot to say who it is."""
    nobody = sorted(roster.exact - {*results})
    unknown = sorted({*results} - roster.exact) if roster.exact else []
    named = {student: result.get("named") for student, result in results.items()}
    empty = sorted(student for student, result in results.items() if result.get("empty"))
    said = {
        "more than once in roster.csv, as one student:": sorted(roster.repeated),
        "nothing was handed in by": nobody,
        "not in roster.csv:": unknown,
        "an empty notebook was handed in by": empty,
        "STUDENT was left as it was by": sorted(
            student for student, name in named.items() if name == STUB
        ),
        "STUDENT is missing from the notebooks of": sorted(
            {s for s, name in named.items() if name == ""} - {*empty}
        ),
        "could not be judged, so without points:": sorted(
            s for s, result in results.items() if is_blank(result)
        ),
    }
    return [f"{words} {', '.join(students)}" for words, students in said.items() if students]


def read_overrides(course, handed_in):
    """({(set, student, task): (points, reason)}, [(set, sentence on a row that matches nobody)]) of
    overrides.csv.

    `handed_in` says by set who has handed it in, {set: ids}. A task is given by its name or its
    number. Raises CourseError that names the row for points out of range.
    """
    path, found, lost = course.path("overrides.csv"), {}, []
    if not path.exists():
        return found, lost
    known = {name: Spelling(students) for name, students in handed_in.items()}
    for number, row in read_table(path, ("set", "student", "task", "points")):
        where = f"overrides.csv, row {number}"
        name, task = set_named(row["set"], where).name, _task_of(row, where)
        student = known[name].meant(row["student"].strip()) if name in known else None
        if student is None:
            words = (
                f"nobody of the id {row['student'][:60]!r} has handed in {name}; its points are not"
                " counted"
            )
            lost.append((name, f"{where}: {words}"))
            continue
        key = (name, student, task.name)
        if key in found:
            raise CourseError(f"{where}: there is another row for this task of {student!r}")
        given = points_in(row["points"], task.points, where)
        if given is not None:
            found[key] = (given, row.get("reason", "").strip())
    return found, lost


def set_named(text, where):
    """The set that a table names; a spreadsheet may have made 2 of 02. Raises CourseError that says
    where.
    """
    text = text.strip()
    try:
        return find(text.zfill(2) if text.isdecimal() else text)
    except ValueError as problem:
        raise CourseError(f"{where}: {problem}") from None


def _task_of(row, where):
    one = set_named(row["set"], where)
    asked = row["task"].strip().lower()
    for task in one.tasks:
        if asked in (task.name.lower(), task.number.lower()):
            return task
    known = ", ".join(task.number for task in one.tasks)
    raise CourseError(
        f"{where}: the task of {one.name} must be one of {known}, not {row['task'][:60]!r}"
    )


def points_in(text, most, where):
    """Points as a number, None where there are none yet; raises CourseError that says where they
    are out of range.
    """
    text = (text or "").strip()
    if not text:
        return None
    points = plain_number(text)
    if points is None or not 0 <= points <= most:
        raise CourseError(f"{where}: points must be a number from 0 to {most}, not {text[:60]!r}")
    return points
