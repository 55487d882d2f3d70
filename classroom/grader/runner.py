"""Runs one student's notebook, cell by cell, in a process of its own; the grader's other half is
sandbox.py.

Orders come in as lines of JSON, replies go out as lines of JSON. What the notebook prints goes to
stderr. Nothing here knows a right answer, and nothing that happens here can reach one: answers
leave as data and are judged outside.
"""

# Long: it runs inside the fence, where it is one file that can import nothing else of the grader.

import copy
import gc
import hashlib
import json
import os
import struct
import sys
import traceback
from contextlib import suppress
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location

LARGEST_ANSWER = 200_000  # characters of JSON
# Characters of a number, with what is between two: a float, a whole number of 64 bits, or the
# brackets of a list.
LONGEST_NUMBER = 26
STREAMS = ("stdin", "stdout", "stderr", "displayhook", "excepthook", "unraisablehook")
LETTER = 8  # bytes that a printed letter may take, stdout and stderr together
# Cases that a function may answer with a RecursionError, each of which takes long.
MOST_RECURSIONS = 50
FEWEST_FILES = 64  # that may be open at a time, whatever the limits on memory and files are
LARGEST_FLOAT = 2**53  # up to here every whole number is a float
READABLE = ("/dev/urandom", "/proc/cpuinfo")  # beside the files of Python and the system
# Calls of the kernel that a notebook doesn't need: memory that the grader can't count or that stays
# behind; namespaces and mounts; and what reaches into other processes.
REFUSED = (
    *("memfd_create", "memfd_secret", "shmget", "semget", "msgget", "mq_open", "add_key", "keyctl"),
    *("request_key", "bpf", "io_uring_setup", "perf_event_open", "unshare", "setns", "mount"),
    *("fsopen", "move_mount", "open_tree", "ptrace", "process_vm_writev", "pidfd_getfd"),
    *("setpriority", "ioprio_set", "sched_setscheduler", "sched_setattr"),
)
ALLOW, REFUSE = 0x7FFF0000, 0x00050001  # libseccomp's actions; the second one answers EPERM
NOT_LOCAL = struct.pack("IIQQ", 0, 1, 1, 0)  # its condition: the first argument isn't AF_UNIX
NEEDED = (  # by this process, and by the cells that stand in every problem set
    "landlockpy",
    "numpy",
    "IPython.core.interactiveshell",
    "fogel.checks",
    "fogel.audit",
    "fogel.opponent",
)
# Who changes these in order to be graded better is told so.
WATCHED = (
    "fogel.checks",
    "fogel.checks.problems",
    "fogel.checks.questions",
    "numpy",
    "json",
    "copy",
    "builtins",
)


