"""Expected payoff, ceiling and baselines of any game, beside a solver that knows `rules.outcome`
alone, in fractions.
"""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from any_games import GAMES
from helpers import any_game_by_hand as by_hand

from fogel import Settings, audit, engine
from fogel.anygame import exact, orders, tables
from fogel.anygame.settings import GameSettings, find_game
from fogel.network import random_network
from fogel.rules.rules import open_squares, outcome, place

PAYOFFS = {1: 1, 0: 0, -1: -10}
SLIP = Fraction(1, 10)


@cache
def odds_of(rules, kind):
    """An opponent's odds by board and player, worked out once."""
    if kind == "near-perfect":
        return cache(lambda board, me: by_hand.near_perfect(rules, board, me))
    return cache(lambda board, me: by_hand.perfect(rules, board, me, kind == "quick"))


def exact_payoff(settings, choose):
    seats = (1, 2) if settings.seat == "both" else (tables.SEATS.index(settings.seat) + 1,)
    odds = odds_of(settings.rules, settings.opponent)
    each = [by_hand.values(settings.rules, me, odds, SLIP, PAYOFFS, choose(me)) for me in seats]
    return float(settings.games * sum(each) / len(each))


LARGE = {"misere": ("perfect", "second"), "hooks": ("near-perfect", "first"), "ten of twelve": None}
SMALL = [name for name in GAMES if name not in LARGE]
CASES = [(name, opponent, "first") for name in SMALL for opponent in ("near-perfect", "quick")]
CASES += [(name, "perfect", "second") for name in SMALL] + [
    ("head start", "perfect", "both"),
    ("narrow", "quick", "both"),
]
CASES += [(name, *about) for name, about in LARGE.items() if about]


@pytest.mark.parametrize(("game", "opponent", "seat"), CASES)
def test_ceiling_and_baselines_by_an_independent_solver(game, opponent, seat):
    settings = GameSettings(game=GAMES[game], seat=seat, opponent=opponent)
    found = exact.compute_measures(settings)
    assert found.ceiling == pytest.approx(exact_payoff(settings, lambda me: by_hand.best), abs=1e-9)
    assert found.random == pytest.approx(exact_payoff(settings, lambda me: by_hand.mean), abs=1e-9)
    by_rules = lambda me: by_hand.drawn(odds_of(settings.rules, "near-perfect"), me)  # noqa: E731
    assert found.baseline == pytest.approx(exact_payoff(settings, by_rules), abs=1e-9)
    blind = exact_payoff(settings, lambda me: by_hand.in_order(found.blind.order))
    assert found.blind.exact_payoff == pytest.approx(blind, abs=1e-9)
    assert found.blind.exact_payoff <= found.ceiling + 1e-9 and found.blind.proved


@pytest.mark.parametrize("seat", tables.SEATS)
@pytest.mark.parametrize("game", ["head start", "may make the other win", "many squares"])
def test_no_other_order_is_better(game, seat):
    settings = GameSettings(game=GAMES[game], seat=seat)
    every = by_hand.orders(open_squares(settings.rules.start.squares))
    best = max(
        exact_payoff(settings, lambda me, order=order: by_hand.in_order(order)) for order in every
    )
    assert exact.compute_measures(settings).blind.exact_payoff == pytest.approx(best, abs=1e-9)


def test_the_best_order_of_the_standard_game_beats_a_thousand_others():
    """All 362,880 would take too long; these are neighbours of the best one, where a better one
    would stand.
    """
    settings = GameSettings(opponent="perfect", seat="second")
    found, best = settings.game_tables(), exact.compute_measures(settings).blind
    rng = np.random.default_rng(0)
    for _ in range(150):
        order = list(best.order)
        for one, other in rng.integers(9, size=(rng.integers(1, 4), 2)):
            order[one], order[other] = order[other], order[one]
        assert (
            exact.evaluate_odds(found, settings, orders.blind_odds(found, tuple(order)))
            <= best.exact_payoff + 1e-9
        )


def test_a_search_that_is_cut_short_says_so(monkeypatch):
    monkeypatch.setattr(orders, "MOST_ORDERS", 60)
    settings = GameSettings(seat="second", slip=0.2)
    best = exact.values(settings.game_tables(), settings, exact.highest)
    order, proved = orders.best_order(settings.game_tables(), settings, best)
    assert not proved and sorted(order) == list(range(9))


def test_the_standard_game_has_the_ceilings_of_the_audit():
    for changes in (
        {},
        {"forced_replies": True, "marker": "own"},
        # So that not losing is not all there is.
        {"slip": 0.4, "line_choice": "lines", "tie_payoff": -1},
    ):
        expected = float(audit.ceiling(Settings(**changes)).payoff)
        assert exact.ceiling(GameSettings(**changes)) == pytest.approx(expected, abs=1e-12)
        assert exact.compute_measures(GameSettings(**changes)).ceiling == pytest.approx(
            expected, abs=1e-12
        )


def seen(board, me):
    return [0 if mark == 0 else 1 if mark == me else -1 for mark in board]


