"""Champion files: a network of the experiment, and where it came from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fogel.core.files import shortened
from fogel.core.network_files import OriginField, SavableNetwork, is_whole, origin_fields
from fogel.core.settings import count_squares
from fogel.core.types import FilePath
from fogel.network import Network

SAMPLED = ("win", "tie", "loss")  # how many games of each


def _are_games(found):
    """Return whether a JSON value counts games, at least one."""
    has_names = isinstance(found, dict) and {*found} == {*SAMPLED}
    return has_names and all(is_whole(n, 2**53) for n in found.values()) and any(found.values())


GAMES = OriginField(
    _are_games,
    f"an object with whole numbers of games, {', '.join(SAMPLED)}, and at least one game",
    lambda found: {name: int(found[name]) for name in SAMPLED},
    optional=True,
)


class Champion(Network, SavableNetwork):
    """A network of the experiment that remembers where it came from.

    `sampled` counts games against an opponent that could not be evaluated exactly: {"win": ...,
    "tie": ..., "loss": ...}.
    """

    origin = origin_fields(sampled=GAMES)
    own = ("hidden_weights", "output_weights")
    trial: Any  # int, or None
    generation: int | None
    payoff: float | None
    sampled: dict[str, int] | None

    def __init__(self, hidden_weights, output_weights, **origin):
        super().__init__(hidden_weights, output_weights, count_squares(origin.get("settings")))
        self.remember(origin)


def load_champion(path: FilePath) -> Champion:
    """Return the Champion in a file; raise ValueError with the file and the field, or OSError."""
    return Champion.load(path)


def read_champion(text: str, choices: Any = None) -> Champion:
    """Return the Champion in a JSON text, whose settings are of that class, by default Settings;
    raise ValueError that names the field.
    """
    return Champion.read(text, choices)


def save_champion(path: Path, champion: Network, **origin: Any) -> None:
    """Write a Champion, or a Network with its `origin` (settings, seed, ...), as JSON.

    Raises ValueError that names the field if it would be no file that can be read again.
    """
    if not isinstance(champion, Network):
        raise ValueError(f"champion must be a Network, not {shortened(repr(champion), 80)}")
    with_changes(champion, **origin).save(path)


def with_changes(network: Network, **origin: Any) -> Champion:
    """Return a network as a Champion with this origin, and otherwise with its own."""
    known = {name: value for name, value in vars(network).items() if name in Champion.origin}
    return Champion(network.hidden_weights, network.output_weights, **{**known, **origin})
