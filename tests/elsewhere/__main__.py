"""Runs tests as if this were another system: `python tests/elsewhere windows|macos [what pytest takes]`."""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def main(system, *arguments):
    """The exit code of pytest."""
    places = os.pathsep.join(filter(None, (str(HERE), os.environ.get("PYTHONPATH"))))
    environment = os.environ | {"PYTHONPATH": places, "FOGEL_SYSTEM": system}
    tests = arguments or ("tests/experiment", "tests/cli")
    return subprocess.call([sys.executable, "-m", "pytest", *tests], cwd=HERE.parents[1], env=environment)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
