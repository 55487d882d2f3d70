"""Answers to problem set 13, right ones written otherwise and plausible wrong ones.

WRONG: {task: [(what is wrong, code, points by part, words of the message)]}. RIGHT: {task: [(how,
code)]}. Code may hold the texts' placeholders. A part that is not named earns all of its points.
All answers of a notebook share their names, so each brings its own functions.
"""

from rewritten import changed

from grader.mistakes import mistake

PLACES = """
def lines(pattern, width, height):
    import numpy as np
    found = set()
    for flip in (False, True):
        for turns in range(4):
            way = np.rot90(np.array(pattern), turns)
            way = way[:, ::-1] if flip else way
            for top in range(height - way.shape[0] + 1):
                for left in range(width - way.shape[1] + 1):
                    board = np.full((height, width), <<v.empty>>)
                    board[top : top + way.shape[0], left : left + way.shape[1]] = way
                    flat = board.ravel()
                    found.add(tuple((int(k), int(flat[k])) for k in np.flatnonzero(flat != <<v.empty>>)))
    return sorted(found)
"""

VERDICT = """
def verdict(board, wins, losses, last):
    both = [last, <<v.x + v.o>> - last]
    for kind, payoffs in (("losses", (<<v.loss>>, <<v.win>>)), ("wins", (<<v.win>>, <<v.loss>>))):
        for player in both:
            for line in {"wins": wins, "losses": losses}[kind]:
                wanted = [player if mark == <<v.x>> else <<v.x + v.o>> - player for _, mark in line]
                if [board[square] for square, _ in line] == wanted:
                    return payoffs if player == <<v.x>> else payoffs[::-1]
    return [] if any(mark == <<v.empty>> for mark in board) else [<<v.tie>>] * 2
"""

EXACT_VALUE = (
    VERDICT.replace("def verdict", "def judged")
    + """
def exact_value(board, wins, losses, me):
    def best(board, turn):
        found = []
        for square in range(len(board)):
            if board[square] == <<v.empty>>:
                then = board[:square] + [turn] + board[square + 1:]
                pair, moves = judged(then, wins, losses, turn), 1
                if len(pair) == 0:
                    pair, moves = best(then, <<v.x + v.o>> - turn)
                    moves += 1
                own = pair[turn == <<v.o>>]
                found.append((own, -moves if own == <<v.win>> else moves, pair, moves))
        return max(found, key=lambda one: one[:2])[2:]
    pair, moves = best(list(board), me)
    return [pair[me == <<v.o>>], moves]
"""
)

REFEREE = """
def moves_of(players, squares):
    its, open_ones, moves, turn = [iter(player) for player in players], {*range(squares)}, [], 0
    while open_ones:
        chosen = -1
        for _ in range(<<v.rivals>>):
            name = next(its[turn], None)
            if name is None:
                break
            if name in open_ones:
                chosen = name
                break
        moves.append([turn + 1, chosen])
        open_ones -= {chosen}
        if len(moves) >= len(players) and all(square == -1 for _, square in moves[-len(players):]):
            break
        turn = (turn + 1) % len(players)
    return moves
"""

BEGINNERS = (
    VERDICT.replace("def verdict", "def settled")
    + """
def beginners(board, wins, losses, me):
    flow, ends = {tuple(board): 1.0}, [0.0, 0.0, 0.0]
    while flow:
        onward = {}
        for now, chance in flow.items():
            squares = [k for k in range(len(now)) if now[k] == <<v.empty>>]
            for square in squares:
                share = chance * (1 - <<v.slip>>) / len(squares)
                if square == min(squares):
                    share += chance * <<v.slip>>
                then = now[:square] + (me,) + now[square + 1:]
                pair = list(settled(then, wins, losses, me))
                if not pair:
                    onward[then] = onward.get(then, 0) + share
                else:
                    ends[pair.index(<<v.win>>) if <<v.win>> in pair else 2] += share
        flow, me = onward, <<v.x + v.o>> - me
    return ends
"""
)
SHARE = "share = chance * (1 - <<v.slip>>) / len(squares)"
LIKED = "share += chance * <<v.slip>>"

