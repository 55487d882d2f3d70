"""Makes the tables in stored/, which hold what takes a chapter too long to run.

A test runs random rows of them again.

    python notebooks/stored.py                     all of them, some forty-five minutes on two cores
    python notebooks/stored.py ingredients noise   only these two
"""

import argparse
from functools import partial
from pathlib import Path

from fogel import Settings, league, sweep
from fogel.bugs.zoo import AlarmsJob, CurvesJob
from fogel.checkers import book_tables as checkers
from fogel.checkers.files import shipped
from fogel.checkers.stored import BLONDIES, IN_1999, find_best
from fogel.core.files import write_file
from fogel.core.workers import progress
from fogel.school import seeds
from fogel.sweep import SweepJob
from fogel.sweep.robustness import RobustnessJob
from fogel.taste.evolution import TasteSettings
from fogel.tools import book_tables
from fogel.tools.book_tables import MISERE

STORED = Path(__file__).parent / "stored"
RUNS = Path("run")  # where the parts of jobs are saved on the way
MARKS = (10, 100, 800)
LONG = (400, 4000)  # generations that chapter 18 looks at
HUNDRED = Settings(trials=100)
FRESH = HUNDRED.change(seed=7)  # on which what was noticed is looked at again
CENTRE = MISERE.opened(4).change(trials=20)
JOBS = {
    # Chapter 6.
    "first-payoffs": book_tables.FirstPayoffsJob(Settings(trials=150, generations=1)),
    "paper-1993": book_tables.AccountsJob(Settings.preset("paper-1993")),
    "paper-1993-mild": book_tables.AccountsJob(Settings.preset("paper-1993", loss_payoff=-1)),
    "laggards": book_tables.LaggardsJob(Settings(generations=4000)),
    # Chapters 8 to 11.
    "ends": book_tables.EndsJob(),
    "climbers": book_tables.ClimbersJob(Settings(trials=40, seed=0)),
    "ingredients": SweepJob(sweep.plan(HUNDRED, "ingredients", MARKS)),
    "noise": SweepJob(sweep.plan(HUNDRED, "noise", MARKS)),
    "second-look": SweepJob(sweep.plan(FRESH, "second-look", (800,))),
    "robustness": RobustnessJob(),
    "bugs_curves": CurvesJob(),
    "bugs_alarms": AlarmsJob(),
    # Chapter 12.
    **league.stored.TABLES,
    "league-relapses": league.stored.RelapsesJob(league.stored.RELAPSES),
    # Chapter 15.
    **{path.stem: job for path, job in seeds.TABLES.items()},
    # Chapters 17 and 18.
    "taste-races": book_tables.RacesJob(
        TasteSettings(generations=15, patterns=3, children=120, seed=11)
    ),
    "seats": book_tables.SeatsJob(MISERE.change(trials=5, generations=400)),
    "misere-climbers": book_tables.MisereClimbersJob(MISERE.change(seed=0)),
    "misere": SweepJob(sweep.plan(MISERE.change(generations=LONG[0]), "alone", LONG[:1])),
    "misere-whole": SweepJob(sweep.plan(MISERE, {"noise": [0.05]}, LONG)),
    "misere-centre": SweepJob(sweep.plan(CENTRE, {"noise": [0.05, 0.2]}, LONG)),
    # Chapter 19.
    "checkers-evaluated": checkers.EvaluatedJob(),
    "checkers-choices": checkers.ChoicesJob(),
    "checkers-plies": checkers.PliesJob(),
    "checkers-pairs": checkers.PairsJob(),
    **{name: checkers.BlondieJob(settings) for name, settings in BLONDIES.items()},
    **{
        f"{name}-pairs": checkers.BlondiePairsJob(settings)
        for name, settings in BLONDIES.items()
        if settings.trials > 1
    },
    "checkers-time": checkers.CostsJob(IN_1999),
}

PLACES = {path.stem: path for path in seeds.TABLES}  # of tables in the package


def made(name):
    """Stores the table of a job; its parts are saved on the way."""
    job = JOBS[name]
    with job.saved_in(RUNS / name) as saved:
        found = job.compute(saved, progress=partial(progress, unit=job.step))
        write_file(PLACES.get(name, STORED / f"{name}.csv"), found.text)
        saved.discard()


def champions(name):
    """Write the last networks of a large evolution into the package; making it takes hours."""
    settings, short = BLONDIES[name], name.removeprefix("checkers-")
    for trial in range(settings.trials):
        find_best(settings, trial)[settings.generations].save(shipped(f"{short}-{trial}"))


TABLES = {name: partial(made, name) for name in JOBS}


def main():
    """Makes the tables that are asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(TABLES)}")
    names = parser.parse_args().names
    if unknown := set(names) - set(TABLES):
        parser.error(f"NAME must be one of {', '.join(TABLES)}, not {', '.join(sorted(unknown))}")
    STORED.mkdir(exist_ok=True)
    for name in names or TABLES:
        TABLES[name]()
        if name in BLONDIES:
            champions(name)


if __name__ == "__main__":
    main()
