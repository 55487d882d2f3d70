"""Problem set 14: a player that looks ahead, its levels, and how far it must look."""

# Long: the tasks of a set, their texts, their solutions and the mistakes in them are read and
# changed together.

from functools import cache

import numpy as np

from fogel.checks.shapes import Mapping, Number, Numbers, Squares
from fogel.checks.variant import student_rng
from grader.tasks import FunctionTask, Part, ProblemSet, ValueTask, WrittenTask

WITHIN, CLOSE = 1e-7, 1e-6
CHANCES = Numbers(count=3, within=WITHIN)
LOSS, WIN, RAISES = -1, 2, (1, 2)  # grades of P14.3


class Looker:
    """A player of a class that looks ahead, and what follows; common mistakes replace
    its methods.
    """

    def __init__(self, variant):
        self.variant, self.lines = variant, variant.lines
        self.x, self.o, self.empty = variant.x, variant.o, variant.empty

    def other(self, player):
        """Who sits opposite."""
        return self.o if player == self.x else self.x

    def open(self, board):
        """The open squares."""
        return [square for square in range(9) if board[square] == self.empty]

    def place(self, board, square, player):
        """The board after a move."""
        return (*board[:square], player, *board[square + 1 :])

    def holds(self, board, player):
        """Whether a player has a line."""
        return any(all(board[k] == player for k in line) for line in self.lines)

    def free(self, board, player):
        """How many lines are open to a player."""
        return sum(self.other(player) not in [board[k] for k in line] for line in self.lines)

    def estimate(self, board, me):
        """What a board that goes on seems to be worth."""
        return self.variant.noise * (self.free(board, me) - self.free(board, self.other(me)))

    def win(self, left):
        """What a win counts with so many squares open."""
        return self.variant.win + left

    def back(self, scores):
        """What the other's scores are worth to the one who moved before."""
        return -max(scores)

    def score(self, then, me, moves):
        """The score of a board on which `me` has just moved."""
        left = then.count(self.empty)
        if self.holds(then, me):
            return self.win(left)
        if not left:
            return 0
        if moves == 1:
            return self.estimate(then, me)
        return self.back(self.look(then, self.other(me), moves - 1).values())

    def look(self, board, me, moves):
        """P14.1."""
        board = tuple(board)
        return {
            square: self.score(self.place(board, square, me), me, moves)
            for square in self.open(board)
        }

    def depth(self, ability, left):
        """How deep a player looks."""
        return left * ability // self.variant.rivals

    def sight(self, depth):
        """How many moves a depth sees."""
        return 2 * depth - 1

    def wins(self, scores):
        """The squares that win."""
        return [square for square, score in scores.items() if score >= self.variant.win]

    def squares(self, board, me, ability):
        """P14.2."""
        board = tuple(board)
        left, best = board.count(self.empty), self.open(board)
        for depth in range(1, self.depth(ability, left) + 1):
            scores = self.look(board, me, self.sight(depth))
            if self.wins(scores):
                return self.wins(scores)
            highest = max(scores.values())
            best = [square for square, score in scores.items() if score > highest - CLOSE]
            if self.ends(highest) or self.sight(depth) >= left:
                break
        return best

    def ends(self, highest):
        """Whether the search is over since all moves lose."""
        return highest <= -self.variant.win

    def meet(self, board, me, of_x, of_o, known=None):
        """P14.4."""
        board, known = tuple(board), {} if known is None else known
        if board not in known:
            chosen, total = self.squares(board, me, self.ability(me, of_x, of_o)), np.zeros(3)
            for square in chosen:
                then = self.place(board, square, me)
                if self.holds(then, me):
                    total[int(me == self.o)] += 1
                elif self.empty not in then:
                    total[2] += 1
                else:
                    total += self.meet(then, self.other(me), of_x, of_o, known)
            known[board] = total / len(chosen)
        return known[board]

    def ability(self, me, of_x, of_o):
        """Whose ability counts."""
        return of_x if me == self.x else of_o


def asked(task, **own):
    """The answer to a task, by methods of its `own`."""
    kind = type("Looker", (Looker,), own)
    return lambda variant, *inputs: getattr(kind(variant), task)(*inputs)


@cache
def some_boards(variant, seed, least, most, count):
    """(board, who is to move) of boards of the class that go on, with so many open squares."""
    found = []
    for only, me in (("x", variant.x), ("o", variant.o)):
        boards = variant.boards(only)
        left = (boards == variant.empty).sum(axis=1)
        fit = boards[(left >= least) & (left <= most)]
        rng = np.random.default_rng(seed)
        found += [(fit[k].tolist(), me) for k in rng.permutation(len(fit))[:count]]
    return found


