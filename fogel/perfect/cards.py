"""A network as paper cards that play its moves (chapter 9).

A steep node asks a question that is answered by yes or no. For each list of answers the output sums
put the nine squares into an order, and the network moves into the first that is open.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path
from textwrap import fill
from typing import NamedTuple

import numpy as np

from fogel.audit import never_loses
from fogel.core.types import Axes, Board, Figure, Square
from fogel.encoding import X_TO_MOVE, positions
from fogel.network import Network
from fogel.perfect.annealer import STEEP
from fogel.plots.palette import AXIS, GRID, INK
from fogel.plots.style import save, styled

PAPER = (8.27, 11.69)  # inches: A4, upright
MOST_QUESTIONS = 2  # whose cards fit on a page
BLANK = "The board"


class Question(NamedTuple):
    """Is the sum of `weights` times the marks `least` or more? All are whole numbers."""

    weights: tuple
    least: int


class Cards(NamedTuple):
    """`questions`: one for each hidden node; `orders`: {answers, True for yes: the nine squares,
    the first best}.
    """

    questions: tuple
    orders: dict


class PaperCard(NamedTuple):
    """One card: what stands above its board, in the nine squares, and below."""

    heading: str
    squares: tuple
    words: str


def make_cards(network: Network) -> Cards:
    """The Cards of a network. Raises ValueError if no cards move as it does: its nodes are not
    steep, or too many.
    """
    if network.hidden_nodes > MOST_QUESTIONS:
        raise ValueError(
            f"cards are for 1 or {MOST_QUESTIONS} hidden nodes, not {network.hidden_nodes}"
        )
    # A bias is half a unit above a whole number.
    whole = np.floor(network.hidden_weights / STEEP).astype(int)
    questions = tuple(Question(tuple(row[:9]), -row[9]) for row in whole.tolist())
    orders = {}
    for answers in product((False, True), repeat=network.hidden_nodes):
        sums = network.output_weights @ [*answers, 1.0]
        orders[answers] = tuple(np.argsort(-sums, kind="stable").tolist())
    cards = Cards(questions, orders)
    for board in positions()[:X_TO_MOVE]:
        if move_by(cards, board) != network.choose(board):
            raise ValueError(
                "no cards play as this network does: its hidden nodes are not steep, as an"
                " annealer's are"
            )
    return cards


def answers_to(cards: Cards, board: Board) -> tuple[bool, ...]:
    """The answers on a board, a bool for each question."""
    return tuple(int(np.dot(weights, board)) >= least for weights, least in cards.questions)


def move_by(cards: Cards, board: Board) -> Square:
    """Where whoever holds the cards moves on a board with X to move."""
    return next(square for square in cards.orders[answers_to(cards, board)] if board[square] == 0)


def faces(cards: Cards) -> list[PaperCard]:
    """What stands on each card, a list of Card: the questions, then an order for each list of
    answers.
    """
    found = []
    for number, (weights, least) in enumerate(cards.questions, start=1):
        heading = "The question" if len(cards.questions) == 1 else f"Question {number}"
        squares = tuple(f"{weight:+d}".replace("-", "−") if weight else "" for weight in weights)
        asked = f"Is the sum {least} or more?".replace("-", "−")
        found.append(
            PaperCard(
                heading, squares, f"An X counts its square's number,\nan O the opposite. {asked}"
            )
        )
    for answers, order in cards.orders.items():
        heading = ", then ".join("yes" if yes else "no" for yes in answers)
        ranks = tuple(str(order.index(square) + 1) for square in range(9))
        found.append(
            PaperCard(
                f"Answer: {heading}", ranks, "Move into the open square\nwith the lowest number."
            )
        )
    return found


@styled
def draw_card(axes: Axes, card: PaperCard, scale: float = 1.0) -> None:
    """Draws a card into `axes`, with a dashed edge to cut along; letters are `scale` times their
    size on the sheet.
    """
    from matplotlib.patches import Rectangle

    axes.set(xlim=(0, 5.4), ylim=(0, 4.8), aspect="equal")
    axes.set_axis_off()
    edge = {"fill": False, "edgecolor": AXIS, "linewidth": 0.9, "linestyle": (0, (5, 3))}
    axes.add_patch(Rectangle((0.02, 0.02), 5.36, 4.76, clip_on=False, **edge))
    axes.text(
        2.7,
        4.4,
        card.heading,
        ha="center",
        va="center",
        fontsize=12 * scale,
        fontweight="bold",
        color=INK,
    )
    for line in (1, 2):
        axes.plot([1.2 + line, 1.2 + line], [1.05, 4.05], color=GRID, linewidth=1.4)
        axes.plot([1.2, 4.2], [1.05 + line, 1.05 + line], color=GRID, linewidth=1.4)
    for square, text in enumerate(card.squares):
        place = 1.7 + square % 3, 3.55 - square // 3
        axes.text(*place, text, ha="center", va="center_baseline", fontsize=17 * scale, color=INK)
    axes.text(
        2.7,
        0.55,
        card.words,
        ha="center",
        va="center",
        fontsize=9 * scale,
        color=INK,
        linespacing=1.3,
    )


HOW_TO = (
    "Cut the cards out along the dashed lines. Whoever holds them is X, and begins; O may move"
    " anywhere. Before each of your moves answer {questions} about the board as it stands: an X"
    " counts the number in its square, an O that number with the opposite sign, an empty square"
    " nothing. Take the card of your answer{more}, and move into the open square that has the"
    " lowest number on it. {promise}"
)
COLUMNS = 98  # of how to play


@styled
def sheet(network: Network, title: str = "A network on paper") -> Figure:
    """A Figure, A4: the cards of a network to cut out, and how to play with them. Raises what
    `make_cards` raises.
    """
    from matplotlib.figure import Figure

    cards = make_cards(network)
    shown = faces(cards)
    if len(shown) % 2:  # the gap beside a single question is a board
        shown.insert(1, PaperCard(BLANK, ("",) * 9, "Play here in pencil."))
    figure = Figure(figsize=PAPER, layout="constrained")
    figure.set_layout_engine("none")  # as for the poster
    figure.text(0.08, 0.95, title, fontsize=20, va="center", color=INK)
    many = len(cards.questions) > 1
    words = HOW_TO.format(
        questions=f"the {len(cards.questions)} questions" if many else "the question",
        more="s, in their order" if many else "",
        promise="Whoever keeps to the cards can't be beaten." if never_loses(network) else "",
    )
    figure.text(
        0.08, 0.892, fill(words, COLUMNS), fontsize=9.2, va="center", color=INK, linespacing=1.45
    )
    rows = -(-len(shown) // 2)
    height = min(0.27, 0.82 / rows)
    for number, card in enumerate(shown):
        row, column = divmod(number, 2)
        bottom = 0.845 - (row + 1) * height
        draw_card(
            figure.add_axes((0.08 + 0.43 * column, bottom + 0.008, 0.41, height - 0.016)), card
        )
    return figure


def save_sheet(network: Network, path: Path, title: str = "A network on paper") -> None:
    """Writes the sheet in the format of the path's ending: .pdf, .svg or .png."""
    save(sheet(network, title), path)
