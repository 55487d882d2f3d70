"""Problem set 19: moves with forced jumps, counts of games, two bugs, a player that counts, who wins
four by four.
"""

# Long: the tasks of a set, their texts, their solutions and the mistakes in them are read and
# changed together.

from functools import cache
from itertools import pairwise

import numpy as np

from fogel.checkers.rules import KING, MAN, Checkers, directions, is_crowned, neighbour, neighbours
from fogel.checks.shapes import Number, Numbers, Text
from fogel.checks.variant import student_rng
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


# The rules. Common mistakes replace the methods.


class Rulebook:
    """The moves of a game, and what follows from them."""

    def __init__(self, variant, game):
        self.game, self.king, self.choice = game, 1 + variant.change, jumps_chosen(variant)

    def ways(self, piece):
        """Where a piece may go, as (down, right)."""
        return directions(piece)

    def stops(self, piece, path):
        """Whether a jump ends on the last square of its path although it could go on."""
        return is_crowned(self.game, piece, path[-1])

    def may_land(self, board, to, first):
        """Whether a square is empty to a piece that began on another."""
        return board[to - 1] == 0 or to == first

    def steps(self, board, square):
        """The steps of a piece."""
        ends = [neighbour(self.game, square, *way) for way in self.ways(board[square - 1])]
        return [(square, to) for to in ends if to and board[to - 1] == 0]

    def jumps(self, board, square):
        """The jumps of a piece, each to its end."""
        return self.go_on(board, board[square - 1], (square,), ())

    def go_on(self, board, piece, path, taken):
        """The ways on from a path, or the path itself if it can't go on."""
        found = []
        for way in self.ways(piece):
            over = neighbour(self.game, path[-1], *way)
            to = over and neighbour(self.game, over, *way)
            if (
                to
                and over not in taken
                and board[over - 1] * piece < 0
                and self.may_land(board, to, path[0])
            ):
                on = (*path, to)
                now = KING * piece if is_crowned(self.game, piece, to) else piece
                found += (
                    [on] if self.stops(piece, on) else self.go_on(board, now, on, (*taken, over))
                )
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

    def forced(self, jumps, steps):
        """The moves that are allowed."""
        return jumps or steps

    def moves(self, board, player):
        """All moves, by their squares."""
        own = [
            square for square in range(1, self.game.squares + 1) if board[square - 1] * player > 0
        ]
        jumps = [move for square in own for move in self.jumps(board, square)]
        steps = [move for square in own for move in self.steps(board, square)]
        return sorted(self.forced(self.chosen(board, jumps), steps))

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

    def lost(self):
        """What a player has who can't move."""
        return LOST

    def back(self, values):
        """What a player has who can move to boards of these values to the other."""
        return max(-value for value in values)

    def value(self, board, player, plies):
        """What a board is worth to who is to move."""
        moves = self.moves(board, player)
        if not moves:
            return self.lost()
        if plies == 0:
            return self.count(board, player)
        return self.back(
            [self.value(self.after(board, move), -player, plies - 1) for move in moves]
        )


def text_of(moves, book):
    """Moves as a text."""
    return " ".join(("x" if book.between(move) else "-").join(map(str, move)) for move in moves)


def ruled(answer, **own):
    """`answer(book, board, player, ...)` by a Rulebook with methods of its own, for the class's
    boards and players.
    """
    kind = type("Rulebook", (Rulebook,), own)

    def of_class(variant, board, player, *rest):
        board, game = to_book(variant, board)
        return answer(kind(variant, game), board, player_of(variant, player), *rest)

    return of_class


def stops_at_first(self, piece, path):
    """A Rulebook's `stops` for which only a man who is crowned on his first jump stops there."""
    return len(path) == 2 and is_crowned(self.game, piece, path[-1])


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
    careless = type("Careless", (Rulebook,), {"stops": lambda self, piece, path: False})
    other = careless.__new__(careless)
    other.__dict__.update(book.__dict__)
    return other.moves(board, player) != book.moves(board, player)


