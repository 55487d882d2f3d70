"""Pictures of positions in checkers (chapter 19)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from fogel.checkers.network import game_places
from fogel.checkers.rules import KING, Checkers, Move, Position
from fogel.core.types import Axes, Square
from fogel.plots import drawing, style

RADIUS = 0.34  # of a piece, in squares
CENTERED = {"ha": "center", "va": "center_baseline", "zorder": 4}


@style.styled
def draw_position(
    axes: Axes,
    game: Checkers,
    position: Position,
    title: str | None = None,
    ways: Sequence[Move] = (),
    texts: Mapping[Square, str] | None = None,
) -> None:
    """Draws a position into `axes`: an arrow for each of the `ways`, from square to square, and
    `texts` on squares.

    Squares are numbered from 1, as in moves. Who is to move is not drawn.
    """
    from matplotlib.patches import Rectangle

    places = game_places(game)
    centres = [(column + 0.5, game.rows - row - 0.5) for row, column in places]
    dark = {"facecolor": drawing.SILVER, "linewidth": 0, "zorder": 0}
    for (x, y), piece in zip(centres, position.board, strict=True):
        axes.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, **dark))
        _draw_piece(axes, x, y, piece)
    about = {
        "arrowstyle": "-|>",
        "color": drawing.INK,
        "linewidth": 1.5,
        "shrinkA": 2,
        "shrinkB": 2,
    }
    for move in ways:
        for one, other in pairwise(move):
            axes.annotate("", centres[other - 1], centres[one - 1], arrowprops=about, zorder=3)
    for square, words in (texts or {}).items():
        axes.text(*centres[square - 1], words, color=drawing.INK, fontsize=9, **CENTERED)
    border = {"fill": False, "edgecolor": drawing.GRID, "linewidth": 1.2}
    axes.add_patch(Rectangle((0, 0), game.columns, game.rows, **border))
    axes.set(xlim=(-0.06, game.columns + 0.06), ylim=(-0.06, game.rows + 0.06), aspect="equal")
    axes.set_axis_off()
    if title:
        axes.set_title(title, fontsize=10.5, pad=4)


def _draw_piece(axes, x, y, piece):
    """Draws a man or a king with its middle at (x, y), or nothing for an empty square."""
    from matplotlib.patches import Circle

    if piece:
        colour = drawing.BLUE if piece > 0 else drawing.ORANGE
        fill = colour if piece > 0 else drawing.WHITE
        style = {"facecolor": fill, "edgecolor": colour, "linewidth": 2.2, "zorder": 2}
        axes.add_patch(Circle((x, y), RADIUS, **style))
    if abs(piece) == KING:
        ink = drawing.WHITE if piece > 0 else drawing.INK
        axes.text(x, y, "K", color=ink, fontsize=10, **CENTERED)
