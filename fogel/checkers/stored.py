"""Stored tables of evolutions that take too long for a chapter (chapter 19).

Trials, and the games that measure their best networks, draw the same numbers as `fogel checkers`
with the settings.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from itertools import combinations
from pathlib import Path
from time import thread_time
from typing import Any, NamedTuple

import numpy as np

from fogel.checkers.bitboards import MOST_MOVES, to_bits
from fogel.checkers.evolution import CheckersEvolution, find_solution
from fogel.checkers.files import CheckersChampion
from fogel.checkers.lookahead import Ahead, Field, make_field, new_stack, score_moves
from fogel.checkers.matches import CheckersMatch, make_player, match
from fogel.checkers.network import Evaluator, material_evaluator, new_scratch
from fogel.checkers.rating import NULLS, OPENINGS, Rating, is_solved, null_models, rate
from fogel.checkers.rules import Position, after, moves, play_game
from fogel.checkers.run import MEASURING, NULL, make_champions, points
from fogel.checkers.settings import CheckersSettings
from fogel.checkers.solved import blunder_rate, random_mover
from fogel.core.files import write_file
from fogel.core.settings import trial_rng
from fogel.core.types import Ints
from fogel.core.workers import available_cores, local_workers
from fogel.engine.compiling import compiled, kernel, lent

RATING, MATCH = Rating._fields, Rating._fields[:6]
COUNT, PAIR, COST = 2, 3, 4  # what else a trial's random numbers are for, beside MEASURING and NULL
SMALL = CheckersSettings.preset("small", trials=24)
LARGER = SMALL.change(men=4, trials=5)  # 2.8 million positions
EVALUATED_BY = {"values": {}, "material": {"games": 32}, "games": {}}  # changes beside evaluated_by
COUNTS = (1, 2, 3, 4, 6)  # plies of the material player
DEEPEST = 6  # plies of the material player in "checkers-plies"
CHOICES: list[tuple[str, Any, dict[str, Any]]] = [
    ("base", "", {}),
    ("king_change", "factor", {}),
    ("first_weights", "normal", {"weight_range": 0.05}),
    ("rotate_board", False, {}),
    ("counts_for", "first", {}),
    ("material_weight", "evolved", {}),
    ("material_weight", "none", {}),
    ("adapt", False, {}),
    ("windows", True, {}),
    ("random_opening_moves", 4, {}),
    ("max_moves", 50, {}),
    ("loss_payoff", -1, {}),
    ("games", 10, {}),
    ("extension", 0, {}),
    ("extension", 2, {}),
]
IN_1999 = CheckersSettings.preset("blondie-1999", trials=6)
BLONDIES = {
    "checkers-1999": IN_1999,
    "checkers-2001": CheckersSettings.preset("blondie-2001", trials=2, generations=30),
    "checkers-6x6": CheckersSettings(
        rows=6,
        columns=6,
        men=6,
        trials=1,
        generations=80,
        evaluated_by="material",
        games=20,
        random_opening_moves=4,
    ),
}
RIVALS = (1, 2, 3, 5, 6)  # plies of the material player against the last networks, beside their own
TIMED = 10  # games whose positions are searched to see what a move costs


class EvolutionTable(NamedTuple):
    """A table of evolutions on a small board: `columns`, and the `rows` that a key makes."""

    columns: tuple[str, ...]
    keys: list[tuple]
    rows: Callable[..., list[tuple]]


@lru_cache(maxsize=1000)
def find_best(settings: CheckersSettings, trial: int) -> dict[int, CheckersChampion]:
    """Return {generation: CheckersChampion}, the networks of a trial that `run.run_trial` keeps."""
    evolution = CheckersEvolution(settings, trial, points(settings.generations))
    while evolution.done < settings.generations:
        evolution.step()
    return make_champions(settings, trial, evolution.state()["history"], evolution.kept)


def rated(champion: CheckersChampion, rival_plies: int | None = None) -> Rating:
    """The Rating of a best network; by the games of `run.run_trial` if the material player looks as
    far, or by others.
    """
    settings, purpose = (
        champion.settings,
        ([] if rival_plies in (None, champion.settings.plies) else [rival_plies]),
    )
    rng = trial_rng(settings, champion.trial, MEASURING, champion.generation, *purpose)  # type: ignore[arg-type]
    return rate(settings, champion.evaluator, rng, rival_plies=rival_plies)


def rated_null(settings: CheckersSettings, player: str, number: int) -> Rating:
    """The Rating of a random network, "linked" or "unlinked"; each trial has NULLS of them."""
    trial, place = divmod(number, NULLS)
    evaluator = null_models(settings, trial_rng(settings, trial))[player][place]
    return rate(settings, evaluator, trial_rng(settings, trial, NULL, place))


def rated_count(settings: CheckersSettings, plies: int, rival_plies: int) -> Rating:
    """The Rating of the material player that looks so far ahead, against another."""
    rng = trial_rng(settings, 0, COUNT, plies, rival_plies)
    return rate(
        settings.change(plies=plies),
        material_evaluator(settings.material_king),
        rng,
        rival_plies=rival_plies,
    )


def rated_random(settings: CheckersSettings) -> Rating:
    """The Rating of who moves at random, and so opens each game on his own."""
    rng, game, limit = trial_rng(settings, 0, COUNT), settings.game, settings.max_moves
    rival = make_player(material_evaluator(settings.material_king), settings.ahead)

    def mover(game, position, rng):
        allowed = moves(game, position)
        return allowed[int(rng.integers(len(allowed)))]

    results = np.zeros((OPENINGS, 2), np.int8)
    for row in results:
        row[:] = (
            play_game(game, mover, rival, rng, limit)[0],
            -play_game(game, rival, mover, rng, limit)[0],
        )
    found = CheckersMatch(results)
    blundered = (
        blunder_rate(random_mover, find_solution(game)[0])[:2] if is_solved(game) else (None, None)
    )
    return Rating(*found.points, *found.elo, *blundered)


# The tables of the small boards.


def evaluated(men: int, player: str, number: int) -> list[tuple]:
    """Rows of "checkers-evaluated": a trial, or a player that has learnt nothing."""
    settings = SMALL if men == SMALL.men else LARGER
    key = (men, player, number)
    if player in EVALUATED_BY:
        best = find_best(settings.change(evaluated_by=player, **EVALUATED_BY[player]), number)
        kept = best if settings is SMALL else [settings.generations]
        return [(*key, made, *rated(best[made])) for made in kept]
    if player in ("linked", "unlinked"):
        return [(*key, 0, *rated_null(settings, player, number))]
    if player == "random":
        return [(*key, 0, *rated_random(settings))]
    return [
        (
            *key,
            0,
            *rated_count(settings, int(player.removeprefix("material-player-")), settings.plies),
        )
    ]


def evaluated_keys(settings: CheckersSettings) -> list[tuple]:
    """The keys of "checkers-evaluated" on a board."""
    unlearnt = [(f"material-player-{plies}", 0) for plies in COUNTS]
    unlearnt += [
        (name, number) for name in ("linked", "unlinked") for number in range(settings.trials)
    ]
    learnt = [(name, number) for name in EVALUATED_BY for number in range(settings.trials)]
    return [(settings.men, *key) for key in [("random", 0), *unlearnt, *learnt]]


def chosen(choice: str, value: Any, trial: int) -> list[tuple]:
    """The row of "checkers-choices" of a trial with one choice changed."""
    beside = next(changes for name, other, changes in CHOICES if (name, other) == (choice, value))
    changes = {} if choice == "base" else {choice: value, **beside}
    settings = SMALL.change(**changes)
    return [(choice, value, trial, *rated(find_best(settings, trial)[settings.generations]))]


def against_plies(board: str, player: str, plies: int, trial: int) -> list[tuple]:
    """Rows of "checkers-plies": a player against the material player that looks less far, as far,
    and further.
    """
    settings, key = SMALL if board == "6x4" else IN_1999, (board, player, plies, trial)
    rivals = [rival for rival in range(1, DEEPEST + 1) if board == "6x4" or rival != plies]
    if player == "material-player":
        return [(*key, rival, *rated_count(settings, plies, rival)[:6]) for rival in rivals]
    return [(*key, rival, *rated(find_last(player, trial), rival)[:6]) for rival in rivals]


def paired(player: str, trial: int, other: str, other_trial: int) -> list[tuple]:
    """Return the "checkers-pairs" row of two trials' last networks; points are the first one's."""
    evaluators = tuple(
        find_last(name, number).evaluator
        for name, number in ((player, trial), (other, other_trial))
    )
    rng = trial_rng(
        SMALL, trial, PAIR, [*EVALUATED_BY].index(player), [*EVALUATED_BY].index(other), other_trial
    )
    found = match(SMALL.game, evaluators, (SMALL.ahead,) * 2, OPENINGS, rng, limit=SMALL.max_moves)  # type: ignore[arg-type]
    return [(player, trial, other, other_trial, *found.points, *found.elo)]


def find_last(player: str, trial: int) -> CheckersChampion:
    """The best network of the last generation of a trial of "checkers-evaluated"."""
    return find_best(SMALL.change(evaluated_by=player, **EVALUATED_BY[player]), trial)[
        SMALL.generations
    ]


TABLES = {
    "checkers-evaluated": EvolutionTable(
        ("men", "player", "trial", "generation", *RATING),
        [*evaluated_keys(SMALL), *evaluated_keys(LARGER)],
        evaluated,
    ),
    "checkers-choices": EvolutionTable(
        ("choice", "value", "trial", *RATING),
        [(choice, value, trial) for choice, value, _ in CHOICES for trial in range(SMALL.trials)],
        chosen,
    ),
    "checkers-plies": EvolutionTable(
        ("board", "player", "plies", "trial", "rival_plies", *MATCH),
        [
            *(("6x4", "material-player", plies, 0) for plies in range(1, DEEPEST + 1)),
            ("8x8", "material-player", IN_1999.plies, 0),
            *(
                ("6x4", name, SMALL.plies, trial)
                for name in EVALUATED_BY
                for trial in range(SMALL.trials)
            ),
        ],
        against_plies,
    ),
    "checkers-pairs": EvolutionTable(
        ("player", "trial", "other", "other_trial", *MATCH),
        [
            (*one, *other)
            for one, other in combinations(
                [(name, trial) for name in EVALUATED_BY for trial in range(8)], 2
            )
        ],
        paired,
    ),
}


def write(folder: Path, name: str, progress: Callable[..., Iterable], workers: int = 2) -> None:
    """Writes a table of TABLES into a folder; who does the work changes nothing."""
    table = TABLES[name]
    with local_workers(workers) as threads:
        futures = [threads.submit(table.rows, *key) for key in table.keys]
        rows = [row for future in progress(futures) for row in future.result()]
    write_file(folder / f"{name}.csv", table_text([table.columns, *rows]))


def table_text(rows: Iterable[Sequence]) -> str:
    """Rows as CSV; what is not known is empty."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


