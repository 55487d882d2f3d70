"""Run Python as if this were another system.

For example: `python tests/elsewhere windows|macos -m pytest tests/cli`. Without more arguments, the
tests of parts one and two, of the tools and of the commands are run.
"""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
FOLDERS = "bugs", "cli", "core", "engine", "perfect", "plots", "sweep", "tools"
FILES = [*(HERE.parent / name for name in FOLDERS), *sorted(HERE.parent.glob("test_*.py"))]
TESTS = ["-m", "pytest", "-n", "auto", *FILES]


def main(system, *arguments):
    """Return the exit code of Python with these arguments."""
    places = os.pathsep.join(filter(None, (str(HERE), os.environ.get("PYTHONPATH"))))
    environment = os.environ | {"PYTHONPATH": places, "FOGEL_SYSTEM": system}
    return subprocess.call([sys.executable, *(arguments or TESTS)], env=environment)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
