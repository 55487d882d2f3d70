"""Evolution: games beside the readable ones, children by hand, and the same bits however it is
done.
"""

from copy import deepcopy
from itertools import permutations
from math import exp, sqrt

import numpy as np
import pytest

from fogel.checkers import evolution
from fogel.checkers.bitboards import MOST_MOVES
from fogel.checkers.evolution import (
    CheckersEvolution,
    evaluator_at,
    founders,
    scores_by_values,
    with_children,
)
from fogel.checkers.lookahead import Ahead
from fogel.checkers.matches import (
    Side,
    elo,
    make_player,
    make_players,
    make_venue,
    match,
    play_openings,
    points_and_ends,
)
from fogel.checkers.network import material_evaluator
from fogel.checkers.rating import rate
from fogel.checkers.rules import Checkers, play_game
from fogel.checkers.run import run_trial
from fogel.checkers.settings import CHECKERS_PRESETS, CheckersSettings
from fogel.checkers.solved import find_solution
from fogel.core.settings import trial_rng
from fogel.engine.compiling import compiled

SMALL = CheckersSettings.preset(
    "small", trials=3, generations=4, parents=4, first_hidden=5, second_hidden=3
)


def networks(settings, count):
    population = founders(settings, np.random.default_rng(5))
    return [evaluator_at(settings, population, row) for row in range(count)]


@pytest.mark.parametrize("plies", [(1, 2), (3, 1)])
def test_games_are_those_of_the_readable_rules(plies):
    """With the material player, which finds many moves equal, so that moves are drawn; and the same
    draws are left.
    """
    game, evaluators = Checkers(6, 4, 2), (networks(SMALL, 1)[0], material_evaluator())
    sides = [Side(one, Ahead(far, 4)) for one, far in zip(evaluators, plies, strict=True)]
    rng, other = np.random.default_rng(2), np.random.default_rng(2)
    venue, readable = make_venue(game, 0, 60), [make_player(*side) for side in sides]
    results, _ = compiled(play_openings)(tuple(sides), venue, 15, MOST_MOVES, rng)
    for row in results.tolist():
        first, _ = play_game(game, *readable, other, limit=60)
        second, _ = play_game(game, *readable[::-1], other, limit=60)
        assert row == [first, -second]
    assert rng.bit_generator.state == other.bit_generator.state and len(np.unique(results)) > 1


def test_a_match_of_a_player_with_itself_is_level_and_depth_wins():
    game, rng = Checkers(6, 6, 6), np.random.default_rng(3)
    both = material_evaluator(), material_evaluator()
    equal = match(game, both, (Ahead(2, 4), Ahead(2, 4)), 60, rng)
    assert equal.elo[1] < 0 < equal.elo[2]
    deeper = match(game, both, (Ahead(4, 4), Ahead(1, 4)), 60, rng)
    assert deeper.elo[1] > 0
    assert elo(0.5) == 0 and elo(1.0) is None and round(elo(10 / 11)) == 400


@pytest.mark.parametrize("plies", [None, 0, 1])
def test_material_looks_as_far_or_as_it_is_told(plies):
    """In a trial's rating, beside a match with these plies."""
    evaluator, ahead = networks(SMALL, 1)[0], SMALL.ahead
    found = rate(SMALL, evaluator, np.random.default_rng(7), 8, plies)
    aheads = ahead, ahead._replace(plies=ahead.plies if plies is None else plies)
    rivals = evaluator, material_evaluator(SMALL.material_king)
    played = match(SMALL.game, rivals, aheads, 8, np.random.default_rng(7), limit=SMALL.max_moves)
    assert (found.points, found.points_low, found.points_high) == played.points


def test_who_loses_all_games_may_yet_win_some():
    points, low, high = points_and_ends([0.0] * 20)
    # The chance to miss so many points.
    assert (points, low) == (0, 0) and (1 - high) ** 20 == pytest.approx(0.025)
    assert points_and_ends([1.0] * 20) == pytest.approx((1, 1 - high, 1))
    assert points_and_ends([0.5] * 20) == pytest.approx((0.5, 0.5 - high / 2, 0.5 + high / 2))
    assert points_and_ends([0.0, 0.5, 1.0]) == (0.5, 0.0, 1.0)  # wider than there are points
    ends = points_and_ends([0.4, 0.5, 0.6, 0.5])[1:]
    assert ends == pytest.approx((0.5 - 0.12992, 0.5 + 0.12992), abs=1e-5)


