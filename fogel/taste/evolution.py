"""Games evolved to a taste: rules have children, and the best liked survive (chapter 17).

The frame is that of part one: parents, children, survivors. But the best game of all is not all
that is looked for, so games of different kinds don't compete: of each `cell`, a shape of board and
a number of patterns, the best one stays.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from fogel.core.jobs import Key, Tick
from fogel.core.results import versions
from fogel.core.saving import Checkpoint
from fogel.core.settings import MOST_SEED, check_whole, real, whole
from fogel.core.table_jobs import FIRST, TableJob
from fogel.core.types import FilePath, Json, Rng
from fogel.core.workers import share_out
from fogel.plots import style
from fogel.rules.rule_files import SUFFIX, read_rules, write_rules
from fogel.rules.rules import MOST_NAME, Rules
from fogel.taste.measures import JURY, MEASURES, SCHOOL, GameMeasures, check_jury
from fogel.taste.summary import draw_rules, summary_text
from fogel.taste.variation import Limits, make_child, random_rules, refusal, signature
from fogel.taste.wishes import Taste, judge, read_taste

BEST, MOST_BEST = 10, 1000  # games that are written
ENDINGS = (SUFFIX, ".txt", ".png")  # of a game's files
TABLED = [name for name, one in MEASURES.items() if one.kind != SCHOOL]  # measures in the table
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

    def step(self, executor: Executor | None = None) -> None:
        """One generation more: children are made and measured side by side, and survivors chosen.

        Without an executor, all cores measure.
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


def evolve(
    tastes: Iterable[Taste],
    settings: TasteSettings | None = None,
    jury: Iterable[str] = JURY,
    tick: Tick = None,
    checkpoint: Checkpoint | None = None,
    executor: Executor | None = None,
) -> Breeding:
    """Breed games for a table of players with these tastes (`wishes.Taste`), all generations.

    The games do not depend on the workers of the `executor`, nor on interruptions.
    """
    evolution = Breeding(tastes, settings or TasteSettings(), jury)
    if checkpoint and (state := checkpoint.load()):
        evolution.restore(state)
        if tick:
            tick(evolution.generation)
    while evolution.generation < evolution.settings.generations:
        evolution.step(executor)
        if checkpoint:
            checkpoint.offer(evolution.state)
        if tick:
            tick(1)
    return evolution


