"""Every plot and every picture of a board, in one style.

A figure of the book is shown with the numbers that it draws: the notebook keeps their digest, and `make figures` writes
the picture (PNG, SVG) and the numbers (CSV) into figures/, and the SHA-256 of each file into digests.txt beside them.
So a picture can't go stale or be painted over unnoticed.
"""

from __future__ import annotations

import csv
import hashlib
import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, wraps
from numbers import Integral, Real
from pathlib import Path
from typing import Any

import numpy as np

from fogel.core.files import write_files
from fogel.core.texts import typographic
from fogel.core.types import Axes, Board, Figure, Mark, Square
from fogel.encoding import LINES, O, X, decode, encode, place, winner
from fogel.plots.palette import (  # noqa: F401 - chapters say drawing.BLUE
    AMOUNT,
    AMOUNT_OF_O,
    AXIS,
    BLUE,
    CREAM,
    CYCLE,
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
    WORTH,
)  # fmt: skip  # isort: skip

STYLE = Path(__file__).with_name("book.mplstyle")

CEILING = "the ceiling: no player can expect more"
PAGE = 7.0  # inches: the width of a page of the book
CUT = 0.02  # inches that may stand outside of a picture: white around a letter
FIGURES_VARIABLE = "FOGEL_FIGURES"  # names the folder that figures are written to; without it none is
DIGESTS = "digests.txt"  # in that folder: what its files were when they were drawn


@cache
def style() -> dict[str, Any]:
    """The settings in book.mplstyle, read once, and the palette's colours."""
    import matplotlib

    settings = matplotlib.rc_params_from_file(STYLE, use_default_template=False)
    settings.update({"axes.labelcolor": INK, "grid.color": RULE, "axes.prop_cycle": matplotlib.cycler(color=CYCLE)})
    settings.update(dict.fromkeys(("axes.edgecolor", "xtick.color", "ytick.color"), AXIS))
    return settings


def styled(draw: Callable) -> Callable:
    """Lets a drawing function run in the book's style, and changes no one else's."""

    @wraps(draw)
    def in_style(*args, **kwargs):
        import matplotlib

        with matplotlib.rc_context(style()):
            return draw(*args, **kwargs)

    return in_style


# Figures of the book.


def table(data: Mapping[str, Any]) -> str:
    """The text of a CSV file with these columns (a dict of sequences of one length); numbers have six digits."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(data)
    rows.writerows([_plain(value) for value in row] for row in zip(*data.values(), strict=True))
    return text.getvalue()


def _plain(value):
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real):
        return "" if np.isnan(value) else f"{float(value) + 0.0:.6g}"  # -0.0 becomes 0
    return "" if value is None else str(value)


def digest(text: str) -> str:
    """Twelve hexadecimal digits that change when the text does."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


@styled
def show(figure: Figure, name: str, alt: str, data: Mapping[str, Any]) -> None:
    """Shows a figure of the book: picture and `alt` text in a notebook, and the digest of `data` where no one looks.

    `data`: the numbers that it draws, a dict of columns. If FOGEL_FIGURES names a folder, NAME.png, NAME.svg and
    NAME.csv are written there.
    """
    text = table(data)
    columns = [*data][:6] + ["..."] * (len(data) > 6)
    mark = f"{name}: {text.count(chr(10)) - 1} rows of {', '.join(columns)}; digest {digest(text)}"
    folder = os.environ.get(FIGURES_VARIABLE)
    _typeset(figure)
    with _laid_out(figure):  # once for all the files
        _check_fits(figure, name)
        if folder:
            save(figure, *(Path(folder, f"{name}.{kind}") for kind in ("png", "svg")), description=mark)
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
        if isinstance(formatter, (FixedFormatter, FuncFormatter)):  # the others know no words, and the true minus sign
            axis.set_major_formatter(lambda value, place, own=formatter: typographic(str(own(value, place))))


