"""The DeathMatch: its rows, the luck of a match, and the report's table."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from fogel.cli import main
from fogel.lookahead import deathmatch as module
from fogel.lookahead.deathmatch import (
    ALL_FIRST_PLAYERS,
    LEVEL,
    PAIRS,
    REPORTED,
    STEP,
    all_readings,
    both_ways,
    chi_square_distribution,
    deathmatch,
    distribution,
    fit,
    largest_chi_square,
    luck,
    one_at_a_time,
    p_value,
    p_value_of_wins,
    sampled,
    table,
    verdicts,
)
from fogel.lookahead.levels import DEFAULT, READINGS, Reading, trad_policy
from fogel.rules.chances import chances, chances_in_turn
from fogel.rules.referee import Tally


@pytest.fixture(scope="module")
def rows():
    return deathmatch()


def of(rows, first, second):
    return next(row for row in rows if row[:2] == (first, second))


@pytest.mark.parametrize("pair", [("average", "expert"), ("skilled", "perfect")])
def test_rows_are_those_of_exact_chances(rows, pair):
    """The graph of boards up to symmetry against the flow over all boards, Fraction by Fraction."""
    found = chances_in_turn(module.STANDARD, [trad_policy(level) for level in pair])
    assert of(rows, *pair).chances == (found.draws, *found.wins)


def test_openings(rows):
    first = deathmatch(first_player="first")
    found = chances(module.STANDARD, [trad_policy("idiot"), trad_policy("average")])
    assert of(first, "idiot", "average").chances == (found.draws, *found.wins)
    assert deathmatch(first_player="random") == rows != first
    with pytest.raises(
        ValueError, match="first_player must be one of first, turn, random, not 'loser'"
    ):
        deathmatch(first_player="loser")


def test_the_rows(rows):
    """21 rows in the report's order; random play is known, ROOKIE is IDIOT, and PERFECT never
    loses.
    """
    assert [row[:2] for row in rows] == list(PAIRS) and len(REPORTED) == len(rows) == 21
    assert all(isinstance(chance, Fraction) for row in rows for chance in row.chances)
    assert all(sum(row.chances) == 1 for row in rows) and all(sum(row) == 100 for row in REPORTED)
    assert of(rows, "idiot", "idiot").chances == (
        Fraction(8, 63),
        Fraction(55, 126),
        Fraction(55, 126),
    )
    assert of(rows, "idiot", "perfect").chances == of(rows, "rookie", "perfect").chances
    assert all(
        row.first_wins == (row.first == "perfect") * 0 for row in rows if row.second == "perfect"
    )
    assert of(rows, "perfect", "perfect").draws == 1


def test_the_reports_lines_are_typed_right():
    lines = [str(tally_of(pair, row)) for pair, row in zip(PAIRS, REPORTED, strict=True)]
    assert lines[0] == "*** Wins:  Draws (10)   Trad_Idiot_1 (44)       Trad_Idiot_2 (46)       ***"
    assert lines[9] == "*** Wins:  Draws (13)   Trad_Rookie_1 (7)       Trad_Expert_2 (80)      ***"
    assert (
        lines[18] == "*** Wins:  Draws (46)   Trad_Expert_1 (19)      Trad_Expert_2 (35)      ***"
    )


def tally_of(pair, row):
    tally = Tally([f"Trad_{level.capitalize()}_{seat}" for seat, level in enumerate(pair, 1)])
    for result, count in zip(((0, 0), (1, -1), (-1, 1)), row, strict=True):
        for _ in range(count):
            tally.add(result)
    return tally


# The luck of a match.


@pytest.mark.parametrize("first_player", ALL_FIRST_PLAYERS)
def test_the_distribution_of_a_short_match_by_trying_all(first_player):
    ours, theirs, games = (0.2, 0.5, 0.3), (0.1, 0.15, 0.75), 4
    expected = np.zeros((games + 1, games + 1))
    mean = [(one + other) / 2 for one, other in zip(ours, theirs, strict=True)]
    for results in product(range(3), repeat=games):
        opener, odds = 0, 1.0
        for result in results:
            odds *= (mean if first_player == "random" else (ours, theirs)[opener])[result]
            winner = result - 1
            opener = {
                "first": 0,
                "random": 0,
                "turn": 1 - opener,
                "winner": winner if result else 1 - opener,
                "loser": 1 - winner if result else 1 - opener,
            }[first_player]
        expected[results.count(1), results.count(2)] += odds
    assert np.allclose(distribution(ours, theirs, first_player, games), expected, atol=1e-15)
    with pytest.raises(ValueError, match="first_player must be one of"):
        distribution(ours, theirs, "second")


def test_p_values_by_hand():
    """Two games, each won by the first with 1/2, by the second with 1/4."""
    odds = distribution((0.25, 0.5, 0.25), (0.25, 0.5, 0.25), "first", 2)
    assert (
        odds[2, 0] == odds[1, 0] == odds[1, 1] == 0.25
        and odds[0, 1] == 0.125
        and odds[0, 0] == odds[0, 2] == 0.0625
    )
    assert p_value(odds, 1, 0) == 1 and p_value(odds, 0, 1) == 0.25 and p_value(odds, 0, 2) == 0.125
    assert p_value_of_wins(odds, 2) == 0.0625 and p_value_of_wins(odds, 1) == 0.4375


def test_p_values_are_as_often_small_as_they_say():
    """Of matches drawn from the distribution itself, at most a share of LEVEL has a p-value below
    LEVEL.
    """
    ways = both_ways("expert", "perfect")
    odds = distribution(*ways)
    values = np.array([p_value(odds, 0, wins) for wins in range(101)])
    share = odds[0][values < LEVEL].sum()
    assert 0.3 * LEVEL < share <= LEVEL and odds.sum() == pytest.approx(1)


# The report's table.


def test_the_reports_table_is_chance_but_for_expert():
    found = luck()
    outside = [one.row[:2] for one in found if not one.inside]
    assert outside == [("rookie", "perfect"), ("expert", "expert"), ("expert", "perfect")]
    assert next(one for one in found if one.row[:2] == ("rookie", "perfect")).p > LEVEL / 21
    assert next(one for one in found if one.row[:2] == ("expert", "expert")).p < LEVEL / 21


def test_a_mistake_for_every_square_fits_expert_better():
    plain, square = fit(), fit(Reading(mistake_per="square"))
    taken = fit(Reading(mistake_per="square", mistake="any"))
    assert plain.log_likelihood < square.log_likelihood - 5 < taken.log_likelihood - 9
    assert taken.p > 0.3 and not any(one.excluded for one in (plain, square, taken))
    for one in luck(taken.reading):
        if "expert" in one.row[:2]:
            assert one.p > LEVEL / 21 and (one.p_again is None or one.p_again > 0.5), one


def test_excluded_readings():
    """Rounding, depth and who opens are settled by the table; no reading of the others saves a
    wrong one of these.
    """
    fits = {one.reading: one for one in one_at_a_time()}
    assert len(fits) == 1 + sum(len(known) - 1 for known in READINGS.values())
    settled = {"rounding", "min_depth", "horizon"}
    for reading, one in fits.items():
        changed = {name for name in READINGS if getattr(reading, name) != getattr(DEFAULT, name)}
        assert one.excluded == bool(changed & settled), (changed, one)
    assert fit(first_player="first").excluded and fit(first_player="winner").excluded
    best = verdicts(fits.values())
    assert (
        best["rounding", "up"].reading == Reading(rounding="up")
        and best["first_player", "turn"].reading.mistake_per == "square"
    )


def test_all_readings():
    every = all_readings()
    assert len(every) == len(set(every)) == np.prod([len(known) for known in READINGS.values()])
    assert set(all_readings(rounding="up", min_depth=1)) == {
        one for one in every if (one.rounding, one.min_depth) == ("up", 1)
    }
    assert replace(DEFAULT, chance="twice") in every


def test_an_impossible_row_has_no_likelihood(monkeypatch):
    monkeypatch.setattr(module, "REPORTED", (*REPORTED[:-1], (99, 1, 0)))
    found = fit()
    assert (
        found.log_likelihood == float("-inf")
        and found.chi_square == float("inf")
        and found.excluded
    )


# As played, and as written.


def test_matches_that_are_played_agree(rows):
    tallies = sampled(np.random.default_rng(14), games=40)
    assert [str(tally)[:3] for tally in tallies.values()] == ["***"] * 21
    played, expected = np.zeros(3), np.zeros(3)
    for row in rows:
        tally = tallies[row[:2]]
        assert tally.games == 40 and tally.names == tuple(tally_of(row[:2], (0, 0, 0)).names)
        played += (tally.draws, *tally.wins)
        expected += 40 * np.array(row.chances, dtype=float)
    assert (np.abs(played - expected) < 3.5 * np.sqrt(expected)).all()
    again = sampled(np.random.default_rng(14), games=40)
    assert list(map(str, again.values())) == list(map(str, tallies.values()))


def test_the_command(capsys, rows):
    assert main(["ttt", "deathmatch", "--json", "--games", "2", "--seed", "1"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["rows"]) == 21 and found["reading"] == vars(DEFAULT)
    for entry, row, reported in zip(found["rows"], rows, REPORTED, strict=True):
        names = ("draws", "first_wins", "second_wins")
        assert (entry["first"], entry["second"]) == row[:2] and entry["sampled"]["games"] == 2
        assert [entry[name] for name in names] == [float(100 * chance) for chance in row.chances]
        assert tuple(Fraction(entry["fractions"][name]) for name in names) == row.chances
        assert tuple(entry["reported"][name] for name in names) == reported
    assert found["rows"][19]["reported_again"] == {"second_wins": 34}
    assert found["rows"] == json.loads(
        json.dumps(table(tallies=sampled(np.random.default_rng(1), 2)))
    )
    assert main(["ttt", "deathmatch", "--mistake-per", "square", "--mistake", "any"]) == 0
    out = capsys.readouterr().out.splitlines()
    outside = [line.split()[:2] for line in out if line.endswith("outside chance")]
    assert len(out) == 22 and outside == [["rookie", "perfect"], ["expert", "expert"]]
    with pytest.raises(SystemExit):
        main(["ttt", "deathmatch", "--mistake-per", "game"])
    assert "--mistake-per: invalid choice: 'game'" in capsys.readouterr().err


@pytest.mark.parametrize("first_player", ["turn", "winner"])
def test_the_distribution_of_the_chi_square_is_that_of_the_matches_as_they_are_opened(first_player):
    """Against DeathMatches whose tallies are drawn from each row's own distribution."""
    rng, drawn = np.random.default_rng(14), np.zeros(2000)
    for pair in PAIRS:
        odds = distribution(*both_ways(*pair), first_player)
        at = rng.choice(odds.size, 2000, p=odds.ravel() / odds.sum())
        first, second = np.divmod(at, 101)
        tallies = np.stack([100 - first - second, first, second])
        expected = tallies_expected(odds)[:, None]
        drawn += np.where(
            expected > 1e-9, (tallies - expected) ** 2 / np.maximum(expected, 1e-9), 0
        ).sum(axis=0)
    odds = chi_square_distribution(DEFAULT, first_player)
    mean = odds @ np.arange(len(odds)) * STEP
    assert odds.sum() == pytest.approx(1, abs=1e-6)
    assert abs(drawn.mean() - mean) < 4 * drawn.std() / np.sqrt(len(drawn))
    for p in (0.5, 0.05):
        assert abs((drawn > largest_chi_square(DEFAULT, first_player, p)).mean() - p) < 4 * np.sqrt(
            p * (1 - p) / 2000
        )


def tallies_expected(odds):
    number = np.arange(101)
    first, second = odds.sum(axis=1) @ number, odds.sum(axis=0) @ number
    return np.array([100 - first - second, first, second])


def test_p_is_how_often_chance_is_as_far_away():
    found = fit()
    assert largest_chi_square(p=found.p) == pytest.approx(found.chi_square, abs=0.05)
    assert 0.009 < found.p < 0.012 and not found.excluded
