"""Exact results of a network in any game, and the upper bound.

All numbers are expected total payoffs of the settings' games. A *share* is how far a player is on
the way from a random player's expected payoff to the ceiling, so that games can be compared.
*Sight* is the same from the best *blind order*, a player that takes the first open square of a
fixed order and never looks at a mark: in many games that has nearly all there is to gain, and only
what lies above it was gained by looking. Where there is nothing to gain, both are None.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from fogel import engine
from fogel.anygame import tables as seats
from fogel.anygame.opponents import FunctionOpponent
from fogel.anygame.settings import GameSettings
from fogel.core.types import Floats, Ints, Json, Square
from fogel.engine.compiling import compiled, kernel, lent
from fogel.engine.games import answer_all
from fogel.engine.population import none_in
from fogel.engine.tables import Tables, rule_of
from fogel.network import Network
from fogel.selection import total_payoff

NEAR = 1e-9  # rounding: as good as equal
MOST_ORDERS = 300_000  # beginnings of orders that are looked at


class Blind(NamedTuple):
    """The best order of squares that was found, its expected payoff, and whether it is `proved`
    that no other one is better.
    """

    exact_payoff: float
    order: tuple[Square, ...]
    proved: bool


class Measures(NamedTuple):
    """What a game has to offer in a seat, against an opponent: expected total payoffs.

    `random`: of a player that moves at random. `baseline`: of the paper's rules in the network's
    own seat, without slips. `ceiling`: no player has more. `results`: what can be forced in the
    seat, or in each: 1, 0 or -1.
    """

    random: float
    blind: Blind
    baseline: float
    ceiling: float
    results: tuple[int, ...]


class Evaluation(NamedTuple):
    """A player's expected payoff, its chances of a win, a tie and a loss in one game, and how it
    stands among Measures.

    `evaluation`: "exact"; "sampled" from so many `games` against the opponent itself, with `half`
    the width of the 95 % interval of the expected payoff; or "estimated", which is exact against
    move odds that are an estimate of the opponent's. Beside a sampled worth, the measures are
    estimated too.
    """

    exact_payoff: float
    win: float
    tie: float
    loss: float
    measures: Measures
    evaluation: str = "exact"
    games: int = 0
    half: float = 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the expected payoff; of an expected payoff that is not sampled it
        has no width.
        """
        return self.exact_payoff - self.half, self.exact_payoff + self.half

    @property
    def share(self) -> float | None:
        """(worth - random) / (ceiling - random); None if a random player is at the ceiling."""
        return part(self.exact_payoff, self.measures.random, self.measures.ceiling)

    @property
    def sight(self) -> float | None:
        """(worth - blind) / (ceiling - blind); None if a blind order is at the ceiling."""
        return part(self.exact_payoff, self.measures.blind.exact_payoff, self.measures.ceiling)

    def __str__(self):
        """Return the expected payoff, what bounds it, share and sight, in one line."""
        share, sight = (
            "0/0" if value is None else f"{value:.3f}" for value in (self.share, self.sight)
        )
        random, (blind, *_), _, ceiling, _ = self.measures
        how = (
            f" ± {self.half:.2f}, sampled"
            if self.games
            else ", estimated"
            if self.evaluation == "estimated"
            else ""
        )
        return (
            f"worth {self.exact_payoff:.2f}{how} (random {random:.2f}, blind {blind:.2f}, ceiling"
            f" {ceiling:.2f}): share {share}, sight {sight}"
        )

    def to_dict(self) -> Json:
        """All of it as plain values."""
        measures = self.measures
        sampled = (
            {"sampled_games": self.games, "exact_payoff_interval": [*self.interval]}
            if self.games
            else {}
        )
        return {
            "evaluation": self.evaluation,
            **sampled,
            **{
                name: getattr(self, name)
                for name in ("exact_payoff", "win", "tie", "loss", "share", "sight")
            },
            **{name: getattr(measures, name) for name in ("random", "baseline", "ceiling")},
            "blind": measures.blind.exact_payoff,
            "blind_order": list(measures.blind.order),
            "blind_proved": measures.blind.proved,
            "results": list(measures.results),
        }


def part(exact_payoff: float, least: float, most: float) -> float | None:
    """How far an expected payoff is on the way from the least to the most; None where that is no
    way.
    """
    return (exact_payoff - least) / (most - least) if most - least > NEAR else None


def exact_evaluation(network: Network, settings: GameSettings) -> Evaluation:
    """The Evaluation of a network at the game of these settings."""
    win, loss, tie = engine.chances_of([network], settings.game_tables(), settings.numbers)[
        0
    ].tolist()
    exact_payoff = settings.games * total_payoff(win, loss, tie, settings.numbers)
    return Evaluation(exact_payoff, win, tie, loss, measures_of(settings), evaluation_of(settings))


