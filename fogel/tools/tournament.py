"""A tournament of a class: entrants in, an exact league table out.

Networks use no random numbers, so two of them play one and the same game whenever they meet: a
league in which everybody begins once against everybody else is the whole truth about them. Beside
it stands what each is worth against the paper's opponent, exactly. A league agent that names a
taken square is disqualified, and the other one wins.

Champions of one other game play that game, and stand beside what they are worth from both seats
against a perfect player that slips.

Functions of a student's own can enter, too, see `entrants`. The games of one that doesn't always
give the same answer are sampled, and its points have a 95 % interval.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import hypot
from typing import Any, NamedTuple

import numpy as np

from fogel import audit
from fogel.anygame import exact
from fogel.anygame.curve import find_rules_played
from fogel.anygame.functions import Sample
from fogel.anygame.settings import GameSettings, find_game
from fogel.core.asking import PlayerError
from fogel.core.types import Json
from fogel.network import Network
from fogel.rules.rule_files import write_rules
from fogel.rules.rules import Rules
from fogel.tools.entrants import FunctionEntrant, is_random, measure, meet, sample_games

# Chapters and teachers know it as the tournament's.
from fogel.tools.entrants import load_entrants as load_entrants

# Games that are sampled of each pair, from either side, if one of the two doesn't always give the
# same answer.
GAMES = 1_000
SEED = 1993
SCORES = {1: 1.0, 0: 0.5, -1: 0.0}  # points for a win, a tie and a loss, as in chess
PAPERS = ("against the paper’s opponent, exactly", "the near-perfect opponent")
PERFECTS = (
    "against a perfect player that slips, exactly",
    (
        "a player that keeps the best result it can and slips with probability {slip:g}, half of"
        " them from each seat,"
    ),
)


class Place(NamedTuple):
    """An entrant's row in the table: games as (wins, ties, losses) with either mark, and the exact
    audit.
    """

    place: int
    name: str
    points: float
    as_x: tuple
    as_o: tuple
    payoff: float
    results: audit.Results
    never_loses: bool  # as X
    hidden_nodes: int  # None for a league agent, whose moves alone are read


class Yardstick(NamedTuple):
    """Whom all are measured against: in a table's head, in a sentence, and what no player's payoff
    exceeds.
    """

    head: str
    words: str
    ceiling: float


class Standings(NamedTuple):
    """The `rows`, the best first; `games[x, o]`: (winner, squares) of the game between two names,
    `x` beginning.

    `disqualified`: {(x, o): the mark of who was disqualified}, of the games that ended so. `rules`:
    of another game than the standard one, otherwise None. `samples`: {(x, o): Sample as x sees it}
    of pairs whose games are sampled, and not among the `games`. `intervals`: {name: half widths of
    the 95 % intervals of its points and its payoff}, if any are. `random`: the names of the
    entrants that don't always give the same answer.
    """

    rows: list
    games: dict
    disqualified: dict
    yardstick: Yardstick
    rules: Rules | None = None
    samples: Mapping[tuple[str, str], Sample] = {}
    intervals: Mapping[str, tuple[float, float]] = {}
    random: tuple[str, ...] = ()


def play_league(
    networks: dict[str, Any],
    progress: Callable[..., Any] = iter,
    wrong: dict[str, Any] | None = None,
    games: int | None = None,
    seed: int = SEED,
) -> Standings:
    """Return the Standings of {name: player}: everybody begins once against everybody else.

    They are Networks or league agents, or champions of one other game, and FunctionEntrants. Of
    those that don't always give the same answer, `games` (by default GAMES) are sampled of each
    pair, and points and payoff are means. More points go first, then the higher payoff; with both
    equal, entrants share a place and stand by name. Raises PlayerError if a function fails; with a
    dict `wrong`, it is noted there and the others play.
    """
    while True:
        try:
            return _play_league(networks, progress, games or GAMES, seed)
        except PlayerError as problem:
            failed = [
                name
                for name, one in networks.items()
                if getattr(one, "player", None) is problem.player
            ]
            if wrong is None or len(networks) < 3 or not failed:
                raise
            (name,) = failed
            wrong[name] = str(problem)
            networks = {other: one for other, one in networks.items() if other != name}


def _play_league(networks, progress, sampled, seed):
    standard = find_game("standard")
    of_files = (one for one in networks.values() if not isinstance(one, FunctionEntrant))
    rules = next(map(find_rules_played, of_files), standard)
    other = None if rules == standard else rules
    pairs = [(x, o) for x in networks for o in networks if x != o]
    games, out, samples = {}, {}, {}
    for at, (x, o) in enumerate(progress(pairs)):
        both = networks[x], networks[o]
        if any(map(is_random, both)):
            samples[x, o] = sample_games(*both, sampled, np.random.default_rng([seed, at]), other)
            continue
        won, squares, mark = meet(*both, None, other)
        games[x, o] = (won, squares)
        out |= {(x, o): mark} if mark else {}
    own = {name: one for name, one in networks.items() if isinstance(one, FunctionEntrant)}
    files = {name: one for name, one in networks.items() if name not in own}
    found, yardstick = (_another if other else _standard)(files, rules)
    measured = {
        name: measure(one, np.random.default_rng([seed, at]), other)
        for at, (name, one) in enumerate(own.items())
    }
    found |= {name: values[:3] for name, values in measured.items()}
    rows = [_row(name, networks[name], games, samples, found[name]) for name in networks]
    rows.sort(key=lambda row: (-row.points, -row.payoff, row.name))
    ahead = [
        sum((other.points, other.payoff) > (row.points, row.payoff) for other in rows)
        for row in rows
    ]
    rows = [row._replace(place=1 + count) for row, count in zip(rows, ahead, strict=True)]
    intervals = {
        name: (_half_width(name, samples), measured[name][3] if name in own else 0.0)
        for name in networks
    }
    drawing = tuple(name for name, one in networks.items() if is_random(one))
    return Standings(
        rows, games, out, yardstick, other, samples, intervals if samples else {}, drawing
    )


def _half_width(name, samples):
    """The half width of the 95 % interval of an entrant's points, of all its games that are
    sampled.
    """
    return hypot(
        *(sample.mean(1.0, 0.5, 0.0)[1] for pair, sample in samples.items() if name in pair)
    )


def _standard(networks, rules):
    """({name: (results, payoff, never loses as X)}, the Yardstick) of the standard game."""
    found = {
        name: (results, audit.expected_payoff(results), audit.never_loses(networks[name]))
        for name, results in _results(networks).items()
    }
    return found, Yardstick(*PAPERS, float(audit.ceiling().payoff))


def _another(networks, rules):
    """The same of another game, that all these champions play."""
    both, opens = (
        GameSettings(game=rules, seat=name, opponent="perfect") for name in ("both", "first")
    )
    found = {}
    for name, network in networks.items():
        at_both = exact.exact_evaluation(network, both)
        results = audit.Results(win=at_both.win, tie=at_both.tie, loss=at_both.loss)
        found[name] = (results, at_both.expected_payoff, exact.lines(network, opens)[1] == 0)
    head, words = PERFECTS
    return found, Yardstick(head, words.format(slip=both.slip), exact.ceiling(both))


def _results(networks):
    """{name: Results}: of Networks at the engine's speed, of agents one after another."""
    fast = {name: network for name, network in networks.items() if isinstance(network, Network)}
    found = dict(zip(fast, audit.compute_results(list(fast.values())), strict=True))
    return {
        name: found[name] if name in fast else audit.results(player)
        for name, player in networks.items()
    }


