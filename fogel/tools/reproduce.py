"""Running any result file again, and comparing it bit for bit.

    print(again("run/run.json").words)

A file falls into parts, such as the trials of a run or the games of a table, each of which can be
run by itself. So a table of hours can be tried within a minute: some of its parts are run again, in
an order that the file decides.
"""

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
from fogel.anygame.curve import GAME_RUN_FORMAT
from fogel.anygame.settings import GameSettings
from fogel.checkers.evolution import CheckersEvolution
from fogel.checkers.files import CheckersChampion
from fogel.checkers.job import CheckersJob
from fogel.checkers.run import make_champions
from fogel.checkers.settings import CheckersSettings
from fogel.core.champion import Champion
from fogel.core.files import shortened
from fogel.core.network_files import check_format, find_kind
from fogel.core.results import versions
from fogel.core.settings import Settings
from fogel.core.table_jobs import FIRST, HEAD, TableJob, read_head, table_text
from fogel.core.types import FilePath, Json
from fogel.core.workers import local_workers
from fogel.engine.observers import Keep
from fogel.engine.trial import with_origin
from fogel.league.agent import Agent
from fogel.league.job import LeagueJob
from fogel.league.run import run_league
from fogel.league.settings import LeagueSettings
from fogel.tools.all_jobs import find_job
from fogel.tools.experiment import CurveJob

# What no run makes again: how it was made, and games against a function.
UNLIKE = ("versions", "command", "sampled")
UNKNOWN = (
    "does not say what made it; fogel can reproduce run.json, champions, agents, and every table"
    " that says in line 1 which job made it"
)
RUNS: dict[str, type[Settings]] = {curve.RUN_FORMAT: Settings, GAME_RUN_FORMAT: GameSettings}


class Part(NamedTuple):
    """A part of a file: its name, what the file holds of it as plain values, and what runs it
    again, `find(tick)`, or `find(tick, executor)` where the job shares out the work inside a part.
    """

    name: str
    there: Any
    find: Callable[..., Any]


class Making(NamedTuple):
    """What made a file: the command, the versions that the file names, and its parts, each a
    `unit`.

    `piece`: where the file is but a piece of what the command makes, which one. `left_out`: in
    words, the part of the file that can't be run again, and why. `shares` is that of the job.
    """

    command: str
    versions: Json | None
    unit: str
    parts: Sequence[Part]
    piece: str = ""
    left_out: str = ""
    shares: bool = False

    @property
    def source(self) -> str:
        """The command in words, and which piece of its outcome."""
        return f"{self.piece} of `{self.command}`" if self.piece else f"`{self.command}`"


@dataclass(frozen=True)
class Reproduced:
    """What became of it: how many parts were run again, and {part: its first difference}."""

    path: str
    making: Making
    done: int
    different: dict[str, str]
    seconds: float

    @property
    def same(self) -> bool:
        """Whether something was run again, and all of it is as the file has it."""
        return self.done > 0 and not self.different

    @property
    def words(self) -> str:
        """The outcome in a line."""
        making, count, done = self.making, len(self.making.parts), self.done
        unit, source = making.unit, making.source
        time = f"within {self.seconds:g} second{'s' * (self.seconds != 1)}"
        if not done:
            return f"{self.path}: not known: nothing was done {time}, of {source}"
        late = f"; the rest was not done {time}" if done < count else ""
        late += f"; {making.left_out}" if making.left_out else ""
        if not self.different:
            some = f"{done} of {count:,} {unit}s" if count > 1 else f"the {unit}"
            return f"{self.path}: the same to the last bit, {some} of {source}{late}"
        name, first = next(iter(self.different.items()))
        some, where = f"the {unit}", first
        if count > 1:
            some = f"{len(self.different)} of {done} {unit}s that were run again"
            where = f"{name}: {first}"
        return f"{self.path}: NOT the same, {some} of {source}; {where}{self.made_elsewhere}{late}"

    @property
    def made_elsewhere(self) -> str:
        """In words, which versions made the file, where they are others than here."""
        made, here = self.making.versions, versions()
        if not made:
            return "; it does not say which versions made it"
        others = [
            f"{name} {one} and not {here.get(name)}"
            for name, one in made.items()
            if one != here.get(name)
        ]
        return f"; made with {', '.join(others) or 'the same versions'}"

    def to_dict(self) -> Json:
        """The outcome as plain values."""
        making = self.making
        about = {"file": self.path, "command": making.command, "piece": making.piece or None}
        made = {"versions": making.versions, "here": versions(), "unit": making.unit}
        counts = {"parts": len(making.parts), "run_again": self.done}
        return {**about, **made, **counts, "same": self.same, "different": self.different}


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

    def work(part, *executor):
        try:
            tick(0)
            return _difference(part.there, _plain(part.find(tick, *executor)))
        except OutOfTimeError:
            return None

    parts = [*making.parts]
    random.Random(hashlib.sha256(Path(path).read_bytes()).digest()).shuffle(parts)
    with local_workers(workers) as threads:
        if making.shares:
            found = [work(part, threads) for part in parts]
        else:
            found = [work(part) for part in parts[:1]]  # which compiles, once, what all need
            found += threads.map(work, parts[1:])
    done = {part.name: words for part, words in zip(parts, found, strict=True) if words is not None}
    different = {name: words for name, words in done.items() if words}
    return Reproduced(str(path), making, len(done), different, seconds)


