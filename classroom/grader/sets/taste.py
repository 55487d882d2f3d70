"""Problem set 17: games as trees of chances, their measures, tastes, a shelf, and whose children
there are.
"""

# Long: the tasks of a set, their texts, their solutions and the mistakes in them are read and
# changed together.

from functools import cache

import numpy as np

from fogel.checks.shapes import Number, Numbers
from fogel.checks.variant import student_rng
from grader.tasks import FunctionTask, Part, ProblemSet, ValueTask, WrittenTask

WITHIN, NO_LEAD = 1e-9, 1e-6
ONE = Number(within=WITHIN)
TASTE = [[["length", 1, 9]], [["balance", 0.9, 1, 0.2, 1], ["excitement", 0.2, 1, 0.1, 2]]]
MEASURES = ("length", "draws", "balance", "excitement")


class Measures:
    """What a tree is like; common mistakes replace the methods."""

    def __init__(self, variant):
        self.x, self.o, self.tie, self.power = variant.x, variant.o, variant.empty, variant.change

    def ends(self, tree):
        """The chances that X wins, that O wins, and that nobody does."""
        if not isinstance(tree, list):
            return np.array([tree == self.x, tree == self.o, tree == self.tie], dtype=float)
        return sum(chance * self.ends(then) for chance, then in tree)

    def length(self, tree):
        """Moves of a game."""
        return (
            1 + sum(chance * self.length(then) for chance, then in tree)
            if isinstance(tree, list)
            else 0
        )

    def advantage(self, x, o):
        """Of games that are won X's share less O's."""
        return (x - o) / (x + o) if x + o else 0.0

    def balance(self, advantage):
        """How fair a game is."""
        return 1 - abs(advantage)

    def measures(self, tree):
        """P17.1."""
        x, o, tie = self.ends(tree)
        advantage = self.advantage(x, o)
        return [self.length(tree), tie, advantage, self.balance(advantage)]

    def lead(self, tree):
        """X's chance less O's."""
        x, o, _ = self.ends(tree)
        return x - o if abs(x - o) > NO_LEAD else 0.0

    def games(self, tree, chance=1.0, leads=()):
        """(chance, leads before each move, end) of every game."""
        if not isinstance(tree, list):
            yield chance, leads, tree
            return
        for share, then in tree:
            yield from self.games(then, chance * share, (*leads, self.lead(tree)))

    def turn(self, behind):
        """What a turn counts."""
        return behind**self.power if behind > 0 else 0.0

    def of_game(self, leads, end):
        """The excitement of one game."""
        if end == self.tie or not leads:
            return 0.0
        return self.over([self.turn(-lead if end == self.x else lead) for lead in leads])

    def over(self, turns):
        """The mean over the turns of a game."""
        return sum(turns) / len(turns)

    def excitement(self, tree):
        """P17.2."""
        return sum(chance * self.of_game(leads, end) for chance, leads, end in self.games(tree))


def measured(task, **own):
    """The answer to a task, by methods of its `own`."""
    kind = type("Measures", (Measures,), own)
    return lambda variant, tree: getattr(kind(variant), task)(tree)


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
    return [*found, ("ties", ([[0.5, variant.empty], [0.5, [[1.0, variant.empty]]]],))]


def shown_tree(variant):
    """The game of the text, and one that ends in a win in any case."""
    x, o, tie = variant.x, variant.o, variant.empty
    text = [[0.5, x], [0.5, [[0.25, o], [0.75, tie]]]]
    return [(text,), ([[0.75, [[0.5, x], [0.5, o]]], [0.25, o]],), ([[1.0, x]],)]


