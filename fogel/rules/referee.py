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
from typing import Any, NamedTuple

from fogel.core.types import Marks, Rng
from fogel.rules.game import ATTEMPTS, RulesGame, Sitter, take_turn, tell
from fogel.rules.game import INVALID as INVALID
from fogel.rules.rules import Rules

WIN, LOSS, DRAW = "win", "loss", "draw"
EVENTS = {1: WIN, 0: DRAW, -1: LOSS}
# Who opens: always player 1, each in turn, or a player drawn for each game.
FIRST_PLAYERS = ("first", "turn", "random")


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
        counts = zip(("Draws", *self.names), (self.draws, *self.wins), strict=True)
        shown = [f"{name} ({count})" for name, count in counts]
        return "\t".join(["*** Wins:  " + shown[0], *shown[1:], "***"]).expandtabs(8)


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


def tell_result(players: Sequence[Sitter], result: Sequence[int], board: Marks) -> None:
    """Tells each player what a finished game came to."""
    for player, value in zip(players, result, strict=True):
        tell(player, "feedback", EVENTS[value], board, None)


def play_game(
    rules: Rules, players: Sequence[Sitter], rng: Rng, opener: int = 1, attempts: int = ATTEMPTS
) -> RefereedGame:
    """One game between players who sit in this order; `opener` is the number of the one who begins.
    Gives a RefereedGame.

    A player has `attempts` tries for a legal move, then its turn is a pass. When everybody has
    passed in one round, the game is a draw. Raises PlayerError if a player fails, or answers with
    anything but a whole number or None.
    """
    game = RulesGame(rules, opener)
    position, moves, invalid = game.start(), [], [0] * rules.players
    for player in players:
        tell(player, "new_game")
    while (result := game.result(position)) is None:
        square, tries = take_turn(players[position.turn - 1], position.board, rng, attempts)
        invalid[position.turn - 1] += tries
        moves.append((position.turn, square))
        position = game.play(position, square)
    tell_result(players, result, position.board)
    return RefereedGame(result, tuple(moves), position.board, tuple(invalid))


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
        opener = choose_opener(rules, first_player, number, rng)
        yield play_game(rules, players, rng, opener, attempts)


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
