"""Problem set 12: neurons that are objects, and a league of ten."""

# Long: the tasks of a set, their texts, their solutions and the mistakes in them are read and
# changed together.

from functools import cache
from math import exp

import numpy as np

from fogel.checks.questions import call, let, make, put, read, refuse
from fogel.checks.shapes import Number, Numbers, Square
from fogel.checks.variant import student_rng
from fogel.encoding import IN_PROGRESS, X, is_final, open_squares, winner
from fogel.encoding import put as place_mark
from grader.mistakes import mistake
from grader.objects import ObjectTask
from grader.rules import mark_of
from grader.tasks import FunctionTask, Part, ProblemSet, ValueTask, WrittenTask

ONE, MANY = Number(within=1e-9), Numbers(within=1e-9)
RNG = {"name": "rng"}
BOOK_BIAS = (
    "The bias counts once here, as in the book; in your class it counts as often as the table says."
)
EMPTY_BOARD = (0,) * 9


# P12.1 The neuron.


class Neuron:
    """A sigmoid neuron; `says` is what its bias is multiplied by."""

    says = 1.0

    def __init__(self, input_size):
        self.weights, self.bias = [0.0] * input_size, 0.0

    def calculate_output(self, inputs):
        """From 0 to 1; raises ValueError for another number of inputs than weights."""
        if len(inputs) != len(self.weights):
            raise ValueError("inputs of another size")
        total = sum(w * x for w, x in zip(self.weights, inputs, strict=True))
        return 1 / (1 + exp(-total - self.says * self.bias))

    def mutate(self, max_magnitude, rng):
        """Changes the bias, and then the weights, where they stand; raises ValueError for a negative
        magnitude.
        """
        if max_magnitude < 0:
            raise ValueError("a negative magnitude")
        self.bias += rng.uniform(-max_magnitude, max_magnitude)
        for k in range(len(self.weights)):
            self.weights[k] += rng.uniform(-max_magnitude, max_magnitude)

    def copy(self):
        """A neuron of its own."""
        twin = type(self)(0)
        twin.weights, twin.bias = list(self.weights), self.bias
        return twin


def neuron(variant):
    """The class of a variant."""
    return type("SigmoidNeuron", (Neuron,), {"says": variant.bias})


def set_neuron(name, weights, bias):
    """The steps that give a neuron its weights and bias."""
    return put(f"{name}.weights", tuple(map(float, weights))), put(f"{name}.bias", float(bias))


def draw_neuron(name, rng, size):
    """The steps that give a neuron weights and a bias at random, which is not 0."""
    weights, bias = rng.integers(-9, 10, size) / 4, rng.integers(1, 10) / 4
    return set_neuron(name, weights, bias * rng.choice((-1, 1)))


def some_neuron(rng, size):
    """The steps that make a neuron of that size."""
    return make("neuron", size), *draw_neuron("neuron", rng, size)


def copied_from_a_list(thing, neuron, size):
    """The steps that give a neuron somebody's list, copy the thing that it belongs to, and change
    the list.

    A copy that shares the list shows here alone, where mutations make new lists.
    """
    given = let("numbers", (0.5,) * size), put(f"{neuron}.weights", {"name": "numbers"})
    return *given, call(f"{thing}.copy", keep="twin"), put("numbers[0]", 9.0)


