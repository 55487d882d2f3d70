"""Answers to problem set 3, right ones written otherwise and plausible wrong ones.

WRONG: {task: [(what is wrong, code, points by part, words of the message)]}. RIGHT: {task: [(how,
code)]}. Code may hold the texts' placeholders. A part that is not named earns all of its points.
"""

from rewritten import changed

COMPLETING = """
LINES = <<v.lines>>

def completing(board, mark):
    found = []
    for line in LINES:
        held = [board[square] for square in line]
        if held.count(mark) == 2 and held.count(<<v.empty>>) == 1:
            found += [square for square in line if board[square] == <<v.empty>>]
    return sorted(set(found))
"""
NEITHER = {"one": 0, "several": 0}

PURPOSE = """
def squares(board, lines, mark, marks):
    found = set()
    for line in lines:
        held = [board[square] for square in line]
        if held.count(mark) == marks and held.count(<<v.empty>>) == 3 - marks:
            found |= {square for square in line if board[square] == <<v.empty>>}
    return found

def on_purpose(board, lines):
    win = squares(board, lines, <<v.o>>, 2)
    block = squares(board, lines, <<v.x>>, 2)
    hinder = squares(board, lines, <<v.x>>, 1)
    anywhere = [square for square in range(9) if board[square] == <<v.empty>>]
    for found in (win, block, hinder, anywhere):
        if found:
            return found
"""
NO_CLAUSE = {"win": 0, "block": 0, "hinder": 0, "anywhere": 0}

REPLIES = """
def reply_probabilities(board, squares):
    slip = <<v.slip>>
    free = [square for square in range(9) if board[square] == <<v.empty>>]
    by_rule = np.array([1 / len(squares) if square in squares else 0 for square in range(9)])
    by_chance = np.array([1 / len(free) if square in free else 0 for square in range(9)])
    return (1 - slip) * by_rule + slip * by_chance
"""
NO_REPLY = {"one": 0, "several": 0, "all": 0}

PICK = """
def pick(probabilities, u):
    end, last = 0, None
    for square in <<v.preference>>:
        if probabilities[square] > 0:
            end, last = end + probabilities[square], square
            if end > u:
                return square
    return last
"""
NO_PICK = {"inside": 0, "borders": 0, "rounded": 0}

BUG = """
def win_or_block(board, lines):
    found = {<<v.x>>: set(), <<v.o>>: set()}
    for line in lines:
        held = [board[square] for square in line]
        for mark in found:
            if held.count(mark) == 2 and held.count(<<v.empty>>) == 1:
                found[mark].add(line[held.index(<<v.empty>>)])
    return found[<<v.o>>] or found[<<v.x>>]
"""
NOT_MENDED = {"order": 0, "several": 0}
WITH_BUG = """
def with_bug(board):
    for line in my_lines:
        held = [board[square] for square in line]
        if held.count(<<v.empty>>) == 1 and held.count(<<v.x>>) != 1:
            return line[held.index(<<v.empty>>)]
"""
NO_WITNESS = {"differ": 0}

