"""Problem set 9: networks as cards, what caution costs, and what a proof is made of.

Players and opponents go into the student's process as texts; see the set of chapter 8, which has
most of them.
"""

# Long: the tasks of a set, their texts, their solutions and the mistakes in them are read and
# changed together.

from functools import cache
from itertools import product

import numpy as np

from fogel.checks.shapes import Flag, Number, Numbers
from fogel.checks.variant import student_rng
from fogel.core.players import adversary
from fogel.encoding import put
from fogel.perfect import make_cards
from grader.answers import trouble, value_complaint
from grader.functions_as_text import known, text
from grader.mistakes import mistake
from grader.sets.audit import (
    ALIKE,
    BOOKS_PAYOFFS,
    LISTED,
    OF_THE_BOOK,
    YOURS,
    by_weights,
    class_opponent,
    holders,
    opponents,
    players,
    text_of,
    values,
    watchful,
)  # fmt: skip
from grader.tasks import FunctionTask, Part, ProblemSet, ValueTask, WrittenTask

GAMES = 32
CARELESS = "careless"  # an opponent as the notebook calls it, and how heavily it weighs the squares
WEIGHTS = [1, 64, 4, 256, 16, 2, 128, 8, 32]
HOTTEST, COLDEST = 8.0, 0.3


# P9.1 From weights to cards.


def orders_of(variant, output):
    """The order of the squares for each list of answers, no before yes, the last node's answer
    changing first.
    """
    output, found = np.array(output, dtype=float), []
    for activations in product((0, 1), repeat=output.shape[1] - 1):
        sums = output[:, :-1] @ np.array(activations, dtype=float) + variant.bias * output[:, -1]
        found.append(sorted(variant.preference, key=lambda square: -sums[square]))
    return found


def is_clear(variant, output):
    """Whether no two different rows have sums that are nearly equal."""
    for activations in product((0, 1), repeat=output.shape[1] - 1):
        sums = np.sort((np.unique(output, axis=0) * [*activations, variant.bias]).sum(axis=1))
        if (np.diff(sums) < 1e-6).any():
            return False
    return True


def order_cases(variant):
    """Output weights of one to three steep nodes, some with rows that are equal."""
    rng, found = np.random.default_rng(91), []
    for part, nodes in (("one node", (1,)), ("more nodes", (2, 3)), ("ties", (1, 2))):
        for count in nodes:
            some = []
            while len(some) < 12:
                output = np.round(rng.normal(0, 2, (9, count + 1)), 1)
                if part == "ties":
                    output[rng.permutation(9)[:4]] = exactly_equal(rng, count)
                if is_clear(variant, output):
                    some.append((part, (output,)))
            found += some
    return found


def exactly_equal(rng, count):
    """A row whose sums are the same to the last bit, in whatever order they are added up: no bias,
    and halves.
    """
    return [*(rng.integers(-6, 7, count) / 2).tolist(), 0.0]


def four_rows_equal(variant):
    """Output weights of an example, four rows of which are the same."""
    output = np.array([[k % 4 - 1.5, (5 * k) % 9 / 2 - 2] for k in range(9)])
    output[[2, 4, 5, 7]] = [0.5, 0.0]
    return output


