"""The descendants of a trial's founders: fifty families, with selection and at random."""

from functools import cache

import numpy as np

from fogel.core.settings import Settings
from fogel.core.types import Json
from fogel.curve import run_trial
from fogel.web.knobs import Knob
from fogel.web.packing import pack

TRIALS = (7, 0, 1, 2, 3)  # the first is the chapter's
MOST = 400  # generations: by then one family is left, with selection and without it
# Where nothing counts, chance says which networks survive.
SELECTED, AT_RANDOM = {}, {"win_payoff": 0, "tie_payoff": 0, "loss_payoff": 0}


@cache
def data() -> Json:
    """Of each trial, and of each way to select, the parents of each generation by founder, until
    one founder is left.

    `packed` holds {way: {trial: [generations][founders that are left: [number, parents]]}}.
    """
    ways = {"selected": SELECTED, "random": AT_RANDOM}
    found = {
        way: {trial: _families(trial, **changes) for trial in TRIALS}
        for way, changes in ways.items()
    }
    return {"trials": TRIALS, "parents": Settings().parents, "packed": pack({"families": found})}


def _families(trial, **changes):
    settings = Settings(generations=MOST, **changes)
    # A founder is its own founder; number 0 stands for nobody.
    founder_of = list(range(settings.parents + 1))
    for parent in run_trial(settings, trial).parent_of[settings.parents :]:
        founder_of.append(founder_of[parent])
    children = np.array(founder_of[settings.parents + 1 :])
    # Of each generation: each parent has one child, which stands for it.
    rows = children.reshape(-1, settings.parents)
    left = [[*map(np.ndarray.tolist, np.unique(row, return_counts=True))] for row in rows]
    until = next(at for at, (founders, _) in enumerate(left) if len(founders) == 1)
    return left[: until + 1]


KNOB = Knob(
    chapter=6,
    title="Fifty families, and how long they last",
    hint=(
        "Each band is one founder’s family. Does chance alone get to a single family too, and how"
        " much later?"
    ),
    height=560,
)
