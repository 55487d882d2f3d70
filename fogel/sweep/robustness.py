"""How far the children of the best network fall (chapter 10)."""

from collections.abc import Callable
from dataclasses import astuple, dataclass, fields
from functools import partial
from pathlib import Path

import numpy as np

from fogel.core.csv_files import csv_rows
from fogel.core.files import read_text, write_file
from fogel.core.settings import BREEDING, Settings, trial_rng
from fogel.core.types import FilePath, Floats, Rng
from fogel.core.workers import share_out
from fogel.curve import run_trial
from fogel.engine.observers import Keep
from fogel.engine.trial import exact_payoffs
from fogel.network import Network
from fogel.replication import replicate
from fogel.sweep.cases import NAMED, format_table

GENERATION, CHILDREN = 400, 100
NEAR = 5  # points: a child that loses fewer of them is as good as its parent, or nearly
VERSIONS = ("as it is", "128 games", "exact payoffs")
LARGEST_FILE = 10_000_000  # bytes


@dataclass(frozen=True)
class Family:
    """The best network of a generation and its children: payoffs in 32 games, exact, by the default
    rules.
    """

    version: str
    trial: int
    seed: int
    exact_payoff: float  # of the parent
    change: float  # mean of a child's exact payoff minus its parent's
    better: float  # share of the children that are better than their parent
    near: float  # share of those that are better, or lose fewer than NEAR points


def find_best(settings: Settings, trial: int) -> tuple[Network, float]:
    """(the truly best Network of generation 400 of a trial, its expected payoff)."""
    found = run_trial(settings.change(generations=GENERATION), trial, [Keep((GENERATION,))])
    networks = found.kept[GENERATION].networks
    exact_payoff = exact_payoffs(networks, Settings())
    best = int(np.argmax(exact_payoff))
    return networks[best], exact_payoff[best]


def changes(parent: Network, exact_payoff: float, rng: Rng) -> Floats:
    """(CHILDREN,): by how much each child of a network that is worth so much is better than it."""
    return (
        np.array(exact_payoffs([replicate(parent, rng) for _ in range(CHILDREN)], Settings()))
        - exact_payoff
    )


def family(
    version: str, trial: int, seed: int, tick: Callable[[int], None] | None = None
) -> Family:
    """The Family of the best network of a trial of one of the named sweep's ingredients."""
    settings = Settings(seed=seed, **NAMED["ingredients"][version])  # type: ignore[index]
    parent, exact_payoff = find_best(settings, trial)
    found = changes(parent, exact_payoff, trial_rng(settings, trial, BREEDING))
    if tick:
        tick(1)
    better, near = (float((found > least).mean()) for least in (1e-9, -NEAR))
    return Family(version, trial, seed, exact_payoff, float(found.mean()), better, near)


def write(
    path: FilePath,
    seed: int,
    trials: int = 100,
    progress: Callable | None = None,
    workers: int | None = None,
) -> None:
    """Writes the table of all VERSIONS' families, so many trials each."""
    cases = [(version, trial) for version in VERSIONS for trial in range(trials)]
    work = partial(_make_family, cases, seed)
    families = share_out(work, len(cases), 1, progress=progress, workers=workers)
    write_file(
        Path(path), format_table([[one.name for one in fields(Family)], *map(astuple, families)])
    )


def _make_family(cases, seed, index, tick=None):
    return family(*cases[index], seed, tick)


def read(path: FilePath) -> dict[str, list[Family]]:
    """{version: its Families} of a table; raises ValueError that names the file and the line."""
    try:
        head, *rows = csv_rows(read_text(Path(path), LARGEST_FILE)) or [[]]
    except ValueError as problem:
        raise ValueError(f"{path}: {problem}") from None
    if head != [one.name for one in fields(Family)]:
        raise ValueError(
            f"{path}: line 1 must name the columns {', '.join(one.name for one in fields(Family))}"
        )
    found = {version: [] for version in VERSIONS}
    for number, row in enumerate(rows, start=2):
        try:
            columns = zip(fields(Family), row, strict=True)
            one = Family(*(field.type(value) for field, value in columns))  # type: ignore[operator]
            if not np.isfinite(np.array(astuple(one)[1:], dtype=float)).all():
                raise ValueError
            found[one.version].append(one)
        except (ValueError, KeyError, OverflowError):
            raise ValueError(
                f"{path}: line {number} must be a version, a trial, a seed and four numbers"
            ) from None
    return found
