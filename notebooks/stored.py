"""Makes the tables in stored/, which hold what takes a chapter too long to run.

A test runs random rows of them again.

    python notebooks/stored.py                         all of them, some forty-five minutes on two cores
    python notebooks/stored.py ingredients noise       these alone
"""

import argparse
import tempfile
from functools import partial
from pathlib import Path

from fogel import Settings, brittle, league, sweep, zoo
from fogel.workers import progress

STORED = Path(__file__).parent / "stored"
MARKS = (10, 100, 800)
FRESH = 7  # the seed on which what was noticed is looked at again


def swept(name, at=MARKS, **changes):
    """Stores a named sweep with a hundred trials a case; what `fogel sweep` with the same options writes."""
    with tempfile.TemporaryDirectory() as folder:
        sweep.run(Settings(trials=100, **changes), name, at, folder, progress=progress)
        (STORED / f"{name}.csv").write_bytes((Path(folder) / sweep.TABLE).read_bytes())


TABLES = {
    "ingredients": partial(swept, "ingredients"),
    "noise": partial(swept, "noise"),
    "second-look": partial(swept, "second-look", at=(800,), seed=FRESH),
    "brittle": lambda: brittle.write(STORED / "brittle.csv", FRESH, progress=progress),
    "bugs": lambda: zoo.write(STORED, partial(progress, unit="programs")),
    **{
        name: partial(league.stored.write, STORED, name, partial(progress, unit="epochs"))
        for name in league.stored.TABLES
    },
    "league-falls": lambda: league.stored.write_falls(
        STORED / "league-falls.csv", progress=partial(progress, unit="leagues")
    ),
}


def main():
    """Makes the tables that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(TABLES)}")
    names = parser.parse_args().names
    if unknown := set(names) - set(TABLES):
        parser.error(f"NAME must be one of {', '.join(TABLES)}, not {', '.join(sorted(unknown))}")
    STORED.mkdir(exist_ok=True)
    for name in names or TABLES:
        TABLES[name]()


if __name__ == "__main__":
    main()
