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
from fogel.encoding import LINES
from grader.mistakes import mistake
from grader.tasks import FunctionTask, Part, ProblemSet, ValueTask, WrittenTask

WITHIN = 1e-8
MANY = Numbers(within=WITHIN)
BOOK = "These are the book's payoffs; your class has others."

# What several mistakes change.
PAYOFF = "<<v.win>> * wins + <<v.tie>> * ties + <<v.loss>> * losses"
RISE = "payoff(results[then]) - payoff(results[now])"
ORDERS = "list(permutations(causes))"


def counted(payoff):
    """The edit of P16.6 with which each result counts as this payoff."""
    return (
        "my_shares =",
        "my_results = {\n"
        f"    key: [({payoff}) / <<v.win>>, 0, 0] for key, (wins, _, losses) in my_results.items()\n"
        "}\nmy_shares =",
    )


# P16.1 Shares.


def payoff_of(variant, result):
    """What wins, ties and losses come to."""
    return float(np.dot((variant.win, variant.tie, variant.loss), result))


def combinations(count):
    """All combinations of old and new, as texts."""
    return [f"{k:0{count}b}" for k in range(2**count)]


def shares(variant, results):
    """The share of each cause, by the orders in which causes are changed."""
    count = len(next(iter(results)))
    orders, found = list(permutations(range(count))), np.zeros(count)
    for order in orders:
        now = "0" * count
        for cause in order:
            then = now[:cause] + "1" + now[cause + 1 :]
            found[cause] += payoff_of(variant, results[then]) - payoff_of(variant, results[now])
            now = then
    return (found / len(orders)).tolist()


def some_results(rng, count):
    """A result of 100 games for each combination."""
    return {
        one: rng.multinomial(100, rng.dirichlet((2, 1, 2))).tolist() for one in combinations(count)
    }


@cache
def shares_cases(variant):
    """Two causes, three and four, with the combinations in either order."""
    rng = np.random.default_rng(161)
    names = {2: "two", 3: "three", 4: "four"}
    return [
        (name, (dict([*some_results(rng, count).items()][::step]),))
        for count, name in names.items()
        for step in (1, -1) * 4
    ]


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
        BOOK: mistake((PAYOFF, "wins - 10 * losses")),
        "The lost games are shared out here, as in the chapter; the payoff is asked for.": mistake(
            (PAYOFF, "losses")
        ),
        "Each cause is changed first here, while all others are old; that is one case among "
        "several.": mistake(("            now = then\n", "")),
        "Each cause is changed last here, when all others are new; that is one case among "
        "several.": mistake((RISE, f"(cause == order[-1]) * len(order) * ({RISE})")),
        "The causes are changed in one order alone here; the mean over all orders is asked for.": mistake(
            (ORDERS, "[causes]")
        ),
        "The causes are changed in one order alone here, from the last to the first.": mistake(
            (ORDERS, "[causes[::-1]]")
        ),
        "All combinations of the others count alike here; some of them come up in more "
        "orders.": mistake(
            ("[0] * len(causes)", "[{} for _ in causes]"),
            ("found[cause] +=", "found[cause][now] ="),
            ("total / len(orders)", "sum(total.values()) / len(total)"),
            costs=("three", "four"),
        ),
        "The sum over all orders is taken here; the mean is asked for.": mistake(
            (" / len(orders)", "")
        ),
        "The sign is turned round: by how much the payoff rises is asked for.": mistake(
            ("total / len", "-total / len")
        ),
    },
)


# P16.2 From the other seat.


def seen(variant, board, me, own_first):
    """The 18 inputs."""
    first, second = variant.x, variant.o
    if own_first and me == variant.o:
        first, second = second, first
    return [int(mark == kind) for mark in board for kind in (first, second)]


@cache
def inputs_cases(variant):
    """Boards of the class, for either player and coding."""
    rng, boards = np.random.default_rng(163), variant.boards()
    some = boards[[0, *rng.permutation(len(boards))[:40]]].tolist()  # the empty one, too
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
        "Own marks never come first here.": mistake(
            ("own_first and me == <<v.o>>", "False"), costs=("own",)
        ),
        "Own marks come first here in either coding.": mistake(
            ("own_first and ", ""), costs=("report",)
        ),
        "The two codings have changed places.": mistake(("if own_first", "if not own_first")),
        "Here all inputs for the one mark come first; they should go square by square.": mistake(
            (
                "for mark in board for kind in (first, second)",
                "for kind in (first, second) for mark in board",
            )
        ),
        "The inputs here are the marks themselves; they are 0 and 1.": mistake(
            ("int(mark == kind)", "mark * (mark == kind)")
        ),
        "These are the inputs of the book's marks, 1 and -1.": mistake(
            ("<<v.x>>, <<v.o>>", "1, -1")
        ),
        "The other's marks come first here.": mistake(
            ("me == <<v.o>>", "me == <<v.x>>"), costs=("own",)
        ),
    },
)


