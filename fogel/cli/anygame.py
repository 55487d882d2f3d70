"""How the command line names another game."""

from __future__ import annotations

import argparse
import json
import sys
from argparse import Namespace
from contextlib import redirect_stdout
from typing import Any

from fogel.cli.options import ask, load_or_stop, make_settings, seeded
from fogel.cli.parser import Parser
from fogel.core.settings import Settings
from fogel.core.types import Json

GAME = "another game: a rule file, or the name of one of the package (fogel ttt -h lists them)"
OPPONENTS = {
    "near-perfect": "the paper's rule, with this game's patterns",
    "perfect": "a player that keeps the best result that can be forced",
    "quick": "a perfect player that wins soonest and loses latest",
}
RESULTS = {1: "won", 0: "drawn", -1: "lost"}
SEATS = {"first": "opens", "second": "answers", "both": "opens and answers in turn"}


def add_game(command: Parser) -> argparse.Action:
    """The options that say which game is played, from which seat and against whom;
    returns --game.
    """
    from fogel.anygame.settings import GameSettings

    group = command.add_argument_group("another game than the standard one")
    game = group.add_argument("--game", metavar="NAME|FILE", help=GAME)
    seat, opponent = (
        GameSettings.__dataclass_fields__[name].metadata for name in ("seat", "opponent")
    )
    words = f"{seat['help']} (default: {seat['choices'][0]})"
    command.only_with((game,), group.add_argument("--seat", choices=seat["choices"], help=words))
    words = f"{opponent['help']}; or a function of your own (default: {opponent['choices'][0]})"
    names = "|".join([*OPPONENTS, "FILE.py:FUNCTION"])
    command.only_with(
        (game,), group.add_argument("--opponent", type=_opponent, metavar=names, help=words)
    )
    return game


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
    return champion, f"\nAgainst the function {options.function.name}, {how}: {found}."


def choose_settings_class(options: Namespace) -> Any:
    """The class of the settings that the options make: GameSettings if they name a game."""
    if options.game is None:
        return Settings
    from fogel.anygame.settings import GameSettings, find_game

    load_or_stop(options, "--game", find_game, options.game)
    return GameSettings


