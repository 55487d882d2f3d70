"""The classroom as a teacher uses it: release, grade, feedback; hostile submissions; a batch that
is killed.
"""

import csv
import hashlib
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

pytest.importorskip(
    "nbgrader", reason="the classroom is not installed: pip install -e .[classroom]"
)
from classroom import ROOT, complaints, full, graded, hand_in, points, solution_notebook, submission
from fogel.checks.variant import variant
from grader import fences, grade, intake, render, sandbox
from grader.cli import main, make_parser
from grader.course import CourseError, open_course
from grader.grade import mark_of
from grader.sandbox import Limits
from grader.sets import all_sets, find
from grader.tasks import ValueTask

ONE = find("02")
NUMBER = 7
SHORT = Limits(seconds=2.0, output=200_000, memory=900 * 1024**2)
CHOOSE = "def choose_square(sums, board):\n    "


def run(*arguments):
    return main([str(argument) for argument in arguments])


@pytest.fixture(scope="module")
def released(tmp_path_factory):
    """A course with all sets released; not to be changed."""
    root = tmp_path_factory.mktemp("class") / "course"
    assert run("release", "--variant", NUMBER, "--course", root) == 0
    return root


@pytest.fixture
def course(released, tmp_path):
    """A course of one's own with all sets released, and nothing handed in."""
    return Path(shutil.copytree(released, tmp_path / "course"))


def hand_in_some(course, students=("ada", "bob", "eve")):
    """ada solves it, bob leaves everything as it was, eve forgets the bias."""
    made = {
        "ada": submission(ONE, NUMBER, student="ada"),
        "bob": submission(ONE, NUMBER, student="bob", solved=False),
        "eve": submission(ONE, NUMBER, {"sums": NO_BIAS}, student="eve"),
    }
    for student in students:
        hand_in(course / "submitted", made[student], student, ONE.name)


NO_BIAS = (
    "def output_sums(hidden_weights, output_weights, board):\n"
    "    return output_weights[:, :-1] @ (1 / (1 + np.exp(-(hidden_weights[:, :9] @ board))))\n"
)


# The release.


def cells_of(path):
    return nbformat.read(path, 4).cells


@pytest.mark.parametrize("one", all_sets(), ids=lambda one: one.name)
def test_nothing_leaks(one, released):
    folder = released / "release" / one.name
    assert {path.name for path in folder.iterdir()} == {f"{one.name}.ipynb", "examples.json"}
    text = "\n".join(cell.source for cell in cells_of(folder / f"{one.name}.ipynb"))
    everything = (folder / f"{one.name}.ipynb").read_text()
    for word in (
        "BEGIN SOLUTION",
        "BEGIN HIDDEN",
        "BEGIN STARTER",
        "### END",
        "from grader",
        "points_of",
        "raw %",
    ):
        assert word not in text and f'"{word}' not in everything, word
    for cell in cells_of(folder / f"{one.name}.ipynb"):
        assert not cell.get("outputs") and cell.get("execution_count") is None
    source = render.notebook(one, variant(NUMBER)).cells
    starters = "\n".join(
        render.released(cell.source) for cell in source if "### BEGIN STARTER" in cell.source
    )
    shown = {line.strip() for line in text.split("\n")} - {
        line.strip() for line in starters.split("\n")
    }
    for cell in source:
        lines = solution_lines(cell.source)
        for pair in pairwise(lines):  # a line alone, such as a loop's first, tells nothing
            assert not shown.issuperset(pair), pair


def solution_lines(source):
    """The lines of a cell's solutions that would tell something, and that its starter does not
    hold.
    """
    shown, inside, found = {line.strip() for line in render.released(source).split("\n")}, False, []
    for line in source.split("\n"):
        if "### END SOLUTION" in line:
            inside = False
        if inside and len(line.strip()) > 20 and line.strip() not in shown:
            found.append(line.strip())
        if "### BEGIN SOLUTION" in line:
            inside = True
    return found


