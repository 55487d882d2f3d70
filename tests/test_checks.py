import numpy as np
import pytest

from fogel import checks, drawing
from fogel.encoding import encode, open_squares, positions, winner
from fogel.network import random_network
from fogel.replication import replicate


def test_equal_functions_agree(capsys):
    checks.agree(winner, winner)
    assert capsys.readouterr().out == "The same on all 5,478 boards.\n"


def test_one_difference_on_one_board_is_found_and_drawn(monkeypatch):
    drawn = []
    monkeypatch.setattr(drawing, "display", lambda figure, alt, text: drawn.append(figure))
    odd = encode("XO. .XO ...")
    with pytest.raises(AssertionError) as error:
        checks.agree(lambda board: 7 if (board == odd).all() else winner(board), winner)
    assert str(error.value) == "the two differ on this board:\nXO.\n.XO\n...\nyours: 7\nfogel: 0"
    assert len(drawn) <= 1  # none outside a notebook


def test_a_difference_is_drawn_in_a_notebook(monkeypatch):
    import IPython  # noqa: F401

    drawn = []
    monkeypatch.setattr(drawing, "display", lambda figure, alt, text: drawn.append(figure))
    checks.attempt(lambda board: 4, lambda board: 5, [encode("X.. ... ...")])
    assert [axes.get_title() for axes in drawn[0].axes] == ["yours", "fogel"]


def test_draws_are_part_of_the_answer(capsys):
    checks.agree_on_draws(lambda rng: rng.random(), lambda rng: rng.random(), times=10)
    assert capsys.readouterr().out == "The same on 10 sets of random draws.\n"
    with pytest.raises(AssertionError, match="same answer, but not the same draws"):
        checks.agree_on_draws(lambda rng: 0 * rng.random(), lambda rng: 0, times=10)
    with pytest.raises(AssertionError, match=r"the two differ with np.random.default_rng\(0\)"):
        checks.agree_on_draws(lambda rng: rng.random(), lambda rng: 1 - rng.random(), times=10)


@pytest.mark.parametrize("attempt", [checks.attempt, checks.attempt_on_draws])
def test_an_unfinished_exercise_is_no_error(attempt, capsys):
    attempt(lambda given: ..., lambda given: 0)
    assert capsys.readouterr().out == "Not written yet.\n"


def test_a_wrong_exercise_is_no_error(capsys):
    checks.attempt(lambda board: open_squares(board)[1:], open_squares, positions())
    assert capsys.readouterr().out.startswith("Not yet: the two differ on this board:\n...")
    checks.attempt(open_squares, open_squares)
    assert capsys.readouterr().out == "The same on all 5,478 boards.\n"


def test_a_crash_in_an_exercise_is_shown():
    with pytest.raises(ZeroDivisionError):
        checks.attempt(lambda board: 1 / 0, winner)


def test_guesses_and_targets(capsys):
    checks.predicted(..., 5)
    checks.predicted(4, 5.25, " %")
    checks.target(..., 5)
    checks.target(4, 5)
    checks.target(5040, 5040)
    checks.target(1.26, 1.25, within=0.02)
    checks.target([1, 2], [1, 3])
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        "No guess yet.",
        "You said 4 %; it is 5.25 %.",
        "Not written yet.",
        "Not yet: 4, and the target is 5.",
        "Right: 5,040.",
        "Right: 1.25.",
        "Not yet: [1, 2], and the target is [1, 3].",
    ]


def test_what_counts_as_the_same():
    rng = np.random.default_rng(1)
    network = random_network(rng)
    child = replicate(network, rng)
    assert checks.same(network, network) and not checks.same(network, child)
    assert checks.same((1, [2.0, "x"]), (1, [2, "x"])) and not checks.same((1, 2), (1, 3))
    assert not checks.same(None, 0) and not checks.same("1", 1) and not checks.same([1, 2], [1, 2, 3])
    assert checks.same(1.0, 1.0 + 1e-12, within=1e-9) and not checks.same(1.0, 1.0 + 1e-12)
    assert not checks.same(np.nan, np.nan)
