"""The numbers in chapter 13's figures, each worked out once more in another way."""

import itertools
import math
from functools import cache

import numpy as np
import pytest

from figures import read


def straight(width, height, length):
    """The lines of so many in a row, as sets of (x, y): from each square into four directions."""
    found = []
    for x, y in itertools.product(range(width), range(height)):
        for across, down in ((1, 0), (0, 1), (1, 1), (1, -1)):
            line = [(x + k * across, y + k * down) for k in range(length)]
            if all(0 <= a < width and 0 <= b < height for a, b in line):
                found.append(frozenset(line))
    return {*found}


def moved(shape, width, height):
    """The lines of a shape, a set of (x, y), wherever it fits."""
    places = itertools.product(range(-width, width), range(-height, height))
    moved = ({(x + right, y + down) for x, y in shape} for right, down in places)
    return {
        frozenset(line)
        for line in moved
        if all(0 <= x < width and 0 <= y < height for x, y in line)
    }


LOPSIDED = [{(0, 0), (1, 0), (2, 0)}, {(0, 0), (0, 1), (1, 2)}, {(0, 0), (1, 0), (1, 1), (2, 1)}]


def test_places():
    rows = read("13_rules_places")
    for number, shape in enumerate(LOPSIDED):
        texts = [row["squares"] for row in rows if row["pattern"] == str(number)]
        drawn = {
            frozenset((at % 4, at // 4) for at, mark in enumerate(text) if mark == "1")
            for text in texts
        }
        assert drawn == moved(shape, 4, 3) and len(texts) == len(drawn)
    assert len(rows) == 13


class Solved:
    """A game of two by sets of squares, by plain negamax: a full line wins, or loses."""

    def __init__(self, width, height, lines, misere=False):
        self.squares = [*itertools.product(range(width), range(height))]
        bits = {square: 1 << number for number, square in enumerate(self.squares)}
        self.lines = [sum(bits[square] for square in line) for line in lines]
        self.of_square = [
            [line for line in self.lines if line >> number & 1]
            for number in range(len(self.squares))
        ]
        self.misere, self.everything = misere, (1 << len(self.squares)) - 1
        self.score = cache(self._score)

    def after(self, mine, theirs, number):
        """A move's score to the mover: 0, or +-(squares + 1 - moves), so that sooner is more."""
        mine |= 1 << number
        left = len(self.squares) + 1 - (mine | theirs).bit_count()
        if any(mine & line == line for line in self.of_square[number]):
            return -left if self.misere else left
        return 0 if mine | theirs == self.everything else -self.score(theirs, mine)

    def _score(self, mine, theirs):
        free = [number for number in range(len(self.squares)) if not (mine | theirs) >> number & 1]
        return max(self.after(mine, theirs, number) for number in free)

    def first_moves(self):
        """{(x, y): (result, moves)}."""
        found = {}
        for number, square in enumerate(self.squares):
            score = self.after(0, 0, number)
            found[square] = (
                (score > 0) - (score < 0),
                len(self.squares) + 1 - abs(score) if score else None,
            )
        return found


def test_tree():
    """By hand: what each of the three moves leads to, and what the rows say of it."""
    rows = {row["square"]: row for row in read("13_rules_tree")}
    assert {name: row["board"] for name, row in rows.items()} == {
        "": "XOXOOX...",
        "6": "XOXOOXX..",  # O takes 7 and has 1, 4, 7
        "7": "XOXOOX.X.",  # O must take 8, X takes 6: nobody has a line
        "8": "XOXOOX..X",  # 2, 5, 8
    }
    assert {name: row["exact_value"] for name, row in rows.items()} == {
        "": "1",
        "6": "-1",
        "7": "0",
        "8": "1",
    }


def test_first_moves():
    drawn = {}
    for row in read("13_rules_first_moves"):
        moves = int(row["moves"]) if row["moves"] else None
        drawn.setdefault(row["game"], {})[int(row["x"]), int(row["y"])] = (
            int(row["result"]),
            moves,
        )
    games = {
        "standard": Solved(3, 3, straight(3, 3, 3)),
        "misère": Solved(3, 3, straight(3, 3, 3), misere=True),
        "4 × 3, three in a row": Solved(4, 3, straight(4, 3, 3)),
        "lopsided": Solved(4, 3, set().union(*(moved(shape, 4, 3) for shape in LOPSIDED))),
    }
    for name, game in games.items():
        assert drawn[name] == game.first_moves(), name
    # A whole search takes minutes: by its symmetries, and the published five.
    large = drawn["4 × 4, three in a row"]
    assert len(large) == 16 and min(moves for _, moves in large.values()) == 5
    for (x, y), exact_value in large.items():
        assert exact_value == large[y, x] == large[3 - x, y] and exact_value[0] == 1


def wins_within(width, height, length, plies):
    """Whether the opener can force a line in so many moves of both, looking no further."""
    lines = [frozenset(line) for line in straight(width, height, length)]
    squares = frozenset(itertools.product(range(width), range(height)))

    @cache
    def forces(mine, theirs, left):
        """Return whether the mover, with `mine`, can fill a line first within `left` moves."""
        for square in squares - mine - theirs:
            now = mine | {square}
            if any(line <= now for line in lines if square in line):
                return True
        if left < 3:
            return False
        # he wins at once if I let him: then only the squares that stop him are moves
        threats = [line - theirs for line in lines if len(line - theirs) == 1 and not line & mine]
        stops = {square for threat in threats for square in threat}
        for square in stops if stops else squares - mine - theirs:
            now = mine | {square}
            mine_next = {
                next(iter(line - now))
                for line in lines
                if len(line - now) == 1 and not line & theirs
            }
            if left == 3 and len(mine_next) < 2:
                continue  # one threat can be stopped
            replies = squares - now - theirs
            if all(
                not any(line <= theirs | {reply} for line in lines if reply in line)
                and forces(now, theirs | {reply}, left - 2)
                for reply in (replies if len(mine_next) != 1 else mine_next)
            ):
                return True
        return False

    return forces(frozenset(), frozenset(), plies)


def test_table():
    rows = {
        (int(row["k"]), int(row["columns"]), int(row["rows"])): row
        for row in read("13_rules_table")
    }
    assert len(rows) == 22 + 16
    for (k, m, n), row in rows.items():
        moves = int(row["moves"]) if row["moves"] else None
        if moves:
            assert row["result"] == "1" and k == 3
        if m * n <= 12 and (m, n) != (10, 1):  # small: a plain search
            score = Solved(m, n, straight(m, n, k)).score(0, 0)
            assert (score > 0, m * n + 1 - score if score else None) == (
                row["result"] == "1",
                moves,
            ), (m, n, k)
    for m, n in ((5, 3), (4, 4), (5, 4)):  # larger: a win within that many moves and none sooner
        moves = int(rows[3, m, n]["moves"])
        assert wins_within(m, n, 3, moves) and not wins_within(m, n, 3, moves - 2)


def at_random(width, height, lines, players, misere=False):
    """(draws, wins by player) among players who draw their moves: by the order in which all squares
    are taken.

    A game is a permutation of the squares; a line is filled by a player if all of its squares come
    in his turns. The chance that nobody has a line after t moves is counted over all ways in which
    t squares can be shared out.
    """
    squares = width * height
    bits = {
        square: 1 << (square[1] * width + square[0])
        for square in itertools.product(range(width), range(height))
    }
    lines = [sum(bits[square] for square in line) for line in lines]
    # of a set of boards, how many orders of moves lead there without a line before
    ways = {(0,) * players: 1}
    wins, orders = [0.0] * players, 1
    for move in range(squares):
        mover, onward = move % players, {}
        orders *= squares - move
        ended = 0
        for board, count in ways.items():
            taken = sum(board)
            for square in range(squares):
                if taken >> square & 1:
                    continue
                mine = board[mover] | 1 << square
                if any(mine & line == line for line in lines):
                    ended += count
                else:
                    then = (*board[:mover], mine, *board[mover + 1 :])
                    onward[then] = onward.get(then, 0) + count
        wins[1 - mover if misere else mover] += ended / orders
        ways = onward
    return sum(ways.values()) / math.factorial(squares) if ways else 0.0, wins


@pytest.mark.parametrize(
    ("name", "lines", "shape"),
    [
        ("1 × 1", straight(1, 1, 1), (1, 1, 2)),
        ("4 × 2, two in a row", straight(4, 2, 2), (4, 2, 2)),
        ("standard", straight(3, 3, 3), (3, 3, 2)),
        ("misère", straight(3, 3, 3), (3, 3, 2, True)),
        ("4 × 3, three in a row", straight(4, 3, 3), (4, 3, 2)),
        ("4 × 3, four in a row", straight(4, 3, 4), (4, 3, 2)),
        ("lopsided", set().union(*(moved(shape, 4, 3) for shape in LOPSIDED)), (4, 3, 2)),
        ("3 × 3 for three, two in a row", straight(3, 3, 2), (3, 3, 3)),
        ("3 × 3 for three, three in a row", straight(3, 3, 3), (3, 3, 3)),
    ],
)
def test_lots(name, lines, shape):
    rows = {row["game"]: row for row in read("13_rules_lots")}
    draws, wins = at_random(shape[0], shape[1], lines, *shape[2:])
    drawn = [float(rows[name][f"player {seat}"] or "nan") for seat in (1, 2, 3)][: len(wins)]
    assert drawn == pytest.approx(wins, rel=1e-5)
    assert float(rows[name]["draws"]) == pytest.approx(draws, rel=1e-5)
    assert np.isclose(draws + sum(wins), 1) and len(rows) == 9
