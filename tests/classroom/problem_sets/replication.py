"""Answers to problem set 4, right ones written otherwise and plausible wrong ones.

WRONG: {task: [(what is wrong, code, points by part, words of the message)]}, or (words of the
message, Mistake) in such a list. RIGHT: {task: [(how, code)]}. Code may hold the texts'
placeholders. A part that is not named earns all of its points. OVERLOOKED: {(task whose solution
is edited, task that must notice): {way in which a rule applies: the Mistake of a program that
overlooks just that}}.
"""

from grader.mistakes import mistake
from grader.sets.replication import ADDING, DELETING


def drawn(hidden, output=None):
    """The edits by which other numbers are added to the hidden weights, and to the output weights,
    where they may be drawn alike.
    """
    output = hidden.replace("hidden", "output") if output is None else output
    shapes = {"hidden.shape": hidden, "output.shape": output}
    return tuple((f"rng.normal(0, <<v.noise>>, {shape})", new) for shape, new in shapes.items())


IN_PLACE = (("hidden = hidden +", "hidden +="), ("output = output +", "output +="))
NOTHING_ELSE = "return (hidden, output) if len(hidden) != nodes else"

RIGHT = {
    "structure": [
        (
            "lists, loops and whole numbers",
            """
def changed(hidden, output, draws):
    first, second, third = (float(u) for u in draws)
    rows, columns = [list(row) for row in hidden], [list(column) for column in zip(*output)]
    if first >= <<v.change>> or (second < 0.5 and len(rows) == 10) or (second >= 0.5 and len(rows) == 1):
        return rows, [list(row) for row in output]
    if second < 0.5:
        place = 0 if <<v.number>> else len(rows)
        rows.insert(place, [0] * 10)
        columns.insert(place, [0] * 9)
    else:
        node = int(third * len(rows))
        del rows[node], columns[node]
    return rows, [list(row) for row in zip(*columns)]
""",
        ),
        (
            "stacked and masked",
            """
def more(hidden, output):
    zeros = np.zeros((1, 10)), np.zeros((9, 1))
    if <<v.number>>:
        return np.vstack([zeros[0], hidden]), np.hstack([zeros[1], output])
    return np.vstack([hidden, zeros[0]]), np.hstack([output[:, :-1], zeros[1], output[:, -1:]])

def changed(hidden, output, draws):
    nodes, step = len(hidden), 0
    if draws[0] < <<v.change>>:
        step = 1 if draws[1] < 0.5 else -1
    if not 1 <= nodes + step <= 10:
        step = 0
    if step == 1:
        return more(hidden, output)
    if step == -1:
        stays = np.arange(nodes + 1) != np.floor(draws[2] * nodes)
        return [hidden[stays[:-1]], output[:, stays]]
    return hidden.copy(), output.copy()
""",
        ),
    ],
    "noise": [
        (
            "weight by weight, the outputs first, lists",
            """
def with_noise(hidden, output, rng):
    outputs = [[w + rng.normal(0, <<v.noise>>) for w in row] for row in output.tolist()]
    return [[w + rng.normal(0, <<v.noise>>) for w in row] for row in hidden.tolist()], outputs
""",
        ),
        (
            "one draw for all, scaled, cut in two",
            """
def with_noise(hidden, output, rng):
    noise = <<v.noise>> * rng.standard_normal(hidden.size + output.size)
    child = np.concatenate([hidden.ravel(), output.ravel()]) + noise
    return child[:hidden.size].reshape(hidden.shape), child[hidden.size:].reshape(output.shape)
""",
        ),
        (
            "copies, changed in place",
            """
def with_noise(hidden, output, rng):
    child = hidden.copy(), output.copy()
    for weights in child:
        for place in np.ndindex(weights.shape):
            weights[place] += rng.normal(scale=<<v.noise>>)
    return child
""",
        ),
    ],
    "child": [
        (
            "the luck of the structure drawn first",
            """
def child(hidden, output, rng):
    step = rng.choice([-1, 0, 1], p=[<<v.change / 2>>, <<1 - v.change>>, <<v.change / 2>>])
    doomed = rng.choice(len(hidden))
    rows = [[w + rng.normal(0, <<v.noise>>) for w in row] for row in hidden]
    columns = [[w + rng.normal(0, <<v.noise>>) for w in column] for column in output.T]
    if step == 1 and len(rows) < 10:
        place = 0 if <<v.number>> else len(rows)
        rows.insert(place, [0.0] * 10)
        columns.insert(place, [0.0] * 9)
    if step == -1 and len(rows) > 1:
        rows.pop(doomed)
        columns.pop(doomed)
    return np.array(rows), np.array(columns).T
""",
        ),
        (
            "structure before noise, but with no noise for the new node, and shuffled for who goes",
            """
def child(hidden, output, rng):
    nodes = len(hidden)
    old = list(range(nodes))
    u = rng.uniform(0, 1)
    gains = u < <<v.change / 2>> and nodes < 10
    if <<v.change / 2>> <= u < <<v.change>> and nodes > 1:
        old = sorted(rng.permutation(nodes)[1:].tolist())
    hidden = hidden[old] + rng.normal(0, <<v.noise>>, (len(old), 10))
    output = output[:, old + [nodes]] + rng.normal(0, <<v.noise>>, (9, len(old) + 1))
    if gains:
        place = 0 if <<v.number>> else nodes
        hidden, output = np.insert(hidden, place, 0, axis=0), np.insert(output, place, 0, axis=1)
    return hidden, output
""",
        ),
    ],
    "litter": [
        (
            "all at once",
            (
                "def litter(weights, count, rng):\n"
                "    return weights + rng.normal(0, <<v.noise>>, (count, len(weights)))\n"
            ),
        ),
        (
            "a list of new arrays",
            (
                "def litter(weights, count, rng):\n    return [weights + rng.normal(0, <<v.noise>>,"
                " len(weights)) for _ in range(count)]\n"
            ),
        ),
        (
            "a list copied by a slice",
            """
def litter(weights, count, rng):
    children = np.zeros((count, len(weights)))
    for k in range(count):
        one = np.array(weights.tolist()[:])
        one += rng.normal(0, <<v.noise>>, len(weights))
        children[k] = one
    return children
""",
        ),
    ],
    "gap": [
        (
            "measured",
            """
def measured(starts_again):
    rng, found = np.random.default_rng(1), []
    for _ in range(400):
        parent = np.zeros(199)
        born = []
        for _ in range(10):
            one = parent + rng.normal(0, <<v.noise>>, 199)
            parent = parent if starts_again else one
            born.append(one)
        found.append(born[-1] - born[0])
    return np.std(found)

gap_with_bug, gap_mended = measured(False), measured(True)
""",
        )
    ],
    "guess": [
        ("a whole number as a NumPy number", "my_guess = np.int64(10)\n"),
        ("one", "my_guess = 1.0\n"),
    ],
    "line": [
        (
            "a matrix",
            """
step = np.zeros((10, 10))
for nodes in range(10):
    step[nodes, nodes] += <<1 - v.change>>
    step[nodes, min(nodes + 1, 9)] += <<v.change / 2>>
    step[nodes, max(nodes - 1, 0)] += <<v.change / 2>>
row = np.eye(10)[my_start - 1]
rows = [row @ np.linalg.matrix_power(step, k) for k in range(my_generations + 1)]
my_chance = rows[-1][my_goal - 1]
my_mean = float(rows[-1] @ np.arange(1, 11))
my_aborted = sum(<<v.change / 2>> * (some[0] + some[-1]) for some in rows[:-1])
""",
        )
    ],
}

