"""A parser whose options can depend on each other, and which says in one line what is wrong."""

from __future__ import annotations

import argparse
import re
import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import Any

WRONG_INPUT, BREACH = 2, 3  # exit codes; stopping.py has others


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, with options that need others, or that can't be combined
    with others.

    `intermixed`: whether options may come between the arguments. `conditions`: [(option, whether it
    needs the others or excludes them, the others)]; `outputs`: [(option, files)] as `writes` was
    told.
    """

    intermixed = False

    def __init__(self, *arguments: Any, **options: Any):
        super().__init__(*arguments, **options)
        self.outputs: list[tuple[argparse.Action, tuple[str, ...]]] = []
        self.conditions: list[tuple[argparse.Action, bool, tuple[argparse.Action, ...]]] = []
        self._reading = False

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
        """Says what is wrong and stops."""
        self.exit(WRONG_INPUT, f"{self.prog}: {message}\n")


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
