"""A curve in the terminal, drawn with block characters."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

BLOCKS = " ▁▂▃▄▅▆▇█"  # from an empty place to a full one, by eighths
WIDTH, HEIGHT = 60, 6  # characters


def block_curve(values: Sequence[float], width: int = WIDTH, height: int = HEIGHT) -> str:
    """Draw a curve as lines of text, with its highest and its lowest value beside them.

    Each column shows the mean of its share of the values. The lowest column is one eighth of a
    character high, so that it can be seen.
    """
    columns = np.array([part.mean() for part in np.array_split(values, min(width, len(values)))])
    low, high = columns.min(), columns.max()
    spread = (columns - low) / (high - low) if high > low else np.zeros(len(columns))
    eighths = 1 + np.round(spread * (8 * height - 1)).astype(int)
    lines = []
    for row in reversed(range(height)):
        blocks = "".join(BLOCKS[level] for level in np.clip(eighths - 8 * row, 0, 8))
        label = {height - 1: f"{high:.1f}", 0: f"{low:.1f}"}.get(row, "")
        lines.append(f"{label:>8} {blocks}".rstrip())
    return "\n".join(lines)
