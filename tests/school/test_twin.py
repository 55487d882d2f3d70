"""The compiled twin against referee and objects: winners, illegal moves, weights and draws, to the
last bit.
"""

from fractions import Fraction

import numpy as np
import pytest
from processes import with_and_without_compiler

from fogel.lookahead.players import perfect_policy, random_policy
from fogel.rules.rule_files import find_rules
from fogel.rules.rules import Rules, grid, in_a_row
from fogel.school.network import Arch
from fogel.school.pupil import Habits, Pupil
from fogel.school.twin import PLACES, Memory, fast_match, find, fits, play_match, readable_match

STANDARD = find_rules("standard")
FROZEN, OWN_FIRST = Habits(learning=False), Habits(coding="own-first")
DEEP, FLAT = Arch(hidden=(5, 4)), Arch(hidden=(), encouragement=0.6, momentum=0.2)
# The exponential overflows.
WILD = Arch(hidden=(6,), learning_rate=3.0, min_weight=-90.0, max_weight=900.0)

PAIRS = [
    (random_policy, Pupil(), {}),
    (Pupil(), random_policy, {"first_player": "first"}),
    (Pupil(DEEP, Habits(order="textbook")), random_policy, {"first_player": "random"}),
    (random_policy, Pupil(FLAT, Habits(coding="carried")), {}),
    (Pupil(DEEP, Habits(coding="empty-first", cooling=7)), Pupil(WILD, OWN_FIRST), {}),
    (random_policy, Pupil(WILD), {"attempts": 3}),
    (random_policy, Pupil(Arch(act_numerator=0.7, act_add=0.2, hidden=(3,))), {}),
    (random_policy, Pupil(habits=FROZEN), {}),
    (Pupil(habits=FROZEN), Pupil(Arch(hidden=(2,)), FROZEN), {"attempts": 2}),
    (perfect_policy, Pupil(Arch(hidden=(8,)), adviser=perfect_policy), {}),
    (Pupil(Arch(hidden=(8,)), Habits(order="textbook"), adviser=perfect_policy), random_policy, {}),
]


def same(rules, contestants, games, seed=1, **options):
    """Plays both from equal generators and compares everything; the readable match."""
    rngs = [np.random.default_rng(seed) for _ in range(2)]
    fast = fast_match(rules, contestants, games, rngs[0], **options)
    objects = readable_match(rules, contestants, games, rngs[1], **options)
    assert fast.winners.tolist() == objects.winners.tolist()
    assert fast.invalid.tolist() == objects.invalid.tolist()
    assert rngs[0].bit_generator.state == rngs[1].bit_generator.state
    for mine, theirs in zip(fast.weights, objects.weights, strict=True):
        assert (mine is None) == (theirs is None)
        assert mine is None or mine.tobytes() == theirs.tobytes()
    return objects


@pytest.mark.parametrize(("first", "second", "options"), PAIRS)
def test_the_same_match_as_the_objects(first, second, options):
    for seed in (1, 2):
        match = same(STANDARD, (first, second), 25, seed, **options)
        assert match.invalid.sum() > 0


def test_the_same_match_after_many_games():
    match = same(STANDARD, (random_policy, Pupil(Arch(hidden=(6,)))), 400)
    assert set(match.winners.tolist()) == {0, 1, 2}
    assert match.losses(2).sum() == (match.winners == 1).sum()


@pytest.mark.parametrize("name", ["misere", "lopsided", "five-by-four"])
def test_other_games(name):
    rules = find_rules(name)
    same(rules, (random_policy, Pupil(Arch(hidden=(5,)))), 12)


def test_a_game_lost_before_the_first_move_punishes_nobody():
    """On a single square whoever opens wins; the net chose its square in the game before."""
    match = same(find_rules("one-square"), (random_policy, Pupil(Arch(hidden=(2,)))), 6)
    assert match.winners.tolist() == [1, 2] * 3
    fresh = same(find_rules("one-square"), (random_policy, Pupil(Arch(hidden=(2,)))), 0)
    assert match.weights[1].tobytes() == fresh.weights[1].tobytes()


