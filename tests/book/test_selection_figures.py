"""Chapter 5's figures against the readable path, exact trees, convolution and exact odds."""

from functools import cache
from math import comb, sqrt

import numpy as np
import pytest
from by_hand import put
from core_program import program_with

from figures import read
from fogel import Keep, Settings, play_game, run_trial
from fogel.encoding import winner
from fogel.opponent import near_perfect_player, reply_probabilities


def column(name, key):
    return [float(row[key]) for row in read(f"05_selection_{name}")]


# The procedure once more, in plain Python, as core.md and draws.md tell it.


def play_32(network, opponent, rng):
    """(wins, losses) of 32 readable games; what the network answers on a board is remembered."""
    known = {}

    def player(board, rng):
        key = board.tobytes()
        if key not in known:
            known[key] = network.choose(board)
        return known[key]

    winners = [play_game(player, opponent, rng)[0] for _ in range(32)]
    return winners.count(1), winners.count(-1)


def meet(networks, row, rng):
    """The rivals of a row: a dict stands for the hat, and only what has moved is in it."""
    others, moved, rivals = networks - 1, {}, []
    for place in range(min(10, others)):
        drawn = place + int(rng.random() * (others - place))
        rivals.append(moved.get(drawn, drawn))
        moved[drawn] = moved.get(place, place)
    return [rival + (rival >= row) for rival in rivals]


def generations(trial, count, strict=False):
    """Yield (results, payoffs, rivals, scores, survivors) of a trial's first generations."""
    rng = np.random.default_rng(np.random.SeedSequence(1993, spawn_key=(trial,)))
    opponent = near_perfect_player()
    program = program_with("evolve")
    parents = [program["found"](rng) for _ in range(50)]
    for _ in range(count):
        networks = parents + [program["child_of"](parent, rng) for parent in parents]
        results = [play_32(network, opponent, rng) for network in networks]
        payoffs = [wins - 10 * losses for wins, losses in results]
        rivals = [meet(len(networks), row, rng) for row in range(len(networks))]
        scores = [
            sum(payoffs[r] < payoffs[row] for r in theirs) for row, theirs in enumerate(rivals)
        ]
        luck = [rng.random() for _ in networks]
        best = sorted(range(len(networks)), key=lambda row, s=scores, u=luck: (-s[row], -u[row]))[
            :50
        ]
        survive = sorted(row for row in best if not strict or scores[row] == max(scores))
        yield results, payoffs, rivals, scores, survive
        parents = [networks[row] for row in survive]


@pytest.fixture(scope="module")
def first():
    """The first generation of trial 0, played square by square."""
    return next(generations(0, 1))


# What a network is worth: the whole game tree, with the opponent's probabilities.


@cache
def replies(board):
    return reply_probabilities(np.array(board)).tolist()


def chances(network):
    """The exact probabilities of a win, a loss and a tie."""
    known = {}

    def walk(board):
        if winner(board) or 0 not in board:
            return np.array(
                [winner(board) == 1, winner(board) == -1, winner(board) == 0], dtype=float
            )
        if board not in known:
            if sum(board) == 0:
                known[board] = walk(put(board, network.choose(board), 1))
            else:
                known[board] = sum(
                    p * walk(put(board, s, -1)) for s, p in enumerate(replies(board)) if p
                )
        return known[board]

    return walk((0,) * 9)


def exact_payoff(network):
    """(mean, standard deviation) of the total payoff of 32 games."""
    win, loss, _ = chances(network)
    mean = win - 10 * loss
    return 32 * mean, sqrt(32 * (win + 100 * loss - mean**2))


@pytest.fixture(scope="module")
def tenth():
    return run_trial(Settings(generations=10), 0, observers=[Keep((10,))]).kept[10]


# The figures.


