"""Chapter 9's figures by other ways: games in fractions, the ceiling from full boards."""

import json
import re
from itertools import pairwise, product
from statistics import fmean

import numpy as np
import pytest
from by_hand import (
    READINGS,
    START,
    board_of,
    champions,
    close,
    column,
    endings,
    exact_payoff,
    is_over,
    put,
    replies,
    values_backwards,
)
from tables import stored_rows

from figures import read
from fogel import Settings, encoding, perfect
from fogel.opponent import perfect_odds, reply_probabilities
from fogel.perfect.proof import PROOFS


@pytest.fixture(scope="module")
def value():
    return values_backwards(replies)


# The ceiling.


def test_moves_that_are_equal_for_a_perfect_player(value):
    rows = read("09_perfect_equals")
    boards = list(rows[0])[1:]
    assert len(boards) == 3
    for text in boards:
        board = board_of(text)
        free = [s for s in range(9) if board[s] == 0]
        assert [s for s, w in enumerate(perfect_odds(board, Settings(), 1)) if w] == free
        for s in range(9):
            shown = rows[s][text]
            assert (
                shown == ""
                if s not in free
                else float(shown) == close(float(32 * value[put(board, s, 1)]))
            )


def test_where_both_begin(value):
    perfect_one, champion = read("09_perfect_riddle")
    assert {board_of(row["board"]) for row in (perfect_one, champion)} == {START}
    assert list(map(int, perfect_one["rings"].split())) == list(range(9))
    assert int(champion["rings"]) == champions()[7].choose(START)
    assert value[put(START, int(champion["rings"]), 1)] == value[START]


def met_by(network):
    """{board: the chance that the network meets it}, by adding up games."""
    ways = {}
    for squares, chance, _ in endings(network):
        board = START
        for number, square in enumerate(squares):
            if number % 2 == 0:
                before = ways.setdefault(board, {})
                before[squares[:number]] = before.get(squares[:number], 0) + chance
            board = put(board, square, (1, -1)[number % 2])
    return {board: sum(found.values()) for board, found in ways.items()}


def test_mistakes_account_for_the_gap(value):
    rows, champion = read("09_perfect_mistakes"), champions()[7]
    met = met_by(champion)
    cost = {}
    for board, chance in met.items():
        lost = value[board] - value[put(board, champion.choose(board), 1)]
        if lost:
            cost[board] = 32 * chance * lost
    assert sum(cost.values()) == 32 * value[START] - exact_payoff(champion) and len(cost) == 7
    assert [board_of(row["board"]) for row in rows] == sorted(cost, key=cost.get)[:-3:-1]
    for row in rows:
        board = board_of(row["board"])
        assert row["title"] == f"costs {float(cost[board]):.2f} met {100 * float(met[board]):.1f} %"
        assert int(row["rings"]) == champion.choose(board)
        for square, shown in enumerate(row["heat"].split(" ")):
            if board[square] == 0:
                assert float(shown) == close(float(32 * value[put(board, square, 1)]))
            else:
                assert shown == "-"


def test_first_moves():
    for row, (name, changes) in zip(read("09_perfect_firsts"), READINGS.items(), strict=True):
        settings = Settings(**changes)
        values = values_backwards(lambda board, settings=settings: replies(board, settings))
        after = [values[put(START, square, 1)] for square in range(9)]
        assert row["title"] == name
        assert row["texts"].split() == [f"{float(32 * one):.1f}" for one in after]
        assert list(map(int, row["rings"].split())) == [
            s for s in range(9) if after[s] == max(after)
        ]


