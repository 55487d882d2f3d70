"""For tests of installations: the project's files elsewhere, and fresh environments."""

import os
import re
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
from serving import free_port

ROOT = Path(__file__).parents[2]
UV = Path(sys.executable).with_name("uv")
SECONDS = 1800  # for one command, on a busy machine
# Variables by which a command in another environment would find this one, or the folder of this
# checkout.
OURS = ("PYTHONPATH", "VIRTUAL_ENV", "FOGEL_QUIET", "FOGEL_FIGURES", "MAKEFLAGS", "MAKELEVEL")


def run(*command, cwd, code=0, **variables):
    """Return what a command prints; it must end with this exit code."""
    environment = {
        name: value for name, value in os.environ.items() if name not in OURS
    } | variables
    done = subprocess.run(
        [*map(str, command)],
        cwd=cwd,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=SECONDS,
    )
    assert done.returncode == code, f"{command}:\n{done.stdout[-4000:]}"
    return done.stdout


def copy_project(folder):
    """Copy the files that git knows into an empty folder, as they are here, committed or not."""
    try:
        names = run("git", "ls-files", "-z", "--cached", cwd=ROOT).split("\0")
    except (AssertionError, FileNotFoundError):
        pytest.skip("not a git checkout")
    for name in filter(None, names):
        if (ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


class Environment:
    """A Python of its own, in which something is installed as `uv pip install` is told."""

    def __init__(self, folder, *wanted, python=sys.executable):
        self.folder = folder
        self.bin = folder / ".venv" / ("Scripts" if os.name == "nt" else "bin")
        run(UV, "venv", "--quiet", "--python", python, folder / ".venv", cwd=folder)
        self.python = next(self.bin.glob("python*"))
        run(UV, "pip", "install", "--quiet", "--python", self.python, *wanted, cwd=folder)

    def variables(self):
        """The variables with which its programs find each other and keep no state elsewhere."""
        own = {
            f"JUPYTER_{name}_DIR": str(self.folder / name) for name in ("CONFIG", "DATA", "RUNTIME")
        }
        path = os.pathsep.join((str(self.bin), os.environ["PATH"]))
        return own | {
            "PATH": path,
            "IPYTHONDIR": str(self.folder / "ipython"),
            "VIRTUAL_ENV": str(self.bin.parent),
        }

    def run(self, program, *arguments, cwd=None, code=0):
        """Return what one of its programs prints."""
        return run(
            self.bin / program, *arguments, cwd=cwd or self.folder, code=code, **self.variables()
        )

    @contextmanager
    def serving(self, program, *arguments, cwd=None):
        """Run one of its programs in the background; yield (process, file of its output)."""
        log = self.folder / f"{free_port()}.log"  # a number that no other has
        environment = {
            name: value for name, value in os.environ.items() if name not in OURS
        } | self.variables()
        with open(log, "w", encoding="utf-8") as file:
            command = [self.bin / program, *map(str, arguments)]
            process = subprocess.Popen(
                command, cwd=cwd or self.folder, env=environment, stdout=file, stderr=file
            )
            try:
                yield process, log
            finally:
                process.terminate()
                try:
                    process.wait(20)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()


def oldest_python(checkout):
    """The oldest Python that pyproject.toml allows, or this one where it isn't installed."""
    oldest = re.search(
        r'requires-python = ">=([\d.]+)"', (checkout / "pyproject.toml").read_text(encoding="utf-8")
    )[1]
    asked = subprocess.run(
        [UV, "python", "find", "--no-python-downloads", "--no-project", oldest],
        capture_output=True,
        text=True,
    )
    return asked.stdout.strip() if asked.returncode == 0 else sys.executable
