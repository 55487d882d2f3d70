"""Kinds of wrong answers: a sign, a unit, a rounding, an order.

`mistake` tells it of a number, a list or a set, and `mistake_of_function` of what a function
answers. Neither says anything of the right answer that the wrong one beside it would not show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from numbers import Real
from typing import Any

import numpy as np

ROUNDED = "it is rounded; more digits are asked for"
FEWEST = 4  # boards on which a side must be wrong, before it is said to be that side


def same(a: Any, b: Any, within: float = 0.0) -> bool:
    """Whether two answers are equal: numbers, texts, arrays, networks, or tuples and lists of them.

    Where the second is a set, the first may be a set, a list, a tuple or an array, in any order,
    with each item once.
    """
    if isinstance(b, (set, frozenset)):
        return _is_collection(a) and len(a) == len(b) and _misplaced(a, b) == (0, 0)
    if hasattr(a, "weights") and hasattr(b, "weights"):
        return same(
            (a.hidden_weights, a.output_weights), (b.hidden_weights, b.output_weights), within
        )
    if isinstance(a, (tuple, list)) and isinstance(b, (tuple, list)):
        return len(a) == len(b) and all(same(*pair, within) for pair in zip(a, b, strict=True))
    if a is None or b is None or isinstance(a, str) or isinstance(b, str):
        return a is b or (type(a) is type(b) and a == b)
    try:
        # Arrays of one number take twenty times as long.
        if isinstance(a, (int, float)) and isinstance(b, (int, float)):
            return abs(float(a) - float(b)) <= within
        a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    except (TypeError, ValueError, OverflowError):
        return False
    return a.shape == b.shape and bool((np.abs(a - b) <= within).all())


def shortened(answer: Any) -> str:
    """An answer as a short text: four digits, and the items of lists and tuples."""
    if isinstance(answer, (list, tuple)):
        brackets = "()" if isinstance(answer, tuple) else "[]"
        return brackets[0] + ", ".join(shortened(item) for item in answer) + brackets[1]
    if isinstance(answer, (float, np.floating)):
        return f"{answer:.4g}"
    if isinstance(answer, (int, str)):  # as the next lines have it, a hundred times faster
        return str(answer)
    with np.printoptions(precision=4, suppress=True):
        return str(answer)


def apart(first: Any, second: Any) -> tuple[str, str]:
    """Two numbers as texts with as many digits as it takes to tell them apart."""
    texts = shortened(float(first)), shortened(float(second))
    for digits in range(5, 17):
        if texts[0] != texts[1] or first == second:
            return texts
        texts = f"{float(first):.{digits}g}", f"{float(second):.{digits}g}"
    return repr(float(first)), repr(float(second))


def mistake(answer: Any, value: Any, within: float = 0.0, of: str = "") -> str:
    """What kind of mistake a wrong number, or list of numbers, is: a sentence without its full
    stop.

    Numbers of a list that are `within` so much of the right ones are none. `of` says what the
    numbers name, such as a "row" or a "square": a name is not too large or too small.
    """
    if isinstance(value, (set, frozenset)) and _is_collection(answer):
        return _mistake_in_set(answer, value)
    if _is_list(answer) and any(item is None for item in answer):
        return "None stands in it, which is what a function without `return` returns"
    if _form(answer) != _form(value):
        return f"{_form(value)} is asked for, and this is {_form(answer)}"
    try:
        given, wanted = np.asarray(answer, dtype=float), np.asarray(value, dtype=float)
    except (TypeError, ValueError, OverflowError):
        return _mistake_in_form(answer, value)
    if wanted.ndim == 2 and given.shape == wanted.T.shape and same(given.T, wanted, within):
        return "rows and columns are exchanged"
    if given.shape != wanted.shape:
        return "it has another shape than the right answer"
    if wanted.ndim:
        return _mistake_in_list(given.ravel(), wanted.ravel(), within, of)
    return _mistake_in_number(given, wanted, of)


def mistake_of_function(
    mine: Callable, fogels: Callable, asked: Sequence[Any], within: float = 0.0, of: str = ""
) -> str:
    """What kind of mistake a function makes, as `mistake`; it is wrong for the first of `asked`.

    What it answers to all of `asked` may show more than its first wrong answer does.
    """
    pairs = [(mine(one), fogels(one)) for one in asked]
    wrong = [not same(*pair, within) for pair in pairs]
    return (
        _another_each_time(mine, asked[0], pairs[0][0])
        or _always_the_same(pairs, within)
        or _other_values(pairs)
        or _by_side(asked, wrong)
        or _mistake_in_squares(asked, pairs)
        or ("" if of else _off_by_the_same(pairs, within))
        or _mistake_in_parts(*pairs[0], within, of)
    )


def _another_each_time(mine, one, answer):
    """Whether a function that is asked the same again answers something else."""
    again = mine(one)
    if same(again, answer) or repr(again) == repr(answer):
        return ""
    return (
        "asked the same twice, it answers two things; does it draw from a generator of its own,"
        " without the seed?"
    )


def _always_the_same(pairs, within):
    """Whether a function answers the same to all that it is asked, and should not."""
    mine, right = zip(*pairs, strict=True)
    is_right = all(same(one, right[0], within) for one in right)
    if is_right or any(repr(one) != repr(mine[0]) for one in mine):
        return ""
    return "it returns None" if mine[0] is None else "it answers the same, whatever it is given"


def _other_values(pairs):
    """Whether all right answers are two or three values, and a wrong one is none of these."""
    mine, right = zip(*pairs, strict=True)
    are_values = all(isinstance(one, (Real, np.number, str)) for one in (*mine, *right))
    if not are_values or not 2 <= len({*right}) <= 3:
        return ""
    others = [one for one in mine if one not in {*right}]
    known = " or ".join(map(str, sorted({*right}, key=right.index)))
    return f"{others[0]} is no answer; all answers are {known}" if others else ""


def _by_side(asked, wrong):
    """Whether boards of one side to move are wrong, four or more, and none of the other side."""
    if not all(np.shape(one) == (9,) for one in asked):
        return ""
    of_o = [int(np.sum(board)) == 1 for board in asked]
    sides = {side for side, bad in zip(of_o, wrong, strict=True) if bad}
    if len(sides) > 1 or sum(wrong) < FEWEST or min(of_o.count(True), of_o.count(False)) < FEWEST:
        return ""
    bad, good = ("O", "X") if sides.pop() else ("X", "O")
    return f"it may be right where {good} is to move, and is wrong where {bad} is"


def _off_by_the_same(pairs, within):
    """Whether all of a function's numbers, three or more, are off by the same."""
    if (
        len(pairs) < 3
        or not all(_are_numbers(*pair) for pair in pairs)
        or len({np.shape(one) for one, _ in pairs}) > 1
    ):
        return ""
    mine, right = zip(*pairs, strict=True)
    given, wanted = (np.array(one, dtype=float) for one in (mine, right))
    apart = given - wanted
    if apart.any() and np.max(np.ptp(apart, axis=0)) <= max(within, 1e-12 * abs(wanted).max()):
        return (
            "it is off by the same everywhere, as if something like a bias were left out, or there"
            " twice"
        )
    return ""


