"""Games bred to taste (chapter 17).

`measures` and `trends` measure a game, `wishes` judge it, `card` shows it, `variation` changes it,
and `evolution` looks for what is liked. `breeder` has sliders.
"""

from fogel.core.contents import door

_HOMES = dict.fromkeys(["TasteSettings", "evolve"], "evolution")
__getattr__, __all__ = door(__name__, _HOMES)
