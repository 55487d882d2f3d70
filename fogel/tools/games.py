"""Games and their players by name, as the command line takes them.

A game is `standard`, `checkers`, `checkers-6x4`, `checkers-6x6-3` (rows, columns, men), a game of
any shape by name or rule file, or a `Game` or `Rules` of your own, `my_game.py:ConnectFour`.
"""

from __future__ import annotations

import ast
import re
import reprlib
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from functools import partial
from inspect import isclass
from os.path import exists
from pathlib import Path
from typing import Any

from fogel.anygame.curve import find_rules_played, load_any, names_game
from fogel.anygame.players import network_player
from fogel.anygame.settings import find_game as find_rules
from fogel.checkers import files
from fogel.checkers.game import CheckersGame
from fogel.checkers.lookahead import Ahead
from fogel.checkers.matches import make_player
from fogel.checkers.network import material_evaluator
from fogel.checkers.rules import Checkers, moves
from fogel.core.asking import failure
from fogel.core.functions import load_function, load_object, names_function
from fogel.core.game import Game, Move, Position, StandardGame
from fogel.core.players import ADVERSARIES, HUMAN
from fogel.lookahead.players import MAKERS, maker
from fogel.rules.game import RulesGame
from fogel.rules.rule_files import shipped
from fogel.rules.rules import Rules

CHAMPIONS = Path(files.__file__).with_name("champions")
CHECKERS = re.compile(r"checkers(?:-(\d{1,2})x(\d{1,2})(?:-(\d{1,2}))?)?")
MATERIAL = Ahead(4, 4)  # how far the material player looks
RANDOM, PERFECT = "random", "perfect"
USUAL = "trad-expert"  # the default opponent in a game of any shape


def find_game(text: str) -> Game:
    """Return the game of that name, in that rule file, or of your own.

    Raises ValueError that says what is wrong, and OSError if a file can't be read.
    """
    if text == StandardGame.name:
        return StandardGame()
    if found := CHECKERS.fullmatch(text):
        return CheckersGame(_find_board(*(one and int(one) for one in found.groups())))
    if names_function(text):
        game = _load_game(text)
        check_game(game)
        return game
    if not (_names_rules(text) or exists(text)):
        names = ", ".join(["checkers", "checkers-6x4", *shipped()])
        raise ValueError(
            f"{text!r} is no game; choose one of {names}, a rule file, or a game of your own, such"
            " as my_game.py:ConnectFour"
        )
    return RulesGame(find_rules(text))


def _names_rules(text):
    return text in shipped() or text.endswith(".rul") or ";" in text or "\n" in text


