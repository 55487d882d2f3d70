"""The exam: exactly and by games, passes included, and what its surprise is made of."""

from dataclasses import replace

import numpy as np
import pytest

from fogel.ttt.exact import chances
from fogel.ttt.exam import (
    REPORTED,
    Recorder,
    Row,
    best_of,
    boards_of,
    causes,
    exact_exam,
    exam,
    frozen,
    of_ability,
    policy_of,
    row_of,
    unmet,
)
from fogel.ttt.files import find_rules
from fogel.ttt.lookahead import LEVELS
from fogel.ttt.neural import Habits, Pupil
from fogel.ttt.players import random_policy
from fogel.ttt.referee import ATTEMPTS, Game, play_game, seat
from fogel.ttt.rules import grid, in_a_row
from fogel.ttt.school import SchoolSettings, roaming_policy, trainer

STANDARD = find_rules("standard")
SETTINGS = SchoolSettings(games=600, seed=3)


@pytest.fixture(scope="module")
def trained():
    """(the best of ten matches, all Scores)."""
    return best_of(10, SETTINGS)


def test_the_best_of_some(trained):
    pupil, scores = trained
    losses = [score.losses for score in scores]
    assert len(losses) == 10 and pupil.weights is scores[int(np.argmin(losses))].weights
    assert not pupil.habits.learning and frozen(pupil, learning=True).habits == Habits()
    assert best_of(2, SETTINGS)[1][1].losses == losses[1]


def test_ability_is_a_matter_of_training(trained):
    pupils = {level: of_ability(level, SETTINGS) for level in LEVELS}
    first = trained[1][0]
    assert pupils["perfect"].weights.tobytes() == first.weights.tobytes()
    assert len({pupil.weights.tobytes() for pupil in pupils.values()}) == 6
    assert set(pupils["idiot"].weights[:, 1]) == {0.0}  # never adjusted
    lost = [exact_exam(pupils[level], 2, opponents=("magic",))[0].losses for level in ("idiot", "perfect")]
    assert lost[0] > lost[1]
    with pytest.raises(ValueError, match="level must be one of idiot"):
        of_ability("x")


def test_games_come_close_to_what_is_exact(trained):
    """Each share within four standard deviations of 2,000 games."""
    for number in (1, 2):
        for row in exact_exam(trained[0], number, opponents=("idiot", "skilled", "magic")):
            tally = exam(trained[0], number, 2000, learning=False, opponents=(row.opponent,))[row.opponent]
            played = row_of(row.opponent, tally, number)
            assert sum(row[1:]) == pytest.approx(1) and played.opponent == row.opponent
            for share, exactly in zip(played[1:], row[1:], strict=True):
                assert abs(share - exactly) <= 4 * np.sqrt(exactly * (1 - exactly) / 2000) + 1e-9


def test_passes_are_exact():
    """A player that always names square 0, which X takes: it passes until it has lost, or everybody has passed."""
    dull = frozen(Pupil(weights=((0.0, 0.0),) * 540))
    assert policy_of(dull)(STANDARD, grid("100 000 000").squares, 2) is None
    assert policy_of(dull)(STANDARD, (0,) * 9, 2) == [1] + [0] * 8
    assert policy_of(dull, masked=True)(STANDARD, grid("100 000 000").squares, 2) == [0, 1] + [0] * 7
    found = chances(STANDARD, (policy_of(dull), policy_of(dull)))
    game = play_game(STANDARD, seat(STANDARD, [dull, dull]), None)
    assert found.draws == 1 and game.outcome == (0, 0) and game.invalid == (ATTEMPTS, ATTEMPTS)
    lone = chances(in_a_row(3, 1, 2), (random_policy, lambda rules, board, me: None))
    assert lone.wins == (1, 0)


def test_the_exam_as_the_report_prints_it(trained):
    tallies = exam(trained[0], seed=1)
    assert list(tallies) == list(LEVELS) == list(REPORTED)
    text = str(tallies["idiot"])
    assert text.startswith("*** Wins:  Draws (") and "Neural_1 (" in text and "Trad_Idiot_2 (" in text
    assert "Trad_Idiot_1 (" in str(exam(trained[0], 2, 3)["idiot"])
    assert all(sum(counts) == 100 for counts in REPORTED.values())
    assert str(exam(trained[0], seed=1)["perfect"]) == str(tallies["perfect"])


def test_the_surprise(trained):
    """A net that has learned not to lose to its trainer loses to nearly everybody, and the seat alone does that."""
    found = causes(trained[0], games=100, repeats=3)
    at_school = found["at school: its seat, its trainer"]
    assert at_school == exact_exam(trained[0], 2, opponents=("magic",))[0].losses < 0.4
    assert found["the other seat"] > at_school + 0.4
    assert found["its trainer, without the centre habit"] > at_school + 0.2
    assert found["PERFECT in place of its trainer"] > at_school + 0.2
    assert found["PERFECT, the other seat, learning on: the exam"] > 0.8
    assert found["no illegal moves"] <= at_school + 1e-9 or found["no illegal moves"] < 1
    assert all(0 <= share <= 1 for share in found.values())


def test_boards_that_were_never_met():
    recorder = Recorder()
    pupil = replace(SETTINGS.pupil, advice=recorder)
    from fogel.settings import trial_rng
    from fogel.ttt.school import teach

    score = teach(STANDARD, pupil, SETTINGS.lessons, 600, trial_rng(SETTINGS, 0, 0))
    plain = teach(STANDARD, SETTINGS.pupil, SETTINGS.lessons, 600, trial_rng(SETTINGS, 0, 0))
    assert score.weights.tobytes() == plain.weights.tobytes()  # to be recorded changes nothing
    assert 50 < len(recorder.boards) < 2000 and (0,) * 9 in recorder.boards
    player = frozen(replace(pupil, weights=score.weights))
    known, new = unmet(player, recorder.boards, "perfect")
    assert new > known and known + new <= 1
    assert unmet(player, set(), "perfect")[0] == 0
    rates = exact_exam(player, 2, opponents=("perfect",))[0]
    assert abs(known + new - rates.losses) < 0.15


def test_the_boards_of_a_game():
    game = Game((1, -1), ((1, 4), (2, 0), (1, 8), (2, None), (1, 5)), None, None)
    boards = [grid(text).squares for text in ("000 010 000", "200 010 001")]
    assert list(boards_of(STANDARD, game, 2)) == boards
    assert len(list(boards_of(STANDARD, game, 1))) == 3


def test_the_habit_of_the_centre():
    assert trainer("magic")(STANDARD, (0,) * 9, 1)[4] == 1
    assert roaming_policy(STANDARD, (0,) * 9, 1) == [pytest.approx(1 / 9)] * 9
    board = grid("120 000 000").squares
    assert roaming_policy(STANDARD, board, 1) == trainer("magic")(STANDARD, board, 1)


def test_points():
    assert Row("x", 0.5, 0.25, 0.25).points == 0.5
