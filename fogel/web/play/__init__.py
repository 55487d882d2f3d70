"""The board of the experiment, on a page and in a notebook (chapter 7)."""

from fogel.core.contents import lazy_names

_HOMES = {"show": "widget"}
__getattr__, __dir__, __all__ = lazy_names(__name__, _HOMES)
