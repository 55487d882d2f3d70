"""Your own function as a player.

A function takes a board, or a board and a generator of random numbers, `rng`, and returns a square.
The board is a read-only int8 array: 0 for an open square, 1 for a mark of the player who moves
first, -1 for one of the second. The function is the user's own code: it runs with all that the user
may do, and nothing fences it in.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from inspect import isclass, signature
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import numpy as np

from fogel.core.asking import ask, failure, player_name, takes_rng
from fogel.core.files import read_bytes
from fogel.core.game import Game, StandardGame
from fogel.core.texts import printable
from fogel.core.types import Mark, Marks, Player, Square
from fogel.encoding import EMPTY, X

MOST_SOURCE = 10_000_000  # bytes of a file with a function
FORM = "FILE.py:FUNCTION or PACKAGE.MODULE:FUNCTION"
PREFIX = "_player_in_"  # of the names of modules that files with functions become
TAKES = "a player takes `board`, or `board` and `rng`"

MOST_MET = 20_000  # positions on which a player is asked whether its answers vary
START = (EMPTY,) * 9

Node = TypeVar("Node", bound=Hashable)


def names_function(text: str) -> bool:
    """Return whether a text names a function, such as `my_player.py:choose`."""
    path, colon, name = text.rpartition(":")
    meant = path.endswith(".py") or all(part.isidentifier() for part in name.split("."))
    return text.endswith(".py") or bool(colon and path and meant and not os.path.exists(text))


def load_function(text: str) -> Player:
    """Return the player that a text names: `my_player.py:choose`, or `package.module:choose`.

    The file is run. Raises ValueError, one line, if there is no such file or function, if the file
    fails when it is run, or if the function takes something else than a board, or a board and
    `rng`.
    """
    own: dict[str, ModuleType] = {}
    found, place, name, folder = _load(text, own)
    with _neighbors(folder, own):
        try:
            alone = as_player(found)
        except ValueError as problem:
            raise ValueError(f"{place}: {name} {problem}") from problem.__cause__

    def player(board, rng=None):
        with _neighbors(folder, own):
            return alone(board, rng)

    player.name = printable(f"{Path(place).name}:{name}")  # type: ignore[attr-defined]
    return player


def load_object(text: str) -> Any:
    """Return the object that a text names, such as `my_game.py:ConnectFour`; or ValueError."""
    return _load(text, {}, "game")[0]


def _load(text, own, kind="function"):
    """Return (the object that a text names, its file or module, its name there, the folder whose
    modules it may import); those that it imports are put into `own`.
    """
    place, colon, name = text.rpartition(":")
    if not colon or text.endswith(".py"):
        place, name = text, ""
    is_file = not colon or place.endswith(".py")
    folder = str((Path(place).parent if is_file else Path()).resolve())
    with _neighbors(folder, own):
        module = _run_file(place) if is_file else _import(place)
    if not name:
        raise ValueError(
            f"{place} names a file; name a {kind} in it, as in"
            f" {place}:{'choose' if kind == 'function' else 'ConnectFour'}; {_found_in(module)}"
        )
    found: Any = module
    for part in name.split("."):
        if not hasattr(found, part):
            raise ValueError(f"{place} has no {kind} {name!r}; {_found_in(module)}")
        found = getattr(found, part)
    return found, place, name, folder


@contextmanager
def _neighbors(folder: str, own: dict[str, ModuleType]) -> Iterator[None]:
    """Let modules in a folder be imported for a while; those of Python and of packages come first.

    Afterward they are only in `own`, since a player in another folder may have modules of the same
    names.
    """
    before, is_new = sys.modules.copy(), folder not in sys.path
    sys.modules.update(own)
    count = len(sys.modules)
    sys.path.extend([folder] * is_new)
    try:
        yield
    finally:
        if is_new and folder in sys.path:
            sys.path.remove(folder)
        if len(sys.modules) > count:
            new = {
                name: module
                for name, module in [*sys.modules.items()]
                if name.partition(".")[0] not in before
            }
            own.update(
                (name, one)
                for name, one in new.items()
                if _lies_in(folder, new.get(name.partition(".")[0]))
            )
        for name in own:
            sys.modules.pop(name, None)
            sys.modules.update({name: before[name]} if name in before else {})


def _lies_in(folder, module):
    """Return whether a module or package is directly in a folder, apart from players' files."""
    places = [*getattr(module, "__path__", []), getattr(module, "__file__", None) or ""]
    return Path(places[0]).parent == Path(folder) and not module.__name__.startswith(PREFIX)


def _run_file(path):
    """Run a file of Python, and return the module that it makes."""
    words = printable(path)
    try:
        source = read_bytes(path, MOST_SOURCE)
    except OSError as problem:
        raise ValueError(f"{words}: {problem.strerror}") from None
    except ValueError as problem:
        raise ValueError(f"{words}: {problem}") from None
    module = ModuleType(
        f"{PREFIX}{Path(path).stem}_{sum(name.startswith(PREFIX) for name in sys.modules)}"
    )
    module.__file__ = path
    sys.modules[module.__name__] = module  # where dataclasses and pickle look for it
    try:
        exec(compile(source, path, "exec"), module.__dict__)
    except KeyboardInterrupt:
        raise
    except BaseException as problem:
        raise ValueError(f"{words}: {_failure(problem, path)}") from problem
    return module


