"""How a command shares out its work, saves its parts and resumes."""

from __future__ import annotations

import sys
from argparse import Action, Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from fogel.cli import options as shared
from fogel.cli.parser import Parser
from fogel.cli.stopping import saying
from fogel.core import saving
from fogel.core.results import SavedError
from fogel.core.saving import Saved

SCHEDULER = "use the workers of this dask scheduler (needs the extra dask)"
RESTART = "start from scratch, and discard what an earlier run left there"
SAVED = (f"{saving.FOLDER}/", *(f"{saving.FOLDER}/{name}" for name in (saving.RECORD, saving.LOCK)))


def add_workers(command: Parser) -> tuple[Action, Action]:
    """The options that say who does the work."""
    workers = shared.add_workers(command)
    scheduler = command.add_argument("--scheduler", metavar="ADDRESS", help=SCHEDULER)
    command.not_with((workers,), scheduler)
    return workers, scheduler


def add_restart(command: Parser) -> Action:
    """The option --restart."""
    return command.add_argument("--restart", action="store_true", help=RESTART)


@contextmanager
def make_executor(options: Namespace, module: str, in_python: bool = False) -> Iterator[Any]:
    """The Executor that the options ask for, None for threads; what can't be had is refused in one
    line.

    Work that is done `in_python` is shared out to processes, since threads can't do it side by
    side.
    """
    if options.scheduler is not None:
        from fogel.core.cluster import ClusterError, workers

        try:
            with workers(options.scheduler, module) as executor:
                yield executor
        except ClusterError as problem:
            options.command.error(f"argument --scheduler: {problem}")
    elif in_python:
        from fogel.cli.processes import Processes
        from fogel.core.workers import available_cores

        with Processes(options.workers or available_cores()) as executor:
            yield executor
    else:
        yield None


def say_unless_quiet(options: Namespace, words: str) -> None:
    """Print what a command has to say on standard error, unless --quiet is given."""
    if not getattr(options, "quiet", False):
        print(f"{options.command.prog}: {words}", file=sys.stderr)


@contextmanager
def saved_parts(
    options: Namespace,
    folder: Path,
    job: Any,
    far: Callable[[Saved], Any],
    check: Callable[[], object] | None = None,
    argument: str = "--out",
) -> Iterator[Saved]:
    """The Saved parts of a command's job; see saving.Saved.

    `far(saved)` says how much there is, such as "7 of 20 trials", or nothing if there is none. That
    is said on standard error before the work begins, and again if the command is interrupted. What
    would be lost, such as the finished result that `check()` finds, is refused in one line, which
    names the `argument` that the place came from.
    """
    say = partial(say_unless_quiet, options)
    saved = Saved(folder, job, options.restart, say, check)
    try:
        with (
            saying(
                lambda: f"{far(saved) or 'nothing yet'} saved in {folder}; the same command goes on"
            ),
            saved,
        ):
            if there := far(saved):
                say(f"going on from {there} saved in {folder}")
            yield saved
    except SavedError as problem:
        options.command.error(f"argument {argument}: {problem}")
