"""Does the population learn? The paper's experiment (chapter 06)."""

import json
import os
import queue
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from fogel import drawing, engine
from fogel.champion import Champion, save_champion, versions, write_file
from fogel.network import Network, random_network
from fogel.selection import Generation, total_payoff
from fogel.settings import AGAINST_NEAR_PERFECT, AGAINST_RANDOM, CHOOSING, Settings, trial_rng

FRESH_GAMES = 10_000  # games by which the champion is chosen, and others by which it is described
CHUNK = 50  # generations in one call of the engine, when nobody observes each


@dataclass(frozen=True)
class Trial:
    """What a trial leaves behind.

    `best_payoff` and `mean_hidden_nodes`: one number a generation. `champion`: the best network of the last one.
    `parent_of[number - 1]`: the number of a network's parent, 0 for a founder. `kept`: the generations asked for, by
    number. `observer`: what observed it, if anything did.
    """

    number: int
    best_payoff: np.ndarray
    mean_hidden_nodes: np.ndarray
    champion: Champion
    parent_of: np.ndarray
    kept: dict
    observer: object = None


def run_trial(settings=None, trial=0, observe=None, keep=(), tick=None, steps=None):
    """One trial: evolves `settings.generations` generations and returns a Trial.

    `observe(settings, trial)` makes an observer, which is called with every Generation. The generations whose numbers
    are in `keep` are kept. `tick(n)` is called when n more are done. `steps` replaces a chapter's function by another
    (engine.Steps).
    """
    settings = settings or Settings()
    rng = trial_rng(settings, trial)
    evolve, tables = engine.evolve_function(steps), engine.near_perfect_tables(settings)
    population = engine.new_population(2 * settings.parents)
    for row in range(settings.parents):
        founder = random_network(rng, settings)
        engine.write_network(population, row, row + 1, founder.hidden_weights, founder.output_weights)

    generations = settings.generations
    best_payoff, mean_nodes = np.zeros(generations, dtype=np.int64), np.zeros(generations)
    parent_of = np.zeros(settings.parents * (generations + 1), dtype=np.int32)
    observer, kept = observe(settings, trial) if observe else None, {}
    survivors, first_number, done = np.arange(settings.parents), settings.parents + 1, 0
    while done < generations:
        stop = done + 1 if observer else _next_stop(done, generations, keep)
        span = slice(done, stop)
        payoffs, rivals, scores, _, survivors, best = evolve(
            population,
            tables,
            rng,
            settings.numbers,
            survivors,
            first_number,
            best_payoff[span],
            mean_nodes[span],
            parent_of,
        )
        done = stop
        first_number = population.numbers.max() + 1
        if observer or done in keep:
            seen = _look_at(population, trial, done, parent_of, payoffs, rivals, scores, survivors, best)
            if done in keep:
                kept[done] = seen
            if observer:
                observer(seen)
        if tick:
            tick(stop - span.start)
    network = network_at(population, population.slots[best])
    champion = Champion(
        network.hidden_weights,
        network.output_weights,
        settings=settings,
        seed=settings.seed,
        trial=trial,
        generation=generations,
        payoff=int(payoffs[best]),
        versions=versions(),
    )
    return Trial(trial, best_payoff, mean_nodes, champion, parent_of[: first_number - 1], kept, observer)


def _next_stop(done, generations, keep):
    """The generation after which the engine is to come back."""
    return min([done + CHUNK, generations, *(number for number in keep if number > done)])


def network_at(population, slot):
    """The Network in a slot of the engine's population."""
    nodes = population.nodes[slot]
    output = np.concatenate([population.output_links[slot, :nodes, :9], population.output_links[slot, -1:, :9]])
    return Network(population.hidden_links[slot, :, :nodes].T, output.T)


