"""The files that keep compiled functions: damaged ones are compiled anew, and a full disk keeps nobody from working."""

import errno
import importlib.util
import os
import shutil
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from numba.core import caching

from fogel.core.files import lock
from fogel.engine import compiling
from fogel.engine.compiling import LOCK, Compiled, kernel


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
        return total + np.dot(values, values) * 0.0  # that is a call of BLAS, outside of the machine code
    return step

def program(step):
    def run(values):
        return step(values)
    return run

if __name__ == "__main__":
    import programs
    values = np.arange(4.0)
    steps = [programs.stepped(getattr(programs, name)) for name in sys.argv[1:]]
    if len(steps) > 1:  # by now both are kept
        from numba.core.base import BaseContext
        BaseContext.refresh = None  # without which nothing can be compiled
    print(*(Compiled(programs.program(step))(values) for step in steps))
"""
FOUND = {"twice": "12.0", "thrice": "18.0"}
VALUES = np.arange(5.0)
DAMAGES = {
    "cut": lambda content: content[: len(content) // 2],
    "empty": lambda content: b"",
    "zeros": lambda content: bytes(len(content)),
    "garbage": lambda content: bytes(255 - byte for byte in content),
    "one bit": lambda content: content[:-100] + bytes([content[-100] ^ 1]) + content[-99:],
}


@pytest.fixture
def said(tmp_path, monkeypatch):
    """A cache of its own, which holds the function, and what is said."""
    monkeypatch.setenv(compiling.CACHE_VARIABLE, str(tmp_path))
    said = []
    monkeypatch.setattr(compiling, "_say", said.append)
    assert Compiled(sum_of_doubles)(VALUES) == 20.0
    said.clear()
    return said


def compiled_anew(monkeypatch):
    """Calls the function as a new process would; whether it was compiled, and not found in the cache."""
    kept, usual = [], caching.FunctionCache.save_overload
    monkeypatch.setattr(caching.FunctionCache, "save_overload", lambda *a: kept.append(a) or usual(*a))
    assert Compiled(sum_of_doubles)(VALUES) == 20.0
    monkeypatch.setattr(caching.FunctionCache, "save_overload", usual)
    return len(kept) == 1


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_a_damaged_file_heals(tmp_path, said, monkeypatch, kind, damage):
    assert not compiled_anew(monkeypatch) and said == []
    (path,) = tmp_path.rglob(f"*.{kind}")
    path.write_bytes(DAMAGES[damage](path.read_bytes()))
    assert compiled_anew(monkeypatch)
    assert len(said) == 1 and "can't be used (damaged), so what it held is compiled anew" in said[0]
    assert not compiled_anew(monkeypatch) and len(said) == 1


def test_programs_of_one_name_that_other_processes_have_compiled_stay_apart(tmp_path):
    """Numba's numbers, by which it tells them apart, begin at 1 in each process.

    A process that finds both compiled reads in nothing that one compiles with.
    """
    (tmp_path / "programs.py").write_text(PROGRAMS)
    here = tmp_path.as_posix()
    variables = {**os.environ, compiling.CACHE_VARIABLE: f"{here}/cache", "PYTHONPATH": here}
    for names in (["twice"], ["thrice"], ["twice", "thrice"]):
        command = [sys.executable, "-m", "programs", *names]
        done = subprocess.run(command, env=variables, capture_output=True, text=True)
        assert done.stdout.split() == [FOUND[name] for name in names], done.stderr


def test_a_copy_of_the_source_is_not_compiled_anew(tmp_path, said, monkeypatch):
    """As in a fresh clone: what a file holds counts, not where it lies, nor when it was written."""
    sources = [tmp_path / name / "a_moved_module.py" for name in ("one", "other")]
    for path in sources:
        path.parent.mkdir()
        path.write_text("def halves(values):\n    return [value / 2 for value in values]\n")
    os.utime(sources[1], (1, 1))
    kept, usual = [], caching.FunctionCache.save_overload
    monkeypatch.setattr(caching.FunctionCache, "save_overload", lambda *a: kept.append(a) or usual(*a))
    for path in sources:
        spec = importlib.util.spec_from_file_location("a_moved_module", path)
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, "a_moved_module", module)
        spec.loader.exec_module(module)
        assert Compiled(module.halves)(VALUES) == [0, 0.5, 1, 1.5, 2]
        assert len(kept) == 1


@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_a_file_that_is_gone_is_written_again(tmp_path, said, monkeypatch, kind):
    (path,) = tmp_path.rglob(f"*.{kind}")
    path.unlink()
    assert compiled_anew(monkeypatch) and path.exists()
    assert not compiled_anew(monkeypatch) and "can't" not in "".join(said)


def test_a_full_disk_under_the_cache(tmp_path, said, monkeypatch):
    for path in tmp_path.rglob("*.nb*"):
        path.unlink()

    def full(self, path):
        raise OSError(errno.ENOSPC, "No space left on device", path)

    monkeypatch.setattr(caching.IndexDataCacheFile, "_open_for_write", full)
    assert Compiled(sum_of_doubles)(VALUES) == 20.0
    assert len(said) == 2 and "can't be kept" in said[1] and "No space left on device" in said[1]


def test_what_another_process_compiles_is_waited_for(tmp_path, said, monkeypatch):
    """It is compiled once, and what is read is whole: the lock is asked for by file, so a thread does for a process."""
    (index,) = tmp_path.rglob("*.nbi")
    done = tmp_path.with_name("done")
    shutil.copytree(index.parent, done, ignore=shutil.ignore_patterns(LOCK))
    for path in index.parent.glob("*.nb*"):
        path.unlink()
    monkeypatch.setattr(caching.FunctionCache, "save_overload", None)  # who compiles now fails
    found = []
    with lock(index.parent / LOCK):
        waiting = threading.Thread(target=lambda: found.append(Compiled(sum_of_doubles)(VALUES)))
        waiting.start()
        while not any("waits" in line for line in said):
            assert waiting.is_alive()
            time.sleep(0.01)
        shutil.copytree(done, index.parent, dirs_exist_ok=True)
        assert not found
    waiting.join()
    assert found == [20.0]


def test_nobody_is_waited_for_without_end(said, monkeypatch):
    monkeypatch.setattr(compiling, "PATIENCE", 0.1)
    (index,) = compiling.cache_folder(sum_of_doubles).rglob("*.nbi")
    index.unlink()
    with lock(index.parent / LOCK):
        assert compiled_anew(monkeypatch)


def test_who_fails_to_compile_holds_the_lock_no_longer(said, monkeypatch):
    monkeypatch.setattr(compiling, "PATIENCE", 1)

    def wrong(values):
        return values + "text"

    with pytest.raises(Exception, match="No implementation of function"):
        Compiled(wrong)(VALUES)
    (held,) = compiling.cache_folder(wrong).rglob(LOCK)
    lock(held).close()
