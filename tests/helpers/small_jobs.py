"""A small job for each name of fogel.tools.all_jobs, and one that is only for tests.

All of them are made in a second or so, with fewer programs and methods than the book has.
"""

import math
import sys
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from matplotlib.figure import Figure

from fogel.anygame.settings import GameSettings
from fogel.bugs import zoo
from fogel.checkers import book_tables as checkers_tables
from fogel.checkers import stored as evolved
from fogel.checkers.job import CheckersJob, RatingsJob
from fogel.checkers.settings import CheckersSettings
from fogel.core.settings import Choices, Settings, trial_rng, whole
from fogel.core.table_jobs import TableJob
from fogel.league.job import LeagueJob
from fogel.league.settings import LeagueSettings
from fogel.league.stored import LeagueVersionsJob, RelapsesJob
from fogel.school.seeds import ScriptJob, ScriptSettings
from fogel.sweep import SweepJob, plan
from fogel.sweep.robustness import RobustnessJob, RobustnessSettings
from fogel.taste.evolution import TasteJob, TasteSettings
from fogel.taste.wishes import find_taste
from fogel.thousand import comparison
from fogel.thousand.comparison import ComparisonJob, ComparisonSettings
from fogel.thousand.table import GamesJob, ThousandSettings
from fogel.tools import all_jobs, book_tables
from fogel.tools.experiment import ClimbJob, CurveJob, EvolveJob


@dataclass(frozen=True, kw_only=True)
class ThrowSettings(Choices):
    """The settings of the job for tests."""

    throws: int = whole(4, 1, 1000, "throws of a die")
    seed: int = whole(1, 0, 1000, "where the random numbers start")


class Throw(NamedTuple):
    """A throw of a die, with a column of each kind."""

    sides: int
    number: int
    share: float
    more: float | None
    is_even: bool
    word: str


class Throws(TableJob):
    """A job whose parts are long and have any number of rows, and which draws a picture."""

    name, module, choices, row = "throws", "core.table_jobs", ThrowSettings, Throw
    unit, step = "die", "throws"

    def keys(self):
        return [(sides,) for sides in (2, 6, 9, 20)]

    @property
    def steps(self):
        return self.settings.throws

    def leads(self, key):
        return None

    def small(self):
        return self.settings.change(throws=1)

    def long_rows(self, key, tick=None, checkpoint=None):
        (sides,), rng, rows = key, trial_rng(self.settings, *key), []
        if checkpoint and (there := checkpoint.load()):
            rows = there["rows"]
            rng.bit_generator.state = there["rng"]
            if tick:
                tick(len(rows))
        for _ in range(len(rows), self.settings.throws):
            number = int(rng.integers(1, sides + 1))
            rows.append([sides, number, number / 3, None if number < 3 else math.sqrt(number)])
            if tick:
                tick(1)
            if checkpoint:
                checkpoint.offer(lambda: {"rows": rows, "rng": rng.bit_generator.state})
        return [Throw(*row, row[1] % 2 == 0, f"a, {row[1]}") for row in rows if row[1] > 1]

    def draw(self, outcome):
        figure = Figure()
        figure.subplots().plot(outcome["share"])
        return figure


def few_programs(patch):
    """Two programs, and two checks that cost little."""
    patch.setattr(zoo, "BUGS", {name: zoo.BUGS[name] for name in ("right", "lowest")})
    low = {
        "low, or not": lambda program: "low" * (program.name == "lowest"),
        "name": lambda program: program.name,
    }
    patch.setattr(zoo, "CHECKS", low)


def few_methods(patch):
    """Two small games, and two methods that cost little."""
    few = {name: comparison.METHODS[name] for name in ("evolution", "random")}
    patch.setattr(comparison, "METHODS", few)
    patch.setattr(comparison, "WANTED", {})
    games = ("000 000; win 111", "0000 0000; win 111")
    patch.setattr(comparison, "KNOWN", [(game, "second") for game in games])


def few_of_checkers(patch):
    """Boards that are quickly solved or not at all, and few players on them."""
    for name, value in {
        "CHOICES": [("base", "", {}), ("adapt", False, {})],
        "COUNTS": (1,),
        "DEEPEST": 2,
        "EVALUATED_BY": {"games": {}},
        "IN_1999": CHECKERS.change(rows=8, columns=4, men=2),
        "LARGER": {"rows": 8, "columns": 8, "men": 12, "trials": 1},
        "OPENINGS": 4,
        "RIVALS": (1, 2),
        "TIMED": 1,
    }.items():
        patch.setattr(evolved, name, value)
    patch.setattr(checkers_tables, "DEEPEST_TIMED", 2)
    patch.setattr(evolved, "thread_time", lambda: 0.0)


def few_of_the_book(patch):
    """Fewer seeds, trials and games than the book's small tables have."""
    for name, value in {
        "CHILDREN": (1,),
        "END_SEEDS": (3, 4),
        "FIVE": (TINY["game"],),
        "LAGGARDS": (1, 3),
        "MOST_CLIMBED": 500,
        "MOST_NETWORKS": 500,
        "RACES": {"bred": {}, "drawn": {"newcomers": 1.0}},
        "RACE_SEEDS": 2,
    }.items():
        patch.setattr(book_tables, name, value)


