"""Chapter 8's figures by other ways: games in fractions, drawn totals, parts of the runs."""

from math import comb, sqrt
from statistics import fmean, stdev

import numpy as np
import pytest
from by_hand import (
    START,
    board_of,
    champions,
    close,
    column,
    endings,
    exact_payoff,
    half_width,
    is_over,
    put,
    replies,
)

from figures import read
from fogel import Keep, Settings, encoding, engine, run_trial
from fogel.audit import ceiling
from fogel.opponent import near_perfect_odds

# The bet.


def test_the_bet_is_on_trial_13():
    curve = column("08_audit_bet", "highest payoff")
    start = run_trial(Settings(generations=3), 13)
    assert curve[:3] == start.best_payoff.tolist()
    assert curve[-1] == champions()[13].payoff == 15


def test_callers():
    rows = read("08_audit_callers")
    for key in ("first 32", "next 32"):
        calls = [int(row[key]) for row in rows]
        assert len(calls) == 100
        assert abs(fmean(calls) - 16) < 4 * sqrt(8 / 100)
        assert 0.6 < stdev(calls) / sqrt(8) < 1.4


def test_distribution_of_the_picked_network():
    distribution = dict(
        zip(
            map(int, column("08_audit_distribution", "total")),
            column("08_audit_distribution", "probability"),
            strict=True,
        )
    )
    shares = {won: sum(p for _, p, w in endings(champions()[13]) if w == won) for won in (1, 0, -1)}
    assert sum(shares.values()) == 1
    for total in (15, 8, -2, 0, -13):
        chance = 0
        for losses in range(33):
            wins = total + 10 * losses
            if wins >= 0 and wins + losses <= 32:
                ways = comb(32, losses) * comb(32 - losses, wins)
                chance += (
                    ways
                    * shares[1] ** wins
                    * shares[-1] ** losses
                    * shares[0] ** (32 - wins - losses)
                )
        assert distribution[total] == close(float(chance))
    assert sum(distribution.values()) == pytest.approx(1, abs=1e-4)
    tables = engine.near_perfect_tables(Settings())
    rng = np.random.default_rng(1)
    drawn = []
    for _ in range(2000):
        wins, losses, _ = engine.play_fresh_games(champions()[13], tables, rng, 32)
        drawn.append(wins - 10 * losses)
    for low in (0, 5, 10):
        p = sum(chance for total, chance in distribution.items() if total >= low)
        assert abs(fmean(total >= low for total in drawn) - p) < 4 * sqrt(p * (1 - p) / 2000)


# The curse.


@pytest.fixture(scope="module")
def generation():
    """Generation 10 of all trials."""
    return [
        run_trial(Settings(generations=10), number, observers=[Keep((1, 3, 10))]).kept
        for number in range(20)
    ]


def test_the_curve_and_what_it_hides(generation):
    rows = read("08_audit_curse")
    assert len(rows) == 800
    assert all(float(row["ceiling"]) == close(float(ceiling().payoff)) for row in rows)
    for number in (1, 10):
        row = rows[number - 1]
        shown = [int(kept[number].payoffs.max()) for kept in generation]
        truth = [
            float(exact_payoff(kept[number].networks[kept[number].best])) for kept in generation
        ]
        for name, values in (("shown by the curve", shown), ("its expected payoff", truth)):
            assert float(row[name]) == close(fmean(values))
            assert float(row[f"{name}, interval"]) == close(half_width(values))
    for row in rows:
        assert float(row["its expected payoff"]) <= float(row["the truly best"]) + 1e-3
    assert [row["shown by the curve"] for row in rows] == [
        row["mean"] for row in read("06_curve_experiment")
    ]


