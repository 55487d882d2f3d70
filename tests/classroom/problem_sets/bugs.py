"""Answers to problem set 11, right ones written otherwise and plausible wrong ones.

WRONG: {task: [(what is wrong, code, points by part, words of the message)]}. RIGHT: {task: [(how,
code)]}. Code may hold the texts' placeholders. A part that is not named earns all of its points.
All answers of a notebook share their names, so each brings its own functions.
"""

from rewritten import changed

BREACH = """
def breach(board, nine):
    is_open = np.array([mark == <<v.empty>> for mark in board])
    nine, share = np.array(nine, dtype=float), <<v.slip>> / is_open.sum()
    above = nine[is_open & (nine > share + 1e-9)]
    for word, holds in (
        ("taken", (nine[~is_open] < 1e-9).all()),
        ("sum", np.isclose(nine.sum(), 1, rtol=0, atol=1e-9)),
        ("slip", (nine[is_open] > share - 1e-9).all()),
        ("shares", above.size == 0 or np.ptp(above) < 1e-9),
    ):
        if not holds:
            return word
    return ""
"""
EXACTLY = """
def breach(board, nine):
    squares = [square for square in range(9) if board[square] == <<v.empty>>]
    share = <<v.slip>> / len(squares)
    if any(nine[square] for square in range(9) if square not in squares):
        return "taken"
    if sum(nine) != 1:
        return "sum"
    if min(nine[square] for square in squares) < share:
        return "slip"
    return "shares" if len({nine[s] for s in squares} - {share}) > 1 else ""
"""
BLIND = {"keep": 0, "one": 0, "several": 0}

FAR_OFF = """
import math

def far_off(before, after):
    p = <<v.change>> / 2
    more = [(a, b) for a, b in zip(before, after) if a < 10]
    less = [(a, b) for a, b in zip(before, after) if a > 1]
    gained, lost = sum(b > a for a, b in more), sum(b < a for a, b in less)
    return [score(gained, len(more), p), score(lost, len(less), p)]

def score(seen, count, p):
    if count == 0:
        return 0
    return (seen - count * p) / math.sqrt(count * p * (1 - p))
"""
FAR_OFF_NOWHERE = {"middle": 0, "limits": 0, "nobody": 0}

BELIEVES = """
def first_wrong(log, said):
    wrong = [
        number for number, (wins, ties, losses, payoff) in enumerate(log)
        if sum((wins, ties, losses)) != 32 or wins * <<v.win>> + ties * <<v.tie>> + losses * <<v.loss>> != payoff
    ]
    return min(wrong, default=-1)
"""
PAID = "wins * <<v.win>> + ties * <<v.tie>> + losses * <<v.loss>>"
SAID = "wins * said['win'] + ties * said['tie'] + losses * said['loss']"

SURPLUS = """
def surplus(payoffs, chances, games):
    paid, seen, gap, variance = (<<v.win>>, <<v.tie>>, <<v.loss>>), [], 0.0, 0.0
    for some, its_chances in zip(payoffs, chances):
        if some.tolist() in seen:
            continue
        seen.append(some.tolist())
        for payoff, three in zip(some, its_chances):
            mean = sum(p * value for p, value in zip(three, paid))
            square = sum(p * value**2 for p, value in zip(three, paid))
            gap += payoff - games * mean
            variance += games * (square - mean**2)
    return gap / variance**0.5
"""
NO_SURPLUS = {"one trial": 0, "several": 0, "copies": 0}

MATRIX = """
from itertools import combinations

caught = my_matrix.astype(bool)
some = caught[caught.any(axis=1)]
my_set = next(
    columns for size in range(8) for columns in combinations(range(7), size) if some[:, columns].any(axis=1).all()
)
my_alike = 0
for a in range(7):
    for b in range(a):
        either = (caught[:, a] | caught[:, b]).sum()
        if either:
            my_alike = max(my_alike, (caught[:, a] & caught[:, b]).sum() / either)
my_suspects = [row for row in range(9) if caught[row, my_alarms[0]] and caught[row, my_alarms[1]]]
"""
EITHER = "either = (caught[:, a] | caught[:, b]).sum()"

UNSEEN = """
is_open = my_board == <<v.empty>>
my_blind = np.zeros(9)
X_lines = [line for line in variant.variant(<<v.number>>).lines if any(my_board[k] == <<v.x>> for k in line)]
crowd = [sum(k in line for line in X_lines) if is_open[k] else 99 for k in range(9)]
my_blind[is_open] = <<v.slip>> / is_open.sum()
my_blind[int(np.argmin(crowd))] += 1 - <<v.slip>>
best = sorted(forty.tolist())[-20:]
error = (honest.var(ddof=1) / 20 + np.var(best, ddof=1) / 20) ** 0.5
my_gap = (np.mean(best) - honest.mean()) / error
my_alarm = bool(my_gap > 10 * <<v.change>>)
"""
RIGHT_REPLY = """
from fogel import opponent
rules_ = variant.variant(<<v.number>>)
my_blind = opponent.reply_probabilities(np.array(rules_.book(my_board)), rules_.settings)[list(rules_.order)]
"""

