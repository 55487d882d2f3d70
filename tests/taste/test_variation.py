"""Children of games: what each change does, what is refused, and which games are twins."""

from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest

from fogel.lookahead.tree import make_tree
from fogel.rules.rule_files import find_rules, read_rules, write_rules
from fogel.rules.rules import Grid, Rules, grid, in_a_row, lines
from fogel.taste.measures import marks_to_remember, rule_values
from fogel.taste.variation import (
    CHANGES,
    Limits,
    add_pattern,
    change_sides,
    cropped,
    essential,
    flip_cell,
    in_all_ways,
    in_one_way,
    list_changes,
    make_child,
    move_second,
    own,
    random_grid,
    random_rules,
    refusal,
    remove_pattern,
    resize_board,
    resize_pattern,
    resized,
    shapes,
    signature,
    trimmed,
    turn_pattern,
    turned,
    turned_back,
    ways,
)

LIMITS = Limits()
HOOK = Rules("hook", Grid(3, 2, (0,) * 6), (grid("111"), grid("10 11")), (grid("01 10"),))


def tried(change, times=60, rules=HOOK):
    """What a change makes of rules, as often as it makes rules."""
    found = []
    for seed in range(times):
        with suppress(ValueError):
            found.append(change(rules, np.random.default_rng(seed)))
    assert len(found) > times / 2
    return found


def test_a_grid_is_turned():
    hook = grid("112 100")
    assert turned(hook, 1) == grid("211 001") and turned(hook, 2) == grid("100 112")
    assert turned(hook, 4) == grid("11 10 20")
    assert len({turned(hook, how) for how in range(8)}) == 8
    assert all(turned_back(turned(hook, how), how) == hook for how in range(8))


def test_a_grid_is_resized_at_any_end():
    whole = grid("123 456 789")
    found = {resized(whole, np.random.default_rng(seed), lambda rng: 0) for seed in range(200)}
    smaller = {grid("123 456"), grid("456 789"), grid("12 45 78"), grid("23 56 89")}
    larger = {grid("123 456 789 000"), grid("000 123 456 789")}
    larger |= {grid("1230 4560 7890"), grid("0123 0456 0789")}
    assert found == smaller | larger


def changed(child):
    """The patterns of the hook that a child has otherwise, each with the child's."""
    pairs = zip((*HOOK.wins, *HOOK.losses), (*child.wins, *child.losses), strict=True)
    return [(old, new) for old, new in pairs if old != new]


def test_flip_cell():
    for child in tried(flip_cell):
        ((old, new),) = changed(child)
        assert sum(a != b for a, b in zip(old.squares, new.squares, strict=True)) == 1
        assert child.start == HOOK.start


def test_add_and_remove_pattern():
    for child in tried(add_pattern):
        assert (child.wins[:-1], child.losses) == (HOOK.wins, HOOK.losses)
    removed = {(child.wins, child.losses) for child in tried(remove_pattern)}
    assert removed == {(HOOK.wins[1:], HOOK.losses), (HOOK.wins[:1], HOOK.losses), (HOOK.wins, ())}


def test_resize_and_turn_pattern():
    for change in (resize_pattern, turn_pattern):
        for child in tried(change):
            assert len(changed(child)) <= 1
            for old, new in changed(child):
                if change is resize_pattern:
                    assert abs(old.width - new.width) + abs(old.height - new.height) == 1
                else:
                    assert sorted(old.squares) == sorted(new.squares)


def test_change_sides():
    found = {(child.wins, child.losses) for child in tried(change_sides)}
    straight, bent = HOOK.wins
    assert found == {
        ((bent,), (straight, *HOOK.losses)),
        ((straight,), (bent, *HOOK.losses)),
        ((*HOOK.wins, *HOOK.losses), ()),
    }


def test_resize_board():
    assert {child.start[:2] for child in tried(resize_board)} == {(2, 2), (4, 2), (3, 1), (3, 3)}


