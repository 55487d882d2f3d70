"""Words about the experiment with another game: who plays, and what a network is worth."""

from __future__ import annotations

from typing import Any

from fogel.anygame.opponents import is_at_a_loss
from fogel.anygame.settings import find_game
from fogel.core.texts import plural
from fogel.core.types import Json

OPPONENTS = {
    "near-perfect": "the paper's rule, with this game's patterns",
    "perfect": "a player that keeps the best result that can be forced",
    "quick": "a perfect player that wins soonest and loses latest",
}
RESULTS = {1: "won", 0: "drawn", -1: "lost"}
SEATS = {"first": "opens", "second": "answers", "both": "opens and answers in turn"}
EVALUATED = {
    "exact": "exactly",
    "estimated": "exactly, but against move odds that were estimated from the opponent's answers",
    "sampled": (
        "sampled, with a 95 % interval; the rows below it are against the opponent's estimated move"
        " odds"
    ),
}


def describe_run(summary: Json) -> str:
    """The outcome of an experiment with another game, in words."""
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
    lines.append(describe_champion(champion))
    return "\n".join([*lines, *describe_evaluation(summary["exact"], settings)])


def describe_champion(champion: Json) -> str:
    """Return where the champion of an experiment comes from, in words."""
    return (
        f"The champion comes from trial {champion['trial']}, has "
        f"{plural(champion['hidden_nodes'], 'hidden node')} and a payoff of "
        f"{champion['payoff']} in the last generation."
    )


def describe_game(game: str, settings: Json, player: str = "the network") -> str:
    """Return who plays which game against whom, in words."""
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
