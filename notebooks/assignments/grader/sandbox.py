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
from fogel import files
from grader import launch
from grader.border import cleaned, parsed, taken
from grader.launch import KEPT, STARTING
from grader.limits import Limits

FOLDERS = "fogel-grading-"  # how the names of the folders begin in which submissions run
LARGEST_REPLY = 16_000_000  # bytes of JSON from one task
DEEPEST_FOLDER = 50  # folders within folders that a submission may make
MOST_WAITING = 4  # replies that nobody has asked for
ENDING = 10.0  # seconds that a keeper has to end what it keeps
FORGED = "{what} wrote into the channel by which answers leave."
LONGEST_LOOK = 0.5  # seconds between two looks that count: in the rest the grader itself was stopped
PATIENCE = 3  # how much longer by the clock than in processor time, while no other program is in the way
PRINTED_GRADE = re.compile(r"\d\s*(/|of|out of)\s*\d+\s*(points|marks)|full (marks|points|score)", re.I)


class Usage(NamedTuple):
    """What a runner and its children use: seconds of a processor, bytes of memory, processes, bytes of files.

    `kept` are the seconds for which they wanted a processor and others had it, where the system counts them.
    """

    processor: float
    kept: float
    memory: int
    processes: int
    disk: int


class Broken(Exception):
    """A step that broke a limit, in words that a student understands."""


class TimeIsUp(Exception):
    """The whole notebook has used its time."""


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


class Clock:
    """Counts the seconds since it was made, without those in which the grader itself was stopped and did not look."""

    def __init__(self, most):
        self.most, self.looked, self.seconds = most, time.monotonic(), 0.0

    def look(self):
        """The seconds until now; raises TimeIsUp if they are more than `most`."""
        before, self.looked = self.looked, time.monotonic()
        self.seconds += min(self.looked - before, LONGEST_LOOK)
        if self.seconds > self.most:
            raise TimeIsUp
        return self.seconds


def run(steps, given, limits=None):
    """Runs the steps in order, in a fresh folder that holds the files `given` ({name: bytes}); returns an Outcome."""
    limits, outcome, left_out = limits or Limits(), Outcome(), set()
    clock = Clock(limits.notebook_seconds)
    try:
        while (broken := _run_once(steps, given, limits, outcome, left_out, clock)) is not None:
            left_out.add(broken)
    except TimeIsUp:
        for step in steps:
            if "task" in step.order and step.task not in outcome.replies:
                outcome.note(step.task, "The time for the whole notebook was used up before this task was answered.")
    return outcome


def _run_once(steps, given, limits, outcome, left_out, clock):
    """Runs all steps that are not left out and have no reply yet; returns the number of one that broke a limit.

    Raises TimeIsUp once the time of the whole notebook, by its clock, has passed, whatever is under way.
    """
    with _folder(given) as folder, _process(folder, limits) as process:
        for number, step in enumerate(steps):
            is_task = "task" in step.order
            if number in left_out or (is_task and step.task in outcome.replies):
                continue
            try:
                reply = process.ask(step.order, limits.seconds, clock)
                printed = process.new_output(reply["id"])
                _check_folder(folder, given)
                _check_changes(reply)
            except Broken as problem:
                what = "Your answer to this task" if is_task else "A cell" if step.task else "A cell of your own"
                outcome.note(step.task, f"{str(problem).replace('{what}', what)} It counts as not there.")
                if is_task:
                    outcome.replies[step.task] = {}
                return number
            except TimeIsUp:
                outcome.note(step.task, "Here the time for the whole notebook was used up.")
                raise
            if is_task:
                outcome.replies[step.task] = reply
            elif reply.get("error"):
                outcome.note(step.task, f"A cell stopped with {reply['error']}.")
            if PRINTED_GRADE.search(printed):
                outcome.note(step.task, "What a notebook prints is not read by the grader, a printed grade neither.")
    return None


@contextmanager
def _folder(given):
    """A folder of its own with these files; a lock beside it says that somebody is at work in it."""
    root, lock = _own_place()
    with lock:
        try:
            root.mkdir(mode=0o700)
            folder = root / "work"
            folder.mkdir()
            folder.with_name("home").mkdir()
            for file, content in given.items():
                (folder / file).write_bytes(content)
            yield folder
        finally:
            remove(root)
            with suppress(OSError):
                _lock_of(root).unlink()


def _own_place():
    """(a path that nobody has, its lock); a sweep elsewhere may hold a new lock for a moment."""
    while True:
        root = Path(tempfile.gettempdir()).resolve() / f"{FOLDERS}{secrets.token_hex(8)}"
        with suppress(BlockingIOError):
            return root, files.lock(_lock_of(root))


