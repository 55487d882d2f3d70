"""Problem set 10: when two means differ, how often that is seen, and how often it is seen where
nothing is.
"""

# Long: the tasks of a set, their texts, their solutions and the mistakes in them are read and
# changed together.

from functools import cache
from math import ceil, erf, sqrt

import numpy as np

from fogel.checks.shapes import Number, Numbers
from fogel.checks.variant import student_rng
from grader.mistakes import mistake
from grader.tasks import FunctionTask, Part, ProblemSet, ValueTask, WrittenTask

PAIR = Numbers(count=2, within=1e-6)
VERSIONS, TRIALS, NARROW = 7, 20, 2.0  # of a student's tables, and how narrow an interval is to be
REACH = "<<(1 + 2 * v.change) | round(3)>>"
BOOK_REACH = "That is the reach of the book's interval; your class has its own."


def reach(variant):
    """How many standard errors an interval reaches to each side; 2 in the book's own variant."""
    return round(1 + 2 * variant.change, 3)


def below(x):
    """The chance that a standard normal number is below x."""
    return (1 + erf(x / sqrt(2))) / 2


# P10.1 A difference and its interval.


def error_of(ours, others):
    """The standard error of the difference of two means."""
    return sqrt(ours.var(ddof=1) / len(ours) + others.var(ddof=1) / len(others))


def difference(variant, ours, others):
    """(the gap, how far its interval reaches)."""
    ours, others = np.array(ours, dtype=float), np.array(others, dtype=float)
    return [float(ours.mean() - others.mean()), reach(variant) * float(error_of(ours, others))]


def groups(variant):
    """Expected payoffs of two versions, as many trials of each or not."""
    rng, found = np.random.default_rng(101), []
    for part, sizes in (
        ("as many", ((4, 4), (20, 20), (100, 100))),
        ("not as many", ((3, 12), (40, 9), (100, 20))),
    ):
        for one, other in sizes:
            for gap in (-6, 0, 4, 9):
                ours, others = (
                    rng.normal(14 + gap, rng.uniform(1, 6), one),
                    rng.normal(14, rng.uniform(6, 12), other),
                )
                found.append((part, (np.round(ours, 1), np.round(others, 1))))
    return found


GAP = "ours.mean() - others.mean()"
SQUARES = "squares = [some.var(ddof=1) / len(some) for some in (ours, others)]"

DIFFERENCE = FunctionTask(
    name="difference",
    number="P10.1",
    title="a difference and its interval",
    function="difference",
    shape=PAIR,
    pure=True,
    parts=(
        Part("as many", 2, "as many trials of both versions"),
        Part("not as many", 2, "more trials of one of them"),
    ),
    cases=groups,
    right=difference,
    examples=lambda variant: [
        (np.array([12.0, 18.0, 15.0, 21.0]), np.array([10.0, 14.0, 9.0, 11.0])),
        (np.array([3.0, 5.0]), np.array([4.0, 9.0, 2.0, 8.0, 7.0])),
    ],
    wrong={
        "That is the book's interval, of 95 %; your class has another reach.": mistake(
            (SQUARES, "from fogel.core import intervals"),
            (
                f"{GAP}, {REACH} * sum(squares) ** 0.5",
                "intervals.difference_and_half_width(ours, others)",
            ),
        ),
        "The spread is taken with n in place of n - 1.": mistake(("ddof=1", "ddof=0")),
        "The variances, which are taken with n - 1, are divided by n - 1 again here. In a standard "
        "error they are divided by n.": mistake(("/ len(some)", "/ (len(some) - 1)")),
        "The two errors are added here; they add like the short sides of a right triangle.": (
            mistake(("sum(squares) ** 0.5", "sum(np.sqrt(squares))"))
        ),
        "Both versions are given one common spread here; each has its own.": mistake(
            ("some.var(ddof=1) / len(some)", "(len(some) - 1) * some.var(ddof=1)"),
            (
                "sum(squares)",
                "(sum(squares) / (len(ours) + len(others) - 2)"
                " * (1 / len(ours) + 1 / len(others)))",
            ),
            costs=("not as many",),
        ),
        "The trials are compared in pairs here; they are two groups.": mistake(
            ("for some in (ours, others)", "for some in (ours - others,)")
        ),
        "That is how far single trials stray; the error of a mean shrinks with the root of the "
        "number of trials.": mistake((" / len(some)", "")),
        "That is one standard error; your class's interval reaches further or less far.": (
            mistake((f"{REACH} * ", ""))
        ),
        "The sign is turned round: the first version less the second.": mistake(
            (GAP, "others.mean() - ours.mean()")
        ),
    },
    package=(
        "from fogel.core import intervals\n\ndef difference(ours, others):\n    return"
        " intervals.difference_and_half_width(ours, others)\n"
    ),
)


