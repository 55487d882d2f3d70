"""Problem set 5: who survives."""

# Long: the tasks of a set, their texts, their solutions and the mistakes in them are read and
# changed together.

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import comb

import numpy as np

from fogel.checks.shapes import Number, Numbers
from fogel.checks.variant import student_rng
from fogel.plots import drawing, style
from grader import rules
from grader.answers import trouble
from grader.mistakes import mistake
from grader.tasks import FunctionTask, Part, ProblemSet, ValueTask, WrittenTask

# A rival's points in the book, where only a lower payoff counts.
BOOK = {"equal": 0.0, "higher": 0.0}

# What several mistakes change.
TOTAL = "<<v.win>> * wins + <<v.tie>> * ties + <<v.loss>> * losses"
POINTS = "np.where(gaps > 0, 1, np.where(gaps < 0, <<v.higher>>, <<v.equal>>))"
ORDER = "np.lexsort((luck, scores))"
HALF = "best_first[: len(luck) // 2]"


# P5.1 Payoffs.


def payoffs_of(variant, results):
    """The payoffs of rows of (wins, losses, ties)."""
    wins, losses, ties = np.array(results).T
    return rules.payoff(variant, wins, ties, losses)


def payoff_cases(variant):
    """All ways in which 32 games can end; other numbers of games and of networks."""
    rng = np.random.default_rng(51)
    every = [
        (wins, losses, 32 - wins - losses) for wins in range(33) for losses in range(33 - wins)
    ]
    cases = [("32 games", (np.array(every),))]
    cases += [("32 games", (np.array(every)[rng.permutation(561)[:100]],)) for _ in range(5)]
    cases += [
        ("other numbers", (rng.integers(0, 50, (networks, 3)),))
        for networks in (1, 2, 3, 7, 100, 250)
    ]
    few = ([[0, 1, 0], [0, 0, 1]], [[0, 1, 0]], [[900, 40, 60]])
    return cases + [("other numbers", (np.array(rows),)) for rows in few]


PAYOFFS = FunctionTask(
    name="payoffs",
    number="P5.1",
    title="payoffs",
    function="total_payoffs",
    shape=Numbers(within=1e-6),
    parts=(
        Part("32 games", 2, "all the ways in which 32 games can end"),
        Part("other numbers", 1, "other numbers of games, and any number of networks"),
    ),
    cases=payoff_cases,
    right=payoffs_of,
    examples=lambda variant: [
        (np.array([[32, 0, 0], [31, 1, 0], [0, 0, 32]]),),
        (np.array([[4, 13, 15], [12, 7, 13]]),),
        (np.array([[3, 2, 5]]),),
    ],
    wrong={
        "The columns are taken for wins, ties and losses. They are wins, losses and ties.": mistake(
            ("losses, ties =", "ties, losses =")
        ),
        "These are the book's payoffs; your class has others.": mistake(
            ("<<v.win>>", "1"), ("<<v.tie>>", "0"), ("<<v.loss>>", "-10")
        ),
        "A tie brings nothing here, as in the book; in your class it does.": mistake(
            ("<<v.tie>>", "0")
        ),
        "The losses are added with the wrong sign.": mistake(("+ <<v.loss>>", "- <<v.loss>>")),
        "This is the payoff of one game on average; the total of all games is asked for.": mistake(
            (TOTAL, f"({TOTAL}) / results.sum(axis=1)")
        ),
        "Win and loss are exchanged.": mistake(("wins, losses, ties =", "losses, wins, ties =")),
        "This is one total for all networks together; each network has its own.": mistake(
            (TOTAL, f"({TOTAL}).sum()")
        ),
    },
    package=(
        "from fogel import Settings, selection\n\n"
        "def total_payoffs(results):\n"
        "    wins, losses, ties = results.T\n"
        "    return selection.total_payoff(wins, losses, ties, Settings().numbers)\n"
    ),
)


# P5.2 The second round.


def counts_of(payoffs, rivals):
    """How many rivals of each network have a lower, a higher and an equal payoff, (networks, 3)."""
    gaps = payoffs[:, None] - payoffs[rivals]
    return np.stack(
        [(gaps > 0).sum(axis=1), (gaps < 0).sum(axis=1), (gaps == 0).sum(axis=1)], axis=1
    )


def tenths(variant, counts):
    """Ten times the scores of such counts: whole numbers, so that equal ones are equal."""
    return counts @ np.array([10, round(10 * variant.higher), round(10 * variant.equal)])


