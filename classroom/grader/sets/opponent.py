"""Problem set 3: a rule that wins, blocks, hinders and slips."""

# Long: the tasks of a set, their texts, their solutions and the mistakes in them are read and
# changed together.

from dataclasses import replace
from functools import cache
from itertools import accumulate, product

import numpy as np
from matplotlib.figure import Figure

from fogel import checks
from fogel.checks.shapes import Number, Numbers, Square, Squares
from fogel.checks.variant import handed_boards, student_rng, variant
from fogel.encoding import EMPTY, LINES, O, X, winner
from fogel.plots import style
from grader import rules
from grader.tasks import FunctionTask, Part, ProblemSet, ValueTask, WrittenTask

# Boards in the figure: a win that could be a block, a fork, two that are hindered.
SHOWN = (1132, 289, 1, 19)
# The odds in the other figure, which are exact, so that every sum of them is.
PIECES = np.array([0, 2, 0, 4, 1, 0, 5, 4, 0]) / 16
LARGEST_DRAW = 1 - 2**-53
HANDED = {"count": 40, "only": "o", "marks": (3, 5)}  # a student's boards


# The rule, in the numbers of a class.


def in_lines(variant, board, lines, mark, marks):
    """The open squares of each line that holds `marks` marks of that kind and is open otherwise,
    line by line.
    """
    found = []
    for line in lines:
        held = [int(board[square]) for square in line]
        if held.count(mark) == marks and held.count(variant.empty) == 3 - marks:
            found.append([square for square in line if board[square] == variant.empty])
    return found


def four_rules(variant, board, lines):
    """What the four rules find: {name: the open squares of each of its lines}."""
    return {
        "win": in_lines(variant, board, lines, variant.o, 2),
        "block": in_lines(variant, board, lines, variant.x, 2),
        "hinder": in_lines(variant, board, lines, variant.x, 1),
        "anywhere": [rules.open_squares(variant, board)],
    }


def distinct(lines):
    """The different squares of some lines, lowest first."""
    return sorted({int(square) for line in lines for square in line})


def first_of(found, *names):
    """The different squares of the first rule, of those named, that finds any."""
    return distinct(next((found[name] for name in names if found[name]), []))


def on_purpose(variant, board, lines):
    """The squares among which the rule chooses."""
    return first_of(four_rules(variant, board, lines), "win", "block", "hinder", "anywhere")


def mixture(variant, board, squares, slip):
    """The nine probabilities with that share of slips."""
    open_ones = rules.open_squares(variant, board)
    return [
        (1 - slip) * (square in squares) / len(squares)
        + slip * (square in open_ones) / len(open_ones)
        for square in range(9)
    ]


def replies(variant, board, squares):
    """The nine probabilities with the slips of the class."""
    return mixture(variant, board, squares, variant.slip)


@cache
def orders(variant):
    """The eight lines, their squares too, in six orders."""
    rng = np.random.default_rng(31)
    return [
        [rng.permutation(line).tolist() for line in rng.permutation(variant.lines)]
        for _ in range(6)
    ]


# P3.1 What completes a line.


def completing(variant, board, mark):
    """The open squares that complete a line for a mark."""
    return distinct(in_lines(variant, board, variant.lines, mark, 2))


def completing_cases(variant):
    """Both marks on every board of a game that goes on."""
    both = product(
        np.concatenate([variant.boards("x"), variant.boards("o")]), (variant.x, variant.o)
    )
    return [("several" if len(completing(variant, *case)) > 1 else "one", case) for case in both]


def open_beside(variant, board, lines, mark):
    """The open squares of each line with such a mark, whatever else it holds, line by line."""
    return [
        [square for square in line if board[square] == variant.empty]
        for line in lines
        if mark in [board[square] for square in line]
    ]


def straight(variant):
    """The rows and columns."""
    diagonals = ({0, 4, 8}, {2, 4, 6})
    return [
        line
        for line in variant.lines
        if {variant.order[square] for square in line} not in diagonals
    ]


