"""Answers to problem set 5, right ones written otherwise and plausible wrong ones; see network.py
for their form.
"""

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
BUGGY = """
def second_round(payoffs, rivals):
    totals = payoffs.copy()
    for network, theirs in enumerate(rivals):
        for rival in theirs:
            if totals[rival] < totals[network]:
                totals[network] += 1
    return totals - payoffs
"""
NO_PAYOFF = {"32 games": 0, "other numbers": 0}
NO_SCORE = {"different payoffs": 0, "equal payoffs": 0, "met twice": 0}
NO_DRAW = {"legal": 0, "fair": 0, "generator": 0}
NO_HALF = {"a gap": 0, "equal scores": 0}

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
        ("wins, ties, losses", PAYOFFS.replace("wins, losses, ties", "wins, ties, losses"), NO_PAYOFF,
         "They are wins, losses and ties"),
        ("the book's payoffs", "def total_payoffs(results):\n    return [w - 10 * l for w, l, t in results]\n",
         NO_PAYOFF, "book's payoffs"),
        ("a tie brings nothing", PAYOFFS.replace(" + <<v.tie>> * ties", ""), NO_PAYOFF, "A tie brings nothing here"),
        ("the loss taken off, though it is negative", PAYOFFS.replace("+ <<v.loss>>", "- <<v.loss>>"), NO_PAYOFF,
         "wrong sign"),
        ("per game", "def total_payoffs(results):\n"
         "    return (results @ [<<v.win>>, <<v.loss>>, <<v.tie>>]) / results.sum(axis=1)\n", NO_PAYOFF,
         "one game on average"),
        ("32 games taken for granted", PAYOFFS.replace("<<v.tie>> * ties", "<<v.tie>> * (32 - wins - losses)"),
         {"other numbers": 0}, "entry [0]"),
        ("a hundred networks at most", PAYOFFS.replace("in results", "in results[:100]"), NO_PAYOFF, "returned 100"),
        ("one total", "def total_payoffs(results):\n"
         "    return (results @ [<<v.win>>, <<v.loss>>, <<v.tie>>]).sum()\n", NO_PAYOFF, "one total for all"),
        ("a number for a single network", PAYOFFS.replace("return totals", "return totals[1:] and totals or totals[0]"),
         {"other numbers": 0}, "returned a single"),
    ],
    "scores": [
        ("the book's points", SCORES.replace("<<v.equal>>", "0").replace("<<v.higher>>", "0"), NO_SCORE,
         "book's points"),
        ("equal payoffs as in the book", SCORES.replace("<<v.equal>>", "0"), {"equal payoffs": 0}, "as in the book"),
        ("higher payoffs as in the book", SCORES.replace("<<v.higher>>", "0"), NO_SCORE, "brings nothing here"),
        ("points for those who are higher", SCORES.replace("payoffs[rival] <", "payoffs[rival] >"), NO_SCORE,
         "turned round"),
        ("lower or equal", SCORES.replace("<<v.equal>>", "1"), {"equal payoffs": 0}, "counted as a lower one"),
        ("equal and higher exchanged", SCORES.replace("<<v.higher>>", "HIGH").replace("<<v.equal>>", "<<v.higher>>")
         .replace("HIGH", "<<v.equal>>"), NO_SCORE, "are exchanged"),
        ("an array of whole numbers", """
def scores(payoffs, rivals):
    points = np.zeros_like(payoffs)
    for network, theirs in enumerate(rivals):
        for rival in theirs:
            gap = payoffs[network] - payoffs[rival]
            points[network] += 1 if gap > 0 else 0
            points[network] = points[network] + (<<v.equal>> if gap == 0 else <<v.higher>> if gap < 0 else 0)
    return points
""", NO_SCORE, "fractions get lost"),
        ("cut off in the end", SCORES.replace("append(total)", "append(int(total))"), NO_SCORE, "cut to whole numbers"),
        ("rivals in a set", SCORES.replace("in rivals[network]", "in set(rivals[network])"), {"met twice": 0},
         "counted once"),
        ("to the rivals", SCORES.replace("found.append(total)", "").replace("found = []", "found = [0] * len(payoffs)")
         .replace("total = 0", "pass").replace("total +=", "found[rival] +="), NO_SCORE, "given to the rivals"),
        ("everybody", SCORES.replace("in rivals[network]", "in set(range(len(payoffs))) - {network}"), NO_SCORE,
         "with all the others"),
        ("payoffs and points", SCORES.replace("total = 0", "total = payoffs[network]"), NO_SCORE, "points alone"),
        ("points into the payoffs", SCORES.replace("found.append(total)", "payoffs[network] = total")
         .replace("return found", "return payoffs"), NO_SCORE, "in place"),
    ],
    "draw": [
        ("itself too", DRAW.replace(" if other != network", ""), {"legal": 0}, "among its own rivals"),
        ("with replacement", DRAW.replace("hat.pop(int(rng.random() * len(hat)))", "rng.choice(hat)"), {"legal": 0},
         "more than once"),
        ("the last is never drawn", DRAW.replace("in range(networks) if", "in range(networks - 1) if"),
         {"legal": 0, "fair": 0}, "network 29 was never a rival"),
        ("the first is never drawn",
         "def draw_rivals(networks, rng):\n    lists = []\n    for network in range(networks):\n"
         "        hat = [k for k in range(1 if networks > 5 + <<v.rivals>> else 0, networks) if k != network]\n"
         "        lists.append(rng.choice(hat, <<v.rivals>>, replace=False))\n    return np.array(lists)\n",
         {"fair": 0}, "network 0 was never a rival"),
        ("the book's ten", DRAW.replace("<<v.rivals>>", "10"), NO_DRAW, "yours are 100 by 10"),
        ("rows from 1", DRAW.replace("lists.append(drawn)", "lists.append([rival + 1 for rival in drawn])"), NO_DRAW,
         "there is a 100 among yours"),
        ("one list for all", DRAW.replace("return lists", "return [lists[0]] * networks"), {"legal": 0, "fair": 0},
         "share their rivals"),
        ("everybody's list from one lot", "def draw_rivals(networks, rng):\n"
         "    steps = rng.permutation(np.arange(1, networks))[:<<v.rivals>>]\n"
         "    return (np.arange(networks)[:, None] + steps) % networks\n", {"fair": 0}, "afresh for each network"),
        ("one lot, and oneself replaced", "def draw_rivals(networks, rng):\n"
         "    order = rng.permutation(networks).tolist()\n"
         "    return [[k for k in order if k != network][:<<v.rivals>>] for network in range(networks)]\n", {"fair": 0},
         "share their rivals"),
        ("a row of neighbours", "def draw_rivals(networks, rng):\n    lists = []\n    for network in range(networks):\n"
         "        others = [k for k in range(networks) if k != network]\n"
         "        lists.append(np.roll(others, rng.integers(networks - 1))[:<<v.rivals>>])\n    return lists\n",
         {"fair": 0}, "side by side"),
        ("the next ones", "def draw_rivals(networks, rng):\n"
         "    return [[(k + step) % networks for step in range(1, <<v.rivals>> + 1)] for k in range(networks)]\n",
         {"fair": 0, "generator": 0}, "were the same in"),
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
        ("a generator of its own", DRAW.replace("lists = []", "lists, rng = [], np.random.default_rng()"),
         {"generator": 0}, "Ask `rng` and no other"),
        ("a generator of its own, always the same",
         DRAW.replace("lists = []", "lists, rng = [], np.random.default_rng(1)"),
         {"fair": 0, "generator": 0}, "the same rivals"),
        ("chances of 1", DRAW.replace("len(hat))))", "(len(hat) + 1))))"), NO_DRAW, "IndexError"),
    ],
    "survivors": [
        ("the worse half", SURVIVORS.replace("reverse=True", ""), NO_HALF, "worse half"),
        ("luck as in the book", "def survivors(counts, luck):\n"
         "    scores = counts @ np.array([1, <<v.higher>>, <<v.equal>>])\n"
         "    return np.sort(np.argsort(-(scores + luck))[: len(luck) // 2])\n", NO_HALF, "luck overturns"),
        ("best first", SURVIVORS.replace("return sorted(row for _, _, row in standing[: len(standing) // 2])",
         "return [row for _, _, row in standing[: len(standing) // 2]]"), NO_HALF, "Ascending rows"),
        ("the first rows", SURVIVORS.replace("luck[row], row", "-row, row"), {"equal scores": 0},
         "the first rows survive"),
        ("less luck", SURVIVORS.replace("luck[row], row", "-luck[row], row"), {"equal scores": 0}, "less luck"),
        ("lower, equal, higher", SURVIVORS.replace("lower, higher, equal", "lower, equal, higher"), NO_HALF,
         "lower, higher and equal, as in a log"),
        ("the book's points", SURVIVORS.replace("<<v.higher>>", "0").replace("<<v.equal>>", "0"), NO_HALF,
         "as in the book"),
        ("the book altogether", "def survivors(counts, luck):\n"
         "    return np.sort(np.argsort(-(counts[:, 0] + luck))[: len(luck) // 2])\n", NO_HALF, "as in the book"),
        ("argsort for places", "def survivors(counts, luck):\n"
         "    places = np.lexsort((luck, counts @ np.array([1, <<v.higher>>, <<v.equal>>])))[::-1]\n"
         "    return np.flatnonzero(places < len(luck) // 2)\n", NO_HALF, "taken for places"),
        ("flags", "def survivors(counts, luck):\n"
         "    order = np.lexsort((luck, counts @ np.array([1, <<v.higher>>, <<v.equal>>])))[::-1]\n"
         "    return np.isin(np.arange(len(luck)), order[: len(luck) // 2])\n", NO_HALF, "True and False"),
        ("fifty, as in the book", SURVIVORS.replace("len(standing) // 2", "50"), NO_HALF, "asked for; you returned"),
        ("all that are as good as the last", "def survivors(counts, luck):\n"
         "    scores = np.round(counts @ np.array([1, <<v.higher>>, <<v.equal>>]), 6)\n"
         "    return np.flatnonzero(scores >= np.sort(scores)[len(luck) // 2])\n", {"equal scores": 0},
         "asked for; you returned"),
        ("luck alone", "def survivors(counts, luck):\n"
         "    return np.sort(np.argsort(-luck)[: len(luck) // 2])\n", NO_HALF, "Luck alone"),
    ],
    "bug": [
        ("as it was", BUGGY, {"close": 0}, "bug still in it"),
        ("half mended: the rivals", BUGGY.replace("totals[rival] <", "payoffs[rival] <"), {"close": 0},
         "that it has just won"),
        ("half mended: the network", BUGGY.replace("< totals[network]", "< payoffs[network]"), {"close": 0},
         "that they have won"),
        ("the class's points", SCORES.replace("def scores", "def second_round"), {"close": 0}, "your class's points"),
        ("lower or equal", BUGGY.replace("totals[rival] < totals[network]", "payoffs[rival] <= payoffs[network]"),
         {"close": 0}, "An equal payoff brings a point"),
        ("no copy", BUGGY.replace("payoffs.copy()", "payoffs"), {"close": 0}, "in place"),
        ("turned round", BUGGY.replace("totals[rival] < totals", "payoffs[rival] > payoffs"), {"close": 0},
         "entry [0]"),
        ("payoffs not taken off", BUGGY.replace("totals[rival] < totals", "payoffs[rival] < payoffs").replace(
            "return totals - payoffs", "return totals"), {"close": 0}, "entry ["),
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
        ("the book's, and drawn with replacement", "my_guess = 50\n"
         "my_payoffs = my_results @ [1, -10, 0]\n"
         "my_scores = [sum(my_payoffs[r] < my_payoffs[k] for r in my_rivals[k]) for k in range(8)]\n"
         "my_chance = 100 * ((100 - my_place) / 99) ** <<v.rivals>>\n"
         "my_mean = <<v.rivals>> * (100 - my_place) / 99\n",
         {"payoffs": 0, "scores": 0, "chance": 0, "mean": 0}, "could be drawn twice"),
        ("itself as a rival, one place off", "from math import comb\nmy_guess = 0\n"
         "my_payoffs = my_results @ [<<v.win>>, <<v.tie>>, <<v.loss>>]\n"
         "my_scores = [0] * 8\n"
         "my_chance = 100 * comb(100 - my_place, <<v.rivals>>) / comb(100, <<v.rivals>>)\n"
         "my_mean = <<v.rivals>> * (99 - my_place + my_place * <<v.higher>>) / 99\n",
         {"payoffs": 0, "scores": 0, "chance": 0, "mean": 0}, "could be its own rival"),
        ("a fraction, the rivals above forgotten", "from math import comb\nmy_guess = 12.5\n"
         "my_payoffs = my_results @ [<<v.win>>, <<v.loss>>, <<v.tie>>]\n"
         "my_scores = my_payoffs\n"
         "my_chance = comb(100 - my_place, <<v.rivals>>) / comb(99, <<v.rivals>>)\n"
         "my_mean = <<v.rivals>> * (100 - my_place) / 99\n",
         {"scores": 0, "chance": 0, "mean": 0}, "percent are asked for"),
    ],
}  # fmt: skip
