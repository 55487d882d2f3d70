"""The command `fogel bench`."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from fogel.cli.options import add_command, add_settings, add_workers, make_settings, show

BENCH = """\
Measures the speed of the book's readable loop, of the compiled engine (on one core and on all), and
of the whole experiment, in one run and on the same networks. The ratio is the time that the
experiment's games would take in the readable loop on one core, divided by the time that the
experiment takes.

With --commands, it also measures whole commands from start to end, and compares them with the
experiment. Each is measured the first time, when it compiles, and again when it is warm. All of
them use the default settings and all cores.

With --page, it compares one trial in the web page's WebAssembly with the same trial in the package,
by CPU time on one core. This needs Node, which runs what a browser runs. You can change only the
settings that the page has.

With --checkers, it measures how fast positions on 8x8 boards are searched and evaluated, four plies
ahead, by CPU time on one core, and compares that with the readable search.

With --scaling, it measures the time and memory of a small run when each of its sizes is 10 and 100
times as large, the efficiency of several workers, and what handing out and saving a trial costs."""


def add_commands(commands: Any) -> None:
    """Adds `fogel bench` to the command line."""
    bench = add_command(
        commands,
        "bench",
        run_bench,
        "measure the speed of the readable loop and of the engine",
        BENCH,
    )
    workers = add_workers(bench)
    instead = bench.add_mutually_exclusive_group()
    commands = instead.add_argument(
        "--commands", action="store_true", help="also measure whole commands"
    )
    scaling = instead.add_argument(
        "--scaling", action="store_true", help="instead measure how time and memory grow"
    )
    words = "instead compare the web page's experiment with the package's"
    page = instead.add_argument("--page", action="store_true", help=words)
    checkers = instead.add_argument(
        "--checkers", action="store_true", help="instead measure the search in checkers"
    )
    bench.not_with((commands, scaling, page, checkers), workers)
    settings = add_settings(bench)
    one_trial = [settings.pop(name) for name in ("trials", "best_player", "champion")]
    bench.not_with((commands, page, checkers), *one_trial)
    bench.not_with((commands, checkers), *settings.values())


def run_bench(options: Namespace) -> int:
    """`fogel bench`."""
    settings = make_settings(options)
    if options.scaling:
        return _run_scaling(options, settings)
    if options.page:
        return _run_page(options, settings)
    if options.checkers:
        return _run_checkers(options)
    from functools import partial

    from fogel.core.workers import progress
    from fogel.tools.bench import command_seconds, measure

    try:
        found = measure(settings, options.workers, progress)
    except ValueError as problem:
        options.command.error(str(problem))
    if options.commands:
        warm, cold = command_seconds(progress=partial(progress, unit="commands"))
        found |= {"command_seconds": warm, "first_command_seconds": cold}
    return show(options, found, _describe_speeds(found))


def _describe_speeds(found):
    """Return the measured speeds in words."""
    readable = found["readable_games_per_second"]
    lines = [
        f"On the same {found['networks']} networks, games per second:",
        f"  the readable loop, one core    {readable:>14,.0f}",
    ]
    for workers, speed in found["engine_games_per_second"].items():
        times = f"{speed / readable:,.0f} times as many"
        lines.append(f"  the engine, {workers:>3} worker(s)       {speed:>14,.0f}   {times}")
    lines += [
        f"The experiment, {found['experiment_games']:,} games with {found['workers']} worker(s): "
        f"{found['experiment_seconds']:.2f} s",
        f"Its games alone would take the readable loop {found['ratio']:,.0f} times as long.",
        f"A league's twin plays {found['league_ratio']:,.0f} times as fast as its objects.",
    ]
    for name, seconds in found.get("command_seconds", {}).items():
        times = seconds / found["experiment_seconds"]
        first = found["first_command_seconds"][name]
        lines.append(
            f"{name}: {seconds:.2f} s, {times:.2f} times as long as the experiment; the first time"
            f" {first:.1f} s"
        )
    return "\n".join(lines)


def _run_page(options, settings):
    """`fogel bench --page`."""
    from fogel.tools.bench import page_speed

    try:
        found = page_speed(settings)
    except FileNotFoundError:
        options.command.error("argument --page: needs Node (the command `node`), and there is none")
    except ValueError as problem:
        options.command.error(f"argument --page: {problem}")
    times = f"{found['ratio']:.2f} times as many"
    lines = [
        f"One trial, {found['games']:,} games, on one core; games per second of CPU:",
        f"  the package's engine           {found['package']:>14,.0f}",
        f"  the page's WebAssembly         {found['page']:>14,.0f}   {times}",
    ]
    return show(options, found, "\n".join(lines))


def _run_checkers(options):
    """`fogel bench --checkers`."""
    from fogel.tools.bench import checkers_speed

    found = checkers_speed()
    lines = [
        "Checkers on 8x8, four plies ahead, on one core; each second of CPU:",
        f"{'':<17}{'positions':>12}{'evaluated':>12}{'games':>8}{'evaluated, readable':>21}"
        f"{'ratio':>9}",
    ]
    for name, one in found.items():
        line = (
            f"  {name:<15}{one['looked_at']:>12,.0f}{one['evaluated']:>12,.0f}{one['games']:>8.1f}"
        )
        line += f"{one['readable']:>21,.0f}{one['ratio']:>9,.0f}" if "ratio" in one else ""
        lines.append(line)
    return show(options, found, "\n".join(lines))


def _run_scaling(options, settings):
    """`fogel bench --scaling`."""
    from functools import partial

    from fogel.core.workers import progress
    from fogel.tools.bench import SCALED, scaling

    sizes = {name: size for name, size in SCALED.items() if getattr(options, name) is None}
    try:
        found = scaling(settings.change(**sizes), partial(progress, unit="runs"))
    except ValueError as problem:
        options.command.error(f"argument --scaling: {problem}")
    return show(options, found, _describe_scaling(found))


def _describe_scaling(found):
    """How it grows, in words."""
    sizes = ", ".join(f"{size:,} {name}" for name, size in found["settings"].items())
    lines = [
        f"One worker, beginning with {sizes}:",
        "  grows          by    seconds    times      MB    times",
    ]
    first = found["growth"][0]
    for row in found["growth"]:
        first = row if row["factor"] == 1 else first
        lines.append(
            f"  {row['what']:<12} {row['factor']:>4} {row['seconds']:>10.3f}"
            f" {row['seconds'] / first['seconds']:>8.1f} {row['bytes'] / 1e6:>7.2f}"
            f" {row['bytes'] / first['bytes']:>8.1f}"
        )
    for count, efficiency in found["efficiency"].items():
        lines.append(f"Efficiency of {count} worker(s): {efficiency:.0%}")
    trial, handing = found["trial_seconds"], 1e6 * found["handing_seconds"]
    lines.append(
        f"A trial of {found['trial_generations']} generations takes {trial:.3f} s, to hand it out"
        f" {handing:.0f}"
    )
    lines.append(f"microseconds, and to save it {found['saving']:.2%} of its time.")
    return "\n".join(lines)
