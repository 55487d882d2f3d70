"""The commands that evolve: `fogel curve`, `fogel log`, `fogel evolve`."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from functools import partial
from typing import Any

from fogel.cli.anygame import (
    add_game,
    against_function,
    describe_run,
    experiment_settings,
    refuse_game,
)
from fogel.cli.longer import add_more, curve_job, find_last_module, longer_run
from fogel.cli.options import (
    add_command,
    add_out_file,
    add_out_folder,
    add_settings,
    check_writable,
    make_settings,
    whole,
    whole_number,
)
from fogel.cli.parser import BREACH
from fogel.cli.saving import SAVED, add_restart, add_workers, make_executor, saved_parts
from fogel.core.settings import MOST_HIDDEN_NODES, Settings

CURVE = """\
Evolves networks that play tic-tac-toe, as in Fogel's paper: 20 trials of 800 generations of 50
parents and 50 children, each network playing 32 games against a near-perfect opponent. Draws the
best payoff of each generation, averaged over the trials, and says how well the champion plays. The
whole experiment takes seconds once the engine is compiled, which it is at first use.

DIR receives curve.png, curve.svg, run.json, champion.json and champions/. The trials are saved
there too, in saved/: interrupted and started again, the same command goes on where it was. With
--more, a finished run goes on for further generations, and DIR then holds what one longer run would
have left there.

