import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fogel import Settings
from fogel.selection import best_player, draw_rivals, rank, second_round, survivors, total_payoff


def choose(payoffs, settings, seed=1):
    """(scores, rows that survive) of one second round."""
    rng, rules = np.random.default_rng(seed), settings.numbers
    scores = second_round(payoffs, draw_rivals(len(payoffs), rng, rules), rules)
    return scores, survivors(scores, rank(scores, rng, rules), rules)


def test_payoff():
    assert total_payoff(10, 20, 2, Settings()) == -190
    assert total_payoff(0, 30, 2, Settings()) == -300
    assert total_payoff(3, 4, 5, Settings(win_payoff=10, tie_payoff=1, loss_payoff=-1)) == 31


@given(st.integers(6, 40), st.integers(1, 11), st.booleans(), st.integers(0, 2**32))
def test_rivals_are_others(parents, count, repeat, seed):
    settings = Settings(parents=parents, rivals=count, repeat_rivals=repeat)
    rivals = draw_rivals(2 * parents, np.random.default_rng(seed), settings.numbers)
    assert rivals.shape == (2 * parents, count)
    assert rivals.min() >= 0 and rivals.max() < 2 * parents
    for row, theirs in enumerate(rivals.tolist()):
        assert row not in theirs
        assert repeat or len(set(theirs)) == count


@pytest.mark.parametrize("repeat", [False, True])
def test_every_rival_is_as_likely_as_any(repeat):
    rules = Settings(repeat_rivals=repeat).numbers
    rng = np.random.default_rng(1)
    counts = np.zeros((100, 100))
    for _ in range(1000):
        np.add.at(counts, (np.arange(100)[:, None], draw_rivals(100, rng, rules)), 1)
    # `share`: of the others, in one draw.
    expected, share = 1000 * 10 / 99, (1 if repeat else 10) / 99
    others = counts[~np.eye(100, dtype=bool)]
    assert counts.diagonal().sum() == 0
    assert np.abs(others - expected).max() < 5.5 * np.sqrt(expected * (1 - share))
    assert others.var() == pytest.approx(expected * (1 - share), rel=0.1)


def test_the_score_counts_lower_payoffs():
    payoffs = np.array([5, 3, 3, -10])
    rivals = np.array([[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]])
    assert second_round(payoffs, rivals, Settings().numbers).tolist() == [3, 1, 1, 0]
    assert second_round(payoffs, rivals, Settings(equal_is_beaten=True).numbers).tolist() == [
        3,
        2,
        2,
        0,
    ]


@given(st.lists(st.integers(-320, 32), min_size=40, max_size=40), st.integers(0, 2**32))
def test_exactly_the_best_survive(payoffs, seed):
    scores, rows = choose(np.array(payoffs), Settings(parents=20), seed)
    left = np.delete(scores, rows)
    assert len(rows) == len(set(rows.tolist())) == 20 and (np.diff(rows) > 0).all()
    assert scores[rows].min() >= left.max()


def test_a_better_payoff_means_better_odds_of_survival():
    payoffs = np.arange(100)
    survived = np.zeros(100)
    for seed in range(400):
        survived[choose(payoffs, Settings(), seed)[1]] += 1
    tenths = survived.reshape(10, 10).mean(axis=1)
    assert (np.diff(tenths) >= 0).all() and tenths[0] == 0 and tenths[-1] == 400
    assert tenths[4] < 200 < tenths[5]


@pytest.mark.parametrize(("ties", "parents_that_stay"), [("parents", 50), ("children", 0)])
def test_ties_at_the_cut(ties, parents_that_stay):
    _, rows = choose(np.zeros(100, dtype=int), Settings(rank_ties=ties))
    assert (rows < 50).sum() == parents_that_stay


def test_ties_at_random():
    stay = [
        (choose(np.zeros(100, dtype=int), Settings(), seed)[1] < 50).sum() for seed in range(200)
    ]
    assert np.mean(stay) == pytest.approx(25, abs=1) and len(set(stay)) > 5


def test_the_formal_reading_keeps_only_the_top_score():
    settings = Settings(survivors="highest-score")
    payoffs = np.arange(100)
    scores, rows = choose(payoffs, settings)
    assert rows.tolist() == np.flatnonzero(scores == 10).tolist() and 0 < len(rows) < 50
    # Never more than there were parents.
    assert len(choose(np.zeros(100, dtype=int), settings)[1]) == 50


def test_a_small_generation_has_fewer_rivals():
    rules = Settings(survivors="highest-score").numbers
    assert draw_rivals(4, np.random.default_rng(1), rules).shape == (4, 3)


def test_the_best_player():
    assert best_player(np.array([1, 7, 7, 3]), np.array([9.5, 4.2, 6.1, 9.9])) == 2
    assert best_player(np.array([-5, -1]), np.array([3.0, 0.0])) == 1
