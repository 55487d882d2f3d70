"""Problem set 12: neurons that are objects, and a league of ten."""

# Long: the tasks of a set, their texts, their solutions and the mistakes in them are read and
# changed together.

from dataclasses import replace
from functools import cache
from math import exp

import numpy as np

from fogel.checks.questions import call, let, make, put, read, refuse
from fogel.checks.shapes import Number, Numbers, Square
from fogel.checks.variant import student_rng
from fogel.encoding import IN_PROGRESS, X, is_final, open_squares, winner
from fogel.encoding import put as place_mark
from grader.objects import ObjectTask
from grader.rules import mark_of
from grader.tasks import FunctionTask, Part, ProblemSet, ValueTask, WrittenTask

ONE, MANY = Number(within=1e-9), Numbers(within=1e-9)
RNG = {"name": "rng"}
BOOK_BIAS = (
    "The bias counts once here, as in the book; in your class it counts as often as the table says."
)
EMPTY_BOARD = (0,) * 9


# P12.1 The neuron. A right one, whose methods common mistakes replace.


class Neuron:
    """A sigmoid neuron; `says` is what its bias is multiplied by."""

    says = 1.0

    def __init__(self, input_size):
        self.weights, self.bias = [0.0] * input_size, 0.0

    def total(self, inputs):
        """What goes through the sigmoid."""
        return (
            sum(w * x for w, x in zip(self.weights, inputs, strict=False)) + self.says * self.bias
        )

    def squashed(self, s):
        """The sigmoid."""
        return 1 / (1 + exp(-s))

    def checked(self, inputs):
        """Raises ValueError for another number of inputs than weights."""
        if len(inputs) != len(self.weights):
            raise ValueError("inputs of another size")

    def calculate_output(self, inputs):
        """From 0 to 1."""
        self.checked(inputs)
        return self.squashed(self.total(inputs))

    def draw(self, magnitude, rng):
        """A change."""
        return rng.uniform(-magnitude, magnitude)

    def change(self, magnitude, rng):
        """Changes the bias, and then the weights, where they stand."""
        self.bias += self.draw(magnitude, rng)
        for k in range(len(self.weights)):
            self.weights[k] += self.draw(magnitude, rng)

    def mutate(self, max_magnitude, rng):
        """A mutation; raises ValueError for a negative magnitude."""
        if max_magnitude < 0:
            raise ValueError("a negative magnitude")
        self.change(max_magnitude, rng)

    def copy(self):
        """A neuron of its own."""
        twin = type(self)(0)
        twin.weights, twin.bias = list(self.weights), self.bias
        return twin


def neuron(**own):
    """The class of a variant with methods of its `own`, as `right` and `wrong` want it."""
    return lambda variant: type("SigmoidNeuron", (Neuron,), {"says": variant.bias, **own})


def weights_first(self, magnitude, rng):
    """The weights are changed before the bias."""
    self.weights = [w + self.draw(magnitude, rng) for w in self.weights]
    self.bias += self.draw(magnitude, rng)


def weights_alone(self, magnitude, rng):
    """The bias is not changed."""
    self.weights = [w + self.draw(magnitude, rng) for w in self.weights]


def one_for_all(self, magnitude, rng):
    """The same number everywhere."""
    drawn = self.draw(magnitude, rng)
    self.bias += drawn
    self.weights = [w + drawn for w in self.weights]


def drawn_anew(self, magnitude, rng):
    """What was drawn takes the place of what was there."""
    self.bias = self.draw(magnitude, rng)
    self.weights = [self.draw(magnitude, rng) for _ in self.weights]


def shared_weights(self):
    """A copy with the same list."""
    twin = type(self)(0)
    twin.weights, twin.bias = self.weights, self.bias
    return twin


def in_a_new_list(self, magnitude, rng):
    """The bias, and then the weights, which are a new list."""
    self.bias += self.draw(magnitude, rng)
    self.weights = [w + self.draw(magnitude, rng) for w in self.weights]


def set_neuron(name, weights, bias):
    """The steps that give a neuron its weights and bias."""
    return put(f"{name}.weights", tuple(map(float, weights))), put(f"{name}.bias", float(bias))


