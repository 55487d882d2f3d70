"""Problem set 3: a rule that wins, blocks, hinders and slips."""

# Long: the tasks of a set, their texts, their solutions and the mistakes in them are read and
# changed together.

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
from grader.mistakes import mistake
from grader.tasks import FunctionTask, Part, ProblemSet, ValueTask, WrittenTask

# Boards in the figure: a win that could be a block, a fork, two that are hindered.
SHOWN = (1132, 289, 1, 19)
# The odds in the other figure, which are exact, so that every sum of them is.
PIECES = np.array([0, 2, 0, 4, 1, 0, 5, 4, 0]) / 16
LARGEST_DRAW = 1 - 2**-53
HANDED = {"count": 40, "only": "o", "marks": (3, 5)}  # a student's boards

# What several mistakes change.
FOUND = "found.add(line[held.index(<<v.empty>>)])"
FIRST = "return [line[held.index(<<v.empty>>)]]"
OPEN = "square for square in line if board[square] == <<v.empty>>"
ALIKE = "held.count(mark) == 2 and held.count(<<v.empty>>) == 1"
MATCHES = "held.count(mark) == marks and held.count(<<v.empty>>) == 3 - marks"
WIN, BLOCK, HINDER = "in_lines(<<v.o>>, 2)", "in_lines(<<v.x>>, 2)", "in_lines(<<v.x>>, 1)"


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


