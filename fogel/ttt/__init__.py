"""Games of any shape (chapters 13 to 16): the rules are data, and so are the players.

`rules` says what a board and a game are, `files` how they are written, `referee` how they are played and what a player
is told, `solve` what they are worth, `exact` what chances players have, `players` who can sit down, and `terminal` how
a person does. `match` is a person's games at a board on a screen, `page` and `widget` show it. `lookahead` has the
players that look ahead. `school` teaches networks, and
`taste` evolves games. `search` and `horizon` hold what is compiled. Nothing is loaded before it is asked for.
"""

from fogel.contents import door

_HOMES = {
    "Grid": "rules",
    "Rules": "rules",
    "grid": "rules",
    "in_a_row": "rules",
    "find_rules": "files",
    "board": "widget",
    "breeder": "tasting",
}
__getattr__, __all__ = door(__name__, _HOMES)
