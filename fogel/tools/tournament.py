"""A tournament of a class: entrants in, a league table out, for any game.

Networks use no random numbers, so two of them play one and the same game whenever they meet: a
league in which everybody begins once against everybody else is the whole truth about them. A player
that takes a taken square is disqualified, and the other one wins. Functions of a student's own can
enter, too; the games of one that doesn't always give the same answer are sampled, and its points
have a 95 % interval. Champions of checkers play matches, which are sampled too.

Each entrant is also measured against an opponent that suits the game (see `contests`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, NamedTuple

from fogel.checkers.game import CheckersGame
from fogel.core.asking import PlayerError
from fogel.core.game import Game, StandardGame
from fogel.core.network_files import SavableNetwork
from fogel.core.types import Json
from fogel.network import Network
from fogel.rules.game import RulesGame
from fogel.rules.rule_files import write_rules
from fogel.tools import contests
from fogel.tools.contests import SCORES, Contest, find_contest
from fogel.tools.entrants import FunctionEntrant, enter, find_game_played, for_contests

# Chapters and teachers know it as the tournament's.
from fogel.tools.entrants import load_entrants as load_entrants


class Place(NamedTuple):
    """An entrant's row in the table: games as (wins, ties, losses) when it moves first and second,
    and what was `measured`.

    Sampled games of a pair count as one. The 95 % interval of the points has no width if none are
    sampled.
    """

    place: int
    name: str
    points: float
    as_x: tuple
    as_o: tuple
    measured: Any
    points_interval: tuple[float, float]


class Standings(NamedTuple):
    """The `rows`, the best first, and the `contest` that has its games."""

    rows: list[Place]
    contest: Contest


def play_league(
    entrants: Mapping[str, Any],
    progress: Callable[..., Any] = iter,
    wrong: dict[str, Any] | None = None,
    games: int | None = None,
    seed: int = contests.SEED,
    game: Game | None = None,
) -> Standings:
    """Return the Standings of {name: player}: everybody begins once against everybody else.

    They are Networks or league agents, champions of one other game, and what `enter` returns; with
    a `game` of two players, functions that play it, too. Of those that don't always give the same
    answer, `games` (by default 1,000) are sampled of each pair, and points are means. More points
    go first, then the higher payoff; with both equal, entrants share a place and are sorted by
    name. Raises PlayerError if a function fails; with a dict `wrong`, it is noted there and the
    others play.
    """
    if game is not None:
        game = for_contests(game)
        known = FunctionEntrant, Network, SavableNetwork
        entrants = {
            name: one if isinstance(one, known) else enter(one, game)
            for name, one in entrants.items()
        }
    while True:
        played = game or find_game_played(entrants.values())
        contest = find_contest(played)(played, entrants, games or contests.GAMES, seed)
        try:
            return _rank(contest, contest.hold(progress))
        except PlayerError as problem:
            failed = [
                name
                for name, one in entrants.items()
                if getattr(one, "player", None) is problem.player
            ]
            if wrong is None or len(entrants) < 3 or not failed:
                raise
            (name,) = failed
            wrong[name] = str(problem)
            entrants = {other: one for other, one in entrants.items() if other != name}


def _rank(contest, measured):
    """The Standings after a contest."""
    rows = []
    for name in contest.entrants:
        as_x, as_o = (_count(contest, name, seat) for seat in (0, 1))
        points, *ends = contest.total(name, (as_x, as_o))
        rows.append(Place(0, name, points, as_x, as_o, measured[name], tuple(ends)))
    ranks = {row.name: (row.points, getattr(row.measured, "payoff", 0)) for row in rows}
    rows = [
        row._replace(place=1 + sum(rank > ranks[row.name] for rank in ranks.values()))
        for row in rows
    ]
    return Standings(sorted(rows, key=lambda row: (row.place, row.name)), contest)


def _count(contest, name, seat):
    """(wins, ties, losses) of an entrant in seat 0 or 1; sampled games of a pair count as one."""
    pairs = [(name, other) if seat == 0 else (other, name) for other in contest.entrants]
    won = [contest.games[pair].result[seat] for pair in pairs if pair in contest.games]
    samples = [contest.samples[pair][:3] for pair in pairs if pair in contest.samples]
    samples = [one[::-1] if seat else one for one in samples]
    return tuple(
        won.count(result) + sum(one[at] / sum(one) for one in samples)
        for at, result in enumerate(SCORES)
    )


def to_dict(league: Standings, wrong: Mapping[str, Any]) -> Json:
    """The league as plain values: all that there is of games, samples and matches."""
    contest = league.contest
    kind = "sampled" if contest.samples else "exact"
    found = {
        "evaluation": kind,
        "table": [_plain(row, kind) for row in league.rows],
        "games": [
            {
                "x": x,
                "o": o,
                "winner": game.result[0],
                "squares": [*game.moves],
                "disqualified": (0, 1, -1)[game.disqualified],
            }
            for (x, o), game in contest.games.items()
        ],
        "samples": [
            {"x": x, "o": o, "games": one.games, **one.to_dict()}
            for (x, o), one in contest.samples.items()
        ],
        "pairs": [
            dict(zip(("one", "other", "points", "low", "high"), (*pair, *one.points), strict=True))
            for pair, one in contest.matches.items()
            if pair[0] < pair[1]
        ],
        "game": _name_game(contest.game),
    }
    return {name: value for name, value in found.items() if value or name == "games"} | {
        "left_out": wrong
    }


def _plain(row, kind):
    """A row as plain values, with intervals if games are sampled."""
    measured = row.measured._asdict() if row.measured else {}
    values = {**row._asdict(), **measured}
    del values["measured"]
    return {
        name: value._asdict() if hasattr(value, "_asdict") else value
        for name, value in values.items()
        if kind == "sampled" or not name.endswith("_interval")
    }


def _name_game(game):
    """The game as a plain value; None for the standard one."""
    if isinstance(game, RulesGame):
        return write_rules(game.rules)
    if isinstance(game, CheckersGame):
        return asdict(game.checkers)
    return None if type(game) is StandardGame else game.name
