"""The protocol of every game, so that one match, one board and one tournament work for all games.

A subclass of `Game` says how a game starts, whose turn it is, which moves are legal, where a move
leads, and who has won; everything else follows (chapter 13). Players are numbered from 1. A
*position* and a *move* are values that never change and can be keys of a dict, and a position
holds everything that matters for the rest of the game. A *square* is a number, counted from 0, row
by row. A *player* is a function
`player(position, rng) -> move`, unless a game's `ask` says otherwise.
"""

from __future__ import annotations

import reprlib
from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property, partial
from string import ascii_lowercase
from typing import Any, NamedTuple, TypeAlias

from fogel import encoding
from fogel.core.asking import PlayerError, ask, call_player, player_name
from fogel.core.types import Marks, Rng, Square

Position: TypeAlias = Any
Move: TypeAlias = Hashable
PATIENCE = 200_000  # positions that `values` looks at before it gives up


class Value(NamedTuple):
    """The result that a player can force, 1, 0 or -1, and the number of moves until the game ends.

    The winner hurries and the loser delays. `moves` is None for a draw.
    """

    result: int
    moves: int | None


class Game:
    """A game of `players` players who take turns on a board of `rows` times `columns` squares.

    A subclass sets these and `name`, and defines the first five methods.
    """

    name = "game"
    players = 2
    rows = columns = 3

    def start(self) -> Position:
        """Return the first position."""
        raise NotImplementedError

    def to_move(self, position: Position) -> int:
        """Return the number of the player whose turn it is."""
        raise NotImplementedError

    def moves(self, position: Position) -> Sequence[Move]:
        """Return the legal moves, none if the game is over."""
        raise NotImplementedError

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after one of `moves`."""
        raise NotImplementedError

    def result(self, position: Position) -> tuple[int, ...] | None:
        """Return 1, 0 or -1 for each player, a win, a draw or a loss; None during the game."""
        raise NotImplementedError

    def ask(self, player: Any, position: Position, rng: Rng | None) -> Move:
        """Return a player's choice, which may be illegal.

        Raises PlayerError if the player fails, or chooses something that can't be a move.
        """
        move = call_player(player, position, rng)
        legal = {one: one for one in self.moves(position)}
        try:
            return legal.get(move, move)  # the game's own 4, if a player answers 4.0
        except TypeError:  # it has no hash
            words = f"the player {player_name(player)} answered {reprlib.repr(move)}"
            raise PlayerError(f"{words}, which is no move of {self.name}", player) from None

    def is_legal(self, position: Position, move: Move) -> bool:
        """Return whether a player may make that move, which is one of `moves` in most games."""
        return move in self.moves(position)

    # These methods show the game; the defaults suit a game in which a move is a mark on a square.

    how_to_move = "a1        the mark's column and row; each empty square shows its name"

    def name_player(self, number: int) -> str:
        """Return a player's name in sentences: X or O in a game of two."""
        return "XO"[number - 1] if self.players == 2 else f"player {number}"

    def marks(self, position: Position) -> Sequence[str]:
        """Return the text on each square, "" for an empty one.

        By default, a position is a sequence of the players' numbers, with 0 for an empty square.
        """
        return [
            "" if not mark else "XO"[mark - 1] if self.players == 2 else str(mark)
            for mark in position
        ]

    def squares(self, move: Any) -> tuple[Square, ...]:
        """Return the squares that a person presses to make a move, in order.

        By default, a move is a square; any other move has no squares.
        """
        return (move,) if move in range(self.rows * self.columns) else ()

    def name_square(self, square: Square) -> str:
        """Return the name of a square, "" for one that no move uses: a1 is at the top left."""
        row, column = divmod(square, self.columns)
        before, letter = divmod(column, 26)  # aa comes after z
        return f"{ascii_lowercase[before - 1] if before else ''}{ascii_lowercase[letter]}{row + 1}"

    def name_move(self, move: Move) -> str:
        """Return a move as it is typed; no two legal moves of a position have the same name."""
        return "-".join(map(self.name_square, self.squares(move))) or str(move)

    def find_move(self, position: Position, text: str) -> Move:
        """Return the legal move with that name, or with those squares, such as a1-b2 or a1 b2.

        Raises ValueError, with a list of the names, if there is none.
        """
        moves = self.moves(position)
        named = {}
        for name in (partial(Game.name_square, self), self.name_square):
            named |= {"-".join(map(name, self.squares(move))): move for move in moves}
        named |= {self.name_move(move): move for move in moves}
        for typed in (text, text.lower(), text.lower().replace(" ", "-")):
            if typed and typed in named:
                return named[typed]
        names = ", ".join(map(self.name_move, moves)) or "none, because the game is over"
        raise ValueError(f"{text!r} is not a legal move; choose one of {names}")

    def winning_squares(self, position: Position) -> Sequence[Square]:
        """Return the squares that decided the game, or nothing if no squares did."""
        return ()

    def values(self, position: Position) -> dict[Move, Value]:
        """Return the Value of each move for the player who makes it, with all others against them.

        Raises ValueError if the game is too large.
        """
        return values(self, position, known=self._known)

    @cached_property
    def _known(self):
        return {}


