"""What a reader's own functions are held against: the package's, on every board or on the same random draws.

`agree` and `agree_on_draws` raise AssertionError at the first difference; the chapters use them. `attempt` and
`attempt_on_draws` ask the same in an exercise, where an answer may still be missing or wrong: they say so and go on.
"""

import sys
from numbers import Real

import numpy as np

from fogel import drawing
from fogel.encoding import decode, positions

NOT_YET = "Not written yet."


def agree(mine, fogels, boards=None, within=0.0):
    """Says that two functions of a board agree on all `boards` (every reachable one); numbers may differ by `within`.

    At the first difference the board is drawn with both answers, and AssertionError is raised.
    """
    boards = positions() if boards is None else boards
    for board in boards:
        answers = mine(board), fogels(board)
        if not same(*answers, within):
            _draw(board, *answers)
            raise AssertionError(f"the two differ on this board:\n{decode(board)}\n{_both(*answers)}")
    print(f"The same on all {len(boards):,} boards.")


def agree_on_draws(mine, fogels, times=1000, within=0.0):
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


def attempt(mine, fogels, boards=None, within=0.0):
    """`agree` for an exercise: an unfinished or wrong answer is no error."""
    _attempt(agree, mine, fogels, boards, within)


def attempt_on_draws(mine, fogels, times=1000, within=0.0):
    """`agree_on_draws` for an exercise: an unfinished or wrong answer is no error."""
    _attempt(agree_on_draws, mine, fogels, times, within)


class Unwritten(Exception):
    """An exercise's function that still returns `...`."""


def _attempt(check, mine, *rest):
    def written(given):
        answer = mine(given)
        if answer is ...:
            raise Unwritten
        return answer

    try:
        check(written, *rest)
    except Unwritten:
        print(NOT_YET)
    except AssertionError as difference:
        print("Not yet:", difference)


def predicted(guess, value, unit=""):
    """Sets a reader's guess beside the value; `...` is no guess yet."""
    if guess is ...:
        print("No guess yet.")
    else:
        print(f"You said {guess:g}{unit}; it is {value:g}{unit}.")


def target(answer, value, within=0.0):
    """Says whether an exercise's number, or list of numbers, is the target; `...` is no answer yet."""
    if answer is ...:
        print(NOT_YET)
    elif same(answer, value, within):
        print(f"Right: {_number(value)}.")
    else:
        print(f"Not yet: {_number(answer)}, and the target is {_number(value)}.")


def same(a, b, within=0.0):
    """Whether two answers are equal: numbers, texts, arrays, networks, or tuples and lists of them."""
    if hasattr(a, "weights") and hasattr(b, "weights"):
        return same((a.hidden_weights, a.output_weights), (b.hidden_weights, b.output_weights), within)
    if isinstance(a, (tuple, list)) and isinstance(b, (tuple, list)):
        return len(a) == len(b) and all(same(*pair, within) for pair in zip(a, b, strict=True))
    if a is None or b is None or isinstance(a, str) or isinstance(b, str):
        return a is b or (type(a) is type(b) and a == b)
    try:
        a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    except (TypeError, ValueError):
        return False
    return a.shape == b.shape and bool((np.abs(a - b) <= within).all())


def _both(mine, fogels):
    return f"yours: {_short(mine)}\nfogel: {_short(fogels)}"


def _number(value):
    return f"{value:,}" if isinstance(value, Real) else _short(value)


def _short(answer):
    if isinstance(answer, (list, tuple)):
        brackets = "()" if isinstance(answer, tuple) else "[]"
        return brackets[0] + ", ".join(_short(item) for item in answer) + brackets[1]
    with np.printoptions(precision=4, suppress=True):
        return f"{answer:.4g}" if isinstance(answer, (float, np.floating)) else str(answer)


def _draw(board, *answers):
    """Draws the board and both answers: squares are ringed, nine numbers stand in the squares they belong to."""
    if "IPython" not in sys.modules:
        return
    boards, titles, rings, texts = [board], ["the board"], [None], [None]
    for name, answer in zip(("yours", "fogel"), answers, strict=True):
        squares = _squares(answer)
        is_nine = squares is None and isinstance(answer, (list, tuple, np.ndarray)) and np.shape(answer) == (9,)
        boards.append(np.zeros(9) if is_nine else board)
        titles.append(name if is_nine or squares else f"{name}: {_short(answer)}"[:24])
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