# P16.3 Matchboxes.


def beads(variant, games, every, board):
    """The beads in a board's box."""

    def new(board):
        return [variant.rivals * (mark == variant.empty) for mark in board]

    boxes = {}
    for moves in [moves for moves, lost in games if lost]:
        for before, square in moves if every else moves[-1:]:
            box = boxes.setdefault(tuple(before), new(before))
            if box[square] > 0 and sum(box) > 1:
                box[square] -= 1
    return boxes.get(tuple(board), new(board))


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
    return found + [
        ("every" if every else "last", (games, every, board))
        for games, boards in [([], [[variant.empty] * 9]), *worn_out(variant, rng)]
        for every in (False, True)
        for board in boards
    ]


def worn_out(variant, rng):
    """(games, boards) after which the box of the last board has a single bead left: boards with
    several open squares, of either player, and one that is in no game.
    """
    for only in ("x", "o"):
        boards = variant.boards(only)
        left = (boards == variant.empty).sum(axis=1)
        late = boards[(left == 2) | (left == 3)]
        other, board = late[rng.permutation(len(late))[:2]].tolist()
        squares = [square for square in range(9) if board[square] == variant.empty]
        before = [other, other.index(variant.empty)]
        games = [[before, [board, square]] for square in squares for _ in range(variant.rivals + 1)]
        yield [[moves, True] for moves in games], ([variant.empty] * 9, other, board)


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
    parts=(
        Part("last", 2, "the last move is punished"),
        Part("every", 2, "every move is punished"),
    ),
    cases=boxes_cases,
    right=beads,
    examples=boxes_examples,
    wrong={
        "Every move of a lost game loses a bead here, even where the last one alone should.": mistake(
            ("moves if every else moves[-1:]", "moves"), costs=("last",)
        ),
        "The last move alone loses a bead here, even where every one should.": mistake(
            ("moves if every else ", ""), costs=("every",)
        ),
        "The first move of a game is punished here, and not the last.": mistake(
            ("moves[-1:]", "moves[:1]"), costs=("last",)
        ),
        "Games that were not lost take beads here too.": mistake((" if lost else []", "")),
        "Games that were not lost take beads here, and lost ones don't.": mistake(
            ("if lost", "if not lost")
        ),
        "The last bead of a box is taken here, and should stay.": mistake(
            (" and sum(box) > 1", "")
        ),
        "The last bead of each square stays here; only the last one of the whole box does.": mistake(
            ("> 0 and sum(box) > 1", "> 1")
        ),
        "There are fewer than no beads on some squares here.": mistake(
            ("box[square] > 0 and ", ""), costs=("last", "every"), variant=0
        ),
        "A new box has ten beads for a square here; your class has another number.": mistake(
            ("<<v.rivals>>", "10")
        ),
        "One box is kept for all boards here; each has its own.": mistake(
            ("tuple(before), new_box(before)", "tuple(board), new_box(board)")
        ),
        "Taken squares have beads here too.": mistake((" * (mark == <<v.empty>>)", "")),
    },
)


# P16.4 The exam of one who knows a few boards.


def onward(variant, board, turn, about):
    """The boards after a move or a pass, each as likely."""
    known, habit, me = about
    squares = [square for square in range(9) if board[square] == variant.empty]
    if turn == me:
        squares = [square for square in squares if square == known.get(board, habit)]
    return [(*board[:square], turn, *board[square + 1 :]) for square in squares] or [board]


def result(variant, board, turn, me):
    """The chances on a board where somebody has just moved, None if the game goes on."""
    if any(all(board[k] == turn for k in line) for line in variant.lines):
        return np.array([turn == me, 0, turn != me], dtype=float)
    return None if variant.empty in board else np.array([0.0, 1.0, 0.0])


def ends(variant, board, turn, about, found):
    """The chances from a board on which the game goes on."""
    if (board, turn) not in found:
        boards, total = onward(variant, board, turn, about), np.zeros(3)
        for then in boards:
            over = result(variant, then, turn, about[2])
            if over is None:
                over = ends(variant, then, variant.x + variant.o - turn, about, found)
            total += over
        found[board, turn] = total / len(boards)
    return found[board, turn]


def sat(variant, known, habit, me):
    """The chances of a pupil against a random player."""
    about = {tuple(board): square for board, square in known}, habit, me
    return ends(variant, (variant.empty,) * 9, variant.x, about, {})