COMPLETING = FunctionTask(
    name="completing",
    number="P3.1",
    title="two of three",
    function="completing",
    shape=Squares(board=0),
    parts=(
        Part(
            "one",
            3,
            "both marks on every board of a game that goes on, where one square or none completes a"
            " line",
        ),
        Part("several", 1, "boards on which several squares do"),
    ),
    cases=completing_cases,
    right=completing,
    examples=lambda variant: [
        (variant.boards("o")[11], variant.x),
        (variant.boards("o")[1132], variant.o),
        (variant.boards("o")[19], variant.x),
    ],
    wrong={
        "Your lines are those of squares that are numbered row by row; in your class they are "
        "numbered otherwise.": lambda v, board, mark: distinct(
            in_lines(v, board, replace(v, order=tuple(range(9))).lines, mark, 2)
        ),
        "These are the squares that complete a line for the other mark.": (
            lambda v, board, mark: completing(v, board, v.x + v.o - mark)
        ),
        "These are the squares that complete a line for either side; one mark is asked about.": (
            lambda v, board, mark: sorted({*completing(v, board, v.x), *completing(v, board, v.o)})
        ),
        "This stops at the first line that it finds; there may be more.": (
            lambda v, board, mark: distinct(in_lines(v, board, v.lines, mark, 2)[:1])
        ),
        "These are lines with one mark and two open squares; two marks and one open square are "
        "asked for.": lambda v, board, mark: distinct(in_lines(v, board, v.lines, mark, 1)),
        "One mark in a line is enough for this function; there have to be two.": (
            lambda v, board, mark: distinct(open_beside(v, board, v.lines, mark))
        ),
        "The two diagonals are missing among your lines.": lambda v, board, mark: distinct(
            in_lines(v, board, straight(v), mark, 2)
        ),
        "This takes 0 for an open square, as in the book; in your class another mark says so.": (
            lambda v, board, mark: distinct(in_lines(replace(v, empty=0), board, v.lines, mark, 2))
        ),
    },
    package=(
        "from fogel import opponent\n\n"
        "def completing(board, mark):\n"
        "    found = opponent.open_in_lines(np.sign(board).tolist(), int(np.sign(mark)), 2)\n"
        "    return sorted({square for line in found for square in line})\n"
    ),
)


# P3.2 What the rule does on purpose.


@cache
def set_up_by_hand():
    """Boards of the book on which nobody has won and the first three rules find nothing; O is not
    to move on them.
    """
    found, book = [], variant(0)
    for board in product((EMPTY, X, O), repeat=9):
        if (
            EMPTY in board
            and not winner(board)
            and not any(list(four_rules(book, board, LINES).values())[:3])
        ):
            found.append(board)
    return found


def purpose_cases(variant):
    """Every board on which O is to move, and some on which nobody should be; the lines in several
    orders.
    """
    cases = []
    for k, board in enumerate(variant.boards("o")):
        found = four_rules(variant, board, variant.lines)
        cases.append((next(name for name in found if found[name]), (board, orders(variant)[k % 6])))
    return cases + [
        ("anywhere", (variant.board(board), variant.lines)) for board in set_up_by_hand()
    ]


def variation(*names, **replaced):
    """An opponent whose rules come in another order, or find other lines: {name: a function like
    `in_lines`}.
    """

    def rule(variant, board, lines):
        found = four_rules(variant, board, lines)
        found |= {name: find(variant, board, lines) for name, find in replaced.items()}
        return first_of(found, *(names or found))

    return rule


def first_line(variant, board, lines):
    """The squares of the first line that the rule finds."""
    found = four_rules(variant, board, lines)
    return sorted(next(found[name][0] for name in found if found[name]))


def win_and_block(variant, board, lines):
    """Winning and blocking squares alike."""
    found = four_rules(variant, board, lines)
    return first_of({**found, "both": found["win"] + found["block"]}, "both", "hinder", "anywhere")


