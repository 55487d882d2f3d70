"""Answers to problem set 9, right ones written otherwise and plausible wrong ones.

WRONG: {task: [(what is wrong, code, points by part, words of the message)]}. RIGHT: {task: [(how,
code)]}. Code may hold the texts' placeholders. A part that is not named earns all of its points.
All answers of a notebook share their names, so each brings its own functions.
"""

from rewritten import changed

ORDERS = """
from itertools import product

def orders(output):
    found = []
    for answers in product((0, 1), repeat=output.shape[1] - 1):
        sums = (output * np.array([*answers, <<v.bias>>])).sum(axis=1)
        rank = {square: place for place, square in enumerate(<<v.preference>>)}
        found.append(sorted(range(9), key=lambda square: (-sums[square], rank[square])))
    return found
"""
NO_ORDERS = {"one node": 0, "more nodes": 0, "ties": 0}

LOST = """
def lost_games(move):
    lost, games = 0, [((<<v.empty>>,) * 9, 0)]
    while games:
        board, marks = games.pop()
        if winner(board) is not None or marks == 9:
            lost += winner(board) == <<v.o>>
            continue
        mark = <<v.o>> if marks % 2 else <<v.x>>
        squares = [k for k in range(9) if board[k] == <<v.empty>>] if marks % 2 else [move(board)]
        games += [(put(board, square, mark), marks + 1) for square in squares]
    return lost
"""
NO_LOST = {"lists": 0, "others": 0, "safe": 0}
COUNTED = "lost += winner(board) == <<v.o>>"

SAFE = """
from functools import lru_cache

def open_on(board):
    return [k for k in range(9) if board[k] == <<v.empty>>]

@lru_cache(maxsize=None)
def doomed(board):
    if winner(board) is not None or not open_on(board):
        return winner(board) == <<v.o>>
    if len(open_on(board)) % 2:
        return all(doomed(put(board, k, <<v.x>>)) for k in open_on(board))
    return any(doomed(put(board, k, <<v.o>>)) for k in open_on(board))

REPLIES = {}

def safe_value(board, reply):
    known = REPLIES.setdefault(reply, {})

    def value(board):
        if board not in known:
            if winner(board) is not None or not open_on(board):
                known[board] = {<<v.x>>: <<v.win>>, <<v.o>>: <<v.loss>>}.get(winner(board), <<v.tie>>)
            elif len(open_on(board)) % 2:
                after = [put(board, k, <<v.x>>) for k in open_on(board)]
                known[board] = max(value(one) for one in after if not doomed(one))
            else:
                nine = reply(board)
                known[board] = sum(nine[k] * value(put(board, k, <<v.o>>)) for k in open_on(board) if nine[k] > 0)
        return known[board]

    return value(tuple(int(mark) for mark in board))
"""
NO_SAFE = {"class": 0, "others": 0, "start": 0}
IN_ALL = "sum(nine[k] * value(put(board, k, <<v.o>>)) for k in open_on(board) if nine[k] > 0)"
CAREFUL_ONCE = changed(
    SAFE, ("if not doomed(one))", "if not (first == board and doomed(one)))"),
    ("    return value(tuple", "    known.clear()\n    first = tuple(map(int, board))\n    return value(tuple"),
)  # fmt: skip
ONE_AHEAD = (
    changed(
        SAFE,
        (
            "max(value(one) for one in after if not doomed(one))",
            "max(map(value, [one for one in after if not doomed(one)] or after))",
        ),
    )
    + """
def doomed(board):
    if winner(board) is not None:
        return False
    return any(winner(put(board, k, <<v.o>>)) == <<v.o>> for k in open_on(board))
"""
)