def some_neuron(rng, size):
    """The steps that make a neuron of that size."""
    return make("neuron", size), *set_neuron(
        "neuron", rng.integers(-9, 10, size) / 4, rng.integers(1, 10) / 4
    )


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
    right=neuron(),
    examples=neuron_examples,
    wrong={
        "Weights and inputs are added here; a weight should be multiplied by its input.": neuron(
            total=lambda self, inputs: (
                sum(map(sum, zip(self.weights, inputs, strict=False))) + self.says * self.bias
            )
        ),
        "The bias is left out.": neuron(says=0.0),
        BOOK_BIAS: neuron(says=1.0),
        "The bias is added once for every input, and should be added once in all.": neuron(
            total=lambda self, inputs: sum(
                w * x + self.says * self.bias for w, x in zip(self.weights, inputs, strict=False)
            )
        ),
        "The sum is handed on as it is; it should go through the sigmoid.": neuron(
            squashed=lambda self, s: s
        ),
        "The sign of the exponent is turned round: a large sum should give an output near 1.": (
            neuron(squashed=lambda self, s: 1 / (1 + exp(s)))
        ),
        "The bias is not mutated here.": neuron(change=weights_alone),
        "The bias draws its number first, and then the weights in their order; here the weights "
        "come first.": neuron(change=weights_first),
        "One number is drawn for all here; the bias and every weight should have one each.": neuron(
            change=one_for_all
        ),
        "What is drawn takes the place of the old value here, and should be added to it.": neuron(
            change=drawn_anew
        ),
        "These are normal numbers; uniform ones are asked for.": neuron(
            draw=lambda self, magnitude, rng: rng.normal(0, magnitude)
        ),
        "The numbers here are half as large as they should be: from minus to plus max_magnitude.": (
            neuron(draw=lambda self, magnitude, rng: rng.uniform(-magnitude / 2, magnitude / 2))
        ),
        "All numbers here are positive; they should lie between minus and plus max_magnitude.": (
            neuron(draw=lambda self, magnitude, rng: rng.uniform(0, magnitude))
        ),
        "The copy is its parent under another name.": neuron(copy=lambda self: self),
        "The copy shares its weights with its parent.": neuron(copy=shared_weights),
        "The copy shares its list of weights with its parent, though a mutation makes a new one.": (
            neuron(copy=shared_weights, change=in_a_new_list)
        ),
        "A wrong number of inputs is no error here.": neuron(checked=lambda self, inputs: None),
        "A negative magnitude is no error here.": neuron(mutate=Neuron.change),
        "Neither a wrong number of inputs nor a negative magnitude is an error here.": neuron(
            checked=lambda self, inputs: None, mutate=Neuron.change
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
    """Layers of neurons; `says` and the methods as in a Neuron."""

    says = 1.0

    def __init__(self, layer_sizes, input_size):
        if len(layer_sizes) == 0:
            raise ValueError("no layer")
        self.input_size, self.layers, before = input_size, [], input_size
        made = type("SigmoidNeuron", (Neuron,), {"says": self.says})
        for size in layer_sizes:
            self.layers.append(Layer(size, before, made))
            before = size

    def checked(self, inputs):
        """Raises ValueError for another number of inputs."""
        if len(inputs) != self.input_size:
            raise ValueError("inputs of another size")

    def outputs(self, inputs):
        """The outputs of every layer."""
        found = []
        for layer in self.layers:
            inputs = [neuron.calculate_output(inputs) for neuron in layer.neurons]
            found.append(inputs)
        return found

    def calculate_output(self, inputs):
        """The outputs of the last layer."""
        self.checked(inputs)
        return self.outputs(inputs)[-1]

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


def network(**own):
    """As `neuron`, for a network."""
    return lambda variant: type("NeuralNetwork", (Network,), {"says": variant.bias, **own})


def with_shared_neurons(self):
    """A copy whose layers are new, and whose neurons are not."""
    twin = type(self)([0], self.input_size)
    twin.layers = list(self.layers)
    return twin


def last_layer_first(self, max_magnitude, rng):
    """The layers are mutated from the last to the first."""
    for layer in self.layers[::-1]:
        for one in layer.neurons:
            one.mutate(max_magnitude, rng)


def fired(self, inputs):
    """The outputs, where a hidden neuron hands on 0 or 1."""
    found = []
    for layer in self.layers:
        inputs = [neuron.calculate_output([float(x > 0.5) for x in inputs] if found else inputs)
                  for neuron in layer.neurons]  # fmt: skip
        found.append(inputs)
    return found


def set_network(rng, sizes, inputs):
    """The steps that make a network of layers of these sizes, and set every neuron."""
    steps, before = [make("network", tuple(sizes), inputs)], inputs
    for layer, size in enumerate(sizes):
        for k in range(size):
            weights, bias = rng.integers(-9, 10, before) / 4, rng.integers(1, 10) / 4
            steps += set_neuron(f"network.layers[{layer}].neurons[{k}]", weights, bias)
        before = size
    return steps


def network_scripts(variant):
    """What networks of one to three layers say, what they refuse, and what becomes of a copy."""
    rng, found = np.random.default_rng(122), []
    for sizes, inputs in (((3,), 2), ((2, 1), 2), ((3, 2), 4), ((2, 3, 2), 3), ((4, 1, 3), 2)):
        asked = [tuple((rng.integers(-4, 5, inputs) / 4).tolist()) for _ in range(2)]
        calls = [call("network.calculate_output", values, shape=MANY) for values in asked]
        found.append(("output", (*set_network(rng, sizes, inputs), *calls)))
    for count in (1, 3):
        found.append(
            (
                "refusals",
                (*set_network(rng, (2, 1), 2), refuse("network.calculate_output", (1.0,) * count)),
            )
        )
    found.append(("refusals", (refuse("NeuralNetwork", (), 3),)))
    drawn = let("rng", {"rng": 12}), call("network.mutate", 2.0, RNG)
    for sizes, inputs in (((2, 2), 3), ((15, 9), 27)):
        values = tuple(rng.integers(0, 2, inputs).astype(float).tolist())
        steps = (make("network", sizes, inputs), *drawn)
        asked = call("network.calculate_output", values, shape=MANY)
        own = call("network.copy", keep="twin"), let("other", {"rng": 13})
        change = call("twin.mutate", 2.0, {"name": "other"})
        found.append(("mutation", (*steps, asked)))
        found.append(("copy", (*steps, *own, call("twin.calculate_output", values, shape=MANY))))
        found.append(("copy", (*steps, *own, change, asked)))
    steps = (
        make("network", (2, 1), 3),
        *copied_from_a_list("network", "network.layers[0].neurons[1]", 3),
    )
    return [*found, ("copy", (*steps, read("twin.layers[0].neurons[1].weights", MANY)))]


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
    right=network(),
    examples=network_examples,
    wrong={
        BOOK_BIAS: network(says=1.0),
        "The bias is left out.": network(says=0.0),
        "These are the outputs of the first layer; those of the last are asked for.": network(
            calculate_output=lambda self, inputs: self.outputs(inputs)[0]
        ),
        "These are the outputs of all layers; those of the last are asked for.": network(
            calculate_output=lambda self, inputs: [
                one for outputs in self.outputs(inputs) for one in outputs
            ]
        ),
        "A neuron hands on its output as it is, and does not round it to 0 or 1.": network(
            outputs=fired
        ),
        "The layers are mutated from the last to the first here.": network(mutate=last_layer_first),
        "The copy is its parent under another name.": network(copy=lambda self: self),
        "The copy shares its neurons with its parent.": network(copy=with_shared_neurons),
    },
    package="from fogel.league import NeuralNetwork\n",
)


# P12.3 and P12.4 A board goes in, a square comes out.


def encode(variant, board, code=None):
    """Three numbers a square."""
    return [float(mark == kind) for mark in board for kind in code or variant.code]


def by_turn(variant, board):
    """Three numbers a square: open, one's own, the other's."""
    mine = variant.x if sum(mark != variant.empty for mark in board) % 2 == 0 else variant.o
    return encode(variant, board, (variant.empty, mine, variant.x + variant.o - mine))


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
        "class has another.": lambda v, board: encode(v, board, (v.empty, v.x, v.o)),
        "The three inputs of a square stand in the opposite order here.": lambda v, board: encode(
            v, board, v.code[::-1]
        ),
        "X and O have changed places.": lambda v, board: encode(
            v, board, [{v.x: v.o, v.o: v.x}.get(mark, mark) for mark in v.code]
        ),
        "The inputs stand mark by mark, nine for each; they should stand square by square, three "
        "for each.": lambda v, board: [float(mark == kind) for kind in v.code for mark in board],
        "These inputs tell one's own marks from the other's. An agent of the league sees X and "
        "O.": (by_turn),
        "The marks themselves stand among the inputs; a 1 is asked for.": lambda v, board: [
            mark * (mark == kind) for mark in board for kind in v.code
        ],
        "An open square has a 1 too: one of its three inputs stands for it.": lambda v, board: [
            float(mark == kind != v.empty) for mark in board for kind in v.code
        ],
        "These are the inputs for the book's marks; your class has others.": lambda v, board: [
            float(mark == kind) for mark in board for kind in (0, 1, -1)
        ],
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
    found = [("largest", (rng.random(9),)) for _ in range(60)] + [
        ("equal", (np.zeros(9),)),
        ("equal", (np.ones(9),)),
    ]
    return found + [("equal", (rng.integers(0, 3, 9) / 2,)) for _ in range(60)]


def first_largest(outputs, squares):
    """Of the squares in this order, the first with the largest output."""
    return max(squares, key=lambda square: outputs[square])


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
    right=lambda v, outputs: first_largest(outputs, v.preference),
    examples=lambda variant: [(np.arange(9) / 8,), (np.arange(9)[::-1] / 8,), (np.full(9, 0.5),)],
    pure=True,
    wrong={
        "Of several equal outputs this takes the lowest square; your class has a list for that.": (
            lambda v, outputs: first_largest(outputs, range(9))
        ),
        "Of several equal outputs this takes the highest square; your class has a list for that.": (
            lambda v, outputs: first_largest(outputs, range(8, -1, -1))
        ),
        "Of several equal outputs this takes the last in your class's list, and the first is "
        "asked for.": lambda v, outputs: first_largest(outputs, v.preference[::-1]),
        "This takes the smallest output.": lambda v, outputs: first_largest(-outputs, v.preference),
        "This returns a place in your class's list, and not the square that stands there.": (
            lambda v, outputs: v.preference.index(first_largest(outputs, v.preference))
        ),
    },
    package="from fogel.league.agent import decode_output\n",
)


