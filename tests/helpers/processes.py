"""Programs that run in a process of their own, as with another cache or without a compiler."""

import os
import subprocess
import sys
from pathlib import Path

import fogel


def in_a_new_process(code, folder=None, *arguments, **environment):
    """(standard output, standard error) of a Python program."""
    home = folder or Path(fogel.__file__).parents[1]
    variables = {**os.environ, "PYTHONPATH": str(home), "FOGEL_QUIET": "", **environment}
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(
        command, capture_output=True, text=True, env=variables, cwd=home, check=True
    )
    return done.stdout, done.stderr


def with_and_without_compiler(code):
    """What a program prints, which must be the same where Numba compiles nothing."""
    compiled, plain = (
        in_a_new_process(code, NUMBA_DISABLE_JIT=disabled)[0] for disabled in ("0", "1")
    )
    assert compiled == plain
    return plain
