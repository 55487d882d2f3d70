"""Chapter 3's figures, from the magic-square statement of the rule and in other ways."""

from fractions import Fraction

import numpy as np
import pytest
from rule_by_hand import (
    EMPTY_BOARD,
    SLIP,
    best_squares,
    board_of,
    exact_payoffs,
    forced,
    free,
    independent_rule,
    outcomes,
    perfect,
    put,
    random,
    result,
    rule,
)

from figures import read


def numbers(text):
    return [float(value) for value in text.split()]


def shares(x, o):
    return [*map(float, outcomes(x, o))]


def shown(row):
    return [float(row[name]) for name in ("X wins", "tie", "O wins")]


@pytest.mark.parametrize("name", ["win", "block", "hinder"])
def test_each_clause_is_the_one_that_decides(name):
    for row in read(f"03_opponent_{name}"):
        board = board_of(row["board"])
        assert sum(board) == 1 and result(board) is None
        ends_at_once = any(result(put(board, square)) == -1 for square in free(board))
        threat = any(result((*board[:s], 1, *board[s + 1 :])) == 1 for s in free(board))
        assert name == ("win" if ends_at_once else "block" if threat else "hinder")


@pytest.mark.parametrize(
    ("name", "readings"),
    [
        ("win", [(0, "network", "squares")] * 3),
        ("block", [(0, "network", "squares")] * 3),
        ("hinder", [(0, "network", "squares")] * 4),
        ("blunders", [(0, "network", "squares")] * 4),
        ("slips", [(0, "network", "squares"), (SLIP, "network", "squares")] * 2),
        ("marker", [(0, "network", "squares"), (0, "own", "squares")] * 2),
        ("lines", [(0, "network", way) for way in ("squares", "lines", "first")]),
    ],
)
def test_probabilities_painted_into_boards(name, readings):
    rows = read(f"03_opponent_{name}")
    for row, (slip, marker, line_choice) in zip(rows, readings, strict=True):
        expected = independent_rule(
            list(board_of(row["board"])), Fraction(slip), marker, line_choice
        )
        assert numbers(row["heat"]) == pytest.approx([float(p) for p in expected], abs=1e-6)
        percent = [0.0 if text == "-" else float(text) for text in row["texts"].split()]
        assert percent == pytest.approx([float(100 * p) for p in expected], abs=0.0501)


def test_frames_keep_the_result():
    for row in read("03_opponent_blunders"):
        board = board_of(row["board"])
        good = best_squares(board)
        assert [int(square) for square in row["rings"].split()] == good
        possible = [square for square, p in enumerate(rule(board, Fraction(0))) if p]
        assert set(possible) - set(good)  # the rule may blunder there


def test_the_pieces_of_the_interval_and_the_draws():
    rows = read("03_opponent_interval")
    chances = independent_rule([1, 0, -1, 0, 0, 1, 0, 0, 0], SLIP, "network", "squares")
    pieces = {int(row["square"]): row for row in rows if row["kind"] == "piece"}
    assert set(pieces) == {square for square in range(9) if chances[square]}
    for square, row in pieces.items():
        ends = float(sum(chances[:square])), float(sum(chances[: square + 1]))
        assert (float(row["from"]), float(row["to"])) == pytest.approx(ends, abs=1e-6)
    draws = [row for row in rows if row["kind"] == "draw"]
    assert [float(row["from"]) for row in draws] == pytest.approx(
        np.random.default_rng(3).random(12), abs=1e-6
    )
    for row in draws:
        piece = pieces[int(row["square"])]
        assert float(piece["from"]) <= float(row["from"]) < float(piece["to"])


