"""Problem set 14: a player that looks ahead, its levels, and how far it must look."""

# Long: the tasks of a set, their texts, their solutions and the mistakes in them are read and
# changed together.

from dataclasses import replace
from functools import cache
from itertools import product

import numpy as np

from fogel.checks.shapes import Mapping, Number, Numbers, Squares
from fogel.checks.variant import student_rng
from grader.mistakes import mistake
from grader.tasks import FunctionTask, Part, ProblemSet, ValueTask, WrittenTask

WITHIN, CLOSE = 1e-7, 1e-6
CHANCES = Numbers(count=3, within=WITHIN)
WIN, RAISES = 2, (1, 2)  # grades of P14.3

# What several mistakes change.
ESTIMATE = "<<v.noise>> * (mine - theirs)"
WIN_HERE = "<<v.win>> + left"
BACK = "-max(look("
DEPTH = "left * ability // <<v.rivals>>"
SIGHT = "look(board, me, 2 * depth - 1)"
RAISED = "among_best(seen)"
ABILITY = "of_x if me == <<v.x>> else of_o"
HORIZONS = "range(1, most + 1, 2)"


class Looker:
    """A player of a class that looks ahead, and what follows."""

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

    def score(self, then, me, moves):
        """The score of a board on which `me` has just moved."""
        left = then.count(self.empty)
        if self.holds(then, me):
            return self.variant.win + left
        if not left:
            return 0
        if moves == 1:
            return self.variant.noise * (self.free(then, me) - self.free(then, self.other(me)))
        return -max(self.look(then, self.other(me), moves - 1).values())

    def look(self, board, me, moves):
        """P14.1."""
        board = tuple(board)
        return {
            square: self.score(self.place(board, square, me), me, moves)
            for square in self.open(board)
        }

    def squares(self, board, me, ability):
        """P14.2."""
        board, win = tuple(board), self.variant.win
        left, best = board.count(self.empty), self.open(board)
        for depth in range(1, left * ability // self.variant.rivals + 1):
            scores = self.look(board, me, 2 * depth - 1)
            wins = [square for square, score in scores.items() if score >= win]
            if wins:
                return wins
            highest = max(scores.values())
            best = [square for square, score in scores.items() if score > highest - CLOSE]
            if highest <= -win or 2 * depth - 1 >= left:
                break
        return best

    def way(self, board, me, ability):
        """(how a level comes to its squares, whether their scores differ, its last depth)."""
        depth, win = board.count(self.empty) * ability // self.variant.rivals, self.variant.win
        for now in range(1, depth + 1):
            scores = {*self.look(board, me, 2 * now - 1).values()}
            if max(scores) >= win or max(scores) <= -win:
                return "wins" if max(scores) > 0 else "loses", len(scores) > 1, now
        return "goes on", True, depth

    def meet(self, board, me, of_x, of_o, known=None):
        """P14.4."""
        board, known = tuple(board), {} if known is None else known
        if board not in known:
            chosen, total = self.squares(board, me, of_x if me == self.x else of_o), np.zeros(3)
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


def asked(task):
    """The answer to a task."""
    return lambda variant, *inputs: getattr(Looker(variant), task)(*inputs)


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
    found += [("near", (*one, moves)) for moves, one in enumerate(first_boards(variant), start=1)]
    found += [
        ("far", (*one, 3 + k % 3)) for k, one in enumerate(some_boards(variant, 143, 2, 6, 15))
    ]
    return found + [("far", (*one, 5)) for one in some_boards(variant, 143, 6, 7, 1)]


def first_boards(variant):
    """The empty board, and one with a single mark."""
    return [some_boards(variant, 143, left, left, 1)[0] for left in (9, 8)]


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
        "estimate.": mistake((ESTIMATE, "0")),
        "The estimate has the wrong sign: lines that are open to oneself are good.": mistake(
            (ESTIMATE, "<<v.noise>> * (theirs - mine)")
        ),
        "Only one's own open lines are counted here, and not those of the other.": mistake(
            (ESTIMATE, "<<v.noise>> * mine")
        ),
        "The estimate is the plain difference of lines here; it is multiplied by your class's "
        "number.": mistake((ESTIMATE, "mine - theirs")),
        "A win counts here as in the chapter, 1 and the open squares.": mistake(
            (WIN_HERE, "1 + left")
        ),
        "All wins count alike here; the sooner one counts more.": mistake((WIN_HERE, "<<v.win>>")),
        "The other's best is taken as if it were one's own: a sign is missing.": mistake(
            (BACK, "max(look(")
        ),
        "The other is thought to make its worst move here.": mistake((BACK, "-min(look(")),
        "A move too many is looked ahead.": mistake(("moves == 1", "moves == 0")),
    },
    package="from fogel.lookahead.foresight import make_foresight\nfrom fogel.rules import find_rules\n\n"
    "def look(board, me, moves):\n"
    "    game = find_rules('standard')\n"
    "    return make_foresight(game).scores(tuple(board), me, moves)\n",
)


# P14.2 A level.


