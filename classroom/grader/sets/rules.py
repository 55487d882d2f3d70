"""Problem set 13: games that are data, their lines, their verdicts and what they are worth."""

# Long: the tasks of a set, their texts, their solutions and the mistakes in them are read and
# changed together.

from dataclasses import replace
from functools import cache
from itertools import islice
from operator import neg

import numpy as np

from fogel.checks.shapes import Number, Numbers
from fogel.checks.variant import student_rng
from fogel.rules import Grid, Rules
from fogel.rules import lines as places
from grader.mistakes import mistake
from grader.tasks import FunctionTask, Part, ProblemSet, ValueTask, WrittenTask

EXACT, CHANCES = Numbers(), Numbers(count=3, within=1e-9)
PASS = -1
WINS_FIRST = (
    "Lines that win are looked at first here, as in the chapter; in your class those that lose come"
    " first."
)
BOOK = "These are the book's payoffs; your class has others."
LOSERS_WIN = "Whoever matches a line that loses has won here."

# What several mistakes change.
WAYS = "(rows, [row[::-1] for row in rows])"
ROWS_AND_COLUMNS = "height - len(rows) + 1", "width - len(rows[0]) + 1"
LOSING, WINNING = "(losses, <<v.loss>>, <<v.win>>)", "(wins, <<v.win>>, <<v.loss>>)"
PLAYERS = "(last, opponent(last))"
NO_LINE = "[] if <<v.empty>> in board else [<<v.tie>>, <<v.tie>>]"
VERDICT_HERE = "verdict(then, wins, losses, me)"
OTHER_ORDER = (VERDICT_HERE, "verdict(then, losses, wins, me)[::-1]")
VALUE_HERE = "value(tuple(board), wins, losses, me, {})"
SOON_OR_LATE = "min(moves) if best == <<v.win>> else max(moves)"
PASSES = "passes < len(players)"
FLOW_HERE = "flow(tuple(board), wins, losses, me, {})"
ANY_SQUARE = "(1 - <<v.slip>>) / len(squares)"
LIKED = "            chance += <<v.slip>> * (square == squares[0])\n"


def told(answer):
    """The edit of P13.3 that returns this list, of its payoff and its number of moves."""
    return f"return list({VALUE_HERE})", f"payoff, moves = {VALUE_HERE}\n    return {answer}"


# P13.1 Where a pattern lies.


def as_it_stands(rows):
    """A pattern alone."""
    return [rows]


def turned(rows):
    """A pattern and its three quarter turns."""
    found = [rows]
    for _ in range(3):
        found.append([list(row) for row in zip(*found[-1][::-1], strict=True)])
    return found


def in_all_ways(rows):
    """A pattern turned and mirrored: eight, of which some may be equal."""
    return [one for way in turned(rows) for one in (way, [row[::-1] for row in way])]


def lines_of(variant, rows, width, height, ways=in_all_ways):
    """All lines of a pattern on a board, in order, by the package's places."""
    marks = {variant.empty: 0, variant.x: 1, variant.o: 2}
    board = Rules("board", Grid(width, height, (0,) * (width * height)), (Grid(1, 1, (1,)),))
    found = set()
    for way in ways(rows):
        squares = tuple(marks[mark] for row in way for mark in row)
        for line in places(board, Grid(len(way[0]), len(way), squares)):
            found.add(
                tuple(sorted((square, {1: variant.x, 2: variant.o}[mark]) for square, mark in line))
            )
    return sorted([list(pair) for pair in line] for line in found)


def marked(variant, text):
    """The rows of a pattern that is written with 0, 1 and 2."""
    marks = {"0": variant.empty, "1": variant.x, "2": variant.o}
    return [[marks[letter] for letter in row] for row in text.split()]


# By part. Square and oblong ones are changed by turns, by mirrors or by both, have one mark or two,
# and open squares inside, at an end, or in a whole row, which has to fit as well.
PATTERNS = {
    "alike": ("1", "11 11", "010 111 010", "121 212 121"),
    "turned": (
        "111",
        "12",
        "100 010 001",
        "11 10",
        "110 011",
        "120",
        "1101",
        "11 12 10",
        "1000 0112",
        "12 10",
        "110 010 000",
    ),
    "tight": ("1111", "11111", "1 1 2 1", "11 01 01 01"),
}
BOARDS = {
    "alike": ((3, 3), (4, 3)),
    "turned": ((3, 3), (4, 3), (2, 5), (5, 4)),
    "tight": ((3, 4), (5, 2), (1, 4), (2, 2)),
}


