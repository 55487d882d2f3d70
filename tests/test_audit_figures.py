"""The numbers of chapter 8's figures, by other ways: whole games walked through in fractions, totals drawn at random, a
ceiling worked out from full boards to the empty one, and a few trials of each run."""

import re
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import comb, sqrt
from statistics import fmean, stdev

import numpy as np
import pytest
from scipy import stats

from figures import read
from fogel import Settings, climber, encoding, engine, run_trial
from fogel.opponent import near_perfect_weights, perfect_weights, reply_probabilities

MOMENTS = (1, 3, 10, 30, 100, 400, 800)
READINGS = {
    "in the way": {},
    "own lines": {"marker": "own"},
    "line by line": {"line_choice": "lines"},
    "first line found": {"line_choice": "first"},
}
CHANGES = {
    "as it was": {},
    "by lot": {"win_payoff": 0, "loss_payoff": 0},
    "fixed structure": {"change_probability": 0.0},
    "128 games": {"games": 128},
    "exact payoffs": {"evaluation": "exact"},
    "1 rival": {"rivals": 1},
    "99 rivals": {"rivals": 99},
    "+1 / 0 / −1": {"loss_payoff": -1},
    "+10 / 0 / −1": {"win_payoff": 10, "loss_payoff": -1},
    "own lines": READINGS["own lines"],
    "line by line": READINGS["line by line"],
    "first line found": READINGS["first line found"],
    "forced replies": {"forced_replies": True},
}
START, DEFAULT = (0,) * 9, Settings()


def close(value, within=1e-5):
    """Equal to the six digits of a table."""
    return pytest.approx(value, rel=within, abs=1e-5)


def column(name, key):
    return [float(row[key]) for row in read(name)]


def board_of(text):
    return tuple(encoding.encode(text).tolist())


def half_width(values):
    return stats.t.ppf(0.975, len(values) - 1) * stdev(values) / sqrt(len(values))


def put(board, square, mark):
    return (*board[:square], mark, *board[square + 1 :])


def is_over(board):
    return encoding.winner(board) != 0 or 0 not in board


@cache
def replies(board, settings=DEFAULT, exact=True):
    """The opponent's probabilities as fractions, from the rule's weights and the slip rate."""
    weights, free = near_perfect_weights(board, settings), board.count(0)
    number = Fraction if exact else float
    slip = number(str(settings.slip))
    return [(1 - slip) * number(w) / sum(weights) + slip / free if board[s] == 0 else 0 for s, w in enumerate(weights)]


def endings(network, board=START, chance=Fraction(1), squares=()):
    """Every game: (squares, probability, winner)."""
    move = network.choose(board)
    after, squares = put(board, move, 1), (*squares, move)
    if is_over(after):
        yield squares, chance, encoding.winner(after)
        return
    for s, p in enumerate(replies(after)):
        if p:
            then = put(after, s, -1)
            if is_over(then):
                yield (*squares, s), chance * p, encoding.winner(then)
            else:
                yield from endings(network, then, chance * p, (*squares, s))


def worth(network):
    """The expected payoff of 32 games, by adding up all games."""
    return 32 * sum(p * {1: 1, 0: 0, -1: -10}[won] for _, p, won in endings(network))


@cache
def champions():
    """The best networks of some trials: number -> network."""
    return {number: run_trial(Settings(), number).champion for number in (7, 13, 16)}


def values_backwards(reply_of, choose=max):
    """{board: the payoff of one game from there}, from full boards to the empty one; no recursion."""
    boards = sorted((tuple(row) for row in encoding.positions().tolist()), key=lambda board: board.count(0))
    value = {}
    for board in boards:
        if is_over(board):
            value[board] = {1: 1, 0: 0, -1: -10}[encoding.winner(board)]
        elif sum(board) == 0:
            value[board] = choose(value[put(board, s, 1)] for s in range(9) if board[s] == 0)
        else:
            chances = reply_of(board)
            value[board] = sum(chances[s] * value[put(board, s, -1)] for s in range(9) if board[s] == 0)
    return value


@pytest.fixture(scope="module")
def value():
    return values_backwards(replies)


# The bet.


def test_the_bet_is_on_trial_13():
    curve = column("08_audit_bet", "highest payoff")
    start = run_trial(Settings(generations=3), 13)
    assert curve[:3] == start.best_payoff.tolist()
    assert curve[-1] == champions()[13].payoff == 15


def test_callers():
    rows = read("08_audit_callers")
    for key in ("first 32", "next 32"):
        calls = [int(row[key]) for row in rows]
        assert len(calls) == 100
        assert abs(fmean(calls) - 16) < 4 * sqrt(8 / 100)
        assert 0.6 < stdev(calls) / sqrt(8) < 1.4


