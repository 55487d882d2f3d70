"""The experiment with any two-player game, each champion beside its upper bound.

    champion = evolve_player("0000 0000 0000; win 111; win 1 1 1; win 100 010 001; win 001 010 100")
    print(evaluate(champion).share)

Best payoffs are picked by their luck, and where a game is lost they lie above what any player can
expect. So the curve shows too what the picked networks are worth.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np

from fogel import curve
from fogel.anygame import exact
from fogel.anygame.against import against, as_function, sampled
from fogel.anygame.functions import Sample
from fogel.anygame.settings import GameSettings, find_game
from fogel.core.champion import Champion, read_champion
from fogel.core.files import shortened
from fogel.core.intervals import mean_and_half_width
from fogel.core.network_files import find_format, find_kind
from fogel.core.players import read_player
from fogel.core.results import load_file
from fogel.core.settings import MOST_TRIAL, check_names, check_whole
from fogel.core.types import Figure, FilePath, Floats, Ints, Json
from fogel.engine.score_under import ScoreUnder
from fogel.plots import style
from fogel.rules.rules import Rules, check_fit

GAME_RUN_FORMAT = "fogel-game-run"
NOT_HERE = {  # settings that evolve_player does not take
    "game": "the first argument, rules, names the game",
    "trials": "evolve_player runs one trial, and trial=0, trial=1, ... say which",
    "champion": "evolve_player runs one trial, so there is no choice among champions",
}
POINTS = 50  # generations, at most, beside curve.MARKS, whose picked network is worked out exactly


def evolve_player(
    rules: Rules | str, trial: int = 0, opponent: Any = None, **changes: Any
) -> Champion:
    """Return the champion of one trial of Fogel's experiment with any game of two; it remembers its
    settings.

    `rules` as `settings.find_game` takes them: a shipped game's name, a rule file or its text, or
    rows. `changes` are settings, such as seat="second" or generations=100.

    `opponent` is "near-perfect", "perfect", "quick", or a function of your own, also as a text such
    as "my_player.py:choose". A function takes a board, or a board and `rng`, and returns an open
    square. The board is a read-only int8 array: 0 for an open square, 1 for a mark of the player
    who moves first, -1 for one of the second. It plays as it is: `slip` is 0 unless you pass
    another one.

        def lowest(board):
            return list(board).index(0)

        champion = evolve_player("misere", opponent=lowest, seat="second")
        print(evaluate(champion))

    A function that always gives the same answer is evaluated exactly. Of any other, the move odds
    are estimated from 200 answers a board, evolution plays against this estimate, and 10,000 games
    of the champion against the function itself are kept in `champion.sampled`; `evaluate` says
    which it was. Raises ValueError that names a wrong argument, or the function and the board where
    it fails.
    """
    check_whole("trial", trial, 0, MOST_TRIAL)
    _check_changes(changes)
    function = as_function(opponent)
    if function:
        changes = {"slip": 0.0, **changes}
    elif opponent is not None:
        changes = {**changes, "opponent": opponent}
    settings = _make_settings(rules, changes)
    if function is None:
        return curve.run_trial(settings, trial).champion
    return sampled(curve.run_trial(against(function, settings), trial).champion, function)


def _make_settings(rules, changes):
    """The GameSettings of a game and changes; an error names the game as the argument `rules`."""
    try:
        settings = GameSettings(game=rules, **changes)  # type: ignore[arg-type]
        check_fit(settings.rules)
    except ValueError as problem:
        raise ValueError(re.sub("^game |^(?=wins,|losses,)", "rules ", str(problem))) from None
    return settings


def _check_changes(changes):
    """Raises ValueError for a name that is no setting of an evolution with any game."""
    check_names(changes, GameSettings)
    for name, why in NOT_HERE.items():
        if name in changes:
            raise ValueError(f"{name} is not a setting here: {why}")


def evaluate(champion: Champion) -> exact.Evaluation:
    """Return the Evaluation of a game's champion under its own settings; raises ValueError if it
    has none.

    Its expected payoff is sampled if the champion played games against a function that doesn't
    always give the same answer.
    """
    settings = as_game_settings(champion)
    if champion.sampled is None:
        return exact.exact_evaluation(champion, settings)
    games = Sample(**champion.sampled, disqualified=0)
    exact_payoff, half = games.payoff(settings)
    win, tie, loss = (count / games.games for count in (games.win, games.tie, games.loss))
    return exact.Evaluation(
        exact_payoff, win, tie, loss, exact.compute_measures(settings), "sampled", games.games, half
    )


def as_game_settings(champion: Champion) -> GameSettings:
    """The GameSettings of a champion; one of part one plays the standard game."""
    if not isinstance(champion, Champion):
        raise ValueError(f"champion must be a Champion, not {shortened(repr(champion), 80)}")
    if isinstance(champion.settings, GameSettings):
        return champion.settings
    if champion.settings is None:
        raise ValueError("settings of the champion must be there: they say which game it is")
    return GameSettings(**champion.settings.to_dict())


def names_game(player: Any) -> bool:
    """Whether this is a champion whose settings name its game."""
    return isinstance(getattr(player, "settings", None), GameSettings)


def find_rules_played(player: Any) -> Rules:
    """The Rules of a player's game: what its settings name, and otherwise the standard game."""
    return player.settings.rules if names_game(player) else find_game("standard")


