"""The numbers in chapter 17's figures, each worked out once more in another way."""

from math import sqrt

import pytest

from figures import read
from fogel.ttt.lookahead.levels import trad_policy
from fogel.ttt.rules.chances import chances
from fogel.ttt.rules.rule_files import find_rules
from fogel.ttt.rules.rules import outcome, place
from fogel.ttt.taste.evolution import TasteSettings, evolve
from fogel.ttt.taste.measures import Card
from fogel.ttt.taste.wishes import find_taste


def test_games():
    rows = [tuple(row.values()) for row in read("17_taste_games")]
    assert rows == [
        ("vee", "board", "000/000"),
        ("vee", "wins", "101/010"),
        ("vee", "loses", "11"),
        ("crooked", "board", "000/000/000"),
        ("crooked", "wins", "1/2/2"),
        ("crooked", "wins", "201/010"),
        ("crooked", "loses", "20/02/10"),
    ]


def drama(rules, level):
    """Of all courses of a game: the mean root of how far the later winner is behind, where he is."""
    policy, known = trad_policy(level), {}

    def wins(board, turn):
        if (board, turn) not in known:
            both = [0.0, 0.0]
            for square, share in enumerate(map(float, policy(rules, board, turn))):
                if share:
                    then = place(rules, board, square, turn)
                    result = outcome(rules, then, last=turn)
                    follows = wins(then, 3 - turn) if result is None else [value == 1 for value in result]
                    both = [old + share * new for old, new in zip(both, follows, strict=True)]
            known[board, turn] = both
        return known[board, turn]

    roots = times = 0.0
    flow, turn = {rules.start.squares: 1.0}, 1
    while flow:
        onward = {}
        for board, chance in flow.items():
            first, second = wins(board, turn)
            if abs(first - second) > 1e-9:
                later = min(first, second)
                roots, times = roots + chance * later * sqrt(abs(first - second)), times + chance * later
            for square, share in enumerate(map(float, policy(rules, board, turn))):
                then = place(rules, board, square, turn) if share else None
                if share and outcome(rules, then, last=turn) is None:
                    onward[then] = onward.get(then, 0) + chance * share
        flow, turn = onward, 3 - turn
    return roots / times if times else 0.0


@pytest.mark.parametrize(("name", "levels"), [("vee", "all"), ("crooked", "idiot"), ("standard", "expert")])
def test_ability(name, levels):
    rules, rows = find_rules(name), [row for row in read("17_taste_ability") if row["game"] == name]
    assert [row["level"] for row in rows] == ["idiot", "average", "skilled", "expert", "perfect"]
    for row in rows:
        if levels in ("all", row["level"]):
            found = chances(rules, [trad_policy(row["level"])] * 2)
            first, second = map(float, found.wins)
            won = first + second
            assert float(row["draws"]) == pytest.approx(float(found.draws), abs=1e-4)
            assert float(row["balance"]) == pytest.approx(1 - abs(first - second) / won, abs=1e-4)
            assert float(row["drama"]) == pytest.approx(drama(rules, row["level"]), abs=1e-4)


def test_evolution():
    rows = read("17_taste_evolution")
    bred, drawn = ([float(row[name]) for row in rows] for name in ("children", "at random"))
    assert len(rows) == 15 and bred == sorted(bred) and drawn == sorted(drawn) and bred[-1] > drawn[-1]
    size = TasteSettings(generations=1, children=120, patterns=3, seed=1)
    first = evolve([find_taste("fair")], size).survivors[0]
    assert round(find_taste("fair").judge(Card(first.rules)).score, 4) == bred[0] == drawn[0]
