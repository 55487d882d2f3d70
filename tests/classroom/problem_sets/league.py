"""Answers to problem set 12, right ones written otherwise and plausible wrong ones.

WRONG: {task: [(what is wrong, code, points by part, words of the message)]}, or (words of the
message, Mistake) in such a list. RIGHT: {task: [(how, code)]}. Code may hold the texts'
placeholders. A part that is not named earns all of its points. All answers of a notebook share
their names, so a network here brings its own neurons, and a league its own scores.
"""

from rewritten import changed

from grader.mistakes import mistake

NEURON = """
class SigmoidNeuron:
    def __init__(self, input_size):
        self.weights, self.bias = np.zeros(input_size), 0

    def calculate_output(self, inputs):
        if len(inputs) != len(self.weights):
            raise ValueError("inputs of a wrong size")
        return 1 / (1 + np.exp(-np.dot(self.weights, inputs) - <<v.bias>> * self.bias))

    def mutate(self, max_magnitude, rng):
        if max_magnitude < 0:
            raise ValueError("a negative magnitude")
        self.bias = (rng.random() - 0.5) * 2 * max_magnitude + self.bias
        self.weights = tuple((rng.random() - 0.5) * 2 * max_magnitude + w for w in self.weights)

    def copy(self):
        twin = SigmoidNeuron(len(self.weights))
        twin.weights, twin.bias = tuple(self.weights), self.bias
        return twin
"""

NETWORK = """
class Unit:
    def __init__(self, input_size):
        self.weights, self.bias = [0.0] * input_size, 0.0

    def calculate_output(self, inputs):
        return 1 / (1 + np.exp(-<<v.bias>> * self.bias - sum(w * x for w, x in zip(self.weights, inputs, strict=True))))

class Row:
    def __init__(self, neurons):
        self.neurons = neurons

class NeuralNetwork:
    def __init__(self, layer_sizes, input_size):
        if not len(layer_sizes):
            raise ValueError("no layers")
        sizes = [input_size, *layer_sizes]
        self.layers = [Row([Unit(before) for _ in range(size)]) for before, size in zip(sizes, sizes[1:])]

    def calculate_output(self, inputs):
        for row in self.layers:
            inputs = np.array([unit.calculate_output(inputs) for unit in row.neurons])
        return inputs

    def mutate(self, max_magnitude, rng):
        for row in self.layers:
            for unit in row.neurons:
                unit.bias += rng.uniform(-max_magnitude, max_magnitude)
                unit.weights = unit.weights + rng.uniform(-max_magnitude, max_magnitude, len(unit.weights))

    def copy(self):
        import copy
        return copy.deepcopy(self)
"""

ENCODE = """
def encode_board(board):
    return [int(mark == kind) for mark in board for kind in <<v.code>>]
"""

DECODE = """
def decode_output(outputs):
    best = <<v.preference>>[0]
    for square in <<v.preference>>:
        if outputs[square] > outputs[best]:
            best = square
    return best
"""

SCORES = """
def scores(squares, winner, disqualified):
    counts = {<<v.x>>: (len(squares) + 1) // 2, <<v.o>>: len(squares) // 2}
    rates = {<<v.x>>: 0, <<v.o>>: 0}
    if disqualified in rates:
        rates[<<v.x + v.o>> - disqualified] = <<v.per_left>>
    elif winner in rates:
        rates[winner] = <<v.per_win>>
    else:
        rates = dict.fromkeys(rates, <<v.per_tie>>)
    return tuple(rates[mark] * counts[mark] for mark in rates)
"""

LEAGUE = (
    SCORES.replace("def scores", "def paid")
    + """
def game(x, o):
    board = np.full(9, <<v.empty>>)
    for k in range(9):
        mark, square = [(<<v.x>>, x), (<<v.o>>, o)][k % 2][0], (x, o)[k % 2][k]
        played = [(x, o)[j % 2][j] for j in range(k)]
        if board[square] != <<v.empty>>:
            return played, <<v.empty>>, mark
        board[square] = mark
        if any((board[list(line)] == mark).all() for line in <<v.lines>>):
            return played + [square], mark, <<v.empty>>
    return played + [square], <<v.empty>>, <<v.empty>>

def league_scores(tables):
    totals = np.zeros(len(tables))
    for a in range(len(tables)):
        for b in range(len(tables)):
            if a == b:
                continue
            for_x, for_o = paid(*game(tables[a], tables[b]))
            totals[a] += for_x
            totals[b] += for_o
    return totals
"""
)

