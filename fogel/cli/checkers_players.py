"""`fogel checkers` with players: evolving and rating."""

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


def add_options(command: Parser, mode: Any, sizes: Sequence[Action]) -> None:
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
    command.not_with((champion,), *sizes)

    group = command.add_argument_group("players that evolve")
    words = "how many moves the material player looks ahead (default: the same as the player)"
    about = CheckersSettings.__dataclass_fields__["plies"].metadata
    plies = partial(whole_number, least=about["least"], most=about["most"])
    command.only_with(
        (champion,), group.add_argument("--rival-plies", type=plies, metavar="N", help=words)
    )
    shared = add_job_options(command, OUT, *CheckersJob.file_names())
    settings = add_settings(command, choices=CheckersSettings, **dict.fromkeys(SIZES))
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


def run_rate(options: Namespace) -> int:
    """`fogel checkers --champion`."""
    from fogel.checkers.files import load_champion
    from fogel.cli.options import find_network

    champion = find_network(options, options.champion, "--champion", read=load_champion)
    return rate(options, options.champion, champion, options.rival_plies)


def rate(options: Namespace, name: str, champion: Any, rival_plies: int | None = None) -> int:
    """Print the rating of a champion beside the material player, who looks so many plies ahead."""
    from fogel.checkers.job import elo_words
    from fogel.checkers.rating import OPENINGS
    from fogel.checkers.rating import rate as find_rating
    from fogel.core.settings import trial_rng

    settings = champion.settings
    plies = rival_plies or settings.plies
    found = find_rating(
        settings, champion.evaluator, trial_rng(settings, 0), rival_plies=plies
    ).to_dict()
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
        f"{name}: {about['board']}, {settings.men} men each, {settings.plies} plies"
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
