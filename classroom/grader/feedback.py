"""Feedback: a page for each submission, a page for the teacher, and the grades as CSV."""

import statistics
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

import jinja2
from markdown_it import MarkdownIt
from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from fogel.core.files import write_file
from fogel.plots import screen
from fogel.web.builder import REPORT
from grader.attempts import Count, others_now, rules_of
from grader.book import BEFORE, read_written, rows_of, totals, written_points
from grader.compared import strangers
from grader.course import CourseError
from grader.grade import is_blank, read_results, released_sources
from grader.lateness import moment_of, terms_of
from grader.lost import lost
from grader.platforms import feedback_zip, fill
from grader.roster import read_overrides, read_roster
from grader.sets import find
from grader.similar import alike, groups
from grader.tables import csv_text

HERE = Path(__file__).parent
PAGES = jinja2.Environment(
    loader=jinja2.FileSystemLoader([HERE / "pages", REPORT]),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
)
MARKDOWN = MarkdownIt("commonmark", {"html": False}).disable("image")  # nothing from elsewhere
PAGES.globals["palette"] = Markup(screen.css())
PAGES.filters["capitalize_first"] = lambda text: text[:1].upper() + text[1:]
LONGEST_SHOWN = 20_000  # letters of a text on a page
MOST_ALIKE = 20  # groups of similar submissions that are listed
FEWEST = 20  # students of whom a discrimination is told: of fewer, chance alone gives ±0.4 and more
BINS = 10  # of the teacher's histogram


# Many parameters: these are the options of the command that writes the pages.
# Long: a third of it is its eight arguments and what they mean, and the rest calls one step after
# the other.
def write_feedback(
    course,
    names=(),
    due=None,
    progress=iter,
    say=lambda words: None,
    table=None,
    late=None,
    earlier=(),
):
    """Writes all pages and CSV files of these sets (all that are graded); returns the folder.

    `due` is when these sets are due, and `late` the Rule for lateness; both are kept, so None means
    as before. Where a set came in a learning platform's zip, its pages go into one for the way
    back, and `table`, the platform's own of one set, is filled in. Folders of `earlier` courses are
    compared with this one. `say` is told of rows in the teacher's tables that match nobody, and of
    times that can't be read. Raises CourseError if nothing was graded, or if a table holds points
    out of range.
    """
    every = {one.name: read_results(course, one.name) for one in course.sets}
    wanted = _wanted(course, names, every)
    roster = read_roster(course)
    others = strangers(course, [name for name in wanted if every[name]], earlier)
    terms = terms_of(course, wanted, roster, due, late)
    overrides, strange = read_overrides(course, every)
    answers, _, unread = read_written(course)
    written = written_points(course, answers)
    _tell(say, [words for name, words in strange if name in wanted] + unread)
    for name in wanted:
        _tell(say, lost(course, name, every[name]) + _unlisted(name, every[name], answers))
    tables = {
        name: rows_of(course, name, results, written, terms[name], overrides)
        for name, results in every.items()
        if results
    }
    chosen = [name for name in wanted if name in tables]
    for name in chosen:
        rows = tables[name]
        results, term = every[name], terms[name]
        _tell(say, _untimely(name, rows, term.due) + _recount(course, name, results, term))
        _tell(say, _unread(name, rows))
        write_file(course.path(f"grades_{name}.csv"), csv_text(rows))
        for row in progress(rows):
            result = results[row["student"]]
            with _told(say, name), course.sparing():
                write_page(course, name, result, row, written, overrides, term)
        with _told(say, name), course.sparing():
            feedback_zip(course, name)
        _tell(say, fill(course, name, table, rows) if table else ())
    write_file(course.path("grades.csv"), csv_text(totals(tables, roster.exact)))
    views = [_class_view(name, tables[name], every[name], course, others[name]) for name in chosen]
    return _write_class_page(course, views)


def _write_class_page(course, views):
    """Writes the teacher's page; returns its folder."""
    page = PAGES.get_template("class.html").render(
        variant=course.variant.number, sets=views, fewest=FEWEST
    )
    course.path("feedback").mkdir(exist_ok=True)
    write_file(course.path("feedback", "class.html"), page)
    return course.path("feedback")