def test_the_riddle(first):
    payoffs = first[1]
    rows = read("05_selection_riddle")
    assert [int(row["payoff"]) for row in rows] == sorted(payoffs, reverse=True)
    for row in rows:
        assert abs(int(row["drawn at"]) - int(row["payoff"])) <= 5
    piles = {
        at: [int(row["height"]) for row in rows if row["drawn at"] == at]
        for at in {r["drawn at"] for r in rows}
    }
    assert all(pile == list(range(1, len(pile) + 1)) for pile in piles.values())
    named = {row["name"]: int(row["payoff"]) for row in rows if row["name"]}
    assert sorted(named) == list("ABCDE")
    survive = {payoffs[row] for row in first[4]}
    assert [named[name] in survive for name in "ABCDE"] == [True, False, True, True, False]
    assert all(payoffs.count(named[name]) == 1 for name in "ABCD") and named["E"] == min(payoffs)


def test_losses(first):
    assert [int(row["losses"]) for row in read("05_selection_losses")] == [
        losses for _, losses in first[0]
    ]
    assert [int(row["payoff"]) for row in read("05_selection_losses")] == [
        w - 10 * lost for w, lost in first[0]
    ]


def test_the_rivals_of_two(first):
    _, payoffs, rivals, _, _ = first
    rows = read("05_selection_rivals")
    for name, points in (("B", 5), ("D", 7)):
        mine = [row for row in rows if row["network"] == name]
        own = int(mine[0]["own payoff"])
        theirs = [payoffs[rival] for rival in rivals[payoffs.index(own)]]
        assert [int(row["rival's payoff"]) for row in mine] == theirs
        assert [int(row["lower"]) for row in mine] == [int(payoff < own) for payoff in theirs]
        assert sum(payoff < own for payoff in theirs) == points and own not in theirs


def test_scores(first):
    _, payoffs, _, scores, survive = first
    rows = [tuple(int(value) for value in row.values()) for row in read("05_selection_scores")]
    assert rows == [(payoffs[row], scores[row], int(row in survive)) for row in range(100)]


def chance_of(score, place, rivals):
    """The chance of `score` lower ones among the rivals, taken one rival after another."""
    lower, others, chance = 100 - place, 99, comb(rivals, score)
    for k in range(rivals):
        chance *= (lower - k if k < score else others - lower - (k - score)) / (others - k)
    return max(chance, 0.0)


def test_the_formula():
    for place in (10, 50, 90):
        computed = column("formula", f"place {place}, formula")
        drawn = column("formula", f"place {place}, drawn")
        assert sum(drawn) == pytest.approx(1, abs=1e-4)
        for score in range(11):
            exact = chance_of(score, place, 10)
            assert computed[score] == pytest.approx(exact, rel=1e-5, abs=1e-12)
            assert abs(drawn[score] - exact) <= 5 * sqrt(exact * (1 - exact) / 4000) + 1e-3


def exact_odds(rivals):
    """The odds of each place, without any drawing.

    Given its score s and its tie-breaking number u, a network survives if at most 49 of the others
    stand higher. Their scores are independent, so the number of those is a sum of independent
    coins; u is integrated over.
    """
    table = np.array(
        [
            [chance_of(score, place, rivals) for score in range(rivals + 1)]
            for place in range(1, 101)
        ]
    )
    assert table.sum(axis=1) == pytest.approx(np.ones(100))
    nodes, weights = np.polynomial.legendre.leggauss(16)
    u, weights = (nodes + 1) / 2, weights / 2
    odds = np.zeros(100)
    for score in range(rivals + 1):
        higher = table[:, score + 1 :].sum(axis=1)[:, None] + table[:, score][:, None] * (1 - u)
        # [own place, u, how many of the others stand higher, below 50].
        counts = np.zeros((100, len(u), 50))
        counts[:, :, 0] = 1
        for other in range(100):
            chance = np.tile(higher[other], (100, 1))
            chance[other] = 0  # nobody stands higher than itself
            up = counts[:, :, :-1] * chance[:, :, None]
            counts *= 1 - chance[:, :, None]
            counts[:, :, 1:] += up
        odds += table[:, score] * (counts.sum(axis=2) @ weights)
    return odds.clip(0, 1)