# P17.1 The measures.

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
    cases=lambda variant: trees(variant, 171),
    right=measured("measures"),
    examples=shown_tree,
    wrong={
        "The advantage is X's chance less O's here; of the games that are won it is asked for.": (
            measured("measures", advantage=lambda self, x, o: x - o)
        ),
        "The advantage has the wrong sign: it is X's share less O's.": (
            measured("measures", advantage=lambda self, x, o: -Measures.advantage(self, x, o))
        ),
        "A balance falls with the size of the advantage, whoever has it.": (
            measured("measures", balance=lambda self, advantage: 1 - advantage)
        ),
        "The length is one too high: an end adds no move of its own.": (
            lambda v, tree: (lambda found: [found[0] + 1, *found[1:]])(Measures(v).measures(tree))
        ),
        "The length is that of the longest game here; the mean is asked for.": (
            measured("measures", length=lambda self, tree: (
                1 + max(self.length(then) for _, then in tree) if isinstance(tree, list) else 0
            ))
        ),
        "All moves are taken as equally likely here; each has its chance.": (
            lambda v, tree: Measures(v).measures(all_alike(tree))
        ),
        "If nobody ever wins, the balance is 1.": (
            measured("measures", balance=lambda self, advantage: 1 - abs(advantage) if advantage else 0)
        ),
        "The three ends are those of the chapter here, 1, -1 and 0; your class has its own.": (
            lambda v, tree: Measures(type("Book", (), {"x": 1, "o": -1, "empty": 0, "change": v.change})).measures(tree)
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
)  # fmt: skip


def all_alike(tree):
    """A tree whose moves are all as likely."""
    return (
        [[1 / len(tree), all_alike(then)] for _, then in tree] if isinstance(tree, list) else tree
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
    right=measured("excitement"),
    examples=shown_tree,
    wrong={
        "Only the turns on which the winner is behind are counted here, as in the chapter's drama "
        "of one game.": (
            measured("excitement", over=lambda self, turns: (
                sum(turns) / sum(map(bool, turns)) if any(turns) else 0.0
            ))
        ),
        "The turns on which the winner is ahead are counted here, and should count 0.": (
            measured("excitement", turn=lambda self, behind: (-behind) ** self.power if behind < 0 else 0.0)
        ),
        "How far one is ahead is counted like how far one is behind.": (
            measured("excitement", turn=lambda self, behind: abs(behind) ** self.power)
        ),
        "The root is taken here, as in the chapter; your class has another power.": (
            measured("excitement", turn=lambda self, behind: behind**0.5 if behind > 0 else 0.0)
        ),
        "No power is taken here.": measured("excitement", turn=lambda self, behind: max(behind, 0.0)),
        "A turn counts as a whole one here, however far the winner is behind.": (
            measured("excitement", turn=lambda self, behind: float(behind > 0))
        ),
        "The sum over a game's turns is taken here; the mean is asked for.": (
            measured("excitement", over=lambda self, turns: sum(turns))
        ),
        "The end is counted as a turn here; there is a turn for each move.": (
            measured("excitement", over=lambda self, turns: sum(turns) / (len(turns) + 1))
        ),
        "X is taken for the later winner of every game.": (
            measured("excitement", of_game=lambda self, leads, end: Measures.of_game(self, leads, (
                end if end == self.tie else self.x
            )))
        ),
        "A game that nobody wins counts 0 among the others; here it is left out.": (
            lambda v, tree: Measures(v).excitement(tree) / (sum(Measures(v).ends(tree)[:2]) or 1.0)
        ),
        "All games count alike here; each is as likely as its moves make it.": (
            measured("excitement", excitement=lambda self, tree: float(np.mean([
                self.of_game(leads, end) for _, leads, end in self.games(tree)
            ])))
        ),
    },
)  # fmt: skip


# P17.3 To whose taste?


class Table:
    """The score of a table; common mistakes replace the methods."""

    def __init__(self, variant):
        self.left = variant.slip

    def off(self, value, least, most):
        """How far a value is outside."""
        return max(least - value, value - most, 0.0)

    def satisfaction(self, off):
        """What is left, `off` in units of `within`."""
        return 1 / (1 + (1 / self.left - 1) * off**2)

    def mean(self, satisfactions, weights):
        """The weighted harmonic mean."""
        return sum(weights) / sum(
            w / satisfaction for w, satisfaction in zip(weights, satisfactions, strict=True)
        )

    def refused(self, values, gates):
        """Whether a gate is shut."""
        return any(self.off(values[name], least, most) > 0 for name, least, most in gates)

    def of_one(self, values, gates, wishes):
        """The score of one taste."""
        if self.refused(values, gates):
            return 0.0
        satisfactions = [
            self.satisfaction(self.off(values[name], least, most) / within)
            for name, least, most, within, _ in wishes
        ]
        return self.mean(satisfactions, [wish[-1] for wish in wishes])

    def together(self, scores):
        """The score of several tastes."""
        return 0.0 if 0 in scores else len(scores) / sum(1 / one for one in scores)

    def score(self, values, tastes):
        """P17.3."""
        return self.together([self.of_one(values, *taste) for taste in tastes])


def judged(**own):
    """The score by methods of its own."""
    kind = type("Table", (Table,), own)
    return lambda variant, values, tastes: kind(variant).score(values, tastes)


def some_taste(rng, values, shut=False):
    """Gates and wishes at random, of which a gate may be shut."""
    names = rng.permutation(MEASURES)[:3].tolist()
    gates = []
    for name in names[:2]:
        least = round(values[name] - float(rng.uniform(0.05, 1)), 2)
        gates.append([name, least, round(values[name] + float(rng.uniform(0.05, 1)), 2)])
    if shut:
        gates[-1][1 + int(rng.integers(2))] = values[names[1]]  # the bound itself may be
        gates[0] = [names[0], round(values[names[0]] + 0.1, 2), round(values[names[0]] + 1, 2)]
    wishes = [
        [name, low := round(float(rng.uniform(0, 3)), 2), round(low + float(rng.uniform(0, 2)), 2),
         int(rng.integers(1, 9)) / 4, int(rng.integers(1, 4))]
        for name in names
    ]  # fmt: skip
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
            gates[0][0][1] = values[gates[0][0][0]]
        found.append(("gates", (values, [gates])))
        several = [
            some_taste(rng, values, shut=number % 5 == 4 and k == 1) for k in range(2 + number % 2)
        ]
        found.append(("table", (values, several)))
    return found


def score_examples(variant):
    """A taste that is satisfied, one that is half off, and one that refuses."""
    values = {"length": 5.0, "draws": 0.25, "balance": 0.5, "excitement": 0.1}
    satisfaction = [[["length", 3, 9]], [["draws", 0, 0.5, 0.25, 1]]]
    mixed = [[["length", 3, 9]], [["draws", 0, 0.5, 0.25, 1], ["balance", 0.75, 1, 0.25, 2]]]
    refusing = [[["length", 6, 9]], [["draws", 0, 0.5, 0.25, 1]]]
    return [(values, [satisfaction]), (values, [mixed]), (values, [satisfaction, refusing])]


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
    right=judged(),
    examples=score_examples,
    wrong={
        "A measure that is `within` off keeps a satisfaction of one half here, as in the chapter; "
        "in your class it keeps another share.": (
            judged(satisfaction=lambda self, off: 1 / (1 + off**2))
        ),
        "The distance is not squared "
        "here.": judged(satisfaction=lambda self, off: 1 / (1 + (1 / self.left - 1) * off)),
        "The factor a is the satisfaction itself here; find the one that leaves this satisfaction.": (
            judged(satisfaction=lambda self, off: 1 / (1 + self.left * off**2))
        ),
        "The factor a is 1 over the satisfaction here, which leaves too little: try it with a value that "
        "is `within` off.": (
            judged(satisfaction=lambda self, off: 1 / (1 + off**2 / self.left))
        ),
        "The plain mean of the satisfactions is taken here, and not the harmonic one.": (
            judged(mean=lambda self, satisfactions, weights: float(np.dot(weights, satisfactions) / sum(weights)))
        ),
        "The weights of the wishes are left out here.": (
            judged(mean=lambda self, satisfactions, weights: Table.mean(self, satisfactions, [1] * len(weights)))
        ),
        "The distance to the middle of what is wished for is taken here; inside there is none.": (
            judged(off=lambda self, value, least, most: abs(value - (least + most) / 2),
                   refused=lambda self, values, gates: any(
                       not least <= values[name] <= most for name, least, most in gates))
        ),
        "No gate is asked here.": judged(refused=lambda self, values, gates: False),
        "A measure that touches a gate is refused here, and may pass.": (
            judged(refused=lambda self, values, gates: any(
                not least < values[name] < most for name, least, most in gates
            ))
        ),
        "The plain mean of the tastes' scores is taken here, and not the harmonic one.": (
            judged(together=lambda self, scores: 0.0 if 0 in scores else float(np.mean(scores)))
        ),
        "Who refuses a game is left out of the mean here; it is refused for all.": (
            judged(together=lambda self, scores: Table.together(self, [one for one in scores if one] or [0]))
        ),
        "The lowest score of a table is taken "
        "here.": judged(together=lambda self, scores: min(scores)),
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
)  # fmt: skip


# P17.4 Find the bug: a shelf with gaps.


def survivors(variant, games, room, first_cut=False, later=False, order=None):
    """The rows of those that survive; or of a program with a mistake."""
    rows = sorted(range(len(games)), key=lambda row: (-games[row][1], -row if later else row))
    rows = [*range(len(games))] if order == "age" else rows
    kinds, found = set(), []
    for row in rows[:room] if first_cut else rows:
        if games[row][0] not in kinds:
            kinds.add(games[row][0])
            found.append(row)
    return found[:room]


def rarest_first(variant, games, room):
    """The newest game of each kind, as a dictionary keeps it."""
    last = {kind: row for row, (kind, _) in enumerate(games)}
    return sorted(last.values(), key=lambda row: (-games[row][1], row))[:room]


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
        "at.": lambda v, *inputs: survivors(v, *inputs, first_cut=True),
        "Of equals the younger one stays here, or goes ahead; it should be the elder.": (
            lambda v, *inputs: survivors(v, *inputs, later=True)
        ),
        "The oldest game of each kind stays here; the best one should.": (
            lambda v, *inputs: survivors(v, *inputs, order="age")
        ),
        "The newest game of each kind stays here; the best one should.": rarest_first,
        "All that survive are returned here, whatever room there is.": (
            lambda v, games, room: survivors(v, games, len(games))
        ),
        "Games of one kind stand side by side here; of each kind one stays.": (
            lambda v, games, room: sorted(range(len(games)), key=lambda row: (-games[row][1], row))[
                :room
            ]
        ),
        "The worst comes first here; the best should.": lambda v, *inputs: survivors(v, *inputs)[
            ::-1
        ],
    },
)


