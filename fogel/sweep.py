"""What does each choice do? Many settings, with many trials of each, as one job and one table.

The trials of all cases draw the same random numbers: trial 3 begins with the same founders under every slip rate, so
that cases can be compared trial by trial.
"""

import re
import shlex
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from itertools import product, zip_longest
from pathlib import Path
from typing import Any

import numpy as np

from fogel import drawing
from fogel.checkpoint import FOLDER, Checkpoint, Saved, SavedError, program
from fogel.curve import run_trial
from fogel.files import csv_rows, csv_text, read_text, write_files
from fogel.intervals import difference_and_interval, mean_and_interval
from fogel.kinds import FilePath, Json
from fogel.settings import Settings, check_names, checked, number_of, option_of
from fogel.trial.observers import Audit, Judge, Save
from fogel.trial.saved_trials import begun_part, load_finished, save_finished
from fogel.workers import share_out

TABLE, RECORD = "sweep.csv", "sweep.json"
MARKS = (1, 10, 50, 100, 200, 400, 800)  # generations that are looked at, unless others are asked for
MOST_TRIALS = 1_000_000  # of all cases together
MOST_DRAWN = 40  # cases in the picture, so that it costs the same for any number of them
LARGEST_FILE = 2_000_000_000  # bytes of a table
NOT_SWEPT = {  # settings, and why it makes no sense to sweep over them
    "trials": "all cases have as many",
    "generations": "`at` says which are looked at",
    "seed": "the trials of a case have different random numbers already",
    "best_player": "no column depends on it",
    "champion": "no column depends on it",
    "game": "payoffs of one game say nothing beside those of another",
}
# `exact` goes by the rules of its own case; `worth` is what the same network would earn by those the sweep begins with.
MEASURES = ("highest", "exact", "best_exact", "worth", "mean_hidden_nodes")
WORDS = {"highest": "highest total payoff", "exact": "its exact payoff", "best_exact": "highest exact payoff"}

# Named sweeps: by name, the cases as {label: changes of the settings}.
NAMED: dict[str, dict[str, dict[str, Any]]] = {
    "ingredients": {  # the experiment, and what becomes of it with one thing changed
        "as it is": {},
        "survivors at random": {"win_payoff": 0, "loss_payoff": 0},
        "no noise": {"noise": 0.0},
        "no change of structure": {"change_probability": 0.0},
        "one hidden node": {"max_hidden": 1},
        "no bias": {"bias": False},
        "one rival": {"rivals": 1},
        "all are rivals": {"rivals": 99},
        "parents keep their payoff": {"replay_parents": False},
        "128 games": {"games": 128},
        "exact payoffs": {"evaluation": "exact"},
        "+1 / 0 / −1": {"loss_payoff": -1},
        "+10 / 0 / −1": {"win_payoff": 10, "loss_payoff": -1},
        "own lines": {"marker": "own"},
        "line by line": {"line_choice": "lines"},
        "first line found": {"line_choice": "first"},
        "forced replies": {"forced_replies": True},
    },
    "readings": {  # where the sources are silent or ambiguous: one other reading at a time
        "as it is": {},
        "marker: own": {"marker": "own"},
        "line choice: lines": {"line_choice": "lines"},
        "line choice: first": {"line_choice": "first"},
        "forced replies": {"forced_replies": True},
        "perfect ties: first": {"perfect_ties": "first"},
        "rivals repeat": {"repeat_rivals": True},
        "equal is beaten": {"equal_is_beaten": True},
        "ties to parents": {"rank_ties": "parents"},
        "ties to children": {"rank_ties": "children"},
        "only the highest score": {"survivors": "highest-score"},
        "structure before noise": {"change_first": True},
        "newest node deleted": {"delete_newest": True},
    },
    "noise": {f"noise {noise}": {"noise": noise} for noise in (0.0125, 0.025, 0.05, 0.1, 0.2, 0.4)},
    "second-look": {  # what the ingredients and the noise made us doubt, for another seed
        "as it is": {},
        "no change of structure": {"change_probability": 0.0},
        "no bias": {"bias": False},
        "128 games": {"games": 128},
        "exact payoffs": {"evaluation": "exact"},
        "noise 0.1": {"noise": 0.1},
        "noise 0.2": {"noise": 0.2},
    },
    "alone": {  # why is something not found? what may be in its way, each changed alone (and one pair)
        "as it is": {},
        "noise 0.0125": {"noise": 0.0125},
        "noise 0.2": {"noise": 0.2},
        "noise 0.5": {"noise": 0.5},
        "start ±3": {"weight_range": 3.0},
        "4 hidden nodes": {"min_hidden": 4, "max_hidden": 4},
        "10 hidden nodes": {"min_hidden": 10},
        "+1 / 0 / −1": {"loss_payoff": -1},
        "128 games": {"games": 128},
        "exact payoffs": {"evaluation": "exact"},
        "exact and noise 0.2": {"evaluation": "exact", "noise": 0.2},
        "slip 0.3": {"slip": 0.3},
        "slip 1": {"slip": 1.0},
    },
}


