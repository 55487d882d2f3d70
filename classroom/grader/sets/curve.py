"""Problem set 6: whether the population learns."""

# Long: the tasks of a set, their texts, their solutions and the mistakes in them are read and
# changed together.

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise

import numpy as np
from scipy.special import stdtrit

from fogel.checks.shapes import Number, Numbers
from fogel.checks.variant import student_rng
from fogel.plots import drawing, style
from grader.answers import trouble
from grader.functions_as_text import text
from grader.mistakes import mistake
from grader.runner import revive
from grader.tasks import FunctionTask, Part, ProblemSet, ValueTask, WrittenTask

GAMES = 32

# What several mistakes change.
BOOKS_PAYOFFS = ("<<v.win>>, <<v.loss>>, <<v.tie>>", "1, -10, 0")
TIES_SECOND = ("<<v.loss>>, <<v.tie>>", "<<v.tie>>, <<v.loss>>")
SURVIVORS = "[population[row] for row in select(payoffs)]"
LATER = ("several", "any world", "new games")
LEADS = "(selected @ payoffs).max(axis=2) - (unselected @ payoffs).max(axis=2)"
SPREAD = "leads.std(axis=0, ddof=1)"
SPREADS = "((some @ payoffs).max(axis=2).std(axis=0, ddof=1) for some in (selected, unselected))"
FRESH = "later[generation, row]"


def pay(variant, results):
    """The payoffs of results, (..., 3): wins, losses, ties."""
    return np.asarray(results) @ np.array([variant.win, variant.loss, variant.tie])


def as_the_book(variant):
    """The class's rules with the book's payoffs."""
    return replace(variant, win=1, tie=0, loss=-10)


def random_results(rng, shape, losses=(2, 12), wins=(0, 12)):
    """Results of 32 games, (*shape, 3)."""
    lost, won = rng.integers(*losses, shape), rng.integers(*wins, shape)
    return np.stack([won, lost, GAMES - won - lost], axis=-1)


# P6.1 The loop. Worlds are handed in as functions.


def selecting(order, many="len(payoffs) // 2"):
    """A function that selects so many, those first for which `order` is lowest."""
    return text(f"lambda payoffs: sorted(range(len(payoffs)), key=lambda row: {order})[:{many}]")


CHILD = text("lambda network: (7 * network + 5) % 33")  # these three also stand in the notebook
PLAY = text("lambda network: (network, (32 - network) // 2, 32 - network - (32 - network) // 2)")
BEST = selecting("-payoffs[row]")
WORST = selecting("payoffs[row]")
SHUFFLED = selecting("7919 * payoffs[row] % 1009")
FEW = selecting("-payoffs[row]", "max(2, len(payoffs) // 3)")
MORE = selecting("7919 * payoffs[row] % 1009", "len(payoffs) // 2 + 1")
ONE = selecting("-payoffs[row]", "1")
KINDS = {  # a network as a number, and a child
    "number": ("network", "{}"),
    "pair": ("(network[0] + network[1])", "[{}, network[1] + 1]"),
    "text": ("int(network)", "str({})"),
}


def played(variant, founders, generations, child=CHILD, play=PLAY, select=BEST):
    """(networks, payoffs) of each generation; the functions of its world are handed in as texts."""
    child, play, select = map(revive, (child, play, select))
    population = list(founders)
    for _ in range(generations):
        population += [child(parent) for parent in population]
        payoffs = [
            won * variant.win + lost * variant.loss + tied * variant.tie
            for won, lost, tied in map(play, population)
        ]
        yield population, payoffs
        population = [population[int(row)] for row in select(payoffs)]


def evolved(variant, *inputs):
    """The curve."""
    return [max(payoffs) for _, payoffs in played(variant, *inputs)]


