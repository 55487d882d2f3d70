"""The page "Add a game of your own": its code runs as it is, and prints what it says."""

import re
import sys

import pytest
from places import ROOT

from fogel.cli import main
from fogel.core.game import Game
from fogel.core.match import GameMatch, play_in_terminal

PAGE = (ROOT / "notebooks" / "own_game.md").read_text(encoding="utf-8")
MODULE, MATCH, GAMES = re.findall(r"```python\n(.*?)```", PAGE, re.S)
PROMISED = re.findall(r"^print\(.*?\)  # (.*)", MATCH + GAMES, re.M)


@pytest.fixture
def module(tmp_path, monkeypatch):
    """The module of the page, in a folder of its own."""
    (tmp_path / "my_game.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "my_game", raising=False)
    yield __import__("my_game")
    del sys.modules["my_game"]


def test_it_is_forty_lines():
    assert 30 <= sum(bool(line.strip()) for line in MODULE.splitlines()) <= 40


def test_the_code_of_the_page_prints_what_it_says(module, capsys):
    exec(MATCH + GAMES, {})
    *printed, text = capsys.readouterr().out.split("\n", len(PROMISED))
    assert len(printed) == 4
    for line, promised in zip(printed, PROMISED, strict=True):
        assert promised.startswith(line)
    assert text == re.findall(r"```text\n(.*?)```", PAGE, re.S)[0]


@pytest.mark.parametrize("command", re.findall(r"^fogel (.*?)  +#", PAGE, re.M))
def test_the_commands_of_the_page(command, module, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("builtins.input", lambda prompt: "quit")
    assert main(command.split()) == 0
    out = capsys.readouterr().out
    if command.startswith("play"):
        assert out.startswith("You play connect four against ") and "Your move, " in out
    else:
        assert "the first player can force a draw" in out and out.count("a draw\n") == 4


def test_the_game_in_the_terminal(module):
    said = []
    game = module.ConnectFour()
    match = GameMatch(game, [None, None])
    play_in_terminal(match, ["help", "b", "B", "b2", "b", "b", "b", "hint", "quit"], said.append)
    words = "\n".join(said)
    assert "a to d    the column" in words and "'b2' is not" not in words
    assert "'b' is not a legal move; choose one of a, c, d;" in words
    assert " a1 | O  | c1 | d1\n" in words


def test_the_tables_name_all_that_may_be_defined():
    tables = " ".join(row for row in PAGE.splitlines() if row.startswith("| `"))
    named = set(re.findall(r"`(\w+)[`(]", tables))
    assert named >= {name for name in vars(Game) if not name.startswith("_")}


def test_the_number_of_positions(module):
    game, found = module.ConnectFour(), set()
    waiting = [game.start()]
    while waiting:
        position = waiting.pop()
        if position not in found:
            found.add(position)
            waiting += [game.play(position, move) for move in game.moves(position)]
    assert f"has {len(found):,} positions" in PAGE
