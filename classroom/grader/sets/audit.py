"""Problem set 8: how good a player really is, worked out and not sampled.

Players go into the student's process as texts, {"python": ...}. The functions here take those, a
list of squares for the player that moves into the first open one, or the name that the notebook
gives to an opponent.
"""

# Long: the tasks of a set, their texts, their solutions and the mistakes in them are read and
# changed together.

from dataclasses import replace
from functools import cache

import numpy as np

from fogel.checks import board_figure, same
from fogel.checks.shapes import Number, Numbers
from fogel.checks.variant import student_rng
from fogel.encoding import put
from fogel.plots import drawing, style
from grader import rules
from grader.answers import trouble, value_complaint
from grader.functions_as_text import known, text
from grader.mistakes import mistake
from grader.tasks import FunctionTask, Part, ProblemSet, ValueTask, WrittenTask

GAMES = 32
COPIES = 100  # players of whom the one with the highest total is picked
LISTED = [4, 0, 8, 2, 6, 1, 3, 5, 7]  # the list of the player in the examples
SHOWN = 1040  # a board on which O threatens two squares
YOURS, ANYWHERE = "your opponent", "anywhere"  # opponents as the notebook calls them


# Players, as texts.


def first_of(variant, order):
    """The player that moves into the first open square of a list."""
    return text(
        f"lambda board: [square for square in {list(order)} if board[square] == {variant.empty}][0]"
    )


def watchful(variant, order):
    """The same player, which stops where X is not to move or the game is over."""
    turn = f"list(board).count({variant.x}) == list(board).count({variant.o})"
    full = f"board[a] == board[b] == board[c] != {variant.empty}"
    over = f"any({full} for a, b, c in {[*map(list, variant.lines)]})"
    stop = "{}['on this board X is not to move, or the game is over']"
    moved = f"({first_of(variant, order)['python']})(board)"
    return text(f"lambda board: {moved} if {turn} and not {over} else {stop}")


def whimsical(variant, a, b):
    """A player whose moves follow no list: they depend on the whole board."""
    rank = f"({a} * s + sum((k + {b}) * (s + 2) * int(mark) for k, mark in enumerate(board))) % 13"
    squares = f"[s for s in range(9) if board[s] == {variant.empty}]"
    return text(f"lambda board: max({squares}, key=lambda s: {rank})")


def surely(player):
    """The opponent that chooses its squares as a player does."""
    nine = "(lambda chosen: [float(square == chosen) for square in range(9)])"
    return text(f"lambda board: {nine}(({player['python']})(board))")


def by_weights(variant, weights):
    """An opponent that chooses at random among the open squares, each with its weight."""
    held = f"[(mark == {variant.empty}) * weight for mark, weight in zip(board, {list(weights)})]"
    shares = "(lambda held: (lambda total: [float(weight / total) for weight in held])(sum(held)))"
    return text(f"lambda board: {shares}({held})")


IN_A_TABLE = """(lambda nine: lambda board: (lambda key: list(
    nine[key] if key in nine else {{}}["on this board O is not to move, or the game is over"]
))(tuple(int(mark) for mark in board)))({{
    board: [
        (mark == {empty}) * {slip} / board.count({empty}) + (1 - {slip}) * (rule >> square & 1) / bin(rule).count("1")
        for square, mark in enumerate(board)
    ]
    for board, rule in (
        (tuple(({empty}, {x}, {o})[number // 3 ** square % 3] for square in range(9)), rule)
        for number, rule in {rules}.items()
    )
}})"""


@cache
def class_opponent(variant):
    """The opponent of the class: a table of the squares that its rule allows, with the slips on
    top.
    """
    allowed = {}
    for board in variant.boards("o"):
        nine = rules.reply_probabilities(variant, board)
        digits = (board == variant.x) + 2 * (board == variant.o)
        slips = variant.slip / (board == variant.empty).sum()
        squares = np.flatnonzero(nine > slips + 1e-9).tolist()
        allowed[int(digits @ 3 ** np.arange(9))] = sum(1 << square for square in squares)
    marks = {"x": variant.x, "o": variant.o, "empty": variant.empty}
    return text(IN_A_TABLE.format(slip=variant.slip, rules=str(allowed).replace(" ", ""), **marks))


def move_of(variant, player):
    """A first player as a function."""
    return known((player if isinstance(player, dict) else first_of(variant, player))["python"])


