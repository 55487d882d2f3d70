"""How brittle the best network is: a family made by hand, and the stored ones."""

from pathlib import Path

import pytest
from tables import draws_of

from fogel import Keep, Settings, audit, run_trial, sweep
from fogel.core.settings import BREEDING, trial_rng
from fogel.replication import replicate
from fogel.sweep import robustness

TABLE = Path(__file__).parents[2] / "notebooks" / "stored" / "robustness.csv"


def by_hand(version, trial, seed):
    settings = Settings(seed=seed, **sweep.NAMED["ingredients"][version])
    networks = (
        run_trial(settings.change(generations=400), trial, observers=[Keep((400,))])
        .kept[400]
        .networks
    )

    def exact_payoff(networks):
        return [audit.expected_payoff(found) for found in audit.compute_results(networks)]

    best = max(networks, key=lambda network: exact_payoff([network]))
    (parent,) = exact_payoff([best])
    rng = trial_rng(settings, trial, BREEDING)
    gained = [value - parent for value in exact_payoff([replicate(best, rng) for _ in range(100)])]
    better = sum(gain > 1e-9 for gain in gained) / 100
    near = sum(gain > -5 for gain in gained) / 100
    return robustness.Family(version, trial, seed, parent, sum(gained) / 100, better, near)


def test_stored_families_are_those_made_by_hand():
    families, rng = robustness.RobustnessJob.read(TABLE), draws_of(TABLE)
    for version in ("as it is", "exact payoffs"):
        trial = int(rng.integers(100))
        found = by_hand(version, trial, 7)
        (stored,) = families.where(version=version, trial=trial).rows
        assert found._replace(change=0.0) == stored._replace(change=0.0)
        assert found.change == pytest.approx(stored.change)
    assert all(
        0 <= one.better <= one.near <= 1 and one.exact_payoff < 29.7 for one in families.rows
    )
