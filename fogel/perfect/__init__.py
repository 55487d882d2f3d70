"""Perfect networks: how to find them, and how small they can be (chapter 9)."""

from fogel.core.contents import lazy_names

_HOMES = {
    "climb": "climber",
    "anneal": "annealer",
    "never_to_lose": "annealer",
    "to_reach_the_ceiling": "annealer",
    "smallest_at_the_ceiling": "annealer",
    "smallest_line_by_line": "annealer",
    "smallest_that_never_loses": "annealer",
    "make_cards": "cards",
    "save_sheet": "cards",
}
__getattr__, __dir__, __all__ = lazy_names(__name__, _HOMES)
