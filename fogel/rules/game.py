"""A game of any shape as a `Game` (chapter 13)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from fogel.core.asking import ask_anything
from fogel.core.game import Game, Move, Value
from fogel.core.types import Marks, Rng, Square
from fogel.rules.rule_files import coordinates, patterns_text
from fogel.rules.rules import MARKS, Rules, after, decision, open_squares, outcome, place, whose
from fogel.rules.solve import values_of_moves

PATIENCE = 2_000_000  # boards that are looked at for the values of moves: about a second
# Illegal moves in one turn until it counts as a pass; the report's MAX_ATTEMPTS has no number.
ATTEMPTS = 10
INVALID = "invalid"
Sitter: TypeAlias = Callable[..., Square | None]  # player(board, rng) -> a square, or None to pass


class Turn(NamedTuple):
    """A `board`, whose `turn` it is, who moved `last`, and how many `passes` came since then."""

    board: Marks
    turn: int
    last: int
    passes: int = 0


def letters(rules: Rules) -> Sequence[str]:
    """Return the mark of each player as it is drawn, after "" for an empty square: X and O in a
    game of two, otherwise numbers.
    """
    return ("", "X", "O") if rules.players == 2 else ("", *MARKS[1:])


def tell(player: Sitter, method: str, *news: Any) -> None:
    """Calls an optional method of a player."""
    if hasattr(player, method):
        getattr(player, method)(*news)


def take_turn(
    player: Sitter, board: Marks, rng: Rng, attempts: int = ATTEMPTS
) -> tuple[Square | None, int]:
    """(the square that a player takes, or None for a pass; how many illegal ones it tried)."""
    for tries in range(attempts):
        square = ask_anything(player, board, rng)
        if square is None:
            return None, tries
        if square in open_squares(board):
            return square, tries
        tell(player, "feedback", INVALID, board, square)
    return None, attempts


class RulesGame(Game):
    """The game of some Rules that player `opener` begins. A position is a Turn, a move is a square.

    Its players are those of the referee, which see only the board. A player may also pass: that is
    the move None, which isn't one of `moves`. If all pass in one round, the game is a draw.
    """

    def __init__(self, rules: Rules, opener: int = 1):
        self.rules, self.opener = rules, opener
        self.name, self.players = rules.name, rules.players
        self.columns, self.rows = rules.start.width, rules.start.height

    def start(self) -> Turn:
        """Return the board that the rules start from."""
        last = whose(self.rules, self.opener, self.players)
        return Turn(self.rules.start.squares, self.opener, last)

    def to_move(self, position: Turn) -> int:
        """Return the number of the player whose turn it is."""
        return position.turn

    def moves(self, position: Turn) -> list[Move]:
        """Return the open squares, none if the game is over."""
        return [] if self.result(position) else [*open_squares(position.board)]

    def is_legal(self, position: Turn, move: Any) -> bool:
        """Return whether a player may make that move: an open square, or a pass."""
        return self.result(position) is None if move is None else move in self.moves(position)

    def play(self, position: Turn, move: Any) -> Turn:
        """Return what follows the mark on that square, or a pass."""
        board, turn, last, passes = position
        then = after(self.rules, turn)
        if move is None:
            return Turn(board, then, last, passes + 1)
        return Turn(place(self.rules, board, move, turn), then, turn)

    def result(self, position: Turn) -> tuple[int, ...] | None:
        """Return the outcome of the rules, or a draw if everybody has passed."""
        if position.passes == self.players:
            return (0,) * self.players
        return outcome(self.rules, position.board, position.last)

    def ask(self, player: Any, position: Turn, rng: Rng | None) -> Any:
        """Return the square that a player takes, or None for a pass, after several tries."""
        return take_turn(player, position.board, rng)[0]  # type: ignore[arg-type]

    def marks(self, position: Turn) -> Sequence[str]:
        """Return X and O in a game of two, otherwise the players' numbers."""
        shown = letters(self.rules)
        return [shown[mark] for mark in position.board]

    @property
    def how_to_move(self) -> str:  # type: ignore[override]
        """The way to type a move, and the patterns that win and lose."""
        return (
            "x,y       your square: its column and its row, counted from 0 at the top left\n"
            f"  pass      no mark; a draw if all pass in one round\n\n{patterns_text(self.rules)}\n"
        )

    def name_square(self, square: Square) -> str:
        """Return the column and the row of a square, such as 0,2."""
        return "{},{}".format(*coordinates(self.rules, square))

    def name_move(self, move: Any) -> str:
        """Return the name of a square, or of a pass."""
        return "pass" if move is None else self.name_square(move)

    def find_move(self, position: Turn, text: str) -> Any:
        """Return the open square of those coordinates, with a comma or a space between them, or a
        pass; raise ValueError that lists the names.
        """
        if text == "pass" and self.is_legal(position, None):
            return None
        return super().find_move(position, re.sub(r"(?<=\d) (?=\d)", ",", text))

    def winning_squares(self, position: Turn) -> Sequence[Square]:
        """Return the squares of the pattern that decided the game, none if it is a draw."""
        found = decision(self.rules, position.board, position.last)
        return found[2] if found else ()

    def values(self, position: Turn) -> dict[Move, Value]:
        """Return what each move can force; raise ValueError if the game is too large."""
        if self.result(position):
            return {}
        return values_of_moves(self.rules, position.board, position.turn, PATIENCE)  # type: ignore[return-value]
