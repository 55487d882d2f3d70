"""Runs a submission on a copy, in a folder and a process of its own, with limits on time, memory, files and output.

The notebook's answers come back as data. A cell or a task that breaks a limit ends its process; the notebook is then
run again without it, so that the other tasks are judged as if it had never been there.
"""

import json
import os
import re
import secrets
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from queue import Empty, Queue
from typing import NamedTuple

import psutil

import fogel

FOLDER = "FOGEL_SUBMISSION"  # the variable that marks what a submission has started
RUNNER = Path(__file__).with_name("runner.py")
LARGEST_REPLY = 64_000_000  # bytes of JSON from one task
FORGED = "{what} wrote into the channel by which answers leave."
PATIENCE = 3  # how much longer by the clock than in processor time
MOST_PROCESSES = 32  # that a notebook may have started
PRINTED_GRADE = re.compile(r"\d\s*(/|of|out of)\s*\d+\s*(points|marks)|full (marks|points|score)", re.I)


@dataclass(frozen=True)
class Limits:
    """What a submission may use: memory, a file, all files and output in bytes.

    A cell, or all cases of a task, have `seconds` of a processor's time, so that a busy machine makes nobody fail, and
    PATIENCE times as many by the clock. A notebook has `notebook_seconds` by the clock.
    """

    seconds: float = 10.0
    notebook_seconds: float = 300.0
    memory: int = 2 * 1024**3
    file_size: int = 20 * 1024**2
    disk: int = 200 * 1024**2
    output: int = 1024**2


class Usage(NamedTuple):
    """What a runner and its children use: seconds of a processor, bytes of memory, processes, bytes of files."""

    processor: float
    memory: int
    processes: int
    disk: int


class Broken(Exception):
    """A step that broke a limit, in words that a student understands."""


@dataclass
class Step:
    """A cell to run, or a task to ask for its answers; `task` is the name of the task that either belongs to."""

    order: dict
    task: str = ""


@dataclass
class Outcome:
    """What came of a submission: by task its reply and its notes; notes without a task stand under ""."""

    replies: dict = field(default_factory=dict)
    notes: dict = field(default_factory=dict)

    def note(self, task, text):
        """Adds a note, once."""
        if text not in self.notes.setdefault(task, []):
            self.notes[task].append(text)


def fence_kind():
    """What keeps a submission from other files here: "landlock", or "" for nothing but its own folder and process."""
    try:
        import landlockpy
    except ImportError:
        return ""
    return "landlock" if landlockpy.supported() else ""


def run(steps, files, limits=None):
    """Runs the steps in order, in a fresh folder that holds `files` ({name: bytes}); returns an Outcome."""
    limits, outcome, left_out = limits or Limits(), Outcome(), set()
    deadline = time.monotonic() + limits.notebook_seconds
    while True:
        broken = _run_once(steps, files, limits, outcome, left_out, deadline)
        if broken is None:
            return outcome
        left_out.add(broken)
        if time.monotonic() > deadline:
            for step in steps:
                if "task" in step.order and step.task not in outcome.replies:
                    outcome.note(step.task, "The time for the whole notebook was used up before this task was reached.")
            return outcome


def _run_once(steps, files, limits, outcome, left_out, deadline):
    """Runs all steps that are not left out and have no reply yet; returns the number of one that broke a limit."""
    with _folder(files) as folder, _process(folder, limits) as process:
        for number, step in enumerate(steps):
            is_task = "task" in step.order
            if number in left_out or (is_task and step.task in outcome.replies):
                continue
            seconds = min(limits.seconds, max(deadline - time.monotonic(), 0.1))
            try:
                reply = process.ask(step.order, seconds)
                _check_folder(folder, files)
                _check_changes(reply)
            except Broken as problem:
                what = "Your answer to this task" if is_task else "A cell" if step.task else "A cell of your own"
                outcome.note(step.task, f"{str(problem).replace('{what}', what)} It counts as not there.")
                if is_task:
                    outcome.replies[step.task] = {}
                return number
            if is_task:
                outcome.replies[step.task] = reply
            elif reply.get("error"):
                outcome.note(step.task, f"A cell stopped with {reply['error']}.")
            if PRINTED_GRADE.search(process.new_output(reply["id"])):
                outcome.note(step.task, "What a notebook prints is not read by the grader, a printed grade neither.")
    return None


