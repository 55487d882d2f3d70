"""Problem set 7: what can be forced, and a player that can be beaten."""

# Long: the tasks of a set, their texts, their solutions and the mistakes in them are read and
# changed together.

from dataclasses import replace
from functools import cache

import numpy as np

from fogel.checks import same, what_is_wrong
from fogel.checks.shapes import Mapping, Number, Numbers, Squares
from fogel.checks.variant import student_rng
from fogel.encoding import IN_PROGRESS, LINES, O, X, is_final, open_squares, put, to_move, winner
from fogel.plots import drawing, style
from grader import rules
from grader.answers import trouble
from grader.functions_as_text import known, text
from grader.mistakes import mistake
from grader.tasks import FunctionTask, Part, ProblemSet, ValueTask, WrittenTask

EMPTY_BOARD = (0,) * 9
BOOK_LINES = (
    "The lines here are those of the book's squares, numbered row by row; in your class they have"
    " other numbers."
)
# Rows of boards() in the figure: X in a corner, its answer in another one, and O about to win.
SHOWN = (2423, 2, 3032)


def marks_on(book):
    """How many marks are on a board of the book."""
    return 9 - book.count(0)


def other(variant, mark):
    """The other player's mark."""
    return variant.x + variant.o - mark


def as_in_the_book(variant):
    """A class whose squares are numbered row by row."""
    return replace(variant, order=tuple(range(9)))


# P7.1 A guess.


PREDICT = ValueTask(
    name="guess",
    number="P7.1",
    title="a guess",
    kind="predict",
    values=("my_guess",),
    shapes=(Number(least=0, most=100),),
    parts=(Part("guess", 1, "a guess, whatever it is"),),
    right=lambda variant, student: (None,),
)


# P7.2 What can be forced.


@cache
def searched(book):
    """What can be forced on a board of the book."""
    if winner(book):
        return -1
    after = [put(book, square, to_move(book)) for square in open_squares(book)]
    return max((-searched(one) for one in after), default=0)


def fewest_open_first(variant, boards):
    """Boards in the order in which their results can be worked out by hand."""
    return sorted(boards, key=lambda board: np.count_nonzero(board == variant.empty))


def forced_cases(variant):
    """Every board of the class, those on which most programs go wrong first."""
    going_on = fewest_open_first(variant, variant.boards()[:IN_PROGRESS])
    last = sum(np.count_nonzero(board == variant.empty) == 1 for board in going_on)
    yield from (("every board", (board,)) for board in going_on[last:])
    yield from (("last move", (board,)) for board in going_on[:last])
    yield from (("over", (board,)) for board in variant.boards()[IN_PROGRESS:])


# What several mistakes change.
BY_BOOK_LINES = ("<<lines | indent>>", str(LINES))
TURN = "<<v.x>> if len(left) % 2 == 1 else <<v.o>>"
BEST = "max(-forced(after) for after in ahead)"
FINISHED = "any(after[a] == after[b] == after[c] == mark for a, b, c in lines)"