def test_move_second():
    begun = tried(move_second)
    assert {child.start.squares.index(2) for child in begun} == set(range(6))
    assert all(sorted(child.start.squares) == [0, 0, 0, 0, 0, 2] for child in begun)
    assert {child.start for child in tried(move_second, rules=begun[0])} == {HOOK.start}


def test_the_parent_is_not_changed():
    before = write_rules(HOOK)
    for change in CHANGES:
        tried(change)
    assert write_rules(HOOK) == before


def test_children_are_rules_or_refused():
    """Whatever a mutation makes: rules that a file can hold, or one ValueError."""
    rng, made, broken = np.random.default_rng(5), 0, 0
    for number in range(300):
        try:
            child = make_child(HOOK, f"c{number}", rng, LIMITS)
        except ValueError:
            broken += 1
            continue
        made += 1
        assert child.name == f"c{number}"
        # Otherwise nobody can win it.
        if all(lines(child, pattern) for pattern in (*child.wins, *child.losses)):
            assert read_rules(write_rules(child)) == child
    assert made > 200 and broken > 0


def test_random_rules():
    kinds = set()
    for seed in range(200):
        try:
            rules = random_rules("any", np.random.default_rng(seed), LIMITS)
        except ValueError:
            continue
        kinds.add((rules.start.width, rules.start.height))
        assert rules == random_rules("any", np.random.default_rng(seed), LIMITS)
    assert len(kinds) > 12
    for seed in range(50):
        drawn = random_grid(np.random.default_rng(seed))
        assert any(drawn.squares) and max(drawn.width, drawn.height) <= 4


def test_limits():
    assert {*list_changes(Limits(losing=False))} == {*CHANGES} - {change_sides}
    assert {*list_changes(Limits(head_start=False))} == {*CHANGES} - {move_second}
    with pytest.raises(ValueError, match="squares must be a whole number from 1 to 12"):
        Limits(squares=13)


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (in_a_row(5, 2, 3), "the board is too large"),
        (Rules("many", grid("000"), (grid("11"),) * 9), "too many patterns"),
        (Rules("over", grid("110"), (grid("11"),)), "over before it begins"),
        (Rules("full", grid("2"), (grid("11"),)), "over before it begins"),
        (Rules("large", grid("000"), (grid("1 1"),)), "no pattern fits on the board"),
        (HOOK, None),
    ],
)
def test_what_cannot_be_played_is_refused(rules, words):
    assert refusal(rules, LIMITS) == words


def test_twins_have_one_signature():
    mirrored = Rules("mirrored", HOOK.start, (grid("01 11"), grid("111")), (grid("10 01"),))
    high = Rules("high", Grid(2, 3, (0,) * 6), (grid("1 1 1"), grid("11 01")), (grid("01 10"),))
    twice = Rules("twice", HOOK.start, (*HOOK.wins, grid("10 11")), HOOK.losses)
    assert signature(HOOK) == signature(mirrored) == signature(twice) == signature(high)
    others = [
        Rules("sides", HOOK.start, (*HOOK.wins, *HOOK.losses)),
        Rules("begun", Grid(3, 2, (2, 0, 0, 0, 0, 0)), HOOK.wins, HOOK.losses),
        Rules("wide", Grid(4, 2, (0,) * 8), HOOK.wins, HOOK.losses),
    ]
    assert len({signature(one) for one in [HOOK, *others]}) == 4


def test_patterns_that_make_no_difference_go():
    """A pattern that fits nowhere, one that holds another, one that loses where it has
    won already.
    """
    plain = Rules("plain", Grid(3, 1, (0,) * 3), (grid("11"),), (grid("101"),))
    wins = (grid("1 1"), grid("11"), grid("111"), grid("011"))
    full = Rules("full", plain.start, wins, (grid("101"), grid("111")))
    assert trimmed(full) == Rules("full", plain.start, plain.wins, plain.losses)
    assert trimmed(plain) == plain and signature(full) == signature(plain)
    nowhere = Rules("nowhere", plain.start, (grid("1 1"),))
    assert trimmed(nowhere) == nowhere
    assert refusal(nowhere, LIMITS) == "no pattern fits on the board"


