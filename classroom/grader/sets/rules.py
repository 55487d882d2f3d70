"""Problem set 13: games that are data, their lines, their verdicts and what they are worth."""

# Long: the tasks of a set, their texts, their solutions and the mistakes in them are read and
# changed together.

from functools import cache

import numpy as np

from fogel.checks.shapes import Number, Numbers
from fogel.checks.variant import student_rng
from fogel.rules import Grid, Rules
from fogel.rules import lines as places
from grader.tasks import FunctionTask, Part, ProblemSet, ValueTask, WrittenTask

EXACT, CHANCES = Numbers(), Numbers(count=3, within=1e-9)
PASS, ATTEMPTS_OF_THE_BOOK = -1, 10
WINS_FIRST = (
    "Lines that win are looked at first here, as in the chapter; in your class those that lose come"
    " first."
)
BOOK = "These are the book's payoffs; your class has others."


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


def mirrored(rows):
    """A pattern, from left to right and upside down too."""
    return [rows, [row[::-1] for row in rows], rows[::-1], [row[::-1] for row in rows[::-1]]]


def in_all_ways(rows):
    """A pattern turned and mirrored: eight, of which some may be equal."""
    return [one for way in turned(rows) for one in (way, [row[::-1] for row in way])]


def lines_of(variant, rows, width, height, ways=in_all_ways, once=True):
    """All lines of a pattern on a board, in order, by the package's places."""
    marks = {variant.empty: 0, variant.x: 1, variant.o: 2}
    board, found = (
        Rules("board", Grid(width, height, (0,) * (width * height)), (Grid(1, 1, (1,)),)),
        [],
    )
    for way in ways(rows):
        squares = tuple(marks[mark] for row in way for mark in row)
        for line in places(board, Grid(len(way[0]), len(way), squares)):
            found.append(
                sorted([square, {1: variant.x, 2: variant.o}[mark]] for square, mark in line)
            )
    return sorted(map(list, {tuple(map(tuple, line)) for line in found}) if once else found)


def with_open_squares(variant, rows, width, height):
    """The lines of a program that asks for an open square where a pattern asks for nothing."""
    other = 1 + max(map(abs, (variant.x, variant.o, variant.empty)))
    full = [[other if mark == variant.empty else mark for mark in row] for row in rows]
    found = []
    for way in in_all_ways(full):
        for top in range(height - len(way) + 1):
            for left in range(width - len(way[0]) + 1):
                line = [
                    [(top + y) * width + left + x, variant.empty if mark == other else mark]
                    for y, row in enumerate(way)
                    for x, mark in enumerate(row)
                ]
                found.append(tuple(map(tuple, sorted(line))))
    return sorted(map(list, {*found}))


