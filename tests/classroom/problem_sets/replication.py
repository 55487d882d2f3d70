"""Answers to problem set 4, right ones written otherwise and plausible wrong ones.

WRONG: {task: [(what is wrong, code, points by part, words of the message)]}. RIGHT: {task: [(how,
code)]}. Code may hold the texts' placeholders. A part that is not named earns all of its points.
"""

STRUCTURE = """
def changed(hidden, output, draws):
    nodes = len(hidden)
    if draws[0] < <<v.change>>:
        if draws[1] < 0.5:
            if nodes < 10:
                place = <<0 if v.number else "nodes">>
                return np.insert(hidden, place, 0, axis=0), np.insert(output, place, 0, axis=1)
        elif nodes > 1:
            node = int(draws[2] * nodes)
            return np.delete(hidden, node, axis=0), np.delete(output, node, axis=1)
    return hidden, output
"""
NOISE = """
def with_noise(hidden, output, rng):
    return hidden + rng.normal(0, <<v.noise>>, hidden.shape), output + rng.normal(0, <<v.noise>>, output.shape)
"""
CHILD = """
def child(hidden, output, rng):
    hidden = hidden + rng.normal(0, <<v.noise>>, hidden.shape)
    output = output + rng.normal(0, <<v.noise>>, output.shape)
    nodes = len(hidden)
    if rng.random() < <<v.change>>:
        add = rng.random() < 0.5
        if add and nodes < 10:
            place = <<0 if v.number else "nodes">>
            return np.insert(hidden, place, 0, axis=0), np.insert(output, place, 0, axis=1)
        if not add and nodes > 1:
            node = rng.integers(nodes)
            return np.delete(hidden, node, axis=0), np.delete(output, node, axis=1)
    return hidden, output
"""
LITTER = """
def litter(weights, count, rng):
    children = np.zeros((count, len(weights)))
    for k in range(count):
        one = weights[:]
        one += rng.normal(0, <<v.noise>>, len(weights))
        children[k] = one
    return children
"""
NO_STRUCTURE = {"a node more": 0, "a node less": 0, "limits": 0, "how often": 0}
NO_ADDING = {"a node more": 0, "limits": 0, "how often": 0}
NO_DELETING = {"a node less": 0, "limits": 0, "how often": 0}
NO_NOISE = {"size": 0, "each weight": 0, "parent": 0}
NO_CHILD = {"how often": 0, "limits": 0, "new node": 0, "deleted node": 0, "noise": 0}
NO_LITTER = {"children": 0, "parent": 0}

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
        ("a list copied by a slice", LITTER.replace("weights[:]", "np.array(weights.tolist()[:])")),
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
        ("the other end", STRUCTURE.replace('<<0 if v.number else "nodes">>', "nodes"), NO_ADDING, "wrong end"),
        ("behind the bias", STRUCTURE.replace("np.insert(output, place, 0, axis=1)",
         "np.hstack([output, np.zeros((9, 1))])"), NO_ADDING, "behind the bias column"),
        ("no column for the new node", STRUCTURE.replace("np.insert(output, place, 0, axis=1)", "output"), NO_ADDING,
         "no column of the output"),
        ("new weights are 1", STRUCTURE.replace("place, 0, axis", "place, 1, axis"), NO_ADDING, "are not 0"),
        ("new weights are random", STRUCTURE.replace("place, 0, axis=0", "place, np.random.normal(0, 1, 10), axis=0"),
         NO_ADDING, "entry [0, 0]"),
        ("bias column goes", STRUCTURE.replace("np.delete(output, node, axis=1)", "output[:, :-1]"),
         {"a node less": 0, "limits": 0, "how often": 0}, "bias column goes"),
        ("the last node's column goes", STRUCTURE.replace("np.delete(output, node,", "np.delete(output, -2,"),
         NO_DELETING, "always that of the last"),
        ("column stays", STRUCTURE.replace("np.delete(output, node, axis=1)", "output"), NO_DELETING,
         "keeps its column"),
        ("a row of the output goes", STRUCTURE.replace("np.delete(output, node, axis=1)", "np.delete(output, node, 0)"),
         NO_DELETING, "output weights"),
        ("always the newest", STRUCTURE.replace("int(draws[2] * nodes)", "nodes - 1"), NO_DELETING,
         "last node is always"),
        ("always the first", STRUCTURE.replace("int(draws[2] * nodes)", "0"), NO_DELETING, "first node is always"),
        ("rounded", STRUCTURE.replace("int(draws[2] * nodes)", "round(draws[2] * (nodes - 1))"), NO_DELETING,
         "rounded"),
        ("the last never goes", STRUCTURE.replace("int(draws[2] * nodes)", "int(draws[2] * (nodes - 1))"), NO_DELETING,
         "one less than the number of nodes"),
        ("opposite change", STRUCTURE.replace("if draws[1] < 0.5:\n            if nodes < 10:",
         "if nodes == 1 or (draws[1] < 0.5 and nodes < 10):\n            if True:"), {"limits": 0}, "opposite one"),
        ("always changes", STRUCTURE.replace("draws[0] < <<v.change>>", "True"), {"how often": 0}, "always changes"),
        ("the book's probability", STRUCTURE.replace("<<v.change>>", "0.5"), {"how often": 0}, "as in the book"),
        ("probability turned round", STRUCTURE.replace("draws[0] <", "draws[0] >"), NO_STRUCTURE, "other way round"),
        ("adds where it should delete", STRUCTURE.replace("draws[1] < 0.5", "draws[1] >= 0.5"), NO_STRUCTURE,
         "below 0.5 it means a node more"),
        ("adds by the class's probability", STRUCTURE.replace("draws[1] < 0.5", "draws[1] < <<v.change>>"),
         {"a node more": 0, "limits": 0, "how often": 0}, "equally likely"),
        ("H in 1 to 9", STRUCTURE.replace("nodes < 10", "nodes < 9"), {"a node more": 0, "limits": 0, "how often": 0},
         "one node too low"),
        ("no limits", STRUCTURE.replace("nodes < 10", "True").replace("elif nodes > 1", "else"), {"limits": 0},
         "you returned an empty list"),
        ("no upper limit", STRUCTURE.replace("nodes < 10", "True"), {"limits": 0}, "no upper limit"),
        ("nothing ever changes", "def changed(hidden, output, draws):\n    return hidden, output\n", NO_STRUCTURE,
         "stays as it is here"),
        ("nothing returned where nothing changes", STRUCTURE.replace("    return hidden, output\n", ""),
         {"limits": 0, "how often": 0}, "it returned nothing"),
        ("zeroes the node instead of deleting it, in place", STRUCTURE.replace(
         "return np.delete(hidden, node, axis=0), np.delete(output, node, axis=1)",
         "hidden[node], output[:, node] = 0, 0"), NO_DELETING, "in place"),
        ("not a pair", "def changed(hidden, output, draws):\n    return hidden\n", NO_STRUCTURE, "two arrays"),
    ],
    "noise": [
        ("the book's noise", NOISE.replace("<<v.noise>>", "0.05"), {"size": 0}, "noise of the book"),
        ("the variance", NOISE.replace("<<v.noise>>", "<<v.noise>>**2"), {"size": 0}, "That is the variance"),
        ("the square root", NOISE.replace("<<v.noise>>", "<<v.noise>>**0.5"), {"size": 0}, "square root"),
        ("uniform", NOISE.replace("normal(0,", "uniform(-<<v.noise>>,"), {"size": 0}, "uniform"),
        ("uniform, of the right spread", NOISE.replace("normal(0, <<v.noise>>",
         "uniform(-<<v.noise>> * 3**0.5, <<v.noise>> * 3**0.5"), {"size": 0}, "normally distributed"),
        ("upwards only", NOISE.replace("rng.normal(0, <<v.noise>>, hidden.shape)",
         "abs(rng.normal(0, <<v.noise>>, hidden.shape))"), {"size": 0}, "mean of"),
        ("one number for all", "def with_noise(hidden, output, rng):\n    noise = rng.normal(0, <<v.noise>>)\n"
         "    return hidden + noise, output + noise\n", {"each weight": 0}, "One number is added to all"),
        ("one number a row", NOISE.replace("hidden.shape", "(len(hidden), 1)").replace("output.shape", "(9, 1)"),
         {"each weight": 0}, "such as hidden[0, 0] and hidden[0, 1]"),
        ("the same for hidden and output weights", "def with_noise(hidden, output, rng):\n"
         "    noise = rng.normal(0, <<v.noise>>, 200)\n"
         "    return (hidden + noise[:hidden.size].reshape(hidden.shape),\n"
         "            output + noise[:output.size].reshape(output.shape))\n", {"each weight": 0}, "same noise"),
        ("bias weights without noise", "def with_noise(hidden, output, rng):\n"
         "    hidden, output = hidden.copy(), output.copy()\n"
         "    hidden[:, :9] += rng.normal(0, <<v.noise>>, (len(hidden), 9))\n"
         "    output[:, :-1] += rng.normal(0, <<v.noise>>, (9, len(hidden)))\n"
         "    return hidden, output\n", {"each weight": 0}, "bias weights of the hidden nodes and of the outputs"),
        ("hidden weights alone", "def with_noise(hidden, output, rng):\n"
         "    return hidden + rng.normal(0, <<v.noise>>, hidden.shape), output\n", {"each weight": 0},
         "The output weights get no noise"),
        ("multiplied", NOISE.replace("hidden + rng.normal(0, <<v.noise>>, hidden.shape)",
         "hidden * (1 + rng.normal(0, <<v.noise>>, hidden.shape))").replace(
         "output + rng.normal(0, <<v.noise>>, output.shape)",
         "output * (1 + rng.normal(0, <<v.noise>>, output.shape))"), {"size": 0, "each weight": 0}, "not multiplied"),
        ("replaced", NOISE.replace("hidden +", "").replace("output +", ""), {"size": 0}, "to be added"),
        ("every child the same", NOISE.replace("    return", "    rng = np.random.default_rng(1)\n    return"),
         {"each weight": 0}, "same noise"),
        ("another generator", NOISE.replace("rng.normal", "np.random.normal"), {"each weight": 0}, "other noise"),
        ("in place", "def with_noise(hidden, output, rng):\n"
         "    hidden += rng.normal(0, <<v.noise>>, hidden.shape)\n"
         "    output += rng.normal(0, <<v.noise>>, output.shape)\n"
         "    return hidden, output\n", {"parent": 0}, "in place"),
        ("half of the weights", NOISE.replace("hidden + rng", "hidden + rng.integers(0, 2, hidden.shape) * rng"),
         {"size": 0, "each weight": 0}, "not every weight"),
        ("nothing", "def with_noise(hidden, output, rng):\n    return hidden, output\n", NO_NOISE, "No weight"),
        ("not a pair", "def with_noise(hidden, output, rng):\n    return hidden + 1\n", NO_NOISE, "two arrays"),
        ("breaks down", "def with_noise(hidden, output, rng):\n    return rng.normal(hidden, output)\n", NO_NOISE,
         "ValueError"),
    ],
    "child": [
        ("in place", CHILD.replace("hidden = hidden +", "hidden +=").replace("output = output +", "output +="),
         {"noise": 0}, "in place"),
        ("the book's numbers", CHILD.replace("<<v.noise>>", "0.05").replace("<<v.change>>", "0.5"),
         {"how often": 0, "noise": 0}, "in the book"),
        ("always changes", CHILD.replace("rng.random() < <<v.change>>", "True"), {"how often": 0, "limits": 0},
         "always changes"),
        ("each with the probability", CHILD.replace("rng.random() < <<v.change>>", "True").replace(
         "rng.random() < 0.5", "u < <<v.change>>").replace("    if True", "    u = rng.random()\n    if True").replace(
         "not add and", "not add and u < <<2 * v.change>> and"), {"how often": 0, "limits": 0}, "for both together"),
        ("adds more often", CHILD.replace("rng.random() < 0.5", "rng.random() < 0.7"), {"how often": 0},
         "equally likely"),
        ("never deletes", CHILD.replace("not add and", "add == 'subtract' and"),
         {"how often": 0, "limits": 0, "deleted node": 0}, "No child loses"),
        ("always the newest", CHILD.replace("rng.integers(nodes)", "nodes - 1"), {"deleted node": 0},
         "deleted 0, 0,"),
        ("the last never goes", CHILD.replace("rng.integers(nodes)", "rng.integers(nodes - 1)"), {"deleted node": 0},
         "0 to 2 were deleted"),
        ("opposite change", CHILD.replace("if add and nodes < 10", "add = nodes == 1 or (add and nodes < 10)\n"
         "        if add"), {"limits": 0}, "opposite change"),
        ("H in 1 to 9", CHILD.replace("nodes < 10", "nodes < 9"), {"limits": 0}, "one node off"),
        ("no limits", CHILD.replace("nodes < 10", "True").replace("nodes > 1", "True"), {"limits": 0}, "have 0"),
        ("the new node is random", CHILD.replace("hidden, place, 0,", "hidden, place, rng.uniform(-20, 20, 10),"),
         {"new node": 0}, "not all exactly 0"),
        ("structure before noise", CHILD.replace("    hidden = hidden + rng.normal(0, <<v.noise>>, hidden.shape)\n", "")
         .replace("    output = output + rng.normal(0, <<v.noise>>, output.shape)\n", "")
         .replace("def child", "def change") + NOISE.replace("with_noise", "noisy")
         + "def child(hidden, output, rng):\n    return noisy(*change(hidden, output, rng), rng)\n",
         {"new node": 0}, "noise comes first"),
        ("new node at the other end", CHILD.replace('<<0 if v.number else "nodes">>', "nodes"), {"new node": 0},
         "another place"),
        ("behind the bias", CHILD.replace("np.insert(output, place, 0, axis=1)",
         "np.hstack([output, np.zeros((9, 1))])"), {"new node": 0}, "behind the bias"),
        ("no column for the new node", CHILD.replace("np.insert(output, place, 0, axis=1)", "output"), {"new node": 0},
         "don't fit together"),
        ("another node's column", CHILD.replace("np.delete(output, node,", "np.delete(output, (node + 1) % nodes,"),
         {"deleted node": 0}, "Row"),
        ("bias column goes", CHILD.replace("np.delete(output, node,", "np.delete(output, -1,"), {"deleted node": 0},
         "bias column is gone"),
        ("no noise", CHILD.replace("+ rng.normal(0, <<v.noise>>, hidden.shape)", "").replace(
         "+ rng.normal(0, <<v.noise>>, output.shape)", ""), {"noise": 0}, "no noise"),
        ("the variance", CHILD.replace("0, <<v.noise>>", "0, <<v.noise>>**2"), {"noise": 0}, "variance"),
        ("nothing returned where nothing changes", CHILD.replace("    return hidden, output\n", ""),
         {"how often": 0, "limits": 0}, "it returned nothing"),
        ("nothing", "def child(hidden, output, rng):\n    return hidden, output\n", NO_CHILD, "never changes"),
        ("breaks down", CHILD.replace("rng.integers(nodes)", "rng.integers(nodes, 20)"),
         {"how often": 0, "limits": 0, "deleted node": 0}, "IndexError"),
        ("not weights", "def child(hidden, output, rng):\n    return len(hidden)\n", NO_CHILD, "two arrays"),
        ("a network turned round", CHILD.replace("return hidden, output", "return hidden.T, output.T"),
         {"how often": 0, "limits": 0}, "has 10"),
    ],
    "litter": [
        ("another name", LITTER.replace("weights[:]", "weights"), NO_LITTER, "made from the one before"),
        ("one copy for all", LITTER.replace("    for k", "    weights = weights.copy()\n    for k"), {"children": 0},
         "made from the one before"),
        ("the book's noise", LITTER.replace("weights[:]", "weights.copy()").replace("<<v.noise>>", "0.05"),
         {"children": 0}, "noise of the book"),
        ("all alike", "def litter(weights, count, rng):\n"
         "    return np.tile(weights + rng.normal(0, <<v.noise>>, len(weights)), (count, 1))\n", {"children": 0},
         "are the same"),
        ("nothing", "def litter(weights, count, rng):\n    return np.tile(weights, (count, 1))\n", NO_LITTER,
         "needs noise"),
        ("one child", "def litter(weights, count, rng):\n"
         "    return weights + rng.normal(0, <<v.noise>>, len(weights))\n", NO_LITTER, "by 28 numbers are asked for"),
    ],
    "gap": [
        ("from the parent", "gap_with_bug, gap_mended = <<v.noise>> * 10**0.5, <<v.noise>>\n",
         {"with the bug": 0, "mended": 0}, "minus the parent"),
        ("deviations added", "gap_with_bug, gap_mended = 9 * <<v.noise>>, 2 * <<v.noise>>\n",
         {"with the bug": 0, "mended": 0}, "the variances add up"),
    ],
    "guess": [("out of range", "my_guess = 50\n", {"guess": 0}, "from 1 to 10"),
              ("no number", "my_guess = 'many'\n", {"guess": 0}, "number")],
    "line": [
        ("not computed", "my_chance, my_mean, my_aborted = 12, 'some', [1]\n", {"chance": 0, "mean": 0, "aborted": 0},
         "from 0 to 1"),
    ],
}  # fmt: skip