# P14.1 Look ahead.


def look_cases(variant):
    """Boards and horizons: one move, two, and more."""
    found = [("near", (*one, 1)) for one in some_boards(variant, 141, 3, 8, 8)]
    found += [("near", (*one, 2)) for one in some_boards(variant, 142, 3, 7, 8)]
    return found + [
        ("far", (*one, 3 + k % 3)) for k, one in enumerate(some_boards(variant, 143, 2, 6, 15))
    ]


def look_examples(variant):
    """One board with one move, with two and with three."""
    board, me = some_boards(variant, 144, 5, 5, 1)[0]
    return [(board, me, moves) for moves in (1, 2, 3)]


LOOK = FunctionTask(
    name="look",
    number="P14.1",
    title="look ahead",
    function="look",
    shape=Mapping(within=WITHIN, board=0),
    pure=True,
    parts=(Part("near", 2, "one or two moves ahead"), Part("far", 2, "three to five moves ahead")),
    cases=look_cases,
    right=asked("look"),
    examples=look_examples,
    wrong={
        "What lies beyond the horizon counts 0 here, as in the chapter; in your class it has an "
        "estimate.": (
            asked("look", estimate=lambda self, board, me: 0)
        ),
        "The estimate has the wrong sign: lines that are open to oneself are good.": (
            asked("look", estimate=lambda self, board, me: -Looker.estimate(self, board, me))
        ),
        "Only one's own open lines are counted here, and not those of the other.": (
            asked("look", estimate=lambda self, board, me: self.variant.noise * self.free(board, me))
        ),
        "The estimate is the plain difference of lines here; it is multiplied by your class's "
        "number.": (
            asked("look", estimate=lambda self, board, me: self.free(board, me) - self.free(board, self.other(me)))
        ),
        "A win counts here as in the chapter, 1 and the open "
        "squares.": asked("look", win=lambda self, left: 1 + left),
        "All wins count alike here; the sooner one counts more.": (
            asked("look", win=lambda self, left: self.variant.win)
        ),
        "The other's best is taken as if it were one's own: a sign is missing.": (
            asked("look", back=lambda self, scores: max(scores))
        ),
        "The other is thought to make its worst move "
        "here.": asked("look", back=lambda self, scores: -min(scores)),
        "A move too many is looked "
        "ahead.": lambda v, board, me, moves: Looker(v).look(board, me, moves + 1),
    },
    package="from fogel.lookahead.foresight import make_foresight\nfrom fogel.rules import find_rules\n\n"
    "def look(board, me, moves):\n"
    "    game = find_rules('standard')\n"
    "    return make_foresight(game).scores(tuple(board), me, moves)\n",
)  # fmt: skip


# P14.2 A level.


def level_cases(variant):
    """Boards with up to four open squares, and with five or six, for all abilities."""
    late, early = some_boards(variant, 145, 2, 4, 18), some_boards(variant, 146, 5, 6, 12)
    found = [("late", (*one, k % 6)) for k, one in enumerate(late)]
    return found + [("early", (*one, k % 6)) for k, one in enumerate(early)]


