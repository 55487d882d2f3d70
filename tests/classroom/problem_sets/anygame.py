"""Answers to problem set 18, right ones written otherwise and plausible wrong ones.

WRONG: {task: [(what is wrong, code, points by part, words of the message)]}. RIGHT: {task: [(how,
code)]}. Code may hold the texts' placeholders. A part that is not named earns all of its points.
All answers of a notebook share their names, so each brings its own functions.
"""

from rewritten import changed

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
FIRST = "if winner is None and result"
NO_REPLIES = {"some": 0}
ALL_THAT_WIN = """
def replies(game, board):
    rules = anygame.find_game(game)
    squares = [k for k, mark in enumerate(board) if not mark]
    ends = [outcome(rules, place(rules, board, k, 2), last=2) for k in squares]
    wins = [k for k, end in zip(squares, ends) if end and end[1] == 1] or squares
    return [(k in squares) * <<v.slip>> / len(squares) + (k in wins) * (1 - <<v.slip>>) / len(wins)
            for k in range(len(board))]
"""
ON_THE_OTHERS = changed(
    ALL_THAT_WIN,
    ("or squares", "[:1] or squares"),
    ("(k in squares) * <<v.slip>> / len(squares)",
     "(k in squares and (k not in wins or wins == squares)) * <<v.slip>> / (len(squares) - "
     "len(wins) or len(squares))"),
).replace("end[1] == 1] [:1]", "end[1] == 1][:1]")  # fmt: skip

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
WON = "won = [k for k in found if found[k][1] == -1][:1] or list(found)"
DRAWN = "<<v.slip>> * mean + (1 - <<v.slip>>) * sum(values[k] for k in won) / len(won)"
NO_CEILING = {"small": 0, "large": 0}

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
RESULT = "(mine - low) / (high - low) if"
TAKEN = "[values[k] for k in order if not board[k]][0]"
NO_SHARE = {"small": 0, "large": 0}

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
ALIKE = "for some in (rules.wins, rules.losses))"

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
STEEP, HEARD = (
    "hidden[node, [one, other]] = 25, -25",
    "output[[one, other], 5] = -1 / <<v.bias>>, 1 / <<v.bias>>",
)

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
GAME = 'my_game = f"000 000; win {my_pattern}; lose 1 1; lose 11"'
NO_OWN = {"game": 0, "baselines": 0, "order": 0}

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

