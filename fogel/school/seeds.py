r"""The script's settings with thirty seeds each, as a stored table (chapter 15).

The script changes the seed with every setting, so that nobody can tell what either did. Here all
set-ups have the same seeds. `seeds.csv` beside this file, which `stored` reads, was made by two
commands; the first one's runs are whole, the second one's have 50 sessions in place of 200:

    fogel ttt script --seeds 30 --table fogel/school/seeds.csv --only 00 1 40 41 42 43
    fogel ttt script --seeds 30 --table fogel/school/seeds.csv --max-sessions 50 \
        --only 20 23 29 30 31

So it holds the usual set-up with 1, 10, 50, 100 and 200 sessions and with every goal, and, of 50
sessions, 50, 200, 500 and 1000 games a match and 1, 3 and 10 matches a session. It does not hold
the script's other numbers of games and of matches, its 500 sessions, nor 200 sessions with other
games or matches than the usual. The first command without `--only` adds them all, in about an hour
of one core, and leaves what is there as it is.

`script.csv`, which `of_script` reads, are the script's own forty runs, each with its own seed:

    fogel ttt script --table fogel/school/script.csv
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from fogel.core.csv_files import csv_rows
from fogel.core.files import lock, make_writable, read_text, remove_lock, write_file
from fogel.core.intervals import mean_and_half_width
from fogel.core.types import FilePath
from fogel.core.workers import share_out
from fogel.plots.drawing import digest, table
from fogel.rules.rule_files import find_rules
from fogel.school.network import Arch
from fogel.school.school import SchoolSettings, session_scores, sessions
from fogel.school.script import PARTS, SCRIPT, TICKS, Line, run

STORED = Path(__file__).with_name("seeds.csv")
FORTY = Path(__file__).with_name("script.csv")
LARGEST_FILE = 20_000_000  # bytes
SET_UP = ("games", "matches", "sessions", "target_loss")
USUAL = {name: getattr(SCRIPT[0], name) for name in SET_UP}
ARCH = ("learning_rate", "momentum", "encouragement", "min_weight", "max_weight")
TITLE = (
    "# The report's learning script with many seeds; fogel/school/seeds.py says what is in it and"
    " what is not."
)
HELD, OPEN = f"# Runs of each set-up ({', '.join(SET_UP)}): ", "# What the script leaves open: "
DIGEST = "# Digest of what follows: "  # a table of an earlier edition has none


class ScriptRun(NamedTuple):
    """A run: its set-up, its seed, and what it came to.

    Rates are in %. `loss_rate` is that of the best match of the final session; `first`, `best` and
    `replayed` are those of all games of the first session, of the one whose architecture was kept
    as the best, and of the final one, which plays that architecture again. `searched` counts the
    sessions before the final one, `played` the games of all; `reached` says whether the goal was.
    Then the kept architecture: nodes of the hidden layers, and its numbers.
    """

    games: int
    matches: int
    sessions: int
    target_loss: int
    seed: int
    loss_rate: float
    first: float
    best: float | None
    replayed: float
    searched: int
    reached: bool
    played: int
    hidden: tuple
    learning_rate: float
    momentum: float
    encouragement: float
    min_weight: float
    max_weight: float

    @property
    def set_up(self) -> tuple[Any, ...]:
        """Its games a match, matches a session, sessions and goal."""
        return self[: len(SET_UP)]


# What was found.


@cache
def stored(path: str | Path = STORED) -> tuple[ScriptRun, ...]:
    """Return the ScriptRuns of a table, by set-up and seed.

    Raises ValueError that names the file and the damaged line.
    """
    return _read(path)[0]


def of_script(path: str | Path = FORTY) -> dict[str, ScriptRun]:
    """Return {name of a line of the script: the ScriptRun with its own seed}.

    Raises KeyError if one is missing.
    """
    runs = {(*one.set_up, one.seed): one for one in stored(path)}
    return {line.name: runs[_key(line)] for line in SCRIPT}


def _key(line):
    """The set-up and the seed of a line, by which a table has one ScriptRun."""
    return (*(getattr(line, name) for name in SET_UP), line.seed)


def _read(path):
    """(the ScriptRuns of a table, what it says of the settings that the script leaves open)."""
    text = read_text(path, LARGEST_FILE)
    lines = text.splitlines()
    heads = [line for line in lines if line.startswith("#")]
    columns, *rows = lines[len(heads) :] or [""]
    if not text.endswith("\n"):
        raise ValueError(f"{path}, line {len(lines)}: must end with the line, so the file was cut")
    if columns != ",".join(ScriptRun._fields):
        raise ValueError(
            f"{path}, line {len(heads) + 1}: must be {','.join(ScriptRun._fields)}, not"
            f" {columns[:60]!r}"
        )
    said = _after(heads, OPEN)
    runs = tuple(
        _parse_run(row, f"{path}, line {number}") for number, row in enumerate(rows, len(heads) + 2)
    )
    if len({(*one.set_up, one.seed) for one in runs}) < len(runs):
        raise ValueError(f"{path}: must hold each run once, and has one of them twice")
    if HELD + _after(heads, HELD) != _held(runs):
        raise ValueError(f"{path}: must hold as many runs of each set-up as its second line says")
    if (digest_said := _after(heads, DIGEST)) and digest_said != digest(
        "\n".join([columns, *rows]) + "\n"
    ):
        raise ValueError(
            f"{path}: a number in it was changed after it was written (its fourth line has their"
            " digest)"
        )
    return runs, said


def held(path: FilePath) -> tuple[SchoolSettings, tuple[ScriptRun, ...]]:
    """(the settings of all runs of a table but what its set-ups say, the runs), which `again` can
    run anew.
    """
    runs, said = _read(path)
    return SchoolSettings.from_dict(json.loads(said)), runs


def again(
    base: SchoolSettings, one: ScriptRun, tick: Callable[[int], None] | None = None
) -> ScriptRun:
    """The run of the set-up and seed of `one`, made anew."""
    (found,) = _runs([[(*one.set_up, one.seed)]], base, 0, tick)
    return found


def _after(heads, words):
    """What stands in the line of a table's head that begins with these words; "" if
    there is none.
    """
    return next((line.removeprefix(words) for line in heads if line.startswith(words)), "")


def _parse_run(text, place):
    try:
        (values,) = csv_rows(text + "\n")
        found = ScriptRun(
            *(
                READ[kind](value)
                for kind, value in zip(ScriptRun.__annotations__.values(), values, strict=True)
            )
        )
    except (KeyError, ValueError):
        raise ValueError(
            f"{place}: must be a run, {len(ScriptRun._fields)} values, not {text[:60]!r}"
        ) from None
    try:
        _check(found)
    except ValueError as problem:
        raise ValueError(f"{place}: {problem}") from None
    return found


def _check(found):
    """Raises ValueError that names the field and its range if this can't be a run."""
    SchoolSettings(seed=found.seed, **dict(zip(SET_UP, found.set_up, strict=True)))
    Arch(hidden=found.hidden, **{name: getattr(found, name) for name in ARCH})
    for name in ("loss_rate", "first", "best", "replayed"):
        rate = getattr(found, name)
        if rate is not None and not 0 <= rate <= 100:  # true of nan
            raise ValueError(f"{name} must be 0 to 100, in %, not {rate}")
    if not 1 <= found.searched <= found.sessions:
        raise ValueError(
            f"searched must be 1 to {found.sessions}, the sessions, not {found.searched}"
        )
    played = found.games * found.matches * (found.searched + 1)
    if found.played != played:
        raise ValueError(f"played must be {played}, the games of all sessions, not {found.played}")


