"""The sentences of a game in the terminal (chapter 7).

A name in braces is filled in: `SENTENCES["your_move"].format(mark="X")`. `core.texts` adds those
that only a notebook or a page shows.
"""

from fogel.encoding import EMPTY, MARKS

LETTERS = {mark: letter for letter, mark in MARKS.items()} | {EMPTY: "open"}
RESULTS = {"wins": "win", "ties": "tie", "losses": "loss"}  # several of them: one of them
SENTENCES = {
    "your_move": "Your move, {mark}.",
    "tie": "A tie.",
    "win": "You win.",
    "loss": "You lose.",
    "disqualified": "Disqualified: it named square {square}, which was taken. You win.",
    "mark_wins": "{mark} wins.",
}
