"""Problem set 11: checks of programs, what they notice, and what they can't."""

# Long: the tasks of a set, their texts, their solutions and the mistakes in them are read and
# changed together.

from functools import cache

import numpy as np

from fogel.bugs import smallest_sets
from fogel.checks import same
from fogel.checks.shapes import Flag, Number, Numbers, Text
from fogel.checks.variant import handed_boards, student_rng
from grader import rules
from grader.answers import trouble, value_complaint
from grader.mistakes import mistake
from grader.tasks import FunctionTask, Part, ProblemSet, ValueTask, WrittenTask

NEAR, LITTLE = 1e-9, 1e-4  # LITTLE is a breach, too
GAMES, SHOWN = 32, 20
# A student's matrix: rows, columns, the share of filled squares.
PROGRAMS, CHECKS, FILLED = 9, 7, 0.3
ONE = Number(within=1e-9)


def far(variant):
    """From how many standard errors on a check of the class raises an alarm; in the book from 5."""
    return round(10 * variant.change, 3)


# P11.1 What any opponent must keep to.

WORDS = ("taken", "sum", "slip", "shares")


def first_breach(variant, board, nine):
    """The first condition that is breached, "" if none is."""
    squares = rules.open_squares(variant, board)
    share = variant.slip / len(squares)
    on_purpose = [nine[s] for s in squares if nine[s] > share + NEAR]
    breached = (
        any(nine[s] > NEAR for s in range(9) if s not in squares),
        abs(sum(nine) - 1) > NEAR,
        any(nine[s] < share - NEAR for s in squares),
        bool(on_purpose) and max(on_purpose) - min(on_purpose) > NEAR,
    )
    return next((word for word, is_so in zip(WORDS, breached, strict=True) if is_so), "")


def reply_by(variant, board, weights, slip=None, slips_on=None):
    """The nine probabilities of an opponent whose rule gives the squares these weights, slips
    included.
    """
    slip, squares = variant.slip if slip is None else slip, rules.open_squares(variant, board)
    by_rule = np.array([weights.get(s, 0) for s in range(9)], dtype=float)
    by_slip = np.isin(np.arange(9), squares if slips_on is None else slips_on).astype(float)
    return (1 - slip) * by_rule / by_rule.sum() + slip * by_slip / by_slip.sum()


def moved(nine, square, amount, to=None):
    """Probabilities, some of that of a square taken away, or put on another."""
    found = nine.copy()
    found[square] -= amount
    if to is not None:
        found[to] += amount
    return found


def other_rules(variant, board, squares):
    """Probabilities of opponents that weigh two squares differently or slip at another rate."""
    first, second = squares[:2]
    low, slip = variant.slip < 0.2, variant.slip
    rates = 0.5 * slip + 0.5, 0.2 - slip if low else 0.1, slip * len(squares) / 9
    return [
        reply_by(variant, board, {first: 2, second: 1}),
        *(reply_by(variant, board, {first: 1}, slip=rate) for rate in rates),
    ]


def breach_cases(variant):
    """Probabilities of right opponents, of wrong ones that keep to all conditions, and of others
    that breach some.
    """
    rng, found, used = np.random.default_rng(111), [], [0] * 9
    boards = variant.boards("o")
    left = (boards == variant.empty).sum(axis=1)
    many, two = boards[left >= 4], boards[left == 2]
    some = [*many[rng.permutation(len(many))[:24]], *two[rng.permutation(len(two))[:3]]]
    for board in some:
        squares = rng.permutation(rules.open_squares(variant, board)).tolist()
        taken = min({*range(9)} - {*squares}, key=lambda s: (used[s], s))
        used[taken] += 1
        first, second = squares[:2]
        single, gap = reply_by(variant, board, {first: 1}), 0.3 * variant.slip / len(squares)
        every = reply_by(variant, board, dict.fromkeys(squares, 1))
        keep = [rules.reply_probabilities(variant, board), single, every]
        breach = [
            moved(single, first, 0.02, taken),
            moved(single, first, rng.choice([-0.01, 0.01])),
            moved(single, second, gap, first),
            *other_rules(variant, board, squares),
            *(moved(single, first, LITTLE, to) for to in (taken, None, second)),
            moved(single, second, LITTLE, first),
            moved(reply_by(variant, board, {first: 1, second: 1}), first, LITTLE, second),
        ]
        several = [
            moved(single, taken, -0.02),
            single * 0.97,
            single * 1.03,
            reply_by(variant, board, {first: 1}, slips_on=squares[:-1]),
            moved(reply_by(variant, board, {first: 2, second: 1}), squares[-1], gap, taken),
        ]
        for part, some in (("keep", keep), ("one", breach), ("several", several)):
            found += [(part, (board, np.round(nine, 15))) for nine in some]
    return found


