"""The fast path: whole generations in compiled loops, the same games as the readable `play_game`, square for square.

This door opens the names of its three modules, each when it is first asked for: `compiling` comes before the chapters,
whose functions say by its `kernel` that they are compiled; `tables` and `loops` come after them.
"""

from importlib import import_module

_BEHIND = ("compiling", "tables", "loops")


def __getattr__(name):
    if name in _BEHIND:
        return import_module(f"fogel.engine.{name}")
    if not name.startswith("_"):
        for home in _BEHIND:
            module = import_module(f"fogel.engine.{home}")
            if name in vars(module):
                return vars(module)[name]
    raise AttributeError(f"module 'fogel.engine' has no attribute {name!r}")
