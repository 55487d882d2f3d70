"""Problem set 1: a board becomes nine numbers."""

# Long: the tasks of a set, their texts, their solutions and the mistakes in them are read and
# changed together.

from fractions import Fraction
from functools import cache

import numpy as np

from fogel import checks, encoding
from fogel.checks import NOT_YET, what_is_wrong
from fogel.checks.shapes import Flag, Number, Numbers
from fogel.checks.variant import handed_boards
from fogel.encoding import IN_PROGRESS
from grader import rules
from grader.answers import trouble
from grader.mistakes import mistake
from grader.tasks import FunctionTask, Part, ProblemSet, ValueTask, WrittenTask

SHOWN_TEXTS = ("XO. .XO ...", "... ... XXO", "XOX .O. .X.")  # in the first figure
# In the second, a row of Variant.boards: O to move, and one of its four moves ends the game.
SHOWN_BOARD = 2836
FLAG = Flag(board=0)


def marks_on(variant, board):
    """How many marks stand on a board."""
    return sum(mark != variant.empty for mark in board)


def goes_on(variant):
    """The 4,520 boards on which somebody is to move."""
    return variant.boards()[:IN_PROGRESS]


# What several mistakes change.
BOOKS_MARKS = ('"X": <<v.x>>, "O": <<v.o>>, ".": <<v.empty>>', '"X": 1, "O": -1, ".": 0')
LINES_HERE = "<<lines | indent>>"
BOOKS_LINES = (f"lines = {LINES_HERE}", "from fogel.encoding import LINES as lines")


# P1.1 From a text to nine marks.


def letters_of(text):
    """The nine letters of a text, in capitals."""
    return "".join(text.split()).upper()


def encode(variant, text):
    """The board of the class that a text describes."""
    return variant.board([encoding.MARKS[letter] for letter in letters_of(text)])


def text_of(variant, board):
    """A board of the class as nine letters, the three rows apart."""
    return encoding.decode(variant.book(board)).replace("\n", " ")


def encode_cases(variant):
    """Every board as text; some of them with other white space, and some with small letters, also
    beside capital ones.
    """
    texts = [text_of(variant, board) for board in variant.boards()]
    spaced = (
        lambda text: text.replace(" ", ""),
        lambda text: text.replace(" ", "\n"),
        lambda text: f"\n  {text[:3]}\n\t{text[4:7]}\r\n  {text[8:]}\n\n",
        lambda text: "  ".join(text),
    )
    small = (
        str.lower,
        lambda text: text.replace("X", "x"),
        lambda text: text.replace("O", "o"),
        str.swapcase,
        lambda text: text[:3].lower() + text[3:],
    )
    found = [("every board", (text,)) for text in texts]
    found += [("white space", (spaced[k % 4](text),)) for k, text in enumerate(texts[9::60])]
    return found + [
        ("small letters", (small[k % 5](text),)) for k, text in enumerate(texts[39::60])
    ]


ENCODE = FunctionTask(
    name="encode",
    number="P1.1",
    title="from text to numbers",
    function="encode",
    shape=Numbers(count=9),
    parts=(
        Part("every board", 3, "all 5,478 boards, their rows apart by a space"),
        Part("white space", 1, "texts with no white space, with more of it, and with line breaks"),
        Part("small letters", 1, "texts with x and o"),
    ),
    cases=encode_cases,
    right=encode,
    examples=lambda variant: [(SHOWN_TEXTS[0],), ("XOX\n.O.\n.X.",), ("o..  ..X x.O",)],
    wrong={
        "The marks are right, but they stand row by row. Entry k should be the square that your "
        "class calls k.": mistake(("<<v.order>>", "range(9)")),
        "The numbering is used the wrong way round. Write one letter at the top left alone, and "
        "look where it goes.": mistake(("<<v.order>>", "<<v.place>>")),
        "These are the book's marks, in the order of the book.": mistake(
            BOOKS_MARKS, ("<<v.order>>", "range(9)")
        ),
        "The order is right, and the marks are those of the book.": mistake(BOOKS_MARKS),
        "Here O is 2, as in many programs; your class has a mark of its own for it.": mistake(
            ('"O": <<v.o>>', '"O": 2')
        ),
        "X and O have changed places.": mistake(
            ('"X": <<v.x>>, "O": <<v.o>>', '"O": <<v.x>>, "X": <<v.o>>')
        ),
        "The text is read column by column; its letters come row by row.": mistake(
            ("letters[place]", "letters[3 * (place % 3) + place // 3]")
        ),
    },
    package="from fogel.encoding import encode\n",
)


