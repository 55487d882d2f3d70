"""A board of any shape in a notebook (chapter 13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import ipywidgets as widgets

from fogel.core.quiet import is_quiet
from fogel.lookahead.peek import SHOWN
from fogel.rules.game import letters
from fogel.rules.referee import FIRST_PLAYERS
from fogel.rules.rule_files import square_words
from fogel.rules.rules import Rules
from fogel.rules.texts import ANY_GAME
from fogel.web.board.match import BoardMatch
from fogel.web.board.page import first_player_words, frame, patterns_html, player_words
from fogel.web.board.panel import STYLE, panel_html
from fogel.web.builder import load_text
from fogel.web.play.board import MatchBoard
from fogel.web.play.parts import button, html_part, show_board, show_if

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


class GameBoard(MatchBoard):
    """A BoardMatch on the screen, with the rules and what players thought.

    With `look` their thoughts are shown from the start.
    """

    _style = CSS + STYLE

    def __init__(self, match: BoardMatch, look: bool = False) -> None:
        self.rules, self.shown, self._open = match.rules, SHOWN, look
        super().__init__(match)

    def _make_others(self):
        super()._make_others()
        self.look.value = self._open
        openings = [(first_player_words(self.rules, name), name) for name in FIRST_PLAYERS]
        self.first_player = widgets.Dropdown(description=ANY_GAME["first_player"], options=openings)
        self.first_player.observe(lambda change: self._do(self.match.open_by, change.new), "value")
        self.deeper = button("button", self._deepen, ANY_GAME["deeper"])

    def _place(self):
        how = f"<details open><summary>{ANY_GAME['how']}</summary>{patterns_html(self.rules)}"
        asked = [self.look, self.looks, self.deeper, *self.others]
        return (
            [],
            [*self.seats, self.first_player, *asked, html_part("how", f"{how}</details>")],
            [],
        )

    def _deepen(self):
        self.shown += 1
        self.refresh()

    def _draw_others(self):
        super()._draw_others()
        self.first_player.value = self.match.first_player

    def _draw_panels(self, past):
        wanted = self.look.value and past.lookers
        self.looks.value, deeper = panel_html(past, self.shown) if wanted else ("", False)
        show_if(past.lookers, self.look)
        show_if(wanted, self.looks)
        show_if(deeper, self.deeper)

    @property
    def _edge(self):
        width, height, _ = self.rules.start
        return [*map(str, range(width))], [*map(str, range(height))]

    def _name_square(self, square):
        return square_words(self.rules, square)

    def _name_move(self, move):
        return ANY_GAME["pass"] if move is None else square_words(self.rules, move)

    def _player_words(self, name):
        is_file = name.startswith("file ")
        return super()._player_words(name) if is_file else player_words(name)

    def _counts(self):
        names = [ANY_GAME["wins_of"].format(mark=mark) for mark in letters(self.rules)[1:]]
        return zip(self.match.score, [ANY_GAME["draws"], *names], strict=False)

    def _status_words(self):
        return self.match.status
