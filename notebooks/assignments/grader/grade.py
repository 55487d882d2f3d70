"""Grades a folder of submissions: each on a copy and in its own process, several side by side."""

import ast
import hashlib
import json
import os
import re
import time
import warnings
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict
from datetime import datetime, timezone
from functools import cache
from pathlib import Path

from fogel.champion import write_file
from fogel.variant import variant
from grader import render
from grader.course import CourseError
from grader.sandbox import Limits, Step, run
from grader.sets import find
from grader.tasks import judge, question

VERSION = 1  # of the results; another one means that everything is to be graded again
LARGEST_NOTEBOOK = 20 * 1024**2  # bytes


# What was handed in.


def submissions(folder, name):
    """{student: path} of a set's notebooks in a folder, in nbgrader's layout or as a plain folder of files.

    Accepted are STUDENT/SET/SET.ipynb, STUDENT/SET.ipynb and SET/STUDENT.ipynb. Raises CourseError if the folder is not
    there, or if two files belong to one student.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise CourseError(f"--submissions: {str(folder)!r} is not a folder")
    found = {}
    for place in sorted(folder.iterdir()):
        if not place.is_dir() or place.name.startswith("."):
            continue
        if place.name == name:
            candidates = [(path.stem, path) for path in place.glob("*.ipynb")]
        else:
            paths = [place / name / f"{name}.ipynb", place / f"{name}.ipynb"]
            candidates = [(place.name, path) for path in paths if os.path.lexists(path)]
        for student, path in candidates:
            if student in found:
                raise CourseError(f"--submissions: {student!r} has handed in both {found[student]} and {path}")
            found[student] = path
    return found


def ids_from_notebooks(paths):
    """{the STUDENT that a notebook names: path}; raises CourseError if one names none, or two name the same."""
    found = {}
    for path in paths:
        try:
            student = named_student(read_cells(path)[0])
        except ValueError as problem:
            raise CourseError(f"--ids notebook: {path} can't be read: {problem}") from None
        if not student:
            raise CourseError(f"--ids notebook: {path} does not say who STUDENT is")
        if re.search(r'[<>:"/\\|?*\x00-\x1f]', student) or student.startswith(".") or len(student) > 100:
            raise CourseError(f"--ids notebook: {path} says STUDENT = {student!r}, which can't be the name of a folder")
        if student in found:
            raise CourseError(f"--ids notebook: {found[student]} and {path} both say that they are by {student!r}")
        found[student] = path
    return found


def read_cells(path):
    """(cells, bytes) of a submitted notebook; raises ValueError that says why it can't be read."""
    import nbformat

    if path.is_symlink() or not path.is_file():
        raise ValueError("it is not a plain file")
    if path.stat().st_size > LARGEST_NOTEBOOK:
        raise ValueError(f"it has more than {LARGEST_NOTEBOOK // 1024**2} MB")
    content = path.read_bytes()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of small faults, which are mended
            return nbformat.reads(content.decode("utf-8"), as_version=4).cells, content
    except Exception as problem:  # a file can be wrong in many ways
        raise ValueError(f"it is not a notebook ({type(problem).__name__})") from None


def mark_of(cell):
    """Nbgrader's name of a cell, "" if it has none."""
    about = cell.get("metadata", {}).get("nbgrader", {})
    return about.get("grade_id", "") if isinstance(about, dict) else ""


def named_student(cells):
    """The id that a notebook gives as STUDENT, "" if it gives none."""
    for cell in cells:
        if mark_of(cell) in ("student", "") and "STUDENT" in cell.source and cell.cell_type == "code":
            try:
                for line in ast.parse(cell.source).body:
                    if isinstance(line, ast.Assign) and line.targets[0].id == "STUDENT":
                        return str(line.value.value).strip()
            except (SyntaxError, AttributeError, ValueError):
                continue
    return ""


# One submission.


def steps_of(cells, one, rules, student):
    """The Steps of a submission: its cells in order, locked ones as they were released, each task after its cells."""
    locked = released_sources(one, rules)
    names = {task.name for task in one.tasks if task.kind != "written"}
    last = {mark_of(cell): k for k, cell in enumerate(cells) if mark_of(cell) in names}
    steps = []
    for k, cell in enumerate(cells):
        mark = mark_of(cell)
        if cell.cell_type != "code":
            continue
        if mark in names:
            if last[mark] == k:
                steps.append(_ask(one.task(mark), rules, student))
        elif mark.startswith("setup-"):
            steps.append(Step({"cell": locked.get(mark, "")}))
        elif mark.startswith("draw-"):
            continue
        else:
            task = mark.removeprefix("answer-")
            steps.append(Step({"cell": cell.source}, task if task in names else ""))
    missing = [task for task in one.tasks if task.name in names - set(last)]
    return steps + [_ask(task, rules, student) for task in missing]


@cache
def released_sources(one, rules):
    """{nbgrader's name: source} of the cells as students got them."""
    return {mark_of(cell): cell.source for cell in render.release_notebook(one, rules, figures=False).cells}


@cache
def released_examples(one, rules):
    """The file of examples as students got it."""
    return render.examples_text([one], rules).encode()


def _ask(task, rules, student):
    return Step({"task": question(task, rules, student)}, task.name)