def _wanted(course, names, every):
    """The names of the sets that are asked for, all if none is; raises CourseError if nothing was
    graded of them.
    """
    wanted = list(dict.fromkeys(find(name).name for name in names)) or [
        one.name for one in course.sets
    ]
    empty = [name for name in wanted if not every[name]]
    if len(empty) == len(wanted) or (names and empty):
        raise CourseError(f"SET: nothing was graded of {', '.join(empty)}; `grade` comes first")
    return wanted


def _unread(name, rows):
    """Return a line with the number of written answers that count 0 because nobody read them."""
    count = sum(row["to read"] or 0 for row in rows)
    words = f"{count} written answer{'s' * (count != 1)} still to be read, counted as 0 until then"
    return [f"{name}: {words}"] if count else []


def _tell(say, sentences):
    for words in sentences:
        say(words)


@contextmanager
def _told(say, name):
    """Tells of a page of a set that can't be written, in place of stopping before the others."""
    try:
        yield
    except ValueError as problem:
        say(f"{name}: {problem}")


def _unlisted(name, results, answers):
    """[a sentence on those whose written answers are not in written.csv, if there are some]."""
    some = sorted(
        student
        for student, result in results.items()
        if any(
            text and (name, student, task) not in answers
            for task, text in result["written"].items()
        )
    )
    return (
        [f"{name}: written.csv lacks what {', '.join(some)} wrote; `grade` adds it"] if some else []
    )


def _untimely(name, rows, due):
    """Sentences on when a set was due, and on those who handed in late, or at a time that can't be
    read.
    """
    late = [row["student"] for row in rows if row.get("late") == "yes"]
    said = [f"{name}: due {_spoken(due)}; late: {', '.join(late) or 'nobody'}"] if due else []
    return said + [
        f"{name}: {row['student']!r} handed in at {row['handed in']!r}, which can't be read as a"
        " time"
        for row in rows
        if row.get("late") == "?"
    ]


def _recount(course, name, results, terms):
    """[a sentence on those of whom another attempt is the best now, if there are some]."""
    others = others_now(course, name, results, Count(rules_of(course, [])[name], terms))
    return (
        [f"{name}: another attempt is the best now of {', '.join(others)}; `grade` counts it"]
        if others
        else []
    )


# Many parameters: a page combines what seven files say about one submission.
def write_page(course, name, result, row, written, overrides, terms=None):
    """The page of one submission."""
    one, student = find(name), result["student"]
    tasks = []
    for task in one.tasks:
        place = name, student, task.name
        tasks.append(_task_view(task, result, row, written.get(place), overrides.get(place)))
    page = PAGES.get_template("student.html").render(
        title=one.title,
        number=int(name[:2]),
        student=student,
        variant=result["variant"],
        row=row,
        tasks=tasks,
        notes=[*result["notes"], *_cost(row, terms)],
        late=row.get("late"),
        handed_in=_in_words(row["handed in"]),
    )
    folder = course.path("feedback", student)
    folder.mkdir(parents=True, exist_ok=True)
    write_file(folder / f"{name}.html", page)


def _task_view(task, result, row, given, set_by_hand):
    """What a student's page shows of a task; `given` and `set_by_hand` are the teacher's (points,
    words), or None.
    """
    found, comment, to_read = result["tasks"][task.name], "", False
    if task.by_hand:
        points, comment = given or (None, "")
        to_read = bool(result["written"].get(task.name)) and points is None
    if set_by_hand:
        to_read, comment = False, f"Your teacher has set these points. {set_by_hand[1]}".strip()
    return {
        "number": task.number,
        "title": task.title,
        "by_hand": task.by_hand,
        "points": row[f"{task.number} {task.name}"],
        "of": task.points,
        "marks": [mark | _split(mark) for mark in found["marks"]],
        "notes": found["notes"],
        "code": highlighted(found["code"]) if found["code"] else "",
        "answer": harmless(MARKDOWN.render, result["written"].get(task.name, "")),
        "comment": comment,
        "to_read": to_read,
    }


def _cost(row, terms):
    """[what lateness has cost, in words] of a row; empty if nothing."""
    return list(filter(None, [terms.words(row[BEFORE], row["total"])])) if BEFORE in row else []


def _in_words(text):
    """A time that a text says as people write it; the text as it is if it can't be read."""
    moment = moment_of(text)
    return _spoken(moment) if moment else text


def _spoken(moment):
    """A datetime as people write it."""
    return f"{moment:%d %B %Y, %H:%M %Z}".strip().lstrip("0")