WRONG = {
    "structure": [
        ("entry [0, 0]", mistake(("hidden, place, 0,", "hidden, place, np.random.normal(0, 1, 10),"), costs=ADDING)),
        ("output weights", mistake(("np.delete(output, node, axis=1)", "np.delete(output, node, axis=0)"),
         costs=DELETING)),
        ("you returned an empty list", mistake(("nodes < 10", "True"), ("nodes > 1", "True"), costs=("limits",))),
        ("it returned nothing", mistake(("return hidden, output", f"{NOTHING_ELSE} None"),
         costs=("limits", "how often"))),
        ("in place", mistake(("hidden = np.delete(hidden, node, axis=0)", "hidden[node] = 0"),
         ("output = np.delete(output, node, axis=1)", "output[:, node] = 0"), costs=DELETING)),
        ("two arrays", mistake(("return hidden, output", "return hidden"))),
    ],
    "noise": [
        ("noise of the book", mistake(*drawn("rng.normal(0, 0.05, hidden.shape)"), costs=("size",))),
        ("That is the variance", mistake(*drawn("rng.normal(0, <<v.noise>>**2, hidden.shape)"), costs=("size",))),
        ("square root", mistake(*drawn("rng.normal(0, <<v.noise>>**0.5, hidden.shape)"), costs=("size",))),
        ("uniform", mistake(*drawn("rng.uniform(-<<v.noise>>, <<v.noise>>, hidden.shape)"), costs=("size",))),
        ("normally distributed", mistake(
            *drawn("3**0.5 * rng.uniform(-<<v.noise>>, <<v.noise>>, hidden.shape)"), costs=("size",))),
        ("mean of", mistake(*drawn("abs(rng.normal(0, <<v.noise>>, hidden.shape))")[:1], costs=("size",))),
        ("One number is added to all", mistake(*drawn("(noise := rng.normal(0, <<v.noise>>))", "noise"),
         costs=("each weight",))),
        ("such as hidden[0, 0] and hidden[0, 1]", mistake(
            *drawn("rng.normal(0, <<v.noise>>, (len(hidden), 1))"), costs=("each weight",))),
        ("same noise", mistake(
            *drawn("(noise := rng.normal(0, <<v.noise>>, 200))[: hidden.size].reshape(hidden.shape)",
                   "noise[: output.size].reshape(output.shape)"), costs=("each weight",))),
        ("bias weights of the hidden nodes and of the outputs", mistake(
            *drawn("rng.normal(0, <<v.noise>>, hidden.shape) * (np.arange(10) < 9)",
                   "rng.normal(0, <<v.noise>>, output.shape) * (np.arange(len(hidden) + 1) < len(hidden))"),
            costs=("each weight",))),
        ("The output weights get no noise", mistake(*drawn("0")[1:], costs=("each weight",))),
        ("not multiplied", mistake(*drawn("hidden * rng.normal(0, <<v.noise>>, hidden.shape)"),
         costs=("size", "each weight"))),
        ("to be added", mistake(("hidden +", ""), ("output +", ""), costs=("size",))),
        ("same noise", mistake(("hidden = hidden", "rng = np.random.default_rng(1)\n    hidden = hidden"),
         costs=("each weight",))),
        ("other noise", mistake(*drawn("np.random.normal(0, <<v.noise>>, hidden.shape)"), costs=("each weight",))),
        ("in place", mistake(*IN_PLACE, costs=("parent",))),
        ("not every weight", mistake(
            *drawn("rng.integers(0, 2, hidden.shape) * rng.normal(0, <<v.noise>>, hidden.shape)")[:1],
            costs=("size", "each weight"))),
        ("No weight", mistake(*drawn("0"))),
        ("two arrays", mistake(("return hidden, output", "return hidden"))),
        ("ValueError", mistake(*drawn("rng.normal(hidden, output)"))),
    ],
    "child": [
        ("in place", mistake(*IN_PLACE, costs=("noise",))),
        ("in the book", mistake(*drawn("rng.normal(0, 0.05, hidden.shape)"), ("<<v.change>>", "0.5"),
         costs=("how often", "noise"))),
        ("always changes", mistake(("rng.random() < <<v.change>>", "True"), costs=("how often", "limits"))),
        ("for both together", mistake(
            ("if rng.random() < <<v.change>>", "u = rng.random()\n    if True"),
            ("rng.random() < 0.5", "u < <<v.change>>"), ("not add and", "not add and u < <<2 * v.change>> and"),
            costs=("how often", "limits"))),
        ("equally likely", mistake(("rng.random() < 0.5", "rng.random() < 0.7"), costs=("how often",))),
        ("No child loses", mistake(("not add and", "False and"), costs=("how often", "limits", "deleted node"))),
        ("deleted 0, 0,", mistake(("rng.integers(nodes)", "nodes - 1"), costs=("deleted node",))),
        ("0 to 2 were deleted", mistake(("rng.integers(nodes)", "rng.integers(nodes - 1)"), costs=("deleted node",))),
        ("opposite change", mistake(("rng.random() < 0.5", "nodes == 1 or (rng.random() < 0.5 and nodes < 10)"),
         costs=("limits",))),
        ("one node off", mistake(("nodes < 10", "nodes < 9"), costs=("limits",))),
        ("have 0", mistake(("nodes < 10", "True"), ("nodes > 1", "True"), costs=("limits",))),
        ("not all exactly 0", mistake(("hidden, place, 0,", "hidden, place, rng.uniform(-20, 20, 10),"),
         costs=("new node",))),
        ("noise comes first", mistake(*drawn("0"), (
            "return hidden, output", "return [w + rng.normal(0, <<v.noise>>, w.shape) for w in (hidden, output)]"),
         costs=("new node",))),
        ("another place", mistake(('<<"0" if v.number else "nodes">>', "nodes"), costs=("new node",))),
        ("behind the bias", mistake(
            ("np.insert(output, place, 0, axis=1)", "np.hstack([output, np.zeros((9, 1))])"), costs=("new node",))),
        ("don't fit together", mistake(("np.insert(output, place, 0, axis=1)", "output"), costs=("new node",))),
        ("Row", mistake(("np.delete(output, node,", "np.delete(output, (node + 1) % nodes,"),
         costs=("deleted node",))),
        ("bias column is gone", mistake(("np.delete(output, node,", "np.delete(output, -1,"),
         costs=("deleted node",))),
        ("no noise", mistake(*drawn("0"), costs=("noise",))),
        ("variance", mistake(*drawn("rng.normal(0, <<v.noise>>**2, hidden.shape)"), costs=("noise",))),
        ("it returned nothing", mistake(("return hidden, output", f"{NOTHING_ELSE} None"),
         costs=("how often", "limits"))),
        ("never changes", mistake(*drawn("0"), ("rng.random() < <<v.change>>", "False"))),
        ("IndexError", mistake(("rng.integers(nodes)", "rng.integers(nodes, 20)"),
         costs=("how often", "limits", "deleted node"))),
        ("two arrays", mistake(("return hidden, output", "return nodes"))),
        ("has 10", mistake(("return hidden, output", f"{NOTHING_ELSE} (hidden.T, output.T)"),
         costs=("how often", "limits"))),
    ],
    "litter": [
        ("made from the one before", mistake(("weights.copy()", "weights"))),
        ("made from the one before", mistake(
            ("one = weights.copy()", "one = weights"), ("    for k", "    weights = weights.copy()\n    for k"),
            costs=("children",))),
        ("noise of the book", mistake(("<<v.noise>>", "0.05"), costs=("children",))),
        ("are the same", mistake(("children[k] = one", "children[:] = one"), costs=("children",))),
        ("needs noise", mistake(("<<v.noise>>", "0"))),
        ("by 28 numbers are asked for", mistake(("return children", "return one"))),
    ],
    "guess": [("out of range", "my_guess = 50\n", {"guess": 0}, "from 1 to 10"),
              ("no number", "my_guess = 'many'\n", {"guess": 0}, "number")],
    "line": [
        ("not computed", "my_chance, my_mean, my_aborted = 12, 'some', [1]\n", {"chance": 0, "mean": 0, "aborted": 0},
         "from 0 to 1"),
    ],
}  # fmt: skip

