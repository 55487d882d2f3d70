"""What exercises and problem sets call, and classes play by; chapters know this door as `fogel.checks`."""

from pathlib import Path

from fogel.classroom.exercises import (
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
from fogel.classroom.mistakes import apart, mistake, mistake_of_function, same
from fogel.classroom.problems import (
    EXAMPLES,
    OF_THE_BOOK,
    board_figure,
    board_text,
    draw,
    examples,
    problem,
    sketch,
)
from fogel.classroom.questions import plain, revive
from fogel.classroom.shapes import what_is_wrong

PARTS = Path(__file__).parent  # where the frame and the styles of the classroom's pages lie
__all__ = [
    "EXAMPLES",
    "NOT_YET",
    "OF_THE_BOOK",
    "PARTS",
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
