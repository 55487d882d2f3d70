"""The boxes, texts and buttons of a board in a notebook."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import ipywidgets as widgets

from fogel.core.texts import WORDS
from fogel.plots.screen import css
from fogel.web.builder import load_text
from fogel.web.modules import bundle

DARK = '[data-jp-theme-light="false"] .fogel'  # JupyterLab and Voila say so
CSS = "\n".join(load_text(Path(__file__).with_name(name)) for name in ("flow.css", "widget.css"))
STYLE = (
    f"<style>\n{css('.fogel', DARK, system=None)}\n{CSS.replace('{load}', WORDS['load'])}\n</style>"
)


def box(name: str, *parts: Any) -> Any:
    """Parts below each other."""
    made = widgets.VBox(parts)
    made.add_class(f"fogel-{name}")
    return made


def html_part(name: str, value: str = "") -> Any:
    """A text in HTML."""
    part = widgets.HTML(value)
    part.add_class(f"fogel-{name}")
    return part


def button(name: str, action: Callable[..., Any], words: str = "") -> Any:
    """A button; one without words is read aloud by its tooltip."""
    made = widgets.Button(description=words, tooltip=words)
    made.add_class(f"fogel-{name}")
    made.on_click(lambda _: action())
    return made


def file_button(action: Callable[..., Any]) -> Any:
    """A button that asks for a champion file; `action(change)` is told of it."""
    words = WORDS["load"]
    part = widgets.FileUpload(accept=".json", description=words, tooltip=words, icon="")
    part.add_class("fogel-button").add_class("fogel-file")
    part.observe(action, "value")
    return part


@cache
def keys() -> str:
    """A script that lets the arrow keys move on the boards of a notebook, however often
    it is run.
    """
    # what a page hands over, and what a notebook has not
    about = "globalThis.handed ??= {};"
    once = '(window.addEventListener("keydown", walkOnBoards, true), true);'
    script = bundle(Path(__file__).with_name("keys.js"))
    return f"""(() => {{
"use strict";
{about}
{script}
globalThis.fogelKeys ??= {once}
}})();"""


def show_board(widget: Any) -> None:
    """Displays a board in a running notebook, and lets the arrow keys move on it."""
    from IPython.display import Javascript, display

    display(Javascript(keys()), widget)


def show_if(wanted: object, *parts: Any) -> None:
    """Shows some parts, or takes them away."""
    for part in parts:
        part.layout.display = None if wanted else "none"
