"""Checkers as a `Game` (chapter 19)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from fogel.checkers.network import game_places
from fogel.checkers.rules import LIMIT, Checkers, Move, Position, after, ask_move, moves, notation
from fogel.checkers.solved import arrangements, find_position, find_solution
from fogel.core.game import Game, Value
from fogel.core.types import Rng, Square

PIECES = {0: "", 1: "x", 2: "X", -1: "o", -2: "O"}  # men and kings of players 1 and 2
MOST_SOLVED = 200_000  # arrangements of a board whose positions are solved within a second or two


class CountedPosition(NamedTuple):
    """A Position, and the number of moves `made` before it, because the game ends at a limit."""

    position: Position
    made: int


class CheckersGame(Game):
    """Checkers on a board, drawn after `limit` moves. Player 1 begins.

    A position is a CountedPosition. A move is the tuple of all dark squares that its piece visits,
    from first to last; they are numbered from 1.
    """

    how_to_move = """\
9-14      a move, or 9x18x27: the squares on which the piece stands, one after another
  Men (x, o) step and jump forward, kings (X, O) one step any way. A jump must be taken, and goes
  on as far as it can. A man that is crowned stops there. Whoever can't move has lost."""

    def __init__(self, checkers: Checkers, limit: int = LIMIT):
        self.checkers, self.limit = checkers, limit
        self.rows, self.columns = checkers.rows, checkers.columns
        self.name = f"checkers {self.rows}x{self.columns} with {checkers.men} men"
        self.places = [row * self.columns + column for row, column in game_places(checkers)]

    def start(self) -> CountedPosition:
        """Return the position with all men."""
        return CountedPosition(self.checkers.start, 0)

    def to_move(self, position: CountedPosition) -> int:
        """Return 1 or 2."""
        return 1 if position.position.player == 1 else 2

    def moves(self, position: CountedPosition) -> list[Move]:
        """Return the legal moves, none if the game is over."""
        return [] if position.made == self.limit else moves(self.checkers, position.position)

    def play(self, position: CountedPosition, move: Any) -> CountedPosition:
        """Return the position after a move."""
        return CountedPosition(after(self.checkers, position.position, move), position.made + 1)

    def result(self, position: CountedPosition) -> tuple[int, ...] | None:
        """Return the results: whoever can't move has lost; None during the game."""
        if not moves(self.checkers, position.position):
            return (-1, 1) if self.to_move(position) == 1 else (1, -1)
        return (0, 0) if position.made == self.limit else None

    def ask(self, player: Any, position: CountedPosition, rng: Rng | None) -> Move:
        """Return the move of a player of `checkers.rules`."""
        return ask_move(player, self.checkers, position.position, rng)  # type: ignore[arg-type]

    def marks(self, position: CountedPosition) -> Sequence[str]:
        """Return x and o for men, X and O for kings."""
        pieces = dict(zip(self.places, position.position.board, strict=True))
        return [PIECES[pieces.get(square, 0)] for square in range(self.rows * self.columns)]

    def name_player(self, number: int) -> str:
        """Return the mark of a player's men."""
        return PIECES[1 if number == 1 else -1]

    def squares(self, move: Any) -> tuple[Square, ...]:
        """Return the squares that the piece visits, as numbers on the whole board."""
        return tuple(self.places[number - 1] for number in move)

    def name_square(self, square: Square) -> str:
        """Return the number of a dark square, "" for a light one."""
        return str(self.places.index(square) + 1) if square in self.places else ""

    def name_move(self, move: Any) -> str:
        """Return a move as it is written, such as 11-15 or 15x22x29."""
        return notation(self.checkers, move)

    def values(self, position: CountedPosition) -> dict[Any, Value]:
        """Return what each move can force before the limit; raise ValueError if the board is too
        large.
        """
        if not self.moves(position):
            return {}
        if arrangements(self.checkers) > MOST_SOLVED:
            raise ValueError(f"{self.name} has more positions than can be solved at once")
        solution, _ = find_solution(self.checkers)
        at = find_position(solution, position.position)
        children = solution.child[solution.first[at] : solution.first[at + 1]]
        counts, left = solution.plies[children] + 1, self.limit - position.made
        found = np.where(counts <= left, -solution.value[children], 0).tolist()
        each = zip(self.moves(position), found, counts.tolist(), strict=True)
        return {move: Value(result, count if result else None) for move, result, count in each}
