"""Running any result file again, and comparing it bit for bit.

    print(again("run/run.json").words)

A file falls into parts, such as the trials of a run or the games of a table, each of which can be
run by itself. So a table of hours can be tried within a minute: some of its parts are run again, in
an order that the file decides.
"""

# Long: each kind of file has a recipe of some twenty lines, and all recipes use the same few
# helpers.

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import monotonic
from types import SimpleNamespace
from typing import Any, NamedTuple

from fogel import curve
from fogel.anygame.curve import GAME_RUN_FORMAT, GameRun, make_observers
from fogel.anygame.settings import GameSettings
from fogel.checkers import files as checkers_files
from fogel.checkers.evolution import CheckersEvolution
from fogel.checkers.job import CheckersJob
from fogel.checkers.run import make_champions
from fogel.core.champion import FORMATS, read_champion
from fogel.core.csv_files import decompressed
from fogel.core.files import read_bytes, shortened
from fogel.core.players import AGENT_FORMAT
from fogel.core.results import check_format, versions
from fogel.core.settings import Settings
from fogel.core.table_jobs import HEAD, LARGEST_TABLE, read_head
from fogel.core.types import FilePath, Json
from fogel.core.workers import available_cores, local_workers
from fogel.engine.observers import Keep
from fogel.engine.trial import with_origin
from fogel.league import files as league_files
from fogel.league import run as league_run
from fogel.tools.all_jobs import find_job

LARGEST_FILE = LARGEST_TABLE
# What no run makes again: how it was made, and games against a function.
UNLIKE = ("versions", "command", "sampled")
KNOWN = (
    "fogel can reproduce run.json, champions, agents, and every table that says in line 1 which job"
    " made it"
)
RUNS: dict[str, type[Settings]] = {curve.RUN_FORMAT: Settings, GAME_RUN_FORMAT: GameSettings}


class Part(NamedTuple):
    """A part of a file: its name, what the file holds of it as plain values, and what runs it
    again, `find(tick)`.
    """

    name: str
    there: Any
    find: Callable[[Callable[[int], None]], Any]


class Making(NamedTuple):
    """What made a file: the command, the versions that it names, or None, and its parts; `unit` is
    one of them.

    `shuffled`: they are run in an order that the file decides, and not in their own. `piece`: where
    the file is but a piece of what the command makes, which one. `left_out`: in words, the part of
    the file that can't be run again, and why.
    """

    command: str
    versions: Json | None
    unit: str
    parts: Sequence[Part]
    shuffled: bool = False
    piece: str = ""
    left_out: str = ""

    @property
    def source(self) -> str:
        """The command in words, and which piece of its outcome."""
        return f"{self.piece} of `{self.command}`" if self.piece else f"`{self.command}`"


@dataclass(frozen=True)
class Reproduced:
    """What became of it: how many parts were run again, and {part: its first difference} of those
    that differ.
    """

    path: str
    making: Making
    done: int
    different: dict[str, str]
    seconds: float

    @property
    def same(self) -> bool:
        """Whether all that was run again, and that is something, is as the file has it."""
        return self.done > 0 and not self.different

    @property
    def words(self) -> str:
        """The outcome in a line."""
        count, unit = len(self.making.parts), self.making.unit
        all_of = f"{self.done} of {count:,} {unit}s" if count > 1 else f"the {unit}"
        time = f"{self.seconds:g} second" + "s" * (self.seconds != 1)
        late = (
            f"; {time} {'was' if self.seconds == 1 else 'were'} over before the rest"
            if self.done < count
            else ""
        )
        late += f"; {self.making.left_out}" if self.making.left_out else ""
        if not self.done:
            return (
                f"{self.path}: not known: nothing was done within {time}, of {self.making.source}"
            )
        if not self.different:
            return f"{self.path}: the same to the last bit, {all_of} of {self.making.source}{late}"
        name, first = next(iter(self.different.items()))
        where = f"{name}: {first}" if count > 1 else first
        few = (
            f"{len(self.different)} of {self.done} {unit}s that were run again"
            if count > 1
            else f"the {unit}"
        )
        return (
            f"{self.path}: NOT the same, {few} of {self.making.source};"
            f" {where}{self.made_elsewhere}{late}"
        )

    @property
    def made_elsewhere(self) -> str:
        """In words, which versions made the file, where they are others than here."""
        made, here = self.making.versions, versions()
        if not made:
            return "; it does not say which versions made it"
        others = [
            f"{name} {made[name]} and not {here.get(name)}"
            for name in made
            if made[name] != here.get(name)
        ]
        return f"; made with {', '.join(others)}" if others else "; made with the same versions"

    def to_dict(self) -> Json:
        """The outcome as plain values."""
        making = self.making
        about = {
            "file": self.path,
            "command": making.command,
            "piece": making.piece or None,
            "versions": making.versions,
            "here": versions(),
        }
        counts = {"unit": making.unit, "parts": len(making.parts), "run_again": self.done}
        return {**about, **counts, "same": self.same, "different": self.different}


