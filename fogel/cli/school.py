"""The commands of the school: `fogel ttt school`, `script`, `exam`."""

from __future__ import annotations

import json
from argparse import Namespace
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any

from fogel.cli.jobs import add_job, add_run_options
from fogel.cli.options import (
    add_command,
    add_games,
    add_seed,
    add_settings,
    check_writable,
    load_or_stop,
    make_settings,
    show,
    written,
)
from fogel.cli.saving import make_executor, saved_parts
from fogel.cli.stopping import saying
from fogel.core.texts import plural
from fogel.core.types import Json

SCHOOL = """\
Trains a NeuralPlayer. A session consists of matches, and a match consists of games. Before each
session except the first, its architecture mutates. The best architecture goes into a final session,
and the best weights of that session are saved. The command prints each session as the report does,
with a loss bar and a breakdown for each match. With --save, each session is kept in ROOT.saved when
it ends. If you interrupt the command, run it again, and it continues where it stopped."""
EXAM = """\
Lets a trained NeuralPlayer play a match against each of the six ability levels. As in the report's
exam, it has the first seat and continues to learn. With --exact, it doesn't learn, and its chances
are computed exactly, without playing a game."""
# The settings of the school.
SETTINGS = ("sessions", "matches", "games", "seed", "target_loss", "mutation_rate", "first_player")
FILES = ("{}.cfg", "{}.wts", "{}.saved/")


def add_commands(parts: Any) -> None:
    """Adds the school's commands to those of `fogel ttt`."""
    _add_school(parts)
    add_job(parts, "script")
    _add_exam(parts)


def _add_school(parts):
    from fogel.school.school import SchoolSettings

    words = "train a network that learns by being punished"
    school = add_command(parts, "school", run_school, words, SCHOOL, usage=None)
    school.add_argument(
        "--rules", default="standard", metavar="RULES", help="a rule file, or a game's name"
    )
    school.add_argument(
        "--arch", metavar="FILE", help="the architecture to begin with (default: the report's)"
    )
    words = "write ROOT.cfg and ROOT.wts, the best architecture and weights"
    save = school.add_argument("--save", type=written, metavar="ROOT", help=words)
    school.writes(save, *FILES)
    *_, restart, _ = add_run_options(school)
    school.only_with((save,), restart)
    add_settings(school, choices=SchoolSettings)


def _add_exam(parts):
    exam = add_command(
        parts, "exam", run_exam, "see how good a trained network is", EXAM, usage=None
    )
    exam.add_argument("arch", metavar="ARCH", help="the network's architecture file")
    exam.add_argument("weights", metavar="WEIGHTS", help="the network's weights file")
    exam.add_argument(
        "--seat", type=int, choices=(1, 2), default=1, help="the network's seat (default: 1)"
    )
    exact = exam.add_argument(
        "--exact", action="store_true", help="compute exact chances, without learning or games"
    )
    exam.not_with(
        (exact,),
        add_games(exam, "number of games in a match (default: 100)", default=100),
        add_seed(exam, default=0),
    )


def run_school(options: Namespace) -> int:
    """`fogel ttt school`."""
    from fogel.rules.rule_files import find_rules
    from fogel.school.network_files import load_arch
    from fogel.school.school import SchoolSettings

    settings = make_settings(options, SchoolSettings())
    rules = load_or_stop(options, "--rules", find_rules, options.rules)
    arch = options.arch
    if arch is not None:
        arch = load_or_stop(options, "--arch", load_arch, arch)
    check_writable(options)
    found = train_network(options, settings, arch, rules, "--save")
    if options.json:
        print(json.dumps(found))
    return 0


