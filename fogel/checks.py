"""What a reader's own functions are held against: the package's, on every board or on the same random draws.

`agree` and `agree_on_draws` raise AssertionError at the first difference; the chapters use them. `attempt` and
`attempt_on_draws` ask the same in an exercise, where an answer may still be missing or wrong: they say so and go on.
"""

import json
import sys
from numbers import Real
from pathlib import Path

import numpy as np

from fogel import drawing, play
from fogel import variant as variants
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
    except (TypeError, ValueError, OverflowError):
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


# Problem sets. The grader in notebooks/assignments compares answers with these too.

EXAMPLES = "examples.json"  # stands beside a problem set: what its tasks look like, and a few right answers
OF_THE_BOOK = Path(__file__).with_name("problems.json")  # the same for all sets, with the rules of the book
READABLE = "can be read. Whether it is right, the grader will say."


def problem(number, answer, variant=0):
    """The visible check of a task of the problem sets ("2.1"): says whether a function or a value passes its examples.

    The rules are the book's; for another variant the examples are read from the file that came with the set. Raises
    ValueError if there are none for this task.
    """
    about = examples(variant)
    if number not in about:
        raise ValueError(f"number must be one of {', '.join(about)}, not {number!r}")
    print(f"{number} {about[number]['title']}: {_tried(answer, about[number], variant)}")


def examples(variant=0):
    """What is known of the tasks of a variant, by their numbers; raises ValueError where the file is missing."""
    path = Path(EXAMPLES) if variant else OF_THE_BOOK
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as trouble:
        raise ValueError(f"{path.name}, which came with this problem set, can't be read ({trouble})") from None
    if found["variant"] != variant:
        raise ValueError(f"{path.name} belongs to variant {found['variant']}, and this notebook to {variant}")
    return found["problems"]


def _tried(answer, about, variant):
    """What the visible check says."""
    if "values" in about:
        several = isinstance(answer, tuple) and len(answer) == len(about["values"])
        values = answer if several else (answer,)  # a single value may be a tuple itself
        words = [what_is_wrong(value, None, shape) for value, shape in zip(values, about["values"], strict=True)]
        return _first(words, "noted." if about["kind"] == "predict" else READABLE)
    if not callable(answer):
        return f"not yet: it must be a function, not {_short(answer)}"
    for example in about["examples"]:
        inputs = [revive(value) for value in example["inputs"]]
        try:
            returned = answer(*inputs)
        except NotImplementedError:
            return NOT_YET.lower()
        except Exception as trouble:
            return f"not yet: it stops with {type(trouble).__name__}: {trouble}{_picture(inputs, about, variant)}"
        wrong = what_is_wrong(returned, example["right"], about["shape"], inputs)
        if wrong == NOT_YET:
            return NOT_YET.lower()
        if wrong:
            return f"not yet: {wrong}{_picture(inputs, about, variant)}"
    rights = [example["right"] for example in about["examples"]]
    praise = "right" if any(right is not None for right in rights) else "of the right form"
    return f"{praise} on {len(rights)} example{'s' * (len(rights) != 1)}. The grader tries many more."


def _first(words, praise):
    """The first complaint about some values, or the praise if there is none."""
    found = list(filter(None, words))
    if NOT_YET in found:
        return NOT_YET.lower()
    return f"not yet: {found[0]}" if found else praise


def revive(value):
    """An input as it is handed to a function: a list is an array, {"rng": seed} a generator, {"list": [...]} a list."""
    if isinstance(value, dict) and "rng" in value:
        return np.random.default_rng(value["rng"])
    if isinstance(value, dict) and "list" in value:
        return [revive(item) for item in value["list"]]
    return np.array(value) if isinstance(value, list) else value


def what_is_wrong(answer, right, shape, inputs=()):
    """What is wrong with an answer, in words; "" if nothing is. `right` is None where only its form can be judged.

    `shape` says what an answer has to look like: {"kind": ...} is "square", "squares", "number", "numbers", "weights"
    (a pair of arrays), "mapping" (a dictionary), "text" or "flag"; "within" is how far numbers may be off, "count" how
    many there are, "board" which of the `inputs` is the board, "empty" the mark of its open squares, "least" and "most"
    the range.
    """
    if answer is None or answer is ...:
        return NOT_YET
    complaint = _KINDS[shape["kind"]](answer, right, shape, inputs)
    return complaint or ""