def places_cases(variant):
    """Patterns that are alike however they are turned, others, and some that fit in one way alone
    or nowhere.
    """
    return [
        (part, (marked(variant, text), *sides))
        for part, texts in PATTERNS.items()
        for text in texts
        for sides in BOARDS[part]
    ]


PLACES = FunctionTask(
    name="places",
    number="P13.1",
    title="where a pattern lies",
    function="lines",
    shape=EXACT,
    pure=True,
    parts=(
        Part("alike", 1, "patterns that are alike however they are turned"),
        Part("turned", 3, "all others, in every way, and each line once"),
        Part("tight", 1, "boards on which some ways fit, or none"),
    ),
    cases=places_cases,
    right=lines_of,
    examples=lambda v: [
        (marked(v, "11 11"), 3, 3),
        (marked(v, "12"), 2, 2),
        (marked(v, "110"), 3, 2),
    ],
    wrong={
        "The pattern lies here only as it stands; in your class it may be turned and mirrored.": mistake(
            (WAYS, "[pattern]"), costs=("turned", "tight")
        ),
        "The pattern is turned here, and not mirrored.": mistake(
            (WAYS, "[rows]"), costs=("turned", "tight")
        ),
        "The pattern is mirrored here, and not turned by a quarter.": mistake(
            ("list(zip(*rows[::-1]))", "rows[::-1]"), costs=("turned", "tight")
        ),
        "Some lines stand here twice: two ways to lay a pattern may be the same.": mistake(
            ("set()", "[]"), ("found.update", "found.extend")
        ),
        "A line runs over the edge here, and goes on at the other end of the board.": mistake(
            (ROWS_AND_COLUMNS[0], "height"),
            (ROWS_AND_COLUMNS[1], "width"),
            (
                "            yield tuple(line)",
                "            if all(square < width * height for square, _ in line):\n"
                "                yield tuple(sorted(line))",
            ),
        ),
        "An open square is asked for here where a pattern asks for nothing.": mistake(
            ("if mark != <<v.empty>>", "if True")
        ),
        "The last place in each direction is missing here: a pattern may touch the edges of the "
        "board.": mistake(*((one, one.removesuffix(" + 1")) for one in ROWS_AND_COLUMNS)),
        "Width and height have changed places.": mistake(
            ("(way, width, height)", "(way, height, width)")
        ),
    },
    package=(
        "from fogel.rules import Grid, Rules, grid\nfrom fogel.rules import lines as places\n\ndef"
        " lines(pattern, width, height):\n    board = Rules('mine', Grid(width, height, (0,) *"
        " (width * height)), (grid('1'),))\n    squares = tuple(mark for row in pattern for mark in"
        " row)\n    return sorted(map(sorted, places(board, Grid(len(pattern[0]), len(pattern),"
        " squares))))\n"
    ),
)


# P13.2, P13.3 and P13.5: one game.