READ = {  # by annotation: how a value is read
    int: int,
    float: float,
    float | None: lambda text: float(text) if text else None,
    bool: {"True": True, "False": False}.__getitem__,
    tuple: lambda text: tuple(int(size) for size in text.split()),
}


def format_table(runs: Sequence[Any], said: str) -> str:
    """The text of a table; `said` are the settings that the script leaves open, as JSON."""
    shown = [
        one._replace(reached=str(one.reached), hidden=" ".join(map(str, one.hidden)))
        for one in runs
    ]
    columns = {name: [getattr(one, name) for one in shown] for name in ScriptRun._fields}
    rows = table(columns)
    return "\n".join([TITLE, _held(runs), OPEN + said, DIGEST + digest(rows), rows])


def _held(runs):
    """The line that says how many runs there are of each set-up."""
    counts = Counter(one.set_up for one in runs)
    return HELD + "; ".join(
        f"{count} of {' '.join(map(str, set_up))}" for set_up, count in counts.items()
    )


def part(runs: Iterable[ScriptRun], option: str, **others: int) -> dict[int, list[ScriptRun]]:
    """Return {value of an option: the ScriptRuns with it}, in rising order.

    All else is as USUAL unless `others` say otherwise.
    `option` and those are names of SET_UP; another one raises ValueError.
    """
    for name in (option, *others):
        if name not in SET_UP:
            raise ValueError(f"option must be one of {', '.join(SET_UP)}, not {name!r}")
    fixed = {name: value for name, value in (USUAL | others).items() if name != option}
    chosen = [
        one for one in runs if all(getattr(one, name) == value for name, value in fixed.items())
    ]
    values = sorted({getattr(one, option) for one in chosen})
    return {value: [one for one in chosen if getattr(one, option) == value] for value in values}