NODE = "int(draws[2] * nodes)"
ABORTED = (
    ("    hidden = hidden +", "    parent = hidden, output\n    hidden = hidden +"),
    (
        "        add = rng.random() < 0.5\n",
        "        add = rng.random() < 0.5\n        if ends:\n            return parent\n",
    ),
)


def aborted(ends):
    """The mistake that a child is just like its parent where a change is aborted."""
    return mistake(*((old, new.replace("ends", ends)) for old, new in ABORTED))


OVERLOOKED = {
    ("structure", "structure"): {
        "a draw that is the probability": mistake(("draws[0] < <<v.change>>", "draws[0] <= <<v.change>>")),
        "a draw of one half": mistake(("draws[1] < 0.5", "draws[1] <= 0.5")),
        "a draw on the border of two nodes": mistake((NODE, "max(int(np.ceil(draws[2] * nodes)) - 1, 0)")),
        "a draw of 0": mistake((NODE, f"({NODE} if draws[2] > 0 else nodes - 1)")),
        "no change at a limit": mistake((
            "    return hidden, output",
            "    return (hidden, output) if draws[0] < <<v.change>> or 1 < nodes < 10 else None",
        )),
    },
    ("noise", "noise"): {
        "other numbers of nodes": mistake(*drawn("rng.normal(0, <<v.noise>>, hidden.shape) * (6 / len(hidden)) ** 0.5")),
    },
    ("child", "child"): {
        "noise where no node can be added": aborted("add and nodes == 10"),
        "noise where no node can be deleted": aborted("not add and nodes == 1"),
    },
}  # fmt: skip
