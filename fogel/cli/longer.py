"""Continuing a finished run: `fogel curve --more`."""

from __future__ import annotations

import shlex
from argparse import Action, Namespace
from dataclasses import fields
from functools import partial
from typing import Any

from fogel.anygame.settings import GameSettings
from fogel.cli.options import as_option, whole_number
from fogel.cli.saving import say_unless_quiet
from fogel.tools.experiment import CurveJob

MOST_MORE = 100_000


def add_more(command: Any) -> Action:
    """Add the option --more; the workers of a scheduler can't read what it goes on from."""
    words = "continue the finished run in DIR for N more generations, with the settings of that run"
    return command.add_argument(
        "--more", type=partial(whole_number, least=1, most=MOST_MORE), metavar="N", help=words
    )


def longer_run(options: Namespace) -> CurveJob:
    """Return the run that --more asks for, and make its folder ready for it.

    If the run can't be continued, the command ends with one line that says why.
    """
    from fogel.core.results import SavedError
    from fogel.core.saving import FOLDER, Saved

    _check_options(options)
    try:
        there: Any = Saved(options.out / FOLDER, {}).recorded()
    except OSError as problem:
        options.command.error(
            f"argument --out: must be the folder of a run, not {str(options.out)!r}"
            f" ({problem.strerror})"
        )
    run = _run_there(options, there)
    settings = run.settings
    if there["complete"]:
        longer = CurveJob(_longer(options, settings), run.validate)
        try:
            _hand_over(options, run, longer)
        except SavedError as problem:
            options.command.error(f"argument --more: {problem}")
        return longer
    if there["more"] != options.more or options.more >= settings.generations:
        options.command.error(
            f"argument --more: the run in {options.out} is not finished: run it again without"
            f" --more to finish it ({_command(options, run)})"
        )
    return run


def _longer(options, settings):
    """The settings with more generations."""
    try:
        return settings.change(generations=settings.generations + options.more)
    except ValueError as problem:
        options.command.error(f"argument --more: {problem}")


def _run_there(options: Namespace, there: Any) -> CurveJob:
    """The run in the folder, finished or not."""
    from fogel.core.results import difference

    if there is None or (there and there["job"].get("command") != CurveJob.name):
        options.command.error(f"argument --more: {_missing(options)}")
    try:
        run = CurveJob.from_dict(there["job"])
    except (KeyError, TypeError, ValueError):
        options.command.error(
            f"argument --more: {options.out} is damaged, or was made by another version of fogel"
        )
    if there["job"] != run.record:
        again = run
        if there["complete"]:
            again = CurveJob(_longer(options, run.settings), run.validate)
        options.command.error(
            f"argument --more: the run in {options.out} can't be continued here ("
            f"{difference(there['job'], run.record)}): run it from scratch"
            f" ({_command(options, again)} --restart)"
        )
    return run


def _missing(options):
    """What a folder lacks in which nothing says what was saved, in words."""
    from fogel.core.saving import FOLDER, RECORD

    try:
        run = CurveJob.from_dict(CurveJob.made(options.out / "run.json"))
    except (OSError, KeyError, TypeError, ValueError):
        start = "start one without --more, by `fogel curve --generations N`"
        return f"there is no run in {options.out} to continue: {start}"
    return (
        f"{options.out / FOLDER / RECORD}, which --more needs to continue the run in {options.out},"
        f" is missing: first run it again without --more ({_command(options, run)})"
    )


def _command(options, run):
    """The command that makes a run in this folder, by itself."""
    return f"{run.command} --out {shlex.quote(str(options.out))}"


def _check_options(options):
    """Refuse options that would change the run: it keeps its settings."""
    names = *(item.name for item in fields(GameSettings)), "preset"
    given = [name for name in names if getattr(options, name) is not None]
    given += [name for name in ("quick", "validate") if getattr(options, name)]
    if given:
        options.command.error(
            f"argument {as_option(given[0])}: can't be combined with --more, which keeps the"
            " settings of the run"
        )


def _hand_over(options: Namespace, run: CurveJob, longer: CurveJob) -> None:
    """Turn the folder of a finished run into that of the longer one."""
    say = partial(say_unless_quiet, options)
    run.check_folder(options.out)
    with run.saved_in(options.out, say=say) as saved:
        again = longer.lengthen(saved, options.more)
    if again:
        say(
            f"{len(again)} of {len(longer)} trials begin again at generation 1: too little was"
            f" saved of them for {longer.settings.generations} generations"
        )
