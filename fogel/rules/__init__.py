"""Games as data: rules, files, a referee, a solver (chapter 13).

`rules` says what a board and a game are, `rule_files` how they are written, `referee` how they are
played and what a player is told, `solve` what they are worth, and `chances` what chances players
have. `negamax` and `search` are compiled.
"""

from fogel.core.contents import lazy_names

_HOMES = dict.fromkeys(
    [
        "Grid",
        "Rules",
        "after",
        "grid",
        "holds",
        "in_a_row",
        "lines",
        "open_squares",
        "outcome",
        "place",
        "whose",
        "winner",
    ],
    "rules",
) | {"find_rules": "rule_files"}
__getattr__, __dir__, __all__ = lazy_names(__name__, _HOMES)
