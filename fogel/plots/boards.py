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
    """Rows of boards, a Figure; `titles` and so on have one entry for each board (None: nothing).

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
    """Draws one board into `axes`: X as blue crosses, O as orange circles, a won line struck
    through.

    `heat`: nine values, coloured from 0 (white) to `most` in the colour of `whose` chances they are
    (X's blue or O's orange), or from -most (orange) to most (blue) if `signed`. Marks are
    `linewidth` points wide, a ring is drawn in `ink`.
    """
    from matplotlib.patches import Circle, Rectangle

    shade = _shade(signed, most, whose)
    for square in range(9):
        x, y = square % 3 + 0.5, 2.5 - square // 3
        value = 0.0 if heat is None or np.isnan(heat[square]) else heat[square]
        text_ink = INK
        if heat is not None and not np.isnan(heat[square]):
            axes.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, color=shade(value), linewidth=0))
            text_ink = _ink(shade(value))
        if board[square] == X:
            # Dark on a coloured square, so that its colour is not taken for a value.
            for way in (-1, 1):
                colour = INK if value else BLUE
                axes.plot(
                    [x - 0.26, x + 0.26],
                    [y - 0.26 * way, y + 0.26 * way],
                    color=colour,
                    linewidth=linewidth,
                )
        elif board[square] == O:
            axes.add_patch(
                Circle(
                    (x, y), 0.28, fill=False, color=INK if value else ORANGE, linewidth=linewidth
                )
            )
        if texts is not None and texts[square]:
            axes.text(
                x, y, texts[square], ha="center", va="center_baseline", color=text_ink, fontsize=10
            )
    for at in (1, 2):
        axes.plot([at, at], [0, 3], color=GRID, linewidth=1.2, zorder=1)
        axes.plot([0, 3], [at, at], color=GRID, linewidth=1.2, zorder=1)
    for square in [ring] if isinstance(ring, Integral) else ring if ring is not None else ():  # type: ignore[assignment]
        x, y = square % 3 + 0.5, 2.5 - square // 3
        axes.add_patch(
            Rectangle(
                (x - 0.44, y - 0.44), 0.88, 0.88, fill=False, color=ink, linewidth=1.4, zorder=3
            )
        )
    if strike and winner(board):
        first, _, last = next(
            line
            for line in LINES
            if board[line[0]] == winner(board) and len({board[s] for s in line}) == 1
        )
        ends = np.array([(s % 3 + 0.5, 2.5 - s // 3) for s in (first, last)])
        ends += 0.3 * np.sign(ends[0] - ends[1])[None] * [[1], [-1]]
        axes.plot(*ends.T, color=INK, linewidth=1.6, zorder=4)
    axes.set(xlim=(-0.06, 3.06), ylim=(-0.06, 3.06), aspect="equal")
    axes.set_axis_off()
    if title:
        axes.set_title(title, fontsize=10.5, loc="center", pad=3)


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
    """Draws a board of any shape into `axes`; `texts` has one entry a square, row by row.

    X is a blue cross and O an orange circle, any other text stands as it is, `size` points high.
    `shades`: a colour a square, or None. `rings`: squares with a thick edge.
    """
    from matplotlib.colors import to_rgba
    from matplotlib.patches import Circle, Rectangle

    for square, text in enumerate(texts):
        x, y = square % width + 0.5, height - 0.5 - square // width
        shade = shades[square] if shades else None
        axes.add_patch(
            Rectangle(
                (x - 0.5, y - 0.5), 1, 1, facecolor=shade or "none", edgecolor=GRID, linewidth=1.0
            )
        )
        if text == "X":
            for way in (-1, 1):
                axes.plot(
                    [x - 0.26, x + 0.26],
                    [y - 0.26 * way, y + 0.26 * way],
                    color=BLUE,
                    linewidth=linewidth,
                )
        elif text == "O":
            axes.add_patch(Circle((x, y), 0.28, fill=False, color=ORANGE, linewidth=linewidth))
        elif text:
            ink = _ink(to_rgba(shade)) if shade else INK
            axes.text(
                x,
                y,
                text,
                ha="center",
                va="center_baseline",
                color=ink,
                fontsize=size,
                linespacing=1.0,
            )
    for square in rings:
        x, y = square % width, height - 1 - square // width
        axes.add_patch(
            Rectangle(
                (x + 0.05, y + 0.05), 0.9, 0.9, fill=False, color=INK, linewidth=1.6, zorder=3
            )
        )
    axes.set(xlim=(-0.06, width + 0.06), ylim=(-0.06, height + 0.06), aspect="equal")
    axes.set_axis_off()
    if title:
        axes.set_title(title, fontsize=10.5, loc="center", pad=4)


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
    """Draws an array of signed numbers into `axes`, orange for negative and blue for positive,
    white for 0.

    `rows` and `columns` are labels; with `decimals` the numbers are written into their squares; nan
    stays grey.
    """
    from matplotlib.colors import to_rgba

    values = np.asarray(values, dtype=float)
    most = most or np.nanmax(np.abs(values)) or 1.0
    shade = _shade(True, most)
    picture = [
        [to_rgba(NOTHING) if np.isnan(value) else shade(value) for value in row] for row in values
    ]
    axes.imshow(picture, aspect="auto")
    axes.set_xticks(
        range(values.shape[1]), columns if columns is not None else [""] * values.shape[1]
    )
    axes.set_yticks(range(values.shape[0]), rows if rows is not None else [""] * values.shape[0])
    axes.tick_params(length=0)
    axes.grid(False)
    for spine in axes.spines.values():
        spine.set_visible(False)
    if decimals is not None:
        for (row, column), value in np.ndenumerate(values):
            if not np.isnan(value):
                ink = _ink(picture[row][column])
                axes.text(
                    column,
                    row,
                    f"{value:.{decimals}f}",
                    ha="center",
                    va="center",
                    fontsize=9,
                    color=ink,
                )
    if title:
        axes.set_title(title)