@pytest.mark.parametrize("seat", tables.SEATS)
@pytest.mark.parametrize(
    "game", ["misere", "asymmetrical", "other's marks", "handicap", "many squares"]
)
def test_a_networks_exact_payoff_and_its_lost_games(game, seat):
    settings = GameSettings(game=GAMES[game], seat=seat, opponent="perfect")
    rules, rng = settings.rules, np.random.default_rng(1)
    for _ in range(3):
        network = random_network(rng, settings)

        def choose(me, network=network):
            return lambda board, payoffs: payoffs[network.choose(seen(board, me))]

        found = exact.exact_evaluation(network, settings)
        assert found.expected_payoff == pytest.approx(exact_payoff(settings, choose), abs=1e-9)
        assert found.win + found.tie + found.loss == pytest.approx(1, abs=1e-12)
        ends = [
            end
            for me in (1, 2)
            if seat in (tables.SEATS[me - 1], "both")
            for end in games(rules, network, me)
        ]
        assert exact.lines(network, settings) == (len(ends), ends.count(-1))


def games(rules, network, me, board=None, turn=1):
    """The result of every game of a network, one for each sequence of replies."""
    board = board or rules.start.squares
    for square in [network.choose(seen(board, me))] if turn == me else open_squares(board):
        then = place(rules, board, square, turn)
        result = outcome(rules, then, last=turn)
        if result is None:
            yield from games(rules, network, me, then, 3 - turn)
        else:
            yield result[me - 1]


def test_shares_and_sight():
    assert exact.part(5.0, 0.0, 10.0) == 0.5 and exact.part(-1.0, 0.0, 2.0) == -0.5
    assert exact.part(3.0, 3.0, 3.0) is None and exact.part(3.0, 3.0, 3.0 + 1e-12) is None
    # Whoever begins has all there is, with his eyes shut.
    settings = GameSettings(game="head-start")
    found = exact.exact_evaluation(random_network(np.random.default_rng(0), settings), settings)
    assert found.sight is None and found.measures.blind.exact_payoff == found.measures.ceiling
    assert found.share == (found.expected_payoff - found.measures.random) / (
        found.measures.ceiling - found.measures.random
    )


def test_nothing_to_gain_is_said_as_such():
    """One open square: all players are alike."""
    settings = GameSettings(game="0; win 1")
    found = exact.exact_evaluation(random_network(np.random.default_rng(0), settings), settings)
    assert (found.expected_payoff, found.share, found.sight) == (32.0, None, None)


def test_chances_agree_with_the_engine():
    settings = GameSettings(game="hooks", seat="both")
    networks = [random_network(np.random.default_rng(seed), settings) for seed in range(5)]
    chances = engine.compute_chances(networks, settings.game_tables(), settings.numbers)
    for network, (win, loss, tie) in zip(networks, chances, strict=True):
        assert exact.exact_evaluation(network, settings)[1:4] == pytest.approx(
            (win, tie, loss), abs=0
        )


def test_notations_of_a_game():
    rules = find_game("000 000 000; lose 111; lose 1 1 1; lose 100 010 001; lose 001 010 100")
    misere = find_game("misere")
    assert (rules.start, rules.wins) == (misere.start, misere.wins) and set(rules.losses) == set(
        misere.losses
    )
    assert find_game(rules) is rules
    assert GameSettings.from_dict(GameSettings(game=rules).to_dict()).rules == rules


def test_what_is_left_after_an_opening_is_a_game_of_its_own():
    """A network that opens so has the same expected payoff in both, and the ceiling is that of the
    best opening.
    """
    for name in ("misere", "head-start"):
        whole = GameSettings(game=name, opponent="perfect")
        squares = open_squares(whole.rules.start.squares)
        left = {square: whole.opened(square) for square in squares}
        assert exact.ceiling(whole) == pytest.approx(
            max(exact.ceiling(one) for one in left.values()), abs=1e-9
        )
        rng = np.random.default_rng(6)
        for _ in range(4):
            network = random_network(rng, whole)
            rest = left[
                network.choose(
                    [0 if mark == 0 else 3 - 2 * mark for mark in whole.rules.start.squares]
                )
            ]
            exact_payoffs = [
                exact.exact_evaluation(network, settings).expected_payoff
                for settings in (whole, rest)
            ]
            assert exact_payoffs[0] == pytest.approx(exact_payoffs[1], abs=1e-9)
            assert exact.exact_evaluation(network, whole).loss == pytest.approx(
                exact.exact_evaluation(network, rest).loss, abs=1e-12
            )


def test_an_opening_that_can_not_be_is_refused():
    whole = GameSettings(game="head-start")
    taken = next(at for at, mark in enumerate(whole.rules.start.squares) if mark)
    for square in (taken, 9, -1):
        with pytest.raises(
            ValueError, match=f"square must be open at the start, and {square} is not"
        ):
            whole.opened(square)
    with pytest.raises(ValueError, match="seat must be first for the network to open, not second"):
        whole.change(seat="second").opened(4)