RIGHT = {
    "completing": [
        ("the squares with their duplicates dropped, as whole floats in a tuple", COMPLETING.replace(
            "return sorted(set(found))", "return tuple(float(square) for square in dict.fromkeys(found))")),
        (
            "a mark is put down, the line looked at, and the mark taken away again",
            '''
LINES = np.array(<<v.lines>>)[::-1]

def completing(board, mark):
    squares = set()
    for square in np.flatnonzero(board == <<v.empty>>):
        board[square] = mark
        if any((board[line] == mark).all() for line in LINES):
            squares.add(square)
        board[square] = <<v.empty>>
    return squares
''',
        ),
    ],
    "purpose": [
        ("sets", PURPOSE),
        (
            "arrays of counts",
            '''
def on_purpose(board, lines):
    lines = np.array(lines)
    crosses, circles, free = ((board[lines] == mark).sum(axis=1) for mark in (<<v.x>>, <<v.o>>, <<v.empty>>))
    for chosen in ((circles == 2) & (free == 1), (crosses == 2) & (free == 1), (crosses == 1) & (free == 2)):
        squares = np.unique(lines[chosen])
        if squares.size:
            return squares[board[squares] == <<v.empty>>]
    return np.flatnonzero(board == <<v.empty>>)
''',
        ),
    ],
    "replies": [
        ("arrays", REPLIES),
        (
            "fractions, a square at a time",
            '''
from fractions import Fraction

def reply_probabilities(board, squares):
    slip, free = Fraction("<<v.slip>>"), list(board).count(<<v.empty>>)

    def chance(square):
        if board[square] != <<v.empty>>:
            return 0
        return slip / free + ((1 - slip) / len(squares) if square in squares else 0)

    return tuple(chance(square) for square in range(9))
''',
        ),
    ],
    "pick": [
        ("loop", PICK),
        (
            "what is left of the draw",
            '''
def pick(probabilities, u):
    squares = [square for square in <<v.preference>> if probabilities[square]]
    for square in squares:
        if u < probabilities[square]:
            break
        u -= probabilities[square]
    return float(square)
''',
        ),
        (
            "NumPy",
            '''
def pick(probabilities, u):
    order = np.array(<<v.preference>>)
    order = order[probabilities[order] > 0]
    ends = np.cumsum(probabilities[order])
    ends[-1] = 1
    return order[np.searchsorted(ends, u, side="right")]
''',
        ),
    ],
    "bug": [
        ("both kinds at once", BUG),
        (
            "a mark is put down, and the lines looked at",
            '''
def win_or_block(board, lines):
    def holds(square, mark):
        after = [mark if k == square else board[k] for k in range(9)]
        return any(all(after[k] == mark for k in line) for line in lines)

    free = [square for square in range(9) if board[square] == <<v.empty>>]
    wins = [square for square in free if holds(square, <<v.o>>)]
    return np.array(wins or [square for square in free if holds(square, <<v.x>>)])
''',
        ),
    ],
    "witness": [
        ("the last ones, as an array", WITH_BUG + '''
found = []
for board in o_boards[::-1]:
    wins = [line for line in my_lines if sorted(board[line]) == sorted([<<v.o>>, <<v.o>>, <<v.empty>>])]
    if wins and with_bug(board) not in [square for line in wins for square in line]:
        found.append(board)
witnesses = np.array(found[:3], dtype=float)
'''),
    ],
    "own": [
        ("games counted out, unrounded", '''
import itertools

def chances(board):
    free = [square for square in range(9) if board[square] == <<v.empty>>]
    chosen = on_purpose(board, my_lines)
    return {s: <<v.slip>> / len(free) + (1 - <<v.slip>>) / len(chosen) * (s in chosen) for s in free}

def threat(board, mark):
    return any(sorted([board[k] for k in line]) == sorted([mark, mark, <<v.empty>>]) for line in my_lines)

my_likeliest = np.array([max(chances(board).values()) for board in my_boards[:5]])
total = 0
for board in my_boards:
    for square, chance in chances(board).items():
        after = list(board)
        after[square] = <<v.o>>
        over = any(all(after[k] == <<v.o>> for k in line) for line in my_lines)
        total += chance * (not over and threat(after, <<v.x>>))
my_gifts = total / 40 * 100
my_doubts = ()
for board in my_boards[:5]:
    allowed = on_purpose(board, my_lines)
    good = sum(chances(board)[square] for square in allowed)
    my_doubts += (100 * (1 - (1 - <<v.slip>>) / good),)
'''),
    ],
}  # fmt: skip

OWN = """
def found(board, mark, marks):
    squares = set()
    for line in my_lines:
        held = [board[square] for square in line]
        if held.count(mark) == marks and held.count(<<v.empty>>) == 3 - marks:
            squares |= {square for square in line if board[square] == <<v.empty>>}
    return squares

def rule(board):
    anywhere = {square for square in range(9) if board[square] == <<v.empty>>}
    return found(board, <<v.o>>, 2) or found(board, <<v.x>>, 2) or found(board, <<v.x>>, 1) or anywhere

def chance(board, square):
    by_chance = (board[square] == <<v.empty>>) / np.sum(board == <<v.empty>>)
    return (1 - <<v.slip>>) * (square in rule(board)) / len(rule(board)) + <<v.slip>> * by_chance

my_likeliest = [max(chance(board, square) for square in range(9)) for board in my_boards[:5]]
my_gifts = 0
for board in my_boards:
    for square in range(9):
        after = board.copy()
        after[square] = <<v.o>>
        if square not in found(board, <<v.o>>, 2) and found(after, <<v.x>>, 2):
            my_gifts += 100 * chance(board, square) / 40
hits = [<<v.slip>> * len(rule(board)) / np.sum(board == <<v.empty>>) for board in my_boards[:5]]
my_doubts = [100 * hit / (hit + 1 - <<v.slip>>) for hit in hits]
"""