def world(rng, select, generations, kind="number"):
    """The inputs of a case: founders, generations, and functions with numbers drawn at random.

    With "new games" the results change from generation to generation, in whatever order the
    networks are asked.
    """
    a, b, c, d, e, f = rng.integers(2, 1000, 6).tolist()
    founders = rng.permutation(1009)[: rng.integers(3, 9)].tolist()
    number, child = KINDS.get(kind, KINDS["number"])
    child = child.format(f"({a} * {number} + {b}) % 1009")
    age = f"(len(asked) - 1) // {2 * len(founders)}" if kind == "new games" else "0"
    won = f"({c} * {number} + {d} + 77 * ({age})) // 7 % 17"
    lost = f"({e} * {number} + {f} + 35 * ({age})) // 7 % 16"
    play = f"lambda network: (lambda won, lost: (won, lost, 32 - won - lost))({won}, {lost})"
    if kind == "new games":
        play = (
            f"(lambda asked: {play.replace(': (lambda', ': asked.append(network) or (lambda')})([])"
        )
    if kind == "pair":
        founders = [[founder, k] for k, founder in enumerate(founders)]
    if kind == "text":
        founders = list(map(str, founders))
    return founders, generations, text(f"lambda network: {child}"), text(play), select


def leaves_no_choice(variant, inputs):
    """Whether different networks have different payoffs in each generation, so that their order
    decides nothing.
    """
    return all(
        len({*zip(payoffs, map(str, networks), strict=True)}) == len({*payoffs})
        for networks, payoffs in played(variant, *inputs)
    )


def evolve_cases(variant):
    """Worlds at random, without those in which equal payoffs of different networks leave a choice."""
    rng, found = np.random.default_rng(61), []
    wanted = [("one generation", BEST, (1, 2), "number")] * 8
    wanted += [("several", BEST, (2, 10), "number")] * 16
    wanted += [
        ("any world", select, (3, 8), kind)
        for select in (WORST, SHUFFLED, FEW, MORE, ONE)
        for kind in KINDS
    ]
    wanted += [("new games", BEST, (3, 8), "new games")] * 8
    for part, select, generations, kind in wanted:
        inputs = None
        while inputs is None or not leaves_no_choice(variant, inputs) or not shows(variant, inputs):
            inputs = world(rng, select, int(rng.integers(*generations)), kind)
        found.append((part, inputs))
    return found


def shows(variant, inputs):
    """Whether the curve falls somewhere, where the worst survive, and is decided by those too that
    are more than there were founders, where more survive.
    """
    *others, select = inputs
    curve = evolved(variant, *inputs)
    if select is MORE:
        few = text(f"lambda payoffs: ({select['python']})(payoffs)[:{len(inputs[0])}]")
        return evolved(variant, *others, few) != curve
    return select is not WORST or any(one > other for one, other in pairwise(curve))