def text_of(variant, opponent):
    """The text of an opponent, which may be named."""
    if opponent == YOURS:
        opponent = class_opponent(variant)
    if opponent == ANYWHERE:
        opponent = by_weights(variant, [1] * 9)
    return opponent["python"]


def opponent_of(variant, opponent):
    """An opponent as a function."""
    return known(text_of(variant, opponent))


@cache
def players(variant):
    """First players of all kinds: by twelve lists, and by none."""
    rng = np.random.default_rng(81)
    by_list = [first_of(variant, rng.permutation(9).tolist()) for _ in range(12)]
    return by_list + [whimsical(variant, *rng.integers(1, 50, 2).tolist()) for _ in range(12)]


@cache
def opponents(variant):
    """By kind, opponents other than the class's."""
    rng = np.random.default_rng(82)
    always = [first_of(variant, rng.permutation(9).tolist()) for _ in range(6)]
    always += [whimsical(variant, *rng.integers(1, 50, 2).tolist()) for _ in range(6)]
    drawn = [by_weights(variant, [1] * 9)] + [
        by_weights(variant, 2 ** rng.permutation(9)) for _ in range(5)
    ]
    return {"always": [surely(player) for player in always], "random": drawn}


# What becomes of a game.


@cache
def holders(variant):
    """{board: the mark that holds a line, that of an open square if none does}, of all boards of
    the class.
    """
    return {tuple(board): rules.holder(variant, board) for board in variant.boards().tolist()}


def ends(variant, move, reply, join=lambda old, new: old + new):
    """[(mark that holds a line, marks on the board, probability)] of all boards on which a game can
    end.

    `join` says what becomes of two probabilities that meet on one board.
    """
    found, layer, held = [], {(variant.empty,) * 9: 1.0}, holders(variant)
    for marks in range(9):
        following = {}
        for board, chance in layer.items():
            choices = enumerate(reply(board)) if marks % 2 else [(move(board), 1.0)]
            for square, p in choices:
                if p > 0:
                    after = put(board, square, (variant.x, variant.o)[marks % 2])
                    following[after] = (
                        join(following[after], chance * p) if after in following else chance * p
                    )
        over = {board for board in following if held[board] != variant.empty or marks == 8}
        found += [
            (held[board], marks + 1, chance) for board, chance in following.items() if board in over
        ]
        layer = {board: chance for board, chance in following.items() if board not in over}
    return found


def results_of(variant, player, opponent, **options):
    """The probabilities of a win, a tie and a loss."""
    found = ends(variant, move_of(variant, player), opponent_of(variant, opponent), **options)
    marks = (variant.x, variant.empty, variant.o)
    return tuple(sum(chance for held, _, chance in found if held == mark) for mark in marks)


def lengths_of(variant, player, opponent, **options):
    """The probabilities that a game is over after 0 to 9 marks."""
    found = ends(variant, move_of(variant, player), opponent_of(variant, opponent), **options)
    return [sum(chance for _, marks, chance in found if marks == count) for count in range(10)]


def overwritten(old, new):
    """Of two probabilities that meet, the later one."""
    return new


# What several mistakes change.
BOOKS_PAYOFFS = mistake(("<<v.win>>", "1"), ("<<v.tie>>", "0"), ("<<v.loss>>", "-10"))
TIES_FORGOTTEN = mistake(("<<v.tie>>", "0"))
LOSS_AS_GAIN = mistake(("<<v.loss>>", "abs(<<v.loss>>)"))
ALIKE = "(np.array(reply(board)) > 0) / np.count_nonzero(reply(board))"
LIKELIEST = "np.eye(9)[np.argmax(reply(board))]"
GOES_ON = "following.get(after, 0.0) + "


# P8.1 What three numbers are worth.


def payoff_of(variant, win, tie, loss):
    """The expected payoff of 32 games."""
    return GAMES * rules.payoff(variant, win, tie, loss)


def payoff_cases(variant):
    """Players of whom one result is certain, and others."""
    rng = np.random.default_rng(83)
    sure = [("certain", three) for three in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))]
    return sure + [("mixed", tuple(three)) for three in rng.dirichlet([1, 1, 1], 40).tolist()]


OF_THE_BOOK = "These are the payoffs of the book; your class has its own."
NO_TIES = "A tie brings something in your class too; here it brings nothing."

