"""Workers share the rewriting of asserts, by which pytest can say what was compared.

It takes ten seconds of a processor for all files. Every worker imports them all, and does it anew
where Python keeps no bytecode or where they all begin at the same moment. Pytest looks for its
cache even where Python may write none.
"""

from pathlib import Path

from _pytest.assertion import rewrite
from _pytest.assertion.rewrite import assertstate_key

TESTS = Path(__file__).parents[1]


def rewrite_share(config, number, count, folder=TESTS):
    """Rewrite and cache every `count`-th test file from `number` on, unless it is cached."""
    state = config.stash[assertstate_key]
    for path in sorted(folder.rglob("test_*.py"))[number::count]:
        home = rewrite.get_cache_dir(path)
        pyc = home / f"{path.stem}{rewrite.PYC_TAIL}"
        if rewrite._read_pyc(path, pyc) is None and rewrite.try_makedirs(home):
            digest, code = rewrite._rewrite_test(path, config)
            rewrite._write_pyc(state, code, digest, pyc)
