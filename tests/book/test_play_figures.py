"""Chapter 7's figures by other ways: rules in fractions, networks in arrays, each game."""

import json
from fractions import Fraction
from functools import cache
from math import floor, log10

import numpy as np
import pytest
from rule_by_hand import (
    EMPTY_BOARD,
    board_of,
    exact_payoffs,
    forced,
    free,
    outcomes,
    perfect,
    put,
    random,
    result,
    rule,
    uniform,
)

from figures import read
from fogel.play import shipped

GENERATIONS = (1, 10, 50, 100, 200, 400, 800)
OPPONENTS = {"near-perfect": rule, "random": random, "perfect": perfect}


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
    """A function of a board to nine fractions; `view` -1 exchanges the marks."""

    @cache
    def policy(board):
        sums = thought(weights, [view * mark for mark in board])[2]
        return uniform([max(free(board), key=lambda square: sums[square])])

    return policy


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


def final_board(squares):
    board = EMPTY_BOARD
    for square in squares:
        board = put(board, square)
    return board


# The figures.


def test_the_ancestors_against_three_opponents():
    rows = read("07_play_ancestors")
    assert [(row["against"], int(row["generation"])) for row in rows] == [
        (o, g) for o in OPPONENTS for g in GENERATIONS
    ]
    for row in rows:
        x, o = network_player(family(int(row["generation"]))), OPPONENTS[row["against"]]
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
            "O has won" if result(board) else ("a tie", "X can win", "O can win")[forced(board)]
        )
        if moves % 2 == 0:
            assert policy(final_board(squares[:moves])).index(1) == squares[moves]
    assert result(board) == -1


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
    views["random as O"] = random
    rows = read("07_play_second")
    assert len(rows) == 12
    for row in rows:
        against = OPPONENTS[row["against"]]
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
        win, _, loss = outcomes(policy, random)
        assert numbers(row, "wins", "losses") == [close(100 * win), close(100 * loss)]
        by_perfect = outcomes(policy, perfect)[2] > 0
        kind = (
            "perfect player beats it"
            if by_perfect
            else "only mistakes beat it"
            if loss
            else "never loses"
        )
        assert row["kind"] == kind


def test_the_first_moves(champions):
    first = [network_player(weights)(EMPTY_BOARD).index(1) for weights in champions]
    exact_payoff = exact_payoffs(rule)
    for square, row in enumerate(read("07_play_openings")):
        board = put(EMPTY_BOARD, square)
        assert int(row["chosen by (of 20)"]) == first.count(square)
        assert float(row["an expert's payoff"]) == close(32 * exact_payoff(board))
        win, _, loss = outcomes(random, rule, board)
        assert float(row["a random player's payoff"]) == close(32 * (win - 10 * loss))


def games(policy, board=EMPTY_BOARD, chance=Fraction(1), met=()):
    """Every game of a network that begins: (its boards with their chances, the winner)."""
    if result(board) is not None:
        yield met, result(board)
        return
    own = sum(board) == 0
    met = (*met, (board, chance)) if own else met
    for square, p in enumerate((policy if own else rule)(board)):
        if p:
            yield from games(policy, put(board, square), chance * p, met)


def boards_by_chance(policy):
    """{board: chance} of all that it can meet, and the boards from which it can lose."""
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
        assert policy(board).index(1) == int(row["move"])
        assert float(row["chance"]) == close(chance[board])


def test_the_red_boards_of_generation_200():
    policy = network_player(family(200))
    chance, losing = boards_by_chance(policy)
    rows = {board_of(row["board"]): row for row in read("07_play_red")}
    assert set(rows) == losing
    for board, row in rows.items():
        assert policy(board).index(1) == int(row["rings"])
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
    board = EMPTY_BOARD
    for square in (1, 7, 4):
        board = put(put(board, policy(board).index(1)), square)
    assert result(board) == -1
