"""For every test, the notebooks' cells included: no progress bar, whose trace would differ from the stored output."""

import os
from pathlib import Path

os.environ["FOGEL_QUIET"] = "1"
os.environ.pop("FOGEL_FIGURES", None)  # a test never writes pictures into figures/
SLOW = Path(__file__).parent / "tests" / "slow.txt"


def pytest_addoption(parser):
    """`--quick`, for `make check`."""
    parser.addoption("--quick", action="store_true", help="leave out the tests that tests/slow.txt lists")


def pytest_collection_modifyitems(config, items):
    """Leaves the slow tests out where that was asked for."""
    if config.getoption("--quick"):
        slow = set(SLOW.read_text(encoding="utf-8").splitlines())
        left_out = [item for item in items if item.nodeid in slow]
        items[:] = [item for item in items if item.nodeid not in slow]
        config.hook.pytest_deselected(items=left_out)