def test_ceilings_against_slips(value):
    rows = {float(row["slip rate"]): row for row in read("09_perfect_ceilings")}
    assert sorted(rows) == [k / 10 for k in range(11)]
    assert float(rows[0.1]["ceiling, in the way"]) == close(float(32 * value[START]))
    for name, changes in READINGS.items():
        for slip in (0.0, 0.1, 0.7):
            settings = Settings(slip=slip, **changes)
            values = values_backwards(
                lambda board, settings=settings: replies(board, settings, False)
            )
            assert float(rows[slip][f"ceiling, {name}"]) == close(32 * values[START])
        assert rows[1.0][f"ceiling, {name}"] == rows[1.0]["ceiling, in the way"]
    settings = Settings(slip=0.3)
    after = values_backwards(
        lambda board: replies(board, settings, False), lambda values: fmean(values)
    )
    champion = champions()[7]
    chance = {START: 1.0}
    total = 0.0
    for board in map(tuple, encoding.positions()[: encoding.X_TO_MOVE].tolist()):
        if board in chance:
            then = put(board, champion.choose(board), 1)
            if is_over(then):
                total += chance[board] * max(encoding.winner(then), 0)
                continue
            for s, p in enumerate(reply_probabilities(then, settings).tolist()):
                end = put(then, s, -1)
                if p and is_over(end):
                    total += chance[board] * p * {1: 1, 0: 0, -1: -10}[encoding.winner(end)]
                elif p:
                    chance[end] = chance.get(end, 0.0) + chance[board] * p
    assert float(rows[0.3]["champion"]) == close(32 * total)
    assert (
        32 * after[START]
        < float(rows[0.3]["perfect player"])
        < float(rows[0.3]["ceiling, in the way"])
    )


# A perfect champion, and the smallest ones.


class Cards:
    """A player that knows only the cards of a figure, as somebody reads them from paper."""

    def __init__(self, name):
        asked = [row for row in read(name) if "?" in row["words"]]
        given = [row for row in read(name) if "?" not in row["words"]]
        self.questions = [(self.numbers(row["squares"]), self.least(row["words"])) for row in asked]
        self.cards = {
            row["heading"].removeprefix("Answer: "): self.numbers(row["squares"]) for row in given
        }
        assert all("lowest number" in row["words"] for row in given)

    @staticmethod
    def numbers(text):
        return [0 if word == "-" else int(word.replace("−", "-")) for word in text.split()]

    @staticmethod
    def least(words):
        return int(re.search(r"Is the sum ([−\d]+) or more", words)[1].replace("−", "-"))

    def choose(self, board):
        sums = [np.dot(weights, board) for weights, _ in self.questions]
        said = [
            "yes" if total >= least else "no"
            for total, (_, least) in zip(sums, self.questions, strict=True)
        ]
        card = self.cards[", then ".join(said)]
        return min(
            (square for square in range(9) if board[square] == 0), key=lambda square: card[square]
        )


def test_four_climbers(value):
    ceiling = float(32 * value[START])
    climbers = {f"seed {seed}": column("09_perfect_climb", f"seed {seed}") for seed in (4, 5, 6, 7)}
    for history in climbers.values():
        assert all(one <= other for one, other in pairwise(history))
    assert climbers["seed 7"][-1] == close(ceiling)
    assert all(history[-1] < ceiling - 1 for name, history in climbers.items() if name != "seed 7")
    assert perfect.climb(Settings(seed=5), most=10_000).history == close(climbers["seed 5"][:2])


def test_one_of_the_stored_climbers_has_arrived(value):
    head, rows, _ = stored_rows("climbers")
    payoffs = {int(seed): float(payoff) for seed, payoff in rows}
    assert head == ["seed", "payoff"] and [*payoffs] == [*range(40)]
    assert [seed for seed in payoffs if payoffs[seed] == close(float(32 * value[START]))] == [7]


def test_whoever_plays_by_two_cards_is_never_beaten(value):
    player = Cards("09_perfect_one_node")
    assert len(player.cards) == 2 and sum(map(bool, player.questions[0][0])) == 2
    assert all(won >= 0 for _, _, won in endings(player))
    assert exact_payoff(player) < 32 * value[START]


def test_whoever_plays_by_four_cards_stands_at_the_ceiling(value):
    player = Cards("09_perfect_two_nodes")
    assert len(player.cards) == 4 and len(player.questions) == 2
    assert exact_payoff(player) == 32 * value[START]
    assert all(won >= 0 for _, _, won in endings(player))


