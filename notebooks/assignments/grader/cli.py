"""The classroom's command line: `python notebooks/assignments release`, `grade` and `feedback`."""

import argparse
import os
import sys
from datetime import datetime, timezone
from pathlib import Path

from fogel.cli import Parser
from fogel.engine import QUIET_VARIABLE
from fogel.variant import MOST_VARIANTS

PROGRAM = "python notebooks/assignments"
RELEASE = """\
Builds the problem sets for a class: COURSE/release/SET holds what students get, a notebook and its examples. The rules
of the game (marks, numbering, payoffs and so on) are those of the variant, so that neither the package's functions nor
the solutions of another class pass. Variant 0 has the rules of the book."""
GRADE = """\
Grades what was handed in, STUDENT/SET/SET.ipynb, STUDENT/SET.ipynb or SET/STUDENT.ipynb in a folder. Each submission
runs on a copy, in a folder and a process of its own, with limits; answers are judged outside of it. What was graded
before and has not changed is not run again, so a batch that was killed can be called once more."""
FEEDBACK = """\
Writes a page for each submission, COURSE/feedback/STUDENT/SET.html, a page for the teacher, feedback/class.html, and
the grades: grades.csv, and one table for each set. Points for written answers are taken from written.csv, where the
column `points` is to be filled in, or from nbgrader's form grader."""


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
    except KeyboardInterrupt:
        print("interrupted; the same command goes on where this one stopped", file=sys.stderr)
        return 130
    except ModuleNotFoundError as problem:
        options.command.error(f"{problem.name} is not installed: python -m pip install -e .[classroom]")


def make_parser():
    """The parser of all commands."""
    parser = Parser(prog=PROGRAM, description="Problem sets that grade themselves.")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    release = _command(commands, "release", run_release, "build the problem sets for a class", RELEASE)
    release.add_argument("--variant", type=_variant, required=True, metavar="N", help="the class's rules, 0 to 99")
    grade = _command(commands, "grade", run_grade, "grade a folder of submissions", GRADE)
    grade.add_argument("--submissions", type=Path, metavar="DIR", help="default: COURSE/submitted")
    grade.add_argument("--ids", choices=("folder", "notebook"), default="folder", help=IDS)
    grade.add_argument("--workers", type=_positive, metavar="N", help="submissions at a time (default: all cores)")
    grade.add_argument(
        "--seconds", type=_positive, default=10, metavar="N", help="processor time for a cell or task (default: 10)"
    )
    grade.add_argument(
        "--notebook-seconds", type=_positive, default=300, metavar="N", help="by the clock (default: 300)"
    )
    grade.add_argument("--memory", type=_positive, default=2048, metavar="MB", help="limit of memory (default: 2048)")
    grade.add_argument("--again", action="store_true", help="grade everything again")
    feedback = _command(commands, "feedback", run_feedback, "write feedback pages and grades", FEEDBACK)
    feedback.add_argument("--due", type=_moment, metavar="TIME", help=DUE)
    return parser


IDS = "who a submission is by: the name of its folder or file, or what it says itself as STUDENT (default: folder)"
DUE = "marks what came later, such as 2027-01-31T18:00 (UTC unless it says otherwise, as in 2027-01-31T18:00+01:00)"


def _command(commands, name, run, help, description):
    command = commands.add_parser(
        name,
        usage=f"{PROGRAM} {name} [SET ...] [options]",
        help=help,
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("sets", nargs="*", metavar="SET", help="02_network, or 02 for short (default: all)")
    command.add_argument(
        "--course", type=Path, default=Path("course"), metavar="COURSE", help="folder (default: course)"
    )
    command.set_defaults(run=run, command=command)
    return command


def _variant(text):
    if not text.isdecimal() or int(text) > MOST_VARIANTS:
        raise argparse.ArgumentTypeError(f"must be a whole number from 0 to {MOST_VARIANTS}, not {text!r}")
    return int(text)


def _positive(text):
    if not text.isdecimal() or not 1 <= int(text) <= 1_000_000:
        raise argparse.ArgumentTypeError(f"must be a whole number from 1 to 1000000, not {text!r}")
    return int(text)


def _moment(text):
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a time such as 2027-01-31T18:00, not {text!r}") from None
    return moment.replace(tzinfo=moment.tzinfo or timezone.utc)


def _progress(unit):
    """A progress bar on a terminal; none where there is no one to look at it."""

    def bar(jobs, total=None):
        if os.environ.get(QUIET_VARIABLE):
            return jobs
        from tqdm import tqdm

        return tqdm(jobs, total=total, unit=f" {unit}", disable=None, leave=False, dynamic_ncols=True)

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
    print(f"Hand out what is in there. Collect into {course.path('submitted')}/STUDENT/SET/SET.ipynb.")
    print("The folder source/ beside it holds the solutions: keep it to yourself.")
    return 0


def run_grade(options):
    """`grade`."""
    from grader import book
    from grader.course import CourseError, open_course
    from grader.grade import grade, ids_from_notebooks, submissions
    from grader.sandbox import Limits, fence_kind

    course = open_course(options.course)
    limits = Limits(options.seconds, options.notebook_seconds, options.memory * 1024**2)
    folder = options.submissions or course.path("submitted")
    names = _of_course(course, options.sets)
    handed_in = {name: submissions(folder, name) for name in names}
    if not any(handed_in.values()):
        raise CourseError(f"--submissions: nothing of {', '.join(names)} was handed in in {str(folder)!r}")
    if not fence_kind():
        print("No fence here: a submission could read and write files outside its own folder (see the teachers' page).")
    for name, found in handed_in.items():
        if not found:
            continue
        if options.ids == "notebook":
            found = ids_from_notebooks(found.values())
        results = grade(course, name, found, options.workers, limits, options.again, _progress("submissions"))
        book.enter(course, results, found, _progress("entries"))
        book.write_written(course, name, results)
        _say(name, results)
    print("Written answers are in written.csv. `feedback` writes the pages and the grades.")
    return 0


def _of_course(course, sets):
    from grader.course import CourseError
    from grader.sets import find

    known = [one.name for one in course.sets]
    chosen = [find(name).name for name in sets] or known
    for name in chosen:
        if name not in known:
            raise CourseError(f"SET must be one of {', '.join(known)}, which this course has, not {name!r}")
    return chosen


def _say(name, results):
    points = [result["points"] for result in results.values()]
    of = next(iter(results.values()))["of"]
    flagged = sum(
        bool(result["notes"] or any(t["notes"] for t in result["tasks"].values())) for result in results.values()
    )
    print(
        f"{name}: {len(points)} graded, {sum(points) / len(points):.1f} of {of} points on average, {flagged} with notes"
    )


def run_feedback(options):
    """`feedback`."""
    from grader.course import open_course
    from grader.feedback import write_feedback

    course = open_course(options.course)
    names = _of_course(course, options.sets) if options.sets else ()
    folder = write_feedback(course, names, options.due, _progress("pages"))
    print(f"Pages: {folder}; begin with {folder / 'class.html'}")
    print(f"Grades: {course.path('grades.csv')}")
    return 0
