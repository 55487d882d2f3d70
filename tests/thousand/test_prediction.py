"""What says beforehand how much is learnt: a planted cause is found, and luck is told from it."""

import numpy as np
import pytest
from scipy.stats import spearmanr

from fogel.core.table_jobs import JobTable
from fogel.thousand import prediction, table

GAMES = 80


def made(rng, planted=0.0):
    """A table of noise, in which the share follows from `length`, so much of it."""
    columns = {name: np.repeat(rng.normal(size=GAMES), 2) for name in prediction.COLUMNS}
    for name in ("asked", "blind_share"):
        columns[name] = rng.uniform(0, 0.9, size=2 * GAMES)
    columns["share"] = planted * columns["length"] + rng.normal(size=2 * GAMES)
    columns["sight"] = np.where(rng.random(2 * GAMES) < 0.2, np.nan, rng.normal(size=2 * GAMES))
    found = JobTable(table.GamesJob(), [()] * (2 * GAMES), [], None)
    found.columns = columns
    return found


def test_a_planted_cause_is_found_and_told_from_luck():
    found = prediction.foretold(
        made(np.random.default_rng(1), planted=2), np.random.default_rng(2), shuffles=200
    )
    assert found.column == "length" and found.told > 0.6 and found.chosen > found.best_by_luck
    assert found.p == 1 / 201


def test_where_there_is_nothing_the_best_of_many_is_luck():
    """Of twenty tables of noise, about one in twenty is taken for more, on either half."""
    rng = np.random.default_rng(3)
    found = [prediction.foretold(made(rng), rng, shuffles=99) for _ in range(20)]
    assert sum(abs(one.chosen) > one.best_by_luck for one in found) <= 4
    assert sum(one.p <= 0.05 for one in found) <= 4
    assert np.mean([abs(one.chosen) for one in found]) > 2 * np.mean(
        [abs(one.told) for one in found]
    )


def test_a_rank_correlation_is_scipy_s():
    rng = np.random.default_rng(4)
    one, other = rng.integers(0, 5, 50).astype(float), rng.normal(size=50)
    assert prediction.correlation(one, other) == pytest.approx(spearmanr(one, other).statistic)
    assert prediction.correlation(np.ones(50), other) == 0


def test_shuffled_games_stay_whole():
    rows = np.array([0, 1, 3, 4, 5, 8, 10, 11])
    seen = set()
    for seed in range(30):
        found = prediction.shuffled(rows, np.random.default_rng(seed)).tolist()
        assert sorted(found) == rows.tolist()
        pairs = dict(zip(rows.tolist(), found, strict=True))
        for game in (0, 2, 5):
            assert pairs[2 * game] + 1 == pairs[2 * game + 1] and pairs[2 * game] % 2 == 0
        assert {pairs[3], pairs[8]} == {3, 8}
        seen.add(tuple(found))
    assert len(seen) > 5


def test_sight_is_asked_for_where_there_is_some():
    found = made(np.random.default_rng(5))
    rows = prediction.rows_for(found, "sight")
    assert (
        np.isfinite(found["sight"][rows]).all()
        and rows.sum() < prediction.rows_for(found, "share").sum()
    )
    first, second = prediction.halves(found)
    assert (first ^ second).all() and first[::2].tolist() == first[1::2].tolist()