LEVEL = FunctionTask(
    name="level",
    number="P14.2",
    title="a level",
    function="best_squares",
    shape=Squares(board=0),
    pure=True,
    parts=(Part("late", 2, "up to four open squares"), Part("early", 2, "five or six open squares")),
    cases=level_cases,
    right=asked("squares"),
    examples=lambda variant: [(*one, 3 * k) for k, one in enumerate(some_boards(variant, 147, 4, 4, 2)[:2])]
    + [(*some_boards(variant, 147, 4, 4, 2)[0], 5)],
    wrong={
        "The depth is that of the chapter here, whose number is 10; your class has its own.": (
            asked("squares", depth=lambda self, ability, left: left * ability // 10)
        ),
        "The depth is rounded up here; what is left over is dropped.": (
            asked("squares", depth=lambda self, ability, left: -(-left * ability // self.variant.rivals))
        ),
        "The depth is rounded to the nearest here; what is left over is dropped.": (
            asked("squares", depth=lambda self, ability, left: round(left * ability / self.variant.rivals))
        ),
        "A depth sees two moves here, as in the chapter; in your class the answer to the last one is not seen.": (
            asked("squares", sight=lambda self, depth: 2 * depth)
        ),
        "A depth sees one move here.": asked("squares", sight=lambda self, depth: depth),
        "Here the search goes to its last depth at once, and not gradually.": (
            lambda v, board, me, ability: at_once(Looker(v), board, me, ability)
        ),
        "A good estimate is taken for a win here.": (
            asked("squares", wins=lambda self, scores: [square for square, score in scores.items() if score > 0])
        ),
        "At depth 0 all open squares are asked for.": (
            asked("squares", depth=lambda self, ability, left: max(1, left * ability // self.variant.rivals))
        ),
    },
)  # fmt: skip


def at_once(looker, board, me, ability):
    """The squares of a player that looks to its last depth alone."""
    left = board.count(looker.empty)
    depth = looker.depth(ability, left)
    if not depth:
        return looker.open(board)
    scores = looker.look(board, me, min(looker.sight(depth), left))
    highest = max(scores.values())
    return looker.wins(scores) or [
        square for square, score in scores.items() if score > highest - CLOSE
    ]


# P14.3 Mistakes.


class Mistakes:
    """How likely each square is to be taken; common mistakes replace the methods."""

    raises, most = RAISES, WIN

    def __init__(self, variant):
        self.slip = variant.slip

    def among(self, grades):
        """Equal shares of the best."""
        best = max(grades)
        return np.array([(grade == best) / grades.count(best) for grade in grades])

    def seen(self, grade, by):
        """A grade that is overestimated."""
        return min(grade + by, self.most)

    def chosen(self, grades, square, by):
        """Shares after a mistake at a square."""
        return self.among([*grades[:square], self.seen(grades[square], by), *grades[square + 1 :]])

    def mistaken(self, grades):
        """The mean of the shares over all mistakes."""
        ways = [(square, by) for square in range(len(grades)) for by in self.raises]
        return sum(self.chosen(grades, *way) for way in ways) / len(ways)

    def shares(self, grades):
        """P14.3."""
        return (1 - self.slip) * self.among(grades) + self.slip * self.mistaken(grades)


def erring(**own):
    """The shares by methods of its own."""
    kind = type("Mistakes", (Mistakes,), own)
    return lambda variant, grades: kind(variant).shares(list(grades))


@cache
def mistakes_cases(variant):
    """Grades of one to eight squares."""
    rng = np.random.default_rng(148)
    found = [("apart", (rng.permutation(4)[: 2 + k % 3] - 1).tolist()) for k in range(12)]
    found += [
        ("equal", [int(grade)] * (1 + k % 5)) for k, grade in enumerate(rng.integers(-1, 3, 12))
    ]
    found += [("mixed", rng.integers(-1, 3, 2 + k % 7).tolist()) for k in range(40)]
    return [("any" if part == "mixed" else part, (grades,)) for part, grades in found]


MISTAKES = FunctionTask(
    name="mistakes",
    number="P14.3",
    title="mistakes",
    function="shares",
    shape=Numbers(within=WITHIN),
    pure=True,
    parts=(
        Part("apart", 1, "squares of different grades"),
        Part("equal", 1, "squares of one grade"),
        Part("any", 2, "some equal and some different"),
    ),
    cases=mistakes_cases,
    right=erring(),
    examples=lambda variant: [([0, -1],), ([0, 0, 0],), ([2, 1, 0, -1],)],
    wrong={
        "There are no mistakes here.": lambda v, grades: Mistakes(v).among(list(grades)),
        "In a mistake any square is taken here; it only seems better than it is.": (
            erring(mistaken=lambda self, grades: np.full(len(grades), 1 / len(grades)))
        ),
        "A mistake is always of one grade here; it is of one or two.": erring(raises=(1,)),
        "A mistake is always of two grades here; it is of one or two.": erring(raises=(2,)),
        "Nothing can seem better than a win; two equal ones are then drawn for.": erring(most=WIN + 2),
        "The square that is misjudged is always taken here, even if others seem better.": (
            erring(chosen=lambda self, grades, square, by: np.arange(len(grades)) == square)
        ),
        "A square that seems as good as the best is taken alone here; they are drawn for.": (
            erring(chosen=lambda self, grades, square, by: (
                (np.arange(len(grades)) == square) * 1.0
                if self.seen(grades[square], by) >= max(grades) else self.among(grades)
            ))
        ),
        "Each square has a chance of its own to be misjudged here; there is one mistake in a move.": (
            erring(shares=lambda self, grades: (
                (1 - self.slip * len(grades)) * self.among(grades) + self.slip * len(grades) * self.mistaken(grades)
            ))
        ),
        "All squares of the best grade are returned as 1 here; they share the chance.": (
            erring(among=lambda self, grades: np.array([float(grade == max(grades)) for grade in grades]))
        ),
    },
    package="from fractions import Fraction\n\nfrom fogel.lookahead import levels as of_the_report\n\n"
    "def shares(grades):\n"
    "    values = {k: of_the_report.MoveValue(grade) for k, grade in enumerate(grades)}\n"
    "    found = of_the_report.shares(values, Fraction(1, 10))\n"
    "    return [float(found.get(k, 0)) for k in values]\n",
)  # fmt: skip


# P14.4 Two levels meet.


def meet_cases(variant):
    """Boards with up to three open squares, and with four or five, for pairs of abilities."""
    rng = np.random.default_rng(149)
    late, early = some_boards(variant, 150, 2, 3, 10), some_boards(variant, 151, 4, 5, 8)
    return [
        (part, (*one, *map(int, rng.integers(0, 6, 2))))
        for part, some in (("late", late), ("early", early))
        for one in some
    ]


MEET = FunctionTask(
    name="meet",
    number="P14.4",
    title="two levels meet",
    function="meet",
    shape=CHANCES,
    pure=True,
    parts=(
        Part("late", 2, "up to three open squares"),
        Part("early", 2, "four or five open squares"),
    ),
    cases=meet_cases,
    right=asked("meet"),
    examples=lambda variant: [(*one, 5, 0) for one in some_boards(variant, 152, 3, 3, 1)],
    wrong={
        "Both have the ability of X here.": asked(
            "meet", ability=lambda self, me, of_x, of_o: of_x
        ),
        "The abilities of X and of O have changed places.": asked(
            "meet", ability=lambda self, me, of_x, of_o: of_o if me == self.x else of_x
        ),
        "The one who moves now has the ability of X here; of_x is X's, whoever moves.": (
            lambda v, board, me, of_x, of_o: Looker(v).meet(
                board, me, *((of_x, of_o) if me == v.x else (of_o, of_x))
            )
        ),
        "All open squares are drawn for here; a level draws among its best.": (
            lambda v, board, me, of_x, of_o: Looker(v).meet(board, me, 0, 0)
        ),
        "The first of the best squares is always taken here; each is as likely.": (
            lambda v, *inputs: type("First", (Looker,), {"squares": first_square})(v).meet(*inputs)
        ),
        "The first chance should be X's, whoever is to move.": (
            lambda v, *inputs: Looker(v).meet(*inputs)[[0, 1, 2] if inputs[1] == v.x else [1, 0, 2]]
        ),
        "The depth is that of the chapter here, whose number is 10; your class has its own.": asked(
            "meet", depth=lambda self, ability, left: left * ability // 10
        ),
    },
)


def first_square(self, board, me, ability):
    """The first of the best squares."""
    return Looker.squares(self, board, me, ability)[:1]


# P14.5 Find the bug: it remembers too well.


class Search:
    """Within how many moves a win can be forced; common mistakes replace the methods."""

    def __init__(self, variant):
        self.looker = Looker(variant)

    def forces(self, board, me, moves):
        """Whether a win can be forced within so many moves."""
        boards = (self.looker.place(board, square, me) for square in self.looker.open(board))
        return any(self.sure(then, me, moves - 1) for then in boards)

    def sure(self, board, me, moves):
        """Whether the one who has just moved has won, or will."""
        them = self.looker.other(me)
        if self.looker.holds(board, me):
            return True
        if moves <= 0 or self.looker.empty not in board:
            return False
        replies = [self.looker.place(board, square, them) for square in self.looker.open(board)]
        return self.safe(replies, them) and self.each(
            self.forces(then, me, moves - 1) for then in replies
        )

    def safe(self, replies, them):
        """Whether no reply wins."""
        return not any(self.looker.holds(then, them) for then in replies)

    def each(self, found):
        """Whether all replies are answered."""
        return all(found)

    def soonest(self, board, me, most):
        """P14.5."""
        board = tuple(board)
        return next((moves for moves in range(1, most + 1, 2) if self.forces(board, me, moves)), 0)


def searched(**own):
    """The answer of a search with methods of its own."""
    kind = type("Search", (Search,), own)
    return lambda variant, *inputs: kind(variant).soonest(*inputs)


@cache
def memory_cases(variant):
    """Boards on which a win takes one move, three or five, or can't be forced."""
    search, found = Search(variant), {moves: [] for moves in (0, 1, 3, 5)}
    for board, me in some_boards(variant, 153, 3, 7, 400):
        moves = search.soonest(board, me, 5)
        if len(found[moves]) < 12:
            found[moves].append(("soonest", (board, me, 5)))
    short = [("soonest", (board, me, 1)) for _, (board, me, _) in found[3][:4]]
    return [case for some in found.values() for case in some] + short


def harmless(variant):
    """Boards of which the bug says what is so."""
    search, found = Search(variant), {0: [], 1: []}
    for board, me in some_boards(variant, 154, 3, 5, 60):
        moves = search.soonest(board, me, 3)
        if moves in found:
            found[moves].append((board, me, 3))
    return [found[1][0], found[0][0], found[1][-1]]


MEMORY = FunctionTask(
    name="memory",
    number="P14.5",
    title="find the bug: it remembers too well",
    kind="bug",
    function="soonest",
    shape=Number(board=0),
    pure=True,
    parts=(Part("soonest", 3, "wins in one move, in three and in five, and none"),),
    cases=memory_cases,
    right=searched(),
    examples=harmless,
    wrong={
        "This is the search with its bug still in it: what it found within one move it believes for ever.": (
            lambda v, board, me, most: Search(v).soonest(board, me, 1)
        ),
        "A win in five moves is denied here: what was found within three is believed too long.": (
            lambda v, board, me, most: Search(v).soonest(board, me, min(most, 3))
        ),
        "One reply that loses is enough here; all of them have to.": searched(
            each=lambda self, found: any(found)
        ),
        "Here the other's wins are overlooked.": searched(safe=lambda self, replies, them: True),
        "Five moves are always looked ahead here, so the soonest win isn't told.": (
            lambda v, board, me, most: most if Search(v).forces(tuple(board), me, most) else 0
        ),
        "Only one's own moves are counted here.": (
            lambda v, *inputs: (Search(v).soonest(*inputs) + 1) // 2
        ),
    },
)


# P14.6 The student's own board.


def own_board(variant, student):
    """The board that the notebook draws."""
    rng, board = student_rng(variant.number, student, "lookahead"), [variant.x] * 9
    while any(len({board[k] for k in line}) == 1 for line in variant.lines):
        board = rng.permutation([variant.x] * 2 + [variant.o] * 2 + [variant.empty] * 5).tolist()
    return board


def own_right(variant, student, kind=Looker, moves=3, abilities=(5, 1), first=False):
    """(scores three moves ahead, how far one must look, the chances)."""
    looker, board = kind(variant), own_board(variant, student)
    best = []
    for horizon in range(1, 6):
        scores = looker.look(board, variant.x, horizon)
        best.append(
            {square for square, score in scores.items() if score > max(scores.values()) - CLOSE}
        )
    needed = 5
    while needed > 1 and best[needed - 2] == best[-1]:
        needed -= 1
    needed = best.index(best[-1]) + 1 if first else needed
    return looker.look(board, variant.x, moves), needed, looker.meet(board, variant.x, *abilities)


def blind(self, board, me):
    """No estimate."""
    return 0


OWN = ValueTask(
    name="own",
    number="P14.6",
    title="your board",
    kind="personal",
    values=("my_scores", "my_needed", "my_chances"),
    shapes=(Mapping(within=WITHIN), Number(least=1, most=5), CHANCES),
    parts=(
        Part("scores", 1, "what three moves of look-ahead say"),
        Part("needed", 2, "how far one must look"),
        Part("chances", 2, "the chances between ability 5 and ability 1"),
    ),
    right=own_right,
    wrong={
        "That is what it would be without an estimate.": lambda v, student: own_right(
            v, student, type("Blind", (Looker,), {"estimate": blind})
        ),
        "That is a look of two moves.": lambda v, student: own_right(v, student, moves=2),
        "That is a look of four moves.": lambda v, student: own_right(v, student, moves=4),
        "There the best squares are found for the first time, and lost again later.": (
            lambda v, student: own_right(v, student, first=True)
        ),
        "The abilities of X and of O have changed places.": lambda v, student: own_right(
            v, student, abilities=(1, 5)
        ),
    },
)


WHY = WrittenTask(
    name="why",
    number="P14.7",
    title="in your own words",
    parts=(
        Part("why", 4, "three surprises of a match of levels, and which of them needs a cause"),
    ),
)

SET = ProblemSet(
    "14_lookahead", "How far must one look?", 90, (LOOK, LEVEL, MISTAKES, MEET, MEMORY, OWN, WHY)
)