def short_of_one(variant, rows, width, height):
    """The lines of a program that stops before the last column and the last row in which a pattern
    can begin.
    """
    found = set()
    for way in in_all_ways(rows):
        for line in lines_of(variant, way, width - 1, height - 1, as_it_stands):
            found.add(tuple((square + square // (width - 1), mark) for square, mark in line))
    return sorted(map(list, found))


def over_the_edge(variant, rows, width, height):
    """The lines of a program that only asks whether a square has a number: they go on at the other
    end.
    """
    found = set()
    for way in in_all_ways(rows):
        steps = [(y * width + x, mark) for y, row in enumerate(way) for x, mark in enumerate(row)]
        steps = [(step, mark) for step, mark in steps if mark != variant.empty]
        for first in range(width * height):
            line = tuple(sorted((first + step, mark) for step, mark in steps))
            if all(square < width * height for square, _ in line):
                found.add(line)
    return sorted(map(list, found))


def marked(variant, text):
    """The rows of a pattern that is written with 0, 1 and 2."""
    marks = {"0": variant.empty, "1": variant.x, "2": variant.o}
    return [[marks[letter] for letter in row] for row in text.split()]


PATTERNS = {  # by part
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
        "The pattern lies here only as it stands; in your class it may be turned and mirrored.": (
            lambda v, *inputs: lines_of(v, *inputs, ways=as_it_stands)
        ),
        "The pattern is turned here, and not mirrored.": lambda v, *inputs: lines_of(
            v, *inputs, ways=turned
        ),
        "The pattern is mirrored here, and not turned by a quarter.": lambda v, *inputs: lines_of(
            v, *inputs, ways=mirrored
        ),
        "Some lines stand here twice: two ways to lay a pattern may be the same.": (
            lambda v, *inputs: lines_of(v, *inputs, once=False)
        ),
        "A line runs over the edge here, and goes on at the other end of the board.": over_the_edge,
        "An open square is asked for here where a pattern asks for nothing.": with_open_squares,
        "The last place in each direction is missing here: a pattern may touch the edges of the "
        "board.": (short_of_one),
        "Width and height have changed places.": lambda v, rows, width, height: lines_of(
            v, rows, height, width
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


# P13.2, P13.3 and P13.5: one game, whose methods common mistakes replace.


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

    def meant(self, mark, player):
        """Whose mark a pattern's mark stands for, if this player looks at it."""
        return player if mark == self.x else self.other(player)

    def matches(self, board, lines, player):
        """Whether a player has matched one of the lines."""
        return any(
            all(board[square] == self.meant(mark, player) for square, mark in line)
            for line in lines
        )

    def order(self, last):
        """Who is asked first, and who second."""
        return last, self.other(last)

    def kinds(self):
        """The kinds of lines, which is asked first: (lines, whether they win)."""
        return (self.losses, False), (self.wins, True)

    def full(self, board):
        """Whether no square is open."""
        return self.empty not in board

    def decided(self, board, last):
        """(player, whether he has won), None if nobody has matched anything."""
        reached = (*board, last)
        if reached not in self.decisions:
            looks = (
                (lines, player, won) for lines, won in self.kinds() for player in self.order(last)
            )
            found = (
                (player, won) for lines, player, won in looks if self.matches(board, lines, player)
            )
            self.decisions[reached] = next(found, None)
        return self.decisions[reached]

    def paid(self, player, won):
        """[payoff of player 1, payoff of player 2] where a player has won or lost."""
        own, others = (self.win, self.loss) if won else (self.loss, self.win)
        return [own, others] if player == self.x else [others, own]

    def verdict(self, board, last):
        """[payoff of player 1, payoff of player 2], [] while the game goes on."""
        found = self.decided(board, last)
        if found:
            return self.paid(*found)
        return [self.tie, self.tie] if self.full(board) else []

    def boards(self, board, me):
        """The boards after each move, the lowest square first."""
        squares = [square for square, mark in enumerate(board) if mark == self.empty]
        return [(*board[:square], me, *board[square + 1 :]) for square in squares]

    def share(self, result, me):
        """A player's part of a verdict."""
        return result[me == self.o]

    def better(self, mine, best):
        """Whether (payoff, moves) is better than the best so far."""
        soon = -1 if mine[0] == self.win else 1
        return mine[0] > best[0] or (mine[0] == best[0] and soon * mine[1] > soon * best[1])

    def turned(self, exact_value):
        """A value to the one who moves next, as the other sees it."""
        return {self.win: self.loss, self.tie: self.tie, self.loss: self.win}[exact_value]

    def after(self, board, me, known):
        """(payoff, moves) of a board on which `me` has just moved, to him."""
        result = self.verdict(board, me)
        if result:
            return self.share(result, me), 1
        exact_value, moves = self.found(board, self.other(me), known)
        return self.turned(exact_value), moves + 1

    def found(self, board, me, known):
        """(payoff, moves) of a board to the player who is to move."""
        if board not in known:
            best = None
            for then in self.boards(board, me):
                mine = self.after(then, me, known)
                best = mine if best is None or self.better(mine, best) else best
            known[board] = best
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
        found = self.decided(board, last)
        if not found:
            return (0, 0, 1) if self.full(board) else None
        player, won = found
        return (1, 0, 0) if (player == self.x) == won else (0, 1, 0)

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


def asked(task, **own):
    """The answer to a task, (variant, board, wins, losses, player): with methods of its own, a
    mistaken one.
    """
    kind = type("Game", (Game,), own)
    return lambda variant, board, wins, losses, player: getattr(kind(variant, wins, losses), task)(
        board, player
    )


def of_the_book(task):
    """The same with the book's payoffs."""
    payoffs = {"win": 1, "tie": 0, "loss": -10}

    def begin(self, *about):
        Game.__init__(self, *about)
        vars(self).update(payoffs)

    return asked(task, __init__=begin)


def wins_first(self):
    """The chapter's order of the kinds of lines."""
    return (self.wins, True), (self.losses, False)


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
        BOOK: of_the_book("verdict"),
        WINS_FIRST: asked("verdict", kinds=wins_first),
        "X is looked at first here; whoever moved last comes first.": (
            asked("verdict", order=lambda self, last: (self.x, self.o))
        ),
        "Whoever did not move last is looked at first here.": (
            asked("verdict", order=lambda self, last: (self.other(last), last))
        ),
        "Only the one who moved last is looked at here; a pattern may be completed by the other's "
        "move.": (
            asked("verdict", order=lambda self, last: (last,))
        ),
        "In a line X's mark stands for X here; it should stand for whoever looks at it.": (
            asked("verdict", meant=lambda self, mark, player: mark)
        ),
        "A line's second mark is read as if it asked for one's own mark.": (
            asked("verdict", meant=lambda self, mark, player: player)
        ),
        "Whoever matches a line that loses has won here.": (
            asked("verdict", kinds=lambda self: ((self.losses, True), (self.wins, True)))
        ),
        "A full board is a tie here although somebody has matched a line.": (
            asked("verdict", decided=lambda self, board, last: (
                None if self.full(board) else Game.decided(self, board, last)
            ))
        ),
        "The payoffs of X and O have changed places.": (
            asked("verdict", paid=lambda self, player, won: Game.paid(self, player, won)[::-1])
        ),
        "A full board without a line goes on here, and is a "
        "tie.": asked("verdict", full=lambda self, board: False),
    },
)  # fmt: skip


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


def helped(variant, board, wins, losses, me):
    """[payoff, moves] of a program in which both players want one of them to do well."""
    game = Game(variant, wins, losses)

    def best(board, turn):
        found = []
        for then in game.boards(board, turn):
            result = game.verdict(then, turn)
            payoff, moves = (game.share(result, me), 0) if result else best(then, game.other(turn))
            found.append((payoff, -moves if payoff == game.win else moves, moves))
        payoff, _, moves = max(found)
        return payoff, moves + 1

    return list(best(tuple(board), me))


def exact_value_cases(variant):
    """Boards with one to three open squares, and with four or five."""
    late, early = undecided(variant, 133, 1, 3, 5), undecided(variant, 134, 4, 5, 5)
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
        BOOK: of_the_book("exact_value"),
        WINS_FIRST: asked("exact_value", kinds=wins_first),
        "The other's payoff with its sign turned is taken for one's own; in your class what one "
        "loses is not what the "
        "other wins.": asked("exact_value", turned=lambda self, exact_value: -exact_value),
        "The other player helps here; it wants its own payoff to be high.": helped,
        "The soonest end is taken here, whatever it brings; a loss should come late.": (
            asked("exact_value", better=lambda self, mine, best: (mine[0], -mine[1]) > (best[0], -best[1]))
        ),
        "Here a win is put off as long as it can be.": (
            asked("exact_value", better=lambda self, mine, best: tuple(mine) > tuple(best))
        ),
        "Of several moves of equal payoff the first is taken here, however long the game is "
        "then.": (
            asked("exact_value", better=lambda self, mine, best: mine[0] > best[0])
        ),
        "Only the moves of one player are counted here.": (
            lambda v, *inputs: (lambda found: [found[0], (found[1] + 1) // 2])(asked("exact_value")(v, *inputs))
        ),
        "One move is missing: the last one counts too.": (
            lambda v, *inputs: (lambda found: [found[0], found[1] - 1])(asked("exact_value")(v, *inputs))
        ),
        "The payoff is always X's here; that of the player who is to move is asked for.": (
            asked("exact_value", exact_value=lambda self, board, me: (lambda found: [
                found[0] if me == self.x else self.turned(found[0]), found[1]
            ])(Game.exact_value(self, board, me)))
        ),
        "Only the one who has just moved can win or lose here; a pattern may be completed by the "
        "other's move.": (
            asked("exact_value", order=lambda self, last: (last,))
        ),
    },
)  # fmt: skip


# P13.4 Find the bug: a referee in a hurry.


class Referee:
    """The moves of a game between players who name squares from a list; mistakes replace its
    methods.
    """

    def __init__(self, variant):
        self.attempts = variant.rivals

    def ask(self, names, taken, squares):
        """The legal square that a player comes to, or a pass."""
        for _ in range(self.attempts):
            if not names:
                return PASS
            square = names.pop(0)
            if 0 <= square < squares and square not in taken:
                return square
        return PASS

    def passed(self, passes, square, moves):
        """How many have passed one after the other."""
        return passes + 1 if square == PASS else 0

    def needed(self, players):
        """How many passes end a game."""
        return len(players)

    def moves(self, players, squares):
        """Pairs of a player and a square."""
        names, taken, moves, passes = [list(one) for one in players], set(), [], 0
        while len(taken) < squares and passes < self.needed(players):
            player = len(moves) % len(players)
            square = self.ask(names[player], taken, squares)
            moves.append([player + 1, square])
            passes = self.passed(passes, square, moves)
            taken |= {square} - {PASS}
        return moves


def refereed(attempts=None, **own):
    """The moves by a referee with methods of its own."""

    def answer(variant, players, squares):
        referee = type("Referee", (Referee,), own)(variant)
        referee.attempts = attempts or referee.attempts
        return referee.moves(players, squares)

    return answer


def hurried(self, passes, square, moves):
    """All passes of a game are counted."""
    return passes + (square == PASS)


def by_player(self, passes, square, moves):
    """How many players have passed at any time."""
    return len({player for player, there in moves if there == PASS})


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
    right=refereed(),
    examples=harmless,
    wrong={
        "This is the referee with his bug still in him: he counts all passes of a game.": refereed(
            passed=hurried
        ),
        "Here a game ends when each has passed once, at any time; they have to pass one after the "
        "other.": refereed(passed=by_player),
        "Two passes end a game here, however many players there are.": refereed(
            needed=lambda self, players: 2
        ),
        "One pass ends the game here.": refereed(needed=lambda self, players: 1),
        "A game ends here only after one pass more than there are players.": refereed(
            needed=lambda self, players: len(players) + 1
        ),
        "Passes never end a game here before all lists are used up.": refereed(
            needed=lambda self, players: 20
        ),
        "A player is asked ten times here, as in the book; the table says how often in your "
        "class.": refereed(attempts=ATTEMPTS_OF_THE_BOOK),
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


def counted(self, board, me, known=None):
    """Shares of all games, each counted alike."""
    total = self.games(tuple(board), me)
    return total / total.sum()


def games(self, board, me):
    """How many games end in each way."""
    total = np.zeros(3)
    for then in self.boards(board, me):
        ends = self.ends(then, me)
        total += self.games(then, self.other(me)) if ends is None else np.array(ends)
    return total


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
        "All open squares are as likely here; your class's beginner has one that it likes.": (
            asked("beginners", chances_of=lambda self, count: [1 / count] * count)
        ),
        "The two chances have changed places: that of the first open square, and that of a "
        "random move.": (
            asked("beginners", chances_of=lambda self, count: [
                self.variant.slip / count + (1 - self.variant.slip) * (square == 0) for square in range(count)
            ])
        ),
        "Here a random move is one of the other squares only; it may be the first open one, too.": (
            asked("beginners", chances_of=lambda self, count: [1.0] if count == 1 else [
                self.variant.slip if square == 0 else (1 - self.variant.slip) / (count - 1) for square in range(count)
            ])
        ),
        "The last open square is the one that is liked here; it should be the first.": (
            asked("beginners", chances_of=lambda self, count: Game.chances_of(self, count)[::-1])
        ),
        "Every game counts alike here; some are likelier than others.": (
            asked("beginners", beginners=counted, games=games)
        ),
        "The first chance should be X's, whoever is to move.": (
            lambda v, *inputs: asked("beginners")(v, *inputs)[[0, 1, 2] if inputs[-1] == v.x else [1, 0, 2]]
        ),
        WINS_FIRST: asked("beginners", kinds=wins_first),
        "Chances that reach one board by different orders are overwritten here; they add "
        "up.": overwritten,
        "Whoever matches a line that loses has won here.": (
            asked("beginners", kinds=lambda self: ((self.losses, True), (self.wins, True)))
        ),
    },
)  # fmt: skip


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
def own_right(variant, student, ways=in_all_ways, draw=None, turned=None):
    """(how many lines win and lose, what each first move is worth, what a beginner gains by
    opening).
    """
    wins, losses = (lines_of(variant, rows, 3, 3, ways) for rows in own_patterns(variant, student))
    own = {name: method for name, method in (("chances_of", draw), ("turned", turned)) if method}
    game, empty, known = type("Game", (Game,), own)(variant, wins, losses), (variant.empty,) * 9, {}
    exact_values = [game.after(then, variant.x, known)[0] for then in game.boards(empty, variant.x)]
    for_x, for_o, _ = game.beginners(empty, variant.x)
    return (
        [len(wins), len(losses)],
        exact_values,
        float((variant.win - variant.loss) * (for_x - for_o)),
    )


def all_alike(self, count):
    """The chances of a beginner who likes no square."""
    return [1 / count] * count


def with_turned_sign(self, exact_value):
    """The other's payoff with its sign turned."""
    return -exact_value


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
            v, student, draw=all_alike
        ),
        "That is the other's payoff with its sign turned.": lambda v, student: own_right(
            v, student, turned=with_turned_sign
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
