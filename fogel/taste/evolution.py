"""Games evolved to a taste: rules have children, and the best liked survive (chapter 17).

The frame is that of part one: parents, children, survivors. But the best game of all is not all
that is looked for, so games of different kinds don't compete: of each `cell`, a shape of board and
a number of patterns, the best one stays.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from fogel.core.csv_files import csv_text
from fogel.core.files import read_text, write_files
from fogel.core.results import check_result
from fogel.core.saving import Checkpoint, Saved, program
from fogel.core.settings import MOST_SEED, real, whole
from fogel.core.types import FilePath, Json, Rng
from fogel.core.workers import local_workers, share_out
from fogel.plots import style
from fogel.rules.rule_files import SUFFIX, read_rules, write_rules
from fogel.rules.rules import MOST_NAME, Rules
from fogel.taste.measures import JURY, MEASURES, SCHOOL, GameMeasures
from fogel.taste.summary import draw_rules, summary_text
from fogel.taste.variation import Limits, make_child, random_rules, refusal, signature
from fogel.taste.wishes import Taste, judge

BEGUN = "begun"  # the name under which it is saved how far an evolution is
TABLE, RECORD = "taste.csv", "taste.json"
LARGEST_RECORD = 100_000_000  # bytes: a line for each generation
TOURNAMENT = 2  # survivors that are drawn for a child; the best of them is its parent
TWIN, NO_GAME = "a twin of a survivor", "no rules"


@dataclass(frozen=True, kw_only=True)
class TasteSettings(Limits):
    """The settings of one evolution of games; a wrong value raises ValueError that names the field
    and its range.
    """

    generations: int = whole(50, 1, 100_000, "generations, the first of random games")
    parents: int = whole(40, 1, 10_000, "games that may survive, and have children")
    children: int = whole(100, 1, 100_000, "games that are made in a generation")
    newcomers: float = real(
        0.1, 0.0, 1.0, "the chance that a game that is made is random, and no child"
    )
    seed: int = whole(0, 0, MOST_SEED, "where the random numbers start")


class Found(NamedTuple):
    """A game that was measured: what the table says of it, and the (generation, number) in which it
    was made.
    """

    rules: Rules
    score: float
    satisfactions: dict
    born: tuple

    @property
    def cell(self) -> tuple[int, ...]:
        """The kind of game, within which it competes."""
        rules = self.rules
        sides = sorted((rules.start.width, rules.start.height))
        return (*sides, len(rules.wins), len(rules.losses), any(rules.start.squares))

    @property
    def rank(self) -> tuple[float, tuple[int, ...]]:
        """What orders games: the best first, and of equals the elder."""
        return -self.score, self.born


class Breeding:
    """Games that evolve, generation by generation: `survivors`, the best first, and a `history` of
    records.

    A record has of its generation the `best` and the `mean` score of the survivors, how many
    `survive`, how many games were `measured`, and how many were `refused`, by reason.
    """

    def __init__(self, tastes, settings, jury=JURY):
        self.tastes, self.settings, self.jury = tuple(tastes), settings, tuple(jury)
        self.survivors, self.history = [], []

    @property
    def generation(self) -> int:
        """How many generations there were."""
        return len(self.history)

    def step(self, executor: Executor) -> None:
        """One generation more: children are made and measured side by side, and
        survivors chosen.
        """
        known = frozenset(signature(one.rules) for one in self.survivors)
        work = partial(self._child, [one.rules for one in self.survivors], known, self.generation)
        made = share_out(work, self.settings.children, 1, executor)
        measured = [one for one in made if isinstance(one, Found)]
        refused = [one for one in made if not isinstance(one, Found)]
        self.survivors = select([*self.survivors, *measured], self.settings.parents)
        scores = [one.score for one in self.survivors]
        self.history.append(
            {
                "best": max(scores, default=0.0),
                "mean": sum(scores) / len(scores) if scores else 0.0,
                "survive": len(scores),
                "measured": len(measured),
                "refused": {reason: refused.count(reason) for reason in sorted(set(refused))},
            }
        )

    def _child(self, parents, known, generation, number, tick):
        """The Found of one child, or why it is refused, in words."""
        rng = child_rng(self.settings, generation, number)
        name = f"g{generation}-{number}"
        try:
            if parents and rng.random() >= self.settings.newcomers:
                better = int(rng.integers(len(parents), size=TOURNAMENT).min())
                rules = make_child(parents[better], name, rng, self.settings)
            else:
                rules = random_rules(name, rng, self.settings)
        except ValueError:
            found = NO_GAME
        else:
            found = self._judged(rules, known, (generation, number))
        if tick:
            tick(1)
        return found

    def _judged(self, rules, known, born):
        if words := refusal(rules, self.settings):
            return words
        if signature(rules) in known:
            return TWIN
        verdict = judge(self.tastes, GameMeasures(rules, self.jury))
        if verdict.refused:
            return find_gate(verdict)
        return Found(rules, verdict.score, verdict.satisfactions, born)

    # What is saved.

    def state(self) -> Json:
        """All that is needed to go on, as plain JSON values."""
        return {
            "history": self.history,
            "survivors": [
                [write_rules(one.rules), one.score, one.satisfactions, one.born]
                for one in self.survivors
            ],
        }

    def restore(self, state: Json) -> None:
        """Go back to a saved `state`."""
        self.history = state["history"]
        self.survivors = [
            Found(read_rules(text), score, satisfactions, tuple(born))
            for text, score, satisfactions, born in state["survivors"]
        ]


def child_rng(settings: TasteSettings, generation: int, number: int) -> Rng:
    """The generator of one child: the same, whoever makes it and when."""
    return np.random.default_rng(
        np.random.SeedSequence(settings.seed, spawn_key=(generation, number))
    )


def find_gate(verdict: Any) -> str:
    """The gate that refused a game, without the game's own number: `fair: completion`."""
    return verdict.refused.partition(" is ")[0]


