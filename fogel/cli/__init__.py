"""The command line: `fogel` and its commands.

This module imports next to nothing, so that a Ctrl-C in the first second finds `main` already
listening.
"""

from __future__ import annotations

import atexit
import errno
import gc
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from fogel.cli import stopping

if TYPE_CHECKING:
    from argparse import ArgumentParser  # loaded with the options: see above


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; returns its exit code. Called without arguments it is the program, and Ctrl-C
    ends it at once.
    """
    if arguments is None:
        stopping.end_at_once()
        _leave_memory_to_the_system()
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            # A ± where the terminal has none is no reason to stop.
            stream.reconfigure(errors="replace")
    try:
        try:
            return _run(arguments)
        finally:
            if sys.stdout is not None:  # as where it was closed
                # What can't be written shows here, and not at the interpreter's end.
                sys.stdout.flush()
    except KeyboardInterrupt:
        print(stopping.line(), file=sys.stderr)
        return stopping.INTERRUPTED
    except (OSError, ImportError, MemoryError) as problem:
        _write_no_more()
        if _nobody_reads(problem):
            return 0
        print(f"fogel: {_in_a_line(problem)}", file=sys.stderr)
        return stopping.FAILED


def _in_a_line(problem):
    """What the system has too little of, or can't do."""
    if isinstance(problem, MemoryError):
        return "there is not enough memory (`ulimit -v` shows whether it is limited)"
    if isinstance(problem, ImportError):
        words = (
            "`ulimit -a` shows whether open files or memory are limited; `pip check`, whether a"
            " package is missing"
        )
        return f"can't load a module: {problem} ({words})"
    return str(problem)


def _leave_memory_to_the_system():
    """A command imports much and ends soon: to look for what it no longer needs took
    half a second.
    """
    gc.set_threshold(100_000, 20, 20)
    atexit.register(gc.freeze)


def _run(arguments):
    parser = make_parser()
    options = parser.parse_args(arguments)
    if not hasattr(options, "run"):
        parser.print_help()
        return 0
    return options.run(options) or 0


def _nobody_reads(problem):
    """Whether the reader of a pipe has ended; Windows calls that an invalid argument."""
    return isinstance(problem, BrokenPipeError) or (
        os.name == "nt"
        and isinstance(problem, OSError)
        and problem.errno == errno.EINVAL
        and problem.filename is None
    )


def _write_no_more():
    """Sends to nowhere what is still to be written, so that the interpreter does not fail at it
    once more.
    """
    if sys.stdout is not None and sys.stdout is sys.__stdout__:  # not a notebook's, nor a test's
        with suppress(OSError):  # as where no more files can be open
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# The commands by what a reader wants to do, as `fogel --help` lists them.
GROUPS = {
    "play": ("play", "page", "ttt"),
    "run an experiment": ("curve", "evolve", "log", "sweep", "league", "checkers", "taste"),
    "measure players and games": ("audit", "tournament", "measure", "games", "methods"),
    "teach": ("poster", "cards"),
    "check": ("reproduce", "conform", "bench"),
}


def _in_groups(commands):
    """The list of commands, group by group, each with its summary."""
    known = {name for names in GROUPS.values() for name in names}
    others = tuple(name for name in commands if name not in known)  # a reader's experiments
    lines = []
    for title, names in {**GROUPS, **({"more": others} if others else {})}.items():
        lines += ["", f"{title}:", *(f"  {name:<11} {commands[name].summary}" for name in names)]
    return "\n".join([*lines, "", "`fogel COMMAND --help` says more about a command."])


def make_parser() -> ArgumentParser:
    """The parser of all commands; the options of the settings are made from their fields."""
    from argparse import SUPPRESS, RawDescriptionHelpFormatter

    from fogel.cli import (
        bench,
        checkers,
        conform,
        experiment,
        jobs,
        league,
        page,
        player,
        reproduce,
        sweep,
        taste,
        ttt,
    )
    from fogel.cli.parser import Parser
    from fogel.core.results import versions

    parser = Parser(
        prog="fogel",
        usage="fogel [-h] [--version] COMMAND ...",
        description="Fogel's tic-tac-toe experiment of 1993: small networks that evolve.",
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"fogel {versions()['fogel']}")
    commands = parser.add_subparsers(prog="fogel", metavar="COMMAND", help=SUPPRESS)
    parts = experiment, sweep, player, ttt, page, jobs, league, taste, checkers
    for part in (*parts, reproduce, conform, bench):
        part.add_commands(commands)
    parser.epilog = _in_groups(commands.choices)
    return parser