def neuron_scripts(variant):
    """What a new neuron is, what some say, what they refuse, what a mutation does, and a copy."""
    rng = np.random.default_rng(121)
    new = (make("neuron", 4), read("neuron.weights", MANY), read("neuron.bias", ONE))
    found = [("output", (*new, call("neuron.calculate_output", (1.0, 0.0, 0.0, 1.0), shape=ONE)))]
    for size in (1, 2, 3, 5, 9, 27):
        asked = [tuple((rng.integers(-4, 5, size) / 4).tolist()) for _ in range(3)]
        calls = [call("neuron.calculate_output", inputs, shape=ONE) for inputs in asked]
        found.append(("output", (*some_neuron(rng, size), *calls)))
    for count in (0, 2, 4):
        found.append(
            ("refusals", (*some_neuron(rng, 3), refuse("neuron.calculate_output", (1.0,) * count)))
        )
    found.append(
        (
            "refusals",
            (*some_neuron(rng, 3), let("rng", {"rng": 5}), refuse("neuron.mutate", -0.5, RNG)),
        )
    )
    after = read("neuron.bias", ONE), read("neuron.weights", MANY)
    for size, magnitude in ((1, 2.0), (3, 0.5), (9, 10.0), (3, 0.0)):
        mutated = let("rng", {"rng": size}), call("neuron.mutate", magnitude, RNG)
        found.append(
            ("mutation", (*some_neuron(rng, size), *mutated, *after, *mutated[1:], *after))
        )
    for size in (2, 5):
        twins = (*some_neuron(rng, size), call("neuron.copy", keep="twin"))
        change = let("rng", {"rng": 7}), call("twin.mutate", 2.0, RNG)
        there = read("twin.bias", ONE), read("twin.weights", MANY)
        said = call("twin.calculate_output", (1.0,) * size, shape=ONE)
        found.append(("copy", (*twins, *there, said)))
        found.append(("copy", (*twins, *change, *after)))
        found.append(
            ("copy", (*twins, let("rng", {"rng": 7}), call("neuron.mutate", 2.0, RNG), *there))
        )
        found.append(
            ("copy", (make("neuron", size), *copied_from_a_list("neuron", "neuron", size), *there))
        )
    return found


def neuron_examples(variant):
    """The neuron of the text, a wrong size, and a parent."""
    text = (make("neuron", 3), *set_neuron("neuron", (1.0, 1.5, -2.0), -2.5))
    twins = (
        *text,
        call("neuron.copy", keep="twin"),
        let("rng", {"rng": 3}),
        call("twin.mutate", 0.5, RNG),
    )
    return [
        (*text, call("neuron.calculate_output", (1.0, 2.0, -1.5), shape=ONE)),
        (*text, refuse("neuron.calculate_output", (1.0, 2.0))),
        (*twins, read("twin.bias", ONE), read("twin.weights", MANY), read("neuron.weights", MANY)),
    ]


# What several mistakes change.
BIAS = "self.bias * <<v.bias>>"
SIGMOID = "1 / (1 + math.exp(-total))"
BIAS_DRAWN = "        self.bias += rng.uniform(-max_magnitude, max_magnitude)\n"
FOR_BIAS = "rng.uniform(-max_magnitude, max_magnitude)"
FOR_WEIGHTS = "rng.uniform(-max_magnitude, max_magnitude, len(self.weights))"
ANY_INPUTS = ("len(inputs) != len(self.weights)", "False")
ANY_MAGNITUDE = (
    'raise ValueError(f"max_magnitude can\'t be {max_magnitude}")',
    "max_magnitude = -max_magnitude",
)
SHARED = ("list(self.weights), self.bias", "self.weights, self.bias")
OTHERWISE = ("output", "copy")  # what a neuron loses that says something else