class OutOfTimeError(Exception):
    """Raised in a part that is at work when the time is over."""


def again(path: FilePath, seconds: float = 0.0, workers: int | None = None) -> Reproduced:
    """Runs again what made a file, as far as that goes within some seconds, 0 for all of it.

    `workers`: threads at work, all cores unless said. Raises ValueError that names the file and
    says why it can't be run again: it is damaged, of another format or version, or does not say
    what made it; OSError if it can't be read.
    """
    making = find_making(Path(path))
    begun = monotonic()

    def tick(_: int) -> None:
        if seconds and monotonic() - begun > seconds:
            raise OutOfTimeError

    def work(part):
        try:
            tick(0)
            return _difference(part.there, _plain(part.find(tick)))
        except OutOfTimeError:
            return None

    parts = [*making.parts]
    if making.shuffled:
        random.Random(hashlib.sha256(Path(path).read_bytes()).digest()).shuffle(parts)
    found = [work(part) for part in parts[:1]]  # which compiles, once, what the others need
    with local_workers(workers or available_cores()) as threads:
        found += threads.map(work, parts[1:])
    done = {part.name: words for part, words in zip(parts, found, strict=True) if words is not None}
    different = {name: words for name, words in done.items() if words}
    return Reproduced(str(path), making, len(done), different, seconds)


def _plain(value):
    """Values as they are after a way through a file."""
    return json.loads(json.dumps(value))


def _difference(there, here, name=""):
    """In words, the first thing in which plain values differ in a bit; "" if they don't."""
    if isinstance(there, dict) and isinstance(here, dict):
        if there.keys() != here.keys():
            return f"{name or 'it'} has the fields {', '.join(there)} there, {', '.join(here)} here"
        inside = ((f"{name}.{key}".lstrip("."), there[key], here[key]) for key in there)
    elif isinstance(there, list) and isinstance(here, list) and len(there) == len(here):
        inside = ((f"{name}[{at}]", *both) for at, both in enumerate(zip(there, here, strict=True)))
    else:
        return (
            ""
            if repr(there) == repr(here)
            else f"{name or 'it'} is {_short(there)} there, {_short(here)} here"
        )
    return next(
        (words for key, one, other in inside if (words := _difference(one, other, key))), ""
    )


def _short(value):
    return shortened(json.dumps(value), 60)


# What made a file.


def find_making(path: Path) -> Making:
    """Return the Making of a file; raises ValueError that names the file and says what is wrong
    with it.
    """
    try:
        return _find_making(path)
    except ValueError as problem:
        words = str(problem)
    except KeyError as problem:
        words = f"{problem} is missing"
    except (TypeError, AttributeError, LookupError, ArithmeticError, RecursionError) as problem:
        words = f"damaged: its record of how it was made is malformed ({problem})"
    begins = words.startswith(f"{path} ")
    raise ValueError(
        shortened(words) if begins else f"{path}: {shortened(words.removeprefix(f'{path}: '))}"
    )


def _find_making(path):
    text = decompressed(read_bytes(path, LARGEST_FILE), LARGEST_FILE).decode("utf-8")
    if text.lstrip().startswith("{"):
        return _of_json(path, text)
    if text.startswith(HEAD):
        return _of_table(path, read_head(text)[0]["job"])
    raise _foreign(path, text)


def _foreign(path, text=""):
    """The error of a file that is none of ours."""
    changed = "\r" in text or text.startswith("\ufeff")
    why = (
        "; it has a byte order mark or the line ends of Windows, which fogel never writes: save it"
        " without" * changed
    )
    return ValueError(f"{path} does not say what made it{why}; {KNOWN}")


def _of_json(path, text):
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise ValueError(f"damaged: not JSON ({problem})") from None
    form = data.get("format")
    if form in RUNS:
        return _of_run(data, RUNS[form])
    for choices in (Settings, GameSettings):
        if form == FORMATS[choices]:
            return _of_champion(read_champion(text, choices))
    if form == AGENT_FORMAT:
        return _of_agent(league_files.read_agent(text))
    if form == checkers_files.FORMAT:
        return _of_checkers(checkers_files.read_champion(text))
    raise _foreign(path)


def _of_run(data, choices):
    check_format(data, data["format"], curve.RUN_VERSION, "a run")
    settings = choices.from_dict(data["settings"])
    columns = {"best_payoff": data["best_payoff"], "mean_hidden_nodes": data["mean_hidden_nodes"]}
    columns["champions"] = [_bare(one) for one in data["champions"]]
    if choices is GameSettings:
        columns |= {"exact_payoff": data["scored"]["exact_payoff"], "shares": data["shares"]}
    for name, rows in columns.items():
        if len(rows) != settings.trials:
            raise ValueError(
                f"damaged: {name} must have {settings.trials} rows, one a trial, not {len(rows)}"
            )
    parts = [
        Part(
            f"trial {trial}",
            {name: rows[trial] for name, rows in columns.items()},
            partial(_trial, settings, trial),
        )
        for trial in range(settings.trials)
    ]
    champions = [read_champion(json.dumps(one), choices) for one in data["champions"]]
    parts.append(
        Part("the choice of the champion", data["champion"], partial(_chosen, settings, champions))
    )
    return Making(curve.format_command(settings), data["versions"], "part", parts)


