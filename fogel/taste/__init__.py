"""Games bred to taste (chapter 17).

`measures` and `trends` measure a game, `wishes` judge it, `summary` shows it, `variation` changes
it, and `evolution` looks for what is liked. `breeder` has sliders.
"""

from fogel.core.contents import lazy_names

_HOMES = dict.fromkeys(["TasteJob", "TasteSettings", "evolve"], "evolution")
__getattr__, __dir__, __all__ = lazy_names(__name__, _HOMES)
