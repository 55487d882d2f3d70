import numpy as np
import pytest
from random_games import random_board, random_rules

from fogel import encoding
from fogel.core.settings import Settings
from fogel.opponent import forced_result, perfect_odds
from fogel.rules.rule_files import find_rules
from fogel.rules.rules import (
    Grid,
    Rules,
    after,
    grid,
    in_a_row,
    open_squares,
    outcome,
    place,
    to_move,
)
from fogel.rules.solve import (
    Solver,
    Value,
    as_bitboards,
    best_moves,
    boards_ahead,
    forced,
    symmetries,
    table,
    value,
    values_of_moves,
)

STANDARD = in_a_row(3, 3, 3)


def boards_of(rules, opener=1):
    """Every board in progress that can be reached, with whose turn it is, by the readable rules."""
    found = {rules.start.squares: opener}
    queue = list(found)
    for board in queue:
        for square in open_squares(board):
            then = place(rules, board, square, found[board])
            if then not in found and outcome(rules, then, found[board]) is None:
                found[then] = after(rules, found[board])
                queue.append(then)
    return found


def test_the_standard_game_is_that_of_part_one_on_every_board():
    marks = {1: 1, 0: 0, -1: 2}
    for book in encoding.positions()[: encoding.IN_PROGRESS].tolist():
        mark = encoding.to_move(book)
        mine = tuple(marks[one] for one in book)
        assert value(STANDARD, mine).result == forced_result(tuple(book), mark)
        wanted = perfect_odds(book, Settings(), mark)
        assert best_moves(STANDARD, mine) == [square for square in range(9) if wanted[square]]


def test_the_fast_path_is_the_readable_rule_on_every_board_of_small_games():
    rows = (in_a_row(*sizes) for sizes in ((4, 2, 2), (1, 1, 1), (2, 2, 3)))
    for rules in (STANDARD, find_rules("misere"), *rows):
        solver, known = Solver(rules), {1: {}, 2: {}}
        for board, turn in boards_of(rules).items():
            assert solver.score(board, turn) == forced(rules, board, turn, turn, known[turn])


def test_the_fast_path_is_the_readable_rule_on_games_of_every_kind():
    rng, kinds = np.random.default_rng(8), set()
    for _ in range(60):
        rules = random_rules(rng)
        if outcome(rules, rules.start.squares) is not None:
            continue
        others = any(2 in pattern.squares for pattern in rules.wins)
        kinds.add((bool(rules.wins), bool(rules.losses), others))
        solver, known = Solver(rules), {1: {}, 2: {}}
        for _ in range(12):
            board, turn = random_board(rules, rng)
            assert solver.score(board, turn) == forced(rules, board, turn, turn, known[turn])
    assert len(kinds) == 4


@pytest.mark.parametrize("name", ["lopsided", "three-of-four", "four-of-four", "five-by-four"])
def test_the_fast_path_is_the_readable_rule_late_in_large_games(name):
    rules, rng = find_rules(name), np.random.default_rng(9)
    seen = 0
    while seen < 25:
        board, turn = random_board(rules, rng)
        if board.count(0) <= 7:
            seen += 1
            assert Solver(rules, 97).score(board, turn) == forced(rules, board, turn, turn)


# Who wins with k in a row on m x n squares, and on which move: first the published results.
PUBLISHED = {
    (3, 3, 3): 0,
    (4, 3, 3): 1,
    (4, 4, 3): 1,
    (4, 4, 4): 0,
    (5, 4, 4): 0,
    (3, 8, 3): 1,
    (5, 5, 3): 1,
}


def test_the_published_results():
    found = table(PUBLISHED)
    assert {numbers: one.result for numbers, one in found.items()} == PUBLISHED
    assert found[4, 3, 3].moves == 7 and found[4, 4, 3].moves == 5


def test_a_board_turned_is_worth_as_much():
    for numbers in ((3, 4, 3), (3, 5, 3), (4, 5, 4)):
        assert value(in_a_row(*numbers)) == value(in_a_row(numbers[1], numbers[0], numbers[2]))


