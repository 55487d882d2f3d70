"""The sentences that notebook and page show during a game, and numbers in words.

A name in braces is filled in: `WORDS["your_move"].format(mark="X")`. The page gets the same table.
"""

import re
from collections.abc import Sequence
from typing import Any

from fogel.core.sentences import LETTERS as LETTERS
from fogel.core.sentences import RESULTS as RESULTS
from fogel.core.sentences import SENTENCES

# Control characters, ends of lines, and what turns the direction of writing around: joiners of
# letters stay.
_COMMANDS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
WORDS = SENTENCES | {
    # how it stands
    "to_move": "{mark} to move.",
    "it_played": "It played {square}.",
    "win_with": "You win with {lines}.",
    "loss_with": "You lose: it has {lines}.",
    "mark_wins_with": "{mark} wins with {lines}.",
    "past": "After {shown} of {moves}.",
    "square": "square {square}, {held}",
    "named": "square {square}, {held}, which it named",
    "after_move": "after move {move}: {mark} on square {square}",
    "empty_board": "the empty board",
    # what can be pressed and chosen
    "adversary": "You play against",
    "generation": "Its generation",
    "who_begins": "Who begins?",
    "it_begins": "It, with X",
    "you_begin": "You, with X",
    "new_game": "New game",
    "so_far": "The game so far",
    "play_on": "Play on from here",
    "back": "Back to the game",
    "load": "Load a champion file",
    "from_file": "the network in {file}",
    "still": "{trouble}; you still play {adversary}.",
    "undo": "Take back",
    "start": "start",
    "at_start": "the start",
    "after": "after move {move}: {name}",
    "counted": "Against a second human, you are X in the tally.",
    "hint": "Hint",
    "all_ages": "Show where each generation would move",
    "tallies": "All whom you played",
    "untrained": "it never trained for that: it evolved in games that it began.",
    # help
    "hint_win": "You can force a win with {squares}.",
    "hint_tie": "You can force a tie with {squares}.",
    "hint_loss": "With {squares} a perfect player beats you.",
    # its line through the generations
    "ages_into": "Into square {square}: {ages}.",
    "not_moved_yet": "It has not moved yet.",
    "missed_win": "A win is missed by {ages}.",
    "missed_block": "A block is missed by {ages}.",
    # its head
    "head": "Look into its head",
    "no_head": "Only Fogel's networks have a head to look into here. Choose one as your adversary.",
    "not_moved": "It has not moved yet. After its first move you see here what it computed.",
    "moved": "On {where} it moved into square {square}, the open one with the largest output.",
    "board_with": "a board with {squares}",
    "plays_o": "It plays O here, and sees its own marks as 1 and yours as −1.",
    "flow": (
        "From what it saw, through {nodes}, to nine outputs: blue links raise, orange ones lower."
    ),
    "numbers": "The numbers",
    "outputs": "Its nine outputs",
    "nodes": "Its {nodes}",
    "looks_for": "What it looks for",
    "says": "What it says",
    "links_in": "Links that come in",
    "links_out": "Links that go out",
}
# Words of the board on every page.
BOARD = """
    adversary who_begins it_begins you_begin new_game undo hint hint_win hint_tie hint_loss past
    so_far start at_start after play_on back load still tallies
"""
BOARD_WORDS = {name: WORDS[name] for name in BOARD.split()}


def typographic(words: str) -> str:
    """Return words with a true apostrophe, a true minus, and a space before a percent sign."""
    words = re.sub(r"(?<!\w)-(?=[\d.])", "−", words.replace("'", "’"))
    return re.sub(r"(?<=\d)%", " %", words)


def number(value: Any, digits: int = 2) -> str:
    """A number with a true minus, and without a minus zero; a very large one in powers of ten."""
    text = (
        f"{value:.0e}" if abs(value) >= 1000 else f"{round(float(value), digits) + 0.0:.{digits}f}"
    )
    return text.replace("-", "−")


def percent(share: Any, digits: int = 0) -> str:
    """A share as it is written in prose, figures and pages: 0.095 is 9.5 %, with a space."""
    return f"{number(100 * share, digits)} %"


def plural(count: int, word: str) -> str:
    """A count and its noun: 1 move, 2 moves."""
    return f"{count} {word}{'' if count == 1 else 's'}"


def listed(some: Sequence[Any]) -> str:
    """Several in a sentence: 1, 2 and 3. Of none it is empty."""
    words = [str(one) for one in some]
    return ", ".join([*words[:-2], " and ".join(words[-2:])])


def printable(text: str) -> str:
    """Return a file's name with escapes for control characters and for bytes that aren't UTF-8."""
    escaped = _COMMANDS.sub(lambda found: found[0].encode("unicode_escape").decode(), text)
    return escaped.encode("utf-8", "backslashreplace").decode("utf-8")
