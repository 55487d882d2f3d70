"""The command `fogel ttt` for games of any shape (chapter 13)."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import fields as fields_of
from dataclasses import replace
from functools import partial
from typing import Any

from fogel.cli import school, school_report
from fogel.cli.options import (
    add_command,
    add_games,
    add_out_file,
    add_seed,
    ask,
    check_writable,
    load_or_stop,
    seeded,
    show,
    whole,
)
from fogel.cli.parser import Parser
from fogel.cli.players_files import SEED_FILE
from fogel.cli.report import DEBUG
from fogel.core.players import HUMAN
from fogel.lookahead.levels import READINGS
from fogel.rules.referee import FIRST_PLAYERS
from fogel.rules.rule_files import shipped

PLAY = """\
Plays a game of any shape in the terminal. RULES is a rule file, or one of the games of the package:

{games}

Each PLAYER takes the next seat: {players}. Those after `trad-perfect` play only the standard game.
A function of your own, such as my_player.py:choose, plays games for two. It gets the board, or the
board and a random number generator, and returns a square. There are as many players as you name. If
you name none, you have the first seat, and the others move at random."""
PAGE = """\
Writes one HTML file that plays a game of any shape in any browser, without an Internet connection.
RULES is a rule file, or a game of the package, as in `fogel ttt play`. Each PLAYER takes the next
seat: human, random or, in a game small enough to be worked out, perfect and trad-idiot to
trad-perfect. With --neural, a PLAYER can also be neural, a network with weights from a file. On the
page, the reader can change the players, and look into networks and into players that look ahead."""
REPORT = """\
Plays matches as the report's program does, with the same options. `fogel ttt -p FILE` takes a
players file, and `fogel ttt -i` shows a menu. Each of the commands below does something else."""
DEATHMATCH = """\
Works out the exact results that every pair of the report's six levels can expect in 100 games of
the standard game. Next to them are the report's table and the chance of a match that is as likely
as the reported one or less likely. Options choose what the report leaves open."""
LADDER = """\
Works out how often each of the six levels wins against each of the others, in any game for two. The
results are exact if the game is small enough. Otherwise games are played, and each result has a
95 % interval."""


def add_commands(commands: Any) -> None:
    """Adds `ttt` to the command line."""
    ttt = commands.add_parser("ttt", description=REPORT)
    ttt.summary = "play, measure and train with rule files, as the report's program does"
    ttt.set_defaults(run=run_report, command=ttt)
    report = _add_report_options(ttt)
    parts = ttt.add_subparsers(
        title="commands", dest="part", metavar="COMMAND", parser_class=Intermixed
    )
    ttt.not_with((parts,), *report)
    _add_play(parts)
    _add_page(parts)
    _add_deathmatch(parts)
    _add_ladder(parts)
    school.add_commands(parts)


def _add_play(parts):
    play = _add(parts, "play", run_play, "play a game in the terminal", _play_text(), json=False)
    play.add_argument("rules", metavar="RULES", help="a rule file, or a game's name")
    play.add_argument("players", nargs="*", metavar="PLAYER", help="the players, seat by seat")
    add_games(play, "number of games (default: until you quit)")
    play.add_argument(
        "--first-player",
        choices=FIRST_PLAYERS,
        default="first",
        help="who opens each game (default: first, always player 1)",
    )
    add_seed(play)


def _add_page(parts):
    page = _add(parts, "page", run_page, "write a web page with a game", PAGE, json=False)
    page.add_argument("rules", metavar="RULES", help="a rule file, or a game's name")
    page.add_argument(
        "players", nargs="*", metavar="PLAYER", help="the players at first, seat by seat"
    )
    add_out_file(page, "board.html", kinds=(".html",))
    page.add_argument(
        "--look",
        action="store_true",
        help="show at once what networks and players that look ahead are thinking",
    )
    page.add_argument(
        "--neural",
        nargs=2,
        metavar=("ARCH", "WEIGHTS"),
        help="files of a network, the PLAYER neural, which continues to learn",
    )


def _add_deathmatch(parts):
    match = _add(
        parts,
        "deathmatch",
        run_deathmatch,
        "let the report's six levels play each other",
        DEATHMATCH,
    )
    games = add_games(match, "also play N games with each pair")
    match.add_argument(
        "--first-player",
        choices=FIRST_PLAYERS,
        default="turn",
        help="who opens each game (default: turn, each player in turn)",
    )
    match.only_with((games,), add_seed(match))
    for name, known in READINGS.items():
        match.add_argument(
            f"--{name.replace('_', '-')}",
            type=type(next(iter(known))),
            choices=list(known),
            default=next(iter(known)),
            help="; ".join(f"{value}: {words}" for value, words in known.items()).replace(
                "%", "%%"
            ),
        )


def _add_ladder(parts):
    steps = _add(parts, "ladder", run_ladder, "compare the six levels in any game for two", LADDER)
    steps.add_argument("rules", metavar="RULES", help="a rule file, or a game's name")
    add_games(steps, "play N games with each pair instead of computing exact chances")
    add_seed(steps)


class Intermixed(Parser):
    """A parser that lets options stand between the arguments."""

    intermixed = True


_add = partial(add_command, usage=None)


def _add_report_options(ttt):
    """Adds and returns the options of the report's program."""
    add = partial(school_report.add_report_option, ttt)
    menu = add("interactive", "choose the options from a menu", action="store_true")
    debug = add("debug", f"debugging level; {DEBUG}", type=whole, metavar="LEVEL")
    sessions = add("sessions", "sessions at school; 0 is Game Mode", type=whole, metavar="SESSIONS")
    ttt.not_with((sessions,), menu, debug)
    return (
        *(menu, debug, sessions),
        add("matches", "number of matches (default: 1)", type=whole, metavar="MATCHES"),
        add("games", "games in a match (default: 10)", type=whole, metavar="GAMES"),
        add("seed", f"default: the one in {SEED_FILE}, and the next", type=whole, metavar="SEED"),
        add("players", "players file", metavar="FILE"),
        add("rules", "rules file, or a game's name (default: standard)", metavar="FILE"),
        add("first_player", "who opens each game (default: turn)", choices=FIRST_PLAYERS),
        *school_report.add_report_options(ttt, sessions),
    )


