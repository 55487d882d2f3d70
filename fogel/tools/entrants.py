"""The entrants of a tournament: champion files and functions.

A function that always gives the same answer plays one and the same game whenever it meets the same
network, so that everything is exact. The games of one that doesn't are sampled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass
from itertools import chain, count
from operator import attrgetter
from os import PathLike
from pathlib import Path
from typing import Any

from fogel import audit
from fogel.anygame.curve import find_rules_played, load_any
from fogel.anygame.functions import Sample, evaluate, join_seats, sample, settle_seat
from fogel.anygame.players import network_player
from fogel.anygame.settings import GameSettings, find_game
from fogel.core.functions import by_answers, load_function, names_function, settle_standard
from fogel.core.texts import printable
from fogel.core.types import FilePath, Mark, Player, Rng, Square
from fogel.encoding import O, X
from fogel.league.league import play_match
from fogel.lookahead.players import function_player
from fogel.rules.referee import Course, seat
from fogel.rules.rules import Rules

MOST_ENTRANTS = 500


@dataclass(frozen=True)
class FunctionEntrant:
    """A function as an entrant: the player that it is, and the answers that it always gives in each
    seat, 1 and 2.

    `answers` is None if it doesn't always give the same answer. Their keys are boards in the
    standard game, and rows in others.
    """

    player: Player
    answers: dict[int, Any] | None


def enter(player: Player, rules: Rules | None = None) -> FunctionEntrant:
    """Return a function as an entrant of a tournament at some rules, None for the standard game.

    Raises PlayerError if it fails or answers with no square on a board that it can meet, and
    ValueError if a function can't play that game.
    """
    answers = {}
    for number, mark in ((1, X), (2, O)):
        found: Any = settle_seat(player, rules, number) if rules else settle_standard(player, mark)
        if found is None:
            return FunctionEntrant(player, None)
        answers[number] = found
    return FunctionEntrant(player if rules else by_answers(answers[1] | answers[2]), answers)


def is_random(entrant: Any) -> bool:
    """Return whether an entrant is a function that doesn't always give the same answer."""
    return isinstance(entrant, FunctionEntrant) and entrant.answers is None


def unwrap_player(entrant: Any) -> Any:
    """Return the player that an entrant is."""
    return entrant.player if isinstance(entrant, FunctionEntrant) else entrant


def meet(
    x: Any, o: Any, rng: Rng | None, rules: Rules | None = None
) -> tuple[Mark, list[Square], Mark]:
    """Return (who won, the squares, who was disqualified) of a game between two entrants, as marks;
    `x` begins.

    A move into a taken square disqualifies, and is not among the squares.
    """
    if rules is None:
        match = play_match(unwrap_player(x), unwrap_player(o), rng)
        return match.winner - match.disqualified, list(match.squares), match.disqualified
    course = Course(rules)
    players = seat(rules, [_maker(one) for one in (x, o)])
    while course.result is None:
        square = players[course.turn - 1](course.board, rng)
        if course.board[square]:
            mark = X if course.turn == 1 else O
            return -mark, [made for _, made in course.moves], mark
        course.move(square)
    return course.result[0], [made for _, made in course.moves], 0


def _maker(entrant):
    return (function_player if isinstance(entrant, FunctionEntrant) else network_player)(
        unwrap_player(entrant)
    )


def sample_games(x: Any, o: Any, games: int, rng: Rng, rules: Rules | None = None) -> Sample:
    """Return the Sample of so many games between two entrants, as `x` sees them, who begins."""
    met = [meet(x, o, rng, rules) for _ in range(games)]
    won = [one for one, _, _ in met]
    return Sample(won.count(1), won.count(0), won.count(-1), sum(out == X for _, _, out in met))


def measure(
    entrant: FunctionEntrant, rng: Rng, rules: Rules | None = None
) -> tuple[audit.Results, float, bool, float]:
    """Return (Results, expected payoff, whether it never loses as X, half width of the payoff's 95
    % interval).

    They are those that a champion of the same game has beside its name. The half width is 0 if all
    is exact; of games that are sampled it is not known that a player never loses.
    """
    settings = GameSettings()
    if rules:
        settings = settings.change(game=rules, seat="both", opponent="perfect")
    if entrant.answers is None:
        found = sample(entrant.player, settings, rng)
        shares = audit.Results(*(count / found.games for count in found[:3]))
        payoff, half = found.payoff(settings)
        return shares, payoff, False, half
    if rules is None:
        results = audit.results(entrant.player)
        return results, audit.expected_payoff(results), audit.never_loses(entrant.player), 0.0
    ends = evaluate(join_seats(entrant.answers, settings), settings)
    opens = evaluate(entrant.answers[1], settings.change(seat="first"))
    results = audit.Results(ends.win, ends.tie, ends.loss)
    return results, audit.expected_payoff(results, settings), opens.losing_lines == 0, 0.0


def load_entrants(
    places: FilePath | Collection[FilePath],
    read: Callable[[Path], Any] = load_any,
    find_its_game: Callable[[Any], Any] = find_rules_played,
    called: Callable[[Any], str] = attrgetter("name"),
    most: int | None = None,
) -> tuple[dict[str, Any], dict[str, Any]]:
    """({name: player}, {file: what is wrong}) of all champion files and league agents below a
    folder.

    Of several `places`, each is a folder, a file or the text of a function, such as
    my_player.py:choose. A file's name, without .json, is its entrant's. All play one game: that of
    most files, of the first in order if several games have as many. Raises ValueError if fewer than
    2 or more than `most`, or else MOST_ENTRANTS, are left. Other kinds of players have another way
    to `read` a file, to name its game, and to say what that is `called`.
    """
    most = MOST_ENTRANTS if most is None else most
    single = isinstance(places, str | PathLike) and not names_function(str(places))
    texts: list[Any] = [places] if isinstance(places, str | PathLike) else [*places]
    networks, wrong = {}, {}
    for path, label in _files([text for text in texts if not names_function(str(text))]):
        name = _unlike(label, networks | wrong)
        try:
            networks[name] = read(path)
        except OSError as problem:
            wrong[name] = problem.strerror
        except ValueError as problem:
            wrong[name] = str(problem).removeprefix(f"{path}: ")
    networks = _of_one_game(networks, wrong, find_its_game, called)
    functions = [str(text) for text in texts if names_function(str(text))]
    networks |= _functions(functions, networks, wrong)
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


def _functions(texts, networks, wrong):
    """{name: FunctionEntrant} of these functions; of those that can't play it is noted what is
    wrong.
    """
    found: dict[str, Any] = {}
    rules = next(map(find_rules_played, networks.values()), find_game("standard"))
    for text in texts:
        try:
            player = load_function(text)
            name = _unlike(_short(text, texts), networks | found)
            player.name = name  # type: ignore[attr-defined]
            found[name] = enter(player, None if rules == find_game("standard") else rules)
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


def _of_one_game(networks, wrong, find_its_game, called):
    """Those that play the game of most; of the others it is noted what is wrong."""
    games = {name: find_its_game(player) for name, player in networks.items()}
    ((most, _),) = Counter(games.values()).most_common(1) or [(None, 0)]
    others = {name: game for name, game in games.items() if game != most}
    wrong |= {
        name: f"plays {called(game)!r}, and most play {called(most)!r}"
        for name, game in others.items()
    }
    return {name: player for name, player in networks.items() if name not in others}