PURPOSE = FunctionTask(
    name="purpose",
    number="P3.2",
    title="on purpose",
    function="on_purpose",
    shape=Squares(board=0),
    parts=(
        Part("win", 2, "all boards on which O can win"),
        Part("block", 1, "all boards on which O has to block"),
        Part("hinder", 2, "all boards on which the third rule decides"),
        Part("anywhere", 1, "boards set up by hand, on which the fourth rule decides"),
    ),
    cases=purpose_cases,
    right=on_purpose,
    examples=lambda variant: [(variant.boards("o")[k], orders(variant)[0]) for k in (943, 11, 19)],
    wrong={
        "The sides are exchanged here: this is what O would do if it played X.": (
            lambda v, board, lines: on_purpose(replace(v, x=v.o, o=v.x), board, lines)
        ),
        "This blocks before it wins. The first rule comes first.": variation(
            "block", "win", "hinder", "anywhere"
        ),
        "Here winning and blocking squares are alike; a block counts only where nothing wins.": (
            win_and_block
        ),
        "Rule 3 looks for lines with an O here. It is to hinder: it looks for lines with an X.": (
            variation(hinder=lambda v, board, lines: in_lines(v, board, lines, v.o, 1))
        ),
        "Rule 3 takes lines with an X and only one open square too; it asks for two open ones.": (
            variation(hinder=lambda v, board, lines: open_beside(v, board, lines, v.x))
        ),
        "This takes the squares of the first line that it finds; all lines that a rule fits "
        "count.": (first_line),
        "Rule 3 is missing here: where nothing wins or blocks, this takes any open square.": (
            variation("win", "block", "anywhere")
        ),
        "The first rule is missing here: this opponent never wins on purpose.": variation(
            "block", "hinder", "anywhere"
        ),
    },
    package=(
        "from fogel import opponent\nfrom fogel.core import settings\n\ndef on_purpose(board,"
        " lines):\n    odds = opponent.near_perfect_odds(np.sign(board).tolist(),"
        " settings.Settings())\n    return np.flatnonzero(odds)\n"
    ),
)


# P3.3 With the slips.


def reply_cases(variant):
    """Every board on which O is to move, and the squares among which the rule chooses."""
    cases = []
    for board in variant.boards("o"):
        squares = on_purpose(variant, board, variant.lines)
        every = len(squares) == len(rules.open_squares(variant, board))
        cases.append(
            ("all" if every else "one" if len(squares) == 1 else "several", (board, squares))
        )
    return cases


def slips(by_rule, by_chance, among=None):
    """A wrong mixture: the shares of the rule's squares and of a slip's, functions of the slip rate
    and of how many.

    `among(variant, board, squares)` are the squares that a slip may hit: the open ones.
    """

    def model(variant, board, squares):
        hit = (
            rules.open_squares(variant, board) if among is None else among(variant, board, squares)
        )
        rule, chance = by_rule(variant.slip, len(squares)), by_chance(variant.slip, len(hit))
        return [rule * (square in squares) + chance * (square in hit) for square in range(9)]

    return model


def share(slip, count):
    """What a slip brings each of so many squares."""
    return slip / count


def rest(slip, count):
    """What the rule brings each of so many squares."""
    return (1 - slip) / count


def others(variant, board, squares):
    """The open squares that the rule would not choose."""
    return [square for square in rules.open_squares(variant, board) if square not in squares]


REPLIES = FunctionTask(
    name="replies",
    number="P3.3",
    title="with slips",
    function="reply_probabilities",
    shape=Numbers(count=9, within=1e-6, board=0),
    parts=(
        Part("one", 2, "all boards on which the rule knows one square"),
        Part("several", 1, "all boards on which it knows several, and not all that are open"),
        Part("all", 1, "all boards on which it chooses among all open squares"),
    ),
    cases=reply_cases,
    right=replies,
    examples=lambda variant: [
        (board, on_purpose(variant, board, variant.lines)) for board in variant.boards("o")[[11, 1]]
    ],
    wrong={
        "These are the probabilities without slips.": slips(lambda s, k: 1 / k, lambda s, k: 0),
        "The opponent slips in 10 % of its moves here, as in the book; in your class it is "
        "another share.": lambda v, board, squares: mixture(v, board, squares, 0.1),
        "The slips are added here, and the rest isn't made smaller: the nine numbers sum to more "
        "than 1.": slips(lambda s, k: 1 / k, share),
        "Here a slip never hits a square that the rule would choose. It goes to any open square.": (
            slips(rest, share, others)
        ),
        "Here a slip is shared among all nine squares. It goes to the open ones alone.": slips(
            rest, share, lambda v, board, squares: range(9)
        ),
        "A ninth of the slips goes to each open square here; so what would go to taken ones is "
        "lost.": slips(rest, lambda s, k: s / 9),
        "Each open square gets the whole share of the slips here; they have to divide it.": slips(
            rest, lambda s, k: s
        ),
        "Each of the rule's squares gets the whole share of the rule here; they have to divide "
        "it.": slips(lambda s, k: 1 - s, share),
        "The two shares are exchanged here: the slips are the share that the class's table says.": (
            slips(lambda s, k: s / k, lambda s, k: (1 - s) / k)
        ),
        "These are percentages. Probabilities are asked for, which sum to 1.": (
            lambda v, board, squares: [100 * p for p in replies(v, board, squares)]
        ),
    },
    package=(
        "from fogel import opponent\n\n"
        "def reply_probabilities(board, squares):\n"
        "    return opponent.reply_probabilities(np.sign(board))\n"
    ),
)