# The tables of 8x8, from best networks.


def best_row(champion: CheckersChampion, rival_plies: int) -> tuple:
    """The row of "checkers-1999", or of "checkers-2001", of a best network."""
    head = ("best", champion.trial, champion.generation, rival_plies, champion.king)
    return (*head, *rated(champion, rival_plies)[:6])


def unlearnt_row(settings: CheckersSettings, player: str, number: int = 0) -> tuple:
    """The row there of a random network, or of a random mover."""
    found = rated_random(settings) if player == "random" else rated_null(settings, player, number)
    king = "" if player == "random" else settings.king
    return (player, number, 0, settings.plies, king, *found[:6])


def pair_row(one: CheckersChampion, other: CheckersChampion) -> tuple:
    """The row of "checkers-1999-pairs" of two of its best networks."""
    settings = one.settings
    rng = trial_rng(settings, one.trial, PAIR, other.trial)  # type: ignore[arg-type]
    found = match(
        settings.game,
        (one.evaluator, other.evaluator),
        (settings.ahead,) * 2,
        OPENINGS,
        rng,
        limit=settings.max_moves,
    )
    return (one.trial, other.trial, *found.points, *found.elo)


def cost_rows(champion: CheckersChampion, deepest: int = 8) -> list[tuple]:
    """Rows of "checkers-time": what a move costs a champion, and the material player that looks
    less far, as far, or further.

    At the positions of some of its games, with how many positions are looked at and evaluated, and
    microseconds of CPU.
    """
    settings, positions = champion.settings, positions_met(champion)
    boards = np.array([to_bits(settings.game, one) for one in positions])
    turns = np.array([one.player for one in positions])
    rows = []
    for evaluator, plies in [
        (champion.evaluator, settings.plies),
        *((material_evaluator(), plies) for plies in range(1, deepest + 1)),
    ]:
        ahead, field = settings.ahead._replace(plies=plies), make_field(settings.game)
        # The first call compiles it.
        compiled(search_each)(boards[:1], turns[:1], ahead, evaluator, field, MOST_MOVES)
        begun = thread_time()
        met = compiled(search_each)(boards, turns, ahead, evaluator, field, MOST_MOVES).tolist()
        spent = 1e6 * (thread_time() - begun) / len(boards)
        player = "best" if evaluator is champion.evaluator else "material-player"
        rows.append((player, plies, len(boards), *met, round(spent, 1)))
    return rows