def effect(
    runs: Iterable[ScriptRun], option: str, column: str = "loss_rate", **others: int
) -> dict[int, tuple[float, float | None]]:
    """{value of an option: (mean of a column, half width of its 95 % interval)}; see `part`."""
    parts = part(runs, option, **others)
    return {
        value: mean_and_half_width([getattr(one, column) for one in some])
        for value, some in parts.items()
    }


# How it is found.


# Many parameters: three of them are those of every job, under the names that all jobs share.
def sweep(
    path: FilePath,
    seeds: int | None = 30,
    lines: Iterable[Line] = SCRIPT,
    base: SchoolSettings | None = None,
    executor: Executor | None = None,
    progress: Callable[..., Any] | None = None,
    workers: int | None = None,
) -> tuple[ScriptRun, ...]:
    """Run the set-ups of some lines, and return the ScriptRuns of the table at `path`.

    The seeds are 0 to `seeds` - 1; without `seeds`, each line is run with its own seed. The table
    is written as runs are over, and what it holds is not run again. Raises ValueError before any
    work if it can't be read, holds runs of other settings, or if another process is at work on it.
    """
    path, base = Path(path), base or SchoolSettings()
    make_writable(path.parent)
    place = path.with_name(f".{path.name}.lock")
    try:
        held = lock(place)
    except BlockingIOError:
        raise ValueError(f"another run is at work on {path}") from None
    try:
        return _swept(path, seeds, lines, base, executor, progress, workers)
    finally:
        remove_lock(held)


# Many parameters: three of them are those of every job, under the names that all jobs share.
def _swept(path, seeds, lines, base, executor, progress, workers):
    said = json.dumps({name: value for name, value in base.to_dict().items() if name not in PARTS})
    there, before = _read(path) if path.exists() else ((), said)
    if before != said:
        raise ValueError(f"{path} holds runs of other settings: {before}")
    found = {(*one.set_up, one.seed): one for one in there}
    work = _missing(lines, seeds, found)
    for _ in sessions(base.change(sessions=1, matches=1, games=1)):
        pass  # compiled once, before several workers would all do it

    def finished(_, runs):
        found.update({(*one.set_up, one.seed): one for one in runs})
        write_file(path, format_table([found[key] for key in sorted(found)], said))

    share_out(
        partial(_runs, work, base), len(work), TICKS, executor, progress, workers, finished=finished
    )
    return tuple(found[key] for key in sorted(found))


def _missing(lines, seeds, found):
    """[set-ups and a seed, (games, matches, sessions, target_loss, seed)] not found yet, in lists
    that share their sessions.

    The first of a list is the longest: the others go the same way until they end.
    """
    wanted = {
        _key(line._replace(seed=seed))
        for line in lines
        for seed in (range(seeds) if seeds else [line.seed])
    }
    groups = {}
    for one in sorted(wanted - found.keys(), key=_longest):
        games, matches, *_, seed = one
        groups.setdefault((games, matches, seed), []).append(one)
    return list(groups.values())


def _longest(one):
    games, matches, sessions, target_loss, seed = one
    return seed, games, matches, -sessions, target_loss


def _runs(work, base, number, tick):
    """Return the ScriptRuns of a list of set-ups that share their sessions."""
    options = [dict(zip((*SET_UP, "seed"), one, strict=True)) for one in work[number]]
    longest = base.change(**options[0])

    @cache
    def scores_of(session, arch):
        scores = session_scores(longest, find_rules("standard"), session, arch)
        return tuple(score._replace(weights=None) for score in scores)

    return [
        _shown(one, run(base.change(**one), tick=None if rest else tick, scores_of=scores_of))
        for rest, one in enumerate(options)
    ]


def _shown(options, outcome):
    """Return the ScriptRun that the table has of an outcome, with its digits."""
    values = {name: outcome[name] for name in ("loss_rate", "first", "best", "replayed", "reached")}
    values |= {name: outcome["arch"][name] for name in ARCH}
    digits = {
        name: float(f"{value:.6g}") for name, value in values.items() if isinstance(value, float)
    }
    hidden = tuple(outcome["arch"]["hidden"])
    return ScriptRun(
        searched=outcome["sessions"],
        played=outcome["games"],
        hidden=hidden,
        **options | values | digits,
    )