def _plain(value):
    """Values as they are after a way through a file."""
    return json.loads(json.dumps(value))


def _difference(there, here, name=""):
    """In words, the first thing in which plain values differ in a bit; "" if they don't."""
    what = name or "it"
    if isinstance(there, dict) and isinstance(here, dict):
        if there.keys() != here.keys():
            return f"{what} has the fields {', '.join(there)} there, {', '.join(here)} here"
        inside = ((f"{name}.{key}".lstrip("."), there[key], here[key]) for key in there)
    elif isinstance(there, list) and isinstance(here, list) and len(there) == len(here):
        inside = ((f"{name}[{at}]", *both) for at, both in enumerate(zip(there, here, strict=True)))
    else:
        is_same = repr(there) == repr(here)
        return "" if is_same else f"{what} is {_short(there)} there, {_short(here)} here"
    return next(filter(None, (_difference(one, other, key) for key, one, other in inside)), "")


def _short(value):
    return shortened(json.dumps(value), 60)


# What made a file.


def find_making(path: Path) -> Making:
    """Return the Making of a file; raise ValueError that names the file and what is wrong."""
    try:
        text = table_text(path)
        if text.lstrip().startswith("{"):
            return _of_json(text)
        if text.startswith(HEAD):
            return _of_table(path, read_head(text)[0]["job"])
        raise ValueError(UNKNOWN)
    except ValueError as problem:
        words = str(problem).removeprefix(f"{path}: ")
    except KeyError as problem:
        words = f"{problem} is missing"
    except (TypeError, AttributeError, LookupError, ArithmeticError, RecursionError) as problem:
        words = f"damaged: its record of how it was made is malformed ({problem})"
    raise ValueError(f"{path}: {shortened(words)}")


def _of_json(text):
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise ValueError(f"damaged: not JSON ({problem})") from None
    form = data.get("format")
    if form in RUNS:
        return _of_run(data, RUNS[form])
    for choices, kept, make in (
        (Settings, Champion, _of_champion),
        (GameSettings, Champion, _of_champion),
        (LeagueSettings, Agent, _of_agent),
        (CheckersSettings, CheckersChampion, _of_checkers),
    ):
        if form == find_kind(choices).format:
            return make(kept.from_dict(data, choices))
    raise ValueError(UNKNOWN)


def _of_run(data, choices):
    check_format(data, data["format"], curve.RUN_VERSION, "a run")
    settings, columns = choices.from_dict(data["settings"]), _columns(data)
    for name, rows in columns.items():
        if len(rows) != settings.trials:
            words = f"{settings.trials} rows, one a trial, not {len(rows)}"
            raise ValueError(f"damaged: {name} must have {words}")
    champions = [Champion.from_dict(one, choices) for one in data["champions"]]
    run = curve.Run(settings, tuple(SimpleNamespace(champion=one) for one in champions))
    job = CurveJob(settings)

    def find(trial, tick):
        """What a run's file holds of a trial."""
        return _row(_columns(job.outcome([job.make((trial,), tick)]).to_dict()), 0)

    parts = [
        Part(f"trial {trial}", _row(columns, trial), partial(find, trial))
        for trial in range(settings.trials)
    ]
    choice = Part("the choice of the champion", data["champion"], lambda _: run.champion.trial)
    return Making(curve.format_command(settings), data["versions"], "part", [*parts, choice])


