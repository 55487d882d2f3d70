"""The entrants of a tournament: champion files and functions.

A function that always gives the same answer plays one and the same game whenever it meets the same
network, so that everything is exact. The games of one that doesn't are sampled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache
from itertools import chain, count
from os import PathLike
from pathlib import Path
from typing import Any

from fogel.anygame.curve import find_rules_played, load_any
from fogel.anygame.functions import settle_seat
from fogel.anygame.settings import find_game
from fogel.checkers.files import CheckersChampion, is_champion, load_champion
from fogel.checkers.game import CheckersGame
from fogel.checkers.rules import Checkers
from fogel.core.functions import by_answers, load_function, names_function, settle_game
from fogel.core.game import Game, StandardGame
from fogel.core.texts import printable
from fogel.core.types import FilePath, Player, Rng
from fogel.rules.game import RulesGame
from fogel.rules.rules import Rules

MOST_ENTRANTS = 500
MOST_CHECKERS = 40  # 780 matches: on 8x8 some twenty minutes of two cores


@dataclass(frozen=True)
class FunctionEntrant:
    """A function as an entrant: the player that it is, and the answers that it always gives in each
    seat, 1 and 2.

    `answers` is None if it doesn't always give the same answer, or can meet too many positions.
    Their keys are rows of the game's tables for a game of any shape, and positions in others.
    """

    player: Player
    answers: dict[int, Any] | None


def enter(player: Player, game: Game) -> FunctionEntrant:
    """Return a function as an entrant of a tournament at a game.

    Raises PlayerError if it fails or answers with no square on a board that it can meet, and
    ValueError if a function can't play that game.
    """
    if game.players != 2:
        raise ValueError(f"game must be one of 2 players, and {game.name} has {game.players}")
    if isinstance(game, CheckersGame):
        raise ValueError("a function can't play checkers here")
    answers: dict[int, Any] = {}
    for number in (1, 2):
        found: Any = (
            settle_seat(player, game.rules, number)
            if isinstance(game, RulesGame)
            else settle_game(player, game, number)
        )
        if found is None:
            return FunctionEntrant(player, None)
        answers[number] = found
    if type(game) is StandardGame:
        player = by_answers(answers[1] | answers[2])
    return FunctionEntrant(player, answers)


def is_random(entrant: Any) -> bool:
    """Return whether an entrant is a function that doesn't always give the same answer."""
    return isinstance(entrant, FunctionEntrant) and entrant.answers is None


def find_game_played(entrants: Iterable[Any]) -> Game:
    """Return the game of the first of these entrants that isn't a function; otherwise the standard
    game.
    """
    files = (one for one in entrants if not isinstance(one, FunctionEntrant))
    return next((_as_game(_find_rules(one)) for one in files), StandardGame())


def _find_rules(entrant):
    is_checkers = isinstance(entrant, CheckersChampion)
    return entrant.settings.game if is_checkers else find_rules_played(entrant)


class SingleTry(RulesGame):
    """A game of any shape in which a taken square disqualifies a player."""

    def ask(self, player: Any, position: Any, rng: Rng | None) -> Any:
        """Return the square that a player names."""
        return player(position.board, rng)

    def is_legal(self, position: Any, move: Any) -> bool:
        """Return whether a square is open."""
        return move in self.moves(position)


@cache
def _as_game(rules: Rules | Checkers) -> Game:
    """Return these rules as a Game."""
    if isinstance(rules, Checkers):
        return CheckersGame(rules)
    return StandardGame() if rules == find_game("standard") else SingleTry(rules)


def for_contests(game: Game) -> Game:
    """Return a game as tournaments play it, in which a taken square disqualifies a player."""
    if isinstance(game, CheckersGame):
        return _as_game(game.checkers)
    if type(game) is StandardGame:
        return _as_game(find_game(game.name))
    return _as_game(game.rules) if isinstance(game, RulesGame) else game