EVOLVE = FunctionTask(
    name="evolve",
    number="P6.1",
    title="the loop",
    function="evolve",
    stateful=True,
    shape=Numbers(within=1e-6),
    parts=(
        Part("one generation", 1, "a single generation: founders and their children"),
        Part("several", 3, "several generations, the better half survives"),
        Part(
            "any world",
            1,
            "networks of other kinds, and other functions that select: curves may fall",
        ),
        Part(
            "new games",
            1,
            "games that go otherwise in each generation, so that parents must play again",
        ),
    ),
    cases=evolve_cases,
    right=evolved,
    examples=lambda variant: [([3, 8], 1), ([3, 8], 3), ([0, 11, 14, 30], 5)],
    wrong={
        "These are the payoffs of the book; your class has others.": mistake(
            ("<<v.win>>", "1"), ("<<v.loss>>", "-10"), ("<<v.tie>>", "0")
        ),
        "play gives wins, losses and ties, in this order; here the second number counts as a "
        "tie.": mistake(("losses, ties =", "ties, losses =")),
        "This is the lowest payoff of each generation.": mistake(("max(payoffs)", "min(payoffs)")),
        "This is the mean payoff of each generation; the highest is asked for.": mistake(
            ("max(payoffs)", "np.mean(payoffs)")
        ),
        "This is the highest payoff so far. A curve of each generation's highest payoff may "
        "fall.": mistake(
            ("max(payoffs)", "max(curve + payoffs)"), costs=("any world", "new games")
        ),
        "This is the highest payoff of those that survive; all that played count.": mistake(
            ("max(payoffs)", "max(payoffs[row] for row in select(payoffs))"), costs=("any world",)
        ),
        "This is the payoff of the network that select names first; the highest of all is asked "
        "for.": mistake(("max(payoffs)", "payoffs[select(payoffs)[0]]"), costs=("any world",)),
        "Here the rows from select are sent away. They are those that survive.": mistake(
            ("in select(payoffs)", "in {*range(len(payoffs))}.difference(select(payoffs))"),
            costs=LATER,
        ),
        "Here only the children become parents. A parent that was selected survives too.": mistake(
            (SURVIVORS, "population[len(population) // 2 :]"), costs=LATER
        ),
        "Here the same founders are the parents in each generation: what select says is not "
        "used.": mistake((SURVIVORS, "founders"), costs=LATER),
        "Here nobody is sent away: parents and children all survive.": mistake(
            (SURVIVORS, "population"), costs=LATER
        ),
        "This curve begins too early: its first number comes from founders that have no children "
        "yet.": mistake(
            ("for parent in population]", "for parent in population if curve]"),
            ("in select(payoffs)", "in (select(payoffs) if curve[1:] else range(len(payoffs)))"),
        ),
        "Here only the children play, and nobody is selected.": mistake(
            ("population + [child", "[child"), (SURVIVORS, "population")
        ),
        "This is one generation too many.": mistake(("(generations)", "(generations + 1)")),
        "Here a network keeps the payoff of its first games; parents must play again.": mistake(
            ("population, curve = founders, []", "population, curve, kept = founders, [], {}"),
            ("= play(network)", "= kept[str(network)] = kept.get(str(network)) or play(network)"),
            costs=("new games",),
        ),
        "Here the parents keep their payoffs of the generation before; they must play again.": mistake(
            ("population, curve = founders, []", "population, curve, kept = founders, [], []"),
            ("payoffs = []", "payoffs = kept"),
            ("for network in population:", "for network in population[len(kept):]:"),
            (
                f"population = {SURVIVORS}",
                "rows = select(payoffs)\n"
                "        kept = [payoffs[row] for row in rows]\n"
                "        population = [population[row] for row in rows]",
            ),
            costs=("new games",),
        ),
        "Here the networks play twice in a generation, and are not selected by the payoffs that "
        "are recorded.": mistake(
            (
                "max(payoffs)",
                "max(np.dot(play(one), [<<v.win>>, <<v.loss>>, <<v.tie>>]) for one in population)",
            ),
            costs=("new games",),
        ),
    },
)


# P6.2 The lead over the null model, trial by trial.


def best_of(variant, results):
    """The highest payoff of each trial and generation."""
    return pay(variant, results).max(axis=2)


def band(rows, t):
    """(mean, half width) over trials."""
    return rows.mean(axis=0), t * rows.std(axis=0, ddof=1) / np.sqrt(len(rows))


def advantage(variant, selected, unselected, t):
    """The mean lead of each generation, and half its interval."""
    return np.array(band(best_of(variant, selected) - best_of(variant, unselected), t))


# Results that changed, by generation.
BETTER = [1, -1, 0], [0, -1, 1], [1, 0, -1], [2, -1, -1], [1, -2, 1]


def advantage_cases(variant):
    """Experiments of 2 to 25 trials, as (selected, unselected, t). One has a single generation; in
    some the unselected networks lead.
    """
    rng, found = np.random.default_rng(62), []
    for part, networks in (("one network", (1, 2)), ("many networks", (2, 13))):
        for trials in (2, 3, 5, 8, 12, 20, 25):
            generations, some = int(rng.integers(3, 7)), int(rng.integers(*networks))
            selected, unselected = (
                random_results(rng, (trials, generations, some), losses)
                for losses in ((2, 12), (5, 16))
            )
            if trials == 3:
                selected, unselected = selected[:, :1], unselected[:, :1]
            if trials in (5, 20):
                selected, unselected = unselected, selected
            found.append((part, (selected, unselected, t_of(trials))))
    for trials in (4, 10):
        unselected = random_results(rng, (trials, 5, 6), (8, 16))
        found.append(
            ("same lead", (unselected + np.array(BETTER)[:, None], unselected, t_of(trials)))
        )
    return found


def t_of(trials):
    """Student's t for so many trials."""
    return float(stdtrit(trials - 1, 0.975))


def advantage_examples(variant):
    """Two small experiments."""
    rng = np.random.default_rng(63)
    return [
        (random_results(rng, shape), random_results(rng, shape, (5, 16)), t_of(shape[0]))
        for shape in ((2, 3, 1), (4, 3, 5))
    ]