OWN = (
    PLACES.replace("def lines", "def my_own_lines")
    + EXACT_VALUE.replace("judged", "my_judged").replace("def exact_value", "def my_exact_value")
    + BEGINNERS.replace("settled", "my_settled").replace("def beginners", "def my_beginners")
    + """
w, l = my_own_lines(my_win, 3, 3), my_own_lines(my_lose, 3, 3)
my_lines = [len(w), len(l)]
@__import__("functools").cache
def pair_of(board, turn):
    found = []
    for square in range(9):
        if board[square] == <<v.empty>>:
            then = board[:square] + (turn,) + board[square + 1:]
            found.append(tuple(my_judged(list(then), w, l, turn)) or pair_of(then, <<v.x + v.o>> - turn))
    return max(found, key=lambda pair: pair[turn == <<v.o>>])
opened = [tuple(<<v.x>> if k == square else <<v.empty>> for k in range(9)) for square in range(9)]
my_exact_values = [pair_of(board, <<v.o>>)[0] for board in opened]
a, b, _ = my_beginners([<<v.empty>>] * 9, w, l, <<v.x>>)
my_gain = <<v.win>> * a + <<v.loss>> * b - <<v.win>> * b - <<v.loss>> * a
"""
)

RIGHT = {
    "places": [("with arrays", PLACES)],
    "verdict": [("line by line", VERDICT)],
    "exact_value": [("pairs of payoffs, without a memory", EXACT_VALUE)],
    "referee": [("the last round's passes", REFEREE)],
    "beginners": [("chances that flow forward", BEGINNERS)],
    "own": [("by other functions", OWN)],
}

WRONG = {
    "places": [
        (
            "it changed what it was given",
            mistake(("= set()", "= set()\n    pattern.append(pattern.pop(0)[::-1])")),
        )
    ],
    "exact_value": [
        (
            "it changed what it was given",
            mistake(
                (
                    "return list(value(tuple(board)",
                    "board.reverse()\n    return list(value(tuple(board[::-1])",
                )
            ),
        )
    ],
    "referee": [
        (
            "it changed what it was given",
            mistake(("[list(player) for player in players]", "players")),
        )
    ],
    "beginners": [
        (
            "overwritten",
            changed(BEGINNERS, ("onward.get(then, 0) + share", "share")),
            {"early": 0},
            "they add up",
        )
    ],
    "own": [
        (
            "as they stand",
            changed(OWN, ("(False, True)", "(False,)"), ("range(4)", "range(1)")),
            {"lines": 0, "exact_values": 0, "gain": 0},
            "not turned or mirrored",
        ),
        (
            "chances",
            changed(
                OWN,
                (
                    "my_gain = <<v.win>> * a + <<v.loss>> * b - <<v.win>> * b - <<v.loss>> * a",
                    "my_gain = a - b",
                ),
            ),
            {"gain": 0},
            "X's chance less O's",
        ),
        ("O's gain", OWN + "my_gain = -my_gain\n", {"gain": 0}, "O's gain"),
        (
            "no liking",
            changed(OWN, (SHARE, "share = chance / len(squares)"), (LIKED, "pass")),
            {"gain": 0},
            "like no square",
        ),
        (
            "two lines",
            OWN + "my_lines = 'two'\nmy_exact_values = my_exact_values[:8]\n",
            {"lines": 0, "exact_values": 0},
            "9 numbers are asked for",
        ),
    ],
}

WAYS = "(rows, [row[::-1] for row in rows])"
PLAYERS, MATCHED = "(last, opponent(last))", "any(matches(board, line, player) for line in lines)"
HAS_LOST = f"own == <<v.loss>> and {MATCHED}"
ONE_MARK = "board[square] == meant[mark] for square, mark in line"
SOONEST = "min(moves) if best == <<v.win>> else max(moves)"
ATTEMPTS = "ATTEMPTS = <<v.rivals>>"
CROPPED = "pattern = [row for row in pattern if any(mark != <<v.empty>> for mark in row)]"
IS_FULL = "    return [] if <<v.empty>> in board"


def unless(when):
    """The edit with which a verdict passes over a player under a condition."""
    return mistake(
        (f"            if {MATCHED}:\n", f"            if {MATCHED} and not ({when}):\n")
    )


