"""Problem set 16: what several causes are worth, the other seat, matchboxes, and an exam that is
worked out.
"""

# Long: the tasks of a set, their texts, their solutions and the mistakes in them are read and
# changed together.

from functools import cache
from itertools import permutations

import numpy as np

from fogel.checks.shapes import Number, Numbers
from fogel.checks.variant import student_rng
from grader.tasks import FunctionTask, Part, ProblemSet, ValueTask, WrittenTask

WITHIN = 1e-8
MANY = Numbers(within=WITHIN)
BEADS_OF_THE_BOOK = 10
BOOK = "These are the book's payoffs; your class has others."


# P16.1 Shares.


def payoff_of(variant, result):
    """What wins, ties and losses come to."""
    return float(np.dot((variant.win, variant.tie, variant.loss), result))


def combinations(count):
    """All combinations of old and new, as texts."""
    return [f"{k:0{count}b}" for k in range(2**count)]


def shares(variant, results, payoff=payoff_of, orders=None):
    """The share of each cause, by the orders in which causes are changed; all of them
    by default.
    """
    count = len(next(iter(results)))
    orders, found = (
        list(permutations(range(count))) if orders is None else orders(count),
        np.zeros(count),
    )
    for order in orders:
        now = "0" * count
        for cause in order:
            then = now[:cause] + "1" + now[cause + 1 :]
            found[cause] += payoff(variant, results[then]) - payoff(variant, results[now])
            now = then
    return (found / len(orders)).tolist()


def changed_alone(variant, results, old="0"):
    """What each cause costs where all the others are old; or where all are new."""
    count = len(next(iter(results)))
    both = [[old * k + mark + old * (count - k - 1) for mark in ("0", "1")] for k in range(count)]
    return [
        payoff_of(variant, results[new]) - payoff_of(variant, results[before])
        for before, new in both
    ]


def over_combinations(variant, results):
    """The mean over all combinations of the others, whatever the number of orders that
    lead there.
    """
    count, found = len(next(iter(results))), []
    for k in range(count):
        pairs = [(one, one[:k] + "1" + one[k + 1 :]) for one in results if one[k] == "0"]
        found.append(
            np.mean(
                [payoff_of(variant, results[b]) - payoff_of(variant, results[a]) for a, b in pairs]
            )
        )
    return [float(one) for one in found]


def some_results(rng, count):
    """A result of 100 games for each combination."""
    return {
        one: rng.multinomial(100, rng.dirichlet((2, 1, 2))).tolist() for one in combinations(count)
    }


@cache
def shares_cases(variant):
    """Two causes, three and four."""
    rng = np.random.default_rng(161)
    names = {2: "two", 3: "three", 4: "four"}
    return [(name, (some_results(rng, count),)) for count, name in names.items() for _ in range(8)]


def lost_games(variant, result):
    """The losses, as in the chapter."""
    return float(result[2])


def by_the_book(variant, result):
    """The book's payoffs."""
    return float(np.dot((1, 0, -10), result))


SHARES = FunctionTask(
    name="shares",
    number="P16.1",
    title="shares",
    function="shares",
    shape=MANY,
    pure=True,
    parts=(
        Part("two", 1, "two causes"),
        Part("three", 2, "three causes"),
        Part("four", 2, "four causes"),
    ),
    cases=shares_cases,
    right=shares,
    examples=lambda variant: [
        ({"00": [60, 10, 30], "10": [40, 10, 50], "01": [50, 20, 30], "11": [10, 0, 90]},),
        (some_results(np.random.default_rng(162), 3),),
    ],
    wrong={
        BOOK: lambda v, results: shares(v, results, by_the_book),
        "The lost games are shared out here, as in the chapter; the payoff is asked for.": (
            lambda v, results: shares(v, results, lost_games)
        ),
        "Each cause is changed first here, while all others are old; that is one case among "
        "several.": changed_alone,
        "Each cause is changed last here, when all others are new; that is one case among "
        "several.": (
            lambda v, results: changed_alone(v, results, old="1")
        ),
        "The causes are changed in one order alone here; the mean over all orders is asked for.": (
            lambda v, results: shares(v, results, orders=lambda count: [range(count)])
        ),
        "The causes are changed in one order alone here, from the last to the first.": (
            lambda v, results: shares(v, results, orders=lambda count: [range(count)[::-1]])
        ),
        "All combinations of the others count alike here; some of them come up in more "
        "orders.": over_combinations,
        "The sum over all orders is taken here; the mean is asked for.": (
            lambda v, results: (
                np.array(shares(v, results)) * len(list(permutations(next(iter(results)))))
            ).tolist()
        ),
        "The sign is turned round: by how much the payoff rises is asked for.": (
            lambda v, results: [-one for one in shares(v, results)]
        ),
    },
)  # fmt: skip