ORDERS = FunctionTask(
    name="orders",
    number="P9.1",
    title="from weights to cards",
    function="orders",
    shape=Numbers(),
    pure=True,
    parts=(
        Part("one node", 2, "networks with one steep node, so two cards"),
        Part("more nodes", 2, "networks with two and three, so four and eight cards"),
        Part("ties", 1, "networks in which squares have equal sums"),
    ),
    cases=order_cases,
    right=orders_of,
    examples=lambda variant: [(np.array([[k % 5 - 2, (7 * k) % 9 / 2] for k in range(9)]),),
                              (four_rows_equal(variant),)],
    wrong={
        "The bias node says 1 here, as in the book; in your class it says something else.": mistake(
            ("<<v.bias>>", "1.0")
        ),
        "The bias is left out: it takes part in every sum.": mistake(
            ("output @ [*answers, <<v.bias>>]", "output[:, :-1] @ answers")
        ),
        "Of equal sums the lowest square goes first here; your class has a list for that.": mistake(
            ("<<v.preference>>", "range(9)"), costs=("ties",)
        ),
        "Of equal sums the last in your class's list goes first here.": mistake(
            ("<<v.preference>>", "<<v.preference[::-1]>>"), costs=("ties",)
        ),
        "The square with the lowest sum comes first here; the network moves into the one with the "
        "highest.": mistake(("-sums[", "sums[")),
        "These are the numbers in the squares, as on a card: how early each square comes. The "
        "squares themselves are asked for, in their order.": mistake(
            ("return found", "return [[order.index(k) for k in range(9)] for order in found]")
        ),
        "The cards are in another order: the last node's answer changes first.": mistake(
            ("reversed(range(nodes))", "range(nodes)"), costs=("more nodes", "ties")
        ),
        "The cards for yes come first here; those for no are to come first.": mistake(
            ("number >> node & 1", "1 - (number >> node & 1)")
        ),
    },
)  # fmt: skip


# P9.2 Every game that O can win.


@cache
def _ends(variant, python):
    move, held, found = known(python), holders(variant), []

    def follow(board, marks):
        if held[board] != variant.empty or marks == 9:
            found.append(held[board])
        elif marks % 2 == 0:
            follow(put(board, move(np.array(board)), variant.x), marks + 1)
        else:
            for square in (k for k in range(9) if board[k] == variant.empty):
                follow(put(board, square, variant.o), marks + 1)

    follow((variant.empty,) * 9, 0)
    return found


def ends(variant, player):
    """The mark that holds a line at the end, that of an open square if none does, of all games, one
    for each list of replies.
    """
    return _ends(
        variant, (player if isinstance(player, dict) else listed(variant, player))["python"]
    )


def listed(variant, order):
    """The player that moves into the first open square of a list, as a text."""
    return text(
        f"lambda board: [square for square in {list(order)} if board[square] == {variant.empty}][0]"
    )


def lost(variant, player):
    """How many games O wins."""
    return ends(variant, player).count(variant.o)


def by_cards(variant, plus, minus, orders):
    """The player of three cards, as a text: the mark in one square less that in another, and two
    orders.
    """
    sign = f"{{{variant.x}: 1, {variant.empty}: 0, {variant.o}: -1}}"
    asked = f"{sign}[int(board[{plus}])] - {sign}[int(board[{minus}])] >= 1"
    chosen = f"({list(orders[1])} if {asked} else {list(orders[0])})"
    return text(
        f"lambda board: [square for square in {chosen} if board[square] == {variant.empty}][0]"
    )


@cache
def never_beaten(variant):
    """The eight players like the book's network of one node, turned and mirrored, in the class's
    squares.
    """
    cards, found = make_cards(adversary("one-node")), []
    ((weights, _),) = cards.questions
    plus, minus = weights.index(1), weights.index(-1)
    for turns in range(4):
        for mirrored in (False, True):
            grid = np.rot90(np.arange(9).reshape(3, 3), turns)
            to = [
                variant.place[int(square)]
                for square in (grid[:, ::-1] if mirrored else grid).ravel()
            ]
            orders = [
                [to[square] for square in cards.orders[answer]] for answer in ((False,), (True,))
            ]
            found.append(by_cards(variant, to[plus], to[minus], orders))
    return found


@cache
def some_cards(variant):
    """Players of three cards drawn at random."""
    rng, found = np.random.default_rng(92), []
    for _ in range(10):
        plus, minus = rng.permutation(9)[:2].tolist()
        found.append(
            by_cards(variant, plus, minus, [rng.permutation(9).tolist() for _ in range(2)])
        )
    return found


def lost_cases(variant):
    """Players by a list, one of which stops where it is not its turn, by no list, and such as are
    never beaten.
    """
    some = players(variant)
    found = [("lists", (player,)) for player in [*some[:12], watchful(variant, LISTED)]]
    found += [("others", (player,)) for player in [*some[12:18], *some_cards(variant)]]
    return found + [("safe", (player,)) for player in never_beaten(variant)]


