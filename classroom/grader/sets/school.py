"""Problem set 15: a network that is punished, by hand."""

# Long: the tasks of a set, their texts, their solutions and the mistakes in them are read and
# changed together.

from itertools import pairwise
from math import exp

import numpy as np

from fogel.checks.shapes import Number, Numbers, Text
from fogel.checks.variant import student_rng
from fogel.school.network import Arch, NeuNet, finite_differences
from grader.mistakes import mistake
from grader.tasks import FunctionTask, Part, ProblemSet, ValueTask, WrittenTask

ONE, MANY = Number(within=1e-9), Numbers(within=1e-8)
STEP, WIDTH, SIGNS = 0.5, 50, "0123456789abcdefghij"
SINCE = 0.5  # by which all weights have changed since the activations were noted
LEVELS = ("idiot", "rookie", "average", "skilled", "expert", "perfect")
BOOK = "That is the book's sigmoid, from 0 to 1; your class has another height and another base."

# What several mistakes change.
ACTIVATION = "(1 - <<v.slip>>) / (1 + math.exp(-total)) + <<v.slip>> / 2"
SLOPE = "share * (1 - share / (1 - <<v.slip>>))"
LENGTH = "length - len(found)"
PERIOD = "lost[len(lost) * period // <<v.rivals>> : end]"


# The class's network, by the package's objects.


def arch_of(variant, layers):
    """The Arch of a class, for matrices of weights."""
    return Arch(
        hidden=tuple(len(matrix) for matrix in layers[1:]),
        learning_rate=variant.change,
        encouragement=variant.noise,
        act_numerator=1 - variant.slip,
        act_add=variant.slip / 2,
    )


def net_of(variant, layers, inputs):
    """The NeuNet with these weights, after a run."""
    net = NeuNet(arch_of(variant, layers), len(layers[0]), len(layers[-1][0]))
    net.set_weights([(weight, 0.0) for matrix in layers for row in matrix for weight in row])
    net.run(inputs)
    return net


def some_layers(rng, *sizes):
    """Matrices of weights between layers of these sizes, quarters from -1 to 1, as lists."""
    return [
        (rng.integers(-4, 5, (size, following)) / 4).tolist() for size, following in pairwise(sizes)
    ]


def some_inputs(rng, size):
    """Inputs, quarters from -1 to 1, the first of them 1."""
    return [1.0, *(rng.integers(-4, 5, size - 1) / 4).tolist()]


def run(variant, layers, inputs):
    """The activations of all layers."""
    height, base, found = 1 - variant.slip, variant.slip / 2, [inputs]
    for matrix in layers:
        totals = [
            sum(w * x for w, x in zip(column, found[-1], strict=True))
            for column in zip(*matrix, strict=True)
        ]
        found.append([height / (1 + exp(-total)) + base for total in totals])
    return found


# P15.1 Forward.


def forward_cases(variant):
    """Networks without a hidden layer, and with one or two."""
    rng, found = np.random.default_rng(151), []
    for part, shapes in (
        ("one layer", ((2, 1), (3, 2), (18, 9))),
        ("several layers", ((2, 2, 1), (3, 4, 2, 3))),
    ):
        for sizes in shapes:
            found += [
                (part, (some_layers(rng, *sizes), some_inputs(rng, sizes[0]))) for _ in range(5)
            ]
    return found


