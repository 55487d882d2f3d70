"""Answers to problem set 3, right ones written otherwise and plausible wrong ones.

WRONG: {task: [(what is wrong, code, points by part, words of the message)]}, or (words of the
message, Mistake) in such a list. RIGHT: {task: [(how, code)]}. Code may hold the texts'
placeholders. A part that is not named earns all of its points.
"""

from grader.mistakes import mistake

COMPLETING = """
LINES = <<v.lines>>

def completing(board, mark):
    found = []
    for line in LINES:
        held = [board[square] for square in line]
        if held.count(mark) == 2 and held.count(<<v.empty>>) == 1:
            found += [square for square in line if board[square] == <<v.empty>>]
    return sorted(set(found))
"""

PURPOSE = """
def squares(board, lines, mark, marks):
    found = set()
    for line in lines:
        held = [board[square] for square in line]
        if held.count(mark) == marks and held.count(<<v.empty>>) == 3 - marks:
            found |= {square for square in line if board[square] == <<v.empty>>}
    return found

def on_purpose(board, lines):
    win = squares(board, lines, <<v.o>>, 2)
    block = squares(board, lines, <<v.x>>, 2)
    hinder = squares(board, lines, <<v.x>>, 1)
    anywhere = [square for square in range(9) if board[square] == <<v.empty>>]
    for found in (win, block, hinder, anywhere):
        if found:
            return found
"""

REPLIES = """
def reply_probabilities(board, squares):
    slip = <<v.slip>>
    free = [square for square in range(9) if board[square] == <<v.empty>>]
    by_rule = np.array([1 / len(squares) if square in squares else 0 for square in range(9)])
    by_chance = np.array([1 / len(free) if square in free else 0 for square in range(9)])
    return (1 - slip) * by_rule + slip * by_chance
"""

PICK = """
def pick(probabilities, u):
    end, last = 0, None
    for square in <<v.preference>>:
        if probabilities[square] > 0:
            end, last = end + probabilities[square], square
            if end > u:
                return square
    return last
"""

BUG = """
def win_or_block(board, lines):
    found = {<<v.x>>: set(), <<v.o>>: set()}
    for line in lines:
        held = [board[square] for square in line]
        for mark in found:
            if held.count(mark) == 2 and held.count(<<v.empty>>) == 1:
                found[mark].add(line[held.index(<<v.empty>>)])
    return found[<<v.o>>] or found[<<v.x>>]
"""
WITH_BUG = """
def with_bug(board):
    for line in my_lines:
        held = [board[square] for square in line]
        if held.count(<<v.empty>>) == 1 and held.count(<<v.x>>) != 1:
            return line[held.index(<<v.empty>>)]
"""
NO_WITNESS = {"differ": 0}

