"""Kernels for the notebooks that tests run: each is forked from a process that has imported what
every kernel imports.

To start Python, IPython, NumPy, Numba and Matplotlib anew takes a second of a processor, some
eighty times in a run of all tests. A forked kernel is as fresh as a new one: the process that forks
has run no cell, has none of fogel's modules and has drawn no random number; its environment was the
kernel's. Where one of these would not be so, and where nothing can be forked, a kernel is started
as ever. `serve` is the half that runs in that process.
"""

import json
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import time
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path

IMPORTED = (
    "numpy", "numba", "scipy.special", "matplotlib.figure", "matplotlib.backends.backend_agg",
    "IPython", "ipywidgets", "ipykernel.kernelapp", "ipykernel.ipkernel", "ipykernel.zmqshell",
)  # fmt: skip
MODULE = ["-m", "ipykernel_launcher"]  # what a kernel's command runs
# Variables that don't matter to what is imported.
OF_ITS_OWN = ("PYTEST_CURRENT_TEST", "JPY_PARENT_PID", "JPY_SESSION_NAME")
KNOWN = {"env", "cwd", "stdout", "stderr"}  # what can be asked of a fork
LARGEST = 1_000_000  # bytes of a request
STARTING = 300.0  # seconds for the imports, on a busy machine
NUMBER = struct.Struct("i")  # a process's number, and later its exit code


def use():
    """Makes every kernel that this process starts a forked one; without Jupyter nothing happens."""
    if sys.platform != "linux":  # elsewhere what has imported NumPy can't be trusted to fork
        return
    with suppress(ImportError):
        from jupyter_client.provisioning import KernelProvisionerFactory

        factory = KernelProvisionerFactory.instance()
        group = KernelProvisionerFactory.GROUP_NAME
        factory.provisioners["forked"] = EntryPoint("forked", "forked_kernels:provisioner", group)
        factory.default_provisioner_name = "forked"


def provisioner(**about):
    """What Jupyter starts a kernel by."""
    return _provisioner()(**about)


@cache
def _provisioner():
    from jupyter_client.provisioning import LocalProvisioner

    class ForkedKernels(LocalProvisioner):
        """Forks a kernel if it can."""

        async def launch_kernel(self, cmd, **kwargs):
            process = forked(cmd, **kwargs)
            if process is None:
                return await super().launch_kernel(cmd, **kwargs)
            self.process, self.pid, self.pgid = process, process.pid, process.pid
            self.cwd = kwargs.get("cwd") or Path.cwd()
            return self.connection_info

    return ForkedKernels


def forked(command, **options):
    """The process of a kernel that is forked, or None if a new Python has to be started for it."""
    place = next((k for k in range(len(command)) if command[k : k + 2] == MODULE), 0)
    options = {name: value for name, value in options.items() if value is not None}
    if not place or not set(options) <= KNOWN:
        return None
    environment = options.get("env") or dict(os.environ)
    shared = {name: value for name, value in environment.items() if name not in OF_ITS_OWN}
    python = tuple(command[:place])
    try:
        parent = forkserver(python, tuple(sorted(shared.items())))
        return Kernel(
            parent,
            command[place + 2 :],
            environment,
            str(options.get("cwd") or Path.cwd()),
            options,
        )
    except OSError:
        return None


class Forkserver:
    """A process that has imported and waits, as long as ours lives; OSError if it can't start."""

    def __init__(self, python, environment):
        self.socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self.child = subprocess.Popen(
                [*python, __file__],
                stdin=theirs,
                stdout=subprocess.DEVNULL,
                env=environment,
                start_new_session=True,
            )
        self.socket.settimeout(STARTING)
        if not self.socket.recv(NUMBER.size):
            raise OSError("nothing can be forked")


@cache
def forkserver(python, environment):
    """The Forkserver of a Python with its options, in an environment."""
    return Forkserver(python, dict(environment))