def test_the_contradiction():
    rows = read("09_perfect_contradiction")
    total = np.zeros(9, dtype=int)
    for row in rows:
        sign, move, other = re.match(r"([+−]) \w: (\d), not (\d)", row["title"]).groups()
        board = np.array(board_of(row["board"]))
        assert board[int(move)] == board[int(other)] == 0 and move == row["rings"]
        total += board if sign == "+" else -board
    assert not total.any() and len(rows) == 4
    assert [row["title"][0] for row in rows] == ["+", "−"] * 2
    for plus, minus in (rows[:2], rows[2:]):  # the same pair of squares, the other way round
        assert re.findall(r"\d", plus["title"]) == re.findall(r"\d", minus["title"])[::-1]


def test_the_tree_of_a_proof():
    """Walk down to each end of the tree: 0 or 1 says which way to go at each branch."""
    tree, found = json.loads((PROOFS / "no-single-node-lines.json").read_text())["tree"], {}
    for ways in product((0, 1), repeat=4):
        at, assumed, ways = tree, [], iter(ways)
        while "contradiction" not in at:
            if "say" in at:
                assumed, at = [*assumed, at["say"]], at["then"]
            else:
                pair = at["pair"][:: 1 - 2 * next(ways)]
                assumed, at = [*assumed, pair], at["steeper"][str(pair[0])]
        found[" ".join(f"{j}>{k}" for j, k in assumed)] = sum(
            one[-1] for one in at["contradiction"]
        )
    rows = read("09_perfect_tree")
    assert {row["assumed"]: int(row["differences"]) for row in rows} == found and len(rows) == 4


def test_two_lines_cross_once():
    """The sums of two squares are on the lines, and prefer what the figure says."""
    rows = read("09_perfect_lines")
    names = list(rows[0])[1:]
    first, second = (int(name.split()[-1]) for name in names)
    network = perfect.climb(Settings(seed=2), 1, most=60_000).champion
    differences = []
    for row in rows:
        sums = network.output_weights @ [float(row["activation"]), 1.0]
        assert [float(row[name]) for name in names] == close([sums[first], sums[second]], 1e-4)
        differences.append(sums[first] - sums[second])
    assert (np.diff(differences) > 0).all() and differences[0] < 0 < differences[-1]


def test_payoffs_by_hidden_nodes(value):
    rows, ceiling = read("09_perfect_nodes"), float(32 * value[START])
    assert [int(row["hidden nodes"]) for row in rows] == list(range(1, 11))
    best = column("09_perfect_nodes", "best known")
    assert best[0] == close(float(exact_payoff(Cards("09_perfect_one_node"))))
    assert best[1:] == [close(ceiling)] * 9
    assert max(column("09_perfect_nodes", "climber")) < ceiling - 0.1
    again = perfect.climb(Settings(seed=2), 2, most=60_000)
    assert float(rows[1]["climber"]) == close(float(exact_payoff(again.champion)))


def test_a_best_move_that_a_perfect_opponent_would_punish():
    """With +1/0/-1 the framed move is best here, but lost against perfect replies."""
    before, then = read("09_perfect_risk")
    board, move = board_of(before["board"]), int(before["rings"])
    paid = {won: {1: 1, 0: 0, -1: -1}[won] for won in (1, 0, -1)}

    def best(board, mark, reply_of):
        if is_over(board):
            return paid[encoding.winner(board)]
        after = {s: best(put(board, s, mark), -mark, reply_of) for s in range(9) if board[s] == 0}
        return max(after.values()) if mark == 1 else reply_of(board, after)

    def expected(board, after):
        return sum(chance * after[square] for square, chance in enumerate(replies(board)) if chance)

    def smallest(board, after):
        return min(after.values())

    free = [square for square in range(9) if board[square] == 0]
    here, minimax = (
        {s: best(put(board, s, 1), -1, of) for s in free} for of in (expected, smallest)
    )
    assert here[move] == max(here.values()) and minimax[move] == -1 < max(minimax.values())
    after = put(board, move, 1)
    assert board_of(then["board"]) == after
    for square, (text, heat) in enumerate(
        zip(then["texts"].split(), then["heat"].split(), strict=True)
    ):
        if after[square] == 0 and text != "-":
            assert text == f"{100 * float(replies(after)[square]):.0f}"
            assert int(heat) == best(put(after, square, -1), 1, smallest)
