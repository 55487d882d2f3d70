"""The command `fogel checkers`: solving a small board, counting moves, evolving players."""

from __future__ import annotations

import argparse
import json
import re
from argparse import Namespace
from functools import partial
from typing import Any

from fogel.cli import checkers_players as players
from fogel.cli.options import add_command, add_json, whole_number

CHECKERS = """\
American checkers on a small board, solved: how many positions can be reached, who wins if both play
perfectly, and how; and how often a player throws away what a position is worth, where the move
matters: one who moves at random, and some who count pieces, a king for 1.5, so many plies ahead, or
more while a jump is pending. 6x6 with three men each, the largest game that can be solved, takes
half a minute and 1.5 GB. With --perft, it counts the sequences of 1 to N moves instead, on any even
board up to 10x10.

With --preset, it evolves networks that evaluate positions, on any such board: blondie-1999 and
blondie-2001 as Chellapilla and Fogel did, small on 6x4 within seconds. It says how the best of some
generations fare against the material player at equal depth, beside random networks; and where the
game can be solved, how often they blunder. DIR receives the curve, tables and champion.json; what
an interrupted run has saved there is taken up by the same command."""
BOARD, PERFT_BOARD = (6, 4), (8, 8)
MOST_PLIES = 12  # of sequences: 8x8 has 400 million
PLIES = (1, 2, 4)  # that the material player looks ahead


def add_commands(commands: Any) -> None:
    """Adds `fogel checkers` to the command line."""
    command = add_command(
        commands, "checkers", run_checkers, "solve checkers on a small board", CHECKERS, json=False
    )
    add_json(command)
    words = "rows and columns, even numbers (default: 6x4; with --perft 8x8; or the preset's)"
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
    players.add_options(command, mode, (board, men))


def _sides(text):
    """The type of --board."""
    if not re.fullmatch(r"[0-9]{1,3}x[0-9]{1,3}", text):
        raise argparse.ArgumentTypeError(f"must be rows and columns, such as 6x4, not {text!r}")
    rows, _, columns = text.partition("x")
    return int(rows), int(columns)


def run_checkers(options: Namespace) -> int:
    """`fogel checkers`."""
    if options.champion is not None:
        return players.run_rate(options)
    game = _game(options)
    if options.preset:
        return players.run_evolution(options, game)
    found = _perft(game, options.perft) if options.perft else _solve(game, options)
    about = {"board": f"{game.rows}x{game.columns}", "men": game.men}
    words = _perft_words if options.perft else _words
    print(json.dumps(about | found) if options.json else words(about | found))
    return 0


def _game(options):
    from fogel.checkers.rules import Checkers

    rows, columns = options.board or (
        PERFT_BOARD if options.perft else players.find_board(options) or BOARD
    )
    full_rows = (
        players.choose_rows(options, rows)
        if options.preset
        else rows // 2 - 1
        if options.perft
        else 1
    )
    try:
        return Checkers(
            rows, columns, full_rows * columns // 2 if options.men is None else options.men
        )
    except ValueError as problem:
        field, _, rest = str(problem).partition(" ")
        if field == "men":
            options.command.error(f"argument --men: {rest}")
        options.command.error(f"argument --board: {problem}")


def _perft(game, plies):
    from fogel.checkers.bitboards import perft

    return {"perft": [perft(game, number) for number in range(1, plies + 1)]}


def _perft_words(found):
    lines = [f"Sequences of moves on {found['board']} with {found['men']} men each:"]
    return "\n".join(
        lines + [f"{plies:>4} {count:>15,}" for plies, count in enumerate(found["perft"], 1)]
    )


def _solve(game, options):
    from fogel.checkers.rules import notation
    from fogel.checkers.solved import best_line, blunder_rate, material_player, random_mover, solve

    try:
        solution = solve(game)
    except ValueError as problem:
        options.command.error(f"argument --board: {problem}")
    players = {"random": random_mover} | {
        f"material_{plies}": material_player(plies) for plies in PLIES
    }
    won, drawn, lost = (int((solution.value == value).sum()) for value in (1, 0, -1))
    return {
        "positions": len(solution.value),
        "won": won,
        "drawn": drawn,
        "lost": lost,
        "value": int(solution.value[0]),
        "plies": int(solution.plies[0]) if solution.value[0] else None,
        "line": [notation(game, move) for move in best_line(solution)],
        "blunders": {
            name: blunder_rate(player, solution)._asdict() for name, player in players.items()
        },
    }


def _words(found):
    outcome = {1: "The first player wins", 0: "A draw", -1: "The first player loses"}[
        found["value"]
    ]
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
        f"{outcome} if both play perfectly, {ends}:",
        *_wrapped(found["line"]),
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


def _wrapped(moves, each=10):
    return ["  " + " ".join(moves[begin : begin + each]) for begin in range(0, len(moves), each)]
