"""Boards of any shape in a terminal, a browser and a notebook (chapter 13)."""

from fogel.core.contents import door

_HOMES = {"show": "widget"}
__getattr__, __all__ = door(__name__, _HOMES)
