"""Rule files, and boards as the report prints them (chapter 13).

A rule file is text in lines. Empty lines don't count, nor do those that begin with //. Of the
others the first is the game's name; then come the board's width and height and its rows, the number
of win patterns, and for each of them width, height and rows. Two lines of our own may follow: `lose
N` and N boards that lose, and `players N` (otherwise 2).

A file that opens with a line of slashes, as the report's do, closes with the same line: otherwise
it was cut, and what is left of it may be another game.
"""

from __future__ import annotations

import errno
import re
from collections.abc import Iterable
from os import PathLike
from pathlib import Path

from fogel.core.files import shortened
from fogel.core.results import load_file
from fogel.core.types import FilePath, Square
from fogel.rules.rules import MARKS, MOST_PATTERNS, MOST_SIDE, Grid, Rules

GAMES = Path(__file__).with_name("games")
SUFFIX = ".rul"
# The last of these errors is Windows's.
NO_SUCH_NAME = (errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG, errno.EINVAL)
RULER = "/" * 67  # as long as the report's


# Boards as text.


def board_text(rules: Rules, squares: Iterable[int]) -> str:
    """A board as the report prints it: marks with | between them, and -+- between the rows."""
    return grid_text(Grid(rules.start.width, rules.start.height, tuple(squares)))


def grid_text(pattern: Grid) -> str:
    """A Grid as the report prints it."""
    between = "\n" + "+".join("-" * pattern.width) + "\n"
    return between.join("|".join(row) for row in _rows(pattern))


def labelled(label: str, text: str) -> str:
    """A text of several lines behind a label: `standard: 2|2|0` and the other lines below the
    first.
    """
    return label + text.replace("\n", "\n" + " " * len(label))


def patterns_text(rules: Rules) -> str:
    """Return the patterns of some rules as text, with what they mean."""
    texts = []
    for patterns, kind in ((rules.wins, "Win"), (rules.losses, "Lose")):
        if patterns:
            others = any(max(pattern.squares) > 1 for pattern in patterns)
            more = ", those marked 2 of the next player, and so on" if others else ""
            texts.append(
                f"Whoever matches one of these {kind.lower()}s, with the squares marked 1 his"
                f" own{more}:"
            )
        texts += [
            labelled(f"{kind} pattern {number}: ", grid_text(pattern))
            for number, pattern in enumerate(patterns, 1)
        ]
    return "\n\n".join(texts)


def coordinates(rules: Rules, square: Square) -> tuple[int, int]:
    """(x, y) of a square: its column and its row, both from 0, as the report counts them."""
    row, column = divmod(square, rules.start.width)
    return column, row


def square_words(rules: Rules, square: Square) -> str:
    """A square in words: (x, y)."""
    return "({}, {})".format(*coordinates(rules, square))


def square_at(rules: Rules, x: int, y: int) -> Square | None:
    """The square at (x, y); None if there is none."""
    width, height = rules.start.width, rules.start.height
    return y * width + x if 0 <= x < width and 0 <= y < height else None


def _rows(pattern):
    """The rows of a Grid, each a list of marks as letters."""
    letters = [MARKS[mark] for mark in pattern.squares]
    return [
        letters[start : start + pattern.width] for start in range(0, len(letters), pattern.width)
    ]


# Rule files.


def load_rules(path: FilePath, players: int = 2) -> Rules:
    """The Rules in a file, see `read_rules`.

    Raises ValueError that names the file and the line, OSError if it can't be read.
    """
    return load_file(path, read_rules, players)


def read_rules(text: str, players: int = 2) -> Rules:
    """The Rules in the text of a rule file, which are for so many players where it does not say
    that itself.

    Raises ValueError that says in which line it expected what.
    """
    lines = NumberedLines(text)
    lines.check_frame()
    name = lines.next("the game's name")
    start = _grid(lines, "the game board")
    wins = _grids(lines, lines.count("the number of win patterns", 0, MOST_PATTERNS), "win pattern")
    extras = {"lose": None, "players": None}
    while lines.more():
        key, number = _extra(lines, extras)
        extras[key] = _grids(lines, number, "lose pattern") if key == "lose" else number
    players = extras["players"] or players
    if lines.highest >= players + 1:
        raise lines.problem(
            f"a mark from 0 to {players}", lines.place_of_highest, lines.highest_word
        )
    return Rules(name, start, wins, extras["lose"] or (), players)


def _extra(lines, known):
    """(`lose` or `players`, the number behind it): a line after the win patterns."""
    words = "`lose N`, `players N` or the end of the file"
    key, *numbers = lines.next(words).split()
    if key not in known or known[key] is not None or len(numbers) != 1:
        raise lines.problem(words)
    least, most = (0, MOST_PATTERNS) if key == "lose" else (2, len(MARKS) - 1)
    return key, lines.whole(
        numbers[0], f"{key} and a whole number from {least} to {most}", least, most
    )


def _grids(lines, number, what):
    return tuple(_grid(lines, f"{what} {index}") for index in range(1, number + 1))


def _grid(lines, what):
    """Return a Grid from a line with its width and height, then its rows."""
    words = f"the width and height of {what}, two whole numbers from 1 to {MOST_SIDE}"
    sides = lines.next(words).split()
    if len(sides) != 2:
        raise lines.problem(words)
    width, height = (lines.whole(side, words, 1, MOST_SIDE) for side in sides)
    marks = []
    for row in range(1, height + 1):
        marks += lines.row(
            f"row {row} of {height} of {what}, {width} marks with spaces between them", width
        )
    if not any(marks) and what != "the game board":
        raise lines.problem(f"a mark in {what}: an empty one matches anything")
    return Grid(width, height, tuple(marks))


