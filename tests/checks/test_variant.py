from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fogel import opponent
from fogel.checks.variant import (
    MOST_VARIANTS,
    Variant,
    handed_boards,
    handed_network,
    student_rng,
    variant,
)
from fogel.core.settings import Settings
from fogel.encoding import LINES, O, X, positions, winner

ALL = [variant(number) for number in range(MOST_VARIANTS + 1)]
numbers = st.integers(0, MOST_VARIANTS)
students = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip)


def test_variant_0_is_the_book():
    book = variant(0)
    assert book == Variant()
    assert book.code == (book.empty, book.x, book.o)
    assert (book.per_win, book.per_tie, book.per_left) == (1, 1, 0)
    assert (
        (book.boards() == positions()).all() and book.lines == LINES and book.settings == Settings()
    )


ALONE = ("order", "preference", "bias", "slip", "noise", "change")
TOGETHER = (
    ("x", "empty", "o"),
    ("win", "tie", "loss"),
    ("equal", "higher"),
    ("per_win", "per_tie", "per_left"),
)


@pytest.mark.parametrize("names", [(name,) for name in ALONE] + list(TOGETHER), ids=" ".join)
def test_no_two_variants_share_a_rule(names):
    assert len({tuple(getattr(one, name) for name in names) for one in ALL}) == len(ALL)


def test_neighbours_differ_in_each_mark_and_in_the_whole_second_round():
    names = "x empty o rivals equal higher per_win per_tie per_left"
    for one, following in pairwise(ALL):
        for name in names.split():
            assert getattr(one, name) != getattr(following, name)


@pytest.mark.parametrize("one", ALL, ids=lambda one: str(one.number))
def test_every_variant_is_playable(one):
    assert len({one.x, one.empty, one.o}) == 3
    assert sorted(one.order) == sorted(one.preference) == list(range(9))
    assert all(one.order[one.place[square]] == square for square in range(9))
    assert (
        one.loss < one.tie < one.win and 0 < one.slip < 1 and 0 < one.change < 1 and one.noise > 0
    )
    assert one.settings.slip == one.slip
    assert {*one.code} == {one.x, one.empty, one.o}
    assert one.number == 0 or (
        one.per_win > max(one.per_tie, one.per_left) and min(one.per_tie, one.per_left) > 0
    )


@given(numbers, st.integers(0, 5477))
def test_a_board_of_a_class_and_the_books_are_the_same_board(number, row):
    one, book = variant(number), positions()[row]
    board = one.board(book)
    assert (board == one.boards()[row]).all() and one.book(board) == tuple(book.tolist())
    held = {X: one.x, O: one.o, 0: None}[winner(book)]
    lines = [
        line
        for line in one.lines
        if len({int(board[k]) for k in line}) == 1 and board[line[0]] != one.empty
    ]
    assert {int(board[line[0]]) for line in lines} == ({held} if held is not None else set())


@pytest.mark.parametrize("number", [0, 7, 99])
def test_the_parts_of_the_boards(number):
    one = variant(number)
    assert [len(one.boards(only)) for only in ("all", "x", "o")] == [5478, 2423, 2097]
    for only, ahead in (("x", 0), ("o", 1)):
        boards = one.boards(only)
        assert ((boards == one.x).sum(axis=1) - (boards == one.o).sum(axis=1) == ahead).all()
    with pytest.raises(ValueError, match="read-only"):
        one.boards()[0, 0] = 3


@pytest.mark.parametrize("wrong", [-1, 100, 7.0, "7", None, True])
def test_an_unknown_variant_is_refused(wrong):
    with pytest.raises(ValueError, match="variant must be a whole number from 0 to 99, not"):
        variant(wrong)


# What students are handed.


@given(numbers, students)
def test_a_student_is_handed_the_same_everywhere(number, student):
    hidden, output = handed_network(number, student)
    assert hidden.shape == (3, 10) and output.shape == (9, 4)
    assert set((2 * np.concatenate([hidden.ravel(), output.ravel()])).tolist()) <= set(
        range(-9, 10)
    )
    again = handed_network(
        number, f" {student.upper() if student.upper().lower() == student.lower() else student} "
    )
    assert np.array_equal(hidden, again[0]) and np.array_equal(output, again[1])
    boards = handed_boards(number, student)
    known = {tuple(row) for row in variant(number).boards("x").tolist()}
    assert len({tuple(row) for row in boards.tolist()} & known) == 3


def test_students_and_classes_are_handed_different_things():
    networks = {
        tuple(handed_network(number, f"s{k}")[0].ravel()) for number in (0, 7) for k in range(200)
    }
    assert len(networks) == 400
    assert student_rng(7, "ada", "a").random() != student_rng(7, "ada", "b").random()


def test_boards_with_o_to_move():
    many = set()
    for board in handed_boards(7, "ada", count=20, only="o", marks=(3, 5)):
        book = np.array(variant(7).book(board))
        assert opponent.reply_probabilities(book).sum() == pytest.approx(1)
        many.add(int((book != 0).sum()))
    assert many == {3, 5}


@pytest.mark.parametrize("wrong", ["", "  ", None, 7])
def test_nobody_is_handed_nothing(wrong):
    with pytest.raises(ValueError, match="STUDENT must be your id"):
        handed_network(7, wrong)
