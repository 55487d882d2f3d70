"""The grade book: nbgrader's database, the written answers' table, and the rows of grades. One
process writes them.

Points for written answers come from `written.csv`, which a teacher fills in with any spreadsheet,
or from nbgrader's form grader. There is no page of our own for reading them, because these two need
nothing that a teacher does not have.
"""

import hashlib
import re
import unicodedata

import nbformat

from fogel.core.files import write_file
from grader import attempts, render
from grader.course import CourseError
from grader.grade import is_blank, read_result, recovered
from grader.lateness import moment_of
from grader.roster import points_in, set_named
from grader.sets import find
from grader.tables import Spelling, read_table, write_table
from grader.tasks import Mark

WRITTEN = ("set", "student", "task", "answer", "of", "points", "comment", "version")
# A link or a picture in Markdown. The form grader follows any link, `javascript:` too, and refuses
# a notebook that lacks a picture, so a space without width turns both into text.
LINK = re.compile(r"\](?=[(:])")
BEFORE = "before lateness"  # the column that says what `total` would be without it


# nbgrader's database.


def enter(course, results, found, progress=iter):
    """Enters results, {student: result} of one set, into the grade book, and writes what the form
    grader shows; returns sentences on what can't be written.

    `found` is {student: Submission}. Points and a comment on an answer that has changed since
    written.csv was written are taken out, because they are about another text.
    """
    table = read_written(course)[0]
    released = {
        name: _released_marks(find(name), course.variant)
        for name in {r["set"] for r in results.values()}
    }
    said = []
    with course.gradebook() as book:
        for student, result in progress(results.items()):
            _enter_one(book, student, result, table)
            try:
                with course.sparing():
                    _write_autograded(
                        course, student, result, found[student], released[result["set"]]
                    )
            except ValueError as problem:
                said.append(str(problem))
    return said


def _enter_one(book, student, result, table):
    name = result["set"]
    book.update_or_create_student(student)
    submission = book.update_or_create_submission(name, student)
    notebook = submission.notebooks[0]
    grades = {grade.cell.name: grade for grade in notebook.grades}
    comments = {comment.cell.name: comment for comment in notebook.comments}
    for task in find(name).tasks:
        if task.by_hand:
            grade, answer = grades[task.name], result["written"].get(task.name, "")
            row = table.get((name, student, task.name))
            if row and not is_blank(result) and version_in(row) != version_of(answer):
                grade.manual_score = comments[task.name].manual_comment = None
            grade.auto_score = None if answer else 0
            grade.needs_manual_grade = bool(answer) and grade.manual_score is None
            continue
        grades[task.name].auto_score = earned(result, task)
        grades[task.name].needs_manual_grade = is_blank(result)
        if f"answer-{task.name}" in comments:
            comments[f"answer-{task.name}"].auto_comment = told(result["tasks"][task.name])
    book.db.commit()


def earned(result, task):
    """The points that the judge gave for a task; None of a blank."""
    return (
        None
        if is_blank(result)
        else sum(mark["points"] for mark in result["tasks"][task.name]["marks"])
    )


def told(task):
    """All that the judge says of a task, as text."""
    return "\n".join([*(Mark(**mark).told for mark in task["marks"]), *task["notes"]])


def _write_autograded(course, student, result, handed, released):
    """What was handed in, with the judge's words under each check, for nbgrader's form grader.

    `released` is what _released_marks says of the set.
    """
    name = result["set"]
    try:
        cells = recovered(handed.cells(), find(name), course.variant)
    except ValueError:  # it can't be read, which its result says
        return
    known = {**released}
    made = nbformat.v4.new_notebook()
    for cell in cells:
        about = known.pop(cell.mark, {})  # a second cell of one name is none
        task = result["tasks"].get(cell.mark, {})
        if cell.is_code:
            new = nbformat.v4.new_code_cell(cell.source)
        else:
            new = nbformat.v4.new_markdown_cell(LINK.sub("]\u200b", cell.source))
        new.id, new.metadata = f"cell-{len(made.cells):03d}", {"nbgrader": about} if about else {}
        if cell.is_code and task and about.get("grade"):
            new.outputs = [nbformat.v4.new_output("stream", text=told(task) + "\n")]
        made.cells.append(new)
    target = course.path("autograded", student, name)
    target.mkdir(parents=True, exist_ok=True)
    write_file(target / f"{name}.ipynb", nbformat.writes(made) + "\n")