def _play_text():
    from fogel.lookahead.players import names
    from fogel.rules.rule_files import about

    games = "\n".join(
        f"  {name:<16}{about(path.read_text(encoding='utf-8'))}" for name, path in shipped().items()
    )
    return PLAY.format(games=games, players=", ".join([HUMAN, *names()]))


def _rules_and_players(options, known, functions=False):
    """The rules and the players' names of a command line; ends in one line that says what is wrong
    with them.
    """
    from fogel.core.functions import names_function
    from fogel.rules.rule_files import find_rules

    rules = load_or_stop(options, "RULES", find_rules, options.rules)
    chosen = options.players or [HUMAN, *["random"] * (rules.players - 1)]
    for name in chosen:
        if name not in known and not (functions and names_function(name)):
            options.command.error(
                f"argument PLAYER: must be one of {', '.join(known)}, not {name!r}"
            )
    return load_or_stop(options, "PLAYER", replace, rules, players=len(chosen)), chosen


def run_play(options: Namespace) -> int:
    """`fogel ttt play`."""
    from fogel.lookahead.players import maker, names
    from fogel.web.board.terminal import human, play_in_terminal

    rules, chosen = _rules_and_players(options, [HUMAN, *names()], functions=True)
    if HUMAN not in chosen and options.games is None:
        options.command.error(
            "argument --games: is required, since there is no human player to quit"
        )
    try:
        makers = [human(ask) if name == HUMAN else maker(name) for name in chosen]
        play_in_terminal(rules, makers, seeded(options.seed), options.games, options.first_player)
    except ValueError as problem:
        options.command.error(f"argument PLAYER: {problem}")
    return 0


