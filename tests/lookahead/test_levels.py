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
    return {
        square: move_value.grade
        for square, move_value in view(
            rules, grid(rows).squares, me, deep, reading
        ).move_values.items()
    }


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
    assert [mistake_chance(level) for level in LEVELS] == [
        1,
        Fraction(1, 5),
        *(Fraction(1, n) for n in (17, 37, 65)),
        0,
    ]
    twice = [mistake_chance(level, Reading(chance="twice")) for level in LEVELS]
    assert twice == [1, *(Fraction(1, n) for n in (9, 17, 25, 33)), 0]
    plain = [mistake_chance(level, Reading(chance="plain")) for level in LEVELS]
    assert plain == [1, *(Fraction(1, n) for n in (5, 9, 13, 17)), 0]
    with pytest.raises(ValueError, match=r"level must be one of idiot, rookie, .*, not 'master'"):
        ability("master")


def test_a_reading_knows_its_values():
    for field, known in READINGS.items():
        assert next(iter(known)) == getattr(Reading(), field)
        with pytest.raises(
            ValueError, match=f"{field} must be one of {next(iter(known))}, .*, not 'so'"
        ):
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
    assert [sights(STANDARD, 3, Reading(horizon=sight)) for sight in READINGS["horizon"]] == [
        [2, 4, 6],
        [1, 3, 5],
        [1, 2, 3],
    ]
    three = in_a_row(4, 3, 3, players=3)
    assert [sights(three, 2, Reading(horizon=sight)) for sight in READINGS["horizon"]] == [
        [3, 6],
        [1, 4],
        [1, 2],
    ]


def test_a_shallow_end_stops_the_descent():
    found = view(STANDARD, grid("110 220 000").squares, 1, 2)
    assert found.moves == 2 and not found.cut
    full = Reading(search="full")
    assert view(STANDARD, grid("110 220 000").squares, 1, 2, full).moves == 4
    assert (
        grades_on("110 220 000", 2, full)[2] == WIN and grades_on("110 220 000", 2, full)[5] == DRAW
    )
    # 1 wins at once in the corner, or two moves later by a fork: to the full descent that is the
    # same.
    begun = "110 020 020"
    assert grades_on(begun, 3, full, me=1)[2] == WIN


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
    assert shares(move_values, Fraction(0)) == {0: 1}
    third = Fraction(1, 3)
    # A mistake: one of three squares at random, one or two grades more. DRAW + 2 is a WIN, drawn
    # against the real one.
    found = shares(move_values, Fraction(1))
    assert found == {0: 1 - third / 4, 1: third / 4}
    assert shares(move_values, Fraction(1), SURE) == dict.fromkeys(move_values, third)
    assert shares(move_values, Fraction(1, 2), SURE) == {
        0: Fraction(1, 2) + third / 2,
        1: third / 2,
        2: third / 2,
    }
    lost = {1: MoveValue(LOSS, 2), 2: MoveValue(LOSS, 4)}
    assert shares(lost, Fraction(0)) == {2: 1} and shares(lost, Fraction(1)) == {
        1: Fraction(1, 2),
        2: Fraction(1, 2),
    }
    assert (
        sum(
            shares(
                move_values, Fraction(1, 5), Reading(mistake="any", mistake_per="square")
            ).values()
        )
        == 1
    )


@pytest.mark.parametrize("seed", range(3))
def test_a_chance_for_every_square(seed):
    """The shares against all combinations of overestimated squares."""
    rng = np.random.default_rng(seed)
    move_values = {
        place: MoveValue(int(level)) for place, level in enumerate(rng.integers(LOSS, WIN + 1, 4))
    }
    chance, expected = Fraction(1, 7), dict.fromkeys(move_values, Fraction(0))
    for raises in product((0, 1, 2), repeat=4):
        weight = np.prod([1 - chance if by == 0 else chance / 2 for by in raises])
        levels = [
            min(move_value.grade + by, WIN)
            for move_value, by in zip(move_values.values(), raises, strict=True)
        ]
        best = [place for place in move_values if levels[place] == max(levels)]
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
        assert [key[place] for place in image] == [
            mark and (1 if mark == me else 2) for mark in board
        ]
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
        taken = [
            square
            for square, share in enumerate(trad_policy("perfect")(STANDARD, board, me))
            if share
        ]
        if set(best_moves(STANDARD, board, me)) != set(open_squares(board)):
            assert set(taken) <= set(best_moves(STANDARD, board, me))


def test_perfect_never_loses_the_standard_game():
    """Over the whole tree, in either seat, though its formula never looks at the last square."""
    policy = trad_policy("perfect")
    assert chances(STANDARD, [policy, random_policy]).losses[0] == 0
    assert chances(STANDARD, [random_policy, policy]).losses[1] == 0
    expert = chances(STANDARD, [random_policy, trad_policy("expert")])
    assert expert.losses[1] > 0 and isinstance(expert.draws, Fraction)


@pytest.mark.parametrize(
    "name", ["standard", "misere", "lopsided", "three-players", "four-of-four"]
)
def test_they_sit_at_games_of_any_shape(name):
    rules = find_rules(name)
    players = seat(rules, [maker("trad-skilled"), *[maker("trad-average")] * (rules.players - 1)])
    tally = play_match(rules, players, 1, np.random.default_rng(7))
    assert tally.games == 1 and tally.names[0] == "Trad_Skilled_1"
    assert {f"trad-{level}" for level in LEVELS} < set(names())
