"""How good is a player really? Exact chances instead of sampled games (chapter 08).

A *policy* says with which probability a player moves where: a function from a board (a tuple of nine marks) to nine
probabilities. Two policies decide the chance of every board, and those are few enough to add them all up. With
`exact=True` all numbers are fractions, with the slip rate as the decimal that it is written as; otherwise floats. For
many networks at once there is `results_of`, at the engine's speed.
"""

from fractions import Fraction
from functools import cache
from typing import NamedTuple

import numpy as np

from fogel import engine
from fogel.encoding import EMPTY, O, X, is_final, open_squares, put, to_move, winner
from fogel.network import Network
from fogel.opponent import near_perfect_weights, perfect_weights, probabilities, random_weights
from fogel.selection import total_payoff
from fogel.settings import Settings

START = (EMPTY,) * 9
WEIGHTS = {"near-perfect": near_perfect_weights, "perfect": perfect_weights, "random": random_weights}
PAYOFFS = ("win_payoff", "tie_payoff", "loss_payoff")
READ = ("slip", *engine.Rule._fields, "forced_replies", "games", *PAYOFFS)  # the settings that an audit depends on


class Results(NamedTuple):
    """The probabilities of a win, a tie and a loss."""

    win: float
    tie: float
    loss: float


def policy(player, settings=None, exact=False):
    """The policy of a Network, or of the opponent of that name: near-perfect (with its slips), perfect or random.

    With the setting `forced_replies` the near-perfect player's first reply goes to any open square alike. Raises
    ValueError for another player.
    """
    if isinstance(player, Network):
        return lambda board: [int(square == player(board)) for square in range(9)]
    if player not in WEIGHTS:
        raise ValueError(f"player must be a Network or one of {', '.join(WEIGHTS)}, not {player!r}")
    settings, weights_of = _checked(settings), WEIGHTS[player]
    slip = settings.slip if player == "near-perfect" else 0.0
    if exact:
        slip = Fraction(str(slip))
    forced = player == "near-perfect" and settings.forced_replies

    def probabilities_on(board):
        first_reply = forced and board.count(EMPTY) == 8
        weights = (random_weights if first_reply else weights_of)(board, settings, to_move(board))
        return probabilities(board, weights, 0 * slip if first_reply else slip)

    return probabilities_on


def _checked(settings):
    """The settings, or the default ones; raises ValueError if they are something else."""
    if settings is not None and not isinstance(settings, Settings):
        raise ValueError(f"settings must be a Settings, not {settings!r}")
    return settings or Settings()


def _check_mark(mark):
    if mark not in (X, O):
        raise ValueError(f"mark must be 1 (X) or -1 (O), not {mark!r}")


def chances(x, o, start=START):
    """{board: the probability that a game of policy `x` against policy `o` comes to it}, final boards included.

    The boards come in the order of their marks. Only boards that can occur are in it.
    """
    found = {start: 1}
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
                    following[after] = following.get(after, 0) + chance * found[board]
        found |= following
        layer = list(following)
    return found


def results(player, against="near-perfect", mark=X, settings=None, exact=False):
    """The exact Results of a player (a Network or an opponent's name) that plays `mark` against another.

    X begins. A network that plays O sees its own marks as 1, as always.
    """
    _check_mark(mark)
    pair = policy(player, settings, exact), policy(against, settings, exact)
    found = chances(*(pair if mark == X else pair[::-1]))
    counts = dict.fromkeys((1, 0, -1), 0)
    for board, chance in found.items():
        if is_final(board):
            counts[winner(board) * mark] += chance
    number = Fraction if exact else float
    return Results(*(number(counts[value]) for value in (1, 0, -1)))


def results_of(networks, settings=None, against="near-perfect"):
    """The Results of many networks that begin, a list, at the engine's speed."""
    settings = _checked(settings)
    if against not in WEIGHTS:
        raise ValueError(f"against must be one of {', '.join(WEIGHTS)}, not {against!r}")
    slips = against == "near-perfect"
    tables = engine.opponent_tables(WEIGHTS[against], settings.slip if slips else 0.0, *engine.rule_of(settings))
    rules = settings.numbers._replace(forced_replies=settings.forced_replies and slips)
    return [Results(win, tie, loss) for win, loss, tie in engine.chances_of(networks, tables, rules).tolist()]


def expected_payoff(results, settings=None):
    """The expected total payoff of the settings' games (32), from the Results of one."""
    rules = _checked(settings)
    return rules.games * total_payoff(results.win, results.loss, results.tie, rules)


