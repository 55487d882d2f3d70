"""The first screen of the web book: a trial that runs by itself (chapter 6).

Nothing of it is recorded: the page evolves the trial in which the champion came about, with the
scripts of the page on which a reader evolves, and shows each generation at a reader's pace.
"""

from pathlib import Path

from fogel.core.champion import load_champion
from fogel.core.players import shipped
from fogel.core.settings import Settings
from fogel.core.types import Json
from fogel.web.builder import build_style, framed
from fogel.web.evolve.page import build_page, data

HERE = Path(__file__).parent
TITLE = "A hundred networks learn tic-tac-toe"
HEIGHT = 760  # pixels of a frame, until it knows its own


def first_page(title: str = TITLE, evolve: str = "evolve.html") -> str:
    """The page, a whole HTML file that needs no other; `evolve` is where the page of all trials
    stands.
    """
    body, script, style = (HERE / f"first.{kind}" for kind in ("html", "js", "css"))
    return build_page(title, _data(), build_style(style), body, script, evolve=evolve)


def first_frame(height: int = HEIGHT, title: str = TITLE, evolve: str = "evolve.html") -> str:
    """The page in a frame, which is loaded at once, for another page."""
    return framed(first_page(title, evolve), title, height, lazy=False)


def _data() -> Json:
    """What the script needs to know: the experiment's, and which trial is shown."""
    shown = load_champion(shipped("champion"))
    changed = (shown.settings or Settings()).differences()
    return {**data(), "shown": {"settings": changed, "trial": shown.trial}}
