"""Answers to problem set 6, right ones written otherwise and plausible wrong ones.

WRONG: {task: [(what is wrong, code, points by part, words of the message)]}, or (words of the
message, Mistake) in such a list. RIGHT: {task: [(how, code)]}. Code may hold the texts'
placeholders. A part that is not named earns all of its points. OVERLOOKED: {(task whose solution
is edited, task that must notice): {way in which a rule applies: the Mistake of a program that
overlooks just that}}.
"""

from grader.mistakes import mistake

LEAD = """
def advantage(selected, unselected, t):
    payoffs = np.array([<<v.win>>, <<v.loss>>, <<v.tie>>])
    best, drawn = (np.array(some) @ payoffs for some in (selected, unselected))
    leads = best.max(axis=2) - drawn.max(axis=2)
    n = len(leads)
    s = leads.std(axis=0, ddof=1)
    return [leads.mean(axis=0), t * s / np.sqrt(n)]
"""

HONEST = """
def honest_curve(results, fresh):
    payoffs = np.array([<<v.win>>, <<v.loss>>, <<v.tie>>])
    first, later = np.array(results) @ payoffs, np.array(fresh) @ payoffs
    best = first.argmax(axis=2)
    return np.take_along_axis(later, best[:, :, None], axis=2)[:, :, 0]
"""

EXPERIMENT = """
def experiment(one_trial, seed, trials):
    curves = []
    for trial in range(trials):
        rng = np.random.default_rng((seed, trial))
        curve = []
        for payoffs in one_trial(rng):
            curve.append(max(payoffs))
        curves.append(curve)
    return curves
"""

OWN = """
my_entry = np.argwhere(my_results.sum(axis=2) != 32)[0]
payoffs = (my_results @ [<<v.win>>, <<v.loss>>, <<v.tie>>]).astype(float)
payoffs[tuple(my_entry)] = -np.inf
best = payoffs.max(axis=1)
my_point = best.mean(), 2.571 * best.std(ddof=1) / np.sqrt(6)
against = payoffs[0][my_rivals]
mine = payoffs[0][:, None]
points = (1 * (against < mine) + <<v.equal>> * (against == mine) + <<v.higher>> * (against > mine)).sum(axis=1)
my_sum = np.sort(points)[::-1][:10].sum()
"""