def write_costs(folder: Path, champion: CheckersChampion) -> None:
    """Writes "checkers-time" into a folder."""
    head = ("player", "plies", "positions", "looked_at", "evaluated", "microseconds")
    write_file(folder / "checkers-time.csv", table_text([head, *cost_rows(champion)]))


@kernel
def search_each(
    boards: Ints, turns: Ints, ahead: Ahead, evaluator: Evaluator, field: Field, most: int
) -> Ints:
    """How many positions are looked at, and evaluated, to choose a move on each of these boards."""
    evaluator = lent(evaluator)
    stack, scratch = new_stack(ahead, most), new_scratch(evaluator.layers)
    for number in range(len(boards)):
        board = boards[number]
        score_moves(
            (board[0], board[1], board[2]), turns[number], ahead, evaluator, field, stack, scratch
        )
    return stack.met


def positions_met(champion: CheckersChampion) -> list[Position]:
    """Return the positions of a champion's games with the material player that leave a choice."""
    settings, found = champion.settings, []
    rng = trial_rng(settings, champion.trial, COST)  # type: ignore[arg-type]
    players = [
        champion.player,
        make_player(material_evaluator(settings.material_king), settings.ahead),
    ]
    for number in range(TIMED):
        first, second = players[:: -1 if number % 2 else 1]
        _, made = play_game(settings.game, first, second, rng, settings.max_moves)
        position = settings.game.start
        for move in made:
            if len(moves(settings.game, position)) > 1:
                found.append(position)
            position = after(settings.game, position, move)
    return found


def write_blondie(
    folder: Path, name: str, champions: Sequence[dict[int, CheckersChampion]]
) -> None:
    """Write the tables of these trials' best networks into a folder."""
    settings = champions[0][1].settings
    last = [each[max(each)] for each in champions]
    todo = [partial(unlearnt_row, settings, "random")]
    nulls = range(NULLS * len(champions))
    todo += [
        partial(unlearnt_row, settings, player, number)
        for player in ("linked", "unlinked")
        for number in nulls
    ]
    todo += [partial(best_row, one, settings.plies) for each in champions for one in each.values()]
    todo += [partial(best_row, one, plies) for one in last for plies in RIVALS]
    head = ("player", "trial", "generation", "rival_plies", "king", *MATCH)
    with local_workers(available_cores()) as threads:
        rows = [*threads.map(lambda row: row(), todo)]
    write_file(folder / f"{name}.csv", table_text([head, *rows]))
    if len(last) == 1:
        return
    pairs = [pair_row(one, other) for one, other in combinations(last, 2)]
    write_file(folder / f"{name}-pairs.csv", table_text([("one", "other", *MATCH), *pairs]))
