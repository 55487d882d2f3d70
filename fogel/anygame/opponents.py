"""The opponents in another game: the paper's rule with its patterns, perfect, random.

Arrays of boards are (boards, squares): 1 the marks of the player whose turn it is, `me`, -1 those
of the other. A rule gives odds of the same shape, in proportion to the probability of each
square, as in opponent.py.

What the paper's rules mean where patterns are not three in a row. A player's *lines* are the
winning patterns that the player can match, and the losing ones that the other can: whoever's line
is complete wins. A line may need marks of both players.

1. *Win*: an open square that completes one of my lines, if I win by it (no pattern that goes before
says otherwise). 2. *Block*: an open square on which the other player would win in this way, if it
were that player's turn. 3. *Hinder*: an open square of a line of the marker's owner that lacks two
squares, both of them open, and in which the marker stands already. 4. Any open square.

The rule does not see that a square loses. Where all patterns lose, as at misère, nothing can be
won, blocked or hindered, and the rule moves at random; `perfect` is then the opponent to learn
from.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from fogel.core.twins import twin_of
from fogel.core.types import Bools, Bytes, Ints
from fogel.engine.graph import OVER, best_moves, over_moves, parents
from fogel.lookahead.tree import Tree, depths
from fogel.rules.rules import Rules


class PlayerLine(NamedTuple):
    """A line of a player: its squares, and the marks that complete it, 1 the player's own and -1
    the other's.

    `by_pattern`: whether it is a winning pattern of the player's, not a losing one of the other's.
    """

    squares: Ints
    marks: Bytes
    by_pattern: bool


def find_lines(rules: Rules) -> list[PlayerLine]:
    """Every PlayerLine of a game of two, those of winning patterns first; each player has the same
    ones.
    """
    found = []
    for lines, own in ((rules.win_lines, 1), (rules.loss_lines, 2)):
        for line in lines:
            squares, marks = zip(*line, strict=True)
            signs = np.where(np.array(marks) == own, 1, -1).astype(np.int8)
            found.append(PlayerLine(np.array(squares), signs, own == 1))
    return found


def is_at_a_loss(rules: Rules) -> bool:
    """Whether there is nothing to win, to block or to hinder, so that the paper's rule moves at
    random.
    """
    return not any((line.marks == 1).any() for line in find_lines(rules))


def near_perfect(boards: Bytes, rules: Rules, choices: Any) -> Ints:
    """The odds of the paper's opponent, by the first of its rules that applies; `choices` has
    `marker` and `line_choice`.
    """
    lines, marker = find_lines(rules), 1 if choices.marker == "own" else -1
    wanted = (
        (boards, 1, winning_squares(boards, lines)),
        (-boards, 1, winning_squares(-boards, lines)),
        (boards * marker, 2, boards == 0),
    )
    odds = np.zeros(boards.shape, dtype=np.int64)
    for seen, lacking, among in wanted:
        undecided = ~odds.any(axis=1)
        odds[undecided] = _spread(
            seen[undecided], lines, lacking, among[undecided], choices.line_choice
        )
    undecided = ~odds.any(axis=1)
    odds[undecided] = anything(boards[undecided], rules, choices)
    return odds


def anything(boards: Bytes, rules: Rules, choices: Any) -> Ints:
    """The odds of a player that moves at random: 1 for every open square."""
    return (boards == 0).astype(np.int64)


def _spread(boards, lines, lacking, among, line_choice):
    """Odds of the squares that player 1's lines lack, if that is `lacking` squares: as
    opponent.py spreads them.
    """
    odds = np.zeros(boards.shape, dtype=np.int64)
    for line, held in _held(boards, lines, lacking):
        own = line.marks == 1
        named = (boards[:, line.squares] == 0) & among[:, line.squares] & held[:, None]
        if lacking == 1:
            named &= own
        else:
            named &= (own & (boards[:, line.squares] == 1)).any(axis=1)[:, None]
        if line_choice == "first":
            named &= ~odds.any(axis=1)[:, None]
        odds[:, line.squares] += named
    return odds if line_choice == "lines" else np.minimum(odds, 1)


def _held(
    boards: Bytes, lines: list[PlayerLine], lacking: int
) -> Iterator[tuple[PlayerLine, Bools]]:
    """(line, on which boards player 1 lacks so many of its squares, all of them open) for each
    line.
    """
    for line in lines:
        marks = boards[:, line.squares]
        empty = marks == 0
        yield line, (empty | (marks == line.marks)).all(axis=1) & (empty.sum(axis=1) == lacking)


@twin_of("fogel.rules.rules.outcome")
def winning_squares(boards: Bytes, lines: list[PlayerLine]) -> Bools:
    """(boards, squares): the open squares on which the player with the marks 1 would
    win at once.
    """
    mine, theirs = _completed(boards, lines, 1), _completed(-boards, lines, -1)
    i_win, they_lose = mine
    they_win, i_lose = theirs
    return i_win | (they_lose & ~they_win & ~i_lose)


def _completed(boards, lines, mark):
    """(by winning patterns, by losing ones of the other): the squares that complete a line of
    player 1 by a `mark`.
    """
    by_wins, by_losses = np.zeros(boards.shape, dtype=bool), np.zeros(boards.shape, dtype=bool)
    for line, held in _held(boards, lines, 1):
        found = by_wins if line.by_pattern else by_losses
        found[:, line.squares] |= (
            (boards[:, line.squares] == 0) & (line.marks == mark) & held[:, None]
        )
    return by_wins, by_losses


# The perfect player.


@twin_of("fogel.rules.solve.forced")
def scores_of_moves(tree: Tree) -> Ints:
    """(moves,): the score that who makes a move can force with it: 0 a draw, the more the sooner a
    win, as in solve.
    """
    signs = np.diff(tree.first) * (1 - 2 * (depths(tree) % 2))
    scores = ends = signs[parents(tree)] * tree.result
    for _ in tree.layers[2:]:
        best = over_moves(np.maximum, tree, scores, 0)
        scores = np.where(tree.child == OVER, ends, -best[tree.child])
    return scores


def perfect(tree: Tree, quick: bool, first: bool) -> Ints:
    """(moves,): 1 for every move that keeps the best result, with `quick` only the soonest win and
    the latest loss.

    With `first` the move into the lowest of these squares alone.
    """
    scores = scores_of_moves(tree)
    results = scores if quick else np.sign(scores)
    kept = best_moves(tree, results)
    if first:
        before = np.cumsum(kept) - kept
        kept &= before == np.repeat(before[tree.first[:-1]], np.diff(tree.first))
    return kept.astype(np.int64)


# A function of your own.

EVALUATIONS = ("exact", "estimated")
NOT_ASKED = "-"
MOST_NAME = 200  # letters
FORM = "an object with the texts name, evaluation and answers"


@dataclass(frozen=True)
class FunctionOpponent:
    """An opponent that is a function, as the answers that it gave: all that a file needs to
    evaluate it again.

    `name` is what the function is called. `evaluation` is "exact" if it always gives the same
    answer, and "estimated" if its move odds come from repeated answers. `answers` has an entry for
    each board on which somebody is to move, in the order of the game's Tree: `-` where the function
    was not asked. An exact entry is one letter, the place of the chosen square among the open ones,
    counted from 0 in hexadecimal. Estimated entries have spaces between them, and say how often the
    function took each open square, with commas between these counts.
    """

    name: str
    evaluation: str
    answers: str

    def __post_init__(self):
        if not all(isinstance(value, str) for value in (self.name, self.evaluation, self.answers)):
            raise ValueError(f"must be {FORM}")
        if not 1 <= len(self.name) <= MOST_NAME or not self.name.isprintable():
            raise ValueError(
                f"name must be 1 to {MOST_NAME} printable characters, not {self.name[:MOST_NAME]!r}"
            )
        if self.evaluation not in EVALUATIONS:
            raise ValueError(
                f"evaluation must be one of {', '.join(EVALUATIONS)}, not {self.evaluation[:40]!r}"
            )

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> FunctionOpponent:
        """Return the one that was stored as a dict; raise ValueError for any other dict."""
        if {*values} != {"name", "evaluation", "answers"}:
            raise ValueError(f"must be {FORM}, not with {', '.join(map(str, values))[:80]}")
        return cls(**values)

    def __str__(self):
        """Return its name."""
        return self.name

    @property
    def is_exact(self) -> bool:
        """Whether the function always gives the same answer."""
        return self.evaluation == "exact"


def odds_of_answers(tree: Tree, opponent: FunctionOpponent) -> Ints:
    """Return the move odds of a function, (moves,): how often it made each move of the tree, 1 for
    all if not asked.

    Raises ValueError that says which entry of its answers does not fit this tree.
    """
    entries = list(opponent.answers) if opponent.is_exact else opponent.answers.split(" ")
    if len(entries) != len(tree.one):
        raise ValueError(
            f"answers must be one for each of the {len(tree.one):,} boards, not {len(entries):,}"
        )
    odds = np.ones(len(tree.square), dtype=np.int64)
    first = tree.first.tolist()
    for board, entry in enumerate(entries):
        if entry != NOT_ASKED:
            counts = _counts(entry, first[board + 1] - first[board], opponent.is_exact)
            if counts is None:
                raise ValueError(
                    f"answers must fit the boards, and number {board}, {entry[:40]!r}, does not"
                )
            odds[first[board] : first[board + 1]] = counts
    return odds


@lru_cache(maxsize=100_000)
def _counts(entry, places, is_exact):
    """How often a function took each of so many open squares, by an entry of its answers; None if
    that is none.
    """
    if is_exact:
        place = "0123456789abcdef".find(entry)
        return [int(place == other) for other in range(places)] if 0 <= place < places else None
    counts = entry.split(",")
    if len(counts) != places or not all(
        count.isascii() and count.isdigit() and len(count) < 9 for count in counts
    ):
        return None
    return [int(count) for count in counts] if any(int(count) for count in counts) else None