class Game:
    """A game of a class for two: its lines, its verdict, its value, and what beginners
    make of it.
    """

    def __init__(self, variant, wins, losses):
        self.variant, self.wins, self.losses = variant, wins, losses
        self.x, self.o, self.empty = variant.x, variant.o, variant.empty
        self.win, self.tie, self.loss = variant.win, variant.tie, variant.loss
        self.decisions = {}  # by board and who moved last: many orders of moves lead to one

    def other(self, player):
        """Who sits opposite."""
        return self.o if player == self.x else self.x

    def matches(self, board, lines, player):
        """Whether a player has matched one of the lines."""
        meant = {self.x: player, self.o: self.other(player)}
        return any(all(board[square] == meant[mark] for square, mark in line) for line in lines)

    def looked_at(self, last, won):
        """The players who may have won, or lost, by a move of the last one."""
        return last, self.other(last)

    def decided(self, board, last):
        """(player, whether he has won), None if nobody has matched anything."""
        reached = (*board, last)
        if reached not in self.decisions:
            found = (
                (player, won)
                for lines, won in ((self.losses, False), (self.wins, True))
                for player in self.looked_at(last, won)
                if self.matches(board, lines, player)
            )
            self.decisions[reached] = next(found, None)
        return self.decisions[reached]

    def verdict(self, board, last):
        """[payoff of player 1, payoff of player 2], [] while the game goes on."""
        found = self.decided(board, last)
        if not found:
            return [] if self.empty in board else [self.tie, self.tie]
        player, won = found
        return [self.win, self.loss] if (player == self.x) == won else [self.loss, self.win]

    def boards(self, board, me):
        """The boards after each move, the lowest square first."""
        squares = [square for square, mark in enumerate(board) if mark == self.empty]
        return [(*board[:square], me, *board[square + 1 :]) for square in squares]

    def turned(self, exact_value):
        """A value to the one who moves next, as the other sees it."""
        return {self.win: self.loss, self.tie: self.tie, self.loss: self.win}[exact_value]

    def after(self, board, me, known):
        """(payoff, moves) of a board on which `me` has just moved, to him."""
        result = self.verdict(board, me)
        if result:
            return result[me == self.o], 1
        exact_value, moves = self.found(board, self.other(me), known)
        return self.turned(exact_value), moves + 1

    def found(self, board, me, known):
        """(payoff, moves) of a board to the player who is to move."""
        if board not in known:
            found = [self.after(then, me, known) for then in self.boards(board, me)]
            best = max(payoff for payoff, _ in found)
            moves = [count for payoff, count in found if payoff == best]
            known[board] = best, min(moves) if best == self.win else max(moves)
        return known[board]

    def exact_value(self, board, me):
        """[payoff, moves] of a board to the player who is to move."""
        return list(self.found(tuple(board), me, {}))

    def chances_of(self, count):
        """With what probability a beginner takes each of so many open squares."""
        slip = self.variant.slip
        return [(1 - slip) / count + slip * (square == 0) for square in range(count)]

    def ends(self, board, last):
        """The chances of a game that is over: that player 1 wins, that player 2 wins, and that
        nobody does.
        """
        result = self.verdict(board, last)
        return [payoff == self.win for payoff in result] + [self.tie in result] if result else None

    def beginners(self, board, me, known=None):
        """The three chances between beginners, on a board that goes on."""
        board, known = tuple(board), {} if known is None else known
        if board not in known:
            found, total = self.boards(board, me), np.zeros(3)
            for then, chance in zip(found, self.chances_of(len(found)), strict=True):
                ends = self.ends(then, me)
                total += chance * np.array(
                    self.beginners(then, self.other(me), known) if ends is None else ends
                )
            known[board] = total
        return known[board]


def asked(task):
    """The answer to a task, (variant, board, wins, losses, player)."""
    return lambda variant, board, wins, losses, player: getattr(Game(variant, wins, losses), task)(
        board, player
    )


def lines_both(variant, texts, width, height):
    """The lines of several patterns, in order, each once."""
    found = [
        line for text in texts for line in lines_of(variant, marked(variant, text), width, height)
    ]
    return [list(map(list, line)) for line in sorted({tuple(map(tuple, line)) for line in found})]


GAMES = {  # (columns, rows, patterns that win, patterns that lose)
    "row": (3, 3, ("111", "100 010 001"), ()),
    "misere": (3, 3, (), ("111", "100 010 001")),
    "arrow": (4, 2, ("12",), ()),
    "corner": (3, 3, ("11 10",), ("111",)),
    "sandwich": (3, 3, ("121",), ("111", "100 010 001")),
    "step": (4, 3, ("110 011",), ("1111",)),
    "pair": (3, 2, ("112",), ("11",)),
    "trap": (3, 2, ("111",), ("112",)),
}


@cache
def game_of(variant, name):
    """(columns, rows, lines that win, lines that lose)."""
    width, height, wins, losses = GAMES[name]
    return (
        width,
        height,
        lines_both(variant, wins, width, height),
        lines_both(variant, losses, width, height),
    )


def some_board(variant, rng, squares, marks):
    """A board with so many marks, by turns, player 1's first, at random squares; and who moved
    last.
    """
    board = [variant.empty] * squares
    for k, square in enumerate(rng.permutation(squares)[:marks].tolist()):
        board[square] = (variant.x, variant.o)[k % 2]
    return board, (variant.o, variant.x)[marks % 2]