@pytest.mark.parametrize("one", all_sets(), ids=lambda one: one.name)
def test_nbgraders_release_is_what_the_grader_takes_for_it(one, released):
    made = cells_of(released / "release" / one.name / f"{one.name}.ipynb")
    assert [cell.source for cell in made] == [
        cell.source for cell in render.release_notebook(one, variant(NUMBER)).cells
    ]
    total = sum(
        cell.metadata.nbgrader.points
        for cell in made
        if cell.metadata.get("nbgrader", {}).get("grade")
    )
    assert total == one.points
    locked = [
        cell
        for cell in made
        if mark_of(cell).startswith("setup") or mark_of(cell) in points_of_checks(one)
    ]
    assert locked and all(cell.metadata.nbgrader.locked for cell in locked)


def points_of_checks(one):
    return {task.name for task in one.tasks if task.kind != "written"}


def executed(notebooks, folder):
    """What each check cell says when notebooks are run from top to bottom, one after the other, in
    one kernel.

    A list of {task: text}. An error stops the test.
    """
    whole = nbformat.v4.new_notebook(metadata=notebooks[0].metadata)
    whole.cells = [
        nbformat.from_dict(cell | {"id": f"{k}-{cell.id}"})
        for k, n in enumerate(notebooks)
        for cell in n.cells
    ]
    NotebookClient(
        whole, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(folder)}}
    ).execute()
    said = [{} for _ in notebooks]
    for cell in whole.cells:
        assert all(output.get("name") != "stderr" for output in cell.get("outputs", [])), (
            cell.outputs
        )
        if cell.cell_type == "code" and cell.metadata.get("nbgrader", {}).get("grade"):
            said[int(cell.id.partition("-")[0])][mark_of(cell)] = "".join(
                output.text for output in cell.outputs
            )
    return said


@pytest.mark.parametrize("one", all_sets(), ids=lambda one: one.name)
def test_a_student_runs_it_from_top_to_bottom(one, released):
    """The release as it comes, and then with everything solved: what the visible checks say."""
    folder = released / "release" / one.name
    asked = [task for task in one.tasks if task.kind != "written"]
    release = nbformat.read(folder / f"{one.name}.ipynb", 4)
    untouched, solved = executed([release, submission(one, NUMBER)], folder)
    assert set(untouched) == {task.name for task in asked}
    for task in asked:
        if task.kind != "bug" or isinstance(task, ValueTask):
            assert "not written yet" in untouched[task.name], untouched[task.name]
    for task in asked:
        assert solved[task.name].startswith(f"{task.number} {task.title}: "), solved[task.name]
        assert re.search("right on|right form on|can be read|noted", solved[task.name]), solved[
            task.name
        ]


def test_another_variant_needs_another_folder(course, capsys):
    with pytest.raises(SystemExit) as stop:
        run("release", "--variant", 8, "--course", course)
    assert stop.value.code == 2 and "name another folder with --course" in capsys.readouterr().err
    assert open_course(course).variant.number == NUMBER


def test_a_released_set_can_be_released_again(course):
    before = (course / "release" / ONE.name / f"{ONE.name}.ipynb").read_bytes()
    assert run("release", "02", "--variant", NUMBER, "--course", course) == 0
    assert (course / "release" / ONE.name / f"{ONE.name}.ipynb").read_bytes() == before
    assert len(open_course(course).sets) == len(all_sets())


# The three commands.