# {(task whose solution is edited, task that must notice): {way in which a rule applies: the Mistake
# of a program that overlooks just that}}
OVERLOOKED = {
    ("places", "places"): {
        "a quarter turn": mistake((
            "rows = list(zip(*rows[::-1]))  # a quarter turn", "rows = [row[::-1] for row in rows[::-1]]"
        )),
        "all four turns": mistake(("range(4)", "range(3)")),
        "a square pattern is mirrored": mistake((WAYS, f"{WAYS} if len(rows) != len(rows[0]) else (rows,)")),
        "an oblong pattern is mirrored": mistake((WAYS, f"{WAYS} if len(rows) == len(rows[0]) else (rows,)")),
        "a pattern as high as the board": mistake(("height - len(rows) + 1", "height - len(rows) + (len(rows) != height)")),
        "a pattern as wide as the board": mistake((
            "width - len(rows[0]) + 1", "width - len(rows[0]) + (len(rows[0]) != width)"
        )),
        "the last row": mistake(("height - len(rows) + 1", "height - len(rows) + (len(rows) == height)")),
        "the last column": mistake(("width - len(rows[0]) + 1", "width - len(rows[0]) + (len(rows[0]) == width)")),
        "an open row has to fit": mistake(("    found = set()", f"    {CROPPED}\n    found = set()")),
        "the other's marks": mistake(("if mark != <<v.empty>>", "if mark == <<v.x>>")),
        "a board that is not square": mistake(("(top + y) * width", "(top + y) * height")),
    },
    ("verdict", "verdict"): {
        "the other has won, too": mistake((PLAYERS, f"({PLAYERS} if own != <<v.win>> else (last,))")),
        "the other has lost, too": mistake((PLAYERS, f"({PLAYERS} if own == <<v.win>> else (last,))")),
        "both have won": mistake((PLAYERS, f"({PLAYERS} if own != <<v.win>> else (opponent(last), last))")),
        "both have lost": mistake((PLAYERS, f"({PLAYERS} if own == <<v.win>> else (opponent(last), last))")),
        "one has lost and won": unless(f"{HAS_LOST} and any(matches(board, line, player) for line in wins)"),
        "one has lost, the other won": unless(
            f"{HAS_LOST} and any(matches(board, line, opponent(player)) for line in wins)"
        ),
        "a line but the first": mistake((MATCHED, MATCHED.replace("in lines", "in lines[:1]"))),
        "the last line": mistake((MATCHED, MATCHED.replace("in lines", "in lines[:-1]"))),
        "the other's mark in a line": mistake((ONE_MARK, f"{ONE_MARK} if mark == <<v.x>>")),
        "a full board with a line": mistake((
            "    for lines, own, others in (",
            "    if <<v.empty>> not in board:\n        return [<<v.tie>>, <<v.tie>>]\n    for lines, own, others in (",
        )),
        "one square is open": mistake((IS_FULL, IS_FULL.replace("<<v.empty>> in board", "list(board).count(<<v.empty>>) > 1"))),
    },
    ("exact_value", "exact_value"): {
        "the soonest win": mistake((SOONEST, "max(moves)")),
        "the latest loss": mistake((SOONEST, "max(moves) if best == <<v.tie>> else min(moves)")),
        "a tie further on": mistake(("<<v.tie>>: <<v.tie>>", "<<v.tie>>: <<v.loss>>")),
        "more than two moves": mistake(("mine[theirs], moves + 1", "mine[theirs], 2")),
        "a move with which one loses": mistake((
            "return result[me == <<v.o>>], 1", "return max(result[me == <<v.o>>], <<v.tie>>), 1"
        )),
    },
    ("verdict", "exact_value"): {
        "the other wins by one's move": mistake((PLAYERS, f"({PLAYERS} if own != <<v.win>> else (last,))")),
        "the other loses by one's move": mistake((PLAYERS, f"({PLAYERS} if own == <<v.win>> else (last,))")),
    },
    ("referee", "referee"): {
        "a move between passes": mistake(("            passes = 0\n", "")),
        "three players": mistake(("passes < len(players)", "passes < 2")),
        "a square below 0": mistake(("0 <= square < squares", "square < squares")),
        "the square after the last": mistake(("0 <= square < squares", "0 <= square <= squares")),
        "square 0": mistake(("0 <= square < squares", "0 < square < squares")),
        "the last square": mistake(("0 <= square < squares", "0 <= square < squares - 1")),
        "a square that is taken": mistake((" and square not in taken", "")),
        "the last try": mistake((ATTEMPTS, "ATTEMPTS = <<v.rivals - 1>>")),
        "one try too many": mistake((ATTEMPTS, "ATTEMPTS = <<v.rivals + 1>>")),
        "a full board": mistake(("len(taken) < squares and ", "")),
    },
    ("beginners", "beginners"): {
        "the first open square by chance": mistake((
            "/ len(squares)", "/ max(len(squares) - 1, 1) * (square != squares[0] or len(squares) == 1)"
        )),
        "a tie": mistake(("not any(ends)", "0")),
        "a move with which one loses": mistake((
            "if not result:", "if result and result[me == <<v.o>>] == <<v.loss>>:\n"
            "                ends = [0, 0, 1]\n            elif not result:",
        )),
    },
}  # fmt: skip
