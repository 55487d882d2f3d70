import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from fogel import Network, Settings
from fogel.encoding import IN_PROGRESS, encode, positions
from fogel.network import choose_square, exponential, random_network, sigmoid


def test_the_exponential_is_exact_to_two_units_in_the_last_place():
    rng = np.random.default_rng(1)
    values = np.concatenate(
        [
            rng.uniform(-700, 700, 20_000),
            rng.normal(0, 3, 20_000),
            [0.0, -0.0, 1.0, -1.0, 708, -708],
        ]
    )
    ours, theirs = np.array([exponential(value) for value in values.tolist()]), np.exp(values)
    assert (np.abs(ours - theirs) / np.spacing(theirs)).max() <= 2
    assert exponential(0.0) == 1.0


@given(st.floats(allow_nan=False))
def test_the_sigmoid_stays_between_0_and_1(x):
    assert 0.0 <= sigmoid(x) <= 1.0
    assert sigmoid(x) == pytest.approx(1 - sigmoid(-x))


@given(st.floats(-30, 30), st.floats(-30, 30))
def test_the_sigmoid_keeps_the_order(x, y):
    if x < y - 1e-9:
        assert sigmoid(x) <= sigmoid(y)


def by_matrices(network, board):
    """The textbook's forward pass: two matrix products."""
    activations = 1 / (1 + np.exp(-(network.hidden_weights @ np.append(board, 1))))
    return network.output_weights @ np.append(activations, 1)


def test_the_forward_pass_against_matrices(random_networks, evolved_networks, boards_of_x):
    rng = np.random.default_rng(2)
    for network in random_networks[::10] + evolved_networks[::10]:
        for board in boards_of_x[rng.integers(0, len(boards_of_x), 20)]:
            expected = by_matrices(network, board)
            assert network.sums(board) == pytest.approx(expected, abs=1e-12)
            assert network.outputs(board) == pytest.approx(1 / (1 + np.exp(-expected)), abs=1e-12)


def test_a_network_by_hand():
    # One hidden node that watches square 0, with bias 2: its activation is sigmoid(3 * board[0] +
    # 2).
    hidden = [[3, 0, 0, 0, 0, 0, 0, 0, 0, 2]]
    output = [[square, 0.5] for square in range(9)]
    network = Network(hidden, output)
    activation = 1 / (1 + np.exp(-5))
    assert network.sums(encode("X.. ... O..")) == pytest.approx(
        [square * activation + 0.5 for square in range(9)]
    )
    assert network.choose(encode("X.. ... O..")) == 8
    assert network.choose(encode("X.. ... O.X")) == 7
    assert len(network.weights) == 19 * 1 + 9


@pytest.mark.parametrize(
    ("board", "values", "square"),
    [
        ("... ... ...", [0.1, 0.2, 0.9, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8], 2),
        ("..X ..O ...", [0.1, 0.2, 0.9, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8], 8),  # the largest is taken
        ("XOX OXO OX.", [9, 9, 9, 9, 9, 9, 9, 9, -9], 8),  # one square is left
        ("... ... ...", [5, 5, 5, 5, 5, 5, 5, 5, 5], 0),  # equal values: the lowest square
        ("X.. ... ...", [5, 5, 5, 5, 5, 5, 5, 5, 5], 1),
        ("O.. ... ..X", [-5, -4, -3, -2, -1, -2, -3, -4, -5], 4),  # negative values
        ("... .X. ...", [0, 0, 0, 0, 1, 0, 0, 0, 0], 0),  # never "no square", because 0 counts too
    ],
)
def test_the_move_is_the_open_square_with_the_largest_value(board, values, square):
    assert choose_square(values, encode(board)) == square


@given(st.integers(0, 4519), arrays(float, 9, elements=st.floats(-100, 100)))
def test_choose_square_against_a_plain_statement(row, values):
    board = positions()[row]
    choices = [square for square in range(9) if board[square] == 0]
    assert choose_square(values, board) == max(
        choices, key=lambda square: (values[square], -square)
    )


def test_saturation_makes_no_ties():
    # Both outputs round to 1, but their sums differ.
    network = Network(np.zeros((1, 10)), [[0, 50 + square] for square in range(9)])
    assert network.outputs(encode("." * 9))[0] == network.outputs(encode("." * 9))[8] == 1.0
    assert network.choose(encode("." * 9)) == 8


