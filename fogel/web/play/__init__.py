"""The board of the experiment, on a page and in a notebook (chapter 7)."""

from fogel.core.contents import door

_HOMES = {"show": "widget"}
__getattr__, __all__ = door(__name__, _HOMES)
