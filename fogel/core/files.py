"""Reading files within bounds, and writing them whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from fogel.core.types import FilePath

try:
    import fcntl
except ImportError:
    if os.name == "posix":  # it is there, but can't be loaded: no more files can be open
        raise
    fcntl = None  # type: ignore[assignment]

# Opening a pipe waits for its other end, and some devices do too, unless told not to.
_READING = os.O_RDONLY
for _flag in ("O_NONBLOCK", "O_NOCTTY", "O_BINARY"):
    _READING |= getattr(os, _flag, 0)

_OURS = ".fogel-"  # before the number of the process, in the name of a file that is being written
_LEFT = f".*{_OURS}*"


def read_text(path: FilePath, most: int) -> str:
    """The text, in UTF-8, of a regular file (or of a link to one) that has at most `most` bytes.

    Raises ValueError that says what is wrong with it, OSError where it can't be opened. It never
    waits, and it never reads more than that: a pipe may stay silent for ever, a device may never
    end, and both say that they have 0 bytes.
    """
    try:
        return read_bytes(path, most).decode("utf-8")
    except UnicodeDecodeError:
        raise ValueError("not text in UTF-8") from None


def read_bytes(path: FilePath, most: int, links: bool = True) -> bytes:
    """The same as bytes. Without `links`, a link is no regular file either."""
    kind = (os.stat if links else os.lstat)(path).st_mode
    # Opening one of these would fail with a less clear error, on Windows a folder too.
    if stat.S_ISSOCK(kind) or stat.S_ISLNK(kind) or stat.S_ISDIR(kind):
        raise ValueError("not a regular file")
    descriptor = os.open(path, _READING if links else _READING | getattr(os, "O_NOFOLLOW", 0))
    try:
        about = os.fstat(descriptor)  # since the path may lead elsewhere by now
        if not stat.S_ISREG(about.st_mode):
            raise ValueError("not a regular file")
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            content = file.read(most + 1) if about.st_size <= most else None
    finally:
        os.close(descriptor)
    if content is None or len(content) > most:
        raise ValueError(f"such a file has at most {most:,} bytes")
    return content


def shortened(text: str, most: int = 500) -> str:
    """Return a message without its middle if it is longer than `most`."""
    return text if len(text) <= most else f"{text[: most // 2]} ... {text[-most // 2 :]}"


def make_writable(folder: Path) -> None:
    """Makes a folder if it is not there; raises OSError if files can't be written into it.

    What writers that were killed have left there goes.
    """
    folder.mkdir(parents=True, exist_ok=True)
    _tidy(folder.glob(_LEFT))
    probe = _beside(folder / "probe")
    probe.touch()
    probe.unlink()


def tidy_within(folder: Path) -> None:
    """Removes what writers that were killed have left in a folder and in those within it."""
    _tidy(folder.rglob(_LEFT))


def _tidy(paths: Iterable[Path]) -> None:
    """Removes, of files that look as if they were being written, those whose writers are gone."""
    for path in paths:
        process = path.name.rpartition(_OURS)[2]
        if process.isdecimal() and not _is_alive(int(process)):
            path.unlink(missing_ok=True)


def _beside(path):
    """Where a file is written before it takes its place."""
    return path.with_name(f".{path.name}{_OURS}{os.getpid()}")


def _is_alive(process):
    """Whether there is a process of that number; where nobody can say, it counts as alive."""
    if os.name != "posix":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def write_file(path: FilePath, content: str | bytes) -> None:
    """Write a text or bytes beside its place and rename it, so that nobody finds half a file."""
    write_files({Path(path): content})


def write_files(contents: Mapping[Path, str | bytes]) -> None:
    """Write texts or bytes by path: first all of them beside their places, then rename them.

    Where one can't be written, as on a full disk, or can't take its place, as where Windows has it
    open, all are as they were; the OSError names its path. A process that is killed between two of
    the renames leaves the first files new and the others as they were.
    """
    places: dict[Path, Path] = {}
    replaced: dict[Path, bytes | None] = {}
    try:
        for path, content in contents.items():
            path = Path(path)
            if path.is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            if path.exists() and not path.is_file():  # or a file takes a device's place
                raise OSError(errno.EINVAL, "Not a regular file")
            beside = _beside(path)
            places[beside] = path
            beside.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
        for beside, path in places.items():
            before = path.read_bytes() if len(places) > 1 and path.exists() else None
            beside.replace(path)
            replaced[path] = before
    except OSError as problem:
        _put_back(replaced)
        # A full disk names no file, and nobody knows the other.
        raise OSError(problem.errno, problem.strerror, str(path)) from problem
    finally:
        for beside in places:
            beside.unlink(missing_ok=True)


def _put_back(contents):
    """Give files what they held, None for a missing one, as far as they can be written."""
    for path, content in contents.items():
        with suppress(OSError):
            if content is None:
                path.unlink()
            else:
                beside = _beside(path)
                beside.write_bytes(content)
                beside.replace(path)


def lock(path: Path) -> Any:
    """Lock a file, made if need be, until the returned object is closed or the process ends.

    Raises BlockingIOError if somebody else holds it.
    """
    while True:
        file = open(path, "a+b")  # noqa: SIM115 - the caller closes it
        try:
            _lock(file)
            if os.path.exists(path) and os.path.samestat(os.fstat(file.fileno()), os.stat(path)):
                return file
        except BaseException:
            file.close()
            raise
        file.close()  # its last holder has removed it in the meantime


def remove_lock(file: Any) -> None:
    """Close a lock and remove its file; another process that waits for the lock makes a new one."""
    path = Path(file.name)
    try:
        path.unlink(missing_ok=True)  # before it is closed, or it could be another holder's
    except PermissionError:  # Windows removes no file that is open
        file.close()
        with suppress(PermissionError):
            path.unlink(missing_ok=True)
    finally:
        file.close()


def _lock(file):
    if fcntl is None:  # Windows
        import msvcrt

        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError as problem:
            raise BlockingIOError(*problem.args) from None
        return
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
