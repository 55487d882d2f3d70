"""The experiment with any two-player game (chapter 18).

`opponents` says who is played against, `tables` makes a game into the engine's arrays, `settings`
holds the choices, `exact` says what a network is worth and what there is to gain, and `curve` runs
the experiment. `functions` evaluates a function of your own, and `against` makes it the opponent.
`symmetric` is a network that was built by hand, and `climber` looks for one.
"""

from fogel.core.contents import lazy_names

_HOMES = {
    "GameSettings": "settings",
    "find_game": "settings",
    "Measures": "exact",
    "Evaluation": "exact",
    "compute_measures": "exact",
    "exact_evaluation": "exact",
    "FunctionOpponent": "opponents",
    "climb": "climber",
    "evolve_player": "curve",
    "load_any": "curve",
    "load_champion": "curve",
    "run_game": "curve",
    "evaluate": "curve",
    "mirror_network": "symmetric",
    "network_player": "players",
}
__getattr__, __dir__, __all__ = lazy_names(__name__, _HOMES)
