"""The exam: exactly and by games, passes included."""

import numpy as np
import pytest

from fogel.exam.examiner import (
    REPORTED,
    ExamRow,
    exact_exam,
    exam,
    find_best,
    frozen,
    make_policy,
    make_row,
)
from fogel.lookahead.levels import LEVELS
from fogel.lookahead.players import random_policy
from fogel.rules.chances import chances
from fogel.rules.referee import ATTEMPTS, play_game, seat
from fogel.rules.rule_files import find_rules
from fogel.rules.rules import grid, in_a_row
from fogel.school.pupil import Habits, Pupil
from fogel.school.school import SchoolSettings, roaming_policy, trainer

STANDARD = find_rules("standard")
SETTINGS = SchoolSettings(games=600, seed=3)


@pytest.fixture(scope="module")
def trained():
    """(the best of ten matches, all Scores)."""
    return find_best(10, SETTINGS)


def test_the_best_of_some(trained):
    pupil, scores = trained
    losses = [score.losses for score in scores]
    assert len(losses) == 10 and pupil.weights is scores[int(np.argmin(losses))].weights
    assert not pupil.habits.learning and frozen(pupil, learning=True).habits == Habits()
    assert find_best(2, SETTINGS)[1][1].losses == losses[1]


def test_games_come_close_to_what_is_exact(trained):
    """Each share within four standard deviations of 2,000 games."""
    for number in (1, 2):
        for row in exact_exam(trained[0], number, opponents=("idiot", "skilled", "magic")):
            tally = exam(trained[0], number, 2000, learning=False, opponents=(row.opponent,))[
                row.opponent
            ]
            played = make_row(row.opponent, tally, number)
            assert sum(row[1:]) == pytest.approx(1) and played.opponent == row.opponent
            for share, exactly in zip(played[1:], row[1:], strict=True):
                assert abs(share - exactly) <= 4 * np.sqrt(exactly * (1 - exactly) / 2000) + 1e-9


def test_passes_are_exact():
    """A player that always names square 0, which X takes: it passes until it has lost, or everybody
    has passed.
    """
    dull = frozen(Pupil(weights=((0.0, 0.0),) * 540))
    assert make_policy(dull)(STANDARD, grid("100 000 000").squares, 2) is None
    assert make_policy(dull)(STANDARD, (0,) * 9, 2) == [1] + [0] * 8
    assert (
        make_policy(dull, masked=True)(STANDARD, grid("100 000 000").squares, 2) == [0, 1] + [0] * 7
    )
    found = chances(STANDARD, (make_policy(dull), make_policy(dull)))
    game = play_game(STANDARD, seat(STANDARD, [dull, dull]), None)
    assert found.draws == 1 and game.outcome == (0, 0) and game.invalid == (ATTEMPTS, ATTEMPTS)
    lone = chances(in_a_row(3, 1, 2), (random_policy, lambda rules, board, me: None))
    assert lone.wins == (1, 0)


def test_the_exam_as_the_report_prints_it(trained):
    tallies = exam(trained[0], seed=1)
    assert list(tallies) == list(LEVELS) == list(REPORTED)
    text = str(tallies["idiot"])
    assert (
        text.startswith("*** Wins:  Draws (") and "Neural_1 (" in text and "Trad_Idiot_2 (" in text
    )
    assert "Trad_Idiot_1 (" in str(exam(trained[0], 2, 3)["idiot"])
    assert all(sum(counts) == 100 for counts in REPORTED.values())
    assert str(exam(trained[0], seed=1)["perfect"]) == str(tallies["perfect"])


@pytest.mark.parametrize("learning", [False, True])
def test_the_exam_is_taken_with_learning_on_or_off(learning):
    """A player that names square 0 whatever it sees never wins, unless it learns from being told
    that it is taken.
    """
    dull = Pupil(weights=((0.0, 0.0),) * 540)
    tally = exam(dull, games=50, learning=learning, opponents=("random",))["random"]
    assert (tally.wins[0] > 0) == learning


def test_the_habit_of_the_centre():
    assert trainer("magic")(STANDARD, (0,) * 9, 1)[4] == 1
    assert roaming_policy(STANDARD, (0,) * 9, 1) == [pytest.approx(1 / 9)] * 9
    board = grid("120 000 000").squares
    assert roaming_policy(STANDARD, board, 1) == trainer("magic")(STANDARD, board, 1)


def test_points():
    assert ExamRow("x", 0.5, 0.25, 0.25).points == 0.5
