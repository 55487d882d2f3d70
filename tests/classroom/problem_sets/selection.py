"""Answers to problem set 5, right ones written otherwise and plausible wrong ones, and programs
that overlook one way of a rule; see replication.py for their form.
"""

from grader.mistakes import mistake

PAYOFFS = """
def total_payoffs(results):
    totals = []
    for wins, losses, ties in results:
        totals.append(<<v.win>> * wins + <<v.loss>> * losses + <<v.tie>> * ties)
    return totals
"""
SCORES = """
def scores(payoffs, rivals):
    found = []
    for network in range(len(payoffs)):
        total = 0
        for rival in rivals[network]:
            if payoffs[rival] < payoffs[network]:
                total += 1
            elif payoffs[rival] == payoffs[network]:
                total += <<v.equal>>
            else:
                total += <<v.higher>>
        found.append(total)
    return found
"""
DRAW = """
def draw_rivals(networks, rng):
    lists = []
    for network in range(networks):
        hat = [other for other in range(networks) if other != network]
        drawn = []
        while len(drawn) < <<v.rivals>>:
            drawn.append(hat.pop(int(rng.random() * len(hat))))
        lists.append(drawn)
    return lists
"""
SURVIVORS = """
def survivors(counts, luck):
    standing = []
    for row, (lower, higher, equal) in enumerate(counts):
        score = lower + <<v.higher>> * higher + <<v.equal>> * equal
        standing.append((round(score, 6), luck[row], row))
    standing.sort(reverse=True)
    return sorted(row for _, _, row in standing[: len(standing) // 2])
"""
DRAWN = "rng.choice(some, <<v.rivals>>, replace=False)"
ALL_DRAWN = f"np.array([{DRAWN} for some in others])"
NO_DRAW = {"legal": 0, "fair": 0, "generator": 0}