ONE_OR_MANY = ("one network", "many networks")

ADVANTAGE = FunctionTask(
    name="advantage",
    number="P6.2",
    title="the lead and its interval",
    function="advantage",
    shape=Numbers(within=1e-6),
    parts=(
        Part("one network", 2, "experiments with a single network in a generation"),
        Part("many networks", 2, "experiments with many networks, of which the best counts"),
        Part("same lead", 1, "experiments in which all trials have the same lead"),
    ),
    cases=advantage_cases,
    right=advantage,
    examples=advantage_examples,
    wrong={
        "These are the payoffs of the book; your class has others.": mistake(BOOKS_PAYOFFS),
        "The three numbers are wins, losses and ties, in this order; here the second one counts "
        "as ties.": mistake(TIES_SECOND),
        "The means are right. The second row describes single trials; an interval of their mean "
        "is asked for.": mistake((" / len(leads) ** 0.5", ""), costs=ONE_OR_MANY),
        "The means are right. In the second row s divides by n; it should divide by n - 1.": (
            mistake(("ddof=1", "ddof=0"), costs=ONE_OR_MANY)
        ),
        "The means are right. The second row is neither multiplied by t nor half of an interval: "
        "it is the standard error.": mistake(("t * leads", "leads"), costs=ONE_OR_MANY),
        "The means are right. The second row is the whole width of the interval; half of it is "
        "asked for.": mistake(("t * leads", "2 * t * leads"), costs=ONE_OR_MANY),
        "The means are right. The second row divides by n and not by its square root.": mistake(
            (" ** 0.5", ""), costs=ONE_OR_MANY
        ),
        "The means are right. The second row takes 2.093 for t, which is for 20 trials.": mistake(
            ("t * leads", "2.093 * leads"), costs=ONE_OR_MANY
        ),
        "The means are right. The second row treats the two experiments as strangers; their "
        "trials come in pairs, and the interval is that of the leads.": mistake(
            (SPREAD, f"np.hypot(*{SPREADS})")
        ),
        "The means are right. The second row adds up two intervals; that of the leads is asked "
        "for.": mistake((SPREAD, f"sum{SPREADS}")),
        "The lead has the wrong sign: it should be above 0 where the selected networks are "
        "ahead.": mistake(("return leads", "return -leads")),
        "This is the curve of the selected networks alone; the others are to be subtracted.": (
            mistake((" - (unselected @ payoffs).max(axis=2)", ""))
        ),
        "This compares the mean payoffs of the networks; the highest of each generation is asked "
        "for.": mistake((LEADS, LEADS.replace("max", "mean")), costs=("many networks",)),
        "This compares the lowest payoffs of each generation; the highest are asked for.": mistake(
            (LEADS, LEADS.replace("max", "min")), costs=("many networks",)
        ),
        "This takes the largest lead of a single network; first find the highest payoff of each "
        "of the two.": mistake(
            (LEADS, "((selected - unselected) @ payoffs).max(axis=2)"), costs=("many networks",)
        ),
    },
    package=(
        "from fogel import Settings\nfrom fogel.core import intervals\nfrom fogel.selection import"
        " total_payoff\n\ndef advantage(selected, unselected, t):\n    both ="
        " [np.moveaxis(np.array(some), -1, 0) for some in (selected, unselected)]\n    best ="
        " [total_payoff(*some, Settings()).max(axis=2) for some in both]\n    return"
        " intervals.mean_and_half_width(best[0] - best[1])\n"
    ),
)


# P6.3 A guess, and P6.4 the curve without flattery.

GUESS = ValueTask(
    name="guess",
    number="P6.3",
    title="your guess",
    kind="predict",
    values=("my_guess",),
    shapes=lambda variant: (Number(least=0, most=GAMES * (variant.win - variant.loss)),),
    parts=(Part("guess", 1, "a number that is possible; no guess is wrong"),),
    right=lambda variant, student: (None,),
)


def honest(variant, results, fresh):
    """What the best network of each generation earns in fresh games."""
    rows = pay(variant, results).argmax(axis=2)
    return np.take_along_axis(pay(variant, fresh), rows[..., None], axis=2)[..., 0]


# Losses and wins of networks above and below 0.
STRONG, WEAK = ((0, 4), (8, 29)), ((19, 21), (0, 12))


