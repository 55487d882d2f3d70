"""`fogel taste` and `fogel measure`: what they write, and what they refuse in one line."""

import json

import pytest

from fogel.cli import main
from fogel.rules.rule_files import find_rules
from fogel.taste.measures import GameMeasures
from fogel.taste.wishes import find_taste

SIZE = "--generations=3 --children=10 --parents=5 --squares=4"
SMALL = [*SIZE.split(), "--seed=1", "--best=2", "--workers=1"]


def test_games_are_written_and_can_be_played(tmp_path, capsys):
    out = tmp_path / "games"
    assert main(["taste", "--taste", "cheapest", *SMALL, "--out", str(out), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (
        found["tastes"] == [find_taste("cheapest").to_dict()]
        and found["settings"]["children"] == 10
    )
    assert found["measured"] + sum(found["refused"].values()) == 30
    assert [game["name"] for game in found["games"]] == ["01-cheapest", "02-cheapest"]
    assert not (out / "saved").exists() and (out / "taste.csv").is_file()
    play = ["ttt", "play", str(out / "01-cheapest.rul"), "random", "perfect", "--games=1"]
    assert main(play) == 0
    assert "Wins:" in capsys.readouterr().out
    assert main(["taste", "--taste", "cheapest", *SMALL, "--out", str(out)]) == 0
    words = capsys.readouterr().out
    assert "30 games" in words and "01-cheapest" in words


def test_a_card(capsys):
    assert main(["measure", "one-square"]) == 0
    words = capsys.readouterr().out
    assert (
        "cheapest       1.000" in words
        and "advantage        1.000" in words
        and "won by player 1" in words
    )
    assert "unlearned" not in words
    assert main(["measure", "one-square", "--json", "--jury", "idiot", "--taste", "fair"]) == 0
    found = json.loads(capsys.readouterr().out)
    measured = GameMeasures(find_rules("one-square"), ("idiot",))
    assert found["jury"] == ["idiot"] and found["exact"] and set(found["tastes"]) == {"fair"}
    assert found["tastes"]["fair"]["refused"] == find_taste("fair").judge(measured).refused
    assert found["measures"]["length"] == {"value": 1.0, "half": None}


def test_a_sampled_card(capsys):
    arguments = "measure one-square --games 5 --json --taste fair --taste upsets"
    assert main(arguments.split()) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["games"] == 5 and not found["exact"] and found["measures"]["length"]["half"] == 0
    assert "drama" not in found["measures"] and found["tastes"]["upsets"]["score"] == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("taste", "argument --taste: must be given"),
        ("taste --taste nice", "neither a taste file nor one of challenging"),
        ("taste --taste fair --taste fair", "must be different tastes"),
        ("taste --taste fair --jury genius", "argument --jury: must hold some of idiot"),
        (
            "taste --taste fair --squares 13",
            "argument --squares: must be a whole number from 1 to 12",
        ),
        ("taste --taste fair --best 0", "argument --best: must be a whole number from 1"),
        ("measure nothing", "argument RULES: 'nothing' is neither a rule file"),
        ("measure standard --games 1", "argument --games: must be a whole number from 2"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(arguments, words, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as stopped:
        main(arguments.split())
    error = capsys.readouterr().err
    assert stopped.value.code == 2 and words in error and error.count("\n") == 1
    assert not list(tmp_path.iterdir())
