"""Problem set 3: a rule that wins, blocks, hinders and slips."""

from dataclasses import replace
from functools import cache
from itertools import accumulate, product

import numpy as np
from matplotlib.figure import Figure

from fogel import checks, drawing
from fogel.variant import handed_boards, student_rng
from grader import rules
from grader.tasks import Part, ProblemSet, Task

SHOWN = (1132, 289, 1, 19)  # boards in the figure: a win that could be a block, a fork, two that are hindered
PIECES = np.array([0, 2, 0, 4, 1, 0, 5, 4, 0]) / 16  # in the other figure; exact, so that every sum of them is
LARGEST_DRAW = 1 - 2**-53
HANDED = {"count": 40, "only": "o", "marks": (3, 5)}  # a student's boards


# The rule, in the numbers of a class.


def in_lines(variant, board, lines, mark, marks):
    """The open squares of each line that holds `marks` marks of that kind and is open otherwise, line by line."""
    found = []
    for line in lines:
        held = [int(board[square]) for square in line]
        if held.count(mark) == marks and held.count(variant.empty) == 3 - marks:
            found.append([square for square in line if board[square] == variant.empty])
    return found


def clauses(variant, board, lines):
    """What the four clauses find: {name: the open squares of each of its lines}."""
    return {
        "win": in_lines(variant, board, lines, variant.o, 2),
        "block": in_lines(variant, board, lines, variant.x, 2),
        "hinder": in_lines(variant, board, lines, variant.x, 1),
        "anywhere": [rules.open_squares(variant, board)],
    }


def distinct(lines):
    """The different squares of some lines, lowest first."""
    return sorted({int(square) for line in lines for square in line})


def first_of(found, *names):
    """The different squares of the first clause, of those named, that finds any."""
    return distinct(next((found[name] for name in names if found[name]), []))


def on_purpose(variant, board, lines):
    """The squares among which the rule chooses."""
    return first_of(clauses(variant, board, lines), "win", "block", "hinder", "anywhere")


def mixture(variant, board, squares, slip):
    """The nine probabilities with that share of slips."""
    open_ones = rules.open_squares(variant, board)
    return [
        (1 - slip) * (square in squares) / len(squares) + slip * (square in open_ones) / len(open_ones)
        for square in range(9)
    ]


def replies(variant, board, squares):
    """The nine probabilities with the slips of the class."""
    return mixture(variant, board, squares, variant.slip)


@cache
def orders(variant):
    """The eight lines, their squares too, in six orders."""
    rng = np.random.default_rng(31)
    return [[rng.permutation(line).tolist() for line in rng.permutation(variant.lines)] for _ in range(6)]


# 3.1 What completes a line.


def completing(variant, board, mark):
    """The open squares that complete a line for a mark."""
    return distinct(in_lines(variant, board, variant.lines, mark, 2))


def completing_cases(variant):
    """Both marks on every board of a game that goes on."""
    both = product(np.concatenate([variant.boards("x"), variant.boards("o")]), (variant.x, variant.o))
    return [("several" if len(completing(variant, *case)) > 1 else "one", case) for case in both]


def two_at_least(variant, board, mark, other_is_open=False):
    """The open squares of lines with a mark of that kind: two open ones, or whatever stands beside it."""
    lines = [[int(board[square]) for square in line] for line in variant.lines]
    fit = [line for line, held in zip(variant.lines, lines, strict=True) if mark in held]
    if other_is_open:
        fit = [line for line in fit if sum(board[square] == variant.empty for square in line) == 2]
    return distinct([[square for square in line if board[square] == variant.empty] for line in fit])


COMPLETING = Task(
    name="completing",
    number="3.1",
    title="two of three",
    function="completing",
    shape={"kind": "squares", "board": 0},
    parts=(
        Part("one", 3, "both marks on every board of a game that goes on, where one square or none completes a line"),
        Part("several", 1, "where several squares do"),
    ),
    cases=completing_cases,
    right=completing,
    examples=lambda variant: [
        (variant.boards("x")[1000], variant.x),
        (variant.boards("o")[11], variant.x),
        (variant.boards("o")[1132], variant.o),
    ],
    wrong={
        "Your lines are those of a board that is numbered row by row; the squares of your class are numbered otherwise.": (
            lambda v, board, mark: distinct(in_lines(v, board, replace(v, order=tuple(range(9))).lines, mark, 2))
        ),
        "These are the squares that complete a line for the other mark.": (
            lambda v, board, mark: completing(v, board, v.x + v.o - mark)
        ),
        "This gives the squares that complete a line for either side; one mark is asked about.": (
            lambda v, board, mark: sorted({*completing(v, board, v.x), *completing(v, board, v.o)})
        ),
        "This stops at the first line that it finds; there may be more.": (
            lambda v, board, mark: distinct(in_lines(v, board, v.lines, mark, 2)[:1])
        ),
        "One mark in a line is enough for this function; two have to be there.": two_at_least,
        "These are lines with one mark and two open squares; two marks and one open square are asked for.": (
            lambda v, board, mark: two_at_least(v, board, mark, other_is_open=True)
        ),
        "The two diagonals are missing.": (
            lambda v, board, mark: distinct(in_lines(v, board, straight(v), mark, 2))
        ),
        "This takes 0 for an open square, as in the book; in your class another mark says so.": (
            lambda v, board, mark: distinct(in_lines(replace(v, empty=0), board, v.lines, mark, 2))
        ),
    },
    package="from fogel import opponent\n\n"
    "def completing(board, mark):\n"
    "    found = opponent.open_in_lines(np.sign(board).tolist(), int(np.sign(mark)), 2)\n"
    "    return sorted({square for line in found for square in line})\n",
)


def straight(variant):
    """The rows and columns."""
    return [line for line in variant.lines if len({variant.order[square] % 4 for square in line}) > 2 or not (
        {variant.order[square] for square in line} in ({0, 4, 8}, {2, 4, 6}))]