def some_chances(variant, kind):
    """(board, probabilities) of an example."""
    board = variant.boards("o")[200]
    squares = rules.open_squares(variant, board)
    single = reply_by(variant, board, {squares[0]: 1})
    return (
        board,
        {
            "right": rules.reply_probabilities(variant, board),
            "sum": moved(single, squares[0], 0.01),
            "slip": reply_by(variant, board, {squares[0]: 1}, slip=0),
        }[kind],
    )


BREACH = FunctionTask(
    name="breach",
    number="P11.1",
    title="what any opponent must keep to",
    function="breach",
    shape=Text(),
    pure=True,
    parts=(
        Part("keep", 2, "opponents that keep to all four conditions"),
        Part("one", 2, "opponents that breach one of them"),
        Part("several", 2, "opponents that breach several, of which the first is named"),
    ),
    cases=breach_cases,
    right=first_breach,
    examples=lambda variant: [some_chances(variant, kind) for kind in ("right", "sum", "slip")],
    wrong={
        "That is the slip rate of the book; your class has its own.": mistake(
            ("<<v.slip>>", "0.1"), costs=("keep", "one")
        ),
        "Slips are shared by nine squares here; an opponent slips onto open ones alone.": mistake(
            ("/ len(squares)", "/ 9"), costs=("keep", "one")
        ),
        "All open squares are to be alike here; only those with more than their share of the "
        "slips have to be.": mistake((" if nine[square] > share + 1e-9", ""), costs=("keep",)),
        "This alarm may be no more than rounding: a billionth more or less is no breach.": mistake(
            ("nine[square] > 1e-9", "nine[square] > 0"),
            ("- 1) > 1e-9", "- 1) > 0"),
            (" - 1e-9", ""),
            (" + 1e-9", ""),
            ("min(named) > 1e-9", "min(named) > 0"),
            costs=("keep", "one"),
        ),
        "The last condition that is breached is named here; the first is asked for.": mistake(
            ("    squares =", '    last = ""\n    squares ='),
            *((f'return "{word}"', f'last = "{word}"') for word in WORDS),
            ('return ""', "return last"),
            costs=("several",),
        ),
        "A sum that is too small passes here.": mistake(
            ("abs(sum(nine) - 1)", "sum(nine) - 1"), costs=("one", "several")
        ),
        "A sum that is too large passes here.": mistake(
            ("abs(sum(nine) - 1)", "1 - sum(nine)"), costs=("one", "several")
        ),
    },
)


# P11.2 Too often for chance?


def far_off(variant, before, after):
    """How far the children that have gained a node, and that have lost one, are from what is
    expected.
    """
    p, found = variant.change / 2, []
    changes = np.array(after) - np.array(before)
    for step, limit in ((1, 10), (-1, 1)):
        able = np.array(before) != limit
        count = int(able.sum())
        gap = ((changes == step) & able).sum() - count * p
        found.append(float(gap / np.sqrt(count * p * (1 - p))) if count else 0.0)
    return found


