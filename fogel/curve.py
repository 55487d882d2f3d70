"""Does the population learn? The paper's experiment (chapter 06)."""

import json
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from time import perf_counter

import numpy as np

from fogel import drawing, engine
from fogel.champion import Champion, champion_text, versions
from fogel.checkpoint import Checkpoint
from fogel.files import write_files
from fogel.intervals import mean_and_interval
from fogel.network import Network, random_network
from fogel.selection import Generation, total_payoff
from fogel.settings import AGAINST_NEAR_PERFECT, AGAINST_RANDOM, CHOOSING, Settings, trial_rng
from fogel.workers import share_out

FINISHED = "trial_"  # what the names of saved trials begin with
FRESH_GAMES = 10_000  # games by which the champion is chosen, and others by which it is described
CHUNK = 50  # generations in one call of the engine, when nobody observes each,
PAUSE = 1.0  # and fewer where they take longer than so many seconds


@dataclass(frozen=True)
class Trial:
    """What a trial leaves behind.

    `best_payoff` and `mean_hidden_nodes`: one number a generation. `exact`, if it was audited: for each generation the
    expected payoffs of the network that `best_payoff` belongs to and of the truly best one. `champion`: the best
    network of the last generation. `parent_of[number - 1]`: the number of a network's parent, 0 for a founder. `kept`:
    the generations asked for, by number. `observer`: what observed it, if anything did. `worth`, if it was judged: for
    each audited generation what the network that `best_payoff` belongs to would earn by the judge's rules.
    """

    number: int
    best_payoff: np.ndarray
    mean_hidden_nodes: np.ndarray
    exact: np.ndarray
    champion: Champion
    parent_of: np.ndarray
    kept: dict
    observer: object = None
    worth: np.ndarray = None


