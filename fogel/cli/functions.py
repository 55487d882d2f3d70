"""Auditing your own function, in any game."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import partial

from fogel.anygame import texts
from fogel.cli import anygame
from fogel.cli.options import seeded
from fogel.core.types import Json

SEED = 1993
AGAINST = {
    "near_perfect": ("the near-perfect opponent", {}),
    "random": ("a random player", {"slip": 1.0, "forced_replies": False}),
    "perfect": ("a perfect player", {"opponent": "perfect", "slip": 0.0, "forced_replies": False}),
}


def run_audit(options: Namespace, describe: Callable[[str, Json], str]) -> int:
    """`fogel audit` of a function; `describe` says in words what an exact audit of the standard
    game found.
    """
    from fogel.core.functions import load_function

    settings = _settings(options)
    with redirect_stdout(sys.stderr):  # what the function itself prints is not part of our output
        try:
            player = load_function(options.network)
            audit = (
                partial(_audit_standard, describe=describe) if options.game is None else _audit_game
            )
            found, text = audit(player, settings, SEED if options.seed is None else options.seed)
        except ValueError as problem:
            options.command.error(f"argument NETWORK: {problem}")
    print(json.dumps(found) if options.json else text)
    return 0


def _settings(options):
    """The Settings of the options, or the GameSettings if they name a game."""
    return anygame.game_settings(
        options, None if options.preset is not None else anygame.choose_settings_class(options)()
    )


def _audit_standard(player, settings, seed, describe):
    """(what was found, in words) of a function that begins at the standard game."""
    from fogel import audit
    from fogel.core.functions import by_answers, settle_standard

    answers = settle_standard(player)
    if answers is not None:
        found = {"evaluation": "exact", **audit.report(by_answers(answers), settings)}
        return (
            found,
            (
                f"{player.name} always gives the same answer, so this is"
                f" exact.\n{describe(player.name, found)}"
            ),
        )
    from fogel.anygame.settings import GameSettings

    own = GameSettings(**settings.to_dict())
    samples = {
        name: _sampled(player, own.change(**changes), seed)
        for name, (_, changes) in AGAINST.items()
    }
    payoff, half = samples["near_perfect"].payoff(settings)
    changed = {name: value for name, value in settings.differences().items() if name in audit.READ}
    found = {
        "evaluation": "sampled",
        "sampled_games": samples["random"].games,
        "seed": seed,
        "games": settings.games,
        "payoff": payoff,
        "payoff_interval": [payoff - half, payoff + half],
        "ceiling": float(audit.ceiling(settings).payoff),
        "against": {name: sample.to_dict() for name, sample in samples.items()},
        "settings": changed,
    }
    rows = _rows({AGAINST[name][0]: row for name, row in found["against"].items()})
    return found, "\n".join([_sampled_words(player, found, " begins"), *rows, _payoff(found)])


def _audit_game(player, settings, seed):
    """The same of any game, in the seat and against the opponent of the settings."""
    from fogel import audit
    from fogel.anygame import functions
    from fogel.anygame.exact import Evaluation, compute_measures, name_evaluation

    head = {
        "game": settings.rules.name,
        "seat": settings.seat,
        "opponent": str(settings.opponent),
        "games": settings.games,
    }
    who = texts.describe_game(settings.rules.name, settings.to_dict(), player.name)
    evaluation = name_evaluation(settings)
    answers = functions.settle_seats(player, settings)
    if answers is not None:
        ends = functions.evaluate(answers, settings)
        found = Evaluation(
            audit.expected_payoff(ends, settings),
            ends.win,
            ends.tie,
            ends.loss,
            compute_measures(settings),
            evaluation,
        )
        found = {"evaluation": evaluation, **head, **found.to_dict(), **ends._asdict()}
        words = (
            f"{player.name} always gives the same"
            f" answer{', so this is exact' * (evaluation == 'exact')}."
        )
        lines = [words, who, *texts.describe_evaluation(found, settings.to_dict())]
        if ends.disqualified:
            lines.append(
                "It names a taken square and is disqualified, which is a loss:"
                f" {ends.disqualified:.4%}."
            )
        return found, "\n".join(lines)
    return _sample_game(player, settings, seed, head, who)


def _sample_game(player, settings, seed, head, who):
    """(what was found, in words) of a function that doesn't always give the same answer."""
    from fogel.anygame.exact import compute_measures, name_evaluation

    evaluation = name_evaluation(settings)
    sample = _sampled(player, settings, seed)
    payoff, half = sample.payoff(settings)
    measures = compute_measures(settings)
    found = {
        "evaluation": "sampled",
        "sampled_games": sample.games,
        "seed": seed,
        **head,
        "payoff": payoff,
        "payoff_interval": [payoff - half, payoff + half],
        "ceiling": measures.ceiling,
        "random": measures.random,
        "opponent_evaluation": evaluation,
        **sample.to_dict(),
    }
    opponent = "its opponent" if evaluation == "exact" else "its opponent's estimated move odds"
    return found, "\n".join(
        [_sampled_words(player, found), who, *_rows({opponent: found}), _payoff(found, evaluation)]
    )


def _sampled(player, settings, seed):
    from fogel.anygame.functions import sample
    from fogel.core.workers import progress

    return sample(player, settings, seeded(seed), progress=partial(progress, unit="games"))


def _sampled_words(player, found, begins=""):
    return (
        f"{player.name}{begins}. It doesn't always give the same answer, so its chances are"
        f" sampled, with 95 % intervals: {found['sampled_games']:,} games against each opponent,"
        f" seed {found['seed']}."
    )


def _rows(against):
    """The chances against each opponent, {who it is: shares and intervals}, in words."""
    lines = []
    for words, row in against.items():
        shares = [
            f"{result} {row[result]:.2%} ({row[f'{result}_interval'][0]:.2%} to"
            f" {row[f'{result}_interval'][1]:.2%})"
            for result in ("win", "tie", "loss", *(["disqualified"] if row["disqualified"] else []))
        ]
        lines.append(f"  against {words:<26} {'   '.join(shares)}")
    return lines


def _payoff(found, evaluation="exact"):
    low, high = found["payoff_interval"]
    known = "is exactly" if evaluation == "exact" else "is estimated to be"
    return (
        f"The total payoff of {found['games']} games: expected {found['payoff']:.2f} ({low:.2f} to"
        f" {high:.2f}), sampled; the ceiling, which no player can exceed, {known}"
        f" {found['ceiling']:.4f}."
    )
