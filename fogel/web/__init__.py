"""Pages for a browser and widgets for a notebook.

The board in a notebook needs ipywidgets: `from fogel.web.play import show`.
"""

from fogel.web.evolve.page import evolve_frame, evolve_page, save_evolve_page
from fogel.web.first.page import first_frame, first_page
from fogel.web.play.page import TITLE, frame, page, save_page

__all__ = [
    "TITLE",
    "evolve_frame",
    "evolve_page",
    "first_frame",
    "first_page",
    "frame",
    "page",
    "save_evolve_page",
    "save_page",
]