def _find_board(rows, columns, men):
    rows, columns = (8 if side is None else side for side in (rows, columns))
    return Checkers(rows, columns, (rows // 2 - 1) * columns // 2 if men is None else men)


def _load_game(text):
    """Return the game in a reader's file; whatever that file prints goes to standard error."""
    with redirect_stdout(sys.stderr):
        found = load_object(text)
        try:
            found = found() if isclass(found) and issubclass(found, Game) else found
        except Exception as problem:
            reason = failure(problem)
            raise ValueError(f"{text} can't be made without arguments: {reason}") from None
    if isinstance(found, Rules):
        return RulesGame(found)
    if not isinstance(found, Game):
        raise ValueError(f"{text} must be a Game or Rules, not {type(found).__name__}")
    return found


def check_game(game: Game) -> None:
    """Raise ValueError that says what is wrong with the start of a game, or with a first move."""
    try:
        position = game.start()
        for made in ([], game.moves(position)[:1]):
            position = game.play(position, made[0]) if made else position
            _check_position(game, position)
    except NotImplementedError:
        needed = ("start", "to_move", "moves", "play", "result")
        lost = [name for name in needed if getattr(type(game), name) is getattr(Game, name)]
        raise ValueError(f"{game.name} has no method {lost[0]}") from None
    except ValueError:
        raise
    except Exception as problem:
        raise ValueError(f"{game.name} fails at its start: {failure(problem)}") from None


def _check_position(game, position):
    """Raise ValueError if the methods of a game return something else than the protocol says."""
    moves, result, turn = game.moves(position), game.result(position), game.to_move(position)
    for words, value in (("a position", position), *(("a move", move) for move in moves)):
        try:
            hash(value)
        except TypeError:
            wrong = f"{words} of {game.name} must be a tuple or such, not {reprlib.repr(value)}"
            raise ValueError(wrong) from None
    scores = range(game.players) if result is None else result
    marks, names = game.marks(position), {game.name_move(move) for move in moves}
    for name, is_right, accepted in (
        ("to_move", result is not None or turn in range(1, game.players + 1), "a player from 1 on"),
        ("result", len(scores) == game.players, f"{game.players} numbers, or None"),
        ("moves", isinstance(moves, Sequence), "a list"),
        ("moves", bool(moves) == (result is None), "moves until there is a result, then none"),
        ("squares", all(isinstance(game.squares(move), tuple) for move in moves), "a tuple"),
        ("marks", len(marks) == game.rows * game.columns, "a text for each square"),
        ("name_move", len(names) == len(moves), "another name for each move"),
    ):
        if not is_right:
            raise ValueError(f"{name} of {game.name} must return {accepted}")


def split_game(texts: Sequence[str]) -> tuple[str | None, list[str]]:
    """Return (the first text if it names a game, the texts of players)."""
    first, *others = texts or [""]
    return (first, others) if _names_game(first) else (None, [*texts])


def _names_game(text):
    if not names_function(text):
        return _names_rules(text) or bool(CHECKERS.fullmatch(text))
    path, _, name = text.rpartition(":")
    try:
        tree = ast.parse(Path(path).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return False
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    if any(isinstance(node, functions) and node.name == name for node in tree.body):
        return False  # the file of a function should run only once, and later
    try:
        return isinstance(_load_game(text), Game)
    except ValueError:
        return False


def find_its_game(player: Any) -> Game:
    """Return the game of a player that was in a file; one that names none plays the standard
    game.
    """
    if isinstance(player, files.CheckersChampion):
        return CheckersGame(player.settings.game, player.settings.max_moves)
    return RulesGame(find_rules_played(player)) if names_game(player) else StandardGame()


def is_file(text: str) -> bool:
    """Return whether a text is meant to be a champion's file, and no name and no function."""
    return not names_function(text) and (text.endswith(".json") or exists(text))


def load_player(text: str) -> Any:
    """Return the player of any game in a file; raise ValueError or OSError."""
    return files.load_champion(text) if files.is_champion(text) else load_any(text)


def find_player(game: Game, text: str, number: int = 1) -> Any:
    """Return the player of that name, in that file, or of your own, in seat `number` of a game:
    `game.ask` can ask it. The player `human` is None.

    Raises ValueError that says what is wrong, and OSError if a file can't be read.
    """
    if text == HUMAN:
        return None
    players = list_players(game)
    if text in players:
        return players[text](number)
    if names_function(text):
        if isinstance(game, RulesGame):
            return maker(text)(game.rules, number)
        player = load_function(text)
        if isinstance(game, CheckersGame):
            return lambda checkers, position, rng: player(position, rng)
        return player
    if not is_file(text):
        raise ValueError(
            f"{text!r} is no player of {game.name}; choose one of {', '.join(players)}, a"
            " champion's file, or a function, such as my_player.py:choose"
        )
    return seat_player(game, load_player(text), number)


def seat_player(game: Game, player: Any, number: int) -> Any:
    """Return the player of a file as `game.ask` can ask it; raise ValueError if it plays another
    game.
    """
    its = find_its_game(player)
    if its.name != game.name:
        raise ValueError(f"it plays {its.name}, not {game.name}")
    if isinstance(game, RulesGame):
        return network_player(player, "Champion")(game.rules, number)
    return player.player if isinstance(game, CheckersGame) else player


def list_players(game: Game) -> dict[str, Callable[[int], Any]]:
    """Return {name: a function that makes the player in a seat} of those that come with the
    package, the usual adversary first.
    """
    if type(game) is StandardGame:
        ours = {name: partial(_adversary, name) for name in ADVERSARIES if name != HUMAN}
        return ours | {name: partial(_at_standard, name) for name in MAKERS if name not in ours}
    if isinstance(game, RulesGame):
        names = sorted(MAKERS, key=lambda name: name != USUAL)
        return {name: partial(MAKERS[name], game.rules) for name in names}
    if isinstance(game, CheckersGame):
        return _checkers_players(game)
    return {
        RANDOM: lambda number: lambda position, rng: _pick(game.moves(position), rng),
        PERFECT: lambda number: lambda position, rng: _pick(best_moves(game, position), rng),
    }


def _checkers_players(game):
    champions = {path.stem: files.load_champion(path) for path in sorted(CHAMPIONS.glob("*.json"))}
    players = {
        name: one.player for name, one in champions.items() if one.settings.game == game.checkers
    }
    players["material"] = make_player(material_evaluator(), MATERIAL)
    players[RANDOM] = lambda checkers, position, rng: _pick(moves(checkers, position), rng)
    return {name: lambda number, player=player: player for name, player in players.items()}


def _adversary(name, number):
    return ADVERSARIES[name].player


def _at_standard(name, number):
    seated = MAKERS[name](find_rules(StandardGame.name), number)
    return lambda board, rng: seated(tuple(2 if mark == -1 else int(mark) for mark in board), rng)


def best_moves(game: Game, position: Position) -> list[Move]:
    """Return the moves that keep the best result; raise ValueError if the game is too large."""
    values = game.values(position)
    best = max(value.result for value in values.values())
    return [move for move, value in values.items() if value.result == best]


def _pick(moves, rng):
    return moves[int(rng.random() * len(moves))]
