"""Games that are drawn: by the chance that is written down, whoever draws them, and no two played
alike.
"""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from any_games import GAMES

from fogel.anygame import tables
from fogel.anygame.settings import find_game, in_a_line
from fogel.rules.rules import Grid, Rules, outcome
from fogel.taste.variation import signature, turned
from fogel.thousand import random_games, table

SEED = table.ThousandSettings().seed


@pytest.fixture(scope="module")
def games():
    return random_games.draw_games(40, SEED)


def test_a_draw_depends_on_its_number_alone(games):
    for game in reversed(games[::7]):
        assert random_games.draw(game.number, SEED) == game.rules
    assert (
        random_games.draw_games(10, SEED) == games[:10]
        and random_games.draw_games(3, SEED + 1) != games[:3]
    )


def test_every_game_can_be_played_and_is_small(games):
    for _, rules in games:
        assert outcome(rules, rules.start.squares, last=2) is None
        assert (
            rules.start.squares.count(0) <= len(rules.start.squares) <= 12
            and 1 <= rules.start.height <= 3
        )
        assert random_games.LEAST_BOARDS <= len(tables.grown(rules).one) <= random_games.MOST_BOARDS
        assert rules.win_lines or rules.loss_lines


def test_no_two_are_played_alike(games):
    assert len({signature(rules) for _, rules in games}) == len(games)
    assert [number for number, _ in games] == sorted({number for number, _ in games})


def test_what_lies_between_two_games_is_left_out(games):
    """Nothing is skipped that should be there: it is no game, or an earlier one's twin."""
    known = {signature(rules): number for number, rules in games}
    for (one, _), (other, _) in pairwise(games[:15]):
        for number in range(one + 1, other):
            rules = random_games.draw(number, SEED)
            assert rules is None or known[signature(rules)] < number


def test_a_game_turned_round_is_drawn_once(monkeypatch):
    hook = Grid(2, 2, (1, 1, 1, 0))
    several = [
        Rules(f"{how}", turned(Grid(3, 2, (0, 0, 2, 0, 0, 0)), how), (turned(hook, how),))
        for how in (0, 1, 2, 3)
    ]
    several.append(Rules("another", Grid(3, 2, (0, 2, 0, 0, 0, 0)), (hook,)))
    monkeypatch.setattr(random_games, "draw", lambda number, seed=0: several[number])
    assert [game.rules.name for game in random_games.draw_games(2)] == ["0", "another"]


@pytest.mark.parametrize(
    "rules",
    [
        Rules("over", Grid(3, 1, (2, 0, 0)), (Grid(1, 1, (2,)),)),
        Rules("short", Grid(3, 3, (0,) * 9), (Grid(1, 1, (1,)),)),
        Rules("fits nowhere", Grid(3, 1, (0,) * 3), (Grid(4, 1, (1,) * 4),)),
        Rules("large", Grid(4, 3, (0,) * 12), (Grid(4, 1, (1,) * 4),)),
    ],
    ids=lambda rules: rules.name,
)
def test_what_is_left_out(rules, monkeypatch):
    monkeypatch.setattr(random_games, "_drawn", lambda name, rng: rules)
    assert random_games.draw(0) is None


@pytest.mark.parametrize(
    ("least", "most", "is_drawn"), [(0, 0, True), (0, -1, False), (1, 0, False)]
)
def test_games_of_the_least_and_most_boards_are_drawn(least, most, is_drawn, games, monkeypatch):
    number, rules = games[0]
    boards = len(tables.grown(rules).one)
    monkeypatch.setattr(random_games, "LEAST_BOARDS", boards + least)
    monkeypatch.setattr(random_games, "MOST_BOARDS", boards + most)
    assert (random_games.draw(number, SEED) == rules) == is_drawn


def test_the_chances_are_those_that_are_written_down():
    """Of 4,000 draws, before any is left out; five standard deviations of a share of
    1/2 are 0.04.
    """
    rng, draws = np.random.default_rng(1), 4000
    marks = [random_games._start(9, rng) for _ in range(draws)]
    begun = [board for board in marks if any(board)]
    assert len(begun) / draws == pytest.approx(1 / 4, abs=0.04)
    count = Counter(mark for board in begun for mark in board if mark)
    assert count[1] / count.total() == pytest.approx(1 / 2, abs=0.08)
    assert {sum(map(bool, board)) for board in begun} == {1, 2}
    sides = [tuple(random_games._sides(2, rng)) for _ in range(draws)]
    for side, chance in (((True, True), 9 / 16), ((False, False), 5 / 16), ((True, False), 1 / 16)):
        assert sides.count(side) / draws == pytest.approx(chance, abs=0.04)


def test_the_sizes_and_patterns_of_what_is_drawn(monkeypatch):
    """The rules before anything is taken away or left out."""
    monkeypatch.setattr(random_games, "trimmed", lambda rules: rules)
    found = []
    for number in range(600):
        found.append(random_games._drawn("one", np.random.default_rng(number)))
    rows = Counter(rules.start.height for rules in found)
    for height, chance in zip(random_games.LENGTHS, random_games.ROW_CHANCES, strict=True):
        assert rows[height] / len(found) == pytest.approx(chance, abs=0.1)
        assert {one.start.width for one in found if one.start.height == height} == {
            *random_games.LENGTHS[height]
        }
    patterns = [pattern for rules in found for pattern in (*rules.wins, *rules.losses)]
    assert {sum(map(bool, pattern.squares)) for pattern in patterns} == {3, 4, 5}
    assert any(2 in pattern.squares for pattern in patterns)


@pytest.mark.parametrize("rules", [*GAMES.values(), "standard"])
def test_rules_in_a_line_are_read_back(rules):
    rules = find_game(rules)
    again = find_game(in_a_line(rules))
    assert (again.start, again.wins, again.losses) == (rules.start, rules.wins, rules.losses)
