"""The best blind order of a game's squares, by branch and bound, compiled.

A blind order is a player that takes the first open square of a fixed order and never looks at a
mark.
"""

from __future__ import annotations

import numpy as np

from fogel.anygame.settings import GameSettings
from fogel.core.types import Floats, Ints, Square
from fogel.engine.compiling import compiled, kernel, lent
from fogel.engine.graph import reply_chances
from fogel.engine.tables import Tables

NEAR = 1e-9  # rounding: as good as equal
MOST_ORDERS = 300_000  # beginnings of orders that are looked at


def best_order(
    tables: Tables, settings: GameSettings, best: Floats
) -> tuple[tuple[Square, ...], bool]:
    """(the best order of the squares that are open at the start, whether that is proved), by branch
    and bound.

    A beginning of an order can't be worth more than if the best player went on wherever all its
    squares are taken; `best` has what that player makes of each position. After MOST_ORDERS
    beginnings the best one found is returned.
    """
    squares = np.flatnonzero(tables.boards[0] == 0)
    chances = reply_chances(tables, settings.forced_replies)
    order, proved = compiled(search_orders)(tables, chances, best, squares, MOST_ORDERS)
    return tuple(order.tolist()), bool(proved)


def search_orders(
    tables: Tables, chances: Floats, best: Floats, squares: Ints, most: int
) -> tuple[Ints, bool]:
    """(the best order of `squares`, whether no other is better): depth first, the most promising
    square first.
    """
    tables = lent(tables)
    count, depth, looked, record = len(squares), 0, 0, -np.inf
    order, found = squares.copy(), squares.copy()  # order[:depth] is the beginning
    # The bound of each square that may come next, by depth; NaN: not to be tried.
    bounds = np.full((count + 1, count), np.nan)
    sure = np.zeros((count + 1, count), np.bool_)
    reached = np.zeros(tables.asked)
    entering = True
    while depth >= 0 and looked < most:
        if entering:
            for place in range(count):
                order[depth] = squares[place]
                bounds[depth, place] = np.nan
                taken = False
                for earlier in range(depth):
                    taken |= order[earlier] == squares[place]
                if not taken:
                    looked += 1
                    bounds[depth, place], sure[depth, place] = bound(
                        tables, chances, best, order, depth + 1, reached
                    )
        place = highest_above(bounds[depth], record + NEAR)
        entering = place >= 0
        if place < 0:
            depth -= 1
            continue
        promise, bounds[depth, place] = bounds[depth, place], np.nan
        order[depth] = squares[place]
        if sure[depth, place]:  # the squares that follow make no difference
            record, entering = promise, False
            complete(order, depth + 1, squares, found)
        else:
            depth += 1
    return found, depth < 0


@kernel
def highest_above(bounds: Floats, least: float) -> int:
    """The place of the highest bound, the first of several; -1 if none is above `least`."""
    place = -1
    for other in range(len(bounds)):
        if bounds[other] > least and (place < 0 or bounds[other] > bounds[place]):
            place = other
    return place


@kernel
def complete(order: Ints, length: int, squares: Ints, found: Ints) -> None:
    """Fills `found` with the first `length` squares of an order, and then with the others as they
    come.
    """
    found[:length] = order[:length]
    end = length
    for square in squares:
        known = False
        for earlier in range(length):
            known |= order[earlier] == square
        if not known:
            found[end] = square
            end += 1


@kernel
def bound(
    tables: Tables, chances: Floats, best: Floats, order: Ints, length: int, reached: Floats
) -> tuple[float, bool]:
    """(what a game is worth at most with the first `length` squares of an order, whether it is just
    that).

    `reached` is room to work in, zero between uses.
    """
    total, sure = 0.0, True
    for start in tables.starts:
        reached[start] += 0.5
    for asked in range(tables.asked):
        chance = reached[asked]
        if chance == 0.0:
            continue
        reached[asked] = 0.0
        place = 0
        while place < length and tables.boards[asked, order[place]] != 0:
            place += 1
        if place == length:
            total += chance * best[asked]
            sure = False
            continue
        position = tables.after[asked, order[place]]
        if position >= tables.over:
            total += chance * best[position]
            continue
        for reply in range(chances.shape[1]):
            share = chances[position, reply]
            if share > 0.0:
                following = tables.reply_next[position, reply]
                if following >= tables.over:
                    total += chance * share * best[following]
                else:
                    reached[following] += chance * share
    return total, sure


def blind_odds(tables: Tables, order: tuple[Square, ...]) -> Ints:
    """(asked, squares): 1 for the first open square of an order."""
    boards = tables.boards[: tables.asked]
    ranks = np.full(boards.shape[1], len(order))
    ranks[list(order)] = np.arange(len(order))
    first = np.where(boards == 0, ranks, len(order) + 1).argmin(axis=1)
    return np.eye(boards.shape[1], dtype=np.int64)[first]
