"""Auditing your own function, in any game, and the words of an audit."""

from __future__ import annotations

import sys
from argparse import Namespace
from contextlib import redirect_stdout
from functools import partial, reduce
from typing import Any

from fogel.anygame import texts
from fogel.cli import anygame
from fogel.cli.options import seeded, show
from fogel.core.types import Json

SEED = 1993
# The opponents in the standard game by name: each in words, and the settings that select it.
AGAINST: dict[str, tuple[str, dict[str, Any]]] = {
    "near_perfect": ("the near-perfect opponent", {}),
    "random": ("a random player", {"slip": 1.0, "forced_replies": False}),
    "perfect": ("a perfect player", {"opponent": "perfect", "slip": 0.0, "forced_replies": False}),
}


def run_audit(options: Namespace) -> int:
    """`fogel audit` of a function."""
    from fogel.core.functions import load_function

    base = None if options.preset is not None else anygame.choose_settings_class(options)()
    settings = anygame.game_settings(options, base)
    with redirect_stdout(sys.stderr):  # what the function itself prints is not part of our output
        try:
            player = load_function(options.network)
            audit = _audit_standard if options.game is None else _audit_game
            found, text = audit(player, settings, SEED if options.seed is None else options.seed)
        except ValueError as problem:
            options.command.error(f"argument NETWORK: {problem}")
    return show(options, found, text)


def _audit_standard(player, settings, seed):
    """(what was found, in words) of a function that begins at the standard game."""
    from fogel import audit
    from fogel.core.functions import by_answers, settle_standard

    answers = settle_standard(player)
    if answers is not None:
        found = {"evaluation": "exact", **audit.report(by_answers(answers), settings)}
        return found, f"{_alike(player)}, so this is exact.\n{describe_audit(player.name, found)}"
    from fogel.anygame.settings import GameSettings

    own = GameSettings(**settings.to_dict())
    samples = {
        name: _sampled(player, own.change(**changes), seed)
        for name, (_, changes) in AGAINST.items()
    }
    changed = {name: value for name, value in settings.differences().items() if name in audit.READ}
    found = {
        **_sampled_head(samples["random"], seed),
        "games": settings.games,
        **_sampled_payoff(samples["near_perfect"], settings),
        "ceiling": float(audit.ceiling(settings).payoff),
        "against": {name: sample.to_dict() for name, sample in samples.items()},
        "settings": changed,
    }
    rows = {AGAINST[name][0]: row for name, row in found["against"].items()}
    return found, _describe_sample(player, found, rows, begins=" begins")


def describe_audit(name: str, found: Json) -> str:
    """What the audit found, in words."""
    changed = ", ".join(f"{name}={value}" for name, value in found["settings"].items())
    nodes = f", with {found['hidden_nodes']} hidden nodes," if "hidden_nodes" in found else ""
    lines = [f"{name}{nodes} begins. Its chances, exactly:"]
    for against, (words, _) in AGAINST.items():
        row, out = found["against"][against], found.get("disqualified", {}).get(against)
        more = "" if out is None else f" ({out:.4%} disqualified)"
        shares = "   ".join(f"{result} {row[result]:9.4%}" for result in ("win", "tie", "loss"))
        lines.append(f"  against {words:<26} {shares}{more}")
    opponent = AGAINST["near_perfect"][0] + (f" ({changed})" if changed else "")
    lines.append(
        f"The total payoff of {found['games']} games against {opponent}:\n  expected"
        f" {found['payoff']:.4f}, standard deviation {found['deviation']:.4f}; the ceiling, which"
        f" no player can exceed, is {found['ceiling']:.4f}\nIt can meet {found['boards']} boards;"
        f" on {found['mistakes']} of them its move does not reach the ceiling."
    )
    return "\n".join([*lines, *_describe_losses(found)])


def _describe_losses(found):
    """Lines on whether a player can lose and, if it always moves the same, in which games."""
    if "lines" not in found:
        never = "It never loses: no reply, and no move that it draws, leads to a loss."
        return [never if found["never_loses"] else "It can lose."]
    if found["never_loses"]:
        lines = [
            f"It never loses: in none of the {found['lines']} games that replies can lead to is it"
            " beaten."
        ]
    else:
        lines = [
            f"It can lose: in {found['losing_lines']} of the {found['lines']} games that replies"
            " can lead to."
        ]
        shown = found["losing_games"][:3]
        lines += [_describe_game(squares) for squares in shown]
        lines += [f"  and {found['losing_lines'] - len(shown)} more (--json has all)"] * (
            found["losing_lines"] > len(shown)
        )
    branches = ", ".join(f"{reply} {result}" for reply, result in found["branches"].items())
    lines.append(
        "If the opponent never slips, its first reply decides (win or tie forced, loss possible):"
        f" {branches}"
    )
    return lines


