import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fogel import play_game
from fogel.core.asking import PlayerError
from fogel.encoding import (
    SYMMETRIES,
    canonical,
    decode,
    encode,
    is_final,
    open_squares,
    place,
    position,
    positions,
    to_move,
    winner,
)


def scripted(*squares):
    """A player that plays these squares in turn."""
    moves = iter(squares)
    return lambda board, rng: next(moves)


def test_the_sources_worked_board():
    board = encode("""XO.
                      .XO
                      ...""")
    assert board.tolist() == [1, -1, 0, 0, 1, -1, 0, 0, 0]
    assert board.dtype == np.int8
    assert decode(board) == "XO.\n.XO\n..."


@pytest.mark.parametrize("text", ["", "XO", "XOXOXOXOXO", "XO?......", "xo......."])
def test_a_board_is_nine_letters(text):
    with pytest.raises(ValueError, match="nine letters"):
        encode(text)


def test_a_game_square_by_square():
    #  X . .    X . .    X X .    X X .    X X X
    #  . . .    . O .    . O .    . O O    . O O
    assert play_game(scripted(0, 1, 2), scripted(4, 5), None) == (1, [0, 4, 1, 5, 2])
    #  . X .    O X .    O X .    O X .    O X X    O X X
    #  . . .    . . .    . . X    . O X    . O X    . O X    and O has the diagonal
    assert play_game(scripted(1, 5, 2), scripted(0, 4, 8), None) == (-1, [1, 0, 5, 4, 2, 8])
    #  a tie: X O X / X O O / O X X
    assert play_game(scripted(0, 2, 3, 7, 8), scripted(1, 4, 5, 6), None) == (
        0,
        [0, 1, 2, 4, 3, 5, 7, 6, 8],
    )


def test_a_forced_first_reply():
    assert play_game(scripted(0, 1, 2), scripted(3), None, forced_reply=3)[1] == [0, 4, 1, 3, 2]
    assert play_game(scripted(0, 1, 2), scripted(3), None, forced_reply=7)[1][1] == 8


@pytest.mark.parametrize("reply", range(8))
def test_a_forced_first_reply_goes_through_all_open_squares(reply):
    asked = []

    def second(board, rng):
        asked.append(board.copy())
        return open_squares(board)[0]

    squares = play_game(
        lambda board, rng: open_squares(board)[-1], second, None, forced_reply=reply
    )[1]
    assert squares[:2] == [8, reply] and all((board != 0).sum() >= 3 for board in asked)


def test_players_get_the_generator_and_a_board_that_stays():
    """Both are asked in turn, X first; a board that a player has seen never changes."""
    rng, seen = np.random.default_rng(1), []

    def player(board, drawn_from):
        assert drawn_from is rng
        seen.append((board, board.tolist(), to_move(board)))
        return open_squares(board)[0]

    won, squares = play_game(player, player, rng)
    assert [mark for _, _, mark in seen] == [1, -1, 1, -1, 1, -1, 1]
    assert (won, squares) == (1, [*range(7)])
    assert all(board.tolist() == before for board, before, _ in seen)


def test_the_table_of_positions_is_read_only():
    with pytest.raises(ValueError, match="read-only"):
        positions()[0, 0] = 1


@pytest.mark.parametrize(
    "square, words",
    [(4, "square 4 is not open"), (9, "answered 9 .* 0 to 8"), (-1, "answered -1 .* 0 to 8")],
)
def test_an_illegal_move_stops_the_game(square, words):
    with pytest.raises(ValueError, match=words):
        play_game(scripted(4, square), scripted(0, 1), None)


@pytest.mark.parametrize(
    "answer", [4.7, 4.0, True, np.True_, "4", None, [4], np.array(4), np.array([4]), print]
)
def test_an_answer_that_is_no_whole_number_names_the_player_and_the_answer(answer):
    def choose(board, rng):
        return answer

    with pytest.raises(
        PlayerError, match=r"the player choose answered .* whole number from 0 to 8"
    ):
        play_game(choose, scripted(0, 1), None)