def litters(variant):
    """Parents and children of programs that are right, and of some that are not."""
    rng, found = np.random.default_rng(112), []
    for part, sizes in (
        ("middle", (2, 9)),
        ("limits", (1, 10)),
        ("nobody", (10, 10)),
        ("nobody", (1, 1)),
    ):
        for number in (40, 200, 600):
            for gains, loses in ((1, 1), (1, 0), (0.4, 1), (0, 1)):
                before = rng.integers(sizes[0], sizes[1] + 1, number)
                draw, p = rng.random(number), variant.change / 2
                after = (
                    before
                    + ((draw < gains * p) & (before < 10))
                    - ((draw > 1 - loses * p) & (before > 1))
                )
                found.append((part, (before.tolist(), after.tolist())))
    return found


FAR_OFF = FunctionTask(
    name="far_off",
    number="P11.2",
    title="too often for chance?",
    function="far_off",
    shape=Numbers(count=2, within=1e-7),
    pure=True,
    parts=(
        Part("middle", 2, "parents of 2 to 9 nodes, who may have either child"),
        Part("limits", 2, "parents of 1 and of 10 nodes among them"),
        Part("nobody", 1, "where all parents have 1 node, or 10"),
    ),
    cases=litters,
    right=far_off,
    examples=lambda variant: [
        ([5, 5, 2, 9, 5, 5], [6, 5, 2, 8, 5, 5]),
        ([10, 1, 10, 1, 4], [10, 1, 10, 2, 3]),
    ],
    wrong={
        "That is the book's rate of change; your class has its own.": mistake(
            ("<<v.change>> / 2", "0.25")
        ),
        "Half of the changes add a node, and half delete one; here each of the two takes the "
        "whole rate.": mistake((" / 2", "")),
        "A parent of 10 nodes can't have a child of 11, nor one of 1 a child of 0: they are not "
        "to be counted.": mistake((" if pair[0] != limit", ""), costs=("limits", "nobody")),
        "Parents of 1 and of 10 nodes are left out altogether here; each of them can have one of "
        "the two children.": mistake(
            ("pair[0] != limit", "1 < pair[0] < 10"), costs=("limits", "nobody")
        ),
        "The factor 1 - p is missing under the root: a count has the standard deviation √(n p (1 "
        "- p)).": mistake((" * (1 - p)", "")),
        "These are divided by the square of the standard deviation.": mistake((" ** 0.5", "")),
        "These are differences of counts; they are to be divided by their standard deviations.": (
            mistake((" / error", ""))
        ),
        "The two are exchanged: the children that have gained a node come first.": mistake(
            ("return found", "return found[::-1]")
        ),
        "The sign is turned round: more than expected is positive.": mistake(
            ("seen - len(able) * p", "len(able) * p - seen")
        ),
    },
)


# P11.3 Find the bug: a check that believes.


def first_wrong(variant, log, said):
    """The first row of a log that does not add up, -1 if all do, whatever the program says."""
    for number, (wins, ties, losses, payoff) in enumerate(log):
        paid = variant.win * wins + variant.tie * ties + variant.loss * losses
        if wins + ties + losses != GAMES or payoff != paid:
            return number
    return -1


def log_of(variant, rng, paid, games=GAMES, networks=10):
    """The log of a generation, in which a row is paid by these payoffs."""
    results = rng.multinomial(games, rng.dirichlet((4, 2, 1)), size=networks)
    return np.column_stack([results, results @ paid]).tolist()


