"""Interactive figures, each found by its files.

A knob is a web page in a frame, stored in a chapter like a figure, and it needs neither Python nor
a network. NAME.py describes it (KNOB) and may have a function `data()`, which returns the
dictionary that its script gets as DATA, partly from the chapter's own values, such as a table.
NAME.js and NAME.css beside it draw it, with the files in `shared/` and the page's own scripts. A
knob is found by its files, so nothing lists them. Its state is in the address of the page around
it, as `#knob-encoding?board=XO.......`, so that it can be linked to.
"""

import html
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from fogel.core.settings import Settings
from fogel.core.texts import LETTERS, WORDS
from fogel.core.types import Json
from fogel.encoding import LINES, MARKS
from fogel.web.builder import build_script, build_style, filled, framed, untrusted

HERE = Path(__file__).parent
LARGEST = 53_000  # characters of a frame: it is stored in a notebook
SEED = 1993  # of what is drawn anew: draw k has the seed sequence with spawn_key (k,)
# On paper and where no scripts run, the chapter's figure says it.
HIDDEN = "<style>@media print, (scripting: none) { .fogel-knob { display: none } }</style>"
UNTRUSTED = untrusted("Run this cell to turn the knob.")


@dataclass(frozen=True)
class Knob:
    """One knob: the chapter it belongs to, its title, and one line on what to try.

    `height`: pixels of its frame, until it knows its own.
    """

    chapter: int
    title: str
    hint: str
    height: int


@dataclass(frozen=True)
class Shown:
    """What a cell shows of a knob: a frame, and words where no frame is shown."""

    words: str
    frame: str

    def __repr__(self):
        return self.words

    def _repr_html_(self):
        return self.frame


def pick_settings(*names: str) -> Json:
    """Return those settings that a knob's script reads, {name: value}."""
    return {name: getattr(Settings(), name) for name in names}


def names() -> list[str]:
    """The names of all knobs, in the order of their chapters."""
    return sorted(_found(), key=lambda name: (find(name).chapter, name))


def find(name: str) -> Knob:
    """The knob of that name. Raises ValueError for a name that is none, and for a knob without
    script or style.
    """
    if name not in _found():
        raise ValueError(f"a knob must be one of {', '.join(_found())}, not {name!r}")
    for kind in ("js", "css"):
        if not (HERE / f"{name}.{kind}").is_file():
            raise ValueError(f"the knob {name!r} has no {name}.{kind} beside its {name}.py")
    return _module(name).KNOB


def _module(name):
    return import_module(f"{__name__}.{name}")


def _found():
    return sorted(path.stem for path in HERE.glob("*.py") if path.stem != "__init__")


def show(name: str, *given: Any) -> Shown:
    """The knob of that name, for the last line of a cell; `given` is what its data function is
    handed.

    Raises ValueError for a name that is none.
    """
    one = find(name)
    frame = framed(page(name, *given), one.title, one.height, lazy=False)
    return Shown(
        f"A knob: {one.title}",
        f'<div class="fogel-knob" id="knob-{name}">{HIDDEN}{UNTRUSTED}{frame}</div>',
    )


def page(name: str, *given: Any) -> str:
    """The knob as a whole HTML file that needs no other. Raises ValueError for a name
    that is none.
    """
    one = find(name)
    shared = {
        "name": name,
        "lines": LINES,
        "letters": LETTERS,
        "marks": MARKS,
        "words": {"square": WORDS["square"]},
    }
    parts = {"hint": html.escape(one.hint), "script": build_script(HERE / f"{name}.js")}
    style = build_style(HERE / f"{name}.css")
    data = {**shared, **getattr(_module(name), "data", dict)(*given)}
    return filled(HERE / "shared" / "knob.html", one.title, data, style, **parts)
