"""What shows a game of any shape: a person's match at it, in a terminal, in a browser and in a notebook."""

from fogel.contents import door

_HOMES = {"show": "widget"}
__getattr__, __all__ = door(__name__, _HOMES)
