"""How is it called? `fogel ttt` and its commands (chapter 13)."""

from __future__ import annotations

import argparse
import json
from argparse import Namespace
from dataclasses import replace
from pathlib import Path
from typing import Any

from fogel.cli import school
from fogel.cli.options import ask, whole, written
from fogel.cli.players_files import SEED_FILE
from fogel.cli.report import DEBUG
from fogel.players import HUMAN
from fogel.ttt.lookahead.levels import READINGS
from fogel.ttt.rules.referee import OPENINGS
from fogel.ttt.rules.rule_files import shipped

PLAY = """\
Plays a game of any shape in the terminal. RULES is a rule file, or one of the games of the package:

{games}

Each PLAYER takes a seat, in turn: {players}.
Those after `trad-perfect` play the standard game alone. A function of yours, my_player.py:choose, plays games of two:
it is handed the board, or the board and a generator of random numbers, and returns a square. There are as many players
as are named; if none is, you sit first and the others move at random."""
PAGE = """\
Writes one HTML file that plays a game of any shape in any browser, without a network. RULES is a rule file, or a game
of the package, as in `fogel ttt play`. Each PLAYER takes a seat: human, random or, in a game small enough to be worked
out, perfect and trad-idiot to trad-perfect; with --neural, neural too, a network with the weights of a file. The page
can change them, and look into networks and into those that look ahead."""
REPORT = """\
Plays matches as the report's program does, by its options: `fogel ttt -p FILE` needs a players file, `fogel ttt -i`
asks. A command, below, does one thing of its own."""
DEATHMATCH = """\
The chances of every pair of the report's six levels on the standard game, exactly, of 100 games, beside the report's
table and the chance of a match as likely as the reported one or less. What the report leaves open is an option."""
LADDER = """\
Who wins how often if each of the six levels meets each other, on any game of two: exactly where the game is small
enough, otherwise from games that are played, with an interval of 95 %."""


def add_commands(commands: Any) -> None:
    """Adds `ttt` to the command line."""
    ttt = commands.add_parser(
        "ttt", help="games of any shape: boards, rules and players from files", description=REPORT
    )
    ttt.set_defaults(run=run_report, command=ttt)
    _add_reports_options(ttt)
    parts = ttt.add_subparsers(title="commands", metavar="COMMAND", parser_class=_intermixed(type(ttt)))
    play = parts.add_parser(
        "play", help="play one in the terminal", description=_play_text(), formatter_class=argparse.RawTextHelpFormatter
    )
    play.set_defaults(run=run_play, command=play)
    play.add_argument("rules", metavar="RULES", help="a rule file, or a game's name")
    play.add_argument("players", nargs="*", metavar="PLAYER", help="who sits down, in turn")
    play.add_argument("--games", type=whole, metavar="N", help="how many (default: until you quit)")
    play.add_argument("--open", choices=OPENINGS, default="first", help="who opens (default: first, player 1 always)")
    _add_seed(play)

    page = parts.add_parser("page", help="write a web page on which one can be played", description=PAGE)
    page.set_defaults(run=run_page, command=page)
    page.add_argument("rules", metavar="RULES", help="a rule file, or a game's name")
    page.add_argument("players", nargs="*", metavar="PLAYER", help="who sits down at first, in turn")
    page.add_argument("--out", type=written, default=Path("board.html"), metavar="FILE", help="default: board.html")
    page.add_argument("--look", action="store_true", help="show at once what those think who look ahead, and networks")
    page.add_argument(
        "--neural", nargs=2, metavar=("ARCH", "WEIGHTS"), help="files of a network: the PLAYER neural, who learns on"
    )

    match = parts.add_parser("deathmatch", help="the report's six levels against each other", description=DEATHMATCH)
    match.set_defaults(run=run_deathmatch, command=match)
    _add_json(match)
    match.add_argument("--games", type=whole, metavar="N", help="also play so many games of each pair")
    match.add_argument("--open", choices=OPENINGS, default="turn", help="who opens (default: turn, each in turn)")
    _add_seed(match)
    for name, known in READINGS.items():
        match.add_argument(
            f"--{name}",
            type=type(next(iter(known))),
            choices=list(known),
            default=next(iter(known)),
            help="; ".join(f"{value}: {words}" for value, words in known.items()).replace("%", "%%"),
        )

    steps = parts.add_parser("ladder", help="what a level buys, on any game of two", description=LADDER)
    steps.set_defaults(run=run_ladder, command=steps)
    steps.add_argument("rules", metavar="RULES", help="a rule file, or a game's name")
    _add_json(steps)
    steps.add_argument("--games", type=whole, metavar="N", help="play so many of each pair, in place of exact chances")
    _add_seed(steps)

    school.add_commands(parts)