def late_board(game, rng, number):
    """(a board, player, square): a man whose second or third jump may crown him, and many to jump
    over; random else.
    """
    # 2 alone on six rows.
    player, jumps = (1, -1)[number % 2], 2 + number // 2 % ((game.rows - 4) // 2)
    last, wide = (game.rows - 1 if player == 1 else 0), game.columns // 2
    board = []
    for square in range(game.squares):
        far = abs(last - square // wide)  # from the row where the man is crowned
        dense = far < 2 * jumps and far % 2
        piece = -player * int(rng.random() < (0.6 if dense else 0.1 * (far > 2 * jumps)))
        board.append(KING * piece if piece and is_crowned(game, piece, square + 1) else piece)
    square = abs(last - 2 * jumps * player) * wide + int(rng.integers(wide))
    board[square] = player
    return tuple(board), player, square + 1


@cache
def late_boards(variant, count=24):
    """(board, player, square) on which a man who is crowned on a later jump than his first could go
    on as a king.
    """
    game, rng, found = game_in(variant), np.random.default_rng(194), []
    right, careless = (
        Rulebook(variant, game),
        type("Late", (Rulebook,), {"stops": stops_at_first})(variant, game),
    )
    for number in range(4000):
        board, player, square = late_board(game, rng, number)
        differs = careless.jumps(board, square) != right.jumps(board, square)
        if differs and careless.moves(board, player) != right.moves(board, player):
            found.append((board, player, square))
        if len(found) == count:
            break
    return found


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
    """{kind: [(board, player)]} at random, up to twelve of each."""
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
    return {**found, "late": [(board, player) for board, player, _ in late_boards(variant)][:8]}


def asked(variant, kind, count=12):
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
        for part, kinds in (("steps", ("steps",)), ("jumps", ("jumps",)), ("chains", ("chains", "crowned", "late")))
        for kind in kinds
        for inputs in asked(variant, kind)
    ],
    right=ruled(said),
    examples=lambda variant: [start_of(variant), *(asked(variant, kind, 1)[0] for kind in ("steps", "jumps"))],
    wrong={
        "A jump is not forced here; where there is one, no step is allowed.": (
            ruled(said, forced=lambda self, jumps, steps: jumps + steps)
        ),
        "A man goes on jumping here after he was crowned; that ends his move.": (
            ruled(said, stops=lambda self, piece, path: False)
        ),
        "A man who is crowned on a later jump than his first goes on here; that ends his move, "
        "too.": (
            ruled(said, stops=stops_at_first)
        ),
        "A jump ends here after one man was taken; it goes on as long as it can.": (
            ruled(said, stops=lambda self, piece, path: True)
        ),
        "Men go backward here; only kings "
        "may.": ruled(said, ways=lambda self, piece: directions(KING)),
        "Kings go forward alone here; they may go backward, too.": (
            ruled(said, ways=lambda self, piece: directions(1 if piece > 0 else -1))
        ),
        "The men go in the other direction here: those of X step down the page.": (
            ruled(said, ways=lambda self, piece: directions(-piece))
        ),
        "Only the longest jumps are allowed here; your class has another rule.": (
            ruled(said, rank=lambda self, board, move: len(move))
        ),
        "Any jump may be chosen here, as in the book; your class has another rule.": (
            ruled(said, rank=lambda self, board, move: 0)
        ),
        "The moves of the other player are listed here.": (
            lambda v, board, player: ruled(said)(v, board, v.o if player == v.x else v.x)
        ),
    },
)  # fmt: skip


# P19.2 How many games?


def counted(book, board, player, plies):
    """The number of sequences."""
    return book.perft(board, player, plies)


def alone(book, board, player, plies):
    """The number of sequences in which one player makes all the moves."""
    if plies == 0:
        return 1
    return sum(
        alone(book, book.after(board, move), player, plies - 1)
        for move in book.moves(board, player)
    )


@cache
def count_cases(variant):
    """The start and boards of all kinds, so many moves ahead that it takes little time."""
    early = [inputs for kind in ("steps", "jumps") for inputs in asked(variant, kind, 4)]
    few = [("few", (*inputs, plies)) for plies in (1, 2) for inputs in early]
    more = [("more", (*start_of(variant), plies)) for plies in (3, 4)]
    kinds = ("jumps", "chains", "crowned", "late")
    return (
        few
        + more
        + [("more", (*inputs, 3)) for kind in kinds for inputs in asked(variant, kind, 2)]
    )


