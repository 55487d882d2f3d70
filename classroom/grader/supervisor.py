"""Keeps all processes of one submission together: it starts the runner, adopts whatever is
orphaned, and ends them all.

However a process was started, by a child's child, with another environment, in another session, it
stays a descendant of this one; so sandbox.py, the other half, can count and stop it. When the other
end of the pipe LIFELINE is closed, or the runner ends, so do all, and then this process. It is
forked by forkserver.py, or called as `supervisor.py LIFELINE KIND COMMAND ...`. With the kind
"namespaces" it is the first process of namespaces of its own (namespaces.py); with the kind
"container" the command is an engine's, and its container ends first.
"""

import os
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import psutil

PATIENCE = 5.0  # seconds; a process that does not go in that time waits for the system, not for us


def main(lifeline, begin, stop=lambda: None):
    """Starts a process that does what `begin` says, and waits; returns its exit code. At its end it
    calls `stop`.
    """
    adopt_orphans()
    os.set_inheritable(lifeline, False)
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    runner = start(begin)
    while True:
        ready = select.select([lifeline, woken], [], [])[0]
        code = reap(runner)
        if code is not None or lifeline in ready:
            stop()
            end_all(runner)
            return 1 if code is None else code if code >= 0 else 128 - code  # as a shell has it
        os.read(woken, 4096)


def keep(lifeline, kind, begin, tell=lambda supervisor: None):
    """As `main`, in a process of its own where the kind asks for namespaces; `tell` is told which
    process keeps.
    """
    first = sibling("namespaces").enter() if kind == "namespaces" else 0
    if not first:
        if kind != "namespaces":
            tell(os.getpid())
            return main(lifeline, begin)
        code = 1
        try:
            code = main(lifeline, begin)
        finally:
            os._exit(code)
    tell(first)
    os.close(lifeline)
    code = os.waitstatus_to_exitcode(os.waitpid(first, 0)[1])
    return code if code >= 0 else 128 - code


def stop_container(command):
    """Ends the container that an engine's command has started, and gives the engine time to tidy up
    after it.
    """
    name = command[command.index("--name") + 1]
    # The container may have ended by itself.
    subprocess.run([command[0], "kill", name], stdin=subprocess.DEVNULL, capture_output=True)
    deadline = time.monotonic() + PATIENCE
    while psutil.Process().children(recursive=True) and time.monotonic() < deadline:
        reap(None)
        time.sleep(0.01)


def sibling(name):
    """A module that stands beside this one; it is nowhere to be imported from, here or in a
    notebook.
    """
    spec = spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def adopt_orphans():
    """On Linux, processes whose parents have ended become this one's children, so that none can
    hide.
    """
    linux(36, 1)  # PR_SET_CHILD_SUBREAPER


def linux(what, value):
    """Tells the kernel something about this process, where it is one that has `prctl`."""
    with suppress(Exception):
        import ctypes

        ctypes.CDLL(None).prctl(what, value, 0, 0, 0)


def start(begin):
    """Starts a process in a session of its own, with this one's input and output; returns its
    number.
    """
    runner = os.fork()
    if runner:
        return runner
    try:
        os.setsid()
        linux(1, signal.SIGKILL)  # PR_SET_PDEATHSIG: without its supervisor it ends
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        # Who grades in the background ignores it.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        begin()
    finally:
        os._exit(127)


def reap(runner):
    """Lets go of all that have ended; returns the exit code of the runner if it is among them, else
    None.
    """
    code = None
    with suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            if found[0] == runner:
                code = os.waitstatus_to_exitcode(found[1])
    return code


def end_all(runner):
    """Ends all descendants: they are stopped first, so that none starts another while the rest are
    ended.
    """
    # Where orphans are nobody's: at least those of the runner's process group.
    if sys.platform != "linux":
        with suppress(OSError):
            os.killpg(runner, signal.SIGKILL)
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        family = psutil.Process().children(recursive=True)
        if not family:
            return
        for deed in (psutil.Process.suspend, psutil.Process.kill):
            for process in family:
                with suppress(psutil.Error):
                    deed(process)
        reap(None)
        time.sleep(0.002)


def called(lifeline, kind, *command):
    """As `supervisor.py LIFELINE KIND COMMAND ...`; returns an exit code."""
    begin = lambda: os.execv(command[0], command)  # noqa: E731
    if kind == "container":
        return main(int(lifeline), begin, lambda: stop_container(command))
    return keep(int(lifeline), kind, begin)


if __name__ == "__main__":
    sys.exit(called(*sys.argv[1:]))
