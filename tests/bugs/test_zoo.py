"""The stored curves and alarms of the wrong programs: some of them are run again."""

from pathlib import Path

import numpy as np
import pytest
from tables import draws_of

from fogel import Keep, Settings, bugs
from fogel.bugs import zoo
from fogel.bugs.detectors import CHECKS

FOLDER = Path(__file__).parents[2] / "notebooks" / "stored"
QUICK = [name for name in CHECKS if not name.startswith("result")]


@pytest.fixture(scope="module")
def stored():
    return zoo.CurvesJob.read(FOLDER / "bugs_curves.csv")


@pytest.fixture(scope="module")
def alarms():
    return zoo.AlarmsJob.read(FOLDER / "bugs_alarms.csv")


def trials_of(stored, program):
    return stored.where(program=program)["trial"].tolist()


@pytest.fixture
def rng():
    return draws_of(FOLDER / "bugs_curves.csv")


def test_curves_are_run_again_to_the_last_bit(stored, rng):
    at = np.array(zoo.MARKS) - 1
    # The trials of these are not made one by one.
    alone = [name for name in bugs.BUGS if name != "one seed"]
    for name in rng.choice(alone, 3, replace=False).tolist():
        row = int(rng.integers(20))
        trial = bugs.run_trial(name, trial=trials_of(stored, name)[row])
        assert trial.best_payoff[at].tolist() == stored.curves(name)[row].tolist(), (name, row)


def test_which_trials_are_shown(stored):
    for name in bugs.BUGS:
        assert stored.curves(name).shape == (20, len(zoo.MARKS))
        assert name == "lucky trials" or trials_of(stored, name) == [*range(20)]
    assert (stored.curves("one seed") == stored.curves("right")[0]).all()
    lucky = trials_of(stored, "lucky trials")
    shown = [trial for trial in lucky if trial < 20]
    rows = {trial: stored.curves("lucky trials")[lucky.index(trial)].tolist() for trial in shown}
    assert len(set(lucky)) == 20 and max(lucky) < 40 and shown
    assert rows == {trial: stored.curves("right")[trial].tolist() for trial in shown}
    ends = stored.curves("lucky trials")[:, -1].tolist()
    assert ends == sorted(ends, reverse=True)
    left_out = [trial for trial in range(20) if trial not in shown]
    assert stored.curves("right")[left_out, -1].max() <= min(ends)


def test_quick_checks_say_what_is_stored(alarms, rng):
    for name in rng.choice([*bugs.BUGS], 2, replace=False).tolist():
        program = bugs.Program(name)
        for check in QUICK:
            assert CHECKS[check](program) == alarms.where(program=name)[check][0], (name, check)


def test_slow_checks_say_what_is_stored(alarms, rng):
    """The audit looks at nothing after generation 100, and another seed at nothing after 10."""
    for name in rng.choice([*bugs.BUGS][1:-1], 1, replace=False).tolist():
        run = bugs.run_trials(name, Settings(generations=100), observers=[Keep((1, 100))])
        program = bugs.Program(name, given=run)
        for check in ("result: exact audit", "result: another seed"):
            assert CHECKS[check](program) == alarms.where(program=name)[check][0], (name, check)
