"""Which measures of a game predict how much is learned.

A correlation is the rank correlation (Spearman's) between a column that is there before anything
evolves and what was learnt. Whoever looks through thirty columns finds a good one by luck alone. So
there are two guards. The games are halved by the parity of their places, both seats together; the
column is chosen on the first half, and what it is worth is said on the second. And the null model
shuffles what was learnt among the games, again both seats together: how high does the best of all
columns come if there is nothing to be found?
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from fogel.core.table_jobs import JobTable
from fogel.core.types import Bools, Floats, Ints, Rng
from fogel.thousand.measured import OF_GAME, OF_SEAT, OF_TREE
from fogel.thousand.table import ROOM

COLUMNS = (*OF_GAME, *OF_TREE, *OF_SEAT, "blind_share", "baseline_share")
SHUFFLES = 1000


class Association(NamedTuple):
    """A column and its rank correlation with what was learnt, on the half that chooses and on the
    half that tells.
    """

    column: str
    chosen: float
    told: float


class Foretold(NamedTuple):
    """The column that says most on the first half: its correlations, and how the null model's
    compare.

    `best_by_luck`: the 95 % quantile of the highest correlation, by size, of any column with what
    was shuffled, on the first half. `p`: on the second half, the share of shuffles in which this
    one column's is as large.
    """

    column: str
    chosen: float
    told: float
    best_by_luck: float
    p: float


def rows_for(table: JobTable, target: str) -> Bools:
    """Which rows can be asked: those that have the target, and for sight those where a blind order
    leaves ROOM.
    """
    fits = (
        np.isfinite(table[target])
        & np.isfinite(table["blind_share"])
        & np.isfinite(table["baseline_share"])
    )
    return fits & (table["blind_share"] <= 1 - ROOM) if target == "sight" else fits


def halves(table: JobTable) -> tuple[Bools, Bools]:
    """(rows of the first half, rows of the second): games at even places, and at odd ones."""
    second = (np.arange(len(table)) // 2) % 2 == 1
    return ~second, second


def correlation(one: Floats, other: Floats) -> float:
    """Spearman's rank correlation; 0 where all values of one are alike."""
    return float(_standard(one) @ _standard(other))


def _standard(values):
    """Ranks less their mean, of length 1."""
    from scipy.stats import rankdata  # takes longer to import than all the rest

    ranks = rankdata(values)
    ranks -= ranks.mean()
    length = np.sqrt((ranks**2).sum())
    return ranks / length if length else ranks


def associations(
    table: JobTable, target: str = "share", columns: Sequence[str] = COLUMNS
) -> list[Association]:
    """The Association of each column, the strongest on the first half first. `target`: share or
    sight.
    """
    rows = rows_for(table, target)
    first, second = (half & rows for half in halves(table))
    found = [
        Association(
            name, *(correlation(table[name][half], table[target][half]) for half in (first, second))
        )
        for name in columns
    ]
    return sorted(found, key=lambda one: -abs(one.chosen))


def foretold(
    table: JobTable,
    rng: Rng,
    target: str = "share",
    columns: Sequence[str] = COLUMNS,
    shuffles: int = SHUFFLES,
) -> Foretold:
    """What says most beforehand, with the null model beside it; the shuffles draw from `rng`."""
    best = associations(table, target, columns)[0]
    rows = rows_for(table, target)
    first, second = (np.flatnonzero(half & rows) for half in halves(table))
    by_column = np.array([_standard(table[name][first]) for name in columns])
    one = _standard(table[best.column][second])
    luck, as_large = np.empty(shuffles), 0
    for at in range(shuffles):
        luck[at] = np.abs(by_column @ _standard(table[target][shuffled(first, rng)])).max()
        as_large += abs(one @ _standard(table[target][shuffled(second, rng)])) >= abs(best.told)
    return Foretold(*best, float(np.quantile(luck, 0.95)), (1 + int(as_large)) / (1 + shuffles))


def shuffled(rows: Ints, rng: Rng) -> Ints:
    """Rows in another order: games change places, and the rows of a game stay together, in their
    order.

    Games of two rows change places among themselves, and so do those of which one row can be asked.
    """
    games: dict[int, list[int]] = {}
    for row in rows.tolist():
        games.setdefault(row // 2, []).append(row)
    found: dict[int, int] = {}
    for count in (1, 2):
        some = [game for game in games.values() if len(game) == count]
        for game, other in zip(some, rng.permutation(len(some)), strict=True):
            found.update(zip(game, some[other], strict=True))
    return np.array([found[row] for row in rows.tolist()])
