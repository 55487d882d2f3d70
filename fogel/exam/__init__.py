"""The exam of a trained network, and why it loses to a random player (chapter 16).

`examiner` examines it, by games and exactly; `matchboxes` learn without a network, and `study` asks
what would have helped.
"""

from fogel.core.contents import lazy_names

_HOMES = dict.fromkeys(
    ["REPORTED", "find_best", "exact_exam", "exam", "frozen", "make_policy"], "examiner"
)
__getattr__, __dir__, __all__ = lazy_names(__name__, _HOMES)