def _describe_game(squares):
    """The squares of a lost game; one that nobody has won ends in a disqualification."""
    from fogel.encoding import encode, place, winner

    lost = winner(reduce(place, squares, encode("." * 9)))
    return f"  {' '.join(map(str, squares))}{'' if lost else ', and disqualified'}"


def _audit_game(player, settings, seed):
    """The same of any game, in the seat and against the opponent of the settings."""
    from fogel import audit
    from fogel.anygame import functions
    from fogel.anygame.exact import Evaluation, compute_measures, name_evaluation

    opponent = str(settings.opponent)
    head = {"game": settings.rules.name, "seat": settings.seat, "opponent": opponent}
    head |= {"games": settings.games}
    who = texts.describe_game(settings.rules.name, settings.to_dict(), player.name)
    answers = functions.settle_seats(player, settings)
    if answers is None:
        return _sample_game(player, settings, seed, head, who)
    ends, evaluation = functions.evaluate(answers, settings), name_evaluation(settings)
    payoff = audit.expected_payoff(ends, settings)
    measured = Evaluation(payoff, *ends[:3], compute_measures(settings), evaluation)
    found = {"evaluation": evaluation, **head, **measured.to_dict(), **ends._asdict()}
    lines = [f"{_alike(player)}{', so this is exact' * (evaluation == 'exact')}.", who]
    lines += texts.describe_evaluation(found, settings.to_dict())
    if ends.disqualified:
        out = f"{ends.disqualified:.4%}"
        lines.append(f"It names a taken square and is disqualified, which is a loss: {out}.")
    return found, "\n".join(lines)


def _sample_game(player, settings, seed, head, who):
    """(what was found, in words) of a function that doesn't always give the same answer."""
    from fogel.anygame.exact import compute_measures, name_evaluation

    sample, measures = _sampled(player, settings, seed), compute_measures(settings)
    evaluation = name_evaluation(settings)
    found = {
        **_sampled_head(sample, seed),
        **head,
        **_sampled_payoff(sample, settings),
        "ceiling": measures.ceiling,
        "random": measures.random,
        "opponent_evaluation": evaluation,
        **sample.to_dict(),
    }
    opponent = "its opponent" if evaluation == "exact" else "its opponent's estimated move odds"
    return found, _describe_sample(player, found, {opponent: found}, who)


def _alike(player):
    return f"{player.name} always gives the same answer"


def _sampled(player, settings, seed):
    from fogel.anygame.functions import sample
    from fogel.core.workers import progress

    return sample(player, settings, seeded(seed), progress=partial(progress, unit="games"))


def _sampled_head(sample, seed):
    return {"evaluation": "sampled", "sampled_games": sample.games, "seed": seed}


def _sampled_payoff(sample, settings):
    payoff, half = sample.payoff(settings)
    return {"payoff": payoff, "payoff_interval": [payoff - half, payoff + half]}


def _describe_sample(player, found, rows, *who, begins=""):
    """Return the results of sampled games in words; `rows`: {opponent: shares and intervals}."""
    lines = [
        f"{player.name}{begins}. It doesn't always give the same answer, so its chances are"
        f" sampled, with 95 % intervals: {found['sampled_games']:,} games against each opponent,"
        f" seed {found['seed']}.",
        *who,
    ]
    for words, row in rows.items():
        shares = [
            f"{result} {row[result]:.2%} ({row[f'{result}_interval'][0]:.2%} to"
            f" {row[f'{result}_interval'][1]:.2%})"
            for result in ("win", "tie", "loss", *(["disqualified"] if row["disqualified"] else []))
        ]
        lines.append(f"  against {words:<26} {'   '.join(shares)}")
    low, high = found["payoff_interval"]
    is_exact = found.get("opponent_evaluation", "exact") == "exact"
    known = "is exactly" if is_exact else "is estimated to be"
    lines.append(
        f"The total payoff of {found['games']} games: expected {found['payoff']:.2f} ({low:.2f} to"
        f" {high:.2f}), sampled; the ceiling, which no player can exceed, {known}"
        f" {found['ceiling']:.4f}."
    )
    return "\n".join(lines)