def test_a_line_that_loses_may_be_part_of_one_that_wins():
    """Two in a row lose and three win: whoever fills the gap between two has three at once."""
    both = Rules("both", Grid(5, 1, (0,) * 5), (grid("111"),), (grid("11"),))
    assert trimmed(both) == both
    assert [len(lines) for lines in essential(both)] == [3, 4]


def test_a_line_that_comes_too_late_is_needless():
    """Whoever has three marks of this line has lost with two of them, whichever comes last."""
    rules = Rules("late", Grid(3, 2, (0,) * 6), (grid("111"),), (grid("11"), grid("101")))
    assert trimmed(rules) == replace(rules, wins=())


def test_nobody_has_so_many_marks():
    rules = Rules("many", Grid(3, 2, (0,) * 6), (grid("101 101"), grid("111")))
    assert trimmed(rules) == replace(rules, wins=(grid("111"),))
    begun = replace(rules, start=Grid(3, 2, (0, 0, 0, 0, 0, 2)))
    assert trimmed(begun) == begun


@pytest.mark.parametrize("seed", range(12))
def test_trimming_changes_no_game(seed):
    rng = np.random.default_rng(seed)
    while True:
        try:
            rules = random_rules("any", rng, Limits(squares=6))
            rules = replace(rules, wins=(*rules.wins, random_grid(rng)), losses=(random_grid(rng),))
        except ValueError:
            continue
        if refusal(rules, LIMITS) is None:
            break
    before, after = make_tree(rules), make_tree(trimmed(rules))
    assert all(np.array_equal(one, other) for one, other in zip(before, after, strict=True))


# Rules that can be remembered.

CLEAR = Limits(
    squares=12,
    patterns=2,
    any_orientation=True,
    other_marks=False,
    fitting_patterns=True,
    head_start=False,
)


def some_of(limits, count=200):
    """Random rules and their children, of those seeds that give some."""
    for seed in range(count):
        rng = np.random.default_rng(seed)
        with suppress(ValueError):
            rules = random_rules("any", rng, limits)
            yield rules
            yield make_child(rules, "child", rng, limits)


def test_patterns_count_in_all_their_ways():
    several = 0
    for rules in some_of(CLEAR):
        assert essential(in_all_ways(rules)) == essential(rules)
        for pattern in (*rules.wins, *rules.losses):
            assert max(pattern.squares) == 1 and cropped(pattern) == pattern
        several += len(rules.wins) > 1
    assert several > 100


def test_a_game_and_its_one_pattern_of_each_shape():
    standard = find_rules("standard")
    assert [len(group) for group in shapes(standard.wins)] == [2, 2]
    one = in_one_way(standard)
    assert len(one.wins) == 2 and {*in_all_ways(one).wins} == {*standard.wins}
    corner = grid("11 10")
    assert [len(ways(one)) for one in (corner, grid("110 011"), grid("1"))] == [4, 4, 1]
    assert cropped(grid("0000 0110 0010 0000")) == grid("11 01")
    assert cropped(grid("000")) == grid("0")
    assert shapes([]) == [] and own(grid("102 300")) == grid("101 100")


def test_careful_games_reach_a_gate_about_play():
    """Most games that are drawn without care are none, or have patterns that fit nowhere."""

    def refused(limits):
        good = 0
        for seed in range(300):
            with suppress(ValueError):
                rules = random_rules("any", np.random.default_rng(seed), limits)
                good += refusal(rules, limits) is None
        return 1 - good / 300

    careless, careful = refused(replace(CLEAR, fitting_patterns=False)), refused(CLEAR)
    assert careful < 0.6 * careless, (careful, careless)


def test_what_has_to_be_remembered():
    marks = {"standard": 6, "misere": 6, "vee": 5, "crooked": 9, "four-by-three": 6}
    for name, number in marks.items():
        assert rule_values(find_rules(name))["to_remember"] == number
    corner = grid("11 10")
    assert marks_to_remember(ways(corner)) == 3 and marks_to_remember(ways(corner)[:2]) == 6
    assert marks_to_remember([corner, corner]) == 6  # said twice
