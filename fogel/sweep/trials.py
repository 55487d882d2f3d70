"""All trials of all cases of a sweep, as one job and one table.

The trials of all cases draw the same random numbers: trial 3 begins with the same founders under
every slip rate, so that cases can be compared trial by trial.
"""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import Any

from fogel.core.files import write_files
from fogel.core.results import SavedError
from fogel.core.saving import FOLDER, Checkpoint, Saved, program
from fogel.core.settings import Settings
from fogel.core.types import FilePath, Json
from fogel.core.workers import share_out
from fogel.curve import run_trial
from fogel.engine.observers import Audit
from fogel.engine.saved_trials import Save, begun_part, load_finished, save_finished
from fogel.engine.score_under import ScoreUnder
from fogel.sweep.cases import Plan, format_table, plan
from fogel.sweep.table import TABLE, Table, parse_table

RECORD = "sweep.json"


# Many parameters: most of them are those of every job, under the names that all jobs share.
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
) -> Table:
    """All trials of all cases, a Table.

    `base`: Settings to begin with, which say how many trials each case has; GameSettings for
    another game. `over`: {name of a setting: its values}, all combinations of which are cases, or
    the name of one of NAMED. `at`: the generations looked at. With a folder `out` each trial is
    saved there when it is done, and the table goes to sweep.csv in the end; what is there of the
    same sweep is not computed again, that of another one raises SavedError unless `restart` says to
    start from scratch. `executor`, `progress` and `workers` as in curve.run_trials; the rows and
    their order do not depend on them. `saving`: the saving.Saved to use, if not one of its own.

    Raises ValueError that names what is wrong, before any work.
    """
    todo = plan(base, over, at)
    if out is None:
        return parse_table(
            _compute(todo, None, executor, progress, workers), TABLE, type(todo.base)
        )
    table = Path(out) / TABLE
    if table.exists() and not (Path(out) / RECORD).exists() and not restart:
        raise SavedError(f"{table} is there, and no {RECORD} that says of which settings it is")
    with saving or saved_in(out, todo, restart) as saved:
        text = _compute(todo, saved, executor, progress, workers)
        result = parse_table(text, TABLE, type(todo.base))
        write_files({table: text, **result.pictures(out)})
        saved.complete()
    return result


def job(todo: Plan) -> Json:
    """What says which sweep a folder holds: plain values."""
    return {"command": "sweep", **todo.to_dict(), "program": program(find_last_module(todo))}


def find_last_module(todo: Plan) -> str:
    """The last module that a sweep depends on: another game's Settings come from a later one."""
    return "sweep" if type(todo.base) is Settings else "anygame"


def saved_in(out: FilePath, todo: Plan, restart: bool = False) -> Saved:
    """Return the saving.Saved of a sweep in a folder."""
    out = Path(out)
    return Saved(out / FOLDER, job(todo), restart, out / RECORD)


def _compute(todo, saved, executor, progress, workers):
    """The table as text; each trial's rows are saved when it is done, and not computed again if
    they are.
    """
    found = (
        {index: values["rows"] for index, values in load_finished(saved, todo.trials).items()}
        if saved
        else {}
    )
    if len(found) < todo.trials:
        # Compiled once, not by every worker.
        for evaluation in {case.evaluation for case in todo.cases.values()}:
            run_trial(
                todo.base.change(evaluation=evaluation, generations=1),
                observers=[Audit(), ScoreUnder(todo.base)],
            )
    work = partial(make_rows, todo, saved if executor is None else None)
    finished = (lambda index, rows: save_finished(saved, index, {"rows": rows})) if saved else None
    generations = todo.base.generations
    rows = share_out(work, todo.trials, generations, executor, progress, workers, found, finished)
    return format_table([todo.columns]) + "".join(rows)


def make_rows(
    todo: Plan, saved: Saved | None, index: int, tick: Callable[[int], object] | None = None
) -> str:
    """The rows of one trial, as text; with `saved` it is kept there how far it is."""
    _, settings, trial = todo.case_of(index)
    observers = [Audit(todo.at), ScoreUnder(todo.base, todo.at)]
    if saved:
        observers.append(Save(Checkpoint(saved, begun_part(index))))
    found: Any = run_trial(settings, trial, observers, tick)
    rows = []
    for key, generation in zip(todo.keys(index), todo.at, strict=True):
        exact, best_exact = found.exact[generation - 1].tolist()
        highest, nodes = (
            values[generation - 1].item() for values in (found.best_payoff, found.mean_hidden_nodes)
        )
        rows.append(
            [*key, highest, exact, best_exact, found.exact_payoff[generation - 1].item(), nodes]
        )
    return format_table(rows)
