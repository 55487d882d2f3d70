"""Players for games of any shape: policies, and players that draw from them (chapter 13).

A *policy* says with which probability a player takes each square (`rules/chances.py`); a *maker*
seats a player (`rules/referee.py`). `make_player` makes the one of the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

import numpy as np

from fogel.core.asking import ask, player_name
from fogel.core.functions import load_function, names_function
from fogel.core.players import ADVERSARIES, adversary
from fogel.core.settings import Settings
from fogel.core.types import Mark, Marks, OddsOf, Player
from fogel.encoding import LINES, O, X
from fogel.lookahead.levels import DEFAULT, LEVELS, trad_policy
from fogel.lookahead.magic import magic_odds
from fogel.lookahead.peek import thoughts
from fogel.opponent import cumulative, near_perfect_odds, pick, probabilities
from fogel.rules.rules import Grid, Rules
from fogel.rules.solve import best_moves

REMEMBERED = 100_000  # boards on which a player keeps what it would do
NEVER = Fraction(0)


# Policies.


def random_policy(rules: Rules, board: Marks, me: int) -> Sequence[Any]:
    """Every open square alike."""
    return probabilities(board, [1 - bool(mark) for mark in board], NEVER)


def perfect_policy(rules: Rules, board: Marks, me: int) -> Sequence[Any]:
    """Every square alike that keeps the best result that can be forced; raises ValueError if the
    game is too large.
    """
    best = best_moves(rules, board, me)
    return probabilities(board, [int(square in best) for square in range(len(board))], NEVER)


def book_policy(
    odds_of: OddsOf, settings: Settings | None = None, slip: Any = NEVER
) -> Callable[..., Any]:
    """A rule of `opponent.py`, such as `near_perfect_odds`, as a policy for the
    standard game.
    """
    settings = settings or Settings()

    def policy(rules, board, me):
        check_standard(rules)
        marks, mark = book_board(board, me)
        return probabilities(marks, odds_of(marks, settings, mark), slip)

    return policy


def near_perfect_policy(slip: Any = Fraction(1, 10)) -> Callable[..., Any]:
    """The experiment's opponent as a policy, for the standard game."""
    return book_policy(near_perfect_odds, slip=slip)


magic_policy = book_policy(magic_odds)  # the report's Magic Formula, for the standard game


# Players.


def make_player(policy: Callable[..., Any], name: str) -> Callable[..., Player]:
    """A maker of players that draw from a policy; each move uses one uniform draw, as those of
    `opponent.py` do.
    """

    def make(rules, number):
        @lru_cache(REMEMBERED)
        def sums_on(board):
            return cumulative([float(chance) for chance in policy(rules, board, number)])

        def player(board, rng):
            return pick(sums_on(board), rng.random())

        player.name = name
        return player

    return make


def book_player(player: Any, name: str) -> Callable[..., Player]:
    """A maker that seats a player of part one at the standard game; raises ValueError
    at any other.
    """

    def make(rules, number):
        check_standard(rules)

        def seated(board, rng):
            return player(np.array(book_board(board, number)[0], dtype=np.int8), rng)

        seated.name = name
        return seated

    return make


def function_player(function: Player) -> Callable[..., Player]:
    """A maker that seats a function at any game of two; it sees the marks of the player who moves
    first as 1.

    Raises ValueError at a game of more.
    """

    def make(rules, number):
        if rules.players != 2:
            raise ValueError(
                f"{rules.name!r} is a game for {rules.players} players, and a function plays games"
                " of two"
            )
        opener = 0  # not known before the game has begun

        def player(board, rng):
            nonlocal opener
            opener = opener or (number if board == rules.start.squares else 3 - number)
            return ask(function, [(mark == opener) - (mark == 3 - opener) for mark in board], rng)

        def new_game():
            nonlocal opener
            opener = 0

        player.name, player.new_game = player_name(function), new_game
        return player

    return make


def trad(level: str, reading: Any = DEFAULT, patience: int | None = None) -> Callable[..., Player]:
    """A maker of the report's TradPlayer of a level; raises ValueError for an unknown one.

    Its `peek` tells what it thought when it moved last, or would think at the start.
    """
    make_plain = make_player(trad_policy(level, reading, patience), f"Trad_{level.capitalize()}")

    def make(rules, number):
        plain = make_plain(rules, number)

        def player(board, rng):
            player.seen = board
            return plain(board, rng)

        player.name, player.seen = plain.name, None
        player.peek = lambda: thoughts(
            rules, player.seen or rules.start.squares, level, number, reading, patience
        )
        return player

    return make


def check_standard(rules: Rules) -> None:
    """Raises ValueError if rules are not those of part one: three in a row on an empty board of 3 x
    3, for two.
    """
    lines = {frozenset(line) for line in rules.win_lines}
    book = {frozenset((square, 1) for square in line) for line in LINES}
    if (rules.start, rules.players, rules.losses, lines) != (Grid(3, 3, (0,) * 9), 2, (), book):
        raise ValueError(
            f"{rules.name!r} is not the standard game, and the book's players know no other"
        )


def book_board(board: Marks, me: int) -> tuple[Marks, Mark]:
    """(a board as part one writes it, the mark of `me` there): X is whoever has opened.

    Raises ValueError if it is not the turn of `me`, as after a pass.
    """
    mine, theirs = board.count(me), board.count(3 - me)
    if mine not in (theirs, theirs - 1):
        raise ValueError("the book's players know no passes")
    mark = X if mine == theirs else O
    return tuple({0: 0, me: mark}.get(held, -mark) for held in board), mark


LEVEL_OF = {f"trad-{level}": level for level in LEVELS}  # of a TradPlayer, by its name
MAKERS = {
    "random": make_player(random_policy, "Random"),
    "perfect": make_player(perfect_policy, "Perfect"),
    **{name: trad(level) for name, level in LEVEL_OF.items()},
    "magic": make_player(magic_policy, "Magic"),
}


@cache
def maker(name: str) -> Callable[..., Player]:
    """The maker of a player by its name: one of MAKERS, a player of part one, or a function,
    `my_player.py:choose`.

    Raises ValueError for another name, and as `functions.load_function`.
    """
    if name in MAKERS:
        return MAKERS[name]
    if names_function(name):
        return function_player(load_function(name))
    if name not in names():
        raise ValueError(f"a player must be one of {', '.join(names())}, not {name!r}")
    return book_player(adversary(name), name.capitalize())


def names() -> list[str]:
    """The names of all players that `maker` knows: the book's own play the standard game alone.

    League agents are left out: for their illegal moves the referee has passes, which the book's
    players don't know.
    """
    book = (name for name, one in ADVERSARIES.items() if not (one.is_person or one.agent))
    return [*MAKERS, *(name for name in book if name not in MAKERS)]
