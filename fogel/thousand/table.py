"""What evolution learns in a thousand games: the table, and the run that makes it.

A row is a game in one seat. `thousand.csv.gz` beside this file, which `stored` reads, is what

    fogel games --out DIR

writes to `DIR/games.csv`, compressed. The page notebooks/thousand.md says what every column is. The
opponent is the perfect player that slips once in ten moves: at a game whose patterns lose, the
paper's has nothing to win or to block.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from fogel import curve
from fogel.anygame import exact
from fogel.anygame.settings import GameSettings, in_a_line
from fogel.core.files import write_files
from fogel.core.results import check_result
from fogel.core.saving import Saved, program
from fogel.core.settings import MOST_SEED, Choices, whole
from fogel.core.types import FilePath, Json
from fogel.engine.score_under import ScoreUnder
from fogel.taste.measures import MEASURES
from fogel.thousand import files
from fogel.thousand.files import GamesTable, plain
from fogel.thousand.measured import OF_GAME, OF_SEAT, OF_TREE, TO_GAIN, of_game, of_seat
from fogel.thousand.random_games import DrawnGame, draw_games

STORED = Path(__file__).with_name("thousand.csv.gz")
TABLE, RECORD, FOLDER = "games.csv", "games.json", "saved"
SEATS = ("first", "second")
OPPONENT = "perfect"
Tick: TypeAlias = Callable[[int], object] | None
NAMES = {
    "draw": (
        "the number of the draw, which names the game's generator and is the seed of its trials"
    ),
    "rules": "the game in a line, as `fogel curve --game` takes it",
    "seat": "whether the network opens, `first`, or answers, `second`",
}
GAME = (*OF_GAME, *OF_TREE)
LEARNT = {
    "founders": (
        "mean exact payoff, over the trials, of the network that had the highest payoff in"
        " generation 1"
    ),
    "exact_payoff": "mean exact payoff, over the trials, of their champions",
    "blind_share": "(blind - random) / (ceiling - random)",
    "baseline_share": "(baseline - random) / (ceiling - random)",
    "founders_share": "(founders - random) / (ceiling - random)",
    "share": (
        "(exact_payoff - random) / (ceiling - random); empty where a random player is at the"
        " ceiling"
    ),
    "sight": (
        "(exact_payoff - blind) / (ceiling - blind); empty where a blind order is at the ceiling"
    ),
}
ROOM = 0.05  # of the way to the ceiling, that a blind order must leave for sight to be asked for
TITLE = (
    "# Which games does evolution learn? Its columns: notebooks/thousand.md. CC BY 4.0, the fogel"
    " authors."
)
WORDS, WHOLE = ("rules", "seat"), ("draw", "boards", "result", "asked")


@dataclass(frozen=True, kw_only=True)
class ThousandSettings(Choices):
    """How many games, and how much evolution each gets; all else is as in part one."""

    drawn_games: int = whole(1000, 1, 100_000, "games that are drawn")
    trials: int = whole(3, 1, 10_000, "trials of each game and seat")
    generations: int = whole(100, 1, 100_000, "generations of a trial")
    seed: int = whole(29, 0, MOST_SEED, "where the random numbers of the draws start")

    def of(self, game: DrawnGame, seat: str) -> GameSettings:
        """The settings of the trials of a drawn game; those of different games have different
        random numbers.
        """
        return GameSettings(
            game=game.rules,  # type: ignore[arg-type]
            seat=seat,
            opponent=OPPONENT,
            trials=self.trials,
            generations=self.generations,
            seed=game.number,
        )

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the table."""
        return (*NAMES, *GAME, *OF_SEAT, *TO_GAIN, *LEARNT, *exact_payoffs(self.trials))

    @property
    def length(self) -> int:
        """How many rows the table has."""
        return len(SEATS) * self.drawn_games


def columns_on_page() -> str:
    """What the columns are, a table in Markdown."""
    words = (
        NAMES
        | {name: MEASURES[name].words for name in OF_GAME}
        | OF_TREE
        | OF_SEAT
        | TO_GAIN
        | LEARNT
    )
    return files.columns_on_page(
        words
        | {"exact_payoff_0, exact_payoff_1, ...": "the exact payoff of the champion of each trial"}
    )


def exact_payoffs(trials: int) -> list[str]:
    """The names of the columns that hold the champions' exact payoffs."""
    return [f"exact_payoff_{trial}" for trial in range(trials)]


# How it is found.


