"""Answers to problem set 8, right ones written otherwise and plausible wrong ones, and programs
that overlook one way of a rule; see network.py beside this file.
"""

from grader.mistakes import mistake

FLOW = """
def results(move, reply):
    layer, found = {(<<v.empty>>,) * 9: 1.0}, [0.0, 0.0, 0.0]
    for marks in range(9):
        following = {}
        for board, chance in layer.items():
            nine = reply(board) if marks % 2 else [int(square == move(board)) for square in range(9)]
            for square in range(9):
                if nine[square] > 0:
                    after = put(board, square, <<v.o>> if marks % 2 else <<v.x>>)
                    following[after] = following.get(after, 0) + chance * nine[square]
        layer = {}
        for board, chance in following.items():
            if winner(board) == <<v.x>>:
                found[0] += chance
            elif winner(board) == <<v.o>>:
                found[2] += chance
            elif marks == 8:
                found[1] += chance
            else:
                layer[board] = chance
    return found
"""
BEST = """
def best_value(board, reply, known=None):
    board, known = tuple(board), {} if known is None else known
    if board in known:
        return known[board]
    squares = [square for square in range(9) if board[square] == <<v.empty>>]
    if winner(board) == <<v.x>>:
        value = <<v.win>>
    elif winner(board) == <<v.o>>:
        value = <<v.loss>>
    elif not squares:
        value = <<v.tie>>
    elif len(squares) % 2:
        value = max([best_value(put(board, s, <<v.x>>), reply, known) for s in squares])
    else:
        nine = reply(board)
        value = sum([nine[s] * best_value(put(board, s, <<v.o>>), reply, known) for s in squares])
    known[board] = value
    return value
"""
WAYS = """
def follow(replies, count):
    board, squares, replies = (<<v.empty>>,) * 9, [], list(replies)
    while len(squares) < count:
        mine = len(squares) % 2 == 0
        squares.append(my_move(board) if mine else replies.pop(0))
        board = put(board, squares[-1], <<v.x>> if mine else <<v.o>>)
    return squares

first, second = sorted(my_list[3:5])
"""