# P17.5 Whose children?


def parents(variant, count, drawn=None, newcomers=None, best=True, again=True):
    """How likely each survivor is the parent; or what a mistaken program says."""
    drawn = drawn or variant.rivals
    share = 1 - (variant.noise if newcomers is None else newcomers)
    if again:
        worse = [((count - row) / count) ** drawn for row in range(count + 1)]
        found = [worse[row] - worse[row + 1] for row in range(count)]
    else:  # drawn without putting back
        found, left, drawn = [], 1.0, min(drawn, count)
        for row in range(count):
            hit = drawn / (count - row) if count - row >= drawn else 1.0
            found.append(left * min(hit, 1.0))
            left *= 1 - min(hit, 1.0)
    return [share * one for one in (found if best else found[::-1])]


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
            lambda v, count: parents(v, count, newcomers=0)
        ),
        "These are the chances of the newcomers' share; the others have parents.": (
            lambda v, count: parents(v, count, newcomers=1 - v.noise)
        ),
        "Two are drawn here, as in the book; your class draws another number.": (
            lambda v, count: parents(v, count, drawn=2)
        ),
        "The same survivor can't be drawn twice here; it may be.": lambda v, count: parents(
            v, count, again=False
        ),
        "The worst of those drawn is the parent here; it should be the best.": (
            lambda v, count: parents(v, count, best=False)
        ),
        "Each survivor is as likely here, as if one were drawn.": lambda v, count: parents(
            v, count, drawn=1
        ),
        "These are the chances of being drawn at all; only the best of those drawn is the "
        "parent.": (lambda v, count: [(1 - v.noise) * (1 - (1 - 1 / count) ** v.rivals)] * count),
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


