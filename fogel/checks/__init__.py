"""What exercises and problem sets call in a notebook."""

from fogel.checks.exercises import (
    NOT_YET,
    agree,
    agree_on_draws,
    attempt,
    attempt_on_draws,
    on_copies,
    only_calls,
    passes,
    predicted,
    target,
)
from fogel.checks.mistakes import apart, mistake, mistake_of_function, same
from fogel.checks.problems import (
    EXAMPLES,
    OF_THE_BOOK,
    board_figure,
    board_text,
    draw,
    examples,
    problem,
    sketch,
)
from fogel.checks.questions import plain, revive
from fogel.checks.shapes import what_is_wrong

__all__ = [
    "EXAMPLES",
    "NOT_YET",
    "OF_THE_BOOK",
    "agree",
    "agree_on_draws",
    "apart",
    "attempt",
    "attempt_on_draws",
    "board_figure",
    "board_text",
    "draw",
    "examples",
    "mistake",
    "mistake_of_function",
    "on_copies",
    "only_calls",
    "passes",
    "plain",
    "predicted",
    "problem",
    "revive",
    "same",
    "sketch",
    "target",
    "what_is_wrong",
]
