"""The classroom's command line: `python classroom release`, `grade` and `feedback`."""

# Long: the commands of one program are read beside their options and help texts.

import argparse
import os
import sys
from functools import partial
from pathlib import Path

from fogel.checks.variant import MOST_VARIANTS
from fogel.cli.options import whole_number
from fogel.cli.parser import Parser
from fogel.core.quiet import is_quiet
from grader import limits

PROGRAM = "python classroom"
RELEASE = """\
Builds the problem sets for a class: COURSE/release/SET holds what students get, a notebook and its
examples. The rules of the game (marks, numbering, payoffs and so on) are those of the variant, so
that neither the package's functions pass as they are, nor the solutions of the variant before.
Variant 0 has the rules of the book."""
GRADE = """\
Grades what was handed in, STUDENT/SET/SET.ipynb, STUDENT/SET.ipynb or SET/STUDENT.ipynb in a
folder. Each submission runs on a copy, in a folder and a process of its own, with limits; answers
are judged outside of it. What was graded before and has not changed is not run again, so a batch
that was killed can be called once more."""
FEEDBACK = """\
Writes a page for each submission, COURSE/feedback/STUDENT/SET.html, a page for the teacher,
feedback/class.html, and the grades: grades.csv, and one table for each set. Points for written
answers are taken from written.csv, whose columns `points` and `comment` you fill in with a
spreadsheet, or from nbgrader's form grader."""

GRADESCOPE = """\
Writes COURSE/gradescope_SET.zip, an autograder of the set in the rules of the course. Gradescope
installs it once and runs it for each submission. Written answers stay to be read there."""


def main(arguments=None):
    """Runs a command; returns its exit code."""
    options = make_parser().parse_args(arguments)
    if not hasattr(options, "run"):
        make_parser().print_help()
        return 0
    from grader.course import CourseError

    try:
        return options.run(options) or 0
    except (CourseError, ValueError) as problem:
        options.command.error(str(problem))
    except OSError as problem:
        what = ": ".join(filter(None, (problem.strerror or str(problem), problem.filename)))
        options.command.error(
            f"{what}. What was graded is kept; the same command goes on where this one stopped"
        )
    except KeyboardInterrupt:
        print("interrupted; the same command goes on where this one stopped", file=sys.stderr)
        return 130
    except ModuleNotFoundError as problem:
        options.command.error(
            f"{problem.name} is not installed: python -m pip install -e .[classroom]"
        )


def make_parser():
    """The parser of all commands."""
    parser = Parser(prog=PROGRAM, description="Problem sets that grade themselves.")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    _add_release(commands)
    _add_grade(commands)
    _add_feedback(commands)
    _add_gradescope(commands)
    return parser


def _add_release(commands):
    release = _command(
        commands, "release", run_release, "build the problem sets for a class", RELEASE
    )
    release.add_argument(
        "--variant",
        type=_whole(0, MOST_VARIANTS),
        required=True,
        metavar="N",
        help="the class's rules, 0 to 99",
    )


def _add_grade(commands):
    grade = _command(commands, "grade", run_grade, "grade a folder of submissions", GRADE)
    grade.add_argument("--submissions", type=Path, metavar="PLACE", help=PLACE)
    grade.add_argument("--one", type=Path, metavar="NOTEBOOK", help=ONE)
    grade.add_argument("--variant", type=_whole(0, MOST_VARIANTS), metavar="N", help=VARIANT)
    grade.add_argument("--ids", choices=("folder", "notebook"), default="folder", help=IDS)
    grade.add_argument(
        "--workers", type=_positive, metavar="N", help="submissions at a time (default: all cores)"
    )
    grade.add_argument("--container", action="store_true", help=CONTAINER)
    grade.add_argument("--as-root", action="store_true", help=AS_ROOT)
    limits.add_options(grade, _positive)
    grade.add_argument("--attempts", choices=("last", "best"), help=ATTEMPTS)
    grade.add_argument("--again", action="store_true", help="grade everything again")


