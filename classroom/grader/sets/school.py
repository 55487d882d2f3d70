"""Problem set 15: a network that is punished, by hand."""

# Long: the tasks of a set, their texts, their solutions and the mistakes in them are read and
# changed together.

from itertools import pairwise
from math import exp

import numpy as np

from fogel.checks.shapes import Number, Numbers, Text
from fogel.checks.variant import student_rng
from fogel.school.network import TEXTBOOK, Arch, NeuNet, finite_differences
from grader.tasks import FunctionTask, Part, ProblemSet, ValueTask, WrittenTask

ONE, MANY = Number(within=1e-9), Numbers(within=1e-8)
STEP, WIDTH, SIGNS = 0.5, 50, "0123456789abcdefghij"
SINCE = 0.5  # by which all weights have changed since the activations were noted
LEVELS = ("idiot", "rookie", "average", "skilled", "expert", "perfect")
BOOK = "That is the book's sigmoid, from 0 to 1; your class has another height and another base."


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
    """Inputs of 0 and 1, the first of them 1."""
    return [1.0, *map(float, rng.integers(0, 2, size - 1))]


class School:
    """What the tasks ask for, by hand, so that common mistakes can replace a method."""

    def __init__(self, variant):
        self.height, self.base = 1 - variant.slip, variant.slip / 2

    def activation(self, total):
        """Through the activation function."""
        return self.height / (1 + exp(-total)) + self.base

    def slope(self, activation):
        """Its slope where it has this activation."""
        share = activation - self.base
        return share * (1 - share / self.height)

    def run(self, layers, inputs):
        """The activations of all layers."""
        found = [inputs]
        for matrix in layers:
            found.append([self.activation(sum(w * x for w, x in zip(column, found[-1], strict=True)))
                          for column in zip(*matrix, strict=True)])  # fmt: skip
        return found

    def outputs(self, layers, inputs):
        """P15.1."""
        return self.run(layers, inputs)[-1]

    def delta(self, goal, activation):
        """Of an output."""
        return (goal - activation) * self.slope(activation)

    def sent_back(self, row, deltas, activation):
        """The delta of a node before."""
        return sum(w * d for w, d in zip(row, deltas, strict=True)) * self.slope(activation)

    def gradient(self, activation, delta):
        """Of a link."""
        return -activation * delta

    def gradients(self, layers, activations, goals):
        """P15.2."""
        found = []
        deltas = [
            self.delta(goal, activation)
            for goal, activation in zip(goals, activations[-1], strict=True)
        ]
        for matrix, before in zip(layers[::-1], activations[-2::-1], strict=True):
            found = [
                self.gradient(activation, delta) for activation in before for delta in deltas
            ] + found
            deltas = [
                self.sent_back(row, deltas, activation)
                for row, activation in zip(matrix, before, strict=True)
            ]
        return found


def mistaken(task, **own):
    """A common wrong answer to a task: with methods of its own."""
    return lambda variant, *inputs: getattr(type("Mistaken", (School,), own)(variant), task)(
        *inputs
    )


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
        BOOK: mistaken("outputs", activation=lambda self, total: 1 / (1 + exp(-total))),
        "The sums are handed on as they are; they should go through the activation function.": (
            mistaken("outputs", activation=lambda self, total: total)
        ),
        "The sign of the exponent is turned round: a large sum should give a high activation.": mistaken(
            "outputs", activation=lambda self, total: self.height / (1 + exp(total)) + self.base
        ),
        "The base is missing: no activation is lower than it.": mistaken(
            "outputs", activation=lambda self, total: self.height / (1 + exp(-total))
        ),
        "The base is inside of the fraction here, and should be added to it.": mistaken(
            "outputs", activation=lambda self, total: (self.height + self.base) / (1 + exp(-total))
        ),
        "The last layer's sums are handed on as they are; outputs are activations too.": (
            lambda variant, layers, inputs: [
                sum(
                    w * x
                    for w, x in zip(column, School(variant).run(layers, inputs)[-2], strict=True)
                )
                for column in zip(*layers[-1], strict=True)
            ]
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
        ("hidden layers", ((2, 2, 1), (2, 3, 2, 2))),
    ):
        for sizes in shapes:
            for _ in range(5):
                goals = (rng.integers(0, 5, sizes[-1]) / 4).tolist()
                found.append((part, (some_layers(rng, *sizes), some_inputs(rng, sizes[0]), goals)))
    return found


def noted(variant, layers, inputs, since=0.0):
    """The activations of a run, since which this much was added to every weight."""
    return School(variant).run(
        [[[w - since for w in row] for row in matrix] for matrix in layers], inputs
    )


def noted_cases(variant):
    """The same with the activations of a run; in every second case the weights have changed since.

    Then nobody can measure the slopes, since no run gives these activations: the error has to be sent
    back.
    """
    return [
        (part, (layers, noted(variant, layers, inputs, SINCE * (k % 2)), goals))
        for k, (part, (layers, inputs, goals)) in enumerate(backward_cases(variant))
    ]


