"""A referee: turns, illegal moves, passes, and a tally (chapter 13).

A *maker* is a function `make(rules, number) -> player`: it shows a player the rules and its own
number. A *player* is a function `player(board, rng) -> square`, as in part one; the board is a
tuple of `rules.py`, the same for everybody, and None in place of a square means that the player
gives up its turn. What else a player has, the referee uses:

    name                            what the tally calls it, before its number; otherwise "Player"
    show_players(names)             who takes part, once, before the first match
    new_match(rng), new_game()      what is about to begin
    feedback(event, board, square)  event is INVALID (this square of this board can't be played),
                                    or WIN, LOSS or DRAW at the end of a game, when square is None

A player may raise `Quit`: the game, the match and the series end, and the tally so far stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import Any, NamedTuple, TypeAlias

from fogel.core.asking import ask_anything
from fogel.core.types import Marks, Rng, Square
from fogel.rules.rules import Rules, after, open_squares, outcome, place, whose

# Illegal moves in one turn until it counts as a pass; the report's MAX_ATTEMPTS has no number.
ATTEMPTS = 10
WIN, LOSS, DRAW, INVALID = "win", "loss", "draw", "invalid"
EVENTS = {1: WIN, 0: DRAW, -1: LOSS}
# Who opens: always player 1, each in turn, or a player drawn for each game.
FIRST_PLAYERS = ("first", "turn", "random")

Sitter: TypeAlias = Callable[..., Square | None]  # player(board, rng) -> a square, or None to pass


class Quit(KeyboardInterrupt):
    """Raised by a player who stops, as if by Ctrl-C: the game is not counted. It is not an error of
    the player.
    """


class RefereedGame(NamedTuple):
    """A finished game: each player's result (1, 0, -1), the moves as (player, square), and the last
    board.

    A pass is a move with the square None. `invalid` counts each player's illegal moves.
    """

    outcome: tuple
    moves: tuple
    board: tuple
    invalid: tuple


class Tally:
    """How many games were drawn, and how many each player won and lost; as text, the report's line.

    With more than two players, several can win or lose the same game.
    """

    def __init__(self, names):
        self.names = tuple(names)
        self.games, self.draws, self.quit = 0, 0, False
        self.wins, self.losses = [0] * len(self.names), [0] * len(self.names)

    def add(self, result: Sequence[int], games: int = 1) -> None:
        """Count a finished game by its outcome; with -1, take one off the tally again."""
        self.games += games
        self.draws += games * (not any(result))
        for seat, value in enumerate(result):
            self.wins[seat] += games * (value == 1)
            self.losses[seat] += games * (value == -1)

    def __str__(self):
        """As the report prints it, with its tab stops."""
        counts = [
            f"Draws ({self.draws})",
            *(f"{name} ({wins})" for name, wins in zip(self.names, self.wins, strict=True)),
        ]
        return "\t".join(["*** Wins:  " + counts[0], *counts[1:], "***"]).expandtabs(8)


class Course:
    """A game as it goes on: `board`, whose `turn` it is, the `moves` so far, and the `result` once
    it is over.

    `last` is who moved last; before the first move, the player in front of the opener.
    """

    def __init__(self, rules, opener=1):
        self.rules, self.board, self.turn, self.moves = rules, rules.start.squares, opener, []
        self.last = whose(rules, opener, rules.players)
        self.result = outcome(rules, self.board, self.last)
        self.passes = 0

    def move(self, square: Square | None) -> None:
        """The move of whose turn it is, into an open square; None: a pass. A whole round of passes
        is a draw.
        """
        self.moves.append((self.turn, square))
        if square is None:
            self.passes += 1
            self.result = (0,) * self.rules.players if self.passes == self.rules.players else None
        else:
            self.passes, self.last = 0, self.turn
            self.board = place(self.rules, self.board, square, self.turn)
            self.result = outcome(self.rules, self.board, self.last)
        self.turn = after(self.rules, self.turn)


def seat(rules: Rules, makers: Sequence[Callable[..., Sitter]]) -> list[Sitter]:
    """The players that these makers make, in order, introduced to each other; raises ValueError if
    they are too few.
    """
    if len(makers) != rules.players:
        raise ValueError(f"{rules.name!r} is a game for {rules.players} players, not {len(makers)}")
    players = [make(rules, number) for number, make in enumerate(makers, 1)]
    for player in players:
        tell(player, "show_players", name_players(players))
    return players


def name_players(players: Sequence[Sitter]) -> list[str]:
    """What the tally calls the players: a name and a number each."""
    return [
        f"{getattr(player, 'name', 'Player')}_{number}" for number, player in enumerate(players, 1)
    ]


def tell(player: Sitter, method: str, *news: Any) -> None:
    """Calls an optional method of a player."""
    if hasattr(player, method):
        getattr(player, method)(*news)


def tell_result(players: Sequence[Sitter], course: Course) -> None:
    """Tells each player what a finished game came to."""
    for player, value in zip(players, course.result, strict=True):
        tell(player, "feedback", EVENTS[value], course.board, None)


def play_game(
    rules: Rules, players: Sequence[Sitter], rng: Rng, opener: int = 1, attempts: int = ATTEMPTS
) -> RefereedGame:
    """One game between players who sit in this order; `opener` is the number of the one who begins.
    Gives a RefereedGame.

    A player has `attempts` tries for a legal move, then its turn is a pass. When everybody has
    passed in one round, the game is a draw. Raises PlayerError if a player fails, or answers with
    anything but a whole number or None.
    """
    course, invalid = Course(rules, opener), [0] * rules.players
    for player in players:
        tell(player, "new_game")
    while course.result is None:
        square, tries = take_turn(players[course.turn - 1], course.board, rng, attempts)
        invalid[course.turn - 1] += tries
        course.move(square)
    tell_result(players, course)
    return RefereedGame(course.result, tuple(course.moves), course.board, tuple(invalid))


def take_turn(
    player: Sitter, board: Marks, rng: Rng, attempts: int = ATTEMPTS
) -> tuple[Square | None, int]:
    """(the square that a player takes, or None for a pass; how many illegal ones it tried)."""
    for tries in range(attempts):
        square = ask_anything(player, board, rng)
        if square is None:
            return None, tries
        if square in open_squares(board):
            return square, tries
        tell(player, "feedback", INVALID, board, square)
    return None, attempts


def play_rounds(
    rules: Rules,
    players: Sequence[Sitter],
    games: int | None,
    rng: Rng,
    first_player: str = "first",
    attempts: int = ATTEMPTS,
) -> Iterator[RefereedGame]:
    """The games of a match, one after another, as they are played; without end if `games` is None.

    Raises ValueError for an unknown first player.
    """
    check_first_player(first_player)
    for player in players:
        tell(player, "new_match", rng)
    for number in count() if games is None else range(games):
        yield play_game(
            rules, players, rng, choose_opener(rules, first_player, number, rng), attempts
        )


def check_first_player(first_player: str) -> None:
    """Raises ValueError for a first player that is not one of FIRST_PLAYERS."""
    if first_player not in FIRST_PLAYERS:
        raise ValueError(
            f"first_player must be one of {', '.join(FIRST_PLAYERS)}, not {first_player!r}"
        )


def choose_opener(rules: Rules, first_player: str, number: int, rng: Rng) -> int:
    """Who opens game `number` of a match, counted from 0."""
    drawn = int(rng.integers(rules.players)) if first_player == "random" else number % rules.players
    return 1 if first_player == "first" else drawn + 1


# Many parameters: these are the conditions of a match, and a caller changes one or two of them.
def play_match(
    rules: Rules,
    players: Sequence[Sitter],
    games: int | None,
    rng: Rng,
    first_player: str = "first",
    attempts: int = ATTEMPTS,
    watch: Callable[..., Any] | None = None,
) -> Tally:
    """The Tally of a match; `watch(game, tally)` is told of each game. Its `quit` is set if a
    player wanted no more.
    """
    tally = Tally(name_players(players))
    try:
        for game in play_rounds(rules, players, games, rng, first_player, attempts):
            tally.add(game.outcome)
            if watch:
                watch(game, tally)
    except Quit:
        tally.quit = True
    return tally


# Many parameters: these are the conditions of a match, and a caller changes one or two of them.
def play_series(
    rules: Rules,
    players: Sequence[Sitter],
    matches: int,
    games: int | None,
    rng: Rng,
    first_player: str = "first",
    attempts: int = ATTEMPTS,
    watch: Callable[..., Any] | None = None,
) -> Iterator[Tally]:
    """The tallies of several matches, each given as soon as it is played; the last one that was
    begun if one quits.
    """
    for _ in range(matches):
        tally = play_match(rules, players, games, rng, first_player, attempts, watch)
        yield tally
        if tally.quit:
            return
