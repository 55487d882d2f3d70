"""The fast path: whole generations in compiled loops, the same games as `play_game`.

`tables` says what may happen on each board, `population` holds the networks, `games` plays, and
`generations` evolves; `compiling` makes them fast. Their names are loaded from here at first use.
"""

from fogel.core.contents import lazy_names

# Handed on: chapters compile a function of their own.
from fogel.engine.compiling import compiled as compiled

_TABLES = """
    NONE Rule Tables game_tables near_perfect_tables opponent_tables random_tables reply_tables
    make_rule make_tables
"""
_POPULATION = """
    copy_network view_links new_population new_world none_in read_weights make_world write_child
    write_network
"""
_GAMES = """
    answer answers_everywhere compute_chances expect_networks expected_payoff play_fresh_games
    play_networks
"""
_GENERATIONS = "History Procedure Steps evolve_function make_evolve procedure"
_HOMES = {
    name: home
    for home, names in zip(
        ("tables", "population", "games", "generations"),
        (_TABLES, _POPULATION, _GAMES, _GENERATIONS),
        strict=True,
    )
    for name in names.split()
}
__getattr__, __dir__, __all__ = lazy_names(__name__, _HOMES)
