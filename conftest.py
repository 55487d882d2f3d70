"""For every test, the notebooks' cells included: in which order workers take the files, what they
share, that a file leaves no memory behind, and no progress bar, whose trace would differ from the
stored output.
"""

import ctypes
import gc
import os
import re
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from asserts_shared import rewrite_share
from forked_kernels import use

os.environ["FOGEL_QUIET"] = "1"
os.environ.pop("FOGEL_FIGURES", None)  # a test never writes pictures into figures/
# There are as many workers as cores, and one more. If NumPy had threads of its own in each, one a
# core, they would wait for each other by turning around: training a network of chapter 12 took 27 s
# of processor time in place of 3.
os.environ.update(
    dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
)
SLOW = Path(__file__).parent / "tests" / "slow.txt"
LONG = Path(__file__).parent / "tests" / "long.txt"
# Its sets share nothing.
APART = re.compile(r"(tests/classroom/test_problem_sets\.py)::.*?(\d\d_\w+)\]$")
MUCH = 100_000_000  # bytes by which a process may grow before it looks for what nobody needs
held = 0  # bytes, after it has looked
use()


def pytest_addoption(parser):
    """`--quick`, for `make check`."""
    parser.addoption(
        "--quick", action="store_true", help="leave out the tests that tests/slow.txt lists"
    )


@pytest.hookimpl(optionalhook=True, wrapper=True)
def pytest_xdist_auto_num_workers(config):
    """One worker more than there are cores: they often wait, for a browser, a kernel or a limit."""
    return (yield) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """A worker takes a whole file; of the problem sets, which take longest, one set after the
    other.
    """
    from xdist.scheduler import LoadFileScheduling

    class Queue(LoadFileScheduling):
        def _split_scope(self, nodeid):
            found = APART.match(nodeid)
            return "::".join(found.groups()) if found else super()._split_scope(nodeid)

    return Queue(config, log) if config.getvalue("dist") == "loadfile" else None


def pytest_sessionstart(session):
    """Before workers import all files of tests, each rewrites its share of them."""
    worker = getattr(session.config, "workerinput", None)
    if worker and session.config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        rewrite_share(
            session.config, int(worker["workerid"].removeprefix("gw")), worker["workercount"]
        )


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """What has been collected stays: to look through it again and again for what nobody needs took
    a tenth of the time.

    Python looks at everything only when `let_go` asks for it; what is young it looks at as ever, a
    little less often.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.collect()
        gc.freeze()
        gc.set_threshold(5_000, 10, 1_000_000)


def pytest_collection_modifyitems(config, items):
    """The longest file first, so that no worker is left alone at the end; slow tests left out where
    that was asked.
    """
    seconds = {
        name: int(number)
        for number, name in map(str.split, LONG.read_text(encoding="utf-8").splitlines())
    }
    items.sort(key=lambda item: -seconds.get(item.nodeid.partition("::")[0], 0))
    if config.getoption("--quick"):
        slow = set(SLOW.read_text(encoding="utf-8").splitlines())
        left_out = [item for item in items if item.nodeid in slow]
        items[:] = [item for item in items if item.nodeid not in slow]
        config.hook.pytest_deselected(items=left_out)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item, nextitem):
    """When a file is done, what it alone has computed goes, and the system gets the memory back."""
    yield
    module = getattr(item, "module", None)
    if nextitem is not None and nextitem.path == item.path:
        return
    for thing in vars(module).values() if module else ():
        if hasattr(thing, "cache_clear") and thing.__module__ == module.__name__:
            thing.cache_clear()
    let_go()


def let_go():
    """Gives memory back that nobody needs, where a process has grown; only Linux says
    by how much.
    """
    global held
    with suppress(OSError, AttributeError):
        if resident() > held + MUCH:
            if "matplotlib.pyplot" in sys.modules:
                sys.modules["matplotlib.pyplot"].close("all")
            gc.collect()
            ctypes.CDLL(None).malloc_trim(0)
            held = resident()


def resident():
    """The bytes of memory that this process takes up."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