def make_rows(
    settings: ThousandSettings, game: DrawnGame, tick: Callable[[int], object] | None = None
) -> list[list[str]]:
    """The rows of a drawn game, one for each seat, as the texts that stand in the table; evolves
    its trials.
    """
    shared = of_game(game.rules)
    rows = []
    for seat in SEATS:
        here = settings.of(game, seat)
        values = (
            {"draw": game.number, "rules": in_a_line(game.rules), "seat": seat}
            | shared
            | of_seat(here)
        )
        values |= learnt(here, values, tick)
        rows.append([plain(values[name]) for name in settings.columns])
    return rows


def learnt(
    settings: GameSettings, known: dict[str, Any], tick: Callable[[int], object] | None = None
) -> dict[str, Any]:
    """{name: value}, the outcome of all trials of these settings; the names are those of LEARNT,
    and `exact_payoffs`.
    """
    observers = [ScoreUnder(settings, (1,))]
    trials = [curve.run_trial(settings, trial, observers, tick) for trial in range(settings.trials)]
    found = curve.exact_payoffs([one.champion for one in trials], settings)
    founders, exact_payoff = (
        float(np.mean(values))
        for values in (
            [one.exact_payoff[0] for one in trials if one.exact_payoff is not None],
            found,
        )
    )

    def part(value, least="random"):
        return exact.part(value, known[least], known["ceiling"])

    return {
        "founders": founders,
        "exact_payoff": exact_payoff,
        "blind_share": part(known["blind"]),
        "baseline_share": part(known["baseline"]),
        "founders_share": part(founders),
        "share": part(exact_payoff),
        "sight": part(exact_payoff, "blind"),
        **dict(zip(exact_payoffs(settings.trials), found, strict=True)),
    }


def check_folder(folder: FilePath, settings: ThousandSettings) -> None:
    """Raise SavedError if a folder holds the finished table of other settings."""
    check_result(
        Path(folder) / TABLE, lambda path: read(path).settings.to_dict(), settings.to_dict()
    )


def job(settings: ThousandSettings) -> Json:
    """What says which table a folder holds: plain values."""
    return {
        "command": "games",
        "settings": settings.to_dict(),
        "program": program("thousand.table"),
    }


def run(
    settings: ThousandSettings,
    out: FilePath,
    executor: Executor | None = None,
    progress: Callable[..., Any] | None = None,
    workers: int | None = None,
    saved: Saved | None = None,
) -> GamesTable:
    """Draws the games, evolves their trials, and writes TABLE and RECORD into a folder; returns the
    table.

    `executor`, `progress` and `workers` as in curve.run_trials. With `saved` each game's rows are
    kept there when they are found, and not computed again. The table depends on none of these.
    Raises SavedError if the folder holds the table of other settings; with `saved`, whoever made
    that has looked.
    """
    out = Path(out)
    if saved is None:
        check_folder(out, settings)
    out.mkdir(parents=True, exist_ok=True)
    games = draw_games(settings.drawn_games, settings.seed)
    # Compiled once, before several workers would do it.
    make_rows(settings.change(trials=1, generations=1), games[0])
    work = partial(_make_rows, settings, games)
    steps = len(SEATS) * settings.trials * settings.generations
    rows = files.gathered(work, len(games), steps, executor, progress, workers, saved)
    text = format_table(settings, [row for some in rows for row in some])
    write_files({out / TABLE: text, out / RECORD: json.dumps(job(settings)) + "\n"})
    return read(out / TABLE)


def _make_rows(settings, games, number, tick):
    return make_rows(settings, games[number], tick)


def format_table(settings: ThousandSettings, rows: Sequence[Sequence[str]]) -> str:
    """The text of the table."""
    return files.format_table(TITLE, settings, settings.columns, rows)


@cache
def stored() -> GamesTable:
    """The table of a thousand games that comes with the package."""
    return read(STORED)


def read(path: FilePath) -> GamesTable:
    """The table in a file, compressed or not; raises ValueError that names the file and what is
    wrong with it.
    """
    return files.read(path, TITLE, ThousandSettings, WORDS, WHOLE)


def summary(table: GamesTable) -> Json:
    """What there is to say about it, as plain values: medians over the games, by seat; None of no
    games.
    """
    found = {}
    for seat in SEATS:
        rows = (table["seat"] == seat) & np.isfinite(table["share"])
        medians = {
            name: _median(table[name][rows]) for name in ("share", "blind_share", "baseline_share")
        }
        sight = table["sight"][rows & (table["blind_share"] <= 1 - ROOM)]
        found[seat] = {"games": int(rows.sum()), **medians, "sight": _median(sight)}
    return {"seats": found}


def _median(values):
    return float(np.median(values)) if len(values) else None