def select(games: Iterable[Found], parents: int) -> list[Found]:
    """The survivors: of each cell the best game, and of those the best `parents`, in order; twins
    count once.
    """
    best, seen = {}, set()
    for game in sorted(games, key=lambda one: one.rank):
        if game.cell not in best and (mark := signature(game.rules)) not in seen:
            best[game.cell] = game
            seen.add(mark)
    return list(best.values())[:parents]


def job(tastes: Iterable[Taste], settings: TasteSettings, jury: Iterable[str] = JURY) -> Json:
    """What says which evolution a folder holds: plain values."""
    return {
        "command": "taste",
        "tastes": [taste.to_dict() for taste in tastes],
        "settings": settings.to_dict(),
        "jury": list(jury),
        "program": program("taste.evolution"),
    }


def evolve(
    tastes: Iterable[Taste],
    settings: TasteSettings | None = None,
    jury: Iterable[str] = JURY,
    workers: int | None = None,
    progress: Callable[..., Any] | None = None,
    saved: Saved | None = None,
) -> Breeding:
    """Breed games for a table of players with these tastes (`wishes.Taste`), all generations.

    `workers` threads (all cores) measure games side by side; `progress` wraps an iterable of the
    generations. With `saved`, a saving.Saved, it is kept there how far it is, and gone on from what
    is kept. The games do not depend on the workers, nor on interruptions.
    """
    settings = settings or TasteSettings()
    evolution = Breeding(tastes, settings, jury)
    checkpoint = Checkpoint(saved, BEGUN) if saved else None
    if checkpoint and (state := checkpoint.load()):
        evolution.restore(state)
    left = range(evolution.generation, settings.generations)
    with local_workers(workers) as executor:
        for _ in progress(left) if progress else left:
            evolution.step(executor)
            if checkpoint:
                checkpoint.offer(evolution.state)
    return evolution


# What is written.


def check_folder(
    folder: FilePath, tastes: Iterable[Taste], settings: TasteSettings, jury: Iterable[str] = JURY
) -> None:
    """Raise SavedError if a folder holds the games of another evolution."""
    made = job(tastes, settings, jury)
    del made["program"]

    def read(path):
        there = json.loads(read_text(path, LARGEST_RECORD))
        return {name: there[name] for name in made}

    check_result(Path(folder) / RECORD, read, made)


def save(evolution: Breeding, out: FilePath, best: int = 10, restart: bool = False) -> None:
    """Write the `best` games into a folder, a rule file, its measures and a picture each, and the
    table of all survivors.

    The files of a game are `01-fair.rul`, `.txt` and `.png`, by its place and the table's taste;
    `taste.csv` has a row for each survivor, `taste.json` the settings, the tastes and the history.
    Raises SavedError if the folder holds those of another evolution, unless `restart` says that
    these take their place.
    """
    if not restart:
        check_folder(out, evolution.tastes, evolution.settings, evolution.jury)
    files: dict[Path, str | bytes]
    out, files = Path(out), {}
    games = [
        one._replace(rules=replace(one.rules, name=name))
        for one, name in zip(evolution.survivors, names(evolution), strict=True)
    ]
    measured_games = [GameMeasures(one.rules, evolution.jury) for one in games]
    for one, measured in list(zip(games, measured_games, strict=True))[:best]:
        words = about(evolution, one)
        files[out / f"{one.rules.name}{SUFFIX}"] = write_rules(
            one.rules, f"{one.rules.name}{SUFFIX}", words
        )
        files[out / f"{one.rules.name}.txt"] = summary_text(measured, [words])
        files[out / f"{one.rules.name}.png"] = style.picture(draw_rules(one.rules), ".png")
    files[out / TABLE] = table(games, measured_games)
    files[out / RECORD] = (
        json.dumps(
            {
                **job(evolution.tastes, evolution.settings, evolution.jury),
                "history": evolution.history,
            },
            indent=1,
        )
        + "\n"
    )
    write_files(files)


def names(evolution: Breeding) -> list[str]:
    """The survivors' names, by their places: 01-fair, 02-fair, ..."""
    table = "-".join(taste.name for taste in evolution.tastes)[: MOST_NAME - 6]
    return [f"{place:02}-{table}" for place in range(1, len(evolution.survivors) + 1)]


def about(evolution: Breeding, one: Found) -> str:
    """How a game was found, in words."""
    tastes = ", ".join(taste.name for taste in evolution.tastes)
    generation, number = one.born
    return (
        f"Found to the taste {tastes} with the seed {evolution.settings.seed}: "
        f"generation {generation}, game {number}, score {one.score:.3f}."
    )


def table(games: Iterable[Found], measured_games: Iterable[GameMeasures]) -> str:
    """Games as CSV: name, score, when they were made, and all measures of them but what
    takes a school.
    """
    columns = [name for name, one in MEASURES.items() if one.kind != SCHOOL]
    rows: list[list[Any]] = [["name", "score", "generation", "number", *columns]]
    for one, measured in zip(games, measured_games, strict=True):
        rows.append(
            [
                one.rules.name,
                one.score,
                *one.born,
                *(float(measured[name].value) for name in columns),
            ]
        )
    return csv_text(rows)
