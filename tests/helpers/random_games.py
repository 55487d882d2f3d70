"""Games and boards at random."""

from fogel.rules.rules import Grid, Rules, after, open_squares, outcome, place


def random_board(rules, rng):
    """A board in progress after some random moves, and whose turn it is."""
    board, turn = rules.start.squares, 1
    for _ in range(int(rng.integers(0, len(board)))):
        then = place(rules, board, int(rng.choice(open_squares(board))), turn)
        if outcome(rules, then, turn) is not None:
            break
        board, turn = then, after(rules, turn)
    return board, turn


def random_rules(rng):
    """Small rules of every kind: patterns that win and lose, on boards begun or not."""
    width, height = (int(side) for side in rng.choice([(3, 3), (4, 2), (2, 4), (3, 2), (5, 2)]))

    def pattern():
        sides = int(rng.integers(1, 4)), int(rng.integers(1, 3))
        marks = rng.choice(3, sides[0] * sides[1], p=(0.3, 0.5, 0.2)).tolist()
        return Grid(*sides, tuple(marks if any(marks) else [1] * len(marks)))

    wins, losses = ([pattern() for _ in range(int(count))] for count in rng.integers(0, 4, 2))
    start = rng.choice(3, width * height, p=(0.8, 0.1, 0.1)).tolist()
    return Rules(
        "random", Grid(width, height, tuple(start)), tuple(wins or [pattern()]), tuple(losses)
    )
