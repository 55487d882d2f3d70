"""Fences: what keeps a submission's process from other people's files, processes and networks.

There are three. A container runs only on request (container.py). Otherwise it is bubblewrap where
that is installed and the system lets it work, and Landlock where it isn't. Each says how to start a
runner, what to tell it about its place, and one sentence for the person who grades.
"""

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import fogel
from grader import launch

# System files that Python and its libraries read; nothing in them is a secret.
SYSTEM = (
    *("/usr", "/lib", "/lib64", "/bin", "/sbin", "/sys/devices/system/cpu"),
    *("/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives"),
    *("/etc/localtime", "/etc/fonts"),
)
DEVICES = ("/dev/null", "/dev/urandom")
PAGE = 'the page "Running submissions safely" says what it keeps out'


class NoFence:
    """A folder and a process of its own, and nothing else: macOS, Windows, and old kernels."""

    landlock = False  # whether the runner fences itself in
    own_processes = 0  # processes of the fence, which aren't the submission's
    words = (
        "Fence: none. A submission could read and write files outside its own folder; use"
        ' --container (see the page "Running submissions safely").'
    )

    def command(self, folder, limits):
        """The command that runs a runner in a submission's folder."""
        return launch.RUN

    def about(self, folder):
        """The facts about its place that a runner is told first."""
        return {
            "folder": str(folder),
            "home": str(folder.with_name("home")),
            "landlock": self.landlock,
            "readable": readable(),
            "package": fogel.__file__,
            "environment": launch.environment(folder),
        }

    def environment(self, folder):
        """The environment in which the command itself is started."""
        return launch.environment(folder)

    def end(self, folder):
        """The command that ends whatever `command` has started; [] if killing it is enough."""
        return []


class Landlock(NoFence):
    """The kernel's own fence for files and signals, which the runner puts up around itself."""

    landlock = True
    words = f"Fence: Landlock; {PAGE}. With bubblewrap installed, it would be tighter."


class Bubblewrap(NoFence):
    """Namespaces of its own: no network, no other process, and no file that it doesn't need."""

    own_processes = 2  # one waits outside, the other is the first process inside
    words = f"Fence: bubblewrap; {PAGE}."

    def __init__(self, program):
        self.program = program

    def command(self, folder, limits):
        """The command that runs a runner in namespaces of its own."""
        options = ["--unshare-all", "--die-with-parent", "--cap-drop", "ALL", "--proc", "/proc"]
        for path in (*readable(), str(launch.RUNNER)):
            options += ["--ro-bind-try", path, path]
        for path in DEVICES:
            options += ["--dev-bind-try", path, path]
        for path in (folder, folder.with_name("home")):
            options += ["--bind", str(path), str(path)]
        # The first process inside is bubblewrap's own, which has none of a runner's limits.
        options += ["--tmpfs", "/proc/1", "--remount-ro", "/proc/1"]
        # The folders that bubblewrap makes to hold all this are memory, which nobody would count.
        return [
            *(self.program, *options, "--remount-ro", "/", "--chdir", str(folder)),
            *("--", *launch.RUN),
        ]


def chosen(limits):
    """The fence of a submission with these Limits."""
    return limits.container or found()


def found():
    """The best fence of this system."""
    return available()[0]


@cache
def available():
    """All fences that work here, the best first."""
    fences = [NoFence()]
    if _has_landlock():
        fences.insert(0, Landlock())
    program = shutil.which("bwrap") if sys.platform == "linux" else None
    if program and _works(program):
        fences.insert(0, Bubblewrap(program))
    return fences


def _works(program):
    """Whether bubblewrap may make namespaces here, which not every system lets it do."""
    trial = [program, "--unshare-all", "--cap-drop", "ALL", "--ro-bind", "/", "/", "true"]
    return subprocess.run(trial, stdin=subprocess.DEVNULL, capture_output=True).returncode == 0


def _has_landlock():
    try:
        import landlockpy
    except ImportError:
        return False
    return landlockpy.supported()


def readable():
    """The system's files, and the folders of Python, its packages and fogel; not the grader's."""
    prefixes = {sys.prefix, sys.base_prefix, sys.exec_prefix, str(Path(fogel.__file__).parent)}
    real = {str(Path(path).resolve()) for path in (*prefixes, Path(sys.executable).parent)}
    real |= {str(Path(sys.executable).resolve().parents[1])}
    return sorted({path for path in (*SYSTEM, *prefixes, *real) if os.path.exists(path)})
