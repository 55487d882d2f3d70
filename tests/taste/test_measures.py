"""A game's measures on games known by hand, and against plain walks through all their
courses.
"""

from collections import Counter
from itertools import combinations, pairwise
from math import sqrt

import numpy as np
import pytest

from fogel.lookahead.levels import trad_policy
from fogel.rules.chances import chances
from fogel.rules.rules import Grid, Rules, grid, in_a_row, open_squares, outcome, place
from fogel.taste.measures import HELD_OUT, JURY, MEASURES, RUNGS, GameMeasures, Measured
from fogel.taste.summary import values_text

ONE, DRAW, FIRST = in_a_row(1, 1, 1), in_a_row(2, 1, 2), in_a_row(2, 2, 2)
STANDARD = in_a_row(3, 3, 3)
HOOKS = (grid("111"), grid("10 11"), grid("1 2"))
HOOK = Rules("hook", Grid(3, 2, (0, 0, 0, 0, 0, 2)), HOOKS, (grid("01 10"),))
STEP = Rules("step", Grid(2, 3, (0,) * 6), (grid("01 10"), grid("1 1 1")))


# Games whose measures are known by hand: some measures with their values, then those that are 0.
BY_HAND = {
    # Whoever opens has won, whoever it is: the report's cheapest game.
    "one square": (
        ONE,
        {"squares": 1, "patterns": 1, "players": 2, "symmetry": 1, "length": 1, "coverage": 1}
        | {"completion": 1, "advantage": 1, "value": 1, "upsets": 0.5, "expert_upset": 0.5},
        "decisions draws balance uncertainty lead_changes behind drama killer threshold skill"
        " rejections",
    ),
    # Two in a row on two squares: the second try of who doesn't look is rejected once before every
    # success.
    "a pure draw": (
        DRAW,
        {"length": 2, "decisions": 0.5, "coverage": 1, "draws": 1, "balance": 1}
        | {"uncertainty": 1, "rejections": 0.5},
        "completion advantage lead_changes behind drama killer threshold value skill upsets"
        " expert_upset",
    ),
    # Two in a row on 2 x 2: the opener's second mark always wins, and all know it from the start.
    "the first move wins": (
        FIRST,
        {"length": 3, "completion": 1, "advantage": 1, "value": 1}
        | {"rejections": pytest.approx((0 + 1 / 3 + 2 / 2) / 3)},
        "uncertainty killer",
    ),
}


@pytest.mark.parametrize("game", BY_HAND)
def test_games_by_hand(game):
    rules, some, none = BY_HAND[game]
    measured, expected = GameMeasures(rules), some | dict.fromkeys(none.split(), 0)
    assert {name: measured[name].value for name in expected} == expected


def test_a_game_of_luck():
    """One of three squares wins for whoever takes it, and only idiots miss it: lead 1 for all who
    look.
    """
    lucky = Rules("lucky", Grid(3, 1, (0, 0, 0)), (grid("100"),))
    # A third of the games ends on each move; the opener has two of three.
    at = GameMeasures(lucky).at("idiot")
    assert at["length"] == pytest.approx(2) and at["completion"] == pytest.approx(1)
    assert at["advantage"] == pytest.approx(1 / 3) and at["balance"] == pytest.approx(2 / 3)
    # 1/3 to 1; 0 to -1; a miss, then 1 stays 1.
    assert at["killer"] == pytest.approx((2 / 3 + 1 + 0) / 3, abs=0.005)
    assert GameMeasures(lucky)["skill"].value > 0


def test_the_standard_game():
    found = GameMeasures(STANDARD)
    values = [found[name].value for name in ("squares", "patterns", "symmetry", "value")]
    assert values == [9, 4, 1, 0]
    idiots = found.at("idiot")  # as chapter 13 has it: random players win 737/1260 and 121/420
    assert idiots["completion"] == pytest.approx(737 / 1260 + 121 / 420)
    assert idiots["advantage"] == pytest.approx((737 / 1260 - 121 / 420) / (737 / 1260 + 121 / 420))
    perfect = found.at("perfect")
    assert (perfect["draws"], perfect["length"], perfect["uncertainty"]) == pytest.approx((1, 9, 1))
    assert perfect["decisions"] == pytest.approx(8 / 9)


def test_symmetry():
    for rules, symmetry in (
        (Rules("mirrored", Grid(3, 3, (0,) * 9), (grid("111"),)), 1 / 2),
        (Rules("bent", Grid(3, 3, (0,) * 9), (grid("10 11"),)), 1 / 4),
        (Rules("lone", Grid(3, 3, (0,) * 9), (grid("110 001"),)), 1 / 8),
        (Rules("begun", Grid(3, 3, (2, *(0,) * 8)), (grid("1 1 1"), grid("111"))), 1 / 4),
    ):
        assert GameMeasures(rules)["symmetry"].value == symmetry, rules.name


# All courses of small games, one by one.


def courses(rules, level, board=None, turn=1, chance=1.0):
    """(chance, boards before each move, result of player 1) of every course of a game between two
    of a level.
    """
    board = board or rules.start.squares
    for square, share in enumerate(map(float, trad_policy(level)(rules, board, turn))):
        if share:
            then = place(rules, board, square, turn)
            decided = outcome(rules, then, last=turn)
            if decided is None:
                for rest, boards, result in courses(rules, level, then, 3 - turn, chance * share):
                    yield rest, [board, *boards], result
            else:
                yield chance * share, [board], decided[0]


