"""The jobs of the tables that chapter 19 reads."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, product

from fogel.checkers import stored
from fogel.checkers.rating import NULLS
from fogel.checkers.run import points
from fogel.checkers.settings import CheckersSettings
from fogel.core.jobs import Key, Tick
from fogel.core.saving import Checkpoint
from fogel.core.table_jobs import TableJob

RATING = dict.fromkeys(stored.RATING, float | None)
MATCH = dict.fromkeys(stored.MATCH, float | None)
COUNTS = ("plies", "positions", "looked_at", "evaluated")
PAIRED = 8  # trials of each way of selection that play each other
DEEPEST_TIMED = 8  # plies of the material player whose moves are timed


class CheckersTable(TableJob):
    """A table of evolved players of checkers, by default on the small board."""

    choices = CheckersSettings

    def __init__(self, settings: CheckersSettings | None = None):
        super().__init__(settings or stored.SMALL)


class EvaluatedJob(CheckersTable):
    """Networks that are selected in three ways, and players that have learnt nothing."""

    name, key_columns = "checkers-evaluated", ("men", "player", "trial", "generation")
    row = {"men": int, "player": str, "trial": int, "generation": int} | RATING

    def keys(self) -> list[Key]:
        """(men, player, number) of each part."""
        found: list[Key] = []
        for some in (self.settings, stored.larger(self.settings)):
            nulls = product(("linked", "unlinked"), range(some.trials))
            learnt = product(stored.EVALUATED_BY, range(some.trials))
            counts = [(f"material-player-{plies}", 0) for plies in stored.COUNTS]
            found += [(some.men, *key) for key in [("random", 0), *counts, *nulls, *learnt]]
        return found

    def leads(self, key: Key) -> list[Key]:
        """The key and each generation, 0 for a player that has learnt nothing."""
        men, player, _ = key
        if player not in stored.EVALUATED_BY:
            return [(*key, 0)]
        last = self.settings.generations
        return [(*key, made) for made in (points(last) if men == self.settings.men else [last])]

    def rows(self, men: int, player: str, number: int) -> Iterable[tuple]:
        """Yield a row for each generation."""
        is_larger = men != self.settings.men
        settings = stored.larger(self.settings) if is_larger else self.settings
        if player in stored.EVALUATED_BY:
            best = stored.find_best(stored.bred(settings, player), number)
            for made in [settings.generations] if is_larger else best:
                yield (men, player, number, made, *stored.rated(best[made]))
        elif player in ("linked", "unlinked", "random"):
            yield (men, player, number, 0, *stored.rated_unlearnt(settings, player, number))
        else:
            plies = int(player.removeprefix("material-player-"))
            yield (men, player, number, 0, *stored.rated_count(settings, plies, settings.plies))


class ChoicesJob(CheckersTable):
    """Networks that evolve with one choice changed."""

    name = "checkers-choices"
    row = {"choice": str, "value": str, "trial": int} | RATING

    def keys(self) -> list[Key]:
        """(choice, value, trial) of each row."""
        choices = [(name, str(value)) for name, value, _ in stored.CHOICES]
        return [(*one, trial) for one in choices for trial in range(self.settings.trials)]

    def rows(self, choice: str, value: str, trial: int) -> Iterable[tuple]:
        """Yield the row of a trial."""
        changes = next(
            beside if name == "base" else {name: other, **beside}
            for name, other, beside in stored.CHOICES
            if (name, str(other)) == (choice, value)
        )
        best = stored.find_best(self.settings.change(**changes), trial)
        yield (choice, value, trial, *stored.rated(best[self.settings.generations]))


class PliesJob(CheckersTable):
    """Players against the material player that looks less far, as far, and further."""

    name, key_columns = "checkers-plies", ("board", "player", "plies", "trial", "rival_plies")
    row = dict(zip(key_columns, (str, str, int, int, int), strict=True)) | MATCH

    def keys(self) -> list[Key]:
        """(board, player, plies, trial) of each player."""
        board, some = self._board(self.settings), self.settings
        counts = [(board, "material-player", plies, 0) for plies in range(1, stored.DEEPEST + 1)]
        large = (self._board(stored.IN_1999), "material-player", stored.IN_1999.plies, 0)
        learnt = product([board], stored.EVALUATED_BY, [some.plies], range(some.trials))
        return [*counts, large, *learnt]

    @staticmethod
    def _board(settings):
        return f"{settings.rows}x{settings.columns}"

    def leads(self, key: Key) -> list[Key]:
        """The key and how far its rivals look."""
        board, _, plies, _ = key
        rivals = range(1, stored.DEEPEST + 1)
        is_small = board == self._board(self.settings)
        return [(*key, rival) for rival in rivals if is_small or rival != plies]

    def rows(self, board: str, player: str, plies: int, trial: int) -> Iterable[tuple]:
        """Yield a row for each rival."""
        here = self.settings if board == self._board(self.settings) else stored.IN_1999
        for *key, rival in self.leads((board, player, plies, trial)):
            if player == "material-player":
                found = stored.rated_count(here, plies, rival)
            else:
                found = stored.rated(stored.find_last(stored.bred(here, player), trial), rival)
            yield (*key, rival, *found[:6])


class PairsJob(CheckersTable):
    """The last networks of three ways of selection against each other."""

    name = "checkers-pairs"
    row = {"player": str, "trial": int, "other": str, "other_trial": int} | MATCH

    def keys(self) -> list[Key]:
        """(player, trial, other, other_trial) of each pair."""
        trials = range(min(PAIRED, self.settings.trials))
        return [
            (*one, *other) for one, other in combinations(product(stored.EVALUATED_BY, trials), 2)
        ]

    def rows(self, player: str, trial: int, other: str, other_trial: int) -> Iterable[tuple]:
        """Yield the row of a pair."""
        places = [[*stored.EVALUATED_BY].index(name) for name in (player, other)]
        found = stored.play_pair(
            stored.find_last(stored.bred(self.settings, player), trial),
            stored.find_last(stored.bred(self.settings, other), other_trial),
            *places,
        )
        yield (player, trial, other, other_trial, *found)


class BlondieJob(CheckersTable):
    """Evolutions of hours: their best networks, and players that have learnt nothing."""

    name, key_columns = "checkers-blondie", ("player", "trial", "generation", "rival_plies")
    step = steps_setting = "generations"
    row = dict(zip(key_columns, (str, int, int, int), strict=True)) | {"king": float | None} | MATCH

    def keys(self) -> list[Key]:
        """(player, number) of each part; `rivals` are those of the last best network."""
        trials = range(self.settings.trials)
        nulls = product(("linked", "unlinked"), range(NULLS * len(trials)))
        return [("random", 0), *nulls, *product(("best", "rivals"), trials)]

    def leads(self, key: Key) -> list[Key]:
        """The player, its generation, and how far its rival looks."""
        player, number = key
        last, plies = self.settings.generations, self.settings.plies
        if player == "best":
            return [("best", number, made, plies) for made in points(last)]
        if player == "rivals":
            return [("best", number, last, rival) for rival in stored.RIVALS]
        return [(player, number, 0, plies)]

    def long_rows(
        self, key: Key, tick: Tick = None, checkpoint: Checkpoint | None = None
    ) -> Iterable[tuple]:
        """Yield the rows of a part."""
        (player, number), settings = key, self.settings
        if player == "best":
            for one in stored.find_best(settings, number, tick, checkpoint).values():
                yield stored.best_row(one, settings.plies)
        elif player == "rivals":
            for rival in stored.RIVALS:
                yield stored.best_row(stored.find_last(settings, number), rival)
        else:
            king = None if player == "random" else settings.king
            rating = stored.rated_unlearnt(settings, player, number)
            yield (player, number, 0, settings.plies, king, *rating[:6])


class BlondiePairsJob(CheckersTable):
    """The last best networks of these evolutions against each other."""

    name = "checkers-blondie-pairs"
    row = {"one": int, "other": int} | MATCH

    def keys(self) -> list[Key]:
        """(one, other), the trials of each pair."""
        return [*combinations(range(self.settings.trials), 2)]

    def rows(self, one: int, other: int) -> Iterable[tuple]:
        """Yield the row of a pair."""
        first, second = (stored.find_last(self.settings, trial) for trial in (one, other))
        yield (one, other, *stored.play_pair(first, second))


class CostsJob(CheckersTable):
    """The cost of a move, to the last best network of trial 0 and to the material player."""

    name, key_columns, measured = "checkers-time", ("player", "plies"), ("microseconds",)
    row = {"player": str} | dict.fromkeys(COUNTS, int) | {"microseconds": float}

    def keys(self) -> list[Key]:
        """One part, since all are timed on the same positions."""
        return [()]

    def leads(self, key: Key) -> list[Key]:
        """The players, and how far they look."""
        counts = [("material-player", plies + 1) for plies in range(DEEPEST_TIMED)]
        return [("best", self.settings.plies), *counts]

    def rows(self) -> Iterable[tuple]:
        """Yield the row of each player."""
        return stored.cost_rows(stored.find_last(self.settings, 0), DEEPEST_TIMED)