def replies(variant, board, squares):
    """The nine probabilities with the slips of the class."""
    open_ones, slip = rules.open_squares(variant, board), variant.slip
    return [
        (1 - slip) * (square in squares) / len(squares)
        + slip * (square in open_ones) / len(open_ones)
        for square in range(9)
    ]


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
        "numbered otherwise.": mistake(("LINES = <<lines>>", "from fogel.encoding import LINES")),
        "These are the squares that complete a line for the other mark.": mistake(
            ("count(mark)", "count(<<v.x>> + <<v.o>> - mark)")
        ),
        "These are the squares that complete a line for either side; one mark is asked about.": (
            mistake(
                ("held.count(mark)", "max(held.count(<<v.x>>), held.count(<<v.o>>))"),
                costs=("one",),
            )
        ),
        "This stops at the first line that it finds; there may be more.": mistake(
            (FOUND, FIRST), costs=("several",)
        ),
        "These are lines with one mark and two open squares; two marks and one open square are "
        "asked for.": mistake(
            (ALIKE, "held.count(mark) == 1 and held.count(<<v.empty>>) == 2"),
            (FOUND, f"found.update({OPEN})"),
        ),
        "One mark in a line is enough for this function; there have to be two.": mistake(
            (ALIKE, "mark in held"), (FOUND, f"found.update({OPEN})")
        ),
        "The two diagonals are missing among your lines.": mistake(("in LINES", "in LINES[:6]")),
        "This takes 0 for an open square, as in the book; in your class another mark says so.": (
            mistake(("count(<<v.empty>>)", "count(0)"), ("index(<<v.empty>>)", "index(0)"))
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
        "The sides are exchanged here: this is what O would do if it played X.": mistake(
            (f"{WIN} or {BLOCK} or {HINDER}", f"{BLOCK} or {WIN} or in_lines(<<v.o>>, 1)"),
            costs=("win", "hinder", "anywhere"),
        ),
        "This blocks before it wins. The first rule comes first.": mistake(
            (f"{WIN} or {BLOCK}", f"{BLOCK} or {WIN}"), costs=("win",)
        ),
        "Here winning and blocking squares are alike; a block counts only where nothing wins.": (
            mistake((f"{WIN} or {BLOCK}", f"{WIN} | {BLOCK}"), costs=("win",))
        ),
        "Rule 3 looks for lines with an O here. It is to hinder: it looks for lines with an X.": (
            mistake((HINDER, "in_lines(<<v.o>>, 1)"), costs=("hinder", "anywhere"))
        ),
        "Rule 3 takes lines with an X and only one open square too; it asks for two open ones.": (
            mistake(
                (MATCHES, f"({MATCHES}) or marks == 1 and mark in held"),
                costs=("hinder", "anywhere"),
            )
        ),
        "This takes the squares of the first line that it finds; all lines that a rule fits "
        "count.": mistake(
            (f"found.update({OPEN})", f"return [{OPEN}]"), costs=("win", "block", "hinder")
        ),
        "Rule 3 is missing here: where nothing wins or blocks, this takes any open square.": (
            mistake((f" or {HINDER}", ""), costs=("hinder",))
        ),
        "The first rule is missing here: this opponent never wins on purpose.": mistake(
            (f"{WIN} or ", ""), costs=("win",)
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
        "These are the probabilities without slips.": mistake(
            ("+= <<v.slip>>", "+= 0"), ("1 - <<v.slip>>", "1"), costs=("one", "several")
        ),
        "The opponent slips in 10 % of its moves here, as in the book; in your class it is "
        "another share.": mistake(
            ("+= <<v.slip>>", "+= 0.1"), ("1 - <<v.slip>>", "0.9"), costs=("one", "several")
        ),
        "The slips are added here, and the rest isn't made smaller: the nine numbers sum to more "
        "than 1.": mistake(("1 - <<v.slip>>", "1")),
        "Here a slip never hits a square that the rule would choose. It goes to any open square.": (
            mistake(("== <<v.empty>>", "== <<v.empty>> and square not in squares"))
        ),
        "Here a slip is shared among all nine squares. It goes to the open ones alone.": mistake(
            (" if board[square] == <<v.empty>>", "")
        ),
        "A ninth of the slips goes to each open square here; so what would go to taken ones is "
        "lost.": mistake(("/ len(open_squares)", "/ 9")),
        "Each open square gets the whole share of the slips here; they have to divide it.": mistake(
            (" / len(open_squares)", "")
        ),
        "Each of the rule's squares gets the whole share of the rule here; they have to divide "
        "it.": mistake((" / len(squares)", ""), costs=("several", "all")),
        "The two shares are exchanged here: the slips are the share that the class's table says.": (
            mistake(
                ("(1 - <<v.slip>>)", "<<v.slip>>"),
                ("<<v.slip>> / len(open_squares)", "(1 - <<v.slip>>) / len(open_squares)"),
                costs=("one", "several"),
            )
        ),
        "These are percentages. Probabilities are asked for, which sum to 1.": mistake(
            ("return probabilities", "return 100 * np.array(probabilities)")
        ),
    },
    package=(
        "from fogel import opponent\n\n"
        "def reply_probabilities(board, squares):\n"
        "    return opponent.reply_probabilities(np.sign(board))\n"
    ),
)


# P3.4 From a draw to a square.


def pick(variant, probabilities, u):
    """The square whose piece holds the draw; the last possible one takes what is left."""
    squares = [square for square in variant.preference if probabilities[square] > 0]
    ends = accumulate(probabilities[square] for square in squares)
    return next((square for square, end in zip(squares, ends, strict=True) if u < end), squares[-1])


def ends_of(variant, probabilities):
    """Where the pieces end, in the order of the class."""
    return list(accumulate(float(probabilities[square]) for square in variant.preference))