def log_cases(variant):
    """Logs that are right, also of programs that say nonsense of themselves, and of programs that
    do as they say.
    """
    rng, found = np.random.default_rng(113), []
    paid = np.array([variant.win, variant.tie, variant.loss])
    said = {"games": GAMES, "win": variant.win, "tie": variant.tie, "loss": variant.loss}
    for shift in (1, 2, 5):
        for place, name in enumerate(("win", "tie", "loss")):
            wrong = paid + shift * (np.arange(3) == place)
            tells = {**said, name: int(wrong[place])}
            found.append(("right", (log_of(variant, rng, paid), said)))
            found.append(("right", (log_of(variant, rng, paid), tells)))
            found.append(("payoffs", (log_of(variant, rng, wrong), tells)))
            found.append(("payoffs", (log_of(variant, rng, wrong), said)))
            late = log_of(variant, rng, paid)
            late[7][3] += shift
            found.append(("payoffs", (late, said)))
            last = log_of(variant, rng, paid, networks=12)
            last[-1][3] -= shift
            found.append(("payoffs", (last, said)))
        for games in (GAMES + shift, GAMES - shift):
            found.append(("games", (log_of(variant, rng, paid, games), {**said, "games": games})))
            mixed = log_of(variant, rng, paid)
            mixed[4:] = log_of(variant, rng, paid, games)[4:]
            found.append(("games", (mixed, said)))
    return found


def paid_a_point_more(variant):
    """A log whose program pays one more for a tie, and says so."""
    said = {"games": GAMES, "win": variant.win, "tie": variant.tie + 1, "loss": variant.loss}
    results = [[30, 2, 0], [20, 0, 12]]
    paid = (said["win"], said["tie"], said["loss"])
    return [[*row, sum(map(int.__mul__, row, paid))] for row in results], said


PAID = "<<v.win>> * wins + <<v.tie>> * ties + <<v.loss>> * losses"
SAID = "[32, <<v.win>>, <<v.tie>>, <<v.loss>>]"

BELIEVES = FunctionTask(
    name="believes",
    number="P11.3",
    title="find the bug: a check that believes",
    kind="bug",
    function="first_wrong",
    shape=Number(),
    pure=True,
    parts=(
        Part("right", 1, "logs in which everything adds up"),
        Part("payoffs", 2, "logs with payoffs that are not those of your class"),
        Part("games", 1, "logs of another number of games"),
    ),
    cases=log_cases,
    right=first_wrong,
    examples=lambda variant: [paid_a_point_more(variant)],
    wrong={
        "Half mended: the number of games is still what the program says.": mistake(
            ("!= 32", "!= said['games']"), costs=("games",)
        ),
        "Half mended: the payoffs are still what the program says.": mistake(
            (PAID, "said['win'] * wins + said['tie'] * ties + said['loss'] * losses"),
            costs=("right", "payoffs"),
        ),
        "These are the payoffs of the book; your class has its own.": mistake(
            (PAID, "wins - 10 * losses")
        ),
        "A program that says nonsense of itself may still keep a log in which all adds up: what "
        "it says is no row of the log.": mistake(
            (
                "    for number",
                f"    if list(said.values()) != {SAID}:\n        return 0\n    for number",
            ),
            costs=("right", "payoffs"),
        ),
        "Rows are counted from 0.": mistake(
            ("enumerate(log)", "enumerate(log, 1)"), ("return -1", "return 0")
        ),
    },
)


# P11.4 The audit, and the same luck twenty times.


def surplus(variant, payoffs, chances, games):
    """By how many standard errors payoffs lie above what they should be; equal trials
    count once.
    """
    paid = np.array([variant.win, variant.tie, variant.loss], dtype=float)
    payoffs, chances = np.array(payoffs, dtype=float), np.array(chances, dtype=float)
    kept = [k for k in range(len(payoffs)) if not (payoffs[:k] == payoffs[k]).all(axis=1).any()]
    payoffs, chances = payoffs[kept], chances[kept]
    mean, square = chances @ paid, chances @ paid**2
    variance = games * (square - mean**2)
    return float(np.sum(payoffs - games * mean) / np.sqrt(variance.sum()))