def _lock_of(root):
    return root.with_name(f"{root.name}.lock")


def sweep():
    """Removes the folders of graders that were killed: those whose locks nobody holds any more."""
    for path in Path(tempfile.gettempdir()).resolve().glob(f"{FOLDERS}*.lock"):
        with suppress(OSError):
            if hasattr(os, "getuid") and path.lstat().st_uid != os.getuid():
                continue
            with files.lock(path):
                remove(path.with_suffix(""))
                path.unlink(missing_ok=True)


def remove(root):
    """Removes a folder, however deep it is and whatever may be read in it; a link's target stays."""
    if not os.path.isdir(root) or os.path.islink(root):
        return
    waiting, emptied = [str(root)], []
    while waiting:
        folder = waiting.pop()
        with suppress(OSError):
            os.chmod(folder, 0o700)
        with suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                with suppress(OSError):
                    if entry.is_dir(follow_symlinks=False):  # moved up, so that no path becomes too long
                        os.chmod(entry.path, 0o700)
                        place = os.path.join(root, f"{len(emptied)}-{len(waiting)}-{secrets.token_hex(4)}")
                        os.rename(entry.path, place)
                        waiting.append(place)
                    else:
                        os.unlink(entry.path)
        emptied.append(folder)
    for folder in reversed(emptied):
        with suppress(OSError):
            os.rmdir(folder)


def _check_folder(folder, given):
    for name, content in given.items():
        try:
            intact = taken(folder / name, len(content)) == content
        except ValueError:
            intact = False
        if not intact:
            raise Broken(f"{{what}} deleted or changed {name}, a file that it was given.")


def _check_changes(reply):
    if reply.get("changed"):
        names = ", ".join(map(str, list(reply["changed"])[:3])) if isinstance(reply["changed"], list) else "something"
        raise Broken(f"{{what}} replaced {names[:200]}. The grader does not rely on it.")


