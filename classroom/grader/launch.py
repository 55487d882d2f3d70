"""How the process of a submission is started: forked from a forkserver, which has imported
everything, or as a new Python.

To fork takes hundredths of a second, a new Python half a second of a processor; but only Linux can
be trusted to fork what has imported NumPy. Where no fence protects the forkserver, a submission may
end it: then another one is started, and where that fails, a new Python. Either way a supervisor and
a runner are started, and the runner finds the same.
"""

import atexit
import os
import select
import signal
import socket
import struct
import subprocess
import sys
from contextlib import suppress
from functools import cache
from io import FileIO
from pathlib import Path

import fogel

RUNNER, SUPERVISOR, FORKSERVER = (
    Path(__file__).with_name(f"{name}.py") for name in ("runner", "supervisor", "forkserver")
)
PYTHON = [sys.executable, "-I", "-B", "-X", "utf8"]
KEPT = os.name == "posix"  # whether a supervisor stands between us and the runner
FORKED = sys.platform == "linux"  # elsewhere what has imported NumPy can't be trusted to fork
STARTING = 300.0  # seconds that Python has to start, which may take long on a busy machine
FORKING = 30.0  # seconds that a forkserver has to fork; one that does not is given up
TRIES = 2  # forkservers that are asked
NUMBER = struct.Struct(
    "i"
)  # what a supervisor tells: which process it is, and at last an exit code


def start(folder, kind, contained=()):
    """(the process of a submission in a folder, the end of its lifeline that is ours): a Popen, or
    as good as one.

    `kind` is "namespaces", for such of its own, "shared", or "container", for which `contained` is
    the command.
    """
    lifeline, ours = os.pipe()
    try:
        return _started(folder, lifeline, kind, contained), ours
    except BaseException:
        os.close(ours)
        raise
    finally:
        os.close(lifeline)


def _started(folder, lifeline, kind, contained):
    for _ in range(TRIES if FORKED and not contained else 0):
        try:
            return Forked(forkserver(), lifeline, kind)
        except OSError:  # whoever killed it has gained nothing
            give_up()
    runner = contained or [*PYTHON, str(RUNNER)]
    return subprocess.Popen(
        [*PYTHON, str(SUPERVISOR), str(lifeline), kind, *runner] if KEPT else runner,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        cwd=folder,
        env=None if contained else environment(folder),  # an engine needs to find what is its own
        start_new_session=True,
        pass_fds=[lifeline] if KEPT else (),
    )


def environment(folder, names=("PATH", "LANG", "LC_ALL", "SYSTEMROOT", "LD_LIBRARY_PATH")):
    """No more than Python needs; home and temporary files are beside the folder, and no library
    starts threads.

    `names` are those that are handed on.
    """
    kept = {name: os.environ[name] for name in names if name in os.environ}
    own = dict.fromkeys(
        ("HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP", "IPYTHONDIR", "MPLCONFIGDIR"),
        str(folder.with_name("home")),
    )
    single = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    return {**kept, **own, **single, "MPLBACKEND": "Agg", "FOGEL_QUIET": "1", "PYTHONHASHSEED": "0"}


# The forkserver.


class Forkserver:
    """A forkserver that is ready, and the socket to it; a process that is forked from ours shares
    both. Raises OSError.
    """

    def __init__(self):
        self.socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self.child = subprocess.Popen(
                [*PYTHON, str(FORKSERVER), fogel.__file__],
                stdin=theirs,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd="/",
                env=environment(Path("/nowhere/work")),
                start_new_session=True,
            )
        self.starter = os.getpid()
        self.socket.settimeout(STARTING)
        if not self.socket.recv(16):
            self.end()
            raise OSError("the forkserver did not start")
        self.socket.settimeout(FORKING)

    def end(self):
        """Ends it, and lets go of it."""
        self.socket.close()
        if os.getpid() == self.starter:
            self.child.kill()
            self.child.wait()


@cache
def forkserver():
    """The Forkserver of this process, or that of the process from which this one was forked."""
    return Forkserver()


def prepare():
    """Starts the forkserver now, so that workers that are forked next share it."""
    if FORKED:
        with suppress(OSError):  # each does without
            forkserver()


@atexit.register
def give_up():
    """Ends the forkserver if there is one, so that the next request starts another."""
    if forkserver.cache_info().currsize:
        forkserver().end()
        forkserver.cache_clear()


class Forked:
    """A supervisor that a forkserver has forked: as much of a Popen as the sandbox needs. Raises
    OSError if it does not.
    """

    def __init__(self, forkserver, lifeline, kind):
        (stdin, to), (out, stdout), (err, stderr), (self.status, status) = (
            os.pipe() for _ in range(4)
        )
        self.stdin, self.stdout, self.stderr = FileIO(to, "w"), FileIO(out), FileIO(err)
        self.returncode = None
        try:
            socket.send_fds(
                forkserver.socket, [kind.encode()], (stdin, stdout, stderr, lifeline, status)
            )
        except OSError:
            self._close()
            raise
        finally:
            for place in (stdin, stdout, stderr, status):
                os.close(place)
        told = self._told(FORKING)
        if not told:
            self._close()
            raise OSError("no process was forked")
        self.pid = NUMBER.unpack(told)[0]

    def _told(self, timeout):
        """What the supervisor tells next; b"" if it has ended, None if that takes longer."""
        poll = select.poll()
        poll.register(self.status, select.POLLIN)
        return os.read(self.status, NUMBER.size) if poll.poll(1000 * timeout) else None

    def _close(self):
        os.close(self.status)
        for pipe in (self.stdin, self.stdout, self.stderr):
            pipe.close()

    def wait(self, timeout):
        """The exit code; raises subprocess.TimeoutExpired."""
        if self.returncode is None:
            told = self._told(timeout)
            if told is None:
                raise subprocess.TimeoutExpired("a runner", timeout)
            self.returncode = NUMBER.unpack(told)[0] if told else -signal.SIGKILL
            os.close(self.status)
        return self.returncode
