"""Any two-player game as the arrays that the engine's loops walk through.

A game comes from the tree of its boards (`lookahead.tree`), and its opponent from `opponents`. The
standard game has the same arrays as part one's, number by number. A network sees its own marks as
1, in either seat.

Who answers second is asked once before the first move, on a board where all squares lead to the
same position, the start: so games always begin with the network, and the loops need to know nothing
of seats.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from fogel.anygame import opponents
from fogel.anygame.opponents import FunctionOpponent
from fogel.core.types import Bytes, Ints
from fogel.engine.graph import number_as_met, parents
from fogel.engine.tables import FIRST_REPLIES, SQUARES, Tables, reply_tables
from fogel.lookahead.tree import MOST_SQUARES, OVER, Tree, depths, make_tree, spread
from fogel.rules.rules import Rules, outcome
from fogel.rules.search import MOST_SQUARES as MOST_BITS

MOST_BOARDS = 200_000  # in progress
PLAYERS = {"first": (1,), "second": (2,), "both": (1, 2)}  # whom a network plays, by its seat
SEATS = tuple(PLAYERS)
OPPONENTS = ("near-perfect", "perfect", "quick", "random")
NONE = -1  # no position, while they are still signed


@lru_cache(maxsize=4)
def grown(rules: Rules) -> Tree:
    """The Tree of a game; raises ValueError that says what is wrong with it, or which number is too
    large.
    """
    name, squares, empty = repr(rules.name), len(rules.start.squares), rules.start.squares.count(0)
    if rules.players != 2:
        raise ValueError(f"must be a game of 2 players, and {name} has {rules.players}")
    if squares >= MOST_BITS:
        raise ValueError(f"must have fewer than {MOST_BITS} squares, and {name} has {squares}")
    if outcome(rules, rules.start.squares, last=2) is not None:
        raise ValueError(f"must be a game that can be played, and {name} is over before it begins")
    if empty > MOST_SQUARES:
        raise ValueError(
            f"must have at most {MOST_SQUARES} open squares at the start, and {name} has {empty}"
        )
    tree = make_tree(rules, most=MOST_BITS)
    if len(tree.one) > MOST_BOARDS:
        raise ValueError(
            f"must have at most {MOST_BOARDS:,} boards on which it goes on, and {name} has"
            f" {len(tree.one):,}"
        )
    return tree


def check_seat(rules: Rules, seat: str) -> None:
    """Raises ValueError as `grown`, or if a network in that seat would never move: every first move
    ends the game.
    """
    if len(grown(rules).layers) <= 2 and seat != "first":
        raise ValueError(
            f"must be a game in which both move, and {rules.name!r} is over after one move"
        )


@lru_cache(maxsize=64)
def result(rules: Rules, player: int) -> int:
    """What a player of two can force from the start: 1 a win, 0 a draw, -1 no more than a loss."""
    tree = grown(rules)
    forced = int(np.sign(opponents.scores_of_moves(tree)[: tree.first[1]].max()))
    return forced if player == 1 else -forced


def asked_boards(rules: Rules, seat: str) -> int:
    """On how many boards a network in that seat may be asked."""
    boards = np.diff(grown(rules).layers)
    return int({"first": boards[::2], "second": boards[1::2], "both": boards}[seat].sum())


class Seated(NamedTuple):
    """A game as one seat sees it, without an opponent: the arrays of Tables, positions as signed
    numbers.

    `asked` and `over` are as in Tables. `order` is the tree's board of each position on which the
    game goes on; who answers second is asked at the start first.
    """

    boards: Bytes
    after: Ints
    winners: Bytes
    asked: int
    over: int
    order: Ints


def seated(rules: Rules, player: int) -> Seated:
    """The game as `player`, 1 or 2, sees it."""
    tree = grown(rules)
    mover, before = depths(tree) % 2, parents(tree)
    own = np.flatnonzero(mover == player - 1)
    if player == 2:
        own = np.concatenate([[0], own])  # asked before the first move
    order = np.concatenate([own, np.flatnonzero(mover != player - 1)])
    going_on, virtual = len(order), player - 1
    rows = np.empty(len(tree.one), dtype=np.int64)
    rows[order[virtual:]] = np.arange(virtual, going_on)

    bit = np.int64(1) << tree.square.astype(np.int64)
    one = tree.one[before] | np.where(mover[before] == 0, bit, 0)
    two = tree.two[before] | np.where(mover[before] == 1, bit, 0)
    ends = tree.child == OVER
    first, number = number_as_met(one[ends] << MOST_BITS | two[ends])
    target = np.empty(len(tree.square), dtype=np.int64)
    target[~ends], target[ends] = rows[tree.child[~ends]], going_on + number

    first_final = np.flatnonzero(ends)[first]
    ones = np.concatenate([tree.one[order], one[first_final]])
    twos = np.concatenate([tree.two[order], two[first_final]])
    boards = spread(ones, tree.squares) - spread(twos, tree.squares)
    after = np.full((len(boards), tree.squares), NONE)
    after[rows[before], tree.square] = target
    if player == 2:
        after[0, boards[0] == 0] = rows[0]
    sign = 1 if player == 1 else -1
    winners = np.zeros(len(boards), dtype=np.int8)
    winners[going_on:] = sign * tree.result[first_final]
    return Seated((sign * boards).astype(np.int8), after, winners, len(own), going_on, order)


def compute_odds(
    rules: Rules, view: Seated, opponent: str | FunctionOpponent, choices: Any, ours: bool = False
) -> Ints:
    """Return the move odds of an opponent on the positions where it replies; or, if `ours`, in our
    seat.

    It is one of OPPONENTS, or a function's answers; raises ValueError if those don't fit the game.
    """
    rows = slice(0, view.asked) if ours else slice(view.asked, view.over)
    boards = view.boards[rows] * (1 if ours else -1)
    if isinstance(opponent, FunctionOpponent) or opponent in ("perfect", "quick"):
        tree = grown(rules)
        if isinstance(opponent, FunctionOpponent):
            kept = opponents.odds_of_answers(tree, opponent)
        else:
            kept = opponents.perfect(tree, opponent == "quick", choices.perfect_ties == "first")
        odds = np.zeros((len(tree.one), tree.squares), dtype=np.int64)
        odds[parents(tree), tree.square] = kept
        return odds[view.order[rows]]
    rule = opponents.near_perfect if opponent == "near-perfect" else opponents.anything
    return rule(boards, rules, choices)


def joined(views: list[Seated]) -> tuple[Seated, Ints]:
    """(one Seated of several seats, where games begin in each): their positions side by side, those
    asked first.
    """
    lengths = np.array(
        [[view.asked, view.over - view.asked, len(view.boards) - view.over] for view in views]
    )
    offsets = (np.cumsum(lengths.T) - lengths.T.ravel()).reshape(3, len(views)).T
    afters = []
    for view, offset, length in zip(views, offsets, lengths, strict=True):
        new = np.concatenate(
            [begin + np.arange(count) for begin, count in zip(offset, length, strict=True)]
        )
        afters.append(np.where(view.after == NONE, NONE, new[view.after]))

    def together(values):
        split = [
            np.split(value, [view.asked, view.over])
            for value, view in zip(values, views, strict=True)
        ]
        return np.concatenate([part for kind in zip(*split, strict=True) for part in kind])

    boards, winners, order = (
        together([getattr(view, name) for view in views]) for name in ("boards", "winners", "order")
    )
    asked, over = int(lengths[:, 0].sum()), int(lengths[:, :2].sum())
    return Seated(boards, together(afters), winners, asked, over, order), offsets[:, 0]


@lru_cache(maxsize=4)  # of a large game some 60 MB each
def tables(
    rules: Rules, seat: str, opponent: str | FunctionOpponent, slip: float, choices: Any
) -> Tables:
    """The engine's Tables of a game, for a network in a seat, one of SEATS, against one of
    OPPONENTS or a function.

    `choices` is an engine.Rule. Raises ValueError if the game can't be played so.
    """
    check_seat(rules, seat)
    views = [seated(rules, player) for player in PLAYERS[seat]]
    odds = np.concatenate([compute_odds(rules, view, opponent, choices) for view in views])
    view, starts = joined(views)
    replies = (view.boards[view.asked : view.over] == 0).sum(axis=1)
    few = view.boards.shape[1] == SQUARES and len(view.boards) < 2**16 - 1
    kind: type[np.unsignedinteger] = np.uint16 if few else np.uint32
    after = view.after.astype(kind)  # NONE becomes the largest number
    most = max(int(replies.max(initial=1)), FIRST_REPLIES if few else 1)
    sums, following = reply_tables(view.boards, after, view.asked, odds.tolist(), slip, most)
    return Tables(
        view.boards,
        after,
        view.winners,
        sums,
        following,
        np.array([starts[0], starts[-1]], dtype=kind),
        view.asked,
        view.over,
        first_replies(rules, seat),
    )


def first_replies(rules: Rules, seat: str) -> int:
    """How many squares are open when the opponent of a network in that seat moves first."""
    return max(1, rules.start.squares.count(0) - (seat != "second"))