class _process:
    """A runner; `with` it, everything that it started is gone at the end."""

    def __init__(self, folder, limits):
        self.folder, self.limits = folder, limits

    def __enter__(self):
        self.replies, self.output, self.printing, self.broken = Queue(), bytearray(), threading.Lock(), ""
        self.family = []
        self.child, self.lifeline = launch.start(self.folder)
        self.above = psutil.Process(self.child.pid)
        for target in (self._read_replies, self._read_output):
            threading.Thread(target=target, daemon=True).start()
        about = {
            "folder": str(self.folder),
            "home": str(self.folder.with_name("home")),
            "fence": fence_kind(),
            "readable": _readable(),
            "package": fogel.__file__,
            "environment": launch.environment(self.folder),
            **asdict(self.limits),
        }
        self._send(about)
        try:
            self._wait(STARTING, Clock(STARTING))
        except (Broken, TimeIsUp):
            self._end()
            words = self.output[-2000:].decode("utf-8", "replace")
            raise RuntimeError(f"the grader's own process did not start:\n{words}") from None
        self.new_output()
        return self

    def __exit__(self, *problem):
        self._end()

    def ask(self, order, seconds, clock):
        """The reply to an order; raises Broken if it breaks a limit, TimeIsUp once the notebook's clock says so."""
        clock.look()
        mark = secrets.token_hex(16)
        self._send({**order, "id": mark})
        return self._wait(seconds, clock, mark)

    def new_output(self, mark=""):
        """What was printed since the last time, complete when the mark has come; raises Broken if it is too much."""
        patience = time.monotonic() + 1.0
        while mark.encode() not in self.output and not self.broken and time.monotonic() < patience:
            time.sleep(0.002)
        if self.broken:
            raise Broken(self.broken)
        with self.printing:
            text = self.output.decode("utf-8", "replace")
            self.output.clear()
        return text

    def _send(self, order):
        """Writes an order; in a thread, which it returns, since a process that does not read would keep us waiting."""
        text = json.dumps(order).encode() + b"\n"

        def write():
            left = memoryview(text)
            with suppress(OSError, ValueError):  # it has ended: the missing reply says so
                while left:  # a pipe may take a part only
                    left = left[self.child.stdin.write(left) :]

        writing = threading.Thread(target=write, daemon=True)
        writing.start()
        return writing

    def _wait(self, seconds, clock, mark=""):
        begun, before = clock.look(), self._usage()
        while True:
            with suppress(Empty):
                line = self.replies.get(timeout=0.05)
                if line is None:
                    break
                with suppress(ValueError):
                    reply = cleaned(parsed(line))
                    if isinstance(reply, dict) and reply.get("id", "") == mark:
                        return reply
                raise Broken(FORGED)
            if self.broken:
                raise Broken(self.broken)
            usage = self._usage()
            waited = clock.look() - begun - max(0.0, usage.kept - before.kept)
            if usage.processor - before.processor > seconds or waited > PATIENCE * seconds:
                raise Broken(f"{{what}} took longer than {seconds:.0f} s and was stopped (a loop that never ends?).")
            if usage.memory > self.limits.memory:
                raise Broken(f"{{what}} used more than {self.limits.memory // 1024**2:,} MB of memory and was stopped.")
            if usage.disk > self.limits.disk:
                raise Broken(f"{{what}} wrote more than {self.limits.disk // 1024**2:,} MB and was stopped.")
            if usage.processes > self.limits.processes:
                raise Broken(f"{{what}} started more than {self.limits.processes} processes and was stopped.")
        with suppress(subprocess.TimeoutExpired):
            self.child.wait(ENDING)
        raise Broken(self.broken or f"{{what}} ended the notebook's process (exit code {self.child.returncode}).")

    def _look(self):
        """The runner and all that it has started, and what those have started: known from now on."""
        with suppress(psutil.Error):
            self.family = self.above.children(recursive=True) + ([] if KEPT else [self.above])
        return self.family

    def _usage(self):
        """What the runner and all that it has started use now, and what those have used that have ended."""
        processor = kept = memory = count = 0
        for process in self._look():
            with suppress(psutil.Error):
                times = process.cpu_times()
                processor += times.user + times.system + times.children_user + times.children_system
                kept += _kept_waiting(process.pid)
                memory += process.memory_info().rss
                count += 1
        with suppress(psutil.Error):  # orphans that have ended are their keeper's
            times = self.above.cpu_times()
            processor += (times.children_user + times.children_system) * KEPT
        return Usage(processor, kept, memory, count, _size(self.folder.parent, self.limits.disk))

    def _read_replies(self):
        """Hands on line after line; the last is None."""
        rest = bytearray()
        with suppress(OSError, ValueError):
            while some := self.child.stdout.read(1024**2):
                rest += some
                *lines, rest = rest.split(b"\n") if b"\n" in some else (rest,)
                for line in lines:
                    self.replies.put(bytes(line))
                if len(rest) > LARGEST_REPLY or self.replies.qsize() > MOST_WAITING:
                    self.replies.put(b"")  # which is no reply
                    return
        self.replies.put(None)

    def _read_output(self):
        with suppress(OSError, ValueError):
            while some := self.child.stderr.read(65536):
                with self.printing:
                    self.output += some
                if len(self.output) > self.limits.output:
                    self.broken = f"{{what}} printed more than {self.limits.output // 1024:,} kB and was stopped."
                    return

    def _end(self):
        """Ends the runner and whatever it has started; its keeper does, and where that is gone, we do."""
        family = {*self.family, *self._look()}
        os.close(self.lifeline)
        if KEPT:
            with suppress(subprocess.TimeoutExpired):
                self.child.wait(ENDING)
        for process in family:
            with suppress(psutil.Error):
                process.kill()
        with suppress(psutil.Error):
            self.above.kill()
        with suppress(subprocess.TimeoutExpired):
            self.child.wait(ENDING)
        for pipe in (self.child.stdin, self.child.stdout, self.child.stderr):
            with suppress(OSError):
                pipe.close()


def _kept_waiting(process):
    """For how many seconds a process has wanted a processor and had none; 0 where the system does not count them."""
    with suppress(OSError, ValueError, IndexError):
        return int(Path(f"/proc/{process}/schedstat").read_text().split()[1]) / 1e9
    return 0.0


def _size(root, most):
    """The bytes of all files in a folder, or more than `most`: many small ones count as large, and so do folders.

    Raises Broken if it is too deep to be looked into.
    """
    total, waiting = 0, [(str(root), 0)]
    while waiting and total <= most:
        folder, depth = waiting.pop()
        with suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                with suppress(OSError):
                    total += 4096 + entry.stat(follow_symlinks=False).st_size
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append((entry.path, depth + 1))
                if total > most:
                    break
        if depth > DEEPEST_FOLDER:
            raise Broken(f"{{what}} made more than {DEEPEST_FOLDER} folders within folders and was stopped.")
    return total


def _readable():
    """The folders of Python, of its packages and of fogel: not that of the grader."""
    places = [sys.prefix, sys.base_prefix, sys.exec_prefix, *map(str, Path(sys.executable).resolve().parents[1:2])]
    return [*places, str(Path(fogel.__file__).parent)]