WRONG = {
    "replies": [
        ("the book's slip", REPLIES.replace("<<v.slip>>", "0.1"), NO_REPLIES, "as in the book"),
        ("never slips", REPLIES.replace("<<v.slip>>", "0"), NO_REPLIES, "the opponent never slips"),
        (
            "exchanged",
            REPLIES.replace("<<v.slip>>", "(1 - <<v.slip>>)"),
            NO_REPLIES,
            "have changed places",
        ),
        ("all that win", ALL_THAT_WIN, NO_REPLIES, "All squares that win are as likely"),
        ("the last", changed(REPLIES, (FIRST, "if result")), NO_REPLIES, "The last of the squares"),
        ("on the others", ON_THE_OTHERS, NO_REPLIES, "lands on the other squares alone"),
        (
            "blocks",
            changed(
                REPLIES, ("+ (2,) +", "+ (1,) +"), ("last=2", "last=1"), ("result[1]", "result[0]")
            ),
            {"none": 0, "some": 0},
            "by which player 1 would win",
        ),
        (
            "any end",
            changed(REPLIES, (" and result[1] == 1", "")),
            {"none": 0, "some": 0},
            "Any move that ends the game",
        ),
    ],
    "ceiling": [
        (
            "the book's payoffs",
            changed(CEILING, ("<<v.win>>", "1"), ("<<v.tie>>", "0"), ("<<v.loss>>", "-10")),
            NO_CEILING,
            "the book's payoffs",
        ),
        ("the book's slip", CEILING.replace("<<v.slip>>", "0.1"), NO_CEILING, "as in the book"),
        ("no ties", changed(CEILING, ("0: <<v.tie>>", "0: 0")), NO_CEILING, "A tie counts 0"),
        (
            "feared",
            changed(CEILING, (DRAWN, "min(values.values())")),
            NO_CEILING,
            "worst for player 1",
        ),
        (
            "at random",
            changed(CEILING, (WON, "won = list(found)")),
            NO_CEILING,
            "moves at random here",
        ),
        (
            "a random player's",
            changed(CEILING, ("max(values.values()))", "sum(values.values()) / len(values))")),
            NO_CEILING,
            "what a player at random is worth",
        ),
        (
            "a friend",
            changed(CEILING, (DRAWN, "max(values.values())")),
            NO_CEILING,
            "on the opponent's boards too",
        ),
        (
            "the other's payoff",
            changed(
                CEILING, ("{1: <<v.win>>", "{1: <<v.loss>>"), ("-1: <<v.loss>>", "-1: <<v.win>>")
            ),
            NO_CEILING,
            "player 1's is asked for",
        ),
    ],
    "share": [
        (
            "places",
            changed(SHARE, ("in order if", "in np.argsort(order) if")),
            NO_SHARE,
            "read as places",
        ),
        (
            "the last",
            changed(SHARE, (f"{TAKEN})", f"{TAKEN[:-3]}[-1])")),
            NO_SHARE,
            "The last open square",
        ),
        (
            "draws",
            changed(SHARE, (TAKEN, "values.get(order[0], float(np.mean(list(values.values()))))")),
            NO_SHARE,
            "it should go on to the next",
        ),
        ("a gain", changed(SHARE, (RESULT, "(mine - low) if")), NO_SHARE, "how much is gained"),
        (
            "from 0",
            changed(SHARE, (RESULT, "mine / high if")),
            NO_SHARE,
            "begins at an expected payoff of 0",
        ),
        (
            "of the ceiling",
            changed(SHARE, (RESULT, "(mine - low) / high if")),
            NO_SHARE,
            "divided by the ceiling",
        ),
        (
            "what is left",
            changed(SHARE, (RESULT, "(high - mine) / (high - low) if")),
            NO_SHARE,
            "the way that is left",
        ),
        (
            "no way",
            changed(SHARE, (" if high - low > 1e-9 else 0.0", "")),
            {"small": 0},
            "ZeroDivisionError",
        ),
    ],
    "bug": [
        (
            "as it was",
            changed(BUG, ("if alike:", "if True:")),
            {"openings": 0},
            "with its bug still in it",
        ),
        (
            "wins alone",
            changed(BUG, (ALIKE, "for some in (rules.wins,))")),
            {"openings": 0},
            "The losing ones count",
        ),
        (
            "losses alone",
            changed(BUG, (ALIKE, "for some in (rules.losses,))")),
            {"openings": 0},
            "The winning ones count",
        ),
        (
            "the other's",
            changed(BUG, ("return [result(", "return [-result(")),
            {"openings": 0},
            "The sign is turned",
        ),
        (
            "upside down",
            changed(
                BUG,
                ("if alike:", "if True:"),
                (
                    (
                        "min(board, tuple(m for at in range(0, len(board), width) for m in"
                        " board[at:at + width][::-1]))"
                    ),
                    (
                        "min(board, tuple(m for at in range(0, len(board), width)[::-1] for m in"
                        " board[at:at + width]))"
                    ),
                ),
            ),
            {"openings": 0},
            "upside down",
        ),
    ],
    "mirror": [
        (
            "a bias of 1",
            MIRROR.replace("<<v.bias>>", "1"),
            {"centre": 0, "never": 0},
            "With bias nodes that say 1",
        ),
        (
            "row by row",
            MIRROR.replace("<<v.place>>", "range(9)"),
            {"centre": 0, "never": 0},
            "numbered row by row",
        ),
        (
            "the chapter's",
            (
                "from fogel import anygame\nchapters = anygame.mirror_network()\n"
                "mirror = chapters.hidden_weights, chapters.output_weights\n"
            ),
            {"centre": 0, "never": 0},
            "This is the chapter's network",
        ),
        (
            "the other sign",
            changed(MIRROR, (STEEP, STEEP.replace("25, -25", "-25, 25"))),
            {"never": 0},
            "signs in the",
        ),
        (
            "no bias",
            changed(MIRROR, (HEARD, "pass")),
            {"centre": 0, "never": 0},
            "It loses this game",
        ),
        (
            "three pairs",
            changed(MIRROR, ("range(4)", "range(3)")),
            {"never": 0},
            "It loses this game",
        ),
        (
            "turned round",
            changed(MIRROR, ("(hidden, output)", "(hidden.T, output.T)")),
            {"centre": 0, "never": 0},
            "The hidden weights are 10 by 10",
        ),
        (
            "the other bias",
            changed(MIRROR, (HEARD, HEARD.replace("-1 /", "1 /").replace(", 1 /", ", -1 /"))),
            {"centre": 0, "never": 0},
            "turned in sign",
        ),
    ],
    "own": [
        (
            "another pattern",
            changed(OWN, (GAME, 'my_game = "000 000; win 111"')),
            NO_OWN,
            "is not among those",
        ),
        (
            "over at once",
            changed(
                OWN,
                (
                    "_payoff = mine_exact_payoffs(my_game)",
                    (
                        '_payoff = mine_exact_payoffs(my_game)\nmy_game = f"111 000; win 111; win'
                        ' {my_pattern}"'
                    ),
                ),
            ),
            NO_OWN,
            "over before it begins",
        ),
        (
            "too large",
            OWN + '\nmy_game = f"0000 0000 0000; win {my_pattern}"\n',
            NO_OWN,
            "12 squares; 9 are the most",
        ),
        ("no notation", OWN + '\nmy_game = "standard"\n', NO_OWN, "A game is one line"),
        (
            "no pattern",
            OWN + '\nmy_game = f"000 000; won {my_pattern}"\n',
            NO_OWN,
            "This is no game",
        ),
        (
            "it fits nowhere",
            OWN + '\nmy_game = f"00 00 00; win {my_pattern}; win 11"\n',
            NO_OWN,
            "no larger than the board",
        ),
        (
            "the ceiling first",
            OWN + "\nmy_baselines = [high, low]\n",
            {"baselines": 0},
            "The ceiling comes second",
        ),
        (
            "an expected payoff",
            OWN + "\nmy_share = most\n",
            {"order": 0},
            "That is its expected payoff",
        ),
        (
            "five squares",
            OWN + "\nmy_order = [0, 1, 2, 3, 4]\n",
            {"order": 0},
            "each square from 0 to 5 once",
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