def level_cases(variant):
    """Boards with up to four open squares, and with five or six, for all abilities."""
    late, early = some_boards(variant, 145, 2, 4, 18), some_boards(variant, 146, 5, 6, 12)
    late += some_boards(variant, 145, 1, 1, 1)
    found = [("late", (*one, k % 6)) for k, one in enumerate(late)]
    found += [("early", (*one, k % 6)) for k, one in enumerate(early)]
    return found + [
        ("early" if inputs[0].count(variant.empty) > 4 else "late", inputs)
        for inputs in levels_by_way(variant).values()
    ]


@cache
def levels_by_way(variant):
    """{how a level comes to its squares, and whose: (board, who is to move, ability)}, as far as a
    class has it.
    """
    looker, found = Looker(variant), {}
    for board, me in some_boards(variant, 155, 2, 6, 60):
        for ability in range(6):
            found.setdefault((looker.way(board, me, ability), me), (board, me, ability))
    return found


LEVEL = FunctionTask(
    name="level",
    number="P14.2",
    title="a level",
    function="best_squares",
    shape=Squares(board=0),
    pure=True,
    parts=(
        Part("late", 2, "up to four open squares"),
        Part("early", 2, "five or six open squares"),
    ),
    cases=level_cases,
    right=asked("squares"),
    examples=lambda variant: (
        [(*one, 3 * k) for k, one in enumerate(some_boards(variant, 147, 4, 4, 2)[:2])]
        + [(*some_boards(variant, 147, 4, 4, 2)[0], 5)]
    ),
    wrong={
        "The depth is that of the chapter here, whose number is 10; your class has its own.": mistake(
            (DEPTH, "left * ability // 10")
        ),
        "The depth is rounded up here; what is left over is dropped.": mistake(
            (DEPTH, "-(-left * ability // <<v.rivals>>)")
        ),
        "The depth is rounded to the nearest here; what is left over is dropped.": mistake(
            (DEPTH, "round(left * ability / <<v.rivals>>)")
        ),
        "A depth sees two moves here, as in the chapter; in your class the answer to the last one is not seen.": mistake(
            (SIGHT, "look(board, me, 2 * depth)")
        ),
        "A depth sees one move here.": mistake(
            (SIGHT, "look(board, me, depth)"), ("2 * depth - 1 >=", "depth >=")
        ),
        "Here the search goes to its last depth at once, and not gradually.": mistake(
            ("range(1,", f"range(max(1, {DEPTH}),")
        ),
        "A good estimate is taken for a win here.": mistake(
            ("scores[square] >= <<v.win>>", "scores[square] > 0")
        ),
        "At depth 0 all open squares are asked for.": mistake((DEPTH, f"max(1, {DEPTH})")),
    },
)


# P14.3 Mistakes.


def among(grades):
    """Equal shares of the best."""
    best = max(grades)
    return np.array([(grade == best) / grades.count(best) for grade in grades])


def erring(variant, grades):
    """How likely each square is to be taken: the mean over all mistakes, and without one."""
    seen = [
        [*grades[:square], min(grades[square] + by, WIN), *grades[square + 1 :]]
        for square in range(len(grades))
        for by in RAISES
    ]
    mistaken = sum(map(among, seen)) / len(seen)
    return (1 - variant.slip) * among(grades) + variant.slip * mistaken


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
    right=erring,
    examples=lambda variant: [([0, -1],), ([0, 0, 0],), ([2, 1, 0, -1],)],
    wrong={
        "There are no mistakes here.": mistake(
            ("return total", "return among_best(grades)"), costs=("apart", "any")
        ),
        "In a mistake any square is taken here; it only seems better than it is.": mistake(
            (RAISED, "[1 / len(grades)] * len(grades)"), costs=("apart", "any")
        ),
        "A mistake is always of one grade here; it is of one or two.": mistake(
            ("(1, 2)", "(1, 1)"), costs=("apart", "any")
        ),
        "A mistake is always of two grades here; it is of one or two.": mistake(
            ("(1, 2)", "(2, 2)"), costs=("apart", "any")
        ),
        "Nothing can seem better than a win; two equal ones are then drawn for.": mistake(
            ("min(grades[square] + by, 2)", "grades[square] + by"), costs=("apart", "any")
        ),
        "A square that seems as good as the best is taken alone here; they are drawn for.": mistake(
            (
                RAISED,
                "[k == square for k in range(len(grades))] if seen[square] >= max(grades) "
                f"else {RAISED}",
            ),
            costs=("apart", "any"),
        ),
        "Each square has a chance of its own to be misjudged here; there is one mistake in a move.": mistake(
            ("(1 - <<v.slip>>)", "(1 - <<v.slip>> * len(grades))"),
            (" / len(grades) / 2", " / 2"),
            costs=("apart", "any"),
        ),
        "All squares of the best grade are returned as 1 here; they share the chance.": mistake(
            (" / grades.count(most)", " * 1")
        ),
    },
    package="from fractions import Fraction\n\nfrom fogel.lookahead import levels as of_the_report\n\n"
    "def shares(grades):\n"
    "    values = {k: of_the_report.MoveValue(grade) for k, grade in enumerate(grades)}\n"
    "    found = of_the_report.shares(values, Fraction(1, 10))\n"
    "    return [float(found.get(k, 0)) for k in values]\n",
)


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
        "Both have the ability of X here.": mistake((ABILITY, "of_x")),
        "The abilities of X and of O have changed places.": mistake(
            (ABILITY, "of_o if me == <<v.x>> else of_x")
        ),
        "The one who moves now has the ability of X here; of_x is X's, whoever moves.": mistake(
            (ABILITY, "of_x"), ("other(me), of_x, of_o", "other(me), of_o, of_x")
        ),
        "All open squares are drawn for here; a level draws among its best.": mistake(
            (ABILITY, "0")
        ),
        "The first of the best squares is always taken here; each is as likely.": mistake(
            (f"{ABILITY})", f"{ABILITY})[:1]")
        ),
        "The first chance should be X's, whoever is to move.": mistake(
            ("[me == <<v.x>>, me == <<v.o>>, 0]", "[1, 0, 0]"),
            ("ends = meet(", "theirs, mine, tie = meet("),
            (
                "of_x, of_o)\n        total",
                "of_x, of_o)\n            ends = [mine, theirs, tie]\n        total",
            ),
        ),
        "The depth is that of the chapter here, whose number is 10; your class has its own.": mistake(
            (f"{ABILITY})", "Fraction(depth * <<v.rivals>>, left))"),
            (
                "    squares =",
                "    from fractions import Fraction\n\n"
                "    left = list(board).count(<<v.empty>>)\n"
                f"    depth = left * ({ABILITY}) // 10\n"
                "    squares =",
            ),
        ),
    },
)