def scores_of(variant, payoffs, rivals):
    """The scores by the points of a class."""
    return tenths(variant, counts_of(payoffs, rivals)) / 10


def rivals_by_lot(networks, count, rng):
    """Different rivals for each network."""
    others = [
        [other for other in range(networks) if other != network] for network in range(networks)
    ]
    return np.array([rng.permutation(some)[:count] for some in others])


def scores_cases(variant):
    """Payoffs that are all different, many equal ones, and rivals that are met twice."""
    rng, cases = np.random.default_rng(52), []
    for networks, count in (
        (2, 1),
        (6, 3),
        (20, 1),
        (20, variant.rivals),
        (100, variant.rivals),
        (100, 99),
    ):
        for _ in range(3):
            payoffs = rng.permutation(np.arange(-250, 50, 3)[:networks])
            cases.append(("different payoffs", (payoffs, rivals_by_lot(networks, count, rng))))
    for networks, kinds in ((2, 1), (8, 2), (20, 4), (100, 1), (100, 3), (100, 12)):
        for _ in range(2):
            payoffs = rng.integers(-10, 10, kinds)[rng.integers(0, kinds, networks)]
            cases.append(
                (
                    "equal payoffs",
                    (payoffs, rivals_by_lot(networks, min(networks - 1, variant.rivals), rng)),
                )
            )
    for networks in (4, 5, 20, 100):
        rivals = [
            rng.choice([k for k in range(networks) if k != network], 6)
            for network in range(networks)
        ]
        rivals[1] = [3] * 6  # one that meets nobody else
        cases.append(
            ("met twice", (rng.permutation(np.arange(-90, 210, 3)[:networks]), np.array(rivals)))
        )
    return cases


SCORES = FunctionTask(
    name="scores",
    number="P5.2",
    title="the second round",
    function="scores",
    shape=Numbers(within=1e-6),
    parts=(
        Part("different payoffs", 2, "payoffs that are all different"),
        Part("equal payoffs", 2, "payoffs of which many are equal"),
        Part("met twice", 1, "rivals that stand several times in a list"),
    ),
    cases=scores_cases,
    right=scores_of,
    examples=lambda variant: [
        (np.array([7, -3, 12]), np.array([[1], [2], [0]])),
        (np.array([5, 5, -20, 8]), np.array([[1, 2, 3], [0, 2, 3], [3, 1, 0], [2, 0, 1]])),
    ],
    wrong={
        "These are the book's points: 1 for a lower payoff, nothing for others. Your class has "
        "more.": mistake(("<<v.higher>>, <<v.equal>>", "0, 0")),
        "An equal payoff is treated as in the book; in your class it brings something else.": (
            mistake(("<<v.equal>>", "0"), costs=("equal payoffs",))
        ),
        "A rival with a higher payoff brings nothing here; in your class it does.": mistake(
            ("<<v.higher>>", "0")
        ),
        "The comparison is turned round: the points for a lower payoff are given for a higher "
        "one.": mistake(
            ("payoffs[:, None] - payoffs[rivals]", "payoffs[rivals] - payoffs[:, None]")
        ),
        "An equal payoff is counted as a lower one here.": mistake(
            ("<<v.equal>>", "1"), costs=("equal payoffs",)
        ),
        "An equal payoff is counted as a higher one here.": mistake(
            ("<<v.equal>>", "<<v.higher>>"), costs=("equal payoffs",)
        ),
        "The points for an equal and for a higher payoff are exchanged.": mistake(
            ("<<v.higher>>, <<v.equal>>", "<<v.equal>>, <<v.higher>>")
        ),
        "A higher payoff costs points in your class; here it brings as many.": mistake(
            ("<<v.higher>>", "-<<v.higher>>")
        ),
        "The fractions get lost on the way: what is added into an array of whole numbers becomes "
        "a whole number.": mistake(
            (
                f"return {POINTS}.sum(axis=1)",
                "points = np.zeros_like(payoffs)\n"
                f"    for some in {POINTS}.T:\n"
                "        points[:] = points + some\n"
                "    return points",
            )
        ),
        "These are the right scores, cut to whole numbers.": mistake(
            (f"{POINTS}.sum(axis=1)", f"[int(sum(some)) for some in {POINTS}]")
        ),
        "The points are given to the rivals; they belong to the network whose rivals they are.": (
            mistake(
                (
                    f"{POINTS}.sum(axis=1)",
                    f"np.bincount(rivals.ravel(), {POINTS}.ravel(), len(payoffs))",
                )
            )
        ),
        "A rival that stands twice in a list is counted once; it should bring its points twice.": (
            mistake(
                (
                    f"{POINTS}.sum(axis=1)",
                    "[some[np.unique(theirs, return_index=True)[1]].sum() "
                    f"for some, theirs in zip({POINTS}, rivals)]",
                ),
                costs=("met twice",),
            )
        ),
        "Each network is compared with all the others here, and not with its rivals.": mistake(
            ("payoffs[rivals]", "[np.delete(payoffs, row) for row in range(len(payoffs))]")
        ),
        "These are points per rival; all of a network's points together are asked for.": mistake(
            (".sum(axis=1)", ".mean(axis=1)")
        ),
        "The points are added to the payoffs here; a score is made of points alone.": mistake(
            ("return ", "return payoffs + ")
        ),
    },
    pure=True,
    package=(
        "from fogel import Settings, selection\n\n"
        "def scores(payoffs, rivals):\n"
        "    return selection.second_round(payoffs, rivals, Settings().numbers)\n"
    ),
)


