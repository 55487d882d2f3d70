"""What the report's numbers are compared with: readings, chains of mutations, null models, other
lessons.
"""

import numpy as np
import pytest

from fogel.exam.study import (
    PRINTED,
    alike,
    deathmatch,
    mutation_likelihood,
    null_models,
    readings,
    self_taught,
)
from fogel.school.school import trainer


def test_two_samples_by_shuffling():
    rng = np.random.default_rng(1)
    same = [alike(rng.normal(size=10), rng.normal(size=10), seed) for seed in range(10)]
    assert alike([1, 2, 3], [1, 2, 3]) == 1.0 and alike(range(10), range(100, 110)) < 0.001
    assert np.mean(np.array(same) < 0.2) < 0.6
    # of the 20 ways to share out 6 numbers, 2 have them as far apart as 1 2 3 and 4 5 6
    assert alike([1, 2, 3], [4, 5, 6]) == pytest.approx(0.1, abs=0.015)


def test_readings_are_compared_with_the_reports_ten():
    changes = {"random": {"trainer": "random"}, "never": {"learning": False}}
    found = readings(changes, sessions=2, workers=1)
    assert [one.words for one in found] == ["random", "never"] and all(
        len(one.rates) == 10 for one in found
    )
    assert found[0].rates != found[1].rates and all(0 < one.likely <= 1 for one in found)


def test_the_printed_bars_add_up_to_the_printed_rates():
    # 68 %, 75 %, 66 %.
    assert [sum(map(sum, PRINTED[session][1])) for session in PRINTED] == [3431, 3758, 3311]


def test_chains_of_mutations():
    found = mutation_likelihood("drawn", 0.3, kept=0.5, chains=60)
    assert (
        len(found) == 3
        and all(0 <= share <= 1 for share in found.values())
        and max(found.values()) > 0.02
    )
    assert found == mutation_likelihood("drawn", 0.3, kept=0.5, chains=60)
    assert set(mutation_likelihood("scaled", 0.0, chains=3).values()) == {0.0}


def test_the_null_models():
    found = null_models(matches=2, games=200)
    assert len(found) == 5 and all(len(rates) == 10 for rates in found.values())
    assert all(0 <= rate <= 100 for rates in found.values() for rate in rates)
    assert len({tuple(rates) for rates in found.values()}) == 5
    assert found["network"][-1] < found["network, no learning"][-1]


def test_networks_that_teach_each_other():
    pupil, again = (self_taught(matches=3, games=30, rate=1.0) for _ in range(2))
    assert not pupil.habits.learning and pupil.weights.tobytes() == again.weights.tobytes()
    assert self_taught(matches=1, games=30).weights.tobytes() != pupil.weights.tobytes()


def test_a_mixed_deathmatch():
    players = {
        "net": self_taught(matches=1, games=10),
        "perfect": trainer("trad-perfect"),
        "random": trainer("random"),
    }
    rows = deathmatch(players, games=20)
    assert [row[:2] for row in rows] == [
        ("net", "net"),
        ("net", "perfect"),
        ("net", "random"),
        ("perfect", "perfect"),
        ("perfect", "random"),
        ("random", "random"),
    ]
    assert all(sum(row[2:]) == 20 for row in rows) and rows[3][2:] == (20, 0, 0) and rows[1][3] == 0
    assert rows == deathmatch(players, games=20)
