"""A tournament of checkers players over the same openings.

Networks choose at random among moves that are as good, and many games begin alike. So each
pair plays from openings at random, either of them from both sides, and points come with 95 %
intervals. Beside them stands what no match between entrants shows: games against the material
player at equal depth, and the blunder rate where the board is solved.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from fogel.checkers.files import CheckersChampion, load_champion
from fogel.checkers.matches import CheckersMatch, match
from fogel.checkers.rating import Rating, rate
from fogel.checkers.rules import Checkers
from fogel.core.texts import number
from fogel.core.types import FilePath, Json
from fogel.core.workers import available_cores, local_workers
from fogel.tools.entrants import load_entrants
from fogel.tools.tournament_page import TITLE, league_page

MOST_PLAYERS = 40  # 780 matches: on 8x8 some twenty minutes of two cores
MATCH_OPENINGS = 50  # of a match, each played from either side
SEED = 1999


class CheckersPlace(NamedTuple):
    """An entrant's row: points a game of all its matches with the ends of their 95 % interval, and
    its Rating.
    """

    place: int
    name: str
    points: float
    low: float
    high: float
    plies: int
    rating: Rating


class CheckersStandings(NamedTuple):
    """The `rows`, the best first; `pairs[one, other]`: the points of `one`, with the ends of their
    interval.
    """

    game: Checkers
    rows: list[CheckersPlace]
    pairs: dict[tuple[str, str], tuple[float, float, float]]


def load_checkers_entrants(folder: FilePath) -> tuple[dict[str, CheckersChampion], dict[str, Any]]:
    """({name: champion}, {file: what is wrong}), as `tournament.load_entrants`; all play on one
    board.
    """
    return load_entrants(folder, load_champion, lambda one: one.settings.game, called, MOST_PLAYERS)


def called(game: Checkers) -> str:
    """A board in words."""
    return f"{game.rows}x{game.columns} with {game.men} men each"


def play_checkers_league(
    entrants: Mapping[str, CheckersChampion], progress: Callable[..., Iterable] = iter
) -> CheckersStandings:
    """The ratings of {name: champion} of one game; the same entrants give the same bits on any
    number of cores.

    Each looks as far ahead as its own settings say; after as many moves as the most patient of them
    allows, a game is a draw. Equal points share a place.
    """
    names = sorted(entrants)
    game, limit = (
        entrants[names[0]].settings.game,
        max(one.settings.max_moves for one in entrants.values()),
    )
    pairs = [*combinations(range(len(names)), 2)]

    def meet(pair):
        both = [entrants[names[at]] for at in pair]
        evaluators, aheads = (
            (both[0].evaluator, both[1].evaluator),
            (both[0].settings.ahead, both[1].settings.ahead),
        )
        return match(game, evaluators, aheads, MATCH_OPENINGS, _rng(*pair), limit=limit)

    def measure(at):
        one = entrants[names[at]]
        return rate(one.settings, one.evaluator, _rng(at))

    with local_workers(available_cores()) as threads:
        ratings = [threads.submit(measure, at) for at in range(len(names))]
        matches = [threads.submit(meet, pair) for pair in pairs]
        for future in progress([*ratings, *matches]):
            future.result()
    found = dict(zip(pairs, (future.result() for future in matches), strict=True))
    found |= {(other, one): CheckersMatch(-found[one, other].results) for one, other in pairs}
    rows = _rows(entrants, names, found, [rating.result() for rating in ratings])
    return CheckersStandings(
        game, rows, {(names[a], names[b]): its.points for (a, b), its in found.items()}
    )


def _rows(entrants, names, found, ratings):
    """The places of all entrants, the best first."""
    rows = [
        CheckersPlace(0, name, points, low, high, entrants[name].settings.plies, ratings[at])
        for at, name in enumerate(names)
        for points, low, high in [_all_points(found, at)]
    ]
    rows.sort(key=lambda row: (-row.points, row.name))
    return [
        row._replace(place=1 + sum(other.points > row.points for other in rows)) for row in rows
    ]


def _rng(*key):
    return np.random.default_rng(np.random.SeedSequence(SEED, spawn_key=key))


def _all_points(found, at):
    """Of all games of an entrant, opening by opening."""
    return CheckersMatch(
        np.concatenate([its.results for (one, _), its in found.items() if one == at])
    ).points


def to_dict(league: CheckersStandings, wrong: Mapping[str, Any]) -> Json:
    """The ratings as plain values."""
    game = league.game
    return {
        "game": {"rows": game.rows, "columns": game.columns, "men": game.men},
        "table": [{**row._asdict(), "rating": row.rating.to_dict()} for row in league.rows],
        "pairs": [
            {"one": one, "other": other, "points": points, "low": low, "high": high}
            for (one, other), (points, low, high) in league.pairs.items()
            if one < other
        ],
        "left_out": wrong,
    }


def page(
    league: CheckersStandings, wrong: Mapping[str, Any] | None = None, title: str = TITLE
) -> str:
    """The ratings as one HTML file that needs no other."""
    parts = {
        "board": called(league.game),
        "games": str(2 * MATCH_OPENINGS),
        "table": "\n".join(map(_table_row, league.rows)),
    }
    return league_page(
        "checkers_league.html", league.rows, partial(_cell, league), parts, wrong or {}, title
    )


def elo_words(rating: Rating) -> str:
    """Elo against the material player with its interval; what has no bound is said to have none."""
    signed = [
        "no bound" if one is None else ("+" if one > 0.5 else "") + number(one, 0)
        for one in rating[3:6]
    ]
    return f"{signed[0]} ({signed[1]} to {signed[2]})"


def blunder_words(rating: Rating) -> str:
    """Blunder rate in percent; a dash where the board is not solved."""
    return "–" if rating.blunders is None else f"{100 * rating.blunders:.1f} %"


def _table_row(row):
    cells = [
        f"{row.points:.3f}",
        f"{row.low:.3f} to {row.high:.3f}",
        elo_words(row.rating),
        blunder_words(row.rating),
    ]
    numbers = "".join(f'<td class="n">{cell}</td>' for cell in [*cells, row.plies])
    return f'<tr><td class="n">{row.place}</td><td>{html.escape(row.name)}</td>{numbers}</tr>'


def _cell(league, row, other):
    """The kind, the text and the title of the cell of a match."""
    points, low, high = league.pairs[row.name, other.name]
    kind = "won" if low > 0.5 else "lost" if high < 0.5 else "tied"
    return (
        kind,
        f"{points:.2f}",
        f"{row.name} against {other.name}: {points:.3f}, {low:.3f} to {high:.3f}",
    )
