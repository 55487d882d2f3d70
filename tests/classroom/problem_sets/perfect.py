"""Answers to problem set 9, right ones written otherwise and plausible wrong ones.

WRONG: {task: [(what is wrong, code, points by part, words of the message)]}, or (words of the
message, Mistake) in such a list. RIGHT: {task: [(how, code)]}. Code may hold the texts'
placeholders. A part that is not named earns all of its points. All answers of a notebook share
their names, so each brings its own functions. OVERLOOKED: {(task whose solution is edited, task
that must notice): {way in which a rule applies: the Mistake of a program that overlooks just that}}.
"""

from rewritten import changed

from grader.mistakes import mistake

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
    "safe": [
        (
            "one memory for all",
            changed(SAFE, ("REPLIES.setdefault(reply, {})", "REPLIES")),
            {"others": 0, "start": 0},
            "Wrong on",
        )
    ],
    "annealed": [
        ("it changed what it was given", mistake(("now = list(order)", "now = order"))),
        (
            "Nothing was drawn",
            mistake(
                ("    now =", "    rng = np.random.default_rng(1)\n    now ="), costs=("better",)
            ),
        ),
    ],
    "proof": [
        (
            "always",
            "def is_proof(claims, steepness):\n    return True\n",
            {"gaps": 0},
            "it should be False",
        )
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

IS_OVER = "        if winner(board) is not None or marks == 9:"
OVERLOOKED = {
    ("lost", "lost"): {
        "X is not asked where O is to move": mistake(
            (IS_OVER, f"        marks < 9 and move(board)\n{IS_OVER}")
        ),
        "X is not asked where a game is over": mistake(
            (IS_OVER, f"        marks % 2 or move(board)\n{IS_OVER}")
        ),
    },
    ("proof", "proof"): {
        "a claim that is taken 0 times": mistake(("times < 1", "times < 0")),
        "a later claim that is taken 0 times": mistake(("times < 1", "claims[0][4] < 1")),
        "a single claim": mistake(("not total.any()", "len(claims) > 1 and not total.any()")),
        "a fourth claim": mistake(("in claims:", "in claims[:3]:")),
    },
}
