"""The game and its rule players in fractions, from the chapter's words: the package's agree."""

from fractions import Fraction
from functools import cache
from itertools import combinations

SLIP, EMPTY_BOARD = Fraction(1, 10), (0,) * 9

# An independent statement of the rule, in fractions: squares as points of a magic square, whose
# lines sum to 15.
MAGIC = (2, 7, 6, 9, 5, 1, 4, 3, 8)


TRIPLES = [
    triple for triple in combinations(range(9), 3) if sum(MAGIC[square] for square in triple) == 15
]


def in_fixed_order(triple):
    rows, columns = [(0, 1, 2), (3, 4, 5), (6, 7, 8)], [(0, 3, 6), (1, 4, 7), (2, 5, 8)]
    return (rows + columns + [(0, 4, 8), (2, 4, 6)]).index(triple)


def independent_rule(board, slip, marker, line_choice):
    """Nine fractions: the probabilities of O's moves."""
    free = [square for square in range(9) if board[square] == 0]

    def fitting(mark, marks):
        def fits(triple):
            owners = sorted((board[square] == mark, board[square] == 0) for square in triple)
            return owners == sorted([(True, False)] * marks + [(False, True)] * (3 - marks))

        return [
            [square for square in triple if board[square] == 0]
            for triple in sorted(TRIPLES, key=in_fixed_order)
            if fits(triple)
        ]

    sets = (
        fitting(-1, 2) or fitting(1, 2) or fitting({"network": 1, "own": -1}[marker], 1) or [free]
    )
    rule = [Fraction(0)] * 9
    if line_choice == "first":
        sets = sets[:1]
    if line_choice == "lines":
        for line in sets:
            for square in line:
                rule[square] += Fraction(1, len(sets) * len(line))
    else:
        distinct = {square for line in sets for square in line}
        for square in distinct:
            rule[square] = Fraction(1, len(distinct))
    return [
        (1 - slip) * rule[square] + (slip / len(free) if square in free else 0)
        for square in range(9)
    ]


unslipping = cache(independent_rule)


# The game: a board is a tuple, and whose turn it is follows from its marks.


def board_of(text):
    return tuple({"X": 1, "O": -1, ".": 0}[letter] for letter in text.replace(" ", ""))


def put(board, square):
    return (*board[:square], 1 - 2 * sum(board), *board[square + 1 :])


def free(board):
    return [square for square in range(9) if board[square] == 0]


@cache
def result(board):
    """1 if X has won, -1 if O has, 0 for a tie, None if the game goes on."""
    for triple in TRIPLES:
        if abs(sum(board[square] for square in triple)) == 3:
            return board[triple[0]]
    return None if free(board) else 0


@cache
def forced(board):
    """The result if both sides play perfectly, from X's point of view."""
    if result(board) is not None:
        return result(board)
    return (max if sum(board) == 0 else min)(forced(put(board, square)) for square in free(board))


# Players: functions of a board to nine fractions.


def rule(board, slip=SLIP, marker="network", line_choice="squares"):
    """The near-perfect player with either mark: it sees the other's marks as X."""
    seen = tuple((2 * sum(board) - 1) * mark for mark in board)
    any_square = random(board)
    without = unslipping(seen, Fraction(0), marker, line_choice)
    return [(1 - slip) * p + slip * q for p, q in zip(without, any_square, strict=True)]


def uniform(squares):
    return [Fraction(square in squares, len(squares)) for square in range(9)]


def random(board):
    return uniform(free(board))


def perfect(board):
    return uniform(best_squares(board))


def best_squares(board):
    return [square for square in free(board) if forced(put(board, square)) == forced(board)]


def outcomes(x, o, board=EMPTY_BOARD):
    """The chances of (X wins, tie, O wins), by recursion from the end."""

    @cache
    def below(board):
        if result(board) is not None:
            return tuple(Fraction(result(board) == value) for value in (1, 0, -1))
        chances = enumerate((o if sum(board) else x)(board))
        parts = [(p, below(put(board, square))) for square, p in chances if p]
        return tuple(sum(p * part[value] for p, part in parts) for value in range(3))

    return below(board)


def exact_payoffs(o):
    """Return a function: what the best X can expect of a board, with +1 / 0 / -10."""

    @cache
    def exact_payoff(board):
        if result(board) is not None:
            return {1: 1, 0: 0, -1: -10}[result(board)]
        if sum(board) == 0:
            return max(exact_payoff(put(board, square)) for square in free(board))
        return sum(p * exact_payoff(put(board, square)) for square, p in enumerate(o(board)) if p)

    return exact_payoff