RIGHT = {
    "evolve": [
        (
            "children first, payoffs as an array, floats that are whole",
            """
def evolve(founders, generations, child, play, select):
    points, parents, curve = np.array([<<v.win>>, <<v.loss>>, <<v.tie>>], dtype=float), tuple(founders), ()
    while len(curve) < generations:
        parents = tuple(map(child, parents)) + parents
        payoffs = np.array([play(network) for network in parents]) @ points
        curve += (payoffs.max(),)
        parents = tuple(parents[int(row)] for row in sorted(select(payoffs)))
    return curve
""",
        ),
        (
            "recursion, parents play before their children are made",
            """
def evolve(founders, generations, child, play, select):
    if generations == 0:
        return []
    networks, payoffs = [], []
    for network in founders:
        networks.append(network)
        payoffs.append(sum(map(lambda a, b: a * b, play(network), (<<v.win>>, <<v.loss>>, <<v.tie>>))))
    for parent in founders:
        networks.append(child(parent))
        payoffs.append(sum(map(lambda a, b: a * b, play(networks[-1]), (<<v.win>>, <<v.loss>>, <<v.tie>>))))
    kept = set(select(payoffs))
    return [sorted(payoffs)[-1]] + evolve(
        [network for row, network in enumerate(networks) if row in kept], generations - 1, child, play, select
    )
""",
        ),
    ],
    "advantage": [
        ("arrays", LEAD),
        (
            "loops, the statistics module, tuples of fractions and floats",
            """
from math import sqrt
from statistics import mean, stdev

def advantage(selected, unselected, t):
    def highest(networks):
        return max(float(w) * <<v.win>> + l * <<v.loss>> + d * <<v.tie>> for w, l, d in networks)

    means, halves = (), ()
    for generation in range(len(selected[0])):
        leads = []
        for one, other in zip(selected.tolist(), unselected.tolist()):
            leads.append(highest(one[generation]) - highest(other[generation]))
        means += (mean(leads),)
        halves += (t * stdev(leads) / sqrt(len(leads)),)
    return means, halves
""",
        ),
        (
            "SciPy's t",
            """
from scipy.special import stdtrit

def advantage(selected, unselected, t):
    payoffs = np.array([<<v.win>>, <<v.loss>>, <<v.tie>>])
    leads = np.max(selected @ payoffs, axis=-1) - np.max(unselected @ payoffs, axis=-1)
    n, mean = len(leads), leads.mean(axis=0)
    variance = ((leads - mean) ** 2).sum(axis=0) / (n - 1)
    return np.stack([mean, stdtrit(n - 1, 0.975) * np.sqrt(variance / n)])
""",
        ),
    ],
    "honest": [
        ("arrays", HONEST),
        (
            "loops from the last network to the first, tuples",
            """
def honest_curve(results, fresh):
    def payoff(counts):
        wins, losses, ties = (int(count) for count in counts)
        return wins * <<v.win>> + losses * <<v.loss>> + ties * <<v.tie>>

    curves = ()
    for trial in range(len(results)):
        curve = ()
        for generation in range(len(results[trial])):
            rows = range(len(results[trial][generation]) - 1, -1, -1)
            row = max(rows, key=lambda row: payoff(results[trial][generation][row]))
            curve += (float(payoff(fresh[trial][generation][row])),)
        curves += (curve,)
    return curves
""",
        ),
    ],
    "experiment": [
        ("a generator for each trial", EXPERIMENT),
        (
            "one generator for all trials, arrays",
            """
def experiment(one_trial, seed, trials):
    rng = np.random.default_rng(seed)
    return np.array([np.max(one_trial(rng), axis=1) for _ in range(trials)])
""",
        ),
        (
            "seeds by spawning, the curves in another order",
            """
def experiment(one_trial, seed, trials):
    rngs = [np.random.default_rng(child) for child in np.random.SeedSequence(seed).spawn(trials)]
    return sorted(tuple(float(max(payoffs)) for payoffs in one_trial(rng)) for rng in rngs)
""",
        ),
        (
            "a sum of seed and trial",
            """
def experiment(one_trial, seed, trials):
    return [list(map(max, one_trial(np.random.default_rng(1000 * seed + trial)))) for trial in range(trials)]
""",
        ),
    ],
    "witness": [
        (
            "an array",
            """
witness = np.array([
    [<<v.win>> * k + <<v.tie>> * (32 - k), 32 * <<v.loss>> - (<<v.loss>> - <<v.tie>>) * (9 - 3 * k), 0]
    for k in range(4)
], dtype=float)
witness[:, 2] = [<<v.loss>> * k + <<v.tie>> * (32 - k) for k in (1, 5, 9, 13)]
""",
        )
    ],
    "own": [("arrays", OWN)],
    "guess": [("a whole number as a NumPy scalar", "my_guess = np.int64(3)\n")],
}

HIGHEST = "[max(payoffs) for payoffs in one_trial(rng)]"
BETTER_HALF = (
    ("range(trials)", "range(2 * trials)"),
    ("return curves", "return sorted(curves)[-trials:]"),
)
SO_FAR = (HIGHEST, f"np.maximum.accumulate({HIGHEST}).tolist()")

