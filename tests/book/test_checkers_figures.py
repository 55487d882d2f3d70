"""The numbers in chapter 19's figures, each worked out once more in another way."""

import csv
from itertools import pairwise
from math import log10, sqrt
from pathlib import Path
from statistics import mean, stdev

import pytest
import tables
from scipy.stats import t

from figures import read

STORED = Path(__file__).parents[2] / "notebooks" / "stored"
SIX_WAYS = {
    "x": [(1, -1), (1, 1)],
    "o": [(-1, -1), (-1, 1)],
    "X": [(1, -1), (1, 1), (-1, -1), (-1, 1)],
}


def stored(name, **where):
    """The rows of a stored table that say so, as dicts of words."""
    return [
        row
        for row in csv.DictReader(tables.lines_of(STORED / f"checkers-{name}.csv"))
        if all(row[key] == value for key, value in where.items())
    ]


def elo(points):
    return 400 * log10(points / (1 - points))


def interval(values):
    """(mean, low, high) by Student's t."""
    half = t.ppf(0.975, len(values) - 1) * stdev(values) / sqrt(len(values))
    return mean(values), mean(values) - half, mean(values) + half


def ratings(rows):
    return [elo(value) for value in interval([float(row["points"]) for row in rows])]


def numbers(row, *names):
    return [float(row[name]) for name in names]


# Rules, on rows of letters.


def at(board, place):
    row, column = place
    return board[row][column] if 0 <= row < len(board) and 0 <= column < len(board[0]) else None


def put(board, place, letter):
    return [
        [letter if (row, column) == place else one for column, one in enumerate(line)]
        for row, line in enumerate(board)
    ]


def enemies(letter):
    return "oO" if letter in "xX" else "xX"


def jumps(board, place, letter):
    """The paths of a piece that is off the board as it jumps; none jumps what it has taken."""
    found = []
    for down, right in SIX_WAYS.get(letter, SIX_WAYS["X"]):
        over, to = (place[0] + down, place[1] + right), (place[0] + 2 * down, place[1] + 2 * right)
        if (at(board, over) or "-") in enemies(letter) and at(board, to) == ".":
            last = letter in "xo" and to[0] == (len(board) - 1 if letter == "x" else 0)
            on = [] if last else jumps(put(board, over, "#"), to, letter)
            found += [[place, *path] for path in on or [[to]]]
    return found


def all_moves(board, side):
    cells = [
        (row, column)
        for row, line in enumerate(board)
        for column, one in enumerate(line)
        if one in side
    ]
    taking = [path for one in cells for path in jumps(put(board, one, "."), one, at(board, one))]
    ways = [
        (one, (one[0] + down, one[1] + right))
        for one in cells
        for down, right in SIX_WAYS.get(at(board, one), SIX_WAYS["X"])
    ]
    return taking or [[one, to] for one, to in ways if at(board, to) == "."]


