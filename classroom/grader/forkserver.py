"""Imports once what every submission needs, and then forks the process of each: starting Python
anew takes far longer.

The grader's half is launch.py. No student's code ever runs here, and nothing of a submission is
known here: a request is five file descriptors and the kind of fence, and all that a submission is
told comes through them. Called as `forkserver.py PACKAGE` with a socket as its input; it ends when
nobody holds the other end any more. Linux only, as is what it does to its children.
"""

import gc
import os
import signal
import socket
import struct
import sys
import traceback
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

# A runner's input, output and errors, the supervisor's lifeline, and where it tells its number and
# its end.
PLACES = 5
# PR_SET_DUMPABLE: whether others of the same account may look into a process and write there.
DUMPABLE = 4


def main(package):
    """Imports, says so, and forks a supervisor for every request."""
    supervisor, runner = sibling("supervisor"), sibling("runner")
    runner.load(package)
    supervisor.linux(DUMPABLE, 0)
    # Nobody waits for the supervisors: the system lets go of them.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    gc.freeze()  # what is here stays in memory that all share
    with socket.socket(fileno=os.dup(0)) as requests:
        requests.send(b"ready")
        while True:
            said, places, *_ = socket.recv_fds(requests, 16, PLACES)
            if not said:
                return
            if os.fork() == 0:
                keep(supervisor, runner, places, said.decode())
            for place in places:
                os.close(place)


def sibling(name):
    """A module that stands beside this one; it is nowhere to be imported from, here or in a
    notebook.
    """
    spec = spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def keep(supervisor, runner, places, kind):
    """In a new process: becomes a runner's supervisor, which tells its number, and at last an exit
    code; never returns.
    """
    code = 1
    try:
        *streams, lifeline, status = places
        os.setsid()
        for own, place in enumerate(streams):
            os.dup2(place, own)
        close_all_but(lifeline, status)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        tell = lambda number: os.write(status, struct.pack("i", number))  # noqa: E731
        code = supervisor.keep(lifeline, kind, lambda: run(supervisor, runner), tell)
        os.write(status, struct.pack("i", code))
    finally:
        os._exit(code)


def run(supervisor, runner):
    """In a runner's process: leaves behind what it shares with others, and obeys; never returns."""
    import numpy

    code = 1
    try:
        close_all_but()
        supervisor.linux(DUMPABLE, 1)
        # Otherwise all notebooks would draw the same; Python's own `random` sees to it itself.
        numpy.random.seed()
        runner.main()
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


def close_all_but(*places):
    """Closes every file descriptor but the three streams and these."""
    for name in os.listdir("/proc/self/fd"):
        if int(name) > 2 and int(name) not in places:
            try:
                os.close(int(name))
            except OSError:  # that by which the folder was read
                continue


if __name__ == "__main__":
    main(sys.argv[1])
