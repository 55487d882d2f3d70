"""The fast path: whole generations in compiled loops, the same games as `play_game`.

`tables` says what may happen on each board, and `loops` plays; `compiling` makes both fast. Their
names can be imported from here, and are loaded at first use.
"""

from fogel.core.contents import door

# Handed on: chapters compile a function of their own.
from fogel.engine.compiling import compiled as compiled

_TABLES = """
    NONE Rule Tables game_tables near_perfect_tables opponent_tables random_tables reply_tables
    rule_of tables_of
"""
_LOOPS = """
    History Procedure Steps answer answers_everywhere chances_of copy_network evolve_function
    expect_networks expected_payoff links_of make_evolve new_population new_world none_in
    play_fresh_games play_networks procedure read_weights world_of write_child write_network
"""
_HOMES = dict.fromkeys(_TABLES.split(), "tables") | dict.fromkeys(_LOOPS.split(), "loops")
__getattr__, __all__ = door(__name__, _HOMES)
