"""Problem set 18: a game of one's own, its opponent, its ceiling, what the blind have of it, and
who looks.
"""

# Long: the tasks of a set, their texts, their solutions and the mistakes in them are read and
# changed together.

from dataclasses import replace
from functools import cache, lru_cache
from itertools import islice

import numpy as np

from fogel.anygame.settings import find_game
from fogel.anygame.symmetric import CENTRE
from fogel.checks.shapes import Number, Numbers, Text, Weights
from fogel.checks.variant import student_rng
from fogel.rules.rules import grid, lines, open_squares, outcome, place
from grader.answers import trouble, value_complaint
from grader.mistakes import mistake
from grader.tasks import FunctionTask, Part, ProblemSet, ValueTask, WrittenTask

WITHIN, CLOSE = 1e-8, 1e-6
MOST_SQUARES, LONGEST_GAME, MOST_NODES = 9, 300, 10
BOOK = "These are the book's payoffs; your class has others."
BOOK_SLIP = (
    "The opponent slips in one of ten moves here, as in the book; the table says how often in your"
    " class."
)
STANDARD = "win 111; win 1 1 1; win 100 010 001; win 001 010 100"
MISERE = STANDARD.replace("win", "lose")


# A game against the opponent of the class, worked backwards.


@lru_cache(maxsize=512)
def rules_of(game):
    """The Rules of a game that is written in a line."""
    return find_game(game)


@lru_cache(maxsize=200_000)
def moves_from(game, board, player):
    """(square, its result to player 1 or None if the game goes on, the board after it) of each
    move.
    """
    rules, found = rules_of(game), []
    for square in open_squares(board):
        then = place(rules, board, square, player)
        ends = outcome(rules, then, last=player)
        found.append((square, None if ends is None else ends[0], then))
    return tuple(found)


class Duel:
    """What a game is worth to player 1, who opens, if he chooses among his moves by `choose`."""

    def __init__(self, variant, game, choose):
        self.game, self.choose, self.slip = game, choose, variant.slip
        self.payoffs = {1: variant.win, 0: variant.tie, -1: variant.loss}
        self.mine, self.theirs = {}, {}

    def winning(self, board):
        """The squares by which the opponent wins at once."""
        return [square for square, result, _ in moves_from(self.game, board, 2) if result == -1]

    def replies(self, board):
        """The chance of each square, as a list."""
        chances, squares = [0.0] * len(board), open_squares(board)
        chosen = self.winning(board)[:1] or squares
        for some, share in ((squares, self.slip), (chosen, 1 - self.slip)):
            for square in some:
                chances[square] += share / len(some)
        return chances

    def replied(self, board):
        """What a board is worth on which the opponent is to move."""
        if board not in self.theirs:
            chances = self.replies(board)
            values = {
                square: self.payoffs[result] if result is not None else self.exact_payoff(then)
                for square, result, then in moves_from(self.game, board, 2)
                if chances[square]
            }
            self.theirs[board] = sum(chances[square] * value for square, value in values.items())
        return self.theirs[board]

    def exact_payoff(self, board=None):
        """What a board is worth on which player 1 is to move, by default the start."""
        board = tuple(rules_of(self.game).start.squares) if board is None else board
        if board not in self.mine:
            self.mine[board] = self.choose(board, {
                square: self.payoffs[result] if result is not None else self.replied(then)
                for square, result, then in moves_from(self.game, board, 1)
            })  # fmt: skip
        return self.mine[board]


def best(board, offered):
    """What the best player makes of its moves."""
    return max(offered.values())


def at_random(board, offered):
    """What a player at random makes of them."""
    return sum(offered.values()) / len(offered)


def by_order(order):
    """What a player makes of them who takes the first open square of an order."""
    return lambda board, offered: offered[next(square for square in order if square in offered)]


def by_network(variant, hidden, output):
    """What a network makes of them."""
    return lambda board, offered: offered[chosen(variant, hidden, output, board)]


def chosen(variant, hidden, output, board, bias=None):
    """The square that a network moves into: the arithmetic is the notebook's, so that equal sums
    are equal here.
    """
    seen = [0 if mark == 0 else 1 if mark == 1 else -1 for mark in board]
    bias = variant.bias if bias is None else bias
    with np.errstate(over="ignore"):
        activations = 1 / (1 + np.exp(-hidden @ [*seen, bias]))
    sums = output @ [*activations, bias]
    return max(open_squares(board), key=lambda square: sums[square])


