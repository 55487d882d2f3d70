"""A game's positions as one graph, on which chances flow forward and values flow back.

A readable flow is in `audit`; here a whole layer of positions is one step of NumPy, in floats or in
exact numbers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fogel.core.types import Bools, Floats, Ints
from fogel.engine.population import none_in
from fogel.engine.tables import Tables

OVER = -1  # in place of the position after a move that ends the game


class Graph(NamedTuple):
    """The moves of position i are `first[i]` to `first[i + 1]` of `child`, the positions after
    them.

    Any tuple with these two, such as a tree of boards, is a graph to the functions below.
    """

    first: Ints
    child: Ints


def make_graph(after: Any) -> Graph:
    """Return the Graph of a table with a row for each position; `none_in(after)` is no move."""
    moves = after != none_in(after)
    return Graph(np.append(0, np.cumsum(moves.sum(axis=1))), after[moves].astype(np.int64))


def parents(graph: Any) -> Ints:
    """(moves,): the position from which each move leads."""
    return np.repeat(np.arange(len(graph.first) - 1), np.diff(graph.first))


def flow(graph: Any, odds: Any, start: Any = 0) -> Any:
    """(positions,): the chance that a game comes to each; each move has its `odds`.

    They are floats, or an array of objects such as Fractions. All chances begin with 1 at `start`,
    a position or several.
    """
    parent, now = parents(graph), np.zeros(len(graph.first), odds.dtype)  # the last one is OVER
    now[start] = 1
    total = now
    while now[:-1].any():
        moves = np.flatnonzero(now[parent])
        along, now = now[parent[moves]] * odds[moves], np.zeros_like(now)
        np.add.at(now, graph.child[moves], along)
        total = total + now
    return total[:-1]


def over_moves(step: np.ufunc, graph: Any, values: Any, empty: Any) -> Any:
    """(positions,): `step`, such as np.maximum, over the values of each position's moves, and
    `empty` where there are none.
    """
    found = np.full(len(graph.first) - 1, empty, values.dtype)
    some = np.flatnonzero(np.diff(graph.first))
    found[some] = step.reduceat(values, graph.first[some])
    return found


def best_moves(graph: Any, scores: Any) -> Bools:
    """(moves,): which ones have the highest score of their position."""
    return scores == np.repeat(over_moves(np.maximum, graph, scores, 0), np.diff(graph.first))


def leads_to(graph: Graph, ends: Bools) -> Bools:
    """(positions,): which ones are among the `ends`, or have a sequence of moves to one of them."""
    parent, found, count = parents(graph), ends.copy(), -1
    while count != found.sum():
        count = found.sum()
        found[parent[found[graph.child]]] = True
    return found


def follow(tables: Tables, then: Any, forced_replies: bool) -> tuple[Graph, Floats]:
    """Return (the Graph of all games of a player, the odds of each step: a move and a reply).

    The player's moves lead to `then`, with one entry for each position where it has to move.
    """
    after = np.full_like(tables.after, none_in(tables.after))
    after[: tables.asked] = tables.after[np.minimum(then, len(after) - 1)]
    ended = np.flatnonzero(then >= tables.over)
    after[ended, 0] = then[ended]
    graph = make_graph(after)
    parent = parents(graph)
    place = np.arange(len(parent)) - graph.first[parent]
    return graph, reply_chances(tables, forced_replies)[then[parent], place]


def reply_chances(tables: Tables, forced_replies: bool) -> Floats:
    """(positions, replies): the probability of each reply of the opponent."""
    chances = np.diff(tables.reply_sums, prepend=0.0, axis=1)
    if forced_replies:
        first = tables.after[tables.starts[0]]
        first = first[first < tables.over]
        chances[first] = (np.arange(chances.shape[1]) < tables.first_replies) / tables.first_replies
    return chances


def number_as_met(keys: Ints) -> tuple[Ints, Ints]:
    """(where each different key comes first, the numbers of all keys in this order)."""
    _, first, key = np.unique(keys, return_index=True, return_inverse=True)
    order = np.argsort(first)
    return first[order], np.argsort(order)[key]
