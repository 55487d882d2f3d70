"""Keeps all processes of one submission together: it starts a command, adopts the orphans, and ends
them all.

However a process was started, by a child's child, with another environment, in another session, it
stays a descendant of this one, so sandbox.py can count and stop it. When the other end of the pipe
LIFELINE is closed, or the command ends, everything ends, and then this process. It is called as
`supervisor.py LIFELINE END COMMAND ...`; END is a command too, as a JSON list, which ends what
killing COMMAND leaves running, such as a container. An empty list means that there is none.
"""

import json
import os
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress

import psutil

PATIENCE = 5.0  # seconds; a process that takes longer to end waits for the system, not for us


def main(lifeline, end, command):
    """Start a command and wait for its end, or for that of the lifeline; return an exit code."""
    adopt_orphans()
    os.set_inheritable(lifeline, False)
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    runner = start(command)
    while True:
        ready = select.select([lifeline, woken], [], [])[0]
        code = reap(runner)
        if code is not None or lifeline in ready:
            if end:
                run_to_end(end)
            end_all(runner)
            return 1 if code is None else code if code >= 0 else 128 - code  # as in a shell
        os.read(woken, 4096)


def run_to_end(command):
    """Run a command such as `podman kill`, and give the rest time to tidy up after it."""
    # The container may have ended by itself.
    subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True)
    deadline = time.monotonic() + PATIENCE
    while psutil.Process().children(recursive=True) and time.monotonic() < deadline:
        reap(None)
        time.sleep(0.01)


def adopt_orphans():
    """Let processes whose parents have ended become this one's children, so that none can hide.

    Only Linux can do that.
    """
    linux(36, 1)  # PR_SET_CHILD_SUBREAPER


def linux(what, value):
    """Tell the kernel something about this process, where the kernel has `prctl`."""
    with suppress(Exception):
        import ctypes

        ctypes.CDLL(None).prctl(what, value, 0, 0, 0)


def start(command):
    """Start a command in a session of its own, with our input and output; return its process ID."""
    runner = os.fork()
    if runner:
        return runner
    try:
        os.setsid()
        linux(1, signal.SIGKILL)  # PR_SET_PDEATHSIG: it ends when its supervisor does
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        # A shell lets commands in the background ignore it.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.execv(command[0], command)
    finally:
        os._exit(127)


def reap(runner):
    """Let go of all processes that have ended; return the runner's exit code if it is one of them.

    Otherwise return None.
    """
    code = None
    with suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            if found[0] == runner:
                code = os.waitstatus_to_exitcode(found[1])
    return code


def end_all(runner):
    """Stop all descendants, so that none starts another, and then end them."""
    # Outside Linux orphans belong to nobody: end at least the runner's process group.
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


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), json.loads(sys.argv[2]), sys.argv[3:]))