def exact_payoff(variant, game, choose=best):
    """The expected payoff of a game to player 1."""
    return float(Duel(variant, game, choose).exact_payoff())


BOTH = (at_random, best)


@lru_cache(maxsize=512)
def baselines(variant, game):
    """What a game is worth to a player at random, and to the best one."""
    return tuple(exact_payoff(variant, game, choose) for choose in BOTH)


def with_the_books_payoffs(variant):
    """The variant with the book's payoffs."""
    return replace(variant, win=1, tie=0, loss=-10)


def with_a_random_opponent(variant):
    """The variant with an opponent who always slips, so that he never looks for a win."""
    return replace(variant, slip=1.0)


SMALL = (
    "000 020; win 110; lose 01 10",
    "000 000; lose 21; lose 111",
    "000 100; lose 12",
    "000 020; win 101; win 11; lose 1 1",
    "000 000; win 11 10",
    "00 00 00; lose 11; win 10 01",
)
LARGE = (
    "000 020 000; lose 11 01; win 10 01",
    "0000 0000; win 21; lose 110",
    f"200 000 001; {MISERE}",
)


# P18.1 The opponent.


@cache
def replies_cases(variant):
    """Boards of all games on which the opponent is to move, up to seven of each kind in a game."""
    rng, found = np.random.default_rng(181), []
    for game in SMALL + LARGE:
        left, met = {"none": 5, "some": 7}, set()
        for _ in range(200):
            board, player = tuple(rules_of(game).start.squares), 1
            for _ in range(int(rng.integers(1, 8))):
                moves = [
                    then for _, result, then in moves_from(game, board, player) if result is None
                ]
                if not moves:
                    break
                board, player = moves[int(rng.integers(len(moves)))], 3 - player
            part = "some" if player == 2 and Duel(variant, game, best).winning(board) else "none"
            if player == 2 and board not in met and left[part]:
                met.add(board)
                left[part] -= 1
                found.append((part, (game, list(board))))
    return found


def replied(variant, game, board):
    """The chance of each square."""
    return Duel(variant, game, best).replies(tuple(board))


def slipping(chance):
    """Edits of an opponent who slips with this chance."""
    return ("(1 - <<v.slip>>)", f"(1 - {chance})"), ("<<v.slip>> * ", f"{chance} * ")


OTHERS = "[k for k in squares if k not in meant]"
COMPLETES = (  # a winning pattern of the opponent's own
    "any(all(place(rules, board, k, 2)[at] == 3 - mark for at, mark in line)"
    " for line in rules.win_lines)"
)

REPLIES = FunctionTask(
    name="replies",
    number="P18.1",
    title="the opponent",
    function="replies",
    shape=Numbers(within=WITHIN),
    pure=True,
    parts=(
        Part("none", 1, "boards on which nothing wins at once"),
        Part("some", 2, "boards on which some squares do"),
    ),
    cases=replies_cases,
    right=replied,
    examples=lambda variant: [
        ("000 000; win 11", [1, 0, 0, 0, 0, 0]),
        ("000 000; win 11", [1, 0, 2, 0, 0, 1]),
        ("000 000; win 1 1; lose 11", [1, 0, 2, 0, 1, 0]),
    ],
    wrong={
        BOOK_SLIP: mistake(*slipping("0.1"), costs=("some",)),
        "Here the opponent never slips.": mistake(*slipping("0"), costs=("some",)),
        "The two chances have changed places: that of a slip, and that of a move as it is meant.": (
            mistake(*slipping("(1 - <<v.slip>>)"), costs=("some",))
        ),
        "All squares that win are as likely here; the opponent takes the first of them.": mistake(
            ("winning[:1]", "winning"), costs=("some",)
        ),
        "The last of the squares that win is taken here; it should be the first.": mistake(
            ("winning[:1]", "winning[-1:]"), costs=("some",)
        ),
        "A slip lands on the other squares alone here; it may land on any open one.": mistake(
            ("<<v.slip>> * (k in squares)", "<<v.slip>> * (k in slips)"),
            ("/ len(squares)", "/ len(slips)"),
            ("    return [\n", f"    slips = {OTHERS} or squares\n    return [\n"),
            costs=("some",),
        ),
        "Here the opponent takes a square by which player 1 would win.": mistake(
            ("k, 2) == -1", "k, 1) == 1")
        ),
        "Any move that ends the game is taken for a win here; it may be a loss, or a tie.": mistake(
            ("k, 2) == -1", "k, 2) is not None")
        ),
        "Only the winning patterns are looked at here. Who completes a losing one for the other "
        "wins as well.": mistake(("== -1]", f"== -1 and {COMPLETES}]"), costs=("some",)),
        "The opponent moves at random here, and never looks for a win.": mistake(
            ("winning[:1] or ", ""), costs=("some",)
        ),
    },
)


