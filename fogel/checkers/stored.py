"""Stored tables of evolutions that take too long for a chapter (chapter 19).

Trials, and the games that measure their best networks, draw the same numbers as `fogel checkers`
with the settings.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from time import thread_time
from typing import Any

import numpy as np

from fogel.checkers.bitboards import MOST_MOVES, BitShape, board_at, make_shape, to_bits
from fogel.checkers.files import SHIPPED, CheckersChampion, load_champion
from fogel.checkers.lookahead import Ahead, new_stack, score_moves
from fogel.checkers.matches import CheckersMatch, make_player, match
from fogel.checkers.network import Evaluator, material_evaluator
from fogel.checkers.rating import NULLS, OPENINGS, Rating, make_rating, null_models, rate
from fogel.checkers.rules import Position, after, moves, play_game
from fogel.checkers.run import MEASURING, NULL, best_networks
from fogel.checkers.settings import CheckersSettings
from fogel.checkers.solved import random_mover
from fogel.core.saving import Checkpoint
from fogel.core.settings import trial_rng
from fogel.core.types import Ints
from fogel.engine.compiling import compiled, kernel, lent

RATING, MATCH = Rating._fields, Rating._fields[:6]
COUNT, PAIR, COST = 2, 3, 4  # what else a trial's random numbers are for, beside MEASURING and NULL
SMALL = CheckersSettings.preset("small", trials=24)
LARGER = {"men": 4, "trials": 5}  # 2.8 million positions
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
SIX: Any = {"rows": 6, "columns": 6, "men": 6}
BLONDIES = {
    "checkers-1999": IN_1999,
    "checkers-2001": CheckersSettings.preset("blondie-2001", trials=2, generations=30),
    "checkers-6x6": CheckersSettings(
        **SIX, trials=1, generations=80, evaluated_by="material", games=20, random_opening_moves=4
    ),
}
RIVALS = (1, 2, 3, 5, 6)  # plies of the material player against the last networks, beside their own
TIMED = 10  # games whose positions are searched to see what a move costs


_known: dict[tuple[CheckersSettings, int], dict[int, CheckersChampion]] = {}


def find_best(
    settings: CheckersSettings,
    trial: int,
    tick: Callable[[int], object] | None = None,
    checkpoint: Checkpoint | None = None,
) -> dict[int, CheckersChampion]:
    """Return {generation: CheckersChampion}, the networks of a trial that `run.run_trial` keeps.

    They are evolved once in a program.
    """
    if (settings, trial) not in _known:
        _known[settings, trial] = best_networks(settings, trial, tick, checkpoint)[0]
    return _known[settings, trial]


def find_last(settings: CheckersSettings, trial: int) -> CheckersChampion:
    """The best network of the last generation of a trial, which may come with the package."""
    if (settings, trial) not in _known and (found := _shipped().get((settings, trial))):
        return found
    return find_best(settings, trial)[settings.generations]


@cache
def _shipped():
    champions = map(load_champion, sorted(SHIPPED.glob("*.json")))
    return {(one.settings, one.trial): one for one in champions}


def rated(champion: CheckersChampion, rival_plies: int | None = None) -> Rating:
    """The Rating of a best network; by the games of `run.run_trial` if the material player looks as
    far, or by others.
    """
    settings = champion.settings
    purpose = [] if rival_plies in (None, champion.settings.plies) else [rival_plies]
    rng = trial_rng(settings, champion.trial, MEASURING, champion.generation, *purpose)  # type: ignore[arg-type]
    return rate(settings, champion.evaluator, rng, rival_plies=rival_plies)


def rated_unlearnt(settings: CheckersSettings, player: str, number: int) -> Rating:
    """The Rating of a player that has learnt nothing: who moves at random, or a random network,
    "linked" or "unlinked", of which each trial has NULLS.
    """
    if player == "random":
        return rated_random(settings)
    trial, place = divmod(number, NULLS)
    evaluator = null_models(settings, trial_rng(settings, trial))[player][place]
    return rate(settings, evaluator, trial_rng(settings, trial, NULL, place))


def rated_count(settings: CheckersSettings, plies: int, rival_plies: int) -> Rating:
    """The Rating of the material player that looks so far ahead, against another."""
    rng = trial_rng(settings, 0, COUNT, plies, rival_plies)
    counter = material_evaluator(settings.material_king)
    return rate(settings.change(plies=plies), counter, rng, rival_plies=rival_plies)


def rated_random(settings: CheckersSettings) -> Rating:
    """The Rating of who moves at random, and so opens each game on his own."""
    rng, game, limit = trial_rng(settings, 0, COUNT), settings.game, settings.max_moves
    rival = make_player(material_evaluator(settings.material_king), settings.ahead)

    def mover(game, position, rng):
        allowed = moves(game, position)
        return allowed[int(rng.integers(len(allowed)))]

    results = np.zeros((OPENINGS, 2), np.int8)
    for row in results:
        row[0] = play_game(game, mover, rival, rng, limit)[0]
        row[1] = -play_game(game, rival, mover, rng, limit)[0]
    return make_rating(CheckersMatch(results), game, random_mover)


# Rows of the small boards.


def larger(settings: CheckersSettings) -> CheckersSettings:
    """The settings on the board with more men."""
    return settings.change(**LARGER)


def bred(settings: CheckersSettings, player: str) -> CheckersSettings:
    """The settings of networks that are selected in one of the ways of EVALUATED_BY."""
    return settings.change(evaluated_by=player, **EVALUATED_BY[player])


def best_row(champion: CheckersChampion, rival_plies: int) -> tuple:
    """The row of "checkers-1999", or of "checkers-2001", of a best network."""
    head = ("best", champion.trial, champion.generation, rival_plies, champion.king)
    return (*head, *rated(champion, rival_plies)[:6])


def play_pair(one: CheckersChampion, other: CheckersChampion, *places: int) -> tuple:
    """The points and Elo of one of two last networks against the other.

    `places`: those of their ways of selection in EVALUATED_BY, if these differ.
    """
    settings, evaluators = one.settings, (one.evaluator, other.evaluator)
    rng = trial_rng(settings, one.trial, PAIR, *places, other.trial)  # type: ignore[arg-type]
    aheads, limit = (settings.ahead,) * 2, settings.max_moves
    found = match(settings.game, evaluators, aheads, OPENINGS, rng, limit=limit)
    return (*found.points, *found.elo)


def cost_rows(champion: CheckersChampion, deepest: int = 8) -> list[tuple]:
    """Rows of "checkers-time": what a move costs a champion, and the material player that looks
    less far, as far, or further.

    At the positions of some of its games, with how many positions are looked at and evaluated, and
    microseconds of CPU.
    """
    settings, positions = champion.settings, positions_met(champion)
    boards = np.array([to_bits(settings.game, one) for one in positions])
    turns = np.array([one.player for one in positions])
    counters = [(material_evaluator(), plies) for plies in range(1, deepest + 1)]
    rows, search, shape = [], compiled(search_each), make_shape(settings.game)
    for evaluator, plies in [(champion.evaluator, settings.plies), *counters]:
        ahead = settings.ahead._replace(plies=plies)
        search(boards[:1], turns[:1], ahead, evaluator, shape, MOST_MOVES)  # to compile it
        begun = thread_time()
        met = search(boards, turns, ahead, evaluator, shape, MOST_MOVES).tolist()
        spent = 1e6 * (thread_time() - begun) / len(boards)
        player = "best" if evaluator is champion.evaluator else "material-player"
        rows.append((player, plies, len(boards), *met, round(spent, 1)))
    return rows


@kernel
def search_each(
    boards: Ints, turns: Ints, ahead: Ahead, evaluator: Evaluator, shape: BitShape, most: int
) -> Ints:
    """How many positions are looked at, and evaluated, to choose a move on each of these boards."""
    evaluator = lent(evaluator)
    stack = new_stack(shape, ahead, evaluator.layers, most)
    for number in range(len(boards)):
        score_moves(board_at(boards, number), turns[number], ahead, evaluator, stack)
    return stack.met


def positions_met(champion: CheckersChampion) -> list[Position]:
    """Return the positions of a champion's games with the material player that leave a choice."""
    settings, found = champion.settings, []
    rng = trial_rng(settings, champion.trial, COST)  # type: ignore[arg-type]
    counter = make_player(material_evaluator(settings.material_king), settings.ahead)
    players = [champion.player, counter]
    for number in range(TIMED):
        first, second = players[:: -1 if number % 2 else 1]
        _, made = play_game(settings.game, first, second, rng, settings.max_moves)
        position = settings.game.start
        for move in made:
            if len(moves(settings.game, position)) > 1:
                found.append(position)
            position = after(settings.game, position, move)
    return found
