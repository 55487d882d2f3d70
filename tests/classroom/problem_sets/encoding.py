"""Answers to problem set 1, right ones written otherwise and plausible wrong ones.

WRONG: {task: [(what is wrong, code, points by part, words of the message)]}, or (words of the
message, Mistake) in such a list. RIGHT: {task: [(how, code)]}. Code may hold the texts'
placeholders. A part that is not named earns all of its points. OVERLOOKED: {(task whose solution
is edited, task that must notice): {way in which a rule applies: the Mistake of a program that
overlooks just that}}.
"""

from grader.mistakes import mistake

ENCODE = """
def encode(text):
    letters = [letter.upper() for letter in text if not letter.isspace()]
    marks = {"X": <<v.x>>, "O": <<v.o>>, ".": <<v.empty>>}
    board = []
    for place in <<v.order>>:
        board.append(marks[letters[place]])
    return board
"""
HOLDER = """
def holder(board):
    for line in <<v.lines>>:
        if board[line[0]] != <<v.empty>> and board[line[0]] == board[line[1]] == board[line[2]]:
            return board[line[0]]
    return <<v.empty>>
"""
SUCCESSORS = """
def successors(board):
    crosses, circles = np.sum(board == <<v.x>>), np.sum(board == <<v.o>>)
    for line in <<v.lines>>:
        there = {int(board[square]) for square in line}
        if there == {<<v.x>>} or there == {<<v.o>>}:
            return []
    found = []
    for square in range(9):
        if board[square] == <<v.empty>>:
            after = np.array(board)
            after[square] = <<v.x>> if crosses == circles else <<v.o>>
            found.append(after)
    return found
"""
CAN_WIN = """
def can_win(board, lines):
    marks = list(board)
    mark = <<v.x>> if marks.count(<<v.x>>) == marks.count(<<v.o>>) else <<v.o>>
    for square in range(9):
        if board[square] == <<v.empty>>:
            trial = list(board)
            trial[square] = mark
            for a, b, c in lines:
                if trial[a] == trial[b] == trial[c] == mark:
                    return True
    return False
"""
OWN = (
    SUCCESSORS.replace("successors", "follow")
    + HOLDER.replace("holder", "full")
    + """
def later(board):
    after = follow(board)
    return {tuple(one) for one in after}.union(*map(later, after))

def games(board):
    after = follow(board)
    if not after:
        return np.array([full(board) == mark for mark in (<<v.x>>, <<v.empty>>, <<v.o>>)], dtype=int)
    return sum(games(one) for one in after)

def chance(board):
    after = follow(board)
    return sum(chance(one) for one in after) / len(after) if after else 1.0 * (full(board) == <<v.x>>)

my_ahead = [len(later(board)) for board in my_boards]
my_games = list(games(my_boards[0]))
my_chances = [100 * chance(board) for board in my_boards]
"""
)
BOTH = {"answers": 0, "untouched": 0}
ALL_ENCODE = {"every board": 0, "white space": 0, "small letters": 0}
ALL_HOLDER = {"rows and columns": 0, "diagonals": 0, "open lines": 0}
ALL_SUCCESSORS = {"on the way": 0, "the end": 0}

RIGHT = {
    "encode": [
        ("a loop and a list", ENCODE),
        (
            "from the place to the number, floats that are whole, a tuple",
            """
def encode(text):
    board = np.full(9, float(<<v.empty>>))
    place = 0
    for letter in text:
        if letter in "xX":
            board[<<v.place>>[place]] = <<v.x>>
        if letter in "oO":
            board[<<v.place>>[place]] = <<v.o>>
        if letter in "xXoO.":
            place += 1
    return tuple(board)
""",
        ),
    ],
    "holder": [
        ("a loop", HOLDER),
        (
            "back to rows, then sums of NumPy's flags, a whole float",
            """
def holder(board):
    rows = np.empty((3, 3))
    rows[:] = np.array(board)[list(<<v.place>>)].reshape(3, 3)
    for mark in (<<v.o>>, <<v.x>>):
        own = rows == mark
        counts = [*own.sum(axis=0), *own.sum(axis=1), np.trace(own), np.trace(own[:, ::-1])]
        if 3 in counts:
            return float(mark)
    return np.int8(<<v.empty>>)
""",
        ),
    ],
    "successors": [
        ("arrays", SUCCESSORS),
        (
            "tuples, whose turn it is by the number of open squares, the move put in and taken "
            "out again",
            """
def full(board):
    lines = <<v.lines>>
    return any(board[a] == board[b] == board[c] and board[a] in (<<v.x>>, <<v.o>>) for a, b, c in lines)

def successors(board):
    found = ()
    if not full(board):
        open_ones = [k for k, mark in enumerate(board) if mark == <<v.empty>>]
        for k in open_ones:
            board[k] = [<<v.o>>, <<v.x>>][len(open_ones) % 2]
            found += (tuple(float(mark) for mark in board),)
            board[k] = <<v.empty>>
    return found
""",
        ),
    ],
    "bug": [
        ("a list for each trial", CAN_WIN),
        (
            "taken back, whatever the answer, NumPy's flags",
            """
def can_win(board, lines):
    mark = <<v.x>> if (board == <<v.empty>>).sum() % 2 else <<v.o>>
    found = np.bool_(False)
    for square in np.flatnonzero(board == <<v.empty>>):
        board[square] = mark
        found = found | (board[lines] == mark).all(axis=1).any()
        board[square] = <<v.empty>>
    return found
""",
        ),
    ],
    "witness": [
        (
            "the last one, floats in a tuple",
            CAN_WIN + """
def looks_won(board):
    filled = [<<v.o>> if mark == <<v.empty>> else mark for mark in board]
    return any(all(filled[k] == <<v.o>> for k in line) for line in <<v.lines>>)

late = [board for board in boards[:4520] if list(board).count(<<v.empty>>) == 2]
witness = tuple(float(mark) for mark in [b for b in late if looks_won(b) and not can_win(b, <<v.lines>>)][-1])
""",
        ),
    ],
    "guess": [("a NumPy number", "my_guess = np.float64(0)\n"), ("the largest", "my_guess = 100\n")],
    "own": [
        ("sets, arrays, not rounded", OWN),
        ("fractions", "from fractions import Fraction\n" + OWN.replace(
         "1.0 * (full(board) == <<v.x>>)", "Fraction(1 if full(board) == <<v.x>> else 0)")),
    ],
}  # fmt: skip

