"""A game's positions as one graph, on which chances flow forward and values flow back.

A readable flow is in `audit`; here a whole layer of positions is one step of NumPy, in floats or in
exact numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fogel.core.types import Ints

OVER = -1  # in place of the position after a move that ends the game


def parents(graph: Any) -> Ints:
    """(moves,): the position from which each move leads.

    A graph has the moves of position i as `first[i]` to `first[i + 1]` of `child`, the positions
    after them.
    """
    return np.repeat(np.arange(len(graph.first) - 1), np.diff(graph.first))


def flow(graph: Any, odds: Any) -> Any:
    """(positions,): the chance that a game from position 0 comes to each; each move has its `odds`.

    They are floats, or an array of objects such as Fractions.
    """
    parent, now = parents(graph), np.zeros(len(graph.first), odds.dtype)  # the last one is OVER
    now[0] = 1
    total = now
    while now[:-1].any():
        moves = np.flatnonzero(now[parent])
        along, now = now[parent[moves]] * odds[moves], np.zeros_like(now)
        np.add.at(now, graph.child[moves], along)
        total = total + now
    return total[:-1]


def number_as_met(keys: Ints) -> tuple[Ints, Ints]:
    """(where each different key comes first, the numbers of all keys in this order)."""
    _, first, key = np.unique(keys, return_index=True, return_inverse=True)
    order = np.argsort(first)
    return first[order], np.argsort(order)[key]
