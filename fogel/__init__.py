"""Fogel's tic-tac-toe experiment of 1993: small networks that evolve, and a book that rebuilds them.

A board is a length-9 int8 array of 1 (X), 0 and -1 (O); a player is a function `player(board, rng) -> square`.
"""

from fogel.contents import ALIASES, MODULES, door

_HOMES = {
    "Settings": "settings",
    "play_game": "encoding",
    "Network": "network",
    "Champion": "champion",
    "save_champion": "champion",
    "Audit": "trial",
    "Judge": "trial",
    "Keep": "trial",
    "Watch": "trial",
    "run_trial": "curve",
    "run_trials": "curve",
    "evolve_player": "anygame",
    "load_champion": "anygame",
    "standing_of": "anygame",
}
_MODULES = {name: name for name in MODULES if "." not in name and not name.startswith("_")} | ALIASES
_load, __all__ = door(__name__, _HOMES, _MODULES)


def __getattr__(name):
    """Load a name when it is first used, so that `import fogel` costs next to nothing."""
    if name == "__version__":
        return _load("champion").versions()["fogel"]
    return _load(name)


def __dir__():
    return sorted([*globals(), *__all__])
