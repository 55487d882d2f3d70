"""Grades a folder of submissions: each on a copy and in its own process, several side by side."""

# Long: a submission is taken apart, run, judged and stored by functions that all know its result's
# fields.

import hashlib
import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import asdict, replace
from difflib import SequenceMatcher
from functools import cache, partial
from pathlib import Path

import fogel
from fogel.checks.variant import variant
from fogel.core.files import write_file
from grader import render
from grader.attempts import Count, keep, marked, read_result_file, text_of
from grader.course import EVERYBODYS, release_locks
from grader.folders import sweep
from grader.intake import named_student, student_id
from grader.sandbox import Limits, Step, run
from grader.sets import find
from grader.untrusted import clean

VERSION = 3  # of the results; another one means that everything is to be graded again
# Letters that are kept; a spreadsheet's cell holds 32,767.
LONGEST_CODE, LONGEST_ANSWER = 100_000, 20_000
OVERTIME = 300  # seconds after which a worker that still has one notebook is given up
PACKAGE, ASSIGNMENTS = Path(fogel.__file__).parent, Path(__file__).parents[1]


# One submission.


def mark_of(cell):
    """Nbgrader's name of a cell of a notebook of ours, "" if it has none."""
    return cell.metadata.get("nbgrader", {}).get("grade_id", "")


def recovered(cells, one, rules):
    """The cells of a submission with the marks that another editor has dropped, found by the texts
    around them.

    What stands between two texts of ours is taken for what we had there. Marks that are there stay
    as they are.
    """
    ours = render.release_notebook(one, rules, figures=False).cells
    lost = {mark_of(cell) for cell in ours} - {cell.mark for cell in cells}
    if not lost:
        return cells
    found, texts = (
        [*cells],
        [[" ".join(cell.source.split()) for cell in some] for some in (ours, cells)],
    )
    blocks = SequenceMatcher(None, *texts, autojunk=False).get_matching_blocks()
    pairs = [(block.a + k, [block.b + k]) for block in blocks for k in range(block.size)]
    ends = [(block.a + block.size, block.b + block.size) for block in blocks]
    for (a, b), block in zip([(0, 0), *ends], blocks, strict=False):
        pairs += _between(ours, cells, range(a, block.a), range(b, block.b))
    for place, some in pairs:
        for k in some:
            fits = _is_theirs(ours[place]) or texts[0][place] == texts[1][k]
            if fits and mark_of(ours[place]) in lost and not cells[k].mark:
                found[k] = replace(cells[k], mark=mark_of(ours[place]))
    return found


def _is_theirs(cell):
    """Whether a cell of ours is one that students write."""
    return cell.metadata.get("nbgrader", {}).get("solution", False) or mark_of(cell) == "student"


def _between(ours, cells, places, theirs):
    """[(place of a cell of ours, places of theirs that stand there)] of a stretch that differs:
    code for code.
    """
    pairs = []
    for is_code in (True, False):
        own = [k for k in places if (ours[k].cell_type == "code") == is_code]
        some = [k for k in theirs if cells[k].is_code == is_code]
        # Cells that a student has added go with the first answer that is there.
        more = max(0, len(some) - len(own))
        begin = 0
        for k in own:
            count = 1
            if more and _is_theirs(ours[k]):
                count, more = 1 + more, 0
            pairs.append((k, some[begin : begin + count]))
            begin += count
    return pairs


def steps_of(cells, one, rules, student):
    """The Steps of a submission: its cells in order, locked ones as they were released, each task
    after its cells.
    """
    locked = released_sources(one, rules)
    names = {task.name for task in one.tasks if not task.by_hand}
    last = {cell.mark: k for k, cell in enumerate(cells) if cell.mark in names}
    steps = []
    for k, cell in enumerate(cells):
        mark = cell.mark
        if not cell.is_code:
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
    return {
        mark_of(cell): cell.source
        for cell in render.release_notebook(one, rules, figures=False).cells
    }


@cache
def released_examples(one, rules):
    """The file of examples as students got it."""
    return render.examples_text([one], rules).encode()


def _ask(task, rules, student):
    return Step({"task": task.question(rules, student)}, task.name)


def grade_one(name, number, student, handed, limits=None):
    """What a Submission earns, as plain values. It never raises for what a student has done."""
    one, rules = find(name), variant(number)
    try:
        given = handed.cells()
    except ValueError as problem:
        words = f"This file can't be read: {problem}. It has no points yet, and no 0."
        return blank(name, number, student, words)
    result = {"version": VERSION, "set": name, "variant": number, "student": student}
    result |= {"notes": [], "written": {}}
    cells = recovered(given, one, rules)
    files = {f"{name}.ipynb": handed.content, "examples.json": released_examples(one, rules)}
    outcome = run(steps_of(cells, one, rules, student), files, limits)
    tasks = {}
    for task in one.tasks:
        marks = task.judge(rules, student, outcome.replies.get(task.name, {}))
        tasks[task.name] = {
            "marks": [asdict(mark) for mark in marks],
            "notes": outcome.notes.get(task.name, []),
            "code": _code_of(task, cells),
        }
    result |= {
        "tasks": tasks,
        "notes": outcome.notes.get("", []),
        "written": written_answers(cells, one),
    }
    _note_marks(result, given, cells)
    return _sum(result, one)


