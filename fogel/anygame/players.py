"""A network as a player in any game."""

from __future__ import annotations

from collections.abc import Callable

from fogel.core.types import Marks
from fogel.network import Network


def seen(board: Marks, me: int) -> list[int]:
    """A board as the network in seat `me`, 1 or 2, sees it: its own marks are 1, the other's -1."""
    return [0 if mark == 0 else 1 if mark == me else -1 for mark in board]


def network_player(network: Network, name: str = "Network") -> Callable:
    """A maker that seats a network at a game of as many squares as it knows; raises ValueError at
    another one.
    """

    def make(rules, number):
        if len(rules.start.squares) != network.squares:
            raise ValueError(
                f"{rules.name!r} has {len(rules.start.squares)} squares, and the network"
                f" {network.squares}"
            )

        def player(board, rng):
            return network.choose(seen(board, number))

        player.name = name
        return player

    return make
