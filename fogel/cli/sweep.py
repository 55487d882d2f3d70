"""Many settings with many trials of each: `fogel sweep`."""

import argparse
import json
from functools import partial
from typing import Any

from fogel.cli.anygame import add_game, choose_settings_class, experiment_settings
from fogel.cli.options import add_command, add_out_folder, add_settings, check_writable
from fogel.cli.saving import SAVED, add_restart, add_workers, make_executor, saved_parts
from fogel.core.settings import accepted

SWEEP = """\
Runs the experiment under many settings, with many trials of each, and writes one table. The cases
are all combinations of the values that follow each --over, or those of a named sweep:

{named}

All other options are the settings of every case. DIR receives sweep.csv, a row for each generation
that is looked at of each trial; sweep.json, the settings; and a picture of the means, sweep.png and
sweep.svg. The trials are saved there too, in saved/: interrupted and started again, the same
command goes on where it was."""
AT = "generations that are looked at (default: 1, 10, 50, 100, 200, 400, 800, and the last)"


def add_commands(commands: Any) -> None:
    """Adds `fogel sweep` to the command line."""
    from fogel.sweep import NAMED

    named = "\n".join(
        f"  {name:<14}{len(cases):>3} cases: {_some(cases)}" for name, cases in NAMED.items()
    )
    text = SWEEP.replace("{named}", named)
    sweep = add_command(
        commands, "sweep", run_sweep, "ask what each choice does, with many trials", text
    )
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
    add_out_folder(sweep, "sweep", "sweep.csv", "sweep.json", "sweep.png", "sweep.svg", *SAVED)
    add_workers(sweep)
    add_restart(sweep)
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
    from fogel import sweep
    from fogel.core.results import SavedError
    from fogel.core.saving import FOLDER
    from fogel.core.workers import progress

    over, settings = _over(options), experiment_settings(options)
    todo = _plan(options, settings, over)
    check_writable(options)

    record = options.out / sweep.RECORD
    saving = saved_parts(
        options, options.out / FOLDER, sweep.job(todo), partial(_saved_so_far, todo), record
    )
    try:
        with make_executor(options, sweep.find_last_module(todo)) as executor:
            table = sweep.run(
                settings,
                over,
                options.at_generations,
                options.out,
                executor,
                progress,
                options.workers,
                options.restart,
                saving,
            )
    except SavedError as problem:
        options.command.error(f"argument --out: {problem}")
    summary = {**todo.to_dict(), "seed": settings.seed, **table.summary(), "out": str(options.out)}
    print(json.dumps(summary) if options.json else _describe(summary))
    return 0


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


def _saved_so_far(todo, saved):
    from fogel.engine.saved_trials import finished_numbers

    done = len(finished_numbers(saved, todo.trials))
    return saved.names() and f"{done:,} of {todo.trials:,} trials"


def _describe(summary):
    """The outcome of a sweep in words."""
    trials, generation, width = (
        summary["trials"],
        summary["generation"],
        max(map(len, summary["cases"])),
    )
    lines = [
        (
            f"Generation {generation}, mean of {trials} trials and 95 % interval, seed"
            f" {summary['seed']}:"
        ),
        (
            f"  {'':<{width}}   {'highest payoff':>16}   {'its exact payoff':>16}  "
            f" {'best exact payoff':>17}   {'by the base rules':>17}   nodes"
        ),
    ]
    for case, found in summary["cases"].items():
        cells = [
            _cell(found[measure]) for measure in ("highest", "exact", "best_exact", "exact_payoff")
        ]
        nodes = found["mean_hidden_nodes"]["mean"]
        lines.append(
            f"  {case:<{width}}   {cells[0]:>16}   {cells[1]:>16}   {cells[2]:>17}   {cells[3]:>17}"
            f"   {nodes:5.2f}"
        )
    lines.append(
        "By the base rules: what the network of the highest payoff would earn by the rules that the"
        " sweep begins with."
    )
    lines.append(f"Table and picture: {summary['out']}")
    return "\n".join(lines)


def _cell(value):
    return f"{value['mean']:.2f}" + (
        "" if value["interval"] is None else f" ± {value['interval']:.2f}"
    )
