"""Worker processes that leave Ctrl-C to their parent and end when it does."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from typing import Any

from fogel.cli.stopping import waiting


class Processes(ProcessPoolExecutor):
    """A ProcessPoolExecutor of such processes, which import what they need (spawn)."""

    def __init__(self, workers):
        _start_tracker()
        super().__init__(workers, get_context("spawn"), _follow_parent)

    def submit(
        self, function: Callable[..., Any], /, *arguments: Any, **options: Any
    ) -> Future[Any]:
        """As any Executor's; a process that is started here never hears of Ctrl-C, not while it
        imports either.
        """
        if not hasattr(signal, "pthread_sigmask"):  # Windows
            return super().submit(function, *arguments, **options)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # a process inherits it
        try:
            with waiting():
                return super().submit(function, *arguments, **options)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_tracker():
    """Starts the process that removes what a killed program leaves: it need not say that there was
    something.
    """
    if os.name != "posix":  # it is only there
        return
    from multiprocessing import resource_tracker

    before = os.environ.get("PYTHONWARNINGS")
    os.environ["PYTHONWARNINGS"] = ",".join(filter(None, (before, "ignore:resource_tracker")))
    try:
        resource_tracker.ensure_running()
    finally:
        if before is None:
            del os.environ["PYTHONWARNINGS"]
        else:
            os.environ["PYTHONWARNINGS"] = before


def _follow_parent():
    def wait():
        parent_process().join()
        os._exit(1)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=wait, daemon=True).start()
