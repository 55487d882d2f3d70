"""Exact values of any game that is small enough, and exact results of its players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fogel.audit import Results
from fogel.core.game import PATIENCE, Game, Move, Position
from fogel.core.types import Json
from fogel.tools.games import PERFECT, RANDOM, best_moves


def game_report(game: Game) -> Json:
    """Return what the first player can force with each first move, by the moves' names.

    Raises ValueError if the game is too large.
    """
    values = game.values(game.start())
    return {
        "game": game.name,
        "result": max(value.result for value in values.values()),
        "moves": {game.name_move(move): value._asdict() for move, value in values.items()},
    }


def player_report(game: Game, players: Sequence[Any], name: str) -> Json:
    """Return a player's exact Results in each seat of a game for two, against a random player and
    a perfect one.

    `players` has the player for each seat. An illegal move is a loss. Raises ValueError if the game
    is too large or not for two, or if the player doesn't always give the same answer, and
    PlayerError if the player fails.
    """
    if game.players != 2:
        raise ValueError(f"{game.name} is a game for {game.players} players, not two")
    opponents = {RANDOM: game.moves, PERFECT: lambda position: best_moves(game, position)}
    against = {
        opponent: [
            results(game, player, seat, choose)._asdict() for seat, player in enumerate(players, 1)
        ]
        for opponent, choose in opponents.items()
    }
    return {"game": game.name, "player": name, "evaluation": "exact", "against": against}


def describe_game(found: Json) -> str:
    """Return a `game_report` in words."""
    best = {1: "a win", 0: "a draw", -1: "only a loss"}
    lines = [f"{found['game']}: the first player can force {best[found['result']]}."]
    for move, value in found["moves"].items():
        ends = f", {value['moves']} moves from now" if value["moves"] else ""
        lines.append(f"  {move:<8} {best[value['result']].removeprefix('only ')}{ends}")
    return "\n".join(lines)


def describe_player(found: Json) -> str:
    """Return a `player_report` in words."""
    lines = [f"{found['player']} at {found['game']}. Its chances, exactly:"]
    for opponent, seats in found["against"].items():
        for words, row in zip(("begins ", "answers"), seats, strict=True):
            shares = "   ".join(f"{result} {share:9.4%}" for result, share in row.items())
            lines.append(f"  it {words} against a {opponent:<7} player   {shares}")
    return "\n".join(lines)


def results(
    game: Game, player: Any, number: int, choose: Callable[[Position], Sequence[Move]]
) -> Results:
    """Return the Results of a player against one who makes each of the moves `choose(position)`
    with the same chance.
    """
    known: dict[Position, Any] = {}

    def chances(position):
        if position not in known:
            if len(known) >= PATIENCE:
                raise ValueError(f"{game.name} has more positions than {PATIENCE:,}")
            known[position] = work_out(position)
        return known[position]

    def work_out(position):
        ended = game.result(position)
        if ended is not None:
            return np.array([ended[number - 1] == result for result in (1, 0, -1)], dtype=float)
        if game.to_move(position) != number:
            moves = choose(position)
            return sum(chances(game.play(position, move)) for move in moves) / len(moves)
        move = _only_answer(game, player, position)
        if move not in game.moves(position):
            return np.array([0.0, 0.0, 1.0])
        return chances(game.play(position, move))

    return Results(*map(float, chances(game.start())))


def _only_answer(game, player, position):
    """The move that a player chooses twice, with different random numbers."""
    answers = {game.ask(player, position, np.random.default_rng(seed)) for seed in (0, 2)}
    if len(answers) > 1:
        raise ValueError("the player doesn't always give the same answer, so nothing is exact")
    return answers.pop()