# P10.2 Seen, and seen upside down.


def power(variant, gap, spread, its_spread, trials):
    """The chances of a star with the right sign, and of one with the wrong sign."""
    far = abs(gap) / sqrt((spread**2 + its_spread**2) / trials)
    return [below(far - reach(variant)), below(-far - reach(variant))]


def experiments(variant):
    """Differences that are there, up, down, and small."""
    found = []
    for trials in (4, 20, 100):
        for spread, its_spread in ((8.0, 8.0), (3.0, 11.0), (12.5, 6.0)):
            for gap in (2.0, 4.4, 8.0):
                found.append(("up", (gap, spread, its_spread, trials)))
                found.append(("down", (-gap, spread, its_spread, trials)))
            found += [("small", (gap, spread, its_spread, trials)) for gap in (0.1, -0.3)]
    return found


POWER = FunctionTask(
    name="power",
    number="P10.2",
    title="seen, and seen upside down",
    function="power",
    shape=PAIR,
    parts=(
        Part("up", 2, "versions that are better"),
        Part("down", 2, "versions that are worse"),
        Part("small", 1, "versions that hardly differ"),
    ),
    cases=experiments,
    right=power,
    examples=lambda variant: [(4.0, 8.0, 8.0, 20), (-1.0, 3.0, 11.0, 10)],
    wrong={
        BOOK_REACH: mistake((REACH, "1.96")),
        "The two are exchanged, at least where the gap is negative: the right sign is that of the "
        "gap.": mistake(("abs(gap)", "gap"), costs=("down", "small")),
        "The first number holds all stars here; those with the wrong sign are counted apart.": (
            mistake(("below(far - edge),", "below(far - edge) + below(-far - edge),"))
        ),
        "The error is that of one mean alone; both vary.": mistake((" + its_spread**2", "")),
        "The two spreads are added here; their squares add up.": mistake(
            ("spread**2 + its_spread**2", "(spread + its_spread) ** 2")
        ),
        "The number of trials is left out: the error shrinks with its root.": mistake(
            (") / trials)", "))")
        ),
        "The error shrinks with the root of the number of trials, and not with the number.": (
            mistake((") / trials)", ")) / trials"))
        ),
        "These are chances to miss the difference; those to see it are asked for.": mistake(
            ("return below(far - edge), below", "return 1 - below(far - edge), 1 - below")
        ),
        "The two are exchanged: the right sign comes first.": mistake(
            ("below(far - edge), below(-far - edge)", "below(-far - edge), below(far - edge)")
        ),
        "These are percent; chances from 0 to 1 are asked for.": mistake(
            ("return below(far - edge), below", "return 100 * below(far - edge), 100 * below")
        ),
    },
)


# P10.3 and P10.4 Stars where nothing is.


GUESS = ValueTask(
    name="guess",
    number="P10.3",
    title="stars where nothing is",
    kind="predict",
    values=("my_guess",),
    shapes=(Number(least=0, most=100),),
    parts=(Part("guess", 1, "a guess; any number that is possible"),),
    right=lambda variant, student: (None,),
)


@cache
def at_least_one(variant, versions):
    """The chance that at least one of so many versions has a star by luck, where all share one
    baseline.

    In units of one mean's error a difference is v - b, and has a star if it is larger than √2 times
    the reach. Given the baseline's luck b the versions are independent of each other.
    """
    b, step = np.linspace(-8, 8, 4001, retstep=True)
    edge = sqrt(2) * reach(variant)
    inside = np.array([below(x + edge) - below(x - edge) for x in b])
    density = np.exp(-(b**2) / 2) / sqrt(2 * np.pi)
    return float(1 - (density * inside**versions).sum() * step)


