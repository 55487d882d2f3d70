"""Checkers (chapter 19): from here to Blondie24, and on small boards exactly.

`rules` says what the game is, `bitboards` makes its moves fast, and `solved` says what each position is worth.
"""

from fogel.contents import door

_HOMES = dict.fromkeys(["Checkers", "Position", "after", "moves", "notation", "perft", "play_game"], "rules")
_HOMES |= dict.fromkeys(["best_line", "piece_counter", "random_mover", "solve", "spoils"], "solved")
__getattr__, __all__ = door(__name__, _HOMES)
