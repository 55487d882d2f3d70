"""Results of your own function in any game, exact or sampled.

A function sees the marks of the player who moves first as 1 and those of the second as -1, in
whichever seat it sits. A square that is taken disqualifies it, which is a loss.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from fogel.anygame import tables as seats
from fogel.anygame.settings import GameSettings
from fogel.core.asking import ask
from fogel.core.functions import settle
from fogel.core.intervals import mean_and_half_width, wilson
from fogel.core.types import Bytes, Ints, Json, Player, Rng, Square
from fogel.encoding import open_squares
from fogel.engine.graph import flow, follow, parents, reply_chances
from fogel.engine.population import none_in
from fogel.engine.tables import Tables
from fogel.opponent import pick
from fogel.rules.rules import Rules

GAMES = 10_000  # that are sampled against each opponent


class ExactResults(NamedTuple):
    """The exact probabilities of a player's games to be won, tied and lost; `disqualified` is a
    part of the losses.

    `lines`: how many games replies can lead to, one for each sequence of legal replies;
    `losing_lines`: those lost.
    """

    win: float
    tie: float
    loss: float
    disqualified: float
    lines: int
    losing_lines: int


class Sample(NamedTuple):
    """How many sampled games a player has won, tied and lost; `disqualified` is a part of the
    losses.
    """

    win: int
    tie: int
    loss: int
    disqualified: int

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.win + self.tie + self.loss

    def to_dict(self) -> Json:
        """Return the shares of the games, and the 95 % interval of each: {name: share,
        name_interval: [low, high]}.
        """
        shares = {name: count / self.games for name, count in self._asdict().items()}
        return shares | {
            f"{name}_interval": [*wilson(count, self.games)]
            for name, count in self._asdict().items()
        }

    def mean(self, win: float, tie: float, loss: float) -> tuple[float, float]:
        """Return the mean of a game's value, if results have these values, and the half width of
        its 95% interval.

        If all games ended alike, their variance is 0. The half width is then that of Wilson's
        interval, so that games that were sampled don't look exact.
        """
        values = (win, tie, loss)
        mean, half = mean_and_half_width(np.repeat(values, (self.win, self.tie, self.loss)))
        return mean, half or (max(values) - min(values)) * wilson(0, self.games)[1]

    def payoff(self, settings: Any) -> tuple[float, float]:
        """Return the expected total payoff of the settings' games, and the half width of its 95%
        interval.
        """
        mean, half = self.mean(settings.win_payoff, settings.tie_payoff, settings.loss_payoff)
        return settings.games * mean, settings.games * half


def settle_seat(player: Player, rules: Rules, number: int) -> dict[int, Square] | None:
    """Return {position: the player's square} for all that it can meet as player `number`, 1 or 2,
    of a game of two.

    Positions are rows of `tables.seated(rules, number)`, whose `order` gives the boards of the
    game's tree. None if the player doesn't always give the same answer. Raises ValueError for a
    game that `tables.grown` refuses, and PlayerError as `functions.settle`.
    """
    return settle(player, *walk(rules, number))


def walk(
    rules: Rules, number: int
) -> tuple[list[int], Callable[[int], Bytes], Callable[[int, Square], list[int]]]:
    """Return how a function goes through a game as player `number`: the last three arguments of
    `functions.settle`.
    """
    view = seats.seated(rules, number)
    boards = view.boards if number == 1 else -view.boards

    def going_on(rows):
        return rows[(rows != seats.NONE) & (rows < view.over)]

    def following(row, square):
        position = going_on(view.after[row, [square]])
        return going_on(view.after[position].ravel()).tolist()

    starts = [0] if number == 1 else following(0, int(np.argmin(boards[0] != 0)))
    return starts, boards.__getitem__, following


def settle_seats(player: Player, settings: GameSettings) -> dict[int, Square] | None:
    """Return the same for the seat of some settings, by the rows of `settings.game_tables()`."""
    answers = {}
    for number in seats.PLAYERS[settings.seat]:
        if (found := settle_seat(player, settings.rules, number)) is None:
            return None
        answers[number] = found
    return join_seats(answers, settings)


def join_seats(
    answers: Mapping[int, Mapping[int, Square]], settings: GameSettings
) -> dict[int, Square]:
    """Return the answers of `settle_seat`, by the player's number, by the rows of
    `settings.game_tables()`.
    """
    found, first = {}, 0
    for number in seats.PLAYERS[settings.seat]:
        found |= {first + row: square for row, square in answers[number].items()}
        first += seats.seated(settings.rules, number).asked
    return found


def evaluate(answers: Mapping[int, Square], settings: GameSettings) -> ExactResults:
    """Return what a player with the answers of `settle_seats` can expect against the settings'
    opponent.
    """
    tables = settings.game_tables()
    # A player that moves second doesn't move before the first move.
    squares = np.argmin(tables.boards[: tables.asked] != 0, axis=1)
    squares[list(answers)] = list(answers.values())
    then = tables.after[np.arange(tables.asked), squares]
    graph, odds = follow(tables, then, settings.forced_replies)
    last, out = graph.child >= tables.over, np.flatnonzero(then == none_in(then))
    column = 1 - tables.winners[graph.child[last]]

    def ends(odds):
        met = flow(graph, odds, tables.starts)
        along = met[parents(graph)] * odds
        return *np.bincount(column, along[last], 3), sum(met[out])

    chances = [chance / len({*tables.starts.tolist()}) for chance in ends(odds)]
    win, tie, loss, disqualified = map(float, chances)
    won, tied, lost, outs = map(int, ends(np.ones(len(odds), np.int64)))
    return ExactResults(
        win, tie, loss + disqualified, disqualified, won + tied + lost + outs, lost + outs
    )


def sample(
    player: Player,
    settings: GameSettings,
    rng: Rng,
    games: int | None = None,
    progress: Callable[..., Any] = iter,
) -> Sample:
    """Return the Sample of games of a player against the settings' opponent; player and opponent
    share `rng`.

    There are GAMES unless `games` says how many. In the seat `both`, the player opens every other
    game. Raises PlayerError if it fails or answers with no square.
    """
    tables = settings.game_tables()
    sums = np.cumsum(reply_chances(tables, settings.forced_replies), axis=1)
    signs = _signs(settings)

    def choose(row):
        board = tables.boards[row]
        return ask(player, signs[row] * board, rng) if signs[row] else int(np.argmin(board != 0))

    def reply(row, game):
        place = pick(sums[row], rng.random() * sums[row, -1])
        return open_squares(tables.boards[row])[place]

    return play_games(tables, progress(range(games or GAMES)), choose, reply)


def play_games(
    tables: Tables,
    games: Iterable[int],
    choose: Callable[[int], Square],
    reply: Callable[[int, int], Square],
) -> Sample:
    """Return the Sample of games with these numbers: odd ones have the second of the `starts`.

    `choose(position)` is the player's square, and `reply(position, game)` the opponent's. A square
    that is taken disqualifies the player.
    """
    ends: Counter = Counter()
    for game in games:
        row = int(tables.starts[game % 2])
        while row < tables.over:
            square = choose(row) if row < tables.asked else reply(row, game)
            if tables.boards[row, square]:
                break
            row = int(tables.after[row, square])
        ends["out" if row < tables.over else int(tables.winners[row])] += 1
    return Sample(ends[1], ends[0], ends[-1] + ends["out"], ends["out"])


def _signs(settings: GameSettings) -> Ints:
    """(asked,): what a function sees its own marks as on each position; 0 where the other one has
    yet to open.
    """
    parts = []
    for number in seats.PLAYERS[settings.seat]:
        part = np.full(seats.seated(settings.rules, number).asked, 1 if number == 1 else -1)
        part[: number - 1] = 0
        parts.append(part)
    return np.concatenate(parts)