AT_LEAST_ONE = "1 - np.average(without, weights=chances)"
ONE = f"2 * below(-{REACH})"

ONE_STAR = FunctionTask(
    name="one_star",
    number="P10.4",
    title="one baseline for all",
    function="at_least_one",
    shape=Number(within=0.003, least=0, most=1),
    parts=(
        Part("one", 1, "a single version"),
        Part("several", 4, "several versions with one baseline"),
    ),
    cases=lambda variant: [("one", (1,)), *(("several", (count,)) for count in (3, 7, 16, 40))],
    right=at_least_one,
    examples=lambda variant: [(1,), (10,)],
    wrong={
        "Each version has a baseline of its own here. Share one: if it is unlucky, all versions "
        "look good.": mistake((AT_LEAST_ONE, f"1 - (1 - {ONE}) ** versions"), costs=("several",)),
        "That is how many stars there are on average; several often come together.": mistake(
            (AT_LEAST_ONE, f"versions * {ONE}"), costs=("several",)
        ),
        "That is the chance that none has a star.": mistake(("1 - np.average", "np.average")),
        "Only stars upwards are counted here; a version may also seem worse.": mistake(
            ("(below(b + edge) - below(b - edge))", "below(b + edge)")
        ),
        "The baseline has no luck here, as if it were known: its trials vary too.": mistake(
            ("below(b + edge) - below(b - edge)", "below(edge) - below(-edge)")
        ),
        "Each mean has its own error, and a difference that of both: its interval is wider by "
        "√2.": mistake(("2**0.5 * ", "")),
        "These are percent; a chance from 0 to 1 is asked for.": mistake(
            (AT_LEAST_ONE, f"100 * ({AT_LEAST_ONE})")
        ),
    },
)


# P10.5 Fresh trials.


def stars(variant, table):
    """{row: 1 or -1}, of the rows with a star, less the first row."""
    found = {}
    for row in range(1, len(table)):
        gap, half = difference(variant, table[row], table[0])
        if abs(gap) > half:
            found[row] = int(np.sign(gap))
    return found


def found_again(variant, first, fresh):
    """The rows with a star in both tables, of the same sign."""
    one, other = stars(variant, first), stars(variant, fresh)
    return [row for row in one if one[row] == other.get(row)]


def tables(variant):
    """Two tables of some versions: with differences that are there, and with luck alone."""
    rng, found = np.random.default_rng(105), []
    for part in ("again", "luck"):
        while sum(name == part for name, _ in found) < 14:
            # Two versions, of which one is found again, are all of them.
            versions, sign = (7, 2, 12)[len(found) % 3], (1, -1)[len(found) % 2]
            effects = rng.choice([0, 0, 3, -6, 9], versions)
            effects[: 1 + (part == "luck")] = 0
            spread = rng.uniform(4, 10)
            first, fresh = rng.normal(14 + effects[:, None], spread, (2, versions, 12))
            # A star that was picked from many tables; with fresh trials it is gone, or turned
            # round.
            if part == "luck":
                star = reach(variant) * spread * sqrt(2 / 12)
                first[1] += sign * 1.2 * star - first[1].mean() + first[0].mean()
                fresh[1] -= sign * rng.choice([0.2, 1.3]) * star
            first, fresh = np.round(first, 1), np.round(fresh, 1)
            if stars(variant, first) and clear(variant, first) and clear(variant, fresh):
                found.append((part, (first, fresh)))
    return found


def clear(variant, table):
    """Whether no interval ends so near to 0 that rounding decides about its star."""
    return all(
        abs(abs(row.mean() - table[0].mean()) / error_of(row, table[0]) - reach(variant)) > 1e-3
        for row in table[1:]
    )


SAME_SIGN = "and gap * then > 0"

