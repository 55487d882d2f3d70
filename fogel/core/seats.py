"""Matches whose players sit by name, as on a board in a notebook."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fogel.core.game import check_players
from fogel.core.match import GameMatch
from fogel.core.players import HUMAN


class SeatedMatch(GameMatch):
    """A match in which `names` has the name of the player in each seat: HUMAN, or one of `known`.

    `known` is {name: a function that makes the player in a seat}, as returned by
    `games.list_players`. By default, a person has the first seat, and the first of `known` has all
    other seats. `read` takes the text of a player's file and returns such a function; it is None if
    the game has no such files.
    """

    def __init__(self, game, known, names=None, rng=None, read=None):
        self.known, self.read = dict(known), read
        others = [next(iter(known), HUMAN)] * (game.players - 1)
        self.names = list(names or [HUMAN, *others])
        check_players(game, self.names)
        super().__init__(game, self.make_players(self.names), ", ".join(self.names), rng)

    @property
    def choices(self) -> list[str]:
        """The names of all who can sit down."""
        return [HUMAN, *self.known]

    def make_players(self, names: Sequence[str]) -> Sequence[Any]:
        """Return the players of these names; raise ValueError for one who can't sit there."""
        for name in names:
            if name not in self.choices:
                raise ValueError(f"a player must be one of {', '.join(self.choices)}, not {name!r}")
        return [
            None if name == HUMAN else self.known[name](number)
            for number, name in enumerate(names, 1)
        ]

    def sit(self, number: int, name: str) -> None:
        """Let a player take seat `number`, from 1, and begin a game.

        Raises ValueError, and changes nothing, if the player can't sit there.
        """
        names = [*self.names[: number - 1], name, *self.names[number:]]
        players = self.make_players(names)
        before = {**vars(self)}
        try:
            self.names = names
            self.seat(players, ", ".join(names))
            self.new_game()
        except ValueError:
            vars(self).update(before)
            raise

    def load_text(self, text: str, name: str) -> None:
        """Seat the player in the text of a file, under a name, where no person sits.

        Raises ValueError that names the file, and changes nothing, if the player can't play.
        """
        known = self.known
        seats = [number for number, one in enumerate(self.names, 1) if one != HUMAN]
        try:
            self.known = {**known, name: self.read(text)}  # type: ignore[misc]
            self.sit(max(seats, default=self.game.players), name)
        except ValueError as problem:
            self.known = known
            raise ValueError(f"{name}: {problem}") from None
