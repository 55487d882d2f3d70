"""Runs one student's notebook, cell by cell, in a process of its own; the grader's other half is sandbox.py.

Orders come in as lines of JSON, replies go out as lines of JSON. What the notebook prints goes to stderr. Nothing here
knows a right answer, and nothing that happens here can reach one: answers leave as data and are judged outside.
"""

import copy
import json
import os
import sys
import traceback
from contextlib import suppress
from itertools import islice

LARGEST_ANSWER = 200_000  # characters of JSON
LONGEST = 50_000  # entries of a list or an array, letters of a text
READ_ONLY = ("/usr", "/lib", "/lib64", "/bin", "/etc", "/dev/urandom", "/proc/cpuinfo", "/sys/devices/system/cpu")
WATCHED = ("fogel.checks", "numpy", "json", "builtins")  # who changes these in order to be graded better is told so


def main():
    """Takes the limits, fences itself in, and then obeys."""
    orders, replies = os.fdopen(os.dup(0), encoding="utf-8"), os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    about = json.loads(orders.readline())
    os.chdir(about["folder"])
    set_limits(about)
    shell = new_shell()
    fence(about)
    replies.write(json.dumps({"ready": True}) + "\n")
    replies.flush()
    dumps, loads, write, known = json.dumps, json.loads, os.write, watched()
    for line in orders:
        order = loads(line)
        reply = run_cell(shell, order["cell"]) if "cell" in order else run_task(shell.user_ns, order["task"])
        now = watched()
        changed = [name for name, thing in known.items() if now.get(name) is not thing]
        with suppress(Exception):
            sys.stdout.flush()
            sys.stderr.flush()
        write(2, order["id"].encode())  # all that was printed stands before this
        replies.write(dumps({**reply, "changed": changed, "id": order["id"]}) + "\n")
        replies.flush()


def set_limits(about):
    """Limits that the kernel keeps, where there are such: memory, the size of a file, no core dumps."""
    try:
        import resource
    except ImportError:  # Windows
        return
    for limit, most in (("RLIMIT_AS", about["memory"]), ("RLIMIT_FSIZE", about["file_size"]), ("RLIMIT_CORE", 0)):
        with suppress(ValueError, OSError):
            resource.setrlimit(getattr(resource, limit), (most, most))


def fence(about):
    """On Linux: no file but Python's own can be read, none written outside the own folder, no one signalled or called.

    The kernel keeps it (Landlock, from 5.13 on), and it can't be taken down again. Elsewhere there is no such fence.
    """
    if not about["fence"]:
        return
    from landlockpy import AccessFS, Ruleset, Scope

    reading = AccessFS.READ_FILE | AccessFS.EXECUTE
    with Ruleset(scoped=Scope.SIGNAL | Scope.ABSTRACT_UNIX_SOCKET) as rules:
        for path in {*READ_ONLY, *about["readable"]}:
            if os.path.exists(path):
                rules.allow_path(path, reading | AccessFS.READ_DIR if os.path.isdir(path) else reading)
        rules.allow_path(os.devnull, reading | AccessFS.WRITE_FILE)
        for folder in (about["folder"], about["home"]):
            rules.allow_path(folder, ~(AccessFS.MAKE_CHAR | AccessFS.MAKE_BLOCK))
        rules.restrict()


def new_shell():
    """IPython without a terminal, a history or a configuration: what a notebook's cells expect."""
    import numpy
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    import fogel.checks  # noqa: F401 - to be watched

    class Shell(InteractiveShell):
        """What a notebook may ask of its kernel, and what means nothing here: a window, and to go home."""

        def enable_gui(self, gui=None):
            """`%matplotlib inline`."""

        def ask_exit(self):
            """`exit()`."""

    config = Config()
    config.HistoryManager.enabled = False
    shell = Shell.instance(config=config)
    shell.user_ns.update(np=numpy, __name__="__main__")
    return shell


def watched():
    """The functions that a notebook has no business changing."""
    return {
        f"{module}.{name}": thing
        for module in WATCHED
        if module in sys.modules
        for name, thing in vars(sys.modules[module]).items()
        if callable(thing) and not name.startswith("_")
    }


