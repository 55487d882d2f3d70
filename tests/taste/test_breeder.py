"""Sliders for a taste of one's own: what they say is a taste, and what is bred to it
can be played.
"""

import json

import numpy as np
import pytest

pytest.importorskip(
    "ipywidgets", reason="the board in a notebook is not installed: pip install -e .[all]"
)

from fogel.lookahead.players import make_player, random_policy
from fogel.rules.referee import play_game, seat
from fogel.taste.breeder import GATES, SLIDERS, WEIGHTS, Tasting, own_taste
from fogel.taste.evolution import TasteSettings, evolve
from fogel.taste.measures import MEASURES, GameMeasures
from fogel.taste.variation import refusal
from fogel.taste.wishes import read_taste

FEW = TasteSettings(generations=2, children=40, patterns=3, squares=6)


@pytest.fixture
def sliders():
    return Tasting(FEW)


def choose(sliders, **wishes):
    """Moves the sliders: {measure: (value, weight in words)}; what is not named does not matter."""
    for name in SLIDERS:
        value, weight = wishes.get(name, (None, "does not matter"))
        sliders.weights[name].value = weight
        if value is not None:
            sliders.values[name].value = value


def test_every_slider_is_of_a_measure_and_holds_its_first_value():
    for name, about in SLIDERS.items():
        assert name in MEASURES and about.least <= about.first <= about.most and about.within > 0


def test_what_the_sliders_say_is_a_taste(sliders):
    choose(sliders, balance=(0.9, "matters a lot"), length=(5.1, "matters"))
    taste = sliders.taste
    wishes = {name: (wish.want, wish.weight) for name, wish in taste.wishes.items()}
    assert wishes == {"length": ((5.1, 5.1), 1.0), "balance": ((0.9, 0.9), 3.0)}
    assert set(taste.gates) == set(GATES) - {"length"}  # a wish takes the place of a gate
    assert read_taste(json.dumps(taste.to_dict())) == taste
    enabled = [name for name, slider in sliders.values.items() if not slider.disabled]
    assert enabled == ["length", "balance"]


def test_something_has_to_matter(sliders):
    choose(sliders)
    sliders.breed()
    assert "Something has to matter" in sliders.status.value
    assert sliders.found == sliders.games.children == ()
    with pytest.raises(ValueError, match="has to matter"):
        own_taste(dict.fromkeys(SLIDERS, 1.0), dict.fromkeys(SLIDERS, WEIGHTS["does not matter"]))


def test_games_are_bred_shown_and_played(sliders):
    choose(sliders, draws=(0.0, "matters"), balance=(1.0, "matters a lot"))
    asked = sliders.taste
    sliders.go.click()
    expected = evolve([asked], FEW).survivors[: len(sliders.found)]
    assert [one.rules for one in sliders.found] == [one.rules for one in expected]
    scores = [one.score for one in sliders.found]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == asked.judge(GameMeasures(sliders.found[0].rules)).score
    choose(sliders, length=(4.0, "matters"))  # what is shown stays what was asked for
    for one, shown in zip(sliders.found, sliders.games.children, strict=True):
        text = shown.children[0].value
        assert refusal(one.rules, FEW) is None and f"Score {one.score:.2f}" in text
        assert f"{GameMeasures(one.rules)['balance'].value:.2f}</td>" in text
        assert SLIDERS["length"].words not in text
    sliders.games.children[1].children[1].click()
    assert sliders.board.rules == sliders.found[1].rules
    assert sliders.place.children == (sliders.board.widget,)
    before = sliders.found
    choose(sliders, draws=(0.0, "matters"), balance=(1.0, "matters a lot"))
    sliders.go.click()  # another seed, other games, and no board yet
    assert sliders.found != before and sliders.board is None and sliders.place.children == ()


def test_a_game_that_was_bred_can_be_played_to_its_end(sliders):
    sliders.breed()
    rules = sliders.found[0].rules
    players = seat(rules, [make_player(random_policy, "R")] * 2)
    game = play_game(rules, players, np.random.default_rng(1))
    assert game.outcome is not None
