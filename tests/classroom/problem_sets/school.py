"""Answers to problem set 15, right ones written otherwise and plausible wrong ones.

WRONG: {task: [(what is wrong, code, points by part, words of the message)]}. RIGHT: {task: [(how,
code)]}. Code may hold the texts' placeholders. A part that is not named earns all of its points.
All answers of a notebook share their names, so each brings its own functions.
"""

from rewritten import changed

FORWARD = """
import numpy as np

def outputs(layers, inputs):
    activations = np.array(inputs)
    for rows in layers:
        sums = activations @ np.array(rows)
        activations = (1 - <<v.slip>>) / (1 + np.exp(-sums)) + <<v.slip>> / 2
    return activations
"""
ACTIVE = "activations = (1 - <<v.slip>>) / (1 + np.exp(-sums)) + <<v.slip>> / 2"
NO_OUTPUT = {"one layer": 0, "several layers": 0}

BACKWARD = """
import numpy as np

def gradients(layers, activations, goals):
    matrices, activations = [np.array(rows) for rows in layers], [np.array(some) for some in activations]
    errors, found = activations[-1] - goals, []
    for matrix, before, after in zip(matrices[::-1], activations[-2::-1], activations[:0:-1]):
        share = after - <<v.slip>> / 2
        deltas = errors * share * (1 - share / (1 - <<v.slip>>))
        found = [*np.outer(before, deltas).ravel(), *found]
        errors = matrix @ deltas
    return found
"""
DELTAS = "deltas = errors * share * (1 - share / (1 - <<v.slip>>))"
NO_SLOPE = {"last layer": 0, "hidden layers": 0}
IS_LAST = "(matrix is matrices[-1])"

DIFFERENCES = """
import copy, math

def my_error(layers, inputs, goals):
    activations = inputs
    for rows in layers:
        sums = [sum(y * row[k] for y, row in zip(activations, rows)) for k in range(len(rows[0]))]
        activations = [(1 - <<v.slip>>) / (1 + math.exp(-s)) + <<v.slip>> / 2 for s in sums]
    return sum((goal - y) ** 2 for goal, y in zip(goals, activations)) / 2

def differences(layers, inputs, goals, step=0.5):
    found = []
    for j, rows in enumerate(layers):
        for i, row in enumerate(rows):
            for k in range(len(row)):
                errors = []
                for sign in (1, -1):
                    moved = copy.deepcopy(layers)
                    moved[j][i][k] += sign * step
                    errors.append(my_error(moved, inputs, goals))
                found.append((errors[0] - errors[1]) / (2 * step))
    return found
"""

MEASURED = """
def gradients(layers, activations, goals):
    return differences(layers, activations[0], goals, step=1e-5)
"""

PUNISHED = """
import numpy as np

my_goals = np.full(2, <<v.noise>>)
my_goals[my_choice] = 0
a, b = map(np.array, my_layers)
squash = lambda s: (1 - <<v.slip>>) / (1 + np.exp(-s)) + <<v.slip>> / 2
steep = lambda y: (y - <<v.slip>> / 2) * (1 - (y - <<v.slip>> / 2) / (1 - <<v.slip>>))
hidden = squash(np.array(my_inputs) @ a)
out = squash(hidden @ b)
back = (my_goals - out) * steep(out)
new_b = np.clip(b + <<v.change>> * np.outer(hidden, back), -1, 1)
new_a = np.clip(a + <<v.change>> * np.outer(my_inputs, (new_b @ back) * steep(hidden)), -1, 1)
my_weights = [*new_a.ravel(), *new_b.ravel()]
"""

BAR = """
def loss_bar(lost):
    games, periods = len(lost), <<v.rivals>>
    text = ""
    for k in range(periods):
        while len(text) < 50 * sum(lost[: games * (k + 1) // periods]) // games:
            text += "0123456789abcdefghij"[k]
    return text
"""
APIECE = """
def loss_bar(lost):
    games, periods, text = len(lost), <<v.rivals>>, ""
    for k in range(periods):
        count = sum(lost[games * k // periods : games * (k + 1) // periods])
        text += "0123456789abcdefghij"[k] * (50 * count // games)
    return text
"""
NO_BAR = {"even": 0, "uneven": 0}

EXAM = """
import numpy as np

found = np.array(my_exam) @ np.array([1, 0.5, 0]) / 100
my_points = found.mean(axis=0)
my_seat = found[0].mean() - found[1].mean()
"""

RIGHT = {
    "forward": [("with arrays", FORWARD)],
    "backward": [("with arrays, from errors that are outputs less goals", BACKWARD)],
    "differences": [("a copy for each step", DIFFERENCES)],
    "punished": [("with arrays", PUNISHED)],
    "bar": [("a sign at a time", BAR)],
    "exam": [("with arrays", EXAM)],
}

