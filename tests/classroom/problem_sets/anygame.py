"""Answers to problem set 18, right ones written otherwise and plausible wrong ones.

WRONG: {task: [(what is wrong, code, points by part, words of the message)]}. RIGHT: {task: [(how,
code)]}. Code may hold the texts' placeholders. A part that is not named earns all of its points.
All answers of a notebook share their names, so each brings its own functions.
"""

from rewritten import changed

from grader.mistakes import mistake

REPLIES = """
def replies(game, board):
    rules = anygame.find_game(game)
    open_ones = [k for k, mark in enumerate(board) if not mark]
    chances = np.zeros(len(board))
    winner = None
    for k in open_ones:
        then = tuple(board[:k]) + (2,) + tuple(board[k + 1:])
        result = outcome(rules, then, last=2)
        if winner is None and result is not None and result[1] == 1:
            winner = k
    chances[open_ones] = 1 / len(open_ones)
    if winner is not None:
        chances *= <<v.slip>>
        chances[winner] += 1 - <<v.slip>>
    return chances
"""
EXACT_PAYOFFS = """
def xx_exact_payoffs(game):
    rules = anygame.find_game(game)
    pay = {1: <<v.win>>, 0: <<v.tie>>, -1: <<v.loss>>}

    def moves(board, player):
        found = {}
        for k in [k for k, mark in enumerate(board) if not mark]:
            then = board[:k] + (player,) + board[k + 1:]
            result = outcome(rules, then, last=player)
            found[k] = then, None if result is None else result[0]
        return found

    def value(board, player, choose, seen):
        if (board, player) in seen:
            return seen[board, player]
        found = moves(board, player)
        values = {}
        for k, (then, result) in found.items():
            values[k] = value(then, 3 - player, choose, seen) if result is None else pay[result]
        if player == 1:
            seen[board, player] = choose(board, values)
        else:
            won = [k for k in found if found[k][1] == -1][:1] or list(found)
            mean = sum(values.values()) / len(values)
            seen[board, player] = <<v.slip>> * mean + (1 - <<v.slip>>) * sum(values[k] for k in won) / len(won)
        return seen[board, player]

    return lambda choose: value(tuple(rules.start.squares), 1, choose, {})
"""
CEILING = (
    EXACT_PAYOFFS.replace("xx_", "top_")
    + """
def ceiling(game):
    return top_exact_payoffs(game)(lambda board, values: max(values.values()))
"""
)
SHARE = (
    EXACT_PAYOFFS.replace("xx_", "way_")
    + """
def share(game, order):
    payoff = way_exact_payoffs(game)
    low = payoff(lambda board, values: float(np.mean(list(values.values()))))
    high = payoff(lambda board, values: max(values.values()))
    mine = payoff(lambda board, values: [values[k] for k in order if not board[k]][0])
    return (mine - low) / (high - low) if high - low > 1e-9 else 0.0
"""
)
BUG = """
def openings(game):
    rules = anygame.find_game(game)
    width = rules.start.width

    def turned(patterns):
        return {(one.width, one.height, tuple(
            mark for at in range(0, len(one.squares), one.width) for mark in one.squares[at:at + one.width][::-1]
        )) for one in patterns}

    def as_they_are(patterns):
        return {(one.width, one.height, tuple(one.squares)) for one in patterns}

    alike = all(turned(some) == as_they_are(some) for some in (rules.wins, rules.losses))
    known = {}

    def result(board, k, me):
        then = board[:k] + (me,) + board[k + 1:]
        ends = outcome(rules, then, last=me)
        return -best(then, 3 - me) if ends is None else ends[me - 1]

    def best(board, me):
        name = board
        if alike:
            name = min(board, tuple(m for at in range(0, len(board), width) for m in board[at:at + width][::-1]))
        if name not in known:
            known[name] = max(result(board, k, me) for k in range(len(board)) if not board[k])
        return known[name]

    start = tuple(rules.start.squares)
    return [result(start, k, 1) for k in range(len(start)) if not start[k]]
"""
MIRROR = """
place = <<v.place>>
hidden, output = np.zeros((5, 10)), np.zeros((9, 6))
for node in range(4):
    one, other = place[node], place[8 - node]
    hidden[node, [one, other]] = 25, -25
    output[[one, other], node] = 2, -2
    output[[one, other], 5] = -1 / <<v.bias>>, 1 / <<v.bias>>
output[place[4], 4] = 1  # a node that hears nothing is at 1/2
mirror = (hidden, output)
"""
OWN = (
    EXACT_PAYOFFS.replace("xx_", "mine_")
    + """
my_game = f"00 00 00; lose {my_pattern[0]}{my_pattern[4]}; win 11; win {my_pattern}"
my_game = f"000 000; win {my_pattern}; lose 1 1; lose 11"
mine_payoff = mine_exact_payoffs(my_game)
low = mine_payoff(lambda board, values: float(np.mean(list(values.values()))))
high = mine_payoff(lambda board, values: max(values.values()))
my_baselines = [low, high]
my_order, most = None, low
for number in range(60):
    some = np.random.default_rng(number).permutation(6).tolist()
    its = mine_payoff(lambda board, values: values[next(k for k in some if k in values)])
    if its > most:
        my_order, most = some, its
my_share = (most - low) / (high - low)
"""
)
PLAYER = (
    OWN.replace("mine_", "play_")
    + """
# By hand: the order as output weights of the bias node, by 1 / (1 + rank).
hidden, output = np.zeros((1, 7)), np.zeros((6, 2))
for rank, square in enumerate(my_order):
    output[square, 1] = (10 - rank) / <<v.bias>>
my_network = hidden, output
play_net = play_payoff(lambda board, values: values[choose(my_network, board)])
my_evidence = [my_share, (play_net - low) / (high - low)]
my_claim = "need not look"
"""
)
WORST = """
worst = min(
    (np.random.default_rng(number).permutation(6).tolist() for number in range(60)),
    key=lambda some: play_payoff(lambda board, values: values[next(k for k in some if k in values)]),
)
"""
NO_PLAYER = {"player": 0, "evidence": 0, "claim": 0}


