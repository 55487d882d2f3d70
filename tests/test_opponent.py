from fractions import Fraction
from itertools import accumulate, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rule_by_hand import best_squares, independent_rule, perfect, random, rule, uniform

from fogel import Settings, play_game
from fogel.encoding import IN_PROGRESS, X_TO_MOVE, encode, positions
from fogel.opponent import (
    cumulative,
    near_perfect_player,
    perfect_player,
    pick,
    random_player,
    reply_probabilities,
)

PLAYERS = {"near-perfect": near_perfect_player, "random": random_player, "perfect": perfect_player}


@pytest.mark.parametrize("slip", [0.0, 0.1, 0.37, 1.0])
@pytest.mark.parametrize("line_choice", ["squares", "lines", "first"])
@pytest.mark.parametrize("marker", ["network", "own"])
def test_every_reply_against_an_independent_statement(marker, line_choice, slip):
    settings = Settings(slip=slip, marker=marker, line_choice=line_choice)
    for board in positions()[X_TO_MOVE:IN_PROGRESS]:
        expected = independent_rule(board.tolist(), Fraction(slip), marker, line_choice)
        found = reply_probabilities(board, settings)
        assert sum(expected) == 1
        assert found == pytest.approx([float(value) for value in expected], abs=1e-15)
        assert (found[board != 0] == 0).all()


# Each rule on a board, O to move, without slips.
@pytest.mark.parametrize(
    ("board", "squares"),
    [
        ("OO. XX. X..", {2}),  # it wins, though X threatens twice
        ("XX. O.. ...", {2}),  # it blocks
        ("X.. ... ...", {1, 2, 3, 6, 4, 8}),  # lines with one X and two open squares
        ("... .X. ...", {0, 1, 2, 3, 5, 6, 7, 8}),
        ("OXO .X. XOX", {3, 5}),  # the middle row
    ],
)
def test_each_clause(board, squares):
    found = reply_probabilities(encode(board), Settings(slip=0.0))
    assert set(np.flatnonzero(found)) == squares
    assert found[found > 0] == pytest.approx(1 / len(squares))


def test_whose_marker():
    board = encode("X.. .O. ..X")
    assert set(np.flatnonzero(reply_probabilities(board, Settings(slip=0.0)))) == {1, 2, 3, 5, 6, 7}
    first = encode("X.. ... ...")
    own = reply_probabilities(first, Settings(slip=0.0, marker="own"))
    assert set(np.flatnonzero(own)) == {1, 2, 3, 4, 5, 6, 7, 8}  # no O yet, so any open square


@pytest.mark.parametrize("board", ["... ... ...", "XO. ... ...", "XXX OO. ...", "XOX XOO OXX"])
def test_the_rule_is_asked_only_when_it_is_its_turn(board):
    with pytest.raises(ValueError, match="O to move"):
        reply_probabilities(encode(board))


def just_below(value):
    return np.nextafter(value, 0)


@pytest.mark.parametrize(
    "settings",
    [Settings(), Settings(slip=0.0), Settings(slip=0.3, marker="own"), Settings(slip=1 / 3)],
)
def test_a_draw_picks_the_first_square_whose_sum_exceeds_it(settings):
    for board in positions()[X_TO_MOVE:IN_PROGRESS]:
        chances = reply_probabilities(board, settings).tolist()
        possible = [square for square in range(9) if chances[square] > 0]
        sums = cumulative(chances)
        assert pick(sums, 0.0) == possible[0]
        assert pick(sums, just_below(1.0)) == possible[-1]
        for square, following in pairwise(possible):
            assert pick(sums, just_below(sums[square])) == square
            assert pick(sums, sums[square]) == following


@given(st.integers(X_TO_MOVE, IN_PROGRESS - 1), st.floats(0, just_below(1.0)), st.floats(0, 1))
def test_a_draw_always_picks_a_possible_square(row, u, slip):
    chances = reply_probabilities(positions()[row], Settings(slip=slip)).tolist()
    assert chances[pick(cumulative(chances), u)] > 0


class Counting:
    """A generator that counts its draws."""

    def __init__(self, rng):
        self.rng, self.draws = rng, 0

    def random(self):
        self.draws += 1
        return self.rng.random()


@pytest.mark.parametrize("make", [near_perfect_player, random_player, perfect_player])
def test_each_move_uses_one_draw(make):
    rng = Counting(np.random.default_rng(1))
    for _ in range(50):
        before = rng.draws
        _, squares = play_game(make(), make(), rng)
        assert rng.draws - before == len(squares)


class Always:
    """A generator with one number to give."""

    def __init__(self, u):
        self.u = u

    def random(self):
        return self.u


def chances_of(name, board, settings):
    """Nine fractions: where a player of that name moves, whichever mark is its own."""
    if name == "near-perfect":
        return rule(board, Fraction(settings.slip), settings.marker, settings.line_choice)
    if name == "perfect" and settings.perfect_ties == "first":
        return uniform(best_squares(board)[:1])
    return (perfect if name == "perfect" else random)(board)


@pytest.mark.parametrize(
    "settings",
    [
        Settings(),
        Settings(slip=0.4, marker="own", line_choice="first", perfect_ties="first"),
        Settings(slip=0.0, line_choice="lines"),
    ],
    ids=["default", "other", "no-slips"],
)
@pytest.mark.parametrize("name", PLAYERS)
def test_every_player_follows_its_rule_with_either_mark(name, settings):
    """Draw by draw: the square into whose piece of the interval a draw falls."""
    player, rng = PLAYERS[name](settings), np.random.default_rng(13)
    for board in positions()[:IN_PROGRESS:9]:
        ends = list(accumulate(chances_of(name, tuple(board.tolist()), settings)))
        assert ends[-1] == 1
        for u in rng.random(4).tolist():
            expected = next(square for square in range(9) if u < ends[square])
            assert player(board, Always(u)) == player(board.tolist(), Always(u)) == expected


def results(x, o, games, seed):
    rng = np.random.default_rng(seed)
    winners = [play_game(x, o, rng)[0] for _ in range(games)]
    return [winners.count(result) for result in (1, -1, 0)]


def test_the_perfect_player_never_loses():
    perfect = perfect_player()
    for other in (random_player(), near_perfect_player(), perfect):
        assert results(perfect, other, 400, 7)[1] == 0
        assert results(other, perfect, 400, 8)[0] == 0
    assert results(perfect, perfect, 100, 9) == [0, 0, 100]


def test_the_near_perfect_player_can_be_beaten():
    won, lost, _ = results(perfect_player(), near_perfect_player(), 2000, 10)
    assert won > 200 and lost == 0
    won, lost, _ = results(random_player(), near_perfect_player(), 2000, 11)
    assert 0 < won < lost


def test_perfect_ties():
    first = perfect_player(Settings(perfect_ties="first"))
    assert {first(encode("." * 9), np.random.default_rng(seed)) for seed in range(20)} == {0}
    uniform = perfect_player()
    assert {uniform(encode("." * 9), np.random.default_rng(seed)) for seed in range(200)} == set(
        range(9)
    )


def test_the_random_player_is_uniform():
    rng = np.random.default_rng(12)
    board, player = encode("X.. .O. ..."), random_player()
    counts = np.bincount([player(board, rng) for _ in range(7000)], minlength=9)
    assert counts[[0, 4]].tolist() == [0, 0]
    assert (np.abs(counts[board == 0] - 1000) < 4 * np.sqrt(1000)).all()
