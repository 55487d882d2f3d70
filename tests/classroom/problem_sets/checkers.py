"""Answers to problem set 19, right ones written otherwise and plausible wrong ones.

WRONG: {task: [(what is wrong, code, points by part, words of the message)]}. RIGHT: {task: [(how,
code)]}. Code may hold the texts' placeholders. A part that is not named earns all of its points.
All answers of a notebook share their names, so each brings its own functions.
"""

from rewritten import changed

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
FORCED, STOPS = "sorted(jumps if jumps else steps)", "if further and not is_king:"
OVER = "if over and beside(board, over, *way) == b:"

MOVES = (
    RULES.replace("xx_", "mv_")
    + """
def moves(board, player):
    return written(board, mv_moves(board, player))
"""
)
KING_NOW = (
    "for way in ways(board[square - 1]):",
    (
        "for way in ways(KINGS[me] if any(crowned(board, board[square - 1], k) != board[square - 1]"
        " for k in path[1:]) else board[square - 1]):"
    ),
)
AS_KING = changed(MOVES, (STOPS, "if further:"), KING_NOW)
# A man stops where his first jump crowns him, and goes on as a king where a later one does.
LATE = (STOPS, "if further and not (is_king and len(path) == 2):")
WAYS_OF_CHAINS, WAYS_OF_STEPS = (
    "for way in ways(board[square - 1]):",
    "for way in ways(board[k - 1]):",
)
BACKWARD = changed(
    MOVES,
    (WAYS_OF_CHAINS, "for way in ways(KINGS[me]):"),
    (WAYS_OF_STEPS, "for way in ways(KINGS[player]):"),
)
FORWARD = changed(
    MOVES, (WAYS_OF_CHAINS, "for way in ways(me):"), (WAYS_OF_STEPS, "for way in ways(player):")
)
ALL_PARTS = {"steps": 0, "jumps": 0, "chains": 0}

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
NO_COUNT = {"few": 0, "more": 0}

BUGS = (
    RULES.replace("xx_", "bg_")
    + """
def jumps_of(board, square):
    return written(board, bg_chains(board, square))
"""
)
STARTER = """
def jumps_of(board, square):
    return written(board, bg_all(list(board), board[square - 1], [square]))


def bg_all(board, piece, path):
    found = []
    for way in ways(piece):
        over = beside(board, path[-1], *way)
        to = over and beside(board, over, *way)
        if not to or owner(board[over - 1]) in (None, owner(piece)):
            continue
        if board[to - 1] == EMPTY or to == path[0]:
            then = board
            then[over - 1] = EMPTY
            now = crowned(board, piece, to)
            found += bg_all(then, now, [*path, to])
    return found or [path] * (len(path) > 1)
"""
ON, THEN = "found += bg_all(then, now, [*path, to])", "then = board\n"
LATE_ENDS = (
    "found += [[*path, to]] if now != piece and len(path) == 1 else bg_all(then, now, [*path, to])"
)
ENDS = "found += [[*path, to]] if now != piece else bg_all(then, now, [*path, to])"

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
BEST, NOBODY, EYES = (
    "return -min(value(",
    "if mine == []:",
    "return total if player == X else -total",
)
NO_VALUE = {"count": 0, "ahead": 0}

