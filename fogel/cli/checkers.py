"""The command `fogel checkers`: solving a small board, counting moves, evolving players."""

from __future__ import annotations

import argparse
import json
import re
from argparse import Namespace
from functools import partial
from typing import Any

from fogel.cli.jobs import add_job_options, run_job
from fogel.cli.options import (
    add_command,
    add_json,
    add_settings,
    find_network,
    make_settings,
    whole_number,
)

CHECKERS = """\
Solves American checkers on a small board: how many positions can be reached, and who wins, and how,
if both players play perfectly. It also says how often players blunder, that is, throw away what a
position is worth, in positions where the move matters. One of these players moves at random. The
others count pieces (a king counts 1.5) and look a given number of plies ahead, or more while a jump
is pending. The largest game that can be solved is 6x6 with three men each, and takes half a minute
and 1.5 GB. With --perft, it counts the sequences of 1 to N moves instead, on any board up to 10x10
whose numbers of rows and columns are even.

With --preset, it evolves networks that evaluate positions, on any such board. The presets
blondie-1999 and blondie-2001 do this as Chellapilla and Fogel did, and small takes seconds on 6x4.
It says how the best networks of some generations fare against the material player at equal depth,
compared with random networks, and how often they blunder, if the game can be solved. DIR receives
the curve, tables and champion.json. If you interrupt the run, the same command continues it."""
OUT = "run/checkers"
SIZES = ("rows", "columns", "men")  # which --board and --men say
BOARD, PERFT_BOARD = (6, 4), (8, 8)
MOST_PLIES = 12  # of sequences: 8x8 has 400 million
PLIES = (1, 2, 4)  # that the material player looks ahead


def add_commands(commands: Any) -> None:
    """Adds `fogel checkers` to the command line."""
    command = add_command(
        commands,
        "checkers",
        run_checkers,
        "evolve checkers players, or solve a small board",
        CHECKERS,
        json=False,
    )
    add_json(command)
    words = "even numbers of rows and columns (default: 6x4; with --perft 8x8; or the preset's)"
    board = command.add_argument("--board", type=_sides, metavar="ROWSxCOLUMNS", help=words)
    words = (
        "each player's men, in full rows (default: one row; with --perft all rows but two; or the"
        " preset's rows)"
    )
    men = command.add_argument(
        "--men", type=partial(whole_number, least=1, most=100), metavar="N", help=words
    )
    plies = partial(whole_number, least=1, most=MOST_PLIES)
    mode = command.add_mutually_exclusive_group()
    mode.add_argument(
        "--perft", type=plies, metavar="N", help="count the sequences of 1 to N moves"
    )
    _add_players(command, mode, (board, men))


def _add_players(command, mode, sizes):
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
        "--champion", metavar="FILE", help="say how good the player in a champion file is"
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


def _sides(text):
    """The type of --board."""
    if not re.fullmatch(r"[0-9]{1,3}x[0-9]{1,3}", text):
        raise argparse.ArgumentTypeError(f"must be rows and columns, such as 6x4, not {text!r}")
    rows, _, columns = text.partition("x")
    return int(rows), int(columns)


def run_checkers(options: Namespace) -> int:
    """`fogel checkers`."""
    if options.champion is not None:
        from fogel.checkers.files import load_champion

        champion = find_network(options, options.champion, "--champion", read=load_champion)
        return rate(options, options.champion, champion, options.rival_plies)
    game = _game(options)
    if options.preset:
        return _evolve(options, game)
    found = _perft(game, options.perft) if options.perft else _solve(game, options)
    about = {"board": f"{game.rows}x{game.columns}", "men": game.men}
    words = _perft_words if options.perft else _words
    print(json.dumps(about | found) if options.json else words(about | found))
    return 0