RIGHT = {
    "completing": [
        ("the squares with their duplicates dropped, as whole floats in a tuple", COMPLETING.replace(
            "return sorted(set(found))", "return tuple(float(square) for square in dict.fromkeys(found))")),
        (
            "a mark is put down, the line looked at, and the mark taken away again",
            '''
LINES = np.array(<<v.lines>>)[::-1]

def completing(board, mark):
    squares = set()
    for square in np.flatnonzero(board == <<v.empty>>):
        board[square] = mark
        if any((board[line] == mark).all() for line in LINES):
            squares.add(square)
        board[square] = <<v.empty>>
    return squares
''',
        ),
    ],
    "purpose": [
        ("sets", PURPOSE),
        (
            "arrays of counts",
            '''
def on_purpose(board, lines):
    lines = np.array(lines)
    crosses, circles, free = ((board[lines] == mark).sum(axis=1) for mark in (<<v.x>>, <<v.o>>, <<v.empty>>))
    for chosen in ((circles == 2) & (free == 1), (crosses == 2) & (free == 1), (crosses == 1) & (free == 2)):
        squares = np.unique(lines[chosen])
        if squares.size:
            return squares[board[squares] == <<v.empty>>]
    return np.flatnonzero(board == <<v.empty>>)
''',
        ),
    ],
    "replies": [
        ("arrays", REPLIES),
        (
            "fractions, a square at a time",
            '''
from fractions import Fraction

def reply_probabilities(board, squares):
    slip, free = Fraction("<<v.slip>>"), list(board).count(<<v.empty>>)

    def chance(square):
        if board[square] != <<v.empty>>:
            return 0
        return slip / free + ((1 - slip) / len(squares) if square in squares else 0)

    return tuple(chance(square) for square in range(9))
''',
        ),
    ],
    "pick": [
        ("loop", PICK),
        (
            "what is left of the draw",
            '''
def pick(probabilities, u):
    squares = [square for square in <<v.preference>> if probabilities[square]]
    for square in squares:
        if u < probabilities[square]:
            break
        u -= probabilities[square]
    return float(square)
''',
        ),
        (
            "NumPy",
            '''
def pick(probabilities, u):
    order = np.array(<<v.preference>>)
    order = order[probabilities[order] > 0]
    ends = np.cumsum(probabilities[order])
    ends[-1] = 1
    return order[np.searchsorted(ends, u, side="right")]
''',
        ),
    ],
    "bug": [
        ("both kinds at once", BUG),
        (
            "a mark is put down, and the lines looked at",
            '''
def win_or_block(board, lines):
    def holds(square, mark):
        after = [mark if k == square else board[k] for k in range(9)]
        return any(all(after[k] == mark for k in line) for line in lines)

    free = [square for square in range(9) if board[square] == <<v.empty>>]
    wins = [square for square in free if holds(square, <<v.o>>)]
    return np.array(wins or [square for square in free if holds(square, <<v.x>>)])
''',
        ),
    ],
    "witness": [
        ("the last ones, as an array", WITH_BUG + '''
found = []
for board in o_boards[::-1]:
    wins = [line for line in my_lines if sorted(board[line]) == sorted([<<v.o>>, <<v.o>>, <<v.empty>>])]
    if wins and with_bug(board) not in [square for line in wins for square in line]:
        found.append(board)
witnesses = np.array(found[:3], dtype=float)
'''),
    ],
    "own": [
        ("games counted out, unrounded", '''
import itertools

def chances(board):
    free = [square for square in range(9) if board[square] == <<v.empty>>]
    chosen = on_purpose(board, my_lines)
    return {s: <<v.slip>> / len(free) + (1 - <<v.slip>>) / len(chosen) * (s in chosen) for s in free}

def threat(board, mark):
    return any(sorted([board[k] for k in line]) == sorted([mark, mark, <<v.empty>>]) for line in my_lines)

my_likeliest = np.array([max(chances(board).values()) for board in my_boards[:5]])
total = 0
for board in my_boards:
    for square, chance in chances(board).items():
        after = list(board)
        after[square] = <<v.o>>
        over = any(all(after[k] == <<v.o>> for k in line) for line in my_lines)
        total += chance * (not over and threat(after, <<v.x>>))
my_gifts = total / 40 * 100
my_doubts = ()
for board in my_boards[:5]:
    allowed = on_purpose(board, my_lines)
    good = sum(chances(board)[square] for square in allowed)
    my_doubts += (100 * (1 - (1 - <<v.slip>>) / good),)
'''),
    ],
}  # fmt: skip

