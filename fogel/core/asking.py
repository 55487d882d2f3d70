"""Asking a player for a square, and refusing an answer that is not one.

A player sees a board that it can't change. Its answer must be a whole number, so that callers need
not check for anything else, and an error names the player, the board and the answer.
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable
from functools import partial
from inspect import Parameter, isclass, iscoroutine, signature
from numbers import Integral
from operator import index
from typing import Any

import numpy as np

from fogel.core.files import shortened
from fogel.core.types import Board, Bytes, Player, Rng, Square


class PlayerError(ValueError):
    """An error that names a player, which failed or didn't answer with a square, and the board."""

    def __init__(self, words, player=None):
        super().__init__(words)
        self.player = player


def read_only(board: Board) -> Bytes:
    """Return a copy of a board as an int8 array that can't be made writable: a view of bytes."""
    return np.frombuffer(np.asarray(board, dtype=np.int8).tobytes(), dtype=np.int8)


def ask(player: Player, board: Board, rng: Rng | None) -> Square:
    """Return the square, from 0 up, that a player names on a board; it may be a taken one.

    Raises PlayerError if the player fails, or if its answer is not the number of a square.
    """
    answer = ask_anything(player, read_only(board), rng)
    if answer is None or not 0 <= answer < len(board):
        raise _nonsense(player, board, answer)
    return answer


def ask_anything(player: Callable[..., Any], board: Board, rng: Rng | None) -> int | None:
    """Return a player's answer, a whole number or None, for a referee who knows what it means.

    The board is handed over as it is: a tuple, or what `read_only` returns. A player that takes
    only a board gets no `rng`. Raises PlayerError if the player fails, or answers with anything
    else.
    """
    if isclass(player):
        name = player_name(player)
        words = f"the player {name} is a class; write {name}(), an object of that class"
        raise PlayerError(words, player)
    try:
        answer = _call(player, board, rng)
        if answer is None or type(answer) is int:
            return answer
        if isinstance(answer, Integral) and not isinstance(answer, bool):
            return index(answer)
    except (PlayerError, KeyboardInterrupt):
        raise
    except BaseException as problem:
        if getattr(player, "is_person", False):  # our own terminal, which may be closed
            raise
        words = f"the player {player_name(player)} failed on the board {_shown(board)}"
        raise PlayerError(f"{words} with {failure(problem)}", player) from problem
    raise _nonsense(player, board, answer)


def _call(player, board, rng):
    called = player if hasattr(player, "__defaults__") else type(player).__call__
    is_unclear = isinstance(player, partial) or getattr(called, "__defaults__", None)
    if is_unclear and not takes_rng(player):
        return player(board)
    try:
        return player(board, rng)
    except TypeError as problem:
        if problem.__traceback__.tb_next or takes_rng(player):  # raised inside the player
            raise
    return player(board)


def call_player(player: Callable[..., Any], *seen: Any) -> Any:
    """Return a player's answer, whatever it is; raise PlayerError if the player fails."""
    try:
        return player(*seen)
    except (PlayerError, KeyboardInterrupt):
        raise
    except BaseException as problem:
        raise PlayerError(
            f"the player {player_name(player)} failed with {failure(problem)}", player
        ) from problem


def failure(problem: BaseException) -> str:
    """Return the kind of an exception and what it says, in one line."""
    try:
        words = " ".join(str(problem).split())
    except Exception:  # raised by the exception's own code
        words = ""
    return shortened(f"{type(problem).__name__}: {words}").removesuffix(": ")


def _nonsense(player, board, answer):
    if iscoroutine(answer):
        answer.close()  # or Python warns that nobody has awaited it
    try:
        shown = " ".join(reprlib.repr(answer).split())
    except Exception:  # a number of 5,000 digits, for example
        shown = f"something of the type {type(answer).__name__}"
    words = f"the player {player_name(player)} answered {shown} to the board {_shown(board)}"
    return PlayerError(f"{words}; a square is a whole number from 0 to {len(board) - 1}", player)


def _shown(board):
    return [int(mark) for mark in board]


def player_name(player: Any) -> str:
    """Return a player's name: its `name`, or the name of its function or class."""
    if isinstance(player, partial):
        return player_name(player.func)
    names = getattr(player, "name", 0), getattr(player, "__name__", 0), type(player).__name__
    return next(name for name in names if isinstance(name, str) and name)


def takes_rng(player: Any) -> bool:
    """Return whether a player has a second parameter that is required or is called `rng`."""
    try:
        parameters = [*signature(player).parameters.values()]
    except (TypeError, ValueError):  # some functions that are written in C don't say
        return True
    kinds = Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD
    places = [one for one in parameters if one.kind in kinds]
    if any(one.kind is Parameter.VAR_POSITIONAL for one in parameters):
        return len(places) < 2 or places[1].default is Parameter.empty
    return len(places) > 1 and (places[1].default is Parameter.empty or places[1].name == "rng")
