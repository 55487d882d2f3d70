"""Answers to problem set 2, right ones written otherwise and plausible wrong ones.

WRONG: {task: [(what is wrong, code, points by part, words of the message)]}. RIGHT: {task: [(how,
code)]}. Code may hold the texts' placeholders. A part that is not named earns all of its points.
One notebook holds an answer to each task: an answer to a later one must define what it needs.
OVERLOOKED: {(task whose solution is edited, task that must notice): {way in which a rule applies:
the Mistake of a program that overlooks just that}}.
"""

from grader.mistakes import mistake

FORWARD = """
def output_sums(hidden_weights, output_weights, board):
    def squashed(s):
        return 1 / (1 + np.exp(-s))
    activations = squashed(hidden_weights[:, :9] @ board + <<v.bias>> * hidden_weights[:, 9])
    return output_weights[:, :-1] @ activations + <<v.bias>> * output_weights[:, -1]
"""
CHOICE = """
def choose_square(sums, board):
    best = None
    for square in <<v.preference>>:
        if board[square] == <<v.empty>> and (best is None or sums[square] > sums[best]):
            best = square
    return best
"""
NOTHING = {"small": 0, "all sizes": 0}

RIGHT = {
    "sums": [
        ("arrays", FORWARD),
        (
            "loops, the bias first, a math.exp, a tuple of NumPy's numbers",
            """
import math
def output_sums(hidden_weights, output_weights, board):
    activations = []
    for row in hidden_weights.tolist():
        s = <<v.bias>> * row[9]
        for k in range(8, -1, -1):
            s += row[k] * float(board[k])
        activations.append(math.exp(-s / 2) / (math.exp(s / 2) + math.exp(-s / 2)) and 1 / (1 + math.exp(-s)))
    sums = ()
    for row in output_weights:
        sums += (np.float64(<<v.bias>> * row[-1] + sum(a * b for a, b in zip(row, activations))),)
    return sums
""",
        ),
    ],
    "choose": [
        ("loops", CHOICE),
        (
            "NumPy, with a helper in the cell",
            """
def rank_of(square):
    return <<v.preference>>.index(square)

def choose_square(sums, board):
    values = np.where(np.array(board) == <<v.empty>>, sums, -np.inf)
    return min(np.flatnonzero(values == values.max()), key=rank_of)
""",
        ),
    ],
    "bug": [
        (
            "ranks",
            "def values_to_compare(sums):\n    return [sorted(set(sums)).index(s) for s in sums]\n",
        ),
        (
            "a thousandth",
            "def values_to_compare(sums):\n    return tuple(s / 1000 for s in sums)\n",
        ),
    ],
    # Below about -709, the program's formula says 0, although e^s itself is still above 0.
    "witness": [
        (
            "a board on which all outputs that count are 0",
            """
def sums_on(board):
    activations = 1 / (1 + np.exp(-(my_hidden[:, :9] @ board + <<v.bias>> * my_hidden[:, 9])))
    return steep_output[:, :-1] @ activations + <<v.bias>> * steep_output[:, -1]

def square_by(values, board):
    return max((k for k in <<v.preference>> if board[k] == <<v.empty>>), key=values.__getitem__)

found = []
for board in x_boards:
    sums = sums_on(board)
    square = square_by(sums, board)
    with np.errstate(over="ignore"):
        outputs = 1 / (1 + np.exp(-sums))
    if square != square_by(outputs, board):
        found.append((sums[square] < -709.8, sums[square], board))
witness = max(found, key=lambda one: one[:2])[2]
""",
        )
    ],
}

