"""Continuing a finished run: `fogel curve --more`."""

from __future__ import annotations

from argparse import Action, Namespace
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Any

from fogel.cli.options import as_option, whole_number
from fogel.core.settings import PRESETS, QUICK, Settings
from fogel.core.types import Json

MOST_MORE = 100_000


def add_more(command: Any) -> Action:
    """Add the option --more; the workers of a scheduler can't read what it goes on from."""
    words = "continue the finished run in DIR for N more generations, with the settings of that run"
    return command.add_argument(
        "--more", type=partial(whole_number, least=1, most=MOST_MORE), metavar="N", help=words
    )


def curve_job(settings: Settings, validate: bool) -> Json:
    """Return the job that identifies the run in a folder of `fogel curve`, as plain values."""
    from fogel.core.saving import program

    job = {"command": "curve", "settings": settings.to_dict(), "validate": validate}
    return {**job, "program": program(find_last_module(settings))}


def find_last_module(settings: Settings) -> str:
    """Return the last module that a run of these settings depends on."""
    return "engine.saved_trials" if type(settings) is Settings else "anygame"


def longer_run(options: Namespace) -> tuple[Settings, bool]:
    """Return (settings, whether it is validated) of the run that --more asks for, and make its
    folder ready for it.

    What can't be gone on with is refused in one line.
    """
    from fogel.core.results import SavedError
    from fogel.core.saving import FOLDER, Saved

    folder = options.out / FOLDER
    try:
        there: Any = Saved(folder, {}).recorded()
    except OSError as problem:
        options.command.error(
            f"argument --out: must be the folder of a run, not {str(options.out)!r}"
            f" ({problem.strerror})"
        )
    settings, validate = _run_there(options, there)
    if there["complete"]:
        before, after = settings, _longer(options, settings)
    elif there["more"] == options.more < settings.generations:
        before, after = settings.change(generations=settings.generations - options.more), settings
    else:
        command = _command(options, settings, validate)
        options.command.error(
            f"argument --more: the run in {options.out} is not finished: run it again without"
            f" --more to finish it ({command})"
        )
    _check_options(options, before, validate)
    if there["complete"]:
        try:
            _hand_over(options, folder, (before, after), validate)
        except SavedError as problem:
            options.command.error(f"argument --more: {problem}")
    return after, validate


def _longer(options, settings):
    """The settings with more generations."""
    try:
        return settings.change(generations=settings.generations + options.more)
    except ValueError as problem:
        options.command.error(f"argument --more: {problem}")


def _run_there(options: Namespace, there: Any) -> tuple[Settings, bool]:
    """(settings, whether it was validated) of the run in the folder, finished or not."""
    from fogel.core.results import difference

    if there is None or (there and there["job"].get("command") != "curve"):
        options.command.error(f"argument --more: {_missing(options)}")
    try:
        values, validate = there["job"]["settings"], there["job"]["validate"]
        settings = _settings(values)
    except (KeyError, TypeError, ValueError):
        options.command.error(
            f"argument --more: {options.out} is damaged, or was made by another version of fogel"
        )
    if there["job"] != (here := curve_job(settings, validate)):
        command = _command(
            options, _longer(options, settings) if there["complete"] else settings, validate
        )
        options.command.error(
            f"argument --more: the run in {options.out} can't be continued here ("
            f"{difference(there['job'], here)}): run it from scratch ({command} --restart)"
        )
    return settings, validate


def _settings(values):
    from fogel.anygame.settings import GameSettings

    return (GameSettings if "game" in values else Settings).from_dict(values)


def _missing(options):
    """What a folder lacks in which nothing says what was saved, in words."""
    from fogel.core.saving import FOLDER, RECORD
    from fogel.curve import settings_in

    try:
        settings = _settings(settings_in(options.out / "run.json"))
    except (OSError, KeyError, TypeError, ValueError):
        start = "start one without --more, by `fogel curve --generations N`"
        return f"there is no run in {options.out} to continue: {start}"
    command = _command(options, settings, validate=False)
    return (
        f"{options.out / FOLDER / RECORD}, which --more needs to continue the run in {options.out},"
        f" is missing: first run it again without --more ({command})"
    )


def _command(options, settings, validate):
    """The command that makes a run of these settings in this folder, by itself."""
    import shlex

    from fogel.curve import format_command

    command = format_command(settings) + " --validate" * validate
    return f"{command} --out {shlex.quote(str(options.out))}"


def _check_options(options, settings, validate):
    """Refuses options that say something else than the run that is there."""
    from fogel.anygame.settings import find_game
    from fogel.rules.rule_files import write_rules

    there = {**settings.to_dict(), "validate": validate}
    if "opponent" in there:
        there["opponent"] = str(settings.opponent)  # type: ignore[attr-defined]  # the name of a function
    given = {item.name: getattr(options, item.name) for item in fields(Settings)}
    given |= {"seat": options.seat, "validate": options.validate or None}
    given["opponent"] = getattr(options.opponent, "name", options.opponent)  # a function has a name
    try:
        argument = "--preset"
        preset = None if options.preset is None else Settings.preset(options.preset)
        if options.game is not None:
            argument = "--game"
            given["game"] = write_rules(find_game(options.game))
    except (ValueError, OSError) as problem:
        options.command.error(f"argument {argument}: {str(problem).removeprefix('preset ')}")
    named = dict.fromkeys(name for one in PRESETS.values() for name in one) if preset else ()
    said = {name: ("--preset", getattr(preset, name)) for name in named}
    said |= {name: ("--quick", value) for name, value in QUICK.items() if options.quick}
    said |= {name: (as_option(name), value) for name, value in given.items() if value is not None}
    for name, (option, value) in said.items():
        if name not in there:
            options.command.error(
                f"argument {option}: the run in {options.out} plays the standard game, not"
                " another one"
            )
        if there[name] != value:
            words = (
                "another game"
                if name == "game"
                else f"{name} {_shown(there[name])}, not {_shown(value)}"
            )
            options.command.error(
                f"argument {option}: the run in {options.out} has {words}; --more keeps the"
                " settings of that run"
            )


def _shown(value):
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value


def _hand_over(options, folder: Path, both: tuple[Settings, Settings], validate: bool) -> None:
    """Turn the folder of a finished run into that of the longer one."""
    import sys

    from fogel.core.saving import Saved
    from fogel.curve import check_folder
    from fogel.engine.invariants import Validator
    from fogel.engine.observers import Watch
    from fogel.engine.saved_trials import lengthen

    before, after = both
    observers: list[Any] = [Watch(Validator)] if validate else []
    if find_last_module(after) == "anygame":
        from fogel.anygame.curve import make_observers

        observers += make_observers(after)  # type: ignore[arg-type]

    def say(words):
        print(f"{options.command.prog}: {words}", file=sys.stderr)

    check_folder(options.out, before)
    with Saved(folder, curve_job(before, validate), say=say) as saved:
        again = lengthen(saved, curve_job(after, validate), options.more, after.trials, observers)
    if again:
        say(
            f"{len(again)} of {after.trials} trials begin again at generation 1: too little was"
            f" saved of them for {after.generations} generations"
        )