FORCED = FunctionTask(
    name="forced",
    number="P7.2",
    title="what can be forced",
    function="forced",
    shape=Number(least=-1, most=1, board=0),
    parts=(
        Part("over", 1, "the 958 boards on which the game is over"),
        Part("last move", 1, "the 222 boards with one open square"),
        Part("every board", 4, "the other 4,298 boards"),
    ),
    cases=forced_cases,
    right=lambda v, board: searched(v.book(board)),
    examples=lambda variant: [(variant.boards()[k],) for k in (4600, 3032, 3000, 2423)],
    pure=True,
    wrong={
        "These results don't change sides: what the other player can force is bad for the one who "
        "moves.": mistake(("-forced", "forced"), costs=("last move", "every board")),
        "These are the results for X. On a board on which O is to move, those for O are asked "
        "for.": mistake(
            ("result = -1", "result = -1 if len(left) % 2 == 1 else 1"),
            (BEST, "(max if mark == <<v.x>> else min)(forced(after) for after in ahead)"),
            costs=("over", "every board"),
        ),
        "Here a finished line is good for the player whose turn it would be. It was the other who "
        "finished it.": mistake(("result = -1", "result = 1")),
        "A full board is a tie here even if its last mark finished a line.": mistake(
            ("if any(", "if left and any(")
        ),
        "Here a game goes on after a line is finished, until the board is full.": mistake(
            ("if any(", "if not left and any("), costs=("over", "every board")
        ),
        "Here O makes the moves of X, and X those of O. X begins: count the marks to see whose "
        "turn it is.": mistake(("== 1 else", "== 0 else"), costs=("last move", "every board")),
        "Here X makes every move. Count the marks to see whose turn it is.": mistake(
            (TURN, "<<v.x>>"), costs=("every board",)
        ),
        "This is the worst that the player to move can do, and not the best.": mistake(
            ("max(", "min("), costs=("every board",)
        ),
        "This looks one move ahead. What a player can force may take several moves.": mistake(
            (BEST, f"max(int({FINISHED}) for after in ahead)"), costs=("every board",)
        ),
        BOOK_LINES: mistake(BY_BOOK_LINES),
    },
    package=(
        "from fogel.encoding import X, O\n"
        "from fogel.opponent import forced_result\n\n"
        "def forced(board):\n"
        "    marks = tuple(int(np.sign(mark)) for mark in board)\n"
        "    return forced_result(marks, X if marks.count(0) % 2 else O)\n"
    ),
)


# P7.3 Hints.


def made_up(weights, most):
    """A function from a board to a number that means nothing."""
    return text(
        f"lambda board: sum(k * int(mark) for k, mark in zip({weights}, board)) % {most} -"
        f" {most // 2}"
    )


VALUES = [made_up((5, 3, 11, 2, 7, 1, 13, 4, 9), 17), made_up((1, 8, 2, 9, 3, 10, 4, 11, 5), 23)]


def mover(variant, board):
    """The mark of the player who is to move."""
    return variant.x if sum(mark != variant.empty for mark in board) % 2 == 0 else variant.o


def hints(variant, board, value=VALUES[0]):
    """{square: what it is worth}."""
    marks, mark = tuple(board.tolist()), mover(variant, board)
    squares = rules.open_squares(variant, board)
    return {square: -known(value["python"])(put(marks, square, mark)) for square in squares}


def hint_cases(variant):
    """Every third board, with one open square and more, and the one with the most: the empty one
    where X is to move.
    """
    found = []
    for mark in "XO":
        boards = fewest_open_first(variant, variant.boards(mark.lower()))
        some = [*boards[::3], boards[-1]]
        found += [(f"{mark} to move", (board, VALUES[k % 2])) for k, board in enumerate(some)]
    return found


HINTS = FunctionTask(
    name="hints",
    number="P7.3",
    title="hints",
    function="hints",
    shape=Mapping(board=0, within=1e-9),
    parts=(
        Part("X to move", 2, "boards on which X is to move"),
        Part("O to move", 2, "boards on which O is to move"),
    ),
    cases=hint_cases,
    right=hints,
    # With VALUES[0], as the text has it.
    examples=lambda variant: [(variant.boards()[k],) for k in (3032, 902, 2423)],
    pure=True,
    wrong={
        "These values don't change sides: after the move the other player is to move.": mistake(
            ("-value", "value")
        ),
        "The mark that is put on the board is always that of X.": mistake(
            (TURN, "<<v.x>>"), costs=("O to move",)
        ),
        "The mark that is put on the board is that of the player who is not to move.": mistake(
            ("== 1 else", "== 0 else")
        ),
        "A mark that was tried stays on the board while the next square is tried.": mistake(
            ("found = {}", "found, after = {}, list(board)"),
            ("        after = list(board)\n", ""),
            ("= mark", "= <<v.x>> if after.count(<<v.empty>>) % 2 == 1 else <<v.o>>"),
        ),
        "The board is valued as it is, before the move.": mistake(
            ("-value(after)", "value(board)")
        ),
    },
    package=(
        "from fogel.encoding import open_squares, place\n\n"
        "def hints(board, value):\n"
        "    marks = [int(np.sign(mark)) for mark in board]\n"
        "    return {square: -value(place(marks, square)) for square in open_squares(marks)}\n"
    ),
)


