"""All trials of all cases of a sweep, as one job and one table.

The trials of all cases draw the same random numbers: trial 3 begins with the same founders under
every slip rate, so that cases can be compared trial by trial.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from fogel.core.jobs import Key, Tick
from fogel.core.saving import Checkpoint
from fogel.core.settings import Settings
from fogel.core.table_jobs import TableJob
from fogel.core.types import Figure, FilePath, Json
from fogel.curve import run_trial
from fogel.engine.observers import Audit
from fogel.engine.saved_trials import Save
from fogel.engine.score_under import ScoreUnder
from fogel.sweep.cases import MEASURES, Plan, in_options, plan
from fogel.sweep.table import Table


class SweepJob(TableJob):
    """All trials of all cases of a Plan."""

    name, words, table = "sweep", "compare settings, with many trials of each", Table
    unit, step, steps_setting = "trial", "generations", "generations"
    key_columns = ("case", "trial", "generation")

    def __init__(self, todo: Plan):
        super().__init__(todo.base)
        self.plan = todo
        self.choices = type(todo.base)
        # Another game's Settings come from a later module.
        self.module = "sweep" if self.choices is Settings else "anygame"

    @classmethod
    def from_dict(cls, values: Json) -> SweepJob:
        """Return the sweep that `to_dict` describes."""
        return cls(Plan.from_dict(values))

    def to_dict(self) -> Json:
        """The plan."""
        return self.plan.to_dict()

    @property
    def command(self) -> str:
        """The command that runs it."""
        return f"fogel sweep {in_options(self.plan)}"

    @property
    def columns(self) -> dict[str, Any]:
        """The case, the settings that vary, the trial, and what it came to in a generation."""
        fields = self.choices.__dataclass_fields__
        varied = {name: fields[name].metadata["kind"] for name in self.plan.varied}
        numbers = {"trial": int, "seed": int, "generation": int}
        return {"case": str, **varied, **numbers, **dict.fromkeys(MEASURES, float)}

    def __len__(self):
        return self.plan.trials

    def keys(self) -> list[Key]:
        """(case, number) of each trial."""
        return [(case, trial) for case in self.plan.cases for trial in range(self.settings.trials)]

    def leads(self, key: Key) -> list[Key]:
        """The key and each generation that is looked at."""
        return [(*key, generation) for generation in self.plan.at]

    def check(self, row: Any) -> None:
        """Raise ValueError if a setting is not that of the case."""
        case = self.plan.cases.get(row[0])
        for value, name in zip(row[1:], (*self.plan.varied, "trial", "seed"), strict=False):
            if name != "trial" and case and value != getattr(case, name):
                raise ValueError(f"{name} must be {getattr(case, name)}, as in its case")

    def warm_up(self) -> None:
        """Compile what the cases need: other loops for another evaluation."""
        for evaluation in {case.evaluation for case in self.plan.cases.values()}:
            settings = self.settings.change(evaluation=evaluation, generations=1)
            run_trial(settings, observers=[Audit(), ScoreUnder(self.settings)])

    def long_rows(
        self, key: Key, tick: Tick = None, checkpoint: Checkpoint | None = None
    ) -> Iterable[list[Any]]:
        """Yield a row for each generation that is looked at; runs the trial."""
        (label, trial), at = key, self.plan.at
        settings = self.plan.cases[label]
        observers = [Audit(at), ScoreUnder(self.settings, at)]
        observers += [Save(checkpoint)] if checkpoint else []
        found: Any = run_trial(settings, trial, observers, tick)
        varied = [getattr(settings, name) for name in self.plan.varied]
        for generation in at:
            exact, best_exact = found.exact[generation - 1].tolist()
            highest, score, nodes = (
                values[generation - 1].item()
                for values in (found.best_payoff, found.exact_payoff, found.mean_hidden_nodes)
            )
            here = [label, *varied, trial, settings.seed, generation]
            yield [*here, highest, exact, best_exact, score, nodes]

    def draw(self, outcome: Table) -> Figure:
        """The means of the cases."""
        return outcome.draw()

    def describe(self, summary: Json) -> str:
        """The same in words."""
        cases = summary["cases"]
        width = max(map(len, cases))
        lines = [
            (
                f"Generation {summary['generation']}, mean of {summary['trials']} trials and 95 %"
                f" interval, seed {summary['seed']}:"
            ),
            (
                f"  {'':<{width}}   {'highest payoff':>16}   {'its exact payoff':>16}  "
                f" {'best exact payoff':>17}   {'by the base rules':>17}   nodes"
            ),
        ]
        for case, found in cases.items():
            highest, exact, best, base = (_cell(found[name]) for name in MEASURES[:4])
            lines.append(
                f"  {case:<{width}}   {highest:>16}   {exact:>16}   {best:>17}   {base:>17}"
                f"   {found['mean_hidden_nodes']['mean']:5.2f}"
            )
        lines.append(
            "By the base rules: what the network of the highest payoff would earn by the rules that"
            " the sweep begins with."
        )
        return "\n".join([*lines, f"Table and picture: {summary['out']}"])


def _cell(value):
    interval = value["interval"]
    return f"{value['mean']:.2f}" + ("" if interval is None else f" ± {interval:.2f}")


def run(
    base: Settings | None = None,
    over: dict[str, Sequence[Any]] | str | None = None,
    at: Iterable[int] | None = None,
    out: FilePath | None = None,
    **how: Any,
) -> Table:
    """All trials of all cases, a Table.

    `base`: Settings to begin with, which say how many trials each case has; GameSettings for
    another game. `over`: {name of a setting: its values}, all combinations of which are cases, or
    the name of one of NAMED. `at`: the generations looked at. `how`: further arguments of Job.run,
    or of Job.compute where there is no folder `out` to write into.

    Raises ValueError that names what is wrong, before any work.
    """
    job = SweepJob(plan(base, over, at))
    return job.compute(**how) if out is None else job.run(out, **how)


def read(path: FilePath) -> Table:
    """The Table in a file, or in a folder's sweep.csv; raises ValueError as TableJob.read does."""
    path = Path(path)
    return SweepJob.read(path / SweepJob.file_names()[0] if path.is_dir() else path)
