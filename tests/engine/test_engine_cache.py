"""The folders that keep compiled functions: damaged files are compiled again, and work goes on
without them.
"""

import errno
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from fogel.core.files import lock
from fogel.engine import compiling, kept_folder
from fogel.engine.compiling import Compiled, kernel
from fogel.engine.kept_folder import LOCK, MANIFEST


@kernel
def twice(x):
    return 2 * x


def sum_of_doubles(values):
    total = 0.0
    for value in values:
        total += twice(value)
    return total


PROGRAMS = """
import sys
import numpy as np
from fogel.engine.compiling import Compiled, kernel

@kernel
def twice(x):
    return 2 * x

@kernel
def thrice(x):
    return 3 * x

def stepped(rule):
    @kernel
    def step(values):  # too long to be put into who calls it
        total = 0.0
        for value in values:
            total += rule(value)
        for place in np.argsort(values):
            total += values[place] * 0.0
        return total + np.dot(values, values) * 0.0  # this calls BLAS, outside of the machine code
    return step

def program(step):
    def run(values):
        return step(values)
    return run

if __name__ == "__main__":
    import programs
    values = np.arange(4.0)
    steps = [programs.stepped(getattr(programs, name)) for name in sys.argv[1:]]
    print(*(Compiled(programs.program(step))(values) for step in steps))
"""
FOUND = {"twice": "12.0", "thrice": "18.0"}
VALUES = np.arange(5.0)
DAMAGES = {
    "cut": lambda content: content[: len(content) // 2],
    "empty": lambda content: b"",
    "zeros": lambda content: bytes(len(content)),
    "garbage": lambda content: bytes(255 - byte for byte in content),
    "one bit": lambda content: content[:-20] + bytes([content[-20] ^ 1]) + content[-19:],
}


@pytest.fixture
def said(tmp_path, monkeypatch):
    """A cache that holds the compiled function, and the notes on what happens to it."""
    monkeypatch.setenv(compiling.CACHE_VARIABLE, str(tmp_path))
    said = []
    monkeypatch.setattr(compiling, "say", said.append)
    monkeypatch.setattr(kept_folder, "say", said.append)
    assert Compiled(sum_of_doubles)(VALUES) == 20.0
    said.clear()
    return said


def is_compiled_again(tmp_path):
    """Call the function as a new process would, and return whether it was compiled, not read."""
    before = code_in(tmp_path)
    assert Compiled(sum_of_doubles)(VALUES) == 20.0
    return code_in(tmp_path) != before


def code_in(folder):
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*.nbc")}


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("kind", ["*.nbi", "*.nbc", "*.py", MANIFEST])
def test_a_damaged_file_heals(tmp_path, said, kind, damage):
    assert not is_compiled_again(tmp_path) and said == []
    (path,) = tmp_path.rglob(kind)
    path.write_bytes(DAMAGES[damage](path.read_bytes()))
    assert is_compiled_again(tmp_path)
    assert len(said) == 1 and "is damaged, so the loops of" in said[0]
    assert not is_compiled_again(tmp_path) and len(said) == 1


def test_programs_of_one_name_that_other_processes_have_compiled_stay_apart(tmp_path):
    """The numbers by which Numba tells them apart begin at 1 in each process."""
    (tmp_path / "programs.py").write_text(PROGRAMS)
    here = tmp_path.as_posix()
    variables = {**os.environ, compiling.CACHE_VARIABLE: f"{here}/cache", "PYTHONPATH": here}
    for names in (["twice"], ["thrice"], ["twice", "thrice"]):
        command = [sys.executable, "-m", "programs", *names]
        done = subprocess.run(command, env=variables, capture_output=True, text=True)
        assert done.stdout.split() == [FOUND[name] for name in names], done.stderr
    assert len([*tmp_path.rglob("*.nbc")]) == 2  # so the third process compiled nothing


def test_a_copy_of_the_source_is_not_compiled_again(tmp_path, said, monkeypatch):
    """As in a fresh clone: a file's text counts, not its place or its time."""
    sources = [tmp_path / name / "a_moved_module.py" for name in ("one", "other")]
    for path in sources:
        path.parent.mkdir()
        path.write_text("def halves(values):\n    return [value / 2 for value in values]\n")
    os.utime(sources[1], (1, 1))
    found = []
    for path in sources:
        spec = importlib.util.spec_from_file_location("a_moved_module", path)
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, "a_moved_module", module)
        spec.loader.exec_module(module)
        assert Compiled(module.halves)(VALUES) == [0, 0.5, 1, 1.5, 2]
        found.append(code_in(tmp_path))
    assert found[0] == found[1]


