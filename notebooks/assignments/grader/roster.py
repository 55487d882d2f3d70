"""The class's own lists: who is in it (roster.csv), and points that a teacher has set (overrides.csv).

Both are the teacher's files. The grader reads them and never writes them.
"""

from grader.course import CourseError
from grader.sets import find
from grader.tables import Spelling, loose, read_table

STUB = "your-id"  # what STUDENT is before somebody fills it in


class Roster(Spelling):
    """The students of a class, by their ids; there may be none. `platform` says what a learning platform calls them."""

    def __init__(self, students, platform=None):
        super().__init__(students)
        self.platform = platform or {}

    def on_platform(self, *names):
        """The id of whom a learning platform knows by one of these names; None where the roster does not say."""
        return next((self.platform[loose(name)] for name in names if loose(name) in self.platform), None)

    def spelled(self, student):
        """An id as the class has it; one that nobody has stays as it is."""
        return self.meant(student) or student


def read_roster(course):
    """The Roster of a course, from the column `student` of roster.csv. Raises CourseError for an id given twice."""
    path = course.path("roster.csv")
    if not path.exists():
        return Roster(())
    lines, platform = {}, {}
    for number, row in read_table(path, ("student",)):
        student = row["student"].strip()
        if student and lines.setdefault(student, number) != number:
            raise CourseError(f"roster.csv, row {number}: {student!r} stands in row {lines[student]} already")
        if student and row.get("platform", "").strip():
            platform[loose(row["platform"])] = student
    return Roster(list(filter(None, lines)), platform)


def roll_call(roster, results):
    """Sentences on who has handed in nothing, who is unknown, and who forgot to say who it is."""
    nobody = sorted(roster.exact - {*results})
    unknown = sorted({*results} - roster.exact) if roster.exact else []
    forgot = sorted(student for student, result in results.items() if result.get("named") in ("", STUB))
    said = {
        "nothing was handed in by": nobody,
        "not in roster.csv:": unknown,
        "STUDENT was left as it was by": forgot,
    }
    return [f"{words} {', '.join(students)}" for words, students in said.items() if students]


def read_overrides(course, handed_in):
    """({(set, student, task): (points, reason)}, [(set, sentence on a row that matches nobody)]) of overrides.csv.

    `handed_in` says by set who has handed it in, {set: ids}. A task is given by its name or its number. Raises
    CourseError that names the row for points out of range.
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
            words = f"nobody of the id {row['student']!r} has handed in {name}; its points are not counted"
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
    """The set that a table names; a spreadsheet may have made 2 of 02. Raises CourseError that says where."""
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
    raise CourseError(f"{where}: the task of {one.name} must be one of {known}, not {row['task']!r}")


def points_in(text, most, where):
    """Points as a number, None where there are none yet; raises CourseError that says where they are out of range."""
    text = (text or "").strip().replace(",", ".")
    if not text:
        return None
    try:
        points = float(text)
    except ValueError:
        points = -1.0
    if not 0 <= points <= most:
        raise CourseError(f"{where}: points must be a number from 0 to {most}, not {text!r}")
    return points
