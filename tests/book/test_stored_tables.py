"""The tables that the book reads: jobs in stored.py make them, and random parts again."""

from math import prod

import numpy as np
import pytest
from tables import draws_of, stored

from fogel.anygame.settings import GameSettings
from fogel.checkers.stored import EVALUATED_BY, LARGER
from fogel.core.table_jobs import read_head, table_text
from fogel.league.stored import TABLES, LeagueVersionsJob
from fogel.thousand import comparison, table
from fogel.tools.all_jobs import find_job

FILES = {name: stored.STORED / f"{name}.csv" for name in stored.JOBS} | stored.PLACES
FILES |= {"games": table.STORED, "methods": comparison.STORED}
# Their parts take too long; what they hold has tests of its own.
LONG = (
    "bugs_alarms",
    "bugs_curves",
    "checkers-time",
    "league-long",
    "league-relapses",
    "taste-races",
)
QUICK = {  # by job: whether a part doesn't take long
    "checkers-blondie": lambda found, key: key[0] in ("random", "linked", "unlinked"),
    "checkers-evaluated": lambda found, key: key[0] != LARGER["men"],
    "checkers-plies": lambda found, key: key[0] != "8x8",
    "games": lambda found, key: found["boards"][found.parts[key]][0] < np.median(found["boards"]),
    "league-versions": lambda found, key: key[0] in ("the league", "gets nothing"),
    "methods": lambda found, key: key[1] != "neat" or key[0] >= 7,
    "misere-climbers": lambda found, key: key[:2] == (1, 4),
    "robustness": lambda found, key: key[0] != "128 games",
    "script": lambda found, key: prod(key[:3]) <= 100_000,
    "sweep": lambda found, key: is_quick(found.job.plan.cases[key[0]]),
}


def is_quick(settings):
    plays_32 = settings.evaluation == "games" and settings.games == 32
    return plays_32 or not isinstance(settings, GameSettings)


@pytest.mark.parametrize("name", FILES)
def test_a_table_is_that_of_its_job(name):
    said, *_ = read_head(text := table_text(FILES[name]))
    found = find_job(said["job"]).read(FILES[name])
    job = found.job
    assert found.text == text
    assert job.to_dict() == (stored.JOBS.get(name) or type(job)()).to_dict()


@pytest.mark.parametrize("name", [name for name in FILES if name not in LONG])
def test_random_parts_come_out_again(name):
    """Which ones depends on the table, so that another table has others."""
    said, *_ = read_head(table_text(FILES[name]))
    found, rng = find_job(said["job"]).read(FILES[name]), draws_of(FILES[name])
    keys = [key for key in found.parts if QUICK.get(said["job"], lambda *_: True)(found, key)]
    learnt = [key for key in keys if {*EVALUATED_BY} & {*key}]
    for some in filter(None, (learnt, [key for key in keys if key not in learnt])):
        key = some[int(rng.integers(len(some)))]
        assert found.job.make(key) == found.cells(key), key


def test_a_long_league_begins_as_a_short_one():
    found, rng = LeagueVersionsJob.read(FILES["league-long"]), draws_of(FILES["league-long"])
    plan = TABLES["league-long"]
    short = LeagueVersionsJob(plan.settings.change(epochs=100), plan.versions, range(1, 101))
    for version in plan.versions:
        key = version, int(rng.integers(plan.settings.leagues))
        assert short.make(key) == found.cells(key)[:100]