# P13.2 The verdict.


def kind_of(game, board):
    """The part to which a board belongs: by how many ways it is decided."""
    ways = sum(
        game.matches(board, lines, player)
        for lines in (game.wins, game.losses)
        for player in (game.x, game.o)
    )
    return ("nobody", "one", "two")[min(ways, 2)]


@cache
def verdict_cases(variant):
    """Boards at random that nobody, one or two players have matched, up to 15 of each kind in a
    game.
    """
    rng, found = np.random.default_rng(132), []
    for name in GAMES:
        width, height, wins, losses = game_of(variant, name)
        game, left = Game(variant, wins, losses), {"nobody": 8, "one": 12, "two": 12}
        for _ in range(400):
            board, last = some_board(
                variant, rng, width * height, int(rng.integers(3, width * height + 1))
            )
            kind = kind_of(game, board)
            if left[kind]:
                left[kind] -= 1
                found.append((kind, (board, wins, losses, last)))
    return found


def verdict_examples(variant):
    """A line that wins, one that loses, and a board that goes on."""
    _, _, wins, losses = game_of(variant, "corner")
    x, o, empty = variant.x, variant.o, variant.empty
    return [
        ([x, x, empty, x, o, o, empty, empty, empty], wins, losses, x),
        ([o, o, o, x, empty, x, empty, empty, x], wins, losses, o),
        ([x, o, *[empty] * 7], wins, losses, o),
    ]


VERDICT = FunctionTask(
    name="verdict",
    number="P13.2",
    title="the verdict",
    function="verdict",
    shape=EXACT,
    pure=True,
    parts=(
        Part("nobody", 1, "boards on which nobody has matched a line"),
        Part("one", 2, "one player has matched lines of one kind"),
        Part("two", 2, "two players have, or one has matched lines of both kinds"),
    ),
    cases=verdict_cases,
    right=asked("verdict"),
    examples=verdict_examples,
    wrong={
        BOOK: mistake(
            (LOSING, "(losses, -10, 1)"),
            (WINNING, "(wins, 1, -10)"),
            ("[<<v.tie>>, <<v.tie>>]", "[0, 0]"),
        ),
        WINS_FIRST: mistake(
            (f"{LOSING},\n        {WINNING}", f"{WINNING},\n        {LOSING}"), costs=("two",)
        ),
        "X is looked at first here; whoever moved last comes first.": mistake(
            (PLAYERS, "(<<v.x>>, <<v.o>>)"), costs=("two",)
        ),
        "Whoever did not move last is looked at first here.": mistake(
            (PLAYERS, "(opponent(last), last)"), costs=("two",)
        ),
        "Only the one who moved last is looked at here; a pattern may be completed by the other's "
        "move.": mistake((PLAYERS, "[last]"), costs=("one",)),
        "In a line X's mark stands for X here; it should stand for whoever looks at it.": mistake(
            ("meant[mark]", "mark"), costs=("one", "two")
        ),
        "A line's second mark is read as if it asked for one's own mark.": mistake(
            ("meant[mark]", "player")
        ),
        LOSERS_WIN: mistake((LOSING, "(losses, <<v.win>>, <<v.loss>>)"), costs=("one", "two")),
        "A full board is a tie here although somebody has matched a line.": mistake(
            ("in (\n", "in () if <<v.empty>> not in board else (\n"), costs=("one", "two")
        ),
        "The payoffs of X and O have changed places.": mistake(
            ("[own, others] if player ==", "[own, others] if player !="), costs=("one", "two")
        ),
        "A full board without a line goes on here, and is a tie.": mistake(
            (NO_LINE, "[]"), costs=("nobody",)
        ),
    },
)


# P13.3 What it is worth, and how soon.


@cache
def undecided(variant, seed, least, most, count):
    """(board, lines that win, lines that lose, who is to move) of boards that go on, with so many
    open squares.
    """
    rng, found = np.random.default_rng(seed), []
    for name in GAMES:
        width, height, wins, losses = game_of(variant, name)
        game, some = Game(variant, wins, losses), []
        for _ in range(1_000):
            empty = int(rng.integers(least, most + 1))
            board, last = some_board(variant, rng, width * height, width * height - empty)
            if len(some) < count and kind_of(game, board) == "nobody":
                some.append((board, wins, losses, game.other(last)))
        found += some
    return found


