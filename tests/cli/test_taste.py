"""`fogel taste` and `fogel measure`: what they write, and what they refuse in one line."""

import pytest
from commands import rows

from fogel.rules.rule_files import find_rules
from fogel.taste.measures import GameMeasures
from fogel.taste.wishes import find_taste

SIZE = "--generations 3 --children 10 --parents 5 --squares 4"
SMALL = f"taste --taste cheapest {SIZE} --seed 1 --best 2 --workers 1 --out"


def test_games_are_written_and_can_be_played(tmp_path, command):
    out = tmp_path / "games"
    found = command.json(SMALL, out)
    assert found["tastes"] == [find_taste("cheapest").to_dict()]
    assert found["settings"]["children"] == 10
    assert found["measured"] + sum(found["refused"].values()) == 30
    assert [game["name"] for game in found["games"]] == ["01-cheapest", "02-cheapest"]
    assert not (out / "saved").exists() and (out / "taste.csv").is_file()
    assert "Wins:" in command("ttt play --games 1", out / "01-cheapest.rul", "random", "perfect")
    words = command(SMALL, out)
    assert "30 games" in words and "01-cheapest" in words


def test_a_card(command):
    words = command("measure one-square")
    for part in ("cheapest       1.000", "advantage        1.000", "won by player 1"):
        assert part in words
    assert "unlearned" not in words
    found = command.json("measure one-square --jury idiot --taste fair")
    measured = GameMeasures(find_rules("one-square"), ("idiot",))
    assert found["jury"] == ["idiot"] and found["exact"] and set(found["tastes"]) == {"fair"}
    assert found["tastes"]["fair"]["refused"] == find_taste("fair").judge(measured).refused
    assert found["measures"]["length"] == {"value": 1.0, "half": None}


def test_a_sampled_card(command):
    found = command.json("measure one-square --games 5 --taste fair --taste upsets")
    assert found["games"] == 5 and not found["exact"] and found["measures"]["length"]["half"] == 0
    assert "drama" not in found["measures"] and found["tastes"]["upsets"]["score"] == 0


WRONG = rows("""
taste | argument --taste: must be given
taste --taste nice | neither a taste file nor one of challenging
taste --taste fair --taste fair | must be different tastes
taste --taste fair --jury genius | argument --jury: must hold some of idiot
taste --taste fair --squares 13 | argument --squares: must be a whole number from 1 to 12
taste --taste fair --best 0 | argument --best: must be a whole number from 1
measure nothing | argument RULES: 'nothing' is neither a rule file
measure standard --games 1 | argument --games: must be a whole number from 2
""")


@pytest.mark.parametrize(("typed", "words"), WRONG)
def test_what_is_wrong_is_said_in_one_line(typed, words, command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert words in command.refused(typed) and not list(tmp_path.iterdir())
