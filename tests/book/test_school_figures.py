"""The numbers in chapter 15's figures, each worked out once more in another way."""

import csv
from itertools import pairwise

import numpy as np
import pytest
from by_hand import column
from matches import RULES, counted, taught
from scipy import stats

from figures import read
from fogel.core.settings import trial_rng
from fogel.exam.study import PRINTED
from fogel.school.network import Arch
from fogel.school.pupil import Pupil
from fogel.school.school import SchoolSettings, trainer
from fogel.school.seeds import FORTY, STORED
from fogel.school.twin import play_match

REPORT = (
    "82 62 46 44 18 76 37 36 25 16 82 62 46 44 18 76 63 84 70 41 84 80 83 34 55 29 20 53 72 2 63 87"
    " 83 14 11"
)
REPORT = [*map(int, REPORT.split()), 76, 74, 79, 47, 51]


# A network in arrays.


class Net:
    """A network of layers with these (weights before, weights after) matrices, without bias."""

    def __init__(self, weights, sizes=(18, 20, 9)):
        ends = np.cumsum([a * b for a, b in pairwise(sizes)])
        parts = np.split(np.asarray(weights, dtype=float), ends[:-1])
        self.weights = [part.reshape(a, -1) for part, a in zip(parts, sizes, strict=False)]
        self.adjust = [np.zeros_like(part) for part in self.weights]

    def run(self, activations):
        self.activations = [np.asarray(activations, dtype=float)]
        for weights in self.weights:
            self.activations.append(1 / (1 + np.exp(-(self.activations[-1] @ weights))))
        return self.activations[-1]

    def punish(self, goals, rate=0.3, momentum=0.9):
        """The report's order: later weights first, and the error back through the new ones."""
        delta = (goals - self.activations[2]) * self.activations[2] * (1 - self.activations[2])
        for layer in (1, 0):
            self.adjust[layer] = (
                rate * np.outer(self.activations[layer], delta) + momentum * self.adjust[layer]
            )
            self.weights[layer] = np.clip(self.weights[layer] + self.adjust[layer], -1, 1)
            delta = (
                (self.weights[layer] @ delta)
                * self.activations[layer]
                * (1 - self.activations[layer])
            )


def seen(board):
    """The inputs of a board: the first nine pairs are (player 1, player 2)."""
    return np.array([[mark == 1, mark == 2] for mark in board], dtype=float).ravel()


def test_backward():
    rows = read("15_school_backward")
    net = Net([float(row["weight"]) for row in rows], (2, 2, 1))
    out = net.run([1, 1])
    delta = -out * out * (1 - out)
    back = net.weights[1][:, 0] * delta * net.activations[1] * (1 - net.activations[1])
    slopes = [*-np.outer([1, 1], back).ravel(), *(-delta * net.activations[1])]
    assert [float(row["slope"]) for row in rows] == pytest.approx(slopes, rel=1e-5)
    assert [float(row["measured"]) for row in rows] == pytest.approx(slopes, rel=1e-4)
    assert [float(row["delta of to"]) for row in rows] == pytest.approx(
        [*back, *back, *delta, *delta], rel=1e-5
    )
    activations = [1, 1, 1, 1, *net.activations[1]]
    assert [float(row["activation of from"]) for row in rows] == pytest.approx(
        activations, rel=1e-5
    )


def test_valley():
    """Each weight's place after k steps follows from the k-th power of a matrix."""
    steps = column("15_school_valley", "step")
    for words, rate, momentum in (
        ("short steps", 0.01, 0),
        ("long steps", 0.078, 0),
        ("momentum", 0.06, 0.7),
    ):
        for way, start, steep in (("along", 10, 1), ("across", 1, 25)):
            # of (place, last step).
            once = np.array([[1 - rate * steep, momentum], [-rate * steep, momentum]])
            places = [(np.linalg.matrix_power(once, int(k)) @ [start, 0])[0] for k in steps]
            assert column("15_school_valley", f"{words}: {way}") == pytest.approx(
                places, rel=1e-4, abs=1e-5
            )


def test_punished():
    net, rows = Net(2 * np.random.default_rng(153).random(540) - 1), read("15_school_punished")
    named = []
    for row in rows:
        outputs = net.run(seen([0] * 4 + [1] + [0] * 4))
        assert [*map(float, row["heat"].split())] == pytest.approx(outputs, rel=1e-5)
        named.append(int(outputs.argmax()))
        assert row["rings"] == str(named[-1])
        net.punish(np.where(np.arange(9) == named[-1], 0, 0.1))
    assert named == [4, 4, 4, 4, 0]


def test_bars():
    for session, policy in ((11, "magic"), (49, "trad-skilled"), (51, "trad-average")):
        name = f"session {session}, "
        fives = [[row[period] for row in PRINTED[session][1]] for period in range(10)]
        assert column("15_school_bars", f"{name}the report") == [sum(five) / 5 for five in fives]
        matches = taught(30, Pupil(Arch(**PRINTED[session][0])), policy)
        means = np.mean([counted(match) for match in matches], axis=0)
        assert column("15_school_bars", name + policy) == pytest.approx(means, rel=1e-5)


