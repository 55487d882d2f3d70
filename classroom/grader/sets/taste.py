"""Problem set 17: games as trees of chances, their measures, tastes, a shelf, and whose children
there are.
"""

# Long: the tasks of a set, their texts, their solutions and the mistakes in them are read and
# changed together.

from functools import cache

import numpy as np

from fogel.checks.shapes import Number, Numbers
from fogel.checks.variant import student_rng
from grader.mistakes import mistake
from grader.tasks import FunctionTask, Part, ProblemSet, ValueTask, WrittenTask

WITHIN, NO_LEAD = 1e-9, 1e-6
ONE = Number(within=WITHIN)
TASTE = [[["length", 1, 9]], [["balance", 0.9, 1, 0.2, 1], ["excitement", 0.2, 1, 0.1, 2]]]
MEASURES = ("length", "draws", "balance", "excitement")


def ends(variant, tree):
    """The chances that X wins, that O wins, and that nobody does."""
    if not isinstance(tree, list):
        x, o, tie = variant.x, variant.o, variant.empty
        return np.array([tree == x, tree == o, tree == tie], dtype=float)
    return sum(chance * ends(variant, then) for chance, then in tree)


def length(tree):
    """Moves of a game."""
    return 1 + sum(chance * length(then) for chance, then in tree) if isinstance(tree, list) else 0


def measures(variant, tree):
    """P17.1."""
    x, o, tie = ends(variant, tree)
    advantage = (x - o) / (x + o) if x + o else 0.0
    return [length(tree), tie, advantage, 1 - abs(advantage)]


def games(variant, tree, chance=1.0, leads=()):
    """(chance, X's leads before each move, end) of every game."""
    if not isinstance(tree, list):
        yield chance, leads, tree
        return
    x, o, _ = ends(variant, tree)
    lead = x - o if abs(x - o) > NO_LEAD else 0.0
    for share, then in tree:
        yield from games(variant, then, chance * share, (*leads, lead))


def excitement_of_game(variant, leads, end):
    """The mean over the turns of a game."""
    if end == variant.empty or not leads:
        return 0.0
    behind = [-lead if end == variant.x else lead for lead in leads]
    return sum(one**variant.change if one > 0 else 0.0 for one in behind) / len(behind)


def excitement(variant, tree):
    """P17.2."""
    return sum(
        chance * excitement_of_game(variant, leads, end)
        for chance, leads, end in games(variant, tree)
    )


def some_tree(variant, rng, moves, ends=None, least=1):
    """A game at random."""
    ends = ends or [variant.x, variant.o, variant.empty]
    if moves == 0 or (least <= 0 and rng.random() < 0.3):
        return int(rng.choice(ends))
    weights = rng.integers(1, 6, int(rng.integers(2, 4)))
    return [
        [float(w / weights.sum()), some_tree(variant, rng, moves - 1, ends, least - 1)]
        for w in weights
    ]


@cache
def trees(variant, seed):
    """(part, (tree,)) of games that somebody wins, of games that may be ties, and of games that
    nobody wins.
    """
    rng, found = np.random.default_rng(seed), []
    for number in range(12):
        moves = 1 + number % 5
        found.append(("won", (some_tree(variant, rng, moves, [variant.x, variant.o]),)))
        found.append(("ties", (some_tree(variant, rng, moves),)))
    # A lead that is none, and nobody who ever wins.
    x, o, tie = variant.x, variant.o, variant.empty
    return [
        *found,
        ("won", ([[0.5 + NO_LEAD / 5, x], [0.5 - NO_LEAD / 5, o]],)),
        ("ties", ([[0.5, tie], [0.5, [[1.0, tie]]]],)),
    ]


def shown_tree(variant):
    """The game of the text, and one that ends in a win in any case."""
    x, o, tie = variant.x, variant.o, variant.empty
    text = [[0.5, x], [0.5, [[0.25, o], [0.75, tie]]]]
    return [(text,), ([[0.75, [[0.5, x], [0.5, o]]], [0.25, o]],), ([[1.0, x]],)]