COUNT = FunctionTask(
    name="count",
    number="P19.2",
    title="how many games?",
    function="perft",
    shape=Number(),
    pure=True,
    parts=(
        Part("few", 1, "one move, or two"),
        Part("more", 3, "three moves, or four"),
    ),
    cases=count_cases,
    right=ruled(counted),
    examples=lambda variant: [(*start_of(variant), plies) for plies in (1, 2)],
    wrong={
        "Nobody is crowned here.": ruled(counted, crowned=lambda self, piece, square: piece),
        "What was taken stays on the board here.": (
            ruled(counted, after=lambda self, board, move: tuple(
                board[k] if k + 1 in self.between(move) else piece
                for k, piece in enumerate(Rulebook.after(self, board, move))
            ))
        ),
        "One player makes all the moves here; they take turns.": ruled(alone),
        "All shorter sequences are counted as well here.": (
            ruled(lambda book, board, player, plies: sum(book.perft(board, player, k + 1) for k in range(plies)))
        ),
        "One move more is made here than is asked for.": (
            ruled(lambda book, board, player, plies: book.perft(board, player, plies + 1))
        ),
        "A jump is not forced here; where there is one, no step is allowed.": (
            ruled(counted, forced=lambda self, jumps, steps: jumps + steps)
        ),
        "A man goes on jumping here after he was crowned; that ends his move.": (
            ruled(counted, stops=lambda self, piece, path: False)
        ),
        "A man who is crowned on a later jump than his first goes on here; that ends his move, "
        "too.": (
            ruled(counted, stops=stops_at_first)
        ),
    },
)  # fmt: skip


# P19.3 Find the bugs.


class Shared(Rulebook):
    """A program that takes men from the board that its other ways still need."""

    def jumps(self, board, square):
        """The jumps of a piece, on one board for all ways."""
        return self.go_on(list(board), board[square - 1], (square,), ())

    def go_on(self, board, piece, path, taken):
        """The ways on from a path."""
        found = []
        for way in self.ways(piece):
            over = neighbour(self.game, path[-1], *way)
            to = over and neighbour(self.game, over, *way)
            if to and board[over - 1] * piece < 0 and self.may_land(board, to, path[0]):
                board[over - 1] = 0
                now, on = KING * piece if is_crowned(self.game, piece, to) else piece, (*path, to)
                found += [on] if self.stops(piece, on) else self.go_on(board, now, on, ())
        return found or [path] * (len(path) > 1)


def jumped(kind, **own):
    """The jumps of one piece, as a text, by a kind of Rulebook with methods of its own."""

    def of_class(variant, board, square):
        board, game = to_book(variant, board)
        book = type("Jumps", (kind,), own)(variant, game)
        return text_of(sorted(book.jumps(board, square)), book)

    return of_class


CARELESS, LATE = {"stops": lambda self, piece, path: False}, {"stops": stops_at_first}
JUMPS, CROWNS_ON, TAKES_EARLY = jumped(Rulebook), jumped(Rulebook, **CARELESS), jumped(Shared)


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
        right = JUMPS(variant, marks, square)
        shows = (
            CROWNS_ON(variant, marks, square) != right,
            TAKES_EARLY(variant, marks, square) != right,
        )
        kind = {(True, False): "crowned", (False, True): "taken", (False, False): "none"}.get(shows)
        if right and kind and len(found[kind]) < 8:
            found[kind].append((marks, square))
        if all(len(some) == 8 for some in found.values()):
            break
    late = [(to_class(variant, board), square) for board, _, square in late_boards(variant)]
    return {
        **found,
        "late": [one for one in late if TAKES_EARLY(variant, *one) == JUMPS(variant, *one)][:8],
    }


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
        for kind in ((part, "late", "none") if part == "crowned" else (part, "none"))
        for inputs in bug_cases(variant)[kind]
    ],
    right=JUMPS,
    examples=lambda variant: bug_cases(variant)["none"][:3],
    wrong={
        "This is the program with both of its bugs still in it.": jumped(Shared, **CARELESS),
        "A man still goes on jumping here after he was crowned.": CROWNS_ON,
        "A man who is crowned on a later jump than his first still goes on "
        "here.": jumped(Rulebook, **LATE),
        "A man who was taken on one way is still missing here on the others.": TAKES_EARLY,
        "A jump ends here after one man was taken; it goes on as long as it can.": (
            jumped(Rulebook, stops=lambda self, piece, path: True)
        ),
        "One man may be jumped over several times here.": (
            jumped(Rulebook, go_on=lambda self, board, piece, path, taken: (
                Rulebook.go_on(self, board, piece, path, ()) if len(path) < 8 else [path]
            ))
        ),
    },
)  # fmt: skip