def audits(variant):
    """Payoffs and chances of programs that are right, of such as give points away, and of one with
    a single seed.
    """
    rng, found = np.random.default_rng(114), []
    paid = np.array([variant.win, variant.tie, variant.loss])
    for part, counts in (("one trial", (1,)), ("several", (2, 5)), ("copies", (3, 6))):
        for trials in counts:
            for games in (8, 32, 50):
                for given in (0, 1, 5):
                    chances = np.round(rng.dirichlet((5, 3, 2), (trials, 6)), 2)
                    chances[..., 1] = np.round(1 - chances[..., 0] - chances[..., 2], 2)
                    chances[..., 1] = np.maximum(chances[..., 1], 0)
                    results = [
                        [rng.multinomial(games, row / row.sum()) for row in some]
                        for some in chances
                    ]
                    payoffs = np.array(results) @ paid + given
                    if part == "copies":
                        order, some = rng.permutation(trials), trials // 3 + 1
                        for copied in (order[:some], order[some:-1]):  # of six two are copied
                            payoffs[copied], chances[copied] = (
                                payoffs[copied[:1]],
                                chances[copied[:1]],
                            )
                    if part == "several":  # no copies: the same in another order, and all but one
                        payoffs[1], chances[1] = payoffs[0, ::-1], chances[0, ::-1]
                        payoffs[2:3], chances[2:3] = payoffs[0], chances[0]
                        payoffs[2:3, -1] += 1
                    found.append((part, (payoffs, chances, games)))
    return found


def one_seed(variant):
    """Two equal trials of two networks, and another one."""
    payoffs = np.array(
        [[8 * variant.win, 7 * variant.win + variant.loss]] * 2 + [[8 * variant.tie, 0]]
    )
    chances = np.array(
        [[[0.75, 0.25, 0.0], [0.5, 0.25, 0.25]]] * 2 + [[[0.25, 0.5, 0.25], [0.5, 0.25, 0.25]]]
    )
    return payoffs, chances, 8


SURPLUS = FunctionTask(
    name="surplus",
    number="P11.4",
    title="the same luck, counted once",
    function="surplus",
    shape=Number(within=1e-7),
    pure=True,
    parts=(
        Part("one trial", 2, "a single trial"),
        Part("several", 2, "several trials, all different"),
        Part("copies", 2, "several trials, some of which are copies"),
    ),
    cases=audits,
    right=surplus,
    examples=lambda variant: [
        (*(some[2:] for some in one_seed(variant)[:2]), 8),
        one_seed(variant),
    ],
    wrong={
        "Copies are counted here: the same luck, twice or more. A trial that stands there twice "
        "counts once.": mistake(
            ("sorted(different.values())", "range(len(payoffs))"), costs=("copies",)
        ),
        "These are the payoffs of the book; your class has its own.": mistake(
            ("[<<v.win>>, <<v.tie>>, <<v.loss>>]", "[1, 0, -10]")
        ),
        "The spread is that of a single game here; so many games have so many times its "
        "variance.": mistake(("games * variances", "variances")),
        "The spread grows with the root of the number of games: multiply the variance of a game "
        "by it once.": mistake(("games * variances", "games**2 * variances")),
        "The variance is the mean of the squares less the square of the mean; the latter is "
        "missing.": mistake((" - means**2", "")),
        "The mean of the differences is divided by the standard error of their sum.": mistake(
            ("means).sum()", "means).mean()")
        ),
        "The sign is turned round: payoffs that are too high are positive.": mistake(
            ("return gap", "return -gap")
        ),
    },
)


# P11.5 A matrix of one's own.


def own_matrix(variant, student):
    """(programs, checks) of 0 and 1, the right program first; and the two checks of an alarm."""
    rng = student_rng(variant.number, student, "matrix")
    matrix = (rng.random((PROGRAMS, CHECKS)) < FILLED).astype(int)
    matrix[0] = 0
    matrix[rng.integers(1, PROGRAMS)] = 0
    matrix[rng.integers(1, PROGRAMS), rng.permutation(CHECKS)[:2]] = 1
    row = int(rng.choice(np.flatnonzero(matrix.sum(axis=1) >= 2)))
    return matrix, sorted(rng.permutation(np.flatnonzero(matrix[row]))[:2].tolist())