def clear_results(variant, rng, shape, kind):
    """Random results in which one network has the highest payoff of its generation alone, by the
    book's payoffs too.
    """
    results = random_results(rng, shape, *kind)
    for place in np.ndindex(shape[:2]):
        while not all(
            _is_clear(pay(some, results[place]), kind) for some in (variant, as_the_book(variant))
        ):
            results[place] = random_results(rng, shape[2:], *kind)
    return results


def _is_clear(payoffs, kind):
    best = payoffs.max()
    return (payoffs == best).sum() == 1 and (best > 0) == (kind is STRONG)


def honest_cases(variant):
    """(results, fresh) of one generation, of many, and of networks so weak that all payoffs are
    below 0.
    """
    rng = np.random.default_rng(64)
    found = [("one generation", (1, 1, networks), STRONG) for networks in range(2, 12)]
    for trials, generations in ((1, 6), (6, 1), (2, 5), (5, 2), (8, 7), (3, 12)):
        found.append(("many", (trials, generations, int(rng.integers(3, 13))), STRONG))
    found += [("below zero", shape, WEAK) for shape in ((1, 1, 4), (4, 5, 6))]
    return [
        (part, (clear_results(variant, rng, shape, kind), random_results(rng, shape, *kind)))
        for part, shape, kind in found
    ]


def honest_examples(variant):
    """Two small experiments."""
    rng = np.random.default_rng(65)
    shapes = (1, 1, 3), (2, 3, 4)
    return [
        (clear_results(variant, rng, shape, STRONG), random_results(rng, shape, *STRONG))
        for shape in shapes
    ]


HONEST = FunctionTask(
    name="honest",
    number="P6.4",
    title="without flattery",
    function="honest_curve",
    shape=Numbers(within=1e-6),
    parts=(
        Part("one generation", 1, "a single generation"),
        Part("many", 2, "many trials and generations"),
        Part("below zero", 1, "payoffs that are all below 0"),
    ),
    cases=honest_cases,
    right=honest,
    examples=honest_examples,
    wrong={
        "These are the payoffs of the book; your class has others.": mistake(BOOKS_PAYOFFS),
        "The three numbers are wins, losses and ties, in this order; here the second one counts "
        "as ties.": mistake(TIES_SECOND),
        "This is the highest payoff of the fresh games: it flatters again. Follow the network "
        "that was best before.": mistake(("trial @", "later @")),
        "These are the payoffs by which the networks were picked; what they earn in fresh games "
        "is asked for.": mistake((FRESH, "trial[generation, row]")),
        "This is the mean of both games of the best network; its first ones are the flattery.": (
            mistake((FRESH, "(trial + later)[generation, row] / 2"))
        ),
        "This is the mean payoff of all networks in the fresh games; only the one that was best "
        "is asked for.": mistake((FRESH, "later[generation].mean(axis=0)")),
        "Here the best network is the one with the most wins; it is the one with the highest "
        "payoff.": mistake(("trial @ payoffs", "trial @ [1, 0, 0]")),
        "Here the best network is the one with the fewest losses; it is the one with the highest "
        "payoff.": mistake(("trial @ payoffs", "trial @ [0, -1, 0]")),
        "This follows the network with the lowest payoff.": mistake(("argmax", "argmin")),
        "This follows one network through a whole trial; each generation has a best one of its "
        "own.": mistake(
            (FRESH, "later.reshape(-1, 3)[np.argmax(trial @ payoffs)]"),
            costs=("many", "below zero"),
        ),
        "Here the two kinds of games have changed places: the networks are picked by the fresh "
        "ones.": mistake(("zip(results, fresh)", "zip(fresh, results)")),
    },
)


# P6.5 Find three bugs.

LATER_IS_BETTER = [3, -8, 12, 3, -5, 7, 20, 25, 15, 30, 22, 28]
EARLIER_IS_BETTER = [9, 31, 14, 25, -3, -10, -40, -12, -9, -33]


def one_after_the_other(values):
    """A trial that doesn't look at its generator: the first one called has the first value, and so
    on.
    """
    return text(
        f"(lambda called: lambda rng: called.append(0) or [[{values}[len(called) % {len(values)} -"
        " 1]]])([])"
    )