@contextmanager
def _folder(files):
    """A folder of its own with these files."""
    with tempfile.TemporaryDirectory(prefix="fogel-", ignore_cleanup_errors=True) as name:
        folder = Path(name).resolve() / "work"
        folder.mkdir()
        folder.with_name("home").mkdir()
        for file, content in files.items():
            (folder / file).write_bytes(content)
        yield folder


def _check_folder(folder, files):
    for name, content in files.items():
        try:
            intact = (folder / name).read_bytes() == content
        except OSError:
            intact = False
        if not intact:
            raise Broken(f"{{what}} deleted or changed {name}, a file that it was given.")


def _check_changes(reply):
    if reply.get("changed"):
        names = ", ".join(map(str, list(reply["changed"])[:3])) if isinstance(reply["changed"], list) else "something"
        raise Broken(f"{{what}} replaced {names}. The grader does not rely on it.")


class _process:
    """A runner; `with` it, everything that it started is gone at the end."""

    def __init__(self, folder, limits):
        self.folder, self.limits = folder, limits

    def __enter__(self):
        _adopt_orphans()
        self.replies, self.output, self.seen, self.broken = Queue(maxsize=2), bytearray(), 0, ""
        self.child = subprocess.Popen(
            [sys.executable, "-I", "-B", "-X", "utf8", str(RUNNER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=self.folder,
            env=_environment(self.folder),
            start_new_session=True,
        )
        for target in (self._read_replies, self._read_output):
            threading.Thread(target=target, daemon=True).start()
        about = {
            "folder": str(self.folder),
            "home": str(self.folder.with_name("home")),
            "fence": fence_kind(),
            "readable": _readable(),
            **asdict(self.limits),
        }
        self._send(about)
        try:
            self._wait(60.0)  # Python has to start, which may take long on a busy machine
        except Broken:
            _end(self.child, self.folder)
            raise RuntimeError(f"the grader's own process did not start:\n{self.new_output()[-2000:]}") from None
        self.new_output()
        return self

    def __exit__(self, *problem):
        _end(self.child, self.folder)
        with suppress(Empty):  # lets a thread go that waits for room
            while True:
                self.replies.get_nowait()

    def ask(self, order, seconds):
        """The reply to an order; raises Broken if it breaks a limit."""
        mark = secrets.token_hex(16)
        self._send({**order, "id": mark})
        return self._wait(seconds, mark)

    def new_output(self, mark=""):
        """What was printed since the last time; it is complete when the mark has come."""
        deadline = time.monotonic() + 1.0
        while mark.encode() not in self.output[self.seen :] and time.monotonic() < deadline:
            time.sleep(0.002)
        text = bytes(self.output[self.seen :]).decode("utf-8", "replace")
        self.seen = len(self.output)
        return text

    def _send(self, order):
        with suppress(OSError):  # it has ended: the missing reply says so
            self.child.stdin.write(json.dumps(order).encode() + b"\n")
            self.child.stdin.flush()

    def _wait(self, seconds, mark=""):
        deadline, used_before = time.monotonic() + PATIENCE * seconds, self._usage().processor
        while True:
            with suppress(Empty):
                line = self.replies.get(timeout=0.05)
                if line is None:
                    break
                with suppress(ValueError):
                    reply = json.loads(line)
                    if isinstance(reply, dict) and reply.get("id", "") == mark:
                        return reply
                raise Broken(FORGED)
            if self.broken:
                raise Broken(self.broken)
            usage = self._usage()
            if usage.processor - used_before > seconds or time.monotonic() > deadline:
                raise Broken(f"{{what}} took longer than {seconds:.0f} s and was stopped (a loop that never ends?).")
            if usage.memory > self.limits.memory:
                raise Broken(f"{{what}} used more than {self.limits.memory // 1024**2:,} MB of memory and was stopped.")
            if usage.disk > self.limits.disk:
                raise Broken(f"{{what}} wrote more than {self.limits.disk // 1024**2:,} MB and was stopped.")
            if usage.processes > MOST_PROCESSES:
                raise Broken(f"{{what}} started more than {MOST_PROCESSES} processes and was stopped.")
        self.child.wait(timeout=5)
        raise Broken(self.broken or f"{{what}} ended the notebook's process (exit code {self.child.returncode}).")

    def _usage(self):
        """What the runner and all that it has started use now."""
        processor = memory = count = 0
        with suppress(psutil.Error):
            family = psutil.Process(self.child.pid)
            for process in (family, *family.children(recursive=True)):
                with suppress(psutil.Error):
                    times = process.cpu_times()
                    processor += times.user + times.system
                    memory += process.memory_info().rss
                    count += 1
        return Usage(processor, memory, count, _size(self.folder.parent))

    def _read_replies(self):
        with suppress(OSError, ValueError):
            while line := self.child.stdout.readline(LARGEST_REPLY):
                self.replies.put(line)
        self.replies.put(None)

    def _read_output(self):
        with suppress(OSError, ValueError):
            while some := self.child.stderr.read1(65536):
                self.output += some
                if len(self.output) > self.limits.output:
                    self.broken = f"{{what}} printed more than {self.limits.output // 1024:,} kB and was stopped."
                    self.child.kill()
                    return


def _size(folder):
    """The bytes of all files in a folder; many small ones count as large."""
    total = 0
    for place, _, names in os.walk(folder):
        for name in names:
            with suppress(OSError):
                total += 4096 + os.lstat(os.path.join(place, name)).st_size
    return total


def _environment(folder):
    """No more than Python needs; home and temporary files are beside the folder, and no library starts threads."""
    names = ("PATH", "LANG", "LC_ALL", "SYSTEMROOT", "LD_LIBRARY_PATH")
    kept = {name: os.environ[name] for name in names if name in os.environ}
    own = dict.fromkeys(
        ("HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP", "IPYTHONDIR", "MPLCONFIGDIR"), str(folder.with_name("home"))
    )
    single = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    return {
        **kept,
        **own,
        **single,
        "MPLBACKEND": "Agg",
        "FOGEL_QUIET": "1",
        "PYTHONHASHSEED": "0",
        FOLDER: str(folder),
    }


def _readable():
    """The folders of Python, of its packages and of fogel: not that of the grader."""
    places = [sys.prefix, sys.base_prefix, sys.exec_prefix, *map(str, Path(sys.executable).resolve().parents[1:2])]
    return [*places, str(Path(fogel.__file__).parent)]


def _adopt_orphans():
    """On Linux, processes whose parents have ended become this one's children, so that none can hide."""
    with suppress(Exception):
        import ctypes

        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER


def _end(child, folder):
    """Ends a runner and whatever it has started."""
    family = []
    with suppress(psutil.Error):
        family = psutil.Process(child.pid).children(recursive=True)
    child.kill()
    with suppress(OSError, AttributeError):
        os.killpg(child.pid, 9)
    with suppress(psutil.Error):  # orphans have come to us
        family += [process for process in psutil.Process().children(recursive=True) if _is_from(process, folder)]
    for process in family:
        with suppress(psutil.Error):
            process.kill()
    child.wait()
    for pipe in (child.stdin, child.stdout, child.stderr):
        with suppress(OSError, ValueError):
            pipe.close()


def _is_from(process, folder):
    """Whether a process was started in a submission's folder: it still has the environment that it began with."""
    with suppress(psutil.Error, OSError):
        return process.environ().get(FOLDER) == str(folder)
    return False