# P18.2 The ceiling.


SQUARES = "total, squares = 0, open_squares(board)"


def ceiling_slipping(chance):
    """The mistake that the opponent slips with this chance."""
    meant = "(chance - <<v.slip>> / len(squares)) / (1 - <<v.slip>>)"
    return mistake(
        ("total = 0", SQUARES),
        ("+= chance", f"+= ({chance} / len(squares) + (1 - {chance}) * {meant})"),
    )


CEILING = FunctionTask(
    name="ceiling",
    number="P18.2",
    title="the ceiling",
    function="ceiling",
    shape=Number(within=WITHIN),
    parts=(
        Part("small", 2, "boards of up to six squares"),
        Part("large", 3, "boards of eight and nine squares, some with marks at the start"),
    ),
    cases=lambda variant: (
        [("small", (game,)) for game in SMALL] + [("large", (game,)) for game in LARGE]
    ),
    right=exact_payoff,
    examples=lambda variant: [
        ("000; win 11",),
        ("000 000; win 11; lose 1 1",),
        ("00 00; lose 11; lose 1 1",),
    ],
    wrong={
        BOOK: mistake(("{1: <<v.win>>, 0: <<v.tie>>, -1: <<v.loss>>}", "{1: 1, 0: 0, -1: -10}")),
        BOOK_SLIP: ceiling_slipping(0.1),
        "A tie counts 0 here; in your class it counts something else.": mistake(
            ("0: <<v.tie>>", "0: 0")
        ),
        "That is the payoff of the opponent's player; player 1's is asked for.": mistake(
            ("{1: <<v.win>>", "{1: <<v.loss>>"), ("-1: <<v.loss>>", "-1: <<v.win>>")
        ),
        "Here the opponent makes the move that is worst for player 1; yours draws its moves, by "
        "their chances.": mistake(
            ("total = 0", "total = 100"), ("total += chance * value", "total = min(total, value)")
        ),
        "The opponent moves at random here, and never looks for a win.": mistake(
            ("total = 0", SQUARES), ("+= chance * value", "+= value / len(squares)")
        ),
        "Here the opponent never slips.": ceiling_slipping(0),
        "That is what a player at random is worth; the best one is asked for.": mistake(
            ("max(offered.values())", "sum(offered.values()) / len(offered)")
        ),
        "Here the best move is sought on the opponent's boards too.": mistake(
            ("total = 0", "total = -100"), ("total += chance * value", "total = max(total, value)")
        ),
    },
)


# P18.3 With its eyes shut.


def share(variant, game, order, among=None):
    """How far a blind order is on the way from a random player to the ceiling, 0 where there is
    none.
    """
    random, most = baselines(variant, game)
    blind = exact_payoff(variant, game, among or by_order(order))
    return (blind - random) / (most - random) if most > random + CLOSE else 0.0


def exact_payoffs(variant, game, order):
    """(of a random player, of the order, the ceiling)."""
    random, most = baselines(variant, game)
    return random, exact_payoff(variant, game, by_order(order)), most


def places_of(order):
    """The order of a program that reads it as places."""
    return sorted(range(len(order)), key=lambda square: order[square])


@cache
def share_cases(variant):
    """Two orders for each small game, one for each large one, and a game at which there is nothing
    to gain.
    """
    rng = np.random.default_rng(183)
    many = [(game, 2, "small") for game in (*SMALL, "000; win 1")] + [
        (game, 1, "large") for game in LARGE[:2]
    ]
    return [
        (part, (game, rng.permutation(len(rules_of(game).start.squares)).tolist()))
        for game, count, part in many
        for _ in range(count)
    ]