RIGHT = {
    "neuron": [("the post's, with arrays and tuples", NEURON)],
    "network": [("neurons without methods of their own", NETWORK)],
    "encode": [
        ("whole numbers", ENCODE),
        (
            "an array",
            (
                "def encode_board(board):\n    return np.equal.outer(board,"
                " np.array(<<v.code>>)).ravel()\n"
            ),
        ),
    ],
    "decode": [("a loop, larger alone counts", DECODE)],
    "bug": [("a rate for each mark", SCORES)],
    "league": [("arrays", LEAGUE)],
}

WRONG = {
    "neuron": [
        (
            "ValueError should be raised, and TypeError is",
            mistake(
                ('raise ValueError(f"not', 'raise TypeError(f"not'),
                ('raise ValueError(f"max', 'raise TypeError(f"max'),
                costs=("refusals",),
            ),
        )
    ],
    "network": [
        (
            "ValueError should be raised, and no error is.\nNeuralNetwork([], 3)",
            mistake(("len(layer_sizes) == 0", "False"), costs=("refusals",)),
        ),
        (
            "a shallow copy",
            changed(NETWORK, ("copy.deepcopy", "copy.copy")),
            {"copy": 0},
            "in the last of these lines",
        ),
        (
            "not the class of P12.1 alone",
            (
                "class NeuralNetwork:\n    def __init__(self, layer_sizes, input_size):\n       "
                " self.layers = [1 / 0]\n"
            ),
            {"output": 0, "refusals": 0, "mutation": 0, "copy": 0},
            "ZeroDivisionError",
        ),
    ],
    "encode": [
        ("27 numbers are asked for", mistake(("<<v.code>>", "<<v.code[:2]>>"))),
        (
            "it changed what it was given",
            mistake(("    return", "    board[0] = <<v.x>>\n    return")),
        ),
    ],
    "decode": [
        # Nothing where all outputs are 0.
        (
            "it returned nothing",
            mistake(
                ("outputs[square])", "outputs[square]) if any(outputs) else None"), costs=("equal",)
            ),
        )
    ],
    "league": [
        ("", mistake(("[0] * len(tables)", "[0] * 10"), costs=("two players", "other sizes")))
    ],
    "own": [
        (
            "not computed",
            "my_scores = [0] * 9\nmy_survivors = 'all'\nmy_valid = 100\n",
            {"scores": 0, "survivors": 0, "valid": 0},
            "10 numbers are asked for",
        )
    ],
}

MUTATED = "for layer in self.layers:\n            for neuron"
COPIED = "for layer in self.layers:\n            twin"
LINE, TAKEN = "for a, b, c in lines", "if board[square] != <<v.empty>>"

# {(task whose solution is edited, task that must notice): {way in which a rule applies: the Mistake
# of a program that overlooks just that}}
OVERLOOKED = {
    ("neuron", "neuron"): {"a bias below 0": mistake(("total = self.bias", "total = abs(self.bias)"))},
    ("network", "network"): {
        "no inputs": mistake((
            "if len(inputs) != self.input_size:",
            "inputs = inputs or [0.0] * self.input_size\n        if len(inputs) != self.input_size:",
        )),
        "a mutation of one layer": mistake((MUTATED, MUTATED.replace("layers", "layers[: 9 * len(self.layers) - 9]"))),
        "a mutation of the third layer": mistake((MUTATED, MUTATED.replace("layers", "layers[:2]"))),
        "a copy of the third layer": mistake((COPIED, COPIED.replace("layers", "layers[:2]"))),
        **{
            f"a copy's own {what}": mistake(("return twin", (
                f"for mine, its in zip(self.layers[{k}].neurons{some}, twin.layers[{k}].neurons):\n"
                "            its.weights = mine.weights\n        return twin"
            )))
            for what, k, some in (("first neuron", 0, "[:1]"), ("last layer", -1, ""))
        },
        "a copy that is mutated": mistake(("return twin", "twin.calculate_output = self.calculate_output\n        return twin")),
    },
    ("decode", "decode"): {"outputs that are nearly equal": mistake(("outputs[square])", "round(outputs[square], 6))"))},
    ("league", "league"): {
        "X finishes a line": mistake((LINE, f"{LINE} if mark == <<v.o>>")),
        "O finishes a line": mistake((LINE, f"{LINE} if mark == <<v.x>>")),
        "X names a taken square": mistake((TAKEN, f"{TAKEN} and k % 2")),
        "O names a taken square": mistake((TAKEN, f"{TAKEN} and k % 2 == 0")),
    },
}  # fmt: skip