SMALL = [[[0.5, -1.0], [0.25, 0.75]], [[1.0, -0.5], [-0.75, 0.5]]]  # the network of the text: 2-2-2
FORWARD = FunctionTask(
    name="forward",
    number="P15.1",
    title="forward",
    function="outputs",
    shape=MANY,
    pure=True,
    parts=(
        Part("one layer", 2, "networks without a hidden layer"),
        Part("several layers", 2, "networks with hidden layers"),
    ),
    cases=forward_cases,
    right=lambda variant, layers, inputs: net_of(variant, layers, inputs).outputs,
    examples=lambda variant: [(SMALL[:1], [1.0, 0.0]), (SMALL, [1.0, 1.0])],
    wrong={
        BOOK: mistake((ACTIVATION, "1 / (1 + math.exp(-total))")),
        "The sums are handed on as they are; they should go through the activation function.": mistake(
            (ACTIVATION, "total")
        ),
        "The sign of the exponent is turned round: a large sum should give a high activation.": mistake(
            ("exp(-total)", "exp(total)")
        ),
        "The base is missing: no activation is lower than it.": mistake((" + <<v.slip>> / 2", "")),
        "The base is inside of the fraction here, and should be added to it.": mistake(
            (ACTIVATION, "(1 - <<v.slip>> / 2) / (1 + math.exp(-total))")
        ),
        "The last layer's sums are handed on as they are; outputs are activations too.": mistake(
            ("found.append([", "found.append(sums if rows is layers[-1] else [")
        ),
    },
    package=(
        "from fogel.school.network import Arch, NeuNet\n\ndef outputs(layers, inputs):\n    net ="
        " NeuNet(Arch(hidden=tuple(map(len, layers[1:]))), len(inputs), len(layers[-1][0]))\n   "
        " net.set_weights([(w, 0.0) for matrix in layers for row in matrix for w in row])\n   "
        " return net.run(inputs)\n"
    ),
)


# P15.2 Backward.


def backward_cases(variant):
    """Networks and goals, without hidden layers and with one or two."""
    rng, found = np.random.default_rng(152), []
    for part, shapes in (
        ("last layer", ((2, 1), (3, 2))),
        ("hidden layers", ((2, 2, 1), (2, 3, 2, 3))),
    ):
        for sizes in shapes:
            for _ in range(5):
                goals = (rng.integers(0, 5, sizes[-1]) / 4).tolist()
                found.append((part, (some_layers(rng, *sizes), some_inputs(rng, sizes[0]), goals)))
    return found


def noted(variant, layers, inputs, since=0.0):
    """The activations of a run, since which this much was added to every weight."""
    return run(variant, [[[w - since for w in row] for row in matrix] for matrix in layers], inputs)


def noted_cases(variant):
    """The same with the activations of a run; in every second case the weights have changed since.

    Then nobody can measure the slopes, since no run gives these activations: the error has to be sent
    back.
    """
    return [
        (part, (layers, noted(variant, layers, inputs, SINCE * (k % 2)), goals))
        for k, (part, (layers, inputs, goals)) in enumerate(backward_cases(variant))
    ]


def net_with(variant, layers, activations):
    """The NeuNet with these weights and these activations."""
    net = net_of(variant, layers, activations[0])
    for layer, some in zip(net.layers, activations, strict=True):
        for node, activation in zip(layer.nodes, some, strict=True):
            node.activation = activation
    return net


BACKWARD = FunctionTask(
    name="backward",
    number="P15.2",
    title="backward",
    function="gradients",
    shape=MANY,
    pure=True,
    parts=(
        Part("last layer", 2, "networks without a hidden layer"),
        Part("hidden layers", 3, "networks with hidden layers"),
    ),
    cases=noted_cases,
    right=lambda variant, layers, activations, goals: net_with(
        variant, layers, activations
    ).gradients(goals),
    examples=lambda variant: [
        (SMALL[:1], noted(variant, SMALL[:1], [1.0, 0.0]), [0.0, 0.25]),
        (SMALL, noted(variant, SMALL, [1.0, 1.0]), [0.0, 0.25]),
        (SMALL, noted(variant, SMALL, [1.0, 1.0], SINCE), [0.0, 0.25]),
    ],
    wrong={
        "These are slopes of a network that was run again; the activations that are handed in are "
        "asked for.": mistake(
            ("found = []", "found, activations = [], run(layers, activations[0])")
        ),
        "The sign is turned round: that is where the error falls.": mistake(
            ("-y * delta", "y * delta")
        ),
        "The slope is that of the book's sigmoid, activation (1 - activation); your class has another "
        "height and base.": mistake((SLOPE, "y * (1 - y)")),
        "The slope of the activation function is left out.": mistake((SLOPE, "1")),
        "The slope is left out at the hidden nodes.": mistake(
            ("slope(y) * sum(", "sum("), costs=("hidden layers",)
        ),
        "The slope is left out at the outputs.": mistake(("(goal - y) * slope(y)", "goal - y")),
        "The deltas go back without their weights.": mistake(
            ("weight * delta for", "delta for"), costs=("hidden layers",)
        ),
        "These are twice the slopes: the error is half the sum of the squares.": mistake(
            ("-y * delta", "-2 * y * delta")
        ),
    },
    package=(
        "from fogel.school.network import Arch, NeuNet\n\n"
        "def gradients(layers, activations, goals):\n"
        "    net = NeuNet(Arch(hidden=tuple(map(len, layers[1:]))), len(activations[0]), len(goals))\n"
        "    net.set_weights([(w, 0.0) for matrix in layers for row in matrix for w in row])\n"
        "    net.run(activations[0])\n"
        "    return net.gradients(goals)\n"
    ),
)


