"""The grade book: nbgrader's database, the written answers' table, and the CSV files. One process writes them.

Points for written answers come from `written.csv`, filled in with any spreadsheet, or from nbgrader's form grader.
"""

import csv
import io
from datetime import datetime, timezone

import nbformat

from fogel.champion import write_file
from grader.course import CourseError
from grader.sets import find

WRITTEN = ("set", "student", "task", "answer", "of", "points", "comment")


# nbgrader's database.


def enter(course, results, paths, progress=iter):
    """Enters results, {student: result} of one set, into the grade book, and writes what the form grader shows."""
    with course.gradebook() as book:
        for student, result in progress(results.items()):
            _enter_one(course, book, student, result)
            _write_autograded(course, student, result, paths.get(student))


def _enter_one(course, book, student, result):
    name = result["set"]
    book.update_or_create_student(student)
    submission = book.update_or_create_submission(name, student)
    notebook = submission.notebooks[0]
    grades = {grade.cell.name: grade for grade in notebook.grades}
    comments = {comment.cell.name: comment for comment in notebook.comments}
    for task in find(name).tasks:
        if task.kind == "written":
            grade = grades[task.name]
            empty = not result["written"].get(task.name)
            grade.auto_score = 0 if empty else None
            grade.needs_manual_grade = not empty and grade.manual_score is None
            continue
        grades[task.name].auto_score = sum(mark["points"] for mark in result["tasks"][task.name]["marks"])
        grades[task.name].needs_manual_grade = False
        if f"answer-{task.name}" in comments:
            comments[f"answer-{task.name}"].auto_comment = told(result["tasks"][task.name])
    book.db.commit()


def told(task):
    """All that the judge says of a task, as text."""
    lines = [
        f"{mark['part']}: {mark['points']:g} of {mark['of']}. {mark['complaint']}".strip() for mark in task["marks"]
    ]
    return "\n".join([*lines, *task["notes"]])


def _write_autograded(course, student, result, path):
    """The submitted notebook with the judge's words under each check, for nbgrader's form grader."""
    name = result["set"]
    try:
        notebook = nbformat.read(path, 4)
    except Exception:  # it can't be read, which its result says
        return
    for cell in notebook.cells:
        about = cell.metadata.get("nbgrader", {})
        task = result["tasks"].get(about.get("grade_id", ""))
        if cell.cell_type == "code":
            words = told(task) + "\n" if task and about.get("grade") else ""
            cell.outputs = [nbformat.v4.new_output("stream", text=words)] if words else []
    target = course.path("autograded", student, name)
    target.mkdir(parents=True, exist_ok=True)
    write_file(target / f"{name}.ipynb", nbformat.writes(notebook) + "\n")


# Written answers.


def read_written(course):
    """{(set, student, task): row} of written.csv; raises CourseError that names the row and the column."""
    path = course.path("written.csv")
    if not path.exists():
        return {}
    with path.open(encoding="utf-8-sig", newline="") as file:
        text = file.read()
    separator = (
        ";" if text.split("\n", 1)[0].count(";") > text.split("\n", 1)[0].count(",") else ","
    )  # some spreadsheets
    rows = list(csv.DictReader(io.StringIO(text), delimiter=separator))
    if rows and not {*WRITTEN} <= {*rows[0]}:
        raise CourseError(f"written.csv: it must have the columns {', '.join(WRITTEN)}")
    found = {}
    for number, row in enumerate(rows, start=2):
        key = (row["set"], row["student"], row["task"])
        found[key] = row | {"points": _points(row, number)}
    return found


def _points(row, number):
    text = (row["points"] or "").strip().replace(",", ".")
    if not text:
        return None
    try:
        points = float(text)
    except ValueError:
        points = -1.0
    if not 0 <= points <= float(row["of"]):
        raise CourseError(f"written.csv, row {number}: points must be a number from 0 to {row['of']}, not {text!r}")
    return points


