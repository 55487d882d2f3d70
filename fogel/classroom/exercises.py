"""What a reader's own functions are held against: the package's, on every board or on the same random draws.

`agree` and `agree_on_draws` raise AssertionError at the first difference; the chapters use them. `attempt` and
`attempt_on_draws` ask the same in an exercise, where an answer may still be missing or wrong, or stop with an error:
they say so, and where, and go on. `target` is for an exercise's number, and `passes` for whatever else a right answer
has to do; both say what kind of mistake it is before anything of the right answer is told.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Sequence
from numbers import Real
from typing import Any

import numpy as np

from fogel import drawing
from fogel.encoding import decode, positions
from fogel.kinds import Board

NOT_YET = "Not written yet."
COLLECTIONS = (set, frozenset, list, tuple)
COLUMNS = 84  # that a page of the book shows


def agree(mine: Callable, fogels: Callable, boards: Sequence[Board] | None = None, within: float = 0.0) -> None:
    """Says that two functions of a board agree on all `boards`; numbers may differ by `within`.

    Without `boards` they are asked about every reachable one, each as a tuple of nine numbers, as chapter 1 has them.

    At the first difference the board is drawn with both answers, and AssertionError is raised.
    """
    boards = [tuple(board) for board in positions().tolist()] if boards is None else boards
    for board in boards:
        answers = mine(board), fogels(board)
        if not same(*answers, within):
            _draw(board, *answers)
            raise AssertionError(f"the two differ on this board:\n{decode(board)}\n{_both(*answers)}")
    print(f"The same on all {len(boards):,} boards.")


def agree_on_draws(mine: Callable, fogels: Callable, times: int = 1000, within: float = 0.0) -> None:
    """Says that two functions of a generator return the same, and leave it in the same state, `times` times.

    Raises AssertionError at the first difference.
    """
    for seed in range(times):
        rngs = np.random.default_rng(seed), np.random.default_rng(seed)
        answers = mine(rngs[0]), fogels(rngs[1])
        if not same(*answers, within):
            raise AssertionError(f"the two differ with np.random.default_rng({seed}):\n{_both(*answers)}")
        if rngs[0].bit_generator.state != rngs[1].bit_generator.state:
            raise AssertionError(f"same answer, but not the same draws from np.random.default_rng({seed})")
    print(f"The same on {times:,} sets of random draws.")


def attempt(mine: Callable, fogels: Callable, boards: Sequence[Board] | None = None, within: float = 0.0) -> None:
    """`agree` for an exercise: an answer that is unfinished, wrong or stops is no error."""
    _attempt(agree, mine, fogels, boards, within)


def attempt_on_draws(mine: Callable, fogels: Callable, times: int = 1000, within: float = 0.0) -> None:
    """`agree_on_draws` for an exercise: an answer that is unfinished, wrong or stops is no error."""
    _attempt(agree_on_draws, mine, fogels, times, within)


class Unwritten(Exception):
    """An exercise's function that still returns `...`."""


class Stopped(Exception):
    """An exercise's function that raised an error: which, and for what it was given."""


def _attempt(check, mine, *rest):
    def written(given):
        try:
            answer = mine(given)
        except NotImplementedError:
            raise Unwritten from None
        except Exception as trouble:
            said = f"{type(trouble).__name__}: {trouble}".rstrip(": ")
            raise Stopped(f"your function stops {_where(given)}\n{said}") from trouble
        if _unwritten(answer):
            raise Unwritten
        return answer

    try:
        check(written, *rest)
    except Unwritten:
        print(NOT_YET)
    except (AssertionError, Stopped) as trouble:
        print("Not yet:", trouble)


def _where(given):
    """What a function was given, a board or a generator, as the end of a sentence."""
    if isinstance(given, np.random.Generator):
        return f"with np.random.default_rng({given.bit_generator.seed_seq.entropy}):"
    return f"on this board:\n{decode(given)}"


def predicted(guess: Any, value: Any, unit: str = "") -> None:
    """Sets a reader's guess, a number or a word, beside the value; `...` is no guess yet."""
    if guess is ...:
        print("No guess yet.")
    else:
        said, found = (f"{one:g}{unit}" if isinstance(one, Real) else str(one) for one in (guess, value))
        print(f"You said {said}; it is {found}.")


