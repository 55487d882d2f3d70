"""Answers to problem set 19, right ones written otherwise and plausible wrong ones.

WRONG: {task: [(what is wrong, code, points by part, words of the message)]}. RIGHT: {task: [(how,
code)]}. Code may hold the texts' placeholders. A part that is not named earns all of its points.
All answers of a notebook share their names, so each brings its own functions. OVERLOOKED: {(task
whose solution is edited, task that must notice): {way in which a rule applies: the Mistake of a
program that overlooks just that}}.
"""

from grader.mistakes import mistake

# The moves, by a list of what is still to be tried; a piece is asked for its place in a row alone.
RULES = """
def xx_chains(board, square):
    me, done = owner(board[square - 1]), []
    todo = [([square], frozenset())]
    while todo:
        path, gone = todo.pop()
        further = []
        for way in ways(board[square - 1]):
            over = beside(board, path[-1], *way)
            behind = beside(board, over, *way) if over else None
            if behind and over not in gone and owner(board[over - 1]) not in (me, None):
                if behind == square or owner(board[behind - 1]) is None:
                    further.append((path + [behind], gone | {over}))
        is_king = len(path) > 1 and crowned(board, board[square - 1], path[-1]) != board[square - 1]
        if further and not is_king:
            todo += further
        elif len(path) > 1:
            done.append(path)
    return done


def xx_moves(board, player):
    mine = [k + 1 for k in range(len(board)) if owner(board[k]) == player]
    jumps = [chain for k in mine for chain in xx_chains(board, k)]
    steps = []
    for k in mine:
        for way in ways(board[k - 1]):
            to = beside(board, k, *way)
            if to and owner(board[to - 1]) is None:
                steps.append([k, to])
    ranks = [<<rank>> for move in jumps]
    jumps = [jump for k, jump in enumerate(jumps) if ranks[k] == max(ranks)]
    return sorted(jumps if jumps else steps)


def xx_then(board, move):
    new = list(board)
    new[move[0] - 1] = EMPTY
    for a, b in zip(move[:-1], move[1:]):
        for way in [(1, 1), (1, -1), (-1, 1), (-1, -1)]:
            over = beside(board, a, *way)
            if over and beside(board, over, *way) == b:
                new[over - 1] = EMPTY
    new[move[-1] - 1] = crowned(board, board[move[0] - 1], move[-1])
    return new
"""
MOVES = (
    RULES.replace("xx_", "mv_")
    + """
def moves(board, player):
    return written(board, mv_moves(board, player))
"""
)
COUNT = (
    RULES.replace("xx_", "pf_")
    + """
def perft(board, player, plies):
    layer = [(list(board), player)]
    for _ in range(plies):
        layer = [(pf_then(one, move), X + O - turn) for one, turn in layer for move in pf_moves(one, turn)]
    return len(layer)
"""
)
BUGS = (
    RULES.replace("xx_", "bg_")
    + """
def jumps_of(board, square):
    return written(board, bg_chains(board, square))
"""
)
VALUE = (
    RULES.replace("xx_", "vl_")
    + """
def value(board, player, plies):
    king = 1 + <<v.change>>
    mine = vl_moves(board, player)
    if mine == []:
        return -100
    if not plies:
        counts = {X: 1, O: -1, KINGS[X]: king, KINGS[O]: -king, EMPTY: 0}
        total = sum(counts[piece] for piece in board)
        return total if player == X else -total
    return -min(value(vl_then(board, move), O if player == X else X, plies - 1) for move in mine)
"""
)
LEAD = """
def lead(table):
    import math
    gaps = [row[0] - row[1] for row in table]
    n = len(gaps)
    mean = sum(gaps) / n
    spread = sum((gap - mean) ** 2 for gap in gaps) / (n - 1)
    return mean, (1 + 2 * <<v.change>>) * math.sqrt(spread / n)
"""
OWN = (
    RULES.replace("xx_", "ow_")
    + """
start = (tuple(my_board), X)
ow_after, queue = {start: None}, [start]
for position in queue:
    board, player = position
    ow_after[position] = [
        (tuple(ow_then(board, move)), O if player == X else X) for move in ow_moves(board, player)
    ]
    for one in ow_after[position]:
        if one not in ow_after:
            ow_after[one] = None
            queue.append(one)
value_of = dict.fromkeys(ow_after, 0)
for _ in range(len(ow_after)):
    new = {}
    for position, ends in ow_after.items():
        values = [-value_of[one] for one in ends]
        new[position] = max(values) if values else -1
    if new == value_of:
        break
    value_of = new
my_count = len(ow_after)
my_value = value_of[start]
lost, counted = 0, 0
for position, ends in ow_after.items():
    if len({value_of[one] for one in ends}) > 1:
        counted += 1
        lost += -value_of[ends[0]] != value_of[position]
my_blunders = lost / counted if counted else 0
"""
)

