import numpy as np
import pytest
from drawn import drawing, drawn

from fogel.checkers.rules import Checkers, after, jumped, moves, neighbours, notation, play_game

# Squares of 6x6, by their numbers:
#
#     .  1  .  2  .  3      player 1's men (x) step down
#     4  .  5  .  6  .
#     .  7  .  8  .  9
#    10  . 11  . 12  .
#     . 13  . 14  . 15
#    16  . 17  . 18  .      player -1's men (o) step up


def first(game, position, rng):
    return moves(game, position)[0]


def at_random(game, position, rng):
    found = moves(game, position)
    return found[rng.integers(len(found))]


def script(played):
    """Two players who make these moves by turns."""
    left = iter(played)
    return [lambda *about: next(left)] * 2


def test_the_start():
    game = Checkers(6, 6, 6)
    assert drawing(game, game.start) == "-x-x-x x-x-x- -.-.-. .-.-.- -o-o-o o-o-o-"
    assert game.start.player == 1
    assert moves(game, game.start) == [(4, 7), (5, 7), (5, 8), (6, 8), (6, 9)]
    assert Checkers() == Checkers(8, 8, 12) and Checkers().squares == 32


def test_squares_have_the_numbers_of_the_games_notation():
    """On 8x8, where black has 1 to 12: the single corner is 4 (and 29), the double corner 1 and 5
    (28 and 32).
    """
    game = Checkers()
    assert neighbours(game, 4) == {8} and neighbours(game, 29) == {25}
    assert neighbours(game, 1) == {5, 6} and neighbours(game, 5) == {1, 9}
    assert neighbours(game, 15) == {10, 11, 18, 19}
    opening = [notation(game, move) for move in moves(game, game.start)]
    assert opening == ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"]


# The six rules that people get wrong.


def test_a_jump_must_be_taken():
    game, position = drawn("-x-.-. .-x-.- -.-o-. .-.-.- -.-.-. o-.-.-")
    assert moves(game, position) == [(5, 12)]  # and no step from 1 or 5
    assert jumped(game, (5, 12)) == [8] and notation(game, (5, 12)) == "5x12"


def test_which_jump_is_free():
    game, position = drawn("-.-x-. .-o-o- -.-.-. .-o-.- -.-.-. .-.-.-")
    assert moves(game, position) == [(2, 7, 14), (2, 9)]  # two men, or one
    left = after(game, position, (2, 9))
    assert drawing(game, left) == "-.-.-. .-o-.- -.-.-x .-o-.- -.-.-. .-.-.-"


def test_a_jump_goes_on_with_the_same_piece_as_far_as_it_can():
    game, position = drawn("-x-x-. .-o-.- -.-.-. .-o-.- -.-.-. .-.-.-")
    # 1 over 5 is at 8, and can go on over 11; 2 over 5 is at 7, and can go on over 11 too; neither
    # may stop half way
    assert moves(game, position) == [(1, 8, 13), (2, 7, 14)]
    left = after(game, position, (2, 7, 14))
    assert drawing(game, left) == "-x-.-. .-.-.- -.-.-. .-.-.- -.-x-. .-.-.-"
    assert notation(game, (2, 7, 14)) == "2x7x14"


def test_a_man_that_is_crowned_stops_there():
    game, position = drawn("-.-.-. .-.-.- -.-.-. x-.-.- -o-o-. .-.-.-")
    assert moves(game, position) == [(10, 17)]
    left = after(game, position, (10, 17))
    assert drawing(game, left) == "-.-.-. .-.-.- -.-.-. .-.-.- -.-o-. .-X-.-"
    game, position = drawn("-.-.-. .-.-.- -.-.-. X-.-.- -o-o-. .-.-.-")
    assert moves(game, position) == [(10, 17, 12)]  # one that was a king before goes on


def test_what_is_taken_lies_until_the_end_and_is_taken_once_while_the_piece_has_left_its_square():
    game, position = drawn("-.-X-. .-o-o- -.-.-. .-o-o- -.-.-. .-.-.-")
    # Round in a circle, one way or the other, to where it began; there it can't jump over 5 or 6
    # once more.
    assert moves(game, position) == [(2, 7, 14, 9, 2), (2, 9, 14, 7, 2)]
    left = {after(game, position, move) for move in moves(game, position)}
    assert [drawing(game, one) for one in left] == ["-.-X-. .-.-.- -.-.-. .-.-.- -.-.-. .-.-.-"]