def _game(options):
    """The game that the options name; a preset's rows of men are fewer where the board is small."""
    from fogel.checkers.rules import Checkers
    from fogel.checkers.settings import CheckersSettings

    preset = CheckersSettings.preset(options.preset) if options.preset else None
    board = (preset.rows, preset.columns) if preset else PERFT_BOARD if options.perft else BOARD
    rows, columns = options.board or board
    wanted = 2 * preset.men // preset.columns if preset else rows if options.perft else 1
    full_rows = min(wanted, rows // 2 - 1)
    men = full_rows * columns // 2 if options.men is None else options.men
    try:
        return Checkers(rows, columns, men)
    except ValueError as problem:
        field, _, rest = str(problem).partition(" ")
        if field == "men":
            options.command.error(f"argument --men: {rest}")
        options.command.error(f"argument --board: {problem}")


def _evolve(options, game):
    from fogel.checkers.job import CheckersJob
    from fogel.checkers.settings import CheckersSettings

    for name in SIZES:
        setattr(options, name, getattr(game, name))
    return run_job(options, CheckersJob(make_settings(options, choices=CheckersSettings)))


def rate(options: Namespace, name: str, champion: Any, rival_plies: int | None = None) -> int:
    """Print the rating of a champion beside the material player, who looks so many plies ahead."""
    from fogel.checkers import rating
    from fogel.checkers.job import elo_words
    from fogel.core.settings import trial_rng

    settings = champion.settings
    plies, rng, games = rival_plies or settings.plies, trial_rng(settings, 0), 2 * rating.OPENINGS
    found = rating.rate(settings, champion.evaluator, rng, rival_plies=plies).to_dict()
    board, men = f"{settings.rows}x{settings.columns}", settings.men
    if options.json:
        about = {"board": board, "men": men, "plies": settings.plies}
        print(json.dumps({**about, "rival_plies": plies, "games": games, **found}))
        return 0
    low, high = found["points_low"], found["points_high"]
    print(
        f"{name}: {board}, {men} men each, {settings.plies} plies"
        f" ahead.\n{games} games against the material player, {plies} plies ahead:"
        f" {found['points']:.3f} points a game ({low:.3f} to {high:.3f}), Elo {elo_words(found)}."
    )
    if found["blunders"] is not None:
        print(
            "Where the move matters, it throws away what a position is worth at"
            f" {100 * found['blunders']:.1f} %, and at {100 * found['blunders_met']:.1f} % of those"
            " that it can meet."
        )
    return 0


def _perft(game, plies):
    from fogel.checkers.bitboards import perft

    return {"perft": [perft(game, number) for number in range(1, plies + 1)]}


def _perft_words(found):
    lines = [f"Sequences of moves on {found['board']} with {found['men']} men each:"]
    lines += [f"{plies:>4} {count:>15,}" for plies, count in enumerate(found["perft"], 1)]
    return "\n".join(lines)


def _solve(game, options):
    from fogel.checkers.rules import notation
    from fogel.checkers.solved import best_line, blunder_rate, material_player, random_mover, solve

    try:
        solution = solve(game)
    except ValueError as problem:
        options.command.error(f"argument --board: {problem}")
    players = {"random": random_mover}
    players |= {f"material_{plies}": material_player(plies) for plies in PLIES}
    counts = {"won": 1, "drawn": 0, "lost": -1}
    return {
        "positions": len(solution.value),
        **{name: int((solution.value == value).sum()) for name, value in counts.items()},
        "value": int(solution.value[0]),
        "plies": int(solution.plies[0]) if solution.value[0] else None,
        "line": [notation(game, move) for move in best_line(solution)],
        "blunders": {name: blunder_rate(one, solution)._asdict() for name, one in players.items()},
    }


def _words(found):
    outcomes = {1: "The first player wins", 0: "A draw", -1: "The first player loses"}
    line = found["line"]
    ends = f"in {found['plies']} moves" if found["value"] else "until a position comes again"
    matter = next(iter(found["blunders"].values()))["positions"]
    lines = [
        (
            f"{found['board']}, {found['men']} men each: {found['positions']:,} positions can be"
            " reached,"
        ),
        (
            f"of which whoever is to move wins {found['won']:,}, draws {found['drawn']:,} and loses"
            f" {found['lost']:,}."
        ),
        f"{outcomes[found['value']]} if both play perfectly, {ends}:",
        *("  " + " ".join(line[at : at + 10]) for at in range(0, len(line), 10)),
        (
            f"Where the move matters, at {matter:,} positions, a player throws away what they are"
            " worth:"
        ),
        f"{'':<35}of all   of those it can meet",
    ]
    names = ["random", *(f"material player, plies ahead: {plies}" for plies in PLIES)]
    for name, one in zip(names, found["blunders"].values(), strict=True):
        lines.append(f"  {name:<32}{100 * one['share']:5.1f} %  {100 * one['share_met']:5.1f} %")
    return "\n".join(lines)
