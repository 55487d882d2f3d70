"""The chances of a player worked out in fractions, board by board, from the rule's odds."""

from fractions import Fraction
from functools import cache

from rule_by_hand import independent_rule

from fogel.encoding import O, X, is_final, put, winner

EMPTY_BOARD = (0,) * 9


rule = cache(independent_rule)


def replies(board, settings):
    """Nine fractions: where O moves on a board, a tuple."""
    if settings.forced_replies and board.count(0) == 8:
        return [Fraction(mark == 0, 8) for mark in board]
    slip, any_square = Fraction(str(settings.slip)), Fraction(1, board.count(0))
    without = rule(board, Fraction(0), settings.marker, settings.line_choice)
    return [
        (1 - slip) * chance + slip * any_square * (mark == 0)
        for chance, mark in zip(without, board, strict=True)
    ]


def by_fractions(network, settings, board=EMPTY_BOARD):
    """(win, tie, loss) of a network that begins, depth first, in fractions, nothing shared."""
    if is_final(board):
        return tuple(Fraction(winner(board) == value) for value in (1, 0, -1))
    if sum(board) == 0:
        return by_fractions(network, settings, put(board, network(board), X))
    total = [Fraction(0)] * 3
    for square, chance in enumerate(replies(board, settings)):
        if chance:
            part = by_fractions(network, settings, put(board, square, O))
            total = [whole + chance * piece for whole, piece in zip(total, part, strict=True)]
    return tuple(total)
