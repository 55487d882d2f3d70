"""The opponent's rule, written once more from the chapter's words, to compare the
package's with.
"""

from fractions import Fraction
from itertools import combinations

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
