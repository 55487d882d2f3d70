"""`--game`, and the champions of other games, on the command line."""

import json
from io import StringIO

import pytest

from fogel.anygame.curve import load_any
from fogel.cli import main

SMALL = ["--generations", "3", "--parents", "6", "--rivals", "5"]


@pytest.fixture(scope="module")
def champion(tmp_path_factory):
    path = tmp_path_factory.mktemp("anygame") / "mine.json"
    assert (
        main(
            [
                "evolve",
                "--game",
                "misere",
                "--opponent",
                "perfect",
                "--seat",
                "second",
                "--out",
                str(path),
                *SMALL,
            ]
        )
        == 0
    )
    return path


def refused(arguments, capsys):
    with pytest.raises(SystemExit) as stopped:
        main([*map(str, arguments)])
    said = capsys.readouterr().err
    assert stopped.value.code == 2 and said.count("\n") == 1
    return said


def test_curve_draws_and_says_what_it_is_worth(tmp_path, capsys):
    out = tmp_path / "run"
    rules = tmp_path / "mine.rul"
    rules.write_text("mine\n3 2\n0 0 0\n0 0 2\n1\n2 1\n1 1\nlose 1\n1 2\n1\n1\n")
    arguments = ["curve", "--game", rules, "--seat", "both", "--trials", "2", *SMALL, "--out", out]
    assert main([*map(str, arguments)]) == 0
    said = capsys.readouterr().out
    assert said.startswith(
        "The game 'mine'; the network opens and answers in turn, against the paper's rule"
    )
    assert (
        "the ceiling" in said
        and "Its share, from random to the ceiling:" in said
        and "expected payoff" in said
    )
    assert {path.name for path in out.iterdir()} >= {
        "curve.png",
        "curve.svg",
        "run.json",
        "champion.json",
        "champions",
    }
    assert load_any(out / "champion.json").settings.rules.name == "mine"
    assert main([*map(str, [*arguments, "--json"])]) == 0  # from what was saved
    again = json.loads(capsys.readouterr().out)
    assert again["game"] == "mine" and set(again["exact"]) >= {
        "expected_payoff",
        "ceiling",
        "share",
        "sight",
        "blind_order",
    }


def test_audit_of_another_games_champion(champion, capsys):
    assert main(["audit", str(champion)]) == 0
    said = capsys.readouterr().out
    assert (
        "The game 'misere'; the network answers, against a player that keeps the best result"
        in said
    )
    assert "If nobody errs, the game is drawn for it." in said
    assert main(["audit", str(champion), "--json", "--slip", "0.5"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["game"] == "misere" and found["ceiling"] > 9.2 and found["results"] == [0]


def test_play_against_it(champion, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", StringIO("1 1\nquit\n"))
    assert main(["play", "--against", str(champion)]) == 0  # it answers, so the person begins
    said = capsys.readouterr().out
    assert "You play misere against mine.json." in said
    assert " X " in said and " O " in said.split("Your move, X.")[1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["curve", "--seat", "both"], "argument --seat: needs --game"),
        (["evolve", "--opponent", "quick"], "argument --opponent: needs --game"),
        (
            ["curve", "--game", "misere", "--validate"],
            "argument --validate: can't be combined with --game",
        ),
        (
            ["evolve", "--game", "misere", "--exact"],
            "argument --exact: can't be combined with --game",
        ),
        (
            ["curve", "--game", "four-of-four"],
            "argument --game: must have at most 12 open squares at the start",
        ),
        (["curve", "--game", "three-players"], "argument --game: must be a game of 2 players"),
        (
            ["curve", "--game", ";"],
            "argument --game: must be a rule file's name or text, or parts with ; between them",
        ),
        (
            ["curve", "--game", "nowhere.rul"],
            "argument --game: 'nowhere.rul' is neither a rule file nor one of",
        ),
        (
            ["curve", "--game", "misere", "--seat", "both", "--games", "31"],
            "argument --games: must be a multiple of 2",
        ),
        *(
            (
                [*command, "--game", "misere"],
                "argument --game: this command knows only the standard game",
            )
            for command in (["poster"], ["cards"], ["log"])
        ),
        *(
            (
                [*command, "--game", "misere"],
                f"name the game first, as in `fogel {command[0]} misere`",
            )
            for command in (["play"], ["audit"], ["page", "--evolve"], ["tournament", "x"])
        ),
    ],
)
def test_what_is_refused_in_one_line(arguments, words, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert words in refused(arguments, capsys)


def test_its_file_is_refused_where_the_standard_game_is_meant(
    champion, capsys, monkeypatch, tmp_path
):
    monkeypatch.chdir(tmp_path)
    assert "this command knows only the standard game, and not 'misere'" in refused(
        ["cards", champion], capsys
    )


def test_a_preset_does_not_go_with_its_file(champion, capsys):
    assert "argument --preset: is for the standard game" in refused(
        ["audit", champion, "--preset", "chapter"], capsys
    )