def _wrong_square(answer, right, shape, inputs):
    if not _is_whole(answer) or not 0 <= answer <= 8:
        return f"a square is a whole number from 0 to 8; you returned {_short(answer)}"
    if "board" in shape and inputs[shape["board"]][int(answer)] != shape.get("empty", 0):
        return f"square {int(answer)} is taken in this position; you returned {int(answer)}"
    return None if right is None or answer == right else f"you returned {int(answer)}; it should be {right}"


def _wrong_squares(answer, right, shape, inputs):
    values = _as_list(answer)
    if values is None or not all(_is_whole(value) and 0 <= value <= 8 for value in values):
        return f"a list of squares, whole numbers from 0 to 8, is asked for; you returned {_short(answer)}"
    if len(set(map(int, values))) != len(values):
        return f"a square stands twice in {_short(values)}"
    if right is None or {*map(int, values)} == {*right}:
        return None
    return f"you returned {_short(sorted(map(int, values)))}; it should be {_short(sorted(right))}"


def _wrong_number(answer, right, shape, inputs):
    if not _is_number(answer):
        return f"a number is asked for; you returned {_short(answer)}"
    least, most = shape.get("least", -np.inf), shape.get("most", np.inf)
    if not least <= answer <= most:
        return f"a number from {least} to {most} is asked for; you returned {_short(answer)}"
    if right is None or same(answer, right, shape.get("within", 0.0)):
        return None
    return f"you returned {_short(float(answer))}; it should be {_short(float(right))}"


def _wrong_numbers(answer, right, shape, inputs):
    try:
        values = np.array(answer, dtype=float)
    except (TypeError, ValueError, OverflowError):
        return f"numbers are asked for; you returned {_short(answer)[:200]}"
    expected = np.shape(right) if right is not None else shape.get("count")
    if expected is not None and values.shape != tuple(np.atleast_1d(expected)) and values.shape != expected:
        words = " by ".join(map(str, np.atleast_1d(expected).tolist()))
        words = "a list of one number is" if words == "1" else f"{words} numbers are"
        return f"{words} asked for; you returned {' by '.join(map(str, values.shape)) or 'a single one'}"
    if not np.isfinite(values).all():
        return "not all of the numbers are finite"
    if right is None:
        return None
    gaps = np.abs(values - np.array(right, dtype=float))
    if (gaps <= shape.get("within", 0.0)).all():
        return None
    place = tuple(int(k) for k in np.argwhere(gaps > shape.get("within", 0.0))[0])
    where = ", ".join(map(str, place))
    should = np.array(right, dtype=float)[place]
    return f"entry [{where}] of what you returned is {_short(values[place])}; it should be {_short(should)}"


def _wrong_text(answer, right, shape, inputs):
    if not isinstance(answer, str):
        return f"a text is asked for; you returned {_short(answer)}"
    return None if right is None or answer.strip() == right else f"you returned {answer.strip()[:80]!r}, not {right!r}"


def _wrong_flag(answer, right, shape, inputs):
    if not isinstance(answer, (bool, np.bool_)):
        return f"True or False is asked for; you returned {_short(answer)}"
    return None if right is None or answer == right else f"you returned {bool(answer)}; it should be {bool(right)}"


def _wrong_weights(answer, right, shape, inputs):
    pair = answer if isinstance(answer, (tuple, list)) and len(answer) == 2 else None
    if pair is None:
        return "two arrays are asked for, the hidden weights and the output weights"
    for name, mine, rights in zip(("hidden", "output"), pair, (None, None) if right is None else right, strict=True):
        words = _wrong_numbers(mine, rights, shape, inputs)
        if words or np.ndim(mine) != 2:
            return f"{name} weights: {words or 'they must be rows of numbers'}"
    return None