@pytest.mark.parametrize("kind", ["*.nbi", "*.nbc", "*.py", MANIFEST])
def test_a_file_that_is_gone_is_written_again(tmp_path, said, kind):
    (path,) = tmp_path.rglob(kind)
    path.unlink()
    assert is_compiled_again(tmp_path) and path.exists()
    assert not is_compiled_again(tmp_path) and "can't" not in "".join(said)


@pytest.mark.parametrize("suffix", [".nbi", ".nbc", MANIFEST])
def test_a_full_disk_under_the_cache(tmp_path, said, monkeypatch, suffix):
    for path in tmp_path.rglob("*.nb*"):
        path.unlink()
    usual = os.replace

    def full(source, target):
        if str(target).endswith(suffix):
            raise OSError(errno.ENOSPC, "No space left on device", str(target))
        usual(source, target)

    monkeypatch.setattr(os, "replace", full)
    monkeypatch.setattr(pathlib.Path, "replace", full)
    assert Compiled(sum_of_doubles)(VALUES) == 20.0
    assert len(said) == 2 and "can't be kept" in said[1] and "No space left on device" in said[1]


def test_what_another_process_compiles_is_waited_for(tmp_path, said):
    """It is compiled once. The lock belongs to a file, so a thread can stand for the
    other process.
    """
    (manifest,) = tmp_path.rglob(MANIFEST)
    folder, done = manifest.parent, tmp_path.with_name("done")
    before = code_in(tmp_path)
    shutil.copytree(folder, done, ignore=shutil.ignore_patterns(LOCK))
    for path in (manifest, *before):
        path.unlink()
    found = []
    with lock(folder / LOCK):
        waiting = threading.Thread(target=lambda: found.append(Compiled(sum_of_doubles)(VALUES)))
        waiting.start()
        while not any("waits" in line for line in said):
            assert waiting.is_alive()
            time.sleep(0.01)
        shutil.copytree(done, folder, dirs_exist_ok=True)
        assert not found
    waiting.join()
    assert found == [20.0] and code_in(tmp_path) == before


def test_nobody_is_waited_for_without_end(tmp_path, said, monkeypatch):
    monkeypatch.setattr(kept_folder, "PATIENCE", 0.1)
    (manifest,) = tmp_path.rglob(MANIFEST)
    manifest.unlink()
    with lock(manifest.with_name(LOCK)):
        assert is_compiled_again(tmp_path)


def test_a_process_that_fails_to_compile_gives_the_lock_back(tmp_path, said, monkeypatch):
    monkeypatch.setattr(kept_folder, "PATIENCE", 1)

    def wrong(values):
        return values + "text"

    with pytest.raises(Exception, match="No implementation of function"):
        Compiled(wrong)(VALUES)
    assert len([lock(path).close() for path in tmp_path.rglob(LOCK)]) == 2


def scale_by(factor):
    """One of two functions with one qualified name."""
    if factor == 2:

        def step(value):
            return value * 2.0

    else:

        def step(value):
            return value * 3.0

    return step


def first_sum(steps):
    (step,) = steps

    def run(values):
        return step(values[0]) + step(values[1])

    return run


def test_two_functions_of_one_name_in_a_file_are_told_apart(tmp_path, monkeypatch):
    monkeypatch.setenv("FOGEL_CACHE", str(tmp_path))
    found = [compiling.compiled(first_sum, (scale_by(factor),))(np.ones(2)) for factor in (2, 3, 2)]
    assert found == [4.0, 6.0, 4.0]