@dataclass(frozen=True)
class Plan:
    """What a sweep computes: the settings it begins with, {label: Settings}, which vary, the generations looked at."""

    base: Settings
    cases: dict
    varied: tuple
    at: tuple

    @property
    def columns(self) -> list[str]:
        """The columns of the table."""
        return ["case", *self.varied, "trial", "seed", "generation", *MEASURES]

    @property
    def trials(self) -> int:
        """How many trials there are, of all cases together."""
        return len(self.cases) * self.base.trials

    def case_of(self, index: int) -> tuple[str, Settings, int]:
        """(label, Settings, trial) of one of the trials, case by case."""
        case, trial = divmod(index, self.base.trials)
        label = [*self.cases][case]
        return label, self.cases[label], trial

    def keys(self, index: int) -> list[tuple]:
        """What stands at the beginning of a trial's rows, one tuple of values for each generation looked at."""
        label, settings, trial = self.case_of(index)
        values = [getattr(settings, name) for name in self.varied]
        return [(label, *values, trial, settings.seed, generation) for generation in self.at]

    def to_dict(self) -> Json:
        """The plan as plain JSON values."""
        cases = {label: {name: getattr(case, name) for name in self.varied} for label, case in self.cases.items()}
        return {"settings": self.base.to_dict(), "cases": cases, "at": list(self.at)}


def plan(
    base: Settings | None = None, over: dict[str, Sequence[Any]] | str | None = None, at: Iterable[int] | None = None
) -> Plan:
    """The Plan of a sweep over all combinations of some settings' values, or of a named one; see `run`.

    Raises ValueError that names the argument, or the combination, that can't be.
    """
    base = base or Settings()
    if isinstance(over, str):
        if over not in NAMED:
            raise ValueError(f"over must be one of {', '.join(NAMED)}, or settings and their values, not {over!r}")
        changes = NAMED[over]
    else:
        changes = _grid(over or {}, type(base))
    if len(changes) * base.trials > MOST_TRIALS:
        raise ValueError(f"trials must be at most {MOST_TRIALS:,} in all cases, not {len(changes) * base.trials:,}")
    cases = {}
    for label, change in changes.items():
        try:
            cases[label] = base.change(**change)
        except ValueError as problem:
            raise ValueError(f"over has an impossible case, {label}: {problem}") from None
    if at is None:
        at = [mark for mark in MARKS if mark < base.generations] + [base.generations]
    for generation in at:
        if isinstance(generation, bool) or not isinstance(generation, (int, np.integer)):
            raise ValueError(f"at must hold whole numbers, not {generation!r}")
        if not 1 <= generation <= base.generations:
            raise ValueError(f"at must hold generations from 1 to {base.generations}, not {generation}")
    if not at:
        raise ValueError("at must hold a generation at least")
    varied = tuple(dict.fromkeys(name for change in changes.values() for name in change))
    return Plan(base, cases, varied, tuple(sorted({int(generation) for generation in at})))


def _grid(over, choices):
    """{label: changes} of all combinations of settings of that class."""
    values = {}
    for name, some in over.items():
        if name not in choices.__dataclass_fields__:
            raise ValueError(f"over must name settings, and {name!r} is none")
        if name in NOT_SWEPT:
            raise ValueError(f"over can't name {name}: {NOT_SWEPT[name]}")
        values[name] = [checked(name, value, choices) for value in some]
        if not values[name]:
            raise ValueError(f"over must have a value of {name} at least")
        if len(set(values[name])) < len(values[name]):
            raise ValueError(f"over must name each value of {name} once, not {plain(values[name])}")
    if not values:
        raise ValueError("over must name a setting at least")
    combinations = [dict(zip(values, some, strict=True)) for some in product(*values.values())]
    return {" ".join(f"{name}={plain(value)}" for name, value in one.items()): one for one in combinations}


def plain(value: Any) -> str:
    """A value as it stands in the table; it is read back without a loss."""
    if isinstance(value, list):
        return ",".join(map(plain, value))
    if isinstance(value, (bool, np.bool_)):
        return "yes" if value else "no"
    return repr(float(value)) if isinstance(value, (float, np.floating)) else str(value)


