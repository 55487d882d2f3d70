"""How is the school called? `fogel ttt school`, `script`, `exam`, and the report's options (1.15, chapters 15, 16)."""

from __future__ import annotations

import argparse
import json
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from fogel.cli.options import add_settings, settings_of, whole, whole_number, written
from fogel.cli.players_files import SEED_FILE
from fogel.cli.saving import add_restart, saved_parts
from fogel.cli.stopping import saying
from fogel.words import plural

SCHOOL = """\
Trains a NeuralPlayer: sessions of matches of games. Before each session its architecture mutates; the best one goes
into a final session, of which the best weights are saved. Prints each session as the report does: a loss bar and a
breakdown for each match. With --save each session is kept in ROOT.saved as it ends, and the same command goes on after
an interruption."""
SCRIPT = """\
Runs the forty lines of the report's learning script, and puts its loss rates beside ours. What is found in DIR of the
same settings is not run again, so that the command can be interrupted and called once more."""
EXAM = """\
Lets a trained NeuralPlayer play a match against each of the six ability levels, as the report's exam does: learning on,
and in the first seat. Without learning the chances are exact, and no game is played."""


def add_commands(parts: Any) -> None:
    """Adds the school's commands to those of `fogel ttt`."""
    from fogel.ttt.school.school import SchoolSettings

    school = _command(parts, "school", "train a network that learns by being punished", SCHOOL)
    school.set_defaults(run=run_school)
    school.add_argument("--rules", default="standard", metavar="RULES", help="a rule file, or a game's name")
    school.add_argument("--arch", metavar="FILE", help="the architecture to begin with (default: the report's)")
    school.add_argument(
        "--save", metavar="ROOT", help="writes ROOT.cfg and ROOT.wts, the best architecture and weights"
    )
    school.add_argument(
        "--workers", type=whole, default=0, metavar="N", help="matches side by side (default: all cores)"
    )
    add_restart(school)
    add_settings(school, choices=SchoolSettings)

    script = _command(parts, "script", "run the report's learning script of forty lines", SCRIPT)
    script.set_defaults(run=run_script)
    script.add_argument("--only", nargs="+", metavar="LINE", help="some lines alone, as 29, or parts, as 2")
    seeds = partial(whole_number, least=1, most=1_000_000)
    script.add_argument("--seeds", type=seeds, metavar="N", help="each line with the seeds 0 to N - 1")
    script.add_argument("--out", type=written, metavar="DIR", help="a folder for the runs, as soon as they are over")
    script.add_argument(
        "--table", type=written, metavar="FILE", help="a CSV file of all runs, without files of their own"
    )
    script.add_argument(
        "--most-sessions", type=whole, default=0, metavar="N", help="no line has more sessions than N (default: 0, all)"
    )
    script.add_argument("--workers", type=whole, default=0, metavar="N", help="runs side by side (default: all cores)")
    named = dict.fromkeys(("sessions", "matches", "games", "seed", "goal"))
    add_settings(script, choices=SchoolSettings, **named)

    exam = _command(parts, "exam", "see how good a trained network is", EXAM)
    exam.set_defaults(run=run_exam)
    exam.add_argument("arch", metavar="ARCH", help="its architecture file")
    exam.add_argument("weights", metavar="WEIGHTS", help="its weights file")
    exam.add_argument("--seat", type=int, choices=(1, 2), default=1, help="where it sits (default: 1)")
    exam.add_argument("--games", type=whole, default=100, metavar="N", help="games a match (default: 100)")
    exam.add_argument("--seed", type=whole, default=0, metavar="N", help="where the random numbers start (default: 0)")
    exam.add_argument("--exact", action="store_true", help="learning off, and exact chances in place of games")


def _command(parts, name, words, description):
    formatter = argparse.RawDescriptionHelpFormatter
    command = parts.add_parser(name, help=words, description=description, formatter_class=formatter)
    command.set_defaults(command=command)
    command.add_argument("--json", action="store_true", help="print one JSON object instead of words")
    return command


def load_or_stop(options: Namespace, argument: str, load: Callable[..., Any], path: Any, *more: Any) -> Any:
    """What is in a file, or the one line that says what is wrong with it."""
    try:
        return load(path, *more)
    except OSError as problem:
        options.command.error(f"argument {argument}: {problem.filename}: {problem.strerror}")
    except ValueError as problem:
        options.command.error(f"argument {argument}: {problem}")


