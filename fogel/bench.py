"""How fast it is: everything measured in one run, on the same networks, so that the ratios hold on a noisy machine."""

from concurrent.futures import ThreadPoolExecutor
from time import perf_counter

import numpy as np

from fogel import engine
from fogel.curve import available_cores, run_trial, run_trials
from fogel.encoding import play_game
from fogel.opponent import near_perfect_player
from fogel.settings import trial_rng

MOMENTS = (1, 10, 100, 400, 800)  # generations that the networks are taken from
REPEATS = 3  # each short measurement is the median of so many, after a round that is not counted


def measure(settings, workers=None, progress=None):
    """Measures and returns games per second and the ratio, as plain values.

    `readable_games_per_second`: the book's play_game with its readable players, one core. `engine_games_per_second` by
    workers: the same networks, compiled, every answer worked out anew. `experiment_seconds`: the whole
    experiment of these settings. `ratio`: what its games would take in the readable loop, divided by that.
    """
    workers = workers or available_cores()
    moments = sorted({min(moment, settings.generations) for moment in MOMENTS})
    kept = run_trial(settings, keep=moments).kept
    networks = [network for moment in moments for network in kept[moment].networks[:: len(moments)]]
    readable = readable_speed(networks, settings)
    fast = {str(count): engine_speed(networks, settings, count) for count in sorted({1, workers})}

    start = perf_counter()
    run_trials(settings, workers=workers, progress=progress)
    seconds = perf_counter() - start
    games = settings.trials * settings.generations * 2 * settings.parents * settings.games
    return {
        "networks": len(networks),
        "readable_games_per_second": readable,
        "engine_games_per_second": fast,
        "workers": workers,
        "experiment_games": games,
        "experiment_seconds": seconds,
        "experiment_games_per_second": games / seconds,
        "ratio": games / readable / seconds,
    }


def readable_speed(networks, settings):
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


def engine_speed(networks, settings, workers):
    """Games per second of the engine on so many threads, each with all the networks."""
    tables = engine.near_perfect_tables(settings)
    rounds = 200
    play = engine.compiled(engine.play_networks)

    def work(worker):
        population = engine.new_population(len(networks))
        for slot, network in enumerate(networks):
            engine.write_network(population, slot, slot + 1, network.hidden_weights, network.output_weights)
        play(population, tables, trial_rng(settings, worker), settings.games, False, 1)
        times = []
        for _ in range(REPEATS):
            start = perf_counter()
            play(population, tables, trial_rng(settings, worker), settings.games, False, rounds)
            times.append(perf_counter() - start)
        return rounds * len(networks) * settings.games / float(np.median(times))

    with ThreadPoolExecutor(workers) as threads:
        return sum(threads.map(work, range(workers)))
