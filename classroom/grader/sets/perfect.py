"""Problem set 9: networks as cards, what caution costs, and what a proof is made of.

Players and opponents go into the student's process as texts; see the set of chapter 8, which has
most of them.
"""

# Long: the tasks of a set, their texts, their solutions and the mistakes in them are read and
# changed together.

from dataclasses import replace
from functools import cache
from itertools import product

import numpy as np

from fogel.checks.shapes import Flag, Number, Numbers
from fogel.checks.variant import student_rng
from fogel.core.players import adversary
from fogel.encoding import LINES, put
from fogel.perfect import make_cards
from grader.answers import trouble, value_complaint
from grader.functions_as_text import known, text
from grader.sets.audit import (
    LISTED,
    YOURS,
    alike,
    by_weights,
    class_opponent,
    holders,
    in_the_book,
    move_of,
    opponents,
    players,
    text_of,
)  # fmt: skip
from grader.tasks import FunctionTask, Part, ProblemSet, ValueTask, WrittenTask

GAMES = 32
CARELESS = "careless"  # an opponent as the notebook calls it, and how heavily it weighs the squares
WEIGHTS = [1, 64, 4, 256, 16, 2, 128, 8, 32]
HOTTEST, COLDEST = 8.0, 0.3
OF_THE_BOOK = "These are the payoffs of the book; your class has its own."


# P9.1 From weights to cards.


def orders_of(
    variant,
    output,
    ties=None,
    answers=lambda nodes: product((0, 1), repeat=nodes),
    sign=-1,
    ranks=False,
):
    """The order of the squares for each list of answers, no before yes, the last node's answer
    changing first.
    """
    output, ties, found = np.array(output, dtype=float), ties or variant.preference, []
    for activations in answers(output.shape[1] - 1):
        sums = output[:, :-1] @ np.array(activations, dtype=float) + variant.bias * output[:, -1]
        order = sorted(ties, key=lambda square: sign * sums[square])
        found.append([order.index(square) for square in range(9)] if ranks else order)
    return found


def first_changes_first(nodes):
    """All lists of answers, in the wrong order."""
    return [activations[::-1] for activations in product((0, 1), repeat=nodes)]


def yes_before_no(nodes):
    """All lists of answers, in another wrong order."""
    return product((1, 0), repeat=nodes)


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
        "The bias node says 1 here, as in the book; in your class it says something else.": (
            lambda v, output: orders_of(replace(v, bias=1.0), output)
        ),
        "The bias is left out: it takes part in every "
        "sum.": lambda v, output: orders_of(replace(v, bias=0.0), output),
        "Of equal sums the lowest square goes first here; your class has a list for that.": (
            lambda v, output: orders_of(v, output, ties=range(9))
        ),
        "Of equal sums the last in your class's list goes first here.": (
            lambda v, output: orders_of(v, output, ties=v.preference[::-1])
        ),
        "The square with the lowest sum comes first here; the network moves into the one with the "
        "highest.": (
            lambda v, output: orders_of(v, output, sign=1)
        ),
        "These are the numbers in the squares, as on a card: how early each square comes. The "
        "squares themselves are "
        "asked for, in their order.": lambda v, output: orders_of(v, output, ranks=True),
        "The cards are in another order: the last node's answer changes first.": (
            lambda v, output: orders_of(v, output, answers=first_changes_first)
        ),
        "The cards for yes come first here; those for no are to come first.": (
            lambda v, output: orders_of(v, output, answers=yes_before_no)
        ),
    },
)  # fmt: skip


# P9.2 Every game that O can win.


def first_holder(variant, board):
    """The mark that holds the first line that anybody holds, that of an open square if
    none does.
    """
    return next(
        (
            board[a]
            for a, b, c in variant.lines
            if board[a] == board[b] == board[c] != variant.empty
        ),
        variant.empty,
    )


def ends_of(variant, player, stops=lambda held, variant: held != variant.empty):
    """[(the mark that holds a line at the end, the final board)] of all games, one for each list of
    replies.
    """
    move, found = move_of(variant, player), []

    def follow(board, marks):
        holder = first_holder(variant, board)
        if stops(holder, variant) or marks == 9:
            found.append((holder, board))
        elif marks % 2 == 0:
            follow(put(board, move(np.array(board)), variant.x), marks + 1)
        else:
            for square in (k for k in range(9) if board[k] == variant.empty):
                follow(put(board, square, variant.o), marks + 1)

    follow((variant.empty,) * 9, 0)
    return found


@cache
def _ends(variant, python):
    return ends_of(variant, text(python))


def ends(variant, player):
    """The same, remembered."""
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
    return sum(holder == variant.o for holder, _ in ends(variant, player))


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
    """Players by a list, by no list, and such as are never beaten."""
    some = players(variant)
    found = [("lists", (player,)) for player in some[:12]]
    found += [("others", (player,)) for player in [*some[12:18], *some_cards(variant)]]
    return found + [("safe", (player,)) for player in never_beaten(variant)]


