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
from fogel.anygame.orders import NEAR, best_order, blind_odds
from fogel.anygame.settings import GameSettings
from fogel.core.types import Floats, Ints, Json, Square
from fogel.engine.compiling import compiled
from fogel.engine.games import answer_all
from fogel.engine.graph import flow, follow, reply_chances
from fogel.engine.population import none_in
from fogel.engine.tables import Tables, make_rule
from fogel.network import Network
from fogel.selection import total_payoff


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
    move odds that are an estimate of the opponent's. Beside a sampled payoff, the measures are
    estimated too.
    """

    expected_payoff: float
    win: float
    tie: float
    loss: float
    measures: Measures
    evaluation: str = "exact"
    games: int = 0
    half: float = 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the expected payoff; it has no width if the expected payoff is not
        sampled.
        """
        return self.expected_payoff - self.half, self.expected_payoff + self.half

    @property
    def share(self) -> float | None:
        """(expected_payoff - random) / (ceiling - random); None if a random player is at
        the ceiling.
        """
        return part(self.expected_payoff, self.measures.random, self.measures.ceiling)

    @property
    def sight(self) -> float | None:
        """(expected_payoff - blind) / (ceiling - blind); None if a blind order is at
        the ceiling.
        """
        return part(self.expected_payoff, self.measures.blind.exact_payoff, self.measures.ceiling)

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
            f"expects {self.expected_payoff:.2f}{how} (random {random:.2f}, blind"
            f" {blind:.2f}, ceiling {ceiling:.2f}): share {share}, sight {sight}"
        )

    def to_dict(self) -> Json:
        """All of it as plain values."""
        measures = self.measures
        sampled = (
            {"sampled_games": self.games, "expected_payoff_interval": [*self.interval]}
            if self.games
            else {}
        )
        return {
            "evaluation": self.evaluation,
            **sampled,
            **{
                name: getattr(self, name)
                for name in ("expected_payoff", "win", "tie", "loss", "share", "sight")
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
    win, loss, tie = engine.compute_chances([network], settings.game_tables(), settings.numbers)[
        0
    ].tolist()
    exact_payoff = settings.games * total_payoff(win, loss, tie, settings.numbers)
    return Evaluation(
        exact_payoff, win, tie, loss, compute_measures(settings), name_evaluation(settings)
    )


def name_evaluation(settings: GameSettings) -> str:
    """Return "exact", or "estimated" if the move odds of the opponent are an estimate."""
    return (
        settings.opponent.evaluation if isinstance(settings.opponent, FunctionOpponent) else "exact"
    )


def compute_measures(settings: GameSettings) -> Measures:
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
    return _compute_measures(GameSettings(**read))


@lru_cache(maxsize=256)
def _compute_measures(settings):
    found = settings.game_tables()
    best = values(found, settings, highest)
    order, proved = best_order(found, settings, best)
    return Measures(
        random=evaluate_odds(found, settings, 1),
        blind=Blind(evaluate_odds(found, settings, blind_odds(found, order)), order, proved),
        baseline=evaluate_odds(found, settings, rule_odds(settings)),
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


def evaluate_odds(tables: Tables, settings: GameSettings, odds: Any) -> float:
    """The expected payoff of a player with these odds, (asked, squares), or one number for all
    squares alike.
    """
    odds = np.broadcast_to(np.asarray(odds, dtype=float), (tables.asked, tables.boards.shape[1]))

    def drawn(offered, rows):
        chances = np.where(np.isnan(offered), 0.0, odds[rows])
        return np.nansum(offered * chances, axis=1) / chances.sum(axis=1)

    return settings.games * _at_the_start(tables, values(tables, settings, drawn))


def rule_odds(settings: GameSettings) -> Ints:
    """(asked, squares): the odds of the paper's rules in the network's own seat."""
    rules = settings.rules
    views = [seats.seated(rules, player) for player in seats.PLAYERS[settings.seat]]
    return np.concatenate(
        [
            seats.compute_odds(rules, view, "near-perfect", make_rule(settings), ours=True)
            for view in views
        ]
    )


# Every game.


def lines(network: Network, settings: GameSettings) -> tuple[int, int]:
    """(how many games replies can lead to, how many of them are lost): one for each sequence of
    legal replies.
    """
    tables = settings.game_tables()
    world = engine.make_world([network], tables, settings.numbers)
    compiled(answer_all)(world)
    graph, _ = follow(tables, world.population.answers[0], settings.forced_replies)
    ways = flow(graph, np.ones(len(graph.child), np.int64), tables.starts)
    return int(ways[tables.over :].sum()), int(ways[tables.winners < 0].sum())