def test_law_of_the_picked_network():
    law = dict(zip(map(int, column("08_audit_law", "total")), column("08_audit_law", "probability"), strict=True))
    shares = {won: sum(p for _, p, w in endings(champions()[13]) if w == won) for won in (1, 0, -1)}
    assert sum(shares.values()) == 1
    for total in (15, 8, -2, 0, -13):
        chance = 0
        for losses in range(33):
            wins = total + 10 * losses
            if wins >= 0 and wins + losses <= 32:
                ways = comb(32, losses) * comb(32 - losses, wins)
                chance += ways * shares[1] ** wins * shares[-1] ** losses * shares[0] ** (32 - wins - losses)
        assert law[total] == close(float(chance))
    assert sum(law.values()) == pytest.approx(1, abs=1e-4)
    tables = engine.near_perfect_tables(Settings())
    rng = np.random.default_rng(1)
    drawn = []
    for _ in range(2000):
        wins, losses, _ = engine.play_fresh_games(champions()[13], tables, rng, 32)
        drawn.append(wins - 10 * losses)
    for low in (0, 5, 10):
        p = sum(chance for total, chance in law.items() if total >= low)
        assert abs(fmean(total >= low for total in drawn) - p) < 4 * sqrt(p * (1 - p) / 2000)


# The ceiling.


def test_moves_that_are_equal_for_a_perfect_player(value):
    rows = read("08_audit_equals")
    boards = list(rows[0])[1:]
    assert len(boards) == 3
    for text in boards:
        board = board_of(text)
        free = [s for s in range(9) if board[s] == 0]
        assert [s for s, w in enumerate(perfect_weights(board, Settings(), 1)) if w] == free
        for s in range(9):
            shown = rows[s][text]
            assert shown == "" if s not in free else float(shown) == close(float(32 * value[put(board, s, 1)]))


def test_mistakes_account_for_the_gap(value):
    rows, champion = read("08_audit_mistakes"), champions()[7]
    met = {}
    for squares, chance, _ in endings(champion):
        board = START
        for number, square in enumerate(squares):
            if number % 2 == 0:
                met.setdefault(board, {})[squares[:number]] = (
                    met.setdefault(board, {}).get(squares[:number], 0) + chance
                )
            board = put(board, square, (1, -1)[number % 2])
    cost = {}
    for board, ways in met.items():
        lost = value[board] - value[put(board, champion.choose(board), 1)]
        if lost:
            cost[board] = 32 * sum(ways.values()) * lost
    assert sum(cost.values()) == 32 * value[START] - worth(champion)
    assert {board_of(row["board"]) for row in rows} == set(cost)
    for row in rows:
        board = board_of(row["board"])
        assert row["title"].startswith(f"costs {float(cost[board]):.2f} met {float(sum(met[board].values())):.1%}")
        assert int(row["rings"]) == champion.choose(board)
        best = [s for s in range(9) if board[s] == 0 and value[put(board, s, 1)] == value[board]]
        assert [s for s, word in enumerate(row["texts"].split(" ")) if word == "●"] == best


def test_ceilings_against_slips(value):
    rows = {float(row["slip rate"]): row for row in read("08_audit_ceilings")}
    assert sorted(rows) == [k / 10 for k in range(11)]
    assert float(rows[0.1]["ceiling, in the way"]) == close(float(32 * value[START]))
    for name, changes in READINGS.items():
        for slip in (0.0, 0.1, 0.7):
            settings = Settings(slip=slip, **changes)
            values = values_backwards(lambda board, settings=settings: replies(board, settings, False))
            assert float(rows[slip][f"ceiling, {name}"]) == close(32 * values[START])
        assert rows[1.0][f"ceiling, {name}"] == rows[1.0]["ceiling, in the way"]
    settings = Settings(slip=0.3)
    after = values_backwards(lambda board: replies(board, settings, False), lambda values: fmean(values))
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
    assert 32 * after[START] < float(rows[0.3]["perfect player"]) < float(rows[0.3]["ceiling, in the way"])


# The curse.


@pytest.fixture(scope="module")
def generation():
    """Generation 10 of all trials."""
    return [run_trial(Settings(generations=10), number, keep=(1, 3, 10)).kept for number in range(20)]


def test_the_curve_and_what_it_hides(generation, value):
    rows = read("08_audit_curse")
    assert len(rows) == 800
    assert all(float(row["ceiling"]) == close(float(32 * value[START])) for row in rows)
    for number in (1, 10):
        row = rows[number - 1]
        shown = [int(kept[number].payoffs.max()) for kept in generation]
        truth = [float(worth(kept[number].networks[kept[number].best])) for kept in generation]
        for name, values in (("shown by the curve", shown), ("that network's worth", truth)):
            assert float(row[name]) == close(fmean(values))
            assert float(row[f"{name}, interval"]) == close(half_width(values))
    for row in rows:
        assert float(row["that network's worth"]) <= float(row["the truly best"]) + 1e-3
    assert [row["shown by the curve"] for row in rows] == [row["mean"] for row in read("06_curve_experiment")]