@pytest.mark.parametrize("rivals", [1, 3, 10, 30])
def test_odds(rivals):
    exact, drawn = exact_odds(rivals), np.array(column("odds", f"{rivals} rivals"))
    assert exact.sum() == pytest.approx(50, abs=1e-3)
    assert drawn.sum() == pytest.approx(50, abs=1e-3)
    assert (np.abs(drawn - exact) <= 5 * np.sqrt(exact * (1 - exact) / 2500) + 1e-3).all()
    assert np.abs(drawn - exact).mean() <= np.sqrt(exact * (1 - exact) / 2500).mean()


def test_odds_with_all_others_as_rivals():
    assert column("odds", "place") == list(range(1, 101))
    assert column("odds", "99 rivals") == [1] * 50 + [0] * 50


def test_the_same_network_again(tenth):
    win, loss, tie = chances(tenth.networks[tenth.payoffs.argmax()])
    single = np.zeros(12)
    single[[0, 10, 11]] = loss, tie, win  # the payoff of a game, plus 10
    total = np.ones(1)
    for _ in range(32):
        total = np.convolve(total, single)
    payoffs = np.arange(len(total)) - 320
    counts, starts = column("again", "repetitions"), column("again", "from")
    assert sum(counts) == 2000
    for start, count in zip(starts, counts, strict=True):
        p = total[(payoffs >= start) & (payoffs < start + 10)].sum()
        assert abs(count - 2000 * p) <= 5 * sqrt(2000 * p * (1 - p)) + 2
    assert total[payoffs >= tenth.payoffs.max()].sum() < 0.03


def test_luck(tenth):
    rows = read("05_selection_luck")
    assert [int(row["payoff"]) for row in rows] == tenth.payoffs.tolist()
    assert [row for row in range(100) if rows[row]["survives"] == "1"] == tenth.survivors.tolist()
    values = np.array([exact_payoff(network) for network in tenth.networks])
    error = (np.array([float(row["long-run payoff"]) for row in rows]) - values[:, 0]) / (
        values[:, 1] / sqrt(312.5)
    )
    assert np.abs(error).max() < 5 and 0.7 < error.std() < 1.3
    best = values[:, 0].argmax()
    assert best not in tenth.survivors  # the exactly best one is out
    assert np.median(values[:, 0]) < values[tenth.payoffs.argmax(), 0] < values[best, 0] - 20


def test_highest_payoffs_and_what_they_are_worth():
    for trial in range(0, 20, 3):
        run = run_trial(Settings(generations=100), trial, observers=[Keep((1, 10, 100))])
        for number, generation in run.kept.items():
            assert (
                column("gap", f"generation {number}, highest payoff")[trial]
                == run.best_payoff[number - 1]
            )
            mean, deviation = exact_payoff(generation.networks[generation.best])
            drawn = column("gap", f"generation {number}, long run")[trial]
            assert abs(drawn - mean) < 5 * deviation / sqrt(312.5)
    # The curve of the README.
    assert np.mean(column("gap", "generation 10, highest payoff")) == pytest.approx(-6.95)


def odds_by_tenth(payoffs, rivals, order, rng):
    """Odds by tenths of `order`, from payoffs (rounds, 100), with hypergeometric scores."""
    survived = np.zeros(100)
    for row in payoffs:
        lower = np.searchsorted(np.sort(row), row)
        standing = rng.hypergeometric(lower, 99 - lower, rivals) + rng.random(100)
        survived += standing >= np.sort(standing)[50]
    return (survived / len(payoffs))[order].reshape(10, 10).mean(axis=1) * 100