# P7.4 A game.


def first_of(variant, squares):
    """A player that moves into the first open square of a list; into the first of the list if none
    is open.
    """
    squares = tuple(squares)
    square = (
        f"next((square for square in {squares} if board[square] == {variant.empty}), {squares[0]})"
    )
    return text(f"lambda board: {square}")


def play(variant, x, o):
    """{"winner": mark, "squares": in order}."""
    x, o = (one if isinstance(one, dict) else first_of(variant, one) for one in (x, o))
    players, mark = {variant.x: known(x["python"]), variant.o: known(o["python"])}, variant.x
    board, squares = (variant.empty,) * 9, []
    while True:
        line = rules.holder(variant, board)
        if variant.empty not in board or line != variant.empty:
            return {"winner": line, "squares": squares}
        square = int(players[mark](board))
        if board[square] != variant.empty:
            return {"winner": other(variant, mark), "squares": squares}
        board, mark, squares = put(board, square, mark), other(variant, mark), [*squares, square]


def book_after(variant, squares):
    """The book's board after these moves."""
    book = EMPTY_BOARD
    for square in squares:
        book = put(book, variant.order[square], to_move(book))
    return book


def play_cases(variant):
    """Games of all lengths between players with lists; where the list of one is too short, it names
    a taken square.
    """
    rng, found = np.random.default_rng(74), {}
    while len(found) < 6 or min(map(len, found.values())) < 25:
        pair = [first_of(variant, rng.permutation(9).tolist()) for _ in "XO"]
        ended = play(variant, *pair)
        found.setdefault((len(ended["squares"]), ended["winner"] == variant.empty), []).append(pair)
    for (length, _), pairs in sorted(found.items()):
        name = "last square" if length == 9 else "O wins" if length % 2 == 0 else "X wins"
        yield from ((name, pair) for pair in pairs[:25])
    for k in range(90):
        lists = [rng.permutation(9).tolist(), rng.permutation(9).tolist()[: k % 3 + 1]]
        pair = [first_of(variant, squares) for squares in (lists, lists[::-1])[k % 2]]
        if not is_final(book_after(variant, play(variant, *pair)["squares"])):
            yield "taken square", pair


def play_examples(variant):
    """Lists of squares for a tie, for a game that O wins, and for one in which O names a taken
    square.
    """
    pairs = [
        ((3, 2, 7, 4, 8, 0, 6, 5, 1), (4, 3, 1, 5, 7, 8, 6, 0, 2)),
        ((5, 1, 0, 7, 3), (6, 8, 4, 2)),
        ((2, 6, 5), (0, 4)),
    ]
    return [
        tuple([variant.place[square] for square in squares] for squares in pair) for pair in pairs
    ]


# What several mistakes change.
ENDED = """        if any(board[a] == board[b] == board[c] == mark for a, b, c in lines):
            return {"winner": mark, "squares": squares}
    return {"winner": <<v.empty>>, "squares": squares}"""
FULL = """    held = [board[a] for a, b, c in lines if board[a] == board[b] == board[c]]
    return {"winner": held[0] if held else <<v.empty>>, "squares": squares}"""