# P1.2 Who holds a line.


def has_open_line(variant, board):
    """Whether one of the eight lines is open."""
    return any(all(board[square] == variant.empty for square in line) for line in variant.lines)


def holder_cases(variant):
    """Every board, those that are over first: with an open line, with a diagonal as its only full
    line, the others.
    """
    found = []
    for board in np.roll(variant.boards(), -IN_PROGRESS, axis=0):
        part = "rows and columns"
        if has_open_line(variant, board):
            part = "open lines"
        elif rules.holder(variant, board) != held(variant, board, variant.lines[:6]):
            part = "diagonals"
        found.append((part, (board,)))
    return found


def held(variant, board, lines):
    """The mark that holds one of these lines, that of an open square if none does."""
    for a, b, c in lines:
        if board[a] != variant.empty and board[a] == board[b] == board[c]:
            return int(board[a])
    return variant.empty


HOLDER = FunctionTask(
    name="holder",
    number="P1.2",
    title="who holds a line",
    function="holder",
    shape=Number(board=0),
    parts=(
        Part(
            "rows and columns",
            3,
            "boards with a full row or column, and boards that nobody has won",
        ),
        Part("diagonals", 1, "boards on which the only full line is a diagonal"),
        Part(
            "open lines", 1, "boards with a line of open squares, some of them beside a full line"
        ),
    ),
    cases=holder_cases,
    right=rules.holder,
    examples=lambda variant: [(variant.boards()[k],) for k in (300, 4670, 4535)],
    wrong={
        "This says whether a line is full. The mark in it is asked for.": mistake(
            ("return board[a]", "return True"), ("return <<v.empty>>", "return False")
        ),
        "These are the lines of the book, 0 1 2 and so on. Your class has other numbers on its "
        "squares.": mistake(BOOKS_LINES),
        "The numbering is used the wrong way round. Read the lines off the picture of your "
        "class's squares.": mistake(
            BOOKS_LINES,
            ("for a, b, c in lines", "for a, b, c in np.array(<<v.order>>)[np.array(lines)]"),
        ),
        "Three open squares are equal too, and nobody holds them. Such a line comes first here.": mistake(
            (" != <<v.empty>>", ""), costs=("open lines",)
        ),
        "No line is ever found here.": mistake(("in lines:", "in ():")),
        "Only the rows are looked at.": mistake((LINES_HERE, "<<v.lines[:3]>>")),
        "The columns are missing.": mistake(
            (LINES_HERE, "<<v.lines[:3] + v.lines[6:]>>"), costs=("rows and columns", "open lines")
        ),
        "The diagonals are missing.": mistake(
            (LINES_HERE, "<<v.lines[:6]>>"), costs=("diagonals",)
        ),
        "A line is judged by its sum. In your class other marks add up to the same.": mistake(
            (
                "board[a] == board[b] == board[c] != <<v.empty>>",
                "board[a] + board[b] + board[c] in (3 * <<v.x>>, 3 * <<v.o>>)",
            ),
            ("return board[a]", "return (board[a] + board[b] + board[c]) // 3"),
            variant=23,
        ),
        "Only the last line decides, whatever stood in those before.": mistake(
            ("            return board[a]\n", "            mark = board[a]\n        else:\n"),
            ("    return <<v.empty>>", "            mark = <<v.empty>>\n    return mark"),
        ),
        "Only X is found; O can hold a line too.": mistake(
            ("!= <<v.empty>>", "== <<v.x>>"), costs=("rows and columns", "diagonals")
        ),
        "The right one is found, but these are the book's marks for it, 1, 0 and -1.": mistake(
            ("return board[a]", "return 1 if board[a] == <<v.x>> else -1"),
            ("return <<v.empty>>", "return 0"),
        ),
        "Where nobody holds a line, the mark of an open square is asked for; in your class that "
        "is not 0.": mistake(
            ("return <<v.empty>>", "return 0"), costs=("rows and columns", "open lines")
        ),
    },
    package="from fogel.encoding import winner as holder\n",
)


# P1.3 What may follow.