WRONG = {
    "encode": [
        ("the package's", "from fogel.encoding import encode\n", ALL_ENCODE, "not '... .x. .o.'"),
        ("KeyError: 'o'", mistake((".upper()", ""), costs=("small letters",))),
        ("KeyError", mistake(('"".join(text.split())', 'text.replace(" ", "")'), costs=("white space",))),
        ("numbers are asked for", mistake(("marks[letters[place]]", "letters[place]"))),
        ("9 numbers are asked for", mistake(("<<v.order>>", "<<v.order>>[:8]"))),
        ("places counted with the spaces", ENCODE.replace(" if not letter.isspace()", "").replace(
         '".": <<v.empty>>', '".": <<v.empty>>, " ": <<v.empty>>, "\\n": <<v.empty>>'), ALL_ENCODE, "entry ["),
    ],
    "holder": [
        ("it returned nothing", mistake(("    return <<v.empty>>", ""), costs=("rows and columns", "open lines"))),
        ("always X", "def holder(board):\n    return <<v.x>>\n", ALL_HOLDER, "should be"),
    ],
    "successors": [
        ("in place", SUCCESSORS.replace("after = np.array(board)", "after = board"), ALL_SUCCESSORS, "in place"),
        ("a slice is no copy", SUCCESSORS.replace("np.array(board)", "board[:]"), ALL_SUCCESSORS, "in place"),
        ("one that ends the game is left out", SUCCESSORS.replace("return found", "return [one for one in found"
         " if not any(one[a] == one[b] == one[c] != <<v.empty>> for a, b, c in <<v.lines>>)]"), {"the end": 0},
         "numbers are asked"),
        ("numbers are asked for", mistake(("range(9)", "range(8)"))),
        ("the book's open squares", SUCCESSORS.replace("if board[square] == <<v.empty>>", "if board[square] == 0"),
         ALL_SUCCESSORS, "No board ever follows"),
    ],
    "bug": [
        ("copied once, before the loop", CAN_WIN.replace("            trial = list(board)\n", "").replace(
         "    for square", "    trial = list(board)\n    for square").replace("if board[", "if trial["),
         BOTH, "The board stays as it was now"),
        ("another name for the board, in the loop", CAN_WIN.replace("trial = list(board)", "trial = board"),
         BOTH, "with its bug still in it"),
        ("taken back, but not after a win", CAN_WIN.replace("trial = list(board)\n            trial", "trial = board\n"
         "            trial").replace("    return False", "            trial[square] = <<v.empty>>\n    return False"),
         {"untouched": 0}, "left a mark on the board"),
        ("never", "def can_win(board, lines):\n    return False\n", BOTH, "should be True"),
        ("one square only", CAN_WIN.replace("    return False", "            return False\n    return False"),
         BOTH, "it should be True"),
        ("a number", CAN_WIN.replace("return True", "return 1").replace("return False", "return 0"),
         BOTH, "True or False is asked for"),
    ],
    "witness": [
        ("the empty board", "witness = [<<v.empty>>] * 9\n", {"differs": 0}, "there are 9"),
        ("the book's marks", "witness = [1, 0, 1, -1, -1, 1, 1, 0, -1]\n", {"differs": 0}, "no board of your class"),
        ("both say True", "witness = boards[3830]\n", {"differs": 0}, "Both programs say True"),
        ("both say False", "witness = boards[3824]\n", {"differs": 0}, "Both programs say False"),
        ("a row of lists", "witness = [[1]] * 9\n", {"differs": 0}, "no board"),
        ("letters", "witness = 'XOXOX..OX'\n", {"differs": 0}, "no board"),
    ],
    "guess": [
        ("more than all", "my_guess = 120\n", {"guess": 0}, "from 0 to 100"),
        ("words", "my_guess = 'half'\n", {"guess": 0}, "number is asked for"),
    ],
    "own": [
        ("itself is counted too", mistake(
            ("len(ahead(board))", "1 + len(ahead(board))"), ("endings(my_boards[0])", "endings(my_boards[0])[::-1]"),
            ("round(100 * chance(board), 1)", "chance(board)"))),
        ("one number", "my_ahead = 20\nmy_games = 17\nmy_chances = 'even'\n", {"ahead": 0, "games": 0, "chances": 0},
         "3 numbers are asked for"),
    ],
}  # fmt: skip

OVERLOOKED = {
    ("encode", "encode"): {
        "capital and small letters in one text": mistake((
            ".upper()", '\n    letters = letters.replace(*("xX" if "X" not in letters else "xo"))'
            '.replace(*("oO" if "O" not in letters else "ox"))',
        )),
        "a line break of two characters": mistake(("text.split()", r"""text.split("\r")[0].split()""")),
    },
}  # fmt: skip