def test_a_failure_inside_a_player_names_it_and_is_chained():
    def choose(board):
        return 1 // int(board[0])

    with pytest.raises(
        PlayerError, match=r"the player choose failed .* with ZeroDivisionError"
    ) as raised:
        play_game(choose, scripted(0, 1), None)
    assert isinstance(raised.value.__cause__, ZeroDivisionError)


@pytest.mark.parametrize(
    "meddle",
    [
        lambda board: board.__setitem__(8, -1),
        lambda board: board.fill(0),
        lambda board: board.setflags(write=True),
        lambda board: board.base.__setitem__(8, 255),
        lambda board: memoryview(board).__setitem__(8, -1),
    ],
)
def test_a_player_cannot_write_on_the_board(meddle):
    def choose(board, rng):
        meddle(board)
        return 4

    with pytest.raises(PlayerError, match=r"the player choose failed"):
        play_game(choose, scripted(0, 1), None)


def test_what_a_player_does_to_its_copy_stays_there():
    def choose(board, rng):
        board.shape = (3, 3)
        board.__setstate__((1, (9,), board.dtype, False, bytes(9)))
        return next(moves)

    moves = iter((2, 4, 6))
    assert play_game(choose, scripted(0, 1), None) == (1, [2, 0, 4, 1, 6])


@pytest.mark.parametrize("kind", [int, np.int8, np.uint64])
def test_a_square_may_be_numpys_and_a_player_may_take_only_the_board(kind):
    squares = map(kind, (0, 1, 2))
    assert play_game(lambda board: next(squares), scripted(4, 5), None) == (1, [0, 4, 1, 5, 2])


def test_counts():
    boards = positions()
    final = [is_final(board) for board in boards.tolist()]
    assert len(boards) == 5478
    assert sum(final) == 958
    assert len({canonical(board).tobytes() for board in boards}) == 765
    assert [final.index(True), sum(final[:4520])] == [4520, 0]
    assert {to_move(board) for board in boards[:2423]} == {1}
    assert {to_move(board) for board in boards[2423:4520]} == {-1}
    marks = np.abs(boards).sum(axis=1)
    assert all(
        (np.diff(marks[part]) >= 0).all()
        for part in (slice(2423), slice(2423, 4520), slice(4520, 5478))
    )


def test_every_position():
    for row, board in enumerate(positions()):
        assert position(board) == row
        assert board.sum() in (0, 1)
        assert encode(decode(board)).tolist() == board.tolist()
        if not is_final(board.tolist()):
            for square in open_squares(board):
                before = board.copy()
                after = place(board, square)
                assert (board == before).all() and after[square] == to_move(board)
                assert position(after) >= 0


def test_lines_of_one_player_win():
    assert winner(encode("XXX OO. ...")) == 1
    assert winner(encode("XX. OOO X..")) == -1
    assert winner(encode("XOX XOO OXX")) == 0
    lines = {
        tuple(np.flatnonzero(board == 1))
        for board in positions()
        if winner(board) == 1 and (board == 1).sum() == 3
    }
    assert len(lines) == 8


def test_unreachable_boards_are_refused():
    with pytest.raises(ValueError, match="no game"):
        position(encode("XXX OOO ..."))
    with pytest.raises(ValueError, match="sum to 0 or 1"):
        to_move(encode("XX. ... ..."))


@given(st.integers(0, 5477), st.sampled_from(SYMMETRIES))
def test_symmetry_keeps_the_game(row, symmetry):
    board = positions()[row]
    turned = board[list(symmetry)]
    assert canonical(turned).tolist() == canonical(board).tolist()
    assert winner(turned) == winner(board) and position(turned) >= 0


def test_there_are_eight_symmetries():
    """Neighbours stay neighbours, and two after each other are a third."""
    assert len(set(SYMMETRIES)) == 8
    around = {
        (a, b) for a in range(9) for b in range(9) if abs(a // 3 - b // 3) + abs(a % 3 - b % 3) == 1
    }
    for one in SYMMETRIES:
        assert sorted(one) == [*range(9)] and {(one[a], one[b]) for a, b in around} == around
        assert all(tuple(one[square] for square in other) in SYMMETRIES for other in SYMMETRIES)
