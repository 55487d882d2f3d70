"""Games and players by name, and the exact audit of any small game."""

import io

import numpy as np
import pytest

from fogel import audit
from fogel.core.game import StandardGame, play_game, values
from fogel.core.players import adversary, shipped
from fogel.rules.rules import in_a_row
from fogel.tools.game_audit import game_report, player_report
from fogel.tools.games import CHAMPIONS, find_game, find_player, list_players, split_game

NIM = """
from fogel.core.game import Game, StandardGame
from fogel.rules import in_a_row

class Nim(Game):
    name, rows, columns = "nim", 1, 7  # two players take one or two of seven, and the last wins

    def start(self):
        return 7, 1

    def to_move(self, position):
        return position[1]

    def moves(self, position):
        return [number for number in (1, 2) if number <= position[0]]

    def play(self, position, move):
        return position[0] - move, 3 - position[1]

    def result(self, position):
        return None if position[0] else (-1, 1) if position[1] == 1 else (1, -1)

    def marks(self, position):
        return ["|"] * position[0] + [""] * (7 - position[0])

    def name_move(self, move):
        return str(move)

tiny = in_a_row(2, 2, 2)

class Longer(Nim):
    name = "longer nim"

longer = Longer()

def two(position, rng):
    return min(2, position[0])

def three(position):
    return 3

class Misere(StandardGame):
    name = "misere of chapter 1"

    def result(self, position):
        found = super().result(position)
        return found and tuple(-one for one in found)

def any_of(position, rng):
    return int(rng.integers(1, 1 + min(2, position[0])))
"""


@pytest.fixture
def mine(tmp_path, monkeypatch):
    (tmp_path / "mine.py").write_text(NIM)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("standard", "standard"),
        ("checkers", "checkers 8x8 with 12 men"),
        ("checkers-6x4", "checkers 6x4 with 4 men"),
        ("checkers-6x4-2", "checkers 6x4 with 2 men"),
        ("misere", "misere"),
        ("000 000; win 111", "3x2"),
        ("mine.py:Nim", "nim"),
        ("mine.py:tiny", in_a_row(2, 2, 2).name),
        ("mine.py:Longer", "longer nim"),
        ("mine.py:longer", "longer nim"),
    ],
)
def test_a_game_by_name(text, name, mine):
    assert find_game(text).name == name
    assert split_game([text, "perfect"]) == (text, ["perfect"])


@pytest.mark.parametrize("text", ["champion", "mine.py:two", "mine.json", "nowhere.py:Nim", ""])
def test_a_player_is_no_game(text, mine):
    assert split_game([text]) == (None, [text])


FAULTS = {
    "def play(self, position, move):\n        return [position[0] - move, 3 - position[1]]": "must be a tuple",
    "def to_move(self, position):\n        return position[1] - 1": "to_move of nim must return",
    "def result(self, position):\n        return None if position[0] else 1": "nothing",
    "def start(self):\n        return 0, 1": None,
    "def marks(self, position):\n        return []": "marks of nim must return a text for each square",
    "def name_move(self, move):\n        return 'x'": "name_move of nim must return another name",
    "def __init__(self, size):\n        pass": "can't be made without arguments",
    "def moves(self, position):\n        return [1][0]": "fails at its start",
}


@pytest.mark.parametrize("method", FAULTS)
def test_a_game_that_breaks_the_protocol_is_refused_in_a_line(method, mine):
    with open("mine.py", "a") as file:
        file.write(f"\nclass Wrong(Nim):\n    {method}\n")
    words = FAULTS[method]
    if words in (None, "nothing"):
        assert find_game("mine.py:Wrong").name == "nim"
        return
    with pytest.raises(ValueError, match=words):
        find_game("mine.py:Wrong")


def test_a_game_without_a_method(mine):
    with open("mine.py", "a") as file:
        file.write("\nclass Wrong(Game):\n    def start(self):\n        return 1\n")
    with pytest.raises(ValueError, match="game has no method to_move"):
        find_game("mine.py:Wrong")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("champion", "'champion' is no game; choose one of checkers, checkers-6x4, "),
        ("checkers-5x4", "rows must be an even number from 4 to 10, not 5"),
        ("checkers-6x4-3", "men must fill whole rows"),
        ("checkers-0x0", "rows must be an even number from 4 to 10, not 0"),
        ("mine.py:two", "mine.py:two must be a Game or Rules, not function"),
        ("mine.py:nobody", "mine.py has no game 'nobody'"),
    ],
)
def test_no_game(text, words, mine):
    with pytest.raises(ValueError, match=words):
        find_game(text)


