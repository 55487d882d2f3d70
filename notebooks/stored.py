"""Makes the tables in stored/, which hold what takes a chapter too long to run.

A test runs random rows of them again.

    python notebooks/stored.py                     all of them, some forty-five minutes on two cores
    python notebooks/stored.py ingredients noise   these alone
"""

import argparse
import tempfile
from functools import partial
from pathlib import Path

from fogel import Audit, Keep, Settings, anygame, audit, curve, league, perfect, sweep
from fogel.bugs import zoo
from fogel.checkers import stored as evolved
from fogel.checkers.files import load_champion, save_champion, shipped
from fogel.checkers.run import run_checkers
from fogel.core.files import write_file
from fogel.core.saving import Saved, program
from fogel.core.workers import progress
from fogel.sweep import robustness
from fogel.taste.evolution import TasteSettings, evolve
from fogel.taste.wishes import find_taste

STORED = Path(__file__).parent / "stored"
RUNS = Path("run")  # where evolutions of hours are saved on the way
MARKS = (10, 100, 800)
# The trials of chapter 6 whose best network makes no fork at generation 800.
LAGGARDS = (1, 3, 9, 10, 13)
FRESH = 7  # the seed on which what was noticed is looked at again
RACES = {"bred": {}, "drawn": {"newcomers": 1.0}, "more_drawn": {"newcomers": 1.0, "children": 960}}
LONG = (400, 4000)  # generations that chapter 18 looks at
MISERE = anygame.GameSettings(game="misere", opponent="perfect", trials=10, generations=LONG[-1])
CENTRE = MISERE.opened(4).change(trials=20)
OF_MISERE = {  # by table: what is swept over, the generations looked at, the settings
    "misere": ("alone", LONG[:1], MISERE.change(generations=LONG[0])),
    "misere-whole": ({"noise": [0.05]}, LONG, MISERE),
    "misere-centre": ({"noise": [0.05, 0.2]}, LONG, CENTRE),
}
CHILDREN = (1, 100)  # that a climber of chapter 18 looks at before it steps
FIVE = ("standard", "misere", "vee", "hooks", "crooked")


def swept(name, at=MARKS, table=None, base=None, **changes):
    """Stores a sweep, a named one by its name: a hundred trials a case of part one, or of the
    settings `base`.
    """
    settings = base.change(**changes) if base else Settings(trials=100, **changes)
    with tempfile.TemporaryDirectory() as folder:
        sweep.run(settings, name, at, folder, progress=progress)
        # The record says what made it, for `fogel reproduce`.
        for file in (sweep.TABLE, sweep.RECORD):
            (STORED / f"{table or name}{Path(file).suffix}").write_bytes(
                (Path(folder) / file).read_bytes()
            )


def store(name, head, rows):
    """Writes a table: its head, and rows of numbers or words."""
    lines = (",".join(map(str, row)) + "\n" for row in (head, *rows))
    write_file(STORED / f"{name}.csv", "".join(lines))


def first_payoffs(seeds=(7, 8, 9, 10, 11), trials=150):
    """Stores the highest payoff of generation 1 in each trial, with a column for each seed."""
    runs = [
        curve.run_trials(Settings(seed=seed, trials=trials, generations=1))
        for seed in progress(seeds)
    ]
    columns = [run.best_payoff[:, 0].tolist() for run in runs]
    store("first-payoffs", ["trial", *seeds], zip(range(trials), *columns, strict=True))


def accounts(name, preset="paper-1993", **changes):
    """Stores the preset's trials as chapter 6 compares them: what each best network is like, and
    the whole curve.
    """
    run = curve.run_trials(Settings.preset(preset, **changes), progress=progress)
    rows = []
    for trial, (network, fresh, payoffs) in enumerate(
        zip(run.champions, run.fresh_payoffs, run.best_payoff.tolist(), strict=True)
    ):
        branches = [*audit.branches(network, run.settings).values()]
        rows.append(
            [
                trial,
                network.hidden_nodes,
                int(fresh),
                branches.count("win"),
                branches.count("loss"),
                *payoffs,
            ]
        )
    head = ["trial", "hidden_nodes", "fresh_payoff", "forced", "lost"]
    store(name, [*head, *range(1, run.settings.generations + 1)], rows)


def laggard(trial, generations=4000):
    """A trial of chapter 6 that goes on for longer: (trial, highest payoff of the end, whose, as
    two texts).
    """
    last = curve.run_trial(Settings(generations=generations), trial, [Keep((generations,))]).kept[
        generations
    ]
    best = last.networks[last.best]
    texts = (
        " ".join(map(repr, weights.ravel().tolist()))
        for weights in (best.hidden_weights, best.output_weights)
    )
    return trial, int(last.payoffs.max()), *texts


def laggards(trials=LAGGARDS):
    """Stores how the trials of chapter 6 that hadn't found the fork stand at generation 4,000."""
    store(
        "laggards",
        ["trial", "payoff", "hidden_weights", "output_weights"],
        map(laggard, progress(trials)),
    )


def ends(seed, trial):
    """A trial of another seed, as chapter 8 sums it up: (seed, trial, then the numbers that
    `all_ends` names).
    """
    marks = (100, 800)
    found = curve.run_trial(Settings(seed=seed), trial, [Audit(marks)])
    numbers = (
        number
        for at in marks
        for number in (int(found.best_payoff[at - 1]), found.exact[at - 1, 0].item())
    )
    return seed, trial, *numbers, len(audit.losing_lines(found.champion))


