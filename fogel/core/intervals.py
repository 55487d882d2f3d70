"""Means with their 95 % intervals."""

from math import sqrt
from typing import Any

import numpy as np


def mean_and_half_width(values: Any) -> tuple[Any, Any]:
    """Return the mean over axis 0 and its 95 % t interval's half width (None for one trial)."""
    from scipy.special import stdtrit

    values = np.asarray(values, dtype=float)
    count = len(values)
    mean = values.mean(axis=0)
    half = None
    if count > 1:
        half = stdtrit(count - 1, 0.975) * values.std(axis=0, ddof=1) / np.sqrt(count)
    return (mean, half) if values.ndim > 1 else (float(mean), None if half is None else float(half))


def difference_and_half_width(values: Any, others: Any) -> tuple[float, float | None]:
    """Return the first mean minus the second, unpaired, and the half width of its 95 % interval.

    One number alone has no interval: None. Errors of independent means add like the short sides of
    a right triangle.
    """
    (mean, half), (other, its_half) = mean_and_half_width(values), mean_and_half_width(others)
    has_both = half is not None and its_half is not None
    return mean - other, float(np.hypot(half, its_half)) if has_both else None


def wilson(wins: int, games: int, confidence: float = 0.95) -> tuple[float, float]:
    """(low, high): Wilson's interval of the chance to win, after so many wins in so many games.

    In the form that Newcombe gives it (Statistics in Medicine 17, 1998).
    """
    from scipy.special import ndtri  # which takes as long to import as the rest of a command

    z, share = float(ndtri(0.5 + 0.5 * confidence)), wins / games
    centre = (2 * games * share + z**2) / (2 * (games + z**2))
    half = z / (2 * (games + z**2)) * sqrt(4 * games * share * (1 - share) + z**2)
    return (centre - half if wins else 0.0), (centre + half if wins < games else 1.0)