def table(path):
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_release_grade_feedback(course, capsys):
    hand_in_some(course)
    assert run("grade", "--as-root", "--course", course) == 0
    assert "02_network: 3 graded" in capsys.readouterr().out
    assert run("feedback", "--course", course) == 0
    rows = {row["student"]: row for row in table(course / f"grades_{ONE.name}.csv")}
    assert {student: row["total"] for student, row in rows.items()} == {
        "ada": "20",
        "bob": "0",
        "eve": "9",
    }
    for row in rows.values():
        assert float(row["total"]) == sum(
            float(row[f"{task.number} {task.name}"]) for task in ONE.tasks
        )
    assert [row["to read"] for row in rows.values()] == ["1", "0", "1"]
    totals = {row["student"]: row["total"] for row in table(course / "grades.csv")}
    assert totals == {student: row["total"] for student, row in rows.items()}
    page = (course / "feedback" / "eve" / f"{ONE.name}.html").read_text()
    assert "bias nodes are left out" in page and "9</b>" in page and "<script" not in page
    assert "1 × These are the sums of a network whose bias nodes are left out." in (
        course / "feedback" / "class.html"
    ).read_text().replace("\n", " ")


def test_nbgraders_own_autograder_gives_the_same_points(course):
    hand_in_some(course, ["ada", "eve"])
    run("grade", "--as-root", "--course", course)
    ours = {
        student: grade.read_result(open_course(course), ONE.name, student)["points"]
        for student in ("ada", "eve")
    }
    shutil.rmtree(course / "autograded")
    command = [sys.executable, "-m", "nbgrader", "autograde", ONE.name, "--force"]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        command, cwd=course, capture_output=True, text=True, env={**os.environ, "PATH": path}
    )
    assert done.returncode == 0, done.stderr[-2000:]
    with open_course(course).gradebook() as opened:
        theirs = {student: opened.find_submission(ONE.name, student).score for student in ours}
    assert theirs == ours


# What was handed in.


