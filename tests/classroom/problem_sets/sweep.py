"""Answers to problem set 10, right ones written otherwise and plausible wrong ones.

WRONG: {task: [(what is wrong, code, points by part, words of the message)]}. RIGHT: {task: [(how,
code)]}. Code may hold the texts' placeholders. A part that is not named earns all of its points.
All answers of a notebook share their names, so each brings its own functions.
"""

from rewritten import changed

REACH = "(1 + 2 * <<v.change>>)"

DIFFERENCE = f"""
import statistics

def difference(ours, others):
    a, b = [float(x) for x in ours], [float(x) for x in others]
    error = (statistics.variance(a) / len(a) + statistics.variance(b) / len(b)) ** 0.5
    return [statistics.mean(a) - statistics.mean(b), {REACH} * error]
"""
ERROR = "(statistics.variance(a) / len(a) + statistics.variance(b) / len(b)) ** 0.5"
NO_DIFFERENCE = {"as many": 0, "not as many": 0}

POWER = f"""
from statistics import NormalDist

def power(gap, spread, its_spread, trials):
    seen = NormalDist(gap, np.hypot(spread, its_spread) / np.sqrt(trials))
    edge = {REACH} * seen.stdev
    up, down = 1 - seen.cdf(edge), seen.cdf(-edge)
    return [up, down] if gap > 0 else [down, up]
"""
NO_POWER = {"up": 0, "down": 0, "small": 0}
SPREAD = "np.hypot(spread, its_spread) / np.sqrt(trials)"

ONE_STAR = f"""
def at_least_one(versions):
    rng = np.random.default_rng(10)
    base = rng.normal(size=400_000)
    any_star = np.zeros(400_000, dtype=bool)
    for _ in range(versions):
        any_star |= np.abs(rng.normal(size=400_000) - base) > {REACH} * np.sqrt(2)
    return any_star.mean()
"""
ON_AVERAGE = f"""
from statistics import NormalDist

def at_least_one(versions):
    return versions * 2 * NormalDist().cdf(-{REACH})
"""
NO_STAR = {"one": 0, "several": 0}
DRAWN = "np.abs(rng.normal(size=400_000) - base)"

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
NO_AGAIN = {"again": 0, "luck": 0}