def _split(mark):
    """A complaint's words, and the board under them if there is one; lines to paste are
    no board.
    """
    words, _, board = mark["complaint"].partition("\n")
    return {
        "says": words,
        "board": "" if board and mark["again"].startswith(board.rstrip("…")) else board,
    }


def highlighted(code):
    """Code as HTML, coloured."""
    return harmless(lambda text: highlight(text, PythonLexer(), HtmlFormatter(nowrap=True)), code)


def harmless(render, text):
    """A text as HTML; as it is where it is one that no program was made for."""
    text = text[:LONGEST_SHOWN]
    try:
        return Markup(render(text))
    except Exception:
        return text


def _task_of_class(one, task, judged, results):
    """What the teacher's page shows of a task."""
    earned = [points for row in judged if (points := row[f"{task.number} {task.name}"]) != ""]
    said = Counter(
        words
        for result in results.values()
        for words in _headlines(result["tasks"][task.name]["marks"], task)
    )
    return {
        "number": task.number,
        "title": task.title,
        "of": task.points,
        "mean": _mean(earned),
        "discrimination": discrimination(one, task, judged),
        "full": sum(points == task.points for points in earned),
        "said": said.most_common(3),
        "failed": _failed_parts(task, results),
    }


def _class_view(name, rows, results, course, others=None):
    """What the teacher's page shows of a set."""
    one, judged = find(name), [row for row in rows if row["total"] != ""]
    results = {student: result for student, result in results.items() if not is_blank(result)}
    shares = Counter(min(int(BINS * row["total"] / one.points), BINS - 1) for row in judged)
    most = max(shares.values(), default=1)
    times = sorted(filter(None, (moment_of(row["handed in"]) for row in rows)))
    handed_out = "\n".join(released_sources(one, course.variant).values())
    return {
        "name": name,
        "alike": groups(alike(results, handed_out, others))[:MOST_ALIKE],
        "strangers": {*(others or ())},
        "times": [_spoken(time) for time in times[:: max(1, len(times) - 1)]],
        "title": one.title,
        "rows": rows,
        "of": one.points,
        "mean": _mean([row["total"] for row in judged]),
        "blank": [row["student"] for row in rows if row["total"] == ""],
        "tasks": [_task_of_class(one, task, judged, results) for task in one.tasks],
        "bins": [
            (k * 100 // BINS, shares.get(k, 0), 100 * shares.get(k, 0) / most) for k in range(BINS)
        ],
        "notes": [(row["student"], row["notes"]) for row in rows if row["notes"]],
    }


def discrimination(one, task, rows):
    """The correlation of a task's points with all others of the set, over students; None of too few
    or equal ones.

    Of each student all has to be read. It is the point-biserial correlation where a task gives all
    or nothing. The task itself is left out of the sum, with which it would agree by itself; and
    nobody is left out, as between an upper and a lower third.
    """
    known = [
        [row[f"{each.number} {each.name}"] for each in one.tasks]
        for row in rows
        if not row["to read"]
    ]
    known, place = [points for points in known if "" not in points], one.tasks.index(task)
    if len(known) < FEWEST:
        return None
    try:
        own = [points[place] for points in known]
        return statistics.correlation(
            own, [sum(points[:place] + points[place + 1 :]) for points in known]
        )
    except statistics.StatisticsError:  # all have the same
        return None


def _mean(numbers):
    return sum(numbers) / len(numbers) if numbers else 0.0


def _failed_parts(task, results):
    """[(a part's words, how many did not get its points)], without those that all have got."""
    if task.by_hand:
        return []
    marks = [mark for result in results.values() for mark in result["tasks"][task.name]["marks"]]
    failed = Counter(mark["words"] for mark in marks if mark["points"] < mark["of"])
    return [(part.words, failed[part.words]) for part in task.parts if failed[part.words]]


def _headlines(marks, task):
    """What was said of a task, each thing once: without what differs from student to student."""
    if task.by_hand:
        return set()
    said = set()
    for mark in filter(lambda mark: mark["complaint"], marks):
        words = mark["complaint"].split("\n")[0]
        if words.startswith("Wrong on "):
            words = (
                words.partition(" cases. ")[2].partition("The first: ")[0].strip()
                or "other wrong answers"
            )
        elif " is not right." in words:
            words = words.partition(" is not right.")[2].strip() or "another value"
        said.add(words[:160])
    return said
