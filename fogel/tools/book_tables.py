"""The jobs of the book's small tables, which a chapter reads since it takes minutes to make them.

Their settings are those of the chapters; everything else that they vary is listed below.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any, ClassVar

from fogel import anygame, audit, curve, perfect
from fogel.anygame import climber
from fogel.anygame.settings import GameSettings
from fogel.core.jobs import Key, Tick
from fogel.core.saving import Checkpoint
from fogel.core.settings import Settings
from fogel.core.table_jobs import TableJob
from fogel.engine.observers import Audit, Keep
from fogel.engine.saved_trials import Save
from fogel.taste.evolution import TasteSettings, evolve
from fogel.taste.wishes import find_taste

FIRST_SEEDS = (7, 8, 9, 10, 11)  # of chapter 6
# The trials of chapter 6 whose best network makes no fork at generation 800.
LAGGARDS = (1, 3, 9, 10, 13)
END_SEEDS = range(1, 11)  # of chapter 8
MOST_NETWORKS = 85_000  # that a climber of chapter 9 tries
MOST_CLIMBED = climber.NETWORKS  # and one of chapter 18
RACES = {"bred": {}, "drawn": {"newcomers": 1.0}, "more_drawn": {"newcomers": 1.0, "children": 960}}
RACE_SEEDS = 10  # in chapter 17
FIVE = ("standard", "misere", "vee", "hooks", "crooked")  # games of chapter 18
MISERE = GameSettings(game="misere", opponent="perfect", trials=10, generations=4000)
WEIGHTS = ("hidden_weights", "output_weights")  # of a laggard, as texts
CHILDREN = (1, 100)  # that a climber of chapter 18 looks at before it steps


class BookTable(TableJob):
    """A table that some chapter reads."""


class TrialTable(BookTable):
    """A table whose parts are trials."""

    unit, step, parts_setting, steps_setting = "trial", "generations", "trials", "generations"


class FirstPayoffsJob(TrialTable):
    """The highest payoff of generation 1 in each trial, with a column for each of FIRST_SEEDS."""

    name, choices = "first-payoffs", Settings
    row = dict.fromkeys(("trial", *map(str, FIRST_SEEDS)), int)

    def rows(self, trial: int) -> Iterable[list[int]]:
        """Yield the payoffs of a trial, by seed."""
        found = (curve.run_trial(self.settings.change(seed=seed), trial) for seed in FIRST_SEEDS)
        yield [trial, *(int(one.best_payoff[0]) for one in found)]


class AccountsJob(TrialTable):
    """Trials as chapter 6 compares them: what each best network is like, and the whole curve."""

    name, choices = "accounts", Settings

    @property
    def columns(self) -> dict[str, Any]:
        """The trial, its best network's account, and its highest payoff in each generation."""
        head = ("trial", "hidden_nodes", "fresh_payoff", "forced", "lost")
        generations = map(str, range(1, self.settings.generations + 1))
        return dict.fromkeys((*head, *generations), int)

    def long_rows(
        self, key: Key, tick: Tick = None, checkpoint: Checkpoint | None = None
    ) -> Iterable[list[int]]:
        """Yield the row of a trial."""
        observers = [Save(checkpoint)] if checkpoint else []
        trial = curve.run_trial(self.settings, key[0], observers, tick)
        (fresh,) = curve.Run(self.settings, (trial,)).fresh_payoffs
        branches = [*audit.branches(trial.champion, self.settings).values()]
        ends = branches.count("win"), branches.count("loss")
        account = trial.champion.hidden_nodes, int(fresh), *ends
        yield [*key, *account, *trial.best_payoff.tolist()]


class LaggardsJob(TrialTable):
    """The trials of chapter 6 that hadn't found the fork, at generation 4,000."""

    name, choices = "laggards", Settings
    row = dict.fromkeys(("trial", "payoff"), int) | dict.fromkeys(WEIGHTS, str)

    def keys(self) -> list[Key]:
        """(number,) of each trial."""
        return [(trial,) for trial in LAGGARDS]

    def long_rows(
        self, key: Key, tick: Tick = None, checkpoint: Checkpoint | None = None
    ) -> Iterable[list[Any]]:
        """Yield the row of a trial."""
        last, (trial,) = self.settings.generations, key
        end = curve.run_trial(self.settings, trial, [Keep((last,))], tick).kept[last]
        best = end.networks[end.best]
        weights = (getattr(best, name).ravel().tolist() for name in WEIGHTS)
        texts = (" ".join(map(repr, some)) for some in weights)
        yield [trial, int(end.payoffs.max()), *texts]


