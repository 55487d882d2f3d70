"""Programs that want to harm others, to hide, or to gain a point: each fails, and each in its own
step.
"""

import sys
from ctypes.util import find_library
from itertools import combinations

import pytest

pytest.importorskip(
    "nbgrader", reason="the classroom is not installed: pip install -e .[classroom]"
)
import classroom  # noqa: F401 - puts the grader on the path
from fogel.checks.variant import variant
from grader import fences, tasks
from grader.limits import MB, Limits
from grader.sandbox import Step, run
from grader.sets import find

ASK = Step({"task": {"ask": "values", "names": ["said"]}}, "said")
linux = pytest.mark.skipif(
    sys.platform != "linux" or not find_library("seccomp"), reason="there is no libseccomp here"
)

# What the kernel refuses, behind every fence, and what it has to let through.

BEGIN = """
import asyncio, ctypes, os, resource, socket, subprocess, sys, tempfile, threading
libc, said, above = ctypes.CDLL(None, use_errno=True), {}, os.getppid()

def call(name, *given):
    if getattr(libc, name)(*given) < 0:
        raise OSError(ctypes.get_errno(), name)

def attempt(name, deed):
    try:
        deed()
    except (OSError, ValueError) as problem:
        said[name] = type(problem).__name__
    else:
        said[name] = "done"
"""
REFUSED = {
    "TCP": "socket.socket()",
    "UDP": "socket.socket(socket.AF_INET, socket.SOCK_DGRAM)",
    "MPTCP": "socket.socket(socket.AF_INET, socket.SOCK_STREAM, 262)",
    "TCP over IPv6": "socket.socket(socket.AF_INET6)",
    "netlink": "socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)",
    "the machine's host": "socket.socket(40)",
    "memory without a name": "os.memfd_create('x')",
    "shared memory": "call('shmget', 0, 4096, 0o1600)",
    "semaphores": "call('semget', 0, 1, 0o1600)",
    "messages": "call('msgget', 0, 0o1600)",
    "a queue": "call('mq_open', b'/x', 0o102, 0o600, None)",
    "a namespace": "call('unshare', 0x10000000)",
    "own files for this thread": "call('unshare', 0x400)",
    "another's priority": "os.setpriority(os.PRIO_PROCESS, above, 19)",
    "another's turns": "os.sched_setscheduler(above, os.SCHED_IDLE, os.sched_param(0))",
    "another's steps": "call('ptrace', 16, above, 0, 0)",
    "another's memory": "open(f'/proc/{above}/mem', 'r+b')",
}
# Behind bubblewrap; otherwise only if the account isn't root's.
TIGHT = {
    "another's input": "open(f'/proc/{above}/fd/0', 'w')",
    "another's variables": "open(f'/proc/{above}/environ')",
    "another root": "os.chroot('.')",
    "a device": "os.mknod('device', 0o20666, os.makedev(1, 3))",
    "more open files": "resource.setrlimit(resource.RLIMIT_NOFILE, (9_999, 9_999))",
}
ALLOWED = {
    "a thread": "threading.Thread(target=print).start()",
    "a process": "subprocess.run([sys.executable, '-c', 'import threading'], check=True)",
    "a fork": "os.waitpid(os.fork() or os._exit(0), 0)",
    "a pair of sockets": "socket.socketpair()",
    "a loop": "asyncio.new_event_loop().close()",
    "a temporary file": "tempfile.TemporaryFile()",
    "its own processors": "os.sched_setaffinity(0, os.sched_getaffinity(0))",
    "its own limits": "resource.setrlimit(resource.RLIMIT_CPU, (999, 999))",
    "sixty files": "[open(f'f{k}', 'w') for k in range(60)]",
}


