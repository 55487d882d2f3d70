"""What Ctrl-C does: one line that says how to resume, and the end.

Nothing needs cleaning up: what is written is whole or not there, so an interruption is no worse
than a power cut.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

FAILED, INTERRUPTED = 1, 130  # exit codes; parser.py has others
PATIENCE = 0.5  # seconds that the main thread has to end the program itself
_more = []  # functions that say what else there is to say, the innermost last
_ending = threading.Lock()  # taken by who ends the program
_starting = threading.Lock()  # held by who starts a process
_wanted = threading.Event()  # Ctrl-C was pressed


@contextmanager
def saying(words: Callable[[], str]) -> Iterator[None]:
    """While this lasts, an interruption's line ends with what `words()` returns."""
    _more.append(words)
    try:
        yield
    finally:
        _more.remove(words)


@contextmanager
def waiting() -> Iterator[None]:
    """While this lasts, Ctrl-C waits: a process that is being started would complain of a parent
    that is gone.
    """
    with _starting:
        yield
    if _wanted.is_set():
        _end()


def line() -> str:
    """What is said of an interruption."""
    return "interrupted" + "".join(f"; {words()}" for words in _more[-1:])


def end_at_once() -> None:
    """Lets Ctrl-C end the program from now on, whatever it is doing: an import, a wait, or compiled
    code.
    """
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, _pressed)
        _watch()


def _pressed(number, frame):
    _wanted.set()
    if not _starting.locked():
        _end()


def _watch():
    """Starts a thread that ends the program too: Python's handlers run in the main thread, which
    may be asleep.

    While that blocks the signal, as it does where it starts a process, the system hands it to any
    other thread. Nobody wakes the main thread then, on Windows never while it waits for a thread.
    But a byte is written for each signal, whoever takes it: into a socket, since Windows knows of
    no other place.
    """
    import socket  # Ctrl-C is listened to by now

    told, tells = socket.socketpair()
    tells.setblocking(False)
    signal.set_wakeup_fd(tells.fileno(), warn_on_full_buffer=False)

    def wait():
        while tells and signal.SIGINT not in told.recv(1):  # the thread keeps both of them open
            continue
        # The main thread, if it is awake, can end even in the middle of a write.
        time.sleep(PATIENCE)
        with _starting:
            _end()

    threading.Thread(target=wait, daemon=True).start()


def _end():
    if not _ending.acquire(blocking=False):
        return
    clear = "\r\x1b[K" if sys.stderr is not None and sys.stderr.isatty() else ""  # a progress bar
    for stream, words in ((sys.stdout, ""), (sys.stderr, f"{clear}{line()}\n")):
        try:
            stream.write(words)
            stream.flush()
        except (
            Exception
        ):  # closed, full, or interrupted in the middle of a write: there is nobody left to tell
            continue
    os._exit(INTERRUPTED)
