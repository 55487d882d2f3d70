"""`fogel checkers`: what it prints, and what it refuses in one line."""

import json

import pytest

from fogel.checkers.rules import Checkers
from fogel.checkers.solved import piece_counter, random_mover, solve, spoils
from fogel.cli import main


def test_a_board_that_is_solved(capsys):
    assert main(["checkers", "--board", "6x4", "--men", "2"]) == 0
    words = capsys.readouterr().out
    assert "6x4, 2 men each: 25,656 positions can be reached" in words
    assert "The first player loses if both play perfectly, in 34 moves:\n  1-3 11-9 3-5 9-7" in words
    assert "  random                       46.0 %   46.0 %\n" in words
    assert "  piece count, plies ahead: 2  10.2 %   10.3 %\n" in words
    assert main(["checkers"]) == 0 and capsys.readouterr().out == words


def test_a_draw(capsys):
    assert main(["checkers", "--board", "4x4"]) == 0
    words = capsys.readouterr().out
    assert "2,409 positions" in words and "A draw if both play perfectly, until a position comes again:" in words


def test_the_same_as_json(capsys):
    assert main(["checkers", "--board", "4x4", "--json"]) == 0
    found, solution = json.loads(capsys.readouterr().out), solve(Checkers(4, 4, 2))
    assert (found["board"], found["men"], found["positions"]) == ("4x4", 2, 2409)
    assert found["value"] == 0 and found["plies"] is None
    assert found["won"] + found["drawn"] + found["lost"] == 2409 and found["line"][:3] == ["1-4", "7-5", "4x7"]
    players = {"random": random_mover} | {f"pieces_{plies}": piece_counter(plies) for plies in (1, 2, 4)}
    assert found["spoils"] == {name: spoils(player, solution)._asdict() for name, player in players.items()}


def test_perft(capsys):
    assert main(["checkers", "--perft", "6"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Sequences of moves on 8x8 with 12 men each:" and lines[-1].split() == ["6", "36,768"]
    assert main(["checkers", "--perft", "3", "--board", "6x6", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"board": "6x6", "men": 6, "perft": [5, 25, 106]}


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["--board", "5x4"], "argument --board: rows must be an even number from 4 to 10, not 5"),
        (["--board", "4x12", "--perft", "3"], "argument --board: columns must be an even number from 4 to 10, not 12"),
        (["--board", "6"], "argument --board: must be rows and columns, such as 6x4, not '6'"),
        (["--men", "3"], "argument --men: must fill whole rows, which is 2 or 4 on 6x4, not 3"),
        (["--men", "0"], "argument --men: must be a whole number from 1 to 100, not '0'"),
        (["--perft", "13"], "argument --perft: must be a whole number from 1 to 12, not '13'"),
        (
            ["--board", "8x8"],
            "argument --board: 8x8 with 4 men each can't be solved: it has 32 dark squares, at most 18 can be",
        ),
    ],
)
def test_what_is_wrong_is_one_line(arguments, words, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["checkers", *arguments])
    assert stopped.value.code == 2 and capsys.readouterr().err == f"fogel checkers: {words}\n"
