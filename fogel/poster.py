"""Everything that a network can ever do, on one printable page (chapter 07)."""

from __future__ import annotations

from pathlib import Path

from fogel.audit import chances, expected_payoff, never_loses, policy, results
from fogel.drawing import INK, draw_board, save, styled
from fogel.encoding import X, is_final, to_move
from fogel.kinds import Figure, Marks
from fogel.network import Network
from fogel.palette import RED
from fogel.settings import Settings

PAPER = (16.54, 11.69)  # inches: A3, landscape
COLUMNS = 17


def meetings(network: Network, settings: Settings | None = None) -> dict[Marks, float]:
    """{board: chance}: all boards on which a network that begins may have to move, and how likely it meets each.

    The chance is that of a game against the near-perfect player, which can make any move, since it slips; boards in
    the order of their marks and then of their chances.
    """
    found = chances(policy(network), policy("near-perfect", settings))
    anything = chances(policy(network), policy("random"))
    asked = [board for board in anything if not is_final(board) and to_move(board) == X]
    return {board: found.get(board, 0.0) for board in sorted(asked, key=lambda b: (-b.count(0), -found.get(b, 0.0)))}


def can_lose(network: Network, board: Marks) -> bool:
    """Whether some sequence of replies beats the network from a board on which it is to move as X."""
    return not never_loses(network, start=board)


@styled
def poster(network: Network, title: str = "", settings: Settings | None = None, scale: float = 1.0) -> Figure:
    """A Figure, A3 times `scale`, with every board that the network may meet: its move ringed, its chance above.

    Boards from which it can be beaten are in red.
    """
    from matplotlib.figure import Figure

    met = meetings(network, settings)
    moves = {}
    for board in met:
        moves.setdefault(1 + (9 - board.count(0)) // 2, []).append(board)
    rows = [
        (move, boards[at : at + COLUMNS]) for move, boards in moves.items() for at in range(0, len(boards), COLUMNS)
    ]
    figure = Figure(figsize=[scale * side for side in PAPER], layout="constrained")
    figure.set_layout_engine("none")  # not layout="none", for which the style would put in its own when it is saved
    top, bottom, left, right = 0.90, 0.02, 0.065, 0.99
    height, width = min((top - bottom) / len(rows), 0.125), (right - left) / COLUMNS
    for row, (move, boards) in enumerate(rows):
        y = top - (row + 1) * height
        if row == 0 or rows[row - 1][0] != move:
            figure.text(0.015, y + 0.45 * height, f"move {move}", fontsize=13 * scale, va="center", color=INK)
        for column, board in enumerate(boards):
            axes = figure.add_axes((left + column * width, y, 0.88 * width, 0.78 * height))
            red = can_lose(network, board)
            draw_board(axes, board, ring=network(board), ink=RED if red else INK, linewidth=1.7 * scale)
            axes.set_title(_percent(met[board]), fontsize=9 * scale, loc="center", pad=2, color=RED if red else INK)
    figure.text(
        0.015, 0.965, title or "Everything that this network can ever do", fontsize=20 * scale, va="center", color=INK
    )
    figure.text(0.015, 0.93, _legend(network, met, settings), fontsize=11 * scale, va="center", color=INK)
    return figure


def _percent(chance):
    return f"{100 * chance:.3g} %" if chance >= 0.001 else "under 0.1 %" if chance else "never"


def _legend(network, met, settings):
    win, tie, loss = exact = results(network, settings=settings)
    beaten = sum(can_lose(network, board) for board in met)
    games = (settings or Settings()).games
    red = f"In red: the {beaten} boards from which it can be beaten." if beaten else "No sequence of replies beats it."
    return (
        f"It plays X and begins. All {len(met)} boards that it can meet; the frame is its move; above, the chance to "
        f"meet the board in a game against the near-perfect player.\nIn such games: wins {win:.2%}, ties {tie:.2%}, "
        f"losses {loss:.2%}, expected payoff {expected_payoff(exact, settings):.2f} of {games}. {red}"
    )


def save_poster(network: Network, path: Path, title: str = "") -> None:
    """Writes the poster in the format of the path's ending: .pdf, .svg or .png."""
    save(poster(network, title), path)