def target(answer: Any, value: Any, within: float = 0.0, traps: dict[Any, str] | None = None) -> None:
    """Says whether an exercise's number, or list of numbers, is the target; `...` in it is no answer yet.

    A wrong answer is first told what kind of mistake it is: the sentence that `traps` has for it (lists stand there as
    tuples), or else what `mistake` finds. The target is named from the second different wrong answer on.
    """
    if _unwritten(answer):
        print(NOT_YET)
    elif same(answer, value, within):
        print(f"Right: {_number(value)}.")
    else:
        caught = [words for trap, words in (traps or {}).items() if same(answer, trap, within)]
        kind = caught[0] if caught else mistake(answer, value, within)
        said, wanted = f"Not yet: {_number(answer)}. {kind[0].upper()}{kind[1:]}.", f"The target is {_number(value)}."
        print(_in_columns(f"{said} {wanted}" if _was_wrong_before(answer, value) else said))


_wrong_answers: dict[str, set[str]] = {}  # of this session, by target


def _was_wrong_before(answer, value):
    """Whether another wrong answer was given for that target; notes this one."""
    given = _wrong_answers.setdefault(repr(value), set())
    given.add(repr(answer))
    return len(given) > 1


def mistake(answer: Any, value: Any, within: float = 0.0) -> str:
    """What kind of mistake a wrong number, or list of numbers, is: a sentence without its full stop.

    Numbers of a list that are `within` so much of the right ones are none.
    """
    if isinstance(value, (set, frozenset)) and isinstance(answer, COLLECTIONS):
        return _mistake_in_set(answer, value)
    if _form(answer) != _form(value):
        return f"{_form(value)} is asked for, and this is {_form(answer)}"
    try:
        given, wanted = np.asarray(answer, dtype=float), np.asarray(value, dtype=float)
    except (TypeError, ValueError, OverflowError):
        return "something else is asked for"
    if given.shape != wanted.shape:
        return "it has another shape than the right answer"
    return _mistake_in_list(given.ravel(), wanted.ravel(), within) if wanted.ndim else _mistake_in_number(given, wanted)


def _form(answer):
    """What an answer looks like, in words."""
    if answer is None or isinstance(answer, (str, dict, set, frozenset)):
        kinds = {str: "a text", dict: "a dictionary", set: "a set", frozenset: "a set"}
        return kinds.get(type(answer), "None")
    if callable(answer):
        return "a function"
    if np.ndim(answer) or isinstance(answer, (list, tuple)):
        return f"a list of {len(answer)}"
    return "a number" if isinstance(answer, (Real, np.number)) else type(answer).__name__


def _mistake_in_number(answer, value):
    """The signs of the commonest mistakes, in the order in which they are told."""
    if not np.isfinite(answer):
        return "this is not a finite number"
    near = 0.005 * abs(value)
    for factor, words in (
        (-1, "the sign is the wrong one"),
        (100, "a share is asked for, from 0 to 1, and not per cent"),
        (0.01, "per cent is asked for, and not a share from 0 to 1"),
        (10, "it is ten times too large"),
        (0.1, "it is ten times too small"),
    ):
        if value and abs(answer / factor - value) <= near:
            return words
    if value == int(value) and abs(answer - value) == 1:
        return "it is off by one"
    if abs(answer - value) <= 4 * near:
        return "it is close; perhaps something was rounded too early, or left out"
    return f"it is too {'large' if answer > value else 'small'}"


def _mistake_in_set(answer, value):
    """How many of the items are wrong, and how many are not there; the order of a list doesn't matter."""
    wrong, missing = _misplaced(answer, value)
    counts = [f"{wrong} of these {'is' if wrong == 1 else 'are'} wrong"] * (wrong > 0)
    counts += [f"{missing} {'is' if missing == 1 else 'are'} missing"] * (missing > 0)
    return " and ".join(counts) or "one of these is there twice"


def _misplaced(answer, value):
    """(how many items of an answer are not in a set, how many of the set are not in the answer)."""
    answer, value = [tuple(item) if isinstance(item, (list, np.ndarray)) else item for item in answer], [*value]
    return sum(item not in value for item in answer), sum(item not in answer for item in value)


def _mistake_in_list(answer, value, within):
    if (np.sort(answer) == np.sort(value)).all():
        return "these are the right numbers, in another order"
    wrong = [place for place, pair in enumerate(zip(answer, value, strict=True)) if not same(*map(float, pair), within)]
    kinds = {_mistake_in_number(answer[place], value[place]) for place in wrong}
    if len(kinds) == 1 and len(wrong) > 1:
        return f"of all that are wrong, {kinds.pop()}"
    return f"item {wrong[0]}, counted from 0, is wrong: {_mistake_in_number(answer[wrong[0]], value[wrong[0]])}"


