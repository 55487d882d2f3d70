import itertools
import json
import re

import numpy as np
import pytest

from fogel import checks
from fogel.checks import exercises
from fogel.checks.shapes import SHAPES, Numbers, make_shape
from fogel.checks.variant import variant
from fogel.encoding import encode, open_squares, positions, winner
from fogel.network import random_network
from fogel.plots import drawing
from fogel.replication import replicate


@pytest.fixture
def first_try(monkeypatch):
    monkeypatch.setattr(exercises, "_wrong_answers", {})


def test_equal_functions_agree(capsys):
    checks.agree(winner, winner)
    assert capsys.readouterr().out == "The same on all 5,478 boards.\n"


def test_one_difference_on_one_board_is_found_and_drawn(monkeypatch):
    drawn = []
    monkeypatch.setattr(drawing, "display", lambda figure, alt, text: drawn.append(figure))
    odd = encode("XO. .XO ...")
    with pytest.raises(AssertionError) as error:
        checks.agree(lambda board: 7 if (board == odd).all() else winner(board), winner)
    assert str(error.value) == "the two differ on this board:\nXO.\n.XO\n...\nyours: 7\nfogel: 0"
    assert len(drawn) <= 1  # none outside a notebook


def test_a_difference_is_drawn_in_a_notebook_the_right_answer_only_with_the_third(
    first_try, monkeypatch, capsys
):
    import IPython  # noqa: F401

    drawn = []
    monkeypatch.setattr(drawing, "display", lambda figure, alt, text: drawn.append(figure))

    def right(board):
        return 5

    for square in (4, 4, 7, 8):
        checks.attempt(lambda board, square=square: square, right, [encode("X.. ... ...")])
    titles = [[axes.get_title() for axes in figure.axes] for figure in drawn]
    assert titles == [["yours"], ["yours"], ["yours"], ["yours", "fogel"]]
    said = capsys.readouterr().out.split("Not yet. ")[1:]
    assert ["fogel: 5" in one for one in said] == [False, False, False, True]
    assert all(
        one.startswith("Another square is to be chosen. The two differ on this board:\nX..")
        for one in said
    )


def test_draws_are_part_of_the_answer(capsys):
    checks.agree_on_draws(lambda rng: rng.random(), lambda rng: rng.random(), times=10)
    assert capsys.readouterr().out == "The same on 10 sets of random draws.\n"
    with pytest.raises(AssertionError, match="same answer, but not the same draws"):
        checks.agree_on_draws(lambda rng: 0 * rng.random(), lambda rng: 0, times=10)
    with pytest.raises(AssertionError, match=r"the two differ with np.random.default_rng\(0\)"):
        checks.agree_on_draws(lambda rng: rng.random(), lambda rng: 1 - rng.random(), times=10)


@pytest.mark.parametrize("attempt", [checks.attempt, checks.attempt_on_draws])
def test_an_unfinished_exercise_is_no_error(attempt, capsys):
    attempt(lambda given: ..., lambda given: 0)
    assert capsys.readouterr().out == "Not written yet.\n"


def test_a_wrong_exercise_is_no_error(capsys):
    checks.attempt(lambda board: open_squares(board)[1:], open_squares, positions())
    assert capsys.readouterr().out.startswith(
        "Not yet. 1 is missing. The two differ on this board:\n..."
    )
    checks.attempt(open_squares, open_squares)
    assert capsys.readouterr().out == "The same on all 5,478 boards.\n"


def stops_when_full(board):
    return 1 // board.count(0)


def asserts(board):
    if 0 not in board:
        raise AssertionError("no square is open")
    return winner(board)


@pytest.mark.parametrize(
    ("mine", "said"),
    [
        (stops_when_full, "ZeroDivisionError: integer division or modulo by zero"),
        (asserts, "AssertionError: no square is open"),
        (lambda board: [][board.count(0) - 1], "IndexError: list index out of range"),
        (lambda board: board.missing, "AttributeError: 'tuple' object has no attribute 'missing'"),
        (
            lambda board: asserts(board, 1),
            "TypeError: asserts() takes 1 positional argument but 2 were given",
        ),
    ],
)
def test_an_error_in_a_readers_function_is_an_answer_too(mine, said, capsys):
    full = (1, -1, 1, 1, -1, -1, -1, 1, 1)
    checks.attempt(mine, winner, [full])
    assert (
        capsys.readouterr().out
        == f"Not yet: your function stops on this board:\nXOX\nXOO\nOXX\n{said}\n"
    )