# P16.2 From the other seat.


def seen(variant, board, me, own_first, coding="right"):
    """The 18 inputs; or those of a mistaken coding."""
    first, second = variant.x, variant.o
    if (own_first if coding != "never" else False) and me == variant.o:
        first, second = second, first
    if coding == "always" and me == variant.o and not own_first:
        first, second = second, first
    pairs = [[int(mark == first), int(mark == second)] for mark in board]
    if coding == "by marks":
        pairs = np.transpose(pairs).tolist()
    return [value for pair in pairs for value in pair]


@cache
def inputs_cases(variant):
    """Boards of the class, for either player and coding."""
    rng, boards = np.random.default_rng(163), variant.boards()
    some = boards[rng.permutation(len(boards))[:40]].tolist()
    return [
        ("own" if own else "report", (board, me, own))
        for board in some
        for me in (variant.x, variant.o)
        for own in (False, True)
    ]


INPUTS = FunctionTask(
    name="inputs",
    number="P16.2",
    title="from the other seat",
    function="inputs",
    shape=Numbers(count=18),
    pure=True,
    parts=(Part("report", 1, "the report's coding"), Part("own", 1, "own marks first")),
    cases=inputs_cases,
    right=seen,
    examples=lambda v: [
        ([v.x, v.o, *[v.empty] * 7], v.x, True),
        ([v.x, v.o, *[v.empty] * 7], v.o, False),
        ([v.empty] * 8 + [v.x], v.o, True),
    ],
    wrong={
        "Own marks never come first here.": lambda v, *inputs: seen(v, *inputs, coding="never"),
        "Own marks come first here in either "
        "coding.": lambda v, *inputs: seen(v, *inputs, coding="always"),
        "The two codings have changed "
        "places.": lambda v, board, me, own: seen(v, board, me, not own),
        "Here all inputs for the one mark come first; they should go square by square.": (
            lambda v, *inputs: seen(v, *inputs, coding="by marks")
        ),
        "The inputs here are the marks themselves; they are 0 and 1.": (
            lambda v, board, me, own: [
                mark * value for mark, value in zip(np.repeat(board, 2), seen(v, board, me, own), strict=True)
            ]
        ),
        "These are the inputs of the book's marks, 1 and -1.": (
            lambda v, board, me, own: [
                int(mark == kind) for mark in board for kind in ((-1, 1) if own and me == v.o else (1, -1))
            ]
        ),
        "The other's marks come first here.": (
            lambda v, board, me, own: seen(v, board, v.x + v.o - me if own else me, own)
        ),
    },
)  # fmt: skip


# P16.3 Matchboxes.


class Boxes:
    """Matchboxes; common mistakes replace the methods."""

    def __init__(self, variant):
        self.empty, self.count = variant.empty, variant.rivals

    def new(self, board):
        """A box before any game."""
        return [self.count * (mark == self.empty) for mark in board]

    def punished(self, moves, every):
        """The moves that lose a bead."""
        return moves if every else moves[-1:]

    def stays(self, box, square):
        """Whether a bead stays where it is."""
        return box[square] <= 0 or sum(box) <= 1

    def matters(self, lost):
        """Whether a game changes anything."""
        return lost

    def key(self, board):
        """Under which name a box is kept."""
        return tuple(board)

    def beads(self, games, every, board):
        """P16.3."""
        boxes = {}
        for moves, lost in games:
            for before, square in self.punished(moves, every) if self.matters(lost) else []:
                box = boxes.setdefault(self.key(before), self.new(before))
                if not self.stays(box, square):
                    box[square] -= 1
        return boxes.get(self.key(board), self.new(board))


def boxed(**own):
    """The beads by methods of its own."""
    kind = type("Boxes", (Boxes,), own)
    return lambda variant, *inputs: kind(variant).beads(*inputs)


