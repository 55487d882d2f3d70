"""`fogel checkers` with players: evolving, rating, playing."""

from __future__ import annotations

import json
from argparse import Action, Namespace
from collections.abc import Sequence
from functools import partial
from typing import Any

from fogel.cli.jobs import add_job_options, run_job
from fogel.cli.options import add_settings, make_settings, whole_number
from fogel.cli.parser import Parser

OUT = "run/checkers"
SIZES = ("rows", "columns", "men")  # which --board and --men say


def add_options(command: Parser, mode: Any, sizes: Sequence[Action], json: Action) -> None:
    """The options that name a preset or a champion, and those of an evolution.

    `mode` is the group of the options of which only one can be given, `sizes` are those of the
    board.
    """
    from fogel.checkers.job import CheckersJob
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
    shared = add_job_options(command, OUT, *CheckersJob.file_names())
    settings = add_settings(command, choices=CheckersSettings, **dict.fromkeys(SIZES))
    command.only_with((preset, play), settings.pop("seed"))
    command.only_with((preset,), *shared, *settings.values())


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
    from fogel.checkers.job import CheckersJob

    return run_job(options, CheckersJob(settings))


def _champion(options, argument):
    from fogel.checkers.files import load_champion
    from fogel.cli.options import find_network

    return find_network(options, getattr(options, argument), f"--{argument}", read=load_champion)


def run_rate(options: Namespace) -> int:
    """`fogel checkers --champion`."""
    champion = _champion(options, "champion")
    from fogel.checkers.job import elo_words
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
        f" {found['points']:.3f} points a game ({low:.3f} to {high:.3f}), Elo {elo_words(found)}."
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