ANNEALED = """
def anneal(order, wrong, steps, rng):
    now = order[:]
    best = tuple(now)
    for step in range(steps):
        heat = 8.0 * (0.3 / 8.0) ** (step / steps)
        i, j = rng.integers(9, size=2)
        then = now[:]
        then[i], then[j] = now[j], now[i]
        if wrong(then) - wrong(now) <= -heat * np.log(1 - rng.random()):
            now = then
            if wrong(now) < wrong(list(best)):
                best = tuple(now)
    return list(best)
"""
IN_PLACE = """
def anneal(order, wrong, steps, rng):
    now = list(order)
    best, least = FIRST, wrong(now)
    for step in range(steps):
        heat = 8.0 * (0.3 / 8.0) ** (step / steps)
        i, j = rng.integers(9, size=2)
        before = wrong(now)
        now[i], now[j] = now[j], now[i]
        if wrong(now) - before > -heat * np.log(1 - rng.random()):
            now[i], now[j] = now[j], now[i]
        elif wrong(now) < least:
            best, least = BETTER, wrong(now)
    return best
"""
NO_ORDER = {"better": 0, "begins best": 0}

PROOF = """
def is_proof(claims, steepness):
    place = {square: k for k, square in enumerate(steepness)}
    sign_of = {<<v.x>>: 1, <<v.empty>>: 0, <<v.o>>: -1}
    for square in range(9):
        left = 0
        for j, k, A, B, times in claims:
            gap = sign_of[int(A[square])] - sign_of[int(B[square])]
            left += times * (gap if place[j] < place[k] else -gap)
        if left != 0:
            return False
    return min(claim[4] for claim in claims) > 0
"""
NO_PROOF = {"proofs": 0, "gaps": 0}

CARDS = (
    changed(LOST, ("lost_games", "games_lost"))
    + """
def holder(no, yes):
    sign = lambda mark: (mark == <<v.x>>) - (mark == <<v.o>>)
    return lambda board: first_of(yes if sign(board[plus]) - sign(board[minus]) > 0 else no)(board)

my_lost = games_lost(holder(*my_orders))
found = []
for card in (1, 0):
    for a in range(9):
        for b in range(a):
            cards = [order[:] for order in my_orders]
            i, j = cards[card].index(a), cards[card].index(b)
            cards[card][i], cards[card][j] = b, a
            found.append((games_lost(holder(*cards)), [card, a, b]))
my_exchange = min(found)[1]
"""
)

RIGHT = {
    "orders": [("with a rank for ties", ORDERS)],
    "lost": [("a stack of games", LOST)],
    "safe": [("a cache for each opponent", SAFE)],
    "annealed": [("a new list for each step", ANNEALED)],
    "proof": [("square by square", PROOF)],
    "cards": [("the best of all exchanges", CARDS)],
}

