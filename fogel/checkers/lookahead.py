"""Negamax with alpha-beta for checkers, compiled.

A position is evaluated so many moves ahead, 4 in 1999; where a jump is pending there, further,
until there is none or the `extension` is used up: a piece that is about to be taken is not worth
counting. Whoever can't move has lost.

`foreseen` says it in ten lines. What is compiled keeps the boards of one line of play in arrays, a
row a move, and goes down and up by itself: Numba can't keep a function that calls itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from fogel.checkers.bitboards import (
    MOST_MOVES,
    BitShape,
    Board,
    board_at,
    make_shape,
    may_jump,
    may_step,
    put_moves,
    to_bits,
)
from fogel.checkers.network import Evaluator, Scratch, evaluate, new_scratch
from fogel.checkers.rules import Checkers, Position, after, jumped, moves
from fogel.checkers.solved import LOST
from fogel.core.twins import twin_of
from fogel.core.types import Floats, Ints
from fogel.engine.compiling import compiled, kernel, lent


def foreseen(
    game: Checkers,
    position: Position,
    plies: int,
    extension: int,
    evaluation: Callable[[Position], float],
) -> float:
    """What a position is worth to whoever is to move, so many moves ahead; `evaluation` says what
    the positions there are worth.
    """
    allowed = moves(game, position)
    if not allowed:
        return LOST
    if plies <= 0 and (plies == -extension or not jumped(game, allowed[0])):
        return evaluation(position)
    return max(
        -foreseen(game, after(game, position, move), plies - 1, extension, evaluation)
        for move in allowed
    )


class Ahead(NamedTuple):
    """How far is looked: so many `plies`, and at most the `extension` more while a jump
    is pending.
    """

    plies: int
    extension: int


class SearchStack(NamedTuple):
    """The positions of the line that is looked at, a row a move: `boards` those after all moves
    there.

    `counts` are how many these are, `tried` how many were looked at, `alpha` to `beta` the window
    of what matters. Row 0 is the position in which a move is sought, with the `scores` of its
    moves. `met` counts the positions that were looked at, and those that were evaluated. `killers`
    are the last moves that caused a cutoff, as the squares that were left and reached; they are
    tried first the next time. `own` are the mover's pieces. Evaluations use the
    `scratch`.
    """

    shape: BitShape

    boards: Ints
    counts: Ints
    tried: Ints
    alpha: Floats
    beta: Floats
    met: Ints
    scores: Floats
    own: Ints
    killers: Ints
    scratch: Scratch


@kernel
def new_stack(shape: BitShape, ahead: Ahead, layers: Any, most: int) -> SearchStack:
    """Return the work arrays of a search to this depth on a board of this shape, by networks with
    these layers, with at most `most` moves in any position.
    """
    rows = ahead.plies + ahead.extension + 3
    return SearchStack(
        shape,
        np.zeros((rows, most, 3), np.int64),
        np.zeros(rows, np.int64),
        np.zeros(rows, np.int64),
        np.zeros(rows),
        np.zeros(rows),
        np.zeros(2, np.int64),
        np.zeros(most),
        np.zeros(rows, np.int64),
        np.zeros(rows, np.int64),
        new_scratch(layers),
    )


@kernel(inline=True)
def bring_forward(boards: Ints, count: int, pieces: int) -> None:
    """Exchanges the board on which the mover has these pieces with the first one, if it is among
    them.
    """
    for move in range(1, count):
        if boards[move, 1] == pieces:
            for part in range(3):
                boards[0, part], boards[move, part] = boards[move, part], boards[0, part]
            return


# Long: the search is one loop with its own stack, since compiled code that called itself would be
# slower, and pieces of the loop would need a dozen arguments.
@twin_of("fogel.checkers.lookahead.foreseen")
@kernel
def search(
    board: Board, player: int, ahead: Ahead, window: Any, evaluator: Evaluator, stack: SearchStack
) -> float:
    """What a board is worth to the player, so many moves ahead, if that lies inside of the window
    (alpha, beta).

    Beyond it, it is some number on the same side: alpha at most, or beta at least.
    """
    plies, extension = ahead
    shape, boards, counts, tried, alpha, beta, met, _, own, killers, scratch = stack
    alpha[1], beta[1] = window
    depth, turn, met_here, evaluated_here = 1, player, 0, 0
    while True:
        # A board is entered: is it the end of a line?
        met_here += 1
        left = plies - depth + 1
        entered = True
        score = 0.0
        if left <= 0:
            pending = may_jump(board, turn, shape) != 0
            if not pending and may_step(board, turn, shape) == 0:
                score, entered = LOST, False
            elif left <= -extension or not pending:
                evaluated_here += 1
                score, entered = evaluate(board, turn, shape.last, evaluator, scratch), False
        if entered:
            counts[depth], tried[depth] = put_moves(boards[depth], board, turn, shape), 0
            if counts[depth] > boards.shape[1]:
                raise ValueError("a position must have at most 1,000 moves")
            if counts[depth] == 0:
                score, entered = LOST, False
            elif left > 0:
                own[depth] = board[0]
                bring_forward(boards[depth], counts[depth], board[0] ^ killers[depth])
        # Up, as long as there is nothing more to look at.
        while not entered:
            depth, turn, score = depth - 1, -turn, -score
            if depth == 0:
                met[0] += met_here
                met[1] += evaluated_here
                return -score
            alpha[depth] = max(alpha[depth], score)
            if alpha[depth] >= beta[depth]:
                killers[depth] = own[depth] ^ boards[depth, tried[depth] - 1, 1]
                score = alpha[depth]
            elif tried[depth] == counts[depth]:
                score = alpha[depth]
            else:
                entered = True
        board = board_at(boards[depth], tried[depth])
        tried[depth] += 1
        alpha[depth + 1], beta[depth + 1] = -beta[depth], -alpha[depth]
        depth, turn = depth + 1, -turn


@kernel
def score_moves(
    board: Board, player: int, ahead: Ahead, evaluator: Evaluator, stack: SearchStack
) -> tuple[int, float]:
    """(how many moves there are, the best score); a row of `boards[0]` and a place in `scores`
    belongs to each.

    The scores of all moves that are as good as the best are exact, the others are lower.
    """
    evaluator, stack = lent(evaluator), lent(stack)
    count = put_moves(stack.boards[0], board, player, stack.shape)
    if count > stack.boards.shape[1]:
        raise ValueError("a position must have at most 1,000 moves")
    best, below = -np.inf, Ahead(ahead.plies - 1, ahead.extension)
    for move in range(count):
        # This way moves as good as the best are searched to the end.
        window = -np.inf, np.nextafter(-best, np.inf)
        after_it = board_at(stack.boards[0], move)
        stack.scores[move] = -search(after_it, -player, below, window, evaluator, stack)
        best = max(best, stack.scores[move])
    return count, best


@kernel
def scores_once(
    board: Board, player: int, ahead: Ahead, evaluator: Evaluator, shape: BitShape, most: int
) -> Floats:
    """The scores of all moves at one position."""
    stack = new_stack(shape, ahead, evaluator.layers, most)
    count, _ = score_moves(board, player, ahead, evaluator, stack)
    return stack.scores[:count]


def compute_scores(
    game: Checkers, position: Position, evaluator: Evaluator, plies: int, extension: int
) -> Floats:
    """The scores of all moves, in the order of `rules.moves`; those of all that are best are exact,
    others lower.
    """
    board, ahead, shape = to_bits(game, position), Ahead(plies, extension), make_shape(game)
    search_once = compiled(scores_once)
    return search_once(board, position.player, ahead, evaluator, shape, MOST_MOVES)