def _are_numbers(mine, right):
    """Whether both are numbers, or arrays of numbers, of one shape."""
    kinds = (Real, np.number, np.ndarray)
    are_kinds = isinstance(mine, kinds) and isinstance(right, kinds)
    return are_kinds and np.shape(mine) == np.shape(right)


def _mistake_in_squares(asked, pairs):
    """What is wrong with squares, where all right answers are open squares of a board."""
    found = [(board, *map(_whole_numbers, pair)) for board, pair in zip(asked, pairs, strict=True)]
    if not all(np.shape(board) == (9,) and _are_open(right, board) for board, _, right in found):
        return ""
    board, answer, right = found[0]
    if answer is None:
        return "squares are whole numbers from 0 to 8" if _is_collection(pairs[0][0]) else ""
    if all(
        mine and sorted(mine) == [square + 1 for square in sorted(right)]
        for _, mine, right in found
    ):
        return "squares are counted from 0"
    if not {*answer} <= {*range(9)}:
        return "squares are numbers from 0 to 8"
    if taken := [square for square in answer if board[square]]:
        return f"square {taken[0]} is taken"
    if sorted(answer) == sorted(right):  # a set may be of the wrong form; its order says nothing
        has_order = answer != right and _is_list(pairs[0][0])
        return "these are the right squares, in another order" if has_order else ""
    if _is_collection(pairs[0][1]):
        return _mistake_in_set(answer, {*right})
    return "another square is to be chosen"


