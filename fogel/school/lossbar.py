"""The report's loss bar, breakdown and rounding (chapter 15).

A match is split into ten *periods*. A loss bar has at most fifty digits: each stands for a fiftieth
of the match's games, and is the number of the period in which they were lost. Everything is rounded
down.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

import numpy as np

from fogel.core.types import Figure, Ints
from fogel.plots import drawing, style

PERIODS, WIDTH = 10, 50


def period_losses(lost: Any) -> Ints:
    """The ten counts of losses in a match, from (games,) whether each was lost; periods are as even
    as can be.
    """
    ends = len(lost) * np.arange(PERIODS + 1) // PERIODS
    return np.diff(np.concatenate([[0], np.cumsum(lost)])[ends])


def percent(losses: float, games: int) -> str:
    """A loss rate as the report prints it: whole, rounded down."""
    return f"{100 * int(losses) // int(games)}%"


def bar(counts: Sequence[int] | Ints, games: int) -> str:
    """The digits of a loss bar. What is rounded down is the sum so far, so that nothing is lost on
    the way.
    """
    so_far = [int(total) * WIDTH // games for total in accumulate(counts)]
    return "".join(
        str(period) * (now - before)
        for period, (before, now) in enumerate(zip([0, *so_far[:-1]], so_far, strict=True))
    )


def breakdown(counts: Sequence[int] | Ints) -> str:
    """The counts of a match, each with its period."""
    return " ".join(f"{period}:{count}" for period, count in enumerate(counts))


def match_text(session: int, match: int, counts: Sequence[int] | Ints, games: int) -> str:
    """The two lines of a match: its loss bar and its breakdown."""
    name, total = f"s{session}.m{match}", sum(counts)
    return (
        f"{name:<6}  Losses:    |{bar(counts, games):<{WIDTH}}| {percent(total, games)}\n"
        f"{name:<6}  Breakdown: {breakdown(counts):<{WIDTH + 1}}  Total:{total}/{games}"
    )


def periods_text(games: int) -> str:
    """How a match is split, in the report's words."""
    least, more = divmod(games, PERIODS)
    each = f"{least} games" if not more else f"{least} or {least + 1} games"
    return f"Splitting matches ({games} games each) into {PERIODS} periods of {each} each"


@style.styled
def draw(matches: Any, games: int, names: Sequence[str] | None = None) -> Figure:
    """Loss bars as a matplotlib Figure: `matches` (matches, 10) losses, a row each, a numbered
    segment a period.
    """
    from matplotlib.figure import Figure

    matches = np.asarray(matches)
    names = names or [f"match {number}" for number in range(1, len(matches) + 1)]
    figure = Figure(figsize=(style.PAGE, 0.9 + 0.3 * len(matches)), layout="constrained")
    axes, rows = figure.subplots(), np.arange(len(matches))
    shares = 100 * matches / games
    ends = shares.cumsum(axis=1)
    for period in range(PERIODS):
        width, colour = shares[:, period], (drawing.FAINT, drawing.FAINTER)[period % 2]
        bars = axes.barh(rows, width, left=ends[:, period] - width, color=colour, height=0.7)
        axes.bar_label(
            bars, [str(period) if share > 1.5 else "" for share in width], label_type="center"
        )
    for row, total in zip(rows, matches.sum(axis=1), strict=True):
        axes.text(ends[row, -1] + 1, row, percent(total, games), va="center")
    axes.set(
        xlim=(0, 105), xlabel="games lost, in %, period by period", yticks=rows, yticklabels=names
    )
    axes.invert_yaxis()
    return figure