def load_entrants(
    places: FilePath | Collection[FilePath], game: Game | None = None
) -> tuple[dict[str, Any], dict[str, Any]]:
    """({name: player}, {file: what is wrong}) of all champion files and league agents below a
    folder.

    If there are several `places`, each is a folder, a file, or the text of a function, such as
    my_player.py:choose. An entrant has the name of its file, without .json. All play the `game`; by
    default, it is the game of most files, and in a tie the one that comes first. Raises ValueError
    if fewer than 2 or more than MOST_ENTRANTS (in checkers, MOST_CHECKERS) are left.
    """
    single = isinstance(places, str | PathLike) and not names_function(str(places))
    texts: list[Any] = [places] if isinstance(places, str | PathLike) else [*places]
    networks, wrong = {}, {}
    for path, label in _files([text for text in texts if not names_function(str(text))]):
        name = _unlike(label, networks | wrong)
        try:
            networks[name] = (load_champion if is_champion(path) else load_any)(path)
        except OSError as problem:
            wrong[name] = problem.strerror
        except ValueError as problem:
            wrong[name] = str(problem).removeprefix(f"{path}: ")
    game = game and for_contests(game)
    networks = _of_one_game(networks, wrong, game)
    game = game or find_game_played(networks.values())
    functions = [str(text) for text in texts if names_function(str(text))]
    networks |= _functions(functions, game, networks, wrong)
    most = MOST_CHECKERS if isinstance(game, CheckersGame) else MOST_ENTRANTS
    if not 2 <= len(networks) <= most:
        if single:
            found = f"{len(networks)} in it can be read and play one game"
            raise ValueError(f"the folder must hold 2 to {most} champion files; {found}")
        why = "".join(f"; {name}: {words}" for name, words in wrong.items())
        raise ValueError(
            f"there must be 2 to {most} entrants that play one game, not {len(networks)}{why}"
        )
    return networks, wrong


def _files(places):
    """Yields (path, the entrant's name) of all files in these places."""
    for place in map(Path, places):
        for path in sorted(place.rglob("*.json")) if place.is_dir() else [place]:
            name = path.relative_to(place) if place.is_dir() else Path(path.name)
            yield path, printable(name.with_suffix("").as_posix())


def _unlike(name, others):
    """The name, with a number if another one has it."""
    names = chain([name], (f"{name} ({number})" for number in count(2)))
    return next(one for one in names if one not in others)


def _functions(texts, game, networks, wrong):
    """{name: FunctionEntrant} of these functions; of those that can't play it is noted what is
    wrong.
    """
    found: dict[str, Any] = {}
    for text in texts:
        try:
            player = load_function(text)
            name = _unlike(_short(text, texts), networks | found)
            player.name = name  # type: ignore[attr-defined]
            found[name] = enter(player, game)
        except ValueError as problem:
            wrong[printable(text)] = str(problem)
    return found


def _short(text, texts):
    """The text of a function, with only as many folders as tell it from the other texts."""
    every = {tuple(Path(one).parts) for one in texts}
    parts = Path(text).parts
    ends = (parts[at:] for at in reversed(range(len(parts))))
    end = next((end for end in ends if sum(one[-len(end) :] == end for one in every) == 1), parts)
    return printable("/".join(end))


def _of_one_game(networks, wrong, wanted):
    """Those that play the game that is wanted, or else that of most; of the others it is noted what
    is wrong.
    """
    games = {name: find_game_played([player]) for name, player in networks.items()}
    ((most, _),) = Counter(games.values()).most_common(1) or [(None, 0)]
    played, whose = (wanted, "this is") if wanted else (most, "most play")
    others = {name: game for name, game in games.items() if game != played}
    wrong |= {
        name: f"plays {game.name!r}, and {whose} {played.name!r}" for name, game in others.items()
    }
    return {name: player for name, player in networks.items() if name not in others}