def report(network, settings=None):
    """All that can be said of a network that begins, as plain values, with the most important ones as fractions too."""
    rules = _checked(settings)
    exact, best = results(network, settings=rules, exact=True), ceiling(rules)
    payoff, lines = expected_payoff(exact, rules), list(games(network))
    lost = [squares for squares, won in lines if won == O]
    met = chances(policy(network), policy("random"))
    fractions = {**exact._asdict(), "payoff": payoff, "ceiling": best.payoff}
    return {
        **{name: float(value) for name, value in fractions.items()},
        "losing_lines": len(lost),
        "never_loses": not lost,
        "deviation": law_of(network, rules).deviation,
        "games": rules.games,
        "hidden_nodes": network.hidden_nodes,
        "boards": sum(not is_final(board) and to_move(board) == X for board in met),
        "lines": len(lines),
        "mistakes": len(mistakes(network, rules)),
        "against": {
            name.replace("-", "_"): results(network, name, settings=rules)._asdict()
            for name in ("near-perfect", "random", "perfect")
        },
        "branches": branches(network, rules),
        "losing_games": lost,
        "fractions": {name: str(value) for name, value in fractions.items()},
        "settings": {name: value for name, value in rules.differences().items() if name in READ},
    }


# The law of a total.


class Law(NamedTuple):
    """The law of a total payoff: its possible values, in ascending order, and their probabilities."""

    payoffs: np.ndarray
    probabilities: np.ndarray

    @property
    def mean(self):
        """The expected total."""
        return float(self.payoffs @ self.probabilities)

    @property
    def deviation(self):
        """The standard deviation of the total."""
        return float(np.sqrt((self.payoffs - self.mean) ** 2 @ self.probabilities))


def law(results, settings=None, games=None):
    """The Law of the total payoff of the settings' games, or of so many, all with these Results."""
    from scipy.special import gammaln, xlogy

    rules = _checked(settings)
    games = games or rules.games
    wins, losses = np.array([(w, lost) for w in range(games + 1) for lost in range(games + 1 - w)]).T
    ties = games - wins - losses
    counts, chance = (wins, ties, losses), map(float, results)
    logs = gammaln(games + 1) + sum(xlogy(n, p) - gammaln(n + 1) for n, p in zip(counts, chance, strict=True))
    return _gather(total_payoff(wins, losses, ties, rules), np.exp(logs))


