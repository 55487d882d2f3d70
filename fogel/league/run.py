"""Many leagues, measured while they run."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np

from fogel.core.network_files import run_origin
from fogel.core.results import versions
from fogel.core.saving import Checkpoint
from fogel.core.types import Figure, Floats, Ints, Json
from fogel.engine.observers import check_numbers
from fogel.league.agent import Agent
from fogel.league.settings import LeagueSettings
from fogel.league.twin import OPPONENTS, FastLeague, LeagueHistory
from fogel.plots import drawing, style

CHUNK = 20  # epochs in one call of the twin
POSTS_EPOCH, POSTS_VALID, POSTS_LONGEST = 10, 52, 7  # what the post reports of its league


@dataclass(frozen=True)
class League:
    """The outcome of a league: its number, its history, the agents asked for, and its best one.

    `kept` has, for each epoch asked for, the agents by row. `best` has the highest score of the
    last epoch.
    """

    number: int
    history: LeagueHistory
    kept: dict
    best: Agent


def run_league(
    settings: LeagueSettings | None = None,
    league: int = 0,
    keep: Iterable[int] = (),
    with_chances: bool = True,
    tick: Callable[[int], object] | None = None,
    checkpoint: Checkpoint | None = None,
) -> League:
    """One league of `settings.epochs` epochs, a League.

    The agents of the epochs whose numbers are in `keep` are kept; raises ValueError if there are
    none of that number. `with_chances` works out the best agent's exact chances in every epoch,
    which changes no other number. `tick(n)` is called when n more epochs are done. With a
    `checkpoint` the league goes on from what that has saved, and offers it how far it is; the
    agents in `keep` are then those of the epochs to come.
    """
    settings = settings or LeagueSettings()
    check_numbers("keep", keep, settings.epochs, "epochs")
    twin, parts, kept = FastLeague(settings, league), [], {}
    if checkpoint and (there := checkpoint.load()):
        twin.restore(there)
        parts = [LeagueHistory(*(there[name] for name in LeagueHistory._fields))]
        if tick:
            tick(twin.done)
    while twin.done < settings.epochs:
        stop = min(
            [number for number in keep if number > twin.done] + [twin.done + CHUNK, settings.epochs]
        )
        epochs = stop - twin.done
        parts.append(twin.advance(epochs, with_chances))
        if twin.done in keep:
            kept[twin.done] = twin.agents()
        if tick:
            tick(epochs)
        if checkpoint and twin.done < settings.epochs:
            checkpoint.offer(partial(_state, twin, parts))
    return League(league, _joined(parts), kept, best_agent(twin))


def _state(twin, parts):
    """Return the state of a league and its history so far, as arrays and plain values."""
    return {**twin.state(), **_joined(parts)._asdict()}


def _joined(parts):
    """Return one LeagueHistory of several, in their order."""
    return LeagueHistory(*map(np.concatenate, zip(*parts, strict=True)))


def best_agent(twin: Any) -> Agent:
    """The agent with the highest score in the twin's last epoch, which remembers where it comes
    from.
    """
    row, settings = twin.ranking[0], twin.settings
    place = {"league": twin.league, "epoch": twin.done, "score": int(twin.scores[row])}
    return Agent(twin.agent(row).network, settings.masking, **run_origin(settings, **place))


@dataclass(frozen=True)
class LeagueRun:
    """The outcome of some leagues: their settings and Leagues."""

    settings: LeagueSettings
    leagues: tuple

    @cached_property
    def valid(self) -> Ints:
        """(leagues, epochs): how many games ended without a disqualification."""
        return np.array([league.history.valid for league in self.leagues])

    @cached_property
    def longest(self) -> Ints:
        """(leagues, epochs): the legal moves of the longest game."""
        return np.array([league.history.longest for league in self.leagues])

    @cached_property
    def mean_moves(self) -> Floats:
        """(leagues, epochs): the mean number of legal moves in a game."""
        return np.array([league.history.moves for league in self.leagues]) / self.settings.games

    @cached_property
    def best_score(self) -> Any:
        """(leagues, epochs): the highest score."""
        return np.array([league.history.best_score for league in self.leagues])

    @cached_property
    def chances(self) -> Floats:
        """(leagues, epochs, opponents, seats, 4): the best agent's chances; empty if they were not
        worked out.

        Opponents are OPPONENTS, seats X and O; the four are a win, a tie, a loss at the board and a
        disqualification.
        """
        return np.array([league.history.chances for league in self.leagues])

    @cached_property
    def share_valid(self) -> Floats:
        """(leagues, epochs): the share of games that ended without a disqualification."""
        return self.valid / self.settings.games

    def points(self, opponent: str) -> Floats:
        """(leagues, epochs): the expected points of the best agent against one of OPPONENTS, the
        mean of both seats.

        A win is one point and a tie half a point; a disqualification is a loss.
        """
        return self.points_by_seat(opponent).mean(axis=-1)

    def points_by_seat(self, opponent: str) -> Floats:
        """(leagues, epochs, 2): the same as X and as O."""
        if opponent not in OPPONENTS:
            raise ValueError(f"opponent must be one of {', '.join(OPPONENTS)}, not {opponent!r}")
        if self.chances.shape[1] == 0:
            raise ValueError("points are known only of leagues that were run with_chances")
        chances = self.chances[:, :, OPPONENTS.index(opponent)]
        return chances[..., 0] + chances[..., 1] / 2

    @cached_property
    def best(self) -> Agent:
        """Of the leagues' best agents the one with the most expected points against a random
        player, both seats.

        Scores of different leagues don't compare.
        """
        return self.leagues[int(np.argmax(self.points("random")[:, -1]))].best

    def summary(self) -> Json:
        """What there is to say about it, as plain values."""
        settings, best = self.settings, self.best
        marks = [number for number in (1, 10, 50, 100, 200, 600) if number < settings.epochs] + [
            settings.epochs
        ]
        final = self.chances[best.league, -1]
        words = ("win", "tie", "loss", "disqualified")
        return {
            "settings": settings.to_dict(),
            "seed": settings.seed,
            "games": settings.games,
            "epochs": {
                str(number): {
                    "mean_valid": float(self.valid[:, number - 1].mean()),
                    "least_valid": int(self.valid[:, number - 1].min()),
                    "most_valid": int(self.valid[:, number - 1].max()),
                    "longest": int(self.longest[:, number - 1].max()),
                    "random": float(self.points("random")[:, number - 1].mean()),
                    "near_perfect": float(self.points("near-perfect")[:, number - 1].mean()),
                }
                for number in marks
            },
            "best": {
                "league": best.league,
                "epoch": best.epoch,
                "score": best.score,
                "against": {
                    name.replace("-", "_"): {
                        seat: dict(zip(words, row, strict=True))
                        for seat, row in zip(("x", "o"), final[number].tolist(), strict=True)
                    }
                    for number, name in enumerate(OPPONENTS)
                },
            },
            "versions": versions(),
        }

    @style.styled
    def draw(self) -> Figure:
        """Two curves over the epochs, a matplotlib Figure: validity, and the best
        agents' strength.
        """
        from matplotlib.figure import Figure

        figure = Figure(figsize=(style.PAGE, 3.4), layout="constrained")
        left, right = figure.subplots(1, 2, sharex=True, sharey=True)
        _lines(left, self.share_valid, "games without a disqualification", drawing.INK)
        for name, colour in zip(OPPONENTS, (drawing.GREEN, drawing.PURPLE), strict=True):
            _lines(right, self.points(name), f"against {name}", colour)
        for axes, words in (
            (left, "share of the games"),
            (right, "expected points of the best agent"),
        ):
            axes.set(xlabel="epoch", ylabel=words, ylim=(-0.02, 1.02))
            axes.legend(loc="upper left")
        return figure


def _lines(axes, values, label, colour):
    """A thin line for each league and a thick one for their mean."""
    leagues, epochs = values.shape
    numbers = range(1, epochs + 1)
    if leagues > 1:
        axes.plot(numbers, values.T, color=colour, linewidth=0.4, alpha=0.3)
    axes.plot(
        numbers, values.mean(axis=0), color=colour, marker="o" if epochs == 1 else None, label=label
    )
