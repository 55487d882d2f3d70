"""The numbers of chapter 7's figures, by other ways: the opponents' rules said again, in fractions;
networks in arrays; games followed one by one.
"""

import json
from fractions import Fraction
from functools import cache
from math import floor, log10

import numpy as np
import pytest

from figures import read
from fogel.play import shipped

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
GENERATIONS = (1, 10, 50, 100, 200, 400, 800)
OPPONENTS = ("near-perfect", "random", "perfect")
PAYOFF = {1: 1, 0: 0, -1: -10}


# The game and its players once more.


def won(board):
    return next((board[a] for a, b, c in LINES if board[a] and board[a] == board[b] == board[c]), 0)


def free(board):
    return [] if won(board) else [square for square in range(9) if not board[square]]


def moved(board, square):
    mark = 1 if board.count(1) == board.count(-1) else -1
    return (*board[:square], mark, *board[square + 1 :])


def completing(board, mark, marks):
    """The open squares of the lines that hold so many marks of a kind and nothing else."""
    found = set()
    for line in LINES:
        held = sorted(mark * board[square] for square in line)
        if held == [0] * (3 - marks) + [1] * marks:
            found |= {square for square in line if not board[square]}
    return found


@cache
def forced(board):
    """What X gets if both play perfectly."""
    if not free(board):
        return won(board)
    best = max if board.count(1) == board.count(-1) else min
    return best(forced(moved(board, square)) for square in free(board))


@cache
def reply(name, board):
    """{square: probability} of an opponent of that name."""
    squares, me = free(board), 1 if board.count(1) == board.count(-1) else -1
    if name == "random":
        chosen, slip = squares, Fraction(0)
    elif name == "perfect":
        chosen = [square for square in squares if forced(moved(board, square)) == forced(board)]
        slip = Fraction(0)
    else:
        rules = (
            completing(board, me, 2),
            completing(board, -me, 2),
            completing(board, -me, 1),
            squares,
        )
        chosen, slip = next(filter(None, rules)), Fraction(1, 10)
    share = (1 - slip) / len(chosen)
    return {square: share * (square in chosen) + slip / len(squares) for square in squares}


def loaded(name):
    """The weights of a shipped network, straight from its file."""
    content = json.loads(shipped(name).read_text())
    return np.array(content["hidden_weights"]), np.array(content["output_weights"])


def thought(weights, seen):
    """(levels, contributions to each output, sums) by matrix products."""
    hidden, output = weights
    levels = 1 / (1 + np.exp(-(hidden[:, :9] @ np.array(seen) + hidden[:, 9])))
    parts = output * np.append(levels, 1)
    return levels, parts, parts.sum(axis=1)


def network_player(weights, view=1):
    """A policy; `view` -1 exchanges the marks."""

    @cache
    def policy(board):
        sums = thought(weights, [view * mark for mark in board])[2]
        return {max(free(board), key=lambda square: sums[square]): Fraction(1)}

    return policy


def opponent_player(name):
    return lambda board: reply(name, board)


def outcomes(x, o, board=(0,) * 9):
    """(X wins, tie, O wins), by recursion from the end."""

    @cache
    def below(board):
        if not free(board):
            return tuple(Fraction(won(board) == result) for result in (1, 0, -1))
        policy = x if board.count(1) == board.count(-1) else o
        parts = [(p, below(moved(board, square))) for square, p in policy(board).items() if p]
        return tuple(sum(p * part[result] for p, part in parts) for result in range(3))

    return below(board)


@cache
def family(number):
    return loaded("champion" if number == 800 else f"generation-{number}")


@pytest.fixture(scope="module")
def champions(paper_experiment):
    return [
        (network.hidden_weights, network.output_weights) for network in paper_experiment.champions
    ]


def close(value):
    """Equal to the six digits of a table: half a unit of the last one may be lost."""
    unit = 10.0 ** (floor(log10(abs(value))) - 5) if value else 1e-12
    return pytest.approx(float(value), rel=0, abs=0.51 * unit)


def numbers(row, *keys):
    return [float(row[key]) for key in keys]


def board_of(text):
    return tuple({"X": 1, "O": -1, ".": 0}[letter] for letter in text.replace(" ", ""))


def final_board(squares):
    board = (0,) * 9
    for square in squares:
        board = moved(board, square)
    return board


# The figures.


def test_the_ancestors_against_three_opponents():
    rows = read("07_play_ancestors")
    assert [(row["against"], int(row["generation"])) for row in rows] == [
        (o, g) for o in OPPONENTS for g in GENERATIONS
    ]
    for row in rows:
        x, o = network_player(family(int(row["generation"]))), opponent_player(row["against"])
        assert numbers(row, "it wins", "tie", "it loses") == [
            close(share) for share in outcomes(x, o)
        ]


def test_the_game_that_begins_with_a_mistake():
    rows = read("07_play_bad_moves")
    squares = [int(row["rings"]) for row in rows]
    assert squares[1::2] == [0, 1, 2]
    policy = network_player(family(200))
    for moves, row in enumerate(rows):
        board = final_board(squares[: moves + 1])
        assert board_of(row["board"]) == board
        assert row["title"] == (
            "O has won" if won(board) else ("a tie", "X can win", "O can win")[forced(board)]
        )
        if moves % 2 == 0:
            assert policy(final_board(squares[:moves])) == {squares[moves]: 1}
    assert won(board) == -1


