"""A picture of the signal that runs through a network: inputs, hidden nodes, outputs.

A link is as wide as what it adds to a sum, blue where it raises and orange where it lowers; what
adds next to nothing is left out. `flow.js` draws the same picture for a page, and flow.css lets it
run.
"""

from typing import Any

from fogel.core.texts import WORDS, plural
from fogel.core.types import Mark
from fogel.encoding import EMPTY, O, X

SIDE, GAP = 34, 4  # of a square, and between two
WIDTH, HEIGHT = 520, 250
LEFT, MIDDLE, RIGHT = 10, 260, 398  # where the board, the hidden nodes and the outputs stand
TOP = (HEIGHT - 3 * SIDE - 2 * GAP) / 2
RADIUS = 9
WIDEST = 7  # of a link
LEAST = 0.06  # of the largest: below that a link is left out
SHAPES = {X: "M9 9L25 25M25 9L9 25", O: "M17 8a9 9 0 1 1-.01 0"}


def flow_svg(thought: Any, mark: Mark = X) -> str:
    """A Thought of a network that plays `mark`, as SVG."""
    activations = [float(activation) for activation in thought.activations]
    heights = [HEIGHT * (node + 0.5) / len(activations) for node in range(len(activations))]
    step = SIDE + GAP
    places = [(step * (square % 3), TOP + step * (square // 3)) for square in range(9)]
    into, out = _lines(thought, heights, places)
    nodes = "".join(
        f'<circle class="edge" cx="{MIDDLE}" cy="{_short(y)}" r="{RADIUS}"/><circle class="cell"'
        f' cx="{MIDDLE}" cy="{_short(y)}" r="{RADIUS}" fill-opacity="{_short(activation)}"/>'
        for y, activation in zip(heights, activations, strict=True)
    )
    saw = answers = ""
    for square, (x, y) in enumerate(places):
        held = thought.board[square] * mark
        opacity = f' fill-opacity="{_short(float(thought.outputs[square]))}"'
        answer = _mark(RIGHT + x, y, held) or _rect("cell", RIGHT + x, y, opacity)
        saw += _edge(LEFT + x, y) + _mark(LEFT + x, y, held)
        answers += _edge(RIGHT + x, y) + answer
    x, y = places[thought.square]
    about = WORDS["flow"].format(nodes=plural(len(activations), "hidden node"))
    return (
        f'<svg class="flow" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{about}">'
        f'<g class="into">{_links(into)}</g><g class="out">{_links(out)}</g>'
        f'<g class="activations">{nodes}</g><g class="saw">{saw}</g>'
        f'<g class="outputs">{answers}</g>'
        f"{_rect('ring', RIGHT + x, y)}</svg>"
    )


def _lines(thought, heights, places):
    """(lines into hidden nodes, at these heights, from marked squares; lines out to open squares),
    each as x and y of both ends and the share that flows along it.
    """
    half, into, out = SIDE / 2, [], []
    for node, height in enumerate(heights):
        for square, (x, y) in enumerate(places):
            if thought.board[square] != EMPTY:
                share = float(thought.links_in(node)[square][2])
                into.append((LEFT + x + half, y + half, MIDDLE, height, share))
            else:
                share = float(thought.links_out(node)[square][2])
                out.append((MIDDLE, height, RIGHT + x + half, y + half, share))
    return into, out


def _links(links):
    most = max((abs(adds) for *_, adds in links), default=0.0) or 1.0
    return "".join(
        f'<path class="link{" minus" if adds < 0 else ""}" pathLength="1"'
        f' stroke-width="{_short(WIDEST * share)}" d="M{_short(x1)}'
        f" {_short(y1)}C{_short((x1 + x2) / 2)} {_short(y1)} {_short((x1 + x2) / 2)} {_short(y2)}"
        f' {_short(x2)} {_short(y2)}"/>'
        for x1, y1, x2, y2, adds in links
        if (share := abs(adds) / most) >= LEAST
    )


def _rect(name, x, y, more=""):
    return (
        f'<rect class="{name}" x="{_short(x)}" y="{_short(y)}" width="{SIDE}" height="{SIDE}"'
        f' rx="4"{more}/>'
    )


def _edge(x, y):
    return _rect("edge", x, y)


def _mark(x, y, mark):
    if mark == EMPTY:
        return ""
    name = {X: "mark x", O: "mark o"}[int(mark)]
    return (
        f'<path class="{name}" transform="translate({_short(x)} {_short(y)})"'
        f' d="{SHAPES[int(mark)]}"/>'
    )


def _short(value):
    """A number with at most two digits after the point, written as JavaScript writes it."""
    return f"{int(value * 100 + 0.5) / 100:g}"
