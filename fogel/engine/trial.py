"""One trial, generation by generation: the engine's arrays, and what they hold at the end."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from fogel import engine
from fogel.core.champion import Champion, with_changes
from fogel.core.network_files import run_origin
from fogel.core.settings import Settings, trial_rng
from fogel.core.types import Floats
from fogel.network import Network, random_network
from fogel.selection import Generation, total_payoff


@dataclass(frozen=True)
class Trial:
    """What a trial leaves behind.

    `best_payoff` and `mean_hidden_nodes`: one number a generation. `champion`: the best network of
    the last generation. `parent_of[number - 1]`: the number of a network's parent, 0 for a founder.
    The others are observers' notes (see `fogel.engine.observers`): `kept`, generations by number;
    `exact`, the expected payoffs of the network that `best_payoff` belongs to and of the truly best
    one; `exact_payoff`, what the former would earn by the rules of ScoreUnder, both NaN where
    nobody asked; `observer`, what watched it; `end`, where a longer trial begins.
    """

    number: int
    best_payoff: np.ndarray
    mean_hidden_nodes: np.ndarray
    champion: Champion
    parent_of: np.ndarray
    kept: dict[int, Any] = field(default_factory=dict)
    exact: np.ndarray | None = None
    exact_payoff: np.ndarray | None = None
    observer: Any = None
    end: dict[str, Any] = field(default_factory=dict)


class Evolution:
    """A trial while it runs: the engine's population, the generator, and the history so far.

    `done`: how many generations there have been. `arrays`: {name: (generations, ...) of NaN}, what
    observers note of each generation, which is saved and restored with all the rest; see `array`.
    """

    def __init__(self, settings, trial, procedure=None):
        self.settings, self.trial, self.done = settings, trial, 0
        self.arrays, self.audited = {}, ()
        self.rng = trial_rng(settings, trial)
        tables, rules, steps = procedure or engine.procedure(settings)
        self.evolve = engine.evolve_function(steps)
        self.population = engine.new_population(2 * settings.parents, tables)
        self.world = engine.new_world(self.population, tables, rules)
        for row in range(settings.parents):
            founder = random_network(self.rng, settings)
            hidden, output = founder.hidden_weights, founder.output_weights
            engine.write_network(self.population, row, row + 1, hidden, output)
        payoffs_are = np.float64 if settings.evaluation == "exact" else np.int64
        self.history = engine.History(
            best_payoff=np.zeros(settings.generations, dtype=payoffs_are),
            mean_hidden_nodes=np.zeros(settings.generations),
            exact=np.full((0, 2), np.nan),
            parent_of=np.zeros(settings.parents * (settings.generations + 1), dtype=np.int32),
        )
        self.outcome, self.survivors, self._seen = None, np.arange(settings.parents), None

    @property
    def next_number(self) -> int:
        """The number of the next child."""
        return max(int(self.population.numbers.max()), self.settings.parents) + 1

    def advance(self, stop: int) -> None:
        """Evolves up to the generation `stop`, in one call of the engine."""
        *by_generation, parent_of = self.history
        part = engine.History(*(values[self.done : stop] for values in by_generation), parent_of)
        if stop not in self.audited:
            part = part._replace(exact=part.exact[:0])
        self.outcome = self.evolve(self.world, self.rng, self.survivors, self.next_number, part)
        self.survivors, self.done, self._seen = self.outcome.survivors, stop, None

    def array(self, name: str) -> Floats:
        """(generations,) of NaN: a new one of `arrays`."""
        self.arrays[name] = np.full(self.settings.generations, np.nan)
        return self.arrays[name]

    def audit(self, generations: Iterable[int]) -> Floats:
        """(generations, 2) of NaN, into which the engine writes exact payoffs: see Trial.exact.

        It does so in all generations of a call of `advance` that ends in one of `generations`.
        """
        self.audited = generations
        self.history = self.history._replace(exact=np.full((self.settings.generations, 2), np.nan))
        return self.history.exact

    def best(self) -> Network:
        """The Network of the generation just evolved that `best_payoff` belongs to."""
        return network_at(self.population, self.population.slots[int(self.outcome.best)])

    def state(self) -> dict[str, Any]:
        """Return all that the rest of the trial depends on, and the history so far, by name."""
        best_payoff, mean_hidden_nodes, exact, parent_of = self.history
        return {
            "done": self.done,
            "rng": self.rng.bit_generator.state,
            "survivors": self.survivors,
            "best_payoff": best_payoff[: self.done],
            "mean_hidden_nodes": mean_hidden_nodes[: self.done],
            "exact": exact[: self.done],
            **{name: values[: self.done] for name, values in self.arrays.items()},
            "parent_of": parent_of[: self.next_number - 1],
            **self.population._asdict(),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Continue another Evolution of the same trial, from its `state` or a Trial's `end`."""
        self.done = state["done"]
        self.survivors = state.get("survivors", np.arange(len(state["nodes"])))
        self.rng.bit_generator.state = state["rng"]
        for name, values in {**self.history._asdict(), **self.arrays}.items():
            values[: len(state[name])] = state[name]
        for name, values in self.population._asdict().items():
            if name in state:
                values[: len(state[name])] = state[name]

    def look(self) -> Generation:
        """Return the Generation just evolved, a copy, and the same one if it is asked for again."""
        self._seen = self._seen or self._look()
        return self._seen

    def _look(self):
        population, outcome = self.population, self.outcome
        slots = population.slots[: len(outcome.payoffs)]
        numbers = population.numbers[slots]
        parents = self.history.parent_of[numbers - 1]
        parents[: len(slots) // 2] = 0
        return Generation(
            trial=self.trial,
            number=self.done,
            networks=tuple(network_at(population, slot) for slot in slots),
            best=int(outcome.best),
            numbers=_read_only(numbers),
            parents=_read_only(parents),
            results=_read_only(self._results(slots)),
            payoffs=_read_only(outcome.payoffs.copy()),
            rivals=_read_only(outcome.rivals.copy()),
            scores=_read_only(outcome.scores.copy()),
            survivors=_read_only(outcome.survivors.copy()),
            answers=_read_only(_signed(population.answers[slots])),
        )

    def _results(self, slots):
        """Return (networks, 3): wins, losses and ties, or their expected numbers."""
        if self.settings.evaluation == "exact":
            return self.settings.games * self.population.chances[slots]
        return self.population.results[slots]

    def champion(self) -> Champion:
        """The best network of the generation just evolved, as a Champion."""
        payoffs, best = self.outcome.payoffs, int(self.outcome.best)
        slots = self.population.slots[: len(payoffs)]
        if self.settings.best_player == "highest-exact":
            networks = [network_at(self.population, slot) for slot in slots]
            _, tables, rules, _ = self.world
            chances = engine.compute_chances(networks, tables, rules)
            best = int(np.argmax(total_payoff(*chances.T, rules)))
        network = network_at(self.population, slots[best])
        return with_origin(network, self.settings, self.trial, self.done, payoffs[best])


def _read_only(values):
    """Close a copy of the engine's arrays for writing, since all observers share it."""
    values.flags.writeable = False
    return values


def network_at(population: Any, slot: int) -> Network:
    """The Network in a slot of the engine's population."""
    nodes, squares = population.nodes[slot], population.hidden_links.shape[1] - 1
    hidden, links = population.hidden_links[slot], population.output_links[slot, :, :squares]
    output = np.concatenate([links[:nodes], links[-1:]])
    return Network(hidden[:, :nodes].T, output.T, squares)


def _signed(positions):
    """Positions as signed numbers of as many bits: the engine's NONE becomes -1."""
    return positions.astype(f"i{positions.itemsize}")


def with_origin(
    network: Network, settings: Settings, trial: int, generation: int, payoff: Any
) -> Champion:
    """The network as a Champion of that trial and generation."""
    place = {"trial": trial, "generation": generation, "payoff": payoff.item()}
    return with_changes(network, **run_origin(settings, **place))


def exact_payoffs(networks: Sequence[Network], settings: Settings) -> list[float]:
    """Networks' expected total payoffs of the settings' games, exact, a list."""
    chances = engine.compute_chances(networks, engine.make_tables(settings), settings.numbers)
    return (settings.games * total_payoff(*chances.T, settings.numbers)).tolist()