def _whole_numbers(answer):
    """A whole number, or a list of them, as a list of integers; None if it is something else."""
    if not isinstance(answer, (int, np.integer, list, tuple, np.ndarray, set)) or isinstance(
        answer, bool
    ):
        return None
    items = [*answer] if _is_list(answer) or isinstance(answer, set) else [answer]
    return [*map(int, items)] if all(isinstance(one, (int, np.integer)) for one in items) else None


def _are_open(squares, board):
    return squares is not None and all(
        square in range(9) and board[square] == 0 for square in squares
    )


def _mistake_in_parts(answer, right, within, of):
    """`mistake`; of answers that are lists of lists, in the first part that is wrong."""
    is_nested = isinstance(right, (list, tuple)) and any(
        isinstance(part, (list, tuple, np.ndarray)) for part in right
    )
    if not is_nested or not isinstance(answer, (list, tuple)) or len(answer) != len(right):
        return mistake(answer, right, within, of)
    place = next(
        place
        for place, pair in enumerate(zip(answer, right, strict=True))
        if not same(*pair, within)
    )
    mine, wanted = answer[place], right[place]
    both = _whole_numbers(mine), _whole_numbers(wanted)
    kind = (
        mistake(mine, wanted, within, of) if None in both else _mistake_in_set(both[0], {*both[1]})
    )
    return f"in part {place + 1} of {len(right)}, {kind}"


def _form(answer):
    """What an answer looks like, in words."""
    if answer is None or isinstance(answer, (str, dict, set, frozenset)):
        kinds = {str: "a text", dict: "a dictionary", set: "a set", frozenset: "a set"}
        return kinds.get(type(answer), "None")
    if callable(answer):
        return "a function"
    if isinstance(answer, Iterator):
        return "a generator, which can be read only once"
    if isinstance(answer, (bool, np.bool_)):
        return "True or False"
    if _is_list(answer):
        return f"a list of {len(answer)}"
    return "a number" if isinstance(answer, (Real, np.number)) else type(answer).__name__


def _mistake_in_form(answer, value):
    """Which item of an answer looks otherwise than that of the right one."""
    pairs = zip(answer, value, strict=True) if _is_list(answer) and _is_list(value) else ()
    forms = [(place, *map(_form, pair)) for place, pair in enumerate(pairs)]
    wrong = [
        f"item {place}, counted from 0: {right} is asked for"
        for place, mine, right in forms
        if mine != right
    ]
    return wrong[0] if wrong else "something else is asked for"


def _is_list(answer):
    """Return whether it is a list of some kind; NumPy can't tell where lengths differ."""
    return isinstance(answer, (list, tuple)) or (isinstance(answer, np.ndarray) and answer.ndim > 0)


def _is_collection(answer):
    """Whether it is a list of some kind, or a set."""
    return _is_list(answer) or isinstance(answer, (set, frozenset))


def _mistake_in_number(answer, value, of):
    """The signs of the commonest mistakes, in the order in which they are told."""
    if not np.isfinite(answer):
        return "this is not a finite number"
    if of:
        return f"another {of} is the right one"
    near = 0.005 * abs(value)
    if value == int(value) and abs(answer - value) == 1:
        return "it is off by one"
    if value and answer != value == int(value) and abs(answer - value) < 1:
        return "perhaps a whole number is asked for"
    for other, words in _slips(value):
        if abs(answer - other) <= 0.005 * abs(other):
            return words
    if abs(answer - value) <= 20 * near and value != int(value) and _is_rounded(answer, value):
        return ROUNDED
    if abs(answer - value) <= 4 * near:
        whole = answer == int(answer) and value == int(value)
        slip = (
            "something was left out, or counted once too often"
            if whole
            else "something was rounded too early"
        )
        return f"it is close; perhaps {slip}"
    return f"it is too {'large' if answer > value else 'small'}"