RIGHT = {
    "breach": [("with arrays", BREACH)],
    "far_off": [("two lists", FAR_OFF)],
    "believes": [("all rows that are wrong", BELIEVES)],
    "surplus": [("network by network", SURPLUS)],
    "matrix": [("pairs and combinations", MATRIX)],
    "unseen": [("another square", UNSEEN)],
}

WRONG = {
    "breach": [
        (
            "the book's slip",
            changed(BREACH, ("<<v.slip>>", "0.1")),
            {"keep": 0, "one": 0},
            "the slip rate of the book",
        ),
        (
            "nine squares slip",
            changed(BREACH, ("<<v.slip>> / is_open.sum()", "<<v.slip>> / 9")),
            {"keep": 0, "one": 0},
            "Slips are shared by nine squares",
        ),
        (
            "all open squares alike",
            changed(BREACH, ("is_open & (nine > share + 1e-9)", "is_open")),
            {"keep": 0},
            "All open squares are to be alike",
        ),
        (
            "the last breach",
            changed(
                BREACH,
                (
                    '        if not holds:\n            return word\n    return ""',
                    "        if not holds:\n            last = word\n    return last",
                ),
                ("    for word, holds", '    last = ""\n    for word, holds'),
            ),
            {"several": 0},
            "The last condition",
        ),
        (
            "too small passes",
            changed(
                BREACH, ("np.isclose(nine.sum(), 1, rtol=0, atol=1e-9)", "nine.sum() < 1 + 1e-9")
            ),
            {"one": 0, "several": 0},
            "A sum that is too small passes",
        ),
        (
            "too large passes",
            changed(
                BREACH, ("np.isclose(nine.sum(), 1, rtol=0, atol=1e-9)", "nine.sum() > 1 - 1e-9")
            ),
            {"one": 0, "several": 0},
            "A sum that is too large passes",
        ),
        ("rounding", EXACTLY, BLIND, "no more than rounding"),
        ("no shares", changed(BREACH, ("np.ptp(above) < 1e-9", "True")), {"one": 0}, "Wrong on"),
        (
            "yes and no",
            changed(BREACH, ("return word", "return True")),
            {"one": 0, "several": 0},
            "a text is asked for",
        ),
        (
            "changes the board",
            changed(BREACH, ("    nine, share", "    board[:] = 0\n    nine, share")),
            BLIND,
            "it changed what it was given",
        ),
    ],
    "far_off": [
        (
            "the book's rate",
            changed(FAR_OFF, ("<<v.change>> / 2", "0.25")),
            FAR_OFF_NOWHERE,
            "the book's rate",
        ),
        (
            "not halved",
            changed(FAR_OFF, ("<<v.change>> / 2", "<<v.change>>")),
            FAR_OFF_NOWHERE,
            "takes the whole rate",
        ),
        (
            "no limits",
            changed(FAR_OFF, (" if a < 10", ""), (" if a > 1", "")),
            {"limits": 0, "nobody": 0},
            "can't have a child of 11",
        ),
        (
            "limits left out",
            changed(FAR_OFF, ("if a < 10", "if 1 < a < 10"), ("if a > 1", "if 1 < a < 10")),
            {"limits": 0, "nobody": 0},
            "left out altogether",
        ),
        (
            "no 1 - p",
            changed(FAR_OFF, (" * (1 - p)", "")),
            FAR_OFF_NOWHERE,
            "The factor 1 - p is missing",
        ),
        (
            "no root",
            changed(FAR_OFF, ("math.sqrt", "")),
            FAR_OFF_NOWHERE,
            "square of the standard deviation",
        ),
        (
            "counts",
            changed(FAR_OFF, (" / math.sqrt(count * p * (1 - p))", "")),
            FAR_OFF_NOWHERE,
            "differences of counts",
        ),
        (
            "exchanged",
            changed(FAR_OFF, ("    return [", "    return ["), ("p)]", "p)][::-1]")),
            FAR_OFF_NOWHERE,
            "The two are exchanged",
        ),
        (
            "the sign",
            changed(FAR_OFF, ("(seen - count * p)", "(count * p - seen)")),
            FAR_OFF_NOWHERE,
            "sign is turned round",
        ),
        (
            "nobody",
            changed(FAR_OFF, ("    if count == 0:\n        return 0\n", "")),
            {"nobody": 0},
            "ZeroDivisionError",
        ),
    ],
    "believes": [
        (
            "games believed",
            changed(BELIEVES, ("!= 32", "!= said['games']")),
            {"games": 0},
            "number of games is still",
        ),
        (
            "payoffs believed",
            changed(BELIEVES, (PAID, SAID)),
            {"right": 0, "payoffs": 0},
            "payoffs are still",
        ),
        (
            "the book's payoffs",
            changed(BELIEVES, (PAID, "wins - 10 * losses")),
            {"right": 0, "payoffs": 0, "games": 0},
            "payoffs of the book",
        ),
        (
            "the claim alone",
            BELIEVES
            + """
def first_wrong(log, said, rows=first_wrong):
    right = {"games": 32, "win": <<v.win>>, "tie": <<v.tie>>, "loss": <<v.loss>>}
    return rows(log, said) if said == right else 0
""",
            {"right": 0, "payoffs": 0},
            "nonsense of itself",
        ),
        (
            "from 1",
            changed(BELIEVES, ("enumerate(log)", "enumerate(log, 1)"), ("default=-1", "default=0")),
            {"right": 0, "payoffs": 0, "games": 0},
            "counted from 0",
        ),
        ("the last", changed(BELIEVES, ("min(", "max(")), {"payoffs": 0, "games": 0}, "Wrong on"),
        (
            "what it was given",
            changed(
                BELIEVES, ("    return min", "    said['games'] = 32; log.pop()\n    return min")
            ),
            {"right": 0, "payoffs": 0, "games": 0},
            "it changed what it was given",
        ),
    ],
    "surplus": [
        (
            "copies counted",
            changed(SURPLUS, ("            continue", "            pass")),
            {"copies": 0},
            "Copies are counted",
        ),
        (
            "the book's payoffs",
            changed(SURPLUS, ("(<<v.win>>, <<v.tie>>, <<v.loss>>)", "(1, 0, -10)")),
            NO_SURPLUS,
            "payoffs of the book",
        ),
        (
            "one game's spread",
            changed(SURPLUS, ("variance += games * ", "variance += ")),
            NO_SURPLUS,
            "that of a single game",
        ),
        (
            "games squared",
            changed(SURPLUS, ("variance += games * ", "variance += games**2 * ")),
            NO_SURPLUS,
            "root of the number of games",
        ),
        ("mean squares", changed(SURPLUS, (" - mean**2", "")), NO_SURPLUS, "the latter is missing"),
        (
            "the sign",
            changed(SURPLUS, ("payoff - games * mean", "games * mean - payoff")),
            NO_SURPLUS,
            "sign is turned",
        ),
        (
            "a mean",
            changed(SURPLUS, ("return gap /", "return gap / (len(seen) * len(some)) /")),
            NO_SURPLUS,
            "divided by the standard error of their sum",
        ),
        (
            "in place",
            changed(SURPLUS, ("    for some, its", "    payoffs -= 1\n    for some, its")),
            NO_SURPLUS,
            "it changed what it was given",
        ),
    ],
    "matrix": [
        (
            "all checks",
            changed(MATRIX, ("range(8)", "range(7, 8)")),
            {"set": 0},
            "a smaller set is enough too",
        ),
        ("too few", MATRIX + "my_set = my_set[1:]\n", {"set": 0}, "by none of these"),
        (
            "counted from 1",
            MATRIX + "my_set = [k + 1 for k in range(7)]\n",
            {"set": 0},
            "whole numbers from 0 to 6",
        ),
        (
            "all programs",
            changed(MATRIX, (EITHER, "either = 9")),
            {"alike": 0},
            "Divided by all programs",
        ),
        (
            "twice",
            changed(MATRIX, (EITHER, "either = caught[:, a].sum() + caught[:, b].sum()")),
            {"alike": 0},
            "counted twice",
        ),
        (
            "a number",
            changed(MATRIX, ("sum() / either)", "sum())")),
            {"alike": 0},
            "and not a share",
        ),
        (
            "either alarm",
            changed(MATRIX, ("[0]] and", "[0]] or")),
            {"suspects": 0},
            "not only one of them",
        ),
        (
            "exactly these",
            MATRIX + "my_suspects = [row for row in my_suspects if caught[row].sum() == 2]\n",
            {"suspects": 0},
            "not that it always will",
        ),
        (
            "the right one too",
            MATRIX + "my_suspects = [0, *my_suspects]\n",
            {"suspects": 0},
            "Program 0 can't raise",
        ),
    ],
    "unseen": [
        ("no bug", UNSEEN + RIGHT_REPLY, {"blind": 0}, "no bug, and no alarm"),
        (
            "no slips",
            UNSEEN + "my_blind = (my_blind > 0.5).astype(float)\n",
            {"blind": 0},
            'an alarm of P11.1: "slip"',
        ),
        (
            "too much",
            UNSEEN + "my_blind = my_blind * 1.1\n",
            {"blind": 0},
            'an alarm of P11.1: "sum"',
        ),
        ("n for n - 1", changed(UNSEEN, ("ddof=1", "ddof=0")), {"gap": 0}, "n in place of n - 1"),
        ("all forty", changed(UNSEEN, ("[-20:]", "")), {"gap": 0}, "is not right"),
        (
            "the first twenty",
            changed(UNSEEN, ("sorted(forty.tolist())[-20:]", "forty[:20]")),
            {"gap": 0, "alarm": 1},
            "These are the first twenty",
        ),
        ("the lowest", changed(UNSEEN, ("[-20:]", "[:20]")), {"gap": 0}, "that ended lowest"),
        ("no root", changed(UNSEEN, ("** 0.5", "")), {"gap": 0}, "square of the standard error"),
        (
            "the other way round",
            changed(UNSEEN, ("my_gap > ", "my_gap < ")),
            {"alarm": 0},
            "is not right",
        ),
    ],
}