# P12.5 Find the bug: nobody learns the rules.


class Scores:
    """The right scores of a game with a winner (`won`) and a disqualified player (`out`), marks.

    Common mistakes replace its methods: what is paid for a move to the one who is `left` over after
    a disqualification, to the `disqualified`, and to who has `lost`; and for how many `moves` a
    mark is paid.
    """

    def __init__(self, variant, squares, won, out):
        self.variant, self.squares, self.won, self.out = variant, squares, won, out

    def left(self):
        """For a move, after the other's disqualification."""
        return self.variant.per_left

    def disqualified(self):
        """For a move of the disqualified player."""
        return 0

    def lost(self):
        """For a move after a loss."""
        return 0

    def moves(self, mark):
        """How many of the moves are those of a mark."""
        return (len(self.squares) + (mark == self.variant.x)) // 2

    def rate(self, mark):
        """What a mark is paid for a move."""
        if self.out != self.variant.empty:
            return self.disqualified() if self.out == mark else self.left()
        if self.won == self.variant.empty:
            return self.variant.per_tie
        return self.variant.per_win if self.won == mark else self.lost()

    def of(self, mark):
        """The score of a mark."""
        return self.rate(mark) * self.moves(mark)


def scored(**own):
    """[the score of X, that of O] of a game, by methods of its `own`, as `right` and `wrong` want
    it.
    """
    kind = type("Scores", (Scores,), own)
    return lambda variant, *game: [kind(variant, *game).of(mark) for mark in (variant.x, variant.o)]


