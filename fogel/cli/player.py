"""The commands that show a player: `fogel play`, `audit`, `poster`, `cards`."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

from fogel.cli import anygame, checkers, functions
from fogel.cli.options import (
    GAMES,
    add_command,
    add_network,
    add_out_file,
    add_seed,
    add_settings,
    check_writable,
    find_network,
    load_or_stop,
    make_settings,
    seeded,
    show,
)
from fogel.core.settings import Settings

PLAY = """\
Lets you play a game in the terminal. By default, this is tic-tac-toe against the champion of the
experiment, which begins with X. With --against, you can choose one of these opponents:

{names}

In checkers, your opponent can be `material`, `random` or one of the champions; in a game of any
shape, `random`, `perfect`, `magic` or a trad-* player; in a game of your own, `random` or
`perfect`; and in every game, `human`. A champion file plays its own game. A function of your own,
such as my_player.py:choose, gets the board (in checkers and in a game of your own, the position),
or that and a random number generator, and returns a move. It runs unchecked, with all your
permissions.

During the game, `help` says how to move and lists the other commands."""
AUDIT = """\
Works out exactly how good a network or another player of the package is. The result has its chances
against the near-perfect opponent, a random player and a perfect one, its expected payoff next to
the best possible one, and all games in which it can be beaten.

A function of your own, such as my_player.py:choose, is a player too. It gets the board, or the
board and a random number generator, and returns a square. If it always gives the same answer, the
result is exact. Otherwise, 10,000 games are sampled against each opponent, and each share has a
95 % interval. In a game of any shape, it plays in any seat. It runs unchecked, with all your
permissions.

If you name a GAME without a player, the command works out what the first player can force with each
move. If you name a player in another small game for two, it works out how the player fares against
a random player and a perfect one, and samples 1,000 games if the player doesn't always give the
same answer.

The opponent and the payoffs are those in the network's file, unless a preset or options say
otherwise."""
POSTER = """\
Draws one page with every board that a network can meet when it begins. Each board shows the
network's move and the chance that the board comes up in a game against the near-perfect player. The
boards from which the network can be beaten are red. For the champion of another game on 3 x 3
squares, it draws the same, in the champion's seat and against its opponent."""
CARDS = """\
Writes one page of cards to print and cut out. With these cards, a person without a computer plays
exactly as a network with steep hidden nodes does. If you follow the cards of the default network,
you can't be beaten."""
PRINTED = (".pdf", ".svg", ".png")
PRINTED_OUT = "a .pdf, .svg or .png file (default: {})"


def _add_play(commands):
    """`fogel play`."""
    play = add_command(
        commands,
        "play",
        run_play,
        "play a game in the terminal, against a champion or another player",
        PLAY,
        json=False,
    )
    words = f"{GAMES} (default: the game of the player, or standard)"
    play.add_argument("game", nargs="?", metavar="GAME", help=words)
    play.add_argument(
        "--against",
        metavar="NAME|FILE|FILE.py:FUNCTION",
        help="a name, a champion file, or your own function (default: the first of the names)",
    )
    play.add_argument("--begin", action="store_true", help="you begin")
    anygame.refuse_game(play)
    add_seed(play)


def add_commands(commands: Any) -> None:
    """Add the commands about one player to the command line."""
    _add_play(commands)
    _add_audit(commands)
    _add_poster(commands)
    _add_cards(commands)


def _add_audit(commands):
    from fogel.audit import READ
    from fogel.core.players import players

    audit = add_command(
        commands,
        "audit",
        run_audit,
        "work out exactly how good a player is, without playing games",
        AUDIT,
    )
    names = ", ".join(players())
    words = (
        f"first a GAME, one of {GAMES} (default: the game of the player, or standard); then a"
        f" player: a champion file, a function, or a name, in the standard game one of {names}"
        " (default: champion)"
    )
    audit.add_argument("texts", nargs="*", metavar="GAME|PLAYER", help=words)
    anygame.refuse_game(audit)
    add_seed(audit, words="needs a function: seed of the sampled games (default: 1993)")
    anygame.add_seat(audit.add_argument_group("a function in a game of any shape"))
    add_settings(audit, only=READ)


def _add_poster(commands):
    poster = add_command(
        commands,
        "poster",
        run_poster,
        "draw a page with every board that a network can meet",
        POSTER,
        json=False,
    )
    add_network(poster)
    anygame.refuse_game(poster)
    _add_printed(poster, "poster.pdf")


def _add_cards(commands):
    cards = add_command(
        commands,
        "cards",
        run_cards,
        "draw a small network as paper cards that a person can play by",
        CARDS,
        json=False,
    )
    add_network(cards, default="one-node")
    anygame.refuse_game(cards)
    _add_printed(cards, "cards.pdf")


def run_play(options: Namespace) -> int:
    """`fogel play`."""
    from fogel.core.asking import PlayerError
    from fogel.core.match import play_in_terminal

    try:
        play_in_terminal(_make_match(options), _typed())
    except PlayerError as problem:
        options.command.error(f"argument --against: {problem}")
    return 0