# P19.4 Look ahead, then evaluate.


def evaluated(book, board, player, plies):
    """What a board is worth."""
    return float(book.value(board, player, plies))


@cache
def value_cases(variant):
    """Boards of all kinds, and some on which nobody can move."""
    kinds = ("steps", "jumps", "chains")
    found = [("count", (*inputs, 0)) for kind in kinds for inputs in asked(variant, kind, 5)]
    found += [
        ("ahead", (*inputs, plies))
        for plies in (1, 2)
        for kind in kinds
        for inputs in asked(variant, kind, 4)
    ]
    stuck = [(to_class(variant, board), variant.x if player == 1 else variant.o)
             for board, player in sorted_boards(variant).get(None, [])[:3]]  # fmt: skip
    return (
        found
        + [("count", (*inputs, 0)) for inputs in stuck]
        + [("ahead", (*inputs, 2)) for inputs in stuck]
    )


def with_king(king):
    """A Rulebook to which a king is worth so many men."""

    def begin(self, variant, game):
        Rulebook.__init__(self, variant, game)
        self.king = king

    return begin


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
        (*asked(variant, kind, 1)[0], plies) for kind, plies in (("steps", 0), ("jumps", 0), ("jumps", 1))
    ],
    wrong={
        "A king is worth one and a half men here, as in the book; your class has another number.": (
            ruled(evaluated, __init__=with_king(1.5))
        ),
        "A king counts as a man here.": ruled(evaluated, __init__=with_king(1)),
        "A king counts only what he is worth more than a man here.": (
            lambda v, board, player, plies: ruled(evaluated, __init__=with_king(v.change))(v, board, player, plies)
        ),
        "The value is always X's here; that of the player who is to move is asked for.": (
            lambda v, board, player, plies: (1 if player == v.x else -1) * ruled(evaluated)(v, board, player, plies)
        ),
        "The sign is turned round: it should be the value to the player who is to move.": (
            lambda v, *inputs: -ruled(evaluated)(v, *inputs)
        ),
        "Who can't move has lost, also where no move is looked ahead; here pieces are counted "
        "instead.": (
            ruled(evaluated, value=lambda self, board, player, plies: (
                self.count(board, player) if plies == 0 else Rulebook.value(self, board, player, plies)
            ))
        ),
        "The value of the other's boards is not turned in sign here.": (
            ruled(evaluated, back=lambda self, values: max(values))
        ),
        "The worst move is made here; each makes his best.": (
            ruled(evaluated, back=lambda self, values: min(-value for value in values))
        ),
        "Only the pieces of the player who is to move are counted here.": (
            ruled(evaluated, count=lambda self, board, player: sum(
                (self.king if abs(piece) == KING else 1) for piece in board if piece * player > 0
            ))
        ),
    },
)  # fmt: skip


# P19.5 Against a null model.


# Many parameters: each option is one mistake that a wrong answer makes; by default it makes none.
def lead(variant, table, columns=(0, 1), ddof=1, paired=True, errors=None, rooted=True):
    """[the mean lead of evolved networks over the null model, how far its interval reaches to each
    side].
    """
    table = np.array(table, dtype=float)
    first, second = table[:, columns[0]], table[:, columns[1]]
    gaps, count = first - second, len(table)
    variance = gaps.var(ddof=ddof) if paired else first.var(ddof=ddof) + second.var(ddof=ddof)
    errors = 1 + 2 * variant.change if errors is None else errors
    return [float(gaps.mean()), float(errors * np.sqrt(variance / (count if rooted else 1)))]


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
        "selected.": lambda v, table: lead(v, table, (0, 2)),
        "The null model is compared with the material player here.": lambda v, table: lead(
            v, table, (1, 2)
        ),
        "The sign is turned round: by how much the evolved ones are ahead is asked for.": (
            lambda v, table: lead(v, table, (1, 0))
        ),
        "The two columns are taken apart here. A row is one seed, and what is common to it should "
        "cancel.": lambda v, table: lead(v, table, paired=False),
        "The spread is taken with n in place of n - 1.": lambda v, table: lead(v, table, ddof=0),
        "The interval is that of the book, 1.96 standard errors; your class has another number.": (
            lambda v, table: lead(v, table, errors=1.96)
        ),
        "That is the spread of single seeds; the mean of several is known better.": (
            lambda v, table: lead(v, table, rooted=False)
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