def turn(variant, board):
    """The mark that moves next."""
    board = [*board]
    return variant.x if board.count(variant.x) == board.count(variant.o) else variant.o


def after_moves(variant, board, mark):
    """The boards with one mark more, whether the game is over or not; the lowest square first."""
    found = []
    for square in rules.open_squares(variant, board):
        after = np.array(board)
        after[square] = mark
        found.append(after)
    return found


def successors(variant, board):
    """All boards after one move, the lowest square first; none if the game is over."""
    if rules.holder(variant, board) != variant.empty:
        return []
    return after_moves(variant, board, turn(variant, board))


def successor_cases(variant):
    """Every board. Where the game is over, or can be after the next move, it belongs to the part
    about the end.
    """
    found = []
    for board in variant.boards():
        followed = successors(variant, board)
        ends = not followed or any(
            rules.holder(variant, after) != variant.empty for after in followed
        )
        found.append(("the end" if ends else "on the way", (board,)))
    return found


SUCCESSORS = FunctionTask(
    name="successors",
    number="P1.3",
    title="what may follow",
    function="successors",
    shape=Numbers(board=0),
    parts=(
        Part("on the way", 3, "boards after which the game goes on, whatever the next move is"),
        Part("the end", 2, "boards on which the game is over, or can be after the next move"),
    ),
    cases=successor_cases,
    right=successors,
    pure=True,
    examples=lambda variant: [(variant.boards()[k],) for k in (2200, 3700, 4530)],
    wrong={
        "Nothing follows a full line: the game is over, though squares are open.": mistake(
            ("return []", "pass"), costs=("the end",)
        ),
        "Only a line of X ends the game here; a line of O ends it, too.": mistake(
            ("== board[c] != <<v.empty>>", "== board[c] == <<v.x>>"), costs=("the end",)
        ),
        "The other mark is to move. X begins, and so X moves when there are as many of each.": mistake(
            (") == marks.count", ") != marks.count")
        ),
        "X moves here on every board; look whose turn it is.": mistake(
            ("<<v.x>> if marks.count(<<v.x>>) == marks.count(<<v.o>>) else <<v.o>>", "<<v.x>>")
        ),
        "The sum of the nine numbers is taken to be 0 when X is to move; that is so with the "
        "book's marks only.": mistake(
            ("marks.count(<<v.x>>) == marks.count(<<v.o>>)", "sum(marks) == 0")
        ),
        "The game ends here with the lines of the book; your class has other numbers on its "
        "squares.": mistake(BOOKS_LINES),
        "The diagonals are missing: a game is over with them too.": mistake(
            (LINES_HERE, "<<v.lines[:6]>>"), costs=("the end",)
        ),
        "These are the right boards in another order. The one with a mark on the lowest square "
        "comes first.": mistake(("range(9)", "range(8, -1, -1)")),
        "Each board still has the marks of those before. Every move begins at the board that was "
        "given.": mistake(
            (
                "marks[:square] + [mark] + marks[square + 1 :]",
                "(marks := marks[:square] + [mark] + marks[square + 1 :])",
            )
        ),
        "These are the squares of the moves. The boards after them are asked for.": mistake(
            ("marks[:square] + [mark] + marks[square + 1 :]", "square")
        ),
        "A board on which the game is over has no successor, not even itself.": mistake(
            ("return []", "return [board]"),
            ("<<v.empty>>\n    ]", "<<v.empty>>\n    ] or [board]"),
            costs=("the end",),
        ),
        "No board ever follows here. Is an open square found? Your class has a mark for it.": mistake(
            ("range(9)", "()")
        ),
    },
    package=(
        "from fogel import encoding\n\n"
        "def successors(board):\n"
        "    if encoding.is_final(board):\n"
        "        return []\n"
        "    return [encoding.place(board, square) for square in encoding.open_squares(board)]\n"
    ),
)


# P1.4 Find the bug: trials that are never taken back.


def can_win(variant, board, lines=None):
    """Whether the mark whose turn it is can fill a line with its next move."""
    return any(
        rules.holder(variant, after) != variant.empty for after in successors(variant, board)
    )


def can_win_piled_up(variant, board):
    """What the program with the bug says: it never takes a trial back, so that all squares are full
    in the end.
    """
    mark = turn(variant, board)
    full = np.where(np.array(board) == variant.empty, mark, board)
    return any(all(full[square] == mark for square in line) for line in variant.lines)