def load_champion(path: FilePath) -> Champion:
    """Return the Champion in a file, of the standard game or of any other.

    Raises ValueError that names the file and the field, OSError if it can't be read.
    """
    return load_file(path, partial(read_any, read=read_champion))


def load_any(path: FilePath) -> Any:
    """Who is in a file: the champion of any game, or whoever `players.load_player` finds there.

    Raises ValueError that names the file and the field, OSError if it can't be read.
    """
    return load_file(path, read_any)


def read_any(text: str, read: Callable[[str], Any] = read_player) -> Any:
    """Who is in the text of a file: the champion of a game, or whoever `read` finds there."""
    is_game = find_format(text) == find_kind(GameSettings).format
    return read_champion(text, GameSettings) if is_game else read(text)


def points(generations: int) -> tuple[int, ...]:
    """The generations whose picked network is worked out exactly: spread evenly, and those that a
    summary tells of.
    """
    spread = np.linspace(1, generations, min(POINTS, generations)).round().astype(int)
    return tuple(
        sorted({*spread.tolist(), *(number for number in curve.MARKS if number < generations)})
    )


def run_game(
    settings: GameSettings, progress: Callable[..., Any] | None = None, workers: int | None = None
) -> GameRun:
    """All trials of an experiment with any game, a GameRun; arguments as in curve.run_trials."""
    run = curve.run_trials(settings, make_observers(settings), progress, workers)
    return GameRun(settings, run.trials)


def make_observers(settings: GameSettings) -> Sequence[ScoreUnder]:
    """What notes the expected payoff of picked networks."""
    return [ScoreUnder(settings, points(settings.generations))]


@dataclass(frozen=True)
class GameRun(curve.Run):
    """The outcome of an experiment with any game: a Run that knows what its networks are worth."""

    settings: GameSettings

    @cached_property
    def scored(self) -> tuple[Ints, Floats]:
        """(generations, (trials, generations)): the expected payoff of the network that the best
        payoff belongs to.
        """
        numbers = np.array(points(self.settings.generations))
        return numbers, np.array([trial.exact_payoff[numbers - 1] for trial in self.trials])

    @cached_property
    def measures(self) -> exact.Measures:
        """What the game has to offer."""
        return exact.compute_measures(self.settings)

    @cached_property
    def shares(self) -> list[float | None]:
        """The share of each trial's champion."""
        measures = self.measures
        return [
            exact.part(exact_payoff, measures.random, measures.ceiling)
            for exact_payoff in self.exact_payoffs
        ]

    def summary(self) -> Json:
        """As a Run's, with what the picked networks and the champion are worth, and with the shares
        of all trials.
        """
        numbers, exact_payoffs = self.scored
        found = super().summary()
        scored = dict(zip(numbers.tolist(), exact_payoffs.T, strict=True))
        found["mean_exact_payoff"] = {
            number: float(scored[int(number)].mean())
            for number in found["mean_best_payoff"]
            if int(number) in scored
        }
        games, lost = exact.lines(self.champion, self.settings)
        evaluation = exact.exact_evaluation(self.champion, self.settings)
        found["exact"] = {**evaluation.to_dict(), "lines": games, "losing_lines": lost}
        mean, half = (
            mean_and_half_width(np.array(self.shares)) if None not in self.shares else (None, None)
        )
        found["share_of_trials"] = {"mean": mean, "interval": half, "each": self.shares}
        return {"game": self.settings.rules.name, **found}

    def to_dict(self) -> Json:
        """The content of run.json."""
        numbers, exact_payoffs = self.scored
        scored = {"generations": numbers.tolist(), "exact_payoff": exact_payoffs.tolist()}
        return {
            **super().to_dict(),
            "format": GAME_RUN_FORMAT,
            "scored": scored,
            "shares": self.shares,
        }

    def draw(self, ceiling: float | None = None) -> Figure:
        """The performance curve with what the picked networks are worth, and the ceiling."""
        numbers, exact_payoffs = self.scored
        mean, half = mean_and_half_width(self.best_payoff)
        top = self.measures.ceiling
        most = max(top, float(self.best_payoff.max()))
        exact_payoff = (numbers, exact_payoffs.mean(axis=0))
        return style.draw_curve(
            self.best_payoff, mean, half, self.settings.games, most, top, exact_payoff
        )