def _trial(settings, trial, tick):
    """What a run's file holds of a trial."""
    is_game = isinstance(settings, GameSettings)
    found = curve.run_trial(settings, trial, make_observers(settings) if is_game else (), tick)
    run = (GameRun if is_game else curve.Run)(settings, (found,))
    values = {
        "best_payoff": run.best_payoff[0].tolist(),
        "mean_hidden_nodes": run.mean_hidden_nodes[0].tolist(),
    }
    values["champions"] = _bare(found.champion.to_dict())
    return values | (
        {"exact_payoff": run.scored[1][0].tolist(), "shares": run.shares[0]} if is_game else {}
    )


def _chosen(settings, champions, _tick):
    """The trial whose champion is that of champions."""
    trials = tuple(SimpleNamespace(champion=one) for one in champions)
    return curve.Run(settings, trials).champion.trial


def _bare(values):
    """What a file holds without what it says of its making."""
    return {name: value for name, value in values.items() if name not in UNLIKE}


def _origin(holder, names):
    """What a network's file says of its origin; raises ValueError for what it does not say."""
    for name in names:
        if getattr(holder, name) is None:
            raise ValueError(f"{name} is missing, so it does not say which run made it")
    if getattr(holder, "seed", None) != holder.settings.seed:
        raise ValueError(
            f"damaged: seed is {holder.seed}, and that of its settings is {holder.settings.seed}"
        )
    return [getattr(holder, name) for name in names]


def _check_place(name, place, last):
    """Raises ValueError for a generation, or an epoch, that its run does not have."""
    if not 1 <= place <= last:
        raise ValueError(f"{name} must be 1 to {last}, as its settings say, not {place}")


def _of_champion(champion):
    settings, trial, generation = _origin(champion, ("settings", "trial", "generation"))
    _check_place("generation", generation, settings.generations)
    there = _bare(champion.to_dict())

    def find(tick):
        found = curve.run_trial(settings, trial, [Keep((generation,))], tick)
        if generation == settings.generations:
            return _bare(found.champion.to_dict())
        kept = found.kept[generation]
        best = with_origin(
            kept.networks[kept.best], settings, trial, generation, kept.payoffs[kept.best]
        )
        if _bare(best.to_dict()) == there:
            return there
        return _bare(curve.ancestors(settings, trial, (generation,))[generation].to_dict())

    sampled = (
        "its games against the function itself were not played again, because the file doesn't hold"
        " the function"
    )
    return Making(
        curve.format_command(settings),
        champion.versions,
        "network",
        [Part("network", there, find)],
        piece=f"trial {trial}",
        left_out=sampled if champion.sampled else "",
    )


def _of_agent(agent):
    settings, league, epoch = _origin(agent, ("settings", "league", "epoch"))
    _check_place("epoch", epoch, settings.epochs)

    def find(tick):
        found = league_run.run_league(
            settings.change(epochs=epoch), league, with_chances=False, tick=tick
        ).best
        return _bare(league_files.to_dict(found)) | {"settings": settings.to_dict()}

    return Making(
        _command("league", settings),
        agent.versions,
        "agent",
        [Part("agent", _bare(league_files.to_dict(agent)), find)],
        piece=f"league {league}",
    )


def _of_checkers(champion):
    settings, trial, generation = _origin(champion, ("settings", "trial", "generation"))
    _check_place("generation", generation, settings.generations)

    def find(tick):
        evolution = CheckersEvolution(settings, trial, (generation,))
        while evolution.done < generation:
            evolution.step()
            tick(1)
        history = evolution.state()["history"]
        return _bare(make_champions(settings, trial, history, evolution.kept)[generation].to_dict())

    return Making(
        CheckersJob(settings).command,
        champion.versions,
        "network",
        [Part("network", _bare(champion.to_dict()), find)],
        piece=f"trial {trial}",
    )


def _command(name, settings):
    """The command with the options of these settings."""
    return f"fogel {name} {settings.as_options()}".strip()


# Tables.


def _rows(head, rows):
    """Rows of texts as plain values whose columns have names."""
    return [dict(zip(head, row, strict=True)) for row in rows]


def _of_table(path, name):
    """The Making of a table that says which job made it."""
    found = find_job(name).read(path)
    job = found.job
    if words := job.refusal():
        raise ValueError(words)

    def rows(cells):
        """Rows without what no run makes again."""
        named = _rows(job.columns, cells)
        return [{name: row[name] for name in row if name not in job.measured} for row in named]

    def find(key, tick):
        return rows(job.cells_of(job.make(key, tick)))

    parts = [
        Part(job.key_words(key), rows(found.cells(key)), partial(find, key)) for key in found.parts
    ]
    return Making(job.command, found.versions, job.unit, parts, shuffled=True)
