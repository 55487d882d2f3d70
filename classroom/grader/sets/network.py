"""Problem set 2: a network becomes a move."""

from functools import cache

import numpy as np

from fogel import checks
from fogel.checks import NOT_YET, apart, what_is_wrong
from fogel.checks.shapes import Number, Numbers, Square
from fogel.checks.variant import handed_boards, handed_network
from grader import rules
from grader.answers import trouble
from grader.mistakes import mistake
from grader.tasks import FunctionTask, Part, ProblemSet, ValueTask, WrittenTask

SUMS = Numbers(count=9, within=1e-6, board=2)
SHOWN = (0, 300, 1200)  # boards in the examples and in the figure
HAND = (
    np.array([[4.0, 4, 4, 0, 0, 0, 0, 0, 0, -6], [0, 0, 0, 0, 0, 0, 3, -3, 3, 2]]),
    np.array([[5.0, 0, 0.2], [5, 0, 0.1], [5, 1, 0.2], [0, 0, 0.1], [-1, 0, 0.3], [0, 2, 0.1], [0, 3, 0.2], [0, 3, 0.1],
              [0, 3, 0.2]]),
)  # fmt: skip


@cache
def networks():
    """Five networks of 1, 2, 5, 9 and 10 hidden nodes, so that every wrong shape shows. The weights
    of these nodes are small: whatever the marks of a class, no node always says nearly 0 or 1.
    """
    rng = np.random.default_rng(22)
    return [
        (rng.normal(0, 0.1, (nodes, 10)), rng.normal(0, 1.5, (9, nodes + 1)))
        for nodes in (1, 2, 5, 9, 10)
    ]


# What several mistakes change.
ACTIVATION = "1 / (1 + np.exp(-total(row, board)))"
CHOICE = "max(open_squares, key=lambda square: sums[square])"


# P2.1 The forward pass.


def sums_cases(variant):
    """The network of the text on every board on which X is to move, five others on some boards."""
    boards = variant.boards("x")
    hand = [("small", (*HAND, board)) for board in boards]
    return hand + [("all sizes", (*net, board)) for net in networks() for board in boards[7::60]]


SUMS_TASK = FunctionTask(
    name="sums",
    number="P2.1",
    title="the forward pass",
    function="output_sums",
    shape=SUMS,
    parts=(
        Part("small", 3, "the network of the text, on every board on which X is to move"),
        Part("all sizes", 2, "networks of 1 to 10 hidden nodes"),
    ),
    cases=sums_cases,
    right=rules.sums,
    examples=lambda variant: [
        *((*HAND, variant.boards("x")[k]) for k in SHOWN),
        # Where the nodes of the text say nearly 1, mistakes in the hidden layer don't show.
        (*networks()[1], variant.boards("x")[SHOWN[1]]),
    ],
    wrong={
        "These are the sums of a network whose bias nodes are left out.": mistake(
            (" + <<v.bias>> * weights[-1]", "")
        ),
        "The hidden nodes' bias is missing: the last weight of each row of hidden_weights.": mistake(
            ("total(row, board)", "(total(row, board) - <<v.bias>> * row[-1])")
        ),
        "The outputs' bias is missing: the last weight of each row of output_weights.": mistake(
            ("total(row, activations)", "total(row, activations) - <<v.bias>> * row[-1]")
        ),
        "These are the sums with bias nodes that say 1, as in the book; in your class they say "
        "something else.": mistake(("<<v.bias>> * weights", "weights")),
        "The hidden nodes' bias node says 1 here, as in the book; in your class both bias nodes say "
        "something else.": mistake(
            ("total(row, board)", "(total(row, board) + (1 - <<v.bias>>) * row[-1])")
        ),
        "The bias is in the first column of the rows here, and should be the last.": mistake(
            ("zip(weights, values)", "zip(weights[1:], values)"), ("weights[-1]", "weights[0]")
        ),
        "The hidden nodes hand on their sums as they are; they should go through the sigmoid "
        "first.": mistake((ACTIVATION, "total(row, board)")),
        "These are the outputs, between 0 and 1. The sums before the last sigmoid are asked for.": mistake(
            ("total(row, activations)", "1 / (1 + np.exp(-total(row, activations)))")
        ),
        "The hidden nodes' activations come out of a hyperbolic tangent, not of the sigmoid 1 / (1 + "
        "e^-s).": mistake((ACTIVATION, "np.tanh(total(row, board))")),
        "The sign of the exponent is turned round: a large sum should give an activation near 1.": mistake(
            ("np.exp(-total", "np.exp(total")
        ),
        "The network sees the book's marks 1, 0 and -1, and should see those of your class.": mistake(
            (
                "total(row, board)",
                "total(row, [{<<v.x>>: 1, <<v.o>>: -1}.get(mark, 0) for mark in board])",
            )
        ),
        "The weights are read column by column; they come row by row, a row for each node.": mistake(
            ("in hidden_weights", "in hidden_weights.T.reshape(hidden_weights.shape)"),
            ("in output_weights", "in output_weights.T.reshape(output_weights.shape)"),
        ),
    },
    package=(
        "from fogel import Network\n\n"
        "def output_sums(hidden_weights, output_weights, board):\n"
        "    marks = [int(np.sign(mark)) for mark in board]\n"
        "    return Network(hidden_weights, output_weights).sums(marks)\n"
    ),
)