PAYOFF = FunctionTask(
    name="payoff",
    number="P8.1",
    title="what three numbers are worth",
    function="expected_payoff",
    shape=Number(within=1e-6),
    parts=(
        Part("certain", 1, "players that always win, always tie or always lose"),
        Part("mixed", 1, "players that win, tie and lose"),
    ),
    cases=payoff_cases,
    right=payoff_of,
    examples=lambda variant: [(0.5, 0.25, 0.25), (1.0, 0.0, 0.0)],
    wrong={
        OF_THE_BOOK: BOOKS_PAYOFFS,
        "That is what one game brings; 32 are asked for.": mistake(("32 * ", "")),
        NO_TIES: TIES_FORGOTTEN,
        "A loss brings a negative payoff; here it is counted as a gain.": LOSS_AS_GAIN,
        "The order of the three is win, tie, loss; here the second is taken for the loss.": mistake(
            ("* tie + <<v.loss>> * loss", "* loss + <<v.loss>> * tie")
        ),
        "Wins less losses are counted here; each result has its own payoff.": mistake(
            ("<<v.win>> * win + <<v.tie>> * tie + <<v.loss>> * loss", "win - loss")
        ),
        "This is rounded to a whole number. An expected payoff need not be one.": mistake(
            ("return 32", "return round(32"), ("* loss)", "* loss))"), costs=("mixed",)
        ),
    },
    package=(
        "from fogel import audit\n\n"
        "def expected_payoff(win, tie, loss):\n"
        "    return audit.expected_payoff(audit.Results(win, tie, loss))\n"
    ),
)


# P8.2 Win, tie, loss.


def results_cases(variant):
    """Players against opponents that always reply alike, that choose at random, and against that of the
    class; one of the players stops where it is not its turn.
    """
    some, others = players(variant), opponents(variant)
    found = [("always", (player, others["always"][k % 12])) for k, player in enumerate(some)]
    found += [("always", (player, others["always"][k % 12])) for k, player in enumerate(some[::-1])]
    found += [("random", (player, others["random"][k % 6])) for k, player in enumerate(some)]
    some = [*some, watchful(variant, LISTED)]
    return found + [("yours", (player, class_opponent(variant))) for player in some]


OVERWRITTEN = (
    "Probability is lost: of several orders of moves that lead to the same board only the last one"
    " is kept."
)

RESULTS = FunctionTask(
    name="results",
    number="P8.2",
    title="win, tie, loss",
    function="results",
    shape=Numbers(count=3, within=1e-7),
    parts=(
        Part("always", 2, "opponents that always reply in the same way"),
        Part("random", 2, "opponents that choose at random, evenly or not"),
        Part("yours", 2, "the opponent of your class"),
    ),
    cases=results_cases,
    right=results_of,
    examples=lambda variant: [(LISTED, YOURS), ([0, 1, 2, 3, 4, 5, 6, 7, 8], ANYWHERE)],
    wrong={
        OVERWRITTEN: lambda v, *pair: results_of(v, *pair, join=overwritten),
        "Probability is lost: of several orders of moves that lead to the same board only the "
        "first one is kept.": lambda v, *pair: results_of(v, *pair, join=lambda old, new: old),
        "All replies weigh the same here; each should weigh as much as its probability.": mistake(
            ("enumerate(reply(board))", f"enumerate({ALIKE})"), costs=("random", "yours")
        ),
        "All games count the same here, each once; a game should count as much as its "
        "probability.": mistake(
            ("p * follow", "follow"),
            ("return follow((", "found = follow(("),
            ("* 9, 0)", "* 9, 0)\n    return found / sum(found)"),
            costs=("random", "yours"),
        ),
        "Only the most probable reply is followed here. The others happen too.": mistake(
            ("enumerate(reply(board))", f"enumerate({LIKELIEST})"), costs=("random", "yours")
        ),
        "Wins and losses are exchanged: X begins, and a win is a line of X.": mistake(
            ("(<<v.x>>, None, <<v.o>>)", "(<<v.o>>, None, <<v.x>>)")
        ),
        "The order is win, tie, loss; here the tie comes last.": mistake(
            ("(<<v.x>>, None, <<v.o>>)", "(<<v.x>>, <<v.o>>, None)")
        ),
        "A full board on which nobody holds a line is a tie; here it is a loss.": mistake(
            ("* 9, 0)", "* 9, 0) @ [[1, 0, 0], [0, 0, 1], [0, 0, 1]]")
        ),
        "Ties are missing: a game may also end with a full board and no line.": mistake(
            ("* 9, 0)", "* 9, 0) * [1, 0, 1]")
        ),
    },
    package=(
        "from fogel import audit\nfrom fogel.encoding import is_final, winner as holder\n\ndef"
        " results(move, reply):\n    x = lambda board: [int(square == move(board)) for square in"
        " range(9)]\n    found = audit.chances(x, reply)\n    ends = [(holder(board), chance) for"
        " board, chance in found.items() if is_final(board)]\n    return [sum(chance for won,"
        " chance in ends if won == mark) for mark in (1, 0, -1)]\n"
    ),
)


