"""A game as data: a board of any shape, players, and patterns that win or lose (chapter 13).

A *board* is a tuple of width x height numbers, row by row: 0 for an empty square, 1 for player 1, 2
for player 2, ... A *square* is its index in that tuple. A board is never changed: a move gives a
new one. What a board means is told by the `Rules`: its shape, who is to move, and what is over.

A *pattern* (the report's win pattern) is a grid that may lie anywhere on the board where all of it
fits. Its 0 is any square, its 1 the mark of the player who matches it, its 2 that of the next
player to move after him, and so on.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple, TypeAlias

from fogel.core.files import shortened
from fogel.core.types import Marks, Square

MARKS = "0123456789abcdefghijklmnopqrstuvwxyz"  # how the players are written, 0 for an empty square
MOST_SIDE = 30  # squares, of a board or a pattern
MOST_PATTERNS = 1000  # of each kind
MOST_NAME = 40  # letters

# The (square, mark) of each mark of a pattern, somewhere on the board.
Line: TypeAlias = tuple[tuple[Square, int], ...]


class Grid(NamedTuple):
    """Squares in rows: the board that a game starts from, or a pattern. `squares` holds its marks
    row by row.
    """

    width: int
    height: int
    squares: tuple


def grid(text: str) -> Grid:
    """The Grid of rows of marks with white space between them: `grid("100 010 001")` is a diagonal.

    Raises ValueError if the rows are not equally long, or hold anything but marks.
    """
    rows = text.split() if isinstance(text, str) else []
    if not rows or any(len(row) != len(rows[0]) for row in rows) or set("".join(rows)) - set(MARKS):
        shown = shortened(repr(text), 80)
        raise ValueError(
            f"a grid is rows of equal length, of the marks 0 to 9 and a to z, not {shown}"
        )
    return Grid(len(rows[0]), len(rows), tuple(MARKS.index(mark) for mark in "".join(rows)))


@dataclass(frozen=True)
class Rules:
    """A game: the board it starts from, the patterns that win, those that lose, and how many
    players take turns.

    Player 1 opens, and the others follow in order. Raises ValueError that names the field and what
    it accepts.
    """

    name: str
    start: Grid
    wins: tuple
    losses: tuple = ()
    players: int = 2

    def __post_init__(self):
        name = self.name
        if not isinstance(name, str) or not 1 <= len(name) <= MOST_NAME or not name.isprintable():
            raise ValueError(f"name must be 1 to {MOST_NAME} printable characters, not {name!r}")
        if name != name.strip() or name.startswith("//"):
            raise ValueError(
                f"name must not begin or end with a space, or begin with //, as {name!r} does"
            )
        _check_whole("players", self.players, 2, len(MARKS) - 1)
        _check_grid("start", self.start, self.players)
        for field in ("wins", "losses"):
            patterns = getattr(self, field)
            if not isinstance(patterns, tuple) or len(patterns) > MOST_PATTERNS:
                raise ValueError(f"{field} must be a tuple of at most {MOST_PATTERNS} patterns")
            for number, pattern in enumerate(patterns, 1):
                _check_grid(f"{field}, pattern {number},", pattern, self.players)
                if not any(pattern.squares):
                    raise ValueError(
                        f"{field}, pattern {number}, must hold a mark: an empty one matches"
                        " anything"
                    )
        if not self.wins + self.losses:
            raise ValueError("wins and losses must hold at least one pattern between them")

    @cached_property
    def win_lines(self) -> tuple[Line, ...]:
        """The lines of all patterns that win."""
        return tuple(dict.fromkeys(line for pattern in self.wins for line in lines(self, pattern)))

    @cached_property
    def loss_lines(self) -> tuple[Line, ...]:
        """The lines of all patterns that lose."""
        return tuple(
            dict.fromkeys(line for pattern in self.losses for line in lines(self, pattern))
        )


def _check_whole(field, value, least, most):
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise ValueError(f"{field} must be a whole number from {least} to {most}, not {value!r}")


def _check_grid(field, value, players):
    if not isinstance(value, Grid):
        raise ValueError(f"{field} must be a Grid, not {value!r}")
    _check_whole(f"{field} width", value.width, 1, MOST_SIDE)
    _check_whole(f"{field} height", value.height, 1, MOST_SIDE)
    if not isinstance(value.squares, tuple) or len(value.squares) != value.width * value.height:
        raise ValueError(f"{field} squares must be a tuple of {value.width} x {value.height} marks")
    for mark in value.squares:
        _check_whole(f"{field} mark", mark, 0, players)


def in_a_row(width: int, height: int, length: int, players: int = 2, misere: bool = False) -> Rules:
    """The Rules of `length` in a row, across, down or aslant, on an empty board; with `misere` it
    loses.

    Raises ValueError if a number is out of range.
    """
    for field, value in (("width", width), ("height", height), ("length", length)):
        _check_whole(field, value, 1, MOST_SIDE)
    across, down = Grid(length, 1, (1,) * length), Grid(1, length, (1,) * length)
    falling = tuple(int(x == y) for y in range(length) for x in range(length))
    rising = tuple(int(x + y == length - 1) for y in range(length) for x in range(length))
    start = Grid(width, height, (0,) * (width * height))
    every = tuple(
        dict.fromkeys((across, down, Grid(length, length, falling), Grid(length, length, rising)))
    )
    # Where none fits, all are kept: nobody can complete one.
    patterns = tuple(pattern for pattern in every if fits(pattern, start)) or every
    name = f"{width}x{height} with {length}{' misere' if misere else ''}"
    return Rules(name, start, () if misere else patterns, patterns if misere else (), players)


def fits(pattern: Grid, board: Grid) -> bool:
    """Return whether a pattern is no larger than a board, so that there is a place for it."""
    return pattern.width <= board.width and pattern.height <= board.height


def check_fit(rules: Rules) -> Rules:
    """Return the rules; raise ValueError that names the first of their patterns that fits nowhere
    on their board.
    """
    for field in ("wins", "losses"):
        for number, pattern in enumerate(getattr(rules, field), 1):
            if not fits(pattern, rules.start):
                raise ValueError(
                    f"{field}, pattern {number}, must be no larger than the board,"
                    f" {rules.start.width} x {rules.start.height} squares, and has {pattern.width}"
                    f" x {pattern.height}"
                )
    return rules


def lines(rules: Rules, pattern: Grid) -> list[Line]:
    """Every place where a pattern fits on the board, as a line: a tuple of (square, mark) for each
    of its marks.

    A pattern that is wider or higher than the board fits nowhere.
    """
    width, height = rules.start.width, rules.start.height
    marks = [
        (*divmod(index, pattern.width), mark) for index, mark in enumerate(pattern.squares) if mark
    ]
    return [
        tuple(((top + row) * width + left + column, mark) for row, column, mark in marks)
        for top in range(height - pattern.height + 1)
        for left in range(width - pattern.width + 1)
    ]


def whose(rules: Rules, player: int, mark: int) -> int:
    """Whom a pattern's mark means if `player` is to match it: 1 himself, 2 the next player to move,
    and so on.
    """
    return (player + mark - 2) % rules.players + 1


def after(rules: Rules, player: int) -> int:
    """The player who moves next."""
    return player % rules.players + 1


def holds(rules: Rules, board: Marks, line: Line, player: int) -> bool:
    """Whether a player matches a line."""
    return all(board[square] == whose(rules, player, mark) for square, mark in line)


def matching(rules: Rules, board: Marks, among: Iterable[Line], last: int) -> int:
    """The player who matches a line `among` these, 0 if nobody does.

    If one move makes several players match, whoever moved last comes first, then the others in the
    order of turns.
    """
    found = set()
    for line in among:
        square, mark = line[0]
        # Whoever stands here: the line can only be matched by the one for whom its mark means him.
        if board[square]:
            player = (board[square] - mark) % rules.players + 1
            if holds(rules, board, line, player):
                found.add(player)
    return min(found, key=lambda player: (player - last) % rules.players, default=0)


def to_move(rules: Rules, board: Marks, opener: int = 1) -> int:
    """Whose turn it is if nobody has passed: the opener's when as many marks were added as make
    whole rounds.
    """
    added = board.count(0) - rules.start.squares.count(0)
    return (opener - 1 - added) % rules.players + 1


def winner(rules: Rules, board: Marks, last: int | None = None) -> int:
    """The player who matches a winning pattern, 0 if nobody does; `last` moved last, by default as
    if 1 opened.
    """
    return matching(
        rules, board, rules.win_lines, last or whose(rules, to_move(rules, board), rules.players)
    )


def loser(rules: Rules, board: Marks, last: int | None = None) -> int:
    """The player who matches a losing pattern, 0 if nobody does."""
    return matching(
        rules, board, rules.loss_lines, last or whose(rules, to_move(rules, board), rules.players)
    )


def decision(
    rules: Rules, board: Marks, last: int | None = None
) -> tuple[int, bool, list[Square]] | None:
    """(player, whether he has won, the squares of what he matches) of a game that is over; None,
    also for a draw.

    A player who has not won has a pattern that loses.
    """
    won = winner(rules, board, last)
    player = won or loser(rules, board, last)
    if not player:
        return None
    held = (
        line
        for line in (rules.win_lines if won else rules.loss_lines)
        if holds(rules, board, line, player)
    )
    return player, bool(won), sorted({square for square, _ in chain.from_iterable(held)})


def outcome(rules: Rules, board: Marks, last: int | None = None) -> tuple[int, ...] | None:
    """None while the game goes on, otherwise each player's result: 1 a win, 0 a draw, -1 a loss.

    Patterns that win are looked at before those that lose. Whoever matches one that loses loses
    alone: all others win. A full board on which nothing matches is a draw.
    """
    won = winner(rules, board, last)
    lost = 0 if won else loser(rules, board, last)
    if won or lost:
        return tuple(
            (1 if player == won else -1) if won else -1 if player == lost else 1
            for player in seats(rules)
        )
    return None if 0 in board else (0,) * rules.players


def holders(
    rules: Rules, board: Marks, player: int, squares: Iterable[Square]
) -> list[tuple[int, list[Square]]]:
    """Return (player, the squares that it holds) for those who hold some of these: a player first,
    then by turn.
    """
    order = sorted(seats(rules), key=lambda number: (number - player) % rules.players)
    held = {number: [square for square in squares if board[square] == number] for number in order}
    return [(number, found) for number, found in held.items() if found]


def seats(rules: Rules) -> range:
    """The players' numbers, 1 and up."""
    return range(1, rules.players + 1)


def open_squares(board: Marks) -> list[Square]:
    """The empty squares, lowest first."""
    return [square for square, mark in enumerate(board) if mark == 0]


def place(rules: Rules, board: Marks, square: Square, player: int) -> Marks:
    """A new board after a player has moved; raises ValueError if the square is not open."""
    if not 0 <= square < len(board) or board[square]:
        raise ValueError(f"square {square} of {rules.name!r} is not open")
    return (*board[:square], player, *board[square + 1 :])
