"""Games of any shape (chapters 13 to 17), a room for each chapter: the rules are data, and so are the players.

`rules` (13) says what a game is, `lookahead` (14) has players that look ahead, `school` (15) teaches networks, `exam`
(16) examines them, `taste` (17) breeds games, and `board` shows them. Nothing is loaded before it is asked for.
"""

from fogel.contents import door

_HOMES = {
    "Grid": "rules",
    "Rules": "rules",
    "grid": "rules",
    "in_a_row": "rules",
    "find_rules": "rules",
    "breeder": "taste.breeder",
}
__getattr__, __all__ = door(__name__, _HOMES)
