"""A folder that keeps files which take long to make, such as machine code.

One process makes them, while others wait. A list of their digests, written at the end, tells
whether they are complete and undamaged; if they are not, they are removed and made again.
"""

import hashlib
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from fogel.core.files import lock, write_file
from fogel.core.quiet import say

LOCK, PATIENCE = "lock", 300  # a process holds the lock while it makes files; others wait 300 s
MANIFEST = "manifest"  # the list


@contextmanager
def kept(folder: Path, what: str) -> Iterator[None]:
    """Enter a context in which a folder's files are whole, or are missing and should be written.

    `what` names them in notes. Raises OSError, for example if the disk is full.
    """
    with ExitStack() as stack:
        if not _is_whole(folder):
            if held := _open_lock(folder):
                stack.enter_context(held)
            if not _is_whole(folder):  # the process that held the lock may have made them
                _clear(folder, what)
        yield
        if not _is_whole(folder):  # also where another kind of processor shares the folder
            write_file(folder / MANIFEST, _digests(folder))


def _is_whole(folder):
    """Whether a folder has just the files that its manifest lists."""
    manifest = folder / MANIFEST
    return manifest.exists() and manifest.read_bytes() == _digests(folder).encode()


def _digests(folder):
    paths = sorted(path for path in folder.rglob("*.*") if path.is_file())  # not MANIFEST and LOCK
    found = ((hashlib.sha256(path.read_bytes()).hexdigest(), path.name) for path in paths)
    return "".join(f"{digest} {name}\n" for digest, name in found)


def _clear(folder, what):
    """Remove what a folder keeps, and say why that is made again."""
    manifest = folder / MANIFEST
    if manifest.exists():
        say(f"a file in {folder} is damaged, so {what} are compiled again")
    else:
        say(f"compiling {what}, which may take 15 seconds; the result is kept")
    for path in (manifest, *folder.rglob("*.*")):
        if path.is_file():
            path.unlink(missing_ok=True)


def _open_lock(folder: Path) -> Any:
    """Return a file that only this process holds until it is closed.

    Return None where files can't be locked, or after PATIENCE.
    """
    deadline = time.monotonic() + PATIENCE
    with suppress(OSError):
        while time.monotonic() < deadline:
            try:
                return lock(folder / LOCK)
            except BlockingIOError:
                say("another process is compiling the same, so this one waits for it")
                time.sleep(0.05)
    return None
