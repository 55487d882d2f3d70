"""Ten games, five methods, one budget: the table, and the job that makes it.

`methods.csv.gz` beside this file, which `stored` reads, is what

    fogel methods --out DIR

writes to `DIR/methods.csv`, compressed. The page notebooks/thousand.md says what every column is.
Two of the games are the standard one, answered, and misere, opened. The others are the first of
those that `random_games` draws, in the order of their draws, that leave something to see: a blind
order has at most 1 - ROOM of the share. As many are won, drawn and lost for the network as WANTED
says, no two are the same game, and none goes on on more than MOST_BOARDS boards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from fogel.anygame import exact, tables
from fogel.anygame.settings import GameSettings, find_game, in_a_line
from fogel.core.intervals import mean_and_half_width
from fogel.core.jobs import Key
from fogel.core.settings import MOST_SEED, Choices, whole
from fogel.core.table_jobs import JobTable
from fogel.core.types import Floats, Json
from fogel.thousand import table as games_table
from fogel.thousand.methods import METHODS
from fogel.thousand.random_games import draw_games
from fogel.thousand.table import LICENSE, OPPONENT, SEATS, RoundedTable, ThousandSettings

STORED = Path(__file__).with_name("methods.csv.gz")
KNOWN = (("standard", "second"), ("misere", "first"))
WANTED = {1: 3, 0: 3, -1: 2}  # drawn games, by what the network can force
ROOM = 0.1
MOST_BOARDS = 6_000
SLOW = ("neat",)  # methods that get `slow_trials`
LIBRARIES = {"cma": "cma", "neat": "neat"}  # by method: the module that it needs
WORDS_OF = {
    "game": "number of the game, from 0",
    "rules": "the game on one line",
    "seat": "the network's seat: `first` or `second`",
    "result": "best result that can be forced in this seat: 1 (win), 0 (draw) or −1 (loss)",
    "random": "expected payoff of a player that moves at random, in 32 games",
    "blind": "expected payoff of the best fixed order of squares",
    "ceiling": "highest expected payoff that any player can have",
    "method": "`evolution`, `climber`, `random`, `cma` or `neat`",
    "trial": "number of the trial, from 0",
    "exact_payoff": "exact payoff of the network that the method returned",
    "share": "(exact_payoff - random) / (ceiling - random)",
}
KINDS = dict.fromkeys(("rules", "seat", "method"), str) | dict.fromkeys(
    ("game", "result", "trial"), int
)


@dataclass(frozen=True, kw_only=True)
class ComparisonSettings(Choices):
    """How many trials each method has, and of how many generations of the paper's evolution all
    have the games.
    """

    trials: int = whole(30, 1, 10_000, "trials of a method at a game")
    slow_trials: int = whole(10, 1, 10_000, "trials of NEAT, which is a hundred times slower")
    generations: int = whole(
        50, 1, 100_000, "generations of the paper's evolution, whose games every method has"
    )
    seed: int = whole(1993, 0, MOST_SEED, "where the random numbers start")

    def trials_of(self, method: str) -> int:
        """How many trials a method has."""
        return min(self.trials, self.slow_trials) if method in SLOW else self.trials


class Task(NamedTuple):
    """A game in a seat, as settings, and what there is to gain."""

    settings: GameSettings
    measures: exact.Measures


@lru_cache(maxsize=2)
def tasks(settings: ComparisonSettings) -> list[Task]:
    """The ten games, each in one seat."""
    found = [make_task(settings, game, seat) for game, seat in KNOWN]
    missing = dict(WANTED)
    for games in _more_games():
        for game in games:
            if not any(missing.values()):
                return found
            if len(tables.grown(game.rules).one) > MOST_BOARDS:
                continue
            for seat in SEATS:
                task = make_task(settings, game.rules, seat)
                (result,) = task.measures.results
                if missing[result] and leaves_room(task.measures):
                    missing[result] -= 1
                    found.append(task)
                    break
    return found


def _more_games():
    """The drawn games of the stored table, some at a time."""
    done = 0
    for some in count(50, 50):
        yield draw_games(some, ThousandSettings().seed)[done:]
        done = some


def make_task(settings: ComparisonSettings, game: Any, seat: str) -> Task:
    """The Task of a game, as settings.find_game takes it, in a seat."""
    options: dict[str, Any] = {
        "trials": settings.trials,
        "generations": settings.generations,
        "seed": settings.seed,
    }
    here = GameSettings(game=find_game(game, fit=False), seat=seat, opponent=OPPONENT, **options)  # type: ignore[arg-type]
    return Task(here, exact.compute_measures(here))


def leaves_room(measures: exact.Measures) -> bool:
    """Whether a blind order leaves at least ROOM of the way from a random player to the ceiling."""
    blind = exact.part(measures.blind.exact_payoff, measures.random, measures.ceiling)
    return blind is not None and blind <= 1 - ROOM


class ComparisonJob(RoundedTable):
    """Has other methods look for a network at ten games, on as many games as the paper's evolution
    plays: a hill climber, random search, CMA-ES and NEAT. DIR receives methods.csv, a row for each
    game, method and trial. It needs two more libraries: pip install 'fogel[methods]'. If you
    interrupt the command, run it again, and it continues where it stopped.
    """

    name, choices = "methods", ComparisonSettings
    words = "compare search methods on the same budget of games"
    unit, step, key_columns = "row", "rows", ("game", "method", "trial")
    about = f"Which method finds more? {LICENSE}"
    row = dict.fromkeys(WORDS_OF, float | None) | KINDS

    def refusal(self) -> str:
        """The missing libraries, in words."""
        names = [module for module in LIBRARIES.values() if find_spec(module) is None]
        return f"needs {' and '.join(names)}: pip install 'fogel[methods]'" if names else ""

    def keys(self) -> list[Key]:
        """(game, method, trial) of each row."""
        games, trials = len(KNOWN) + sum(WANTED.values()), self.settings.trials_of
        return [
            (game, name, at)
            for game in range(games)
            for name in METHODS
            for at in range(trials(name))
        ]

    def warm_up(self) -> None:
        """Find the games, which takes seconds, before several workers do."""
        tasks(self.settings)

    def rows(self, game: int, method: str, trial: int) -> Iterable[list[Any]]:
        """Yield one row; has the method search."""
        settings, measures = tasks(self.settings)[game]
        exact_payoff = METHODS[method](settings, trial)
        values = {
            "game": game,
            "rules": in_a_line(settings.rules),
            "seat": settings.seat,
            "result": measures.results[0],
            "random": measures.random,
            "blind": measures.blind.exact_payoff,
            "ceiling": measures.ceiling,
            "method": method,
            "trial": trial,
            "exact_payoff": exact_payoff,
            "share": exact.part(exact_payoff, measures.random, measures.ceiling),
        }
        yield [values[name] for name in self.columns]

    def summary(self, outcome: JobTable) -> Json:
        """The share that each method finds, by game."""
        return summary(outcome)

    def describe(self, summary: Json) -> str:
        """The same in words."""
        settings, methods = summary["settings"], [*summary["games"][0]["shares"]]
        lines = [
            (
                "Share of the way to the ceiling, mean and 95 % interval;"
                f" {settings['trials']} trials, of NEAT {settings['slow_trials']}:"
            ),
            f"  {'game':<26}{'blind':>7}" + "".join(f"{name:>16}" for name in methods),
        ]
        for game in summary["games"]:
            cells = "".join(f"{_cell(*game['shares'][name]):>16}" for name in methods)
            rules = game["rules"] if len(game["rules"]) <= 17 else game["rules"][:14] + "..."
            lines.append(f"  {rules:<18}{game['seat']:<8}{game['blind_share']:>7.3f}{cells}")
        return "\n".join([*lines, f"Table: {Path(summary['out']) / 'methods.csv'}"])


def _cell(mean, half):
    return f"{mean:.3f}" + ("" if half is None else f" ± {half:.3f}")


# The table.


def columns_on_page() -> str:
    """What the columns are, a table in Markdown."""
    return games_table.columns_on_page(WORDS_OF)


@cache
def stored() -> JobTable:
    """The table that comes with the package."""
    return ComparisonJob.read(STORED)


def shares(table: JobTable, game: int, method: str) -> Floats:
    """(trials,): the shares of a method at a game."""
    return table.where(game=game, method=method)["share"]


def means(table: JobTable) -> dict[int, dict[str, tuple[float, float | None]]]:
    """{game: {method: (mean share, half width of its 95 % interval)}}."""
    games: Sequence[int] = np.unique(table["game"]).tolist()
    return {
        game: {name: mean_and_half_width(shares(table, game, name)) for name in METHODS}
        for game in games
    }


def summary(table: JobTable) -> Json:
    """What there is to say about it, as plain values: of each game who finds how much."""
    games = []
    for game, found in means(table).items():
        row = int(np.flatnonzero(table["game"] == game)[0])
        blind, random, ceiling = (
            float(table[name][row]) for name in ("blind", "random", "ceiling")
        )
        about = {
            "rules": str(table["rules"][row]),
            "seat": str(table["seat"][row]),
            "result": int(table["result"][row]),
        }
        games.append({**about, "blind_share": exact.part(blind, random, ceiling), "shares": found})
    return {"games": games}