def test_the_ways_of_handing_in(tmp_path):
    made = submission(ONE, NUMBER)
    hand_in(tmp_path, made, "ada", ONE.name)
    for path in (f"bob/{ONE.name}.ipynb", f"{ONE.name}/carla.ipynb"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        nbformat.write(made, tmp_path / path)
    assert set(intake.submissions(tmp_path, ONE.name).found) == {"ada", "bob", "carla"}
    nbformat.write(made, tmp_path / ONE.name / "ada.ipynb")
    # Nobody else waits until that is settled.
    found, left_out = intake.submissions(tmp_path, ONE.name)
    assert set(found) == {"bob", "carla"}
    assert left_out == [
        f"{ONE.name}/ada.ipynb and ada/{ONE.name}/{ONE.name}.ipynb are all by 'ada': which counts?"
    ]
    with pytest.raises(CourseError, match="not a folder"):
        intake.submissions(tmp_path / "nowhere", ONE.name)


def test_ids_from_the_notebooks(tmp_path):
    folder = tmp_path / ONE.name
    folder.mkdir()
    paths = [folder / f"{name}.ipynb" for name in ("upload_1", "upload_2")]
    for path, student in zip(paths, ("Ada", "bob"), strict=True):
        nbformat.write(submission(ONE, NUMBER, student=student), path)
    found, left_out = intake.submissions(tmp_path, ONE.name, "notebook")
    assert {who: one.path for who, one in found.items()} == {
        "Ada": paths[0],
        "bob": paths[1],
    } and left_out == []
    nbformat.write(submission(ONE, NUMBER, student="bob"), paths[0])
    found, left_out = intake.submissions(tmp_path, ONE.name, "notebook")
    assert found == {} and "upload_2.ipynb are all by 'bob': which counts?" in left_out[0]
    for wrong in ("../../eve", "a/b", ".", "x" * 200, "class.html"):
        nbformat.write(submission(ONE, NUMBER, student=wrong), paths[0])
        found, left_out = intake.submissions(tmp_path, ONE.name, "notebook")
        assert set(found) == {"bob"} and "can't be the name of a folder" in left_out[0]


@pytest.mark.parametrize(
    "content", [b"", b"{", b"\xff\xfe", b"[]", b'{"cells": 3}', b'{"nbformat": 4, "cells": [3]}']
)
def test_a_file_that_is_no_notebook_is_a_blank_with_a_note(content, tmp_path):
    path = tmp_path / "x.ipynb"
    path.write_bytes(content)
    result = grade.grade_one(ONE.name, NUMBER, "ada", intake.read_submission(path))
    assert result["points"] is None and "can't be read" in result["notes"][0]


def test_a_link_is_not_followed(tmp_path):
    path = hand_in(tmp_path, submission(ONE, NUMBER), "ada", ONE.name)
    (tmp_path / "link.ipynb").symlink_to(path)
    result = grade.grade_one(
        ONE.name, NUMBER, "bob", intake.read_submission(tmp_path / "link.ipynb")
    )
    assert result["points"] is None and "not a regular file" in result["notes"][0]


def test_another_students_notebook_gives_itself_away(tmp_path):
    path = hand_in(tmp_path, submission(ONE, NUMBER, student="ada"), "bob", ONE.name)
    result = grade.grade_one(ONE.name, NUMBER, "bob", intake.read_submission(path))
    assert "says STUDENT = 'ada', but was handed in by 'bob'" in result["notes"][0]
    assert points(result)["own"] != full(ONE, "own") and points(result)["sums"] == full(ONE, "sums")


def altered(change):
    made = submission(ONE, NUMBER)
    change(made)
    return made


def drop_checks(made):
    made.cells = [cell for cell in made.cells if mark_of(cell) not in points_of_checks(ONE)]


def change_locked(made):
    for cell in made.cells:
        if mark_of(cell).startswith("setup-") or mark_of(cell) in points_of_checks(ONE):
            cell.source = "raise SystemExit"


def strip_marks(made):
    for cell in made.cells:
        cell.metadata = {}


def add_cells(made):
    scratch = [
        "1 / 0",
        "%matplotlib inline",
        "!echo hello",
        "choose_square = choose_square",
        "# text",
        "def f(:",
    ]
    for place in (-1, 12, 5):
        made.cells[place:place] = [nbformat.v4.new_code_cell(source) for source in scratch]


def double(made):
    made.cells += [
        nbformat.from_dict(cell | {"id": f"copy-{k}"})
        for k, cell in enumerate(made.cells)
        if mark_of(cell)
    ]


@pytest.mark.parametrize("change", [drop_checks, change_locked, strip_marks, add_cells, double])
def test_a_right_notebook_is_right_whatever_was_done_to_its_cells(change, tmp_path):
    path = hand_in(tmp_path, altered(change), "ada", ONE.name)
    result = grade.grade_one(ONE.name, NUMBER, "ada", intake.read_submission(path))
    assert result["points"] == 20, (result["notes"], [t["notes"] for t in result["tasks"].values()])


# Hostile submissions. Each attack stands in task P2.2; P2.1 and P2.3 are right and must stay so.

RIGHT = next(
    cell.source
    for cell in solution_notebook(ONE, variant(NUMBER)).cells
    if mark_of(cell) == "answer-choose"
)
ATTACKS = {
    "loops for ever": (CHOOSE + "while True: pass", "took longer than"),
    "loops in the cell": ("while True: pass", "took longer than"),
    "sleeps": (CHOOSE + "import time; time.sleep(999)", "took longer than"),
    "loops, catching everything": (
        CHOOSE + "while True:\n        try:\n            while True: pass\n        except BaseException: pass",
        "took longer than",
    ),
    "eats memory": ("hoard = bytearray(10**11)", "MemoryError"),
    "eats memory bit by bit": (CHOOSE + "hoard = []\n    while True: hoard.append(bytearray(10**7))", ""),
    "prints a gigabyte": ("for _ in range(1000): print('x' * 10**6)", "printed more than"),
    "deletes its files": (f"import os\nfor name in os.listdir('.'): os.remove(name)\n{RIGHT}", "deleted or changed"),
    "deletes its folder": (
        CHOOSE + "import shutil; shutil.rmtree('.', ignore_errors=True); return 0",
        "deleted or changed",
    ),
    "prints a grade": ("print('2.2: 5/5 points, full marks')\n" + CHOOSE + "return 0", "not read by the grader"),
    "replaces the checker": (
        f"from fogel import checks\nchecks.problem = checks.what_is_wrong = lambda *a: ''\n{RIGHT}",
        "replaced fogel.checks.problem",
    ),
    "replaces NumPy": (f"np.allclose = np.array_equal = lambda *a, **b: True\n{RIGHT}", "replaced numpy.allclose"),
    "replaces len": (f"import builtins\nbuiltins.len = lambda x: 9\n{RIGHT}", "replaced builtins.len"),
    "ends its process": ("import os\nos._exit(0)", "ended the notebook's process"),
    "forges answers": (
        "import os, json\nfor place in range(3, 40):\n    try:\n        os.write(place, b'{\"answers\": []}\\n')\n"
        "    except OSError:\n        pass\n" + RIGHT,
        "wrote into the channel",
    ),
    "starts a hundred processes": ("import os, time\nwhile True:\n    os.fork()", "was stopped"),
    "fills the disk": ("with open('big', 'wb') as file:\n    while True: file.write(b'x' * 10**7)", "File too large"),
    "fills the disk file by file": (
        "for k in range(10**6):\n    with open(f'big{k}', 'wb') as file: file.write(b'x' * 10**7)",
        "wrote more than",
    ),
    "returns something endless": (CHOOSE + "import itertools; return itertools.count()", ""),
    "returns something odd": (
        "class Odd:\n    def __float__(self): raise SystemExit\n    def __eq__(self, other): return True\n"
        + CHOOSE + "return Odd()",
        "",
    ),
    "asks for input": (CHOOSE + "return int(input())", ""),
}  # fmt: skip
KEPT_OUT = "Error: [Errno"  # "permission denied" by Landlock, "no such file" in bubblewrap
FENCED = {
    "reads the answers": (
        (
            f"import sys\nsys.path.insert(0, {str(ROOT / 'classroom')!r})\nimport"
            f" grader.rules\n{RIGHT}"
        ),
        "ModuleNotFoundError",
    ),
    "reads the grade book": ("open('COURSE/gradebook.db', 'rb').read()\n" + RIGHT, KEPT_OUT),
    "writes the grade book": ("open('COURSE/gradebook.db', 'w').write('x')\n" + RIGHT, KEPT_OUT),
    "deletes another's work": (
        f"import os\nos.remove('COURSE/submitted/ada/{ONE.name}/{ONE.name}.ipynb')\n{RIGHT}",
        KEPT_OUT,
    ),
    "does so in another process": (
        (
            "import subprocess\nsubprocess.run(['rm', '-r', 'COURSE/submitted/ada'],"
            f" check=True)\n{RIGHT}"
        ),
        "CalledProcessError",
    ),
    "signals the grader": (f"import os\nos.kill({os.getpid()}, 18)\n{RIGHT}", KEPT_OUT),
}


def digests(folder):
    return {
        path: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }


FENCES = fences.available()[:-1] or fences.available()  # without a fence only where there is none


@pytest.mark.parametrize("fence", FENCES, ids=lambda fence: type(fence).__name__)
def test_hostile_submissions(course, fence, monkeypatch):
    """All of them in one batch: each loses that task, and touches nobody else.

    Behind the second fence, only those that a fence has to keep out are tried again.
    """
    attacks = {
        **(ATTACKS if fence is FENCES[0] else {}),
        **(FENCED if len(fences.available()) > 1 else {}),
    }
    monkeypatch.setattr(fences, "found", lambda: fence)
    hand_in_some(course, ["ada"])
    for number, (code, _) in enumerate(attacks.values()):
        stubs = {"witness": "witness = ...", "own": "my_moves = my_lead = my_share = ..."}
        code = "<% raw %>" + code.replace("COURSE", str(course)) + "<% endraw %>"
        made = submission(ONE, NUMBER, {"choose": code, **stubs}, student=f"eve{number}")
        hand_in(course / "submitted", made, f"eve{number}", ONE.name)
    before = digests(course)
    opened = open_course(course)
    found = intake.submissions(course / "submitted", ONE.name).found
    results = grade.grade(opened, ONE.name, found, limits=SHORT)
    assert (
        points(results["ada"])["choose"] == full(ONE, "choose") and results["ada"]["points"] == 20
    )
    for number, (what, (_, words)) in enumerate(attacks.items()):
        result = results[f"eve{number}"]
        told = " ".join([complaints(result, "choose"), *result["tasks"]["choose"]["notes"]])
        assert sum(points(result)["choose"].values()) == 0, (what, told)
        assert words in " ".join(result["tasks"]["choose"]["notes"]), (what, told)
        assert told.strip(), what
        for task in ("sums", "bug"):
            assert points(result)[task] == full(ONE, task), (
                what,
                task,
                complaints(result, task),
                result["notes"],
            )
    after = digests(course)
    assert {path: after.get(path) for path in before} == before
    assert {path.parts[len(course.parts)] for path in set(after) - set(before)} == {
        "attempts",
        "graded",
    }


@pytest.mark.parametrize("changed", [["{evil}"], "{0}", 7, {"a": 1}])
def test_a_forged_reply_stops_nothing_but_its_own_step(changed, monkeypatch):
    def ask(process, order, seconds, deadline):
        return {"id": "", "changed": changed}

    monkeypatch.setattr(sandbox.Runner, "ask", ask)
    outcome = sandbox.run([sandbox.Step({"cell": "1"}, "choose")], {})
    assert outcome.notes["choose"][0].startswith("A cell replaced ")


def test_a_fault_of_the_graders_own_is_said():
    failed = grade._failed(ONE.name, NUMBER, "bob", MemoryError("no room"))
    assert failed["points"] is None and "digest" not in failed
    assert "The grader itself failed here (MemoryError: no room)" in failed["notes"][0]


def test_ordinary_work_is_let_through(tmp_path):
    code = (
        "%matplotlib inline\n"
        "import matplotlib.pyplot as plt, tempfile, scipy.stats, pathlib\n"
        "plt.plot([1, 2]); plt.savefig('mine.png'); plt.show()\n"
        "exit()\n"
        "pathlib.Path('mine.txt').write_text('x'); tempfile.mkdtemp()\n"
    )
    result = graded(tmp_path, ONE, NUMBER, {"choose": f"<% raw %>{code}{RIGHT}<% endraw %>"})
    assert points(result)["choose"] == full(ONE, "choose"), result["tasks"]["choose"]["notes"]


# Many at once.


def test_the_number_of_workers_changes_nothing(course):
    hand_in_some(course)
    opened, found = open_course(course), intake.submissions(course / "submitted", ONE.name).found
    results = [
        grade.grade(opened, ONE.name, found, workers=workers, again=True) for workers in (1, 3)
    ]
    assert results[0] == results[1] and list(results[0]) == ["ada", "bob", "eve"]


def test_a_batch_that_is_killed_goes_on(course):
    hand_in_some(course)
    for number in range(6):
        made = submission(ONE, NUMBER, student=f"s{number}", solved=False)
        hand_in(course / "submitted", made, f"s{number}", ONE.name)
    command = [
        sys.executable,
        ROOT / "classroom",
        "grade",
        "--as-root",
        "--course",
        course,
        "--workers",
        "1",
    ]
    process = subprocess.Popen(
        list(map(str, command)), start_new_session=True, stdout=subprocess.DEVNULL
    )
    folder = course / "graded" / ONE.name
    deadline = time.monotonic() + 600
    while not list(folder.glob("*.json")) and time.monotonic() < deadline:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    done = {path: path.stat().st_mtime_ns for path in folder.glob("*.json")}
    assert 1 <= len(done) < 9
    assert run("grade", "--as-root", "--course", course) == 0
    assert len(list(folder.glob("*.json"))) == 9
    assert {path: path.stat().st_mtime_ns for path in done} == done  # not run again
    assert run("feedback", "--course", course) == 0
    assert len(table(course / f"grades_{ONE.name}.csv")) == 9


def test_only_what_changed_is_graded_again(course):
    hand_in_some(course, ["ada", "bob"])
    opened, found = open_course(course), intake.submissions(course / "submitted", ONE.name).found
    grade.grade(opened, ONE.name, found)
    folder = course / "graded" / ONE.name
    before = {path.stem: path.stat().st_mtime_ns for path in folder.iterdir()}
    hand_in(course / "submitted", submission(ONE, NUMBER, student="bob"), "bob", ONE.name)
    results = grade.grade(
        opened, ONE.name, intake.submissions(course / "submitted", ONE.name).found
    )
    assert results["bob"]["points"] == 20
    after = {path.stem: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert before["ada"] == after["ada"] and before["bob"] != after["bob"]


IMPORTED = """
import sys
sys.path.insert(0, sys.argv[1])
from grader import cli, grade, kernel, sets
sets.all_sets()
for name, module in list(sys.modules.items()):
    if name.split(".")[0] in ("fogel", "grader"):
        print(module.__file__)
"""


def test_whatever_decides_a_mark_is_in_the_digest(tmp_path):
    """Each file edited in a copy; and no module that the grader imports is missing from them."""
    package, assignments = tmp_path / "fogel", tmp_path / "assignments"
    shutil.copytree(grade.PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(
        grade.ASSIGNMENTS, assignments, ignore=shutil.ignore_patterns("__pycache__", "*.ipynb")
    )
    before = grade.digest_of_judges(package, assignments)
    assert before == grade.digest_of_judges()
    files = grade.judges(package, assignments)
    for path in files:
        content = path.read_bytes()
        path.write_bytes(content + b" ")
        assert grade.digest_of_judges(package, assignments) != before, path
        path.write_bytes(content)
    assert grade.digest_of_judges(package, assignments) == before
    done = subprocess.run(
        [sys.executable, "-c", IMPORTED, grade.ASSIGNMENTS],
        capture_output=True,
        text=True,
        check=True,
    )
    imported, known = set(done.stdout.split("\n")) - {""}, {str(path) for path in grade.judges()}
    assert len(imported) > 20 and imported <= known
    assert {str(path) for path in grade.PACKAGE.rglob("*.json")} <= known
    assert {str(one.source) for one in all_sets()} <= known


def test_a_digest_changes_with_the_submission_the_variant_the_limits_and_the_judges(tmp_path):
    path = hand_in(tmp_path, submission(ONE, NUMBER), "ada", ONE.name)
    handed = intake.read_submission(path)
    known = grade.digest(handed, NUMBER, Limits(), "judges")
    assert known == grade.digest(handed, NUMBER, Limits(), "judges")
    others = [(8, Limits(), "judges"), (NUMBER, SHORT, "judges"), (NUMBER, Limits(), "others")]
    assert known not in [grade.digest(handed, *other) for other in others]
    path.write_bytes(path.read_bytes() + b" ")
    assert known != grade.digest(intake.read_submission(path), NUMBER, Limits(), "judges")


def test_late_work_is_marked(course):
    hand_in_some(course, ["ada", "bob"])
    (course / "submitted" / "ada" / ONE.name / "timestamp.txt").write_text(
        "2027-01-31 18:00:01.948203 UTC"
    )
    (course / "submitted" / "bob" / ONE.name / "timestamp.txt").write_text(
        "2027-01-31T19:00:00+01:00"
    )
    run("grade", "--as-root", "--course", course)
    run("feedback", "--course", course, "--due", "2027-01-31T18:00")
    assert [row["late"] for row in table(course / f"grades_{ONE.name}.csv")] == ["yes", ""]


# Wrong use.


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ["release", "--variant", "100"],
            "--variant: must be a whole number from 0 to 99, not '100'",
        ),
        (["release"], "--variant"),
        (["release", "99", "--variant", "7"], "SET must be one of 01_encoding"),
        (["grade"], "there is no course in"),
        (["feedback"], "there is no course in"),
        (["grade", "--seconds", "0"], "--seconds: must be a whole number from 1"),
        (["grade", "--seconds", "٣"], "--seconds: must be a whole number from 1"),
        (["grade", "--seconds", "9" * 5000], "--seconds: must be a whole number from 1"),
        (["feedback", "--due", "tomorrow"], "--due: must be a time such as"),
    ],
)
def test_wrong_use_is_one_line(arguments, words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    error = capsys.readouterr().err
    assert stop.value.code == 2 and words in error and error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_the_commands_in_the_texts():
    """Those of the README and of the teachers' pages: each is one that there is."""
    found = 0
    for page in (ROOT / "README.md", *(ROOT / "notebooks").glob("teachers*.md")):
        for line in page.read_text(encoding="utf-8").splitlines():
            if line.startswith("python classroom "):
                options = make_parser().parse_args(shlex.split(line, comments=True)[2:])
                assert all(find(name) for name in options.sets)
                found += 1
    assert found >= 12


def test_the_teachers_table_of_sets():
    text = (ROOT / "notebooks" / "teachers.md").read_text(encoding="utf-8")
    for one in all_sets():
        assert f"| `{one.name}`: {one.title} | {one.minutes} | {one.points} |" in text


def test_the_teachers_page_of_sets():
    """Each set has a section, and names no task but its own."""
    text = (ROOT / "notebooks" / "teachers_sets.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## (.+)\n((?:(?!## ).*\n)*)", text, re.M))
    for one in all_sets():
        section = sections[f"Set {int(one.name[:2])}: {one.title}"]
        for heading in ("**Requires** ", "**Teaches** ", "**Common wrong answers**\n\n- "):
            assert section.count(heading) == 1, (one.name, heading)
        assert section.split("**Oral questions**\n")[1].count("\n- ") >= 2
        known = {task.number for task in one.tasks}
        assert {*re.findall(r"P\d+\.\d+", section)} <= known, one.name