RIGHT = {
    "payoff": [
        ("a dot product, a NumPy number", "def expected_payoff(win, tie, loss):\n"
         "    return np.dot([<<v.win>>, <<v.tie>>, <<v.loss>>], [win, tie, loss]) * 32\n"),
        ("game by game", "def expected_payoff(win, tie, loss):\n"
         "    return sum(<<v.win>> * win + <<v.tie>> * tie + <<v.loss>> * loss for game in "
         "range(32))\n"),
    ],
    "results": [
        ("probability that flows from board to board", FLOW),
        ("a dictionary of memory, lists for boards, a tie as what is left, a tuple of NumPy's numbers", """
def results(move, reply):
    known = {}

    def win_and_loss(board):
        key = str(board)
        if key not in known:
            marks = 9 - board.count(<<v.empty>>)
            held = winner(board)
            if held is not None or marks == 9:
                known[key] = np.array([float(held == <<v.x>>), float(held == <<v.o>>)])
            elif marks % 2 == 0:
                known[key] = win_and_loss(list(put(board, int(move(board)), <<v.x>>)))
            else:
                nine, total = reply(np.array(board)), np.zeros(2)
                for square in range(8, -1, -1):
                    if board[square] == <<v.empty>> and nine[square] > 0:
                        total = total + nine[square] * win_and_loss(list(put(board, square, <<v.o>>)))
                known[key] = total
        return known[key]

    win, loss = win_and_loss([<<v.empty>>] * 9)
    return win, 1 - win - loss, loss
"""),
        ("a list of games, each with its probability", """
def results(move, reply):
    games, ended = [((<<v.empty>>,) * 9, 1)], {<<v.x>>: 0, None: 0, <<v.o>>: 0}
    while games:
        board, p = games.pop()
        if winner(board) is not None or <<v.empty>> not in board:
            ended[winner(board)] += p
        elif board.count(<<v.empty>>) % 2:
            games.append((put(board, move(board), <<v.x>>), p))
        else:
            games += [(put(board, s, <<v.o>>), p * q) for s, q in enumerate(reply(board)) if q]
    return np.array(list(ended.values()))
"""),
    ],
    "value": [
        ("one function, a dictionary handed on", BEST),
        ("functools.cache, arrays", """
from functools import cache

def best_value(board, reply):
    @cache
    def after_x(board):
        if winner(board) is not None:
            return <<v.win>>
        if <<v.empty>> not in board:
            return <<v.tie>>
        p = np.array(reply(np.array(board)), dtype=float)
        return p @ [before_x(put(board, s, <<v.o>>)) if p[s] > 0 else 0 for s in range(9)]

    @cache
    def before_x(board):
        if winner(board) is not None:
            return <<v.loss>>
        return max(after_x(put(board, s, <<v.x>>)) for s in range(9) if board[s] == <<v.empty>>)

    return before_x(tuple(np.array(board).tolist()))
"""),
        ("remembered from call to call, opponent by opponent", """
memory = {}

def best_value(board, reply):
    board = tuple(map(int, board))
    if (reply, board) not in memory:
        left = board.count(<<v.empty>>)
        if winner(board) is not None or left == 0:
            memory[reply, board] = {<<v.x>>: <<v.win>>, <<v.o>>: <<v.loss>>}.get(winner(board), <<v.tie>>)
        elif left % 2:
            after = [put(board, s, <<v.x>>) for s in range(9) if board[s] == <<v.empty>>]
            memory[reply, board] = max(best_value(one, reply) for one in after)
        else:
            nine = reply(board)
            memory[reply, board] = sum(nine[s] * best_value(put(board, s, <<v.o>>), reply) for s in range(9) if nine[s])
    return memory[reply, board]
"""),
    ],
    "bug": [
        ("setdefault and an addition", """
def lengths(move, reply):
    over = [0.0] * 10
    layer = {(<<v.empty>>,) * 9: 1.0}
    for marks in range(9):
        following = {}
        for board, chance in layer.items():
            if marks % 2 == 0:
                choices, mark = [(move(board), 1.0)], <<v.x>>
            else:
                choices, mark = enumerate(reply(board)), <<v.o>>
            for square, p in choices:
                if p > 0:
                    following.setdefault(put(board, square, mark), 0)
                    following[put(board, square, mark)] += chance * p
        layer = {}
        for board, chance in following.items():
            if winner(board) is not None or marks == 8:
                over[marks + 1] += chance
            else:
                layer[board] = chance
    return over
"""),
        ("written anew, without merging", """
def lengths(move, reply):
    over = np.zeros(10)

    def go_on(board, marks, p):
        if winner(board) is not None or marks == 9:
            over[marks] += p
        elif marks % 2:
            for square, q in enumerate(reply(board)):
                if q > 0:
                    go_on(put(board, square, <<v.o>>), marks + 1, p * q)
        else:
            go_on(put(board, move(board), <<v.x>>), marks + 1, p)

    go_on((<<v.empty>>,) * 9, 0, 1)
    return over
"""),
    ],
    "ways": [
        ("whole games, as arrays of floats", WAYS + """
others = [square for square in my_list[3:] if square not in (first, second)]
board = (<<v.empty>>,) * 9
two_ways = np.array([follow((first, second), 4), follow((second, first), 4)], dtype=float)
"""),
        ("a tuple of tuples", WAYS + "pairs = ((second, first), (first, second))\n"
         "two_ways = tuple(tuple(follow(pair, 4)) for pair in pairs)\n"),
    ],
    "guess": [("nothing at all", "my_guess = 0\n"), ("a NumPy number", "my_guess = np.float64(12.5)\n")],
    "own": [
        ("an array, the package's distribution and its picked, a lost game with NumPy's numbers", """
found = results(my_move, opponent_reply)
my_results = np.array(found, dtype=float)
settings = variant.variant(<<v.number>>).settings
distribution = audit.distribution(audit.Results(*found), settings)
my_payoff = distribution.mean
my_flattery = audit.picked([distribution] * 100).flattery

def lost(board, squares):
    if winner(board) == <<v.o>>:
        return squares
    if winner(board) is not None or len(squares) == 9:
        return None
    mine = len(squares) % 2 == 0
    for square in [my_move(board)] if mine else np.flatnonzero(np.array(board) == <<v.empty>>)[::-1]:
        game = lost(put(board, int(square), <<v.x>> if mine else <<v.o>>), [*squares, square])
        if game:
            return game

my_lost_game = tuple(lost((<<v.empty>>,) * 9, []))
"""),
    ],
}  # fmt: skip

EXACT = FLOW.replace("def results", "def exactly") + "found = exactly(my_move, opponent_reply)\n"
FOUND = (
    EXACT + "my_results, my_payoff = list(found), 32 * np.dot([<<v.win>>, <<v.tie>>, <<v.loss>>],"
    " found)\n"
)
NOT_LOST = "my_lost_game = [my_list[0]]\n"