# P8.3 The most that can be expected.


@cache
def values(variant, opponent):
    """{board: what one game is worth from there}."""
    reply, held, found = known(opponent), holders(variant), {}
    payoffs = {variant.x: variant.win, variant.empty: variant.tie, variant.o: variant.loss}
    for board in sorted(held, key=lambda board: board.count(variant.empty)):
        open_squares = [square for square in range(9) if board[square] == variant.empty]
        if held[board] != variant.empty or not open_squares:
            found[board] = float(payoffs[held[board]])
        elif len(open_squares) % 2:
            found[board] = max(found[put(board, square, variant.x)] for square in open_squares)
        else:
            nine = reply(board)
            found[board] = sum(
                nine[square] * found[put(board, square, variant.o)] for square in open_squares
            )
    return found


def value_of(variant, board, opponent):
    """What the best first player can expect of one game from a board on."""
    return values(variant, text_of(variant, opponent))[tuple(int(mark) for mark in board)]


def value_cases(variant):
    """All endings and some openings against the opponent of the class, and some boards against
    others.
    """
    boards, yours = variant.boards("x"), class_opponent(variant)
    left = (boards == variant.empty).sum(axis=1)
    by_left = {count: boards[left == count] for count in (1, 3, 5, 7, 9)}
    found = [("endings", (board, yours)) for count in (1, 3) for board in by_left[count]]
    openings = [*by_left[5][::19], *by_left[7][::9], *by_left[9]]
    found += [("openings", (board, yours)) for board in openings]
    others = opponents(variant)["random"][:3] + opponents(variant)["always"][4:8]
    for k, other in enumerate(others):
        some = [*by_left[1][k::60], *by_left[3][k::90], *by_left[5][k::90], by_left[7][10 * k]]
        found += [("others", (board, other)) for board in some]
    return found


# O chooses among the possible replies; their probabilities do not matter.
CHOOSES = (("nine[square] * ", ""), ("in open_squares\n", "in open_squares if nine[square] > 0\n"))

VALUE = FunctionTask(
    name="value",
    number="P8.3",
    title="the most that can be expected",
    function="best_value",
    shape=Number(within=1e-6, board=0),
    parts=(
        Part(
            "endings",
            2,
            "all boards with one or three open squares, against the opponent of your class",
        ),
        Part("openings", 2, "boards with five, seven and nine open squares"),
        Part("others", 2, "other opponents"),
    ),
    cases=value_cases,
    right=value_of,
    examples=lambda variant: [
        (variant.boards("x")[SHOWN], YOURS),
        (variant.boards("x")[120], ANYWHERE),
        (variant.boards("x")[0], YOURS),
    ],
    wrong={
        OF_THE_BOOK: BOOKS_PAYOFFS,
        NO_TIES: TIES_FORGOTTEN,
        "These are the values of 32 games; one is asked for.": mistake(
            ("return expected(", "return 32 * expected(")
        ),
        "O takes the reply that is best for X here. It does not choose; weigh its replies with "
        "their probabilities.": mistake(*CHOOSES, ("return sum(", "return max(")),
        "O takes the reply that is worst for X here, as a perfect player would. This opponent is "
        "known: weigh its replies with their probabilities.": mistake(
            *CHOOSES, ("return sum(", "return min(")
        ),
        "All replies weigh the same here; each should weigh as much as its probability.": mistake(
            ("nine = reply(board)", f"nine = {ALIKE}")
        ),
        "Only the most probable reply is followed here. The others happen too.": mistake(
            ("nine = reply(board)", f"nine = {LIKELIEST}")
        ),
        "X moves anywhere here, and its value is a mean. X chooses, and the best choice is asked "
        "for.": mistake(("return max(expected", "return 1 / len(open_squares) * sum(expected")),
        "X takes its worst move here: the smallest value instead of the largest.": mistake(
            ("max(", "min(")
        ),
        "A full board on which nobody holds a line is a tie; here it has the payoff of a loss.": mistake(
            ("<<v.tie>>", "<<v.loss>>")
        ),
        "The payoffs of a win and a loss are exchanged: a line of X is a win.": mistake(
            ("{<<v.x>>: ", "{<<v.o>>: "), (", <<v.o>>: ", ", <<v.x>>: ")
        ),
        "A loss brings a negative payoff; here it is counted as a gain.": LOSS_AS_GAIN,
        "These values belong to the opponent of your class, remembered from an earlier call. What "
        "was worked out for one opponent is not true of another.": mistake(
            ("nine = reply(board)", "nine = opponent_reply(board)"), costs=("others",)
        ),
    },
    package=(
        "import numpy as np\n"
        "from fogel import audit\n\n"
        "def best_value(board, reply):\n"
        "    return float(audit.ceiling().values[tuple(int(np.sign(mark)) for mark in board)])\n"
    ),
)