DRAWN = text("lambda rng: [[rng.random()] for _ in range(3)]")
FALLING = text("lambda rng: [[3, 9, -4], [4, 2, 1], [-1, 7, 0], [-5, -2, -8]]")
ALL_LOST = text("lambda rng: [[-30, -20], [-25, -28], [-64, -70]]")
HIGHEST = {FALLING["python"]: [9, 4, 7, -2], ALL_LOST["python"]: [-20, -25, -64]}


def experiment_cases(variant):
    """(one_trial, seed, trials): draws, also with the seed 0, trials of which two end alike, and
    curves that fall.
    """
    return [
        ("own draws", (DRAWN, 0, 4)),
        ("own draws", (DRAWN, 0, 4)),
        ("own draws", (DRAWN, 6, 4)),
        ("every trial", (one_after_the_other(LATER_IS_BETTER), 1, 6)),
        ("every trial", (one_after_the_other(EARLIER_IS_BETTER), 1, 5)),
        ("each generation", (FALLING, 2, 3)),
        ("each generation", (ALL_LOST, 2, 1)),
    ]


def experiment_verdict(variant, student, cases, answers):
    """By part what is wrong; each of the three bugs is looked for by itself."""
    complaints, curves = {}, {}
    for (part, inputs), answer in zip(cases, answers, strict=True):
        words = trouble(answer) or _no_curves(answer["value"])
        if words:
            complaints.setdefault(part, words)
        curves.setdefault(part, []).append((inputs, answer.get("value")))
    looks = {"own draws": _draws, "every trial": _trials, "each generation": _generations}
    return {part: complaints.get(part) or looks[part](some) for part, some in curves.items()}


def _no_curves(value):
    try:
        numbers = np.array(value, dtype=float)
    except (TypeError, ValueError):
        numbers = np.array(np.nan)
    is_one = numbers.ndim == 2 and numbers.size > 0 and np.isfinite(numbers).all()
    return "" if is_one else "A list of numbers for each trial is asked for."


def _draws(some):
    first, again, other = (Counter(tuple(curve) for curve in value) for _, value in some)
    if max(first.values()) > 1 or max(other.values()) > 1:
        return (
            "Some trials have the same draws, so they are one trial told twice: their interval"
            " means nothing."
        )
    if first != again:
        return (
            "The same seed was given twice, and the curves differ. Nobody could repeat this"
            " experiment."
        )
    return "Two different seeds give the same curves." if first == other else ""


def _trials(some):
    for (given, _, trials), value in some:
        if len(value) != trials:
            return f"{trials} trials are asked for; {len(value)} curves came back."
        values = LATER_IS_BETTER if str(LATER_IS_BETTER) in given["python"] else EARLIER_IS_BETTER
        if sorted(curve[0] for curve in value) != sorted(values[:trials]):
            came, back = (
                ", ".join(map(str, values[:trials])),
                ", ".join(f"{curve[-1]:g}" for curve in value),
            )
            return (
                f"The first {trials} trials ended with {came}; the curves returned, with {back}."
                " Every trial counts."
            )
    return ""


def _generations(some):
    for (given, *_), value in some:
        right = HIGHEST[given["python"]]
        for curve in value:
            if curve != right:
                wanted, came = (
                    ", ".join(map(str, right)),
                    ", ".join(f"{number:g}" for number in curve),
                )
                return (
                    f"The highest payoffs of a trial's generations were {wanted}; its curve says"
                    f" {came}."
                )
    return ""


EXPERIMENT = FunctionTask(
    name="experiment",
    number="P6.5",
    title="find three bugs",
    kind="bug",
    function="experiment",
    shape=Numbers(),
    parts=(
        Part(
            "own draws",
            2,
            "each trial has draws of its own, and the same seed gives the same curves again",
        ),
        Part("every trial", 1, "all trials are shown that were run"),
        Part("each generation", 1, "each number is the highest of its own generation"),
    ),
    cases=experiment_cases,
    right=lambda variant, *inputs: [[9, 12]] * inputs[0] if len(inputs) == 1 else None,
    verdict=experiment_verdict,
    examples=lambda variant: [(1,), (4,)],
)


# P6.6 A curve that rises while the population gets worse.


