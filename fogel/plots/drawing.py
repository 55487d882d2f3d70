"""The figures of the book: charts, boards and games, each shown with the numbers that it draws.

The notebook keeps the digest of these numbers, and `make figures` writes the picture (PNG, SVG) and
the numbers (CSV) into figures/, and the SHA-256 of each file into digests.txt beside them. So a
picture can't go stale or be painted over unnoticed.
"""

from __future__ import annotations

import csv
import hashlib
import io
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from numbers import Integral, Real
from pathlib import Path
from typing import Any

import numpy as np

from fogel.core.csv_files import digest
from fogel.core.texts import typographic
from fogel.core.types import Axes, Board, Figure, Square
from fogel.encoding import decode, encode, place
from fogel.plots.boards import board_grid, draw_board, draw_squares, matrix  # noqa: F401 - for chapters too
from fogel.plots.palette import (  # noqa: F401 - chapters say drawing.BLUE
    AMOUNT,
    AMOUNT_OF_O,
    AXIS,
    BLUE,
    CREAM,
    CYCLE,
    EXACT,
    FAINT,
    FAINTER,
    GREEN,
    GREY,
    GRID,
    GUESS,
    HAZE,
    INK,
    LEAD,
    MIST,
    NOTHING,
    OCHRE,
    ORANGE,
    PALE_ORANGE,
    PURPLE,
    RULE,
    SEEN,
    SIGNED,
    SILVER,
    SLATE,
    STEEL,
    WHITE,
)  # fmt: skip  # isort: skip
from fogel.plots.style import PAGE, laid_out, picture, save, style, styled

CUT = 0.02  # inches that may stand outside of a picture: white around a letter
# Names the folder that figures are written to; without it none is.
FIGURES_VARIABLE = "FOGEL_FIGURES"
DIGESTS = "digests.txt"  # in that folder: what its files were when they were drawn


# Figures of the book.


def table(data: Mapping[str, Any]) -> str:
    """The text of a CSV file with these columns, {name: sequence}; numbers have six digits."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(data)
    rows.writerows(map(cell, row) for row in zip(*data.values(), strict=True))
    return text.getvalue()


def cell(value: Any) -> str:
    """A value as the text of a cell of a table; numbers have six digits, and None is empty."""
    if isinstance(value, Integral):
        return str(int(value))
    if isinstance(value, Real):
        return "" if np.isnan(float(value)) else f"{float(value) + 0.0:.6g}"  # -0.0 becomes 0
    return "" if value is None else str(value)


@styled
def show(figure: Figure, name: str, alt: str, data: Mapping[str, Any]) -> None:
    """Shows a figure of the book: picture and `alt` text in a notebook, and the digest of `data`
    where no one looks.

    `data`: the numbers that it draws, a dict of columns. If FOGEL_FIGURES names a folder, NAME.png,
    NAME.svg and NAME.csv are written there.
    """
    text = table(data)
    columns = [*data][:6] + ["..."] * (len(data) > 6)
    mark = f"{name}: {text.count(chr(10)) - 1} rows of {', '.join(columns)}; digest {digest(text)}"
    folder = os.environ.get(FIGURES_VARIABLE)
    _typeset(figure)
    with laid_out(figure):  # once for all the files
        _check_fits(figure, name)
        if folder:
            save(
                figure,
                *(Path(folder, f"{name}.{kind}") for kind in ("png", "svg")),
                description=mark,
            )
            Path(folder, f"{name}.csv").write_text(text, encoding="utf-8")
            write_digests(Path(folder), f"{name}.*")
        display(figure, alt, mark)


def _typeset(figure):
    """Gives a figure's words the signs of a page; formulas stay as they are."""
    from matplotlib.text import Text
    from matplotlib.ticker import FixedFormatter, FuncFormatter

    for text in figure.findobj(Text):
        if "$" not in text.get_text():
            text.set_text(typographic(text.get_text()))
    for axis in (axis for axes in figure.axes for axis in (axes.xaxis, axes.yaxis)):
        formatter = axis.get_major_formatter()
        # The others know no words, and the true minus sign.
        if isinstance(formatter, (FixedFormatter, FuncFormatter)):
            axis.set_major_formatter(
                lambda value, place, own=formatter: typographic(str(own(value, place)))
            )


def write_digests(folder: Path, changed: str = "*.*") -> None:
    """Write DIGESTS in a folder of figures, as sha256sum does; only `changed` are made again."""
    path = folder / DIGESTS
    old = read_digests(folder) if path.exists() else {}
    new = {
        file.name: hashlib.sha256(file.read_bytes()).hexdigest()
        for file in folder.glob(changed)
        if file != path
    }
    lines = sorted(
        (name, digest) for name, digest in {**old, **new}.items() if (folder / name).exists()
    )
    path.write_text("".join(f"{digest}  {name}\n" for name, digest in lines), encoding="utf-8")


def read_digests(folder: Path) -> dict[str, str]:
    """{file name: SHA-256} of the figures in a folder, as they were drawn."""
    lines = (folder / DIGESTS).read_text(encoding="utf-8").splitlines()
    return {name: digest for digest, name in (line.split("  ", 1) for line in lines)}


