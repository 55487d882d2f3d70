"""What evolution learns in a thousand games: the table, and the job that makes it.

A row is a game in one seat. `thousand.csv.gz` beside this file, which `stored` reads, is what

    fogel games --out DIR

writes to `DIR/games.csv`, compressed. The page notebooks/thousand.md says what every column is. The
opponent is the perfect player that slips once in ten moves: at a game whose patterns lose, the
paper's has nothing to win or to block.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from fogel import curve
from fogel.anygame import exact
from fogel.anygame.settings import GameSettings, in_a_line
from fogel.core.jobs import Key, Tick
from fogel.core.saving import Checkpoint
from fogel.core.settings import MOST_SEED, Choices, whole
from fogel.core.table_jobs import JobTable, TableJob
from fogel.core.types import Json
from fogel.engine.score_under import ScoreUnder
from fogel.taste.measures import MEASURES
from fogel.thousand.measured import OF_GAME, OF_SEAT, OF_TREE, TO_GAIN, of_game, of_seat
from fogel.thousand.random_games import DrawnGame, draw, draw_games

STORED = Path(__file__).with_name("thousand.csv.gz")
SEATS = ("first", "second")
OPPONENT = "perfect"
NAMES = {
    "draw": (
        "number of the draw, which selects the game's generator and is the seed of its trials"
    ),
    "rules": "the game on one line, as you would give it to `fogel curve --game`",
    "seat": "the network's seat: `first` if it makes the first move, otherwise `second`",
}
GAME = (*OF_GAME, *OF_TREE)
LEARNT = {
    "founders": (
        "exact payoff of the network that had the highest payoff in generation 1, averaged over"
        " the trials"
    ),
    "exact_payoff": "exact payoff of the champion, averaged over the trials",
    "blind_share": "(blind - random) / (ceiling - random)",
    "baseline_share": "(baseline - random) / (ceiling - random)",
    "founders_share": "(founders - random) / (ceiling - random)",
    "share": (
        "(exact_payoff - random) / (ceiling - random); empty if a random player reaches the ceiling"
    ),
    "sight": (
        "(exact_payoff - blind) / (ceiling - blind); empty if a blind order reaches the ceiling"
    ),
}
ROOM = 0.05  # of the way to the ceiling, that a blind order must leave for sight to be asked for
WORDS, WHOLE = ("rules", "seat"), ("draw", "boards", "result", "asked")
DIGITS = 9  # of a number that is not whole
LICENSE = "Its columns: notebooks/thousand.md. CC BY 4.0, the fogel authors."


@dataclass(frozen=True, kw_only=True)
class ThousandSettings(Choices):
    """How many games, and how much evolution each gets; all else is as in part one."""

    drawn_games: int = whole(1000, 1, 100_000, "games that are drawn")
    trials: int = whole(3, 1, 10_000, "trials of each game and seat")
    generations: int = whole(100, 1, 100_000, "generations of a trial")
    seed: int = whole(29, 0, MOST_SEED, "where the random numbers of the draws start")

    def of(self, game: DrawnGame, seat: str) -> GameSettings:
        """The settings of the trials of a drawn game; those of different games have different
        random numbers.
        """
        return GameSettings(
            game=game.rules,  # type: ignore[arg-type]
            seat=seat,
            opponent=OPPONENT,
            trials=self.trials,
            generations=self.generations,
            seed=game.number,
        )


def columns_on_page(words: Mapping[str, str] | None = None) -> str:
    """Columns and what they hold, those of the games unless others are given, in Markdown."""
    if words is None:
        measures = {name: MEASURES[name].words for name in OF_GAME}
        words = NAMES | measures | OF_TREE | OF_SEAT | TO_GAIN | LEARNT
        exact_payoffs = "exact_payoff_0, exact_payoff_1, ..."
        words |= {exact_payoffs: "exact payoff of the champion of each trial"}
    rows = "".join(f"| `{name}` | {one} |\n" for name, one in words.items())
    return f"| column | what it holds |\n|---|---|\n{rows}"


def exact_payoffs(trials: int) -> list[str]:
    """The names of the columns that hold the champions' exact payoffs."""
    return [f"exact_payoff_{trial}" for trial in range(trials)]


# How it is found.


class RoundedTable(TableJob):
    """A table whose numbers, unless they are whole, have DIGITS digits."""

    def cell(self, value: Any) -> str:
        """A value as the text of a cell; None is empty."""
        if isinstance(value, float):
            return f"{round(value, DIGITS) + 0.0:.{DIGITS}g}"
        return super().cell(value)


