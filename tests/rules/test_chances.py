from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from fogel import encoding
from fogel.audit import report
from fogel.core.champion import load_champion
from fogel.core.players import adversary
from fogel.core.settings import Settings
from fogel.lookahead.players import (
    book_player,
    book_policy,
    make_player,
    maker,
    names,
    near_perfect_policy,
    perfect_policy,
    random_policy,
)
from fogel.opponent import near_perfect_odds, near_perfect_player, perfect_odds, random_odds
from fogel.play import shipped
from fogel.rules.chances import Chances, chances, chances_in_turn
from fogel.rules.referee import play_game, play_match, seat
from fogel.rules.rule_files import find_rules
from fogel.rules.rules import Grid, Rules, after, grid, in_a_row, open_squares, outcome, place
from fogel.rules.solve import best_moves

STANDARD = in_a_row(3, 3, 3)
HALF = Fraction(1, 2)


def test_random_against_random():
    """The known chances of the standard game: of 9! orders 212,256 are won by the first, 104,544 by
    the second.
    """
    found = chances(STANDARD, [random_policy] * 2)
    assert found == (
        Fraction(8, 63),
        (Fraction(737, 1260), Fraction(121, 420)),
        (Fraction(121, 420), Fraction(737, 1260)),
    )
    assert all(isinstance(chance, Fraction) for chance in (found.draws, *found.wins, *found.losses))
    mean = chances_in_turn(STANDARD, [random_policy] * 2)
    assert mean.wins[0] == mean.wins[1] == (1 - Fraction(8, 63)) / 2  # 43.7 % each


def orders(rules, opener=1):
    """The chances of random play by trying all orders in which the squares can be filled."""
    totals = np.zeros((rules.players, 3))

    def play(board, turn, share):
        for square in open_squares(board):
            then = place(rules, board, square, turn)
            result = outcome(rules, then, turn)
            part = share / board.count(0)
            if result is None:
                play(then, after(rules, turn), part)
            else:
                for player, value in enumerate(result):
                    totals[player, value] += part

    play(rules.start.squares, opener, 1.0)
    return totals


@pytest.mark.parametrize("opener", [1, 2, 3])
def test_three_players_and_patterns_that_lose(opener):
    rules = Rules("odd", grid("0000 0300"), (grid("111"), grid("1 2")), (grid("10 01"),), players=3)
    found, wanted = chances(rules, [random_policy] * 3, opener), orders(rules, opener)
    by_player = np.array([[found.draws] * 3, found.wins, found.losses], float).T
    np.testing.assert_allclose(by_player, wanted, rtol=1e-12, atol=1e-15)


def test_perfect_players_draw_and_never_lose():
    assert chances(STANDARD, [perfect_policy] * 2) == Chances(1, (0, 0), (0, 0))
    assert chances(STANDARD, [perfect_policy, random_policy]).losses[0] == 0
    assert chances(STANDARD, [random_policy, perfect_policy]).losses[1] == 0
    assert chances(in_a_row(3, 2, 2), [perfect_policy, random_policy]).wins == (1, 0)


def test_the_books_policies_are_those_of_part_one():
    """On every board, whoever is asked; with Fractions, whose sum is 1."""
    settings = Settings()
    rules = {"near-perfect": near_perfect_odds, "perfect": perfect_odds, "random": random_odds}
    some = encoding.positions()[: encoding.IN_PROGRESS : 7].tolist()
    for book, (name, odds_of) in product(some, rules.items()):
        mark = encoding.to_move(book)
        odds = odds_of(book, settings, mark)
        for me in (1, 2):  # whoever has opened is X
            board = tuple({mark: me, -mark: 3 - me, 0: 0}[held] for held in book)
            found = book_policy(odds_of)(STANDARD, board, me)
            assert found == [Fraction(one, sum(odds)) for one in odds], name
            if name == "perfect":
                assert found == perfect_policy(STANDARD, board, me)
            if name == "random":
                assert found == random_policy(STANDARD, board, me)
    assert sum(near_perfect_policy()(STANDARD, (0,) * 9, 1)) == 1


