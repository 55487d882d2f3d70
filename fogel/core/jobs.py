"""Jobs: work in parts, which are shared out, saved on the way, resumed, and written together.

A job has settings, the keys of its parts, and a function that makes one of them. All else follows
here, for every job alike: who works, what is compiled first, what an interrupted run has saved, the
files that are written together or not at all. The parts of a TableJob are rows; its table says in
its first line which job made it, and is read back whole or refused.

    table = GamesJob(ThousandSettings(trials=2)).run("games", workers=3)
    table["share"], GamesJob.read("games/games.csv").settings
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

from fogel.core.files import make_writable, write_files
from fogel.core.results import OTHERWISE, SavedError, check_result
from fogel.core.saving import FOLDER, Checkpoint, Saved, program
from fogel.core.types import Figure, FilePath, Json
from fogel.core.workers import local_workers, share_out
from fogel.plots import style

Key: TypeAlias = tuple[Any, ...]
Tick: TypeAlias = Callable[[int], object] | None
FINISHED, BEGUN = "trial_", "begun_"  # what the names of saved parts begin with
PICTURES = (".png", ".svg")


class Job:
    """Work in parts. A subclass defines the parts, and its `settings` say how many there are.

    `name` is that of its command, and its files mention it. `module` is the last module of the
    package that it depends on, by default the one that defines it. `choices` is the class of its
    settings, `words` what it does, in a line. A part is called a `unit`; a progress bar counts a
    `step`, in the plural. `parts_setting` and `steps_setting` name the settings that count the
    parts, such as trials, and the steps of each, such as generations, if there are such settings.

    A job that keeps its parts when its results are written says so in `keeps_parts`. One whose
    parts share out work of their own says so in `shares`: they are made one after the other, and
    `make` gets the executor as its last argument. Threads can't speed up parts in plain Python:
    with `in_python`, the command starts processes.

    A job is pickled where other processes work, and so is all that `make` returns.
    """

    name: ClassVar[str]
    module: str
    choices: Any
    words: ClassVar[str] = ""
    unit: ClassVar[str] = "part"
    step: ClassVar[str] = "parts"
    parts_setting: ClassVar[str] = ""
    steps_setting: ClassVar[str] = ""
    keeps_parts: ClassVar[bool] = False
    shares: ClassVar[bool] = False
    in_python: bool = False

    def __init_subclass__(cls):
        if "module" not in vars(cls):
            cls.module = cls.__module__.removeprefix("fogel.")

    def __init__(self, settings: Any = None):
        self.settings = settings or self.choices()

    # Its description.

    @classmethod
    def from_dict(cls, values: Json) -> Any:
        """Return the job that `to_dict` describes; raise ValueError for a wrong setting."""
        return cls(cls.choices.from_dict(values["settings"]))

    def to_dict(self) -> Json:
        """All that its results depend on, as plain JSON values."""
        return {"settings": self.settings.to_dict()}

    @property
    def origin(self) -> Json:
        """What its results say of it."""
        return {"job": self.name, **self.to_dict()}

    @property
    def command(self) -> str:
        """The command that runs it; where there is none, its name and options."""
        program = "fogel" if self.words else "job"
        return f"{program} {self.name} {self.settings.as_options()}".strip()

    @property
    def record(self) -> Json:
        """The record beside its saved parts, which tells them from those of other jobs."""
        return {"command": self.name, **self.to_dict(), "program": program(self.module)}

    def refusal(self) -> str:
        """The reason why it can't run here, such as a missing library, or ""."""
        return ""

    # Its parts.

    def keys(self) -> Sequence[Key]:
        """The keys of all parts, in the order of the results; by default their numbers."""
        return [(number,) for number in range(getattr(self.settings, self.parts_setting))]

    def __len__(self):
        return len(self.keys())

    @property
    def steps(self) -> int:
        """The number of steps in a part; those that `make` doesn't tick count when it is done."""
        return getattr(self.settings, self.steps_setting) if self.steps_setting else 1

    def make(self, key: Key, tick: Tick = None, checkpoint: Checkpoint | None = None) -> Any:
        """Make a part.

        A long part calls `tick(n)` when n more steps are done. It offers its state to the
        `checkpoint`, which holds the last state of an interrupted part.
        """
        raise NotImplementedError

    def small(self) -> Any:
        """The settings of a tiny job that compiles the same code, or None.

        That job runs before any worker begins, because each worker would compile all of it, and
        because a mistake shows before any work is done. By default it has one part of one step, if
        there are settings that count both.
        """
        names = self.parts_setting, self.steps_setting
        return self.settings.change(**dict.fromkeys(names, 1)) if all(names) else None

    def warm_up(self) -> None:
        """Have everything compiled that the parts need."""
        if (settings := self.small()) is not None:
            job = type(self)(settings)
            keys = job.keys()
            job.outcome([job.make(key) for key in keys])

    def to_saved(self, found: Any) -> Json:
        """Return the arrays and plain JSON values that are saved of a finished part, in a dict."""
        return found

    def from_saved(self, key: Key, values: Json) -> Any:
        """Return the part again, from the values that `to_saved` returned."""
        return values

    # Its results.

    def outcome(self, parts: Sequence[Any]) -> Any:
        """Return the result of all parts, which are in the order of their keys."""
        return parts

    def draw(self, outcome: Any) -> Figure | None:
        """A picture of the outcome, if there is one."""
        return None

    def contents(self, outcome: Any) -> dict[str, str | bytes]:
        """The files of results and what they hold, without the pictures; {name: content}."""
        raise NotImplementedError

    @classmethod
    def file_names(cls) -> tuple[str, ...]:
        """The names of all files that are written; the first says which job made them."""
        names = [f"{cls.name}{ending}" for ending in (".csv", *PICTURES)]
        return tuple(names if cls.draw is not Job.draw else names[:1])

    @classmethod
    def made(cls, path: Path) -> Json:
        """Return the origin that the first of the files names; ValueError if it names none."""
        raise NotImplementedError

    def summary(self, outcome: Any) -> Json:
        """The main numbers of the outcome, as plain values."""
        return {}

    def describe(self, summary: Json) -> str:
        """The summary in words; it also has the settings, and `out`, the folder of the results."""
        return f"Results: {summary['out']}"

    def beginning(self) -> str:
        """What the job is about to do, in a line, for somebody who waits; "" if that is plain."""
        return ""

    def sketch(self, outcome: Any) -> str:
        """A picture of the outcome in lines of text, "" if there is none."""
        return ""

    # Running it.

    def compute(
        self,
        saved: Saved | None = None,
        executor: Executor | None = None,
        progress: Callable[..., Any] | None = None,
        workers: int | None = None,
    ) -> Any:
        """Make all parts and return the outcome, which no argument changes.

        `saved`: the Saved of this job; each finished part is saved there, and parts that are there
        are not made again. `executor`: any concurrent.futures.Executor; without one, `workers`
        threads (all cores). `progress` wraps an iterable of all steps to come. Raises ValueError
        if the job can't be run here.
        """
        self._check_possible()
        keys = [*self.keys()]
        there = load_finished(saved, len(keys)) if saved else {}
        found = {number: self.from_saved(keys[number], one) for number, one in there.items()}
        if len(found) < len(keys):
            self.warm_up()
        here = executor is None or self.shares  # parts are made in this process
        work = partial(_make, self, saved if here else None)
        finished = partial(_finish, self, saved) if saved else None
        numbered = [*enumerate(keys)]
        if not self.shares:
            how = executor, progress, workers
            return self.outcome(share_out(work, numbered, self.steps, *how, found, finished))
        with nullcontext(executor) if executor else local_workers(workers) as helpers:
            work = partial(work, helpers)
            how = None, progress, 1
            return self.outcome(share_out(work, numbered, self.steps, *how, found, finished))

    def run(
        self,
        out: FilePath,
        executor: Executor | None = None,
        progress: Callable[..., Any] | None = None,
        workers: int | None = None,
        restart: bool = False,
    ) -> Any:
        """Make all parts, write the results into the folder `out`, and return the outcome.

        An interrupted run goes on from what it has saved in `out`, unless `restart` discards that.
        Raises SavedError if another job's results or parts are there, or another run is at work.
        Arguments as in `compute`.
        """
        self._check_possible()
        with self.saved_in(out, restart) as saved:
            found = self.compute(saved, executor, progress, workers)
            self.finish(out, found, saved)
        return found

    def _check_possible(self):
        if words := self.refusal():
            raise ValueError(f"{self.name}: {words}")

    def saved_in(
        self, out: FilePath, restart: bool = False, say: Callable[[str], object] | None = None
    ) -> Saved:
        """Return the saving.Saved of this job in the folder of its results."""
        check = partial(self.check_folder, out)
        return Saved(self.place(out, FOLDER), self.record, restart, say=say, check=check)

    def place(self, out: FilePath, name: str) -> Path:
        """The path of a file or folder of this job, whose results are in `out`."""
        return Path(out) / name

    def check_folder(self, out: FilePath) -> None:
        """Raise SavedError if a folder holds the results of another or of an unknown job.

        Pictures by themselves may be drawn again.
        """
        first, *others = self.file_names()
        check_result(self.place(out, first), self.made, self.origin)
        if not self.place(out, first).exists():
            for name in others:
                for path in sorted(Path(out).glob(name)):
                    if path.suffix not in PICTURES:
                        raise SavedError(f"{path} was not made by a run in {out} {OTHERWISE}")

    def files(self, outcome: Any) -> dict[str, str | bytes]:
        """All files of the results, pictures too; {name: content}."""
        found = self.contents(outcome)
        if figure := self.draw(outcome):
            for name in self.file_names():
                if name.endswith(PICTURES):
                    found[name] = style.picture(figure, Path(name).suffix)
        return found

    def write(self, out: FilePath, outcome: Any, restart: bool = False) -> None:
        """Write the files of an outcome into a folder, all of them or none.

        Raises SavedError as `run` does, unless `restart` says that these take the place of others.
        """
        if not restart:
            self.check_folder(out)
        files = {self.place(out, name): one for name, one in self.files(outcome).items()}
        for folder in {path.parent for path in files}:
            make_writable(folder)
        write_files(files)

    def finish(self, out: FilePath, outcome: Any, saved: Saved) -> None:
        """Write the results, and forget the parts that they are made of."""
        self.write(out, outcome, restart=True)
        saved.complete()
        if not self.keeps_parts:
            saved.discard()

    def far(self, saved: Saved) -> str:
        """The number of saved parts in words; "" if nothing is saved."""
        done, parts = len(finished_numbers(saved, len(self))), len(self)
        if parts == 1:
            words = f"{'all' if done else 'part'} of the {self.unit}"
        else:
            words = f"{done:,} of {parts:,} {self.unit}s"
        return words if saved.names() else ""


