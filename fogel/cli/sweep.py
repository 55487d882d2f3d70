"""Many settings with many trials of each: `fogel sweep`."""

import argparse
from typing import Any

from fogel.cli.anygame import add_game, choose_settings_class, experiment_settings
from fogel.cli.jobs import add_job_options, run_job
from fogel.cli.options import add_command, add_settings
from fogel.core.settings import accepted

SWEEP = """\
Runs the experiment under many settings, with many trials of each, and writes one table. The cases
are all combinations of the values that follow each --over, or those of a named sweep:

{named}

All other options apply to every case. DIR receives sweep.csv, in which a line with the settings is
followed by a row for each trial and recorded generation, and a picture of the means, sweep.png and
sweep.svg. Until then, the trials are saved in DIR too, in saved/. If you interrupt the command, run
it again, and it continues where it stopped."""
AT = "generations to record (default: 1, 10, 50, 100, 200, 400, 800, and the last)"


def add_commands(commands: Any) -> None:
    """Adds `fogel sweep` to the command line."""
    from fogel.sweep import NAMED, SweepJob

    named = "\n".join(
        f"  {name:<14}{len(cases):>3} cases: {_some(cases)}" for name, cases in NAMED.items()
    )
    text = SWEEP.replace("{named}", named)
    sweep = add_command(commands, "sweep", run_sweep, SweepJob.words, text)
    name = sweep.add_argument("name", nargs="?", metavar="NAME", help="a named sweep")
    over = sweep.add_argument(
        "--over",
        nargs=2,
        action="append",
        default=[],
        metavar=("SETTING", "VALUES"),
        help="a setting and its values, such as --over slip 0,0.1,0.3; can be given several times",
    )
    sweep.not_with((over,), name)
    sweep.add_argument("--at-generations", type=_generations, metavar="N,N", help=AT)
    add_job_options(sweep, "sweep", *SweepJob.file_names())
    add_game(sweep)
    add_settings(sweep, champion=None, best_player=None)


def _some(cases):
    first = [*cases][:4]
    return ", ".join(first) + (" ..." if len(cases) > len(first) else "")


def _generations(text):
    try:
        return [int(number) for number in text.split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"must be generations such as 1,50,800, not {text!r}"
        ) from None


def _over(options):
    """What --over says: {setting: values}, or the name of a sweep."""
    if not options.name and not options.over:
        options.command.error("argument --over: must be given, or the name of a sweep")
    return options.name or dict(_values(options, *one) for one in options.over)


def _values(options, option, text):
    """(name, values) of one --over."""
    from fogel.sweep import setting_value

    choices = choose_settings_class(options)
    name = option.removeprefix("--").replace("-", "_")
    if name not in choices.__dataclass_fields__:
        options.command.error(f"argument --over: must name a setting, and {option!r} is none")
    if sum(other.removeprefix("--").replace("-", "_") == name for other, _ in options.over) > 1:
        options.command.error(f"argument --over: names {option} twice")
    if getattr(options, name, None) is not None:
        options.command.error(f"argument --over: {option} is given as an option too")
    values = []
    for part in text.split(","):
        try:
            values.append(setting_value(name, part.strip(), choices))
        except ValueError:
            options.command.error(
                f"argument --over: {option} must be {accepted(name, choices)}, not {part!r}"
            )
    return name, values


def run_sweep(options: Any) -> int:
    """`fogel sweep`."""
    from fogel.sweep import SweepJob

    over, settings = _over(options), experiment_settings(options)
    return run_job(options, SweepJob(_plan(options, settings, over)))


def _plan(options, settings, over):
    """The plan of the sweep; a wrong argument ends the command."""
    from fogel import sweep

    try:
        return sweep.plan(settings, over, options.at_generations)
    except ValueError as problem:
        argument, _, words = str(problem).partition(" ")
        if argument in ("at", "trials"):
            option = "--at-generations" if argument == "at" else "--trials"
            options.command.error(f"argument {option}: {words}")
        words = words if argument == "over" else str(problem)
        options.command.error(f"argument {'NAME' if options.name else '--over'}: {words}")
