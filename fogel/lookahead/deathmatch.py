"""The report's DeathMatch, exactly: six levels against each other (chapter 14).

Every pair of levels meets once, in a match of 100 games. Here the chances of a game are exact, so
the one luck left is that of 100 games; `distribution` has it whole. `studied` says how likely the
report's table is under each reading of what the report leaves open, and who opens is one of these.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product
from math import log
from typing import Any, NamedTuple

import numpy as np

from fogel.core.types import Floats, Json, Rng
from fogel.lookahead.levels import DEFAULT, LEVELS, READINGS, Reading, trad_policy
from fogel.lookahead.tree import SmallGame
from fogel.rules.referee import FIRST_PLAYERS, Tally, play_match, seat
from fogel.rules.rules import in_a_row

GAMES = 100  # in each of the report's matches
STANDARD = in_a_row(3, 3, 3)
PAIRS = tuple(combinations_with_replacement(LEVELS, 2))  # in the report's order
# Whoever lost, or won, the last game opens the next; after a draw, the other one.
CHANGING = ("loser", "winner")
# Of these, "turn" and "random" give the same chances, and not the same luck.
ALL_FIRST_PLAYERS = (*FIRST_PLAYERS, *CHANGING)
LEVEL = 0.05  # of a row's p-value, below which it is called outside chance
RARE = 0.001  # the same of the whole table's
# How finely, and how far, the distribution of chi-squares is worked out.
STEP, FARTHEST = 0.02, 200.0

# The report's table: draws, wins of the first, wins of the second player, in the order of PAIRS.
REPORTED = (
    (10, 44, 46), (9, 47, 44), (15, 35, 50), (13, 15, 72), (11, 3, 86), (13, 0, 87),
    (18, 35, 47), (14, 34, 52), (20, 20, 60), (13, 7, 80), (6, 0, 94),
    (21, 37, 42), (27, 29, 44), (26, 20, 54), (23, 0, 77),
    (29, 27, 44), (33, 18, 49), (33, 0, 67),
    (46, 19, 35), (65, 0, 35),
    (100, 0, 0),
)  # fmt: skip
# Its second DeathMatch, of which it tells three numbers: what the second player won.
REPORTED_AGAIN = {("idiot", "perfect"): 85, ("rookie", "perfect"): 87, ("expert", "perfect"): 34}


class Row(NamedTuple):
    """A match of two levels: the chances of a game, as Fractions, under the convention."""

    first: str
    second: str
    draws: Fraction
    first_wins: Fraction
    second_wins: Fraction

    @property
    def chances(self) -> tuple[Fraction, Fraction, Fraction]:
        """(draws, first_wins, second_wins)."""
        return self[2:]


def deathmatch(reading: Reading = DEFAULT, first_player: str = "turn") -> list[Row]:
    """Return the 21 Rows in the report's order; raise ValueError for an unknown first player."""
    _check_first_player(first_player, FIRST_PLAYERS)
    return [Row(*pair, *_over(first_player, *both_ways(*pair, reading))) for pair in PAIRS]


def _check_first_player(first_player, known):
    if first_player not in known:
        raise ValueError(f"first_player must be one of {', '.join(known)}, not {first_player!r}")


@lru_cache(maxsize=5_000)
def both_ways(
    first: str, second: str, reading: Reading = DEFAULT, exact: bool = True
) -> tuple[tuple, tuple]:
    """((draws, first wins, second wins) of a game that the first opens, the same if the second
    opens).

    They are Fractions, or if not `exact` floats, which are there sooner.
    """
    game, odds = _game(), _move_odds(reading, exact)
    one, other = game.chances(odds[first], odds[second]), game.chances(odds[second], odds[first])
    return (one.draws, *one.wins), (other.draws, *other.wins[::-1])


@cache
def _game():
    return SmallGame(STANDARD)


@lru_cache(maxsize=4)
def _move_odds(reading, exact):
    """{level: its odds on the standard game}."""
    return {level: _game().move_odds(trad_policy(level, reading), exact) for level in LEVELS}


def _over(first_player, ours, theirs):
    """The chances of a game if the players open by a convention."""
    if first_player == "first":
        return ours
    return tuple((one + other) / 2 for one, other in zip(ours, theirs, strict=True))


def sampled(
    rng: Rng, games: int = GAMES, reading: Reading = DEFAULT, first_player: str = "turn"
) -> dict[tuple[str, str], Tally]:
    """{(first, second): Tally} of matches that are played, game by game."""
    from fogel.lookahead.players import trad

    return {
        pair: play_match(
            STANDARD,
            seat(STANDARD, [trad(level, reading) for level in pair]),
            games,
            rng,
            first_player=first_player,
        )
        for pair in PAIRS
    }


# The luck of a match.