def _intermixed(parser):
    """A parser like this one, which lets options stand between the arguments."""

    class Intermixed(parser):
        _within = False

        def parse_known_args(self, args=None, namespace=None):
            if self._within:
                return super().parse_known_args(args, namespace)
            self._within = True
            try:
                return self.parse_known_intermixed_args(args, namespace)
            finally:
                self._within = False

    return Intermixed


def _add_json(command):
    command.add_argument("--json", action="store_true", help="print one JSON object instead of words")


def _add_seed(command):
    command.add_argument("--seed", type=whole, metavar="N", help="makes all that is drawn repeatable")


def _add_reports_options(ttt):
    """The options of the report's program."""
    ttt.add_argument("-i", action="store_true", dest="interactive", help="choose the options from a menu")
    ttt.add_argument("-d", type=whole, metavar="LEVEL", dest="debug", help=f"debugging level; {DEBUG}")
    ttt.add_argument("-s", type=whole, metavar="SESSIONS", dest="sessions", help="sessions at school; 0 is Game Mode")
    ttt.add_argument("-m", type=whole, metavar="MATCHES", dest="matches", help="how many matches (default: 1)")
    ttt.add_argument("-g", type=whole, metavar="GAMES", dest="games", help="games of a match (default: 10)")
    ttt.add_argument(
        "-R", type=whole, metavar="SEED", dest="seed", help=f"default: the one in {SEED_FILE}, and the next"
    )
    ttt.add_argument("-p", metavar="FILE", dest="players", help="players file")
    ttt.add_argument("-r", metavar="FILE", dest="rules", help="rules file, or a game's name (default: standard)")
    ttt.add_argument("--open", choices=OPENINGS, dest="opening", help="who opens (default: turn, each in turn)")
    school.add_report_options(ttt)


def _play_text():
    from fogel.ttt.lookahead.players import names
    from fogel.ttt.rules.rule_files import about

    games = "\n".join(f"  {name:<16}{about(path.read_text(encoding='utf-8'))}" for name, path in shipped().items())
    return PLAY.format(games=games, players=", ".join([HUMAN, *names()]))


def _rules_and_players(options):
    """The rules and the players' names of a command line; ends in one line that says what is wrong with the rules."""
    from fogel.ttt.rules.rule_files import find_rules

    try:
        rules = find_rules(options.rules)
        chosen = options.players or [HUMAN, *["random"] * (rules.players - 1)]
        return replace(rules, players=len(chosen)), chosen
    except OSError as problem:
        options.command.error(f"argument RULES: {options.rules}: {problem.strerror}")
    except ValueError as problem:
        options.command.error(f"argument RULES: {problem}")


def run_play(options: Namespace) -> int:
    """`fogel ttt play`."""
    import numpy as np

    from fogel.ttt.board.terminal import human, play_in_terminal
    from fogel.ttt.lookahead.players import maker

    rules, chosen = _rules_and_players(options)
    if HUMAN not in chosen and options.games is None:
        options.command.error("argument --games: must be given where nobody can quit")
    try:
        makers = [human(ask) if name == HUMAN else maker(name) for name in chosen]
        play_in_terminal(rules, makers, np.random.default_rng(options.seed), options.games, options.open)
    except ValueError as problem:
        options.command.error(f"argument PLAYER: {problem}")
    return 0