def test_flattery_is_what_drawn_totals_show(generation):
    rows = read("08_audit_flattery")
    assert [int(row["generation"]) for row in rows] == [1, 10, 100, 400, 800]
    for row in rows:
        seen = [float(row[f"trial {trial}"]) for trial in range(20)]
        assert float(row["seen"]) == close(fmean(seen), 1e-4)
        assert float(row["interval"]) == close(half_width(seen), 1e-4)
    tables, rules = engine.near_perfect_tables(Settings()), Settings().numbers
    rng = np.random.default_rng(2)
    means, errors = [], []
    for trial, kept in enumerate(generation):
        chances = engine.compute_chances(kept[10].networks, tables, rules)
        truth = 32 * (chances[:, 0] - 10 * chances[:, 1])
        best = kept[10].best
        assert float(rows[1][f"trial {trial}"]) == close(kept[10].payoffs[best] - truth[best], 1e-4)
        drawn = np.array([rng.multinomial(32, row / row.sum(), size=400) for row in chances])
        # Ties at random.
        totals = drawn[:, :, 0] - 10 * drawn[:, :, 1] + rng.random(drawn.shape[:2]) / 2
        first = totals.argmax(axis=0)
        flattery = np.floor(totals.max(axis=0)) - truth[first]
        means.append(flattery.mean())
        errors.append(flattery.std() / 20)
    assert (
        abs(float(rows[1]["predicted"]) - fmean(means))
        < 4 * sqrt(sum(error**2 for error in errors)) / 20
    )


def test_forces(generation):
    rows = {int(row["generation"]): row for row in read("08_audit_forces")}
    assert list(rows) == [1, 3, 7, 10, 30, 100, 400, 800]
    tables, rules = engine.near_perfect_tables(Settings()), Settings().numbers
    for number in (1, 3, 10):
        chances = np.array(
            [engine.compute_chances(kept[number].networks, tables, rules) for kept in generation]
        )
        win, loss = chances[..., 0], chances[..., 1]
        truth = 32 * (win - 10 * loss)
        scatter = np.sqrt(32 * (win + 100 * loss - (win - 10 * loss) ** 2))
        assert float(rows[number]["expected payoffs apart"]) == close(
            truth.std(axis=1).mean(), 1e-4
        )
        assert float(rows[number]["scatter"]) == close(scatter.mean(), 1e-4)
        assert float(rows[number]["losses"]) == close(32 * loss.mean(), 1e-4)
    exact = {int(row["generation"]): float(row["predicted"]) for row in read("08_audit_flattery")}
    for number, value in exact.items():  # drawn there, worked out here
        assert abs(float(rows[number]["flattery"]) - value) < 1.5


def test_twenty_ends():
    rows = {int(row["trial"]): row for row in read("08_audit_twenty")}
    assert sorted(rows) == list(range(20))
    for number, champion in champions().items():
        assert int(rows[number]["total"]) == champion.payoff
        assert float(rows[number]["exact_payoff"]) == close(float(exact_payoff(champion)))
    values = column("08_audit_twenty", "exact_payoff")
    assert values == sorted(values)


# Losing.


def test_tree_of_losing_lines():
    lost = {squares: chance for squares, chance, won in endings(champions()[16]) if won == -1}
    rows = read("08_audit_tree")
    drawn = {tuple(map(int, row["squares"].split())): row for row in rows}
    assert {squares for squares in drawn if len(squares) % 2 == 0} == set(lost)
    for squares, row in drawn.items():
        assert any(line[: len(squares)] == squares for line in lost)
        if len(squares) > 1:
            moves = len(squares) - 1 if len(squares) % 2 == 0 else len(squares) - 2
            board = START
            for number, square in enumerate(squares[:moves]):
                board = put(board, square, (1, -1)[number % 2])
            assert float(row["chance of the reply"]) == close(float(replies(board)[squares[moves]]))


def never_slipping(network, board):
    """The results of all games that the rule without slips allows, X to move."""
    after = put(board, network.choose(board), 1)
    if is_over(after):
        return {encoding.winner(after)}
    found = set()
    for s, weight in enumerate(near_perfect_odds(after, Settings())):
        if weight:
            then = put(after, s, -1)
            found |= {encoding.winner(then)} if is_over(then) else never_slipping(network, then)
    return found


def turn(square, first):
    """The square after a corner `first` has been turned to the upper left."""
    while first not in (0, 4):
        square, first = (2 - square % 3) * 3 + square // 3, (2 - first % 3) * 3 + first // 3
    return square


def test_branches():
    rows = {int(row["title"].split(":")[0]): row for row in read("08_audit_branches")}
    assert sorted(rows) == list(range(20))
    for number, network in champions().items():
        first = network.choose(START)
        words = [""] * 9
        for s in range(9):
            if s != first:
                found = never_slipping(network, put(put(START, first, 1), s, -1))
                words[turn(s, first)] = "W" if found == {1} else "L" if -1 in found else "T"
        assert [word.strip("-") for word in rows[number]["texts"].split(" ")] == words
        assert board_of(rows[number]["board"])[turn(first, first)] == 1
