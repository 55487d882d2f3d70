"""A board of any shape in a notebook (chapter 13).

As in `fogel.web.play.widget`, nothing is decided here: a click is handed to the match, and then all
is drawn anew from it.
"""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import ipywidgets as widgets

from fogel.core.quiet import is_quiet
from fogel.core.types import Square
from fogel.lookahead.peek import SHOWN
from fogel.rules.referee import FIRST_PLAYERS
from fogel.rules.rules import Rules, seats
from fogel.rules.texts import ANY_GAME
from fogel.web.board.match import (
    RESULTS,
    BoardMatch,
    best_words,
    can_sit,
    letter,
    short_value,
    square_words,
)
from fogel.web.board.page import (
    first_player_words,
    frame,
    largest_square,
    patterns_html,
    player_words,
)
from fogel.web.board.panel import STYLE as PANEL_STYLE
from fogel.web.board.panel import panel_html
from fogel.web.builder import load_text
from fogel.web.play.parts import box, button, html_part, show_board, show_if
from fogel.web.play.pictures import MARKS as STROKES
from fogel.web.play.widget import STYLE

# Sizes in a picture: a square, the numbers beside a small board, and the other two sides.
CELL, EDGE, RIM = 100, 34, 4
STROKE = dict(zip("XO", STROKES.values(), strict=True))
CSS = load_text(Path(__file__).with_name("widget.css"))


def show(
    rules: Rules,
    names: Sequence[str] | None = None,
    look: bool = False,
    nets: Mapping[str, Any] | None = None,
    **options: Any,
) -> None:
    """Display a GameBoard (`names`, `nets` and further options as in BoardMatch).

    With `look` it shows from the start what those think who look ahead, and networks. In a notebook
    that is executed to be stored it is the web page, which needs no kernel.
    """
    from IPython.display import HTML, display

    quiet = is_quiet()
    if quiet:
        display(HTML(frame(rules, names, look=look, nets=nets)))
    else:
        show_board(GameBoard(BoardMatch(rules, names, nets=nets, **options), look).widget)


class GameBoard:
    """A match on the screen: `widget` is what to display, `match` the games themselves."""

    def __init__(self, match, look=False):
        self.match, self.rules, self.suggested = match, match.rules, ()
        self.picture = html_part("picture")
        self.status, self.tally, self.advice, self.error = map(
            html_part, ("status", "tally", "advice", "error")
        )
        squares = range(len(self.rules.start.squares))
        self.squares = [button("bare", lambda at=square: self.click(at)) for square in squares]
        self.new = button("button", lambda: self._do(match.new_game), ANY_GAME["new_game"])
        self.suggest = button("button", self._suggest, ANY_GAME["suggest"])
        self.deeper = button("button", self._deepen, ANY_GAME["deeper"])
        self.looks, self.shown = html_part("looks"), SHOWN
        self._make_choices(look)
        self._arrange()
        show_if(False, self.error)
        self._drawing = False
        self.refresh()

    def _make_choices(self, look):
        players = [(player_words(name), name) for name in (*can_sit(self.rules), *self.match.nets)]
        self.seats = []
        for number in seats(self.rules):
            words = ANY_GAME["seat"].format(mark=letter(self.rules, number))
            choice = widgets.Dropdown(description=words, options=players)
            choice.observe(
                lambda change, number=number: self._do(self.match.sit, number, change.new), "value"
            )
            self.seats.append(choice)
        openings = [(first_player_words(self.rules, name), name) for name in FIRST_PLAYERS]
        self.first_player = widgets.Dropdown(description=ANY_GAME["first_player"], options=openings)
        self.first_player.observe(lambda change: self._do(self.match.open_by, change.new), "value")
        self.peek = widgets.Checkbox(description=ANY_GAME["peek"], indent=False)
        self.look = widgets.Checkbox(look, description=ANY_GAME["look"], indent=False)
        for choice in (self.peek, self.look):
            choice.observe(lambda _: self.refresh(), "value")

    def _arrange(self):
        shape = box("shape", box("buttons", *self.squares), self.picture)
        row = box("row", self.new, self.tally)
        game = box("game", self.status, shape, row, self.advice)
        how = (
            f"<details open><summary>{ANY_GAME['how']}</summary>"
            f"{patterns_html(self.rules)}</details>"
        )
        asked = (self.suggest, self.peek, self.look, self.looks, self.deeper)
        options = box(
            "options", *self.seats, self.first_player, *asked, self.error, html_part("how", how)
        )
        style = widgets.HTML(f"{STYLE}<style>{CSS}{PANEL_STYLE}{_sizes(self.rules)}</style>")
        self.widget = widgets.VBox([style, box("columns", game, options)])
        self.widget.add_class("fogel").add_class(_size_class(self.rules))

    # What a reader does.

    def click(self, square: Square) -> None:
        """A click on a square; one that is no legal move does nothing."""
        self._do(self.match.move, square)

    def _suggest(self):
        values, squares = self.match.values(), self.match.suggested()
        self.suggested = squares or ()
        words = best_words(self.rules, values, squares[0]) if squares else ANY_GAME["no_values"]
        self.refresh(words)

    def _deepen(self):
        self.shown += 1
        self.refresh()

    def _do(self, action, *about):
        """An action on the match; what it says is wrong is shown, and nothing changes."""
        if self._drawing:  # a choice that follows the match is no choice of the reader
            return
        trouble = ""
        try:
            action(*about)
        except ValueError as problem:
            trouble = ANY_GAME["stays"].format(trouble=problem)
        self.error.value = f'<div role="alert">{html.escape(trouble)}</div>'
        show_if(trouble, self.error)
        self.suggested = ()
        self.refresh()

    # What a reader sees.

    def refresh(self, advice: str = "") -> None:
        """Draws everything anew from the match."""
        if self._drawing:
            return
        self._drawing = True
        try:
            self.status.value = f'<div role="status">{self.match.status}</div>'
            counts = self.match.counts()
            self.tally.value = "".join(
                f"<span><b>{count}</b> {words}</span> " for count, words in counts
            )
            for choice, name in zip(self.seats, self.match.names, strict=True):
                choice.value = name
            self.first_player.value = self.match.first_player
            self.suggest.disabled = not self.match.waits
            values = self.match.values() if self.peek.value and self.match.waits else {}
            words = advice or (ANY_GAME["no_values"] if values is None else "")
            self.advice.value = f'<div role="status">{words}</div>'
            self._draw_board(values or {})
            self._draw_looks()
        finally:
            self._drawing = False

    def _draw_board(self, values):
        for square, (part, mark) in enumerate(zip(self.squares, self.match.board, strict=True)):
            about = ANY_GAME["place"].format(
                square=square_words(self.rules, square),
                held=letter(self.rules, mark) or ANY_GAME["empty"],
            )
            part.tooltip = f"{about}, {short_value(values[square])}" if square in values else about
            (part.add_class if mark or not self.match.waits else part.remove_class)("fogel-taken")
        self.picture.value = _picture(self.match, values, self.suggested)

    def _draw_looks(self):
        wanted = self.look.value and self.match.lookers
        self.looks.value, deeper = panel_html(self.match, self.shown) if wanted else ("", False)
        show_if(self.match.lookers, self.look)
        show_if(wanted, self.looks)
        show_if(deeper, self.deeper)


