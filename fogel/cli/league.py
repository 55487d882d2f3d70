"""The commands that let many play each other: `fogel league`, `fogel tournament`."""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace
from contextlib import redirect_stdout
from functools import partial
from typing import Any

from fogel.cli.anygame import refuse_game
from fogel.cli.options import (
    GAMES,
    add_command,
    add_out_file,
    add_seed,
    check_writable,
    load_or_stop,
    seeded,
)
from fogel.core.texts import printable

TOURNAMENT = """\
Lets all networks in a folder of champion files play each other, and writes the league table as a
web page. Each begins once against each of the others, and is audited against the paper's opponent.
Champions of a game of any shape play that game, and are measured against a perfect player that
slips. The results of these networks are exact, not sampled. Files that can't be read, or that play
a different game from most of the others, are left out, and a message and the page name them.

You can name several folders and files, and also functions of your own, such as my_player.py:choose.
A function gets the board, or the board and a random number generator, and returns a square. In a
GAME of your own, it gets a position and returns a move. If all functions always give the same
answer, the table is exact too. If one of them doesn't, 1,000 of its games against each of the
others are sampled from either side, and points have 95 % intervals. A function that fails, or whose
answer can't be a move, is left out and named. Functions run unchecked, with all your permissions.

Champions of checkers (`fogel checkers`) play on the board that most of them know: a hundred games
for each pair, with 95 % intervals. The table also has each champion's Elo against the material
player and, on solved boards, how often it blunders."""


def add_commands(commands: Any) -> None:
    """Adds these commands to the command line."""
    league = add_command(
        commands,
        "tournament",
        run_tournament,
        "hold a tournament between saved players",
        TOURNAMENT,
    )
    words = (
        f"first a GAME, one of {GAMES} (default: that of most files); then folders of champion"
        " files, champion files, or functions"
    )
    league.add_argument(
        "places", nargs="+", metavar="GAME|FOLDER|FILE|FILE.py:FUNCTION", help=words
    )
    league.add_argument(
        "--title", default="The tournament", metavar="TEXT", help="default: The tournament"
    )
    add_out_file(league, "league.html", kinds=(".html",))
    refuse_game(league)
    add_seed(league, words="needs a function: seed of the sampled games (default: 1993)")


def run_tournament(options: Namespace) -> int:
    """`fogel tournament`."""
    from fogel.tools.games import find_game, split_game

    name, options.places = split_game(options.places)
    game = None if name is None else load_or_stop(options, "GAME", find_game, name)
    if not options.places:
        options.command.error("argument FOLDER: is required; name folders, files or functions")
    _check_places(options)
    check_writable(options)
    from fogel.core import workers
    from fogel.tools.contests import SEED
    from fogel.tools.tournament import load_entrants, play_league, to_dict
    from fogel.tools.tournament_page import describe, save_page

    places = options.places[0] if len(options.places) == 1 else options.places
    with redirect_stdout(sys.stderr):  # what a function prints is not part of our output
        try:
            entrants, wrong = load_entrants(places, game)
            seed = SEED if options.seed is None else options.seed
            seeded(seed)
            progress = partial(workers.progress, unit="parts")
            league = play_league(entrants, progress, wrong, seed=seed, game=game)
        except ValueError as problem:
            options.command.error(f"argument FOLDER: {problem}")
    save_page(options.out, league, wrong, printable(options.title))
    if options.json:
        print(json.dumps(to_dict(league, wrong)))
    else:
        print(f"{describe(league, wrong)}\nPage: {options.out}")
    return 0


def _check_places(options):
    """Refuses places that aren't there, and a seed without a function."""
    from fogel.core.functions import names_function

    functions = [place for place in options.places if names_function(place)]
    if options.seed is not None and not functions:
        options.command.error("argument --seed: needs a function, such as my_player.py:choose")
    for place in functions:
        file = place.rpartition(":")[0] or place
        if file.endswith(".py") and not os.path.exists(file):
            options.command.error(f"argument FOLDER: there is no file {file!r} with a function")
    for place in options.places:  # of a text that can't be a path, `os.path` finds nothing
        is_alone = len(options.places) == 1
        is_there = os.path.isdir(place) if is_alone else os.path.exists(place)
        if place not in functions and not is_there:
            more = "" if is_alone else ", nor a file or a function"
            options.command.error(f"argument FOLDER: {place!r} is not a folder{more}")
