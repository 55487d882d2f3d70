"""The numbers in chapter 14's figures, each worked out once more in another way."""

from functools import cache

import numpy as np
import pytest
from scipy.signal import convolve2d
from scipy.stats import binom, multinomial

from figures import read
from fogel import opponent
from fogel.core.settings import Settings
from fogel.lookahead import magic
from fogel.lookahead.deathmatch import PAIRS, REPORTED

LEVELS = ("idiot", "rookie", "average", "skilled", "expert", "perfect")
ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8)]
COLUMNS = [(0, 3, 6), (1, 4, 7), (2, 5, 8)]
LINES = [*ROWS, *COLUMNS, (0, 4, 8), (2, 4, 6)]
BENDS = [
    tuple(s for s in (a, a + 1, a + 3, a + 4) if s != left)
    for a in (0, 1, 3, 4)
    for left in range(a, a + 5)
]
CORNERS = sorted({bend for bend in BENDS if len(bend) == 3})


class Game:
    """Nine squares as two sets of bits. A full line wins, or loses with `misere`."""

    def __init__(self, lines=LINES, misere=False):
        self.lines, self.misere = [sum(1 << square for square in line) for line in lines], misere
        self.score = cache(self._score)
        self.move_values = cache(self._move_values)

    def end(self, mine, theirs):
        """What whoever has moved last, and has `mine`, gets: None while the game goes on."""
        if any(mine & line == line for line in self.lines):
            return -1 if self.misere else 1
        return 0 if mine | theirs == 511 else None

    def after(self, mine, theirs, square, moves):
        """(result, moves until then) of a move, within so many moves; (0, 0) beyond them."""
        mine |= 1 << square
        end = self.end(mine, theirs)
        if end is not None:
            return end, 1
        result, steps = self.score(theirs, mine, moves - 1) if moves > 1 else (0, 0)
        return -result, steps + 1 if result else 0

    def _score(self, mine, theirs, moves):
        """The best of all moves: a win soon, else a draw, else a loss late."""
        return max(
            (self.after(mine, theirs, square, moves) for square in squares(mine, theirs)), key=order
        )

    def _move_values(self, mine, theirs, depth, rounds, late):
        """{square: (level, lateness)} of the report's gradual descent; `rounds` by depth."""
        free = squares(mine, theirs)
        block = (
            [square for square in free if self.end(theirs | 1 << square, mine) == 1]
            if depth
            else []
        )
        found = dict.fromkeys(free, (0, 0))
        for moves in rounds[:depth]:
            results = {
                square: self.after(mine, theirs, square, min(moves, len(free))) for square in free
            }
            levels = {1: 2, 0: 0, -1: -1}
            found = {
                square: (levels[result], steps if result < 0 and late else 0)
                for square, (result, steps) in results.items()
            }
            won = any(level == 2 for level, _ in found.values())
            lost = all(level < 0 for level, _ in found.values())
            if late or not lost:  # otherwise any move of a lost game is as good, a block too
                found |= {square: (1, 0) for square in block if found[square][0] < 2}
            if block or won or lost:
                break
        return found


def squares(mine, theirs):
    return [square for square in range(9) if not (mine | theirs) >> square & 1]


def order(after):
    result, steps = after
    return result, -steps if result > 0 else steps


STANDARD = Game()
EACH = (2, 4, 6, 8, 9, 9)  # a depth is a move of each


def player(game, depth_at, chance, rounds=EACH, late=True):
    """{square: probability} as a function of mine and theirs, with mistakes written out."""

    @cache
    def shares(mine, theirs):
        free = squares(mine, theirs)
        move_values = game.move_values(mine, theirs, depth_at(len(free)), rounds, late)
        total = dict.fromkeys(free, 0.0)

        def give(seen, weight):
            best = [square for square in free if seen[square] == max(seen.values())]
            for square in best:
                total[square] += weight / len(best)

        give(move_values, 1 - chance)
        for square in free if chance else ():
            for by in (1, 2):
                raised = (min(move_values[square][0] + by, 2), 0)
                give({**move_values, square: raised}, chance / len(free) / 2)
        return total

    return shares