def main():
    """Takes the limits, fences itself in, and then obeys."""
    orders = os.fdopen(os.dup(0), encoding="utf-8")
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    about = json.loads(orders.readline())
    os.chdir(about["folder"])
    os.environ.clear()
    os.environ.update(about["environment"])
    set_limits(about)
    # Thousands of answers are kept: to look through them as usual took a third of the time.
    gc.set_threshold(5_000)
    load(about["package"])
    shell = new_shell()
    fence(about)
    forbid_calls()
    replies.write(json.dumps({"ready": True}) + "\n")
    replies.flush()
    dumps, loads, write = json.dumps, json.loads, os.write
    look, obey, put_back = watched, carry_out, put_back_streams
    streams, known = {name: getattr(sys, name) for name in STREAMS}, watched(shell)
    for line in orders:
        order = loads(line)
        reply = obey(shell, order, about["output"] // LETTER)
        put_back(streams)
        now = look(shell)
        changed = [name for name, made_of in known.items() if now.get(name) != made_of]
        with suppress(Exception):
            sys.stdout.flush()
            sys.stderr.flush()
        write(2, order["id"].encode())  # all that was printed stands before this
        replies.write(dumps({**reply, "changed": changed, "id": order["id"]}) + "\n")
        replies.flush()


def carry_out(shell, order, room):
    """Does what an order says; a function that is asked about many cases may print so many letters
    in all.
    """
    try:
        if "cell" in order:
            return run_cell(shell, order["cell"])
        sys.stdout, sys.stderr = Few(sys.stdout, room), Few(sys.stderr, room)
        return run_task(shell.user_ns, order["task"])
    except BaseException as problem:  # of the shell itself, which a cell can have damaged
        return {"error": describe(problem)}


def put_back_streams(streams):
    """What a notebook prints to, and what says its errors: its next step is to find them as they
    were.
    """
    for name, thing in streams.items():
        setattr(sys, name, thing)


class Few:
    """A stream that lets a number of letters through and swallows the rest."""

    def __init__(self, stream, left):
        self.stream, self.left = stream, left

    def write(self, text):
        """Writes what there is room for."""
        if self.left > 0:
            self.stream.write(text[: self.left])
        self.left -= len(text)
        return len(text)

    def __getattr__(self, name):
        return getattr(self.stream, name)


def set_limits(about):
    """Limits that the kernel keeps, where there are such: memory, the size of a file, open files,
    no core dumps.
    """
    try:
        import resource
    except ImportError:  # Windows
        return
    for limit, most in (
        ("RLIMIT_AS", about["memory"]),
        ("RLIMIT_FSIZE", about["file_size"]),
        # Files that are on their way through a socket can't be seen; so many are allowed there too.
        ("RLIMIT_NOFILE", max(FEWEST_FILES, about["memory"] // about["file_size"])),
        ("RLIMIT_CORE", 0),
    ):
        with suppress(ValueError, OSError):
            resource.setrlimit(getattr(resource, limit), (most, most))


def load(package):
    """Imports what every notebook needs; a forkserver has done so before."""
    use_package(package)
    for name in NEEDED:
        with suppress(ImportError):  # no fence here, or nothing that a set of ours asks for
            import_module(name)


def use_package(path):
    """Makes `fogel` the package that the judge has, wherever another one may be installed."""
    if getattr(sys.modules.get("fogel"), "__file__", None) == path:
        return
    spec = spec_from_file_location("fogel", path)
    sys.modules["fogel"] = module_from_spec(spec)
    spec.loader.exec_module(sys.modules["fogel"])


def fence(about):
    """Let nothing be read but Python's own files, written but in the own folder, and signalled.

    The kernel keeps this fence (Landlock, from Linux 5.13 on), and it can't be taken down again.
    Where another fence stands around this process already, there is nothing to do.
    """
    if not about["landlock"]:
        return
    from landlockpy import AccessFS, Ruleset, Scope

    reading = AccessFS.READ_FILE | AccessFS.EXECUTE
    with Ruleset(scoped=Scope.SIGNAL | Scope.ABSTRACT_UNIX_SOCKET) as rules:
        for path in [*about["readable"], *READABLE]:
            if os.path.exists(path):
                rules.allow_path(
                    path, reading | AccessFS.READ_DIR if os.path.isdir(path) else reading
                )
        rules.allow_path(os.devnull, reading | AccessFS.WRITE_FILE)
        for folder in (about["folder"], about["home"]):
            rules.allow_path(folder, ~(AccessFS.MAKE_CHAR | AccessFS.MAKE_BLOCK))
        rules.restrict()


def forbid_calls():
    """Let the kernel refuse REFUSED, and sockets that lead out of this machine, for good.

    Whatever this process starts inherits the filter. It needs libseccomp, which Debian and Ubuntu
    always have; without it, the fence is all there is.
    """
    import ctypes

    try:
        library = ctypes.CDLL("libseccomp.so.2")
    except OSError:
        return
    library.seccomp_init.restype = ctypes.c_void_p
    rules = ctypes.c_void_p(library.seccomp_init(ALLOW))
    add, number = library.seccomp_rule_add_array, library.seccomp_syscall_resolve_name
    for name in REFUSED:
        add(rules, REFUSE, number(name.encode()), 0, None)
    add(rules, REFUSE, number(b"socket"), 1, NOT_LOCAL)
    library.seccomp_load(rules)
    library.seccomp_release(rules)


def new_shell():
    """IPython without a terminal, a history or a configuration: what a notebook's cells expect."""
    import numpy
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    class Shell(InteractiveShell):
        """What a notebook may ask of its kernel, and what means nothing here: a window, and to go
        home.
        """

        def enable_gui(self, gui=None):
            """`%matplotlib inline`."""

        def ask_exit(self):
            """`exit()`."""

    config = Config()
    config.HistoryManager.enabled = False
    shell = Shell.instance(config=config)
    shell.user_ns.update(np=numpy, __name__="__main__")
    return shell


def watched(shell):
    """The functions and classes that a notebook has no business changing, {name: their parts}."""
    things = {
        f"{module}.{name}": thing
        for module in WATCHED
        if module in sys.modules
        for name, thing in vars(sys.modules[module]).items()
        if callable(thing) and not name.startswith("_")
    }
    things |= {f"the grader's {name}": thing for name, thing in OWN.items() if callable(thing)}
    things["get_ipython().run_cell"] = shell.run_cell
    return {name: parts(thing) for name, thing in things.items()}


def parts(thing):
    """What a function or a class of ours consists of, so that a change inside it shows, too."""
    thing = getattr(thing, "__func__", thing)
    ours = isinstance(thing, type) and thing.__module__.startswith(("fogel", "__main__"))
    inside = [thing, *vars(thing).values()] if ours else [thing]
    return [
        (id(part), *(getattr(part, name, None) for name in ("__code__", "__defaults__")))
        for part in inside
    ]


def run_cell(shell, source):
    """Runs a cell; says how it failed, if it did."""
    result = shell.run_cell(source, store_history=False)
    problem = result.error_before_exec or result.error_in_exec
    return {"error": describe(problem) if problem else ""}


def run_task(names, task):
    """Asks for what a task wants to know of `names`: {"answers": [...]} as data, or {"missing":
    True}.
    """
    return ASK[task["ask"]](names, task)


def ask_values(names, task):
    """Reads variables."""
    values = [names.get(name, ...) for name in task["names"]]
    return {"answers": [answer_of(lambda value=value: value) for value in values]}


def ask_function(names, task):
    """Call a function on every case.

    Whether it has changed its inputs or drawn from a generator isn't decided here: each answer says
    what its inputs were like after the call, and the judge compares.
    """
    function = names.get(task["function"])
    if not callable(function):
        return {"missing": True}
    constants = [revive(value) for value in task["constants"]]
    answers, recursions = [], 0
    for case in task["cases"]:
        inputs = [fresh(task["constants"][k], constants[k]) for k in case]
        answers.append(answer_of(lambda: function(*inputs)) | after(inputs, task.get("pure")))  # noqa: B023 - called at once
        recursions += answers[-1].get("error", "").startswith("RecursionError")
        if answers[-1].get("hopeless") or recursions > MOST_RECURSIONS:  # the next would be so too
            return {"answers": answers + [answers[-1]] * (len(task["cases"]) - len(answers))}
    return {"answers": answers}


def ask_object(names, task):
    """Play every script with a class or an object: {"steps": [...]} for each, with an answer to
    every step.
    """
    from fogel.checks.questions import Stage, make_step

    thing = names.get(task["object"], ...)
    if thing is ... or thing is None:
        return {"missing": True}
    answers, hopeless = [], None
    for script in task["scripts"]:
        stage, steps = Stage(task["object"], thing, revive), []
        for step in map(make_step, script):
            steps.append(hopeless or answer_of(lambda: stage.play(step)))  # noqa: B023 - called at once
            hopeless = steps[-1] if steps[-1].get("hopeless") else None
        answers.append({"steps": steps})
    return {"answers": answers}


def after(inputs, all_of_them):
    """What some inputs are like after a call: {"generators": ..., "inputs": ...}, both as digests.

    The first is there if there are generators, the second if `all_of_them` is true.
    """
    import numpy as np

    random = [value for value in inputs if isinstance(value, np.random.Generator)]
    found = {"generators": digest([one.bit_generator.state for one in random])} if random else {}
    return found | ({"inputs": digest(inputs)} if all_of_them else {})


def digest(value):
    """A short text that is the same for equal values, whatever the types of their numbers."""
    try:
        text = written_out(value)
    except Exception:  # such as a list that has become an entry of itself
        text = "unreadable"
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def written_out(value):
    """A value as text; only its numbers, texts, arrays, lists and dictionaries count."""
    import numpy as np

    if isinstance(value, np.ndarray) and value.dtype.kind in "bif":
        return f"{value.shape}{(value + 0.0).tobytes().hex()}"  # -0.0 + 0.0 is 0.0
    if isinstance(value, (list, tuple, np.ndarray)):
        return f"[{','.join(map(written_out, value))}]"
    if isinstance(value, dict):
        return (
            f"{{{','.join(sorted(f'{key!r}:{written_out(item)}' for key, item in value.items()))}}}"
        )
    if isinstance(value, (bool, int, float, np.number, np.bool_)):
        return repr(float(value) + 0.0 if abs(value) < LARGEST_FLOAT else int(value))
    return repr(value) if isinstance(value, str) else "?"


ASK = {"values": ask_values, "function": ask_function, "object": ask_object}


def revive(value):
    """An input as students know it; {"python": text} is what the grader's own text says, such as a
    player.
    """
    import numpy as np

    from fogel.checks import revive as known

    return (
        eval(value["python"], {"np": np})
        if isinstance(value, dict) and "python" in value
        else known(value)
    )


def fresh(value, known):
    """An input for one call: a generator is made anew, which takes a quarter of the
    time of a copy.
    """
    if isinstance(value, dict) and "rng" in value:
        return revive(value)
    return known.copy() if isinstance(value, list) else copy.deepcopy(known)  # a list is an array


def answer_of(ask):
    """What `ask` returns, as data; nothing is decided here about what that means.

    The keys are "value"; or "error", the words, and "raised", the names of its classes; or
    "unreadable"; or "nothing" where it returned None; or "unwritten" where a stub was left.
    """
    from fogel.checks import plain
    from fogel.checks.questions import names_of_error

    try:
        value = ask()
    except NotImplementedError:
        return {"unwritten": True}
    except BaseException as problem:  # SystemExit too: the next case is to be asked
        found = {"error": describe(problem)}
        if isinstance(problem, Exception):
            found["raised"] = names_of_error(problem)
        return found | ({"hopeless": True} if isinstance(problem, MemoryError) else {})
    if value is ... or value is None:
        return {"nothing": True}
    try:
        data = plain(value)
        size = 0 if is_short(data) else len(json.dumps(data))
    except OverflowError:
        return {"unreadable": "a very large answer", "hopeless": True}
    except BaseException:  # whatever an object may do when it is looked at
        return {"unreadable": f"an object of type {type(value).__name__}"}
    return (
        {"value": data}
        if size <= LARGEST_ANSWER
        else {"unreadable": f"an answer of {size:,} characters"}
    )


def is_short(data):
    """Whether an answer is known to be short without writing it: numbers and lists of them, not too
    many of both.
    """
    some, left = [data], LARGEST_ANSWER // LONGEST_NUMBER
    while some:
        kinds, left = {*map(type, some)}, left - len(some)
        if left < 0 or not kinds <= {int, float, bool, list}:
            return False
        whole = [one for one in some if type(one) is int] if int in kinds else [0]
        if not -(2**64) < min(whole) <= max(whole) < 2**64:
            return False
        some = [one for part in some if type(part) is list for one in part] if list in kinds else []
    return True


def describe(problem):
    """An error in one line, with the line of the student's code that raised it."""
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(problem.__traceback__)
        if "ipython-input" in frame.filename
        or "ipykernel" in frame.filename
        or frame.filename.startswith("<")
    ]
    text = ""
    with suppress(BaseException):  # whose own text may be one more error
        text = " ".join(str(problem).split())[:300]
    where = f" (line {lines[-1]} of its cell)" if lines else ""
    return f"{type(problem).__name__}{': ' if text else ''}{text}{where}"


OWN = globals()

if __name__ == "__main__":
    main()
