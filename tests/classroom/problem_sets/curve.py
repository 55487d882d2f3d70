"""Answers to problem set 6, right ones written otherwise and plausible wrong ones.

WRONG: {task: [(what is wrong, code, points by part, words of the message)]}. RIGHT: {task: [(how,
code)]}. Code may hold the texts' placeholders. A part that is not named earns all of its points.
"""

LOOP = """
def evolve(founders, generations, child, play, select):
    def payoff(network):
        wins, losses, ties = play(network)
        return <<v.win>> * wins + <<v.loss>> * losses + <<v.tie>> * ties

    population, curve = list(founders), []
    for generation in range(generations):
        children = [child(parent) for parent in population]
        everybody = population + children
        payoffs = [payoff(network) for network in everybody]
        curve.append(max(payoffs))
        population = [everybody[row] for row in select(payoffs)]
    return curve
"""
ALL_OF_IT = {"one generation": 0, "several": 0, "any world": 0, "new games": 0}
LATER = {"several": 0, "any world": 0, "new games": 0}

LEAD = """
def advantage(selected, unselected, t):
    payoffs = np.array([<<v.win>>, <<v.loss>>, <<v.tie>>])
    best, drawn = (np.array(some) @ payoffs for some in (selected, unselected))
    leads = best.max(axis=2) - drawn.max(axis=2)
    n = len(leads)
    s = leads.std(axis=0, ddof=1)
    return [leads.mean(axis=0), t * s / np.sqrt(n)]
"""
LEAD_LOST = {"one network": 0, "many networks": 0, "same lead": 0}
HALF_LOST = {"one network": 0, "many networks": 0}

HONEST = """
def honest_curve(results, fresh):
    payoffs = np.array([<<v.win>>, <<v.loss>>, <<v.tie>>])
    first, later = np.array(results) @ payoffs, np.array(fresh) @ payoffs
    best = first.argmax(axis=2)
    return np.take_along_axis(later, best[:, :, None], axis=2)[:, :, 0]
"""
HONEST_LOST = {"one generation": 0, "many": 0, "below zero": 0}

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