RIGHT = {
    "moves": [("with a list of what is to be tried", MOVES)],
    "count": [("layer by layer", COUNT)],
    "bugs": [("by sets of what is gone", BUGS)],
    "value": [("with one table of values", VALUE)],
    "lead": [("without arrays", LEAD)],
    "own": [("values that spread from those that are lost", OWN)],
}

WRONG = {
    "moves": [
        (
            "it changed what it was given",
            mistake(("    return written", "    board[0] = EMPTY\n    return written")),
        )
    ],
    "own": [
        (
            "who is to move belongs",
            mistake(("len(tree)", "len({board for board, _ in tree})"), costs=("count",)),
        ),
        (
            "That is the share of all positions",
            mistake(("if any(some)", "if some"), costs=("blunders",)),
        ),
        ("for the last move", mistake(("some[0]", "some[-1]"), costs=("blunders",))),
        ("the share that is kept", mistake(("= sum(", "= 1 - sum("), costs=("blunders",))),
        (
            "not computed",
            "my_count = [1]\nmy_value = 3\nmy_blunders = 'few'\n",
            {"count": 0, "value": 0, "blunders": 0},
            "A number is asked for",
        ),
    ],
}

STOP, CALL = (
    "ends = crowned(board, piece, to) != piece",
    "go_on(board, piece, on, [*taken, over])",
)
SUM = """    return sum(
        perft(after(board, move), other(player), plies - 1)
        for move in moves_of(board, player)
    )"""
ANY_JUMP = "any(between(board, *pair) for pair in zip(move, move[1:]))"
KING_THERE = "then[move[-1] - 1] = crowned(board, piece, move[-1])"
TWO_BOARDS = "then = list(board)  # other ways still need the man"
KING_COUNT = '(1 if piece in (X, O) else <<"%g" % (1 + v.change)>>)'
NO_MOVE = "    if not found:\n        return -100\n    if plies == 0:"


def goes_on_if(*when):
    """The edits with which a man who is crowned goes on as a king, under a condition."""
    return mistake(
        (STOP, f"{STOP} and not ({' '.join(when)})"),
        (CALL, "go_on(board, crowned(board, piece, to), on, [*taken, over])"),
    )


def ends_if(*when):
    """The edit with which a jump also ends under a condition."""
    return mistake((STOP, f"{STOP} or {' '.join(when)}"))


def first_if(when):
    """The edit with which only the first of several ways on is found, under a condition."""
    return mistake(("return found or", f"return found[: 1 if {when} else None] or"))


def crowned_if(when):
    """The edit with which a piece only becomes a king under a condition."""
    return mistake((KING_THERE, f"{KING_THERE} if {when} else piece"))


def one_if(when):
    """The edit with which a game that ends too soon counts, under a condition."""
    return mistake(
        (SUM, f"    if not moves_of(board, player) and {when}:\n        return 1\n{SUM}")
    )


def counts_if(when):
    """The edit with which pieces are counted where a player can't move, under a condition."""
    lost = f"    if not found and not ({when}):\n        return -100\n"
    return mistake((NO_MOVE, f"{lost}    if plies == 0 or not found:"))