def test_a_value_by_hand():
    assert value(in_a_row(1, 1, 1)) == Value(1, 1)
    assert value(in_a_row(2, 2, 2)) == Value(1, 3)
    assert value(in_a_row(2, 2, 3)) == Value(0, None)
    #  1 1 .   player 1 wins at once at 2, and later elsewhere; player 2 must take 2
    #  2 2 .
    #  . . .
    board = grid("110 220 000").squares
    assert values_of_moves(STANDARD, board)[2] == Value(1, 1)
    assert best_moves(STANDARD, board) == [2]
    #  1 1 .   player 2 must stop him at 2, and has lost after the next move otherwise
    #  . 2 .
    #  . . .
    board = grid("110 020 000").squares
    assert best_moves(STANDARD, board) == [2]
    values = values_of_moves(STANDARD, board)
    assert all(values[square] == Value(-1, 2) for square in values.keys() - {2})
    assert best_moves(STANDARD, grid("100 000 000").squares) == [4]


def test_the_quickest_win_and_the_latest_loss():
    rules = in_a_row(4, 4, 3)
    assert set(best_moves(rules, quick=True)) < set(best_moves(rules))
    assert {values_of_moves(rules)[square].moves for square in best_moves(rules, quick=True)} == {5}


def test_a_player_to_move_may_be_named():
    # 1 is to move, and would win at 8; after a pass, 2 takes 8 or loses.
    board = grid("120 210 000").squares
    assert to_move(STANDARD, board) == 1
    assert value(STANDARD, board) == value(STANDARD, board, me=1) == Value(1, 1)
    assert best_moves(STANDARD, board, me=2) == [8]


def test_misere():
    assert value(find_rules("misere")).result == 0
    assert best_moves(find_rules("misere")) == [4]  # the centre alone keeps the draw


def test_three_players():
    """What each can force alone, against both others together."""
    # two in a row on 3 x 2: each square has three neighbours or more, and the others can only take
    # two of them
    rules = in_a_row(3, 2, 2, players=3)
    alone = [forced(rules, rules.start.squares, 1, player) for player in (1, 2, 3)]
    assert [*np.sign(alone)] == [1, -1, -1]
    assert value(rules) == Value(1, 4)
    assert best_moves(rules) == list(range(6))
    # on 4 x 1 they can take both, or the one; whoever of them is stopped by the first two can't
    # force anything
    assert value(in_a_row(4, 1, 2, players=3)) == Value(0, None)


def test_symmetries():
    empty = Grid(3, 3, (0,) * 9)
    for rules, count in (
        (STANDARD, 8),
        (in_a_row(4, 3, 3), 4),
        (in_a_row(1, 1, 1), 1),
        (find_rules("lopsided"), 1),
        (Rules("one diagonal", empty, (grid("100 010 001"),)), 4),
        #  a pattern that only wins from left to right: 1 2, with the other's mark behind
        (Rules("arrow", Grid(3, 1, (0,) * 3), (grid("112"),)), 1),
        #  what maps the lines that win does not map those that lose
        (Rules("both", empty, (grid("111"), grid("1 1 1")), (grid("11 10"),)), 2),
    ):
        assert len(symmetries(rules)) == count


def test_symmetric_boards_share_a_place_in_the_memory():
    solver = Solver(STANDARD)
    solver.score(STANDARD.start.squares, 1)
    board = grid("102 000 000").squares
    images = symmetries(STANDARD)
    assert [*map(sorted, images)] == [[*range(9)]] * 8
    solver.score(board, 1)
    met = solver.met
    for image in images:
        turned = tuple(board[square] for square in image)
        solver.score(turned, 1)
    assert solver.met - met == 8  # each was met, and known at once


def test_boards_ahead():
    assert boards_ahead(9, 2) == 1 + 9 + 72 + 252 + 756 + 1260 + 1680 + 1260 + 630 + 126
    assert boards_ahead(3, 3) == 1 + 3 + 6 + 6


def test_what_cannot_be_solved():
    with pytest.raises(ValueError, match="'3x3 with 3' is over"):
        value(STANDARD, grid("111 220 000").squares)
    with pytest.raises(
        ValueError, match=r"'three-players' is too large .*: up to 1,377,895 boards"
    ):
        value(find_rules("three-players"))
    with pytest.raises(ValueError, match="at most 31 squares"):
        as_bitboards(in_a_row(8, 4, 4))
    with pytest.raises(ValueError, match="'4x4 with 4' is too large to be solved: 1,000 boards"):
        Solver(in_a_row(4, 4, 4)).score((0,) * 16, 1, patience=1000)
