import json
from itertools import combinations_with_replacement

import numpy as np
import pytest

from fogel.cli import main
from fogel.core.intervals import wilson
from fogel.lookahead.deathmatch import deathmatch
from fogel.lookahead.ladder import Duel, ladder, trad_policies
from fogel.lookahead.levels import LEVELS
from fogel.lookahead.players import near_perfect_policy
from fogel.rules.rule_files import find_rules
from fogel.rules.rules import in_a_row


def test_on_the_standard_game_it_is_the_deathmatch():
    for duel, row in zip(ladder(find_rules("standard")), deathmatch(), strict=True):
        assert duel[:2] == row[:2] and duel.games is None
        assert duel.low == duel.high == duel.first_wins
        assert duel[2:5] == pytest.approx([float(chance) for chance in row.chances], abs=1e-12)


def test_against_the_near_perfect_player_looking_further_pays():
    """The opponent of chapter 3 is better than SKILLED and worse than EXPERT; ROOKIE's name buys
    nothing.
    """
    policies = {"near-perfect": near_perfect_policy()} | trad_policies()
    duels = ladder(find_rules("standard"), policies)
    found = {duel.second: duel for duel in duels if duel.first == "near-perfect"}
    points = [1 - found[level].points for level in LEVELS]
    assert points == sorted(points) and points[0] == points[1] and points[3] < 0.5 < points[4]
    assert found["perfect"].first_wins == 0
    assert found["near-perfect"].first_wins == pytest.approx(found["near-perfect"].second_wins)


def test_large_games_are_played():
    rules, levels = find_rules("five-by-four"), ["idiot", "average"]
    policies = {level: trad_policies(2000)[level] for level in levels}
    found = ladder(rules, policies, games=30, rng=np.random.default_rng(3))
    assert [duel[:2] for duel in found] == [*combinations_with_replacement(levels, 2)]
    better = found[1]
    assert better.games == 30
    assert 0 <= better.low < better.first_wins < better.high < better.second_wins
    assert sum(better[2:5]) == pytest.approx(1)
    assert better.points == better.first_wins + better.draws / 2
    assert ladder(rules, policies, games=30, rng=np.random.default_rng(3)) == found


def test_the_command(capsys):
    assert main(["ttt", "ladder", "one-square", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["game"] == "one-square" and len(found["rows"]) == 21
    assert found["rows"][3] == Duel("idiot", "skilled", 0.0, 0.5, 0.5, None, 0.5, 0.5)._asdict()
    assert main(["ttt", "ladder", "--games", "2", "standard", "--seed", "1"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("standard: 2 games of each pair") and len(out.splitlines()) == 22
    for wrong, words in (
        ("nothing", "neither a rule file"),
        ("three-players", "for 3 players, not 2"),
    ):
        with pytest.raises(SystemExit):
            main(["ttt", "ladder", wrong, "--games", "2"])
        error = capsys.readouterr().err
        assert words in error and len(error.splitlines()) == 1


def test_small_and_large():
    rules = in_a_row(2, 2, 2)
    assert all(duel.games is None for duel in ladder(rules))
    assert all(duel.games == 4 for duel in ladder(rules, games=4))


def test_the_interval_is_scipys():
    from scipy.stats import binomtest

    for wins in (0, 1, 57, 100, 199, 200):
        assert wilson(wins, 200) == tuple(binomtest(wins, 200).proportion_ci(method="wilson"))