def distribution(
    ours: Sequence[Any], theirs: Sequence[Any], first_player: str = "turn", games: int = GAMES
) -> Floats:
    """(games + 1, games + 1): the probability of so many wins of the first and the second player in
    a match.

    `ours` are the (draws, first wins, second wins) of a game that the first opens, `theirs` of one
    that the second opens. Raises ValueError for an unknown first player.
    """
    _check_first_player(first_player, ALL_FIRST_PLAYERS)
    chances = np.array([ours, theirs], dtype=float)
    if first_player == "random":
        chances[:] = chances.mean(axis=0)
    odds = np.zeros((2, games + 1, games + 1))  # by who opens the next game
    odds[0, 0, 0] = 1
    for played in range(games):
        reach = slice(played + 2)  # no player can have won more games by then
        after = np.zeros_like(odds)
        for opener, of_game in enumerate(chances):
            now = odds[opener, reach, reach]
            for result, chance in enumerate(of_game):
                then = after[_next_opener(first_player, opener, result), reach, reach]
                if result == 0:
                    then += chance * now
                elif result == 1:
                    then[1:] += chance * now[:-1]
                else:
                    then[:, 1:] += chance * now[:, :-1]
        odds = after
    return odds.sum(axis=0)


def _next_opener(first_player, opener, result):
    """Who opens the next game, 0 or 1; `result` is 0 after a draw, else the winner's number."""
    if first_player in ("first", "random"):
        return 0
    if first_player == "turn" or result == 0:
        return 1 - opener
    return result - 1 if first_player == "winner" else 2 - result


def p_value(odds: Floats, *wins: int) -> float:
    """The probability, under a distribution, of a match that is as likely as this one or less."""
    return float(min(1.0, odds[odds <= odds[wins] * (1 + 1e-9)].sum()))


def p_value_of_wins(odds: Floats, second_wins: int) -> float:
    """The same where only the wins of the second player are known."""
    return p_value(odds.sum(axis=0), second_wins)


class Luck(NamedTuple):
    """A row of the report beside its distribution: `p` of the match, `p_again` of the second."""

    row: Row
    reported: tuple
    p: float
    reported_again: int | None
    p_again: float | None

    @property
    def inside(self) -> bool:
        """Whether neither match is outside chance, at LEVEL."""
        return self.p >= LEVEL and (self.p_again is None or self.p_again >= LEVEL)


def luck(reading: Reading = DEFAULT, first_player: str = "turn") -> list[Luck]:
    """The Luck of each of the report's rows.

    Of 21 rows about one is outside chance at LEVEL though the reading is right; below LEVEL / 21
    hardly any is.
    """
    found = []
    for row, seen in zip(deathmatch(reading, first_player), REPORTED, strict=True):
        odds = distribution(*both_ways(row.first, row.second, reading), first_player)
        again = REPORTED_AGAIN.get(row[:2])
        p_again = None if again is None else p_value_of_wins(odds, again)
        found.append(Luck(row, seen, p_value(odds, *seen[1:]), again, p_again))
    return found


# Which reading?


@dataclass(frozen=True)
class Fit:
    """How well a reading explains the report's two matches.

    `log_likelihood`: of all its numbers. `chi_square` (Pearson's sum) and `p`: of the whole first
    table.
    """

    reading: Reading
    first_player: str
    chi_square: float
    log_likelihood: float

    @property
    def p(self) -> float:
        """The probability of a chi-square as large, in matches that are opened as these are."""
        below = chi_square_distribution(self.reading, self.first_player)[
            : round(min(self.chi_square, FARTHEST) / STEP)
        ]
        return float(np.clip(1 - below.sum(), 0, 1))

    @property
    def excluded(self) -> bool:
        """Whether the table is outside chance as a whole, at one in a thousand."""
        return self.p < RARE


def largest_chi_square(
    reading: Reading = DEFAULT, first_player: str = "turn", p: float = RARE
) -> float:
    """The chi-square that chance exceeds with probability `p`, if the reading is right."""
    return STEP * float(
        np.searchsorted(np.cumsum(chi_square_distribution(reading, first_player)), 1 - p)
    )


@lru_cache(maxsize=200)
def chi_square_distribution(reading: Reading = DEFAULT, first_player: str = "turn") -> Floats:
    """The probability of each chi-square of 21 matches, in steps of STEP, as far as FARTHEST.

    It is not the distribution of that name. A match that is opened in turn varies less than a
    hundred equal games, and one that the last winner opens varies more, so each row's own
    distribution is added up.
    """
    from scipy.signal import fftconvolve  # takes a second to import, with scipy.stats

    total = np.zeros(round(FARTHEST / STEP))
    total[0] = 1
    first, second = np.indices((GAMES + 1, GAMES + 1))
    counts = np.stack([GAMES - first - second, first, second])
    for pair in PAIRS:
        odds, expected, possible = _expected(first_player, pair, reading)
        squares = (counts[possible] - expected[possible, None, None]) ** 2 / expected[
            possible, None, None
        ]
        places = np.rint(squares.sum(axis=0) / STEP).astype(int)
        near = (odds > 0) & (places < len(total))
        one = np.bincount(places[near], weights=odds[near], minlength=len(total))
        total = np.maximum(fftconvolve(total, one)[: len(total)], 0)
    return total


