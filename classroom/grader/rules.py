"""What is right in a class: the rules of its variant, worked out exactly.

Boards, squares and marks are the class's. Everything that the book's package knows is asked there,
on the book's board; the forward pass alone is written here once more, since a class has other
inputs and another bias.
"""

import numpy as np

from fogel import opponent
from fogel.encoding import O, X, winner
from fogel.selection import total_payoff


def sigmoid(s):
    """1 / (1 + e^-s), of numbers or arrays, without a warning for large ones."""
    return np.exp(-np.logaddexp(0.0, -np.asarray(s, dtype=float)))


def activations(variant, hidden_weights, board):
    """The activations of the hidden nodes."""
    return sigmoid(hidden_weights[:, :9] @ board + variant.bias * hidden_weights[:, 9])


def sums(variant, hidden_weights, output_weights, board):
    """The nine output sums."""
    return (
        output_weights[:, :-1] @ activations(variant, hidden_weights, board)
        + variant.bias * output_weights[:, -1]
    )


def all_sums(variant, hidden_weights, output_weights, boards):
    """The nine output sums on many boards, (boards, 9)."""
    levels_on = sigmoid(boards @ hidden_weights[:, :9].T + variant.bias * hidden_weights[:, 9])
    return levels_on @ output_weights[:, :-1].T + variant.bias * output_weights[:, -1]


def open_squares(variant, board):
    """The open squares of a board of the class."""
    return [square for square in range(9) if board[square] == variant.empty]


def pick_open(variant, values, board):
    """The open square with the largest value; of several equal ones the first in the class's
    preference.
    """
    squares = open_squares(variant, board)
    best = max(values[square] for square in squares)
    return next(
        square for square in variant.preference if square in squares and values[square] == best
    )


def choose(variant, hidden_weights, output_weights, board):
    """The square that a network moves into."""
    return pick_open(variant, sums(variant, hidden_weights, output_weights, board), board)


def is_clear(variant, values, board, gap=1e-6):
    """Whether the largest value of an open square is ahead of the next, so that rounding decides
    nothing.
    """
    best = sorted(values[square] for square in open_squares(variant, board))[::-1]
    return len(best) < 2 or best[0] - best[1] > gap


def mark_of(variant, mark):
    """The class's mark for one of the book's."""
    return {X: variant.x, O: variant.o, 0: variant.empty}[mark]


def holder(variant, board):
    """The mark that holds a line, that of an open square if none does."""
    return mark_of(variant, winner(variant.book(board)))


def reply_probabilities(variant, board):
    """The opponent's nine probabilities on a board on which O is to move, by the
    class's squares.
    """
    book = opponent.reply_probabilities(np.array(variant.book(board)), variant.settings)
    return book[list(variant.order)]


def payoff(variant, win, tie, loss):
    """The payoff of so many wins, ties and losses, or its expectation."""
    return total_payoff(win, loss, tie, variant.settings)


def king_of(variant, mark):
    """The mark of a king at checkers, of his men's: the book's twice as much, elsewhere one that no
    other mark is.
    """
    return mark * (11 if variant.number else 2)


# Which of several jumps in checkers may be made, by variant; the book has the first.
CHOICES = ("any", "most", "kings", "men")


def jumps_chosen(variant):
    """Which of several jumps must be made in a class: any, those that take most, a king's, or a
    man's.
    """
    return CHOICES[variant.number % len(CHOICES)]


# Rows and columns in checkers, by variant; the book has 8 by 8.
SIZES = ((8, 6), (6, 8), (10, 6), (8, 10), (10, 8))


def checkers_size(variant):
    """Rows and columns of a class's board at checkers."""
    return SIZES[variant.number % len(SIZES)] if variant.number else (8, 8)