def test_who_can_not_move_has_lost():
    game, position = drawn("-.-.-. .-.-.- -.-.-. .-x-.- -o-o-. o-.-o-")
    assert moves(game, position) == []  # 16 and 18 stand behind 13 and 14
    assert moves(game, position._replace(player=-1)) != []
    played = [(2, 4), (8, 5), (4, 6), (5, 4), (1, 3), (4, 1), (6, 8), (1, 4), (3, 5), (4, 6)]
    winner, made = play_game(Checkers(4, 4, 2), *script(played), None)
    # At the end, player 1 has a man on 5 and a king on 8: -x-O o-X-.
    assert winner == -1 and len(made) == 10


def test_a_king_steps_one_square_any_way():
    game, position = drawn("-.-.-. .-.-.- -.-X-. .-.-.- -.-.-. .-.-.-")
    assert moves(game, position) == [(8, 11), (8, 12), (8, 5), (8, 6)]
    game, position = drawn("-.-.-. .-.-o- -.-.-. .-O-.- -.-.-. .-.-.-", -1)
    assert moves(game, position) == [(6, 2), (6, 3), (11, 7), (11, 8), (11, 13), (11, 14)]


def test_a_man_neither_steps_nor_jumps_backward():
    game, position = drawn("-.-.-. .-.-.- -.-o-. .-.-x- -.-.-. .-.-.-")
    assert moves(game, position) == [(12, 14), (12, 15)]


# A whole game, with four men on four by four:
#
#     .  1  .  2
#     3  .  4  .
#     .  5  .  6
#     7  .  8  .

MOVES = [(1, 4), (8, 5), (4, 6), (5, 3), (2, 4), (3, 1), (6, 8), (1, 6), (8, 5), (7, 4)]
BOARDS = [
    "-.-x .-x- -.-. o-o-",
    "-.-x .-x- -o-. o-.-",  # 4 can't take it: 7 stands behind
    "-.-x .-.- -o-x o-.-",
    "-.-x o-.- -.-x o-.-",
    "-.-. o-x- -.-x o-.-",
    "-O-. .-x- -.-x o-.-",  # crowned
    "-O-. .-x- -.-. o-X-",  # crowned too
    "-.-. .-.- -.-O o-X-",  # a king takes backward
    "-.-. .-.- -X-O o-.-",  # and player 1 goes where he is taken
    "-.-. .-o- -.-O .-.-",  # by a man, who had to
]


def test_a_whole_game():
    game = Checkers(4, 4, 2)
    position = game.start
    assert drawing(game, position) == "-x-x .-.- -.-. o-o-"
    for number, (move, board) in enumerate(zip(MOVES, BOARDS, strict=True)):
        assert position.player == (1, -1)[number % 2] and move in moves(game, position)
        position = after(game, position, move)
        assert drawing(game, position) == board
    assert position.player == 1 and moves(game, position) == []
    # The limit is reached by the move that ends it.
    assert play_game(game, *script(MOVES), None, limit=len(MOVES)) == (-1, MOVES)
    written = [notation(game, move) for move in MOVES]
    assert written == ["1-4", "8-5", "4-6", "5-3", "2-4", "3-1", "6-8", "1x6", "8-5", "7x4"]


def test_a_game_without_end_is_a_draw_by_the_limit_on_moves():
    game, rng = Checkers(4, 4, 2), np.random.default_rng(1)
    results = [play_game(game, at_random, at_random, rng, limit=12) for _ in range(100)]
    assert {winner for winner, _ in results} == {1, 0, -1}
    assert all(len(made) == 12 for winner, made in results if winner == 0)
    assert play_game(game, first, first, rng, limit=0) == (0, [])


def test_a_move_that_is_not_allowed_is_refused():
    words = r"^player -1 must make a move that is allowed, not \(1, 3\)$"
    with pytest.raises(ValueError, match=words):
        play_game(Checkers(4, 4, 2), first, lambda *about: (1, 3), None)


EVEN = "must be an even number from 4 to 10, not"


@pytest.mark.parametrize(
    "sizes, words",
    [
        ((5, 4, 2), f"rows {EVEN} 5"),
        ((4, 12, 6), f"columns {EVEN} 12"),
        ((4, 2, 1), f"columns {EVEN} 2"),
        ((True, 4, 2), f"rows {EVEN} True"),
        ((4, 4.0, 2), f"columns {EVEN} 4.0"),
        ((6, 4, 3), "men must fill whole rows, which is 2 or 4 on 6x4, not 3"),
        ((4, 4, 4), "men must fill whole rows, which is 2 on 4x4, not 4"),
        ((4, 4, 0), "men must fill whole rows, which is 2 on 4x4, not 0"),
    ],
)
def test_sizes_that_are_no_game_are_refused(sizes, words):
    with pytest.raises(ValueError) as refused:
        Checkers(*sizes)
    assert str(refused.value) == words
