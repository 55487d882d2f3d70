"""The command `fogel conform`."""

from __future__ import annotations

import argparse
from argparse import Namespace

from fogel.cli.options import add_command, add_out_folder, check_writable, show

CONFORM = """\
Writes JSON files with inputs and the results that belong to them, for programs in any language:
boards and replies, forward passes as hexadecimal floats, draws, children, a generation, trials, a
league's epochs, a match at school, and how many moves checkers has. If you write the experiment in
another language, you can compare your program with these files, chapter by chapter.

DIR also receives page.md, which says how to use the files, and chapters.c, a program that passes
those of chapters 1 to 5."""


def add_commands(commands: argparse._SubParsersAction) -> None:
    """Adds `fogel conform` to the command line."""
    words = "write test data for the experiment in another language"
    command = add_command(commands, "conform", run_conform, words, CONFORM)
    add_out_folder(command, "kit", "*.json", "page.md", "chapters.c", words="the kit")


def run_conform(options: Namespace) -> int:
    """`fogel conform`."""
    check_writable(options)
    from fogel.tools.conformance import write_kit

    paths = write_kit(options.out)
    found = {"out": str(options.out), "files": [path.name for path in paths]}
    return show(options, found, f"{len(paths)} files: {options.out}; page.md says how to use them")