GAMES = ("standard", "misere", "three-players", "checkers-6x4-2", "checkers-6x6", "mine.py:Nim")
UNABLE = {("misere", "magic"), ("three-players", "magic"), ("three-players", "perfect")}


@pytest.mark.parametrize("text", GAMES)
def test_every_player_of_the_package_plays(text, mine):
    game, rng = find_game(text), np.random.default_rng(1)
    for name in list_players(game):
        others = [find_player(game, "random", seat) for seat in range(2, game.players + 1)]
        try:
            played = play_game(game, [find_player(game, name), *others], rng)
        except ValueError as problem:  # a game that they don't know, or that is too large
            assert (text, name) in UNABLE, problem
            continue
        assert len(played.result) == game.players
        assert not played.disqualified or name.startswith("agent")
    assert find_player(game, "human") is None
    with pytest.raises(ValueError, match=f"'nobody' is no player of {game.name}; choose one of "):
        find_player(game, "nobody")


def test_a_game_that_changes_the_standard_one_is_another_game(mine, command):
    assert [*list_players(find_game("mine.py:Misere"))] == ["random", "perfect"]
    words = "misere of chapter 1: the first player can force a draw."
    assert words in command("audit mine.py:Misere")


def test_a_hint_after_one_that_gave_up():
    game = StandardGame()
    late = (1, -1, 1, -1, 1, -1, 0, 0, 0)
    with pytest.raises(ValueError, match="more than 100 positions"):
        values(game, game.start(), 100, known := {})
    assert values(game, late, 100, known) == game.values(late)


def test_a_move_is_the_games_own(mine):
    game = find_game("mine.py:Nim")
    move = game.ask(lambda position, rng: np.float64(2), game.start(), None)
    assert move == 2 and type(move) is int


def test_a_file_of_another_game():
    with pytest.raises(ValueError, match="it plays checkers 6x6 with 6 men, not standard"):
        find_player(StandardGame(), str(CHAMPIONS / "6x6-0.json"))
    network = find_player(StandardGame(), str(shipped("champion")))
    assert network((0,) * 9) == adversary("champion")((0,) * 9)


@pytest.mark.parametrize("name", ["champion", "generation-10", "agent-10"])
def test_the_audit_of_any_game_agrees_with_that_of_the_standard_game(name):
    player = adversary(name)
    against = player_report(StandardGame(), [player, player], name)["against"]
    for opponent, seats in against.items():
        for mark, row in zip((1, -1), seats, strict=True):
            assert [*row.values()] == pytest.approx(audit.results(player, opponent, mark))


def test_a_function_plays_checkers(tmp_path, monkeypatch):
    text = "from fogel.checkers import Checkers, moves\ndef last(position):\n    return moves(Checkers(6, 4, 2), position)[-1]\n"
    (tmp_path / "mine.py").write_text(text)
    game = find_game("checkers-6x4-2")
    player = find_player(game, f"{tmp_path / 'mine.py'}:last")
    played = play_game(game, [player, find_player(game, "random", 2)], np.random.default_rng(1))
    assert not played.disqualified and played.moves


def test_what_a_game_is_worth(mine):
    found = game_report(find_game("mine.py:Nim"))
    moves = {"1": {"result": 1, "moves": 5}, "2": {"result": -1, "moves": 4}}
    assert (found["result"], found["moves"]) == (1, moves)


def test_a_page_of_a_game_that_is_too_large_names_the_game(mine, command):
    with open("mine.py", "a") as file:
        file.write("\nclass Large(Nim):\n    def start(self):\n        return 10**6, 1\n")
    assert "argument GAME: " in command.refused("page mine.py:Large --out large.html")


def test_a_game_of_ones_own_on_the_command_line(mine, command, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("3\n1\nhint\nundo\nquit\n"))
    said = command("play mine.py:Nim --against perfect --begin --seed 1")
    assert "You play nim against perfect." in said
    assert "'3' is not a legal move; choose one of 1, 2;" in said
    assert "nim: the first player can force a win." in command("audit mine.py:Nim")
    found = command.json("audit mine.py:Nim mine.py:two")
    assert found["evaluation"] == "exact" and found["against"]["perfect"][1]["loss"] == 1
    for name in ("random", "mine.py:any_of"):
        found = command.json(f"audit mine.py:Nim {name}")
        row = found["against"]["perfect"][0]
        assert found["evaluation"] == "sampled" and 0 < row["win"] < 1 and row["tie"] == 0
    found = command.json("audit mine.py:Nim mine.py:three")
    assert found["against"]["random"][0]["loss"] == 1
