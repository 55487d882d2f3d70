"""Comparing a reader's function with the package's.

`agree` and `agree_on_draws` raise AssertionError at the first difference; the chapters use them.
`attempt` and `attempt_on_draws` ask the same in an exercise, where an answer may still be missing
or wrong, or stop with an error: they say so, and where, and go on. `target` is for an exercise's
number, and `passes` for whatever else a right answer has to do. All of them say what kind of
mistake it is, and only a third wrong answer is told the right one.
"""

# Long: what a check says, and how it counts attempts and keeps answers apart, is shared by all of
# its kinds.

from __future__ import annotations

import inspect
import re
import sys
import textwrap
from collections import deque
from collections.abc import Callable, Iterator, KeysView, Sequence, ValuesView
from numbers import Real
from typing import Any

import numpy as np

from fogel.checks.mistakes import mistake, mistake_of_function, same, shortened
from fogel.core.types import Board, Mark
from fogel.encoding import decode, positions
from fogel.plots import drawing

NOT_YET = "Not written yet."
COPY = "let it work on a copy"
COLUMNS = 84  # that a page of the book shows
TOLD_AT = 3  # the different wrong answer to an exercise that is told the right one
ASKED = 48  # boards, or draws, that the kind of a function's mistake is read from


def agree(
    mine: Callable, fogels: Callable, boards: Sequence[Board] | None = None, within: float = 0.0
) -> None:
    """Says that two functions of a board agree on all `boards`; numbers may differ by `within`.

    Without `boards` they are asked about every reachable one, each as a tuple of nine numbers, as
    chapter 1 has them.

    At the first difference the board is drawn with both answers, and AssertionError is raised.
    """
    boards = _all_boards() if boards is None else boards
    if found := _first_difference(mine, fogels, boards, within):
        board, answers = found
        _draw(board, *answers)
        raise AssertionError(f"the two differ on this board:\n{decode(board)}\n{_both(*answers)}")
    print(f"The same on all {len(boards):,} boards.")


def _all_boards():
    return [tuple(board) for board in positions().tolist()]


def _first_difference(mine, fogels, boards, within):
    """(the first board on which two functions differ, both answers), or None."""
    for board in boards:
        answers = mine(board), fogels(board)
        if not same(*answers, within):
            return board, answers
    return None


def agree_on_draws(
    mine: Callable, fogels: Callable, times: int = 1000, within: float = 0.0
) -> None:
    """Says that two functions of a generator return the same, and leave it in the same state,
    `times` times.

    Raises AssertionError at the first difference.
    """
    if found := _first_difference_on_draws(mine, fogels, times, within):
        seed, answers = found
        raise AssertionError(
            f"the two differ with np.random.default_rng({seed}):\n{_both(*answers)}"
        )
    print(f"The same on {times:,} sets of random draws.")


def _first_difference_on_draws(mine, fogels, times, within):
    """(the first seed with which two functions differ, both answers), or None."""
    for seed in range(times):
        rngs = np.random.default_rng(seed), np.random.default_rng(seed)
        answers = mine(rngs[0]), fogels(rngs[1])
        if not same(*answers, within):
            return seed, answers
        if rngs[0].bit_generator.state != rngs[1].bit_generator.state:
            raise AssertionError(
                f"same answer, but not the same draws from np.random.default_rng({seed})"
            )
    return None


def attempt(
    mine: Callable,
    fogels: Callable,
    boards: Sequence[Board] | None = None,
    within: float = 0.0,
    marks: Sequence[Mark] = (),
) -> None:
    """`agree` for an exercise: an answer that is unfinished, wrong or stops is no error.

    A wrong one is told what kind of mistake it is, and on which board it shows. With `marks` both
    are functions of a board and a mark, and are asked about all boards for each mark.
    """
    boards = _all_boards() if boards is None else boards
    _attempt(_attempt_on_boards, mine, fogels, boards, within, marks)