def write_digests(folder: Path, changed: str = "*.*") -> None:
    """Writes DIGESTS in a folder of figures: a line for each file, as sha256sum does; those of `changed` anew."""
    path = folder / DIGESTS
    old = read_digests(folder) if path.exists() else {}
    new = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in folder.glob(changed) if file != path}
    lines = sorted((name, digest) for name, digest in {**old, **new}.items() if (folder / name).exists())
    path.write_text("".join(f"{digest}  {name}\n" for name, digest in lines), encoding="utf-8")


def read_digests(folder: Path) -> dict[str, str]:
    """{file name: SHA-256} of the figures in a folder, as they were drawn."""
    lines = (folder / DIGESTS).read_text(encoding="utf-8").splitlines()
    return {name: digest for digest, name in (line.split("  ", 1) for line in lines)}


@styled
def display(figure: Figure, alt: str, text: str) -> None:
    """Shows a picture in a notebook, `text` where there are no pictures; outside a notebook, nothing."""
    if "IPython" not in sys.modules or sys.modules["IPython"].get_ipython() is None:
        return
    about = {"alt": alt, "width": int(figure.get_figwidth() * 100)}
    bundle = {"image/png": picture(figure, ".png"), "text/plain": text}
    sys.modules["IPython"].display.display(bundle, raw=True, metadata={"image/png": about})


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
    """A figure of the book to draw in, `with` this as axes, in the book's style; at the end it is shown (see `show`).

    `columns` and `rows` of plots give an array of axes; `height` and `width` of the whole are in inches.
    """
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(style()):
        figure = Figure(figsize=(width, height))
        yield figure.subplots(rows, columns, **subplots)
    show(figure, name, alt, data)


def label_lines(axes: Axes, size: float = 10) -> None:
    """Writes the label of each line at its right end, in its colour; `axes` must have their limits already.

    Labels that would lie on one another are moved apart as little as can be, in squares of the distance, and stay
    between the bottom and the top of the axes.
    """
    from scipy.optimize import isotonic_regression

    lines = [line for line in axes.get_lines() if not str(line.get_label()).startswith("_")]
    ends = [line.get_xydata()[np.isfinite(line.get_ydata())][-1] for line in lines]
    to_points = 72 / axes.figure.dpi  # type: ignore[union-attr]
    heights = axes.transData.transform(ends)[:, 1] * to_points
    order = np.argsort(heights, kind="stable")
    needed = 1.25 * size * np.array([1 + str(lines[number].get_label()).count("\n") for number in order])
    steps = np.cumsum(needed) - needed / 2  # where each label's middle lies if all are piled up
    box = axes.get_window_extent()
    piled = isotonic_regression(heights[order] - steps).x
    found = np.clip(piled, box.y0 * to_points, box.y1 * to_points - needed.sum()) + steps
    right = max(x for x, _ in ends)
    for number, height in zip(order, found, strict=True):
        line, (_, y) = lines[number], ends[number]
        axes.annotate(
            str(line.get_label()), (right, y), (6, height - heights[number]), textcoords="offset points",
            va="center", color=line.get_color(), fontsize=size, annotation_clip=False,
        )  # fmt: skip


def _check_fits(figure, name):
    """Raises ValueError if something of a figure whose layout is found, such as a label, would be cut at an edge."""
    box, (width, height) = figure.get_tightbbox(), figure.get_size_inches()
    over = {"left": -box.x0, "bottom": -box.y0, "right": box.x1 - width, "top": box.y1 - height}
    edge = max(over, key=over.__getitem__)
    if over[edge] > CUT:
        raise ValueError(f"figure {name} is cut at the {edge}: {over[edge]:.2f} inches stand outside of the picture")


def save(figure: Figure, *paths: Path, description: str | None = None) -> None:
    """Writes a figure to each path, in the format of its ending; the same figure gives the same file."""
    write_files({path: picture(figure, Path(path).suffix, description) for path in paths})


@styled
def picture(figure: Figure, kind: str, description: str | None = None) -> bytes:
    """A figure as the bytes of a file whose name ends in `kind`, such as .png."""
    undated: dict[str, Any] = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
    metadata = undated.get(kind, {"Software": None})
    content = io.BytesIO()
    metadata = {**metadata, "Description": description} if description else metadata
    with _laid_out(figure):
        figure.savefig(content, format=kind.removeprefix("."), metadata=metadata)
    return content.getvalue()


