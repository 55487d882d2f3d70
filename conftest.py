"""For every test, the notebooks' cells included: in which order workers take the files, and no progress bar, whose
trace would differ from the stored output.
"""

import os
import re
from pathlib import Path

import pytest

os.environ["FOGEL_QUIET"] = "1"
os.environ.pop("FOGEL_FIGURES", None)  # a test never writes pictures into figures/
SLOW = Path(__file__).parent / "tests" / "slow.txt"
LONG = Path(__file__).parent / "tests" / "long.txt"
APART = re.compile(r"(tests/classroom/test_problem_sets\.py)::.*?(\d\d_\w+)\]$")  # its sets share nothing


def pytest_addoption(parser):
    """`--quick`, for `make check`."""
    parser.addoption("--quick", action="store_true", help="leave out the tests that tests/slow.txt lists")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """A worker takes a whole file; of the problem sets, which take longest, one set after the other."""
    from xdist.scheduler import LoadFileScheduling

    class Queue(LoadFileScheduling):
        def _split_scope(self, nodeid):
            found = APART.match(nodeid)
            return "::".join(found.groups()) if found else super()._split_scope(nodeid)

    return Queue(config, log) if config.getvalue("dist") == "loadfile" else None


def pytest_collection_modifyitems(config, items):
    """The longest file first, so that no worker is left alone at the end; slow tests left out where that was asked."""
    seconds = {name: int(number) for number, name in map(str.split, LONG.read_text(encoding="utf-8").splitlines())}
    items.sort(key=lambda item: -seconds.get(item.nodeid.partition("::")[0], 0))
    if config.getoption("--quick"):
        slow = set(SLOW.read_text(encoding="utf-8").splitlines())
        left_out = [item for item in items if item.nodeid in slow]
        items[:] = [item for item in items if item.nodeid not in slow]
        config.hook.pytest_deselected(items=left_out)
