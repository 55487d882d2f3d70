"""Answers to problem set 14, right ones written otherwise and plausible wrong ones.

WRONG: {task: [(what is wrong, code, points by part, words of the message)]}. RIGHT: {task: [(how,
code)]}. Code may hold the texts' placeholders. A part that is not named earns all of its points.
All answers of a notebook share their names, so each brings its own functions.
"""

from rewritten import changed

from grader.mistakes import mistake

LOOK = """
def look(board, me, moves):
    them = <<v.x + v.o>> - me
    rows = <<v.lines>>

    def thought(now, turn, left):
        best = None
        for square in [k for k in range(9) if now[k] == <<v.empty>>]:
            value = after(now[:square] + [turn] + now[square + 1:], turn, left - 1)
            if best is None or (value > best if turn == me else value < best):
                best = value
        return best

    def after(now, turn, left):
        sign = 1 if turn == me else -1
        if any([now[k] for k in row] == [turn] * 3 for row in rows):
            return sign * (<<v.win>> + now.count(<<v.empty>>))
        if <<v.empty>> not in now:
            return 0
        if left == 0:
            mine = [row for row in rows if them not in [now[k] for k in row]]
            its = [row for row in rows if me not in [now[k] for k in row]]
            return <<v.noise>> * (len(mine) - len(its))
        return thought(now, <<v.x + v.o>> - turn, left)

    board = list(board)
    return {k: after(board[:k] + [me] + board[k + 1:], me, moves - 1) for k in range(9) if board[k] == <<v.empty>>}
"""
ESTIMATE = "return <<v.noise>> * (len(mine) - len(its))"

LEVEL = (
    LOOK.replace("def look", "def my_look")
    + """
def best_squares(board, me, ability):
    left, chosen = list(board).count(<<v.empty>>), None
    depth = (left * ability) // <<v.rivals>>
    if depth == 0:
        return [k for k in range(9) if board[k] == <<v.empty>>]
    for sight in range(1, 2 * depth, 2):
        found = my_look(board, me, sight)
        top = max(found.values())
        if top >= <<v.win>>:
            return {k for k in found if found[k] >= <<v.win>>}
        chosen = {k for k in found if abs(found[k] - top) < 1e-6}
        if top <= -<<v.win>>:
            break
    return chosen
"""
)

SHARES = """
def shares(grades):
    import numpy as np
    grades, n = np.array(grades), len(grades)
    raised = [np.where(np.arange(n) == k, np.minimum(grades + by, 2), grades) for k in range(n) for by in (1, 2)]
    best = lambda some: (some == some.max()) / (some == some.max()).sum()
    return (1 - <<v.slip>>) * best(grades) + <<v.slip>> * np.mean([best(some) for some in raised], axis=0)
"""

MEET = (
    LEVEL.replace("my_look", "meets_look").replace("def best_squares", "def meets_squares")
    + """
def meet(board, me, of_x, of_o):
    flow, ends = {tuple(board): 1.0}, [0.0, 0.0, 0.0]
    while flow:
        onward = {}
        for now, chance in flow.items():
            chosen = meets_squares(list(now), me, of_x if me == <<v.x>> else of_o)
            for square in chosen:
                then = now[:square] + (me,) + now[square + 1:]
                if any(all(then[k] == me for k in row) for row in <<v.lines>>):
                    ends[0 if me == <<v.x>> else 1] += chance / len(chosen)
                elif <<v.empty>> not in then:
                    ends[2] += chance / len(chosen)
                else:
                    onward[then] = onward.get(then, 0) + chance / len(chosen)
        flow, me = onward, <<v.x + v.o>> - me
    return ends
"""
)

SOONEST = """
def soonest(board, me, most):
    rows, them = <<v.lines>>, <<v.x + v.o>> - me
    full = lambda now, who: any(all(now[k] == who for k in row) for row in rows)

    def sure(now, moves):
        for square in [k for k in range(9) if now[k] == <<v.empty>>]:
            then = now[:square] + [me] + now[square + 1:]
            if full(then, me):
                return True
            if moves > 1 and <<v.empty>> in then:
                replies = [then[:k] + [them] + then[k + 1:] for k in range(9) if then[k] == <<v.empty>>]
                if not any(full(one, them) for one in replies) and all(sure(one, moves - 2) for one in replies):
                    return True
        return False

    for moves in range(1, most + 1, 2):
        if sure(list(board), moves):
            return moves
    return 0
"""
MEMORY = changed(
    SOONEST,
    (
        "    def sure(now, moves):\n",
        "    known = {}\n\n    def sure(now, moves):\n        key = tuple(now)\n"
        "        if key not in known:\n            known[key] = anew(now, moves)\n        return known[key]\n\n"
        "    def anew(now, moves):\n",
    ),
)

