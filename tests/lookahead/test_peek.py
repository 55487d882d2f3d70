import json

import numpy as np
import pytest

from fogel.lookahead.levels import depth, view
from fogel.lookahead.peek import principal_line, thoughts, tree
from fogel.lookahead.players import maker, trad
from fogel.rules.referee import play_game, seat
from fogel.rules.rule_files import find_rules
from fogel.rules.rules import grid, in_a_row, outcome, place
from fogel.web.board.terminal import human, play_in_terminal

STANDARD = in_a_row(3, 3, 3)
CORNERS = grid("100 020 001").squares  # 2 must not take a corner

THOUGHTS = """\
PEEK: player 2, PERFECT: depth 3, sees 6 moves ahead
  x y   value   then
  1 0   even
  0 1   even
  2 1   even
  1 2   even
  2 0   loss    (0,2) (1,0) (0,1) over in 4
  0 2   loss    (2,0) (1,0) (2,1) over in 4
  It draws among 4 that are as good as it can see."""


def test_thoughts_line_by_line():
    assert thoughts(STANDARD, CORNERS, "perfect", 2) == THOUGHTS
    average = thoughts(STANDARD, CORNERS, "average", 2)
    assert "depth 1, sees 2 moves ahead, errs once in 17" in average
    assert "It looks at nothing" in thoughts(STANDARD, CORNERS, "idiot", 2)
    said = thoughts(STANDARD, grid("110 220 000").squares, "skilled", 1)
    assert "2 0   win      over in 1" in said.replace("  2 0", "2 0") and "2 1   block" in said
    assert "It has one best move." in said


def test_a_tree_is_what_is_seen():
    """Its first moves have the value that the player goes by; each node says what
    follows from it.
    """
    for level, me, rows in (
        ("perfect", 2, "100 020 001"),
        ("skilled", 1, "110 220 000"),
        ("expert", 1, "000 010 200"),
    ):
        board = grid(rows).squares
        root = tree(STANDARD, board, level, me)
        move_values = view(STANDARD, board, me, depth(level, board.count(0))).move_values
        words = {2: "win", 1: "block", 0: "even", -1: "loss"}
        expected = {square: words[found.grade] for square, found in move_values.items()}
        assert {child["square"]: child["value"] for child in root["children"]} == expected
        assert root["value"] == root["children"][0]["value"] and root["square"] is None
        for child in root["children"]:
            then = place(STANDARD, board, child["square"], me)
            if outcome(STANDARD, then, me) is not None:
                assert child["children"] == [] and child["moves"] == 1
                continue
            replies = [reply["value"] for reply in child["children"]]
            worst = min(replies, key=("loss", "even", "win").index)
            assert child["value"] in (worst, "block") and replies[0] == worst
    assert json.loads(json.dumps(root)) == root
    assert tree(STANDARD, CORNERS, "idiot", 2)["children"][0] == {
        "square": 1, "player": 2, "value": "even", "moves": None, "children": []
    }  # fmt: skip
    with pytest.raises(ValueError, match="shown must be fewer moves"):
        tree(in_a_row(10, 10, 5), (0,) * 100, "average", shown=3)


def test_the_principal_line_ends_the_game():
    """2 took a corner: 1 forks and wins on the fourth move from then."""
    board = place(STANDARD, CORNERS, 2, 2)
    line = principal_line(STANDARD, board, 5)
    assert line == [6, 1, 3] or len(line) == 3
    turn = 1
    for square in line:
        board, turn = place(STANDARD, board, square, turn), 3 - turn
    assert outcome(STANDARD, board) == (1, -1)
    assert principal_line(STANDARD, CORNERS, 5, 2) == [] == principal_line(STANDARD, CORNERS, 0, 2)


def test_a_person_peeks_into_the_other():
    waiting, said = iter(["p", "1 1", "p", "q"]), []
    play_in_terminal(find_rules("standard"), [human(lambda prompt: next(waiting), said.append), maker("trad-skilled")],
                     np.random.default_rng(1), say=said.append)  # fmt: skip
    first, second = (text for text in said if text.startswith("PEEK"))
    assert "sees 4 moves" in first and len(first.splitlines()) == 12
    # When it moved, eight squares were open.
    assert first != second and len(second.splitlines()) == 11
    assert second == thoughts(find_rules("standard"), grid("000 010 000").squares, "skilled", 2)


def test_peeking_changes_nothing():
    plain, peeked = (seat(STANDARD, [trad("expert"), trad("skilled")]) for _ in range(2))

    game = play_game(STANDARD, plain, np.random.default_rng(2))
    assert peeked[0].peek().startswith("PEEK: player 1, EXPERT: depth 3")
    assert play_game(STANDARD, peeked, np.random.default_rng(2)) == game
