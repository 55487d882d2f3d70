"""Runs Python as if this were another system: `python tests/elsewhere windows|macos -m pytest tests/cli`, for example.

The package's tests, tests/experiment and tests/cli, are run without more arguments.
"""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
TESTS = ("-m", "pytest", "-n", "auto", "tests/experiment", "tests/cli")


def main(system, *arguments):
    """Return the exit code of Python with these arguments."""
    places = os.pathsep.join(filter(None, (str(HERE), os.environ.get("PYTHONPATH"))))
    environment = os.environ | {"PYTHONPATH": places, "FOGEL_SYSTEM": system}
    return subprocess.call([sys.executable, *(arguments or TESTS)], env=environment)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