def _row(name, player, games, samples, found):
    results, payoff, never_loses = found
    as_x = [won for (x, _), (won, _) in games.items() if x == name]
    as_o = [-won for (_, o), (won, _) in games.items() if o == name]
    sampled_x = [sample[:3] for (x, _), sample in samples.items() if x == name]
    sampled_o = [sample[2::-1] for (_, o), sample in samples.items() if o == name]
    counts = [
        tuple(
            won.count(result) + sum(one[at] / sum(one) for one in sampled)
            for at, result in enumerate((1, 0, -1))
        )
        for won, sampled in ((as_x, sampled_x), (as_o, sampled_o))
    ]
    return Place(
        place=0,
        name=name,
        points=sum(
            share * points
            for each in counts
            for share, points in zip(each, SCORES.values(), strict=True)
        ),
        as_x=counts[0],
        as_o=counts[1],
        payoff=round(payoff, 9),  # what is equal in fractions is to be equal here
        results=results,
        never_loses=never_loses,
        hidden_nodes=getattr(player, "hidden_nodes", None),
    )


def to_dict(league: Standings, wrong: Mapping[str, Any]) -> Json:
    """The league as plain values."""
    table = [row._asdict() | {"results": row.results._asdict()} for row in league.rows]
    for row in table if league.samples else ():
        row["points_interval"], row["payoff_interval"] = (
            [row[kind] - half, row[kind] + half]
            for kind, half in zip(("points", "payoff"), league.intervals[row["name"]], strict=True)
        )
    return {
        "evaluation": "sampled" if league.samples else "exact",
        "table": table,
        "games": [
            {
                "x": x,
                "o": o,
                "winner": won,
                "squares": squares,
                "disqualified": league.disqualified.get((x, o), 0),
            }
            for (x, o), (won, squares) in league.games.items()
        ],
        **({"samples": _samples(league)} if league.samples else {}),
        "left_out": wrong,
        **({"game": write_rules(league.rules)} if league.rules else {}),
    }


def _samples(league):
    """The pairs whose games are sampled, as plain values: shares with their intervals, as `x` sees
    them.
    """
    return [
        {"x": x, "o": o, "games": one.games, **one.to_dict()}
        for (x, o), one in league.samples.items()
    ]
