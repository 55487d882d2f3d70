"""Score a trial by other rules than those that it evolves by."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from fogel.core.settings import Settings
from fogel.engine.observers import Observer, check_numbers, numbers_at, those_at
from fogel.engine.trial import Evolution, exact_payoffs


@dataclass(frozen=True)
class ScoreUnder(Observer):
    """Says what the best network of the generations `at`, or of all, would earn by the rules of
    `settings`: `exact_payoff`.
    """

    settings: Settings
    at: Sequence[int] | None = None
    field = "exact_payoff"

    def stops(self, last: int) -> Iterable[int]:
        """Each generation that is scored; raises ValueError as Keep."""
        return check_numbers("score_under", numbers_at(self.at, last), last)

    def begin(self, evolution: Evolution) -> Any:
        """(generations,) of NaN."""
        return evolution.array("exact_payoff")

    def note(self, evolution: Evolution, value: Any) -> None:
        """Scores the generation, if it is one of them."""
        if evolution.done in numbers_at(self.at, evolution.settings.generations):
            value[evolution.done - 1] = exact_payoffs([evolution.best()], self.settings)[0]

    def to_longer(self, value: Any, done: int) -> Any:
        """Return the values of the generations that this one scores, if they are known."""
        return those_at(value, self.at, done)