def test_as_second_player_it_sees_the_marks_exchanged():
    rng = np.random.default_rng(3)
    network = random_network(rng)
    board = encode("X.. .O. ..X")
    assert network(board, rng) == network.choose(-board)
    assert network(encode("X.. .O. ..."), rng) == network.choose(encode("X.. .O. ..."))


class NoDraws:
    """A generator that nobody may ask for anything."""

    def __getattr__(self, name):
        raise AssertionError(f"a network drew {name}")


def test_a_network_draws_nothing_and_always_answers_the_same(random_networks, evolved_networks):
    """On all kinds of boards, with either mark, with or without a generator, any times."""
    rng = np.random.default_rng(6)
    for network in random_networks[::100] + evolved_networks[::50]:
        rows = rng.choice(IN_PROGRESS, 100, replace=False)
        for board in positions()[rows]:
            own = board if board.sum() == 0 else -board
            sums = by_matrices(network, own)
            square = max(np.flatnonzero(board == 0), key=lambda square: sums[square])
            answers = [
                network(board, NoDraws()),
                network(board),
                network(board.tolist(), NoDraws()),
            ]
            assert answers == [square] * 3 == [network.choose(own)] * 3


def test_a_network_is_read_only():
    network = random_network(np.random.default_rng(4))
    for read_only in (network, pickle.loads(pickle.dumps(network))):
        with pytest.raises(ValueError, match="read-only"):
            read_only.hidden_weights[0, 0] = 1
        with pytest.raises(ValueError, match="read-only"):
            read_only.output_weights[0, 0] = 1
        with pytest.raises(AttributeError, match="read-only"):
            read_only.hidden_weights = None
        assert (read_only.weights == network.weights).all()


def test_a_network_copies_its_weights():
    hidden, output = np.zeros((1, 10)), np.zeros((9, 2))
    network = Network(hidden, output)
    hidden[0, 0] = 7
    assert not network.hidden_weights.any()


@pytest.mark.parametrize(
    ("hidden", "output", "message"),
    [
        (np.zeros((11, 10)), np.zeros((9, 12)), "hidden_weights must be 1 to 10 rows of 10"),
        (np.zeros((0, 10)), np.zeros((9, 1)), "hidden_weights must be 1 to 10 rows of 10"),
        (np.zeros((3, 9)), np.zeros((9, 4)), "hidden_weights must be 1 to 10 rows of 10"),
        (np.zeros((3, 10)), np.zeros((9, 3)), "output_weights must be 9 rows of 4"),
        (np.zeros((3, 10)), np.zeros((4, 9)), "output_weights must be 9 rows of 4"),
        (np.zeros(10), np.zeros((9, 2)), "hidden_weights must have two dimensions"),
        (np.full((1, 10), np.nan), np.zeros((9, 2)), "hidden_weights must hold finite numbers"),
        (np.zeros((1, 10)), np.full((9, 2), np.inf), "output_weights must hold finite numbers"),
        ([[1, 2], [3]], np.zeros((9, 2)), "hidden_weights must be rows of numbers"),
        ([["a"] * 10], np.zeros((9, 2)), "hidden_weights must be rows of numbers"),
    ],
)
def test_wrong_weights_are_named(hidden, output, message):
    with pytest.raises(ValueError, match=message):
        Network(hidden, output)


@pytest.mark.parametrize("board", [[0] * 8, [0] * 10, [2] + [0] * 8, [0.5] + [0] * 8])
def test_an_input_is_nine_marks(board):
    with pytest.raises(ValueError, match="nine numbers 1, 0 or -1"):
        random_network(np.random.default_rng(1)).sums(board)


def test_a_full_board_has_no_move():
    with pytest.raises(ValueError, match="no square is open"):
        random_network(np.random.default_rng(1)).choose(encode("XOX XOO OXX"))


def test_founders(random_networks):
    weights = np.concatenate([network.weights for network in random_networks])
    assert -0.5 <= weights.min() < -0.499 and 0.499 < weights.max() < 0.5
    assert abs(weights.mean()) < 4 * np.sqrt(1 / 12 / len(weights))
    counts = np.bincount([network.hidden_nodes for network in random_networks], minlength=11)
    assert counts[0] == 0 and (np.abs(counts[1:] - 50) < 4 * np.sqrt(50 * 0.9)).all()
    assert all(len(network.weights) == 19 * network.hidden_nodes + 9 for network in random_networks)


def test_founders_without_bias():
    network = random_network(np.random.default_rng(1), Settings(bias=False))
    assert not network.hidden_weights[:, -1].any() and not network.output_weights[:, -1].any()