class StandardGame(Game):
    """Tic-tac-toe as in chapter 1: a position is a board, a move is a square. Player 1 has X."""

    name = "standard"
    how_to_move = (
        "0 to 8    your square, as on the board; or its column and row: a1 (top left) to c3"
    )

    def start(self) -> Marks:
        """Return the empty board."""
        return (encoding.EMPTY,) * 9

    def to_move(self, position: Marks) -> int:
        """Return 1 if X is to move, 2 if O is."""
        return 1 if encoding.to_move(position) == encoding.X else 2

    def moves(self, position: Marks) -> list[Move]:
        """Return the open squares, none if somebody has won."""
        return [] if encoding.is_final(position) else [*encoding.open_squares(position)]

    def play(self, position: Marks, move: Any) -> Marks:
        """Return the board with the mark on that square."""
        return encoding.put(position, move, encoding.to_move(position))

    def result(self, position: Marks) -> tuple[int, ...] | None:
        """Return the results of X and O, None during the game."""
        won = encoding.winner(position)
        return (won, -won) if encoding.is_final(position) else None

    def ask(self, player: Any, position: Marks, rng: Rng | None) -> Square:
        """Return the square that a player names; raise PlayerError if it names none."""
        return ask(player, position, rng)

    def marks(self, position: Marks) -> Sequence[str]:
        """Return X, O or "" for each square."""
        return [("", "X", "O")[mark] for mark in position]

    def name_square(self, square: Square) -> str:
        """Return the number of a square, 0 to 8."""
        return str(square)

    def winning_squares(self, position: Marks) -> Sequence[Square]:
        """Return the squares of the lines that the winner holds."""
        won = encoding.winner(position)
        lines = (line for line in encoding.LINES if {position[square] for square in line} == {won})
        return sorted({square for line in lines if won for square in line})


class Played(NamedTuple):
    """A finished game: its `result` for each player, and its `moves`.

    `disqualified` is the number of the player who chose an illegal move, or 0.
    """

    result: tuple[int, ...]
    moves: tuple[Move, ...]
    disqualified: int = 0


def play_game(game: Game, players: Sequence[Any], rng: Rng | None) -> Played:
    """Return one game between players in the order of their turns.

    A player who chooses a move that isn't legal is disqualified: it loses, and the others win.
    Raises PlayerError if a player fails, and ValueError if there are too few or too many.
    """
    check_players(game, players)
    position, made = game.start(), []
    while (result := game.result(position)) is None:
        number = game.to_move(position)
        move = game.ask(players[number - 1], position, rng)
        if not game.is_legal(position, move):
            result = tuple(-1 if one == number else 1 for one in range(1, game.players + 1))
            return Played(result, tuple(made), number)
        position = game.play(position, move)
        made.append(move)
    return Played(result, tuple(made))


def check_players(game: Game, players: Sequence[Any]) -> None:
    """Raise ValueError unless there are as many players as the game needs."""
    if len(players) != game.players:
        raise ValueError(f"{game.name} is a game for {game.players} players, not {len(players)}")


def values(
    game: Game, position: Position, patience: int = PATIENCE, known: dict[Any, Any] | None = None
) -> dict[Move, Value]:
    """Return `Game.values` by trying everything; raise ValueError after `patience` positions.

    `known` remembers positions from one call to the next.
    """
    known = {} if known is None else known
    began = len(known)
    mover = game.to_move(position)
    me = 1 if game.players == 2 else mover  # of two players, one's result is minus the other's

    def worth(position):
        """Return the result that `me` can force, and the number of moves until then."""
        if (position, me) not in known:
            if len(known) - began >= patience:
                known.clear()
                raise ValueError(f"{game.name} has more than {patience:,} positions")
            result = game.result(position)
            if result is not None:
                known[position, me] = result[me - 1], 0
            else:
                found = [worth(game.play(position, move)) for move in game.moves(position)]
                choose = max if game.to_move(position) == me else min
                best, moves = choose(found, key=rank)
                known[position, me] = best, moves + 1
        return known[position, me]

    try:
        found = {move: worth(game.play(position, move)) for move in game.moves(position)}
    except RecursionError:
        raise ValueError(f"{game.name} has games that are too long, or never end") from None
    sign = 1 if me == mover else -1
    return {
        move: Value(sign * result, moves + 1 if result else None)
        for move, (result, moves) in found.items()
    }


def rank(value: tuple[int, int | None]) -> tuple[int, int]:
    """Return a key for a Value by which an early win is best and an early loss worst."""
    result, moves = value
    return result, -(moves or 0) * result


def board_text(
    game: Game, position: Position, names: Mapping[Square, str] = {}, circled: Square | None = None
) -> str:
    """Return the board as text: marks, and the names of empty squares, or other `names` for them.

    The mark on the square `circled` is in parentheses.
    """
    marks = enumerate(game.marks(position))
    cells = [mark or names.get(square, game.name_square(square)) for square, mark in marks]
    wide = max(map(len, cells))
    cells = [f" {cell:^{wide}} " for cell in cells]
    if circled is not None:
        cells[circled] = f"({cells[circled].strip():^{wide}})"
    rows = [cells[at : at + game.columns] for at in range(0, len(cells), game.columns)]
    lines = ["|".join(row).rstrip() for row in rows]
    return f"\n{'+'.join(['-' * (wide + 2)] * game.columns)}\n".join(lines)
