"""The cases of a sweep: settings and their values, or a named list of changes."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import product
from typing import Any

import numpy as np

from fogel.core import table_jobs
from fogel.core.settings import Settings, as_option, checked, parse_number
from fogel.core.types import Json

# Generations that are looked at, unless others are asked for.
MARKS = (1, 10, 50, 100, 200, 400, 800)
MOST_TRIALS = 1_000_000  # of all cases together
NOT_SWEPT = {  # settings, and why it makes no sense to sweep over them
    "trials": "all cases have as many",
    "generations": "`at` (--at-generations) says which are looked at",
    "seed": "the trials of a case have different random numbers already",
    "best_player": "no column depends on it",
    "champion": "no column depends on it",
    "game": "payoffs of one game say nothing beside those of another",
}
# `exact` goes by the rules of its own case; `exact_payoff` is what the same network would earn by
# those the sweep begins with.
MEASURES = ("highest", "exact", "best_exact", "exact_payoff", "mean_hidden_nodes")

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
    # why is something not found? what may be in its way, each changed alone (and one pair).
    "alone": {
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


def read_settings(values: Json) -> Any:
    """Return the Settings of plain values, or GameSettings if they name a game."""
    choices: Any = Settings
    if "game" in values:  # of another game, whose settings are in a later module
        choices = import_module("fogel.anygame.settings").GameSettings
    return choices.from_dict(values)


@dataclass(frozen=True)
class Plan:
    """A sweep: its first settings, its cases {label: Settings}, what varies, its generations."""

    base: Settings
    cases: dict
    varied: tuple
    at: tuple

    @property
    def trials(self) -> int:
        """How many trials there are, of all cases together."""
        return len(self.cases) * self.base.trials

    def to_dict(self) -> Json:
        """The plan as plain JSON values."""
        cases = {
            label: {name: getattr(case, name) for name in self.varied}
            for label, case in self.cases.items()
        }
        return {"settings": self.base.to_dict(), "cases": cases, "at": list(self.at)}

    @classmethod
    def from_dict(cls, values: Json) -> Plan:
        """Return the plan that `to_dict` describes; raise ValueError for a wrong setting."""
        base = read_settings(values["settings"])
        cases = {str(label): base.change(**one) for label, one in values["cases"].items()}
        varied, *_ = values["cases"].values()
        return cls(base, cases, tuple(varied), _marks(values["at"], base.generations))


def plan(
    base: Settings | None = None,
    over: dict[str, Sequence[Any]] | str | None = None,
    at: Iterable[int] | None = None,
) -> Plan:
    """The Plan of a sweep over all combinations of some settings' values, or of a named one; see
    `run`.

    Raises ValueError that names the argument, or the combination, that can't be.
    """
    base = base or Settings()
    changes = _changes(over, type(base))
    if len(changes) * base.trials > MOST_TRIALS:
        raise ValueError(
            f"trials must be at most {MOST_TRIALS:,} in all cases, not"
            f" {len(changes) * base.trials:,}"
        )
    cases = {}
    for label, change in changes.items():
        try:
            cases[label] = base.change(**change)
        except ValueError as problem:
            raise ValueError(f"over has an impossible case, {label}: {problem}") from None
    marks = _marks(at, base.generations)
    varied = tuple(dict.fromkeys(name for change in changes.values() for name in change))
    return Plan(base, cases, varied, marks)


def _changes(over, choices):
    """{label of a case: its settings} of a named sweep or of a grid."""
    if not isinstance(over, str):
        return _grid(over or {}, choices)
    if over not in NAMED:
        raise ValueError(
            f"over must be one of {', '.join(NAMED)}, or settings and their values, not {over!r}"
        )
    return NAMED[over]


def _marks(at, generations):
    """The generations that are looked at, in order; by default those of MARKS, and the last."""
    if at is None:
        at = [mark for mark in MARKS if mark < generations] + [generations]
    for generation in at:
        if isinstance(generation, bool) or not isinstance(generation, (int, np.integer)):
            raise ValueError(f"at must hold whole numbers, not {generation!r}")
        if not 1 <= generation <= generations:
            raise ValueError(f"at must hold generations from 1 to {generations}, not {generation}")
    if not at:
        raise ValueError("at must hold a generation at least")
    return tuple(sorted({int(generation) for generation in at}))


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
    return {
        " ".join(f"{name}={plain(value)}" for name, value in one.items()): one
        for one in combinations
    }


def plain(value: Any) -> str:
    """A value or several values, as they are typed and as the table has them."""
    return ",".join(map(plain, value)) if isinstance(value, list) else table_jobs.plain(value)


def in_options(todo: Plan) -> str:
    """What follows `fogel sweep` on the command line for this sweep."""
    changes = {
        label: {name: getattr(case, name) for name in todo.varied}
        for label, case in todo.cases.items()
    }
    named = (name for name, cases in NAMED.items() if [*cases] == [*changes])
    if (name := next(named, None)) is None:
        values = {
            name: dict.fromkeys(one[name] for one in changes.values()) for name in todo.varied
        }
        words = (
            f"--over {as_option(name)[2:]} {shlex.quote(plain([*some]))}"
            for name, some in values.items()
        )
        name = " ".join(words)
    return f"{name} --at-generations {plain([*todo.at])} {todo.base.as_options()}".strip()


def setting_value(name: str, text: str, choices: type[Settings] = Settings) -> Any:
    """A text as a value of a setting's kind; raises ValueError where it is none."""
    kind = choices.__dataclass_fields__[name].metadata["kind"]
    if kind is bool:
        return {"yes": True, "no": False}[text] if text in ("yes", "no") else _no(name, text)
    return text if kind is str else parse_number(text, kind)


def _no(name, text):
    raise ValueError(f"{name} must be yes or no, not {text!r}")