class Refused(argparse.Action):
    """An option --game of a command that knows only the standard game."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: Any = None) -> None:
        """Stop with an error that says which commands know `--game`."""
        parser.error(
            f"argument {option_string}: this command knows only the standard game; "
            "`fogel curve`, `evolve`, `sweep`, `audit`, `play`, `page` and `tournament` know others"
        )


def refuse_game(command: Parser) -> None:
    """Has a command refuse --game in words."""
    command.add_argument("--game", action=Refused, help=argparse.SUPPRESS)


def describe_run(summary: Json) -> str:
    """The outcome of an experiment with another game, in words."""
    from fogel.core.texts import plural

    settings, champion = summary["settings"], summary["champion"]
    trials = f"mean of {settings['trials']} trials" if settings["trials"] > 1 else "one trial"
    lines = [
        describe_game(summary["game"], settings),
        (
            f"The highest total payoff of {settings['games']} games, {trials}, seed"
            f" {summary['seed']}, and what the network that made it is worth:"
        ),
    ]
    for number, value in summary["mean_best_payoff"].items():
        interval = " " * 8 if value["interval"] is None else f"  ± {value['interval']:5.1f}"
        exact_payoff = (
            f"   expected payoff {summary['mean_exact_payoff'][number]:8.2f}"
            if number in summary["mean_exact_payoff"]
            else ""
        )
        lines.append(
            f"  generation {number:>5}  {value['mean']:8.1f}{interval}{exact_payoff}".rstrip()
        )
    each = summary["share_of_trials"]
    if each["mean"] is not None and settings["trials"] > 1:
        half = f" ± {each['interval']:.3f} (95 % interval)" if each["interval"] is not None else ""
        lines.append(
            f"The trials' champions have {each['mean']:.3f}{half} of the way from random to the"
            " ceiling."
        )
        lines.append(f"Their shares: {' '.join(f'{share:.3f}' for share in each['each'])}")
    lines.append(
        f"The champion comes from trial {champion['trial']}, has "
        f"{plural(champion['hidden_nodes'], 'hidden node')} and a payoff of "
        f"{champion['payoff']} in the last generation."
    )
    return "\n".join([*lines, *describe_evaluation(summary["exact"], settings)])


def describe_game(game: str, settings: Json, player: str = "the network") -> str:
    """Return who plays which game against whom, in words."""
    from fogel.anygame.opponents import is_at_a_loss
    from fogel.anygame.settings import find_game

    found = (
        f"The game {game!r}; {player} {SEATS[settings['seat']]}, against"
        f" {opponent_words(settings['opponent'])}, which slips with probability"
        f" {settings['slip']:g}."
    )
    if settings["opponent"] == "near-perfect" and is_at_a_loss(find_game(settings["game"])):
        found += (
            " Here that rule has nothing to win, block or hinder, and moves at random; --opponent"
            " has others."
        )
    return found


def opponent_words(opponent: Any) -> str:
    """Return who an opponent is, in words: one of OPPONENTS, a FunctionOpponent, or what a file has
    of that.
    """
    name = opponent["name"] if isinstance(opponent, dict) else str(opponent)
    return OPPONENTS.get(name, f"the function {name}")


EVALUATED = {
    "exact": "exactly",
    "estimated": "exactly, but against move odds that were estimated from the opponent's answers",
    "sampled": (
        "sampled, with a 95 % interval; the rows below it are against the opponent's estimated move"
        " odds"
    ),
}


def describe_evaluation(found: Json, settings: Json) -> list[str]:
    """What a network is worth, and what there is to gain, in words."""
    order = " ".join(map(str, found["blind_order"]))
    best = (
        "the best fixed order of squares"
        if found["blind_proved"]
        else "the best fixed order of squares that was found"
    )
    low, high = found.get("expected_payoff_interval", (0, 0))
    interval = f" ({low:.2f} to {high:.2f}; {found['sampled_games']:,} games)" if high > low else ""
    chances = f"win {found['win']:.4%}, tie {found['tie']:.4%}, loss {found['loss']:.4%}{interval}"
    rows = [
        ("it", found["expected_payoff"], chances),
        ("the ceiling", found["ceiling"], "no player of any kind can expect more"),
        ("baseline", found["baseline"], "the rules of chapter 3 in its seat"),
        ("blind", found["blind"], f"{best}, {order}"),
        ("random", found["random"], "any open square alike"),
    ]
    lines = [
        f"The expected total payoff of {settings['games']} games, {EVALUATED[found['evaluation']]}:"
    ]
    lines += [f"  {name:<12}{exact_payoff:10.4f}  {words}" for name, exact_payoff, words in rows]
    lines.append(
        "Its share, from random to the ceiling:"
        f" {_part(found['share'], 'a random player has all there is')}. Its sight, from blind to"
        f" the ceiling: {_part(found['sight'], 'a blind order has all there is')}."
    )
    if found["losing_lines"]:
        lines.append(
            f"It can lose: in {found['losing_lines']:,} of the {found['lines']:,} games that"
            " replies can lead to."
        )
    else:
        lines.append(
            f"It never loses: in none of the {found['lines']:,} games that replies can lead to."
        )
    results = " and ".join(RESULTS[result] for result in dict.fromkeys(found["results"]))
    lost = "; payoffs then say how often a slip is used" if set(found["results"]) == {-1} else ""
    lines.append(f"If nobody errs, the game is {results} for it{lost}.")
    return lines


def _part(value, nothing):
    return f"{value:.3f}" if value is not None else f"0/0, {nothing}"


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
    if options.json:
        print(json.dumps(found))
        return 0
    head = f"{options.network}, with {champion.hidden_nodes} hidden nodes."
    values = settings.to_dict()
    print(
        "\n".join(
            [head, describe_game(settings.rules.name, values), *describe_evaluation(found, values)]
        )
    )
    return 0


def run_play(options: Namespace, champion: Any) -> int:
    """`fogel play` against the champion of another game; who answers in its seat lets the person
    begin.
    """
    import numpy as np

    from fogel.anygame.players import network_player
    from fogel.web.board.terminal import human, play_in_terminal

    seats = [network_player(champion, "Champion"), human(ask)]
    begins = options.begin or champion.settings.seat == "second"
    rules = champion.settings.rules
    play_in_terminal(rules, seats[::-1] if begins else seats, np.random.default_rng(options.seed))
    return 0
