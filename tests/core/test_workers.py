"""Sharing out work (tests/core/test_jobs.py: whoever does it, the numbers are the same)."""

from concurrent.futures import Executor, Future

import pytest

from fogel import Settings, Watch, run_trials
from fogel.core.workers import AtOnce, share_out

SMALL = Settings(trials=5, generations=12, parents=8)


@pytest.mark.parametrize("workers", [0, -1, 1.5, "a", True, float("nan"), 10**9])
def test_a_number_of_workers_that_is_none_is_refused(workers):
    with pytest.raises(ValueError, match=r"^workers must be a whole number from 1 to 1024, not"):
        run_trials(SMALL, workers=workers)


def test_a_failing_observer_stops_everything():
    def observe(settings, trial):
        def fail(generation):
            if trial == 2 and generation.number == 5:
                raise ZeroDivisionError("trial 2")

        return fail

    with pytest.raises(ZeroDivisionError, match="trial 2"):
        run_trials(SMALL.change(trials=40), observers=[Watch(observe)])


class FirstFails(Executor):
    """An executor whose first piece of work fails; it never begins with the others."""

    def __init__(self):
        self.futures = []

    def submit(self, work, /, *arguments, **options):
        self.futures.append(Future())
        if len(self.futures) == 1:
            self.futures[0].set_exception(ZeroDivisionError("trial 0"))
        return self.futures[-1]


def test_what_has_not_begun_is_called_off():
    executor = FirstFails()
    with pytest.raises(ZeroDivisionError, match="trial 0"):
        share_out(int, 4, 1, executor)
    assert [future.cancelled() for future in executor.futures] == [False, True, True, True]


def test_an_error_waits_for_who_asks():
    failed = AtOnce().submit(int, "no number")
    with pytest.raises(ValueError, match="no number"):
        failed.result()