def test_an_error_on_random_draws_says_on_which(capsys):
    def stops_at_last(rng):
        return 1 / 0 if rng.random() > 0.99 else 0

    first = next(seed for seed in range(1000) if np.random.default_rng(seed).random() > 0.99)
    checks.attempt_on_draws(stops_at_last, lambda rng: 0 * rng.random())
    said = capsys.readouterr().out
    assert (
        said
        == f"Not yet: your function stops with np.random.default_rng({first}):\nZeroDivisionError:"
        " division by zero\n"
    )


def not_implemented(board):
    raise NotImplementedError


def test_a_function_that_says_it_is_not_written_is_not(capsys):
    checks.attempt(not_implemented, winner)
    assert capsys.readouterr().out == "Not written yet.\n"


def test_an_error_in_the_packages_function_is_no_answer():
    with pytest.raises(ZeroDivisionError):
        checks.attempt(winner, lambda board: 1 / 0)


def test_a_board_is_handed_over_as_a_tuple():
    seen = []
    checks.agree(lambda board: seen.append(board) or winner(board), winner)
    assert {type(board) for board in seen} == {tuple}
    assert {type(mark) for board in seen for mark in board} == {int}


def test_guesses(capsys):
    checks.predicted(..., 5)
    checks.predicted(4, 5.25, " %")
    checks.predicted("vee", "crooked")
    checks.predicted([1], 5)
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        "No guess yet.",
        "You said 4 %; it is 5.25 %.",
        "You said vee; it is crooked.",
        "You said [1]; it is 5.",
    ]


def test_targets(first_try, capsys):
    checks.target(..., 5)
    checks.target([1, ...], [1, 2])
    checks.target(5040, 5040)
    checks.target(1.26, 1.25, within=0.02)
    checks.target([3, 1], {1, 3})
    assert capsys.readouterr().out.splitlines() == [
        "Not written yet.",
        "Not written yet.",
        "Right: 5,040.",
        "Right: 1.25.",
        "Right: {1, 3}.",
    ]


def test_the_target_is_told_from_the_third_different_wrong_answer_on(first_try, capsys):
    for answer in (7, 7, 8, 9):
        checks.target(answer, 12)
    first, again, second, third = capsys.readouterr().out.splitlines()
    assert first == again == "Not yet: 7. It is too small."
    assert second == "Not yet: 8. It is too small."
    assert third == "Not yet: 9. It is too small. The target is 12."


def test_an_answer_may_be_worked_out_by_the_check_itself(first_try, capsys):
    checks.target(lambda: 12, 12)
    checks.target(lambda: [1 / 0], 12)
    checks.target(lambda: sum(None), 12)
    checks.target(lambda: sum(12), 12)
    checks.target(lambda: [not_implemented(0)], 12)
    checks.target(lambda: [1, ...], 12)
    checks.target(len, 12)
    assert capsys.readouterr().out.splitlines() == [
        "Right: 12.",
        "Not yet: your function stops with ZeroDivisionError: division by zero",
        "Not yet: your function stops with TypeError: 'NoneType' object is not iterable (None",
        "is what a function without `return` returns)",
        "Not yet: your function stops with TypeError: 'int' object is not iterable (one",
        "number, where several are asked for)",
        "Not written yet.",
        "Not written yet.",
        "Not yet: <built-in function len>. A number is asked for, and this is a function.",
    ]


def test_a_long_target_stands_in_lines_that_a_page_shows(first_try, capsys):
    for item in (1000, 999, 998):
        checks.target([item] * 15, [1001] * 15)
    assert max(map(len, capsys.readouterr().out.splitlines())) <= exercises.COLUMNS


def test_a_trap_has_a_sentence_of_its_own(first_try, capsys):
    traps = {133: "the nine weights from the bias are missing", (2, 1): "first the rows"}
    checks.target(133, 142, traps=traps)
    checks.target([2, 1], [1, 2], traps=traps)
    first, second = capsys.readouterr().out.splitlines()
    assert first == "Not yet: 133. The nine weights from the bias are missing."
    assert second == "Not yet: [2, 1]. First the rows."