scores_of = scored()


def with_ties(variant, squares, won, out):
    """The scores of the program with its bug: who is disqualified has a tie."""
    return scores_of(variant, squares, won, variant.empty)


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
        "These are the scores of the program with its bug still in it.": with_ties,
        "The disqualified player is paid here, and should get nothing.": scored(
            left=lambda self: 0, disqualified=lambda self: self.variant.per_left
        ),
        "Both players are paid after a disqualification; the disqualified one should get "
        "nothing.": scored(disqualified=lambda self: self.variant.per_left),
        "The opponent of a disqualified player gets nothing here; the table says what it should "
        "get.": scored(left=lambda self: 0),
        "The opponent of a disqualified player is paid as after a win here; the table says "
        "otherwise.": scored(left=lambda self: self.variant.per_win),
        "The opponent of a disqualified player is paid as after a tie here; the table says "
        "otherwise.": scored(left=lambda self: self.variant.per_tie),
        "The moves of both players are paid for here; a player is paid for its own.": scored(
            moves=lambda self, mark: len(self.squares)
        ),
        "X has made one move more than O in a game with an odd number of moves.": scored(
            moves=lambda self, mark: len(self.squares) // 2
        ),
    },
)


# P12.6 A league of ten.


def match(variant, x, o, plays_on=False, full_first=False):
    """(squares, winner, disqualified) of a game between two tables."""
    book, squares, mark = EMPTY_BOARD, [], X
    while len(squares) < 9 and (plays_on or not winner(book)):
        square = int((x if mark == X else o)[len(squares)])
        if book[variant.order[square]]:
            return squares, variant.empty, mark_of(variant, mark)
        book, mark = place_mark(book, variant.order[square], mark), -mark
        squares.append(square)
    return (
        squares,
        mark_of(variant, 0 if full_first and len(squares) == 9 else winner(book)),
        variant.empty,
    )


