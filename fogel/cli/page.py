"""The command `fogel page`: pages on which networks are played or evolved."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

from fogel.anygame.texts import SEATS, opponent_words
from fogel.cli.anygame import refuse_game
from fogel.cli.options import (
    GAMES,
    add_command,
    add_out_file,
    check_writable,
    find_network,
    load_or_stop,
)
from fogel.core.settings import Settings

PAGE = """\
Writes one HTML file that works in any browser, without Python or an Internet connection. It has the
board, the players, and a look into the networks' heads. Champions of a different game get a page
for that game: for a game of any shape, the page says how good they are; for checkers, the reader
chooses how far they look ahead. A page for a small game of your own needs only its rules.

With --evolve, it writes a page with the whole experiment instead. The reader chooses settings,
guesses the curve, and evolves networks in a GAME of any shape, in any seat, and against any of its
opponents. With --settings, the page begins with the settings in a champion's file."""


def add_commands(commands: Any) -> None:
    """Adds `fogel page` to the command line."""
    page = add_command(
        commands,
        "page",
        run_page,
        "write a web page with a board, or with the whole experiment",
        PAGE,
        json=False,
    )
    words = (
        f"first a GAME, one of {GAMES} (default: that of the files, or standard); then champion"
        " files of that game (default: those of the package)"
    )
    page.add_argument("texts", nargs="*", metavar="GAME|FILE", help=words)
    refuse_game(page)
    evolve = page.add_argument(
        "--evolve", action="store_true", help="write a page on which the reader evolves networks"
    )
    words = "a champion file: the page begins with its game and its settings"
    page.only_with((evolve,), page.add_argument("--settings", metavar="FILE", help=words))
    words = "default: play.html; with --evolve evolve.html"
    add_out_file(page, None, words=words, kinds=(".html",))


def run_page(options: Namespace) -> int:
    """`fogel page`."""
    from fogel.core.functions import names_function
    from fogel.tools import games

    options.game, files = games.split_game(options.texts)
    if options.game is None and files and names_function(files[0]):
        options.game, files = files[0], files[1:]  # a page takes no functions as players
    options.out = options.out or Path("evolve.html" if options.evolve else "play.html")
    if options.evolve:
        for text in files:
            if not games.is_file(text):
                load_or_stop(options, "GAME", games.find_game, text)
            options.command.error(f"argument {text!r}: --evolve takes a game and no files")
        if options.game and options.settings:
            options.command.error("argument --settings: can't be combined with a GAME")
        settings = page_settings(options)
        check_writable(options)
        save_evolve_page(options, settings)
    else:
        players = {
            Path(name).stem: find_network(options, name, "FILE", read=games.load_player)
            for name in files
        }
        game = _find_its_game(options, players)
        check_writable(options)
        try:
            _save_play_page(options, game, players)
        except ValueError as problem:
            argument = "FILE" if players or options.game is None else "GAME"
            options.command.error(f"argument {argument}: {problem}")
    print(f"Page: {options.out}")
    return 0


def _find_its_game(options, players):
    """The game that is named, or else that of the players, which must be one."""
    from fogel.tools import games

    if options.game is not None:
        game = load_or_stop(options, "GAME", games.find_game, options.game)
    else:
        game = next(map(games.find_its_game, players.values()), games.StandardGame())
    if not isinstance(game, games.CheckersGame):
        for name, player in players.items():
            load_or_stop(options, f"FILE: {name}", games.seat_player, game, player, 1)
    return game


def _save_play_page(options, game, players):
    """Save the page of a game, on which a person plays against these players."""
    from fogel.tools import games

    if isinstance(game, games.RulesGame):
        _save_rules_page(options, game.rules, players)
    elif isinstance(game, games.CheckersGame):
        from fogel.web.checkers.page import BOARDS, save_checkers_page

        boards = [one.settings.game for one in players.values()] or BOARDS
        if options.game and game.checkers not in boards:
            raise ValueError(f"no player there plays {game.name}; name a champion that does")
        save_checkers_page(options.out, players or None)
    elif type(game) is games.StandardGame:
        from fogel.web import save_page

        save_page(options.out, players or None)
    else:
        from fogel.web.board.game_page import save_game_page

        save_game_page(options.out, game)


def _save_rules_page(options, rules, champions):
    """Save the page of a game of any shape; the first champion sits down in its seat, and a person
    opposite.
    """
    from fogel.anygame import curve
    from fogel.core.players import HUMAN
    from fogel.web.board.page import save_page

    about = [_on_page(*item) for item in champions.items()]
    names = None
    for name, champion in [*champions.items()][:1]:
        names = (
            [HUMAN, name] if curve.as_game_settings(champion).seat == "second" else [name, HUMAN]
        )
    save_page(options.out, rules, names, evolved=champions, about=about)


def page_settings(options: Namespace) -> Settings:
    """The Settings of the page on which a reader evolves, or its GameSettings, by --game or
    --settings.
    """
    from fogel.anygame.curve import load_any
    from fogel.anygame.settings import GameSettings, find_game

    if options.settings is not None:
        found = getattr(
            find_network(options, options.settings, "--settings", read=load_any), "settings", None
        )
        return found or options.command.error(
            f"argument --settings: {options.settings}: names no settings"
        )
    if options.game is None:
        return Settings()
    rules: Any = load_or_stop(options, "GAME", find_game, options.game)
    try:
        return GameSettings(game=rules)
    except ValueError as problem:
        return options.command.error(f"argument GAME: {str(problem).removeprefix('game ')}")


def save_evolve_page(options: Namespace, settings: Settings) -> None:
    """`fogel page --evolve`."""
    import shlex

    from fogel.anygame.settings import GameSettings
    from fogel.web import save_evolve_page as save_standard_page
    from fogel.web.anygame.page import save_evolve_page

    try:
        if isinstance(settings, GameSettings):
            save_evolve_page(
                options.out, settings, shlex.quote(options.game or _named(settings.rules))
            )
        else:
            save_standard_page(options.out, begins=settings)
    except ValueError as problem:
        options.command.error(f"argument --settings: {options.settings}: {problem}")


def _named(rules):
    """A text by which --game finds these rules."""
    from fogel.anygame.settings import in_a_line
    from fogel.rules.rule_files import find_rules, shipped

    return (
        rules.name
        if rules.name in shipped() and find_rules(rules.name) == rules
        else in_a_line(rules)
    )


def _on_page(name, champion):
    """What a page says of a champion: where it comes from, and what it is worth."""
    from fogel.anygame import curve
    from fogel.core.texts import number

    settings, found = curve.as_game_settings(champion), curve.evaluate(champion)
    exact_payoff, ceiling, random = map(
        number, (found.expected_payoff, found.measures.ceiling, found.measures.random)
    )
    # No evolution has left its traces.
    by_hand = champion.seed is None and champion.generation is None
    return (
        f"{name} {'is' if by_hand else 'evolved as'} a network that {SEATS[settings.seat]}, against"
        f" {opponent_words(settings.opponent)}, which slips with probability {settings.slip:g}."
        f" {settings.games} games can be expected to bring it {exact_payoff}; nobody can expect"
        f" more than {ceiling}, and a random player {random}."
    )
