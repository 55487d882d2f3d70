"""The audit against statements of the same facts that share nothing with it: games one by one, the
opponent's rule as tests/helpers/rule_by_hand.py states it, fractions, and games that are really
played.
"""

import tracemalloc
from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import sqrt

import numpy as np
import pytest
from audited_by_hand import EMPTY_BOARD, by_fractions, replies
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.signal import convolve2d

from fogel import Network, Settings, audit, engine, play_game
from fogel.audit import (
    Distribution,
    Results,
    branch_results,
    branches,
    ceiling,
    chances,
    compute_deviation,
    compute_results,
    distribution,
    expected_payoff,
    games,
    losing_lines,
    mistakes,
    never_loses,
    picked,
    policy,
    results,
)
from fogel.core.players import ADVERSARIES, adversary, players
from fogel.encoding import SYMMETRIES, O, X, encode, is_final, open_squares, positions, put, winner
from fogel.opponent import near_perfect_player, random_player

MARKERS = ("network", "own")
LINE_CHOICES = ("squares", "lines", "first")
SLIPS = (0.0, 0.1, 0.5, 1.0)
READINGS = [
    Settings(marker=marker, line_choice=choice) for marker in MARKERS for choice in LINE_CHOICES
]
ODD = {"win_payoff": 3, "tie_payoff": -2, "loss_payoff": -7}
GENTLE = {"win_payoff": 10, "tie_payoff": 0, "loss_payoff": -1}


@pytest.fixture(scope="module")
def champion():
    return adversary("champion")


@pytest.fixture(scope="module")
def all_networks(random_networks, evolved_networks):
    """200 founders and evolved networks."""
    return random_networks[::5] + evolved_networks[::5]


@pytest.mark.parametrize("mark", [X, O])
@pytest.mark.parametrize("against", ["random", "near-perfect"])
def test_exact_results_against_games(champion, against, mark):
    rng = np.random.default_rng(8)
    other = random_player() if against == "random" else near_perfect_player()
    pair = (champion, other) if mark == X else (other, champion)
    games = 2000
    winners = np.array([play_game(*pair, rng)[0] for _ in range(games)]) * mark
    for value, chance in zip((1, 0, -1), results(champion, against, mark), strict=True):
        error = 4 * np.sqrt(chance * (1 - chance) / games)
        assert abs((winners == value).mean() - chance) <= error + 1e-12


def test_random_against_random():
    """Known to everybody who ever counted it: X wins 737/1260, O 363/1260, the rest are ties."""
    assert np.allclose(results("random", "random"), (737 / 1260, 160 / 1260, 363 / 1260))


def test_perfect_players_tie():
    assert np.allclose(results("perfect", "perfect"), (0, 1, 0))
    assert never_loses("perfect", X) and never_loses("perfect", O)


def test_random_games_reach_every_board():
    found = chances(policy("random"), policy("random"))
    assert set(found) == {tuple(board) for board in positions().tolist()}
    marks = [9 - board.count(0) for board in found]
    assert marks == sorted(marks)
    by_marks = {
        count: sum(c for board, c in found.items() if 9 - board.count(0) == count)
        for count in range(6)
    }
    assert np.allclose(list(by_marks.values()), 1.0)


def test_a_board_to_start_from():
    start = tuple(encode("XX. OO. ...").tolist())
    found = chances(policy("perfect"), policy("perfect"), start)
    assert list(found) == [start, tuple(encode("XXX OO. ...").tolist())]


def test_expected_payoff():
    assert expected_payoff(Results(0.5, 0.25, 0.25)) == 32 * (0.5 - 2.5)
    assert (
        expected_payoff(Results(0.5, 0.25, 0.25), Settings(games=8, tie_payoff=2, loss_payoff=-1))
        == 8 * 0.75
    )


class Remembering(Network):
    """A network that works out each answer once."""

    def __init__(self, network):
        super().__init__(network.hidden_weights, network.output_weights)
        vars(self)["answers"] = {}

    def __call__(self, board, rng=None):
        marks = tuple(int(mark) for mark in board)
        if marks not in self.answers:
            self.answers[marks] = super().__call__(marks)
        return self.answers[marks]


