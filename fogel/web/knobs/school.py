"""What does one punishment change? A small network, weight by weight."""

from functools import cache

import numpy as np

from fogel.rules.rules import Rules, grid
from fogel.school.network import Arch
from fogel.school.pupil import Pupil, new_net
from fogel.web.knobs import Knob

NEWBORN = 15  # of a newborn that is punished four times before it names an open square


@cache
def data():
    """A network for a game of three squares, as a Pupil hands it to the page; it sits on the second
    seat.
    """
    three = Rules("three squares", grid("000"), (grid("111"),), ())
    arch = Arch(hidden=(3,))
    newborn = new_net(three, arch)
    newborn.randomize_weights(np.random.default_rng(NEWBORN))
    return {"nets": {"small": Pupil(arch=arch, weights=tuple(newborn.weights())).to_page(three)}}


KNOB = Knob(
    chapter=15,
    title="One punishment, weight by weight",
    hint="Punish the network until it names an open square. Which of its weights never move?",
    height=600,
)
