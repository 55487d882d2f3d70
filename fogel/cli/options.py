"""What the commands share: options, their types, their checks, and how a wrong one is refused."""

from __future__ import annotations

import argparse
import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Any

from fogel.files import make_writable
from fogel.settings import PRESETS, QUICK, Settings, accepted, checked, number_of, option_of

MOST_WORKERS = 1024
FAILED, WRONG_INPUT, BREACH = 1, 2, 3  # exit codes; stopping.py has another
SIZE = (
    "trials",
    "generations",
    "parents",
    "games",
    "leagues",
    "epochs",
    "agents",
    "sessions",
    "matches",
    "seed",
)  # what most people need


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As argparse's, which would take `--option=--` for an empty list."""
        for text in sys.argv[1:] if args is None else args:
            if text.startswith("--") and text.endswith("=--"):
                self.error(f"argument {text[:-3]}: expected one argument")
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> Any:
        """Says what is wrong and stops."""
        self.exit(WRONG_INPUT, f"{self.prog}: {message}\n")


def add_command(
    commands: Any, name: str, run: Callable[[Namespace], int], help: str, description: str, json: bool = True
) -> Parser:
    """A new command, a parser; a `{names}` in its description becomes the list of adversaries."""
    if "{names}" in description:
        from fogel.players import ADVERSARIES

        names = "\n".join(f"  {name:<16}{one.words}" for name, one in ADVERSARIES.items())
        description = description.format(names=names)
    texts = {"usage": f"fogel {name} [options]", "help": help, "description": description}
    command = commands.add_parser(name, formatter_class=argparse.RawDescriptionHelpFormatter, **texts)
    command.set_defaults(run=run, command=command)
    if json:
        command.add_argument("--json", action="store_true", help="print one JSON object instead of words")
    return command


def add_settings(
    command: ArgumentParser, only: Iterable[str] | None = None, choices: Any = Settings, **defaults: Any
) -> None:
    """An option for every setting, or for some `only`; `defaults` are the command's own, None leaves an option out.

    `choices` is the class of the settings.
    """
    if only:
        defaults = {item.name: None for item in fields(choices) if item.name not in only} | defaults
    names = ", ".join(PRESETS)
    size = command.add_argument_group("the size of the experiment")
    reading = command.add_argument_group(
        "the procedure, where the sources leave a choice or a reader wants to try another"
    )
    if choices is Settings:
        words = f"settings to begin with, overridden by options: {names}"
        reading.add_argument("--preset", default="chapter", help=words)
    command.set_defaults(defaults={name: value for name, value in defaults.items() if value is not None})
    for item in fields(choices):
        if item.name in defaults and defaults[item.name] is None:
            continue
        group = size if item.name in SIZE else reading
        about, default = item.metadata, defaults.get(item.name, item.default)
        words = f"{about['help']} (default: {_plain(default)})"
        if about["kind"] is bool:
            group.add_argument(option_of(item.name), action=argparse.BooleanOptionalAction, default=None, help=words)
        else:
            metavar = {int: "N", float: "X", str: "|".join(about.get("choices", ()))}[about["kind"]]
            kind = partial(_parse, choices, item.name)
            group.add_argument(option_of(item.name), type=kind, metavar=metavar, help=words.replace("%", "%%"))


def _plain(value):
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _parse(choices, name, text):
    """An option's text as its setting's value."""
    kind = choices.__dataclass_fields__[name].metadata["kind"]
    try:
        return checked(name, text if kind is str else number_of(text, kind), choices)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be {accepted(name, choices)}, not {text!r}") from None


def written(text: str) -> Path:
    """The type of a path to write to: as of an option whose shell variable is not set, "" is none."""
    if not text:
        raise argparse.ArgumentTypeError("must be a path, and not empty")
    return Path(text)


def worker_count(text: str) -> int:
    """The type of --workers."""
    return whole_number(text, 1, MOST_WORKERS)


def whole(text: str) -> int:
    """The type of a whole number from 0."""
    return whole_number(text, 0, 2**31)


def whole_number(text: str, least: int, most: int) -> int:
    """A text as a whole number between two others; raises ArgumentTypeError that names the range."""
    if not re.fullmatch(r"[0-9]{1,99}", text) or not least <= int(text) <= most:
        raise argparse.ArgumentTypeError(f"must be a whole number from {least} to {most}, not {text!r}")
    return int(text)


def settings_of(options: Namespace, base: Any = None, choices: Any = Settings) -> Any:
    """The settings that the options say: preset, then --quick or the command's defaults, then what was given.

    `base` are other settings to begin with, if no preset was named; the options are those of its class, or of
    `choices`.
    """
    given = {item.name: getattr(options, item.name, None) for item in fields(base or choices)}
    changes = {**options.defaults, **(QUICK if getattr(options, "quick", False) else {})}
    changes.update({name: value for name, value in given.items() if value is not None})
    try:
        return base.change(**changes) if base else choices.preset(options.preset, **changes)
    except ValueError as problem:
        name, _, rest = str(problem).partition(" ")
        options.command.error(f"argument {option_of(name)}: {rest}")


def check_writable(options: Namespace, folder: Any) -> None:
    """Stops before any work is done if the folder for the results can't be written, or the file is no regular one."""
    if folder != options.out and options.out.exists() and not options.out.is_file():
        kind = "a folder" if options.out.is_dir() else "a pipe or a device"
        options.command.error(f"argument --out: must be a file, and {str(options.out)!r} is {kind}")
    try:
        make_writable(folder)
    except OSError as problem:
        options.command.error(
            f"argument --out: must be a folder that can be written, not {str(options.out)!r} ({problem.strerror})"
        )


def add_network(command: ArgumentParser, any_player: bool = False, default: Any = "champion") -> None:
    """The argument NETWORK: a name of the package, with `any_player` those of all players, or a file."""
    from fogel.players import networks, players

    names = ", ".join(networks() | (players() if any_player else {}))
    words = f"a champion file, or one of the package: {names} (default: {default})"
    command.add_argument("network", nargs="?", default=default, metavar="NETWORK", help=words)


def network_of(options: Namespace, name: str, argument: str = "NETWORK", read: Callable | None = None) -> Any:
    """The network of that name or in that file; `read` is what reads it, `load_champion` unless it may be another."""
    from fogel.champion import load_champion
    from fogel.players import networks

    path: Any = networks()[name].file if name in networks() else name
    try:
        if read is None:
            _check_standard(options, path, argument)
        return (read or load_champion)(path)
    except OSError as problem:
        options.command.error(f"argument {argument}: {name}: {problem.strerror}")
    except ValueError as problem:
        options.command.error(f"argument {argument}: {problem}")


def _check_standard(options, path, argument):
    """Refuses the champion of another game, for a command that knows the standard one alone."""
    from fogel.anygame.curve import load_any, names_game, rules_of

    player = load_any(path)
    if names_game(player):
        options.command.error(
            f"argument {argument}: {path}: this command knows the standard game alone, and not "
            f"{rules_of(player).name!r}"
        )


def ask(prompt: str) -> str:
    """What is typed behind a prompt, which gets a line of its own if nothing that is typed will be seen."""
    if sys.stdin.isatty():
        return input(prompt)
    print(prompt)
    return input()
