"""How far the children of the best network fall (chapter 10)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from fogel.core.jobs import Key
from fogel.core.settings import BREEDING, MOST_SEED, Choices, Settings, trial_rng, whole
from fogel.core.table_jobs import TableJob
from fogel.core.types import Floats, Rng
from fogel.curve import run_trial
from fogel.engine.observers import Keep
from fogel.engine.trial import exact_payoffs
from fogel.network import Network
from fogel.replication import replicate
from fogel.sweep.cases import NAMED

NEAR = 5  # points: a child that loses fewer of them is as good as its parent, or nearly
VERSIONS = ("as it is", "128 games", "exact payoffs")


@dataclass(frozen=True, kw_only=True)
class RobustnessSettings(Choices):
    """How many families there are of each version, and of how many children."""

    trials: int = whole(100, 1, 10_000, "trials of each version")
    generation: int = whole(400, 1, 100_000, "the generation whose best network is the parent")
    children: int = whole(100, 1, 100_000, "children of each parent")
    seed: int = whole(7, 0, MOST_SEED, "where the random numbers start")


class Family(NamedTuple):
    """The best network of a generation and its children: exact payoffs by the default rules."""

    version: str
    trial: int
    seed: int
    exact_payoff: float  # of the parent
    change: float  # mean of a child's exact payoff minus its parent's
    better: float  # share of the children that are better than their parent
    near: float  # share of those that are better, or lose fewer than NEAR points


class RobustnessJob(TableJob):
    """The families of all VERSIONS, each a case of the named sweep `ingredients`."""

    name = "robustness"
    choices, row, unit, step = RobustnessSettings, Family, "parent", "parents"

    def small(self) -> RobustnessSettings:
        """One generation, and one child of each version."""
        return self.settings.change(trials=1, generation=1, children=1)

    def keys(self) -> list[Key]:
        """(version, trial, seed) of each family."""
        some = self.settings
        return [(version, trial, some.seed) for version in VERSIONS for trial in range(some.trials)]

    def rows(self, version: str, trial: int, seed: int) -> Iterable[Family]:
        """Yield the Family of the best network of a trial."""
        settings = Settings(seed=seed, **NAMED["ingredients"][version])
        parent, exact_payoff = find_best(settings, trial, self.settings.generation)
        rng = trial_rng(settings, trial, BREEDING)
        found = changes(parent, exact_payoff, self.settings.children, rng)
        better, near = (float((found > least).mean()) for least in (1e-9, -NEAR))
        yield Family(version, trial, seed, exact_payoff, float(found.mean()), better, near)


def find_best(settings: Settings, trial: int, generation: int) -> tuple[Network, float]:
    """(the truly best Network of a generation of a trial, its expected payoff)."""
    found = run_trial(settings.change(generations=generation), trial, [Keep((generation,))])
    networks = found.kept[generation].networks
    exact_payoff = exact_payoffs(networks, Settings())
    best = int(np.argmax(exact_payoff))
    return networks[best], exact_payoff[best]


def changes(parent: Network, exact_payoff: float, children: int, rng: Rng) -> Floats:
    """(children,): by how much each child of a network that is worth so much is better than it."""
    bred = [replicate(parent, rng) for _ in range(children)]
    return np.array(exact_payoffs(bred, Settings())) - exact_payoff
