from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from random_games import random_board

from fogel.lookahead.levels import (
    BLOCK,
    DRAW,
    LEVELS,
    LOSS,
    READINGS,
    WIN,
    MoveValue,
    Reading,
    ability,
    blocks,
    depth,
    depth_table,
    mistake_chance,
    shares,
    sights,
    trad_policy,
    view,
)
from fogel.lookahead.players import maker, names, random_policy
from fogel.rules.chances import chances
from fogel.rules.referee import play_match, seat
from fogel.rules.rule_files import find_rules
from fogel.rules.rules import grid, in_a_row, open_squares
from fogel.rules.solve import best_moves, canonical

STANDARD = in_a_row(3, 3, 3)
SURE = Reading(mistake="any")


def grades_on(rows, deep, reading=Reading(), rules=STANDARD, me=1):  # noqa: B008 - frozen
    """{square: level} of a View."""
    found = view(rules, grid(rows).squares, me, deep, reading).move_values
    return {square: move_value.grade for square, move_value in found.items()}


def test_depths_of_the_formula():
    """Division of whole numbers makes ROOKIE an IDIOT, and everybody blind in the end (worked out
    by hand).
    """
    assert depth_table() == {
        "idiot": [0] * 9,
        "rookie": [0] * 9,
        "average": [1, 1, 1, 1, 1, 0, 0, 0, 0],
        "skilled": [2, 2, 2, 1, 1, 1, 0, 0, 0],
        "expert": [3, 3, 2, 2, 2, 1, 1, 0, 0],
        "perfect": [4, 4, 3, 3, 2, 2, 1, 1, 0],
    }
    assert depth("rookie", 10) == 1 and depth("perfect", 100) == 50
    assert depth_table(9, Reading(rounding="nearest"))["rookie"] == [1, 1, 1, 1, 1, 0, 0, 0, 0]
    assert depth_table(9, Reading(rounding="up"))["perfect"] == [5, 4, 4, 3, 3, 2, 2, 1, 1]
    assert depth_table(3, Reading(min_depth=1)) == {
        "idiot": [0] * 3,
        **{level: [1] * 3 for level in LEVELS[1:]},
    }


def test_chances_of_a_mistake():
    for chance, turns in {
        "squared": (5, 17, 37, 65),
        "twice": (9, 17, 25, 33),
        "plain": (5, 9, 13, 17),
    }.items():
        found = [mistake_chance(level, Reading(chance=chance)) for level in LEVELS]
        assert found == [1, *(Fraction(1, n) for n in turns), 0]
    assert mistake_chance("skilled") == Fraction(1, 37)
    with pytest.raises(ValueError, match=r"level must be one of idiot, rookie, .*, not 'master'"):
        ability("master")


def test_a_reading_knows_its_values():
    for field, known in READINGS.items():
        default = next(iter(known))
        assert default == getattr(Reading(), field)
        with pytest.raises(ValueError, match=f"{field} must be one of {default}, .*, not 'so'"):
            Reading(**{field: "so"})


def test_what_each_depth_sees():
    """Two can win: 1 at the end of the top row, 2 at the end of the middle one.

    1 1 .
    2 2 .
    . . .
    """
    assert set(grades_on("110 220 000", 0).values()) == {DRAW}
    assert grades_on("110 220 000", 1) == {2: WIN, 5: BLOCK, 6: LOSS, 7: LOSS, 8: LOSS}
    assert grades_on("000 220 011", 1) == {0: LOSS, 1: LOSS, 2: LOSS, 5: BLOCK, 6: WIN}
    unanswered = Reading(horizon="unanswered")
    assert grades_on("110 220 000", 1, unanswered) == {2: WIN, 5: BLOCK, 6: DRAW, 7: DRAW, 8: DRAW}
    # 1 can fork in the corner 6 (or 2), and 2 must have looked two moves and two answers ahead to
    # see it.
    corner = "100 020 001"
    assert set(grades_on(corner, 1, me=2).values()) == {DRAW}
    assert grades_on(corner, 2, me=2) == {1: DRAW, 3: DRAW, 5: DRAW, 7: DRAW, 2: LOSS, 6: LOSS}
    assert set(grades_on(corner, 2, unanswered, me=2).values()) == {DRAW}
    assert set(grades_on(corner, 3, Reading(horizon="moves"), me=2).values()) == {DRAW}
    assert grades_on(corner, 4, Reading(horizon="moves"), me=2)[2] == LOSS
    for rules, expected in (
        (STANDARD, [[2, 4, 6], [1, 3, 5], [1, 2, 3]]),
        (in_a_row(4, 3, 3, players=3), [[3, 6, 9], [1, 4, 7], [1, 2, 3]]),
    ):
        readings = (Reading(horizon=horizon) for horizon in READINGS["horizon"])
        assert [sights(rules, 3, reading) for reading in readings] == expected


def test_a_shallow_end_stops_the_descent():
    found = view(STANDARD, grid("110 220 000").squares, 1, 2)
    assert found.moves == 2 and not found.cut
    full = Reading(search="full")
    assert view(STANDARD, grid("110 220 000").squares, 1, 2, full).moves == 4
    grades = grades_on("110 220 000", 2, full)
    assert grades[2] == WIN and grades[5] == DRAW
    # 1 wins at once in the corner, or two moves later by a fork: to the full descent that is the
    # same.
    assert grades_on("110 020 020", 3, full)[2] == WIN


