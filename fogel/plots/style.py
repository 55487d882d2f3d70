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
from fogel.plots.palette import AXIS, CYCLE, EXACT, FAINT, INK, RULE, SEEN

STYLE = Path(__file__).with_name("book.mplstyle")
CEILING = "the ceiling: no player can expect more"
PAGE = 7.0  # inches: the width of a page of the book


@cache
def style() -> dict[str, Any]:
    """The settings in book.mplstyle, read once, and the palette's colours."""
    import matplotlib

    settings = matplotlib.rc_params_from_file(STYLE, use_default_template=False)
    cycle = matplotlib.cycler(color=CYCLE)
    settings.update({"axes.labelcolor": INK, "grid.color": RULE, "axes.prop_cycle": cycle})
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
    """Write a figure to each path, in the format of its ending; the file is reproducible."""
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
    """A context in which a figure is laid out but has no layout engine, or it is drawn twice."""
    import matplotlib

    engine = figure.get_layout_engine()
    if engine:
        engine.execute(figure)
    # Without this, the style puts in another layout engine.
    with matplotlib.rc_context({"figure.constrained_layout.use": False}):
        figure.set_layout_engine(None)
        try:
            yield
        finally:
            figure.set_layout_engine(engine)


# Many parameters: three arrays, which the caller has, and what the labels say.
@styled
def draw_curve(
    best_payoff: Any,
    mean: Any,
    half: Any,
    games: int,
    most: float,
    ceiling: float | None = None,
    exact_payoff: tuple[Any, Any] | None = None,
) -> Figure:
    """Return a Figure of the curve: each trial's best payoff, their mean, its 95 % interval.

    `best_payoff` is (trials, generations), `mean` and `half` (None for a single trial) one number a
    generation, `games` the games that a payoff is made of and `most` the payoff of the best
    results. `ceiling` is the highest payoff that any player can expect, the line at the top.
    `exact_payoff` is (generations, means) of what the best players can expect.
    """
    from matplotlib.figure import Figure

    figure = Figure()
    axes = figure.add_subplot()
    _draw_lines(axes, best_payoff, mean, half)
    if exact_payoff is not None:
        axes.plot(*exact_payoff, color=EXACT, linewidth=1.2, label="what the best player is worth")
    top, words = (most, "the best result in every game") if ceiling is None else (ceiling, CEILING)
    axes.axhline(top, color=INK, linewidth=0.8, linestyle=(0, (4, 3)))
    place = {"xycoords": ("axes fraction", "data"), "textcoords": "offset points", "ha": "right"}
    axes.annotate(words, (1, top), (-2, 3), **place)
    # A few lines of the first generations may leave the picture, but not the mean's interval.
    lowest = min(np.percentile(best_payoff, 1), np.min(mean if half is None else mean - half))
    lowest = lowest if exact_payoff is None else min(lowest, np.min(exact_payoff[1]))
    generations = len(mean)
    axes.set_xlim(1 if generations > 1 else 0.5, max(generations, 1.5))
    height = most - lowest or 1.0  # all payoffs may be equal
    axes.set_ylim(lowest - 0.05 * height, most + 0.12 * height)
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel("generation")
    axes.set_ylabel(f"highest total payoff of {games} games")
    look = {"ncols": 3 if exact_payoff is None else 2, "columnspacing": 1.4, "handlelength": 1.6}
    axes.legend(loc="lower left", bbox_to_anchor=(-0.02, 1.0), **look)
    return figure


def _draw_lines(axes, best_payoff, mean, half):
    """Draw the trials, their mean and its interval."""
    trials, generations = best_payoff.shape
    numbers = range(1, generations + 1)
    if trials > 1:
        axes.plot(numbers, best_payoff.T, color=FAINT, linewidth=0.4, alpha=0.6)
        axes.plot([], [], color=FAINT, linewidth=1, label="one trial")
    if half is not None:
        look = {"color": SEEN, "alpha": 0.45, "linewidth": 0, "label": "95 % interval of the mean"}
        axes.fill_between(numbers, mean - half, mean + half, **look)
    label = f"mean of {trials} trials" if trials > 1 else "one trial"
    axes.plot(numbers, mean, color=SEEN, marker="o" if generations == 1 else None, label=label)