SHARE = FunctionTask(
    name="share",
    number="P18.3",
    title="with its eyes shut",
    function="share",
    shape=Number(within=WITHIN),
    pure=True,
    parts=(
        Part("small", 2, "boards of up to six squares"),
        Part("large", 2, "boards of nine squares, with marks at the start"),
    ),
    cases=share_cases,
    right=share,
    examples=lambda variant: [
        ("000; win 11", [0, 1, 2]),
        ("000; win 11", [1, 0, 2]),
        ("000; win 1", [2, 1, 0]),
    ],
    wrong={
        BOOK: lambda v, *inputs: share(with_the_books_payoffs(v), *inputs),
        "Numbers of the order are read as places here: order[0] is the square that is taken "
        "first.": mistake(("game, by_order(order)", "game, by_order(np.argsort(order))")),
        "The last open square of the order is taken here; it should be the first.": mistake(
            ("game, by_order(order)", "game, by_order(order[::-1])")
        ),
        "Where its first square is taken the order draws one here; it should go on to the "
        "next.": mistake(
            (
                "offered[next(k for k in order if k in offered)]",
                "offered.get(order[0], at_random(board, offered))",
            )
        ),
        "That is how much is gained; a share says of how much.": mistake(("/ way if", "if")),
        "The way begins at an expected payoff of 0 here; it should begin at what a player at random is "
        "worth.": mistake((" - least) / way if way > 1e-9 else 0", ") / most")),
        "The gain is divided by the ceiling here; the way is what lies between a player at random "
        "and the ceiling.": mistake(("/ way if way > 1e-9 else 0", "/ most")),
        "That is the way that is left; the part that is behind the order is asked for.": mistake(
            ("return share_of(", "return 1 - share_of(")
        ),
        "The order meets an opponent who moves at random here.": (
            lambda v, *inputs: share(with_a_random_opponent(v), *inputs)
        ),
    },
)


# P18.4 Find the bug: a memory that looks into a mirror.


def openings(variant, game):
    """What player 1 can force with each first square."""
    known = {}

    def forced(board, player):
        if board not in known:
            known[board] = max(
                after(result, then, player) for _, result, then in moves_from(game, board, player)
            )
        return known[board]

    def after(result, then, player):
        return (
            (result if player == 1 else -result)
            if result is not None
            else -forced(then, 3 - player)
        )

    return [
        after(result, then, 1)
        for _, result, then in moves_from(game, tuple(rules_of(game).start.squares), 1)
    ]


def by_name(name):
    """The mistake that a board is remembered under this name."""
    return mistake(
        ("    if board not in", f"    name = {name}\n    if name not in"),
        ("known[board] = max", "known[name] = max"),
        ("return known[board]", "return known[name]"),
    )


IMAGE = "min(board, image(rules, board))"


def alike(kind):
    """The name that takes an image for the board if these patterns are the same in a mirror."""
    turned = "tuple(np.reshape(one.squares, (one.height, one.width))[:, ::-1].ravel())"
    same = f"{{one._replace(squares={turned}) for one in rules.{kind}}} == {{*rules.{kind}}}"
    return f"{IMAGE} if {same} else board"


ALIKE = (  # the same in a mirror
    "000 000; win 111",
    "0000; win 11; lose 101",
    "000 000; lose 11; lose 1 1",
)
LOPSIDED = (
    "000 000; win 2 1; lose 21",
    "00 00 00; win 12 10; lose 11",
    "000 000; win 110; lose 121",
    "000 000; win 011; lose 11",
    "000 000; win 011; win 101",
    "000 000; win 11 01; lose 101",
    "00 00 00; win 11; lose 12",
    "000 000; win 101; lose 011",
    "000 000; lose 01 10; lose 12",
    "000 000; lose 11 01; lose 101",
    "0000; win 12; lose 11",
    "00 00; win 12; win 10 01",  # where a board may also be taken for its rows as columns
    "000 020; win 110; lose 01 10",
)

BUG = FunctionTask(
    name="bug",
    number="P18.4",
    title="find the bug: a memory that looks into a mirror",
    kind="bug",
    function="openings",
    shape=Numbers(),
    parts=(Part("openings", 3, "all games, whatever a mirror makes of them"),),
    cases=lambda variant: [("openings", (game,)) for game in LOPSIDED + ALIKE],
    right=openings,
    examples=lambda variant: [(game,) for game in ALIKE],
    wrong={
        "This is the program with its bug still in it: a board and its image are not always worth "
        "the same.": by_name(IMAGE),
        "Here a board is taken for its image upside down. That is another mirror, and no better.": (
            by_name("min(board, image(rules, board)[::-1])")
        ),
        "Here the mirror is kept wherever the winning patterns are the same in it. The losing "
        "ones count, too.": by_name(alike("wins")),
        "Here the mirror is kept wherever the losing patterns are the same in it. The winning "
        "ones count, too.": by_name(alike("losses")),
        "The sign is turned round: what player 1 can force is asked for.": mistake(
            ("result_of(rules, start,", "-result_of(rules, start,")
        ),
    },
)


