"""The command `fogel reproduce`."""

from __future__ import annotations

import argparse
import math
from argparse import Namespace

from fogel.cli.options import add_command, add_workers, load_or_stop, show, written
from fogel.cli.stopping import FAILED
from fogel.core.settings import parse_number

REPRODUCE = """\
Repeats the computation that made a file, with the settings and the seed in it, and says in one
line whether the result is the same to the last bit. It works with

  run.json, and every champion file of `fogel curve`, `evolve` and the page that evolves
  the champions of checkers and the agents of leagues
  every table whose first line says which job made it, such as sweep.csv and games.csv

A table is recognized by its content, so it can have any name. It is made again row by row, in an
order that depends on its content, until the time is up. Then the line says how many rows were
tried. The exit code is 0 if everything that was tried is the same, 1 if something differs or
nothing was done in time, and 2 if the file can't be run again because it is damaged, has another
format, or doesn't say what made it. The last bits of a result can depend on the versions of NumPy
and Numba and on the processor. If the result differs, the line also names such differences."""
SECONDS, MOST_SECONDS = 60.0, 1e7


def add_commands(commands: argparse._SubParsersAction) -> None:
    """Adds `fogel reproduce` to the command line."""
    words = "make a file's results again, and compare them to the last bit"
    command = add_command(commands, "reproduce", run_reproduce, words, REPRODUCE)
    command.add_argument("file", type=written, metavar="FILE", help="a run, a player or a table")
    words = f"start no new part after this many seconds; 0 for no limit (default: {SECONDS:g})"
    command.add_argument("--seconds", type=_seconds, default=SECONDS, metavar="S", help=words)
    add_workers(command)


def _seconds(text):
    """The type of --seconds."""
    try:
        found = parse_number(text, float)
    except ValueError:
        found = math.nan
    if not 0 <= found <= MOST_SECONDS:  # false for nan too
        raise argparse.ArgumentTypeError(
            f"must be a number from 0 to {MOST_SECONDS:.0f}, not {text!r}"
        )
    return found


def run_reproduce(options: Namespace) -> int:
    """`fogel reproduce`."""
    from fogel.tools.reproduce import again

    found = load_or_stop(options, "FILE", again, options.file, options.seconds, options.workers)
    show(options, found.to_dict(), found.words)
    return 0 if found.same else FAILED