def _released_marks(one, rules):
    """{nbgrader's name of a cell: all that nbgrader knows of it}, as it was released."""
    cells = render.release_notebook(one, rules, figures=False).cells
    return {
        cell.metadata["nbgrader"]["grade_id"]: cell.metadata["nbgrader"]
        for cell in cells
        if cell.metadata
    }


# Written answers.


def read_written(course):
    """({(set, student, task): row} of written.csv, rows that match nobody, sentences on those).

    A spreadsheet may have changed how an id is written: it takes 1e5 for a number, and letters that
    a code page lacks become question marks. Then the answer's version says whose row it is, if
    nobody else has written the same. Raises CourseError that names the row and the column.
    """
    path, found, strange = course.path("written.csv"), {}, []
    if not path.exists():
        return {}, [], []
    known = {one.name: Spelling(graded_students(course, one.name)) for one in course.sets}
    for number, row in read_table(path, (*WRITTEN[:4], "points")):
        where = f"written.csv, row {number}"
        row = {column: row.get(column, "") for column in WRITTEN}
        one = set_named(row["set"], where)
        task = next(
            (task for task in one.tasks if task.by_hand and task.name == row["task"].strip()), None
        )
        student = known[one.name].meant(row["student"].strip()) if one.name in known else None
        row["points"] = points_in(row["points"], task.points if task else float("inf"), where)
        if task is None or student is None:
            strange.append((where, one, task, row))
            continue
        key = (one.name, student, task.name)
        if key in found and found[key]["points"] != row["points"]:
            raise CourseError(
                f"{where}: there is another row for this answer of {student!r}, with other points"
            )
        found[key] = row | {"set": one.name, "student": student, "task": task.name}
    return found, *_recognised(course, strange, found)


def _recognised(course, strange, found):
    """Enters rows whose ids nobody has into `found`, if their answer says whose they are; (the
    others, sentences).
    """
    lost, said = [], []
    for where, one, task, row in strange:
        key = (one.name, _author(course, one, task, row), task.name) if task else None
        if key and key[1] and key not in found:
            found[key] = row | {"set": one.name, "student": key[1], "task": task.name}
            said.append(f"{where}: {row['student']!r} is taken for {key[1]!r}, whose answer it is")
            continue
        lost.append(row)
        if row["points"] is not None:
            said.append(
                f"{where}: nobody of the id {row['student']!r} has answered {row['task']} of"
                f" {one.name}; its {row['points']:g} points are not counted"
            )
    return lost, said


def _author(course, one, task, row):
    """Who has written the answer of that version; None if nobody has, or several have."""
    answers = (
        (student, read_result(course, one.name, student))
        for student in graded_students(course, one.name)
    )
    authors = [
        student
        for student, result in answers
        if result
        and row["version"]
        and version_of(result["written"].get(task.name, "")) == row["version"]
    ]
    return authors[0] if len(authors) == 1 else None


def graded_students(course, name):
    """The ids of those of whom there is a result in a set."""
    return {path.stem for path in course.path("graded", name).glob("*.json")}


def version_of(answer):
    """What names an answer in the table, the same however a spreadsheet breaks its lines; no
    spreadsheet's number.
    """
    words = " ".join(unicodedata.normalize("NFC", answer).split())
    return f"v{hashlib.sha256(words.encode()).hexdigest()[:8]}"


def version_in(row):
    """The version of the answer that stands in a row of the table; a spreadsheet may have lost that
    column.
    """
    return row["version"] or version_of(row["answer"])


def write_written(course, name, results):
    """Adds the written answers of a set to written.csv; an answer that changed is to be read again.

    What was read of a submission that is a blank now stays, since nobody knows what it says.
    Returns sentences on the points that are no longer counted, and on rows that match nobody, which
    are kept.
    """
    known, lost, said = read_written(course)
    for student, result in (
        (student, result) for student, result in results.items() if not is_blank(result)
    ):
        for task in find(name).tasks:
            answer = result["written"].get(task.name, "")
            key = (name, student, task.name)
            old = known.get(key)
            if not task.by_hand:
                continue
            if answer and old and version_in(old) == version_of(answer):
                known[key] = old | {"answer": answer}  # of which a spreadsheet may have kept less
                continue
            if old and old["points"] is not None:
                deed = "has changed, and is to be read again" if answer else "is gone"
                lost_points = f"its {old['points']:g} points are in backups/"
                said.append(
                    f"written.csv: the answer of {student!r} to {task.name} {deed}; {lost_points}"
                )
            known.pop(key, None)
            if answer:
                values = (*key, answer, task.points, None, "", version_of(answer))
                known[key] = dict(zip(WRITTEN, values, strict=True))
    rows = [known[key] for key in sorted(known)] + lost
    write_table(course.path("written.csv"), rows, WRITTEN)
    return said