def grade_one(name, number, student, path, limits=None):
    """What a submission earns, as plain values. It never raises for what a student has done."""
    one, rules, path = find(name), variant(number), Path(path)
    result = {"version": VERSION, "set": name, "variant": number, "student": student, "notes": [], "written": {}}
    try:
        cells, content = read_cells(path)
    except (ValueError, OSError) as problem:
        return _sum(result | {"notes": [f"This file can't be read: {problem}."], "tasks": _nothing(one)}, one)
    files = {f"{name}.ipynb": content, "examples.json": released_examples(one, rules)}
    outcome = run(steps_of(cells, one, rules, student), files, limits)
    tasks = {}
    for task in one.tasks:
        marks = judge(task, rules, student, outcome.replies.get(task.name, {}))
        tasks[task.name] = {
            "marks": [asdict(mark) for mark in marks],
            "notes": outcome.notes.get(task.name, []),
            "code": "\n\n".join(cell.source for cell in cells if mark_of(cell) == f"answer-{task.name}"),
        }
    result |= {"tasks": tasks, "notes": outcome.notes.get("", []), "written": written_answers(cells, one)}
    named = named_student(cells)
    if named.lower() != student.strip().lower():
        words = f"This notebook says STUDENT = {named!r}, and was handed in by {student!r}, as whose it is judged."
        result["notes"] = [words, *result["notes"]]
    if not any(mark_of(cell) for cell in cells):
        result["notes"].append("The cells have lost the marks by which the grader knows them; all were run in order.")
    return _sum(result, one)


def _nothing(one):
    return {
        task.name: {"marks": [asdict(mark) for mark in judge(task, None, "", {})], "notes": [], "code": ""}
        for task in one.tasks
    }


def _sum(result, one):
    points = sum(mark["points"] for task in result["tasks"].values() for mark in task["marks"])
    return result | {"points": points, "of": one.points}


def written_answers(cells, one):
    """{task: text} of the written answers; "" where the cell is gone or still as it was."""
    found = {mark_of(cell): cell.source.strip() for cell in cells}
    texts = {task.name: found.get(task.name, "") for task in one.tasks if task.kind == "written"}
    return {name: "" if text == render.TEXT_STUB else text for name, text in texts.items()}


# All of them.


def digest(path, number, limits):
    """Changes when a submission, or the way in which it is judged, does."""
    judges = sorted([*Path(__file__).parent.rglob("*.py"), *Path(__file__).parents[1].glob("source/*.md")])
    texts = [file.read_bytes() for file in judges]
    try:
        texts.append(path.read_bytes() if not path.is_symlink() and path.stat().st_size <= LARGEST_NOTEBOOK else b"")
    except OSError:
        texts.append(b"")
    return hashlib.sha256(b"\0".join([*texts, f"{VERSION} {number} {limits}".encode()])).hexdigest()


def grade(course, name, found, workers=None, limits=None, again=False, progress=lambda jobs, total: jobs):
    """Grades {student: path} of a set; returns the results, by student. What was graded before is not run again.

    Each result is written as soon as it is there, so that a batch that was killed goes on where it stopped.
    """
    limits = limits or Limits()
    results, waiting = {}, {}
    for student, path in found.items():
        mark = digest(path, course.variant.number, limits)
        known = None if again else read_result(course, name, student)
        if known and known.get("digest") == mark:
            results[student] = known
        else:
            waiting[student] = mark
    with ProcessPoolExecutor(workers or os.cpu_count()) as pool:
        jobs = {
            pool.submit(grade_one, name, course.variant.number, student, str(found[student]), limits): student
            for student in waiting
        }
        for job in progress(as_completed(jobs), len(jobs)):
            student = jobs[job]
            try:
                result = job.result() | {"digest": waiting[student]}
            except Exception as problem:  # a fault of ours must not stop the batch; without a digest it is run again
                result = _failed(name, course.variant.number, student, problem)
            result["handed_in"] = handed_in(found[student])
            write_result(course, result)
            results[student] = result
    return dict(sorted(results.items()))


def _failed(name, number, student, problem):
    """The result of a submission on which the grader itself failed."""
    one = find(name)
    words = f"The grader itself failed here ({type(problem).__name__}: {problem}); call `grade` again."
    about = {"version": VERSION, "set": name, "variant": number, "student": student, "written": {}}
    return _sum(about | {"notes": [words], "tasks": _nothing(one)}, one)


def handed_in(path):
    """When it was handed in, as ISO text: from nbgrader's timestamp.txt, or the file's own time."""
    try:
        return path.with_name("timestamp.txt").read_text(encoding="utf-8").strip()[:40]
    except (OSError, UnicodeDecodeError):
        try:
            seconds = path.stat().st_mtime
        except OSError:
            seconds = time.time()
        return datetime.fromtimestamp(seconds, timezone.utc).isoformat(timespec="seconds")


def result_path(course, name, student):
    """Where the result of a submission stands."""
    return course.path("graded", name, f"{student}.json")


def read_result(course, name, student):
    """A result, or None if there is none that can be read."""
    try:
        return json.loads(result_path(course, name, student).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def write_result(course, result):
    """Writes a result beside its place and renames it, so that nobody finds half of one."""
    path = result_path(course, result["set"], result["student"])
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, json.dumps(result) + "\n")