With --game, any game of two takes the place of tic-tac-toe: then what the picked networks are worth
is worked out exactly in some fifty generations, and the champion stands beside the ceiling, a
random player, the best blind order of squares and the rules of chapter 3 in its own seat."""
LOG = """\
Prints the log of a small evolution: for each network its parent, its weights, its payoff, its score
and the rivals it was compared with. A star marks those that survive to the next generation."""
EVOLVE = """\
Evolves one network. Without --exact that is one trial of the paper's experiment, and the best
player of its last generation. With --exact a parent and a child are compared by their exact
payoffs, no game is played, and a new start is made wherever the climber is stuck, until a network
stands at the ceiling: no player of any kind has a higher expected payoff against this opponent.
That takes a minute or some."""
EVOLVE_EXACT = "climb on exact payoffs up to the ceiling"
FILES = (
    "curve.png",
    "curve.svg",
    "run.json",
    "champion.json",
    "champions/",
    "champions/trial_*.json",
)
NETWORKS = 20_000_000  # that --exact tries
# The settings that --exact depends on, beside those of an audit.
CLIMBED = ("preset", "seed", "weight_range", "bias")


def add_commands(commands: Any) -> None:
    """Adds these commands to the command line."""
    _add_curve(commands)
    _add_log(commands)
    _add_evolve(commands)


def _add_curve(commands):
    curve = add_command(
        commands, "curve", run_curve, "run the paper's experiment and draw its curve", CURVE
    )
    curve.add_argument(
        "--quick",
        action="store_true",
        help="the sanity check: 5 trials, 50 generations, 10 parents",
    )
    add_out_folder(curve, "run", *FILES, *SAVED)
    _, scheduler = add_workers(curve)
    validate = curve.add_argument(
        "--validate", action="store_true", help="check every generation, which takes minutes"
    )
    curve.not_with((add_more(curve),), scheduler, add_restart(curve))
    curve.not_with((add_game(curve),), validate)
    add_settings(curve)


def _add_log(commands):
    log = add_command(
        commands,
        "log",
        run_log,
        "print what happened to every network, generation by generation",
        LOG,
    )
    log.add_argument(
        "--trial",
        type=whole,
        default=0,
        metavar="K",
        help="which trial to log, from 0 (default: 0)",
    )
    refuse_game(log)
    add_settings(log, trials=None, generations=2, parents=10)


def _add_evolve(commands):
    from fogel.audit import READ

    evolve = add_command(
        commands, "evolve", run_evolve, "evolve one network and write it into a file", EVOLVE
    )
    exact = evolve.add_argument("--exact", action="store_true", help=EVOLVE_EXACT)
    hidden_nodes = evolve.add_argument(
        "--hidden-nodes",
        type=partial(whole_number, least=1, most=MOST_HIDDEN_NODES),
        default=MOST_HIDDEN_NODES,
        metavar="H",
        help=f"hidden nodes of the network (default: {MOST_HIDDEN_NODES})",
    )
    most = evolve.add_argument(
        "--max-networks",
        type=partial(whole_number, least=1, most=10**12),
        default=NETWORKS,
        metavar="N",
        help=f"networks to try (default: {NETWORKS})",
    )
    evolve.only_with((exact,), hidden_nodes, most)
    add_out_file(evolve, "evolved.json", "{}.saved/")
    add_restart(evolve)
    evolve.not_with((add_game(evolve),), exact)
    settings = add_settings(evolve, trials=None, champion=None)
    evolve.not_with(
        (exact,), *(option for name, option in settings.items() if name not in (*CLIMBED, *READ))
    )


def run_curve(options: Namespace) -> int:
    """`fogel curve`."""
    if options.more:
        settings, validate = longer_run(options)
    else:
        settings, validate = experiment_settings(options), options.validate
    check_writable(options)
    from fogel.core.saving import FOLDER
    from fogel.core.workers import progress
    from fogel.curve import check_folder
    from fogel.engine.invariants import InvariantError, report

    aside = ThreadPoolExecutor(1)
    waiting = []

    # Called when all trials are handed out: this thread has nothing to do but wait.
    def meanwhile(generations):
        waiting.append(aside.submit(_ready_to_save, settings))
        return progress(generations)

    far = partial(_saved_so_far, options, settings)
    check = partial(check_folder, options.out, settings)
    job = curve_job(settings, validate)
    with aside, saved_parts(options, options.out / FOLDER, job, far, check=check) as saved:
        try:
            run = _run(options, settings, validate, meanwhile, saved)
        except InvariantError as breach:
            print(f"fogel curve: {breach}", file=sys.stderr)
            return BREACH
        summary = {**run.summary(), "out": str(options.out)}
        if validate:
            summary["validation"] = report([trial.observer for trial in run.trials])
        words = _describe if type(settings) is Settings else describe_run
        print(json.dumps(summary) if options.json else words(summary))
        run.save(options.out, waiting[0].result(), restart=True)
        saved.complete()
    if not options.json:
        print(f"Curve, networks and numbers: {options.out}")
    return 0


def _saved_so_far(options, settings, saved):
    """How much of an experiment is saved, in words; nothing if nothing is."""
    from fogel.core.jobs import finished_numbers
    from fogel.core.texts import plural

    done = len(finished_numbers(saved, settings.trials))
    trials = plural(settings.trials, "trial")
    if not options.more or done == settings.trials:
        return saved.names() and f"{done} of {trials}"
    first = settings.generations - options.more
    return saved.names() and (
        f"{done} of {trials}, and from generation {first} of the others,"
        if done
        else f"generation {first} of {trials}"
    )


def _run(options, settings, validate, progress, saved):
    """The Run of an experiment, or the GameRun of one with another game."""
    from fogel.curve import run_trials
    from fogel.engine.invariants import Validator
    from fogel.engine.observers import Watch
    from fogel.engine.saved_trials import SavedTrials

    with make_executor(options, find_last_module(settings), validate) as executor:
        how = executor, progress, options.workers, SavedTrials(saved)
        if type(settings) is Settings:
            return run_trials(settings, [Watch(Validator)] if validate else [], *how)
        from fogel.anygame.curve import run_game

        return run_game(settings, *how)


def _ready_to_save(settings):
    """The ceiling's payoff; what draws the curve and its intervals has been imported, and used
    once.
    """
    import numpy as np

    from fogel import audit
    from fogel.core.intervals import mean_and_half_width
    from fogel.plots import style

    payoffs = np.zeros((2, 1))
    style.picture(
        style.draw_curve(payoffs, *mean_and_half_width(payoffs), settings.games, 1), ".png"
    )
    if type(settings) is Settings:
        return float(audit.ceiling(settings).payoff)
    from fogel.anygame.exact import compute_measures

    return compute_measures(settings).ceiling


def _describe(summary):
    """The outcome of the experiment in words."""
    from fogel.core.texts import plural

    settings, champion = summary["settings"], summary["champion"]
    trials = f"mean of {settings['trials']} trials" if settings["trials"] > 1 else "one trial"
    lines = [
        f"The highest total payoff of {settings['games']} games, {trials}, seed {summary['seed']}:"
    ]
    for number, value in summary["mean_best_payoff"].items():
        interval = (
            "" if value["interval"] is None else f"  ± {value['interval']:.1f} (95 % interval)"
        )
        lines.append(f"  generation {number:>5}  {value['mean']:7.1f}{interval}")
    lines.append(
        f"The champion comes from trial {champion['trial']}, has "
        f"{plural(champion['hidden_nodes'], 'hidden node')} and a payoff of "
        f"{champion['payoff']} in the last generation. In {summary['games']:,} fresh games it has"
    )
    for name, words in (
        ("random", "a random player"),
        ("near_perfect", "the near-perfect opponent"),
    ):
        counts = summary["against"][name]
        lines.append(
            f"  against {words}: {counts['wins']:,} wins, {counts['ties']:,} ties,"
            f" {counts['losses']:,} losses"
        )
    if "validation" in summary:
        lines.append(_describe_validation(summary["validation"]))
    return "\n".join(lines)


def _describe_validation(validation):
    from fogel.engine.invariants import INVARIANTS, STATISTICS

    lines = ["No invariant was breached:"]
    lines += [
        f"  {count:>12,} x {name}: {INVARIANTS[name]}"
        for name, count in validation["invariants"].items()
    ]
    lines.append("What chance decides, seen beside expected:")
    for name, count in validation["statistics"].items():
        lines.append(
            f"  {count['seen']:>12,.0f} seen, {count['expected']:>14,.6g} expected: {name}"
            f" {STATISTICS[name]}".rstrip()
        )
    return "\n".join(lines)


def run_log(options: Namespace) -> int:
    """`fogel log`."""
    settings = make_settings(options)
    from fogel.curve import run_trial
    from fogel.engine import logbook
    from fogel.engine.observers import Watch

    log = run_trial(settings, options.trial, [Watch(logbook.Logbook)]).observer.log
    print(
        (
            json.dumps({**asdict(log), "full_settings": settings.to_dict()})
            if options.json
            else logbook.write(log)
        ),
        end="\n" * options.json,
    )
    return 0


def run_evolve(options: Namespace) -> int:
    """`fogel evolve`."""
    settings = experiment_settings(options)
    check_writable(options)
    from fogel.core.champion import save_champion
    from fogel.core.saving import Checkpoint, program

    job = {"command": "evolve", "settings": settings.to_dict(), "exact": options.exact}
    job |= (
        {"hidden_nodes": options.hidden_nodes, "max_networks": options.max_networks}
        if options.exact
        else {}
    )
    job["program"] = program("perfect.climber" if options.exact else find_last_module(settings))
    folder = options.out.with_name(f"{options.out.name}.saved")
    check = partial(_check_evolved, options, settings)
    with saved_parts(
        options, folder, job, lambda saved: saved.names() and "what was", check=check
    ) as saved:
        evolve = _evolve_exactly if options.exact else _evolve_by_games
        champion, found, words = evolve(options, settings, Checkpoint(saved, "begun"))
        facts = {
            "hidden_nodes": champion.hidden_nodes,
            "seed": settings.seed,
            **found,
            "out": str(options.out),
        }
        print(json.dumps(facts) if options.json else words)
        save_champion(options.out, champion)
        saved.discard()
    if not options.json:
        print(f"Network: {options.out}")
    return 0


def _evolve_by_games(options, settings, checkpoint):
    """(champion, facts, words) of one trial of the experiment."""
    from fogel.curve import run_trial
    from fogel.engine.saved_trials import Save

    champion, more = against_function(
        options, run_trial(settings, observers=[Save(checkpoint)]).champion
    )
    words = (
        f"The best player of generation {champion.generation} made {champion.payoff} in"
        f" {settings.games} games.{more}"
    )
    return champion, {"payoff": champion.payoff, "generation": champion.generation}, words


def _evolve_exactly(options, settings, checkpoint):
    """(champion, facts, words) of the climb to the ceiling."""
    from fogel.core.workers import progress
    from fogel.perfect import climb

    climbed = climb(settings, options.hidden_nodes, options.max_networks, progress, checkpoint)
    reached = "stands at the ceiling" if climbed.perfect else "is the best found"
    words = (
        f"The network with {options.hidden_nodes} hidden nodes {reached}: expected payoff"
        f" {climbed.payoff:.4f} of {settings.games} games.\nIt took {climbed.audited:,}"
        f" networks and {climbed.starts} starts."
    )
    names = "payoff", "perfect", "audited", "starts"
    return climbed.champion, {name: getattr(climbed, name) for name in names}, words


def _check_evolved(options, settings):
    """Raise SavedError if the file holds a network that these options do not evolve."""
    from fogel.anygame.curve import load_any
    from fogel.core.results import check_result
    from fogel.perfect.climber import settings_of_climb

    made = settings_of_climb(settings, options.hidden_nodes) if options.exact else settings
    about = (
        {"trial": None, "generation": None}
        if options.exact
        else {"trial": 0, "generation": settings.generations}
    )

    def read(path):
        found = load_any(path)
        return {
            "settings": found.settings.to_dict(),
            "trial": found.trial,
            "generation": found.generation,
        }

    check_result(options.out, read, {"settings": made.to_dict(), **about})