WRONG = {
    "evolve": [
        ("the book's payoffs", LOOP.replace("<<v.win>>", "1").replace("<<v.loss>>", "-10").replace("<<v.tie>>", "0"),
         ALL_OF_IT, "payoffs of the book"),
        ("the lowest", LOOP.replace("max(payoffs)", "min(payoffs)"), ALL_OF_IT, "the lowest payoff"),
        ("the mean", LOOP.replace("max(payoffs)", "np.mean(payoffs)"), ALL_OF_IT, "the mean payoff"),
        ("so far", LOOP.replace("max(payoffs)", "max(curve + payoffs)"), {"any world": 0, "new games": 0}, "so far"),
        ("of the survivors", LOOP.replace("max(payoffs)", "max(payoffs[row] for row in select(payoffs))"),
         {"any world": 0}, "those that survive"),
        ("whom select names first", LOOP.replace("max(payoffs)", "payoffs[select(payoffs)[0]]"),
         {"any world": 0}, "names first"),
        ("inverted selection", LOOP.replace("for row in select(payoffs)",
                                            "for row in range(len(everybody)) if row not in select(payoffs)"),
         LATER, "are sent away"),
        ("children replace parents", LOOP.replace("population = [everybody[row] for row in select(payoffs)]",
                                                  "population = children"), LATER, "only the children become parents"),
        ("parents don't play", LOOP.replace("everybody = population + children", "everybody = children"),
         ALL_OF_IT, ""),
        ("only children play, nobody is selected", LOOP.replace("= population + children", "= children").replace(
            "[everybody[row] for row in select(payoffs)]", "children"), ALL_OF_IT, "Here only the children play"),
        ("selection not used", LOOP.replace("population = [everybody[row] for row in select(payoffs)]",
                                            "select(payoffs)"), LATER, "same founders"),
        ("everybody survives", LOOP.replace("population = [everybody[row] for row in select(payoffs)]",
                                           "population = everybody"), LATER, "nobody is sent away"),
        ("one generation too few", LOOP.replace("range(generations)", "range(1, generations)"), ALL_OF_IT,
         "numbers are asked for"),
        ("one generation too many", LOOP.replace("range(generations)", "range(generations + 1)"), ALL_OF_IT,
         "one generation too many"),
        ("the founders' own generation", LOOP.replace("for generation in range(generations)",
                                                      "curve = [max(map(payoff, population))]\n"
                                                      "    for generation in range(generations - 1)"),
         ALL_OF_IT, "begins too early"),
        ("losses and ties exchanged", LOOP.replace("wins, losses, ties", "wins, ties, losses"), ALL_OF_IT,
         "counts as a tie"),
        ("parents keep their payoff", LOOP.replace("        wins, losses", "        if str(network) in known:\n"
                                                   "            return known[str(network)]\n        wins, losses")
         .replace("        return <<", "        known[str(network)] = <<").replace(
             "ties\n\n", "ties\n        return known[str(network)]\n\n").replace(
             "    population, curve", "    known = {}\n    population, curve"),
         {"new games": 0}, "keeps the payoff"),
        ("plays twice", LOOP.replace("max(payoffs)", "max(map(payoff, everybody))"), {"new games": 0}, ""),
        ("networks are numbers", LOOP.replace("everybody[row] for", "int(everybody[row]) for"), {"any world": 0}, ""),
        ("half survives, whatever select says", LOOP.replace(
            "for row in select(payoffs)",
            "for row in sorted(range(len(payoffs)), key=lambda k: -payoffs[k])[:len(founders)]"), {"any world": 0}, ""),
        ("the first child is forgotten", LOOP.replace("everybody = population + children",
                                                                   "everybody = population\n"
                                                                   "        everybody += children[1:]"),
         ALL_OF_IT, ""),
    ],
    "advantage": [
        ("the book's payoffs", LEAD.replace("<<v.win>>, <<v.loss>>, <<v.tie>>", "1, -10, 0"), LEAD_LOST,
         "payoffs of the book"),
        ("standard deviation", LEAD.replace(" / np.sqrt(n)", ""), HALF_LOST, "describes single trials"),
        ("divides by n", LEAD.replace("ddof=1", "ddof=0"), HALF_LOST, "should divide by n - 1"),
        ("no t", LEAD.replace("t * s", "s"), HALF_LOST, "standard error"),
        ("whole width", LEAD.replace("t * s", "2 * t * s"), HALF_LOST, "whole width"),
        ("no root", LEAD.replace("np.sqrt(n)", "n"), HALF_LOST, "its square root"),
        ("always 2.093", LEAD.replace("t * s", "2.093 * s"), HALF_LOST, "2.093"),
        ("strangers", LEAD.replace("s = leads.std(axis=0, ddof=1)",
                                   "s = np.hypot(*(some.max(axis=2).std(axis=0, ddof=1) for some in (best, drawn)))"),
         LEAD_LOST, "as strangers"),
        ("two intervals", LEAD.replace("s = leads.std(axis=0, ddof=1)",
                                       "s = sum(some.max(axis=2).std(axis=0, ddof=1) for some in (best, drawn))"),
         LEAD_LOST, "adds up two intervals"),
        ("turned round", LEAD.replace("return [", "return [-1 * "), LEAD_LOST, "wrong sign"),
        ("the selected alone", LEAD.replace(" - drawn.max(axis=2)", ""), LEAD_LOST, "selected networks alone"),
        ("means of networks", LEAD.replace("max(axis=2)", "mean(axis=2)"), {"many networks": 0}, "the mean payoffs"),
        ("lowest", LEAD.replace("max(axis=2)", "min(axis=2)"), {"many networks": 0}, "the lowest payoffs"),
        ("largest lead of a network", LEAD.replace("best.max(axis=2) - drawn.max(axis=2)", "(best - drawn).max(axis=2)"),
         {"many networks": 0}, "largest lead of a single network"),
        ("losses and ties exchanged", LEAD.replace("<<v.loss>>, <<v.tie>>", "<<v.tie>>, <<v.loss>>"), LEAD_LOST,
         "counts as ties"),
        ("turned on its side", LEAD.replace("return [", "return np.transpose([").replace("np.sqrt(n)]", "np.sqrt(n)])"),
         LEAD_LOST, "numbers are asked for"),
        ("the means alone", LEAD.replace("return [leads.mean(axis=0), t * s / np.sqrt(n)]",
                                         "return leads.mean(axis=0)"), LEAD_LOST, "2 by"),
    ],
    "guess": [
        ("impossible", "my_guess = 32 * (<<v.win>> - <<v.loss>>) + 1\n", {"guess": 0}, "number from 0 to 736"),
        ("a text", "my_guess = 'a lot'\n", {"guess": 0}, "number is asked for"),
    ],
    "honest": [
        ("the book's payoffs", HONEST.replace("<<v.win>>, <<v.loss>>, <<v.tie>>", "1, -10, 0"), HONEST_LOST,
         "payoffs of the book"),
        ("the best of the fresh games", HONEST.replace("best = first", "best = later"), HONEST_LOST, "flatters again"),
        ("the old games", HONEST.replace("(later,", "(first,"), HONEST_LOST, "by which the networks were picked"),
        ("both games", HONEST.replace("(later,", "((first + later) / 2,"), HONEST_LOST, "mean of both games"),
        ("the mean of all", HONEST.replace("return np.take_along_axis(later, best[:, :, None], axis=2)[:, :, 0]",
                                           "return later.mean(axis=2)"), HONEST_LOST, "mean payoff of all"),
        ("most wins", HONEST.replace("best = first", "best = np.array(results)[..., 0]"),
         {"one generation": 0, "many": 0, "below zero": 0}, "most wins"),
        ("the lowest", HONEST.replace("argmax", "argmin"), HONEST_LOST, "lowest payoff"),
        ("begins at 0", '''
def honest_curve(results, fresh):
    points, curves = np.array([<<v.win>>, <<v.loss>>, <<v.tie>>]), []
    for old, new in zip(results @ points, fresh @ points):
        curves.append([])
        for played, later in zip(old, new):
            best, row = 0, 0
            for k in range(len(played)):
                if played[k] > best:
                    best, row = played[k], k
            curves[-1].append(later[row])
    return curves
''', {"below zero": 0}, ""),
        ("one network a trial", HONEST.replace(
            "    return np.take_along_axis(later, best[:, :, None], axis=2)[:, :, 0]",
            "    return [[new.ravel()[old.argmax()]] * len(old) for old, new in zip(first, later)]"),
         {"many": 0, "below zero": 0}, "one network through a whole trial"),
        ("exchanged", HONEST.replace("(results) @", "(fresh_) @").replace("(fresh) @", "(results) @").replace(
            "(fresh_) @", "(fresh) @"), HONEST_LOST, "changed places"),
        ("a mean over trials", HONEST.replace("[:, :, 0]", "[:, :, 0].mean(axis=0)"), HONEST_LOST,
         "numbers are asked for"),
    ],
    "experiment": [
        ("the seed alone is mended", EXPERIMENT.replace("max(payoffs)", "max([*curve, *payoffs])").replace(
            "range(trials)", "range(2 * trials)").replace("return curves", "return sorted(curves)[-trials:]"),
         {"every trial": 0, "each generation": 0}, "Every trial counts"),
        ("the same seed", EXPERIMENT.replace("(seed, trial)", "seed"), {"own draws": 0}, "one trial told twice"),
        ("no seed", EXPERIMENT.replace("(seed, trial)", ""), {"own draws": 0}, "Nobody could repeat"),
        ("the trial is the seed", EXPERIMENT.replace("(seed, trial)", "trial"), {"own draws": 0},
         "Two different seeds"),
        ("the better half", EXPERIMENT.replace("range(trials)", "range(2 * trials)").replace(
            "return curves", "return sorted(curves)[-trials:]"), {"every trial": 0}, "Every trial counts"),
        ("all forty", EXPERIMENT.replace("range(trials)", "range(2 * trials)"), {"every trial": 0},
         "curves came back"),
        ("so far", EXPERIMENT.replace("max(payoffs)", "max([*curve, *payoffs])"), {"each generation": 0},
         "its curve says 9, 9, 9, 9"),
        ("lowest", EXPERIMENT.replace("max(payoffs)", "min(payoffs)"), {"each generation": 0}, "its curve says"),
        ("a number", "def experiment(one_trial, seed, trials):\n    return 7\n",
         {"own draws": 0, "every trial": 0, "each generation": 0}, "A list of numbers"),
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
        ("not struck", OWN.replace("payoffs[tuple(my_entry)] = -np.inf\n", ""), {"point": 0},
         "impossible entry counted"),
        ("divides by n", OWN.replace("ddof=1", "ddof=0"), {"point": 0}, "s divided by n"),
        ("no root", OWN.replace(" / np.sqrt(6)", ""), {"point": 0}, "square root of n"),
        ("the book's payoffs", OWN.replace("<<v.win>>, <<v.loss>>, <<v.tie>>", "1, -10, 0"),
         {"point": 0}, "payoffs of the book"),
        ("the book's second round", OWN.replace("<<v.equal>>", "0").replace("<<v.higher>>", "0"), {"second round": 0},
         "as in the book"),
        ("the worse half", OWN.replace("[::-1]", ""), {"second round": 0}, "ten networks have that have to go"),
        ("all twenty", OWN.replace("[:10]", ""), {"second round": 0}, "all twenty"),
        ("not computed", "my_entry = [0]\nmy_point = 'high'\n", {"entry": 0, "point": 0, "second round": 0},
         "2 numbers are asked for"),
    ],
}  # fmt: skip
