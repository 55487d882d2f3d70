"""How the command line names another game."""

from __future__ import annotations

import argparse
import sys
from argparse import Namespace
from contextlib import redirect_stdout
from typing import Any

from fogel.anygame.texts import OPPONENTS, describe_evaluation, describe_game
from fogel.cli.options import load_or_stop, make_settings, seeded, show
from fogel.cli.parser import Parser
from fogel.core.settings import Settings

GAME = "a different game: a rule file, or the name of a game in the package (see fogel ttt -h)"


def add_game(command: Parser) -> argparse.Action:
    """The options that say which game is played, from which seat and against whom;
    returns --game.
    """
    group = command.add_argument_group("a game other than the standard one")
    game = group.add_argument("--game", metavar="NAME|FILE", help=GAME)
    command.only_with((game,), *add_seat(group))
    return game


def add_seat(command: Any) -> tuple[argparse.Action, argparse.Action]:
    """The options that say from which seat a game is played and against whom."""
    from fogel.anygame.settings import GameSettings

    seat, opponent = (
        GameSettings.__dataclass_fields__[name].metadata for name in ("seat", "opponent")
    )
    words = f"{seat['help']} (default: {seat['choices'][0]})"
    chosen = command.add_argument("--seat", choices=seat["choices"], help=words)
    words = f"{opponent['help']}; or a function of your own (default: {opponent['choices'][0]})"
    names = "|".join([*OPPONENTS, "FILE.py:FUNCTION"])
    return chosen, command.add_argument("--opponent", type=_opponent, metavar=names, help=words)


def _opponent(text):
    """The type of --opponent: a word of OPPONENTS, or a function, which is loaded."""
    from fogel.core.functions import load_function, names_function

    if text in OPPONENTS:
        return text
    if not names_function(text):
        raise argparse.ArgumentTypeError(
            f"must be one of {', '.join(OPPONENTS)}, or a function such as my_player.py:choose, not"
            f" {text!r}"
        )
    try:
        # What the function's file prints is not part of our output.
        with redirect_stdout(sys.stderr):
            return load_function(text)
    except ValueError as problem:
        raise argparse.ArgumentTypeError(str(problem)) from None


def experiment_settings(options: Namespace) -> Any:
    """The Settings of the options, or the GameSettings if they name a game."""
    if options.game is None:
        return make_settings(options)
    return game_settings(options, choices=choose_settings_class(options))


def game_settings(options: Namespace, base: Any = None, choices: Any = Settings) -> Any:
    """Return the settings of the options as `make_settings`; a function of --opponent is asked what
    it answers.

    It is kept as `options.function`, and does not slip unless --slip is given.
    """
    function = options.function = options.opponent if callable(options.opponent) else None
    if function is None:
        return make_settings(options, base, choices)
    from fogel.anygame.against import against

    options.opponent, options.slip = None, 0.0 if options.slip is None else options.slip
    settings = make_settings(options, base, choices)
    seeded(settings.seed)
    try:
        with redirect_stdout(sys.stderr):
            return against(function, settings)
    except ValueError as problem:
        return options.command.error(
            f"argument --opponent: {str(problem).removeprefix('opponent ')}"
        )


def against_function(options: Namespace, champion: Any) -> tuple[Any, str]:
    """Return (the champion, what there is to say of it against a function of --opponent, "" without
    one).

    Against a function that doesn't always give the same answer, games are sampled and kept in the
    champion.
    """
    if getattr(options, "function", None) is None:
        return champion, ""
    from fogel.anygame.against import sampled
    from fogel.anygame.curve import evaluate

    seeded(champion.settings.seed)
    try:
        with redirect_stdout(sys.stderr):
            champion = sampled(champion, options.function)
    except ValueError as problem:
        options.command.error(f"argument --opponent: {problem}")
    found = evaluate(champion)
    how = (
        f"in {found.games:,} sampled games"
        if found.games
        else "which always gives the same answer, exactly"
    )
    return champion, f"Against the function {options.function.name}, {how}: {found}."


def choose_settings_class(options: Namespace) -> Any:
    """The class of the settings that the options make: GameSettings if they name a game."""
    if options.game is None:
        return Settings
    from fogel.anygame.settings import GameSettings, find_game

    load_or_stop(options, "--game", find_game, options.game)
    return GameSettings


class Refused(argparse.Action):
    """An option --game of a command that knows only the standard game, or that takes a GAME."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: Any = None) -> None:
        """Stop with an error that says how to name the game, or which commands know others."""
        takes_game = parser.prog.rpartition(" ")[2] in ("play", "audit", "page", "tournament")
        words = (
            f"name the game first, as in `{parser.prog} misere`"
            if takes_game
            else "this command knows only the standard game; `fogel curve`, `evolve`, `sweep`,"
            " `audit`, `play`, `page` and `tournament` know others"
        )
        parser.error(f"argument {option_string}: {words}")


def refuse_game(command: Parser) -> None:
    """Has a command refuse --game in words."""
    command.add_argument("--game", action=Refused, help=argparse.SUPPRESS)


def run_audit(options: Namespace, champion: Any) -> int:
    """`fogel audit` of the champion of another game."""
    from fogel.anygame import curve, exact

    if options.preset is not None:
        options.command.error(
            "argument --preset: is for the standard game, and this champion plays another one"
        )
    settings = game_settings(options, champion.settings)
    games, lost = exact.lines(champion, settings)
    kept = settings == champion.settings
    found = {
        "game": settings.rules.name,
        "seat": settings.seat,
        "opponent": str(settings.opponent),
        "hidden_nodes": champion.hidden_nodes,
        "games": settings.games,
        **(
            curve.evaluate(champion) if kept else exact.exact_evaluation(champion, settings)
        ).to_dict(),
        "lines": games,
        "losing_lines": lost,
    }
    values = settings.to_dict()
    lines = [f"{options.network}, with {champion.hidden_nodes} hidden nodes."]
    lines += [describe_game(settings.rules.name, values), *describe_evaluation(found, values)]
    return show(options, found, "\n".join(lines))