def totals(variant):
    """All payoffs that 32 games can bring."""
    return {
        won * variant.win + lost * variant.loss + (GAMES - won - lost) * variant.tie
        for won in range(GAMES + 1)
        for lost in range(GAMES + 1 - won)
    }


def witness_verdict(variant, student, cases, answers):
    """Whether the highest payoff rises and the mean falls, with payoffs that the class's games can
    bring.
    """
    part = cases[0][0]
    return {part: trouble(answers[0]) or _no_witness(variant, answers[0]["value"])}


def _no_witness(variant, value):
    try:
        table = np.array(value, dtype=float)
    except (TypeError, ValueError):
        table = np.zeros(0)
    if table.shape != (4, 3):
        return "Four lists of three numbers are asked for."
    possible = totals(variant)
    for payoff in table.ravel().tolist():
        if payoff not in possible:
            return f"No 32 games bring a total payoff of {payoff:g} in your class."
    for name, numbers, sign in (
        ("highest", table.max(axis=1), 1),
        ("mean", table.mean(axis=1), -1),
    ):
        for k, (one, other) in enumerate(pairwise(numbers.tolist()), 1):
            if sign * (other - one) < 1e-9:
                return (
                    f"The {name} payoff is {one:.4g} in generation {k} and {other:.4g} in"
                    f" generation {k + 1}."
                )
    return ""


WITNESS = ValueTask(
    name="witness",
    number="P6.6",
    title="a rising curve that means nothing",
    kind="bug",
    values=("witness",),
    shapes=(Numbers(count=[4, 3]),),
    parts=(
        Part(
            "rises",
            2,
            "payoffs that are possible, a curve that rises, and a population that gets worse",
        ),
    ),
    verdict=witness_verdict,
)


# P6.7 The student's own log.

NETWORKS = 20


def handed_log(variant, student):
    """(results, rivals): of six trials the results of one generation, and who was compared with
    whom in the first.

    The notebook has the same lines. One entry has more than 32 games, never in trial 0, and the
    highest payoff there.
    """
    rng = student_rng(variant.number, student, "log")
    losses = rng.integers(2, 9, (6, 20)) + rng.permutation(6)[:, None]
    wins = rng.integers(4, 15, (6, 20))
    results = np.stack([wins, losses, 32 - wins - losses], axis=-1)
    results[rng.integers(1, 6), rng.integers(20)] = rng.integers(15, 19), 1, rng.integers(18, 22)
    rivals = [(row + 1 + rng.permutation(19)[: variant.rivals]) % 20 for row in range(20)]
    return results, np.array(rivals)


def struck(variant, results):
    """(place of the impossible entry, the highest payoff of each trial without it)."""
    place = next(place for place in np.ndindex(results.shape[:2]) if results[place].sum() != GAMES)
    payoffs = pay(variant, results).astype(float)
    payoffs[place] = -np.inf
    return list(place), payoffs.max(axis=1)


def scores(variant, payoffs, rivals):
    """The exact second-round scores of a generation."""
    equal, higher = (Fraction(str(points)) for points in (variant.equal, variant.higher))

    def points(own, theirs):
        return 1 if theirs < own else equal if theirs == own else higher

    return [
        sum(points(own, payoffs[row]) for row in some)
        for own, some in zip(payoffs, rivals, strict=True)
    ]


