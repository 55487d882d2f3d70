"""Answers to problem set 16, right ones written otherwise and plausible wrong ones.

WRONG: {task: [(what is wrong, code, points by part, words of the message)]}. RIGHT: {task: [(how,
code)]}. Code may hold the texts' placeholders. A part that is not named earns all of its points.
All answers of a notebook share their names, so each brings its own functions.
"""

from rewritten import changed

from grader.mistakes import mistake

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

INPUTS = """
def inputs(board, me, own_first):
    import numpy as np
    board = np.array(board)
    seat = me if own_first else <<v.x>>
    return np.stack([board == seat, board == <<v.x + v.o>> - seat], axis=1).ravel()
"""

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
            "it changed what it was given",
            mistake(("    return [total", "    results.clear()\n    return [total")),
        )
    ],
    "exam": [
        (
            "overwritten",
            changed(EXAM, ("onward.get(then, 0) + part", "part")),
            {"X": 0, "O": 0},
            "they add up",
        )
    ],
    "bug": [
        ("it changed what it was given", mistake(("[list(row) for row in saved]", "list(saved)")))
    ],
    "own": [
        (
            "not computed",
            "my_shares = 0\nmy_learning = [1]\nmy_largest = 3\n",
            {"shares": 0, "learning": 0, "largest": 0},
            "4 numbers are asked for",
        )
    ],
}

ITS_BOX, MORE = "boxes.get(tuple(board), new_box(board))", "sum(box) > 1"
NAMED, NEW_PUPIL = "named = heart.get(board, habit)", "[list(row) for row in saved]"

# {(task whose solution is edited, task that must notice): {way in which a rule applies: the Mistake
# of a program that overlooks just that}}
OVERLOOKED = {
    ("shares", "shares"): {
        "combinations in another order": mistake((
            "    causes = range", "    results = dict(zip(sorted(results), results.values()))\n    causes = range"
        )),
    },
    ("inputs", "inputs"): {
        "the empty board": mistake(("    return [", "    if {*board} == {<<v.empty>>}:\n        return [1] * 18\n    return [")),
    },
    ("boxes", "boxes"): {
        "a board that never came up": mistake((ITS_BOX, ITS_BOX.replace("new_box(board)", "[0] * 9"))),
        "no game": mistake((ITS_BOX, f"{ITS_BOX} if games else [0] * 9")),
        "an O's board": mistake((ITS_BOX, f"{ITS_BOX} if list(board).count(<<v.empty>>) % 2 else [0] * 9")),
        "the last bead of a box with several squares": mistake((MORE, f"({MORE} or list(before).count(<<v.empty>>) > 1)")),
        "the last bead of a box with one square": mistake((MORE, f"({MORE} or list(before).count(<<v.empty>>) == 1)")),
        "a square without a bead": mistake(("box[square] > 0", "(box[square] > 0 or sum(box) > 4)")),
        "the last bead of a square": mistake(("box[square] > 0", "box[square] > 1")),
    },
    ("exam", "exam"): {
        "a taken square that it knows by heart": mistake((NAMED, f"{NAMED}\n            named = named if named in squares else habit")),
        "one board on which either is to move": mistake(
            ("(board, turn) not in found", "board not in found"),
            ("found[board, turn] = total", "found[board] = total"),
            ("return found[board, turn]", "return found[board]"),
        ),
        "a line on a full board": mistake(("            if any(", "            if <<v.empty>> in then and any(")),
    },
    ("bug", "bug"): {
        "the first question": mistake((NEW_PUPIL, "[saved[0], *map(list, saved[1:])]")),
        "the last question": mistake((NEW_PUPIL, "[*map(list, saved[:-1]), saved[-1]]")),
        "the second match": mistake((NEW_PUPIL, f"pupil if len(found) == 1 else {NEW_PUPIL}")),
        "the third match": mistake((NEW_PUPIL, f"pupil if len(found) == 2 else {NEW_PUPIL}")),
    },
}  # fmt: skip
