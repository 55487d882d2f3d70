"""Makes the tables in stored/, which hold what takes a chapter too long to run.

A test runs random rows of them again.

    python notebooks/stored.py                         all of them, some forty-five minutes on two cores
    python notebooks/stored.py ingredients noise       these alone
"""

import argparse
import tempfile
from functools import partial
from pathlib import Path

from fogel import Settings, brittle, league, perfect, sweep, zoo
from fogel.files import write_file
from fogel.ttt.taste.evolution import TasteSettings, evolve
from fogel.ttt.taste.wishes import find_taste
from fogel.workers import progress

STORED = Path(__file__).parent / "stored"
MARKS = (10, 100, 800)
FRESH = 7  # the seed on which what was noticed is looked at again
RACES = {"bred": {}, "drawn": {"newcomers": 1.0}, "more_drawn": {"newcomers": 1.0, "children": 960}}


def swept(name, at=MARKS, **changes):
    """Stores a named sweep with a hundred trials a case; what `fogel sweep` with the same options writes."""
    with tempfile.TemporaryDirectory() as folder:
        sweep.run(Settings(trials=100, **changes), name, at, folder, progress=progress)
        (STORED / f"{name}.csv").write_bytes((Path(folder) / sweep.TABLE).read_bytes())


def climbers(seeds=range(40), most=85_000):
    """Stores how high the climbers of chapter 9 with these seeds are after so many networks."""
    climbs = {seed: perfect.climb(Settings(seed=seed), most=most) for seed in progress(seeds)}
    store("climbers", [{"seed": seed, "payoff": climb.payoff} for seed, climb in climbs.items()])


def race(seed, names=tuple(RACES)):
    """Chapter 17's race on a seed: {name: best score} and {name_measured: games} of these of RACES."""
    row = {"seed": seed}
    for name in names:
        settings = TasteSettings(generations=15, patterns=3, seed=seed, **{"children": 120, **RACES[name]})
        history = evolve([find_taste("fair")], settings).history
        row |= {name: history[-1]["best"], f"{name}_measured": sum(one["measured"] for one in history)}
    return row


def races(seeds=range(11, 21)):
    """Stores chapter 17's race on fresh seeds."""
    store("taste-races", [race(seed) for seed in progress(seeds)])


def store(name, rows):
    """Writes a table of rows, dictionaries with the same keys."""
    lines = [rows[0], *(row.values() for row in rows)]
    write_file(STORED / f"{name}.csv", "".join(",".join(map(str, line)) + "\n" for line in lines))


TABLES = {
    "ingredients": partial(swept, "ingredients"),
    "noise": partial(swept, "noise"),
    "second-look": partial(swept, "second-look", at=(800,), seed=FRESH),
    "climbers": climbers,
    "taste-races": races,
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