# P18.5 A network for misère.


def lost_game(variant, hidden, output, bias=None, numbers=None):
    """(the class's squares of a game that the network loses, the first that is found; its first
    square); [] if none.
    """
    game, numbers = f"000 000 000; {MISERE}", numbers or variant.order

    def go(board, squares):
        seen = tuple(board[square] for square in numbers)
        square = numbers[chosen(variant, hidden, output, seen, bias)]
        result, then = next(
            (ends, after) for own, ends, after in moves_from(game, board, 1) if own == square
        )
        squares = [*squares, variant.place[square]]
        if result is not None:
            return squares if result == -1 else []
        for reply, ends, after in moves_from(game, then, 2):
            found = (
                [*squares, variant.place[reply]] if ends == -1 else [] if ends is not None else None
            )
            if found is None:
                found = go(after, [*squares, variant.place[reply]])
            if found:
                return found
        return []

    return go((0,) * 9, [])


MIRROR_WRONG = {
    "With bias nodes that say 1 it would never lose; the table says what they say in your class.": (
        lambda v, hidden, output: {"bias": 1.0}
    ),
    "With squares that are numbered row by row it would never lose; look up how your class "
    "numbers them.": lambda v, hidden, output: {"numbers": tuple(range(9))},
    "This is the chapter's network, with its bias nodes and its numbers of the squares.": (
        lambda v, hidden, output: {"bias": 1.0, "numbers": tuple(range(9))}
    ),
    "With all signs in the hidden weights turned it would never lose: the other's marks are -1.": (
        lambda v, hidden, output: {"hidden": -hidden}
    ),
    "With the last column of the output weights turned in sign it would never lose.": (
        lambda v, hidden, output: {"output": np.column_stack([output[:, :-1], -output[:, -1]])}
    ),
}


def network_of(answer, squares, bias_words="one of them hears the bias node"):
    """(hidden, output, "") of an answer that is a network for so many squares; (None, None, what is
    wrong) if not.
    """
    words = trouble(answer) or value_complaint(answer["value"], None, Weights())
    if words:
        return None, None, words
    hidden, output = (np.array(part, dtype=float) for part in answer["value"])
    nodes = len(hidden)
    if not 1 <= nodes <= MOST_NODES:
        return None, None, f"a network has 1 to {MOST_NODES} hidden nodes; yours has {nodes}"
    for name, part, shape in (
        ("hidden", hidden, (nodes, squares + 1)),
        ("output", output, (squares, nodes + 1)),
    ):
        if part.shape != shape:
            mine, its = (" by ".join(map(str, one)) for one in (part.shape, shape))
            return (
                None,
                None,
                (
                    f"the {name} weights are {its} numbers, the last of a row for the bias; yours"
                    f" are {mine}"
                ),
            )
    return hidden, output, ""


def mirror_verdict(variant, student, cases, answers):
    """Plays the network against all replies."""
    hidden, output, words = network_of(answers[0], 9)
    if words:
        return dict.fromkeys(("centre", "never"), words)
    centre = variant.place[CENTRE]
    first = chosen(variant, hidden, output, (0,) * 9)
    opens = (
        ""
        if first == centre
        else f"it opens in square {first}; the centre is square {centre} in your class"
    )
    return {"centre": opens, "never": about_lost(variant, hidden, output)}


def about_lost(variant, hidden, output):
    """A game that the network loses, in words, and what that may mean; "" if it never loses."""
    lost = lost_game(variant, hidden, output)
    if not lost:
        return ""
    hint = next((
        f" {words}"
        for words, other in MIRROR_WRONG.items()
        if not lost_game(variant, **{"hidden": hidden, "output": output, **other(variant, hidden, output)})
    ), "")  # fmt: skip
    return f"it loses this game: {', '.join(map(str, lost))}.{hint}"