NEURON = ObjectTask(
    name="neuron",
    number="P12.1",
    title="a neuron",
    object="SigmoidNeuron",
    parts=(
        Part("output", 2, "new neurons, and what neurons with 1 to 27 inputs say"),
        Part("refusals", 1, "a wrong number of inputs and a negative magnitude are errors"),
        Part("mutation", 2, "what a mutation does to the bias and the weights"),
        Part("copy", 1, "a copy that is like its parent, and its own"),
    ),
    cases=neuron_scripts,
    right=neuron,
    examples=neuron_examples,
    wrong={
        "Weights and inputs are added here; a weight should be multiplied by its input.": mistake(
            ("weight * value", "weight + value"), costs=OTHERWISE
        ),
        "The bias is left out.": mistake((BIAS, "0"), costs=OTHERWISE),
        BOOK_BIAS: mistake((BIAS, "self.bias"), costs=OTHERWISE),
        "The bias is added once for every input, and should be added once in all.": mistake(
            (BIAS, "0"), ("weight * value", f"weight * value + {BIAS}"), costs=OTHERWISE
        ),
        "The sum is handed on as it is; it should go through the sigmoid.": mistake(
            (SIGMOID, "total"), costs=OTHERWISE
        ),
        "The sign of the exponent is turned round: a large sum should give an output near 1.": mistake(
            ("-total", "total"), costs=OTHERWISE
        ),
        "The bias is not mutated here.": mistake((BIAS_DRAWN, ""), costs=("mutation",)),
        "The bias draws its number first, and then the weights in their order; here the weights "
        "come first.": mistake(
            (BIAS_DRAWN, ""), ("changes)]\n", f"changes)]\n{BIAS_DRAWN}"), costs=("mutation",)
        ),
        "One number is drawn for all here; the bias and every weight should have one each.": mistake(
            (BIAS_DRAWN, f"        drawn = {FOR_BIAS}\n        self.bias += drawn\n"),
            (FOR_WEIGHTS, "[drawn] * len(self.weights)"),
            costs=("mutation",),
        ),
        "What is drawn takes the place of the old value here, and should be added to it.": mistake(
            ("self.bias += ", "self.bias = "), ("old + change", "change"), costs=("mutation",)
        ),
        "These are normal numbers; uniform ones are asked for.": mistake(
            (FOR_BIAS, "rng.normal(0, max_magnitude)"),
            (FOR_WEIGHTS, "rng.normal(0, max_magnitude, len(self.weights))"),
            costs=("mutation",),
        ),
        "The numbers here are half as large as they should be: from minus to plus max_magnitude.": mistake(
            (BIAS_DRAWN, f"        max_magnitude /= 2\n{BIAS_DRAWN}"), costs=("mutation",)
        ),
        "All numbers here are positive; they should lie between minus and plus max_magnitude.": mistake(
            (FOR_BIAS, "rng.uniform(0, max_magnitude)"),
            (FOR_WEIGHTS, "rng.uniform(0, max_magnitude, len(self.weights))"),
            costs=("mutation",),
        ),
        "The copy is its parent under another name.": mistake(
            ("return twin", "return self"), costs=("copy",)
        ),
        "The copy shares its weights with its parent.": mistake(
            SHARED, ("self.weights = [old", "self.weights[:] = [old"), costs=("copy",)
        ),
        "The copy shares its list of weights with its parent, though a mutation makes a new one.": mistake(
            SHARED, costs=("copy",)
        ),
        "A wrong number of inputs is no error here.": mistake(ANY_INPUTS, costs=("refusals",)),
        "A negative magnitude is no error here.": mistake(ANY_MAGNITUDE, costs=("refusals",)),
        "Neither a wrong number of inputs nor a negative magnitude is an error here.": mistake(
            ANY_INPUTS, ANY_MAGNITUDE, costs=("refusals",)
        ),
    },
    package="from fogel.league import SigmoidNeuron\n",
)


# P12.2 The network.


class Layer:
    """Some neurons."""

    def __init__(self, count, input_size, make_one):
        self.neurons = [make_one(input_size) for _ in range(count)]


class Network:
    """Layers of neurons; `says` as in a Neuron."""

    says = 1.0

    def __init__(self, layer_sizes, input_size):
        if len(layer_sizes) == 0:
            raise ValueError("no layer")
        self.input_size, self.layers, before = input_size, [], input_size
        made = type("SigmoidNeuron", (Neuron,), {"says": self.says})
        for size in layer_sizes:
            self.layers.append(Layer(size, before, made))
            before = size

    def calculate_output(self, inputs):
        """The outputs of the last layer; raises ValueError for another number of inputs."""
        if len(inputs) != self.input_size:
            raise ValueError("inputs of another size")
        for layer in self.layers:
            inputs = [neuron.calculate_output(inputs) for neuron in layer.neurons]
        return inputs

    def mutate(self, max_magnitude, rng):
        """Neuron by neuron, layer by layer."""
        for layer in self.layers:
            for one in layer.neurons:
                one.mutate(max_magnitude, rng)

    def copy(self):
        """A network of copied neurons."""
        twin = type(self)([0], self.input_size)
        twin.layers = [Layer(0, 0, None) for _ in self.layers]
        for layer, its in zip(twin.layers, self.layers, strict=True):
            layer.neurons = [one.copy() for one in its.neurons]
        return twin


def network(variant):
    """As `neuron`, for a network."""
    return type("NeuralNetwork", (Network,), {"says": variant.bias})


def set_network(rng, sizes, inputs):
    """The steps that make a network of layers of these sizes, and set every neuron."""
    steps, before = [make("network", tuple(sizes), inputs)], inputs
    for layer, size in enumerate(sizes):
        for k in range(size):
            steps += draw_neuron(f"network.layers[{layer}].neurons[{k}]", rng, before)
        before = size
    return steps


