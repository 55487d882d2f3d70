"""Fogel's tic-tac-toe experiment of 1993, rebuilt; the numbers are those of the book's chapters.

encoding     1  A board is a length-9 int8 array of 1 (X), 0 and -1 (O); the rules of the game
network      2  A network with nine inputs, some hidden nodes and nine outputs chooses a square
opponent     3  A player is a function `player(board, rng) -> square`; Fogel's opponent is one
replication  4  How a network has a child
selection    5  Payoffs, the second round, and the best half that survives
curve        6  The paper's experiment: many trials, their learning curve, their champions
play         7  A game against a person
audit        8  How good a network is, worked out exactly
perfect      9  Perfect networks: how to find them, and how small they can be
sweep       10  Many settings, with many trials of each
bugs        11  Wrong programs, and the checks that notice them
league      12  Networks made of neurons, evolved by playing each other
rules       13  Games of any shape as data: rules, files, a referee, a solver
lookahead   14  Players that look ahead
school      15  A school in which networks learn by being punished
exam        16  The exam of a trained network
taste       17  Games bred to taste
anygame     18  The experiment with any two-player game
thousand        and with a thousand games that are drawn at random
checkers    19  Checkers, from small boards to Blondie24
core            What all parts use: settings, files, players, texts, workers, saved work
engine          The same experiment in compiled loops, trial by trial
plots           Figures: colors, drawing, posters
web             Pages for a browser and widgets for a notebook, with their JavaScript
checks          What exercises and problem sets call in a notebook
tools           Experiments as jobs, running results again, comparing programs, speed, tournaments
cli             The command line
"""

from fogel.core.contents import lazy_names

_HOMES = {
    "Settings": "core.settings",
    "play_game": "encoding",
    "Network": "network",
    "Champion": "core.champion",
    "save_champion": "core.champion",
    "Audit": "engine.observers",
    "ScoreUnder": "engine.score_under",
    "Keep": "engine.observers",
    "Watch": "engine.observers",
    "run_trial": "curve",
    "run_trials": "curve",
    "CurveJob": "tools.experiment",
    "evolve_player": "anygame.curve",
    "load_champion": "anygame.curve",
    "evaluate": "anygame.curve",
}
_load, _, __all__ = lazy_names(__name__, _HOMES)


def __getattr__(name):
    """Load a name when it is first used, so that `import fogel` costs next to nothing."""
    if name == "__version__":
        from fogel.core.results import versions

        return versions()["fogel"]
    return _load(name)


def __dir__():
    return sorted([*globals(), *__all__])
