"""Which idea can be turned? Small pieces of the chapters that answer while they are turned: knobs.

A knob is a web page in a frame, stored in a chapter like a figure, and it needs neither Python nor a network. Its
script NAME.js lies beside this file; what it computes comes from the page's own scripts, or as data from the package.
Its state stands in the address of the page around it, as `#knob-encoding?board=XO.......`, so that it can be linked to.
"""

import html
import json
from collections.abc import Callable
from dataclasses import dataclass

from fogel.curve import run_trial
from fogel.encoding import IN_PROGRESS, LINES, MARKS, X_TO_MOVE, encode, positions
from fogel.network import LARGEST_WEIGHT
from fogel.opponent import deciding_clause, near_perfect_weights
from fogel.page.builder import as_tables, filled, framed, kind_of, runs, script_of, style_of
from fogel.page.evolving import pack
from fogel.page.knobs import data
from fogel.page.module import ZIGGURAT
from fogel.settings import MOST_HIDDEN_NODES, Settings
from fogel.words import LETTERS, WORDS

SEED = 1993  # of what is drawn anew: draw k has the seed sequence with spawn_key (k,)
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


def _network():
    """Four boards, and how network.js checks a network."""
    boards = {"a": "XX. ... OO.", "b": "X.. O.. ...", "c": "O.. .X. ...", "d": "... XX. OO."}
    return {
        "boards": {name: encode(text).tolist() for name, text in boards.items()},
        "file": {"most_hidden_nodes": MOST_HIDDEN_NODES, "largest_weight": LARGEST_WEIGHT},
    }


def _opponent():
    """The near-perfect rule on each board with O to move: weights and the clause that decides, as tables."""
    settings, boards = Settings(), positions()[:IN_PROGRESS].tolist()
    o_boards = boards[X_TO_MOVE:]
    weights = [()] * X_TO_MOVE + [kind_of(board, near_perfect_weights(board, settings)) for board in o_boards]
    clauses = [0] * X_TO_MOVE + [deciding_clause(board, settings)[0] for board in o_boards]
    kinds, tables = as_tables({"table": weights})
    says = {
        "win": "it can win at once",
        "block": "the other could win next",
        "hinder": "a line holds the other’s marker and two open squares",
        "anywhere": "none of these: any open square",
    }
    return {"kinds": kinds, **tables, "clauses": runs("".join(map(str, clauses))), "says": says}


STRUCTURE = ("change_probability", "delete_newest", "min_hidden", "max_hidden")
ROUND = ("parents", "rivals", "repeat_rivals", "equal_is_beaten", "rank_ties", "survivors")


def _rules(*names):
    """Of the settings those that a script reads."""
    return {name: getattr(Settings(), name) for name in names}


def _drift():
    """What changes the number of nodes, and who goes on where all are equal."""
    return {"seed": SEED, "rules": _rules(*STRUCTURE, *ROUND)}


def _replication():
    """What a parent and its children are drawn with."""
    return {
        "seed": SEED,
        "rules": _rules(*STRUCTURE, "change_first", "noise", "bias", "weight_range"),
        "packed": pack({"ziggurat": json.loads(ZIGGURAT.read_text())}),
    }


def _selection():
    """The hundred payoffs of a trial's first generation."""
    first = run_trial(Settings(generations=1), trial=0, keep=(1,)).kept[1]
    named = {"A": -39, "B": -110, "C": -142, "D": -186, "E": -320}  # as in the chapter
    return {"seed": SEED, "rules": _rules(*ROUND), "payoffs": first.payoffs.tolist(), "named": named}


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
        data=_network,
    ),
    "opponent": Knob(
        chapter=3,
        title="Ask the opponent",
        hint="Click marks until O is to move. Which clause decides, and what do slips do to its chances?",
        height=470,
        data=_opponent,
    ),
    "replication": Knob(
        chapter=4,
        title="One parent, a thousand children",
        hint="Have another child, and look for a node that is gone, and for one that is blank.",
        height=400,
        data=_replication,
    ),
    "drift": Knob(
        chapter=4,
        title="A population that nobody selects",
        hint="Draw another one. How far from 5.5 do they wander?",
        height=420,
        data=_drift,
    ),
    "selection": Knob(
        chapter=5,
        title="The same payoff, other rivals",
        hint="Draw the rivals again, and again. Can the best network be dropped, and can the last one go on?",
        height=520,
        data=_selection,
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