AGAIN = FunctionTask(
    name="again",
    number="P10.5",
    title="fresh trials",
    function="found_again",
    shape=Numbers(),
    pure=True,
    parts=(
        Part("again", 2, "tables with differences that are there"),
        Part("luck", 2, "tables in which a star was luck"),
    ),
    cases=tables,
    right=found_again,
    examples=lambda variant: [small_tables()],
    wrong={
        BOOK_REACH: mistake(
            ("> half", f"> half * 1.96 / {REACH}"), ("> its_half", f"> its_half * 1.96 / {REACH}")
        ),
        "Only the fresh trials are looked at here; a version is to have had its star before.": (
            mistake(("abs(gap) > half and", ""), (SAME_SIGN, ""))
        ),
        "Only the first table is looked at here.": mistake(
            ("abs(then) > its_half and ", ""), (SAME_SIGN, "")
        ),
        "Both tables are put together here, so that the luck that was picked is counted again.": (
            mistake(("in (first, fresh)", "in [np.hstack([first, fresh])] * 2"))
        ),
        "A star upwards and one downwards are taken for the same here.": mistake(
            (SAME_SIGN, ""), costs=("luck",)
        ),
        "The fresh trials are compared with the baseline of the first table here; they have their "
        "own.": mistake(("table[0])", "first[0])")),
        "Versions are counted from 0 here, without the baseline; give the numbers of rows.": (
            mistake(("found.append(row)", "found.append(row - 1)"))
        ),
    },
)


def small_tables():
    """Two tables by hand: a version far ahead twice, one far ahead and then far behind, and one
    like the baseline.
    """
    first = np.array(
        [[10, 12, 11, 13], [30, 33, 31, 32], [25, 27, 24, 26], [11, 12, 10, 14]], dtype=float
    )
    fresh = np.array(
        [[12, 10, 13, 12], [31, 29, 30, 33], [1, 2, 0, 3], [10, 13, 12, 11]], dtype=float
    )
    return first, fresh


# P10.6 Find the bug: partners of equal expected payoff.


def lead(variant, exact_payoff, change, its_exact_payoff, its_change):
    """The mean of each parent's change less that of its partner, the one of nearest expected payoff."""
    exact_payoff, change, its_exact_payoff, its_change = (
        np.array(some) for some in (exact_payoff, change, its_exact_payoff, its_change)
    )
    partner = [int(np.abs(its_exact_payoff - one).argmin()) for one in exact_payoff]
    return float(np.mean(change - its_change[partner]))


