"""Means over all courses of a small game, without playing one, compiled.

The *lead* of a board is the chance that player 1 wins from there less the chance that player 2
does, -1 to 1. Chances of reaching a board flow up a `tree.Tree`; what follows from a board comes
back down; a mean over courses is a sum over boards of both. What depends on a whole course, such as
its largest lead, needs a chance for each height it may have.
"""

from typing import NamedTuple

import numpy as np

from fogel.core.types import Floats
from fogel.engine.compiling import kernel
from fogel.lookahead.tree import OVER, Tree

STEPS = 100  # heights of a largest lead or gain between 0 and 1, to which it is rounded
LEVEL = 1e-9  # a lead as small as this is nobody's
ENDS = 5  # what `ends` gives: see there


class Sums(NamedTuple):
    """Sums over all boards, each as often as it is met, of which `measures.py` makes its means.

    The share of turns with a choice (`decisions`); `uncertainty`, 1 - |lead|, the n-th turn counted
    n times; the share of turns on which the later winner is `behind`; how often that is
    (`comebacks`), and the `roots` of how far he is; `rejections`, the tries into taken squares, a
    turn, of who names any square until one is open; and the squares that are ever `used`, a bit
    each.
    """

    decisions: float
    uncertainty: float
    behind: float
    comebacks: float
    roots: float
    rejections: float
    used: int | np.int64


@kernel
def ends(tree: Tree, odds: Floats) -> Floats:
    """(boards, 5): means of 1 / T from each board, T being the moves of the whole game, and of what
    else is needed.

    They are of T, 1 / T, 1 / T where player 1 wins (else 0), the same of player 2, and 2 / (T * (T
    + 1)).
    """
    found = np.zeros((len(tree.one), ENDS), np.float64)
    for layer in range(len(tree.layers) - 2, -1, -1):
        length = layer + 1.0
        for board in range(tree.layers[layer], tree.layers[layer + 1]):
            for move in range(tree.first[board], tree.first[board + 1]):
                chance, child = odds[move], tree.child[move]
                if child != OVER:
                    for kind in range(ENDS):
                        found[board, kind] += chance * found[child, kind]
                else:
                    found[board, 0] += chance * length
                    found[board, 1] += chance / length
                    if tree.result[move] > 0:
                        found[board, 2] += chance / length
                    elif tree.result[move] < 0:
                        found[board, 3] += chance / length
                    found[board, 4] += chance * 2 / (length * (length + 1))
    return found


@kernel
def sums(tree: Tree, odds: Floats, flow: Floats, wins: Floats, ends: Floats) -> Sums:
    """The Sums of a tree whose moves have these `odds`; `flow` is that of `engine.graph`."""
    decisions = uncertainty = behind = comebacks = roots = rejections = 0.0
    used = np.int64(0)
    for layer in range(len(tree.layers) - 1):
        for board in range(tree.layers[layer], tree.layers[layer + 1]):
            if flow[board] == 0:
                continue
            begin, end = tree.first[board], tree.first[board + 1]
            lead = wins[board, 0] - wins[board, 1]
            if end - begin > 1:
                decisions += flow[board] * ends[board, 1]
            uncertainty += flow[board] * (layer + 1) * (1 - abs(lead)) * ends[board, 4]
            if abs(lead) > LEVEL:
                later = 1 if lead > 0 else 0  # who may still win
                behind += flow[board] * ends[board, 2 + later]
                comebacks += flow[board] * wins[board, later]
                roots += flow[board] * wins[board, later] * np.sqrt(abs(lead))
            rejections += (
                flow[board] * ends[board, 1] * (tree.squares - (end - begin)) / (end - begin)
            )
            for move in range(begin, end):
                if odds[move] > 0:
                    used |= np.int64(1) << tree.square[move]
    return Sums(decisions, uncertainty, behind, comebacks, roots, rejections, used)


