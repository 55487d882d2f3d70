"""The files that keep compiled functions: damaged ones are compiled anew, and a full disk keeps nobody from working."""

import errno

import numpy as np
import pytest
from numba.core import caching

from fogel import compiling
from fogel.compiling import Compiled, kernel


@kernel
def twice(x):
    return 2 * x


def sum_of_doubles(values):
    total = 0.0
    for value in values:
        total += twice(value)
    return total


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