def overwritten(variant, known, habit, me):
    """The chances of a program that keeps only one way to each board."""
    about = {tuple(board): square for board, square in known}, habit, me
    flow, turn, total = {(variant.empty,) * 9: 1.0}, variant.x, np.zeros(3)
    while flow:
        before, flow = flow, {}
        for board, chance in before.items():
            boards = onward(variant, board, turn, about)
            for then in boards:
                over = result(variant, then, turn, me)
                if over is None:
                    flow[then] = chance / len(boards)
                else:
                    total += chance / len(boards) * over
        turn = variant.x + variant.o - turn
    return total


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
                known[board] = square if rng.random() < 0.8 else int(rng.integers(9))
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


EXAM = FunctionTask(
    name="exam",
    number="P16.4",
    title="the exam of one who knows a few boards",
    function="exam",
    shape=Numbers(count=3, within=WITHIN),
    pure=True,
    parts=(Part("X", 3, "pupils who are X"), Part("O", 2, "pupils who are O")),
    cases=exam_cases,
    right=sat,
    examples=lambda v: [([], 4, v.x), ([[[v.empty] * 9, 0]], 4, v.x), ([], v.place[4], v.o)],
    wrong={
        "The three chances are won, tied and lost, as the pupil sees them.": mistake(
            ("[turn == me, 0, turn != me]", "[turn == <<v.x>>, 0, turn == <<v.o>>]"), costs=("O",)
        ),
        "The chances to win and to lose have changed places.": mistake(
            ("turn == me, 0, turn != me", "turn != me, 0, turn == me")
        ),
        "Where its square is taken the pupil takes any open one here; it passes.": mistake(
            ("[None]", "squares")
        ),
        "Where its square is taken the pupil takes the first open one here; it passes.": mistake(
            ("[None]", "squares[:1]")
        ),
        "What the pupil knows by heart is overlooked here.": mistake(
            ("heart.get(board, habit)", "habit")
        ),
        "The pupil begins here, whoever it is; X does.": mistake(
            ("* 9, <<v.x>>", "* 9, me"), costs=("O",)
        ),
        "Chances that reach one board by different orders are overwritten here; they add up.": overwritten,
        "The lines here are those of the book's squares, numbered row by row; in your class they "
        "lie elsewhere.": mistake(("LINES", f"{LINES}")),
    },
)


# P16.5 Find the bug: an exam that teaches.


def answered(variant, saved, matches):
    """The right answers of each match."""
    found = []
    for match in matches:
        pupil, right = [list(row) for row in saved], 0
        for question, goal in match:
            row = pupil[question]
            answer = row.index(max(row))
            right += answer == goal
            if answer != goal:
                row[answer] -= variant.change
        found.append(right)
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
        "saved one.": mistake(
            (
                "    for match in matches:\n        pupil = [list(row) for row in saved]\n",
                "    pupil = [list(row) for row in saved]\n    for match in matches:\n",
            )
        ),
        "The pupil does not learn here any more; within a match it should.": mistake(
            ("row[answer] -= <<v.change>>", "pass")
        ),
    },
)


# P16.6 The student's own exam.


def own_results(variant, student):
    """The eight results that the notebook draws."""
    rng = student_rng(variant.number, student, "causes")
    return {f"{k:03b}": rng.multinomial(100, rng.dirichlet((2, 1, 2))).tolist() for k in range(8)}


def own_right(variant, student):
    """(the three shares, what learning changes in four cases, which share is largest)."""
    results = own_results(variant, student)
    payoffs = {key: payoff_of(variant, one) for key, one in results.items()}
    found = shares(variant, results)
    sizes = [abs(one) for one in found]
    learning = [payoffs[f"{one}1"] - payoffs[f"{one}0"] for one in ("00", "10", "01", "11")]
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
        BOOK: mistake(counted("wins - 10 * losses"), costs=("shares", "learning")),
        "Those are lost games; the payoff is asked for.": mistake(
            counted("losses"), costs=("shares", "learning")
        ),
        "That is by one order alone.": mistake(
            (
                "shares(my_results)",
                "[payoff(my_results[new]) - payoff(my_results[old]) for old, new in "
                "(('000', '100'), ('100', '110'), ('110', '111'))]",
            ),
            costs=("shares",),
        ),
        "The second and the third have changed places: the seat's letter comes first.": mistake(
            ('"10", "01"', '"01", "10"'), costs=("learning",)
        ),
        "That is the highest share; the one of the largest size is asked for, whatever its sign.": mistake(
            ("abs(share)", "share"), costs=("largest",)
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
