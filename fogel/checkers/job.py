"""`fogel checkers --preset` as a job: its evolutions, two tables of them, and their champion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fogel.checkers.evolution import CheckersEvolution, GenerationRecord
from fogel.checkers.rating import NULLS, Rating
from fogel.checkers.run import CheckersRun, CheckersTrial, make_champions, points, run_trial
from fogel.checkers.settings import CheckersSettings
from fogel.core.jobs import Key, Tick
from fogel.core.saving import Checkpoint
from fogel.core.table_jobs import TableJob
from fogel.core.texts import number, plural
from fogel.core.types import Figure, Json
from fogel.plots import drawing

SELECTED = {  # by the setting evaluated_by, in words
    "games": "games among themselves",
    "material": "games against the material player",
    "values": "exact values",
}


class CheckersTrialsJob(TableJob):
    """A job whose parts are evolutions of checkers."""

    choices, unit, step = CheckersSettings, "trial", "generations"
    parts_setting, steps_setting = "trials", "generations"

    def warm_up(self) -> None:
        """Evolve two networks for a generation."""
        CheckersEvolution(self.settings.change(parents=2, games=1), 0, ()).step()

    def make(
        self, key: Key, tick: Tick = None, checkpoint: Checkpoint | None = None
    ) -> CheckersTrial:
        """A CheckersTrial."""
        return run_trial(self.settings, key[0], tick, checkpoint)

    def to_saved(self, found: CheckersTrial) -> Json:
        """The history of a CheckersTrial, its best networks, and all Ratings."""
        champions = found.champions
        return {
            "history": found.history,
            "kept": list(champions),
            "weights": np.array([one.weights for one in champions.values()]),
            "kings": [one.king for one in champions.values()],
            "ratings": [list(one) for one in found.ratings.values()],
            "nulls": {name: [list(one) for one in each] for name, each in found.nulls.items()},
        }

    def from_saved(self, key: Key, values: Json) -> CheckersTrial:
        """The trial again."""
        (number,), made, history = key, values["kept"], values["history"]
        kept = zip(made, zip(values["weights"], values["kings"], strict=True), strict=True)
        champions = make_champions(self.settings, number, history, dict(kept))
        ratings = dict(zip(made, (Rating(*row) for row in values["ratings"]), strict=True))
        nulls = {name: [Rating(*row) for row in rows] for name, rows in values["nulls"].items()}
        return CheckersTrial(number, history, champions, ratings, nulls)

    def outcome(self, parts: Sequence[CheckersTrial]) -> Any:
        """The CheckersRun of all trials."""
        return CheckersRun(self.settings, tuple(parts))

    def cell(self, value: Any) -> str:
        """A value as the text of a cell; numbers have six digits."""
        return drawing.cell(value)

    def contents(self, outcome: Any) -> dict[str, str | bytes]:
        """The table."""
        return {self.file_names()[0]: self.make_parts_text(outcome.trials)}

    def describe(self, summary: Json) -> str:
        """The same in words."""
        settings, champion = summary["settings"], summary["champion"]
        is_solved = summary["nulls"]["linked"]["blunders"] is not None
        head = "blunder rate (least to most)" if is_solved else ""
        lines = [
            (
                f"{settings['rows']}x{settings['columns']}, {settings['men']} men each; networks of"
                f" {summary['weights']:,} weights, selected by"
                f" {SELECTED[settings['evaluated_by']]};"
            ),
            (
                f"{plural(settings['trials'], 'trial')} of {settings['generations']} generations,"
                f" seed {summary['seed']}. Points a game against the material player, both"
                f" {settings['plies']} plies ahead:"
            ),
            f"  {'generation':<26}points   {'Elo (95 %)':<28}{head}".rstrip(),
        ]
        words = {"linked": "random", "unlinked": "random, without the link"}
        lines += [_row(words[name], one) for name, one in summary["nulls"].items()]
        lines += [_row(made, one) for made, one in summary["generations"].items()]
        lines.append(
            f"The champion is that of trial {champion['trial']}: {champion['points']:.3f} points,"
            f" Elo {elo_words(champion)}; a king is worth {champion['king']:.2f} men to it."
        )
        return "\n".join([*lines, f"Curve, tables and champion: {summary['out']}"])


class RatingsJob(CheckersTrialsJob):
    """The networks that are measured: generation 0 is a null model."""

    name, key_columns = "checkers-ratings", ("trial", "network", "generation")
    row = {"trial": int, "network": str, "generation": int} | dict.fromkeys(
        Rating._fields, float | None
    )

    def leads(self, key: Key) -> list[Key]:
        """The null models, and the generations whose best network is kept."""
        nulls = [(*key, name, 0) for name in ("linked", "unlinked") for _ in range(NULLS)]
        return nulls + [(*key, "best", made) for made in points(self.settings.generations)]

    def make_cells(self, found: CheckersTrial) -> list[list[str]]:
        """A row for each network of a trial."""
        rows = [(name, 0, *one) for name, each in found.nulls.items() for one in each]
        rows += [("best", made, *one) for made, one in found.ratings.items()]
        return [[*map(self.cell, (found.number, *row))] for row in rows]


class CheckersJob(CheckersTrialsJob):
    """The evolutions of `fogel checkers --preset`, generation by generation."""

    name, words = "checkers", "evolve players of checkers"

    @property
    def command(self) -> str:
        """The command that runs it."""
        some = self.settings
        board = f"--preset blondie-1999 --board {some.rows}x{some.columns} --men {some.men}"
        return f"fogel checkers {board} {some.as_options(('rows', 'columns', 'men'))}".strip()

    row = {"trial": int, "generation": int} | dict.fromkeys(GenerationRecord._fields, float)

    def leads(self, key: Key) -> list[Key]:
        """The number and each generation."""
        return [(*key, made + 1) for made in range(self.settings.generations)]

    def make_cells(self, found: CheckersTrial) -> list[list[str]]:
        """A row for each generation of a trial."""
        rows = enumerate(found.history, 1)
        return [[*map(self.cell, (found.number, made, *row))] for made, row in rows]

    @classmethod
    def file_names(cls) -> tuple[str, ...]:
        """The tables, the pictures, and the champion."""
        return (*super().file_names(), "ratings.csv", "champion.json")

    def contents(self, outcome: Any) -> dict[str, str | bytes]:
        """The tables and the champion."""
        ratings = RatingsJob(self.settings).make_parts_text(outcome.trials)
        champion = outcome.champion.to_text()
        return super().contents(outcome) | {"ratings.csv": ratings, "champion.json": champion}

    def draw(self, outcome: Any) -> Figure:
        """Points against the material player over the generations."""
        return outcome.draw()


def _row(name, found):
    blunders = ""
    if found["blunders"] is not None:
        each = (found["blunders"], found["blunders_least"], found["blunders_most"])
        blunders = "{:.1f} % ({:.1f} to {:.1f})".format(*(100 * value for value in each))
    return f"  {name:<26} {found['points']:.3f}   {elo_words(found):<28}{blunders}".rstrip()


def elo_words(found: Json) -> str:
    """Elo and its interval in words; who wins all games, or none, has no number."""
    middle, low, high = (_signed(found[name]) for name in ("elo", "elo_low", "elo_high"))
    if found["elo"] is None:
        return f"above {low}" if found["points"] else f"below {high}"
    return f"{middle} ({low or 'no bound'} to {high or 'no bound'})"


def _signed(value):
    return "" if value is None else ("+" if round(value) > 0 else "") + number(value, 0)
