import pytest

from fogel import encoding
from fogel.rules.rules import (
    Grid,
    Rules,
    grid,
    in_a_row,
    loser,
    open_squares,
    outcome,
    place,
    to_move,
    whose,
    winner,
)

STANDARD = in_a_row(3, 3, 3)


def board(text):
    """The squares of a board written in rows."""
    return grid(text).squares


def ours(book):
    """A board of part one as one of ours: X is player 1."""
    return tuple({1: 1, 0: 0, -1: 2}[mark] for mark in book)


def test_the_standard_game_is_that_of_part_one_on_every_board():
    lines = {tuple(square for square, _ in line) for line in STANDARD.win_lines}
    assert lines == set(encoding.LINES)
    for book in encoding.positions().tolist():
        mine = ours(book)
        assert winner(STANDARD, mine) == {1: 1, 0: 0, -1: 2}[encoding.winner(book)]
        assert open_squares(mine) == encoding.open_squares(book)
        assert (outcome(STANDARD, mine) is None) == (not encoding.is_final(book))
        assert to_move(STANDARD, mine) == {1: 1, -1: 2}[encoding.to_move(book)]


def test_the_reports_board():
    assert outcome(STANDARD, board("220 111 012")) == (1, -1)
    assert outcome(STANDARD, board("220 110 012")) is None


def test_where_a_pattern_lies():
    #  a pattern smaller than the board, in each of its four places on 3 x 3
    rules = Rules("corner", Grid(3, 3, (0,) * 9), (grid("11 10"),))
    assert rules.win_lines == tuple(((a, 1), (a + 1, 1), (a + 3, 1)) for a in (0, 1, 3, 4))
    assert winner(rules, board("022 021 111")) == 2
    assert winner(rules, board("001 011 220")) == 0  # the pattern is neither turned nor mirrored
    #  its empty squares must lie on the board too
    assert len(Rules("wide", Grid(3, 3, (0,) * 9), (grid("100"),)).win_lines) == 3
    #  wider or higher than the board: it fits nowhere
    assert Rules("too wide", Grid(3, 3, (0,) * 9), (grid("1111"), grid("1 1 1 1"))).win_lines == ()
    #  an empty square of a pattern may hold anything on the board
    assert winner(STANDARD, board("120 210 021")) == 1


def test_marks_of_others_in_a_pattern_are_read_in_the_order_of_turns():
    rules = Rules("sandwich", Grid(3, 1, (0,) * 3), (grid("121"),), players=3)
    winners = {(1, 2, 1): 1, (2, 3, 2): 2, (3, 1, 3): 3, (1, 3, 1): 0}
    assert {three: winner(rules, three, 1) for three in winners} == winners
    assert [whose(rules, 3, mark) for mark in (1, 2, 3)] == [3, 1, 2]


def test_whoever_moved_last_comes_first():
    rules = Rules("two at once", Grid(2, 1, (0, 0)), (grid("12"), grid("21")))
    assert [outcome(rules, (1, 2), last) for last in (1, 2)] == [(1, -1), (-1, 1)]


def test_a_pattern_that_loses():
    misere = in_a_row(3, 3, 3, misere=True)
    assert loser(misere, board("111 220 000")) == 1
    assert outcome(misere, board("111 220 000")) == (-1, 1)
    three = in_a_row(3, 3, 3, players=3, misere=True)
    assert outcome(three, board("111 230 023")) == (-1, 1, 1)
    #  what wins is looked at before what loses
    both = Rules("four wins, three loses", Grid(4, 1, (0,) * 4), (grid("1111"),), (grid("111"),))
    outcomes = {(1, 1, 1, 1): (1, -1), (1, 1, 1, 2): (-1, 1)}
    assert {squares: outcome(both, squares) for squares in outcomes} == outcomes


def test_turns_go_round_from_whatever_the_board_held():
    rules = Rules("begun", grid("10 20"), (grid("11"),), players=3)
    turns = {(1, 0, 2, 0): 1, (1, 1, 2, 0): 2, (1, 1, 2, 2): 3}
    assert {squares: to_move(rules, squares) for squares in turns} == turns
    assert [to_move(rules, squares, opener=3) for squares in ((1, 0, 2, 0), (1, 3, 2, 0))] == [3, 1]


def test_a_board_on_which_the_game_is_over_before_it_begins():
    assert outcome(STANDARD, board("111 000 000")) == (1, -1)
    assert outcome(Rules("full", grid("12"), (grid("11"),)), (1, 2)) == (0, 0)


def test_one_square():
    assert outcome(in_a_row(1, 1, 1), (0,)) is None
    assert outcome(in_a_row(1, 1, 1), (1,)) == (1, -1)
    assert len(in_a_row(1, 1, 1).wins) == 1


def test_placing_changes_nothing():
    empty = STANDARD.start.squares
    assert place(STANDARD, empty, 4, 2) == (0, 0, 0, 0, 2, 0, 0, 0, 0)
    assert empty == (0,) * 9
    for square in (4, 9, -1):
        with pytest.raises(ValueError, match=f"square {square} of '3x3 with 3' is not open"):
            place(STANDARD, (0, 0, 0, 0, 2, 0, 0, 0, 0), square, 1)


EMPTY, THREE = Grid(3, 3, (0,) * 9), Grid(3, 1, (1, 1, 1))
TALL, THIRD = Grid(3, 31, (0,) * 93), Grid(3, 3, (0,) * 8 + (3,))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"name": ""}, "name must be 1 to 40 printable"),
        ({"name": "x" * 41}, "name must be 1 to 40"),
        ({"name": "a\nb"}, "name must be 1 to 40 printable"),
        ({"name": " a"}, "name must not begin"),
        ({"name": "// a"}, "name must not begin"),
        ({"players": 1}, "players must be a whole number from 2 to 35, not 1"),
        ({"players": 36}, "players must be a whole number from 2 to 35"),
        ({"players": True}, "players must be a whole number"),
        ({"start": None}, "start must be a Grid"),
        ({"start": Grid(0, 3, ())}, "start width must be a whole number from 1 to 30, not 0"),
        ({"start": TALL}, "start height must be a whole number from 1 to 30, not 31"),
        ({"start": Grid(3, 3, (0,) * 8)}, "start squares must be a tuple of 3 x 3"),
        ({"start": Grid(3, 3, [0] * 9)}, "start squares must be a tuple"),
        ({"start": THIRD}, "start mark must be a whole number from 0 to 2, not 3"),
        ({"wins": [THREE]}, "wins must be a tuple of at most 1000"),
        ({"wins": (THREE,) * 1001}, "wins must be a tuple of at most 1000"),
        ({"wins": (THREE, THIRD)}, "wins, pattern 2, mark must be a whole .* 0 to 2, not 3"),
        ({"losses": (Grid(2, 1, (0, 0)),)}, "losses, pattern 1, must hold a mark"),
        ({"wins": ()}, "wins and losses must hold at least one"),
    ],
)
def test_bad_rules(change, words):
    with pytest.raises(ValueError, match=words):
        Rules(**{"name": "ours", "start": EMPTY, "wins": (THREE,)} | change)


@pytest.mark.parametrize("numbers", [(0, 3, 3), (3, 31, 3), (3, 3, 0), (3.0, 3, 3)])
def test_bad_numbers_in_a_row(numbers):
    with pytest.raises(ValueError, match="must be a whole number from 1 to 30"):
        in_a_row(*numbers)


@pytest.mark.parametrize("text", ["", "11 1", "1?", "1A"])
def test_a_grid_is_rows_of_marks(text):
    with pytest.raises(ValueError, match="rows of equal length"):
        grid(text)