class Kernel:
    """A kernel that is forked: as much of a Popen as Jupyter needs."""

    stdin = stdout = stderr = None

    def __init__(self, parent, arguments, environment, folder, options):
        self.returncode = None
        request = json.dumps(
            {"arguments": arguments, "environment": environment, "folder": folder}
        ).encode()
        self.status, status = os.pipe()
        with open(os.devnull, "rb") as nothing:
            streams = [
                nothing.fileno(),
                *(_number(options.get(name, k)) for k, name in ((1, "stdout"), (2, "stderr"))),
            ]
            try:
                socket.send_fds(parent.socket, [request], [*streams, status])
            finally:
                os.close(status)
        self.pid = NUMBER.unpack(os.read(self.status, NUMBER.size) or NUMBER.pack(0))[0]
        if not self.pid:
            raise OSError("no kernel was forked")

    def poll(self):
        """The exit code, None while it runs."""
        if self.returncode is None and select.select([self.status], [], [], 0)[0]:
            told = os.read(self.status, NUMBER.size)
            self.returncode = NUMBER.unpack(told)[0] if told else -signal.SIGKILL
            os.close(self.status)
        return self.returncode

    def wait(self, timeout=None):
        """The exit code; raises subprocess.TimeoutExpired."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while self.poll() is None:
            if deadline is not None and time.monotonic() > deadline:
                raise subprocess.TimeoutExpired("a kernel", timeout)
            time.sleep(0.01)
        return self.returncode

    def send_signal(self, number):
        """Sends it a signal, if it runs."""
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def terminate(self):
        """Asks it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self):
        """Ends it."""
        self.send_signal(signal.SIGKILL)


def _number(stream):
    return stream if isinstance(stream, int) else stream.fileno()


# The process that forks.


def serve():
    """Import, say so, and fork a kernel for every request, until nobody can ask any more."""
    given = dict(os.environ)
    # As a kernel has it.
    os.environ.setdefault("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    for name in IMPORTED:
        with suppress(ImportError):
            import_module(name)
    with suppress(ImportError):
        import numba

        numba.njit("()")(lambda: None)  # loads what the first compiled function needs
    import gc

    gc.freeze()  # what is here stays in memory that all share
    os.environ.clear()
    os.environ.update(given)
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    running = {}  # by its number the pipe by which a kernel's end is told
    with socket.socket(fileno=os.dup(0)) as requests:
        requests.send(NUMBER.pack(os.getpid()))
        while True:
            ready = select.select([requests, woken], [], [])[0]
            if woken in ready:
                os.read(woken, 4096)
                tell_ends(running)
            if requests in ready:
                request, places, *_ = socket.recv_fds(requests, LARGEST, 4)
                if not request:
                    return
                *streams, status = places
                child = os.fork()
                if not child:
                    signal.set_wakeup_fd(-1)
                    requests.close()
                    for place in (woken, wake, status, *running.values()):
                        os.close(place)
                    return become(json.loads(request), streams)
                for place in streams:
                    os.close(place)
                running[child] = status
                os.write(status, NUMBER.pack(child))


def tell_ends(running):
    """Tells of each kernel that has ended with what exit code, and forgets it."""
    with suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            status = running.pop(found[0])
            with suppress(BrokenPipeError):
                os.write(status, NUMBER.pack(os.waitstatus_to_exitcode(found[1])))
            os.close(status)


def become(request, streams):
    """In a new process: a kernel as its command would start it."""
    parent = os.getppid()
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for own, place in enumerate(streams):
        os.dup2(place, own)
        os.close(place)
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["folder"])
    import numpy

    # Otherwise all kernels would draw the same; Python's own `random` sees to it itself.
    numpy.random.seed()
    sys.argv = [
        "ipykernel_launcher.py",
        *request["arguments"],
        f"--IPKernelApp.parent_handle={parent}",
    ]
    from ipykernel import kernelapp

    kernelapp.launch_new_instance()


if __name__ == "__main__":
    del sys.path[0]  # this folder: a kernel looks in its own
    serve()