# P14.5 Find the bug: it remembers too well.


def forces(looker, board, me, moves):
    """Whether a win can be forced within so many moves."""
    boards = (looker.place(board, square, me) for square in looker.open(board))
    return any(sure(looker, then, me, moves - 1) for then in boards)


def sure(looker, board, me, moves):
    """Whether the one who has just moved has won, or will."""
    them = looker.other(me)
    if looker.holds(board, me):
        return True
    if not moves or looker.empty not in board:
        return False
    replies = [looker.place(board, square, them) for square in looker.open(board)]
    return not any(looker.holds(then, them) for then in replies) and all(
        forces(looker, then, me, moves - 1) for then in replies
    )


def searched(variant, board, me, most):
    """Within how many moves a win can be forced."""
    looker, board = Looker(variant), tuple(board)
    return next((moves for moves in range(1, most + 1, 2) if forces(looker, board, me, moves)), 0)


@cache
def memory_cases(variant):
    """Boards on which a win takes one move, three or five, or can't be forced."""
    found = {about: [] for about in product((0, 1, 3, 5), (variant.x, variant.o))}
    for board, me in some_boards(variant, 153, 3, 7, 400):
        some = found[searched(variant, board, me, 5), me]
        if len(some) < 6:
            some.append(board)
    return [
        ("soonest", (board, me, most))
        for (moves, me), some in found.items()
        for board in some
        for most in (5, moves - 2)  # with which the win is not found
        if most > 0
    ]


def harmless(variant):
    """Boards of which the bug says what is so."""
    found = {0: [], 1: []}
    for board, me in some_boards(variant, 154, 3, 5, 60):
        moves = searched(variant, board, me, 3)
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
    right=searched,
    examples=harmless,
    wrong={
        "This is the search with its bug still in it: what it found within one move it believes for ever.": mistake(
            ("(board, moves) not in", "board not in"),
            ("known[board, moves] =", "known[board] ="),
            ("return known[board, moves]", "return known[board]"),
        ),
        "A win in five moves is denied here: what was found within three is believed too long.": mistake(
            (HORIZONS, "range(1, min(most, 3) + 1, 2)")
        ),
        "One reply that loses is enough here; all of them have to.": mistake(
            ("and all(", "and any(")
        ),
        "Here the other's wins are overlooked.": mistake(
            ("not any(holds(then, them) for then in replies) and ", "")
        ),
        "Five moves are always looked ahead here, so the soonest win isn't told.": mistake(
            (HORIZONS, "[most]")
        ),
        "Only one's own moves are counted here.": mistake(
            ("return moves", "return (moves + 1) // 2")
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


def own_right(variant, student):
    """(scores three moves ahead, how far one must look, the chances)."""
    looker, board = Looker(variant), own_board(variant, student)
    best = []
    for horizon in range(1, 6):
        scores = looker.look(board, variant.x, horizon)
        best.append(
            {square for square, score in scores.items() if score > max(scores.values()) - CLOSE}
        )
    needed = 5
    while needed > 1 and best[needed - 2] == best[-1]:
        needed -= 1
    return looker.look(board, variant.x, 3), needed, looker.meet(board, variant.x, 5, 1)


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
            replace(v, noise=0), student
        ),
        "That is a look of two moves.": mistake(("<<v.x>>, 3)", "<<v.x>>, 2)"), costs=("scores",)),
        "That is a look of four moves.": mistake(("<<v.x>>, 3)", "<<v.x>>, 4)"), costs=("scores",)),
        "The abilities of X and of O have changed places.": mistake(
            ("5, 1)", "1, 5)"), costs=("chances",)
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
