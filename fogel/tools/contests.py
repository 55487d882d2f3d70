"""The contest of a tournament for each kind of game: pairs of entrants, and their measures.

Any game for two players has a `Contest`. The standard game and games of any shape also have a
ruler: one opponent for all entrants, against which results are exact unless an entrant's answers
vary. Champions of checkers choose at random among equal moves, and many of their games begin
alike, so each pair plays a match from random openings. Their rulers are the material player and,
on solved boards, the blunder rate.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations, permutations
from math import hypot
from typing import Any, NamedTuple

import numpy as np

from fogel import audit
from fogel.anygame import exact
from fogel.anygame.functions import Sample, evaluate, join_seats, sample
from fogel.anygame.players import network_player
from fogel.anygame.settings import GameSettings
from fogel.checkers.game import CheckersGame
from fogel.checkers.matches import CheckersMatch, match
from fogel.checkers.rating import Rating, rate
from fogel.core.game import Game, Played, StandardGame, play_game
from fogel.core.texts import number
from fogel.core.types import Rng
from fogel.core.workers import available_cores, local_workers
from fogel.lookahead.players import function_player
from fogel.network import Network
from fogel.rules.game import RulesGame
from fogel.tools.entrants import FunctionEntrant, is_random

# Games that are sampled of each pair, from either side, if one of the two doesn't always give the
# same answer.
GAMES = 1_000
MATCH_OPENINGS = 50  # of a match of checkers, each played from either side
SEED, CHECKERS_SEED = 1993, 1999
SCORES = {1: 1.0, 0: 0.5, -1: 0.0}  # points for a win, a tie and a loss, as in chess


class Audited(NamedTuple):
    """An entrant's results against the ruler, an opponent whose move probabilities are known.

    `hidden_nodes` is None for a league agent or a function, because only their moves are read. The
    95 % interval of the payoff has no width if nothing is sampled.
    """

    payoff: float
    results: audit.Results
    never_loses: bool  # when it moves first
    hidden_nodes: int | None
    payoff_interval: tuple[float, float]


class CheckersRating(NamedTuple):
    """The number of `plies` that a champion of checkers looks ahead, and its Rating."""

    plies: int
    rating: Rating


class Contest:
    """The contest of {name: entrant} in any game for two, without a ruler: everybody moves first
    once against everybody else.

    `games[x, o]`: the game Played between two names, `x` first. `samples[x, o]`: the Sample, as `x`
    sees it, of pairs whose games are sampled, `number` for each. `matches`: those of checkers.

    `columns`, under `head`, are those of what is measured in the table; `about` explains them.
    """

    head = about = ""
    columns: tuple[str, ...] = ()
    unit = "points"
    begins = "The row begins"

    def __init__(self, game: Game, entrants: Mapping[str, Any], number: int, seed: int) -> None:
        self.game, self.entrants, self.number, self.seed = game, entrants, number, seed
        self.games: dict[tuple[str, str], Played] = {}
        self.samples: dict[tuple[str, str], Sample] = {}
        self.matches: dict[tuple[str, str], CheckersMatch] = {}

    def hold(self, progress: Callable[..., Any]) -> dict[str, Any]:
        """Let all pairs meet, and return {name: what was measured}."""
        for at, pair in enumerate(progress([*permutations(self.entrants, 2)])):
            both = [self.entrants[name] for name in pair]
            players = [self._seat(one, number) for number, one in enumerate(both, 1)]
            rng = np.random.default_rng([self.seed, at])
            if any(map(is_random, both)):
                games = [play_game(self.game, players, rng) for _ in range(self.number)]
                won = [game.result[0] for game in games]
                disqualified = sum(game.disqualified == 1 for game in games)
                self.samples[pair] = _sample(won, disqualified)
            else:
                self.games[pair] = play_game(self.game, players, rng)
        return {name: self.measure(name) for name in self.entrants}

    def _seat(self, entrant, number):
        player = entrant.player if isinstance(entrant, FunctionEntrant) else entrant
        if not isinstance(self.game, RulesGame):
            return player
        make: Any = network_player if player is entrant else function_player
        return make(player)(self.game.rules, number)

    def measure(self, name: str) -> Any:
        """Return how an entrant compares with the ruler; None without one."""
        return None

    def show(self, measured: Any) -> list[str]:
        """Return the texts in the `columns`."""
        return []

    def score(self, x: str, o: str) -> tuple[float, float, float]:
        """Return (the points of `x` in a game, the ends of their 95 % interval)."""
        if found := self.samples.get((x, o)):
            points, half = found.mean(*SCORES.values())
            return points, points - half, points + half
        return (SCORES[self.games[x, o].result[0]],) * 3

    def total(self, name: str, counts: Any) -> tuple[float, float, float]:
        """Return (an entrant's points, the ends of their 95 % interval); `counts` are of wins, ties
        and losses when it moves first and second.
        """
        shares = [pair for each in counts for pair in zip(each, SCORES.values(), strict=True)]
        points = sum(share * points for share, points in shares)
        met = [found for pair, found in self.samples.items() if name in pair]
        half = hypot(*(found.mean(*SCORES.values())[1] for found in met))
        return points, points - half, points + half

    def describe(self, x: str, o: str) -> str:
        """Return in words what happened between two of them."""
        if found := self.samples.get((x, o)):
            counts = f"won {found.win:,}, tied {found.tie:,}, lost {found.loss:,}"
            return f"{x} begins against {o}: {counts} of {found.games:,} games"
        game = self.games[x, o]
        out = f"; {(x, o)[game.disqualified - 1]} is disqualified" if game.disqualified else ""
        moves = " ".join(map(self.game.name_move, game.moves))
        return f"{x} begins against {o}: {moves or 'no move'}{out}"

    def describe_games(self) -> str:
        """Return whether the table is exact or which games are sampled, in words."""
        if not self.samples:
            return (
                "Exact: all of them always give the same answer, so one game each way settles each"
                " pair."
            )
        names = [name for name, one in self.entrants.items() if is_random(one)]
        return (
            f"Sampled: {', '.join(names)} {'doesn' if len(names) == 1 else 'don'}'t always give the"
            f" same answer. For each pair with one that doesn't, {self.number:,} games are sampled"
            " with each of the two moving first, and points have 95 % intervals. All other pairs"
            " play one game each way, and are exact."
        )


class PayoffContest(Contest):
    """That of the standard game, beside the paper's opponent, and of games of any shape, beside a
    perfect player that slips.
    """

    columns = "payoff", "won %", "tied %", "lost %", "unbeatable as X", "hidden nodes"

    def __init__(self, *conditions: Any) -> None:
        super().__init__(*conditions)
        self.settings, words = GameSettings(), "the near-perfect opponent"
        self.head = "against the paper’s opponent, exactly"
        if isinstance(self.game, RulesGame):
            rules: Any = self.game.rules
            self.settings = GameSettings(game=rules, seat="both", opponent="perfect")
            self.head = "against a perfect player that slips, exactly"
            words = (
                "a player that keeps the best result it can and slips with probability"
                f" {self.settings.slip:g}, half of them from each seat,"
            )
        self.about = (
            f"Equal points are decided by the payoff: what 32 games against {words} bring on"
            " average, at 1 for a win, 0 for a tie and −10 for a loss. No player can expect more"
            f" than {exact.ceiling(self.settings):.2f}."
        )

    def measure(self, name: str) -> Audited:
        """Return an entrant as Audited, sampled if it doesn't always give the same answer."""
        one, half = self.entrants[name], 0.0
        if is_random(one):
            own = [its for its, each in self.entrants.items() if isinstance(each, FunctionEntrant)]
            rng = np.random.default_rng([self.seed, own.index(name)])
            found = sample(one.player, self.settings, rng)
            results = audit.Results(*(count / found.games for count in found[:3]))
            (payoff, half), never_loses = found.payoff(self.settings), False
        else:
            judge = self._audit if type(self.game) is StandardGame else self._evaluate
            results, never_loses = judge(one)
            payoff = audit.expected_payoff(results, self.settings)
        payoff = round(payoff, 9)  # what is equal in fractions is to be equal here
        nodes = getattr(one, "hidden_nodes", None)
        return Audited(payoff, results, never_loses, nodes, (payoff - half, payoff + half))

    def _audit(self, one):
        player = one.player if isinstance(one, FunctionEntrant) else one
        is_fast = isinstance(player, Network)
        results = audit.compute_results([player])[0] if is_fast else audit.results(player)
        return results, audit.never_loses(player)

    def _evaluate(self, one):
        both, opens = self.settings, self.settings.change(seat="first")
        if isinstance(one, FunctionEntrant):
            ends: Any = evaluate(join_seats(one.answers, both), both)
            lost = evaluate(one.answers[1], opens).losing_lines
        else:
            ends, lost = exact.exact_evaluation(one, both), exact.lines(one, opens)[1]
        return audit.Results(ends.win, ends.tie, ends.loss), lost == 0

    def show(self, measured: Audited) -> list[str]:
        """Return the texts in the `columns`."""
        half = measured.payoff_interval[1] - measured.payoff
        return [
            number(measured.payoff) + (f" ± {half:.2f}" if half else ""),
            *(f"{100 * share:.1f}" for share in measured.results),
            "yes" if measured.never_loses else "no",
            str(measured.hidden_nodes or "–"),
        ]


class CheckersContest(Contest):
    """Matches of champions of checkers, compiled; the same entrants give the same bits on any
    number of cores.

    Each looks as far ahead as its own settings say; after as many moves as the most patient of them
    allows, a game is a draw.
    """

    columns = "Elo against the material player", "blunder rate", "moves ahead"
    unit = "points a game"
    begins = "Each begins half of the games"
    about = (
        "The material player looks as far ahead as its opponent. Blunders: where the board is"
        " solved, of all positions in which the move matters, the share in which a player throws"
        " their value away."
    )

    def hold(self, progress: Callable[..., Any]) -> dict[str, Any]:
        """Let all pairs meet, and measure each entrant; the parts share the cores."""
        self.entrants = {name: self.entrants[name] for name in sorted(self.entrants)}
        pairs = [*combinations(self.entrants, 2)]
        with local_workers(available_cores()) as threads:
            measured = {name: threads.submit(self.measure, name) for name in self.entrants}
            met = {pair: threads.submit(self._meet, *pair) for pair in pairs}
            for future in progress([*measured.values(), *met.values()]):
                future.result()
        self.matches = {pair: future.result() for pair, future in met.items()}
        self.matches |= {
            (other, one): CheckersMatch(-self.matches[one, other].results[:, ::-1])
            for one, other in pairs
        }
        for pair, found in self.matches.items():
            self.samples[pair] = _sample(found.results[:, 0].tolist(), 0)
        return {name: future.result() for name, future in measured.items()}

    def _meet(self, *names):
        settings = [self.entrants[name].settings for name in names]
        evaluators = tuple(self.entrants[name].evaluator for name in names)
        aheads = tuple(one.ahead for one in settings)
        limit = max(one.settings.max_moves for one in self.entrants.values())
        rng = self._draw(*names)
        return match(settings[0].game, evaluators, aheads, MATCH_OPENINGS, rng, limit=limit)

    def measure(self, name: str) -> CheckersRating:
        """Return how far a champion looks ahead, and its Rating."""
        one = self.entrants[name]
        return CheckersRating(
            one.settings.plies, rate(one.settings, one.evaluator, self._draw(name))
        )

    def _draw(self, *names: str) -> Rng:
        key = [[*self.entrants].index(name) for name in names]
        return np.random.default_rng(np.random.SeedSequence(CHECKERS_SEED, spawn_key=key))

    def show(self, measured: CheckersRating) -> list[str]:
        """Return the texts in the `columns`; Elo without a bound is said to have none."""
        elo = [
            "no bound" if one is None else ("+" if one > 0.5 else "") + number(one, 0)
            for one in measured.rating[3:6]
        ]
        blunders = measured.rating.blunders
        share = "–" if blunders is None else f"{100 * blunders:.1f} %"
        return [f"{elo[0]} ({elo[1]} to {elo[2]})", share, str(measured.plies)]

    def score(self, x: str, o: str) -> tuple[float, float, float]:
        """Return (the points of `x` in a game, the ends of their 95 % interval), by opening."""
        return self.matches[x, o].points

    def describe(self, x: str, o: str) -> str:
        """Return the points of a match in words."""
        points, low, high = self.score(x, o)
        return f"{x} against {o}: {points:.3f} points a game, {low:.3f} to {high:.3f}"

    def total(self, name: str, counts: Any) -> tuple[float, float, float]:
        """Return the same of all games of an entrant."""
        every = [found.results for (one, _), found in self.matches.items() if one == name]
        return CheckersMatch(np.concatenate(every)).points

    def describe_games(self) -> str:
        """Return how many games are sampled, in words."""
        return (
            f"Sampled: each pair plays {2 * MATCH_OPENINGS} games, from openings of four moves at"
            " random, each of them from both sides, and points have 95 % intervals."
        )


def _sample(won: list[int], disqualified: int) -> Sample:
    return Sample(won.count(1), won.count(0), won.count(-1), disqualified)


def find_contest(game: Game) -> type[Contest]:
    """Return the kind of contest that a game has."""
    if isinstance(game, CheckersGame):
        return CheckersContest
    is_known = isinstance(game, RulesGame) or type(game) is StandardGame
    return PayoffContest if is_known else Contest