# P15.3 Find the bug: slopes that drift.


def measured(variant, layers, inputs, goals, step=STEP):
    """The slopes by finite differences."""
    return finite_differences(net_of(variant, layers, inputs), inputs, goals, step)


def measured_cases(variant):
    """The networks of P15.2, the first of them with another step, too."""
    cases = [inputs for _, inputs in backward_cases(variant)]
    return [("measured", inputs) for inputs in (*cases, (*cases[0], STEP / 2))]


DIFFERENCES = FunctionTask(
    name="differences",
    number="P15.3",
    title="find the bug: slopes that drift",
    kind="bug",
    function="differences",
    shape=MANY,
    pure=True,
    parts=(
        Part("measured", 3, "the slope at every weight, and weights that are left as they were"),
    ),
    cases=measured_cases,
    right=measured,
    examples=lambda variant: [(SMALL, [1.0, 1.0], [0.0, 0.25])],  # on which the bug shows
    wrong={
        "These are slopes between a weight and the one a step higher; a step to either side is "
        "asked for.": mistake(("kept - step", "kept"), ("(2 * step)", "step")),
        "The difference is that of two steps, and is divided by one here.": mistake(
            ("(2 * step)", "step")
        ),
    },
)


# P15.4 Punished.


def own_net(variant, student):
    """(layers, inputs, chosen output) of a student."""
    rng = student_rng(variant.number, student, "school")
    return some_layers(rng, 2, 2, 2), [1.0, 1.0], int(rng.integers(2))


def punished(variant, student, limit=True):
    """(the goals, the weights after one punishment)."""
    layers, inputs, chosen = own_net(variant, student)
    net = net_of(variant, layers, inputs)
    if not limit:
        wide = Arch(**{**net.arch.to_dict(), "min_weight": -100.0, "max_weight": 100.0})
        for node in (node for layer in net.layers for node in layer.nodes):
            node.arch = wide
    goals = [0.0 if k == chosen else variant.noise for k in range(2)]
    net.reinforce(goals, "as-reported")
    return goals, [weight for weight, _ in net.weights()]


PUNISHED = ValueTask(
    name="punished",
    number="P15.4",
    title="punished",
    kind="personal",
    values=("my_goals", "my_weights"),
    shapes=(Numbers(count=2, within=1e-9), Numbers(count=8, within=1e-7)),
    parts=(
        Part("goals", 1, "what the outputs should have been"),
        Part("weights", 3, "the eight weights after the punishment"),
    ),
    right=punished,
    wrong={
        "Here the error goes back through the old weights, as in textbooks; the report's goes "
        "through the new ones.": mistake(
            ("zip(last, my_levels[1])", "zip(my_layers[1], my_levels[1])"), costs=("weights",)
        ),
        "All goals are 0 here; the outputs that were not chosen are encouraged.": mistake(
            ("if k == my_choice else <<v.noise>> ", "")
        ),
        "A weight has passed its limit.": lambda variant, student: punished(
            variant, student, limit=False
        ),
    },
)


# P15.5 The loss bar.