def level(game, number, add=0, least=0, times=None, kind=player, **options):
    """A level of the report; `add` changes its product, and `times` replaces its square."""
    chance = 0 if number == 5 else 1 / (1 + 4 * number * (times or number))
    return kind(
        game, lambda left: max((left * number + add) // 10, min(least, number)), chance, **options
    )


def square_by_square(game, depth_at, chance):
    """As `player`, but each square may be overestimated on its own: ties are shared by an integral.

    Whoever is one of k best is taken with probability 1 / k, which is the integral of x ** (k - 1)
    from 0 to 1.
    """
    points, weights = np.polynomial.legendre.leggauss(5)  # exact up to the ninth power
    points, weights = (points + 1) / 2, weights / 2

    @cache
    def shares(mine, theirs):
        free = squares(mine, theirs)
        move_values = game.move_values(mine, theirs, depth_at(len(free)), EACH, True)
        seen = {
            square: [
                (move_value, 1 - chance),
                *(((min(move_value[0] + by, 2), 0), chance / 2) for by in (1, 2)),
            ]
            for square, move_value in move_values.items()
        }
        total = dict.fromkeys(free, 0.0)
        for square in free:
            for value, weight in seen[square]:
                others = np.ones(5)
                for other in free:
                    if other != square:
                        less = sum(share for move_value, share in seen[other] if move_value < value)
                        others *= less + points * sum(
                            share for move_value, share in seen[other] if move_value == value
                        )
                total[square] += weight * (weights @ others)
        return total

    return shares


# A quarter to the right, and mirrored.
TURNED = [[6, 3, 0, 7, 4, 1, 8, 5, 2], [2, 1, 0, 5, 4, 3, 8, 7, 6]]


@cache
def one_of_all(mine, theirs):
    """One board for all that are turned or mirrored images of it."""
    images, new = {(mine, theirs)}, {(mine, theirs)}
    while new:
        new = {tuple(sum((side >> square & 1) << way[square] for square in range(9)) for side in board)
               for board in new for way in TURNED} - images  # fmt: skip
        images |= new
    return min(images)


def play(game, first, second):
    """(draws, wins of first, wins of second) of a game that the first opens."""
    flow, totals, turn = {(0, 0): 1.0}, [0.0, 0.0, 0.0], 0
    while flow:
        onward = {}
        for (mine, theirs), weight in flow.items():
            for square, share in (first, second)[turn](mine, theirs).items():
                if share:
                    then = mine | 1 << square
                    end = game.end(then, theirs)
                    if end is None:
                        board = one_of_all(theirs, then)
                        onward[board] = onward.get(board, 0.0) + weight * share
                    else:
                        totals[0 if not end else 1 + (turn if end > 0 else 1 - turn)] += (
                            weight * share
                        )
        flow, turn = onward, 1 - turn
    return np.array(totals)


def both(game, first, second):
    """The same of a game that the first opens, and of one that the second opens."""
    return play(game, first, second), play(game, second, first)[[0, 2, 1]]


@pytest.fixture(scope="module")
def matches():
    """{pair: both ways} of the six levels as the chapter reads them."""
    six = dict(zip(LEVELS, (level(STANDARD, number) for number in range(6)), strict=True))
    return {pair: both(STANDARD, six[pair[0]], six[pair[1]]) for pair in PAIRS}


def bits(text, mark):
    return sum(1 << square for square, held in enumerate(text) if held == mark)


def test_horizons():
    for row in read("14_lookahead_horizons"):
        me, other = "XO" if row["board"].count("X") == row["board"].count("O") else "OX"
        mine, theirs = bits(row["board"], me), bits(row["board"], other)
        found = ["-"] * 9
        for square in squares(mine, theirs):
            found[square] = str(STANDARD.after(mine, theirs, square, int(row["moves"]))[0])
        assert " ".join(found) == row["scores"]


def test_depths():
    """By counting tens, without a division."""
    rows = read("14_lookahead_depths")
    for number, row in enumerate(rows):
        assert row["level"].lower() == LEVELS[number]
        for left in range(1, 10):
            assert int(row[f"{left} open"]) == sum(ten <= left * number for ten in (10, 20, 30, 40))
    assert len(rows) == 6


def test_causes():
    rows = {row["EXPERT"]: float(row["lost of 100"]) for row in read("14_lookahead_causes")}
    versions = {
        "EXPERT as it is": (lambda left: 4 * left // 10, 1 / 65),
        "no mistakes": (lambda left: 4 * left // 10, 0),
        "never blind": (lambda left: max(1, 4 * left // 10), 1 / 65),
        "never blind, no mistakes": (lambda left: max(1, 4 * left // 10), 0),
        "as deep as PERFECT": (lambda left: left // 2, 1 / 65),
    }
    perfect = level(STANDARD, 5)
    for name, about in versions.items():
        lost = 50 * sum(way[2] for way in both(STANDARD, player(STANDARD, *about), perfect))
        assert rows.pop(name) == pytest.approx(lost, rel=1e-5)
    assert not rows


def test_deathmatch(matches):
    """Chances, intervals and p of fifty games opened by each, by binomials and multinomials."""
    fifty, hundred = np.arange(51), np.arange(101)
    pairs = np.stack(np.meshgrid(fifty, fifty, indexing="ij"), axis=-1)
    counts = np.concatenate([50 - pairs.sum(axis=-1, keepdims=True), pairs], axis=-1)
    possible = counts[..., 0] >= 0
    rows = read("14_lookahead_deathmatch")
    for row, pair, reported in zip(rows, PAIRS, REPORTED, strict=True):
        assert (row["first"], row["second"]) == pair
        ways = matches[pair]
        for name, place in (("draws", 0), ("second wins", 2)):
            assert float(row[name]) == pytest.approx(
                50 * sum(way[place] for way in ways), rel=1e-4, abs=1e-4
            )
            assert int(row[f"{name}, reported"]) == reported[place]
            sums = np.cumsum(
                np.convolve(*(binom.pmf(fifty, 50, min(way[place], 1)) for way in ways))
            )
            low, high = (hundred[sums >= tail][0] for tail in (0.025, 0.975))
            assert (int(row[f"{name}, low"]), int(row[f"{name}, high"])) == (low, high), (
                pair,
                name,
            )
        legal = np.where(possible[..., None], counts, [50, 0, 0])
        grids = [np.where(possible, multinomial.pmf(legal, 50, way / way.sum()), 0) for way in ways]
        odds = convolve2d(*grids)
        seen = odds[reported[1], reported[2]]
        assert float(row["p"]) == pytest.approx(odds[odds <= seen * (1 + 1e-7)].sum(), rel=1e-3)
    again = [row["second wins, again"] for row in rows]
    assert sorted(filter(None, again)) == ["34", "85", "87"] and again[-2] == "34"


def distance(ways, share=0.5):
    """Pearson's chi-square of the report's table; `share`: games that the first player opens."""
    total = 0.0
    for seen, (ours, theirs) in zip(REPORTED, ways, strict=True):
        for count, expected in zip(seen, 100 * (share * ours + (1 - share) * theirs), strict=True):
            total += (count - expected) ** 2 / expected if expected > 1e-9 else 0
    return total


def test_readings(matches):
    rows = {row["reading"]: float(row["chi-square"]) for row in read("14_lookahead_readings")}
    assert rows["as we read it"] == pytest.approx(distance(matches.values()), rel=1e-5)
    assert rows["opens: first"] == pytest.approx(distance(matches.values(), share=1), rel=1e-5)
    readings = {
        "rounding: nearest": {"add": 5},
        "rounding: up": {"add": 9},
        "horizon: moves": {"rounds": (1, 2, 3, 4, 5)},
        "when_lost: any": {"late": False},
        "min_depth: 1": {"least": 1},
        "horizon: unanswered": {"rounds": (1, 3, 5, 7, 9)},
        "chance: twice": {"times": 2},
        "chance: plain": {"times": 1},
        "mistake_per: square": {"kind": square_by_square},
    }
    for name, options in readings.items():
        six = dict(
            zip(LEVELS, (level(STANDARD, number, **options) for number in range(6)), strict=True)
        )
        ways = [both(STANDARD, six[first], six[second]) for first, second in PAIRS]
        assert rows[name] == pytest.approx(distance(ways), rel=1e-5), name
    assert len(rows) == 15
    out = {row["reading"] for row in read("14_lookahead_readings") if row["excluded"] == "1"}
    # One in a thousand, opened in turn.
    assert out == {name for name, value in rows.items() if value > 62}


@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("tic-tac-toe", STANDARD),
        ("misère", Game(misere=True)),
        ("no diagonals", Game(ROWS + COLUMNS)),
        ("corners", Game(CORNERS)),
    ],
)
def test_ladder(name, game):
    rows = read("14_lookahead_ladder")
    six = [level(game, number) for number in range(6)]
    for number, row in enumerate(rows):
        ways = both(game, six[number], six[number + 1])
        points = sum(way[2] + way[0] / 2 for way in ways) / 2
        assert float(row[name]) == pytest.approx(points, rel=1e-5), row["step"]
    assert len(rows) == 5 and float(rows[0]["5 × 2"]) == 0.5


def marks(mine, theirs):
    """A board of part one, and who is to move there."""
    me = 1 if mine.bit_count() == theirs.bit_count() else -1
    return [me * (mine >> square & 1) - me * (theirs >> square & 1) for square in range(9)], me


@cache
def near(mine, theirs):
    board, me = marks(mine, theirs)
    chances = opponent.probabilities(board, opponent.near_perfect_odds(board, Settings(), me), 0.1)
    return dict(enumerate(chances))


@cache
def formula(mine, theirs):
    chosen = magic.magic_move(*marks(mine, theirs))[1]
    return dict.fromkeys(chosen, 1 / len(chosen))


def seer(moves):
    """A player that sees so many moves, and takes the soonest win or the latest loss."""

    @cache
    def shares(mine, theirs):
        values = {
            square: order(STANDARD.after(mine, theirs, square, moves))
            for square in squares(mine, theirs)
        }
        best = [square for square, value in values.items() if value == max(values.values())]
        return dict.fromkeys(best, 1 / len(best))

    return shares


def test_near():
    rows = {row["moves"]: row for row in read("14_lookahead_near")}
    for name, own in {
        "2": seer(2),
        "5": seer(5),
        "6": seer(6),
        "9": seer(9),
        "formula": formula,
    }.items():
        as_x, as_o = both(STANDARD, own, near)
        found = [
            float(rows[name][words])
            for words in ("wins as X", "losses as X", "wins as O", "losses as O")
        ]
        assert found == pytest.approx([as_x[1], as_x[2], as_o[1], as_o[2]], rel=1e-5, abs=1e-12), (
            name
        )
    assert len(rows) == 10


def test_tree():
    """EXPERT's depth with six open squares is 2: it sees four moves; values are O's."""
    rows, words = read("14_lookahead_tree"), {1: "win", 0: "even", -1: "loss"}
    x, o = bits("X...O...X", "X"), bits("X...O...X", "O")
    for row in rows:
        square = int(row["square"])
        if row["parent"]:
            result, _ = STANDARD.after(x, o | 1 << int(row["parent"]), square, 3)
            result = -result
        else:
            result, _ = STANDARD.after(o, x, square, 4)
        assert row["value"] == words[result], row
    assert len(rows) == 6 + 6 * 5
