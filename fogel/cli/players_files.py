"""The report's players files and seed file.

A players file is text in lines, read as a rule file is. The first line that counts is the number of
players; then comes a line for each: its type (what begins with t is a TradPlayer, with n a
NeuralPlayer, with h a person), and for the first two an ability, a level's first letter or its
number. A NeuralPlayer's files stand behind that.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from fogel.core.files import lock, read_text, remove_lock, write_file
from fogel.core.results import LARGEST_FILE, load_file
from fogel.core.types import FilePath
from fogel.lookahead.levels import LEVELS
from fogel.lookahead.players import trad
from fogel.rules.rule_files import RULER, NumberedLines
from fogel.rules.rules import MARKS
from fogel.school.network_files import load_maker
from fogel.web.board.terminal import human

KINDS = {"t": "trad", "n": "nn", "h": "human"}
SEED_FILE = "random.seed"
LARGEST_SEED = 2**63 - 1
WORDS = (
    "a player: human, trad and a level (idiot to perfect, or 0 to 5), or nn, a level and its one or"
    " two files"
)


class PlayersEntry(NamedTuple):
    """A line of a players file: `kind` is trad, nn or human; a network's `files` are its
    architecture and weights.
    """

    kind: str
    level: str | None = None
    files: tuple = ()


def load_players(path: FilePath) -> list[PlayersEntry]:
    """Return the entries in a file.

    Raises ValueError that names the file and the line, and OSError if the file can't be read.
    """
    return load_file(path, read_players)


def read_players(text: str) -> list[PlayersEntry]:
    """Return the entries in the text of a players file.

    Raises ValueError that says in which line it expected what.
    """
    lines = NumberedLines(text)
    number = lines.count("the number of players", 2, len(MARKS) - 1)
    entries = [_entry(lines) for _ in range(number)]
    if lines.more():
        lines.next("")
        raise lines.problem(f"the end of the file after {number} players")
    return entries


def _entry(lines):
    kind, *rest = lines.next(WORDS).split()
    kind = KINDS.get(kind[0].lower())
    if kind == "human":
        return PlayersEntry(kind)  # the report ignores the rest of the line
    level = _level(rest[0]) if rest else None
    files = tuple(rest[1:])
    if (
        kind is None
        or level is None
        or not (len(files) == 0 if kind == "trad" else 1 <= len(files) <= 2)
    ):
        raise lines.problem(WORDS)
    return PlayersEntry(kind, level, files)


def _level(word):
    """A level by its name, its first letter or its number; None if there is no such."""
    if word.isdecimal() and word.isascii():
        return LEVELS[int(word)] if len(word) == 1 and int(word) < len(LEVELS) else None
    return next((level for level in LEVELS if word.lower() in (level, level[0])), None)


def write_players(entries: Sequence[PlayersEntry], file_name: str = "", about: str = "") -> str:
    """Return the text of a players file, in the report's layout; `read_players` reads it back."""
    heading = [RULER, "//", *(f"// {words}\n//" for words in (file_name, about) if words), RULER]
    rows = [
        " ".join([f"{entry.kind:<5}", *([entry.level] if entry.level else []), *entry.files])
        for entry in entries
    ]
    rows = [row.rstrip() for row in rows]
    parts = ["\n".join(heading), f"// number of players\n{len(entries)}"]
    return "\n\n".join([*parts, "// type and ability of players\n" + "\n".join(rows), RULER]) + "\n"


def find_makers(
    entries: Sequence[PlayersEntry],
    ask: Callable[[str], str] = input,
    say: Callable[[str], Any] = print,
) -> list[Callable[..., Any]]:
    """The makers (`referee.py`) of these players; raises ValueError or OSError for a network whose
    files are wrong.
    """
    makers = {
        "trad": lambda entry: trad(entry.level),
        # Its level is read and ignored, as in the report.
        "nn": lambda entry: load_maker(*entry.files),
        "human": lambda entry: human(ask, say),
    }
    return [makers[entry.kind](entry) for entry in entries]


def next_seed(path: FilePath = SEED_FILE) -> int:
    """The seed in a file, which then holds the next one; a file that isn't there counts as one with
    0.

    Of several processes each gets a seed of its own. Raises ValueError that names the file if it
    holds anything but a whole number, OSError if it can't be written.
    """
    path = Path(path)
    place = path.with_name(f".{path.name}.lock")
    held = _wait_for(place)
    try:
        return _count_on(path)
    finally:
        remove_lock(held)


def _wait_for(place):
    """The lock at a place, which nobody holds for longer than a file takes to be read
    and written.
    """
    while True:
        try:
            return lock(place)
        except BlockingIOError:
            time.sleep(0.01)


def _count_on(path):
    text = read_text(path, LARGEST_FILE).strip() if path.exists() else "0"
    if not (text.isascii() and text.isdecimal() and len(text) < 20 and int(text) < LARGEST_SEED):
        raise ValueError(
            f"{path}: a whole number from 0 to {LARGEST_SEED - 1} expected, not {text[:40]!r}"
        )
    write_file(path, f"{int(text) + 1}\n")
    return int(text)
