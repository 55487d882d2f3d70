import numpy as np
import pytest
from random_games import random_board, random_rules

from fogel.league.exact import foreseen_result
from fogel.lookahead.foresight import Foresight, find_lines, make_foresight, score_of_move
from fogel.lookahead.players import book_board
from fogel.rules.rule_files import find_rules
from fogel.rules.rules import grid, in_a_row, open_squares, outcome
from fogel.rules.solve import values_of_moves

STANDARD = in_a_row(3, 3, 3)


def plainly(rules, board, me, moves):
    """The scores of all moves by the plain recursion."""
    return {
        square: score_of_move(rules, board, square, me, moves) for square in open_squares(board)
    }


def test_the_fast_search_gives_what_the_plain_recursion_gives():
    """On rules of every kind: patterns that lose, with the other's marks, on boards
    that are begun.
    """
    rng = np.random.default_rng(14)
    for _ in range(100):
        rules = random_rules(rng)
        for _ in range(4):
            board, me = random_board(rules, rng)
            if outcome(rules, board, last=3 - me) is not None:
                continue  # over before it begins
            moves = int(rng.integers(1, 6))
            found = Foresight(rules).scores(board, me, moves)
            assert found == plainly(rules, board, me, moves), (rules, board, moves)


@pytest.mark.parametrize(
    "rules", [in_a_row(3, 3, 3), in_a_row(4, 4, 3), find_rules("misere"), find_rules("lopsided")]
)
def test_one_memory_serves_many_boards_and_depths(rules):
    rng, foresight = np.random.default_rng(1), Foresight(rules)
    for _ in range(40):
        board, me = random_board(rules, rng)
        moves = int(rng.integers(1, 5))
        assert foresight.scores(board, me, moves) == plainly(rules, board, me, moves)


def test_a_board_of_more_squares_than_bits():
    """Three marks short of anything on 7 x 6, where a board's number is drawn."""
    rules, rng = in_a_row(7, 6, 4), np.random.default_rng(2)
    assert rules.start.squares.count(0) == 42 and find_lines(rules).zobrist.max() > 2**61
    for _ in range(3):
        board, me = random_board(rules, rng)
        assert Foresight(rules).scores(board, me, 3) == plainly(rules, board, me, 3)


def test_it_foresees_what_chapter_3_does():
    """The book's own minimax counts depth + 1 for what is decided now; here it is the marks that
    count.
    """
    rng = np.random.default_rng(3)
    for _ in range(60):
        board, me = random_board(STANDARD, rng)
        moves, (marks, mark) = int(rng.integers(1, 9)), book_board(board, me)
        scores = Foresight(STANDARD).scores(board, me, moves)
        for square, score in scores.items():
            then = tuple(mark if place == square else held for place, held in enumerate(marks))
            theirs = foreseen_result(then, -mark, moves - 1)
            left = min(moves, len(scores))
            ours = 0 if not score else int(np.sign(score)) * (abs(score) - len(scores) + moves)
            assert -theirs == ours, (board, square, left)


def test_far_enough_it_is_the_value():
    rules = find_rules("lopsided")
    rng = np.random.default_rng(4)
    for _ in range(30):
        board, me = random_board(rules, rng)
        values = values_of_moves(rules, board, me)
        scores = Foresight(rules).scores(board, me, len(board))
        results = {square: value.result for square, value in values.items()}
        assert {square: np.sign(score) for square, score in scores.items()} == results


def test_three_players_are_all_against_one():
    rules = in_a_row(3, 2, 2, players=3)
    board = grid("100 023").squares
    expected = {1: 3, 2: -2, 3: 3}
    assert Foresight(rules).scores(board, 1, 3) == plainly(rules, board, 1, 3) == expected
    assert Foresight(in_a_row(4, 4, 3, players=3)).scores((0,) * 16, 1, 9, patience=300) is None
    with pytest.raises(ValueError, match="must be for 2 players"):
        find_lines(rules)


def test_patience_runs_out_and_memory_of_other_searches_does_not_count():
    foresight = Foresight(in_a_row(5, 5, 4))
    board = foresight.rules.start.squares
    assert foresight.scores(board, 1, 8, patience=50) is None

    def look(moves):
        foresight.met = 0
        return foresight.scores(board, 1, moves), foresight.met

    first, (scores, met), (_, fewer), last = (look(moves) for moves in (7, 7, 5, 7))
    assert first[0] == scores and last == (scores, met)
    assert fewer < met  # fewer moves, fewer boards


@pytest.mark.parametrize(
    "rules", [in_a_row(4, 3, 3), in_a_row(3, 2, 2, players=3)], ids=["fast", "plain"]
)
def test_patience_is_the_number_of_boards_that_may_be_met(rules):
    found = Foresight(rules)
    scores = found.scores(rules.start.squares, 1, 3)
    assert Foresight(rules).scores(rules.start.squares, 1, 3, patience=found.met) == scores
    assert Foresight(rules).scores(rules.start.squares, 1, 3, patience=found.met - 1) is None


def test_an_empty_board_of_ten_by_ten_is_seen_through_at_a_glance():
    foresight = Foresight(in_a_row(10, 10, 5))
    assert set(foresight.scores((0,) * 100, 1, 8).values()) == {0}
    assert foresight.met == 100
    assert make_foresight(foresight.rules) is make_foresight(in_a_row(10, 10, 5))
