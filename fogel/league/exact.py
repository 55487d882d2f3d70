"""Exact results of any two players, even if one breaks the rules.

A *table* says with which chance a player names which square at each of the 4,520 positions in
progress: (4520, 10) numbers, the last of a row the chance that it names a taken square, which
disqualifies it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np

from fogel import audit, encoding, engine
from fogel.core.settings import Settings
from fogel.core.types import Board, Bools, Floats, Mark, Marks
from fogel.encoding import IN_PROGRESS, O, X, open_squares, positions, put, to_move, winner
from fogel.engine.graph import flow, make_graph
from fogel.league.agent import Agent
from fogel.league.settings import LeagueSettings
from fogel.league.twin import (
    compute_squares,
    new_games,
    new_population,
    play_once,
    tables,
    write_agent,
)
from fogel.network import Network
from fogel.opponent import best_odds, probabilities

OUT = 9  # the column of a table that stands for a taken square


class ExactResult(NamedTuple):
    """The chances of a game's five ends; they add up to 1."""

    x_wins: float
    ties: float
    o_wins: float
    x_disqualified: float
    o_disqualified: float

    def of(self, mark: Mark) -> audit.Results:
        """The audit's Results of the player with that mark; a disqualification is a loss, and the
        other one's win.
        """
        wins, losses = self.x_wins + self.o_disqualified, self.o_wins + self.x_disqualified
        return audit.Results(
            *((wins, self.ties, losses) if mark == X else (losses, self.ties, wins))
        )

    def points(self, mark: Mark = X) -> float:
        """The expected points of that player: 1 for a win, a half for a tie."""
        result = self.of(mark)
        return result.win + result.tie / 2


def exact_result(x: Any, o: Any) -> ExactResult:
    """The ExactResult of the player with table `x`, who begins, against the one with table `o`."""
    _, after, winners = engine.game_tables()
    table = np.concatenate([x[: encoding.X_TO_MOVE], o[encoding.X_TO_MOVE :]])
    reached = flow(_game(), table[:, :OUT][after[:IN_PROGRESS] != engine.NONE])
    final, won = reached[IN_PROGRESS:], winners[IN_PROGRESS:]
    out = np.split(reached[:IN_PROGRESS] * table[:, OUT], [encoding.X_TO_MOVE])
    parts = *(final[won == mark] for mark in (X, 0, O)), *out
    return ExactResult(*(float(part.sum()) for part in parts))


@cache
def _game():
    return make_graph(engine.game_tables()[1])


def make_table(player: Any, settings: Settings | None = None) -> Any:
    """The table of a player that uses no random numbers (an Agent, a Network), of a name, or of a
    policy, as in the audit.

    Names are near-perfect, perfect and random, and lookahead-1 to lookahead-9 for who looks so many
    moves ahead; the `settings` are theirs. Raises ValueError for another one.
    """
    if isinstance(player, Agent):
        return _table_of_squares(compute_squares(player))
    if isinstance(player, str) and player in LOOKAHEAD:
        return _table_of_policy(_lookahead_policy(LOOKAHEAD[player], settings or Settings()))
    if isinstance(player, str) or not callable(player) or isinstance(player, Network):
        return _table_of_policy(audit.policy(player, settings))
    return _table_of_policy(player)


def lookahead_odds(depth: int, board: Board, settings: Any, me: Mark = O) -> list[int]:
    """Return `perfect_odds` for a player that sees `depth` moves, wins soon and loses late."""
    return best_odds(board, settings, me, lambda *seen: foreseen_result(*seen, depth - 1))


@cache
def foreseen_result(board: Marks, me: Mark, depth: int) -> int:
    """Return the result that `me`, to move, can force in `depth` moves: above 0 wins, below loses.

    The sooner, the further from 0: a game that is won or lost on this board counts depth + 1.
    """
    if winner(board):
        return winner(board) * me * (depth + 1)
    squares = open_squares(board) if depth else []
    return max(
        (-foreseen_result(put(board, square, me), -me, depth - 1) for square in squares), default=0
    )


LOOKAHEAD = {f"lookahead-{depth}": depth for depth in range(1, 10)}


def _lookahead_policy(depth, settings):
    def policy(board):
        return probabilities(board, lookahead_odds(depth, board, settings, to_move(board)))

    return policy


def _table_of_squares(squares):
    table = np.zeros((IN_PROGRESS, 10))
    taken = positions()[np.arange(IN_PROGRESS), squares] != 0
    table[np.arange(IN_PROGRESS), np.where(taken, OUT, squares)] = 1.0
    return table


def _table_of_policy(policy):
    boards = positions()[:IN_PROGRESS]
    chances = np.array([policy(tuple(board)) for board in boards.tolist()], dtype=float)
    if (
        chances.shape != (IN_PROGRESS, 9)
        or not (np.abs(chances.sum(axis=1) - 1) < 1e-9).all()
        or chances.min() < 0
    ):
        raise ValueError("a policy must give nine chances on every board, which add up to 1")
    taken = boards != 0
    return np.column_stack(
        [np.where(taken, 0.0, chances), np.where(taken, chances, 0.0).sum(axis=1)]
    )


def round_robin(
    players: dict[str, Any], settings: Settings | None = None
) -> dict[tuple[str, str], ExactResult]:
    """{(x, o): ExactResult} of all ordered pairs of different names in `players`, a dict of what
    `make_table` takes.
    """
    found = {name: make_table(player, settings) for name, player in players.items()}
    return {(x, o): exact_result(found[x], found[o]) for x, o in permutations(found, 2)}


def play_agents(agents: Sequence[Any], settings: LeagueSettings) -> Any:
    """The Games of all ordered pairs of agents of one league's settings: one game says all, since
    nobody draws.
    """
    population, games = new_population(len(agents), settings.hidden), new_games(len(agents))
    for row, agent in enumerate(agents):
        write_agent(population, row, agent)
    rules = settings.numbers._replace(networks=len(agents), experts=0)
    # Nothing is drawn from this generator.
    scores, rng = np.zeros(len(agents), dtype=np.int64), np.random.default_rng(0)
    engine.compiled(play_once)(population, games, scores, tables(), rng, rules)
    return games


def points(games: Any) -> Floats:
    """(agents, agents) the points of who plays X in each of the Games: 1, a half or 0; the diagonal
    is nan.
    """
    results = games.winners - games.disqualified
    found = 0.5 + 0.5 * results.astype(float)
    np.fill_diagonal(found, np.nan)
    return found


def beaten(points: Floats) -> Bools:
    """(players, players) whether the one of the row has more points than the one of the column over
    both seats.
    """
    both = points + 1.0 - points.T
    return np.nan_to_num(both, nan=1.0) > 1.0


def cycles(beats: Bools) -> int:
    """How many rock-paper-scissors there are: three players of whom each beats the next."""
    beats = np.asarray(beats, dtype=np.int64)
    return int(np.trace(beats @ beats @ beats)) // 3
