"""A game in numbers: rules, results, how it goes, what skill counts for (chapter 17).

The list is the report's (4.3) and that of the field that came of it ten years later (Browne, 2008).
All but the first five measures are functions of the players: those of one level play each other,
and a measure is the mean over the jury's levels. On boards of up to 12 squares for two players
nothing is sampled; on others games are played, each value has an interval, and what would need the
chances of every board is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations, pairwise
from typing import Any, NamedTuple

import numpy as np

from fogel.core.intervals import mean_and_half_width
from fogel.core.types import Floats, Rng
from fogel.engine.compiling import compiled
from fogel.engine.graph import flow
from fogel.lookahead.ladder import PATIENCE
from fogel.lookahead.levels import LEVELS, trad_policy
from fogel.lookahead.players import make_player, random_policy
from fogel.lookahead.policies import Policies, wins_from
from fogel.lookahead.tree import MOST_SQUARES
from fogel.rules.referee import RefereedGame, play_rounds, seat
from fogel.rules.rules import Grid, Rules, outcome
from fogel.rules.solve import find_images, symmetries
from fogel.school.lossbar import PERIODS
from fogel.school.pupil import Pupil
from fogel.school.school import teach
from fogel.taste import trends
from fogel.taste.variation import shapes, ways

JURY = ("average", "skilled", "expert")  # whose games are measured, unless others are asked for
# These levels are in no jury unless asked for; ability is measured with them all the same.
HELD_OUT = ("idiot", "perfect")
RUNGS = ("idiot", "average", "skilled", "expert", "perfect")  # rookie plays as idiot does
GAMES = 200  # of each level, and of each pair, where chances can't be exact
RULES, OUTCOMES, TRENDS, ABILITY, SCHOOL = "rules", "outcomes", "trends", "ability", "school"
MATCHES, LESSONS = 5, 5_000  # at school: matches, each with a new network, and the games of one


class Measure(NamedTuple):
    """What is measured: its `kind`, one of the five, and what it means in words."""

    kind: str
    words: str


MEASURES = {
    "squares": Measure(RULES, "number of squares on the board"),
    "patterns": Measure(RULES, "number of win patterns and lose patterns"),
    "to_remember": Measure(
        RULES,
        "number of marks in all patterns; a pattern that counts in all its turns and mirrorings"
        " counts once",
    ),
    "players": Measure(RULES, "number of players"),
    "symmetry": Measure(
        RULES, "share of the board's turns and mirrorings that leave the game unchanged"
    ),
    "length": Measure(OUTCOMES, "number of moves in a game"),
    "decisions": Measure(
        OUTCOMES, "share of the turns of a game on which there is a choice of squares"
    ),
    "coverage": Measure(OUTCOMES, "share of the open squares that are ever used"),
    "completion": Measure(OUTCOMES, "share of games that somebody wins"),
    "draws": Measure(OUTCOMES, "share of games that nobody wins"),
    "advantage": Measure(
        OUTCOMES,
        "among the games that are won: the first player's share minus that of another player",
    ),
    "balance": Measure(OUTCOMES, "1 minus the absolute value of the advantage"),
    "rejections": Measure(
        OUTCOMES,
        "attempts per turn to use a taken square, by a player who doesn't look at the board",
    ),
    "uncertainty": Measure(
        TRENDS, "1 minus the absolute value of the lead; the n-th turn of a game counts n times"
    ),
    "lead_changes": Measure(TRENDS, "how often in a game the lead changes sides"),
    "behind": Measure(TRENDS, "share of the turns of a game on which the later winner is behind"),
    "drama": Measure(
        TRENDS,
        "square root of how far the later winner is behind, averaged over the turns on which that"
        " player is behind",
    ),
    "killer": Measure(TRENDS, "largest gain in lead by a single move, for the player who makes it"),
    "threshold": Measure(TRENDS, "largest lead of the player who later loses the game"),
    "value": Measure(ABILITY, "result of perfect play for the first player: 1, 0 or −1"),
    "skill": Measure(
        ABILITY, "skill trace: share of wins minus share of losses against the next lower level"
    ),
    "upsets": Measure(
        ABILITY, "share of games that the weaker player wins, averaged over all pairs of levels"
    ),
    "expert_upset": Measure(ABILITY, "share of games that EXPERT wins against PERFECT"),
    "unlearned": Measure(
        SCHOOL,
        "share of the last games at school that a network still loses against a random player",
    ),
}


class Measured(NamedTuple):
    """A measure's value. `half`: half the width of its interval of 95 %, None if it is exact or
    only a lower bound.
    """

    value: float
    half: float | None = None

    def __str__(self):
        return f"{self.value:.3f}" + ("" if self.half is None else f" ± {self.half:.3f}")


def rule_values(rules: Rules) -> dict[str, float]:
    """What can be read off the rules."""
    width, height, squares = rules.start
    images = find_images(width, height)
    kept = [
        image
        for image in symmetries(rules)
        if all(squares[image[at]] == mark for at, mark in enumerate(squares))
    ]
    return {
        "squares": len(squares),
        "patterns": len(rules.wins) + len(rules.losses),
        "to_remember": sum(marks_to_remember(patterns) for patterns in (rules.wins, rules.losses)),
        "players": rules.players,
        "symmetry": len(kept) / len(images),
    }


def marks_to_remember(patterns: Sequence[Grid]) -> int:
    """How many marks somebody has to remember who wants to know these patterns.

    A pattern that counts in all its turns and mirrorings is known when one of them is. Where only
    some of them count, each has to be remembered.
    """
    groups = shapes(patterns)
    return sum(
        sum(map(bool, group[0].squares))
        * (1 if len({*group}) == len(ways(group[0])) else len(group))
        for group in groups
    )


def won_values(first: float, second: float) -> dict[str, float]:
    """What follows from the chances of two players to win."""
    won = first + second
    return {
        "completion": won,
        "draws": max(0.0, 1 - won),
        "advantage": (first - second) / won if won else 0.0,
        "balance": 1 - abs(first - second) / won if won else 1.0,
    }


def played_values(rules: Rules, games: Sequence[RefereedGame]) -> dict[str, Measured]:
    """{name: Value} of the outcomes in some games that were played."""
    squares, empty = len(rules.start.squares), rules.start.squares.count(0)
    used = {square for game in games for _, square in game.moves if square is not None}
    lengths = np.array([len(game.moves) for game in games])
    won = np.array([any(game.outcome) for game in games])
    ahead = [_ahead(game.outcome) for game in games if any(game.outcome)]
    tries = np.cumsum([(squares - left) / left for left in range(empty, 0, -1)])
    found: dict[str, Any] = {
        "length": lengths,
        "decisions": np.minimum(lengths, empty - 1) / lengths,
        "completion": won,
        "draws": ~won,
        "rejections": tries[lengths - 1] / lengths,
    }
    found = {name: Measured(*mean_and_half_width(values)) for name, values in found.items()}
    advantage, half = mean_and_half_width(ahead) if len(ahead) > 1 else (sum(ahead), 2.0)
    found |= {"advantage": Measured(advantage, half), "balance": Measured(1 - abs(advantage), half)}
    # More games may use more squares, and never fewer.
    return found | {"coverage": Measured(len(used) / empty)}


def _average(values):
    """The mean of Values that were sampled apart; without an interval where they have none."""
    halves = [one.half for one in values]
    half = None if None in halves else float(np.sqrt(sum(half**2 for half in halves))) / len(values)
    return Measured(sum(one.value for one in values) / len(values), half)


def _ahead(outcome):
    """The opener's share of a game that is won, less the mean of the others'."""
    shares = [(result == 1) / outcome.count(1) for result in outcome]
    return shares[0] - sum(shares[1:]) / (len(shares) - 1)


class Equals:
    """A small game between two players of one level: its `outcomes` and `trends`, exactly."""

    def __init__(self, policies, level):
        self.tree, self.odds = policies.tree, policies.move_odds(level)

    @cached_property
    def wins(self) -> Floats:
        """(boards, 2): the players' chances to win from each board."""
        return compiled(wins_from)(self.tree, self.odds, self.odds)

    @cached_property
    def _ends(self):
        return compiled(trends.ends)(self.tree, self.odds)

    @cached_property
    def _sums(self):
        met = flow(self.tree, self.odds)
        return compiled(trends.sums)(self.tree, self.odds, met, self.wins, self._ends)

    @cached_property
    def outcomes(self) -> dict[str, float]:
        """The outcomes by name."""
        found, open_squares = self._sums, self.tree.first[1]
        return {
            "length": self._ends[0, 0],
            "decisions": found.decisions,
            "coverage": int(found.used).bit_count() / open_squares,
            **won_values(*self.wins[0]),
            "rejections": found.rejections,
        }

    @cached_property
    def trends(self) -> dict[str, float]:
        """The trends by name; those of games that are won are 0 if none is."""
        found, wins = self._sums, self.wins
        won = wins[0].sum()
        loser = compiled(trends.largest_lead)
        return {
            "uncertainty": found.uncertainty,
            "lead_changes": compiled(trends.lead_changes)(self.tree, self.odds, wins),
            "behind": found.behind / won if won else 0.0,
            "drama": found.roots / found.comebacks if found.comebacks else 0.0,
            "killer": compiled(trends.largest_gain)(self.tree, self.odds, wins),
            "threshold": (
                sum(loser(self.tree, self.odds, wins, one) for one in (1, 2)) / won if won else 0.0
            ),
        }