def number(place, columns):
    """A dark square's number, from 1."""
    return place[0] * (columns // 2) + place[1] // 2 + 1


def test_rules():
    rows = read("19_checkers_rules")
    assert len(rows) == 6
    for row in rows:
        board = [list(line) for line in row["board"].split()]
        found = {tuple(number(place, 6) for place in path) for path in all_moves(board, "xX")}
        said = [one for one in row["moves"].split("; ") if one]
        assert {tuple(map(int, one.replace("x", "-").split("-"))) for one in said} == found
        assert len(said) == len(found)
    assert [len(row["moves"].split("; ")) for row in rows if row["moves"]] == [1, 2, 1, 1, 2]


LETTER = {"0": ".", "1": "x", "2": "X", "-1": "o", "-2": "O"}


def lines_of(squares):
    """Six rows of four letters, from the pieces on the dark squares."""
    board = [["."] * 4 for _ in range(6)]
    for place, piece in enumerate(squares):
        row, half = divmod(place, 2)
        board[row][2 * half + 1 - row % 2] = LETTER[piece]
    return board


def ends(board, side):
    """The boards after all moves, the men of the far rows crowned."""
    found = []
    for path in all_moves(board, side):
        letter, then = at(board, path[0]), put(board, path[0], ".")
        for one, other in pairwise(path):
            if abs(one[0] - other[0]) == 2:
                then = put(then, ((one[0] + other[0]) // 2, (one[1] + other[1]) // 2), ".")
        crowned = letter in "xo" and path[-1][0] == (5 if letter == "x" else 0)
        found.append(put(then, path[-1], letter.upper() if crowned else letter))
    return found


def worked_backwards(starts):
    """{(board as text, side): (1 or -1 to the mover, the number of moves)} where decided."""
    after, queue, known = {}, list(starts), {}
    while queue:
        position = queue.pop()
        if position not in after:
            text, side = position
            other = "oO" if side == "xX" else "xX"
            boards = ends([list(line) for line in text.split()], side)
            after[position] = [(" ".join(map("".join, board)), other) for board in boards]
            queue += after[position]
    for moves in range(100):
        found = {}
        for position, then in after.items():
            if position in known:
                continue
            results = [known.get(one, (0, 0)) for one in then]
            if any(result == -1 for result, _ in results):
                found[position] = 1, moves
            elif all(result == 1 for result, _ in results):
                found[position] = -1, moves
        known |= found
    return known


def test_three():
    rows = read("19_checkers_three")
    positions = [(" ".join(map("".join, lines_of(row["board"].split()))), "xX") for row in rows]
    known = worked_backwards(positions)
    found = [known.get(position, (0, -1)) for position in positions]
    assert (
        [(-int(row["value"]), int(row["plies"])) for row in rows]
        == found
        == [(-1, 28), (1, 11), (0, -1)]
    )


def test_riddle():
    rows, ways = read("19_checkers_riddle"), {"A": "material", "B": "games", "C": "values"}
    for way, player in ways.items():
        its = stored("evaluated", player=player, men="2", generation="60")
        shown = [row for row in rows if row["way"] == way]
        assert [row["trial"] for row in shown] == [row["trial"] for row in its] and len(its) == 24
        assert [float(row["elo"]) for row in shown] == pytest.approx(
            [float(row["elo"]) for row in its], abs=0.006
        )
        assert numbers(shown[0], "mean", "low", "high") == pytest.approx(ratings(its), abs=0.006)
    assert len(rows) == 3 * 24


def test_match():
    rows = read("19_checkers_match")
    assert [row["player"] for row in rows][:3] == ["values", "material", "games"] and len(rows) == 7
    for row in rows:
        its = stored("evaluated", player=row["player"], men="2")
        last = max(int(one["generation"]) for one in its)
        its = [one for one in its if int(one["generation"]) == last]
        shares = [100 * float(one["blunders"]) for one in its]
        found = interval(shares) if len(its) > 1 else shares * 3
        rated = ratings(its) if len(its) > 1 else numbers(its[0], "elo", "elo_low", "elo_high")
        assert numbers(row, "elo", "low", "high") == pytest.approx(rated, abs=0.006)
        assert numbers(row, "blunders", "least", "most") == pytest.approx(found, abs=0.006)


def test_depth():
    rows = read("19_checkers_depth")
    assert len(rows) == 18
    for row in rows:
        its = stored("plies", board="6x4", player=row["player"], rival_plies=row["rival"])
        assert len(its) == 24
        assert numbers(row, "elo", "low", "high") == pytest.approx(ratings(its), abs=0.006)


def test_1999():
    rows = read("19_checkers_1999")
    assert [int(row["generation"]) for row in rows] == [1, *range(25, 251, 25)]
    nobody = ratings(stored("1999", player="linked", rival_plies="4"))
    for row in rows:
        its = stored("1999", player="best", rival_plies="4", generation=row["generation"])
        assert [one["trial"] for one in its] == [*"012345"]
        shown = [float(row[f"trial {trial}"]) for trial in range(6)]
        assert shown == pytest.approx([float(one["elo"]) for one in its], abs=0.06)
        assert numbers(row, "mean", "low", "high") == pytest.approx(ratings(its), abs=0.06)
        assert numbers(row, "random, mean", "random, low", "random, high") == pytest.approx(
            nobody, abs=0.06
        )