class GamesJob(RoundedTable):
    """Draws random games from a documented distribution, measures them, and has the paper's
    evolution learn each of them in both seats, against the perfect player. DIR receives games.csv,
    a row for each game and seat. Without other options, it makes the table that comes with the
    package. If you interrupt the command, run it again, and it continues where it stopped.
    """

    name, choices = "games", ThousandSettings
    words = "evolve players of many random games"
    unit, step, key_columns = "game", "generations", ("draw", "seat")
    about = f"Which games does evolution learn? {LICENSE}"

    @property
    def columns(self) -> dict[str, Any]:
        """The columns of the table."""
        here = exact_payoffs(self.settings.trials)
        names = (*NAMES, *GAME, *OF_SEAT, *TO_GAIN, *LEARNT, *here)
        kinds = dict.fromkeys(WORDS, str) | dict.fromkeys(WHOLE, int)
        return {name: kinds.get(name, float | None) for name in names}

    @property
    def steps(self) -> int:
        """The generations of all trials of a game."""
        return len(SEATS) * self.settings.trials * self.settings.generations

    def __len__(self):
        return self.settings.drawn_games

    def small(self) -> ThousandSettings:
        """One game for one generation."""
        return self.settings.change(drawn_games=1, trials=1, generations=1)

    def keys(self) -> list[Key]:
        """(number of its draw,) of each game."""
        games = draw_games(self.settings.drawn_games, self.settings.seed)
        return [(game.number,) for game in games]

    def keys_in(self, rows: Sequence[Any]) -> list[Key]:
        """The same of rows, without drawing all games again."""
        numbers = sorted({row[0] for row in rows})
        if len(numbers) != len(self):
            raise ValueError(f"must hold {len(self):,} games, not {len(numbers):,}")
        return [(number,) for number in numbers]

    def leads(self, key: Key) -> list[Key]:
        """The draw and each seat."""
        return [(*key, seat) for seat in SEATS]

    def long_rows(
        self, key: Key, tick: Tick = None, checkpoint: Checkpoint | None = None
    ) -> Iterable[list[Any]]:
        """Yield a row for each seat of a game; evolves its trials."""
        (number,) = key
        if (rules := draw(number, self.settings.seed)) is None:
            raise ValueError(f"draw must be that of a game, not {number}")
        shared = of_game(rules)
        for seat in SEATS:
            here = self.settings.of(DrawnGame(number, rules), seat)
            values = {"draw": number, "rules": in_a_line(rules), "seat": seat}
            values |= shared | of_seat(here)
            values |= learnt(here, values, tick)
            yield [values[name] for name in self.columns]

    def summary(self, outcome: JobTable) -> Json:
        """Medians over the games, by seat."""
        return summary(outcome)

    def describe(self, summary: Json) -> str:
        """The same in words."""
        settings = summary["settings"]
        head = (
            f"{settings['drawn_games']:,} games, two seats each; medians over games,"
            f" {settings['trials']} trials a seat:"
        )
        lines = [head, f"  {'':<8}{'games':>7}{'share':>9}{'blind':>9}{'baseline':>10}{'sight':>9}"]
        for seat, one in summary["seats"].items():
            shares = (one[name] for name in ("share", "blind_share", "baseline_share", "sight"))
            share, blind, baseline, sight = map(_digits, shares)
            count = one["games"]
            lines.append(f"  {seat:<8}{count:>7}{share:>9}{blind:>9}{baseline:>10}{sight:>9}")
        lines.append(
            "Shares: from a random player's expected payoff to the ceiling. Sight: from the best"
            " blind order to the ceiling,"
        )
        lines.append("of games in which such an order leaves a twentieth of the share at least.")
        return "\n".join([*lines, f"Table: {Path(summary['out']) / 'games.csv'}"])


def _digits(value):
    return "-" if value is None else f"{value:.3f}"


def learnt(settings: GameSettings, known: dict[str, Any], tick: Tick = None) -> dict[str, Any]:
    """{name: value}, the outcome of all trials of these settings; the names are those of LEARNT,
    and `exact_payoffs`.
    """
    observers = [ScoreUnder(settings, (1,))]
    trials = [curve.run_trial(settings, trial, observers, tick) for trial in range(settings.trials)]
    found = curve.exact_payoffs([one.champion for one in trials], settings)
    founders, exact_payoff = (
        float(np.mean(values))
        for values in (
            [one.exact_payoff[0] for one in trials if one.exact_payoff is not None],
            found,
        )
    )

    def part(value, least="random"):
        return exact.part(value, known[least], known["ceiling"])

    return {
        "founders": founders,
        "exact_payoff": exact_payoff,
        "blind_share": part(known["blind"]),
        "baseline_share": part(known["baseline"]),
        "founders_share": part(founders),
        "share": part(exact_payoff),
        "sight": part(exact_payoff, "blind"),
        **dict(zip(exact_payoffs(settings.trials), found, strict=True)),
    }


@cache
def stored() -> JobTable:
    """The table of a thousand games that comes with the package."""
    return GamesJob.read(STORED)


def summary(table: JobTable) -> Json:
    """What there is to say about it, as plain values: medians over the games, by seat; None of no
    games.
    """
    found = {}
    for seat in SEATS:
        rows = (table["seat"] == seat) & np.isfinite(table["share"])
        medians = {
            name: _median(table[name][rows]) for name in ("share", "blind_share", "baseline_share")
        }
        sight = table["sight"][rows & (table["blind_share"] <= 1 - ROOM)]
        found[seat] = {"games": int(rows.sum()), **medians, "sight": _median(sight)}
    return {"seats": found}


def _median(values):
    return float(np.median(values)) if len(values) else None
