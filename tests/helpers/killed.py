"""A copy of this process that is killed before or after a file takes its place."""

import multiprocessing
import os
from pathlib import Path

from fogel.engine.kept_folder import MANIFEST

KILLED = 77


def _act(action, moment, renames):
    """Act, and end at the moment: (a number of renames, whether before the next of them)."""
    usual = Path.replace

    def replace(path, target):
        if Path(target).name == MANIFEST:  # of compiled loops, which later copies find there
            return usual(path, target)
        if moment == (renames.value, True):
            os._exit(KILLED)
        usual(path, target)
        renames.value += 1
        if moment == (renames.value, False):
            os._exit(KILLED)

    Path.replace = replace
    os.close(1), os.close(2)
    os._exit(action() or 0)


def ended(action, moment=None):
    """(the exit code, the number of renames) of a copy of this process that calls `action()`."""
    context = multiprocessing.get_context("fork")
    renames = context.Value("i", 0, lock=False)
    process = context.Process(target=_act, args=(action, moment, renames))
    process.start()
    process.join()
    return process.exitcode, renames.value


def moments(count):
    """All moments of a process with so many renames."""
    return [*((k, True) for k in range(count)), *((k + 1, False) for k in range(count))]
