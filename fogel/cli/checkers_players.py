"""`fogel checkers` with players: evolving, rating, playing."""

from __future__ import annotations

import json
from argparse import Action, Namespace
from collections.abc import Sequence
from functools import partial
from typing import Any

from fogel.cli.options import (
    add_out_folder,
    add_settings,
    check_writable,
    make_settings,
    whole_number,
)
from fogel.cli.parser import Parser
from fogel.cli.saving import SAVED, add_restart, add_workers, make_executor, saved_parts
from fogel.core.types import Json

OUT = "run/checkers"
SIZES = ("rows", "columns", "men")  # which --board and --men say
FILES = ("checkers.png", "checkers.svg", "checkers.csv", "ratings.csv", "champion.json", *SAVED)


def add_options(command: Parser, mode: Any, sizes: Sequence[Action], json: Action) -> None:
    """The options that name a preset or a champion, and those of an evolution.

    `mode` is the group of the options of which only one can be given, `sizes` are those of the
    board.
    """
    from fogel.checkers.settings import CHECKERS_PRESETS, CheckersSettings

    names = ", ".join(CHECKERS_PRESETS)
    preset = mode.add_argument(
        "--preset", choices=CHECKERS_PRESETS, metavar="NAME", help=f"evolve players: {names}"
    )
    champion = mode.add_argument(
        "--champion", metavar="FILE", help="say what the player in a champion file is worth"
    )
    words = "play against the player in a champion file, in the terminal"
    play = mode.add_argument("--play", metavar="FILE", help=words)
    command.not_with((champion, play), *sizes)
    command.not_with((play,), json)

    group = command.add_argument_group("players that evolve")
    words = "how many moves the material player looks ahead (default: the same as the player)"
    about = CheckersSettings.__dataclass_fields__["plies"].metadata
    plies = partial(whole_number, least=about["least"], most=about["most"])
    command.only_with(
        (champion,), group.add_argument("--rival-plies", type=plies, metavar="N", help=words)
    )
    command.only_with((play,), group.add_argument("--begin", action="store_true", help="you begin"))
    out = add_out_folder(command, OUT, *FILES, words="what has evolved")
    settings = add_settings(command, choices=CheckersSettings, **dict.fromkeys(SIZES))
    command.only_with((preset, play), settings.pop("seed"))
    command.only_with(
        (preset,), out, *add_workers(command), add_restart(command), *settings.values()
    )


def find_board(options: Namespace) -> tuple[int, int] | None:
    """The (rows, columns) of the preset that is named, None without one."""
    from fogel.checkers.settings import CheckersSettings

    base = options.preset and CheckersSettings.preset(options.preset)
    return (base.rows, base.columns) if base else None