WRONG = {
    "forward": [
        (
            "the book's",
            changed(FORWARD, (ACTIVE, "activations = 1 / (1 + np.exp(-sums))")),
            NO_OUTPUT,
            "the book's sigmoid",
        ),
        (
            "sums",
            changed(FORWARD, (ACTIVE, "activations = sums")),
            NO_OUTPUT,
            "The sums are handed on",
        ),
        (
            "the sign",
            changed(FORWARD, ("exp(-sums)", "exp(sums)")),
            NO_OUTPUT,
            "The sign of the exponent",
        ),
        ("no base", changed(FORWARD, (" + <<v.slip>> / 2", "")), NO_OUTPUT, "The base is missing"),
        (
            "a base within",
            changed(
                FORWARD,
                (ACTIVE, "activations = (1 - <<v.slip>> + <<v.slip>> / 2) / (1 + np.exp(-sums))"),
            ),
            NO_OUTPUT,
            "inside of the fraction",
        ),
        (
            "sums at last",
            changed(FORWARD, ("    return activations", "    return sums")),
            NO_OUTPUT,
            "The last layer's sums are handed on",
        ),
        (
            "the first layer alone",
            changed(FORWARD, ("in layers", "in layers[:1]")),
            {"several layers": 0},
            "Wrong on 10 of 10 cases",
        ),
    ],
    "backward": [
        (
            "downhill",
            changed(BACKWARD, ("activations[-1] - goals", "goals - activations[-1]")),
            NO_SLOPE,
            "where the error falls",
        ),
        (
            "the book's slope",
            changed(BACKWARD, (DELTAS, "deltas = errors * after * (1 - after)")),
            NO_SLOPE,
            "that of the book's sigmoid",
        ),
        (
            "no slope",
            changed(BACKWARD, (DELTAS, "deltas = errors")),
            NO_SLOPE,
            "activation function is left out",
        ),
        (
            "no slope at hidden nodes",
            changed(
                BACKWARD,
                (
                    DELTAS,
                    (
                        f"deltas = errors * (share * (1 - share / (1 - <<v.slip>>)) if {IS_LAST}"
                        " else 1)"
                    ),
                ),
                ("matrix is matrices[-1]", "len(found) == 0"),
            ),
            {"hidden layers": 0},
            "left out at the hidden nodes",
        ),
        (
            "no slope at outputs",
            changed(BACKWARD, (DELTAS, f"{DELTAS} if found else errors")),
            NO_SLOPE,
            "left out at the outputs",
        ),
        (
            "deltas alone",
            changed(BACKWARD, ("matrix @ deltas", "sum(deltas)")),
            {"hidden layers": 0},
            "without their",
        ),
        (
            "measured",
            DIFFERENCES + MEASURED,
            NO_SLOPE,
            "run again; the activations that are handed in",
        ),
        (
            "twice",
            changed(BACKWARD, ("activations[-1] - goals", "2 * (activations[-1] - goals)")),
            NO_SLOPE,
            "twice the slopes",
        ),
    ],
    "differences": [
        (
            "one step",
            changed(DIFFERENCES, ("(1, -1)", "(1, 0)"), ("(2 * step)", "step")),
            {"measured": 0},
            "between a weight and the one a step higher",
        ),
        (
            "divided once",
            changed(DIFFERENCES, ("(2 * step)", "step")),
            {"measured": 0},
            "divided by one",
        ),
        (
            "what it was given",
            changed(DIFFERENCES, ("copy.deepcopy(layers)", "layers"), ("sign * step", "step")),
            {"measured": 0},
            "it changed what it was given",
        ),
    ],
    "punished": [
        (
            "the old weights",
            changed(PUNISHED, ("new_b @ back", "b @ back")),
            {"weights": 0},
            "through the old weights",
        ),
        (
            "nobody is encouraged",
            changed(PUNISHED, ("np.full(2, <<v.noise>>)", "np.zeros(2)")),
            {"goals": 0, "weights": 0},
            "All goals are 0",
        ),
    ],
    "bar": [
        (
            "ten periods",
            changed(BAR, ("periods = len(lost), <<v.rivals>>", "periods = len(lost), 10")),
            NO_BAR,
            "ten",
        ),
        ("rounded down apiece", APIECE, NO_BAR, "so that much is lost"),
        (
            "rounded apiece",
            changed(APIECE, ("(50 * count // games)", "round(50 * count / games)")),
            NO_BAR,
            "rounded by itself",
        ),
        ("from 1", changed(BAR, ("[k]", "[k + 1]")), NO_BAR, "counted from 1"),
        (
            "wins",
            changed(BAR, ('text = ""', 'text = ""\n    lost = [1 - one for one in lost]')),
            NO_BAR,
            "that were not lost",
        ),
        (
            "the last takes the rest",
            changed(
                BAR,
                (
                    "sum(lost[: games * (k + 1) // periods])",
                    "sum(lost[: (k + 1) * (games // periods) if k < periods - 1 else games])",
                ),
            ),
            {"uneven": 0},
            "into the last period",
        ),
        (
            "a sign a game",
            changed(APIECE, ("(50 * count // games)", "count")),
            NO_BAR,
            "stands for one lost game",
        ),
    ],
    "exam": [
        (
            "wins alone",
            changed(EXAM, ("0.5", "0")),
            {"points": 0, "seat": 0},
            "Draws count nothing",
        ),
        (
            "a hundred games",
            changed(EXAM, (" / 100", "")),
            {"points": 0, "seat": 0},
            "points of 100 games",
        ),
        (
            "the other seat",
            changed(EXAM, ("found[0].mean() - ", "-found[0].mean() + ")),
            {"seat": 0},
            "second seat sees",
        ),
    ],
}