def _is_rounded(answer, value):
    answer = float(answer)
    return any(
        answer == round(answer, d) and abs(answer - value) <= 0.501 * 0.1**d for d in range(6)
    )


def _slips(value):
    """(what a slip makes of a right number, what slip it is), the commonest first."""
    if not value:
        return []
    slips = [
        (-value, "the sign is the wrong one"),
        (100 * value, "a share is asked for, from 0 to 1, and not per cent"),
        (value / 100, "per cent is asked for, and not a share from 0 to 1"),
        (10 * value, "it is ten times too large"),
        (value / 10, "it is ten times too small"),
        (32 * value, "it is for 32 games, and what one brings is asked for"),
        (value / 32, "it is for one game, and what 32 bring is asked for"),
        (2 * value, "something is counted twice, or for both sides"),
        (value / 2, "half of it is missing; is one side left out?"),
    ]
    if 0 < value < 1:
        slips.append((1 - value, "it is the share, or the chance, of all the others"))
    if abs(value) != 1:
        slips.append((1 / value, "it is upside down: what is divided by what?"))
        slips.append((value**2, "it is squared"))
    if value > 0 and value != 1:
        slips.append((value**0.5, "its root was taken"))
    return slips


def _mistake_in_set(answer, value):
    """How many of the items are wrong and how many are missing; their order doesn't matter."""
    wrong, missing = _misplaced(answer, value)
    counts = [f"{wrong} of these {'is' if wrong == 1 else 'are'} wrong"] * (wrong > 0)
    counts += [f"{missing} {'is' if missing == 1 else 'are'} missing"] * (missing > 0)
    return " and ".join(counts) or "one of these is there twice"


def _misplaced(answer, value):
    """(how many items of an answer are not in a set, how many of the set are not in the answer)."""
    answer = [tuple(item) if isinstance(item, (list, np.ndarray)) else item for item in answer]
    value = [*value]
    return sum(item not in value for item in answer), sum(item not in answer for item in value)


def _mistake_in_list(answer, value, within, of):
    if (answer == -value).all():
        return "all signs are the wrong ones"
    if same(np.sort(answer), np.sort(value), within):
        is_turned = value.size == 9 and same(answer.reshape(3, 3).T, value.reshape(3, 3), within)
        return (
            "rows and columns are exchanged"
            if is_turned
            else "these are the right numbers, in another order"
        )
    wrong = [
        place
        for place, pair in enumerate(zip(answer, value, strict=True))
        if not same(*map(float, pair), within)
    ]
    kinds = {_mistake_in_number(answer[place], value[place], of) for place in wrong}
    if len({*answer.tolist()}) == 1 < len({*value.tolist()}):
        return "all of these are alike, and the right ones are not"
    if kinds == {ROUNDED} and len(wrong) > 1:
        return f"of all that are wrong, {ROUNDED}"
    # Nine are a board.
    if len(value) != 9 and wrong[0] > 0 and len(wrong) == len(value) - wrong[0] > 1:
        return (
            f"the first {f'{wrong[0]} are' if wrong[0] > 1 else 'is'} right, and all that come"
            " later are wrong"
        )
    if len(kinds) == 1 and len(wrong) > 1 and not of:
        return f"of all that are wrong, {kinds.pop()}"
    are_chances = len(value) > 1 and (value >= 0).all() and abs(value.sum() - 1) < 1e-9
    if are_chances and abs(answer.sum() - 1) > 1e-9:
        return "chances are asked for that add up to 1, and these don't"
    first = wrong[0]
    if len(wrong) == 1:
        return f"item {first}, counted from 0, is wrong: {kinds.pop()}"
    count = "all" if len(wrong) == len(value) else f"{len(wrong)} of the {len(value)}"
    if of:
        return f"{count} are wrong; item {first}, counted from 0, is another {of}"
    size = "large" if answer[first] > value[first] else "small"
    return f"{count} are wrong; item {first}, counted from 0, is too {size}"
