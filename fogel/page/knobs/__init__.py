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
from fogel.page.knobs import data
from fogel.words import LETTERS, WORDS

LARGEST = 44_000  # characters of a frame: it is stored in a notebook
# On paper and where no scripts run, the chapter's figure says it.
HIDDEN = "<style>@media print, (scripting: none) { .fogel-knob { display: none } }</style>"


@dataclass(frozen=True)
class Knob:
    """One knob: the chapter it belongs to, its title, one line on what to try, and what its script needs to know.

    `height`: pixels of its frame, until it knows its own. `data`: makes a dictionary for its script's DATA, some of it
    from what the chapter hands over, as a stored table.
    """

    chapter: int
    title: str
    hint: str
    height: int
    data: Callable[..., dict] = dict


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
        height=430,
    ),
    "network": Knob(
        chapter=2,
        title="What does this node look for?",
        hint="Drag the weights. Can you make it wake up on a and d alone, for the two circles in the bottom row?",
        height=600,
        data=data.network,
    ),
    "opponent": Knob(
        chapter=3,
        title="Ask the opponent",
        hint="Click marks until O is to move. Which clause decides, and what do slips do to its chances?",
        height=470,
        data=data.opponent,
    ),
    "replication": Knob(
        chapter=4,
        title="One parent, a thousand children",
        hint="Have another child, and look for a node that is gone, and for one that is blank.",
        height=400,
        data=data.replication,
    ),
    "drift": Knob(
        chapter=4,
        title="A population that nobody selects",
        hint="Draw another one. How far from 5.5 do they wander?",
        height=420,
        data=data.drift,
    ),
    "selection": Knob(
        chapter=5,
        title="The same payoff, other rivals",
        hint="Draw the rivals again, and again. Can the best network be dropped, and can the last one go on?",
        height=520,
        data=data.selection,
    ),
    "audit": Knob(
        chapter=8,
        title="The best of a hundred, and its next games",
        hint="Pick the best of the hundred, again and again. How often does it do as well the next time?",
        height=520,
        data=data.audit,
    ),
    "perfect": Knob(
        chapter=9,
        title="A network on three cards",
        hint="Exchange two numbers of a card: press one, then the other. Which exchanges can the cards stand?",
        height=760,
        data=data.perfect,
    ),
    "sweep": Knob(
        chapter=10,
        title="Seventeen versions, trial by trial",
        hint="Choose a version, then more trials. Which intervals let go of 0, and which dots made them so wide?",
        height=820,
        data=data.sweep,
    ),
    "bugs": Knob(
        chapter=11,
        title="Who notices what?",
        hint="Click a square of the matrix and read its alarm. Which program is noticed by the fewest checks?",
        height=720,
        data=data.bugs,
    ),
    "league": Knob(
        chapter=12,
        title="A game of the league, move by move",
        hint="Step to the move that breaks a rule. Then tell X another first move: how far do they get?",
        height=560,
        data=data.league,
    ),
    "school": Knob(
        chapter=15,
        title="One punishment, weight by weight",
        hint="Punish the network until it names an open square. Which of its weights never move?",
        height=600,
        data=data.school,
    ),
    "taste": Knob(
        chapter=16,
        title="A taste with sliders",
        hint="Take a wish away, or let it count more. Which game comes first then, and what holds the others back?",
        height=900,
        data=data.taste,
    ),
}


def show(name, *given):
    """The knob of that name, for the last line of a cell; `given` is what its data function is handed.

    Raises ValueError for a name that is none.
    """
    one = _knob(name)
    frame = framed(page(name, *given), one.title, one.height, lazy=False)
    return Shown(f"A knob: {one.title}", f'<div class="fogel-knob" id="knob-{name}">{HIDDEN}{frame}</div>')


def page(name, *given):
    """The knob as a whole HTML file that needs no other. Raises ValueError for a name that is none."""
    one = _knob(name)
    shared = {"name": name, "lines": LINES, "letters": LETTERS, "marks": MARKS, "words": {"square": WORDS["square"]}}
    script = "\n\n".join(script_of(f"knobs/{script}.js") for script in ("knob", name))
    style, hint = style_of("knobs/knob.css", f"knobs/{name}.css"), html.escape(one.hint)
    return filled("knobs/knob.html", one.title, {**shared, **one.data(*given)}, style, hint=hint, script=script)


def _knob(name):
    if name not in KNOBS:
        raise ValueError(f"a knob must be one of {', '.join(KNOBS)}, not {name!r}")
    return KNOBS[name]
