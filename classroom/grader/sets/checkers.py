"""Problem set 19: moves with forced jumps, counts of games, two bugs, a player that counts, who wins
four by four.
"""

# Long: the tasks of a set, their texts, their solutions and the mistakes in them are read and
# changed together.

from copy import copy
from functools import cache
from itertools import pairwise, product

import numpy as np

from fogel.checkers.rules import KING, MAN, Checkers, directions, is_crowned, neighbour, neighbours
from fogel.checks.shapes import Number, Numbers, Text
from fogel.checks.variant import student_rng
from grader.mistakes import mistake, model
from grader.rules import checkers_size, jumps_chosen, king_of
from grader.tasks import FunctionTask, Part, ProblemSet, ValueTask, WrittenTask

LOST, WITHIN = -100, 1e-9


def game_in(variant):
    """The game on the board of a class."""
    rows, columns = checkers_size(variant)
    return Checkers(rows, columns, columns // 2)


SMALL = Checkers(4, 4, 2)


def pieces_of(variant):
    """{piece of the book: mark of the class}."""
    x, o = variant.x, variant.o
    return {
        MAN: x,
        KING: king_of(variant, x),
        0: variant.empty,
        -MAN: o,
        -KING: king_of(variant, o),
    }


def to_class(variant, board):
    """A board of the class, a list of marks."""
    marks = pieces_of(variant)
    return [marks[piece] for piece in board]


def to_book(variant, board):
    """A board of the book, a tuple, and its game."""
    pieces = {mark: piece for piece, mark in pieces_of(variant).items()}
    return tuple(pieces[mark] for mark in board), (
        SMALL if len(board) == SMALL.squares else game_in(variant)
    )


def player_of(variant, mark):
    """1 or -1 for the mark of a player's men."""
    return 1 if mark == variant.x else -1


# The rules.


class Rulebook:
    """The moves of a game, and what follows from them; careless ones replace its methods."""

    def __init__(self, variant, game):
        self.game, self.king, self.choice = game, 1 + variant.change, jumps_chosen(variant)

    def stops(self, piece, path):
        """Whether a jump ends on the last square of its path although it could go on."""
        return is_crowned(self.game, piece, path[-1])

    def may_land(self, board, to, first):
        """Whether a square is empty to a piece that began on another."""
        return board[to - 1] == 0 or to == first

    def steps(self, board, square):
        """The steps of a piece."""
        ends = [neighbour(self.game, square, *way) for way in directions(board[square - 1])]
        return [(square, to) for to in ends if to and board[to - 1] == 0]

    def jumps(self, board, square):
        """The jumps of a piece, each to its end."""
        return self.go_on(board, board[square - 1], (square,), ())

    def go_on(self, board, piece, path, taken):
        """The ways on from a path, or the path itself if it can't go on."""
        found = []
        for way in directions(piece):
            over = neighbour(self.game, path[-1], *way)
            to = over and neighbour(self.game, over, *way)
            if (
                to
                and over not in taken
                and board[over - 1] * piece < 0
                and self.may_land(board, to, path[0])
            ):
                on, now = (*path, to), self.crowned(piece, to)
                ends = self.stops(piece, on)
                found += [on] if ends else self.go_on(board, now, on, (*taken, over))
        return found or [path] * (len(path) > 1)

    def rank(self, board, move):
        """How a jump stands among several: one of the highest must be made."""
        piece = abs(board[move[0] - 1])
        return {"any": 0, "most": len(move), "kings": piece == KING, "men": piece == MAN}[
            self.choice
        ]

    def chosen(self, board, jumps):
        """The jumps that may be made."""
        highest = max((self.rank(board, move) for move in jumps), default=0)
        return [move for move in jumps if self.rank(board, move) == highest]

    def moves(self, board, player):
        """All moves, by their squares."""
        own = [
            square for square in range(1, self.game.squares + 1) if board[square - 1] * player > 0
        ]
        jumps = [move for square in own for move in self.jumps(board, square)]
        steps = [move for square in own for move in self.steps(board, square)]
        return sorted(self.chosen(board, jumps) or steps)

    def crowned(self, piece, square):
        """What a piece is after a move to this square."""
        return KING * piece if is_crowned(self.game, piece, square) else piece

    def between(self, move):
        """The squares that a jump goes over."""
        found = []
        for one, other in pairwise(move):
            for way in directions(KING):
                over = neighbour(self.game, one, *way)
                if over and neighbour(self.game, over, *way) == other:
                    found.append(over)
        return found

    def after(self, board, move):
        """The board after a move."""
        then, piece = list(board), board[move[0] - 1]
        for square in (move[0], *self.between(move)):
            then[square - 1] = 0
        then[move[-1] - 1] = self.crowned(piece, move[-1])
        return tuple(then)

    def perft(self, board, player, plies):
        """How many sequences of so many moves there are."""
        if plies == 0:
            return 1
        return sum(
            self.perft(self.after(board, move), -player, plies - 1)
            for move in self.moves(board, player)
        )

    def count(self, board, player):
        """The pieces of a player, a king worth more, less those of the other."""
        return sum(
            np.sign(piece * player) * (self.king if abs(piece) == KING else 1) for piece in board
        )

    def value(self, board, player, plies):
        """What a board is worth to who is to move."""
        moves = self.moves(board, player)
        if not moves:
            return LOST
        if plies == 0:
            return self.count(board, player)
        return max(-self.value(self.after(board, move), -player, plies - 1) for move in moves)


def text_of(moves, book):
    """Moves as a text."""
    return " ".join(("x" if book.between(move) else "-").join(map(str, move)) for move in moves)


def ruled(answer):
    """`answer(book, board, player, ...)` for the class's boards and players."""

    def of_class(variant, board, player, *rest):
        board, game = to_book(variant, board)
        return answer(Rulebook(variant, game), board, player_of(variant, player), *rest)

    return of_class


# Boards.


def some_board(game, rng, kings=0.3, empty=0.6):
    """A board at random on which no man stands where he would be crowned."""
    board = []
    for square in range(1, game.squares + 1):
        piece = int(rng.choice([MAN, -MAN])) if rng.random() > empty else 0
        crowned = piece and (is_crowned(game, piece, square) or rng.random() < kings)
        board.append(KING * piece if crowned else piece)
    return tuple(board)


def goes_on_crowned(book, board, player):
    """Whether a man who is crowned in a jump could go on."""
    other = copy(book)
    other.stops = lambda piece, path: False
    return other.moves(board, player) != book.moves(board, player)


def dense_board(game, rng, number):
    """Return (board, player, square): the square has a king, or a man a few jumps before he is
    crowned. There are many pieces to jump over, and few where the jumps may land.
    """
    player, king, wide = (1, -1)[number % 2], number // 2 % 2, game.columns // 2
    last = game.rows - 1 if player == 1 else 0
    jumps = 1 + number // 4 % (game.rows // 2 - 1)  # up to 2 on six rows
    row = int(rng.integers(game.rows)) if king else abs(last - 2 * jumps * player)
    square = row * wide + int(rng.integers(wide))
    board = []
    for one in range(game.squares):
        between = (one // wide - row) % 2 and (king or abs(last - one // wide) < 2 * jumps)
        piece = -player * int(rng.random() < (0.6 if between else 0.04))
        board.append(KING * piece if piece and is_crowned(game, piece, one + 1) else piece)
    board[square] = player * (KING if king else MAN)
    return tuple(board), player, square + 1


def stops_too(also):
    """A Rulebook's methods with which a jump also stops where `also(self, piece, path)` is true."""
    return {"stops": lambda *about: Rulebook.stops(*about) or also(*about)}


def in_row_of(side):
    """Whether a king's jump has come to the last row of his own men (1) or of the other's (-1)."""
    return lambda self, piece, path: is_crowned(self.game, np.sign(piece) * side, path[-1])


def first_way(when):
    """Return methods for a Rulebook whose jumps go on only in the first of several ways where
    `when(piece, path)` is true.
    """

    def go_on(self, board, piece, path, taken):
        found = Rulebook.go_on(self, board, piece, path, taken)
        return found[:1] if when(piece, path) else found

    return {"go_on": go_on}


# How a jump may go on, beyond what boards at random show: for each way the methods of a Rulebook
# that overlooks it. Random boards show the others: men and kings of both sides, forward and
# backward, over men and kings, and pieces in the way.
WAYS = {
    "crowned on the first jump": {
        "stops": lambda self, piece, path: len(path) > 2 and Rulebook.stops(self, piece, path)
    },
    "crowned on the second jump": {
        "stops": lambda self, piece, path: len(path) != 3 and Rulebook.stops(self, piece, path)
    },
    "crowned on a third jump or later": {
        "stops": lambda self, piece, path: len(path) < 4 and Rulebook.stops(self, piece, path)
    },
    "a king in his last row": stops_too(in_row_of(1)),
    "a king in his first row": stops_too(in_row_of(-1)),
    "back to where it began": {"may_land": lambda self, board, to, first: board[to - 1] == 0},
    "on from where it began": stops_too(lambda self, piece, path: path[-1] == path[0]),
    "on from a square where it was": stops_too(lambda self, piece, path: path[-1] in path[1:-1]),
    "a fourth jump": stops_too(lambda self, piece, path: len(path) > 3),
    "a fifth jump": stops_too(lambda self, piece, path: len(path) > 4),
    "several ways on for a man": first_way(
        lambda piece, path: len(path) == 2 and abs(piece) == MAN
    ),
    "several ways on for a king": first_way(
        lambda piece, path: len(path) == 2 and abs(piece) == KING
    ),
    "several ways on from the third jump": first_way(lambda piece, path: len(path) > 2),
}


# What a move does to the board, in the same way.
ENDS = {
    "crowned by a step": {
        "after": lambda self, board, move: overlooked(self, board, move, not self.between(move))
    },
    "crowned by a jump": {
        "after": lambda self, board, move: overlooked(self, board, move, self.between(move))
    },
    "a king stays one": {
        "crowned": lambda self, piece, square: Rulebook.crowned(self, np.sign(piece), square)
    },
    "back where it began": {
        "after": lambda self, board, move: overlooked(self, board, move, move[0] == move[-1], 0)
    },
}


def overlooked(book, board, move, when, piece=None):
    """The board after a move; its last square holds `piece`, or what moved, if `when` is true."""
    then = [*Rulebook.after(book, board, move)]
    if when:
        then[move[-1] - 1] = board[move[0] - 1] if piece is None else piece
    return tuple(then)


def collect(keys, boards, belongs, count):
    """{key: the first boards that belong to it}, so many of each, if there are."""
    found = {key: [] for key in keys}
    for about in boards:
        for key, some in found.items():
            if len(some) < count and belongs(key, *about):
                some.append(about)
        if all(len(some) == count for some in found.values()):
            break
    return found


def careless_books(variant, ways):
    """{way: a Rulebook that overlooks it}."""
    return {
        way: type("Careless", (Rulebook,), own)(variant, game_in(variant))
        for way, own in ways.items()
    }


@cache
def boards_by_way(variant, count=2):
    """{(way, player): [(board, player, square)]}, boards on which overlooking a way changes the
    moves and how many games there are.
    """
    game, rng, careless = (
        game_in(variant),
        np.random.default_rng(194),
        careless_books(variant, WAYS),
    )
    right = Rulebook(variant, game)

    def shows(key, board, player, square):
        other, jumps = careless[key[0]], right.jumps(board, square)
        return (
            key[1] == player
            and len(jumps) <= 12  # many games take long to count
            and other.jumps(board, square) != jumps
            and other.moves(board, player) != right.moves(board, player)
            and other.perft(board, player, 3) != right.perft(board, player, 3)
        )

    keys = [*product(WAYS, (1, -1))]
    return collect(keys, (dense_board(game, rng, k) for k in range(3000)), shows, count)


@cache
def boards_by_end(variant, count=1):
    """{(way, player): [(board, player)]}, boards on which overlooking what a move does changes how
    many games there are and what the board is worth.
    """
    game, rng, careless = (
        game_in(variant),
        np.random.default_rng(195),
        careless_books(variant, ENDS),
    )
    right = Rulebook(variant, game)

    def shows(key, board, player):
        other = careless[key[0]]
        return (
            key[1] == player
            and len(right.moves(board, player)) <= 8
            and other.value(board, player, 1) != right.value(board, player, 1)
            and other.perft(board, player, 3) != right.perft(board, player, 3)
        )

    boards = (
        dense_board(game, rng, k // 2)[:2]
        if k % 2
        else (some_board(game, rng, empty=0.85), (1, -1)[k // 2 % 2])
        for k in range(3000)
    )
    return collect([*product(ENDS, (1, -1))], boards, shows, count)


@cache
def last_boards(variant):
    """{(how a game ends, player): [(board, player)]}: the player is blocked or has no piece, or may
    do that to the other with one move.
    """
    game, rng = game_in(variant), np.random.default_rng(196)
    book = Rulebook(variant, game)
    keys = [*product(("blocked", "gone", "to block", "to take"), (1, -1))]

    def ended(board, player):
        has_pieces = any(piece * player > 0 for piece in board)
        return not book.moves(board, player) and ("gone", "blocked")[has_pieces]

    def belongs(key, board, player):
        how, who = key
        if who != player:
            return False
        if how in ("blocked", "gone"):
            return ended(board, player) == how
        then = [book.after(board, move) for move in book.moves(board, player)]
        wanted = {"to block": "blocked", "to take": "gone"}[how]
        return wanted in [ended(one, -player) for one in then]

    boards = (
        (some_board(game, rng, empty=(0.05, 0.9)[k % 2]), (1, -1)[k // 2 % 2]) for k in range(3000)
    )
    return collect(keys, boards, belongs, 1)


def kind_of(book, board, player):
    """The part to which a board belongs; None if there is no move."""
    moves = book.moves(board, player)
    if not moves:
        return None
    if goes_on_crowned(book, board, player):
        return "crowned"
    if not book.between(moves[0]):
        return "steps"
    return "chains" if max(map(len, moves)) > 2 else "jumps"


@cache
def sorted_boards(variant):
    """{kind: [(board, player)]} at random, up to twelve of each, and those of all ways."""
    game, rng, found = game_in(variant), np.random.default_rng(191), {}
    book = Rulebook(variant, game)
    for number in range(1500):
        board = some_board(game, rng, empty=(0.75, 0.55)[number % 2])
        player = (1, -1)[number // 2 % 2]
        some = found.setdefault(kind_of(book, board, player), [])
        if len(some) < 12:
            some.append((board, player))
        if len(found) == 5 and all(len(some) == 12 for some in found.values()):
            break
    ways = [about[:2] for some in boards_by_way(variant).values() for about in some[:1]]
    last = {how: [] for how, _ in last_boards(variant)}
    for (how, _), some in last_boards(variant).items():
        last[how] += some
    ends = [about for some in boards_by_end(variant).values() for about in some]
    return {**found, "ways": ways, "ends": ends, **last}


def asked(variant, kind, count=24):
    """Inputs of boards of a kind."""
    return [(to_class(variant, board), variant.x if player == 1 else variant.o)
            for board, player in sorted_boards(variant)[kind][:count]]  # fmt: skip


def start_of(variant):
    """The board at the start, and who opens."""
    return to_class(variant, game_in(variant).start.board), variant.x


# P19.1 Moves.


def said(book, board, player):
    """All moves as a text."""
    return text_of(book.moves(board, player), book)


# What several mistakes change.
ENDS_NOT = ("ends = crowned(board, piece, to) != piece", "ends = False")
ENDS_AT_FIRST = ("ends = crowned", "ends = len(path) == 1 and crowned")
AS_KING = ("else go_on(board, piece,", "else go_on(board, crowned(board, piece, to),")


def going(ways):
    """The mistake that a piece goes these ways."""
    return mistake(("ways(piece)]", f"{ways}]"), ("ways(piece):", f"{ways}:"))


MOVES = FunctionTask(
    name="moves",
    number="P19.1",
    title="moves",
    function="moves",
    shape=Text(),
    pure=True,
    parts=(
        Part("steps", 1, "steps of men and kings"),
        Part("jumps", 2, "single jumps, which are forced"),
        Part("chains", 2, "jumps that go on, and men who are crowned"),
    ),
    cases=lambda variant: [
        (part, inputs)
        for part, kinds in (
            ("steps", ("steps", "blocked", "gone")),
            ("jumps", ("jumps",)),
            ("chains", ("chains", "crowned", "ways")),
        )
        for kind in kinds
        for inputs in asked(variant, kind)
    ],
    right=ruled(said),
    examples=lambda variant: [
        start_of(variant),
        *(asked(variant, kind, 1)[0] for kind in ("steps", "jumps")),
    ],
    wrong={
        "A jump is not forced here; where there is one, no step is allowed.": mistake(
            ("highest or steps", "highest + steps"), costs=("jumps", "chains")
        ),
        "A man goes on jumping here after he was crowned; that ends his move.": mistake(
            ENDS_NOT, AS_KING, costs=("chains",)
        ),
        "A man who is crowned on a later jump than his first goes on here; that ends his move, "
        "too.": mistake(ENDS_AT_FIRST, AS_KING, costs=("chains",)),
        "A jump ends here after one man was taken; it goes on as long as it can.": mistake(
            ("[on] if ends else", "[on] if True else"), costs=("chains",)
        ),
        "Men go backward here; only kings may.": going("ways(KINGS[owner(piece)])"),
        "Kings go forward alone here; they may go backward, too.": going("ways(owner(piece))"),
        "The men go in the other direction here: those of X step down the page.": going(
            "[(-down, right) for down, right in ways(piece)]"
        ),
        "Only the longest jumps are allowed here; your class has another rule.": mistake(
            ("<<rank>>", "len(move)"), costs=("jumps", "chains")
        ),
        "Any jump may be chosen here, as in the book; your class has another rule.": mistake(
            ("<<rank>>", "0"), costs=("jumps", "chains")
        ),
        "The moves of the other player are listed here.": mistake(
            ("moves_of(board, player))", "moves_of(board, O if player == X else X))")
        ),
    },
)


# P19.2 How many games?


def counted(book, board, player, plies):
    """The number of sequences."""
    return book.perft(board, player, plies)


JUMPS_ON = """def jumps_on(board, player):
    jumps = []
    for square, piece in enumerate(board, start=1):
        for path in go_on(board, piece, [square], []) if owner(piece) == player else []:
            now = crowned(board, piece, path[-1]) if len(path) > least else piece
            taken = [between(board, *pair) for pair in zip(path, path[1:])]
            jumps += go_on(board, now, path, taken)
    ranks = [<<rank>> for move in jumps]
    highest = [move for move, rank in zip(jumps, ranks) if rank == max(ranks)]
    return highest or moves_of(board, player)"""
STEPS_TOO = """def steps_too(board, player):
    steps = [
        [square, to]
        for square, piece in enumerate(board, start=1)
        if owner(piece) == player
        for to in [beside(board, square, *way) for way in ways(piece)]
        if to and board[to - 1] == EMPTY
    ]
    return steps + [move for move in moves_of(board, player) if move not in steps]"""


def moving(name, text, **more):
    """The mistake that the moves are those of another function."""
    return mistake(
        ("in moves_of(board, player)", f"in {name}(board, player)"),
        ("def perft(", f"{text}\n\n\ndef perft("),
        **more,
    )


@cache
def count_cases(variant):
    """The start and boards of all kinds, so many moves ahead that it takes little time; where no
    move is left, there is no game.
    """
    early = [inputs for kind in ("steps", "jumps") for inputs in asked(variant, kind, 4)]
    few = [("few", (*inputs, plies)) for plies in (1, 2) for inputs in early]
    more = [("more", (*start_of(variant), plies)) for plies in (3, 4)]
    few += [
        ("few", (*inputs, plies))
        for plies, kinds in ((1, ("blocked", "gone")), (2, ("to block", "to take")))
        for kind in kinds
        for inputs in asked(variant, kind)
    ]
    more += [("more", (*inputs, 3))
             for kind in ("jumps", "chains", "crowned") for inputs in asked(variant, kind, 2)]  # fmt: skip
    return (
        few
        + more
        + [("more", (*inputs, 3)) for kind in ("ways", "ends") for inputs in asked(variant, kind)]
    )


COUNT = FunctionTask(
    name="count",
    number="P19.2",
    title="how many games?",
    function="perft",
    shape=Number(),
    pure=True,
    parts=(Part("few", 1, "one move, or two"), Part("more", 3, "three moves, or four")),
    cases=count_cases,
    right=ruled(counted),
    examples=lambda variant: [(*start_of(variant), plies) for plies in (1, 2)],
    wrong={
        "Nobody is crowned here.": mistake(
            ("crowned(board, piece, move[-1])", "piece"), costs=("more",)
        ),
        "What was taken stays on the board here.": mistake(
            ("if over := between(board, one, other)", "if False")
        ),
        "One player makes all the moves here; they take turns.": mistake(
            ("other(player), plies", "player, plies")
        ),
        "All shorter sequences are counted as well here.": mistake(
            ("return 1", "return 0"), ("        perft(after", "        1 + perft(after")
        ),
        "One move more is made here than is asked for.": mistake(("plies == 0", "plies < 0")),
        "A jump is not forced here; where there is one, no step is allowed.": moving(
            "steps_too", STEPS_TOO
        ),
        "A man goes on jumping here after he was crowned; that ends his move.": moving(
            "jumps_on", JUMPS_ON.replace("least", "1"), costs=("more",)
        ),
        "A man who is crowned on a later jump than his first goes on here; that ends his move, "
        "too.": moving("jumps_on", JUMPS_ON.replace("least", "2"), costs=("more",)),
    },
)


# P19.3 Find the bugs.


def jumped(variant, board, square):
    """The jumps of one piece, as a text."""
    board, game = to_book(variant, board)
    book = Rulebook(variant, game)
    return text_of(sorted(book.jumps(board, square)), book)


def lonely(game, rng):
    """(a board with one piece against many, its square): where it jumps, it often has
    several ways.
    """
    square, player = 1 + int(rng.integers(game.squares)), int(rng.choice([1, -1]))
    board = [
        -player * (1 + int(rng.random() < 0.5)) * int(rng.random() < 0.35)
        for _ in range(game.squares)
    ]
    piece = player * (1 + int(rng.random() < 0.6))
    board[square - 1] = KING * player if is_crowned(game, player, square) else piece
    board = [
        KING * one if one and is_crowned(game, one, k + 1) else one for k, one in enumerate(board)
    ]
    return board, square


@cache
def bug_cases(variant):
    """Pieces that jump, on boards on which one bug shows, and on some on which none does: (part,
    (board, square)).
    """
    game, rng, found = (
        game_in(variant),
        np.random.default_rng(192),
        {"crowned": [], "taken": [], "none": []},
    )
    for _ in range(4000):
        board, square = lonely(game, rng)
        marks = to_class(variant, board)
        right = jumped(variant, marks, square)
        shows = tuple(BUGS.models[one](variant, marks, square) != right for one in (ON, EARLY))
        kind = {(True, False): "crowned", (False, True): "taken", (False, False): "none"}.get(shows)
        if right and kind and len(found[kind]) < 8:
            found[kind].append((marks, square))
        if all(len(some) == 8 for some in found.values()):
            break
    early, crowns_on = BUGS.models[EARLY], BUGS.models[ON]
    found["later"], found["ways"] = [], []
    for (way, _), some in boards_by_way(variant).items():
        cases = [(to_class(variant, board), square) for board, _, square in some]
        if way.startswith("crowned"):
            found["later"] += [
                one for one in cases if early(variant, *one) == jumped(variant, *one)
            ]
        else:
            found["ways"] += [
                one for one in cases if crowns_on(variant, *one) == jumped(variant, *one)
            ][:1]
    found["ways"] += [one for some in boards_by_copy(variant).values() for one in some]
    return found


@cache
def boards_by_copy(variant, count=2):
    """{where a man is missed: [(board, square)]}, on which it does not matter who is crowned."""
    game, rng, crowns_on = game_in(variant), np.random.default_rng(197), BUGS.models[ON]
    programs = {
        where: model(BUGS, mistake((SHARED[0], f"then = list(board) if {when} else board")))
        for where, when in COPIES.items()
    }

    def shows(where, marks, square):
        right = jumped(variant, marks, square)
        return (
            " " in right  # several jumps
            and programs[where](variant, marks, square) != right
            and crowns_on(variant, marks, square) == right
        )

    boards = (dense_board(game, rng, number) for number in range(1500))
    marked = ((to_class(variant, board), square) for board, _, square in boards)
    return collect(COPIES, marked, shows, count)


# Where a man may be missed who was taken on another way, and when a program that overlooks it
# copies the board.
COPIES = {
    "from the second jump": "len(path) == 1",
    "from the third jump": "len(path) < 3",
    "by a man": "piece in KINGS.values()",
}
ON = "A man still goes on jumping here after he was crowned."
EARLY = "A man who was taken on one way is still missing here on the others."
KING_ON = ("else all_jumps(then, piece,", "else all_jumps(then, crowned(board, piece, to),")
SHARED = ("then = list(board)", "then = board")

BUGS = FunctionTask(
    name="bugs",
    number="P19.3",
    title="find two bugs: jumps without end, and men who are gone too soon",
    kind="bug",
    function="jumps_of",
    shape=Text(),
    pure=True,
    parts=(
        Part("crowned", 2, "men who are crowned in the middle of a jump"),
        Part("taken", 2, "pieces that can jump in several ways"),
    ),
    cases=lambda variant: [
        (part, inputs)
        for part in ("crowned", "taken")
        for kind in ((part, "later", "none") if part == "crowned" else (part, "ways", "none"))
        for inputs in bug_cases(variant)[kind]
    ],
    right=jumped,
    examples=lambda variant: bug_cases(variant)["none"][:3],
    wrong={
        "This is the program with both of its bugs still in it.": mistake(
            ENDS_NOT, KING_ON, SHARED
        ),
        ON: mistake(ENDS_NOT, KING_ON, costs=("crowned",)),
        "A man who is crowned on a later jump than his first still goes on here.": mistake(
            ENDS_AT_FIRST, KING_ON, costs=("crowned",)
        ),
        EARLY: mistake(SHARED, costs=("taken",)),
        "A jump ends here after one man was taken; it goes on as long as it can.": mistake(
            ("if ends else", "if True else")
        ),
        "One man may be jumped over several times here.": mistake(
            ("    found = []", "    if len(path) == 8:\n        return [path]\n    found = []"),
            ("then[over - 1] = EMPTY", "pass"),
        ),
    },
)


# P19.4 Look ahead, then evaluate.


def evaluated(book, board, player, plies):
    """What a board is worth."""
    return float(book.value(board, player, plies))


@cache
def value_cases(variant):
    """Boards of all kinds, men who are crowned, and boards on which somebody can't move, now or
    after a move.
    """
    kinds = ("steps", "jumps", "chains")
    found = [("count", (*inputs, 0)) for kind in kinds for inputs in asked(variant, kind, 5)]
    found += [
        ("ahead", (*inputs, plies))
        for plies in (1, 2)
        for kind in kinds
        for inputs in asked(variant, kind, 4)
    ]
    found += [("count", (*inputs, 0))
              for kind in ("blocked", "gone") for inputs in asked(variant, kind)]  # fmt: skip
    return found + [
        ("ahead", (*inputs, plies))
        for plies in (1, 2)
        for kind in ("ends", "blocked", "gone", "to block", "to take")
        for inputs in asked(variant, kind)
    ]


KING_COUNTS, BEST = '<<"%g" % (1 + v.change)>>', "return max(\n        -value("

VALUE = FunctionTask(
    name="value",
    number="P19.4",
    title="look ahead, then evaluate",
    function="value",
    shape=Number(within=WITHIN),
    pure=True,
    parts=(
        Part("count", 2, "no move ahead: pieces are counted"),
        Part("ahead", 3, "one move ahead, or two"),
    ),
    cases=value_cases,
    right=ruled(evaluated),
    examples=lambda variant: [
        (*asked(variant, kind, 1)[0], plies)
        for kind, plies in (("steps", 0), ("jumps", 0), ("jumps", 1))
    ],
    wrong={
        "A king is worth one and a half men here, as in the book; your class has another number.": (
            mistake((KING_COUNTS, "1.5"))
        ),
        "A king counts as a man here.": mistake((KING_COUNTS, "1")),
        "A king counts only what he is worth more than a man here.": mistake(
            (KING_COUNTS, "<<v.change>>")
        ),
        "The value is always X's here; that of the player who is to move is asked for.": mistake(
            ("return -100", "return -100 if player == X else 100"),
            ("owner(piece) == player", "owner(piece) == X"),
            (BEST, "best = max if player == X else min\n    return best(\n        value("),
        ),
        "The sign is turned round: it should be the value to the player who is to move.": mistake(
            ("return -100", "return 100"),
            ("return sum", "return -sum"),
            (BEST, "return -max(\n        value("),
        ),
        "Who can't move has lost, also where no move is looked ahead; here pieces are counted "
        "instead.": mistake(("if not found:", "if not found and plies:")),
        "The value of the other's boards is not turned in sign here.": mistake(
            ("-value(", "value("), costs=("ahead",)
        ),
        "The worst move is made here; each makes his best.": mistake(
            ("return max", "return min"), costs=("ahead",)
        ),
        "Only the pieces of the player who is to move are counted here.": mistake(
            ("if piece != EMPTY", "if owner(piece) == player")
        ),
    },
)


# P19.5 Against a null model.


def lead(variant, table):
    """[the mean lead of evolved networks over the null model, how far its interval reaches to each
    side].
    """
    table = np.array(table, dtype=float)
    gaps = table[:, 0] - table[:, 1]
    error = np.sqrt(gaps.var(ddof=1) / len(table))
    return [float(gaps.mean()), float((1 + 2 * variant.change) * error)]


@cache
def lead_cases(variant):
    """Tables of two to four seeds, and of more; what is in a row hangs together."""
    rng, found = np.random.default_rng(195), []
    for number in range(20):
        seeds = 2 + number % 3 if number < 10 else 5 + number
        base = rng.uniform(0.1, 0.5, (seeds, 1))
        table = np.round(base + rng.uniform(0, 0.3, (seeds, 3)), 3).tolist()
        found.append(("few" if number < 10 else "many", (table,)))
    return found


NULL = "evolved - null for evolved, null, _"

LEAD = FunctionTask(
    name="lead",
    number="P19.5",
    title="against a null model",
    function="lead",
    shape=Numbers(count=2, within=WITHIN),
    pure=True,
    parts=(Part("few", 1, "two to four seeds"), Part("many", 2, "more seeds")),
    cases=lead_cases,
    right=lead,
    examples=lambda variant: [
        ([[0.5, 0.4, 0.2], [0.7, 0.5, 0.3]],),
        ([[0.6, 0.5, 0.3], [0.5, 0.6, 0.2], [0.8, 0.6, 0.4]],),
    ],
    wrong={
        "The lead over the material player is taken here. The null model is a network that nobody "
        "selected.": mistake((NULL, "evolved - material for evolved, _, material")),
        "The null model is compared with the material player here.": mistake(
            (NULL, "null - material for _, null, material")
        ),
        "The sign is turned round: by how much the evolved ones are ahead is asked for.": mistake(
            (NULL, "null - evolved for evolved, null, _")
        ),
        "The two columns are taken apart here. A row is one seed, and what is common to it should "
        "cancel.": mistake(
            ("leads.std(ddof=1)", "np.sqrt(np.var(table, axis=0, ddof=1)[:2].sum())")
        ),
        "The spread is taken with n in place of n - 1.": mistake(("ddof=1", "ddof=0")),
        "The interval is that of the book, 1.96 standard errors; your class has another number.": (
            mistake(("(1 + 2 * <<v.change>>)", "1.96"))
        ),
        "That is the spread of single seeds; the mean of several is known better.": mistake(
            (" / np.sqrt(len(leads))", "")
        ),
    },
)


# P19.6 Four by four.


def own_board(variant, student):
    """A king and a man of each player on four by four, none beside one of the other's: a board of
    the book.
    """
    rng = student_rng(variant.number, student, "checkers")
    while True:
        squares, board = (rng.permutation(8) + 1).tolist(), [0] * 8
        for piece, allowed in (
            (KING, range(1, 9)),
            (-KING, range(1, 9)),
            (MAN, range(1, 7)),
            (-MAN, range(3, 9)),
        ):
            square = next(square for square in squares if square in allowed)
            squares.remove(square)
            board[square - 1] = piece
        if not any(
            board[square - 1] * board[other - 1] < 0
            for square in range(1, 9)
            for other in neighbours(SMALL, square)
        ):
            return tuple(board)


@cache
def tree_of(variant, student):
    """{(board, player): [(board, player) after each move, in order]} of all that can come of a
    student's board.
    """
    book, found, todo = Rulebook(variant, SMALL), {}, [(own_board(variant, student), 1)]
    while todo:
        board, player = todo.pop()
        if (board, player) not in found:
            moves = book.moves(board, player)
            found[board, player] = [(book.after(board, move), -player) for move in moves]
            todo += found[board, player]
    return found


def solved(tree):
    """{position: 1, 0 or -1 to who is to move}: what is neither won nor lost is a draw."""
    values, changed = {}, True
    while changed:
        changed = False
        for position, following in tree.items():
            if position in values:
                continue
            known = [values.get(one) for one in following]
            if -1 in known or all(value == 1 for value in known):
                values[position], changed = 1 if -1 in known else -1, True
    return {position: values.get(position, 0) for position in tree}


def blunder_rate(tree, values, choose=0, everywhere=False):
    """Of the positions where the move matters, the share at which one of a list throws the value
    away.
    """
    bad, total = 0, 0
    for position, following in tree.items():
        throws = [-values[one] != values[position] for one in following]
        if any(throws) or (everywhere and following):
            total += 1
            bad += throws[choose]
    return bad / total if total else 0.0


@cache
def own_right(variant, student, choose=0, everywhere=False):
    """(how many positions, the value, the blunder rate) of a student's board."""
    tree = tree_of(variant, student)
    values = solved(tree)
    return (
        len(tree),
        values[own_board(variant, student), 1],
        blunder_rate(tree, values, choose, everywhere),
    )


OWN = ValueTask(
    name="own",
    number="P19.6",
    title="your board of four by four",
    kind="personal",
    values=("my_count", "my_value", "my_blunders"),
    shapes=(Number(), Number(least=-1, most=1), Number(within=1e-6, least=0, most=1)),
    parts=(
        Part("count", 1, "how many positions can come of it"),
        Part("value", 2, "who wins it"),
        Part("blunders", 2, "how often the first move of the list throws something away"),
    ),
    right=own_right,
    wrong={
        "These are boards; who is to move belongs to a position.": lambda v, student: (
            len({board for board, _ in tree_of(v, student)}),
            None,
            None,
        ),
        "That is the value to the other player; you are to move.": lambda v, student: (
            None,
            -own_right(v, student)[1] or None,
            None,
        ),
        "That is the share of all positions; those where the move matters are asked for.": (
            lambda v, student: (None, None, own_right(v, student, everywhere=True)[2])
        ),
        "That is for the last move of the list.": lambda v, student: (
            None,
            None,
            own_right(v, student, -1)[2],
        ),
        "That is the share that is kept; what is thrown away is asked for.": lambda v, student: (
            None,
            None,
            1 - own_right(v, student)[2],
        ),
    },
)

WHY = WrittenTask(
    name="why",
    number="P19.7",
    title="in your own words",
    parts=(Part("why", 4, "what a match shows, and what only a null model can"),),
)

SET = ProblemSet(
    "19_checkers", "Jump, count, look ahead", 90, (MOVES, COUNT, BUGS, VALUE, LEAD, OWN, WHY)
)
