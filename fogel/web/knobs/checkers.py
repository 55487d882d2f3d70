"""Does the better player win the match? Networks that were bred in three ways, by Elo and by
their blunder rate.
"""

import numpy as np

from fogel.checkers.matches import elo, points_and_ends
from fogel.core.intervals import difference_and_half_width, mean_and_half_width
from fogel.web.knobs import Knob

WAYS = ("material", "games", "values")  # what selects, in the order of the chapter's first figure
MEN = 2
FIRST = "60"  # the generation that is shown first


def data(evaluated):
    """Elo and blunder rate of three ways' networks, generation by generation, from rows of the
    table "checkers-evaluated".

    `ways`: {way: of each generation {"elo", "blunders" (percent): of each trial; "rating": Elo and
    the ends of its interval; "share": the blunder rate and its half width}}. `ahead`: of each
    generation the way that is ahead of both others beyond the interval of a difference, or None.
    `ruler`: [moves ahead, Elo, blunder rate] of the material player.
    """
    own = evaluated[evaluated["men"] == MEN]
    generations = [0, *np.unique(own["generation"][own["player"] == WAYS[0]]).tolist()]
    rows = {way: [_rows(own, way, generation) for generation in generations] for way in WAYS}
    counts = [row for row in own if row["player"].startswith("material-player-")]
    return {
        "first": FIRST,
        "generations": [str(generation) for generation in generations],
        "ways": {way: [_of(some) for some in each] for way, each in rows.items()},
        "ahead": [
            {
                measure: _ahead({way: each[at] for way, each in rows.items()}, measure)
                for measure in ("points", "blunders")
            }
            for at in range(len(generations))
        ],
        "ruler": [
            [
                int(row["player"].removeprefix("material-player-")),
                round(float(row["elo"]), 1),
                round(100 * float(row["blunders"]), 2),
            ]
            for row in counts
        ],
    }


def _rows(own, way, generation):
    """A row of each trial; in generation 0 stands what evolution begins with: random networks with
    the material difference.
    """
    player = way if generation else "linked"
    return own[(own["player"] == player) & (own["generation"] == generation)]


def _of(rows):
    share, half = mean_and_half_width(100 * rows["blunders"])
    return {
        "elo": [round(elo(points)) for points in rows["points"]],
        "blunders": [round(100 * blundered, 1) for blundered in rows["blunders"].tolist()],
        "rating": [round(elo(points), 4) for points in points_and_ends(rows["points"])],
        "share": [round(share, 4), round(half, 4)],
    }


def _ahead(rows, measure):
    """The way whose mean is better than that of each other way by more than the interval of the
    difference.
    """
    sign = 1 if measure == "points" else -1
    for way, own in rows.items():
        others = [other for name, other in rows.items() if name != way]
        found = [
            difference_and_half_width(sign * own[measure], sign * other[measure])
            for other in others
        ]
        if all(gap > half for gap, half in found):
            return way
    return None


KNOB = Knob(
    chapter=19,
    title="Whom would you take?",
    hint=(
        "Three ways to breed players for 6x4, a dot for each of 24 trials. Take one by its match;"
        " then uncover how often they blunder."
    ),
    height=620,
)