# What several mistakes change.
COUNTED = "int(winner(board) == <<v.o>>)"
BOOKS_WINNER = """    from fogel.encoding import LINES

    def winner(board):
        held = (board[a] for a, b, c in LINES if board[a] == board[b] == board[c])
        return next((mark for mark in held if mark != <<v.empty>>), None)

"""

LOST = FunctionTask(
    name="lost",
    number="P9.2",
    title="every game that O can win",
    function="lost_games",
    shape=Number(),
    parts=(
        Part("lists", 2, "players that move into the first open square of a list"),
        Part("others", 2, "players of cards, and others"),
        Part("safe", 1, "players that nobody can beat"),
    ),
    cases=lost_cases,
    right=lost,
    examples=lambda variant: [(LISTED,), ([0, 1, 2, 3, 4, 5, 6, 7, 8],)],
    wrong={
        "These are the lines of the book's numbering; your class has its own.": mistake(
            ("    def lost_from", BOOKS_WINNER + "    def lost_from")
        ),
        "Final boards are counted here; two games that end on the same board are two games.": mistake(
            ("    def lost_from", "    seen = set()\n\n    def lost_from"),
            (COUNTED, "winner(board) == <<v.o>> and not (board in seen or seen.add(board))"),
            costs=("lists", "others"),
        ),
        "All games are counted here; those that O wins are asked for.": mistake((COUNTED, "1")),
        "These are the games that X wins.": mistake((COUNTED, "int(winner(board) == <<v.x>>)")),
        "Ties are counted as lost here.": mistake((COUNTED, "int(winner(board) != <<v.x>>)")),
        "Here a game goes on after a line of X, and O may still win it.": mistake(
            ("winner(board) is not None or", "winner(board) == <<v.o>> or")
        ),
        "That is whether the player can be beaten; how many games it loses is asked for.": mistake(
            ("return lost_from((", "return int(0 < lost_from(("),
            ("* 9, 0)", "* 9, 0))"),
            costs=("lists", "others"),
        ),
    },
    package="from fogel import audit\n"
    "from fogel.encoding import winner\n\n"
    "def lost_games(move):\n"
    "    x = lambda board: [int(square == move(board)) for square in range(9)]\n"
    "    found = audit.chances(x, audit.policy('random'))\n"
    "    return sum(1 for board in found if winner(board) == -1)\n",
)  # fmt: skip


# P9.3 What caution costs.


@cache
def lost_boards(variant):
    """The boards on which O can force a line, whatever X does."""
    held = holders(variant)

    @cache
    def is_lost(board):
        squares = [k for k in range(9) if board[k] == variant.empty]
        if held[board] != variant.empty or not squares:
            return held[board] == variant.o
        if len(squares) % 2:
            return all(is_lost(put(board, square, variant.x)) for square in squares)
        return any(is_lost(put(board, square, variant.o)) for square in squares)

    return {board for board in held if is_lost(board)}


@cache
def safe_values(variant, opponent):
    """{board: what a game is worth from there to an X that never lets O force a line}, of boards
    that are not lost.
    """
    reply, held, found = known(opponent), holders(variant), {}
    avoided = lost_boards(variant)
    payoffs = {variant.x: variant.win, variant.empty: variant.tie, variant.o: variant.loss}
    for board in sorted(held, key=lambda board: board.count(variant.empty)):
        squares = [k for k in range(9) if board[k] == variant.empty]
        if held[board] != variant.empty or not squares:
            found[board] = float(payoffs[held[board]])
        elif len(squares) % 2:
            after = [put(board, square, variant.x) for square in squares]
            careful = [one for one in after if one not in avoided]
            found[board] = max(found[one] for one in careful or after)
        else:
            nine = reply(board)
            found[board] = sum(nine[k] * found[put(board, k, variant.o)] for k in squares)
    return found


def safe_value(variant, board, opponent):
    """What one game is worth from a board on, to an X that is never careless."""
    return safe_values(variant, python_of(variant, opponent))[tuple(int(mark) for mark in board)]


