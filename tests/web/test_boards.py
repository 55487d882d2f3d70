"""What a board in a notebook promises at every game, without a browser: four games, and a fifth
that defines the protocol alone. Then what the board of any shape adds.
"""

import re

import pytest

pytest.importorskip(
    "ipywidgets", reason="the board in a notebook is not installed: pip install -e .[all]"
)
import ipywidgets as widgets
import numpy as np
from boards import BAD_FILES, parts, upload, visible, words
from games import Nim, make_connect_four

from fogel.checkers import files
from fogel.core.game import rank
from fogel.core.players import HUMAN, shipped
from fogel.core.quiet import QUIET_VARIABLE
from fogel.lookahead.peek import look
from fogel.play import Match
from fogel.rules.game import RulesGame
from fogel.rules.rule_files import find_rules
from fogel.rules.rules import grid, in_a_row
from fogel.web import board as any_board
from fogel.web import frame
from fogel.web.board.match import BoardMatch
from fogel.web.board.page import frame as frame_of_rules
from fogel.web.board.panel import look_sentences
from fogel.web.board.widget import GameBoard
from fogel.web.boards import make_board, show
from fogel.web.play import widget as standard_board

GAMES = {
    "standard": "standard",
    "misere": "misere",
    "three players": "three-players",
    "checkers": "checkers-4x4",
    "connect four": make_connect_four(),
}
ANY = pytest.mark.parametrize("name", GAMES)
STANDARD, THREE, TEN = find_rules("standard"), find_rules("three-players"), in_a_row(10, 10, 5)


def board_of(name, *names):
    """A board of a game; unless others sit there, persons on every seat."""
    seats = 3 if name == "three players" else 2
    return make_board(GAMES[name], names or [HUMAN] * seats, np.random.default_rng(7))


def held(board):
    """What the tooltips of the squares say that they hold."""
    return [re.sub(r"^(\(.*?\)|[^,]*), ", "", part.tooltip) for part in board.squares]


