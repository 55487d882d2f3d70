"""Answers to problem set 10, right ones written otherwise and plausible wrong ones.

WRONG: {task: [(what is wrong, code, points by part, words of the message)]}. RIGHT: {task: [(how,
code)]}. Code may hold the texts' placeholders. A part that is not named earns all of its points.
All answers of a notebook share their names, so each brings its own functions.
"""

from grader.mistakes import mistake

REACH = "(1 + 2 * <<v.change>>)"

DIFFERENCE = f"""
import statistics

def difference(ours, others):
    a, b = [float(x) for x in ours], [float(x) for x in others]
    error = (statistics.variance(a) / len(a) + statistics.variance(b) / len(b)) ** 0.5
    return [statistics.mean(a) - statistics.mean(b), {REACH} * error]
"""
POWER = f"""
from statistics import NormalDist

def power(gap, spread, its_spread, trials):
    seen = NormalDist(gap, np.hypot(spread, its_spread) / np.sqrt(trials))
    edge = {REACH} * seen.stdev
    up, down = 1 - seen.cdf(edge), seen.cdf(-edge)
    return [up, down] if gap > 0 else [down, up]
"""
ONE_STAR = f"""
def at_least_one(versions):
    rng = np.random.default_rng(10)
    base = rng.normal(size=400_000)
    any_star = np.zeros(400_000, dtype=bool)
    for _ in range(versions):
        any_star |= np.abs(rng.normal(size=400_000) - base) > {REACH} * np.sqrt(2)
    return any_star.mean()
"""
AGAIN = f"""
def signs(table):
    gaps = table - table[0].mean()
    errors = np.sqrt((table.var(axis=1, ddof=1) + table[0].var(ddof=1)) / table.shape[1])
    means = gaps.mean(axis=1)
    return np.sign(means) * (np.abs(means) > {REACH} * errors)

def found_again(first, fresh):
    one, other = signs(first), signs(fresh)
    return np.flatnonzero(one * other > 0).tolist()
"""
PARTNERS = """
def lead(exact_payoff, change, its_exact_payoff, its_change):
    total = 0
    for one, lost in zip(exact_payoff, change):
        nearest = min(range(len(its_exact_payoff)), key=lambda k: abs(its_exact_payoff[k] - one))
        total += lost - its_change[nearest]
    return total / len(exact_payoff)
"""
OWN = f"""
import math

def star(row, base):
    error = np.sqrt((row.var(ddof=1) + base.var(ddof=1)) / 20)
    gap = row.mean() - base.mean()
    return np.sign(gap) if abs(gap) > {REACH} * error else 0

kept = []
for row in range(1, 7):
    if star(my_first[row], my_first[0]) * star(my_fresh[row], my_fresh[0]) > 0:
        kept.append(row)
my_found = kept
top = max(range(1, 7), key=lambda row: my_first[row].mean())
before, after = (table[top].mean() - table[0].mean() for table in (my_first, my_fresh))
my_shrinking = before - after
variance = my_first[top].var(ddof=1) + my_first[0].var(ddof=1)
my_trials = math.floor(({REACH} / 2) ** 2 * variance) + 1
"""

RIGHT = {
    "difference": [("with the statistics module", DIFFERENCE)],
    "power": [("by the distribution of what is seen", POWER)],
    "one_star": [("drawn", ONE_STAR)],
    "again": [("with arrays", AGAIN)],
    "partners": [("parent by parent", PARTNERS)],
    "own": [("with functions of its own", OWN)],
}

WRONG = {
    "difference": [
        (
            "it changed what it was given",
            mistake(("squares = [", "ours -= others.mean()\n    squares = [")),
        )
    ],
    "guess": [
        ("words", 'my_guess = "many"', {"guess": 0}, "A number is asked for"),
        ("too much", "my_guess = 1600", {"guess": 0}, "from 0 to 100"),
    ],
    "again": [
        ("Wrong on", mistake(("return found", "return []"))),
        (
            "it changed what it was given",
            mistake(("found = []", "found = []\n    first -= first[0].mean()")),
        ),
    ],
    "partners": [
        (
            "it changed what it was given",
            mistake(("partner = [", "its_exact_payoff.sort()\n    partner = [")),
        )
    ],
    "own": [
        (
            "is not right",
            mistake(
                ("again(my_first, my_fresh)", "again(my_first, my_fresh) + [0]"), costs=("found",)
            ),
        )
    ],
}

SAME_SIGN, GAPS = "gap * then > 0", "np.mean(change - its_change[partner])"

# {(task whose solution is edited, task that must notice): {way in which a rule applies: the Mistake
# of a program that overlooks just that}}
OVERLOOKED = {
    ("one_star", "one_star"): {"forty versions": mistake(("** versions", "** min(versions, 30)"))},
    ("again", "again"): {
        "a star upwards, then downwards": mistake((SAME_SIGN, "(gap * then > 0 or gap > 0)")),
        "a star downwards, then upwards": mistake((SAME_SIGN, "(gap * then > 0 or gap < 0)")),
        "another number of versions": mistake(("range(1, len(first))", "range(1, min(len(first), 7))")),
        "the last version": mistake(("range(1, len(first))", "range(1, len(first) - 1)")),
        "all versions": mistake(("return found", "return found if len(found) < len(first) - 1 else []")),
        "no version": mistake(("return found", "return found or [1]")),
    },
    ("partners", "partners"): {
        "as many of the other version": mistake((
            "    return", "    if len(change) == len(its_change):\n        partner = [*range(len(change))]\n    return"
        )),
        "two parents of equal expected payoff": mistake((
            GAPS, f"np.mean([*dict(zip(exact_payoff, {GAPS.removeprefix('np.mean(')}).values()])"
        )),
    },
}  # fmt: skip