NETWORK = ValueTask(
    name="mirror",
    number="P18.5",
    title="four nodes that never lose",
    values=("mirror",),
    shapes=(Weights(),),
    parts=(
        Part("centre", 1, "it opens in the centre"),
        Part("never", 3, "no sequence of replies beats it"),
    ),
    verdict=mirror_verdict,
)


# P18.6 The student's own game.


def own_pattern(variant, student):
    """The pattern that the game has to have: three of the squares of two rows."""
    rng = student_rng(variant.number, student, "anygame")
    squares = rng.permutation(6)[:3].tolist()
    marks = "".join("1" if square in squares else "0" for square in range(6))
    return f"{marks[:3]} {marks[3:]}"


def about_game(variant, student, answer):
    """What is wrong with a game that a student has written; "" if nothing is."""
    words = trouble(answer) or value_complaint(answer["value"], None, Text())
    if words:
        return words
    game = answer["value"]
    if len(game) > LONGEST_GAME or ";" not in game:
        return (
            f"a game is one line of up to {LONGEST_GAME} letters: its board, and a ; before each"
            " pattern"
        )
    try:
        rules = rules_of(game)
    except ValueError as problem:
        return f"this is no game: {'it ' * str(problem).startswith('must')}{problem}"
    squares = len(rules.start.squares)
    if squares > MOST_SQUARES:
        return f"its board has {squares} squares; {MOST_SQUARES} are the most"
    if any(outcome(rules, rules.start.squares, last=last) is not None for last in (1, 2)):
        return "it is over before it begins: look at the marks on its board"
    pattern = own_pattern(variant, student)
    if grid(pattern) not in rules.wins + rules.losses:
        return f"the pattern {pattern} is not among those of your game"
    if not lines(rules, grid(pattern)):
        return f"the pattern {pattern} fits nowhere on this board"
    least, most = baselines(variant, game)
    return (
        ""
        if most > least + CLOSE
        else "there is nothing to gain at this game: all players have the same"
    )


def about_order(answer, game):
    """What is wrong with an order of the squares; "" if nothing is."""
    squares = len(rules_of(game).start.squares)
    words = trouble(answer) or value_complaint(answer["value"], None, Numbers())
    if words:
        return words
    if sorted(answer["value"]) != [*range(squares)]:
        return f"an order has each square from 0 to {squares - 1} once"
    return ""


NO_GAME = "See my_game: without one there is nothing to compare with."


def own_verdict(variant, student, cases, answers):
    """Reads the game, and works out what it has to offer."""
    game, baselines, order, mine = answers
    words = about_game(variant, student, game)
    if words:
        return {"game": words, "baselines": NO_GAME, "order": NO_GAME}
    game = game["value"]
    complaints = {
        "game": "",
        "baselines": about_baselines(variant, game, baselines),
        "order": about_order(order, game),
    }
    if not complaints["order"]:
        complaints["order"] = about_share(variant, game, order["value"], mine)
    return complaints


BASELINES_WRONG = {
    "The ceiling comes second.": lambda v, game: baselines(v, game)[::-1],
    BOOK: lambda v, game: baselines(with_the_books_payoffs(v), game),
    BOOK_SLIP: lambda v, game: baselines(replace(v, slip=0.1), game),
    "Both are against an opponent who moves at random.": (
        lambda v, game: baselines(with_a_random_opponent(v), game)
    ),
}


def about_baselines(variant, game, answer):
    """What is wrong with the two expected payoffs; "" if nothing is."""
    shape = Numbers(count=2, within=CLOSE)
    return trouble(answer) or with_hint(
        answer["value"], baselines(variant, game), shape, BASELINES_WRONG, variant, game
    )


def with_hint(value, right, shape, wrong, *about):
    """A complaint about a value, and what it would mean if it is a common one; "" if it
    is right.
    """
    words = value_complaint(value, right, shape)
    if not words or value_complaint(value, None, shape):
        return words
    meant = (
        hint for hint, model in wrong.items() if not value_complaint(value, model(*about), shape)
    )
    return " ".join([words, *islice(meant, 1)])


SHARE_WRONG = {
    "That is its expected payoff; a share is asked for.": lambda v, game, order: exact_payoffs(
        v, game, order
    )[1],
    "That is how much it gains; a share says of how much.": (
        lambda v, game, order: exact_payoffs(v, game, order)[1] - baselines(v, game)[0]
    ),
    "Numbers of the order are read as places there.": lambda v, game, order: share(
        v, game, places_of(order)
    ),
}