def test_the_audit_knows_the_same_chances():
    """The champion, which begins, against the near-perfect opponent: exactly as chapter
    8 has it.
    """
    champion = load_champion(shipped("champion"))

    def policy(rules, board, me):
        marks = [{0: 0, 1: 1, 2: -1}[mark] for mark in board]
        choice = champion(np.array(marks, dtype=np.int8), None)
        return [int(square == choice) for square in range(9)]

    found = chances(STANDARD, [policy, near_perfect_policy()])
    wanted = report(champion, Settings())["against"]["near_perfect"]
    assert float(found.wins[0]) == pytest.approx(wanted["win"], abs=1e-12)
    assert float(found.draws) == pytest.approx(wanted["tie"], abs=1e-12)


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        (lambda rules, board, me: [1], "must give 9 probabilities"),
        (lambda rules, board, me: [HALF] + [0] * 8, "must give 9 probabilities"),
        # Although the sum is 1.
        (lambda rules, board, me: [-HALF, HALF, 1] + [0] * 6, "must give 9 probabilities"),
        # The second move.
        (lambda rules, board, me: [1] + [0] * 8, "square 0 of '3x3 with 3' is not open"),
    ],
)
def test_bad_policies(policy, words):
    with pytest.raises(ValueError, match=words):
        chances(STANDARD, [policy] * 2)


# Players.


def test_what_is_drawn_follows_the_policy_and_uses_one_draw_a_move():
    rng, twin = np.random.default_rng(5), np.random.default_rng(5)
    players = seat(STANDARD, [maker("random"), maker("perfect")])
    games, moves = 200, 0

    def watch(game, tally):
        nonlocal moves
        moves += len(game.moves)

    tally = play_match(STANDARD, players, games, rng, "turn", watch=watch)
    twin.random(moves)
    assert rng.random() == twin.random()
    chance = chances_in_turn(STANDARD, [random_policy, perfect_policy]).wins[1]
    spread = float(games * chance * (1 - chance)) ** 0.5
    assert abs(tally.wins[1] - games * chance) < 4 * spread and tally.wins[0] == 0
    assert tally.names == ("Random_1", "Perfect_2")


def test_the_books_players_sit_down():
    """Seated at the standard board, they play the same games with the same draws as in part one, in
    either seat.
    """
    names_ = ["champion", "near-perfect", "random"]
    for first, second in product(names_, names_):
        for opener in (1, 2):
            makers = [maker(first), maker(second)]
            pair = [adversary(first), adversary(second)]
            if "random" in (first, second):  # ours; the book's own draws the same squares
                makers = [book_player(adversary(name), name) for name in (first, second)]
            rng, twin = np.random.default_rng(7), np.random.default_rng(7)
            game = play_game(STANDARD, seat(STANDARD, makers), rng, opener)
            x, o = pair if opener == 1 else pair[::-1]
            winner, squares = encoding.play_game(x, o, twin)
            assert [square for _, square in game.moves] == squares
            assert game.outcome == ((winner, -winner) if opener == 1 else (-winner, winner))
            assert rng.random() == twin.random()


def test_names():
    assert names()[:2] == ["random", "perfect"] and {"champion", "near-perfect"} < set(names())
    assert not {"human"} & set(names()) and len(set(names())) == len(names())
    words = "a player must be one of random, perfect, trad-idiot, .*, magic, champion"
    with pytest.raises(ValueError, match=words):
        maker("nobody")


@pytest.mark.parametrize(
    "rules",
    [
        in_a_row(4, 3, 3),
        find_rules("misere"),
        Rules("begun", grid("100 000 000"), STANDARD.wins),
        Rules("three", Grid(3, 3, (0,) * 9), STANDARD.wins, players=3),
        Rules("no diagonals", Grid(3, 3, (0,) * 9), STANDARD.wins[:2]),
    ],
)
def test_the_books_players_know_no_other_game(rules):
    with pytest.raises(ValueError, match="is not the standard game"):
        maker("champion")(rules, 1)
    with pytest.raises(ValueError, match="is not the standard game"):
        near_perfect_policy()(rules, rules.start.squares, 1)


def test_the_books_players_know_no_passes():
    seated = book_player(near_perfect_player(), "near")(STANDARD, 1)
    with pytest.raises(ValueError, match="know no passes"):
        seated((2, 2, 0, 0, 0, 0, 0, 0, 0), np.random.default_rng(1))


def test_a_maker_of_ones_own():
    def policy(rules, board, me):
        return [int(square == board.index(0)) for square in range(len(board))]

    lowest, rules = make_player(policy, "Low"), in_a_row(2, 2, 2)
    game = play_game(rules, seat(rules, [lowest, lowest]), np.random.default_rng(1))
    assert game.moves == ((1, 0), (2, 1), (1, 2)) and best_moves(rules) == [0, 1, 2, 3]