def own_right(variant, student):
    """The impossible entry, the curve's point and its interval without it, and the points of those
    that survive.
    """
    results, rivals = handed_log(variant, student)
    place, best = struck(variant, results)
    found = sorted(scores(variant, pay(variant, results[0]).tolist(), rivals))
    point = [float(value) for value in band(best, 2.571)]
    return place, point, float(sum(found[-NETWORKS // 2 :]))


OWN = ValueTask(
    name="own",
    number="P6.7",
    title="read your log",
    kind="personal",
    values=("my_entry", "my_point", "my_sum"),
    shapes=(Numbers(count=2), Numbers(count=2, within=0.02), Number(within=0.006)),
    parts=(
        Part("entry", 1, "the entry that can't be"),
        Part("point", 2, "the curve's number and half of its interval"),
        Part("second round", 2, "the points of the ten networks of trial 0 that survive"),
    ),
    right=own_right,
    wrong={
        "That is what it would be if the impossible entry counted too.": mistake(
            ("payoffs[tuple(my_entry)] = -1000", ""), costs=("point",)
        ),
        "That is what it would be with the payoffs of the book.": mistake(
            BOOKS_PAYOFFS, costs=("point",)
        ),
        "That is what it would be if s divided by n.": mistake(
            ("ddof=1", "ddof=0"), costs=("point",)
        ),
        "That is what it would be without the division by the square root of n.": mistake(
            (" / 6**0.5", ""), costs=("point",)
        ),
        "That is the whole width of the interval.": mistake(
            ("2.571", "2 * 2.571"), costs=("point",)
        ),
        "That is what the ten networks have that have to go.": mistake(
            ("[-10:]", "[:10]"), costs=("second round",)
        ),
        "That is what all twenty have.": mistake(("[-10:]", ""), costs=("second round",)),
        "That is what it would be if only lower payoffs brought points, as in the book.": mistake(
            ("<<v.equal>>", "0"), ("<<v.higher>>", "0"), costs=("second round",)
        ),
    },
)


WHY = WrittenTask(
    name="why",
    number="P6.8",
    title="in your own words",
    parts=(Part("why", 3, "what would convince you that a rising curve is not luck"),),
)


# The toy experiment of the notebook, and its pictures.


@cache
def toy_experiment(variant, unselected=False, trials=12, generations=60, parents=10):
    """(curves, results, fresh): what the cell of that name in the notebook gives with a
    right loop.
    """
    curves, results, fresh = [], [], []
    for trial in range(trials):
        rng, later = np.random.default_rng(trial), np.random.default_rng(1000 + trial)
        population, curve = rng.uniform(-0.5, 0.5, parents).tolist(), []
        for _ in range(generations):
            population = population + [skill + rng.normal(0, 0.1) for skill in population]
            counts = []
            for skill in population:
                counts.append(_games(skill, rng))
                fresh.append(_games(skill, later))
            payoffs = pay(variant, counts)
            chosen = (
                rng.permutation(2 * parents) if unselected else np.argsort(-payoffs, kind="stable")
            )
            population = [population[row] for row in chosen[:parents]]
            results += counts
            curve.append(payoffs.max())
        curves.append(curve)
    shape = trials, generations, 2 * parents, 3
    return np.array(curves), np.reshape(results, shape), np.reshape(fresh, shape)


def _games(skill, rng):
    lost = 1 / (1 + np.exp(skill))
    return rng.multinomial(GAMES, [(1 - lost) / 2, lost, (1 - lost) / 2])


@style.styled
def _figure(draw_in):
    from matplotlib.figure import Figure

    figure = Figure(figsize=(style.PAGE, 3.0))
    draw_in(figure.subplots())
    return figure


def curves_figure(variant):
    """Both experiments, each trial a thin line."""

    def draw_in(axes):
        for unselected, colour, name in (
            (False, drawing.BLUE, "the better half"),
            (True, drawing.PURPLE, "at random"),
        ):
            curves = toy_experiment(variant, unselected)[0]
            axes.plot(range(1, 61), curves.T, color=colour, linewidth=0.6, alpha=0.5)
            axes.plot(range(1, 61), curves.mean(axis=0), color=colour, label=name)
        axes.set(
            xlabel="generation", ylabel="highest total payoff", xlim=(1, 60), xticks=(1, 20, 40, 60)
        )
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2)

    return _figure(draw_in)


def lead_figure(variant):
    """The lead of the selected networks, with its interval."""
    mean, half = advantage(
        variant, toy_experiment(variant)[1], toy_experiment(variant, True)[1], 2.201
    )

    def draw_in(axes):
        axes.fill_between(
            range(1, 61), mean - half, mean + half, color=drawing.BLUE, alpha=0.3, linewidth=0
        )
        axes.plot(range(1, 61), mean, color=drawing.BLUE)
        axes.axhline(0, color=drawing.INK, linewidth=0.8)
        axes.set(xlabel="generation", ylabel="lead in payoff", xlim=(1, 60), xticks=(1, 20, 40, 60))

    return _figure(draw_in)


SET = ProblemSet(
    "06_curve",
    "Does the population learn?",
    85,
    (EVOLVE, ADVANTAGE, GUESS, HONEST, EXPERIMENT, WITNESS, OWN, WHY),
    {"curves": curves_figure, "lead": lead_figure},
)
