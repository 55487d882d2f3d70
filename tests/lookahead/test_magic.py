from fractions import Fraction

import numpy as np
import pytest

from fogel.encoding import EMPTY, O, X
from fogel.lookahead import magic
from fogel.lookahead.magic import CENTRE, RULES, magic_move, magic_odds
from fogel.lookahead.players import magic_policy, maker, random_policy
from fogel.rules.chances import chances
from fogel.rules.referee import play_game, seat
from fogel.rules.rule_files import find_rules
from fogel.rules.rules import in_a_row

STANDARD = in_a_row(3, 3, 3)


def board(rows):
    return tuple({"X": X, "O": O, ".": EMPTY}[mark] for mark in rows.replace(" ", ""))


@pytest.mark.parametrize(
    ("rows", "me", "name", "squares"),
    [
        ("XX. OO. ...", X, "win", [2]),
        ("X.. OO. ..X", X, "block", [5]),
        ("OO. XX. ...", X, "win", [5]),
        ("X.. ... ...", O, "centre", [CENTRE]),
        ("X.. .O. ..X", O, "block fork", [1, 3, 5, 7]),  # a corner would let X fork
        ("X.. .O. .X.", O, "block fork", [3, 5, 6, 8]),  # 2 would force X into its fork
        ("X.O .X. ..O", X, "block", [5]),
        ("X.. .O. X.O", X, "win", [3]),
        ("X.. .O. X.O", O, "block", [3]),
        ("XO. .X. ..O", X, "fork", [3, 6]),
        (".O. .X. ...", X, "corner", [0, 2, 6, 8]),
        ("... .X. ...", O, "corner", [0, 2, 6, 8]),
        ("... .O. ..X", X, "corner", [0, 2, 6]),
        ("... .X. ..O", X, "opposite corner", [0]),
        ("XOX OXX .OO", X, "win", [6]),
        ("XOX XOO OX.", X, "corner", [8]),
        ("OXO OX. XOX", O, "side", [5]),
    ],
)
def test_rules_in_their_order(rows, me, name, squares):
    found = magic_move(board(rows), me)
    assert found == (name, squares), found


def test_it_never_loses_and_always_meets_the_centre():
    """Over the whole tree: against a player who takes every open square with some chance, in either
    seat.
    """
    for opener in (1, 2):
        found = chances(STANDARD, [magic_policy, random_policy], opener)
        assert found.losses[0] == 0 and isinstance(found.losses[0], Fraction)
        assert chances(STANDARD, [random_policy, magic_policy], opener).losses[1] == 0
    assert magic_odds((EMPTY,) * 9) == [int(square == CENTRE) for square in range(9)]


@pytest.mark.parametrize("without", ["win", "block", "centre", "block fork"])
def test_what_each_rule_is_for(without, monkeypatch):
    """Without blocking, the centre or blocking forks it can lose; without winning at once it wins
    less often.
    """
    whole = chances(STANDARD, [random_policy, magic_policy])
    rest = {name: rule for name, rule in RULES.items() if name != without}
    monkeypatch.setattr(magic, "RULES", rest)
    found = chances(STANDARD, [random_policy, magic_policy])
    if without == "win":
        assert found.wins[1] < whole.wins[1]
    else:
        assert found.losses[1] > 0


def test_it_sits_at_the_standard_game_alone():
    players = seat(STANDARD, [maker("magic"), maker("random")])
    game = play_game(STANDARD, players, np.random.default_rng(1))
    assert players[0].name == "Magic" and game.moves[0] == (1, CENTRE) and game.outcome[0] >= 0
    with pytest.raises(ValueError, match="not the standard game"):
        magic_policy(find_rules("misere"), (0,) * 9, 1)
    with pytest.raises(ValueError, match="is over"):
        magic_move(board("XOX XOO OXX"), X)
