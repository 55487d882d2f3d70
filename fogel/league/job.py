"""`fogel league` as a job: its leagues, their table, the curves and the best agent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fogel.core.csv_files import csv_rows
from fogel.core.jobs import Key, Tick
from fogel.core.results import versions
from fogel.core.saving import Checkpoint
from fogel.core.table_jobs import TableJob
from fogel.core.types import Figure, Json
from fogel.league.files import agent_text, read_agent
from fogel.league.run import League, LeagueRun, run_league
from fogel.league.settings import LeagueSettings
from fogel.league.twin import OPPONENTS, LeagueHistory
from fogel.plots import drawing


class LeagueJob(TableJob):
    """Evolves networks that learn from nobody but each other: 100 agents play everybody else from
    both seats, 9,900 games an epoch; a move into a taken square disqualifies at once; the score of
    a game that was not lost is the moves made in it. The best survive, and mutated copies of them
    fill the league. Says how many games ended without a disqualification, and how strong the best
    agents are, exactly.

    DIR receives league.png, league.svg, league.csv (a row for each epoch of each league) and
    agent.json, the best agent. What an interrupted run has saved there is taken up by the same
    command.
    """

    name, module, choices = "league", "league.job", LeagueSettings
    words = "let networks evolve by playing each other"
    unit, step, parts_setting, steps_setting = "league", "epochs", "leagues", "epochs"

    @property
    def columns(self) -> dict[str, Any]:
        """The epoch of a league, and what is known of it."""
        points = (f"points_{name.replace('-', '_')}" for name in OPPONENTS)
        whole = dict.fromkeys(("league", "epoch", "valid", "longest"), int)
        return whole | dict.fromkeys(("mean_moves", "best_score", *points), float)

    def leads(self, key: Key) -> list[Key]:
        """The number and each epoch."""
        return [(*key, epoch + 1) for epoch in range(self.settings.epochs)]

    def make(self, key: Key, tick: Tick = None, checkpoint: Checkpoint | None = None) -> League:
        """A League."""
        return run_league(self.settings, key[0], tick=tick, checkpoint=checkpoint)

    def cells_of(self, found: League) -> list[list[str]]:
        """A row for each epoch of a League; numbers have six digits."""
        table = LeagueRun(self.settings, (found,)).to_table()
        table["league"] = table["league"] + found.number
        return csv_rows(drawing.table(table))[1:]

    def to_saved(self, found: League) -> Json:
        """The history of a League, and its best agent."""
        return {**found.history._asdict(), "best": agent_text(found.best)}

    def from_saved(self, key: Key, values: Json) -> League:
        """The League again."""
        history = LeagueHistory(*(values[name] for name in LeagueHistory._fields))
        return League(key[0], history, {}, read_agent(values["best"]))

    def outcome(self, parts: Sequence[League]) -> Any:
        """The LeagueRun of all leagues."""
        return LeagueRun(self.settings, tuple(parts))

    @classmethod
    def file_names(cls) -> tuple[str, ...]:
        """The table, the pictures, and the best agent."""
        return (*super().file_names(), "agent.json")

    def contents(self, outcome: Any) -> dict[str, str | bytes]:
        """The table and the best agent."""
        rows = [row for league in outcome.leagues for row in self.cells_of(league)]
        return {
            "league.csv": self.text_of(rows, versions()),
            "agent.json": agent_text(outcome.best),
        }

    def draw(self, outcome: Any) -> Figure:
        """Validity, and the best agents' strength, over the epochs."""
        return outcome.draw()

    def summary(self, outcome: Any) -> Json:
        """How valid games became, and how strong the best agents are."""
        return outcome.summary()

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