def _note_marks(result, given, cells):
    """Adds to a result what is to be said of the notebook's name and of its cells' marks, which
    were `given` so.
    """
    student, named = result["student"], named_student(cells)
    result["named"] = named
    if named.casefold() != student_id(student).casefold():
        words = (
            f"This notebook says STUDENT = {named!r}, but was handed in by {student!r}. It was"
            f" graded as {student!r}'s own."
        )
        result["notes"] = [words, *result["notes"]]
    result["empty"] = not any(cell.source.strip() for cell in cells)
    if result["empty"]:
        result["notes"] = ["This notebook is empty."]
    elif cells != given:
        result["notes"].append(
            "Cells have lost the marks by which the grader knows them; the texts around them told"
            " which."
        )
    elif not any(cell.mark for cell in cells):
        result["notes"].append(
            "The cells have lost the marks by which the grader knows them; all were run in order."
        )


def _code_of(task, cells):
    return clean(
        "\n\n".join(cell.source for cell in cells if cell.mark == f"answer-{task.name}"),
        LONGEST_CODE,
    )


def blank(name, number, student, words):
    """The result of a submission that nobody could judge, with a note that says why: no points yet,
    and no 0.
    """
    one = find(name)
    tasks = {
        task.name: {
            "marks": [asdict(mark) for mark in task.judge(None, "", {})],
            "notes": [],
            "code": "",
        }
        for task in one.tasks
    }
    about = {
        "version": VERSION,
        "set": name,
        "variant": number,
        "student": student,
        "notes": [words],
        "written": {},
    }
    return about | {"tasks": tasks, "points": None, "of": one.points}


def is_blank(result):
    """Whether a result says that nobody could judge."""
    return result["points"] is None


def _sum(result, one):
    points = sum(mark["points"] for task in result["tasks"].values() for mark in task["marks"])
    return result | {"points": points, "of": one.points}


def written_answers(cells, one):
    """{task: text} of the written answers; "" where the cell is gone or still as it was."""
    # If two cells have one name, each text counts once.
    found = {task.name: {} for task in one.tasks if task.by_hand}
    for cell in cells:
        text = cell.source.strip()
        if cell.mark in found and text not in ("", render.TEXT_STUB):
            found[cell.mark][text] = True
    return {
        name: clean("\n\n".join(texts), LONGEST_ANSWER).strip() for name, texts in found.items()
    }


# All of them.


def judges(package=PACKAGE, assignments=ASSIGNMENTS):
    """All files that can decide a mark: the grader's, the sets' texts, and the package's, of which
    the judge asks.
    """
    wanted = {
        package: ("*.py", "*.json"),
        assignments / "grader": ("*.py",),
        assignments / "source": ("*.md",),
    }
    return [
        path
        for folder, names in wanted.items()
        for name in names
        for path in sorted(folder.rglob(name))
    ]


def digest_of_judges(package=PACKAGE, assignments=ASSIGNMENTS):
    """Changes when one of those files does, or its name."""
    texts = (
        path.name.encode() + b"\0" + path.read_bytes() for path in judges(package, assignments)
    )
    return hashlib.sha256(b"\0".join(texts)).hexdigest()


def digest(handed, number, limits, of_judges):
    """Changes when a Submission, or the way in which it is judged, does."""
    what = handed.problem or handed.digest
    return hashlib.sha256(f"{VERSION} {number} {limits} {of_judges} {what}".encode()).hexdigest()


# Many parameters: these are the options of the command that grades, and tests set them one by one.
def grade(
    course,
    name,
    found,
    workers=None,
    limits=None,
    again=False,
    progress=lambda jobs, total: jobs,
    count=None,
):
    """Grades {student: Submission} of a set; returns the results, by student. What was graded
    before is not run again.

    Every attempt is kept, and the Count says which one counts (None: the last). Each result is
    written as soon as it is there, so that a batch that was killed goes on where it stopped. Where
    the grader itself fails, the submission is a blank for now. Raises OSError if a disk is full.
    """
    sweep()
    limits, of_judges, count = limits or Limits(), digest_of_judges(), count or Count()
    every = {student: keep(course, name, student, handed) for student, handed in found.items()}
    attempts = [(student, one) for student in every for one in count.wanted(every[student])]
    judged, waiting, jobs = {}, {}, {}
    state = course, every, judged, count
    for student, attempt in attempts:
        mark = digest(attempt.handed, course.variant.number, limits, of_judges)
        known = None if again else attempt.result
        if known and known.get("digest") == mark:
            judged[attempt] = known
        else:
            waiting[attempt] = mark
            jobs[attempt] = (name, course.variant.number, student, attempt.handed, limits)
    for attempt, result in progress(_graded(jobs, workers), len(jobs)):
        result |= {"handed_in": attempt.handed.handed_in}
        result |= {} if result.pop("failed", False) else {"digest": waiting[attempt]}
        _store(course, attempt.store, result)
        judged[attempt] = result
        if judged.keys() >= {*count.wanted(every[result["student"]])}:
            _store(course, partial(write_result, course), _counted(*state, result["student"]))
    results = {student: _counted(*state, student) for student in sorted(found)}
    return _write_changed(course, name, results)