@pytest.mark.parametrize(
    ("answer", "value", "words"),
    [
        (-4.6, 4.6, "the sign is the wrong one"),
        (25, 0.25, "a share is asked for"),
        (0.25, 25, "per cent is asked for"),
        (320, 32, "ten times too large"),
        (3.2, 32, "ten times too small"),
        (31, 32, "off by one"),
        (0.633, 0.6378, "it is close; perhaps something was rounded too early"),
        (990, 1000, "it is close; perhaps something was left out"),
        (0.18, 0.175, "it is rounded"),
        (0, 0.3, "too small"),
        ([30, "no"], [30, False], "item 1, counted from 0: True or False is asked for"),
        (
            [2, 2, 9, 5, 7],
            [1, 2, 30, 5, 7],
            "2 of the 5 are wrong; item 0, counted from 0, is too large",
        ),
        ([3, 5, 8, 13], [3, 4, 9, 90], "the first is right, and all that come later"),
        ([5, 5, 5], [5, 9, 30], "all of these are alike"),
        (0.64, 0.6378, "it is rounded; more digits"),
        (6.64, 7, "perhaps a whole number is asked for"),
        (64, 2, "for 32 games"),
        (0.09375, 3, "for one game"),
        (24, 12, "counted twice"),
        (6, 12, "half of it is missing"),
        (0.36, 0.64, "the chance, of all the others"),
        (0.25, 4, "upside down"),
        (25, 5, "it is squared"),
        (3, 9, "its root was taken"),
        (-1, 0, "off by one"),
        (0.3, 0, "too large"),
        (7, 12, "too small"),
        (20, 12, "too large"),
        (0, 12, "too small"),
        (float("nan"), 12, "not a finite number"),
        ("12", 12, "a number is asked for, and this is a text"),
        (None, 12, "and this is None"),
        (len, 12, "and this is a function"),
        (False, 12, "and this is True or False"),
        ([12, None], [12, 13], "a function without `return`"),
        ([1, 2], [10, 20], "of all that are wrong, it is ten times too small"),
        ([1, 200], [10, 20], "all are wrong; item 0"),
        (12, [12], "a list of 1 is asked for, and this is a number"),
        ([1, 2], [1, 2, 3], "a list of 3 is asked for, and this is a list of 2"),
        ({1, 2}, [1, 2], "and this is a set"),
        (3, {3}, "a set is asked for, and this is a number"),
        ([1, 2], {1, 3}, "1 of these is wrong and 1 is missing"),
        ({1, 2}, {1, 3, 4, 2}, "2 are missing"),
        ({1, 2, 5, 6}, {1, 2}, "2 of these are wrong"),
        ([1, 2, 2], {1, 2}, "there twice"),
        ([[0, 4], [0, 6]], {(0, 4), (0, 5)}, "1 of these is wrong and 1 is missing"),
        ([[1, 2]], [1], "another shape"),
        (
            [[1, 4], [2, 5], [3, 6]],
            np.array([[1, 2, 3], [4, 5, 6]]).tolist(),
            "and this is a list of 3",
        ),
        (np.array([[1, 3], [2, 4]]), [[1, 2], [3, 4]], "rows and columns are exchanged"),
        ([1, 4, 7, 2, 5, 8, 3, 6, 9], [*range(1, 10)], "rows and columns are exchanged"),
        ([0.5, 0.25, 0.5], [0.5, 0.25, 0.25], "add up to 1, and these don't"),
        ("a", "b", "something else is asked for"),
        ([2, 1], [1, 2], "the right numbers, in another order"),
        ([-1, -2], [1, 2], "all signs are the wrong ones"),
        ([25, 75, 0], [0.25, 0.75, 0], "of all that are wrong, a share is asked for"),
        (np.array([1, 2, 4]), [1, 2, 9], "item 2, counted from 0, is wrong: it is too small"),
        ([1, 2, 4, 20], [1, 2, 9, 5], "the first 2 are right, and all that come later"),
    ],
)
def test_the_kind_of_mistake_is_told(answer, value, words):
    assert words in checks.mistake(answer, value)


WEIGHTS = np.arange(9)


@pytest.mark.parametrize(
    ("mine", "right", "words"),
    [
        (
            lambda board: -board.count(0),
            lambda board: board.count(0) * (1 - 2 * sum(board)),
            "right where O is to move, and is wrong where X",
        ),
        (sum, lambda board: 1 - 2 * sum(board), "0 is no answer; all answers are "),
        (lambda board: "X", lambda board: "XO"[sum(board)], "it answers the same"),
        (lambda board: "xo"[sum(board)], lambda board: "XO"[sum(board)], "is no answer"),
        (lambda board: 0, sum, "it answers the same, whatever it is given"),
        (lambda board: print(end=""), open_squares, "it returns None"),
        (
            lambda board: WEIGHTS @ board,
            lambda board: WEIGHTS @ board + 0.5,
            "a bias were left out, or there twice",
        ),
        (
            lambda board: np.array(board) * 1.5,
            lambda board: np.array(board) * 1.5 - WEIGHTS,
            "a bias were left out",
        ),
        (
            lambda board: [square + 1 for square in open_squares(board)],
            open_squares,
            "squares are counted from 0",
        ),
        (
            lambda board: open_squares(board)[0] + 1,
            lambda board: open_squares(board)[0],
            "squares are counted from 0",
        ),
        (
            lambda board: board.index(1) if 1 in board else 0,
            lambda board: board.index(0),
            "is taken",
        ),
        (lambda board: 10 + sum(board), lambda board: board.index(0), "numbers from 0 to 8"),
        (
            lambda board: open_squares(board)[-1],
            lambda board: board.index(0),
            "another square is to be chosen",
        ),
        (
            lambda board: open_squares(board)[::-1],
            open_squares,
            "the right squares, in another order",
        ),
        (lambda board: open_squares(board)[1:], open_squares, "1 is missing"),
        (lambda board: [0.5] * board.count(1), lambda board: [0.5] * board.count(0), "a list of"),
        (
            lambda board: [*board[:4], [7]],
            lambda board: [*board[:5]],
            "item 4, counted from 0: a number is asked",
        ),
        (lambda board: np.sign(board) * -1.0, lambda board: np.sign(board) * 1.0, "all signs"),
        (
            lambda board: [[1, 2], [board.count(0), 7]],
            lambda board: [[1, 2], [board.count(0)]],
            "in part 2 of 2, 1 of these is wrong",
        ),
    ],
)
def test_the_kind_of_a_functions_mistake_is_read_from_all_its_answers(mine, right, words):
    boards = [board for board in map(tuple, positions().tolist()) if 0 in board][::100]
    boards = sorted(boards, key=lambda board: checks.same(mine(board), right(board)))
    assert words in checks.mistake_of_function(mine, right, boards)


