"""Windows and macOS as Linux can play them: things are missing (`python tests/elsewhere`)."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SYSTEMS = {"windows": "nt win32", "macos": "posix darwin"}


def played(system, *arguments, **options):
    """What a program says, as (exit code, output), where the system is played."""
    command = [sys.executable, "tests/elsewhere", system, *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, **options)
    return done.returncode, done.stdout + done.stderr


def told(system, code):
    """What a program of this text prints there."""
    return played(system, "-c", code)[1].splitlines()


@pytest.mark.parametrize("system", SYSTEMS)
def test_it_has_what_the_system_has(system):
    names = "os.name, sys.platform, hasattr(os, 'mkfifo'), hasattr(os, 'sched_getaffinity')"
    (line,) = told(system, f"import os, sys; print({names}, os.path.exists('/proc/self/status'))")
    assert line == f"{SYSTEMS[system]} {system == 'macos'} False False"


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(
    ("action", "windows", "macos"),
    [
        ("path.unlink()", "PermissionError", ""),
        (
            "path.with_name('other').touch(); path.with_name('other').replace(path)",
            "PermissionError",
            "",
        ),
        ("path.with_name('a:b').touch()", "OSError", ""),
        ("path.with_name('ONE').touch()", "AssertionError", "AssertionError"),
        ("import fcntl", "ModuleNotFoundError", ""),
        ("path.symlink_to('x')", "OSError", "FileExistsError"),
        (
            "path.write_text('é'); assert path.read_bytes() == 'é'.encode('cp1252')",
            "",
            "AssertionError",
        ),
        ("path.write_text('a\\n'); assert path.read_bytes() == b'a\\r\\n'", "", "AssertionError"),
        ("assert str(path).endswith(r'\\one')", "", "AssertionError"),
        (
            "from multiprocessing import get_context; get_context('fork')",
            "ValueError",
            "ValueError",
        ),
    ],
)
def test_what_fails_there_fails(system, action, windows, macos, tmp_path):
    code = (
        f"from pathlib import Path\npath = Path({str(tmp_path / 'one')!r})\nfile = open(path,"
        f" 'w')\n{action}"
    )
    error = {"windows": windows, "macos": macos}[system]
    code, said = played(system, "-c", code)
    assert (code != 0) == bool(error) and (
        not error or f"{error}: " in said or f"\n{error}" in said
    ), said