def walked(rules, level):
    """The measures of courses that are walked through one by one, each by its formula."""
    every = list(courses(rules, level))
    ways, ahead = {}, {}
    for chance, boards, result in every:
        for board in boards:
            ways[board] = ways.get(board, 0) + chance
            ahead[board] = ahead.get(board, 0) + chance * result
    lead = {board: ahead[board] / ways[board] for board in ways}
    found = Counter()
    roots, times, won = 0.0, 0.0, 0.0
    for chance, boards, result in every:
        leads, turns = [lead[board] for board in boards], len(boards)
        found["length"] += chance * turns
        found["decisions"] += chance * sum(len(open_squares(board)) > 1 for board in boards) / turns
        tries = sum((6 - one.count(0)) / one.count(0) for one in boards)
        found["rejections"] += chance * tries / turns
        late = [(1 - abs(one)) * number for number, one in enumerate(leads, 1)]
        found["uncertainty"] += chance * sum(late) / sum(range(1, turns + 1))
        signs = [np.sign(one) for one in [*leads, result] if abs(one) > 1e-9]
        found["lead_changes"] += chance * sum(one != other for one, other in pairwise(signs))
        pairs = enumerate(pairwise([*leads, result]))
        found["killer"] += chance * max(
            0, *((then - one) * (-1) ** at for at, (one, then) in pairs)
        )
        if result:
            against = [-one * result for one in leads if -one * result > 1e-9]
            won += chance
            found["first"] += chance * result
            found["behind"] += chance * len(against) / turns
            found["threshold"] += chance * max(against, default=0)
            roots, times = roots + chance * sum(map(sqrt, against)), times + chance * len(against)
    found["completion"], found["drama"] = won, roots / times if times else 0
    shares = {name: found[name] / won if won else 0 for name in ("behind", "threshold", "first")}
    shares["advantage"] = shares.pop("first")
    del found["first"]
    return {**found, **shares}


SMALL = HOOK, STEP, in_a_row(2, 3, 3, misere=True)


@pytest.mark.parametrize("level", ["idiot", "average", "expert", "perfect"])
@pytest.mark.parametrize("rules", SMALL, ids=lambda one: one.name)
def test_all_courses_give_the_same(rules, level):
    found, expected = GameMeasures(rules).at(level), walked(rules, level)
    rounded = ("killer", "threshold")  # to a hundredth, up or down
    for name, value in expected.items():
        assert found[name] == pytest.approx(value, abs=0.005001 if name in rounded else 1e-9), name


@pytest.mark.parametrize("rules", [HOOK, STEP, FIRST], ids=lambda one: one.name)
def test_ability_is_that_of_matches(rules):
    weaker, margin = {}, {}
    for pair in combinations(RUNGS, 2):
        seats = ([trad_policy(level) for level in levels] for levels in (pair, pair[::-1]))
        wins = [chances(rules, policies).wins for policies in seats]
        weaker[pair] = float(wins[0][0] + wins[1][1]) / 2
        margin[pair] = float(wins[0][1] + wins[1][0]) / 2 - weaker[pair]
    measured = GameMeasures(rules)
    assert measured["upsets"].value == pytest.approx(sum(weaker.values()) / 10)
    assert measured["expert_upset"].value == pytest.approx(weaker["expert", "perfect"])
    steps = [margin[pair] for pair in pairwise(RUNGS)]
    assert measured["skill"].value == pytest.approx(sum(steps) / 4)


# Cards.


def test_a_card_is_the_mean_over_its_jury():
    for jury in (JURY, HELD_OUT):
        measured = GameMeasures(STEP, jury)
        for name in ("length", "drama", "completion"):
            mean = np.mean([measured.at(level)[name] for level in jury])
            assert measured[name].value == pytest.approx(mean)


def test_what_is_sampled_has_intervals_that_hold_the_exact_value():
    exact, sampled = GameMeasures(HOOK), GameMeasures(HOOK, games=400, rng=np.random.default_rng(3))
    assert exact.exact and not sampled.exact
    names = [name for name in sampled.measures if sampled[name].half is not None]
    # A lower bound.
    assert "coverage" not in names and sampled["coverage"].value <= exact["coverage"].value
    said = [values_text(measured, ["coverage"]) for measured in (exact, sampled)]
    assert [text.endswith("in these games, at least") for text in said] == [False, True]
    assert len(names) >= 10
    for name in names:  # twice the interval of 95 %, one seed
        assert abs(sampled[name].value - exact[name].value) < 2 * sampled[name].half + 1e-9
    assert "drama" not in sampled.measures
    with pytest.raises(ValueError, match="drama can't be sampled"):
        sampled["drama"]


def test_three_players_are_sampled():
    measured = GameMeasures(in_a_row(2, 2, 2, players=3), games=5)
    assert not measured.exact and "upsets" not in measured.measures
    assert measured["players"].value == 3 and 3 <= measured["length"].value <= 4


def test_every_measure_has_words_and_a_value():
    measured = GameMeasures(STEP)
    assert set(measured.values()) == set(MEASURES) and all(one.words for one in MEASURES.values())
    assert str(Measured(0.5)) == "0.500" and str(Measured(0.5, 0.25)) == "0.500 ± 0.250"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"jury": ("genius",)}, "jury must hold some of idiot"),
        ({"jury": ()}, "not nothing"),
        ({"games": 1}, "games must be 2 or more"),
        ({"rules": Rules("over", grid("110"), (grid("11"),))}, "over before it begins"),
        ({}, "a measure must be one of squares"),
    ],
)
def test_a_wrong_card_or_measure_is_refused(arguments, words):
    with pytest.raises(ValueError, match=words):
        GameMeasures(**{"rules": STEP} | arguments)["fun"]