# P8.4 Find the bug: lost on the way.


def lengths_cases(variant):
    """Games in which two orders of moves lead to one board, so that the bug shows."""
    some, others = players(variant), opponents(variant)
    pairs = [(player, class_opponent(variant)) for player in some]
    pairs += [(player, others["random"][k % 6]) for k, player in enumerate(some)]
    lost = [1 - sum(lengths_of(variant, *pair, join=overwritten)) for pair in pairs]
    return [("meeting", pair) for pair, gap in zip(pairs, lost, strict=True) if gap > 1e-4]


BUG = FunctionTask(
    name="bug",
    number="P8.4",
    title="find the bug: lost on the way",
    kind="bug",
    function="lengths",
    shape=Numbers(count=10, within=1e-7),
    parts=(Part("meeting", 3, "games in which different moves lead to one board"),),
    cases=lengths_cases,
    right=lengths_of,
    examples=lambda variant: [(LISTED, YOURS)],
    wrong={
        "These are the numbers of the program with its bug still in it.": mistake((GOES_ON, "")),
        "The numbers add up to 1 now, but only because they were stretched; what was lost belongs "
        "to some lengths more than to others.": mistake(
            (GOES_ON, ""), ("return over", "return [p / sum(over) for p in over]")
        ),
        "Probability is still lost: the first one that comes to a board is kept now, and the "
        "later ones are dropped.": mistake(
            (GOES_ON + "chance * p", "following.get(after, chance * p)")
        ),
        "Probability is still lost: of those that come to a board the largest is kept, and the "
        "others are dropped.": mistake(
            (GOES_ON + "chance * p", "max(following.get(after, 0.0), chance * p)")
        ),
    },
)


# P8.5 Two ways to one board.


def as_squares(value):
    """A list of squares as whole numbers; None if it is none, or if a square stands twice in it."""
    if not isinstance(value, list) or any(
        isinstance(item, (bool, str, list, dict)) or item is None for item in value
    ):
        return None
    squares = [int(item) for item in value if 0 <= item <= 8 and item == int(item)]
    return squares if len(squares) == len(value) == len({*squares}) else None


def followed(variant, order, squares):
    """(board after these squares, what is wrong with them): X moves by its list, and nothing
    follows a game's end.
    """
    board, move = (variant.empty,) * 9, move_of(variant, order)
    for number, square in enumerate(squares):
        if holders(variant)[board] != variant.empty:
            return board, f"this game is over after move {number}, and goes on in your list"
        if number % 2 == 0 and square != move(board):
            return (
                board,
                f"at move {number + 1} your player moves into square {move(board)}, not {square}",
            )
        board = put(board, square, (variant.x, variant.o)[number % 2])
    return board, ""


def my_list(variant, student):
    """The list of a student's own player."""
    return student_rng(variant.number, student, "player").permutation(9).tolist()