def evaluation_of(settings: GameSettings) -> str:
    """Return "exact", or "estimated" if the move odds of the opponent are an estimate."""
    return (
        settings.opponent.evaluation if isinstance(settings.opponent, FunctionOpponent) else "exact"
    )


def measures_of(settings: GameSettings) -> Measures:
    """The Measures of the game of these settings; what is the same for all networks is worked out
    once.
    """
    names = (
        "games",
        "win_payoff",
        "tie_payoff",
        "loss_payoff",
        "forced_replies",
        "seat",
        "slip",
        *engine.Rule._fields,
    )
    read = {name: getattr(settings, name) for name in (*names, "opponent", "game")}
    return _measures_of(GameSettings(**read))


@lru_cache(maxsize=256)
def _measures_of(settings):
    found = settings.game_tables()
    best = values(found, settings, highest)
    order, proved = best_order(found, settings, best)
    return Measures(
        random=exact_payoff_of(found, settings, 1),
        blind=Blind(exact_payoff_of(found, settings, blind_weights(found, order)), order, proved),
        baseline=exact_payoff_of(found, settings, rule_odds(settings)),
        ceiling=settings.games * _at_the_start(found, best),
        results=tuple(
            seats.result(settings.rules, player) for player in seats.PLAYERS[settings.seat]
        ),
    )


def ceiling(settings: GameSettings) -> float:
    """The highest expected total payoff that any player can have."""
    found = settings.game_tables()
    return settings.games * _at_the_start(found, values(found, settings, highest))


# Backwards, from the full boards to the empty one.


def reply_chances(tables: Tables, forced_replies: bool) -> Floats:
    """(positions, replies): the probability of each reply of the opponent."""
    chances = np.diff(tables.reply_sums, prepend=0.0, axis=1)
    if forced_replies:
        first = tables.after[tables.starts[0]]
        first = first[first < tables.over]
        chances[first] = (np.arange(chances.shape[1]) < tables.first_replies) / tables.first_replies
    return chances


def values(
    tables: Tables, settings: GameSettings, choose: Callable[[Floats, Ints], Floats]
) -> Floats:
    """(positions,): the expected payoff of one game from each position on.

    `choose(offered, rows)` is what the player makes of its moves on the positions `rows`, whose
    values are offered, (rows, squares), NaN where a square is taken.
    """
    payoffs = total_payoff(
        tables.winners == 1, tables.winners == -1, tables.winners == 0, settings.numbers
    )
    found, chances = payoffs.astype(np.float64), reply_chances(tables, settings.forced_replies)
    marks = (tables.boards[: tables.over] != 0).sum(axis=1)
    asked = np.arange(tables.over) < tables.asked
    for count in range(marks.max(), -1, -1):
        rows = np.flatnonzero((marks == count) & ~asked)
        possible = chances[rows] > 0
        following = np.where(possible, tables.reply_next[rows], 0)
        found[rows] = (np.where(possible, chances[rows], 0) * found[following]).sum(axis=1)
        rows = np.flatnonzero((marks == count) & asked)
        after = tables.after[rows]
        offered = np.where(
            after == none_in(after), np.nan, found[np.where(after == none_in(after), 0, after)]
        )
        found[rows] = choose(offered, rows)
    return found


def highest(offered: Floats, rows: Ints) -> Floats:
    """What the best player makes of its moves."""
    return np.nanmax(offered, axis=1, initial=-np.inf)


def _at_the_start(tables, found):
    return float(found[tables.starts].mean())


def exact_payoff_of(tables: Tables, settings: GameSettings, weights: Any) -> float:
    """The expected payoff of a player with these weights, (asked, squares), or one number for all
    squares alike.
    """
    weights = np.broadcast_to(
        np.asarray(weights, dtype=float), (tables.asked, tables.boards.shape[1])
    )

    def drawn(offered, rows):
        chances = np.where(np.isnan(offered), 0.0, weights[rows])
        return np.nansum(offered * chances, axis=1) / chances.sum(axis=1)

    return settings.games * _at_the_start(tables, values(tables, settings, drawn))


def rule_odds(settings: GameSettings) -> Ints:
    """(asked, squares): the weights of the paper's rules in the network's own seat."""
    rules = settings.rules
    views = [seats.seated(rules, player) for player in seats.PLAYERS[settings.seat]]
    return np.concatenate(
        [seats.odds_of(rules, view, "near-perfect", rule_of(settings), ours=True) for view in views]
    )


# The best blind order.


def best_order(
    tables: Tables, settings: GameSettings, best: Floats
) -> tuple[tuple[Square, ...], bool]:
    """(the best order of the squares that are open at the start, whether that is proved), by branch
    and bound.

    A beginning of an order can't be worth more than if the best player went on wherever all its
    squares are taken; `best` has what that player makes of each position. After MOST_ORDERS
    beginnings the best one found is returned.
    """
    squares = np.flatnonzero(tables.boards[0] == 0)
    chances = reply_chances(tables, settings.forced_replies)
    order, proved = compiled(search_orders)(tables, chances, best, squares, MOST_ORDERS)
    return tuple(order.tolist()), bool(proved)


