"""Matches of the school's network as chapters 15 and 16 number them."""

import numpy as np

from fogel.core.settings import trial_rng
from fogel.rules.rule_files import find_rules
from fogel.school.pupil import Pupil
from fogel.school.school import SchoolSettings, trainer
from fogel.school.twin import play_match

RULES, USUAL = find_rules("standard"), SchoolSettings(games=1000)


def counted(match):
    """The games that the network, as player 2, lost in each tenth of a match."""
    return np.array([part.sum() for part in np.array_split(match.losses(2), 10)])


def taught(count, pupil=None, policy="magic"):
    """Some matches from new weights against a trainer."""
    pair = trainer(policy), pupil or Pupil()
    rngs = (trial_rng(USUAL, 0, number) for number in range(count))
    return [play_match(RULES, pair, 1000, rng, "turn") for rng in rngs]