@cache
def boxes_cases(variant):
    """Games on few boards with few open squares, so that beads get rare."""
    rng, found = np.random.default_rng(164), []
    left = (variant.boards("x") == variant.empty).sum(axis=1)
    late = variant.boards("x")[(left >= 1) & (left <= 3)]
    for number in range(60):
        boards = late[rng.permutation(len(late))[:3]].tolist()
        games = []
        for _ in range(int(rng.integers(1, 5 * variant.rivals))):
            chosen = [boards[k] for k in rng.permutation(3)[: int(rng.integers(1, 4))]]
            moves = [
                [one, int(rng.choice(np.flatnonzero(np.array(one) == variant.empty)))]
                for one in chosen
            ]
            games.append([moves, bool(rng.random() < 0.7)])
        found.append(("every" if number % 2 else "last", (games, bool(number % 2), boards[0])))
    return found


def boxes_examples(variant):
    """No game, one that was lost, and one that was not."""
    x, o, empty = variant.x, variant.o, variant.empty
    first, second = [empty] * 9, [x, o, *[empty] * 7]
    game = [[first, 0], [second, 4]]
    return [
        ([], True, first),
        ([[game, True]], True, first),
        ([[game, False], [game, True]], False, second),
    ]


BOXES = FunctionTask(
    name="boxes",
    number="P16.3",
    title="matchboxes",
    function="beads",
    shape=Numbers(count=9),
    pure=True,
    parts=(Part("last", 2, "the last move is punished"), Part("every", 2, "every move is punished")),
    cases=boxes_cases,
    right=boxed(),
    examples=boxes_examples,
    wrong={
        "Every move of a lost game loses a bead here, even where the last one alone should.": (
            boxed(punished=lambda self, moves, every: moves)
        ),
        "The last move alone loses a bead here, even where every one should.": (
            boxed(punished=lambda self, moves, every: moves[-1:])
        ),
        "The first move of a game is punished here, and not the last.": (
            boxed(punished=lambda self, moves, every: moves if every else moves[:1])
        ),
        "Games that were not lost take beads here too.": boxed(matters=lambda self, lost: True),
        "Games that were not lost take beads here, and lost ones "
        "don't.": boxed(matters=lambda self, lost: not lost),
        "The last bead of a box is taken here, and should stay.": (
            boxed(stays=lambda self, box, square: box[square] <= 0)
        ),
        "The last bead of each square stays here; only the last one of the whole box does.": (
            boxed(stays=lambda self, box, square: box[square] <= 1)
        ),
        "There are fewer than no beads on some squares "
        "here.": boxed(stays=lambda self, box, square: sum(box) <= 1),
        "A new box has ten beads for a square here; your class has another number.": (
            boxed(new=lambda self, board: [BEADS_OF_THE_BOOK * (mark == self.empty) for mark in board])
        ),
        "One box is kept for all boards here; each has its own.": (
            lambda v, games, every, board: type("One", (Boxes,), {"key": lambda self, one: 0, "new": (
                lambda self, one: Boxes.new(self, board)
            )})(v).beads(games, every, board)
        ),
        "Taken squares have beads here "
        "too.": boxed(new=lambda self, board: [self.count] * len(board)),
    },
)  # fmt: skip


# P16.4 The exam of one who knows a few boards.


class Exam:
    """The chances of a pupil against a random player; common mistakes replace the methods."""

    def __init__(self, variant):
        self.x, self.o, self.empty, self.lines = variant.x, variant.o, variant.empty, variant.lines

    def named(self, board, squares, known, habit):
        """The squares that the pupil may take; None for a pass."""
        square = known.get(board, habit)
        return [square] if square in squares else [None]

    def result(self, turn, me):
        """The chances where who has moved has won."""
        return np.array([turn == me, 0, turn != me], dtype=float)

    def begins(self):
        """Who moves first."""
        return self.x

    def ends(self, board, turn, about, found):
        """The chances from a board."""
        known, habit, me = about
        if (board, turn) not in found:
            squares = [square for square in range(9) if board[square] == self.empty]
            chosen = self.named(board, squares, known, habit) if turn == me else squares
            total = np.zeros(3)
            for square in chosen:
                then = board if square is None else (*board[:square], turn, *board[square + 1 :])
                total += self.after(then, turn, about, found)
            found[board, turn] = total / len(chosen)
        return found[board, turn]

    def after(self, then, turn, about, found):
        """The chances from a board on which somebody has just moved."""
        if any(all(then[k] == turn for k in line) for line in self.lines):
            return self.result(turn, about[2])
        if self.empty not in then:
            return np.array([0.0, 1.0, 0.0])
        return self.ends(then, self.o if turn == self.x else self.x, about, found)

    def exam(self, known, habit, me):
        """P16.4."""
        about = ({tuple(board): square for board, square in known}, habit, me)
        return self.ends((self.empty,) * 9, self.begins(), about, {})