def _make_match(options):
    """The match of a person with whom the options name."""
    from fogel.core.functions import names_function
    from fogel.core.match import GameMatch
    from fogel.core.players import HUMAN
    from fogel.play import Match
    from fogel.tools import games

    name, begins = options.against, options.begin
    loaded = None
    if name and games.is_file(name):
        loaded = load_or_stop(options, "--against", games.load_player, name)
        begins = begins or getattr(getattr(loaded, "settings", None), "seat", "") == "second"
    if options.game:
        game = load_or_stop(options, "GAME", games.find_game, options.game)
    else:
        game = games.find_its_game(loaded) if loaded else games.StandardGame()
    name = next(iter(games.list_players(game))) if name is None else name
    find, who = (games.seat_player, loaded) if loaded else (games.find_player, name)
    player = load_or_stop(options, "--against", find, game, who, 2 if begins else 1)
    if loaded:
        name = Path(name).name
    elif names_function(name):
        name = getattr(player, "name", name)
    if type(game) is games.StandardGame:
        match = Match(HUMAN, begins, seeded(options.seed))
        match.meet(name, player)
        return match
    person, first = (1, 2) if begins else (game.players, 1)
    seats = [
        None if number == person else player if number == first else find(game, who, number)
        for number in range(1, game.players + 1)
    ]
    return GameMatch(game, seats, name, seeded(options.seed))


def _typed():
    """The lines that are typed, one after another, until the end of the input: at once, if there is
    none.
    """
    if sys.stdin is None or sys.stdout is None:
        return
    prompt = "> " if sys.stdin.isatty() else ""
    while True:
        try:
            yield input(prompt)
        except EOFError:
            return


def run_audit(options: Namespace) -> int:
    """`fogel audit`."""
    from fogel.anygame.curve import names_game
    from fogel.checkers.files import CheckersChampion
    from fogel.core.functions import names_function
    from fogel.core.players import others, players
    from fogel.tools import games

    name, texts = games.split_game(options.texts)
    if len(texts) > 1:
        options.command.error(f"argument GAME|PLAYER: {texts[1]!r} is one player too many")
    game = None if name is None else load_or_stop(options, "GAME", games.find_game, name)
    if type(game) is games.StandardGame or (game is None and not texts):
        game, texts = None, texts or ["champion"]
    options.game, options.network = name if game else None, texts[0] if texts else None
    is_function = bool(options.network) and names_function(options.network)
    _check_needs(options, is_function, isinstance(game, games.RulesGame))
    if is_function and (game is None or isinstance(game, games.RulesGame)):
        return functions.run_audit(options)
    if game is None:
        by_rule = options.network in others() and options.network in players()
        player = (
            options.network
            if by_rule
            else find_network(options, options.network, read=games.load_player)
        )
        if isinstance(player, CheckersChampion):
            return checkers.rate(options, options.network, player)
        if names_game(player):
            return anygame.run_audit(options, player)
        return _audit_standard(options, player)
    return _audit_any(options, game)


def _check_needs(options, is_function, has_rules):
    """Refuse options that only a function has, or only at a game of any shape."""
    for name in ("seed", "seat", "opponent"):
        if getattr(options, name) is None:
            continue
        if not is_function:
            options.command.error(
                f"argument --{name}: needs a function, such as my_player.py:choose"
            )
        if name != "seed" and not has_rules:
            options.command.error(f"argument --{name}: needs a GAME of any shape, such as misere")
    if has_rules and options.preset is not None:
        options.command.error("argument --preset: is for the standard game")


def _audit_standard(options, player):
    """`fogel audit` of a player of the standard game."""
    from fogel.audit import report

    base = None if options.preset is not None else getattr(player, "settings", None) or Settings()
    settings = make_settings(options, base)
    found = {"evaluation": "exact", **report(player, settings)}
    return show(options, found, functions.describe_audit(options.network, found))


def _audit_any(options, game):
    """`fogel audit` of a game, or of a player at a game that has no audit of its own."""
    from fogel.tools import game_audit, games

    try:
        if options.network is None:
            found, describe = game_audit.game_report(game), game_audit.describe_game
        else:
            players = [
                load_or_stop(options, "PLAYER", games.find_player, game, options.network, number)
                for number in (1, 2)
            ]
            seed = game_audit.SEED if options.seed is None else options.seed
            found = game_audit.player_report(game, players, options.network, seed)
            describe = game_audit.describe_player
    except ValueError as problem:
        return options.command.error(f"argument GAME|PLAYER: {problem}")
    return show(options, found, describe(found))


def _add_printed(command, default):
    add_out_file(command, default, words=PRINTED_OUT.format(default), kinds=PRINTED)


def _to_print(options, read=None):
    """The network that is to be drawn, as `find_network` has it."""
    network = find_network(options, options.network, read=read)
    check_writable(options)
    return network


def run_poster(options: Namespace) -> int:
    """`fogel poster`."""
    from fogel.anygame import curve, poster

    network = _to_print(options, read=curve.load_champion)
    from fogel.plots.poster import save_poster

    try:
        save = poster.save_poster if curve.names_game(network) else save_poster
        save(network, options.out)
    except ValueError as problem:
        options.command.error(f"argument NETWORK: {options.network}: {problem}")
    print(f"Poster: {options.out}")
    return 0


def run_cards(options: Namespace) -> int:
    """`fogel cards`."""
    network = _to_print(options)
    from fogel.perfect import make_cards, save_sheet

    try:
        make_cards(network)
    except ValueError as problem:
        options.command.error(f"argument NETWORK: {options.network}: {problem}")
    save_sheet(network, options.out)
    print(f"Cards: {options.out}")
    return 0
