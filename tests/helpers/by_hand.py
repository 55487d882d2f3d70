"""Numbers of figures by other ways, without the audit: games in fractions, values backwards."""

from fractions import Fraction
from functools import cache
from math import sqrt
from statistics import stdev

import pytest
from scipy import stats

from figures import read
from fogel import Settings, encoding, run_trial
from fogel.opponent import near_perfect_odds

START, DEFAULT = (0,) * 9, Settings()
READINGS = {
    "in the way": {},
    "own lines": {"marker": "own"},
    "line by line": {"line_choice": "lines"},
    "first line found": {"line_choice": "first"},
}


def close(value, within=1e-5):
    """Equal to the six digits of a table."""
    return pytest.approx(value, rel=within, abs=1e-9)


def column(name, key):
    return [float(row[key]) for row in read(name)]


def board_of(text):
    return tuple(encoding.encode(text).tolist())


def half_width(values):
    """Half of the 95 % interval of a mean, by Student's t."""
    return stats.t.ppf(0.975, len(values) - 1) * stdev(values) / sqrt(len(values))


def put(board, square, mark):
    return (*board[:square], mark, *board[square + 1 :])


def is_over(board):
    return encoding.winner(board) != 0 or 0 not in board


@cache
def replies(board, settings=DEFAULT, exact=True):
    """The opponent's probabilities as fractions, from the rule's odds and the slip rate."""
    odds, free = near_perfect_odds(board, settings), board.count(0)
    number = Fraction if exact else float
    slip = number(str(settings.slip))
    return [
        (1 - slip) * number(w) / sum(odds) + slip / free if board[s] == 0 else 0
        for s, w in enumerate(odds)
    ]


def endings(network, board=START, chance=Fraction(1), squares=()):
    """Every game: (squares, probability, winner)."""
    move = network.choose(board)
    after, squares = put(board, move, 1), (*squares, move)
    if is_over(after):
        yield squares, chance, encoding.winner(after)
        return
    for s, p in enumerate(replies(after)):
        if p:
            then = put(after, s, -1)
            if is_over(then):
                yield (*squares, s), chance * p, encoding.winner(then)
            else:
                yield from endings(network, then, chance * p, (*squares, s))


def exact_payoff(network):
    """The expected payoff of 32 games, by adding up all games."""
    return 32 * sum(p * {1: 1, 0: 0, -1: -10}[won] for _, p, won in endings(network))


@cache
def champions():
    """The best networks of some trials: number -> network."""
    return {number: run_trial(Settings(), number).champion for number in (7, 13, 16)}


def values_backwards(reply_of, choose=max):
    """{board: the payoff of one game from there}, from full boards on; no recursion."""
    boards = sorted(
        (tuple(row) for row in encoding.positions().tolist()), key=lambda board: board.count(0)
    )
    value = {}
    for board in boards:
        if is_over(board):
            value[board] = {1: 1, 0: 0, -1: -10}[encoding.winner(board)]
        elif sum(board) == 0:
            value[board] = choose(value[put(board, s, 1)] for s in range(9) if board[s] == 0)
        else:
            chances = reply_of(board)
            value[board] = sum(
                chances[s] * value[put(board, s, -1)] for s in range(9) if board[s] == 0
            )
    return value