WRONG = {
    "completing": [
        ("stands twice", mistake(
            ("found = set()", "found = []"), ("found.add(", "found.append("), ("sorted(found)", "found"))),
        ("Wrong on", mistake(
            (" and held.count(<<v.empty>>) == 1", ""),
            ("found.add(line[held.index(<<v.empty>>)])", "found.update(k for k in line if board[k] != mark)"))),
        ("should be [", mistake(("sorted(found)", "sorted(found)[:1]"), costs=("several",))),
        ("a list of squares", mistake(("sorted(found)", "min(found, default=[])"))),
        ("returned nothing", mistake(("sorted(found)", "sorted(found) or None"), costs=("one",))),
    ],
    "purpose": [
        ("should be", mistake((" or anywhere", ""), costs=("anywhere",))),
        ("stands twice", mistake(
            ("found = set()", "found = []"), ("found.update", "found.extend"), costs=("block", "hinder"))),
        ("should be", mistake(("anywhere)", "anywhere)[:1]"))),
    ],
    "replies": [
        ("9 numbers are asked for", mistake(
            ("return probabilities", "return np.array(probabilities)[open_squares]"))),
        ("entry [", mistake(("return probabilities", "return np.round(probabilities, 2)"))),
    ],
    "pick": [
        ("returned nothing", mistake(
            ("possible[:-1]", "possible"), ("return possible[-1]", "return None"), costs=("rounded",))),
        ("it should be", mistake(("possible[:-1]", "possible"), ("possible[-1]", "8"), costs=("rounded",))),
        ("Wrong on", mistake(
            (" if probabilities[square] > 0", ""), ("u < end", "u <= end"), costs=("borders", "rounded"))),
        ("should be", mistake(("end = 0.0", "u, end = np.random.default_rng(1).random(), 0.0"))),
    ],
    "bug": [
        ("should be [", mistake(("sorted(found)", "sorted(found)[:1]"), costs=("several",))),
        ("the book's sums", """
def win_or_block(board, lines):
    found = [line for line in lines if abs(sum(board[square] for square in line)) == 2]
    return sorted({square for line in found for square in line if board[square] == 0})
""", {"order": 0, "several": 0}, "Wrong on"),
    ],
    "witness": [
        ("any boards", "witnesses = o_boards[:3]\n", NO_WITNESS, "both programs say so"),
        ("one board", "witnesses = o_boards[700]\n", NO_WITNESS, "3 by 9 numbers"),
        ("the same board three times", "witnesses = [o_boards[700]] * 3\n", NO_WITNESS, "twice"),
        ("X to move", "witnesses = variant.variant(<<v.number>>).boards('x')[:3]\n", NO_WITNESS, "no board"),
        ("right moves", "witnesses = [o_boards[k] for k in (11, 943, 1132)]\n", NO_WITNESS, "so may the rule"),
        ("no numbers", "witnesses = [['X'] * 9] * 3\n", NO_WITNESS, "asked for"),
        ("lists in lists", "witnesses = [[[1]] * 9] * 3\n", NO_WITNESS, "3 by 9 numbers"),
    ],
    "own": [
        ("is not right", mistake(("100 * np.mean", "np.mean"), ("100 * hit", "hit"), costs=("gifts", "doubts"))),
        ("not computed", "my_likeliest = [0.5] * 3\nmy_gifts = 'many'\nmy_doubts = 12\n",
         {"likeliest": 0, "gifts": 0, "doubts": 0}, "5 numbers are asked for"),
    ],
}  # fmt: skip

# {(task whose solution is edited, task that must notice): {way in which a rule applies: the Mistake
# of a program that overlooks just that}}
OVERLOOKED = {
    ("purpose", "purpose"): {
        "several wins": mistake(("in_lines(<<v.o>>, 2)", "set(sorted(in_lines(<<v.o>>, 2))[:1])")),
        "several blocks": mistake(("in_lines(<<v.x>>, 2)", "set(sorted(in_lines(<<v.x>>, 2))[:1])")),
        "several lines to hinder": mistake(("in_lines(<<v.x>>, 1)", "set(sorted(in_lines(<<v.x>>, 1))[:2])")),
        "a line with one X and one O": mistake(("held.count(<<v.empty>>) == 3 - marks", "<<v.empty>> in held")),
    },
    ("replies", "replies"): {
        "a slip into a square of the rule": mistake((
            "= [0.0] * 9", "= [0.0] * 9\n    open_squares = [k for k in open_squares if k not in squares] or open_squares"
        )),
    },
    ("pick", "pick"): {
        "a draw of 0": mistake(("if u < end", "if 0 < u < end")),
        "a draw on a border": mistake(("u < end", "u <= end")),
        "a square that is certain": mistake((
            "return possible[-1]", "return possible[-1] if len(possible) > 1 else in_order[0]"
        )),
        "two possible squares": mistake(("return possible[-1]", "return possible[-1 if len(possible) != 2 else 0]")),
        "a last square that is impossible": mistake(("return possible[-1]", "return in_order[-1]")),
    },
}  # fmt: skip