def written_points(course, rows):
    """{(set, student, task): (points or None, comment)}: what the table says, and where it is
    silent, the form grader.

    `rows` are those of written.csv, as read_written gives them. Their points are entered into the
    grade book.
    """
    found = {key: (row["points"], row["comment"]) for key, row in rows.items()}
    with course.gradebook() as book:
        for one in course.sets:
            for submission in book.assignment_submissions(one.name):
                for notebook in submission.notebooks:
                    _meet(found, one, submission.student.id, notebook)
        book.db.commit()
    return found


def _meet(found, one, student, notebook):
    """Lets the table and the grade book know of each other."""
    grades = {grade.cell.name: grade for grade in notebook.grades}
    comments = {comment.cell.name: comment for comment in notebook.comments}
    for task in one.tasks:
        key = (one.name, student, task.name)
        if not task.by_hand or key not in found:
            continue
        points, comment = found[key]
        grade, remark = grades[task.name], comments.get(task.name)
        if points is not None:
            grade.manual_score, grade.needs_manual_grade = points, False
            if remark is not None and comment:
                remark.manual_comment = comment
        elif not grade.needs_manual_grade and grade.manual_score is not None:
            found[key] = (
                grade.manual_score,
                (remark.comment or "") if remark is not None else comment,
            )


# Grades.


def rows_of(course, name, results, written, terms=None, overrides=None):
    """A row for each student of a set: points by task, in total, how many are to be read, and when
    it was handed in.

    What nobody could judge has empty cells. The Terms say who is late, and what that costs.
    `overrides`, {(set, student, task): (points, reason)}, count before all else.
    """
    one, rows, several = find(name), [], any(map(attempts.told, results.values()))
    for student, result in sorted(results.items()):
        row, to_read, set_by_hand = {"student": student}, 0, []
        for task in one.tasks:
            key = (name, student, task.name)
            points = earned(result, task)
            if key in (overrides or {}):
                points = overrides[key][0]
                set_by_hand.append(f"{task.number} was set by hand.")
            elif task.by_hand and not is_blank(result):
                given = written.get(key, (None, ""))[0] if result["written"].get(task.name) else 0.0
                to_read += given is None
                points = 0.0 if given is None else given
            row[f"{task.number} {task.name}"] = "" if points is None else points
        row["total"] = _total(row)
        row |= {"of": one.points, "to read": to_read, "handed in": result.get("handed_in", "")}
        row |= {"attempt": attempts.told(result)} if several else {}
        row |= _late(row, terms) if terms else {}
        notes = [note for task in result["tasks"].values() for note in task["notes"]]
        row["notes"] = " ".join(result["notes"] + set_by_hand + notes)
        rows.append(row)
    return rows


def _total(row):
    """The sum of a row's points; "" if there are none."""
    points = [value for key, value in row.items() if key != "student" and value != ""]
    return sum(points) if points else ""


def _late(row, terms):
    """Whether a row's submission is late, `?` where its time can't be read, and the points before
    and after that.
    """
    delay = terms.delay(row["student"], moment_of(row["handed in"]))
    late = {"late": "?" if delay is None else "yes" if delay else ""}
    if not terms.rule:
        return late
    before, counts = row["total"], delay and row["total"] != ""
    return late | {
        BEFORE: before,
        "total": float(terms.rule.left(before, delay)) if counts else before,
    }


def totals(by_set, roster=()):
    """A row for each student with the total of every set ({set: rows}), and the sum; those of the
    roster too.
    """
    students = sorted({row["student"] for rows in by_set.values() for row in rows} | {*roster})
    found = {name: {row["student"]: row for row in rows} for name, rows in by_set.items()}
    table = []
    for student in students:
        row = {"student": student}
        row |= {
            name: rows[student]["total"] if student in rows else "" for name, rows in found.items()
        }
        row["total"] = sum(value for key, value in row.items() if key != "student" and value != "")
        row["of"] = sum(find(name).points for name in by_set)
        row["to read"] = sum(rows[student]["to read"] for rows in found.values() if student in rows)
        table.append(row)
    return table
