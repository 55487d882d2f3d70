"""Answers to problem set 19, right ones written otherwise and plausible wrong ones.

WRONG: {task: [(what is wrong, code, points by part, words of the message)]}. RIGHT: {task: [(how,
code)]}. Code may hold the texts' placeholders. A part that is not named earns all of its points.
All answers of a notebook share their names, so each brings its own functions.
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
