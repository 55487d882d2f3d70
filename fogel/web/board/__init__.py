"""Boards of any shape in a terminal, a browser and a notebook (chapter 13)."""

from fogel.core.contents import lazy_names

_HOMES = {"show": "widget"}
__getattr__, __dir__, __all__ = lazy_names(__name__, _HOMES)