RIGHT = {
    "replies": [("the first winner by a loop", REPLIES)],
    "ceiling": [("both players in one function", CEILING)],
    "share": [("three choices of one function", SHARE)],
    "bug": [("a mirror where it shows the same patterns", BUG)],
    "mirror": [("five nodes, one for the centre", MIRROR)],
    "own": [("by other functions", OWN)],
    "player": [("an order by hand", PLAYER)],
}

LAST = "my_share = share(my_game, my_order)"


def playing(game):
    """The mistake that this is the game in the end."""
    return mistake((LAST, f"{LAST}\nmy_game = {game}"))


WRONG = {
    "share": [("ZeroDivisionError", mistake((" if way > 1e-9 else 0", ""), costs=("small",)))],
    "mirror": [
        (
            "With bias nodes that say 1",
            mistake(
                ("-0.5 / <<v.bias>>", "-0.5"),
                ("-1, 0.5 / <<v.bias>>", "-1, 0.5"),
                ("0.25 / <<v.bias>>", "0.25"),
            ),
        ),
        ("numbered row by row", mistake(("<<v.order>>", "[*range(9)]"))),
        (
            "This is the chapter's network",
            mistake(
                ("hidden, output = ", "book = anygame.mirror_network()\nhidden, output = "),
                ("mirror = hidden, output", "mirror = book.hidden_weights, book.output_weights"),
            ),
        ),
        ("signs in the", mistake(("= 10, -10", "= -10, 10"), costs=("never",))),
        ("It loses this game", mistake(("-0.5 /", "0 /"), ("-1, 0.5 /", "-1, 0 /"))),
        ("It loses this game", mistake(("range(4)", "range(3)"), costs=("never",))),
        ("The hidden weights are 10 by 10", mistake(("mirror = hidden", "mirror = hidden.T"))),
        (
            "turned in sign",
            mistake(
                ("-1, 0.5 /", "-1, -0.5 /"), ("= 1, -0.5 /", "= 1, 0.5 /"), ("0.25 /", "-0.25 /")
            ),
        ),
    ],
    "own": [
        ("is not among those", playing('"000 000; win 111"')),
        ("over before it begins", playing('f"111 000; win 111; win {my_pattern}"')),
        ("12 squares; 9 are the most", playing('f"0000 0000 0000; win {my_pattern}"')),
        ("A game is one line", playing('"standard"')),
        ("This is no game", playing('f"000 000; won {my_pattern}"')),
        ("no larger than the board", playing('f"00 00 00; win {my_pattern}; win 11"')),
        (
            "The ceiling comes second",
            mistake(("ceiling(my_game)]", "ceiling(my_game)][::-1]"), costs=("baselines",)),
        ),
        (
            "That is its expected payoff",
            mistake(
                (LAST, "my_share = exact_payoff_of(my_game, by_order(my_order))"), costs=("order",)
            ),
        ),
        (
            "each square from 0 to 5 once",
            mistake((LAST, f"{LAST}\nmy_order = my_order[:5]"), costs=("order",)),
        ),
    ],
    "player": [
        ("exchanged", PLAYER + "\nmy_evidence = [0.1, 0.2]\n", {"evidence": 0}, "is not right"),
        (
            "the worst order",
            changed(
                PLAYER,
                ("enumerate(my_order)", "enumerate(worst)"),
                ("hidden, output =", WORST + "hidden, output ="),
            ),
            {"player": 0},
            "no more than a player at random",
        ),
        ("claimed too much", PLAYER + '\nmy_claim = "looks"\n', {"claim": 0}, "does not follow"),
        ("no claim", PLAYER + '\nmy_claim = "it is good"\n', {"claim": 0}, "A claim is"),
        (
            "exact_payoffs",
            PLAYER + "\nmy_evidence = [most, play_net]\n",
            {"evidence": 0},
            "These are expected payoffs",
        ),
        (
            "eleven nodes",
            PLAYER + "\nmy_network = np.zeros((11, 7)), np.zeros((6, 12))\n",
            NO_PLAYER,
            "1 to 10 hidden",
        ),
        ("no game", PLAYER + '\nmy_game = "000; win 11"\n', NO_PLAYER, "See P18.6"),
        (
            "a row of nine",
            PLAYER + "\nmy_network = np.zeros((2, 10)), np.zeros((9, 3))\n",
            NO_PLAYER,
            "are 2 by 7",
        ),
    ],
}