def _write_changed(course, name, results):
    """Writes the results of which another attempt counts now; returns all."""
    for student, result in results.items():
        if read_result(course, name, student) != result:
            _store(course, partial(write_result, course), result)
    return results


def _store(course, write, result):
    """Writes a result; where that one can't be written, `lost` tells of it and the others go on."""
    with suppress(ValueError), course.sparing():
        write(result)


def _counted(course, every, judged, count, student):
    """The result of the attempt of a student that counts."""
    wanted = count.wanted(every[student])
    place = count.counted(student, [judged[attempt] for attempt in wanted])
    earlier = len(every[student]) - len(wanted)
    return marked(course, judged[wanted[place]], every[student], earlier + place)


def _graded(jobs, workers):
    """(key, result) of every job, in the order in which they are done.

    A worker's end breaks the whole pool and tells nobody whose fault it was, and a fault of the
    grader's own may have passed. So what is left then runs once more, each in a pool of its own.
    """
    left = {}
    for key, result, problem in _pooled(jobs, workers):
        if problem is None:
            yield key, result
        else:
            left[key] = jobs[key]
    for key, job in left.items():
        for _, result, problem in _pooled({key: job}, 1):
            yield key, result or _failed(*job[:3], problem)


def _pooled(jobs, workers):
    """(key, result, None) of every job of a pool, or (key, None, what went wrong); raises for a
    full disk.
    """
    with ProcessPoolExecutor(workers or os.cpu_count(), initializer=_end_with_parent) as pool:
        running = {pool.submit(_graded_in_time, *job): key for key, job in jobs.items()}
        for job in as_completed(running):
            problem = job.exception()
            if isinstance(problem, OSError) and problem.errno in EVERYBODYS:
                pool.shutdown(wait=False, cancel_futures=True)
                raise problem
            yield running[job], None if problem else job.result(), problem


def _end_with_parent():
    """In a worker: holds no lock of its parent's, and ends when that has been killed, and with it
    what it runs.
    """
    release_locks()
    parent = multiprocessing.parent_process()

    def watch():
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _graded_in_time(name, number, student, handed, limits):
    """grade_one, in a worker that the system ends if that does not come to an end."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(round(limits.notebook_seconds + OVERTIME))
    try:
        return grade_one(name, number, student, handed, limits)
    finally:
        signal.alarm(0)


def _failed(name, number, student, problem):
    """The result of a submission on which the grader itself failed."""
    words = clean(" ".join(f"{type(problem).__name__}: {problem}".split()), 300)
    words = (
        f"The grader itself failed here ({words}), so there are no points yet, and no 0. The next"
        " `grade` tries again."
    )
    return blank(name, number, student, words) | {"failed": True}


def result_path(course, name, student):
    """Where the result of a submission stands."""
    return course.path("graded", name, f"{student}.json")


def read_result(course, name, student, any_edition=False):
    """A result, or None if there is none that can be read, or only another edition's."""
    result = read_result_file(result_path(course, name, student), name, student)
    return result if result and (any_edition or _is_of_now(result)) else None


def _is_of_now(result):
    tasks = {task.name for task in find(result["set"]).tasks}
    return result.get("version") == VERSION and {*result["tasks"]} == tasks


def read_results(course, name, any_edition=False):
    """{student: result} of a set, as `grade` left them."""
    found = (
        read_result(course, name, path.stem, any_edition)
        for path in sorted(course.path("graded", name).glob("*.json"))
    )
    return {result["student"]: result for result in found if result}


def changes_since(before, results):
    """Sentences on who is new since the last grading, and whose points have changed."""
    new = sorted({*results} - {*before}) if before else []
    points = [
        (student, before[student]["points"], results[student]["points"])
        for student in sorted({*results} & {*before})
    ]
    shown = lambda some: "a blank" if some is None else f"{some:g}"  # noqa: E731
    changed = [
        f"{student} {shown(old)} to {shown(now)}" for student, old, now in points if old != now
    ]
    said = {"new since the last time:": new, "points changed since the last time:": changed}
    return [f"{words} {', '.join(some)}" for words, some in said.items() if some]


def write_result(course, result):
    """Writes a result beside its place and renames it, so that nobody finds half of one."""
    path = result_path(course, result["set"], result["student"])
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, text_of(result))
