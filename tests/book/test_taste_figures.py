"""The numbers in chapter 17's figures, each worked out once more in another way."""

import pytest
from tables import stored, stored_rows

from figures import read
from fogel.lookahead.levels import trad_policy
from fogel.rules.chances import chances
from fogel.rules.rule_files import find_rules
from fogel.rules.rules import outcome, place
from fogel.taste.evolution import TasteSettings, evolve
from fogel.taste.measures import GameMeasures
from fogel.taste.wishes import find_taste


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


def behind(rules, level):
    """The share of turns on which the later winner is behind, over all courses of a game."""
    policy, known = trad_policy(level), {}

    def wins(board, turn):
        if (board, turn) not in known:
            both = [0.0, 0.0]
            for square, share in enumerate(map(float, policy(rules, board, turn))):
                if share:
                    then = place(rules, board, square, turn)
                    result = outcome(rules, then, last=turn)
                    follows = (
                        wins(then, 3 - turn) if result is None else [value == 1 for value in result]
                    )
                    both = [old + share * new for old, new in zip(both, follows, strict=True)]
            known[board, turn] = both
        return known[board, turn]

    shares = won = 0.0
    # Board, turns that player 1, player 2 is behind.
    flow, turn, length = {(rules.start.squares, 0, 0): 1.0}, 1, 0
    while flow:
        onward, length = {}, length + 1
        for (board, *before), chance in flow.items():
            first, second = wins(board, turn)
            late = [before[0] + (first < second - 1e-9), before[1] + (second < first - 1e-9)]
            for square, share in enumerate(map(float, policy(rules, board, turn))):
                if not share:
                    continue
                then = place(rules, board, square, turn)
                result = outcome(rules, then, last=turn)
                if result is None:
                    at = (then, *late)
                    onward[at] = onward.get(at, 0) + chance * share
                elif 1 in result:
                    won += chance * share
                    shares += chance * share * late[result.index(1)] / length
        flow, turn = onward, 3 - turn
    return shares / won if won else 0.0


@pytest.mark.parametrize(
    ("name", "levels"), [("vee", "all"), ("crooked", "idiot"), ("standard", "expert")]
)
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
            assert float(row["behind"]) == pytest.approx(behind(rules, row["level"]), abs=1e-4)


def test_evolution():
    rows = read("17_taste_evolution")
    bred, drawn = ([float(row[name]) for row in rows] for name in ("children", "at random"))
    assert (
        len(rows) == 15 and bred == sorted(bred) and drawn == sorted(drawn) and bred[-1] > drawn[-1]
    )
    size = TasteSettings(generations=1, children=120, patterns=3, seed=1)
    first = evolve([find_taste("fair")], size).survivors[0]
    assert (
        round(find_taste("fair").judge(GameMeasures(first.rules)).score, 4) == bred[0] == drawn[0]
    )


def test_races():
    """Two of the stored races run again, one bred and one drawn; the third takes too long."""
    head, rows, rng = stored_rows("taste-races")
    assert [int(row[0]) for row in rows] == [*range(11, 21)]
    for name in ("bred", "drawn"):
        row = dict(zip(head, rows[int(rng.integers(10))], strict=True))
        best, measured = stored.JOBS["taste-races"].race(int(row["seed"]), name)
        assert (str(best), str(measured)) == (row[name], row[f"{name}_measured"])
