"""The board of any shape in a notebook: what its widgets say and do, without a browser."""

import pytest

pytest.importorskip(
    "ipywidgets", reason="the board in a notebook is not installed: pip install -e .[all]"
)
import ipywidgets as widgets
import numpy as np
from boards import parts, visible, words

from fogel.core.quiet import QUIET_VARIABLE
from fogel.lookahead.peek import look
from fogel.rules.rule_files import find_rules
from fogel.rules.rules import grid, in_a_row
from fogel.web import board
from fogel.web.board.match import HUMAN, BoardMatch
from fogel.web.board.page import frame
from fogel.web.board.panel import look_sentences
from fogel.web.board.widget import GameBoard

STANDARD, THREE, TEN = find_rules("standard"), find_rules("three-players"), in_a_row(10, 10, 5)


def board_of(rules=STANDARD, names=None):
    return GameBoard(BoardMatch(rules, names, rng=np.random.default_rng(7)))


def held(board):
    """What the squares are called, without their coordinates."""
    return [button.tooltip.split("), ")[1] for button in board.squares]


def test_seats_and_openers():
    board = board_of()
    assert board.seats[0].value == HUMAN and board.seats[1].value == "random"
    assert ("the champion of chapter 6", "champion") in board.seats[1].options
    board.click(4)
    board.seats[1].value = "champion"
    assert board.match.names == [HUMAN, "champion"] and held(board) == ["open"] * 9
    board.first_player.value = "turn"
    board.seats[0].value = "perfect"  # now they play alone
    assert words(board.tally).split()[::3] != ["0"] * 3 and board.match.over
    assert sum(board.match.tally.wins) + board.match.tally.draws == 1


def test_a_player_that_cannot_sit_there_is_refused_in_one_line():
    board = board_of(TEN)
    board.click(0)
    before = held(board)
    board.seats[1].value = "perfect"
    assert words(board.error).endswith("more than 200,000; nothing changes.") and "\n" not in words(
        board.error
    )
    assert visible(board.error) and board.seats[1].value == "random" and held(board) == before
    board.click(55)
    assert not visible(board.error) and board.match.board[55] == 1


def test_three_players_and_a_large_board():
    board = board_of(THREE)
    assert [choice.description for choice in board.seats] == ["Player 1", "Player 2", "Player 3"]
    board.click(5)
    assert board.picture.value.count('class="fogel-n ') == 3 and words(board.status).endswith(
        "Your move, player 1."
    )
    large = board_of(in_a_row(20, 15, 5))
    assert len(large.squares) == 300 and large.picture.value.count("fogel-edge") == 35
    style = next(part for part in large.widget.children if isinstance(part, widgets.HTML)).value
    assert (
        ".fogel-20x15 .fogel-board > .fogel-buttons" in style
        and "repeat(15, 1fr) / repeat(20, 1fr)" in style
    )


def test_the_help_shows_the_patterns():
    def how(board):
        return next(
            part.value
            for part in parts(board.widget)
            if "<details" in str(getattr(part, "value", ""))
        )

    assert 'aria-label="1 0 0 / 0 1 0 / 0 0 1"' in how(board_of()) and "loses" not in how(
        board_of()
    )
    assert "loses" in how(board_of(find_rules("misere")))


def test_a_look_into_a_player():
    board = board_of(names=[HUMAN, "trad-expert"])
    assert visible(board.look) and not visible(board.looks) and board.looks.value == ""
    board.look.value = True
    assert words(board.looks).startswith(
        "O, trad-expertWhat it would think if it had the first move. It sees 6 moves"
    )
    board.click(0)
    board.click(next(square for square in (1, 2, 5) if not board.match.board[square]))
    seen, (before, taken) = board.match.look(2), board.match.last_turn(2)
    assert before.count(0) == 6 and board.match.board[taken] == 2
    assert (
        "What it thought before it took" in words(board.looks)
        and words(board.looks).count(", taken: ") == 1
    )
    assert [node["square"] for node in seen["children"] if node["value"] == "block"] == seen["best"]
    assert "it blocks" in words(board.looks) and "O loses on move" in words(board.looks)
    board.seats[1].value = "random"
    assert not visible(board.look) and not visible(board.looks) and not visible(board.deeper)


def test_one_more_move():
    board = board_of(names=[HUMAN, "trad-perfect"])
    board.look.value = True
    sizes = [board.looks.value.count("<li")]
    while visible(board.deeper):
        board.deeper.click()
        sizes.append(board.looks.value.count("<li"))
    assert sizes == [9 + 72, 9 + 72 + 504, 9 + 72 + 504 + 3024]


def test_a_mistake_and_two_players_are_seen():
    board = GameBoard(
        BoardMatch(STANDARD, ["trad-rookie", "trad-perfect"], rng=np.random.default_rng(7)),
        look=True,
    )
    assert board.match.over and board.looks.value.count('<section class="thought">') == 2
    assert words(board.looks).count("It looks at nothing, and takes any square.") == 1
    seen = look(STANDARD, grid("110 220 000").squares, "skilled", 1)
    assert look_sentences(STANDARD, seen, 2)[-1] == "It has one best move."
    assert look_sentences(STANDARD, seen, 8)[-1] == "It took (2, 2) by mistake."


def test_many_moves_are_folded_up():
    board = board_of(in_a_row(6, 6, 4), [HUMAN, "trad-average"])
    board.look.value = True
    assert "And 24 more." in words(board.looks) and not visible(board.deeper)
    assert board.looks.value.count("<li") == 36 + 1


def test_what_a_chapter_shows(monkeypatch):
    shown = []
    monkeypatch.setattr("IPython.display.display", lambda *some: shown.append(some[-1]))
    monkeypatch.delenv(QUIET_VARIABLE, raising=False)
    board.show(THREE, ["random", HUMAN, HUMAN], first_player="turn")
    assert isinstance(shown[0], widgets.VBox) and "fogel" in shown[0]._dom_classes
    monkeypatch.setenv(QUIET_VARIABLE, "1")
    board.show(THREE)
    assert shown[1].data == frame(THREE)
    board.show(STANDARD, [HUMAN, "trad-skilled"], look=True)
    assert shown[2].data == frame(STANDARD, [HUMAN, "trad-skilled"], look=True) != frame(STANDARD)
    with pytest.raises(ValueError, match="can't be shown"):
        board.show(in_a_row(21, 1, 1))
