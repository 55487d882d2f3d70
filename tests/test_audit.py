from fractions import Fraction

import numpy as np
import pytest

from fogel import Settings, play_game
from fogel.audit import Results, chances, expected_payoff, never_loses, policy, results
from fogel.encoding import O, X, encode, is_final, open_squares, positions, to_move, winner
from fogel.opponent import near_perfect_player, near_perfect_weights, random_player
from fogel.play import adversary


@pytest.fixture(scope="module")
def champion():
    return adversary("champion")


def by_fractions(network, settings, board=(0,) * 9):
    """(win, tie, loss) of a network that begins, depth first and in exact fractions: no sums are shared."""
    if is_final(board):
        return tuple(Fraction(winner(board) == value) for value in (1, 0, -1))
    if sum(board) == 0:
        square = network(np.array(board))
        return by_fractions(network, settings, (*board[:square], 1, *board[square + 1 :]))
    weights, open_ones = near_perfect_weights(board, settings), open_squares(board)
    slip, total = Fraction(1, 10), [Fraction(0)] * 3
    for square in open_ones:
        chance = (1 - slip) * Fraction(weights[square], sum(weights)) + slip / len(open_ones)
        part = by_fractions(network, settings, (*board[:square], -1, *board[square + 1 :]))
        total = [whole + chance * piece for whole, piece in zip(total, part, strict=True)]
    return tuple(total)


@pytest.mark.parametrize("name", ["champion", "generation-1", "generation-100"])
@pytest.mark.parametrize("marker", ["network", "own"])
def test_exact_results_against_fractions(name, marker):
    settings, network = Settings(marker=marker), adversary(name)
    exact = by_fractions(network, settings)
    assert sum(exact) == 1
    assert np.allclose(results(network, settings=settings), [float(part) for part in exact], rtol=0, atol=1e-12)


@pytest.mark.parametrize("mark", [X, O])
@pytest.mark.parametrize("against", ["random", "near-perfect"])
def test_exact_results_against_games(champion, against, mark):
    rng = np.random.default_rng(8)
    other = random_player() if against == "random" else near_perfect_player()
    pair = (champion, other) if mark == X else (other, champion)
    games = 2000
    winners = np.array([play_game(*pair, rng)[0] for _ in range(games)]) * mark
    for value, chance in zip((1, 0, -1), results(champion, against, mark), strict=True):
        error = 4 * np.sqrt(chance * (1 - chance) / games)
        assert abs((winners == value).mean() - chance) <= error + 1e-12


def test_random_against_random():
    """Known to everybody who ever counted it: X wins 737/1260, O 363/1260, the rest are ties."""
    assert np.allclose(results("random", "random"), (737 / 1260, 160 / 1260, 363 / 1260))


def test_perfect_players_tie():
    assert np.allclose(results("perfect", "perfect"), (0, 1, 0))


def test_random_games_reach_every_board():
    found = chances(policy("random"), policy("random"))
    assert set(found) == {tuple(board) for board in positions().tolist()}
    marks = [9 - board.count(0) for board in found]
    assert marks == sorted(marks)
    by_marks = {count: sum(c for board, c in found.items() if 9 - board.count(0) == count) for count in range(6)}
    assert np.allclose(list(by_marks.values()), 1.0)


def test_a_board_to_start_from():
    start = tuple(encode("XX. OO. ...").tolist())
    found = chances(policy("perfect"), policy("perfect"), start)
    assert list(found) == [start, tuple(encode("XXX OO. ...").tolist())]


@pytest.mark.parametrize("name", ["champion", "generation-1", "generation-400"])
def test_never_loses_is_a_proof(name):
    network = adversary(name)

    def can_lose(board):
        if is_final(board):
            return winner(board) == -1
        squares = [network(np.array(board))] if to_move(board) == X else open_squares(board)
        return any(can_lose((*board[:s], to_move(board), *board[s + 1 :])) for s in squares)

    assert never_loses(network) == (not can_lose((0,) * 9))
    assert not never_loses(network, O)


def test_expected_payoff():
    assert expected_payoff(Results(0.5, 0.25, 0.25)) == 32 * (0.5 - 2.5)
    assert expected_payoff(Results(0.5, 0.25, 0.25), Settings(games=8, tie_payoff=2, loss_payoff=-1)) == 8 * 0.75
