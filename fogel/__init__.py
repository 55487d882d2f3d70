"""Fogel's tic-tac-toe experiment of 1993: small networks that evolve, and a book that rebuilds them.

A board is a length-9 int8 array of 1 (X), 0 and -1 (O); a player is a function `player(board, rng) -> square`.
"""

from fogel.core.contents import door

_HOMES = {
    "Settings": "core.settings",
    "play_game": "encoding",
    "Network": "network",
    "Champion": "core.champion",
    "save_champion": "core.champion",
    "Audit": "engine.observers",
    "Judge": "engine.observers",
    "Keep": "engine.observers",
    "Watch": "engine.observers",
    "run_trial": "curve",
    "run_trials": "curve",
    "evolve_player": "anygame.curve",
    "load_champion": "anygame.curve",
    "standing_of": "anygame.curve",
}
_load, __all__ = door(__name__, _HOMES)


def __getattr__(name):
    """Load a name when it is first used, so that `import fogel` costs next to nothing."""
    if name == "__version__":
        from fogel.core.champion import versions

        return versions()["fogel"]
    return _load(name)


def __dir__():
    return sorted([*globals(), *__all__])