def _checked_root(options, argument, root):
    """Stops before any work if files can't be written where `root` says."""
    from fogel.files import make_writable

    try:
        if root:
            make_writable(Path(root).parent)
    except OSError as problem:
        options.command.error(f"argument {argument}: {root}: {problem.strerror}")


def run_school(options: Namespace) -> int:
    """`fogel ttt school`."""
    from fogel.ttt.rules.rule_files import find_rules
    from fogel.ttt.school.network_files import load_arch
    from fogel.ttt.school.school import SchoolSettings

    settings = settings_of(options, SchoolSettings())
    rules = load_or_stop(options, "--rules", find_rules, options.rules)
    arch = load_or_stop(options, "--arch", load_arch, options.arch) if options.arch else None
    _checked_root(options, "--save", options.save)
    found = _schooled(options, settings, arch, rules, "--save", options.save, options.workers, options.json)
    if options.json:
        print(json.dumps(found))
    return 0


def _schooled(options, settings, arch, rules, argument, root, workers, quiet):
    """What a run came to; prints its sessions unless `quiet`. `argument` is the option that said `root`."""
    from fogel.ttt.school.script import run
    from fogel.workers import available_cores, local_workers

    say = None if quiet else partial(print, flush=True)
    with _kept_sessions(options, settings, arch, rules, argument, root) as saved:
        try:
            with local_workers(workers or available_cores()) as threads:
                found = run(settings, arch, rules, root, threads, say, saved=saved)
        except ValueError as problem:  # a trainer that does not know these rules
            if saved:
                saved.discard()
            options.command.error(str(problem))
        if saved:
            saved.discard()
    return found


@contextmanager
def _kept_sessions(options, settings, arch, rules, argument, root):
    """The Saved sessions of a run whose files will be ROOT.cfg and ROOT.wts; nothing without `root`."""
    from fogel.checkpoint import program
    from fogel.ttt.rules.rule_files import write_rules
    from fogel.ttt.school.network import Arch
    from fogel.ttt.school.network_files import write_arch

    if not root:
        with saying(lambda: f"nothing is saved; with {argument} ROOT the same command would go on"):
            yield None
        return
    job = {"command": "school", "settings": settings.to_dict(), "rules": write_rules(rules)}
    job |= {"arch": write_arch(arch or Arch(), "", ""), "program": program("ttt.school.script")}

    def far(saved):
        count = len(saved.names("session_"))
        return count and plural(count, "session")

    with saved_parts(options, _saved_folder(root), job, far, argument=argument) as saved:
        yield saved


def _saved_folder(root):
    return Path(f"{root}.saved")


def _begun_seed(options):
    """The seed of a run whose sessions are there and that is not over; None if there is none."""
    from fogel.checkpoint import Saved

    if not options.root or options.restart:
        return None
    there = Saved(_saved_folder(options.root), {}).recorded()
    settings = there["job"].get("settings") if there else None
    return settings.get("seed") if isinstance(settings, dict) else None


def run_script(options: Namespace) -> int:
    """`fogel ttt script`."""
    from fogel.ttt.school.school import SchoolSettings
    from fogel.ttt.school.script import SCRIPT as LINES
    from fogel.ttt.school.script import run_script as run
    from fogel.ttt.school.script import script_text
    from fogel.workers import progress

    settings = settings_of(options, SchoolSettings())
    only = options.only or [""]
    lines = [line for line in LINES if any(line.name.startswith(one) for one in only)]
    if not lines:
        names = ", ".join(line.name for line in LINES)
        options.command.error(f"argument --only: must be some of {names}, not {' '.join(only)!r}")
    if options.most_sessions:
        lines = [line._replace(sessions=min(line.sessions, options.most_sessions)) for line in lines]
    _checked_root(options, "--out", options.out and options.out / "00")
    show = partial(progress, unit="%")
    if options.table:
        return _tabled(options, settings, lines, show)
    found = run(settings, lines, options.seeds, options.out, progress=show, workers=options.workers or None)
    print(json.dumps(found) if options.json else script_text(found))
    return 0