WRONG = {
    "orders": [
        (
            "the book's bias",
            changed(ORDERS, ("<<v.bias>>", "1.0")),
            NO_ORDERS,
            "The bias node says 1",
        ),
        ("no bias", changed(ORDERS, ("<<v.bias>>", "0.0")), NO_ORDERS, "The bias is left out"),
        (
            "the lowest square",
            changed(ORDERS, (", rank[square])", ", square)")),
            {"ties": 0},
            "Of equal sums the lowest",
        ),
        (
            "the last of equals",
            changed(ORDERS, (", rank[square])", ", -rank[square])")),
            {"ties": 0},
            "the last in your",
        ),
        (
            "the lowest sum",
            changed(ORDERS, ("(-sums", "(sums")),
            NO_ORDERS,
            "the lowest sum comes first",
        ),
        (
            "ranks",
            ORDERS + "\ndef orders(output, own=orders):\n    return [np.argsort(one) for one in"
            " own(output)]\n",
            NO_ORDERS,
            "The squares themselves are",
        ),
        (
            "the first answer first",
            changed(ORDERS, ("*answers", "*answers[::-1]")),
            {"more nodes": 0, "ties": 0},
            "the last node's answer changes first",
        ),
        (
            "yes first",
            changed(ORDERS, ("(0, 1)", "(1, 0)")),
            NO_ORDERS,
            "The cards for yes come first",
        ),
    ],
    "lost": [
        (
            "the book's lines",
            changed(
                LOST,
                (
                    "    lost, games",
                    (
                        "    from fogel.encoding import LINES\n"
                        "    def winner(board):\n"
                        "        return next((board[a] for a, b, c in LINES "
                        "if board[a] == board[b] == board[c] != <<v.empty>>), None)\n"
                        "    lost, games"
                    ),
                ),
            ),
            {"lists": 0, "others": 0, "safe": 0},
            "the lines of the book's numbering",
        ),
        (
            "boards",
            changed(
                LOST,
                ("lost, games = 0,", "lost, games, seen = 0,"),
                ("0)]", "0)], set()"),
                (COUNTED, "seen.add(board) if winner(board) == <<v.o>> else None"),
                ("return lost", "return len(seen)"),
            ),
            {"lists": 0, "others": 0},
            "Final boards are counted",
        ),
        ("all", changed(LOST, (COUNTED, "lost += 1")), NO_LOST, "All games are counted"),
        (
            "won",
            changed(LOST, (COUNTED, "lost += winner(board) == <<v.x>>")),
            NO_LOST,
            "the games that X wins",
        ),
        (
            "ties",
            changed(LOST, (COUNTED, "lost += winner(board) != <<v.x>>")),
            NO_LOST,
            "Ties are counted as lost",
        ),
        (
            "on after a line",
            changed(LOST, ("winner(board) is not None or", "winner(board) == <<v.o>> or")),
            {"lists": 0, "others": 0, "safe": 0},
            "goes on after a line of X",
        ),
        (
            "yes or no",
            changed(LOST, ("return lost", "return int(lost > 0)")),
            {"lists": 0, "others": 0},
            "whether the player can be beaten",
        ),
    ],
    "safe": [
        (
            "the book's payoffs",
            changed(
                SAFE,
                ("{<<v.x>>: <<v.win>>, <<v.o>>: <<v.loss>>}", "{<<v.x>>: 1, <<v.o>>: -10}"),
                (", <<v.tie>>)", ", 0)"),
            ),
            NO_SAFE,
            "the payoffs of the book",
        ),
        (
            "any risk",
            changed(SAFE, (" if not doomed(one)", "")),
            {"others": 0},
            "That is the best value of all",
        ),
        ("careful once", CAREFUL_ONCE, {"others": 0}, "careful in its first move alone"),
        ("one move ahead", ONE_AHEAD, {"others": 0}, "looks one move ahead alone"),
        (
            "a perfect O",
            changed(
                SAFE,
                (IN_ALL, "min(value(put(board, k, <<v.o>>)) for k in open_on(board) if nine[k])"),
            ),
            NO_SAFE,
            "as a perfect player here",
        ),
        (
            "all alike",
            changed(
                SAFE,
                (
                    IN_ALL,
                    "np.mean([value(put(board, k, <<v.o>>)) for k in open_on(board) if nine[k]])",
                ),
            ),
            NO_SAFE,
            "All replies weigh the same",
        ),
        (
            "32 games",
            changed(SAFE, ("    return value(", "    return 32 * value(")),
            NO_SAFE,
            "the values of 32 games",
        ),
        (
            "one memory for all",
            changed(SAFE, ("REPLIES.setdefault(reply, {})", "REPLIES")),
            {"others": 0, "start": 0},
            "Wrong on",
        ),
    ],
    "annealed": [
        (
            "as it was",
            changed(IN_PLACE, ("FIRST", "now"), ("BETTER", "now")),
            NO_ORDER,
            "with which the search ended",
        ),
        (
            "the first alone",
            changed(IN_PLACE, ("FIRST", "list(now)"), ("BETTER", "now")),
            {"better": 0},
            "a better order is kept by its name alone",
        ),
        (
            "better ones alone",
            changed(IN_PLACE, ("FIRST", "now"), ("BETTER", "list(now)")),
            NO_ORDER,
            "the first order is no copy",
        ),
        (
            "a slice of a name",
            changed(
                IN_PLACE,
                ("FIRST", "now[:]"),
                ("BETTER", "now"),
                ("return best", "return list(best)"),
            ),
            {"better": 0},
            "kept by its name alone",
        ),
        (
            "what it was given",
            changed(
                IN_PLACE,
                ("FIRST", "list(now)"),
                ("BETTER", "list(now)"),
                ("now = list(order)", "now = order"),
            ),
            NO_ORDER,
            "it changed what it was given",
        ),
        (
            "a seed of one's own",
            changed(
                IN_PLACE,
                ("FIRST", "list(now)"),
                ("BETTER", "list(now)"),
                ("    now = list(order)", "    now, rng = list(order), np.random.default_rng(1)"),
            ),
            {"better": 0},
            "Nothing was drawn",
        ),
    ],
    "proof": [
        (
            "no steepness",
            changed(PROOF, ("(gap if place[j] < place[k] else -gap)", "gap")),
            NO_PROOF,
            "Who is steeper is not looked at",
        ),
        ("once each", changed(PROOF, ("times * (", "(")), NO_PROOF, "Each claim counts once"),
        (
            "any times",
            changed(PROOF, ("return min(claim[4] for claim in claims) > 0", "return True")),
            {"gaps": 0},
            "proves nothing",
        ),
        (
            "the class's marks",
            changed(
                PROOF,
                ("sign_of[int(A[square])] - sign_of[int(B[square])]", "A[square] - B[square]"),
            ),
            {"proofs": 0},
            "The marks of your class are added up",
        ),
        (
            "all squares together",
            changed(
                PROOF,
                ("        left = 0\n", ""),
                ("    for square", "    left = 0\n    for square"),
                ("        if left != 0:\n            return False\n", ""),
                ("> 0", "> 0 and left == 0"),
            ),
            {"gaps": 0},
            "The sum over all squares",
        ),
        (
            "exchanged",
            PROOF + "\ndef is_proof(a, b, own=is_proof):\n    return not own(a, b)\n",
            NO_PROOF,
            "exchanged",
        ),
        (
            "always",
            "def is_proof(claims, steepness):\n    return True\n",
            {"gaps": 0},
            "it should be False",
        ),
    ],
    "cards": [
        (
            "no for yes",
            changed(CARDS, ("yes if", "no if"), ("else no", "else yes")),
            {"lost": 0, "exchange": 0},
            "with the cards for no and yes exchanged",
        ),
        (
            "the question turned",
            changed(
                CARDS,
                (
                    "sign(board[plus]) - sign(board[minus])",
                    "sign(board[minus]) - sign(board[plus])",
                ),
            ),
            {"lost": 0, "exchange": 0},
            "two squares of the question",
        ),
        (
            "one card",
            changed(
                CARDS, ("games_lost(holder(*my_orders))", "games_lost(first_of(my_orders[0]))")
            ),
            {"lost": 0},
            "with the card for no alone",
        ),
        (
            "the worst",
            changed(CARDS, ("min(found)", "max(found)")),
            {"exchange": 0},
            "lose more games then",
        ),
        (
            "any that helps",
            CARDS
            + "my_exchange = sorted(found)[1 + sum(n == min(found)[0] for n, _ in found)][1]\n",
            {"exchange": 0},
            "and with another exchange fewer still",
        ),
        (
            "the same square",
            CARDS + "my_exchange = [0, 4, 4]\n",
            {"exchange": 0},
            "a card, 0 for no or 1 for yes",
        ),
        (
            "two numbers",
            CARDS + "my_exchange = [3, 4]\n",
            {"exchange": 0},
            "3 numbers are asked for",
        ),
    ],
}
