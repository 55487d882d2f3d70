"""Perfect networks: climbers that find them, the smallest ones, and why one hidden node is too few (chapter 09)."""

from fogel.contents import door

_HOMES = {
    "climb": "climber",
    "anneal": "annealer",
    "never_to_lose": "annealer",
    "to_reach_the_ceiling": "annealer",
    "smallest_at_the_ceiling": "annealer",
    "smallest_line_by_line": "annealer",
    "smallest_that_never_loses": "annealer",
    "cards_of": "cards",
    "save_sheet": "cards",
}
__getattr__, __all__ = door(__name__, _HOMES)
