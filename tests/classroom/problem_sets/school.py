"""Answers to problem set 15, right ones written otherwise and plausible wrong ones.

WRONG: {task: [(what is wrong, code, points by part, words of the message)]}. RIGHT: {task: [(how,
code)]}. Code may hold the texts' placeholders. A part that is not named earns all of its points.
All answers of a notebook share their names, so each brings its own functions.
"""

from grader.mistakes import mistake

FORWARD = """
import numpy as np

def outputs(layers, inputs):
    activations = np.array(inputs)
    for rows in layers:
        sums = activations @ np.array(rows)
        activations = (1 - <<v.slip>>) / (1 + np.exp(-sums)) + <<v.slip>> / 2
    return activations
"""

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
            "Wrong on 10 of 10 cases",
            mistake(("for rows in layers:", "for rows in layers[:1]:"), costs=("several layers",)),
        )
    ],
    "backward": [
        (
            "measured",
            DIFFERENCES + MEASURED,
            {"last layer": 0, "hidden layers": 0},
            "run again; the activations that are handed in",
        )
    ],
    "differences": [
        (
            "it changed what it was given",
            mistake(
                ("[[list(row) for row in rows] for rows in layers]", "layers"),
                ("                row[k] = kept\n", ""),
            ),
        )
    ],
}

PUT_BACK = "row[k] = kept\n"


def left_moved(when):
    """The text with which a weight is not put back under a condition."""
    return f"row[k] = kept - step if {when} else kept\n"


# {(task whose solution is edited, task that must notice): {way in which a rule applies: the Mistake
# of a program that overlooks just that}}
OVERLOOKED = {
    ("forward", "forward"): {
        "an input that is not whole": mistake(("[list(inputs)]", "[[float(x > 0) for x in inputs]]")),
        "an input below 0": mistake(("[list(inputs)]", "[[abs(x) for x in inputs]]")),
    },
    ("backward", "backward"): {
        "an input that is not whole": mistake(("-y * delta for y in before", "-(y if rows is not layers[0] else float(y > 0)) * delta for y in before")),
        "a third delta": mistake(("in zip(row, deltas)", "in zip(row, deltas[:2])")),
        "a goal that is too high": mistake(("[(goal - y)", "[min(goal - y, 0)")),
        "a goal that is too low": mistake(("[(goal - y)", "[max(goal - y, 0)")),
    },
    ("differences", "differences"): {
        "another step": mistake(("kept + step", "kept + 0.5"), ("kept - step", "kept - 0.5"), ("(2 * step)", "1.0")),
        "the next row": mistake((PUT_BACK, left_moved("k == len(row) - 1"))),
        "the next weight of a row": mistake((PUT_BACK, left_moved("k < len(row) - 1"))),
    },
    ("bar", "bar"): {
        "all games lost": mistake(("    return found", "    return found if 0 in lost else ''")),
        "no game lost": mistake(("    return found", "    return found or '0'")),
        "fewer games than periods": mistake(("    return found", "    return found if len(lost) >= <<v.rivals>> else ''")),
    },
}  # fmt: skip