def drawn(board):
    """The squares on which the picture has a mark."""
    places = re.findall(r'<g transform="translate\((\d+) (\d+)\)">', board.picture.value)
    return [int(x) // 100 + int(y) // 100 * board.match.game.columns for x, y in places]


def can_press(board):
    """The squares that continue a move."""
    return [at for at, part in enumerate(board.squares) if "fogel-taken" not in part._dom_classes]


def play(board, moves):
    """A person's moves, each the first of those that are legal."""
    for _ in range(moves):
        before = len(board.match.moves)
        while not board.match.over and len(board.match.moves) == before:
            board.squares[can_press(board)[0]].click()


@ANY
def test_a_whole_game_is_shown_as_it_is(name):
    board, rng = board_of(name), np.random.default_rng(3)
    match, clicks = board.match, 0
    while not match.over:
        marks = match.game.marks(match.position)
        used = [bool(match.game.name_square(square)) for square in range(len(marks))]
        shown = [mark or ("not used", "open")[at] for mark, at in zip(marks, used, strict=True)]
        assert held(board) == shown and [not part.disabled for part in board.squares] == used
        firsts = {match.game.squares(move)[0] for move in match.game.moves(match.position)}
        assert drawn(board) == [at for at, mark in enumerate(marks) if mark]
        if not board.pressed:
            assert {*can_press(board)} == firsts
            player = match.game.name_player(match.game.to_move(match.position))
            assert words(board.status).lower() == f"{player} to move.".lower()
        board.squares[int(rng.integers(len(marks)))].click()
        clicks += 1
    assert clicks > len(match.moves) and not can_press(board)
    assert '<div role="status">' in board.status.value and words(board.tally)
    counted, moves = words(board.tally), len(match.moves)
    board.click(0)
    assert len(match.moves) == moves
    board.new.click()
    assert not match.moves and can_press(board) and words(board.tally) == counted


@ANY
def test_every_button_has_a_name(name):
    board = board_of(name)
    play(board, 4)
    board.look_at(2)
    kinds = widgets.Button, widgets.FileUpload
    named = [part.tooltip for part in parts(board.widget) if isinstance(part, kinds)]
    assert all(named) and len({*named}) == len(named) > len(board.squares) + 5 + 5


@ANY
def test_a_move_is_taken_back(name):
    board = board_of(name)
    before = held(board)
    board.undo.click()  # nothing to take back
    play(board, 1)
    assert held(board) != before
    board.undo.click()
    assert held(board) == before and not board.match.moves


@ANY
def test_earlier_boards(name):
    board = board_of(name)
    assert not visible(board.past) and not visible(board.looking) and not visible(board.slider)
    play(board, 3)
    game, last = board.match.moves, held(board)
    strip = board.strip_buttons.children
    assert visible(board.past) and len(strip) == board.strip.value.count("<svg") == 4
    strip[1].click()
    assert words(board.status) == "After 1 of 3 moves." and visible(board.looking)
    assert ["fogel-looked-at" in part._dom_classes for part in strip] == [False, True, False, False]
    assert held(board) != last and not can_press(board)
    for square in range(len(board.squares)):
        board.click(square)
    assert board.match.moves == game
    board.back.click()
    board.play_on.click()  # is not to be seen
    assert held(board) == last and board.match.moves == game and not visible(board.looking)
    strip[2].click()
    board.play_on.click()
    assert board.match.moves == game[:2] and len(board.strip_buttons.children) == 3
    play(board, 1)
    assert board.match.moves == game


def test_a_slider_leads_to_the_boards_of_a_long_game():
    board = make_board("checkers", [HUMAN, HUMAN], np.random.default_rng(7))
    play(board, 2)
    assert visible(board.slider) and not visible(board.past) and board.slider.max == 2
    board.slider.value = 1
    assert words(board.status) == "After 1 of 2 moves." and visible(board.looking)


@ANY
def test_hints_are_the_exact_values(name):
    board = board_of(name)
    play(board, 3)
    values = board.match.hint()
    board.hint.click()
    found = {at: text for at, text in enumerate(held(board)) if ", " in text}
    assert [*found] == can_press(board)
    assert board.picture.value.count('class="forced') == len(found)
    results = {1: "win", 0: "draw|tie", -1: "loss"}
    best = max(value.result for value in values.values())
    soonest = max(map(rank, values.values()))
    best_moves = [move for move, value in values.items() if rank(value) == soonest]
    squares = {board.match.game.squares(move)[0] for move in best_moves}
    assert board.picture.value.count("fogel-best") == len(squares)
    assert any(re.search(results[best], text) for text in found.values())
    about = {1: "can force a win", 0: "can force a", -1: "a perfect player beats you"}
    assert visible(board.hint_words) and about[best] in words(board.hint_words)
    play(board, 1)
    assert not visible(board.hint_words) and "forced" not in board.picture.value
    board.peek.value = True
    play(board, 1)
    assert board.match.over or "forced" in board.picture.value


@pytest.mark.parametrize("game", [RulesGame(TEN), "checkers"], ids=["ten by ten", "checkers"])
def test_a_game_too_large_for_hints(game):
    board = make_board(game, [HUMAN, "random"], np.random.default_rng(7))
    board.hint.click()
    assert words(board.hint_words).endswith("would take too long here.")
    play(board, 1)
    assert not visible(board.hint_words) and "forced" not in board.picture.value


@ANY
def test_a_player_answers_and_is_counted(name):
    others = ["random"] * (1 + (name == "three players"))
    board = board_of(name, HUMAN, *others)
    while not board.match.over:
        play(board, 1)
    counts = [int(count) for count in re.findall("<b>(.*?)</b>", board.tally.value)]
    assert sum(counts) == 1 and len(board.match.moves) > 3
    if name != "standard":
        assert [choice.value for choice in board.seats] == [HUMAN, *others]
        board.seats[1].value = HUMAN
        assert board.match.names[:2] == [HUMAN, HUMAN] and not board.match.moves
        board.seats[0].value = "random"
        assert board.match.moves or board.match.over


@pytest.mark.parametrize("name", ["standard", "misere", "checkers"])
@pytest.mark.parametrize("kind", BAD_FILES)
def test_a_bad_file_gets_one_sentence_and_the_game_goes_on(kind, name):
    content, about = BAD_FILES[kind]
    board = board_of(name, HUMAN, "random")
    play(board, 1)
    before = held(board)
    upload(board, content)
    sentence = words(board.error)
    assert 'role="alert"' in board.error.value and sentence.startswith("file mine.json: ")
    assert about in sentence or name == "checkers"
    assert re.search("; (you still play a player that moves at random|nothing changes).$", sentence)
    assert visible(board.error) and len(sentence) < 330 and "\n" not in sentence
    assert held(board) == before and board.file.value == ()
    play(board, 1)
    assert held(board) != before and not visible(board.error)


@pytest.mark.parametrize("name", ["standard", "checkers"])
def test_a_champion_file_sits_down(name):
    board = board_of(name, HUMAN, "random")
    path = shipped("generation-10")
    if name == "checkers":
        board = make_board("checkers-6x6", [HUMAN, "random"], np.random.default_rng(7))
        path = files.shipped("6x6-0")
    upload(board, path.read_bytes(), "<b>mine</b>.json")
    choice = board.adversary if name == "standard" else board.seats[1]
    assert choice.label == "the network in <b>mine</b>.json" and not visible(board.error)
    play(board, 1)
    assert len(board.match.moves) == 2 and board.file.value == ()
    choice.value = "random"
    choice.value = "file <b>mine</b>.json"
    assert not board.match.moves and "<b>mine" not in board.tallies.value


def test_a_move_of_several_squares():
    board = board_of("checkers")
    first, second = board.match.game.squares(board.match.game.moves(board.match.position)[0])
    board.click(first)
    assert board.pressed == (first,) and "fogel-pressed" in board.picture.value
    assert second in can_press(board)
    board.click(first)  # chosen again
    assert board.pressed == (first,)
    other = next(at for at, mark in enumerate(held(board)) if mark == "x" and at != first)
    board.click(other)  # another piece
    assert board.pressed == (other,)
    board.click(0)  # nothing there
    assert board.pressed == () and not board.match.moves
    board.click(first)
    board.click(second)
    assert len(board.match.moves) == 1 and held(board)[second] == "x"


def test_connect_four():
    board = board_of("connect four")
    for square in (12, 13, 8, 9, 4, 5):
        board.click(square)
    assert can_press(board) == [0, 1, 14, 15]
    board.click(2)  # it would fall
    assert len(board.match.moves) == 6
    board.click(0)
    assert words(board.status) == "X wins."


def test_a_move_without_squares_has_a_button():
    board = make_board(Nim(), [HUMAN, HUMAN])
    board.hint.click()
    names = [part.description for part in board.spare.children]
    assert names[2] == "take 3, win in 3" and names[0].startswith("take 1, loss in ")
    board.spare.children[2].click()
    assert board.match.moves == ["take 3"] and held(board) == ["I"] * 4 + ["open"] * 3


@pytest.mark.parametrize("quiet", [False, True])
def test_show(quiet, monkeypatch):
    """In a notebook that is executed to be stored, two of the boards are their web pages."""
    displayed, skilled = [], [HUMAN, "trad-skilled"]
    monkeypatch.setattr("IPython.display.display", lambda *some: displayed.append(some))
    monkeypatch.setenv(QUIET_VARIABLE, "1" if quiet else "")
    show("checkers-4x4")
    standard_board.show(Match())
    any_board.show(THREE, ["random", HUMAN, HUMAN], first_player="turn")
    any_board.show(STANDARD, skilled, look=True)
    checkers, *others = displayed
    for script, widget in [checkers] if quiet else displayed:
        assert "walkOnBoards" in script.data and "fogel" in widget._dom_classes
    assert "fogel-4x4" in checkers[1]._dom_classes
    if quiet:
        pages = [frame(), frame_of_rules(THREE, ["random", HUMAN, HUMAN])]
        pages.append(frame_of_rules(STANDARD, skilled, look=True))
        assert [page.data for (page,) in others] == pages
        assert pages[2] != frame_of_rules(STANDARD, skilled)
    with pytest.raises(ValueError, match="'go' is no game"):
        show("go")
    with pytest.raises(ValueError, match="one of the names must be human, not champion, random"):
        show("standard", ["champion", "random"])
    with pytest.raises(ValueError, match="can't be shown"):
        any_board.show(in_a_row(21, 1, 1))


def test_a_page_in_a_notebook_that_is_not_trusted_says_how_to_play():
    """Such a notebook shows neither style sheets nor frames."""
    shown = re.sub(r"<(style|iframe).*?</\1>", "", frame(), flags=re.S)
    assert re.sub(r"<[^>]*>", "", shown) == "Run this cell to play here."
    assert re.search(r"<style>\.(\S+) { display: none }</style><p class=\"\1\">", frame())


# A board of any shape.


def of_rules(rules=STANDARD, names=None, look=False):
    return GameBoard(BoardMatch(rules, names, rng=np.random.default_rng(7)), look)


def test_seats_and_openers():
    board = of_rules()
    assert board.seats[0].value == HUMAN and board.seats[1].value == "random"
    assert ("the champion of chapter 6", "champion") in board.seats[1].options
    board.click(4)
    board.seats[1].value = "champion"
    assert board.match.names == [HUMAN, "champion"] and held(board) == ["open"] * 9
    board.first_player.value = "turn"
    board.seats[0].value = "perfect"  # now they play alone
    assert words(board.tally).split()[::3] != ["0"] * 3 and board.match.over
    assert sum(board.match.score) == 1


def test_a_player_that_cannot_sit_there_is_refused_in_one_line():
    board = of_rules(TEN)
    board.click(0)
    before = held(board)
    board.seats[1].value = "perfect"
    sentence = words(board.error)
    assert sentence.endswith("more than 200,000; nothing changes.") and "\n" not in sentence
    assert visible(board.error) and board.seats[1].value == "random" and held(board) == before
    board.click(55)
    assert not visible(board.error) and board.match.board[55] == 1


def test_three_players_and_a_large_board():
    board = of_rules(THREE)
    assert [choice.description for choice in board.seats] == ["Player 1", "Player 2", "Player 3"]
    board.click(5)
    assert board.picture.value.count('class="fogel-n ') == 3
    assert words(board.status).endswith("Your move, player 1.")
    large = of_rules(in_a_row(20, 15, 5))
    assert len(large.squares) == 300 and large.picture.value.count("fogel-edge") == 35
    style = next(part for part in large.widget.children if isinstance(part, widgets.HTML)).value
    assert ".fogel-20x15 .fogel-board > .fogel-buttons" in style
    assert "repeat(15, 1fr) / repeat(20, 1fr)" in style


def test_the_help_shows_the_patterns():
    def how(board):
        texts = [str(getattr(part, "value", "")) for part in parts(board.widget)]
        return next(text for text in texts if "<details" in text)

    assert 'aria-label="1 0 0 / 0 1 0 / 0 0 1"' in how(of_rules())
    assert "loses" not in how(of_rules()) and "loses" in how(of_rules(find_rules("misere")))


def test_a_look_into_a_player():
    board = of_rules(names=[HUMAN, "trad-expert"])
    assert visible(board.look) and not visible(board.looks) and board.looks.value == ""
    board.look.value = True
    first = "O, trad-expertWhat it would think if it had the first move. It sees 6 moves"
    assert words(board.looks).startswith(first)
    board.click(0)
    board.click(next(square for square in (1, 2, 5) if not board.match.board[square]))
    seen, (before, taken) = board.match.look(2), board.match.last_turn(2)
    assert before.count(0) == 6 and board.match.board[taken] == 2
    assert "What it thought before it took" in words(board.looks)
    assert words(board.looks).count(", taken: ") == 1
    assert [node["square"] for node in seen["children"] if node["value"] == "block"] == seen["best"]
    assert "it blocks" in words(board.looks) and "O loses on move" in words(board.looks)
    board.seats[1].value = "random"
    assert not visible(board.look) and not visible(board.looks) and not visible(board.deeper)


def test_one_more_move():
    board = of_rules(names=[HUMAN, "trad-perfect"])
    board.look.value = True
    sizes = [board.looks.value.count("<li")]
    while visible(board.deeper):
        board.deeper.click()
        sizes.append(board.looks.value.count("<li"))
    assert sizes == [9 + 72, 9 + 72 + 504, 9 + 72 + 504 + 3024]


def test_a_mistake_and_two_players_are_seen():
    board = of_rules(STANDARD, ["trad-rookie", "trad-perfect"], look=True)
    assert board.match.over and board.looks.value.count('<section class="thought">') == 2
    assert words(board.looks).count("It looks at nothing, and takes any square.") == 1
    seen = look(STANDARD, grid("110 220 000").squares, "skilled", 1)
    assert look_sentences(STANDARD, seen, 2)[-1] == "It has one best move."
    assert look_sentences(STANDARD, seen, 8)[-1] == "It took (2, 2) by mistake."


def test_many_moves_are_folded_up():
    board = of_rules(in_a_row(6, 6, 4), [HUMAN, "trad-average"])
    board.look.value = True
    assert "And 24 more." in words(board.looks) and not visible(board.deeper)
    assert board.looks.value.count("<li") == 36 + 1