# P17.1 The measures.

ADVANTAGE = "(x - o) / (x + o) if x + o else 0"

GAME_MEASURES = FunctionTask(
    name="measures",
    number="P17.1",
    title="the measures",
    function="measures",
    shape=Numbers(count=4, within=WITHIN),
    pure=True,
    parts=(
        Part("won", 2, "games that somebody wins in any case"),
        Part("ties", 2, "games that nobody may win"),
    ),
    cases=lambda variant: [
        *trees(variant, 171),
        *(
            ("ties" if end == variant.empty else "won", (end,))
            for end in (variant.x, variant.o, variant.empty)
        ),
    ],
    right=measures,
    examples=shown_tree,
    wrong={
        "The advantage is X's chance less O's here; of the games that are won it is asked for.": (
            mistake((ADVANTAGE, "x - o"), costs=("ties",))
        ),
        "The advantage has the wrong sign: it is X's share less O's.": mistake(
            ("(x - o)", "(o - x)")
        ),
        "A balance falls with the size of the advantage, whoever has it.": mistake(
            ("1 - abs(advantage)", "1 - advantage")
        ),
        "The length is one too high: an end adds no move of its own.": mistake(
            ("[length(tree),", "[length(tree) + 1,")
        ),
        "The length is that of the longest game here; the mean is asked for.": mistake(
            ("sum(chance * length(then) for", "max(length(then) for")
        ),
        "All moves are taken as equally likely here; each has its chance.": mistake(
            ("chance * end", "end / len(tree)"),
            ("chance * length(then)", "length(then) / len(tree)"),
        ),
        "If nobody ever wins, the balance is 1.": mistake(
            ("1 - abs(advantage)", "1 - abs(advantage) if advantage else 0")
        ),
        "The three ends are those of the chapter here, 1, -1 and 0; your class has its own.": (
            mistake(("(<<v.x>>, <<v.o>>, <<v.empty>>)", "(1, -1, 0)"))
        ),
    },
    package="def measures(tree):\n"
    "    from fogel.taste.measures import won_values\n\n"
    "    def ends(tree):\n"
    "        if not isinstance(tree, list):\n"
    "            return 0, tree == 1, tree == -1\n"
    "        found = [(chance, ends(then)) for chance, then in tree]\n"
    "        length, x, o = (sum(chance * end[k] for chance, end in found) for k in range(3))\n"
    "        return 1 + length, x, o\n\n"
    "    length, x, o = ends(tree)\n"
    "    found = won_values(x, o)\n"
    "    return [length, found['draws'], found['advantage'], found['balance']]\n",
)


# P17.2 Excitement.