def ways_verdict(variant, student, cases, answers):
    """Whether two lists of squares are games of the student's player that lead to one board."""
    complaint = trouble(answers[0]) or about_ways(
        variant, my_list(variant, student), answers[0]["value"]
    )
    return {cases[0][0]: complaint}


def about_ways(variant, order, answer):
    """What is wrong with two lists that should lead to one board; "" if nothing is."""
    games = [as_squares(one) for one in answer] if isinstance(answer, list) else []
    if len(games) != 2 or None in games:
        return (
            "two lists of squares are asked for, whole numbers from 0 to 8, no square twice in a"
            " list"
        )
    ends = [followed(variant, order, squares) for squares in games]
    for name, (_, words) in zip(("first", "second"), ends, strict=True):
        if words:
            return f"the {name} list: {words}"
    if games[0] == games[1]:
        return "both lists are the same; two different orders are asked for"
    return "" if ends[0][0] == ends[1][0] else "the two lists lead to different boards"


WAYS = ValueTask(
    name="ways",
    number="P8.5",
    title="two ways to one board",
    kind="bug",
    values=("two_ways",),
    shapes=(Numbers(),),
    parts=(Part("one board", 2, "two orders of moves of your player that lead to one board"),),
    verdict=ways_verdict,
)


# P8.6 How much can luck promise?

GUESS = ValueTask(
    name="guess",
    number="P8.6",
    title="how much can luck promise?",
    kind="predict",
    values=("my_guess",),
    shapes=lambda variant: (Number(least=0, most=GAMES * (variant.win - variant.loss)),),
    parts=(Part("guess", 1, "a guess; any number that is possible"),),
    right=lambda variant, student: (None,),
)


# P8.7 Your player.


def distribution(variant, three, games=GAMES):
    """(totals, their probabilities) of so many games with these three probabilities."""
    payoffs = (variant.win, variant.tie, variant.loss)
    one = np.zeros(max(payoffs) - min(payoffs) + 1)
    np.add.at(one, np.array(payoffs) - min(payoffs), three)
    chances = np.ones(1)
    for _ in range(games):
        chances = np.convolve(chances, one)
    return np.arange(len(chances)) + games * min(payoffs), chances


def highest(variant, three, games=GAMES, copies=COPIES):
    """The highest of so many totals of equal players, on average."""
    totals, chances = distribution(variant, three, games)
    up_to = np.minimum(np.cumsum(chances), 1.0)
    up_to[-1] = 1.0
    return float(totals @ np.diff(up_to**copies, prepend=0.0))


@cache
def own_results(variant, student, opponent=YOURS):
    """The three probabilities of a student's player."""
    return results_of(variant, my_list(variant, student), opponent)


def own_right(variant, student, three=None, paid=None):
    """The three probabilities, what 32 games are worth, and by how much the highest of 100 totals
    is above that.
    """
    three, paid = three or own_results(variant, student), paid or variant
    exact_payoff = payoff_of(paid, *three)
    return three, exact_payoff, highest(paid, three) - exact_payoff


OWN_WRONG = {
    OF_THE_BOOK: lambda v, student: own_right(v, student, paid=replace(v, win=1, tie=0, loss=-10)),
    NO_TIES: lambda v, student: own_right(v, student, paid=replace(v, tie=0)),
    "That is against an opponent that moves anywhere, not against that of your class.": (
        lambda v, student: own_right(v, student, own_results(v, student, ANYWHERE))
    ),
    "The order is win, tie, loss; here the tie comes last.": lambda v, student: (
        tuple(own_results(v, student)[k] for k in (0, 2, 1)),
        None,
        None,
    ),
    "Wins and losses are exchanged: you play X.": lambda v, student: own_right(
        v, student, own_results(v, student)[::-1]
    ),
    "That is what one game brings; 32 are asked for.": lambda v, student: (
        None,
        rules.payoff(v, *own_results(v, student)),
        None,
    ),
    "That is the highest total itself. Take away what the player is worth.": lambda v, student: (
        None,
        None,
        highest(v, own_results(v, student)),
    ),
    "That is one game played by each of the hundred, and each plays 32.": lambda v, student: (
        None,
        None,
        highest(v, own_results(v, student), games=1) - own_right(v, student)[1] / GAMES,
    ),
    "That is the standard deviation of one total; the mean of the highest of a hundred is asked "
    "for.": lambda v, student: (None, None, deviation(v, own_results(v, student))),
}


