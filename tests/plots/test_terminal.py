"""A curve of block characters says what the numbers do."""

import numpy as np
import pytest

from fogel.plots.terminal import BLOCKS, HEIGHT, WIDTH, block_curve


def heights(text):
    """The height of each column, in eighths of a character."""
    rows = [line[9:].ljust(WIDTH) for line in text.splitlines()]
    return [sum(BLOCKS.index(row[k]) for row in rows) for k in range(WIDTH)]


def test_a_rising_curve_rises_from_one_eighth_to_the_top():
    text = block_curve(np.linspace(-60, 12.34, WIDTH))
    found = heights(text)
    assert found == sorted(found) and (found[0], found[-1]) == (1, 8 * HEIGHT)
    assert text.splitlines()[0].startswith("    12.3 ")
    assert text.splitlines()[-1].startswith("   -60.0 ")


@pytest.mark.parametrize("count", [1, 7, WIDTH, 800])
def test_each_value_counts_in_one_column(count):
    values = np.zeros(count)
    values[-1] = 1
    found = heights(block_curve(values))
    assert found[min(count, WIDTH) - 1] == (8 * HEIGHT if count > 1 else 1)
    assert found.count(1) == min(count, WIDTH) - (count > 1)
