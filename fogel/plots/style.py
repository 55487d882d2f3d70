"""The book's style, pictures as files, and the picture of the performance curve."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, wraps
from pathlib import Path
from typing import Any

import numpy as np

from fogel.core.files import write_files
from fogel.core.types import Figure
from fogel.plots.palette import AXIS, CYCLE, FAINT, INK, RULE, SEEN, WORTH

STYLE = Path(__file__).with_name("book.mplstyle")
CEILING = "the ceiling: no player can expect more"
PAGE = 7.0  # inches: the width of a page of the book


@cache
def style() -> dict[str, Any]:
    """The settings in book.mplstyle, read once, and the palette's colours."""
    import matplotlib

    settings = matplotlib.rc_params_from_file(STYLE, use_default_template=False)
    settings.update(
        {
            "axes.labelcolor": INK,
            "grid.color": RULE,
            "axes.prop_cycle": matplotlib.cycler(color=CYCLE),
        }
    )
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


def save(figure: Figure, *paths: Path, description: str | None = None) -> None:
    """Writes a figure to each path, in the format of its ending; the same figure gives the same
    file.
    """
    write_files({path: picture(figure, Path(path).suffix, description) for path in paths})


@styled
def picture(figure: Figure, kind: str, description: str | None = None) -> bytes:
    """A figure as the bytes of a file whose name ends in `kind`, such as .png."""
    undated: dict[str, Any] = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
    metadata = undated.get(kind, {"Software": None})
    content = io.BytesIO()
    metadata = {**metadata, "Description": description} if description else metadata
    with laid_out(figure):
        figure.savefig(content, format=kind.removeprefix("."), metadata=metadata)
    return content.getvalue()


@contextmanager
def laid_out(figure: Figure) -> Iterator[None]:
    """As long as it lasts, a figure has its layout and no layout engine: with one, each file would
    be drawn twice.
    """
    import matplotlib

    engine = figure.get_layout_engine()
    if engine:
        engine.execute(figure)
    # Else the style puts one in for None.
    with matplotlib.rc_context({"figure.constrained_layout.use": False}):
        figure.set_layout_engine(None)
        try:
            yield
        finally:
            figure.set_layout_engine(engine)


@styled
def draw_curve(
    best_payoff: Any,
    mean: Any,
    half: Any,
    games: int,
    most: float,
    ceiling: float | None = None,
    worth: tuple[Any, Any] | None = None,
) -> Figure:
    """The performance curve: each trial's best payoff as a thin line, their mean, its 95 %
    interval; a Figure.

    `best_payoff` is (trials, generations), `mean` and `half` (None for a single trial) one number a
    generation, `games` the games that a payoff is made of and `most` what the best possible results
    would bring. With a `ceiling`, the highest payoff that any player can expect, that is the line
    at the top. `worth` is (generations, means) of what the best players can expect.
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
        axes.fill_between(
            numbers, mean - half, mean + half, color=SEEN, alpha=0.45, linewidth=0, label=label
        )
    label = f"mean of {trials} trials" if trials > 1 else "one trial"
    axes.plot(numbers, mean, color=SEEN, marker="o" if generations == 1 else None, label=label)
    if worth is not None:
        axes.plot(*worth, color=WORTH, linewidth=1.2, label="what the best player is worth")
    top, words = (most, "the best result in every game") if ceiling is None else (ceiling, CEILING)
    axes.axhline(top, color=INK, linewidth=0.8, linestyle=(0, (4, 3)))
    axes.annotate(
        words,
        (1, top),
        (-2, 3),
        xycoords=("axes fraction", "data"),
        textcoords="offset points",
        ha="right",
    )
    # A few lines of the first generations may leave the picture, but not the.
    lowest = np.percentile(best_payoff, 1)
    # Mean and its interval.
    lowest = min(lowest, mean.min() if half is None else np.min(mean - half))
    lowest = lowest if worth is None else min(lowest, np.min(worth[1]))
    axes.set_xlim(1 if generations > 1 else 0.5, max(generations, 1.5))
    height = most - lowest or 1.0  # all payoffs may be equal
    axes.set_ylim(lowest - 0.05 * height, most + 0.12 * height)
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel("generation")
    axes.set_ylabel(f"highest total payoff of {games} games")
    columns = 3 if worth is None else 2
    axes.legend(
        loc="lower left",
        bbox_to_anchor=(-0.02, 1.0),
        ncols=columns,
        columnspacing=1.4,
        handlelength=1.6,
    )
    return figure
