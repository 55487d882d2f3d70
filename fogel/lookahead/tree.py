"""Every board of a small game as a graph, compiled.

The boards of a game of two on which it goes on are numbered, those with fewer marks first, so that
what follows a board has a higher number: chances flow upwards, expectations come back down. `moves`
of board i are `first[i]` to `first[i + 1]`. Nothing here is sampled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from fogel.core.types import Ints
from fogel.engine.compiling import compiled, kernel
from fogel.engine.graph import OVER, flow, number_as_met, parents
from fogel.opponent import checked_probabilities
from fogel.rules.chances import Chances
from fogel.rules.rules import Rules, outcome
from fogel.rules.search import MOST_SQUARES as MOST_BITS
from fogel.rules.search import result
from fogel.rules.solve import as_bitboards, bits, boards_ahead, symmetries

MOST_SQUARES = 12  # open ones, of a board whose tree is grown: at most 143,365 boards


class Tree(NamedTuple):
    """All boards of a game of two on which it goes on, and the moves there.

    `layers[n]` is the number of the first board with n marks more than the start, player 1 to move
    on the first layer; `one` and `two` hold the players' squares, a bit each. `square`, `child` and
    `result` are those of the moves: the board that follows, OVER where the move ends the game, and
    then player 1's result.
    """

    squares: int
    layers: np.ndarray
    one: np.ndarray
    two: np.ndarray
    first: np.ndarray
    square: np.ndarray
    child: np.ndarray
    result: np.ndarray


@kernel
def grow(game: Any, one: Any, two: Any, boards: int, moves: int) -> tuple[Any, ...]:
    """(boards, layers, the arrays of a Tree, which have room for so many boards and moves)."""
    squares, everything = game.squares, (np.int64(1) << game.squares) - 1
    ones, twos = np.zeros(boards, np.int32), np.zeros(boards, np.int32)
    at, results = np.zeros(moves, np.int8), np.zeros(moves, np.int8)
    child, layers = np.zeros(moves, np.int32), np.zeros(squares + 2, np.int64)
    power, keys = powers(one | two, squares)
    first, known = np.zeros(boards + 1, np.int64), np.full(keys, OVER, np.int32)
    ones[0], twos[0] = one, two
    count, edge, depth, begin, end = 1, 0, 0, 0, 1
    while begin < end:
        layers[depth + 1] = end
        player = 1 + depth % 2
        for board in range(begin, end):
            mine, theirs = np.int64(ones[board]), np.int64(twos[board])
            digits = compute_key(mine, theirs, power)
            if player == 2:
                mine, theirs = theirs, mine
            taken = mine | theirs
            for square in range(squares):
                bit = np.int64(1) << square
                if taken & bit:
                    continue
                won = result(mine | bit, theirs, square, game)
                at[edge] = square
                if won != 0 or taken | bit == everything:
                    child[edge] = OVER
                    results[edge] = won if player == 1 else -won
                else:
                    key = digits + player * power[square]
                    if known[key] == OVER:
                        known[key] = count
                        ones[count] = mine | bit if player == 1 else theirs
                        twos[count] = theirs if player == 1 else mine | bit
                        count += 1
                    child[edge] = known[key]
                edge += 1
            first[board + 1] = edge
        begin, end, depth = end, count, depth + 1
    return count, depth, layers, ones, twos, first, at, child, results


@kernel
def powers(taken: int, squares: int) -> tuple[Ints, int]:
    """(what a digit of a board's key counts, one for each square that was open, how many keys)."""
    power, keys = np.zeros(squares, np.int64), 1
    for square in range(squares):
        if not (taken >> square) & 1:
            power[square] = keys
            keys *= 3
    return power, keys


@kernel
def compute_key(one: Any, two: Any, power: Ints) -> Any:
    """The key of a board, by which its number is known: the marks that were added, as digits of
    base 3.
    """
    digits = np.int64(0)
    for square in range(len(power)):
        digits += power[square] * (((one >> square) & 1) + 2 * ((two >> square) & 1))
    return digits


def make_tree(rules: Rules, most: int = MOST_SQUARES) -> Tree:
    """The Tree of some rules; raises ValueError if they are not for two, over before they begin, or
    too large.

    The board may have `most` squares, and MOST_SQUARES of them may be open.
    """
    squares, empty = len(rules.start.squares), rules.start.squares.count(0)
    if rules.players != 2 or squares > most or empty > MOST_SQUARES:
        raise ValueError(
            f"{rules.name!r} must be for 2 players on at most {MOST_SQUARES} squares to be measured"
            " exactly"
        )
    if outcome(rules, rules.start.squares, last=2) is not None:
        raise ValueError(f"{rules.name!r} is over before it begins")
    boards = boards_ahead(empty, 2)
    one, two = (bits(enumerate(rules.start.squares), who) for who in (1, 2))
    count, depth, layers, ones, twos, first, at, child, results = compiled(grow)(
        as_bitboards(rules), np.int64(one), np.int64(two), boards, boards * empty
    )
    moves = first[count]
    return Tree(
        squares,
        layers[: depth + 1],
        ones[:count],
        twos[:count],
        first[: count + 1],
        at[:moves],
        child[:moves],
        results[:moves],
    )


def depths(tree: Tree) -> Ints:
    """(boards,): how many moves were made before each board."""
    return np.repeat(np.arange(len(tree.layers) - 1), np.diff(tree.layers))


def spread(bits: Ints, squares: int) -> Ints:
    """(boards, squares): 1 on the squares whose bits are set."""
    return (bits.astype(np.int64)[:, None] >> np.arange(squares)) & 1


def merge_images(rules: Rules, tree: Tree) -> Tree:
    """The tree with one board, the first, in place of all that are images of each other."""
    one, two = spread(tree.one, tree.squares), spread(tree.two, tree.squares)
    images = [(one << np.array(image), two << np.array(image)) for image in symmetries(rules)]
    keys = np.min([mine.sum(1) << MOST_BITS | yours.sum(1) for mine, yours in images], axis=0)
    kept, number = number_as_met(keys)
    moves = np.isin(parents(tree), kept)
    child = tree.child[moves]
    return Tree(
        tree.squares,
        np.searchsorted(kept, tree.layers),
        tree.one[kept],
        tree.two[kept],
        np.append(0, np.cumsum(np.diff(tree.first)[kept])),
        tree.square[moves],
        np.where(child == OVER, OVER, number[child]),
        tree.result[moves],
    )


class SmallGame:
    """A game of two as a `tree` of its `boards`, one for all images, with whose turn it is.

    Policies that meet there must treat images alike. Raises ValueError as `make_tree`.
    """

    def __init__(self, rules):
        self.rules, self.tree = rules, merge_images(rules, make_tree(rules, MOST_BITS))
        one, two = (spread(bits, self.tree.squares) for bits in (self.tree.one, self.tree.two))
        turns = (1 + depths(self.tree) % 2).tolist()
        self.boards = [*zip(map(tuple, (one + 2 * two).tolist()), turns, strict=True)]

    def move_odds(self, policy: Callable[..., Any], exact: bool = False) -> Any:
        """(moves,): a policy's probabilities in floats, or if `exact` as the policy has them.

        Raises ValueError if it gives anything but a probability for each square.
        """
        rows = [
            checked_probabilities(policy(self.rules, board, turn), board)
            for board, turn in self.boards
        ]
        moves = zip(parents(self.tree), self.tree.square, strict=True)
        return np.array([rows[board][at] for board, at in moves], object if exact else float)

    def chances(self, first: Any, second: Any) -> Chances:
        """The Chances of a game that `first` opens against `second`, both by their `move_odds`."""
        parent = parents(self.tree)
        odds = np.where(depths(self.tree)[parent] % 2, second, first)
        ends = (flow(self.tree, odds)[parent] * odds)[self.tree.child == OVER]
        result = self.tree.result[self.tree.child == OVER]
        draws, won, lost = (ends[result == one].sum() for one in (0, 1, -1))
        return Chances(draws, (won, lost), (lost, won))
