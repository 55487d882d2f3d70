"""The tree of a small game: its boards are those that are counted elsewhere, its levels those of
the readable code.
"""

import numpy as np
import pytest
from random_games import random_rules

from fogel.lookahead.levels import LEVELS, READINGS, Reading, trad_policy
from fogel.lookahead.players import random_policy
from fogel.lookahead.policies import Policies, wins_from
from fogel.lookahead.tree import OVER, SmallGame, make_tree
from fogel.rules.chances import chances
from fogel.rules.rule_files import find_rules
from fogel.rules.rules import Grid, Rules, after, grid, in_a_row, open_squares, outcome, place
from fogel.rules.solve import canonical, value

STANDARD = in_a_row(3, 3, 3)
MIXED = Rules(
    "mixed", Grid(3, 2, (0, 0, 0, 0, 2, 0)), (grid("11"), grid("1 0 2")), (grid("1 1"), grid("102"))
)
TWOS = Rules("twos", Grid(2, 3, (0,) * 6), (grid("12 01"), grid("1 1 1")), (grid("21 10"),))


SMALL = STANDARD, MIXED, TWOS, in_a_row(3, 2, 3, misere=True)


@pytest.fixture(scope="module", params=SMALL, ids=lambda one: one.name)
def policies(request):
    return Policies(request.param)


def board_of(tree, number):
    one, two = int(tree.one[number]), int(tree.two[number])
    return tuple((one >> at & 1) + 2 * (two >> at & 1) for at in range(tree.squares))


def counted(rules, opener=1):
    """(in progress, over) boards that games can reach, by the marks added, counted with the
    readable rules.
    """
    layer, turn, counts = {rules.start.squares}, opener, []
    last = (opener - 2) % rules.players + 1
    while layer:
        live = {board for board in layer if outcome(rules, board, last) is None}
        counts.append((len(live), len(layer) - len(live)))
        moves = ((board, square) for board in live for square in open_squares(board))
        layer = {place(rules, board, square, turn) for board, square in moves}
        last, turn = turn, after(rules, turn)
    return counts


def test_its_boards_are_those_on_which_the_game_goes_on(policies):
    tree = policies.tree
    assert np.diff(tree.layers).tolist() == [live for live, _ in counted(policies.rules) if live]
    assert len({board_of(tree, number) for number in range(len(tree.one))}) == len(tree.one)
    assert board_of(tree, 0) == policies.rules.start.squares
    onward = tree.child != OVER
    origin = np.repeat(np.arange(len(tree.one)), np.diff(tree.first))
    assert (tree.child[onward] > origin[onward]).all() and not tree.result[onward].any()


def same_odds(policies, level, numbers):
    """Compare a level's odds on these boards with those of the readable policy."""
    tree, odds = policies.tree, policies.move_odds(level)
    policy = trad_policy(level, policies.reading)
    for number in numbers:
        player = 1 + (np.searchsorted(tree.layers, number, side="right") - 1) % 2
        expected = policy(policies.rules, board_of(tree, number), player)
        moves = slice(tree.first[number], tree.first[number + 1])
        wanted = [float(expected[at]) for at in tree.square[moves]]
        assert odds[moves] == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_does_what_it_does_in_lookahead(policies, level):
    boards = len(policies.tree.one)
    same_odds(policies, level, range(0, boards, 1 if boards < 500 else 17))


def test_the_chances_are_those_of_exact(policies):
    names = ("idiot", "expert")
    expected = chances(policies.rules, [trad_policy(name) for name in names])
    found = wins_from(policies.tree, *(policies.move_odds(name) for name in names))[0]
    assert found == pytest.approx([float(chance) for chance in expected.wins])


def test_the_value_is_that_of_the_solver(policies):
    assert policies.value == value(policies.rules, me=1).result


@pytest.mark.parametrize(
    "rules", [in_a_row(13, 1, 3), in_a_row(3, 3, 3, players=3)], ids=lambda one: one.name
)
def test_what_is_too_large_is_refused(rules):
    with pytest.raises(ValueError, match="2 players on at most 12 squares"):
        make_tree(rules)


def test_a_game_that_is_over_is_refused():
    with pytest.raises(ValueError, match="over before it begins"):
        make_tree(Rules("over", grid("110"), (grid("11"),)))


@pytest.mark.parametrize(
    "changes",
    [{field: value} for field, values in READINGS.items() for value in [*values][1:]]
    + [{"search": "full", "when_lost": "any", "horizon": "moves"}],
    ids=str,
)
@pytest.mark.parametrize("rules", [find_rules("vee"), TWOS], ids=lambda one: one.name)
def test_a_level_does_what_it_does_in_levels_under_every_other_reading(rules, changes):
    policies = Policies(rules, Reading(**changes))
    for level in ("rookie", "average", "expert"):
        same_odds(policies, level, range(len(policies.tree.one)))


def test_the_standard_games_boards_up_to_symmetry():
    """765 as in chapter 1, of which 627 are still in progress."""
    game = SmallGame(STANDARD)
    assert np.diff(game.tree.layers).tolist() == [1, 3, 12, 38, 108, 153, 183, 95, 34]
    assert len({canonical(STANDARD, *one)[0] for one in game.boards}) == len(game.boards) == 627


def test_exact_chances_are_those_of_the_plain_flow():
    rng, some = np.random.default_rng(9), [STANDARD, TWOS, find_rules("misere")]
    while len(some) < 25:
        rules = random_rules(rng)
        if outcome(rules, rules.start.squares, last=2) is None:
            some.append(rules)
    policies = [random_policy, trad_policy("skilled")]
    for rules in some:
        game, expected = SmallGame(rules), chances(rules, policies)
        exact = game.chances(*(game.move_odds(policy, exact=True) for policy in policies))
        assert exact == expected, rules
        found = game.chances(*(game.move_odds(policy) for policy in policies))
        assert [found.draws, *found.wins] == pytest.approx([*map(float, expected[:1] + exact.wins)])