def attempt_on_draws(
    mine: Callable, fogels: Callable, times: int = 1000, within: float = 0.0, of: str = ""
) -> None:
    """`agree_on_draws` for an exercise: an answer that is unfinished, wrong or stops is no error.

    `of` says what the numbers name that are returned, such as a "row"; a name is not too large or
    too small.
    """
    _attempt(_attempt_on_seeds, mine, fogels, times, within, of)


def _attempt_on_boards(mine, fogels, boards, within, marks):
    for more in [(mark,) for mark in marks] or [()]:
        pair = [
            lambda board, function=function, more=more: function(board, *more)
            for function in (mine, fogels)
        ]
        if found := _first_difference(*pair, boards, within):
            board, answers = found
            shown = (
                answers
                if _is_told(_find_name(fogels), (decode(board), shortened(answers[0])))
                else answers[:1]
            )
            kind = mistake_of_function(
                *pair, [board, *boards[:: max(1, len(boards) // ASKED)]], within
            )
            _draw(board, *shown)
            return _say_difference(kind, _where(board, *more), shown)
    return print(f"The same on all {len(boards):,} boards.")


def _attempt_on_seeds(mine, fogels, times, within, of):
    found = _first_difference_on_draws(mine, fogels, times, within)
    if not found:
        return print(f"The same on {times:,} sets of random draws.")
    seed, answers = found
    shown = answers if _is_told(_find_name(fogels), (seed, shortened(answers[0]))) else answers[:1]
    seeds = [seed, *range(min(times, ASKED // 8))]
    mine, fogels = (
        lambda one, function=function: function(np.random.default_rng(one))
        for function in (mine, fogels)
    )
    kind = mistake_of_function(mine, fogels, seeds, within, of)
    return _say_difference(kind, f"with np.random.default_rng({seed}):", shown)


def _say_difference(kind, where, answers):
    """Print a function's kind of mistake, where it shows, and its answer, or both answers."""
    print(_in_columns(f"Not yet. {_sentence(kind)} The two differ {where.splitlines()[0]}"))
    print(*where.splitlines()[1:], _both(*answers), sep="\n")


def _find_name(function):
    """What an exercise's right function can be known by, when its cell runs again."""
    code = getattr(function, "__code__", None)
    return repr(
        (
            getattr(function, "__qualname__", type(function).__name__),
            code and (code.co_names, code.co_freevars),
        )
    )


class Unwritten(Exception):
    """An exercise's function that still returns `...`."""


class Stopped(Exception):
    """An exercise's function that raised an error: which, and for what it was given."""


def _attempt(check, mine, *rest):
    def written(given, *mark):
        own = _copied(given)
        try:
            answer = _read(mine(own, *mark))
        except NotImplementedError:
            raise Unwritten from None
        except Changed as trouble:
            raise Stopped(trouble) from trouble
        except Exception as trouble:
            raise Stopped(
                f"your function stops {_where(given, *mark)}\n{_told(trouble)}"
            ) from trouble
        if _unwritten(answer):
            raise Unwritten
        if own is not given and not is_as_before(own, given):
            raise Stopped(
                f"your function changes the board that it is given; {COPY}\n{decode(given)}"
            )
        return answer

    try:
        check(written, *rest)
    except Unwritten:
        print(NOT_YET)
    except (AssertionError, Stopped) as trouble:
        print("Not yet:", trouble)


def _where(given, *mark):
    """Return words for what a function was given: a generator, or a board and perhaps a mark."""
    if isinstance(given, np.random.Generator):
        return f"with np.random.default_rng({given.bit_generator.seed_seq.entropy}):"
    asked = f", asked for {'X' if mark[0] == 1 else 'O'}" if mark else ""
    return f"on this board{asked}:\n{decode(given)}"


HINTS = {
    r"'(int|float|bool)' (object is not (iter|subscript)able|has no len)": (
        "one number, where several are asked for"
    ),
    "NoneType": "None is what a function without `return` returns",
    "does not support item assignment": (
        "a board is a tuple, and is not changed in place: make a new one"
    ),
    "truth value of an array": "one number is asked for, and here are several",
    "recursion depth": "nothing ends the calls of itself",
}


def _told(trouble):
    """An error in a line, with what commonly lies behind it."""
    said = f"{type(trouble).__name__}: {trouble}".rstrip(": ")
    hints = [words for pattern, words in HINTS.items() if re.search(pattern, said)]
    return f"{said} ({hints[0]})" if hints else said


class Changed(Exception):
    """A reader's function has changed what it was given: the sentence says which argument."""


def on_copies(function: Callable) -> Callable:
    """Return a reader's function as checks call it: with copies of all lists, arrays and
    dictionaries.

    A call raises Changed, which the checks report, if the function has changed one of them. An
    array, a range, a generator and the like is returned as a list.
    """

    def called(*given):
        own = [*map(_copied, given)]
        answer = _read(function(*own))
        for place, (now, before) in enumerate(zip(own, given, strict=True)):
            if now is not before and not is_as_before(now, before):
                name = [*inspect.signature(function).parameters][place : place + 1]
                what = f"the {name[0]} that" if name else "what"
                raise Changed(f"it changes {what} it is given; {COPY}")
        return answer

    return called


def _copied(given):
    """A copy of a list, dictionary, set or array, however deep; anything else as it is."""
    if type(given) in (list, set, tuple):
        return type(given)(map(_copied, given))
    if isinstance(given, dict):
        return {key: _copied(value) for key, value in given.items()}
    return given.copy() if isinstance(given, np.ndarray) else given


def _read(answer):
    """An answer; an array, and what can be read only once or is no list of its own, as a list."""
    if isinstance(answer, np.ndarray):
        return answer.tolist()
    return (
        [*answer] if isinstance(answer, (Iterator, range, KeysView, ValuesView, deque)) else answer
    )


def is_as_before(now: Any, before: Any) -> bool:
    """Return whether two things are equal to the last bit, down to the items of containers."""
    if isinstance(before, dict):
        return [*now] == [*before] and all(is_as_before(now[key], before[key]) for key in before)
    if isinstance(before, (list, tuple)):
        return (
            type(now) is type(before)
            and len(now) == len(before)
            and all(map(is_as_before, now, before))
        )
    return np.array_equal(now, before) if isinstance(before, np.ndarray) else bool(now == before)


def predicted(guess: Any, value: Any, unit: str = "") -> None:
    """Sets a reader's guess, a number or a word, beside the value; `...` is no guess yet."""
    if guess is ...:
        print("No guess yet.")
    else:
        said, found = (
            f"{one:g}{unit}" if isinstance(one, Real) else str(one) for one in (guess, value)
        )
        print(f"You said {said}; it is {found}.")


def target(
    answer: Any, value: Any, within: float = 0.0, traps: dict[Any, str] | None = None, of: str = ""
) -> None:
    """Says whether an exercise's number, or list of numbers, is the target; `...` in it is no
    answer yet.

    A function without arguments is called for the answer, so that an error in it is told and
    nothing stops.

    A wrong answer is first told what kind of mistake it is: the sentence that `traps` has for it
    (lists stand there as tuples), or else what `mistake` finds, with `of` as there. The target is
    named from the third different wrong answer on.
    """
    if callable(answer) and not inspect.signature(answer).parameters:
        try:
            answer = _read(answer())
        except NotImplementedError:
            answer = ...
        except Changed as trouble:
            return print(_in_columns(f"Not yet: {trouble}."))
        except Exception as trouble:
            return print(_in_columns(f"Not yet: your function stops with {_told(trouble)}"))
    if _unwritten(answer):
        print(NOT_YET)
    elif same(answer, value, within):
        print(f"Right: {_number(value)}.")
    else:
        caught = [words for trap, words in (traps or {}).items() if same(answer, trap, within)]
        kind = caught[0] if caught else mistake(answer, value, within, of)
        said = f"Not yet: {_number(answer)}. {_sentence(kind)}"
        wanted = f"The target is {_number(value)}."
        print(_in_columns(f"{said} {wanted}" if _is_told(repr(value), answer) else said))
    return None


def _sentence(words):
    """Words with a capital letter and a full stop, if they don't end with a mark of their own."""
    return f"{words[0].upper()}{words[1:]}" + "." * (words[-1] not in ".?!")


_wrong_answers: dict[str, set[str]] = {}  # of this session, by exercise


def _is_told(exercise, answer):
    """Whether a wrong answer to an exercise is the third one, or a later one; notes it."""
    given = _wrong_answers.setdefault(exercise, set())
    given.add(repr(answer))
    return len(given) >= TOLD_AT


def passes(demands: dict[str, Callable[[], Any]]) -> None:
    """Says whether an exercise's answer does all that it should: {what is wrong otherwise: whether
    it does}.

    The functions are called in order, until one returns something false, whose sentence is said. An
    answer that still returns `...`, or raises an error, is told so.
    """
    for words, does in demands.items():
        try:
            answer = does()
            is_so = bool(answer)
        except NotImplementedError:
            answer, is_so = ..., False
        except Changed as trouble:
            return print(_in_columns(f"Not yet: {trouble}."))
        except Exception as trouble:
            return print(_in_columns(f"Not yet: it stops with {_told(trouble)}"))
        if _unwritten(answer):
            return print(NOT_YET)
        if not is_so:
            return print(_in_columns(f"Not yet: {words}" + "." * (words[-1] not in ".?!")))
    return print("Right.")


def only_calls(function: Callable, other: Callable) -> bool:
    """Whether a function does no more than call another with its own arguments, as the stub of a
    bug hunt does.

    By their bytecode: a mend may well return what the other one does on every case that it is asked
    about.
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


def _both(*answers):
    """Yours and the package's answer, or yours alone, each in a line."""
    return "\n".join(
        f"{name}: {shortened(answer)}"
        for name, answer in zip(("yours", "fogel"), answers, strict=False)
    )


def _number(value):
    return f"{value:,}" if isinstance(value, Real) else shortened(value)


def _draw(board, *answers):
    """Draw the board and one or both answers: squares are ringed, nine numbers are written."""
    if "IPython" not in sys.modules:
        return
    boards, titles, rings, texts = [board], ["the board"], [None], [None]
    for name, answer in zip(("yours", "fogel"), answers, strict=False):
        squares = _squares(answer)
        is_nine = (
            squares is None
            and isinstance(answer, (list, tuple, np.ndarray))
            and np.shape(answer) == (9,)
        )
        boards.append(np.zeros(9) if is_nine else board)
        titles.append(name if is_nine or squares else f"{name}: {shortened(answer)}"[:24])
        rings.append(squares)
        texts.append([f"{value:.3g}" for value in answer] if is_nine else None)
    first = 0 if any(texts) else 1  # the board alone is shown where numbers hide it
    figure = drawing.board_grid(
        boards[first:], titles[first:], texts=texts[first:], rings=rings[first:], size=2.2
    )
    # At this size a title's ascenders would leave the picture.
    figure.set_figheight(figure.get_figheight() + 0.08)
    drawing.display(
        figure, "The first board on which the two answers differ.", "the first board that differs"
    )


def _squares(answer):
    """The answer as a list of squares, or None if it is something else."""
    values = [*answer] if isinstance(answer, (set, list, tuple, np.ndarray)) else [answer]
    whole = all(
        isinstance(value, (int, np.integer)) and not isinstance(value, bool) for value in values
    )
    return (
        list(values)
        if whole and len({*values}) == len(values) and {*values} <= {*range(9)}
        else None
    )
