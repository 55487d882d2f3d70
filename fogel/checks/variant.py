"""The rules of a class: the book's, or others that a teacher picks by number.

The package is an answer key for the book's own rules. A class that plays with other marks, another
numbering of the squares, another slip rate and other payoffs has to think. There are constants here
and no answers: those are worked out by the grader in classroom, which is not part of the package.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import permutations, product
from operator import eq
from typing import Any

import numpy as np

from fogel.core.settings import Settings
from fogel.core.types import Board, Floats, Marks, Rng, Square
from fogel.encoding import EMPTY, IN_PROGRESS, LINES, X_TO_MOVE, O, X, positions

MOST_VARIANTS = 99  # so many, and no two of them share an entry of any list below
SEED = 1993


@dataclass(frozen=True)
class Variant:
    """The rules of one class. Variant 0 is the book.

    `x`, `empty` and `o` are the marks on a board. `order[k]` is the place, row by row, of the
    square that the class calls k. `bias` is what the bias nodes say; of several equal squares the
    one that stands first in `preference` is chosen. The opponent moves at random with probability
    `slip`. Payoffs are `win`, `tie` and `loss`. `noise` and `change` are the standard deviation of
    a child's noise and how often its structure is to change. In the second round there are
    `rivals`; one with a lower payoff brings 1 point, with an equal one `equal`, with a higher one
    `higher`. In a league each legal move of one's own brings `per_win` points after a win,
    `per_tie` after a tie, and `per_left` if the other player was disqualified.
    """

    number: int = 0
    x: int = X
    empty: int = EMPTY
    o: int = O
    order: tuple = tuple(range(9))
    preference: tuple = tuple(range(9))
    bias: float = 1.0
    slip: float = 0.1
    win: int = 1
    tie: int = 0
    loss: int = -10
    noise: float = 0.05
    change: float = 0.5
    rivals: int = 10
    equal: float = 0.0
    higher: float = 0.0
    per_win: int = 1
    per_tie: int = 1
    per_left: int = 0

    # Caches look a class up by this, at every case of every answer.
    def __hash__(self):
        return self.number

    @cached_property
    def place(self) -> tuple[Square, ...]:
        """The class's name of each square, row by row: the inverse of `order`."""
        return tuple(self.order.index(square) for square in range(9))

    @cached_property
    def lines(self) -> tuple[tuple[Square, ...], ...]:
        """The eight lines in the class's names."""
        return tuple(tuple(sorted(self.place[square] for square in line)) for line in LINES)

    @property
    def code(self) -> tuple[int, ...]:
        """The marks that a square's three inputs mean, in order; in the book empty, X and O."""
        return tuple((self.empty, self.x, self.o)[k] for k in np.argsort(self.preference[:3]))

    @property
    def settings(self) -> Settings:
        """The nearest Settings: what the package's own functions can be told of these rules."""
        return Settings(
            slip=self.slip, win_payoff=self.win, tie_payoff=self.tie, loss_payoff=self.loss
        )

    def board(self, book: Board) -> Any:
        """A board of the class, nine whole numbers, from a board of the book."""
        marks = {X: self.x, EMPTY: self.empty, O: self.o}
        return np.array([marks[int(book[square])] for square in self.order])

    def book(self, board: Any) -> Marks:
        """The book's board, a tuple, for a board of the class."""
        marks = {self.x: X, self.empty: EMPTY, self.o: O}
        return tuple(marks[int(board[name])] for name in self.place)

    def boards(self, only: str = "all") -> Any:
        """All boards of the class as read-only rows: "all", or those with "x" or "o" to move."""
        rows = {"all": slice(None), "x": slice(X_TO_MOVE), "o": slice(X_TO_MOVE, IN_PROGRESS)}
        return _boards(self)[rows[only]]


@cache
def _boards(variant):
    marks = np.array([variant.empty, variant.x, variant.o])  # the book's marks 0, 1, -1 as indices
    table = marks[positions()[:, variant.order]]
    table.flags.writeable = False
    return table


