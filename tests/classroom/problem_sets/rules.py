"""Answers to problem set 13, right ones written otherwise and plausible wrong ones.

WRONG: {task: [(what is wrong, code, points by part, words of the message)]}. RIGHT: {task: [(how,
code)]}. Code may hold the texts' placeholders. A part that is not named earns all of its points.
All answers of a notebook share their names, so each brings its own functions.
"""

from rewritten import changed

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
WRAPPED = """
def lines(pattern, width, height):
    import numpy as np
    found = set()
    for flip in (False, True):
        for turns in range(4):
            way = np.rot90(np.array(pattern), turns)
            way = way[:, ::-1] if flip else way
            steps = [(y * width + x, int(mark)) for (y, x), mark in np.ndenumerate(way) if mark != <<v.empty>>]
            for first in range(width * height):
                line = tuple((first + step, mark) for step, mark in steps)
                if all(square < width * height for square, _ in line):
                    found.add(tuple(sorted(line)))
    return sorted(found)
"""
NOWHERE = {"alike": 0, "turned": 0, "tight": 0}
NOT_TURNED = {"turned": 0, "tight": 0}

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
NO_VERDICT = {"one": 0, "two": 0}
KINDS = '(("losses", (<<v.loss>>, <<v.win>>)), ("wins", (<<v.win>>, <<v.loss>>)))'

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
TURNED = """
def exact_value(board, wins, losses, me):
    def best(board, turn):
        found = []
        for square in range(len(board)):
            if board[square] == <<v.empty>>:
                then = board[:square] + [turn] + board[square + 1:]
                pair = judged(then, wins, losses, turn)
                if len(pair):
                    own, moves = pair[turn == <<v.o>>], 1
                else:
                    own, moves = best(then, <<v.x + v.o>> - turn)
                    own, moves = -own, moves + 1
                found.append((own, -moves if own == <<v.win>> else moves, moves))
        own, _, moves = max(found)
        return own, moves
    return best(list(board), me)
"""
BEST = "found.append((own, -moves if own == <<v.win>> else moves, pair, moves))"
NO_EXACT_VALUE = {"late": 0, "early": 0}

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
NO_CHANCES = {"late": 0, "early": 0}

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
            "as it stands",
            changed(PLACES, ("(False, True)", "(False,)"), ("range(4)", "range(1)")),
            NOT_TURNED,
            "only as it stands",
        ),
        (
            "turned alone",
            changed(PLACES, ("(False, True)", "(False,)")),
            {"turned": 0, "tight": 0},
            "not mirrored",
        ),
        (
            "mirrored alone",
            changed(PLACES, ("range(4)", "(0, 2)")),
            NOT_TURNED,
            "not turned by a quarter",
        ),
        (
            "twice",
            changed(PLACES, ("found = set()", "found = []"), ("found.add(", "found.append(")),
            NOWHERE,
            "stand here twice",
        ),
        ("over the edge", WRAPPED, NOWHERE, "runs over the edge"),
        (
            "a board on its side",
            changed(
                PLACES, ("def lines(pattern, width, height)", "def lines(pattern, height, width)")
            ),
            NOWHERE,
            "Width and height have changed places",
        ),
        (
            "one place is missing at each edge",
            changed(
                PLACES, ("way.shape[0] + 1", "way.shape[0]"), ("way.shape[1] + 1", "way.shape[1]")
            ),
            NOWHERE,
            "The last place in each direction is missing",
        ),
        (
            "the book's empty squares",
            changed(PLACES, ("!= <<v.empty>>", "!= 0"), ("width), <<v.empty>>)", "width), 0)")),
            {"alike": 0, "turned": 0, "tight": 0},
            "An open square is asked for",
        ),
        (
            "turns what it was given",
            changed(
                PLACES,
                (
                    "    found = set()",
                    "    found = set()\n    pattern.append(pattern.pop(0)[::-1])",
                ),
            ),
            NOWHERE,
            "it changed what it was given",
        ),
    ],
    "verdict": [
        (
            "the book's payoffs",
            changed(VERDICT, ("<<v.win>>", "1"), ("<<v.loss>>", "-10"), ("<<v.tie>>", "0")),
            {"nobody": 0, "one": 0, "two": 0},
            "the book's payoffs",
        ),
        (
            "winning first",
            changed(VERDICT, (KINDS, f"{KINDS}[::-1]")),
            {"two": 0},
            "as in the chapter; in your class",
        ),
        (
            "X first",
            changed(VERDICT, ("[last, <<v.x + v.o>> - last]", "[<<v.x>>, <<v.o>>]")),
            {"two": 0},
            "X is looked at first",
        ),
        (
            "the last one last",
            changed(VERDICT, ("[last, <<v.x + v.o>> - last]", "[<<v.x + v.o>> - last, last]")),
            {"two": 0},
            "Whoever did not move last",
        ),
        (
            "the last one alone",
            changed(VERDICT, ("[last, <<v.x + v.o>> - last]", "[last]")),
            {"one": 0},
            "Only the one who moved last",
        ),
        (
            "O reads X's patterns",
            changed(VERDICT, ("player if mark == <<v.x>> else <<v.x + v.o>> - player", "mark")),
            NO_VERDICT,
            "should stand for whoever looks at it",
        ),
        (
            "the loser wins",
            changed(VERDICT, ("(<<v.loss>>, <<v.win>>)", "(<<v.win>>, <<v.loss>>)")),
            NO_VERDICT,
            "Whoever matches a line that loses has won",
        ),
        (
            "a full board first",
            changed(
                VERDICT,
                (
                    "    both =",
                    (
                        "    if <<v.empty>> not in list(board):\n        return [<<v.tie>>] * 2\n  "
                        "  both ="
                    ),
                ),
            ),
            NO_VERDICT,
            "A full board is a tie here although",
        ),
        (
            "no tie",
            changed(VERDICT, ("else [<<v.tie>>] * 2", "else []")),
            {"nobody": 0},
            "goes on here, and is a tie",
        ),
    ],
    "exact_value": [
        (
            "the sign turned",
            EXACT_VALUE.split("def exact_value")[0] + TURNED,
            NO_EXACT_VALUE,
            "what one loses is not what the other",
        ),
        (
            "the soonest end",
            changed(EXACT_VALUE, (BEST, "found.append((own, -moves, pair, moves))")),
            {"early": 0, "late": 0},
            "a loss should come late",
        ),
        (
            "winning first",
            changed(EXACT_VALUE, (KINDS, f"{KINDS}[::-1]")),
            NO_EXACT_VALUE,
            "as in the chapter; in your class",
        ),
        (
            "the latest win",
            changed(EXACT_VALUE, (BEST, "found.append((own, moves, pair, moves))")),
            {"early": 0, "late": 0},
            "put off as long",
        ),
        (
            "the first of equal ones",
            changed(EXACT_VALUE, (BEST, "found.append((own, 0, pair, moves))")),
            {"early": 0},
            "the first is taken here",
        ),
        (
            "one move too few",
            changed(
                EXACT_VALUE,
                ("judged(then, wins, losses, turn), 1", "judged(then, wins, losses, turn), 0"),
            ),
            NO_EXACT_VALUE,
            "One move is missing",
        ),
        (
            "X's payoff",
            changed(EXACT_VALUE, ("pair[me == <<v.o>>], moves", "pair[0], moves")),
            NO_EXACT_VALUE,
            "always X's here",
        ),
        (
            "the other helps",
            changed(EXACT_VALUE, ("own = pair[turn == <<v.o>>]", "own = pair[me == <<v.o>>]")),
            {"early": 0, "late": 0},
            "The other player helps here",
        ),
        (
            "moves on the board that it was given",
            changed(
                EXACT_VALUE, ("best(list(board), me)", "best(list(board), me)\n    board[0] = me")
            ),
            NO_EXACT_VALUE,
            "it changed what it was given",
        ),
        (
            "the book's payoffs",
            changed(EXACT_VALUE, ("<<v.win>>", "1"), ("<<v.loss>>", "-10"), ("<<v.tie>>", "0")),
            NO_EXACT_VALUE,
            "the book's payoffs",
        ),
    ],
    "referee": [
        (
            "as it was",
            changed(
                REFEREE,
                (
                    (
                        "if len(moves) >= len(players) and all(square == -1 for _, square in"
                        " moves[-len(players):]):"
                    ),
                    "if sum(square == -1 for _, square in moves) >= len(players):",
                ),
            ),
            {"moves": 0},
            "with his bug still in him",
        ),
        (
            "everybody once",
            changed(
                REFEREE,
                (
                    (
                        "if len(moves) >= len(players) and all(square == -1 for _, square in"
                        " moves[-len(players):]):"
                    ),
                    "if len({player for player, square in moves if square == -1}) == len(players):",
                ),
            ),
            {"moves": 0},
            "one after the other",
        ),
        (
            "two are enough",
            changed(
                REFEREE, ("len(moves) >= len(players)", "len(moves) > 1"), ("-len(players):", "-2:")
            ),
            {"moves": 0},
            "Two passes end a game here",
        ),
        (
            "one more",
            changed(
                REFEREE,
                ("len(moves) >= len(players)", "len(moves) > len(players)"),
                ("-len(players):", "-len(players) - 1:"),
            ),
            {"moves": 0},
            "after one pass more",
        ),
        (
            "ten tries",
            changed(REFEREE, ("<<v.rivals>>", "10")),
            {"moves": 0},
            "asked ten times here",
        ),
        (
            "takes names from the lists that it was given",
            changed(
                REFEREE,
                ("[iter(player) for player in players]", "players"),
                ("next(its[turn], None)", "its[turn].pop(0) if its[turn] else None"),
            ),
            {"moves": 0},
            "it changed what it was given",
        ),
    ],
    "beginners": [
        (
            "no liking",
            changed(BEGINNERS, (SHARE, "share = chance / len(squares)"), (LIKED, "pass")),
            NO_CHANCES,
            "has one that it likes",
        ),
        (
            "changed places",
            changed(
                BEGINNERS,
                (SHARE, "share = chance * <<v.slip>> / len(squares)"),
                (LIKED, "share += chance * (1 - <<v.slip>>)"),
            ),
            NO_CHANCES,
            "have changed places",
        ),
        (
            "the others alone",
            changed(
                BEGINNERS,
                (SHARE, "share = chance * (1 - <<v.slip>>) / max(1, len(squares) - 1)"),
                (LIKED, "share = chance * (<<v.slip>> if len(squares) > 1 else 1)"),
            ),
            NO_CHANCES,
            "one of the other squares only",
        ),
        (
            "the last",
            changed(BEGINNERS, ("min(squares)", "max(squares)")),
            NO_CHANCES,
            "The last open square",
        ),
        (
            "overwritten",
            changed(BEGINNERS, ("onward.get(then, 0) + share", "share")),
            {"early": 0},
            "they add up",
        ),
        (
            "the mover first",
            changed(
                BEGINNERS,
                ("    flow, ends", "    begin = me\n    flow, ends"),
                ("return ends", "return ends if begin == <<v.x>> else [ends[1], ends[0], ends[2]]"),
            ),
            NO_CHANCES,
            "should be X's, whoever is to move",
        ),
        (
            "a loss is a win",
            changed(BEGINNERS, ("(<<v.loss>>, <<v.win>>)", "(<<v.win>>, <<v.loss>>)")),
            NO_CHANCES,
            "Whoever matches a line that loses has won",
        ),
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
