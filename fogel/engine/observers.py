"""Observers: each notes one thing about a trial, and none changes it.

    run_trial(Settings(), 7, [Keep((1, 800)), Audit()])

An observer only says what to note, so that all trials can share it and other processes can get it.
What it notes of a trial is a value of that trial. No observer knows of the others in the list.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from numbers import Integral
from typing import Any, ClassVar

import numpy as np

from fogel.core.settings import Settings
from fogel.core.types import Floats
from fogel.engine.trial import Evolution


class Observer:
    """The base of observers: each records one thing about a trial, in its `field`; methods may be
    overridden.

    `resumes`: whether a trial that it observes can be saved and resumed. `restores`: whether it is
    the one that does so.
    """

    field: ClassVar[str | None] = None
    resumes: ClassVar[bool] = True
    restores: ClassVar[bool] = False

    def stops(self, last: int) -> Iterable[int]:
        """Return generations up to `last` after which the engine must stop for `note`."""
        return ()

    def begin(self, evolution: Evolution) -> Any:
        """The value of a trial, a trial.Evolution, before its first generation."""

    def resume(self, evolution: Evolution) -> None:
        """Set a trial back to where it was, if this one knows; all observers have begun."""

    def note(self, evolution: Evolution, value: Any) -> None:
        """Add to the value; called whenever the engine stops, after `evolution.done`."""

    def to_longer(self, value: Any, done: int) -> Any:
        """Return what this observer of a longer trial had noted after `done` generations, or None.

        `value` was noted of a trial that ended there, by an observer of the same class.
        """
        return None

    def to_saved(self, value: Any) -> Any:
        """What is saved of the value of a finished trial: an array, or plain values."""
        return value

    def from_saved(self, settings: Settings, trial: int, saved: Any) -> Any:
        """The value of which `saved` is what `to_saved` made."""
        return saved


@dataclass(frozen=True)
class Keep(Observer):
    """Keeps whole generations, those of these numbers: `kept`, {number: Generation}."""

    numbers: Sequence[int]
    field, resumes = "kept", False

    def stops(self, last: int) -> Iterable[int]:
        """Each of them; raises ValueError if there is no generation of that number."""
        return check_numbers("keep", self.numbers, last)

    def begin(self, evolution: Evolution) -> Any:
        """Nothing yet."""
        return {}

    def note(self, evolution: Evolution, value: Any) -> None:
        """Adds the generation, if it is one of them."""
        if evolution.done in self.numbers:
            value[evolution.done] = evolution.look()


@dataclass(frozen=True)
class Watch(Observer):
    """An observer that shows each Generation to `make(settings, trial)`, such as a Logbook.

    `settings`: those that it is told, if not the trial's. What is made can be saved if it has
    `counts()`, and `make` has `from_counts(settings, trial, counts)`.
    """

    make: Any  # a class such as Validator
    settings: Settings | None = None
    field, resumes = "observer", False

    def stops(self, last: int) -> Iterable[int]:
        """All generations."""
        return range(1, last + 1)

    def begin(self, evolution: Evolution) -> Any:
        """A new one."""
        return self.make(self.settings or evolution.settings, evolution.trial)

    def note(self, evolution: Evolution, value: Any) -> None:
        """Shows it the generation."""
        value(evolution.look())

    def to_saved(self, value: Any) -> Any:
        """Its counts."""
        return value.counts()

    def from_saved(self, settings: Settings, trial: int, saved: Any) -> Any:
        """The one that had counted so."""
        return self.make.from_counts(self.settings or settings, trial, saved)


@dataclass(frozen=True)
class Audit(Observer):
    """An observer that notes exact payoffs, `exact`, of the generations `at`, or of all.

    It fills in kept `answers` on boards that a network did not meet.
    """

    at: Sequence[int] | None = None
    field = "exact"

    def stops(self, last: int) -> Iterable[int]:
        """Return each generation of `at` and the one before it; raise ValueError as Keep."""
        at = () if self.at is None else check_numbers("audit", self.at, last)
        return chain.from_iterable((number - 1, number) for number in at)

    def begin(self, evolution: Evolution) -> Any:
        """(generations, 2) of NaN; the engine itself writes into it."""
        return evolution.audit(numbers_at(self.at, evolution.settings.generations))

    def to_longer(self, value: Any, done: int) -> Any:
        """Return the payoffs of the generations that this one audits, if they are known."""
        return those_at(value, self.at, done)


def those_at(value: Floats, at: Iterable[int] | None, done: int) -> Floats | None:
    """Return rows of an array, a generation each, NaN outside of `at`; None if one is unknown."""
    rows = np.array([number - 1 for number in numbers_at(at, done) if number <= done], dtype=int)
    if np.isnan(value[rows]).any():
        return None
    found = np.full_like(value, np.nan)
    found[rows] = value[rows]
    return found


def numbers_at(at: Iterable[int] | None, last: int) -> Iterable[int]:
    """The generations `at`, all of them if that is None."""
    return range(1, last + 1) if at is None else at


def check_numbers(name: str, numbers: Any, last: int, unit: str = "generations") -> Iterable[int]:
    """Return `numbers`; raise ValueError that names `name` unless all are from 1 to `last`."""
    for number in numbers:
        if not isinstance(number, Integral) or not 1 <= int(number) <= last:
            range_ = f"numbers of {unit}, from 1 to {last}"
            raise ValueError(f"{name} must hold {range_}, not {number!r}")
    return numbers


def check_together(observers: Iterable[Observer]) -> None:
    """Raises ValueError if these can't observe one trial together."""
    fields = [one.field for one in observers if one.field]
    if len(set(fields)) < len(fields):
        raise ValueError(f"observers must note different things, not {', '.join(fields)}")
    for one in observers:
        for other in observers:
            if other.restores and not one.resumes:
                names = f"{type(other).__name__} beside {type(one).__name__}"
                raise ValueError(f"observers can't hold {names}: that is not saved on the way")
