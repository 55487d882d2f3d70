"""`fogel league` as a job: its leagues, their table, the curves and the best agent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from fogel.core.jobs import Key, Tick
from fogel.core.players import AGENTS
from fogel.core.saving import Checkpoint
from fogel.core.table_jobs import TableJob
from fogel.core.types import Figure, Json
from fogel.league.agent import Agent
from fogel.league.run import League, LeagueRun, run_league
from fogel.league.settings import LeagueSettings
from fogel.league.twin import OPPONENTS, LeagueHistory
from fogel.plots import drawing

EARLY, LATE = 10, 600  # the epochs of the agents that come with the package


class LeagueJob(TableJob):
    """Evolves networks that learn from nobody but each other: 100 agents play everybody else from
    both seats, 9,900 games an epoch; a move into a taken square disqualifies at once; the score of
    a game that was not lost is the moves made in it. The best survive, and mutated copies of them
    fill the league. Says how many games ended without a disqualification, and how strong the best
    agents are, exactly.

    DIR receives league.png, league.svg, league.csv (a row for each epoch of each league) and
    agent.json, the best agent. If you interrupt the command, run it again, and it continues where
    it stopped.
    """

    name, choices = "league", LeagueSettings
    words = "evolve networks that play only each other"
    unit, step, parts_setting, steps_setting = "league", "epochs", "leagues", "epochs"
    keep, with_chances = (), True  # as in run_league; what is kept of a league is not saved
    row = dict.fromkeys(("league", "epoch", "valid", "longest"), int) | dict.fromkeys(
        ("mean_moves", "best_score", *(f"points_{name.replace('-', '_')}" for name in OPPONENTS)),
        float,
    )

    def leads(self, key: Key) -> list[Key]:
        """The number and each epoch."""
        return [(*key, epoch + 1) for epoch in range(self.settings.epochs)]

    def make(self, key: Key, tick: Tick = None, checkpoint: Checkpoint | None = None) -> League:
        """A League."""
        return run_league(self.settings, key[0], self.keep, self.with_chances, tick, checkpoint)

    def cell(self, value: Any) -> str:
        """A value as the text of a cell; numbers have six digits."""
        return drawing.cell(value)

    def make_cells(self, found: League) -> list[list[str]]:
        """A row for each epoch of a League."""
        run = LeagueRun(self.settings, (found,))
        values = run.valid, run.longest, run.mean_moves, run.best_score, *map(run.points, OPPONENTS)
        rows = enumerate(zip(*(one[0] for one in values), strict=True), 1)
        return [[*map(self.cell, (found.number, epoch, *row))] for epoch, row in rows]

    def to_saved(self, found: League) -> Json:
        """The history of a League, and its best agent."""
        return {**found.history._asdict(), "best": found.best.to_text()}

    def from_saved(self, key: Key, values: Json) -> League:
        """The League again."""
        history = LeagueHistory(*(values[name] for name in LeagueHistory._fields))
        return League(key[0], history, {}, Agent.read(values["best"]))

    def outcome(self, parts: Sequence[League]) -> Any:
        """The LeagueRun of all leagues."""
        return LeagueRun(self.settings, tuple(parts))

    @classmethod
    def file_names(cls) -> tuple[str, ...]:
        """The table, the pictures, and the best agent."""
        return (*super().file_names(), "agent.json")

    def contents(self, outcome: Any) -> dict[str, str | bytes]:
        """The table and the best agent."""
        return {
            "league.csv": self.make_parts_text(outcome.leagues),
            "agent.json": outcome.best.to_text(),
        }

    def draw(self, outcome: Any) -> Figure:
        """Two curves over the epochs."""
        return outcome.draw()

    def describe(self, summary: Json) -> str:
        """The same in words."""
        settings, best = summary["settings"], summary["best"]
        leagues = f"{settings['leagues']} leagues" if settings["leagues"] > 1 else "One league"
        lines = [
            (
                f"{leagues}, seed {summary['seed']}, {summary['games']:,} games an epoch. Valid"
                " games are those without a disqualification; the longest\ngame in legal moves; the"
                " best agents' expected points from both seats, a win being 1 and a tie 0.5:"
            ),
            "  epoch   valid games: mean (least to most)   longest   random   near-perfect",
        ]
        for number, row in summary["epochs"].items():
            spread = f"{row['mean_valid']:,.0f} ({row['least_valid']:,} to {row['most_valid']:,})"
            lines.append(
                f"  {number:>5}   {spread:>34}   {row['longest']:>7}   {row['random']:6.3f}  "
                f" {row['near_perfect']:12.3f}"
            )
        lines.append(f"The best agent is that of league {best['league']}. Its chances, exactly:")
        players = ("random", "a random player"), ("near_perfect", "the near-perfect player")
        for name, words in players:
            for seat, row in best["against"][name].items():
                lines.append(
                    f"  as {seat.upper()} against {words:<24} win {row['win']:7.2%}   tie"
                    f" {row['tie']:7.2%}   loss {row['loss']:7.2%}   disqualified"
                    f" {row['disqualified']:7.2%}"
                )
        return "\n".join([*lines, f"Curves, table and agent: {summary['out']}"])


def run_leagues(
    settings: LeagueSettings | None = None,
    keep: Iterable[int] = (),
    with_chances: bool = True,
    **how: Any,
) -> LeagueRun:
    """All leagues of the settings; `how` are arguments of `LeagueJob.compute`, the others those of
    `run_league`.
    """
    job: Any = LeagueJob(settings)
    job.keep, job.with_chances = keep, with_chances
    return job.compute(**how)


def ship(folder: Path = AGENTS, run: Any = None) -> None:
    """Writes the agents that come with the package: the best of chapter 12's leagues, and an early
    one of its league.

    `run` is the LeagueRun of those leagues, if there is one.
    """
    run = run or run_leagues(LeagueSettings(epochs=LATE))
    folder.mkdir(exist_ok=True)
    run.best.save(folder / f"agent-{LATE}.json")
    early = run_league(run.settings.change(epochs=EARLY), run.best.league, with_chances=False).best
    early.save(folder / f"agent-{EARLY}.json")
