"""Answers to problem set 7, right ones written otherwise and plausible wrong ones.

WRONG: {task: [(what is wrong, code, points by part, words of the message)]}, or (words of the
message, Mistake) in such a list. RIGHT: {task: [(how, code)]}. Code may hold the texts'
placeholders. A part that is not named earns all of its points.
"""

from rewritten import changed

from grader.mistakes import mistake

HINTS = """
def hints(board, value):
    found = {}
    for k in range(9):
        if board[k] == <<v.empty>>:
            after = board.copy()
            after[k] = <<v.x>> if list(board).count(<<v.empty>>) % 2 else <<v.o>>
            found[k] = -value(after)
    return found
"""
PLAY = """
def has_line(board, mark):
    return any(board[a] == board[b] == board[c] == mark for a, b, c in <<v.lines>>)

def play(x, o):
    board, squares = np.full(9, <<v.empty>>), []
    for turn in range(9):
        mark, other = (<<v.x>>, <<v.o>>) if turn % 2 == 0 else (<<v.o>>, <<v.x>>)
        square = (x, o)[turn % 2](board)
        if board[square] != <<v.empty>>:
            return {"winner": other, "squares": squares}
        board[square] = mark
        squares.append(square)
        if has_line(board, mark):
            return {"winner": mark, "squares": squares}
    return {"winner": <<v.empty>>, "squares": squares}
"""
ENDINGS = """
def endings(board):
    board = [int(mark) for mark in board]
    squares = [k for k in range(9) if board[k] == <<v.empty>>]
    for a, b, c in <<v.lines>>:
        if board[a] == board[b] == board[c] != <<v.empty>>:
            return [int(board[a] == <<v.x>>), 0, int(board[a] == <<v.o>>)]
    if not squares:
        return [0, 1, 0]
    total = [0, 0, 0]
    for k in squares:
        board[k] = <<v.x>> if len(squares) % 2 else <<v.o>>
        total = [a + b for a, b in zip(total, endings(board))]
        board[k] = <<v.empty>>
    return total
"""
OWN = """
X, O, E = <<v.x>>, <<v.o>>, <<v.empty>>
LINES_OF_MINE = <<v.lines>>

def held(board):
    return next((board[a] for a, b, c in LINES_OF_MINE if board[a] == board[b] == board[c] != E), E)

def tree(board, squares, found):
    open_squares = [k for k in range(9) if board[k] == E]
    if held(board) != E or not open_squares:
        found.append((held(board), squares, board))
        return found
    mine = len(open_squares) % 2 == 0
    for k in [k for k in my_list if board[k] == E][:1] if mine else open_squares:
        tree(board[:k] + (O if mine else X,) + board[k + 1:], squares + (k,), found)
    return found

everything = tree((E,) * 9, (), [])
my_game = [squares for won, squares, board in everything if won == X][-1]
my_counts = np.array([sum(won == mark for won, squares, board in everything) for mark in (O, E, X)])

remembered = {}
def value(board):
    if board not in remembered:
        left = [k for k in range(9) if board[k] == E]
        mark = X if len(left) % 2 else O
        results = [-value(board[:k] + (mark,) + board[k + 1:]) for k in left]
        remembered[board] = -1 if held(board) != E else max(results, default=0)
    return remembered[board]

seen = {}
for won, squares, board in everything:
    board = (E,) * 9
    for number, k in enumerate(squares):
        after = board[:k] + ((X, O)[number % 2],) + board[k + 1:]
        if number % 2 == 1:
            seen[board] = after
        board = after
my_mistakes = float(sum(value(board) != -value(after) for board, after in seen.items()))
"""
BOOK_LINES = (
    "((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))"
)
NONE_OWN = {"your game": 0, "all games": 0, "mistakes": 0}
OTHER_LINES = "The lines here are those of the book's squares"