EXCITEMENT = FunctionTask(
    name="excitement",
    number="P17.2",
    title="excitement",
    function="excitement",
    shape=ONE,
    pure=True,
    parts=(
        Part("won", 2, "games that somebody wins in any case"),
        Part("ties", 3, "games that nobody may win"),
    ),
    cases=lambda variant: trees(variant, 172),
    right=excitement,
    examples=shown_tree,
    wrong={
        "Only the turns on which the winner is behind are counted here, as in the chapter's drama "
        "of one game.": mistake(("/ len(leads)", "/ max(1, sum(one > 1e-6 for one in behind))")),
        "The turns on which the winner is ahead are counted here, and should count 0.": mistake(
            ("-lead if", "lead if"), ("else lead", "else -lead")
        ),
        "How far one is ahead is counted like how far one is behind.": mistake(
            ("sum(one **", "sum(abs(one) **"), ("if one > 1e-6", "if abs(one) > 1e-6")
        ),
        "The root is taken here, as in the chapter; your class has another power.": mistake(
            ("<<v.change>>", "0.5")
        ),
        "No power is taken here.": mistake((" ** <<v.change>>", "")),
        "A turn counts as a whole one here, however far the winner is behind.": mistake(
            ("one ** <<v.change>> for", "1 for")
        ),
        "The sum over a game's turns is taken here; the mean is asked for.": mistake(
            (" / len(leads)", "")
        ),
        "The end is counted as a turn here; there is a turn for each move.": mistake(
            ("/ len(leads)", "/ (len(leads) + 1)")
        ),
        "X is taken for the later winner of every game.": mistake(
            ("-lead if tree == <<v.x>> else lead", "-lead")
        ),
        "A game that nobody wins counts 0 among the others; here it is left out.": mistake(
            ("along(tree, [])", "along(tree, []) / (sum(ends(tree)[:2]) or 1)"), costs=("ties",)
        ),
        "All games count alike here; each is as likely as its moves make it.": mistake(
            (
                "sum(chance * along(then, [*leads, x - o]) for chance, then in tree)",
                "[one for _, then in tree for one in along(then, [*leads, x - o])]",
            ),
            ("return 0", "return [0]"),
            ("return sum(one", "return [sum(one"),
            ("/ len(leads)", "/ len(leads)]"),
            (
                "return along(tree, [])",
                "found = along(tree, [])\n    return sum(found) / len(found)",
            ),
        ),
    },
)


# P17.3 To whose taste?


def of_one(variant, values, gates, wishes):
    """The score of one taste."""
    if any(not least <= values[name] <= most for name, least, most in gates):
        return 0.0
    total = 0.0
    for name, least, most, within, weight in wishes:
        off = max(least - values[name], values[name] - most, 0.0) / within
        total += weight / (1 / (1 + (1 / variant.slip - 1) * off**2))
    return sum(wish[-1] for wish in wishes) / total


def score(variant, values, tastes):
    """P17.3."""
    scores = [of_one(variant, values, *taste) for taste in tastes]
    return 0.0 if 0 in scores else len(scores) / sum(1 / one for one in scores)


def some_taste(rng, values, shut=False):
    """Gates and wishes at random, of which a gate may be shut."""
    names = rng.permutation(MEASURES)[:3].tolist()
    gates = []
    for name in names[:2]:
        least = round(values[name] - float(rng.uniform(0.05, 1)), 2)
        gates.append([name, least, round(values[name] + float(rng.uniform(0.05, 1)), 2)])
    if shut:
        touched, closed = (gates[k] for k in rng.permutation(2))
        touched[1 + int(rng.integers(2))] = values[touched[0]]  # the bound itself may be
        sign = rng.choice((-1, 1))
        closed[1:] = sorted(round(values[closed[0]] + sign * far, 2) for far in (0.1, 1))
    wishes = [
        [
            name,
            low := round(float(rng.uniform(0, 3)), 2),
            round(low + float(rng.uniform(0, 2)), 2),
            int(rng.integers(1, 9)) / 4,
            int(rng.integers(1, 4)),
        ]
        for name in names
    ]
    return [gates, wishes]


