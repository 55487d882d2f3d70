"""Who does the work: whoever it is, the numbers are the same."""

from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import pytest
from same import bits
from tqdm import tqdm

from fogel import Settings, Watch, run_trials
from fogel.core.workers import AtOnce, share_out
from fogel.engine.logbook import Logbook

SMALL = Settings(trials=5, generations=12, parents=8)


@pytest.fixture(scope="module")
def small_run():
    return run_trials(SMALL)


@pytest.mark.parametrize("workers", [0, -1, 1.5, "a", True, float("nan"), 10**9])
def test_a_number_of_workers_that_is_none_is_refused(workers):
    with pytest.raises(ValueError, match=r"^workers must be a whole number from 1 to 1024, not"):
        run_trials(SMALL, workers=workers)


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_the_same_bits_with_any_number_of_workers(small_run, workers):
    assert bits(run_trials(SMALL, workers=workers)) == bits(small_run)


@pytest.mark.parametrize(
    "make",
    [AtOnce, lambda: ThreadPoolExecutor(3), lambda: ProcessPoolExecutor(2, get_context("spawn"))],
)
def test_the_same_bits_with_any_executor(small_run, make):
    with make() as executor:
        assert bits(run_trials(SMALL, executor=executor)) == bits(small_run)


def test_the_same_bits_on_a_cluster(small_run):
    from distributed import Client

    with Client(
        n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None
    ) as client:
        assert bits(run_trials(SMALL, executor=client.get_executor())) == bits(small_run)


def test_progress_wraps_all_generations():
    seen = []

    def progress(generations):
        seen.append(len(generations))
        for generation in generations:
            seen.append(generation)
            yield generation

    run_trials(SMALL, progress=progress)
    assert seen == [60, *range(60)]
    run_trials(SMALL, progress=lambda generations: tqdm(generations, disable=True))


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


def test_a_logbook_observes_in_another_process():
    with ProcessPoolExecutor(1, get_context("spawn")) as executor:
        run = run_trials(SMALL.change(trials=1), [Watch(Logbook)], executor)
    assert sorted(run.trials[0].observer.log.generations) == list(range(1, 13))


def test_an_error_waits_for_who_asks():
    failed = AtOnce().submit(int, "no number")
    with pytest.raises(ValueError, match="no number"):
        failed.result()
