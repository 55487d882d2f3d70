"""All jobs by their names, which the first lines of their files mention.

A job of COMMANDS is a command with the options of its settings. Those of OWN_COMMANDS have more
options, and a module in `cli`. One of TABLES makes a table of the book (notebooks/stored.py). A new
job is known everywhere when it is listed here.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

COMMANDS = {
    "league": "league.job.LeagueJob",
    "games": "thousand.table.GamesJob",
    "methods": "thousand.comparison.ComparisonJob",
}
OWN_COMMANDS = {
    "checkers": "checkers.job.CheckersJob",
    "curve": "tools.experiment.CurveJob",
    "evolve": "tools.experiment.EvolveJob",
    "evolve --exact": "tools.experiment.ClimbJob",
    "script": "school.seeds.ScriptJob",
    "sweep": "sweep.trials.SweepJob",
    "taste": "taste.evolution.TasteJob",
}
TABLES = {
    "accounts": "tools.book_tables.AccountsJob",
    "bugs_alarms": "bugs.zoo.AlarmsJob",
    "bugs_curves": "bugs.zoo.CurvesJob",
    "checkers-blondie": "checkers.book_tables.BlondieJob",
    "checkers-blondie-pairs": "checkers.book_tables.BlondiePairsJob",
    "checkers-choices": "checkers.book_tables.ChoicesJob",
    "checkers-evaluated": "checkers.book_tables.EvaluatedJob",
    "checkers-pairs": "checkers.book_tables.PairsJob",
    "checkers-plies": "checkers.book_tables.PliesJob",
    "checkers-ratings": "checkers.job.RatingsJob",
    "checkers-time": "checkers.book_tables.CostsJob",
    "climbers": "tools.book_tables.ClimbersJob",
    "ends": "tools.book_tables.EndsJob",
    "first-payoffs": "tools.book_tables.FirstPayoffsJob",
    "laggards": "tools.book_tables.LaggardsJob",
    "league-versions": "league.stored.LeagueVersionsJob",
    "misere-climbers": "tools.book_tables.MisereClimbersJob",
    "relapses": "league.stored.RelapsesJob",
    "robustness": "sweep.robustness.RobustnessJob",
    "seats": "tools.book_tables.SeatsJob",
    "taste-races": "tools.book_tables.RacesJob",
}


def find_job(name: str) -> Any:
    """Return the class of the jobs of that name; raise ValueError if there is none."""
    homes = COMMANDS | OWN_COMMANDS | TABLES
    if (home := homes.get(name)) is None:
        raise ValueError(f"there is no job {name[:60]!r}; the jobs are {', '.join(homes)}")
    module, _, job = home.rpartition(".")
    return getattr(import_module(f"fogel.{module}"), job)
