"""Everything that a network can ever do, on one page to print (chapter 8)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path

from fogel.audit import chances, expected_payoff, never_loses, policy, results
from fogel.core.settings import Settings
from fogel.core.texts import percent
from fogel.core.types import Figure, Marks
from fogel.encoding import X, is_final, to_move
from fogel.network import Network
from fogel.plots.drawing import draw_board
from fogel.plots.palette import INK, RED
from fogel.plots.style import save, styled

PAPER = (16.54, 11.69)  # inches: A3, landscape
COLUMNS, MOST_ROWS = 17, 16
TITLE = "Everything that this network can ever do"


def meetings(network: Network, settings: Settings | None = None) -> dict[Marks, float]:
    """{board: chance}: all boards on which a network that begins may have to move, and how likely
    it meets each.

    The chance is that of a game against the near-perfect player, which can make any move, since it
    slips; boards in the order of their marks and then of their chances.
    """
    found = chances(policy(network), policy("near-perfect", settings))
    anything = chances(policy(network), policy("random"))
    asked = [board for board in anything if not is_final(board) and to_move(board) == X]
    return {
        board: found.get(board, 0.0)
        for board in sorted(asked, key=lambda b: (-b.count(0), -found.get(b, 0.0)))
    }


def can_lose(network: Network, board: Marks) -> bool:
    """Whether some sequence of replies beats the network from a board on which it is to
    move as X.
    """
    return not never_loses(network, start=board)


@styled
def poster(
    network: Network, title: str = "", settings: Settings | None = None, scale: float = 1.0
) -> Figure:
    """A Figure, A3 times `scale`, with every board that the network may meet: its move ringed, its
    chance above.

    Boards from which it can be beaten are in red.
    """
    met = meetings(network, settings)
    beaten = {board for board in met if can_lose(network, board)}
    return sheet(
        title or TITLE, met, beaten, network, _legend(network, met, beaten, settings), scale=scale
    )


def make_rows(boards: Collection[Marks], begun: int = 0) -> list[tuple[int, list[Marks]]]:
    """[(move, boards)]: the rows of a poster, and which move of the network it is; `begun` marks
    stand at the start.
    """
    moves: dict[int, list[Marks]] = {}
    for board in boards:
        moves.setdefault(1 + (9 - board.count(0) - begun) // 2, []).append(board)
    return [
        (move, some[at : at + COLUMNS])
        for move, some in moves.items()
        for at in range(0, len(some), COLUMNS)
    ]


# Many parameters: a poster has these parts, and each of the two kinds of posters fills all of them.
@styled
def sheet(
    title: str,
    met: Mapping[Marks, float],
    beaten: Collection[Marks],
    choose: Callable[[Marks], int],
    legend: str,
    begun: int = 0,
    scale: float = 1.0,
) -> Figure:
    """A poster of boards and their chances, some of them `beaten` and red, with the square that the
    network chooses.
    """
    from matplotlib.figure import Figure

    rows = make_rows(met, begun)
    figure = Figure(figsize=[scale * side for side in PAPER], layout="constrained")
    # Not layout="none", for which the style would put in its own when it is saved.
    figure.set_layout_engine("none")
    top, bottom, left, right = 0.90, 0.02, 0.065, 0.99
    height, width = min((top - bottom) / len(rows), 0.125), (right - left) / COLUMNS
    for row, (move, boards) in enumerate(rows):
        y = top - (row + 1) * height
        if row == 0 or rows[row - 1][0] != move:
            words = f"move {move}"
            figure.text(
                0.015, y + 0.45 * height, words, fontsize=13 * scale, va="center", color=INK
            )
        for column, board in enumerate(boards):
            axes = figure.add_axes((left + column * width, y, 0.88 * width, 0.78 * height))
            look = {"ink": RED if board in beaten else INK, "linewidth": 1.7 * scale}
            draw_board(axes, board, ring=choose(board), strike=False, **look)
            style = {"fontsize": 9 * scale, "color": look["ink"], "loc": "center", "pad": 2}
            axes.set_title(_percent(met[board]), **style)
    figure.text(0.015, 0.965, title, fontsize=20 * scale, va="center", color=INK)
    figure.text(0.015, 0.93, legend, fontsize=11 * scale, va="center", color=INK)
    return figure


def _percent(chance):
    return f"{100 * chance:.3g} %" if chance >= 0.001 else "under 0.1 %" if chance else "never"


def in_red(beaten: Collection[Marks]) -> str:
    """What the red of a poster says."""
    if not beaten:
        return "No sequence of replies beats it."
    return f"In red: the {len(beaten)} boards from which it can be beaten."


def _legend(network, met, beaten, settings):
    win, tie, loss = exact = results(network, settings=settings)
    games = (settings or Settings()).games
    return (
        f"It plays X and begins. All {len(met)} boards that it can meet; the frame is its move;"
        " above, the chance to meet the board in a game against the near-perfect player.\nIn such"
        f" games: wins {percent(win, 2)}, ties {percent(tie, 2)}, losses {percent(loss, 2)},"
        f" expected payoff {expected_payoff(exact, settings):.2f} of {games}. {in_red(beaten)}"
    )


def save_poster(network: Network, path: Path, title: str = "") -> None:
    """Writes the poster in the format of the path's ending: .pdf, .svg or .png."""
    save(poster(network, title), path)
