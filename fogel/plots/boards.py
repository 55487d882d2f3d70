"""Pictures of boards, and of arrays of numbers, drawn into axes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from numbers import Integral
from typing import Any

import numpy as np

from fogel.core.types import Axes, Figure, Mark, Square
from fogel.encoding import LINES, O, X, winner
from fogel.plots.palette import AMOUNT, AMOUNT_OF_O, BLUE, GRID, INK, NOTHING, ORANGE, SIGNED, WHITE
from fogel.plots.style import styled

COLOURS = {X: BLUE, O: ORANGE}


# Many parameters: options of a drawing, each with a default.
@styled
def board_grid(
    boards: Sequence[Any],
    titles: Any = None,
    heat: Any = None,
    texts: Any = None,
    rings: Any = None,
    columns: int | None = None,
    size: float = 1.15,
    **options: Any,
) -> Figure:
    """Return a Figure of boards; `titles` and so on have an entry for each board (None: nothing).

    `columns` boards stand in a row (6 at most unless set), each about `size` inches wide. All
    boards share the scale of colours that their `heat` needs. For the entries and for further
    options see `draw_board`.
    """
    from matplotlib.figure import Figure

    nothing = [None] * len(boards)
    titles, heat, texts, rings = (
        nothing if values is None else values for values in (titles, heat, texts, rings)
    )
    values = [value for nine in heat if nine is not None for value in nine if not np.isnan(value)]
    scale = {"most": max(map(abs, values), default=1.0), "signed": min(values, default=0.0) < 0}
    columns = columns or min(len(boards), 6)
    rows = -(-len(boards) // columns)
    lines = max((1 + title.count("\n") for title in titles if title), default=0)
    figure = Figure(figsize=(columns * size + 0.1, rows * (size + 0.21 * lines)))
    plots = figure.subplots(rows, columns, squeeze=False).ravel()
    for axes in plots:
        axes.set_axis_off()
    for axes, *about in zip(plots, boards, titles, heat, texts, rings, strict=False):
        draw_board(axes, *about, **{**scale, **options})
    return figure


# Many parameters: options of a drawing, each with a default.
@styled
def draw_board(
    axes: Axes,
    board: Any,
    title: str | None = None,
    heat: Sequence[Any] | None = None,
    texts: Sequence[Any] | None = None,
    ring: Any = None,
    signed: bool = False,
    most: float = 1.0,
    whose: Mark = X,
    strike: bool = True,
    linewidth: float = 2.4,
    ink: str = INK,
) -> None:
    """Draw a board into `axes`: blue crosses, orange circles, and a won line struck through.

    `heat`: nine values, coloured from 0 (white) to `most` in the colour of `whose` chances they are
    (X's blue or O's orange), or from -most (orange) to most (blue) if `signed`. Marks are
    `linewidth` points wide, a ring is drawn in `ink`.
    """
    shade = _shade(signed, most, whose)
    for square in range(9):
        x, y = square % 3 + 0.5, 2.5 - square // 3
        value, text_ink = 0.0, INK
        if heat is not None and not np.isnan(heat[square]):
            text_ink = _fill(axes, x, y, shade(value := heat[square]))
        if board[square] in COLOURS:
            # Dark on a coloured square, so that its colour is not taken for a value.
            colour = INK if value else COLOURS[board[square]]
            _draw_mark(axes, x, y, board[square], colour, linewidth)
        if texts is not None and texts[square]:
            _write(axes, x, y, texts[square], text_ink, fontsize=10)
    _draw_grid(axes)
    rings: Any = [ring] if isinstance(ring, Integral) else () if ring is None else ring
    for square in rings:
        corner = square % 3 + 0.5 - 0.44, 2.5 - square // 3 - 0.44
        _draw_ring(axes, corner, 0.88, ink, 1.4)
    if strike and winner(board):
        _strike(axes, board)
    _frame(axes, 3, 3, title, pad=3)


def _fill(axes, x, y, colour):
    """Color a square, and return the ink that can be read there."""
    from matplotlib.patches import Rectangle

    axes.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, color=colour, linewidth=0))
    return _ink(colour)


def _write(axes, x, y, text, ink, **look):
    axes.text(x, y, text, ha="center", va="center_baseline", color=ink, **look)


def _draw_grid(axes):
    """Draw the four lines between nine squares."""
    for at in (1, 2):
        axes.plot([at, at], [0, 3], color=GRID, linewidth=1.2, zorder=1)
        axes.plot([0, 3], [at, at], color=GRID, linewidth=1.2, zorder=1)


def _draw_mark(axes, x, y, mark, colour, linewidth):
    """Draw a cross or a circle around a point."""
    from matplotlib.patches import Circle

    if mark == X:
        for way in (-1, 1):
            ends = [x - 0.26, x + 0.26], [y - 0.26 * way, y + 0.26 * way]
            axes.plot(*ends, color=colour, linewidth=linewidth)
    else:
        axes.add_patch(Circle((x, y), 0.28, fill=False, color=colour, linewidth=linewidth))


def _draw_ring(axes, corner, size, ink, linewidth):
    """Draw a thick edge around a square, inside of it."""
    from matplotlib.patches import Rectangle

    look = {"fill": False, "color": ink, "linewidth": linewidth, "zorder": 3}
    axes.add_patch(Rectangle(corner, size, size, **look))


def _strike(axes, board):
    """Strike a won line through."""
    mark = winner(board)
    first, _, last = next(line for line in LINES if {board[s] for s in line} == {mark})
    ends = np.array([(s % 3 + 0.5, 2.5 - s // 3) for s in (first, last)])
    ends += 0.3 * np.sign(ends[0] - ends[1])[None] * [[1], [-1]]
    axes.plot(*ends.T, color=INK, linewidth=1.6, zorder=4)


def _frame(axes, width, height, title, pad):
    """Fit the axes to a board, and write its title."""
    axes.set(xlim=(-0.06, width + 0.06), ylim=(-0.06, height + 0.06), aspect="equal")
    axes.set_axis_off()
    if title:
        axes.set_title(title, fontsize=10.5, loc="center", pad=pad)


# Many parameters: options of a drawing, each with a default.
@styled
def draw_squares(
    axes: Axes,
    width: int,
    height: int,
    texts: Sequence[str],
    shades: Sequence[Any] | None = None,
    rings: Iterable[Square] = (),
    title: str | None = None,
    size: float = 11,
    linewidth: float = 2.0,
) -> None:
    """Draw a board of any shape into `axes`; `texts` has one entry a square, row by row.

    X is a blue cross and O an orange circle, any other text stands as it is, `size` points high.
    `shades`: a colour a square, or None. `rings`: squares with a thick edge.
    """
    from matplotlib.colors import to_rgba
    from matplotlib.patches import Rectangle

    for square, text in enumerate(texts):
        x, y = square % width + 0.5, height - 0.5 - square // width
        shade = shades[square] if shades else None
        edge = {"facecolor": shade or "none", "edgecolor": GRID, "linewidth": 1.0}
        axes.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, **edge))
        if text in ("X", "O"):
            mark = X if text == "X" else O
            _draw_mark(axes, x, y, mark, COLOURS[mark], linewidth)
        elif text:
            ink = _ink(to_rgba(shade)) if shade else INK
            _write(axes, x, y, text, ink, fontsize=size, linespacing=1.0)
    for square in rings:
        corner = square % width + 0.05, height - 1 - square // width + 0.05
        _draw_ring(axes, corner, 0.9, INK, 1.6)
    _frame(axes, width, height, title, pad=4)


def _shade(signed, most, whose=X):
    """A function from a value to its colour."""
    from matplotlib.colors import LinearSegmentedColormap

    amount = AMOUNT if whose == X else AMOUNT_OF_O
    scale = LinearSegmentedColormap.from_list("book", SIGNED if signed else amount)
    return lambda value: scale(
        np.clip(0.5 + value / most / 2 if signed else value / most, 0.0, 1.0)
        if most
        else 0.5 * signed
    )


def _ink(colour):
    """Black or white, whichever can be read on the colour."""
    red, green, blue = colour[:3]
    return INK if 0.299 * red + 0.587 * green + 0.114 * blue > 0.55 else WHITE


# Many parameters: options of a drawing, each with a default.
@styled
def matrix(
    axes: Axes,
    values: Any,
    rows: Sequence[str] | None = None,
    columns: Sequence[str] | None = None,
    most: float | None = None,
    decimals: int | None = None,
    title: str | None = None,
) -> None:
    """Draw an array of signed numbers into `axes`: orange below 0, white at 0, blue above.

    `rows` and `columns` are labels; with `decimals` the numbers are written into their squares; nan
    stays grey.
    """
    from matplotlib.colors import to_rgba

    values = np.asarray(values, dtype=float)
    shade = _shade(True, most or np.nanmax(np.abs(values)) or 1.0)
    grey = to_rgba(NOTHING)
    picture = [[grey if np.isnan(value) else shade(value) for value in row] for row in values]
    axes.imshow(picture, aspect="auto")
    height, width = values.shape
    axes.set_xticks(range(width), columns if columns is not None else [""] * width)
    axes.set_yticks(range(height), rows if rows is not None else [""] * height)
    axes.tick_params(length=0)
    axes.grid(False)
    for spine in axes.spines.values():
        spine.set_visible(False)
    for (row, column), value in np.ndenumerate(values) if decimals is not None else ():
        if not np.isnan(value):
            look = {"ha": "center", "va": "center", "color": _ink(picture[row][column])}
            axes.text(column, row, f"{value:.{decimals}f}", fontsize=9, **look)
    if title:
        axes.set_title(title)