def alike(matrix, whole=lambda a, b: (a | b).sum()):
    """The largest share that two checks have in common."""
    columns = [column.astype(bool) for column in matrix.T if column.any()]
    pairs = [(a, b) for k, a in enumerate(columns) for b in columns[:k]]
    return max(float((a & b).sum() / whole(a, b)) for a, b in pairs)


def suspects(matrix, alarms, fits=np.all):
    """The programs that may have raised these alarms."""
    return np.flatnonzero(fits(matrix[:, alarms], axis=1)).tolist()


def as_numbers(answer, most):
    """An answer as a list of whole numbers below `most`, each once; None if it is none."""
    try:
        values = np.array(answer, dtype=float)
    except (TypeError, ValueError):
        return None
    found = values.tolist() if values.ndim == 1 else [None]
    fits = all(value in range(most) for value in found) and len({*found}) == len(found)
    return list(map(int, found)) if fits else None


def about_set(matrix, answer):
    """What is wrong with a smallest set of checks; "" if nothing is."""
    columns = as_numbers(answer, CHECKS)
    if columns is None:
        return f"a list of checks is asked for, whole numbers from 0 to {CHECKS - 1}, each once"
    free = np.flatnonzero(matrix.any(axis=1) & ~matrix[:, columns].any(axis=1)).tolist()
    if free:
        return f"program {free[0]} is noticed by some check, and by none of these"
    fewest = len(smallest_sets(matrix)[0])
    return "these are enough, and a smaller set is enough too" if len(columns) > fewest else ""


def about_suspects(matrix, alarms, answer):
    """What is wrong with the programs that are suspected; "" if nothing is."""
    rows, right = as_numbers(answer, PROGRAMS), suspects(matrix, alarms)
    if rows is None:
        return f"a list of programs is asked for, whole numbers from 0 to {PROGRAMS - 1}, each once"
    if {*rows} == {*right}:
        return ""
    exactly = [row for row in right if matrix[row].sum() == len(alarms)]
    if {*rows} == {*exactly}:
        return (
            "a filled square says that a check can notice a bug, not that it always will; more"
            " programs are possible"
        )
    if {*rows} == {*suspects(matrix, alarms, np.any)}:
        return "each of the two alarms is to be possible, not only one of them"
    wrong = next((row for row in rows if row not in right), None)
    return (
        "some program is missing" if wrong is None else f"program {wrong} can't raise both alarms"
    )


def matrix_verdict(variant, student, cases, answers):
    """Looks at the set, the share and the suspects."""
    matrix, alarms = own_matrix(variant, student)
    judges = {
        "set": lambda value: about_set(matrix, value),
        "alike": (
            lambda value: value_complaint(value, alike(matrix), ONE) and about_share(matrix, value)
        ),
        "suspects": lambda value: about_suspects(matrix, alarms, value),
    }
    found = zip(judges.items(), answers, strict=True)
    return {part: trouble(answer) or judge(answer["value"]) for (part, judge), answer in found}


def about_share(matrix, answer):
    """What is wrong with a share that is not right."""
    words = value_complaint(answer, alike(matrix), ONE)
    for meaning, whole in (
        ("Divided by all programs; what either of the two catches is asked for.", lambda a, b: len(a)),
        ("Divided by all wrong programs; what either of the two catches is asked for.", lambda a, b: len(a) - 1),
        ("Divided by what both together have of alarms, and what both catch is counted twice in that.",
         lambda a, b: a.sum() + b.sum()),
        ("Divided by the smaller of the two; what either of the two catches is asked for.",
         lambda a, b: min(a.sum(), b.sum())),
        ("A number of programs, and not a share.", lambda a, b: 1),
    ):  # fmt: skip
        if same(answer, alike(matrix, whole), 1e-9):
            return f"{words} {meaning}"
    return words


MATRIX = ValueTask(
    name="matrix",
    number="P11.5",
    title="your matrix",
    kind="personal",
    values=("my_set", "my_alike", "my_suspects"),
    shapes=(Numbers(), ONE, Numbers()),
    parts=(
        Part("set", 2, "a smallest set of checks"),
        Part("alike", 1, "how alike the two most alike checks are"),
        Part("suspects", 2, "the programs that may have raised the alarms"),
    ),
    verdict=matrix_verdict,
)


