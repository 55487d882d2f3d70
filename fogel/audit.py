"""Exact results of any player, without sampled games (chapter 8).

A *policy* says with which probability a player moves where: a function from a board (a tuple of
nine marks) to nine probabilities. Two policies decide the chance of every board, and those are few
enough to add them all up. A player that names a taken square, as a league agent may, is
disqualified, which is a loss. Any function from a board to a square is a player, too, if it always
gives the same answer: it is asked twice, and refused if it doesn't. With `exact=True` all numbers
are fractions, with the slip rate as the decimal that it is written as; otherwise floats. For many
networks at once there is `compute_results`, at the engine's speed.
"""

# Long: chapter 8 builds these functions one after the other, and a reader finds them under its
# name.

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from numbers import Integral
from typing import Any, NamedTuple

import numpy as np

from fogel import engine
from fogel.core.asking import ask, player_name
from fogel.core.functions import START, as_player, by_answers, settle_standard
from fogel.core.players import ADVERSARIES, players
from fogel.core.settings import DEFAULT_SETTINGS, Settings
from fogel.core.types import Floats, Ints, Json, Mark, Marks, Policy, Square
from fogel.encoding import EMPTY, O, X, is_final, open_squares, put, to_move, winner
from fogel.network import Network
from fogel.opponent import checked_probabilities, probabilities, random_odds
from fogel.selection import total_payoff

NEEDED = (
    "and exact chances need a player that always gives the same answer; "
    "`fogel.anygame.functions.sample` plays games with it"
)
PAYOFFS = ("win_payoff", "tie_payoff", "loss_payoff")
MOST_IN_A_DISTRIBUTION = 1_000  # games: a second's work, and 100 MB
# The settings that an audit depends on.
READ = ("slip", *engine.Rule._fields, "forced_replies", "games", *PAYOFFS)


class Results(NamedTuple):
    """The probabilities of a win, a tie and a loss."""

    win: float
    tie: float
    loss: float


def policy(player: Any, settings: Settings | None = None, exact: bool = False) -> Policy:
    """The policy of a Network, or another function of a board to a square; or of the adversary of
    that name.

    The near-perfect player slips as the settings say, and with `forced_replies` its first reply
    goes to any open square alike. Raises ValueError for another player, or if a function answers
    one board in two ways.
    """
    if callable(player):
        answer = _answers(player)
        return lambda board: _only(answer(board))
    _check_name(player, "player must be a Network or")
    settings, one = _checked(settings), ADVERSARIES[player]
    if one.agent:
        return policy(one.player)
    slip = one.slip(settings)
    if exact:
        slip = Fraction(str(slip))
    forced = one.slips and settings.forced_replies

    def probabilities_on(board):
        first_reply = forced and board.count(EMPTY) == 8
        odds = (random_odds if first_reply else one.move_odds)(board, settings, to_move(board))
        return probabilities(board, odds, 0 * slip if first_reply else slip)

    return probabilities_on


def _answers(player):
    """The function from a board to the player's square; one that isn't a Network is asked twice."""
    if isinstance(player, Network):
        return player
    player, rng = as_player(player), np.random.default_rng(0)

    @cache
    def answer(board):
        square, again = ask(player, board, rng), ask(player, board, rng)
        if square != again:
            raise ValueError(
                f"the player {player.name} answered {square}, then {again} to {[*board]}, {NEEDED}"
            )
        return square

    return lambda board: answer(tuple(board))


def _only(choice):
    """Nine probabilities of which one is 1."""
    return [int(square == choice) for square in range(9)]


def _check_name(name, words):
    if name not in players():
        raise ValueError(f"{words} one of {', '.join(players())}, not {name!r}")


def _checked(settings):
    """The settings, or the default ones; raises ValueError if they are something else."""
    if settings is not None and not isinstance(settings, Settings):
        raise ValueError(f"settings must be a Settings, not {settings!r}")
    return settings or DEFAULT_SETTINGS


def _check_mark(mark):
    if mark not in (X, O):
        raise ValueError(f"mark must be 1 (X) or -1 (O), not {mark!r}")