def test_a_function_that_answers_two_things_to_the_same_is_told_so():
    turns = itertools.count()
    said = checks.mistake_of_function(
        lambda board: next(turns), lambda board: sum(board) + 0.5, [(0,) * 9]
    )
    assert said.startswith("asked the same twice, it answers two things")


def test_a_function_that_changes_its_board_is_told_so(capsys):
    def plays_on(board):
        board[board.index(0)] = 1
        return 0

    boards = [[1, 0, -1, 0, 0, 0, 0, 0, 0], [0] * 9]
    checks.attempt(plays_on, lambda board: 0, boards)
    assert (
        capsys.readouterr().out
        == "Not yet: your function changes the board that it is given; let it work on a"
        " copy\nX.O\n...\n...\n"
    )
    assert boards == [[1, 0, -1, 0, 0, 0, 0, 0, 0], [0] * 9]
    checks.attempt(plays_on, lambda board: 0, [(1, 0, -1, 0, 0, 0, 0, 0, 0)])
    assert "a board is a tuple, and is not changed in place" in capsys.readouterr().out


@pytest.mark.parametrize(
    "given", [[3, 1, 2], np.array([3, 1, 2]), {"a": 1, "b": 2}, [np.array([2, 1])], ([3, 1],)]
)
def test_what_changes_its_argument_in_place_is_found(given):
    def change(what):
        if isinstance(what, dict):
            what.popitem()
        elif isinstance(what, tuple) or isinstance(what[0], np.ndarray):
            what[0].sort()
        else:
            what.sort()

    before = repr(given)
    assert checks.on_copies(len)(given) == len(given)
    with pytest.raises(
        exercises.Changed, match="it changes the what that it is given; let it work on a copy"
    ):
        checks.on_copies(change)(given)
    assert repr(given) == before


def test_every_check_says_that_a_function_changes_what_it_is_given(first_try, capsys):
    def clears(board):
        board.clear()
        return 1

    cleared = checks.on_copies(clears)
    checks.passes({"it is not 1": lambda: cleared({1: 1}) == 1})
    checks.target(lambda: cleared([3]), 1)
    checks.attempt_on_draws(
        lambda rng: cleared([rng.random()]), lambda rng: 1 + 0 * rng.random(), 2
    )
    said = "it changes the board that it is given; let it work on a copy"
    assert capsys.readouterr().out.count(said) == 3


def test_what_is_no_list_of_its_own_is_read_into_one():
    made = {1: 2, 3: 4}
    forms = (
        range(3),
        (one for one in (1, 2)),
        map(int, "12"),
        made.keys(),
        made.values(),
        np.array([[1, 2]]),
    )
    assert [checks.on_copies(lambda one=one: one)() for one in forms] == [
        [0, 1, 2], [1, 2], [1, 2], [1, 3], [2, 4], [[1, 2]],
    ]  # fmt: skip
    for kept in (4, "text", (1, 2), {1}, None, ..., made):
        assert checks.on_copies(lambda kept=kept: kept)() is kept


def test_the_own_objects_of_a_list_are_handed_over_as_they_are():
    one = object()
    assert checks.on_copies(lambda things: things[0])([one]) is one


