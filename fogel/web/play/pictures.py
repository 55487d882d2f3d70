"""Pictures and sentences about a network's answer, as SVG and HTML.

Each square of a board is 100 wide.
"""

import html
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np

from fogel.core import types
from fogel.core.texts import LETTERS, RESULTS, WORDS, number, plural
from fogel.core.types import Floats, Mark
from fogel.encoding import LINES, O, X, winner
from fogel.plots.palette import BLUE, ORANGE

MARKS = {X: '<path d="M25 25 75 75M75 25 25 75"/>', O: '<circle cx="50" cy="50" r="27"/>'}
GRID = '<path class="fogel-rules" d="M100 8V292M200 8V292M8 100H292M8 200H292"/>'


def won_lines(board: types.Board) -> list[Any]:
    """The lines that the winner holds: none, one, or two at once."""
    won = winner(board)
    return [line for line in LINES if won and all(board[square] == won for square in line)]


def svg(parts: str, about: str = 'aria-hidden="true"') -> str:
    """A picture of three by three squares."""
    return f'<svg viewBox="0 0 300 300" {about}>{parts}</svg>'


def _at(square):
    return 100 * (square % 3), 100 * (square // 3)


RAISED = ' transform="translate(14 5) scale(0.72)"'  # as play.css has a mark make room


def marks_in(board: types.Board, newest: Any = None, raised: Collection[int] = ()) -> str:
    """The marks of a board; one that is not the newest is faint, if there is a newest.

    Those of the squares `raised` are smaller and higher, to make room for what stands below them.
    """
    parts = []
    for square, mark in enumerate(np.asarray(board).tolist()):
        if mark:
            faint = "" if newest in (None, square) else " fogel-faint"
            name = f"fogel-{LETTERS[mark].lower()}{faint}"
            x, y = _at(square)
            drawn = f"<g{RAISED}>{MARKS[mark]}</g>" if square in raised else MARKS[mark]
            parts.append(f'<g class="{name}" transform="translate({x} {y})">{drawn}</g>')
    return "".join(parts)


def digits(board: types.Board) -> str:
    """The numbers of the open squares."""
    places = ((square, *_at(square)) for square in range(9) if not board[square])
    return "".join(
        f'<text class="fogel-digit" x="{x + 14}" y="{y + 22}">{square}</text>'
        for square, x, y in places
    )


def note(square: int, texts: Sequence[tuple[str, str]]) -> str:
    """Words at the lower edge of a square, (text, class) each, at most three in a row."""
    x, y = _at(square)
    rows = [texts[at : at + 3] for at in range(0, len(texts), 3)]
    parts = []
    for row, held in enumerate(rows):
        words = " ".join(f'<tspan class="{name}">{text}</tspan>' for text, name in held)
        parts.append(
            f'<text class="fogel-note-in" x="{x + 50}"'
            f' y="{y + 96 - 11 * (len(rows) - 1 - row)}">{words}</text>'
        )
    return "".join(parts)


def tallies_table(met: Mapping[str, Mapping[str, int]]) -> str:
    """The tally of everybody who was played, {who: {result: count}}, as HTML."""
    columns = "".join(f'<th scope="col">{name}</th>' for name in RESULTS)
    rows = "".join(
        f'<tr><th scope="row">{html.escape(who)}</th>'
        f"{''.join(f'<td>{count}</td>' for count in counts.values())}</tr>"
        for who, counts in met.items()
    )
    head = f"<thead><tr><td></td>{columns}</tr></thead>"
    return f"<table><caption>{WORDS['tallies']}</caption>{head}{rows}</table>"


def strikes(board: types.Board) -> str:
    """A stroke through each line that is won, a little longer than from middle to middle."""
    parts = []
    for first, _, last in won_lines(board):
        (x1, y1), (x2, y2) = _at(first), _at(last)
        dx, dy = 34 * np.sign(x2 - x1), 34 * np.sign(y2 - y1)
        ends = f'x1="{x1 + 50 - dx}" y1="{y1 + 50 - dy}" x2="{x2 + 50 + dx}" y2="{y2 + 50 + dy}"'
        parts.append(f'<line class="fogel-strike fogel-{LETTERS[winner(board)].lower()}" {ends}/>')
    return "".join(parts)


def named_frame(square: int, mark: Mark) -> str:
    """The frame of the taken square that the player with that mark named."""
    x, y = _at(square)
    place = f'x="{x + 8}" y="{y + 8}" width="84" height="84" rx="8"'
    return f'<rect class="fogel-named fogel-{LETTERS[mark].lower()}" {place}/>'


def heat_board(
    values: Floats,
    about: str,
    most: float = 1.0,
    marks: types.Board | None = None,
    ring: int | None = None,
) -> str:
    """Nine numbers as coloured squares, blue if positive and orange if negative, or with a mark
    instead; as SVG.
    """
    parts = []
    for square, value in enumerate(values):
        (x, y), taken = _at(square), marks is not None and marks[square]
        opacity = 0 if taken else 0.75 * abs(value) / most  # so that any ground shines through
        parts.append(
            f'<rect x="{x + 3}" y="{y + 3}" width="94" height="94" rx="6" stroke="currentColor"'
            f' stroke-width="{6 if square == ring else 0.6}"'
            f' fill="{ORANGE if value < 0 else BLUE}" fill-opacity="{opacity:.3f}"/>'
        )
        if not taken:
            parts.append(f'<text x="{x + 50}" y="{y + 58}">{number(value)}</text>')
    return svg(
        "".join(parts) + ("" if marks is None else marks_in(marks)),
        f'role="img" aria-label="{about}"',
    )


# Its head.


def moved_words(thought: Any, mark: Mark = X) -> str:
    """Where a network that plays `mark` moved, on which board, as HTML."""
    count = int((thought.board == 0).sum())
    where = WORDS["empty_board"]
    if count < 9:
        where = WORDS["board_with"].format(squares=plural(count, "open square"))
    second = f" {WORDS['plays_o']}" if mark == O else ""
    return f"<p>{WORDS['moved'].format(where=where, square=thought.square)}{second}</p>"


def head_view(thought: Any, mark: Mark = X) -> str:
    """What a network that plays `mark` computed: its nine outputs and the activations of its hidden
    nodes, as HTML.
    """
    listed = ", ".join(
        f"{square}: {number(thought.outputs[square])}"
        for square in np.flatnonzero(thought.board == 0)
    )
    nodes = WORDS["nodes"].format(nodes=plural(len(thought.activations), "hidden node"))
    about = f"its outputs on the open squares, {listed}"
    outputs = heat_board(thought.outputs, about, marks=thought.board * mark, ring=thought.square)
    rows = "".join(
        f'<tr><th scope="row">{node}</th><td>{number(activation)}</td>'
        f'<td class="fogel-bar"><div style="width: {100 * activation:.1f}%"></div></td></tr>'
        for node, activation in enumerate(thought.activations, 1)
    )
    heads = '<th scope="col">node</th><th scope="col">activation</th><td></td>'
    return (
        f"{moved_words(thought, mark)}"
        f'<div class="fogel-figures"><figure><figcaption>{WORDS["outputs"]}</figcaption>'
        f"{outputs}</figure>"
        f"<table><caption>{nodes}</caption>"
        f"<thead><tr>{heads}</tr></thead>{rows}</table></div>"
    )


def _nine_weights(words: str, links: Any) -> str:
    """The weights of a node's links with the nine squares, as a board."""
    return heat_board(
        links[:9, 1], f"nine weights: {words.lower()}", np.abs(links[:, 1]).max() or 1.0
    )


def node_view(thought: Any, node: int) -> str:
    """One hidden node: what it looks for, what it says, and its links with activation, weight and
    what they add, as HTML.
    """
    heard, said = thought.links_in(node), thought.links_out(node)
    figures = [
        f"<figure><figcaption>{words}</figcaption>{_nine_weights(words, links)}</figure>"
        for words, links in ((WORDS["looks_for"], heard), (WORDS["says"], said))
    ]
    squares = [str(square) for square in range(9)]
    ends = [("sum", heard[:, 2].sum()), ("activation", thought.activations[node])]
    tables = [
        _table(WORDS["links_in"], [*squares, "bias"], heard, 0, ends),
        _table(WORDS["links_out"], squares, said, 2, []),
    ]
    return "".join(
        f'<div class="fogel-figures">{"".join(pair)}</div>' for pair in (figures, tables)
    )


def _table(caption, names, links, digits, ends):
    columns = "".join(
        f'<th scope="col">{name}</th>' for name in ("square", "activation", "weight", "adds")
    )
    rows = [
        (name, number(activation, digits), number(weight), number(adds))
        for name, (activation, weight, adds) in zip(names, links, strict=True)
    ]
    rows += [(name, "", "", number(value)) for name, value in ends]
    body = "".join(
        f'<tr><th scope="row">{name}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'
        for name, *cells in rows
    )
    return f"<table><caption>{caption}</caption><thead><tr>{columns}</tr></thead>{body}</table>"
