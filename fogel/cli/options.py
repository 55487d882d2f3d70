"""Options that the commands share, and one clear error for a wrong one."""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from fogel.cli.parser import USAGE, Parser, shown
from fogel.core.files import make_writable
from fogel.core.settings import (
    MOST_WORKERS,
    PRESETS,
    QUICK,
    Settings,
    accepted,
    as_option,
    checked,
    parse_number,
)
from fogel.core.types import Rng

SIZE = (  # what most people need
    *("trials", "slow_trials", "drawn_games", "children", "generations", "parents", "games"),
    *("leagues", "epochs", "agents", "sessions", "matches", "lines", "seeds", "seed"),
)


# Many parameters: they are what argparse asks about a command, and a caller names those it changes.
def add_command(
    commands: Any,
    name: str,
    run: Callable[[Namespace], int],
    help: str,
    description: str,
    json: bool = True,
    usage: str | None = USAGE,
) -> Parser:
    """A new command, a parser; a `{names}` in its description becomes the list of adversaries."""
    if "{names}" in description:
        from fogel.core.players import ADVERSARIES

        names = "\n".join(f"  {name:<16}{one.words}" for name, one in ADVERSARIES.items())
        description = description.format(names=names)
    texts = {"usage": usage, "help": help, "description": description}
    command = commands.add_parser(
        name, formatter_class=argparse.RawDescriptionHelpFormatter, **texts
    )
    command.set_defaults(run=run, command=command)
    command.summary = help
    if json:
        add_json(command)
    return command


def add_json(command: ArgumentParser) -> argparse.Action:
    """The option --json."""
    return command.add_argument(
        "--json", action="store_true", help="print one JSON object instead of text"
    )


def show(options: Namespace, found: Any, words: str) -> int:
    """Print an object with --json and words without it; return the exit code of success."""
    print(json.dumps(found) if options.json else words)
    return 0


def add_workers(command: ArgumentParser) -> argparse.Action:
    """The option --workers; None, its default, means all cores."""
    words = "number of workers (default: one for each core)"
    return command.add_argument("--workers", type=worker_count, metavar="N", help=words)


def add_games(
    command: ArgumentParser, words: str, default: int | None = None, least: int = 1
) -> argparse.Action:
    """The option --games of a command that plays as many as are asked for."""
    games = partial(whole_number, least=least, most=1_000_000)
    return command.add_argument("--games", type=games, default=default, metavar="N", help=words)


def add_seed(
    command: ArgumentParser, default: int | None = None, words: str | None = None
) -> argparse.Action:
    """The option --seed of a command that draws some random numbers; None, its default, means other
    ones each time.
    """
    words = words or (
        "a seed that makes the random draws repeatable"
        if default is None
        else f"seed of the random draws (default: {default})"
    )
    return command.add_argument("--seed", type=whole, default=default, metavar="N", help=words)


def add_out_folder(
    command: Parser, default: str, *files: str, words: str = "the results"
) -> argparse.Action:
    """The option --out of a folder in which a command writes these files: see `Parser.writes`."""
    words = f"folder for {words} (default: {default})"
    out = command.add_argument(
        "--out", type=written, default=Path(default), metavar="DIR", help=words
    )
    command.writes(out, *(f"{{}}/{name}" for name in files))
    return out


def add_out_file(
    command: Parser,
    default: str | None,
    *more: str,
    words: str | None = None,
    kinds: Sequence[str] = (),
) -> argparse.Action:
    """The option --out of the file that a command writes, and what `more` it writes: see
    `Parser.writes`.

    `kinds` are the endings that its name may have, so that a mistake can't replace a file of
    another kind.
    """
    words, place = words or f"default: {default}", None if default is None else Path(default)
    kind = partial(written, kinds=kinds)
    out = command.add_argument("--out", type=kind, default=place, metavar="FILE", help=words)
    command.writes(out, "{}", *more)
    return out