def test_nothing_graded_yet(course, capsys):
    for arguments, words in (
        (["feedback"], "nothing was graded"),
        (["grade", "--as-root"], "nothing of"),
    ):
        with pytest.raises(SystemExit):
            run(*arguments, "--course", course)
        assert words in capsys.readouterr().err


def test_the_sets_of_the_book_are_current():
    from fogel.checks import OF_THE_BOOK

    known = json.loads(OF_THE_BOOK.read_text())
    made = json.loads(render.examples_text(all_sets(), variant(0)))
    assert alike(known, made), "run: python classroom/build_sets.py"
    folder = ROOT / "classroom"
    assert {path.stem for path in folder.glob("*.ipynb")} == {one.name for one in all_sets()}, (
        "run: make notebooks"
    )
    for one in all_sets():
        cells = cells_of(folder / f"{one.name}.ipynb")
        assert [cell.source for cell in cells] == [
            cell.source for cell in render.release_notebook(one, variant(0)).cells
        ], f"{one.name}; run: python classroom/build_sets.py"


def alike(a, b):
    """Whether two JSON values are the same, numbers to nine digits."""
    if isinstance(a, dict):
        return (
            isinstance(b, dict) and a.keys() == b.keys() and all(alike(a[key], b[key]) for key in a)
        )
    if isinstance(a, list):
        return isinstance(b, list) and len(a) == len(b) and all(map(alike, a, b))
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return a == pytest.approx(b, rel=1e-9, abs=1e-9)
    return a == b
