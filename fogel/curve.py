"""The paper's experiment: many trials, their learning curve, their champions (chapter 6)."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, is_dataclass, replace
from functools import cached_property
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from fogel import engine
from fogel.core.champion import Champion, save_champion
from fogel.core.intervals import mean_and_half_width
from fogel.core.players import SHIPPED, lineage, shipped
from fogel.core.results import versions
from fogel.core.settings import (
    AGAINST_NEAR_PERFECT,
    AGAINST_RANDOM,
    CHOOSING,
    DEFAULT_SETTINGS,
    Settings,
    trial_rng,
)
from fogel.core.types import Figure, Json
from fogel.core.workers import share_out
from fogel.engine.observers import Keep, Observer, check_together
from fogel.engine.trial import Evolution, Trial, exact_payoffs, with_origin
from fogel.plots import style
from fogel.selection import total_payoff

FRESH_GAMES = 10_000  # games by which the champion is chosen, and others by which it is described
MARKS = (1, 10, 100, 400, 800)  # generations that a summary tells of, and the last one
CHUNK = 50  # generations in one call of the engine, when nobody observes each,
PAUSE = 1.0  # and fewer where they take longer than so many seconds
RUN_FORMAT, RUN_VERSION = "fogel-run", 1


def run_trial(
    settings: Settings | None = None,
    trial: int = 0,
    observers: Sequence[Observer] = (),
    tick: Callable[[int], object] | None = None,
    procedure: engine.Procedure | None = None,
) -> Trial:
    """One trial: evolves `settings.generations` generations and returns a Trial.

    `observers`: a list of what to note, such as `[Keep((1, 800)), Audit()]`; see
    `fogel.engine.observers`. `tick(n)` is called when n more generations are done. `procedure`
    replaces the opponent or a chapter's function (engine.Procedure). Raises ValueError if there is
    no such generation to note, or if the observers do not go together.
    """
    settings = settings or DEFAULT_SETTINGS
    check_together(observers)
    observers = sorted(observers, key=lambda one: one.restores)  # it saves what others noted
    last = settings.generations
    stops = sorted({last}.union(*(one.stops(last) for one in observers)))
    evolution = Evolution(settings, trial, procedure)
    values = [one.begin(evolution) for one in observers]
    for one in observers:
        one.resume(evolution)
    if tick and evolution.done:
        tick(evolution.done)
    chunk = CHUNK
    while evolution.done < last:
        before, start = evolution.done, perf_counter()
        evolution.advance(min(before + chunk, stops[bisect_right(stops, before)]))
        chunk = CHUNK if perf_counter() - start < PAUSE else max(1, (evolution.done - before) // 2)
        for one, value in zip(observers, values, strict=True):
            one.note(evolution, value)
        if tick:
            tick(evolution.done - before)
    noted = {one.field: value for one, value in zip(observers, values, strict=True) if one.field}
    best_payoff, mean_hidden_nodes, _, parent_of = evolution.history
    parent_of = parent_of[: evolution.next_number - 1]
    return Trial(trial, best_payoff, mean_hidden_nodes, evolution.champion(), parent_of, **noted)


def ancestors(settings: Settings, trial: int, generations: Iterable[int]) -> dict[int, Champion]:
    """Return {generation: Champion}: the ancestors, in these generations, of a trial's champion.

    Runs the trial anew. A network that lives on through several generations is its own ancestor
    there.
    """
    last = settings.generations
    found = run_trial(settings, trial, [Keep(tuple({*generations, last}))])
    end, weights = found.kept[last], found.champion.weights
    same = [np.array_equal(other.weights, weights) for other in end.networks]
    line = [int(end.numbers[same.index(True)])]
    while parent := int(found.parent_of[line[-1] - 1]):
        line.append(parent)
    lived = {}
    for number in generations:
        generation = found.kept[number]
        most = settings.parents * (number + 1)  # the highest number in this generation
        row = generation.numbers.tolist().index(next(name for name in line if name <= most))
        network, payoff = generation.networks[row], generation.payoffs[row]
        lived[number] = with_origin(network, settings, trial, number, payoff)
    return lived


def run_trials(
    settings: Settings | None = None,
    observers: Sequence[Observer] = (),
    progress: Callable[..., Any] | None = None,
    workers: int | None = None,
    procedure: engine.Procedure | None = None,
) -> "Run":
    """The paper's experiment: all trials, a Run.

    `observers` and `procedure` as in run_trial. `workers`: the number of threads, one for each core
    unless said. `progress`: a callable that wraps an iterable of generations, such as
    workers.progress. The numbers do not depend on who does the work. An experiment.CurveJob can
    also save its trials and share them out to other processes and computers.
    """
    settings = settings or DEFAULT_SETTINGS
    check_together(observers)  # before any work
    for one in observers:
        one.stops(settings.generations)
    # Compiled once, before several workers would all do it; `at` asks for more loops.
    timed: list[Any] = [one for one in observers if is_dataclass(one) and hasattr(one, "at")]
    once = [replace(one, at=None) for one in timed]
    run_trial(settings.change(generations=1), observers=once, procedure=procedure)

    def work(trial, tick):
        return run_trial(settings, trial, observers, tick, procedure)

    sizes = settings.trials, settings.generations
    return Run(settings, share_out(work, *sizes, None, progress, workers))


@dataclass(frozen=True)
class Run:
    """The outcome of an experiment: its settings and its Trials."""

    settings: Settings
    trials: tuple

    @cached_property
    def best_payoff(self) -> np.ndarray:
        """The curve's data, (trials, generations): the highest total payoff of each generation."""
        return np.array([trial.best_payoff for trial in self.trials])

    @cached_property
    def mean_hidden_nodes(self) -> np.ndarray:
        """(trials, generations): the mean number of hidden nodes over all networks."""
        return np.array([trial.mean_hidden_nodes for trial in self.trials])

    @cached_property
    def exact_picked(self) -> np.ndarray:
        """(trials, generations), if audited: the exact payoff of the network of `best_payoff`."""
        return np.array([trial.exact[:, 0] for trial in self.trials])

    @cached_property
    def exact_best(self) -> np.ndarray:
        """(trials, generations), of an audited run: the highest exact payoff in each generation."""
        return np.array([trial.exact[:, 1] for trial in self.trials])

    @property
    def champions(self) -> list[Champion]:
        """The best network of each trial's last generation."""
        return [trial.champion for trial in self.trials]

    @cached_property
    def fresh_payoffs(self) -> list[float]:
        """Each champion's total payoff in 10,000 games that played no part in its becoming one."""
        settings = self.settings
        games = [play_opponent(champion, settings, CHOOSING) for champion in self.champions]
        return [total_payoff(*counts, settings) for counts in games]

    @cached_property
    def exact_payoffs(self) -> list[float]:
        """Each champion's expected total payoff of the settings' games, exact."""
        return exact_payoffs(self.champions, self.settings)

    @cached_property
    def champion(self) -> Champion:
        """The best champion over fresh games or by exact payoff, or trial 0's (a setting)."""
        if self.settings.champion == "trial-0":
            return self.champions[0]
        is_exact = self.settings.champion == "highest-exact"
        return self.champions[np.argmax(self.exact_payoffs if is_exact else self.fresh_payoffs)]

    def at(self, generation: int) -> tuple[Any, Any]:
        """Return the mean best payoff at a generation, from 1, and its 95 % half width."""
        return mean_and_half_width(self.best_payoff[:, generation - 1])

    def summary(self) -> Json:
        """What there is to say about it, as plain values."""
        settings, champion = self.settings, self.champion
        last = settings.generations
        marks = [*(number for number in MARKS if number < last), last]
        means = {str(number): self.at(number) for number in marks}
        about = ("trial", "hidden_nodes", "payoff")
        results = {
            "random": play_random(champion, settings, AGAINST_RANDOM),
            "near_perfect": play_opponent(champion, settings, AGAINST_NEAR_PERFECT),
        }
        return {
            "settings": settings.to_dict(),
            "seed": settings.seed,
            "mean_best_payoff": _named(("mean", "interval"), means),
            "champion": {name: getattr(champion, name) for name in about},
            "games": FRESH_GAMES,
            "against": _named(("wins", "losses", "ties"), results),
            "versions": versions(),
        }

    def to_dict(self) -> Json:
        """The content of run.json."""
        return {
            "format": RUN_FORMAT,
            "version": RUN_VERSION,
            "settings": self.settings.to_dict(),
            "seed": self.settings.seed,
            "best_payoff": self.best_payoff.tolist(),
            "mean_hidden_nodes": self.mean_hidden_nodes.tolist(),
            "champion": self.champion.trial,
            "champions": [champion.to_dict() for champion in self.champions],
            "command": format_command(self.settings),
            "versions": versions(),
        }

    def draw(self, ceiling: float | None = None) -> Figure:
        """Return a Figure of the curve, with the highest expected payoff, `ceiling`, if given."""
        mean, half = mean_and_half_width(self.best_payoff)
        one, games = self.settings, self.settings.games
        most = games * max(one.win_payoff, one.tie_payoff, one.loss_payoff)
        return style.draw_curve(self.best_payoff, mean, half, games, most, ceiling)


