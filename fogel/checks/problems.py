"""The visible checks of the problem sets, and pictures of a class's boards."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from fogel.checks import variant as variants
from fogel.checks.exercises import COPY, NOT_YET, is_as_before
from fogel.checks.mistakes import shortened
from fogel.checks.questions import DONE, Stage, make_step, names_of_error, plain, refusal, revive
from fogel.checks.shapes import make_shape, what_is_wrong
from fogel.core import game
from fogel.core.files import read_text
from fogel.core.types import Figure, Json
from fogel.plots import drawing, style

# This file is beside a problem set: what its tasks look like, and a few right answers.
EXAMPLES = "examples.json"
# The same file for all sets, with the rules of the book.
OF_THE_BOOK = Path(__file__).with_name("problems.json")
LARGEST_EXAMPLES = 1_000_000  # bytes; those of all sets take some 55,000
READABLE = "can be read. Whether it is right, the grader will say."


def problem(number: str, answer: Any, variant: int = 0) -> None:
    """The visible check of a task of the problem sets ("P2.1"): says whether an answer passes its
    examples.

    An answer is a function, a class, an object or a value. The rules are the book's; for another
    variant the examples are read from the file that came with the set. Raises ValueError if there
    are none for this task.
    """
    known = examples(variant)
    if number not in known:
        if f"P{number}" in known:
            raise ValueError(
                f"number must be 'P{number}', with the P of a problem; {number} is an exercise of a"
                " chapter"
            )
        raise ValueError(f"number must be one of {', '.join(known)}, not {number!r}")
    about = known[number]
    if not _is_readable(about):
        name = _find_file(variant).name
        raise ValueError(
            f"{name} is damaged: what it says of {number} can't be read; get the file again"
        )
    check = next(check for key, check in CHECKS.items() if key in about)
    print(f"{number} {about['title']}: {check(answer, about, variant)}")


def examples(variant: int = 0) -> dict[str, Json]:
    """Return what is known of the tasks of a variant, by their numbers.

    Raises ValueError if the file is missing, is damaged, or belongs to another variant.
    """
    path = _find_file(variant)
    try:
        found = json.loads(read_text(path, LARGEST_EXAMPLES))
    except (OSError, ValueError, RecursionError) as trouble:
        raise ValueError(
            f"{path.name}, which came with this problem set, can't be read ({trouble})"
        ) from None
    if (
        not isinstance(found, dict)
        or not isinstance(found.get("problems"), dict)
        or "variant" not in found
    ):
        raise ValueError(
            f"{path.name} is damaged: it has no variant and no problems; get the file again"
        )
    if found["variant"] != variant:
        belongs = shortened(found["variant"])[:40]
        raise ValueError(
            f"{path.name} belongs to variant {belongs}, and this notebook to {variant}"
        )
    return found["problems"]


def _find_file(variant):
    """Where the tasks of a variant are described."""
    return Path(EXAMPLES) if variant else OF_THE_BOOK


def _is_readable(about):
    """Whether what a file says of a task has the form that the checks read."""
    try:
        for shape in (
            about["values"]
            if "values" in about
            else [about["shape"]]
            if "examples" in about
            else []
        ):
            make_shape(shape)
        for script in about.get("scripts", []):
            if len([*map(make_step, script["steps"])]) != len(script["right"]):
                return False
        pairs = [(example["inputs"], example["right"]) for example in about.get("examples", [])]
        [*map(revive, chain(*(inputs for inputs, _ in pairs)))]
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError):
        return False
    texts = [about.get("title"), about.get("kind"), about.get("object", "")]
    return any(key in about for key in CHECKS) and all(isinstance(one, str) for one in texts)


def _check_values(answer, about, variant):
    """What is said of values: whether they can be read."""
    shapes = [make_shape(shape) for shape in about["values"]]
    several = isinstance(answer, tuple) and len(answer) == len(shapes)
    values = answer if several else (answer,)  # a single value may be a tuple itself
    words = [_judged(value, None, shape) for value, shape in zip(values, shapes, strict=True)]
    return _first(words, "noted." if about["kind"] == "predict" else READABLE)


def _check_function(answer, about, variant):
    """What is said of a function: the first example that it fails."""
    if not callable(answer):
        return f"not yet: it must be a function, not {shortened(answer)}"
    shape = make_shape(about["shape"])
    for example in about["examples"]:
        inputs, handed = ([revive(value) for value in example["inputs"]] for _ in range(2))
        picture = "" if shape.board is None else "\n" + board_text(inputs[shape.board], variant)
        wrong = _complaint(lambda: answer(*handed), example["right"], shape, inputs)  # noqa: B023 - called at once
        if wrong and wrong != NOT_YET and _have_changed(handed, inputs):
            wrong = f"it changes what it is given; {COPY}"
        if wrong:
            return _not_yet(wrong, picture)
    return _praise([example["right"] for example in about["examples"]])


def _have_changed(handed, inputs):
    """Return whether a function has changed a list or an array among its inputs."""
    pairs = zip(handed, inputs, strict=True)
    return any(not is_as_before(*pair) for pair in pairs if isinstance(pair[1], (list, np.ndarray)))


def _check_object(answer, about, variant):
    """What is said of a class or an object: the first line of a script that goes wrong."""
    scripts = [
        (list(map(make_step, script["steps"])), script["right"]) for script in about["scripts"]
    ]
    if answer is None or answer is ...:
        return NOT_YET.lower()
    if any(step.do == "make" for script, _ in scripts for step in script) and not callable(answer):
        return f"not yet: it must be a class, not {shortened(answer)}"
    for script, rights in scripts:
        stage = Stage(about["object"], answer)
        for number, (step, right) in enumerate(zip(script, rights, strict=True), start=1):
            wrong = _complaint(lambda: _taken(stage, step), right, step.shape)  # noqa: B023 - called at once
            if wrong:
                lines = [step.line(about["object"]) for step in script[:number]]
                return _not_yet(wrong, "\n" + "\n".join(lines))
    return _praise([right for _, rights in scripts for right in rights], len(scripts))


def _taken(stage, step):
    """The answer to a step, as the grader sees it."""
    try:
        returned = stage.play(step)
    except NotImplementedError:  # a stub refuses nothing
        raise
    except Exception as error:
        if step.do != "refuse":
            raise
        return refusal(names_of_error(error))
    if step.do == "refuse":
        return refusal(())
    return returned if step.shape or step.keep else DONE


# The check of a task, by what is known of it.
CHECKS = {"values": _check_values, "examples": _check_function, "scripts": _check_object}


def _complaint(ask, right, shape, inputs=()):
    """What is wrong with what `ask` returns, or that it stops; "" if nothing is."""
    try:
        returned = ask()
    except NotImplementedError:
        return NOT_YET
    except Exception as trouble:
        return f"it stops with {type(trouble).__name__}: {trouble}"
    if returned is None:
        return "it returned nothing"
    if shape is None:  # a step whose answer is not looked at
        return ""
    return _judged(returned, right, shape, inputs)


def _judged(returned, right, shape, inputs=()):
    """What is wrong with an answer, read as the grader reads it; "" if nothing is."""
    if returned is None or returned is ...:
        return NOT_YET
    try:
        data = plain(returned)
    except Exception:  # whatever an object may do when it is looked at
        return (
            f"you returned an object of type {type(returned).__name__}, which can't be read as an"
            " answer"
        )
    return what_is_wrong(data, right, shape, inputs)


def _not_yet(wrong, picture):
    return NOT_YET.lower() if wrong == NOT_YET else f"not yet: {wrong}{picture}"


def _praise(rights, count=None):
    """What is said where nothing is wrong: `right` if there were right answers to compare with."""
    praise = "right" if any(right is not None for right in rights) else "of the right form"
    count = len(rights) if count is None else count
    return f"{praise} on {count} example{'s' * (count != 1)}. The grader tries many more."


def _first(words, praise):
    """The first complaint about some values, or the praise if there is none."""
    found = list(filter(None, words))
    return _not_yet(NOT_YET if NOT_YET in found else found[0], "") if found else praise


def board_text(board: Sequence[Any], number: int = 0) -> str:
    """A board of a class as text: X and O, and on open squares their numbers in that class."""
    rules = variants.variant(number)
    names = {square: str(name) for square, name in enumerate(rules.place)}
    return game.board_text(game.StandardGame(), rules.book(board), names)


def draw(
    boards: Iterable[Any],
    number: int = 0,
    values: Callable[..., Any] | None = None,
    squares: Callable[..., Any] | None = None,
    titles: Sequence[str] | None = None,
) -> None:
    """Draws boards of a class, as pictures to hold beside a target; it says so if an answer is not
    written yet.

    `values` is a function from a board to nine numbers, which colour the squares, and `squares` one
    to a square or to squares, which are framed; both are the reader's own. Raises ValueError for an
    unknown variant.
    """
    try:
        figure = board_figure(boards, number, values, squares, titles)
    except NotImplementedError:
        print(NOT_YET)
    except Exception as trouble:
        print(f"Not yet: it stops with {type(trouble).__name__}: {trouble}")
    else:
        drawing.display(
            figure, "Boards of the class, with what the reader's function says.", "the boards"
        )


def board_figure(
    boards: Iterable[Any],
    number: int = 0,
    values: Callable[..., Any] | None = None,
    squares: Callable[..., Any] | None = None,
    titles: Sequence[str] | None = None,
) -> Figure:
    """The Figure that `draw` shows."""
    rules = variants.variant(number)
    books = [rules.book(board) for board in boards]
    heat = texts = rings = None
    if values is not None:
        nine = [np.asarray(values(board), dtype=float)[list(rules.place)] for board in boards]
        heat = nine
        texts = [  # none across a mark; its colour says enough
            [
                "" if mark or np.isnan(value) else f"{value:.2g}"
                for mark, value in zip(book, some, strict=True)
            ]
            for book, some in zip(books, nine, strict=True)
        ]
    if squares is not None:
        chosen = [np.atleast_1d(squares(board)).astype(int) for board in boards]
        rings = [[rules.order[square] for square in some] for some in chosen]
    return drawing.board_grid(books, titles, heat, texts, rings, size=1.5)


def sketch(draw_in: Callable[..., Any], height: float = 3.0) -> None:
    """Let `draw_in(axes)` draw in the book's style; say so if an answer is not written yet."""
    from matplotlib.figure import Figure

    figure = style.styled(Figure)(figsize=(style.PAGE, height))
    try:
        style.styled(lambda: draw_in(figure.subplots()))()
    except NotImplementedError:
        print(NOT_YET)
    except Exception as trouble:
        print(f"Not yet: it stops with {type(trouble).__name__}: {trouble}")
    else:
        drawing.display(figure, "What the reader's functions give.", "the figure")
