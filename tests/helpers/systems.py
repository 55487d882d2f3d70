"""What some systems lack, for the tests that need it: there they are left out, and say why."""

import os
import shutil
import sys
import tempfile
from pathlib import Path

import pytest

POSIX = os.name == "posix"


def _links():
    """Whether this account may make links; on Windows that is a privilege."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            (Path(folder) / "link").symlink_to("nothing")
        except OSError:
            return False
    return True


def _said_of(path):
    """What the system says of a path where nothing is."""
    try:
        os.stat(path)
    except OSError as problem:
        return problem.strerror


THERE = {
    "/dev/full": os.path.exists("/dev/full"),
    "/proc": os.path.exists("/proc/self/status"),
    "devices": POSIX,
    # Elsewhere a process that has imported NumPy may crash when it is forked.
    "forks": sys.platform == "linux",
    "links": _links(),
    "loops of links": POSIX and _links(),
    "named pipes": hasattr(os, "mkfifo"),
    "replacing open files": POSIX,  # and removing them
    "shell": POSIX and shutil.which("sh") is not None,
    "signals": hasattr(os, "killpg"),
    "sockets in folders": POSIX,
    "sparse files": POSIX,
}
INSIDE_A_FILE = str(Path(__file__) / "folder")  # where no system can make one
MISSING = _said_of(Path(__file__).with_name("none"))
NAMELESS = _said_of("")


def missing(*needed):
    """Return those of some things that this system does not have, in words, or nothing."""
    return ", ".join(name for name in needed if not THERE[name])


def needs(*needed):
    """Return a mark that leaves a test out where the system lacks one of these things."""
    return pytest.mark.skipif(
        bool(missing(*needed)), reason=f"this system lacks: {missing(*needed)}"
    )
