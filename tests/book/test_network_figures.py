"""Chapter 2's figures against slow and plain sums: loops, math.exp and draws.md's draws."""

import math

import numpy as np
import pytest
from by_hand import column
from core_program import program_with

from figures import read
from fogel import Keep, run_trial
from fogel.encoding import X_TO_MOVE, decode, encode, play_game, positions

TOP, BOTTOM = (0, 1, 2), (6, 7, 8)
TASTE = [0.2, 0.1, 0.2, 0.1, 0.3, 0.1, 0.2, 0.1, 0.2]


def activation(total):
    return 1 / (1 + math.exp(-total))


def plain_pass(network, board):
    """(activations, sums), with exactly rounded sums."""
    values = [*map(float, board), 1.0]
    activations = [
        activation(math.fsum(w * v for w, v in zip(row, values, strict=True)))
        for row in network.hidden_weights.tolist()
    ]
    sums = [
        math.fsum(w * v for w, v in zip(row, [*activations, 1.0], strict=True))
        for row in network.output_weights.tolist()
    ]
    return activations, sums


def plain_choice(sums, board):
    return min(
        (square for square in range(9) if board[square] == 0),
        key=lambda square: (-sums[square], square),
    )


@pytest.fixture(scope="module")
def trial():
    return run_trial(trial=7)


@pytest.fixture(scope="module")
def founders():
    """The founders of trial 7, drawn again."""
    found = program_with("evolve")["found"]
    rng = np.random.default_rng(np.random.SeedSequence(1993, spawn_key=(7,)))
    return [found(rng) for _ in range(50)]


@pytest.fixture(scope="module")
def ancestor(trial, founders):
    """The champion's founder: each network has its parent's founder, from the oldest on."""
    founder_of = {}
    for number, parent in enumerate(trial.parent_of.tolist(), 1):
        founder_of[number] = founder_of[parent] if parent else number
    last = run_trial(trial=7, observers=[Keep((800,))]).kept[800]
    number = next(
        number
        for number, network in zip(last.numbers.tolist(), last.networks, strict=True)
        if np.array_equal(network.weights, trial.champion.weights)
    )
    return founders[founder_of[number] - 1]


def test_riddle(ancestor, trial):
    rows = read("02_network_riddle")
    assert [row["title"] for row in rows] == ["network a", "", "", "", "network b", "", "", ""]
    assert [row["board"] for row in rows[:4]] == [row["board"] for row in rows[4:]]
    for number, row in enumerate(rows):
        board = encode(row["board"])
        _, sums = plain_pass(ancestor if number < 4 else trial.champion, board)
        assert [int(place) for place in row["heat"].split()] == [
            sum(b <= a for b in sums) for a in sums
        ]
        assert int(row["rings"]) == plain_choice(sums, board)


def test_stencil():
    position, weights, products = read("02_network_stencil")
    assert position["board"] == "XX. ... OO."
    assert weights["texts"] == weights["heat"] == "4 4 4 0 0 0 0 0 0"
    assert products["texts"] == products["heat"] == "4 4 0 0 0 0 0 0 0"


def test_sigmoid():
    for s, height in zip(
        column("02_network_sigmoid", "sum"), column("02_network_sigmoid", "activation"), strict=True
    ):
        assert height == pytest.approx(math.exp(s) / (1 + math.exp(s)), rel=1e-5)


def test_forward():
    rows = read("02_network_forward")
    board = encode("XX. ... OO.")
    both = activation(4 + 4 - 6)
    for square, row in enumerate(rows):
        values = {key: float(value) for key, value in row.items()}
        assert values["square"] == square and values["input"] == board[square]
        assert (values["to A"], values["from A"]) == ((4, 5) if square in TOP else (0, 0))
        assert (values["to B"], values["from B"]) == ((-4, 3) if square in BOTTOM else (0, 0))
        assert (
            values["activation of A"] == values["activation of B"] == pytest.approx(both, rel=1e-5)
        )
        assert values["bias"] == TASTE[square]
        expected = TASTE[square] + both * (5 * (square in TOP) + 3 * (square in BOTTOM))
        assert values["sum"] == pytest.approx(expected, rel=1e-5)


def test_outputs(trial):
    position, sums, outputs = read("02_network_outputs")
    board = encode(position["board"])
    expected = plain_pass(trial.champion, board)[1]
    assert [float(value) for value in sums["heat"].split()] == pytest.approx(expected, rel=1e-5)
    assert [float(value) for value in outputs["heat"].split()] == pytest.approx(
        list(map(activation, expected)), rel=1e-5
    )
    assert sums["texts"].replace("−", "-").split() == [f"{value:.2f}" for value in expected]
    assert outputs["texts"].split() == [f"{activation(value):.2f}" for value in expected]
    assert {int(row["rings"]) for row in (position, sums, outputs)} == {
        plain_choice(expected, board)
    }


