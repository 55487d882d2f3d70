"""The folders in which submissions run: each is new, has a lock beside it, and is removed whatever
is in it.
"""

import os
import secrets
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path

from fogel.core import files

FOLDERS = "fogel-grading-"  # how their names begin, among all that is temporary


@contextmanager
def fresh(given):
    """A folder of its own with these files; a lock beside it says that somebody is at
    work in it.
    """
    root, lock = _own_place()
    with lock:
        try:
            root.mkdir(mode=0o700)
            folder = root / "work"
            folder.mkdir()
            folder.with_name("home").mkdir()
            for file, content in given.items():
                (folder / file).write_bytes(content)
            yield folder
        finally:
            remove(root)
            with suppress(OSError):
                lock_of(root).unlink()


def _own_place():
    """(a path that nobody has, its lock); a sweep elsewhere may hold a new lock for a moment."""
    while True:
        root = Path(tempfile.gettempdir()).resolve() / f"{FOLDERS}{secrets.token_hex(8)}"
        with suppress(BlockingIOError):
            return root, files.lock(lock_of(root))


def lock_of(root):
    """The lock of such a folder, a file beside it."""
    return root.with_name(f"{root.name}.lock")


def sweep():
    """Removes the folders of graders that were killed: those whose locks nobody holds any more."""
    for path in Path(tempfile.gettempdir()).resolve().glob(f"{FOLDERS}*.lock"):
        with suppress(OSError):
            if hasattr(os, "getuid") and path.lstat().st_uid != os.getuid():
                continue
            with files.lock(path):
                remove(path.with_suffix(""))
                path.unlink(missing_ok=True)


def remove(root):
    """Removes a folder, however deep it is and whatever may be read in it; a link's
    target stays.
    """
    if not os.path.isdir(root) or os.path.islink(root):
        return
    waiting, emptied = [str(root)], []
    while waiting:
        folder = waiting.pop()
        with suppress(OSError):
            os.chmod(folder, 0o700)
        with suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                with suppress(OSError):
                    # It is moved up, so that no path becomes too long.
                    if entry.is_dir(follow_symlinks=False):
                        os.chmod(entry.path, 0o700)
                        place = os.path.join(
                            root, f"{len(emptied)}-{len(waiting)}-{secrets.token_hex(4)}"
                        )
                        os.rename(entry.path, place)
                        waiting.append(place)
                    else:
                        os.unlink(entry.path)
        emptied.append(folder)
    for folder in reversed(emptied):
        with suppress(OSError):
            os.rmdir(folder)