def test_games_of_passes_alone():
    """Two nets that always name a square which is taken from the start."""
    rules = Rules("taken", grid("100 000 000"), STANDARD.wins)
    dull = Pupil(Arch(hidden=(1,)), FROZEN, weights=((0.0, 0.0),) * 27)
    match = same(rules, (dull, dull), 4)
    assert match.winners.tolist() == [0] * 4 and match.invalid.tolist() == [[10, 10]] * 4


def test_given_weights_go_on():
    first = same(STANDARD, (random_policy, Pupil()), 20)
    given = Pupil(weights=tuple(map(tuple, first.weights[1].tolist())))
    again = same(STANDARD, (random_policy, given), 10)
    assert again.weights[1].tobytes() != first.weights[1].tobytes()
    none = same(STANDARD, (random_policy, given), 0)
    assert none.weights[1].tobytes() == first.weights[1].tobytes()
    few = Pupil(weights=((0.0, 0.0),))
    with pytest.raises(ValueError, match="weights must be 540 pairs, one a link"):
        fast_match(STANDARD, (random_policy, few), 1, np.random.default_rng(1))


def test_players_of_policies_draw_as_the_objects_do():
    match = same(STANDARD, (random_policy, random_policy), 300, first_player="first")
    assert match.weights == (None, None) and 0.45 < (match.winners == 1).mean() < 0.7
    assert (same(STANDARD, (perfect_policy, perfect_policy), 10).winners == 0).all()


def test_a_memory_outgrows_itself():
    """Every board of nine squares, more than it has places for at first; each row is
    found again.
    """
    memory = Memory(9, lambda board: [float(mark) for mark in board])
    boards = [
        (first, second) for first in range(0, 512, 3) for second in range(512) if not first & second
    ]
    for first, second in boards:
        assert find(memory.keys, first, second) == -1
        memory.learn(first, second)
    assert len(boards) > 3 * PLACES
    for first, second in boards:
        row = memory.rows[find(memory.keys, first, second)]
        assert [mark == 1.0 for mark in row] == [bool(first >> square & 1) for square in range(9)]


def test_what_does_not_fit_is_played_by_objects():
    assert fits(STANDARD) and not fits(find_rules("three-players")) and not fits(in_a_row(6, 6, 4))
    pair, rng = (random_policy, Pupil(Arch(hidden=(2,)))), np.random.default_rng(1)
    match = play_match(in_a_row(6, 6, 4), pair, 2, rng)
    assert len(match.winners) == 2 and match.weights[1].shape == (72 * 2 + 2 * 36, 2)
    with pytest.raises(ValueError, match="must be one of first, turn, random, not 'x'"):
        play_match(STANDARD, pair, 1, rng, first_player="x")


def test_a_policy_is_asked_once_a_board():
    asked = []

    def counting(rules, board, me):
        asked.append((board, me))
        return [Fraction(1, board.count(0)) if not mark else Fraction(0) for mark in board]

    for seed in range(2):
        fast_match(STANDARD, (counting, Pupil()), 200, np.random.default_rng(seed))
    assert len(asked) == len(set(asked)) > 300


PLAIN = """
import numpy as np
from fogel.school.twin import fast_match
from fogel.rules.rule_files import find_rules
from fogel.school.network import Arch
from fogel.school.pupil import Pupil
from fogel.lookahead.players import random_policy
pupil = Pupil(Arch(hidden=(2,)))
match = fast_match(find_rules("standard"), (random_policy, pupil), 3, np.random.default_rng(1), "random")
print(match.winners.tolist(), match.invalid.tolist(), match.weights[1].tolist())
"""


def test_it_runs_without_compiler():
    assert len(with_and_without_compiler(PLAIN)) > 500