WINS, FIRST = "ends(rules, board, k, 2) == -1]", "winning[:1]"
COMPLETES = (
    "any(all(place(rules, board, k, 2)[at] == 3 - mark for at, mark in line) "
    "for line in rules.win_lines)"
)

# {(task whose solution is edited, task that must notice): {way in which a rule applies: the Mistake
# of a program that overlooks just that}}
OVERLOOKED = {
    ("replies", "replies"): {
        "a pattern of its own": mistake((WINS, f"{WINS[:-1]} and not {COMPLETES}]")),
        "a pattern with which the other loses": mistake((WINS, f"{WINS[:-1]} and {COMPLETES}]")),
        "one open square": mistake(("meant = winning", "if len(squares) == 1:\n        return [0.0] * len(board)\n    meant = winning")),
        **{
            f"{what} wins": mistake((FIRST, f"[k for k in winning if k != {square}][:1]"))
            for what, square in (("the first square", "0"), ("the last square", "len(board) - 1"))
        },
    },
    ("ceiling", "ceiling"): {
        "marks at the start": mistake(("rules.start.squares, choose", "(0,) * len(rules.start.squares), choose")),
        "a player loses by a move of its own": mistake(("else PAYOFF[result]", "else PAYOFF[max(result, 0)]")),
    },
    ("bug", "bug"): {
        "marks at the start": mistake(("start = rules.start.squares", "start = (0,) * len(rules.start.squares)")),
        "columns for rows": mistake(
            ("    if board not in known:", (
                "    wide = rules.start.width\n"
                "    name = board if wide * wide != len(board) else min(\n"
                "        board, tuple(mark for column in range(wide) for mark in board[column::wide])\n"
                "    )\n"
                "    if name not in known:"
            )),
            ("known[board] = max", "known[name] = max"),
            ("return known[board]", "return known[name]"),
        ),
        "marks that are exchanged": mistake(
            ("    if board not in known:", "    name = min(board, tuple(-mark % 3 for mark in board))\n    if name not in known:"),
            ("known[board] = max", "known[name] = max"),
            ("return known[board]", "return known[name]"),
        ),
    },
}  # fmt: skip