class Told(Network):
    """It passes for a network, and moves as a table {board: square} says."""

    def __init__(self, table):
        super().__init__([[0.0] * 10], [[0.0] * 2] * 9)
        vars(self)["table"] = table

    def __call__(self, board, rng=None):
        return self.table[tuple(int(mark) for mark in board)]


# The results.


@pytest.mark.parametrize("slip", SLIPS)
@pytest.mark.parametrize(
    "reading", READINGS, ids=lambda reading: f"{reading.marker}-{reading.line_choice}"
)
def test_results_are_exact(reading, slip, random_networks):
    """Fraction for fraction, for every reading of the opponent."""
    network = Remembering(random_networks[int(10 * slip)])
    for player in (network, Remembering(adversary("generation-400"))):
        for forced in (False, True):
            settings = reading.change(slip=slip, forced_replies=forced)
            assert results(player, settings=settings, exact=True) == by_fractions(player, settings)


@pytest.mark.parametrize("number", [1, 10, 50, 100, 200, 400])
def test_results_of_the_shipped_networks_are_exact(number):
    network = Remembering(adversary(f"generation-{number}"))
    settings = Settings.preset("paper-1993")
    assert results(network, settings=settings, exact=True) == by_fractions(network, settings)


@st.composite
def networks(draw):
    """Networks of few different weights: sums are often equal, so the order decides."""
    nodes, weights = draw(st.integers(1, 10)), st.integers(-8, 8).map(lambda quarters: quarters / 4)
    return Network(
        *(draw(arrays(float, shape, elements=weights)) for shape in ((nodes, 10), (9, nodes + 1)))
    )


@hypothesis_settings(max_examples=15)
@given(networks(), st.sampled_from(READINGS), st.sampled_from(SLIPS), st.booleans())
def test_results_of_any_network_are_exact(network, reading, slip, forced):
    network, settings = Remembering(network), reading.change(slip=slip, forced_replies=forced)
    found = results(network, settings=settings, exact=True)
    assert found == by_fractions(network, settings)
    (fast,) = compute_results([network], settings)
    assert fast == pytest.approx([float(part) for part in found], rel=0, abs=1e-12)


@pytest.mark.parametrize("against", ["near-perfect", "random", "perfect"])
@pytest.mark.parametrize("slip", SLIPS)
@pytest.mark.parametrize(
    "reading", READINGS, ids=lambda reading: f"{reading.marker}-{reading.line_choice}"
)
def test_the_fast_results_are_the_readable_ones(reading, slip, against, all_networks):
    some = [
        Remembering(network)
        for network in all_networks[int(10 * slip) :: 25 if against == "near-perfect" else 100]
    ]
    for forced in (False, True):
        settings = reading.change(slip=slip, forced_replies=forced)
        fast = compute_results(some, settings, against)
        slow = [results(network, against, settings=settings) for network in some]
        assert np.allclose(fast, slow, rtol=0, atol=1e-12)


def test_the_fast_results_of_many(all_networks):
    fast = np.array(compute_results(all_networks))
    assert np.allclose(
        fast, [results(Remembering(network)) for network in all_networks], rtol=0, atol=1e-12
    )
    assert np.allclose(fast.sum(axis=1), 1.0, rtol=0, atol=1e-12) and (fast >= 0).all()


