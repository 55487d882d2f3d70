"""Checkers (chapter 19): from here to Blondie24, and on small boards exactly.

`rules` says what the game is, `bitboards` makes its moves fast.
"""

from fogel.contents import door

_HOMES = dict.fromkeys(["Checkers", "Position", "after", "moves", "notation", "perft", "play_game"], "rules")
__getattr__, __all__ = door(__name__, _HOMES)