@cache
def truths(variant, board):
    """(what is true of a board, what the program with the bug says of it): all notebooks of a class
    are asked.
    """
    return can_win(variant, board), can_win_piled_up(variant, board)


def can_win_verdict(variant, student, cases, answers):
    """Whether the answers are right; and if they are, whether the boards were left as they were."""
    wrong, like_the_bug, changed = [], True, []
    for (_, (board, _)), answer in zip(cases, answers, strict=True):
        came = {name: value for name, value in answer.items() if name != "changed_inputs"}
        right, piled_up = truths(variant, tuple(board))
        words = trouble(came) or what_is_wrong(answer["value"], right, FLAG)
        if words:
            wrong.append((board, words))
        if answer.get("changed_inputs"):
            changed.append(board)
        like_the_bug = like_the_bug and answer.get("value") == piled_up
    if wrong:
        count, (board, words) = f"Wrong on {len(wrong):,} of {len(cases):,} cases.", wrong[0]
        hint = ""
        if like_the_bug:
            hint = " These are the answers of the program with its bug still in it."
            if not changed:
                hint = (
                    " The board stays as it was now, and still the answers are those of the program"
                    " with its bug."
                )
        picture = checks.board_text(board, variant.number)
        words = f"{count}{hint} The first: {words}\n{picture}"
        return {"answers": words, "untouched": "This counts when the answers are right."}
    if changed:
        words = (
            f"On {len(changed):,} boards the function left a mark on the board that it was given."
            " The first:"
        )
        return {"untouched": f"{words}\n{checks.board_text(changed[0], variant.number)}"}
    return {}


BUG = FunctionTask(
    name="bug",
    number="P1.4",
    title="find the bug: wins everywhere",
    kind="bug",
    function="can_win",
    shape=FLAG,
    parts=(
        Part("answers", 2, "the right answer on all 4,520 boards on which the game goes on"),
        Part("untouched", 1, "right answers, and no board is changed"),
    ),
    cases=lambda variant: [
        ("answers", (board, np.array(variant.lines))) for board in goes_on(variant)
    ],
    right=can_win,
    verdict=can_win_verdict,
    pure=True,
    examples=lambda variant: [
        (variant.boards()[k], np.array(variant.lines)) for k in (79, 2204, 3824)
    ],
)


def witness_verdict(variant, student, cases, answers):
    """Whether two squares of the board are open, and the program with the bug answers wrongly."""
    part = cases[0][0]
    words = trouble(answers[0]) or what_is_wrong(answers[0]["value"], None, WITNESS.shapes[0])
    if words:
        return {part: words if words == NOT_YET else f"This is no board: {words}."}
    known = {tuple(row): row for row in goes_on(variant).tolist()}
    board = known.get(tuple(answers[0]["value"]))
    if board is None:
        return {part: "This is no board of your class on which the game goes on."}
    if marks_on(variant, board) != 7:
        return {
            part: (
                "Two squares should be open on this board; there are"
                f" {9 - marks_on(variant, board)}."
            )
        }
    if can_win_piled_up(variant, board) == can_win(variant, board):
        return {
            part: (
                f"Both programs say {can_win(variant, board)} here. Look for a board on which they"
                " differ."
            )
        }
    return {}


WITNESS = ValueTask(
    name="witness",
    number="P1.5",
    title="a board that gives it away",
    kind="bug",
    values=("witness",),
    shapes=(Numbers(count=9),),
    parts=(
        Part(
            "differs", 2, "a board with two open squares on which the program with the bug is wrong"
        ),
    ),
    verdict=witness_verdict,
)


# P1.6 A guess.


def guess_verdict(variant, student, cases, answers):
    """Whether there is a percentage; any one will do."""
    return {
        cases[0][0]: (
            trouble(answers[0]) or what_is_wrong(answers[0]["value"], None, GUESS.shapes[0])
        )
    }


GUESS = ValueTask(
    name="guess",
    number="P1.6",
    title="a guess",
    kind="predict",
    values=("my_guess",),
    shapes=(Number(least=0, most=100),),
    parts=(Part("guess", 1, "a guess from 0 to 100; it need not be right"),),
    verdict=guess_verdict,
)


# P1.7 The student's own boards. These are counted on the book's boards, which are tuples.