def test_two_kinds_of_luck(tenth):
    rng = np.random.default_rng(1)
    measured = np.array(column("luck", "long-run payoff"))
    order = np.argsort(-measured)
    chance = np.array([chances(network) for network in tenth.networks])
    results = rng.multinomial(32, chance, size=(2000, 100))
    played = results[:, :, 0] - 10 * results[:, :, 1]
    for kind, payoffs, rivals in (
        ("rivals alone", np.tile(measured, (2000, 1)), 10),
        ("games alone", played, 99),
        ("games and rivals", played, 10),
    ):
        expected = odds_by_tenth(payoffs, rivals, order, rng)
        assert np.abs(np.array(column("truth", kind)) - expected).max() < 5
        assert sum(column("truth", kind)) == pytest.approx(500, abs=0.01)


@pytest.fixture(scope="module", params=[(0, 1), (3, 100)], ids=["generation 1", "generation 100"])
def one_moment(request):
    """(trial, generation's number, exact chances of its hundred networks)."""
    trial, number = request.param
    kept = run_trial(Settings(generations=number), trial, observers=[Keep((number,))]).kept[number]
    return trial, number, np.array([chances(network) for network in kept.networks])


def test_luck_over_the_generations(one_moment):
    """The truly best fifty that survive, and the widths, from exact chances drawn otherwise."""
    trial, number, chance = one_moment
    row = column("two_kinds", "generation").index(number)
    rng = np.random.default_rng(5)
    rounds = 400
    values = 32 * (chance[:, 0] - 10 * chance[:, 1])
    best = np.argsort(-values)[:50]
    results = rng.multinomial(32, chance, size=(rounds, 100))
    totals = results[:, :, 0] - 10 * results[:, :, 1]
    # 99 rivals: the order decides.
    by_games = (totals + rng.random(totals.shape)).argsort(axis=1)[:, 50:]
    expected = {
        "rivals alone": (
            10
            * odds_by_tenth(np.tile(values, (rounds, 1)), 10, np.argsort(-values), rng)[:5].sum()
            / 100
        ),
        "games alone": np.isin(by_games, best).sum() / rounds,
        "networks": np.subtract(*np.percentile(values, [75, 25])),
        "totals": np.median(np.subtract(*np.percentile(totals, [75, 25], axis=0))),
    }
    for name, value in expected.items():
        assert column("two_kinds", f"{name}, trial {trial}")[row] == pytest.approx(
            value, abs=1.5, rel=0.06
        ), name


def test_sizes_under_the_formal_reading():
    for trial in (0, 2):
        sizes = [len(payoffs) for _, payoffs, *_ in generations(trial, 10, strict=True)]
        assert column("sizes", f"trial {trial}") == sizes


def test_three_programs():
    numbers = [int(number) for number in column("curves", "generation")]
    run = run_trial(observers=[Keep(numbers)])
    right = column("mended", "right")
    a = column("curves", "A")
    b = column("curves", "B")
    c = column("curves", "C")
    assert column("mended", "A") == a and column("mended", "C") == c
    for place, number in enumerate(numbers):
        payoffs, rivals = run.kept[number].payoffs.tolist(), run.kept[number].rivals.tolist()
        points = [
            sum(payoffs[r] < own for r in theirs)
            for own, theirs in zip(payoffs, rivals, strict=True)
        ]
        assert right[place] == run.best_payoff[number - 1] == max(payoffs) <= 32
        assert a[place] == max(own + score for own, score in zip(payoffs, points, strict=True))
        assert b[place] == min(payoffs)
        assert c[place] == next(
            own for own, score in zip(payoffs, points, strict=True) if score == max(points)
        )
    assert max(a) > 32


def test_the_generations_are_those_of_the_package(first):
    """The readable first generation that the tests above rely on is the package's."""
    generation = run_trial(Settings(generations=1), observers=[Keep((1,))]).kept[1]
    assert generation.payoffs.tolist() == first[1] and generation.rivals.tolist() == first[2]
    assert generation.survivors.tolist() == first[4]