def by_book_lines(variant, player):
    """The games that O wins by lines of the book's numbering."""
    move, count = move_of(variant, player), 0

    def follow(board, marks):
        nonlocal count
        for line in LINES:
            if len({board[square] for square in line}) == 1 and board[line[0]] != variant.empty:
                count += board[line[0]] == variant.o
                return
        if marks == 9:
            return
        squares = (
            [move(np.array(board))]
            if marks % 2 == 0
            else [k for k in range(9) if board[k] == variant.empty]
        )
        for square in squares:
            follow(put(board, square, (variant.x, variant.o)[marks % 2]), marks + 1)

    follow((variant.empty,) * 9, 0)
    return count


def after_x(variant, player):
    """The games that O wins if a line of X does not end a game."""
    found = ends_of(variant, player, stops=lambda held, variant: held == variant.o)
    return sum(holder == variant.o for holder, _ in found)


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
        "These are the lines of the book's numbering; your class has its own.": by_book_lines,
        "Final boards are counted here; two games that end on the same board are two games.": (
            lambda v, player: len({board for holder, board in ends(v, player) if holder == v.o})
        ),
        "All games are counted here; those that O wins are asked "
        "for.": lambda v, player: len(ends(v, player)),
        "These are the games that X wins.": (
            lambda v, player: sum(holder == v.x for holder, _ in ends(v, player))
        ),
        "Ties are counted as lost "
        "here.": lambda v, player: sum(holder != v.x for holder, _ in ends(v, player)),
        "Here a game goes on after a line of X, and O may still win it.": after_x,
        "That is whether the player can be beaten; how many games it loses is asked for.": (
            lambda v, player: int(lost(v, player) > 0)
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
def lost_boards(variant, moves_ahead=9):
    """The boards on which O can force a line, whatever X does; or those alone that it finds so many
    moves ahead.
    """
    held = holders(variant)

    @cache
    def is_lost(board, ahead):
        squares = [k for k in range(9) if board[k] == variant.empty]
        if held[board] != variant.empty or not squares:
            return held[board] == variant.o
        if ahead == 0:
            return False
        if len(squares) % 2:
            return all(is_lost(put(board, square, variant.x), ahead - 1) for square in squares)
        return any(is_lost(put(board, square, variant.o), ahead - 1) for square in squares)

    return {board for board in held if is_lost(board, moves_ahead)}


def weighed(nine, after):
    """The mean of what can follow, weighted with the opponent's probabilities."""
    return sum(p * after[square] for square, p in enumerate(nine) if p > 0)


@cache
def safe_values(variant, opponent, moves_ahead=9, always=True, o=weighed):
    """{board: what a game is worth from there to an X that never lets O force a line}, of boards
    that are not lost.

    Without `always` it is careful in its first move alone. `o` says what the opponent makes of what
    can follow.
    """
    reply, held, found, free = known(opponent), holders(variant), {}, {}
    avoided = lost_boards(variant, moves_ahead)
    payoffs = {variant.x: variant.win, variant.empty: variant.tie, variant.o: variant.loss}
    for board in sorted(held, key=lambda board: board.count(variant.empty)):
        squares = [k for k in range(9) if board[k] == variant.empty]
        if held[board] != variant.empty or not squares:
            found[board] = free[board] = float(payoffs[held[board]])
        elif len(squares) % 2:
            after = [put(board, square, variant.x) for square in squares]
            careful = [one for one in after if one not in avoided] or after
            found[board] = max((found if always else free)[one] for one in careful)
            free[board] = max(free[one] for one in after)
        else:
            nine, after = (
                reply(board),
                {square: put(board, square, variant.o) for square in squares},
            )
            found[board], free[board] = (
                o(nine, {square: values[one] for square, one in after.items()})
                for values in (found, free)
            )
    return found


def safe_value(variant, board, opponent, **options):
    """What one game is worth from a board on, to an X that is never careless."""
    found = safe_values(variant, python_of(variant, opponent), **options)
    return found[tuple(int(mark) for mark in board)]


def python_of(variant, opponent):
    """The text of an opponent, which may be named."""
    return text_of(variant, by_weights(variant, WEIGHTS) if opponent == CARELESS else opponent)


def free_value(variant, board, opponent):
    """What one game is worth to an X that takes any risk."""
    return safe_value(variant, board, opponent, moves_ahead=0)


def by_possible(choose):
    """What comes of a rule that looks at the possible replies and not at their probabilities."""
    return lambda nine, after: choose(
        [value for square, value in after.items() if nine[square] > 0]
    )


STRIKES, ALIKE = by_possible(min), lambda nine, after: weighed(alike(nine), after)


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
        careful, free = safe_values(variant, python), safe_values(variant, python, moves_ahead=0)
        tempted = [board for board in boards if free[board] > careful[board] + 1e-6]
        for some in (tempted, boards):
            left = some[:: max(1, len(some) // count)][:count]
            found += [(part, (np.array(board), text(python))) for board in left]
    return found + [("start", (np.array(boards[0]), text(python))) for python in reckless(variant)]


def of_32(variant, board, opponent):
    """The value of so many games."""
    return GAMES * safe_value(variant, board, opponent)


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
        OF_THE_BOOK: lambda v, *given: safe_value(in_the_book(v), *given),
        "That is the best value of all: here X takes a risk where one pays, and O can then force "
        "a line.": (free_value),
        "X is careful in its first move alone here, and takes risks later.": (
            lambda v, *given: safe_value(v, *given, always=False)
        ),
        "Here X looks one move ahead alone: it must not let O force a line later either, by two "
        "threats at once.": lambda v, *given: safe_value(v, *given, moves_ahead=1),
        "O replies as a perfect player here. It is known: weigh its replies with their "
        "probabilities.": lambda v, *given: safe_value(v, *given, o=STRIKES),
        "All replies weigh the same here; each should weigh as much as its probability.": (
            lambda v, *given: safe_value(v, *given, o=ALIKE)
        ),
        "These are the values of 32 games; one is asked for.": of_32,
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
    careful, free = safe_values(variant, python), safe_values(variant, python, moves_ahead=0)
    boards = [tuple(board) for board in variant.boards("x").tolist()]
    gaps = {
        board: free[board] - careful[board] for board in boards if board not in lost_boards(variant)
    }
    return np.array(max(gaps, key=gaps.get))


# P9.4 Find the bug: what was the best?


# Many parameters: each option is one mistake that a wrong answer makes; by default it makes none.
def annealed(variant, order, wrong, steps, rng, copies=(True, True), last=False):
    """The best order that was met; `copies` are taken of the first one and of each better one."""
    rng, cost = np.random.default_rng(rng["rng"]), cost_of(wrong)
    now = list(order)
    best, least = list(now) if copies[0] else now, cost(now)
    for step in range(steps):
        heat = HOTTEST * (COLDEST / HOTTEST) ** (step / steps)
        i, j = rng.integers(9, size=2)
        before = cost(now)
        now[i], now[j] = now[j], now[i]
        if cost(now) - before > -heat * np.log(1 - rng.random()):
            now[i], now[j] = now[j], now[i]
        elif cost(now) < least:
            best, least = list(now) if copies[1] else now, cost(now)
    return now if last else best


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
        "That is the order with which the search ended, and not the best that it met.": (
            lambda v, *given: annealed(v, *given, last=True)
        ),
        "Half mended: the first order is no copy, and changes as the search goes on.": (
            lambda v, *given: annealed(v, *given, copies=(False, True))
        ),
        "Half mended: a better order is kept by its name alone, and changes as the search goes "
        "on.": lambda v, *given: annealed(v, *given, copies=(True, False)),
    },
)


# P9.5 Is it a proof?


# Many parameters: each option is one mistake that a wrong answer makes; by default it makes none.
def is_proof(
    variant,
    claims,
    steepness,
    by_steepness=True,
    by_times=True,
    positive=True,
    raw=False,
    squares=True,
):
    """Whether what the claims say adds up to nothing."""
    total = np.zeros(9)
    for j, k, one, other, times in claims:
        if positive and times < 1:
            return False
        sign = 1 if not by_steepness or steepness.index(j) < steepness.index(k) else -1
        gap = (
            np.array(one) - np.array(other) if raw else signs(variant, one) - signs(variant, other)
        )
        total += sign * (times if by_times else 1) * gap
    return bool(not total.any() if squares else total.sum() == 0)


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
    """The same with a gap: a mark that is another, or what is counted is."""
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
    return claims, steepness


def proof_cases(variant):
    """Claims that prove something, and such as don't."""
    rng, boards = np.random.default_rng(95), variant.boards("x")[1:600]
    found = []
    for sizes in ((1, 1), (1, 1), (1, 1, 1), (2, 1), (1, 2, 1), (3, 1, 1)) * 2:
        claims, steepness = closing(variant, rng, boards, sizes)
        found.append(("proofs", (in_marks(variant, claims), steepness)))
        for kind in ("mark", "moved", "turned", "times", "negative"):
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
        "its sign.": lambda v, *given: is_proof(v, *given, by_steepness=False),
        "Each claim counts once here; it counts as many times as its last number says.": (
            lambda v, *given: is_proof(v, *given, by_times=False)
        ),
        "A claim that is taken 0 times or fewer proves nothing: an inequality must not be turned "
        "round.": lambda v, *given: is_proof(v, *given, positive=False),
        "The marks of your class are added up here. To a network's node an X is 1, an O is -1, "
        "and an open square 0.": lambda v, *given: is_proof(v, *given, raw=True),
        "The sum over all squares is 0 here; it must be 0 on each square by itself.": (
            lambda v, *given: is_proof(v, *given, squares=False)
        ),
        "These are exchanged: it is a proof where nothing is left.": lambda v, *given: (
            not is_proof(v, *given)
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
