"""A proof that one hidden node can't reach the upper bound (chapter 9).

With one hidden node the output sums are nine lines w t + c over its activation t, which grows with
u·x, a weighted sum of the marks. Of two squares one has the steeper line. Say that is j. If the
network prefers j to k on board A, and k to j on board C, then t is larger on A, and so u·(A - C) >
0. (Equal sums are no way out: there the lower square goes first, on both boards alike.) A
*contradiction* is a list of such differences that add up to nothing: positive numbers with the sum
0. The proof is about real numbers; that the rounding of floats could help a network is not excluded
by it.

The proof is a tree. It follows a network through the boards that it must meet. Where several moves
reach the ceiling it tries all, and where it matters which of two lines is steeper it tries both.
Each leaf is a contradiction.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from fogel import audit
from fogel.core.settings import Settings
from fogel.core.types import Json
from fogel.encoding import EMPTY, SYMMETRIES, O, X, encode, is_final, open_squares, put

PROOFS = Path(__file__).with_name("proofs")


class ProofError(ValueError):
    """A step of a proof does not hold."""


def load(settings: Settings | None = None) -> Json:
    """The proof for these settings that comes with the package: where it begins, and its tree.

    One serves most readings of the rule, whose best moves are nearly the same, and another the one
    that differs.
    """
    rules = settings or Settings()
    line_by_line = rules.marker == "network" and rules.line_choice == "lines"
    name = "no-single-node-lines" if line_by_line else "no-single-node"
    return json.loads((PROOFS / f"{name}.json").read_text(encoding="utf-8"))


def check(proof: Json, settings: Settings | None = None) -> Counter[str]:
    """Checks that no network with one hidden node stands at the ceiling; returns a Counter of the
    steps.

    The proof is written for the first move into square 0 and one move after the reply into square
    8. All other such beginnings that reach the ceiling must be turned or mirrored images of it.
    Raises ProofError if a step does not hold.
    """
    settings = settings or Settings()
    _require(settings.slip > 0, "an opponent that never slips makes some replies impossible")
    moves, steps = audit.ceiling(settings).moves, Counter()
    for first in moves[audit.START]:
        reply = put(put(audit.START, first, X), 8 - first, O)
        _require(first in (0, 2, 6, 8), "a first move that reaches the ceiling is no corner")
        for second in moves[reply]:
            turns = [
                turn for turn in SYMMETRIES if turn[0] == first and turn[proof["move"]] == second
            ]
            _require(turns, f"no turn of the board leads to the moves {first} and {second}")
            _Checker(moves, turns[0], steps).check(
                proof["tree"], {audit.START: first, reply: second}, frozenset()
            )
            steps["beginning"] += 1
    return steps


def _require(holds, what):
    if not holds:
        raise ProofError(what)


class _Checker:
    """Checks the tree on a turned board: `moves` are those that reach the ceiling,
    `steps` counts.
    """

    def __init__(self, moves, turn, steps):
        self.moves, self.turn, self.steps = moves, turn, steps

    def board(self, text):
        """The turned board, a tuple."""
        marks = [EMPTY] * 9
        for square, mark in enumerate(encode(text).tolist()):
            marks[self.turn[square]] = mark
        return tuple(marks)

    def met(self, chosen):
        """{board: its move} for the boards that must be met, and {board: moves} for those with a
        choice left.
        """
        decided, open_choice, waiting = {}, {}, [audit.START]
        while waiting:
            board = waiting.pop()
            moves = (chosen[board],) if board in chosen else self.moves[board]
            if len(moves) > 1:
                open_choice[board] = moves
            elif board not in decided:
                decided[board] = moves[0]
                after = put(board, moves[0], X)
                if not is_final(after):
                    replies = (put(after, square, O) for square in open_squares(after))
                    waiting += [reply for reply in replies if not is_final(reply)]
        return decided, open_choice

    def check(self, tree, chosen, steeper):
        """Checks a tree. `chosen`: {board: move} so far; `steeper`: pairs (j, k) of squares with
        j's line steeper.
        """
        decided, open_choice = self.met(chosen)
        if "contradiction" in tree:
            self.steps["contradiction"] += 1
            self.contradiction(tree["contradiction"], decided, steeper)
        elif (
            "say" in tree
        ):  # with -u and -w a network is the same one, seen in a mirror: the first pair is free
            _require(not steeper, "only the first pair of squares is free")
            j, k = (self.turn[square] for square in tree["say"])
            self.check(tree["then"], chosen, _closed(frozenset([(j, k)])))
        elif "pair" in tree:
            self.steps["pair of squares"] += 1
            j, k = (self.turn[square] for square in tree["pair"])
            branches = {
                self.turn[int(square)]: branch for square, branch in tree["steeper"].items()
            }
            for first, second in ((j, k), (k, j)):
                _require(first in branches, f"square {first} is not tried as the steeper one")
                self.check(branches[first], chosen, _closed(steeper | {(first, second)}))
        else:
            self.steps["board"] += 1
            board = self.board(tree["board"])
            _require(board in open_choice or board in decided, f"board {board} need not be met")
            branches = {self.turn[int(square)]: branch for square, branch in tree["move"].items()}
            for square in open_choice.get(board, (decided.get(board),)):
                _require(square in branches, f"the move {square} is not tried on board {board}")
                self.check(branches[square], {**chosen, board: square}, steeper)

    def contradiction(self, differences, decided, steeper):
        """Checks that each difference must be positive, and that they add up to nothing."""
        total = [0] * 9
        for j, k, a, c, times in differences:
            j, k, a, c = self.turn[j], self.turn[k], self.board(a), self.board(c)
            _require(times > 0, f"the factor {times} is not positive")
            _require((j, k) in steeper, f"square {j} need not be steeper than {k}")
            for board, preferred, other in ((a, j, k), (c, k, j)):
                _require(
                    decided.get(board) == preferred,
                    f"square {preferred} need not be the move on board {board}",
                )
                _require(
                    board[other] == EMPTY,
                    f"square {other} is taken on board {board}: it is not compared",
                )
            total = [
                sum_ + times * (one - other) for sum_, one, other in zip(total, a, c, strict=True)
            ]
        _require(differences, "a contradiction needs a difference")
        _require(not any(total), "the differences do not add up to nothing")


def _closed(pairs):
    """The pairs, and those that follow: steeper than steeper is steeper. Raises ProofError if they
    go in a circle.
    """
    while True:
        more = pairs | {(a, d) for a, b in pairs for c, d in pairs if b == c}
        _require(all(a != b for a, b in more), "a line is steeper than itself")
        if more == pairs:
            return pairs
        pairs = more
