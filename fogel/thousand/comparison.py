"""Ten games, five methods, one budget: the table, and the run that makes it.

`methods.csv.gz` beside this file, which `stored` reads, is what

    fogel methods --out DIR

writes to `DIR/methods.csv`, compressed. The page notebooks/thousand.md says what every column is.
Two of the games are the standard one, answered, and misere, opened. The others are the first of
those that `random_games` draws, in the order of their draws, that leave something to see: a blind
order has at most 1 - ROOM of the share. As many are won, drawn and lost for the network as WANTED
says, no two are the same game, and none goes on on more than MOST_BOARDS boards.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cache, partial
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from fogel.anygame import exact, tables
from fogel.anygame.settings import GameSettings, find_game, in_a_line
from fogel.core.files import write_files
from fogel.core.intervals import mean_and_half_width
from fogel.core.results import check_result
from fogel.core.saving import Saved, program
from fogel.core.settings import MOST_SEED, Choices, whole
from fogel.core.types import FilePath, Floats, Json
from fogel.thousand import files
from fogel.thousand.files import GamesTable, plain
from fogel.thousand.methods import METHODS
from fogel.thousand.random_games import draw_games
from fogel.thousand.table import OPPONENT, SEATS, ThousandSettings

STORED = Path(__file__).with_name("methods.csv.gz")
TABLE, RECORD, FOLDER = "methods.csv", "methods.json", "saved"
KNOWN = (("standard", "second"), ("misere", "first"))
WANTED = {1: 3, 0: 3, -1: 2}  # drawn games, by what the network can force
ROOM = 0.1
MOST_BOARDS = 6_000
SLOW = ("neat",)  # methods that get `slow_trials`
LIBRARIES = {"cma": "cma", "neat": "neat"}  # by method: the module that it needs
WORDS_OF = {
    "game": "the number of the game, from 0",
    "rules": "the game in a line",
    "seat": "whether the network opens or answers",
    "result": "what can be forced in this seat: 1 a win, 0 a draw, −1 a loss",
    "random": "what a player that moves at random can expect of 32 games",
    "blind": "the same of the best fixed order of squares",
    "ceiling": "the most that any player can expect",
    "method": "`evolution`, `climber`, `random`, `cma` or `neat`",
    "trial": "the number of the trial, from 0",
    "exact_payoff": "the exact payoff of the network that the method returned",
    "share": "(exact_payoff - random) / (ceiling - random)",
}
COLUMNS = tuple(WORDS_OF)
TITLE = (
    "# Which method finds more? Its columns: notebooks/thousand.md. CC BY 4.0, the fogel authors."
)
WORDS, WHOLE = ("rules", "seat", "method"), ("game", "result", "trial")


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

    columns = COLUMNS

    def trials_of(self, method: str) -> int:
        """How many trials a method has."""
        return min(self.trials, self.slow_trials) if method in SLOW else self.trials

    @property
    def jobs(self) -> list[tuple[int, str, int]]:
        """(game, method, trial) of each row, in their order."""
        games = len(KNOWN) + sum(WANTED.values())
        return [
            (game, name, at)
            for game in range(games)
            for name in METHODS
            for at in range(self.trials_of(name))
        ]

    @property
    def length(self) -> int:
        """How many rows the table has."""
        return len(self.jobs)


class Task(NamedTuple):
    """A game in a seat, as settings, and what there is to gain."""

    settings: GameSettings
    measures: exact.Measures


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


def make_row(task: Task, number: int, method: str, trial: int) -> list[str]:
    """One row, as the texts that stand in the table; has the method search."""
    settings, measures = task
    exact_payoff = METHODS[method](settings, trial)
    values = {
        "game": number,
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
    return [plain(values[name]) for name in COLUMNS]


def missing_libraries() -> list[str]:
    """The modules that are not installed and that a method needs."""
    return [module for module in LIBRARIES.values() if find_spec(module) is None]


def check_folder(folder: FilePath, settings: ComparisonSettings) -> None:
    """Raise SavedError if a folder holds the finished table of other settings."""
    check_result(
        Path(folder) / TABLE, lambda path: read(path).settings.to_dict(), settings.to_dict()
    )


def job(settings: ComparisonSettings) -> Json:
    """What says which table a folder holds: plain values."""
    return {
        "command": "methods",
        "settings": settings.to_dict(),
        "program": program("thousand.comparison"),
    }


def run(
    settings: ComparisonSettings,
    out: FilePath,
    executor: Executor | None = None,
    progress: Callable[..., Any] | None = None,
    workers: int | None = None,
    saved: Saved | None = None,
) -> GamesTable:
    """Has every method search at every game, and writes TABLE and RECORD into a folder; returns the
    table.

    Arguments as table.run's; the table depends on none of them. Raises ValueError if a library is
    not installed, and SavedError as table.run does.
    """
    if names := missing_libraries():
        raise ValueError(
            f"methods need {' and '.join(names)}, which `pip install 'fogel[methods]'` installs"
        )
    out = Path(out)
    if saved is None:
        check_folder(out, settings)
    out.mkdir(parents=True, exist_ok=True)
    jobs, games = settings.jobs, tasks(settings)
    # In this order all trials advance alike.
    by_trial = sorted(range(len(jobs)), key=lambda number: jobs[number][2])
    work = partial(_make_row, games, [jobs[number] for number in by_trial])
    rows = files.gathered(work, len(jobs), 1, executor, progress, workers, saved)
    ordered = [row for _, row in sorted(zip(by_trial, rows, strict=True))]
    text = files.format_table(TITLE, settings, COLUMNS, ordered)
    write_files({out / TABLE: text, out / RECORD: json.dumps(job(settings)) + "\n"})
    return read(out / TABLE)


def _make_row(games, jobs, at, tick):
    number, method, trial = jobs[at]
    row = make_row(games[number], number, method, trial)
    if tick:
        tick(1)
    return row


# The table.


def columns_on_page() -> str:
    """What the columns are, a table in Markdown."""
    return files.columns_on_page(WORDS_OF)


@cache
def stored() -> GamesTable:
    """The table that comes with the package."""
    return read(STORED)


def read(path: FilePath) -> GamesTable:
    """The table in a file, compressed or not; raises ValueError that names the file and what is
    wrong with it.
    """
    return files.read(path, TITLE, ComparisonSettings, WORDS, WHOLE)


def shares(table: GamesTable, game: int, method: str) -> Floats:
    """(trials,): the shares of a method at a game."""
    return table["share"][(table["game"] == game) & (table["method"] == method)]


def means(table: GamesTable) -> dict[int, dict[str, tuple[float, float | None]]]:
    """{game: {method: (mean share, half width of its 95 % interval)}}."""
    games: Sequence[int] = np.unique(table["game"]).tolist()
    return {
        game: {name: mean_and_half_width(shares(table, game, name)) for name in METHODS}
        for game in games
    }


def summary(table: GamesTable) -> Json:
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