def run_cell(shell, source):
    """Runs a cell; says how it failed, if it did."""
    result = shell.run_cell(source, store_history=False)
    problem = result.error_before_exec or result.error_in_exec
    return {"error": describe(problem) if problem else ""}


def run_task(names, task):
    """Calls a function among `names` on every case, or reads variables: the answers as data."""
    if "names" in task:
        values = [names.get(name, ...) for name in task["names"]]
        return {"answers": [answer_of(lambda value=value: value) for value in values]}
    function = names.get(task["function"])
    if not callable(function):
        return {"missing": True}
    constants = [revive(value) for value in task["constants"]]
    answers = []
    for case in task["cases"]:
        inputs = [copy.deepcopy(constants[k]) for k in case]
        before = copy.deepcopy(inputs) if task.get("pure") else None
        answers.append(answer_of(lambda: function(*inputs)))  # noqa: B023 - called at once
        if before is not None and not same(before, inputs):
            answers[-1]["changed_inputs"] = True
        if answers[-1].get("hopeless"):  # memory is used up, or an answer is huge: the next would be so too
            return {"answers": answers + [answers[-1]] * (len(task["cases"]) - len(answers))}
    return {"answers": answers}


def revive(value):
    """An input as students know it; {"python": text} is what the grader's own text says, such as a player."""
    import numpy as np

    from fogel.checks import revive as known

    return eval(value["python"], {"np": np}) if isinstance(value, dict) and "python" in value else known(value)


def same(before, after):
    """Whether inputs are as they were; generators and functions don't count."""
    import numpy as np

    try:
        return all(
            np.array_equal(a, b) for a, b in zip(before, after, strict=True) if isinstance(a, (list, np.ndarray))
        )
    except Exception:  # an array that has become something that can't be compared
        return False


def answer_of(ask):
    """What `ask` returns, as data: {"value": ...}, {"error": ...} or {"unreadable": ...}."""
    try:
        value = ask()
    except NotImplementedError:
        return {"unwritten": True}
    except MemoryError as problem:
        return {"error": describe(problem), "hopeless": True}
    except BaseException as problem:  # SystemExit and KeyboardInterrupt too: the next case is to be asked
        return {"error": describe(problem)}
    if value is ... or value is None:
        return {"unwritten": True}
    try:
        data = plain(value)
        size = len(json.dumps(data))
    except OverflowError:
        return {"unreadable": "a very large answer", "hopeless": True}
    except BaseException:  # whatever an object may do when it is looked at
        return {"unreadable": f"an object of type {type(value).__name__}"}
    return {"value": data} if size <= LARGEST_ANSWER else {"unreadable": f"an answer of {size:,} characters"}


def plain(value):
    """An answer as JSON: arrays, tuples and iterators are lists. Raises OverflowError if it is huge."""
    import numpy as np

    if isinstance(value, np.ndarray):
        short(value.size)
        return plain(value.tolist())
    if isinstance(value, np.generic):
        return plain(value.item())
    if isinstance(value, (list, tuple, range, set, frozenset, dict, str)):
        short(len(value))
    if isinstance(value, (list, tuple, range)):
        return [plain(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return sorted(map(plain, value))
    if isinstance(value, dict):
        return {"dict": [[plain(key), plain(item)] for key, item in value.items()]}
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return plain(list(islice(value, LONGEST + 1))) if hasattr(value, "__next__") else float(value)  # a fraction, say


def short(length):
    """Raises OverflowError if so many entries are too many."""
    if length > LONGEST:
        raise OverflowError(length)


def describe(problem):
    """An error in one line, with the line of the student's code that raised it."""
    lines = [frame.lineno for frame in traceback.extract_tb(problem.__traceback__) if "ipython-input" in frame.filename
             or "ipykernel" in frame.filename or frame.filename.startswith("<")]  # fmt: skip
    text = " ".join(str(problem).split())[:300]
    where = f" (line {lines[-1]} of its cell)" if lines else ""
    return f"{type(problem).__name__}{': ' if text else ''}{text}{where}"


if __name__ == "__main__":
    main()
