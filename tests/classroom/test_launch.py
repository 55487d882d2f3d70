"""How a submission's process is started: forked or as a new Python, it finds the same; and whoever
ends the forkserver has gained nothing.
"""

import os
import signal
from pathlib import Path

import pytest

pytest.importorskip(
    "nbgrader", reason="the classroom is not installed: pip install -e .[classroom]"
)
import classroom  # noqa: F401 - which puts the grader on the path
from grader import folders, launch, sandbox
from grader.sandbox import Step, run

pytestmark = pytest.mark.skipif(not launch.FORKED, reason="only Linux forks submissions")

LOOK = """
import os, resource, signal, sys, threading
import numpy as np, fogel

def is_open(place):
    try:
        os.fstat(place)
    except OSError:
        return False
    return True

places = [place for place in range(256) if is_open(place)]
limits = [list(resource.getrlimit(getattr(resource, f"RLIMIT_{name}"))) for name in ("AS", "FSIZE", "CORE", "NOFILE")]
signals = [str(signal.getsignal(number)) for number in sorted(signal.valid_signals())]
session = [os.getsid(0) == os.getpid(), os.getpgid(0) == os.getpid(), os.getppid() != 1]
place = [os.path.basename(os.getcwd()), sorted(os.listdir("."))]
environment = sorted((name, value.replace(os.path.dirname(os.getcwd()), "")) for name, value in os.environ.items())
python = [fogel.__file__, sys.executable, list(sys.flags), sys.path, sys.stdout.encoding, sys.stdout.isatty()]
quiet = [threading.active_count(), "grader" in sys.modules, "runner" in sys.modules, "matplotlib" in sys.modules]
"""
SEEN = ("places", "limits", "signals", "session", "place", "environment", "python", "quiet")


def asked(code, *names):
    """The answers to these names after a cell, in a process of its own, and what was noted."""
    steps = [Step({"cell": code}, "a"), Step({"task": {"ask": "values", "names": names}}, "a")]
    outcome = run(steps, {"given": b"1"})
    return [
        answer.get("value", answer) for answer in outcome.replies["a"].get("answers", [])
    ], outcome.notes


def test_a_forked_process_finds_what_a_new_one_finds(monkeypatch):
    forked = asked(LOOK, *SEEN)
    monkeypatch.setattr(launch, "FORKED", False)
    new = asked(LOOK, *SEEN)
    assert forked[1] == new[1] == {}
    for name, here, there in zip(SEEN, forked[0], new[0], strict=True):
        assert here == there and here, name


@pytest.mark.parametrize("forked", [True, False])
def test_a_batch_in_the_background_hands_on_no_ignored_ctrl_c(forked, monkeypatch):
    """As the shell lets what runs in the background ignore it."""
    monkeypatch.setattr(launch, "FORKED", forked)
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    launch.give_up()  # the next forkserver is started now
    try:
        assert "default_int_handler" in asked(LOOK, "signals")[0][0][signal.SIGINT - 1]
    finally:
        signal.signal(signal.SIGINT, before)
        launch.give_up()


def test_nothing_of_one_submission_is_found_by_the_next():
    leave = (
        "import os, random\nnp.left = os.environ['LEFT'] = 'x'\nopen('left',"
        " 'w').close()\nrandom.left = 1\n"
    )
    drawn = "drawn = [float(np.random.random()), random.random()]\n"
    found = (
        "found = [hasattr(np, 'left'), hasattr(random, 'left'), 'LEFT' in os.environ,"
        " os.path.exists('left')]\n"
    )
    (first, left), notes = asked(leave + drawn + found, "drawn", "found")
    (second, clean), _ = asked(f"import os, random\n{drawn}{found}", "drawn", "found")
    assert left == [True] * 4 and clean == [False] * 4 and notes == {}
    assert not {*first} & {*second}  # not one state of chance for all


def test_an_exit_code_is_told():
    assert "(exit code 3)" in asked("import os; os._exit(3)")[1]["a"][0]
    assert "(exit code 137)" in asked("import os; os.kill(os.getpid(), 9)")[1]["a"][0]


@pytest.mark.parametrize("deed", [signal.SIGKILL, signal.SIGSTOP])
def test_a_zygote_that_was_ended_or_stopped_is_replaced(deed, monkeypatch):
    monkeypatch.setattr(launch, "FORKING", 1.0)
    launch.give_up()
    before = launch.forkserver()
    with folders.fresh({}) as folder, sandbox.Runner(folder, sandbox.Limits()) as under_way:
        os.kill(before.child.pid, deed)
        assert asked("a = 1", "a") == ([1], {})
        reply = under_way.ask({"cell": "1 / 0"}, 10, sandbox.Clock(60))
    assert "ZeroDivisionError" in reply["error"]  # who was at work goes on
    assert launch.forkserver() is not before and before.child.returncode is not None
    launch.give_up()


def test_without_a_zygote_there_is_a_new_python(monkeypatch, tmp_path):
    launch.give_up()
    broken = tmp_path / "forkserver.py"
    broken.write_text("raise SystemExit('no')")
    monkeypatch.setattr(launch, "FORKSERVER", broken)
    assert asked("a = 1", "a") == ([1], {})
    assert launch.forkserver.cache_info().currsize == 0


@pytest.mark.skipif(not sandbox.fence_kind(), reason="there is no fence here")
def test_a_submission_can_neither_end_the_zygote_nor_write_into_it():
    launch.prepare()
    forkserver = launch.forkserver().child.pid
    assert Path(f"/proc/{forkserver}/mem").exists()
    for deed in (
        f"os.kill({forkserver}, 9)",
        f"open('/proc/{forkserver}/mem', 'r+b')",
        "os.kill(os.getppid(), 19)",
    ):
        # In namespaces of its own it does not even see them.
        said = asked(f"import os\n{deed}")[1]["a"][0]
        assert any(
            f"{error}Error" in said for error in ("Permission", "ProcessLookup", "FileNotFound")
        ), (deed, said)
    assert launch.forkserver().child.poll() is None


def test_a_zygote_ends_with_the_last_who_could_ask_it():
    launch.give_up()
    forkserver = launch.forkserver()
    forkserver.socket.close()
    assert forkserver.child.wait(timeout=60) == 0
    launch.give_up()
