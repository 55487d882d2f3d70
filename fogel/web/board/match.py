"""A match at a board of any shape, on whatever screen (chapter 13).

Nothing is drawn here. The board in a notebook shows a `BoardMatch`, and the page in a browser has
one of its own in `board.js`, which is tested to do the same. Clicks that are no legal moves do
nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from fogel.core.players import HUMAN
from fogel.core.types import Json, Marks, Square
from fogel.lookahead.peek import SHOWN, look
from fogel.lookahead.players import LEVEL_OF, maker, names
from fogel.rules.referee import (
    Course,
    Tally,
    check_first_player,
    choose_opener,
    name_players,
    seat,
    take_turn,
    tell,
    tell_result,
)
from fogel.rules.rule_files import coordinates
from fogel.rules.rules import MARKS, Rules, decision, holders, place, seats
from fogel.rules.solve import best_moves, values_of_moves
from fogel.rules.texts import ANY_GAME

MOST_SIDE = 20  # squares of a board that is shown: more would be too small to be pressed
MOST_PLAYERS = 9
MOST_LINES = 5000
MOST_PATTERNS_SHOWN = 24
PATIENCE = 2_000_000  # boards that are looked at for what a move is worth: about a second
RESULTS = {1: "win", 0: "draw", -1: "loss"}
# How the marks of a game are drawn, by its players; otherwise as files write them.
LETTERS = {2: ("", "X", "O")}


def check_shown(rules: Rules) -> None:
    """Raises ValueError if a game is too large to be shown on a screen."""
    lines = len(rules.win_lines) + len(rules.loss_lines)
    for field, found, most in (
        ("width", rules.start.width, MOST_SIDE),
        ("height", rules.start.height, MOST_SIDE),
        ("players", rules.players, MOST_PLAYERS),
        ("the number of places where a pattern fits", lines, MOST_LINES),
    ):
        if found > most:
            raise ValueError(
                f"{rules.name!r} can't be shown: {field} must be at most {most:,}, not {found:,}"
            )


def letter(rules: Rules, player: int) -> str:
    """A player's mark as it is drawn: X and O if there are two, otherwise 1, 2, 3 ...; "" for an
    empty square.
    """
    return LETTERS.get(rules.players, ("", *MARKS[1:]))[player]


def mark_words(rules: Rules, player: int) -> str:
    """A player in a sentence: X or O, or player 3."""
    mark = letter(rules, player)
    return mark if rules.players in LETTERS else ANY_GAME["several"].format(mark=mark)


def sentence(name: str, **values: Any) -> str:
    """A sentence of the table of words, filled in."""
    words = ANY_GAME[name].format(**values)
    return words[0].upper() + words[1:]


def square_words(rules: Rules, square: Square) -> str:
    """A square in words: (x, y)."""
    return "({}, {})".format(*coordinates(rules, square))


def held_words(rules: Rules, board: Marks, player: int, squares: Sequence[Square]) -> str:
    """Return the squares of a pattern that a player has in words: the player's own, then those of
    others, by mark.
    """
    parts = []
    for number, found in holders(rules, board, player, squares):
        held, mark = (
            ", ".join(square_words(rules, square) for square in found),
            mark_words(rules, number),
        )
        parts.append(
            held if number == player else ANY_GAME["theirs"].format(mark=mark, squares=held)
        )
    return " and ".join(parts)


def short_value(value: Any) -> str:
    """A Value in a word or two, for a square."""
    return ANY_GAME[f"short_{RESULTS[value.result]}"].format(moves=value.moves)


def best_words(rules: Rules, values: Mapping[Square, Any], square: Square) -> str:
    """What a suggested square is good for, in a sentence."""
    words = ANY_GAME[f"move_value_{RESULTS[values[square].result]}"]
    return sentence("best", square=square_words(rules, square), value=words)


class Person:
    """Who sits where a person does: the board waits for its clicks."""

    name = HUMAN.capitalize()


def can_sit(rules: Rules) -> list[str]:
    """The names of the players, a person first, that can sit down at some rules."""
    return [HUMAN, *(name for name in names() if _sits(rules, name))]


def _sits(rules, name):
    try:
        maker(name)(rules, 1)
    except ValueError:
        return False
    return True


class BoardMatch:
    """Games at one board, one after another: `course` is the game as it stands, `tally` counts
    those before it.

    `names` says who sits where: HUMAN, a name that `players.maker` knows, or one of `nets`, {name:
    Pupil}; by default a person and random players. Raises ValueError if the game can't be shown, or
    a player can't sit there.
    """

    def __init__(self, rules, names=None, first_player="first", rng=None, nets=None):
        check_shown(rules)
        check_first_player(first_player)
        self.rules, self.first_player, self.nets = rules, first_player, dict(nets or {})
        self.rng = rng or np.random.default_rng()
        self._sit(list(names or [HUMAN, *["random"] * (rules.players - 1)]))

    def sit(self, number: int, name: str) -> None:
        """Another player on seat `number`, from 1, and a new match; raises ValueError and leaves
        all as it was.
        """
        self._sit([*self.names[: number - 1], name, *self.names[number:]])

    def _sit(self, names):
        players = seat(self.rules, [self._maker(name) for name in names])
        self.names, self.players = names, players
        self.tally = Tally(name_players(players))
        for player in players:
            tell(player, "new_match", self.rng)
        self.new_game()

    def _maker(self, name):
        """The maker of a player, who has shown at the first board that it can play this game."""
        if name == HUMAN:
            return lambda rules, number: Person()

        def make(rules, number):
            course, make = Course(rules, number), self.nets.get(name) or maker(name)
            if course.result is None:
                make(rules, number)(course.board, np.random.default_rng(0))
            return make(rules, number)

        return make

    def open_by(self, first_player: str) -> None:
        """Who opens from now on, one of referee.FIRST_PLAYERS, and a new game."""
        check_first_player(first_player)
        self.first_player = first_player
        self.new_game()

    def new_game(self) -> None:
        """A new game. One that was not over is not counted, and whoever opened it opens again."""
        self.course = Course(
            self.rules, choose_opener(self.rules, self.first_player, self.tally.games, self.rng)
        )
        for player in self.players:
            tell(player, "new_game")
        self._go_on()

    def move(self, square: Square) -> bool:
        """The move of the person whose turn it is, and the others' answers; False, and nothing
        else, if it is none.
        """
        if not self.waits or not 0 <= square < len(self.board) or self.board[square]:
            return False
        self.course.move(square)
        self._go_on()
        return True

    def _go_on(self):
        """Plays until it is a person's turn, or the game is over."""
        while not self.over and self.names[self.course.turn - 1] != HUMAN:
            square, _ = take_turn(self.players[self.course.turn - 1], self.board, self.rng)
            self.course.move(square)
        if self.over:
            tell_result(self.players, self.course)
            self.tally.add(self.course.result)

    @property
    def board(self) -> Marks:
        """The board as it stands."""
        return self.course.board

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.course.result is not None

    @property
    def waits(self) -> bool:
        """Whether a person is to move."""
        return not self.over and self.names[self.course.turn - 1] == HUMAN

    @property
    def person(self) -> int | None:
        """The number of the person who sits alone among players; None if there is none, or more
        than one.
        """
        return self.names.index(HUMAN) + 1 if self.names.count(HUMAN) == 1 else None

    @property
    def decided(self) -> tuple[int, bool, list[Square]] | None:
        """The `rules.decision` of a game that is over; None, also for a draw."""
        return decision(self.rules, self.board, self.course.last)

    def values(self) -> dict[Square, Any] | None:
        """{square: Value} for whoever is to move; None if the game is over, or too large to be
        worked out.
        """
        return None if self.over else self._help(values_of_moves)

    def suggested(self) -> Sequence[Square] | None:
        """The squares that win soonest, or lose latest; None where `values` gives None."""
        return None if self.over else self._help(best_moves, quick=True)

    def _help(self, ask, **options):
        try:
            return ask(self.rules, self.board, self.course.turn, patience=PATIENCE, **options)
        except ValueError:
            return None

    @property
    def lookers(self) -> list[int]:
        """The numbers of the players who can be looked into: those who look ahead, and networks."""
        # A board that is over from the start shows nobody anything.
        began = self.course.moves or not self.over
        return [
            number
            for number, (name, player) in enumerate(zip(self.names, self.players, strict=True), 1)
            if began and (name in LEVEL_OF or hasattr(player, "thought"))
        ]

    def last_turn(self, number: int) -> tuple[Marks, Square | None]:
        """(the board on which a player moved last in this game, the square it took).

        Before its first move, the first board and None.
        """
        board = self.rules.start.squares
        found = board, None
        for mover, square in self.course.moves:
            if mover == number:
                found = board, square
            if square is not None:
                board = place(self.rules, board, square, mover)
        return found

    def look(self, number: int, shown: int = SHOWN) -> Json:
        """What one of `lookers` thought on the board of its `last_turn`: `peek.look`, or a
        network's `thought`.
        """
        board, square = self.last_turn(number)
        if self.names[number - 1] in LEVEL_OF:
            return look(self.rules, board, LEVEL_OF[self.names[number - 1]], number, shown=shown)
        passed = square is None and any(mover == number for mover, _ in self.course.moves)
        return {
            **self.players[number - 1].thought(board),
            "player": number,
            "passed": passed,
            "deeper": False,
        }

    @property
    def status(self) -> str:
        """The state of the game in a sentence or two."""
        course, parts = self.course, []
        if course.moves and self.person and course.moves[-1][0] != self.person:
            mover, square = course.moves[-1]
            mark = mark_words(self.rules, mover)
            if square is None:
                parts.append(sentence("passed", mark=mark))
            else:
                parts.append(sentence("took", mark=mark, square=square_words(self.rules, square)))
        return " ".join([*parts, self._verdict() if self.over else self._turn()])

    def _turn(self):
        name = "your_move" if self.course.turn == self.person else "to_move"
        return sentence(name, mark=mark_words(self.rules, self.course.turn))

    def _verdict(self):
        if self.decided is None:
            return sentence("draw")
        player, won, squares = self.decided
        mine = (
            ("win" if won else "own_loss")
            if player == self.person
            else ("loss" if won else "others_loss")
        )
        name = mine if self.person else ("wins" if won else "loses")
        words = held_words(self.rules, self.board, player, squares)
        return sentence(name, mark=mark_words(self.rules, player), squares=words)

    def counts(self) -> list[tuple[int, str]]:
        """The tally in words and numbers: [(how many, of what)], the draws first."""
        won = [
            (wins, ANY_GAME["wins_of"].format(mark=letter(self.rules, number)))
            for number, wins in zip(seats(self.rules), self.tally.wins, strict=True)
        ]
        return [(self.tally.draws, ANY_GAME["draws"]), *won]