def league(variant, tables, pairs=lambda a, b: a != b, score=scores_of, swapped=False, **habits):
    """The scores of all players, by a program that may have a common mistake in it."""
    totals = [0] * len(tables)
    for a, x in enumerate(tables):
        for b, o in enumerate(tables):
            if pairs(a, b):
                for_x, for_o = score(variant, *match(variant, x, o, **habits))[
                    :: -1 if swapped else 1
                ]
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
        "Every pair plays once here; it should play twice, with each of the two as X.": (
            lambda v, tables: league(v, tables, pairs=lambda a, b: a < b)
        ),
        "Here the players play against themselves too.": lambda v, tables: league(
            v, tables, pairs=lambda a, b: True
        ),
        "X and O have changed places, or their scores have.": lambda v, tables: league(
            v, tables, swapped=True
        ),
        "Here a game goes on after a line is finished.": lambda v, tables: league(
            v, tables, plays_on=True
        ),
        "A full board is a tie here even if its last mark finished a line.": (
            lambda v, tables: league(v, tables, full_first=True)
        ),
        "The disqualified player is paid as after a tie here: it is the bug of P12.5.": (
            lambda v, tables: league(v, tables, score=with_ties)
        ),
        "The opponent of a disqualified player gets nothing here; the table says what it should "
        "get.": lambda v, tables: league(v, tables, score=scored(left=lambda self: 0)),
        "The opponent of a disqualified player is paid as after a win here; the table says "
        "otherwise.": lambda v, tables: league(
            v, tables, score=scored(left=lambda self: self.variant.per_win)
        ),
        "Losers are paid here as winners are.": lambda v, tables: league(
            v, tables, score=scored(lost=lambda self: self.variant.per_win)
        ),
        "Here each legal move brings 1 point after a win and a tie, as in the book.": (
            lambda v, tables: league(replace(v, per_win=1, per_tie=1, per_left=0), tables)
        ),
        ELSEWHERE: lambda v, tables: league(replace(v, order=tuple(range(9))), tables),
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


def own_right(variant, student, score=scores_of, best=-1, later=1):
    """The scores, the rows of the three best, and how many games were valid."""
    tables = own_tables(variant, student)
    totals = league(variant, tables, score=score)
    survivors = sorted(range(10), key=lambda row: (best * totals[row], later * row))[:3]
    played = [
        match(variant, x, o) for a, x in enumerate(tables) for b, o in enumerate(tables) if a != b
    ]
    return totals, survivors, sum(out == variant.empty for _, _, out in played)


def invalid(variant, student):
    """The games that were not valid."""
    totals, survivors, valid = own_right(variant, student)
    return totals, survivors, 90 - valid


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
        "That is what it would be with the bug of P12.5.": lambda v, student: own_right(
            v, student, score=with_ties
        ),
        "That is the book's score: 1 point a move after a win and a tie.": (
            lambda v, student: own_right(replace(v, per_win=1, per_tie=1, per_left=0), student)
        ),
        "These are the players with the lowest scores.": lambda v, student: own_right(
            v, student, best=1
        ),
        "Of two players with equal scores the one with the lower row goes ahead.": (
            lambda v, student: own_right(v, student, later=-1)
        ),
        "That is the number of games with a disqualification.": invalid,
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