@pytest.mark.parametrize(
    "change", [{}, {"king_change": "factor"}, {"adapt": False}, {"first_weights": "normal"}]
)
def test_children_by_hand(change):
    settings = SMALL.change(**change)
    count, size = settings.parents, settings.shape.weights
    rng = np.random.default_rng(5)
    parents = founders(settings, rng)
    other = deepcopy(rng)
    found = with_children(parents, settings, rng)
    for values, before in zip(found, parents, strict=True):
        assert (values[:count] == before).all()  # parents stay as they are
    for row in range(count):
        steps = parents.steps[row].copy()
        if settings.adapt:
            steps *= np.exp(other.standard_normal(size) / sqrt(2 * sqrt(size)))
        weights = parents.weights[row] + steps * other.standard_normal(size)
        np.testing.assert_allclose(found.steps[count + row], steps, rtol=1e-14)
        np.testing.assert_allclose(found.weights[count + row], weights, rtol=1e-12, atol=1e-15)
        king = parents.kings[row]
        if settings.king_change == "factor":
            king *= exp(other.standard_normal() / sqrt(2))
        else:
            king += 0.1 if other.random() < 0.5 else -0.1
        assert found.kings[count + row] == pytest.approx(min(max(king, 1.0), 3.0), rel=1e-14)


def test_whom_a_game_counts_for():
    pairs, results = np.array([[0, 1], [1, 0], [1, 2]]), np.array([1, 0, -1], np.int8)
    rival, settings = np.array([[0, -1], [-1, 0]]), SMALL.change(draw_payoff=5)
    first, total = settings.change(counts_for="first"), evolution.total_payoffs
    assert total(settings, pairs, results, 3).tolist() == [6, 1, 1]
    assert total(first, pairs, results, 3).tolist() == [1, 3, 0]
    assert total(first, rival, results[[0, 2]], 1).tolist() == [2]


def test_each_begins_so_many_games_against_any_of_the_others():
    pairs = evolution.pairs_among_themselves(SMALL.change(games=200), 4, np.random.default_rng(1))
    assert (pairs[:, 0] != pairs[:, 1]).all() and (np.bincount(pairs[:, 0]) == 200).all()
    assert {*map(tuple, pairs.tolist())} == {*permutations(range(4), 2)}


def test_kept_values_are_those_that_blunder_rate_counts():
    """Over all positions where the move matters, each once, in place of some that are drawn."""
    _, which = find_solution(SMALL.game)

    class Everybody:
        def integers(self, most, size):
            return np.arange(most)

    settings = SMALL.change(positions=len(which))
    evaluators = networks(settings, 2)
    kept = scores_by_values(settings, make_players(evaluators), Everybody())
    for evaluator, one in zip(evaluators, kept.tolist(), strict=True):
        found = rate(settings, evaluator, np.random.default_rng(0), openings=1)
        assert one == pytest.approx(len(which) * (1 - found.blunders), rel=1e-12)


def test_selection_by_values_finds_who_blunders_less():
    settings = SMALL.change(evaluated_by="values", generations=15, parents=10)
    trial = run_trial(settings)
    linked, unlinked = ([one.blunders for one in each] for each in trial.nulls.values())
    assert trial.ratings[15].blunders < min(linked) and max(linked) < min(unlinked)


@pytest.mark.parametrize("evaluated_by", ["games", "material", "values"])
def test_the_best_stay_and_scores_are_theirs(evaluated_by):
    settings = SMALL.change(evaluated_by=evaluated_by, games=6)
    one = CheckersEvolution(settings)
    one.step()
    rng = trial_rng(settings, 0)
    everybody = with_children(founders(settings, rng), settings, rng)
    found = evolution.scores(settings, everybody, rng)
    best = np.sort(found)[::-1][: settings.parents]
    are = (everybody.weights[:, None] == one.parents.weights).all(axis=2)
    rows = are.argmax(axis=0)
    assert found[rows].tolist() == best.tolist() and len(set(rows)) == settings.parents
    assert one.history[0].best_score == best[0] and one.history[0].mean_score == found.mean()


def test_presets():
    assert CheckersSettings.preset() == CheckersSettings()
    assert {*CHECKERS_PRESETS} >= {"blondie-1999", "blondie-2001"}
    assert CheckersSettings.preset("blondie-2001").shape.weights == 5046
    assert CheckersSettings.preset("small").shape.weights == 437
    with pytest.raises(ValueError, match="preset must be one of blondie-1999"):
        CheckersSettings.preset("1999")
    with pytest.raises(ValueError, match=r"^evaluated_by must be games or material"):
        CheckersSettings(evaluated_by="values")