HAS_PIECES = "any(owner(piece) == player for piece in board)"
OTHERS = "owner(board[over - 1]) in (None, owner(piece))"
JUMP_WAYS = "for way in ways(piece):\n        over"
MOVES_OVERLOOKED = {
    "crowned on the first jump": goes_on_if("len(path) == 1"),
    "crowned on a later jump": goes_on_if("len(path) > 1"),
    "crowned on the second jump": goes_on_if("len(path) == 2"),
    "crowned on the third jump": goes_on_if("len(path) == 3"),
    "an X is crowned in a jump": goes_on_if("piece == X"),
    "an O is crowned in a jump": goes_on_if("piece == O"),
    "a king in his last row goes on": ends_if(
        "crowned(board, owner(piece), to) != owner(piece)"
    ),
    "a king in his first row goes on": ends_if(
        "piece in KINGS.values() and",
        "crowned(board, X + O - owner(piece), to) in KINGS.values()",
    ),
    "a man jumps over a king": mistake(
        (OTHERS, f"{OTHERS} or piece in (X, O) and board[over - 1] in KINGS.values()")
    ),
    "a king jumps over a king": mistake(
        (OTHERS, f"{OTHERS} or piece in KINGS.values() and board[over - 1] in KINGS.values()")
    ),
    "a king is not the other's": mistake((OTHERS, "board[over - 1] in (EMPTY, owner(piece))")),
    "a man is not the other's": mistake((OTHERS, "board[over - 1] in (EMPTY, KINGS[owner(piece)])")),
    "a piece of one's own is in the way": mistake(
        ("board[to - 1] == EMPTY or to == path[0]", "owner(board[to - 1]) in (None, owner(piece))")
    ),
    "a piece of the other's is in the way": mistake(
        ("board[to - 1] == EMPTY or to == path[0]", "owner(board[to - 1]) != owner(piece)")
    ),
    "back to where it began": mistake((" or to == path[0]", "")),
    "on from where it began": ends_if("to == path[0]"),
    "on from a square where it was": ends_if("to in path"),
    "a man who was taken is still there after a round": mistake(
        ("over in taken", "over in taken[-1:] or len(path) > 9")
    ),
    "ways share what was taken": mistake((CALL, "(taken.append(over) or go_on(board, piece, on, taken))")),
    "a second jump": ends_if("True"),
    "a king's second jump": ends_if("piece in KINGS.values()"),
    "a man's second jump": ends_if("piece in (X, O)"),
    "a third jump": ends_if("len(path) > 1"),
    "a fourth jump": ends_if("len(path) > 2"),
    "a fifth jump": ends_if("len(path) > 3"),
    "several first jumps of a piece": first_if("len(path) == 1"),
    "several second jumps of a man": first_if("len(path) == 2 and piece in (X, O)"),
    "several second jumps of a king": first_if("len(path) == 2 and piece in KINGS.values()"),
    "several third jumps": first_if("len(path) > 2"),
    "two jumps with the same ends": mistake(
        ("    # Of several", "    jumps = list({(m[0], m[-1]): m for m in jumps}.values())\n    # Of several")
    ),
    "a king's first jump backward": mistake(
        (JUMP_WAYS, JUMP_WAYS.replace("piece", "owner(piece) if len(path) == 1 else piece"))
    ),
    "a king's later jump backward": mistake(
        (JUMP_WAYS, JUMP_WAYS.replace("piece", "owner(piece) if len(path) > 1 else piece"))
    ),
    "a man's later jump is not backward": mistake(
        (JUMP_WAYS, JUMP_WAYS.replace("piece", "KINGS[owner(piece)] if len(path) > 1 else piece"))
    ),
    "a jump of another piece is forced": mistake(
        ("sorted(highest or steps)", "sorted(highest + [s for s in steps if s[0] not in [m[0] for m in jumps]])")
    ),
    "a king's jump is forced": mistake(
        ("sorted(highest or steps)", "sorted(highest + [s for s in steps if all(board[m[0] - 1] in KINGS.values() for m in highest)])")
    ),
    "a man's jump is forced": mistake(
        ("sorted(highest or steps)", "sorted(highest + [s for s in steps if all(board[m[0] - 1] in (X, O) for m in highest)])")
    ),
}  # fmt: skip