@pytest.mark.parametrize(
    "form", [list, tuple, set, np.array, iter], ids=["list", "tuple", "set", "array", "iterator"]
)
def test_squares_in_any_order_may_come_in_any_container(form, capsys):
    checks.attempt(lambda board: form(open_squares(board)), lambda board: {*open_squares(board)})
    checks.attempt(lambda board: form(open_squares(board)), open_squares, [(0,) * 9])
    said = capsys.readouterr().out
    assert said.startswith("The same on all 5,478 boards.")
    assert ("a list of 9 is asked for, and this is a set" in said.lower()) == (form is set), said


def test_a_function_of_a_board_and_a_mark_is_asked_for_each_mark(first_try, capsys):
    def own(board, mark):
        return [square for square in range(9) if board[square] == mark]

    some = [encode("XO. ... ..."), encode("X.. ... ...")]
    checks.attempt(own, own, some, marks=(1, -1))
    checks.attempt(lambda board, mark: own(board, 1), own, some, marks=(1, -1))
    checks.attempt(lambda board, mark: 1 // (mark - 1), own, some, marks=(-1, 1))
    said = " ".join(capsys.readouterr().out.split())
    assert said.count("The same on all 2 boards.") == 1
    assert said.count("on this board, asked for O:") == 1 + 1


def test_a_name_is_not_too_large(first_try, capsys):
    assert checks.mistake(5, 7, of="row") == "another row is the right one"
    assert checks.mistake([1, 5, 3], [1, 2, 3], of="square").endswith(
        "another square is the right one"
    )
    assert (
        checks.mistake([9, 5, 3], [1, 2, 3], of="square")
        == "2 of the 3 are wrong; item 0, counted from 0, is another square"
    )
    checks.target(5, 7, of="row")
    checks.attempt_on_draws(
        lambda rng: int(rng.integers(50)) + 1, lambda rng: int(rng.integers(50)), 9, of="row"
    )
    checks.attempt_on_draws(
        lambda rng: [[1, 2], [3.0, 7.0]], lambda rng: [[1, 2], [3.0, 5.0]], 9, of="row"
    )
    out = capsys.readouterr().out
    assert out.count("nother row is the right one") == 2
    assert "another row" in out
    assert "too large" not in out


def test_what_is_right_within_the_tolerance_is_no_mistake():
    assert checks.mistake([1.01, 5, 3], [1, 2, 3], within=0.05).startswith("item 1")


def friends(leads, count=1):
    return leads * count


def test_whether_a_function_only_calls_another():
    def stub(leads, count):
        return friends(leads, count)  # mend it

    def with_another_argument(leads, count):
        return friends(leads, count + 1)

    def with_other_numbers(leads, count):
        return friends([lead for lead in leads if lead], count)

    def in_another_order(leads, count):
        return friends(count, leads)

    def of_another_one(leads, count):
        return max(leads, count)

    assert checks.only_calls(stub, friends)
    for mend in (
        with_another_argument,
        with_other_numbers,
        in_another_order,
        of_another_one,
        friends,
    ):
        assert not checks.only_calls(mend, friends)


def test_what_an_answer_has_to_do(capsys):
    asked = []
    checks.passes(
        {
            "no": lambda: True,
            "it changes its parent": lambda: False,
            "never asked": lambda: asked.append(1),
        }
    )
    checks.passes({"no": lambda: True})
    checks.passes({"no": lambda: ...})
    checks.passes({"no": not_implemented_at_all})
    checks.passes({"no": lambda: 1 / 0})
    checks.passes({"no": lambda: np.array([True, False])})
    checks.passes({"is it all?": lambda: False})
    assert not asked and capsys.readouterr().out.splitlines() == [
        "Not yet: it changes its parent.",
        "Right.",
        "Not written yet.",
        "Not written yet.",
        "Not yet: it stops with ZeroDivisionError: division by zero",
        "Not yet: it stops with ValueError: The truth value of an array with more than one",
        "element is ambiguous. Use a.any() or a.all() (one number is asked for, and here are",
        "several)",
        "Not yet: is it all?",
    ]


def not_implemented_at_all():
    raise NotImplementedError


def test_what_counts_as_the_same():
    rng = np.random.default_rng(1)
    network = random_network(rng)
    child = replicate(network, rng)
    assert checks.same(network, network) and not checks.same(network, child)
    assert checks.same((1, [2.0, "x"]), (1, [2, "x"])) and not checks.same((1, 2), (1, 3))
    assert (
        not checks.same(None, 0) and not checks.same("1", 1) and not checks.same([1, 2], [1, 2, 3])
    )
    assert checks.same(1.0, 1.0 + 1e-12, within=1e-9) and not checks.same(1.0, 1.0 + 1e-12)
    assert not checks.same(np.nan, np.nan)
    assert checks.same([[0, 5], np.array([0, 4])], {(0, 4), (0, 5)})
    assert not checks.same([[0, 5]] * 2, {(0, 4), (0, 5)})


# Problem sets: the visible checks.

BOARD = np.array([1, -1, 0, 0, 1, -1, 0, 0, 0])


@pytest.mark.parametrize(
    ("answer", "right", "shape", "words"),
    [
        (
            4,
            6,
            {"kind": "square", "board": 0},
            "square 4 is taken in this position; you returned 4",
        ),
        (2, 6, {"kind": "square", "board": 0}, "you returned 2; it should be 6"),
        (6.0, 6, {"kind": "square", "board": 0}, ""),
        (np.int8(6), 6, {"kind": "square", "board": 0}, ""),
        (1, 1, {"kind": "square", "board": 0, "empty": -1}, ""),
        (9, 6, {"kind": "square"}, "whole number from 0 to 8; you returned 9"),
        (True, 1, {"kind": "square"}, "whole number from 0 to 8"),
        (2.5, 2, {"kind": "square"}, "whole number from 0 to 8; you returned 2.5"),
        ([0.1] * 8, [0.1] * 9, {"kind": "numbers"}, "9 numbers are asked for; you returned 8"),
        (3.0, [0.1] * 9, {"kind": "numbers"}, "9 numbers are asked for; you returned a single one"),
        ([[1.0]], [[1.0]], {"kind": "numbers"}, ""),
        (["a"], [1.0], {"kind": "numbers"}, "numbers are asked for; you returned [a]"),
        ([1.0, np.nan], [1.0, 2.0], {"kind": "numbers"}, "not all of the numbers are finite"),
        (
            [1.0, 2.1],
            [1.0, 2.0],
            {"kind": "numbers", "within": 0.01},
            "entry [1] of what you returned is 2.1",
        ),
        ((1.0, 2.001), [1.0, 2.0], {"kind": "numbers", "within": 0.01}, ""),
        ([1, 2], None, {"kind": "numbers", "count": 3}, "3 numbers are asked for; you returned 2"),
        ({3, 1}, [1, 3], {"kind": "squares"}, ""),
        ([1, 1, 3], [1, 3], {"kind": "squares"}, "a square stands twice"),
        ([1], [1, 3], {"kind": "squares"}, "you returned [1]; it should be [1, 3]"),
        ("1", [1], {"kind": "squares"}, "a list of squares"),
        (
            101,
            None,
            {"kind": "number", "least": 0, "most": 100},
            "a number from 0 to 100 is asked for; you returned 101",
        ),
        ("7", 7, {"kind": "number"}, "a number is asked for; you returned '7'"),
        (0.5004, 0.5, {"kind": "number", "within": 0.001}, ""),
        (None, 3, {"kind": "number"}, checks.NOT_YET),
        (..., 3, {"kind": "number"}, checks.NOT_YET),
        (1, True, {"kind": "flag"}, "True or False is asked for"),
        (np.True_, True, {"kind": "flag"}, ""),
        (10**400, 3, {"kind": "square"}, "whole number from 0 to 8"),
        (10**400, 3, {"kind": "number"}, "a number is asked for"),
        (float("nan"), 3, {"kind": "number"}, "a number is asked for"),
        ([10**400], [3], {"kind": "numbers"}, "numbers are asked for"),
        (3, "a", {"kind": "text"}, "a text is asked for"),
        (" a ", "a", {"kind": "text"}, ""),
        ({0: 1, 2: -1}, {"0": 1, "2": -1}, {"kind": "mapping"}, ""),
        ({0: 1}, {"0": 1, "2": -1}, {"kind": "mapping"}, "the keys are 0; they should be 0, 2"),
        (
            {"dict": [[0, 1], [2, 0]]},
            {"dict": [[0, 1], [2, -1]]},
            {"kind": "mapping"},
            "at 2 stands 0; it should be -1",
        ),
        (([[1.0]], [[2.0]]), [[[1.0]], [[2.0]]], {"kind": "weights"}, ""),
        (
            ([[1.0]], [[3.0]]),
            [[[1.0]], [[2.0]]],
            {"kind": "weights"},
            "output weights: entry [0, 0]",
        ),
        ([[1.0]], None, {"kind": "weights"}, "two arrays are asked for"),
    ],
)
def test_what_is_wrong_is_said_in_words(answer, right, shape, words):
    said = checks.what_is_wrong(answer, right, make_shape(shape), [BOARD])
    assert words in said if words else said == ""


def choose(sums, board):
    """Task P2.2 in the rules of the book."""
    return max(
        (square for square in range(9) if board[square] == 0), key=lambda square: sums[square]
    )


def test_a_problem_of_the_book(capsys):
    checks.problem("P2.2", choose)
    assert (
        capsys.readouterr().out
        == "P2.2 the move: right on 3 examples. The grader tries many more.\n"
    )
    checks.problem("P2.2", lambda sums, board: int(np.argmax(sums)))
    said = capsys.readouterr().out
    assert re.match(
        r"P2.2 the move: not yet: square \d is taken in this position; you returned \d\n .\|?", said
    )
    assert said.count("---+---+---") == 2


def unwritten(sums, board):
    raise NotImplementedError


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (unwritten, "not written yet."),
        (lambda sums, board: ..., "not written yet."),
        (lambda sums, board: None, "not yet: it returned nothing\n"),
        (lambda sums, board: 1 / 0, "not yet: it stops with ZeroDivisionError"),
        (lambda sums: 0, "not yet: it stops with TypeError"),
        (4, "not yet: it must be a function, not 4"),
    ],
)
def test_a_problem_that_is_not_solved_is_no_error(answer, words, capsys):
    checks.problem("P2.2", answer)
    assert f"P2.2 the move: {words}" in capsys.readouterr().out