def test_sessions():
    """The first, the best and the last session with everybody's first architecture."""
    rows, settings = read("15_school_sessions"), SchoolSettings()
    rates = [float(row["rate"]) for row in rows]
    lowest = min(range(60), key=rates.__getitem__)
    assert len(rows) == 61 and rows[-1]["session"] == "final"
    for place in (0, lowest, 60):
        matches = [
            play_match(
                RULES,
                (trainer("magic"), Pupil()),
                500,
                trial_rng(settings, place + 1, number),
                "turn",
            )
            for number in range(1, 6)
        ]
        assert rates[place] == pytest.approx(
            sum(match.losses(2).sum() for match in matches) / 25, rel=1e-5
        )
    so_far = [min(rates[: place + 1]) for place in range(60)]
    assert [float(row["best so far"]) for row in rows[:-1]] == so_far


# What is stored.


def stored(path):
    return list(csv.DictReader(path.read_text().splitlines()[1:]))


def chosen(**values):
    usual = {"games": 500, "matches": 10, "sessions": 200, "target_loss": 0} | values
    return [
        row
        for row in stored(STORED)
        if all(row[name] == str(value) for name, value in usual.items())
    ]


def test_script():
    rows = read("15_school_script")
    assert [int(row["report"]) for row in rows] == REPORT
    lines = [(200, 10, 500, seed, 0) for seed in range(10)]
    lines += [(200, 10, 500, seed, 10 * (seed + 1)) for seed in range(10)]
    lines += [(200, 10, games, seed, 0) for seed, games in enumerate([*range(50, 451, 50), 1000])]
    lines += [(200, matches, 500, seed, 0) for seed, matches in enumerate((1, 3, 5, 20, 30))]
    lines += [(sessions, 10, 500, seed, 0) for seed, sessions in enumerate((1, 10, 50, 100, 500))]
    names = ("sessions", "matches", "games", "seed", "target_loss")
    found = {
        tuple(int(row[name]) for name in names): float(row["loss_rate"]) for row in stored(FORTY)
    }
    assert [float(row["here"]) for row in rows] == [found[line] for line in lines]


def test_settings():
    changes = {
        "games": {"sessions": 50},
        "matches": {"sessions": 50},
        "sessions": {},
        "target_loss": {},
    }
    rows = read("15_school_settings")
    for row in rows:
        option = row["option"]
        rates = [
            float(one["loss_rate"]) for one in chosen(**{**changes[option], option: row["value"]})
        ]
        assert len(rates) == 30 and float(row["mean"]) == pytest.approx(np.mean(rates), rel=1e-5)
        low, _ = stats.t.interval(0.95, 29, np.mean(rates), stats.sem(rates))
        assert float(row["interval"]) == pytest.approx(np.mean(rates) - low, rel=1e-4)
    values = [(row["option"], int(row["value"])) for row in rows]
    assert values[:7] == [("games", n) for n in (50, 200, 500, 1000)] + [
        ("matches", n) for n in (1, 3, 10)
    ]
    assert values[7:12] == [("sessions", n) for n in (1, 10, 50, 100, 200)]
    assert len(values) == 12 + 11


def test_curse():
    runs = chosen()
    for name in ("first", "best", "replayed"):
        assert column("15_school_curse", name) == [float(run[name]) for run in runs]
    assert len(runs) == 30


def test_readings():
    """The rates of one reading by its final session, and p by shuffling with another seed."""
    rows, ours = read("15_school_readings"), {}
    for row in rows:
        ours.setdefault((row["reading"], float(row["as likely as"])), []).append(float(row["rate"]))
    again = []
    for seed in range(10):
        rngs = (trial_rng(SchoolSettings(seed=seed), 2, number) for number in range(1, 11))
        policy = trainer("roaming")
        again.append(
            min(
                play_match(RULES, (policy, Pupil()), 500, rng, "turn").losses(2).mean()
                for rng in rngs
            )
        )
    (roams,) = (rates for (words, _), rates in ours.items() if words == "a trainer that roams")
    assert roams == pytest.approx([100 * rate for rate in again], rel=1e-5)
    rng = np.random.default_rng(2)
    for (_, likely), rates in ours.items():
        both = np.array([*np.floor(rates), *REPORT[:10]])
        far = [apart(both)] + [apart(rng.permutation(both)) for _ in range(1500)]
        share = np.mean(np.array(far[1:]) >= far[0] - 1e-9)
        assert share == pytest.approx(likely, abs=0.045), rates
    assert len(ours) == 7


def apart(both):
    values = np.sort(both)
    sides = [
        np.searchsorted(np.sort(part), values, "right") / 10 for part in (both[:10], both[10:])
    ]
    return np.abs(sides[0] - sides[1]).max()