def search_orders(
    tables: Tables, chances: Floats, best: Floats, squares: Ints, most: int
) -> tuple[Ints, bool]:
    """(the best order of `squares`, whether no other is better): depth first, the most promising
    square first.
    """
    tables = lent(tables)
    count, depth, looked, record = len(squares), 0, 0, -np.inf
    order, found = squares.copy(), squares.copy()  # order[:depth] is the beginning
    # Of each square that may come next, by depth; NaN: not to be tried.
    bounds = np.full((count + 1, count), np.nan)
    sure = np.zeros((count + 1, count), np.bool_)
    reached = np.zeros(tables.asked)
    entering = True
    while depth >= 0 and looked < most:
        if entering:
            for place in range(count):
                order[depth] = squares[place]
                bounds[depth, place] = np.nan
                taken = False
                for earlier in range(depth):
                    taken |= order[earlier] == squares[place]
                if not taken:
                    looked += 1
                    bounds[depth, place], sure[depth, place] = bound(
                        tables, chances, best, order, depth + 1, reached
                    )
        place = -1
        for other in range(count):
            if bounds[depth, other] > record + NEAR and (
                place < 0 or bounds[depth, other] > bounds[depth, place]
            ):
                place = other
        entering = place >= 0
        if place < 0:
            depth -= 1
            continue
        promise, bounds[depth, place] = bounds[depth, place], np.nan
        order[depth] = squares[place]
        if sure[depth, place]:  # the squares that follow make no difference
            record, entering = promise, False
            complete(order, depth + 1, squares, found)
        else:
            depth += 1
    return found, depth < 0


@kernel
def complete(order: Ints, length: int, squares: Ints, found: Ints) -> None:
    """Fills `found` with the first `length` squares of an order, and then with the others as they
    come.
    """
    found[:length] = order[:length]
    end = length
    for square in squares:
        known = False
        for earlier in range(length):
            known |= order[earlier] == square
        if not known:
            found[end] = square
            end += 1


@kernel
def bound(
    tables: Tables, chances: Floats, best: Floats, order: Ints, length: int, reached: Floats
) -> tuple[float, bool]:
    """(what a game is worth at most with the first `length` squares of an order, whether it is just
    that).

    `reached` is room to work in, zero between uses.
    """
    total, sure = 0.0, True
    for start in tables.starts:
        reached[start] += 0.5
    for asked in range(tables.asked):
        chance = reached[asked]
        if chance == 0.0:
            continue
        reached[asked] = 0.0
        place = 0
        while place < length and tables.boards[asked, order[place]] != 0:
            place += 1
        if place == length:
            total += chance * best[asked]
            sure = False
            continue
        position = tables.after[asked, order[place]]
        if position >= tables.over:
            total += chance * best[position]
            continue
        for reply in range(chances.shape[1]):
            share = chances[position, reply]
            if share > 0.0:
                following = tables.reply_next[position, reply]
                if following >= tables.over:
                    total += chance * share * best[following]
                else:
                    reached[following] += chance * share
    return total, sure


def blind_weights(tables: Tables, order: tuple[Square, ...]) -> Ints:
    """(asked, squares): 1 for the first open square of an order."""
    boards = tables.boards[: tables.asked]
    ranks = np.full(boards.shape[1], len(order))
    ranks[list(order)] = np.arange(len(order))
    first = np.where(boards == 0, ranks, len(order) + 1).argmin(axis=1)
    return np.eye(boards.shape[1], dtype=np.int64)[first]


# Every game.


def lines(network: Network, settings: GameSettings) -> tuple[int, int]:
    """(how many games replies can lead to, how many of them are lost): one for each sequence of
    legal replies.

    A move into the last open square is no reply of its own.
    """
    tables = settings.game_tables()
    world = engine.world_of([network], tables, settings.numbers)
    compiled(answer_all)(world)
    answers = world.population.answers[0].tolist()
    ways, ends = [0] * tables.asked, [0, 0]

    def go(position, count):
        if position < tables.asked:
            ways[position] += count
        else:
            ends[0] += count
            ends[1] += count * int(tables.winners[position] < 0)

    for start in dict.fromkeys(tables.starts.tolist()):
        go(start, 1)
    for asked in range(tables.asked):
        if ways[asked]:
            position = answers[asked]
            if position >= tables.over:
                go(position, ways[asked])
                continue
            for reply in range(int((tables.boards[position] == 0).sum())):
                go(int(tables.reply_next[position, reply]), ways[asked])
    return ends[0], ends[1]
