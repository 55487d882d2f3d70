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

    `best_payoff` and `mean_hidden_nodes`: one number a generation. `exact`, if it was audited: for each generation the
    expected payoffs of the network that `best_payoff` belongs to and of the truly best one. `champion`: the best
    network of the last generation. `parent_of[number - 1]`: the number of a network's parent, 0 for a founder. `kept`:
    the generations asked for, by number. `observer`: what observed it, if anything did.
    """

    number: int
    best_payoff: np.ndarray
    mean_hidden_nodes: np.ndarray
    exact: np.ndarray
    champion: Champion
    parent_of: np.ndarray
    kept: dict
    observer: object = None


class Evolution:
    """A trial while it runs: the engine's population, the generator, and the history so far."""

    def __init__(self, settings, trial, procedure=None, audit=False):
        self.settings, self.trial, self.done = settings, trial, 0
        self.rng = trial_rng(settings, trial)
        self.tables, self.rules, steps = procedure or engine.procedure(settings)
        self.evolve = engine.evolve_function(steps)
        self.population = engine.new_population(2 * settings.parents)
        for row in range(settings.parents):
            founder = random_network(self.rng, settings)
            engine.write_network(self.population, row, row + 1, founder.hidden_weights, founder.output_weights)
        payoffs_are = np.float64 if settings.evaluation == "exact" else np.int64
        self.best_payoff = np.zeros(settings.generations, dtype=payoffs_are)
        self.exact = np.zeros((settings.generations if audit else 0, 2))
        self.mean_hidden_nodes = np.zeros(settings.generations)
        self.parent_of = np.zeros(settings.parents * (settings.generations + 1), dtype=np.int32)
        self.survivors = np.arange(settings.parents)

    @property
    def next_number(self):
        """The number of the next child."""
        return max(int(self.population.numbers.max()), self.settings.parents) + 1

    def advance(self, stop):
        """Evolves up to the generation `stop`, in one call of the engine."""
        span = slice(self.done, stop)
        history = self.best_payoff[span], self.mean_hidden_nodes[span], self.exact[span], self.parent_of
        state = self.population, self.tables, self.rng, self.rules, self.survivors, self.next_number
        self.payoffs, self.rivals, self.scores, _, self.survivors, self.best = self.evolve(*state, *history)
        self.done = stop

    def look(self):
        """The Generation just evolved, copied from the engine's arrays."""
        population = self.population
        slots = population.slots[: len(self.payoffs)]
        numbers = population.numbers[slots]
        parents = self.parent_of[numbers - 1]
        parents[: len(slots) // 2] = 0
        return Generation(
            trial=self.trial,
            number=self.done,
            numbers=numbers,
            parents=parents,
            networks=tuple(network_at(population, slot) for slot in slots),
            results=self._results(slots),
            payoffs=self.payoffs,
            rivals=self.rivals,
            scores=self.scores,
            survivors=self.survivors,
            best=int(self.best),
            answers=population.answers[slots].astype(np.int16),  # the engine's NONE becomes -1
        )

    def _results(self, slots):
        """(networks, 3): wins, losses and ties, or their expected numbers where no game is played."""
        if self.settings.evaluation == "exact":
            return self.settings.games * self.population.chances[slots]
        return self.population.results[slots]

    def champion(self):
        """The best network of the generation just evolved, as a Champion."""
        slots = self.population.slots[: len(self.payoffs)]
        networks = [network_at(self.population, slot) for slot in slots]
        best = int(self.best)
        if self.settings.best_player == "highest-exact":
            best = int(np.argmax(total_payoff(*engine.chances_of(networks, self.tables, self.rules).T, self.rules)))
        return _with_origin(networks[best], self.settings, self.trial, self.done, self.payoffs[best])


def run_trial(settings=None, trial=0, observe=None, keep=(), tick=None, procedure=None, audit=False):
    """One trial: evolves `settings.generations` generations and returns a Trial.

    `observe(settings, trial)` makes an observer, which is called with every Generation. The generations whose numbers
    are in `keep` are kept; raises ValueError if there are none of that number. `tick(n)` is called when n more are
    done. `procedure` replaces the opponent or a chapter's function by another (engine.Procedure). With `audit` the
    exact payoffs of all networks are worked out in every generation; that changes no other number, and fills in
    kept `answers` on boards that a network did not meet.
    """
    settings = settings or Settings()
    _check_keep(keep, settings)
    last = settings.generations
    evolution = Evolution(settings, trial, procedure, audit)
    observer, kept = observe(settings, trial) if observe else None, {}
    while evolution.done < last:
        before = evolution.done
        next_kept = min((number for number in keep if number > before), default=last)
        evolution.advance(before + 1 if observer else min(before + CHUNK, next_kept, last))
        seen = evolution.look() if observer or evolution.done in keep else None
        if evolution.done in keep:
            kept[evolution.done] = seen
        if observer:
            observer(seen)
        if tick:
            tick(evolution.done - before)
    exact = evolution.exact if audit else None
    history = evolution.best_payoff, evolution.mean_hidden_nodes, exact
    parent_of = evolution.parent_of[: evolution.next_number - 1]
    return Trial(trial, *history, evolution.champion(), parent_of, kept, observer)


def _check_keep(keep, settings):
    for number in keep:
        if not 1 <= number <= settings.generations:
            raise ValueError(f"keep must hold numbers of generations, from 1 to {settings.generations}, not {number!r}")


def network_at(population, slot):
    """The Network in a slot of the engine's population."""
    nodes = population.nodes[slot]
    output = np.concatenate([population.output_links[slot, :nodes, :9], population.output_links[slot, -1:, :9]])
    return Network(population.hidden_links[slot, :, :nodes].T, output.T)


def ancestors(settings, trial, generations):
    """{generation: Champion}: of the champion of a trial, the ancestor that lived in each of these generations.

    Runs the trial anew. A network that lives on through several generations is its own ancestor there.
    """
    last = settings.generations
    found = run_trial(settings, trial, keep={*generations, last})
    end = found.kept[last]
    row = next(row for row, other in enumerate(end.networks) if np.array_equal(other.weights, found.champion.weights))
    line = [int(end.numbers[row])]
    while parent := int(found.parent_of[line[-1] - 1]):
        line.append(parent)
    lived = {}
    for number in generations:
        generation = found.kept[number]
        born = settings.parents * (number + 1)  # the highest number that a network of this generation can have
        row = int(np.flatnonzero(generation.numbers == next(name for name in line if name <= born))[0])
        lived[number] = _with_origin(generation.networks[row], settings, trial, number, generation.payoffs[row])
    return lived


def _with_origin(network, settings, trial, generation, payoff):
    """The network as a Champion of that trial and generation."""
    return Champion(
        network.hidden_weights,
        network.output_weights,
        settings=settings,
        seed=settings.seed,
        trial=trial,
        generation=generation,
        payoff=payoff.item(),
        versions=versions(),
    )


def available_cores():
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def progress(generations):
    """`generations`, an iterable, with a progress bar; none where standard error is no terminal and no notebook."""
    if os.environ.get(engine.QUIET_VARIABLE):
        return generations
    from tqdm.auto import tqdm

    return tqdm(generations, unit=" generations", disable=None, leave=False, dynamic_ncols=True)


def run_trials(settings=None, executor=None, progress=None, workers=None, observe=None, **options):
    """The paper's experiment: all trials, a Run.

    `executor`: any concurrent.futures.Executor; without one, `workers` threads (all cores). `progress`: a callable
    that wraps an iterable of all generations to come, such as `progress`. `observe` and the `options` (keep, procedure,
    audit) as in run_trial; an executor of processes must be able to pickle them. The numbers do not depend on who does
    the work.
    """
    settings = settings or Settings()
    _check_keep(options.get("keep", ()), settings)
    once = {name: value for name, value in options.items() if name != "keep"}
    run_trial(settings.change(generations=1), **once)  # compiled once, before several workers would all do it
    if executor is not None:
        return _run_on(executor, settings, progress, observe, options)
    with ThreadPoolExecutor(workers or available_cores()) as threads:
        return _run_on(threads, settings, progress, observe, options)


def _run_on(executor, settings, progress, observe, options):
    countdown = _Countdown(settings.trials * settings.generations)
    shares_memory = isinstance(executor, ThreadPoolExecutor)  # other workers can't tell what they have done so far
    try:
        for trial in range(settings.trials):
            tick = countdown.tick if shares_memory else None
            future = executor.submit(run_trial, settings, trial, observe, tick=tick, **options)
            countdown.watch(future, 0 if shares_memory else settings.generations)
        for _ in progress(countdown) if progress else countdown:
            pass
        return Run(settings, tuple(future.result() for future in countdown.futures))
    finally:
        countdown.stop()


class _Countdown:
    """An iterable of all generations to come, each yielded when it is done; a failed trial raises its error."""

    def __init__(self, length):
        self.length, self.futures = length, []
        self.done, self.stopped = queue.SimpleQueue(), threading.Event()

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

    def tick(self, generations):
        """Counts generations that a trial has done, and ends the trial if nobody waits for it any more."""
        if self.stopped.is_set():
            raise InterruptedError("another trial failed or was interrupted")
        self.done.put(generations)

    def watch(self, future, generations):
        """Counts the generations of a trial that can't tick, when it is done, and notices if it fails."""
        self.futures.append(future)
        future.add_done_callback(lambda future: self.done.put(generations))

    def stop(self):
        """Ends what still runs."""
        self.stopped.set()
        for future in self.futures:
            future.cancel()


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

    @cached_property
    def exact_picked(self):
        """(trials, generations), of an audited run: the exact payoff of the network that `best_payoff` belongs to."""
        return np.array([trial.exact[:, 0] for trial in self.trials])

    @cached_property
    def exact_best(self):
        """(trials, generations), of an audited run: the highest exact payoff in each generation."""
        return np.array([trial.exact[:, 1] for trial in self.trials])

    @property
    def champions(self):
        """The best network of each trial's last generation."""
        return [trial.champion for trial in self.trials]

    @cached_property
    def fresh_payoffs(self):
        """Each champion's total payoff in 10,000 games that played no part in its becoming one."""
        return [
            total_payoff(*play_opponent(champion, self.settings, CHOOSING), self.settings)
            for champion in self.champions
        ]

    @cached_property
    def exact_payoffs(self):
        """Each champion's expected total payoff of the settings' games, exact."""
        tables, rules = engine.near_perfect_tables(self.settings), self.settings.numbers
        chances = engine.chances_of(self.champions, tables, rules)
        return (self.settings.games * total_payoff(*chances.T, rules)).tolist()

    @cached_property
    def champion(self):
        """The champion of champions: the best over fresh games, by exact payoff, or trial 0's, as the settings say."""
        if self.settings.champion == "trial-0":
            return self.champions[0]
        payoffs = self.exact_payoffs if self.settings.champion == "highest-exact" else self.fresh_payoffs
        return self.champions[int(np.argmax(payoffs))]

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

    def save(self, folder, ceiling=None):
        """Writes curve.png, curve.svg (see `draw`), run.json, champions/ and champion.json into a folder."""
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
        drawing.save(self.draw(ceiling), folder / "curve.png", folder / "curve.svg")

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

    def draw(self, ceiling=None):
        """The performance curve, a matplotlib Figure, with the highest payoff that can be expected if it is given."""
        mean, half = mean_and_interval(self.best_payoff)
        most = self.settings.games * max(self.settings.win_payoff, self.settings.tie_payoff, self.settings.loss_payoff)
        return drawing.curve(self.best_payoff, mean, half, self.settings.games, most, ceiling)


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
