"""What comes in: files that never end, notebooks that are none, ids that can't be; and what
outlives them.
"""

import json
import os
import signal
import subprocess
import sys
import unicodedata
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip(
    "nbgrader", reason="the classroom is not installed: pip install -e .[classroom]"
)
from classroom import ROOT, hand_in, submission
from fogel.checks.variant import variant
from fogel.core import files
from grader import cli, folders, grade, intake, meter, sandbox, untrusted
from grader.course import Course
from grader.intake import read_submission, submissions
from grader.limits import Limits
from grader.sandbox import Step, run
from grader.sets import find

ONE = find("02")
NUMBER = 7
# Files.


def a_pipe(path):
    os.mkfifo(path)


def zeros(path):
    path.symlink_to("/dev/zero")


def a_link(path):
    path.with_name("real").write_text("{}")
    path.symlink_to(path.with_name("real"))


def endless(path):
    with open(path, "wb") as file:
        file.truncate(2**40)


@pytest.mark.parametrize("make", [a_pipe, zeros, a_link, endless, Path.mkdir])
def test_no_kind_of_file_keeps_the_grader_waiting(make, tmp_path):
    path = tmp_path / "x.ipynb"
    make(path)
    with pytest.raises(ValueError, match=r"not a regular file|at most"):
        untrusted.taken(path)
    assert len(grade.digest(read_submission(path), NUMBER, Limits(), "judges")) == 64
    result = grade.grade_one(ONE.name, NUMBER, "ada", read_submission(path))
    assert result["points"] is None and "can't be read: " in result["notes"][0]


@pytest.mark.parametrize("make", [a_pipe, zeros, a_link])
def test_a_stamp_that_is_no_file_is_none(make, tmp_path):
    make(tmp_path / "timestamp.txt")
    (tmp_path / "x.ipynb").write_text("{}")
    assert read_submission(tmp_path / "x.ipynb").handed_in.endswith("+00:00")


# Notebooks.


def notebook(*cells):
    return json.dumps({"nbformat": 4, "cells": cells}).encode()


def test_whatever_a_cell_lacks_is_taken_as_empty():
    odd = [
        {},
        {"cell_type": "code", "source": 3, "metadata": []},
        {
            "cell_type": "code",
            "source": ["a", 1, "b"],
            "metadata": {"nbgrader": {"grade_id": ["x"]}},
        },
        {
            "cell_type": ["code"],
            "source": "\ud800x\r\ny",
            "metadata": {"nbgrader": {"grade_id": "why"}},
        },
    ]
    # With a byte-order mark, as some editors write.
    read = intake.cells_of(b"\xef\xbb\xbf" + notebook(*odd))
    assert [(cell.is_code, cell.source, cell.mark) for cell in read] == [
        (False, "", ""), (True, "", ""), (True, "ab", ""), (False, "\ufffdx\ny", "why")
    ]  # fmt: skip


@pytest.mark.parametrize("depth", [101, 5000, 200_000])
def test_what_is_nested_too_deeply_is_not_read(depth):
    with pytest.raises(ValueError, match=r"lists within lists|not JSON"):
        untrusted.parsed(b"[" * depth + b"]" * depth)
    assert untrusted.parsed(b"[" * 100 + b"1" + b"]" * 100)


@pytest.mark.parametrize(
    ("said", "student"),
    [
        ('"ada"', "ada"),
        ("'O\"Brien'  # me", 'O"Brien'),
        ("00123", "00123"),
        ('"Zo\u0065\u0308"', "Zo\u00eb"),
        ("-" * 300_000 + "1", ""),
        ('"' + "x" * 5_000_000 + '"', "x" * 100 + "…"),
        ('"a\ud800b"', "a\ufffdb"),
        ("name()", ""),
    ],
)
def test_who_a_notebook_says_it_is_by(said, student):
    cell = {"cell_type": "code", "source": f"\nSTUDENT = {said}\n"}
    assert intake.named_student(intake.cells_of(notebook(cell))) == student


# Names of folders.


