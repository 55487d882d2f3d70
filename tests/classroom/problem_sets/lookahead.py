"""Answers to problem set 14, right ones written otherwise and plausible wrong ones.

WRONG: {task: [(what is wrong, code, points by part, words of the message)]}. RIGHT: {task: [(how,
code)]}. Code may hold the texts' placeholders. A part that is not named earns all of its points.
All answers of a notebook share their names, so each brings its own functions.
"""

from rewritten import changed

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
VALUE = "sign * (<<v.win>> + now.count(<<v.empty>>))"
NO_LOOK = {"near": 0, "far": 0}

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
DEPTH = "(left * ability) // <<v.rivals>>"
LOOP = "for sight in range(1, 2 * depth, 2):"
NO_LEVEL = {"late": 0, "early": 0}

SHARES = """
def shares(grades):
    import numpy as np
    grades, n = np.array(grades), len(grades)
    raised = [np.where(np.arange(n) == k, np.minimum(grades + by, 2), grades) for k in range(n) for by in (1, 2)]
    best = lambda some: (some == some.max()) / (some == some.max()).sum()
    return (1 - <<v.slip>>) * best(grades) + <<v.slip>> * np.mean([best(some) for some in raised], axis=0)
"""
NO_SHARES = {"apart": 0, "equal": 0, "any": 0}

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
CHOSEN = "chosen = meets_squares(list(now), me, of_x if me == <<v.x>> else of_o)"
NO_MEETING = {"late": 0, "early": 0}

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
    ("    def sure(now, moves):\n", "    known = {}\n\n    def sure(now, moves):\n        key = tuple(now)\n"
     "        if key not in known:\n            known[key] = anew(now, moves)\n        return known[key]\n\n"
     "    def anew(now, moves):\n"),
)  # fmt: skip

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
            "no estimate",
            changed(LOOK, (ESTIMATE, "return 0")),
            NO_LOOK,
            "counts 0 here, as in the chapter",
        ),
        (
            "the wrong sign",
            changed(LOOK, (ESTIMATE, "return <<v.noise>> * (len(its) - len(mine))")),
            NO_LOOK,
            "The estimate has the wrong sign",
        ),
        (
            "lines",
            changed(LOOK, (ESTIMATE, "return len(mine) - len(its)")),
            NO_LOOK,
            "the plain difference of lines",
        ),
        (
            "the chapter's win",
            changed(LOOK, ("(<<v.win>> + now", "(1 + now")),
            NO_LOOK,
            "as in the chapter, 1 and the open squares",
        ),
        (
            "all wins alike",
            changed(LOOK, (VALUE, "sign * <<v.win>>")),
            NO_LOOK,
            "All wins count alike here",
        ),
        (
            "the other helps",
            changed(LOOK, ("(value > best if turn == me else value < best)", "value > best")),
            NO_LOOK,
            "The other is thought to make its worst move",
        ),
        (
            "one too many",
            changed(LOOK, ("me, moves - 1)", "me, moves)")),
            NO_LOOK,
            "A move too many",
        ),
        (
            "moves on the board that it was given",
            changed(LOOK, ("    board = list(board)", "    board[board.index(<<v.empty>>)] = me")),
            NO_LOOK,
            "it changed what it was given",
        ),
    ],
    "level": [
        (
            "the chapter's ten",
            changed(LEVEL, (DEPTH, "(left * ability) // 10")),
            NO_LEVEL,
            "whose number is 10",
        ),
        (
            "rounded up",
            changed(LEVEL, (DEPTH, "-(-left * ability // <<v.rivals>>)")),
            NO_LEVEL,
            "The depth is rounded up",
        ),
        (
            "rounded",
            changed(LEVEL, (DEPTH, "round(left * ability / <<v.rivals>>)")),
            {"late": 0},
            "rounded to the nearest",
        ),
        (
            "answers too",
            changed(LEVEL, (LOOP, "for sight in range(2, 2 * depth + 1, 2):")),
            NO_LEVEL,
            "A depth sees two",
        ),
        (
            "at once",
            changed(LEVEL, (LOOP, "for sight in [2 * depth - 1]:")),
            NO_LEVEL,
            "at once, and not gradually",
        ),
        (
            "never blind",
            changed(LEVEL, ("    if depth == 0:", "    depth = max(1, depth)\n    if depth == 0:")),
            NO_LEVEL,
            "At depth 0 all open squares",
        ),
        (
            "one square",
            changed(LEVEL, ("return chosen", "return [min(chosen)]")),
            NO_LEVEL,
            "it should be",
        ),
    ],
    "mistakes": [
        (
            "none",
            changed(
                SHARES, ("return (1 - <<v.slip>>) *", "return 1.0 *"), ("+ <<v.slip>> *", "+ 0 *")
            ),
            {"apart": 0, "any": 0},
            "no mistakes",
        ),
        (
            "any square",
            changed(
                SHARES, ("np.mean([best(some) for some in raised], axis=0)", "np.full(n, 1 / n)")
            ),
            {"apart": 0, "any": 0},
            "In a mistake any square is taken",
        ),
        (
            "one grade",
            changed(SHARES, ("(1, 2)", "(1,)")),
            {"apart": 0, "any": 0},
            "always of one grade",
        ),
        (
            "two grades",
            changed(SHARES, ("(1, 2)", "(2,)")),
            {"apart": 0, "any": 0},
            "always of two grades",
        ),
        (
            "better than a win",
            changed(SHARES, ("np.minimum(grades + by, 2)", "grades + by")),
            {"apart": 0, "any": 0},
            "Nothing can seem better than a win",
        ),
        (
            "shares of 1",
            changed(SHARES, (" / (some == some.max()).sum()", " * 1.0")),
            NO_SHARES,
            "they share the chance",
        ),
        (
            "changes its list",
            changed(
                SHARES,
                (
                    "    grades, n =",
                    "    grades[0] += 0.0 if grades.append(0) else 0\n    grades, n =",
                ),
            ),
            NO_SHARES,
            "it changed what it was given",
        ),
    ],
    "meet": [
        (
            "X's ability",
            changed(MEET, (CHOSEN, "chosen = meets_squares(list(now), me, of_x)")),
            NO_MEETING,
            "ability of X here",
        ),
        (
            "changed places",
            changed(MEET, ("of_x if me == <<v.x>> else of_o", "of_o if me == <<v.x>> else of_x")),
            NO_MEETING,
            "have changed places",
        ),
        (
            "all squares",
            changed(MEET, (CHOSEN, "chosen = [k for k in range(9) if now[k] == <<v.empty>>]")),
            NO_MEETING,
            "a level draws among its best",
        ),
        (
            "the first",
            changed(MEET, (CHOSEN, f"{CHOSEN}\n            chosen = [min(chosen)]")),
            NO_MEETING,
            "always taken here",
        ),
        (
            "the mover first",
            changed(
                MEET,
                ("    flow, ends", "    begin = me\n    flow, ends"),
                ("return ends", "return ends if begin == <<v.x>> else [ends[1], ends[0], ends[2]]"),
            ),
            NO_MEETING,
            "should be X's, whoever is to move",
        ),
        (
            "the chapter's ten",
            changed(MEET, (DEPTH, "(left * ability) // 10")),
            NO_MEETING,
            "whose number is 10",
        ),
    ],
    "memory": [
        ("as it was", MEMORY, {"soonest": 0}, "with its bug still in it"),
        (
            "forgets once",
            changed(
                MEMORY,
                (
                    "        if sure(list(board), moves):",
                    (
                        "        known.clear() if moves < 4 else None\n        if sure(list(board),"
                        " moves):"
                    ),
                ),
            ),
            {"soonest": 0},
            "believed too long",
        ),
        (
            "any reply",
            changed(SOONEST, ("and all(sure", "and any(sure")),
            {"soonest": 0},
            "One reply that loses is enough",
        ),
        (
            "wins of the other",
            changed(SOONEST, ("not any(full(one, them) for one in replies) and ", "")),
            {"soonest": 0},
            "the other's wins are overlooked",
        ),
        (
            "always the most",
            changed(SOONEST, ("range(1, most + 1, 2)", "[most]")),
            {"soonest": 0},
            "the soonest win isn't told",
        ),
        (
            "one's own moves",
            changed(SOONEST, ("return moves", "return (moves + 1) // 2")),
            {"soonest": 0},
            "own moves are",
        ),
    ],
    "own": [
        ("no estimate", changed(OWN, (ESTIMATE, "return 0")), {"scores": 0}, "without an estimate"),
        (
            "two moves",
            OWN + "my_scores = own_look(my_board, <<v.x>>, 2)\n",
            {"scores": 0},
            "a look of two moves",
        ),
        (
            "abilities exchanged",
            OWN + "my_chances = own_meet(my_board, <<v.x>>, 1, 5)\n",
            {"chances": 0},
            "have changed places",
        ),
        (
            "not computed",
            "my_scores = []\nmy_needed = 9\nmy_chances = [1, 0]\n",
            {"scores": 0, "needed": 0, "chances": 0},
            "A number from 1 to 5",
        ),
    ],
}
