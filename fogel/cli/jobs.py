"""The commands that are jobs: one parser and one run for all of them."""

from __future__ import annotations

import inspect
import json
import os
import sys
from argparse import Action, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from fogel.cli.options import (
    add_command,
    add_out_folder,
    add_settings,
    check_writable,
    make_settings,
)
from fogel.cli.parser import Parser
from fogel.cli.saving import SAVED, add_restart, add_workers, make_executor, saved_parts
from fogel.core.quiet import QUIET_VARIABLE, is_quiet, say
from fogel.core.saving import FOLDER

QUIET = "print only errors and, with --json, the object"


def add_commands(commands: Any) -> None:
    """Add the jobs that are commands, each with the same options and those of its settings."""
    from fogel.tools.all_jobs import COMMANDS

    for name in COMMANDS:
        add_job(commands, name)


def add_job(commands: Any, name: str) -> None:
    """Add the command of one job."""
    from fogel.tools.all_jobs import find_job

    job = find_job(name)
    command = add_command(commands, name, run_command, job.words, inspect.cleandoc(job.__doc__))
    command.set_defaults(job=job)
    add_job_options(command, name, *job.file_names())
    add_settings(command, choices=job.choices)


def add_job_options(command: Parser, out: str, *files: str) -> list[Action]:
    """Add the options of every job, whose results are these `files`, and return them."""
    place = add_out_folder(command, out, *files, *SAVED)
    return [place, *add_run_options(command)]


def add_run_options(command: Parser) -> list[Action]:
    """Add the options that say how work is done, wherever it is written, and return them."""
    quiet = command.add_argument("--quiet", action="store_true", help=QUIET)
    return [*add_workers(command), add_restart(command), quiet]


def run_command(options: Namespace) -> int:
    """Run the job that the options of a command describe."""
    return run_job(options, options.job(make_settings(options, options.job.choices())))


def run_job(options: Namespace, job: Any) -> int:
    """Run a job: refuse what is impossible before any work, and continue from saved parts."""
    from fogel.core.workers import progress

    if words := job.refusal():
        options.command.error(words)
    check_writable(options)
    if (words := job.beginning()) and sys.stderr.isatty() and not options.quiet:
        say(words)
    folder, check = job.place(options.out, FOLDER), partial(job.check_folder, options.out)
    with (
        quietly(options.quiet),
        make_executor(options, job.module, job.in_python) as executor,
        saved_parts(options, folder, job.record, job.far, check=check) as saved,
    ):
        bar = partial(progress, unit=job.step)
        found = job.compute(saved, executor, bar, options.workers)
        job.finish(options.out, found, saved)
    said = job.summary(found)
    summary = {**said, **job.to_dict(), **said, "out": str(options.out)}
    if options.json:
        print(json.dumps(summary))
    elif not options.quiet:
        print(*filter(None, (job.sketch(found), job.describe(summary))), sep="\n")
    return 0


@contextmanager
def quietly(is_on: bool) -> Iterator[None]:
    """While this lasts there are no notes and no progress bars, if `is_on`."""
    if not is_on or is_quiet():
        yield
        return
    os.environ[QUIET_VARIABLE] = "1"
    try:
        yield
    finally:
        del os.environ[QUIET_VARIABLE]