def run_again(variant, layers, activations, goals):
    """With the activations of a new run, as whoever measures the slopes has them."""
    return School(variant).gradients(layers, noted(variant, layers, activations[0]), goals)


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
        "asked for.": (run_again),
        "The sign is turned round: that is where the error falls.": mistaken(
            "gradients", gradient=lambda self, activation, delta: activation * delta
        ),
        "The slope is that of the book's sigmoid, activation (1 - activation); your class has another "
        "height and base.": mistaken(
            "gradients", slope=lambda self, activation: activation * (1 - activation)
        ),
        "The slope of the activation function is left out.": mistaken(
            "gradients", slope=lambda self, activation: 1
        ),
        "The slope is left out at the hidden nodes.": mistaken(
            "gradients",
            sent_back=lambda self, row, deltas, activation: sum(
                w * d for w, d in zip(row, deltas, strict=True)
            ),
        ),
        "The slope is left out at the outputs.": mistaken(
            "gradients", delta=lambda self, goal, activation: goal - activation
        ),
        "The deltas go back without their weights.": mistaken(
            "gradients",
            sent_back=lambda self, row, deltas, activation: sum(deltas) * self.slope(activation),
        ),
        "These are twice the slopes: the error is half the sum of the squares.": mistaken(
            "gradients", gradient=lambda self, activation, delta: -2 * activation * delta
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


def measured(variant, layers, inputs, goals):
    """The slopes by finite differences."""
    return finite_differences(net_of(variant, layers, inputs), inputs, goals, STEP)


def one_sided(variant, layers, inputs, goals):
    """A step up alone."""
    net, found = net_of(variant, layers, inputs), []
    before = net.error(goals)
    for link in net.links:
        kept = link.weight
        link.weight = kept + STEP
        net.run(inputs)
        found.append((net.error(goals) - before) / STEP)
        link.weight = kept
    return found


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
    cases=lambda variant: [("measured", inputs) for _, inputs in backward_cases(variant)],
    right=measured,
    examples=lambda variant: [(SMALL, [1.0, 1.0], [0.0, 0.25])],  # on which the bug shows
    wrong={
        "These are slopes between a weight and the one a step higher; a step to either side is "
        "asked for.": (one_sided),
        "The difference is that of two steps, and is divided by one here.": (
            lambda variant, *inputs: [2 * value for value in measured(variant, *inputs)]
        ),
    },
)


# P15.4 Punished.


def own_net(variant, student):
    """(layers, inputs, chosen output) of a student."""
    rng = student_rng(variant.number, student, "school")
    return some_layers(rng, 2, 2, 2), [1.0, 1.0], int(rng.integers(2))


def punished(variant, student, order="as-reported", goals=None, limit=True):
    """(the goals, the weights after one punishment)."""
    layers, inputs, chosen = own_net(variant, student)
    net = net_of(variant, layers, inputs)
    if not limit:
        wide = Arch(**{**net.arch.to_dict(), "min_weight": -100.0, "max_weight": 100.0})
        for node in (node for layer in net.layers for node in layer.nodes):
            node.arch = wide
    goals = goals or [0.0 if k == chosen else variant.noise for k in range(2)]
    net.reinforce(goals, order)
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
        "through the new ones.": lambda variant, student: punished(variant, student, TEXTBOOK),
        "All goals are 0 here; the outputs that were not chosen are encouraged.": (
            lambda variant, student: punished(variant, student, goals=[0.0, 0.0])
        ),
        "A weight has passed its limit.": lambda variant, student: punished(
            variant, student, limit=False
        ),
    },
)


# P15.5 The loss bar.


def bar(variant, lost, periods=None, first=0, rounded=None, ends=None):
    """The loss bar, or a mistaken one."""
    games, periods = len(lost), periods or variant.rivals
    ends = ends or [games * k // periods for k in range(periods + 1)]
    totals = [sum(lost[:end]) for end in ends]
    places = [WIDTH * total // games for total in totals]
    return "".join(
        SIGNS[k + first]
        * (rounded(totals[k + 1] - totals[k], games) if rounded else places[k + 1] - places[k])
        for k in range(periods)
    )


def bar_cases(variant):
    """Matches whose games fall into periods of one size, and others."""
    rng, found = np.random.default_rng(153), []
    for part, sizes in (("even", (5, 10, 30)), ("uneven", (3, 7, 31))):
        for size in sizes:
            games = variant.rivals * size + (part == "uneven") * (variant.rivals - 1)
            for rate in (0.02, 0.3, 0.9):
                found.append((part, ((rng.random(games) < rate).astype(int).tolist(),)))
    return found


def last_takes_the_rest(variant, lost):
    """Periods of equal size, and the last one larger."""
    size = len(lost) // variant.rivals
    return bar(variant, lost, ends=[size * k for k in range(variant.rivals)] + [len(lost)])


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
        "That is the book's bar, with ten periods.": lambda variant, lost: bar(
            variant, lost, periods=10
        ),
        "Each period is rounded down by itself here, so that much is lost; round down the sum so "
        "far.": lambda variant, lost: bar(
            variant, lost, rounded=lambda count, games: WIDTH * count // games
        ),
        "Each period is rounded by itself here; round down the sum so far.": (
            lambda variant, lost: bar(
                variant, lost, rounded=lambda count, games: round(WIDTH * count / games)
            )
        ),
        "The periods are counted from 1 here, and should be counted from 0.": (
            lambda variant, lost: bar(variant, lost, first=1)
        ),
        "These are the games that were not lost.": lambda variant, lost: bar(
            variant, [1 - one for one in lost]
        ),
        "A sign stands for one lost game here; it should stand for a fiftieth of all games.": (
            lambda variant, lost: bar(variant, lost, rounded=lambda count, games: count)
        ),
        "All that is left over goes into the last period here; the ends should be as even as can "
        "be.": (last_takes_the_rest),
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


def examined(variant, student, draw=0.5):
    """(points in either seat and level, seat 1 first; what the seat is worth)."""
    points = own_exam(variant, student) @ (1, draw, 0) / 100
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
        "Draws count nothing here; they are half a point.": lambda variant, student: examined(
            variant, student, 0
        ),
        "That is the result as the second seat sees it.": lambda variant, student: (
            examined(variant, student)[0],
            -examined(variant, student)[1],
        ),
        "These are points of 100 games, and should be those of one.": (
            lambda variant, student: tuple(
                100 * np.array(value) for value in examined(variant, student)
            )
        ),
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
