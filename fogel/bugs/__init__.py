"""Wrong programs, and the checks that notice them (chapter 11).

`programs` is the zoo of bugs, `detectors` has the checks that may notice them, and `zoo` keeps what
each came to.
"""

from fogel.core.contents import lazy_names

_PROGRAMS = """
    BUGS BY_HAND CHECKS Program RARE RIGHT STEPS Watcher alike bug find_bug four_rules digit_keys
    four_in_a_row_odds procedure run_trial run_trials smallest_sets
"""
_HOMES = dict.fromkeys(_PROGRAMS.split(), "programs")
__getattr__, __dir__, __all__ = lazy_names(__name__, _HOMES)