@styled
def display(figure: Figure, alt: str, text: str) -> None:
    """Show a picture in a notebook, or `text` if it shows no pictures; elsewhere do nothing."""
    if "IPython" not in sys.modules or sys.modules["IPython"].get_ipython() is None:
        return
    about = {"alt": alt, "width": int(figure.get_figwidth() * 100)}
    bundle = {"image/png": picture(figure, ".png"), "text/plain": text}
    sys.modules["IPython"].display.display(bundle, raw=True, metadata={"image/png": about})


# Many parameters: they are the options of the function of Matplotlib or of this package that it
# wraps.
@contextmanager
def chart(
    name: str,
    alt: str,
    data: Mapping[str, Any],
    columns: int = 1,
    rows: int = 1,
    height: float = 3.4,
    width: float = PAGE,
    **subplots: Any,
) -> Iterator[Any]:
    """A figure of the book to draw in, `with` this as axes, in the book's style; at the end it is
    shown (see `show`).

    `columns` and `rows` of plots give an array of axes; `height` and `width` of the whole are in
    inches.
    """
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(style()):
        figure = Figure(figsize=(width, height))
        yield figure.subplots(rows, columns, **subplots)
    show(figure, name, alt, data)


def label_lines(axes: Axes, size: float = 10) -> None:
    """Writes the label of each line at its right end, in its colour; `axes` must have their limits
    already.

    Labels that would lie on one another are moved apart as little as can be, in squares of the
    distance, and stay between the bottom and the top of the axes.
    """
    from scipy.optimize import isotonic_regression

    lines = [line for line in axes.get_lines() if not str(line.get_label()).startswith("_")]
    ends = [line.get_xydata()[np.isfinite(line.get_ydata())][-1] for line in lines]
    to_points = 72 / axes.figure.dpi  # type: ignore[union-attr]
    heights = axes.transData.transform(ends)[:, 1] * to_points
    order = np.argsort(heights, kind="stable")
    needed = (
        1.25 * size * np.array([1 + str(lines[number].get_label()).count("\n") for number in order])
    )
    steps = np.cumsum(needed) - needed / 2  # where each label's middle lies if all are piled up
    box = axes.get_window_extent()
    piled = isotonic_regression(heights[order] - steps).x
    found = np.clip(piled, box.y0 * to_points, box.y1 * to_points - needed.sum()) + steps
    right = max(x for x, _ in ends)
    for number, height in zip(order, found, strict=True):
        line, (_, y) = lines[number], ends[number]
        axes.annotate(
            str(line.get_label()),
            (right, y),
            (6, height - heights[number]),
            textcoords="offset points",
            va="center",
            color=line.get_color(),
            fontsize=size,
            annotation_clip=False,
        )


def _check_fits(figure, name):
    """Raise ValueError if something of a figure, such as a label, would be cut at an edge."""
    box, (width, height) = figure.get_tightbbox(), figure.get_size_inches()
    over = {"left": -box.x0, "bottom": -box.y0, "right": box.x1 - width, "top": box.y1 - height}
    edge = max(over, key=over.__getitem__)
    if over[edge] > CUT:
        raise ValueError(
            f"figure {name} is cut at the {edge}: {over[edge]:.2f} inches stand outside of the"
            " picture"
        )


# Boards.


# Many parameters: they are the options of the function of Matplotlib or of this package that it
# wraps.
def boards(
    name: str,
    alt: str,
    boards: Sequence[Any],
    titles: Sequence[str] | None = None,
    heat: Sequence[Any] | None = None,
    texts: Sequence[Any] | None = None,
    rings: Sequence[Square | None] | None = None,
    **options: Any,
) -> None:
    """A figure of the book that is rows of boards; for the further options see `board_grid`."""
    boards = [encode(board) if isinstance(board, str) else board for board in boards]
    data = {"board": [decode(board).replace("\n", " ") for board in boards]}
    for key, values in (("title", titles), ("heat", heat), ("texts", texts), ("rings", rings)):
        if values is not None:
            data[key] = [_words(value) for value in values]
    show(board_grid(boards, titles, heat, texts, rings, **options), name, alt, data)


def _words(value):
    """Nine values, or one, as a text for a table."""
    if isinstance(value, (list, tuple, np.ndarray)):
        return " ".join(cell(item) or "-" for item in value)
    return cell(value).replace("\n", " ")


def game(
    name: str,
    alt: str,
    squares: Sequence[Square],
    start: Board | str | None = None,
    titles: Sequence[str] | None = None,
    **options: Any,
) -> None:
    """A figure of the book that is a game, board by board; the newest mark is ringed."""
    board = np.zeros(9, dtype=np.int8) if start is None else np.asarray(start)
    after = []
    for square in squares:
        board = place(board, square)
        after.append(board)
    titles = titles or [f"move {number}" for number in range(1, len(squares) + 1)]
    boards(name, alt, after, titles=titles, rings=squares, **options)
