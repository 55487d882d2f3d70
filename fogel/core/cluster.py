"""The workers of a dask scheduler, as an executor.

Needs the extra `dask`. Settings go out and results come back; nothing else is shared, no disk
either.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any

from fogel.core.saving import program

WAIT = 10  # seconds for a scheduler to answer


class ClusterError(ValueError):
    """A cluster that can't be used: says why, in one line."""


@contextmanager
def workers(address: str, module: str = "curve") -> Iterator[Executor]:
    """An Executor of the workers that the scheduler at an address has, or will have; `module`: what
    they compute with.

    Raises ClusterError if distributed is not installed or nobody answers. A worker that has another
    version of the program ends the work with an error that says so: its numbers might be others.
    """
    try:
        from distributed import Client
    except ImportError:
        raise ClusterError(
            "the package distributed is not installed (pip install fogel[dask])"
        ) from None
    client, trouble = None, ""
    try:
        client = Client(address, timeout=WAIT, set_as_default=False)
    except (OSError, ValueError, TypeError) as problem:
        trouble = " ".join(str(problem).split())
    if client is None:
        # Closes its remains, which at the interpreter's end would wait for a thread that is no
        # more.
        gc.collect()
        raise ClusterError(f"no scheduler answers at {address!r} ({trouble})")
    with client:
        yield Checked(client.get_executor(), module)


class Checked(Executor):
    """An Executor whose workers make sure at the start that they have the same program."""

    def __init__(self, executor, module):
        self.executor, self.module = executor, module

    def submit(self, work: Callable, /, *arguments: Any, **options: Any) -> Any:
        """As any Executor's."""
        return self.executor.submit(
            checked_work, self.module, program(self.module), work, *arguments, **options
        )


def checked_work(
    module: str, expected: Any, work: Callable, *arguments: Any, **options: Any
) -> Any:
    """What `work` returns; ClusterError if this program up to a module is not the expected one."""
    here = program(module)
    for name, value in expected.items():
        if here[name] != value:
            raise ClusterError(
                f"a worker has another version of the program: {name} {here[name]}, not {value}"
            )
    return work(*arguments, **options)