def run(
    base: Settings | None = None,
    over: dict[str, Sequence[Any]] | str | None = None,
    at: Iterable[int] | None = None,
    out: FilePath | None = None,
    executor: Executor | None = None,
    progress: Callable[..., Any] | None = None,
    workers: int | None = None,
    restart: bool = False,
    saving: Any = None,
) -> "Table":
    """All trials of all cases, a Table.

    `base`: Settings to begin with, which say how many trials each case has; GameSettings for another game. `over`:
    {name of a setting: its values}, all combinations of which are cases, or the name of one of NAMED. `at`: the
    generations looked at. With a folder `out` each trial is saved there when it is done, and the table goes to
    sweep.csv in the end; what is there of the same sweep is not computed again, that of another one raises SavedError
    unless `restart` says to start from scratch.
    `executor`, `progress` and `workers` as in curve.run_trials; the rows and their order do not depend on them.
    `saving`: the checkpoint.Saved to use, if not one of its own.

    Raises ValueError that names what is wrong, before any work.
    """
    todo = plan(base, over, at)
    if out is None:
        return _read(_compute(todo, None, executor, progress, workers), TABLE, type(todo.base))
    table = Path(out) / TABLE
    if table.exists() and not (Path(out) / RECORD).exists() and not restart:
        raise SavedError(f"{table} is there, and no {RECORD} that says of which settings it is")
    with saving or saved_in(out, todo, restart) as saved:
        text = _compute(todo, saved, executor, progress, workers)
        result = _read(text, TABLE, type(todo.base))
        write_files({table: text, **result.pictures(out)})
        saved.complete()
    return result


def job(todo: Plan) -> Json:
    """What says which sweep a folder holds: plain values."""
    return {"command": "sweep", **todo.to_dict(), "program": program(room_of(todo))}


def in_options(todo: Plan) -> str:
    """What follows `fogel sweep` on the command line for this sweep."""
    changes = {label: {name: getattr(case, name) for name in todo.varied} for label, case in todo.cases.items()}
    named = (name for name, cases in NAMED.items() if [*cases] == [*changes])
    if (name := next(named, None)) is None:
        values = {name: dict.fromkeys(one[name] for one in changes.values()) for name in todo.varied}
        words = (f"--over {option_of(name)[2:]} {shlex.quote(plain([*some]))}" for name, some in values.items())
        name = " ".join(words)
    return f"{name} --at {plain([*todo.at])} {todo.base.as_options()}".strip()


def plan_of(table: "Table") -> Plan:
    """Return the Plan of a table that nobody says the settings of: those that are no column are the usual ones.

    Raises ValueError if there is no such plan.
    """
    columns = table.columns
    varied, first = tuple(columns)[1 : -3 - len(MEASURES)], columns["case"].tolist().index
    check_names(varied, Settings)
    at, trials = sorted({*columns["generation"].tolist()}), int(columns["trial"].max()) + 1
    base = Settings(trials=trials, generations=at[-1], seed=columns["seed"][0])
    cases = {case: base.change(**{name: columns[name][first(case)].item() for name in varied}) for case in table.cases}
    return Plan(base, cases, varied, tuple(at))


def room_of(todo: Plan) -> str:
    """The last module that a sweep depends on: another game's Settings come from a later one."""
    return "sweep" if type(todo.base) is Settings else "anygame"


def saved_in(out: FilePath, todo: Plan, restart: bool = False) -> Saved:
    """The checkpoint.Saved of a sweep in a folder."""
    out = Path(out)
    return Saved(out / FOLDER, job(todo), restart, out / RECORD)


def _compute(todo, saved, executor, progress, workers):
    """The table as text; each trial's rows are saved when it is done, and not computed again if they are."""
    found = {index: values["rows"] for index, values in load_finished(saved, todo.trials).items()} if saved else {}
    if len(found) < todo.trials:
        for evaluation in {case.evaluation for case in todo.cases.values()}:  # compiled once, not by every worker
            run_trial(todo.base.change(evaluation=evaluation, generations=1), observers=[Audit(), Judge(todo.base)])
    work = partial(rows_of, todo, saved if executor is None else None)
    finished = (lambda index, rows: save_finished(saved, index, {"rows": rows})) if saved else None
    generations = todo.base.generations
    rows = share_out(work, todo.trials, generations, executor, progress, workers, found, finished)
    return text_of([todo.columns]) + "".join(rows)