def sat(**own):
    """The chances by methods of its own."""
    kind = type("Exam", (Exam,), own)
    return lambda variant, *inputs: kind(variant).exam(*inputs)


def learned(variant, rng, me, most):
    """What a pupil knows by heart that was met in some games: [[board, square], ...], and its
    habit.
    """
    known, habit = {}, int(rng.integers(9))
    for _ in range(most):
        board, turn = (variant.empty,) * 9, variant.x
        while variant.empty in board and len(known) < most:
            squares = [square for square in range(9) if board[square] == variant.empty]
            square = int(rng.choice(squares))
            if turn == me and board not in known and rng.random() < 0.7:
                known[board] = square
            square = known.get(board, habit) if turn == me else square
            if square in squares:
                board = (*board[:square], turn, *board[square + 1 :])
            turn = variant.o if turn == variant.x else variant.x
    return [[list(board), square] for board, square in known.items()], habit


@cache
def exam_cases(variant):
    """Pupils in either seat, who know no board, or some, all of which they can meet."""
    rng = np.random.default_rng(165)
    return [
        (part, (*learned(variant, rng, me, (0, 3, 12, 40, 80)[number % 5]), me))
        for part, me in (("X", variant.x), ("O", variant.o))
        for number in range(10)
    ]


def any_open(self, board, squares, known, habit):
    """A pupil that takes any open square where it does not get its own."""
    square = known.get(board, habit)
    return [square] if square in squares else squares


def first_open(self, board, squares, known, habit):
    """A pupil that takes the first open square there."""
    square = known.get(board, habit)
    return [square] if square in squares else squares[:1]


EXAM = FunctionTask(
    name="exam",
    number="P16.4",
    title="the exam of one who knows a few boards",
    function="exam",
    shape=Numbers(count=3, within=WITHIN),
    pure=True,
    parts=(Part("X", 3, "pupils who are X"), Part("O", 2, "pupils who are O")),
    cases=exam_cases,
    right=sat(),
    examples=lambda v: [([], 4, v.x), ([[[v.empty] * 9, 0]], 4, v.x), ([], v.place[4], v.o)],
    wrong={
        "The three chances are won, tied and lost, as the pupil sees them.": sat(
            result=lambda self, turn, me: Exam.result(self, turn, self.x)
        ),
        "The chances to win and to lose have changed places.": (
            lambda v, *inputs: Exam(v).exam(*inputs)[::-1]
        ),
        "Where its square is taken the pupil takes any open one here; it passes.": sat(
            named=any_open
        ),
        "Where its square is taken the pupil takes the first open one here; it passes.": sat(
            named=first_open
        ),
        "What the pupil knows by heart is overlooked here.": sat(
            named=lambda self, board, squares, known, habit: [habit] if habit in squares else [None]
        ),
        "The pupil begins here, whoever it is; X does.": (
            lambda v, known, habit, me: type("Begins", (Exam,), {"begins": lambda self: me})(
                v
            ).exam(known, habit, me)
        ),
        "Chances that reach one board by different orders are overwritten here; they add up.": (
            lambda v, *inputs: overwritten(Exam(v), *inputs)
        ),
        "The lines here are those of the book's squares, numbered row by row; in your class they "
        "lie elsewhere.": (lambda v, *inputs: by_rows(v).exam(*inputs)),
    },
)


def overwritten(exam, known, habit, me):
    """The chances of a program that keeps only one way to each board."""
    known = {tuple(board): square for board, square in known}
    flow, turn, total = {(exam.empty,) * 9: 1.0}, exam.x, np.zeros(3)
    while flow:
        onward = {}
        for board, chance in flow.items():
            squares = [square for square in range(9) if board[square] == exam.empty]
            chosen = exam.named(board, squares, known, habit) if turn == me else squares
            for square in chosen:
                then = board if square is None else (*board[:square], turn, *board[square + 1 :])
                if any(all(then[k] == turn for k in line) for line in exam.lines):
                    total += chance / len(chosen) * exam.result(turn, me)
                elif exam.empty not in then:
                    total[1] += chance / len(chosen)
                else:
                    onward[then] = chance / len(chosen)
        flow, turn = onward, exam.o if turn == exam.x else exam.x
    return total


def by_rows(variant):
    """An Exam whose squares are numbered row by row."""
    exam = Exam(variant)
    exam.lines = (
        (0, 1, 2),
        (3, 4, 5),
        (6, 7, 8),
        (0, 3, 6),
        (1, 4, 7),
        (2, 5, 8),
        (0, 4, 8),
        (2, 4, 6),
    )
    return exam


