"""Means and their 95 % intervals, against SciPy's."""

import numpy as np
import pytest
from scipy import stats

from fogel.core.intervals import difference_and_half_width, mean_and_half_width


@pytest.mark.parametrize("values", [[1.0, 2.0, 4.0, 9.0], [[1, 2], [3, 5], [4, 4]]])
def test_the_interval_is_students(values):
    mean, half = mean_and_half_width(values)
    low, high = stats.t.interval(
        0.95, len(values) - 1, np.mean(values, axis=0), stats.sem(values, axis=0)
    )
    assert mean - half == pytest.approx(low) and mean + half == pytest.approx(high)


def test_the_interval_of_a_difference():
    """With equal trials and spread it is Student's, for slightly fewer degrees of freedom."""
    some, others = np.array([1.0, 2.0, 4.0, 9.0] * 25), np.array([2.0, 3.0, 5.0, 10.0] * 25)
    gap, half = difference_and_half_width(some, others)
    found = stats.ttest_ind(some, others).confidence_interval(0.95)
    assert gap == pytest.approx(-1)
    assert half == pytest.approx((found.high - found.low) / 2, rel=0.01)


def test_a_single_trial_has_no_interval():
    assert mean_and_half_width([3]) == (3.0, None)
    assert (
        difference_and_half_width([3], [1, 2])
        == difference_and_half_width([3, 3], [1.5])
        == (1.5, None)
    )
