"""Runs a submission on a copy, in a folder and a process of its own, with limits on time, memory,
files and output.

The notebook's answers come back as data. A cell or a task that breaks a limit ends its process; the
notebook is then run again without it, so that the other tasks are judged as if it had never been
there.
"""

import json
import os
import re
import secrets
import subprocess
import threading
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from queue import Empty, Queue

import psutil

from grader import fences, launch
from grader.broken import Broken
from grader.folders import fresh
from grader.launch import KEPT, STARTING
from grader.limits import Limits
from grader.meter import Meter
from grader.untrusted import clean, cleaned, parsed, taken

LARGEST_REPLY = 16_000_000  # bytes of JSON from one task
LONGEST_ERROR = 500  # letters of an error in a note, such as a class's own name
MOST_WAITING = 4  # replies that nobody has asked for
ENDING = 10.0  # seconds that a supervisor has to end what it keeps
GLANCE = 0.1  # seconds between two looks at what the processes use
# Seconds between two looks that count: in the rest the grader itself was stopped.
LONGEST_LOOK = 0.5
# How much longer by the clock than in processor time, while no other program is in the way.
PATIENCE = 3
PRINTED_GRADE = re.compile(
    r"\d\s*(/|of|out of)\s*\d+\s*(points|marks)|full (marks|points|score)", re.I
)


class TimeIsUp(Exception):
    """The whole notebook has used its time."""


@dataclass
class Step:
    """A cell to run, or a task to ask for its answers; `task` is the name of the task that either
    belongs to.
    """

    order: dict
    task: str = ""

    @property
    def asks(self):
        """Whether this is a task to ask, and no cell."""
        return "task" in self.order

    @property
    def called(self):
        """What a note calls it."""
        return (
            "Your answer to this task"
            if self.asks
            else "A cell"
            if self.task
            else "A cell of your own"
        )


@dataclass
class Outcome:
    """What came of a submission: by task its reply and its notes; notes without a task stand under
    "".
    """

    replies: dict = field(default_factory=dict)
    notes: dict = field(default_factory=dict)

    def note(self, task, text):
        """Adds a note, once."""
        if text not in self.notes.setdefault(task, []):
            self.notes[task].append(text)

    def lose(self, step, problem):
        """Takes it that a step broke a limit: a task that did so has answered nothing."""
        self.note(step.task, f"{step.called} {problem} It counts as not there.")
        if step.asks:
            self.replies[step.task] = {}

    def take(self, step, reply, printed):
        """Takes a step's reply, and notes an error and a printed grade."""
        if step.asks:
            self.replies[step.task] = reply
        elif reply.get("error"):
            error = clean(str(reply["error"]), LONGEST_ERROR)
            self.note(step.task, f"A cell stopped with {error}.")
        if PRINTED_GRADE.search(printed):
            self.note(
                step.task,
                "What a notebook prints is not read by the grader, a printed grade neither.",
            )

    def has(self, step):
        """Whether a task has been asked and has its reply."""
        return step.asks and step.task in self.replies


class Clock:
    """Counts the seconds since it was made, without those in which the grader itself was stopped
    and did not look.

    The grader's own work counts, since it reads and measures what a submission makes.
    """

    def __init__(self, most):
        self.most, self.looked, self.seconds = most, time.monotonic(), 0.0
        self.worked = time.process_time()

    def look(self):
        """The seconds until now; raises TimeIsUp if they are more than `most`."""
        before, self.looked = self.looked, time.monotonic()
        worked, self.worked = self.worked, time.process_time()
        self.seconds += min(self.looked - before, LONGEST_LOOK + self.worked - worked)
        if self.seconds > self.most:
            raise TimeIsUp
        return self.seconds


def run(steps, given, limits=None):
    """Runs the steps in order, in a fresh folder that holds the files `given` ({name: bytes});
    returns an Outcome.
    """
    limits, outcome, left_out = limits or Limits(), Outcome(), set()
    clock = Clock(limits.notebook_seconds)
    try:
        while (broken := _run_once(steps, given, limits, outcome, left_out, clock)) is not None:
            left_out.add(broken)
    except TimeIsUp:
        for step in steps:
            if step.asks and not outcome.has(step):
                outcome.note(
                    step.task,
                    "The time for the whole notebook was used up before this task was answered.",
                )
    return outcome


def _run_once(steps, given, limits, outcome, left_out, clock):
    """Runs all steps that are not left out and have no reply yet; returns the number of one that
    broke a limit.

    Raises TimeIsUp once the time of the whole notebook, by its clock, has passed, whatever is under
    way.
    """
    with fresh(given) as folder, Runner(folder, limits) as runner:
        for number, step in enumerate(steps):
            if number in left_out or outcome.has(step):
                continue
            try:
                outcome.take(step, *_played(step, runner, given, clock))
            except Broken as problem:
                outcome.lose(step, problem)
                return number
            except TimeIsUp:
                outcome.note(step.task, "Here the time for the whole notebook was used up.")
                raise
    return None