def chances(x: Policy, o: Policy, start: Marks = START) -> dict[Marks, Any]:
    """{board: the probability that a game of policy `x` against policy `o` comes to it}, final
    boards included.

    The boards come in the order of their marks. Only boards that can occur are in it. Raises
    ValueError if a policy gives anything but nine probabilities with the sum 1.
    """
    return _follow(x, o, start)[0]


def _follow(x, o, start=START):
    """The `chances`, and {board: the probability that the mover is disqualified on it}."""
    found, out = {start: 1}, {}
    layer = [start]
    while layer:
        following = {}
        for board in layer:
            if is_final(board):
                continue
            mark = to_move(board)
            for square, chance in enumerate(
                checked_probabilities((x if mark == X else o)(board), board)
            ):
                if chance > 0 and board[square] == EMPTY:
                    after = put(board, square, mark)
                    following[after] = following.get(after, 0) + chance * found[board]
                elif chance > 0:
                    out[board] = out.get(board, 0) + chance * found[board]
        found |= following
        layer = list(following)
    return found, out


def _endings(x, o, start=START):
    """Yield (winner, probability) of each end of a game; a disqualification is a loss."""
    found, out = _follow(x, o, start)
    yield from ((winner(board), chance) for board, chance in found.items() if is_final(board))
    yield from ((-to_move(board), chance) for board, chance in out.items())


def results(
    player: Any,
    against: str = "near-perfect",
    mark: Mark = X,
    settings: Settings | None = None,
    exact: bool = False,
) -> Results:
    """The exact Results of a player (a Network or an opponent's name) that plays `mark` against
    another.

    X begins. A network that plays O sees its own marks as 1, as always.
    """
    counts: Any = dict.fromkeys((1, 0, -1), 0)
    for won, chance in _endings(*_pair(player, against, mark, settings, exact)):
        counts[won * mark] += chance
    number: Any = Fraction if exact else float
    return Results(*(number(counts[value]) for value in (1, 0, -1)))


def _pair(player, against, mark, settings=None, exact=False):
    """The policies of X and O if a player has that mark."""
    _check_mark(mark)
    pair = policy(player, settings, exact), policy(against, settings, exact)
    return pair if mark == X else pair[::-1]


def disqualified(
    player: Any, against: str = "near-perfect", mark: Mark = X, settings: Settings | None = None
) -> float:
    """The probability that a player of `mark` is disqualified, which is part of its losses."""
    out = _follow(*_pair(player, against, mark, settings))[1]
    return float(sum(chance for board, chance in out.items() if to_move(board) == mark))


def compute_results(
    networks: Sequence[Network], settings: Settings | None = None, against: str = "near-perfect"
) -> list[Results]:
    """The Results of many networks that begin, a list, at the engine's speed.

    The engine knows no taken squares, so against a league agent they are worked out without it.
    """
    settings = _checked(settings)
    _check_name(against, "against must be")
    one = ADVERSARIES[against]
    if one.agent:
        return [results(network, against, settings=settings) for network in networks]
    tables = engine.opponent_tables(
        one.odds_of or one.move_odds, one.slip(settings), *engine.make_rule(settings)
    )
    rules = settings.numbers._replace(forced_replies=settings.forced_replies and one.slips)
    return [
        Results(win, tie, loss)
        for win, loss, tie in engine.compute_chances(networks, tables, rules).tolist()
    ]


def expected_payoff(results: Results, settings: Settings | None = None) -> Any:
    """The expected total payoff of the settings' games (32), from the Results of one."""
    rules = _checked(settings)
    return rules.games * total_payoff(results.win, results.loss, results.tie, rules)