# P5.3 Rivals at random. Judged by what has to hold for every draw, and by how often each network is
# drawn.

# Enough to notice a hat that is shuffled wrongly, by a statistic of chi squared.
FAIR_NETWORKS, FAIR_DRAWS = 30, 36_000
# A pair of networks is wrong if a right program comes that far off more seldom than this.
UNLIKELY = 1e-13


def draw_cases(variant):
    """(networks, generator): a few for the rules, many for the odds, and one generator twice."""
    least = variant.rivals + 1
    sizes = [100] * 6 + [least] * 4 + [least + 1] * 4 + [least + 5] * 4
    cases = [("legal", (networks, {"rng": seed})) for seed, networks in enumerate(sizes)]
    rounds = FAIR_DRAWS // FAIR_NETWORKS // variant.rivals
    cases += [("fair", (FAIR_NETWORKS, {"rng": 1000 + seed})) for seed in range(rounds)]
    return cases + [("generator", (50, {"rng": seed})) for seed in (77, 77, 78)]


def read_rivals(variant, networks, answer):
    """(rows of rivals, "") or (None, why they can't be read)."""
    words = trouble(answer)
    if words:
        return None, words
    try:
        rows = np.array(answer["value"], dtype=float)
    except (TypeError, ValueError):
        return None, "the lists of rivals must be rows of numbers, all of the same length"
    if rows.shape != (networks, variant.rivals):
        shape = " by ".join(map(str, rows.shape)) or "a single number"
        return (
            None,
            (
                f"for {networks} networks, {networks} by {variant.rivals} rivals are asked for;"
                f" yours are {shape}"
            ),
        )
    if not (np.isfinite(rows) & (rows == np.floor(rows))).all():
        return None, "rivals are rows of the population, so they must be whole numbers"
    strange = rows[(rows < 0) | (rows >= networks)]
    if strange.size:
        return (
            None,
            (
                f"{networks} networks have the rows 0 to {networks - 1}; there is a"
                f" {strange[0]:.0f} among yours"
            ),
        )
    return rows.astype(int), ""


def illegal(rows):
    """What is wrong with lists of rivals that can be read; "" if nothing is."""
    for network, theirs in enumerate(rows.tolist()):
        if network in theirs:
            return f"of {len(rows)} networks, network {network} is among its own rivals"
        if len({*theirs}) < len(theirs):
            twice = next(rival for rival in theirs if theirs.count(rival) > 1)
            return f"network {network} has {twice} among its rivals more than once: {theirs}"
    return ""


def uneven(counts):
    """Which of some counts that should be equal is farthest off, None if they are even enough.

    Of right programs less than one in 10^15 is that uneven: chi squared is 15 of its standard
    deviations too large.
    """
    gaps, most = counts - counts.mean(), len(counts) - 1
    is_even = (gaps**2).sum() / counts.mean() < most + 15 * np.sqrt(2 * most)
    return None if is_even else int(np.abs(gaps).argmax())


