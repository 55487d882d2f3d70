"""Starts a submission's process: a supervisor, which starts the command of its fence.

A new Python that imports NumPy and IPython takes half a second of a processor. A fork of a process
that has imported them would be faster, but it can't be put behind a fence that is a program, and
outside Linux it can't be trusted at all. So there is one way, and it works everywhere.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

RUNNER, SUPERVISOR = (Path(__file__).with_name(f"{name}.py") for name in ("runner", "supervisor"))
PYTHON = [sys.executable, "-I", "-B", "-X", "utf8"]
RUN = [*PYTHON, str(RUNNER)]
KEPT = os.name == "posix"  # whether a supervisor stands between us and the runner
STARTING = 300.0  # seconds that Python has to start, which may take long on a busy machine


def start(folder, fence, limits):
    """Start a runner in a submission's folder; return its process and our end of its lifeline.

    When the lifeline is closed, also because we were killed, the supervisor ends everything.
    """
    lifeline, ours = os.pipe()
    command = fence.command(folder, limits)
    if KEPT:
        end = json.dumps(fence.end(folder))
        command = [*PYTHON, str(SUPERVISOR), str(lifeline), end, *command]
    try:
        child = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd=folder,
            env=fence.environment(folder),
            start_new_session=True,
            pass_fds=[lifeline] if KEPT else (),
        )
    except BaseException:
        os.close(ours)
        raise
    finally:
        os.close(lifeline)
    return child, ours


def environment(folder, names=("PATH", "LANG", "LC_ALL", "SYSTEMROOT", "LD_LIBRARY_PATH")):
    """The variables that Python needs, and no others, for a submission in this folder.

    Those in `names` are handed on. Home and temporary files are beside the folder, and no library
    starts threads.
    """
    kept = {name: os.environ[name] for name in names if name in os.environ}
    own = dict.fromkeys(
        ("HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP", "IPYTHONDIR", "MPLCONFIGDIR"),
        str(folder.with_name("home")),
    )
    single = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    return {**kept, **own, **single, "MPLBACKEND": "Agg", "FOGEL_QUIET": "1", "PYTHONHASHSEED": "0"}