def _size_class(rules):
    return f"fogel-{rules.start.width}x{rules.start.height}"


def _edge(rules):
    """How wide the numbers beside a board stand: on a large one they are larger beside a square, so
    as to be read.
    """
    return int(EDGE * max(1, max(rules.start.width, rules.start.height) / 4))


def _sizes(rules):
    """The style of boards of this size: where the buttons lie under the picture."""
    width, height = rules.start.width, rules.start.height
    edge, here = _edge(rules), f".{_size_class(rules)}"
    wide, high = (CELL * side + edge + RIM for side in (width, height))
    within = f"{edge / high:.4%} {RIM / wide:.4%} {RIM / high:.4%} {edge / wide:.4%}"
    return (
        f"{here} .fogel-game {{ flex-basis: {1.7 * width:g}rem; max-width:"
        f" {largest_square(rules) * width:g}rem; min-width: 16rem }}{here} .fogel-shape {{"
        f" aspect-ratio: {wide} / {high}; max-width: {largest_square(rules) * width:g}rem }}{here}"
        f" .fogel-shape > .fogel-buttons {{ inset: {within}; grid-template: repeat({height}, 1fr) /"
        f" repeat({width}, 1fr) }}"
    )


def _picture(match, values, best):
    """A board with its marks, what moves are worth, and the numbers of its columns and rows; as
    SVG.
    """
    rules, (width, height, _) = match.rules, match.rules.start
    won = match.decided[2] if match.over and match.decided else ()
    newest = match.course.moves[-1][1] if match.course.moves else None
    below, above = [], []
    for square, mark in enumerate(match.board):
        row, column = divmod(square, width)
        place = (
            f'x="{CELL * column + 4}" y="{CELL * row + 4}" width="{CELL - 8}" height="{CELL - 8}"'
        )
        for kind, wanted in (
            ("new", square == newest),
            ("won", square in won),
            ("best", square in best),
        ):
            if wanted:
                below.append(f'<rect class="fogel-{kind}" {place}/>')
        at = f'transform="translate({CELL * column} {CELL * row})"'
        if mark:
            above.append(f"<g {at}>{_mark(letter(rules, mark), mark)}</g>")
        elif square in values:
            about = f'class="fogel-value fogel-value-{RESULTS[values[square].result]}"'
            text = f'<text {about} x="50" y="50">{short_value(values[square])}</text>'
            above.append(f"<g {at}>{text}</g>")
    edge = _edge(rules)
    about = f'class="fogel-edge" style="font-size: {edge // 2}px"'
    across = [
        f'<text {about} x="{CELL * x + 50}" y="{-edge // 2}">{x}</text>' for x in range(width)
    ]
    down = [f'<text {about} x="{-edge // 2}" y="{CELL * y + 50}">{y}</text>' for y in range(height)]
    grid = "".join(f"M{CELL * x} 0V{CELL * height}" for x in range(width + 1))
    grid += "".join(f"M0 {CELL * y}H{CELL * width}" for y in range(height + 1))
    view = f"{-edge} {-edge} {CELL * width + edge + RIM} {CELL * height + edge + RIM}"
    parts = [*below, f'<path class="fogel-rules" d="{grid}"/>', *across, *down, *above]
    return f'<svg viewBox="{view}" aria-hidden="true">{"".join(parts)}</svg>'


def _mark(shown, player):
    """A mark in a square: X and O as in part one, otherwise a number."""
    if shown in STROKE:
        return f'<g class="fogel-{shown.lower()}">{STROKE[shown]}</g>'
    return f'<text class="fogel-n fogel-n{player}" x="50" y="52">{shown}</text>'