def _named(columns, rows):
    """Return the values of each row as a dict."""
    return {name: dict(zip(columns, values, strict=True)) for name, values in rows.items()}


def format_command(settings: Settings) -> str:
    """The command that makes a run of these settings."""
    return f"fogel curve {settings.as_options()}".strip()


def play_opponent(champion: Champion, settings: Settings, purpose: int) -> Any:
    """Return (wins, losses, ties) in 10,000 fresh games against the settings' opponent."""
    rng, tables = trial_rng(settings, champion.trial, purpose), engine.make_tables(settings)
    return engine.play_fresh_games(champion, tables, rng, FRESH_GAMES, settings.forced_replies)


def play_random(champion: Champion, settings: Settings, purpose: int) -> Any:
    """Return (wins, losses, ties) in 10,000 fresh games against a player that moves at random."""
    rng = trial_rng(settings, champion.trial, purpose)
    tables = engine.make_tables(settings, random=True)
    return engine.play_fresh_games(champion, tables, rng, FRESH_GAMES)


def ship(folder: Path = SHIPPED, run: "Run | None" = None) -> None:
    """Write the package's network files: the whole experiment's champion and its ancestors."""
    run = run or run_trials()
    folder.mkdir(exist_ok=True)
    for number, network in ancestors(run.settings, run.champion.trial, tuple(lineage())).items():
        save_champion(folder / shipped(lineage()[number]).name, network)