LEAD = """
def lead(table):
    import math
    gaps = [row[0] - row[1] for row in table]
    n = len(gaps)
    mean = sum(gaps) / n
    spread = sum((gap - mean) ** 2 for gap in gaps) / (n - 1)
    return mean, (1 + 2 * <<v.change>>) * math.sqrt(spread / n)
"""
GAPS = "[row[0] - row[1] for row in table]"
SPREAD = "sum((gap - mean) ** 2 for gap in gaps) / (n - 1)"
NO_LEAD = {"few": 0, "many": 0}

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
            "steps too",
            changed(MOVES, (FORCED, "sorted(jumps + steps)")),
            {"jumps": 0, "chains": 0},
            "A jump is not forced",
        ),
        ("goes on as a king", AS_KING, {"chains": 0}, "after he was crowned"),
        (
            "goes on as a king later",
            changed(MOVES, LATE, KING_NOW),
            {"chains": 0},
            "on a later jump than his first",
        ),
        (
            "one man",
            changed(MOVES, (STOPS, "if further and not is_king and len(path) < 2:")),
            {"chains": 0},
            "A jump ends here after one man",
        ),
        ("backward", BACKWARD, ALL_PARTS, "Men go backward here"),
        ("kings forward", FORWARD, ALL_PARTS, "Kings go forward alone"),
        (
            "the longest",
            changed(MOVES, ("<<rank>>", "len(move)")),
            {"jumps": 0, "chains": 0},
            "Only the longest jumps",
        ),
        (
            "any",
            changed(MOVES, ("<<rank>>", "0")),
            {"jumps": 0, "chains": 0},
            "Any jump may be chosen",
        ),
        (
            "the other's",
            changed(MOVES, ("mv_moves(board, player))", "mv_moves(board, X + O - player))")),
            ALL_PARTS,
            "of the other player are listed",
        ),
        (
            "changes the board",
            changed(
                MOVES,
                (
                    "    return written(board, mv",
                    "    board[0] = EMPTY\n    return written(board, mv",
                ),
            ),
            ALL_PARTS,
            "it changed what it was given",
        ),
    ],
    "count": [
        (
            "nobody crowned",
            changed(
                COUNT, ("= crowned(board, board[move[0] - 1], move[-1])", "= board[move[0] - 1]")
            ),
            {"more": 0},
            "Nobody is crowned",
        ),
        ("nothing taken", changed(COUNT, (OVER, "if False:")), NO_COUNT, "stays on the board"),
        (
            "no turns",
            changed(COUNT, ("X + O - turn)", "turn)")),
            NO_COUNT,
            "One player makes all the moves",
        ),
        (
            "shorter too",
            changed(
                COUNT,
                (
                    "    layer = [(list(board), player)]\n",
                    "    layer, total = [(list(board), player)], 0\n",
                ),
                ("    return len(layer)", "        total += len(layer)\n    return total"),
            ),
            NO_COUNT,
            "All shorter sequences",
        ),
        (
            "one more",
            changed(COUNT, ("range(plies)", "range(plies + 1)")),
            NO_COUNT,
            "One move more",
        ),
        (
            "steps too",
            changed(COUNT, (FORCED, "sorted(jumps + steps)")),
            NO_COUNT,
            "A jump is not forced",
        ),
        (
            "goes on as a king later",
            changed(COUNT, LATE, KING_NOW),
            {"more": 0},
            "on a later jump than his first",
        ),
    ],
    "bugs": [
        ("as it was", STARTER, {"crowned": 0, "taken": 0}, "with both of its bugs"),
        (
            "half mended",
            changed(STARTER, (THEN, "then = list(board)\n")),
            {"crowned": 0},
            "A man still goes on",
        ),
        (
            "crowned later",
            changed(STARTER, (THEN, "then = list(board)\n"), (ON, LATE_ENDS)),
            {"crowned": 0},
            "on a later jump than his first",
        ),
        ("the other half", changed(STARTER, (ON, ENDS)), {"taken": 0}, "is still missing here"),
        (
            "one man",
            changed(STARTER, (THEN, "then = list(board)\n"), (ON, "found += [[*path, to]]")),
            {"crowned": 0, "taken": 0},
            "A jump ends here after one man",
        ),
    ],
    "value": [
        (
            "the book's king",
            changed(VALUE, ("1 + <<v.change>>", "1.5")),
            NO_VALUE,
            "one and a half men",
        ),
        ("a man", changed(VALUE, ("1 + <<v.change>>", "1")), NO_VALUE, "A king counts as a man"),
        (
            "the gain",
            changed(VALUE, ("1 + <<v.change>>", "<<v.change>>")),
            NO_VALUE,
            "only what he is worth more",
        ),
        (
            "the other's",
            changed(VALUE, (EYES, "return total if player == O else -total"), ("-100", "100")),
            NO_VALUE,
            "The sign is turned round",
        ),
        (
            "stuck",
            changed(VALUE, (NOBODY, "if mine == [] and plies:")),
            {"count": 0},
            "Who can't move has lost",
        ),
        (
            "never turned",
            changed(VALUE, (BEST, "return max(value(")),
            {"ahead": 0},
            "is not turned in sign",
        ),
        (
            "the worst",
            changed(VALUE, (BEST, "return -max(value(")),
            {"ahead": 0},
            "The worst move is made",
        ),
        (
            "mine alone",
            changed(
                VALUE,
                (EYES, "return sum(abs(counts[one]) for one in board if owner(one) == player)"),
            ),
            NO_VALUE,
            "Only the pieces of the player",
        ),
    ],
    "lead": [
        (
            "material player",
            changed(LEAD, (GAPS, "[row[0] - row[2] for row in table]")),
            NO_LEAD,
            "The lead over the material player",
        ),
        (
            "the null model's",
            changed(LEAD, (GAPS, "[row[1] - row[2] for row in table]")),
            NO_LEAD,
            "The null model is compared with the material player",
        ),
        (
            "the sign",
            changed(LEAD, (GAPS, "[row[1] - row[0] for row in table]")),
            NO_LEAD,
            "The sign is turned",
        ),
        (
            "n",
            changed(LEAD, (SPREAD, SPREAD.replace("(n - 1)", "n"))),
            NO_LEAD,
            "n in place of n - 1",
        ),
        (
            "1.96",
            changed(LEAD, ("(1 + 2 * <<v.change>>)", "1.96")),
            NO_LEAD,
            "1.96 standard errors",
        ),
        (
            "of one seed",
            changed(LEAD, ("(spread / n)", "(spread)")),
            NO_LEAD,
            "the spread of single seeds",
        ),
        (
            "not paired",
            changed(
                LEAD,
                (
                    SPREAD,
                    (
                        "np.var([row[0] for row in table], ddof=1) + np.var([row[1] for row in"
                        " table], ddof=1)"
                    ),
                ),
            ),
            NO_LEAD,
            "The two columns are taken apart",
        ),
    ],
    "own": [
        (
            "boards",
            OWN + "\nmy_count = len({board for board, _ in ow_after})\n",
            {"count": 0},
            "who is to move belongs",
        ),
        (
            "everywhere",
            OWN + "\nmy_blunders = lost / sum(bool(ends) for ends in ow_after.values())\n",
            {"blunders": 0},
            "That is the share of all positions",
        ),
        ("the last", changed(OWN, ("ends[0]]", "ends[-1]]")), {"blunders": 0}, "for the last move"),
        (
            "kept",
            OWN + "\nmy_blunders = 1 - my_blunders\n",
            {"blunders": 0},
            "the share that is kept",
        ),
        (
            "not computed",
            "my_count = [1]\nmy_value = 3\nmy_blunders = 'few'\n",
            {"count": 0, "value": 0, "blunders": 0},
            "A number is asked for",
        ),
    ],
}