def odd_pairs(pairs):
    """Pairs of networks that met too often or too seldom for chance: Chernoff's bound on the tail
    is below UNLIKELY.
    """
    others = ~np.eye(len(pairs), dtype=bool)
    total, fair = pairs.sum(), 1 / others.sum()
    share = np.clip(pairs / total, 1e-12, 1 - 1e-12)
    gap = share * np.log(share / fair) + (1 - share) * np.log((1 - share) / (1 - fair))
    return np.argwhere(others & (total * gap > -np.log(UNLIKELY)))


def unfair(draws):
    """What is wrong with the odds of many second rounds, (rounds, networks, rivals); "" if nothing
    is.
    """
    rounds, networks, _ = draws.shape
    rows = np.arange(networks)
    own = np.broadcast_to(rows[:, None], draws.shape)
    is_other = draws != own
    pairs = np.zeros((networks, networks))
    np.add.at(pairs, (own[is_other], draws[is_other]), 1)
    often = pairs.sum(axis=0)
    about = f"In {rounds} second rounds of {networks} networks"
    if dependent(draws):
        return dependent(draws)
    if (often == 0).any():
        return (
            f"{about}, network {often.argmin()} was never a rival. Look at the range from which you"
            " draw."
        )
    if uneven(often) is not None:
        row = uneven(often)
        return (
            f"{about}, network {row} was a rival {often[row]:,.0f} times; about {often.mean():,.0f}"
            " would be fair."
        )
    further = np.array([pairs[rows, (rows + k) % networks].sum() for k in range(1, networks)])
    if uneven(further) is not None:
        k = uneven(further)
        return (
            f"{about}, the network that stands {k + 1} further on (after the last comes the first)"
            f" was drawn {further[k]:,.0f} times; about {further.mean():,.0f} would be fair."
        )
    for network, rival in odd_pairs(pairs):
        times, fair = pairs[network, rival], often.mean() / (networks - 1)
        return (
            f"{about}, network {network} drew {rival} {times:.0f} times; about {fair:.0f} would be"
            " fair."
        )
    return ""


def dependent(draws):
    """What is wrong if rivals are not drawn independently of each other; "" if nothing is."""
    rounds, networks, count = draws.shape
    if (np.sort(draws) == np.sort(draws[0])).all():
        return f"The rivals were the same in {rounds} second rounds with different generators."
    often = np.stack([np.bincount(rows.ravel(), minlength=networks) for rows in draws])
    spread = ((often - count) ** 2).mean() / (count * (1 - count / (networks - 1)))
    if spread < 0.3:
        return (
            "In each second round all networks are a rival equally often. Draw afresh for each"
            " network."
        )
    if spread > 4:
        return "Many networks share their rivals in a second round. Draw afresh for each network."
    steps = (draws[..., :, None] - draws[..., None, :]) % networks
    if (steps == 1).sum() / rounds / networks > 1.3 * count * (count - 1) / (networks - 1):
        return (
            "Rows that stand side by side are drawn together too often. All sets of rivals should"
            " be equally likely."
        )
    return ""


def draw_verdict(variant, student, cases, answers):
    """The rules of every draw, the odds of many, and whether the generator decides."""
    read = {"legal": [], "fair": [], "generator": []}
    complaints = {}
    for (part, (networks, _)), answer in zip(cases, answers, strict=True):
        rows, words = read_rivals(variant, networks, answer)
        if rows is not None and part == "legal":
            words = illegal(rows)
        if words:
            complaints.setdefault(part, words)
        read[part].append(rows)
    if "fair" not in complaints:
        complaints["fair"] = unfair(np.array(read["fair"]))
    if "generator" not in complaints:
        first, again, other = (np.sort(rows, axis=1).tolist() for rows in read["generator"])
        if first != again:
            complaints["generator"] = (
                "From two generators with one seed come different rivals. Ask `rng` and no other."
            )
        elif first == other:
            complaints["generator"] = (
                "From generators with different seeds come the same rivals. Ask `rng`."
            )
    return complaints


DRAW = FunctionTask(
    name="draw",
    number="P5.3",
    title="rivals at random",
    function="draw_rivals",
    shape=lambda variant: Numbers(count=[100, variant.rivals]),
    parts=(
        Part(
            "legal", 2, "as many rivals as your class has, all different, never the network itself"
        ),
        Part("fair", 2, "all others equally likely, afresh for each network"),
        Part("generator", 1, "`rng` decides, and nothing else"),
    ),
    cases=draw_cases,
    verdict=draw_verdict,
    examples=lambda variant: [(100, {"rng": seed}) for seed in (1, 2)],
    package=(
        "from fogel import Settings, selection\n\n"
        "def draw_rivals(networks, rng):\n"
        "    return selection.draw_rivals(networks, rng, Settings().numbers)\n"
    ),
)