def test_the_tree_of_three_boards():
    """Every board that can follow, once, and the chance of an X that moves at random."""

    def wins(board):
        if result(board) is not None:
            return Fraction(result(board) == 1)
        chances = rule(board) if sum(board) else random(board)
        return sum(p * wins(put(board, square)) for square, p in enumerate(chances) if p)

    rows = read("03_opponent_tree")
    boards = [board_of(row["board"]) for row in rows]
    assert rows[0]["after"] == "" and len(set(boards)) == len(boards)
    for board, row in zip(boards, rows, strict=True):
        assert float(row["X wins"]) == pytest.approx(float(wins(board)))
        after = [other for other in rows if other["after"] == row["board"]]
        expected = (
            {}
            if result(board) is not None
            else dict(enumerate(rule(board) if sum(board) else random(board)))
        )
        expected = {put(board, square): float(p) for square, p in expected.items() if p}
        assert {
            board_of(other["board"]): float(other["chance"]) for other in after
        } == pytest.approx(expected, abs=1e-6)


def test_results_of_three_first_players():
    players = {"random": random, "its double": rule, "perfect": perfect}
    rows = read("03_opponent_results")
    assert [row["first player"] for row in rows] == list(players)
    for row in rows:
        assert shown(row) == pytest.approx(shares(players[row["first player"]], rule), abs=2e-6)


def test_six_replies_to_a_corner():
    exact_payoff = exact_payoffs(lambda board: rule(board, Fraction(0)))
    corner = put(EMPTY_BOARD, 0)
    rows = read("03_opponent_replies")
    assert [board_of(row["board"]) for row in rows] == [
        put(corner, s) for s, p in enumerate(rule(corner, 0)) if p
    ]
    for row in rows:
        board = board_of(row["board"])
        assert row["title"] == f"X wins {100 * exact_payoff(board)} %"
        assert exact_payoff(put(board, int(row["rings"]))) == exact_payoff(board)
    assert exact_payoff(EMPTY_BOARD) == exact_payoff(corner) == Fraction(11, 12)


def test_a_win_against_an_opponent_that_never_slips():
    board = EMPTY_BOARD
    for row in read("03_opponent_fork"):
        square = int(row["rings"])
        if sum(board) == 1:
            assert rule(board, Fraction(0))[square] > 0
            assert forced(put(board, square)) == 1
        board = put(board, square)
        assert board == board_of(row["board"])
    assert result(board) == 1


def first_players(o):
    """The numbers of first players; an expert never loses, so its payoff is its wins."""
    best = float(exact_payoffs(o)(EMPTY_BOARD))
    return {
        "random": shares(random, o),
        "perfect": shares(perfect, o),
        "expert": [best, 1 - best, 0.0],
    }


@pytest.mark.parametrize(
    ("name", "column", "opponents"),
    [
        (
            "expert",
            "opponent",
            {"no slips": (Fraction(0), "network"), "10 % slips": (SLIP, "network")},
        ),
        ("readings", "marker", {"network's X": (SLIP, "network"), "its own O": (SLIP, "own")}),
    ],
)
def test_perfect_players_and_experts(name, column, opponents):
    rows = read(f"03_opponent_{name}")
    for kind, (slip, marker) in opponents.items():
        expected = first_players(lambda board, slip=slip, marker=marker: rule(board, slip, marker))
        mine = [row for row in rows if row[column] == kind]
        assert len(mine) == len(rows) // 2
        for row in mine:
            assert shown(row) == pytest.approx(expected[row["first player"]], abs=2e-6)


def test_the_share_of_slips():
    rows = read("03_opponent_slip_rates")
    assert [float(row["slips"]) for row in rows] == pytest.approx([k / 10 for k in range(11)])
    for k in (0, 1, 5, 10):
        expected = first_players(lambda board, k=k: rule(board, Fraction(k, 10)))
        for name, (won, _, _) in expected.items():
            assert float(rows[k][name]) == pytest.approx(won, abs=2e-6)


def test_the_riddle_shows_a_win_a_block_and_a_choice_of_six():
    choices = [
        np.flatnonzero(rule(board_of(row["board"]), slip=0)).tolist()
        for row in read("03_opponent_riddle")
    ]
    assert choices[:2] == [[5], [3]] and len(choices[2]) == 6