def test_a_problem_is_asked_with_copies_and_says_that_they_are_changed(capsys):
    def fills(sums, board):
        board[:] = variant(0).x
        return 0

    checks.problem("P2.2", fills)
    assert "not yet: it changes what it is given; let it work on a copy" in capsys.readouterr().out


def test_values_are_read_and_not_judged(capsys):
    checks.problem("P2.5", ([0, 1, 2], 0.5, 12.0))
    assert "can be read" in capsys.readouterr().out
    checks.problem("P2.5", (..., 0.5, 12.0))
    assert "not written yet" in capsys.readouterr().out
    checks.problem("P2.5", ([0, 1, 2], 0.5, 120))
    assert "a number from 0 to 100 is asked for" in capsys.readouterr().out


def test_a_class_needs_its_own_examples(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=r"number must be one of P1\.1, .*, not 'P2\.22'"):
        checks.problem("P2.22", choose)
    with pytest.raises(
        ValueError, match=r"examples\.json, which came with this problem set, can't be read"
    ):
        checks.problem("P2.2", choose, 7)
    (tmp_path / "examples.json").write_text('{"variant": 8, "problems": {}}')
    with pytest.raises(ValueError, match="belongs to variant 8, and this notebook to 7"):
        checks.problem("P2.2", choose, 7)


