"""The problem sets, one module each; they bear the names of their chapters."""

from functools import cache
from importlib import import_module
from pathlib import Path


@cache
def all_sets():
    """Return each ProblemSet, in the order of the chapters."""
    modules = [path.stem for path in Path(__file__).parent.glob("*.py") if path.stem != "__init__"]
    return tuple(
        sorted(
            (import_module(f"grader.sets.{name}").SET for name in modules), key=lambda one: one.name
        )
    )


def find(name):
    """The ProblemSet of that name, or whose name begins so ("02"); raises ValueError if there is
    none.
    """
    found = [one for one in all_sets() if name in (one.name, one.name.split("_")[0])]
    if not found:
        raise ValueError(
            f"SET must be one of {', '.join(one.name for one in all_sets())}, not {name[:60]!r}"
        )
    return found[0]