def add_settings(
    command: ArgumentParser,
    only: Iterable[str] | None = None,
    choices: Any = Settings,
    **defaults: Any,
) -> dict[str, argparse.Action]:
    """An option for every setting, or for some `only`; `defaults` are the command's own, None
    leaves an option out.

    `choices` is the class of the settings. Returns the options by their settings' names, and
    `preset`.
    """
    if only:
        defaults = {item.name: None for item in fields(choices) if item.name not in only} | defaults
    names = ", ".join(PRESETS)
    size = command.add_argument_group("the size of the experiment")
    choice = "the procedure, where the sources leave a choice or you want to try another"
    is_fogels = issubclass(choices, Settings)
    reading = command.add_argument_group(choice if is_fogels else "other settings")
    added = {}
    if choices is Settings:
        words = f"settings to begin with, overridden by options: {names}"
        added["preset"] = reading.add_argument("--preset", help=words)
    command.set_defaults(
        defaults={name: value for name, value in defaults.items() if value is not None}
    )
    for item in fields(choices):
        if item.name not in defaults or defaults[item.name] is not None:
            group = size if item.name in SIZE else reading
            default = defaults.get(item.name, item.default)
            added[item.name] = _add_setting(group, item, default, choices)
    return added


def _add_setting(group, item, default, choices):
    """The option of one setting, a field of the class `choices`."""
    about = item.metadata
    words = f"{about['help']} (default: {_plain(default)})"
    if about["kind"] is bool:
        either = argparse.BooleanOptionalAction
        return group.add_argument(as_option(item.name), action=either, default=None, help=words)
    word = "|".join(about.get("choices", ())) or item.name.upper()
    metavar = {int: "N", float: "X", str: word}[about["kind"]]
    kind = partial(_parse, choices, item.name)
    words = words.replace("%", "%%")
    return group.add_argument(as_option(item.name), type=kind, metavar=metavar, help=words)


def _plain(value):
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _parse(choices, name, text):
    """An option's text as its setting's value."""
    kind = choices.__dataclass_fields__[name].metadata["kind"]
    try:
        return checked(name, text if kind is str else parse_number(text, kind), choices)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"must be {accepted(name, choices)}, not {text!r}"
        ) from None


def written(text: str, kinds: Sequence[str] = ()) -> Path:
    """The type of a path, whose name ends in one of `kinds` if there are any; "" is none, as from
    an unset variable.
    """
    if not text:
        raise argparse.ArgumentTypeError("must be a path, and not empty")
    path = Path(text)
    if kinds and path.suffix not in kinds:
        *others, last = kinds
        endings = f"{', '.join(others)} or {last}" if others else last
        raise argparse.ArgumentTypeError(f"must end in {endings}, not {path.suffix!r}")
    return path


def worker_count(text: str) -> int:
    """The type of --workers."""
    return whole_number(text, 1, MOST_WORKERS)


def whole(text: str) -> int:
    """The type of a whole number from 0."""
    return whole_number(text, 0, 2**31)


def whole_number(text: str, least: int, most: int) -> int:
    """A text as a whole number between two others; raises ArgumentTypeError that names
    the range.
    """
    if not re.fullmatch(r"[0-9]{1,99}", text) or not least <= int(text) <= most:
        raise argparse.ArgumentTypeError(
            f"must be a whole number from {least} to {most}, not {text!r}"
        )
    return int(text)


def make_settings(options: Namespace, base: Any = None, choices: Any = Settings) -> Any:
    """The settings that the options say: preset, then --quick or the command's defaults, then what
    was given.

    `base` are other settings to begin with, if no preset was named; the options are those of its
    class, or of `choices`.
    """
    given = {item.name: getattr(options, item.name, None) for item in fields(base or choices)}
    changes = {**options.defaults, **(QUICK if getattr(options, "quick", False) else {})}
    changes.update({name: value for name, value in given.items() if value is not None})
    try:
        if base:
            return base.change(**changes)
        return (
            choices(**changes)
            if options.preset is None
            else choices.preset(options.preset, **changes)
        )
    except ValueError as problem:
        name, _, rest = str(problem).partition(" ")
        options.command.error(f"argument {as_option(name)}: {rest}")


def seeded(seed: int | None) -> Rng:
    """Return a generator of random numbers for other people's players; without a seed, it differs
    every time.

    Functions that draw from `random` or `numpy.random` instead draw the same numbers for the same
    seed, too.
    """
    if seed is not None:
        random.seed(seed)
        np.random.seed(seed % 2**32)
    return np.random.default_rng(seed)