def test_sums(ancestor, trial):
    rows = read("02_network_sums")
    for name, network in (("ancestor", ancestor), ("champion", trial.champion)):
        table = [plain_pass(network, board)[1] for board in positions()[:X_TO_MOVE].tolist()]
        for square in range(9):
            row = next(
                row for row in rows if row["network"] == name and int(row["square"]) == square
            )
            ordered = sorted(sums[square] for sums in table)
            for key, share in (("low", 0.05), ("high", 0.95)):
                below, part = divmod(share * (len(ordered) - 1), 1)
                between = ordered[int(below)] * (1 - part) + ordered[int(below) + 1] * part
                assert float(row[key]) == pytest.approx(between, rel=1e-4, abs=1e-6)
            assert float(row["mean"]) == pytest.approx(
                math.fsum(ordered) / len(ordered), rel=1e-4, abs=1e-6
            )


def test_lines(founders):
    smallest = next(network for network in founders if network.hidden_nodes == 1)
    activations = [plain_pass(smallest, board)[0][0] for board in positions()[:X_TO_MOVE].tolist()]
    for square, row in enumerate(read("02_network_lines")):
        weight, bias = smallest.output_weights[square]
        assert int(row["square"]) == square
        assert float(row["at activation 0"]) == pytest.approx(bias, rel=1e-5)
        assert float(row["at activation 1"]) == pytest.approx(bias + weight, rel=1e-5)
        assert float(row["lowest activation"]) == pytest.approx(min(activations), rel=1e-5)
        assert float(row["highest activation"]) == pytest.approx(max(activations), rel=1e-5)


def test_game(ancestor, trial):
    liking = plain_pass(ancestor, [0] * 9)[1]
    won_by, squares = play_game(
        lambda board, rng: plain_choice(plain_pass(trial.champion, board)[1], board),
        lambda board, rng: plain_choice(liking, board),
        rng=None,
    )
    rows = read("02_network_game")
    assert [int(row["rings"]) for row in rows] == squares
    assert won_by == 1 and rows[-1]["board"] == "O.. ..O XXX"
    board = np.zeros(9, dtype=int)
    for number, row in enumerate(rows):
        board[squares[number]] = -1 if number % 2 else 1
        assert row["board"] == decode(board).replace("\n", " ")
        assert row["title"] == f"move {number + 1}"


def test_small_nodes():
    rows = read("02_network_small_nodes")
    assert [float(row["looks for"]) for row in rows] == [4] * 3 + [0] * 6 + [0] * 6 + [-4] * 3
    assert [float(row["says"]) for row in rows] == [5] * 3 + [0] * 6 + [0] * 6 + [3] * 3


def test_champion_nodes(trial):
    rows = read("02_network_champion_nodes")
    assert len(rows) == 9 * trial.champion.hidden_nodes
    for row in rows:
        node, square = int(row["node"]) - 1, int(row["square"])
        assert float(row["looks for"]) == pytest.approx(
            trial.champion.hidden_weights[node, square], rel=1e-5
        )
        assert float(row["says"]) == pytest.approx(
            trial.champion.output_weights[square, node], rel=1e-5
        )


def follows_its_list(network, boards):
    """The share of boards on which a network moves as on an empty board, if it can."""
    liking = plain_pass(network, [0] * 9)[1]
    moves = [plain_choice(plain_pass(network, board)[1], board) for board in boards]
    return sum(
        move == plain_choice(liking, board) for move, board in zip(moves, boards, strict=True)
    ) / len(boards)


def test_lists(founders):
    rows = read("02_network_lists")
    assert [float(row["from"]) for row in rows] == pytest.approx(
        [0.5 + 0.025 * number for number in range(20)]
    )
    assert sum(int(row["to 5"]) for row in rows) == 50
    counts = [0] * 20
    boards = positions()[:X_TO_MOVE].tolist()
    for network in founders:
        counts[int((follows_its_list(network, boards) - 0.5) / 0.025)] += 1
    assert [int(row["to 0.5"]) for row in rows] == counts


def test_silenced(trial):
    champion, boards = trial.champion, positions()[:X_TO_MOVE].tolist()
    passes = [plain_pass(champion, board) for board in boards]
    for row in read("02_network_silenced"):
        node, count = int(row["node"]) - 1, 0
        for board, (activations, sums) in zip(boards, passes, strict=True):
            without = [
                sums[square] - champion.output_weights[square, node] * activations[node]
                for square in range(9)
            ]
            count += plain_choice(without, board) != plain_choice(sums, board)
        assert int(row["boards"]) == count
