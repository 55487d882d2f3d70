"""A league, step by step: everybody plays everybody, and the best survive (chapter 12).

This is the readable truth; the twin plays the same leagues, compiled. The order of the draws is
part of it. An epoch draws, game by game, what an expert (or Fogel's opponent) draws for its moves,
then one uniform number for each agent's place among equal scores. Between two epochs every copy
mutates, one after another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from fogel.core.asking import ask
from fogel.core.settings import Settings
from fogel.core.types import Mark, Player, Rng
from fogel.encoding import O, X, is_final, open_squares, place, to_move, winner
from fogel.league.agent import Agent, new_agent
from fogel.league.settings import LeagueSettings
from fogel.opponent import near_perfect_player, perfect_player
from fogel.selection import total_payoff

FOGEL = Settings()  # whose games, payoffs and opponent the scoring "fogel" takes


class LeagueMatch(NamedTuple):
    """A game: the squares played, and the mark (1 X, -1 O, 0 nobody) of the winner and of the
    disqualified agent.

    The move that disqualifies is not among the squares.
    """

    squares: tuple
    winner: int
    disqualified: int

    def moves(self, mark: Mark) -> int:
        """How many legal moves the agent with that mark has made."""
        return (len(self.squares) + (mark == X)) // 2

    def score(self, mark: Mark, opponent_keeps: bool = False) -> int:
        """What that agent gets: its moves, if it has neither lost nor been disqualified.

        When the other one is disqualified, it gets nothing either unless `opponent_keeps`.
        """
        if self.disqualified:
            gets = self.disqualified != mark and opponent_keeps
        else:
            gets = self.winner != -mark
        return self.moves(mark) if gets else 0


def play_match(x: Player, o: Player, rng: Rng | None) -> LeagueMatch:
    """Play a game, and return its LeagueMatch: a move into a taken square disqualifies at once."""
    board, squares = np.zeros(9, dtype=np.int8), []
    while not is_final(board.tolist()):
        mark = to_move(board)
        square = ask(x if mark == X else o, board, rng)
        if square not in open_squares(board):
            return LeagueMatch(tuple(squares), 0, mark)
        board = place(board, square)
        squares.append(square)
    return LeagueMatch(tuple(squares), winner(board), 0)


@dataclass(frozen=True)
class Epoch:
    """An epoch: its `number` from 1, the `agents` by row, `matches[x, o]` by rows, the `scores` and
    the `ranking`.

    The experts have the rows after the agents'. The ranking is of the agents' rows, the best first.
    """

    number: int
    agents: tuple
    matches: dict
    scores: tuple
    ranking: tuple

    @cached_property
    def valid(self) -> int:
        """How many games ended without a disqualification."""
        return sum(not match.disqualified for match in self.matches.values())

    @cached_property
    def lengths(self) -> list[int]:
        """The number of legal moves in each game."""
        return [len(match.squares) for match in self.matches.values()]

    @property
    def longest(self) -> int:
        """The legal moves of the longest game, whether it ended well or not."""
        return max(self.lengths)

    @property
    def mean_moves(self) -> float:
        """The mean number of legal moves in a game."""
        return sum(self.lengths) / len(self.lengths)


def first_agents(settings: LeagueSettings, rng: Rng) -> list[Agent]:
    """The agents of the first epoch, all but the experts.

    Mutated once they draw as in a mutation; uniform weights are drawn in the same order,
    `rng.random()` for each.
    """
    agents = [new_agent(settings) for _ in range(settings.numbers.networks)]
    for agent in agents:
        if settings.birth == "mutated":
            agent.mutate(settings, rng)
        elif settings.birth == "uniform":
            agent.network.mutate(settings.birth_range, rng)
    return agents


def play_all(
    agents: Sequence[Agent], settings: LeagueSettings, rng: Rng
) -> dict[tuple[int, int], LeagueMatch]:
    """{(row of X, row of O): Match} of all ordered pairs, row by row; experts don't play each
    other.
    """
    expert = perfect_player()
    players: list[Player] = [*agents, *[expert] * settings.experts]
    rows = range(len(players))
    pairs = (
        (x, o)
        for x in rows
        for o in rows
        if x != o and not (players[x] is expert and players[o] is expert)
    )
    return {(x, o): play_match(players[x], players[o], rng) for x, o in pairs}


def compute_scores(
    agents: Sequence[Agent],
    matches: dict[tuple[int, int], LeagueMatch],
    settings: LeagueSettings,
    rng: Rng,
) -> list[Any]:
    """Each agent's score: what its games bring it, or Fogel's payoff."""
    if settings.scoring == "fogel":
        opponent = near_perfect_player(FOGEL)
        return [fogels_payoff(agent, opponent, rng) for agent in agents]
    keeps = settings.opponent_of_disqualified == "keeps"
    scores = [0] * settings.agents
    for (x, o), match in matches.items():
        scores[x] += match.score(X, keeps)
        scores[o] += match.score(O, keeps)
    return scores[: len(agents)]


def fogels_payoff(agent: Agent, opponent: Player, rng: Rng) -> int:
    """The total payoff of 32 games as first player against Fogel's opponent; a disqualification is
    a loss.
    """
    results = [play_match(agent, opponent, rng) for _ in range(FOGEL.games)]
    wins = sum(match.winner == X for match in results)
    losses = sum(match.winner == O or match.disqualified == X for match in results)
    return total_payoff(wins, losses, FOGEL.games - wins - losses, FOGEL)


def rank(scores: Sequence[float], settings: LeagueSettings, rng: Rng) -> list[int]:
    """The rows, the highest score first. One uniform draw for each row breaks ties, or decides
    alone.
    """
    luck = [rng.random() for _ in scores]
    standing = scores
    if settings.selection == "random":
        standing = luck
    elif settings.ties == "random":
        standing = [score + u for score, u in zip(scores, luck, strict=True)]
    return sorted(range(len(scores)), key=lambda row: -standing[row])


def next_agents(
    agents: Sequence[Agent], ranking: Sequence[int], settings: LeagueSettings, rng: Rng
) -> list[Agent]:
    """The agents of the next epoch: the survivors, the best first, unless they don't stay; then
    mutated copies of them.

    Copies are made of the survivors in turn, the best first, until the league is full.
    """
    survivors = [agents[row] for row in ranking[: settings.survivors]]
    stay = survivors if settings.keep_survivors else []
    copies = [
        survivors[number % len(survivors)].copy() for number in range(len(agents) - len(stay))
    ]
    for agent in copies:
        agent.mutate(settings, rng)
    return [*stay, *copies]


def epochs(settings: LeagueSettings, rng: Rng) -> Iterator[Epoch]:
    """Yields the Epochs of a league, for ever; `rng` is that of the league, `trial_rng(settings,
    league)`.
    """
    agents, number = first_agents(settings, rng), 1
    while True:
        matches = play_all(agents, settings, rng)
        scores = compute_scores(agents, matches, settings, rng)
        ranking = rank(scores, settings, rng)
        yield Epoch(number, tuple(agents), matches, tuple(scores), tuple(ranking))
        agents, number = next_agents(agents, ranking, settings, rng), number + 1