RIGHT = {
    "guess": [
        ("a number of NumPy's", "my_guess = np.float64(0)\n"),
        ("a whole number", "my_guess = 100\n"),
    ],
    "forced": [
        (
            "results for X, turned in the end, and remembered by functools",
            """
from functools import cache

@cache
def for_x(board):
    for a, b, c in <<v.lines>>:
        if board[a] == board[b] == board[c] and board[a] != <<v.empty>>:
            return 1.0 if board[a] == <<v.x>> else -1.0
    left = board.count(<<v.empty>>)
    if left == 0:
        return 0.0
    mark = <<v.x>> if left % 2 == 1 else <<v.o>>
    results = [for_x(board[:k] + (mark,) + board[k + 1:]) for k in range(9) if board[k] == <<v.empty>>]
    return max(results) if left % 2 == 1 else min(results)

def forced(board):
    marks = tuple(np.array(board).tolist())
    return np.float64(for_x(marks) if marks.count(<<v.empty>>) % 2 == 1 else -for_x(marks))
""",
        ),
        (
            "from the last boards to the first, with moves taken back",
            """
results = {}

def key_of(board):
    return "/".join(str(int(mark)) for mark in board)

def forced(board):
    key = key_of(board)
    if key in results:
        return results[key]
    won = sum(board[a] == board[b] and board[b] == board[c] and board[c] != <<v.empty>> for a, b, c in <<v.lines>>) > 0
    marks = sum(mark != <<v.empty>> for mark in board)
    best = np.int64(-1) if won else np.int64(0) if marks == 9 else np.int64(-2)
    if best == -2:
        for square in range(9):
            if board[square] == <<v.empty>>:
                board[square] = (<<v.x>>, <<v.o>>)[marks % 2]
                best = max(best, -forced(board))
                board[square] = <<v.empty>>
    results[key] = best
    return best
""",
        ),
    ],
    "hints": [
        ("copies of an array", HINTS),
        (
            "NumPy's squares, highest first, and tuples",
            """
def hints(board, value):
    free = np.flatnonzero(np.array(board) == <<v.empty>>)[::-1]
    marks = tuple(board)
    mark = (<<v.o>>, <<v.x>>)[len(free) % 2]
    return {square: np.float64(0 - value(marks[:square] + (mark,) + marks[square + 1:])) for square in free}
""",
        ),
    ],
    "play": [
        ("a loop over nine moves", PLAY),
        (
            "calls itself, tuples for lists, players asked twice",
            """
def play(x, o, board=(<<v.empty>>,) * 9, squares=()):
    won = [board[a] for a, b, c in <<v.lines>> if board[a] == board[b] == board[c] != <<v.empty>>]
    if won or len(squares) == 9:
        return {"squares": squares, "winner": np.int64(won[0]) if won else float(<<v.empty>>)}
    player = o if len(squares) % 2 else x
    if board[player(board)] != <<v.empty>>:
        return {"squares": squares, "winner": <<v.x>> if player is o else <<v.o>>}
    square = player(list(board))
    mark = <<v.o>> if len(squares) % 2 else <<v.x>>
    return play(x, o, board[:square] + (mark,) + board[square + 1:], squares + (np.int64(square),))
""",
        ),
    ],
    "bug": [("turns by counting, lists", ENDINGS)],
    "witness": [
        (
            "a tuple",
            (
                "witness = tuple(float(mark) for mark in [board for board in boards if "
                "sum(board == <<v.empty>>) == 5][-1])\n"
            ),
        )
    ],
    "own": [("written otherwise, and another game", OWN)],
}

