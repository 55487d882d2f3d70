"""What a level of look-ahead gains, in games of many shapes (chapter 14).

Every level meets every other, in turn as opener. On small games the chances are exact; on larger
ones matches are played, and an interval says how far their luck reaches.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from fogel.core.intervals import wilson
from fogel.core.types import Rng
from fogel.lookahead.levels import LEVELS, trad_policy
from fogel.lookahead.players import make_player
from fogel.lookahead.tree import MOST_SQUARES, SmallGame
from fogel.rules.referee import play_match, seat
from fogel.rules.rules import Rules

GAMES = 200  # of each pair where chances can't be exact
PATIENCE = 20_000  # boards that a player may meet for a move there


class Duel(NamedTuple):
    """Two players in turn as openers: shares of games, and in how many `games`, None if they are
    exact.

    `low` and `high` bound what the first one really wins, with 95 % confidence; equal to it if
    exact.
    """

    first: str
    second: str
    draws: float
    first_wins: float
    second_wins: float
    games: int | None
    low: float
    high: float

    @property
    def points(self) -> float:
        """What the first gets of a game: a win is 1, a draw a half."""
        return self.first_wins + self.draws / 2


def trad_policies(patience: int | None = None) -> dict[str, Callable[..., Any]]:
    """{level: its policy}."""
    return {level: trad_policy(level, patience=patience) for level in LEVELS}


def ladder(
    rules: Rules,
    policies: dict[str, Callable[..., Any]] | None = None,
    games: int | None = None,
    rng: Rng | None = None,
) -> list[Duel]:
    """The Duels of all pairs of policies, {name: policy}, by default the six levels: each with
    itself and those after.

    Exact if `games` is None and the rules are small enough; otherwise `games` (by default GAMES)
    are played of each pair, with draws from `rng`.
    """
    exact = not games and rules.players == 2 and rules.start.squares.count(0) <= MOST_SQUARES
    policies = policies or trad_policies(None if exact else PATIENCE)
    names = list(policies)
    pairs = [(first, second) for place, first in enumerate(names) for second in names[place:]]
    if exact:
        game = SmallGame(rules)
        odds = {name: game.move_odds(policy) for name, policy in policies.items()}
        return [_exactly(game, pair, odds) for pair in pairs]
    rng = np.random.default_rng(0) if rng is None else rng
    return [_played(rules, pair, policies, games or GAMES, rng) for pair in pairs]


def _exactly(game, pair, odds):
    first, second = (odds[name] for name in pair)
    one, other = game.chances(first, second), game.chances(second, first)
    wins = [float(one.wins[seat] + other.wins[1 - seat]) / 2 for seat in (0, 1)]
    return Duel(*pair, float(one.draws + other.draws) / 2, *wins, None, wins[0], wins[0])


def _played(rules, pair, policies, games, rng):
    players = seat(rules, [make_player(policies[name], name.capitalize()) for name in pair])
    tally = play_match(rules, players, games, rng, first_player="turn")
    shares = [count / games for count in (tally.draws, *tally.wins)]
    return Duel(*pair, *shares, games, *wilson(tally.wins[0], games))