def network_scripts(variant):
    """What networks of one to three layers say, what they refuse, and what becomes of a copy."""
    rng, found = np.random.default_rng(122), []
    for sizes, inputs in (((3,), 2), ((2, 1), 2), ((3, 2), 4), ((2, 3, 2), 3), ((4, 1, 3), 2)):
        asked = [tuple((rng.integers(-4, 5, inputs) / 4).tolist()) for _ in range(2)]
        calls = [call("network.calculate_output", values, shape=MANY) for values in asked]
        found.append(("output", (*set_network(rng, sizes, inputs), *calls)))
    for count in (0, 1, 3):
        found.append(
            (
                "refusals",
                (*set_network(rng, (2, 1), 2), refuse("network.calculate_output", (1.0,) * count)),
            )
        )
    found.append(("refusals", (refuse("NeuralNetwork", (), 3),)))
    drawn = let("rng", {"rng": 12}), call("network.mutate", 2.0, RNG)
    for sizes, inputs in (((3,), 2), ((2, 2), 3), ((2, 3, 2), 3), ((15, 9), 27)):
        values = tuple(rng.integers(0, 2, inputs).astype(float).tolist())
        steps = (make("network", sizes, inputs), *drawn)
        asked = call("network.calculate_output", values, shape=MANY)
        own = call("network.copy", keep="twin"), let("other", {"rng": 13})
        change = call("twin.mutate", 2.0, {"name": "other"})
        found.append(("mutation", (*steps, asked)))
        found.append(("copy", (*steps, *own, call("twin.calculate_output", values, shape=MANY))))
        its = call("twin.calculate_output", values, shape=MANY)
        found.append(("copy", (*steps, *own, change, asked, its)))
    for place in ("layers[0].neurons[0]", "layers[0].neurons[1]", "layers[1].neurons[0]"):
        size = 3 if "layers[0]" in place else 2
        steps = make("network", (2, 1), 3), *copied_from_a_list("network", f"network.{place}", size)
        found.append(("copy", (*steps, read(f"twin.{place}.weights", MANY))))
    return found


def network_examples(variant):
    """XOR with the post's weights, for a bias that says something else; and a network that is
    drawn.
    """
    b = 2 / variant.bias
    xor = [make("network", (2, 1), 2)]
    for place, weights, bias in (
        ("layers[0].neurons[0]", (8, 8), -2 * b),
        ("layers[0].neurons[1]", (7.5, 7.5), -5 * b),
        ("layers[1].neurons[0]", (8, -8), -2 * b),
    ):
        xor += set_neuron(f"network.{place}", weights, bias)
    pairs = [(0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0)]
    drawn = (make("network", (3, 2), 4), let("rng", {"rng": 6}), call("network.mutate", 2.0, RNG))
    return [
        (*xor, *(call("network.calculate_output", pair, shape=MANY) for pair in pairs)),
        (*drawn, call("network.calculate_output", (1.0, 0.0, 0.5, 1.0), shape=MANY)),
    ]


# What several mistakes change.
THROUGH_LAYERS = "for layer in self.layers:\n            inputs"
OTHER_BIASES = """for layer in self.copy().layers:
            for neuron in layer.neurons:
                neuron.bias {}
            inputs"""
FIRED = """            if layer is not self.layers[-1]:
                inputs = [float(x > 0.5) for x in inputs]
        return inputs"""
SAID = ("output", "mutation", "copy")  # what a network loses that says something else

