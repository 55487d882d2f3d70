"""The commands for games bred to taste: `fogel taste`, `fogel measure`."""

from __future__ import annotations

import json
from argparse import Namespace
from functools import partial
from typing import Any

from fogel.cli.jobs import add_job_options, run_job
from fogel.cli.options import (
    add_command,
    add_games,
    add_seed,
    add_settings,
    load_or_stop,
    make_settings,
    whole_number,
)

TASTE = """\
Evolves games that suit a taste. Rules have children, games are measured exactly, and the game of
each kind that suits the taste best survives. A taste is a file, or one of the package:

{tastes}

If you name several tastes, a game has to please all of them, as if several players sat at a table.
DIR receives the best games, each with a rule file for `fogel ttt play`, its measures, and a
picture. It also receives taste.csv, which has all survivors with their measures. If you interrupt
the command, run it again, and it continues where it stopped."""
MEASURE = """\
Measures a game of any shape: its rules, its outcomes, its course, and how much ability matters.
RULES is a rule file or a game of the package. For two players on at most 12 squares, nothing is
sampled. Otherwise games are played, and each value has a 95 % interval. The command also says how
well the game suits each taste."""
JURY = "levels whose games count (default: average,skilled,expert)"


def add_commands(commands: Any) -> None:
    """Adds `fogel taste` and `fogel measure` to the command line."""
    _add_taste(commands)
    _add_measure(commands)


def _add_taste(commands):
    from fogel.taste.evolution import BEST, MOST_BEST, TasteJob
    from fogel.taste.wishes import find_taste, shipped

    tastes = "\n".join(f"  {name:<14}{find_taste(name).about}" for name in shipped())
    taste = add_command(
        commands, "taste", run_taste, TasteJob.words, TASTE.replace("{tastes}", tastes)
    )
    taste.add_argument(
        "--taste",
        action="append",
        metavar="TASTE",
        help="a taste's name, or a file; can be given several times",
    )
    best = partial(whole_number, least=1, most=MOST_BEST)
    words = f"number of games to write (default: {BEST})"
    taste.add_argument("--best", type=best, default=BEST, metavar="N", help=words)
    taste.add_argument("--jury", metavar="LEVEL,LEVEL", help=JURY)
    add_job_options(taste, "taste", *TasteJob.file_names())
    add_settings(taste, choices=TasteJob.choices)


def _add_measure(commands):
    measure = add_command(
        commands,
        "measure",
        run_measure,
        "measure a game: its balance, its length, and how much skill matters",
        MEASURE,
    )
    measure.add_argument("rules", metavar="RULES", help="a rule file, or a game's name")
    measure.add_argument("--jury", metavar="LEVEL,LEVEL", help=JURY)
    measure.add_argument(
        "--taste",
        action="append",
        metavar="TASTE",
        help="a taste's name, or a file (default: all tastes of the package)",
    )
    add_games(measure, "play N games of each level instead of computing exact chances", least=2)
    add_seed(measure, default=0)
    measure.add_argument(
        "--school", action="store_true", help="also send networks to school, which takes seconds"
    )


def run_taste(options: Namespace) -> int:
    """`fogel taste`."""
    from fogel.taste.evolution import TasteJob

    tastes, jury = _tastes(options), _jury(options)
    settings = make_settings(options, TasteJob.choices())
    return run_job(options, TasteJob(tastes, settings, jury, options.best))


def run_measure(options: Namespace) -> int:
    """`fogel measure`."""
    import numpy as np

    from fogel.rules.rule_files import find_rules
    from fogel.taste.measures import MEASURES, SCHOOL, GameMeasures
    from fogel.taste.summary import summary_text
    from fogel.taste.wishes import shipped

    tastes, jury = _tastes(options, list(shipped())), _jury(options)
    rules = load_or_stop(options, "RULES", find_rules, options.rules)
    measured = load_or_stop(
        options,
        "RULES",
        GameMeasures,
        rules,
        jury,
        options.games,
        np.random.default_rng(options.seed),
    )
    verdicts = {taste.name: _verdict(taste, measured) for taste in tastes}
    if not options.json:
        lines = [
            f"{name:<14} {one['score']:.3f}  {one['refused'] or ''}".rstrip()
            for name, one in verdicts.items()
        ]
        print(summary_text(measured, ["\n".join(lines)], options.school), end="")
        return 0
    names = [name for name in measured.measures if options.school or MEASURES[name].kind != SCHOOL]
    values = {
        name: {"value": float(measured[name].value), "half": measured[name].half} for name in names
    }
    about = {
        "game": rules.name,
        "exact": measured.exact,
        "games": measured.games,
        "jury": list(jury),
    }
    print(json.dumps({**about, "measures": values, "tastes": verdicts}))
    return 0


def _verdict(taste, measured):
    """What a taste says of a measured game, as plain values, even if a measure is missing."""
    try:
        return taste.judge(measured)._asdict()
    except ValueError as problem:
        return {"score": 0.0, "satisfactions": {}, "refused": str(problem)}


def _tastes(options, default=None):
    from fogel.taste.wishes import find_taste

    if not (options.taste or default):
        options.command.error("argument --taste: must be given, such as --taste fair")
    found = [
        load_or_stop(options, "--taste", find_taste, name) for name in options.taste or default
    ]
    if len({taste.name for taste in found}) < len(found):
        options.command.error("argument --taste: must be different tastes")
    return found


def _jury(options):
    from fogel.taste.measures import JURY, check_jury

    if options.jury is None:
        return JURY
    try:
        return check_jury(options.jury.split(","))
    except ValueError as problem:
        options.command.error(f"argument --jury: {str(problem).removeprefix('jury ')}")
