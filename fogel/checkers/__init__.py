"""Checkers, from small boards to Blondie24 (chapter 19).

`rules` says what the game is, `bitboards` makes its moves fast, and `solved` says what each
position is worth. A `network` evaluates positions, `lookahead` makes a player of it, `evolution`
breeds such players, and `rating` says what they are worth. On the page of `web.checkers` a reader
plays them.
"""

from fogel.core.contents import lazy_names

_HOMES = dict.fromkeys(
    ["Checkers", "Position", "after", "moves", "notation", "perft", "play_game"], "rules"
)
_HOMES |= dict.fromkeys(
    ["best_line", "material_player", "random_mover", "solve", "blunder_rate"], "solved"
)
_HOMES |= {
    "CheckersSettings": "settings",
    "draw_position": "pictures",
    "CheckersChampion": "files",
    "load_champion": "files",
    "match": "matches",
    "material_evaluator": "network",
    "make_player": "matches",
    "run_trial": "run",
    "rate": "rating",
}
__getattr__, __dir__, __all__ = lazy_names(__name__, _HOMES)