def fit(reading: Reading = DEFAULT, first_player: str = "turn") -> Fit:
    """The Fit of one reading."""
    total, likelihood = 0.0, 0.0
    for pair, seen in zip(PAIRS, REPORTED, strict=True):
        odds, expected, possible = _expected(first_player, pair, reading)
        total += float(((np.array(seen) - expected)[possible] ** 2 / expected[possible]).sum())
        total += float("inf") if np.array(seen)[~possible].any() else 0
        likelihood += _log(odds[seen[1], seen[2]])
        if pair in REPORTED_AGAIN:
            likelihood += _log(odds.sum(axis=0)[REPORTED_AGAIN[pair]])
    return Fit(reading, first_player, total, likelihood)


def _log(probability):
    return log(probability) if probability > 0 else float("-inf")


@lru_cache(maxsize=2_000)
def _odds(first_player, ways):
    return distribution(*ways, first_player)


def _expected(first_player, pair, reading):
    """Return the distribution of a match, the expected numbers of (draws, first wins, second wins),
    and which of these three are possible.
    """
    odds = _odds(first_player, both_ways(*pair, reading, exact=False))
    number = np.arange(len(odds))
    first, second = odds.sum(axis=1) @ number, odds.sum(axis=0) @ number
    expected = np.array([len(odds) - 1 - first - second, first, second])
    return odds, np.where(expected < 1e-9, 0, expected), expected >= 1e-9


def one_at_a_time(first_player: str = "turn") -> list[Fit]:
    """The Fits of the default reading, first, and of all that differ from it in one field."""
    changed = [
        replace(DEFAULT, **{name: value})
        for name, values in READINGS.items()
        for value in values
        if value != getattr(DEFAULT, name)
    ]
    return [fit(reading, first_player) for reading in [DEFAULT, *changed]]


def all_readings(**fixed: Any) -> list[Reading]:
    """Every Reading; `fixed` gives some fields one value."""
    choices = {name: list(values) for name, values in READINGS.items()}
    choices |= {name: [value] for name, value in fixed.items()}
    return [
        Reading(**dict(zip(choices, values, strict=True))) for values in product(*choices.values())
    ]


def studied(
    readings: Iterable[Reading] | None = None, openings: Sequence[str] = ("turn",)
) -> list[Fit]:
    """The Fits of readings (by default all) under some openings, the likeliest first."""
    fits = [
        fit(reading, first_player)
        for reading in readings or all_readings()
        for first_player in openings
    ]
    return sorted(fits, key=lambda one: -one.log_likelihood)


def verdicts(fits: Iterable[Fit]) -> dict[tuple[str, Any], Fit]:
    """Return {(field, value): the likeliest Fit with it}; an excluded Fit excludes its value."""
    best = {}
    for one in fits:
        for key in (*vars(one.reading).items(), ("first_player", one.first_player)):
            if key not in best or one.log_likelihood > best[key].log_likelihood:
                best[key] = one
    return best


# As plain values.


def table(
    reading: Reading = DEFAULT, first_player: str = "turn", tallies: Any = None
) -> list[Json]:
    """The rows as plain values, in the report's order, as `fogel ttt deathmatch --json` writes
    them.

    Of 100 games: `draws`, `first_wins`, `second_wins`; of one game, exactly, as "3/7" under
    `fractions`; `reported`, and where it tells of a second match `reported_again`; `p`, the chance
    of a match as likely as the reported one or less, and whether that is `inside` chance. With
    `tallies`, of `sampled`, what was played.
    """
    rows = []

    def named(values):
        return dict(zip(Row._fields[2:], values, strict=True))

    for one in luck(reading, first_player):
        entry: Json = {"first": one.row.first, "second": one.row.second}
        entry |= named(float(GAMES * chance) for chance in one.row.chances)
        entry["fractions"] = named(map(str, one.row.chances))
        entry["reported"] = named(one.reported)
        if one.reported_again is not None:
            entry |= {"reported_again": {"second_wins": one.reported_again}, "p_again": one.p_again}
        entry |= {"p": one.p, "inside": one.inside}
        if tallies:
            tally = tallies[one.row[:2]]
            entry["sampled"] = {"games": tally.games} | named((tally.draws, *tally.wins))
        rows.append(entry)
    return rows