class EndsJob(TrialTable):
    """Trials of END_SEEDS as chapter 8 sums them up, at an eighth of their time and at its end."""

    name, choices = "ends", Settings

    @property
    def marks(self) -> tuple[int, int]:
        """The generations that are looked at."""
        return self.settings.generations // 8, self.settings.generations

    @property
    def columns(self) -> dict[str, Any]:
        """The seed, the trial, and what it came to."""
        found = {}
        for at in self.marks:
            found |= {f"highest_{at}": int, f"exact_payoff_{at}": float}
        return {"seed": int, "trial": int, **found, "losing_lines": int}

    def warm_up(self) -> None:
        """Run a generation, and audit it."""
        curve.run_trial(self.settings.change(generations=1), observers=[Audit()])

    def keys(self) -> list[Key]:
        """(seed, number) of each trial."""
        return [*product(END_SEEDS, range(self.settings.trials))]

    def long_rows(
        self, key: Key, tick: Tick = None, checkpoint: Checkpoint | None = None
    ) -> Iterable[list[Any]]:
        """Yield the row of a trial."""
        seed, trial = key
        observers = [Audit(self.marks), *([Save(checkpoint)] if checkpoint else [])]
        found: Any = curve.run_trial(self.settings.change(seed=seed), trial, observers, tick)
        numbers: list[Any] = []
        for at in self.marks:
            numbers += [int(found.best_payoff[at - 1]), found.exact[at - 1, 0].item()]
        yield [seed, trial, *numbers, len(audit.losing_lines(found.champion))]


class ClimbersJob(BookTable):
    """Climbers of chapter 9, each with a seed of its own."""

    name, choices, unit, step = "climbers", Settings, "climber", "climbers"
    row: ClassVar[Any] = {"seed": int, "payoff": float}

    def keys(self) -> list[Key]:
        """(seed,) of each climber."""
        return [(self.settings.seed + number,) for number in range(self.settings.trials)]

    def rows(self, seed: int) -> Iterable[list[Any]]:
        """Yield where a climber is."""
        found = perfect.climb(self.settings.change(seed=seed), most=MOST_NETWORKS)
        yield [seed, found.payoff]


class RacesJob(BookTable):
    """Chapter 17's race on RACE_SEEDS: by each of RACES the best score, and the games measured."""

    name, choices, unit, step = "taste-races", TasteSettings, "race", "races"

    @property
    def columns(self) -> dict[str, Any]:
        """The seed, and two columns of each race."""
        found: dict[str, Any] = {"seed": int}
        for name in RACES:
            found |= {name: float, f"{name}_measured": int}
        return found

    def keys(self) -> list[Key]:
        """(seed,) of each race."""
        return [(self.settings.seed + number,) for number in range(RACE_SEEDS)]

    def rows(self, seed: int) -> Iterable[list[Any]]:
        """Yield the row of a seed."""
        yield [seed, *(value for name in RACES for value in self.race(seed, name))]

    def race(self, seed: int, name: str) -> tuple[float, int]:
        """(the best score, how many games were measured) of one of RACES."""
        settings = self.settings.change(seed=seed, **RACES[name])
        history = evolve([find_taste("fair")], settings).history
        return history[-1]["best"], sum(one["measured"] for one in history)


class SeatsJob(TrialTable):
    """Trials of FIVE games in both seats, for chapter 18."""

    name, choices, key_columns = "seats", GameSettings, ("game", "seat", "trial")
    row = (
        {"game": str, "seat": str, "result": int}
        | dict.fromkeys(("random", "blind", "baseline", "ceiling"), float)
        | {"trial": int, "exact_payoff": float}
    )

    def warm_up(self) -> None:
        """Run a generation."""
        curve.run_trial(self.settings.change(generations=1))

    def keys(self) -> list[Key]:
        """(game, seat, number) of each trial."""
        return [*product(FIVE, ("first", "second"), range(self.settings.trials))]

    def long_rows(
        self, key: Key, tick: Tick = None, checkpoint: Checkpoint | None = None
    ) -> Iterable[list[Any]]:
        """Yield the row of a trial."""
        game, seat, trial = key
        settings = self.settings.change(game=game, seat=seat)
        observers = [Save(checkpoint)] if checkpoint else []
        champion = curve.run_trial(settings, trial, observers, tick).champion
        found = anygame.evaluate(champion)
        random, blind, baseline, ceiling, (result,) = found.measures
        about = result, random, blind.exact_payoff, baseline, ceiling
        yield [game, seat, *about, trial, found.expected_payoff]


class MisereClimbersJob(BookTable):
    """Climbers at misère, with so many children to look at, with all links free or turned."""

    name, choices = "misere-climbers", GameSettings
    key_columns = ("children", "nodes", "kind", "seed")
    row = dict(zip(key_columns, (int, int, str, int), strict=True)) | {"exact_payoff": float}
    unit, step = "climber", "climbers"

    def keys(self) -> list[Key]:
        """(children, nodes, kind, seed) of each climber."""
        seeds = (self.settings.seed + number for number in range(self.settings.trials))
        return [*product(CHILDREN, (4, 10), ("free", "turned"), seeds)]

    def rows(self, children: int, nodes: int, kind: str, seed: int) -> Iterable[list[Any]]:
        """Yield where a climber ends."""
        settings = self.settings.change(seed=seed)
        found = anygame.climb(settings, nodes, kind == "turned", children, MOST_CLIMBED)
        yield [children, nodes, kind, seed, found.exact_payoff]