@cache
def variant(number: int) -> Variant:
    """The Variant of that number; raises ValueError if it is not a whole number from 0 to 99.

    No two variants have the same marks, numbering, preference, bias, slip rate, payoffs, noise or
    second round, and neighbours differ in each of the three marks.
    """
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= MOST_VARIANTS:
        raise ValueError(
            f"variant must be a whole number from 0 to {MOST_VARIANTS}, not {number!r}"
        )
    if number == 0:
        return Variant()
    entries = {name: values[number - 1] for name, values in _entries().items()}
    for names in ("x empty o", "win tie loss", "rivals equal higher", "per_win per_tie per_left"):
        entries.update(zip(names.split(), entries.pop(names), strict=True))
    return Variant(number, **entries)


@cache
def _entries():
    """By field, or fields that go together, the values of variants 1 to 99, all different."""
    rng = np.random.default_rng(SEED)
    marks = [
        triple
        for triple in product(range(-9, 10), repeat=3)
        if len({*map(abs, triple)}) == 3 and 0 not in triple
    ]
    values = {
        "x empty o": marks,
        "win tie loss": [
            (*some, loss)
            for some in product((2, 3, 4, 5), (-1, 1))
            for loss in range(-24, -5)
            if loss != -10
        ],
        "rivals equal higher": [
            ((4, 5, 6, 8, 12, 15)[k % 6], equal / 10, -higher / 10)  # the same points never twice
            for k, (equal, higher) in enumerate(product(range(1, 10), range(1, 14)))
        ],
        "order": [tuple(rng.permutation(9).tolist()) for _ in range(3 * MOST_VARIANTS)],
        "preference": [tuple(rng.permutation(9).tolist()) for _ in range(3 * MOST_VARIANTS)],
        "bias": [k / 10 for k in range(-60, 61) if k not in (-10, 0, 10)],
        "slip": [k / 200 for k in range(4, 121) if k != 20],
        "noise": [k / 400 for k in range(4, 121) if k != 20],
        "change": [k / 200 for k in range(40, 161) if k != 100],
        "per_win per_tie per_left": [  # the last one, so that it changes nobody else's draws
            (win, *some) for win in range(3, 10) for some in permutations(range(1, win), 2)
        ],
    }
    return {
        name: _neighbours_differ([some[k] for k in rng.permutation(len(some))], name)
        for name, some in values.items()
    }


def _neighbours_differ(values, name):
    """The first 99 different values; of those that go together, none repeats the one before."""
    left, chosen = list(dict.fromkeys(values)), []
    together = name in ("x empty o", "rivals equal higher", "per_win per_tie per_left")
    while len(chosen) < MOST_VARIANTS:
        before = chosen[-1] if together and chosen else None
        following = next(
            value for value in left if before is None or not any(map(eq, value, before))
        )
        left.remove(following)
        chosen.append(following)
    return chosen


# What a student is handed.


def student_rng(number: int, student: str, purpose: str) -> Rng:
    """A student's generator in a class, the same at home and at the grader's."""
    name = hashlib.sha256(f"{number}/{purpose}/{_checked(student)}".encode()).digest()
    return np.random.default_rng(list(name))


def handed_network(number: int, student: str, nodes: int = 3) -> tuple[Floats, Floats]:
    """(hidden weights, output weights) of a student's own network: `nodes` rows of 10, 9 rows of
    nodes + 1.

    The weights are whole numbers from -9 to 9 divided by 2, so that they can be copied by hand.
    """
    rng = student_rng(number, student, "network")
    return rng.integers(-9, 10, (nodes, 10)) / 2, rng.integers(-9, 10, (9, nodes + 1)) / 2


def handed_boards(
    number: int, student: str, count: int = 3, only: str = "x", marks: tuple[int, int] = (2, 5)
) -> Any:
    """A student's own boards, (count, 9), with marks[0] to marks[1] marks; `only`: see boards()."""
    boards = variant(number).boards(only)
    many = (boards != variant(number).empty).sum(axis=1)
    fit = boards[(many >= marks[0]) & (many <= marks[1])]
    return fit[student_rng(number, student, "boards").permutation(len(fit))[:count]].copy()


def _checked(student):
    """The id without spaces around it, in small letters; ValueError if there is none."""
    if not isinstance(student, str) or not student.strip():
        raise ValueError(
            f"STUDENT must be your id, a text between quotation marks, not {student!r}"
        )
    return student.strip().lower()
