"""Feedback: a page for each submission, a page for the teacher, and the grades as CSV."""

import json
from collections import Counter
from datetime import datetime
from pathlib import Path

import jinja2
from markdown_it import MarkdownIt
from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from fogel.champion import write_file
from fogel.page import PARTS
from grader.book import csv_text, rows_of, totals, written_points
from grader.course import CourseError
from grader.sets import find

HERE = Path(__file__).parent
PAGES = jinja2.Environment(
    loader=jinja2.FileSystemLoader([HERE / "pages", PARTS]), autoescape=True, trim_blocks=True, lstrip_blocks=True
)
MARKDOWN = MarkdownIt("commonmark", {"html": False}).disable("image")  # nothing from elsewhere
PAGES.filters["capitalize_first"] = lambda text: text[:1].upper() + text[1:]
BINS = 10  # of the teacher's histogram


def read_results(course, name):
    """{student: result} of a set, as `grade` left them."""
    found = {}
    for path in sorted(course.path("graded", name).glob("*.json")):
        result = json.loads(path.read_text(encoding="utf-8"))
        found[result["student"]] = result
    return found


def write_feedback(course, names=(), due=None, progress=iter):
    """Writes all pages and CSV files of these sets (all that are graded); returns the folder.

    Raises CourseError if nothing was graded, or if written.csv holds points out of range.
    """
    chosen = [find(name).name for name in names] or [one.name for one in course.sets]
    by_set = {name: read_results(course, name) for name in chosen}
    empty = [name for name, results in by_set.items() if not results]
    if len(empty) == len(by_set) or (names and empty):
        raise CourseError(f"SET: nothing was graded of {', '.join(empty)}; `grade` comes first")
    written, tables = written_points(course), {}
    for name, results in by_set.items():
        if not results:
            continue
        rows = tables[name] = rows_of(course, name, results, written, due)
        write_file(course.path(f"grades_{name}.csv"), csv_text(rows))
        for row in progress(rows):
            write_page(course, name, results[row["student"]], row, written)
    write_file(course.path("grades.csv"), csv_text(totals(_all_tables(course, tables, written, due))))
    page = PAGES.get_template("class.html").render(
        variant=course.variant.number, sets=[_class_view(name, rows, by_set[name]) for name, rows in tables.items()]
    )
    course.path("feedback").mkdir(exist_ok=True)
    write_file(course.path("feedback", "class.html"), page)
    return course.path("feedback")


def _all_tables(course, tables, written, due):
    """The tables of every graded set, those that were not asked for this time too."""
    found = {}
    for one in course.sets:
        rows = tables.get(one.name) or rows_of(course, one.name, read_results(course, one.name), written, due)
        if rows:
            found[one.name] = rows
    return found


def write_page(course, name, result, row, written):
    """The page of one submission."""
    one = find(name)
    tasks = []
    for task in one.tasks:
        found = result["tasks"][task.name]
        points, comment = row[f"{task.number} {task.name}"], ""
        to_read = False
        if task.kind == "written":
            given, comment = written.get((name, result["student"], task.name), (0.0, ""))
            to_read = bool(result["written"].get(task.name)) and given is None
        tasks.append(
            {
                "number": task.number,
                "title": task.title,
                "kind": task.kind,
                "points": points,
                "of": task.points,
                "marks": [mark | _split(mark["complaint"]) for mark in found["marks"]],
                "notes": found["notes"],
                "code": highlighted(found["code"]) if found["code"] else "",
                "answer": Markup(MARKDOWN.render(result["written"].get(task.name, "")[:20_000])),
                "comment": comment,
                "to_read": to_read,
            }
        )
    page = PAGES.get_template("student.html").render(
        title=one.title,
        number=int(name[:2]),
        student=result["student"],
        variant=result["variant"],
        row=row,
        tasks=tasks,
        notes=result["notes"],
        late=row.get("late"),
        handed_in=_words_for(row["handed in"]),
    )
    folder = course.path("feedback", result["student"])
    folder.mkdir(parents=True, exist_ok=True)
    write_file(folder / f"{name}.html", page)


def _words_for(moment):
    """A time as people write it; as it is if it can't be read."""
    try:
        return f"{datetime.fromisoformat(moment):%d %B %Y, %H:%M %Z}".strip().lstrip("0")
    except ValueError:
        return moment


def _split(complaint):
    """A complaint's words, and the board under them if there is one."""
    words, _, board = complaint.partition("\n")
    return {"says": words, "board": board}


def highlighted(code):
    """Code as HTML, coloured."""
    return Markup(highlight(code[:20_000], PythonLexer(), HtmlFormatter(nowrap=True)))


def _class_view(name, rows, results):
    """What the teacher's page shows of a set."""
    one = find(name)
    tasks = []
    for task in one.tasks:
        earned = [row[f"{task.number} {task.name}"] for row in rows]
        said = Counter(
            words for result in results.values() for words in _headlines(result["tasks"][task.name]["marks"], task)
        )
        tasks.append(
            {
                "number": task.number,
                "title": task.title,
                "of": task.points,
                "mean": sum(earned) / len(earned),
                "full": sum(points == task.points for points in earned),
                "said": said.most_common(3),
            }
        )
    shares = Counter(min(int(BINS * row["total"] / one.points), BINS - 1) for row in rows)
    most = max(shares.values())
    return {
        "name": name,
        "title": one.title,
        "rows": rows,
        "of": one.points,
        "mean": sum(row["total"] for row in rows) / len(rows),
        "tasks": tasks,
        "bins": [(k * 100 // BINS, shares.get(k, 0), 100 * shares.get(k, 0) / most) for k in range(BINS)],
        "notes": [(row["student"], row["notes"]) for row in rows if row["notes"]],
    }


def _headlines(marks, task):
    """What was said of a task, each thing once: without what differs from student to student."""
    if task.kind == "written":
        return set()
    said = set()
    for mark in filter(lambda mark: mark["complaint"], marks):
        words = mark["complaint"].split("\n")[0]
        if words.startswith("Wrong on "):
            words = words.partition(" cases. ")[2].partition("The first: ")[0].strip() or "other wrong answers"
        elif " is not right." in words:
            words = words.partition(" is not right.")[2].strip() or "another value"
        said.add(words[:160])
    return said