WRONG = {
    "payoff": [
        ("it should be", mistake(("return 32", "return 100"))),
    ],
    "results": [
        ("overwritten", FLOW.replace("following.get(after, 0) + ", ""), {"random": 0, "yours": 0}, "only the last one"),
        ("the first is kept", FLOW.replace("following[after] = following.get(after, 0) + chance * nine[square]",
         "following.setdefault(after, chance * nine[square])"), {"random": 0, "yours": 0}, "only the first one"),
        ("the game is over", mistake(("winner(board) is not None or marks == 9", "marks == 9"))),
        ("sampled", """
def results(move, reply):
    rng, ended = np.random.default_rng(1), {<<v.x>>: 0, None: 0, <<v.o>>: 0}
    for game in range(50):
        board = (<<v.empty>>,) * 9
        while winner(board) is None and <<v.empty>> in board:
            if board.count(<<v.empty>>) % 2:
                board = put(board, move(board), <<v.x>>)
            else:
                board = put(board, int(rng.choice(9, p=reply(board))), <<v.o>>)
        ended[winner(board)] += 1 / 50
    return list(ended.values())
""", {"random": 0, "yours": 0}, "it should be"),
        ("the book's board", FLOW.replace("<<v.empty>>", "0").replace("<<v.x>>", "1").replace("<<v.o>>", "-1"),
         {"always": 0, "random": 0, "yours": 0}, "it stopped with"),
    ],
    "bug": [
        ("10 numbers are asked for", mistake(("return over", "return over[1:]"))),
    ],
    "ways": [
        ("one game twice", WAYS + "two_ways = [follow((first, second), 4)] * 2\n", {"one board": 0}, "are the same"),
        ("other boards", WAYS + "two_ways = [follow((my_list[3], 0), 2), follow((my_list[4], 0), 2)]\n",
         {"one board": 0}, "different boards"),
        ("X's own moves in another order", WAYS + "two_ways = [follow((first, second), 4)]\n"
         "a, b, c, d = two_ways[0]\ntwo_ways.append([c, b, a, d])\n", {"one board": 0}, "your player moves into"),
        ("a single list", WAYS + "two_ways = follow((first, second), 4)\n", {"one board": 0}, "lists of squares"),
        ("a text", "two_ways = 'none'\n", {"one board": 0}, "lists of squares"),
        ("a square twice", "two_ways = [[my_list[0], my_list[0]], [my_list[0], my_list[0]]]\n", {"one board": 0},
         "no square twice"),
    ],
    "guess": [
        ("no number", "my_guess = 'many'\n", {"guess": 0}, "number is asked for"),
        ("impossible", "my_guess = -3\n", {"guess": 0}, "number from 0"),
    ],
    "own": [
        ("not computed", "my_results = [0.5, 0.5]\nmy_payoff = 'much'\nmy_lost_game = 3\nmy_flattery = None\n",
         {"results": 0, "payoff": 0, "lost game": 0, "flattery": 0}, "3 numbers are asked for"),
        ("against another opponent, one game, and the total itself", FOUND +
         "my_results, my_payoff = exactly(my_move, anywhere), my_payoff / 32\n"
         "my_lost_game = my_list\nmy_flattery = 0\n",
         {"results": 0, "payoff": 0, "lost game": 0, "flattery": 0}, "what one game brings"),
        ("an opponent that moves anywhere", FOUND.replace(
         "opponent_reply)", "anywhere)") + NOT_LOST + "my_flattery = 1\n",
         {"results": 0, "payoff": 0, "lost game": 0, "flattery": 0}, "an opponent that moves anywhere"),
        ("the highest total, and a game that nobody wins", FOUND + NOT_LOST +
         "distribution = audit.distribution(audit.Results(*found), variant.variant(<<v.number>>).settings)\n"
         "my_flattery = audit.picked([distribution] * 100).total\n", {"lost game": 0, "flattery": 0}, "highest total itself"),
        ("a deviation, and X's moves not by the list", FOUND + "my_lost_game = my_list[::-1]\n"
         "my_flattery = audit.distribution(audit.Results(*found), variant.variant(<<v.number>>).settings).deviation\n",
         {"lost game": 0, "flattery": 0}, "standard deviation"),
        ("the book's payoffs", EXACT + "my_results = list(found)\n"
         "my_payoff = 32 * (found[0] - 10 * found[2])\n" + NOT_LOST +
         "my_flattery = audit.picked([audit.distribution(audit.Results(*found))] * 100).flattery\n",
         {"payoff": 0, "lost game": 0, "flattery": 0}, "payoffs of the book"),
        ("a game that X wins", FOUND + """
def won(board, squares):
    if winner(board) == <<v.x>>:
        return squares
    if winner(board) is not None or len(squares) == 9:
        return None
    mine = len(squares) % 2 == 0
    for square in [my_move(board)] if mine else range(9):
        if board[square] == <<v.empty>>:
            game = won(put(board, square, <<v.x>> if mine else <<v.o>>), [*squares, square])
            if game:
                return game

my_lost_game = won((<<v.empty>>,) * 9, [])
my_flattery = 0.0
""", {"lost game": 0, "flattery": 0}, "X holds a line"),
    ],
}  # fmt: skip

IS_OVER = "        if winner(board) is not None or marks == 9:"
OVERLOOKED = {
    ("results", "results"): {
        "X is not asked where O is to move": mistake((IS_OVER, f"        marks < 9 and move(board)\n{IS_OVER}")),
        "X is not asked where a game is over": mistake(
            (IS_OVER, f"        marks % 2 or move(board)\n{IS_OVER}")
        ),
        "the last mark fills a line": mistake(("winner(board) == end for", "(winner(board) if marks < 9 else None) == end for")),
    },
}  # fmt: skip