@kernel
def lead_changes(tree: Tree, odds: Floats, wins: Floats) -> float:
    """How often, in a game, somebody leads who is not the one who led last; whoever wins leads at
    the end.
    """
    flow = np.zeros((len(tree.one), 3), np.float64)  # by who led last: nobody, player 1, player 2
    flow[0, 0] = 1
    changes = 0.0
    for layer in range(len(tree.layers) - 1):
        for board in range(tree.layers[layer], tree.layers[layer + 1]):
            lead = wins[board, 0] - wins[board, 1]
            if abs(lead) > LEVEL:
                leader = 1 if lead > 0 else 2
                changes += flow[board, 3 - leader]
                flow[board, leader] += flow[board, 0] + flow[board, 3 - leader]
                flow[board, 0] = flow[board, 3 - leader] = 0
            for move in range(tree.first[board], tree.first[board + 1]):
                chance, child = odds[move], tree.child[move]
                if child != OVER:
                    for leader in range(3):
                        flow[child, leader] += chance * flow[board, leader]
                elif tree.result[move] != 0:
                    winner = 1 if tree.result[move] > 0 else 2
                    changes += chance * flow[board, 3 - winner]
    return changes


@kernel
def room(tree: Tree, heights: int) -> Floats:
    """Two layers' rows of so many heights."""
    widest = 1
    for layer in range(len(tree.layers) - 1):
        widest = max(widest, tree.layers[layer + 1] - tree.layers[layer])
    return np.zeros((2, widest, heights), np.float64)


@kernel
def largest_gain(tree: Tree, odds: Floats, wins: Floats) -> float:
    """The mean, over games, of the largest gain in lead that a move brings whoever makes it, 0 to
    2.
    """
    heights = 2 * STEPS + 1
    rows = room(tree, heights)  # by height: the chance that no gain from a board on is larger
    for layer in range(len(tree.layers) - 2, -1, -1):
        begin, below = tree.layers[layer], tree.layers[layer + 1]
        sign = 1 - 2 * (layer % 2)
        here, there = rows[layer % 2], rows[1 - layer % 2]
        for board in range(begin, below):
            row = here[board - begin]
            row[:] = 0
            lead = wins[board, 0] - wins[board, 1]
            for move in range(tree.first[board], tree.first[board + 1]):
                chance, child = odds[move], tree.child[move]
                if chance == 0:
                    continue
                then = (
                    np.float64(tree.result[move])
                    if child == OVER
                    else wins[child, 0] - wins[child, 1]
                )
                height = max(0, int(np.floor(sign * (then - lead) * STEPS + 0.5)))
                if child == OVER:
                    for step in range(height, heights):
                        row[step] += chance
                else:
                    follows = there[child - below]
                    for step in range(height, heights):
                        row[step] += chance * follows[step]
    return (1 - rows[0, 0]).sum() / STEPS


@kernel
def largest_lead(tree: Tree, odds: Floats, wins: Floats, loser: int) -> float:
    """The mean, over games, of the largest lead that player `loser`, 1 or 2, has in a game he
    loses; 0 in others.
    """
    heights, sign = STEPS + 1, 3 - 2 * loser
    # By height: the chance that he loses, and no lead of his from a board on is larger.
    rows = room(tree, heights)
    for layer in range(len(tree.layers) - 2, -1, -1):
        begin, below = tree.layers[layer], tree.layers[layer + 1]
        here, there = rows[layer % 2], rows[1 - layer % 2]
        for board in range(begin, below):
            row = here[board - begin]
            row[:] = 0
            lead = sign * (wins[board, 0] - wins[board, 1])
            height = max(0, int(np.floor(lead * STEPS + 0.5)))
            for move in range(tree.first[board], tree.first[board + 1]):
                chance, child = odds[move], tree.child[move]
                if child != OVER:
                    follows = there[child - below]
                    for step in range(height, heights):
                        row[step] += chance * follows[step]
                elif sign * tree.result[move] < 0:
                    for step in range(height, heights):
                        row[step] += chance
    return (wins[0, 2 - loser] - rows[0, 0]).sum() / STEPS