def test_flattery_is_what_drawn_totals_show(generation):
    rows = read("08_audit_flattery")
    assert [int(row["generation"]) for row in rows] == [1, 10, 100, 400, 800]
    for row in rows:
        seen = [float(row[f"trial {trial}"]) for trial in range(20)]
        assert float(row["seen"]) == close(fmean(seen), 1e-4)
        assert float(row["interval"]) == close(half_width(seen), 1e-4)
    tables, rules = engine.near_perfect_tables(Settings()), Settings().numbers
    rng = np.random.default_rng(2)
    means, errors = [], []
    for trial, kept in enumerate(generation):
        chances = engine.chances_of(kept[10].networks, tables, rules)
        truth = 32 * (chances[:, 0] - 10 * chances[:, 1])
        best = kept[10].best
        assert float(rows[1][f"trial {trial}"]) == close(kept[10].payoffs[best] - truth[best], 1e-4)
        drawn = np.array([rng.multinomial(32, row / row.sum(), size=400) for row in chances])
        totals = drawn[:, :, 0] - 10 * drawn[:, :, 1] + rng.random(drawn.shape[:2]) / 2  # ties by lot
        first = totals.argmax(axis=0)
        flattery = np.floor(totals.max(axis=0)) - truth[first]
        means.append(flattery.mean())
        errors.append(flattery.std() / 20)
    assert abs(float(rows[1]["predicted"]) - fmean(means)) < 4 * sqrt(sum(error**2 for error in errors)) / 20


def test_twenty_ends():
    rows = {int(row["trial"]): row for row in read("08_audit_twenty")}
    assert sorted(rows) == list(range(20))
    for number, champion in champions().items():
        assert int(rows[number]["total"]) == champion.payoff
        assert float(rows[number]["worth"]) == close(float(worth(champion)))
    values = column("08_audit_twenty", "worth")
    assert values == sorted(values)


# Losing.


def test_tree_of_losing_lines():
    lost = {squares: chance for squares, chance, won in endings(champions()[16]) if won == -1}
    rows = read("08_audit_tree")
    drawn = {tuple(map(int, row["squares"].split())): row for row in rows}
    assert {squares for squares in drawn if len(squares) % 2 == 0} == set(lost)
    for squares, row in drawn.items():
        assert any(line[: len(squares)] == squares for line in lost)
        if len(squares) > 1:
            moves = len(squares) - 1 if len(squares) % 2 == 0 else len(squares) - 2
            board = START
            for number, square in enumerate(squares[:moves]):
                board = put(board, square, (1, -1)[number % 2])
            assert float(row["chance of the reply"]) == close(float(replies(board)[squares[moves]]))


def never_slipping(network, board):
    """The results of all games that the rule without slips allows, X to move."""
    after = put(board, network.choose(board), 1)
    if is_over(after):
        return {encoding.winner(after)}
    found = set()
    for s, weight in enumerate(near_perfect_weights(after, Settings())):
        if weight:
            then = put(after, s, -1)
            found |= {encoding.winner(then)} if is_over(then) else never_slipping(network, then)
    return found


def turn(square, first):
    """The square after a corner `first` has been turned to the upper left."""
    while first not in (0, 4):
        square, first = (2 - square % 3) * 3 + square // 3, (2 - first % 3) * 3 + first // 3
    return square


def test_branches():
    rows = {int(row["title"].split(":")[0]): row for row in read("08_audit_branches")}
    assert sorted(rows) == list(range(20))
    for number, network in champions().items():
        first = network.choose(START)
        words = [""] * 9
        for s in range(9):
            if s != first:
                found = never_slipping(network, put(put(START, first, 1), s, -1))
                words[turn(s, first)] = "W" if found == {1} else "L" if -1 in found else "T"
        assert [word.strip("-") for word in rows[number]["texts"].split(" ")] == words
        assert board_of(rows[number]["board"])[turn(first, first)] == 1


# The ingredients.


def test_ingredients_in_the_first_generations():
    rows = {int(row["generation"]): row for row in read("08_audit_ingredients")}
    assert tuple(rows) == MOMENTS
    for name, changes in CHANGES.items():
        picked = []
        for number in range(20):
            kept = run_trial(Settings(generations=1, **changes), number, keep=(1,)).kept[1]
            picked.append(kept.networks[kept.best])
        chances = engine.chances_of(picked, engine.near_perfect_tables(Settings()), Settings().numbers)
        values = (32 * (chances[:, 0] - 10 * chances[:, 1])).tolist()
        assert values[0] == pytest.approx(float(worth(picked[0])))
        assert float(rows[1][name]) == close(fmean(values))
        assert float(rows[1][f"{name}, interval"]) == close(half_width(values))