def test_what_the_champion_computes_where_it_misses_a_win():
    rows = read("07_play_head")
    board = tuple(int(row["board"]) for row in rows)
    assert board == (-1, 0, 0, 0, -1, 0, 1, 0, 1)
    hidden, output = family(800)
    levels, parts, sums = thought((hidden, output), board)
    for square, row in enumerate(rows):
        shown = close(1 / (1 + np.exp(-sums[square])))
        assert row["output"] == "" if board[square] else float(row["output"]) == shown
        assert float(row["node 4 looks for"]) == close(hidden[3, square])
        assert float(row["node 4 says"]) == close(output[square, 3])
        assert float(row["activation of node 1 to 9"]) == close(levels[square])
        assert float(row["activation of node 10"]) == close(levels[9])
    rows = read("07_play_contributions")
    assert [row["from"] for row in rows] == [*map(str, range(1, 11)), "bias", "sum"]
    for square in (3, 7):
        column = [float(row[f"to square {square}"]) for row in rows]
        assert column[:11] == [close(part) for part in parts[square]]
        assert column[11] == close(sums[square])
        assert column[11] == pytest.approx(sum(column[:11]), abs=1e-5)
    more = [*(parts[7] - parts[3]), sums[7] - sums[3]]
    assert [float(row["difference"]) for row in rows] == [close(part) for part in more]


def test_the_champion_as_second_player():
    weights = family(800)
    views = {
        "O, marks exchanged": network_player(weights, -1),
        "O, board as it is": network_player(weights),
    }
    views["random as O"] = opponent_player("random")
    rows = read("07_play_second")
    assert len(rows) == 12
    for row in rows:
        against = opponent_player(row["against"])
        if row["champion as"] in views:
            shares = outcomes(against, views[row["champion as"]])[::-1]
        else:
            shares = outcomes(network_player(weights), against)
        assert numbers(row, "it wins", "tie", "it loses") == [close(share) for share in shares]


def test_the_twenty_champions(champions):
    rows = read("07_play_twenty")
    assert [int(row["trial"]) for row in rows] == list(range(20))
    for row, weights in zip(rows, champions, strict=True):
        policy = network_player(weights)
        # A random player can do anything.
        win, _, loss = outcomes(policy, opponent_player("random"))
        assert numbers(row, "wins", "losses") == [close(100 * win), close(100 * loss)]
        by_perfect = outcomes(policy, opponent_player("perfect"))[2] > 0
        kind = (
            "perfect player beats it"
            if by_perfect
            else "only mistakes beat it"
            if loss
            else "never loses"
        )
        assert row["kind"] == kind


@cache
def exact_payoff(board):
    """The most that X can expect from here against the near-perfect player."""
    if not free(board):
        return PAYOFF[won(board)]
    if board.count(1) == board.count(-1):
        return max(exact_payoff(moved(board, square)) for square in free(board))
    return sum(
        p * exact_payoff(moved(board, square)) for square, p in reply("near-perfect", board).items()
    )


def test_the_first_moves(champions):
    first = [next(iter(network_player(weights)((0,) * 9))) for weights in champions]
    for square, row in enumerate(read("07_play_openings")):
        board = moved((0,) * 9, square)
        assert int(row["chosen by (of 20)"]) == first.count(square)
        assert float(row["an expert's payoff"]) == close(32 * exact_payoff(board))
        win, _, loss = outcomes(opponent_player("random"), opponent_player("near-perfect"), board)
        assert float(row["a random player's payoff"]) == close(32 * (win - 10 * loss))


def games(policy, board=(0,) * 9, chance=Fraction(1), met=()):
    """Every game of a network that begins: (the boards on which it moved with their chances, who
    won).
    """
    if not free(board):
        yield met, won(board)
        return
    own = board.count(1) == board.count(-1)
    met = (*met, (board, chance)) if own else met
    for square, p in (policy(board) if own else reply("near-perfect", board)).items():
        yield from games(policy, moved(board, square), chance * p, met)


def boards_by_chance(policy):
    """{board: chance} of all that it can meet (each way to a board counts once), and those from
    which it can lose.
    """
    ways, losing = {}, set()
    for met, winner in games(policy):
        for number, (board, chance) in enumerate(met):
            ways.setdefault(board, {})[tuple(before for before, _ in met[:number])] = chance
            if winner == -1:
                losing.add(board)
    return {board: sum(chances.values()) for board, chances in ways.items()}, losing


def test_the_poster_shows_every_board_that_the_champion_can_meet():
    policy = network_player(family(800))
    chance, losing = boards_by_chance(policy)
    rows = {board_of(row["board"]): row for row in read("07_play_poster")}
    assert set(rows) == set(chance) and not losing
    for board, row in rows.items():
        assert policy(board) == {int(row["move"]): 1}
        assert float(row["chance"]) == close(chance[board])


def test_the_red_boards_of_generation_200():
    policy = network_player(family(200))
    chance, losing = boards_by_chance(policy)
    rows = {board_of(row["board"]): row for row in read("07_play_red")}
    assert set(rows) == losing
    for board, row in rows.items():
        assert policy(board) == {int(row["rings"]): 1}
        assert row["title"] == (
            f"{float(100 * chance[board]):.2g} %" if chance[board] < 1 else "100 %"
        )


def test_three_clicks(champions):
    """The solutions' figure: the boards from which trial 3's champion can be beaten."""
    policy = network_player(champions[3])
    chance, losing = boards_by_chance(policy)
    rows = {board_of(row["board"]): row for row in read("07_play_three_clicks")}
    assert set(rows) == losing
    assert all(row["title"] == f"{float(100 * chance[board]):.3g} %" for board, row in rows.items())
    board = (0,) * 9
    for square in (1, 7, 4):
        board = moved(moved(board, next(iter(policy(board)))), square)
    assert won(board) == -1