def rows_of(todo: Plan, saved: Saved | None, index: int, tick: Callable[[int], object] | None = None) -> str:
    """The rows of one trial, as text; with `saved` it is kept there how far it is."""
    _, settings, trial = todo.case_of(index)
    observers = [Audit(todo.at), Judge(todo.base, todo.at)]
    if saved:
        observers.append(Save(Checkpoint(saved, begun_part(index))))
    found: Any = run_trial(settings, trial, observers, tick)
    rows = []
    for key, generation in zip(todo.keys(index), todo.at, strict=True):
        exact, best_exact = found.exact[generation - 1].tolist()
        highest, nodes = (values[generation - 1].item() for values in (found.best_payoff, found.mean_hidden_nodes))
        rows.append([*key, highest, exact, best_exact, found.worth[generation - 1].item(), nodes])
    return text_of(rows)


def text_of(rows: Iterable[Sequence[Any]]) -> str:
    """Rows of a table as it stands in its file."""
    return csv_text([plain(value) for value in row] for row in rows)


# The table.


@dataclass(frozen=True)
class Table:
    """A sweep's results: `columns`, {name: array}, with a row for each generation looked at of each trial."""

    columns: dict

    def __len__(self):
        return len(self.columns["trial"])

    @property
    def cases(self) -> list[str]:
        """The labels of the cases, in their order."""
        return [*dict.fromkeys(self.columns["case"].tolist())]

    def values(self, measure: str = "exact", generation: int | None = None, case: str | None = None) -> np.ndarray:
        """(trials,): one of MEASURES at a generation (the last one looked at unless said), of one case."""
        if measure not in MEASURES:
            raise ValueError(f"measure must be one of {', '.join(MEASURES)}, not {measure!r}")
        generation = self.columns["generation"].max() if generation is None else generation
        if generation not in self.columns["generation"]:
            raise ValueError(f"generation must be one that was looked at, not {generation!r}")
        rows = self.columns["generation"] == generation
        if case is not None:
            if case not in self.cases:
                raise ValueError(f"case must be one of {', '.join(self.cases)}, not {case!r}")
            rows &= self.columns["case"] == case
        return self.columns[measure][rows]

    def means(self, measure: str = "exact", generation: int | None = None) -> dict[str, tuple]:
        """{case: (mean, half width of its 95 % interval)} over the trials; see `values`."""
        return {case: mean_and_interval(values) for case, values in self._by_case(measure, generation).items()}

    def _by_case(self, measure, generation):
        """{case: values}, all cases in one pass over the rows."""
        generation = self.columns["generation"].max() if generation is None else generation
        values = self.values(measure, generation)
        labels = self.columns["case"][self.columns["generation"] == generation]
        names, numbers = np.unique(labels, return_inverse=True)
        parts = np.split(values[np.argsort(numbers, kind="stable")], np.cumsum(np.bincount(numbers))[:-1])
        found = dict(zip(names.tolist(), parts, strict=True))
        return {case: found[case] for case in self.cases}

    def differences(
        self, measure: str = "worth", generation: int | None = None, trials: int | None = None
    ) -> dict[str, tuple]:
        """{case: (its mean less that of the first case, half width of the 95 % interval)}, of all other cases.

        `trials`: only so many of each case, the first ones. One trial has no interval, None.
        """
        first, *others = ((case, some[:trials]) for case, some in self._by_case(measure, generation).items())
        return {case: difference_and_interval(values, first[1]) for case, values in others}

    def summary(self) -> Json:
        """What there is to say about it, as plain values: means and intervals by case, at the last generation."""
        last = int(self.columns["generation"].max())
        trials = len(self.values("exact", last, self.cases[0]))
        found = {measure: self.means(measure, last) for measure in MEASURES}
        cases = {
            case: {measure: dict(zip(("mean", "interval"), found[measure][case], strict=True)) for measure in MEASURES}
            for case in self.cases
        }
        return {"generation": last, "trials": trials, "cases": cases}

    @drawing.styled
    def draw(self, generation: int | None = None) -> drawing.Figure:
        """Return the means of the cases with their 95 % intervals, a matplotlib Figure: what was made, and its worth.

        The grey mark is the highest total payoff of the generation, the blue one the exact payoff of the same network.
        Of more than MOST_DRAWN cases, those with the highest mean exact payoff are drawn, the best one first.
        """
        from matplotlib.figure import Figure

        exact = {case: mean for case, (mean, _) in self.means("exact", generation).items()}
        cases = [*exact]
        if len(exact) > MOST_DRAWN:
            cases = sorted(exact, key=lambda case: -exact[case])[:MOST_DRAWN]
        figure = Figure(figsize=(drawing.PAGE, 0.9 + 0.3 * max(3, len(cases))), layout="constrained")
        axes = figure.add_subplot()
        marks = {"highest": (drawing.GREY, 0.14, "s"), "exact": (drawing.BLUE, -0.14, "o")}
        for measure, (colour, shift, marker) in marks.items():
            means = self.means(measure, generation)
            at = np.arange(len(cases)) - shift
            middle = [means[case][0] for case in cases]
            halves = [means[case][1] or 0.0 for case in cases]
            label = f"{WORDS[measure]}, 95 % interval"
            axes.errorbar(middle, at, xerr=halves, fmt=marker, color=colour, markersize=4, capsize=3, label=label)
        axes.set_yticks(range(len(cases)), cases)
        axes.set_ylim(len(cases) - 0.5, -0.5)
        axes.grid(True, axis="x")
        axes.grid(False, axis="y")
        last = self.columns["generation"].max() if generation is None else generation
        few = (
            f"; the {len(cases)} of {len(exact):,} cases with the highest exact payoff"
            if len(cases) < len(exact)
            else ""
        )
        axes.set_xlabel(f"total payoff in generation {last}{few}")
        figure.legend(loc="outside upper left", ncols=2)
        return figure

    def pictures(self, folder: FilePath) -> dict[Path, bytes]:
        """{path: content} of the picture (see `draw`) in a folder, as sweep.png and sweep.svg."""
        figure, paths = self.draw(), (Path(folder) / name for name in ("sweep.png", "sweep.svg"))
        return {path: drawing.picture(figure, path.suffix) for path in paths}


