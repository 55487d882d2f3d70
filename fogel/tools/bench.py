"""Speed as ratios, everything measured in one run on the same networks."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

import numpy as np

from fogel import engine
from fogel.checkers.bitboards import MOST_MOVES, perft
from fogel.checkers.evolution import evaluator_at, founders
from fogel.checkers.lookahead import foreseen
from fogel.checkers.matches import OPENING, Side, make_venue, play_openings
from fogel.checkers.network import material_evaluator, value_by_nodes
from fogel.checkers.rules import Checkers
from fogel.checkers.settings import CHECKERS_PRESETS, CheckersSettings
from fogel.core.quiet import QUIET_VARIABLE
from fogel.core.saving import Saved
from fogel.core.settings import Settings, trial_rng
from fogel.core.types import Json
from fogel.core.workers import available_cores, share_out
from fogel.curve import run_trial, run_trials
from fogel.encoding import play_game
from fogel.engine.compiling import CACHE_VARIABLE
from fogel.engine.observers import Keep
from fogel.league.league import epochs
from fogel.league.settings import LeagueSettings
from fogel.league.twin import FastLeague
from fogel.network import Network
from fogel.opponent import near_perfect_player
from fogel.tools.experiment import CurveJob
from fogel.web.evolve.page import LIMITS, in_node

MOMENTS = (1, 10, 100, 400, 800)  # generations that the networks are taken from
REPEATS = 3  # each short measurement is the median of so many, after a round that is not counted
# The sizes that grow, and where they begin.
SCALED = {"trials": 2, "generations": 100, "parents": 10, "games": 16}
FACTORS = (1, 10, 100)
SHARED = {"trials": 8, "generations": 400}  # of the experiment that is shared out among workers
# With these settings it is known who plays how many games.
COUNTED = {"evaluation": "games", "replay_parents": True, "survivors": "best"}
HANDED = 2_000  # pieces of no work, by which it is measured what one piece costs who hands it out


def measure(
    settings: Settings, workers: int | None = None, progress: Callable | None = None
) -> Json:
    """Measures and returns games per second and the ratio, as plain values.

    `readable_games_per_second`: the book's play_game with its readable players, one core.
    `engine_games_per_second` by workers: the same networks, compiled, every answer worked out anew.
    `experiment_seconds`: the whole experiment of these settings. `ratio`: what its games would take
    in the readable loop, divided by that. `league_ratio`: see there. Raises ValueError for settings
    with which games can't be counted.
    """
    games = count_games(settings)
    workers = workers or available_cores()
    moments = sorted({min(moment, settings.generations) for moment in MOMENTS})
    kept = run_trial(settings, observers=[Keep(moments)]).kept
    networks = [network for moment in moments for network in kept[moment].networks[:: len(moments)]]
    readable = readable_speed(networks, settings)
    fast = {str(count): engine_speed(networks, settings, count) for count in sorted({1, workers})}

    start = perf_counter()
    run_trials(settings, workers=workers, progress=progress)
    seconds = perf_counter() - start
    return {
        "networks": len(networks),
        "readable_games_per_second": readable,
        "engine_games_per_second": fast,
        "workers": workers,
        "experiment_games": games,
        "experiment_seconds": seconds,
        "experiment_games_per_second": games / seconds,
        "ratio": games / readable / seconds,
        "league_ratio": league_ratio(),
    }


def count_games(settings: Settings) -> int:
    """How many games an experiment has; raises ValueError for settings with which they can't be
    counted.
    """
    for name, needed in COUNTED.items():
        if getattr(settings, name) != needed:
            found = getattr(settings, name)
            raise ValueError(
                f"{name} must be {_word(needed)}, so that games can be counted, not {_word(found)}"
            )
    return settings.trials * settings.generations * 2 * settings.parents * settings.games


def _word(value):
    return str(value).lower()


def readable_speed(networks: Sequence[Network], settings: Settings) -> float:
    """Games per second of the readable play_game: every network plays its games."""
    opponent = near_perfect_player(settings)
    times = []
    for attempt in range(1 + REPEATS):  # the first round fills the opponent's memory
        rng = trial_rng(settings, 0, 100 + attempt)
        start = perf_counter()
        for network in networks:
            for _ in range(settings.games):
                play_game(network, opponent, rng)
        times.append(perf_counter() - start)
    return len(networks) * settings.games / float(np.median(times[1:]))


def engine_speed(networks: Sequence[Network], settings: Settings, workers: int) -> float:
    """Games per second of the engine on so many threads, each with all the networks."""
    tables, rules = (
        engine.near_perfect_tables(settings),
        settings.numbers._replace(forced_replies=False),
    )
    rounds = 200
    play = engine.compiled(engine.play_networks)

    def work(worker):
        world = engine.make_world(networks, tables, rules)
        play(world, trial_rng(settings, worker), 1)
        times = []
        for _ in range(REPEATS):
            start = perf_counter()
            play(world, trial_rng(settings, worker), rounds)
            times.append(perf_counter() - start)
        return rounds * len(networks) * settings.games / float(np.median(times))

    with ThreadPoolExecutor(workers) as threads:
        return sum(threads.map(work, range(workers)))


def league_ratio() -> float:
    """How many times as fast the league's twin plays an epoch as its objects do, by CPU time of
    small leagues.
    """
    settings = LeagueSettings(agents=20, survivors=10)
    FastLeague(settings).advance(1)
    objects, twin = epochs(settings, trial_rng(settings, 0)), FastLeague(settings)
    start = process_time()
    for _ in range(2):
        next(objects)
    between = process_time()
    twin.advance(100)
    return (between - start) / 2 / ((process_time() - between) / 100)


def checkers_speed(openings: int = 10) -> Json:
    """How fast checkers is searched on 8x8, four plies ahead, on one core: by the material player
    and by two random networks.

    By evaluator: positions `looked_at` and `evaluated`, and `games`, each a second of CPU time, the
    shortest of some runs; `readable` are those that the readable search evaluates, and `ratio` how
    many times as many `evaluated` is.
    """
    found, counter = {}, material_evaluator()
    for name in CHECKERS_PRESETS:
        settings = CheckersSettings.preset(name)
        if settings.game != Checkers():
            continue
        population = founders(settings, trial_rng(settings, 0))
        evaluators = evaluator_at(settings, population, 0), evaluator_at(settings, population, 1)
        found.setdefault("material player", _checkers_speed(settings, (counter, counter), openings))
        evaluation = partial(
            value_by_nodes, settings.shape, population.weights[0].tolist(), settings.king
        )
        found[name] = one = _checkers_speed(settings, evaluators, openings)
        one["readable"] = _readable_evaluations(settings, evaluation)
        one["ratio"] = one["evaluated"] / one["readable"]
    return found


def _checkers_speed(settings, evaluators, openings):
    """{what: so many a second of CPU time} of a match."""
    venue = make_venue(settings.game, OPENING, settings.max_moves)
    sides = tuple(Side(evaluator, settings.ahead) for evaluator in evaluators)
    play, times = engine.compiled(play_openings), []
    for _ in range(1 + REPEATS):
        start = process_time()
        rng = trial_rng(settings, 0)
        _, (looked_at, evaluated_too) = play(sides, venue, openings, MOST_MOVES, rng)
        times.append(process_time() - start)
    counts = {"looked_at": int(looked_at), "evaluated": int(evaluated_too), "games": 2 * openings}
    return {what: count / min(times[1:]) for what, count in counts.items()}


def _readable_evaluations(settings, evaluation, plies=3):
    """Positions a second that the readable search evaluates from the start."""
    count, start = perft(settings.game, plies), process_time()
    foreseen(settings.game, settings.game.start, plies, 0, evaluation)
    return count / (process_time() - start)


# What a command takes from its start to its end.

COMMANDS = {
    "fogel curve": ("curve",),
    "fogel league, 20 leagues of 200 epochs": ("league", "--leagues", "20", "--epochs", "200"),
    "fogel ttt deathmatch": ("ttt", "deathmatch"),
}


def command_seconds(progress: Callable = iter) -> tuple[dict[str, float], dict[str, float]]:
    """{what: seconds} of COMMANDS, each in a process of its own, warm and cold.

    Warm is the shorter of two runs; cold is the one before, which has to compile, as after an
    installation. Raises subprocess.CalledProcessError if one fails.
    """
    warm, cold = {}, {}
    with TemporaryDirectory() as cache:
        for name in progress(list(COMMANDS)):
            cold[name], *times = (_command_seconds(COMMANDS[name], cache) for _ in range(3))
            warm[name] = min(times)
    return warm, cold


def _command_seconds(arguments, cache):
    """Seconds that a command takes whose compiled functions are in the folder `cache`, if they are
    anywhere.
    """
    path = os.pathsep.join(sys.path)
    environment = os.environ | {QUIET_VARIABLE: "1", CACHE_VARIABLE: cache, "PYTHONPATH": path}
    # A new one each time: what a run has saved is not computed again.
    with TemporaryDirectory() as folder:
        start = perf_counter()
        command = [sys.executable, "-m", "fogel", *arguments]
        subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)
        return perf_counter() - start


# In a browser's own engine.

TIMED = """(values, rounds) => {
  const [settings, module] = [checkedSettings(values), compiledModule()];
  const seconds = () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6;
  const [times, tables] = [[], tablesOf(settings)];
  let payoffs;
  for (let round = 0; round < rounds; round++) {
    const start = seconds();
    const one = fastTrial(settings, 0, module, tables);
    payoffs = range(settings.generations).map(() => (one.evolve(), one.bestPayoff));
    times.push(seconds() - start);
  }
  return [times, payoffs];
}"""


def page_speed(settings: Settings) -> Json:
    """The first trial in the page's WebAssembly, in Node, and in the package, on one core: games
    per second of CPU.

    Both are the median of several rounds in one run; the trial's best payoffs must be the same.
    Raises FileNotFoundError where there is no Node, and ValueError for settings with which games
    can't be counted, or that are beyond what the page accepts.
    """
    if not shutil.which("node"):
        raise FileNotFoundError("node")
    settings = settings.change(trials=1)
    games, package = count_games(settings), []
    for name, most in LIMITS.items():
        if getattr(settings, name) > most:
            raise ValueError(
                f"{name} must be at most {most} on the page, not {getattr(settings, name)}"
            )
    run_trial(settings.change(generations=1))
    for _ in range(REPEATS):
        start = process_time()
        payoffs = run_trial(settings).best_payoff.tolist()
        package.append(process_time() - start)
    page, found = in_node(TIMED, settings.to_dict(), 1 + REPEATS)
    if found != payoffs:
        raise AssertionError("page and package differ: their speed can't be compared")
    # The first round warms up.
    speeds = [games / float(np.median(times)) for times in (package, page[1:])]
    return {
        **dict(zip(("package", "page"), speeds, strict=True)),
        "ratio": speeds[1] / speeds[0],
        "games": games,
    }


# How it grows.


def scaling(settings: Settings, progress: Callable = iter) -> Json:
    """How time and memory grow with each size, and what workers and saving bring and cost, as plain
    values.

    `growth`: rows of what grew, by which factor, the seconds of one worker and the bytes that the
    run took at most. `efficiency` by workers: of the whole experiment, the time of one divided by
    all the workers' time together. `trial_seconds` and `handing_seconds`: of one of its trials, the
    work, and what it costs who hands it out. `saving`: the share of that experiment's time that
    goes into saving its trials. Raises ValueError if a size of `settings` can't grow as far.
    """
    grown = [
        (name, factor, settings.change(**{name: factor * getattr(settings, name)}))
        for name in SCALED
        for factor in FACTORS
    ]
    run_trials(settings, workers=1)
    growth = []
    for name, factor, larger in progress(grown):
        growth.append(
            {"what": name, "factor": factor, "seconds": _seconds(larger), "bytes": _memory(larger)}
        )
    whole = Settings(**SHARED)  # type: ignore[arg-type]
    seconds = {count: _seconds(whole, count) for count in sorted({1, 2, available_cores()})}
    alone = seconds[1]
    return {
        "settings": {name: getattr(settings, name) for name in SCALED},
        "growth": growth,
        "efficiency": {str(count): alone / count / spent for count, spent in seconds.items()},
        "trial_generations": whole.generations,
        "trial_seconds": alone / whole.trials,
        "handing_seconds": _handing(),
        "saving": _saving_share(whole, alone),
    }


def _seconds(settings, workers=1):
    """The shortest time of some runs: others on the machine only ever make one longer."""
    times = []
    for _ in range(REPEATS):
        start = perf_counter()
        run_trials(settings, workers=workers)
        times.append(perf_counter() - start)
    return min(times)


def _memory(settings):
    """The bytes of all arrays and objects of a run, at most."""
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        run_trials(settings, workers=1)
        return tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()


def _handing():
    """Seconds that it takes to hand out one piece of work and take its result."""
    start = perf_counter()
    share_out(_nothing, HANDED, 1, workers=1)
    return (perf_counter() - start) / HANDED


def _nothing(number, tick):
    tick(1)


def _saving_share(settings, alone):
    """The share of a run's time that goes into writing its trials: by their sum, which no other
    process blurs.
    """
    spent = 0.0

    class Timed(Saved):
        def save(self, name, values):
            nonlocal spent
            start = perf_counter()
            super().save(name, values)
            spent += perf_counter() - start

    with TemporaryDirectory() as folder, Timed(Path(folder), {}) as saved:
        CurveJob(settings).compute(saved, workers=1)
    return spent / alone
