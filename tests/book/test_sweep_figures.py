"""Chapter 10's figures, from the lines of stored tables with Python's statistics."""

import csv
from functools import cache
from math import hypot
from pathlib import Path
from statistics import fmean, stdev

import pytest
from by_hand import close, column, half_width
from tables import lines_of

from figures import read

STORED = Path(__file__).parents[2] / "notebooks" / "stored"


@cache
def lines(file):
    return list(csv.DictReader(lines_of(STORED / f"{file}.csv")))


@cache
def exact_payoff(file, case, generation=800):
    found = [
        row for row in lines(file) if row["case"] == case and int(row["generation"]) == generation
    ]
    return [float(row["exact_payoff"]) for row in sorted(found, key=lambda row: int(row["trial"]))]


def difference(case, trials):
    some, base = (exact_payoff("ingredients", one)[:trials] for one in (case, "as it is"))
    return fmean(some) - fmean(base), hypot(half_width(some), half_width(base))


def test_the_riddle_is_of_twenty_trials():
    rows = read("10_sweep_riddle")
    assert len(rows) == 8
    for row in rows:
        gap, half = difference(row["version"], 20)
        assert (float(row["difference"]), float(row["interval"])) == (close(gap), close(half))
        assert abs(gap) < half


def test_all_differences():
    rows = read("10_sweep_exact_payoff")
    assert len(rows) == 16 and len({row["version"] for row in rows}) == 16
    for row in rows:
        for words, trials in (("100 trials", 100), ("20 trials", 20)):
            gap, half = difference(row["version"], trials)
            assert (float(row[words]), float(row[f"{words}, interval"])) == (
                close(gap),
                close(half),
            )
    assert column("10_sweep_exact_payoff", "100 trials") == sorted(
        column("10_sweep_exact_payoff", "100 trials"), reverse=True
    )


def test_the_draws_of_twenty():
    """Their mean and their spread follow from the hundred, drawn with replacement."""
    middles = column("10_sweep_luck", "difference")
    times = column("10_sweep_luck", "times of 4,000")
    assert sum(times) == 4000
    mean = sum(m * t for m, t in zip(middles, times, strict=True)) / 4000
    spread = (
        sum(t * (m - mean) ** 2 for m, t in zip(middles, times, strict=True)) / 4000 - 1 / 12
    ) ** 0.5
    some, base = (exact_payoff("ingredients", case) for case in ("exact payoffs", "as it is"))
    expected = hypot(stdev(some), stdev(base)) * (99 / 100 / 20) ** 0.5
    assert mean == pytest.approx(fmean(some) - fmean(base), abs=4 * expected / 4000**0.5)
    assert spread == pytest.approx(expected, rel=0.06)


def test_the_noise():
    rows = read("10_sweep_noise")
    assert [float(row["noise"]) for row in rows] == [0.0125, 0.025, 0.05, 0.1, 0.2, 0.4]
    for row in rows:
        for generation in (100, 800):
            values = exact_payoff("noise", f"noise {float(row['noise'])}", generation)
            assert len(values) == 100
            assert float(row[f"generation {generation}"]) == close(fmean(values))
            assert float(row[f"generation {generation}, interval"]) == close(half_width(values))


def test_the_parents_and_their_children():
    rows = read("10_sweep_brittle")
    assert len(rows) == 100
    for line in lines("robustness"):
        row, version = rows[int(line["trial"])], line["version"]
        assert float(row[f"{version}, exact payoff"]) == close(float(line["exact_payoff"]))
        assert float(row[f"{version}, nearly as good"]) == close(float(line["near"]))