OVERLOOKED = {
    ("moves", "moves"): {
        **MOVES_OVERLOOKED,
        "there is no move": mistake(("sorted(highest or steps)", "sorted(highest or steps) or [[1, 2]]")),
        "a king steps backward": mistake(("for way in ways(piece)]", "for way in ways(player)]")),
        "a man does not step backward": mistake(("for way in ways(piece)]", "for way in ways(KINGS[player])]")),
    },
    ("moves", "count"): MOVES_OVERLOOKED,
    ("count", "count"): {
        "crowned by a step": crowned_if(ANY_JUMP),
        "crowned by a jump": crowned_if(f"not {ANY_JUMP}"),
        "crowned by several jumps": crowned_if("len(move) == 2"),
        "an X is crowned": crowned_if("piece != X"),
        "an O is crowned": crowned_if("piece != O"),
        "a king stays one": mistake((KING_THERE, KING_THERE.replace("piece", "owner(piece)"))),
        "back where it began": mistake((KING_THERE, f"{KING_THERE}\n    then[move[0] - 1] = EMPTY")),
        "the first who is taken": mistake(("zip(move, move[1:])", "zip(move[1:], move[2:])")),
        "the second who is taken": mistake(("zip(move, move[1:])", "list(zip(move, move[1:]))[::2]")),
        "the third who is taken": mistake(("zip(move, move[1:])", "list(zip(move, move[1:]))[:2]")),
        "a king is taken": mistake(("            then[over - 1] = EMPTY", "            then[over - 1] = owner(board[over - 1])")),
        "a blocked player": one_if(HAS_PIECES),
        "a player without pieces": one_if(f"not {HAS_PIECES}"),
        "two moves to one board": mistake(
            (SUM, "    boards = {tuple(after(board, move)) for move in moves_of(board, player)}\n"
                  "    return sum(perft(list(one), other(player), plies - 1) for one in boards)")),
    },
    ("bugs", "bugs"): {
        **{
            what: mistake((STOP, f"{STOP} and not ({when})"), ("all_jumps(then, piece", "all_jumps(then, crowned(board, piece, to)"))
            for what, when in (
                ("crowned on the first jump", "len(path) == 1"), ("crowned on the second", "len(path) == 2"),
                ("crowned on the third", "len(path) == 3"), ("an X", "piece == X"), ("an O", "piece == O"),
            )
        },
        "a king in his last row goes on": mistake((STOP, "ends = crowned(board, owner(piece), to) != owner(piece)")),
        **{
            f"a man is missed {what}": mistake((TWO_BOARDS, f"then = list(board) if {when} else board"))
            for what, when in (
                ("from the second jump", "len(path) == 1"), ("from the third jump", "len(path) < 3"),
                ("at the first jump", "len(path) > 1"), ("by a king", "piece in (X, O)"), ("by a man", "piece in KINGS.values()"),
            )
        },
        "back to where it began": mistake((" or to == path[0]", "")),
        "on from where it began": mistake((STOP, f"{STOP} or to == path[0]")),
        "a fifth jump": mistake((STOP, f"{STOP} or len(path) > 3")),
    },
    ("value", "value"): {
        "a king of X": mistake((KING_COUNT, KING_COUNT.replace("in (X, O)", "!= KINGS[O]"))),
        "a king of O": mistake((KING_COUNT, KING_COUNT.replace("in (X, O)", "!= KINGS[X]"))),
        "lost now": counts_if("plies == 0"),
        "lost with one move to look ahead": counts_if("plies == 1"),
        "lost with two moves to look ahead": counts_if("plies == 2"),
        "a blocked player": counts_if(HAS_PIECES),
        "a player without pieces": counts_if(f"not {HAS_PIECES}"),
        "lost late is no better": mistake(("return -100", "return -100 - plies")),
        "a jump is pending": mistake(("    if plies == 0:", "    if plies < 0 or plies == 0 and not between(board, *found[0][:2]):")),
        "my best move": mistake(("    return max(", "    return (max if plies < 2 else min)(")),
        "the other's best move": mistake(("    return max(", "    return (max if plies > 1 else min)(")),
        **{
            what: mistake(("-value(after(board, move), ", f"-value([{there} if k == {end} - 1 else piece for k, piece in enumerate(after(board, move))], "))
            for what, there, end in (
                ("a man is crowned", "board[move[0] - 1]", "move[-1]"),
                ("a man is crowned by a step", "(piece if between(board, *move[:2]) else board[move[0] - 1])", "move[-1]"),
                ("a man is crowned by a jump", "(board[move[0] - 1] if between(board, *move[:2]) else piece)", "move[-1]"),
                ("back where it began", "EMPTY", "move[0]"),
            )
        },
    },
}  # fmt: skip