@contextmanager
def _laid_out(figure):
    """As long as it lasts, a figure has its layout and no layout engine: with one, each file would be drawn twice."""
    import matplotlib

    engine = figure.get_layout_engine()
    if engine:
        engine.execute(figure)
    with matplotlib.rc_context({"figure.constrained_layout.use": False}):  # else the style puts one in for None
        figure.set_layout_engine(None)
        try:
            yield
        finally:
            figure.set_layout_engine(engine)


# Boards.


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
        return " ".join(str(_plain(item)) or "-" for item in value)
    return str(_plain(value)).replace("\n", " ")


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

    `columns` boards stand in a row (6 at most unless set), each about `size` inches wide. All boards share the scale of
    colours that their `heat` needs. For the entries and for further options see `draw_board`.
    """
    from matplotlib.figure import Figure

    nothing = [None] * len(boards)
    titles, heat, texts, rings = (nothing if values is None else values for values in (titles, heat, texts, rings))
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
    """Draws one board into `axes`: X as blue crosses, O as orange circles, a won line struck through.

    `heat`: nine values, coloured from 0 (white) to `most` in the colour of `whose` chances they are (X's blue or O's
    orange), or from -most (orange) to most (blue) if `signed`. Marks are `linewidth` points wide, a ring is drawn in
    `ink`.
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
            for way in (-1, 1):  # dark on a coloured square, so that its colour is not taken for a value
                colour = INK if value else BLUE
                axes.plot([x - 0.26, x + 0.26], [y - 0.26 * way, y + 0.26 * way], color=colour, linewidth=linewidth)
        elif board[square] == O:
            axes.add_patch(Circle((x, y), 0.28, fill=False, color=INK if value else ORANGE, linewidth=linewidth))
        if texts is not None and texts[square]:
            axes.text(x, y, texts[square], ha="center", va="center_baseline", color=text_ink, fontsize=10)
    for at in (1, 2):
        axes.plot([at, at], [0, 3], color=GRID, linewidth=1.2, zorder=1)
        axes.plot([0, 3], [at, at], color=GRID, linewidth=1.2, zorder=1)
    for square in [ring] if isinstance(ring, Integral) else ring if ring is not None else ():  # type: ignore[assignment]
        x, y = square % 3 + 0.5, 2.5 - square // 3
        axes.add_patch(Rectangle((x - 0.44, y - 0.44), 0.88, 0.88, fill=False, color=ink, linewidth=1.4, zorder=3))
    if strike and winner(board):
        first, _, last = next(
            line for line in LINES if board[line[0]] == winner(board) and len({board[s] for s in line}) == 1
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

    X is a blue cross and O an orange circle, any other text stands as it is, `size` points high. `shades`: a colour a
    square, or None. `rings`: squares with a thick edge.
    """
    from matplotlib.colors import to_rgba
    from matplotlib.patches import Circle, Rectangle

    for square, text in enumerate(texts):
        x, y = square % width + 0.5, height - 0.5 - square // width
        shade = shades[square] if shades else None
        axes.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=shade or "none", edgecolor=GRID, linewidth=1.0))
        if text == "X":
            for way in (-1, 1):
                axes.plot([x - 0.26, x + 0.26], [y - 0.26 * way, y + 0.26 * way], color=BLUE, linewidth=linewidth)
        elif text == "O":
            axes.add_patch(Circle((x, y), 0.28, fill=False, color=ORANGE, linewidth=linewidth))
        elif text:
            ink = _ink(to_rgba(shade)) if shade else INK
            axes.text(x, y, text, ha="center", va="center_baseline", color=ink, fontsize=size, linespacing=1.0)
    for square in rings:
        x, y = square % width, height - 1 - square // width
        axes.add_patch(Rectangle((x + 0.05, y + 0.05), 0.9, 0.9, fill=False, color=INK, linewidth=1.6, zorder=3))
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
        np.clip(0.5 + value / most / 2 if signed else value / most, 0.0, 1.0) if most else 0.5 * signed
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
    """Draws an array of signed numbers into `axes`, orange for negative and blue for positive, white for 0.

    `rows` and `columns` are labels; with `decimals` the numbers are written into their squares; nan stays grey.
    """
    from matplotlib.colors import to_rgba

    values = np.asarray(values, dtype=float)
    most = most or np.nanmax(np.abs(values)) or 1.0
    shade = _shade(True, most)
    picture = [[to_rgba(NOTHING) if np.isnan(value) else shade(value) for value in row] for row in values]
    axes.imshow(picture, aspect="auto")
    axes.set_xticks(range(values.shape[1]), columns if columns is not None else [""] * values.shape[1])
    axes.set_yticks(range(values.shape[0]), rows if rows is not None else [""] * values.shape[0])
    axes.tick_params(length=0)
    axes.grid(False)
    for spine in axes.spines.values():
        spine.set_visible(False)
    if decimals is not None:
        for (row, column), value in np.ndenumerate(values):
            if not np.isnan(value):
                ink = _ink(picture[row][column])
                axes.text(column, row, f"{value:.{decimals}f}", ha="center", va="center", fontsize=9, color=ink)
    if title:
        axes.set_title(title)


# The curve.


@styled
def curve(
    best_payoff: Any,
    mean: Any,
    half: Any,
    games: int,
    most: float,
    ceiling: float | None = None,
    worth: tuple[Any, Any] | None = None,
) -> Figure:
    """The performance curve: each trial's best payoff as a thin line, their mean, its 95 % interval; a Figure.

    `best_payoff` is (trials, generations), `mean` and `half` (None for a single trial) one number a generation, `games`
    the games that a payoff is made of and `most` what the best possible results would bring. With a `ceiling`, the
    highest payoff that any player can expect, that is the line at the top. `worth` is (generations, means) of what the
    best players can expect.
    """
    from matplotlib.figure import Figure

    trials, generations = best_payoff.shape
    numbers = range(1, generations + 1)
    figure = Figure()
    axes = figure.add_subplot()
    if trials > 1:
        axes.plot(numbers, best_payoff.T, color=FAINT, linewidth=0.4, alpha=0.6)
        axes.plot([], [], color=FAINT, linewidth=1, label="one trial")
    if half is not None:
        label = "95 % interval of the mean"
        axes.fill_between(numbers, mean - half, mean + half, color=SEEN, alpha=0.45, linewidth=0, label=label)
    label = f"mean of {trials} trials" if trials > 1 else "one trial"
    axes.plot(numbers, mean, color=SEEN, marker="o" if generations == 1 else None, label=label)
    if worth is not None:
        axes.plot(*worth, color=WORTH, linewidth=1.2, label="what the best player is worth")
    top, words = (most, "the best result in every game") if ceiling is None else (ceiling, CEILING)
    axes.axhline(top, color=INK, linewidth=0.8, linestyle=(0, (4, 3)))
    axes.annotate(words, (1, top), (-2, 3), xycoords=("axes fraction", "data"), textcoords="offset points", ha="right")
    lowest = np.percentile(best_payoff, 1)  # a few lines of the first generations may leave the picture, but not the
    lowest = min(lowest, mean.min() if half is None else np.min(mean - half))  # mean and its interval
    lowest = lowest if worth is None else min(lowest, np.min(worth[1]))
    axes.set_xlim(1 if generations > 1 else 0.5, max(generations, 1.5))
    height = most - lowest or 1.0  # all payoffs may be equal
    axes.set_ylim(lowest - 0.05 * height, most + 0.12 * height)
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel("generation")
    axes.set_ylabel(f"highest total payoff of {games} games")
    columns = 3 if worth is None else 2
    axes.legend(loc="lower left", bbox_to_anchor=(-0.02, 1.0), ncols=columns, columnspacing=1.4, handlelength=1.6)
    return figure
