"""The command line: `fogel curve`, `log`, `play`, `audit`, `evolve`, `tournament`, `poster`, `page` and `bench`."""

import argparse
import json
import re
import signal
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, fields
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from fogel.champion import make_writable, versions
from fogel.settings import MOST_HIDDEN_NODES, PRESETS, QUICK, Settings, accepted, checked

MOST_WORKERS = 1024
WRONG_INPUT, BREACH, INTERRUPTED = 2, 3, 130  # exit codes
SIZE = ("trials", "generations", "parents", "games", "seed")  # the options that most people need, listed first


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message):
        """Says what is wrong and stops."""
        self.exit(WRONG_INPUT, f"{self.prog}: {message}\n")


def main(arguments=None):
    """Runs a command; returns its exit code."""
    parser = make_parser()
    options = parser.parse_args(arguments)
    if not hasattr(options, "run"):
        parser.print_help()
        return 0
    try:
        return options.run(options) or 0
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        return 0


def make_parser():
    """The parser of all commands; the options of the settings are made from their fields."""
    parser = Parser(prog="fogel", description="Fogel's tic-tac-toe experiment of 1993: small networks that evolve.")
    parser.add_argument("--version", action="version", version=f"fogel {versions()['fogel']}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    curve = _command(commands, "curve", run_curve, "run the paper's experiment and draw its curve", CURVE)
    curve.add_argument("--quick", action="store_true", help="the sanity check: 5 trials, 50 generations, 10 parents")
    curve.add_argument(
        "--out", type=Path, default=Path("run"), metavar="DIR", help="folder for the results (default: run)"
    )
    curve.add_argument("--workers", type=_workers, metavar="N", help="threads at work (default: all cores)")
    curve.add_argument("--validate", action="store_true", help="check every generation; takes minutes")
    _add_settings(curve)

    log = _command(commands, "log", run_log, "print what happened to every network, generation by generation", LOG)
    log.add_argument("--trial", type=_whole, default=0, metavar="K", help="which trial to log, from 0 (default: 0)")
    _add_settings(log, trials=None, generations=2, parents=10)

    play = _command(commands, "play", run_play, "play tic-tac-toe against what evolved", PLAY, json=False)
    play.add_argument(
        "adversary",
        nargs="?",
        default="champion",
        metavar="ADVERSARY",
        help="one of these names, or a champion file (default: champion)",
    )
    play.add_argument("--begin", action="store_true", help="you begin, with X")
    play.add_argument("--seed", type=_whole, metavar="N", help="makes the adversary's chance moves repeatable")

    from fogel.audit import READ

    audit = _command(commands, "audit", run_audit, "say exactly how good a network is, without playing a game", AUDIT)
    _add_network(audit)
    _add_settings(audit, only=READ)
    audit.set_defaults(preset=None)

    evolve = _command(commands, "evolve", run_evolve, "evolve one network and write it into a file", EVOLVE)
    evolve.add_argument("--exact", action="store_true", help=EVOLVE_EXACT)
    evolve.add_argument(
        "--hidden-nodes", type=_nodes, default=MOST_HIDDEN_NODES, metavar="H", help="with --exact (default: 10)"
    )
    evolve.add_argument(
        "--most",
        type=_audits,
        default=20_000_000,
        metavar="N",
        help="with --exact: networks to try (default: 20000000)",
    )
    evolve.add_argument("--out", type=Path, default=Path("evolved.json"), metavar="FILE", help="default: evolved.json")
    _add_settings(evolve, trials=None, champion=None)

    league = _command(commands, "tournament", run_tournament, "let champion files play a league", TOURNAMENT)
    league.add_argument("folder", type=Path, metavar="FOLDER", help="a folder of champion files")
    league.add_argument("--title", default="The tournament", metavar="TEXT", help="default: The tournament")
    league.add_argument("--out", type=Path, default=Path("league.html"), metavar="FILE", help="default: league.html")

    poster = _command(commands, "poster", run_poster, "draw everything that a network can ever do", POSTER, json=False)
    _add_network(poster)
    poster.add_argument("--out", type=Path, default=Path("poster.pdf"), metavar="FILE", help=POSTER_OUT)

    page = _command(
        commands, "page", run_page, "write a web page on which the networks can be played", PAGE, json=False
    )
    page.add_argument("networks", nargs="*", metavar="FILE", help="champion files (default: those of the package)")
    page.add_argument("--out", type=Path, default=Path("play.html"), metavar="FILE", help="default: play.html")

    bench = _command(commands, "bench", run_bench, "measure the speed of the readable loop and of the engine", BENCH)
    bench.add_argument("--workers", type=_workers, metavar="N", help="threads at work (default: all cores)")
    _add_settings(bench)
    return parser


CURVE = """\
Evolves networks that play tic-tac-toe, as in Fogel's paper: 20 trials of 800 generations of 50 parents and 50 children,
each network playing 32 games against a near-perfect opponent. Draws the best payoff of each generation, averaged over
the trials, and says how well the champion plays. The whole experiment takes seconds
once the engine is compiled, which it is at first use.

DIR receives curve.png, curve.svg, run.json, champion.json and champions/."""
LOG = """\
Prints the log of a small evolution: for each network its parent, its weights, its payoff, its score and the rivals it
was compared with. A star marks those that go on to the next generation."""
PLAY = """\
Plays tic-tac-toe against the champion of the experiment, which begins with X, or against another adversary:

{names}

Squares are numbered 0 to 8, or called a1 to c3. `help` in the game lists the other commands."""
AUDIT = """\
Works out exactly how good a network is: its chances against the near-perfect opponent, a random player and a perfect
one, its expected payoff beside the best possible one, and all games in which it can be beaten.

The opponent and the payoffs are those that the network's file names, unless a preset or options say otherwise."""
EVOLVE = """\
Evolves one network. Without --exact that is one trial of the paper's experiment, and the best player of its last
generation. With --exact a parent and a child are compared by their exact payoffs, no game is played, and a new start
is made wherever the climber is stuck, until a network stands at the ceiling: no player of any kind has a higher
expected payoff against this opponent. That takes a minute or some."""
EVOLVE_EXACT = "climb on exact payoffs up to the ceiling"
TOURNAMENT = """\
Lets all networks in a folder of champion files play each other, and writes the league table as a web page: everybody
begins once against everybody else, and each is audited against the paper's opponent. Nothing is sampled. Files that
can't be read are named, on the page too."""
POSTER = """\
Draws one page with every board that a network can meet when it begins: its move, the chance of the board in a game
against the near-perfect player, and in red the boards from which it can be beaten."""
POSTER_OUT = "a .pdf, .svg or .png file (default: poster.pdf)"
PAGE = """\
Writes one HTML file, which any browser opens, without Python and without a network: the board, the players, and a look
into the networks' heads."""
BENCH = """\
Measures, in one run and on the same networks, the book's readable loop, the compiled engine on one core and on all, and
the whole experiment. The ratio is the time that the experiment's games would take in the readable loop, on one core,
divided by the time that the experiment takes."""


def _add_network(command):
    from fogel.play import NETWORKS

    words = f"a champion file, or one of the package: {', '.join(NETWORKS)} (default: champion)"
    command.add_argument("network", nargs="?", default="champion", metavar="NETWORK", help=words)


def _network(options, name, argument="NETWORK"):
    """The network of that name or in that file."""
    from fogel.champion import load_champion
    from fogel.play import NETWORKS, shipped

    try:
        return load_champion(shipped(name) if name in NETWORKS else name)
    except OSError as problem:
        options.command.error(f"argument {argument}: {name}: {problem.strerror}")
    except ValueError as problem:
        options.command.error(f"argument {argument}: {problem}")


def _command(commands, name, run, help, description, json=True):
    if "{names}" in description:
        from fogel.play import ADVERSARIES

        names = "\n".join(f"  {name:<16}{words}" for name, words in ADVERSARIES.items())
        description = description.format(names=names)
    texts = {"usage": f"fogel {name} [options]", "help": help, "description": description}
    command = commands.add_parser(name, formatter_class=argparse.RawDescriptionHelpFormatter, **texts)
    command.set_defaults(run=run, command=command)
    if json:
        command.add_argument("--json", action="store_true", help="print one JSON object instead of words")
    return command


def _add_settings(command, only=None, **defaults):
    """An option for every setting, or for some `only`; `defaults` are the command's own, None leaves an option out."""
    if only:
        defaults = {item.name: None for item in fields(Settings) if item.name not in only} | defaults
    names = ", ".join(PRESETS)
    size = command.add_argument_group("the size of the experiment")
    reading = command.add_argument_group(
        "the procedure, where the sources leave a choice or a reader wants to try another"
    )
    reading.add_argument("--preset", default="chapter", help=f"settings to begin with, overridden by options: {names}")
    command.set_defaults(defaults={name: value for name, value in defaults.items() if value is not None})
    for item in fields(Settings):
        if item.name in defaults and defaults[item.name] is None:
            continue
        group = size if item.name in SIZE else reading
        about, default = item.metadata, defaults.get(item.name, item.default)
        words = f"{about['help']} (default: {_plain(default)})"
        if about["kind"] is bool:
            group.add_argument(_option(item.name), action=argparse.BooleanOptionalAction, default=None, help=words)
        else:
            metavar = {int: "N", float: "X", str: "|".join(about.get("choices", ()))}[about["kind"]]
            kind = partial(_parse, item.name)
            group.add_argument(_option(item.name), type=kind, metavar=metavar, help=words.replace("%", "%%"))


def _plain(value):
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _option(name):
    return "--" + name.replace("_", "-")


def _parse(name, text):
    """An option's text as its setting's value."""
    kind = Settings.__dataclass_fields__[name].metadata["kind"]
    try:
        return checked(name, kind(text))
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be {accepted(name)}, not {text!r}") from None


def _workers(text):
    return _number(text, 1, MOST_WORKERS)


def _whole(text):
    return _number(text, 0, 2**31)


def _nodes(text):
    return _number(text, 1, MOST_HIDDEN_NODES)


def _audits(text):
    return _number(text, 1, 10**12)


def _number(text, least, most):
    if not re.fullmatch(r"\d+", text) or not least <= int(text) <= most:
        raise argparse.ArgumentTypeError(f"must be a whole number from {least} to {most}, not {text!r}")
    return int(text)


def _settings(options, base=None):
    """The settings that the options say: preset, then --quick or the command's defaults, then what was given.

    `base` are other settings to begin with, if no preset was named.
    """
    given = {item.name: getattr(options, item.name, None) for item in fields(Settings)}
    changes = {**options.defaults, **(QUICK if getattr(options, "quick", False) else {})}
    changes.update({name: value for name, value in given.items() if value is not None})
    try:
        return base.change(**changes) if base else Settings.preset(options.preset, **changes)
    except ValueError as problem:
        name, _, rest = str(problem).partition(" ")
        options.command.error(f"argument {_option(name)}: {rest}")


def run_curve(options):
    """`fogel curve`."""
    settings = _settings(options)
    _writable(options, options.out)
    from fogel.audit import ceiling
    from fogel.curve import available_cores, progress, run_trials
    from fogel.invariants import InvariantError, Validator, report

    try:
        if options.validate:  # checks are Python, which threads don't run side by side
            workers = options.workers or available_cores()
            spawn = get_context("spawn")
            with ProcessPoolExecutor(workers, spawn, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as processes:
                run = run_trials(settings, processes, progress, observe=Validator)
        else:
            run = run_trials(settings, progress=progress, workers=options.workers)
    except InvariantError as breach:
        print(f"fogel curve: {breach}", file=sys.stderr)
        return BREACH
    run.save(options.out, float(ceiling(settings).payoff))
    summary = {**run.summary(), "out": str(options.out)}
    if options.validate:
        summary["validation"] = report([trial.observer for trial in run.trials])
    print(json.dumps(summary) if options.json else _describe(summary))
    return 0


def _writable(options, folder):
    """Stops before any work is done if the folder for the results can't be written."""
    try:
        make_writable(folder)
    except OSError as problem:
        options.command.error(
            f"argument --out: must be a folder that can be written, not {str(options.out)!r} ({problem.strerror})"
        )


def _describe(summary):
    """The outcome of the experiment in words."""
    settings, champion = summary["settings"], summary["champion"]
    trials = f"mean of {settings['trials']} trials" if settings["trials"] > 1 else "one trial"
    lines = [f"The highest total payoff of {settings['games']} games, {trials}, seed {summary['seed']}:"]
    for number, value in summary["mean_best_payoff"].items():
        interval = "" if value["interval"] is None else f"  ± {value['interval']:.1f} (95 % interval)"
        lines.append(f"  generation {number:>5}  {value['mean']:7.1f}{interval}")
    lines.append(
        f"The champion comes from trial {champion['trial']}, has {champion['hidden_nodes']} hidden nodes and made "
        f"{champion['payoff']} in its last generation. In {summary['games']:,} fresh games it has"
    )
    for name, words in (("random", "a random player"), ("near_perfect", "the near-perfect opponent")):
        counts = summary["against"][name]
        lines.append(
            f"  against {words}: {counts['wins']:,} wins, {counts['ties']:,} ties, {counts['losses']:,} losses"
        )
    if "validation" in summary:
        lines.append(_describe_validation(summary["validation"]))
    lines.append(f"Curve, networks and numbers: {summary['out']}")
    return "\n".join(lines)


def _describe_validation(validation):
    from fogel.invariants import INVARIANTS, STATISTICS

    lines = ["No invariant was breached:"]
    lines += [f"  {count:>12,} x {name}: {INVARIANTS[name]}" for name, count in validation["invariants"].items()]
    lines.append("What chance decides, seen beside expected:")
    for name, count in validation["statistics"].items():
        lines.append(
            f"  {count['seen']:>12,.0f} seen, {count['expected']:>14,.6g} expected: {name} {STATISTICS[name]}".rstrip()
        )
    return "\n".join(lines)


def run_log(options):
    """`fogel log`."""
    settings = _settings(options)
    from fogel import logbook
    from fogel.curve import run_trial

    log = run_trial(settings, options.trial, logbook.Logbook).observer.log
    print(
        json.dumps({**asdict(log), "full_settings": settings.to_dict()}) if options.json else logbook.write(log),
        end="\n" * options.json,
    )
    return 0


def run_play(options):
    """`fogel play`."""
    import numpy as np

    from fogel.play import ADVERSARIES, Match, play_in_terminal

    match = Match("random", options.begin, np.random.default_rng(options.seed))
    try:
        if options.adversary in ADVERSARIES:
            match.choose(options.adversary)
        else:
            match.load(Path(options.adversary))
    except (OSError, ValueError) as problem:
        why = f"{options.adversary}: {problem.strerror}" if isinstance(problem, OSError) else problem
        options.command.error(f"argument ADVERSARY: must be one of {', '.join(ADVERSARIES)} or a champion file ({why})")
    play_in_terminal(match, _typed())
    return 0


def _typed():
    """The lines that are typed, one after another, until the end of the input."""
    prompt = "> " if sys.stdin.isatty() else ""
    while True:
        try:
            yield input(prompt)
        except EOFError:
            return


def run_audit(options):
    """`fogel audit`."""
    network = _network(options, options.network)
    settings = _settings(options, None if options.preset else network.settings or Settings())
    from fogel.audit import report

    found = report(network, settings)
    print(json.dumps(found) if options.json else _describe_audit(options.network, found))
    return 0


def _describe_audit(name, found):
    """What the audit found, in words."""
    names = {"near_perfect": "the near-perfect opponent", "random": "a random player", "perfect": "a perfect player"}
    changed = ", ".join(f"{name}={value}" for name, value in found["settings"].items())
    lines = [f"{name}, with {found['hidden_nodes']} hidden nodes, begins. Its chances, exactly:"]
    for against, words in names.items():
        win, tie, loss = (found["against"][against][result] for result in ("win", "tie", "loss"))
        lines.append(f"  against {words:<26} win {win:9.4%}   tie {tie:9.4%}   loss {loss:9.4%}")
    opponent = names["near_perfect"] + (f" ({changed})" if changed else "")
    lines.append(
        f"The total payoff of {found['games']} games against {opponent}:\n"
        f"  expected {found['payoff']:.4f}, standard deviation {found['deviation']:.4f}; "
        f"the ceiling, which no player can exceed, is {found['ceiling']:.4f}\n"
        f"It can meet {found['boards']} boards; on {found['mistakes']} of them its move does not reach the ceiling."
    )
    if found["never_loses"]:
        lines.append(f"It never loses: in none of the {found['lines']} games that replies can lead to is it beaten.")
    else:
        lines.append(f"It can lose: in {found['losing_lines']} of the {found['lines']} games that replies can lead to.")
        shown = found["losing_games"][:3]
        lines += [f"  {' '.join(map(str, squares))}" for squares in shown]
        lines += [f"  and {found['losing_lines'] - len(shown)} more (--json has all)"] * (
            found["losing_lines"] > len(shown)
        )
    branches = ", ".join(f"{reply} {result}" for reply, result in found["branches"].items())
    lines.append(f"If the opponent never slips, its first reply decides (win or tie forced, loss possible): {branches}")
    return "\n".join(lines)


def run_evolve(options):
    """`fogel evolve`."""
    settings = _settings(options)
    _writable(options, options.out.parent)
    from fogel.champion import save_champion
    from fogel.curve import progress, run_trial

    if not options.exact:
        champion = run_trial(settings).champion
        found = {"payoff": champion.payoff, "generation": champion.generation}
        words = f"The best player of generation {champion.generation} made {champion.payoff} in {settings.games} games."
    else:
        from fogel.climber import climb

        found = climb(settings, options.hidden_nodes, options.most, progress)
        champion = found.champion
        reached = "stands at the ceiling" if found.perfect else "is the best found"
        words = (
            f"The network with {options.hidden_nodes} hidden nodes {reached}: expected payoff {found.payoff:.4f} of "
            f"{settings.games} games.\nIt took {found.audited:,} networks and {found.starts} starts."
        )
        found = {name: getattr(found, name) for name in ("payoff", "perfect", "audited", "starts")}
    save_champion(options.out, champion)
    found = {"hidden_nodes": champion.hidden_nodes, "seed": settings.seed, **found, "out": str(options.out)}
    print(json.dumps(found) if options.json else f"{words}\nNetwork: {options.out}")
    return 0


def run_poster(options):
    """`fogel poster`."""
    if options.out.suffix not in (".pdf", ".svg", ".png"):
        options.command.error(f"argument --out: must end in .pdf, .svg or .png, not {options.out.suffix!r}")
    network = _network(options, options.network)
    _writable(options, options.out.parent)
    from fogel.poster import save_poster

    save_poster(network, options.out)
    print(f"Poster: {options.out}")
    return 0


def run_page(options):
    """`fogel page`."""
    networks = {Path(name).stem: _network(options, name, "FILE") for name in options.networks} or None
    _writable(options, options.out.parent)
    from fogel.page import save_page

    try:
        save_page(options.out, networks)
    except ValueError as problem:
        options.command.error(f"argument FILE: {problem}")
    print(f"Page: {options.out}")
    return 0


def run_tournament(options):
    """`fogel tournament`."""
    _writable(options, options.out.parent)
    from fogel.tournament import load_entrants, play_league, save_page, to_dict

    if not options.folder.is_dir():
        options.command.error(f"argument FOLDER: {str(options.folder)!r} is not a folder")
    try:
        networks, wrong = load_entrants(options.folder)
    except ValueError as problem:
        options.command.error(f"argument FOLDER: {problem}")
    league = play_league(networks)
    save_page(options.out, league, wrong, options.title)
    if options.json:
        print(json.dumps(to_dict(league, wrong)))
        return 0
    print(f"{'place':>5} {'points':>7} {'payoff':>8}  network")
    for row in league.rows:
        print(f"{row.place:>5} {row.points:>7g} {row.payoff:>8.2f}  {row.name}")
    for name, words in wrong.items():
        print(f"Left out: {name}: {words}")
    print(f"Page: {options.out}")
    return 0


def run_bench(options):
    """`fogel bench`."""
    settings = _settings(options)
    from fogel.bench import measure
    from fogel.curve import progress

    found = measure(settings, options.workers, progress)
    if options.json:
        print(json.dumps(found))
        return 0
    readable = found["readable_games_per_second"]
    print(f"On the same {found['networks']} networks, games per second:")
    print(f"  the readable loop, one core    {readable:>14,.0f}")
    for workers, speed in found["engine_games_per_second"].items():
        times = speed / readable
        print(f"  the engine, {workers:>3} worker(s)       {speed:>14,.0f}   {times:,.0f} times as many")
    print(
        f"The experiment, {found['experiment_games']:,} games with {found['workers']} worker(s): "
        f"{found['experiment_seconds']:.2f} s"
    )
    print(f"Its games alone would take the readable loop {found['ratio']:,.0f} times as long.")
    return 0