# P2.2 The move.


def choose_cases(variant):
    """Lists of nine sums by the board: of networks, below zero, far below, and with equal ones,
    also where these are below zero, or where others are nearly as large.
    """
    boards, rng = variant.boards("x"), np.random.default_rng(23)
    found = []
    for k, board in enumerate(boards):
        values = rules.sums(variant, *networks()[k % 5], board)
        found.append(("every board", (values, board), values))
    for k, board in enumerate(boards[5::40]):
        values = -rng.uniform(1, 9, 9) * (1, 1e12)[k % 2]
        found.append(("below zero", (values, board), values))
    cases = [
        (part, inputs)
        for part, inputs, values in found
        if rules.is_clear(variant, values, inputs[1])
    ]
    near = np.arange(9) % 2 / 10_000
    return cases + [
        ("equal sums", (rng.integers(0, 2, 9) / 2 - k % 2 + k % 3 // 2 * near, board))
        for k, board in enumerate(boards[3::20])
    ]


CHOOSE = FunctionTask(
    name="choose",
    number="P2.2",
    title="the move",
    function="choose_square",
    shape=Square(board=1),
    parts=(
        Part(
            "every board",
            3,
            "the open square with the largest sum, on every board on which X is to move",
        ),
        Part("below zero", 1, "sums that are all below 0"),
        Part("equal sums", 1, "equal sums"),
    ),
    cases=choose_cases,
    right=rules.pick_open,
    examples=lambda variant: [(np.arange(9) / 4, variant.boards("x")[k]) for k in (0, 500, 1500)],
    wrong={
        "This takes the largest sum of all squares. Those that are taken must be discarded "
        "first.": mistake((CHOICE, "int(np.argmax(sums))")),
        "Multiplying by 0 does not discard a square when the other sums are below 0: then 0 is "
        "the largest.": mistake((CHOICE, "int(np.argmax(sums * (board == <<v.empty>>)))")),
        "Of several equal sums this takes the lowest square; your class has a list for that.": mistake(
            ("<<v.preference>>", "range(9)"), costs=("equal sums",)
        ),
        "Of several equal sums this takes the highest square; look up which one your class "
        "takes.": mistake(("<<v.preference>>", "range(8, -1, -1)"), costs=("equal sums",)),
        "Of several equal sums this takes the last in your class's list, and the first is asked "
        "for.": mistake(("<<v.preference>>", "<<v.preference[::-1]>>"), costs=("equal sums",)),
        "This takes the smallest sum of the open squares.": mistake(("max(", "min(")),
        "This takes the sum with the largest absolute value.": mistake(
            ("sums[square])", "abs(sums[square]))")
        ),
        "This returns a place in the list of open squares, and not the square itself.": mistake(
            (CHOICE, "int(np.argmax(sums[board == <<v.empty>>]))")
        ),
        "This takes 0 for an open square, as in the book; in your class another mark says so.": mistake(
            (CHOICE, "int(np.argmax(np.where(board == 0, sums, -np.inf)))")
        ),
    },
    package="from fogel.network import choose_square\n",
)


# P2.3 Find the bug: outputs that are all 1.


def bug_cases(variant):
    """Nine sums of ordinary, large and tiny size; some are equal, some close together, and once all
    are 0.
    """
    rng = np.random.default_rng(24)
    found = [("steep", (np.zeros(9),))]
    for size in (1, 5, 30, 60, 300, 2000, 1e6, 1e-6):
        grain = 0.01 * min(size, 1)
        for _ in range(40):
            sums = np.round(rng.uniform(-size, size, 9) / grain) * grain
            sums[rng.integers(9)] = sums[rng.integers(9)]
            found.append(("steep", (sums,)))
        for steps in (1, 2):  # so close that numbers of few digits are equal
            sums = np.round(rng.uniform(-size, size, 9) / grain) * grain
            sums[1] = sums[0] + steps * grain
            found.append(("steep", (sums,)))
    return found


def order_verdict(variant, student, cases, answers):
    """Whether larger sums have larger values, and equal sums equal ones."""
    for (part, (sums,)), answer in zip(cases, answers, strict=True):
        words = trouble(answer) or what_is_wrong(answer["value"], None, Numbers(count=9))
        if words:
            return {part: words}
        values = np.array(answer["value"], dtype=float)
        wrong = np.argwhere(
            np.sign(np.subtract.outer(values, values)) != np.sign(np.subtract.outer(sums, sums))
        )
        if len(wrong):
            a, b = (int(k) for k in wrong[0])
            given, mine = apart(sums[a], sums[b]), apart(values[a], values[b])
            return {
                part: f"For the sums {' and '.join(given)} your values are {' and '.join(mine)}."
            }
    return {}


BUG = FunctionTask(
    name="bug",
    number="P2.3",
    title="find the bug: too sure of itself",
    kind="bug",
    function="values_to_compare",
    shape=Numbers(count=9),
    parts=(Part("steep", 2, "sums of every size, up to a million"),),
    cases=bug_cases,
    verdict=order_verdict,
    examples=lambda variant: [(np.arange(9) / 4,), (np.arange(9)[::-1] - 4.0,)],
)


def outputs_choice(variant, hidden, output, board):
    """Return the move of the program in P2.3, which compares outputs that may be equal.

    Its formula gives 0 below a sum of about -709, where `rules.sigmoid` still tells sums apart.
    """
    with np.errstate(over="ignore"):
        outputs = 1 / (1 + np.exp(-rules.sums(variant, hidden, output, board)))
    return rules.pick_open(variant, outputs, board)


def witness_verdict(variant, student, cases, answers):
    """Whether comparing outputs and comparing sums lead to different moves on the board given."""
    part = cases[0][0]
    if "value" not in answers[0]:
        return {part: NOT_YET}
    board = answers[0]["value"]
    if what_is_wrong(board, None, Numbers(count=9)) or board not in variant.boards("x").tolist():
        return {
            part: (
                "This is no board of your class on which X is to move: nine marks that a game can"
                " come to."
            )
        }
    board = np.array(board)
    net = witness_network(variant, student)
    with_bug, mended = outputs_choice(variant, *net, board), rules.choose(variant, *net, board)
    if with_bug == mended:
        return {
            part: (
                f"On this board square {mended} is chosen either way. Look for one on which the"
                " moves differ."
            )
        }
    return {}


def witness_network(variant, student):
    """The student's own network, its output weights times 200: what the notebook calls `steep`."""
    hidden, output = handed_network(variant.number, student)
    return hidden, 200 * output


WITNESS = ValueTask(
    name="witness",
    number="P2.4",
    title="a board that gives it away",
    kind="bug",
    values=("witness",),
    shapes=(Numbers(count=9),),
    parts=(
        Part(
            "differs",
            2,
            "a board on which the bug changes the move of your network, its outputs made steep",
        ),
    ),
    verdict=witness_verdict,
)


# P2.5 The student's own network.


def own_right(variant, student):
    """Moves on three boards, the lead of the best open square on the first, and the share of taken
    largest sums.
    """
    net, boards = handed_network(variant.number, student), handed_boards(variant.number, student)
    values = [rules.sums(variant, *net, board) for board in boards]
    moves = [
        rules.pick_open(variant, some, board) for some, board in zip(values, boards, strict=True)
    ]
    ranked = sorted(values[0][boards[0] == variant.empty])[::-1]
    return (moves, float(ranked[0] - ranked[1]), share_taken(variant, net))


def share_taken(variant, net):
    """On which share of the boards with X to move, a percentage, the largest of all sums is on a
    taken square.
    """
    boards = variant.boards("x")
    largest = rules.all_sums(variant, *net, boards).argmax(axis=1)
    return 100 * float((boards[np.arange(len(boards)), largest] != variant.empty).mean())


OWN = ValueTask(
    name="own",
    number="P2.5",
    title="your network",
    kind="personal",
    values=("my_moves", "my_lead", "my_share"),
    shapes=(Numbers(count=3), Number(within=0.0006), Number(within=0.06, least=0, most=100)),
    parts=(
        Part("moves", 3, "the moves of your network on your three boards"),
        Part("lead", 1, "by how much the best open square leads on your first board"),
        Part(
            "share", 2, "on how many of the boards the largest sum is on a taken square, in percent"
        ),
    ),
    right=own_right,
    wrong={
        "That is what it would be with bias nodes that say 1.": mistake(
            (
                "my_moves = [",
                "my_hidden = my_hidden / ([1] * 9 + [<<v.bias>>])\n"
                "my_output = my_output / ([1] * (my_output.shape[1] - 1) + [<<v.bias>>])\n"
                "my_moves = [",
            )
        )
    },
)

WHY = WrittenTask(
    name="why",
    number="P2.6",
    title="in your own words",
    parts=(
        Part("why", 3, "why masking comes before the choice, and what evolution has to do with it"),
    ),
)


def target(variant):
    """The sums of the network of the text on three boards, and its moves."""
    boards = [variant.boards("x")[k] for k in SHOWN]
    return checks.board_figure(
        boards,
        variant.number,
        values=lambda board: rules.sums(variant, *HAND, board),
        squares=lambda board: rules.choose(variant, *HAND, board),
    )


SET = ProblemSet(
    "02_network",
    "Nine numbers become a move",
    75,
    (SUMS_TASK, CHOOSE, BUG, WITNESS, OWN, WHY),
    {"target": target},
)
