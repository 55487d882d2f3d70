"""Any game of two in fractions, from `rules.outcome` only: no tree and no arrays."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache, lru_cache
from itertools import permutations

from fogel.rules.rules import open_squares, outcome, place


@lru_cache(maxsize=1)
def moves_of(rules):
    """`moves(board, player)`: {square: (the board after it, its result)}, looked up once."""

    @cache
    def moves(board, player):
        after = {square: place(rules, board, square, player) for square in open_squares(board)}
        return {square: (then, outcome(rules, then, last=player)) for square, then in after.items()}

    return moves


def wins_at_once(rules, board, me, square):
    then = place(rules, board, square, me)
    result = outcome(rules, then, last=me)
    return result is not None and result[me - 1] == 1


def complete_for(rules, board, player):
    """The lines whose completion wins for a player, each as (squares that are still open, squares
    with own marks, {square: who must stand there}); lines that can't be completed any more are left
    out.
    """
    found = []
    for lines, own in ((rules.win_lines, 1), (rules.loss_lines, 2)):
        for line in lines:
            needed = {square: player if mark == own else 3 - player for square, mark in line}
            if all(board[square] in (0, who) for square, who in needed.items()):
                lacking = [square for square in sorted(needed) if board[square] == 0]
                held = [
                    square
                    for square, who in needed.items()
                    if board[square] == player and who == player
                ]
                found.append((lacking, held, needed))
    return found


def near_perfect(rules, board, me, marker="network", line_choice="squares"):
    """{square: odds} of the four rules."""
    other = 3 - me
    owner = me if marker == "own" else other
    named = []
    for who in (me, other):
        if not named:
            lines = complete_for(rules, board, who)
            one = [
                lacking
                for lacking, _, needed in lines
                if len(lacking) == 1 and needed[lacking[0]] == who
            ]
            named = [lacking for lacking in one if wins_at_once(rules, board, who, lacking[0])]
    if not named:
        named = [
            lacking
            for lacking, held, _ in complete_for(rules, board, owner)
            if len(lacking) == 2 and held
        ]
    named = named or [open_squares(board)]
    named = named[:1] if line_choice == "first" else named
    squares = [square for line in named for square in line]
    return {square: squares.count(square) if line_choice == "lines" else 1 for square in squares}


def perfect(rules, board, me, quick=False):
    """{square: 1} of the squares that keep the best result, or also win soonest, lose latest."""
    scores = _scores_of(rules)(board, me)
    found = {
        square: score if quick else (score > 0) - (score < 0) for square, score in scores.items()
    }
    highest = max(found.values())
    return {square: 1 for square, score in found.items() if score == highest}


@lru_cache(maxsize=1)
def _scores_of(rules):
    """`scores(board, me)`: {square: the end under perfect play, higher the sooner it comes}."""
    moves = moves_of(rules)

    @cache
    def scores(board, me):
        found = {}
        for square, (then, result) in moves(board, me).items():
            found[square] = (
                -score(then, 3 - me) if result is None else result[me - 1] * (then.count(0) + 1)
            )
        return found

    @cache
    def score(board, me):
        return max(scores(board, me).values())

    return scores


class ExactPayoffs(Mapping):
    """{square: the value of a move there}, on demand: most players ask for one of them."""

    def __init__(self, moves, exact_payoff):
        self.moves, self.exact_payoff = moves, exact_payoff

    def __getitem__(self, square):
        return self.exact_payoff(*self.moves[square])

    def __contains__(self, square):
        return square in self.moves

    def __iter__(self):
        return iter(self.moves)

    def __len__(self):
        return len(self.moves)


def values(rules, seat, odds, slip, payoffs, choose):
    """What one game is worth for the player in a seat, 1 or 2, as a Fraction. The opponent has
    `odds(board, me)`, and slips; `choose(board, {square: payoff})` is what the player makes of
    its moves. `payoffs`: {1, 0, -1: payoff}.
    """
    moves = moves_of(rules)

    @cache
    def value(board, turn):
        def exact_payoff(then, result):
            return Fraction(payoffs[result[seat - 1]]) if result else value(then, 3 - turn)

        exact_payoffs = ExactPayoffs(moves(board, turn), exact_payoff)
        if turn == seat:
            return choose(board, exact_payoffs)
        found = odds(board, turn)
        total = sum(found.values())
        return sum(
            ((1 - slip) * Fraction(found.get(square, 0), total) + slip / len(exact_payoffs))
            * exact_payoffs[square]
            for square in exact_payoffs
        )

    return value(rules.start.squares, 1)


def best(board, exact_payoffs):
    return max(exact_payoffs.values())


def mean(board, exact_payoffs):
    return sum(exact_payoffs.values()) / len(exact_payoffs)


def in_order(order):
    return lambda board, exact_payoffs: exact_payoffs[
        next(square for square in order if square in exact_payoffs)
    ]


def drawn(odds, me):
    def choose(board, exact_payoffs):
        found = odds(board, me)
        return sum(
            Fraction(one, sum(found.values())) * exact_payoffs[square]
            for square, one in found.items()
        )

    return choose


def orders(squares):
    return permutations(squares)