PARTNERS = """
def lead(exact_payoff, change, its_exact_payoff, its_change):
    total = 0
    for one, lost in zip(exact_payoff, change):
        nearest = min(range(len(its_exact_payoff)), key=lambda k: abs(its_exact_payoff[k] - one))
        total += lost - its_change[nearest]
    return total / len(exact_payoff)
"""
AS_IT_WAS = """
def lead(exact_payoff, change, its_exact_payoff, its_change):
    in_order = np.sort(its_exact_payoff)
    partner = [int(np.abs(in_order - one).argmin()) for one in exact_payoff]
    return np.mean(change - its_change[partner])
"""
ONCE_EACH = """
def lead(exact_payoff, change, its_exact_payoff, its_change):
    free, total = {k: value for k, value in enumerate(its_exact_payoff)}, 0
    for one, lost in zip(exact_payoff, change):
        nearest = min(free, key=lambda k: abs(free[k] - one))
        del free[nearest]
        total += lost - its_change[nearest]
    return total / len(exact_payoff)
"""
NO_PARTNERS = {"few": 0, "many": 0}

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
            "the book's",
            "from fogel.core.intervals import difference_and_half_width as difference\n",
            NO_DIFFERENCE,
            "the book's interval",
        ),
        (
            "n",
            changed(DIFFERENCE, ("statistics.variance", "statistics.pvariance")),
            NO_DIFFERENCE,
            "n in place of n - 1",
        ),
        (
            "added",
            changed(
                DIFFERENCE,
                (
                    ERROR,
                    "statistics.stdev(a) / len(a) ** 0.5 + statistics.stdev(b) / len(b) ** 0.5",
                ),
            ),
            NO_DIFFERENCE,
            "short sides of a right triangle",
        ),
        (
            "pooled",
            changed(
                DIFFERENCE,
                (
                    ERROR,
                    (
                        "(((len(a) - 1) * statistics.variance(a) + (len(b) - 1) * statistics."
                        "variance(b)) / (len(a) + len(b) - 2) * (1 / len(a) + 1 / len(b))) ** 0.5"
                    ),
                ),
            ),
            {"not as many": 0},
            "one common spread",
        ),
        (
            "pairs",
            changed(
                DIFFERENCE,
                (ERROR, "statistics.stdev([x - y for x, y in zip(a, b)]) / len(a) ** 0.5"),
            ),
            NO_DIFFERENCE,
            "compared in pairs",
        ),
        (
            "single trials",
            changed(DIFFERENCE, (" / len(a)", ""), (" / len(b)", "")),
            NO_DIFFERENCE,
            "single trials stray",
        ),
        (
            "one error",
            changed(DIFFERENCE, (REACH + " * ", "")),
            NO_DIFFERENCE,
            "That is one standard error",
        ),
        (
            "the sign",
            changed(
                DIFFERENCE,
                (
                    "statistics.mean(a) - statistics.mean(b)",
                    "statistics.mean(b) - statistics.mean(a)",
                ),
            ),
            NO_DIFFERENCE,
            "The sign is turned round",
        ),
        (
            "in place",
            changed(DIFFERENCE, ("    a, b", "    ours -= others.mean()\n    a, b")),
            NO_DIFFERENCE,
            "it changed what it was given",
        ),
    ],
    "power": [
        (
            "the book's",
            changed(POWER, (REACH, "1.96")),
            NO_POWER,
            "the reach of the book's interval",
        ),
        (
            "never turned",
            changed(POWER, (" if gap > 0 else [down, up]", "")),
            {"down": 0, "small": 0},
            "where the gap is",
        ),
        (
            "all stars",
            changed(
                POWER,
                ("[up, down] if gap > 0 else [down, up]", "[up + down, down if gap > 0 else up]"),
            ),
            NO_POWER,
            "holds all stars",
        ),
        (
            "one mean",
            changed(POWER, (SPREAD, "spread / np.sqrt(trials)")),
            NO_POWER,
            "one mean alone",
        ),
        (
            "spreads added",
            changed(POWER, (SPREAD, "(spread + its_spread) / np.sqrt(trials)")),
            NO_POWER,
            "their squares add up",
        ),
        (
            "no trials",
            changed(POWER, (" / np.sqrt(trials)", "")),
            NO_POWER,
            "number of trials is left out",
        ),
        (
            "no root",
            changed(POWER, (" / np.sqrt(trials)", " / trials")),
            NO_POWER,
            "and not with the number",
        ),
        (
            "missed",
            changed(POWER, ("    return [", "    up, down = 1 - up, 1 - down\n    return [")),
            NO_POWER,
            "chances to miss",
        ),
        (
            "exchanged",
            changed(POWER, ("gap > 0", "gap < 0")),
            NO_POWER,
            "the right sign comes first",
        ),
        (
            "percent",
            changed(POWER, ("    return [", "    up, down = 100 * up, 100 * down\n    return [")),
            NO_POWER,
            "These are percent",
        ),
    ],
    "guess": [
        ("words", 'my_guess = "many"', {"guess": 0}, "A number is asked for"),
        ("too much", "my_guess = 1600", {"guess": 0}, "from 0 to 100"),
    ],
    "one_star": [
        (
            "a baseline each",
            changed(ONE_STAR, ("- base)", "- rng.normal(size=400_000))")),
            {"several": 0},
            "a baseline of its own",
        ),
        ("on average", ON_AVERAGE, {"several": 0}, "how many stars there are"),
        (
            "none",
            changed(ONE_STAR, ("return any_star", "return 1 - any_star")),
            NO_STAR,
            "the chance that none",
        ),
        (
            "upwards",
            changed(ONE_STAR, (DRAWN, "(rng.normal(size=400_000) - base)")),
            NO_STAR,
            "Only stars upwards",
        ),
        (
            "a known baseline",
            changed(ONE_STAR, ("- base)", "- 0)")),
            NO_STAR,
            "The baseline has no luck",
        ),
        ("one error", changed(ONE_STAR, (" * np.sqrt(2)", "")), NO_STAR, "wider by √2"),
        (
            "percent",
            changed(ONE_STAR, ("return any_star.mean()", "return 100 * any_star.mean()")),
            NO_STAR,
            "from 0 to 1 is asked",
        ),
    ],
    "again": [
        (
            "the book's",
            changed(AGAIN, (REACH, "1.96")),
            NO_AGAIN,
            "the reach of the book's interval",
        ),
        (
            "fresh",
            changed(AGAIN, ("one * other > 0", "other != 0")),
            NO_AGAIN,
            "Only the fresh trials",
        ),
        (
            "first",
            changed(AGAIN, ("one * other > 0", "one != 0")),
            NO_AGAIN,
            "Only the first table",
        ),
        (
            "together",
            changed(
                AGAIN,
                (
                    "one, other = signs(first), signs(fresh)",
                    "one = other = signs(np.hstack([first, fresh]))",
                ),
            ),
            NO_AGAIN,
            "Both tables are put together",
        ),
        (
            "no sign",
            changed(AGAIN, ("one * other > 0", "one * other != 0")),
            {"luck": 0},
            "are taken for the same",
        ),
        (
            "an old baseline",
            changed(AGAIN, ("signs(fresh)", "signs(np.vstack([first[:1], fresh[1:]]))")),
            NO_AGAIN,
            "they have their own",
        ),
        ("from 0", changed(AGAIN, (".tolist()", " - 1")), NO_AGAIN, "give the numbers of rows"),
        (
            "nothing",
            changed(AGAIN, ("np.flatnonzero(one * other > 0).tolist()", "[]")),
            NO_AGAIN,
            "Wrong on",
        ),
        (
            "in place",
            changed(
                AGAIN,
                (
                    "    gaps = table - table[0].mean()",
                    "    table -= table[0].mean()\n    gaps = table",
                ),
            ),
            NO_AGAIN,
            "it changed what it was given",
        ),
    ],
    "partners": [
        ("as it was", AS_IT_WAS, NO_PARTNERS, "As it was"),
        (
            "both sorted",
            changed(AS_IT_WAS, ("its_change[partner]", "np.sort(its_change)[partner]")),
            NO_PARTNERS,
            "sorted too, but by themselves",
        ),
        (
            "the wrong way",
            changed(
                AS_IT_WAS,
                (
                    "its_change[partner]",
                    "its_change[np.argsort(np.argsort(its_exact_payoff))][partner]",
                ),
            ),
            NO_PARTNERS,
            "as its own inverse",
        ),
        (
            "means",
            changed(
                AS_IT_WAS,
                ("np.mean(change - its_change[partner])", "np.mean(change) - np.mean(its_change)"),
            ),
            NO_PARTNERS,
            "the means of both versions",
        ),
        ("once each", ONCE_EACH, NO_PARTNERS, "taken once here"),
        (
            "the sign",
            changed(PARTNERS, ("lost - its_change[nearest]", "its_change[nearest] - lost")),
            NO_PARTNERS,
            "sign is turned round",
        ),
        (
            "in place",
            changed(
                AS_IT_WAS,
                (
                    "in_order = np.sort(its_exact_payoff)",
                    (
                        "order = np.argsort(its_exact_payoff)\n    its_exact_payoff.sort()\n    its_change[:] ="
                        " its_change[order]\n    in_order = its_exact_payoff"
                    ),
                ),
            ),
            NO_PARTNERS,
            "it changed what it was given",
        ),
    ],
    "own": [
        ("the baseline too", OWN + "my_found = [0, *my_found]\n", {"found": 0}, "is not right"),
        (
            "the fresh table",
            OWN + "my_found = [row for row in range(1, 7) if star(my_fresh[row], my_fresh[0])]\n",
            {"found": 0},
            "stars of the fresh table",
        ),
        (
            "what is left",
            changed(OWN, ("before - after", "after")),
            {"shrinking": 0},
            "in the fresh table itself",
        ),
        (
            "what was",
            changed(OWN, ("before - after", "before")),
            {"shrinking": 0},
            "in the first table itself",
        ),
        (
            "the sign",
            changed(OWN, ("before - after", "after - before")),
            {"shrinking": 0},
            "positive if it has shrunk",
        ),
        ("one too few", changed(OWN, ("variance) + 1", "variance)")), {"trials": 0}, "One too few"),
        (
            "the whole width",
            changed(OWN, (" / 2) ** 2", ") ** 2")),
            {"trials": 0},
            "its half is asked for",
        ),
        (
            "one mean",
            changed(OWN, ("my_first[top].var(ddof=1) + my_first[0]", "my_first[0]")),
            {"trials": 0},
            "both means",
        ),
    ],
}