def _played(step, runner, given, clock):
    """(reply, what was printed) of a step; raises Broken if it broke a limit, TimeIsUp if the clock
    says so.
    """
    reply = runner.ask(step.order, runner.limits.seconds, clock)
    printed = runner.new_output(reply["id"])
    _check_folder(runner.folder, given)
    _check_changes(reply)
    return reply, printed


def _check_folder(folder, given):
    for name, content in given.items():
        try:
            intact = taken(folder / name, len(content)) == content
        except ValueError:
            intact = False
        if not intact:
            raise Broken("given", file=name)


def _check_changes(reply):
    if reply.get("changed"):
        names = (
            ", ".join(map(str, list(reply["changed"])[:3]))
            if isinstance(reply["changed"], list)
            else "something"
        )
        raise Broken("replaced", names=names[:200])


class Runner:
    """The runner of a submission; `with` it, everything that it started is gone at the end."""

    def __init__(self, folder, limits):
        self.folder, self.limits = folder, limits
        self.replies, self.output, self.printing, self.broken = (
            Queue(),
            bytearray(),
            threading.Lock(),
            None,
        )

    def __enter__(self):
        fence = fences.chosen(self.limits)
        self.child, self.lifeline = launch.start(self.folder, fence, self.limits)
        place = self.child.pid, self.folder.parent
        self.meter = Meter(*place, self.limits.disk, fence.own_processes)
        for target in (self._read_replies, self._read_output):
            threading.Thread(target=target, daemon=True).start()
        self._send(fence.about(self.folder) | asdict(self.limits))
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
        """The reply to an order; raises Broken if it breaks a limit, TimeIsUp once the notebook's
        clock says so.

        The files are counted once more when the reply is there: what is written last is this step's
        too.
        """
        clock.look()
        mark = secrets.token_hex(16)
        self._send({**order, "id": mark})
        reply = self._wait(seconds, clock, mark)
        self._check("disk", self.meter.walk())
        return reply

    def new_output(self, mark=""):
        """What was printed since the last time, complete when the mark has come; raises Broken if
        it is too much.
        """
        patience = time.monotonic() + 1.0
        while mark.encode() not in self.output and not self.broken and time.monotonic() < patience:
            time.sleep(0.002)
        if self.broken:
            raise self.broken
        with self.printing:
            text = self.output.decode("utf-8", "replace")
            self.output.clear()
        return text

    def _send(self, order):
        """Writes an order; in a thread, which it returns, since a process that does not read would
        keep us waiting.
        """
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
        """The reply with this mark, when it comes; until then a look at every limit."""
        begun, before = clock.look(), self.meter.look()
        while True:
            with suppress(Empty):
                return self._reply(self.replies.get(timeout=GLANCE), mark)
            if self.broken:
                raise self.broken
            usage = self.meter.look()
            waited = clock.look() - begun - max(0.0, usage.kept - before.kept)
            if usage.processor - before.processor > seconds or waited > PATIENCE * seconds:
                raise Broken("seconds", most=seconds)
            for limit in ("memory", "disk", "processes"):
                self._check(limit, getattr(usage, limit))

    def _check(self, limit, used):
        most = getattr(self.limits, limit)
        if used > most:
            raise Broken(limit, most=most)

    def _reply(self, line, mark):
        """A line as a reply; raises Broken if it is none with this mark, or the end of
        all lines.
        """
        if line is None:
            with suppress(subprocess.TimeoutExpired):
                self.child.wait(ENDING)
            raise self.broken or Broken("ended", code=self.child.returncode)
        with suppress(ValueError):
            reply = cleaned(parsed(line))
            if isinstance(reply, dict) and reply.get("id", "") == mark:
                return reply
        raise Broken("forged")

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
                    self.broken = Broken("output", most=self.limits.output)
                    return

    def _end(self):
        """Ends the runner and whatever it has started; its supervisor does, and where that is gone,
        we do.
        """
        # And whoever is missed here, the supervisor does not miss.
        family = {*self.meter.family, *self.meter.find()}
        os.close(self.lifeline)
        if KEPT:
            with suppress(subprocess.TimeoutExpired):
                self.child.wait(ENDING)
        for process in family:
            with suppress(psutil.Error):
                process.kill()
        with suppress(psutil.Error):
            self.meter.above.kill()
        with suppress(subprocess.TimeoutExpired):
            self.child.wait(ENDING)
        for pipe in (self.child.stdin, self.child.stdout, self.child.stderr):
            with suppress(OSError):
                pipe.close()