def _add_feedback(commands):
    feedback = _command(
        commands, "feedback", run_feedback, "write feedback pages and grades", FEEDBACK
    )
    feedback.add_argument("--table", type=Path, metavar="FILE", help=TABLE)
    feedback.add_argument("--due", type=_told("moment"), metavar="TIME", help=DUE)
    feedback.add_argument("--late", type=_told("rule"), metavar="RULE", help=LATE)
    feedback.add_argument(
        "--earlier", type=Path, action="append", default=[], metavar="COURSE", help=EARLIER
    )


def _add_gradescope(commands):
    gradescope = _command(
        commands, "gradescope", run_gradescope, "make an autograder for Gradescope", GRADESCOPE
    )
    gradescope.add_argument("--visibility", choices=VISIBLE, default=VISIBLE[0], help=SEEN)
    gradescope.add_argument(
        "--run", type=Path, dest="root", metavar="FOLDER", help=argparse.SUPPRESS
    )


# Gradescope's words for who may see a test.
VISIBLE = ("visible", "after_due_date", "after_published", "hidden")
SEEN = "when students see what each task earned, in Gradescope's words (default: visible)"
ONE = (
    "grade this file alone, without a course: print its parts and keep nothing (exit code 1 if a"
    " part is wrong)"
)
VARIANT = (
    "with --one: the class's rules, where the notebook does not say (default: as the notebook says)"
)
IDS = (
    "who a submission is by: the name of its folder or file, or what it says itself as STUDENT"
    " (default: folder)"
)
PLACE = "a folder, or a zip of one set as Moodle or Canvas delivers it (default: COURSE/submitted)"
CONTAINER = (
    "run each submission in a container of podman or docker, whichever answers first (default:"
    " behind bubblewrap where it is installed, otherwise Landlock)"
)
AS_ROOT = "let students' programs run as root (default: refuse to grade as root)"
TABLE = (
    "of one set: Moodle's grading worksheet or Canvas's gradebook, to be filled in as"
    " COURSE/upload_SET.csv"
)
DUE = (
    "marks what came later, now and from now on, such as 2027-01-31T18:00 (UTC unless it says"
    " otherwise, as in 2027-01-31T18:00+01:00 or 2027-01-31T18:00 Europe/Berlin); `never`"
    " forgets it"
)
ATTEMPTS = (
    "which of the notebooks that a student has handed in counts, now and from now on: the last, or"
    " the best by what lateness leaves (default: last; all are kept)"
)
EARLIER = (
    "the folder of an earlier year, which the class is compared with (may be given several times)"
)
LATE = (
    "what lateness costs, now and from now on: a share of the points for each day or hour begun,"
    " such as 10%%/day, or 10%%/day after 15 minutes; `never` forgets it"
)