class Evolution:
    """A trial while it runs: the engine's population, the generator, and the history so far.

    `audit`: whether the exact payoffs of all networks are worked out, or the numbers of the generations where they are.
    `judge`: the Settings by whose rules the best network is judged there.
    """

    def __init__(self, settings, trial, procedure=None, audit=False, judge=None):
        self.settings, self.trial, self.done, self.audit, self.judge = settings, trial, 0, audit, judge
        self.worth = np.full(settings.generations if judge else 0, np.nan)
        self.rng = trial_rng(settings, trial)
        tables, rules, steps = procedure or engine.procedure(settings)
        self.evolve = engine.evolve_function(steps)
        self.population = engine.new_population(2 * settings.parents)
        self.world = engine.new_world(self.population, tables, rules)
        for row in range(settings.parents):
            founder = random_network(self.rng, settings)
            engine.write_network(self.population, row, row + 1, founder.hidden_weights, founder.output_weights)
        payoffs_are = np.float64 if settings.evaluation == "exact" else np.int64
        self.history = engine.History(
            best_payoff=np.zeros(settings.generations, dtype=payoffs_are),
            mean_hidden_nodes=np.zeros(settings.generations),
            exact=np.full((settings.generations if audit else 0, 2), np.nan),
            parent_of=np.zeros(settings.parents * (settings.generations + 1), dtype=np.int32),
        )
        self.outcome, self.survivors = None, np.arange(settings.parents)

    @property
    def next_number(self):
        """The number of the next child."""
        return max(int(self.population.numbers.max()), self.settings.parents) + 1

    def advance(self, stop):
        """Evolves up to the generation `stop`, in one call of the engine."""
        *by_generation, parent_of = self.history
        part = engine.History(*(values[self.done : stop] for values in by_generation), parent_of)
        if self.audit is not True and self.audit and stop not in self.audit:
            part = part._replace(exact=part.exact[:0])
        self.outcome = self.evolve(self.world, self.rng, self.survivors, self.next_number, part)
        self.survivors, self.done = self.outcome.survivors, stop
        if self.judge and stop in self.audit:
            self.worth[stop - 1] = exact_payoffs([self.best()], self.judge)[0]

    def best(self):
        """The Network of the generation just evolved that `best_payoff` belongs to."""
        return network_at(self.population, self.population.slots[int(self.outcome.best)])

    def state(self):
        """All that the rest of the trial depends on, and the history so far, as arrays and plain values by name."""
        best_payoff, mean_hidden_nodes, exact, parent_of = self.history
        return {
            "done": self.done,
            "rng": self.rng.bit_generator.state,
            "survivors": self.survivors,
            "best_payoff": best_payoff[: self.done],
            "mean_hidden_nodes": mean_hidden_nodes[: self.done],
            "exact": exact[: self.done],
            "worth": self.worth[: self.done],
            "parent_of": parent_of[: self.next_number - 1],
            **self.population._asdict(),
        }

    def restore(self, state):
        """Goes on where another Evolution of the same trial was."""
        self.done, self.survivors = state["done"], state["survivors"]
        self.rng.bit_generator.state = state["rng"]
        for name, values in self.history._asdict().items():
            values[: len(state[name])] = state[name]
        self.worth[: len(state["worth"])] = state["worth"]
        for name, values in self.population._asdict().items():
            values[...] = state[name]

    def look(self):
        """The Generation just evolved, copied from the engine's arrays."""
        population, outcome = self.population, self.outcome
        slots = population.slots[: len(outcome.payoffs)]
        numbers = population.numbers[slots]
        parents = self.history.parent_of[numbers - 1]
        parents[: len(slots) // 2] = 0
        return Generation(
            trial=self.trial,
            number=self.done,
            numbers=numbers,
            parents=parents,
            networks=tuple(network_at(population, slot) for slot in slots),
            results=self._results(slots),
            payoffs=outcome.payoffs,
            rivals=outcome.rivals,
            scores=outcome.scores,
            survivors=outcome.survivors,
            best=int(outcome.best),
            answers=population.answers[slots].astype(np.int16),  # the engine's NONE becomes -1
        )

    def _results(self, slots):
        """(networks, 3): wins, losses and ties, or their expected numbers where no game is played."""
        if self.settings.evaluation == "exact":
            return self.settings.games * self.population.chances[slots]
        return self.population.results[slots]

    def champion(self):
        """The best network of the generation just evolved, as a Champion."""
        payoffs, best = self.outcome.payoffs, int(self.outcome.best)
        networks = [network_at(self.population, slot) for slot in self.population.slots[: len(payoffs)]]
        if self.settings.best_player == "highest-exact":
            _, tables, rules, _ = self.world
            best = int(np.argmax(total_payoff(*engine.chances_of(networks, tables, rules).T, rules)))
        return _with_origin(networks[best], self.settings, self.trial, self.done, payoffs[best])


def run_trial(
    settings=None, trial=0, observe=None, keep=(), tick=None, procedure=None, audit=False, checkpoint=None, judge=None
):
    """One trial: evolves `settings.generations` generations and returns a Trial.

    `observe(settings, trial)` makes an observer, which is called with every Generation. The generations whose numbers
    are in `keep` are kept; raises ValueError if there are none of that number. `tick(n)` is called when n more are
    done. `procedure` replaces the opponent or a chapter's function by another (engine.Procedure). With `audit` the
    exact payoffs of all networks are worked out in every generation, or in those whose numbers it holds; that changes
    no other number, and fills in kept `answers` on boards that a network did not meet. A `checkpoint.Checkpoint` is
    gone on from, and written now and then, unless something is observed or kept. With `judge`, other Settings, the best
    network of each generation whose number `audit` holds is judged by their rules too.
    """
    settings = settings or Settings()
    if judge and audit in (True, False):
        raise ValueError(f"audit must hold the numbers of generations that are judged, not {audit}")
    check_keep(keep, settings.generations)
    last = settings.generations
    evolution = Evolution(settings, trial, procedure, audit, judge)
    observer, kept, chunk = observe(settings, trial) if observe else None, {}, CHUNK
    checkpoint = None if observer or keep else checkpoint
    if (state := checkpoint and checkpoint.load()) is not None:
        evolution.restore(state)
        if tick:
            tick(evolution.done)
    stops = sorted({*keep, last, *_stops(audit, last)})
    while evolution.done < last:
        before, start = evolution.done, perf_counter()
        stop = min(before + chunk, next(number for number in stops if number > before))
        evolution.advance(before + 1 if observer else stop)
        chunk = CHUNK if perf_counter() - start < PAUSE else max(1, (evolution.done - before) // 2)
        seen = evolution.look() if observer or evolution.done in keep else None
        if evolution.done in keep:
            kept[evolution.done] = seen
        if observer:
            observer(seen)
        if tick:
            tick(evolution.done - before)
        if checkpoint and evolution.done < last:
            checkpoint.offer(evolution.state)
    best_payoff, mean_hidden_nodes, exact, parent_of = evolution.history
    parent_of = parent_of[: evolution.next_number - 1]
    exact = exact if audit else None
    worth = evolution.worth if judge else None
    return Trial(trial, best_payoff, mean_hidden_nodes, exact, evolution.champion(), parent_of, kept, observer, worth)


def _stops(audit, last):
    """The generations to stop at so that those in `audit`, if it holds numbers, can be audited alone."""
    if audit in (True, False):
        return ()
    check_keep(audit, last, name="audit")
    return {number for one in audit for number in (one - 1, one)}


def check_keep(keep, last, unit="generations", name="keep"):
    """Raises ValueError unless `keep` holds numbers from 1 to `last` alone."""
    for number in keep:
        if not 1 <= number <= last:
            raise ValueError(f"{name} must hold numbers of {unit}, from 1 to {last}, not {number!r}")


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


def run_trials(settings=None, executor=None, progress=None, workers=None, observe=None, saved=None, **options):
    """The paper's experiment: all trials, a Run.

    `executor`: any concurrent.futures.Executor; without one, `workers` threads (all cores). `progress`: a callable
    that wraps an iterable of all generations to come, such as workers.progress. `observe` and the `options` (keep,
    procedure, audit) as in run_trial; an executor of processes must pickle them. With `saved`, a checkpoint.Saved, what
    it holds is not computed again and each trial is kept there when it is done, and long ones on the way; raises
    ValueError if there is something else to `keep`. The numbers do not depend on who does the work, nor on
    interruptions.
    """
    settings = settings or Settings()
    check_keep(options.get("keep", ()), settings.generations)
    if saved and options.get("keep"):
        raise ValueError("keep must be empty where trials are saved: generations are not")
    found = saved_trials(saved, settings, observe) if saved else {}
    once = {name: value for name, value in options.items() if name != "keep"}
    if len(found) < settings.trials:  # compiled once, before several workers would all do it
        run_trial(settings.change(generations=1), **once | ({"audit": True} if once.get("audit") else {}))
    work = partial(_one_trial, settings, observe, saved if executor is None else None, options)

    def finished(trial, result):
        saved.save(trial_part(trial), _values_of(result))
        saved.remove(begun_part(trial))

    finished = finished if saved else None
    trials = share_out(work, settings.trials, settings.generations, executor, progress, workers, found, finished)
    return Run(settings, trials)


def _one_trial(settings, observe, saved, options, trial, tick):
    checkpoint = Checkpoint(saved, begun_part(trial)) if saved else None
    return run_trial(settings, trial, observe, tick=tick, checkpoint=checkpoint, **options)


# Trials that were saved.


def trial_part(trial):
    """The name under which a finished trial is saved."""
    return f"{FINISHED}{trial:04d}"


def begun_part(trial):
    """The name under which it is saved how far a trial is."""
    return f"begun_{trial:04d}"


def saved_trials(saved, settings, observe=None):
    """{number: Trial} of the finished trials of these settings that a checkpoint.Saved holds."""
    found = {trial: saved.load(trial_part(trial)) for trial in range(settings.trials)}
    return {trial: _trial_of(trial, values, settings, observe) for trial, values in found.items() if values}


def _values_of(trial):
    """What is saved of a Trial."""
    champion = trial.champion
    return {
        "best_payoff": trial.best_payoff,
        "mean_hidden_nodes": trial.mean_hidden_nodes,
        **({} if trial.exact is None else {"exact": trial.exact}),
        "parent_of": trial.parent_of,
        "hidden_weights": champion.hidden_weights,
        "output_weights": champion.output_weights,
        "payoff": champion.payoff,
        "observer": trial.observer.counts() if trial.observer else None,
    }


def _trial_of(number, values, settings, observe):
    """The Trial of which `_values_of` was saved."""
    network = Network(values["hidden_weights"], values["output_weights"])
    champion = _with_origin(network, settings, number, settings.generations, np.asarray(values["payoff"])[()])
    observer = observe.from_counts(settings, number, values["observer"]) if observe else None
    curves = (values[name] for name in ("best_payoff", "mean_hidden_nodes"))
    return Trial(number, *curves, values.get("exact"), champion, values["parent_of"], {}, observer)


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
        return exact_payoffs(self.champions, self.settings)

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
        """Writes curve.png, curve.svg (see `draw`), run.json, champions/ and champion.json into a folder.

        All of them at once: where one can't be written, those of an earlier run stay as they are.
        """
        folder = Path(folder)
        champions = folder / "champions"
        champions.mkdir(parents=True, exist_ok=True)
        figure = self.draw(ceiling)
        files = {champions / champion_file(champion.trial): champion_text(champion) for champion in self.champions}
        old = set(champions.glob("trial_*.json")) - set(files)  # of an earlier, larger run
        files[folder / "champion.json"] = champion_text(self.champion)
        files[folder / "run.json"] = json.dumps(self.to_dict()) + "\n"
        for name in ("curve.png", "curve.svg"):
            files[folder / name] = drawing.picture(figure, Path(name).suffix)
        write_files(files)
        for path in old:
            path.unlink()

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


def exact_payoffs(networks, settings):
    """Networks' expected total payoffs of the settings' games, exact, a list."""
    chances = engine.chances_of(networks, engine.near_perfect_tables(settings), settings.numbers)
    return (settings.games * total_payoff(*chances.T, settings.numbers)).tolist()


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