RIGHT = {
    "payoffs": [
        ("loops", PAYOFFS),
        (
            "a product of matrices, with floats",
            (
                "def total_payoffs(results):\n"
                "    return np.array(results, dtype=float) @ [<<v.win>>, <<v.loss>>, <<v.tie>>]\n"
            ),
        ),
        (
            "a tuple of plain integers",
            (
                "def total_payoffs(results):\n"
                "    points = <<v.win>>, <<v.loss>>, <<v.tie>>\n"
                "    return tuple(int(sum(a * b for a, b in zip(row, points))) for row in results)\n"
            ),
        ),
    ],
    "scores": [
        ("loops", SCORES),
        (
            "three counts, in arrays",
            (
                "def scores(payoffs, rivals):\n    theirs, own = np.take(payoffs, rivals),"
                " np.reshape(payoffs, (-1, 1))\n    lower, equal = (theirs < own).sum(1), (theirs"
                " == own).sum(1)\n    return lower + <<v.equal>> * equal + <<v.higher>> *"
                " (rivals.shape[1] - lower - equal)\n"
            ),
        ),
        (
            "fractions of whole tenths, by the sign of the gap",
            (
                "from fractions import Fraction\ndef scores(payoffs, rivals):\n    brings = {1: 10,"
                " 0: round(10 * <<v.equal>>), -1: round(10 * <<v.higher>>)}\n    return"
                " [Fraction(sum(brings[int(np.sign(payoffs[k] - payoffs[r]))] for r in some), 10)\n"
                "            for k, some in enumerate(rivals.tolist())]\n"
            ),
        ),
    ],
    "draw": [
        ("names out of a hat", DRAW),
        (
            "all at once: the smallest of random numbers, none for oneself",
            (
                "def draw_rivals(networks, rng):\n"
                "    keys = rng.random((networks, networks))\n"
                "    np.fill_diagonal(keys, np.inf)\n"
                "    return np.argsort(keys, axis=1)[:, :<<v.rivals>>].astype(float)\n"
            ),
        ),
        (
            "drawn until there are enough, sorted, from the last network to the first",
            (
                "def draw_rivals(networks, rng):\n"
                "    lists = {}\n"
                "    for network in reversed(range(networks)):\n"
                "        found = set()\n"
                "        while len(found) < <<v.rivals>>:\n"
                "            other = rng.integers(networks)\n"
                "            if other != network:\n"
                "                found.add(int(other))\n"
                "        lists[network] = sorted(found)\n"
                "    return tuple(lists[network] for network in range(networks))\n"
            ),
        ),
        (
            "another generator, seeded from the one given, and a gap left out",
            (
                "import random\ndef draw_rivals(networks, rng):\n    lot ="
                " random.Random(int(rng.integers(2**62)))\n    some = [lot.sample(range(networks -"
                " 1), <<v.rivals>>) for _ in range(networks)]\n    return [[k + (k >= network) for"
                " k in row] for network, row in enumerate(some)]\n"
            ),
        ),
        (
            "the chapter's hat: exchanged with the first, and then from the rest",
            (
                "def draw_rivals(networks, rng):\n"
                "    found = np.zeros((networks, <<v.rivals>>), dtype=int)\n"
                "    for network in range(networks):\n"
                "        hat = np.delete(np.arange(networks), network)\n"
                "        for place in range(<<v.rivals>>):\n"
                "            drawn = rng.integers(place, len(hat))\n"
                "            hat[[place, drawn]] = hat[[drawn, place]]\n"
                "        found[network] = hat[:<<v.rivals>>]\n"
                "    return found\n"
            ),
        ),
    ],
    "survivors": [
        ("sorted tuples", SURVIVORS),
        (
            "luck made so small that it overturns nothing",
            (
                "def survivors(counts, luck):\n    points = np.array(counts, dtype=float) @"
                " np.array([1, <<v.higher>>, <<v.equal>>])\n    return"
                " np.flatnonzero(np.argsort(np.argsort(-(points + luck / 1000))) < len(luck) / 2)\n"
            ),
        ),
        (
            "luck below a tenth, rows as floats",
            (
                "def survivors(counts, luck):\n    standing = []\n    for (lower, higher, equal),"
                " lot in zip(counts, luck):\n        standing.append(1.0 * lower + higher *"
                " <<v.higher>> + equal * <<v.equal>> + lot / 10)\n    best ="
                " sorted(range(len(luck)), key=lambda row: -standing[row])[: len(luck) // 2]\n   "
                " return [float(row) for row in sorted(best)]\n"
            ),
        ),
        (
            "by counting who is ahead",
            (
                "def survivors(counts, luck):\n    high, same = round(10 * <<v.higher>>), round(10"
                " * <<v.equal>>)\n    keys = [(10 * a + high * b + same * c, lot) for (a, b, c),"
                " lot in zip(counts.tolist(), luck)]\n    ahead = [sum(other > key for other in"
                " keys) for key in keys]\n    return np.array([row for row, count in"
                " enumerate(ahead) if count < len(keys) // 2])\n"
            ),
        ),
    ],
    "bug": [
        (
            "the chapter's function",
            (
                "def second_round(payoffs, rivals):\n    return np.array([(payoffs[theirs] <"
                " payoffs[own]).sum() for own, theirs in enumerate(rivals)])\n"
            ),
        ),
        (
            "a list of its own for the points",
            (
                "def second_round(payoffs, rivals):\n"
                "    points = [0.0] * len(payoffs)\n"
                "    for network, theirs in enumerate(rivals):\n"
                "        for rival in theirs:\n"
                "            points[network] += payoffs[network] > payoffs[rival]\n"
                "    return points\n"
            ),
        ),
    ],
    "witness": [
        ("an array, one point apart", "witness = my_best - np.array([1, 6, 7, 0])\n"),
        (
            "floats that are whole",
            "witness = (my_best - 1.0, my_best - 12.0, my_best - 22.0, float(my_best))\n",
        ),
    ],
    "own": [
        (
            "other types, counted with factorials",
            (
                "from math import comb\nmy_guess = 37\nmy_payoffs = [int(<<v.win>> * w + <<v.loss>>"
                " * l + <<v.tie>> * t) for w, l, t in my_results]\ngaps = [[my_payoffs[k] -"
                " my_payoffs[r] for r in my_rivals[k]] for k in range(8)]\nbrings = {1: 1, 0:"
                " <<v.equal>>, -1: <<v.higher>>}\nmy_scores = tuple(sum(brings[int(np.sign(gap))]"
                " for gap in some) for some in gaps)\nmy_chance = round(100 * comb(100 - my_place,"
                " <<v.rivals>>) / comb(99, <<v.rivals>>), 2)\nshare = (100 - my_place) /"
                " 99\nmy_mean = np.round(<<v.rivals>> * (share + <<v.higher>> * (1 - share)), 4)\n"
            ),
        )
    ],
}