NETWORK = ObjectTask(
    name="network",
    number="P12.2",
    title="a network",
    object="NeuralNetwork",
    parts=(
        Part("output", 2, "networks of one to three layers, neuron by neuron"),
        Part("refusals", 1, "a wrong number of inputs and a network without layers are errors"),
        Part("mutation", 1, "a mutation of all neurons, in order"),
        Part("copy", 1, "a copy that shares nothing"),
    ),
    cases=network_scripts,
    right=network,
    examples=network_examples,
    wrong={
        BOOK_BIAS: mistake((THROUGH_LAYERS, OTHER_BIASES.format("/= <<v.bias>>")), costs=SAID),
        "The bias is left out.": mistake((THROUGH_LAYERS, OTHER_BIASES.format("= 0")), costs=SAID),
        "These are the outputs of the first layer; those of the last are asked for.": mistake(
            ("        return inputs", "            return inputs"), costs=SAID
        ),
        "These are the outputs of all layers; those of the last are asked for.": mistake(
            (THROUGH_LAYERS, f"found = []\n        {THROUGH_LAYERS}"),
            ("        return inputs", "            found += inputs\n        return found"),
            costs=SAID,
        ),
        "A neuron hands on its output as it is, and does not round it to 0 or 1.": mistake(
            ("        return inputs", FIRED), costs=SAID
        ),
        "The layers are mutated from the last to the first here.": mistake(
            ("self.layers:\n            for neuron", "self.layers[::-1]:\n            for neuron"),
            costs=("mutation", "copy"),
        ),
        "The copy is its parent under another name.": mistake(
            ("return twin", "return self"), costs=("copy",)
        ),
        # All but those of the last layer: otherwise it can't be told from its parent.
        "The copy shares its neurons with its parent.": mistake(
            ("twin.layers = []", "twin.layers = self.layers[:-1]"),
            ("self.layers:\n            twin", "self.layers[-1:]:\n            twin"),
            costs=("copy",),
        ),
    },
    package="from fogel.league import NeuralNetwork\n",
)


# P12.3 and P12.4 A board goes in, a square comes out.


def encode(variant, board):
    """Three numbers a square."""
    return [float(mark == kind) for mark in board for kind in variant.code]


MINE_AND_OTHERS = "[<<v.x>>, <<v.o>>] if list(board).count(<<v.empty>>) % 2 else [<<v.o>>, <<v.x>>]"
ENCODE = FunctionTask(
    name="encode",
    number="P12.3",
    title="27 inputs",
    function="encode_board",
    shape=Numbers(count=27, board=0),
    parts=(
        Part("X to move", 1, "boards on which X is to move"),
        Part("O to move", 1, "boards on which O is to move"),
        Part("over", 1, "boards on which the game is over"),
    ),
    cases=lambda variant: [
        (part, (board,))
        for part, boards in (
            ("X to move", variant.boards("x")),
            ("O to move", variant.boards("o")),
            ("over", variant.boards()[IN_PROGRESS:]),
        )
        for board in boards[::15]
    ],
    right=encode,
    examples=lambda variant: [(variant.boards()[k],) for k in (0, 300, 3000)],
    pure=True,
    wrong={
        "The three inputs are in the book's order, an open square first, then X, then O; your "
        "class has another.": mistake(("<<v.code>>", "(<<v.empty>>, <<v.x>>, <<v.o>>)")),
        "The three inputs of a square stand in the opposite order here.": mistake(
            ("<<v.code>>", "<<v.code[::-1]>>")
        ),
        "X and O have changed places.": mistake(
            ("mark ==", "{<<v.x>>: <<v.o>>, <<v.o>>: <<v.x>>}.get(mark, mark) =="), variant=0
        ),
        "The inputs stand mark by mark, nine for each; they should stand square by square, three "
        "for each.": mistake(
            ("for mark in board for kind in <<v.code>>", "for kind in <<v.code>> for mark in board")
        ),
        "These inputs tell one's own marks from the other's. An agent of the league sees X and "
        "O.": mistake(("<<v.code>>", f"(<<v.empty>>, *({MINE_AND_OTHERS}))")),
        "The marks themselves stand among the inputs; a 1 is asked for.": mistake(
            ("float(mark == kind)", "mark * (mark == kind)")
        ),
        "An open square has a 1 too: one of its three inputs stands for it.": mistake(
            ("mark == kind", "mark == kind != <<v.empty>>")
        ),
        "These are the inputs for the book's marks; your class has others.": mistake(
            ("<<v.code>>", "(0, 1, -1)")
        ),
    },
    package=(
        "from fogel.league.agent import encode_board as of_the_book\n\n"
        "def encode_board(board):\n"
        "    return of_the_book([int(np.sign(mark)) for mark in board])\n"
    ),
)