def deviation(variant, three):
    """The standard deviation of the total of 32 games."""
    totals, chances = distribution(variant, three)
    return float(np.sqrt(chances @ (totals - chances @ totals) ** 2))


def own_verdict(variant, student, cases, answers):
    """Compares the numbers, looks for common wrong ones, and plays through the game that should be
    lost.
    """
    right, numbers = own_right(variant, student), iter(range(3))
    complaints = {}
    for (part, _), answer, shape in zip(cases, answers, OWN.shapes, strict=True):
        place = None if part == "lost game" else next(numbers)
        words = trouble(answer)
        if not words and place is None:
            words = about_lost_game(variant, my_list(variant, student), answer["value"])
        elif not words:
            words = value_complaint(answer["value"], right[place], shape)
            words += (
                own_hint(variant, student, place, answer["value"], shape.within) if words else ""
            )
        complaints[part] = words
    return complaints


def own_hint(variant, student, place, answer, within):
    """What a wrong number would mean, if it is a common one; "" if it is another."""
    for words, model in OWN_WRONG.items():
        value = model(variant, student)[place]
        if value is not None and same(answer, list(value) if place == 0 else value, within):
            return f" {words}"
    return ""


def about_lost_game(variant, order, answer):
    """What is wrong with a list of squares that should be a game that O wins; "" if nothing is."""
    squares = as_squares(answer)
    if not squares:
        return "a list of squares is asked for, whole numbers from 0 to 8, no square twice"
    board, words = followed(variant, order, squares)
    held = holders(variant).get(board, variant.empty)
    if words or held == variant.o:
        return words
    return (
        "X holds a line at the end of this game"
        if held == variant.x
        else "at the end of this list O holds no line"
    )


OWN = ValueTask(
    name="own",
    number="P8.7",
    title="your player",
    kind="personal",
    values=("my_results", "my_payoff", "my_lost_game", "my_flattery"),
    shapes=(
        Numbers(count=3, within=0.00006),
        Number(within=0.006),
        Numbers(),
        Number(within=0.006),
    ),
    parts=(
        Part("results", 2, "the probabilities with which your player wins, ties and loses"),
        Part("payoff", 1, "its expected payoff of 32 games"),
        Part("lost game", 1, "a game that it loses"),
        Part(
            "flattery",
            2,
            "by how much the highest total of a hundred copies is above that, on average",
        ),
    ),
    verdict=own_verdict,
)

WHY = WrittenTask(
    name="why",
    number="P8.8",
    title="picked for its 32 games",
    parts=(
        Part(
            "why",
            3,
            "why a picked total flatters, when it flatters less, and what to report instead",
        ),
    ),
)


# Figures.


def first_values(variant):
    """What a game is worth after each first move, in percent of the payoff of a win."""
    start, found = (variant.empty,) * 9, values(variant, text_of(variant, YOURS))
    return [100 * found[put(start, square, variant.x)] / variant.win for square in range(9)]


def target(variant):
    """The empty board of the class, with the values of the first moves."""
    start, titles = (variant.empty,) * 9, ["value (%)"]
    return board_figure(
        [start], variant.number, values=lambda board: first_values(variant), titles=titles
    )


@style.styled
def luck(variant):
    """The distribution of the total of the player in the examples, what it is worth, and the highest of a
    hundred totals.
    """
    from matplotlib.figure import Figure

    three = results_of(variant, LISTED, YOURS)
    figure = Figure(figsize=(style.PAGE, 3.0))
    axes = figure.subplots()
    totals, chances = distribution(variant, three)
    axes.bar(totals, 100 * chances, width=1.0, color=drawing.FAINT)
    for value, words, colour in (
        (payoff_of(variant, *three), "what it is worth", drawing.BLUE),
        (highest(variant, three), "highest of 100, on average", drawing.ORANGE),
    ):
        axes.axvline(value, color=colour, label=f"{words}: {value:.1f}")
    shown = totals[chances > 1e-5]
    axes.set(
        xlabel="total payoff of 32 games", ylabel="probability (%)", xlim=(shown[0], shown[-1])
    )
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2)
    return figure


SET = ProblemSet(
    "08_audit",
    "Exact, not sampled",
    85,
    (PAYOFF, RESULTS, VALUE, BUG, WAYS, GUESS, OWN, WHY),
    {"target": target, "luck": luck},
)