def families(variant):
    """Parents of two versions, and what their children lose."""
    rng, found = np.random.default_rng(106), []
    for part, sizes in (("few", (5, 6)), ("many", (40, 100))):
        for size in sizes:
            for _ in range(4):
                exact_payoff, its_exact_payoff = (
                    rng.permutation(5 * number)[:number] / 4 - shift
                    for number, shift in ((size, 9.0), (3 * size // 2, 8.9))
                )
                change, its_change = (
                    np.round(-0.8 * some + rng.normal(0, 9, len(some)), 1)
                    for some in (exact_payoff, its_exact_payoff)
                )
                found.append((part, (exact_payoff, change, its_exact_payoff, its_change)))
    # As many parents of both versions, two of them with the same expected payoff.
    _, (exact_payoff, change, its_exact_payoff, its_change) = found[0]
    exact_payoff = np.array([*exact_payoff[:-1], exact_payoff[0]])
    few = (its_exact_payoff[: len(change)], its_change[: len(change)])
    return [*found, ("few", (exact_payoff, change, *few))]


IN_ORDER = ("its_exact_payoff - one", "np.sort(its_exact_payoff) - one")
CHANGES = "its_change[partner]"
PARTNER = "partner = [int(np.abs(its_exact_payoff - one).argmin()) for one in exact_payoff]"
ONCE_EACH = """left, partner = [*range(len(its_exact_payoff))], []
    for one in exact_payoff:
        partner.append(min(left, key=lambda k: abs(its_exact_payoff[k] - one)))
        left.remove(partner[-1])"""

PARTNERS = FunctionTask(
    name="partners",
    number="P10.6",
    title="find the bug: partners of equal expected payoff",
    kind="bug",
    function="lead",
    shape=Number(within=1e-6),
    pure=True,
    parts=(Part("few", 2, "five or six parents"), Part("many", 2, "forty parents or a hundred")),
    cases=families,
    right=lead,
    examples=lambda variant: [
        (
            np.array([1.0, 5.0]),
            np.array([-2.0, -9.0]),
            np.array([5.2, 0.9, 3.1]),
            np.array([-6.0, -1.0, -4.0]),
        )
    ],
    wrong={
        "As it was: the partners are found in a sorted list, and their changes are looked up in "
        "another order.": mistake(IN_ORDER),
        "Half mended: the changes are sorted too, but by themselves, so they are other parents' "
        "changes still.": mistake(IN_ORDER, (CHANGES, "np.sort(its_change)[partner]")),
        "Half mended: the order is used the wrong way round, as its own inverse.": mistake(
            (CHANGES, "its_change[np.argsort(np.argsort(its_exact_payoff))][partner]"), IN_ORDER
        ),
        "These are the means of both versions; partners of equal expected payoff are to be "
        "compared.": (mistake((f"change - {CHANGES}", "change) - np.mean(its_change"))),
        "Each partner is taken once here; the nearest one may serve several parents.": mistake(
            (PARTNER, ONCE_EACH)
        ),
        "The sign is turned round: a parent's change less its partner's.": mistake(
            ("np.mean(change -", "-np.mean(change -")
        ),
    },
)


# P10.7 A sweep of one's own.


@cache
def own_tables(variant, student):
    """Two tables of seven versions with twenty trials each, the baseline first."""
    rng = student_rng(variant.number, student, "sweep")
    effects = np.array([0, *rng.permutation([0, 0, 3, 5, -5, 9])])
    first, fresh = np.round(rng.normal(14 + effects[:, None], 7, (2, VERSIONS, TRIALS)), 1)
    return first, fresh


def own_sweep(variant, student):
    """(the rows that are found again, by how much the largest gap shrinks, how many trials it
    takes).
    """
    first, fresh = own_tables(variant, student)
    gap = first.mean(axis=1) - first[0].mean()
    best = int(gap[1:].argmax()) + 1
    then = fresh[best].mean() - fresh[0].mean()
    square = first[best].var(ddof=1) + first[0].var(ddof=1)
    trials = (reach(variant) / NARROW) ** 2 * square
    return found_again(variant, first, fresh), float(gap[best] - then), ceil(trials)


OWN = ValueTask(
    name="own",
    number="P10.7",
    title="your sweep",
    kind="personal",
    values=("my_found", "my_shrinking", "my_trials"),
    shapes=(Numbers(), Number(within=0.006), Number()),
    parts=(
        Part("found", 1, "the versions that are found again"),
        Part("shrinking", 1, "by how much the largest difference shrinks"),
        Part("trials", 2, "how many trials it takes to look closely enough"),
    ),
    right=own_sweep,
    wrong={
        "These are the stars of the first table alone.": mistake(
            ("again(my_first, my_fresh)", "again(my_first, my_first)"), costs=("found",), variant=23
        ),
        "These are the stars of the fresh table alone.": mistake(
            ("again(my_first, my_fresh)", "again(my_fresh, my_fresh)"), costs=("found",)
        ),
        "That is the difference in the fresh table itself.": mistake(
            ("gaps[0] - gaps[1]", "gaps[1]"), costs=("shrinking",)
        ),
        "That is the difference in the first table itself.": mistake(
            ("gaps[0] - gaps[1]", "gaps[0]"), costs=("shrinking",)
        ),
        "The sign is turned round: positive if it has shrunk.": mistake(
            ("gaps[0] - gaps[1]", "gaps[1] - gaps[0]"), costs=("shrinking",)
        ),
        "One too few: the interval is still wider than that.": mistake(
            ("both / my_trials", "both / (my_trials + 1)"), costs=("trials",)
        ),
        "With so many trials the whole interval is that narrow; its half is asked for.": mistake(
            (">= 2", ">= 1"), costs=("trials",)
        ),
        "With so many trials the interval of one mean is that narrow; both means vary.": mistake(
            ("my_first[best].var(ddof=1) + ", ""), costs=("trials",)
        ),
    },
)


WHY = WrittenTask(
    name="why",
    number="P10.8",
    title="in your own words",
    parts=(Part("why", 4, "what a page of differences says, and what it doesn't"),),
)

SET = ProblemSet(
    "10_sweep",
    "Differences that are there",
    85,
    (DIFFERENCE, POWER, GUESS, ONE_STAR, AGAIN, PARTNERS, OWN, WHY),
)
