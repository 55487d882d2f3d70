"""The numbers of the toolbox's figure against the binomial distribution and the normal one."""

from math import comb, sqrt
from statistics import NormalDist

import pytest

from figures import read

TIMES = 10_000


def test_coins():
    rows = read("toolbox_coins")
    assert [int(row["heads"]) for row in rows] == list(range(4, 29))
    for row in rows:
        exact = comb(32, int(row["heads"])) / 2**32
        assert abs(float(row["seen"]) - exact) <= 4.5 * sqrt(exact * (1 - exact) / TIMES) + 1e-9
        assert round(float(row["seen"]) * TIMES) == pytest.approx(
            float(row["seen"]) * TIMES, abs=1e-6
        )
        assert float(row["bell"]) == pytest.approx(
            NormalDist(16, sqrt(8)).pdf(int(row["heads"])), rel=1e-5
        )
    assert sum(float(row["seen"]) for row in rows) == pytest.approx(1, abs=2e-4)
