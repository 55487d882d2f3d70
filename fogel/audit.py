"""How good is a player really? Exact chances instead of sampled games (chapter 08).

A *policy* says with which probability a player moves where: a function from a board (a tuple of nine marks) to nine
probabilities. Two policies decide the chance of every board, and those are few enough to add them all up.
"""

from typing import NamedTuple

from fogel.encoding import EMPTY, X, is_final, put, to_move, winner
from fogel.network import Network
from fogel.opponent import near_perfect_weights, perfect_weights, probabilities, random_weights
from fogel.settings import Settings

START = (EMPTY,) * 9
WEIGHTS = {"near-perfect": near_perfect_weights, "perfect": perfect_weights, "random": random_weights}


class Results(NamedTuple):
    """The probabilities of a win, a tie and a loss."""

    win: float
    tie: float
    loss: float


def policy(player, settings=None):
    """The policy of a Network, or of the opponent of that name: near-perfect (with its slips), perfect or random."""
    if isinstance(player, Network):
        return lambda board: [float(square == player(board)) for square in range(9)]
    settings, weights_of = settings or Settings(), WEIGHTS[player]
    slip = settings.slip if player == "near-perfect" else 0.0
    return lambda board: probabilities(board, weights_of(board, settings, to_move(board)), slip)


def chances(x, o, start=START):
    """{board: the probability that a game of policy `x` against policy `o` comes to it}, final boards included.

    The boards come in the order of their marks. Only boards that can occur are in it.
    """
    found = {start: 1.0}
    layer = [start]
    while layer:
        following = {}
        for board in layer:
            if is_final(board):
                continue
            mark = to_move(board)
            for square, chance in enumerate((x if mark == X else o)(board)):
                if chance > 0:
                    after = put(board, square, mark)
                    following[after] = following.get(after, 0.0) + chance * found[board]
        found |= following
        layer = list(following)
    return found


def results(player, against="near-perfect", mark=X, settings=None):
    """The exact Results of a player (a Network or an opponent's name) that plays `mark` against another.

    X begins. A network that plays O sees its own marks as 1, as always.
    """
    pair = policy(player, settings), policy(against, settings)
    found = chances(*(pair if mark == X else pair[::-1]))
    counts = dict.fromkeys((1, 0, -1), 0.0)
    for board, chance in found.items():
        if is_final(board):
            counts[winner(board) * mark] += chance
    return Results(counts[1], counts[0], counts[-1])


def never_loses(player, mark=X, start=START):
    """Whether no sequence of legal replies beats a Network that plays `mark`, from `start` on: all are tried."""
    anything = policy("random")
    pair = (policy(player), anything) if mark == X else (anything, policy(player))
    return all(winner(board) != -mark for board in chances(*pair, start))


def expected_payoff(results, settings=None):
    """The expected total payoff of the settings' games (32), from the Results of one."""
    rules = settings or Settings()
    one = results.win * rules.win_payoff + results.tie * rules.tie_payoff + results.loss * rules.loss_payoff
    return rules.games * one