# P3.4 From a draw to a square.


def possible(variant, probabilities):
    """The squares that are not impossible, in the order of the class."""
    return [square for square in variant.preference if probabilities[square] > 0]


def pick(variant, probabilities, u):
    """The square whose piece holds the draw; the last possible one takes what is left."""
    squares = possible(variant, probabilities)
    ends = accumulate(probabilities[square] for square in squares)
    return next((square for square, end in zip(squares, ends, strict=True) if u < end), squares[-1])


def ends_of(variant, probabilities):
    """Where the pieces end, in the order of the class."""
    return list(accumulate(float(probabilities[square]) for square in variant.preference))


def pick_cases(variant):
    """Draws inside pieces, on their borders, and after the end of rounded sums."""
    rng = np.random.default_rng(34)
    cases = []
    for board in variant.boards("o"):
        probabilities, u = rules.reply_probabilities(variant, board), float(rng.random())
        if min(abs(u - end) for end in ends_of(variant, probabilities)) > 1e-6:
            cases.append(("inside", (probabilities, u)))
    for _ in range(30):
        probabilities = rng.multinomial(16, rng.dirichlet(np.ones(9))) / 16
        borders = sorted({0.0, *ends_of(variant, probabilities)})
        cases += [("borders", (probabilities, u)) for u in borders if u < 1]
    return cases + [
        ("rounded", (probabilities, LARGEST_DRAW)) for probabilities in short_sums(variant)
    ]


def short_sums(variant):
    """Probabilities whose sum, in the order of the class, is rounded to less than 1; the last
    square is impossible.
    """
    rng, found = np.random.default_rng(35), []
    while len(found) < 12:
        probabilities = rng.random(9) + 0.2
        probabilities[[variant.preference[-1], variant.preference[int(rng.integers(8))]]] = 0
        probabilities /= probabilities.sum()
        if ends_of(variant, probabilities)[-1] < 1:
            found.append(probabilities)
    return found


def in_order(variant, order):
    """The class, with its pieces in another order."""
    return replace(variant, preference=tuple(order))


def at_a_border(variant, probabilities, u):
    """A draw on a border given to the piece that ends there."""
    squares = possible(variant, probabilities)
    ends = accumulate(probabilities[square] for square in squares)
    return next(
        (square for square, end in zip(squares, ends, strict=True) if u <= end), squares[-1]
    )


def compared_alone(variant, probabilities, u):
    """The draw compared with each probability, not with their sums."""
    squares = possible(variant, probabilities)
    return next((square for square in squares if u < probabilities[square]), squares[-1])


def with_the_last(variant, probabilities, u):
    """What is left given to the last square, possible or not."""
    ends = zip(variant.preference, ends_of(variant, probabilities), strict=True)
    return next((square for square, end in ends if u < end), variant.preference[-1])


def of_equal_length(variant, probabilities, u):
    """A piece of the same length for every possible square."""
    squares = possible(variant, probabilities)
    return squares[int(u * len(squares))]


PICK = FunctionTask(
    name="pick",
    number="P3.4",
    title="from a draw to a square",
    function="pick",
    shape=Square(),
    parts=(
        Part("inside", 2, "draws inside a piece"),
        Part("borders", 1, "draws on the border of two pieces"),
        Part("rounded", 1, "the largest draw there is, where the rounded sums end below 1"),
    ),
    cases=pick_cases,
    right=pick,
    examples=lambda variant: [(PIECES, u) for u in (0.05, 0.6, 0.9)],
    wrong={
        "The pieces lie in the order 0, 1, 2 and so on here; your class lays them in another "
        "order.": lambda v, probabilities, u: pick(in_order(v, range(9)), probabilities, u),
        "The pieces lie in your class's order from back to front here.": (
            lambda v, probabilities, u: pick(in_order(v, v.preference[::-1]), probabilities, u)
        ),
        "A draw on a border belongs to the piece that begins there, not to the one that ends "
        "there.": (at_a_border),
        "This returns a place in your class's list, and not the square that stands there.": (
            lambda v, probabilities, u: v.preference.index(pick(v, probabilities, u))
        ),
        "This compares the draw with each probability alone; the probabilities have to be added "
        "up.": (compared_alone),
        "This always takes the likeliest square, whatever the draw.": (
            lambda v, probabilities, u: max(v.preference, key=lambda square: probabilities[square])
        ),
        "The pieces are equally long here; each should be as long as its square is probable.": (
            of_equal_length
        ),
        "What is left goes to the last square of the list here, even if its probability is 0.": (
            with_the_last
        ),
    },
    package=(
        "from fogel import opponent\n\n"
        "def pick(probabilities, u):\n"
        "    return opponent.pick(opponent.cumulative(probabilities), u)\n"
    ),
)