def report(player: Any, settings: Settings | None = None) -> Json:
    """All that can be said of a player that begins, as plain values, with the most important ones
    as fractions too.

    What only a player that uses no random numbers has (a game for each sequence of replies, a fate
    for each first reply) is left out for others. Raises ValueError for a function that doesn't
    always give the same answer.
    """
    rules = _checked(settings)
    found = without_random_moves(player, rules) or player
    sure, nodes, player = callable(found), getattr(found, "hidden_nodes", None), _settled(found)
    exact, best = results(player, settings=rules, exact=True), ceiling(rules)
    payoff, lines = expected_payoff(exact, rules), list(games(player)) if sure else []
    lost = [squares for squares, won in lines if won == O]
    met, out = _follow(policy(player, rules), policy("random"))
    fractions = {**exact._asdict(), "payoff": payoff, "ceiling": best.payoff}
    found = {
        **{name: float(value) for name, value in fractions.items()},
        "losing_lines": len(lost),
        "never_loses": not out and all(winner(board) != O for board in met),
        "deviation": compute_deviation(player, rules),
        "games": rules.games,
        "hidden_nodes": nodes,
        "boards": sum(not is_final(board) and to_move(board) == X for board in met),
        "lines": len(lines),
        "mistakes": len(mistakes(player, rules)),
        **_meetings(player, rules, bool(out)),
        "branches": branches(player, rules) if sure else {},
        "losing_games": lost,
        "fractions": {name: str(value) for name, value in fractions.items()},
        "settings": {name: value for name, value in rules.differences().items() if name in READ},
    }
    absent = () if sure else ("losing_lines", "lines", "branches", "losing_games")
    absent = absent if out else (*absent, "disqualified")
    return {
        name: value for name, value in found.items() if value is not None and name not in absent
    }


def _meetings(player, rules, may_fail):
    """{statement: {opponent: its value}}; `may_fail` if the player may name a taken square."""
    names = {"near_perfect": "near-perfect", "random": "random", "perfect": "perfect"}
    ends = {key: results(player, name, settings=rules) for key, name in names.items()}
    outs = {
        key: disqualified(player, name, settings=rules) for key, name in names.items() if may_fail
    }
    return {"against": {key: end._asdict() for key, end in ends.items()}, "disqualified": outs}


def _settled(player):
    """A Network or a name unchanged; another function as a table of its answers, asked once."""
    if isinstance(player, Network) or not callable(player):
        return player
    answers = settle_standard(as_player(player))
    if answers is None:
        raise ValueError(f"the player {player_name(player)} draws its answers, {NEEDED}")
    return by_answers(answers)


def without_random_moves(player: Any, settings: Settings | None = None) -> Callable | None:
    """A player as a function of a board to its square, if it uses no random numbers on any board
    that it can meet as X.

    None for another player. A function, such as a Network, is returned as it is.
    """
    if callable(player):
        return player
    moves = policy(player, settings)
    for board in chances(moves, policy("random")):
        if (
            not is_final(board)
            and to_move(board) == X
            and sum(chance > 0 for chance in moves(board)) > 1
        ):
            return None
    return (
        ADVERSARIES[player].player
        if ADVERSARIES[player].file
        else lambda board: int(np.argmax(moves(tuple(board))))
    )


# The distribution of a total.


class Distribution(NamedTuple):
    """The distribution of a total payoff: its possible values, ascending, and their chances."""

    payoffs: Ints
    probabilities: Floats

    @property
    def mean(self) -> float:
        """The expected total."""
        return float(self.payoffs @ self.probabilities)

    @property
    def deviation(self) -> float:
        """The standard deviation of the total."""
        return float(np.sqrt((self.payoffs - self.mean) ** 2 @ self.probabilities))


def distribution(
    results: Results, settings: Settings | None = None, games: int | None = None
) -> Distribution:
    """The Distribution of the total payoff of the settings' games, or of so many, all with these
    Results.

    Raises ValueError for more than 1,000 games: n of them can end in n^2 / 2 ways.
    """
    rules = _checked(settings)
    games = rules.games if games is None else games
    _check_games(games, MOST_IN_A_DISTRIBUTION)
    return _gather(_counted(results, games), games, rules)


def compute_deviation(network: Network, settings: Settings | None = None) -> float:
    """The standard deviation of a network's total payoff, as first player against the near-perfect
    opponent.

    With forced replies each of the eight branches has an eighth of the games, which makes the total
    less uncertain. Of any number of games: variances add up, and no distribution is needed.
    """
    rules = _checked(settings)
    parts = (
        branch_results(network, rules).values()
        if rules.forced_replies
        else [results(network, settings=rules)]
    )
    payoffs = np.array([rules.win_payoff, rules.tie_payoff, rules.loss_payoff])
    one_game = [Distribution(payoffs, np.array(part)).deviation ** 2 for part in parts]
    return float(np.sqrt(rules.games * np.mean(one_game)))


