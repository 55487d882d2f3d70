"""What Ctrl-C does: one line that says how to go on, and the end, at once.

Nothing needs cleaning up: what is written is whole or not there, so an interruption is no worse than a power cut.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

INTERRUPTED = 130  # exit code
_more = []  # functions that say what else there is to say, the innermost last


@contextmanager
def saying(words: Callable[[], str]) -> Iterator[None]:
    """While this lasts, an interruption's line ends with what `words()` returns."""
    _more.append(words)
    try:
        yield
    finally:
        _more.remove(words)


def line() -> str:
    """What is said of an interruption."""
    return "interrupted" + "".join(f"; {words()}" for words in _more[-1:])


def end_at_once() -> None:
    """Lets Ctrl-C end the program from now on, whatever it is doing: an import, a wait, or compiled code."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, _end)


def _end(number, frame):
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    clear = "\r\x1b[K" if sys.stderr is not None and sys.stderr.isatty() else ""  # a progress bar
    for stream, words in ((sys.stdout, ""), (sys.stderr, f"{clear}{line()}\n")):
        try:
            stream.write(words)
            stream.flush()
        except Exception:  # closed, full, or interrupted in the middle of a write: there is nobody left to tell
            continue
    os._exit(INTERRUPTED)
