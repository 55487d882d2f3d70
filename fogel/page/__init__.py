"""What a browser and a notebook show (chapter 07): the page, its builder, and the board as a widget.

This door opens the builder's names. The board in a notebook needs ipywidgets and stands in `fogel.page.widget`, which
chapters call `fogel.board`.
"""

from fogel.page.builder import PARTS, TITLE, frame, page, save_page
from fogel.page.evolving import evolve_frame, evolve_page, save_evolve_page

__all__ = ["PARTS", "TITLE", "evolve_frame", "evolve_page", "frame", "page", "save_evolve_page", "save_page"]