def all_ends(seeds=range(1, 11), trials=20):
    """Stores the ends of twenty trials of each of ten other seeds, for chapter 8."""
    head = [
        "seed",
        "trial",
        "highest_100",
        "exact_payoff_100",
        "highest_800",
        "exact_payoff_800",
        "losing_lines",
    ]
    store("ends", head, (ends(seed, trial) for seed in progress(seeds) for trial in range(trials)))


def climbers(seeds=range(40), most=85_000):
    """Stores how high the climbers of chapter 9 with these seeds are after so many networks."""
    rows = [
        (seed, perfect.climb(Settings(seed=seed), most=most).payoff) for seed in progress(seeds)
    ]
    store("climbers", ["seed", "payoff"], rows)


def race(seed, names=tuple(RACES)):
    """Chapter 17's race on a seed: {name: best score} and {name_measured: games} of
    these of RACES.
    """
    row = {"seed": seed}
    for name in names:
        settings = TasteSettings(
            generations=15, patterns=3, seed=seed, **{"children": 120, **RACES[name]}
        )
        history = evolve([find_taste("fair")], settings).history
        row |= {
            name: history[-1]["best"],
            f"{name}_measured": sum(one["measured"] for one in history),
        }
    return row


def races(seeds=range(11, 21)):
    """Stores chapter 17's race on fresh seeds."""
    rows = [race(seed) for seed in progress(seeds)]
    store("taste-races", rows[0], (row.values() for row in rows))


def seat(game, side, trial):
    """A trial with a game in a seat against the perfect player: (its champion's expected payoff,
    the game's measures).
    """
    settings = MISERE.change(game=game, seat=side, generations=LONG[0])
    found = anygame.evaluate(curve.run_trial(settings, trial).champion)
    return found.expected_payoff, found.measures


def all_seats(games=FIVE, trials=5):
    """Stores what champions of six games are worth in each seat, beside the games' measures, for
    chapter 18.
    """
    rows = []
    for game, side in progress([(game, side) for game in games for side in ("first", "second")]):
        for trial in range(trials):
            exact_payoff, (random, blind, baseline, ceiling, results) = seat(game, side, trial)
            rows.append(
                [
                    game,
                    side,
                    *results,
                    random,
                    blind.exact_payoff,
                    baseline,
                    ceiling,
                    trial,
                    exact_payoff,
                ]
            )
    store(
        "seats",
        [
            "game",
            "seat",
            "result",
            "random",
            "blind",
            "baseline",
            "ceiling",
            "trial",
            "exact_payoff",
        ],
        rows,
    )


def anygame_climbs(seeds=range(10)):
    """Stores where climbers at misere end: how many children they look at, with all links free or
    turned.
    """
    rows = [
        (
            children,
            nodes,
            kind,
            seed,
            anygame.climb(MISERE.change(seed=seed), nodes, kind == "turned", children).exact_payoff,
        )
        for children in CHILDREN
        for nodes in (4, 10)
        for kind in ("free", "turned")
        for seed in progress(seeds)
    ]
    store("misere-climbers", ["children", "nodes", "kind", "seed", "exact_payoff"], rows)


def blondie(name):
    """Stores what chapter 19's large evolutions came to, and their champions; takes hours, and can
    be gone on with.
    """
    settings, short = evolved.BLONDIES[name], name.removeprefix("checkers-")
    job = {"command": name, "settings": settings.to_dict(), "program": program("checkers.run")}
    with Saved(RUNS / name, job) as saved:
        run = run_checkers(settings, progress=progress, saved=saved)
    for trial in run.trials:
        save_champion(shipped(f"{short}-{trial.number}"), trial.champions[settings.generations])
    evolved.write_blondie(STORED, name, [trial.champions for trial in run.trials])


TABLES = {
    "ingredients": partial(swept, "ingredients"),
    "noise": partial(swept, "noise"),
    "second-look": partial(swept, "second-look", at=(800,), seed=FRESH),
    "climbers": climbers,
    "ends": all_ends,
    "first-payoffs": first_payoffs,
    "paper-1993": partial(accounts, "paper-1993"),
    "paper-1993-mild": partial(accounts, "paper-1993-mild", loss_payoff=-1),
    "laggards": laggards,
    "seats": all_seats,
    "misere-climbers": anygame_climbs,
    **{
        table: partial(swept, *OF_MISERE[table][:2], table, OF_MISERE[table][2])
        for table in OF_MISERE
    },
    "taste-races": races,
    "robustness": lambda: robustness.write(STORED / "robustness.csv", FRESH, progress=progress),
    "bugs": lambda: zoo.write(STORED, partial(progress, unit="programs")),
    **{
        name: partial(league.stored.write, STORED, name, partial(progress, unit="epochs"))
        for name in league.stored.TABLES
    },
    **{
        name: partial(evolved.write, STORED, name, partial(progress, unit="evolutions"))
        for name in evolved.TABLES
    },
    **{name: partial(blondie, name) for name in evolved.BLONDIES},
    "checkers-time": lambda: evolved.write_costs(STORED, load_champion(shipped("1999-0"))),
    "league-relapses": lambda: league.stored.write_relapses(
        STORED / "league-relapses.csv", progress=partial(progress, unit="leagues")
    ),
}


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


if __name__ == "__main__":
    main()
