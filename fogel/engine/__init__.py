"""The fast path: whole generations in compiled loops, the same games as the readable `play_game`, square for square.

`tables` says what may happen on each board, `loops` plays; what makes both fast is in `fogel.compiling`. This door
opens their names, each when it is first asked for.
"""

from fogel.compiling import compiled as compiled  # handed on: chapters compile a function of their own
from fogel.contents import door

_TABLES = """
    NONE Rule Tables game_tables near_perfect_tables opponent_tables random_tables reply_tables rule_of tables_of
"""
_LOOPS = """
    History Procedure Steps answer answers_everywhere chances_of copy_network evolve_function expect_networks
    expected_payoff links_of make_evolve new_population new_world none_in play_fresh_games play_networks procedure
    read_weights world_of write_child write_network
"""
_HOMES = dict.fromkeys(_TABLES.split(), "tables") | dict.fromkeys(_LOOPS.split(), "loops")
__getattr__, __all__ = door(__name__, _HOMES)