@pytest.mark.parametrize(
    ("against", "settings"),
    [
        ("near-perfect", Settings()),
        ("near-perfect", Settings(marker="own", line_choice="lines", slip=0.5, **ODD)),
        ("near-perfect", Settings(line_choice="first", forced_replies=True, slip=0.25, **GENTLE)),
        ("random", Settings()),
        ("perfect", Settings(perfect_ties="first")),
    ],
)
@pytest.mark.parametrize("name", ["champion", "generation-100"])
def test_a_million_games(name, against, settings):
    """Every frequency, the payoff and its deviation are within four standard errors."""
    network, million = adversary(name), 1_000_000
    slip = settings.slip if against == "near-perfect" else 0.0
    tables = engine.opponent_tables(ADVERSARIES[against].odds_of, slip, *engine.make_rule(settings))
    forced = settings.forced_replies and against == "near-perfect"
    win, loss, tie = engine.play_fresh_games(
        network, tables, np.random.default_rng(8), million, forced
    )
    exact = np.array(results(network, against, settings=settings))
    seen = np.array([win, tie, loss]) / million
    assert (np.abs(seen - exact) <= 4 * np.sqrt(exact * (1 - exact) / million) + 1e-12).all()
    payoffs = np.array([settings.win_payoff, settings.tie_payoff, settings.loss_payoff])
    mean = expected_payoff(Results(*exact), settings) / settings.games
    squares = (payoffs - mean) ** 2
    variance = exact @ squares
    assert abs(seen @ payoffs - mean) <= 4 * sqrt(variance / million) + 1e-12
    error = sqrt(max(0.0, exact @ squares**2 - variance**2) / million)
    assert abs(seen @ squares - variance) <= 4 * error + 1e-12


def test_results_as_second_player():
    """Every line of a random opponent that begins, in fractions."""
    network = Remembering(adversary("generation-50"))

    def ends(board, chance):
        if is_final(board):
            yield winner(board), chance
        elif sum(board) == 1:
            yield from ends(put(board, network(board), O), chance)
        else:
            for square in open_squares(board):
                yield from ends(put(board, square, X), chance / board.count(0))

    total = Counter()
    for won, chance in ends(EMPTY_BOARD, Fraction(1)):
        total[won] += chance
    assert results(network, "random", O, exact=True) == (total[O], total[0], total[X])


# The distribution of a total.


LAWS = [Results(1, 0, 0), Results(0, 1, 0), Results(0.0, 0.25, 0.75)]
LAWS += [Results(*row) for row in np.random.default_rng(3).dirichlet((1, 1, 1), 4).tolist()]


@pytest.mark.parametrize(
    "payoffs", [{}, GENTLE, ODD, {"games": 5}], ids=["usual", "gentle", "odd", "five"]
)
@pytest.mark.parametrize("one", LAWS)
def test_the_moments_of_a_distribution(one, payoffs):
    settings = Settings(**payoffs)
    found = distribution(one, settings)
    values = np.array([settings.win_payoff, settings.tie_payoff, settings.loss_payoff])
    variance = np.dot(one, values**2) - np.dot(one, values) ** 2
    assert found.probabilities.sum() == pytest.approx(1) and (found.probabilities > 0).all()
    assert (np.diff(found.payoffs) > 0).all()
    assert found.mean == pytest.approx(expected_payoff(one, settings))
    assert found.deviation == pytest.approx(sqrt(settings.games * abs(variance)), abs=1e-6)


@pytest.mark.parametrize(
    "payoffs", [{}, GENTLE, ODD, {"win_payoff": 0}], ids=["usual", "gentle", "odd", "none"]
)
@pytest.mark.parametrize("one", LAWS)
def test_the_distribution_of_three_games(one, payoffs):
    """All 27 ways in which three games can end."""
    settings = Settings(**payoffs)
    ends = list(
        zip((settings.win_payoff, settings.tie_payoff, settings.loss_payoff), one, strict=True)
    )
    total = Counter()
    for three in product(ends, repeat=3):
        total[sum(payoff for payoff, _ in three)] += np.prod([chance for _, chance in three])
    found = distribution(one, settings, 3)
    assert dict(
        zip(found.payoffs.tolist(), found.probabilities.tolist(), strict=True)
    ) == pytest.approx({payoff: chance for payoff, chance in total.items() if chance > 0})


def sampled_totals(network, settings, count):
    """The total payoffs of `count` evaluations of a network, as the experiment plays them."""
    world = engine.make_world(
        [network] * count, engine.near_perfect_tables(settings), settings.numbers
    )
    engine.compiled(engine.play_networks)(world, np.random.default_rng(4), 1)
    return world.population.results @ [
        settings.win_payoff,
        settings.loss_payoff,
        settings.tie_payoff,
    ]


