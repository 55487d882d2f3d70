"""The options of the report's program that send networks to school, under `fogel ttt`."""

from __future__ import annotations

from argparse import Action, Namespace
from functools import partial
from typing import Any

from fogel.cli.options import check_writable, load_or_stop, written
from fogel.cli.parser import Parser
from fogel.cli.players_files import SEED_FILE
from fogel.cli.saving import RESTART
from fogel.cli.school import FILES, SETTINGS, begun_seed, train_network

REPORT = "report_"  # before the name of a value that one of the report's options gives
REPORT_OPTIONS = {
    "interactive": "-i",
    "debug": "-d",
    "sessions": "-s",
    "matches": "-m",
    "games": "-g",
    "seed": "-R",
    "players": "-p",
    "rules": "-r",
    "first_player": "--first-player",
    "root": "-b",
    "target_loss": "-l",
    "mutation_rate": "-M",
    "restart": "--restart",
}


def add_report_option(ttt: Any, name: str, words: str, **about: Any) -> Action:
    """Adds one of the report's options; `name` is that of its value, see `read_report_options`."""
    return ttt.add_argument(
        REPORT_OPTIONS[name], dest=f"{REPORT}{name}", help=words, default=None, **about
    )


def name_report_option(problem: ValueError) -> str:
    """What a ValueError says, with the option in place of a name that it begins with."""
    name, _, rest = str(problem).partition(" ")
    return f"argument {REPORT_OPTIONS[name]}: {rest}" if name in REPORT_OPTIONS else str(problem)


def read_report_options(options: Namespace) -> dict[str, Any]:
    """The report's options that were given, {name: value}; all of them become `options.name`.

    Until then their names begin with REPORT: those of the options of a command, such as `play`, are
    others.
    """
    values = {
        name.removeprefix(REPORT): value
        for name, value in vars(options).items()
        if name.startswith(REPORT)
    }
    for name, value in values.items():
        setattr(options, name, value)
    return {name: value for name, value in values.items() if value is not None}


def add_report_options(ttt: Parser, sessions: Action) -> tuple[Action, ...]:
    """Adds and returns the report's options that only the school has, which needs `sessions`."""
    add = partial(add_report_option, ttt.add_argument_group("at school, if -s is 1 or more"))
    root = add(
        "root", "where the best architecture and weights are saved", type=written, metavar="ROOT"
    )
    ttt.writes(root, *FILES)
    goal = add("target_loss", "target session loss rate, a percentage", type=float, metavar="RATE")
    rate = add("mutation_rate", "architecture mutation rate, 0 to 1", type=float, metavar="RATE")
    restart = add("restart", RESTART, action="store_true")
    ttt.only_with((root,), restart)
    ttt.only_with((sessions,), root, goal, rate)
    return root, goal, rate, restart


def run_report(options: Namespace) -> int:
    """School mode: `fogel ttt -s200 -m10 -g500 -R0 -l0 -bz/00`; -p names the network's architecture
    and its trainer.
    """
    from fogel.cli.players_files import load_players, next_seed
    from fogel.rules.rule_files import find_rules
    from fogel.school.network_files import load_arch
    from fogel.school.school import SchoolSettings

    given = {name: value for name in SETTINGS if (value := getattr(options, name)) is not None}
    arch = None
    if options.players is not None:
        changes, path = _taught(options, load_or_stop(options, "-p", load_players, options.players))
        given, arch = given | changes, load_or_stop(options, "-p", load_arch, path)
    try:
        settings = SchoolSettings(**given)
    except ValueError as problem:
        options.command.error(name_report_option(problem))
    rules = load_or_stop(
        options, "-r", find_rules, "standard" if options.rules is None else options.rules
    )
    check_writable(options)
    vars(options).update(save=options.root, workers=None, scheduler=None, json=False, quiet=False)
    if options.seed is None:
        seed = begun_seed(options)
        settings = settings.change(
            seed=load_or_stop(options, "-R", next_seed, SEED_FILE) if seed is None else seed
        )
    train_network(options, settings, arch, rules, "-b")
    return 0


def _taught(options, entries):
    """(settings, architecture file) that a players file means: one network and one trainer, in
    either order.
    """
    kinds = [entry.kind for entry in entries]
    if sorted(kinds) != ["nn", "trad"]:
        options.command.error(
            f"argument -p: at school play one nn and one trad, not {' and '.join(kinds)}"
        )
    net, teacher = (
        next(entry for entry in entries if entry.kind == kind) for kind in ("nn", "trad")
    )
    return {
        "trainer": f"trad-{teacher.level}",
        "seat": ("first", "second")[kinds.index("nn")],
    }, net.files[0]
