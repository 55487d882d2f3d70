"""The report's exam of a trained network (chapter 16).

An exam is a match against each ability level. The report's network, which lost 2 % of its games at
school, did worse there than a player that moves at random. Several things were different in the
exam; each is an argument here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from fogel.core.settings import trial_rng
from fogel.lookahead.levels import LEVELS
from fogel.rules.chances import chances, chances_in_turn
from fogel.rules.referee import Tally
from fogel.rules.rule_files import find_rules
from fogel.rules.rules import Rules, open_squares
from fogel.school.network import Arch
from fogel.school.pupil import NeuralPlayer, Pupil
from fogel.school.school import SchoolSettings, Score, teach, trainer
from fogel.school.twin import play_match

REPORTED = {  # of 100 games: draws, the network's wins (it sat first) and the level's
    "idiot": (0, 43, 57),
    "rookie": (0, 36, 64),
    "average": (1, 19, 80),
    "skilled": (2, 9, 89),
    "expert": (1, 3, 96),
    "perfect": (6, 0, 94),
}


class ExamRow(NamedTuple):
    """What came of games against one opponent, as shares of them; floats."""

    opponent: str
    draws: float
    wins: float
    losses: float

    @property
    def points(self) -> float:
        """A win is one point, a draw half a point."""
        return self.wins + self.draws / 2


# Trained players.


def find_best(
    matches: int,
    settings: SchoolSettings | None = None,
    arch: Arch | None = None,
    rules: Rules | None = None,
    lessons: Sequence[tuple[Callable[..., Any], int]] | None = None,
) -> tuple[Pupil, list[Score]]:
    """(the Pupil that came out of the best of some matches, not learning any more; all their
    Scores).

    `lessons` other than the settings' can be given; match k has the generator of the settings' seed
    and k.
    """
    settings, rules = settings or SchoolSettings(), rules or find_rules("standard")
    pupil = replace(settings.pupil, arch=arch or settings.pupil.arch)
    lessons = lessons or settings.lessons
    scores = [
        teach(
            rules,
            pupil,
            lessons,
            settings.games,
            trial_rng(settings, 0, k),
            settings.first_player,
            settings.attempts,
        )
        for k in range(matches)
    ]
    best = min(scores, key=lambda score: score.losses)
    return frozen(replace(pupil, weights=best.weights)), scores


def frozen(pupil: Pupil, learning: bool = False) -> Pupil:
    """The same player with learning off, or on again."""
    return replace(pupil, habits=pupil.habits.change(learning=learning))


def make_policy(pupil: Pupil, masked: bool = False) -> Callable[..., list[int] | None]:
    """The policy of a player that does not learn: always one square, None where that is taken,
    which means a pass.

    `masked`: its largest output among the open squares, so that it never passes.
    """

    @cache
    def player_for(rules, me):
        return NeuralPlayer(rules, me, frozen(replace(pupil, adviser=None)))

    @cache
    def policy(rules, board, me):
        player = player_for(rules, me)
        square = player(board, None)
        if masked:
            square = max(open_squares(board), key=player.net.outputs.__getitem__)
        return None if board[square] else [int(one == square) for one in range(len(board))]

    return policy


# The exam.


# Many parameters: these are the conditions of an exam, and a caller changes one or two of them.
def exam(
    pupil: Pupil,
    number: int = 1,
    games: int = 100,
    learning: bool = True,
    seed: int = 0,
    rules: Rules | None = None,
    first_player: str = "turn",
    opponents: Iterable[str] = LEVELS,
) -> dict[str, Tally]:
    """The Tally against each opponent, a level or another trainer's name; the player sits as
    `number`, 1 or 2.

    The report's exam had learning on and the player first, where it had been second at school.
    """
    rules, settings = rules or find_rules("standard"), SchoolSettings(seed=seed)
    tallies = {}
    for place, name in enumerate(opponents):
        policy, player = _opponent(name), frozen(pupil, learning)
        contestants = (player, policy) if number == 1 else (policy, player)
        match = play_match(rules, contestants, games, trial_rng(settings, place), first_player)
        names = ["Neural", f"Trad_{name.capitalize()}"][:: 1 if number == 1 else -1]
        tally = Tally([f"{one}_{place}" for place, one in enumerate(names, 1)])
        for winner in match.winners.tolist():
            tally.add(tuple(0 if not winner else 1 if who == winner else -1 for who in (1, 2)))
        tallies[name] = tally
    return tallies


def make_row(name: str, tally: Tally, number: int = 1) -> ExamRow:
    """Return a Tally as an ExamRow, for the player that sat as `number`."""
    counts = tally.draws, tally.wins[number - 1], tally.losses[number - 1]
    return ExamRow(name, *(count / tally.games for count in counts))


def exact_exam(
    pupil: Pupil,
    number: int = 1,
    rules: Rules | None = None,
    first_player: str = "turn",
    opponents: Iterable[str] = LEVELS,
    masked: bool = False,
) -> list[ExamRow]:
    """Return the exact ExamRow against each opponent, for a player that does not learn."""
    rules, policy = rules or find_rules("standard"), make_policy(pupil, masked)
    return [
        _exact_row(rules, name, policy, _opponent(name), number, first_player) for name in opponents
    ]


def _opponent(name):
    return trainer(f"trad-{name}" if name in LEVELS else name)


def _exact_row(rules, name, policy, other, number, first_player):
    policies = (policy, other) if number == 1 else (other, policy)
    found = chances_in_turn(rules, policies) if first_player == "turn" else chances(rules, policies)
    return ExamRow(
        name, *map(float, (found.draws, found.wins[number - 1], found.losses[number - 1]))
    )
