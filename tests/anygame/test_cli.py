"""`--game`, and the champions of other games, on the command line."""

from io import StringIO

import pytest
from commands import rows

from fogel.anygame.curve import load_any
from fogel.cli import main

SMALL = "--generations 3 --parents 6 --rivals 5"


@pytest.fixture(scope="module")
def champion(tmp_path_factory):
    path = tmp_path_factory.mktemp("anygame") / "mine.json"
    typed = f"evolve --game misere --opponent perfect --seat second {SMALL} --out"
    assert main([*typed.split(), str(path)]) == 0
    return path


def test_curve_draws_and_says_what_it_is_worth(tmp_path, command):
    out = tmp_path / "run"
    rules = tmp_path / "mine.rul"
    rules.write_text("mine\n3 2\n0 0 0\n0 0 2\n1\n2 1\n1 1\nlose 1\n1 2\n1\n1\n")
    typed = f"curve --seat both --trials 2 {SMALL} --game", rules, "--out", out
    said = command(*typed)
    words = "The game 'mine'; the network opens and answers in turn, against the paper's rule"
    assert said.startswith("The mean best payoff, generations 1 to 3:\n") and f"\n\n{words}" in said
    for words in ("the ceiling", "Its share, from random to the ceiling:", "expected payoff"):
        assert words in said
    names = "curve.png curve.svg run.json champion.json champions"
    assert {path.name for path in out.iterdir()} >= {*names.split()}
    assert load_any(out / "champion.json").settings.rules.name == "mine"
    again = command.json(*typed)  # from what was saved
    names = "expected_payoff ceiling share sight blind_order"
    assert again["game"] == "mine" and {*again["exact"]} >= {*names.split()}


def test_audit_of_another_games_champion(champion, command):
    said = command("audit", champion)
    words = "The game 'misere'; the network answers, against a player that keeps the best result"
    assert words in said and "If nobody errs, the game is drawn for it." in said
    found = command.json("audit --slip 0.5", champion)
    assert found["game"] == "misere" and found["ceiling"] > 9.2 and found["results"] == [0]


def test_play_against_it(champion, command, monkeypatch):
    monkeypatch.setattr("sys.stdin", StringIO("1 1\nquit\n"))
    said = command("play --against", champion)  # it answers, so the person begins
    assert "You play misere against mine.json." in said
    assert " X " in said and " O " in said.split("Your move, X.")[1]


WRONG = rows("""
curve --seat both | argument --seat: needs --game
evolve --opponent quick | argument --opponent: needs --game
curve --game misere --validate | argument --validate: can't be combined with --game
evolve --game misere --exact | argument --exact: can't be combined with --game
curve --game four-of-four | argument --game: must have at most 12 open squares at the start
curve --game three-players | argument --game: must be a game of 2 players
curve --game ';' | argument --game: must be a rule file's name or text, or parts with ; between
curve --game nowhere.rul | argument --game: 'nowhere.rul' is neither a rule file nor one of
curve --game misere --seat both --games 31 | argument --games: must be a multiple of 2
poster --game misere | argument --game: this command knows only the standard game
cards --game misere | argument --game: this command knows only the standard game
log --game misere | argument --game: this command knows only the standard game
play --game misere | name the game first, as in `fogel play misere`
audit --game misere | name the game first, as in `fogel audit misere`
page --evolve --game misere | name the game first, as in `fogel page misere`
tournament x --game misere | name the game first, as in `fogel tournament misere`
cards mine.json | this command knows only the standard game, and not 'misere'
audit --preset chapter mine.json | argument --preset: is for the standard game
""")


@pytest.mark.parametrize(("typed", "words"), WRONG)
def test_what_is_refused_in_one_line(typed, words, champion, command, monkeypatch):
    monkeypatch.chdir(champion.parent)
    assert words in command.refused(typed)
    assert [*champion.parent.iterdir()] == [champion]