def _make(job, saved, *more, tick):
    """Make a part, wherever that is done.

    `more`: its number and its key, after an executor if it gets one.
    """
    *executor, (number, key) = more
    checkpoint, steps = Checkpoint(saved, begun_part(number)) if saved else None, job.steps

    def count(more):
        nonlocal steps
        steps -= more
        tick(more)

    found = job.make(key, count if tick else None, checkpoint, *executor)
    if tick:
        tick(steps)  # the steps that the part did not tick
    return found


def _finish(job, saved, number, found):
    """Save a part that is made."""
    save_finished(saved, number, job.to_saved(found))


# Where the parts are saved.


def finished_part(number: int) -> str:
    """The name under which a finished part is saved."""
    return f"{FINISHED}{number:07d}"


def begun_part(number: int) -> str:
    """The name of a part's checkpoint."""
    return f"{BEGUN}{number:07d}"


def save_finished(saved: Saved, number: int, values: Json) -> None:
    """Save what is left of a finished part, and forget how far it was."""
    saved.save(finished_part(number), values)
    saved.remove(begun_part(number))


def finished_numbers(saved: Saved, parts: int) -> list[int]:
    """Return the numbers of the finished parts, below `parts`."""
    there = {*saved.names(FINISHED)}
    return [number for number in range(parts) if finished_part(number) in there]


def load_finished(saved: Saved, parts: int) -> dict[int, Json]:
    """Return {number: values} of the finished parts, below `parts`, without damaged ones.

    Checkpoints of these parts, which a killed run may have left, are removed.
    """
    there = {number: saved.load(finished_part(number)) for number in finished_numbers(saved, parts)}
    found = {number: values for number, values in there.items() if values}
    for name in {*saved.names(BEGUN)} & {*map(begun_part, found)}:
        saved.remove(name)
    return found
