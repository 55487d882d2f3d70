"""How brittle the best network is: families made by hand, and the stored ones made again."""

import re
from dataclasses import replace
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


def same(one, other):
    return replace(one, change=0.0) == replace(other, change=0.0) and one.change == pytest.approx(
        other.change
    )


def test_stored_families_are_made_again():
    families = robustness.read(TABLE)
    rng = draws_of(TABLE)
    for version in ("as it is", "exact payoffs"):
        trial = int(rng.integers(100))
        assert robustness.family(version, trial, 7) == families[version][trial]
        assert same(by_hand(version, trial, 7), families[version][trial])
    for version in robustness.VERSIONS:
        assert [(one.trial, one.seed) for one in families[version]] == [
            (trial, 7) for trial in range(100)
        ]
        assert all(
            0 <= one.better <= one.near <= 1 and one.exact_payoff < 29.7
            for one in families[version]
        )


def test_a_table_is_the_same_by_any_number_of_workers(tmp_path, monkeypatch):
    monkeypatch.setattr(robustness, "GENERATION", 3)
    monkeypatch.setattr(robustness, "CHILDREN", 4)
    for workers in (1, 3):
        robustness.write(tmp_path / str(workers), 5, trials=2, workers=workers)
    assert (tmp_path / "1").read_bytes() == (tmp_path / "3").read_bytes()
    families = robustness.read(tmp_path / "1")
    assert [*families] == [*robustness.VERSIONS]
    assert families["128 games"][1] == robustness.family("128 games", 1, 5)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda text: text.replace("exact_payoff", "value"),
            "line 1 must name the columns version, trial, seed, exact_payoff",
        ),
        (lambda text: text.replace("as it is,1,", "as it was,1,"), "line 3 must be a version"),
        (
            lambda text: text.replace("as it is,0,7,", "as it is,0,seven,"),
            "line 2 must be a version",
        ),
        (lambda text: text.replace("as it is,0,7,", "as it is,0,"), "line 2 must be a version"),
        (lambda text: re.sub("(as it is,0,7),[^,]*", r"\1,nan", text), "line 2 must be a version"),
        (lambda text: re.sub("(as it is,1,7,.*),.*", r"\1,inf", text), "line 3 must be a version"),
    ],
)
def test_a_wrong_table_is_named(tmp_path, change, message):
    (tmp_path / "it.csv").write_text(change(TABLE.read_text()))
    with pytest.raises(ValueError, match=rf"it\.csv: {message}"):
        robustness.read(tmp_path / "it.csv")