PLAY = FunctionTask(
    name="play",
    number="P7.4",
    title="a game",
    function="play",
    shape=Mapping(),
    parts=(
        Part("X wins", 1, "games that X wins before the board is full"),
        Part("O wins", 1, "games that O wins"),
        Part(
            "last square",
            2,
            "games in which the board is filled: ties, and wins with the last mark",
        ),
        Part("taken square", 1, "games in which a player names a square that is taken"),
    ),
    cases=play_cases,
    right=play,
    examples=play_examples,
    wrong={
        "Here the game goes on after a line is finished.": mistake(
            (ENDED, FULL), costs=("X wins", "O wins")
        ),
        "Here O begins.": mistake(("% 2 == 0", "% 2 == 1")),
        "The player of O is asked first here, and plays the marks of X.": mistake(
            ("(x, <<v.x>>", "(o, <<v.x>>"), ("(o, <<v.o>>", "(x, <<v.o>>")
        ),
        "The winner here is the player who has lost.": mistake(
            ('"winner": other', '"winner": mark'), (ENDED, ENDED.replace(": mark", ": other"))
        ),
        "A game whose last mark fills the board and finishes a line is won, and no tie.": mistake(
            ("if any(", "if len(squares) < 9 and any("), costs=("last square",)
        ),
        "A tie has a mark too: that of an open square. Here it has 0.": mistake(
            ('"winner": <<v.empty>>', '"winner": 0'), costs=("last square",)
        ),
        "The winner is named with the book's marks, 1, 0 and -1, and not with those of your "
        "class.": mistake(
            ('"winner": other', '"winner": 1 if other == <<v.x>> else -1'),
            ('mark, "squares": s', '1 if mark == <<v.x>> else -1, "squares": s'),
            ('"winner": <<v.empty>>', '"winner": 0'),
        ),
        "A mark may be put on a taken square here.": mistake(
            ("while len(squares) < 9", "while <<v.empty>> in board"),
            ("board[square] != <<v.empty>>", "False"),
            costs=("taken square",),
        ),
        "A taken square that a player names is not played, and is not to be in the list.": mistake(
            ('other, "squares": squares', 'other, "squares": [*squares, square]'),
            costs=("taken square",),
        ),
        BOOK_LINES: mistake(BY_BOOK_LINES, costs=("X wins", "O wins", "last square")),
    },
    package=(
        "from fogel.encoding import play_game\n\ndef play(x, o):\n    winner, squares ="
        " play_game(lambda board, rng: x(board), lambda board, rng: o(board), None)\n    return"
        ' {"winner": winner, "squares": squares}\n'
    ),
)


# P7.5 Find the bug: a move taken back.

MOST_OPEN = 5  # a board of these two tasks has no more open squares, so that a search is short


class Game:
    """A board that is played on, in the names and marks of a class; `careless` forgets to give the
    turn back.
    """

    def __init__(self, variant, board, careless):
        self.variant, self.careless = variant, careless
        self.board, self.turn = [int(mark) for mark in board], mover(variant, board)

    def move(self, square):
        """Puts a mark on a square."""
        self.board[square], self.turn = self.turn, other(self.variant, self.turn)

    def take_back(self, square):
        """Takes it away again."""
        self.board[square] = self.variant.empty
        self.turn = self.turn if self.careless else other(self.variant, self.turn)


def endings(variant, board, careless=False):
    """(X wins, ties, O wins): in how many ways the game can go on from a board and end."""
    game, counts = Game(variant, board, careless), {X: 0, 0: 0, O: 0}

    def go_on():
        book = variant.book(game.board)
        if is_final(book):
            counts[winner(book)] += 1
            return
        for square in range(9):
            if game.board[square] == variant.empty:
                game.move(square)
                go_on()
                game.take_back(square)

    go_on()
    return list(counts.values())


@cache
def late_boards(variant):
    """The boards in progress with few open squares."""
    boards = variant.boards()[:IN_PROGRESS]
    return boards[(boards == variant.empty).sum(axis=1) <= MOST_OPEN]