def _tabled(options, settings, lines, show):
    """`fogel ttt script --table FILE`, with `--seeds N` or the lines' own seeds."""
    from fogel.ttt.school.seeds import sweep

    if options.out:
        options.command.error("argument --table: can't be combined with --out")
    _checked_root(options, "--table", options.table)
    found = load_or_stop(
        options,
        "--table",
        partial(sweep, seeds=options.seeds, lines=lines, base=settings, progress=show, workers=options.workers or None),
        options.table,
    )
    words = f"{plural(len(found), 'run')}: {options.table}"
    print(json.dumps([one._asdict() for one in found]) if options.json else words)
    return 0


def run_exam(options: Namespace) -> int:
    """`fogel ttt exam`."""
    from fogel.ttt.exam.examiner import exact_exam, exam, row_of
    from fogel.ttt.rules.rule_files import find_rules
    from fogel.ttt.school.network_files import load_arch, load_weights
    from fogel.ttt.school.pupil import Pupil, sizes_of

    rules = find_rules("standard")
    arch = load_or_stop(options, "ARCH", load_arch, options.arch)
    weights = load_or_stop(options, "WEIGHTS", load_weights, options.weights, sizes_of(rules, arch), arch)
    pupil = Pupil(arch, weights=tuple(weights))
    if options.exact:
        rows = exact_exam(pupil, options.seat, rules)
    else:
        if not options.games:
            options.command.error("argument --games: must be 1 or more, not 0")
        tallies = exam(pupil, options.seat, options.games, seed=options.seed, rules=rules)
        rows = [row_of(name, tally, options.seat) for name, tally in tallies.items()]
        if not options.json:
            print("\n".join(map(str, tallies.values())))
    if options.json:
        print(json.dumps({"seat": options.seat, "exact": options.exact, "rows": [row._asdict() for row in rows]}))
    elif options.exact:
        print(
            "\n".join(
                f"{row.opponent:<8}  won {row.wins:.4f}  drawn {row.draws:.4f}  lost {row.losses:.4f}" for row in rows
            )
        )
    return 0


# The report's own options.


def add_report_options(ttt: ArgumentParser) -> None:
    """Adds to `fogel ttt` the report's options that only the school has."""
    group = ttt.add_argument_group("at school, that is with -s from 1 on")
    group.add_argument("-b", metavar="ROOT", dest="root", help="where the best architecture and weights are saved")
    group.add_argument("-l", type=float, metavar="RATE", dest="goal", help="target session loss rate, a percentage")
    group.add_argument(
        "-M", type=float, metavar="RATE", dest="mutation_rate", help="architecture mutation rate, 0 to 1"
    )
    add_restart(group)


def run_report(options: Namespace) -> int:
    """School mode: `fogel ttt -s200 -m10 -g500 -R0 -l0 -bz/00`; -p names the network's architecture and its trainer."""
    from fogel.cli.players_files import load_players, next_seed
    from fogel.ttt.rules.rule_files import find_rules
    from fogel.ttt.school.network_files import load_arch
    from fogel.ttt.school.school import SchoolSettings

    names = ("sessions", "matches", "games", "seed", "goal", "mutation_rate", "opening")
    given = {name: value for name in names if (value := getattr(options, name)) is not None}
    arch = None
    if options.players:
        changes, path = _taught(options, load_or_stop(options, "-p", load_players, options.players))
        given, arch = given | changes, load_or_stop(options, "-p", load_arch, path)
    try:
        settings = SchoolSettings(**given)
    except ValueError as problem:
        options.command.error(str(problem))
    rules = load_or_stop(options, "-r", find_rules, options.rules or "standard")
    _checked_root(options, "-b", options.root)
    if options.seed is None:
        seed = _begun_seed(options)
        settings = settings.change(seed=load_or_stop(options, "-R", next_seed, SEED_FILE) if seed is None else seed)
    _schooled(options, settings, arch, rules, "-b", options.root, None, quiet=False)
    return 0


def _taught(options, entries):
    """(settings, architecture file) that a players file means: one network and one trainer, in either order."""
    kinds = [entry.kind for entry in entries]
    if sorted(kinds) != ["nn", "trad"]:
        options.command.error(f"argument -p: at school play one nn and one trad, not {' and '.join(kinds)}")
    net, teacher = (next(entry for entry in entries if entry.kind == kind) for kind in ("nn", "trad"))
    return {"trainer": f"trad-{teacher.level}", "seat": ("first", "second")[kinds.index("nn")]}, net.files[0]