def _command(commands, name, run, help, description):
    command = commands.add_parser(
        name,
        usage=f"{PROGRAM} {name} [SET ...] [options]",
        help=help,
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument(
        "sets", nargs="*", metavar="SET", help="02_network, or 02 for short (default: all)"
    )
    command.add_argument(
        "--course",
        type=Path,
        default=Path("course"),
        metavar="COURSE",
        help="folder (default: course)",
    )
    command.set_defaults(run=run, command=command)
    return command


def _whole(least, most):
    """The type of an option that takes whole numbers in a range."""
    return partial(whole_number, least=least, most=most)


_positive = _whole(1, 1_000_000)


def _told(name):
    """The type of an option that a function of `lateness` reads, or that is `never`."""

    def read(text):
        from grader import lateness

        try:
            return text if text == lateness.NEVER else getattr(lateness, name)(text)
        except ValueError as problem:
            raise argparse.ArgumentTypeError(str(problem)) from None

    return read


def _progress(unit):
    """A progress bar on a terminal; none where there is no one to look at it."""

    def bar(jobs, total=None):
        if is_quiet():
            return jobs
        from tqdm import tqdm

        return tqdm(
            jobs, total=total, unit=f" {unit}", disable=None, leave=False, dynamic_ncols=True
        )

    return bar


def run_release(options):
    """`release`."""
    from grader.course import release

    course = release(options.course, options.variant, options.sets, _progress("sets"))
    print(
        f"Variant {options.variant}: {len(course.sets)} problem set{'s' * (len(course.sets) != 1)}"
        f" in {course.path('release')}"
    )
    for one in course.sets:
        print(f"  {one.name:<16}{one.points:>3} points, about {one.minutes} minutes: {one.title}")
    print(
        f"Hand out what is in there. Collect into {course.path('submitted')}/STUDENT/SET/SET.ipynb."
    )
    print("The folder source/ beside it holds the solutions: keep it to yourself.")
    return 0


def run_grade(options):
    """`grade`."""
    from grader.course import CourseError, open_course

    if options.one is not None:
        return _grade_one(options)
    if options.variant is not None:
        raise CourseError("--variant: it goes with --one; a course has its own")
    with open_course(options.course).locked() as course:
        course.tidy()
        return _grade(course, options)


def _grade(course, options):
    from grader import book
    from grader.attempts import Count, counted_submission, rules_of
    from grader.fences import chosen
    from grader.grade import changes_since, grade, read_results
    from grader.lateness import terms_of
    from grader.lost import lost
    from grader.roster import read_roster, roll_call

    allowed = _allowed(options)
    names = _of_course(course, options.sets)
    roster = read_roster(course)
    handed_in = _handed_in(course, names, options, roster)
    rules, terms = rules_of(course, names, options.attempts), terms_of(course, names, roster)
    print(chosen(allowed).words)
    for name, (found, left_out) in handed_in.items():
        for words in left_out:
            print(f"{name}: NOT GRADED: {words}")
        if not found:
            continue
        before = read_results(course, name)
        count = Count(rules[name], terms[name])
        how = options.workers, allowed, options.again, _progress("submissions"), count
        results = grade(course, name, found, *how)
        counted = {
            student: counted_submission(course, result, found[student])
            for student, result in results.items()
        }
        said = book.enter(course, results, counted, _progress("entries"))
        said += book.write_written(course, name, results) + lost(course, name, results)
        _say(name, results)
        for words in changes_since(before, results) + roll_call(roster, results) + said:
            print(f"  {words}")
    print(
        "Written answers are in written.csv; fill in their points. `feedback` writes the pages and"
        " the grades."
    )
    return 0


def _handed_in(course, names, options, roster):
    """{set: (its submissions, what is left out)}; raises CourseError if nothing was handed in."""
    from grader.course import CourseError
    from grader.intake import submissions
    from grader.platforms import unpacked

    folder = options.submissions or course.path("submitted")
    if folder.is_file():
        if len(names) != 1:
            raise CourseError("--submissions: a zip holds one set; say which, as in `grade 02`")
        handed_in = {names[0]: unpacked(course, names[0], folder, roster)}
    else:
        handed_in = {name: submissions(folder, name, options.ids, roster) for name in names}
    if not any(found or left_out for found, left_out in handed_in.values()):
        raise CourseError(
            f"--submissions: nothing of {', '.join(names)} was handed in in {str(folder)!r}"
        )
    return handed_in


def _allowed(options):
    """The limits that the options say, kept by a container if they say so.

    Raises CourseError for root, who has more to lose than any fence can promise to keep.
    """
    from grader.course import CourseError

    if not (options.as_root or options.container) and getattr(os, "geteuid", lambda: 1)() == 0:
        raise CourseError(
            "students' programs would run as root here. Use an ordinary account or --container, or"
            " add --as-root if you have to"
        )
    allowed = limits.from_options(options)
    if not options.container:
        return allowed
    from grader.container import contained

    return contained(allowed)


def _grade_one(options):
    """Grades one notebook and prints what its page would say: for a student, or a course's own
    tests.
    """
    from grader.course import CourseError
    from grader.grade import grade_one, is_blank
    from grader.intake import named_student, read_submission, set_of
    from grader.roster import STUB
    from grader.sets import find

    handed = read_submission(options.one)
    try:
        name, number = set_of(handed)
        student = named_student(handed.cells()) or STUB
    except ValueError as problem:
        raise CourseError(f"--one: {str(options.one)!r} can't be read: {problem}") from None
    name, number = (
        (options.sets or [name])[0],
        (number if options.variant is None else options.variant),
    )
    if not name or number is None or len(options.sets) > 1:
        wanted = (
            "which variant it is of, as in `--variant 7`"
            if name
            else "which set it is of, as in `grade 02 --one`"
        )
        raise CourseError(f"--one: {str(options.one)!r} doesn't say {wanted}")
    one = find(name)
    result = grade_one(one.name, number, student, handed, _allowed(options))
    if is_blank(result):
        raise CourseError(f"--one: {result['notes'][0]}")
    return _print_result(one, result)


def _print_result(one, result):
    """Prints what a page would say of a ProblemSet's result; returns 1 if points are missing."""
    from grader.tasks import Mark

    marked = [task for task in one.tasks if not task.by_hand]
    of = sum(task.points for task in marked)
    points = f"{result['points']:g} of {of} points, without written answers"
    about = f"variant {result['variant']}, STUDENT = {result['student']!r}"
    print(f"{one.name}, {about}: {points}")
    for note in result["notes"]:
        print(f"  {note}")
    for task in marked:
        print(f"{task.number} {task.title}")
        found = result["tasks"][task.name]
        for text in [*(Mark(**mark).told for mark in found["marks"]), *found["notes"]]:
            print("\n".join(f"  {line}" if line else "" for line in text.split("\n")))
    return int(result["points"] < of)


def _of_course(course, sets):
    from grader.course import CourseError
    from grader.sets import find

    known = [one.name for one in course.sets]
    chosen = [find(name).name for name in sets] or known
    for name in chosen:
        if name not in known:
            raise CourseError(
                f"SET must be one of {', '.join(known)}, which this course has, not {name!r}"
            )
    return chosen


def _say(name, results):
    from grader.grade import is_blank

    points = [result["points"] for result in results.values() if not is_blank(result)]
    of = next(iter(results.values()))["of"]
    flagged = sum(
        bool(result["notes"] or any(t["notes"] for t in result["tasks"].values()))
        for result in results.values()
    )
    print(
        f"{name}: {len(points)} graded, {sum(points) / max(1, len(points)):.1f} of {of} points on"
        f" average, {flagged} with notes"
    )


def run_gradescope(options):
    """`gradescope`, which on Gradescope's own machine is called with --run."""
    from grader import gradescope
    from grader.course import open_course
    from grader.roster import read_roster

    if options.root is not None:
        return gradescope.run(options.root)
    course = open_course(options.course)
    names, roster = _of_course(course, options.sets), read_roster(course)
    for name in names:
        path, points = gradescope.pack(course, name, roster, options.visibility)
        print(f"{path}: upload it as the autograder of {name}; it gives {points} points at most")
    return 0


def run_feedback(options):
    """`feedback`."""
    from grader.course import CourseError, open_course
    from grader.feedback import write_feedback

    with open_course(options.course).locked() as course:
        course.tidy()
        names = _of_course(course, options.sets) if options.sets else ()
        if options.table and len(names) != 1:
            raise CourseError("--table: it is of one set; say which, as in `feedback 02`")
        folder = write_feedback(
            course,
            names,
            options.due,
            _progress("pages"),
            print,
            options.table,
            options.late,
            options.earlier,
        )
    print(f"Pages: {folder}; begin with {folder / 'class.html'}")
    print(f"Grades: {course.path('grades.csv')}")
    return 0
