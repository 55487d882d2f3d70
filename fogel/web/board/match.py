"""A match at a board of any shape, on whatever screen (chapter 13).

Nothing is drawn here. The board in a notebook shows a `BoardMatch`, and the page in a browser has
one of its own in `match.js`, which is tested to do the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from fogel.core.players import HUMAN, read_player
from fogel.core.seats import SeatedMatch
from fogel.core.types import Json, Marks, Square
from fogel.lookahead.peek import SHOWN, look
from fogel.lookahead.players import LEVEL_OF, book_player, maker, names
from fogel.rules.game import RulesGame
from fogel.rules.referee import (
    Course,
    Tally,
    check_first_player,
    choose_opener,
    seat,
    tell,
    tell_result,
)
from fogel.rules.rule_files import coordinates
from fogel.rules.rules import MARKS, Rules, decision, holders, seats
from fogel.rules.texts import ANY_GAME

MOST_SIDE = 20  # squares of a board that is shown: more would be too small to be pressed
MOST_PLAYERS = 9
MOST_LINES = 5000
MOST_PATTERNS_SHOWN = 24
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


class Person:
    """Who sits where a person does: the board waits for its clicks."""

    name = HUMAN.capitalize()


@lru_cache(maxsize=16)
def can_sit(rules: Rules) -> list[str]:
    """The names of the players, a person first, that can sit down at some rules."""
    return [HUMAN, *(name for name in names() if _sits(rules, name))]


def _sits(rules, name):
    try:
        maker(name)(rules, 1)
    except ValueError:
        return False
    return True


def _read(text):
    """The maker of the player in the text of a file, which plays the standard game."""
    return book_player(read_player(text), "Network")


class BoardMatch(SeatedMatch):
    """Games at a board of any shape, one after another: `tally` counts those of its players so far.

    `names` says who sits where: HUMAN, a name that `players.maker` knows, or one of `nets`, {name:
    Pupil}; by default a person and random players. Raises ValueError if the game can't be shown, or
    a player can't sit there.
    """

    tally: Any  # a Tally

    def __init__(self, rules, names=None, first_player="first", rng=None, nets=None):
        check_shown(rules)
        check_first_player(first_player)
        self.rules, self.first_player = rules, first_player
        names = names or [HUMAN, *["random"] * (rules.players - 1)]
        super().__init__(RulesGame(rules), nets or {}, names, rng, _read)

    @property
    def choices(self) -> list[str]:
        """The names of all who can sit down."""
        return [*can_sit(self.rules), *self.known]

    def make_players(self, names: Sequence[str]) -> Sequence[Any]:
        """Return the players of these names, introduced to each other."""
        players = seat(self.rules, [self._maker(name) for name in names])
        return [None if isinstance(player, Person) else player for player in players]

    def _maker(self, name):
        """The maker of a player, who has shown at the first board that it can play this game."""
        if name == HUMAN:
            return lambda rules, number: Person()

        def make(rules, number):
            game, make = RulesGame(rules, number), self.known.get(name) or maker(name)
            if game.result(game.start()) is None:
                make(rules, number)(rules.start.squares, np.random.default_rng(0))
            return make(rules, number)

        return make

    def seat(self, players: Sequence[Any], name: str = "") -> None:
        """Let these players begin a match, which is counted from scratch."""
        super().seat(players, name)
        self.tally = Tally(self.names)
        for player in players:
            tell(player, "new_match", self.rng)

    def open_by(self, first_player: str) -> None:
        """Who opens from now on, one of referee.FIRST_PLAYERS, and a new game."""
        check_first_player(first_player)
        self.first_player = first_player
        self.new_game()

    def new_game(self, after: int = 0) -> None:
        """Begin a game after the first `after` moves of this one; from scratch if that is over.

        Whoever opened a game that was not over opens again.
        """
        if after <= 0 or (self.over and after >= len(self.moves)):
            opener = choose_opener(self.rules, self.first_player, self.tally.games, self.rng)
            self.game = RulesGame(self.rules, opener)
            for player in self.players:
                tell(player, "new_game")
        super().new_game(after)

    def _count(self, games):
        super()._count(games)
        self.tally.add(self.outcome, games)
        if games > 0:
            tell_result(self.players, self.course)

    @property
    def course(self) -> Course:
        """The game as the referee has it."""
        course = Course(self.rules, self.positions[0].turn)
        for square in self.moves:
            course.move(square)
        return course

    @property
    def board(self) -> Marks:
        """The board that the game has come to."""
        return self.position.board

    @property
    def person(self) -> int | None:
        """The number of the person who sits alone among players; None if there is none, or more
        than one.
        """
        return self.names.index(HUMAN) + 1 if self.names.count(HUMAN) == 1 else None

    @property
    def decided(self) -> tuple[int, bool, list[Square]] | None:
        """The `rules.decision` of a game that is over; None, also for a draw."""
        return decision(self.rules, self.board, self.position.last)

    @property
    def lookers(self) -> list[int]:
        """The numbers of the players who can be looked into: those who look ahead, and networks."""
        # A board that is over from the start shows nobody anything.
        began = self.moves or not self.over
        return [
            number
            for number, (name, player) in enumerate(zip(self.names, self.players, strict=True), 1)
            if began and (name in LEVEL_OF or hasattr(player, "thought"))
        ]

    def last_turn(self, number: int) -> tuple[Marks, Square | None]:
        """(the board on which a player moved last in this game, the square it took).

        Before its first move, the first board and None.
        """
        found = self.rules.start.squares, None
        for position, square in zip(self.positions, self.moves, strict=False):
            if position.turn == number:
                found = position.board, square
        return found

    def look(self, number: int, shown: int = SHOWN) -> Json:
        """What one of `lookers` thought on the board of its `last_turn`: `peek.look`, or a
        network's `thought`.
        """
        board, square = self.last_turn(number)
        if self.names[number - 1] in LEVEL_OF:
            return look(self.rules, board, LEVEL_OF[self.names[number - 1]], number, shown=shown)
        moved = number in [position.turn for position in self.positions[:-1]]
        return {
            **self.players[number - 1].thought(board),
            "player": number,
            "passed": square is None and moved,
            "deeper": False,
        }

    @property
    def status(self) -> str:
        """The state of the game in a sentence or two."""
        parts = []
        if self.moves and self.person and self.positions[-2].turn != self.person:
            mark, square = mark_words(self.rules, self.positions[-2].turn), self.moves[-1]
            if square is None:
                parts.append(sentence("passed", mark=mark))
            else:
                parts.append(sentence("took", mark=mark, square=square_words(self.rules, square)))
        return " ".join([*parts, self._verdict() if self.over else self._turn()])

    def _turn(self):
        name = "your_move" if self.position.turn == self.person else "to_move"
        return sentence(name, mark=mark_words(self.rules, self.position.turn))

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
