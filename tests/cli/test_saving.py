"""Commands that are interrupted: killed, stopped by Ctrl-C, out of room, two at once; and that go
on.
"""

import errno
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from same import tree
from systems import needs

from fogel.cli import main, stopping
from fogel.core import workers

CURVE = "curve --trials 4 --generations 300 --parents 10 --out"
LONG = ["--generations", "100000"]


def results(folder):
    """The files of a folder but for what was saved on the way, and what stands in them."""
    return {
        name: content
        for name, content in tree(folder).items()
        if not re.match(r"(.*\.)?saved/", name)
    }


@pytest.fixture(scope="module")
def whole_folder(tmp_path_factory):
    """The folder of a run that nobody interrupted."""
    folder = tmp_path_factory.mktemp("whole")
    assert main([*CURVE.split(), str(folder)]) == 0
    return folder


# Ctrl-C.


def program(arguments, **options):
    """The program, in a session of its own, so that all of its processes can be sent what a
    terminal sends.
    """
    return subprocess.Popen(
        [sys.executable, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        **options,
    )


def wait_for(process, path):
    while not path.exists():
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)


@needs("signals")
@pytest.mark.parametrize("more", [[], ["--validate", "--workers", "2"]], ids=["", "validate"])
def test_ctrl_c_ends_everything_with_one_line(tmp_path, more):
    process = program(
        ["-m", "fogel", "curve", *LONG, *more, "--trials", "2", "--out", str(tmp_path)]
    )
    wait_for(process, tmp_path / "saved" / "job.json")
    # Two workers, and who clears up after them.
    while more and len(psutil.Process(process.pid).children()) < 3:
        assert process.poll() is None
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    # Until nobody holds these streams, no worker either.
    out, err = process.communicate(timeout=600)
    assert (process.returncode, out) == (130, "")
    # On a slow machine the beginning of a trial may be saved.
    words = f"saved in {tmp_path / 'saved'}; the same command goes on"
    assert err.splitlines()[-1] in (
        f"interrupted; {there} {words}" for there in ("nothing yet", "0 of 2 trials")
    )
    assert len(err.splitlines()) == 1 + err.count("fogel: compiling the loops of ")


@needs("signals")
def test_ctrl_c_while_it_imports(tmp_path):
    """As if it came while a module is looked for: little is loaded before `main` listens."""
    text = """
import os, signal, sys
from fogel import cli
assert not {"numpy", "argparse", "json"} & set(sys.modules)
class Hook:
    @staticmethod
    def find_spec(name, *rest):
        if name == sys.argv[1]:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Hook)
cli.main.__globals__["_run"] = lambda _, run=cli._run: run(["log", "--parents", "6"])
sys.exit(cli.main())
"""
    for name in ("fogel.cli.options", "numpy", "fogel.engine.games"):
        process = program(["-c", text, name])
        out, err = process.communicate(timeout=600)
        assert (process.returncode, out, err) == (130, "", "interrupted\n"), name


@needs("signals")
def test_ctrl_c_that_another_thread_is_handed():
    """The main thread blocks it for a moment, where it starts a process, and is asleep before
    anybody has taken it.
    """
    text = """
import os, signal, sys, threading, time
from fogel import cli
def press():
    time.sleep(0.3)
    os.kill(os.getpid(), signal.SIGINT)
def run(_):
    threading.Thread(target=press, daemon=True).start()
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    threading.Event().wait()
cli.main.__globals__["_run"] = run
sys.exit(cli.main())
"""
    process = program(["-c", text])
    out, err = process.communicate(timeout=600)
    assert (process.returncode, out, err) == (130, "", "interrupted\n")


def test_an_interruption_says_how_much_is_saved(tmp_path, command, monkeypatch, whole_folder):
    """Within a process: the exception that a notebook, or a test, is sent."""

    def progress(generations, **options):
        for number in generations:
            if number == 700:  # of 1,200, by one worker: two trials are done
                raise KeyboardInterrupt
            yield number

    monkeypatch.setattr(workers, "progress", progress)
    assert command.call(CURVE, tmp_path, "--workers", 1) == (130, "", "interrupted\n")
    monkeypatch.undo()
    command(CURVE, tmp_path)
    words = f"fogel curve: going on from 2 of 4 trials saved in {tmp_path / 'saved'}\n"
    assert command.err == words and results(tmp_path) == results(whole_folder)
    command(CURVE, tmp_path)
    assert "going on from 4 of 4 trials" in command.err


def test_the_innermost_work_says_what_is_there():
    with stopping.saying(lambda: "two files"):
        with stopping.saying(lambda: "one trial"):
            assert stopping.line() == "interrupted; one trial"
        assert stopping.line() == "interrupted; two files"
    assert stopping.line() == "interrupted"


# Folders.


@pytest.fixture
def begun(tmp_path, whole_folder):
    """The folder of a run that was interrupted before its third trial was saved."""
    shutil.copytree(whole_folder, tmp_path, dirs_exist_ok=True)
    record = tmp_path / "saved" / "job.json"
    record.write_text(json.dumps(json.loads(record.read_text()) | {"complete": False}))
    (tmp_path / "saved" / "trial_0000002.part").unlink()
    return tmp_path


def test_a_full_disk_is_one_line(begun, command, monkeypatch):
    def full(path, content):
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr(Path, "write_bytes", full)
    code, out, err = command.call(CURVE, begun)
    assert (code, out) == (1, "") and err.splitlines()[-1].startswith(
        "fogel: [Errno 28] No space left on dev"
    )


def test_a_file_that_is_a_folder_is_refused(tmp_path, command):
    assert "must be a file" in command.refused("evolve --generations 2 --out", tmp_path)


@needs("named pipes", "links")
def test_a_file_that_is_a_pipe_is_refused_before_any_work(tmp_path, command):
    """A link to one too; nobody waits for its other end, and nothing is made beside it."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    for name in ("pipe", "link"):
        words = f"must be a file, and '{tmp_path / name}' is a pipe or a device"
        line = command.refused("evolve --generations 2 --out", tmp_path / name)
        assert f"argument --out: {words}" in line
    assert {path.name for path in tmp_path.iterdir()} == {"pipe", "link"}