@linux
@pytest.mark.parametrize(
    "fence", fences.available()[:-1], ids=lambda fence: type(fence).__name__
)  # fmt: skip
def test_what_the_kernel_refuses(fence, monkeypatch):
    monkeypatch.setattr(fences, "found", lambda: fence)
    refused = REFUSED | (TIGHT if isinstance(fence, fences.Bubblewrap) else {})
    deeds = {**refused, **ALLOWED}.items()
    lines = [f"attempt({name!r}, lambda: {code})" for name, code in deeds]
    outcome = run([Step({"cell": "\n".join([BEGIN, *lines])}, "a"), ASK], {})
    assert outcome.notes == {}
    said = dict(outcome.replies["said"]["answers"][0]["value"]["dict"])
    assert [name for name in ALLOWED if said.pop(name) != "done"] == []
    errors = {"PermissionError", "FileNotFoundError", "ValueError", "OSError"}
    assert {name: word for name, word in said.items() if word not in errors} == {}
    assert {*said} == {*refused}


# What a step is blamed for; the next one finds nothing of it.

STEPS = {
    "threads": (
        "import _thread, threading\nthreading.stack_size(32768)\nwait = threading.Event().wait\n"
        "while True: _thread.start_new_thread(wait, ())",
        "many threads",
    ),
    "files of nothing": (
        "for k in range(99): open(f's{k}', 'wb').truncate(1 << 20)", "wrote more than 8 MB"
    ),
    "links": (
        "open('h', 'wb').write(bytes(1 << 20))\nfor k in range(99): os.link('h', f'h{k}')",
        "wrote more than 8 MB",
    ),
    "files at home": (
        "for k in range(9): open(f'{os.environ[\"HOME\"]}/{k}', 'wb').write(bytes(4 << 20))",
        "wrote more than 8 MB",
    ),
    "open files": ("some = [os.open('.', 0) for _ in range(999)]", "Too many open files"),
    "a reply ahead": ("os.write(4, b'{\"id\": \"0\", \"error\": \"\"}\\n' * 3)", "channel"),
    "another dumps": (
        "import json\njson.dumps.__code__ = (lambda obj, *a, **b: '{\"id\": \"\"}').__code__",
        "channel",
    ),
    "another copy": (
        "import sys\nsys.modules['copy'].copy = None", "replaced copy.copy"
    ),
    "no builtins": (
        "import builtins\nfor name in list(vars(builtins)): delattr(builtins, name)", "exit code"
    ),
    "a fault in C": ("import ctypes\nctypes.string_at(0)", "exit code 139"),
    "a timer": (
        "import signal\nsignal.setitimer(signal.ITIMER_REAL, 0.1)\nwhile True: pass",
        "exit code 142",
    ),
    "stopped": ("import signal\nos.kill(os.getpid(), signal.SIGSTOP)", "took longer than 1 s"),
    "another program": ("os.execv('/bin/sleep', ['sleep', '99'])", "took longer than 1 s"),
    "a list too deep": ("a = []\nfor _ in range(10**6): a = [a]\nrepr(a)", "RecursionError"),
    "a name of colors": (
        "raise type('<b>\\x1b[31m=1+1', (Exception,), {})", "A cell stopped with <b>\ufffd[31m=1+1"
    ),
    "a long name": ("raise type('E' * 99_999, (Exception,), {})", f"{'E' * 499}…"),
    "nobody's folder": ("os.mkdir('d'); os.chmod('d', 0); os.chmod('.', 0)", ""),
    "a deed at the end": ("import atexit\natexit.register(os.write, 4, b'{}\\n')", ""),
}  # fmt: skip
# Answers that are not what they seem, and the data that they come to.
LIES = {
    "array": (
        "class Array(np.ndarray):\n    tolist = lambda self: ['x']\n    __eq__ = lambda *a: True\n"
        "array = np.zeros(9).view(Array)",
        {"value": ["x"]},
    ),
    "whole": (
        "class Whole(int):\n    __eq__ = lambda *a: True\n    __hash__ = int.__hash__\n"
        "    __repr__ = lambda self: '99'\nwhole = Whole(3)",
        {"value": 3},
    ),
    "endless": (
        "class Endless(list):\n    def __iter__(self):\n        while True: yield 1\n"
        "    __len__ = lambda self: 1\nendless = Endless([1])",
        {"unreadable": "a very large answer", "hopeless": True},
    ),
    "text": (
        "class Text(str):\n    __len__ = lambda self: -1\ntext = Text('x')",
        {"unreadable": "an object of type Text"},
    ),
    "disguised": (
        "class Disguised:\n    __class__ = property(lambda self: int)\ndisguised = Disguised()",
        {"unreadable": "an object of type Disguised"},
    ),
    "huge": ("huge = 1 << 10**6", {"unreadable": "an object of type int"}),
    "deep": (
        "deep = []\nfor _ in range(10**5): deep = [deep]", {"unreadable": "an object of type list"}
    ),
    "stops": (
        "class Stops:\n    def __float__(self): raise SystemExit\nstops = Stops()",
        {"unreadable": "an object of type Stops"},
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def outcome():
    """All of these in one notebook: the lies come last."""
    steps = [Step({"cell": f"import os\n{code}"}, name) for name, (code, _) in STEPS.items()]
    lies = "\n".join(code for code, _ in LIES.values())
    steps += [Step({"cell": lies}, "lies")]
    steps += [Step({"task": {"ask": "values", "names": [*LIES]}}, "lies")]
    return run(steps, {}, Limits(seconds=1.0, disk=8 * MB))


@linux
@pytest.mark.parametrize("name", STEPS)
def test_a_step_is_blamed_for_what_it_did(name, outcome):
    said, words = " ".join(outcome.notes.get(name, [])), STEPS[name][1]
    assert words in said and bool(words) == bool(said), said
    assert len(said) < 600 and "\x1b" not in said


@linux
def test_a_lie_is_no_more_than_the_data_that_it_comes_to(outcome):
    answers = outcome.replies["lies"]["answers"]
    assert dict(zip(LIES, answers, strict=True)) == {name: data for name, (_, data) in LIES.items()}
    assert "lies" not in outcome.notes


# What the judge reads of a process that has taken the runner's place.


@pytest.mark.parametrize("answer", [
    {"value": [1] * 100_000}, {"value": "x" * 201_000}, {"error": ["x"] * 50_000},
    {"steps": [{"value": [1.5] * 60_000}]}, [], None,
])  # fmt: skip
def test_an_answer_that_is_too_long_is_not_looked_at(answer, monkeypatch):
    """It would keep the judge busy for minutes, and with it the class."""
    task = find("02").task("choose")
    monkeypatch.setattr(tasks.FunctionTask, "settled", lambda *given: pytest.fail("it was read"))
    marks = task.judge(variant(7), "eve", {"answers": [{"value": 1}, answer]})
    assert {mark.complaint for mark in marks} == {tasks.UNREADABLE}


def test_an_answer_as_long_as_any_may_be_is_read():
    assert tasks.readable({"value": [1] * 60_000})
    assert tasks.readable({"steps": [{"value": [1] * 60_000}] * 9})


FORGED = {
    **{"value": "ValueError", "error": "x", "raised": ["ValueError"], "hopeless": True},
    **{"nothing": True, "unwritten": True},
}


@pytest.mark.parametrize("name", ["neuron", "network"])
def test_one_reply_does_not_fit_whatever_a_step_should_do(name):
    """No process is told which calls should fail; it may say that each did, and didn't."""
    task, rules = find("12").task(name), variant(7)
    scripts = task.question(rules, "eve")["scripts"]
    for count in range(len(FORGED) + 1):
        for keys in combinations(FORGED, count):
            raw = {key: FORGED[key] for key in keys}
            answers = [{"steps": [raw] * len(script)} for script in scripts]
            marks = task.judge(rules, "eve", {"answers": answers})
            assert sum(mark.points for mark in marks) == 0, raw
