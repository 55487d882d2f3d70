"""Checks on a trial while it runs: what must never happen, and what should be rare.

The source gives five checks for the first half of the procedure; the others are ours. Chance is
counted beside the number to be expected, so that a correct run is never stopped and a wrong one
still shows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from math import erfc, pi, sqrt

import numpy as np

from fogel.core.settings import REDRAWING, Settings, trial_rng
from fogel.core.types import Floats, Json, Self
from fogel.encoding import positions
from fogel.network import Network
from fogel.selection import total_payoff

# Standard deviations: the source's "no weight changes by more than 0.3" at a noise of 0.05.
LIMIT = 6.0
INVARIANTS = {
    "layers": "H is within its limits, the layers have 9, H and 9 nodes and the weights are finite",
    "boards": "every board that a network answered has entries -1, 0 and 1 that add up to 0",
    "moves": (
        "every move goes into an open square, and a move chosen anew by the readable network is the"
        " same"
    ),
    "founders": "the first weights are within their range",
    "structure": (
        "a child has one hidden node more, one less or as many as its parent; a new node's weights"
        " are 0"
    ),
    "parents": "replication and play leave a parent as it was, bit for bit",
    "payoffs": "wins, losses and ties add up to the games and give the payoff",
    "rivals": "rivals are distinct and never oneself",
    "scores": "a score is the number of rivals beaten",
    "survivors": "exactly the best survive, and the generation keeps its size",
    "best": "the best player has the highest payoff",
}
STATISTICS = {
    "weights changed by more than 6 standard deviations": "(0.3 at the default noise)",
    "weights that stayed the same": "",
    "children whose weights all moved in one direction": "",
    "generations in which no child gained a node": "",
    "generations in which no child lost a node": "",
    "generations in which no child kept its number of nodes": "",
    "points scored in the second round": "",
    "generations in which the worse half had more survivors": (
        "(expected: from a second round drawn anew)"
    ),
}


class InvariantError(Exception):
    """A breach of what a correct program never breaches; says check, trial, generation
    and network.
    """


@dataclass
class Count:
    """How often something was `seen`, how often it was to be `expected`, and out of how many."""

    seen: float = 0
    expected: float = 0.0
    out_of: int = 0

    def add(self, seen: float, expected: float, out_of: int = 1) -> None:
        """Adds one more observation."""
        self.seen += seen
        self.expected += expected
        self.out_of += out_of


class Validator:
    """An observer that checks every generation of a trial; `statistics` has the counts when it is
    over.
    """

    def __init__(self, settings, trial):
        self.settings, self.trial = settings, trial
        self.statistics = {name: Count() for name in STATISTICS}
        self.checked = dict.fromkeys(INVARIANTS, 0)
        self._rng = trial_rng(settings, trial, REDRAWING)
        self._before = {}

    def counts(self) -> Json:
        """What it has counted, as plain values."""
        return {
            "checked": self.checked,
            "statistics": {name: asdict(one) for name, one in self.statistics.items()},
        }

    @classmethod
    def from_counts(cls, settings: Settings, trial: int, counts: Json) -> Self:
        """The validator of a trial that is over, from its `counts`."""
        validator = cls(settings, trial)
        validator.checked = counts["checked"]
        validator.statistics = {name: Count(**one) for name, one in counts["statistics"].items()}
        return validator

    def __call__(self, generation):
        """Checks one generation; raises InvariantError."""
        self._layers(generation)
        self._answers(generation)
        self._parents(generation)
        if generation.number == 1:
            self._founders(generation)
        self._children(generation)
        self._payoffs(generation)
        self._second_round(generation)
        self._survivors(generation)
        self._before = {
            int(generation.numbers[row]): generation.networks[row] for row in generation.survivors
        }

    def _require(self, check, generation, holds, row=None):
        """Counts a check, and raises if it does not hold: everywhere, or in the first row where it
        does not.
        """
        holds = np.atleast_1d(holds)
        self.checked[check] += len(holds)
        if not holds.all():
            row = int(np.argmin(holds)) if row is None and len(holds) > 1 else row
            network = "" if row is None else f", network {generation.numbers[row]}"
            place = f"trial {self.trial}, generation {generation.number}{network}"
            raise InvariantError(f"{place}: check {check!r} fails: {INVARIANTS[check]}")

    def _layers(self, generation):
        settings = self.settings
        for row, network in enumerate(generation.networks):
            hidden, output = network.hidden_weights, network.output_weights
            shaped = hidden.shape[1] == 10 and output.shape == (9, len(hidden) + 1)
            within = settings.min_hidden <= len(hidden) <= settings.max_hidden
            finite = bool(np.isfinite(hidden).all() and np.isfinite(output).all())
            self._require("layers", generation, shaped and within and finite, row)

    def _answers(self, generation):
        rows, asked = np.nonzero(generation.answers >= 0)
        before, after = positions()[asked], positions()[generation.answers[rows, asked]]
        proper = np.isin(before, (-1, 0, 1)).all(axis=1) & (before.sum(axis=1) == 0)
        step = after - before
        legal = (np.abs(step).sum(axis=1) == 1) & ((step == 1) & (before == 0)).any(axis=1)
        for check, holds in (("boards", proper), ("moves", legal)):
            self._require(
                check, generation, holds.all(), None if holds.all() else rows[np.argmin(holds)]
            )
        # The readable network is slow: one a generation, in turn.
        row = generation.number % len(generation.networks)
        for place in np.flatnonzero(rows == row):
            chosen = generation.networks[row].choose(before[place])
            self._require("moves", generation, step[place, chosen] == 1, row)

    def _parents(self, generation):
        for row, network in enumerate(generation.networks):
            before = self._before.get(int(generation.numbers[row]))
            if before is not None:
                same = np.array_equal(before.weights.view(np.int64), network.weights.view(np.int64))
                self._require("parents", generation, same, row)

    def _founders(self, generation):
        for row in np.flatnonzero(generation.parents == 0):
            within = np.abs(generation.networks[row].weights) <= self.settings.weight_range
            self._require("founders", generation, within.all(), row)

    def _children(self, generation):
        settings, by, changes, weights = self.settings, {-1: 0, 0: 0, 1: 0}, [], []
        networks = {
            int(number): network
            for number, network in zip(generation.numbers, generation.networks, strict=True)
        }
        nodes = []
        for row in generation.children:
            parent, child = networks[int(generation.parents[row])], generation.networks[row]
            gained = child.hidden_nodes - parent.hidden_nodes
            self._require("structure", generation, gained in by, row)
            by[gained] += 1
            nodes.append(parent.hidden_nodes)
            moved, start, new = aligned_changes(parent, child, settings)
            self._require("structure", generation, settings.change_first or not new.any(), row)
            changes.append(moved)
            weights.append(start)
        self._structure(np.array(nodes), by)
        if settings.noise > 0:
            self._noise(changes, np.concatenate(weights))

    def _structure(self, nodes, by):
        """Counts generations without gain, loss or neither; each child's chances follow from its
        parent's `nodes`.
        """
        chance = self.settings.change_probability / 2
        gain, lose = (
            chance * (nodes < self.settings.max_hidden),
            chance * (nodes > self.settings.min_hidden),
        )
        for chances, seen, words in (
            (gain, by[1], "no child gained a node"),
            (lose, by[-1], "no child lost a node"),
            (1 - gain - lose, by[0], "no child kept its number of nodes"),
        ):
            self.statistics[f"generations in which {words}"].add(
                seen == 0, float(np.prod(1 - chances))
            )

    def _noise(self, changes, weights):
        """Counts what the noise did: `changes` child by child, and the `weights` that they were
        added to.
        """
        noise, counts = self.settings.noise, self.statistics
        one_way = sum(bool(moved.min() > 0 or moved.max() < 0) for moved in changes)
        one_way_chance = sum(2 * 0.5 ** len(moved) for moved in changes)
        counts["children whose weights all moved in one direction"].add(
            one_way, one_way_chance, len(changes)
        )
        moved = np.abs(np.concatenate(changes))
        # Too small to change the weight's last bit.
        unseen = np.spacing(np.abs(weights)).sum() / (noise * sqrt(2 * pi))
        counts["weights that stayed the same"].add(
            int((moved == 0).sum()), float(unseen), len(moved)
        )
        far, chance = int((moved > LIMIT * noise).sum()), erfc(LIMIT / sqrt(2))
        counts["weights changed by more than 6 standard deviations"].add(
            far, len(moved) * chance, len(moved)
        )

    def _payoffs(self, generation):
        wins, losses, ties = generation.results.T
        adds_up = (generation.results >= 0).all(axis=1) & _equal(
            wins + losses + ties, self.settings.games
        )
        pays = _equal(generation.payoffs, total_payoff(wins, losses, ties, self.settings))
        self._require("payoffs", generation, adds_up & pays)
        self._require(
            "best",
            generation,
            generation.payoffs[generation.best] == generation.payoffs.max(),
            generation.best,
        )

    def _second_round(self, generation):
        settings, rivals, payoffs = self.settings, generation.rivals, generation.payoffs
        rows = np.arange(len(rivals))[:, None]
        others = ((rivals != rows) & (rivals >= 0) & (rivals < len(rivals))).all(axis=1)
        ordered = np.sort(rivals, axis=1)
        distinct = (ordered[:, 1:] > ordered[:, :-1]).all(axis=1) | settings.repeat_rivals
        self._require("rivals", generation, others & distinct)
        gaps = payoffs[:, None] - payoffs
        beaten = gaps >= 0 if settings.equal_is_beaten else gaps > 0
        self._require(
            "scores",
            generation,
            generation.scores == np.take_along_axis(beaten, rivals, axis=1).sum(axis=1),
        )
        np.fill_diagonal(beaten, False)
        expected = beaten.sum() * rivals.shape[1] / (len(rivals) - 1) if len(rivals) > 1 else 0.0
        self.statistics["points scored in the second round"].add(
            int(generation.scores.sum()), expected, rivals.size
        )

    def _survivors(self, generation):
        settings, scores, payoffs = self.settings, generation.scores, generation.payoffs
        survives = np.zeros(len(scores), dtype=bool)
        survives[generation.survivors] = True
        if settings.survivors == "best":
            count, size = settings.parents, 2 * settings.parents
        else:
            count, size = min(settings.parents, (scores == scores.max()).sum()), len(scores)
        self._require(
            "survivors",
            generation,
            survives.sum() == len(generation.survivors) == count and len(scores) == size,
        )
        left = scores[~survives]
        self._require(
            "survivors", generation, not left.size or scores[survives].min() >= left.max()
        )

        survive_again = np.zeros(len(scores), dtype=bool)
        survive_again[self._survivors_redrawn(payoffs, generation.rivals.shape[1])[:count]] = True
        better = payoffs > np.median(payoffs)
        worse = payoffs < np.median(payoffs)
        upset = [
            int((alive & worse).sum() > (alive & better).sum())
            for alive in (survives, survive_again)
        ]
        self.statistics["generations in which the worse half had more survivors"].add(*upset)

    def _survivors_redrawn(self, payoffs, rivals):
        """The rows, best first, after a second round with other rivals, drawn here in a simple way
        of its own.
        """
        order = self._rng.random((len(payoffs), len(payoffs)))
        np.fill_diagonal(order, np.inf)
        redrawn = payoffs[np.argsort(order, axis=1)[:, :rivals]]
        points = (
            payoffs[:, None] >= redrawn
            if self.settings.equal_is_beaten
            else payoffs[:, None] > redrawn
        )
        return np.argsort(-points.sum(axis=1) - self._rng.random(len(payoffs)))


def _equal(one, other):
    """Where two numbers are equal, but for the rounding of exact expectations."""
    return np.isclose(one, other, rtol=1e-12, atol=1e-9)


def aligned_changes(
    parent: Network, child: Network, settings: Settings
) -> tuple[Floats, Floats, Floats]:
    """(changes of the weights that both have, the parent's weights there, the new node's weights),
    flat arrays.

    Which node was deleted is not recorded: it is the one without which the others changed least.
    """
    old, new = (_by_node(network) for network in (parent, child))
    if len(child.hidden_weights) < len(parent.hidden_weights):
        without = [np.delete(old, node, axis=0) for node in range(len(old))]
        old = min(without, key=lambda rest: np.abs(new - rest).max())
    common = min(len(old), len(new))
    changes, weights, added = new[:common] - old[:common], old[:common], new[common:]
    bias = child.output_weights[:, -1] - parent.output_weights[:, -1]
    if not settings.bias:
        return (
            np.delete(changes, 9, axis=1).ravel(),
            np.delete(weights, 9, axis=1).ravel(),
            added.ravel(),
        )
    return np.append(changes, bias), np.append(weights, parent.output_weights[:, -1]), added.ravel()


def _by_node(network):
    """(H, 19): each hidden node's 10 weights in and 9 weights out."""
    return np.hstack([network.hidden_weights, network.output_weights[:, :-1].T])


def report(validators: Iterable[Validator]) -> Json:
    """The checks and counts of several trials put together, as plain values."""
    checks = {name: sum(validator.checked[name] for validator in validators) for name in INVARIANTS}
    counts = {}
    for name in STATISTICS:
        parts = [validator.statistics[name] for validator in validators]
        total = {
            key: float(sum(getattr(part, key) for part in parts))
            for key in ("seen", "expected", "out_of")
        }
        counts[name] = total
    return {"invariants": checks, "statistics": counts}
