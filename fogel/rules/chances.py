"""Exact chances of every result between players that move at random.

A *policy* is a function `policy(rules, board, me) -> probabilities`, one a square, for player `me`
who is to move. If they are Fractions, so are the chances that follow from them (chapter 13).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isclose
from typing import Any, NamedTuple

from fogel.core.types import Marks
from fogel.rules.game import RulesGame
from fogel.rules.rules import Rules, seats

BITS = 62  # of one number in which a board is counted


class Chances(NamedTuple):
    """The chance of a draw, and for each player, in order, of a win and of a loss."""

    draws: Any  # floats, or Fractions if the policies have them
    wins: tuple[Any, ...]
    losses: tuple[Any, ...]


def chances(
    rules: Rules,
    policies: Sequence[Callable[..., Any]],
    opener: int = 1,
    board: Marks | None = None,
) -> Chances:
    """The Chances of a game between players of these policies, in order, from the start or another
    board.

    Their probability flows over the boards, turn by turn, so each board is met once. A policy may
    answer None: a pass, and a draw if all pass in a row. Raises ValueError if its probabilities
    don't sum to 1 or go to a taken square.
    """
    draws, wins, losses = 0, [0] * rules.players, [0] * rules.players
    game = RulesGame(rules, opener)
    flow = {game.start()._replace(board=board or rules.start.squares): 1}
    while flow:
        onward = {}
        for position, chance in flow.items():
            decided = game.result(position)
            if decided is None:
                policy = policies[position.turn - 1]
                for square, share in _shares(rules, policy, position.board, position.turn):
                    then = game.play(position, square)
                    onward[then] = onward.get(then, 0) + chance * share
            elif any(decided):
                for seat, result in enumerate(decided):
                    wins[seat] += chance * (result == 1)
                    losses[seat] += chance * (result == -1)
            else:
                draws += chance
        flow = onward
    return Chances(draws, tuple(wins), tuple(losses))


def _shares(rules, policy, board, turn):
    """The squares that a policy may take, with their probabilities; None in place of a square is a
    pass.
    """
    probabilities = policy(rules, board, turn)
    if probabilities is None:
        return [(None, 1)]
    shares = [(square, share) for square, share in enumerate(probabilities) if share]
    total = sum(share for _, share in shares)
    if (
        len(probabilities) != len(board)
        or any(share < 0 for _, share in shares)
        or not isclose(total, 1)
    ):
        raise ValueError(
            f"player {turn}'s policy must give {len(board)} probabilities with the sum 1 on {board}"
        )
    return shares


def chances_in_turn(rules: Rules, policies: Sequence[Callable[..., Any]]) -> Chances:
    """The Chances if the players open in turn: the mean over all openers."""
    each = [chances(rules, policies, opener) for opener in seats(rules)]
    draws = sum(one.draws for one in each) / rules.players
    wins, losses = (
        tuple(sum(of_player) / rules.players for of_player in zip(*values, strict=True))
        for values in ((one.wins for one in each), (one.losses for one in each))
    )
    return Chances(draws, wins, losses)
