"""Answers to problem set 12, right ones written otherwise and plausible wrong ones.

WRONG: {task: [(what is wrong, code, points by part, words of the message)]}. RIGHT: {task: [(how,
code)]}. Code may hold the texts' placeholders. A part that is not named earns all of its points.
All answers of a notebook share their names, so a network here brings its own neurons, and a league
its own scores.
"""

from rewritten import changed

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
SHARED = ("tuple(self.weights), self.bias", "self.weights, self.bias")
DOT = "np.dot(self.weights, inputs)"
WEIGHTS = (
    "        self.weights = tuple((rng.random() - 0.5) * 2 * max_magnitude + w for w in"
    " self.weights)\n"
)
BIAS = "        self.bias = (rng.random() - 0.5) * 2 * max_magnitude + self.bias\n"
IN_PLACE = (
    "        for k in range(len(self.weights)):\n            self.weights[k] += rng.uniform(-1, 1)"
    " * max_magnitude\n"
)
OTHERWISE = {"output": 0, "copy": 0}  # what a neuron loses that says something else

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
ROUNDS = """
            if row is not self.layers[-1]:
                inputs = (inputs > 0.5) * 1.0
"""
NOTHING_RIGHT = {"output": 0, "mutation": 0, "copy": 0}

ENCODE = """
def encode_board(board):
    return [int(mark == kind) for mark in board for kind in <<v.code>>]
"""
NO_INPUTS = {"X to move": 0, "O to move": 0, "over": 0}

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
LEFT = "rates[<<v.x + v.o>> - disqualified] = <<v.per_left>>"

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
OWN = (
    LEAGUE.replace("paid", "mine_paid")
    .replace("game(", "my_game(")
    .replace("league_scores", "mine")
    + """
my_scores = mine(my_tables)
my_survivors = np.argsort(my_scores, kind="stable")[:3]
my_valid = sum(my_game(x, o)[2] != <<v.empty>> for x in my_tables for o in my_tables if x is not o)
"""
)
ALL_GAMES = {"two players": 0, "ten players": 0, "other sizes": 0}

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
            "adds, as the post's first version did",
            changed(NEURON, (DOT, "sum(w + x for w, x in zip(self.weights, inputs))")),
            OTHERWISE,
            "a weight should be multiplied by its input",
        ),
        (
            "no bias",
            changed(NEURON, (" - <<v.bias>> * self.bias", "")),
            OTHERWISE,
            "The bias is left out",
        ),
        (
            "the book's bias",
            changed(NEURON, ("<<v.bias>> * ", "")),
            OTHERWISE,
            "counts once here, as in the book",
        ),
        (
            "the bias inside the sum",
            changed(
                NEURON,
                (DOT, "sum(w * x + <<v.bias>> * self.bias for w, x in zip(self.weights, inputs))"),
                (" - <<v.bias>> * self.bias))", "))"),
            ),
            {"output": 0, "copy": 0},
            "once for every input",
        ),
        (
            "the bias is not mutated",
            changed(NEURON, (BIAS, "")),
            {"mutation": 0},
            "The bias is not mutated",
        ),
        (
            "weights before the bias",
            changed(NEURON, (BIAS + WEIGHTS, WEIGHTS + BIAS)),
            {"mutation": 0},
            "here the weights come first",
        ),
        (
            "normal numbers",
            changed(
                NEURON, ("(rng.random() - 0.5) * 2 * max_magnitude", "rng.normal(0, max_magnitude)")
            ),
            {"mutation": 0},
            "uniform ones are asked for",
        ),
        (
            "half as large",
            changed(NEURON, ("* 2 *", "*")),
            {"mutation": 0},
            "half as large as they should be",
        ),
        (
            "a copy that shares its list",
            changed(NEURON, (WEIGHTS, IN_PLACE), SHARED),
            {"copy": 0},
            "The copy shares its weights with its parent",
        ),
        (
            "a copy that shares its list, though mutations make tuples",
            changed(NEURON, SHARED),
            {"copy": 0},
            (
                "The copy shares its list of weights with its parent, though a mutation makes a"
                " new one"
            ),
        ),
        (
            "no copy at all",
            changed(NEURON, ("        return twin", "        return self")),
            {"copy": 0},
            "its parent under another name",
        ),
        (
            "whatever the number of inputs",
            changed(
                NEURON,
                ("len(inputs) != len(self.weights)", "False"),
                (DOT, "sum(w * x for w, x in zip(self.weights, inputs))"),
            ),
            {"refusals": 0},
            "A wrong number of inputs is no error here",
        ),
        (
            "another error",
            changed(NEURON, ("raise ValueError", "raise TypeError")),
            {"refusals": 0},
            "ValueError should be raised, and TypeError is",
        ),
    ],
    "network": [
        (
            "the book's bias",
            changed(NETWORK, ("-<<v.bias>> * ", "-")),
            NOTHING_RIGHT,
            "counts once here, as in the",
        ),
        (
            "no bias",
            changed(NETWORK, ("-<<v.bias>> * self.bias", "0")),
            NOTHING_RIGHT,
            "The bias is left out",
        ),
        (
            "one layer",
            changed(NETWORK, ("        return inputs", "            return inputs")),
            NOTHING_RIGHT,
            "those of the last are asked for",
        ),
        (
            "rounded",
            changed(NETWORK, ("        return inputs", ROUNDS + "        return inputs")),
            NOTHING_RIGHT,
            "does not round it",
        ),
        (
            "from the last layer to the first",
            changed(
                NETWORK,
                (
                    "rng):\n        for row in self.layers:",
                    "rng):\n        for row in self.layers[::-1]:",
                ),
            ),
            {"mutation": 0, "copy": 0},
            "from the last to the first",
        ),
        (
            "no copy",
            changed(NETWORK, ("copy.deepcopy(self)", "self")),
            {"copy": 0},
            "its parent under another name",
        ),
        (
            "a shallow copy",
            changed(NETWORK, ("copy.deepcopy", "copy.copy")),
            {"copy": 0},
            "in the last of these lines",
        ),
        (
            "no layers, no error",
            changed(NETWORK, ("if not len(layer_sizes)", "if False")),
            {"refusals": 0},
            "ValueError should be raised, and no error is.\nNeuralNetwork([], 3)",
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
        (
            "the book's order",
            changed(ENCODE, ("<<v.code>>", "(<<v.empty>>, <<v.x>>, <<v.o>>)")),
            NO_INPUTS,
            "in the book's order",
        ),
        (
            "the order turned round",
            changed(ENCODE, ("<<v.code>>", "<<v.code>>[::-1]")),
            NO_INPUTS,
            "opposite order",
        ),
        (
            "mark by mark",
            (
                "def encode_board(board):\n    return [int(mark == kind) for kind in <<v.code>> for"
                " mark in board]\n"
            ),
            NO_INPUTS,
            "square by square",
        ),
        (
            "marks",
            changed(ENCODE, ("int(mark == kind)", "mark * (mark == kind)")),
            NO_INPUTS,
            "marks themselves",
        ),
        (
            "nothing for an open square",
            changed(ENCODE, ("int(mark == kind)", "int(mark == kind != <<v.empty>>)")),
            NO_INPUTS,
            "An open square has a 1 too",
        ),
        (
            "the book's marks",
            changed(ENCODE, ("<<v.code>>", "(0, 1, -1)")),
            NO_INPUTS,
            "for the book's marks",
        ),
        (
            "two inputs a square",
            changed(ENCODE, ("<<v.code>>", "<<v.code>>[:2]")),
            NO_INPUTS,
            "27 numbers are asked for",
        ),
        (
            "changes its board",
            changed(ENCODE, ("    return", "    board[0] = <<v.x>>\n    return")),
            NO_INPUTS,
            "it changed what it was given",
        ),
    ],
    "decode": [
        (
            "argmax",
            "def decode_output(outputs):\n    return int(np.argmax(outputs))\n",
            {"equal": 0},
            "the lowest square",
        ),
        (
            "not larger alone",
            changed(DECODE, (" > outputs", " >= outputs")),
            {"equal": 0},
            "takes the last in your class's list",
        ),
        (
            "highest",
            (
                "def decode_output(outputs):\n    return max(range(8, -1, -1), key=lambda square:"
                " outputs[square])\n"
            ),
            {"equal": 0},
            "the highest square",
        ),
        (
            "smallest",
            changed(DECODE, (" > outputs", " < outputs")),
            {"largest": 0, "equal": 0},
            "takes the smallest output",
        ),
        (
            "a place",
            changed(DECODE, ("return best", "return <<v.preference>>.index(best)")),
            {"largest": 0, "equal": 0},
            "a place in your class's list",
        ),
        (
            "nothing where all outputs are 0",
            changed(
                DECODE,
                ("best = <<v.preference>>[0]", "best = None"),
                (
                    "outputs[square] > outputs[best]",
                    "outputs[square] > (outputs[best] if best is not None else 0)",
                ),
            ),
            {"equal": 0},
            "it returned nothing",
        ),
    ],
    "bug": [
        (
            "as it was",
            changed(
                SCORES,
                ("if disqualified in rates", "if winner != <<v.empty>> and disqualified in rates"),
            ),
            {"scores": 0},
            "with its bug still in it",
        ),
        (
            "nothing for the opponent",
            changed(SCORES, (LEFT, "pass")),
            {"scores": 0},
            "the table says what it should get",
        ),
        (
            "the wrong one is paid",
            changed(SCORES, (LEFT, "rates[disqualified] = <<v.per_left>>")),
            {"scores": 0},
            "The disqualified player is paid here",
        ),
        (
            "as after a win",
            changed(SCORES, ("= <<v.per_left>>", "= <<v.per_win>>")),
            {"scores": 0},
            "paid as after a win",
        ),
        (
            "everybody's moves",
            changed(
                SCORES,
                ("(len(squares) + 1) // 2", "len(squares)"),
                (" len(squares) // 2", " len(squares)"),
            ),
            {"scores": 0},
            "a player is paid for its own",
        ),
        (
            "half of the moves",
            changed(SCORES, ("(len(squares) + 1) // 2", "len(squares) // 2")),
            {"scores": 0},
            "X has made one move more",
        ),
    ],
    "league": [
        (
            "each pair once",
            changed(LEAGUE, ("if a == b", "if a >= b")),
            ALL_GAMES,
            "Every pair plays once here",
        ),
        (
            "against oneself",
            changed(LEAGUE, ("if a == b", "if False")),
            ALL_GAMES,
            "against themselves too",
        ),
        (
            "scores exchanged",
            changed(LEAGUE, ("for_x, for_o = ", "for_o, for_x = ")),
            ALL_GAMES,
            "X and O have changed places",
        ),
        ("plays on", changed(LEAGUE, ("if any(", "if k == 8 and any(")), ALL_GAMES, ""),
        (
            "the bug",
            changed(
                LEAGUE,
                ("return played, <<v.empty>>, mark", "return played, <<v.empty>>, <<v.empty>>"),
            ),
            ALL_GAMES,
            "it is the bug of P12.5",
        ),
        (
            "nothing for the opponent",
            changed(LEAGUE, (LEFT, "pass")),
            ALL_GAMES,
            "the table says what it should get",
        ),
        (
            "the book's lines",
            changed(
                LEAGUE,
                (
                    "<<v.lines>>",
                    (
                        "((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4,"
                        " 8), (2, 4, 6))"
                    ),
                ),
            ),
            ALL_GAMES,
            "The lines here are those of the book's squares",
        ),
        (
            "ten players alone",
            changed(LEAGUE, ("np.zeros(len(tables))", "np.zeros(10)")),
            {"two players": 0, "other sizes": 0},
            "",
        ),
    ],
    "own": [
        (
            "not computed",
            "my_scores = [0] * 9\nmy_survivors = 'all'\nmy_valid = 100\n",
            {"scores": 0, "survivors": 0, "valid": 0},
            "10 numbers are asked for",
        ),
        (
            "the worst, and the games that were broken off",
            OWN,
            {"survivors": 0, "valid": 0},
            "lowest scores.\n",
        ),
    ],
}