def about_share(variant, game, order, answer):
    """What is wrong with the share of an order, or with an order that has none; "" if
    nothing is.
    """
    order = list(map(int, order))
    right = share(variant, game, order)
    if right < CLOSE:
        return "this order has no more than a player at random: look for a better one"
    shape = Number(within=CLOSE)
    return trouble(answer) or with_hint(
        answer["value"], right, shape, SHARE_WRONG, variant, game, order
    )


OWN = ValueTask(
    name="own",
    number="P18.6",
    title="your game",
    kind="personal",
    values=("my_game", "my_baselines", "my_order", "my_share"),
    shapes=(Text(), Numbers(count=2), Numbers(), Number()),
    parts=(
        Part(
            "game",
            1,
            "a game with your pattern that is small enough, not over at the start, and worth"
            " playing",
        ),
        Part("baselines", 2, "what it is worth to a player at random, and to the best one"),
        Part("order", 2, "an order that is better than chance, and its share"),
    ),
    verdict=own_verdict,
)


# P18.7 The student's own player, and what is claimed of it.

CLAIMS = ("looks", "need not look")


def player_verdict(variant, student, cases, answers):
    """Judges the network at the student's game, and whether what is claimed follows from the
    numbers.
    """
    game, order, network, evidence, claim = answers
    parts = [part for part, _ in cases]
    words = about_game(variant, student, game) or about_order(order, game["value"])
    if words:
        return dict.fromkeys(parts, f"See P18.6: {words}.")
    game, order = game["value"], list(map(int, order["value"]))
    hidden, output, words = network_of(network, len(rules_of(game).start.squares))
    if words:
        return dict.fromkeys(parts, words)
    mine = by_network(variant, hidden, output)
    shares = share(variant, game, order), share(variant, game, order, mine)
    dull = (
        ""
        if shares[1] > CLOSE
        else "it has no more than a player at random; make it better, by hand or by evolution"
    )
    return {
        "player": dull,
        "evidence": about_evidence(variant, game, order, mine, shares, evidence),
        "claim": about_claim(shares, claim),
    }


def about_evidence(variant, game, order, mine, shares, answer):
    """What is wrong with the shares of the order and of the network; "" if nothing is."""
    wrong = {
        "The order's share comes first.": lambda: shares[::-1],
        "These are expected payoffs; shares are asked for.": lambda: [
            exact_payoff(variant, game, choose) for choose in (by_order(order), mine)
        ],
        "Those are against an opponent who moves at random.": lambda: [
            share(with_a_random_opponent(variant), game, order, among) for among in (None, mine)
        ],
    }
    return trouble(answer) or with_hint(
        answer["value"], shares, Numbers(count=2, within=CLOSE), wrong
    )


def about_claim(shares, answer):
    """What is wrong with what is claimed; "" if it follows from the shares."""
    words = trouble(answer) or value_complaint(answer["value"], None, Text())
    if words:
        return words
    claim = answer["value"].strip()
    if claim not in CLAIMS:
        return f"a claim is {' or '.join(map(repr, CLAIMS))}, not {claim[:40]!r}"
    ahead = shares[1] > shares[0] + CLOSE
    if ahead == (claim == CLAIMS[0]):
        return ""
    told = "is ahead of" if ahead else "has no more than"
    return f"your network {told} your order, so {claim!r} does not follow"


PLAYER = ValueTask(
    name="player",
    number="P18.7",
    title="your player, and a claim",
    kind="personal",
    values=("my_game", "my_order", "my_network", "my_evidence", "my_claim"),
    shapes=(Text(), Numbers(), Weights(), Numbers(count=2), Text()),
    parts=(
        Part("player", 2, "a network that is better than chance at your game"),
        Part("evidence", 2, "the shares of your order and of your network"),
        Part("claim", 1, "a claim that follows from them"),
    ),
    verdict=player_verdict,
)

WHY = WrittenTask(
    name="why",
    number="P18.8",
    title="in your own words",
    parts=(Part("why", 4, "your claim, its evidence, and what it does not say"),),
)

SET = ProblemSet(
    "18_anygame",
    "A game of your own",
    90,
    (REPLIES, CEILING, SHARE, BUG, NETWORK, OWN, PLAYER, WHY),
)
