"""Notes on standard error, and the switch that turns them off, with progress bars and widgets.

They would leave traces in a stored notebook, and the grader prints only its own lines.
"""

import os
import sys
from functools import cache

QUIET_VARIABLE = "FOGEL_QUIET"


def is_quiet() -> bool:
    """Whether the switch is set."""
    return bool(os.environ.get(QUIET_VARIABLE))


@cache
def say(text: str) -> None:
    """Write a note on standard error, the first time that it is asked for."""
    if not is_quiet():
        print(f"fogel: {text}", file=sys.stderr, flush=True)