WRONG = {
    "evolve": [
        ("Wrong on", mistake(("population + [child", "[child"))),
        ("numbers are asked for", mistake(("range(generations)", "range(1, generations)"))),
        ("Wrong on", mistake(("[population[row] for", "[int(population[row]) for"), costs=("any world",))),
        ("Wrong on", mistake(("in select(payoffs)", "in np.argsort(payoffs)[-len(founders) :]"), costs=("any world",))),
        ("Wrong on", mistake(("in population]", "in population][1:]"))),
    ],
    "advantage": [
        ("numbers are asked for", mistake(("return leads", "return np.transpose([leads"), ("** 0.5", "** 0.5])"))),
        ("2 by", mistake((", t * leads.std(axis=0, ddof=1) / len(leads) ** 0.5", ""))),
    ],
    "guess": [
        ("impossible", "my_guess = 32 * (<<v.win>> - <<v.loss>>) + 1\n", {"guess": 0}, "number from 0 to 736"),
        ("a text", "my_guess = 'a lot'\n", {"guess": 0}, "number is asked for"),
    ],
    "honest": [
        ("Wrong on", mistake(("trial @ payoffs", "np.maximum(trial @ payoffs, 0)"), costs=("below zero",))),
        ("numbers are asked for", mistake(("return curves", "return np.mean(curves, axis=0)"))),
    ],
    "experiment": [
        ("Every trial counts", mistake(*BETTER_HALF, SO_FAR, costs=("every trial", "each generation"))),
        ("one trial told twice", mistake(("[seed, trial]", "seed"), costs=("own draws",))),
        ("Nobody could repeat", mistake(("[seed, trial]", ""), costs=("own draws",))),
        ("Two different seeds", mistake(("[seed, trial]", "trial"), costs=("own draws",))),
        ("Every trial counts", mistake(*BETTER_HALF, costs=("every trial",))),
        ("curves came back", mistake(*BETTER_HALF[:1], costs=("every trial",))),
        ("its curve says 9, 9, 9, 9", mistake(SO_FAR, costs=("each generation",))),
        ("its curve says", mistake(("max(", "min("), costs=("each generation",))),
        ("A list of numbers", mistake(("return curves", "return 7"))),
    ],
    "witness": [
        ("mean rises", "witness = [[<<v.win>> * k + <<v.tie>> * (32 - k)] * 3 for k in range(4)]\n", {"rises": 0},
         "The mean payoff"),
        ("curve falls", "witness = [[<<v.loss>> * k + <<v.tie>> * (32 - k)] * 3 for k in range(4)]\n", {"rises": 0},
         "The highest payoff"),
        ("not possible", "witness = [[1000, 0, 0]] * 4\n", {"rises": 0}, "No 32 games"),
        ("another shape", "witness = [[1, 2], [3, 4]]\n", {"rises": 0}, "Four lists"),
        ("a text", "witness = 'rises'\n", {"rises": 0}, "Four lists"),
        ("no number", "witness = [[float('nan')] * 3] * 4\n", {"rises": 0}, "No 32 games"),
    ],
    "own": [
        ("not computed", "my_entry = [0]\nmy_point = 'high'\n", {"entry": 0, "point": 0, "second round": 0},
         "2 numbers are asked for"),
    ],
}  # fmt: skip

OVERLOOKED = {
    ("evolve", "evolve"): {
        "one survives": mistake(("in select(payoffs)", "in np.squeeze(select(payoffs))")),
        "more survive than there were parents": mistake(("in select(payoffs)", "in select(payoffs)[: len(founders)]")),
    },
    ("advantage", "advantage"): {
        "a single generation": mistake(("    return leads", "    leads = np.squeeze(leads)\n    return leads")),
        "a lead below zero": mistake(("leads.mean(axis=0)", "abs(leads.mean(axis=0))")),
    },
    ("experiment", "experiment"): {
        "the seed 0": mistake(("[seed, trial]", "seed * (trial + 1)")),
        "two trials with the same curve": mistake((
            "return curves", "return [curve for k, curve in enumerate(curves) if curve not in curves[:k]]"
        )),
    },
}  # fmt: skip