def read(path: FilePath, choices: type[Settings] = Settings) -> "Table":
    """The Table in a file, or in a folder's sweep.csv; raises ValueError that names the line and the column.

    `choices`: the class of its settings, GameSettings for a sweep of another game.
    """
    path = Path(path)
    path = path / TABLE if path.is_dir() else path
    try:
        return _read(read_text(path, LARGEST_FILE), path, choices)
    except ValueError as problem:
        raise ValueError(str(problem) if str(problem).startswith(str(path)) else f"{path}: {problem}") from None


def _read(text, path, choices):
    head, *rows = csv_rows(text) or [[]]
    here = ["trial", "seed", "generation", *MEASURES]
    varied = head[1 : -len(here)]
    if (
        head[:1] != ["case"]
        or head[len(head) - len(here) :] != here
        or not set(varied) <= set(choices.__dataclass_fields__)
    ):
        raise ValueError(f"{path}: line 1 must name the columns case, the settings, {', '.join(here)}")
    columns = {name: [] for name in head}
    for number, row in enumerate(rows, start=2):
        if len(row) != len(head):
            raise ValueError(f"{path}: line {number} must have {len(head)} columns, not {len(row)}")
        for name, value in zip(head, row, strict=True):
            try:
                columns[name].append(_value(name, value, choices))
            except ValueError:
                raise ValueError(f"{path}: line {number}: {name} can't be {value[:60]!r}") from None
    _check_complete(columns, path)
    return Table({name: np.array(values) for name, values in columns.items()})


def _check_complete(columns, path):
    """Raises ValueError unless each case has each trial at each generation looked at, in their order."""
    here = [*zip(columns["case"], columns["trial"], columns["generation"], strict=True)]
    cases, at = dict.fromkeys(columns["case"]), sorted({*columns["generation"]})
    trials = range(max(columns["trial"], default=-1) + 1)
    for number, (row, due) in enumerate(zip_longest(here, product(cases, trials, at)), start=2):
        if row != due:
            words = "no more line" if due is None else f"generation {due[2]} of trial {due[1]}, {due[0]},"
            raise ValueError(f"{path}: line {number}: {words} expected")


def _value(name, text, choices):
    """What `plain` made a text of."""
    if name == "case":
        return text
    if name in choices.__dataclass_fields__:
        return checked(name, setting_value(name, text, choices), choices)
    if name in ("trial", "generation"):
        return int(text) if re.fullmatch("[0-9]{1,9}", text) else _no(name, text)
    value = number_of(text, float)
    return value if np.isfinite(value) else _no(name, text)


def setting_value(name: str, text: str, choices: type[Settings] = Settings) -> Any:
    """A text as a value of a setting's kind; raises ValueError where it is none."""
    kind = choices.__dataclass_fields__[name].metadata["kind"]
    if kind is bool:
        return {"yes": True, "no": False}[text] if text in ("yes", "no") else _no(name, text)
    return text if kind is str else number_of(text, kind)


def _no(name, text):
    raise ValueError(f"{name} must be yes or no, not {text!r}")
