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
from fogel.rules.game import RulesGame, tell
from fogel.rules.referee import check_first_player, choose_opener, tell_result
from fogel.rules.rule_files import square_words
from fogel.rules.rules import Rules, decision, holders
from fogel.rules.texts import ANY_GAME

MOST_SIDE = 20  # squares of a board that is shown: more would be too small to be pressed
MOST_PLAYERS = 9
MOST_LINES = 5000
MOST_PATTERNS_SHOWN = 24


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


def sentence(name: str, **values: Any) -> str:
    """A sentence of the table of words, filled in."""
    words = ANY_GAME[name].format(**values)
    return words[0].upper() + words[1:]


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


def _try_first(rules, make):
    """Return a function that makes a player for a seat. It first lets such a player choose on the
    first board, so that one that can't play this game is refused.
    """

    def made(number):
        game = RulesGame(rules, number)
        if game.moves(game.start()):
            make(rules, number)(rules.start.squares, np.random.default_rng(0))
        return make(rules, number)

    return made


class BoardMatch(SeatedMatch):
    """Games at a board of any shape, one after another.

    `names` says who sits where: one of `can_sit`, or of `nets`, {name: Pupil}; by default a person
    and random players. `scores` has the draws of each lineup, then the wins of each player; `score`
    is that of the current lineup. Raises ValueError if the game can't be shown, or a player can't
    sit there.
    """

    def __init__(self, rules, names=None, first_player="first", rng=None, nets=None):
        check_shown(rules)
        check_first_player(first_player)
        self.rules, self.first_player, self.scores = rules, first_player, {}
        makers = {name: maker(name) for name in can_sit(rules)[1:]} | (nets or {})
        known = {name: _try_first(rules, make) for name, make in makers.items()}
        super().__init__(RulesGame(rules), known, names, rng, self._read)

    def _read(self, text):
        """The player in the text of a file, which plays the standard game, for a seat."""
        return _try_first(self.rules, book_player(read_player(text), "Network"))

    def seat(self, players: Sequence[Any], name: str = "") -> None:
        """Let these players begin a match, in which each of them may open in turn."""
        super().seat(players, name)
        self.games, self.score = 0, self.scores.setdefault(name, [0] * (1 + len(players)))
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
            opener = choose_opener(self.rules, self.first_player, self.games, self.rng)
            self.game = RulesGame(self.rules, opener)
            for player in self.players:
                tell(player, "new_game")
        super().new_game(after)

    def _count(self, games):
        super()._count(games)
        self.games += games
        for at, counts in enumerate([not any(self.outcome), *(one == 1 for one in self.outcome)]):
            self.score[at] += games * counts
        if games > 0:
            tell_result(self.players, self.outcome, self.board)

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
        said, mark = [], self.game.name_player
        if self.moves and self.person and self.positions[-2].turn != self.person:
            mover, square = self.positions[-2].turn, self.moves[-1]
            about = {} if square is None else {"square": square_words(self.rules, square)}
            said.append(sentence("took" if about else "passed", mark=mark(mover), **about))
        if self.over:
            return " ".join([*said, self._verdict()])
        name = "your_move" if self.position.turn == self.person else "to_move"
        return " ".join([*said, sentence(name, mark=mark(self.position.turn))])

    def _verdict(self):
        if self.decided is None:
            return sentence("draw")
        player, won, squares = self.decided
        names = ("own_loss", "win") if player == self.person else ("others_loss", "loss")
        name = (names if self.person else ("loses", "wins"))[won]
        words = self._held_words(player, squares)
        return sentence(name, mark=self.game.name_player(player), squares=words)

    def _held_words(self, player, squares):
        """The squares of a player's pattern: the player's own, then those of others, by mark."""
        parts = []
        for number, found in holders(self.rules, self.board, player, squares):
            held = ", ".join(square_words(self.rules, square) for square in found)
            theirs = ANY_GAME["theirs"].format(mark=self.game.name_player(number), squares=held)
            parts.append(held if number == player else theirs)
        return " and ".join(parts)
