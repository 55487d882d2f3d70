"""Pictures of boards, and of what a network computes, as SVG and HTML."""

import html
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from fogel.core import types
from fogel.core.texts import LETTERS, RESULTS, WORDS, number, plural
from fogel.core.types import Floats, Mark, Square
from fogel.encoding import LINES, O, X, winner
from fogel.plots.palette import BLUE, ORANGE

CELL, EDGE, RIM = 100, 34, 4  # a square, the names beside a small board, and its other sides
MARKS = {"X": '<path d="M25 25 75 75M75 25 25 75"/>', "O": '<circle cx="50" cy="50" r="27"/>'}
RAISED = ' transform="translate(14 5) scale(0.72)"'  # as play.css has a mark make room

# A board of any size. The names of its columns and rows are at its edge, or else in its squares.
Edge: TypeAlias = tuple[Sequence[str], Sequence[str]] | None


def place(square: Square, columns: int = 3) -> tuple[int, int]:
    """Return x and y of the corner of a square."""
    return CELL * (square % columns), CELL * (square // columns)


def board_svg(shape: tuple[int, int], below: str, above: str, edge: Edge = None) -> str:
    """A board of (columns, rows), with what is drawn below and above its lines."""
    columns, rows = shape
    wide, high, inset = CELL * columns, CELL * rows, 0 if edge else 8
    inner = (range(1 - bool(edge), side + bool(edge)) for side in shape)
    ends = [f"M{CELL * x} {inset}V{high - inset}" for x in next(inner)]
    ends += [f"M{inset} {CELL * y}H{wide - inset}" for y in next(inner)]
    left, rim = edge_width(shape, edge), RIM if edge else 0
    view = f"{-left} {-left} {wide + left + rim} {high + left + rim}"
    lines = f'<path class="fogel-rules" d="{"".join(ends)}"/>'
    names = _edge_names(edge, left) if edge else ""
    return f'<svg viewBox="{view}" aria-hidden="true">{below}{lines}{names}{above}</svg>'


def edge_width(shape: tuple[int, int], edge: Edge) -> int:
    """Return the room for names beside a board: they are larger beside a large one."""
    return int(EDGE * max(1, max(shape) / 4)) if edge else 0


def _edge_names(edge, width):
    about = f'class="fogel-edge" style="font-size: {width // 2}px"'
    middles = [range(CELL // 2, CELL * len(names), CELL) for names in edge]
    places = [(x, -width // 2, name) for x, name in zip(middles[0], edge[0], strict=True)]
    places += [(-width // 2, y, name) for y, name in zip(middles[1], edge[1], strict=True)]
    return "".join(f'<text {about} x="{x}" y="{y}">{name}</text>' for x, y, name in places)


def board_sizes(here: str, shape: tuple[int, int], edge: Edge) -> str:
    """The style of boards of (columns, rows): where the buttons are under the picture."""
    columns, rows = shape
    left, rim = edge_width(shape, edge), RIM if edge else 0
    wide, high = (CELL * side + left + rim for side in shape)
    within = f"{left / high:.4%} {rim / wide:.4%} {rim / high:.4%} {left / wide:.4%}"
    widest = columns * min(7, max(1.6, 30 / max(shape)))
    return (
        f"{here} .fogel-game {{ flex-basis: {1.7 * columns:g}rem; min-width: 16rem;"
        f" max-width: {max(16, widest):g}rem }} {here} .fogel-board {{ aspect-ratio: {wide} /"
        f" {high}; max-width: {widest:g}rem }} {here} .fogel-board > .fogel-buttons {{ inset:"
        f" {within}; grid-template: repeat({rows}, 1fr) / repeat({columns}, 1fr) }}"
    )


def frames(kind: str, squares: Iterable[Square], columns: int = 3) -> str:
    """Frames of squares, which widget.css shows by their kind."""
    places = (place(square, columns) for square in squares)
    size = f'width="{CELL - 8}" height="{CELL - 8}"'
    return "".join(
        f'<rect class="fogel-{kind}" x="{x + 4}" y="{y + 4}" {size}/>' for x, y in places
    )


def draw_mark(mark: str) -> str:
    """A mark in a square: X and O, or a number."""
    if mark in MARKS:
        return f'<g class="fogel-{mark.lower()}">{MARKS[mark]}</g>'
    return f'<text class="fogel-n fogel-n{mark}" x="50" y="52">{mark}</text>'


def marks_in(
    marks: Sequence[str],
    newest: Collection[Square] = (),
    raised: Collection[Square] = (),
    columns: int = 3,
    draw: Callable[[str], str] = draw_mark,
) -> str:
    """The marks of a board; those that are not `newest` are faint, if there are newest ones.

    Those of the squares `raised` are smaller and higher, to make room for what is below them.
    """
    parts = []
    for square, mark in enumerate(marks):
        if mark:
            faint = ' class="fogel-faint"' if newest and square not in newest else ""
            x, y = place(square, columns)
            drawn = f"<g{RAISED}>{draw(mark)}</g>" if square in raised else draw(mark)
            parts.append(f'<g{faint} transform="translate({x} {y})">{drawn}</g>')
    return "".join(parts)


def square_names(names: Mapping[Square, str], columns: int = 3) -> str:
    """The names of squares, in their corners."""
    places = ((name, *place(square, columns)) for square, name in names.items())
    return "".join(
        f'<text class="fogel-digit" x="{x + 14}" y="{y + 22}">{name}</text>'
        for name, x, y in places
    )


def note(square: Square, texts: Sequence[tuple[str, str]], columns: int = 3) -> str:
    """Words at the lower edge of a square, (text, class) each, at most three in a row."""
    x, y = place(square, columns)
    rows = [texts[at : at + 3] for at in range(0, len(texts), 3)]
    parts = []
    for row, held in enumerate(rows):
        words = " ".join(f'<tspan class="{name}">{text}</tspan>' for text, name in held)
        parts.append(
            f'<text class="fogel-note-in" x="{x + 50}"'
            f' y="{y + 90 - 11 * (len(rows) - 1 - row)}">{words}</text>'
        )
    return "".join(parts)


# The standard board.


def won_lines(board: types.Board) -> list[Any]:
    """The lines that the winner holds: none, one, or two at once."""
    won = winner(board)
    return [line for line in LINES if won and all(board[square] == won for square in line)]


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
        (x1, y1), (x2, y2) = place(first), place(last)
        dx, dy = 34 * np.sign(x2 - x1), 34 * np.sign(y2 - y1)
        ends = f'x1="{x1 + 50 - dx}" y1="{y1 + 50 - dy}" x2="{x2 + 50 + dx}" y2="{y2 + 50 + dy}"'
        parts.append(f'<line class="fogel-strike fogel-{LETTERS[winner(board)].lower()}" {ends}/>')
    return "".join(parts)


def named_frame(square: int, mark: Mark) -> str:
    """The frame of the taken square that the player with that mark named."""
    x, y = place(square)
    about = f'x="{x + 8}" y="{y + 8}" width="84" height="84" rx="8"'
    return f'<rect class="fogel-named fogel-{LETTERS[mark].lower()}" {about}/>'


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
        (x, y), taken = place(square), marks is not None and marks[square]
        opacity = 0 if taken else 0.75 * abs(value) / most  # so that any ground shines through
        parts.append(
            f'<rect x="{x + 3}" y="{y + 3}" width="94" height="94" rx="6" stroke="currentColor"'
            f' stroke-width="{6 if square == ring else 0.6}"'
            f' fill="{ORANGE if value < 0 else BLUE}" fill-opacity="{opacity:.3f}"/>'
        )
        if not taken:
            parts.append(f'<text x="{x + 50}" y="{y + 58}">{number(value)}</text>')
    held = np.zeros(9, dtype=int) if marks is None else np.asarray(marks)
    letters = [LETTERS[mark] if mark else "" for mark in held.tolist()]
    return (
        f'<svg viewBox="0 0 300 300" role="img" aria-label="{about}">'
        f"{''.join(parts)}{marks_in(letters)}</svg>"
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