def bar(variant, lost):
    """The loss bar."""
    games, periods = len(lost), variant.rivals
    places = [WIDTH * sum(lost[: games * k // periods]) // games for k in range(periods + 1)]
    return "".join(SIGNS[k] * (places[k + 1] - places[k]) for k in range(periods))


def bar_cases(variant):
    """Matches whose games fall into periods of one size, and others."""
    rng, found = np.random.default_rng(153), []
    for part, sizes in (("even", (5, 10, 30)), ("uneven", (3, 7, 31))):
        for size in sizes:
            games = variant.rivals * size + (part == "uneven") * (variant.rivals - 1)
            for rate in (0.02, 0.3, 0.9):
                found.append((part, ((rng.random(games) < rate).astype(int).tolist(),)))
    found += [("even", ([lost] * 5 * variant.rivals,)) for lost in (0, 1)]
    return [*found, ("uneven", ([1, 0, 1],))]  # fewer games than periods


BAR = FunctionTask(
    name="bar",
    number="P15.5",
    title="the loss bar",
    function="loss_bar",
    shape=Text(),
    pure=True,
    parts=(
        Part("even", 2, "matches that fall into periods of one size"),
        Part("uneven", 2, "matches that do not"),
    ),
    cases=bar_cases,
    right=bar,
    examples=lambda variant: [([1] * 50 + [0] * 50,), ([0, 1, 1] * 40,)],
    wrong={
        "That is the book's bar, with ten periods.": mistake(
            ("range(<<v.rivals>>)", "range(10)"), ("// <<v.rivals>>", "// 10")
        ),
        "Each period is rounded down by itself here, so that much is lost; round down the sum so "
        "far.": mistake((LENGTH, f"50 * sum({PERIOD}) // len(lost)")),
        "Each period is rounded by itself here; round down the sum so far.": mistake(
            (LENGTH, f"round(50 * sum({PERIOD}) / len(lost))")
        ),
        "The periods are counted from 1 here, and should be counted from 0.": mistake(
            ("signs[period]", "signs[period + 1]")
        ),
        "These are the games that were not lost.": mistake(
            ("sum(lost[:end])", "lost[:end].count(0)")
        ),
        "A sign stands for one lost game here; it should stand for a fiftieth of all games.": mistake(
            (LENGTH, f"sum({PERIOD})")
        ),
        "All that is left over goes into the last period here; the ends should be as even as can "
        "be.": mistake(
            (
                "        length =",
                "        if period < <<v.rivals - 1>>:\n"
                "            end = len(lost) // <<v.rivals>> * (period + 1)\n"
                "        length =",
            ),
            costs=("uneven",),
        ),
    },
    package=(
        "import numpy as np\n\nfrom fogel.school.lossbar import bar, period_losses\n\n"
        "def loss_bar(lost):\n    return bar(period_losses(np.array(lost)), len(lost))\n"
    ),
)


# P15.6 The exam.


def own_exam(variant, student):
    """(2, 6, 3) wins, draws and losses of 100 games, by seat and level."""
    rng = student_rng(variant.number, student, "exam")
    return np.array(
        [[rng.multinomial(100, rng.dirichlet((2, 1, 2))) for _ in LEVELS] for _ in range(2)]
    )


def examined(variant, student):
    """(points in either seat and level, seat 1 first; what the seat is worth)."""
    points = own_exam(variant, student) @ (1, 0.5, 0) / 100
    return points.mean(axis=0), float((points[0] - points[1]).mean())


EXAM = ValueTask(
    name="exam",
    number="P15.6",
    title="the exam",
    kind="personal",
    values=("my_points", "my_seat"),
    shapes=(Numbers(count=6, within=1e-9), ONE),
    parts=(
        Part("points", 1, "points a game against each level"),
        Part("seat", 2, "what the first seat is worth"),
    ),
    right=examined,
    wrong={
        "Draws count nothing here; they are half a point.": mistake((" + draws / 2", "")),
        "That is the result as the second seat sees it.": mistake(
            ("(sum(by_seat[0]) - sum(by_seat[1]))", "(sum(by_seat[1]) - sum(by_seat[0]))"),
            costs=("seat",),
        ),
        "These are points of 100 games, and should be those of one.": mistake((" / 100", "")),
    },
)


WHY = WrittenTask(
    name="why",
    number="P15.7",
    title="in your own words",
    parts=(Part("why", 4, "why the best of the school fails the exam"),),
)

SET = ProblemSet(
    "15_school",
    "Learning by being punished",
    75,
    (FORWARD, BACKWARD, DIFFERENCES, PUNISHED, BAR, EXAM, WHY),
)