def test_names_that_are_none_are_said_and_stop_nobody(tmp_path):
    made = submission(ONE, NUMBER)
    names = ["ada", "bob", "x" * 252, "class.html", ".hidden", unicodedata.normalize("NFD", "Zoë")]
    for name in names:
        (tmp_path / name).mkdir()
        (tmp_path / name / f"{ONE.name}.ipynb").write_text("{}")
    (tmp_path / "eve").symlink_to("ada")
    (tmp_path / ".DS_Store").mkdir()
    raw = os.path.join(os.fsencode(tmp_path), b"M\xfcller")
    os.mkdir(raw)
    with open(os.path.join(raw, f"{ONE.name}.ipynb".encode()), "w") as file:
        file.write("{}")
    found, left_out = intake.submissions(tmp_path, ONE.name)
    assert set(found) == {"ada", "bob", "Zo\u00eb"}
    said = "\n".join(left_out)
    assert len(left_out) == 5 and said.encode()
    for words in ("eve/", ".hidden/", "M\\udcfcller", "'class.html' can't be", "x" * 40):
        assert words in said, words
    assert "links are not followed" in said and "it is hidden" in said
    hand_in(tmp_path, made, unicodedata.normalize("NFC", "Zoë"), ONE.name)
    assert "are all by 'Zo\u00eb'" in " ".join(intake.submissions(tmp_path, ONE.name).left_out)


# What a submission does, and what becomes of the others. One batch for all.

SLEEP = f"import time; time.sleep(987.{os.getpid()})"  # by which ours are known among all processes
ORPHANS = """
import os, sys
for name in list(os.environ):
    del os.environ[name]
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.execve(sys.executable, ["python", "-c", "SLEEP"], {})
    os._exit(0)
os.wait()
""".replace("SLEEP", SLEEP)
STEPS = {
    "a pipe for a file": ("os.remove('given'); os.mkfifo('given')", "deleted or changed given"),
    "a device for a file": ("os.remove('given'); os.symlink('/dev/zero', 'given')", "deleted or changed given"),
    "brackets": (
        "for k in range(3, 40):\n    try: os.write(k, b'[' * 200_000 + b'\\n')\n    except OSError: pass",
        "channel",
    ),
    "folders": ("for k in range(1500): os.mkdir('d'); os.chdir('d')", "folders within folders"),
    "no streams": ("import sys\nsys.stdout = sys.stderr = sys.excepthook = sys.displayhook = None", ""),
    "no shell": ("get_ipython().run_cell = None", "replaced get_ipython().run_cell"),
    "no copies": ("import copy\ncopy.deepcopy = lambda thing: thing", "replaced copy.deepcopy"),
    "no runner": (
        "import sys\ndef reach(frame):\n    while 'run_task' not in frame.f_globals: frame = frame.f_back\n"
        "    frame.f_globals['run_task'] = lambda *a: {}\nreach(sys._getframe())",
        "replaced the grader's run_task",
    ),
    "half a letter": ("raise ValueError('\\ud800' + 'x' * 9_000)", "ValueError: \ufffdx"),
    "an error in an error": (
        "class Lost(Exception):\n    def __str__(self):\n        raise self\nraise Lost",
        "A cell stopped with Lost (line 5 of its cell)",
    ),
    "orphans": (ORPHANS, ""),
}  # fmt: skip


def chatty(names):
    """A right function that says what it does, to be asked about 4,000 cases."""
    return {
        "ask": "function",
        "function": "f",
        "pure": False,
        "constants": [1],
        "cases": [[0]] * 4000,
    }


@pytest.fixture(scope="module")
def outcome(tmp_path_factory):
    """All of these cells in one notebook, each with the name of what it does."""
    steps = [Step({"cell": "import os\ndef f(x):\n    print('x' * 1000)\n    return x"})]
    steps += [Step({"cell": f"import os\n{code}"}, name) for name, (code, _) in STEPS.items()]
    steps += [Step({"task": chatty(None)}, "f")]
    place = tmp_path_factory.mktemp("temporary")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(folders.tempfile, "tempdir", str(place))
        found = run(steps, {"given": b"12345"}, Limits())
    assert list(place.iterdir()) == []
    return found


@pytest.mark.parametrize("name", STEPS)
def test_a_cell_is_blamed_for_what_it_did_and_no_other(name, outcome):
    said, words = " ".join(outcome.notes.get(name, [])), STEPS[name][1]
    assert words in said and bool(words) == bool(said), said
    assert len(said) < 1000


def test_a_right_function_may_print_and_comes_after_all_that(outcome):
    assert outcome.replies["f"]["answers"] == [{"value": 1}] * 4000 and "f" not in outcome.notes


def test_nothing_outlives_a_submission(outcome):
    import psutil

    left = []
    for process in psutil.process_iter():
        try:
            left += [process.pid] if SLEEP in process.cmdline() else []
        except psutil.Error:
            continue
    assert left == []


