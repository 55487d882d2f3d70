"""Answers to problem set 17, right ones written otherwise and plausible wrong ones.

WRONG: {task: [(what is wrong, code, points by part, words of the message)]}. RIGHT: {task: [(how,
code)]}. Code may hold the texts' placeholders. A part that is not named earns all of its points.
All answers of a notebook share their names, so each brings its own functions.
"""

from rewritten import changed

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
AHEAD = "(share(<<v.x>>) - share(<<v.o>>)) / won if won > 0 else 0"
LENGTH = "length = sum(chance * moves for chance, moves, _ in games)"
NO_CARD = {"won": 0, "ties": 0}

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
COUNTED = "counted = [(-sign * one) ** <<v.change>> for one in leads if sign * one < -1e-6]"
NO_EXCITEMENT = {"won": 0, "ties": 0}

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
SATISFACTION = "satisfaction = 1 / (1 + (1 - <<v.slip>>) / <<v.slip>> * (off / within) ** 2)"
NO_SCORE = {"wishes": 0, "gates": 0, "table": 0}
PLAIN = changed(
    SCORE,
    ("over + weight / satisfaction,", "over + weight * satisfaction,"),
    ("total += over / weights", "total += weights / over"),
)  # fmt: skip

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
SHARE = "(1 - <<v.noise>>) * (one - before)"
NOBODY = {"few": 0, "many": 0}

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
            "X's chance less O's",
            changed(MEASURES, (AHEAD, "share(<<v.x>>) - share(<<v.o>>)")),
            {"ties": 0},
            "X's chance less O's here",
        ),
        (
            "O's share less X's",
            changed(MEASURES, (AHEAD, "(share(<<v.o>>) - share(<<v.x>>)) / won if won > 0 else 0")),
            NO_CARD,
            "has the wrong sign",
        ),
        (
            "no size",
            changed(MEASURES, ("1 - abs(ahead)", "1 - ahead")),
            NO_CARD,
            "the size of the advantage",
        ),
        (
            "an end counts",
            changed(MEASURES, ("chance * moves for", "chance * (moves + 1) for")),
            NO_CARD,
            "one too high",
        ),
        (
            "the longest",
            changed(MEASURES, (LENGTH, "length = max(moves for _, moves, _ in games)")),
            NO_CARD,
            "that of the longest game",
        ),
        (
            "all moves alike",
            changed(MEASURES, ("(chance * share, moves + 1", "(chance / len(tree), moves + 1")),
            NO_CARD,
            "All moves are taken as equally likely",
        ),
        (
            "never won",
            changed(MEASURES, ("1 - abs(ahead)]", "1 - abs(ahead) if won else 0]")),
            {"ties": 0},
            "it should be 1",
        ),
        (
            "the chapter's ends",
            changed(MEASURES, ("<<v.x>>", "1"), ("<<v.o>>", "-1"), ("<<v.empty>>", "0")),
            NO_CARD,
            "of the chapter here, 1, -1 and 0",
        ),
        (
            "changes the tree",
            changed(
                MEASURES,
                ("    games = all_games", "    tree.append([0.0, <<v.x>>])\n    games = all_games"),
            ),
            NO_CARD,
            "it changed what it was given",
        ),
    ],
    "excitement": [
        (
            "turns behind alone",
            changed(EXCITEMENT, ("/ len(leads)", "/ max(1, len(counted))")),
            NO_EXCITEMENT,
            "Only the turns on which the winner is behind",
        ),
        (
            "the winner's lead",
            changed(
                EXCITEMENT,
                (
                    COUNTED,
                    (
                        "counted = [(sign * one) ** <<v.change>> for one in leads if sign * one >"
                        " 1e-6]"
                    ),
                ),
            ),
            NO_EXCITEMENT,
            "and should count 0",
        ),
        (
            "either lead",
            changed(
                EXCITEMENT,
                (
                    COUNTED,
                    (
                        "counted = [abs(sign * one) ** <<v.change>> for one in leads if abs(one) >"
                        " 1e-6]"
                    ),
                ),
            ),
            NO_EXCITEMENT,
            "like how far one is behind",
        ),
        (
            "the root",
            changed(EXCITEMENT, ("** <<v.change>>", "** 0.5")),
            NO_EXCITEMENT,
            "The root is taken here",
        ),
        (
            "no power",
            changed(EXCITEMENT, ("** <<v.change>>", "")),
            NO_EXCITEMENT,
            "No power is taken",
        ),
        (
            "the sum",
            changed(EXCITEMENT, (" / len(leads)", "")),
            NO_EXCITEMENT,
            "The sum over a game's turns",
        ),
        (
            "an end is a turn",
            changed(EXCITEMENT, ("/ len(leads)", "/ (len(leads) + 1)")),
            NO_EXCITEMENT,
            "The end is counted as a turn",
        ),
        (
            "X wins",
            changed(
                EXCITEMENT,
                (
                    "<<v.o>>: -1, <<v.empty>>: 0}[tree]\n        counted",
                    "<<v.o>>: 1, <<v.empty>>: 0}[tree]\n        counted",
                ),
            ),
            NO_EXCITEMENT,
            "X is taken for the later winner",
        ),
    ],
    "score": [
        (
            "one half",
            changed(SCORE, (SATISFACTION, "satisfaction = 1 / (1 + (off / within) ** 2)")),
            {"wishes": 0, "gates": 0, "table": 0},
            "A measure that is `within` off keeps",
        ),
        (
            "not squared",
            changed(SCORE, ("(off / within) ** 2", "(off / within)")),
            NO_SCORE,
            "not squared here",
        ),
        (
            "1 over the satisfaction",
            changed(SCORE, ("(1 - <<v.slip>>) / <<v.slip>>", "1 / <<v.slip>>")),
            NO_SCORE,
            "which leaves too little",
        ),
        ("the plain mean", PLAIN, NO_SCORE, "The plain mean of the satisfactions"),
        (
            "no weights",
            changed(
                SCORE,
                (
                    "over + weight / satisfaction, weights + weight",
                    "over + 1 / satisfaction, weights + 1",
                ),
            ),
            NO_SCORE,
            "The weights of the wishes are left out",
        ),
        (
            "no gates",
            changed(SCORE, ("                return 0", "                pass")),
            {"gates": 0, "table": 0},
            "No gate is asked",
        ),
        (
            "touched gates",
            changed(
                SCORE,
                ("values[name] < least or values[name] > most", "not least < values[name] < most"),
            ),
            {"gates": 0},
            "touches a gate is refused",
        ),
        (
            "the others decide",
            changed(
                SCORE,
                (
                    "    total = 0\n",
                    (
                        "    total, asked = 0, [one for one in tastes if all(a <= values[n] <= b"
                        " for n, a, b in one[0])]\n"
                    ),
                ),
                ("in tastes:", "in asked:"),
                ("return len(tastes) / total", "return len(asked) / total if asked else 0"),
            ),
            {"table": 0},
            "it is refused for all",
        ),
        (
            "the tastes' plain mean",
            changed(
                SCORE,
                ("total += over / weights", "total += weights / over"),
                ("len(tastes) / total", "total / len(tastes)"),
            ),
            {"table": 0},
            "The plain mean of the tastes",
        ),
    ],
    "shelf": [
        (
            "as it was",
            (
                "def survivors(games, room):\n"
                "    kinds, found = [], []\n"
                "    for row in sorted(range(len(games)), key=lambda row: -games[row][1])[:room]:\n"
                "        if games[row][0] not in kinds:\n"
                "            kinds.append(games[row][0])\n"
                "            found.append(row)\n"
                "    return found\n"
            ),
            {"shelf": 0},
            "with its bug still in it",
        ),
        (
            "the younger",
            changed(
                SHELF,
                ("its > games", "its >= games"),
                ("games[row][1], row)", "games[row][1], -row)"),
            ),
            {"shelf": 0},
            "Of equals the younger",
        ),
        (
            "the oldest of a kind",
            (
                "def survivors(games, room):\n    kinds = {}\n    for row, game in"
                " enumerate(games):\n        kinds.setdefault(game[0], row)\n    return"
                " list(kinds.values())[:room]\n"
            ),
            {"shelf": 0},
            "The oldest game of each kind",
        ),
        (
            "the newest",
            changed(SHELF, ("if kind not in best or its > games[best[kind]][1]", "if True")),
            {"shelf": 0},
            "The newest game of each kind",
        ),
        ("no room", changed(SHELF, ("[:room]", "")), {"shelf": 0}, "whatever room there is"),
        (
            "sorts what it was given",
            changed(
                SHELF,
                ("    best = {}\n", "    games.sort(key=lambda game: -game[1])\n    best = {}\n"),
            ),
            {"shelf": 0},
            "it changed what it was given",
        ),
    ],
    "parents": [
        (
            "no newcomers",
            changed(PARENTS, (SHARE, "one - before")),
            NOBODY,
            "Newcomers are left out",
        ),
        (
            "the newcomers' share",
            changed(PARENTS, (SHARE, "<<v.noise>> * (one - before)")),
            NOBODY,
            "the others have parents",
        ),
        (
            "two",
            changed(PARENTS, ("drawn = <<v.rivals>>", "drawn = 2")),
            {"few": 0, "many": 0},
            "Two are drawn here",
        ),
        (
            "the worst",
            changed(PARENTS, ("[0, *at_best])]", "[0, *at_best])][::-1]")),
            NOBODY,
            "The worst of those drawn",
        ),
        (
            "each alike",
            changed(PARENTS, ("drawn = <<v.rivals>>", "drawn = 1")),
            NOBODY,
            "as if one were drawn",
        ),
        (
            "drawn at all",
            (
                "def parents(count):\n    return [(1 - <<v.noise>>) * (1 - (1 - 1 / count) **"
                " <<v.rivals>>)] * count\n"
            ),
            NOBODY,
            "being drawn at all",
        ),
        (
            "once each",
            (
                "def parents(count):\n    found, left = [], 1.0\n    for row in range(count):\n    "
                "    hit = min(1.0, min(<<v.rivals>>, count) / (count - row))\n       "
                " found.append((1 - <<v.noise>>) * left * hit)\n        left *= 1 - hit\n    return"
                " found\n"
            ),
            NOBODY,
            "can't be drawn twice",
        ),
    ],
    "own": [
        (
            "one half",
            changed(OWN, (SATISFACTION, "satisfaction = 1 / (1 + (off / within) ** 2)")),
            {"scores": 0},
            "one half `within` off",
        ),
        (
            "not computed",
            "my_measures = [[1, 0, 0, 1]]\nmy_scores = 'good'\nmy_worst = [0, 0, 0]\n",
            {"measures": 0, "scores": 0, "worst": 0},
            "2 by 4 numbers are asked for",
        ),
        (
            "the other wish",
            OWN + "my_worst = [1 - one for one in my_worst]\n",
            {"worst": 0},
            "lowers it less",
        ),
        (
            "the root",
            changed(OWN, ("** <<v.change>>", "** 0.5")),
            {"scores": 0},
            "as in the chapter's drama",
        ),
    ],
}
