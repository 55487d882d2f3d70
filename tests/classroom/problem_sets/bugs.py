"""Answers to problem set 11, right ones written otherwise and plausible wrong ones.

WRONG: {task: [(what is wrong, code, points by part, words of the message)]}. RIGHT: {task: [(how,
code)]}. Code may hold the texts' placeholders. A part that is not named earns all of its points.
All answers of a notebook share their names, so each brings its own functions.
"""

from grader.mistakes import mistake

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
BELIEVES = """
def first_wrong(log, said):
    wrong = [
        number for number, (wins, ties, losses, payoff) in enumerate(log)
        if sum((wins, ties, losses)) != 32 or wins * <<v.win>> + ties * <<v.tie>> + losses * <<v.loss>> != payoff
    ]
    return min(wrong, default=-1)
"""
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
RIGHT_REPLY = """from fogel import opponent

rules_ = variant.variant(<<v.number>>)
my_blind = opponent.reply_probabilities(np.array(rules_.book(my_board)), rules_.settings)[list(rules_.order)]"""
CHANGED = "it changed what it was given"
MY_SET = "min(filter(is_enough, every_set), key=len)"
WHOLE = "/ len(one | other)"
SHOWN = "np.sort(forty)[20:]"

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
        ("Wrong on", mistake(("if named and", "if False and"), costs=("one",))),
        (
            "a text is asked for",
            mistake(
                *(
                    (f'return "{word}"', "return True")
                    for word in ("taken", "sum", "slip", "shares")
                ),
                costs=("one", "several"),
            ),
        ),
        (CHANGED, mistake(("    share =", "    board[:] = 0\n    share ="))),
    ],
    "far_off": [("ZeroDivisionError", mistake((" if able else 0.0", ""), costs=("nobody",)))],
    "believes": [
        (
            "Wrong on",
            mistake(("enumerate(log)", "[*enumerate(log)][::-1]"), costs=("payoffs", "games")),
        ),
        (CHANGED, mistake(("    for number", "    log.pop()\n    for number"))),
    ],
    "surplus": [(CHANGED, mistake(("    paid =", "    payoffs -= 1\n    paid =")))],
    "matrix": [
        ("a smaller set is enough too", mistake((MY_SET, "range(7)"), costs=("set",))),
        ("by none of these", mistake((MY_SET, f"{MY_SET}[1:]"), costs=("set",))),
        ("whole numbers from 0 to 6", mistake((MY_SET, "range(1, 8)"), costs=("set",))),
        ("Divided by all programs", mistake((WHOLE, "/ 9"), costs=("alike",))),
        ("counted twice", mistake((WHOLE, "/ (len(one) + len(other))"), costs=("alike",))),
        ("and not a share", mistake((WHOLE, ""), costs=("alike",))),
        ("not only one of them", mistake(("].all(", "].any("), costs=("suspects",))),
        (
            "not that it always will",
            mistake(
                ("].all(axis=1)", "].all(axis=1) & (my_matrix.sum(axis=1) == 2)"),
                costs=("suspects",),
            ),
        ),
        (
            "Program 0 can't raise",
            mistake(("my_suspects =", "my_suspects = [0] +"), costs=("suspects",)),
        ),
    ],
    "unseen": [
        (
            "no bug, and no alarm",
            mistake(("my_blind[my_square] += 1 - <<v.slip>>", RIGHT_REPLY), costs=("blind",)),
        ),
        (
            'an alarm of P11.1: "slip"',
            mistake(
                ("<<v.slip>> * is_open", "0 * is_open"), ("+= 1 -", "+= 1 - 0 *"), costs=("blind",)
            ),
        ),
        ('an alarm of P11.1: "sum"', mistake(("+= 1 -", "+= 1.1 -"), costs=("blind",))),
        (
            "n in place of n - 1",
            mistake(
                ("honest.var(ddof=1) + shown.var(ddof=1)", "honest.var() + shown.var()"),
                costs=("gap",),
            ),
        ),
        ("is not right", mistake((SHOWN, "forty"), costs=("gap",))),
        ("These are the first twenty", mistake((SHOWN, "forty[:20]"), costs=("gap",))),
        ("that ended lowest", mistake((SHOWN, "np.sort(forty)[:20]"), costs=("gap",))),
        ("square of the standard error", mistake(("np.sqrt(", "("), costs=("gap",))),
        ("is not right", mistake(("my_gap >", "my_gap <"), costs=("alarm",))),
    ],
}

ON_TAKEN = "if square not in squares)"
ONCE, SOME = "once = sorted(different.values())", "tuple(some.tolist())"

# {(task whose solution is edited, task that must notice): {way in which a rule applies: the Mistake
# of a program that overlooks just that}}
OVERLOOKED = {
    ("breach", "breach"): {
        "two open squares": mistake(("    share =", "    if len(squares) < 3:\n        return ''\n    share =")),
        "an X's square": mistake((ON_TAKEN, "if board[square] == <<v.o>>)")),
        "an O's square": mistake((ON_TAKEN, "if board[square] == <<v.x>>)")),
        "the last square": mistake(("1e-9 for square in range(9)", "1e-9 for square in range(8)")),
        "a small chance on a taken square": mistake(("nine[square] > 1e-9 for", "nine[square] > 1e-3 for")),
        "a sum that is a little off": mistake(("- 1) > 1e-9", "- 1) > 1e-3")),
        "a little less than the slips": mistake(("share - 1e-9", "share - 1e-3")),
        "a little more than the slips": mistake(("share + 1e-9", "share + 1e-3")),
        "shares that differ a little": mistake(("min(named) > 1e-9", "min(named) > 1e-3")),
    },
    ("believes", "believes"): {
        "a payoff that is too low": mistake(("if payoff !=", "if payoff >")),
        "a payoff that is too high": mistake(("if payoff !=", "if payoff <")),
        "the last row": mistake(("enumerate(log)", "enumerate(log[:-1])")),
        "more than ten rows": mistake(("enumerate(log)", "enumerate(log[:10])")),
    },
    ("surplus", "surplus"): {
        "copies of two trials": mistake((ONCE, (
            "seen = [some.tolist() for some in payoffs]\n"
            "    most = max(seen, key=seen.count)\n"
            "    once = [k for k, some in enumerate(seen) if some != most or k == seen.index(most)]"
        ))),
        "two networks in another order": mistake((SOME, "tuple(sorted(some.tolist()))")),
        "all networks but the last": mistake((SOME, "tuple(some.tolist()[:-1])")),
        "copies that are apart": mistake((
            ONCE, "once = [k for k in range(len(payoffs)) if k == 0 or (payoffs[k] != payoffs[k - 1]).any()]"
        )),
    },
}  # fmt: skip