def test_orphans_count():
    many = ORPHANS.replace(
        "if os.fork() == 0:\n        os.exec",
        "for _ in range(6):\n      if os.fork() == 0:\n        os.exec",
    )
    said = run(
        [Step({"cell": f"{many}\nwhile True: pass"}, "a")], {}, replace(Limits(), processes=4)
    ).notes
    assert "started more than 4 processes" in " ".join(said["a"])


def test_many_short_cells_take_no_longer_than_the_notebook_may():
    steps = [Step({"cell": "import time; time.sleep(0.25)"})] * 400 + [
        Step({"task": chatty(None)}, "f")
    ]
    found = run(steps, {}, replace(Limits(), notebook_seconds=2))
    assert found.replies == {} and found.notes == {
        "": ["Here the time for the whole notebook was used up."],
        "f": ["The time for the whole notebook was used up before this task was answered."],
    }


# A batch.


@pytest.fixture
def course(tmp_path):
    """A course without a release: enough to grade in."""
    (tmp_path / "course").mkdir()
    return Course(tmp_path / "course", variant(NUMBER), (ONE,))


def fail_for(student, deed, monkeypatch):
    """A grade_one that does something else for one student; only workers that are forked know of
    it.
    """

    def graded(name, number, who, path, limits):
        if who == student:
            deed()
        return grade.blank(name, number, who, "not run here")

    monkeypatch.setattr(grade, "grade_one", graded)
    monkeypatch.setattr(
        grade, "ProcessPoolExecutor", partial(ProcessPoolExecutor, mp_context=get_context("fork"))
    )


def end_worker():
    os.kill(os.getpid(), signal.SIGKILL)


def no_room():
    raise OSError(28, "No space left on device", "/tmp/x")


def stumble():
    raise RecursionError("\ud800" * 500)


def found_in(course, students):
    for student in students:
        hand_in(course.path("submitted"), submission(ONE, NUMBER, solved=False), student, ONE.name)
    return submissions(course.path("submitted"), ONE.name).found


@pytest.mark.parametrize(
    ("deed", "words"), [(end_worker, "BrokenProcessPool"), (stumble, "RecursionError")]
)
def test_a_fault_of_ours_is_noted_once_and_stops_nobody(deed, words, course, monkeypatch):
    found = found_in(course, ["ada", "bob", "eve"])
    fail_for("bob", deed, monkeypatch)
    results = grade.grade(course, ONE.name, found, workers=2)
    assert set(results) == {*found}
    assert (
        "grader itself failed" in results["bob"]["notes"][0] and words in results["bob"]["notes"][0]
    )
    assert (
        "not run here" in results["ada"]["notes"][0]
        and "not run here" in results["eve"]["notes"][0]
    )
    asked = []

    def graded(jobs, workers):
        asked.extend(student for _, _, student, *_ in jobs.values())
        return ((attempt, results[job[2]] | {"points": 3.0}) for attempt, job in jobs.items())

    monkeypatch.setattr(grade, "_graded", graded)
    again = grade.grade(course, ONE.name, found)
    assert asked == ["bob"] and again["bob"]["points"] == 3.0  # the others don't run again
    assert all(again[who] == results[who] for who in ("ada", "eve"))


def test_a_full_disk_is_one_sentence_and_what_was_graded_is_kept(course, monkeypatch, capsys):
    found = found_in(course, ["ada", "bob"])
    fail_for("bob", no_room, monkeypatch)
    monkeypatch.setattr("grader.course.open_course", lambda root: course)
    monkeypatch.setattr("grader.book.enter", lambda *rest: pytest.fail("it should have stopped"))
    with pytest.raises(SystemExit) as stop:
        cli.main(["grade", "--as-root", "--course", str(course.root), "--workers", "1"])
    said = capsys.readouterr().err
    assert (
        stop.value.code == 2
        and said.count("\n") == 1
        and "No space left on device: /tmp/x. What was" in said
    )
    assert [path.name for path in course.path("graded", ONE.name).iterdir()] == [
        "ada.json"
    ] and len(found) == 2


def test_two_commands_in_one_course(course, monkeypatch, capsys):
    monkeypatch.setattr("grader.course.open_course", lambda root: course)
    with course.locked():
        # A release adds to those before.
        for command in (["grade"], ["feedback"], ["release", "--variant", "7"]):
            with pytest.raises(SystemExit):
                cli.main([*command, "--course", str(course.root)])
            assert "another command is at work" in capsys.readouterr().err
    with course.locked():
        pass


