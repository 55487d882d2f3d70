"""A thousand games as data (chapter 18).

`random_games` draws the games, `measured` says what each is like and what there is to gain in it,
`table` has evolution learn them and keeps what came of it, and `prediction` asks what foretells it.
`methods` are other ways to look for a network on the same budget of games, and `comparison` sets
them beside Fogel's.
"""

from fogel.core.contents import lazy_names

_HOMES = {
    "DrawnGame": "random_games",
    "draw_games": "random_games",
    "ThousandSettings": "table",
    "stored": "table",
    "associations": "prediction",
    "foretold": "prediction",
}
__getattr__, __dir__, __all__ = lazy_names(__name__, _HOMES)
