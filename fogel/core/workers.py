"""Sharing out work to threads or another executor, with a progress bar.

Numbers never depend on it: a trial has random numbers of its own, whoever computes it.
"""

import os
import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

from fogel.core.quiet import is_quiet
from fogel.core.settings import MOST_WORKERS, check_whole


def available_cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def progress(generations: Any, unit: str = "generations") -> Any:
    """`generations`, an iterable, with a progress bar that counts such a `unit`.

    None where standard error is no terminal and no notebook.
    """
    if is_quiet():
        return generations
    from tqdm.auto import tqdm

    return tqdm(generations, unit=f" {unit}", disable=None, leave=False, dynamic_ncols=True)


# Many parameters: each command that computes offers all of them.
def share_out(
    work: Callable[..., Any],
    parts: int | Sequence[Any],
    generations: int,
    executor: Executor | None = None,
    progress: Callable[..., Any] | None = None,
    workers: int | None = None,
    found: dict[int, Any] | None = None,
    finished: Callable[[int, Any], object] | None = None,
) -> tuple[Any, ...]:
    """Return what `work(part, tick=...)` returns for each part, a tuple; see `run_trials`.

    `parts`: the parts, or how many trials there are, which then are the parts. `generations`: the
    steps of a part. `found`: {number of a part: what is there already}. `finished(number, result)`
    is called here as each of the others is done.
    """
    if isinstance(parts, int):
        parts = range(parts)
    if executor is not None:
        return _work_on(executor, work, parts, generations, progress, found, finished)
    with local_workers(workers) as threads:
        return _work_on(threads, work, parts, generations, progress, found, finished)


def local_workers(workers: int | None) -> Executor:
    """Return an executor of so many threads, or of one for each core.

    Where none can be started, as in a browser's Python, it works itself. Raises ValueError if
    `workers` is out of range.
    """
    count = available_cores()
    if workers is not None:
        count = check_whole("workers", workers, 1, MOST_WORKERS)
    try:
        thread = threading.Thread(target=int)
        thread.start()
    except RuntimeError:
        return AtOnce()
    thread.join()
    return ThreadPoolExecutor(count)


class AtOnce(Executor):
    """An executor that does each piece of work when it is handed over."""

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **options: Any) -> Future:
        """The Future of what is done already."""
        future = Future()
        try:
            future.set_result(work(*arguments, **options))
        except Exception as problem:
            future.set_exception(problem)
        return future


# Many parameters: those of share_out, which are the ways to share out work.
def _work_on(executor, work, parts, generations, progress, found, finished):
    found = found or {}
    missing = [number for number in range(len(parts)) if number not in found]
    countdown = _Countdown(len(missing) * generations, finished)
    # Other workers can't tell what they have done so far.
    shares_memory = isinstance(executor, ThreadPoolExecutor)
    try:
        tick = countdown.tick if shares_memory else None
        for number in missing:
            future = executor.submit(work, parts[number], tick=tick)
            countdown.watch(number, future, 0 if shares_memory else generations)
        for _ in progress(countdown) if progress else countdown:
            pass
        results = {number: future.result() for number, future in countdown.futures.items()}
        return tuple({**found, **results}[number] for number in range(len(parts)))
    finally:
        countdown.stop()


class _Countdown:
    """An iterable of all generations, each yielded when it is done; raises a trial's error.

    `finished(trial, result)` is called on the way for each trial that is done, by who iterates.
    """

    def __init__(self, length, finished=None):
        self.length, self.finished, self.futures = length, finished, {}
        self.done, self.stopped = queue.SimpleQueue(), threading.Event()

    def __len__(self):
        return self.length

    def __iter__(self):
        yielded = reported = 0
        while yielded < self.length or reported < len(self.futures):
            count, trial = self.done.get()
            if trial is not None:
                result = self.futures[trial].result()  # or the error that ended it
                reported += 1
                if self.finished:
                    self.finished(trial, result)
            yield from range(yielded, yielded + count)
            yielded += count

    def tick(self, generations):
        """Count a trial's generations, and end the trial if nobody waits for it any more."""
        if self.stopped.is_set():
            raise InterruptedError("another trial failed or was interrupted")
        self.done.put((generations, None))

    def watch(self, trial, future, generations):
        """Notices when a trial is done, and counts its generations, which it could not tick."""
        self.futures[trial] = future
        future.add_done_callback(lambda future: self.done.put((generations, trial)))

    def stop(self):
        """Ends what still runs."""
        self.stopped.set()
        for future in self.futures.values():
            future.cancel()