def test_what_a_killed_grader_left_is_swept(tmp_path, monkeypatch):
    monkeypatch.setattr(folders.tempfile, "tempdir", str(tmp_path))
    code = (
        "import sys, time; sys.path.insert(0, sys.argv[1])\nfrom grader import folders\n"
        "with folders.fresh({}) as folder:\n"
        "    (folder / 'd').mkdir()\n    print(folder.parent, flush=True)\n    sys.stdin.read()\n"
    )
    command = [sys.executable, "-c", code, str(ROOT / "classroom")]
    env = {**os.environ, "TMPDIR": str(tmp_path)}
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env
    )
    left = Path(process.stdout.readline().strip())
    folders.sweep()
    assert left.parent == tmp_path and left.exists()  # somebody is at work in it
    process.kill()
    process.communicate()
    assert left.exists()
    folders.sweep()
    assert not left.exists() and not folders.lock_of(left).exists()


def test_a_deep_folder_that_nobody_may_enter_is_removed(tmp_path):
    root = place = tmp_path / "root"
    for depth in range(60):
        place.mkdir()
        (place / "file").write_text("x")
        place = place / ("d" * 100)
        if depth == 30:
            break
    (tmp_path / "kept").write_text("x")
    (root / "link").symlink_to(tmp_path)
    (root / ("d" * 100)).chmod(0)
    folders.remove(root)
    assert not root.exists() and (tmp_path / "kept").exists()


def test_reading_does_not_follow_links_where_it_should_not(tmp_path):
    (tmp_path / "a").write_text("x")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    assert files.read_bytes(tmp_path / "b", 1) == b"x"
    with pytest.raises(ValueError, match="not a regular file"):
        files.read_bytes(tmp_path / "b", 1, links=False)
    with pytest.raises(ValueError, match="at most 0 bytes"):
        files.read_bytes(tmp_path / "a", 0)


def test_an_order_arrives_whole_where_a_pipe_takes_parts_of_it():
    class Narrow(list):
        def write(self, part):
            self.append(bytes(part[:3]))
            return len(self[-1])

    process, order = object.__new__(sandbox.Runner), {"cell": "x" * 100}
    process.child = SimpleNamespace(stdin=Narrow())
    process._send(order).join()
    assert json.loads(b"".join(process.child.stdin)) == order and len(process.child.stdin) > 30


def test_the_time_in_which_the_grader_itself_was_stopped_is_nobodys(monkeypatch):
    moments = iter([0.0, 0.25, 0.5, 3600.5, 3600.75])
    monkeypatch.setattr(sandbox.time, "monotonic", lambda: next(moments))
    monkeypatch.setattr(sandbox.time, "process_time", lambda: 0.0)
    clock = sandbox.Clock(1.25)
    assert [clock.look() for _ in range(3)] == [0.25, 0.5, 1.0]
    assert clock.look() == 1.25  # not more than it may be
    monkeypatch.setattr(sandbox.time, "monotonic", lambda: 3601.0)
    with pytest.raises(sandbox.TimeIsUp):
        clock.look()


def test_the_time_in_which_the_grader_reads_a_long_reply_is_the_submissions(monkeypatch):
    moments, work = iter([0.0, 4.0]), iter([0.0, 3.0])
    monkeypatch.setattr(sandbox.time, "monotonic", lambda: next(moments))
    monkeypatch.setattr(sandbox.time, "process_time", lambda: next(work))
    assert sandbox.Clock(10).look() == 3.5


def test_a_machine_that_is_busy_makes_nobody_fail(monkeypatch):
    """A step is not stopped for the time in which others had the processor; a sleep is another
    matter.
    """
    steps = [Step({"cell": "import time; time.sleep(1.5)"}, "a")]
    tight = replace(Limits(), seconds=0.3)
    assert "took longer than" in " ".join(run(steps, {}, tight).notes["a"])
    clock = iter(range(0, 10**6, 10))
    monkeypatch.setattr(meter, "_kept_waiting", lambda process: next(clock))
    assert run(steps, {}, tight).notes == {}


INTERRUPTED = """
import os, runpy, signal, sys
class Hook:
    @staticmethod
    def find_spec(name, *rest):
        if name == "grader.limits":
            os.kill(os.getpid(), signal.SIGINT)
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background has it ignored
sys.meta_path.insert(0, Hook)
runpy.run_path(sys.argv[1], run_name="__main__")
"""


@pytest.mark.skipif(os.name != "posix", reason="it sends a signal")
def test_ctrl_c_while_it_imports_is_one_line():
    command = [sys.executable, "-c", INTERRUPTED, str(ROOT / "classroom")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (130, "interrupted; nothing has begun\n")
