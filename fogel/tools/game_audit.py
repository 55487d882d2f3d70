"""Exact values of any game that is small enough, and exact results of its players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from fogel.anygame.functions import Sample
from fogel.audit import Results
from fogel.core.functions import settle_game
from fogel.core.game import Game, Move, Position
from fogel.core.types import Json, Rng
from fogel.tools.games import PERFECT, RANDOM, best_moves

GAMES, SEED = 1_000, 1993  # sampled games if a player's answers vary, and their seed
Chooser: TypeAlias = Callable[[Position], Sequence[Move]]


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


def player_report(game: Game, players: Sequence[Any], name: str, seed: int = SEED) -> Json:
    """Return a player's Results in each seat of a game for two, against a random player and a
    perfect one.

    `players` has the player for each seat. They are exact if it always gives the same answer, and
    otherwise come from GAMES sampled games, with 95 % intervals. An illegal move is a loss. Raises
    ValueError if the game is too large or not for two, and PlayerError if the player fails.
    """
    if game.players != 2:
        raise ValueError(f"{game.name} is a game for {game.players} players, not two")
    if None in players:
        raise ValueError("a person can't be audited; name a player")
    game.values(game.start())  # refuses a game that is too large, before any work
    answers = [settle_game(player, game, seat) for seat, player in enumerate(players, 1)]
    opponents = {RANDOM: game.moves, PERFECT: lambda position: best_moves(game, position)}
    against: Json = {opponent: [] for opponent in opponents}
    for opponent, choose in opponents.items():
        rng = np.random.default_rng(seed)
        for seat, (player, known) in enumerate(zip(players, answers, strict=True), 1):
            if None in answers:
                row = sample(game, player, seat, choose, rng).to_dict()
            else:
                row = results(game, known or {}, seat, choose)._asdict()
            against[opponent].append(row)
    evaluation = "sampled" if None in answers else "exact"
    return {"game": game.name, "player": name, "evaluation": evaluation, "against": against}


def sample(game: Game, player: Any, number: int, choose: Chooser, rng: Rng) -> Sample:
    """Return the Sample of GAMES games of a player in seat `number`."""
    counts = [0, 0, 0, 0]
    for _ in range(GAMES):
        position, result, illegal = game.start(), None, False
        while (result := game.result(position)) is None and not illegal:
            if game.to_move(position) == number:
                move = game.ask(player, position, rng)
                illegal = move not in game.moves(position)
            else:
                moves = choose(position)
                move = moves[int(rng.integers(len(moves)))]
            position = position if illegal else game.play(position, move)
        won = -1 if illegal or result is None else result[number - 1]
        counts[1 - won] += 1
        counts[3] += illegal
    return Sample(*counts)


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
    how = "exactly" if found["evaluation"] == "exact" else f"in {GAMES:,} sampled games each"
    lines = [f"{found['player']} at {found['game']}. Its chances, {how}:"]
    for opponent, seats in found["against"].items():
        for words, row in zip(("begins ", "answers"), seats, strict=True):
            shares = "   ".join(f"{result} {row[result]:9.4%}" for result in ("win", "tie", "loss"))
            lines.append(f"  it {words} against a {opponent:<7} player   {shares}")
    return "\n".join(lines)


def results(game: Game, answers: Mapping[Any, Any], number: int, choose: Chooser) -> Results:
    """Return the Results of a player with these answers, {position: move}, against one who makes
    each of the moves `choose(position)` with the same chance.
    """
    known: dict[Position, Any] = {}

    def chances(position):
        if position not in known:
            known[position] = work_out(position)
        return known[position]

    def work_out(position):
        ended = game.result(position)
        if ended is not None:
            return np.array([ended[number - 1] == result for result in (1, 0, -1)], dtype=float)
        if game.to_move(position) != number:
            moves = choose(position)
            return sum(chances(game.play(position, move)) for move in moves) / len(moves)
        move = answers[position]
        if move not in game.moves(position):
            return np.array([0.0, 0.0, 1.0])
        return chances(game.play(position, move))

    return Results(*map(float, chances(game.start())))
