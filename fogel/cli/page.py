"""The command `fogel page`: pages on which networks are played or evolved."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fogel.anygame.texts import SEATS, opponent_words
from fogel.cli.anygame import GAME
from fogel.cli.options import add_command, add_out_file, check_writable, find_network, load_or_stop
from fogel.core.settings import Settings

PAGE = """\
Writes one HTML file, which any browser opens, without Python and without a network: the board, the
players, and a look into the networks' heads. Champions of another game get a page of that game, and
what they are worth stands on it.

With --evolve, the whole experiment instead: on that page a reader chooses settings, guesses the
curve, and evolves. With --game too, it is the experiment with that game, in any seat and against
any of its opponents; with --settings, that of a champion's file. With --checkers, or champions of
checkers, the page on which that is played: at a depth of the reader's choice, against these
champions, or those of the package, and against the material player."""


def add_commands(commands: Any) -> None:
    """Adds `fogel page` to the command line."""
    page = add_command(
        commands,
        "page",
        run_page,
        "write a web page on which the networks can be played",
        PAGE,
        json=False,
    )
    words = "champion files of one game (default: those of the package)"
    networks = page.add_argument("networks", nargs="*", metavar="FILE", help=words)
    instead = page.add_mutually_exclusive_group()
    evolve = instead.add_argument(
        "--evolve", action="store_true", help="write the page on which the reader evolves networks"
    )
    instead.add_argument(
        "--checkers", action="store_true", help="write the page on which checkers is played"
    )
    page.not_with((evolve,), networks)
    which = page.add_mutually_exclusive_group()
    words = "a champion file: the page begins with its game and its settings"
    game = which.add_argument("--game", metavar="NAME|FILE", help=GAME)
    page.only_with((evolve,), game, which.add_argument("--settings", metavar="FILE", help=words))
    words = "default: play.html; with --evolve evolve.html; with --checkers checkers.html"
    add_out_file(page, None, words=words, kinds=(".html",))


def run_page(options: Namespace) -> int:
    """`fogel page`."""
    from fogel.checkers.files import is_champion

    settings = page_settings(options) if options.evolve else None
    if options.checkers or any(map(is_champion, options.networks)):
        return _run_checkers_page(options)
    options.out = options.out or Path("evolve.html" if options.evolve else "play.html")
    from fogel.anygame.curve import load_champion, names_game

    networks = {
        Path(name).stem: find_network(options, name, "FILE", read=load_champion)
        for name in options.networks
    }
    check_writable(options)
    from fogel.web import save_page

    if any(map(names_game, networks.values())):
        return _run_game_page(options, networks)

    try:
        if settings:
            save_evolve_page(options, settings)
        else:
            save_page(options.out, networks or None)
    except ValueError as problem:
        options.command.error(f"argument FILE: {problem}")
    print(f"Page: {options.out}")
    return 0


def _run_checkers_page(options):
    """`fogel page` of checkers."""
    from fogel.checkers.files import load_champion
    from fogel.web.checkers.page import save_checkers_page

    options.out = options.out or Path("checkers.html")
    champions = {
        Path(name).stem: find_network(options, name, "FILE", read=load_champion)
        for name in options.networks
    }
    check_writable(options)
    save_checkers_page(options.out, champions or None)
    print(f"Page: {options.out}")
    return 0


def _run_game_page(options: Namespace, champions: Mapping[str, Any]) -> int:
    """`fogel page` of champions of one other game; the first one sits down in its seat, and a
    person opposite.
    """
    from fogel.anygame import curve
    from fogel.core.players import HUMAN
    from fogel.web.board.page import save_page

    (name, first), *others = champions.items()
    rules = curve.find_rules_played(first)
    for other, champion in others:
        if curve.find_rules_played(champion) != rules:
            options.command.error(
                f"argument FILE: all must name the same rules, and {name} names {rules.name!r},"
                f" {other} {curve.find_rules_played(champion).name!r}"
            )
    try:
        about = [_on_page(*item) for item in champions.items()]
        names = [HUMAN, name] if curve.as_game_settings(first).seat == "second" else [name, HUMAN]
        save_page(options.out, rules, names, evolved=champions, about=about)
    except ValueError as problem:
        options.command.error(f"argument FILE: {problem}")
    print(f"Page: {options.out}")
    return 0


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
    rules: Any = load_or_stop(options, "--game", find_game, options.game)
    try:
        return GameSettings(game=rules)
    except ValueError as problem:
        return options.command.error(f"argument --game: {str(problem).removeprefix('game ')}")


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
