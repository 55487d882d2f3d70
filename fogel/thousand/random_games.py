"""Small games drawn at random, no two of which are played alike.

Games are drawn one after another, each by a generator of its own, so that the hundredth is the same
whoever draws it:

1. The board has one, two or three rows (chances 1, 3 and 2 of 6), and 5 to 12 squares in all; every
length that it may then have is as likely as another. 2. In one game of four there are marks before
it begins: one or two, on any squares, each of either player's alike. 3. There are one, two or three
shapes of patterns, alike. Each is drawn as chapter 17's careful games draw them: three to five
marks in a rectangle that fits on the board, one mark in four the other player's. 4. In half of the
games all shapes win, in a quarter all lose (misere), in a quarter a coin says so for each shape. 5.
In half of the games a shape counts in all its turns and mirrorings, in the others as it was drawn.

Patterns that make no difference are taken away. A game is left out if it is over before it begins,
if no pattern is left that can be matched, if it goes on on fewer than LEAST_BOARDS boards or on
more than MOST_BOARDS, or if an earlier one is played alike: the same board and lines, up to turns
and mirrorings. So among the games large boards are rarer than among what is drawn, and those that
are there have games that end early.
"""

from __future__ import annotations

from itertools import count
from typing import NamedTuple

import numpy as np

from fogel.anygame import tables
from fogel.core.settings import MOST_SEED, MOST_TRIAL, check_whole
from fogel.core.types import Rng
from fogel.rules.rules import Grid, Rules
from fogel.taste.variation import Limits, fitting_grid, in_all_ways, refusal, signature, trimmed

LEAST_BOARDS, MOST_BOARDS = 100, 30_000  # on which a game goes on
# The lengths of a board's rows, by their number.
LENGTHS = {1: range(5, 13), 2: range(3, 7), 3: range(3, 5)}
ROW_CHANCES = (1 / 6, 3 / 6, 2 / 6)
BEGUN = 1 / 4  # the chance that there are marks before a game begins
MOST_BEGUN = 2  # such marks
MOST_SHAPES = 3
SIDES = ("win", "lose", "either")
SIDE_CHANCES = (1 / 2, 1 / 4, 1 / 4)
ANY_WAY = 1 / 2  # the chance that a shape counts in all its turns and mirrorings
LIMITS = Limits(squares=12, patterns=40)


class DrawnGame(NamedTuple):
    """A game that was drawn, and the `number` of its draw, which names its generator."""

    number: int
    rules: Rules


def draw_games(games: int, seed: int = 0) -> list[DrawnGame]:
    """Return the first so many games that are not left out, in the order of their draws.

    Raises ValueError if `games` or `seed` is no whole number of its range.
    """
    games, seed = (
        check_whole("games", games, 0, MOST_TRIAL),
        check_whole("seed", seed, 0, MOST_SEED),
    )
    found, known = [], set()
    for number in count():
        if len(found) == games:
            return found
        rules = draw(number, seed)
        if rules and (mark := signature(rules)) not in known:
            known.add(mark)
            found.append(DrawnGame(number, rules))
    raise AssertionError("numbers don't end")


def draw(number: int, seed: int = 0) -> Rules | None:
    """The Rules of one draw; None if that game is left out, whatever was drawn before."""
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(number,)))
    try:
        rules = _drawn(f"drawn-{number}", rng)
    except ValueError:  # no pattern fits
        return None
    if refusal(rules, LIMITS) or not LEAST_BOARDS <= len(tables.grown(rules).one) <= MOST_BOARDS:
        return None
    return rules


def _drawn(name, rng):
    """Rules at random; raises ValueError if they are none."""
    rows = int(rng.choice([*LENGTHS], p=ROW_CHANCES))
    length = int(rng.choice(LENGTHS[rows]))
    start = Grid(length, rows, _start(length * rows, rng))
    shapes = [fitting_grid(rng, length, rows) for _ in range(int(rng.integers(1, MOST_SHAPES + 1)))]
    sides = _sides(len(shapes), rng)
    wins, losses = (
        tuple(one for one, wins in zip(shapes, sides, strict=True) if wins is side)
        for side in (True, False)
    )
    rules = Rules(name, start, wins, losses)
    return trimmed(in_all_ways(rules) if rng.random() < ANY_WAY else rules)


def _start(squares: int, rng: Rng) -> tuple[int, ...]:
    """The marks before a game begins."""
    board = [0] * squares
    if rng.random() < BEGUN:
        for square in rng.choice(squares, int(rng.integers(1, MOST_BEGUN + 1)), replace=False):
            board[square] = int(rng.integers(1, 3))
    return tuple(board)


def _sides(shapes: int, rng: Rng) -> list[bool]:
    """Whether each shape wins."""
    side = rng.choice(SIDES, p=SIDE_CHANCES)
    return [
        bool(rng.integers(2)) if side == "either" else bool(side == "win") for _ in range(shapes)
    ]