class TasteJob(TableJob):
    """An evolution of games, whose children are shared out, and whose `best` games are written.

    The files of a game are `01-fair.rul`, `.txt` and `.png`, by its place and the tastes;
    `taste.csv` has a row for each survivor.
    """

    name, choices, shares = "taste", TasteSettings, True
    words, unit = "evolve games that suit a taste", "evolution"
    step, steps_setting = "generations", "generations"

    def __init__(
        self,
        tastes: Iterable[Taste],
        settings: TasteSettings | None = None,
        jury: Sequence[str] = JURY,
        best: int = BEST,
    ):
        super().__init__(settings)
        self.tastes, self.jury = tuple(tastes), check_jury(jury)
        self.best = check_whole("best", best, 1, MOST_BEST)

    @classmethod
    def from_dict(cls, values: Json) -> TasteJob:
        """Return the job that `to_dict` describes."""
        tastes = [read_taste(json.dumps(one)) for one in values["tastes"]]
        settings = cls.choices.from_dict(values["settings"])
        return cls(tastes, settings, values["jury"])

    def to_dict(self) -> Json:
        """The tastes, the settings, and whose games count."""
        tastes = [taste.to_dict() for taste in self.tastes]
        return {"tastes": tastes, **super().to_dict(), "jury": [*self.jury]}

    @property
    def taste_names(self) -> list[str]:
        """The names of the tastes."""
        return [taste.name for taste in self.tastes]

    @property
    def command(self) -> str:
        """The command that runs it."""
        options = [f"--taste={name}" for name in self.taste_names]
        options += [f"--jury={','.join(self.jury)}"] * (self.jury != JURY)
        return " ".join(["fogel taste", *options, self.settings.as_options()]).strip()

    @property
    def columns(self) -> dict[str, Any]:
        """A game's name, its score, when it was made, and all measures but those of a school."""
        about: dict[str, Any] = {"name": str, "score": float, "generation": int, "number": int}
        return about | dict.fromkeys(TABLED, float)

    def keys(self) -> list[Key]:
        """One key, of the whole evolution: each generation needs the one before."""
        return [()]

    def leads(self, key: Key) -> None:
        """Return None: any number of games may survive."""

    def split(self, rows: Sequence[Any]) -> Iterator[tuple[Key, Sequence[int]]]:
        """Split as any table does; ValueError if a game's name does not match its place."""
        for place, (name, *_) in enumerate(rows):
            if name != self.name_game(place):
                line = f"line {place + FIRST}: name"
                raise ValueError(f"{line} must be {self.name_game(place)}, not {name}")
        return super().split(rows)

    def name_game(self, place: int) -> str:
        """The name of a survivor by its place, from 0: 01-fair, 02-fair, ..."""
        return f"{place + 1:02}-{'-'.join(self.taste_names)[: MOST_NAME - 6]}"

    def make(
        self,
        key: Key,
        tick: Tick = None,
        checkpoint: Checkpoint | None = None,
        executor: Executor | None = None,
    ) -> Breeding:
        """A Breeding."""
        return evolve(self.tastes, self.settings, self.jury, tick, checkpoint, executor)

    def to_saved(self, found: Breeding) -> Json:
        """The state of a Breeding."""
        return found.state()

    def from_saved(self, key: Key, values: Json) -> Breeding:
        """The Breeding again."""
        found = Breeding(self.tastes, self.settings, self.jury)
        found.restore(values)
        return found

    def make_cells(self, found: Breeding) -> list[list[str]]:
        """A row for each survivor."""
        return [self.make_game_cells(one, measured) for one, measured in self.measure(found)]

    def make_game_cells(self, one: Found, measured: GameMeasures) -> list[str]:
        """The cells of a survivor, which has its name, and is measured."""
        values = (float(measured[name].value) for name in TABLED)
        return [*map(self.cell, (one.rules.name, one.score, *one.born, *values))]

    def measure(self, found: Breeding) -> list[tuple[Found, GameMeasures]]:
        """The survivors with the names of their places, and their measures."""
        games = [
            one._replace(rules=replace(one.rules, name=self.name_game(place)))
            for place, one in enumerate(found.survivors)
        ]
        return [(one, GameMeasures(one.rules, self.jury)) for one in games]

    def outcome(self, parts: Sequence[Breeding]) -> Any:
        """The Breeding."""
        return parts[0]

    @classmethod
    def file_names(cls) -> tuple[str, ...]:
        """The table, and what the names of the games' files are like."""
        return (*super().file_names(), *(f"[0-9][0-9]*{ending}" for ending in ENDINGS))

    def contents(self, outcome: Any) -> dict[str, str | bytes]:
        """The table, and the files of the best games."""
        games, files, tastes = self.measure(outcome), {}, ", ".join(self.taste_names)
        for one, measured in games[: self.best]:
            name, (generation, number) = one.rules.name, one.born
            words = (
                f"Found to the taste {tastes} with the seed {self.settings.seed}: "
                f"generation {generation}, game {number}, score {one.score:.3f}."
            )
            files[f"{name}{SUFFIX}"] = write_rules(one.rules, f"{name}{SUFFIX}", words)
            files[f"{name}.txt"] = summary_text(measured, [words])
            files[f"{name}.png"] = style.picture(draw_rules(one.rules), ".png")
        rows = [self.make_game_cells(*game) for game in games]
        return {**files, "taste.csv": self.make_text(rows, versions())}

    def write(self, out: FilePath, outcome: Any, restart: bool = False) -> None:
        """Write the files, and remove the games that an earlier evolution's table lists."""
        old = []
        with suppress(ValueError, OSError):
            old = self.read(self.place(out, "taste.csv"))["name"].tolist()
        super().write(out, outcome, restart)
        made = {self.name_game(place) for place in range(len(outcome.survivors))[: self.best]}
        for game in {*old} - made:
            for ending in ENDINGS:
                self.place(out, f"{game}{ending}").unlink(missing_ok=True)

    def summary(self, outcome: Any) -> Json:
        """How many games there were, why some were refused, and the best ones."""
        refused: Counter[str] = Counter()
        for record in outcome.history:
            refused.update(record["refused"])
        games = [
            {
                "name": self.name_game(place),
                "score": one.score,
                "born": [*one.born],
                "satisfactions": one.satisfactions,
            }
            for place, one in enumerate(outcome.survivors[: self.best])
        ]
        measured = sum(record["measured"] for record in outcome.history)
        counts = {"measured": measured, "refused": {**refused}, "survivors": len(outcome.survivors)}
        return {**counts, "games": games}

    def describe(self, summary: Json) -> str:
        """The same in words."""
        refused, tastes = summary["refused"], ", ".join(self.taste_names)
        lines = [
            f"{self.settings.generations} generations to the taste {tastes}, seed"
            f" {self.settings.seed}: {summary['measured'] + sum(refused.values()):,} games, of"
            f" which {sum(refused.values()):,} were refused:"
        ]
        lines += [f"  {count:>6,}  {reason}" for reason, count in Counter(refused).most_common()]
        if not summary["games"]:
            return "\n".join([*lines, "No game passed all gates."])
        lines.append(
            f"The best of {summary['survivors']} that survive, by score from 0 to 1, and how"
            " satisfied each wish is:"
        )
        for game in summary["games"]:
            wishes = (f"{name} {value:.2f}" for name, value in game["satisfactions"].items())
            lines.append(f"  {game['name']:<14} {game['score']:.3f}  {', '.join(wishes)}")
        return "\n".join([*lines, f"Games, measures and table: {summary['out']}"])
