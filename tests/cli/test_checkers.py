"""`fogel checkers`: what it prints, and what it refuses in one line."""

import io
import json

import pytest
from systems import MISSING

from fogel.checkers.rules import Checkers
from fogel.checkers.solved import blunder_rate, material_player, random_mover, solve
from fogel.cli import main


def test_a_board_that_is_solved(capsys):
    assert main(["checkers", "--board", "6x4", "--men", "2"]) == 0
    words = capsys.readouterr().out
    assert "6x4, 2 men each: 25,656 positions can be reached" in words
    line = "1-3 11-9 3-5 9-7"
    assert f"The first player loses if both play perfectly, in 34 moves:\n  {line}" in words
    assert "  random                           46.0 %   46.0 %\n" in words
    assert "  material player, plies ahead: 2  10.2 %   10.3 %\n" in words
    assert main(["checkers"]) == 0 and capsys.readouterr().out == words


def test_a_draw(capsys):
    assert main(["checkers", "--board", "4x4"]) == 0
    words = capsys.readouterr().out
    assert "2,409 positions" in words
    assert "A draw if both play perfectly, until a position comes again:" in words


def test_the_same_as_json(capsys):
    assert main(["checkers", "--board", "4x4", "--json"]) == 0
    found, solution = json.loads(capsys.readouterr().out), solve(Checkers(4, 4, 2))
    assert (found["board"], found["men"], found["positions"]) == ("4x4", 2, 2409)
    assert found["value"] == 0 and found["plies"] is None
    assert found["won"] + found["drawn"] + found["lost"] == 2409
    assert found["line"][:3] == ["1-4", "7-5", "4x7"]
    players = {f"material_{plies}": material_player(plies) for plies in (1, 2, 4)}
    players["random"] = random_mover
    assert found["blunders"] == {
        name: blunder_rate(player, solution)._asdict() for name, player in players.items()
    }


def test_perft(capsys):
    assert main(["checkers", "--perft", "6"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Sequences of moves on 8x8 with 12 men each:"
    assert lines[-1].split() == ["6", "36,768"]
    assert main(["checkers", "--perft", "3", "--board", "6x6", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"board": "6x6", "men": 6, "perft": [5, 25, 106]}


SMALL = ["checkers", "--preset", "small", "--trials", "2", "--generations", "3", "--parents", "3"]


def test_players_evolve_and_one_is_measured(tmp_path, capsys):
    out = tmp_path / "out"
    assert main([*SMALL, "--out", str(out)]) == 0
    words = capsys.readouterr().out
    networks = "networks of 437 weights, selected by games among themselves"
    assert f"6x4, 2 men each; {networks};\n2 trials of 3" in words
    assert main([*SMALL, "--out", str(out), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [*found["generations"]] == ["1", "2", "3"]
    assert [*found["nulls"]] == ["linked", "unlinked"]
    assert 0 < found["champion"]["blunders"] < 0.5

    champion = str(out / "champion.json")
    assert main(["checkers", "--champion", champion, "--json"]) == 0
    one = json.loads(capsys.readouterr().out)
    blunders = found["champion"]["blunders"]
    assert (one["board"], one["plies"], one["blunders"]) == ("6x4", 2, blunders)
    assert main(["checkers", "--champion", champion]) == 0
    words = capsys.readouterr().out
    assert "\n200 games against the material player, 2 plies ahead: 0." in words
    assert " points a game (0." in words
    assert main(["checkers", "--champion", champion, "--rival-plies", "6", "--json"]) == 0
    deeper = json.loads(capsys.readouterr().out)
    assert deeper["rival_plies"] == 6 and deeper["blunders"] == blunders
    assert deeper["elo_high"] < one["elo"]


def test_a_game_in_the_terminal(tmp_path, capsys, monkeypatch):
    assert main([*SMALL, "--board", "4x4", "--trials", "1", "--out", str(tmp_path)]) == 0
    monkeypatch.setattr("sys.stdin", io.StringIO("9-9\n1-3\nundo\n1-4\nhint\nquit\n"))
    capsys.readouterr()
    champion = str(tmp_path / "champion.json")
    assert main(["play", "--against", champion, "--begin", "--seed", "1"]) == 0
    words = capsys.readouterr().out
    assert "You play checkers 4x4 with 2 men against champion.json." in words
    assert "'9-9' is not a legal move; choose one of 1-3, 1-4, 2-4;" in words
    assert "  4-6: a tie" in words and words.endswith("You: 0 wins, 0 ties, 0 losses.\n")


FULL = "must fill whole rows, which is 2 or 4 on 6x4, not 3"
EVEN = "must be an even number from 4 to 10, not"
LARGE = "8x8 with 4 men each can't be solved: it has 32 dark squares, at most 18 can be"


@pytest.mark.parametrize(
    "arguments, words",
    [
        ("--out x", "--out: needs --preset"),
        ("--plies 3", "--plies: needs --preset"),
        ("--preset small --perft 3", "--perft: not allowed with argument --preset"),
        ("--rival-plies 3", "--rival-plies: needs --champion"),
        ("--champion x.json --men 2", "--men: can't be combined with --champion"),
        ("--champion no.json", f"--champion: no.json: {MISSING}"),
        ("--preset small --men 3", f"--men: {FULL}"),
        ("--preset small --plies 0", "--plies: must be a whole number from 1 to 20, not '0'"),
        ("--board 5x4", f"--board: rows {EVEN} 5"),
        ("--board 4x12 --perft 3", f"--board: columns {EVEN} 12"),
        ("--board 6", "--board: must be rows and columns, such as 6x4, not '6'"),
        ("--men 3", f"--men: {FULL}"),
        ("--men 0", "--men: must be a whole number from 1 to 100, not '0'"),
        ("--perft 13", "--perft: must be a whole number from 1 to 12, not '13'"),
        ("--board 8x8", f"--board: {LARGE}"),
    ],
)
def test_what_is_wrong_is_one_line(arguments, words, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["checkers", *arguments.split()])
    assert stopped.value.code == 2
    assert capsys.readouterr().err == f"fogel checkers: argument {words}\n"