OWN = (
    MEET.replace("meets_", "own_").replace("def meet", "def own_meet")
    + """
my_scores = own_look(my_board, <<v.x>>, 3)
bests = []
for horizon in (1, 2, 3, 4, 5):
    found = own_look(my_board, <<v.x>>, horizon)
    bests.append([k for k in sorted(found) if found[k] > max(found.values()) - 1e-6])
my_needed = max([k + 2 for k in range(5) if bests[k] != bests[4]], default=1)
my_chances = own_meet(my_board, <<v.x>>, 5, 1)
"""
)

RIGHT = {
    "look": [("both sides by one player's scores", LOOK)],
    "level": [("sets of squares", LEVEL)],
    "mistakes": [("with arrays", SHARES)],
    "meet": [("chances that flow forward", MEET)],
    "memory": [
        ("nothing is remembered", SOONEST),
        (
            "wins alone are remembered",
            changed(MEMORY, ("return known[key]", "return known[key] or known.pop(key)")),
        ),
    ],
    "own": [("by other functions", OWN)],
}

WRONG = {
    "look": [
        (
            "it changed what it was given",
            mistake(("return scores", "board.reverse()\n    return scores")),
        )
    ],
    "level": [("it should be", mistake(("return best", "return best[:1]")))],
    "mistakes": [
        (
            "it changed what it was given",
            mistake(("return total", "grades.append(0)\n    return total")),
        )
    ],
    "own": [
        ("no estimate", changed(OWN, (ESTIMATE, "return 0")), {"scores": 0}, "without an estimate"),
        (
            "not computed",
            "my_scores = []\nmy_needed = 9\nmy_chances = [1, 0]\n",
            {"scores": 0, "needed": 0, "chances": 0},
            "A number from 1 to 5",
        ),
    ],
}

HORIZONS, DEPTH = "range(1, most + 1, 2)", "left * ability // <<v.rivals>>"

# {(task whose solution is edited, task that must notice): {way in which a rule applies: the Mistake
# of a program that overlooks just that}}
OVERLOOKED = {
    ("look", "look"): {
        "the empty board": mistake(("scores = {}", "scores = dict.fromkeys(range(9) if set(board) == {<<v.empty>>} else [], 0)"), ("if board[square] == <<v.empty>>:", "if board[square] == <<v.empty>> and square not in scores:")),
        "a board with one mark": mistake(("    return scores", "    return scores if len(scores) != 8 else dict.fromkeys(scores, 0)")),
        "five moves": mistake(("scores = {}", "moves, scores = min(moves, 4), {}")),
    },
    ("level", "level"): {
        "one open square": mistake(("    return best", "    return best if left > 1 else []")),
        "depth 0": mistake(("    return best", "    return best if left * ability >= <<v.rivals>> else best[:1]")),
        "the last depth, or the third": mistake((DEPTH, f"min({DEPTH}, 2, 30 // <<v.rivals>> - 1)")),
        "several squares that win": mistake(("return wins", "return wins[:1]")),
    },
    ("meet", "meet"): {
        "a line on a full board": mistake(("if has_won(then, me):", "if has_won(then, me) and <<v.empty>> in then:")),
    },
    ("memory", "memory"): {
        "no more than three moves": mistake((HORIZONS, "range(1, (5 if most > 1 else 1) + 1, 2)")),
        "X wins in five": mistake((HORIZONS, f"{HORIZONS} if me == <<v.o>> else (1, 3)[: most // 2 + 1]")),
        "O wins in five": mistake((HORIZONS, f"{HORIZONS} if me == <<v.x>> else (1, 3)[: most // 2 + 1]")),
    },
}  # fmt: skip
