"""Answers to problem set 17, right ones written otherwise and plausible wrong ones.

WRONG: {task: [(what is wrong, code, points by part, words of the message)]}. RIGHT: {task: [(how,
code)]}. Code may hold the texts' placeholders. A part that is not named earns all of its points.
All answers of a notebook share their names, so each brings its own functions.
"""

from grader.mistakes import mistake

GAMES = """
def all_games(tree):
    todo, found = [(1.0, 0, tree)], []
    while todo:
        chance, moves, tree = todo.pop()
        if isinstance(tree, list):
            todo += [(chance * share, moves + 1, then) for share, then in tree]
        else:
            found.append((chance, moves, tree))
    return found
"""
MEASURES = (
    GAMES
    + """
def measures(tree):
    games = all_games(tree)
    share = lambda end: sum(chance for chance, _, its in games if its == end)
    length = sum(chance * moves for chance, moves, _ in games)
    won = share(<<v.x>>) + share(<<v.o>>)
    ahead = (share(<<v.x>>) - share(<<v.o>>)) / won if won > 0 else 0
    return [length, share(<<v.empty>>), ahead, 1 - abs(ahead)]
"""
)
EXCITEMENT = """
def excitement(tree):
    def lead(tree):
        if isinstance(tree, list):
            return sum(chance * lead(then) for chance, then in tree)
        return {<<v.x>>: 1.0, <<v.o>>: -1.0, <<v.empty>>: 0.0}[tree]

    def walk(tree, chance, leads):
        if isinstance(tree, list):
            here = leads + (lead(tree),)
            return sum(walk(then, chance * share, here) for share, then in tree)
        sign = {<<v.x>>: 1, <<v.o>>: -1, <<v.empty>>: 0}[tree]
        counted = [(-sign * one) ** <<v.change>> for one in leads if sign * one < -1e-6]
        return chance * sum(counted) / len(leads)

    return walk(tree, 1.0, ())
"""
SCORE = """
def score(values, tastes):
    total = 0
    for gates, wishes in tastes:
        for name, least, most in gates:
            if values[name] < least or values[name] > most:
                return 0
        over, weights = 0, 0
        for name, least, most, within, weight in wishes:
            off = 0 if least <= values[name] <= most else min(abs(values[name] - least), abs(values[name] - most))
            satisfaction = 1 / (1 + (1 - <<v.slip>>) / <<v.slip>> * (off / within) ** 2)
            over, weights = over + weight / satisfaction, weights + weight
        total += over / weights
    return len(tastes) / total
"""
SHELF = """
def survivors(games, room):
    best = {}
    for row, (kind, its) in enumerate(games):
        if kind not in best or its > games[best[kind]][1]:
            best[kind] = row
    return sorted(best.values(), key=lambda row: (-games[row][1], row))[:room]
"""

PARENTS = """
def parents(count):
    drawn = <<v.rivals>>
    at_best = [1 - (1 - (row + 1) / count) ** drawn for row in range(count)]
    return [(1 - <<v.noise>>) * (one - before) for one, before in zip(at_best, [0, *at_best])]
"""
OWN = (
    MEASURES.replace("all_games", "own_list").replace("def measures", "def own_measures")
    + EXCITEMENT.replace("def excitement", "def own_excitement")
    + SCORE.replace("def score", "def own_score")
    + """
my_measures = [own_measures(tree) for tree in my_games]
my_scores, my_worst = [], []
for tree in my_games:
    some = {"length": own_measures(tree)[0], "balance": own_measures(tree)[3], "excitement": own_excitement(tree)}
    my_scores.append(own_score(some, [my_taste]))
    first, second = (own_score(some, [[[], [wish]]]) for wish in my_taste[1])
    my_worst.append(int(my_taste[1][1][-1] / second > my_taste[1][0][-1] / first))
"""
)

RIGHT = {
    "measures": [("game by game", MEASURES)],
    "excitement": [("leads handed on", EXCITEMENT)],
    "score": [("in one loop", SCORE)],
    "shelf": [("a dictionary of the best", SHELF)],
    "parents": [("from the chances that one of the best is drawn", PARENTS)],
    "own": [("by other functions", OWN)],
}

WRONG = {
    "measures": [
        (
            "it should be 1",
            mistake(("1 - abs(advantage)", "1 - abs(advantage) if x + o else 0"), costs=("ties",)),
        ),
        (
            "it changed what it was given",
            mistake(("    x, o, none =", "    tree.append([0.0, <<v.x>>])\n    x, o, none =")),
        ),
    ],
    "shelf": [
        (
            "it changed what it was given",
            mistake(("    order =", "    games.sort(key=lambda game: -game[1])\n    order =")),
        )
    ],
    "own": [
        (
            "not computed",
            "my_measures = [[1, 0, 0, 1]]\nmy_scores = 'good'\nmy_worst = [0, 0, 0]\n",
            {"measures": 0, "scores": 0, "worst": 0},
            "2 by 4 numbers are asked for",
        )
    ],
}

GATE, GATES = "least <= values[name] <= most", "for name, least, most in gates)"

# {(task whose solution is edited, task that must notice): {way in which a rule applies: the Mistake
# of a program that overlooks just that}}
OVERLOOKED = {
    ("measures", "measures"): {
        "no move": mistake(("    return [length(tree)", "    if not isinstance(tree, list):\n        return [0, 1, 0, 1]\n    return [length(tree)")),
        "nobody wins": mistake(("1 - abs(advantage)", "1 - abs(advantage) if x + o else 0")),
    },
    ("excitement", "excitement"): {
        "a lead that is none": mistake(("if one > 1e-6", "if one > 0")),
        "X is behind": mistake(("if one > 1e-6", "if one > 1e-6 and tree != <<v.x>>")),
        "O is behind": mistake(("if one > 1e-6", "if one > 1e-6 and tree != <<v.o>>")),
    },
    ("score", "score"): {
        "the least that may be": mistake((GATE, "least < values[name] <= most")),
        "the most that may be": mistake((GATE, "least <= values[name] < most")),
        "less than may be": mistake((GATE, "values[name] <= most")),
        "more than may be": mistake((GATE, "least <= values[name]")),
        "the first gate": mistake((GATES, f"{GATES[:-1]}[1:])")),
        "the second gate": mistake((GATES, f"{GATES[:-1]}[:1])")),
        "no gate": mistake(("    return weights / total", "    return weights / total if gates else 0")),
        "one wish": mistake(("    return weights / total", "    return weights / total if wishes[1:] else 1 / 2")),
        "less than is wished for": mistake(("max(least - values[name], ", "max(")),
        "more than is wished for": mistake(("values[name] - most, 0)", "0)")),
        **{
            f"taste {k} refuses": mistake(("if 0 in scores", f"scores[{k}:{k + 1}] = [one or 1 for one in scores[{k}:{k + 1}]]\n    if 0 in scores"))
            for k in range(3)
        },
    },
    ("shelf", "shelf"): {
        "room for one": mistake(("    return found", "    return found if room > 1 else [0]")),
        "a kind after many others": mistake(("in order:", "in order[: room + 3]:")),
        "equals where the room ends": mistake(("len(found) < room", "(len(found) < room or games[row][1] == games[found[-1]][1])")),
    },
}  # fmt: skip
