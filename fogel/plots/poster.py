"""Everything that a network can ever do, on one page to print (chapter 8)."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

import numpy as np

from fogel import engine
from fogel.audit import expected_payoff, results
from fogel.core.settings import Settings
from fogel.core.texts import percent
from fogel.core.types import Figure, Marks
from fogel.engine.graph import flow, follow, leads_to
from fogel.network import Network
from fogel.plots.drawing import draw_board
from fogel.plots.palette import INK, RED
from fogel.plots.style import save, styled

PAPER = (16.54, 11.69)  # inches: A3, landscape
COLUMNS, MOST_ROWS = 17, 16
TITLE = "Everything that this network can ever do"


class Met(NamedTuple):
    """{board: chance} of all boards where a network may have to move, the `beaten`, its squares."""

    chances: dict[Marks, float]
    beaten: set[Marks]
    squares: dict[Marks, int]


def meetings(network: Network, settings: Settings | None = None, second: bool = False) -> Met:
    """Which boards a network meets, whatever is replied; X, who opens, is 1 there.

    The chances are those of a game against the opponent of the settings, by default near-perfect;
    boards in the order of their marks and then of their chances. From a beaten one some replies
    lead to a loss.
    """
    settings = settings or Settings()
    tables = engine.make_tables(settings)
    boards = tables.boards[: tables.asked]
    squares = np.array([network.choose(board) for board in boards])
    then = tables.after[np.arange(len(boards)), squares]
    graph, odds = follow(tables, then, settings.forced_replies)
    lost = leads_to(graph, tables.winners < 0)
    # Rounded, because sums in different orders must not make equal chances differ.
    met = flow(graph, odds, tables.starts).round(12)
    possible = tables.starts[:1].tolist()
    for row in possible:  # the list grows while it is read: breadth first
        steps = graph.child[graph.first[row] : graph.first[row + 1]].tolist()
        possible += [step for step in steps if step < tables.asked and step not in possible]
    # Who plays second is asked once before the first move, where nobody chooses.
    order = sorted(possible[second:], key=lambda row: (np.count_nonzero(boards[row]), -met[row]))
    seen = {row: tuple((boards[row] * (-1 if second else 1)).tolist()) for row in order}
    return Met(
        {seen[row]: float(met[row]) for row in order},
        {seen[row] for row in order if lost[row]},
        {seen[row]: int(squares[row]) for row in order},
    )


@styled
def poster(
    network: Network, title: str = "", settings: Settings | None = None, scale: float = 1.0
) -> Figure:
    """A Figure, A3 times `scale`, with every board that the network may meet: its move ringed, its
    chance above.

    Boards from which it can be beaten are in red.
    """
    met = meetings(network, settings)
    return sheet(title or TITLE, met, _legend(network, met, settings), scale=scale)


def make_rows(boards: Collection[Marks], begun: int = 0) -> list[tuple[int, list[Marks]]]:
    """[(move, boards)]: the rows of a poster; a row has the number of the network's move."""
    moves: dict[int, list[Marks]] = {}
    for board in boards:
        moves.setdefault(1 + (9 - board.count(0) - begun) // 2, []).append(board)
    return [
        (move, some[at : at + COLUMNS])
        for move, some in moves.items()
        for at in range(0, len(some), COLUMNS)
    ]


@styled
def sheet(title: str, met: Met, legend: str, begun: int = 0, scale: float = 1.0) -> Figure:
    """A poster of boards, their chances and the network's squares; beaten boards are red."""
    from matplotlib.figure import Figure

    rows = make_rows(met.chances, begun)
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
            look = {"ink": RED if board in met.beaten else INK, "linewidth": 1.7 * scale}
            draw_board(axes, board, ring=met.squares[board], strike=False, **look)
            style = {"fontsize": 9 * scale, "color": look["ink"], "loc": "center", "pad": 2}
            axes.set_title(_percent(met.chances[board]), **style)
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


def _legend(network, met, settings):
    win, tie, loss = exact = results(network, settings=settings)
    games = (settings or Settings()).games
    return (
        f"It plays X and begins. All {len(met.chances)} boards that it can meet; the frame is its"
        " move; above, the chance to meet the board in a game against the near-perfect player.\n"
        f"In such games: wins {percent(win, 2)}, ties {percent(tie, 2)}, losses {percent(loss, 2)},"
        f" expected payoff {expected_payoff(exact, settings):.2f} of {games}. {in_red(met.beaten)}"
    )


def save_poster(network: Network, path: Path, title: str = "") -> None:
    """Writes the poster in the format of the path's ending: .pdf, .svg or .png."""
    save(poster(network, title), path)