def run_page(options: Namespace) -> int:
    """`fogel ttt page`."""
    from fogel.ttt.board.match import check_shown
    from fogel.ttt.board.page import save_page
    from fogel.ttt.school.network_files import load_pupil

    rules, chosen = _rules_and_players(options)
    try:
        check_shown(rules)
    except ValueError as problem:
        options.command.error(f"argument RULES: {problem}")
    nets = {}
    if options.neural:
        nets["neural"] = school.load_or_stop(options, "--neural", load_pupil, *options.neural, rules)
    try:
        save_page(options.out, rules, chosen, options.look, nets)
    except ValueError as problem:
        options.command.error(f"argument PLAYER: {problem}")
    except OSError as problem:
        options.command.error(f"argument --out: {options.out}: {problem.strerror}")
    print(f"Page: {options.out}")
    return 0


def run_report(options: Namespace) -> int:
    """`fogel ttt` with the report's options."""
    from fogel.cli.players_files import load_players
    from fogel.cli.report import Options, menu, run

    given = {
        name: getattr(options, name)
        for name in ("debug", "matches", "games", "seed", "rules", "opening")
        if getattr(options, name) is not None
    }
    error = options.command.error
    if options.sessions:
        return school.run_report(options)
    if not given and not options.interactive and options.players is None and options.sessions is None:
        options.command.print_help()
        return 0
    if options.players is None and not options.interactive:
        error("argument -p: a players file must be given, or -i to choose")
    try:
        players = tuple(load_players(options.players)) if options.players is not None else ()
        chosen = Options(**given, players=players)
        if options.interactive:
            chosen = menu(chosen, ask)
        if chosen:
            run(chosen, ask)
    except OSError as problem:
        error(f"{problem.filename}: {problem.strerror}")
    except ValueError as problem:
        error(str(problem))
    return 0


def run_deathmatch(options: Namespace) -> int:
    """`fogel ttt deathmatch`."""
    import numpy as np

    from fogel.ttt.lookahead.deathmatch import sampled, table
    from fogel.ttt.lookahead.levels import Reading

    reading = Reading(**{name: getattr(options, name) for name in READINGS})
    rng = np.random.default_rng(options.seed)
    tallies = sampled(rng, options.games, reading, options.open) if options.games else None
    rows = table(reading, options.open, tallies)
    if options.json:
        print(json.dumps({"games": 100, "open": options.open, "reading": vars(reading), "rows": rows}))
        return 0
    print("of 100 games: draws, first wins, second wins   (reported)        p")
    for row in rows:
        names = ("draws", "first_wins", "second_wins")
        exact = " ".join(f"{row[name]:6.2f}" for name in names)
        reported = "({:>3} {:>3} {:>3})".format(*(row["reported"][name] for name in names))
        print(f"{row['first']:<8} {row['second']:<8}  {exact}   {reported}  {row['p']:8.4f}", end="")
        print("" if row["inside"] else "  outside chance")
        if tallies:
            print(f"{tallies[row['first'], row['second']]}")
    return 0


def run_ladder(options: Namespace) -> int:
    """`fogel ttt ladder`."""
    import numpy as np

    from fogel.ttt.lookahead.ladder import ladder
    from fogel.ttt.rules.rule_files import find_rules

    try:
        rules = find_rules(options.rules)
        duels = ladder(rules, games=options.games, rng=np.random.default_rng(options.seed))
    except OSError as problem:
        options.command.error(f"argument RULES: {options.rules}: {problem.strerror}")
    except ValueError as problem:
        options.command.error(f"argument RULES: {problem}")
    if options.json:
        print(json.dumps({"game": rules.name, "rows": [duel._asdict() for duel in duels]}))
        return 0
    exact = duels[0].games is None
    print(f"{rules.name}: " + ("exact, in %" if exact else f"{duels[0].games} games of each pair, in %, 95 % interval"))
    for duel in duels:
        shares = f"draws {duel.draws:7.2%}  wins {duel.first_wins:7.2%} : {duel.second_wins:7.2%}"
        print(
            f"{duel.first:<8} {duel.second:<8}  {shares}" + ("" if exact else f"  ({duel.low:.1%} to {duel.high:.1%})")
        )
    return 0