def _check_games(games, most):
    if not isinstance(games, Integral) or not 1 <= games <= most:
        raise ValueError(
            f"games must be a whole number from 1 to {most:,} for the distribution of a total,"
            f" not {games!r}"
        )


def _counted(results, games):
    """(games + 1, games + 1): the probability of this many wins (row) and losses (column)."""
    from scipy.special import gammaln, xlogy

    wins, losses = np.indices((games + 1, games + 1))
    possible = wins + losses <= games
    wins, losses = wins[possible], losses[possible]
    counts, chance = (wins, games - wins - losses, losses), map(float, results)
    logs = gammaln(games + 1) + sum(
        xlogy(n, p) - gammaln(n + 1) for n, p in zip(counts, chance, strict=True)
    )
    counted = np.zeros(possible.shape)
    counted[possible] = np.exp(logs)
    return counted


def branch_results(player: Any, settings: Settings | None = None) -> dict[Square, Results]:
    """{first reply: Results} of a player that begins, once the near-perfect opponent has moved into
    that square.

    If the first move is drawn at random, a reply is the number of the open square, 0 to 7.
    """
    x, o = policy(player, settings), policy("near-perfect", settings)
    openings = {
        put(START, square, X): chance for square, chance in enumerate(x(START)) if chance > 0
    }
    found = []
    for reply in range(8):
        counts = dict.fromkeys((1, 0, -1), 0.0)
        for opening, chance_of_it in openings.items():
            for won, chance in _endings(x, o, put(opening, open_squares(opening)[reply], O)):
                counts[won] += chance_of_it * chance
        found.append(Results(*counts.values()))
    replies = open_squares(opening) if len(openings) == 1 else range(8)
    return dict(zip(replies, found, strict=True))


def _gather(counted, games, rules):
    """The Distribution of the totals of wins and losses, without those that are impossible."""
    wins, losses = np.nonzero(counted)
    totals, place = np.unique(
        total_payoff(wins, losses, games - wins - losses, rules), return_inverse=True
    )
    return Distribution(totals, np.bincount(place, weights=counted[wins, losses]))


class Picked(NamedTuple):
    """The expected total and payoff of the network with the highest total, ties at random."""

    total: float
    payoff: float

    @property
    def flattery(self) -> float:
        """By how much the total promises too much."""
        return self.total - self.payoff