WRONG = {
    "payoffs": [
        ("entry [0]", mistake(("<<v.tie>> * ties", "<<v.tie>> * (32 - wins - losses)"), costs=("other numbers",))),
        ("returned 100", mistake(("results.T", "results[:100].T"))),
        ("returned a single", mistake(("results.T", "results.squeeze().T"), costs=("other numbers",))),
    ],
    "scores": [
        ("points into the payoffs", SCORES.replace("found.append(total)", "payoffs[network] = total")
         .replace("return found", "return payoffs"), {"different payoffs": 0, "equal payoffs": 0, "met twice": 0},
         "in place"),
    ],
    "draw": [
        ("among its own rivals", mistake((" if other != network", ""), costs=("legal",))),
        ("more than once", mistake((", replace=False", ""), costs=("legal",))),
        ("network 29 was never a rival", mistake(("other in range(networks)", "other in range(networks - 1)"),
         costs=("legal", "fair"))),
        ("network 0 was never a rival", mistake(
            ("other in range(networks)", "other in range(networks > 5 + <<v.rivals>>, networks)"), costs=("fair",))),
        ("yours are 100 by 10", mistake(("<<v.rivals>>", "10"))),
        ("there is a 100 among yours", mistake(("np.array", "1 + np.array"))),
        ("share their rivals", mistake(("in others]", "in others[:1]] * networks"), costs=("legal", "fair"))),
        ("afresh for each network", mistake(
            (ALL_DRAWN, "(np.arange(networks)[:, None] + rng.permutation(np.arange(1, networks))[:<<v.rivals>>])"
             " % networks"), costs=("fair",))),
        ("share their rivals", mistake(
            ("others = [", "order = rng.permutation(networks)\n    others = ["),
            ("other in range(networks)", "other in order"), (DRAWN, "some[:<<v.rivals>>]"), costs=("fair",))),
        ("side by side", mistake((DRAWN, "np.roll(some, rng.integers(networks - 1))[:<<v.rivals>>]"),
         costs=("fair",))),
        ("were the same in", mistake((DRAWN, "np.roll(some, -row)[:<<v.rivals>>]"), ("for some in", "for row, some in"),
         ("in others", "in enumerate(others)"), costs=("fair", "generator"))),
        ("oneself replaced by the next", "def draw_rivals(networks, rng):\n    lists = []\n"
         "    for network in range(networks):\n        drawn = []\n        while len(drawn) < <<v.rivals>>:\n"
         "            k = rng.integers(networks)\n            k = (k + 1) % networks if k == network else k\n"
         "            if k not in drawn:\n                drawn.append(k)\n        lists.append(drawn)\n"
         "    return lists\n", {"fair": 0}, "1 further on"),
        ("exchanged with any place, not with one of the rest", "def draw_rivals(networks, rng):\n    lists = []\n"
         "    for network in range(networks):\n        hat = [k for k in range(networks) if k != network]\n"
         "        for place in range(<<v.rivals>>):\n            drawn = rng.integers(len(hat))\n"
         "            hat[place], hat[drawn] = hat[drawn], hat[place]\n"
         "        lists.append(hat[:<<v.rivals>>])\n    return lists\n", {"fair": 0}, "would be fair"),
        ("Ask `rng` and no other", mistake(("others =", "rng = np.random.default_rng()\n    others ="),
         costs=("generator",))),
        ("the same rivals", mistake(("others =", "rng = np.random.default_rng(1)\n    others ="),
         costs=("fair", "generator"))),
        ("chances of 1", DRAW.replace("len(hat))))", "(len(hat) + 1))))"), NO_DRAW, "IndexError"),
    ],
    "survivors": [
        ("asked for; you returned", mistake(("len(luck) // 2", "50"))),
        ("asked for; you returned", mistake(
            ("np.sort(best_first[: len(luck) // 2])", "np.flatnonzero(scores >= np.sort(scores)[len(luck) // 2])"),
            costs=("equal scores",))),
    ],
    "bug": [
        ("in place", mistake(("payoffs.copy()", "payoffs"))),
        ("entry [0]", mistake(("payoffs[rival] <", "payoffs[rival] >"))),
        ("entry [", mistake(("totals - payoffs", "totals"))),
    ],
    "witness": [
        ("far apart", "witness = [my_best - 30, my_best, my_best - 20, my_best - 10]\n", {"turned round": 0},
         "nobody is above"),
        ("a point is missed, but nobody comes before the best",
         "witness = [my_best - 1, my_best, my_best - 7, my_best - 16]\n", {"turned round": 0}, "says 2, 2, 1, 0"),
        ("another's witness", "witness = [99, 94, 95, 100]\n", {"turned round": 0}, "it should be my_best"),
        ("equal payoffs", "witness = [my_best - 1, my_best - 1, my_best - 5, my_best]\n", {"turned round": 0},
         "all different"),
        ("halves", "witness = [my_best - 1, my_best - 5.5, my_best - 5, my_best]\n", {"turned round": 0},
         "whole numbers"),
        ("five", "witness = [my_best - k for k in range(5)]\n", {"turned round": 0}, "Four whole numbers"),
        ("words", "witness = 'abcd'\n", {"turned round": 0}, "Four whole numbers"),
        ("ragged", "witness = [[1], [2, 3], 4, 5]\n", {"turned round": 0}, "Four whole numbers"),
        ("nothing", "witness = ...\n", {"turned round": 0}, "Not written yet"),
    ],
    "own": [
        ("not computed", "my_guess = 101\nmy_payoffs = [1, 2]\nmy_scores = 'high'\nmy_chance = -1\nmy_mean = None\n",
         {"guess": 0, "payoffs": 0, "scores": 0, "chance": 0, "mean": 0}, "asked for; you returned"),
        ("could be drawn twice", mistake(
            ("total_payoffs(my_results)", "my_results @ [1, -10, 0]"),
            ("scores(my_payoffs, my_rivals)", "(my_payoffs[:, None] > my_payoffs[my_rivals]).sum(axis=1)"),
            ("(100 - my_place - drawn) / (99 - drawn)", "(100 - my_place) / 99"), ("* <<v.higher>>", "* 0"),
            costs=("payoffs", "scores", "chance", "mean"))),
        ("could be its own rival", mistake(
            ("(my_results)", "(my_results[:, [0, 2, 1]])"), ("scores(my_payoffs, my_rivals)", "[0] * 8"),
            ("(99 - drawn)", "(100 - drawn)"),
            ("(100 - my_place) * 1 + (my_place - 1)", "(99 - my_place) * 1 + my_place"),
            costs=("payoffs", "scores", "chance", "mean"))),
        ("percent are asked for", mistake(
            ("scores(my_payoffs, my_rivals)", "my_payoffs"), ("my_chance = 100", "my_chance = 1"),
            ("* <<v.higher>>", "* 0"), costs=("scores", "chance", "mean"))),
    ],
}  # fmt: skip

ORDER = "np.lexsort((luck, scores))"
OVERLOOKED = {
    ("survivors", "survivors"): {
        "equal scores of different counts": mistake((ORDER, "np.lexsort((luck, -counts.sum(axis=1), scores))")),
    },
    ("bug", "bug"): {
        "a rival that stands twice": mistake(("for rival in theirs", "for rival in set(theirs.tolist())")),
    },
}  # fmt: skip
