"""What do nine numbers give away? A board, their sum, and whether a game can come to it."""

from fogel.web.knobs import Knob

KNOB = Knob(
    chapter=1,
    title="Nine numbers, and what they give away",
    hint="Click the squares. Can you find a board whose sum is 0 or 1, and to which no game comes?",
    height=430,
)