def test_hopeless():
    """2 threatens twice: neither block saves 1, and yet the report looks for a BLOCK.

    2 . 2
    . 1 .
    2 . .
    """
    assert blocks(STANDARD, grid("202 010 200").squares, 1) == [1, 3]
    assert grades_on("202 010 200", 1) == {1: BLOCK, 3: BLOCK, 5: LOSS, 7: LOSS, 8: LOSS}
    assert set(grades_on("202 010 200", 1, Reading(when_lost="any")).values()) == {LOSS}
    late = view(STANDARD, grid("202 010 200").squares, 1, 1).move_values
    assert late[5] == MoveValue(LOSS, 2)


def test_whoever_of_three_threatens_is_blocked():
    """2 can win at the end of the first row, 3 at the end of the second one; each sees the others'
    threats.

    2 2 . .
    3 3 . .
    1 . 1 .
    """
    three, board = in_a_row(4, 3, 3, players=3), grid("2200 3300 1010").squares
    assert [blocks(three, board, me) for me in (1, 2, 3)] == [[2, 6], [6, 9], [2, 9]]
    assert grades_on("2200 3300 1010", 1, rules=three, me=2)[6] == BLOCK


def test_shares_by_hand():
    move_values = {0: MoveValue(WIN), 1: MoveValue(DRAW), 2: MoveValue(LOSS, 2)}
    lost = {1: MoveValue(LOSS, 2), 2: MoveValue(LOSS, 4)}
    half, third = Fraction(1, 2), Fraction(1, 3)
    for values, chance, reading, expected in (
        (move_values, 0, Reading(), {0: 1}),
        # A mistake: one of three squares at random, one or two grades more. DRAW + 2 is a WIN,
        # drawn against the real one.
        (move_values, 1, Reading(), {0: 1 - third / 4, 1: third / 4}),
        (move_values, 1, SURE, dict.fromkeys(move_values, third)),
        (move_values, half, SURE, {0: half + third / 2, 1: third / 2, 2: third / 2}),
        (lost, 0, Reading(), {2: 1}),
        (lost, 1, Reading(), {1: half, 2: half}),
    ):
        assert shares(values, Fraction(chance), reading) == expected
    found = shares(move_values, Fraction(1, 5), Reading(mistake="any", mistake_per="square"))
    assert sum(found.values()) == 1


@pytest.mark.parametrize("seed", range(3))
def test_a_chance_for_every_square(seed):
    """The shares against all combinations of overestimated squares."""
    rng = np.random.default_rng(seed)
    grades = rng.integers(LOSS, WIN + 1, 4).tolist()
    move_values = {place: MoveValue(grade) for place, grade in enumerate(grades)}
    chance, expected = Fraction(1, 7), dict.fromkeys(move_values, Fraction(0))
    for raises in product((0, 1, 2), repeat=4):
        weight = np.prod([1 - chance if by == 0 else chance / 2 for by in raises])
        seem = [min(grade + by, WIN) for grade, by in zip(grades, raises, strict=True)]
        best = [place for place in move_values if seem[place] == max(seem)]
        for place in best:
            expected[place] += weight / len(best)
    assert shares(move_values, chance, Reading(mistake_per="square")) == expected
    assert sum(expected.values()) == 1


def test_images_of_a_board_are_treated_alike():
    rules, rng = in_a_row(4, 3, 3), np.random.default_rng(5)
    for _ in range(20):
        board, me = random_board(rules, rng)
        key, image = canonical(rules, board, me)
        turned = board[::-1]  # half a turn maps these rules on themselves
        assert canonical(rules, turned, me)[0] == key
        own = [mark and (1 if mark == me else 2) for mark in board]
        assert [key[place] for place in image] == own
        policy = trad_policy("expert")
        assert policy(rules, turned, me) == policy(rules, board, me)[::-1]
    swapped = tuple(mark and 3 - mark for mark in board)
    assert canonical(rules, swapped, 3 - me) == (key, image)


def test_idiot_and_rookie_are_random_players_and_perfect_never_errs():
    rng = np.random.default_rng(6)
    for _ in range(20):
        board, me = random_board(STANDARD, rng)
        for level in ("idiot", "rookie"):
            assert trad_policy(level)(STANDARD, board, me) == random_policy(STANDARD, board, me)
        odds = enumerate(trad_policy("perfect")(STANDARD, board, me))
        best = set(best_moves(STANDARD, board, me))
        if best != set(open_squares(board)):
            assert {square for square, share in odds if share} <= best


def test_perfect_never_loses_the_standard_game():
    """Over the whole tree, in either seat, though its formula never looks at the last square."""
    policy = trad_policy("perfect")
    assert chances(STANDARD, [policy, random_policy]).losses[0] == 0
    assert chances(STANDARD, [random_policy, policy]).losses[1] == 0
    expert = chances(STANDARD, [random_policy, trad_policy("expert")])
    assert expert.losses[1] > 0 and isinstance(expert.draws, Fraction)


GAMES = ["standard", "misere", "lopsided", "three-players", "four-of-four"]


@pytest.mark.parametrize("name", GAMES)
def test_they_sit_at_games_of_any_shape(name):
    rules = find_rules(name)
    players = seat(rules, [maker("trad-skilled"), *[maker("trad-average")] * (rules.players - 1)])
    tally = play_match(rules, players, 1, np.random.default_rng(7))
    assert tally.games == 1 and tally.names[0] == "Trad_Skilled_1"
    assert {f"trad-{level}" for level in LEVELS} < set(names())