def distribution_of(network, settings):
    """The Distribution of a network's total; forced replies make it eight branches' sum."""
    if not settings.forced_replies:
        return distribution(results(network, settings=settings), settings)
    total = np.ones((1, 1))
    for branch in branch_results(network, settings).values():
        total = convolve2d(total, audit._counted(branch, settings.games // 8))
    return audit._gather(total, settings.games, settings)


@pytest.mark.parametrize("name", ["champion", "generation-10"])
@pytest.mark.parametrize(
    "settings", [Settings(), Settings.preset("paper-1993"), Settings(forced_replies=True, **ODD)]
)
def test_a_distribution_against_evaluations_that_are_played(name, settings):
    """Kolmogorov's distance between what is expected and 8,000 totals."""
    network, count = adversary(name), 8_000
    expected, totals = distribution_of(network, settings), sampled_totals(network, settings, count)
    assert np.isin(totals, expected.payoffs).all()
    below = np.array([(totals <= payoff).mean() for payoff in expected.payoffs])
    assert np.abs(below - expected.probabilities.cumsum()).max() < 2 / sqrt(count)
    assert abs(totals.mean() - expected.mean) < 4 * expected.deviation / sqrt(count)


def test_forced_replies_make_the_total_less_uncertain(champion):
    settings = Settings(forced_replies=True)
    found, parts = distribution_of(champion, settings), branch_results(champion, settings).values()
    variance = sum(distribution(part, settings, 4).deviation ** 2 for part in parts)
    assert found.deviation == pytest.approx(sqrt(variance))
    whole = results(champion, settings=settings)
    assert np.allclose(np.mean(list(parts), axis=0), whole)
    assert found.mean == pytest.approx(expected_payoff(whole, settings))
    assert found.deviation < distribution(whole, settings).deviation


@pytest.mark.parametrize("name", ["champion", "generation-1", "one-node"])
@pytest.mark.parametrize(
    "settings",
    [Settings(), Settings(forced_replies=True), Settings(forced_replies=True, games=8, **ODD)],
)
def test_the_deviation_is_that_of_the_distribution(name, settings):
    network = adversary(name)
    assert compute_deviation(network, settings) == pytest.approx(
        distribution_of(network, settings).deviation, rel=1e-12
    )


@pytest.mark.parametrize(
    "payoffs", [{}, ODD, {"tie_payoff": -10}], ids=["usual", "odd", "tie as loss"]
)
def test_the_distribution_of_the_branches_against_games_one_by_one(champion, payoffs):
    """Eight games, one of each branch: all 3^8 ways in which they can end."""
    settings = Settings(forced_replies=True, games=8, **payoffs)
    exact_payoff, total = (settings.win_payoff, settings.tie_payoff, settings.loss_payoff), {0: 1.0}
    for branch in branch_results(champion, settings).values():
        after = Counter()
        for (payoff, chance), (more, part) in product(
            total.items(), zip(exact_payoff, branch, strict=True)
        ):
            after[payoff + more] += chance * part
        total = after
    found = distribution_of(champion, settings)
    expected = {payoff: chance for payoff, chance in sorted(total.items()) if chance > 0}
    assert dict(
        zip(found.payoffs.tolist(), found.probabilities.tolist(), strict=True)
    ) == pytest.approx(expected)


def memory_of(work):
    """The most bytes that a call takes at a time."""
    tracemalloc.start()
    work()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


@pytest.mark.parametrize("forced", [False, True])
def test_an_audit_costs_the_same_for_any_number_of_games(champion, forced):
    """A champion file's settings may ask for so many games that it would take terabytes."""
    network, found = Remembering(champion), []
    few, many = (Settings(forced_replies=forced, games=count) for count in (8, 1_000_000))
    assert memory_of(lambda: found.append(audit.report(network, many))) < 10_000_000
    assert found[0]["deviation"] == pytest.approx(
        compute_deviation(network, few) * sqrt(1_000_000 / 8)
    )


# No two ways to end have one total.
GENERIC = {"win_payoff": 999_983, "tie_payoff": 1, "loss_payoff": -999_979}


def test_the_distribution_of_many_games_is_bounded():
    one = LAWS[-1]
    assert memory_of(lambda: distribution(one, Settings(**GENERIC), 1_000)) < 100_000_000
    for count in (1_001, 1_000_000, 0, -3, 2.5):
        with pytest.raises(
            ValueError,
            match="games must be a whole number from 1 to 1,000 for the distribution of a total, not",
        ):
            distribution(one, games=count)
    with pytest.raises(ValueError, match="not 1001"):
        distribution(one, Settings(games=1_001))


def picked_by_enumeration(distributions):
    """Every combination of totals; the highest is picked, at random among several."""
    total = payoff = 0.0
    for ends in product(
        *(zip(one.payoffs, one.probabilities, strict=True) for one in distributions)
    ):
        chance, highest = np.prod([chance for _, chance in ends]), max(value for value, _ in ends)
        total += chance * highest
        payoff += chance * np.mean(
            [
                one.mean
                for one, (value, _) in zip(distributions, ends, strict=True)
                if value == highest
            ]
        )
    return total, payoff


@pytest.mark.parametrize("seed", range(20))
def test_the_picked_against_all_combinations(seed):
    """Up to four distributions with few values between them, so that ties are frequent."""
    rng, distributions = np.random.default_rng(seed), []
    for _ in range(rng.integers(1, 5)):
        size = rng.integers(1, 5)
        values = np.sort(rng.choice(5, size, replace=False))
        distributions.append(Distribution(values, rng.dirichlet(np.ones(size))))
    found = picked(distributions)
    assert (found.total, found.payoff) == pytest.approx(picked_by_enumeration(distributions))
    assert found.flattery == found.total - found.payoff >= -1e-12


def test_the_picked_of_a_hundred_networks(random_networks):
    rng, rounds = np.random.default_rng(6), 20_000
    distributions = [distribution(one) for one in compute_results(random_networks[:100])]
    totals = np.array(
        [rng.choice(one.payoffs, rounds, p=one.probabilities) for one in distributions]
    )
    best = np.argmax(totals + 0.5 * rng.random(totals.shape), axis=0)
    for seen, expected in zip(
        (totals.max(axis=0), np.array([one.mean for one in distributions])[best]),
        picked(distributions),
        strict=True,
    ):
        assert abs(seen.mean() - expected) < 4 * seen.std() / sqrt(rounds)


def test_one_alone_is_not_flattered():
    one = distribution(LAWS[-1])
    assert picked([one]) == pytest.approx((one.mean, one.mean))
    assert picked([one]).flattery == pytest.approx(0, abs=1e-9)


def test_of_equal_ones_any_is_picked():
    one = distribution(LAWS[-1])
    found = picked([one] * 100)
    assert found.payoff == pytest.approx(one.mean)
    assert found.total == pytest.approx(
        one.payoffs @ np.diff(one.probabilities.cumsum() ** 100, prepend=0.0)
    )
    assert found.flattery > 2 * one.deviation


# The ceiling.


def ceiling_by_layers(settings):
    """{board: payoff of one game} over all strings of marks, from nine marks down."""
    values = {}
    for marks in range(9, -1, -1):
        for xs in combinations(range(9), (marks + 1) // 2):
            for os in combinations(sorted({*range(9)} - {*xs}), marks // 2):
                board = tuple(
                    1 if square in xs else -1 if square in os else 0 for square in range(9)
                )
                won, lost = (any({*line} <= {*held} for line in STRAIGHT) for held in (xs, os))
                if won or lost or marks == 9:
                    exact_payoff = (
                        settings.win_payoff
                        if won
                        else settings.loss_payoff
                        if lost
                        else settings.tie_payoff
                    )
                    values[board] = Fraction(exact_payoff)
                elif marks % 2:
                    chance = replies(board, settings)
                    values[board] = sum(
                        chance[s] * values[put(board, s, O)] for s in range(9) if board[s] == 0
                    )
                else:
                    values[board] = max(values[put(board, s, X)] for s in range(9) if board[s] == 0)
    return values


STRAIGHT = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


@pytest.mark.parametrize(
    "settings",
    [
        Settings(),
        Settings(slip=0.0, **GENTLE),
        Settings(slip=0.5, forced_replies=True),
        Settings(slip=1.0, **ODD),
        Settings(marker="own"),
        Settings(line_choice="lines", slip=0.5, games=5, **ODD),
        Settings(line_choice="first", **GENTLE),
        Settings(line_choice="first", slip=0.0, forced_replies=True),
        Settings(marker="own", line_choice="lines", slip=0.1, forced_replies=True, **ODD),
        Settings(marker="own", line_choice="first", slip=0.5),
    ],
    ids=lambda settings: "-".join(str(value) for value in settings.differences().values()),
)
def test_the_ceiling_against_another_way_to_find_it(settings):
    found, expected = ceiling(settings), ceiling_by_layers(settings)
    assert found.payoff == settings.games * expected[EMPTY_BOARD]
    assert all(expected[board] == value for board, value in found.values.items())
    for board, squares in found.moves.items():
        best = [s for s in open_squares(board) if expected[put(board, s, X)] == expected[board]]
        assert list(squares) == best
    firsts = {s: settings.games * expected[put(EMPTY_BOARD, s, X)] for s in range(9)}
    assert found.first_moves == firsts and found.payoff == max(firsts.values())


def test_the_papers_ceiling():
    assert ceiling().payoff == Fraction(17784443, 600000)
    assert ceiling().moves[EMPTY_BOARD] == (0, 2, 6, 8)


@pytest.mark.parametrize("reading", [*READINGS[:2], READINGS[3]])
def test_alike_squares_are_alike(reading):
    """Not so where the opponent takes the first line that it finds."""
    first = ceiling(reading).first_moves
    for corner, edge in zip((2, 6, 8), (3, 5, 7), strict=True):
        assert first[corner] == first[0] and first[edge] == first[1]


@pytest.mark.parametrize("marker", MARKERS)
def test_the_more_it_slips_the_more_can_be_had(marker):
    payoffs = [ceiling(Settings(marker=marker, slip=slip)).payoff for slip in SLIPS]
    assert payoffs == sorted(set(payoffs))


def test_an_opponent_that_always_slips_is_the_random_one():
    always, random = ceiling(Settings(slip=1.0)), ceiling(against="random")
    assert always == random and random.payoff == Fraction(191, 6)


def test_nobody_beats_the_perfect_player():
    assert ceiling(against="perfect").payoff == 0
    assert ceiling(against="perfect").first_moves == dict.fromkeys(range(9), 0)


@pytest.mark.parametrize(
    "reading", READINGS, ids=lambda reading: f"{reading.marker}-{reading.line_choice}"
)
def test_no_network_is_above_the_ceiling(reading, random_networks, evolved_networks):
    payoffs = [
        expected_payoff(one, reading)
        for one in compute_results(random_networks + evolved_networks, reading)
    ]
    assert max(payoffs) <= float(ceiling(reading).payoff) + 1e-9


@pytest.mark.parametrize(
    "settings", [Settings(), Settings(forced_replies=True, slip=0.5), Settings(slip=0.0, **GENTLE)]
)
def test_whoever_follows_the_moves_reaches_the_ceiling(settings):
    """Any of them will do, even if a new one is drawn each time."""
    best = ceiling(settings)

    def any_of_them(board):
        squares = best.moves[board]
        return [Fraction(square in squares, len(squares)) for square in range(9)]

    ends = chances(any_of_them, policy("near-perfect", settings, exact=True))
    total = Counter()
    for board, chance in ends.items():
        if is_final(board):
            total[winner(board)] += chance
    assert expected_payoff(Results(total[X], total[0], total[O]), settings) == best.payoff


@pytest.mark.parametrize(
    "settings", [Settings(), Settings(slip=0.0, **GENTLE), Settings(forced_replies=True, slip=0.5)]
)
def test_without_mistakes_it_is_the_ceiling_and_with_one_it_is_not(settings):
    best, rng, perfect = ceiling(settings), np.random.default_rng(9), []
    for _ in range(16):
        table = {board: int(rng.choice(squares)) for board, squares in best.moves.items()}
        for board in table:
            if rng.random() < 0.01:
                table[board] = int(rng.choice(open_squares(board)))
        player = Told(table)
        payoff = expected_payoff(results(player, settings=settings, exact=True), settings)
        wrong = mistakes(player, settings)
        assert (payoff == best.payoff) == (not wrong) and payoff <= best.payoff
        assert all(
            table[board] not in squares == best.moves[board] for board, squares in wrong.items()
        )
        perfect.append(not wrong)
    assert 0 < sum(perfect) < 16


# Every game.


def games_by_search(network, mark, board=EMPTY_BOARD, squares=()):
    """[(squares, winner)] of all games, by a search of its own."""
    if is_final(board):
        return [(squares, winner(board))]
    mover = 1 if len(squares) % 2 == 0 else -1
    choices = (
        [network(np.array(board))] if mover == mark else [s for s in range(9) if board[s] == 0]
    )
    return [
        game
        for s in choices
        for game in games_by_search(network, mark, put(board, s, mover), (*squares, s))
    ]


@pytest.mark.parametrize("mark", [X, O])
@pytest.mark.parametrize("name", ["champion", "generation-1", "generation-200", "generation-400"])
def test_every_game_is_found_once(name, mark):
    network = Remembering(adversary(name))
    found, expected = list(games(network, mark)), games_by_search(network, mark)
    assert sorted(found) == sorted(expected) and len(set(found)) == len(found)
    lost = [squares for squares, won in expected if won == -mark]
    assert sorted(losing_lines(network, mark)) == sorted(lost)
    assert never_loses(network, mark) == (not lost)


def test_the_champions_games(champion):
    assert (
        len(list(games(champion))) == 119 and losing_lines(champion) == [] and never_loses(champion)
    )


@pytest.mark.parametrize("mark", [X, O])
def test_the_games_add_up_to_the_results(mark, random_networks):
    """A random opponent's choices, multiplied along each game."""
    for network in map(Remembering, random_networks[:10]):
        total = Counter()
        for squares, won in games(network, mark):
            # The numbers of marks before each of its moves.
            others = range(mark == X, len(squares), 2)
            total[won * mark] += np.prod([Fraction(1, 9 - marks) for marks in others])
        assert results(network, "random", mark, exact=True) == (total[1], total[0], total[-1])


@pytest.mark.parametrize("symmetry", SYMMETRIES[1:])
def test_a_turned_network_plays_turned_games(symmetry, random_networks):
    for network in random_networks[:3]:
        places = [*symmetry, 9]
        turned = Network(network.hidden_weights[:, places], network.output_weights[list(symmetry)])
        where = {old: new for new, old in enumerate(symmetry)}
        expected = [tuple(where[square] for square in squares) for squares in losing_lines(network)]
        assert sorted(losing_lines(turned)) == sorted(expected)
        assert np.allclose(
            compute_results([turned]), compute_results([network]), rtol=0, atol=1e-12
        )


@pytest.mark.parametrize("name", ["champion", "generation-10", "generation-400"])
@pytest.mark.parametrize("reading", [READINGS[0], READINGS[5]])
def test_what_becomes_of_each_first_reply(name, reading):
    network, without = Remembering(adversary(name)), reading.change(slip=0.0)
    first = put(EMPTY_BOARD, network(EMPTY_BOARD), X)
    expected = {}
    for square in open_squares(first):
        win, tie, loss = by_fractions(network, without, put(first, square, O))
        expected[square] = "loss" if loss else "tie" if tie else "win"
        assert win + tie + loss == 1
    assert branches(network, reading) == expected
    # This policy leaves the squares out.
    assert branches(network, reading.change(forced_replies=True, slip=1.0)) == expected


@pytest.mark.parametrize("settings", [Settings(), Settings(marker="own", slip=0.5)])
def test_the_results_of_each_first_reply(champion, settings):
    network = Remembering(champion)
    first = put(EMPTY_BOARD, network(EMPTY_BOARD), X)
    found = branch_results(network, settings)
    assert list(found) == open_squares(first)
    for square, one in found.items():
        exact = by_fractions(network, settings, put(first, square, O))
        assert one == pytest.approx([float(part) for part in exact], abs=1e-12)


# The report, and what it does not take.


@pytest.mark.parametrize("settings", [Settings(), Settings.preset("paper-1993", games=8)])
def test_the_report_says_what_the_functions_find(champion, settings):
    found = audit.report(champion, settings)
    exact = results(champion, settings=settings, exact=True)
    fractions = {name: Fraction(text) for name, text in found["fractions"].items()}
    assert (fractions["win"], fractions["tie"], fractions["loss"]) == exact
    assert fractions["payoff"] == expected_payoff(exact, settings)
    assert fractions["ceiling"] == ceiling(settings).payoff
    assert all(found[name] == float(value) for name, value in fractions.items())
    assert found["deviation"] == compute_deviation(champion, settings)
    assert (found["lines"], found["losing_lines"], found["losing_games"]) == (119, 0, [])
    assert found["never_loses"]
    assert found["mistakes"] == len(mistakes(champion, settings))
    assert found["branches"] == branches(champion, settings)
    assert found["against"]["random"] == results(champion, "random", settings=settings)._asdict()


def test_the_report_of_a_network_that_can_be_beaten():
    network = adversary("generation-1")
    settings = Settings(line_choice="first", slip=0.25, games=64, **GENTLE)
    found, lines = audit.report(network, settings), games_by_search(network, X)
    lost = [squares for squares, won in lines if won == O]
    # As orders of squares.
    boards = {squares[:marks] for squares, _ in lines for marks in range(0, len(squares), 2)}
    boards = {(frozenset(squares[::2]), frozenset(squares[1::2])) for squares in boards}
    assert (found["lines"], found["losing_lines"], found["boards"]) == (
        len(lines),
        len(lost),
        len(boards),
    )
    assert sorted(found["losing_games"]) == sorted(lost) and lost and not found["never_loses"]
    assert (found["games"], found["hidden_nodes"]) == (64, network.hidden_nodes)
    assert found["settings"] == settings.differences()
    # These settings decide nothing here.
    assert audit.report(network, settings.change(seed=1, noise=0.1, trials=3)) == found
    for name, values in found["against"].items():
        assert values == results(network, name.replace("_", "-"), settings=settings)._asdict()
    assert list(found["against"]) == ["near_perfect", "random", "perfect"]
    assert found["deviation"] == pytest.approx(distribution_of(network, settings).deviation)
    assert found["mistakes"] == len(mistakes(network, settings)) != len(mistakes(network))
    assert found["branches"] == branches(network, settings) != branches(network)


REFUSED = f"must be a Network or one of {', '.join(players())}, not 'nobody'"


@pytest.mark.parametrize(
    "ask",
    [
        lambda: policy("nobody"),
        lambda: results("nobody"),
        lambda: results("random", "nobody"),
        lambda: never_loses("nobody"),
    ],
)
def test_an_unknown_player_is_named(ask):
    with pytest.raises(ValueError, match=f"player {REFUSED}"):
        ask()


def test_an_unknown_opponent_is_named(champion):
    with pytest.raises(
        ValueError, match=r"^against must be one of .*perfect, random, not 'nobody'"
    ):
        compute_results([champion], against="nobody")
    with pytest.raises(ValueError, match=r"must be .*near-perfect, perfect, random, not 'nobody'"):
        ceiling(against="nobody")


@pytest.mark.parametrize("mark", [0, 2, "X"])
@pytest.mark.parametrize("ask", [results, never_loses, losing_lines], ids=lambda ask: ask.__name__)
def test_a_mark_is_1_or_minus_1(champion, ask, mark):
    with pytest.raises(ValueError, match=r"mark must be 1 \(X\) or -1 \(O\), not"):
        ask(champion, mark=mark)


@pytest.mark.parametrize(
    "ask", [results, compute_deviation, mistakes, branches], ids=lambda ask: ask.__name__
)
def test_settings_are_settings(champion, ask):
    with pytest.raises(ValueError, match=r"settings must be a Settings, not {'slip': 0.2}"):
        ask(champion, settings={"slip": 0.2})


def test_the_picked_of_nobody():
    with pytest.raises(ValueError, match="distributions must be one Distribution or more"):
        picked([])