class OneSided(Game):
    """A game of which somebody thinks that one only wins, or only loses, by a move of one's own."""

    def __init__(self, variant, wins, losses, one_sided):
        super().__init__(variant, wins, losses)
        self.one_sided = one_sided

    def looked_at(self, last, won):
        """The last player alone, where the win or the loss of the other is overlooked."""
        return (last,) if won == self.one_sided else super().looked_at(last, won)


def decided_by_the_other(variant, count=2):
    """Boards of little value to somebody who overlooks that the other wins, or loses, by one's own
    move: their exact value is another one.
    """
    for won in (True, False):
        differ = (
            (board, wins, losses, me)
            for board, wins, losses, me in undecided(variant, 133, 1, 3, 40)
            if Game(variant, wins, losses).exact_value(board, me)
            != OneSided(variant, wins, losses, won).exact_value(board, me)
        )
        yield from islice(differ, count)


def exact_value_cases(variant):
    """Boards with one to three open squares, and with four or five."""
    late, early = undecided(variant, 133, 1, 3, 5), undecided(variant, 134, 4, 5, 5)
    late = [*late, *decided_by_the_other(variant)]
    return [("late", inputs) for inputs in late] + [("early", inputs) for inputs in early]


def by_turn(inputs):
    """Some inputs, those with the fewest open squares first, of different games."""
    return [inputs[k] for k in (0, 7, 13)]


EXACT_VALUE = FunctionTask(
    name="exact_value",
    number="P13.3",
    title="what it is worth, and how soon",
    function="exact_value",
    shape=Numbers(count=2),
    pure=True,
    parts=(
        Part("late", 2, "boards with up to three open squares"),
        Part("early", 3, "boards with four or five"),
    ),
    cases=exact_value_cases,
    right=asked("exact_value"),
    examples=lambda variant: by_turn(undecided(variant, 133, 1, 3, 5)),
    wrong={
        BOOK: mistake(told("[{<<v.win>>: 1, <<v.tie>>: 0, <<v.loss>>: -10}[payoff], moves]")),
        WINS_FIRST: mistake(OTHER_ORDER),
        "The other's payoff with its sign turned is taken for one's own; in your class what one "
        "loses is not what the other wins.": mistake(("mine[theirs]", "-theirs")),
        "The other player helps here; it wants its own payoff to be high.": mistake(
            ("me, {})", 'me, {"me": me})'),
            ("result[me ==", 'result[known["me"] =='),
            ("mine[theirs]", "theirs"),
        ),
        "The soonest end is taken here, whatever it brings; a loss should come late.": mistake(
            (SOON_OR_LATE, "min(moves)")
        ),
        "Here a win is put off as long as it can be.": mistake((SOON_OR_LATE, "max(moves)")),
        "Of several moves of equal payoff the first is taken here, however long the game is "
        "then.": mistake((SOON_OR_LATE, "moves[0]"), costs=("early",)),
        "Only the moves of one player are counted here.": mistake(
            told("[payoff, (moves + 1) // 2]")
        ),
        "One move is missing: the last one counts too.": mistake(told("[payoff, moves - 1]")),
        "The payoff is always X's here; that of the player who is to move is asked for.": mistake(
            told(
                "[payoff if me == <<v.x>> else "
                "{<<v.win>>: <<v.loss>>, <<v.tie>>: <<v.tie>>, <<v.loss>>: <<v.win>>}[payoff], moves]"
            )
        ),
    },
)


# P13.4 Find the bug: a referee in a hurry.


def attempted(names, taken, squares, attempts):
    """The legal square that a player comes to, or a pass."""
    for _ in range(attempts):
        if not names:
            return PASS
        square = names.pop(0)
        if 0 <= square < squares and square not in taken:
            return square
    return PASS


def refereed(variant, players, squares):
    """The moves of a game between players who name squares from a list."""
    names, taken, moves, passes = [list(one) for one in players], set(), [], 0
    while len(taken) < squares and passes < len(players):
        player = len(moves) % len(players)
        square = attempted(names[player], taken, squares, variant.rivals)
        moves.append([player + 1, square])
        passes = passes + 1 if square == PASS else 0
        taken |= {square} - {PASS}
    return moves


