"""The commands that let many play each other: `fogel league`, `fogel tournament`."""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace
from contextlib import redirect_stdout
from functools import partial
from pathlib import Path
from typing import Any

from fogel.cli.options import add_command, add_out_file, add_seed, check_writable, seeded
from fogel.core.texts import printable

TOURNAMENT = """\
Lets all networks in a folder of champion files play each other, and writes the league table as a
web page: everybody begins once against everybody else, and each is audited against the paper's
opponent. Champions of another game play that one, and are measured against a perfect player that
slips. Nothing is sampled. Files that can't be read, or play another game than most, are named, on
the page too.

Several folders and files can be named, and functions of yours, my_player.py:choose: each is handed
the board, or the board and a generator of random numbers, and returns a square. If all of them
always give the same answer, the table is exact too. If one doesn't, 1,000 of its games with each of
the others are sampled from either side, and points have 95 % intervals. A function that fails or
answers with no square is named and left out. It is run as it is, and may do whatever you may do.

Where most files hold champions of checkers (`fogel checkers`), these play each other on the board
of most: a hundred games a pair, with 95 % intervals, beside Elo against the material player
and, on solved boards, how often they blunder."""


def add_commands(commands: Any) -> None:
    """Adds these commands to the command line."""
    league = add_command(
        commands, "tournament", run_tournament, "let champion files play a league", TOURNAMENT
    )
    words = "folders of champion files, champion files, functions"
    league.add_argument("places", nargs="+", metavar="FOLDER|FILE|FILE.py:FUNCTION", help=words)
    league.add_argument(
        "--title", default="The tournament", metavar="TEXT", help="default: The tournament"
    )
    add_out_file(league, "league.html", kinds=(".html",))
    add_seed(league, words="needs a function: seed of the sampled games (default: 1993)")


def run_tournament(options: Namespace) -> int:
    """`fogel tournament`."""
    functions = _check_places(options)
    check_writable(options)
    if functions is None:
        return _run_checkers_tournament(options)
    from fogel.core.workers import progress
    from fogel.tools.tournament import SEED, load_entrants, play_league, to_dict
    from fogel.tools.tournament_page import save_page

    with redirect_stdout(sys.stderr):  # what a function prints is not part of our output
        try:
            networks, wrong = load_entrants(_places(options))
            seed = SEED if options.seed is None else options.seed
            seeded(seed)
            league = play_league(
                networks, partial(progress, unit="games") if functions else iter, wrong, seed=seed
            )
        except ValueError as problem:
            options.command.error(f"argument FOLDER: {problem}")
    save_page(options.out, league, wrong, printable(options.title))
    print(
        json.dumps(to_dict(league, wrong))
        if options.json
        else _describe_tournament(league, wrong, bool(functions))
    )
    if not options.json:
        print(f"Page: {options.out}")
    return 0


def _check_places(options):
    """The functions among the places; None where most files are champions of checkers. Refuses what
    can't take part.
    """
    from fogel.checkers.files import is_champion
    from fogel.core.functions import names_function

    functions = [place for place in options.places if names_function(place)]
    if options.seed is not None and not functions:
        options.command.error("argument --seed: needs a function, such as my_player.py:choose")
    for place in functions:
        file = place.rpartition(":")[0] or place
        if file.endswith(".py") and not os.path.exists(file):
            options.command.error(f"argument FOLDER: there is no file {file!r} with a function")
    others = [place for place in options.places if place not in functions]
    for place in others:  # for a text that can't be a path, `os.path` says that nothing is there
        if not os.path.exists(place) or (len(options.places) == 1 and not os.path.isdir(place)):
            more = ", nor a file or a function" if len(options.places) > 1 else ""
            options.command.error(f"argument FOLDER: {place!r} is not a folder{more}")
    files = [
        path
        for place in map(Path, others)
        for path in (place.rglob("*.json") if place.is_dir() else [place])
    ]
    if 2 * sum(map(is_champion, files)) <= len(files):
        return functions
    if functions:
        options.command.error(
            f"argument FOLDER: {functions[0]} can't play checkers, which most files play"
        )
    return None


def _describe_tournament(league, wrong, functions):
    """The outcome of a tournament in words."""
    from fogel.tools.tournament_page import describe_games

    lines = [f"{'place':>5} {'points':>7} {'payoff':>8}  {'player' if functions else 'network'}"]
    for row in league.rows:
        points = (
            f"{row.points:>7.2f} ± {league.intervals[row.name][0]:.2f}"
            if league.samples
            else f"{row.points:>7g}"
        )
        lines.append(f"{row.place:>5} {points} {row.payoff:>8.2f}  {row.name}")
    lines += [describe_games(league)] if functions else []
    return "\n".join([*lines, *(f"Left out: {name}: {words}" for name, words in wrong.items())])


def _places(options):
    """The folder, or all that was named."""
    return options.places[0] if len(options.places) == 1 else options.places


def _run_checkers_tournament(options):
    """`fogel tournament` of checkers."""
    from fogel.core.files import write_file
    from fogel.core.workers import progress
    from fogel.tools import checkers_tournament as checkers

    try:
        entrants, wrong = checkers.load_checkers_entrants(_places(options))
    except ValueError as problem:
        options.command.error(f"argument FOLDER: {problem}")
    league = checkers.play_checkers_league(entrants, partial(progress, unit="matches"))
    write_file(options.out, checkers.page(league, wrong, printable(options.title)))
    if options.json:
        print(json.dumps(checkers.to_dict(league, wrong)))
        return 0
    print(
        f"{'place':>5} {'points':>7} {'95 % interval':>16} {'Elo, material player':>20}"
        f" {'blunder rate':>12}  player"
    )
    for row in league.rows:
        about = f"{checkers.elo_words(row.rating):>20} {checkers.blunder_words(row.rating):>12}"
        print(
            f"{row.place:>5} {row.points:>7.3f} {row.low:>7.3f} to {row.high:.3f} {about} "
            f" {row.name}"
        )
    for name, words in wrong.items():
        print(f"Left out: {name}: {words}")
    print(f"Page: {options.out}")
    return 0