def ability_values(policies: Policies) -> dict[str, float]:
    """What ability counts for, exactly; the players of a pair sit in both seats."""
    margins, upsets = {}, {}
    for weak, strong in combinations(RUNGS, 2):
        odds = [policies.move_odds(level) for level in (weak, strong)]
        first = compiled(wins_from)(policies.tree, *odds)[0]
        second = compiled(wins_from)(policies.tree, *odds[::-1])[0]
        upsets[weak, strong] = (first[0] + second[1]) / 2
        margins[weak, strong] = (first[1] + second[0]) / 2 - upsets[weak, strong]
    return {"value": policies.value, **_of_ladder(margins, upsets)}


def _of_ladder(margins, upsets):
    steps = [margins[pair] for pair in pairwise(RUNGS)]
    return {
        "skill": sum(steps) / len(steps),
        "upsets": sum(upsets.values()) / len(upsets),
        "expert_upset": upsets["expert", "perfect"],
    }


def unlearned(rules: Rules, rng: Rng) -> Measured:
    """The share of the last tenth of 5,000 games that a network at school (chapter 15) still loses,
    a Value.

    It sits in both seats, ten games each; its opponent moves at random. Sampled: five networks,
    with draws from `rng`.
    """
    lessons = tuple((random_policy, number) for number in (1, 2))
    scores = [teach(rules, Pupil(), lessons, LESSONS, rng, "first") for _ in range(MATCHES)]
    return Measured(
        *mean_and_half_width([score.counts[-1] * PERIODS / LESSONS for score in scores])
    )