def _columns(run):
    """What a run's file holds of its trials: {name: a row for each}."""
    columns = {name: run[name] for name in ("best_payoff", "mean_hidden_nodes")}
    columns["champions"] = [_bare(one) for one in run["champions"]]
    if run["format"] == GAME_RUN_FORMAT:
        columns |= {"exact_payoff": run["scored"]["exact_payoff"], "shares": run["shares"]}
    return columns


def _row(columns, number):
    return {name: rows[number] for name, rows in columns.items()}


def _bare(values):
    """What a file holds without what it says of its making."""
    return {name: value for name, value in values.items() if name not in UNLIKE}


def _origin(network, number, place):
    """(settings, trial or league, generation or epoch) of a network, by the names of the latter.

    Raises ValueError for what its file does not say.
    """
    for name in ("settings", number, place):
        if getattr(network, name) is None:
            raise ValueError(f"{name} is missing, so it does not say which run made it")
    settings, at = network.settings, getattr(network, place)
    if getattr(network, "seed", None) != settings.seed:
        words = f"seed is {network.seed}, and that of its settings is {settings.seed}"
        raise ValueError(f"damaged: {words}")
    if not 1 <= at <= (last := getattr(settings, f"{place}s")):
        raise ValueError(f"{place} must be 1 to {last}, as its settings say, not {at}")
    return settings, getattr(network, number), at


def _of_champion(champion):
    settings, trial, generation = _origin(champion, "trial", "generation")
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

    sampled = "its games against the function itself were not played again, as it isn't in the file"
    parts = [Part("network", there, find)]
    about = f"trial {trial}", sampled if champion.sampled else ""
    return Making(curve.format_command(settings), champion.versions, "network", parts, *about)


def _of_agent(agent):
    settings, league, epoch = _origin(agent, "league", "epoch")

    def find(tick):
        shorter = settings.change(epochs=epoch)
        found = run_league(shorter, league, with_chances=False, tick=tick).best
        return _bare(found.to_dict()) | {"settings": settings.to_dict()}

    parts = [Part("agent", _bare(agent.to_dict()), find)]
    return Making(LeagueJob(settings).command, agent.versions, "agent", parts, f"league {league}")


def _of_checkers(champion):
    settings, trial, generation = _origin(champion, "trial", "generation")

    def find(tick):
        evolution = CheckersEvolution(settings, trial, (generation,))
        while evolution.done < generation:
            evolution.step()
            tick(1)
        history = evolution.state()["history"]
        return _bare(make_champions(settings, trial, history, evolution.kept)[generation].to_dict())

    command = CheckersJob(settings).command
    parts = [Part("network", _bare(champion.to_dict()), find)]
    return Making(command, champion.versions, "network", parts, f"trial {trial}")


# Tables.


def _of_table(path, name):
    """The Making of a table that says which job made it."""
    if not issubclass(kind := find_job(name), TableJob):
        raise ValueError(f"line 1: the job {name} makes no table")
    found = kind.read(path)
    job = found.job
    if words := job.refusal():
        raise ValueError(words)
    made = [(at, name) for at, name in enumerate(job.columns) if name not in job.measured]

    def rows(key, cells):
        lines = [f"line {number + FIRST}" for number in found.parts[key]]
        values = [{name: row[at] for at, name in made} for row in cells]
        return dict(zip(lines, values, strict=False)) | {"rows": len(values)}

    def find(key, tick, *executor):
        return rows(key, job.make_cells(job.make(key, tick, None, *executor)))

    parts = [
        Part(job.key_words(key), rows(key, found.cells(key)), partial(find, key))
        for key in found.parts
    ]
    return Making(job.command, found.versions, job.unit, parts, shares=job.shares)