def good_examples():
    return {"variant": 7, "problems": dict(list(checks.examples().items()))}


def damaged(*way, value=None):
    """A file's text with one entry of it replaced, or left out if there is no `value`."""
    found = json.loads(json.dumps(good_examples()))
    inner = found
    for key in way[:-1]:
        inner = inner[key]
    if value is None:
        del inner[way[-1]]
    else:
        inner[way[-1]] = value
    return json.dumps(found)


@pytest.mark.parametrize(
    "text",
    [
        *(
            '"text"',
            "[1, 2]",
            "7",
            "null",
            "true",
            "",
            "{",
            "[" * 100_000 + "]" * 100_000,
            '{"variant": 7}',
            "1e999",
        ),
        '{"problems": {}}',
        '{"variant": 7, "problems": [1]}',
        '{"variant": ["' + "x" * 5000 + '"], "problems": {}}',
        *(
            damaged("problems", "P2.2", value=value)
            for value in (5, "text", [1], {}, {"title": "x"})
        ),
        *(damaged("problems", "P2.2", key) for key in ("title", "kind", "shape", "examples")),
        *(
            damaged("problems", "P2.2", "shape", value=value)
            for value in (3, {"kind": "none"}, {"kind": ["x"]}, [1])
        ),
        *(
            damaged("problems", "P2.2", "examples", value=value)
            for value in (3, [3], [{"inputs": 3, "right": 1}], [[]])
        ),
        damaged("problems", "P2.2", "examples", 0, "right"),
        damaged("problems", "P2.2", "examples", 0, "inputs", value=[{"rng": "x"}]),
    ],
    ids=lambda text: text[:20],
)
def test_damaged_examples_are_one_sentence(text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples.json").write_text(text)
    with pytest.raises(ValueError, match=r"(?s)^examples\.json.{1,200}$|^number must be one of"):
        checks.problem("P2.2", choose, 7)


def test_damaged_scripts_are_one_sentence(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    known = checks.examples()
    number = next(number for number, about in known.items() if "scripts" in about)
    way = "problems", number, "scripts"
    for text in (
        damaged(*way, value=4), damaged(*way, value=[4]), damaged(*way, 0, "steps"), damaged(*way, 0, "right"),
        damaged(*way, 0, "steps", value=["make"]), damaged(*way, 0, "right", value=[]),
    ):  # fmt: skip
        (tmp_path / "examples.json").write_text(text)
        with pytest.raises(ValueError, match=r"^examples\.json is damaged"):
            checks.problem(number, object, 7)


def test_a_board_of_a_class_as_text():
    assert (
        checks.board_text(BOARD) == " X | O | 2\n---+---+---\n 3 | X | O\n---+---+---\n 6 | 7 | 8"
    )
    rules = variant(7)
    text = checks.board_text(rules.board(BOARD), 7)
    assert (
        text.split()
        == checks.board_text(BOARD)
        .translate({ord(str(k)): str(rules.place[k]) for k in range(9)})
        .split()
    )


def test_pictures_wait_for_an_answer(capsys):
    checks.draw([BOARD], values=lambda board: unwritten(0, board))
    checks.sketch(lambda axes: unwritten(0, 0))
    checks.draw([BOARD], squares=lambda board: 1 / 0)
    said = capsys.readouterr().out
    assert said.count(checks.NOT_YET) == 2 and "Not yet: it stops with ZeroDivisionError" in said
    figure = checks.board_figure(
        [BOARD], 0, values=lambda board: np.arange(9) / 10, squares=lambda board: 2
    )
    texts = [text.get_text() for text in figure.axes[0].texts]
    assert texts == ["0.2", "0.3", "0.6", "0.7", "0.8"]  # none across a mark


# What an answer has to look like.


def test_the_old_spelling_names_the_new_one():
    for old in ("2.2", 2.2):
        with pytest.raises(
            ValueError,
            match=r"number must be 'P2\.2', with the P of a problem; 2\.2 is an exercise",
        ):
            checks.problem(old, choose)


@pytest.mark.parametrize(
    "answer", [[[1, 2], [3, 4]], [np.array([1, 2]), np.array([3, 4])], np.array([[1, 2], [3, 4]])]
)
def test_equal_numbers_are_right_whatever_holds_them(answer):
    assert not checks.what_is_wrong(answer, [[1, 2], [3, 4]], Numbers())
    assert "it should be 5" in checks.what_is_wrong(answer, [[1, 2], [3, 5]], Numbers())


@pytest.mark.parametrize("within", [0.0, np.inf])
@pytest.mark.parametrize(
    ("a", "b"),
    [
        (1.0, [1.0, 1.0]),
        ([1.0], [1.0, 1.0]),
        ([[1.0], [1.0]], [[1.0, 1.0], [1.0, 1.0]]),
        ([[1.0, 1.0]], [1.0, 1.0]),
    ],
)
def test_one_number_is_not_many(a, b, within):
    """NumPy would stretch the smaller one; an answer of another shape is another answer."""
    a, b = np.array(a), np.array(b)
    assert not checks.same(a, b, within) and not checks.same(b, a, within)
    assert not checks.same((a, 2), (b, 2), within) and not checks.same([3, a], [3, b], within)
    for mine, right in ((a, b), (b, a)):
        shape = {"within": within}
        assert "asked for" in checks.what_is_wrong(mine, right.tolist(), Numbers(**shape))
        if np.ndim(mine):
            assert "asked for" in checks.what_is_wrong(
                mine, 1.0, make_shape({"kind": "number", **shape})
            )
        both = ([mine, [[2.0]]], [right.tolist(), [[2.0]]])
        assert "hidden weights: " in checks.what_is_wrong(
            *both, make_shape({"kind": "weights", **shape})
        )
        held = ({"k": mine}, {"k": right.tolist()})
        assert "at k stands" in checks.what_is_wrong(
            *held, make_shape({"kind": "mapping", **shape})
        )
    assert "asked for" in checks.what_is_wrong(a, None, Numbers(count=b.shape))


@pytest.mark.parametrize("kind", SHAPES)
def test_a_shape_takes_no_unknown_key(kind):
    with pytest.raises(ValueError, match=rf"a shape of the kind '{kind}' has .*, not 'wihtin'"):
        SHAPES[kind](wihtin=0.1)
    with pytest.raises(ValueError, match="not 'wihtin'"):
        make_shape({"kind": kind, "wihtin": 0.1})
    assert make_shape(SHAPES[kind]().as_dict()) == SHAPES[kind]()


def test_an_unknown_kind_of_shape_and_the_keys_that_there_are():
    with pytest.raises(ValueError, match=r"has the keys count, within, board, empty, not 'least'"):
        Numbers(least=0)
    with pytest.raises(
        ValueError, match=r"the kind of a shape must be one of square, .*, not 'nubmer'"
    ):
        make_shape({"kind": "nubmer"})
    about = {"kind": "numbers", "count": [4, 3], "within": 0.5, "board": 1}
    assert make_shape(about).as_dict() == about
    assert Numbers(count=[4, 3], within=0.5, board=1) == make_shape(about)
    assert make_shape(about).in_class(variant(7)).as_dict() == {**about, "empty": variant(7).empty}