def decode_cases(variant):
    """Nine different outputs, and nine of which several are the largest."""
    rng = np.random.default_rng(124)
    nearly = 0.5 + 1e-9 * np.arange(9)
    found = [("largest", (outputs,)) for outputs in (*rng.random((60, 9)), nearly, nearly[::-1])]
    found += [("equal", (np.zeros(9),)), ("equal", (np.ones(9),))]
    return found + [("equal", (rng.integers(0, 3, 9) / 2,)) for _ in range(60)]


DECODE = FunctionTask(
    name="decode",
    number="P12.4",
    title="one square",
    function="decode_output",
    shape=Square(),
    parts=(
        Part("largest", 1, "nine different outputs"),
        Part("equal", 1, "several outputs that are the largest"),
    ),
    cases=decode_cases,
    right=lambda v, outputs: max(v.preference, key=lambda square: outputs[square]),
    examples=lambda variant: [(np.arange(9) / 8,), (np.arange(9)[::-1] / 8,), (np.full(9, 0.5),)],
    pure=True,
    wrong={
        "Of several equal outputs this takes the lowest square; your class has a list for that.": mistake(
            ("<<v.preference>>", "range(9)"), costs=("equal",)
        ),
        "Of several equal outputs this takes the highest square; your class has a list for that.": mistake(
            ("<<v.preference>>", "range(8, -1, -1)"), costs=("equal",)
        ),
        "Of several equal outputs this takes the last in your class's list, and the first is "
        "asked for.": mistake(("<<v.preference>>", "<<v.preference[::-1]>>"), costs=("equal",)),
        "This takes the smallest output.": mistake(("max(", "min(")),
        "This returns a place in your class's list, and not the square that stands there.": mistake(
            ("max(", "<<v.preference>>.index(max("), ("outputs[square])", "outputs[square]))")
        ),
    },
    package="from fogel.league.agent import decode_output\n",
)


# P12.5 Find the bug: nobody learns the rules.


def scores_of(variant, squares, won, out):
    """[the score of X, that of O] of a game with a winner (`won`) and a disqualified player (`out`),
    marks.
    """
    found = []
    for k, mark in enumerate((variant.x, variant.o)):
        if out != variant.empty:
            rate = 0 if out == mark else variant.per_left
        elif won == variant.empty:
            rate = variant.per_tie
        else:
            rate = variant.per_win if won == mark else 0
        found.append(rate * len(squares[k::2]))
    return found


@cache
def games(variant):
    """(squares, winner, disqualified) of games at random, some broken off at a taken square."""
    rng, found = np.random.default_rng(125), []
    while len(found) < 120:
        book, squares, mark = EMPTY_BOARD, [], X
        stop = int(rng.integers(0, 9)) if len(found) % 2 else 9
        while not is_final(book) and len(squares) < stop:
            square = int(rng.choice(open_squares(book)))
            book, mark = place_mark(book, square, mark), -mark
            squares.append(variant.place[square])
        if is_final(book):
            found.append((squares, mark_of(variant, winner(book)), variant.empty))
        else:
            found.append((squares, variant.empty, mark_of(variant, mark)))
    return found


def harmless(variant):
    """Games of the examples: one that X wins, one that O wins, a tie."""
    some = [game for game in games(variant) if game[2] == variant.empty]
    return [
        next(game for game in some if game[1] == mark)
        for mark in (variant.x, variant.o, variant.empty)
    ]


LEFT_PAID = "LEFT * moves if disqualified != mark else 0"

BUG = FunctionTask(
    name="bug",
    number="P12.5",
    title="find the bug: nobody learns the rules",
    kind="bug",
    function="scores",
    shape=Numbers(count=2),
    parts=(Part("scores", 3, "wins, ties and disqualifications, after any number of moves"),),
    cases=lambda variant: [("scores", game) for game in games(variant)],
    right=scores_of,
    examples=harmless,
    pure=True,
    wrong={
        "These are the scores of the program with its bug still in it.": mistake(
            ("disqualified != <<v.empty>>", "False")
        ),
        "The disqualified player is paid here, and should get nothing.": mistake(
            ("disqualified != mark", "disqualified == mark")
        ),
        "Both players are paid after a disqualification; the disqualified one should get "
        "nothing.": mistake((LEFT_PAID, "LEFT * moves")),
        "The opponent of a disqualified player gets nothing here; the table says what it should "
        "get.": mistake((LEFT_PAID, "0")),
        "The opponent of a disqualified player is paid as after a win here; the table says "
        "otherwise.": mistake(("LEFT * moves", "WIN * moves")),
        "The opponent of a disqualified player is paid as after a tie here; the table says "
        "otherwise.": mistake(("LEFT * moves", "TIE * moves")),
        "The moves of both players are paid for here; a player is paid for its own.": mistake(
            ("squares[0::2]", "squares"), ("squares[1::2]", "squares")
        ),
        "X has made one move more than O in a game with an odd number of moves.": mistake(
            ("squares[0::2]", "squares[1::2]")
        ),
    },
)