def own_right(variant, student, table=Table, measures=Measures, weighed=True):
    """(two rows of measures, two scores, the wish that lowers each score more)."""
    one, table = measures(variant), table(variant)
    games, scores, worst = own_games(variant, student), [], []
    for tree in games:
        length, _, _, balance = one.measures(tree)
        values = {"length": length, "balance": balance, "excitement": one.excitement(tree)}
        scores.append(table.score(values, [TASTE]))
        costs = [
            (wish[-1] if weighed else 1) / table.of_one(values, [], [wish]) for wish in TASTE[1]
        ]
        worst.append(costs.index(max(costs)))
    return [one.measures(tree) for tree in games], scores, worst


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
        "That is with the chapter's satisfaction, one half `within` off.": (
            lambda v, student: own_right(
                v, student, type("Half", (Table,), {"satisfaction": lambda self, off: 1 / (1 + off**2)})
            )
        ),
        "That is with the root, as in the chapter's drama.": (
            lambda v, student: own_right(v, student, measures=type("Root", (Measures,), {
                "turn": lambda self, behind: behind**0.5 if behind > 0 else 0.0
            }))
        ),
        "That is without the weights.": lambda v, student: own_right(v, student, weighed=False),
        "That is the wish that lowers it less.": (
            lambda v, student: (lambda found: (*found[:2], [1 - one for one in found[2]]))(own_right(v, student))
        ),
    },
)  # fmt: skip


WHY = WrittenTask(
    name="why",
    number="P17.7",
    title="in your own words",
    parts=(Part("why", 4, "what a measure gets that is asked for alone, and who is to judge"),),
)

SET = ProblemSet(
    "17_taste", "Games to measure", 85, (GAME_MEASURES, EXCITEMENT, SCORE, SHELF, PARENTS, OWN, WHY)
)
