"""Whom a class is compared with besides itself: the public solutions, and students of earlier
years.
"""

from grader import render
from grader.course import CourseError, open_course
from grader.grade import mark_of, read_results
from grader.sets import find

SOLUTION = "the public solution"


def strangers(course, names, earlier=()):
    """{set: {who: what they have written}} of these sets; `earlier` are the folders of other
    courses.

    Raises CourseError for a folder that is no course, is this one, or in which nothing was graded
    of any of these sets.
    """
    found = {name: {SOLUTION: solution(name, course.variant)} for name in names}
    for folder in earlier:
        other = open_course(folder, "--earlier")
        if other.root == course.root:
            raise CourseError(f"--earlier: {str(folder)!r} is this course itself")
        theirs = {name: read_results(other, name, any_edition=True) for name in names}
        if not any(theirs.values()):
            raise CourseError(
                f"--earlier: nothing of {', '.join(names)} was graded in {str(folder)!r}"
            )
        for name, results in theirs.items():
            found[name] |= {f"{student} of {folder}": result for student, result in results.items()}
    return found


def solution(name, rules):
    """What a set's text has as its solutions in the rules of a class, as far as a comparison asks
    for it.
    """
    one = find(name)
    texts = {}
    for cell in render.notebook(one, rules, figures=False).cells:
        if cell.metadata.get("nbgrader", {}).get("solution"):
            texts.setdefault(mark_of(cell).removeprefix("answer-"), []).append(
                render.solved(cell.source)
            )
    written = {
        task.name: "\n\n".join(texts.get(task.name, ())) for task in one.tasks if task.by_hand
    }
    code = {
        task.name: {"code": "\n\n".join(texts.get(task.name, ()))}
        for task in one.tasks
        if not task.by_hand
    }
    return {"tasks": code, "written": written}
