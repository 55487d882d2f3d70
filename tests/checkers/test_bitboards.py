import numpy as np
import pytest
from checkers_positions import random_position

from fogel.checkers import bitboards, rules
from fogel.checkers.bitboards import from_bits, list_bits, positions_after, to_bits
from fogel.checkers.rules import Checkers, after, is_crowned, moves


def test_a_bit_is_left_out_after_every_second_row():
    assert list_bits(Checkers(4, 4, 2)) == [0, 1, 2, 3, 5, 6, 7, 8]
    assert list_bits(Checkers())[-1] == 34 and list_bits(Checkers(10, 10, 20))[-1] == 53


@pytest.mark.parametrize(
    "sizes, many", [((8, 8, 12), 4000), ((10, 10, 20), 500), ((4, 10, 5), 500), ((10, 4, 2), 500)]
)
def test_moves_are_those_of_the_rules_on_random_positions(sizes, many):
    """Those of all positions of small boards are compared where these are solved."""
    game, rng, jumping, crowned, longest = Checkers(*sizes), np.random.default_rng(19), 0, 0, 0
    for _ in range(many):
        position = random_position(game, rng, int(rng.integers(2, game.squares * 3 // 4)))
        allowed = moves(game, position)
        assert from_bits(game, to_bits(game, position), position.player) == position
        assert positions_after(game, position) == [after(game, position, move) for move in allowed]
        jumping += bool(allowed) and bool(rules.jumped(game, allowed[0]))
        crowned += any(is_crowned(game, position.board[move[0] - 1], move[-1]) for move in allowed)
        longest = max([longest, *map(len, allowed)])
    # The cases that differ are among them.
    assert jumping > many / 4 and crowned > many / 20 and longest >= 4


@pytest.mark.parametrize("sizes, plies", [((4, 6, 3), 8), ((10, 10, 15), 4)])
def test_perft_is_that_of_the_rules(sizes, plies):
    game = Checkers(*sizes)
    for number in range(plies + 1):
        assert bitboards.perft(game, number) == rules.perft(game, number)
    position = after(game, game.start, moves(game, game.start)[0])
    assert bitboards.perft(game, plies - 1, position) == rules.perft(game, plies - 1, position)


PUBLISHED = [7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680]
SIX_BY_SIX = [5, 25, 106, 369, 1271, 4104, 12495]


@pytest.mark.parametrize("perft, most", [(rules.perft, 5), (bitboards.perft, 9)])
def test_sequences_of_moves_are_as_many_as_published(perft, most):
    assert [perft(Checkers(), plies + 1) for plies in range(most)] == PUBLISHED[:most]
    assert [perft(Checkers(6, 6, 6), plies) for plies in range(1, 8)] == SIX_BY_SIX


def test_too_many_moves_are_refused_and_nothing_is_written_beyond_the_room(monkeypatch):
    game = Checkers(6, 6, 6)
    monkeypatch.setattr(bitboards, "MOST_MOVES", 4)
    with pytest.raises(ValueError, match=r"^a position must have at most 4 moves"):
        positions_after(game, game.start)
    with pytest.raises(ValueError, match=r"^a position must have at most 4 moves"):
        bitboards.perft(game, 3)