def train_network(options: Namespace, settings: Any, arch: Any, rules: Any, argument: str) -> Json:
    """Train a network, print its sessions as they end, and return what the run came to.

    `argument` is the option that names ROOT.

    It is not a core.jobs.Job: its files have the names that the report's program gives them. Those
    don't say what made them, and there may be none.
    """
    from fogel.core.workers import local_workers
    from fogel.school.script import run

    say = None if options.json or options.quiet else partial(print, flush=True)
    with (
        _kept_sessions(options, settings, arch, rules, argument) as saved,
        make_executor(options, "school.script") as executor,
        nullcontext(executor) if executor else local_workers(options.workers) as helpers,
    ):
        try:
            found = run(settings, arch, rules, options.save, helpers, say, saved)
        except ValueError as problem:  # a trainer that does not know these rules
            if saved:
                saved.discard()
            options.command.error(str(problem))
        if saved:
            saved.discard(keep_record=True)
    return found


@contextmanager
def _kept_sessions(options, settings, arch, rules, argument):
    """The Saved sessions of a run whose files will be ROOT.cfg and ROOT.wts; None without ROOT."""
    from fogel.core.saving import program
    from fogel.rules.rule_files import write_rules
    from fogel.school.network import Arch
    from fogel.school.network_files import write_arch

    if not (root := options.save):
        with saying(lambda: f"nothing is saved; with {argument} ROOT the same command would go on"):
            yield None
        return
    job = {"command": "school", "settings": settings.to_dict(), "rules": write_rules(rules)}
    job |= {"arch": write_arch(arch or Arch(), "", "")}

    def far(saved):
        count = len(saved.names("session_"))
        return count and plural(count, "session")

    check, record = partial(_check_taught, root, job), job | {"program": program("school.script")}
    with saved_parts(options, _find_folder(root), record, far, check, argument) as saved:
        yield saved


def _check_taught(root, job):
    """Raise SavedError if ROOT.cfg or ROOT.wts is there and another run made it, or nobody knows
    which.
    """
    from fogel.core.results import check_result
    from fogel.core.saving import Saved

    def read(_):
        if not any(Path(f"{root}{suffix}").exists() for suffix in (".cfg", ".wts")):
            raise FileNotFoundError
        there = Saved(_find_folder(root), {}).recorded()["job"]
        return {name: there[name] for name in job}

    check_result(Path(f"{root}.wts"), read, job)


def _find_folder(root):
    """The folder in which the sessions of a run are kept."""
    return Path(f"{root}.saved")


def begun_seed(options: Namespace) -> int | None:
    """Return the seed of the run that is there, begun or finished, which is not drawn again; None
    if there is none.
    """
    from fogel.core.saving import Saved

    if not options.save or options.restart:
        return None
    there = Saved(_find_folder(options.save), {}).recorded()
    settings = there["job"].get("settings") if there else None
    return settings.get("seed") if isinstance(settings, dict) else None


def run_exam(options: Namespace) -> int:
    """`fogel ttt exam`."""
    from fogel.exam.examiner import exact_exam, exam, make_row
    from fogel.rules.rule_files import find_rules
    from fogel.school.network_files import load_arch, load_weights
    from fogel.school.pupil import Pupil, compute_sizes

    rules = find_rules("standard")
    arch = load_or_stop(options, "ARCH", load_arch, options.arch)
    weights = load_or_stop(
        options, "WEIGHTS", load_weights, options.weights, compute_sizes(rules, arch), arch
    )
    pupil = Pupil(arch, weights=tuple(weights))
    if options.exact:
        rows, tallies = exact_exam(pupil, options.seat, rules), {}
    else:
        tallies = exam(pupil, options.seat, options.games, seed=options.seed, rules=rules)
        rows = [make_row(name, tally, options.seat) for name, tally in tallies.items()]
    found = {"seat": options.seat, "exact": options.exact, "rows": [row._asdict() for row in rows]}
    lines = [
        f"{row.opponent:<8}  won {row.wins:.4f}  drawn {row.draws:.4f}  lost {row.losses:.4f}"
        for row in rows
    ]
    return show(options, found, "\n".join(lines if options.exact else map(str, tallies.values())))