def check_writable(options: Namespace) -> None:
    """Stops, before any work is done, if a file that the command will write can't be written.

    Folders are made if need be. Files may be written over; folders, pipes and devices are left
    alone.
    """
    for option, files in options.command.outputs:
        value = getattr(options, option.dest)
        for text in files if value is not None else ():
            fault = _fault(text, str(value))
            if fault:
                options.command.error(f"argument {shown(option)}: {fault}")


def _fault(text, value):
    """Why a file declared with `Parser.writes` can't be written; None if it can."""
    head, _, name = text.removesuffix("/").rpartition("/")
    must, folder = "folder" if text.endswith("/") else "file", Path(head.replace("{}", value))
    place = folder / name.replace("{}", value)
    try:
        for path in folder.glob(name) if "*" in name else [place]:
            if (kind := _kind(path)) not in (must, None):
                return f"must be a {must}, and {str(path)!r} is a {kind}"
        # A folder within the first one is made where it is filled.
        if head in ("", "{}") or folder.exists():
            make_writable(place.parent)
    except OSError as problem:
        must = "folder" if head else "file"
        if file := next((one for one in place.parents if os.path.isfile(one)), None):
            return (
                f"must be a {must} that can be written, not {value!r} ({str(file)!r} is not a"
                " folder)"
            )
        return f"must be a {must} that can be written, not {value!r} ({problem.strerror})"
    return None


def _kind(path):
    """What is at a path, None for nothing."""
    if path.is_dir():
        return "folder"
    return "file" if path.is_file() else "pipe or a device" if path.exists() else None


def load_or_stop(
    options: Namespace, argument: str, load: Callable[..., Any], *values: Any, **more: Any
) -> Any:
    """What `load(*values, **more)` returns, or the one line that says what is wrong with this
    argument.
    """
    try:
        return load(*values, **more)
    except OSError as problem:
        options.command.error(
            f"argument {argument}: {problem.filename or values[0]}: {problem.strerror}"
        )
    except ValueError as problem:
        options.command.error(f"argument {argument}: {problem}")


GAMES = (
    "standard, checkers, checkers-6x4 (rows and columns), a game of any shape by its name or rule"
    " file (fogel ttt -h lists the names), or your own, my_game.py:NAME"
)


def add_network(
    command: ArgumentParser, any_player: bool = False, default: Any = "champion"
) -> None:
    """The argument NETWORK: a name of the package, with `any_player` those of all players, or a
    file.
    """
    from fogel.core.players import networks, players

    names = ", ".join(networks() | (players() if any_player else {}))
    words = f"a champion file, or one of the package: {names} (default: {default})"
    command.add_argument("network", nargs="?", default=default, metavar="NETWORK", help=words)


def find_network(
    options: Namespace, name: str, argument: str = "NETWORK", read: Callable | None = None
) -> Any:
    """The network of that name or in that file; `read` is what reads it, `load_champion` unless it
    may be another.
    """
    from fogel.core.champion import load_champion
    from fogel.core.players import networks

    path: Any = networks()[name].file if name in networks() else name
    if not name:
        options.command.error(f"argument {argument}: must be a name or a path, and not empty")
    try:
        if read is None:
            _check_standard(options, path, argument)
        return (read or load_champion)(path)
    except OSError as problem:
        options.command.error(f"argument {argument}: {name}: {problem.strerror}")
    except ValueError as problem:
        options.command.error(f"argument {argument}: {problem}")


def _check_standard(options, path, argument):
    """Refuses the champion of another game, for a command that knows only the standard one."""
    from fogel.anygame.curve import find_rules_played, load_any, names_game

    player = load_any(path)
    if names_game(player):
        options.command.error(
            f"argument {argument}: {path}: this command knows only the standard game, and not"
            f" {find_rules_played(player).name!r}"
        )


def ask(prompt: str) -> str:
    """What is typed behind a prompt, which gets a line of its own if nothing that is typed will be
    seen.
    """
    if sys.stdin.isatty():
        return input(prompt)
    print(prompt)
    return input()