def python_of(variant, opponent):
    """The text of an opponent, which may be named."""
    return text_of(variant, by_weights(variant, WEIGHTS) if opponent == CARELESS else opponent)


@cache
def reckless(variant):
    """Opponents that don't look at lines at all, so that a risk may pay."""
    return [
        python_of(variant, CARELESS),
        *(one["python"] for one in opponents(variant)["random"][1:3]),
    ]


def safe_cases(variant):
    """Boards that are not lost: those on which a risk would pay, and others; against several
    opponents.
    """
    boards = [tuple(board) for board in variant.boards("x").tolist()]
    boards = [board for board in boards if board not in lost_boards(variant)]
    found = []
    for part, python, count in (
        ("class", class_opponent(variant)["python"], 40),
        *(("others", python, 25) for python in reckless(variant)),
    ):
        careful, free = safe_values(variant, python), values(variant, python)
        tempted = [board for board in boards if free[board] > careful[board] + 1e-6]
        for some in (tempted, boards):
            left = some[:: max(1, len(some) // count)][:count]
            found += [(part, (np.array(board), text(python))) for board in left]
    return found + [("start", (np.array(boards[0]), text(python))) for python in reckless(variant)]


SAFE = FunctionTask(
    name="safe",
    number="P9.3",
    title="what caution costs",
    function="safe_value",
    shape=Number(within=1e-6, board=0),
    parts=(
        Part("class", 2, "boards against the opponent of your class"),
        Part("others", 3, "boards against opponents that are careless"),
        Part("start", 1, "the empty board"),
    ),
    cases=safe_cases,
    right=safe_value,
    examples=lambda variant: [(tempting(variant), CARELESS), (variant.boards("x")[0], YOURS)],
    wrong={
        OF_THE_BOOK: BOOKS_PAYOFFS,
        "That is the best value of all: here X takes a risk where one pays, and O can then force "
        "a line.": mistake((" if not is_lost(one)", ""), costs=("others",)),
        "X is careful in its first move alone here, and takes risks later.": mistake(
            ("known = {}", "known, first = {}, tuple(int(mark) for mark in board)"),
            ("if not is_lost(one)", "if board != first or not is_lost(one)"),
            costs=("others",),
        ),
        "Here X looks one move ahead alone: it must not let O force a line later either, by two "
        "threats at once.": mistake(
            ("if not is_lost(one)", "if not is_lost(one) or all(map(is_lost, after.values()))"),
            (
                "any(is_lost(put(board, k, <<v.o>>))",
                "any(winner(put(board, k, <<v.o>>)) == <<v.o>>",
            ),
            costs=("others",),
        ),
        "O replies as a perfect player here. It is known: weigh its replies with their "
        "probabilities.": mistake(("sum(nine[k] * ", "min(")),
        "All replies weigh the same here; each should weigh as much as its probability.": mistake(
            ("nine = reply(board)", f"nine = {ALIKE}")
        ),
        "These are the values of 32 games; one is asked for.": mistake(
            ("return expected(", "return 32 * expected(")
        ),
    },
    package=(
        "from fogel.audit import ceiling\nfrom fogel import Settings\n\n"
        "def safe_value(board, reply):\n"
        "    return ceiling(Settings()).values[tuple(int(mark) for mark in board)]\n"
    ),
)


def tempting(variant):
    """The board on which a risk pays most against the careless opponent."""
    python = python_of(variant, CARELESS)
    careful, free = safe_values(variant, python), values(variant, python)
    boards = [tuple(board) for board in variant.boards("x").tolist()]
    gaps = {
        board: free[board] - careful[board] for board in boards if board not in lost_boards(variant)
    }
    return np.array(max(gaps, key=gaps.get))


# P9.4 Find the bug: what was the best?


def annealed(variant, order, wrong, steps, rng):
    """The best order that was met."""
    rng, cost = np.random.default_rng(rng["rng"]), cost_of(wrong)
    now = list(order)
    best, least = list(now), cost(now)
    for step in range(steps):
        heat = HOTTEST * (COLDEST / HOTTEST) ** (step / steps)
        i, j = rng.integers(9, size=2)
        before = cost(now)
        now[i], now[j] = now[j], now[i]
        if cost(now) - before > -heat * np.log(1 - rng.random()):
            now[i], now[j] = now[j], now[i]
        elif cost(now) < least:
            best, least = list(now), cost(now)
    return best


def cost_of(wrong):
    """What is counted, from a text, or from the weights of an example."""
    return known((wrong if isinstance(wrong, dict) else by_places(wrong))["python"])


def by_places(weights):
    """The number of an order: each place counts as much as the weight of its square says."""
    return text(
        f"lambda order: sum(place * {list(weights)}[square] for place, square in enumerate(order))"
    )


def annealing_cases(variant):
    """Searches that find better orders, and such as begin with the best one."""
    rng, found = np.random.default_rng(94), []
    for part in ("better", "begins best"):
        for steps in (1, 5, 40, 150):
            for seed in range(6):
                weights = rng.permutation(9).tolist()
                order = rng.permutation(9).tolist()
                if part == "begins best":
                    order = sorted(range(9), key=lambda square: -weights[square])
                found.append(
                    (part, (order, by_places(weights), steps, {"rng": 100 * steps + seed}))
                )
    return found


ANNEALED = FunctionTask(
    name="annealed",
    number="P9.4",
    title="find the bug: what was the best?",
    kind="bug",
    function="anneal",
    shape=Numbers(count=9),
    pure=True,
    parts=(
        Part("better", 2, "searches that meet better orders"),
        Part("begins best", 2, "searches that begin with the best one"),
    ),
    cases=annealing_cases,
    right=annealed,
    examples=lambda variant: [
        ([3, 1, 4, 0, 5, 8, 2, 6, 7], [1, 2, 3, 4, 5, 6, 7, 8, 0], 40, {"rng": 9})
    ],
    wrong={
        "That is the order with which the search ended, and not the best that it met.": mistake(
            ("return best", "return now")
        ),
        "Half mended: the first order is no copy, and changes as the search goes on.": mistake(
            ("\n    best, least = list(now)", "\n    best, least = now")
        ),
        "Half mended: a better order is kept by its name alone, and changes as the search goes "
        "on.": mistake(
            (" " * 12 + "best, least = list(now)", " " * 12 + "best, least = now"),
            costs=("better",),
        ),
    },
)


# P9.5 Is it a proof?


def is_proof(variant, claims, steepness):
    """Whether what the claims say adds up to nothing."""
    total = np.zeros(9)
    for j, k, one, other, times in claims:
        if times < 1:
            return False
        sign = 1 if steepness.index(j) < steepness.index(k) else -1
        total += sign * times * (signs(variant, one) - signs(variant, other))
    return not total.any()


def signs(variant, board):
    """A board of the class with 1 for X and -1 for O."""
    return np.array(variant.book(board))[list(variant.order)].astype(int)


def closing(variant, rng, boards, sizes):
    """Claims that add up to nothing, with these multipliers; and the steepness with which they do.

    All boards but the last are drawn, and the last is what closes the sum, if it has no more than a
    mark a square.
    """
    while True:
        steepness = rng.permutation(9).tolist()
        claims, total = [], np.zeros(9, dtype=int)
        for number, times in enumerate(sizes):
            j, k = rng.permutation(9)[:2].tolist()
            sign = 1 if steepness.index(j) < steepness.index(k) else -1
            one, other = (signs(variant, boards[rng.integers(len(boards))]) for _ in range(2))
            if number + 1 == len(sizes):
                left = total + sign * times * one
                if (left % times).any() or (np.abs(left // times) > 1).any():
                    break
                other = sign * left // times
            total += sign * times * (one - other)
            claims.append((j, k, one, other, times))
        else:
            return claims, steepness


def in_marks(variant, claims):
    """Claims as they are handed in: boards in the class's marks."""
    return [
        [j, k, marks(variant, one), marks(variant, other), times]
        for j, k, one, other, times in claims
    ]


def marks(variant, board):
    """A board of 1, 0 and -1 in the marks of the class."""
    return np.choose(np.array(board) + 1, (variant.o, variant.empty, variant.x))


def spoilt(rng, kind, claims, steepness):
    """The same with a gap: a mark that is another, or what is counted is; or a claim that is taken
    0 times.
    """
    claims = [[*claim] for claim in claims]
    if kind == "mark":
        claims[-1][2] = claims[-1][2].copy()
        square = rng.integers(9)
        claims[-1][2][square] = (claims[-1][2][square] + 2) % 3 - 1
    elif (
        kind == "moved"
    ):  # the marks of a board change places, so that all of them add up as before
        claims[-1][2] = rng.permutation(claims[-1][2])
    elif kind == "turned":
        steepness = rng.permutation(9).tolist()
    elif kind == "times":
        claims[0][4] += 1
    elif kind == "negative":  # the claim turned round, and its multiplier too
        j, k, one, other, times = claims[0]
        claims[0] = [j, k, other, one, -times]
    elif kind == "none":
        claims.append([*claims[0][:4], 0])
    return claims, steepness


def proof_cases(variant):
    """Claims that prove something, and such as don't: two or three of them, one alone, and twice as
    many.
    """
    rng, boards = np.random.default_rng(95), variant.boards("x")[1:600]
    found = []
    every = ((1, 1), (1, 1), (1, 1, 1), (2, 1), (1, 2, 1), (1,), (3, 1, 1)) * 2
    for number, sizes in enumerate(every):
        claims, steepness = closing(variant, rng, boards, sizes)
        claims = 2 * claims if number + 1 == len(every) else claims
        found.append(("proofs", (in_marks(variant, claims), steepness)))
        for kind in ("mark", "moved", "turned", "times", "negative", "none"):
            some, steeper = spoilt(rng, kind, claims, steepness)
            if not is_proof(variant, in_marks(variant, some), steeper):
                found.append(("gaps", (in_marks(variant, some), steeper)))
    return found


def by_hand(variant, steepness):
    """The contradiction that chapter 9 leaves to the reader, in the class's squares and marks."""
    boards = [
        np.array([{"X": 1, "O": -1, ".": 0}[mark] for mark in text])[list(variant.order)]
        for text in ("X...OO.X.", "X.X.OOOX.", "X..OO..X.", "X.XOO.OX.")
    ]
    three, one, five, eight = (variant.place[square] for square in (3, 1, 5, 8))
    claims = [[three, one, *boards[:2], 1], [five, eight, *boards[2:], 1]]
    order = {"rule": [three, one, eight, five], "none": [three, one, five, eight]}[steepness]
    order += [square for square in range(9) if square not in order]
    return in_marks(variant, claims), order


PROOF = FunctionTask(
    name="proof",
    number="P9.5",
    title="is it a proof?",
    function="is_proof",
    shape=Flag(),
    pure=True,
    parts=(
        Part("proofs", 2, "claims that rule an order of steepness out"),
        Part("gaps", 2, "claims that rule nothing out"),
    ),
    cases=proof_cases,
    right=is_proof,
    examples=lambda variant: [by_hand(variant, "rule"), by_hand(variant, "none")],
    wrong={
        "Who is steeper is not looked at here; where k is steeper than j the difference changes "
        "its sign.": mistake(("1 if steepness.index(j) < steepness.index(k) else -1", "1")),
        "Each claim counts once here; it counts as many times as its last number says.": mistake(
            ("* times * in_signs", "* in_signs")
        ),
        "A claim that is taken 0 times or fewer proves nothing: an inequality must not be turned "
        "round.": mistake(("times < 1", "False"), costs=("gaps",)),
        "The marks of your class are added up here. To a network's node an X is 1, an O is -1, "
        "and an open square 0.": mistake(
            ("(np.array(board) == <<v.x>>).astype(int) - (np.array(board) == <<v.o>>)", "board"),
            costs=("proofs",),
        ),
        "The sum over all squares is 0 here; it must be 0 on each square by itself.": mistake(
            ("total.any()", "total.sum()"), costs=("gaps",)
        ),
        "These are exchanged: it is a proof where nothing is left.": mistake(
            ("return False", "return True"), ("not total.any()", "bool(total.any())")
        ),
    },
)


# P9.6 Cards of one's own.


def own_cards(variant, student):
    """(the square that counts +1, the one that counts -1, the orders for no and for yes)."""
    rng = student_rng(variant.number, student, "cards")
    plus, minus = rng.permutation(9)[:2].tolist()
    return plus, minus, [rng.permutation(9).tolist() for _ in range(2)]


def exchanged(orders, card, a, b):
    """The orders, with two squares of a card exchanged."""
    other = {a: b, b: a}
    return [
        [other.get(s, s) for s in order] if k == card else order for k, order in enumerate(orders)
    ]


@cache
def after_exchanges(variant, student):
    """{(card, a square, a lower one): how many games are lost after that exchange}."""
    plus, minus, orders = own_cards(variant, student)
    every = [(card, a, b) for card in range(2) for a in range(9) for b in range(a)]
    return {
        one: lost(variant, by_cards(variant, plus, minus, exchanged(orders, *one))) for one in every
    }


def about_exchange(variant, student, answer):
    """What is wrong with an exchange after which as few games as can be should be lost; "" if
    nothing is.
    """
    words = value_complaint(answer, None, Numbers(count=3))
    if words:
        return words
    card, a, b = answer
    if card not in (0, 1) or a not in range(9) or b not in range(9) or a == b:
        return (
            "three numbers are asked for: a card, 0 for no or 1 for yes, and two squares from 0"
            " to 8"
        )
    plus, minus, orders = own_cards(variant, student)
    before, found = (
        lost(variant, by_cards(variant, plus, minus, orders)),
        after_exchanges(variant, student),
    )
    after = found[card, max(a, b), min(a, b)]
    if after == min(found.values()):
        return ""
    if after < before:
        return "they lose fewer games then, and with another exchange fewer still"
    return (
        "with this exchange they lose as many games as before"
        if after == before
        else "they lose more games then"
    )


def cards_verdict(variant, student, cases, answers):
    """Looks at the number of games, and tries the exchange."""
    plus, minus, orders = own_cards(variant, student)
    own, exchange = answers
    words = trouble(own) or value_complaint(
        own["value"], lost(variant, by_cards(variant, plus, minus, orders)), COUNT
    )
    if words and not trouble(own):
        for meaning, other in (
            (
                "That is with the cards for no and yes exchanged.",
                lost(variant, by_cards(variant, plus, minus, orders[::-1])),
            ),
            (
                "That is with the two squares of the question exchanged.",
                lost(variant, by_cards(variant, minus, plus, orders)),
            ),
            (
                "That is how many games there are.",
                len(ends(variant, by_cards(variant, plus, minus, orders))),
            ),
            ("That is with the card for no alone.", lost(variant, listed(variant, orders[0]))),
        ):
            if own["value"] == other:
                words += f" {meaning}"
                break
    return {
        "lost": words,
        "exchange": trouble(exchange) or about_exchange(variant, student, exchange["value"]),
    }


COUNT = Number()
CARDS = ValueTask(
    name="cards",
    number="P9.6",
    title="your cards",
    kind="personal",
    values=("my_lost", "my_exchange"),
    shapes=(COUNT, Numbers(count=3)),
    parts=(
        Part("lost", 2, "how many games your cards lose"),
        Part("exchange", 2, "the exchange after which they lose fewest"),
    ),
    verdict=cards_verdict,
)

WHY = WrittenTask(
    name="why",
    number="P9.7",
    title="in your own words",
    parts=(Part("why", 4, "why perfect is not best, and what shows that nothing is better"),),
)

SET = ProblemSet(
    "09_perfect", "Safe, best, and proved", 90, (ORDERS, LOST, SAFE, ANNEALED, PROOF, CARDS, WHY)
)