def choose_rows(options: Namespace, rows: int) -> int:
    """How many rows of men there are where --men does not say it: those of the preset, all rows but
    two at most.
    """
    from fogel.checkers.settings import CheckersSettings

    base = CheckersSettings.preset(options.preset)
    return min(2 * base.men // base.columns, rows // 2 - 1)


def run_evolution(options: Namespace, game: Any) -> int:
    """`fogel checkers --preset`."""
    from fogel.checkers.settings import CheckersSettings

    for name in SIZES:
        setattr(options, name, getattr(game, name))
    settings = make_settings(options, choices=CheckersSettings)
    check_writable(options)
    from fogel.checkers.run import check_folder, run_checkers
    from fogel.core.saving import FOLDER, program
    from fogel.core.workers import progress

    job = {
        "command": "checkers",
        "settings": settings.to_dict(),
        "program": program("checkers.run"),
    }

    with (
        saved_parts(
            options,
            options.out / FOLDER,
            job,
            partial(_saved_so_far, settings),
            check=partial(check_folder, options.out, settings),
        ) as saved,
        make_executor(options, "checkers.run") as executor,
    ):
        run = run_checkers(
            settings, executor, partial(progress, unit="generations"), options.workers, saved
        )
        summary = {**run.summary(), "out": str(options.out)}
        print(json.dumps(summary) if options.json else describe_run(summary))
        run.save(options.out, restart=True)
        saved.discard()
    return 0


def _saved_so_far(settings, saved):
    """How much of an evolution is saved, in words; nothing if nothing is."""
    from fogel.core.texts import plural
    from fogel.engine.saved_trials import BEGUN, finished_numbers

    done = len(finished_numbers(saved, settings.trials))
    states = [state for name in saved.names(BEGUN) if (state := saved.load(name))]
    begun = "".join(f" and {plural(len(state['history']), 'generation')}" for state in states[:1])
    return saved.names() and f"{done} of {plural(settings.trials, 'trial')}{begun}"


def describe_run(summary: Json) -> str:
    """The outcome of some evolutions in words."""
    from fogel.core.texts import plural

    settings, champion = summary["settings"], summary["champion"]
    selected = {
        "games": "games among themselves",
        "material": "games against the material player",
        "values": "exact values",
    }
    about = (
        f"{settings['rows']}x{settings['columns']}, {settings['men']} men each; networks of"
        f" {summary['weights']:,} weights, selected by {selected[settings['evaluated_by']]};"
    )
    trials = plural(settings["trials"], "trial")
    lines = [
        about,
        (
            f"{trials} of {settings['generations']} generations, seed {summary['seed']}. Points a"
            f" game against the material player, both {settings['plies']} plies ahead:"
        ),
        f"  {'generation':<26}points   {'Elo (95 %)':<28}{_blunders_head(summary)}".rstrip(),
    ]
    words = {"linked": "random", "unlinked": "random, without the link"}
    lines += [_row(words[name], one) for name, one in summary["nulls"].items()]
    lines += [_row(number, one) for number, one in summary["generations"].items()]
    lines.append(
        f"The champion is that of trial {champion['trial']}: {champion['points']:.3f} points, Elo"
        f" {_elo(champion)}; a king is worth {champion['king']:.2f} men to it."
    )
    return "\n".join([*lines, f"Curve, tables and champion: {summary['out']}"])


def _blunders_head(summary):
    return "" if summary["nulls"]["linked"]["blunders"] is None else "blunder rate (least to most)"


def _row(name, found):
    blunders = ""
    if found["blunders"] is not None:
        each = (found["blunders"], found["blunders_least"], found["blunders_most"])
        blunders = "{:.1f} % ({:.1f} to {:.1f})".format(*(100 * value for value in each))
    return f"  {name:<26} {found['points']:.3f}   {_elo(found):<28}{blunders}".rstrip()


def _elo(found):
    """Elo and its interval in words; who wins all games, or none, has no number."""
    middle, low, high = (_signed(found[name]) for name in ("elo", "elo_low", "elo_high"))
    if found["elo"] is None:
        return f"above {low}" if found["points"] else f"below {high}"
    return f"{middle} ({low or 'no bound'} to {high or 'no bound'})"


def _signed(value):
    from fogel.core.texts import number

    return "" if value is None else ("+" if round(value) > 0 else "") + number(value, 0)


def _champion(options, argument):
    from fogel.checkers.files import load_champion
    from fogel.cli.options import find_network

    return find_network(options, getattr(options, argument), f"--{argument}", read=load_champion)


def run_rate(options: Namespace) -> int:
    """`fogel checkers --champion`."""
    champion = _champion(options, "champion")
    from fogel.checkers.rating import OPENINGS, rate
    from fogel.core.settings import trial_rng

    settings = champion.settings
    plies = options.rival_plies or settings.plies
    found = rate(settings, champion.evaluator, trial_rng(settings, 0), rival_plies=plies).to_dict()
    about = {
        "board": f"{settings.rows}x{settings.columns}",
        "men": settings.men,
        "plies": settings.plies,
    }
    if options.json:
        print(json.dumps({**about, "rival_plies": plies, "games": 2 * OPENINGS, **found}))
        return 0
    low, high = found["points_low"], found["points_high"]
    print(
        f"{options.champion}: {about['board']}, {settings.men} men each, {settings.plies} plies"
        f" ahead.\n{2 * OPENINGS} games against the material player, {plies} plies ahead:"
        f" {found['points']:.3f} points a game ({low:.3f} to {high:.3f}), Elo {_elo(found)}."
    )
    if found["blunders"] is not None:
        print(
            "Where the move matters, it throws away what a position is worth at"
            f" {100 * found['blunders']:.1f} %, and at {100 * found['blunders_met']:.1f} % of those"
            " that it can meet."
        )
    return 0


def run_play(options: Namespace) -> int:
    """`fogel checkers --play`."""
    import numpy as np

    from fogel.checkers.terminal import play_in_terminal
    from fogel.cli.options import ask

    champion = _champion(options, "play")
    play_in_terminal(champion, options.begin, np.random.default_rng(options.seed), ask)
    return 0
