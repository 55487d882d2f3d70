"""The commands for games as data: `fogel games`, `fogel methods`."""

from __future__ import annotations

import json
from argparse import Namespace
from functools import partial
from typing import Any

from fogel.cli.options import (
    add_command,
    add_out_folder,
    add_settings,
    add_workers,
    check_writable,
    make_settings,
)
from fogel.cli.saving import SAVED, add_restart, saved_parts

GAMES = """\
Draws games by a chance that is written down, measures them, and has the paper's evolution learn
each of them in both seats, against the perfect player. DIR receives games.csv, a row for each game
and seat, and games.json, the settings. The table that comes with the package is made by it, without
other options. Interrupted and started again, the same command goes on where it was."""
METHODS = """\
Has other methods look for a network at ten games, on as many games as the paper's evolution plays:
a hill climber, random search, CMA-ES and NEAT. DIR receives methods.csv, a row for each game,
method and trial, and methods.json, the settings. It needs two libraries more: pip install
'fogel[methods]'. Interrupted and started again, the same command goes on where it was."""


def add_commands(commands: Any) -> None:
    """Adds `fogel games` and `fogel methods` to the command line."""
    from fogel.thousand.comparison import ComparisonSettings
    from fogel.thousand.table import ThousandSettings

    words = "have evolution learn a thousand drawn games"
    _add(commands, "games", run_games, words, GAMES, ThousandSettings)
    words = "compare methods of search on the same budget of games"
    _add(commands, "methods", run_methods, words, METHODS, ComparisonSettings)


def _add(commands, name, run, words, description, choices):
    command = add_command(commands, name, run, words, description)
    add_out_folder(command, name, f"{name}.csv", f"{name}.json", *SAVED)
    add_workers(command)
    add_restart(command)
    add_settings(command, choices=choices)


def run_games(options: Namespace) -> int:
    """`fogel games`."""
    from fogel.thousand import table

    settings = make_settings(options, table.ThousandSettings())
    return _run(options, table, settings, settings.drawn_games, "games", _describe_games)


def run_methods(options: Namespace) -> int:
    """`fogel methods`."""
    from fogel.thousand import comparison

    settings = make_settings(options, comparison.ComparisonSettings())
    if names := comparison.missing_libraries():
        options.command.error(f"needs {' and '.join(names)}: pip install 'fogel[methods]'")
    return _run(options, comparison, settings, settings.length, "rows", _describe_methods)


def _run(options, module, settings, parts, unit, describe):
    """Makes a module's table, and says what is in it."""
    from fogel.core.workers import progress
    from fogel.engine.saved_trials import finished_numbers

    check_writable(options)

    def far(saved):
        return saved.names() and f"{len(finished_numbers(saved, parts)):,} of {parts:,} {unit}"

    check = partial(module.check_folder, options.out, settings)
    with saved_parts(
        options, options.out / module.FOLDER, module.job(settings), far, check=check
    ) as saved:
        found = module.run(settings, options.out, None, progress, options.workers, saved)
        saved.complete()
        saved.discard()
    summary = {
        "settings": settings.to_dict(),
        "out": str(options.out / module.TABLE),
        **module.summary(found),
    }
    print(json.dumps(summary) if options.json else describe(summary))
    return 0


def _describe_games(found):
    """A table of games in words."""
    settings, seats = found["settings"], found["seats"]
    head = (
        f"{settings['drawn_games']:,} games, two seats each; medians over games,"
        f" {settings['trials']} trials a seat:"
    )
    lines = [head, f"  {'':<8}{'games':>7}{'share':>9}{'blind':>9}{'baseline':>10}{'sight':>9}"]
    for seat, one in seats.items():
        values = (
            _digits(one[name]) for name in ("share", "blind_share", "baseline_share", "sight")
        )
        share, blind, baseline, sight = values
        lines.append(f"  {seat:<8}{one['games']:>7}{share:>9}{blind:>9}{baseline:>10}{sight:>9}")
    lines.append(
        "Shares: from a random player's expected payoff to the ceiling. Sight: from the best blind"
        " order to the ceiling,"
    )
    lines.append("of games in which such an order leaves a twentieth of the share at least.")
    return "\n".join([*lines, f"Table: {found['out']}"])


def _digits(value):
    return "-" if value is None else f"{value:.3f}"


def _describe_methods(found):
    """A table of methods in words."""
    methods = [*found["games"][0]["shares"]]
    lines = [
        (
            "Share of the way to the ceiling, mean and 95 % interval;"
            f" {found['settings']['trials']} trials, of NEAT {found['settings']['slow_trials']}:"
        ),
        f"  {'game':<26}{'blind':>7}" + "".join(f"{name:>16}" for name in methods),
    ]
    for game in found["games"]:
        cells = "".join(f"{_cell(*game['shares'][name]):>16}" for name in methods)
        rules = game["rules"] if len(game["rules"]) <= 17 else game["rules"][:14] + "..."
        lines.append(f"  {rules:<18}{game['seat']:<8}{game['blind_share']:>7.3f}{cells}")
    return "\n".join([*lines, f"Table: {found['out']}"])


def _cell(mean, half):
    return f"{mean:.3f}" + ("" if half is None else f" ± {half:.3f}")