def test_ingredients_at_the_end():
    last = read("08_audit_ingredients")[-1]
    rows = {row["ingredient"]: row for row in read("08_audit_worth")}
    assert set(rows) == set(CHANGES)
    for name, row in rows.items():
        assert (row["worth"], row["interval"]) == (last[name], last[f"{name}, interval"])
    ends = column("08_audit_twenty", "worth")
    assert float(last["as it was"]) == close(fmean(ends), 1e-4)
    assert float(last["as it was, interval"]) == close(half_width(ends), 1e-4)
    assert last["as it was"] == read("08_audit_curse")[-1]["that network's worth"]


# A perfect champion, and the smallest ones.


class Cards:
    """A player that knows nothing but the cards of a figure, as somebody reads them from the paper."""

    def __init__(self, name):
        asked = [row for row in read(name) if "?" in row["title"]]
        given = [row for row in read(name) if "?" not in row["title"]]
        self.questions = [(self.numbers(row["texts"]), self.constant(row["title"])) for row in asked]
        self.cards = {row["title"].split(":")[0]: self.numbers(row["texts"]) for row in given}
        assert all(int(row["rings"]) == row["texts"].split().index("1") for row in given)

    @staticmethod
    def numbers(text):
        return [0 if word == "-" else int(word.replace("−", "-")) for word in text.split()]

    @staticmethod
    def constant(title):
        return float(title.split("sum")[1].split(">")[0].replace("−", "-").replace(" ", ""))

    def choose(self, board):
        sums = [np.dot(weights, board) + more for weights, more in self.questions]
        card = self.cards[", ".join("yes" if total > 0 else "no" for total in sums)]
        return min((square for square in range(9) if board[square] == 0), key=lambda square: card[square])


def test_four_climbers(value):
    ceiling = float(32 * value[START])
    climbers = {f"seed {seed}": column("08_audit_climb", f"seed {seed}") for seed in (4, 5, 6, 7)}
    for history in climbers.values():
        assert all(one <= other for one, other in pairwise(history))
    assert climbers["seed 7"][-1] == close(ceiling)
    assert all(history[-1] < ceiling - 1 for name, history in climbers.items() if name != "seed 7")
    assert climber.climb(Settings(seed=5), most=10_000).history == close(climbers["seed 5"][:2])


def test_whoever_plays_by_two_cards_is_never_beaten(value):
    player = Cards("08_audit_one_node")
    assert len(player.cards) == 2 and sum(map(bool, player.questions[0][0])) == 2
    assert all(won >= 0 for _, _, won in endings(player))
    assert worth(player) < 32 * value[START]


def test_whoever_plays_by_four_cards_stands_at_the_ceiling(value):
    player = Cards("08_audit_two_nodes")
    assert len(player.cards) == 4 and len(player.questions) == 2
    assert worth(player) == 32 * value[START]
    assert all(won >= 0 for _, _, won in endings(player))


def test_the_contradiction():
    rows = read("08_audit_contradiction")
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


def test_payoffs_by_hidden_nodes(value):
    rows, ceiling = read("08_audit_nodes"), float(32 * value[START])
    assert [int(row["hidden nodes"]) for row in rows] == list(range(1, 11))
    best = column("08_audit_nodes", "best known")
    assert best[0] == close(float(worth(Cards("08_audit_one_node")))) and best[1:] == [close(ceiling)] * 9
    assert max(column("08_audit_nodes", "climber")) < ceiling - 0.1
    again = climber.climb(Settings(seed=2), 2, most=60_000)
    assert float(rows[1]["climber"]) == close(float(worth(again.champion)))


def test_a_best_move_that_a_perfect_opponent_would_punish():
    """With +1/0/-1, on the board of the solution: the framed move is best here, and lost against perfect replies."""
    before, then = read("08_audit_risk")
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
    here, minimax = ({s: best(put(board, s, 1), -1, of) for s in free} for of in (expected, smallest))
    assert here[move] == max(here.values()) and minimax[move] == -1 < max(minimax.values())
    after = put(board, move, 1)
    assert board_of(then["board"]) == after
    for square, (text, heat) in enumerate(zip(then["texts"].split(), then["heat"].split(), strict=True)):
        if after[square] == 0 and text != "-":
            assert text == f"{100 * float(replies(after)[square]):.0f}"
            assert int(heat) == best(put(after, square, -1), 1, smallest)
