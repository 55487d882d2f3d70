"""A board in a notebook for any game: `show("checkers-6x4")`, or a `Game` of your own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from fogel.checkers import files
from fogel.checkers.game import CheckersGame
from fogel.core.game import Game, StandardGame, check_players
from fogel.core.players import HUMAN
from fogel.core.seats import SeatedMatch
from fogel.core.types import Rng
from fogel.play import Match
from fogel.rules.game import RulesGame
from fogel.tools.games import find_game, list_players, seat_player
from fogel.web.board.match import BoardMatch
from fogel.web.board.widget import GameBoard
from fogel.web.play.board import MatchBoard
from fogel.web.play.parts import show_board
from fogel.web.play.pictures import MARKS, frames
from fogel.web.play.widget import Board

CSS = (
    ".fogel svg .fogel-dark { fill: var(--surface) } .fogel svg .fogel-digit { font-size: 22px }"
    " .fogel .fogel-board svg .fogel-new { stroke: var(--rule) }"
)


def show(game: Game | str, names: Sequence[str] | None = None) -> None:
    """Display a board for a game, or for the game that `games.find_game` finds by its name.

    `names` says who sits where: "human", or a name of `games.list_players`.
    """
    show_board(make_board(game, names).widget)


def make_board(
    game: Game | str, names: Sequence[str] | None = None, rng: Rng | None = None
) -> MatchBoard:
    """Return the board that `show` displays; raise ValueError for an unknown game or player."""
    game = find_game(game) if isinstance(game, str) else game
    if type(game) is StandardGame:
        names = names or ("champion", HUMAN)
        check_players(game, names)
        if HUMAN not in names:
            raise ValueError(f"one of the names must be {HUMAN}, not {', '.join(names)}")
        first, second = names
        return Board(Match(second if first == HUMAN else first, first == HUMAN, rng))
    if isinstance(game, RulesGame):
        return GameBoard(BoardMatch(game.rules, names, rng=rng))
    is_checkers = isinstance(game, CheckersGame)
    read = partial(_read, game) if is_checkers else None
    match = SeatedMatch(game, list_players(game), names, rng, read)
    return CheckersBoard(match) if is_checkers else MatchBoard(match)


def _read(game, text):
    """Return a function that makes the player in the text of a file for a seat."""
    return partial(seat_player, game, files.CheckersChampion.read(text))


class CheckersBoard(MatchBoard):
    """A match of checkers on the screen: a man has one ring, a king has two."""

    _style = CSS

    @property
    def _ground(self) -> str:  # type: ignore[override]
        game = self.match.game
        return frames("dark", game.places, game.columns)

    @staticmethod
    def _draw_mark(mark):
        rings = [f'<circle cx="50" cy="50" r="{radius}"/>' for radius in (40, 31)]
        shape = f'<g transform="translate(28 28) scale(0.44)">{MARKS[mark.upper()]}</g>'
        return f'<g class="fogel-{mark.lower()}">{"".join(rings[: 1 + mark.isupper()])}{shape}</g>'