def check_jury(levels: Sequence[str]) -> tuple[str, ...]:
    """The levels as a tuple; raises ValueError if one is none, or if there is none."""
    unknown = [level for level in levels if level not in LEVELS]
    if unknown or not levels:
        raise ValueError(
            f"jury must hold some of {', '.join(LEVELS)}, not {', '.join(unknown) or 'nothing'}"
        )
    return tuple(levels)


class GameMeasures:
    """All measures of a game, each worked out when it is asked for: `measured["length"]` is a
    Value.

    `jury`: the levels whose mean it is. With `games`, or where the game is too large, so many are
    played of each level, and of each pair of levels in both seats, with draws from `rng`. Raises
    ValueError if the game is over before it begins, or if a level or the number of games can't be.
    """

    def __init__(self, rules, jury=JURY, games=None, rng=None):
        if games is not None and games < 2:
            raise ValueError(f"games must be 2 or more, not {games}")
        self.rules, self.jury = rules, check_jury(jury)
        small = rules.players == 2 and len(rules.start.squares) <= MOST_SQUARES
        self.games = games or (None if small else GAMES)
        self.rng = np.random.default_rng(0) if rng is None else rng
        if outcome(rules, rules.start.squares, last=rules.players) is not None:
            raise ValueError(f"{rules.name!r} is over before it begins")
        self._values, self._known = (
            {name: Measured(value) for name, value in rule_values(rules).items()},
            {},
        )

    @property
    def exact(self) -> bool:
        """Whether nothing is sampled."""
        return self.games is None

    @property
    def measures(self) -> list[str]:
        """The names of the measures that this game has."""
        if self.exact:
            return list(MEASURES)
        kinds = (RULES, OUTCOMES, ABILITY) if self.rules.players == 2 else (RULES, OUTCOMES)
        return [name for name, one in MEASURES.items() if one.kind in kinds and name != "value"]

    def __getitem__(self, name):
        if name not in MEASURES:
            raise ValueError(f"a measure must be one of {', '.join(MEASURES)}, not {name!r}")
        if name not in self.measures:
            raise ValueError(
                f"{name} can't be sampled: it needs exact chances, of 2 players on at most"
                f" {MOST_SQUARES} squares"
            )
        if name not in self._values:
            self._values |= self._worked_out(MEASURES[name].kind)
        return self._values[name]

    def values(self) -> dict[str, Measured]:
        """{name: Value} of all measures."""
        return {name: self[name] for name in self.measures}

    def at(self, level: str) -> dict[str, float]:
        """{name: value} of what depends on the players, if two of this level play each other; exact
        measures only.
        """
        return self._equals(level).outcomes | self._equals(level).trends

    def _worked_out(self, kind):
        if kind == SCHOOL:
            return {"unlearned": unlearned(self.rules, self.rng)}
        if not self.exact:
            return self._sampled_ability() if kind == ABILITY else self._sampled_outcomes()
        if kind == ABILITY:
            return {name: Measured(value) for name, value in ability_values(self.policies).items()}
        each = [getattr(self._equals(level), kind) for level in self.jury]
        return {name: Measured(sum(one[name] for one in each) / len(each)) for name in each[0]}

    @cached_property
    def policies(self) -> Policies:
        """The Policies (`lookahead.policies`) of the game."""
        return Policies(self.rules)

    def _equals(self, level):
        if level not in self._known:
            self._known[level] = Equals(self.policies, level)
        return self._known[level]

    def _sampled_outcomes(self):
        each = [
            played_values(self.rules, self._games_of([level] * self.rules.players))
            for level in self.jury
        ]
        return {name: _average([one[name] for one in each]) for name in each[0]}

    def _games_of(self, levels):
        """The games of a match between players of these levels, in their seats."""
        makers = [make_player(trad_policy(level, patience=PATIENCE), level) for level in levels]
        return list(play_rounds(self.rules, seat(self.rules, makers), self.games, self.rng))

    def _sampled_ability(self):
        margins, upsets = {}, {}
        for pair in combinations(RUNGS, 2):
            first, second = self._games_of(pair), self._games_of(pair[::-1])
            results = np.array(
                [game.outcome[at] for at, games in ((0, first), (1, second)) for game in games]
            )
            upsets[pair], margins[pair] = results == 1, -results
        found = _of_ladder(margins, {pair: won.astype(float) for pair, won in upsets.items()})
        return {
            name: Measured(*map(float, mean_and_half_width(values)))
            for name, values in found.items()
        }