# P12.6 A league of ten.


def match(variant, x, o):
    """(squares, winner, disqualified) of a game between two tables."""
    book, squares, mark = EMPTY_BOARD, [], X
    while len(squares) < 9 and not winner(book):
        square = int((x if mark == X else o)[len(squares)])
        if book[variant.order[square]]:
            return squares, variant.empty, mark_of(variant, mark)
        book, mark = place_mark(book, variant.order[square], mark), -mark
        squares.append(square)
    return squares, mark_of(variant, winner(book)), variant.empty


def league(variant, tables):
    """The scores of all players."""
    totals = [0] * len(tables)
    for a, x in enumerate(tables):
        for b, o in enumerate(tables):
            if a != b:
                for_x, for_o = scores_of(variant, *match(variant, x, o))
                totals[a] += for_x
                totals[b] += for_o
    return totals


def league_tables(rng, count, games=3, changed=0.15):
    """`count` tables, each of them one of some whole games, with some of its squares drawn anew."""
    whole = np.array([rng.permutation(9) for _ in range(games)])
    tables = whole[rng.integers(0, games, count)]
    anew = rng.random((count, 9)) < changed
    tables[anew] = rng.integers(0, 9, anew.sum())
    return tables


def league_cases(variant):
    """Leagues of two, of ten, and of other sizes."""
    rng = np.random.default_rng(126)
    found = [("two players", (league_tables(rng, 2, games=1),)) for _ in range(20)]
    found += [
        ("ten players", (league_tables(rng, 10, games),))
        for games in (1, 2, 3, 10)
        for _ in range(4)
    ]
    return found + [("other sizes", (league_tables(rng, count, 2),)) for count in (1, 3, 5, 20)]


ELSEWHERE = (
    "The lines here are those of the book's squares, numbered row by row; in your class they lie"
    " elsewhere."
)
# What several mistakes change.
REBOUND = "type({0})({0}.__code__, dict(globals(), {1}))"  # a function that finds other globals
TAKEN = "return squares, <<v.empty>>, mark"
ENDED = """        if any(board[a] == board[b] == board[c] == mark for a, b, c in lines):
            return squares, mark, <<v.empty>>
    return squares, <<v.empty>>, <<v.empty>>"""
FULL = """    held = [board[a] for a, b, c in lines if board[a] == board[b] == board[c]]
    return squares, held[0] if held else <<v.empty>>, <<v.empty>>"""
NO_WINNER = "play(x, o)[1] == <<v.empty>>"
WINS = "[WIN * len(play(x, o)[0][k::2]) for k in (0, 1)]"


def paying(rates):
    """The edit after which a league's games are paid by other rates."""
    return "\nlines = ", f"\nscores = {REBOUND.format('scores', rates)}\nlines = "