def unnoticed(variant):
    """Three boards with two or three open squares on which the bug does not show."""
    rows = [board for board in late_boards(variant) if 2 <= sum(board == variant.empty) <= 3]
    some = [
        board
        for board in rows[::7]
        if endings(variant, board) == endings(variant, board, careless=True)
    ]
    return [some[k] for k in (0, len(some) // 2, -1)]


BUG = FunctionTask(
    name="bug",
    number="P7.5",
    title="find the bug: a move taken back",
    kind="bug",
    function="endings",
    shape=Numbers(count=3, board=0),
    parts=(Part("endings", 3, f"boards with up to {MOST_OPEN} open squares"),),
    cases=lambda variant: [
        ("endings", (board,)) for board in fewest_open_first(variant, late_boards(variant))[::5]
    ],
    right=endings,
    examples=lambda variant: [(board,) for board in unnoticed(variant)],
    pure=True,
    wrong={
        "These are the counts of the program with its bug still in it.": mistake(
            ("self.turn = self.board[square]  # whoever made the move has the turn again", "pass")
        ),
        "X wins and O wins are exchanged.": mistake(
            ("count_on(Game(board))", "count_on(Game(board))[::-1]")
        ),
    },
)


def witness_verdict(variant, student, cases, answers):
    """Whether the program with the bug miscounts on the board given."""
    part = cases[0][0]
    wrong = trouble(answers[0]) or what_is_wrong(answers[0]["value"], None, WITNESS.shapes[0])
    if wrong:
        return {part: wrong}
    board = np.array(answers[0]["value"], dtype=float)
    if tuple(board) not in {tuple(row) for row in late_boards(variant).tolist()}:
        return {
            part: (
                f"This is no board of your class with a game in progress and at most {MOST_OPEN}"
                " open squares."
            )
        }
    board = board.astype(int)
    right = endings(variant, board)
    if endings(variant, board, careless=True) == right:
        return {
            part: f"On this board both programs find {right}. Look for one on which they differ."
        }
    return {}


WITNESS = ValueTask(
    name="witness",
    number="P7.6",
    title="a board that gives it away",
    kind="bug",
    values=("witness",),
    shapes=(Numbers(count=9),),
    parts=(Part("differs", 2, "a board on which the program with the bug counts wrongly"),),
    verdict=witness_verdict,
)


# P7.7 The student's own player.


def own_list(variant, student):
    """The student's list of squares: their player moves into the first open one."""
    return tuple(student_rng(variant.number, student, "player").permutation(9).tolist())


@cache
def all_games(variant, squares, mark=O, full_first=False, plays_on=False):
    """All games (result, final board) of the player with that list and mark, its opponent trying
    everything.
    """
    place = [variant.order[square] for square in squares]
    found = []

    def go_on(book):
        line, left = winner(book), open_squares(book)
        if not left or (line and not plays_on):
            found.append((0 if full_first and not left else line, book))
            return
        now = to_move(book)
        for square in [next(square for square in place if square in left)] if now == mark else left:
            go_on(put(book, square, now))

    go_on(EMPTY_BOARD)
    return found


def counted(games, mark=O):
    """[the player wins, ties, the player loses], of games."""
    results = [result for result, _ in games]
    return [results.count(value) for value in (mark, 0, -mark)]


@cache
def moves_of(variant, squares, mark=O):
    """Of each board on which the player with that list may have to move: (ways, what it can force,
    what after it).
    """
    place = [variant.order[square] for square in squares]
    ways, found = {EMPTY_BOARD: 1}, []
    for count in range(9):
        for book in [book for book in ways if marks_on(book) == count and not is_final(book)]:
            now, left = to_move(book), open_squares(book)
            if now == mark:
                left = [next(square for square in place if square in left)]
                found.append((ways[book], searched(book), -searched(put(book, left[0], now))))
            for after in [put(book, square, now) for square in left]:
                ways[after] = ways.get(after, 0) + ways[book]
    return found


def mistakes(variant, squares, mark=O):
    """On how many boards the player gives something away."""
    return sum(after < before for _, before, after in moves_of(variant, squares, mark))


def mistakes_everywhere(variant, squares):
    """The same for all boards on which O is to move."""
    place = [variant.order[square] for square in squares]
    books = [variant.book(board) for board in variant.boards("o")]
    moved = [put(book, next(square for square in place if book[square] == 0), O) for book in books]
    return sum(-searched(after) < searched(book) for book, after in zip(books, moved, strict=True))


IT_BEGINS = "Here your player begins. It plays second: you begin."
COUNTS_WRONG = {
    IT_BEGINS: lambda v, squares: counted(all_games(v, squares, mark=X), mark=X),
    "The three counts come in another order: its wins first, then the ties, then yours.": (
        lambda v, squares: counted(all_games(v, squares))[::-1]
    ),
    "A full board is counted as a tie here even if its last mark finished a line.": (
        lambda v, squares: counted(all_games(v, squares, full_first=True))
    ),
    "Here a game goes on after a line is finished.": lambda v, squares: counted(
        all_games(v, squares, plays_on=True)
    ),
    "These are final boards, each counted once. Different games may end on the same board.": (
        lambda v, squares: counted(set(all_games(v, squares)))
    ),
    BOOK_LINES: lambda v, squares: counted(all_games(as_in_the_book(v), squares)),
}
MISTAKES_WRONG = {
    IT_BEGINS: lambda v, squares: mistakes(v, squares, mark=X),
    "A board to which several ways lead is counted several times here.": lambda v, squares: sum(
        ways * (after < before) for ways, before, after in moves_of(v, squares)
    ),
    "These are all moves after which your player can't force a win. Not all of them give "
    "something away.": lambda v, squares: sum(after < 1 for _, _, after in moves_of(v, squares)),
    "These are all the boards on which O is to move, and not those alone that your player comes "
    "to.": (mistakes_everywhere),
    BOOK_LINES: lambda v, squares: mistakes(as_in_the_book(v), squares),
}


def own_verdict(variant, student, cases, answers):
    """Plays the game, and compares the numbers; the right ones are not told, since they may be
    handed in again.
    """
    squares = own_list(variant, student)
    counts, count = counted(all_games(variant, squares)), mistakes(variant, squares)
    game, *others = (
        trouble(answer) or what_is_wrong(answer["value"], None, shape)
        for answer, shape in zip(answers, OWN.shapes, strict=True)
    )
    complaints = [game or trouble_with_game(variant, squares, answers[0]["value"])]
    pairs = zip(others, answers[1:], (counts, count), (COUNTS_WRONG, MISTAKES_WRONG), strict=True)
    for words, answer, right, wrong in pairs:
        if not words and not same(answer["value"], right):
            meant = [
                meaning
                for meaning, model in wrong.items()
                if same(answer["value"], model(variant, squares))
            ]
            words = " ".join([f"{answer['value']} is not right.", *meant[:1]])
        complaints.append(words)
    return dict(zip((part for part, _ in cases), complaints, strict=True))


def trouble_with_game(variant, squares, game):
    """Why these squares are no game that the player with that list loses as O; "" if
    they are one.
    """
    board = EMPTY_BOARD
    for number, square in enumerate(map(int, game), start=1):
        if is_final(board):
            return f"the game is over after move {number - 1}, and my_game goes on"
        first = next(square for square in squares if board[variant.order[square]] == 0)
        if number % 2 == 0 and square != first:
            return (
                f"move {number} is your player's; the first open square of its list is {first}, not"
                f" {square}"
            )
        board = put(board, variant.order[square], to_move(board))
    if not is_final(board):
        return "this game is not over yet"
    return {X: "", O: "your player wins this game", 0: "this game is a tie"}[winner(board)]


OWN = ValueTask(
    name="own",
    number="P7.7",
    title="your player",
    kind="personal",
    values=("my_game", "my_counts", "my_mistakes"),
    shapes=(Squares(), Numbers(count=3), Number()),
    parts=(
        Part("your game", 1, "a game that you begin and win"),
        Part("all games", 2, "how all games with your player end"),
        Part("mistakes", 2, "the boards on which your player gives something away"),
    ),
    verdict=own_verdict,
)

WHY = WrittenTask(
    name="why",
    number="P7.8",
    title="in your own words",
    parts=(
        Part("why", 3, "why a champion that never loses as X loses as O, and how to mend that"),
    ),
)


@style.styled
def target(variant):
    """The hints on three boards."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(style.PAGE, 2.6))
    words = {1: "win", 0: "tie", -1: "loss"}
    for axes, k in zip(figure.subplots(1, 3), SHOWN, strict=True):
        book = variant.book(variant.boards()[k])
        mark = to_move(book)
        heat = [
            -searched(put(book, square, mark)) if book[square] == 0 else np.nan
            for square in range(9)
        ]
        texts = [words.get(value, "") for value in heat]
        drawing.draw_board(
            axes, book, f"{'X' if mark == X else 'O'} to move", heat, texts, signed=True, most=2
        )
    return figure


SET = ProblemSet(
    "07_play",
    "Can you beat it?",
    85,
    (PREDICT, FORCED, HINTS, PLAY, BUG, WITNESS, OWN, WHY),
    {"target": target},
)