def stubborn(rng, squares, attempts):
    """The squares that a player names: some at random, some again and again."""
    named = []
    for _ in range(int(rng.integers(1, 6))):
        times = int(rng.choice([1, 1, 1, attempts - 1, attempts, attempts + 1, 10]))
        named += [int(rng.integers(-1, squares + 1))] * times
    return named


def referee_cases(variant):
    """Games of two and three players, some of whom give up, or name what is taken."""
    rng, found = np.random.default_rng(135), []
    for number in range(120):
        squares = int(rng.integers(3, 10))
        players = [stubborn(rng, squares, variant.rivals) for _ in range(2 + number % 2)]
        found.append(("moves", (players, squares)))
    return found


def harmless(variant):
    """Games in which nobody passes before the end."""
    return [([[0, 2, 4], [1, 3]], 5), ([[4, 0], [4, 8]], 9), ([[0, 3], [1], [0, 2]], 4)]


REFEREE = FunctionTask(
    name="referee",
    number="P13.4",
    title="find the bug: a referee in a hurry",
    kind="bug",
    function="moves_of",
    shape=EXACT,
    pure=True,
    parts=(Part("moves", 3, "all moves and passes, whoever names what"),),
    cases=referee_cases,
    right=refereed,
    examples=harmless,
    wrong={
        "This is the referee with his bug still in him: he counts all passes of a game.": mistake(
            ("            passes = 0\n", "")
        ),
        "Here a game ends when each has passed once, at any time; they have to pass one after the "
        "other.": mistake(
            ("passes += 1", "passes = len({one for one, there in moves if there == -1})"),
            ("            passes = 0\n", ""),
        ),
        "Two passes end a game here, however many players there are.": mistake(
            (PASSES, "passes < 2")
        ),
        "One pass ends the game here.": mistake((PASSES, "passes < 1")),
        "A game ends here only after one pass more than there are players.": mistake(
            (PASSES, "passes <= len(players)")
        ),
        "Passes never end a game here before all lists are used up.": mistake(
            (PASSES, "passes < 20")
        ),
        "A player is asked ten times here, as in the book; the table says how often in your "
        "class.": mistake(("range(ATTEMPTS)", "range(10)")),
    },
)


# P13.5 Beginners.


def beginners_cases(variant):
    """Boards with up to five open squares, and the games of six squares from their start."""
    late = [("late", inputs) for inputs in undecided(variant, 136, 1, 3, 4)]
    early = [("early", inputs) for inputs in undecided(variant, 137, 4, 5, 4)]
    _, _, wins, losses = game_of(variant, "pair")
    return [
        *late,
        *early,
        *(("early", ([variant.empty] * 6, wins, losses, me)) for me in (variant.x, variant.o)),
    ]


def overwritten(variant, board, wins, losses, me):
    """The chances of a program that keeps only one way to each board."""
    game, flow, total = Game(variant, wins, losses), {tuple(board): 1.0}, np.zeros(3)
    while flow:
        onward = {}
        for now, chance in flow.items():
            found = game.boards(now, me)
            for then, share in zip(found, game.chances_of(len(found)), strict=True):
                ends = game.ends(then, me)
                if ends is None:
                    onward[then] = chance * share
                else:
                    total += chance * share * np.array(ends)
        flow, me = onward, game.other(me)
    return total


