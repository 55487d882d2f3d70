"""Tastes: gates first, then a mean in which one bad value can't be averaged away; and
their files.
"""

import json

import pytest

from fogel.rules.rule_files import find_rules
from fogel.taste.measures import MEASURES, GameMeasures, Measured
from fogel.taste.wishes import (
    Span,
    Taste,
    Wish,
    find_taste,
    harmonic_mean,
    judge,
    load_taste,
    read_taste,
    shipped,
)

LONG = Taste("long", "", {"draws": Span(0, 0.5)}, {"length": Wish(Span(9, 9), 2.0)})
WISHES = {"symmetry": Wish(Span(0, 0.25), 0.25), "length": Wish(Span(5, 7), 1.0, weight=3.0)}
ODD = Taste("odd", "", {}, WISHES)


class Values(dict):
    """Measures that are given, which tells what it was asked for."""

    def __init__(self, **values):
        super().__init__({name: Measured(value) for name, value in values.items()})
        self.asked = []

    def __getitem__(self, name):
        self.asked.append(name)
        return super().__getitem__(name)


def test_contents():
    for wish, expected in (
        (Wish(Span(9, 9), 2.0), {9: 1, 7: 0.5, 11: 0.5, 5: 0.2}),
        (Wish(Span(0, 1), 1.0), {-1: 0.5, 0: 1, 0.5: 1, 1: 1, 3: 0.2}),
    ):
        assert {value: wish.satisfaction(value) for value in expected} == expected


def test_one_bad_value_cannot_be_averaged_away():
    weights = dict.fromkeys("abcd", 1)
    assert harmonic_mean(dict.fromkeys("abcd", 0.5), weights) == pytest.approx(0.5)
    spoilt = dict(zip("abcd", (1, 1, 1, 0.01), strict=True))
    assert harmonic_mean(spoilt, weights) < 0.04 < sum(spoilt.values()) / 4
    verdict = ODD.judge(Values(symmetry=0.5, length=8))
    assert verdict.satisfactions == {"symmetry": 0.5, "length": 0.5}
    assert verdict.score == pytest.approx(0.5)
    assert ODD.judge(Values(symmetry=0.25, length=8)).score == pytest.approx(4 / (1 + 3 / 0.5))


def test_gates_speak_first():
    measured = Values(draws=0.75, length=9)
    assert LONG.judge(measured) == (0.0, {}, "long: draws is 0.75, not from 0 to 0.5")
    assert measured.asked == ["draws"]
    even = Taste("even", "", {"value": Span(0, 0)}, {})
    assert even.judge(Values(value=-1)).refused == "even: value is -1, not 0"
    assert LONG.judge(Values(draws=0.5, length=9)).score == 1


def test_what_is_cheap_is_asked_for_first():
    measured = Values(upsets=0, drama=0, squares=1)
    Taste("any", "", {}, {name: Wish(Span(0, 1), 1) for name in measured}).judge(measured)
    assert measured.asked == ["squares", "drama", "upsets"]


def test_a_table_has_to_please_all():
    measured = Values(draws=0.2, length=7, symmetry=1)
    long, odd = LONG.judge(measured).score, ODD.judge(measured).score
    both = judge([LONG, ODD], measured)
    assert both.score == pytest.approx(2 / (1 / long + 1 / odd))
    assert both.satisfactions == {"long": long, "odd": odd}
    assert judge([LONG], measured) == LONG.judge(measured)
    drawn = Values(draws=0.6, length=7, symmetry=1)
    assert judge([ODD, LONG], drawn).refused.startswith("long: draws")


def test_the_shipped_tastes():
    assert {"cheapest", "challenging", "fair", "upsets"} <= set(shipped())
    for name in shipped():
        taste = find_taste(name)
        assert taste.name == name and taste.about
        assert read_taste(json.dumps(taste.to_dict())) == taste


def test_the_reports_game_of_one_square():
    """Very cheap, very easy to learn, and no reward for ability: its own words (4.3)."""
    one = GameMeasures(find_rules("one-square"))
    assert find_taste("cheapest").judge(one).score == 1
    for name in ("challenging", "fair", "upsets"):
        assert find_taste(name).judge(one).refused
    assert find_taste("cheapest").judge(GameMeasures(find_rules("standard"))).score < 0.1


def test_files(tmp_path):
    path = tmp_path / "odd.json"
    path.write_text(json.dumps(ODD.to_dict()))
    assert load_taste(path) == ODD == find_taste(path)
    with pytest.raises(ValueError, match="neither a taste file nor one of challenging, cheapest"):
        find_taste("nice")
    path.write_text("{")
    with pytest.raises(ValueError, match=r"odd\.json: not JSON"):
        load_taste(path)


def changed(**changes):
    values = ODD.to_dict() | changes
    return json.dumps({name: value for name, value in values.items() if value != "gone"})


def wish(value):
    """A change of the wishes to a single one."""
    return {"wishes": {"length": value}}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"format": "other"}, "format must be 'fogel-taste'"),
        ({"version": 2}, "version must be 1"),
        ({"extra": 1}, "extra is no field"),
        ({"name": "a/b"}, "name must be 1 to 40 letters"),
        ({"name": "gone"}, "name must be"),
        ({"about": 3}, "about must be a text"),
        ({"gates": []}, "gates must be an object"),
        ({"gates": {"fun": [0, 1]}}, "gates must name measures, which 'fun' is not: squares"),
        ({"gates": {"length": [2, 1]}}, "gates, length, must be a number, or two"),
        ({"gates": {"length": "long"}}, "gates, length, must be a number"),
        ({"gates": {"length": True}}, "gates, length, must be a number"),
        ({"wishes": {}}, "wishes must hold one wish"),
        (wish(4), "wishes, length, must be an object of want"),
        (wish({"want": 4, "wihtin": 1}), "wishes, length, must be an object"),
        (wish({"within": 1}), "wishes, length, want must be a number"),
        (wish({"want": 10**400}), "wishes, length, want must be a number"),
        (wish({"want": 4, "within": 1e-200}), "wishes, length, within must be a number from"),
        (wish({"want": 4, "within": 0}), "wishes, length, within must be a number from 1e-06"),
        (wish({"want": 4, "weight": -1}), "wishes, length, weight must be a number from 1e-06"),
        (wish({"want": 1e300}), "wishes, length, want must be"),
    ],
)
def test_a_wrong_file_is_refused(changes, words):
    with pytest.raises(ValueError, match=words):
        read_taste(changed(**changes))


def test_a_number_that_is_none():
    with pytest.raises(ValueError, match="must be a number"):
        read_taste(changed().replace("0.25", "NaN"))


def test_one_number_is_a_span_of_one():
    taste = read_taste(changed(gates={"value": 0}, wishes={"length": {"want": 7, "within": 2}}))
    assert taste.gates == {"value": Span(0, 0)}
    assert taste.wishes == {"length": Wish(Span(7, 7), 2.0, 1.0)}
    assert set(taste.gates) <= set(MEASURES)