def run_page(options: Namespace) -> int:
    """`fogel ttt page`."""
    from fogel.school.network_files import load_pupil
    from fogel.web.board.match import check_shown
    from fogel.web.board.page import PLAYERS, save_page

    rules, chosen = _rules_and_players(
        options, [HUMAN, *PLAYERS, *["neural"] * bool(options.neural)]
    )
    load_or_stop(options, "RULES", check_shown, rules)
    nets = {}
    if options.neural:
        nets["neural"] = load_or_stop(options, "--neural", load_pupil, *options.neural, rules)
    check_writable(options)
    try:
        save_page(options.out, rules, chosen, options.look, nets)
    except ValueError as problem:
        options.command.error(f"argument PLAYER: {problem}")
    print(f"Page: {options.out}")
    return 0


def run_report(options: Namespace) -> int:
    """`fogel ttt` with the report's options."""
    from fogel.cli.players_files import load_players
    from fogel.cli.report import Options, menu, run
    from fogel.rules.rule_files import find_rules

    given = school_report.read_report_options(options)
    if options.sessions:
        return school_report.run_report(options)
    if not given:
        options.command.print_help()
        return 0
    if options.players is None and not options.interactive:
        options.command.error("argument -p: a players file must be given, or -i to choose")
    players = (
        load_or_stop(options, "-p", load_players, options.players)
        if options.players is not None
        else ()
    )
    if options.rules is not None:
        load_or_stop(options, "-r", find_rules, options.rules, len(players) or 2)
    fields = {item.name for item in fields_of(Options)}
    try:
        chosen = Options(
            **{name: given[name] for name in given if name in fields} | {"players": tuple(players)}
        )
        if options.interactive:
            chosen = menu(chosen, ask)
        if chosen:
            run(chosen, ask)
    except OSError as problem:
        options.command.error(f"{problem.filename}: {problem.strerror}")
    except ValueError as problem:
        options.command.error(school_report.name_report_option(problem))
    return 0


def run_deathmatch(options: Namespace) -> int:
    """`fogel ttt deathmatch`."""
    import numpy as np

    from fogel.lookahead.deathmatch import sampled, table
    from fogel.lookahead.levels import Reading

    reading = Reading(**{name: getattr(options, name) for name in READINGS})
    rng = np.random.default_rng(options.seed)
    tallies = sampled(rng, options.games, reading, options.first_player) if options.games else None
    rows = table(reading, options.first_player, tallies)
    found = {"games": 100, "first_player": options.first_player}
    found |= {"reading": vars(reading), "rows": rows}
    lines = ["of 100 games: draws, first wins, second wins   (reported)        p"]
    for row in rows:
        names = ("draws", "first_wins", "second_wins")
        exact = " ".join(f"{row[name]:6.2f}" for name in names)
        reported = "({:>3} {:>3} {:>3})".format(*(row["reported"][name] for name in names))
        outside = "" if row["inside"] else "  outside chance"
        pair = f"{row['first']:<8} {row['second']:<8}"
        lines.append(f"{pair}  {exact}   {reported}  {row['p']:8.4f}{outside}")
        if tallies:
            lines.append(str(tallies[row["first"], row["second"]]))
    return show(options, found, "\n".join(lines))


def run_ladder(options: Namespace) -> int:
    """`fogel ttt ladder`."""
    import numpy as np

    from fogel.lookahead.ladder import ladder
    from fogel.rules.rule_files import find_rules

    rules = load_or_stop(options, "RULES", find_rules, options.rules)
    rng = np.random.default_rng(options.seed)
    duels = load_or_stop(options, "RULES", ladder, rules, games=options.games, rng=rng)
    games = duels[0].games
    how = "exact, in %" if games is None else f"{games} games of each pair, in %, 95 % interval"
    lines = [f"{rules.name}: {how}"]
    for duel in duels:
        shares = f"draws {duel.draws:7.2%}  wins {duel.first_wins:7.2%} : {duel.second_wins:7.2%}"
        interval = "" if games is None else f"  ({duel.low:.1%} to {duel.high:.1%})"
        lines.append(f"{duel.first:<8} {duel.second:<8}  {shares}{interval}")
    found = {"game": rules.name, "rows": [duel._asdict() for duel in duels]}
    return show(options, found, "\n".join(lines))
