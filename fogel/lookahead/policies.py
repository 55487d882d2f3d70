"""What the six levels do on every board of a small game, and how their games end, compiled.

A level's policy is that of `levels.py`, said once more as numbers, for any Reading; tests hold both
together.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from fogel.core.twins import twin_of
from fogel.core.types import Bytes, Floats, Ints, Square
from fogel.engine.compiling import compiled, kernel, lent
from fogel.lookahead.levels import (
    BLOCK,
    DEFAULT,
    DRAW,
    LOSS,
    WIN,
    MoveValue,
    Reading,
    depth,
    mistake_chance,
    shares,
    sights,
)
from fogel.lookahead.tree import OVER, Tree, make_tree
from fogel.rules.rules import Rules
from fogel.rules.search import result
from fogel.rules.solve import as_bitboards

GRADE_STEP = 64  # more than a loss can be delayed: grade and delay make one number


# What the six levels do.


@twin_of("fogel.lookahead.foresight.foreseen")
@kernel
def scores_within(tree: Tree) -> Bytes:
    """(boards, squares + 1): what who is to move can force within so many moves, as
    `foresight.foreseen` has it.
    """
    tree = lent(tree)
    boards = len(tree.one)
    scores = np.zeros((boards, tree.squares + 1), np.int8)
    for layer in range(len(tree.layers) - 2, -1, -1):
        sign = 1 - 2 * (layer % 2)
        for board in range(tree.layers[layer], tree.layers[layer + 1]):
            begin, end = tree.first[board], tree.first[board + 1]
            empty = end - begin
            for moves in range(1, tree.squares + 1):
                best = -127
                for move in range(begin, end):
                    best = max(best, score_of_move(tree, scores, move, empty, sign, moves))
                scores[board, moves] = best
    return scores


@kernel
def score_of_move(
    tree: Tree, scores: Bytes, move: int, empty: int, sign: int, moves: int
) -> np.int64:
    """What a move is worth to its player within so many moves, of which it is the first."""
    if tree.child[move] == OVER:
        return np.int64(sign * tree.result[move] * empty)
    return -np.int64(scores[tree.child[move], moves - 1])


@kernel
def thoughts(tree: Tree, game: Any, scores: Bytes, seeing: Sight) -> Ints:
    """(moves,): what each move is thought to be worth by a level that looks around as `seeing`, a
    Sight, has it.
    """
    tree, game, scores, seeing = lent((tree, game, scores, seeing))
    found = np.zeros(len(tree.square), np.int64)
    for layer in range(len(tree.layers) - 1):
        sign = 1 - 2 * (layer % 2)
        for board in range(tree.layers[layer], tree.layers[layer + 1]):
            begin, end = tree.first[board], tree.first[board + 1]
            think(tree, game, scores, board, sign, seeing, found[begin:end])
    return found


@kernel
def chosen(tree: Tree, move_values: Ints, chance: float) -> Floats:
    """(moves,): the probability of each move, whose values these are, for a player who
    overestimates one of them with this chance.
    """
    tree, move_values = lent((tree, move_values))
    odds = np.zeros(len(tree.square), np.float64)
    for board in range(len(tree.one)):
        begin, end = tree.first[board], tree.first[board + 1]
        share(move_values[begin:end], chance, odds[begin:end])
    return odds


@twin_of("fogel.lookahead.levels.blocks")
@kernel
def blocks(mine: Any, theirs: Any, square: Square, game: Any) -> bool:
    """Whether the other player would win on this square if it were his turn."""
    return result(theirs | (np.int64(1) << square), mine, square, game) == 1


# Many parameters: compiled code gets each table and each room for results as an argument, because
# building an object for each call would take longer than the work.
@twin_of("fogel.lookahead.levels.view")
@kernel
def think(
    tree: Tree, game: Any, scores: Bytes, board: int, sign: int, seeing: Sight, move_values: Ints
) -> None:
    """Writes what each move is thought to be worth to who looks around so: its grade, and how late
    it loses.
    """
    begin, end = tree.first[board], tree.first[board + 1]
    empty = end - begin
    theirs, mine = np.int64(tree.two[board]), np.int64(tree.one[board])
    if sign < 0:
        theirs, mine = mine, theirs
    move_values[:] = DRAW * GRADE_STEP
    blocked = 0
    if seeing.gradual and seeing.rounds[empty, 0]:
        for move in range(begin, end):
            blocked += blocks(mine, theirs, tree.square[move], game)
    for moves in seeing.rounds[empty]:
        if moves == 0:
            break
        seen = min(moves, empty)
        won, lost = False, True
        for move in range(begin, end):
            score = score_of_move(tree, scores, move, empty, sign, seen)
            won |= score > 0
            lost &= score < 0
        for move in range(begin, end):
            score = score_of_move(tree, scores, move, empty, sign, seen)
            move_value = (WIN if score > 0 else DRAW) * GRADE_STEP
            if score < 0:
                move_value = LOSS * GRADE_STEP + (empty + 1 + score if seeing.late else 0)
            blocking = blocked and score <= 0 and (seeing.late or not lost)
            if blocking and blocks(mine, theirs, tree.square[move], game):
                move_value = BLOCK * GRADE_STEP
            move_values[move - begin] = move_value
        if seen == empty or (seeing.gradual and (won or lost or blocked)):
            break


@twin_of("fogel.lookahead.levels.shares")
@kernel
def share(move_values: Ints, chance: float, odds: Floats) -> None:
    """Adds a player's probabilities to `odds`: one of the best at random, but where it
    overestimates a move.
    """
    most = move_values.max()
    best = (move_values == most).sum()
    part, mistakes = chance / (2 * len(move_values)), 0.0
    for move in range(len(move_values)):
        if chance == 0:
            break
        for by in range(1, 3):
            # Rounded down, below 0 too.
            grade = (move_values[move] + GRADE_STEP) // GRADE_STEP - 1
            estimate = min(grade + by, WIN) * GRADE_STEP
            if estimate < most:
                continue
            mistakes += part
            if estimate > most:
                odds[move] += part
            else:
                one_more = move_values[move] != most
                for other in range(len(move_values)):
                    if move_values[other] == most or other == move:
                        odds[other] += part / (best + one_more)
    for move in range(len(move_values)):
        if move_values[move] == most:
            odds[move] += (1 - mistakes) / best


class Sight(NamedTuple):
    """How a level looks around: with n squares open `rounds[n]` are the moves ahead of each round,
    then zeros.

    `gradual` and `late`: whether the Reading's `search` and `when_lost` are.
    """

    rounds: np.ndarray
    gradual: bool
    late: bool


def make_sight(rules: Rules, level: str, reading: Reading) -> Sight:
    """The Sight of a level."""
    squares = len(rules.start.squares)
    found = np.zeros((squares + 1, squares + 2), np.int64)
    for left in range(squares + 1):
        rounds = sights(rules, depth(level, left, reading), reading)
        found[left, : len(rounds)] = rounds
    return Sight(found, reading.search == "gradual", reading.when_lost == "late")


def _unpacked(move_value):
    """(grade, how late it loses) of a value in one number."""
    grade = (move_value + GRADE_STEP) // GRADE_STEP - 1
    return grade, move_value - grade * GRADE_STEP


class Policies:
    """A game's Tree, and what each level does on it: `move_odds(level)`, in probabilities.

    The odds of a reading in which mistakes are others than one overestimated move are those of
    `levels.shares`.
    """

    def __init__(self, rules, reading=DEFAULT):
        self.rules, self.reading, self.tree, self.game = (
            rules,
            reading,
            make_tree(rules),
            as_bitboards(rules),
        )
        self.scores = compiled(scores_within)(self.tree)
        self._odds = {}

    def move_odds(self, level: str) -> Floats:
        """(moves,): a level's probabilities; idiot and rookie share theirs, since neither looks
        ahead.
        """
        seeing, chance = (
            make_sight(self.rules, level, self.reading),
            mistake_chance(level, self.reading),
        )
        if not seeing.rounds.any():
            # All moves are alike, so no mistake matters: one key for all the blind.
            chance = Fraction(1)
        key = (seeing.rounds.tobytes(), chance)
        if key not in self._odds:
            move_values = compiled(thoughts)(self.tree, self.game, self.scores, seeing)
            self._odds[key] = self._shared(move_values, chance)
        return self._odds[key]

    def _shared(self, move_values, chance):
        """(moves,): the probabilities of the moves that have these values."""
        if (self.reading.mistake, self.reading.mistake_per) == ("overestimate", "turn"):
            return compiled(chosen)(self.tree, move_values, float(chance))
        known, found = {}, []
        for begin, end in pairwise(self.tree.first.tolist()):
            packed = tuple(move_values[begin:end].tolist())
            if packed not in known:
                each = {
                    at: MoveValue(*_unpacked(move_value)) for at, move_value in enumerate(packed)
                }
                taken = shares(each, chance, self.reading)
                known[packed] = [float(taken.get(at, 0)) for at in each]
            found += known[packed]
        return np.array(found)

    @property
    def value(self) -> int:
        """What player 1 can force: 1, 0 or -1."""
        return int(np.sign(self.scores[0, self.tree.squares]))


# What becomes of a game.


@twin_of("fogel.rules.chances.chances")
@kernel
def wins_from(tree: Tree, first: Floats, second: Floats) -> Floats:
    """(boards, 2): the chances that player 1 and player 2 win, from each board, with these
    policies.
    """
    wins = np.zeros((len(tree.one), 2), np.float64)
    for layer in range(len(tree.layers) - 2, -1, -1):
        odds = second if layer % 2 else first
        for board in range(tree.layers[layer], tree.layers[layer + 1]):
            for move in range(tree.first[board], tree.first[board + 1]):
                chance, child = odds[move], tree.child[move]
                if child != OVER:
                    wins[board, 0] += chance * wins[child, 0]
                    wins[board, 1] += chance * wins[child, 1]
                elif tree.result[move] > 0:
                    wins[board, 0] += chance
                elif tree.result[move] < 0:
                    wins[board, 1] += chance
    return wins