@cache
def score_cases(variant):
    """One taste, with all gates open; gates that are shut, or touched; and tables of several."""
    rng, found = np.random.default_rng(173), []
    for number in range(16):
        values = {name: round(float(rng.uniform(0, 4)), 2) for name in MEASURES}
        found.append(("wishes", (values, [some_taste(rng, values)])))
        gates = some_taste(rng, values, shut=number % 2 == 0)
        if number % 2:
            gates[0][0][1 + number // 2 % 2] = values[gates[0][0][0]]
        found.append(("gates", (values, [gates])))
        refuses = {4: 0, 9: 2, 14: 1}.get(number)
        several = [some_taste(rng, values, shut=k == refuses) for k in range(2 + number % 2)]
        found.append(("table", (values, several)))
    satisfied = [[], [["length", 0, 9, 0.5, 2]]]  # no gate, and one wish
    return [*found, ("wishes", (values, [satisfied]))]


def score_examples(variant):
    """A taste that is satisfied, one that is half off, and one that refuses."""
    values = {"length": 5.0, "draws": 0.25, "balance": 0.5, "excitement": 0.1}
    satisfaction = [[["length", 3, 9]], [["draws", 0, 0.5, 0.25, 1]]]
    mixed = [[["length", 3, 9]], [["draws", 0, 0.5, 0.25, 1], ["balance", 0.75, 1, 0.25, 2]]]
    refusing = [[["length", 6, 9]], [["draws", 0, 0.5, 0.25, 1]]]
    return [(values, [satisfaction]), (values, [mixed]), (values, [satisfaction, refusing])]


FACTOR = "1 / <<v.slip>> - 1"
OFF = "max(least - values[name], values[name] - most, 0)"
TOGETHER = "len(scores) / sum(1 / one for one in scores)"

SCORE = FunctionTask(
    name="score",
    number="P17.3",
    title="to whose taste?",
    function="score",
    shape=ONE,
    pure=True,
    parts=(
        Part("wishes", 2, "one taste, all gates open"),
        Part("gates", 1, "gates that are shut, or touched"),
        Part("table", 2, "a table of several tastes"),
    ),
    cases=score_cases,
    right=score,
    examples=score_examples,
    wrong={
        "A measure that is `within` off keeps a satisfaction of one half here, as in the chapter; "
        "in your class it keeps another share.": mistake((FACTOR, "1")),
        "The distance is not squared here.": mistake((") ** 2", ")")),
        "The factor a is the satisfaction itself here; find the one that leaves this satisfaction.": (
            mistake((FACTOR, "<<v.slip>>"))
        ),
        "The factor a is 1 over the satisfaction here, which leaves too little: try it with a value that "
        "is `within` off.": mistake((FACTOR, "1 / <<v.slip>>")),
        "The plain mean of the satisfactions is taken here, and not the harmonic one.": mistake(
            ("weight * (1", "weight / (1"), ("weights / total", "total / weights")
        ),
        "The weights of the wishes are left out here.": mistake(
            ("weight * (1", "(1"), ("weights += weight", "weights += 1")
        ),
        "The distance to the middle of what is wished for is taken here; inside there is none.": (
            mistake((OFF, "abs(values[name] - (least + most) / 2)"))
        ),
        "No gate is asked here.": mistake(
            ("not least <= values[name] <= most", "False"), costs=("gates", "table")
        ),
        "A measure that touches a gate is refused here, and may pass.": mistake(
            ("not least <= values[name] <= most", "not least < values[name] < most"),
            costs=("gates",),
        ),
        "The plain mean of the tastes' scores is taken here, and not the harmonic one.": mistake(
            (TOGETHER, "sum(scores) / len(scores)"), costs=("table",)
        ),
        "Who refuses a game is left out of the mean here; it is refused for all.": mistake(
            ("if 0 in scores", "scores = [one for one in scores if one]\n    if not scores"),
            costs=("table",),
        ),
        "The lowest score of a table is taken here.": mistake(
            (TOGETHER, "min(scores)"), costs=("table",)
        ),
    },
    package="from fogel.taste.wishes import Span, Wish, harmonic_mean\n\n"
    "def score(values, tastes):\n"
    "    scores = {}\n"
    "    for k, (gates, wishes) in enumerate(tastes):\n"
    "        if any(Span(*gate[1:]).miss(values[gate[0]]) for gate in gates):\n"
    "            return 0\n"
    "        satisfactions = {w[0]: Wish(Span(*w[1:3]), w[3]).satisfaction(values[w[0]]) for w in wishes}\n"
    "        scores[k] = harmonic_mean(satisfactions, {w[0]: w[4] for w in wishes})\n"
    "    return harmonic_mean(scores, dict.fromkeys(scores, 1))\n",
)


# P17.4 Find the bug: a shelf with gaps.


def survivors(variant, games, room):
    """The rows of those that survive."""
    kinds, found = set(), []
    for row in sorted(range(len(games)), key=lambda row: -games[row][1]):
        if games[row][0] not in kinds:
            kinds.add(games[row][0])
            found.append(row)
    return found[:room]


@cache
def shelf_cases(variant):
    """Games of some kinds, several of a kind and several of a score."""
    rng, found = np.random.default_rng(174), []
    for number in range(60):
        count = int(rng.integers(1, 13))
        kinds, scores = rng.integers(1, 6, count).tolist(), (rng.integers(1, 9, count) / 8).tolist()
        games = [[f"kind {kind}", score] for kind, score in zip(kinds, scores, strict=True)]
        found.append(("shelf", (games, 1 + number % 6)))
    return found


SHELF = FunctionTask(
    name="shelf",
    number="P17.4",
    title="find the bug: a shelf with gaps",
    kind="bug",
    function="survivors",
    shape=Numbers(),
    pure=True,
    parts=(Part("shelf", 3, "the best of each kind, as many as there is room for"),),
    cases=shelf_cases,
    right=survivors,
    examples=lambda variant: [
        ([["a", 0.5], ["b", 0.75]], 2),
        ([["a", 0.5], ["a", 0.25], ["b", 0.75]], 3),
        ([["a", 0.5], ["b", 0.5], ["c", 0.75]], 2),
    ],
    wrong={
        "This is the program with its bug still in it: the room is filled before kinds are looked "
        "at.": mistake(("in order:", "in order[:room]:")),
        "Of equals the younger one stays here, or goes ahead; it should be the elder.": mistake(
            ("range(len(games))", "reversed(range(len(games)))")
        ),
        "The oldest game of each kind stays here; the best one should.": mistake(
            ("key=lambda row: -games[row][1]", "key=None")
        ),
        "The newest game of each kind stays here; the best one should.": mistake(
            (
                "range(len(games))",
                "sorted({kind: row for row, (kind, _) in enumerate(games)}.values())",
            )
        ),
        "All that survive are returned here, whatever room there is.": mistake(
            (" and len(found) < room", "")
        ),
        "Games of one kind stand side by side here; of each kind one stays.": mistake(
            ("games[row][0] not in kinds and ", "")
        ),
        "The worst comes first here; the best should.": mistake(
            ("return found", "return found[::-1]")
        ),
    },
)


# P17.5 Whose children?


def parents(variant, count):
    """How likely each survivor is the parent."""
    worse = [((count - row) / count) ** variant.rivals for row in range(count + 1)]
    return [(1 - variant.noise) * (worse[row] - worse[row + 1]) for row in range(count)]


BEST = "worse[row] ** drawn - worse[row + 1] ** drawn"

PARENTS = FunctionTask(
    name="parents",
    number="P17.5",
    title="whose children?",
    function="parents",
    shape=Numbers(within=WITHIN),
    pure=True,
    parts=(Part("few", 1, "one to three survivors"), Part("many", 2, "more survivors")),
    cases=lambda variant: [
        ("few" if count < 4 else "many", (count,)) for count in (*range(1, 16), 20, 40)
    ],
    right=parents,
    examples=lambda variant: [(1,), (2,), (5,)],
    wrong={
        "Newcomers are left out here: they have no parent, so the chances add up to less than 1.": (
            mistake(("(1 - <<v.noise>>) * ", ""))
        ),
        "These are the chances of the newcomers' share; the others have parents.": mistake(
            ("(1 - <<v.noise>>)", "<<v.noise>>")
        ),
        "Two are drawn here, as in the book; your class draws another number.": mistake(
            ("<<v.rivals>>", "2")
        ),
        "The same survivor can't be drawn twice here; it may be.": mistake(
            (
                "drawn = <<v.rivals>>",
                "from math import comb\n\n    drawn = min(<<v.rivals>>, count)",
            ),
            ("(count - row) / count", "comb(count - row, drawn) / comb(count, drawn)"),
            (BEST, "worse[row] - worse[row + 1]"),
        ),
        "The worst of those drawn is the parent here; it should be the best.": mistake(
            ("range(count)\n", "reversed(range(count))\n")
        ),
        "Each survivor is as likely here, as if one were drawn.": mistake(("<<v.rivals>>", "1")),
        "These are the chances of being drawn at all; only the best of those drawn is the "
        "parent.": mistake((BEST, "1 - (1 - 1 / count) ** drawn")),
    },
)


# P17.6 The student's own games.


def own_games(variant, student):
    """The two games that the notebook draws."""
    rng = student_rng(variant.number, student, "taste")

    def tree(moves):
        if moves == 0 or (moves < 3 and rng.random() < 0.3):
            return int(rng.choice([variant.x, variant.o, variant.empty]))
        weights = rng.integers(1, 5, 2 + (moves == 3))
        return [[float(w / weights.sum()), tree(moves - 1)] for w in weights]

    return [tree(4), tree(4)]


def own_right(variant, student):
    """(two rows of measures, two scores, the wish that lowers each score more)."""
    trees, scores, worst = own_games(variant, student), [], []
    for tree in trees:
        moves, _, _, balance = measures(variant, tree)
        values = {"length": moves, "balance": balance, "excitement": excitement(variant, tree)}
        scores.append(score(variant, values, [TASTE]))
        costs = [wish[-1] / of_one(variant, values, [], [wish]) for wish in TASTE[1]]
        worst.append(costs.index(max(costs)))
    return [measures(variant, tree) for tree in trees], scores, worst


ROOTED = """def rooted(tree, leads):
    if isinstance(tree, list):
        x, o, _ = ends(tree)
        return sum(chance * rooted(then, [*leads, x - o]) for chance, then in tree)
    sign = {<<v.x>>: -1, <<v.o>>: 1, <<v.empty>>: 0}[tree]
    return sum((sign * lead) ** 0.5 for lead in leads if sign * lead > 1e-6) / len(leads)


my_values ="""

OWN = ValueTask(
    name="own",
    number="P17.6",
    title="your games",
    kind="personal",
    values=("my_measures", "my_scores", "my_worst"),
    shapes=(Numbers(count=(2, 4), within=1e-7), Numbers(count=2, within=1e-7), Numbers(count=2)),
    parts=(
        Part("measures", 1, "the measures of your two games"),
        Part("scores", 2, "how well each pleases the taste"),
        Part("worst", 1, "which wish lowers each score more"),
    ),
    right=own_right,
    wrong={
        "That is with the chapter's satisfaction, one half `within` off.": mistake(
            (
                "[score(values, [my_taste])",
                "[1 / (1 + (1 / score(values, [my_taste]) - 1) / (1 / <<v.slip>> - 1))",
            ),
            costs=("scores",),
        ),
        "That is with the root, as in the chapter's drama.": mistake(
            ("my_values =", ROOTED), ("excitement(tree)", "rooted(tree, [])"), costs=("scores",)
        ),
        "That is without the weights.": mistake(
            ("wish[-1] /", "1 /"), costs=("worst",), variant=23
        ),
        "That is the wish that lowers it less.": mistake(
            ("max(costs)", "min(costs)"), costs=("worst",)
        ),
    },
)


WHY = WrittenTask(
    name="why",
    number="P17.7",
    title="in your own words",
    parts=(Part("why", 4, "what a measure gets that is asked for alone, and who is to judge"),),
)

SET = ProblemSet(
    "17_taste", "Games to measure", 85, (GAME_MEASURES, EXCITEMENT, SCORE, SHELF, PARENTS, OWN, WHY)
)