def pick_cases(variant):
    """Return draws inside the squares' intervals, on the borders of these, including 0, and above
    the last border where rounding has made the sum too small. In some cases one square is certain.
    """
    rng = np.random.default_rng(34)
    cases = [("inside", (certain, 0.5)) for certain in np.eye(9)]
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
        "order.": mistake(("<<v.preference>>", "range(9)")),
        "The pieces lie in your class's order from back to front here.": mistake(
            ("<<v.preference>>", "<<v.preference[::-1]>>")
        ),
        "A draw on a border belongs to the piece that begins there, not to the one that ends "
        "there.": mistake(("u < end", "u <= end"), costs=("borders",)),
        "This returns a place in your class's list, and not the square that stands there.": mistake(
            ("return square", "return in_order.index(square)"),
            ("return possible[-1]", "return in_order.index(possible[-1])"),
        ),
        "This compares the draw with each probability alone; the probabilities have to be added "
        "up.": mistake(("end +=", "end ="), costs=("inside", "borders")),
        "This always takes the likeliest square, whatever the draw.": mistake(
            ("possible[:-1]", "()"),
            ("possible[-1]", "max(in_order, key=lambda square: probabilities[square])"),
        ),
        "The pieces are equally long here; each should be as long as its square is probable.": (
            mistake(
                ("possible[:-1]", "()"),
                ("possible[-1]", "possible[int(u * len(possible))]"),
                costs=("inside", "borders"),
            )
        ),
        "What is left goes to the last square of the list here, even if its probability is 0.": (
            mistake(
                ("possible[:-1]", "possible"), ("possible[-1]", "in_order[-1]"), costs=("rounded",)
            )
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
        "These are the squares of the program with its bug still in it.": mistake(
            ("mark in (<<v.o>>, <<v.x>>)", "mark in [<<v.x>>]"),
            ("count(mark) == 2", "count(mark) != 1"),
            (FOUND, FIRST),
        ),
        "Blocks come before wins here.": mistake(("<<v.o>>, <<v.x>>", "<<v.x>>, <<v.o>>")),
        "Winning and blocking squares come together here; blocks count only where nothing wins.": (
            mistake(
                ("mark in (<<v.o>>, <<v.x>>)", "mark in [<<v.x>>]"),
                ("count(mark) == 2", "count(mark) != 1"),
                costs=("order",),
            )
        ),
        "The order is right now, but the search stops at the first line of a kind.": mistake(
            (FOUND, FIRST), costs=("several",)
        ),
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


def gifts(variant, student):
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
            if chance and square not in wins and completing(variant, after, variant.x):
                total += chance
    return 100 * total / len(boards)


def own_right(variant, student):
    """The likeliest replies on five boards, what forty replies give away, and how likely a move on
    the five boards that the rule allows is a slip, in percent.
    """
    likeliest, doubts = [], []
    for board, squares in on_five(variant, student):
        likeliest.append(max(replies(variant, board, squares)))
        hit = variant.slip * len(squares) / len(rules.open_squares(variant, board))
        doubts.append(100 * hit / (hit + 1 - variant.slip))
    return (likeliest, gifts(variant, student), doubts)


def with_slips(slip):
    """The edits that put in another share of slips, wherever the solution has it."""
    return (
        (
            "replies = [",
            "def reply_probabilities(board, squares):\n"
            "    rule, chance = np.isin(range(9), squares), board == <<v.empty>>\n"
            f"    return (1 - {slip}) * rule / rule.sum() + {slip} * chance / chance.sum()\n\n\n"
            "replies = [",
        ),
        ("hit = <<v.slip>>", f"hit = {slip}"),
        ("1 - <<v.slip>>", f"1 - {slip}"),
    )


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
        "That is what it would be with the 10 % of slips of the book.": mistake(*with_slips(0.1)),
        "That is what it would be without slips.": mistake(*with_slips(0)),
        "Replies with which O wins are counted here too; the game is over then, and X can't "
        "move.": mistake(("square not in completing(board, <<v.o>>) and ", ""), costs=("gifts",)),
        "That is a share of all moves. Only moves into squares that the rule allows are looked "
        "at.": mistake((" / (hit + 1 - <<v.slip>>)", ""), costs=("doubts",)),
        "That is the share of slips among all moves. A slip seldom looks like a move of the "
        "rule.": mistake(("hit / (hit + 1 - <<v.slip>>)", "<<v.slip>>"), costs=("doubts",)),
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