def _wrong_mapping(answer, right, shape, inputs):
    if isinstance(answer, dict) and [*answer] == ["dict"] and isinstance(answer["dict"], list):
        answer = {key: value for key, value in answer["dict"] if not isinstance(key, list)}  # as it left its process
    if not isinstance(answer, dict):
        return f"a dictionary is asked for; you returned {_short(answer)}"
    if right is None:
        return None
    right = {str(key): value for key, value in (right["dict"] if "dict" in right else right.items())}
    mine = {str(int(key)) if _is_whole(key) else str(key): value for key, value in answer.items()}
    if {*mine} != {*right}:
        return f"the keys are {', '.join(sorted(mine)) or 'none'}; they should be {', '.join(sorted(right))}"
    wrong = [key for key in right if not same(mine[key], right[key], shape.get("within", 0.0))]
    return f"at {wrong[0]} stands {_short(mine[wrong[0]])}; it should be {_short(right[wrong[0]])}" if wrong else None


_KINDS = {
    "weights": _wrong_weights,
    "mapping": _wrong_mapping,
    "square": _wrong_square,
    "squares": _wrong_squares,
    "number": _wrong_number,
    "numbers": _wrong_numbers,
    "text": _wrong_text,
    "flag": _wrong_flag,
}


def _is_number(value):
    """Whether it is a finite number of a size that a computation may have."""
    is_real = isinstance(value, (Real, np.number)) and not isinstance(value, (bool, np.bool_))
    return is_real and -1e300 < value < 1e300


def _is_whole(value):
    return _is_number(value) and value == int(value)


def _as_list(answer):
    if isinstance(answer, (list, tuple, set, frozenset, range)):
        return list(answer)
    return answer.tolist() if isinstance(answer, np.ndarray) and answer.ndim == 1 else None


def _picture(inputs, about, variant):
    """The board among the inputs as text, if there is one."""
    place = about["shape"].get("board")
    return "" if place is None else "\n" + board_text(inputs[place], variant)


def board_text(board, number=0):
    """A board of a class as text: X and O, and on open squares their numbers in that class."""
    rules = variants.variant(number)
    return play.board_text(rules.book(board), rules.place)


def draw(boards, number=0, values=None, squares=None, titles=None):
    """Draws boards of a class, as pictures to hold beside a target; it says so if an answer is not written yet.

    `values` is a function from a board to nine numbers, which colour the squares, and `squares` one to a square or to
    squares, which are framed; both are the reader's own. Raises ValueError for an unknown variant.
    """
    try:
        figure = board_figure(boards, number, values, squares, titles)
    except NotImplementedError:
        print(NOT_YET)
    except Exception as trouble:
        print(f"Not yet: it stops with {type(trouble).__name__}: {trouble}")
    else:
        drawing.display(figure, "Boards of the class, with what the reader's function says.", "the boards")


def board_figure(boards, number=0, values=None, squares=None, titles=None):
    """The Figure that `draw` shows."""
    rules = variants.variant(number)
    books = [rules.book(board) for board in boards]
    heat = texts = rings = None
    if values is not None:
        nine = [np.asarray(values(board), dtype=float)[list(rules.place)] for board in boards]
        heat = nine
        texts = [  # none across a mark; its colour says enough
            ["" if mark or np.isnan(value) else f"{value:.2g}" for mark, value in zip(book, some, strict=True)]
            for book, some in zip(books, nine, strict=True)
        ]
    if squares is not None:
        chosen = [np.atleast_1d(squares(board)).astype(int) for board in boards]
        rings = [[rules.order[square] for square in some] for some in chosen]
    return drawing.board_grid(books, titles, heat, texts, rings, size=1.5)


def sketch(draw_in, height=3.0):
    """Lets `draw_in(axes)` draw in the book's style; it says so if an answer that it needs is not written yet."""
    from matplotlib.figure import Figure

    figure = drawing.styled(Figure)(figsize=(drawing.PAGE, height))
    try:
        drawing.styled(lambda: draw_in(figure.subplots()))()
    except NotImplementedError:
        print(NOT_YET)
    except Exception as trouble:
        print(f"Not yet: it stops with {type(trouble).__name__}: {trouble}")
    else:
        drawing.display(figure, "What the reader's functions give.", "the figure")
