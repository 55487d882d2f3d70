"""A parser whose options can depend on each other, and which says in one line what is wrong."""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import textwrap
from argparse import Namespace
from collections.abc import Sequence
from difflib import get_close_matches
from itertools import groupby
from typing import Any

WRONG_INPUT, BREACH = 2, 3  # exit codes; stopping.py has others
USAGE = "%(prog)s [options]"  # the beginning of most usage lines
WIDEST = 100  # columns of a help text, also in a wider terminal
CLOSE = 0.7  # how alike a mistyped word and a suggestion must be, from 0 to 1


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, with options that need others, or that can't be combined
    with others.

    `intermixed`: whether options may come between the arguments. `conditions`: [(option, whether it
    needs the others or excludes them, the others)]; `outputs`: [(option, files)] as `writes` was
    told.
    """

    intermixed = False
    summary = ""  # one line on what a command is for

    def __init__(self, *arguments: Any, **options: Any):
        self.arguments: list[argparse.Action] = []
        super().__init__(*arguments, **options)
        self.description = wrapped(self.description or "")
        self.outputs: list[tuple[argparse.Action, tuple[str, ...]]] = []
        self.conditions: list[tuple[argparse.Action, bool, tuple[argparse.Action, ...]]] = []
        self._reading = False

    def add_argument(self, *names: Any, **options: Any) -> argparse.Action:
        """Add an option or an argument as argparse does; the usage line shows arguments."""
        action = super().add_argument(*names, **options)
        if not action.option_strings:
            self.arguments.append(action)
            if self.usage and self.usage.startswith(USAGE):
                self.usage = " ".join([USAGE, *map(shape, self.arguments)])
        return action

    def only_with(self, others: Sequence[argparse.Action], *options: argparse.Action) -> None:
        """Declares options that need one of `others`: they are refused without it, and their help
        says so.
        """
        self._declare(options, True, others)

    def not_with(self, others: Sequence[argparse.Action], *options: argparse.Action) -> None:
        """Declares options that can't be combined with any of `others`; their help says so."""
        self._declare(options, False, others)

    def _declare(self, options, needed, others):
        words = f"{'needs' if needed else 'not with'} {'|'.join(map(shown, others))}"
        for option in options:
            option.help = f"{option.help}; {words}" if option.help else words
            self.conditions.append((option, needed, tuple(others)))

    def writes(self, option: argparse.Action, *files: str) -> None:
        """Declares which files a command writes where this option says, for `check_writable`.

        `{}` stands for the option's value, `*` for any letters; a path that ends in / is a folder.
        """
        self.outputs.append((option, files))

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As argparse's, which would take `--option=--` and `-o--` for an empty list; checks what
        the options need.
        """
        # As argparse calls itself, in some versions, where arguments are intermixed.
        if self._reading:
            return super().parse_known_args(args, namespace)
        for text in sys.argv[1:] if args is None else args:
            if re.fullmatch(r"--[^=]+=--|-\w--", text):
                self.error(f"argument {text[:-2].removesuffix('=')}: expected one argument")
        read = self.parse_known_intermixed_args if self.intermixed else super().parse_known_args
        named = {
            one.dest: one for option, _, others in self.conditions for one in (option, *others)
        }
        self._reading = True
        try:  # without a default, what is given can be told from what is not
            found, rest = read(
                args, argparse.Namespace(**vars(namespace or Namespace()), **dict.fromkeys(named))
            )
        finally:
            self._reading = False
        if rest:
            self.error(f"unrecognized arguments: {' '.join(rest)}")
        self._check(found)
        for name, option in named.items():
            if getattr(found, name) is None:
                setattr(found, name, option.default)
        return found, rest

    def _check(self, found):
        for option, needed, others in sorted(self.conditions, key=lambda condition: condition[1]):
            if not _is_given(option, found):
                continue
            there = [one for one in others if _is_given(one, found) and getattr(found, one.dest)]
            if needed and not there:
                self.error(f"argument {shown(option, found)}: needs {'|'.join(map(shown, others))}")
            if there and not needed:
                self.error(
                    f"argument {shown(option, found)}: can't be combined with {shown(there[0])}"
                )

    def error(self, message: str) -> Any:
        """Say what is wrong, suggest what may have been meant, and stop."""
        options = re.findall(r"--[a-z][a-z-]+", self.format_help())
        self.exit(WRONG_INPUT, f"{self.prog}: {message}{suggestion(message, options)}\n")


def suggestion(message: str, options: Sequence[str]) -> str:
    """Return "; did you mean X?" for an error message about a mistyped word, otherwise "".

    X is one of the words that the message lists as possible or, for an unknown option, one of
    `options`.
    """
    if unknown := re.match(r"unrecognized arguments: (--[a-z-]+)", message):
        typed, possible = unknown[1], list(options)
    elif wrong := re.search(r"'([\w-]+)'", message):
        listed = re.search(r"choose (?:from|one of) (.*)|must be (?:one of )?(.*)", message)
        typed = wrong[1]
        possible = re.findall(r"[a-z][\w-]+", (listed and (listed[1] or listed[2])) or "")
    else:
        return ""
    close = get_close_matches(typed, [one for one in possible if one != typed], 1, CLOSE)
    return f"; did you mean {close[0]}?" if close else ""


def shape(action: argparse.Action) -> str:
    """An argument as a usage line shows it: FILE, [FILE], [FILE ...] or FILE [FILE ...]."""
    name = shown(action)
    forms = {"?": f"[{name}]", "*": f"[{name} ...]", "+": f"{name} [{name} ...]"}
    return forms.get(str(action.nargs), name)


def wrapped(text: str) -> str:
    """Fit a help text to the terminal: fill its paragraphs, and wrap each item of its lists."""
    width = min(shutil.get_terminal_size().columns - 2, WIDEST)
    filler = textwrap.TextWrapper(width, break_long_words=False, break_on_hyphens=False)
    lines: list[str] = []
    for is_list, some in groupby(text.splitlines(), lambda line: line[:1] in ("", " ")):
        for item in some if is_list else [" ".join(some)]:
            indent = len((re.match(r" +(?:\S+(?: \S+)* {2,})?", item) or [""])[0])
            filler.subsequent_indent = " " * indent
            lines += filler.wrap(item) or [""]
    return "\n".join(lines)


def _is_given(option, found):
    """Whether an option or an argument was typed; for a missing argument, argparse fills in the
    default.
    """
    value = getattr(found, option.dest)
    return value is not None and (bool(option.option_strings) or value not in ([], option.default))


def shown(option: argparse.Action, found: Namespace | None = None) -> str:
    """Return what an option or an argument is called in a message; for `--x|--no-x`, the one that
    was typed.
    """
    names = option.option_strings or [str(option.metavar or option.dest)]
    is_off = found is not None and getattr(found, option.dest) is False
    return names[-1 if is_off else 0]