def picked(distributions: Sequence[Distribution]) -> Picked:
    """What to expect if of several networks the one with the highest total is picked: a Picked,
    from their Distributions.

    A network is picked at the total t if all others have at most t, and then one of those that have
    t, at random. With k others at t that is the integral of s^k from 0 to 1, so that the chance is
    the integral of the product over the others of P(below t) + s P(t): a polynomial, which Gauss's
    rule integrates exactly.
    """
    if not len(distributions):
        raise ValueError("distributions must be one Distribution or more")
    values = np.unique(np.concatenate([distribution.payoffs for distribution in distributions]))
    at = np.zeros((len(distributions), len(values)))
    for row, one in enumerate(distributions):
        at[row, np.searchsorted(values, one.payoffs)] = one.probabilities
    below = np.cumsum(at, axis=1) - at
    means = np.array([one.mean for one in distributions])
    nodes, weights = np.polynomial.legendre.leggauss(len(distributions) // 2 + 1)
    total = payoff = 0.0
    for s, weight in zip((nodes + 1) / 2, weights / 2, strict=True):
        factors = below + s * at
        all_others = _products_of_the_others(factors)
        chance = weight * at * all_others
        total += float((chance @ values).sum())
        payoff += float(chance.sum(axis=1) @ means)
    return Picked(total, payoff)


def _products_of_the_others(factors):
    """For each row the product of all others, by column, without division: factors may be 0."""
    before, after = np.ones_like(factors), np.ones_like(factors)
    before[1:] = np.cumprod(factors[:-1], axis=0)
    after[:-1] = np.cumprod(factors[:0:-1], axis=0)[::-1]
    return before * after


# The ceiling.


class Ceiling(NamedTuple):
    """What the best possible first player makes of an opponent, in fractions.

    `payoff`: of the settings' games. `values`: {board: the payoff of one game from there}, final
    boards included. `moves`: {board with X to move: the squares that reach it}. `first_moves`:
    {square: the payoff of the settings' games}.
    """

    payoff: Fraction
    values: dict[Marks, Fraction]
    moves: dict[Marks, list[Square]]
    first_moves: dict


def ceiling(settings: Settings | None = None, against: str = "near-perfect") -> Ceiling:
    """The Ceiling against an opponent of these settings, worked out backwards from full boards."""
    rules = _checked(settings)
    return _ceiling(Settings(**{name: getattr(rules, name) for name in READ}), against)


@cache
def _ceiling(settings, against):
    replies, values, moves = policy(against, settings, exact=True), {}, {}
    won = total_payoff(1, 0, 0, settings)  # what a disqualification of the other one is

    def value(board):
        if board not in values:
            values[board] = Fraction(work_out(board))
        return values[board]

    def work_out(board):
        if is_final(board):
            mark = winner(board)
            return total_payoff(mark == X, mark == O, mark == 0, settings)
        if to_move(board) == O:
            chance = replies(board)
            return sum(
                chance[square] * (value(put(board, square, O)) if board[square] == EMPTY else won)
                for square in range(9)
                if chance[square] > 0
            )
        after = {square: value(put(board, square, X)) for square in open_squares(board)}
        moves[board] = tuple(square for square in after if after[square] == max(after.values()))
        return max(after.values())

    payoff = settings.games * value(START)
    first_moves = {
        square: settings.games * value(put(START, square, X)) for square in open_squares(START)
    }
    return Ceiling(payoff, values, moves, first_moves)


def mistakes(network: Network, settings: Settings | None = None) -> dict[Marks, list[Square]]:
    """{board: squares}: where a network that begins may have to move and does not reach the
    ceiling's payoff.

    The squares are those that would. If there are none, its expected payoff *is* the ceiling.
    """
    best = ceiling(settings).moves
    moves = policy(network, settings)
    met = chances(moves, policy("near-perfect", settings))
    asked = [board for board in met if not is_final(board) and to_move(board) == X]
    return {
        b: best[b]
        for b in asked
        if any(chance > 0 and s not in best[b] for s, chance in enumerate(moves(b)))
    }


# Every game.


def games(
    network: Network, mark: Mark = X, start: Marks = START
) -> Iterator[tuple[tuple[Square, ...], Mark]]:
    """Every game of a network that plays `mark`, one for each sequence of legal replies: (squares,
    winner) of each.

    A move that disqualifies is not among the squares.
    """
    _check_mark(mark)
    yield from _games(_answers(network), mark, start)


def _games(answer, mark, start):
    if is_final(start):
        yield (), winner(start)
        return
    mover = to_move(start)
    for square in [answer(start)] if mover == mark else open_squares(start):
        if start[square] != EMPTY:
            yield (), -mover
            continue
        for rest, won in _games(answer, mark, put(start, square, mover)):
            yield (square, *rest), won


def losing_lines(network: Network, mark: Mark = X) -> list[tuple[Square, ...]]:
    """All games, as tuples of squares, in which a network that plays `mark` is beaten."""
    return [squares for squares, won in games(network, mark) if won == -mark]


def never_loses(player: Any, mark: Mark = X) -> bool:
    """Whether no sequence of legal replies beats a Network that plays `mark`: all are tried.

    Nor may any lead it to name a taken square.
    """
    _check_mark(mark)
    anything = policy("random")
    pair = (policy(player), anything) if mark == X else (anything, policy(player))
    return all(won != -mark for won, _ in _endings(*pair))


def branches(network: Network, settings: Settings | None = None) -> dict[Square, str]:
    """{first reply: "win", "tie" or "loss"}: what becomes of each if the opponent never slips from
    there on.

    A win is forced when every game that can follow is won; a loss is possible when one of them is
    lost; a tie is everything between. Later accounts of the paper describe its networks in this
    way.
    """
    found = branch_results(network, _checked(settings).change(slip=0.0))
    return {
        reply: "loss" if ends.loss else "tie" if ends.tie else "win"
        for reply, ends in found.items()
    }