# P16.5 Find the bug: an exam that teaches.


def answered(variant, saved, matches, again=True, learning=True, rows=True):
    """The right answers of each match; or those of a mistaken exam."""
    pupil, found = [list(row) for row in saved], []
    for match in matches:
        pupil = [list(row) for row in saved] if again else pupil
        right = 0
        for question, goal in match:
            row = pupil[question]
            answer = row.index(max(row))
            right += answer == goal
            if learning and answer != goal:
                row[answer] -= variant.change
        found.append(int(right))
    return found


@cache
def bug_cases(variant):
    """Pupils with some questions, and one to four matches."""
    rng, found = np.random.default_rng(166), []
    for number in range(50):
        questions, answers = int(rng.integers(1, 4)), int(rng.integers(2, 5))
        saved = (rng.integers(-8, 9, (questions, answers)) / 8).tolist()
        matches = [
            [
                [int(rng.integers(questions)), int(rng.integers(answers))]
                for _ in range(int(rng.integers(1, 13)))
            ]
            for _ in range(1 + number % 4)
        ]
        found.append(("matches", (saved, matches)))
    return found


BUG = FunctionTask(
    name="bug",
    number="P16.5",
    title="find the bug: an exam that teaches",
    kind="bug",
    function="exam_of",
    shape=Numbers(),
    pure=True,
    parts=(Part("matches", 3, "every match with the pupil as it was saved"),),
    cases=bug_cases,
    right=answered,
    examples=lambda variant: [
        ([[0.5, 0.25]], [[[0, 1], [0, 1], [0, 0]]]),
        ([[0.5, 0.25], [0.0, 1.0]], [[[0, 0]], [[1, 1], [0, 0]]]),
    ],
    wrong={
        "One pupil sits through all matches here and keeps what it learns; each begins with the "
        "saved one.": lambda v, *inputs: answered(v, *inputs, again=False),
        "The pupil does not learn here any more; within a match it should.": (
            lambda v, *inputs: answered(v, *inputs, learning=False)
        ),
    },
)


# P16.6 The student's own exam.


def own_results(variant, student):
    """The eight results that the notebook draws."""
    rng = student_rng(variant.number, student, "causes")
    return {f"{k:03b}": rng.multinomial(100, rng.dirichlet((2, 1, 2))).tolist() for k in range(8)}


def own_right(
    variant, student, payoff=payoff_of, orders=None, others=("00", "10", "01", "11"), size=abs
):
    """(the three shares, what learning changes in four cases, which share is largest)."""
    results = own_results(variant, student)
    found = shares(variant, results, payoff, orders)
    learning = [
        payoff(variant, results[f"{one}1"]) - payoff(variant, results[f"{one}0"]) for one in others
    ]
    sizes = [size(one) for one in found]
    return found, learning, sizes.index(max(sizes))


OWN = ValueTask(
    name="own",
    number="P16.6",
    title="your exam",
    kind="personal",
    values=("my_shares", "my_learning", "my_largest"),
    shapes=(
        Numbers(count=3, within=WITHIN),
        Numbers(count=4, within=WITHIN),
        Number(least=0, most=2),
    ),
    parts=(
        Part("shares", 1, "the shares of seat, opponent and learning"),
        Part("learning", 2, "what learning changes in each of the four cases"),
        Part("largest", 1, "which share is largest"),
    ),
    right=own_right,
    wrong={
        BOOK: lambda v, student: own_right(v, student, by_the_book),
        "Those are lost games; the payoff is asked for.": lambda v, student: own_right(
            v, student, lost_games
        ),
        "That is by one order alone.": lambda v, student: own_right(
            v, student, orders=lambda count: [range(count)]
        ),
        "The second and the third have changed places: the seat's letter comes first.": (
            lambda v, student: own_right(v, student, others=("00", "01", "10", "11"))
        ),
        "That is the highest share; the one of the largest size is asked for, whatever its sign.": (
            lambda v, student: own_right(v, student, size=float)
        ),
    },
)


WHY = WrittenTask(
    name="why",
    number="P16.7",
    title="in your own words",
    parts=(Part("why", 4, "what a share near 0 may mean, and what was never seen"),),
)

SET = ProblemSet("16_exam", "What made it fail?", 90, (SHARES, INPUTS, BOXES, EXAM, BUG, OWN, WHY))
