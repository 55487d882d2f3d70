"""Means with their 95 % intervals."""

from math import sqrt
from typing import Any

import numpy as np


def mean_and_half_width(values: Any) -> tuple[Any, Any]:
    """(mean over the first axis, half width of its 95 % interval by Student's t; None for a single
    trial).
    """
    from scipy.special import stdtrit

    values = np.asarray(values, dtype=float)
    count = len(values)
    mean = values.mean(axis=0)
    half = (
        stdtrit(count - 1, 0.975) * values.std(axis=0, ddof=1) / np.sqrt(count)
        if count > 1
        else None
    )
    return (mean, half) if values.ndim > 1 else (float(mean), None if half is None else float(half))


def difference_and_half_width(values: Any, others: Any) -> tuple[float, float | None]:
    """(the first mean less the second, half width of its 95 % interval), of numbers that don't come
    in pairs.

    One number alone has no interval: None. Errors of independent means add like the short sides of
    a right triangle.
    """
    (mean, half), (other, its_half) = mean_and_half_width(values), mean_and_half_width(others)
    return mean - other, (
        None if half is None or its_half is None else float(np.hypot(half, its_half))
    )


def wilson(wins: int, games: int, confidence: float = 0.95) -> tuple[float, float]:
    """(low, high): Wilson's interval of the chance to win, after so many wins in so many games.

    In the form that Newcombe gives it (Statistics in Medicine 17, 1998).
    """
    from scipy.special import ndtri  # which takes as long to import as the rest of a command

    z, share = float(ndtri(0.5 + 0.5 * confidence)), wins / games
    centre = (2 * games * share + z**2) / (2 * (games + z**2))
    half = z / (2 * (games + z**2)) * sqrt(4 * games * share * (1 - share) + z**2)
    return (centre - half if wins else 0.0), (centre + half if wins < games else 1.0)
