"""The report's Look Ahead player and its six ability levels, as policies (chapter 14).

A player of some *depth* first looks for a move that wins at once, then for one that blocks; failing
both it looks one move and one answer further, and so on to its depth, and stops as soon as
something is decided (the report's "gradual descent", 1.7.2). What a move is thought to be worth is
a *grade*: LOSS, DRAW, BLOCK or WIN. It draws among the best.

What the report leaves open is a `Reading`; the defaults are its words as we understand them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, NamedTuple

from fogel.core.types import Marks, Square
from fogel.lookahead.foresight import make_foresight
from fogel.rules.rules import Rules, open_squares, outcome, place, seats
from fogel.rules.solve import canonical

LEVELS = ("idiot", "rookie", "average", "skilled", "expert", "perfect")
PERFECT = LEVELS.index("perfect")
LOSS, DRAW, BLOCK, WIN = -1, 0, 1, 2
# By how many grades a mistake overestimates a move, each as likely ("usually either one or two").
RAISES = (1, 2)
REMEMBERED = 200_000  # boards whose choices are kept, up to symmetry

# What the report leaves open: each field's readings, the default first, with what they mean.
READINGS: dict[str, dict[Any, str]] = {
    "rounding": {
        "down": "MovesLeft * ability / 10 is division of whole numbers",
        "nearest": "it is rounded, a half upwards",
        "up": "it is rounded up",
    },
    "min_depth": {
        0: "a depth of 0 is blind, whoever has it",
        1: "all but IDIOT look for a WIN or a BLOCK at the least",
    },
    "horizon": {
        "answered": "depth d sees d moves of each player: it ends with looking for a BLOCK",
        "unanswered": (
            "depth d sees its own d moves and the d - 1 answers between them: it ends with looking"
            " for a WIN"
        ),
        "moves": "depth d sees d moves in all",
    },
    "search": {
        "gradual": "a shallow WIN or BLOCK ends the search",
        "full": (
            "every move is looked at to the full depth; a WIN is a WIN, soon or late, and nothing"
            " is a BLOCK"
        ),
    },
    "when_lost": {
        "late": "if all moves lose, the BLOCKs, or whatever loses last",
        "any": "if all moves lose, any of them",
    },
    "mistake": {
        "overestimate": (
            "a move counts one or two grades more than it is worth, and the best is taken"
        ),
        "any": "any open square is taken",
    },
    "mistake_per": {
        "turn": "one chance of a mistake in each turn",
        "square": "one chance for every open square of each turn",
    },
    "chance": {
        "squared": "1 in 1 + 4 * ability * ability",
        "twice": "1 in 1 + 4 * ability * 2",
        "plain": "1 in 1 + 4 * ability, the 2 being a slip or a footnote's mark",
    },
}


@dataclass(frozen=True)
class Reading:
    """How the report's account of Look Ahead is understood; `READINGS` says what the values mean.

    Raises ValueError that names the field and its values.
    """

    rounding: str = "down"
    min_depth: int = 0
    horizon: str = "answered"
    search: str = "gradual"
    when_lost: str = "late"
    mistake: str = "overestimate"
    mistake_per: str = "turn"
    chance: str = "squared"

    def __post_init__(self):
        for field in fields(self):
            value = getattr(self, field.name)
            if value not in READINGS[field.name]:
                known = ", ".join(map(str, READINGS[field.name]))
                raise ValueError(f"{field.name} must be one of {known}, not {value!r}")


DEFAULT = Reading()


# Ability.


def ability(level: str) -> int:
    """The number of a level, 0 for idiot to 5 for perfect; raises ValueError for any other name."""
    if level not in LEVELS:
        raise ValueError(f"level must be one of {', '.join(LEVELS)}, not {level!r}")
    return LEVELS.index(level)


def depth(level: str, moves_left: int, reading: Reading = DEFAULT) -> int:
    """How deep a level looks with so many squares open (report 1.7.3.1)."""
    product, divisor = moves_left * ability(level), 2 * PERFECT
    add = {"down": 0, "nearest": divisor // 2, "up": divisor - 1}[reading.rounding]
    return max((product + add) // divisor, min(reading.min_depth, ability(level)))


def mistake_chance(level: str, reading: Reading = DEFAULT) -> Fraction:
    """The chance of a mistake, a Fraction; 0 for perfect, "the only level that cannot make a
    mistake" (1.7.3.2).
    """
    number = ability(level)
    if number == PERFECT:
        return Fraction(0)
    return Fraction(1, 1 + 4 * number * {"squared": number, "twice": 2, "plain": 1}[reading.chance])


def depth_table(squares: int = 9, reading: Reading = DEFAULT) -> dict[str, list[int]]:
    """{level: its depths}, with `squares` open, one less, and so on down to 1."""
    return {
        level: [depth(level, left, reading) for left in range(squares, 0, -1)] for level in LEVELS
    }


# What moves are worth.


class MoveValue(NamedTuple):
    """What a move is thought to be worth; `late` counts the moves until it loses, 0 if
    it doesn't.
    """

    grade: int
    late: int = 0


def blocks(rules: Rules, board: Marks, me: int) -> list[Square]:
    """The open squares on which another player would win if it were his turn."""
    return [
        square
        for square in open_squares(board)
        if any(
            _wins(rules, place(rules, board, square, other), other)
            for other in seats(rules)
            if other != me
        )
    ]


def _wins(rules, board, player):
    decided = outcome(rules, board, last=player)
    return decided is not None and decided[player - 1] == 1


def sights(rules: Rules, depth: int, reading: Reading) -> Sequence[int]:
    """How many moves are looked ahead in each round of the descent, down to this depth."""
    players = rules.players
    return [
        {"answered": number * players, "unanswered": (number - 1) * players + 1, "moves": number}[
            reading.horizon
        ]
        for number in range(1, depth + 1)
    ]


class View(NamedTuple):
    """What a look ahead shows: {square: MoveValue}, and how many moves ahead it saw; `cut` if
    patience ran out before.
    """

    move_values: dict
    moves: int
    cut: bool = False


def view(
    rules: Rules,
    board: Marks,
    me: int,
    depth: int,
    reading: Reading = DEFAULT,
    patience: int | None = None,
) -> View:
    """The View of `me`, to move, at this depth; `patience` as in `Foresight.scores`, for each round
    of the descent.
    """
    gradual, empty = reading.search == "gradual", board.count(0)
    move_values, seen = {square: MoveValue(DRAW) for square in open_squares(board)}, 0
    blocked = blocks(rules, board, me) if gradual and depth else []
    for moves in sights(rules, depth, reading):
        scores = make_foresight(rules).scores(board, me, min(moves, empty), patience)
        if scores is None:
            return View(move_values, seen, cut=True)
        move_values, seen = (
            {square: _move_value(score, empty, reading) for square, score in scores.items()},
            min(moves, empty),
        )
        won = any(move_value.grade == WIN for move_value in move_values.values())
        lost = all(move_value.grade == LOSS for move_value in move_values.values())
        if blocked and not (lost and reading.when_lost == "any"):
            move_values.update(
                {square: MoveValue(BLOCK) for square in blocked if move_values[square].grade != WIN}
            )
        if seen == empty or (gradual and (won or lost or blocked)):
            break
    return View(move_values, seen)


def _move_value(score, empty, reading):
    """A score of `foresight` as a MoveValue, with so many squares open before the move."""
    if score >= 0:
        return MoveValue(WIN if score else DRAW)
    return MoveValue(LOSS, empty + 1 + score if reading.when_lost == "late" else 0)


# What is chosen.


def shares(
    move_values: dict[Square, MoveValue], chance: Fraction, reading: Reading = DEFAULT
) -> dict[Square, Fraction]:
    """{square: probability} of a player who errs with this chance: uniform among what it takes for
    the best.
    """
    if reading.mistake == "overestimate" and reading.mistake_per == "square":
        return {square: _taken(square, move_values, chance) for square in move_values}
    if reading.mistake == "any":
        wrong = 1 - (1 - chance) ** len(move_values) if reading.mistake_per == "square" else chance
        return _mixed(_best(move_values), {frozenset(move_values): wrong} if wrong else {})
    return _mixed(_best(move_values), _overestimates(move_values, chance) if chance else {})


def _best(move_values):
    """The squares of the greatest value."""
    most = max(move_values.values())
    return frozenset(square for square, move_value in move_values.items() if move_value == most)


def _overestimates(move_values, chance):
    """{squares that are taken for the best: probability}, where that makes a difference: any move,
    by any raise.
    """
    part, most, best, found = (
        chance / (len(move_values) * len(RAISES)),
        max(move_values.values()),
        _best(move_values),
        {},
    )
    for square, move_value in move_values.items():
        for by in RAISES:
            estimate = _raised(move_value, by)
            if estimate >= most:
                squares = frozenset([square]) if estimate > most else best | {square}
                found[squares] = found.get(squares, 0) + part
    return found


def _raised(move_value, by):
    """An overestimated value: as good as any of the grade that it is taken for."""
    return MoveValue(min(move_value.grade + by, WIN))


def _mixed(best, mistakes):
    """{square: probability}: one of `best` at random, but one of each of these sets with that
    probability.
    """
    sets = [(best, 1 - sum(mistakes.values())), *mistakes.items()]
    total = {}
    for squares, weight in sets:
        for square in squares if weight else ():
            total[square] = total.get(square, 0) + Fraction(1, len(squares)) * weight
    return total


def _taken(square, move_values, chance):
    """The probability that a square is taken if each is overestimated with this chance,
    on its own.
    """
    total = Fraction(0)
    for move_value, weight in _estimates(move_values[square], chance):
        # ways[n]: the probability that n of the others seem as good, and none better.
        ways = [weight]
        for other in move_values:
            if other != square:
                estimates = _estimates(move_values[other], chance)
                worse = sum(
                    (share for estimate, share in estimates if estimate < move_value), Fraction(0)
                )
                equal = sum(
                    (share for estimate, share in estimates if estimate == move_value), Fraction(0)
                )
                ways = [a * worse + b * equal for a, b in zip([*ways, 0], [0, *ways], strict=True)]
        total += sum(way / (count + 1) for count, way in enumerate(ways))
    return total


def _estimates(move_value, chance):
    """What a move may be taken to be worth, with probabilities."""
    return [
        (move_value, 1 - chance),
        *((_raised(move_value, by), chance / len(RAISES)) for by in RAISES),
    ]


# Policies.


@cache
def trad_policy(
    level: str, reading: Reading = DEFAULT, patience: int | None = None
) -> Callable[..., list[Fraction]]:
    """Return the policy (`rules.chances`) of a level of the report's TradPlayer, for any rules.

    Probabilities are Fractions, equal on boards that are each other's images, and remembered.
    Raises ValueError for an unknown level.
    """
    chance = mistake_chance(level, reading)
    seeing = Reading(horizon=reading.horizon, search=reading.search, when_lost=reading.when_lost)
    choosing = Reading(mistake=reading.mistake, mistake_per=reading.mistake_per)

    def policy(rules, board, me):
        key, image = canonical(rules, board, me)
        move_values = _seen(rules, key, depth(level, key.count(0), reading), seeing, patience)
        chosen = _by_move_value(tuple(sorted(move_values.values())), chance, choosing)
        return [
            chosen[move_values[there]] if there in move_values else Fraction(0) for there in image
        ]

    return policy


@lru_cache(REMEMBERED)
def _seen(rules, board, depth, reading, patience):
    """The values of a View for player 1."""
    return view(rules, board, 1, depth, reading, patience).move_values


@lru_cache(REMEMBERED)
def _by_move_value(move_values, chance, reading):
    """{value: probability of a square that has it}, where the open squares have these values."""
    found = shares(dict(enumerate(move_values)), chance, reading)
    return {
        move_value: found.get(number, Fraction(0)) for number, move_value in enumerate(move_values)
    }