# P3.5 Find the bug: win and block in one loop.


def urgent(variant, board, lines):
    """The squares that win or, where none does, those that block."""
    return first_of(four_rules(variant, board, lines), "win", "block")


def in_one_loop(variant, board, lines):
    """The program with the bug: the open square of the first line in which two of three
    are alike.
    """
    for line in lines:
        one = in_lines(variant, board, [line], variant.o, 2) or in_lines(
            variant, board, [line], variant.x, 2
        )
        if one:
            return one[0]
    return []


def urgent_cases(variant):
    """Every board on which O is to move, the lines in several orders."""
    cases = [(board, orders(variant)[k % 6]) for k, board in enumerate(variant.boards("o"))]
    return [("several" if len(urgent(variant, *case)) > 1 else "order", case) for case in cases]


def of_first_lines(variant, board, lines):
    """In the right order, but one line of each rule."""
    found = four_rules(variant, board, lines)
    return sorted((found["win"] or found["block"] or [[]])[0])


def in_the_other_order(variant, board, lines):
    """The squares that block or, where none does, those that win."""
    return first_of(four_rules(variant, board, lines), "block", "win")


def of_both(variant, board, lines):
    """The squares that win, and those that block."""
    found = four_rules(variant, board, lines)
    return distinct(found["win"] + found["block"])


BUG = FunctionTask(
    name="bug",
    number="P3.5",
    title="find the bug: two of three are alike",
    kind="bug",
    function="win_or_block",
    shape=Squares(board=0),
    parts=(
        Part("order", 2, "boards on which one square is right, or none"),
        Part("several", 1, "boards on which several are"),
    ),
    cases=urgent_cases,
    right=urgent,
    wrong={
        "These are the squares of the program with its bug still in it.": in_one_loop,
        "Blocks come before wins here.": in_the_other_order,
        "Winning and blocking squares come together here; blocks count only where nothing wins.": (
            of_both
        ),
        "The order is right now, but the search stops at the first line of a kind.": of_first_lines,
    },
    examples=lambda variant: [(variant.boards("o")[k], orders(variant)[1]) for k in (11, 943, 19)],
)


# P3.6 Boards that give it away.


def my_lines(variant, student):
    """The eight lines in an order of the student's own: what the notebook calls `my_lines`."""
    return student_rng(variant.number, student, "lines").permutation(variant.lines).tolist()


def witness_verdict(variant, student, cases, answers):
    """Whether on three different boards the program with the bug moves where the rule never would
    on purpose.
    """
    part, shape = cases[0][0], WITNESS.shapes[0]
    given = answers[0].get("value")
    complaint = checks.what_is_wrong(given, None, shape)
    if complaint:
        return {part: complaint}
    known = {tuple(row) for row in variant.boards("o").tolist()}
    boards = [tuple(board) for board in given]
    if len({*boards}) < len(boards):
        return {part: "A board stands there twice; three different ones are asked for."}
    for number, board in enumerate(boards):
        words = _no_witness(variant, student, board) if board in known else (
            "this is no board of your class on which O is to move: nine marks that a game can "
            "come to"
        )  # fmt: skip
        if words:
            return {part: f"Board {number + 1} of 3: {words}."}
    return {}


def _no_witness(variant, student, board):
    """Why a board does not give the bug away, in words; "" if it does."""
    lines = my_lines(variant, student)
    given, right = in_one_loop(variant, board, lines), urgent(variant, board, lines)
    if not given:
        return "nothing wins or blocks here, and both programs say so"
    if given[0] in right:
        return f"with your lines the program chooses square {given[0]} here, and so may the rule"
    return ""


WITNESS = ValueTask(
    name="witness",
    number="P3.6",
    title="boards that give it away",
    kind="bug",
    values=("witnesses",),
    shapes=(Numbers(count=(3, 9)),),
    parts=(
        Part("differ", 2, "three boards on which the bug does what the rule never does on purpose"),
    ),
    verdict=witness_verdict,
)