BEGINNERS = FunctionTask(
    name="beginners",
    number="P13.5",
    title="beginners",
    function="beginners",
    shape=CHANCES,
    pure=True,
    parts=(
        Part("late", 2, "boards with up to three open squares"),
        Part("early", 2, "boards with four to six"),
    ),
    cases=beginners_cases,
    right=asked("beginners"),
    examples=lambda variant: by_turn(undecided(variant, 136, 1, 3, 4)),
    wrong={
        "All open squares are as likely here; your class's beginner has one that it likes.": mistake(
            (ANY_SQUARE, "1 / len(squares)"), (LIKED, "")
        ),
        "The two chances have changed places: that of the first open square, and that of a "
        "random move.": mistake(
            (ANY_SQUARE, "<<v.slip>> / len(squares)"), ("+= <<v.slip>> *", "+= (1 - <<v.slip>>) *")
        ),
        "Here a random move is one of the other squares only; it may be the first open one, too.": mistake(
            (ANY_SQUARE, "(1 - <<v.slip>>) / max(1, len(squares) - 1)"),
            (
                "chance += <<v.slip>> * (square == squares[0])",
                "if square == squares[0]:\n"
                "                chance = <<v.slip>> if squares[1:] else 1",
            ),
        ),
        "The last open square is the one that is liked here; it should be the first.": mistake(
            ("squares[0]", "squares[-1]")
        ),
        "Every game counts alike here; some are likelier than others.": mistake(
            (ANY_SQUARE, "1"),
            (LIKED, ""),
            (
                f"return {FLOW_HERE}",
                f"found = {FLOW_HERE}\n    return [one / sum(found) for one in found]",
            ),
        ),
        "The first chance should be X's, whoever is to move.": mistake(
            (
                f"return {FLOW_HERE}",
                f"found = {FLOW_HERE}\n"
                "    return found if me == <<v.x>> else [found[1], found[0], found[2]]",
            )
        ),
        WINS_FIRST: mistake(OTHER_ORDER),
        "Chances that reach one board by different orders are overwritten here; they add "
        "up.": overwritten,
        LOSERS_WIN: mistake(
            (
                f"result = {VERDICT_HERE}",
                "result = verdict(then, losses, [], me)\n"
                "            if <<v.win>> not in result:\n"
                "                result = verdict(then, wins, [], me)",
            )
        ),
    },
)


# P13.6 The student's own game.


def own_patterns(variant, student):
    """The pattern that wins and the one that loses, as the notebook draws them."""
    rng, found = student_rng(variant.number, student, "game"), []
    for _ in range(2):
        rows = [[variant.empty] * 3 for _ in range(2)]
        for square in rng.permutation(6)[:3].tolist():
            rows[square // 3][square % 3] = variant.x
        found.append(rows)
    return found


@cache
def own_right(variant, student, ways=in_all_ways, turned=None):
    """(how many lines win and lose, what each first move is worth, what a beginner gains by
    opening).
    """
    wins, losses = (lines_of(variant, rows, 3, 3, ways) for rows in own_patterns(variant, student))
    game, empty, known = Game(variant, wins, losses), (variant.empty,) * 9, {}
    game.turned = turned or game.turned
    exact_values = [game.after(then, variant.x, known)[0] for then in game.boards(empty, variant.x)]
    for_x, for_o, _ = game.beginners(empty, variant.x)
    return (
        [len(wins), len(losses)],
        exact_values,
        float((variant.win - variant.loss) * (for_x - for_o)),
    )


OWN = ValueTask(
    name="own",
    number="P13.6",
    title="your game",
    kind="personal",
    values=("my_lines", "my_exact_values", "my_gain"),
    shapes=(Numbers(count=2), Numbers(count=9), Number(within=1e-7)),
    parts=(
        Part("lines", 1, "how many lines win, and how many lose"),
        Part("exact_values", 2, "what each first move is worth to X"),
        Part("gain", 2, "how much more X can expect than O, between beginners"),
    ),
    right=own_right,
    wrong={
        "That is what it would be if patterns were not turned or mirrored.": (
            lambda v, student: own_right(v, student, as_it_stands)
        ),
        "That is what it would be if patterns were turned and not mirrored.": (
            lambda v, student: own_right(v, student, turned)
        ),
        "That is between beginners who like no square.": lambda v, student: own_right(
            replace(v, slip=0), student
        ),
        "That is the other's payoff with its sign turned.": lambda v, student: own_right(
            v, student, turned=neg
        ),
        "That is X's chance less O's; the payoffs are asked for.": lambda v, student: (
            *own_right(v, student)[:2],
            own_right(v, student)[2] / (v.win - v.loss),
        ),
        "That is O's gain.": lambda v, student: (
            *own_right(v, student)[:2],
            -own_right(v, student)[2],
        ),
    },
)


WHY = WrittenTask(
    name="why",
    number="P13.7",
    title="in your own words",
    parts=(Part("why", 4, "what a rule file leaves open, and what three players make of it"),),
)

SET = ProblemSet(
    "13_rules",
    "Games that are data",
    90,
    (PLACES, VERDICT, EXACT_VALUE, REFEREE, BEGINNERS, OWN, WHY),
)
