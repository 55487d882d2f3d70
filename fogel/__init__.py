"""Fogel's tic-tac-toe experiment of 1993: small networks that evolve, and a book that rebuilds them.

A board is a length-9 int8 array of 1 (X), 0 and -1 (O); a player is a function `player(board, rng) -> square`.
"""

from importlib import import_module

_HOMES = {
    "Settings": "settings",
    "play_game": "encoding",
    "Network": "network",
    "Champion": "champion",
    "load_champion": "champion",
    "save_champion": "champion",
    "run_trial": "curve",
    "run_trials": "curve",
}
_MODULES = ("settings", "encoding", "drawing", "network", "champion", "opponent", "replication", "selection")
_MODULES += (
    "invariants",
    "engine",
    "logbook",
    "curve",
    "play",
    "page",
    "board",
    "audit",
    "climber",
    "proof",
    "poster",
    "tournament",
    "bugs",
    "variant",
    "checks",
    "bench",
    "cli",
)
__all__ = [*_HOMES, *_MODULES]


def __getattr__(name):
    """Loads a module when it is first used, so that `import fogel` costs next to nothing."""
    if name in _MODULES:
        return import_module(f"fogel.{name}")
    if name in _HOMES:
        return getattr(import_module(f"fogel.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'fogel' has no attribute {name!r}")


def __dir__():
    return sorted([*globals(), *__all__])
