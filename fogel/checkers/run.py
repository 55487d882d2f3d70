"""Trials of checkers evolution, saved while they run.

    run = job.CheckersJob(CheckersSettings.preset("small")).compute()
    print(run.summary()["champion"])

The best network of a generation is picked by its luck too, so some are kept, and measured
afterwards: by fresh games against the material player, and by their blunder rate where the game is
solved.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from fogel.checkers.evolution import CheckersEvolution
from fogel.checkers.files import CheckersChampion
from fogel.checkers.matches import elo, points_and_ends
from fogel.checkers.rating import NULLS, OPENINGS, Rating, null_models, rate
from fogel.checkers.settings import CheckersSettings
from fogel.core.network_files import run_origin
from fogel.core.results import versions
from fogel.core.saving import Checkpoint
from fogel.core.settings import trial_rng
from fogel.core.types import Figure, Floats, Json
from fogel.plots import drawing, style

POINTS = 10  # generations, at most, whose best network is kept and measured, beside the first
MEASURING, NULL = 0, 1  # what a trial's further random numbers are for


def points(generations: int) -> tuple[int, ...]:
    """The generations whose best network is kept: the first, and some spread evenly up
    to the last.
    """
    spread = np.linspace(0, generations, min(POINTS, generations) + 1).round().astype(int)
    return tuple(sorted({1, *spread[1:].tolist()}))


@dataclass(frozen=True)
class CheckersTrial:
    """What an evolution leaves behind: its `number`, the `history`, a GenerationRecord a row, and
    its best networks.

    `champions`: {generation: CheckersChampion}; `ratings`: {generation: Rating}, measured
    afterwards; `nulls`: the Ratings of random networks, "linked" and "unlinked".
    """

    number: int
    history: Floats
    champions: dict[int, CheckersChampion]
    ratings: dict[int, Rating]
    nulls: dict[str, list[Rating]]


def run_trial(
    settings: CheckersSettings | None = None,
    trial: int = 0,
    tick: Callable[[int], object] | None = None,
    checkpoint: Checkpoint | None = None,
) -> CheckersTrial:
    """One evolution, a CheckersTrial. `tick(n)` is called when n more generations are done.

    With a `checkpoint` it goes on from what that has saved, and offers it how far it is, after each
    generation.
    """
    settings = settings or CheckersSettings()
    champions, history = best_networks(settings, trial, tick, checkpoint)
    ratings = {
        number: rate(settings, one.evaluator, trial_rng(settings, trial, MEASURING, number))
        for number, one in champions.items()
    }
    nulls = {
        name: [
            rate(settings, evaluator, trial_rng(settings, trial, NULL, place), OPENINGS // NULLS)
            for place, evaluator in enumerate(evaluators)
        ]
        for name, evaluators in null_models(settings, trial_rng(settings, trial)).items()
    }
    return CheckersTrial(trial, history, champions, ratings, nulls)


def best_networks(
    settings: CheckersSettings,
    trial: int,
    tick: Callable[[int], object] | None = None,
    checkpoint: Checkpoint | None = None,
) -> tuple[dict[int, CheckersChampion], Floats]:
    """({generation: CheckersChampion}, the history) of one evolution; arguments as in run_trial."""
    evolution = CheckersEvolution(settings, trial, points(settings.generations))
    if checkpoint and (there := checkpoint.load()):
        evolution.restore(there)
        if tick:
            tick(evolution.done)
    while evolution.done < settings.generations:
        evolution.step()
        if tick:
            tick(1)
        if checkpoint and evolution.done < settings.generations:
            checkpoint.offer(evolution.state)
    history = evolution.state()["history"]
    return make_champions(settings, trial, history, evolution.kept), history


def make_champions(
    settings: CheckersSettings, trial: int, history: Floats, kept: dict[int, tuple[Floats, float]]
) -> dict[int, CheckersChampion]:
    """{generation: CheckersChampion} of the best networks that a trial kept: {generation: (weights,
    K)}.
    """
    found = {}
    for made, (weights, king) in kept.items():
        score = float(history[made - 1, 0])
        origin = run_origin(settings, trial=trial, generation=made, score=score)
        found[made] = CheckersChampion(weights, king, **origin)
    return found


@dataclass(frozen=True)
class CheckersRun:
    """The outcome of some evolutions: their settings and CheckersTrials."""

    settings: CheckersSettings
    trials: tuple

    @cached_property
    def champion(self) -> CheckersChampion:
        """Of the best networks of the last generations, the one with the most points against piece
        count.
        """
        last = self.settings.generations
        best = max(self.trials, key=lambda trial: (trial.ratings[last].points, -trial.number))
        return best.champions[last]

    def ratings(self, generation: int | str) -> list[Rating]:
        """The Ratings of a generation's best networks, a trial each; or those of a null model, by
        its name.
        """
        if isinstance(generation, str):
            return [one for trial in self.trials for one in trial.nulls[generation]]
        return [trial.ratings[generation] for trial in self.trials]

    def summary(self) -> Json:
        """What there is to say about it, as plain values."""
        champion = self.champion
        return {
            "settings": self.settings.to_dict(),
            "seed": self.settings.seed,
            "weights": self.settings.shape.weights,
            "nulls": {name: _mean(self.ratings(name)) for name in self.trials[0].nulls},
            "generations": {
                str(number): _mean(self.ratings(number)) for number in self.trials[0].ratings
            },
            "champion": {
                "trial": champion.trial,
                "generation": champion.generation,
                "score": champion.score,
                "king": champion.king,
                **self.trials[champion.trial].ratings[champion.generation].to_dict(),  # type: ignore[index]
            },
            "versions": versions(),
        }

    @style.styled
    def draw(self) -> Figure:
        """Points against the material player over the generations, a matplotlib Figure: each trial
        and the mean.
        """
        from matplotlib.figure import Figure

        figure = Figure(figsize=(style.PAGE, 3.4), layout="constrained")
        axes, numbers = figure.subplots(), list(self.trials[0].ratings)
        values = np.array([[one.points for one in each.ratings.values()] for each in self.trials])
        if len(self.trials) > 1:
            axes.plot(numbers, values.T, color=drawing.PURPLE, linewidth=0.6, alpha=0.4)
        about = {"color": drawing.PURPLE, "marker": "o", "label": "best of the generation"}
        axes.plot(numbers, values.mean(axis=0), **about)
        null = np.mean([one.points for one in self.ratings("linked")])
        dashed = {"color": drawing.INK, "linestyle": "--", "linewidth": 1}
        axes.axhline(null, label="random, with the material difference", **dashed)
        axes.set(xlabel="generation", ylabel="points a game against the material player")
        axes.set_ylim(-0.02, 1.02)
        axes.legend(loc="upper left")
        return figure


def _mean(ratings: list[Rating]) -> Json:
    """The means of some Ratings over networks, with 95 % intervals; of one alone, the interval of
    its own games.
    """
    points = (
        ratings[0][:3] if len(ratings) == 1 else points_and_ends([one.points for one in ratings])
    )
    shares: list[float | None] = [None] * 4
    if known := [one for one in ratings if one.blunders is not None]:
        blunders, met = zip(*(one[6:] for one in known), strict=True)
        shares = [float(np.mean(blunders)), float(np.mean(met)), min(blunders), max(blunders)]
    names = (*Rating._fields, "blunders_least", "blunders_most")
    return dict(zip(names, (*points, *map(elo, points), *shares), strict=True))