# P3.7 The student's own boards.


def on_five(variant, student):
    """The student's first five boards, each with the squares that the rule chooses among there."""
    boards = handed_boards(variant.number, student, **HANDED)[:5]
    return [(board, on_purpose(variant, board, variant.lines)) for board in boards]


def gifts(variant, student, also_after_wins=False):
    """After how many replies X can win at once, a percentage, the average over the student's
    boards.
    """
    total, boards = 0.0, handed_boards(variant.number, student, **HANDED)
    for board in boards:
        wins = completing(variant, board, variant.o)
        for square, chance in enumerate(
            replies(variant, board, on_purpose(variant, board, variant.lines))
        ):
            after = np.array([variant.o if k == square else mark for k, mark in enumerate(board)])
            goes_on = also_after_wins or square not in wins
            if chance and goes_on and completing(variant, after, variant.x):
                total += chance
    return 100 * total / len(boards)


def hits(variant, student):
    """On five boards, how likely a move is a slip into a square that the rule would choose."""
    return [
        variant.slip * len(squares) / len(rules.open_squares(variant, board))
        for board, squares in on_five(variant, student)
    ]


def own_right(variant, student):
    """The likeliest replies on five boards, what forty replies give away, and the doubts on the
    five boards.
    """
    likeliest = [max(replies(variant, *both)) for both in on_five(variant, student)]
    doubts = [100 * hit / (hit + 1 - variant.slip) for hit in hits(variant, student)]
    return (likeliest, gifts(variant, student), doubts)


OWN = ValueTask(
    name="own",
    number="P3.7",
    title="your boards",
    kind="personal",
    values=("my_likeliest", "my_gifts", "my_doubts"),
    shapes=(
        Numbers(count=5, within=0.0006),
        Number(within=0.06, least=0, most=100),
        Numbers(count=5, within=0.0006),
    ),
    parts=(
        Part("likeliest", 1, "the probability of the likeliest reply on five boards"),
        Part("gifts", 2, "after how many replies X can win at once, in percent"),
        Part(
            "doubts",
            2,
            "how likely a move that the rule allows was a slip, in percent, on five boards",
        ),
    ),
    right=own_right,
    wrong={
        "That is what it would be with the 10 % of slips of the book.": (
            lambda v, student: own_right(replace(v, slip=0.1), student)
        ),
        "That is what it would be without slips.": lambda v, student: own_right(
            replace(v, slip=0.0), student
        ),
        "Replies with which O wins are counted here too; the game is over then, and X can't "
        "move.": lambda v, student: (None, gifts(v, student, also_after_wins=True), None),
        "That is a share of all moves. Only moves into squares that the rule allows are looked "
        "at.": lambda v, student: (None, None, [100 * hit for hit in hits(v, student)]),
        "That is the share of slips among all moves. A slip seldom looks like a move of the "
        "rule.": lambda v, student: (None, None, [100 * v.slip] * 5),
    },
)

WHY = WrittenTask(
    name="why",
    number="P3.8",
    title="in your own words",
    parts=(
        Part(
            "why",
            3,
            "why an opponent that slips teaches better than a perfect one, and what its slips"
            " spoil",
        ),
    ),
)


# The targets.


def target(variant):
    """Four boards with the nine probabilities in percent; frames round the squares that the rule
    chooses.
    """
    return checks.board_figure(
        [variant.boards("o")[k] for k in SHOWN],
        variant.number,
        values=lambda board: (
            100 * np.array(replies(variant, board, on_purpose(variant, board, variant.lines)))
        ),
        squares=lambda board: on_purpose(variant, board, variant.lines),
    )


@style.styled
def pieces(variant):
    """Which square each of many draws gives, for the probabilities of the text."""
    figure = Figure(figsize=(style.PAGE, 2.6))
    axes = figure.subplots()
    draws = np.arange(0.0025, 1, 0.005)
    axes.plot(draws, [pick(variant, PIECES, u) for u in draws], ".")
    axes.set(xlabel="the draw u", ylabel="square", xlim=(0, 1), ylim=(8.5, -0.5), yticks=range(9))
    return figure


SET = ProblemSet(
    "03_opponent",
    "A rule that wins, blocks, hinders and slips",
    80,
    (COMPLETING, PURPOSE, REPLIES, PICK, BUG, WITNESS, OWN, WHY),
    {"target": target, "pieces": pieces},
)