WRONG = {
    "sums": [
        (
            "transposed",
            FORWARD.replace("hidden_weights[:, :9] @ board", "hidden_weights.T[:, :9] @ board"),
            NOTHING,
            "is an array transposed",
        ),
        (
            "the network of the text alone",
            FORWARD.replace(
                "return output",
                "if len(activations) != 2:\n        return [0] * 9\n    return output",
            ),
            {"all sizes": 0},
            "entry [0]",
        ),
        (
            "eight numbers",
            FORWARD.replace("return output_weights[:", "return output_weights[1:").replace(
                "<<v.bias>> * output_weights[:", "<<v.bias>> * output_weights[1:"
            ),
            NOTHING,
            "9 numbers are asked for",
        ),
    ],
    "choose": [
        (
            "mask by a product",
            (
                "def choose_square(sums, board):\n"
                "    masked = np.array(sums) * (np.array(board) == <<v.empty>>)\n"
                "    return max(<<v.preference>>, key=lambda square: masked[square])\n"
            ),
            {"every board": 0, "below zero": 0, "equal sums": 0},
            "taken",
        ),
        (
            "starts from zero",
            CHOICE.replace("best = None", "best, largest = None, 0")
            .replace("(best is None or sums[square] > sums[best])", "sums[square] > largest")
            .replace("best = square", "best, largest = square, sums[square]"),
            {"every board": 0, "below zero": 0, "equal sums": 0},
            "it returned nothing",
        ),
        (
            "the book's open squares",
            CHOICE.replace("<<v.empty>>", "0"),
            {"every board": 0, "below zero": 0, "equal sums": 0},
            "",
        ),
    ],
    "bug": [
        (
            "clipped",
            "def values_to_compare(sums):\n    return np.clip(sums, -500, 500)\n",
            {"steep": 0},
            "For the sums",
        ),
        (
            "another bend",
            "def values_to_compare(sums):\n    return np.tanh(np.array(sums) / 10)\n",
            {"steep": 0},
            "For the sums",
        ),
        (
            "whole numbers",
            "def values_to_compare(sums):\n    return np.round(sums)\n",
            {"steep": 0},
            "For the sums",
        ),
        (
            "turned round",
            "def values_to_compare(sums):\n    return -np.array(sums)\n",
            {"steep": 0},
            "For the sums",
        ),
    ],
    "witness": [
        (
            "the empty board in the book's marks",
            "witness = [2] * 9\n",
            {"differs": 0},
            "no board of your class",
        ),
        ("not a board", "witness = 'x'\n", {"differs": 0}, "no board"),
        ("a board of boards", "witness = [[1]] * 9\n", {"differs": 0}, "no board"),
    ],
    "own": [
        (
            "not computed",
            "my_moves = [0, 1]\nmy_lead = 'much'\nmy_share = 250\n",
            {"moves": 0, "lead": 0, "share": 0},
            "3 numbers are asked for",
        )
    ],
}

TOTAL = "return [total(row, activations) for row in output_weights]"
CHOICE_OF_BEST = "    return max(open_squares, key=lambda square: sums[square])"
# The squares of equal sums are in the class's order.
BEST = """    largest = max(sums[square] for square in open_squares)
    best = [square for square in open_squares if sums[square] == largest]
    return """
SUMS_THEMSELVES = "    return sums"


def values(text):
    """The mistake that the values are not the sums."""
    return mistake((SUMS_THEMSELVES, f"    return {text}"))


OVERLOOKED = {
    ("sums", "sums"): {
        "one hidden node": mistake((TOTAL, TOTAL.replace("activations)", "activations * (len(activations) > 1))"))),
        "a tenth hidden node": mistake(("in hidden_weights]", "in hidden_weights[:9]]")),
    },
    ("choose", "choose"): {
        "sums far below zero": mistake((
            CHOICE_OF_BEST,
            "    sums = np.append(sums, -1e9)\n"
            "    return max([*open_squares, 9], key=lambda square: sums[square])",
        )),
        "sums that are nearly equal": mistake(("sums[square])", "round(sums[square], 3))")),
        "equal sums below zero": mistake((CHOICE_OF_BEST, f"{BEST}best[0] if largest >= 0 else best[-1]")),
    },
    ("bug", "bug"): {
        "sums of a million": values("1 / (1 + np.exp(-np.array(sums) / 1000))"),
        "sums that are cut off": values("np.clip(sums, -2000, 2000)"),
        "tiny sums": values("np.round(sums, 3)"),
        "nine equal sums": values("(sums - np.min(sums)) / (np.max(sums) - np.min(sums))"),
    },
}  # fmt: skip