def but(code, *changes):
    """The code with some of its words written otherwise: old, new, old, new ..."""
    return changed(code, *zip(changes[::2], changes[1::2], strict=True))


WRONG = {
    "completing": [
        ("numbered row by row", but(COMPLETING, "<<v.lines>>",
         "(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)"),
         NEITHER, "numbered row by row"),
        ("no diagonals", but(COMPLETING, "<<v.lines>>",
         "[line for line in <<v.lines>> if {<<v.order>>[s] for s in line} not in ({0, 4, 8}, {2, 4, 6})]"),
         NEITHER, "two diagonals"),
        ("the other mark", but(COMPLETING, "count(mark)", "count(<<v.x>> + <<v.o>> - mark)"),
         NEITHER, "the other mark"),
        ("either mark", but(COMPLETING, "held.count(mark)", "max(held.count(<<v.x>>), held.count(<<v.o>>))"),
         {"one": 0}, "either side"),
        ("first line", but(COMPLETING, "found += [square", "return [square"), {"several": 0}, "first line"),
        ("one mark is enough", but(COMPLETING, "held.count(mark) == 2 and held.count(<<v.empty>>) == 1",
         "mark in held"), NEITHER, "have to be two"),
        ("one mark and two open squares", but(COMPLETING, "== 2 and", "== 1 and", ">>) == 1", ">>) == 2"),
         NEITHER, "one mark and two open squares"),
        ("squares twice", but(COMPLETING, "sorted(set(found))", "found"), NEITHER, "stands twice"),
        ("two of three, whatever the third is", but(COMPLETING, " and held.count(<<v.empty>>) == 1", "",
         "in line if board[square] == <<v.empty>>]", "in line if board[square] != mark]"), NEITHER, "Wrong on"),
        ("0 for an open square", but(COMPLETING, "<<v.empty>>", "0"), NEITHER, "takes 0 for an open square"),
        ("one square alone", but(COMPLETING, "sorted(set(found))", "found[:1]"), {"several": 0}, "should be ["),
        ("a number, not a list", but(COMPLETING, "sorted(set(found))", "found[0] if found else []"),
         NEITHER, "a list of squares"),
        ("None where nothing is found", but(COMPLETING, "sorted(set(found))", "sorted(set(found)) or None"),
         {"one": 0}, ""),
    ],
    "purpose": [
        ("blocks first", but(PURPOSE, "(win, block, hinder", "(block, win, hinder"),
         {"win": 0}, "blocks before it wins"),
        ("win and block in one", but(PURPOSE, "(win, block, hinder", "(win | block, hinder"), {"win": 0}, "alike"),
        ("its own marker", but(PURPOSE, "<<v.x>>, 1)", "<<v.o>>, 1)"), {"hinder": 0, "anywhere": 0}, "with an O here"),
        ("any line with an X", but(PURPOSE, "held.count(<<v.empty>>) == 3 - marks",
         "(marks == 1 or held.count(<<v.empty>>) == 1)"), {"hinder": 0, "anywhere": 0}, "only one open square too"),
        ("first line", but(PURPOSE, "found |= {", "return {"), {"win": 0, "block": 0, "hinder": 0}, "first line"),
        ("no rule 3", but(PURPOSE, "hinder, anywhere)", "anywhere)"), {"hinder": 0}, "Rule 3 is missing"),
        ("no rule 4", but(PURPOSE, "hinder, anywhere)", "hinder)"), {"anywhere": 0}, ""),
        ("never wins", but(PURPOSE, "(win, block", "(block"), {"win": 0}, "never wins on purpose"),
        ("the other side", but(PURPOSE, "<<v.x>>", "OTHER", "<<v.o>>", "<<v.x>>", "OTHER", "<<v.o>>"),
         {"win": 0, "hinder": 0, "anywhere": 0}, "sides are exchanged"),
        ("lists with duplicates", but(PURPOSE, "set()", "[]", "found |= {", "found += [",
         "<<v.empty>>}", "<<v.empty>>]"), {"block": 0, "hinder": 0}, "stands twice"),
        ("one square alone", but(PURPOSE, "            return found", "            return [min(found)]"),
         NO_CLAUSE, "should be"),
    ],
    "replies": [
        ("no slips", but(REPLIES, "<<v.slip>>", "0"), {"one": 0, "several": 0}, "without slips"),
        ("the book's slips", but(REPLIES, "<<v.slip>>", "0.1"), {"one": 0, "several": 0}, "10 % of its moves"),
        ("nothing is scaled", but(REPLIES, "(1 - slip) * ", ""), NO_REPLY, "sum to more than 1"),
        ("a slip avoids the rule's squares", but(REPLIES, "== <<v.empty>>]",
         "== <<v.empty>> and square not in squares]"), {"one": 0, "several": 0, "all": 0}, "never hits a square"),
        ("all nine squares", but(REPLIES, " if board[square] == <<v.empty>>]", "]"), NO_REPLY, "all nine squares"),
        ("a ninth", but(REPLIES, "1 / len(free)", "1 / 9"), NO_REPLY, "A ninth"),
        ("the whole slip for each", but(REPLIES, "1 / len(free)", "1"), NO_REPLY, "whole share of the slips"),
        ("the whole rule for each", but(REPLIES, "1 / len(squares)", "1"),
         {"several": 0, "all": 0}, "whole share of the rule"),
        ("exchanged", but(REPLIES, "slip = <<v.slip>>", "slip = 1 - <<v.slip>>"),
         {"one": 0, "several": 0}, "shares are exchanged"),
        ("percent", but(REPLIES, "(1 - slip) * by_rule + slip *", "100 * (1 - slip) * by_rule + 100 * slip *"),
         NO_REPLY, "percentages"),
        ("the open squares alone", but(REPLIES, "slip * by_chance", "slip * by_chance)[free]", "return (", "return (("),
         NO_REPLY, "9 numbers are asked for"),
        ("rounded", but(REPLIES, "return (1 - slip) * by_rule + slip * by_chance",
         "return np.round((1 - slip) * by_rule + slip * by_chance, 2)"), {"one": 0, "several": 0, "all": 0}, "entry ["),
    ],
    "pick": [
        ("in the order of the numbers", but(PICK, "<<v.preference>>", "range(9)"), NO_PICK, "0, 1, 2"),
        ("from back to front", but(PICK, "<<v.preference>>", "<<v.preference>>[::-1]"), NO_PICK, "from back to front"),
        ("borders to the piece before", but(PICK, "end > u", "end >= u"), {"borders": 0}, "begins there"),
        ("place in the list", but(PICK, "return square", "return <<v.preference>>.index(square)",
         "return last", "return <<v.preference>>.index(last)"), NO_PICK, "a place in your class's list"),
        ("each alone", but(PICK, "end + probabilities", "probabilities"), {"inside": 0, "borders": 0}, "added up"),
        ("the likeliest", "def pick(probabilities, u):\n"
         "    return max(<<v.preference>>, key=lambda square: probabilities[square])\n", NO_PICK, "likeliest"),
        ("equal pieces", "def pick(probabilities, u):\n"
         "    possible = [square for square in <<v.preference>> if probabilities[square] > 0]\n"
         "    return possible[int(u * len(possible))]\n", {"inside": 0, "borders": 0}, "equally long"),
        ("nobody takes what is left", but(PICK, "return last", "return None"), {"rounded": 0}, ""),
        ("an impossible square takes what is left", but(PICK, "return last", "return <<v.preference>>[-1]"),
         {"rounded": 0}, "even if its probability is 0"),
        ("the last number takes what is left", but(PICK, "return last", "return 8"), {"rounded": 0}, "it should be"),
        ("impossible squares too", but(PICK, "probabilities[square] > 0", "True", "end > u", "end >= u"),
         {"borders": 0, "rounded": 0}, "Wrong on"),
        ("a draw of its own", but(PICK, "end, last = 0", "u = np.random.default_rng(1).random()\n    end, last = 0"),
         NO_PICK, "should be"),
    ],
    "bug": [
        ("wins and blocks together", but(BUG, "found[<<v.o>>] or", "found[<<v.o>>] |"), {"order": 0}, "come together"),
        ("blocks first", but(BUG, "found[<<v.o>>] or found[<<v.x>>]", "found[<<v.x>>] or found[<<v.o>>]"),
         NOT_MENDED, "Blocks come before wins"),
        ("one of each kind", but(BUG, "found[<<v.o>>] or found[<<v.x>>]", "list(found[<<v.o>>] or found[<<v.x>>])[:1]"),
         {"several": 0}, "should be ["),
        ("two loops that stop", """
def win_or_block(board, lines):
    for mark in (<<v.o>>, <<v.x>>):
        for line in lines:
            held = [board[square] for square in line]
            if held.count(<<v.empty>>) == 1 and held.count(mark) == 2:
                return [line[held.index(<<v.empty>>)]]
    return []
""", {"several": 0}, "stops at the first line"),
        ("the book's sums", """
def win_or_block(board, lines):
    found = [line for line in lines if abs(sum(board[square] for square in line)) == 2]
    return sorted({square for line in found for square in line if board[square] == 0})
""", NOT_MENDED, "Wrong on"),
        ("as it was", but(WITH_BUG, "with_bug(board)", "win_or_block(board, lines)", "my_lines", "lines",
         "return line[held.index(<<v.empty>>)]", "return [line[held.index(<<v.empty>>)]]") + "    return []\n",
         NOT_MENDED, "its bug still in it"),
    ],
    "witness": [
        ("any boards", "witnesses = o_boards[:3]\n", NO_WITNESS, "both programs say so"),
        ("one board", "witnesses = o_boards[700]\n", NO_WITNESS, "3 by 9 numbers"),
        ("the same board three times", "witnesses = [o_boards[700]] * 3\n", NO_WITNESS, "twice"),
        ("X to move", "witnesses = variant.variant(<<v.number>>).boards('x')[:3]\n", NO_WITNESS, "no board"),
        ("right moves", "witnesses = [o_boards[k] for k in (11, 943, 1132)]\n", NO_WITNESS, "so may the rule"),
        ("no numbers", "witnesses = [['X'] * 9] * 3\n", NO_WITNESS, "asked for"),
        ("lists in lists", "witnesses = [[[1]] * 9] * 3\n", NO_WITNESS, "3 by 9 numbers"),
    ],
    "own": [
        ("the book's slips", but(OWN, "<<v.slip>>", "0.1"),
         {"likeliest": 0, "gifts": 0, "doubts": 0}, "10 % of slips of the book"),
        ("no slips", but(OWN, "<<v.slip>>", "0"), {"likeliest": 0, "gifts": 0, "doubts": 0}, "without slips"),
        ("X moves after the end", but(OWN, "square not in found(board, <<v.o>>, 2) and ", ""),
         {"gifts": 0}, "the game is over then"),
        ("not conditional", but(OWN, " / (hit + 1 - <<v.slip>>)", ""), {"doubts": 0}, "a share of all moves"),
        ("the slip rate", but(OWN, "100 * hit / (hit + 1 - <<v.slip>>)", "100 * <<v.slip>>"),
         {"doubts": 0}, "share of slips among all moves"),
        ("shares for percentages", but(OWN, "100 * chance", "chance", "100 * hit", "hit"),
         {"gifts": 0, "doubts": 0}, "is not right"),
        ("not computed", "my_likeliest = [0.5] * 3\nmy_gifts = 'many'\nmy_doubts = 12\n",
         {"likeliest": 0, "gifts": 0, "doubts": 0}, "5 numbers are asked for"),
    ],
}  # fmt: skip