# P11.6 What your checks don't see.


def own_board(variant, student):
    """A board on which O is to move, with six open squares."""
    return handed_boards(variant.number, student, 1, only="o", marks=(3, 3))[0]


@cache
def own_ends(variant, student):
    """Where an honest program's twenty trials ended, and the forty of another one."""
    rng = student_rng(variant.number, student, "ends")
    return rng.integers(8, 31, SHOWN), rng.integers(8, 31, 2 * SHOWN)


def gap_of(variant, student, ddof=1, choose=lambda ends: np.sort(ends)[SHOWN:], rooted=True):
    """How far the best twenty of forty seem to be from the honest twenty, in standard errors."""
    honest, forty = own_ends(variant, student)
    shown = choose(forty)
    variance = honest.var(ddof=ddof) / len(honest) + shown.var(ddof=ddof) / len(shown)
    return float((shown.mean() - honest.mean()) / (np.sqrt(variance) if rooted else variance))


def about_blind(variant, board, answer):
    """What is wrong with nine probabilities that P11.1 should let through, and that are wrong; ""
    if nothing is.
    """
    words = value_complaint(answer, None, Numbers(count=9))
    if words:
        return words
    nine = np.array(answer, dtype=float)
    if nine.min() < 0:
        return "a probability is never below 0"
    word = first_breach(variant, board, nine)
    if word:
        return f'these do raise an alarm of P11.1: "{word}"'
    right = rules.reply_probabilities(variant, board)
    return (
        ""
        if np.abs(nine - right).max() > 1e-6
        else "these are the right probabilities: no bug, and no alarm"
    )


GAPS = {
    "The spread is taken with n in place of n - 1.": {"ddof": 0},
    "All forty are compared here; the twenty that ended highest are shown.": {
        "choose": lambda ends: ends
    },
    "These are the first twenty; those that ended highest are shown.": {
        "choose": lambda ends: ends[:SHOWN]
    },
    "These are the twenty that ended lowest.": {"choose": lambda ends: np.sort(ends)[:SHOWN]},
    "Divided by the square of the standard error.": {"rooted": False},
}


def unseen_verdict(variant, student, cases, answers):
    """Looks at the blind spot, and at the gap that a choice makes."""
    blind, gap, alarm = answers
    right = gap_of(variant, student)
    found = {
        "blind": trouble(blind) or about_blind(variant, own_board(variant, student), blind["value"])
    }
    found["gap"] = trouble(gap) or value_complaint(gap["value"], right, Number(within=0.006))
    if found["gap"] and not trouble(gap):
        for words, options in GAPS.items():
            if same(gap["value"], gap_of(variant, student, **options), 0.006):
                found["gap"] += f" {words}"
    found["alarm"] = trouble(alarm) or value_complaint(alarm["value"], right > far(variant), Flag())
    return found


UNSEEN = ValueTask(
    name="unseen",
    number="P11.6",
    title="what your checks don't see",
    kind="personal",
    values=("my_blind", "my_gap", "my_alarm"),
    shapes=(Numbers(count=9), Number(), Flag()),
    parts=(
        Part("blind", 2, "wrong probabilities that P11.1 lets through"),
        Part("gap", 2, "how far twenty trials out of forty seem to be ahead"),
        Part("alarm", 1, "whether a check of your class would notice"),
    ),
    verdict=unseen_verdict,
)

WHY = WrittenTask(
    name="why",
    number="P11.7",
    title="in your own words",
    parts=(Part("why", 4, "three bugs behind one beautiful curve, and who would notice them"),),
)

SET = ProblemSet(
    "11_bugs",
    "Checks that raise an alarm",
    85,
    (BREACH, FAR_OFF, BELIEVES, SURPLUS, MATRIX, UNSEEN, WHY),
)
