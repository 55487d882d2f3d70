"""Saving how far trials are and what is left of them, and reading it again."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from fogel.core.saving import Checkpoint, from_bytes, to_bytes
from fogel.core.settings import Settings, count_squares
from fogel.engine.observers import Observer
from fogel.engine.trial import Evolution, Trial, with_origin
from fogel.network import Network


@dataclass(frozen=True)
class Save(Observer):
    """Saves now and then how far the trial is, in a Checkpoint, and goes on from what is there."""

    checkpoint: Checkpoint
    restores = True

    def resume(self, evolution: Evolution) -> None:
        """Goes on from what was saved last."""
        if (state := self.checkpoint.load()) is not None:
            evolution.restore(state)

    def note(self, evolution: Evolution, value: Any) -> None:
        """Saves, if it is due and the trial is not over."""
        if evolution.done < evolution.settings.generations:
            self.checkpoint.offer(evolution.state)


@dataclass(frozen=True)
class End(Observer):
    """An observer that notes the `end` of a trial, from which a longer one can be continued."""

    field = "end"

    def begin(self, evolution: Evolution) -> Any:
        """Return a dict that is filled after the last generation."""
        return {}

    def note(self, evolution: Evolution, value: Any) -> None:
        """Fill it, if the trial is over."""
        if evolution.done == evolution.settings.generations:
            value.update(_pack_end(evolution))

    def to_saved(self, value: Any) -> Any:
        """Return it as an array of bytes."""
        return np.frombuffer(to_bytes(value), dtype=np.uint8)

    def from_saved(self, settings: Settings, trial: int, saved: Any) -> Any:
        """Return it from these bytes."""
        return from_bytes(saved.tobytes())


def _pack_end(evolution):
    """Return what later generations depend on, kept small: the survivors, and the generator.

    Its bits depend neither on interruptions nor on the slots of the networks.
    """
    population = evolution.population
    slots, numbers = population.slots[evolution.survivors], np.zeros_like(population.numbers)
    numbers[: len(slots)] = population.numbers[slots]
    numbers[-1] = evolution.next_number - 1  # in a free slot, so that the next child's follows
    names = ("nodes", "hidden_links", "output_links", "results")
    networks = {name: getattr(population, name)[slots] for name in names}
    rng = evolution.rng.bit_generator.state
    return {"done": evolution.done, "rng": rng, "numbers": numbers, **networks}


def pack_trial(trial: Trial, observers: Sequence[Observer] = ()) -> dict[str, Any]:
    """What is saved of a Trial, and of what these observers noted of it."""
    champion = trial.champion
    return {
        "best_payoff": trial.best_payoff,
        "mean_hidden_nodes": trial.mean_hidden_nodes,
        "parent_of": trial.parent_of,
        "hidden_weights": champion.hidden_weights,
        "output_weights": champion.output_weights,
        "payoff": champion.payoff,
        **{one.field: one.to_saved(getattr(trial, one.field)) for one in observers if one.field},
    }


def unpack_trial(
    number: int, values: dict[str, Any], settings: Settings, observers: Sequence[Observer] = ()
) -> Trial:
    """The Trial of which `pack_trial` was saved."""
    network = Network(values["hidden_weights"], values["output_weights"], count_squares(settings))
    champion = with_origin(
        network, settings, number, settings.generations, np.asarray(values["payoff"])[()]
    )
    noted = {
        one.field: one.from_saved(settings, number, values[one.field])
        for one in observers
        if one.field
    }
    return Trial(
        number,
        values["best_payoff"],
        values["mean_hidden_nodes"],
        champion,
        values["parent_of"],
        **noted,
    )


def unpack_begun(values: dict[str, Any], observers: Sequence[Observer]) -> dict[str, Any] | None:
    """The state, as of Evolution.state, from which a longer trial goes on; None if too little is
    known.
    """
    state = {name: values[name] for name in ("best_payoff", "mean_hidden_nodes", "parent_of")}
    state |= {"exact": np.empty((0, 2)), **from_bytes(values[End.field].tobytes())}
    for name, one in ((one.field, one) for one in observers if one.field):
        state[name] = one.to_longer(values[name], state["done"])
    return state if all(value is not None for value in state.values()) else None
