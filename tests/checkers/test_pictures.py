"""How a position of checkers is drawn: every piece where it stands, and every move as far as it
goes.
"""

import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.patches import Circle

from fogel.checkers.pictures import draw_position
from fogel.checkers.rules import Checkers, Position, moves
from fogel.plots import drawing

GAME = Checkers(4, 6, 3)
# .  1  .  2  .  3
# 4  .  5  .  6  .
# .  7  .  8  .  9
# 10 .  11 .  12 .
POSITION = Position((0, 1, 0, 0, 0, -2, 0, 0, 0, 2, 0, -1), 1)


@pytest.fixture
def axes():
    axes = Figure().subplots()
    draw_position(axes, GAME, POSITION, "some position", moves(GAME, POSITION), {1: "here"})
    return axes


def test_pieces_stand_on_their_squares(axes):
    """Row by row from the top, blue discs and orange rings."""
    pieces = [one for one in axes.patches if isinstance(one, Circle)]
    assert [one.center for one in pieces] == [(3.5, 3.5), (4.5, 2.5), (0.5, 0.5), (4.5, 0.5)]
    colours = [drawing.BLUE, drawing.ORANGE, drawing.BLUE, drawing.ORANGE]
    assert [to_hex(one.get_edgecolor()) for one in pieces] == colours
    fills = [drawing.BLUE, drawing.WHITE, drawing.BLUE, drawing.WHITE]
    assert [to_hex(one.get_facecolor()) for one in pieces] == fills


def test_kings_have_their_letter_and_squares_their_texts(axes):
    words = {text.get_text(): text.get_position() for text in axes.texts if text.get_text()}
    assert words == {"K": (0.5, 0.5), "here": (1.5, 3.5)}
    assert sum(text.get_text() == "K" for text in axes.texts) == 2


def test_a_jump_is_an_arrow(axes):
    """The man in 2 must jump over the king in 6."""
    arrows = [(text.xyann, text.xy) for text in axes.texts if getattr(text, "arrow_patch", None)]
    assert arrows == [((3.5, 3.5), (5.5, 1.5))]


def test_a_jump_of_two_is_two_arrows():
    axes, jump = Figure().subplots(), (1, 8, 3)
    draw_position(axes, GAME, Position((1, 0, 0, 0, -1, -1, 0, 0, 0, 0, 0, 0), 1), ways=[jump])
    arrows = [(text.xyann, text.xy) for text in axes.texts]
    assert arrows == [((1.5, 3.5), (3.5, 1.5)), ((3.5, 1.5), (5.5, 3.5))]
    assert axes.get_title() == ""
