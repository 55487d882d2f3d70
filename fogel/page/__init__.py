"""What a browser and a notebook show (chapter 07): the pages, what they are put together from, the board as a widget.

This door opens the pages' names. The board in a notebook needs ipywidgets and stands in `fogel.page.play.widget`, which
chapters call `fogel.board`.
"""

from fogel.page.evolve.page import evolve_frame, evolve_page, save_evolve_page
from fogel.page.first.page import first_frame, first_page
from fogel.page.play.page import TITLE, frame, page, save_page

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