# P5.4 The better half, from what a log says: rivals with a lower, a higher, an equal payoff.


def survivors_of(variant, counts, luck):
    """The rows of the better half by score; of equal scores the one with more luck survives."""
    return np.sort(
        np.lexsort((-np.array(luck), -tenths(variant, np.array(counts))))[: len(luck) // 2]
    )


@cache
def firm_counts(variant):
    """Counts up to six whose score is one and the same float, in whichever order it is added up,
    and however rounded.

    So that equal scores are equal for everybody. Networks have met different numbers of rivals:
    else some classes would always have the same survivors.
    """
    points = (1.0, variant.higher, variant.equal)
    every = np.array(list(product(range(7), repeat=3)))
    return np.array(
        [
            counts
            for counts in every.tolist()
            if sums_of(points, counts) == {tenths(variant, counts) / 10}
        ]
    )


def sums_of(points, counts):
    """All the floats that points times counts may add up to; some processors round once a step."""
    found = set()
    for order, in_one_step in product(permutations(range(3)), (False, True)):
        total = 0.0
        for k in order:
            term = (
                Fraction(points[k]) * counts[k] if in_one_step else Fraction(points[k] * counts[k])
            )
            total = float(Fraction(total) + term)
        found.add(total)
    return found


def luck_of(networks, rng):
    """Luck that is never apart by the difference of two scores, so that nothing ties where it is
    added to them.
    """
    return 0.97 * rng.permutation(networks) / networks


def with_a_gap(variant, networks, rng):
    """(counts, luck) of which the scores alone decide who survives."""
    every, half = firm_counts(variant), networks // 2
    while True:
        counts = every[rng.integers(len(every), size=networks)]
        standing = np.sort(tenths(variant, counts))
        if standing[half] > standing[half - 1]:
            return counts, luck_of(networks, rng)


def with_equal_scores(variant, networks, tied, rng):
    """(counts, luck) with `tied` equal scores, of equal or of different counts, of which luck lets
    some survive.
    """
    every, half = firm_counts(variant), networks // 2
    known = tenths(variant, every)
    while True:
        middle = rng.integers(len(every))
        above = rng.integers(max(0, half - tied + 1), min(half - 1, networks - tied) + 1)
        below = networks - tied - above
        better, worse = np.flatnonzero(known > known[middle]), np.flatnonzero(known < known[middle])
        equal = np.flatnonzero(known == known[middle])
        if (len(better) or not above) and (len(worse) or not below):
            rows = np.concatenate(
                [rng.choice(better, above), rng.choice(equal, tied), rng.choice(worse, below)]
            ).astype(int)
            return every[rng.permutation(rows)], luck_of(networks, rng)


def survivors_cases(variant):
    """Scores with a gap at the cut, and with equal ones around it."""
    rng = np.random.default_rng(54)
    cases = [
        ("a gap", with_a_gap(variant, networks, rng))
        for networks in [2] * 4 + [6] * 8 + [20] * 8 + [100] * 8
    ]
    sizes = (
        (2, 2),
        (4, 2),
        (6, 3),
        (8, 4),
        (20, 5),
        (20, 20),
        (100, 2),
        (100, 10),
        (100, 30),
        (100, 100),
    )
    for networks, tied in sizes:
        cases += [
            ("equal scores", with_equal_scores(variant, networks, tied, rng)) for _ in range(5)
        ]
    return cases


SURVIVORS = FunctionTask(
    name="survivors",
    number="P5.4",
    title="the better half",
    function="survivors",
    shape=Numbers(),
    parts=(
        Part("a gap", 2, "scores that decide alone"),
        Part("equal scores", 2, "equal scores at the cut, where luck decides"),
    ),
    cases=survivors_cases,
    right=survivors_of,
    examples=lambda variant: [
        (
            np.array([[variant.rivals - k, k, 0] for k in (3, 1, 0, 2)]),
            np.array([0.25, 0.5, 0.75, 0]),
        ),
        (np.array([[2, variant.rivals - 2, 0]] * 4), np.array([0, 0.75, 0.5, 0.25])),
    ],
    wrong={
        "The worse half survives here: the sorting is turned round.": mistake(("[::-1]", "")),
        "The scores are divided by the numbers of rivals here; a score is a sum of points.": mistake(
            ("<<v.equal>>])", "<<v.equal>>]) / np.maximum(counts.sum(axis=1), 1)")
        ),
        "Luck is added as it is. In your class two scores can be so close that luck overturns "
        "them.": mistake((ORDER, "np.argsort(scores + luck)")),
        "These are the right rows, but in the order of their scores. Ascending rows are asked "
        "for.": mistake((f"np.sort({HALF})", HALF)),
        "These are the right rows, in the order from the worst to the best. Ascending rows are "
        "asked for.": mistake((f"np.sort({HALF})", f"{HALF}[::-1]")),
        "Of equal scores the first rows survive here; luck should decide.": mistake(
            (f"{ORDER}[::-1]", "np.argsort(-scores, kind='stable')"), costs=("equal scores",)
        ),
        "Of equal scores the last rows survive here; luck should decide.": mistake(
            (ORDER, "np.argsort(scores, kind='stable')"), costs=("equal scores",)
        ),
        "Of equal scores the one with less luck survives here.": mistake(
            ("luck, scores", "-luck, scores"), costs=("equal scores",)
        ),
        "The columns are taken for lower, equal and higher. They are lower, higher and equal, as "
        "in a log.": mistake(
            ("<<v.higher>>, <<v.equal>>", "<<v.equal>>, <<v.higher>>"),
            (ORDER, "np.lexsort((luck, np.round(scores, 6)))"),
        ),
        "Only rivals with a lower payoff count here, as in the book.": mistake(
            ("<<v.higher>>, <<v.equal>>", "0, 0")
        ),
        "Luck alone decides here; the scores come first.": mistake((ORDER, "np.argsort(luck)")),
        "What argsort returns is taken for places. It says who is first, not on which place a "
        "network is.": mistake((f"np.sort({HALF})", "np.flatnonzero(best_first < len(luck) // 2)")),
        "What argsort returns is taken for places. It says who is last, not on which place a "
        "network is.": mistake(
            (f"np.sort({HALF})", "np.flatnonzero(best_first[::-1] >= len(luck) // 2)")
        ),
        "True and False are returned; the rows of those that survive are asked for.": mistake(
            (f"np.sort({HALF})", f"np.isin(np.arange(len(luck)), {HALF})")
        ),
        "The rows are counted from 1 here; the first row is 0.": mistake(
            ("np.sort(", "1 + np.sort(")
        ),
    },
    package=(
        "from dataclasses import replace\n\n"
        "from fogel import Settings, selection\n\n"
        "def survivors(counts, luck):\n"
        "    rules = replace(Settings(), parents=len(luck) // 2).numbers\n"
        "    return selection.survivors(counts[:, 0], counts[:, 0] + luck, rules)\n"
    ),
)


# P5.5 and P5.6 Find the bug: points that count in the comparisons. The program is in the book's
# rules.


def growing(payoffs, rivals):
    """The program with the bug: networks are compared with the points won so far."""
    totals = [int(payoff) for payoff in payoffs]
    for network, some in enumerate(rivals):
        for rival in some:
            if totals[rival] < totals[network]:
                totals[network] += 1
    return [int(total - payoff) for total, payoff in zip(totals, payoffs, strict=True)]


def bug_cases(variant):
    """Payoffs close together, where the bug shows, also with rivals that are met twice, and some
    that are far apart.
    """
    rng, cases = np.random.default_rng(55), []
    for networks, count, most in ((6, 3, 5), (20, 5, 12), (20, 10, 4), (100, 10, 32), (100, 10, 8)):
        for _ in range(6):
            cases.append(
                ("close", (rng.integers(0, most, networks), rivals_by_lot(networks, count, rng)))
            )
    others = [[k for k in range(8) if k != network] for network in range(8)]
    twice = np.array([rng.choice(some, 12) for some in others])
    cases.append(("close", (rng.integers(0, 12, 8), twice)))
    far = [("close", (30 * rng.permutation(20), rivals_by_lot(20, 10, rng))) for _ in range(5)]
    return cases + far


BUG = FunctionTask(
    name="bug",
    number="P5.5",
    title="find the bug: points that came too early",
    kind="bug",
    function="second_round",
    shape=Numbers(),
    parts=(Part("close", 3, "payoffs that are close together"),),
    cases=bug_cases,
    right=lambda variant, payoffs, rivals: scores_of(replace(variant, **BOOK), payoffs, rivals),
    examples=lambda variant: [
        (np.array([-40, 20, -90, 0]), np.array([[1, 2], [2, 3], [3, 0], [0, 1]])),
        (
            np.array([10, -60, -30, -10, 32]),
            np.array([[1, 2, 3], [0, 2, 4], [1, 3, 4], [0, 1, 2], [0, 1, 3]]),
        ),
    ],
    wrong={
        "These are what the program says with its bug still in it.": mistake(
            ("payoffs[rival] < payoffs[network]", "totals[rival] < totals[network]")
        ),
        "Half of the bug is left: a network is still compared with the points in it that it has "
        "just won.": mistake(("< payoffs[network]", "< totals[network]")),
        "Half of the bug is left: the rivals are still compared with the points in them that they "
        "have won.": mistake(("payoffs[rival] <", "totals[rival] <")),
        "This program is in the book's rules, and yours counts your class's points.": mistake(
            ("totals - payoffs", "scores(payoffs, rivals)")
        ),
        "An equal payoff brings a point here. The program is in the book's rules, where it brings "
        "none.": mistake(("payoffs[rival] <", "payoffs[rival] <=")),
    },
    pure=True,
)
EVERYBODY = np.array([[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]])


@cache
def handed_best(number, student):
    """The highest payoff of the student's witness: what the notebook's own line draws."""
    return int(student_rng(number, student, "witness").integers(-90, 30))


def witness_verdict(variant, student, cases, answers):
    """Whether the program with the bug gives another network more points than the one with the
    highest payoff.
    """
    part, words = cases[0][0], trouble(answers[0])
    if words:
        return {part: words}
    try:
        payoffs = np.array(answers[0]["value"], dtype=float)
    except (TypeError, ValueError):
        payoffs = np.zeros(0)
    in_range = payoffs.shape == (4,) and bool((np.abs(payoffs) < 1e6).all())
    if not in_range or (payoffs != np.floor(payoffs)).any() or len({*payoffs.tolist()}) < 4:
        return {part: "Four whole numbers, all different, are asked for."}
    best = handed_best(variant.number, student)
    if payoffs.max() != best:
        return {
            part: (
                f"The highest of your four payoffs is {payoffs.max():.0f}; it should be my_best,"
                f" {best}."
            )
        }
    points = growing(payoffs.tolist(), EVERYBODY)
    if points[int(payoffs.argmax())] < max(points):
        return {}
    said = ", ".join(map(str, points))
    return {
        part: (
            f"Here the program with the bug says {said}: nobody is above the network with the"
            " highest payoff."
        )
    }


WITNESS = ValueTask(
    name="witness",
    number="P5.6",
    title="payoffs that give it away",
    kind="bug",
    values=("witness",),
    shapes=(Numbers(count=4),),
    parts=(
        Part(
            "turned round", 2, "four payoffs on which the bug puts another network before the best"
        ),
    ),
    verdict=witness_verdict,
)


# P5.7 The student's own second round, and a place of a hundred.


@cache
def handed_round(number, student):
    """(results of eight networks, four rivals of each, a place): what the notebook's own lines
    draw.
    """
    rng = student_rng(number, student, "second round")
    wins, losses = rng.integers(5, 20, 4), rng.integers(1, 9, 4)
    kinds = np.column_stack([wins, losses, 32 - wins - losses])
    results = np.repeat(kinds, 2, axis=0)[rng.permutation(8)]
    rivals = np.array([[k for k in rng.permutation(8) if k != network][:4] for network in range(8)])
    return results, rivals, int(rng.integers(5, 21))


def own_right(variant, student):
    """Any guess, the payoffs, the scores, the chance in percent to beat all rivals, and the
    expected score.
    """
    results, rivals, place = handed_round(variant.number, student)
    payoffs = payoffs_of(variant, results)
    below, count = 100 - place, variant.rivals
    chance = 100 * comb(below, count) / comb(99, count)
    expected = count * (below + (place - 1) * variant.higher) / 99
    return (None, payoffs, scores_of(variant, payoffs, rivals), chance, expected)


OWN_SCORES = "scores(my_payoffs, my_rivals)"
GAPS = "(my_payoffs[:, None] - my_payoffs[my_rivals])"

OWN = ValueTask(
    name="own",
    number="P5.7",
    title="your second round",
    kind="personal",
    values=("my_guess", "my_payoffs", "my_scores", "my_chance", "my_mean"),
    shapes=(
        Number(least=0, most=100),
        Numbers(count=8, within=1e-6),
        Numbers(count=8, within=1e-3),
        Number(within=0.006, least=0, most=100),
        Number(within=0.00006),
    ),
    parts=(
        Part("guess", 1, "a guess, written down before you compute"),
        Part("payoffs", 1, "the payoffs of your eight networks"),
        Part("scores", 2, "their scores against their rivals"),
        Part("chance", 1, "the chance that all rivals have a lower payoff, in percent"),
        Part("mean", 1, "the score to be expected at your place"),
    ),
    right=own_right,
    wrong={
        "The columns of my_results are wins, losses and ties, in this order.": mistake(
            ("(my_results)", "(my_results[:, [0, 2, 1]])"), costs=("payoffs", "scores")
        ),
        "That is what it would be with the book's payoffs and points.": mistake(
            ("total_payoffs(my_results)", "my_results @ [1, -10, 0]"),
            (OWN_SCORES, f"({GAPS} > 0).sum(axis=1)"),
            costs=("payoffs", "scores"),
        ),
        "An equal payoff is treated as in the book.": mistake(
            (OWN_SCORES, f"{OWN_SCORES} - <<v.equal>> * ({GAPS} == 0).sum(axis=1)"),
            costs=("scores",),
        ),
        "Nothing is counted for a rival with a higher payoff.": mistake(
            (OWN_SCORES, f"{OWN_SCORES} - <<v.higher>> * ({GAPS} < 0).sum(axis=1)"),
            ("* <<v.higher>>) / 99", "* 0) / 99"),
            costs=("scores", "mean"),
        ),
        "That is what it would be if one rival could be drawn twice.": mistake(
            ("(100 - my_place - drawn) / (99 - drawn)", "(100 - my_place) / 99"), costs=("chance",)
        ),
        "That is what it would be if a network could be its own rival.": mistake(
            ("(99 - drawn)", "(100 - drawn)"),
            ("<<v.higher>>) / 99", "<<v.higher>> + <<v.equal>>) / 100"),
            costs=("chance", "mean"),
        ),
        "That is the chance as a fraction; percent are asked for.": mistake(
            ("my_chance = 100", "my_chance = 1"), costs=("chance",)
        ),
        "That is what it would be one place further down: the network at place 1 is above all 99 "
        "others.": mistake(
            ("100 - my_place - drawn", "99 - my_place - drawn"),
            ("(100 - my_place) * 1 + (my_place - 1)", "(99 - my_place) * 1 + my_place"),
            costs=("chance", "mean"),
        ),
    },
)

WHY = WrittenTask(
    name="why",
    number="P5.8",
    title="in your own words",
    parts=(
        Part(
            "why",
            4,
            "what the highest of a hundred payoffs is worth, and what more rivals can't do"
            " about it",
        ),
    ),
)


# The target: the odds of surviving by place. All payoffs are different there, so a score says how
# many are lower.


@cache
def odds_by_place(rivals, rounds=20000):
    """How often, in percent, the networks at places 1 to 100 survive."""
    rng, above = np.random.default_rng(5), np.arange(100)
    lower = rng.hypergeometric(99 - above, above, rivals, size=(rounds, 100))
    order = np.argsort(-(lower + rng.random(lower.shape)), axis=1)[:, :50]
    return 100 * np.bincount(order.ravel(), minlength=100) / rounds


@style.styled
def target(variant):
    """The odds of surviving by place with the class's rivals, and the step that they would be with
    all 99.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(style.PAGE, 3.0))
    axes = figure.subplots()
    axes.plot(
        [1, 50, 51, 100], [100, 100, 0, 0], color=drawing.GRID, linestyle="--", label="99 rivals"
    )
    axes.plot(
        range(1, 101),
        odds_by_place(variant.rivals),
        color=drawing.BLUE,
        label=f"{variant.rivals} rivals",
    )
    axes.set(
        xlabel="place by payoff",
        ylabel="odds of surviving (%)",
        xticks=[1, *range(10, 101, 10)],
        ylim=(-3, 104),
    )
    axes.legend(loc="upper right")
    return figure


SET = ProblemSet(
    "05_selection",
    "Who survives",
    90,
    (PAYOFFS, SCORES, DRAW, SURVIVORS, BUG, WITNESS, OWN, WHY),
    {"target": target},
)
