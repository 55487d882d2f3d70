"""Answers to problem set 16, right ones written otherwise and plausible wrong ones.

WRONG: {task: [(what is wrong, code, points by part, words of the message)]}. RIGHT: {task: [(how,
code)]}. Code may hold the texts' placeholders. A part that is not named earns all of its points.
All answers of a notebook share their names, so each brings its own functions.
"""

from rewritten import changed

SHARES = """
def shares(results):
    from math import factorial
    n = len(list(results)[0])
    payoff = {c: <<v.win>> * r[0] + <<v.tie>> * r[1] + <<v.loss>> * r[2] for c, r in results.items()}
    found = []
    for k in range(n):
        total = 0
        for c in payoff:
            if c[k] == "0":
                new = c.count("1")
                weight = factorial(new) * factorial(n - new - 1) / factorial(n)
                total += weight * (payoff[c[:k] + "1" + c[k + 1:]] - payoff[c])
        found.append(total)
    return found
"""
WEIGHT = "weight = factorial(new) * factorial(n - new - 1) / factorial(n)"
NO_SHARES = {"two": 0, "three": 0, "four": 0}

INPUTS = """
def inputs(board, me, own_first):
    import numpy as np
    board = np.array(board)
    seat = me if own_first else <<v.x>>
    return np.stack([board == seat, board == <<v.x + v.o>> - seat], axis=1).ravel()
"""
SEAT = "seat = me if own_first else <<v.x>>"

BEADS = """
def beads(games, every, board):
    box = [<<v.rivals>> if mark == <<v.empty>> else 0 for mark in board]
    for moves, lost in games:
        if lost:
            for before, square in (moves if every else [moves[-1]]):
                if list(before) == list(board) and box[square] and box != [int(k == square) for k in range(9)]:
                    box[square] -= 1
    return box
"""
LAST = "and box != [int(k == square) for k in range(9)]"
PUNISHED = "(moves if every else [moves[-1]])"
NO_BEADS = {"last": 0, "every": 0}

EXAM = """
def exam(known, habit, me):
    heart = {str(list(board)): square for board, square in known}
    flow, turn, chances = {(<<v.empty>>,) * 9: 1.0}, <<v.x>>, [0.0, 0.0, 0.0]
    while flow:
        onward = {}
        for board, chance in flow.items():
            squares = [k for k in range(9) if board[k] == <<v.empty>>]
            if turn == me:
                square = heart.get(str(list(board)), habit)
                squares = [square] if square in squares else []
            boards = [board[:k] + (turn,) + board[k + 1:] for k in squares] or [board]
            for then in boards:
                part = chance / len(boards)
                if any(all(then[k] == turn for k in row) for row in <<v.lines>>):
                    chances[0 if turn == me else 2] += part
                elif <<v.empty>> not in then:
                    chances[1] += part
                else:
                    onward[then] = onward.get(then, 0) + part
        flow, turn = onward, <<v.x + v.o>> - turn
    return chances
"""
NAMED = "squares = [square] if square in squares else []"
NO_EXAM = {"X": 0, "O": 0}

BUG = """
def exam_of(saved, matches):
    import copy
    return [my_sit(copy.deepcopy(saved), match) for match in matches]

def my_sit(pupil, match):
    right = 0
    for question, goal in match:
        answer = max(range(len(pupil[question])), key=lambda k: pupil[question][k])
        right += answer == goal
        pupil[question][answer] -= <<v.change>> * (answer != goal)
    return right
"""
EACH = "[my_sit(copy.deepcopy(saved), match) for match in matches]"

OWN = (
    SHARES.replace("def shares", "def own_shares")
    + """
my_shares = own_shares(my_results)
value = lambda key: sum(a * b for a, b in zip(my_results[key], (<<v.win>>, <<v.tie>>, <<v.loss>>)))
my_learning = [value("001") - value("000"), value("101") - value("100"),
               value("011") - value("010"), value("111") - value("110")]
my_largest = max(range(3), key=lambda k: my_shares[k] ** 2)
"""
)

RIGHT = {
    "shares": [("by how many orders lead to a combination", SHARES)],
    "inputs": [("with arrays", INPUTS)],
    "boxes": [("one box alone", BEADS)],
    "exam": [("chances that flow forward", EXAM)],
    "bug": [("deep copies", BUG)],
    "own": [("by another function", OWN)],
}

