"""The commands that evolve: `fogel curve`, `fogel log`, `fogel evolve`."""

from __future__ import annotations

import inspect
import json
import sys
from argparse import Namespace
from dataclasses import asdict
from functools import partial
from typing import Any

from fogel.cli.anygame import add_game, against_function, experiment_settings, refuse_game
from fogel.cli.jobs import add_job_options, add_run_options, run_job
from fogel.cli.longer import add_more, longer_run
from fogel.cli.options import (
    add_command,
    add_out_file,
    add_settings,
    make_settings,
    whole,
    whole_number,
)
from fogel.cli.parser import BREACH
from fogel.core.settings import MOST_HIDDEN_NODES
from fogel.tools.experiment import MOST_NETWORKS, ClimbJob, CurveJob, EvolveJob

LOG = """\
Prints the log of a small evolution. For each network, the log shows its parent, its weights, its
payoff, its score, and the rivals that it was compared with. A star marks the networks that survive
to the next generation."""
EVOLVE_EXACT = "climb to the ceiling by exact payoffs"
# The settings that --exact depends on, beside those of an audit.
CLIMBED = ("preset", "seed", "weight_range", "bias")


def add_commands(commands: Any) -> None:
    """Adds these commands to the command line."""
    _add_curve(commands)
    _add_log(commands)
    _add_evolve(commands)


def _add_curve(commands):
    text = inspect.cleandoc(CurveJob.__doc__)
    curve = add_command(commands, CurveJob.name, run_curve, CurveJob.words, text)
    curve.add_argument(
        "--quick",
        action="store_true",
        help="run a small version as a first check: 5 trials, 50 generations, 10 parents",
    )
    files = "champions/", *CurveJob.file_names()
    _, _, scheduler, restart, _ = add_job_options(curve, "run", *files)
    validate = curve.add_argument(
        "--validate", action="store_true", help="check every generation, which takes minutes"
    )
    curve.not_with((add_more(curve),), scheduler, restart)
    curve.not_with((add_game(curve),), validate)
    add_settings(curve)


def _add_log(commands):
    log = add_command(
        commands,
        "log",
        run_log,
        "show every network of a small evolution, generation by generation",
        LOG,
    )
    log.add_argument(
        "--trial",
        type=whole,
        default=0,
        metavar="K",
        help="number of the trial to log, counted from 0 (default: 0)",
    )
    refuse_game(log)
    add_settings(log, trials=None, generations=2, parents=10)


def _add_evolve(commands):
    from fogel.audit import READ

    text = inspect.cleandoc(EvolveJob.__doc__)
    evolve = add_command(commands, EvolveJob.name, run_evolve, EvolveJob.words, text)
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
        default=MOST_NETWORKS,
        metavar="N",
        help=f"largest number of networks to try (default: {MOST_NETWORKS})",
    )
    evolve.only_with((exact,), hidden_nodes, most)
    add_out_file(evolve, "evolved.json", "{}.saved/", words="file for the network")
    add_run_options(evolve)  # one worker is busy: one network is one part
    evolve.not_with((add_game(evolve),), exact)
    settings = add_settings(evolve, trials=None, champion=None)
    evolve.not_with(
        (exact,), *(option for name, option in settings.items() if name not in (*CLIMBED, *READ))
    )


def run_curve(options: Namespace) -> int:
    """`fogel curve`."""
    from fogel.engine.invariants import InvariantError

    try:
        if options.more:
            return run_job(options, longer_run(options))
        return run_job(options, CurveJob(experiment_settings(options), options.validate))
    except InvariantError as breach:
        print(f"fogel curve: {breach}", file=sys.stderr)
        return BREACH


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
    if options.exact:
        return run_job(options, ClimbJob(settings, options.hidden_nodes, options.max_networks))
    return run_job(options, EvolveJob(settings, partial(against_function, options)))
