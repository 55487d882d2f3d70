"""Matchboxes: beads taken away, and the null model's curve."""

import numpy as np

from fogel.exam.matchboxes import Matchboxes, box_match
from fogel.rules.referee import INVALID, LOSS, WIN
from fogel.rules.rule_files import find_rules
from fogel.rules.rules import grid
from fogel.school.school import trainer

STANDARD = find_rules("standard")
BOARD, OTHER = grid("120 000 000").squares, grid("120 210 000").squares


class Draws:
    """A generator that gives these numbers."""

    def __init__(self, *numbers):
        self.numbers = iter(numbers)

    def random(self):
        return next(self.numbers)


def test_beads_by_hand():
    player = Matchboxes(beads=2)(STANDARD, 1)
    player.new_game()
    assert player(BOARD, Draws(0.0)) == 0 and player(BOARD, Draws(0.999)) == 8
    assert player.contents == {BOARD: [2] * 9}
    player.feedback(WIN, BOARD, None)
    assert player.contents[BOARD] == [2] * 9
    player.feedback(LOSS, BOARD, None)
    assert player.contents[BOARD] == [2] * 8 + [1]
    assert (
        player(BOARD, Draws(1 - 1 / 17 - 1e-9)) == 7
        and player(BOARD, Draws(1 - 1 / 17 + 1e-9)) == 8
    )
    player(BOARD, Draws(0.0))
    player.feedback(INVALID, BOARD, 0)
    assert player.contents[BOARD] == [1] + [2] * 7 + [1]
    player.new_match(None)
    assert player.contents == {}


def test_every_move_of_a_lost_game():
    for every, first in ((False, 1), (True, 0)):
        player = Matchboxes(every_move=every, legal=True)(STANDARD, 1)
        player.new_game()
        assert player(BOARD, Draws(0.0)) == 2 and player(OTHER, Draws(0.0)) == 2
        player.feedback(LOSS, OTHER, None)
        assert player.contents[OTHER] == [0, 0, 0, 0, 0, 1, 1, 1, 1]
        assert player.contents[BOARD] == [0, 0, first, 1, 1, 1, 1, 1, 1]


def test_a_box_keeps_its_last_bead():
    player = Matchboxes(legal=True)(STANDARD, 1)
    board = grid("122 211 110").squares
    player.new_game()
    player(board, Draws(0.5))
    player.feedback(LOSS, board, None)
    assert player.contents[board] == [0] * 8 + [1]


def test_it_learns_and_is_the_same_again():
    magic = trainer("magic")
    matches = [
        box_match(STANDARD, Matchboxes(), magic, 1000, np.random.default_rng(1)) for _ in range(2)
    ]
    assert matches[0].winners.tolist() == matches[1].winners.tolist()
    lost, illegal = matches[0].losses(2), matches[0].invalid[:, 1]
    assert (
        lost[:200].mean() > lost[-200:].mean() + 0.2
        and illegal[:200].sum() > illegal[-200:].sum() > 0
    )
    legal = box_match(STANDARD, Matchboxes(legal=True), magic, 50, np.random.default_rng(1))
    assert legal.invalid.sum() == 0
    first = box_match(STANDARD, Matchboxes(), magic, 30, np.random.default_rng(2), number=1)
    assert first.invalid[:, 0].sum() > 0 and first.invalid[:, 1].sum() == 0