def write_written(course, name, results):
    """Adds the written answers of a set to written.csv; an answer that changed is to be read again."""
    known = read_written(course)
    for student, result in results.items():
        for task in find(name).tasks:
            answer = result["written"].get(task.name, "")
            key = (name, student, task.name)
            old = known.get(key)
            if task.kind == "written" and answer and (old is None or old["answer"] != answer):
                known[key] = dict(zip(WRITTEN, (*key, answer, task.points, None, ""), strict=True))
            elif task.kind == "written" and not answer:
                known.pop(key, None)
    text = io.StringIO()
    rows = csv.DictWriter(text, WRITTEN, lineterminator="\n")
    rows.writeheader()
    for key in sorted(known):
        row = {column: known[key][column] for column in WRITTEN}
        rows.writerow(row | {"points": "" if row["points"] is None else f"{row['points']:g}"})
    write_file(course.path("written.csv"), text.getvalue())


def written_points(course):
    """{(set, student, task): (points or None, comment)}: what the table says, and where it is silent, the form grader.

    The table's points are entered into the grade book.
    """
    found = {key: (row["points"], row["comment"] or "") for key, row in read_written(course).items()}
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
        if task.kind != "written" or key not in found:
            continue
        points, comment = found[key]
        grade, remark = grades[task.name], comments.get(task.name)
        if points is not None:
            grade.manual_score, grade.needs_manual_grade = points, False
            if remark is not None and comment:
                remark.manual_comment = comment
        elif not grade.needs_manual_grade and grade.manual_score is not None:
            found[key] = (grade.manual_score, (remark.comment or "") if remark is not None else comment)


# CSV files.


def rows_of(course, name, results, written, due=None):
    """A row for each student of a set: points by task, in total, how many are to be read, and when it was handed in."""
    one, rows = find(name), []
    for student, result in sorted(results.items()):
        row, to_read = {"student": student}, 0
        for task in one.tasks:
            points = sum(mark["points"] for mark in result["tasks"][task.name]["marks"])
            if task.kind == "written":
                given = (
                    written.get((name, student, task.name), (0.0, ""))[0] if result["written"].get(task.name) else 0.0
                )
                to_read += given is None
                points = 0.0 if given is None else given
            row[f"{task.number} {task.name}"] = points
        row["total"] = sum(value for key, value in row.items() if key != "student")
        row |= {"of": one.points, "to read": to_read, "handed in": result.get("handed_in", "")}
        if due:
            row["late"] = "yes" if is_late(result.get("handed_in", ""), due) else ""
        row["notes"] = " ".join(result["notes"] + [note for task in result["tasks"].values() for note in task["notes"]])
        rows.append(row)
    return rows


def is_late(handed_in, due):
    """Whether a time, as ISO text, is after another; False where it can't be read."""
    try:
        moment = datetime.fromisoformat(handed_in.replace(" UTC", "+00:00").replace("Z", "+00:00"))
    except ValueError:
        return False
    return moment.replace(tzinfo=moment.tzinfo or timezone.utc) > due


def csv_text(rows):
    """Rows as CSV. What a spreadsheet would take for a formula is kept from being one."""
    text = io.StringIO()
    table = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    table.writeheader()
    for row in rows:
        table.writerow({key: _tame(value) for key, value in row.items()})
    return text.getvalue()


def _tame(value):
    if isinstance(value, str):
        return f"'{value}" if value[:1] in ("=", "+", "-", "@", "\t", "\r") else value
    return f"{value:g}"


def totals(by_set):
    """A row for each student with the total of every set ({set: rows}), and the sum."""
    students = sorted({row["student"] for rows in by_set.values() for row in rows})
    found = {name: {row["student"]: row for row in rows} for name, rows in by_set.items()}
    table = []
    for student in students:
        row = {"student": student}
        row |= {name: rows[student]["total"] if student in rows else "" for name, rows in found.items()}
        row["total"] = sum(value for key, value in row.items() if key != "student" and value != "")
        row["of"] = sum(find(name).points for name in by_set)
        row["to read"] = sum(rows[student]["to read"] for rows in found.values() if student in rows)
        table.append(row)
    return table