def _import(name):
    try:
        return import_module(name)
    except ModuleNotFoundError as problem:
        if problem.name and f"{name}.".startswith(f"{problem.name}."):
            raise ValueError(f"there is no module {printable(name)!r}; write {FORM}") from None
        raise ValueError(f"{name}: {_failure(problem)}") from problem
    except KeyboardInterrupt:
        raise
    except BaseException as problem:
        raise ValueError(f"{printable(name)}: {_failure(problem)}") from problem


def _failure(problem, path=None):
    """Return in one line the error of a file that was run, and the number of the line at fault."""
    line = problem.lineno if isinstance(problem, SyntaxError) and problem.filename == path else None
    trace = problem.__traceback__
    while trace and line is None:
        line = trace.tb_lineno if trace.tb_frame.f_code.co_filename == path else line
        trace = trace.tb_next
    words = f"SyntaxError: {problem.msg}" if isinstance(problem, SyntaxError) else failure(problem)
    return f"line {line}: {words}" if line else words


def _found_in(module):
    """The functions of a module that might be meant, in words."""
    own = [
        name
        for name, value in vars(module).items()
        if callable(value)
        and not name.startswith("_")
        and (getattr(value, "__module__", None) == module.__name__ or isinstance(value, partial))
    ]
    return f"it has {', '.join(own)}" if own else "it has none"


def as_player(function: Any) -> Player:
    """Return a function, or another object that can be called, as a player `player(board, rng)`.

    A class is called once, without arguments, and its object is the player. `rng` is handed on only
    to a function whose second parameter is named `rng` or has no default. Raises ValueError if the
    object can't be called so.
    """
    if isclass(function):
        try:
            function = function()
        except KeyboardInterrupt:
            raise
        except BaseException as problem:
            raise ValueError(
                f"must make an object without arguments; it failed with {_failure(problem)}"
            ) from problem
    if not callable(function):
        raise ValueError(
            f"must be a function, or an object that can be called, not {type(function).__name__}"
        )
    with_rng = takes_rng(function)
    try:
        signature(function).bind(*(None, None)[: 1 + with_rng])
    except TypeError:
        raise ValueError(f"takes {signature(function)}; {TAKES}") from None
    except ValueError:
        pass  # a function written in C that doesn't say what it takes

    def player(board, rng=None):
        return function(board, rng) if with_rng else function(board)

    player.name = player_name(function)  # type: ignore[attr-defined]
    return player


def settle(
    player: Player,
    starts: Iterable[Node],
    shown: Callable[[Node], Any],
    following: Callable[[Node, Any], Iterable[Node]],
    asked: Callable[..., Any] = ask,
    most: float = float("inf"),
) -> dict[Node, Any] | None:
    """Return {board: the player's square} for all boards that it can meet; None if its answers
    vary, or if there are more than `most` boards.

    It is asked twice on each of them, in two different orders and with different random numbers.
    `starts`: the boards on which it may have to move first, in any form that can be the key of a
    dict. `shown(board)`: what the player sees. `following(board, square)`: the boards on which it
    may be asked next, once it has moved into that square; none if the game is over, or if the
    square is taken. Raises PlayerError if the player fails or answers with no square.
    """
    rng, answers = np.random.default_rng(0), {}
    queue = list(starts)
    for node in queue:  # the list grows while it is read
        if node not in answers:
            if len(answers) >= most:
                return None
            answers[node] = asked(player, shown(node), rng)
            queue += following(node, answers[node])
    again = all(asked(player, shown(node), rng) == answers[node] for node in reversed(answers))
    return answers if again else None


def settle_game(player: Player, game: Game, number: int) -> dict[Any, Any] | None:
    """Return what `settle` finds of player `number` of a game; None if it can meet too much."""

    def wait(position):
        if game.result(position) is not None:
            return []
        if game.to_move(position) == number:
            return [position]
        return [one for move in game.moves(position) for one in wait(game.play(position, move))]

    def following(position, move):
        return wait(game.play(position, move)) if move in game.moves(position) else []

    return settle(player, wait(game.start()), lambda board: board, following, game.ask, MOST_MET)


def settle_standard(player: Player, mark: Mark = X) -> dict[Marks, Square] | None:
    """Return what `settle` finds of a player that plays `mark` at the standard game."""
    return settle_game(player, StandardGame(), 1 if mark == X else 2)


def by_answers(answers: Mapping[Marks, Square]) -> Player:
    """Return the player that makes these answers, {board: square}, and knows no other board."""
    return lambda board, rng=None: answers[tuple(board)]
