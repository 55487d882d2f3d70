"""Games of every kind, each an implementation of `fogel.core.game.Game`."""

import re

from places import ROOT

from fogel.anygame.settings import find_game
from fogel.checkers.game import CheckersGame
from fogel.checkers.rules import Checkers, moves
from fogel.core.game import Game, StandardGame
from fogel.encoding import open_squares
from fogel.rules.game import RulesGame
from fogel.rules.rules import in_a_row

PAGE = (ROOT / "notebooks" / "own_game.md").read_text(encoding="utf-8")


def make_connect_four():
    """The game of the page "Add a game of your own"."""
    names = {}
    exec(re.findall(r"```python\n(.*?)```", PAGE, re.S)[0], names)
    return names["ConnectFour"]()


class Hexapawn(Game):
    """Pawns of chess on 3x3, which take the last row or the other's last move. A move is a pair of
    squares, and rows are counted from below.
    """

    name = "hexapawn"
    how_to_move = "a1-a2     a pawn's square and where it goes"

    def start(self):
        return (2, 2, 2, 0, 0, 0, 1, 1, 1), 1

    def to_move(self, position):
        return position[1]

    def moves(self, position):
        board, player = position
        forward, found = (-3, 3)[player - 1], []
        if {1} & {*board[:3]} or {2} & {*board[6:]}:
            return []
        for square in range(9):
            for side in (-1, 0, 1):
                to = square + forward + side
                if board[square] == player and 0 <= square % 3 + side < 3 and 0 <= to < 9:
                    wanted = 3 - player if side else 0
                    found += [(square, to)] if board[to] == wanted else []
        return found

    def play(self, position, move):
        board, player = [*position[0]], position[1]
        board[move[0]], board[move[1]] = 0, player
        return tuple(board), 3 - player

    def result(self, position):
        if self.moves(position):
            return None
        return (-1, 1) if position[1] == 1 else (1, -1)

    def marks(self, position):
        return super().marks(position[0])

    def squares(self, move):
        return move

    def name_square(self, square):
        return f"{'abc'[square % 3]}{3 - square // 3}"


class FromBelow(StandardGame):
    """The standard game with rows counted from below: a1 is a square and another one's alias."""

    def name_square(self, square):
        return f"{'abc'[square % 3]}{3 - square // 3}"


class Nim(Game):
    """The player who takes the last of seven stones wins. A move has no square."""

    name = "nim"
    rows, columns = 1, 7

    def start(self):
        return 7, 1

    def to_move(self, position):
        return position[1]

    def moves(self, position):
        return [f"take {taken}" for taken in (1, 2, 3) if taken <= position[0]]

    def play(self, position, move):
        return position[0] - int(move[-1]), 3 - position[1]

    def result(self, position):
        return None if position[0] else (-1, 1) if position[1] == 1 else (1, -1)

    def marks(self, position):
        return ["I"] * position[0] + [""] * (7 - position[0])


GAMES = {
    "standard": StandardGame(),
    "rules standard": RulesGame(find_game("standard")),
    "misere": RulesGame(find_game("misere"), 2),
    "three of 4x4": RulesGame(find_game("three-of-four")),
    "three players": RulesGame(find_game("three-players"), 3),
    "pairs": RulesGame(find_game("0000; win 12")),
    "losing patterns": RulesGame(find_game("000 000 000; win 120; win 1 2; lose 101; lose 100 010 002")),
    "handicap": RulesGame(find_game("200 000 001; win 111; win 1 1 1; win 100 010 001"), 2),
    "30 columns": RulesGame(in_a_row(30, 1, 3)),
    "checkers 4x4": CheckersGame(Checkers(4, 4, 2), 30),
    "checkers 6x4": CheckersGame(Checkers(6, 4, 2)),
    "checkers 8x8": CheckersGame(Checkers(), 40),
    "connect four": make_connect_four(),
    "hexapawn": Hexapawn(),
    "rows from below": FromBelow(),
    "nim": Nim(),
}  # fmt: skip


def random_player(game):
    """A player that moves at random in a game, and is asked as its players are."""
    if isinstance(game, CheckersGame):
        return lambda checkers, position, rng: pick(moves(checkers, position), rng)
    if isinstance(game, (StandardGame, RulesGame)):
        return lambda board, rng: pick(open_squares(board), rng)
    return lambda position, rng: pick(game.moves(position), rng)


def pick(choices, rng):
    """One of some choices at random."""
    return choices[int(rng.integers(len(choices)))]


def random_game(game, rng):
    """The (position, move) pairs of a random game, the last position with None."""
    position, made = game.start(), []
    while allowed := game.moves(position):
        made.append((position, pick(allowed, rng)))
        position = game.play(*made[-1])
    return [*made, (position, None)]
