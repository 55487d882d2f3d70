"""Which idea can be turned? Small pieces of the chapters that answer while they are turned: knobs.

A knob is a web page in a frame, stored in a chapter like a figure, and it needs neither Python nor a network. Its
script NAME.js lies beside this file; what it computes comes from the page's own scripts, or as data from the package.
Its state stands in the address of the page around it, as `#knob-encoding?board=XO.......`, so that it can be linked to.
"""

import html
from collections.abc import Callable
from dataclasses import dataclass

from fogel.encoding import LINES, MARKS
from fogel.page.builder import filled, framed, script_of, style_of
from fogel.words import LETTERS, WORDS

LARGEST = 40_000  # characters of a frame: it is stored in a notebook
# On paper and where no scripts run, the chapter's figure says it.
HIDDEN = "<style>@media print, (scripting: none) { .fogel-knob { display: none } }</style>"


@dataclass(frozen=True)
class Knob:
    """One knob: the chapter it belongs to, its title, one line on what to try, and what its script needs to know.

    `height`: pixels of its frame, until it knows its own. `data`: makes a dictionary for its script's DATA.
    """

    chapter: int
    title: str
    hint: str
    height: int
    data: Callable[[], dict] = dict


@dataclass(frozen=True)
class Shown:
    """What a cell shows of a knob: a frame, and words where no frame is shown."""

    words: str
    frame: str

    def __repr__(self):
        return self.words

    def _repr_html_(self):
        return self.frame


KNOBS = {
    "encoding": Knob(
        chapter=1,
        title="Nine numbers, and what they give away",
        hint="Click the squares. Can you find a board whose sum is 0 or 1, and to which no game comes?",
        height=460,
    ),
}


def show(name):
    """The knob of that name, for the last line of a cell. Raises ValueError for a name that is none."""
    one = _knob(name)
    frame = framed(page(name), one.title, one.height, lazy=False)
    return Shown(f"A knob: {one.title}", f'<div class="fogel-knob" id="knob-{name}">{HIDDEN}{frame}</div>')


def page(name):
    """The knob as a whole HTML file that needs no other. Raises ValueError for a name that is none."""
    one = _knob(name)
    data = {"name": name, "lines": LINES, "letters": LETTERS, "marks": MARKS, "words": {"square": WORDS["square"]}}
    script = "\n\n".join(script_of(f"knobs/{script}.js") for script in ("knob", name))
    style, hint = style_of("knobs/knob.css"), html.escape(one.hint)
    return filled("knobs/knob.html", one.title, {**data, **one.data()}, style, hint=hint, script=script)


def _knob(name):
    if name not in KNOBS:
        raise ValueError(f"a knob must be one of {', '.join(KNOBS)}, not {name!r}")
    return KNOBS[name]