def passes(demands: dict[str, Callable[[], Any]]) -> None:
    """Says whether an exercise's answer does all that it should: {what is wrong otherwise: whether it does}.

    The functions are called in order, until one returns something false, whose sentence is said. An answer that still
    returns `...`, or raises an error, is told so.
    """
    for words, does in demands.items():
        try:
            answer = does()
        except NotImplementedError:
            answer = ...
        except Exception as trouble:
            return print(_in_columns(f"Not yet: it stops with {type(trouble).__name__}: {trouble}".rstrip(": ")))
        if _unwritten(answer):
            return print(NOT_YET)
        if not answer:
            return print(_in_columns(f"Not yet: {words}."))
    return print("Right.")


def only_calls(function: Callable, other: Callable) -> bool:
    """Whether a function does no more than call another with its own arguments, as the stub of a bug hunt does.

    By their bytecode: a mend may well return what the other one does on every case that it is asked about.
    """
    code = function.__code__
    given = ", ".join(code.co_varnames[: code.co_argcount])
    stub = eval(f"lambda {given}: {other.__name__}({given})").__code__
    return (code.co_code, code.co_names) == (stub.co_code, stub.co_names)


def _unwritten(answer):
    """Whether an answer, or something in a list of answers, is still `...`."""
    return answer is ... or (isinstance(answer, (list, tuple)) and any(map(_unwritten, answer)))


def _in_columns(text):
    """A message in lines that a page shows; what is already in lines stays so."""
    return text if "\n" in text else textwrap.fill(text, COLUMNS)


def same(a: Any, b: Any, within: float = 0.0) -> bool:
    """Whether two answers are equal: numbers, texts, arrays, networks, or tuples and lists of them.

    Where the second is a set, the first may be a set, a list or a tuple, in any order, with each item once.
    """
    if isinstance(b, (set, frozenset)):
        return isinstance(a, COLLECTIONS) and len(a) == len(b) and _misplaced(a, b) == (0, 0)
    if hasattr(a, "weights") and hasattr(b, "weights"):
        return same((a.hidden_weights, a.output_weights), (b.hidden_weights, b.output_weights), within)
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


def _both(mine, fogels):
    return f"yours: {shortened(mine)}\nfogel: {shortened(fogels)}"


def _number(value):
    return f"{value:,}" if isinstance(value, Real) else shortened(value)


def shortened(answer: Any) -> str:
    """An answer as a short text: four digits, and the items of lists and tuples."""
    if isinstance(answer, (list, tuple)):
        brackets = "()" if isinstance(answer, tuple) else "[]"
        return brackets[0] + ", ".join(shortened(item) for item in answer) + brackets[1]
    if isinstance(answer, (float, np.floating)):
        return f"{answer:.4g}"
    with np.printoptions(precision=4, suppress=True):
        return str(answer)


def apart(first: Any, second: Any) -> tuple[str, str]:
    """Two numbers as texts that differ, with as many digits as that takes; equal numbers as equal texts."""
    texts = shortened(float(first)), shortened(float(second))
    for digits in range(5, 17):
        if texts[0] != texts[1] or first == second:
            return texts
        texts = f"{float(first):.{digits}g}", f"{float(second):.{digits}g}"
    return repr(float(first)), repr(float(second))


def _draw(board, *answers):
    """Draws the board and both answers: squares are ringed, nine numbers stand in the squares they belong to."""
    if "IPython" not in sys.modules:
        return
    boards, titles, rings, texts = [board], ["the board"], [None], [None]
    for name, answer in zip(("yours", "fogel"), answers, strict=True):
        squares = _squares(answer)
        is_nine = squares is None and isinstance(answer, (list, tuple, np.ndarray)) and np.shape(answer) == (9,)
        boards.append(np.zeros(9) if is_nine else board)
        titles.append(name if is_nine or squares else f"{name}: {shortened(answer)}"[:24])
        rings.append(squares)
        texts.append([f"{value:.3g}" for value in answer] if is_nine else None)
    first = 0 if texts[1] or texts[2] else 1  # the board alone is shown where numbers hide it
    figure = drawing.board_grid(boards[first:], titles[first:], texts=texts[first:], rings=rings[first:], size=2.2)
    figure.set_figheight(figure.get_figheight() + 0.08)  # at this size a title's ascenders would leave the picture
    drawing.display(figure, "The first board on which the two answers differ.", "the first board that differs")


def _squares(answer):
    """The answer as a list of squares, or None if it is something else."""
    values = answer if isinstance(answer, (list, tuple, np.ndarray)) else [answer]
    whole = all(isinstance(value, (int, np.integer)) and not isinstance(value, bool) for value in values)
    return list(values) if whole and len({*values}) == len(values) and {*values} <= {*range(9)} else None