@cache
def book_successors(board):
    """The boards of the book after one move."""
    if encoding.is_final(board):
        return ()
    return tuple(
        encoding.put(board, square, encoding.to_move(board))
        for square in encoding.open_squares(board)
    )


@cache
def ahead(board):
    """All different boards that can come after a board."""
    return frozenset(book_successors(board)).union(*map(ahead, book_successors(board)))


@cache
def endings(board):
    """How many games end with a win of X, a tie and a win of O."""
    if not book_successors(board):
        return tuple(int(encoding.winner(board) == mark) for mark in (1, 0, -1))
    return tuple(map(sum, zip(*map(endings, book_successors(board)), strict=True)))


@cache
def chance(board):
    """The probability that X wins, if all open squares are equally likely at every move."""
    after = book_successors(board)
    return (
        Fraction(sum(map(chance, after)), len(after))
        if after
        else Fraction(encoding.winner(board) == 1)
    )


def books_of(variant, student):
    """A student's three boards, as the book writes them."""
    return [variant.book(board) for board in my_boards(variant, student)]


def my_boards(variant, student):
    """A student's three boards, with two or four marks."""
    return handed_boards(variant.number, student, 3, "x", (2, 4))


def own_right(variant, student):
    """Boards ahead, games from the first board by their ends, and chances in percent."""
    books = books_of(variant, student)
    return (
        [len(ahead(book)) for book in books],
        list(endings(books[0])),
        [100 * float(chance(book)) for book in books],
    )


# On which squares a game goes on that no line ends.
WITHOUT_END = """squares = [k for k in range(9) if board[k] == <<v.empty>>]
    mark = <<v.x>> if len(squares) % 2 else <<v.o>>
    following = [[*board[:k], mark, *board[k + 1 :]] for k in squares]
    if not following:
        return ["""

OWN = ValueTask(
    name="own",
    number="P1.7",
    title="your boards",
    kind="personal",
    values=("my_ahead", "my_games", "my_chances"),
    shapes=(Numbers(count=3), Numbers(count=3), Numbers(count=3, within=0.06)),
    parts=(
        Part("ahead", 2, "how many different boards can come after each of yours"),
        Part("games", 2, "how many games X wins, are tied, and O wins, from your first board"),
        Part("chances", 2, "the chance of X in percent, if both sides move at random"),
    ),
    right=own_right,
    wrong={
        "Boards are counted more than once: one that several ways lead to is one board.": mistake(
            ("found = set()", "found = []"),
            ("found |= {tuple(after)} | ahead(after)", "found += [after, *ahead(after)]"),
            costs=("ahead",),
        ),
        "The board itself is counted too.": mistake(
            ("len(ahead(board))", "1 + len(ahead(board))"), costs=("ahead",)
        ),
        "These games go on after a line is full.": mistake(
            ("following = successors(board)\n    if not following:\n        return [", WITHOUT_END),
            costs=("games",),
        ),
        "X's wins come first, O's last.": mistake(
            ("(<<v.x>>, <<v.empty>>, <<v.o>>)", "(<<v.o>>, <<v.empty>>, <<v.x>>)"), costs=("games",)
        ),
        "This is the share of the games that X wins. Short games are likelier than long ones.": mistake(
            ("100 * chance(board)", "100 * endings(board)[0] / sum(endings(board))"),
            costs=("chances",),
        ),
        "Percent are asked for.": mistake(
            ("round(100 * chance(board), 1)", "chance(board)"), costs=("chances",)
        ),
    },
)

WHY = WrittenTask(
    name="why",
    number="P1.8",
    title="in your own words",
    parts=(Part("why", 3, "what a weight receives with the marks 1, 0, -1 and with 0, 1, 2"),),
)


def pictures(variant):
    """The boards of three texts."""
    return checks.board_figure([encode(variant, text) for text in SHOWN_TEXTS], variant.number)


def target(variant):
    """A board and what may follow."""
    board = variant.boards()[SHOWN_BOARD]
    return checks.board_figure([board, *successors(variant, board)], variant.number)


SET = ProblemSet(
    "01_encoding",
    "A board becomes nine numbers",
    75,
    (ENCODE, HOLDER, SUCCESSORS, BUG, WITNESS, GUESS, OWN, WHY),
    {"pictures": pictures, "target": target},
)
