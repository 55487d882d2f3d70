"""What a reader's own functions are held against: the package's, on every board or on the same random draws.

`agree` and `agree_on_draws` raise AssertionError at the first difference; the chapters use them. `attempt` and
`attempt_on_draws` ask the same in an exercise, where an answer may still be missing or wrong, or stop with an error:
they say so, and where, and go on.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from numbers import Real
from typing import Any

import numpy as np

from fogel import drawing
from fogel.encoding import decode, positions
from fogel.kinds import Board

NOT_YET = "Not written yet."
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
        if answer is ...:
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
        said, found = (one if isinstance(one, str) else f"{one:g}{unit}" for one in (guess, value))
        print(f"You said {said}; it is {found}.")


def target(answer: Any, value: Any, within: float = 0.0) -> None:
    """Says whether an exercise's number, or list of numbers, is the target; `...` is no answer yet."""
    if answer is ...:
        print(NOT_YET)
    elif same(answer, value, within):
        print(f"Right: {_number(value)}.")
    else:
        said, wanted = f"Not yet: {_number(answer)},", f"and the target is {_number(value)}."
        print(said, wanted, sep=" " if len(f"{said} {wanted}") <= COLUMNS else "\n")


def same(a: Any, b: Any, within: float = 0.0) -> bool:
    """Whether two answers are equal: numbers, texts, arrays, networks, or tuples and lists of them."""
    if hasattr(a, "weights") and hasattr(b, "weights"):
        return same((a.hidden_weights, a.output_weights), (b.hidden_weights, b.output_weights), within)
    if isinstance(a, (tuple, list)) and isinstance(b, (tuple, list)):
        return len(a) == len(b) and all(same(*pair, within) for pair in zip(a, b, strict=True))
    if a is None or b is None or isinstance(a, str) or isinstance(b, str):
        return a is b or (type(a) is type(b) and a == b)
    try:
        if isinstance(a, (int, float)) and isinstance(
            b, (int, float)
        ):  # arrays of one number take twenty times as long
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
    drawing.display(figure, "The first board on which the two answers differ.", "the first board that differs")


def _squares(answer):
    """The answer as a list of squares, or None if it is something else."""
    values = answer if isinstance(answer, (list, tuple, np.ndarray)) else [answer]
    whole = all(isinstance(value, (int, np.integer)) and not isinstance(value, bool) for value in values)
    return list(values) if whole and len({*values}) == len(values) and {*values} <= {*range(9)} else None