WRONG = {
    "shares": [
        (
            "the book's payoffs",
            changed(SHARES, ("<<v.win>>", "1"), ("<<v.tie>>", "0"), ("<<v.loss>>", "-10")),
            NO_SHARES,
            "the book's payoffs",
        ),
        (
            "lost games",
            changed(SHARES, ("<<v.win>> * r[0] + <<v.tie>> * r[1] + <<v.loss>> * r[2]", "r[2]")),
            NO_SHARES,
            "The lost games are shared out",
        ),
        (
            "first alone",
            changed(SHARES, (WEIGHT, "weight = new == 0")),
            NO_SHARES,
            "Each cause is changed first",
        ),
        (
            "last alone",
            changed(SHARES, (WEIGHT, "weight = new == n - 1")),
            NO_SHARES,
            "Each cause is changed last",
        ),
        (
            "in one order",
            changed(SHARES, (WEIGHT, 'weight = c == "1" * k + "0" * (n - k)')),
            NO_SHARES,
            "in one order alone here; the mean",
        ),
        (
            "all combinations alike",
            changed(SHARES, (WEIGHT, "weight = 0.5 ** (n - 1)")),
            {"three": 0, "four": 0},
            "All combinations of the others count alike",
        ),
        ("the sum", changed(SHARES, (" / factorial(n)", "")), NO_SHARES, "The sum over all orders"),
        (
            "the sign",
            changed(SHARES, ("total += weight", "total -= weight")),
            NO_SHARES,
            "The sign is turned round",
        ),
        (
            "changes the table",
            changed(SHARES, ("    found = []", "    results.clear()\n    found = []")),
            NO_SHARES,
            "it changed what it was given",
        ),
    ],
    "inputs": [
        (
            "never",
            changed(INPUTS, (SEAT, "seat = <<v.x>>")),
            {"own": 0},
            "Own marks never come first",
        ),
        ("always", changed(INPUTS, (SEAT, "seat = me")), {"report": 0}, "in either coding"),
        (
            "changed places",
            changed(INPUTS, (SEAT, "seat = <<v.x>> if own_first else me")),
            {"report": 0, "own": 0},
            "The two codings have changed places",
        ),
        (
            "by marks",
            changed(INPUTS, ("axis=1", "axis=0")),
            {"report": 0, "own": 0},
            "square by square",
        ),
        (
            "marks",
            changed(INPUTS, ("axis=1).ravel()", "axis=1).ravel() * np.repeat(board, 2)")),
            {"report": 0, "own": 0},
            "The inputs here are the marks themselves",
        ),
        (
            "the book's marks",
            (
                "def inputs(board, me, own_first):\n"
                "    kinds = (-1, 1) if own_first and me == <<v.o>> else (1, -1)\n"
                "    return [int(mark == kind) for mark in board for kind in kinds]\n"
            ),
            {"report": 0, "own": 0},
            "of the book's marks",
        ),
        (
            "the other first",
            changed(INPUTS, (SEAT, "seat = <<v.x + v.o>> - me if own_first else <<v.x>>")),
            {"own": 0},
            "The other's marks come first",
        ),
    ],
    "boxes": [
        (
            "every move",
            changed(BEADS, (PUNISHED, "moves")),
            {"last": 0},
            "where the last one alone should",
        ),
        (
            "the last alone",
            changed(BEADS, (PUNISHED, "[moves[-1]]")),
            {"every": 0},
            "where every one should",
        ),
        (
            "the first",
            changed(BEADS, ("[moves[-1]]", "[moves[0]]")),
            {"last": 0},
            "The first move of a game",
        ),
        (
            "all games",
            changed(BEADS, ("if lost:", "if True:")),
            NO_BEADS,
            "Games that were not lost take beads",
        ),
        ("the last bead", changed(BEADS, (LAST, "")), NO_BEADS, "and should stay"),
        (
            "the last bead of a square",
            changed(BEADS, (LAST, "and box[square] > 1")),
            NO_BEADS,
            "The last bead of each square stays",
        ),
        ("ten beads", changed(BEADS, ("<<v.rivals>>", "10")), NO_BEADS, "A new box has ten beads"),
        (
            "one box for all boards",
            changed(BEADS, ("list(before) == list(board) and ", "")),
            NO_BEADS,
            "One box is kept for all boards",
        ),
        (
            "beads on marks",
            changed(BEADS, ("if mark == <<v.empty>> else 0", "if mark != 0 else 0")),
            NO_BEADS,
            "Taken squares have beads",
        ),
    ],
    "exam": [
        (
            "by X",
            changed(EXAM, ("0 if turn == me else 2", "0 if turn == <<v.x>> else 2")),
            {"O": 0},
            "as the pupil sees them",
        ),
        (
            "turned round",
            changed(EXAM, ("0 if turn == me else 2", "2 if turn == me else 0")),
            NO_EXAM,
            "changed places",
        ),
        (
            "any open square",
            changed(EXAM, (NAMED, "squares = [square] if square in squares else squares")),
            NO_EXAM,
            "takes any open one",
        ),
        (
            "the first open square",
            changed(EXAM, (NAMED, "squares = [square] if square in squares else squares[:1]")),
            NO_EXAM,
            "takes the first open one",
        ),
        (
            "nothing by heart",
            changed(EXAM, (".get(str(list(board)), habit)", ".get('', habit)")),
            NO_EXAM,
            "is overlooked here",
        ),
        (
            "the pupil begins",
            changed(EXAM, ("1.0}, <<v.x>>, [", "1.0}, me, [")),
            {"O": 0},
            "The pupil begins here",
        ),
        (
            "the book's lines",
            changed(
                EXAM,
                (
                    "<<v.lines>>",
                    (
                        "[(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4,"
                        " 8), (2, 4, 6)]"
                    ),
                ),
            ),
            NO_EXAM,
            "numbered row by row",
        ),
        (
            "overwritten",
            changed(EXAM, ("onward.get(then, 0) + part", "part")),
            NO_EXAM,
            "they add up",
        ),
    ],
    "bug": [
        (
            "copied once",
            changed(
                BUG,
                (
                    EACH,
                    (
                        "[my_sit(pupil, match) for pupil in [copy.deepcopy(saved)] for match in"
                        " matches]"
                    ),
                ),
            ),
            {"matches": 0},
            "One pupil sits through all matches",
        ),
        (
            "half a copy",
            changed(BUG, ("copy.deepcopy(saved)", "copy.copy(saved)")),
            {"matches": 0},
            "it changed what it was given",
        ),
        (
            "put back at the end",
            changed(
                BUG,
                (
                    f"    return {EACH}",
                    (
                        "    kept = copy.deepcopy(saved)\n    found = [my_sit(saved, match) for"
                        " match in matches]\n    saved[:] = kept\n    return found"
                    ),
                ),
            ),
            {"matches": 0},
            "One pupil sits through all matches",
        ),
        (
            "learning off",
            changed(BUG, ("-= <<v.change>> *", "-= 0 *")),
            {"matches": 0},
            "does not learn here any more",
        ),
        (
            "a copy for each question",
            changed(
                BUG,
                (
                    "    for question, goal in match:\n",
                    (
                        "    saved = pupil\n    for question, goal in match:\n"
                        "        pupil = [list(row) for row in saved]\n"
                    ),
                ),
            ),
            {"matches": 0},
            "does not learn here any more",
        ),
    ],
    "own": [
        (
            "lost games",
            changed(
                OWN,
                ("<<v.win>> * r[0] + <<v.tie>> * r[1] + <<v.loss>> * r[2]", "r[2]"),
                ("(<<v.win>>, <<v.tie>>, <<v.loss>>)", "(0, 0, 1)"),
            ),
            {"shares": 0, "learning": 0},
            "Those are lost games",
        ),
        (
            "in one order",
            changed(OWN, (WEIGHT, 'weight = c == "1" * k + "0" * (n - k)')),
            {"shares": 0},
            "by one order alone",
        ),
        (
            "the letters",
            OWN + "my_learning[1], my_learning[2] = my_learning[2], my_learning[1]\n",
            {"learning": 0},
            "the seat's letter comes first",
        ),
        (
            "not computed",
            "my_shares = 0\nmy_learning = [1]\nmy_largest = 3\n",
            {"shares": 0, "learning": 0, "largest": 0},
            "4 numbers are asked for",
        ),
    ],
}