LEAGUE = FunctionTask(
    name="league",
    number="P12.6",
    title="everybody against everybody",
    function="league_scores",
    shape=Numbers(),
    parts=(
        Part("two players", 1, "leagues of two"),
        Part("ten players", 3, "leagues of ten"),
        Part("other sizes", 1, "leagues of one player, of three, five and twenty"),
    ),
    cases=league_cases,
    right=league,
    examples=lambda variant: [(inputs[0],) for part, inputs in league_cases(variant)[18:21]],
    pure=True,
    wrong={
        "Every pair plays once here; it should play twice, with each of the two as X.": mistake(
            ("a != b", "a < b")
        ),
        "Here the players play against themselves too.": mistake(("a != b", "True")),
        "X and O have changed places, or their scores have.": mistake(
            ("for_x, for_o = ", "for_o, for_x = ")
        ),
        "Here a game goes on after a line is finished.": mistake((ENDED, FULL)),
        "A full board is a tie here even if its last mark finished a line.": mistake(
            ("if any(", "if k < 8 and any("), costs=("two players", "ten players")
        ),
        "The disqualified player is paid as after a tie here: it is the bug of P12.5.": mistake(
            (TAKEN, "return squares, <<v.empty>>, <<v.empty>>")
        ),
        "The opponent of a disqualified player gets nothing here; the table says what it should "
        "get.": mistake(paying("LEFT=0")),
        "The opponent of a disqualified player is paid as after a win here; the table says "
        "otherwise.": mistake(paying("LEFT=WIN")),
        "Losers are paid here as winners are.": mistake(
            ("scores(*play(x, o))", f"scores(*play(x, o)) if {NO_WINNER} else {WINS}")
        ),
        "Here each legal move brings 1 point after a win and a tie, as in the book.": mistake(
            paying("WIN=1, TIE=1, LEFT=0")
        ),
        ELSEWHERE: mistake(
            (
                "lines = variant.variant(<<v.number>>).lines",
                "from fogel.encoding import LINES as lines",
            )
        ),
    },
    package=(
        "from fogel.encoding import O, X\nfrom fogel.league import play_match\n\ndef"
        " league_scores(tables):\n    players = [lambda board, rng, row=row:"
        " row[int(np.count_nonzero(board))] for row in tables]\n    totals = [0] * len(players)\n  "
        "  for a, x in enumerate(players):\n        for b, o in enumerate(players):\n            if"
        " a != b:\n                played = play_match(x, o, None)\n                totals[a] +="
        " played.score(X)\n                totals[b] += played.score(O)\n    return totals\n"
    ),
)


# P12.7 The student's own league.


def own_tables(variant, student):
    """The tables that the notebook hands to a student."""
    return league_tables(student_rng(variant.number, student, "league"), 10)


def own_right(variant, student):
    """The scores, the rows of the three best, and how many games were valid."""
    tables = own_tables(variant, student)
    totals = league(variant, tables)
    survivors = sorted(range(10), key=lambda row: (-totals[row], row))[:3]
    played = [
        match(variant, x, o) for a, x in enumerate(tables) for b, o in enumerate(tables) if a != b
    ]
    return totals, survivors, sum(out == variant.empty for _, _, out in played)


def scoring(scores):
    """The edit after which the student's league uses other scores."""
    return "league_scores(my_tables)", REBOUND.format(
        "league_scores", f"scores={scores}"
    ) + "(my_tables)"


OWN = ValueTask(
    name="own",
    number="P12.7",
    title="your league",
    kind="personal",
    values=("my_scores", "my_survivors", "my_valid"),
    shapes=(Numbers(count=10), Numbers(count=3), Number(least=0, most=90)),
    parts=(
        Part("scores", 1, "the scores of your ten players"),
        Part("survivors", 2, "the rows of the three best"),
        Part("valid", 1, "how many of the 90 games ended without a disqualification"),
    ),
    right=own_right,
    wrong={
        "That is what it would be with the bug of P12.5.": mistake(
            scoring("lambda squares, won, out: scores(squares, won, <<v.empty>>)"),
            costs=("scores", "survivors"),
        ),
        "That is the book's score: 1 point a move after a win and a tie.": mistake(
            scoring(REBOUND.format("scores", "WIN=1, TIE=1, LEFT=0")), costs=("scores", "survivors")
        ),
        "These are the players with the lowest scores.": mistake(
            ("-my_scores[row]", "my_scores[row]"), costs=("survivors",)
        ),
        "Of two players with equal scores the one with the lower row goes ahead.": mistake(
            ("-my_scores[row])", "(-my_scores[row], -row))"), costs=("survivors",), variant=23
        ),
        "That is the number of games with a disqualification.": mistake(
            ("== <<v.empty>>", "!= <<v.empty>>"), costs=("valid",)
        ),
    },
)


WHY = WrittenTask(
    name="why",
    number="P12.8",
    title="in your own words",
    parts=(Part("why", 4, "what the opponent of a disqualified player should get, and why"),),
)

SET = ProblemSet(
    "12_league",
    "Neurons that play each other",
    90,
    (NEURON, NETWORK, ENCODE, DECODE, BUG, LEAGUE, OWN, WHY),
)