def law_of(network, settings=None):
    """The Law of a network's total payoff, as first player against the near-perfect opponent of the settings.

    With forced replies each of the eight branches has an eighth of the games, which makes the total less uncertain.
    """
    rules = _checked(settings)
    if not rules.forced_replies:
        return law(results(network, settings=rules), rules)
    total = Law(np.array([0]), np.array([1.0]))
    for branch in branch_results(network, rules).values():
        one = law(branch, rules, rules.games // 8)
        payoffs = np.add.outer(total.payoffs, one.payoffs).ravel()
        total = _gather(payoffs, np.multiply.outer(total.probabilities, one.probabilities).ravel())
    return total


def branch_results(network, settings=None):
    """{first reply: Results} of a network that begins, once the near-perfect opponent has moved into that square."""
    x, o = policy(network), policy("near-perfect", settings)
    first = put(START, network(START), X)
    found = {}
    for square in open_squares(first):
        ends = chances(x, o, put(first, square, O))
        ends = {board: chance for board, chance in ends.items() if is_final(board)}
        found[square] = Results(*(float(sum(c for b, c in ends.items() if winner(b) == mark)) for mark in (1, 0, -1)))
    return found


def _gather(payoffs, probabilities):
    """The Law of values some of which are equal; impossible ones are left out."""
    values, place = np.unique(payoffs[probabilities > 0], return_inverse=True)
    return Law(values, np.bincount(place, weights=probabilities[probabilities > 0]))


class Picked(NamedTuple):
    """What to expect of the network with the highest of several totals, ties by lot: its total, its expected payoff."""

    total: float
    payoff: float

    @property
    def flattery(self):
        """By how much the total promises too much."""
        return self.total - self.payoff


def picked(laws):
    """What to expect if of several networks the one with the highest total is picked: a Picked, from their Laws.

    A network is picked at the total t if all others have at most t, and then one of those that have t, by lot. With k
    others at t that is the integral of s^k from 0 to 1, so that the chance is the integral of the product over the
    others of P(below t) + s P(t): a polynomial, which Gauss's rule integrates exactly.
    """
    if not len(laws):
        raise ValueError("laws must be one Law or more")
    values = np.unique(np.concatenate([law.payoffs for law in laws]))
    at = np.zeros((len(laws), len(values)))
    for row, one in enumerate(laws):
        at[row, np.searchsorted(values, one.payoffs)] = one.probabilities
    below = np.cumsum(at, axis=1) - at
    means = np.array([one.mean for one in laws])
    nodes, weights = np.polynomial.legendre.leggauss(len(laws) // 2 + 1)
    total = payoff = 0.0
    for s, weight in zip((nodes + 1) / 2, weights / 2, strict=True):
        factors = below + s * at
        all_others = _products_of_the_others(factors)
        chance = weight * at * all_others
        total += float((chance @ values).sum())
        payoff += float(chance.sum(axis=1) @ means)
    return Picked(total, payoff)


def _products_of_the_others(factors):
    """For each row the product of all other rows, column by column; no division, since factors may be 0."""
    before, after = np.ones_like(factors), np.ones_like(factors)
    before[1:] = np.cumprod(factors[:-1], axis=0)
    after[:-1] = np.cumprod(factors[:0:-1], axis=0)[::-1]
    return before * after


# The ceiling.


class Ceiling(NamedTuple):
    """What the best possible first player makes of an opponent, in fractions.

    `payoff`: of the settings' games. `values`: {board: the payoff of one game from there}, final boards included.
    `moves`: {board with X to move: the squares that reach it}. `first_moves`: {square: the payoff of the settings'
    games}.
    """

    payoff: Fraction
    values: dict
    moves: dict
    first_moves: dict


def ceiling(settings=None, against="near-perfect"):
    """The Ceiling against an opponent of these settings: worked out backwards, from full boards to the empty one."""
    rules = _checked(settings)
    return _ceiling(Settings(**{name: getattr(rules, name) for name in READ}), against)


@cache
def _ceiling(settings, against):
    replies, values, moves = policy(against, settings, exact=True), {}, {}

    def value(board):
        if board not in values:
            values[board] = Fraction(work_out(board))
        return values[board]

    def work_out(board):
        if is_final(board):
            won = winner(board)
            return total_payoff(won == X, won == O, won == 0, settings)
        if to_move(board) == O:
            chance = replies(board)
            return sum(chance[square] * value(put(board, square, O)) for square in range(9) if chance[square] > 0)
        after = {square: value(put(board, square, X)) for square in open_squares(board)}
        moves[board] = tuple(square for square in after if after[square] == max(after.values()))
        return max(after.values())

    payoff = settings.games * value(START)
    first_moves = {square: settings.games * value(put(START, square, X)) for square in open_squares(START)}
    return Ceiling(payoff, values, moves, first_moves)


def mistakes(network, settings=None):
    """{board: squares}: where a network that begins may have to move and does not reach the ceiling's payoff.

    The squares are those that would. If there are none, its expected payoff *is* the ceiling.
    """
    best = ceiling(settings).moves
    met = chances(policy(network), policy("near-perfect", settings))
    asked = [board for board in met if not is_final(board) and to_move(board) == X]
    return {board: best[board] for board in asked if network(board) not in best[board]}


# Every game.


def games(network, mark=X, start=START):
    """Every game of a network that plays `mark`, one for each sequence of legal replies: (squares, winner) of each."""
    _check_mark(mark)
    if is_final(start):
        yield (), winner(start)
        return
    mover = to_move(start)
    for square in [network(start)] if mover == mark else open_squares(start):
        for rest, won in games(network, mark, put(start, square, mover)):
            yield (square, *rest), won


def losing_lines(network, mark=X):
    """The games, as tuples of squares, in which the other side beats a network that plays `mark`: all there are."""
    return [squares for squares, won in games(network, mark) if won == -mark]


def never_loses(player, mark=X, start=START):
    """Whether no sequence of legal replies beats a Network that plays `mark`, from `start` on: all are tried."""
    _check_mark(mark)
    anything = policy("random")
    pair = (policy(player), anything) if mark == X else (anything, policy(player))
    return all(winner(board) != -mark for board in chances(*pair, start))


def branches(network, settings=None):
    """{first reply: "win", "tie" or "loss"}: what becomes of each if the opponent never slips from there on.

    A win is forced when every game that can follow is won; a loss is possible when one of them is lost; a tie is
    everything between. Later accounts of the paper describe its networks in this way.
    """
    found = branch_results(network, _checked(settings).change(slip=0.0))
    return {reply: "loss" if ends.loss else "tie" if ends.tie else "win" for reply, ends in found.items()}