WRONG = {
    "guess": [
        ("too large", "my_guess = 162\n", {"guess": 0}, "A number from 0 to 100"),
        ("words", "my_guess = 'many'\n", {"guess": 0}, "A number is asked for"),
    ],
    "forced": [
        ("it should be", mistake(("<<lines | indent>>", "<<v.lines[2:]>>"))),  # no diagonals
        ("changed what it was given", mistake(
            ("    board = tuple", "    given, board = board, tuple"),
            ("    if board in known", "    if isinstance(given, np.ndarray):\n        given[0] = <<v.x>> + <<v.o>>\n"
             "    if board in known"))),
    ],
    "hints": [
        ("don't change sides", mistake(("-value(after)", "value(after) * (-1) ** len(left)"), costs=("O to move",))),
        ("don't change sides", mistake(("-value(after)", "-value(after) * (-1) ** len(left)"), costs=("X to move",))),
        ("changed what it was given", mistake(("list(board)", "board"))),
        ("the keys are 0, 1, 2, 3", mistake(("if board[square] == <<v.empty>>", ""))),
        ("a dictionary is asked for", mistake(("return found", "return list(found.values())"))),
        ("the keys are", mistake(
            ("return found", "return {k: one for k, one in found.items() if one == max(found.values())}"))),
    ],
    "play": [
        ("at ", mistake(("board[square] != <<v.empty>>", "False"), costs=("taken square",))),
        # Whoever names a taken square wins.
        ("the player who has lost", mistake(('"winner": other', '"winner": mark'), costs=("taken square",))),
        ("a dictionary is asked for", mistake(
            ('{"winner": <<v.empty>>, "squares": squares}', "(<<v.empty>>, squares)"), costs=("last square",))),
    ],
    "bug": [
        ("it should be", mistake(
            ("<<v.x>> if self.board.count(<<v.empty>>) % 2 == 1 else <<v.o>>", "<<v.x>>"),
            ("<<v.o>> if self.turn == <<v.x>> else <<v.x>>", "<<v.x>>"))),
        ("it should be", mistake(("% 2 == 1", "% 2 == 0"))),
        ("in place", changed(ENDINGS, ("    board = [int(mark) for mark in board]\n", ""),
         ("        board[k] = <<v.empty>>\n", "")), {"endings": 0}, "changed what it was given"),
    ],
    "witness": [
        ("the empty board", "witness = boards[0]\n", {"differs": 0}, "at most 5 open squares"),
        ("one open square", "witness = boards[2400]\n", {"differs": 0}, "both programs find"),
        ("a text", "witness = 'x'\n", {"differs": 0}, "umbers are asked for"),
        ("boards for a board", "witness = boards[:9]\n", {"differs": 0}, "9 numbers are asked for"),
    ],
    "own": [
        ("your player begins", changed(OWN, ("% 2 == 0\n", "% 2 == 1\n"),
         ("(O if mine else X,)", "(X if mine else O,)"), ("(O, E, X)", "(X, E, O)"), ("if won == X", "if won == O"),
         ("number % 2 == 1", "number % 2 == 0")), NONE_OWN, "Here your player begins"),
        ("X first", changed(OWN, ("(O, E, X)", "(X, E, O)")), {"all games": 0}, "in another order"),
        ("final boards", changed(OWN, ("in everything) for mark",
         "in {(w, 0, b) for w, s, b in everything}) for mark")), {"all games": 0}, "final boards"),
        ("no more wins", changed(OWN, ("value(board) != -value(after)", "-value(after) < 1")), {"mistakes": 0},
         "can't force a win"),
        ("ways", changed(OWN, ("seen[board] = after", "seen[squares[:number + 1]] = (board, after)"),
         ("for board, after in seen.items()", "for board, after in seen.values()")), {"mistakes": 0}, "several ways"),
        ("the book's lines", changed(OWN, ("LINES_OF_MINE = <<v.lines>>", f"LINES_OF_MINE = {BOOK_LINES}")),
         NONE_OWN, OTHER_LINES),
        ("a tie, and no numbers", OWN + "my_game = next(squares for won, squares, board in everything if won == E)\n"
         "my_counts, my_mistakes = 17, 'few'\n", NONE_OWN, "game is a tie"),
        ("your own moves alone", OWN + "my_game = my_game[::2]\n", {"your game": 0}, "ove 2 is your player's"),
        ("not over", OWN + "my_game = my_game[:-1]\n", {"your game": 0}, "not over yet"),
    ],
}  # fmt: skip

TAKEN, FULL_LINE = "board[square] != <<v.empty>>", "== mark for a, b, c in lines)"

# {(task whose solution is edited, task that must notice): {way in which a rule applies: the Mistake
# of a program that overlooks just that}}
OVERLOOKED = {
    ("hints", "hints"): {
        "one open square": mistake(("    return found", "    return found if len(found) > 1 else {}")),
        "the empty board": mistake(("    return found", "    return found if len(found) < 9 else {}")),
    },
    ("play", "play"): {
        "X names a taken square": mistake((TAKEN, f"{TAKEN} and mark == <<v.o>>")),
        "O names a taken square": mistake((TAKEN, f"{TAKEN} and mark == <<v.x>>")),
        "a square of one's own": mistake((TAKEN, "board[square] == other")),
        "a square of the other's": mistake((TAKEN, "board[square] == mark")),
        **{
            f"a line with mark {count}": mistake((FULL_LINE, f"{FULL_LINE} and len(squares) != {count}"))
            for count in range(5, 10)
        },
        **{
            f"line {k}": mistake(("c in lines)", f"c in lines[:{k}] + lines[{k + 1}:])")) for k in range(8)
        },
    },
}  # fmt: skip