def _look_at(population, trial, number, parent_of, payoffs, rivals, scores, survivors, best):
    """A Generation of its own, copied from the engine's arrays."""
    slots = population.slots[: len(payoffs)]
    numbers = population.numbers[slots]
    parents = parent_of[numbers - 1]
    parents[: len(payoffs) // 2] = 0
    return Generation(
        trial=trial,
        number=number,
        numbers=numbers,
        parents=parents,
        networks=tuple(network_at(population, slot) for slot in slots),
        results=population.results[slots],
        payoffs=payoffs,
        rivals=rivals,
        scores=scores,
        survivors=survivors,
        best=int(best),
        answers=population.answers[slots].astype(np.int16),
    )


def available_cores():
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_trials(settings=None, executor=None, progress=None, workers=None, observe=None, keep=()):
    """The paper's experiment: all trials, a Run.

    `executor`: any concurrent.futures.Executor; without one, `workers` threads (all cores). `progress`: a callable
    that wraps an iterable of all generations to come, such as tqdm.tqdm. `observe` and `keep` as in run_trial; an
    executor of processes must be able to pickle them. The numbers do not depend on who does the work.
    """
    settings = settings or Settings()
    run_trial(settings.change(generations=1))  # compiled once, before several workers would do it at the same time
    if executor is None:
        with ThreadPoolExecutor(workers or available_cores()) as threads:
            return run_trials(settings, threads, progress, observe=observe, keep=keep)

    done, stopped = queue.SimpleQueue(), threading.Event()

    def tick(generations):
        if stopped.is_set():
            raise InterruptedError("another trial failed or was interrupted")
        done.put(generations)

    shares_memory = isinstance(executor, ThreadPoolExecutor)
    futures = []
    try:
        for trial in range(settings.trials):
            futures.append(
                executor.submit(run_trial, settings, trial, observe, tuple(keep), tick if shares_memory else None)
            )
            finished = (
                (lambda future: done.put(0)) if shares_memory else (lambda future: done.put(settings.generations))
            )
            futures[-1].add_done_callback(finished)
        generations = _Countdown(settings.trials * settings.generations, done, futures)
        for _ in progress(generations) if progress else generations:
            pass
        return Run(settings, tuple(future.result() for future in futures))
    finally:
        stopped.set()
        for future in futures:
            future.cancel()


class _Countdown:
    """An iterable of all generations to come, each yielded when it is done; a failed trial raises its error."""

    def __init__(self, length, done, futures):
        self.length, self.done, self.futures = length, done, futures

    def __len__(self):
        return self.length

    def __iter__(self):
        yielded = 0
        while yielded < self.length:
            count = self.done.get()
            for future in self.futures:
                if future.done() and future.exception():
                    raise future.exception()
            yield from range(yielded, yielded + count)
            yielded += count


@dataclass(frozen=True)
class Run:
    """The outcome of an experiment: its settings and its Trials."""

    settings: Settings
    trials: tuple

    @cached_property
    def best_payoff(self):
        """The curve's data, (trials, generations): the highest total payoff of each generation."""
        return np.array([trial.best_payoff for trial in self.trials])

    @cached_property
    def mean_hidden_nodes(self):
        """(trials, generations): the mean number of hidden nodes over all networks of each generation."""
        return np.array([trial.mean_hidden_nodes for trial in self.trials])

    @property
    def champions(self):
        """The best network of each trial's last generation."""
        return [trial.champion for trial in self.trials]

    @cached_property
    def fresh_payoffs(self):
        """Each champion's total payoff in 10,000 games that it was not chosen by."""
        return [
            total_payoff(*play_opponent(champion, self.settings, CHOOSING), self.settings)
            for champion in self.champions
        ]

    @cached_property
    def champion(self):
        """The champion of champions: the best over fresh games, or trial 0's if the settings say so."""
        if self.settings.champion == "trial-0":
            return self.champions[0]
        return self.champions[int(np.argmax(self.fresh_payoffs))]

    def at(self, generation):
        """(mean, half width of its 95 % interval) of the best payoff at a generation, which counts from 1."""
        return mean_and_interval(self.best_payoff[:, generation - 1])

    def summary(self):
        """What there is to say about it, as plain values."""
        settings, champion = self.settings, self.champion
        marks = [number for number in (1, 10, 100, 400, 800) if number < settings.generations] + [settings.generations]
        results = {
            "random": play_random(champion, settings, AGAINST_RANDOM),
            "near_perfect": play_opponent(champion, settings, AGAINST_NEAR_PERFECT),
        }
        return {
            "settings": settings.to_dict(),
            "seed": settings.seed,
            "mean_best_payoff": {
                str(number): dict(zip(("mean", "interval"), self.at(number), strict=True)) for number in marks
            },
            "champion": {"trial": champion.trial, "hidden_nodes": champion.hidden_nodes, "payoff": champion.payoff},
            "games": FRESH_GAMES,
            "against": {
                name: dict(zip(("wins", "losses", "ties"), counts, strict=True)) for name, counts in results.items()
            },
            "versions": versions(),
        }

    def save(self, folder):
        """Writes curve.png, curve.svg, run.json, champions/ and champion.json into a folder."""
        folder = Path(folder)
        champions = folder / "champions"
        champions.mkdir(parents=True, exist_ok=True)
        for champion in self.champions:
            save_champion(champions / champion_file(champion.trial), champion)
        for old in champions.glob("trial_*.json"):  # of an earlier, larger run
            if old.name not in {champion_file(trial.number) for trial in self.trials}:
                old.unlink()
        save_champion(folder / "champion.json", self.champion)
        write_file(folder / "run.json", json.dumps(self.to_dict()) + "\n")
        drawing.save(self.draw(), folder / "curve.png", folder / "curve.svg")

    def to_dict(self):
        """The content of run.json."""
        return {
            "format": "fogel-run",
            "version": 1,
            "settings": self.settings.to_dict(),
            "seed": self.settings.seed,
            "best_payoff": self.best_payoff.tolist(),
            "mean_hidden_nodes": self.mean_hidden_nodes.tolist(),
            "champion": self.champion.trial,
            "champions": [champion.to_dict() for champion in self.champions],
            "versions": versions(),
        }

    def draw(self):
        """The performance curve, a matplotlib Figure."""
        mean, half = mean_and_interval(self.best_payoff)
        most = self.settings.games * max(self.settings.win_payoff, self.settings.tie_payoff, self.settings.loss_payoff)
        return drawing.curve(self.best_payoff, mean, half, self.settings.games, most)


def champion_file(trial):
    """The name of a trial's champion file."""
    return f"trial_{trial:02d}.json"


def play_opponent(champion, settings, purpose):
    """(wins, losses, ties) of a champion in 10,000 fresh games against the near-perfect opponent of these settings."""
    rng, tables = trial_rng(settings, champion.trial, purpose), engine.near_perfect_tables(settings)
    return engine.play_fresh_games(champion, tables, rng, FRESH_GAMES, settings.forced_replies)


def play_random(champion, settings, purpose):
    """(wins, losses, ties) of a champion in 10,000 fresh games against a player that moves at random."""
    rng = trial_rng(settings, champion.trial, purpose)
    return engine.play_fresh_games(champion, engine.random_tables(), rng, FRESH_GAMES)


def mean_and_interval(values):
    """(mean over the first axis, half width of its 95 % interval by Student's t; None for a single trial)."""
    from scipy.special import stdtrit

    values = np.asarray(values, dtype=float)
    count = len(values)
    mean = values.mean(axis=0)
    half = stdtrit(count - 1, 0.975) * values.std(axis=0, ddof=1) / np.sqrt(count) if count > 1 else None
    return (mean, half) if values.ndim > 1 else (float(mean), None if half is None else float(half))