class NumberedLines:
    """The lines that count, one after another, with their numbers in the file."""

    def __init__(self, text):
        every = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
        stripped = ((number, line.strip()) for number, line in enumerate(every, 1))
        full = [(number, line) for number, line in stripped if line]
        self.lines = [(number, line) for number, line in full if not line.startswith("//")]
        self.first, self.last = (full[0][1], full[-1][1]) if full else ("", "")
        self.end = len(every)
        self.read = 0
        self.highest, self.highest_word, self.place_of_highest = 0, "0", 0

    def check_frame(self) -> None:
        """Raises ValueError if the file opens with a line of slashes, and does not close with the
        same one.
        """
        if re.fullmatch("/{3,}", self.first) and self.last != self.first:
            raise ValueError(
                f"line {self.end}: the line of slashes that opens the file expected, but the file"
                " ends here"
            )

    def more(self) -> bool:
        """Whether there is another line."""
        return self.read < len(self.lines)

    def next(self, words: str) -> str:
        """The next line; `words` say what is expected there."""
        self.read += 1
        if self.read > len(self.lines):
            raise ValueError(f"line {self.end}: {words} expected, but the file ends here")
        return self.lines[self.read - 1][1]

    @property
    def line(self) -> int:
        """The number of the line that was read last."""
        return self.lines[self.read - 1][0]

    def problem(
        self, words: str, number: int | None = None, found: str | None = None
    ) -> ValueError:
        """The error that something else was expected in the line that was read last, or in another
        one.
        """
        last, line = self.lines[self.read - 1]
        return ValueError(f"line {number or last}: {words} expected, not {_short(found or line)}")

    def whole(self, word: str, words: str, least: int, most: int) -> int:
        """A word of the last line as a whole number."""
        if not (word.isascii() and word.isdigit() and len(word) < 9 and least <= int(word) <= most):
            raise self.problem(words)
        return int(word)

    def real(self, words: str, least: float, most: float) -> float:
        """The next line as one number."""
        words = f"{words}, a number from {least:g} to {most:g},"
        return self.number(self.next(words), words, least, most)

    def number(self, word: str, words: str, least: float, most: float) -> float:
        """A word of the last line as a number."""
        try:
            value = float(word) if word.isascii() and "_" not in word else None
        except ValueError:
            value = None
        if value is None or not least <= value <= most:
            raise self.problem(words)
        return value

    def count(self, words: str, least: int, most: int) -> int:
        """The next line as one whole number."""
        words = f"{words}, a whole number from {least} to {most},"
        return self.whole(self.next(words), words, least, most)

    def row(self, words: str, width: int) -> list[int]:
        """The next line as a row of marks."""
        letters = self.next(words).split()
        if len(letters) != width or not all(
            len(letter) == 1 and letter in MARKS for letter in letters
        ):
            raise self.problem(words)
        marks = [MARKS.index(letter) for letter in letters]
        if max(marks) > self.highest:
            self.highest, self.highest_word = max(marks), max(letters, key=MARKS.index)
            self.place_of_highest = self.lines[self.read - 1][0]
        return marks


def _short(text):
    return repr(text if len(text) <= 60 else text[:57] + "...")


def write_rules(rules: Rules, file_name: str = "", about: str = "") -> str:
    """The text of a rule file, laid out as the report's; `read_rules` of it gives equal Rules.

    `file_name` and `about`, a sentence, stand in its heading.
    """
    heading = [RULER, "//", *(f"// {words}\n//" for words in (file_name, about) if words), RULER]
    parts = [
        "\n".join(heading),
        f"// variant name\n{rules.name}",
        f"// game board dimensions + initial setup\n{_grid_lines(rules.start)}",
        f"// number of win patterns\n{len(rules.wins)}",
        *_numbered("win", rules.wins),
    ]
    if rules.losses:
        parts += [
            f"// number of lose patterns\nlose {len(rules.losses)}",
            *_numbered("lose", rules.losses),
        ]
    if rules.players != 2:
        parts.append(f"// number of players\nplayers {rules.players}")
    return "\n\n".join([*parts, RULER]) + "\n"


def _numbered(kind, patterns):
    for number, pattern in enumerate(patterns, 1):
        yield f"// {kind} pattern #{number} dimensions + setup\n{_grid_lines(pattern)}"


def _grid_lines(pattern):
    return "\n".join(
        [f"{pattern.width} {pattern.height}", *(" ".join(row) for row in _rows(pattern))]
    )


def about(text: str) -> str:
    """The sentence in the heading of a rule file's text: its last comment before the second ruler;
    "" if none.
    """
    comments = [
        line.strip("/ ") for line in text.partition(RULER)[2].partition(RULER)[0].splitlines()
    ]
    return next((words for words in reversed(comments) if words), "")


def shipped() -> dict[str, Path]:
    """{name: path} of the rule files that come with the package, in order of their names."""
    return {path.stem: path for path in sorted(GAMES.glob(f"*{SUFFIX}"))}


def find_rules(name: str, players: int = 2) -> Rules:
    """Return the Rules of a shipped game by its name, or of a file by its path, see `read_rules`.

    Raises ValueError that says what is wrong with it, or lists the shipped games if it is none;
    OSError if it can't be read.
    """
    games = shipped()
    try:
        if isinstance(name, (str, PathLike)) and "\0" not in str(name):
            return load_rules(games.get(str(name), name), players)
    except OSError as problem:
        if problem.errno not in NO_SUCH_NAME:
            raise
    raise ValueError(
        f"{shortened(repr(name), 80)} is neither a rule file nor one of {', '.join(games)}"
    )