FEW = {"parents": 6, "rivals": 5}
TINY = {"game": "000 000; win 111", "opponent": "perfect", **FEW}
CHECKERS = CheckersSettings.preset(
    "small", trials=2, generations=2, parents=2, games=1, plies=1, extension=0, max_moves=20
).change(first_hidden=2, second_hidden=2)
LEAGUE = LeagueSettings(leagues=2, epochs=45, agents=10, survivors=5, hidden=3)
# Two of their leagues have no relapse, and one has two.
RELAPSING = {"agents": 14, "survivors": 7, "hidden": 4, "opponent_of_disqualified": "nothing"}
SMALL = {  # by name, or by command: the job
    "accounts": book_tables.AccountsJob(Settings(trials=2, generations=3, **FEW)),
    "bugs_alarms": zoo.AlarmsJob(),
    "bugs_curves": zoo.CurvesJob(Settings(trials=2, generations=11, **FEW)),
    "checkers": CheckersJob(CHECKERS),
    "checkers-blondie": checkers_tables.BlondieJob(CHECKERS),
    "checkers-blondie-pairs": checkers_tables.BlondiePairsJob(CHECKERS.change(trials=3)),
    "checkers-choices": checkers_tables.ChoicesJob(CHECKERS),
    "checkers-evaluated": checkers_tables.EvaluatedJob(CHECKERS.change(trials=1)),
    "checkers-pairs": checkers_tables.PairsJob(CHECKERS.change(trials=3)),
    "checkers-plies": checkers_tables.PliesJob(CHECKERS.change(trials=1)),
    "checkers-ratings": RatingsJob(CHECKERS),
    "checkers-time": checkers_tables.CostsJob(CHECKERS),
    "climbers": book_tables.ClimbersJob(Settings(trials=2)),
    "curve": CurveJob(Settings(trials=2, generations=60, **FEW)),
    "curve --game": CurveJob(GameSettings(trials=2, generations=8, seat="both", **TINY)),
    "ends": book_tables.EndsJob(Settings(trials=1, generations=8, **FEW)),
    "evolve": EvolveJob(Settings(generations=60, **FEW)),
    "evolve --exact": ClimbJob(Settings(), 2, 10_000),
    "first-payoffs": book_tables.FirstPayoffsJob(Settings(trials=2, generations=1, **FEW)),
    "games": GamesJob(ThousandSettings(drawn_games=2, trials=1, generations=2, seed=3)),
    "methods": ComparisonJob(ComparisonSettings(trials=1, slow_trials=1, generations=1, seed=7)),
    "laggards": book_tables.LaggardsJob(Settings(generations=3, **FEW)),
    "league": LeagueJob(LEAGUE),
    "league-versions": LeagueVersionsJob(
        LEAGUE, {"all": {}, "strict": {"survivors": 3}}, range(2, 4), True
    ),
    "misere-climbers": book_tables.MisereClimbersJob(GameSettings(trials=1, **TINY)),
    "relapses": RelapsesJob(LeagueSettings(leagues=3, epochs=100, seed=45, **RELAPSING)),
    "script": ScriptJob(ScriptSettings(lines="20:1 20:3 12:1 30:2", seeds=2, trainer="random")),
    "seats": book_tables.SeatsJob(GameSettings(trials=1, generations=2, **TINY)),
    "sweep": SweepJob(
        plan(
            Settings(trials=1, generations=3, **FEW),
            {"slip": [0.0, 0.3], "evaluation": ["games", "exact"]},
            at=(1, 3),
        )
    ),
    "robustness": RobustnessJob(RobustnessSettings(trials=1, generation=2, children=3)),
    "taste": TasteJob(
        [find_taste("cheapest")],
        TasteSettings(generations=3, parents=5, children=10, squares=4, seed=1),
    ),
    "taste-races": book_tables.RacesJob(
        TasteSettings(generations=1, parents=3, children=3, squares=4, seed=11)
    ),
    Throws.name: Throws(),
}
PATCHES = {"bugs_alarms": few_programs, "bugs_curves": few_programs, "methods": few_methods}
PATCHES |= {
    name: few_of_checkers for name, job in SMALL.items() if job.module == "checkers.book_tables"
}
PATCHES |= {
    name: few_of_the_book for name, job in SMALL.items() if job.module == "tools.book_tables"
}


def prepare(name, patch):
    """Make the job of a name small, and the one for tests known, by a pytest.MonkeyPatch."""
    PATCHES.get(name, lambda patch: None)(patch)
    patch.setitem(all_jobs.TABLES, Throws.name, f"{Throws.name}.{Throws.__name__}")
    patch.setitem(sys.modules, f"fogel.{Throws.name}", sys.modules[__name__])


def find_out(job, folder):
    """Where the results of a job are that has a folder to itself."""
    return folder / "evolved.json" if isinstance(job, EvolveJob) else folder


def other(job):
    """The same job with another seed."""
    settings = job.settings.change(seed=job.settings.seed + 1)
    return type(job).from_dict({**job.to_dict(), "settings": settings.to_dict()})


def another_cell(job, table, rng):
    """(cells of a table with one that another run could have made, which one): (row, column)."""
    row = int(rng.integers(len(table)))
    place, column = [pair for pair in enumerate(job.columns) if pair[1] not in job.measured][-1]
    cells = np.array(table.texts, dtype=object)
    before = cells[row, place]
    others = {str: [f"{before}!"], bool: ["yes", "no"]}.get(job.columns[column], ["7", "8"])
    cells[row, place] = next(other for other in others if other != before)
    return cells.tolist(), (row, column)
